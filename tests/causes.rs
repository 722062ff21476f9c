//! Games that agree, damaged in each way that a cause is named for: the confusion table.
//!
//! The statuses are those that GNU Go gives (`tests/games/dead.tsv`), so that what is tested is
//! the naming of causes and not life and death.

use sgf_audit::analysis::{AnalysisOptions, analyse};
use sgf_audit::finding::codes::Example;
use sgf_audit::finding::{Code, Location};
use sgf_audit::go::{Color, Compensation, Counting, Point, PointSet, Position, Rules};
use sgf_audit::judge::{Cause, Explains, JudgeInput, Judgement, Severities, Verdict, compare};
use sgf_audit::numbers::margin_text;
use sgf_audit::pipeline::Replayed;
use sgf_audit::record::Source;
use sgf_audit::record::game::{GameRecord, Marks, Text};
use sgf_audit::record::readings::{Readings, Terms};
use sgf_audit::replay::replay;
use sgf_audit::score::{self, Leniency, Score, ScoreInput, Statuses};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A game as the tests change it.
#[derive(Clone)]
struct Game {
    file: String,
    record: GameRecord,
    dead: PointSet,
    recorded: Option<f64>,
    marks: Option<Marks>,
}

impl Game {
    /// Counts the game, and gives what is judged of it and what it was read as to `then`.
    fn with_judged<T>(&self, then: impl FnOnce(&JudgeInput) -> T) -> T {
        let mut record = self.record.clone();
        if let Some(margin) = self.recorded {
            record.info.result = Some(Text {
                text: margin_text(margin),
                location: Location { line: 1, column: 1 },
            });
        }
        if let Some(last) = record.nodes.last_mut() {
            last.marks = self.marks.clone().map(Box::new);
        }
        let readings = Readings::of(&record, &Terms::default());
        let replay = replay(
            &record,
            record.size.expect("a size"),
            &readings.rules,
            readings.handicap,
        );
        let position = Position::new(replay.board.clone(), replay.to_move).expect("a position");
        let options = AnalysisOptions::of(&readings.rules);
        let analysis = analyse(&position, &options).with_dead(&replay.board, &self.dead);
        let played = Replayed {
            record: &record,
            readings: &readings,
            replay: &replay,
            position: &position,
        };
        let game = played.score_input(&analysis);
        let score = score::score(&game);
        then(&played.judge_input(game, &score, &Severities::default()))
    }

    fn with_score<T>(&self, then: impl FnOnce(&ScoreInput, &Score) -> T) -> T {
        self.with_judged(|judged| then(&judged.game, judged.score))
    }

    fn judge(&self) -> Judgement {
        self.with_judged(compare)
    }

    /// Whether the records differ in nothing that a judge could see.
    fn is_alike(&self, other: &Game) -> bool {
        self.recorded == other.recorded
            && self.marks == other.marks
            && self.record.info.last_comment == other.record.info.last_comment
            && self.record.nodes.len() == other.record.nodes.len()
    }

    fn recording(&self, margin: f64) -> Game {
        Game {
            recorded: Some(margin),
            ..self.clone()
        }
    }
}

fn games() -> Vec<Game> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let table = std::fs::read_to_string(folder.join("dead.tsv")).expect("dead.tsv");
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (file, dead) = line.split_once('\t').expect("two columns");
            let bytes = std::fs::read(folder.join(file)).expect("a game");
            let letter = |c: u8| c.wrapping_sub(b'a');
            Game {
                file: file.to_owned(),
                record: Source::open(bytes, &sgf_audit::Limits::default()).game(0),
                dead: dead
                    .split_whitespace()
                    .map(|p| Point::new(letter(p.as_bytes()[0]), letter(p.as_bytes()[1])))
                    .collect(),
                recorded: None,
                marks: None,
            }
        })
        .collect()
}

