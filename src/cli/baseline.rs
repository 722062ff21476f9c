//! Known findings: a file of them, which do not make the audit fail.
//!
//! A finding is known by its game's id and its code, and how many of that code the game has; one that holds the record
//! against the board by the recorded margin, too, and one that holds it against another record by what both state, whichever
//! comes first: who changes that makes a new finding of it. The id does not change when files are moved or renamed; of three
//! records or more that contradict each other it depends on their order which two are told. What has no id, because there is
//! no board, is known by the last part of its name. Only findings at warning or above count: notes never make an audit fail.
//!
//! The file is a line each, sorted, with a first line that says what it is and a last line `end`,
//! so that a file cut short is noticed. A line ends with what the game was called when it was
//! written, for people and for saying what is gone; it is not compared. Two files may stand one after the
//! other, each with its first and last line; of lines on the same game and code the largest number counts.
//! Empty lines, and comments that begin with `#`, are passed over:
//!
//! ```text
//! audit-baseline 3
//! 0123456789abcdef0123456789abcdef illegal-move 2 league/2019/a.sgf
//! 0123456789abcdef0123456789abcdef=W+3.5 margin-differs 1 league/2019/a.sgf
//! file:broken.sgf no-game 1 league/broken.sgf
//! end
//! ```

use super::atomic_file::{Growing, OutputKind, Place};
use super::pipes;
use super::roots::shown;
use super::run_end::RunEnd;
use super::stop;
use super::trouble::Trouble;
use crate::digest::Digest;
use crate::finding::{Code, Finding, Severity, Stage};
use crate::numbers::{counted, hex, margin_text};
use crate::report::explain::nearest;
use crate::report::summary::{Baseline, Grave};
use crate::report::word::Word;
use crate::report::{Row, place};
use crate::visible::visible;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// What a file of known findings begins with.
const HEAD: &str = "audit-baseline 3";

/// A file of known findings, of any version.
pub const KIND: OutputKind = OutputKind {
    name: "file of known findings",
    begins: b"audit-baseline ",
    holds: b"",
    may_be_commented: true,
};

/// What it ends with.
const END: &str = "end";

/// Bytes of a line at most: a key, a code, how often, and a name as far as it is shown.
const LINE: u64 = 1 << 20;

/// Bytes of a file's name, as a URI, by which a game is known: 255 where each is written in three. An archive can
/// have longer ones, by whose hash it is known.
const LONGEST: usize = 3 * 255;

/// Letters of the name beside a game's key, which is for people alone.
const SHOWN: usize = 1000;

/// Findings that are named at the end of a run, at most.
const NAMED: usize = 100;

/// What a game is known by; `None` where nothing tells it from others.
fn key(row: &Row) -> Option<String> {
    if let Some(id) = &row.id {
        return Some(id.clone());
    }
    let (file, member) = place::split(&row.source);
    let name = member.unwrap_or(file);
    let last = name.trim_end_matches('/').rsplit('/').next();
    let name = place::uri(last.unwrap_or(name));
    let key = match name.len() {
        0..=LONGEST => format!("file:{name}"),
        _ => {
            let mut digest = Digest::default();
            digest.add(name.as_bytes());
            format!("file:{}", hex(&digest.key()))
        }
    };
    is_key(&key).then_some(key)
}

/// Whether a text is what a game is known by: an id, with a margin or without, or `file:` and a name.
fn is_key(text: &str) -> bool {
    if let Some(name) = text.strip_prefix("file:") {
        return !name.is_empty();
    }
    let (id, margin) = text.split_once('=').unwrap_or((text, "0"));
    let is_digit = |b| matches!(b, b'0'..=b'9' | b'a'..=b'f');
    id.len() == 32 && id.bytes().all(is_digit) && !margin.is_empty()
}

/// By what a finding of a game is known, beside its code: by what the game is known by, and where the finding is about the
/// recorded margin, or about two of them, by that.
fn with_stated(key: &str, row: &Row, finding: &Finding) -> String {
    let is_of_record = finding.code.stage() == Stage::Judge;
    let recorded = row.recorded_margin.filter(|_| is_of_record);
    match finding
        .identity
        .clone()
        .or_else(|| recorded.map(margin_text))
    {
        Some(stated) if row.id.is_some() => format!("{key}={stated}"),
        _ => key.to_owned(),
    }
}

/// By what a game is known by, then by code.
type Counts = BTreeMap<(String, Code), KnownFindings>;

/// How many findings are known, and what the game was called.
#[derive(Clone, Debug)]
struct KnownFindings {
    count: u32,
    name: String,
}

