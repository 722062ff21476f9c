//! Which reading of a diagram was meant: all of them with little work, then with more.

use super::super::{MOST_POINTS, Outside, Solver};
use super::around::{Enclosure, enclosures};
use super::diagram::{Diagram, Gain, Solved};
use super::inside::with_hanging;
use super::reading::{FEW, Reading, Work, worth};
use super::setting::{
    Reach, Setting, larger_settings, likeliest_first, linked_with, main_part, settings,
    settings_with_atari,
};
use crate::analysis::problem::Answer;
use crate::go::{Board, Cell, Point, PointSet};

/// How far play goes at first, and further where nothing came of that.
const REACHES: [Reach; 6] = [
    Reach::Near(2),
    Reach::Near(3),
    Reach::Near(4),
    Reach::Gaps(0),
    Reach::Gaps(1),
    Reach::Gaps(3),
];
/// Readings of a diagram that are tried for each reach.
const READINGS: usize = 5;
/// What a reading may spend at first and later: all, divided by these.
const SHARES: [u64; 6] = [960, 240, 48, 12, 3, 1];
/// Of what a reading may spend, what it may spend to see that its group dies however far play goes: divided by this.
const DOOM: u64 = 4;
/// The last of [`SHARES`] that a reading gets of a group that dies whoever begins where the ways out are open and play goes
/// less far: as its attacker plays, it can only show that he gets less.
const BEYOND_A_DEATH: u64 = 12;
/// The last of [`SHARES`] that a reading gets that is an aside.
const ASIDE: u64 = 240;
/// Its rank as a guess where little work settles it.
const ASIDE_RANK: u8 = 4;
/// Empty points that are too many for a guess of the search to be a good one.
const WIDE: usize = 24;

/// Solves a diagram: of its readings the first in which it matters who plays first. Readings with
/// wider gaps come where nothing comes of the others, and those in which walls in atari can be taken at
/// last, where the side to play defends and has not got all.
pub(super) fn solve(diagram: &Diagram, solver: &mut Solver) -> Option<Solved> {
    let mut work = Work::new(diagram, solver);
    let mut tried = Vec::new();
    let mut solved = None;
    for find in [settings, larger_settings] {
        let mut readings = readings(diagram, find, &tried);
        if tried.is_empty() && readings.is_empty() {
            readings.extend(walled(diagram, &tried).into_iter().take(1));
        }
        solved = try_all(&mut readings, &mut work);
        tried.extend(readings);
        if solved.is_some() {
            break;
        }
    }
    if solved.is_none() && tried.iter().all(|reading| is_idle(diagram, reading)) {
        let mut readings = walled(diagram, &tried);
        readings.truncate(READINGS);
        solved = try_all(&mut readings, &mut work);
        tried.extend(readings);
    }
    let gain = |s: &Option<Solved>| s.as_ref().map_or(Gain::Unknown, |s| s.gain(diagram.player));
    let attacks = |s: &Solved| s.setting.defender != diagram.player;
    if gain(&solved) < Gain::Success && !solved.as_ref().is_some_and(attacks) {
        // Walls in atari are no walls where who plays gets more by taking them.
        let mut readings = readings(diagram, settings_with_atari, &tried);
        readings.retain(|r| {
            r.setting.defender == diagram.player && tried.iter().all(|t| t.setting != r.setting)
        });
        let more = try_all(&mut readings, &mut work);
        if gain(&more) > gain(&solved) {
            solved = more;
        }
    }
    let mut solved = solved.or_else(|| best_guess(&tried, &mut work));
    if let Some(solved) = &mut solved {
        if solved.setting.is_contested(diagram.board) {
            work.keep_kills(solved);
        }
        work.keep_lives(solved);
    }
    let nodes = work.spent;
    Some(Solved { nodes, ..solved? })
}

