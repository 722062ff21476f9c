//! Boards that are nearly done, played out: each a file in tests/finish/.
//!
//! Lines before the first empty line say what it shows; then comes the board, and after another
//! empty line, for some rules and a side to move, the margin of best play without komi.

mod common;

use sgf_audit::analysis::{AnalysisOptions, analyse};
use sgf_audit::finding::Code;
use sgf_audit::finish::{FinishedBoard, play_out};
use sgf_audit::go::{
    Board, Color, FinalPasses, PlayCounts, Point, Position, Rules, Size, SuicideRule, Symmetry,
    diagram,
};
use sgf_audit::judge::Verdict;
use sgf_audit::pipeline::Source;
use sgf_audit::report::correction::{self, Left, Trust};
use sgf_audit::report::look::{self, View};
use sgf_audit::report::row::{self, Row};
use sgf_audit::score::ScoreInput;
use sgf_audit::{Options, audit_bytes};
use std::fs;
use std::path::Path;

fn played_out(board: &Board, to_move: Color, rules: &Rules) -> Option<FinishedBoard> {
    played_out_with(board, to_move, rules, None)
}

fn played_out_with(
    board: &Board,
    to_move: Color,
    rules: &Rules,
    last_ko: Option<Color>,
) -> Option<FinishedBoard> {
    let position = Position::new(board.clone(), to_move).expect("liberties");
    let options = AnalysisOptions::of(&Rules::CHINESE);
    let analysis = analyse(&position, &options);
    let input = ScoreInput {
        position: &position,
        analysis: &analysis,
        rules,
        komi: 0.0,
        handicap: 0,
        counts: PlayCounts::default(),
        final_passes: FinalPasses::None,
        marks: None,
    };
    play_out(position.to_move(), &input, last_ko)
}

