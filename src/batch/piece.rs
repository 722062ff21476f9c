//! The rows of a unit: games audited one after the other, a defect on one of them caught.

use super::key;
use super::part::{Share, SourcePart, load, open};
use super::plan::{Copies, Plan};
use super::unit::{Unit, UnitWork};
use super::units::GamesOfPart;
use crate::defect::caught;
use crate::digest::Key;
use crate::discover::{Content, Origin};
use crate::finding::{Code, Finding};
use crate::pipeline::{Joint, Options, Source};
use crate::referee::Referees;
use crate::report::row::RowReferee;
use crate::report::{Names, Row, annotate};
use std::ops::Range;

/// The rows of a unit.
#[derive(Debug)]
pub struct Piece {
    /// The rows.
    pub rows: Vec<Row>,
    /// Copies of games among the rows, in their order.
    pub copies: Vec<GameCopy>,
    /// What share of the input they are (see [`Found::weight`](crate::discover::Found::weight)).
    pub weight: u64,
    /// Whether a source begins with them.
    pub begins_source: bool,
    /// Whether they were audited before, and only recalled.
    pub recalled: bool,
}

/// The annotated copy of a game.
#[derive(Debug)]
pub struct GameCopy {
    /// Its path, see [`annotate::path`].
    pub path: String,
    /// Its bytes; `None` where no copy can be made (see [`Source::annotated`]).
    pub bytes: Option<Vec<u8>>,
}

/// What comes of a unit.
pub(super) enum Audited {
    /// Its rows.
    Rows(Piece),
    /// More games than are held in memory at a time, to be audited some at a time.
    Many(GamesOfPart),
}

/// Games of a source at most that are audited in one unit: a row takes more room than the smallest games.
const MANY: usize = 64;

impl Unit {
    /// Audits the unit, or recalls its rows.
    pub fn audit(self, plan: &Plan<'_>) -> Audited {
        let Unit { share, work } = self;
        let Origin { source, root } = &share.origin;
        let mut piece = Piece {
            rows: Vec::new(),
            copies: Vec::new(),
            weight: share.weight,
            begins_source: share.begins_source,
            recalled: false,
        };
        let options = plan.options.of(*root, source);
        match work {
            UnitWork::Unread(game, finding) => {
                piece.rows.push(unread(source, game, finding, &options));
            }
            UnitWork::Games(part, games) => piece.add_games(&part, games, &options, plan),
            UnitWork::Source(content) => match piece.add_source(content, &share, &options, plan) {
                Ok(None) => {}
                Ok(Some(part)) => {
                    return Audited::Many(GamesOfPart::new(part, plan.games_at_a_time()));
                }
                Err(finding) => piece.rows.push(unread(source, 0, finding, &options)),
            },
        }
        // Rows of games that were not come to have places for the referees as well.
        let referees = plan.referees.map_or(0, Referees::count);
        for row in &mut piece.rows {
            // Not remembered with the row: the same file may be named by another root.
            row.root = Some(plan.root(*root).to_owned());
            row.carried
                .referees
                .resize_with(referees, RowReferee::default);
        }
        Audited::Rows(piece)
    }
}

/// Whether so many games may be in these bytes: each begins with a parenthesis, as variations do.
fn may_have_many(bytes: &[u8]) -> bool {
    bytes.iter().filter(|&&byte| byte == b'(').count() > MANY
}

impl Piece {
    /// Recalls the rows of what is named, or audits it and keeps them, where rows are remembered. The key stands for
    /// all that the rows depend on; `content` is that of the bytes.
    fn remember(
        &mut self,
        plan: &Plan<'_>,
        named: &[&str],
        content: Option<Key>,
        options: &Options,
        audit: impl FnOnce(&mut Piece),
    ) {
        let (Some(memory), Some(content)) = (plan.memory, content) else {
            return audit(self);
        };
        let key = key::of_rows(memory.program(), named, &content, options);
        if let Some(rows) = memory.recall(&key) {
            self.rows = rows;
            self.recalled = true;
            return;
        }
        audit(self);
        if self.rows.iter().all(lasts) {
            memory.keep(&key, &self.rows);
        }
    }

