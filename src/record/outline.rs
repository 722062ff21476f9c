//! The main line of one game, as spans: which properties stand where, and what is out of order.
//!
//! The whole tree is looked at, but only the first variation is kept, and of it only what the
//! audit uses. Nothing is interpreted here.

use super::chars::Chars;
use super::lexer::{Lexer, RawValue, Token, ValueEnd};
use super::lookahead::{closes_junk, skip_blank};
use super::merged::MergedGames;
use super::name::{C, Name};
use super::place::{Walker, Width};
use crate::finding::{Code, Finding, Location, Severity};
use crate::limits::Limits;
use crate::notes::Notes;
use std::ops::Range;

/// The property that marks a node which the audit itself has added to a copy of a game. Reading
/// passes over such a node: it is no part of the record.
pub const ADDED_NODE: &str = "AUDIT";

/// The main line of a game, in spans of its text.
pub(super) struct Outline {
    /// The properties of the main line that the audit uses, in file order.
    pub properties: Vec<Property>,
    /// Their values.
    pub values: Vec<RawValue>,
    /// The number of nodes of the main line.
    pub nodes: u32,
    /// `C` of the first node of the main line.
    pub first_comment: Option<(RawValue, Location)>,
    /// `C` of the last node of the main line.
    pub comment: Option<(RawValue, Location)>,
    /// Whether the main line could be read to its end.
    pub complete: bool,
    /// Whether the text holds only a part of the game: a parenthesis is missing, or it ends in a value.
    pub breaks_off: bool,
}

/// A property of the main line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property {
    /// What it is called.
    pub name: Name,
    /// The node in which it stands, from 0.
    pub node: u32,
    /// Where its name stands.
    pub location: Location,
    /// Its values: the first of [`Outline::values`], and the first after them.
    pub values: (u32, u32),
}

/// Reads the outline of the game that is `text`; `place` is where it begins.
pub(super) fn outline(text: &str, place: Location, limits: &Limits, notes: &mut Notes) -> Outline {
    let mut reader = OutlineReader {
        walker: Walker::new(text.as_bytes(), place),
        notes: &mut *notes,
        outline: Outline {
            properties: Vec::with_capacity((text.len() / 8 + 8).min(limits.nodes)),
            values: Vec::with_capacity((text.len() / 8 + 8).min(limits.nodes)),
            nodes: 0,
            first_comment: None,
            comment: None,
            complete: true,
            breaks_off: false,
        },
        part: TreePart::MainLine,
        depth: 0,
        nodes: 0,
        in_junk: false,
        state: NodeState::Awaited,
        used: Use::Nothing,
        last_name: place,
        before: None,
        is_small: false,
        is_named: false,
        merged: MergedGames::default(),
    };
    reader.read(text.as_bytes(), place, limits);
    let OutlineReader {
        outline, merged, ..
    } = reader;
    notes.extend(merged.finding());
    outline
}

/// Properties and values that a game may have besides four of each of its nodes: those of the root.
const SPARE: usize = 1000;

/// Which part of the tree is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TreePart {
    MainLine,
    Variations,
}

/// How far the node is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeState {
    /// It has not begun: there is no node yet since the last parenthesis opened.
    Awaited,
    /// It has begun, and no name has come.
    New,
    /// Names have come, or a parenthesis closed.
    Ordinary,
    /// The audit itself has added it: it is as if it were not there.
    Added,
}

/// What becomes of the values that come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// No name stands before them.
    Nothing,
    /// The audit does not use them.
    Skipped,
    /// They belong to the last property.
    Kept,
    /// They are the comment of the node.
    Comment,
}

/// The most properties and values that are kept.
fn most_kept(limits: &Limits) -> usize {
    limits.nodes.saturating_mul(4).saturating_add(SPARE)
}

/// A limit that the text goes beyond.
struct ReachedLimit {
    code: Code,
    /// What there is more of.
    what: &'static str,
    /// How many are read.
    limit: usize,
}

struct OutlineReader<'a, 'n> {
    walker: Walker<'a>,
    notes: &'n mut Notes,
    outline: Outline,
    part: TreePart,
    depth: usize,
    nodes: usize,
    /// The last token was no SGF: what follows it and is none either has been reported.
    in_junk: bool,
    state: NodeState,
    used: Use,
    last_name: Location,
    /// The comment of the node before.
    before: Option<(RawValue, Location)>,
    /// A name in small letters has been reported.
    is_small: bool,
    /// A property's name has come.
    is_named: bool,
    merged: MergedGames,
}

