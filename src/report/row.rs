//! A game's row: the one thing that every format of the report is made from.
//!
//! Columns, in the order of the fields, are the report's contract: names and meanings do not
//! change, more may be added after them. Margins are signed, positive for Black, komi and
//! compensation included. What is unknown is `None` (blank, `null`), never 0.

use super::place;
use super::style::Names;
use crate::analysis::{Evidence, Life};
use crate::duplicates::Trace;
use crate::finding::{Code, Finding, Severity, Stage};
use crate::go::{Color, Counting};
use crate::judge::{Cause, Confidence, Verdict};
use crate::record::komi::KomiSource;
use crate::record::result::RecordedKind;
use crate::record::rules::{RuleSet, RulesSource};
use crate::replay::Ending;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// One game of the report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Row {
    /// Path as walked, relative to the root that was named; `a/b.zip!c/d.sgf` inside an archive.
    pub source: String,
    /// Index of the game in its source, from 0.
    pub game: u64,
    /// Line on which the game tree opens, from 1.
    pub line: Option<u32>,
    /// 128-bit hex fingerprint of size, setup and turns, equal under the 8 symmetries.
    pub id: Option<String>,
    /// `19`, or `13x9` (width x height).
    pub size: Option<String>,
    /// As understood: `japanese korean chinese aga nz ing tromp-taylor stone`.
    pub rules: Option<RuleSet>,
    /// `recorded` or `assumed`.
    pub rules_source: Option<RulesSource>,
    /// Komi as used.
    #[serde(serialize_with = "number")]
    pub komi: Option<f64>,
    /// Handicap stones as used.
    pub handicap: Option<u32>,
    /// As recorded, decoded.
    pub black: Option<String>,
    /// As recorded, decoded.
    pub white: Option<String>,
    /// As recorded, decoded.
    pub date: Option<String>,
    /// B and W properties on the main line, passes included.
    pub turns: Option<u32>,
    /// `two-passes`, `one-pass` or `none`.
    pub ending: Option<Ending>,
    /// RE as recorded.
    pub recorded: Option<String>,
    /// `score draw resign time forfeit void win unknown`.
    pub recorded_kind: Option<RecordedKind>,
    /// Where `recorded_kind` is `score` or `draw`.
    #[serde(serialize_with = "number")]
    pub recorded_margin: Option<f64>,
    /// `territory` or `area`: how the rules count.
    pub method: Option<Counting>,
    /// The margin by the rules of the game.
    #[serde(serialize_with = "number")]
    pub margin: Option<f64>,
    /// The margin by area, same dead stones.
    #[serde(serialize_with = "number")]
    pub area_margin: Option<f64>,
    /// The margin by territory, same dead stones.
    #[serde(serialize_with = "number")]
    pub territory_margin: Option<f64>,
    /// The margin by the file's own territory marks; never used for `margin`.
    #[serde(serialize_with = "number")]
    pub marked_margin: Option<f64>,
    /// Bouzy 5/21 after the dead stones are taken off.
    #[serde(serialize_with = "number")]
    pub bouzy_margin: Option<f64>,
    /// Lower bound of the area margin, from pass-alive alone.
    #[serde(serialize_with = "number")]
    pub proved_min: Option<f64>,
    /// Upper bound of the area margin, from pass-alive alone.
    #[serde(serialize_with = "number")]
    pub proved_max: Option<f64>,
    /// `agrees differs undecidable not-scored broken`.
    pub verdict: Verdict,
    /// `proved read estimated`; blank unless agrees or differs.
    pub confidence: Option<Confidence>,
    /// `recorded_margin - margin`, where both are known.
    #[serde(serialize_with = "number")]
    pub difference: Option<f64>,
    /// Whether the board names another winner than the record.
    pub winner_differs: Option<bool>,
    /// The likeliest explanation of a difference, or the convention that explains the record.
    pub cause: Option<Cause>,
    /// Stones, suicide illegal (Benson).
    pub pass_alive_black: Option<u32>,
    /// Stones, suicide illegal (Benson).
    pub pass_alive_white: Option<u32>,
    /// Stones, suicide legal.
    pub pass_alive_black_suicide: Option<u32>,
    /// Stones, suicide legal.
    pub pass_alive_white_suicide: Option<u32>,
    /// Stones whose pass-alive status depends on the suicide rule.
    pub suicide_sensitive: Option<u32>,
    /// Moves in the record that are legal only where suicide is.
    pub suicide_moves: Option<u32>,
    /// Dead stones.
    pub dead_black: Option<u32>,
    /// Dead stones.
    pub dead_white: Option<u32>,
    /// Stones alive in seki.
    pub seki: Option<u32>,
    /// Points.
    pub dame: Option<u32>,
    /// Points.
    pub unsettled: Option<u32>,
    /// What there is to say; the CSV column `findings` has the codes, space-separated.
    pub findings: Vec<Finding>,
    /// The stage that could not go on.
    pub stopped_at: Option<Stage>,
    /// The calibrated chance that the verdict is right; 1 where proved or read, blank unless agrees
    /// or differs.
    #[serde(serialize_with = "number")]
    pub probability: Option<f64>,
    /// What was added to the record to count it.
    pub finish: Finish,
    /// The margin of the likeliest statuses, also where the board is undecidable.
    #[serde(serialize_with = "number")]
    pub likely_margin: Option<f64>,
    /// How the komi came to be.
    pub komi_source: Option<KomiSource>,
    /// The path as named on the command line that `source` is relative to.
    pub root: Option<String>,
    /// The lowest margin that best play from the recorded end can reach.
    #[serde(serialize_with = "number")]
    pub margin_min: Option<f64>,
    /// The highest margin that best play from the recorded end can reach.
    #[serde(serialize_with = "number")]
    pub margin_max: Option<f64>,
    /// The year of the date, where it names one.
    pub year: Option<u32>,
    /// Boards for JSON Lines and for people; `None` where the game was not analysed.
    pub layers: Option<Box<Layers>>,
    /// The expected owner of each point, a row of the board each: -100 is White's, 100 Black's.
    pub ownership: Vec<Vec<i32>>,
    /// Each chain of the final position.
    pub chains: Vec<RowChain>,
    /// Each seki of the final position.
    pub sekis: Vec<RowSeki>,
    /// The main line for stepping through, three characters an event: its kind (`B` `W` a turn,
    /// `X` `O` `E` a black stone, a white stone, nothing set up on a point) and an SGF point, `--`
    /// for a pass, `??` for a point off the board. `None` where nothing was replayed. Not in CSV.
    pub moves: Option<String>,
    /// The moves added to a record that stops early, as in `moves`; `None` where `finish` is not
    /// `played`. Not in CSV.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_moves: Option<String>,
    /// What `margin` is made of; `None` where there is no margin. Not in CSV.
    pub tally: Option<RowTally>,
    /// What the game is known by among others; `None` where it is too short or was not replayed to
    /// its end. In no format.
    #[serde(skip)]
    pub trace: Option<Trace>,
    /// What referees say: as many as were named, whether they were asked about this game or not.
    #[serde(skip)]
    pub referees: Vec<RowReferee>,
    /// Places in `findings` of those at warning or above that the baseline does not list; `None`
    /// where no baseline is in force. In reports as the codes themselves.
    #[serde(skip)]
    pub new_findings: Option<Vec<usize>>,
    /// By code: findings that were left out because the audit was told so. In no format: the
    /// summary counts them.
    #[serde(skip)]
    pub ignored: BTreeMap<Code, u32>,
}

