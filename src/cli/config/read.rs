//! A configuration file read: every key known, every value what the key takes, each with its place.
//! The only file that knows the crate toml.

use super::keys::{GAMES, IGNORE, KEYS, Key, OTHER_TABLES, TABLES};
use super::value::{Setting, Value, quoted};
use crate::cli::args::Cli;
use clap::CommandFactory;
use sgf_audit::finding::{Code, Severity};
use sgf_audit::record::rules::RuleSet;
use sgf_audit::report::explain::nearest_of;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// A file's settings.
#[derive(Default)]
pub struct Document {
    /// Settings of the table of all settings, with their lines.
    pub settings: Vec<(&'static Key, Value, At)>,
    /// `[severity]`.
    pub severities: Vec<(Code, Severity, At)>,
    /// `[[games]]`.
    pub games: Vec<Games>,
    /// `[[ignore]]`.
    pub ignored: Vec<Ignored>,
}

/// A place in the file: line and column from 1, the column in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// Rules and komi of some games.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// Where the entry begins.
    pub at: At,
    /// Patterns of which one must fit.
    pub patterns: Vec<(String, At)>,
    /// Their rules.
    pub rules: Option<RuleSet>,
    /// Their komi.
    pub komi: Option<f64>,
    /// Whether the record is set aside.
    pub overrides: bool,
}

/// Findings that are left out.
#[derive(Clone, Debug)]
pub struct Ignored {
    /// Where the entry begins.
    pub at: At,
    /// Their code.
    pub code: Code,
    /// Why.
    pub reason: String,
    /// Patterns of which one must fit; none for all games.
    pub patterns: Vec<(String, At)>,
}

/// What is wrong with a file: where, and what.
pub type Wrongs = Vec<(At, String)>;

/// How much is said to be wrong with a file: who reads twenty lines does not need more of them.
pub const MOST_WRONGS: usize = 20;

/// Reads a file: what can be understood, and all that is wrong with it.
pub fn read(bytes: &[u8]) -> (Document, Wrongs) {
    let (text, utf8) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            (std::str::from_utf8(before).unwrap_or_default(), false)
        }
    };
    let mut reader = Reader {
        text,
        ends: text.match_indices('\n').map(|(end, _)| end).collect(),
        wrongs: Vec::new(),
        document: Document::default(),
    };
    if !utf8 {
        let end = text.len()..text.len();
        reader.wrong(&end, "the file is not UTF-8 from here on".to_owned());
        return (reader.document, reader.wrongs);
    }
    match DeTable::parse(text) {
        Ok(root) => reader.root(root.get_ref()),
        Err(error) => {
            let at = reader.at(&error.span().unwrap_or(0..0));
            reader.wrongs.push((at, error.message().to_owned()));
        }
    }
    (reader.document, reader.wrongs)
}

struct Reader<'a> {
    text: &'a str,
    /// Where its lines end.
    ends: Vec<usize>,
    wrongs: Wrongs,
    document: Document,
}

type Name<'a> = Spanned<DeString<'a>>;
type Content<'a> = Spanned<DeValue<'a>>;

