//! Boards that are nearly done, played out: each a file in tests/finish/.
//!
//! Lines before the first empty line say what it shows; then comes the board, and after another
//! empty line, for some rules and a side to move, the margin of best play without komi.

use sgf_audit::analysis::{AnalysisOptions, analyse};
use sgf_audit::finish::finish;
use sgf_audit::go::{Board, Color, PointSet, Position, Rules, Size, SuicideRule, diagram};
use sgf_audit::report::row;
use sgf_audit::score::{ScoreInput, score};
use sgf_audit::{Options, audit_bytes};
use std::fs;
use std::path::Path;

/// The margin after the last moves and how many were added, passes left out.
fn played_out(board: &Board, to_move: Color, rules: &Rules) -> Option<(f64, usize)> {
    let position = Position::new(board.clone(), to_move).expect("liberties");
    let options = AnalysisOptions {
        suicide: SuicideRule::Forbidden,
        lots: 0,
    };
    let analysis = analyse(&position, &options);
    let input = ScoreInput {
        position: &position,
        analysis: &analysis,
        rules,
        komi: 0.0,
        handicap: 0,
        prisoners: [0; 2],
        passes: [0; 2],
        first_pass: None,
        marks: None,
        played_out: PointSet::EMPTY,
    };
    let finish = finish(&input)?;
    let plays = finish.moves.iter().filter(|(_, point)| point.is_some());
    Some((score(&finish.input(&input)).margin, plays.count()))
}

#[test]
fn boards_are_played_out_as_their_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/finish");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let mut wrong = String::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        let parts: Vec<&str> = text.split("\n\n").collect();
        let board = diagram::parse(parts[1]).expect("a board");
        for line in parts[2].lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let rules = match words[0] {
                "japanese" => Rules::JAPANESE,
                "chinese" => Rules::CHINESE,
                other => panic!("rules {other}"),
            };
            let to_move = match words[1] {
                "black" => Color::Black,
                _ => Color::White,
            };
            let expected: f64 = words[2].parse().expect("a number");
            let found = played_out(&board, to_move, &rules).map(|(margin, _)| margin);
            if found != Some(expected) {
                wrong += &format!("{}: {line}: found {found:?}\n", file.display());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn an_empty_board_is_not_nearly_done() {
    let board = Board::new(Size::square(9));
    assert!(played_out(&board, Color::Black, &Rules::JAPANESE).is_none());
}

/// A game on the board of the first file, with this end.
fn game(end: &str) -> row::Row {
    let text = format!(
        "(;FF[4]SZ[7]RU[Chinese]KM[0]RE[B+1]AB[ca][cb][bc][cc][cd][ce][cf][cg]\
         AW[ea][eb][ec][fc][ed][ee][ef][eg]PL[B]{end})"
    );
    let mut rows = audit_bytes("game", text.as_bytes(), &Options::default());
    rows.remove(0)
}

#[test]
fn only_a_game_that_stops_early_is_played_out() {
    let open = game("");
    assert_eq!(open.finish, row::Finish::Played);
    assert_eq!(open.margin, Some(1.0));
    assert_eq!(open.margin_min, open.margin);
    let moves = open.finish_moves.expect("moves that were added");
    assert_eq!(moves.len(), 3 * (7 + 2), "{moves}");
    let passed = game(";B[];W[]");
    assert_eq!(passed.finish, row::Finish::None);
    assert_eq!(passed.finish_moves, None);
}
