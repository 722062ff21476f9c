//! The points that players marked as territory, against those of the count.

use sgf_audit::go::{ByColor, Color, Counting, PointSet, Size};
use sgf_audit::record::game::Marks;
use sgf_audit::score::{Ground, ScoreInput};
use std::collections::BTreeMap;

/// How many games are marked point by point as counted, by convention, and where the others differ.
#[derive(Default)]
pub struct MarkTable {
    games: usize,
    as_counted: BTreeMap<&'static str, usize>,
    lines: Vec<String>,
}

impl MarkTable {
    /// Adds a game that has marks.
    pub fn add(&mut self, file: &str, game: &ScoreInput, ground: &Ground) {
        let Some(marks) = game.marks else { return };
        self.games += 1;
        let size = game.position.board().size();
        let marked = marked(marks, ground, size);
        let counted = conventions(game.rules.counting, ground);
        match counted.iter().find(|(_, points)| *points == marked) {
            Some((name, _)) => *self.as_counted.entry(name).or_default() += 1,
            None => {
                let [(_, strict), ..] = &counted;
                self.lines
                    .push(format!("{file}: {}", differences(&marked, strict, size)));
            }
        }
    }

    /// Prints the games that are not marked as counted, and the sums.
    pub fn print(&self) {
        for line in &self.lines {
            println!("{line}");
        }
        let share = |n: usize| 100.0 * n as f64 / self.games.max(1) as f64;
        let all = self.as_counted.values().sum();
        println!("{} games with marks", self.games);
        println!(
            "marked point by point as counted: {all} ({:.2}%)",
            share(all)
        );
        for (name, n) in &self.as_counted {
            println!("  {name}: {n} ({:.2}%)", share(*n));
        }
    }
}

/// The marked points that are no stones of their own side.
fn marked(marks: &Marks, ground: &Ground, size: Size) -> ByColor<PointSet> {
    ByColor::from_fn(|color| {
        let points = match color {
            Color::Black => &marks.black,
            Color::White => &marks.white,
        };
        let on_board: PointSet = points
            .iter()
            .copied()
            .filter(|&p| size.contains(p))
            .collect();
        on_board - ground.stones[color]
    })
}

/// The strict count, and what else is in use under such rules.
fn conventions(counting: Counting, ground: &Ground) -> [(&'static str, ByColor<PointSet>); 4] {
    let left_out = |sets: &[&ByColor<PointSet>]| {
        ByColor::from_fn(|color| {
            let all = ground.surrounded[color];
            sets.iter().fold(all, |points, set| points - set[color])
        })
    };
    let (seki, protective) = (&ground.seki_eyes, &ground.protective);
    let strict = match counting {
        Counting::Territory => left_out(&[seki, protective]),
        Counting::Area => left_out(&[]),
    };
    [
        ("strict", strict),
        ("protective-points-counted", left_out(&[seki])),
        ("seki-eyes-counted", left_out(&[protective])),
        ("protective-points-and-seki-eyes-counted", left_out(&[])),
    ]
}

fn differences(marked: &ByColor<PointSet>, counted: &ByColor<PointSet>, size: Size) -> String {
    let mut parts = Vec::new();
    for color in Color::BOTH {
        for (what, points) in [
            ("marked only", marked[color] - counted[color]),
            ("counted only", counted[color] - marked[color]),
        ] {
            if !points.is_empty() {
                let names: Vec<String> = points.iter().map(|p| p.vertex(size)).collect();
                parts.push(format!("{color:?} {what} {}", names.join(" ")));
            }
        }
    }
    parts.join("; ")
}