impl Reader<'_> {
    fn at(&self, span: &Range<usize>) -> At {
        let line = self.ends.partition_point(|&end| end < span.start);
        let begin = match line {
            0 => 0,
            line => self.ends[line - 1] + 1,
        };
        let before = self.text.get(begin..span.start).unwrap_or_default();
        At {
            line: line + 1,
            column: before.chars().count() + 1,
        }
    }

    /// Whether enough is wrong to stop looking.
    fn full(&self) -> bool {
        self.wrongs.len() >= MOST_WRONGS
    }

    fn wrong(&mut self, span: &Range<usize>, what: String) {
        let at = self.at(span);
        self.wrongs.push((at, what));
    }

    /// That a name is none of those known, and which was meant.
    fn unknown(&mut self, name: &Name<'_>, said: &str, known: &[&'static str]) {
        let meant = match suggestion(name.get_ref(), known) {
            meant if meant.is_empty() => format!("; there are: {}", known.join(", ")),
            meant => meant,
        };
        self.wrong(&name.span(), format!("{said}{meant}"));
    }

    fn root(&mut self, root: &DeTable<'_>) {
        for (name, value) in root {
            if self.full() {
                return;
            }
            let text: &str = name.get_ref();
            match (text, value.get_ref()) {
                ("severity", DeValue::Table(table)) => self.severities(table),
                ("games", DeValue::Array(_)) | ("ignore", DeValue::Array(_)) => {
                    let entries = value.get_ref().as_array().into_iter().flatten();
                    for entry in entries {
                        if self.full() {
                            return;
                        }
                        self.entry(text, entry);
                    }
                }
                ("games" | "ignore", _) => {
                    self.wrong(&name.span(), format!("entries begin with [[{text}]]"));
                }
                (_, DeValue::Table(table)) if TABLES.iter().any(|known| known.name == text) => {
                    self.settings(text, table);
                }
                (_, DeValue::Table(_) | DeValue::Array(_)) => {
                    let known: Vec<&str> = TABLES.iter().map(|table| table.name).collect();
                    let said = format!("there is no table {}", quoted(text));
                    self.unknown(name, &said, &[&known, OTHER_TABLES].concat());
                }
                _ if TABLES.iter().any(|known| known.name == text) || text == "severity" => {
                    self.wrong(&name.span(), format!("{text} is a table: [{text}]"));
                }
                _ => self.outside_of_tables(name),
            }
        }
    }

    /// A key that stands in no table: most likely one of a table's.
    fn outside_of_tables(&mut self, name: &Name<'_>) {
        let text: &str = name.get_ref();
        let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
        let meant = nearest_of(text, &names)
            .and_then(|near| KEYS.iter().find(|key| key.name == near))
            .map(|key| format!(". Did you mean {} in [{}]?", quoted(key.name), key.table))
            .unwrap_or_default();
        let said = format!(
            "every key stands in a table; there is no key {}{meant}",
            quoted(text)
        );
        self.wrong(&name.span(), said);
    }

    fn settings(&mut self, table: &str, entries: &DeTable<'_>) {
        for (name, value) in entries {
            if self.full() {
                return;
            }
            let text: &str = name.get_ref();
            let of_table = KEYS.iter().filter(|key| key.table == table);
            match of_table.clone().find(|key| key.name == text) {
                Some(key) => {
                    let at = self.at(&value.span());
                    let value = plain(value.get_ref());
                    self.document.settings.push((key, value, at));
                }
                None => {
                    let known: Vec<&str> = of_table.map(|key| key.name).collect();
                    self.unknown_key(name, &format!("[{table}]"), &known);
                }
            }
        }
    }

    /// A key that its table does not have; another may.
    fn unknown_key(&mut self, name: &Name<'_>, table: &str, known: &[&'static str]) {
        let text: &str = name.get_ref();
        let flag = text.replace('_', "-");
        let elsewhere = KEYS.iter().find(|key| key.name == flag || key.flag == flag);
        let said = format!("there is no key {} in {table}", quoted(text));
        let meant = match elsewhere {
            Some(key) => format!(". Did you mean {} in [{}]?", quoted(key.name), key.table),
            None if is_flag(&flag) => format!(": only the command line has --{flag}"),
            None => return self.unknown(name, &said, known),
        };
        self.wrong(&name.span(), said + &meant);
    }

    fn severities(&mut self, entries: &DeTable<'_>) {
        for (name, value) in entries {
            if self.full() {
                return;
            }
            let code = self.code(name.get_ref(), &name.span());
            let what = format!("{} in [severity]", quoted(name.get_ref()));
            let severity = self.value::<Severity>(&what, value);
            if code == Some(Code::InternalError) {
                let said = "a defect of the program is always an error".to_owned();
                self.wrong(&name.span(), said);
            } else if let (Some(code), Some(severity)) = (code, severity) {
                let at = self.at(&value.span());
                self.document.severities.push((code, severity, at));
            }
        }
    }

    fn code(&mut self, id: &str, span: &Range<usize>) -> Option<Code> {
        let code = Code::from_id(id);
        if code.is_none() {
            let known: Vec<&str> = Code::ALL.iter().map(|code| code.id()).collect();
            let said = format!(
                "there is no finding code {}{}",
                quoted(id),
                suggestion(id, &known)
            );
            self.wrong(span, said);
        }
        code
    }

    fn entry(&mut self, kind: &str, entry: &Content<'_>) {
        let (table, keys) = match kind {
            "games" => ("[[games]]", GAMES),
            _ => ("[[ignore]]", IGNORE),
        };
        let at = self.at(&entry.span());
        let before = self.wrongs.len();
        let mut games = Games {
            at,
            ..Games::default()
        };
        let (mut code, mut reason) = (None, None);
        for (name, value) in entry.get_ref().as_table().into_iter().flatten() {
            if self.full() {
                return;
            }
            match name.get_ref().as_ref() {
                text if keys.iter().all(|key| key.name != text) => {
                    let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
                    let said = format!("there is no key {} in {table}", quoted(text));
                    self.unknown(name, &said, &known);
                }
                "match" => {
                    let at = self.at(&value.span());
                    let patterns = self.value::<Vec<String>>("match", value);
                    let patterns = patterns.into_iter().flatten();
                    games.patterns = patterns.map(|pattern| (pattern, at)).collect();
                }
                "rules" => games.rules = self.value("rules", value),
                "komi" => games.komi = self.value("komi", value),
                "override" => games.overrides = self.value("override", value) == Some(true),
                "code" => {
                    let id = self.value::<String>("code", value);
                    code = id.and_then(|id| self.code(&id, &value.span()));
                }
                _ => reason = self.value::<String>("reason", value),
            }
        }
        if self.wrongs.len() > before {
            return;
        }
        let missing = match kind {
            "games" if games.patterns.is_empty() => Some("`match`: which games it is for"),
            "games" if games.rules.is_none() && games.komi.is_none() => Some("`rules` or `komi`"),
            "ignore" if code.is_none() => Some("`code`"),
            "ignore"
                if reason
                    .as_ref()
                    .is_none_or(|reason| reason.trim().is_empty()) =>
            {
                Some("`reason`: why the findings are left out")
            }
            "ignore" if code == Some(Code::InternalError) => {
                self.wrongs
                    .push((at, "a defect of the program is never ignored".to_owned()));
                return;
            }
            _ => None,
        };
        if let Some(missing) = missing {
            self.wrongs
                .push((at, format!("this {table} lacks {missing}")));
        } else if kind == "games" {
            self.document.games.push(games);
        } else if let (Some(code), Some(reason)) = (code, reason) {
            self.document.ignored.push(Ignored {
                at,
                code,
                reason,
                patterns: games.patterns,
            });
        }
    }

    /// A value, where it is what is taken there.
    fn value<T: Setting>(&mut self, what: &str, value: &Content<'_>) -> Option<T> {
        let plain = plain(value.get_ref());
        let read = T::read(&plain);
        if read.is_none() {
            self.wrong(
                &value.span(),
                not_taken(what, T::TAKES, &T::names(), &plain),
            );
        }
        read
    }
}

