//! A corpus in numbers: by folder, rules, komi, size, year and ending.
//!
//! Made row by row. It stays small however many games there are: a heading tells its first [`MOST_VALUES`] values in order of names apart,
//! the rest is counted together.

use super::csv::safe;
use super::row::Agreement;
use super::{Names, Row, cell::plain_number, place};
use crate::finding::Code;
use crate::judge::{Cause, Verdict};
use crate::record::komi::KomiSource;
use crate::record::rules::RulesSource;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

/// How many values of one heading are told apart.
pub const MOST_VALUES: usize = 1000;

/// Under what all others of a heading are counted.
const OTHERS: &str = "(others)";

/// Upper ends of the classes of margins, in points without sign; the last class is open.
const CLASSES: [f64; 5] = [1.0, 5.0, 10.0, 20.0, 50.0];

/// A form in which the numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatisticsForm {
    /// A line for each value of each heading.
    Csv,
    /// An object for each, in one list.
    Json,
}

impl StatisticsForm {
    /// The form that a file's name asks for, by its extension in any case.
    pub fn from_path(path: &Path) -> Option<StatisticsForm> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "csv" => Some(StatisticsForm::Csv),
            "json" => Some(StatisticsForm::Json),
            _ => None,
        }
    }
}

/// A corpus in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// What folders are called by: those of several roots may have the same name.
    names: Names,
    headings: BTreeMap<Heading, Groups>,
}

/// What games are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Heading {
    All,
    Folder,
    Rules,
    Komi,
    Size,
    Year,
    Ending,
}

impl Heading {
    fn name(self) -> &'static str {
        match self {
            Heading::All => "all",
            Heading::Folder => "folder",
            Heading::Rules => "rules",
            Heading::Komi => "komi",
            Heading::Size => "size",
            Heading::Year => "year",
            Heading::Ending => "ending",
        }
    }
}

/// The games of a heading by its values.
#[derive(Clone, Debug, Default, PartialEq)]
struct Groups {
    values: BTreeMap<String, GroupCounts>,
    /// Those of the values that are too many.
    others: GroupCounts,
}

/// Games of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
struct GroupCounts {
    games: u64,
    verdicts: BTreeMap<Verdict, u64>,
    agreements: BTreeMap<Agreement, u64>,
    komi_assumed: u64,
    with_illegal_moves: u64,
    /// Games whose turns are known, and the sum of these.
    played: u64,
    turns: u64,
    /// Games whose margin is known, by class.
    margins: [u64; CLASSES.len() + 1],
    /// Games whose record was compared with the board.
    compared: u64,
    /// By komi in quarter points: games whose record is exact with it.
    implied: BTreeMap<i64, u64>,
    /// Games whose record is exact with the komi recorded.
    implied_as_recorded: u64,
}

