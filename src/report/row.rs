//! A game's row: the one thing that every format of the report is made from.
//!
//! Columns, in the order of the fields, are the report's contract: names and meanings do not
//! change, more may be added after them. Margins are signed, positive for Black, komi and
//! compensation included. What is unknown is `None` (blank, `null`), never 0.

use super::cell::{AsCell, CellKind, Column, columns, plain_number};
use super::place;
pub use super::row_words::{Agreement, Finish, Side, Unexplained};
use super::style::Names;
use crate::analysis::{Evidence, Life, SekiEvidence};
use crate::duplicates::Trace;
use crate::finding::{Code, Finding, Severity, Stage};
use crate::go::{Color, Counting, Ending, MAX_SIDE, Point, Size};
use crate::judge::{Cause, Confidence, Verdict};
use crate::numbers::margin_text;
use crate::options::Codes;
use crate::record::komi::KomiSource;
use crate::record::outcome::RecordedKind;
use crate::record::rules::{RuleSet, RulesSource};
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;

columns! {
    /// One game of the report.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default)]
    pub struct Row as COLUMNS {
        source: String, Outside, "path as walked, relative to the root that was named; `a/b.zip!c/d.sgf` inside an archive";
        game: u64, Count, "index of the game in its source, from 0";
        line: Option<u32>, Count, "line on which the game tree opens, from 1";
        id: Option<String>, Word, "128-bit fingerprint of size, setup and turns; equal under the 8 symmetries";
        size: Option<String>, Word, "`19`, or `13x9` (width x height)";
        rules: Option<RuleSet>, Word, "as understood: `japanese korean chinese aga nz ing tromp-taylor stone`, or blank";
        rules_source: Option<RulesSource>, Word, "`recorded` or `assumed`";
        #[serde(serialize_with = "number")]
        komi: Option<f64>, Number, "komi as used";
        handicap: Option<u32>, Count, "handicap stones as used";
        black: Option<String>, Outside, "Black's name as recorded, decoded";
        white: Option<String>, Outside, "White's name as recorded, decoded";
        date: Option<String>, Outside, "date as recorded, decoded";
        turns: Option<u32>, Count, "turns on the main line, passes included";
        ending: Option<Ending>, Word, "how the main line ends: `two-passes one-pass none`";
        recorded: Option<String>, Outside, "the result as recorded";
        recorded_kind: Option<RecordedKind>, Word, "`score draw resign time forfeit void win unknown`, or blank";
        #[serde(serialize_with = "number")]
        recorded_margin: Option<f64>, Number, "the recorded margin, where the kind is `score` or `draw`";
        method: Option<Counting>, Word, "how the rules count: `territory` or `area`";
        #[serde(serialize_with = "number")]
        margin: Option<f64>, Number, "the margin by the rules of the game as its server counts (`counted-strictly`); of the finished board where that was played on, and as recorded where that is only likely (`last-moves-likely`)";
        #[serde(serialize_with = "number")]
        area_margin: Option<f64>, Number, "the margin by area, dead stones taken off, also where the rules leave them on";
        #[serde(serialize_with = "number")]
        territory_margin: Option<f64>, Number, "the margin by territory, dead stones taken off, also where the rules leave them on";
        #[serde(serialize_with = "number")]
        marked_margin: Option<f64>, Number, "the margin by the file's own territory marks; never used for `margin`";
        #[serde(serialize_with = "number")]
        bouzy_margin: Option<f64>, Number, "the estimate by Bouzy's 5/21 after dead stones are taken off";
        #[serde(serialize_with = "number")]
        proved_min: Option<f64>, Number, "lower bound of the area margin, from what is pass-alive or safe";
        #[serde(serialize_with = "number")]
        proved_max: Option<f64>, Number, "upper bound of the area margin, from what is pass-alive or safe";
        verdict: Verdict, Word, "`agrees differs undecidable not-scored broken`";
        confidence: Option<Confidence>, Word, "`proved read estimated`; blank unless agrees or differs";
        #[serde(serialize_with = "number")]
        difference: Option<f64>, Number, "`recorded_margin - margin`, where both are known";
        winner_differs: Option<bool>, Flag, "whether the board names another winner than the record; blank where that is less sure than the verdict";
        cause: Option<Cause>, Word, "the likeliest explanation of a difference, the convention that the record follows, or why nothing is claimed";
        pass_alive_black: Option<u32>, Count, "pass-alive stones of Black, suicide illegal";
        pass_alive_white: Option<u32>, Count, "pass-alive stones of White, suicide illegal";
        pass_alive_black_suicide: Option<u32>, Count, "pass-alive stones of Black, suicide legal";
        pass_alive_white_suicide: Option<u32>, Count, "pass-alive stones of White, suicide legal";
        suicide_sensitive: Option<u32>, Count, "stones whose pass-alive status depends on the suicide rule";
        suicide_moves: Option<u32>, Count, "moves in the record that are legal only where suicide is";
        dead_black: Option<u32>, Count, "dead stones of Black, unsettled ones by what is likeliest";
        dead_white: Option<u32>, Count, "dead stones of White, unsettled ones by what is likeliest";
        seki: Option<u32>, Count, "stones alive in seki, unsettled ones by what is likeliest";
        dame: Option<u32>, Count, "dame points";
        unsettled: Option<u32>, Count, "unsettled points";
        findings: Vec<Finding>, Words, "codes of what there is to say, separated by blanks; a code may stand more than once";
        stopped_at: Option<Stage>, Word, "the stage that could not go on, or blank";
        #[serde(serialize_with = "number")]
        probability: Option<f64>, Number, "the calibrated chance that the verdict is right, 0 to 1; 1 where proved or read, blank unless agrees or differs";
        finish: Finish, Word, "what was done about last moves that the record lacks: `played` they were added, `bounded` they could not be and only what is possible is told, `none` nothing";
        #[serde(serialize_with = "number")]
        likely_margin: Option<f64>, Number, "the margin of the likeliest statuses, also where the board is undecidable; of the finished board where `finish` is `played`; no verdict rests on it alone";
        komi_source: Option<KomiSource>, Word, "`recorded`, `implied` by the rules, the handicap or what the audit was told, or `assumed`: usual in its year, or as told for records without one, or 0";
        root: Option<String>, Outside, "the path as named on the command line that `source` is relative to";
        #[serde(serialize_with = "number")]
        margin_min: Option<f64>, Number, "the lowest margin that is possible from the recorded end if both sides answer; `margin` where there is one";
        #[serde(serialize_with = "number")]
        margin_max: Option<f64>, Number, "the highest margin that is possible from the recorded end if both sides answer; `margin` where there is one";
        year: Option<u32>, Count, "the year of `date`, where it names one";
    }

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
    /// The moves added to a record that lacks its last ones, as in `moves`; `None` where `finish` is not
    /// `played`. Not in CSV.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_moves: Option<String>,
    /// What would explain a difference where none of it is told as the cause: several reasons, the likeliest
    /// first, or one that mostly fits by chance; or besides a slip of a point. Not in CSV.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub possible_causes: Vec<Cause>,
    /// What `margin` is made of; `None` where there is none, or where its last moves were played. Not in CSV.
    pub tally: Option<RowTally>,
    /// What is known of the game besides: for later steps, the page and the summary.
    #[serde(skip)]
    pub carried: Carried,
    /// Places in `findings` of those at warning or above that the baseline does not list; `None`
    /// where no baseline is in force. In reports as the codes themselves. A baseline belongs to one run: what a store
    /// keeps of a row is without it.
    #[serde(skip)]
    pub new_findings: Option<Vec<usize>>,
}

