//! A reader without any pruning, for the tests of the real one: it lists every state that can come
//! up in a small area and works out the answers from the end, by going over all states until
//! nothing changes. It shares no code with the reader, and takes nothing but the rules for granted.

use sgf_audit::analysis::problem::{Answer, Problem};
use sgf_audit::go::{Cell, Color, Point, SuicideRule};
use std::collections::HashMap;

const EMPTY: u8 = 0;

/// What it is worth to take a stone back, or give one away, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForEver {
    /// The target stays, or is taken, by a ko: so the reader of small areas says.
    IsKo,
    /// Nothing: it is a threat each time, and settles nothing. So the solver of problems says.
    IsNothing,
}

/// What is beside a point outside the area.
#[derive(Clone, Copy, Default)]
struct Beside {
    wall: [bool; 2],
    open: bool,
}

struct Area {
    neighbors: Vec<Vec<usize>>,
    beside: Vec<Beside>,
    suicide: SuicideRule,
    defender: u8,
}

/// A state of play. `cells`: 0 empty, 1 black, 2 white.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    cells: Vec<u8>,
    target: Vec<bool>,
    /// The point at which the last play began a ko.
    ko: Option<usize>,
    to_move: u8,
    passed: bool,
}

impl State {
    fn passed(&self, query: &Query) -> State {
        State {
            ko: None,
            to_move: 3 - self.to_move,
            passed: !query.waits || self.ko.is_none(),
            ..self.clone()
        }
    }
}

#[derive(Clone, Copy)]
enum Goal {
    Capture,
    Life,
}

impl Area {
    fn chain(&self, cells: &[u8], from: usize) -> Vec<usize> {
        let mut chain = vec![from];
        let mut next = 0;
        while next < chain.len() {
            for &n in &self.neighbors[chain[next]] {
                if cells[n] == cells[from] && !chain.contains(&n) {
                    chain.push(n);
                }
            }
            next += 1;
        }
        chain
    }

    fn free(&self, cells: &[u8], chain: &[usize]) -> bool {
        let color = cells[chain[0]] as usize - 1;
        chain.iter().any(|&p| {
            self.beside[p].open
                || self.beside[p].wall[color]
                || self.neighbors[p].iter().any(|&n| cells[n] == EMPTY)
        })
    }

    /// The cells after a play, and the point of the ko that it begins; `None` if it is suicide.
    fn play(&self, cells: &[u8], at: usize, color: u8) -> Option<(Vec<u8>, Option<usize>)> {
        let mut cells = cells.to_vec();
        cells[at] = color;
        let mut taken = Vec::new();
        for &n in &self.neighbors[at] {
            if cells[n] == 3 - color {
                let chain = self.chain(&cells, n);
                if !self.free(&cells, &chain) {
                    for &p in &chain {
                        cells[p] = EMPTY;
                    }
                    taken.extend(chain);
                }
            }
        }
        let own = self.chain(&cells, at);
        if !self.free(&cells, &own) {
            if self.suicide == SuicideRule::Forbidden || own.len() == 1 {
                return None;
            }
            for &p in &own {
                cells[p] = EMPTY;
            }
            return Some((cells, None));
        }
        // A ko: the stone that took could be taken back at once.
        let mut back = None;
        if let [prey] = taken[..]
            && own.len() == 1
        {
            let mut again = cells.clone();
            again[prey] = 3 - color;
            if !self.free(&again, &own) {
                back = Some(prey);
            }
        }
        Some((cells, back))
    }

    fn moves(&self, state: &State) -> Vec<State> {
        let mut moves = Vec::new();
        let alive = |cells: &[u8]| -> Vec<bool> {
            let stays = |(i, &t): (usize, &bool)| t && cells[i] == self.defender;
            state.target.iter().enumerate().map(stays).collect()
        };
        for at in 0..state.cells.len() {
            if state.cells[at] != EMPTY || state.ko == Some(at) {
                continue;
            }
            if let Some((cells, ko)) = self.play(&state.cells, at, state.to_move) {
                moves.push(State {
                    target: alive(&cells),
                    cells,
                    ko,
                    to_move: 3 - state.to_move,
                    passed: false,
                });
            }
        }
        moves
    }

