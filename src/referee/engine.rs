//! One process of an engine, and how it is asked for the dead stones of a position.

use super::gtp::{Broken, Conversation, GtpAnswer, quoted};
use crate::go::{Board, Color, Counting, Point, PointSet};
use std::fmt;
use std::io;
use std::time::{Duration, Instant};

/// The command that an engine must know.
const DEAD: &str = "final_status_list dead";

/// Characters of an engine's name and of its version that are kept.
const NAME: usize = 60;

/// Why an engine did not say which stones are dead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It refused a command: it cannot do what it was asked for.
    Refused(String),
    /// The conversation is over.
    Broken(Broken),
}

impl From<Broken> for Failure {
    fn from(broken: Broken) -> Failure {
        Failure::Broken(broken)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(why) => f.write_str(why),
            Failure::Broken(broken) => broken.fmt(f),
        }
    }
}

/// What an engine is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The board.
    pub board: &'a Board,
    /// Who is next.
    pub to_move: Color,
    /// Komi in points.
    pub komi: f64,
    /// How the rules count.
    pub counting: Counting,
}

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    talk: Conversation,
    /// The commands that it knows, each on a line.
    commands: String,
    /// Whether it has answered a question.
    used: bool,
}

/// How a start went.
pub enum Started {
    /// The engine runs; its name and version.
    Running(Box<Engine>, String),
    /// It is of no use, and what it said to people.
    Useless(Failure, String),
}

impl Engine {
    /// Starts an engine and asks for its name.
    ///
    /// # Errors
    /// Where there is no such program, or it cannot be started.
    pub fn start(words: &[String], limit: Duration) -> io::Result<Started> {
        let mut talk = Conversation::start(words)?;
        Ok(match introduce(&mut talk, limit) {
            Ok((commands, name)) => {
                let engine = Engine {
                    talk,
                    commands,
                    used: false,
                };
                Started::Running(Box::new(engine), name)
            }
            Err(failure) => Started::Useless(failure, talk.last_words()),
        })
    }

    /// Whether it has answered a question before: then a failure may come from that.
    pub fn is_used(&self) -> bool {
        self.used
    }

    /// Asks for the dead stones. After a failure other than a refusal the engine is of no use.
    ///
    /// # Errors
    /// Where the engine did not answer.
    pub fn dead(&mut self, question: &Question<'_>, limit: Duration) -> Result<PointSet, Failure> {
        let until = Instant::now() + limit;
        let begin = self.begin(question)?;
        self.say(&begin, until)?;
        let mut commands = stones(question);
        commands.push(DEAD.to_owned());
        let told = self.say(&commands, until)?;
        self.used = true;
        Ok(listed(&told, question.board)?)
    }

    /// Says commands that must not be refused; gives the answer to the last.
    fn say(&mut self, commands: &[String], until: Instant) -> Result<String, Failure> {
        let mut told = String::new();
        for (command, answer) in commands.iter().zip(self.talk.say(commands, until)?) {
            match answer {
                GtpAnswer::No(_) if is_courtesy(command) => {}
                answer => told = yes(command, answer)?,
            }
        }
        Ok(told)
    }

    /// An empty board, and nothing left of what was asked before.
    fn begin(&self, question: &Question<'_>) -> Result<Vec<String>, Failure> {
        let size = question.board.size();
        let mut commands = Vec::new();
        if size.width() == size.height() {
            commands.push(format!("boardsize {}", size.width()));
        } else if self.knows("rectangular_boardsize") {
            let (width, height) = (size.width(), size.height());
            commands.push(format!("rectangular_boardsize {width} {height}"));
        } else {
            let why = format!("plays on square boards only, not on {size}");
            return Err(Failure::Refused(why));
        }
        commands.push("clear_board".to_owned());
        if self.knows("clear_cache") {
            commands.push("clear_cache".to_owned());
        }
        if self.knows("set_random_seed") {
            commands.push("set_random_seed 1".to_owned());
        }
        if self.knows("kata-set-rules") {
            let rules = match question.counting {
                Counting::Territory => "japanese",
                Counting::Area => "chinese",
            };
            commands.push(format!("kata-set-rules {rules}"));
        }
        commands.push(format!("komi {}", question.komi));
        Ok(commands)
    }

    fn knows(&self, command: &str) -> bool {
        lists(&self.commands, command)
    }

    /// Lets it go.
    pub fn quit(self) {
        self.talk.quit();
    }
}

/// Whether a command may be refused: the dead stones can be told without it.
fn is_courtesy(command: &str) -> bool {
    let name = command.split(' ').next();
    ["clear_cache", "set_random_seed", "kata-set-rules", "komi"].contains(&name.unwrap_or_default())
}