/// What a row carries for later steps and no format shows as it is. A store keeps it beside the row.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Carried {
    /// Margins besides `margin` that the record may state as well: with dead stones off where the
    /// rules leave them, with the handicap that HA tells where other stones are there, by the other
    /// method where no rules are recorded, and with what a dame calls for played on after two passes.
    pub other_margins: Vec<f64>,
    /// What `margin` itself rests on, where a verdict was sought.
    pub margin_rests_on: Option<Confidence>,
    /// Whether the recorded result is stated in Chinese stones, and its margin has been doubled.
    pub recorded_in_zi: bool,
    /// Whether the komi may be wrong in place of the result.
    pub komi_is_doubtful: bool,
    /// In which way the record agrees, where it does.
    pub agreement: Option<Agreement>,
    /// What the game is known by among others; `None` where it is too short or was not replayed to
    /// its end.
    pub trace: Option<Trace>,
    /// What referees say: as many as were named, whether they were asked about this game or not. In columns of their own.
    pub referees: Vec<RowReferee>,
    /// By code: findings that were left out because the audit was told so.
    pub ignored: BTreeMap<Code, u32>,
}

columns! {
    /// What a referee says; nothing where it was not asked.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct RowReferee as REFEREE {
        margin: Option<f64>, Number, "the margin by the rules of the game with the referee's dead stones; blank where it was not asked or gave no answer";
        dead: Option<Vec<String>>, Words, "the stones that the referee takes for dead, as SGF points separated by blanks";
        verdict: Option<Side>, Word, "whose side the referee is on: `program record both neither`, or blank";
        engine: Option<String>, Outside, "the referee's name and version, where it was asked";
    }
}

