//! Sekis of our own making, each with the position one move away that is none.
//!
//! Files hold positions one after the other: `name`, then `away`, a move (`B D4`) after which there
//! is no seki, or `nowhere` where a seki is left whatever is played, or `is: none`, and the rows of a board. Letters: `X` `O` stones that are settled
//! alive, `B` `W` the chains of the seki, `x` `o` stones that are neither, `.` empty points, `-`
//! empty points outside.

mod common;
#[path = "common/contested.rs"]
mod contested;

use contested::{Contested, contested};
use sgf_audit::analysis::areas::{Areas, Fate, Nodes};
use sgf_audit::analysis::problem::{Answer, Problem};
use sgf_audit::analysis::reading::{Aim, Reader};
use sgf_audit::analysis::regions::Chains;
use sgf_audit::analysis::{AnalysisOptions, Bouzy, Evidence, Life, analyse};
use sgf_audit::go::{
    Board, ByColor, Cell, Color, Point, PointSet, Position, Rules, SuicideRule, Symmetry,
};

struct Fixture {
    name: String,
    board: Board,
    settled: PointSet,
    /// The stones of the seki, by colour; none where it is none.
    stones: ByColor<PointSet>,
    away: Option<(Color, Point)>,
}

fn fixtures() -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for file in common::files_of("tests/sekis") {
        let text = std::fs::read_to_string(file).expect("text");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        fixtures.extend(text.split("name:").skip(1).map(fixture));
    }
    fixtures
}

fn fixture(block: &str) -> Fixture {
    let rows: Vec<&str> = block.lines().skip(1).filter(|l| !l.contains(':')).collect();
    let Contested {
        board,
        settled,
        mut stones,
    } = contested(&rows.join("\n"));
    let size = board.size();
    let (mut away, mut stays) = (None, false);
    for line in block.lines() {
        if line == "is: none" {
            stones = ByColor::default();
        } else if line == "away: nowhere" {
            stays = true;
        } else if let Some(text) = line.strip_prefix("away: ") {
            let (color, vertex) = text.split_once(' ').expect("a colour and a vertex");
            let color = if color == "B" {
                Color::Black
            } else {
                Color::White
            };
            let point = size.points().find(|p| p.vertex(size) == vertex);
            away = Some((color, point.expect("a vertex of the board")));
        }
    }
    let name = block.lines().next().unwrap_or("").trim().to_owned();
    assert_eq!(
        away.is_none() && !stays,
        stones[Color::Black].is_empty(),
        "{name}: away, or none"
    );
    Fixture {
        name,
        board,
        settled,
        stones,
        away,
    }
}

/// How many positions the reader may look at where boards are turned: it must reach the end in every
/// order of moves.
const PLENTY: u64 = 1_000_000;

/// Stones in seki by colour, as the analysis reads the areas between settled stones.
#[derive(Debug, Default)]
struct Sekis {
    /// Read to the end; none where only one colour's are, and the other's depend on a ko.
    read: ByColor<PointSet>,
    /// Told by the look of it, but for prisoners that nobody can afford to take.
    recognised: PointSet,
}

fn sekis(board: &Board, settled: &PointSet, nodes: Nodes) -> Sekis {
    let chains = Chains::new(board);
    let mut areas = Areas::new(board, &chains, SuicideRule::Forbidden, nodes);
    let mut found = Sekis::default();
    for area in areas.between(settled) {
        for (chain, fate) in areas.read(&area) {
            let chain = &chains.list()[chain];
            match fate {
                Fate::Told(Life::Seki) => {
                    found.read[chain.color].extend(board.chain(chain.first));
                }
                Fate::Likely(Life::Seki) if board.atari(chain.first).is_none() => {
                    found.recognised.extend(board.chain(chain.first));
                }
                _ => {}
            }
        }
    }
    if found.read.iter().any(PointSet::is_empty) {
        found.read = Default::default();
    }
    found
}

