//! A text read as settings: serde says what fits, and each entry is read by itself, so that all that
//! is wrong is said and not only the first of it.

use super::tables::{ARRAYS, Settings};
use super::values::{MOST_WILDCARDS, Pattern};
use crate::finding::Code;
use crate::numbers::grouped;
use crate::report::explain::nearest_of;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, Deserializer};

/// The page on all settings.
pub const PAGE: &str = include_str!("../../../docs/configuration.md");

/// How much is said to be wrong with a file: who reads twenty lines does not need more of them.
const MOST_WRONGS: usize = 20;

/// What is wrong with a file: at which byte, and what.
pub type Wrong = (usize, String);

/// What a file says.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// The settings.
    pub settings: Settings,
    /// By table and key, or table and number of the entry: the byte at which it stands.
    pub places: BTreeMap<(String, String), usize>,
    /// Where its lines end.
    pub ends: Vec<usize>,
}

/// Line and column of a byte, from 1, the column in characters.
pub fn at(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// Reads a text, and takes the settings of those tables that may say them. `has_flag` tells the flags of the command
/// line, for what is meant by a key that no table has.
///
/// # Errors
/// What is wrong: twenty at most, in the order of the text.
pub fn read(
    text: &str,
    takes: impl Fn(&str) -> bool,
    has_flag: impl Fn(&str) -> bool,
) -> Result<Said, Vec<Wrong>> {
    let root = DeTable::parse(text).map_err(|error| {
        let begin = error.span().map_or(0, |span| span.start);
        vec![(begin, error.message().to_owned())]
    })?;
    let mut said = Said {
        ends: text.match_indices('\n').map(|(end, _)| end).collect(),
        ..Said::default()
    };
    let mut wrongs: Vec<Wrong> = Vec::new();
    let mut wildcards = 0;
    for entry in entries(root.into_inner()) {
        // That a table is unknown is said once.
        if matches!(wrongs.last(), Some((place, _)) if *place == entry.table.span().start) {
            continue;
        }
        if wrongs.len() == MOST_WRONGS {
            wrongs.push((text.len(), "the rest was not looked at".to_owned()));
            break;
        }
        let (name, key, place) = (entry.table.to_string(), entry.key.clone(), entry.place);
        let header = entry.header();
        let read = match entry.read(&has_flag) {
            Ok(read) => read,
            Err(wrong) => {
                wrongs.push(wrong);
                continue;
            }
        };
        wildcards += read.patterns().map(Pattern::wildcards).sum::<usize>();
        if wildcards > MOST_WILDCARDS {
            let most = grouped(MOST_WILDCARDS as u64);
            let said = format!("{header}: the patterns of a file have {most} wildcards at most");
            wrongs.push((place, said));
            break;
        }
        if takes(&name) {
            said.settings = mem::take(&mut said.settings).or(read);
        }
        said.places.insert((name, key), place);
    }
    wrongs.sort();
    match wrongs.is_empty() {
        true => Ok(said),
        false => Err(wrongs),
    }
}

/// An entry of a table, or of an array of tables.
struct TableEntry<'a> {
    table: Spanned<Cow<'a, str>>,
    /// Its key, or its number in the array; nothing where the table is empty or no table.
    key: String,
    /// The byte at which its value stands.
    place: usize,
    /// The table as if it had no other entry.
    alone: Spanned<DeValue<'a>>,
}

/// The entries of all tables, in the order of the text.
fn entries<'a>(tables: DeTable<'a>) -> Vec<TableEntry<'a>> {
    let entries = |(table, content): (Spanned<Cow<'a, str>>, _)| entries_of(&table, content);
    let mut all: Vec<TableEntry<'a>> = tables.into_iter().flat_map(entries).collect();
    // The parser has them in the order of their names.
    all.sort_by_key(|entry| entry.place);
    all
}

fn entries_of<'a>(
    table: &Spanned<Cow<'a, str>>,
    content: Spanned<DeValue<'a>>,
) -> Vec<TableEntry<'a>> {
    let entry = |key: String, place: usize, alone| TableEntry {
        table: table.clone(),
        key,
        place,
        alone,
    };
    let span = content.span();
    match content.into_inner() {
        DeValue::Table(entries) if !entries.is_empty() => {
            let entries = entries.into_iter().map(|(key, value)| {
                let (name, span, place) = (key.to_string(), key.span(), value.span().start);
                let alone = DeValue::Table(DeTable::from_iter([(key, value)]));
                entry(name, place, Spanned::new(span, alone))
            });
            entries.collect()
        }
        DeValue::Array(entries) if !entries.is_empty() => {
            let entries = entries.into_iter().enumerate().map(|(number, value)| {
                let span = value.span();
                let alone = DeValue::Array(DeArray::from_iter([value]));
                entry(number.to_string(), span.start, Spanned::new(span, alone))
            });
            entries.collect()
        }
        other => vec![entry(String::new(), span.start, Spanned::new(span, other))],
    }
}

