//! Stage 4: a record played out on a board.
//!
//! SGF (FF\[4\], "How to execute a move") wants a move executed even where it is illegal: the stone
//! is put whatever was there, then the opponent's chains without liberties are taken, then the
//! player's own. So replay always comes to an end; what was against the rules is a finding. A play
//! off the board is the only one that is not executed.

pub mod fingerprint;
mod handicap;
mod history;
mod named;
mod outcome;

pub use outcome::{BEGINNINGS, OtherHandicap, Replay, Turn};

use crate::finding::{Code, Finding, Location};
use crate::go::{
    Board, ByColor, Cell, Color, FinalPasses, KoRule, PlayCounts, Played, Point, Rules, Size,
    SuicideRule,
};
use crate::notes::Notes;
use crate::numbers::counted;
use crate::record::handicap::is_set_up;
use crate::record::{Action, GameRecord, Node};
use fingerprint::{Fingerprint, GameId, Idle};
use handicap::Opening;
use history::History;
use named::NamedPoints;

/// Plays out the main line of a record on a board of this size, which is the record's own. `handicap` is the number of
/// stones in HA, where it tells one.
pub fn replay(record: &GameRecord, size: Size, rules: &Rules, handicap: Option<u32>) -> Replay {
    let mut player = Player {
        handicap,
        ..Player::new(record, size, *rules)
    };
    for (index, node) in record.nodes.iter().enumerate() {
        player.node(node, index == 0);
    }
    player.finish(record)
}

struct Player {
    rules: Rules,
    /// The handicap as recorded.
    handicap: Option<u32>,
    board: Board,
    counts: PlayCounts,
    /// Stones that Black, that White put on the board by turns.
    plays: ByColor<u32>,
    /// Why the prisoners may be others than those of the game.
    prisoners_in_doubt: Option<Code>,
    turns: u32,
    /// The passes since the last play, if there are any. Setup leaves them as they are.
    passing: Option<Passing>,
    first_turn: Option<Turn>,
    last_turn: Option<Turn>,
    suicide_moves: u32,
    opening: Opening,
    beginnings: [Option<GameId>; BEGINNINGS.len()],
    /// Who is next, where anything says so.
    next: Option<Color>,
    fingerprint: Fingerprint,
    history: History,
    notes: Notes,
}

/// The passes since the last play.
#[derive(Clone, Copy)]
struct Passing {
    /// Whose is the first.
    began: Color,
    /// Whether the other player passed, too.
    both: bool,
    /// The fingerprint before them.
    before: GameId,
}

impl Player {
    fn new(record: &GameRecord, size: Size, rules: Rules) -> Player {
        Player {
            rules,
            handicap: None,
            board: Board::new(size),
            counts: PlayCounts::default(),
            plays: ByColor::default(),
            prisoners_in_doubt: None,
            turns: 0,
            passing: None,
            first_turn: None,
            last_turn: None,
            suicide_moves: 0,
            opening: Opening {
                setup_stones: record.setup_stones(),
                ..Opening::default()
            },
            beginnings: [None; BEGINNINGS.len()],
            next: None,
            fingerprint: Fingerprint::new(size),
            history: History::with_turns(record.nodes.iter().map(|n| n.actions.len()).sum()),
            notes: Notes::default(),
        }
    }

    fn node(&mut self, node: &Node, is_root: bool) {
        let mut turns = 0;
        let mut set = Vec::new();
        // Few nodes set anything up.
        let mut named: Option<NamedPoints> = None;
        let size = self.board.size();
        for action in &node.actions {
            match *action {
                Action::Turn {
                    color,
                    point,
                    location,
                } => {
                    turns += 1;
                    self.turn(color, point, location);
                    let last = self.last_turn;
                    if let Some(turn) = last.filter(|_| is_root) {
                        self.say(Code::MoveInRoot, turn, |_| "a turn in the root".to_owned());
                    }
                }
                Action::Setup {
                    cell,
                    ref points,
                    location,
                } => {
                    self.setup(cell, points, location);
                    let named = named.get_or_insert_default();
                    named.add(size, (cell, points, location), &mut self.notes);
                    set.extend(points.iter().map(|&point| (point, location)));
                }
                Action::ToMove { color, .. } => self.next = Some(color),
            }
        }
        let last = self.last_turn;
        if let Some(turn) = last.filter(|_| turns > 0 && !set.is_empty()) {
            self.say(Code::MixedNode, turn, |_| {
                "a turn in one node with setup (executed in the order of the file)".to_owned()
            });
        }
        self.check_liberties(&set);
    }

