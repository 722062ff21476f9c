//! Known findings: a file of them, which do not make the audit fail.
//!
//! A finding is known by its game's id and its code, and how many of that code the game has. The id
//! does not change when files are moved or renamed. What has no id, because there is no board, is
//! known by the last part of its name. Only findings at warning or above count: notes never make an
//! audit fail.
//!
//! The file is a line each, sorted, with a first line that says what it is and a last line `end`,
//! so that a file cut short is noticed:
//!
//! ```text
//! audit-baseline 1
//! 0123456789abcdef0123456789abcdef illegal-move 2
//! file:broken.sgf no-game 1
//! end
//! ```

use super::roots::shown;
use super::trouble::Trouble;
use super::whole::Place;
use serde::{Deserialize, Serialize};
use sgf_audit::finding::{Code, Severity};
use sgf_audit::report::explain::nearest;
use sgf_audit::report::{Row, Summary, place};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// What a file of known findings begins with.
const HEAD: &str = "audit-baseline 1";

/// What it ends with.
const END: &str = "end";

/// Bytes of a line, far more than any line has.
const LINE: u64 = 4096;

/// Findings that are named at the end of a run.
const NAMED: usize = 10;

/// Which findings are known.
#[derive(Clone, Debug, Default)]
pub struct KnownArgs {
    /// Findings that this file lists do not make the audit fail; those that are gone are said.
    pub baseline: Option<PathBuf>,

    /// All findings at warning or above are written here, as known from now on.
    pub write_baseline: Option<PathBuf>,
}

/// Findings of one code in one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Weighty {
    game: String,
    code: String,
    severity: Severity,
    count: u32,
    /// The row, for people.
    name: String,
}

impl Weighty {
    /// The findings of a row that count, by code.
    pub fn of(row: &Row) -> Vec<Weighty> {
        let mut by_code: BTreeMap<&str, (Severity, u32)> = BTreeMap::new();
        for finding in &row.findings {
            let severity = finding.severity;
            if severity > Severity::Note {
                let entry = by_code.entry(finding.code.id()).or_insert((severity, 0));
                *entry = (entry.0.max(severity), entry.1 + 1);
            }
        }
        by_code
            .into_iter()
            .map(|(code, (severity, count))| Weighty {
                game: game(row),
                code: code.to_owned(),
                severity,
                count,
                name: place::name(row),
            })
            .collect()
    }
}

/// What a game is known by.
fn game(row: &Row) -> String {
    if let Some(id) = &row.id {
        return id.clone();
    }
    let (file, member) = place::split(&row.source);
    let name = member.unwrap_or(file);
    let last = name.trim_end_matches('/').rsplit('/').next();
    format!("file:{}", place::uri(last.unwrap_or(name)))
}

/// By game, then by code.
type Counts = BTreeMap<(Game, Code), u32>;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Game {
    Id(u128),
    File(Box<str>),
}

impl Game {
    fn from_text(text: &str) -> Option<Game> {
        if let Some(name) = text.strip_prefix("file:") {
            return (!name.is_empty()).then(|| Game::File(name.into()));
        }
        let lower = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        match text.len() == 32 && text.bytes().all(lower) {
            true => u128::from_str_radix(text, 16).ok().map(Game::Id),
            false => None,
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Game::Id(id) => write!(f, "{id:032x}"),
            Game::File(name) => write!(f, "file:{name}"),
        }
    }
}

/// What is known, what is seen of it, and what is to be known from now on.
pub struct Ledger {
    /// The file, and what of it was not seen yet.
    known: Option<(PathBuf, Counts)>,
    writing: Option<Writing>,
    seen: u64,
    new: u64,
    first_new: Vec<String>,
    worst_new: Option<Severity>,
}

struct Writing {
    /// As it was given, for messages.
    path: PathBuf,
    place: Place,
    out: Box<dyn Write + Send>,
    counts: Counts,
}

impl Ledger {
    /// Reads and begins what the arguments ask for.
    ///
    /// # Errors
    /// Where a file of known findings cannot be read or is damaged, or one cannot be written.
    pub fn open(args: &KnownArgs) -> Result<Ledger, Trouble> {
        let known = match &args.baseline {
            Some(path) => Some((path.clone(), read(path)?)),
            None => None,
        };
        let writing = match &args.write_baseline {
            Some(path) => Some(Writing::begin(path)?),
            None => None,
        };
        Ok(Ledger {
            known,
            writing,
            seen: 0,
            new: 0,
            first_new: Vec::new(),
            worst_new: None,
        })
    }

    /// Takes findings, in the order of the rows.
    pub fn add(&mut self, weighty: &Weighty) {
        if self.known.is_none() && self.writing.is_none() {
            return;
        }
        // What another run may not find is no fact of a game: it is never known.
        let code = Code::from_id(&weighty.code).filter(|code| !code.may_pass());
        let Some(key) = Game::from_text(&weighty.game).zip(code) else {
            return self.is_new(weighty, weighty.count);
        };
        if let Some((_, known)) = &mut self.known {
            let mut new = weighty.count;
            if let Entry::Occupied(mut left) = known.entry(key.clone()) {
                let seen = new.min(*left.get());
                new -= seen;
                self.seen += u64::from(seen);
                *left.get_mut() -= seen;
                if *left.get() == 0 {
                    left.remove();
                }
            }
            if new > 0 {
                self.is_new(weighty, new);
            }
        }
        if let Some(writing) = &mut self.writing {
            let count = writing.counts.entry(key).or_default();
            *count = count.saturating_add(weighty.count);
        }
    }

