//! A corpus in numbers: by folder, rules, komi, size, year and ending.
//!
//! Made row by row on any thread and merged; the order does not matter. It stays small however
//! many games there are: a heading keeps its first [`MOST_VALUES`] values in order of names, the
//! rest is counted together.

use super::Row;
use std::collections::BTreeMap;

/// How many values of one heading are told apart.
pub const MOST_VALUES: usize = 1000;

/// The value under which all others of a heading are counted.
const OTHERS: &str = "(others)";

/// Upper ends of the classes of margins, in points without sign; the last class is open.
const CLASSES: [f64; 5] = [1.0, 5.0, 10.0, 20.0, 50.0];

/// A corpus in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    headings: BTreeMap<Heading, BTreeMap<String, Group>>,
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

/// Games of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
struct Group {
    games: u64,
    verdicts: BTreeMap<String, u64>,
    with_illegal_moves: u64,
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
    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let values = [
            (Heading::All, String::new()),
            (Heading::Folder, folder(&row.source)),
            (Heading::Rules, text(&row.rules)),
            (
                Heading::Komi,
                row.komi.map_or(String::new(), |komi| komi.to_string()),
            ),
            (Heading::Size, text(&row.size)),
            (
                Heading::Year,
                row.date.as_deref().and_then(year).unwrap_or_default(),
            ),
            (Heading::Ending, text(&row.ending)),
        ];
        for (heading, value) in values {
            let groups = self.headings.entry(heading).or_default();
            groups.entry(value).or_default().add(row);
            keep_small(groups);
        }
    }

    /// Adds the numbers of another part of the run.
    pub fn merge(&mut self, other: Statistics) {
        for (heading, values) in other.headings {
            let groups = self.headings.entry(heading).or_default();
            for (value, group) in values {
                groups.entry(value).or_default().merge(group);
            }
            keep_small(groups);
        }
    }

    /// The numbers as CSV, a line for each value of each heading, largest groups first.
    ///
    /// # Errors
    /// Those of writing to memory: none in practice.
    pub fn csv(&self) -> Result<String, csv::Error> {
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::Any(b'\n'))
            .from_writer(Vec::new());
        writer.write_record(COLUMNS)?;
        for (heading, groups) in &self.headings {
            let mut groups: Vec<_> = groups.iter().collect();
            groups.sort_by_key(|(value, group)| (std::cmp::Reverse(group.games), (*value).clone()));
            for (value, group) in groups {
                writer.write_record(group.record(*heading, value))?;
            }
        }
        let bytes = writer.into_inner().map_err(|error| error.into_error())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Codes of moves that the rules do not allow.
const ILLEGAL: [&str; 6] = [
    "occupied-point",
    "play-off-board",
    "ko-recapture",
    "illegal-suicide",
    "positional-superko",
    "situational-superko",
];

const VERDICTS: [&str; 5] = ["agrees", "differs", "undecidable", "not-scored", "broken"];

const COLUMNS: [&str; 19] = [
    "by",
    "value",
    "games",
    "agrees",
    "differs",
    "undecidable",
    "not_scored",
    "broken",
    "with_illegal_moves",
    "mean_turns",
    "margin_to_1",
    "margin_to_5",
    "margin_to_10",
    "margin_to_20",
    "margin_to_50",
    "margin_over_50",
    "komi_as_recorded",
    "komi_otherwise",
    "komi_implied",
];

impl Group {
    fn add(&mut self, row: &Row) {
        self.games += 1;
        *self.verdicts.entry(row.verdict.clone()).or_default() += 1;
        let illegal = row
            .findings
            .iter()
            .any(|f| ILLEGAL.contains(&f.code.as_str()));
        self.with_illegal_moves += u64::from(illegal);
        self.turns += u64::from(row.turns.unwrap_or(0));
        let Some(margin) = row.margin else { return };
        let class = CLASSES
            .iter()
            .position(|&end| margin.abs() <= end)
            .unwrap_or(CLASSES.len());
        self.margins[class] += 1;
        let compared = matches!(row.verdict.as_str(), "agrees" | "differs");
        if let (true, Some(recorded), Some(komi)) = (compared, row.recorded_margin, row.komi) {
            let implied = ((komi + margin - recorded) * 4.0).round() as i64;
            self.compared += 1;
            *self.implied.entry(implied).or_default() += 1;
            self.implied_as_recorded += u64::from(implied == (komi * 4.0).round() as i64);
        }
        self.implied = few(std::mem::take(&mut self.implied));
    }