/// Works on readings until one is clear and confirmed.
fn try_all(readings: &mut [Reading], work: &mut Work) -> Option<Solved> {
    let diagram = work.diagram;
    for share in SHARES {
        let clear_before: Vec<bool> = readings
            .iter()
            .map(|reading| clearness(diagram, reading).is_some())
            .collect();
        for (reach, width) in REACHES.iter().enumerate() {
            for i in 0..readings.len() {
                let is_aside = readings[i].is_aside && share < ASIDE;
                // What is too much within a narrow reach is too much within a wide one.
                let waits = narrower_is_unsettled(readings, i)
                    || narrower_lives(diagram, readings, i)
                    || narrower_is_doomed(readings, i)
                    || share < BEYOND_A_DEATH && is_beyond_a_death(diagram, readings, i);
                if readings[i].reach == reach && !is_aside && !waits {
                    readings[i].go_on(work, work.all / share);
                    if !readings[i].is_aside && narrower_deaths(readings, i).next().is_none() {
                        readings[i].look_further(work, work.all / share / DOOM);
                    }
                }
            }
            let clear = |r: &Reading| clearness(diagram, r).filter(|_| r.reach <= reach);
            let mut order: Vec<_> = (0..readings.len())
                .filter_map(|i| Some((clear(&readings[i])?, i)))
                // That a ko is all there is in it may change where more of the board belongs to it.
                .filter(|((is_ko, _), _)| !(*is_ko && width.is_near()))
                // In another reading more may be had, with some more work.
                .filter(|((is_ko, _), i)| !*is_ko || clear_before[*i] || share == 1)
                .collect();
            order.sort_unstable();
            for (_, i) in order {
                let open = open(readings, i);
                let solved = readings[i].solved.clone()?;
                let is_near = readings[i].is_near;
                if let Some(mut solved) = work.confirm(solved, is_near, open) {
                    solved.otherwise = work.with_ways_open(&solved, is_near, open);
                    add_narrower_plays(diagram, readings, i, &mut solved);
                    return Some(solved);
                }
                readings[i].refuted = true;
            }
        }
    }
    None
}

/// Whether it is a ko and how many first plays there are, if a reading is likely to be what was
/// meant: what is less comes first.
fn clearness(diagram: &Diagram, reading: &Reading) -> Option<(bool, usize)> {
    let is_tried = !reading.refuted && !reading.is_aside;
    let solved = reading.solved.as_ref().filter(|_| is_tried)?;
    let plays = solved.first.plays.len();
    // Many right plays are a sign of another reading as long as it is not known what the other side
    // would get, or play goes on further.
    let is_clear = match worth(solved, diagram.player) {
        4 => plays <= FEW || !reading.is_near,
        3 => plays <= FEW,
        _ => false,
    };
    let gain = solved.gain(diagram.player);
    // What the defender gets while the ways out are shut he gets when they are open, or more.
    let is_least = reading.is_near && diagram.player == reading.setting.defender;
    let is_all = !is_least || gain == Gain::Success;
    (is_clear && is_all).then_some((gain == Gain::Ko, plays))
}

/// Of readings that are not clear the best one.
fn best_guess(readings: &[Reading], work: &mut Work) -> Option<Solved> {
    let diagram = work.diagram;
    let mut best: Option<((u8, bool), usize, &Solved)> = None;
    for (i, reading) in readings.iter().enumerate() {
        let is_idle = |other: &Reading| {
            settles(other, reading)
                || refutes(diagram, other, reading)
                || outlives(diagram, other, reading)
        };
        let is_out = reading.refuted || readings.iter().any(is_idle);
        if let Some(solved) = reading.solved.as_ref().filter(|_| !is_out) {
            // Among equals one that is settled with the ways open.
            let rank = (rank(diagram, reading, solved), is_settled(reading));
            if best.is_none_or(|(b, ..)| b < rank) {
                best = Some((rank, i, solved));
            }
        }
    }
    let ((rank, _), i, solved) = best?;
    let reading = &readings[i];
    let mut solved = solved.clone();
    let defends = diagram.player == reading.setting.defender;
    let is_known = match solved.first.outcome.answer {
        // With the ways out shut, too.
        Answer::Lives => true,
        Answer::Dies if defends => {
            let asked = || work.dies_unwalled(&reading.setting, u64::MAX);
            reading.doomed.or_else(asked) == Some(true)
        }
        _ => is_settled(reading),
    };
    let is_vague = reading.is_aside && rank == ASIDE_RANK;
    if !is_known || is_vague {
        solved.first.outcome.answer = Answer::NotFinished;
    }
    if is_vague {
        solved.otherwise = Answer::NotFinished;
    } else if !reading.is_doomed() {
        solved.otherwise = work.with_ways_open(&solved, reading.is_near, open(readings, i));
    }
    add_narrower_plays(diagram, readings, i, &mut solved);
    Some(solved)
}