impl TableEntry<'_> {
    /// What people call it.
    fn header(&self) -> String {
        let (name, key) = (&self.table, &self.key);
        match self.alone.get_ref() {
            DeValue::Array(_) => format!("[[{name}]]"),
            _ if key.is_empty() => format!("[{name}]"),
            _ => format!("[{name}] {key}"),
        }
    }

    /// Whether it is a value that stands in no table.
    fn is_value(&self) -> bool {
        let is_table = |one: &Spanned<DeValue>| matches!(one.get_ref(), DeValue::Table(_));
        match self.alone.get_ref() {
            DeValue::Array(all) => !all.iter().any(is_table),
            _ => !is_table(&self.alone),
        }
    }

    /// As settings.
    fn read(self, has_flag: impl Fn(&str) -> bool) -> Result<Settings, Wrong> {
        let (name, header, is_value) = (self.table.to_string(), self.header(), self.is_value());
        let is_array = matches!(self.alone.get_ref(), DeValue::Array(_));
        let (place, span, span_of_table) = (self.place, self.alone.span(), self.table.span());
        let alone = DeTable::from_iter([(self.table, self.alone)]);
        let alone = Deserializer::from(Spanned::new(span.clone(), alone));
        let read = Settings::deserialize(alone).map_err(|error| {
            let at = error.span().unwrap_or(span);
            let explained = explained(error.message(), &has_flag);
            let is_unknown = at == span_of_table;
            let is_misplaced = is_unknown && is_value;
            let meant = is_misplaced.then(|| elsewhere(&name, has_flag)).flatten();
            let wrong = match meant {
                Some(meant) => format!("the key `{name}` stands in no table{}", meant.of(&name)),
                None if is_unknown => explained.replace("unknown key", "unknown table"),
                None => format!("{header}: {explained}"),
            };
            (at.start, wrong)
        })?;
        // serde reads a structure from an array, too.
        if is_array && !ARRAYS.contains(&name.as_str()) {
            return Err((place, format!("[{name}] is a table, not an array")));
        }
        read.check().map_err(|wrong| (place, wrong))?;
        Ok(read)
    }
}

/// serde's message in the words of the page, and what was most likely meant.
fn explained(message: &str, has_flag: impl Fn(&str) -> bool) -> String {
    let mut said = message.to_owned();
    for (theirs, ours) in [
        ("expected f64", "expected a number"),
        ("expected u64", "expected a whole number"),
        ("expected usize", "expected a whole number"),
        (" as i128", ""),
        ("expected a string", "expected a text"),
        ("expected path string", "expected a path"),
        ("expected a boolean", "expected `true` or `false`"),
        ("expected a map", "expected a table"),
        ("expected a sequence", "expected entries in [[ ]]"),
        ("unknown field", "unknown key"),
        ("unknown variant", "unknown value"),
        ("missing field", "missing key"),
    ] {
        said = said.replace(theirs, ours);
    }
    if !message.starts_with("unknown") {
        return said;
    }
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let (name, known) = names.split_first().unwrap_or((&"", &[]));
    let is_code = known.first() == Some(&Code::ALL[0].id());
    if is_code {
        said = said.replace("unknown value", "unknown code");
    }
    let unknown = said.split(", expected").next().unwrap_or_default();
    match nearest_of(name, known) {
        Some(near) => format!("{unknown}. Did you mean `{near}`?"),
        None => match elsewhere(name, has_flag) {
            Some(meant) => format!("{unknown}{}", meant.says()),
            None if is_code => format!("{unknown} (`audit codes` lists them)"),
            None => said,
        },
    }
}

/// Where there is what stands in another place.
enum Elsewhere {
    /// A key, and the header of its table.
    Key(String, String),
    /// A flag that only the command line has.
    Flag(String),
}

impl Elsewhere {
    fn says(&self) -> String {
        match self {
            Elsewhere::Key(key, heading) => format!(". Did you mean `{key}` in {heading}?"),
            Elsewhere::Flag(flag) => format!(": only the command line has `--{flag}`"),
        }
    }

    /// What is said of a key of this name that stands in no table.
    fn of(&self, name: &str) -> String {
        match self {
            Elsewhere::Key(key, heading) if *key == name => format!("; it belongs to {heading}"),
            Elsewhere::Key(..) | Elsewhere::Flag(_) => self.says(),
        }
    }
}

/// The keys that only the entries of an array have.
const OF_ENTRIES: [(&str, &str); 4] = [
    ("match", "games"),
    ("override", "games"),
    ("code", "ignore"),
    ("reason", "ignore"),
];