impl OutlineReader<'_, '_> {
    fn read(&mut self, bytes: &[u8], place: Location, limits: &Limits) {
        let mut lexer = Lexer::new(bytes, 0, Chars::Plain);
        let is_bare = bytes.first() != Some(&b'(');
        if is_bare {
            self.open_bare(place);
        }
        while let Some((token, at)) = lexer.next() {
            self.in_junk &= matches!(token, Token::Bare { .. } | Token::Junk);
            if self.is_mark(token, at, bytes) {
                self.added();
                continue;
            }
            if let Some(reached) = self.limit_reached(token, limits) {
                self.hit_limit(at, reached);
                return;
            }
            match token {
                Token::Open => self.open(),
                Token::Close if self.depth == 1 && !self.is_named && closes_junk(bytes, at) => {
                    self.junk(at);
                }
                Token::Close => {
                    self.close(at);
                    if self.depth == 0 {
                        return;
                    }
                }
                Token::Node => self.node(),
                Token::Name { end } => {
                    let name = lexer.name();
                    self.is_named = true;
                    if !name.is_used() {
                        self.meant(&bytes[at..end], at);
                    }
                    self.name(name, at);
                }
                Token::Value(value) => self.value(value, at),
                Token::Bare { end } => self.bare(bytes, at..end),
                Token::Junk => self.junk(at),
                Token::StrayBracket => {
                    let message = "a closing bracket that closes nothing (ignored)";
                    self.say(at, Code::StrayBracket, message);
                }
            }
        }
        if self.outline.complete && self.depth > 0 && !is_bare {
            self.unclosed(place);
        }
    }

    /// Whether it is the mark of a node that the audit adds.
    fn is_mark(&self, token: Token, at: usize, bytes: &[u8]) -> bool {
        let Token::Name { end } = token else {
            return false;
        };
        self.state == NodeState::New && bytes[at..end] == *ADDED_NODE.as_bytes()
    }

    /// The limit beyond which a token goes, if it does.
    fn limit_reached(&self, token: Token, limits: &Limits) -> Option<ReachedLimit> {
        let (code, what, limit) = match token {
            Token::Open if self.depth >= limits.depth => {
                (Code::LimitDepth, "nested variations", limits.depth)
            }
            Token::Node if self.nodes == limits.nodes => (Code::LimitNodes, "nodes", limits.nodes),
            Token::Name { .. } | Token::Value(_) if self.kept() >= most_kept(limits) => {
                (Code::LimitNodes, "properties and values", self.kept())
            }
            _ => return None,
        };
        Some(ReachedLimit { code, what, limit })
    }

    /// A game that begins without its parenthesis.
    fn open_bare(&mut self, place: Location) {
        self.depth = 1;
        self.outline.breaks_off = true;
        let message = "the game has no opening parenthesis (assumed here)";
        let finding = Finding::new(Code::MissingParenthesis, message);
        self.notes.push(finding.at(place));
    }

    fn open(&mut self) {
        self.depth += 1;
        self.state = NodeState::Awaited;
        self.used = Use::Nothing;
    }

    /// The text ends before the parentheses close that were opened.
    fn unclosed(&mut self, place: Location) {
        let (count, them) = match self.depth {
            1 => ("1 parenthesis is".to_owned(), "it"),
            n => (format!("{n} parentheses are"), "them"),
        };
        let message = format!("{count} not closed where the game ends (closed {them} there)");
        let finding = Finding::new(Code::UnclosedTree, message);
        self.outline.breaks_off = true;
        self.notes.push(finding.at(place));
    }

    /// Properties and values in memory.
    fn kept(&self) -> usize {
        self.outline.properties.len() + self.outline.values.len()
    }

    fn node(&mut self) {
        self.nodes += 1;
        self.state = NodeState::New;
        self.used = Use::Nothing;
        if self.part == TreePart::MainLine {
            self.outline.nodes += 1;
            self.before = self.outline.comment.take();
        }
    }

    /// The node that begins has the mark of those that the audit adds: on the main line, after its first.
    fn added(&mut self) {
        self.used = Use::Skipped;
        self.state = NodeState::Ordinary;
        if self.part == TreePart::MainLine && self.outline.nodes > 1 {
            self.state = NodeState::Added;
            self.outline.nodes -= 1;
            self.outline.comment = self.before.take();
        }
    }

    fn close(&mut self, at: usize) {
        self.depth = self.depth.saturating_sub(1);
        self.merged.close(self.depth);
        self.used = Use::Nothing;
        if self.state == NodeState::Awaited && self.nodes > 0 {
            let message = "a variation without a node (ignored)";
            self.say(at, Code::EmptyVariation, message);
        } else {
            self.part = TreePart::Variations;
        }
        self.state = NodeState::Ordinary;
    }