/// How good a reading that is not clear is as a guess.
fn rank(diagram: &Diagram, reading: &Reading, solved: &Solved) -> u8 {
    let is_wide = |setting: &Setting| {
        let is_empty = |&p: &Point| diagram.board.get(p) == Cell::Empty;
        setting.area.iter().filter(is_empty).count() > WIDE
    };
    let worth = worth(solved, diagram.player);
    let is_known = solved.first.outcome.answer != Answer::NotFinished;
    let is_few = (1..=FEW).contains(&solved.first.plays.len());
    match (worth, reading.is_aside) {
        (3 | 4, false) => worth + 3,
        (2, false) if is_known || !is_wide(&reading.setting) => 5,
        (3 | 4, true) if is_few => ASIDE_RANK,
        (2, false) => 3,
        _ => worth.min(2),
    }
}

/// Whether it is known, with the ways out open, what the player gets.
fn is_settled(reading: &Reading) -> bool {
    let is_known = |s: &Solved| s.first.outcome.answer != Answer::NotFinished;
    let is_open = !reading.is_near || reading.is_doomed();
    !reading.refuted && is_open && reading.solved.as_ref().is_some_and(is_known)
}

/// Whether a reading in which the group dies, with the ways open, makes another one idle: an aside of it, or
/// one of its group that is not settled. Of a group that lives the other readings may still say how it is taken.
fn settles(reading: &Reading, other: &Reading) -> bool {
    let is_within = || {
        reading.setting.is_of_same_group(&other.setting)
            && other.setting.group.is_subset(&reading.setting.group)
    };
    let dies = |s: &Solved| s.first.outcome.answer == Answer::Dies;
    is_settled(reading)
        && reading.solved.as_ref().is_some_and(dies)
        && !reading.is_aside
        && (other.setting.is_aside_of(&reading.setting) || !is_settled(other) && is_within())
}

/// Whether a whole group that stays though it is attacked first makes a reading of the other side's stones beside it idle,
/// which is an aside or not settled with the ways out open. In a seki it stays together with those that are mostly inside it;
/// where it lives, and is shut in by narrower gaps, they are its wall, and room behind that was taken for shut.
fn outlives(diagram: &Diagram, reading: &Reading, other: &Reading) -> bool {
    let attacked = attacked(diagram, reading);
    let is_inside =
        || other.setting.is_aside_of(&reading.setting) && attacked == Some(Answer::Seki);
    let is_wall = || {
        reading.setting.gap < other.setting.gap
            && reading.setting.group.touches(&other.setting.group)
            && attacked == Some(Answer::Lives)
    };
    !reading.is_aside
        && reading.setting.is_whole
        && reading.setting.defender != other.setting.defender
        && (other.is_aside || !is_settled(other))
        && (is_inside() || is_wall())
}

/// What becomes of the group of a reading if it is attacked first.
fn attacked(diagram: &Diagram, reading: &Reading) -> Option<Answer> {
    let solved = reading.solved.as_ref()?;
    Some(match diagram.player == solved.setting.defender {
        true => solved.otherwise,
        false => solved.first.outcome.answer,
    })
}