/// The first key of this name, or that says the same as this flag; or that only the command line has the flag.
fn elsewhere(name: &str, has_flag: impl Fn(&str) -> bool) -> Option<Elsewhere> {
    let name = name.replace('_', "-");
    let of_table = Settings::default().shown().into_iter();
    let mut of_table = of_table.filter(|it| it.key == name || it.option.as_ref() == Some(&name));
    let mut of_entries = OF_ENTRIES.iter().filter(|(key, _)| *key == name);
    if let Some(found) = of_table.next() {
        Some(Elsewhere::Key(found.key, format!("[{}]", found.table)))
    } else if let Some((key, table)) = of_entries.next() {
        Some(Elsewhere::Key((*key).to_owned(), format!("[[{table}]]")))
    } else {
        has_flag(&name).then_some(Elsewhere::Flag(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_example_of_the_page_is_a_file() {
        let examples: Vec<&str> = PAGE.split("```toml\n").skip(1).collect();
        assert!(examples.len() > 3);
        for example in examples {
            let (text, _) = example.split_once("```").expect("an end");
            assert_eq!(wrongs(text), []);
        }
    }

    /// Each key of the page is known by its name and by its flag, where it stands first.
    #[test]
    fn keys_are_found_where_the_page_has_them() {
        let mut heading = "";
        let mut seen = Vec::new();
        for line in PAGE.lines() {
            heading = line.strip_prefix("## ").unwrap_or(heading);
            let Some(row) = line
                .strip_prefix("| `")
                .filter(|_| heading.starts_with('['))
            else {
                continue;
            };
            let words: Vec<&str> = row.split('`').collect();
            let flag = words.iter().find_map(|word| word.strip_prefix("--"));
            for name in [Some(words[0]), flag].into_iter().flatten() {
                if !seen.contains(&name) {
                    let found = elsewhere(name, |_| false).expect(name);
                    let Elsewhere::Key(key, table) = found else {
                        panic!("{name} is a key");
                    };
                    assert_eq!(
                        (key.as_str(), table.as_str()),
                        (words[0], heading),
                        "{name}"
                    );
                    seen.push(name);
                }
            }
        }
        assert!(seen.len() > 30, "{seen:?}");
    }

    fn wrongs(text: &str) -> Vec<Wrong> {
        read(text, |_| true, |_| false).err().unwrap_or_default()
    }

    /// Words and punctuation that settings are made of.
    fn piece() -> impl Strategy<Value = String> {
        let odd = "= [ ] [[ ]] { } , . \"  # nan inf -1 1e999 99999999999999999999 1979-05-27 \u{0} \u{feff} é";
        let words = PAGE.split(['|', '`', '\n', ' ']).chain(odd.split(' '));
        let words: Vec<String> = words.map(|word| format!("{word}\n")).collect();
        let more: Vec<String> = PAGE
            .lines()
            .chain(odd.split(' '))
            .map(str::to_owned)
            .collect();
        proptest::sample::select([words, more].concat())
    }

    proptest! {
        /// Whatever stands in a file, it is read or said to be wrong at a place in it.
        #[test]
        fn no_text_is_too_odd(pieces in proptest::collection::vec(piece(), 0..40)) {
            let text = pieces.concat();
            for (byte, _) in wrongs(&text) {
                prop_assert!(byte <= text.len());
                prop_assert!(at(&text, byte).0 <= text.matches('\n').count() + 1);
            }
        }
    }

    /// The first twenty of the text are said, in far less time than all would take.
    #[test]
    fn of_many_wrongs_the_first_are_said() {
        for keys in [MOST_WRONGS - 1, MOST_WRONGS, 60_000] {
            let keys = (0..keys).rev().map(|n| format!("key-{n} = {n}\n"));
            let text = keys
                .clone()
                .fold("[run]\n".to_owned(), |text, key| text + &key);
            let places = text.match_indices("key-").map(|(place, _)| place);
            let mut first: Vec<usize> = places.take(MOST_WRONGS).collect();
            first.extend((keys.len() > MOST_WRONGS).then_some(text.len()));
            let said: Vec<usize> = wrongs(&text).iter().map(|(place, _)| *place).collect();
            assert_eq!(said, first);
        }
        let many = "[[games]]\nmatch = 1\n".repeat(60_000);
        assert_eq!(wrongs(&many).len(), MOST_WRONGS + 1);
    }

    /// Patterns are compiled to far more than their text.
    #[test]
    fn the_wildcards_of_a_file_are_limited() {
        let table = |wildcards: usize| {
            let pattern = "*".repeat(wildcards);
            format!("[[games]]\nkomi = 0.5\nmatch = [\"a.sgf\", \"{pattern}\"]\n")
        };
        let most = table(MOST_WILDCARDS / 10).repeat(10);
        assert_eq!(wrongs(&most), []);
        let more = most.clone() + &table(1);
        let said = wrongs(&(more.clone() + &table(1)));
        assert_eq!(said.len(), 1);
        let (line, _) = at(&more, said[0].0);
        assert_eq!(line, 31);
        assert!(said[0].1.contains("10,000 wildcards"), "{said:?}");
    }

    /// What the parser would recurse into is cut by it, not by the stack.
    #[test]
    fn depth_is_no_danger() {
        for text in [
            "a.".repeat(400_000) + "a = 1",
            format!("[{}a]", "a.".repeat(400_000)),
            format!("a = {}", "[".repeat(800_000)),
            format!("a = {}", "{a=".repeat(200_000)),
            "[run.a]\n".repeat(2) + &"[[games.a]]\n".repeat(50_000),
        ] {
            assert!(!wrongs(&text).is_empty());
        }
    }
}