    fn name(&mut self, name: Name, at: usize) {
        if self.state == NodeState::Awaited {
            self.node();
            let message = "a property without a semicolon before its node (assumed)";
            self.say(at, Code::MissingSemicolon, message);
        }
        self.state = match self.state {
            NodeState::Added if !name.is_of_play() => NodeState::Added,
            // The audit adds marks, never stones.
            NodeState::Added => {
                self.outline.nodes += 1;
                NodeState::Ordinary
            }
            _ => NodeState::Ordinary,
        };
        let is_in_variation = self.part == TreePart::Variations;
        self.merged.name(name, at, is_in_variation);
        if is_in_variation || self.state == NodeState::Added {
            self.used = Use::Skipped;
            return;
        }
        self.used = match name {
            _ if name.is_used() => Use::Kept,
            _ if name == C => Use::Comment,
            _ => Use::Skipped,
        };
        if self.used != Use::Skipped {
            self.last_name = self.walker.go(at, Width::Utf8);
        }
        if self.used == Use::Kept {
            let first = self.outline.values.len() as u32;
            self.outline.properties.push(Property {
                name,
                node: self.outline.nodes.saturating_sub(1),
                location: self.last_name,
                values: (first, first),
            });
        }
    }

    /// A word in small letters with a value: no property of SGF, but one may have been meant.
    fn small_letters(&mut self, word: &[u8], at: usize) {
        self.used = Use::Skipped;
        if !self.meant(word, at) {
            self.junk(at);
        }
    }

    /// Whether a name may be meant as one that is used, though small letters do not count; the first such is said.
    fn meant(&mut self, word: &[u8], at: usize) -> bool {
        let is_meant = word.len() <= 2
            && word.iter().any(u8::is_ascii_lowercase)
            && Name::read(&word.to_ascii_uppercase()).is_used();
        if is_meant && !std::mem::replace(&mut self.is_small, true) {
            let word = String::from_utf8_lossy(word);
            let message = format!("property {word} in small letters (ignored; the first such)");
            self.say(at, Code::NameInSmallLetters, message);
        }
        is_meant
    }

    fn value(&mut self, value: RawValue, at: usize) {
        let location = |at| self.walker.go(at, Width::Utf8);
        self.merged.value(value, self.depth, location);
        match self.used {
            Use::Nothing => {
                let message = "a value without a property name (ignored)";
                self.say(at, Code::ValueWithoutProperty, message);
                self.used = Use::Skipped;
            }
            Use::Kept => {
                self.outline.values.push(value);
                if let Some(property) = self.outline.properties.last_mut() {
                    property.values.1 += 1;
                }
            }
            Use::Comment => {
                let comment = self.outline.comment.get_or_insert((value, self.last_name));
                if self.outline.nodes == 1 {
                    self.outline.first_comment = Some(*comment);
                }
            }
            Use::Skipped => {}
        }
        let (code, message) = match value.ending {
            ValueEnd::Closed => return,
            ValueEnd::Unescaped => (
                Code::UnescapedBracket,
                "a closing bracket inside a text is not escaped (taken as text)",
            ),
            ValueEnd::Missing => (
                Code::UnclosedValue,
                "the closing bracket of a value is missing (assumed before the next property or node)",
            ),
            ValueEnd::EndOfText => {
                self.outline.complete &= self.part == TreePart::Variations;
                self.outline.breaks_off = true;
                let message = "the game ends in the middle of a value (read up to here)";
                (Code::Truncated, message)
            }
        };
        self.say(at, code, message);
    }

    /// Letters that no value follows.
    fn bare(&mut self, bytes: &[u8], word: Range<usize>) {
        let (at, end) = (word.start, word.end);
        let word = &bytes[word];
        let is_name = word.len() <= 2 && word.iter().all(u8::is_ascii_uppercase);
        match bytes.get(skip_blank(bytes, end)) {
            Some(b'[') => self.small_letters(word, at),
            None | Some(b';' | b'(' | b')') if is_name => {
                let word = String::from_utf8_lossy(word);
                let message = format!("property {word} has no value (ignored)");
                self.say(at, Code::PropertyWithoutValue, message);
            }
            _ => self.junk(at),
        }
    }

    fn junk(&mut self, at: usize) {
        // A value behind it is no value of the property before it.
        self.used = Use::Skipped;
        if !std::mem::replace(&mut self.in_junk, true) {
            let message = "text between properties that is no SGF (ignored)";
            self.say(at, Code::JunkInGame, message);
        }
    }

    fn hit_limit(&mut self, at: usize, reached: ReachedLimit) {
        let ReachedLimit { code, what, limit } = reached;
        self.outline.complete = self.part == TreePart::Variations;
        let read = match self.part {
            TreePart::MainLine => "the main line is read up to here",
            TreePart::Variations => {
                "the main line is read, the variations after this are not looked at"
            }
        };
        let option = match code {
            Code::LimitDepth => "max-depth",
            _ => "max-nodes",
        };
        let message = format!("more than {limit} {what} (limit {option}; {read})");
        self.say(at, code, message);
    }

    /// A finding at a place. In variations it does not touch the result: a note.
    fn say(&mut self, at: usize, code: Code, message: impl Into<String>) {
        let finding = Finding::new(code, message).at(self.walker.go(at, Width::Utf8));
        self.notes.push(match self.part {
            TreePart::MainLine => finding,
            TreePart::Variations => finding.with_severity(Severity::Note),
        });
    }
}