/// What a referee says; nothing where it was not asked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RowReferee {
    /// The margin by the rules of the game with the referee's dead stones.
    pub margin: Option<f64>,
    /// SGF points of the stones that it takes for dead.
    pub dead: Option<Vec<String>>,
    /// Whose side that is on.
    pub verdict: Option<Side>,
    /// The referee's name and version, where it was asked.
    pub engine: Option<String>,
}

/// What a margin is made of: Black's sum, less White's, less komi and compensation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RowTally {
    /// What Black has.
    pub black: RowCount,
    /// What White has, komi and compensation not included.
    pub white: RowCount,
    /// Points that White receives for handicap stones.
    pub compensation: u32,
}

/// What one side has: points and prisoners, less tax.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RowCount {
    /// Points of the board: territory, or stones and territory by area.
    pub points: u32,
    /// Taken during play, and the opponent's dead stones; 0 by area.
    pub prisoners: u32,
    /// Given up where the rules tax groups.
    pub tax: u32,
}

impl Row {
    /// The row of a source that could not be read.
    pub fn unread(source: String, finding: Finding) -> Row {
        Row {
            source,
            verdict: Verdict::Broken,
            findings: vec![finding],
            stopped_at: Some(Stage::Discover),
            ..Row::default()
        }
    }

    /// The path of its source from where the audit runs: its root, then the source.
    pub fn path(&self) -> String {
        self.name(Names::Paths).into_owned()
    }

    /// What programs that open files call the game: that path, and its number where that is not 0.
    pub fn place(&self) -> String {
        place::name_of(&self.path(), self.game)
    }