impl Statistics {
    /// Those of no game yet: the line of all is there.
    pub fn new(names: Names) -> Statistics {
        let all = Groups {
            values: BTreeMap::from([(String::new(), GroupCounts::default())]),
            ..Groups::default()
        };
        Statistics {
            names,
            headings: BTreeMap::from([(Heading::All, all)]),
        }
    }

    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        let komi = row.komi.and_then(plain_number);
        let komi = komi.map_or(String::new(), |komi| komi.to_string());
        let rules = row.rules.map(|rules| rules.name().to_owned());
        let year = row.year.map(|year| year.to_string());
        let ending = row.ending.map(|ending| ending.name().to_owned());
        let rules_assumed = row.rules_source == Some(RulesSource::Assumed);
        let komi_assumed = row.komi_source == Some(KomiSource::Assumed);
        let assumed = |value: String, assumed| match assumed {
            true => format!("{value} (assumed)"),
            false => value,
        };
        let values = [
            (Heading::All, String::new()),
            (Heading::Folder, folder(&row.name(self.names))),
            (
                Heading::Rules,
                assumed(rules.unwrap_or_default(), rules_assumed),
            ),
            (Heading::Komi, assumed(komi, komi_assumed)),
            (Heading::Size, row.size.clone().unwrap_or_default()),
            (Heading::Year, year.unwrap_or_default()),
            (Heading::Ending, ending.unwrap_or_default()),
        ];
        for (heading, value) in values {
            let groups = self.headings.entry(heading).or_default();
            groups.values.entry(value).or_default().add(row);
            groups.keep_small();
        }
    }

    /// The numbers in a form; by heading, years as they pass and otherwise the largest groups first.
    pub fn write(&self, form: StatisticsForm) -> Vec<u8> {
        match form {
            StatisticsForm::Csv => self.csv(),
            StatisticsForm::Json => self.json(),
        }
    }

    fn csv(&self) -> Vec<u8> {
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::Any(b'\n'))
            .from_writer(Vec::new());
        let joined = |implied: Vec<Implied>| {
            let text = |Implied { komi, games }: &Implied| format!("{komi}:{games}");
            implied.iter().map(text).collect::<Vec<_>>().join(" ")
        };
        for mut line in self.lines(joined) {
            // Folders alone are text from outside.
            if line.by == Heading::Folder.name() {
                line.value = safe(&line.value);
            }
            // Writing to memory does not fail, and every line has the same columns.
            let _ = writer.serialize(line);
        }
        writer.into_inner().unwrap_or_default()
    }

    fn json(&self) -> Vec<u8> {
        let lines = self.lines(|implied| implied);
        let lines: Vec<Vec<u8>> = lines.map(|line| super::jsonl::json(&line)).collect();
        let mut json = b"[\n".to_vec();
        json.extend(lines.join(&b",\n"[..]));
        json.extend(b"\n]\n");
        json
    }

    /// Every line; `implied` gives the implied komi the shape that the form has for lists.
    fn lines<K>(
        &self,
        implied: impl Fn(Vec<Implied>) -> K + Copy,
    ) -> impl Iterator<Item = StatisticsLine<K>> {
        self.headings.iter().flat_map(move |(&heading, groups)| {
            let mut values: Vec<(&String, &GroupCounts)> = groups.values.iter().collect();
            if heading != Heading::Year {
                values.sort_by_key(|&(value, group)| (Reverse(group.games), value));
            }
            let others = Some((OTHERS, &groups.others)).filter(|(_, group)| group.games > 0);
            let values = values
                .into_iter()
                .map(|(value, group)| (value.as_str(), group));
            values
                .chain(others)
                .map(move |(value, group)| group.line(heading, value, implied))
        })
    }
}

impl Groups {
    /// Where the values are too many, the last in order of names join the others.
    fn keep_small(&mut self) {
        while self.values.len() > MOST_VALUES
            && let Some((_, group)) = self.values.pop_last()
        {
            self.others.merge(group);
        }
    }
}

/// The numbers of one group. Counts of games, but for `mean_turns`.
#[derive(Clone, Debug, Serialize)]
struct StatisticsLine<K> {
    by: &'static str,
    value: String,
    games: u64,
    agrees: u64,
    differs: u64,
    undecidable: u64,
    not_scored: u64,
    broken: u64,
    with_illegal_moves: u64,
    mean_turns: Option<f64>,
    margin_to_1: u64,
    margin_to_5: u64,
    margin_to_10: u64,
    margin_to_20: u64,
    margin_to_50: u64,
    margin_over_50: u64,
    komi_as_recorded: u64,
    komi_otherwise: u64,
    komi_implied: K,
    agrees_exactly: u64,
    agrees_by_convention: u64,
    komi_assumed: u64,
    agrees_likely: u64,
}

/// How many games are exact with a komi.
#[derive(Clone, Debug, Serialize)]
struct Implied {
    komi: f64,
    games: u64,
}

/// Codes of moves that the rules do not allow.
const ILLEGAL: [Code; 6] = [
    Code::OccupiedPoint,
    Code::PlayOffBoard,
    Code::KoRecapture,
    Code::IllegalSuicide,
    Code::PositionalSuperko,
    Code::SituationalSuperko,
];