/// Every way to damage a game that changes its margin, with the cause that should be named.
fn damaged(game: &Game) -> Vec<(Cause, Game)> {
    let mut all = game.with_score(|input, score| {
        let margin = score.cleaned;
        let komi = input.komi;
        let mut all: Vec<(Cause, f64)> = vec![
            (Cause::WinnerFlipped, -margin),
            (Cause::KomiForgotten, margin + komi),
            (Cause::KomiDoubled, margin - komi),
            (Cause::OtherMethod, by_the_other_method(input)),
        ];
        // One in quarters is read as it is meant.
        if input.rules.counting == Counting::Area && margin.fract() == 0.0 {
            all.push((Cause::MarginInZi, margin / 2.0));
        }
        for other in [4.5, 5.5, 6.5, 7.5] {
            // A point or two are no sign of another komi.
            if (other - komi).abs() > 2.0 {
                all.push((Cause::KomiOther, margin + komi - other));
            }
        }
        if input.rules.counting == Counting::Area && komi > 1.0 {
            all.push((Cause::KomiInZi, margin + komi / 2.0));
        }
        if input.handicap > 1 {
            let given = f64::from(input.compensation());
            match input.rules.counting {
                Counting::Area => {
                    all.push((Cause::CompensationForgotten, margin + given));
                    // A point for each stone but the first.
                    all.push((Cause::CompensationForgotten, margin + 1.0));
                }
                Counting::Territory => {
                    let stones = f64::from(input.handicap);
                    all.push((Cause::CompensationGiven, margin - stones));
                }
            }
        }
        for group in dead_groups(score) {
            all.push((Cause::DeadLeftOnBoard, recount(input, &(game.dead - group))));
        }
        for group in living_groups(score) {
            all.push((Cause::LiveTakenOff, recount(input, &(game.dead | group))));
        }
        if input.rules.counting == Counting::Territory {
            let [black, white] = score.territory.map(|t| f64::from(t.prisoners)).pair();
            all.push((Cause::PrisonersForgotten, margin - black + white));
        }
        for slip in slips(margin) {
            all.push((Cause::TypingSlip, slip));
        }
        all.retain(|(_, damaged)| *damaged != margin);
        all.into_iter()
            .map(|(cause, damaged)| match (damaged - margin).abs() {
                1.0 if cause != Cause::KomiInZi => (Cause::OnePoint, game.recording(damaged)),
                _ => (cause, game.recording(damaged)),
            })
            .collect::<Vec<_>>()
    });
    all.extend(marked_otherwise(game));
    all.extend(resigned(game));
    all.extend(without_last_moves(game));
    all
}

fn recount(input: &ScoreInput, dead: &PointSet) -> f64 {
    let statuses = Statuses {
        dead: *dead,
        ..Statuses::default()
    };
    score::margin_with(input, &statuses)
}

fn by_the_other_method(input: &ScoreInput) -> f64 {
    let rules = match input.rules.counting {
        Counting::Territory => Rules {
            compensation: Compensation::None,
            ..Rules::CHINESE
        },
        Counting::Area => Rules::JAPANESE,
    };
    score::score(&ScoreInput {
        rules: &rules,
        ..*input
    })
    .cleaned
}

fn slips(margin: f64) -> Vec<f64> {
    let sign = margin.signum();
    let mut slips = vec![margin + 10.0 * sign];
    let whole = margin.abs().trunc();
    if (12.0..100.0).contains(&whole) && whole % 11.0 != 0.0 {
        let swapped = whole % 10.0 * 10.0 + (whole / 10.0).trunc();
        slips.push(sign * (swapped + margin.abs().fract()));
    }
    slips
}

/// Dead stones that touch one another or the same empty points.
fn dead_groups(score: &Score) -> Vec<PointSet> {
    let mut groups: Vec<PointSet> = Vec::new();
    for color in Color::BOTH {
        let within = score.ground.surrounded[!color];
        let dead = score.ground.dead[color];
        for stone in dead.iter() {
            if !groups.iter().any(|group| group.contains(stone)) {
                groups.push(flood(stone, &within) & dead);
            }
        }
    }
    groups
}

/// Living stones that stand together, of at most 12 stones: nobody takes off half of a board.
fn living_groups(score: &Score) -> Vec<PointSet> {
    let mut groups: Vec<PointSet> = Vec::new();
    for color in Color::BOTH {
        let stones = score.ground.stones[color];
        for stone in stones.iter() {
            if !groups.iter().any(|group| group.contains(stone)) {
                let group = flood(stone, &score.ground.owner[color]);
                groups.push(group & stones);
            }
        }
    }
    groups.retain(|group| group.len() <= 12);
    groups
}

fn flood(start: Point, within: &PointSet) -> PointSet {
    let mut seen: PointSet = [start].into_iter().collect();
    let mut stack = vec![start];
    while let Some(point) = stack.pop() {
        stack.extend(
            point
                .neighbors()
                .into_iter()
                .filter(|&n| within.contains(n) && seen.insert(n)),
        );
    }
    seen
}

