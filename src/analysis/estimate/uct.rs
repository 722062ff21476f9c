//! A tree search over playouts, for fights in which a few plays decide.
//!
//! Each playout begins with plays that did well before: those with the best mean so far, with a
//! bonus for plays that were seldom tried. A play that is new is judged by all playouts in which
//! its player made it at any time. What is won or lost is the points in dispute alone, so that
//! what happens elsewhere does not drown it.
//!
//! Sources: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo Planning" (2006); S. Gelly and
//! D. Silver, "Combining Online and Offline Knowledge in UCT" (2007), for the plays made at any
//! time. Ours: the bonus without a logarithm, whose last bits differ between machines.
//!
//! Not promised: that the search finds the best play. It is an estimate, with either side first.

use super::playout::{Ownership, Playouts, touching};
use super::policy::Game;
use crate::go::{Color, GRID, Point, PointSet};

/// How much the bonus for plays that were seldom tried weighs.
const CURIOSITY: f64 = 0.2;
/// About so many tries of a play count as much as what it did at any time.
const ANY_TIME: f64 = 100.0;
/// What is hoped of a play that was never made.
const HOPE: f64 = 0.6;
/// The longest line of the tree.
const DEEPEST: usize = 60;

/// What is at stake.
pub(super) struct Stakes<'a> {
    /// The points that are won or lost, on which the tree plays.
    pub points: &'a PointSet,
    /// Black's points less White's that are as good for one side as for the other.
    pub even: f64,
    /// How far from even all is won.
    pub scale: f64,
}

/// Searches with one side first, and tells how the second half of the playouts ended, when the
/// search had found its plays.
pub(super) fn search(
    playouts: &Playouts,
    stakes: &Stakes,
    first: Color,
    rounds: usize,
) -> Ownership {
    let mut tree = Tree {
        playouts,
        stakes,
        first,
        nodes: Vec::new(),
    };
    tree.grow(playouts.start(), first);
    let mut ownership = playouts.ownership();
    let mut game = playouts.start().clone();
    for round in 0..rounds {
        game.clone_from(playouts.start());
        tree.play(round, &mut game);
        if round >= rounds / 2 {
            playouts.add(&game, &mut ownership);
        }
    }
    ownership
}

struct Tree<'a> {
    playouts: &'a Playouts,
    stakes: &'a Stakes<'a>,
    first: Color,
    nodes: Vec<TreeNode>,
}

/// A position of the tree: what its player may do.
struct TreeNode {
    choices: Vec<Choice>,
    tries: u32,
}

/// A play, or a pass.
struct Choice {
    point: Option<Point>,
    /// What came of it here.
    here: Mean,
    /// What came of the playouts in which its player played it later, too.
    any_time: Mean,
    /// The node behind it.
    next: Option<usize>,
}

/// The mean of rewards from 0 to 1.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: u32,
}

/// A choice that a playout made in the tree.
struct TreeStep {
    node: usize,
    choice: usize,
    color: Color,
    /// The number of plays before it.
    plays: usize,
}