/// What is known, what is seen of it, and what is to be known from now on.
pub struct Ledger {
    /// What of the known findings was not seen yet.
    known: Option<Counts>,
    writing: Option<BaselineWriting>,
    seen: Baseline,
    /// New findings that are not written down either, by severity.
    unwritten: BTreeMap<Severity, u64>,
}

struct BaselineWriting {
    /// As it was given, for messages.
    path: PathBuf,
    out: Growing,
    counts: Counts,
}

impl Ledger {
    /// Reads the file of known findings, and begins the one in which all are to be known from now
    /// on, by its name as it was given and its place.
    ///
    /// # Errors
    /// Where a file of known findings cannot be read or is damaged, or one cannot be written.
    pub fn open(
        baseline: Option<&Path>,
        written: Option<(&Path, Place)>,
    ) -> Result<Ledger, Trouble> {
        let read = |path| stop::waiting(|| read(path));
        let known = baseline.map(read).transpose()?;
        let begin = |(path, place): (&Path, Place)| -> Result<_, Trouble> {
            Ok(BaselineWriting {
                path: path.to_owned(),
                out: place.open()?,
                counts: Counts::new(),
            })
        };
        let writing = written.map(begin).transpose()?;
        Ok(Ledger {
            known,
            writing,
            seen: Baseline {
                name: baseline.map(shown).unwrap_or_default(),
                ..Baseline::default()
            },
            unwritten: BTreeMap::new(),
        })
    }

    /// Takes the findings of a row at warning or above, in the order of the rows, and marks those
    /// that are new.
    pub fn mark(&mut self, row: &mut Row) {
        if self.known.is_none() && self.writing.is_none() {
            return;
        }
        let key = key(row);
        let mut places: BTreeMap<Code, Vec<usize>> = BTreeMap::new();
        for (at, finding) in row.findings.iter().enumerate() {
            if finding.severity > Severity::Note {
                places.entry(finding.code).or_default().push(at);
            }
        }
        let mut fresh = Vec::new();
        for (code, places) in places {
            // Of several findings of a code the first are known.
            let new = self.add(row, key.as_deref(), code, &places) as usize;
            fresh.extend(&places[places.len() - new..]);
        }
        fresh.sort_unstable();
        row.new_findings = self.known.is_some().then_some(fresh);
    }

    /// Takes the findings of one code of a row, by what its game is known by and their places there;
    /// the number of them that are new.
    fn add(&mut self, row: &Row, key: Option<&str>, code: Code, places: &[usize]) -> u32 {
        let count = places.len() as u32;
        // A failure of a referee or of the program is no fact of a game.
        let key = key.filter(|_| !code.may_pass());
        let first = places.first().and_then(|&at| row.findings.get(at));
        let key = key.zip(first);
        let key = key.map(|(key, first)| (with_stated(key, row, first), code));
        let is_written = self.writing.is_some() && key.is_some();
        if let (Some(writing), Some(key)) = (&mut self.writing, &key) {
            let entry = writing
                .counts
                .entry(key.clone())
                .or_insert_with(|| KnownFindings {
                    count: 0,
                    name: place::name_of(&row.source, row.game)
                        .chars()
                        .take(SHOWN)
                        .collect(),
                });
            entry.count = entry.count.saturating_add(count);
        }
        let seen = match (&mut self.known, key) {
            (Some(known), Some(key)) => known.get_mut(&key).map_or(0, |left| {
                let seen = count.min(left.count);
                left.count -= seen;
                seen
            }),
            // What is written down now is known from now on.
            (None, Some(_)) => count,
            (_, None) => 0,
        };
        let new = count - seen;
        self.seen.known += u64::from(seen);
        let severities = places.iter().map(|&at| row.findings[at].severity);
        if let (1.., Some(severity)) = (new, severities.max()) {
            *self.seen.new.entry(severity).or_default() += u64::from(new);
            if !is_written {
                *self.unwritten.entry(severity).or_default() += u64::from(new);
            }
            if self.seen.first_new.len() < NAMED {
                self.seen.first_new.push(Grave {
                    code,
                    severity,
                    game: row.into(),
                });
            }
        }
        new
    }

    /// The findings that are neither known nor written down, by severity; `None` where none is read or written.
    pub fn unwritten(&self) -> Option<&BTreeMap<Severity, u64>> {
        (self.known.is_some() || self.writing.is_some()).then_some(&self.unwritten)
    }

    /// How the findings stand to the baseline, where there is one; the gravest new ones first.
    pub fn compared(&self, end: RunEnd) -> Option<Baseline> {
        let left = self.known.as_ref()?;
        let mut seen = self.seen.clone();
        seen.first_new.sort_by_key(|new| Reverse(new.severity));
        if end.is_whole() {
            let gone = left.iter().filter(|(_, entry)| entry.count > 0);
            for ((key, code), entry) in gone {
                seen.gone += u64::from(entry.count);
                if seen.first_gone.len() < NAMED {
                    let name = match entry.name.is_empty() {
                        true => key,
                        false => &entry.name,
                    };
                    seen.first_gone.push((*code, name.clone()));
                }
            }
        }
        Some(seen)
    }