    fn setup(&mut self, cell: Cell, points: &[Point], location: Location) {
        let size = self.board.size();
        if self.turns > 0 {
            let turn = self.turns;
            self.doubt_prisoners(Code::SetupMidGame);
            self.notes.add(Code::SetupMidGame, || {
                let points = counted(points.len() as u64, "point");
                let message = format!("{points} set up after turn {turn}");
                Finding::new(Code::SetupMidGame, message)
                    .at(location)
                    .on_turn(turn)
            });
        }
        let (mut on_board, off_board): (Vec<Point>, Vec<Point>) =
            points.iter().partition(|&&point| size.contains(point));
        for point in off_board {
            self.notes.add(Code::SetupOffBoard, || {
                let message = format!("{} is off the board (ignored)", point.sgf_or_beyond());
                Finding::new(Code::SetupOffBoard, message).at(location)
            });
        }
        on_board.sort_unstable();
        on_board.dedup();
        for &point in &on_board {
            let before = self.board.get(point);
            self.fingerprint.set(point, before, cell);
        }
        let changes: Vec<_> = on_board.into_iter().map(|point| (point, cell)).collect();
        self.board.set(&changes);
    }

    /// Setup can leave chains without liberties only where a stone was put, or beside it.
    fn check_liberties(&mut self, set: &[(Point, Location)]) {
        let board = &self.board;
        let dead = |p: &Point| board.get(*p).color().is_some() && !board.has_liberty(*p);
        for &(point, location) in set {
            if !board.size().contains(point) {
                continue;
            }
            let [up, left, right, down] = point.neighbors();
            if let Some(stone) = [point, up, left, right, down].into_iter().find(dead) {
                let vertex = stone.vertex(board.size());
                self.notes.add(Code::NoLiberties, || {
                    let message = format!("setup leaves the chain at {vertex} without liberties");
                    Finding::new(Code::NoLiberties, message)
                        .at(location)
                        .on_vertex(vertex)
                });
                return;
            }
        }
    }

    fn turn(&mut self, color: Color, point: Option<Point>, location: Location) {
        let board = &self.board;
        let on_board = point.filter(|&p| board.size().contains(p));
        self.turns += 1;
        let turn = Turn {
            number: self.turns,
            color,
            point: on_board,
            location,
        };
        self.history.record(board.hash(), turn.number, color);
        self.check_order(turn);
        match (point, on_board) {
            (Some(point), None) => {
                self.doubt_prisoners(Code::PlayOffBoard);
                self.say(Code::PlayOffBoard, turn, |_| {
                    format!(
                        "the play at {} is off the board (not executed)",
                        point.sgf_or_beyond()
                    )
                });
                self.board.pass();
                self.passing = None;
                self.fingerprint.idle(color, Idle::OffBoard);
            }
            (None, _) => {
                self.board.pass();
                self.counts.pass(color);
                self.opening.first_pass.get_or_insert(color);
                let passing = self.passing.get_or_insert_with(|| Passing {
                    began: color,
                    both: false,
                    before: self.fingerprint.id(),
                });
                passing.both |= passing.began != color;
                self.fingerprint.idle(color, Idle::Pass);
            }
            (_, Some(point)) => {
                self.passing = None;
                self.fingerprint.play(color, point);
                self.play(turn, point);
            }
        }
        if let Some(at) = BEGINNINGS.iter().position(|&turns| turns == turn.number) {
            self.beginnings[at] = Some(self.fingerprint.id());
        }
        self.first_turn.get_or_insert(turn);
        self.last_turn = Some(turn);
        self.next = Some(!color);
    }

    /// Turns alternate, but for the stones of a handicap that Black places before White's first.
    fn check_order(&mut self, turn: Turn) {
        let color = turn.color;
        // Further passes end a game too, as by the AGA's rules and Ing's.
        if self.passing.is_some_and(|passing| passing.both)
            && turn.point.is_some()
            && !self.notes.has(Code::TurnsAfterPasses)
        {
            self.say(Code::TurnsAfterPasses, turn, |_| {
                format!("{} plays on after both players passed", color.name())
            });
        }
        if self.next != Some(!color) {
            return;
        }
        let last = self.last_turn.map(|last| last.color);
        let placed = self.opening.setup_stones[Color::Black] + self.plays[Color::Black];
        let placing = last == Some(Color::Black)
            && color == Color::Black
            && self.plays[Color::White] + self.counts.passes[Color::White] == 0
            && placed < self.handicap.unwrap_or(0);
        if !placing {
            let (code, takes, again) = match turn.point {
                Some(_) => (Code::OutOfTurn, "takes the turn", "twice in a row"),
                None => (Code::PassOutOfTurn, "passes", "after its own turn"),
            };
            if turn.point.is_some() {
                self.doubt_prisoners(code);
            }
            self.say(code, turn, |_| {
                let why = match last == Some(color) {
                    true => again,
                    false => "though PL named the opponent",
                };
                format!("{} {takes} {why}", color.name())
            });
        }
    }