#[test]
fn boards_are_played_out_as_their_files_say() {
    let mut wrong = String::new();
    for file in common::files_of("tests/finish") {
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
            let found = played_out(&board, to_move, &rules).map(|finish| finish.margins.by_rules);
            if found != Some(expected) {
                wrong += &format!("{}: {line}: found {found:?}\n", file.display());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Of plays that are worth as much one is taken: the same, however the board is turned and whoever is
/// called Black.
#[test]
fn turned_boards_and_swapped_colours_end_the_same() {
    for file in common::files_of("tests/finish") {
        let text = fs::read_to_string(&file).expect("a text");
        let board = text.split("\n\n").nth(1).map(diagram::parse);
        let board = board.expect("a board").expect("points");
        let size = board.size();
        let played = played_out(&board, Color::Black, &Rules::CHINESE).expect("moves");
        for symmetry in Symmetry::ALL {
            for swap in [false, true] {
                let color = |c: Color| if swap { !c } else { c };
                let turned = symmetry.board(&board, color(Color::Black));
                let found = played_out(&turned, color(Color::Black), &Rules::CHINESE);
                let found = found.expect("moves");
                let moves = played.moves.iter();
                let expected: Vec<(Color, Option<Point>)> = moves
                    .map(|(c, p)| (color(*c), p.map(|p| symmetry.point(p, size))))
                    .collect();
                assert_eq!(found.moves, expected, "{}", file.display());
                let sign = if swap { -1.0 } else { 1.0 };
                assert_eq!(
                    found.margins.by_rules,
                    sign * played.margins.by_rules,
                    "{}",
                    file.display()
                );
            }
        }
    }
}

/// A ko that is all there is left is lost by the side that could take it where the record stops, unless the record
/// says that it wins it.
#[test]
fn who_wins_the_last_ko() {
    let board = diagram::parse(
        "...XO..
         ...XO..
         ...XO..
         ..XO.O.
         ...XO..
         ...XO..
         ...XO..",
    );
    let board = board.expect("a board");
    for (to_move, last_ko, expected) in [
        (Color::Black, None, 7.0),
        (Color::Black, Some(Color::Black), 8.0),
        (Color::Black, Some(Color::White), 7.0),
        (Color::White, None, 7.0),
        (Color::White, Some(Color::White), 7.0),
    ] {
        let found = played_out_with(&board, to_move, &Rules::JAPANESE, last_ko);
        let found = found.map(|finish| finish.margins.by_rules);
        assert_eq!(found, Some(expected), "{to_move:?} {last_ko:?}");
    }
}

#[test]
fn an_empty_board_is_not_nearly_done() {
    let board = Board::new(Size::square(9));
    assert!(played_out(&board, Color::Black, &Rules::JAPANESE).is_none());
}

/// Every move is legal, turns alternate, and the last move is a play.
#[test]
fn what_is_added_can_be_played() {
    let text = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/finish/neutral-points.txt"),
    );
    let text = text.expect("a text");
    let mut board = diagram::parse(text.split("\n\n").nth(1).expect("a board")).expect("points");
    let mut color = Color::Black;
    let finish = played_out(&board, color, &Rules::CHINESE).expect("moves");
    assert!(matches!(finish.moves.last(), Some((_, Some(_)))));
    for (player, point) in finish.moves {
        assert_eq!(player, color);
        match point {
            Some(point) => {
                assert!(board.is_legal(point, color, SuicideRule::Forbidden));
                board.play(point, color);
            }
            None => board.pass(),
        }
        color = !color;
    }
}

/// A game on the board of the first file, with this result and end.
fn game(result: &str, end: &str) -> row::Row {
    audit_bytes("game", text(result, end).as_bytes(), &Options::default()).remove(0)
}

fn text(result: &str, end: &str) -> String {
    format!(
        "(;FF[4]SZ[7]RU[Chinese]KM[0]RE[{result}]AB[ca][cb][bc][cc][cd][ce][cf][cg]\
         AW[ea][eb][ec][fc][ed][ee][ef][eg]PL[B]{end})"
    )
}

#[test]
fn a_record_that_stops_early_and_is_undecided_is_played_out() {
    let open = game("B+2", "");
    assert_eq!(open.verdict, Verdict::Undecidable);
    assert_eq!(open.finish, row::Finish::Played);
    assert_eq!(open.likely_margin, Some(1.0));
    // Nothing is proved on this board.
    assert_eq!((open.margin, open.margin_min), (None, None));
    let moves = open.finish_moves.as_ref().expect("moves that were added");
    assert_eq!(moves.len(), 3 * 7, "{moves}");
    let says = "; 7 moves played on: B+1";
    assert!(
        open.findings.iter().any(|f| f.message.ends_with(says)),
        "{:?}",
        open.findings
    );
    let other_side = game("W+1", "");
    assert_eq!(other_side.verdict, Verdict::Undecidable);
    let says = "; 7 moves played on: B+1, the recorded margin for the other side";
    assert!(
        other_side
            .findings
            .iter()
            .any(|f| f.message.ends_with(says)),
        "{:?}",
        other_side.findings
    );
    let met = game("B+1", "");
    assert_eq!(met.verdict, Verdict::Agrees);
    assert_eq!(met.finish, row::Finish::Played);
    assert_eq!((met.margin, met.margin_max), (Some(1.0), Some(1.0)));
    assert_eq!(met.difference, Some(0.0));
    let codes: Vec<Code> = met.findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::NoTurns, Code::LastMovesPlayed]);
    for told in [game("0", ""), game("B+1", ";B[];W[]"), game("B+R", "")] {
        assert_eq!(told.finish, row::Finish::None, "{told:?}");
        assert_eq!(told.finish_moves, None);
    }
}