/// That a value is not what is taken there.
pub fn not_taken(what: &str, takes: &str, names: &[&'static str], value: &Value) -> String {
    let one_of = match names {
        [] => String::new(),
        names => format!(" (one of {})", names.join(", ")),
    };
    let meant = match value {
        Value::Text(text) => suggestion(text, names),
        _ => String::new(),
    };
    format!("{what} takes {takes}{one_of}, not {}{meant}", value.shown())
}

/// Whether an audit has this flag.
fn is_flag(name: &str) -> bool {
    Cli::command()
        .get_arguments()
        .any(|argument| argument.get_long() == Some(name))
}

fn suggestion(name: &str, known: &[&'static str]) -> String {
    nearest_of(name, known)
        .map(|near| format!(". Did you mean {}?", quoted(near)))
        .unwrap_or_default()
}

fn plain(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.clone().into_owned()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map_or(Value::Other("an integer that is too large"), Value::Whole),
        DeValue::Float(number) => number
            .as_str()
            .parse()
            .map_or(Value::Other("a float"), Value::Real),
        DeValue::Boolean(switch) => Value::Switch(*switch),
        DeValue::Array(values) => {
            Value::List(values.iter().map(|value| plain(value.get_ref())).collect())
        }
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Table(_) => Value::Other("a table"),
    }
}