/// Whether a reading in which play goes further shows that the player, who attacks, gets less than in another
/// one of the same group.
fn refutes(diagram: &Diagram, reading: &Reading, other: &Reading) -> bool {
    let gain = |of: &Reading| of.solved.as_ref().map(|solved| solved.gain(diagram.player));
    reading.setting.defender != diagram.player
        && reading.reach > other.reach
        && reading.setting.is_of_same_group(&other.setting)
        && gain(reading) > Some(Gain::Unknown)
        && gain(reading) < gain(other)
}

/// The readings of a diagram, those with the narrowest reach first; others were tried before.
fn readings(
    diagram: &Diagram,
    find: fn(&Board, Reach) -> Vec<Setting>,
    before: &[Reading],
) -> Vec<Reading> {
    let named = |s: &Setting| diagram.stone.is_none_or(|p| s.group.contains(p));
    let mut found: Vec<Reading> = Vec::new();
    for (i, reach) in REACHES.into_iter().enumerate() {
        let settings = find(diagram.board, reach).into_iter();
        for mut setting in settings.filter(named).take(READINGS) {
            if let Some(stone) = diagram.stone {
                setting.target = linked_with(diagram.board, stone, &setting.group);
            }
            match found.iter_mut().find(|r| r.setting == setting) {
                Some(same) => same.is_near &= reach.is_near(),
                None => found.push(Reading::new(setting, i, reach.is_near())),
            }
        }
    }
    let settings = found.iter().chain(before).map(|r| r.setting.clone());
    let settings: Vec<Setting> = settings.collect();
    for reading in &mut found {
        reading.is_aside = settings
            .iter()
            .any(|other| reading.setting.is_aside_of(other));
    }
    found
}

/// The readings of a board on which walls are drawn, of groups that no other is about.
fn walled(diagram: &Diagram, tried: &[Reading]) -> Vec<Reading> {
    let named = |e: &Enclosure| diagram.stone.is_none_or(|p| e.target.contains(p));
    let enclosures = enclosures(diagram.board).into_iter().filter(named);
    let target = |group: &PointSet| match diagram.stone {
        Some(stone) => linked_with(diagram.board, stone, group),
        None => main_part(diagram.board, group),
    };
    let setting = |walled: Enclosure| Setting {
        defender: walled.defender,
        // A wall that hangs by a liberty of its own can be taken.
        area: with_hanging(diagram.board, walled.area, !walled.defender),
        target: target(&walled.target),
        group: walled.target,
        is_whole: true,
        gap: 0,
        beyond: Outside::Open,
    };
    let is_new = |s: &Setting| !tried.iter().any(|t| t.setting.is_of_same_group(s));
    let is_readable = |s: &Setting| s.area.len() <= MOST_POINTS && is_new(s);
    let settings = likeliest_first(enclosures.map(setting).filter(is_readable).collect());
    let reading = |s: Setting| Reading::new(s, 0, false);
    settings.into_iter().map(reading).collect()
}

/// Whether it is known of a reading that the player gets nothing, or what he wants whoever begins.
fn is_idle(diagram: &Diagram, reading: &Reading) -> bool {
    let solved = reading.solved.as_ref();
    solved.is_some_and(|solved| worth(solved, diagram.player) < 2)
}

/// The readings with a narrower reach, with the reading itself.
fn narrower(readings: &[Reading], of: usize) -> (&Reading, impl Iterator<Item = &Reading>) {
    let of = &readings[of];
    (of, readings.iter().filter(|r| r.reach < of.reach))
}

