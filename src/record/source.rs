//! A source: the bytes of one file, and where its games are.

use super::charset::{Charset, Context};
use super::decode::{self, CharsetMark, CharsetMarks, Decoded, Unwrapped};
use super::game::GameRecord;
use super::joint::{Joint, START};
use super::no_game::{junk, packed_by, what_else};
use super::outline::outline;
use super::parse;
use super::place::{Walker, Width};
use super::scan::{self, Strictness};
use super::solution;
use super::splitter::{Openings, Splitter, stated_charset};
use super::wrapping::Wrapping;
use crate::beginnings::is_html;
use crate::finding::{Code, Finding, Location, Stage};
use crate::go::{Color, Point};
use crate::limits::Limits;
use crate::notes::Notes;
use crate::numbers::{counted, grouped};
use std::ops::Range;

/// A source that was read: the bytes of one file, and where its games are.
///
/// Holds the bytes and some 60 bytes a game; games are decoded and parsed when asked for, each by
/// itself, from any thread.
pub struct Source {
    bytes: Vec<u8>,
    marks: CharsetMarks,
    wrapping: Wrapping,
    games: Vec<Span>,
    limits: Limits,
    /// What the last game has to say of the end of the source.
    after: Vec<Finding>,
    /// What stands in the source instead of a game.
    instead: Option<Finding>,
    /// Why no game is to be trusted.
    damage: Option<Finding>,
    /// Games of the source before this part.
    games_before: usize,
}

/// What became of a part of a source.
pub enum Part {
    /// Games that are whole, and what is left: the beginning of the next part, which stands at the
    /// joint now.
    Games(Source, Vec<u8>),
    /// The games limit was reached: what follows is not read.
    Last(Source),
    /// No cut can be made in these bytes; more of the source is needed.
    More(Vec<u8>),
}

/// Where a game is.
struct Span {
    start: usize,
    end: usize,
    place: Location,
    /// `None` where the source is UTF-8 and the game's own bytes tell.
    charset: Option<Charset>,
    /// What stands before the game.
    before: Option<Box<Finding>>,
}

/// What came of looking for games.
struct FoundGames {
    /// The end of the last game but one, where there are two or more.
    cut: Option<usize>,
    /// Whether there are more games than are read.
    hit_limit: bool,
}

impl Source {
    /// Looks at the structure of a source. Takes time linear in the number of bytes, whatever
    /// they are. A text that was decoded before is opened by [`Source::open_last`] at [`Joint::of_text`].
    pub fn open(bytes: Vec<u8>, limits: &Limits) -> Source {
        Source::open_whole(bytes, &Joint::default(), limits)
    }

    fn open_whole(bytes: Vec<u8>, joint: &Joint, limits: &Limits) -> Source {
        let mut source = Source::empty(limits, 0);
        if bytes.len() as u64 > limits.entry_bytes {
            let (size, most) = (
                counted(bytes.len() as u64, "byte"),
                grouped(limits.entry_bytes),
            );
            let message = format!("{size}, more than the limit of {most} (not read)");
            source.instead = Some(Finding::new(Code::LimitEntryBytes, message));
            return source;
        }
        source.take(match joint.mark {
            CharsetMark::Text => decode::unwrap_text(bytes),
            _ => decode::unwrap(bytes),
        });
        // Members of an archive may look like games.
        if packed_by(&source.bytes).is_none() {
            source.find_games(&mut joint.clone());
        }
        if source.games.is_empty() {
            let what = || what_else(&source.bytes).at(START);
            source.instead.get_or_insert_with(what);
            source.bytes = Vec::new();
        }
        source
    }

    /// Looks at a part of a source that goes on after it: all its games but the last, which may
    /// be cut short. `joint` says where the part begins and is moved to where the next begins.
    ///
    /// Parts give the games of the whole. Where the first part is smaller than a MiB, its joint
    /// must be [`Joint::of`] the whole: what the source looks like is told by so much of it.
    pub fn open_part(bytes: Vec<u8>, joint: &mut Joint, limits: &Limits) -> Part {
        let begins = joint.games == 0 && joint.place == START;
        let is_text = joint.mark == CharsetMark::Text;
        // What begins there needs all of it.
        let wide = match is_text {
            true => None,
            false => decode::wide_in(&bytes, begins),
        };
        if wide == Some(0) {
            return Part::More(bytes);
        }
        let mut source = Source::empty(limits, joint.games);
        let mut next = match joint.look {
            Some(_) => joint.clone(),
            None => Joint::of(&bytes),
        };
        let mut marked = false;
        if begins && bytes.starts_with(decode::UTF8_MARK) {
            if !is_text {
                next.mark = CharsetMark::Utf8;
            }
            marked = true;
        }
        source.marks = CharsetMarks::all(next.mark);
        source.bytes = bytes;
        let wide = wide.map(|start| source.bytes.split_off(start));
        if marked {
            source.bytes.drain(..decode::UTF8_MARK.len());
        }
        let found = source.find_games(&mut next);
        if found.hit_limit {
            return Part::Last(source);
        }
        let Some(cut) = found.cut else {
            let mut bytes = source.bytes;
            bytes.extend(wide.into_iter().flatten());
            if marked {
                bytes.splice(..0, decode::UTF8_MARK.iter().copied());
            }
            return Part::More(bytes);
        };
        let mut rest = source.bytes.split_off(cut);
        rest.extend(wide.into_iter().flatten());
        source.games.pop();
        source.after.clear();
        next.games = joint.games + source.games.len();
        *joint = next;
        Part::Games(source, rest)
    }