    fn play(&mut self, turn: Turn, point: Point) {
        let color = turn.color;
        let board = &mut self.board;
        let there = board.get(point);
        let recapture =
            board.ko() == Some(point) && self.last_turn.is_some_and(|last| last.color != color);
        if there != Cell::Empty {
            board.set(&[(point, Cell::Empty)]);
        }
        let played = board.play(point, color);
        self.plays[color] += 1;
        self.counts.prisoners[color] += u32::from(played.captured);
        self.counts.prisoners[!color] += u32::from(played.suicide);
        if self.plays[Color::White] == 0 {
            let [black, white] = self.counts.passes.pair();
            self.opening.plays_before_white += 1;
            self.opening.plays_before_whites_turn += u32::from(white == 0);
            self.opening.passes_between = white;
            self.opening.first_pass = (black > 0).then_some(Color::Black);
        }
        if let Some(owner) = there.color() {
            self.doubt_prisoners(Code::OccupiedPoint);
            self.say(Code::OccupiedPoint, turn, |vertex| {
                let whose = owner.name().to_lowercase();
                format!("{vertex} holds a {whose} stone (replaced)")
            });
        }
        if recapture {
            self.doubt_prisoners(Code::KoRecapture);
            self.say(Code::KoRecapture, turn, |vertex| {
                format!(
                    "{} retakes the ko at {vertex} at once (executed)",
                    color.name()
                )
            });
        } else if played.suicide > 0 {
            self.suicide(turn, played);
        }
        // A play on a stone leaves the board as it was more often than not, which is said already.
        if !recapture && played.suicide != 1 && there == Cell::Empty {
            self.check_repetition(turn);
        }
    }

    fn suicide(&mut self, turn: Turn, played: Played) {
        let stones = played.suicide;
        if stones > 1 {
            self.suicide_moves += 1;
        }
        // A single stone leaves the board as it was: superko of either kind decides.
        let seen = self.history.find(self.board.hash());
        let is_new = self.rules.ko == KoRule::SituationalSuperko && seen[!turn.color].is_none();
        let legal = self.rules.suicide == SuicideRule::Allowed && (stones > 1 || is_new);
        let code = match legal {
            true => Code::LegalSuicide,
            false => Code::IllegalSuicide,
        };
        if !legal {
            self.doubt_prisoners(code);
        }
        self.say(code, turn, |vertex| {
            let stones = counted(u64::from(stones), "stone");
            format!("suicide of {stones} at {vertex} (executed)")
        });
    }

    fn check_repetition(&mut self, turn: Turn) {
        if self.counts.prisoners == ByColor::default() && !self.notes.has(Code::SetupMidGame) {
            return; // Stones only came: no board can have come back.
        }
        let next = !turn.color;
        let seen = self.history.find(self.board.hash());
        let any = seen[Color::Black].max(seen[Color::White]);
        let (code, before) = match self.rules.ko {
            KoRule::SituationalSuperko if seen[next].is_some() => {
                (Code::SituationalSuperko, seen[next])
            }
            KoRule::PositionalSuperko => (Code::PositionalSuperko, any),
            KoRule::SituationalSuperko | KoRule::Simple => (Code::BoardRepeats, any),
        };
        if let Some(before) = before {
            self.say(code, turn, |_| {
                format!("the board is as it was before turn {before}")
            });
        }
    }

    /// From here on the prisoners may be others than those of the game.
    fn doubt_prisoners(&mut self, why: Code) {
        self.prisoners_in_doubt.get_or_insert(why);
    }

    fn say(&mut self, code: Code, turn: Turn, message: impl FnOnce(&str) -> String) {
        let size = self.board.size();
        self.notes.add(code, || {
            let vertex = turn.point.map(|point| point.vertex(size));
            let message = message(vertex.as_deref().unwrap_or("pass"));
            let finding = Finding::new(code, message)
                .at(turn.location)
                .on_turn(turn.number);
            match vertex {
                Some(vertex) => finding.on_vertex(vertex),
                None => finding,
            }
        });
    }

    fn finish(mut self, record: &GameRecord) -> Replay {
        if self.turns == 0 {
            self.notes.add(Code::NoTurns, || {
                Finding::new(Code::NoTurns, "no turn on the main line").at(record.location)
            });
        }
        let opening = &self.opening;
        handicap::check(record, self.handicap, opening, &mut self.notes);
        handicap::forget_passes(self.handicap, opening, &mut self.counts);
        let is_set_up = is_set_up(opening.setup_stones);
        let id = self.fingerprint.id();
        Replay {
            to_move: match self.next {
                Some(color) => color,
                None if is_set_up => Color::White,
                None => Color::Black,
            },
            final_passes: match self.passing {
                None => FinalPasses::None,
                Some(Passing { both: false, .. }) => FinalPasses::OfOne,
                Some(Passing { began, .. }) => FinalPasses::OfBoth { began },
            },
            setup_stones: opening.setup_stones,
            handicap: handicap::stones(self.handicap, opening),
            other_handicap: handicap::other(self.handicap, opening),
            id,
            id_of_play: self.passing.map_or(id, |passing| passing.before),
            board: self.board,
            counts: self.counts,
            plays: self.plays,
            prisoners_in_doubt: self.prisoners_in_doubt,
            turns: self.turns,
            first_turn: self.first_turn,
            suicide_moves: self.suicide_moves,
            beginnings: self.beginnings,
            findings: self.notes.into_findings(),
        }
    }
}