    /// Writes what is to be known from now on, and says so.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn finish(&mut self, end: RunEnd) -> Result<Option<String>, Trouble> {
        let Some(writing) = self.writing.take() else {
            return Ok(None);
        };
        let path = shown(&writing.path);
        if end.is_stopped() {
            return Ok(Some(format!("{path} was not written.")));
        }
        let lines = counted(writing.counts.len() as u64, "line");
        writing.finish()?;
        Ok(Some(format!("{path} says what is known: {lines}.")))
    }
}

impl BaselineWriting {
    fn finish(mut self) -> Result<(), Trouble> {
        let mut line = |line: String| self.out.put((line + "\n").as_bytes());
        line(HEAD.to_owned())?;
        for ((key, code), KnownFindings { count, name }) in &self.counts {
            line(format!("{key} {} {count} {}", code.id(), visible(name)))?;
        }
        line(END.to_owned())?;
        self.out.complete()
    }
}

/// Reads a file of known findings.
fn read(path: &Path) -> Result<Counts, Trouble> {
    let unreadable =
        |error: &io::Error| Trouble::new(format!("{} cannot be read: {error}", shown(path)));
    let damaged = |line: usize, what: &str| Trouble::new(format!("{}:{line}: {what}", shown(path)));
    let file = pipes::open(path).map_err(|error| unreadable(&error))?;
    let mut reader = BufReader::new(file);
    let mut counts = Counts::new();
    let mut bytes = Vec::new();
    let mut section = Section::Before;
    for line in 1.. {
        bytes.clear();
        (&mut reader)
            .take(LINE)
            .read_until(b'\n', &mut bytes)
            .map_err(|error| unreadable(&error))?;
        if bytes.is_empty() && section == Section::After {
            break;
        }
        match (section, text(&bytes)) {
            (_, Some(text)) if text.trim().is_empty() || text.starts_with('#') => {}
            (Section::Before | Section::After, Some(HEAD)) => section = Section::Within,
            (Section::Before, Some(text)) if text.starts_with("audit-baseline ") => {
                return Err(damaged(
                    line,
                    "known findings of another version of the program; --write-baseline writes them anew",
                ));
            }
            (Section::Before, _) => {
                let what = format!("no file of known findings: it begins with {HEAD:?}");
                return Err(damaged(line, &what));
            }
            (Section::After, _) => {
                let what = format!("after the end only {HEAD:?} begins more");
                return Err(damaged(line, &what));
            }
            (Section::Within, Some(END)) => section = Section::After,
            (Section::Within, None) => {
                let what = format!("damaged, or cut short: a whole one ends with a line {END:?}");
                return Err(damaged(line, &what));
            }
            (Section::Within, Some(text)) => {
                let (key, known) = entry(text).map_err(|what| damaged(line, &what))?;
                let count = known.count;
                let entry = counts.entry(key).or_insert(known);
                entry.count = entry.count.max(count);
            }
        }
    }
    Ok(counts)
}

/// Where in a file of known findings a line stands. What has begun must end, or it is cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// Before the line that says what it is.
    Before,
    /// Among the known findings.
    Within,
    /// After their end.
    After,
}

/// A line without its end, and without a byte-order mark before it; `None` where it is cut short, or no text.
fn text(bytes: &[u8]) -> Option<&str> {
    let text = bytes.strip_suffix(b"\n")?;
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let text = std::str::from_utf8(text).ok()?;
    Some(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// A line of known findings.
fn entry(text: &str) -> Result<((String, Code), KnownFindings), String> {
    let [game, code, rest] = text.splitn(3, ' ').collect::<Vec<_>>()[..] else {
        return Err("a line is a game, a code, a number and a name".to_owned());
    };
    let (count, name) = rest.split_once(' ').unwrap_or((rest, ""));
    if !is_key(game) {
        return Err("a line begins with a game's id, ID=MARGIN or file:NAME".to_owned());
    }
    let known = Code::from_word(code).ok_or_else(|| {
        let meant = nearest(code).map(|near| format!(" Did you mean {}?", near.id()));
        format!("there is no code {code:?}.{}", meant.unwrap_or_default())
    })?;
    let count = count
        .parse()
        .ok()
        .filter(|&count| count > 0)
        .ok_or("a number of findings follows the code")?;
    let name = name.to_owned();
    Ok(((game.to_owned(), known), KnownFindings { count, name }))
}