    fn open_rest(bytes: Vec<u8>, joint: &Joint, limits: &Limits) -> Source {
        if joint.games == 0 {
            return Source::open_whole(bytes, joint, limits);
        }
        let mut source = Source::empty(limits, joint.games);
        source.take(decode::unwrap_rest(bytes, joint.mark));
        source.find_games(&mut joint.clone());
        source
    }

    /// Looks at the last part of a source. Where it could not be read to its end, at the games that are whole,
    /// and as a game of its own there is why there are not more. Where its checksum does not fit no game is whole for sure,
    /// and each says so.
    pub fn open_last(
        bytes: Vec<u8>,
        trouble: Option<Finding>,
        joint: &Joint,
        limits: &Limits,
    ) -> Source {
        let mut source = Source::open_rest(bytes, joint, limits);
        let Some(trouble) = trouble else {
            return source;
        };
        if trouble.code == Code::ChecksumWrong && !source.games.is_empty() {
            source.damage = Some(trouble);
            return source;
        }
        source.after.clear();
        let place = match source.games.last() {
            Some(last) => {
                let place = last.place;
                if source.breaks_off(last) {
                    source.games.pop();
                }
                place
            }
            None => joint.place,
        };
        source.instead = Some(trouble.at(place));
        source
    }

    fn take(&mut self, unwrapped: Unwrapped) {
        self.bytes = unwrapped.bytes;
        self.marks = unwrapped.marks;
        self.wrapping = unwrapped.wrapping;
    }

    fn empty(limits: &Limits, games_before: usize) -> Source {
        Source {
            bytes: Vec::new(),
            marks: CharsetMarks::all(CharsetMark::None),
            wrapping: Wrapping::None,
            games: Vec::new(),
            limits: limits.clone(),
            after: Vec::new(),
            instead: None,
            damage: None,
            games_before,
        }
    }

    /// Whether this has the same games at the same places, read in the same way, as another that begins with the same
    /// bytes at the same joint.
    pub fn has_games_of(&self, other: &Source) -> bool {
        self.extents().eq(other.extents())
    }

    /// Of each game where it begins and ends, and its character set.
    fn extents(&self) -> impl Iterator<Item = (usize, usize, Location, Charset)> {
        let games = self.games.iter();
        games.map(|span| (span.start, span.end, span.place, self.charset(span)))
    }

    /// The number of games in the parts before this one; 0 where the source is whole.
    pub fn games_before(&self) -> usize {
        self.games_before
    }

    /// The number of rows that the source gives: one a game, one where it holds none, and one more where it could not
    /// be read to its end.
    pub fn rows(&self) -> usize {
        self.games.len() + usize::from(self.instead.is_some() || self.games.is_empty())
    }

    /// Reads a game, for the program's own packages, which can name what comes of it. Where there is no such game, the record says what there is instead.
    #[doc(hidden)]
    pub fn game(&self, index: usize) -> GameRecord {
        let Some(span) = self.games.get(index) else {
            let finding = self
                .instead
                .clone()
                .unwrap_or_else(|| Finding::new(Code::NoGame, format!("there is no game {index}")));
            return GameRecord::unreadable(finding.location.unwrap_or(START), finding);
        };
        let bytes = &self.bytes[span.start..span.end];
        let stated = stated_charset(bytes);
        let charset = self.charset(span);
        let (text, lost) = decode::decode(bytes, charset);
        let decoded = Decoded {
            mark: self.marks.at(span.start),
            charset,
            stated,
            lost,
        };
        let mut notes = Notes::default();
        notes.extend(span.before.as_deref().cloned());
        if index + 1 == self.games.len() {
            notes.extend(self.after.iter().cloned());
        }
        let outline = outline(&text, span.place, &self.limits, &mut notes);
        let mut record = parse::record(&text, span.place, &outline, &decoded, &self.limits, notes);
        if let Some(damage) = &self.damage {
            record.findings.insert(0, damage.clone().at(span.place));
            record.stopped_at = Some(Stage::Discover);
        }
        record
    }

