//! The problems of `tests/problems`: boards with an area, a target and the answers.
//!
//! A file holds problems one after the other, each a few `key: value` lines and the rows of a
//! board; lines that begin with `#` say something about the file. Letters: `X` `O` walls, `x` `o`
//! stones in the area, `B` `W` the target, `.` empty points in the area, `-` empty points outside.
//! Keys: `name`, `attacker` and `defender` (the answer where that side plays first: dies, ko, seki,
//! lives by ko, or lives), `suicide: allowed` where it is; `read` has the two answers of the reader of small areas where they
//! are others: it says ko where one side can but go on for ever.

use crate::brute::ForEver;
use sgf_audit::analysis::problem::{Answer, Problem};
use sgf_audit::go::{Board, Cell, Color, PointSet, SuicideRule, diagram};
use std::path::Path;

pub struct Fixture {
    pub name: String,
    pub board: Board,
    pub area: PointSet,
    pub target: PointSet,
    pub defender: Color,
    pub suicide: SuicideRule,
    /// Where the attacker plays first, and where the defender does.
    pub answers: [Answer; 2],
}

impl Fixture {
    /// The problem where the attacker (0) or the defender (1) plays first.
    pub fn problem(&self, first: usize) -> Problem<'_> {
        Problem {
            board: &self.board,
            area: &self.area,
            target: &self.target,
            first: [!self.defender, self.defender][first],
            suicide: self.suicide,
        }
    }
}

/// Reads all files of a folder, in order of their names, with the answers for this reading of endless play.
pub fn read(folder: &Path, for_ever: ForEver) -> Vec<Fixture> {
    let files = crate::common::files_of(folder);
    let mut fixtures = Vec::new();
    for file in files
        .iter()
        .filter(|f| f.extension().is_some_and(|e| e == "txt"))
    {
        let text = std::fs::read_to_string(file).expect("text");
        let text: String = text
            .lines()
            .filter(|l| !l.starts_with('#'))
            .fold(String::new(), |text, line| text + line.trim() + "\n");
        for block in text.split("name:").skip(1) {
            fixtures.push(fixture(block, for_ever));
        }
    }
    fixtures
}

fn fixture(block: &str, for_ever: ForEver) -> Fixture {
    let (name, rest) = block.split_once('\n').expect("a name");
    let name = name.trim().to_owned();
    let value = |key: &str| {
        let line = rest
            .lines()
            .find_map(|l| l.strip_prefix(key)?.strip_prefix(':'));
        line.map(str::trim)
    };
    let answer = |said: &str| match said.trim() {
        "dies" => Answer::Dies,
        "ko" => Answer::Ko,
        "seki" => Answer::Seki,
        "lives by ko" => Answer::LivesByKo,
        "lives" => Answer::Lives,
        other => panic!("{name}: {other:?} is no answer"),
    };
    let answers = ["attacker", "defender"].map(|key| answer(value(key).unwrap_or_default()));
    let answers = match value("read").filter(|_| for_ever == ForEver::IsKo) {
        Some(both) => {
            let (attacker, defender) = both.split_once(',').expect("two answers");
            [answer(attacker), answer(defender)]
        }
        None => answers,
    };
    let rows: Vec<&str> = rest.lines().filter(|l| !l.contains(':')).collect();
    let (size, letters) = diagram::letters(&rows.join("\n")).expect("a board");
    let mut board = Board::new(size);
    let mut stones = Vec::new();
    let mut area = PointSet::EMPTY;
    let mut target = PointSet::EMPTY;
    let mut defender = None;
    for (point, letter) in letters {
        let cell = match letter {
            'X' | 'x' | 'B' => Cell::Black,
            'O' | 'o' | 'W' => Cell::White,
            '.' | '-' => Cell::Empty,
            other => panic!("{name}: {other}"),
        };
        stones.push((point, cell));
        if !matches!(letter, 'X' | 'O' | '-') {
            area.insert(point);
        }
        if matches!(letter, 'B' | 'W') {
            target.insert(point);
            assert!(defender.is_none_or(|c| cell.is(c)), "{name}: one colour");
            defender = cell.color();
        }
    }
    board.set(&stones);
    Fixture {
        answers,
        suicide: match value("suicide") {
            Some("allowed") => SuicideRule::Allowed,
            _ => SuicideRule::Forbidden,
        },
        board,
        area,
        target,
        defender: defender.expect("a target"),
        name,
    }
}