#[test]
fn every_seki_is_read_and_none_is_left_a_move_away() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for fixture in fixtures() {
        let found = sekis(&fixture.board, &fixture.settled, Nodes::USUAL);
        if found.read != fixture.stones || !found.recognised.is_empty() {
            wrong.push(format!("{}: {found:?}", fixture.name));
        }
        let Some((color, point)) = fixture.away else {
            continue;
        };
        count += 1;
        let mut away = fixture.board.clone();
        away.play(point, color);
        let found = sekis(&away, &fixture.settled, Nodes::USUAL);
        if found.read.iter().any(|stones| !stones.is_empty()) || !found.recognised.is_empty() {
            wrong.push(format!("{}, a move away: {found:?}", fixture.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= 40, "{count} sekis");
}

/// Both sides have stones in atari, and the chains of whoever takes them are lost.
#[test]
fn in_a_hanezeki_whoever_takes_first_loses() {
    let mut count = 0;
    let all = fixtures();
    let is_hanezeki = |fixture: &&Fixture| fixture.name.starts_with("hanezeki");
    for Fixture {
        name,
        board,
        settled,
        stones,
        ..
    } in all.iter().filter(is_hanezeki)
    {
        let area = board.points();
        let area = area - *settled;
        let lives_or_dies = |board: &Board, stone: Point, first: Color| {
            let target: PointSet = board.chain(stone).collect();
            let problem = Problem {
                board,
                area: &area,
                target: &target,
                first,
                suicide: SuicideRule::Forbidden,
            };
            Reader::default().solve(&problem, Aim::One, PLENTY).answer
        };
        let chains = Chains::new(board);
        let mut areas = Areas::new(board, &chains, SuicideRule::Forbidden, Nodes::USUAL);
        let told = areas.read(&area);
        for (chain, fate) in told {
            let first = chains.list()[chain].first;
            if board.atari(first).is_some() {
                assert_eq!(fate, Fate::Likely(Life::Seki), "{name}");
            }
        }
        for taker in Color::BOTH {
            let own = stones[taker];
            let main = own.first().expect("stones of the seki");
            assert_eq!(lives_or_dies(board, main, !taker), Answer::Seki, "{name}");
            let victims = area - stones[!taker];
            let in_atari = victims.iter().find(|&p| board.get(p).is(!taker));
            let victim = in_atari.expect("a stone that is not of the seki");
            let mut after = board.clone();
            after.play(board.atari(victim).expect("an atari"), taker);
            assert_eq!(after.get(victim), Cell::Empty, "{name}");
            let answer = lives_or_dies(&after, main, !taker);
            assert_eq!(answer, Answer::Dies, "{name}, {taker:?} takes");
            count += 1;
        }
    }
    assert!(count >= 10, "{count} captures");
}

/// Stones in an eye of a seki can be taken for nothing, and are dead; and their colour has nothing of it if it
/// plays first.
#[test]
fn prisoners_in_an_eye_of_a_seki_are_dead() {
    let mut count = 0;
    let all = fixtures();
    let of_prisoners = |fixture: &&Fixture| fixture.name.starts_with("prisoners");
    for fixture in all.iter().filter(of_prisoners) {
        let (name, board) = (&fixture.name, &fixture.board);
        let area = board.points();
        let area = area - fixture.settled;
        let chains = Chains::new(board);
        let mut areas = Areas::new(board, &chains, SuicideRule::Forbidden, Nodes::USUAL);
        for (chain, fate) in areas.read(&area) {
            let chain = &chains.list()[chain];
            let expected = match fixture.stones[chain.color].contains(chain.first) {
                true => Life::Seki,
                false => Life::Dead,
            };
            assert_eq!(fate, Fate::Told(expected), "{name}");
            count += usize::from(expected == Life::Dead);
        }
    }
    assert!(count >= 5, "{count} prisoners");
}

#[test]
fn turned_boards_and_swapped_colours_hold_the_same_sekis() {
    let nodes = Nodes {
        question: PLENTY,
        of_seki: PLENTY,
        ..Nodes::USUAL
    };
    for fixture in fixtures() {
        let size = fixture.board.size();
        for (number, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            let swap = number % 2 == 1;
            let turned = |set: &PointSet| symmetry.set(set, size);
            let black = if swap { Color::White } else { Color::Black };
            let board = symmetry.board(&fixture.board, black);
            let found = sekis(&board, &turned(&fixture.settled), nodes);
            let original = |color: Color| if swap { !color } else { color };
            let expected = ByColor::from_fn(|color| turned(&fixture.stones[original(color)]));
            assert_eq!(found.read, expected, "{}", fixture.name);
        }
    }
}

/// Where other dead stones are given, all follows from them: a seki of which a chain is dead is none, its other chains
/// live, and the map is that of the board without the dead.
#[test]
fn a_seki_falls_with_one_of_its_chains() {
    let mut looked_at = 0;
    for Fixture { name, board, .. } in fixtures() {
        // Some boards are cut out of larger ones, and their walls have no liberties.
        let Ok(position) = Position::new(board.clone(), Color::Black) else {
            continue;
        };
        let found = analyse(&position, &AnalysisOptions::of(&Rules::JAPANESE));
        for seki in &found.sekis {
            looked_at += 1;
            let falls = found.chains[seki.chains[0]].stones;
            for dead in [PointSet::EMPTY, falls] {
                let told = found.with_dead(&board, &dead);
                let sekis = found.sekis.len() - usize::from(!dead.is_empty());
                assert_eq!(told.sekis.len(), sekis, "{name}");
                assert!(told.is_settled(), "{name}");
                assert_eq!(told.bouzy, Bouzy::TERRITORY.map(&board, &dead), "{name}");
                let in_seki = told.sekis.iter().flat_map(|seki| &seki.chains);
                for (i, chain) in told.chains.iter().enumerate() {
                    let life = match chain.stones.intersects(&dead) {
                        true => Life::Dead,
                        false if in_seki.clone().any(|&j| j == i) => Life::Seki,
                        false => Life::Alive,
                    };
                    assert_eq!((chain.life(), chain.likely()), (life, life), "{name}");
                    assert_eq!(chain.evidence(), Evidence::Estimated, "{name}");
                }
            }
        }
    }
    assert!(looked_at >= 10, "{looked_at}");
}
