//! Replay, rule by rule: each case of `cases.txt` is a game and what must be said of it.

use sgf_audit::Limits;
use sgf_audit::finding::Finding;
use sgf_audit::go::{ByColor, Color, Size, Symmetry, diagram};
use sgf_audit::record::handicap::read_handicap;
use sgf_audit::record::rules::RuleSet;
use sgf_audit::record::{GameRecord, Source};
use sgf_audit::replay::{BEGINNINGS, OtherHandicap, Replay, replay};

fn record(sgf: &str) -> GameRecord {
    Source::open(sgf.as_bytes().to_vec(), &Limits::default()).game(0)
}

fn play(rules: &str, sgf: &str) -> Replay {
    let rules = RuleSet::ALL
        .iter()
        .find(|set| set.name() == rules)
        .expect("a rule set")
        .rules();
    let record = record(sgf);
    let handicap = read_handicap(record.info.handicap.as_ref()).stones;
    replay(&record, record.size.expect("a size"), &rules, handicap)
}

/// `code@turn:vertex`, each part only where it is known.
fn describe(finding: &Finding) -> String {
    let turn = finding
        .turn
        .map_or(String::new(), |turn| format!("@{turn}"));
    let vertex = finding.vertex.as_ref();
    let vertex = vertex.map_or(String::new(), |vertex| format!(":{vertex}"));
    format!("{}{turn}{vertex}", finding.code.id())
}

/// What the replay says under this name.
fn fact(game: &Replay, name: &str) -> String {
    let pair = |counts: ByColor<u32>| counts.pair().map(|n| n.to_string()).join(" ");
    match name {
        "findings" if game.findings.is_empty() => "none".to_owned(),
        "findings" => game
            .findings
            .iter()
            .map(describe)
            .collect::<Vec<_>>()
            .join(" "),
        "prisoners" => pair(game.counts.prisoners),
        "passes" => pair(game.counts.passes),
        "plays" => pair(game.plays),
        "setup" => pair(game.setup_stones),
        "turns" => game.turns.to_string(),
        "suicide" => game.suicide_moves.to_string(),
        "handicap" => game.handicap.to_string(),
        "other-handicap" => match game.other_handicap {
            None => "none".to_owned(),
            Some(OtherHandicap::Told(stones)) => format!("told {stones}"),
            Some(OtherHandicap::Untold(stones)) => format!("untold {stones}"),
        },
        "ending" => game.final_passes.ending().name().to_owned(),
        "to-move" => game.to_move.letter().to_string(),
        "first-pass" => game
            .counts
            .first_pass
            .map_or('-', Color::letter)
            .to_string(),
        "board" => diagram::board_rows(&game.board).join("  "),
        _ => panic!("no fact is called {name}"),
    }
}