    fn is_new(&mut self, weighty: &Weighty, count: u32) {
        self.new += u64::from(count);
        self.worst_new = self.worst_new.max(Some(weighty.severity));
        if self.first_new.len() < NAMED {
            let named = format!("{} in {}", weighty.code, weighty.name);
            self.first_new.push(named);
        }
    }

    /// The worst severity among the findings that are not known. Where known findings are written,
    /// and none are read, all are.
    pub fn worst(&self, summary: &Summary) -> Option<Severity> {
        match (&self.known, &self.writing) {
            (None, None) => summary.worst_severity(),
            _ => self.worst_new,
        }
    }

    /// Writes what is to be known from now on, and says what there is to say.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn finish(self, scope: Scope) -> Result<Vec<String>, Trouble> {
        let mut said = Vec::new();
        if let Some((path, left)) = self.known {
            said.push(format!(
                "{} findings are known ({}), {} are new{}",
                self.seen,
                shown(&path),
                self.new,
                listed(self.new, &self.first_new)
            ));
            if scope == Scope::Whole && !left.is_empty() {
                let gone = left.values().map(|&count| u64::from(count)).sum();
                let first = left.keys().take(NAMED);
                let first: Vec<String> = first
                    .map(|(game, code)| format!("{} in {game}", code.id()))
                    .collect();
                said.push(format!(
                    "{gone} known findings are gone{} --write-baseline leaves them out.",
                    listed(gone, &first)
                ));
            }
        }
        if let Some(writing) = self.writing {
            let path = writing.path.clone();
            if scope == Scope::Stopped {
                // Where it stays it says itself that it is unfinished.
                writing.place.discard();
                said.push(format!("{} was not written.", shown(&path)));
            } else {
                let lines = writing.counts.len();
                writing
                    .finish()
                    .map_err(|error| not_written(&path, &error))?;
                said.push(format!(
                    "{} says what is known: {lines} lines.",
                    shown(&path)
                ));
            }
        }
        Ok(said)
    }
}

/// How much of what the known findings are of was audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All, as far as the arguments tell.
    Whole,
    /// What has changed.
    Part,
    /// Not even that: the run was interrupted.
    Stopped,
}

/// The first of some findings, behind what is said of their number.
fn listed(all: u64, first: &[String]) -> String {
    match first {
        [] => ".".to_owned(),
        first if all > first.len() as u64 => format!(": {}, ...", first.join(", ")),
        first => format!(": {}.", first.join(", ")),
    }
}

fn not_written(path: &Path, error: &io::Error) -> Trouble {
    Trouble::new(format!("{} could not be written: {error}", shown(path)))
}

impl Writing {
    fn begin(path: &Path) -> Result<Writing, Trouble> {
        let place = Place::of(path)?;
        let out = place.open().map_err(|error| not_written(path, &error))?;
        Ok(Writing {
            path: path.to_owned(),
            place,
            out,
            counts: Counts::new(),
        })
    }

    fn finish(mut self) -> io::Result<()> {
        writeln!(self.out, "{HEAD}")?;
        for ((game, code), count) in &self.counts {
            writeln!(self.out, "{game} {} {count}", code.id())?;
        }
        writeln!(self.out, "{END}")?;
        self.out.flush()?;
        self.place.complete()
    }
}

/// Reads a file of known findings.
fn read(path: &Path) -> Result<Counts, Trouble> {
    let unreadable =
        |error: &io::Error| Trouble::new(format!("{} cannot be read: {error}", shown(path)));
    let damaged = |line: usize, what: &str| Trouble::new(format!("{}:{line}: {what}", shown(path)));
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    let mut reader = BufReader::new(file);
    let mut counts = Counts::new();
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        (&mut reader)
            .take(LINE)
            .read_until(b'\n', &mut bytes)
            .map_err(|error| unreadable(&error))?;
        let text = bytes
            .strip_suffix(b"\n")
            .map(|text| text.strip_suffix(b"\r").unwrap_or(text))
            .and_then(|text| std::str::from_utf8(text).ok());
        match (line, text) {
            (1, Some(HEAD)) => {}
            (1, Some(text)) if text.starts_with("audit-baseline ") => {
                return Err(damaged(
                    line,
                    "known findings of another version of the program",
                ));
            }
            (1, _) => {
                let what = format!("no file of known findings: it begins with {HEAD:?}");
                return Err(damaged(line, &what));
            }
            (_, Some(END)) => {
                let more = reader.fill_buf().map_err(|error| unreadable(&error))?;
                return match more {
                    [] => Ok(counts),
                    _ => Err(damaged(line + 1, "there is more after the end")),
                };
            }
            (_, None) => {
                let what = format!("damaged, or cut short: the last line is {END:?}");
                return Err(damaged(line, &what));
            }
            (_, Some(text)) => {
                let (key, count) = entry(text).map_err(|what| damaged(line, &what))?;
                if counts.insert(key, count).is_some() {
                    return Err(damaged(line, "this game and code stand here twice"));
                }
            }
        }
    }
    Ok(counts)
}

/// A line of known findings.
fn entry(text: &str) -> Result<((Game, Code), u32), String> {
    let [game, code, count] = text.split(' ').collect::<Vec<_>>()[..] else {
        return Err("a line is a game, a code and a number".to_owned());
    };
    let game = Game::from_text(game).ok_or("a line begins with a game's id, or file:NAME")?;
    let known = Code::from_id(code).ok_or_else(|| {
        let meant = nearest(code).map(|near| format!(" Did you mean {}?", near.id()));
        format!("there is no code {code:?}.{}", meant.unwrap_or_default())
    })?;
    let count = count
        .parse()
        .ok()
        .filter(|&count| count > 0)
        .ok_or("a line ends with a number")?;
    Ok(((game, known), count))
}