    /// What people call its source.
    pub fn name(&self, names: Names) -> Cow<'_, str> {
        names.of(self.root.as_deref().unwrap_or(""), &self.source)
    }

    /// Whether a person should look at the game: it differs, is undecidable or broken, or there is
    /// something to say of it at warning or above. Reports for people carry its board.
    pub fn is_flagged(&self) -> bool {
        let say = |finding: &Finding| finding.severity > Severity::Note;
        match self.verdict {
            Verdict::Differs | Verdict::Undecidable | Verdict::Broken => true,
            Verdict::Agrees | Verdict::NotScored => self.findings.iter().any(say),
        }
    }
}

/// How a finding stands to the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The baseline lists it.
    Known,
    /// It does not.
    New,
}

impl Row {
    /// How the finding at this place of `findings` stands to the baseline; `None` where there is
    /// none, and for notes, which no baseline lists.
    pub fn standing(&self, at: usize) -> Option<Standing> {
        let new = self.new_findings.as_ref()?;
        let finding = self.findings.get(at)?;
        (finding.severity > Severity::Note).then(|| match new.contains(&at) {
            true => Standing::New,
            false => Standing::Known,
        })
    }

    /// The findings, each with how it stands to the baseline.
    pub fn with_standing(&self) -> impl Iterator<Item = (&Finding, Option<Standing>)> {
        let standing = |(at, finding)| (finding, self.standing(at));
        self.findings.iter().enumerate().map(standing)
    }

    /// Whether the record states the very margin of the board; what agrees otherwise does so by a
    /// counting convention.
    pub fn is_exact(&self) -> bool {
        self.difference == Some(0.0)
    }

    /// Leaves out what only formats that draw show (see [`Format::draws`](super::Format::draws)).
    pub fn leave_boards(&mut self) {
        self.layers = None;
        self.chains = Vec::new();
        self.sekis = Vec::new();
        self.moves = None;
        self.finish_moves = None;
        self.tally = None;
        self.ownership = Vec::new();
    }
}

/// Boards, one string a row, top row first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Layers {
    /// `X` black, `O` white, `.` empty: the final position of the main line.
    pub board: Vec<String>,
    /// Pass-alive stones, suicide illegal.
    pub pass_alive: Vec<String>,
    /// Pass-alive stones, suicide legal.
    pub pass_alive_suicide: Vec<String>,
    /// For each stone `A` alive, `D` dead, `S` in seki, `U` unsettled; `.` elsewhere.
    pub life: Vec<String>,
    /// `X` `O` who owns the point by area, `.` nobody, `?` unsettled.
    pub owner: Vec<String>,
    /// `X` `O` points counted by territory; `.` else.
    pub territory: Vec<String>,
    /// Sign of the 5/21 map.
    pub bouzy: Vec<String>,
}

/// A chain as the report shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowChain {
    /// Whose.
    pub color: Color,
    /// SGF points.
    pub stones: Vec<String>,
    /// Its status.
    pub life: Life,
    /// What the status rests on.
    pub evidence: Evidence,
    /// The calibrated chance that the status is right; 1 where it is proved or read.
    pub probability: Option<f64>,
    /// The number of liberties.
    pub liberties: u32,
}

/// A seki as the report shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowSeki {
    /// The chains in it, each by its first stone (an SGF point).
    pub chains: Vec<String>,
    /// The liberties they share (SGF points).
    pub shared: Vec<String>,
    /// How it was found.
    pub evidence: SekiEvidence,
}

enum_of_words! {
    /// How a seki was found.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum SekiEvidence {
        /// It was read out.
        Read = "read",
        /// It was recognised by its shape or by playouts.
        Recognised = "recognised",
    }
}

enum_of_words! {
    /// What was added to a record that stops early, so that it could be counted.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Finish {
        /// Nothing.
        #[default]
        None = "none",
        /// The last moves were played out.
        Played = "played",
        /// The last moves could only be bounded.
        Bounded = "bounded",
    }
}

enum_of_words! {
    /// Whose side a referee is on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Side {
        /// Its dead stones give the program's margin, and not the record's.
        Program = "program",
        /// They give the record's margin, strictly or by a convention of its rules, and not the
        /// program's, if that has one.
        Record = "record",
        /// They give both: the program and the record agree.
        Both = "both",
        /// They give neither.
        Neither = "neither",
    }
}

/// A number as the report shows it: never `-0`, and nothing where it is none.
pub(super) fn plain_number(number: f64) -> Option<f64> {
    // Adding zero turns -0 into 0 and changes nothing else.
    number.is_finite().then_some(number + 0.0)
}

fn number<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    number.and_then(plain_number).serialize(serializer)
}