    /// The target stones that the attacker can take by moving for ever while the defender passes.
    fn takeable(
        &self,
        cells: &[u8],
        most: usize,
        memo: &mut HashMap<Vec<u8>, Vec<bool>>,
    ) -> Option<Vec<bool>> {
        if let Some(known) = memo.get(cells) {
            return Some(known.clone());
        }
        let attacker = 3 - self.defender;
        let mut number = HashMap::from([(cells.to_vec(), 0usize)]);
        let mut boards = vec![cells.to_vec()];
        let mut after: Vec<Vec<usize>> = Vec::new();
        while after.len() < boards.len() {
            if boards.len() > most {
                return None;
            }
            let board = boards[after.len()].clone();
            let mut list = Vec::new();
            for at in (0..board.len()).filter(|&p| board[p] == EMPTY) {
                if let Some((cells, _)) = self.play(&board, at, attacker) {
                    let next = boards.len();
                    list.push(*number.entry(cells.clone()).or_insert_with(|| {
                        boards.push(cells);
                        next
                    }));
                }
            }
            after.push(list);
        }
        let mut lost = vec![vec![false; cells.len()]; boards.len()];
        loop {
            let mut changed = false;
            for i in 0..boards.len() {
                for &j in &after[i] {
                    for p in 0..cells.len() {
                        let gone = boards[i][p] == self.defender
                            && (boards[j][p] != self.defender || lost[j][p]);
                        if gone && !lost[i][p] {
                            lost[i][p] = true;
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for (board, lost) in boards.iter().zip(&lost) {
            memo.insert(board.clone(), lost.clone());
        }
        Some(lost[0].clone())
    }
}

/// The answer, or `None` where more states than `most` can come up.
pub fn answer(problem: &Problem, for_ever: ForEver, most: usize) -> Option<Answer> {
    let points: Vec<Point> = problem.area.iter().collect();
    let index = |p: Point| points.iter().position(|&q| q == p);
    let mut beside = vec![Beside::default(); points.len()];
    let mut neighbors = vec![Vec::new(); points.len()];
    for (i, p) in points.iter().enumerate() {
        for n in p.neighbors() {
            match (index(n), problem.board.get(n)) {
                (Some(j), _) => neighbors[i].push(j),
                (None, Cell::Empty) => beside[i].open = true,
                (None, Cell::Edge) => {}
                (None, Cell::Black) => beside[i].wall[0] = true,
                (None, Cell::White) => beside[i].wall[1] = true,
            }
        }
    }
    let number = |color: Color| Cell::from(color) as u8;
    let cell = |p: &Point| problem.board.get(*p).color().map_or(EMPTY, number);
    let area = Area {
        neighbors,
        beside,
        suicide: problem.suicide,
        defender: cell(&problem.target.first()?),
    };
    let start = State {
        cells: points.iter().map(cell).collect(),
        target: points.iter().map(|&p| problem.target.contains(p)).collect(),
        ko: problem.board.ko().and_then(index),
        to_move: number(problem.first),
        passed: false,
    };
    let (defender, attacker) = (area.defender, 3 - area.defender);
    let query = |goal, kos_for, endless| Query {
        goal,
        kos_for,
        endless,
        waits: endless && for_ever == ForEver::IsNothing,
    };
    let reached =
        |goal, kos_for, endless| reaches(&area, &start, &query(goal, kos_for, endless), most);
    // Whether what two queries tell is got by one first play, where who begins seeks it.
    let by_one_play = |seeker: u8, asked: [(Query, bool); 2]| {
        if start.to_move != seeker {
            return Some(true);
        }
        let plays = area.moves(&start).into_iter().map(Some);
        for play in plays.chain([None]) {
            let gets = |(query, wanted): &(Query, bool)| {
                let after = play.clone().unwrap_or_else(|| start.passed(query));
                Some(reaches(&area, &after, query, most)? == *wanted)
            };
            if gets(&asked[0])? && gets(&asked[1])? {
                return Some(true);
            }
        }
        Some(false)
    };
    if reached(Goal::Capture, defender, false)? {
        return Some(Answer::Dies);
    }
    if reached(Goal::Life, attacker, false)? {
        return Some(Answer::Lives);
    }
    if reached(Goal::Capture, attacker, true)? {
        if for_ever == ForEver::IsKo {
            return Some(Answer::Ko);
        }
        if reached(Goal::Capture, attacker, false)? {
            // What the defender can but take back again and again is no life.
            let asked = [
                (query(Goal::Capture, defender, true), true),
                (query(Goal::Capture, attacker, false), true),
            ];
            let dies = reached(Goal::Capture, defender, true)? && by_one_play(attacker, asked)?;
            return Some(match dies {
                true => Answer::Dies,
                false => Answer::Ko,
            });
        }
        let asked = [
            (query(Goal::Life, attacker, true), true),
            (query(Goal::Capture, attacker, false), false),
        ];
        if reached(Goal::Life, attacker, true)? && by_one_play(defender, asked)? {
            return Some(Answer::Lives);
        }
    }
    Some(match reached(Goal::Life, defender, false)? {
        true => Answer::LivesByKo,
        false => Answer::Seki,
    })
}

/// What is asked.
struct Query {
    goal: Goal,
    kos_for: u8,
    /// Play without end reaches the goal.
    endless: bool,
    /// To pass while a ko is forbidden is not to agree that play is over.
    waits: bool,
}

/// Whether the seeker of the goal reaches it.
fn reaches(area: &Area, start: &State, query: &Query, most: usize) -> Option<bool> {
    let &Query {
        goal,
        kos_for,
        endless,
        ..
    } = query;
    let seeker = match goal {
        Goal::Capture => 3 - area.defender,
        Goal::Life => area.defender,
    };
    let mut memo = HashMap::new();
    let free_of_ko = |mut state: State| {
        if state.to_move == kos_for {
            state.ko = None;
        }
        state
    };
    // Whether play without end takes the target only where the defender must take a stone back at once again and
    // again: what he takes back is told apart then.
    let costs_threats = matches!(goal, Goal::Capture) && query.waits && kos_for == area.defender;
    let kept = |state: State| match costs_threats {
        true => state,
        false => free_of_ko(state),
    };
    let start = kept(start.clone());
    let mut number = HashMap::from([(start.clone(), 0usize)]);
    let mut states = vec![start];
    let mut after: Vec<Vec<usize>> = Vec::new();
    // Of these the ones that take a stone back at once.
    let mut back: Vec<Vec<usize>> = Vec::new();
    // What is decided already: the goal reached or missed.
    let mut value: Vec<Option<bool>> = Vec::new();
    while after.len() < states.len() {
        if states.len() > most {
            return None;
        }
        let state = states[after.len()].clone();
        let left = state.target.contains(&true);
        let done = match goal {
            Goal::Capture => (!left).then_some(true),
            Goal::Life if !left => Some(false),
            Goal::Life => {
                let lost = area.takeable(&state.cells, most / 4, &mut memo)?;
                let lives = state.target.iter().zip(&lost).any(|(&t, &lost)| t && !lost);
                lives.then_some(true)
            }
        };
        let (mut list, mut taking_back) = (Vec::new(), Vec::new());
        if done.is_none() {
            let free = free_of_ko(state.clone());
            let in_order = (free.ko != state.ko).then(|| area.moves(&state));
            let mut next = area.moves(&free);
            if !state.passed {
                next.push(free.passed(query));
            }
            for state in next {
                let is_play = state.cells != free.cells;
                let is_out_of_order = |plays: &Vec<State>| !plays.contains(&state);
                let takes_back = is_play && in_order.as_ref().is_some_and(is_out_of_order);
                let state = kept(state);
                let fresh = states.len();
                let place = *number.entry(state.clone()).or_insert_with(|| {
                    states.push(state);
                    fresh
                });
                list.push(place);
                if takes_back {
                    taking_back.push(place);
                }
            }
        }
        value.push(done);
        after.push(list);
        back.push(taking_back);
    }
    if costs_threats {
        return Some(takes_at_last(&states, &after, &back, &value, area.defender));
    }
    // The side that must get there in a finite number of moves; where play has no end, the other
    // side has what it wants. A second pass ends play, and misses the goal.
    let hurried = if endless { 3 - seeker } else { seeker };
    let wanted = hurried == seeker;
    let won = grown(&value, wanted, |i, won| {
        let by_passing = states[i].passed && !wanted;
        let second_pass = states[i].passed && wanted;
        if states[i].to_move == hurried {
            by_passing || after[i].iter().any(|&j| won[j])
        } else {
            !second_pass && after[i].iter().all(|&j| won[j])
        }
    });
    Some(won[0] == wanted)
}

/// The states with this value, and all that `gets` finds to lead to it, until nothing changes.
fn grown(value: &[Option<bool>], wanted: bool, gets: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
    let mut got: Vec<bool> = value.iter().map(|v| *v == Some(wanted)).collect();
    loop {
        let mut changed = false;
        for i in 0..got.len() {
            if !got[i] && value[i].is_none() && gets(i, &got) {
                got[i] = true;
                changed = true;
            }
        }
        if !changed {
            return got;
        }
    }
}

/// Whether the target of the first state is taken, or the defender takes stones back at once for ever. These moves are
/// listed beside those after each state.
fn takes_at_last(
    states: &[State],
    after: &[Vec<usize>],
    back: &[Vec<usize>],
    value: &[Option<bool>],
    defender: u8,
) -> bool {
    // Where the attacker gets there after so many times of that: fewer and fewer states.
    let mut again = vec![true; states.len()];
    loop {
        let got = grown(value, true, |i, got| {
            let gets = |&j: &usize| got[j] || back[i].contains(&j) && again[j];
            if states[i].to_move == defender {
                !states[i].passed && after[i].iter().all(gets)
            } else {
                after[i].iter().any(gets)
            }
        });
        if got == again {
            return got[0];
        }
        again = got;
    }
}