/// Whether a list of commands has this one.
fn lists(commands: &str, command: &str) -> bool {
    commands.split_whitespace().any(|known| known == command)
}

/// The list of the commands that an engine knows, and its name with its version.
fn introduce(talk: &mut Conversation, limit: Duration) -> Result<(String, String), Failure> {
    let commands = ["name", "version", "list_commands"].map(str::to_owned);
    let answers = talk.say(&commands, Instant::now() + limit)?;
    let mut told = commands
        .iter()
        .zip(answers)
        .map(|(command, answer)| yes(command, answer));
    let mut next = || told.next().unwrap_or(Ok(String::new()));
    let short = |text: String| -> String {
        let line = text.lines().next().unwrap_or_default();
        line.trim().chars().take(NAME).collect()
    };
    let (name, version, list) = (short(next()?), short(next()?), next()?);
    if !lists(&list, "final_status_list") {
        let why = "does not know final_status_list".to_owned();
        return Err(Failure::Refused(why));
    }
    Ok((list, format!("{name} {version}").trim().to_owned()))
}

fn yes(command: &str, answer: GtpAnswer) -> Result<String, Failure> {
    match answer {
        GtpAnswer::Yes(told) => Ok(told),
        GtpAnswer::No(why) => Err(Failure::Refused(format!(
            "refused `{command}`: {}",
            quoted(&why)
        ))),
    }
}

/// Plays that put the stones of a board on an empty one: White's first, since engines may take many
/// black plays at the beginning for a handicap, and at the end one by who was last to move.
///
/// In whatever order a board's stones are put, none is captured: a part of a chain is next to a
/// stone of it that is still missing, and a whole chain has the liberty that it has in the end.
/// Two passes in a row would end the game; there is never more than one.
fn stones(question: &Question<'_>) -> Vec<String> {
    let (board, last) = (question.board, !question.to_move);
    let size = board.size();
    let mut points: Vec<(Color, Point)> = [Color::White, Color::Black]
        .into_iter()
        .flat_map(|color| board.stones(color).map(move |point| (color, point)))
        .collect();
    let end = points.iter().rposition(|&(color, _)| color == last);
    let end = end.map(|index| points.remove(index));
    points.extend(end);
    let mut plays: Vec<String> = points
        .into_iter()
        .map(|(color, point)| format!("play {} {}", letter(color), point.vertex(size)))
        .collect();
    if end.is_none() {
        plays.push(format!("play {} pass", letter(last)));
    }
    plays
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The stones of the chains that are listed.
fn listed(told: &str, board: &Board) -> Result<PointSet, Broken> {
    let mut dead = PointSet::EMPTY;
    for word in told.split_whitespace() {
        let stone = Point::of_vertex(word, board.size())
            .filter(|&point| board.get(point).color().is_some());
        let Some(stone) = stone else {
            let what = format!("listed {} as a dead stone", quoted(word));
            return Err(Broken::Nonsense(what));
        };
        dead.extend(board.chain(stone));
    }
    Ok(dead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Cell, Size};

    #[test]
    fn white_is_put_first_and_who_was_last_to_move_last() {
        let mut board = Board::new(Size::square(9));
        let plays = |board: &Board, to_move| {
            stones(&Question {
                board,
                to_move,
                komi: 0.5,
                counting: Counting::Area,
            })
            .join(", ")
        };
        assert_eq!(plays(&board, Color::Black), "play W pass");
        let at = |x, y, cell| (Point::new(x, y), cell);
        board.set(&[at(0, 8, Cell::Black), at(2, 8, Cell::Black)]);
        assert_eq!(plays(&board, Color::White), "play B A1, play B C1");
        let pass = "play B A1, play B C1, play W pass";
        assert_eq!(plays(&board, Color::Black), pass);
        board.set(&[at(8, 0, Cell::White), at(7, 0, Cell::White)]);
        let black_last = "play W H9, play W J9, play B A1, play B C1";
        assert_eq!(plays(&board, Color::White), black_last);
        let white_last = "play W H9, play B A1, play B C1, play W J9";
        assert_eq!(plays(&board, Color::Black), white_last);
    }

    #[test]
    fn a_list_of_chains_is_read_and_nothing_else() {
        let size = Size::square(9);
        let mut board = Board::new(size);
        let points = [Point::new(0, 8), Point::new(1, 8), Point::new(4, 4)];
        board.set(&points.map(|point| (point, Cell::Black)));
        for (told, dead) in [
            ("", Some(0)),
            ("A1", Some(2)),
            ("A1 B1", Some(2)),
            ("A1\nE5", Some(3)),
            ("A2", None),
            ("A1 zebra", None),
        ] {
            assert_eq!(listed(told, &board).ok().map(|dead| dead.len()), dead);
        }
    }
}