/// Marks that leave a dead group on the board, and a record that follows them.
fn marked_otherwise(game: &Game) -> Vec<(Cause, Game)> {
    let groups = game.with_score(|_, score| dead_groups(score));
    let mut all = Vec::new();
    for group in groups {
        let dead = game.dead - group;
        let marks = Game {
            dead,
            ..game.clone()
        }
        .with_score(|_, score| {
            let [black, white] = Color::BOTH.map(|color| {
                score
                    .ground
                    .territory(color, Leniency::STRICT)
                    .iter()
                    .collect()
            });
            Marks { black, white }
        });
        let marked = Game {
            marks: Some(marks),
            ..game.clone()
        };
        let (by_marks, margin) = marked.with_score(|_, score| (score.marked_margin, score.cleaned));
        if let Some(by_marks) = by_marks.filter(|&m| m != margin) {
            all.push((Cause::AgreedByPlayers, marked.recording(by_marks)));
        }
    }
    all
}

/// A score in place of a resignation that the last comment tells of.
fn resigned(game: &Game) -> Vec<(Cause, Game)> {
    let margin = game.with_score(|_, score| score.cleaned);
    let recorded = margin + 21.0;
    let winner = if recorded > 0.0 { "Black" } else { "White" };
    let mut resigned = game.recording(recorded);
    resigned.record.info.last_comment = Some(Text {
        text: format!("{winner} wins by resignation"),
        location: Location { line: 1, column: 1 },
    });
    vec![(Cause::NotACount, resigned)]
}

/// Passes and the last play cut off, where that changes the margin.
fn without_last_moves(game: &Game) -> Vec<(Cause, Game)> {
    let margin = game.with_score(|_, score| score.cleaned);
    let mut cut = game.recording(margin);
    for _ in 0..3 {
        cut.record.nodes.pop();
    }
    let changed = cut.with_score(|_, score| score.cleaned) != margin;
    if changed {
        vec![(Cause::LastMovesMissing, cut)]
    } else {
        Vec::new()
    }
}

/// The cases of a cause of which one or two that are not named rightly are no great share.
const ENOUGH: usize = 15;

#[derive(Default)]
struct Line {
    /// Records that two kinds of mistakes give, and that were given no cause.
    ambiguous: usize,
    cases: usize,
    right: usize,
    silent: usize,
    wrong: BTreeMap<&'static str, usize>,
    /// Records that agree, or are left open.
    other: usize,
}

#[test]
fn confusion_table() {
    let games: Vec<Game> = games()
        .into_iter()
        .filter(|game| game.judge().verdict() == Verdict::Agrees)
        .collect();
    assert!(games.len() >= 24, "{} games that agree", games.len());
    let mut table: BTreeMap<Cause, Line> = BTreeMap::new();
    for game in &games {
        let cases = damaged(game);
        for (cause, damaged) in &cases {
            let cause = *cause;
            let line = table.entry(cause).or_default();
            let judgement = damaged.judge();
            // Two mistakes that give one record: silence is the right answer to both.
            let alike = |(other, case): &(Cause, Game)| *other != cause && case.is_alike(damaged);
            let ambiguous = cases.iter().any(alike);
            if ambiguous && judgement.verdict() == Verdict::Differs && judgement.cause().is_none() {
                line.ambiguous += 1;
                continue;
            }
            line.cases += 1;
            match (judgement.verdict(), judgement.cause()) {
                (Verdict::Differs, Some(named)) if named == cause => line.right += 1,
                // What the record lacks cannot be said for certain.
                (Verdict::Undecidable, Some(Cause::LastMovesMissing))
                    if cause == Cause::LastMovesMissing =>
                {
                    line.right += 1;
                }
                (Verdict::Differs, None) => {
                    line.silent += 1;
                    println!(
                        "{}: {} not named, {:?}",
                        game.file,
                        cause.slug(),
                        judgement.findings().collect::<Vec<_>>()
                    );
                }
                (Verdict::Differs, Some(named)) => {
                    *line.wrong.entry(named.slug()).or_default() += 1;
                    println!("{}: {} named {}", game.file, cause.slug(), named.slug());
                }
                _ => line.other += 1,
            }
        }
    }
    println!(
        "{:24}{:>10}{:>7}{:>7}{:>8}{:>7}{:>10}",
        "damage", "ambiguous", "cases", "right", "silent", "wrong", "other"
    );
    let (mut cases, mut right, mut wrong) = (0, 0, 0);
    for (cause, line) in &table {
        let named_wrong: usize = line.wrong.values().sum();
        println!(
            "{:24}{:10}{:7}{:7}{:8}{named_wrong:7}{:10}  {:?}",
            cause.slug(),
            line.ambiguous,
            line.cases,
            line.right,
            line.silent,
            line.other,
            line.wrong
        );
        cases += line.cases;
        right += line.right;
        wrong += named_wrong;
    }
    let share = |n: usize| 100.0 * n as f64 / cases as f64;
    println!(
        "{cases} cases that one mistake alone gives: {:.1}% named rightly, {:.1}% wrongly",
        share(right),
        share(wrong)
    );
    assert!(share(wrong) <= 1.0);
    assert!(share(right) >= 95.0);
    for (cause, line) in &table {
        let (slug, share) = (cause.slug(), 100 * line.right / line.cases.max(1));
        let least = if line.cases < ENOUGH { 70 } else { 90 };
        assert!(share >= least, "{slug}: {share} % named rightly");
    }
}

