//! A text read as settings: serde says what fits, and each entry is read by itself, so that all that
//! is wrong is said and not only the first of it.

use super::tables::{ONLY_FLAGS, Settings, Shown};
use super::value::quoted;
use crate::report::explain::nearest_of;
use clap::{Args, Command};
use serde::Deserialize;
use std::mem;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeArray, DeString, DeTable, DeValue, Deserializer};

/// How much is said to be wrong with a file: who reads twenty lines does not need more of them.
const MOST_WRONGS: usize = 20;

/// Characters of a value that a message shows.
const SEEN: usize = 60;

/// A place in a file: line and column from 1, the column in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// What is wrong with a file: at which byte, and what.
pub type Wrong = (usize, String);

/// The text of a file.
#[derive(Clone, Debug, Default)]
pub struct Text {
    text: String,
    /// Where its lines end.
    ends: Vec<usize>,
    /// Where it is not UTF-8 any more.
    cut: Option<usize>,
}

impl Text {
    /// The text in some bytes.
    pub fn new(bytes: &[u8]) -> Text {
        let (text, cut) = match std::str::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let end = error.valid_up_to();
                let before = bytes.get(..end).unwrap_or_default();
                (std::str::from_utf8(before).unwrap_or_default(), Some(end))
            }
        };
        Text {
            ends: text.match_indices('\n').map(|(end, _)| end).collect(),
            text: text.to_owned(),
            cut,
        }
    }

    /// The place of a byte.
    pub fn at(&self, byte: usize) -> At {
        let line = self.ends.partition_point(|&end| end < byte);
        let begin = match line {
            0 => 0,
            line => self.ends[line - 1] + 1,
        };
        let before = self.text.get(begin..byte).unwrap_or_default();
        At {
            line: line + 1,
            column: before.chars().count() + 1,
        }
    }

    /// The settings that can be understood, and what is wrong: where there is anything, the first of
    /// it in the order of names, twenty at most.
    pub fn settings(&self) -> (Settings, Vec<Wrong>) {
        let mut reader = Reader {
            text: &self.text,
            settings: Settings::default(),
            wrongs: Vec::new(),
        };
        match (self.cut, DeTable::parse(&self.text)) {
            (Some(end), _) => reader
                .wrongs
                .push((end, "the file is not UTF-8 from here on".to_owned())),
            (None, Ok(root)) => reader.root(root.into_inner()),
            (None, Err(error)) => {
                let begin = error.span().map_or(0, |span| span.start);
                reader.wrongs.push((begin, error.message().to_owned()));
            }
        }
        reader.wrongs.sort();
        if reader.wrongs.len() >= MOST_WRONGS {
            let end = self.text.len();
            let said = "the rest was not looked at".to_owned();
            reader.wrongs.push((end, said));
        }
        (reader.settings, reader.wrongs)
    }
}

struct Reader<'a> {
    text: &'a str,
    settings: Settings,
    wrongs: Vec<Wrong>,
}

type Name<'a> = Spanned<DeString<'a>>;

/// The entries of a table, or of an array of tables, each as if it stood there alone.
fn parts<'a>(table: &Name<'_>, content: Spanned<DeValue<'a>>) -> Vec<Spanned<DeValue<'a>>> {
    let span = content.span();
    match content.into_inner() {
        DeValue::Table(entries) if !entries.is_empty() => entries
            .into_iter()
            .map(|(key, value)| (key.span(), DeTable::from_iter([(key, value)])))
            .map(|(span, entry)| Spanned::new(span, DeValue::Table(entry)))
            .collect(),
        DeValue::Array(entries) if is_array(table.get_ref()) => entries
            .into_iter()
            .map(|entry| (entry.span(), DeArray::from_iter([entry])))
            .map(|(span, entry)| Spanned::new(span, DeValue::Array(entry)))
            .collect(),
        other => vec![Spanned::new(span, other)],
    }
}

