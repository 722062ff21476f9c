//! A piece of work: games audited one after the other, a defect on one of them caught.

use super::feed::{Large, Work};
use super::{Maker, Plan};
use crate::digest::{Digest, Key};
use crate::discover::{self, Content};
use crate::finding::{Code, Finding};
use crate::pipeline::{Options, Source};
use crate::referee::Referees;
use crate::report::row::RowReferee;
use crate::report::{Row, annotate, assemble};
use std::any::Any;
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
    pub(super) fn add(&mut self, source: &Source, name: &str, game: usize, plan: &Plan<'_>) {
        let row = audit(source, name, game, plan);
        if plan.copies == Copies::Flagged && row.is_flagged() {
            self.copies.push(Copy {
                path: annotate::path(&row),
                bytes: caught(|| source.annotated(&row, plan.options)).unwrap_or(None),
            });
        }
        self.rows.push(row);
    }
}

impl Work {
    /// Audits the work, or remembers what was made of it.
    pub fn make<M: Maker>(self, plan: Plan<'_>, maker: &M) -> M::Made {
        let options = plan.options;
        let mut digest = plan.settings.map(Digest::keyed);
        let mut add = |bytes: &[u8]| {
            if let Some(digest) = &mut digest {
                digest.add(bytes);
            }
        };
        let (loaded, weight) = match self {
            Work::Row(row, weight) => {
                add(format!("{row:?}").as_bytes());
                (Loaded::Row(row), weight)
            }
            Work::Games(large, games) => {
                add(large.name.as_bytes());
                add(&large.digest.unwrap_or_default());
                add(format!("{games:?}").as_bytes());
                let rows = large.source.rows() as u64;
                // Shares of the whole, so that they add up to it.
                let share = |games: usize| large.weight * games as u64 / rows;
                let weight = share(games.end) - share(games.start);
                (Loaded::Games(large, games), weight)
            }
            Work::Sources(sources) => {
                let mut loaded = Vec::with_capacity(sources.len());
                let mut weight = 0;
                for found in sources {
                    weight += found.weight;
                    add(found.source.as_bytes());
                    let content = load(found.content, options);
                    match &content {
                        Ok(bytes) => add(bytes),
                        Err(finding) => add(format!("{finding:?}").as_bytes()),
                    }
                    loaded.push((found.source, content));
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

/// Work whose bytes are at hand.
enum Loaded {
    Sources(Vec<(String, Result<Vec<u8>, Finding>)>),
    Games(Arc<Large>, Range<usize>),
    Row(Box<Row>),
}

impl Loaded {
    fn audit(self, piece: &mut Piece, plan: &Plan<'_>) {
        match self {
            Loaded::Row(row) => piece.rows.push(*row),
            Loaded::Games(large, games) => {
                for game in games {
                    piece.add(&large.source, &large.name, game, plan);
                }
            }
            Loaded::Sources(sources) => {
                for (name, content) in sources {
                    match content.and_then(|bytes| caught(|| Source::open(bytes, plan.options))) {
                        Ok(source) => (0..source.rows())
                            .for_each(|game| piece.add(&source, &name, game, plan)),
                        Err(finding) => piece.rows.push(discover::row(name, finding)),
                    }
                }
            }
        }
    }
}

/// Reads a source.
fn load(content: Content, options: &Options) -> Result<Vec<u8>, Finding> {
    caught(|| content.load(&options.limits)).and_then(|loaded| loaded)
}

fn audit(source: &Source, name: &str, game: usize, plan: &Plan<'_>) -> Row {
    let audited = || match plan.referees {
        None => source.audit(name, game, plan.options),
        Some(referees) => {
            let (mut row, opinions) =
                source.audit_and(name, game, plan.options, |judged, judgement| {
                    referees.ask(judged, judgement)
                });
            let opinions = opinions.unwrap_or_default();
            row.referees = opinions.said;
            assemble::say(&mut row, &opinions.findings);
            row
        }
    };
    caught(audited).unwrap_or_else(|finding| Row {
        game: (source.first() + game) as u64,
        stopped_at: Some(finding.code.stage().name().to_owned()),
        ..discover::row(name.to_owned(), finding)
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