impl Tree<'_> {
    /// Adds the node of a position.
    fn grow(&mut self, game: &Game, color: Color) -> usize {
        let mut points = game.plays(color, self.stakes.points);
        points.sort_unstable();
        let choice = |point| Choice {
            point,
            here: Mean::default(),
            any_time: Mean::default(),
            next: None,
        };
        let plays = points.into_iter().map(|point| choice(Some(point)));
        self.nodes.push(TreeNode {
            choices: plays.chain([choice(None)]).collect(),
            tries: 0,
        });
        self.nodes.len() - 1
    }

    /// One playout to the end of the game: down the tree, then as the players please.
    fn play(&mut self, round: usize, game: &mut Game) {
        let mut color = self.first;
        let mut steps: Vec<TreeStep> = Vec::new();
        let mut plays: Vec<(Point, Color)> = Vec::new();
        let mut node = 0;
        let mut passes = 0;
        while passes < 2 {
            let choice = self.nodes[node].best();
            steps.push(TreeStep {
                node,
                choice,
                color,
                plays: plays.len(),
            });
            match self.nodes[node].choices[choice].point {
                Some(point) => {
                    game.play(point, color);
                    plays.push((point, color));
                    passes = 0;
                }
                None => {
                    game.pass();
                    passes += 1;
                }
            }
            color = !color;
            let chosen = &self.nodes[node].choices[choice];
            match chosen.next {
                Some(next) => node = next,
                None => {
                    if chosen.here.count > 0 && steps.len() < DEEPEST {
                        let grown = self.grow(game, color);
                        self.nodes[node].choices[choice].next = Some(grown);
                    }
                    let random = self.playouts.random(round);
                    game.finish(color, random, |point, color| plays.push((point, color)));
                    break;
                }
            }
        }
        self.learn(&steps, &plays, self.reward(game));
    }

    /// What Black has won, from 0 to 1.
    fn reward(&self, game: &Game) -> f64 {
        let balance = |point| {
            let [black, white] = touching(game.board(), point).pair();
            i32::from(black) - i32::from(white)
        };
        let margin: i32 = self.stakes.points.iter().map(balance).sum();
        let won = (f64::from(margin) - self.stakes.even) / self.stakes.scale;
        (0.5 + won / 2.0).clamp(0.0, 1.0)
    }

    fn learn(&mut self, steps: &[TreeStep], plays: &[(Point, Color)], reward: f64) {
        // Who played first on a point, from a step on.
        let mut first: [Option<Color>; GRID] = [None; GRID];
        let mut later = plays.len();
        for step in steps.iter().rev() {
            for &(point, color) in plays[step.plays..later].iter().rev() {
                first[point.index()] = Some(color);
            }
            later = step.plays;
            let reward = match step.color {
                Color::Black => reward,
                Color::White => 1.0 - reward,
            };
            let node = &mut self.nodes[step.node];
            node.tries += 1;
            node.choices[step.choice].here.add(reward);
            for choice in &mut node.choices {
                if choice.point.and_then(|point| first[point.index()]) == Some(step.color) {
                    choice.any_time.add(reward);
                }
            }
        }
    }
}

impl TreeNode {
    fn best(&self) -> usize {
        let mut best = (f64::MIN, 0);
        for (i, choice) in self.choices.iter().enumerate() {
            let bonus = CURIOSITY * f64::from(self.tries).sqrt() / f64::from(1 + choice.here.count);
            let value = choice.value() + bonus;
            if value > best.0 {
                best = (value, i);
            }
        }
        best.1
    }
}

impl Choice {
    fn value(&self) -> f64 {
        // A pass changes nothing that could be seen elsewhere.
        if self.point.is_none() {
            return self.here.or(0.5);
        }
        let any_time = self.any_time.or(HOPE);
        if self.here.count == 0 {
            return any_time;
        }
        let weight = (ANY_TIME / (ANY_TIME + 3.0 * f64::from(self.here.count))).sqrt();
        weight * any_time + (1.0 - weight) * self.here.or(0.5)
    }
}

impl Mean {
    fn add(&mut self, reward: f64) {
        self.sum += reward;
        self.count += 1;
    }

    fn or(self, otherwise: f64) -> f64 {
        match self.count {
            0 => otherwise,
            count => self.sum / f64::from(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;

    /// Three white stones in atari: who plays at their last liberty decides.
    const ATARI: &str = "
        O . O O O . O
        O O O O O O O
        X X . X X X X
        X O O O X . X
        X X X X X X X
        X . X . X . X
        X X X X X X X";

    #[test]
    fn the_play_that_decides_is_found() {
        let board = diagram::parse(ATARI).expect("a board");
        let group: PointSet = board.chain(Point::new(1, 3)).collect();
        let points: PointSet = board.size().points().filter(|p| p.y() < 4).collect();
        let playouts = Playouts::new(&board, &PointSet::EMPTY, 0);
        let stakes = Stakes {
            points: &points,
            even: -4.0,
            scale: 8.0,
        };
        let share = |first| search(&playouts, &stakes, first, 100).mean(&group, Color::White);
        assert!(share(Color::Black) < -0.5, "{}", share(Color::Black));
        assert!(share(Color::White) > 0.5, "{}", share(Color::White));
    }
}
