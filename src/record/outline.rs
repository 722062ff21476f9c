//! The main line of one game, as spans: which properties stand where, and what is out of order.
//!
//! The whole tree is looked at, but only the first variation is kept, and of it only what the
//! audit uses. Nothing is interpreted here.

use super::chars::Chars;
use super::lexer::{Lexer, RawValue, Token, ValueEnd};
use super::lookahead::skip_blank;
use super::name::{self, C, Name};
use super::place::{Walker, Width};
use crate::limits::Limits;

use crate::finding::{Code, Finding, Location, Severity};
use crate::notes::Notes;

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
        notes,
        outline: Outline {
            properties: Vec::with_capacity((text.len() / 8 + 8).min(limits.nodes)),
            values: Vec::with_capacity((text.len() / 8 + 8).min(limits.nodes)),
            nodes: 0,
            first_comment: None,
            comment: None,
            complete: true,
        },
        part: TreePart::MainLine,
        depth: 0,
        nodes: 0,
        in_junk: false,
        fresh: true,
        used: Use::Nothing,
        last_name: place,
        before: None,
        is_new: false,
        in_added: false,
        is_small: false,
        merged: None,
        merged_at: 0,
        game_info: None,
    };
    reader.read(text.as_bytes(), place, limits);
    reader.tell_merged();
    reader.outline
}

/// Properties and values that a game may have besides four of each of its nodes: those of the root.
const SPARE: usize = 1000;

/// Which part of the tree is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TreePart {
    MainLine,
    Variations,
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

struct OutlineReader<'a, 'n> {
    walker: Walker<'a>,
    notes: &'n mut Notes,
    outline: Outline,
    part: TreePart,
    depth: usize,
    nodes: usize,
    /// The last token was no SGF: what follows it and is none either has been reported.
    in_junk: bool,
    /// No node yet since the last parenthesis opened.
    fresh: bool,
    used: Use,
    last_name: Location,
    /// The comment of the node before.
    before: Option<(RawValue, Location)>,
    /// Nothing of the node has been read yet.
    is_new: bool,
    /// The node was added by the audit itself.
    in_added: bool,
    /// A name in small letters has been reported.
    is_small: bool,
    /// The first variation that names players or a result, and how many do.
    merged: Option<(Location, u32)>,
    /// How deep the variation is that is read, where it is one of them; else 0.
    merged_at: usize,
    /// Where a property stands that makes it one, if it has a value.
    game_info: Option<usize>,
}

/// What is said of a game as a whole.
const GAME_INFO: [Name; 3] = [name::PB, name::PW, name::RE];

impl OutlineReader<'_, '_> {
    fn read(&mut self, bytes: &[u8], place: Location, limits: &Limits) {
        let mut lexer = Lexer::new(bytes, 0, Chars::Plain);
        if bytes.first() != Some(&b'(') {
            self.depth = 1;
            let message = "the game has no opening parenthesis (assumed here)";
            let finding = Finding::new(Code::MissingParenthesis, message);
            self.notes.push(finding.at(place));
        }
        while let Some((token, at)) = lexer.next() {
            self.in_junk &= matches!(token, Token::Bare { .. } | Token::Junk);
            match token {
                Token::Open => {
                    self.depth += 1;
                    self.fresh = true;
                    self.is_new = false;
                    self.used = Use::Nothing;
                    if self.depth > limits.depth {
                        self.hit_limit(at, Code::LimitDepth, "nested variations", limits.depth);
                        return;
                    }
                }
                Token::Close => {
                    self.close(at);
                    if self.depth == 0 {
                        return;
                    }
                }
                Token::Node => {
                    self.fresh = false;
                    self.used = Use::Nothing;
                    if self.nodes == limits.nodes {
                        self.hit_limit(at, Code::LimitNodes, "nodes", limits.nodes);
                        return;
                    }
                    self.node();
                }
                Token::Name { end } if self.is_new && bytes[at..end] == *ADDED_NODE.as_bytes() => {
                    self.added();
                }
                Token::Name { .. } | Token::Value(_) if self.kept() >= most_kept(limits) => {
                    self.hit_limit(at, Code::LimitNodes, "properties and values", self.kept());
                    return;
                }
                Token::Name { end } => {
                    let name = lexer.name();
                    if !name.is_used() {
                        self.meant(&bytes[at..end], at);
                    }
                    self.name(name, at);
                }
                Token::Value(value) => self.value(value, at),
                Token::Bare { end } => {
                    let word = &bytes[at..end];
                    let is_name = word.len() <= 2 && word.iter().all(u8::is_ascii_uppercase);
                    match bytes.get(skip_blank(bytes, end)) {
                        Some(b'[') => self.small_letters(word, at),
                        None | Some(b';' | b'(' | b')') if is_name => self.bare(word, at),
                        _ => self.junk(at),
                    }
                }
                Token::Junk => self.junk(at),
                Token::StrayBracket => {
                    let message = "a closing bracket that closes nothing (ignored)";
                    self.say(at, Code::StrayBracket, message);
                }
            }
        }
        if self.outline.complete && self.depth > 0 && bytes.first() == Some(&b'(') {
            let (count, them) = match self.depth {
                1 => ("1 parenthesis is".to_owned(), "it"),
                n => (format!("{n} parentheses are"), "them"),
            };
            let message = format!("{count} not closed where the game ends (closed {them} there)");
            let finding = Finding::new(Code::UnclosedTree, message);
            self.notes.push(finding.at(place));
        }
    }

