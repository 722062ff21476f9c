//! Known findings: a file of them, which do not make the audit fail.
//!
//! A finding is known by its game's id and its code, and how many of that code the game has. The id
//! does not change when files are moved or renamed. What has no id, because there is no board, is
//! known by the last part of its name. Only findings at warning or above count: notes never make an
//! audit fail.
//!
//! The file is a line each, sorted, with a first line that says what it is and a last line `end`,
//! so that a file cut short is noticed. A line ends with what the game was called when it was
//! written, for people and for saying what is gone; it is not compared:
//!
//! ```text
//! audit-baseline 2
//! 0123456789abcdef0123456789abcdef illegal-move 2 league/2019/a.sgf
//! file:broken.sgf no-game 1 league/broken.sgf
//! end
//! ```

use super::atomic_file::{Growing, Kind, Place};
use super::roots::shown;
use super::trouble::Trouble;
use crate::finding::{Code, Severity};
use crate::report::explain::nearest;
use crate::report::summary::{Baseline, NewFinding};
use crate::report::{Row, place};
use crate::visible::visible;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// What a file of known findings begins with.
const HEAD: &str = "audit-baseline 2";

/// A file of known findings, of any version.
pub const KIND: Kind = Kind {
    name: "file of known findings",
    begins: b"audit-baseline ",
    holds: b"",
};

/// What it ends with.
const END: &str = "end";

/// Bytes of a line, more than a path has on most systems.
const LINE: u64 = 65536;

/// Findings that are named at the end of a run, at most.
const NAMED: usize = 100;

/// Which findings are known.
#[derive(Clone, Debug, Default)]
pub struct KnownArgs {
    /// Findings that this file lists do not make the audit fail; those that are gone are said.
    pub baseline: Option<PathBuf>,

    /// All findings at warning or above are written here, as known from now on.
    pub write_baseline: Option<PathBuf>,
}

/// Findings of one code in one game.
#[derive(Clone, Debug)]
pub struct Weighty {
    /// What the game is known by.
    key: String,
    code: Code,
    severity: Severity,
    count: u32,
    source: String,
    path: String,
    game: u64,
}