impl Reader<'_> {
    fn root(&mut self, root: DeTable<'_>) {
        for (table, content) in root {
            let header = match is_array(table.get_ref()) {
                true => format!("[[{}]]", table.get_ref()),
                false => format!("[{}]", table.get_ref()),
            };
            for part in parts(&table, content) {
                if self.wrongs.len() >= MOST_WRONGS {
                    return;
                }
                let span = part.span();
                let is_table = matches!(part.get_ref(), DeValue::Table(_) | DeValue::Array(_));
                let alone = DeTable::from_iter([(table.clone(), part)]);
                let alone = Deserializer::from(Spanned::new(span.clone(), alone));
                match Settings::deserialize(alone).map(|read| (lacks(&read), read)) {
                    Ok((None, read)) => self.settings = mem::take(&mut self.settings).or(read),
                    Ok((Some(lack), _)) => self.wrongs.push((span.start, lack)),
                    Err(error) => {
                        let at = error.span().unwrap_or(span);
                        let said = match error.message().strip_prefix("unknown field ") {
                            Some(_) if at == table.span() => {
                                no_table(table.get_ref(), is_table, error.message())
                            }
                            Some(_) => self.no_key(&at, &header, error.message()),
                            None => self.said(&at, &header, error.message()),
                        };
                        self.wrongs.push((at.start, said));
                    }
                }
            }
        }
    }

    /// What is wrong with a value, and what was seen.
    fn said(&self, at: &Range<usize>, header: &str, message: &str) -> String {
        if let Some(field) = message.strip_prefix("missing field ") {
            return format!("this {header} lacks {field}");
        }
        if message.contains("expected a sequence") {
            return format!("entries begin with {header}");
        }
        let Some(takes) = message.strip_prefix("takes ") else {
            return message.to_owned();
        };
        // The key stands before the value, and a `=` between them.
        let before = self.text.get(..at.start).unwrap_or_default();
        let before = before.trim_end_matches(|c: char| c == '=' || c.is_whitespace());
        let mut keys = before.rsplit(|c: char| c.is_whitespace() || "{,.".contains(c));
        let key = quoted(keys.next().unwrap_or_default().trim_matches(['"', '\'']));
        let text = self.text.get(at.clone()).unwrap_or_default();
        let line = text.lines().next().unwrap_or_default();
        let mut seen: String = line.chars().take(SEEN).collect();
        if seen.len() < text.len() {
            seen += "...";
        }
        let names = takes.split_once("(one of ").map_or("", |(_, names)| names);
        let names: Vec<&str> = names.trim_end_matches(')').split(", ").collect();
        let meant = meant(seen.trim_matches(['"', '\'']), &names);
        format!("{key} in {header} takes {takes}, not {seen}{meant}")
    }

    /// That there is no such key, and which was meant: one of this table, or of another.
    fn no_key(&self, at: &Range<usize>, header: &str, message: &str) -> String {
        let name = self.text.get(at.clone()).unwrap_or_default();
        let name = name.trim_matches(['"', '\'']);
        let said = format!("there is no key {} in {header}", quoted(name));
        let flag = name.replace('_', "-");
        let all = Settings::default().shown();
        let mut all = all.iter();
        match all.find(|it| it.key == flag || flag_of(it) == flag) {
            _ if header.starts_with("[[") => said + &meant_of(name, message),
            Some(setting) => said + &in_table(setting),
            None if ONLY_FLAGS.contains(&flag.as_str()) => {
                format!("{said}: only the command line has --{flag}")
            }
            None => said + &meant_of(name, message),
        }
    }
}

/// That there is no such table, and which was meant; or, of a key outside of all, in which it is.
fn no_table(name: &str, is_table: bool, message: &str) -> String {
    let text = quoted(name);
    if is_table {
        return format!("there is no table {text}{}", meant_of(name, message));
    }
    let all = Settings::default().shown();
    let names: Vec<&str> = all.iter().map(|setting| setting.key.as_str()).collect();
    let near = nearest_of(name, &names);
    let near = all
        .iter()
        .find(|setting| Some(setting.key.as_str()) == near);
    let meant = near.map(in_table).unwrap_or_default();
    format!("every key stands in a table; there is no key {text}{meant}")
}

fn is_array(table: &str) -> bool {
    matches!(table, "games" | "ignore")
}

