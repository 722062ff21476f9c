//! A text read as settings: serde says what fits, and each entry is read by itself, so that all that
//! is wrong is said and not only the first of it.

use super::tables::Settings;
use super::values::{MOST_WILDCARDS, Pattern};
use crate::finding::Code;
use crate::numbers::grouped;
use crate::report::explain::nearest_of;
use serde::Deserialize;
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

/// Reads a text, and takes the settings of those tables that may say them.
///
/// # Errors
/// What is wrong: twenty at most, in the order of the text.
pub fn read(text: &str, takes: impl Fn(&str) -> bool) -> Result<Said, Vec<Wrong>> {
    let root = DeTable::parse(text).map_err(|error| {
        let begin = error.span().map_or(0, |span| span.start);
        vec![(begin, error.message().to_owned())]
    })?;
    let mut said = Said {
        ends: text.match_indices('\n').map(|(end, _)| end).collect(),
        ..Said::default()
    };
    let mut wrongs = Vec::new();
    let mut wildcards = 0;
    let tables = root.into_inner().into_iter();
    let all = tables.flat_map(|(table, content)| {
        let entries = entries(content).into_iter();
        entries.map(move |entry| (table.clone(), entry))
    });
    let mut all: Vec<_> = all.collect();
    // The parser has them in the order of their names.
    all.sort_by_key(|(_, (_, place, _))| *place);
    for (table, (key, place, alone)) in all {
        // That a table is unknown is said once.
        if matches!(wrongs.last(), Some((place, _)) if *place == table.span().start) {
            continue;
        }
        if wrongs.len() == MOST_WRONGS {
            wrongs.push((text.len(), "the rest was not looked at".to_owned()));
            break;
        }
        let span = alone.span();
        let name = table.to_string();
        let is_array = matches!(alone.get_ref(), DeValue::Array(_));
        let is_value = match alone.get_ref() {
            DeValue::Table(_) => false,
            DeValue::Array(all) => !all
                .iter()
                .any(|one| matches!(one.get_ref(), DeValue::Table(_))),
            _ => true,
        };
        let header = match alone.get_ref() {
            DeValue::Array(_) => format!("[[{name}]]"),
            _ if key.is_empty() => format!("[{name}]"),
            _ => format!("[{name}] {key}"),
        };
        let alone = DeTable::from_iter([(table.clone(), alone)]);
        let alone = Deserializer::from(Spanned::new(span.clone(), alone));
        match Settings::deserialize(alone).map(|read| (read.check(), read)) {
            // serde reads a structure from an array, too.
            Ok(_) if is_array && !["games", "ignore"].contains(&name.as_str()) => {
                wrongs.push((place, format!("[{name}] is a table, not an array")));
            }
            Ok((Ok(()), read)) => {
                wildcards += read.patterns().map(Pattern::wildcards).sum::<usize>();
                if wildcards > MOST_WILDCARDS {
                    let most = grouped(MOST_WILDCARDS as u64);
                    let said =
                        format!("{header}: the patterns of a file have {most} wildcards at most");
                    wrongs.push((place, said));
                    break;
                }
                if takes(&name) {
                    said.settings = mem::take(&mut said.settings).or(read);
                }
                said.places.insert((name, key), place);
            }
            Ok((Err(wrong), _)) => wrongs.push((place, wrong)),
            Err(error) => {
                let at = error.span().unwrap_or(span);
                let explained = explained(error.message());
                let is_unknown = at == table.span();
                let misplaced = elsewhere(&name).filter(|_| is_unknown && is_value);
                let wrong = match misplaced {
                    Some(meant) => {
                        format!("the key `{name}` stands in no table{}", meant.of(&name))
                    }
                    None if is_unknown => explained.replace("unknown key", "unknown table"),
                    None => format!("{header}: {explained}"),
                };
                wrongs.push((at.start, wrong));
            }
        }
    }
    wrongs.sort();
    match wrongs.is_empty() {
        true => Ok(said),
        false => Err(wrongs),
    }
}

/// The entries of a table, or of an array of tables: the key or number of each, where its value
/// stands, and the entry as if it stood there alone.
fn entries(content: Spanned<DeValue<'_>>) -> Vec<(String, usize, Spanned<DeValue<'_>>)> {
    let span = content.span();
    match content.into_inner() {
        DeValue::Table(entries) if !entries.is_empty() => {
            let entries = entries.into_iter().map(|(key, value)| {
                let (name, span, place) = (key.to_string(), key.span(), value.span().start);
                let alone = DeValue::Table(DeTable::from_iter([(key, value)]));
                (name, place, Spanned::new(span, alone))
            });
            entries.collect()
        }
        DeValue::Array(entries) if !entries.is_empty() => {
            let entries = entries.into_iter().enumerate().map(|(number, entry)| {
                let span = entry.span();
                let alone = DeValue::Array(DeArray::from_iter([entry]));
                (number.to_string(), span.start, Spanned::new(span, alone))
            });
            entries.collect()
        }
        other => vec![(String::new(), span.start, Spanned::new(span, other))],
    }
}

/// serde's message in the words of the page, and what was most likely meant.
fn explained(message: &str) -> String {
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
        None => match elsewhere(name) {
            Some(meant) => format!("{unknown}{}", meant.says()),
            None if is_code => format!("{unknown} (`audit codes` lists them)"),
            None => said,
        },
    }
}

/// Where the page has what stands in another place.
enum Elsewhere<'a> {
    /// A key, and the heading of its table.
    Key(&'a str, &'a str),
    /// A flag that only the command line has.
    Flag(String),
}

impl Elsewhere<'_> {
    fn says(&self) -> String {
        match self {
            Elsewhere::Key(key, heading) => format!(". Did you mean `{key}` in {heading}?"),
            Elsewhere::Flag(flag) => format!(": only the command line has {flag}"),
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

/// Where the page has a key of this name or one that stands for this flag, or that only the command
/// line has the flag.
fn elsewhere(name: &str) -> Option<Elsewhere<'static>> {
    let name = name.replace('_', "-");
    let (cell, flag) = (format!("| `{name}` |"), format!("`--{name}`"));
    let mut heading = "";
    for line in PAGE.lines() {
        if let Some(next) = line.strip_prefix("## ") {
            heading = next;
        } else if line.starts_with(&cell) || line.starts_with("| `") && line.contains(&flag) {
            return Some(Elsewhere::Key(line.split('`').nth(1)?, heading));
        } else if line.starts_with("`--") && line.contains(&flag) {
            return Some(Elsewhere::Flag(flag));
        }
    }
    None
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

    fn wrongs(text: &str) -> Vec<Wrong> {
        read(text, |_| true).err().unwrap_or_default()
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