impl Weighty {
    /// The findings of a row that count, by code.
    pub fn of(row: &Row) -> Vec<Weighty> {
        let mut by_code: BTreeMap<Code, (Severity, u32)> = BTreeMap::new();
        for finding in row.findings.iter().filter(|f| f.severity > Severity::Note) {
            let entry = by_code.entry(finding.code).or_insert((finding.severity, 0));
            *entry = (entry.0.max(finding.severity), entry.1 + 1);
        }
        by_code
            .into_iter()
            .map(|(code, (severity, count))| Weighty {
                key: game(row),
                code,
                severity,
                count,
                source: row.source.clone(),
                path: row.path(),
                game: row.game,
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
type Counts = BTreeMap<(Game, Code), Entry>;

/// How many findings are known, and what the game was called.
#[derive(Clone, Debug)]
struct Entry {
    count: u32,
    name: String,
}

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
    /// What of the known findings was not seen yet.
    known: Option<Counts>,
    writing: Option<Writing>,
    seen: Baseline,
}

struct Writing {
    /// As it was given, for messages.
    path: PathBuf,
    place: Place,
    out: Option<Growing>,
    counts: Counts,
}

impl Ledger {
    /// Reads and begins what the arguments ask for. What is to be known goes to `place`.
    ///
    /// # Errors
    /// Where a file of known findings cannot be read or is damaged, or one cannot be written.
    pub fn open(args: &KnownArgs, place: Option<Place>) -> Result<Ledger, Trouble> {
        let known = match &args.baseline {
            Some(path) => Some(read(path)?),
            None => None,
        };
        let name = args.baseline.as_deref().map(shown).unwrap_or_default();
        let writing = match args.write_baseline.as_deref().zip(place) {
            Some((path, place)) => Some(Writing::begin(path, place)?),
            None => None,
        };
        Ok(Ledger {
            known,
            writing,
            seen: Baseline {
                name,
                ..Baseline::default()
            },
        })
    }

    /// Whether findings are compared with a baseline.
    pub fn compares(&self) -> bool {
        self.known.is_some()
    }

    /// Takes the findings of a row, in the order of the rows, and marks those that are new.
    pub fn mark(&mut self, row: &mut Row) {
        let mut fresh = Vec::new();
        for weighty in Weighty::of(row) {
            // Of several findings of a code the first are known.
            let is_of = |at: &usize| {
                let finding = &row.findings[*at];
                finding.code == weighty.code && finding.severity > Severity::Note
            };
            let places: Vec<usize> = (0..row.findings.len()).filter(is_of).collect();
            let new = self.add(&weighty) as usize;
            fresh.extend(&places[places.len() - new..]);
        }
        fresh.sort_unstable();
        row.new_findings = self.compares().then_some(fresh);
    }

    /// Takes findings, in the order of the rows; the number of them that are new.
    pub fn add(&mut self, weighty: &Weighty) -> u32 {
        // A failure of a referee or of the program is no fact of a game.
        let code = Some(weighty.code).filter(|code| !code.may_pass());
        let key = Game::from_text(&weighty.key).zip(code);
        if let (Some(writing), Some(key)) = (&mut self.writing, &key) {
            let entry = writing.counts.entry(key.clone()).or_insert_with(|| Entry {
                count: 0,
                name: place::name_of(&weighty.source, weighty.game),
            });
            entry.count = entry.count.saturating_add(weighty.count);
        }
        let seen = match (&mut self.known, key) {
            (Some(known), Some(key)) => known.get_mut(&key).map_or(0, |left| {
                let seen = weighty.count.min(left.count);
                left.count -= seen;
                seen
            }),
            // What is written down now is known from now on.
            (None, Some(_)) => weighty.count,
            (_, None) => 0,
        };
        let new = weighty.count - seen;
        self.seen.known += u64::from(seen);
        if new > 0 {
            *self.seen.new.entry(weighty.severity).or_default() += u64::from(new);
            if self.seen.first_new.len() < NAMED {
                self.seen.first_new.push(NewFinding {
                    code: weighty.code,
                    severity: weighty.severity,
                    source: weighty.source.clone(),
                    path: weighty.path.clone(),
                    game: weighty.game,
                });
            }
        }
        new
    }

    /// The findings that are not known, by severity; `None` where none is read or written.
    pub fn new_findings(&self) -> Option<&BTreeMap<Severity, u64>> {
        (self.known.is_some() || self.writing.is_some()).then_some(&self.seen.new)
    }

    /// How the findings stand to the baseline, where there is one; the gravest new ones first.
    pub fn compared(&self, scope: Scope) -> Option<Baseline> {
        let left = self.known.as_ref()?;
        let mut seen = self.seen.clone();
        seen.first_new.sort_by_key(|new| Reverse(new.severity));
        if scope == Scope::Whole {
            let gone = left.iter().filter(|(_, entry)| entry.count > 0);
            for ((game, code), entry) in gone {
                seen.gone += u64::from(entry.count);
                if seen.first_gone.len() < NAMED {
                    let name = match entry.name.as_str() {
                        "" => game.to_string(),
                        name => name.to_owned(),
                    };
                    seen.first_gone.push((*code, name));
                }
            }
        }
        Some(seen)
    }

    /// Writes what is to be known from now on, and says so.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn finish(self, scope: Scope) -> Result<Vec<String>, Trouble> {
        let mut said = Vec::new();
        if let Some(writing) = self.writing {
            let path = writing.path.clone();
            if scope == Scope::Stopped {
                said.push(format!("{} was not written.", shown(&path)));
            } else {
                let lines = writing.counts.len();
                writing.finish()?;
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

impl Writing {
    fn begin(path: &Path, place: Place) -> Result<Writing, Trouble> {
        Ok(Writing {
            path: path.to_owned(),
            out: Some(place.open()?),
            place,
            counts: Counts::new(),
        })
    }

    fn finish(mut self) -> Result<(), Trouble> {
        let Some(mut out) = self.out.take() else {
            return Ok(());
        };
        let mut write = || {
            writeln!(out, "{HEAD}")?;
            for ((game, code), Entry { count, name }) in &self.counts {
                writeln!(out, "{game} {} {count} {}", code.id(), visible(name))?;
            }
            writeln!(out, "{END}")
        };
        write().map_err(|error| self.place.trouble(&error))?;
        self.place.complete(out)
    }
}

impl Drop for Writing {
    /// Of a run that does not come to its end nothing stays.
    fn drop(&mut self) {
        if self.out.is_some() {
            self.place.discard();
        }
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
                    "known findings of another version of the program; --write-baseline writes them anew",
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
                let (key, known) = entry(text).map_err(|what| damaged(line, &what))?;
                if counts.insert(key, known).is_some() {
                    return Err(damaged(line, "this game and code stand here twice"));
                }
            }
        }
    }
    Ok(counts)
}

/// A line of known findings.
fn entry(text: &str) -> Result<((Game, Code), Entry), String> {
    let [game, code, rest] = text.splitn(3, ' ').collect::<Vec<_>>()[..] else {
        return Err("a line is a game, a code, a number and a name".to_owned());
    };
    let (count, name) = rest.split_once(' ').unwrap_or((rest, ""));
    let game = Game::from_text(game).ok_or("a line begins with a game's id, or file:NAME")?;
    let known = Code::from_id(code).ok_or_else(|| {
        let meant = nearest(code).map(|near| format!(" Did you mean {}?", near.id()));
        format!("there is no code {code:?}.{}", meant.unwrap_or_default())
    })?;
    let count = count
        .parse()
        .ok()
        .filter(|&count| count > 0)
        .ok_or("a number of findings follows the code")?;
    let name = name.to_owned();
    Ok(((game, known), Entry { count, name }))
}