/// Implied komi further off, in quarter points, come of nonsense and are not told apart.
const FAR_KOMI: i64 = 4 * 100;

/// How many implied komi are written.
const IMPLIED: usize = 5;

impl GroupCounts {
    fn add(&mut self, row: &Row) {
        self.games += 1;
        *self.verdicts.entry(row.verdict).or_default() += 1;
        if let Some(agreement) = row.carried.agreement {
            *self.agreements.entry(agreement).or_default() += 1;
        }
        self.komi_assumed += u64::from(row.komi_source == Some(KomiSource::Assumed));
        let illegal = row
            .findings
            .iter()
            .any(|finding| ILLEGAL.contains(&finding.code));
        self.with_illegal_moves += u64::from(illegal);
        self.played += u64::from(row.turns.is_some());
        self.turns += u64::from(row.turns.unwrap_or(0));
        let Some(margin) = row.margin else { return };
        let class = CLASSES
            .iter()
            .position(|&end| margin.abs() <= end)
            .unwrap_or(CLASSES.len());
        self.margins[class] += 1;
        // Where the record is only likely its own margin is told, which says nothing of komi.
        let compared = row.verdict == Verdict::Differs
            || matches!(
                row.carried.agreement,
                Some(Agreement::Exactly | Agreement::ByConvention)
            );
        if let (true, Some(recorded), Some(komi)) = (compared, row.recorded_margin, row.komi) {
            // What the record was counted by, not what the rules would leave on the board.
            let counted = match row.cause {
                Some(Cause::DeadStonesTakenOff) => row.area_margin.unwrap_or(margin),
                _ => margin,
            };
            let implied = ((komi + counted - recorded) * 4.0).round() as i64;
            self.compared += 1;
            if implied.abs() <= FAR_KOMI {
                *self.implied.entry(implied).or_default() += 1;
            }
            self.implied_as_recorded += u64::from(implied == (komi * 4.0).round() as i64);
        }
    }

    fn merge(&mut self, other: GroupCounts) {
        self.games += other.games;
        for (verdict, n) in other.verdicts {
            *self.verdicts.entry(verdict).or_default() += n;
        }
        for (agreement, n) in other.agreements {
            *self.agreements.entry(agreement).or_default() += n;
        }
        self.komi_assumed += other.komi_assumed;
        self.with_illegal_moves += other.with_illegal_moves;
        self.played += other.played;
        self.turns += other.turns;
        for (mine, theirs) in self.margins.iter_mut().zip(other.margins) {
            *mine += theirs;
        }
        for (komi, n) in other.implied {
            *self.implied.entry(komi).or_default() += n;
        }
        self.compared += other.compared;
        self.implied_as_recorded += other.implied_as_recorded;
    }

    fn line<K>(
        &self,
        heading: Heading,
        value: &str,
        implied: impl Fn(Vec<Implied>) -> K,
    ) -> StatisticsLine<K> {
        let verdict = |verdict| self.verdicts.get(&verdict).copied().unwrap_or(0);
        let agreements = |agreement| self.agreements.get(&agreement).copied().unwrap_or(0);
        let [to_1, to_5, to_10, to_20, to_50, over_50] = self.margins;
        let mut commonest: Vec<(i64, u64)> = self.implied.iter().map(|(&k, &n)| (k, n)).collect();
        commonest.sort_by_key(|&(komi, n)| (Reverse(n), komi));
        let commonest = commonest.into_iter().take(IMPLIED);
        // A tenth of a turn is enough of a mean.
        let mean = |played: u64| (10.0 * self.turns as f64 / played as f64).round() / 10.0;
        StatisticsLine {
            by: heading.name(),
            value: value.to_owned(),
            games: self.games,
            agrees: verdict(Verdict::Agrees),
            differs: verdict(Verdict::Differs),
            undecidable: verdict(Verdict::Undecidable),
            not_scored: verdict(Verdict::NotScored),
            broken: verdict(Verdict::Broken),
            with_illegal_moves: self.with_illegal_moves,
            mean_turns: Some(self.played).filter(|&played| played > 0).map(mean),
            margin_to_1: to_1,
            margin_to_5: to_5,
            margin_to_10: to_10,
            margin_to_20: to_20,
            margin_to_50: to_50,
            margin_over_50: over_50,
            komi_as_recorded: self.implied_as_recorded,
            komi_otherwise: self.compared - self.implied_as_recorded,
            komi_implied: implied(
                commonest
                    .map(|(quarters, games)| Implied {
                        komi: quarters as f64 / 4.0,
                        games,
                    })
                    .collect(),
            ),
            agrees_exactly: agreements(Agreement::Exactly),
            agrees_by_convention: agreements(Agreement::ByConvention),
            komi_assumed: self.komi_assumed,
            agrees_likely: agreements(Agreement::Likely),
        }
    }
}