/// Adds the first plays that get a defender as much where play goes less far, and so where it goes further: there it was
/// asked of more points.
fn add_narrower_plays(diagram: &Diagram, readings: &[Reading], of: usize, solved: &mut Solved) {
    let answer = solved.first.outcome.answer;
    if diagram.player != solved.setting.defender || answer == Answer::NotFinished {
        return;
    }
    let (of, narrower) = narrower(readings, of);
    let is_of_it = |r: &&Reading| {
        r.setting.defender == of.setting.defender && r.setting.target.is_subset(&of.setting.target)
    };
    let solved_so = narrower.filter(is_of_it).filter_map(|r| r.solved.as_ref());
    for less in solved_so.filter(|less| less.first.outcome.answer == answer) {
        solved.first.plays.extend(&less.first.plays);
    }
    solved.first.plays.sort_unstable();
    solved.first.plays.dedup();
}

/// Whether it is not known what the player gets in a reading of the same group with a narrower
/// reach.
fn narrower_is_unsettled(readings: &[Reading], of: usize) -> bool {
    let (of, mut narrower) = narrower(readings, of);
    narrower.any(|r| {
        r.setting.is_of_same_group(&of.setting)
            && (r.solved.as_ref()).is_none_or(|s| s.first.outcome.answer == Answer::NotFinished)
    })
}

/// Whether the group lives though it is attacked first where play goes less far, so that it does where it goes
/// further, too.
fn narrower_lives(diagram: &Diagram, readings: &[Reading], of: usize) -> bool {
    let (of, mut narrower) = narrower(readings, of);
    narrower.any(|r| {
        r.setting.defender == of.setting.defender
            && r.setting.target.is_subset(&of.setting.target)
            && attacked(diagram, r) == Some(Answer::Lives)
    })
}

/// The readings in which the group dies whoever begins where play goes less far.
fn narrower_deaths(readings: &[Reading], of: usize) -> impl Iterator<Item = &Reading> {
    let (of, narrower) = narrower(readings, of);
    narrower.filter(|r| r.setting.is_of_same_group(&of.setting) && r.dies_whoever_begins())
}

/// Whether the player attacks a group that dies whoever begins where play goes less far, with the ways out open.
fn is_beyond_a_death(diagram: &Diagram, readings: &[Reading], of: usize) -> bool {
    diagram.player != readings[of].setting.defender
        && narrower_deaths(readings, of).any(|r| !r.is_near)
}

/// Whether the group dies however far play goes, as was seen where it goes less far.
fn narrower_is_doomed(readings: &[Reading], of: usize) -> bool {
    let (of, mut narrower) = narrower(readings, of);
    narrower.any(|r| {
        r.is_doomed()
            && r.setting.defender == of.setting.defender
            && of.setting.target.is_subset(&r.setting.target)
    })
}