    /// Audits some games of a part of a source.
    fn add_games(
        &mut self,
        part: &SourcePart,
        games: Range<usize>,
        options: &Options,
        plan: &Plan<'_>,
    ) {
        let source = &part.share.origin.source;
        let which = format!("{}..{}", games.start, games.end);
        self.remember(plan, &[source, &which], part.digest, options, |piece| {
            let of = AuditedSource {
                source: &part.source,
                name: source,
                options,
            };
            piece.audit(games, &of, &part.share, plan);
        });
    }

    /// Reads a source and audits it; one that may have many games is given back as a part.
    fn add_source(
        &mut self,
        content: Content,
        share: &Share,
        options: &Options,
        plan: &Plan<'_>,
    ) -> Result<Option<SourcePart>, Finding> {
        let loaded = load(content, options)?;
        let digest = plan.key_of(|| key::of_content(&loaded));
        if may_have_many(&loaded.bytes) {
            let bytes = loaded.bytes.len() as u64;
            let source = open(loaded, &Joint::default(), options)?;
            return Ok(Some(SourcePart {
                share: share.clone(),
                bytes,
                source,
                digest,
            }));
        }
        let name = &share.origin.source;
        self.remember(plan, &[name], digest, options, |piece| {
            match open(loaded, &Joint::default(), options) {
                Ok(source) => {
                    let of = AuditedSource {
                        source: &source,
                        name,
                        options,
                    };
                    piece.audit(0..source.rows(), &of, share, plan);
                }
                Err(finding) => piece.rows.push(unread(name, 0, finding, options)),
            }
        });
        Ok(None)
    }

    /// Audits games of a source, and copies those of which that is wanted.
    fn audit(
        &mut self,
        games: Range<usize>,
        of: &AuditedSource<'_>,
        share: &Share,
        plan: &Plan<'_>,
    ) {
        for game in games {
            let row = of.row(game, plan.referees);
            if plan.copies == Copies::Flagged && row.is_flagged() {
                let root = plan.root(share.origin.root);
                let named = Names::of_roots(plan.roots.len()).of(root, of.name);
                self.copies.push(GameCopy {
                    path: annotate::path(&named, row.game),
                    bytes: caught(|| of.source.annotated(&row, of.options)).unwrap_or(None),
                });
            }
            self.rows.push(row);
        }
    }
}

/// Whether another run would find the same: a defect of the program is not kept, nor that a
/// referee failed.
fn lasts(row: &Row) -> bool {
    let found = row.findings.iter().map(|finding| finding.code);
    !found
        .chain(row.carried.ignored.keys().copied())
        .any(Code::may_pass)
}

/// The row of a source, or of the rest of one from a game on, that could not be read.
pub(super) fn unread(source: &str, game: usize, finding: Finding, options: &Options) -> Row {
    with_codes(Row::unread(source, game, finding), options)
}

/// A row as it leaves.
fn with_codes(mut row: Row, options: &Options) -> Row {
    row.apply(&options.codes);
    row
}

/// A source that is audited.
pub(super) struct AuditedSource<'a> {
    pub source: &'a Source,
    /// Its name in the report.
    pub name: &'a str,
    pub options: &'a Options,
}

impl AuditedSource<'_> {
    /// Audits one of its games.
    pub fn row(&self, game: usize, referees: Option<&Referees>) -> Row {
        let (source, name, options) = (self.source, self.name, self.options);
        let audited = || {
            let (mut row, opinions) = source.audit_and(name, game, options, |judged, judgement| {
                referees.map(|referees| referees.ask(judged, judgement))
            });
            let opinions = opinions.flatten().unwrap_or_default();
            row.carried.referees = opinions.said;
            row.findings.extend(opinions.findings);
            row
        };
        let row = caught(audited).unwrap_or_else(|finding| Row {
            stopped_at: Some(finding.code.stage()),
            ..Row::unread(name, source.games_before() + game, finding)
        });
        with_codes(row, options)
    }
}
