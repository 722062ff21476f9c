//! A counting convention explains single points: never a territory, never a group, and never in
//! silence who won.

mod common;

use sgf_audit::finding::Code;
use sgf_audit::go::{Cell, Color, Point, PointSet, diagram};
use sgf_audit::judge::{Cause, Confidence, Verdict};
use sgf_audit::pipeline::Source;
use sgf_audit::report::Row;
use sgf_audit::score::{Ground, Leniency, Statuses};
use sgf_audit::{Options, audit_bytes};

/// A finished game on 5x5: by area Black has 13 points and White 12, by territory both have 4.
const PLAYED: &str = ";B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[ac];W[ec];\
                      B[ca];W[cb];B[cc];W[cd];B[ce];W[];B[])";

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
        ..Statuses::default()
    };
    Ground::of(&board, &statuses)
}

/// Who plays first decides whether Black's stones live: what they shut in goes with them, with White's stones in it, also
/// where they look dead and where they are in atari. So a record in which they are dead is no wrong one, nor is
/// one in which they live.
#[test]
fn what_an_unsettled_group_shuts_in_is_as_open() {
    let corners = [
        (["X...XO", "XX..XO", "OXXXXO", "OOOOOO"], 14),
        (["...XOO", "O..XOO", ".XXXOO", "XXOOOO"], 14),
        (["OXOXOO", "O..XOO", "XOXXOO", "XXXOOO"], 15),
    ];
    for (corner, open) in corners {
        let eyes = "O.O.O.O.O.O.O".to_owned();
        let rows = corner.map(|row| format!("{row:O<13}")).into_iter();
        let rows = rows
            .chain(std::iter::repeat_n("O".repeat(13), 8))
            .chain([eyes]);
        let rows: Vec<String> = rows.collect();
        let stones = common::set_up(&diagram::parse(&rows.join("\n")).expect("a board"));
        let verdict =
            |margin: i32| row(&format!("(;RU[Chinese]RE[W+{margin}]{stones};B[];W[])")).verdict;
        let verdicts = [169, 169 - 2 * open].map(verdict);
        assert!(
            !verdicts.contains(&Verdict::Differs),
            "{corner:?}: {verdicts:?}"
        );
    }
}

/// Six points with a vital one, and White's wall stands though the board around it is open. At random few play there,
/// so playouts say that Black lives: he does if he plays first.
#[test]
fn six_points_with_a_vital_one_are_no_life_by_themselves() {
    let rows = "..OX..XXO\n..OX...XO\n..OXX.XXO\n..OOXXXOO\n....OOOO.\n.........\n..O......\n.....O...\n.........";
    let stones = common::set_up(&diagram::parse(rows).expect("a board"));
    let row = row(&format!("(;RU[Chinese]RE[W+81]{stones};B[];W[])"));
    assert_eq!(row.verdict, Verdict::Undecidable);
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
    assert!(ground.seki_eyes[Color::Black].is_empty());
    // A6 must be filled, since the stone beside it has no other liberty.
    assert_eq!(
        ground.territory(Color::Black, Leniency::STRICT),
        points(&["aa", "ca"])
    );
}

/// What the test above tells apart: the same ground where every stone around it is in seki.
#[test]
fn ground_within_a_seki_is_an_eye_of_it() {
    let black = ["ba", "bb", "cb", "db", "da", "ac"];
    let ground = ground(ONE_STONE_IN_SEKI, &[], &black);
    assert_eq!(ground.seki_eyes[Color::Black], points(&["aa", "ab", "ca"]));
    assert!(ground.territory(Color::Black, Leniency::STRICT).is_empty());
}

const ONE_EYE: &str = "
    . . X O . . .
    X X X O . . .
    O O O O . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .";