    fn merge(&mut self, other: Group) {
        self.games += other.games;
        for (verdict, n) in other.verdicts {
            *self.verdicts.entry(verdict).or_default() += n;
        }
        self.with_illegal_moves += other.with_illegal_moves;
        self.turns += other.turns;
        for (mine, theirs) in self.margins.iter_mut().zip(other.margins) {
            *mine += theirs;
        }
        for (komi, n) in other.implied {
            *self.implied.entry(komi).or_default() += n;
        }
        self.implied = few(std::mem::take(&mut self.implied));
        self.compared += other.compared;
        self.implied_as_recorded += other.implied_as_recorded;
    }

    fn record(&self, heading: Heading, value: &str) -> Vec<String> {
        let mut record = vec![
            heading.name().to_owned(),
            super::visible::visible(value).into_owned(),
            self.games.to_string(),
        ];
        record.extend(VERDICTS.map(|v| self.verdicts.get(v).copied().unwrap_or(0).to_string()));
        record.push(self.with_illegal_moves.to_string());
        record.push(format!(
            "{:.1}",
            self.turns as f64 / self.games.max(1) as f64
        ));
        record.extend(self.margins.map(|n| n.to_string()));
        record.push(self.implied_as_recorded.to_string());
        record.push((self.compared - self.implied_as_recorded).to_string());
        let mut implied: Vec<(i64, u64)> = self.implied.iter().map(|(&k, &n)| (k, n)).collect();
        implied.sort_by_key(|&(komi, n)| (std::cmp::Reverse(n), komi));
        let implied: Vec<String> = implied
            .iter()
            .take(5)
            .map(|(komi, n)| format!("{}:{n}", *komi as f64 / 4.0))
            .collect();
        record.push(implied.join(" "));
        record
    }
}

/// The least of the komi where they are too many: the rest comes of nonsense.
fn few(mut implied: BTreeMap<i64, u64>) -> BTreeMap<i64, u64> {
    while implied.len() > MOST_VALUES {
        implied.pop_last();
    }
    implied
}

/// Where the values are too many, the last in order of names join the others.
fn keep_small(groups: &mut BTreeMap<String, Group>) {
    while groups.len() > MOST_VALUES {
        let Some((_, group)) = groups.pop_last() else {
            return;
        };
        groups.entry(OTHERS.to_owned()).or_default().merge(group);
    }
}

/// The folder of a source, archives counting as folders.
fn folder(source: &str) -> String {
    match source.rfind(['/', '!']) {
        Some(end) => source[..end].to_owned(),
        None => String::new(),
    }
}

/// The first four digits in a row that are a year of recorded games.
fn year(date: &str) -> Option<String> {
    let digits: Vec<char> = date.chars().collect();
    digits
        .windows(4)
        .map(|four| four.iter().collect::<String>())
        .find(|four| {
            four.bytes().all(|b| b.is_ascii_digit())
                && (four.starts_with("20") || four.starts_with('1'))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(source: &str, date: &str, recorded: f64, margin: f64) -> Row {
        Row {
            source: source.to_owned(),
            date: Some(date.to_owned()),
            komi: Some(6.5),
            turns: Some(100),
            recorded_margin: Some(recorded),
            margin: Some(margin),
            verdict: if recorded == margin {
                "agrees"
            } else {
                "differs"
            }
            .to_owned(),
            ..Row::default()
        }
    }

    #[test]
    fn groups_and_merging() {
        let rows = [
            row("a/1.sgf", "1998-03-02", 3.5, 3.5),
            row("a/2.sgf", "published 2001", -10.5, -4.0),
            row("b.zip!c/3.sgf", "", 0.5, 0.5),
        ];
        let mut whole = Statistics::default();
        let mut parts = Statistics::default();
        for row in &rows {
            whole.add(row);
            let mut part = Statistics::default();
            part.add(row);
            parts.merge(part);
        }
        assert_eq!(whole, parts);
        let csv = whole.csv().expect("text");
        assert!(
            csv.contains("\nall,,3,2,1,0,0,0,0,100.0,1,2,0,0,0,0,2,1,6.5:2 13:1\n"),
            "{csv}"
        );
        assert!(csv.contains("\nfolder,a,2,"), "{csv}");
        assert!(csv.contains("\nfolder,b.zip!c,1,"), "{csv}");
        assert!(csv.contains("\nyear,1998,1,"), "{csv}");
        assert!(csv.contains("\nyear,2001,1,"), "{csv}");
    }

    #[test]
    fn many_values_stay_few() {
        let mut statistics = Statistics::default();
        for n in 0..3000 {
            statistics.add(&row(&format!("{n:05}/x.sgf"), "", 0.5, 0.5));
        }
        let folders = &statistics.headings[&Heading::Folder];
        assert!(folders.len() <= MOST_VALUES);
        assert_eq!(folders.values().map(|group| group.games).sum::<u64>(), 3000);
    }
}
