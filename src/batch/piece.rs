//! A piece of work: games audited one after the other, a defect on one of them caught.

use super::feed::{Large, Work};
use super::{Maker, Plan};
use crate::digest::{Digest, Key};
use crate::discover::{self, Content};
use crate::finding::{Code, Finding};
use crate::pipeline::{Joint, Options, Source};
use crate::referee::Referees;
use crate::report::row::RowReferee;
use crate::report::{Row, annotate, assemble};
use std::any::Any;
use std::borrow::Cow;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Rows that follow each other.
#[derive(Debug)]
pub struct Piece {
    /// The rows.
    pub rows: Vec<Row>,
    /// Copies of games among the rows, in their order.
    pub copies: Vec<Copy>,
    /// What share of the input they are (see [`Found::weight`](crate::discover::Found::weight)).
    pub weight: u64,
    /// A hash of all that the rows depend on: names and bytes of their sources, and
    /// [`Plan::settings`]. The pieces of a run do not depend on its threads.
    pub key: Option<Key>,
}

/// Which games are wanted as annotated copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// None.
    None,
    /// Flagged games.
    Flagged,
}

/// The annotated copy of a game.
#[derive(Debug)]
pub struct Copy {
    /// Its path, see [`annotate::path`].
    pub path: String,
    /// Its bytes; `None` where no copy can be made (see [`Source::annotated`]).
    pub bytes: Option<Vec<u8>>,
}

impl Piece {
    /// Audits a game of a source, and copies it where that is wanted.
    pub(super) fn add(&mut self, game: usize, of: &Of<'_>, plan: &Plan<'_>) {
        let row = audit(game, of, plan);
        let Of {
            source, options, ..
        } = of;
        if plan.copies == Copies::Flagged && row.is_flagged() {
            self.copies.push(Copy {
                path: annotate::path(&row),
                bytes: caught(|| source.annotated(&row, options)).unwrap_or(None),
            });
        }
        self.rows.push(row);
    }

    /// Adds the row of a source that could not be read.
    fn add_unread(&mut self, mut row: Row, options: &Options) {
        options.codes.apply(&mut row);
        self.rows.push(row);
    }
}

/// A source's name in the report, and the root it was found under.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub source: String,
    pub root: usize,
}

/// A source that is audited.
pub(super) struct Of<'a> {
    source: &'a Source,
    name: &'a str,
    options: &'a Options,
}

impl Work {
    /// Audits the work, or remembers what was made of it.
    pub fn make<M: Maker>(self, plan: Plan<'_>, maker: &M) -> M::Made {
        let mut digest = plan.settings.map(Digest::keyed);
        let mut add = |bytes: &[u8]| {
            if let Some(digest) = &mut digest {
                digest.add(bytes);
            }
        };
        let (loaded, weight) = match self {
            Work::Row(row, root, weight) => {
                add(format!("{row:?}").as_bytes());
                let options = plan.options.of(root, &row.source);
                add_own(&options, &plan, &mut add);
                (Loaded::Row(row, options), weight)
            }
            Work::Games(large, games) => {
                add(large.origin.source.as_bytes());
                add(&large.digest.unwrap_or_default());
                add(format!("{games:?}").as_bytes());
                let options = plan.options.of(large.origin.root, &large.origin.source);
                add_own(&options, &plan, &mut add);
                let rows = large.source.rows() as u64;
                // Shares of the whole, so that they add up to it.
                let share = |games: usize| large.weight * games as u64 / rows;
                let weight = share(games.end) - share(games.start);
                (Loaded::Games(large, games, options), weight)
            }
            Work::Sources(sources) => {
                let mut loaded = Vec::with_capacity(sources.len());
                let mut weight = 0;
                for found in sources {
                    weight += found.weight;
                    add(found.source.as_bytes());
                    let options = plan.options.of(found.root, &found.source);
                    add_own(&options, &plan, &mut add);
                    let content = load(found.content, &options);
                    match &content {
                        Ok(loaded) => {
                            add(format!("{:?}", loaded.trouble).as_bytes());
                            add(&loaded.bytes);
                        }
                        Err(finding) => add(format!("{finding:?}").as_bytes()),
                    }
                    loaded.push((found.source, content, options));
                }
                (Loaded::Sources(loaded), weight)
            }
        };
        let key = digest.map(|digest| digest.key());
        if let Some(made) = key.and_then(|key| maker.recall(key, weight)) {
            return made;
        }
        let mut piece = Piece {
            rows: Vec::new(),
            copies: Vec::new(),
            weight,
            key,
        };
        loaded.audit(&mut piece, &plan);
        // Rows of games that were not come to have places for the referees as well.
        let referees = plan.referees.map_or(0, Referees::count);
        for row in &mut piece.rows {
            row.referees.resize_with(referees, RowReferee::default);
        }
        maker.make(piece)
    }
}