/// No clean copy is blamed.
#[test]
fn clean_copies() {
    for game in games() {
        let margin = game.with_score(|_, score| score.cleaned);
        let judgement = game.recording(margin).judge();
        assert_eq!(
            (judgement.verdict(), judgement.cause()),
            (Verdict::Agrees, None),
            "{}",
            game.file
        );
    }
}

/// The table's examples are its documentation, so they must be true: auditing one names its cause,
/// with the verdict that the table says.
#[test]
fn examples_show_their_cause() {
    let mut wrong = String::new();
    for &cause in Cause::ALL {
        let verdict = match cause.explains() {
            Explains::Agreement => Verdict::Agrees,
            Explains::Difference => Verdict::Differs,
            Explains::Undecidable => Verdict::Undecidable,
        };
        let Example::Sgf(sgf) = cause.example() else {
            continue;
        };
        let options = sgf_audit::Options::default();
        let row = sgf_audit::audit_bytes("x.sgf", sgf.as_bytes(), &options).remove(0);
        if (row.verdict, row.cause) != (verdict, Some(cause)) {
            let said: Vec<_> = row.findings.iter().map(|said| &said.message).collect();
            let slug = cause.slug();
            wrong += &format!("{slug}: {:?} {:?} {said:?}\n", row.verdict, row.cause);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn sentences_have_no_stop() {
    for &cause in Cause::ALL {
        assert!(!cause.says().ends_with('.'), "the end of a sentence");
        assert!(
            !cause.effect_on_severity().ends_with('.'),
            "the end of a sentence"
        );
    }
    assert!(Cause::ALL.is_sorted_by_key(|cause| cause.explains()));
}

/// Who won is not held against the board where the komi is open, where the reason is told in words that are not
/// understood, or where moves are missing.
#[test]
fn a_winner_is_contradicted_only_where_the_board_decided() {
    let moves = ";B[da];W[ea];B[db];W[eb];B[dc];W[ec];B[dd];W[ed];B[de];W[ee];B[df];W[ef];B[dg];W[eg];B[];W[]";
    let codes = |head: &str| {
        let sgf = format!("(;GM[1]FF[4]SZ[7]RU[Japanese]{head}{moves})");
        let row = sgf_audit::audit_bytes("x.sgf", sgf.as_bytes(), &Default::default()).remove(0);
        row.findings.iter().map(|f| f.code).collect::<Vec<_>>()
    };
    let claims = |head: &str| {
        let codes = codes(head);
        codes.contains(&Code::WinnerCannotBe) || codes.contains(&Code::ResignedWon)
    };
    assert!(claims("KM[4.5]RE[W+]"));
    assert!(claims("KM[4.5]RE[W+R]"));
    assert!(claims("RE[W+R]KM[0]"));
    assert!(!claims("RE[W+]"));
    assert!(!claims("RE[W+R]KM[?]"));
    assert!(!claims("KM[4.5]RE[W+Disqualification]"));
    assert!(!claims("KM[4.5]RE[W+]GC[Moves after 14 not recorded.]"));
    assert!(codes("KM[4.5]RE[W+2.5 (moves after 14 not known)]").contains(&Code::MovesMissing));
}