#[test]
fn cases() {
    let mut cases = 0;
    let mut wrong = String::new();
    for block in include_str!("cases.txt").split("\n= ").skip(1) {
        let mut lines = block.lines().filter(|line| !line.is_empty());
        let title = lines.next().expect("a title");
        let (rules, sgf) = lines
            .next()
            .and_then(|line| line.split_once(' '))
            .expect("a game");
        let game = play(rules, sgf);
        cases += 1;
        let mut facts: Vec<_> = lines
            .map(|line| line.split_once(' ').expect("a fact"))
            .collect();
        if !facts.iter().any(|&(name, _)| name == "findings") {
            facts.push(("findings", "none"));
        }
        for (name, value) in facts {
            let found = fact(&game, name);
            if found != value {
                wrong += &format!("{title}: {name} {found}, not {value}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "of {cases} cases:\n{wrong}");
    assert!(cases > 40);
}

/// A turned and mirrored copy of a game: setup and turns, written by the program itself.
fn turned(moves: &[(char, u8, u8)], setup: &[(u8, u8)], size: Size, symmetry: Symmetry) -> String {
    use sgf_audit::go::Point;
    let sgf = |x, y| symmetry.point(Point::new(x, y), size).sgf();
    let to = symmetry.size(size);
    let mut text = format!("(;GM[1]SZ[{}:{}]", to.width(), to.height());
    if !setup.is_empty() {
        text += "AB";
        setup
            .iter()
            .for_each(|&(x, y)| text += &format!("[{}]", sgf(x, y)));
    }
    for &(color, x, y) in moves {
        text += &format!(";{color}[{}]", sgf(x, y));
    }
    text + ")"
}

#[test]
fn the_fingerprint_is_equal_under_symmetries_and_only_then() {
    let moves = [('W', 2, 2), ('B', 3, 1), ('W', 0, 3), ('B', 4, 0)];
    let mut ids = Vec::new();
    for (width, height) in [(7, 7), (7, 5), (5, 7)] {
        let size = Size::new(width, height).expect("a size");
        let id = |symmetry| {
            play(
                "japanese",
                &turned(&moves, &[(1, 1), (3, 2)], size, symmetry),
            )
            .id
        };
        let own = id(Symmetry::ALL[0]);
        assert!(
            Symmetry::ALL
                .into_iter()
                .all(|symmetry| id(symmetry) == own),
            "{size}"
        );
        ids.push(own);
    }
    // The two rectangles are one board, but the games on them are not the same turned.
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 3);
}

/// What makes another game, and what does not.
#[test]
fn the_fingerprint_tells_games_apart() {
    let id = |sgf| play("japanese", sgf).id;
    let game = id("(;SZ[9];B[cc];W[gg];B[gc])");
    for other in [
        "(;SZ[11];B[cc];W[gg];B[gc])",
        "(;SZ[9];B[cc];W[gg];B[gd])",
        "(;SZ[9];B[cc];W[gg])",
        "(;SZ[9];B[cc];W[gg];B[gc];W[])",
        "(;SZ[9];B[cc];W[gg];W[gc])",
        "(;SZ[9];W[cc];B[gg];W[gc])",
        "(;SZ[9];B[gc];W[gg];B[cc])",
        "(;SZ[9]AB[cc];W[gg];B[gc])",
        "(;SZ[9];B[cc];W[gg];AB[gc])",
        "(;SZ[9];B[cc];W[];B[];W[gg];B[gc])",
    ] {
        assert_ne!(id(other), game, "{other}");
    }
    for same in [
        "(;SZ[9];B[gc];W[cg];B[cc])",
        "(;SZ[9:9]KM[6.5]PB[a];C[hello]B[cc];W[gg](;B[gc])(;B[dd];W[ee]))",
        "(;SZ[9]AB[ee];AE[ee];B[cc];W[gg];B[gc])",
    ] {
        assert_eq!(id(same), game, "{same}");
    }
    // Setup is what it changes, however it is written.
    let setup = id("(;SZ[9]AB[cc][dd]AW[ee];B[gg])");
    assert_eq!(id("(;SZ[9]AW[ee];AB[dd];AB[cc];B[gg])"), setup);
    assert_eq!(id("(;SZ[9]AB[cc:dd]AW[ee]AE[cd][dc];B[gg])"), setup);
}

/// Passes at the end, and what is set up after them, are no play.
#[test]
fn the_fingerprint_of_play_is_without_what_comes_after_it() {
    let game = play("japanese", "(;SZ[9];B[cc];W[gg];B[gc])");
    assert_eq!(game.id_of_play, game.id);
    for same in [
        "(;SZ[9];B[cc];W[gg];B[gc];W[])",
        "(;SZ[9];B[cc];W[gg];B[gc];W[];B[];W[])",
        "(;SZ[9];B[cc];W[gg];B[gc];W[];B[];AE[gg])",
        "(;SZ[9];B[cc];W[gg];B[gc];W[];AE[gg];B[];AB[aa])",
    ] {
        let same = play("japanese", same);
        assert_eq!(same.id_of_play, game.id);
        assert_ne!(same.id, game.id);
    }
    for other in [
        "(;SZ[9];B[cc];W[gg];B[gc];AE[gg])",
        "(;SZ[9];B[cc];W[gg];B[gc];AE[gg];W[];B[])",
        "(;SZ[9];B[cc];W[gg];B[gc];W[];B[];AE[gg];W[gd])",
    ] {
        assert_ne!(play("japanese", other).id_of_play, game.id, "{other}");
    }
}

/// A copy that is cut short has the beginnings of the whole.
#[test]
fn the_beginnings_are_those_of_a_copy_cut_short() {
    let turns: Vec<String> = (0..180u8)
        .map(|n| {
            let color = if n % 2 == 0 { 'B' } else { 'W' };
            let letter = |i: u8| (b'a' + i) as char;
            format!(";{color}[{}{}]", letter(n % 18), letter(n / 18 * 2 % 19))
        })
        .collect();
    let game = |n: u32| {
        let turns = turns[..n as usize].concat();
        play("japanese", &format!("(;SZ[19]{turns})"))
    };
    let whole = game(180);
    for (at, &turns) in BEGINNINGS.iter().enumerate() {
        assert_eq!(game(turns - 1).beginnings[at], None);
        assert_eq!(game(turns).beginnings[at], Some(game(turns).id));
        assert_eq!(game(turns + 5).beginnings[at], whole.beginnings[at]);
        assert_ne!(game(turns + 5).id, whole.id);
    }
}