/// Adds options that are not those of every source, which the settings stand for.
fn add_own(options: &Options, plan: &Plan<'_>, add: &mut dyn FnMut(&[u8])) {
    if options != plan.options.common() {
        add(format!("{options:?}").as_bytes());
    }
}

/// What a source holds, or why that cannot be told.
type Loading = Result<discover::Loaded, Finding>;

/// Work whose bytes are at hand.
enum Loaded<'a> {
    Sources(Vec<(String, Loading, Cow<'a, Options>)>),
    Games(Arc<Large>, Range<usize>, Cow<'a, Options>),
    Row(Box<Row>, Cow<'a, Options>),
}

impl Loaded<'_> {
    fn audit(self, piece: &mut Piece, plan: &Plan<'_>) {
        match self {
            Loaded::Row(row, options) => piece.add_unread(*row, &options),
            Loaded::Games(large, games, options) => {
                let of = Of {
                    source: &large.source,
                    name: &large.origin.source,
                    options: &options,
                };
                games.for_each(|game| piece.add(game, &of, plan));
            }
            Loaded::Sources(sources) => {
                for (name, content, options) in sources {
                    match content.and_then(|loaded| caught(|| open(loaded, &options))) {
                        Ok(source) => {
                            let of = Of {
                                source: &source,
                                name: &name,
                                options: &options,
                            };
                            (0..source.rows()).for_each(|game| piece.add(game, &of, plan));
                        }
                        Err(finding) => piece.add_unread(Row::unread(name, finding), &options),
                    }
                }
            }
        }
    }
}

/// Reads a source, as far as that is possible.
fn load(content: Content, options: &Options) -> Loading {
    let loaded = caught(|| content.read(&options.limits))?;
    match loaded.trouble {
        Some(trouble) if loaded.bytes.is_empty() => Err(trouble),
        _ => Ok(loaded),
    }
}

/// Looks at what was read of a source.
pub(super) fn open(loaded: discover::Loaded, options: &Options) -> Source {
    match loaded.trouble {
        Some(trouble) => Source::open_cut(loaded.bytes, &Joint::default(), trouble, options),
        None => Source::open(loaded.bytes, options),
    }
}

fn audit(game: usize, of: &Of<'_>, plan: &Plan<'_>) -> Row {
    let Of {
        source,
        name,
        options,
    } = of;
    let audited = || match plan.referees {
        None => source.audit(name, game, options),
        Some(referees) => {
            let (mut row, opinions) = source.audit_and(name, game, options, |judged, judgement| {
                referees.ask(judged, judgement)
            });
            let opinions = opinions.unwrap_or_default();
            row.referees = opinions.said;
            assemble::say(&mut row, &opinions.findings);
            options.codes.apply(&mut row);
            row
        }
    };
    caught(audited).unwrap_or_else(|finding| Row {
        game: (source.first() + game) as u64,
        stopped_at: Some(finding.code.stage()),
        ..Row::unread((*name).to_owned(), finding)
    })
}

/// A defect of the program costs the game on which it shows, not the batch.
pub(super) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Finding> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        Finding::new(
            Code::InternalError,
            format!("a defect of this program: {}", message(&*panic)),
        )
    })
}

fn message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "no message",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_defect_is_a_finding() {
        let caught: Result<(), Finding> = caught(|| panic!("at move {}", 7));
        let finding = caught.unwrap_err();
        assert_eq!(finding.code, Code::InternalError);
        assert!(
            finding.message.ends_with("at move 7"),
            "{}",
            finding.message
        );
    }
}
