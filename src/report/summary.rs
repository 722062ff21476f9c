//! What a run comes to, in numbers: games by verdict, findings by code, the surest differences.
//!
//! Rows are added in their order. It stays small however many games there are.

use super::Row;
use super::row::{Agreement, Side};
use super::style::Names;
use crate::finding::{Code, Severity, Stage};
use crate::judge::Verdict;
use crate::record::komi::KomiSource;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How many of the surest differences, and how many broken games, are kept.
pub const KEPT: usize = 20;

/// The chance from which on a verdict is called sure.
pub const SURE: f64 = 0.9;

/// A run, or a part of it, in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// What people call games.
    pub names: Names,
    /// Rows of the report.
    pub rows: u64,
    /// Those of them that are no games, as a finding says ([`Code::is_no_game`]).
    pub no_games: u64,
    /// Rows by verdict.
    pub verdicts: BTreeMap<Verdict, u64>,
    /// By code, then by severity: the rows that have such a finding.
    pub findings: BTreeMap<Code, BTreeMap<Severity, u64>>,
    /// By code: rows with findings that were left out because the audit was told so.
    pub ignored: BTreeMap<Code, u64>,
    /// Rows by the severity of their worst finding.
    pub severities: BTreeMap<Severity, u64>,
    /// Games that differ and whose board names another winner than the record.
    pub winners_differ: u64,
    /// Those of them of which that is at least [`SURE`].
    pub winners_surely_differ: u64,
    /// Games that agree, by the way they do.
    pub agreements: BTreeMap<Agreement, u64>,
    /// Games that agree by a convention, and whose board names another winner than the record.
    pub convention_turns_winner: u64,
    /// Games whose komi is assumed, by verdict.
    pub komi_assumed: BTreeMap<Verdict, u64>,
    /// The games whose records are most surely wrong: the most probable first, of these the largest
    /// difference, then in the rows' order.
    pub surest: Vec<WrongRecord>,
    /// The first broken games, in the rows' order.
    pub broken: Vec<BrokenGame>,
    /// The gravest finding, if it is more than a note, and the first game that has it, in the rows' order.
    pub gravest: Option<Grave>,
    /// The row before this one.
    pub last: Option<NamedGame>,
    /// Paths of several sources: an archive may have members of one name, which no path tells apart.
    pub ambiguous: BTreeSet<String>,
    /// What each referee said.
    pub referees: Vec<RefereeCounts>,
    /// How the findings stand to a baseline; `None` where there is none.
    pub baseline: Option<Baseline>,
}

/// How the findings of a run at warning or above stand to a baseline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Baseline {
    /// The baseline's name, for people.
    pub name: String,
    /// Findings that it lists.
    pub known: u64,
    /// Findings that it does not list, by severity.
    pub new: BTreeMap<Severity, u64>,
    /// The first of them, in the rows' order.
    pub first_new: Vec<Grave>,
    /// Findings that it lists and that are gone.
    pub gone: u64,
    /// The first of them: the code, and the game as it was called.
    pub first_gone: Vec<(Code, String)>,
}

/// A game by its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGame {
    /// The row's source.
    pub source: String,
    /// The path of it.
    pub path: String,
    /// Its number there.
    pub number: u64,
    /// Its bytes could be read.
    pub is_readable: bool,
}

impl From<&Row> for NamedGame {
    fn from(row: &Row) -> NamedGame {
        NamedGame {
            source: row.source.clone(),
            path: row.path(),
            number: row.game,
            is_readable: row.stopped_at != Some(Stage::Discover),
        }
    }
}

/// Findings of one code in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grave {
    /// Their code.
    pub code: Code,
    /// The worst of their severities.
    pub severity: Severity,
    /// Which game.
    pub game: NamedGame,
}

impl Baseline {
    /// The number of findings that it does not list.
    pub fn all_new(&self) -> u64 {
        self.new.values().sum()
    }
}

/// A referee's opinions in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RefereeCounts {
    /// Its name and version; empty where it was not asked.
    pub engine: String,
    /// By the audit's verdict on the games that it was asked about.
    pub sides: BTreeMap<Verdict, Sides>,
}

/// Games by whose side a referee is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// Its dead stones give the margin of the audit alone.
    pub program: u64,
    /// They give the margin of the record alone.
    pub record: u64,
    /// They give both.
    pub both: u64,
    /// They give neither.
    pub neither: u64,
    /// It gave no answer, or there is no margin to compare with.
    pub none: u64,
}

impl Sides {
    /// The games by side, as people call it.
    pub fn named(&self) -> [(&'static str, u64); 5] {
        [
            ("with both", self.both),
            ("with the audit", self.program),
            ("with the record", self.record),
            ("with neither", self.neither),
            ("nothing to say", self.none),
        ]
    }

    /// The number of games.
    pub fn all(&self) -> u64 {
        self.program + self.record + self.both + self.neither + self.none
    }
}

/// A game that could not be replayed to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokenGame {
    /// Which game.
    pub game: NamedGame,
    /// The first of its gravest findings.
    pub code: Option<Code>,
}