/// By territory Black's play on the last dame makes White fill a point. Nobody fills it in a record that counts it, nor
/// where area is counted; and a record of more than that differs. Who passed last makes no difference: it is nobody's
/// turn.
#[test]
fn a_point_that_the_last_dame_calls_for_is_filled_after_both_passed() {
    for passes in ["B[];W[]", "W[];B[]"] {
        let audit = |rules: &str, result: &str| {
            let text = format!(
                "(;FF[4]SZ[9]RU[{rules}]KM[-18.5]RE[{result}]\
                 AB[af][bf][cf][df][hf][if][ag][bg][cg][dg][eg][fg][gg][hg][ig]\
                 AW[ae][be][ce][de][fe][ge][he][ie][ef][gf];{passes})"
            );
            audit_bytes("game", text.as_bytes(), &Options::default()).remove(0)
        };
        let told = |row: Row| (row.verdict, row.finish_moves, row.margin);
        let filled = Some("BffWee".to_owned());
        let by_territory = |result: &str| told(audit("Japanese", result));
        assert_eq!(by_territory("B+0.5"), (Verdict::Agrees, filled, Some(0.5)));
        assert_eq!(by_territory("W+0.5"), (Verdict::Agrees, None, Some(-0.5)));
        assert_eq!(by_territory("B+1.5"), (Verdict::Differs, None, Some(-0.5)));
        assert_eq!(told(audit("Chinese", "B+8.5")).1, None);
        // Who has won hangs on whether the point is filled.
        let beside = audit("Japanese", "B+1.5");
        assert_eq!(
            (beside.winner_differs, &beside.carried.other_margins[..]),
            (None, &[0.5][..])
        );
        let says = "; 2 moves played on: B+0.5";
        assert!(
            beside.findings.iter().any(|f| f.message.ends_with(says)),
            "{:?}",
            beside.findings
        );
        let left = correction::suggested(&beside, Trust::Estimates);
        assert_eq!(left, Err(Left::SeveralMargins));
    }
}

/// A game that a program played at random, with a record that a bad last move of Black's would meet, into his own last
/// liberties. No last moves change what is proved.
#[test]
fn no_last_move_loses_what_is_proved() {
    let game = ";B[ef];W[gd];B[he];W[dc];B[ea];W[aa];B[cb];W[ac];B[df];W[af];B[fe];W[da];B[ec];W[gb];B[ge];W[ab];\
                B[cf];W[dd];B[ca];W[hb];B[cc];W[ae];B[fc];W[ff];B[de];W[bc];B[ed];W[bb];B[hc];W[gf];B[fb];W[eb];\
                B[db];W[ce];B[ga];W[be];B[bf];W[cd];B[ba];W[hd];B[bd];W[ee];B[ha];W[ad];B[gc];W[de];B[hb];W[cf]";
    for rules in ["Japanese", "Chinese"] {
        let text = format!("(;GM[1]SZ[8:6]RU[{rules}]KM[0.5]RE[W+10.5]{game})");
        let row = audit_bytes("game.sgf", text.as_bytes(), &Options::default()).remove(0);
        assert_eq!(row.verdict, Verdict::Differs, "{rules}");
        assert_eq!((row.proved_min, row.proved_max), (Some(1.5), Some(3.5)));
    }
}

/// What is not settled when both have passed is played out by territory, and may confirm the record alone.
#[test]
fn a_board_that_is_not_settled_is_played_out_after_both_passed() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus-samples/played/19x19-chinese.sgf");
    let record = fs::read_to_string(path).expect("a record");
    let moves: Vec<&str> = record
        .split(';')
        .filter_map(|node| {
            let play = node.trim();
            let end = play.find(']')?;
            let is_play = matches!(&play[..2], "B[" | "W[") && end == 4;
            is_play.then_some(&play[..=end])
        })
        .collect();
    let moves = moves[..moves.len() - 19].join(";");
    let passes = match moves.rfind('B') > moves.rfind('W') {
        true => "W[];B[]",
        false => "B[];W[]",
    };
    let audit = |rules: &str, result: &str| {
        let text = format!("(;FF[4]SZ[19]RU[{rules}]KM[7.5]RE[{result}];{moves};{passes})");
        let row = audit_bytes("game", text.as_bytes(), &Options::default()).remove(0);
        (row.verdict, row.finish)
    };
    let open = (Verdict::Undecidable, row::Finish::None);
    assert_eq!(
        audit("Japanese", "W+1.5"),
        (Verdict::Agrees, row::Finish::Played)
    );
    assert_eq!(audit("Japanese", "W+77.5"), open);
    assert_eq!(audit("Chinese", "W+1.5").1, row::Finish::None);
}