/// Who makes a second eye if he must is in no seki, whatever his eyes look like.
#[test]
fn a_group_that_is_safe_is_in_no_seki() {
    let board = diagram::parse(ONE_EYE).expect("a board");
    let of = |safe: PointSet| {
        let statuses = Statuses {
            safe,
            ..Statuses::default()
        };
        Ground::of(&board, &statuses)
    };
    let eye = points(&["aa", "ba"]);
    assert_eq!(of(PointSet::EMPTY).seki_eyes[Color::Black], eye);
    let safe = of(points(&["aa", "ba", "ca", "ab", "bb", "cb"]));
    assert!(safe.seki_eyes[Color::Black].is_empty());
    assert_eq!(safe.territory(Color::Black, Leniency::STRICT), eye);
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

/// Five stones more of one side were set up; Black filled a point of his own where White passed. The
/// two methods differ by just these, and no rules are named.
#[test]
fn the_other_method_explains_the_stones_that_were_put_on_the_board() {
    let set_up =
        "AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])";
    let played = format!(
        "{};W[];B[aa];W[];B[])",
        &PLAYED[..PLAYED.len() - ";W[];B[])".len()]
    );
    for (recorded, game, expected) in [
        ("W+5.5", set_up, (Verdict::Agrees, Some(Cause::OtherRules))),
        ("W+0.5", set_up, (Verdict::Agrees, None)),
        ("W+9.5", set_up, (Verdict::Differs, None)),
        ("B+0.5", &played, (Verdict::Agrees, Some(Cause::OtherRules))),
        ("W+1.5", &played, (Verdict::Agrees, None)),
    ] {
        let row = row(&format!("(;GM[1]SZ[5]KM[0.5]RE[{recorded}]{game}"));
        assert_eq!((row.verdict, row.cause), expected, "{recorded}{game}");
    }
    // With rules that are named there is one method.
    let named = row(&format!("(;GM[1]SZ[5]KM[0.5]RU[Japanese]RE[B+0.5]{played}"));
    let expected = (Verdict::Differs, Some(Cause::OtherMethod));
    assert_eq!((named.verdict, named.cause), expected);
}

/// White is compensated for stones that are there; a record that goes by HA is not contradicted, nor
/// one by any number between the two.
#[test]
fn a_handicap_is_stones() {
    let two = ";B[bb];B[bd];W[dc];B[bc];W[db];B[ba];W[dd];B[be];W[da];B[ac];W[de];B[ca];W[ec];B[cc];\
               W[cb];B[ce];W[cd];B[];W[])";
    let of_two = "AB[bb][bd];W[dc];B[bc];W[db];B[ba];W[dd];B[be];W[da];B[ac];W[de];B[ca];W[ec];B[cc];\
                  W[cb];B[ce];W[cd];B[];W[])";
    let told = Some(Cause::HandicapAsTold);
    for (rules, handicap, recorded, game, expected) in [
        // Nothing was placed: the board gives B+0.5.
        ("Chinese", "5", "B+0.5", PLAYED, (Verdict::Agrees, None)),
        ("Chinese", "5", "W+4.5", PLAYED, (Verdict::Agrees, told)),
        (
            "Chinese",
            "5",
            "W+2.5",
            PLAYED,
            (Verdict::Undecidable, None),
        ),
        ("Chinese", "5", "W+14.5", PLAYED, (Verdict::Differs, None)),
        ("AGA", "5", "W+3.5", PLAYED, (Verdict::Agrees, told)),
        ("NZ", "5", "W+9.5", PLAYED, (Verdict::Differs, None)),
        // Two stones that HA tells, set up or placed, and that other numbers tell.
        ("Chinese", "2", "W+1.5", of_two, (Verdict::Agrees, None)),
        ("Chinese", "2", "W+1.5", two, (Verdict::Agrees, None)),
        ("Chinese", "9", "W+1.5", of_two, (Verdict::Agrees, None)),
        ("Chinese", "9", "W+8.5", of_two, (Verdict::Agrees, told)),
        ("Chinese", "0", "B+0.5", of_two, (Verdict::Agrees, told)),
        ("AGA", "9", "W+0.5", of_two, (Verdict::Agrees, None)),
        (
            "Chinese",
            "2",
            "B+0.5",
            of_two,
            (Verdict::Differs, Some(Cause::CompensationForgotten)),
        ),
    ] {
        let of = format!("KM[0.5]RU[{rules}]HA[{handicap}]RE[{recorded}]");
        let row = row(&format!("(;GM[1]SZ[5]{of}{game}"));
        assert_eq!((row.verdict, row.cause), expected, "{of}{game}");
        assert_eq!(
            row.carried.other_margins.is_empty(),
            handicap == "2" || rules == "NZ",
            "{of}"
        );
    }
}

/// Where HA is silent, stones that were set up may be no handicap and Black's first turns may be one; Ing's rules do
/// not say what White receives.
#[test]
fn a_handicap_that_is_not_told_is_open() {
    let set_up = "AB[bb][bd];W[dc];B[bc];W[db];B[ba];W[dd];B[be];W[da];B[ac];W[de];B[ca];W[ec];B[cc];\
                  W[cb];B[ce];W[cd];B[];W[])";
    let placed = ";B[bb];B[bd];W[dc];B[bc];W[db];B[ba];W[dd];B[be];W[da];B[ac];W[de];B[ca];W[ec];B[cc];\
                  W[cb];B[ce];W[cd];B[];W[])";
    let open = Some(Cause::HandicapOpen);
    for (info, game, expected) in [
        ("RU[Chinese]RE[W+1.5]", set_up, (Verdict::Agrees, None)),
        ("RU[Chinese]RE[B+0.5]", set_up, (Verdict::Agrees, open)),
        ("RU[Chinese]RE[W+0.5]", set_up, (Verdict::Undecidable, None)),
        ("RU[Chinese]RE[W+16.5]", set_up, (Verdict::Differs, None)),
        ("RU[Chinese]RE[B+0.5]", placed, (Verdict::Agrees, None)),
        ("RU[Chinese]RE[W+1.5]", placed, (Verdict::Agrees, open)),
        ("RU[Chinese]HA[2]RE[W+1.5]", placed, (Verdict::Agrees, None)),
        ("RU[Chinese]HA[0]RE[B+0.5]", placed, (Verdict::Agrees, None)),
        ("RU[Chinese]HA[0]RE[W+1.5]", placed, (Verdict::Agrees, open)),
        ("RU[Ing]HA[2]RE[B+0.5]", set_up, (Verdict::Agrees, None)),
        ("RU[Ing]HA[2]RE[W+1.5]", set_up, (Verdict::Agrees, open)),
        ("RU[Ing]HA[2]RE[W+16.5]", set_up, (Verdict::Differs, None)),
        ("RU[Ing]RE[W+1.5]", PLAYED, (Verdict::Differs, None)),
    ] {
        let row = row(&format!("(;GM[1]SZ[5]KM[0.5]{info}{game}"));
        assert_eq!((row.verdict, row.cause), expected, "{info}{game}");
    }
}

/// Where no rules are recorded nothing is proved by those that are assumed: not a margin between those of both
/// methods, and no stones that suicide could take.
#[test]
fn assumed_rules_prove_nothing_by_themselves() {
    let walls = "AB[ba][bb][bc][bd][be][ac]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])";
    let proved = Some(Confidence::Proved);
    for (info, expected) in [
        ("RE[W+2.5]", Some(Confidence::Estimated)),
        ("RU[Chinese]RE[W+2.5]", proved),
        ("RE[B+9.5]", proved),
    ] {
        let row = row(&format!("(;GM[1]SZ[5]KM[0.5]{info}{walls}"));
        assert_eq!(
            (row.verdict, row.confidence),
            (Verdict::Differs, expected),
            "{info}"
        );
    }
    let sensitive = include_str!("../corpus-samples/suicide/sensitive-japanese.sgf")
        .replace("RE[W+29.5]", "RE[W+87.5]");
    let recorded = row(&sensitive);
    assert_eq!(recorded.confidence, proved);
    let assumed = row(&sensitive.replace("RU[Japanese]", ""));
    assert_eq!(assumed.verdict, Verdict::Differs);
    assert!(assumed.confidence > proved, "{:?}", assumed.confidence);
}

/// Pass-alive walls, with a column of dame between them; 65 points on either side on which nobody has a
/// stone, and where an opponent could live. All stones are proved, the margin is not.
#[test]
fn ground_that_nobody_read_proves_no_margin() {
    let rows = (0..13).map(|row| match row {
        3 | 9 => ". . . . . X . X O . O . .\n",
        _ => ". . . . . X X X O O O . .\n",
    });
    let board = diagram::parse(&rows.collect::<String>()).expect("a board");
    let board = common::set_up(&board);
    for (rules, result, verdict) in [
        ("Chinese", "W+0.5", Verdict::Differs),
        ("Chinese", "B+38.5", Verdict::Agrees),
        ("Japanese", "B+38.5", Verdict::Agrees),
    ] {
        let row = row(&format!(
            "(;GM[1]RU[{rules}]KM[0.5]RE[{result}]{board};B[];W[])"
        ));
        assert_eq!(row.verdict, verdict, "{rules} {result}");
        assert_eq!(
            row.confidence,
            Some(Confidence::Estimated),
            "{rules} {result}"
        );
        assert!(row.probability < Some(1.0), "{rules} {result}");
    }
}

/// White's last stone is dead. Tromp-Taylor rules leave it on the board, where it spoils a point.
#[test]
fn rules_that_leave_dead_stones_count_them() {
    let dead = format!(
        "{};W[ae];B[];W[])",
        &PLAYED[..PLAYED.len() - ";W[];B[])".len()]
    );
    let off = Some(Cause::DeadStonesTakenOff);
    let left = Some(Cause::DeadLeftOnBoard);
    let katago = "koPOSITIONALscoreAREAtaxNONEsui1";
    let friendly = "koPOSITIONALscoreAREAtaxNONEsui1fpok1";
    for (rules, recorded, expected) in [
        ("Tromp-Taylor", "W+2.5", (Verdict::Agrees, None)),
        ("Tromp-Taylor", "B+0.5", (Verdict::Agrees, off)),
        (katago, "W+2.5", (Verdict::Agrees, None)),
        (katago, "B+0.5", (Verdict::Agrees, off)),
        (friendly, "W+2.5", (Verdict::Differs, left)),
        (friendly, "B+0.5", (Verdict::Agrees, None)),
        ("NZ", "W+2.5", (Verdict::Differs, left)),
        ("Tromp-Taylor", "B+8.5", (Verdict::Differs, None)),
    ] {
        let row = row(&format!(
            "(;GM[1]SZ[5]KM[0.5]RU[{rules}]RE[{recorded}]{dead}"
        ));
        assert_eq!((row.verdict, row.cause), expected, "{rules} {recorded}");
        assert_eq!(row.is_flagged(), row.verdict == Verdict::Differs);
        let leaves = ["Tromp-Taylor", katago].contains(&rules);
        let margin = if leaves { -2.5 } else { 0.5 };
        assert_eq!(
            (row.margin, row.area_margin),
            (Some(margin), Some(0.5)),
            "{rules}"
        );
        let bounds = row.proved_min.unwrap()..=row.proved_max.unwrap();
        assert!(bounds.contains(&margin), "{rules}: {bounds:?}");
        assert_eq!(row.carried.other_margins.is_empty(), !leaves, "{rules}");
        // The two counts have two winners: which is the other one cannot be said.
        let said = row
            .findings
            .iter()
            .any(|said| said.code == Code::WinnerDiffers);
        assert!(!(leaves && said), "{rules} {recorded}");
    }
}

/// White received a point for the one stone that Black set up; with a first move there is none.
#[test]
fn a_stone_that_was_set_up_is_no_first_move() {
    let rest = "W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[ac];W[ec];B[ca];W[cb];\
                B[cc];W[cd];B[ce];W[];B[])";
    for (first, verdict, cause) in [
        ("AB[bc];", Verdict::Agrees, Cause::LoneStoneCompensated),
        (";B[bc];", Verdict::Differs, Cause::OnePoint),
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

/// A finished game on 5x5 but for the ko at C3, where White can take a stone. Black is ahead by 7 by area, and by 1 by
/// territory.
const KO_LEFT: &str =
    "AB[ba][ca][ab][bb][cb][bc][dc][ad][bd][cd][be][ce]AW[da][db][eb][ec][dd][ed][de]";

/// By territory the stone of a ko that both left open may have been taken off, never the other side's; the ko
/// explains nothing else, and where that decides who won nothing is said.
#[test]
fn the_stone_of_a_ko_left_open_is_taken_off() {
    let taken = Some(Cause::KoTaken);
    let given = Some(Cause::KoGiven);
    for (rules, komi, recorded, expected) in [
        ("Chinese", "0.5", "B+6.5", (Verdict::Agrees, None)),
        (
            "Chinese",
            "0.5",
            "B+5.5",
            (Verdict::Differs, Some(Cause::OnePoint)),
        ),
        ("Chinese", "0.5", "B+4.5", (Verdict::Differs, given)),
        ("Chinese", "0.5", "B+2.5", (Verdict::Differs, None)),
        ("Chinese", "0.5", "B+8.5", (Verdict::Differs, None)),
        ("Chinese", "4.5", "W+0.5", (Verdict::Undecidable, None)),
        ("Japanese", "6.5", "W+5.5", (Verdict::Agrees, None)),
        ("Japanese", "6.5", "W+6.5", (Verdict::Agrees, taken)),
        ("Japanese", "6.5", "W+7.5", (Verdict::Differs, given)),
        ("Japanese", "6.5", "W+3.5", (Verdict::Differs, None)),
        ("Japanese", "0.5", "W+0.5", (Verdict::Undecidable, None)),
    ] {
        let row = row(&format!(
            "(;GM[1]SZ[5]KM[{komi}]RU[{rules}]RE[{recorded}]{KO_LEFT};B[];W[])"
        ));
        assert_eq!(
            (row.verdict, row.cause),
            expected,
            "{rules} {komi} {recorded}"
        );
    }
    // Before both passed the ko is still to be played.
    let early = row(&format!(
        "(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[B+3.5]{KO_LEFT})"
    ));
    assert_ne!(early.cause, taken);
}

/// Kos one below the other, as the one above: the stones of two may have been taken off, of three something fits by chance.
#[test]
fn of_more_than_two_kos_no_stone_is_taken_off() {
    for (rows, recorded, expected) in [
        (7, "W+3.5", (Verdict::Agrees, None)),
        (7, "W+4.5", (Verdict::Agrees, Some(Cause::KoTaken))),
        (7, "W+5.5", (Verdict::Agrees, Some(Cause::KoTaken))),
        (7, "W+6.5", (Verdict::Differs, Some(Cause::KoGiven))),
        (9, "W+2.5", (Verdict::Agrees, None)),
        (9, "W+4.5", (Verdict::Differs, None)),
        (9, "W+5.5", (Verdict::Differs, None)),
    ] {
        let mut board = String::from(". X X O .\nX X X O O\n");
        for _ in 0..(rows - 3) / 2 {
            board += ". X . X O\nX X X O O\n";
        }
        board += ". X X O .\n";
        let board = diagram::parse(&board).expect("a board");
        let row = row(&format!(
            "(;GM[1]KM[5.5]RU[Japanese]RE[{recorded}]{};B[];W[])",
            common::set_up(&board)
        ));
        assert_eq!((row.verdict, row.cause), expected, "{rows} {recorded}");
    }
}

/// Black and White share D9, with an eye each, and White has a stone in Black's. The walls around them are no proof.
const STONE_IN_AN_EYE: &str = "AB[ca][ha][ab][bb][cb][db][hb][ec][fc][gc][hc][ed][ee][ef][eg][eh][ei]\
     AW[ba][ea][ga][eb][fb][gb][ac][bc][cc][dc][dd][de][df][dg][dh][di]";

/// A stone in an eye of a seki is dead: by area it is off the board. By territory such an eye is none, but the stone
/// is counted by some, and the eyes by others.
#[test]
fn a_stone_in_an_eye_of_a_seki_is_dead() {
    let eyes = Some(Cause::SekiEyesCounted);
    for (rules, recorded, expected) in [
        ("Chinese", "B+11.5", (Verdict::Agrees, None)),
        ("Chinese", "B+8.5", (Verdict::Differs, None)),
        ("Japanese", "B+8.5", (Verdict::Agrees, None)),
        ("Japanese", "B+9.5", (Verdict::Agrees, eyes)),
        ("Japanese", "B+7.5", (Verdict::Agrees, eyes)),
        ("Japanese", "B+10.5", (Verdict::Agrees, eyes)),
        ("Japanese", "B+13.5", (Verdict::Differs, None)),
    ] {
        let row = row(&format!(
            "(;GM[1]SZ[9]KM[0.5]RU[{rules}]RE[{recorded}]{STONE_IN_AN_EYE};B[];W[])"
        ));
        assert_eq!((row.verdict, row.cause), expected, "{rules} {recorded}");
    }
    // What is only recognised to be a seki decides no game.
    let row = row(&format!(
        "(;GM[1]SZ[9]KM[8.5]RU[Japanese]RE[W+0.5]{STONE_IN_AN_EYE};B[];W[])"
    ));
    assert_eq!((row.verdict, row.cause), (Verdict::Undecidable, None));
}

/// A corner in seki, and White's wall beside it, which has ground of its own.
const WALL_BESIDE_A_SEKI: &str = "
    . X X . O . . . . . .
    O . . X O O . . . . .
    O O O O X O . O . . .
    X X X X X O O O . . .
    . . . X . X X O O . .
    . X . . . . . X O O O
    . . X . . . . X X X O
    X X X X X X X X . X X
    O O O O O O O X X X X
    . . . . . . O O O O O
    . . . O . . . . . . .";

#[test]
fn a_wall_with_ground_of_its_own_is_in_no_seki() {
    let setup = common::set_up(&diagram::parse(WALL_BESIDE_A_SEKI).expect("a board"));
    for (recorded, verdict) in [("W+19", Verdict::Agrees), ("B+1", Verdict::Differs)] {
        let row = row(&format!(
            "(;GM[1]KM[0]RU[Japanese]RE[{recorded}]{setup};B[];W[])"
        ));
        assert_eq!(row.verdict, verdict, "{recorded}");
        assert_eq!(row.sekis[0].chains.len(), 3);
    }
}

/// Black can fill both neutral points at the top, since White must take the stone in his eye when he does.
const TWO_DAME: &str = "
    . O O . X . . X .
    X O O . X X . X .
    O X X X X X . X .
    O O X X X X X X X
    O O O O O O O O O
    . . . . O . . . .
    O O O O O O O O O
    . . . . . . . . .
    O O O O O O O O O";

/// By area a record that the neutral points make right is no matter of who lives, and not wrong for sure.
#[test]
fn neutral_points_by_area_may_be_filled() {
    let setup = common::set_up(&diagram::parse(TWO_DAME).expect("a board"));
    for (recorded, confidence) in [
        ("W+27", Confidence::Estimated),
        ("W+26", Confidence::Read),
        ("W+32", Confidence::Proved),
    ] {
        let row = row(&format!(
            "(;GM[1]KM[0]RU[Chinese]RE[{recorded}]{setup};B[];W[])"
        ));
        assert_eq!(row.verdict, Verdict::Differs, "{recorded}");
        assert_eq!(row.confidence, Some(confidence), "{recorded}");
    }
}

/// A copy marks by area all that a side surrounds, by territory what it counts: no eye of a seki.
#[test]
fn eyes_of_a_seki_are_marked_by_area_alone() {
    for (rules, marks) in [("Chinese", "]TB[aa][ba][ia]"), ("Japanese", "]TB[ia]")] {
        let text = format!("(;GM[1]SZ[9]KM[0]RU[{rules}]RE[B+1]{STONE_IN_AN_EYE};B[];W[])");
        let options = Options::default();
        let source = Source::open(text.into_bytes(), &options.limits);
        let row = source.audit("game.sgf", 0, &options);
        let copy = source.annotated(&row, &options).expect("a copy");
        let copy = String::from_utf8(copy).expect("ASCII");
        assert!(copy.contains(marks), "{copy}");
    }
}