/// One of the games whose records are most surely wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongRecord {
    /// Which game.
    pub game: NamedGame,
    /// RE as recorded, in points where it is stated in Chinese stones.
    pub recorded: String,
    /// The computed margin.
    pub margin: Option<f64>,
    /// Recorded minus computed margin.
    pub difference: f64,
    /// Whether the winner differs.
    pub winner_differs: bool,
    /// The likeliest explanation, or why there is none.
    pub cause: &'static str,
    /// The chance that the verdict is right.
    pub probability: Option<f64>,
}

impl WrongRecord {
    fn of(row: &Row, difference: f64) -> WrongRecord {
        let recorded = row.recorded_points().or(row.recorded.clone());
        WrongRecord {
            game: row.into(),
            recorded: recorded.unwrap_or_default(),
            margin: row.margin,
            difference,
            winner_differs: row.winner_differs == Some(true),
            cause: row.explanation().unwrap_or_default(),
            probability: row.probability,
        }
    }
}

impl Summary {
    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        self.rows += 1;
        let mut codes = row.findings.iter().map(|finding| finding.code);
        self.no_games += u64::from(codes.any(Code::is_no_game));
        let game = NamedGame::from(row);
        let before = self.last.replace(game.clone());
        // Sources of one path come one after the other, and the games of each begin anew.
        if before.is_some_and(|last| last.path == game.path && last.number >= game.number) {
            self.ambiguous.insert(game.path);
        }
        self.add_verdict(row);
        self.add_findings(row);
        self.ask(row);
        if let (Some(difference), Verdict::Differs) = (row.difference, row.verdict) {
            self.surest.push(WrongRecord::of(row, difference));
            self.keep_the_surest();
        }
    }

    fn add_verdict(&mut self, row: &Row) {
        *self.verdicts.entry(row.verdict).or_default() += 1;
        let has_other_winner = row.verdict == Verdict::Differs && row.winner_differs == Some(true);
        let is_sure = row.probability.is_some_and(|chance| chance >= SURE);
        self.winners_differ += u64::from(has_other_winner);
        self.winners_surely_differ += u64::from(has_other_winner && is_sure);
        if let Some(agreement) = row.carried.agreement {
            *self.agreements.entry(agreement).or_default() += 1;
            self.convention_turns_winner += u64::from(row.winner_differs == Some(true));
        }
        if row.komi_source == Some(KomiSource::Assumed) {
            *self.komi_assumed.entry(row.verdict).or_default() += 1;
        }
    }

    fn add_findings(&mut self, row: &Row) {
        // The first of several that are as grave.
        let gravest = row
            .findings
            .iter()
            .rev()
            .max_by_key(|finding| finding.severity);
        if let Some(finding) = gravest {
            *self.severities.entry(finding.severity).or_default() += 1;
        }
        let before = self.gravest.as_ref().map_or(Severity::Note, |g| g.severity);
        if let Some(finding) = gravest.filter(|finding| finding.severity > before) {
            self.gravest = Some(Grave {
                code: finding.code,
                severity: finding.severity,
                game: row.into(),
            });
        }
        if row.verdict == Verdict::Broken && self.broken.len() < KEPT {
            self.broken.push(BrokenGame {
                game: row.into(),
                code: gravest.map(|finding| finding.code),
            });
        }
        for &code in row.carried.ignored.keys() {
            *self.ignored.entry(code).or_default() += 1;
        }
        let kinds: BTreeSet<_> = row.findings.iter().map(|f| (f.code, f.severity)).collect();
        for (code, severity) in kinds {
            let of_code = self.findings.entry(code).or_default();
            *of_code.entry(severity).or_default() += 1;
        }
    }

    /// What people call a game.
    pub fn name<'a>(&self, game: &'a NamedGame) -> &'a str {
        match self.names {
            Names::Paths => &game.path,
            Names::Sources => &game.source,
        }
    }

    /// The rows that state a score: those that agree, differ or are undecidable.
    pub fn scored(&self) -> u64 {
        let scored = [Verdict::Agrees, Verdict::Differs, Verdict::Undecidable];
        scored.iter().map(|&verdict| self.verdict(verdict)).sum()
    }

    /// Every code and severity with its number of rows, the gravest and commonest first.
    pub fn kinds(&self) -> Vec<(Code, Severity, u64)> {
        let mut kinds: Vec<_> = self
            .findings
            .iter()
            .flat_map(|(&code, of)| {
                of.iter()
                    .map(move |(&severity, &rows)| (code, severity, rows))
            })
            .collect();
        kinds.sort_by_key(|&(code, severity, rows)| (Reverse((severity, rows)), code.id()));
        kinds
    }

    /// The number of rows with this verdict.
    pub fn verdict(&self, verdict: Verdict) -> u64 {
        self.verdicts.get(&verdict).copied().unwrap_or(0)
    }

    /// Counts what the referees say.
    fn ask(&mut self, row: &Row) {
        self.referees.resize_with(
            self.referees.len().max(row.carried.referees.len()),
            RefereeCounts::default,
        );
        for (count, said) in self.referees.iter_mut().zip(&row.carried.referees) {
            let Some(engine) = &said.engine else {
                continue;
            };
            count.engine.clone_from(engine);
            let sides = count.sides.entry(row.verdict).or_default();
            let side = match said.verdict {
                Some(Side::Program) => &mut sides.program,
                Some(Side::Record) => &mut sides.record,
                Some(Side::Both) => &mut sides.both,
                Some(Side::Neither) => &mut sides.neither,
                None => &mut sides.none,
            };
            *side += 1;
        }
    }

    fn keep_the_surest(&mut self) {
        // The sort is stable: what is equal stays in the rows' order.
        let rank = |game: &WrongRecord| (game.probability.unwrap_or(0.0), game.difference.abs());
        self.surest.sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        self.surest.truncate(KEPT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Finding;
    const TWICE: Code = Code::KoRecapture;
    const BAD: Code = Code::NoGame;
    const ODD: Code = Code::Utf16;

    fn finding(code: Code, severity: Severity) -> Finding {
        Finding::new(code, "what was seen").with_severity(severity)
    }

    fn row(game: u64, difference: f64) -> Row {
        let (code, severity) = match game.is_multiple_of(5) {
            true => (BAD, Severity::Error),
            false => (ODD, Severity::Note),
        };
        Row {
            source: "a.sgf".to_owned(),
            game,
            verdict: match game.is_multiple_of(3) {
                true => Verdict::Agrees,
                false => Verdict::Differs,
            },
            difference: Some(difference),
            winner_differs: Some(game.is_multiple_of(2)),
            findings: vec![
                finding(TWICE, Severity::Note),
                finding(TWICE, Severity::Warning),
                finding(code, severity),
            ],
            ..Row::default()
        }
    }

    #[test]
    fn counts_rows_not_repetitions() {
        let mut summary = Summary::default();
        (0..30).for_each(|game| summary.add(&row(game, 1.0)));
        assert_eq!(summary.rows, 30);
        assert_eq!(summary.verdict(Verdict::Agrees), 10);
        assert_eq!(summary.verdict(Verdict::Broken), 0);
        assert_eq!(summary.winners_differ, 10);
        assert_eq!(summary.winners_surely_differ, 0);
        let of = |rows: &[(Severity, u64)]| rows.iter().copied().collect::<BTreeMap<_, _>>();
        let twice = of(&[(Severity::Note, 30), (Severity::Warning, 30)]);
        assert_eq!(summary.findings[&TWICE], twice);
        assert_eq!(summary.findings[&BAD], of(&[(Severity::Error, 6)]));
        assert_eq!(summary.severities[&Severity::Error], 6);
        assert_eq!(summary.severities[&Severity::Warning], 24);
    }

    #[test]
    fn the_surest_and_the_first_broken_are_kept() {
        let rows: Vec<Row> = (0..100)
            .map(|game| row(game, f64::from((game * 37 % 50) as i32 - 25)))
            .map(|row| match row.game % 3 {
                1 => Row {
                    verdict: Verdict::Broken,
                    ..row
                },
                _ => Row {
                    probability: Some(if row.game < 20 { 0.999 } else { 0.9 }),
                    ..row
                },
            })
            .collect();
        let whole = rows.iter().fold(Summary::default(), |mut summary, row| {
            summary.add(row);
            summary
        });
        assert_eq!(whole.surest.len(), KEPT);
        assert!(whole.winners_differ > 0);
        assert_eq!(whole.winners_surely_differ, whole.winners_differ);
        let broken: Vec<u64> = whole
            .broken
            .iter()
            .map(|broken| broken.game.number)
            .collect();
        assert_eq!(broken, (0..60).filter(|n| n % 3 == 1).collect::<Vec<_>>());
        // The gravest finding is named, not the first.
        assert_eq!(whole.broken[0].code, Some(TWICE));
        assert_eq!(whole.broken[3].code, Some(BAD));
        let rank = |game: &WrongRecord| (game.probability, game.difference.abs());
        assert!(whole.surest.windows(2).all(|pair| {
            let (a, b) = (rank(&pair[0]), rank(&pair[1]));
            a > b || (a == b && pair[0].game.number < pair[1].game.number)
        }));
        assert!(whole.surest[0].game.number < 20 && whole.surest[KEPT - 1].game.number >= 20);
    }
}