/// What an entry lacks that serde does not ask for.
fn lacks(read: &Settings) -> Option<String> {
    let games = read.games.first().map(Spanned::get_ref);
    if let Some(games) = games {
        if games.patterns.is_empty() {
            return Some("this [[games]] lacks `match`".to_owned());
        }
        if games.rules.is_none() && games.komi.is_none() {
            return Some("this [[games]] lacks `rules` or `komi`".to_owned());
        }
    }
    let ignored = read.ignore.first().map(Spanned::get_ref);
    let silent = ignored.is_some_and(|ignored| ignored.reason.trim().is_empty());
    silent.then(|| "this [[ignore]] lacks `reason`".to_owned())
}

fn in_table(setting: &Shown) -> String {
    format!(
        ". Did you mean {} in [{}]?",
        quoted(&setting.key),
        setting.table
    )
}

fn meant(name: &str, known: &[&str]) -> String {
    let near = nearest_of(name, known).map(quoted);
    near.map_or(String::new(), |near| format!(". Did you mean {near}?"))
}

/// Which of those was meant that serde expected, or what there is.
fn meant_of(name: &str, message: &str) -> String {
    let known = message.split_once(", expected ").map_or("", |(_, all)| all);
    let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
    match meant(name, &known) {
        meant if meant.is_empty() => format!("; there are: {}", known.join(", ")),
        meant => meant,
    }
}

/// The flag that stands for a setting, without its dashes; empty where none does.
fn flag_of(setting: &Shown) -> String {
    let command = Settings::augment_args(Command::new("audit"));
    let mut flags = command.get_arguments();
    let flag = flags.find(|flag| flag.get_id().as_str() == setting.id());
    let flag = flag.and_then(|flag| flag.get_long());
    flag.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_example_of_the_page_is_a_file() {
        let page = include_str!("../../../docs/configuration.md");
        let examples: Vec<&str> = page.split("```toml\n").skip(1).collect();
        assert!(examples.len() > 3);
        for example in examples {
            let (text, _) = example.split_once("```").expect("an end");
            assert_eq!(wrongs(text), []);
        }
    }

    fn wrongs(text: &str) -> Vec<Wrong> {
        Text::new(text.as_bytes()).settings().1
    }

    /// Names, values and punctuation that settings are made of.
    fn piece() -> impl Strategy<Value = String> {
        let names = Settings::default().shown();
        let names = names.into_iter().flat_map(|it| {
            let value = it.default.clone().unwrap_or("1".to_owned());
            let key = it.key.clone();
            [
                format!("\n[{}]\n", it.table),
                format!("\n{key} = {value}\n"),
                key,
                value,
            ]
        });
        let more = [
            "\n[severity]\n",
            "\n[[games]]\n",
            "\n[[ignore]]\n",
            "match = \"*\"",
            "code = \"no-game\"",
            "reason = 'why'",
            "override = true",
            "no-game = \"note\"",
            "=",
            "[",
            "]",
            "{",
            "}",
            ",",
            ".",
            "\"",
            "'''",
            "\n",
            "#",
            "nan",
            "inf",
            "-1",
            "1e999",
            "99999999999999999999",
            "1979-05-27",
            "\u{0}",
            "\u{feff}",
            "\\u{110000}",
            "é",
        ];
        let all: Vec<String> = names.chain(more.map(str::to_owned)).collect();
        proptest::sample::select(all)
    }

    proptest! {
        /// Whatever stands in a file, it is read or said to be wrong at a place in it.
        #[test]
        fn no_text_is_too_odd(pieces in proptest::collection::vec(piece(), 0..40)) {
            let text = Text::new(pieces.concat().as_bytes());
            for (byte, _) in text.settings().1 {
                prop_assert!(byte <= text.text.len());
                prop_assert!(text.at(byte).line <= text.ends.len() + 1);
            }
        }

        #[test]
        fn no_bytes_are_too_odd(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let text = Text::new(&bytes);
            for (byte, _) in text.settings().1 {
                prop_assert!(text.at(byte).column >= 1);
            }
        }
    }

    /// The first twenty are said, in far less time than all would take.
    #[test]
    fn of_many_wrongs_the_first_are_said() {
        let mut text = String::from("[run]\n");
        for n in 0..60_000 {
            text += &format!("key-{n} = {n}\n");
        }
        assert_eq!(wrongs(&text).len(), MOST_WRONGS + 1);
        let many = "[[games]]\nmatch = 1\n".repeat(60_000);
        assert_eq!(wrongs(&many).len(), MOST_WRONGS + 1);
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