/// Played on the board of this record comes to W+39.5; two points less is likely by the network.
#[test]
fn a_likely_margin_beside_the_finished_board_meets_the_record() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus-samples/played/19x19-stops-early.sgf");
    let record = fs::read_to_string(path).expect("a record");
    let audit =
        |record: &str| audit_bytes("game", record.as_bytes(), &Options::default()).remove(0);
    let met = audit(&record);
    assert_eq!(met.verdict, Verdict::Agrees);
    assert_eq!(met.finish, row::Finish::Played);
    assert_eq!(
        (met.margin, met.territory_margin),
        (Some(-41.5), Some(-39.5))
    );
    assert_eq!(
        (met.likely_margin, met.difference),
        (Some(-39.5), Some(0.0))
    );
    assert!(met.findings.iter().any(|f| f.code == Code::LastMovesLikely));
    // Turned by a quarter, and with colours exchanged, it is the same.
    let mut turned = String::new();
    let (head, moves) = record.split_once(";B[").expect("moves");
    for play in format!("B[{moves}").split(';') {
        let (color, point) = play.split_once('[').expect("a move");
        let [x, y] = point.as_bytes()[..2] else {
            panic!("a point: {point}");
        };
        let color = if color.trim() == "B" { "W" } else { "B" };
        let x = char::from(b'a' + b's' - x);
        turned += &format!(";{color}[{}{x}]", char::from(y));
    }
    let head = head.replace("KM[6.5]", "KM[-6.5]").replace("W+", "B+");
    let exchanged = audit(&format!("{head}PL[W]{turned})"));
    assert_eq!(exchanged.verdict, Verdict::Agrees, "{exchanged:?}");
    assert_eq!(
        (exchanged.margin, exchanged.likely_margin),
        (Some(41.5), Some(39.5))
    );
    // Under area rules, and for margins that are far from it, the network is not asked.
    for (from, to) in [("W+41.5", "W+44.5"), ("Japanese", "Chinese")] {
        let open = audit(&record.replace(from, to));
        assert_eq!(open.verdict, Verdict::Undecidable, "{to}");
    }
}

#[test]
fn a_copy_carries_the_moves_as_a_variation() {
    let options = Options::default();
    let source = Source::open(text("B+2", ";B[da]").into_bytes(), &options.limits);
    let row = source.audit("game", 0, &options);
    let copy = source.annotated(&row, &options).expect("a copy");
    let says = "C[audit: the last moves, played on: B+1]";
    let text = String::from_utf8(copy.clone()).expect("ASCII");
    assert!(text.contains(says) && text.ends_with("]))"), "{text}");
    let again = audit_bytes("game", &copy, &options).remove(0);
    assert_eq!((again.turns, again.id), (row.turns, row.id));
    assert_eq!(again.finish_moves, row.finish_moves);
}

/// Black's left side lives whatever is played; the rest is open.
#[test]
fn what_cannot_be_played_out_is_bounded() {
    let text = b"(;FF[4]SZ[7]RU[Chinese]KM[0]RE[B+1]\
        AB[ca][cb][cc][cd][ce][cf][cg][ba][bb][bc][bd][be][bf][bg][ab][ac][ad][ae][af]AW[ed][fd]PL[W])";
    let row = audit_bytes("game", text, &Options::default()).remove(0);
    assert_eq!(row.verdict, Verdict::Undecidable);
    assert_eq!(row.finish, row::Finish::Bounded);
    assert_eq!((row.margin_min, row.margin_max), (Some(-7.0), Some(49.0)));
}

#[test]
fn the_moves_are_drawn() {
    let view = View {
        last_moves: look::LastMoves::Shown,
        ..View::default()
    };
    let page = look::page(&game("B+1", ""), &view).to_string();
    let drawn = page.split("Played on\n").nth(1).expect("a board");
    assert!(drawn.starts_with(" 7  .  .  X"), "{page}");
    assert!(drawn.contains("1.B D"), "{page}");
    assert!(drawn.contains("  then B+1\n"), "{page}");
    let page = look::page(&game("B+1", ";B[];W[]"), &view).to_string();
    assert!(page.contains("nothing was added"), "{page}");
}