/// What a margin is made of: Black's sum, less White's, less komi and compensation, and the button.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RowTally {
    /// What Black has.
    pub black: RowCount,
    /// What White has, what is given beside points not included.
    pub white: RowCount,
    /// Points that White receives for handicap stones.
    pub compensation: u32,
    /// What the button of some rules by area adds, positive for Black; 0 while nobody has it.
    #[serde(serialize_with = "points")]
    pub button: f64,
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
    /// The row of a source that could not be read, or could not be from a game on.
    pub fn unread(source: &str, game: usize, finding: Finding) -> Row {
        Row {
            source: source.to_owned(),
            game: game as u64,
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
pub enum BaselineStanding {
    /// The baseline lists it.
    Known,
    /// It does not.
    New,
}

impl Row {
    /// How the finding at this place of `findings` stands to the baseline; `None` where there is
    /// none, and for notes, which no baseline lists.
    pub fn standing(&self, at: usize) -> Option<BaselineStanding> {
        let new = self.new_findings.as_ref()?;
        let finding = self.findings.get(at)?;
        (finding.severity > Severity::Note).then(|| match new.contains(&at) {
            true => BaselineStanding::New,
            false => BaselineStanding::Known,
        })
    }

    /// The findings, each with how it stands to the baseline.
    pub fn with_standing(&self) -> impl Iterator<Item = (&Finding, Option<BaselineStanding>)> {
        let standing = |(at, finding)| (finding, self.standing(at));
        self.findings.iter().enumerate().map(standing)
    }

    /// The lowest and the highest margin that are possible from the recorded end if both sides answer, where it is not
    /// one margin.
    pub fn possible_margins(&self) -> Option<(f64, f64)> {
        let both = self.margin_min.zip(self.margin_max);
        both.filter(|(least, most)| least != most)
    }

    /// What a recorded result comes to in points that is stated in Chinese stones.
    pub fn recorded_points(&self) -> Option<String> {
        let margin = self.recorded_margin.filter(|_| self.carried.recorded_in_zi);
        margin.map(margin_text)
    }

    /// The recorded result for people, shortened by this: one in Chinese stones beside what it comes to in points, as all
    /// margins are.
    pub fn recorded_result(&self, shorten: impl Fn(&str) -> String) -> Option<String> {
        let recorded = shorten(self.recorded.as_deref()?);
        Some(match self.recorded_points() {
            Some(points) => format!("{recorded} = {points}"),
            None => recorded,
        })
    }

    /// Why the record differs, as people read it: the cause, or why there is none. `None` where it
    /// does not differ and no cause is told.
    pub fn explanation(&self) -> Option<&'static str> {
        let none = || match self.possible_causes.as_slice() {
            [] => Unexplained::NoneFound.name(),
            [_] => Unexplained::Uncertain.name(),
            _ => Unexplained::Several.name(),
        };
        let is_asked = self.verdict == Verdict::Differs;
        let cause = self.cause.map(Cause::slug);
        cause.or_else(|| is_asked.then(none))
    }

    /// Gives all findings the severities that the options name for their codes, and what may be said of this game and others
    /// later on. What is left out is counted in [`Carried::ignored`].
    pub fn apply(&mut self, codes: &Codes) {
        let Carried { trace, ignored, .. } = &mut self.carried;
        if let Some(trace) = trace {
            trace.apply(|code, severity| codes.apply(code, severity));
        }
        self.findings.retain_mut(|finding| {
            let severity = codes.apply(finding.code, finding.severity);
            match severity {
                Some(severity) => finding.severity = severity,
                None => *ignored.entry(finding.code).or_default() += 1,
            }
            severity.is_some()
        });
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

impl Layers {
    /// The size of the board.
    pub fn size(&self) -> Option<Size> {
        let side = |points: usize| u8::try_from(points).ok();
        Size::new(side(self.board.first()?.len())?, side(self.board.len())?)
    }
}

/// The letter of a layer at a point; `.` beyond its rows.
pub fn letter_at(layer: &[String], point: Point) -> char {
    let row = layer.get(usize::from(point.y()));
    let letter = row.and_then(|row| row.as_bytes().get(usize::from(point.x())));
    letter.map_or('.', |&letter| char::from(letter))
}

/// The points at which a layer has a letter.
pub fn points_of(layer: &[String], letter: char) -> impl Iterator<Item = Point> {
    let rows = (0..MAX_SIDE).zip(layer);
    rows.flat_map(move |(y, row)| {
        let letters = (0..MAX_SIDE).zip(row.chars());
        let points = letters.filter(move |&(_, there)| there == letter);
        points.map(move |(x, _)| Point::new(x, y))
    })
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
    pub probability: f64,
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

fn points<S: Serializer>(points: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    number(&Some(*points), serializer)
}

fn number<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    number.and_then(plain_number).serialize(serializer)
}