    /// The first plays of a game that its variations and marks call right, and whose they are.
    #[doc(hidden)]
    pub fn solution(&self, index: usize) -> (Option<Color>, Vec<(Color, Point)>) {
        let Some(span) = self.games.get(index) else {
            return (None, Vec::new());
        };
        let bytes = &self.bytes[span.start..span.end];
        solution::read(&decode::decode(bytes, self.charset(span)).0)
    }

    fn charset(&self, span: &Span) -> Charset {
        span.charset.unwrap_or_else(|| {
            let bytes = &self.bytes[span.start..span.end];
            decode::charset_of(
                self.marks.at(span.start),
                bytes,
                stated_charset(bytes),
                &Context::known(None),
            )
        })
    }

    /// Where a game is in [`Self::bytes`], and its character set.
    pub(super) fn span(&self, index: usize) -> Option<(Range<usize>, Charset)> {
        let span = self.games.get(index)?;
        Some((span.start..span.end, self.charset(span)))
    }

    /// The bytes of the source, unwrapped.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Other bytes as a source, under the same limits.
    pub(super) fn opened_as_this(&self, bytes: &[u8]) -> Source {
        Source::open(bytes.to_vec(), &self.limits)
    }

    /// What was taken off the bytes.
    pub(super) fn wrapping(&self) -> Wrapping {
        self.wrapping
    }

    /// Whether only a part of a game stands there.
    fn breaks_off(&self, span: &Span) -> bool {
        let bytes = &self.bytes[span.start..span.end];
        let (text, _) = decode::decode(bytes, self.charset(span));
        outline(&text, span.place, &self.limits, &mut Notes::default()).breaks_off
    }

    /// Finds the games of the bytes, which begin at `joint`. Where there are two or more it moves `joint` to the end of
    /// the last but one.
    fn find_games(&mut self, joint: &mut Joint) -> FoundGames {
        let bytes = &self.bytes;
        let strict = *joint.strict.get_or_insert(if is_html(bytes) {
            Strictness::WithProperty
        } else {
            Strictness::AnyTree
        });
        let mut spans = GameSpans::new(bytes, &self.marks, joint);
        let mut openings = Openings::new(bytes, strict, joint.place.column > 1);
        let mut at = 0;
        let mut cut = None;
        while let Some(open) = openings.next(at) {
            if self.games_before + self.games.len() == self.limits.games {
                let finding = too_many(self.limits.games).at(spans.place(open));
                match self.games.is_empty() {
                    true => self.instead = Some(finding),
                    false => self.after.push(finding),
                }
                return FoundGames {
                    cut,
                    hit_limit: true,
                };
            }
            if !self.games.is_empty() {
                joint.place = spans.place(at);
                joint.chars = spans.splitter.chars;
                cut = Some(at);
            }
            let game = spans.next(at, open);
            at = game.end;
            self.games.push(game);
        }
        if !self.games.is_empty() {
            let end = bytes.len();
            self.after.extend(junk(bytes, at, end, &mut spans.walker));
        } else if self.games_before == 0 && !is_html(bytes) {
            self.games.extend(spans.without_parenthesis());
        }
        FoundGames {
            cut,
            hit_limit: false,
        }
    }
}

/// The finding for the first game that is not read.
fn too_many(most: usize) -> Finding {
    let most = counted(most as u64, "game");
    let message = format!("more than {most} in the source (the others are not read)");
    Finding::new(Code::LimitGames, message)
}

/// Walks through the games of some bytes.
struct GameSpans<'a> {
    bytes: &'a [u8],
    splitter: Splitter<'a>,
    walker: Walker<'a>,
}

impl<'a> GameSpans<'a> {
    fn new(bytes: &'a [u8], marks: &'a CharsetMarks, joint: &Joint) -> GameSpans<'a> {
        GameSpans {
            bytes,
            splitter: Splitter::new(bytes, marks, joint),
            walker: Walker::new(bytes, joint.place),
        }
    }

    /// Where a byte stands.
    fn place(&mut self, at: usize) -> Location {
        self.walker.go(at, Width::Utf8)
    }

    /// The game that opens at `open`, where the one before ended at `at`.
    fn next(&mut self, at: usize, open: usize) -> Span {
        let before = junk(self.bytes, at, open, &mut self.walker).map(Box::new);
        let place = self.place(open);
        let (end, charset) = self.splitter.bounds(open);
        let width = charset.map_or(Width::Utf8, Charset::width);
        self.walker.go(end, width);
        Span {
            start: open,
            end,
            place,
            charset,
            before,
        }
    }

    /// The game that all of the bytes are, where one begins without its parenthesis.
    fn without_parenthesis(&mut self) -> Option<Span> {
        let open = scan::game_without_parenthesis(self.bytes)?;
        let end = self.bytes.len();
        Some(Span {
            start: open,
            end,
            before: junk(self.bytes, 0, open, &mut self.walker).map(Box::new),
            place: self.place(open),
            charset: self.splitter.charset(open, end),
        })
    }
}