    /// Properties and values in memory.
    fn kept(&self) -> usize {
        self.outline.properties.len() + self.outline.values.len()
    }

    fn node(&mut self) {
        self.nodes += 1;
        self.is_new = true;
        self.in_added = false;
        if self.part == TreePart::MainLine {
            self.outline.nodes += 1;
            self.before = self.outline.comment.take();
        }
    }

    /// The node that begins was added by the audit: it is as if it were not there.
    fn added(&mut self) {
        self.is_new = false;
        self.used = Use::Skipped;
        if self.part == TreePart::MainLine && self.outline.nodes > 1 {
            self.in_added = true;
            self.outline.nodes -= 1;
            self.outline.comment = self.before.take();
        }
    }

    fn close(&mut self, at: usize) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth < self.merged_at {
            self.merged_at = 0;
        }
        self.used = Use::Nothing;
        if self.fresh && self.nodes > 0 {
            let message = "a variation without a node (ignored)";
            self.say(at, Code::EmptyVariation, message);
        } else {
            self.part = TreePart::Variations;
        }
        self.fresh = false;
        self.in_added = false;
    }

    fn name(&mut self, name: Name, at: usize) {
        if self.fresh {
            self.fresh = false;
            self.node();
            let message = "a property without a semicolon before its node (assumed)";
            self.say(at, Code::MissingSemicolon, message);
        }
        self.is_new = false;
        if self.in_added && name.is_of_play() {
            // The audit adds marks, never stones.
            self.in_added = false;
            self.outline.nodes += 1;
        }
        let is_game_info = self.part == TreePart::Variations && GAME_INFO.contains(&name);
        self.game_info = is_game_info.then_some(at);
        if self.part == TreePart::Variations || self.in_added {
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

    /// Says that variations are games of their own: files of several games can be merged into one tree.
    fn tell_merged(&mut self) {
        if let Some((first, count)) = self.merged {
            let message = match count {
                1 => "a variation names players or a result of its own: it is not read as a game"
                    .to_owned(),
                _ => format!(
                    "{count} variations name players or a result of their own: they are not read as games"
                ),
            };
            let finding = Finding::new(Code::GamesInVariations, message);
            self.notes.push(finding.at(first));
        }
    }

    fn value(&mut self, value: RawValue, at: usize) {
        if let Some(at) = self.game_info.take()
            && value.start < value.end
            && self.merged_at == 0
        {
            self.merged_at = self.depth;
            let first = || (self.walker.go(at, Width::Utf8), 0);
            let (first, count) = self.merged.unwrap_or_else(first);
            self.merged = Some((first, count + 1));
        }
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
                let message = "the game ends in the middle of a value (read up to here)";
                (Code::Truncated, message)
            }
        };
        self.say(at, code, message);
    }

    fn bare(&mut self, word: &[u8], at: usize) {
        let word = String::from_utf8_lossy(word);
        let message = format!("property {word} has no value (ignored)");
        self.say(at, Code::PropertyWithoutValue, message);
    }

    fn junk(&mut self, at: usize) {
        // A value behind it is no value of the property before it.
        self.used = Use::Skipped;
        if !std::mem::replace(&mut self.in_junk, true) {
            let message = "text between properties that is no SGF (ignored)";
            self.say(at, Code::JunkInGame, message);
        }
    }

    fn hit_limit(&mut self, at: usize, code: Code, what: &str, limit: usize) {
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
