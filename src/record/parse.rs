//! Stage 3: properties to a record.
//!
//! The [outline](super::outline) says which values stand where; [`value`] reads each; here they
//! come together, and what does not fit is reported.

use super::decode::Decoded;
use super::game::{Action, GameInfo, GameRecord, Marks, Node, Text};
use super::lexer::RawValue;
use super::name::{self, Name};
use super::outline::{Outline, Property};
use super::value::{self, SizeText, brief, line_text, long_text};
use crate::finding::{Code, Finding, Location, Severity, Stage};
use crate::go::{ByColor, Cell, Color, MAX_SIDE, Point, PointSet, Size};
use crate::limits::Limits;
use crate::notes::Notes;
use crate::numbers::counted;

/// Properties that are looked up before the others are read.
const ROOT: [Name; 4] = [name::GM, name::SZ, name::FF, name::CA];

/// Reads the game of which `outline` is the outline and `text` the text.
pub(super) fn record(
    text: &str,
    place: Location,
    outline: &Outline,
    decoded: &Decoded,
    limits: &Limits,
    notes: Notes,
) -> GameRecord {
    let mut parser = Parser {
        text,
        outline,
        notes,
        info: GameInfo::default(),
        komi_of_ko: None,
        nodes: Vec::new(),
        complete: outline.complete,
        roots: ROOT.map(|name| outline.properties.iter().find(|p| p.name == name)),
        turns: 0,
        last_turn: None,
        marked: Default::default(),
        is_otherwise: false,
        points_left: limits.nodes,
        max_points: limits.nodes,
        size: None,
    };
    let ca = parser.first(name::CA).map_or(place, |p| p.location);
    parser.notes.extend(decoded.findings(ca));
    let is_go = parser.check_game();
    if is_go {
        parser.size = parser.read_size(place);
    }
    if is_go {
        parser
            .nodes
            .resize_with(outline.nodes as usize, Node::default);
    }
    for property in &outline.properties {
        if is_go || !property.name.is_of_board() {
            parser.read(property);
        }
    }
    let comment = |(value, location)| Text {
        text: long_text(parser.value(value)),
        location,
    };
    let first = outline.first_comment.filter(|_| outline.nodes > 1);
    let (first, last) = (first.map(comment), outline.comment.map(comment));
    (parser.info.first_comment, parser.info.last_comment) = (first, last);
    parser.take_komi_of_ko();
    let stopped = !is_go || parser.size.is_none() || !parser.complete;
    let mut findings = parser.notes.into_findings();
    findings.sort_by_key(|finding| finding.location);
    GameRecord {
        location: place,
        size: parser.size,
        charset: decoded.name(),
        info: parser.info,
        nodes: parser.nodes,
        stopped_at: stopped.then_some(Stage::Parse),
        findings,
    }
}

struct Parser<'a> {
    text: &'a str,
    outline: &'a Outline,
    notes: Notes,
    info: GameInfo,
    /// A number that KO has in the first node.
    komi_of_ko: Option<Text>,
    nodes: Vec<Node>,
    complete: bool,
    /// The first of each of [`ROOT`].
    roots: [Option<&'a Property>; 4],
    turns: u32,
    /// The last node that has a turn.
    last_turn: Option<u32>,
    /// The points that the marks of a node name: of the last node that has some.
    marked: (u32, ByColor<PointSet>),
    /// Whether a point was written in another way than SGF has it.
    is_otherwise: bool,
    /// Points that setup and marks may still name. A list of a few bytes can name hundreds.
    points_left: usize,
    max_points: usize,
    size: Option<Size>,
}

