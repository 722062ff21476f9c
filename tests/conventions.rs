//! A counting convention explains single points: never a territory, never a group, and never in
//! silence who won.

use sgf_audit::finding::Code;
use sgf_audit::go::{Cell, Color, Point, PointSet, diagram};
use sgf_audit::judge::{Cause, Verdict};
use sgf_audit::report::Row;
use sgf_audit::score::{Ground, Statuses};
use sgf_audit::{Options, audit_bytes};

fn row(sgf: &str) -> Row {
    audit_bytes("game.sgf", sgf.as_bytes(), &Options::default()).remove(0)
}

fn points(sgf: &[&str]) -> PointSet {
    let letter = |byte: u8| byte - b'a';
    sgf.iter()
        .map(|point| Point::new(letter(point.as_bytes()[0]), letter(point.as_bytes()[1])))
        .collect()
}

fn ground(board: &str, dead: &[&str], seki: &[&str]) -> Ground {
    let board = diagram::parse(board).expect("a board");
    let statuses = Statuses {
        dead: points(dead),
        seki: points(seki),
    };
    Ground::of(&board, &statuses)
}

const ONE_STONE_IN_SEKI: &str = "
    . X . X O . .
    . X X X O . .
    X O O O O . .
    O . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .";

/// The eye at A7 A6 belongs to a group with two eyes, though a stone in a seki touches it as well.
#[test]
fn ground_of_a_living_group_is_no_eye_in_seki() {
    let ground = ground(ONE_STONE_IN_SEKI, &[], &["ac"]);
    assert!(ground.seki_eyes[0].is_empty());
    // A6 must be filled, since the stone beside it has no other liberty.
    assert_eq!(ground.territory(Color::Black), points(&["aa", "ca"]));
}

/// What the test above tells apart: the same ground where every stone around it is in seki.
#[test]
fn ground_within_a_seki_is_an_eye_of_it() {
    let black = ["ba", "bb", "cb", "db", "da", "ac"];
    let ground = ground(ONE_STONE_IN_SEKI, &[], &black);
    assert_eq!(ground.seki_eyes[0], points(&["aa", "ab", "ca"]));
    assert!(ground.territory(Color::Black).is_empty());
}

/// By territory White has half a point more, by area Black: the last play was Black's.
#[test]
fn a_convention_that_turns_the_winner_is_said() {
    let game = ";B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[ac];W[ec];B[ca];\
                W[cb];B[cc];W[cd];B[ce];W[];B[])";
    let says = |row: &Row| {
        let mut codes = row.findings.iter().map(|finding| finding.code);
        codes.any(|code| code == Code::ConventionTurnsWinner)
    };
    let turned = row(&format!("(;GM[1]SZ[5]KM[0.5]RE[B+0.5]{game}"));
    assert_eq!(
        (turned.verdict, turned.cause, turned.winner_differs),
        (Verdict::Agrees, Some(Cause::OtherRules), Some(true))
    );
    assert!(says(&turned));
    let kept = row(&format!("(;GM[1]SZ[5]KM[3.5]RE[W+2.5]{game}"));
    assert_eq!(
        (kept.verdict, kept.cause, kept.winner_differs),
        (Verdict::Agrees, Some(Cause::OtherRules), Some(false))
    );
    assert!(!says(&kept));
}

/// The two methods differ by five points on a board that was set up with five stones more of one
/// side: that is more than turns and single points make.
#[test]
fn the_other_method_explains_no_more_than_single_points() {
    let row = row("(;GM[1]SZ[5]KM[0.5]RE[W+5.5]AB[ac][ba][bb][bc][bd][be]\
                   AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])");
    assert_eq!(row.verdict, Verdict::Differs);
}

/// White received a point for the one stone that Black set up; with a first move there is none.
#[test]
fn a_stone_that_was_set_up_is_no_first_move() {
    let rest = "W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[ac];W[ec];B[ca];W[cb];\
                B[cc];W[cd];B[ce];W[];B[])";
    for (first, verdict, cause) in [
        ("AB[bc];", Verdict::Agrees, Cause::LoneStoneCompensated),
        (";B[bc];", Verdict::Differs, Cause::OtherMethod),
    ] {
        let sgf = format!("(;GM[1]SZ[5]KM[1.5]RU[Chinese]RE[W+1.5]{first}{rest}");
        let row = row(&sgf);
        let said = (row.verdict, row.cause);
        assert_eq!(said, (verdict, Some(cause)), "{first}");
    }
}

/// Komi 1 left out, or the winner flipped: both are named, and neither is the cause.
#[test]
fn two_explanations_are_both_named() {
    let row = row(
        "(;GM[1]SZ[5]KM[2]RU[Chinese]RE[B+1];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];\
         B[be];W[de];B[ac];W[ec];B[ca];W[cb];B[cc];W[cd];B[ce];W[];B[])",
    );
    assert_eq!((row.verdict, row.cause), (Verdict::Differs, None));
    let named = |slug: &str| row.findings.iter().any(|said| said.message.contains(slug));
    assert!(
        named("winner-flipped") && named("komi-forgotten"),
        "{:?}",
        row.findings
    );
}

/// The board of a diagram holds what it shows.
#[test]
fn the_boards_are_read_as_drawn() {
    let board = diagram::parse(ONE_STONE_IN_SEKI).expect("a board");
    assert_eq!(board.get(Point::new(0, 2)), Cell::Black);
    assert_eq!(board.get(Point::new(4, 0)), Cell::White);
}
