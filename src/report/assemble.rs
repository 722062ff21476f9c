//! Rows made of what the stages hand on, each stage in its turn.
//!
//! A row begins as `broken` and stays so where a stage cannot go on; what was known by then is in
//! it. What is not known is left out: a margin that rests on stones whose life is open is no margin.

use super::events::{Event, EventKind, EventPlace};
use super::row::{Agreement, Carried, Finish, Layers, Row, RowChain, RowCount, RowSeki, RowTally};
use crate::analysis::{Analysis, Life};
use crate::duplicates::{Claim, CountTerms, Trace};
use crate::finding::{Code, Finding};
use crate::finish::ToldFinish;
use crate::go::{ByColor, Cell, Color, Counting, Point, PointSet, Size, diagram};
use crate::judge::{Agrees, JudgeInput, Judgement, Ruling, Verdict};
use crate::record::outcome::Outcome;
use crate::record::readings::Readings;
use crate::record::{Action, GameRecord};
use crate::replay::Replay;
use crate::score::{Bounds, Leniency};

/// What the record says of itself. `source` is its name in the report, `game` its index there.
pub fn recorded(source: &str, game: usize, record: &GameRecord, readings: &Readings) -> Row {
    let info = &record.info;
    let outcome = readings.result.as_ref().map(|result| result.outcome);
    let mut row = Row {
        source: source.to_owned(),
        game: game as u64,
        line: Some(record.location.line),
        black: info.black.clone(),
        white: info.white.clone(),
        date: info.date.clone(),
        year: info.year(),
        recorded: info.result.as_ref().map(|text| text.text.clone()),
        recorded_kind: outcome.map(Outcome::kind),
        recorded_margin: outcome.and_then(|outcome| outcome.margin()),
        carried: Carried {
            recorded_in_zi: readings
                .result
                .as_ref()
                .is_some_and(|result| result.is_in_zi),
            ..Carried::default()
        },
        verdict: Verdict::Broken,
        stopped_at: record.stopped_at,
        ..Row::default()
    };
    row.findings.extend_from_slice(&record.findings);
    if let Some(size) = record.size {
        row.size = Some(size.to_string());
        row.rules = Some(readings.rule_set);
        row.rules_source = Some(readings.rules_source);
        row.komi = Some(readings.komi);
        row.komi_source = Some(readings.komi_source);
        row.carried.komi_is_doubtful = readings.komi_source.is_doubtful();
        row.method = Some(readings.rules.counting);
        row.findings.extend_from_slice(&readings.findings);
    }
    row
}

/// What came of playing it out.
pub fn replayed(row: &mut Row, record: &GameRecord, readings: &Readings, replay: &Replay) {
    row.id = Some(replay.id.to_string());
    row.handicap = Some(replay.handicap);
    row.turns = Some(replay.turns);
    row.ending = Some(replay.final_passes.ending());
    row.suicide_moves = Some(replay.suicide_moves);
    row.moves = Some(main_line(record, replay.board.size()));
    if record.stopped_at.is_none() {
        let outcome = readings.result.as_ref().map(|result| result.outcome);
        let terms = CountTerms::new(readings.rule_set, &readings.rules, readings.komi);
        let claim = Claim::of(outcome).by(terms);
        let place = record.info.result.as_ref().map(|text| text.location);
        row.carried.trace = Trace::of(replay, claim, place);
    }
    row.findings.extend_from_slice(&replay.findings);
}

/// What the final position is.
pub fn analysed(row: &mut Row, analysis: &Analysis) {
    let count = |set: &PointSet| Some(set.len() as u32);
    let (forbidden, allowed) = (&analysis.pass_alive, &analysis.pass_alive_suicide);
    row.pass_alive_black = count(&forbidden[Color::Black]);
    row.pass_alive_white = count(&forbidden[Color::White]);
    row.pass_alive_black_suicide = count(&allowed[Color::Black]);
    row.pass_alive_white_suicide = count(&allowed[Color::White]);
    let sensitive = Color::BOTH.map(|color| {
        let either = forbidden[color] | allowed[color];
        let both = forbidden[color] & allowed[color];
        (either.len() - both.len()) as u32
    });
    row.suicide_sensitive = Some(sensitive.into_iter().sum());
    row.dead_black = count(&analysis.with_likely(Color::Black, Life::Dead));
    row.dead_white = count(&analysis.with_likely(Color::White, Life::Dead));
    let seki = Color::BOTH.map(|color| analysis.with_likely(color, Life::Seki).len() as u32);
    row.seki = Some(seki.into_iter().sum());
    row.unsettled = count(&analysis.unsettled());
    row.chains = analysis
        .chains
        .iter()
        .map(|chain| RowChain {
            color: chain.color,
            stones: chain.stones.iter().map(Point::sgf).collect(),
            life: chain.life(),
            evidence: chain.evidence(),
            probability: chain.probability(),
            liberties: chain.liberties.len() as u32,
        })
        .collect();
    let width = usize::from(analysis.size.width());
    let rows = analysis.ownership.chunks(width);
    row.ownership = rows.map(<[i32]>::to_vec).collect();
    row.sekis = analysis
        .sekis
        .iter()
        .map(|seki| RowSeki {
            chains: seki
                .chains
                .iter()
                .filter_map(|&chain| Some(analysis.chains.get(chain)?.stones.first()?.sgf()))
                .collect(),
            shared: seki.shared.iter().map(Point::sgf).collect(),
            evidence: seki.evidence,
        })
        .collect();
}