impl<'a> Parser<'a> {
    /// The first property of this name, one of [`ROOT`].
    fn first(&self, name: Name) -> Option<&'a Property> {
        let index = ROOT.iter().position(|&root| root == name)?;
        self.roots[index]
    }

    fn values(&self, property: &Property) -> &'a [RawValue] {
        let (first, end) = property.values;
        &self.outline.values[first as usize..end as usize]
    }

    fn value(&self, value: RawValue) -> &'a str {
        self.text.get(value.start..value.end).unwrap_or_default()
    }

    /// The first value as it stands.
    fn raw(&self, property: &Property) -> &'a str {
        self.values(property)
            .first()
            .map_or("", |&value| self.value(value))
    }

    fn note(&mut self, property: &Property, code: Code, message: String) {
        self.notes
            .push(Finding::new(code, message).at(property.location));
    }

    /// Says that points are written in another way, and how this one was read, once in a game.
    fn written_otherwise(&mut self, property: &Property, raw: &str, read_as: &str) {
        if !std::mem::replace(&mut self.is_otherwise, true) {
            let name = property.name.as_str();
            let message = format!("{name}[{}] read {read_as} (the first such)", brief(raw));
            self.note(property, Code::PointNotLiteral, message);
        }
    }

    /// A point in capitals as it is meant.
    fn in_small_letters(&mut self, property: &Property, raw: &str) -> Option<String> {
        let small = value::in_small_letters(raw, self.size)?;
        self.written_otherwise(property, raw, "in small letters");
        Some(small)
    }

    /// The value of a property that has one: the first, of texts the first that is not empty.
    fn single(&mut self, property: &Property) -> &'a str {
        let values = self.values(property);
        let count = values.len();
        if count < 2 {
            return self.raw(property);
        }
        let has_text = |&value: &RawValue| !self.value(value).trim().is_empty();
        // A turn without a point is a pass.
        let is_text = !property.name.has_points();
        let used = values.iter().position(|value| is_text && has_text(value));
        let used = used.unwrap_or(0);
        let which = match used {
            0 => "the first",
            _ => "the first that is not empty",
        };
        let name = property.name.as_str();
        let message = format!("{name} has {count} values ({which} is used)");
        self.note(property, Code::SeveralValues, message);
        self.value(values[used])
    }

    /// Whether the game is Go: GM is 1, missing or no number.
    fn check_game(&mut self) -> bool {
        let Some(property) = self.first(name::GM) else {
            return true;
        };
        let text = self.raw(property).trim();
        match text.parse::<i64>() {
            Ok(1) => true,
            Ok(_) => {
                let message = format!("GM[{}] is not Go (the game is not read)", brief(text));
                self.note(property, Code::OtherGame, message);
                false
            }
            Err(_) => {
                let message = format!("GM[{}] is no number (assumed Go)", brief(text));
                self.note(property, Code::ValueUnreadable, message);
                true
            }
        }
    }

    fn read_size(&mut self, place: Location) -> Option<Size> {
        let Some(property) = self.first(name::SZ) else {
            let finding = Finding::new(Code::SizeMissing, "no SZ (assumed 19)");
            self.notes.push(finding.at(place));
            return Size::new(19, 19);
        };
        let text = self.single(property).trim();
        if text.is_empty() {
            let message = "SZ is empty (assumed 19)".to_owned();
            self.note(property, Code::SizeMissing, message);
            return Size::new(19, 19);
        }
        let too_large = match value::size(text) {
            SizeText::Size(size) => return Some(size),
            SizeText::Otherwise(size) => {
                let message = format!("SZ[{}] read as {size}", brief(text));
                self.note(property, Code::SizeNotLiteral, message);
                return Some(size);
            }
            SizeText::TooLarge => true,
            SizeText::Unreadable => false,
        };
        let text = brief(text);
        if too_large {
            let message = format!("SZ[{text}]: boards larger than {MAX_SIDE} are not read");
            self.note(property, Code::SizeTooLarge, message);
        } else {
            let message = format!("SZ[{text}] is no board size (the game is not read)");
            self.note(property, Code::SizeUnreadable, message);
        }
        None
    }

    fn read(&mut self, property: &Property) {
        let name = property.name;
        match name {
            name::B => self.turn(property, Color::Black),
            name::W => self.turn(property, Color::White),
            name::AB => self.setup(property, Cell::Black),
            name::AW => self.setup(property, Cell::White),
            name::AE => self.setup(property, Cell::Empty),
            name::PL => self.player(property),
            name::TB => self.marks(property, Color::Black),
            name::TW => self.marks(property, Color::White),
            name::SZ | name::GM | name::FF | name::CA => self.root(property),
            name::KO => self.ko(property),
            _ => self.information(property),
        }
    }

    fn root(&mut self, property: &Property) {
        let name = property.name;
        let is_first = self
            .first(name)
            .is_some_and(|first| first.location == property.location);
        if !is_first {
            self.repeated(property, self.first(name).map_or("", |p| self.raw(p)));
        } else if property.node > 0 {
            let message = format!(
                "{} stands outside of the root (used all the same)",
                name.as_str()
            );
            self.note(property, Code::MisplacedProperty, message);
        }
        let text = self.raw(property).trim();
        if is_first && name == name::FF && !matches!(text, "1" | "2" | "3" | "4") {
            let message = format!("FF[{}] is no known format (read as FF[4])", brief(text));
            self.note(property, Code::FormatUnknown, message);
        }
    }

    /// A property that was there before; `kept` is the value that is used.
    fn repeated(&mut self, property: &Property, kept: &str) {
        let name = property.name;
        let (severity, value) = if self.raw(property).trim() == kept.trim() {
            (Severity::Note, "with the same value")
        } else if [name::RE, name::KM, name::HA, name::SZ, name::RU].contains(&name) {
            (Severity::Warning, "with another value")
        } else {
            (Severity::Note, "with another value")
        };
        let message = format!("{} comes again {value} (the first is used)", name.as_str());
        self.notes.push(
            Finding::new(Code::RepeatedProperty, message)
                .at(property.location)
                .with_severity(severity),
        );
    }

    fn information(&mut self, property: &Property) {
        let name = property.name;
        let raw = self.single(property);
        let text = match name {
            name::GC => long_text(raw),
            _ => line_text(raw),
        };
        let info = &mut self.info;
        let located = |text| Text {
            text,
            location: property.location,
        };
        let before = match name {
            name::RE => {
                // One that says `?` tells no more than none.
                info.result.take_if(|kept| kept.text.trim() == "?");
                keep(&mut info.result, located(text))
            }
            name::KM => keep(&mut info.komi, located(text)),
            name::HA => keep(&mut info.handicap, located(text)),
            name::RU => keep(&mut info.rules, located(text)),
            name::PB => keep(&mut info.black, text),
            name::PW => keep(&mut info.white, text),
            name::DT => keep(&mut info.date, text),
            name::GC => keep(&mut info.comment, located(text)),
            name::AP => add(&mut info.application, text),
            name::EV => keep(&mut info.event, located(text)),
            name::PC => keep(&mut info.place, text),
            _ => None,
        };
        if let Some(kept) = before {
            self.repeated(property, &kept);
        }
    }

    /// KO marks a play and has no value; Sina writes the komi so.
    fn ko(&mut self, property: &Property) {
        let text = line_text(self.raw(property));
        if property.node == 0 && text.contains(|c: char| c.is_ascii_digit()) {
            let location = property.location;
            keep(&mut self.komi_of_ko, Text { text, location });
        }
    }

    /// The number that KO has is the komi of a record that has none.
    fn take_komi_of_ko(&mut self) {
        let has_komi = self
            .info
            .komi
            .as_ref()
            .is_some_and(|komi| !komi.text.trim().is_empty());
        if let Some(komi) = self.komi_of_ko.take().filter(|_| !has_komi) {
            let message = format!("KO[{}] read as the komi", komi.shown());
            let finding = Finding::new(Code::KomiNotLiteral, message);
            self.notes.push(finding.at(komi.location));
            self.info.komi = Some(komi);
        }
    }

    fn turn(&mut self, property: &Property, color: Color) {
        self.turns = self.turns.saturating_add(1);
        let raw = self.single(property);
        let small = self.in_small_letters(property, raw);
        let written = small.as_deref().unwrap_or(raw);
        let read = value::played(written, self.size).or_else(|| {
            let point = value::played_otherwise(raw, self.size)?;
            let read_as = point.map_or("as a pass", |_| AT_RIM);
            self.written_otherwise(property, raw, read_as);
            Some(point)
        });
        let is_last = property.node + 1 == self.outline.nodes;
        if read.is_none() && is_last && value::is_resignation(raw) {
            return self.written_otherwise(property, raw, "as a resignation, which is no turn");
        }
        let Some(point) = read else {
            self.complete = false;
            let message = format!(
                "turn {}: {}[{}] is no point (ignored)",
                self.turns,
                property.name.as_str(),
                brief(raw)
            );
            let finding = Finding::new(Code::TurnUnreadable, message);
            self.notes
                .push(finding.at(property.location).on_turn(self.turns));
            return;
        };
        let action = Action::Turn {
            color,
            point,
            location: property.location,
        };
        self.act(property, action);
        if self.last_turn.replace(property.node) == Some(property.node) {
            let message = "a second turn in one node (both are played, in file order)";
            let finding = Finding::new(Code::TwoTurnsInNode, message).at(property.location);
            self.notes.push(finding.on_turn(self.turns));
        }
    }

    /// Adds what a property does to its node. Nearly every node has one action: no room for more is
    /// taken beforehand.
    fn act(&mut self, property: &Property, action: Action) {
        if let Some(node) = self.nodes.get_mut(property.node as usize) {
            if node.actions.is_empty() {
                node.actions.reserve_exact(1);
            }
            node.actions.push(action);
        }
    }

    fn setup(&mut self, property: &Property, cell: Cell) {
        let points = self.point_list(property);
        if points.is_empty() {
            return;
        }
        let action = Action::Setup {
            cell,
            points,
            location: property.location,
        };
        self.act(property, action);
    }

    fn player(&mut self, property: &Property) {
        let raw = self.single(property).trim();
        let Some(color) = value::color(raw) else {
            let message = format!("PL[{}] is no colour (ignored)", brief(raw));
            return self.note(property, Code::ValueUnreadable, message);
        };
        let action = Action::ToMove {
            color,
            location: property.location,
        };
        self.act(property, action);
    }

    fn marks(&mut self, property: &Property, color: Color) {
        let points = self.point_list(property);
        if self.marked.0 != property.node {
            self.marked = (property.node, Default::default());
        }
        let marked = &mut self.marked.1;
        let on_board = |point: &Point| self.size.is_some_and(|size| size.contains(*point));
        let (seen, off_board): (Vec<Point>, Vec<Point>) = points.iter().partition(|p| on_board(p));
        let mut both = seen;
        both.retain(|&point| marked[color].insert(point) && marked[!color].contains(point));
        let name = property.name.as_str();
        if let Some(first) = off_board.first() {
            let points = first_of(first.sgf_or_beyond(), off_board.len());
            let message = format!("{name} names {points} off the board (ignored)");
            self.note(property, Code::MarkUnreadable, message);
        }
        if let (Some(first), Some(size)) = (both.first(), self.size) {
            let points = first_of(first.vertex(size), both.len());
            let message = format!("{points} in TB and in TW of one node (counted for both)");
            self.note(property, Code::MarkContradicts, message);
        }
        let Some(node) = self.nodes.get_mut(property.node as usize) else {
            return;
        };
        let marks: &mut Marks = node.marks.get_or_insert_default();
        match color {
            Color::Black => marks.black.extend(points),
            Color::White => marks.white.extend(points),
        }
    }

    /// The points of a list, in file order, compressed ones row by row. What is no point is
    /// reported and left out.
    fn point_list(&mut self, property: &Property) -> Vec<Point> {
        let values = self.values(property);
        let mut points = Vec::with_capacity(values.len());
        for &value in values {
            let raw = self.value(value).trim();
            if raw.is_empty() {
                continue;
            }
            let small = self.in_small_letters(property, raw);
            let named = value::points(small.as_deref().unwrap_or(raw));
            let at_rim = match named {
                Some(_) => None,
                None => value::point_at_rim(raw, self.size),
            };
            if at_rim.is_some() {
                self.written_otherwise(property, raw, AT_RIM);
            } else if named.is_none() {
                let message = format!(
                    "{}[{}] is no point (ignored)",
                    property.name.as_str(),
                    brief(raw)
                );
                let is_mark = [name::TB, name::TW].contains(&property.name);
                let code = if is_mark {
                    Code::MarkUnreadable
                } else {
                    Code::SetupUnreadable
                };
                self.note(property, code, message);
            }
            let named = named.into_iter().flatten().chain(at_rim);
            let before = points.len();
            points.extend(named.take(self.points_left.saturating_add(1)));
            let added = points.len() - before;
            if added > self.points_left {
                self.stop_at_points(property);
                points.truncate(before);
                break;
            }
            self.points_left -= added;
        }
        points
    }

    /// No more points are read, in this property and in those that follow.
    fn stop_at_points(&mut self, property: &Property) {
        self.points_left = 0;
        self.complete = false;
        let message = format!(
            "setup and marks name more than {} (limit max-nodes; the others are not read)",
            counted(self.max_points as u64, "point")
        );
        self.note(property, Code::LimitPoints, message);
    }
}

/// How a point such as `D4` was read.
const AT_RIM: &str = "as at the rim of a board";

/// The first of some points, and how many others there are.
fn first_of(first: String, all: usize) -> String {
    match all {
        1 => first,
        all => format!("{first} and {} more", all - 1),
    }
}

/// Keeps the first value that is not empty; gives the kept one back where there was one before.
fn keep<T: AsRef<str>>(slot: &mut Option<T>, value: T) -> Option<String> {
    match slot {
        Some(kept) if !kept.as_ref().trim().is_empty() => Some(kept.as_ref().to_owned()),
        _ => {
            *slot = Some(value);
            None
        }
    }
}

/// Programs add their name to that of the one before (Fox does): all are kept.
fn add(slot: &mut Option<String>, value: String) -> Option<String> {
    match slot {
        Some(kept) => {
            kept.push(' ');
            kept.push_str(&value);
        }
        None => *slot = Some(value),
    }
    None
}