/// The narrowest wider reading of the same group in which the ways out are open.
fn open(readings: &[Reading], of: usize) -> Option<&Setting> {
    let of = &readings[of];
    let is_open = |r: &&Reading| {
        !r.is_near
            && r.reach > of.reach
            && r.setting.is_of_same_group(&of.setting)
            && of.setting.area.is_subset(&r.setting.area)
    };
    readings.iter().find(is_open).map(|r| &r.setting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::solver::FirstPlays;
    use crate::go::{Color, Size, SuicideRule, diagram};

    /// A corner of Black's, shut in by White.
    fn board() -> Board {
        let place = |cell: Cell, points: &'static str| {
            let points = points.split_whitespace().map(str::as_bytes);
            points.map(move |p| (Point::new(p[0] - b'a', p[1] - b'a'), cell))
        };
        let black = place(Cell::Black, "ea eb ac bc cc dc ec");
        let white = place(Cell::White, "fa fb fc ad bd cd dd ed fd");
        let mut board = Board::new(Size::new(19, 19).expect("a size"));
        board.set(&black.chain(white).collect::<Vec<_>>());
        board
    }

    fn white_to_play(board: &Board) -> Diagram<'_> {
        Diagram {
            board,
            player: Color::White,
            suicide: SuicideRule::Forbidden,
            stone: None,
        }
    }

    /// What is told of a setting if White begins, and if Black does.
    fn told(setting: &Setting, answer: Answer, otherwise: Answer) -> Solved {
        let mut first = FirstPlays::NONE;
        first.outcome.answer = answer;
        Solved {
            setting: setting.clone(),
            first,
            otherwise,
            nodes: 0,
        }
    }

    /// A reading of which one half is settled: that half stays as it is, and only the other one is
    /// worked on.
    #[test]
    fn what_is_settled_of_a_reading_stays() {
        let board = board();
        let diagram = white_to_play(&board);
        let mut solver = Solver::new(1_000_000);
        let mut work = |solved: Option<(Answer, Answer)>, cap| {
            let mut reading = readings(&diagram, settings, &[]).remove(0);
            reading.solved =
                solved.map(|(answer, otherwise)| told(&reading.setting, answer, otherwise));
            let mut work = Work::new(&diagram, &mut solver);
            reading.go_on(&mut work, cap);
            let solved = reading.solved.expect("it was worked on");
            (solved.first.outcome, solved.otherwise, work.spent)
        };
        let (first, otherwise, all) = work(None, 1_000_000);
        assert_eq!(
            (first.answer, otherwise),
            (Answer::LivesByKo, Answer::Lives)
        );
        let (kept, otherwise, spent) =
            work(Some((Answer::LivesByKo, Answer::NotFinished)), 1_000_000);
        assert_eq!((kept.answer, otherwise), (Answer::LivesByKo, Answer::Lives));
        assert_eq!(spent, all - first.nodes);
        let (first, kept, spent) = work(Some((Answer::NotFinished, Answer::Lives)), 10_000);
        assert_eq!(kept, Answer::Lives);
        assert_eq!(spent, first.nodes);
    }

    /// A kill that is read near the group is not told where the group lives in a reading that goes further; as
    /// long as that is not settled it may be, and what is read near the group says nothing of it.
    #[test]
    fn what_a_wider_reading_refutes_is_not_told() {
        let board = board();
        let mut found = settings(&board, REACHES[0]).into_iter();
        let setting = found.find(|s| s.defender == Color::Black);
        let setting = setting.expect("Black's group");
        let diagram = white_to_play(&board);
        let reading = |reach, answer| {
            let mut reading = Reading::new(setting.clone(), reach, false);
            reading.solved = Some(told(&setting, answer, answer));
            reading
        };
        let near = reading(0, Answer::Dies);
        assert!(refutes(&diagram, &reading(4, Answer::Lives), &near));
        assert!(refutes(&diagram, &reading(4, Answer::Ko), &near));
        assert!(!refutes(&diagram, &reading(4, Answer::Dies), &near));
        assert!(!refutes(&diagram, &reading(4, Answer::NotFinished), &near));
        assert!(!refutes(&diagram, &near, &reading(4, Answer::Lives)));
    }

    /// The answers about the group at C8, Black's, if Black begins and if White does.
    fn about_c8(rows: &str) -> (Answer, Answer) {
        let board = diagram::parse(rows).expect("a board");
        let diagram = Diagram {
            player: Color::Black,
            stone: Some(Point::new(2, 1)),
            ..white_to_play(&board)
        };
        let solved = solve(&diagram, &mut Solver::new(100_000)).expect("a group");
        (solved.first.outcome.answer, solved.otherwise)
    }

    /// Black's stone at A7 has its last liberty at A6, which is not looked at: White can play there, and takes what would
    /// live by it. A White stone there shows it.
    #[test]
    fn no_group_lives_by_a_liberty_that_is_not_looked_at() {
        let open = "
            .XO.OXXX.
            OOXXOXXXX
            X.O.OXXX.
            .OOOOXXXX
            OOOOOOOOO
            OOOOOOOOO
            OOOOOOOOO
            OOOO.OO.O
            OOOOOOOOO";
        assert_eq!(about_c8(open), (Answer::NotFinished, Answer::Dies));
        let filled = open.replace(".OOOOXXXX", "OOOOOXXXX");
        assert_eq!(about_c8(&filled), (Answer::Dies, Answer::Dies));
    }
}