/// What of the count is told whatever it is worth.
pub fn scored(row: &mut Row, input: &JudgeInput) {
    let score = input.score;
    row.marked_margin = score.marked_margin;
    row.bouzy_margin = Some(score.bouzy_margin);
    row.proved_min = Some(score.safe.least);
    row.proved_max = Some(score.safe.most);
    let dame = score.ground.dame - input.game.analysis.unsettled();
    row.dame = Some(dame.len() as u32);
}

/// The boards, one a layer.
pub fn layered(row: &mut Row, input: &JudgeInput) {
    let (board, analysis) = (input.game.position.board(), input.game.analysis);
    let ground = &input.score.ground;
    let size = board.size();
    let both = |sets: &ByColor<PointSet>| {
        let [black, white] = sets.pair();
        diagram::rows(size, |point| match point {
            _ if black.contains(point) => Cell::Black.letter(),
            _ if white.contains(point) => Cell::White.letter(),
            _ => Cell::Empty.letter(),
        })
    };
    let open = analysis.unsettled();
    let lives = [Life::Alive, Life::Dead, Life::Seki, Life::Unsettled].map(|life| {
        let [black, white] = Color::BOTH.map(|color| analysis.with_life(color, life));
        (black | white, life)
    });
    let owner = &ground.owner;
    let leniency = Leniency::of(input.game.rules);
    let territory = ByColor::from_fn(|color| ground.territory(color, leniency));
    let bouzy: Vec<char> = analysis
        .bouzy
        .iter()
        .map(|value| match value.signum() {
            1 => Cell::Black.letter(),
            -1 => Cell::White.letter(),
            _ => Cell::Empty.letter(),
        })
        .collect();
    row.layers = Some(Box::new(Layers {
        board: diagram::board_rows(board),
        pass_alive: both(&analysis.pass_alive),
        pass_alive_suicide: both(&analysis.pass_alive_suicide),
        life: diagram::rows(size, |point| {
            let found = lives.iter().find(|(set, _)| set.contains(point));
            match found.map(|&(_, life)| life) {
                Some(Life::Alive) => 'A',
                Some(Life::Dead) => 'D',
                Some(Life::Seki) => 'S',
                Some(Life::Unsettled) => 'U',
                None => '.',
            }
        }),
        owner: diagram::rows(size, |point| match point {
            _ if open.contains(point) => '?',
            _ if owner[Color::Black].contains(point) => Cell::Black.letter(),
            _ if owner[Color::White].contains(point) => Cell::White.letter(),
            _ => Cell::Empty.letter(),
        }),
        territory: both(&territory),
        bouzy: diagram::rows(size, |point| {
            bouzy.get(size.place(point)).copied().unwrap_or('.')
        }),
    }));
}

/// The verdict with its findings; their place is that of the result (`RE`) in `record`.
pub fn judged(row: &mut Row, record: &GameRecord, judgement: &Judgement) {
    row.verdict = judgement.verdict();
    row.probability = judgement.probability();
    row.cause = judgement.cause();
    row.carried.other_margins.clone_from(&judgement.others);
    row.carried.margin_rests_on = Some(judgement.margin_rests_on);
    match &judgement.ruling {
        Ruling::NotScored | Ruling::Undecidable(_) => {}
        Ruling::Agrees(agrees) => {
            row.confidence = Some(agrees.confidence);
            row.difference = Some(agrees.difference);
            row.winner_differs = Some(agrees.is_turned);
        }
        Ruling::Differs(differs) => {
            row.confidence = Some(differs.confidence);
            row.difference = differs.difference;
            row.winner_differs = differs.winner_differs;
            row.possible_causes.clone_from(&differs.possible);
        }
    }
    let result = record.info.result.as_ref().map(|text| text.location);
    let at_result = |finding: &Finding| Finding {
        location: finding.location.or(result),
        ..finding.clone()
    };
    row.findings.extend(judgement.findings().map(at_result));
    row.carried.komi_is_doubtful |=
        (judgement.findings()).any(|finding| finding.code == Code::FractionMisfit);
    if let (Verdict::Agrees, Some(trace)) = (row.verdict, &mut row.carried.trace) {
        trace.confirm();
    }
}