/// The folder of a source, archives counting as folders.
fn folder(source: &str) -> String {
    let (file, member) = place::split(source);
    let above = |name: &str| name.rfind('/').map(|end| name[..end].to_owned());
    match member {
        None => above(file).unwrap_or_default(),
        Some(member) => above(member).map_or(file.to_owned(), |inner| format!("{file}!{inner}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Finding;
    use crate::report::row::Carried;

    fn row(source: &str) -> Row {
        Row {
            source: source.to_owned(),
            verdict: Verdict::Agrees,
            ..Row::default()
        }
    }

    #[test]
    fn folders_are_those_that_sources_lie_in() {
        for (source, of) in [
            ("a.sgf", ""),
            ("Game 1! final.sgf", ""),
            ("a/b!/c.sgf", "a/b!"),
            ("a/b.zip!c.sgf", "a/b.zip"),
            ("a/b.zip!c/d.sgf", "a/b.zip!c"),
        ] {
            assert_eq!(folder(source), of);
        }
    }

    /// Names that sort before that of the others, and after it.
    #[test]
    fn many_values_stay_few() {
        for mark in ["!", "a"] {
            let mut statistics = Statistics::default();
            for n in 0..3000 {
                statistics.add(&row(&format!("{mark}{n:05}/x.sgf")));
            }
            let folders = &statistics.headings[&Heading::Folder];
            assert_eq!(folders.values.len(), MOST_VALUES);
            let games: u64 = folders.values.values().map(|group| group.games).sum();
            assert_eq!((games, folders.others.games), (1000, 2000));
        }
    }

    /// The values that are told and the others come to what all games come to, in every column.
    #[test]
    fn the_others_lose_no_number() {
        let mut statistics = Statistics::default();
        for n in 0..3000_u32 {
            let verdict = Verdict::ALL[n as usize % Verdict::ALL.len()];
            statistics.add(&Row {
                verdict,
                carried: Carried {
                    agreement: (verdict == Verdict::Agrees).then_some(Agreement::Exactly),
                    ..Carried::default()
                },
                difference: Some(f64::from(n % 2)),
                turns: Some(n % 7),
                margin: Some(f64::from(n % 61)),
                recorded_margin: Some(f64::from(n % 61 + n % 2)),
                komi: Some(6.5),
                komi_source: (n % 3 == 0).then_some(KomiSource::Assumed),
                findings: match n % 4 {
                    0 => vec![Finding::new(Code::OccupiedPoint, "a play on a stone")],
                    _ => Vec::new(),
                },
                ..row(&format!("{n:05}/x.sgf"))
            });
        }
        let Some(folders) = statistics.headings.remove(&Heading::Folder) else {
            panic!("no folders");
        };
        let mut sum = folders.others;
        assert_eq!(sum.games, 2000);
        folders
            .values
            .into_values()
            .for_each(|group| sum.merge(group));
        assert_eq!(sum, statistics.headings[&Heading::All].values[""]);
        assert!(sum.implied_as_recorded > 0 && sum.with_illegal_moves > 0);
    }
}