/// How the game ends: its last moves, where they were played on, and the margins that can be told.
pub fn ended(
    row: &mut Row,
    input: &JudgeInput,
    judgement: &Judgement,
    last_moves: Option<&ToldFinish>,
) {
    let of_board = || {
        let has_margin = judgement.has_margin(input.game.analysis);
        has_margin.then(|| (input.score.margins(), Some(tally(input))))
    };
    let (finish, told) = match (&judgement.ruling, last_moves) {
        // Of moves that were added the boards, and the tally, say nothing.
        (Ruling::Agrees(_), Some(played)) => {
            (Finish::Played, Some((played.margins_as_told(), None)))
        }
        (_, Some(_)) => (Finish::Played, of_board()),
        (Ruling::Undecidable(undecided), None) if undecided.bounds.is_some() => {
            (Finish::Bounded, None)
        }
        (_, None) => (Finish::None, of_board()),
    };
    let (margins, tally) = told.unzip();
    let possible = match &judgement.ruling {
        Ruling::Undecidable(undecided) => undecided.bounds,
        _ => margins.map(|margins| Bounds::exactly(margins.by_rules)),
    };
    row.finish = finish;
    row.finish_moves = last_moves.map(|played| added(&played.moves));
    row.likely_margin = Some(match last_moves {
        Some(played) => played.margins.by_rules,
        None => input.score.cleaned,
    });
    row.margin = margins.map(|margins| margins.by_rules);
    row.area_margin = margins.map(|margins| margins.area);
    row.territory_margin = margins.map(|margins| margins.territory);
    row.margin_min = possible.map(|bounds| bounds.least);
    row.margin_max = possible.map(|bounds| bounds.most);
    row.tally = tally.flatten();
    row.carried.agreement = match &judgement.ruling {
        Ruling::Agrees(agrees) => Some(agreement(agrees, last_moves)),
        _ => None,
    };
}

/// In which way a record agrees.
fn agreement(agrees: &Agrees, last_moves: Option<&ToldFinish>) -> Agreement {
    let likely = last_moves.and_then(|last_moves| last_moves.likely);
    match (agrees.cause, likely) {
        (Some(_), _) => Agreement::ByConvention,
        (None, Some(_)) => Agreement::Likely,
        (None, None) => Agreement::Exactly,
    }
}

/// The sums behind the margin.
fn tally(input: &JudgeInput) -> RowTally {
    let score = input.score;
    let sums = match input.game.rules.counting {
        Counting::Territory => score.territory,
        Counting::Area => score.standing.map_or(score.area, |standing| standing.area),
    };
    let counts = sums.map(|side| RowCount {
        points: side.points,
        prisoners: side.prisoners,
        tax: side.tax,
    });
    let [black, white] = counts.pair();
    let given = input.game.given_by_rules();
    RowTally {
        black,
        white,
        compensation: given.compensation,
        button: given.button.middle(),
    }
}

/// Moves that were played on, as [`Row::finish_moves`] has them.
fn added(moves: &[(Color, Option<Point>)]) -> String {
    let mut events = String::new();
    for &(color, point) in moves {
        let event = Event {
            kind: EventKind::Turn(color),
            place: point.map_or(EventPlace::Pass, EventPlace::At),
        };
        event.append_to(&mut events);
    }
    events
}

/// The main line as [`Row::moves`] has it.
fn main_line(record: &GameRecord, size: Size) -> String {
    let mut events = String::new();
    let mut event = |kind: EventKind, point: Option<Point>| {
        let place = match point {
            Some(point) if size.contains(point) => EventPlace::At(point),
            Some(_) => EventPlace::OffBoard,
            None => EventPlace::Pass,
        };
        Event { kind, place }.append_to(&mut events);
    };
    for action in record.nodes.iter().flat_map(|node| &node.actions) {
        match action {
            Action::Turn { color, point, .. } => event(EventKind::Turn(*color), *point),
            Action::Setup { cell, points, .. } => {
                let kind = EventKind::Setup(*cell);
                points.iter().for_each(|&point| event(kind, Some(point)));
            }
            Action::ToMove { .. } => {}
        }
    }
    events
}
