//! Safety under alternating play, counted out: on small boards every position of which something
//! is claimed is played out, the opponent first and with all kos.

mod common;

use sgf_audit::analysis::pass_alive::{Benson, Proved};
use sgf_audit::analysis::safety::{Effort, Estimated, Safety};
use sgf_audit::analysis::{AnalysisOptions, ChainStatus, Evidence, Life, analyse};
use sgf_audit::go::{
    Board, ByColor, Cell, Color, Point, PointSet, Position, Rules, Size, SuicideRule, diagram,
};
use sgf_audit::score::{Ground, Statuses};
use sgf_audit::{Options, audit_bytes};
use std::collections::HashMap;

#[test]
fn claims_on_small_boards_hold() {
    assert!(check(Size::new(3, 2).expect("a size"), SuicideRule::Forbidden, 1) > 0);
    assert!(check(Size::new(5, 1).expect("a size"), SuicideRule::Forbidden, 1) > 0);
    assert!(check(Size::new(7, 1).expect("a size"), SuicideRule::Forbidden, 1) > 0);
    assert!(check(Size::new(3, 2).expect("a size"), SuicideRule::Allowed, 1) > 0);
    assert!(check(Size::new(4, 2).expect("a size"), SuicideRule::Forbidden, 20) > 0);
}

/// White takes the stone on the right side with E1, and dies: the point stays Black's, the stone does not.
#[test]
fn a_stone_that_can_be_taken_is_not_claimed() {
    let board = diagram::parse(".XXOX\nX.X..").expect("a board");
    let (_, safety) = proofs(&board, None, SuicideRule::Forbidden, Effort::Prove);
    let black = &safety.points[Color::Black];
    assert!(black.contains(Point::new(0, 1)) && !black.contains(Point::new(4, 0)));
}

/// Boards on which stones were said to be safe that White takes, playing first: where he takes one of two points
/// that lie across, the answer falls elsewhere, and he plays here again before an eye elsewhere helps.
#[test]
fn points_that_lie_across_are_no_liberties_meanwhile() {
    for (rows, taken) in [
        ("OO..O\nXO.XX\nXX..X\nO.XOO", [0, 1]),
        ("XXXO.\n..X.X\nOOXOO\nOO.XX\n.OX.O", [2, 4]),
        ("OO....\nXOXX.X\nXXOOOO\nXX..XO\n..XO..", [2, 4]),
    ] {
        let board = diagram::parse(rows).expect("a board");
        let (_, safety) = proofs(&board, None, SuicideRule::Forbidden, Effort::Usual);
        let [x, y] = taken;
        let black = &safety.points[Color::Black];
        assert!(!black.contains(Point::new(x, y)), "{rows}");
    }
}

/// White lives by taking four stones where they come too near: he has no two eyes as the board lies, and is in no seki.
#[test]
fn who_is_safe_is_in_no_seki() {
    let board = diagram::parse(".OX\nOO.\nOOX\nOOX\nOX.\nX.X\nXXX\n.X.").expect("a board");
    let position = Position::new(board.clone(), Color::Black).expect("liberties");
    let options = AnalysisOptions::of(&Rules::CHINESE);
    let analysis = analyse(&position, &options);
    let white = Point::new(0, 1);
    assert!(analysis.safe[Color::White].contains(white));
    let told = Statuses::of(&analysis);
    assert!(!Ground::of(&board, &told).seki.contains(white));
    let unsaid = Statuses {
        safe: PointSet::EMPTY,
        ..told
    };
    assert!(Ground::of(&board, &unsaid).seki.contains(white));
}

/// Walls whose life was played out beside an area may need an answer in it: what stands in it is not read between
/// them. White's first play in the area leaves a wall in atari.
#[test]
fn walls_that_count_on_an_area_are_not_read_as_settled() {
    for (rows, taken) in [
        (".XX.X\nXOXX.\nX.OOO\n.XX.O", "ea"),
        ("XX.X.\n.OXXX\nXXO.O\nOOOXO", "aa"),
        (".O.OOXX\n.XOOOOX\nX.XXXO.", "ba"),
        ("XXXXXO.\nO.O..OO\n.O.OXXO", "ab"),
    ] {
        let (life, evidence) = told(rows, taken);
        assert!(
            evidence == Evidence::Estimated || life != Life::Alive,
            "{rows}"
        );
    }
}

/// What the audit tells of the chain at a point, and on what that rests.
fn told(rows: &str, at: &str) -> (Life, Evidence) {
    let board = diagram::parse(rows).expect("a board");
    let sgf = format!("(;RU[Japanese]{};B[];W[])", common::set_up(&board));
    let row = &audit_bytes("a.sgf", sgf.as_bytes(), &Options::default())[0];
    let mut chains = row.chains.iter();
    let chain = chains.find(|chain| chain.stones.contains(&at.to_owned()));
    chain
        .map(|chain| (chain.life, chain.evidence))
        .expect("a chain")
}

/// Boards, and two chains that one play threatens both.
const THREATENED: [(&str, [&str; 2]); 3] = [
    (
        "XXX.XXXXXXXX.\n..XOOOOOOOOOO\nXOOXOXXXXXXXX\nXX..XXOOOOOOO\nX.X..OOOOOOOO\nXXXXXOO.OOOOO\nOOOOOOOOOOOOO\nO.OO.OO.OOOOO\nOOOOOOOOOOOOO",
        ["ea", "fc"],
    ),
    (
        "XXX.X.\n.XXOOO\nXOOXOX\nXXO.XX\nXXX..O\nX.XXXO",
        ["ea", "fc"],
    ),
    (
        "XXXX..\nX.XOOO\nXX.X.X\nXX..X.\nXXX..O\nO.XX.X",
        ["dc", "fc"],
    ),
];

/// What is right of each of these chains does not hold of both at once: a double atari, stones that are dead
/// only if what takes them is given up, a stone of a wall that is taken while a bridge is answered.
#[test]
fn what_cannot_be_kept_together_is_not_told() {
    for (rows, chains) in [
        (
            "..X.XX.\nXXXXXXX\nO.OXXX.\n.O.OXXX\nOOOOXXX\nOOOOXXX\n.O.OXXX",
            ["ac", "cc"],
        ),
        (
            "X.X..O.\nO..XXOO\nOO..OO.\nXXXXXOO\nXXXXXOO\nXXXXXOO\n.X.XXOO",
            ["ab", "db"],
        ),
        (
            "O.X.XO.\nXX.OXOO\nOO.X.O.\n.OXXOOO\nXXXXXOO\nXXXXXOO\n.X.XXOO",
            ["ac", "ea"],
        ),
        ("O.X.XXX.\nO.OOOXXX\nOXX.X.XO\nOXX.OOX.", ["ec", "bc"]),
    ]
    .into_iter()
    .chain(THREATENED)
    {
        let told = chains.map(|chain| told(rows, chain).1);
        assert!(told.contains(&Evidence::Estimated), "{rows}: {told:?}");
    }
}

/// White lives by a double ko: the stone at E11 is taken, and taken back.
#[test]
fn a_stone_in_a_ko_is_not_read() {
    let rows = ".XOX.XX.XXOO.\nXXOOXXXXXXOO.\n.XO.OXX.XXOO.\nXXOOXXXXXXOO.\nXO.OXXXXXXOO.\nXOOOXXXXXXOO.\n\
                XXOOXXXXXXOO.\nXXXXXXXXXXOO.\n.X.X.X.X.XOOO\nXXXXXXXXXXOOO\nOOOOOOOOOOOOO\n.O.O.O.O.O.O.\nOOOOOOOOOOOOO";
    assert_ne!(told(rows, "ec").1, Evidence::Read);
}

/// White takes three stones and Black plays where they stood: one eye is left.
#[test]
fn what_takes_stones_on_its_way_may_be_dead() {
    let rows = "XOO.XXXX.\nXXOOXXXXX\nO.OOOXXX.\nOOOOOXXXX\nXXXXXXXXX\nXXXXXXXXX\nXXXXXOOOO\nXXXXXO.O.\n.X.XXOOOO";
    assert_eq!(told(rows, "ba"), (Life::Dead, Evidence::Read));
}

/// A group that is not safe needs no answer in its eye, so the eye is read: four points in a square in the corner, and
/// six of which White holds three.
#[test]
fn what_no_safe_stone_counts_on_is_read() {
    let square = "..XXO.O\n..XXOOO\nXXXXO.O\nXXXOOOO\nOOOO.O.\n.O.OOOO";
    assert_eq!(told(square, "ca"), (Life::Dead, Evidence::Read));
    let six = "OOX..XXOO\nOOX.OOXOO\n.OXXOXXOO\nOOOXXXOO.\n.O.OOOO.O";
    assert_eq!(told(six, "ca"), (Life::Dead, Evidence::Read));
}

/// Each look finds a proof of its own, and both need the same answer: White's play at C5 threatens the stones below it
/// and the one above. So only one of them is told.
#[test]
fn proofs_that_need_the_same_answer_are_not_put_together() {
    let rows = ".OOOXX.\nX.X.XXX\nOO.XXX.\nOXX.XXX\nOOOOXXX\nOOOOXXX\n.O.OXXX";
    let board = diagram::parse(rows).expect("a board");
    let [above, below] = [Point::new(2, 1), Point::new(2, 3)];
    let black: PointSet = board.stones(Color::Black).collect();
    let white: PointSet = board.stones(Color::White).collect();
    let alive = ByColor::new(black - board.chain(above).collect(), white);
    let suicide = SuicideRule::Forbidden;
    let (_, first) = proofs(&board, None, suicide, Effort::Glance);
    let (_, second) = proofs(&board, Some(alive), suicide, Effort::Usual);
    let looks = [first.points[Color::Black], second.points[Color::Black]];
    let found = [above, below].map(|stone| looks.map(|safe| safe.contains(stone)));
    assert_eq!(found, [[true, false], [false, true]]);
    let safe = two_looks(&board, alive, suicide, Effort::Usual)[Color::Black];
    assert!(safe.contains(above) && !safe.contains(below));
}

/// White plays at F8, Black shuts the gap at E8, and has his second eye, whether White's stones are thought
/// to live or the gap opens on the whole board. What lies behind the gap is open as it stands, so
/// nobody counts it.
#[test]
fn a_gap_is_shut() {
    let rows = ".XXX..O\nXXXX.XO\nOOOXXXO\n..OOOOO".to_owned() + &"\n.......".repeat(4);
    let board = diagram::parse(&rows).expect("a board");
    let alive = ByColor::from_fn(|color| board.stones(color).collect());
    let kept = |alive| {
        proofs(&board, alive, SuicideRule::Forbidden, Effort::Prove)
            .1
            .points[Color::Black]
    };
    assert!(board.stones(Color::Black).all(|p| kept(None).contains(p)));
    let kept = kept(Some(alive));
    assert!(board.stones(Color::Black).all(|p| kept.contains(p)));
    assert!(kept.contains(Point::new(0, 0)) && !kept.contains(Point::new(4, 1)));
}

/// What is so whatever is played, and what is safe with this much to spend.
fn proofs(
    board: &Board,
    alive: Option<ByColor<PointSet>>,
    suicide: SuicideRule,
    effort: Effort,
) -> (ByColor<PointSet>, Safety) {
    let benson = Benson::new(board);
    let proved = Proved::new(board, &benson, suicide);
    let estimated = alive.map(|alive| Estimated {
        alive,
        safe: PointSet::EMPTY,
    });
    let safety = Safety::new(&proved, estimated.as_ref(), effort);
    (proved.points, safety)
}

/// What is safe at a glance with what a second look finds, in which these stones are thought to live.
fn two_looks(
    board: &Board,
    alive: ByColor<PointSet>,
    suicide: SuicideRule,
    effort: Effort,
) -> ByColor<PointSet> {
    let benson = Benson::new(board);
    let proved = Proved::new(board, &benson, suicide);
    Safety::new(&proved, None, Effort::Glance).with_second_look(&proved, alive, &[], effort)
}

fn check_both_rules(width: u8, height: u8, one_in: usize, more_than: usize) {
    let size = Size::new(width, height).expect("a size");
    for suicide in [SuicideRule::Forbidden, SuicideRule::Allowed] {
        assert!(check(size, suicide, one_in) > more_than);
    }
}

#[test]
#[ignore = "minutes: run with --release -- --ignored"]
fn claims_on_3x3_hold() {
    check_both_rules(3, 3, 1, 0);
}

#[test]
#[ignore = "half an hour: run with --release -- --ignored"]
fn claims_on_5x2_hold() {
    check_both_rules(5, 2, 1, 100);
}

#[test]
#[ignore = "half an hour: run with --release -- --ignored"]
fn claims_on_4x3_hold() {
    check_both_rules(4, 3, 40, 100);
}

/// Boards too large to be listed, by chance: mostly one colour's stones, as between walls.
#[test]
#[ignore = "an hour and more: run with --release -- --ignored"]
fn claims_on_boards_by_chance_hold() {
    for (width, height) in [(6, 2), (7, 2), (4, 3), (5, 3), (4, 4)] {
        let size = Size::new(width, height).expect("a size");
        for suicide in [SuicideRule::Forbidden, SuicideRule::Allowed] {
            for dense in Color::BOTH {
                let claimed = check_by_chance(size, suicide, dense, 75);
                assert!(
                    claimed > 2,
                    "{width}x{height} {suicide:?} {dense:?}: {claimed}"
                );
            }
        }
    }
}

/// No stone of those that a board is said to keep falls to a few threats in a row, whatever is answered: all that is
/// proved or read of a colour must hold at once. Stones that only dead ones shut in may be given on the way.
#[test]
#[ignore = "minutes: run with --release -- --ignored"]
fn no_threats_in_a_row_take_what_is_told() {
    let suicide = SuicideRule::Forbidden;
    let (mut told, mut among_dead) = (0, 0);
    for (width, height) in [(6, 6), (7, 5), (8, 4), (7, 7), (9, 5)] {
        let size = Size::new(width, height).expect("a size");
        for dense in Color::BOTH {
            for (_, cells) in boards_by_chance(size, dense, 10_000) {
                let Some(board) = legal(size, &cells) else {
                    continue;
                };
                let position = Position::new(board.clone(), Color::Black).expect("a position");
                let options = AnalysisOptions {
                    suicide,
                    ..AnalysisOptions::of(&Rules::CHINESE)
                };
                let analysis = analyse(&position, &options);
                for owner in Color::BOTH {
                    let is_kept = |life| matches!(life, Life::Alive | Life::Seki);
                    let kept = analysis.chains.iter().filter(|chain| {
                        chain.color == owner
                            && chain.evidence() != Evidence::Estimated
                            && is_kept(chain.life())
                    });
                    let is_given =
                        |chain: &&ChainStatus| is_among_dead(&board, &analysis.chains, chain);
                    let (given, kept): (Vec<_>, Vec<_>) = kept.partition(is_given);
                    let kept: PointSet = kept.iter().map(|chain| chain.stones).collect();
                    told += usize::from(!kept.is_empty());
                    among_dead += given.len();
                    assert!(!falls(&board, &kept, !owner, 4, &mut 20_000), "{board:?}");
                }
            }
        }
    }
    assert!(told > 1_000 && among_dead > 0, "{told} {among_dead}");
}

#[test]
fn threats_in_a_row_are_found() {
    for (rows, chains) in THREATENED {
        let board = diagram::parse(rows).expect("a board");
        let stones = chains.map(|at| Point::of_sgf(at.as_bytes()).expect("a point"));
        let kept: PointSet = stones.iter().flat_map(|&at| board.chain(at)).collect();
        let attacker = !board.get(stones[0]).color().expect("a stone");
        assert!(falls(&board, &kept, attacker, 4, &mut 20_000), "{rows}");
    }
}

/// Whether nothing but dead stones and safe ones of its own shuts a chain in.
fn is_among_dead(board: &Board, chains: &[ChainStatus], chain: &ChainStatus) -> bool {
    let owner = chain.color;
    let stones = |which: &dyn Fn(&&ChainStatus) -> bool| -> PointSet {
        let found = chains.iter().filter(which);
        found.map(|chain| chain.stones).collect()
    };
    let theirs = stones(&|other| other.color != owner);
    let dead = stones(&|other| other.color != owner && other.life() == Life::Dead);
    let safe = stones(&|other| other.color == owner && other.evidence() < Evidence::Read);
    let mut rooms = (board.points() - dead - safe).pieces().into_iter();
    let room = rooms.find(|room| room.intersects(&chain.stones));
    room.is_some_and(|room| !room.intersects(&theirs) && room.touches(&dead))
}

/// Whether the attacker, who plays, takes one of the stones with so many plays, each but the last a threat to take
/// one at once. The owner may answer anywhere, or pass. No more positions are looked at than these.
fn falls(board: &Board, kept: &PointSet, attacker: Color, plays: u8, positions: &mut u32) -> bool {
    let suicide = SuicideRule::Forbidden;
    let after = |board: &Board, point: Point, color: Color| {
        let mut after = board.clone();
        after.play(point, color);
        after
    };
    let legal = |board: &Board, color: Color| -> Vec<Point> {
        let empty = board.empty_points();
        empty
            .filter(|&point| board.is_legal(point, color, suicide))
            .collect()
    };
    let is_lost = |board: &Board| kept.iter().any(|stone| !board.get(stone).is(!attacker));
    let boards: Vec<Board> = legal(board, attacker)
        .into_iter()
        .map(|point| after(board, point, attacker))
        .collect();
    if boards.iter().any(is_lost) {
        return true;
    }
    let threatens = |board: &&Board| kept.iter().any(|stone| board.liberty_count(stone) == 1);
    plays > 1
        && boards.iter().filter(threatens).any(|board| {
            let mut passed = board.clone();
            passed.pass();
            let answered = legal(board, !attacker)
                .into_iter()
                .map(|point| after(board, point, !attacker));
            std::iter::once(passed).chain(answered).all(|answered| {
                *positions = positions.saturating_sub(1);
                *positions > 0 && falls(&answered, kept, attacker, plays - 1, positions)
            })
        })
}

/// Where nothing is looked for since all was found to be safe before, nothing more would be found.
#[test]
fn nothing_is_lost_by_what_was_safe_before() {
    let (size, suicide) = (Size::square(7), SuicideRule::Forbidden);
    let (mut found_before, mut found_then) = (0, 0);
    for (number, cells) in boards_by_chance(size, Color::Black, 1_000) {
        let Some(board) = legal(size, &cells) else {
            continue;
        };
        let benson = Benson::new(&board);
        let proved = Proved::new(&board, &benson, suicide);
        let look =
            |estimated: Option<&Estimated>, effort| Safety::new(&proved, estimated, effort).points;
        let before = look(None, Effort::Glance);
        let all = before.either();
        for alive in thoughts(&board, number).into_iter().flatten() {
            let with = |safe| look(Some(&Estimated { alive, safe }), Effort::Usual);
            let (anew, further) = (with(PointSet::EMPTY), with(all));
            for c in Color::BOTH {
                let found = before[c] | anew[c];
                assert_eq!(before[c] | further[c], found, "{board:?}");
                found_before += before[c].len();
                found_then += found.len() - before[c].len();
            }
        }
    }
    assert!(
        found_before > 0 && found_then > 0,
        "{found_before} {found_then}"
    );
}

/// With much to spend no less is proved, of some game more, and no count lies outside.
#[test]
fn more_effort_proves_more() {
    let mut more = 0;
    for file in common::files_of("corpus-samples/played") {
        let bytes = std::fs::read(&file).expect("a file");
        let width = |prove| {
            let options = Options {
                prove,
                ..Options::default()
            };
            let row = audit_bytes("game", &bytes, &options).remove(0);
            let (least, most) = (row.proved_min?, row.proved_max?);
            let margin = row.area_margin.unwrap_or(least);
            assert!((least..=most).contains(&margin), "{file:?}, prove: {prove}");
            Some(most - least)
        };
        let (usual, much) = (width(false), width(true));
        assert!(much <= usual, "{file:?}: {much:?}, {usual:?}");
        more += usize::from(much < usual);
    }
    assert!(more > 0);
}

/// The most positions of a board that is counted out.
const MOST_POSITIONS: usize = 100_000;

/// A small board as bits: the owner's stones, and the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Stones {
    own: u16,
    other: u16,
    /// The point that the owner may not take back at once.
    ko: u16,
}

struct Small {
    neighbors: Vec<u16>,
    all: u16,
    suicide: SuicideRule,
}

impl Small {
    fn flood(&self, seed: u16, within: u16) -> (u16, u16) {
        let mut set = seed & within;
        loop {
            let mut grown = set;
            let mut around = 0;
            for (i, n) in self.neighbors.iter().enumerate() {
                if set >> i & 1 == 1 {
                    grown |= n & within;
                    around |= n;
                }
            }
            if grown == set {
                return (set, around);
            }
            set = grown;
        }
    }

    /// Plays; `None` where that is illegal. The opponent may always take back.
    fn play(&self, stones: Stones, at: u16, owner: bool) -> Option<Stones> {
        if (stones.own | stones.other) & at != 0 || owner && stones.ko == at {
            return None;
        }
        let (mut mine, mut yours) = match owner {
            true => (stones.own | at, stones.other),
            false => (stones.other | at, stones.own),
        };
        let mut taken = 0;
        for i in 0..self.neighbors.len() {
            let bit = 1 << i;
            if yours & bit & !taken != 0 {
                let (chain, around) = self.flood(bit, yours);
                if around & self.all & !mine & !yours == 0 {
                    taken |= chain;
                }
            }
        }
        yours &= !taken;
        let (chain, around) = self.flood(at, mine);
        let mut alone = chain == at;
        if around & self.all & !mine & !yours == 0 {
            if self.suicide == SuicideRule::Forbidden || chain == at {
                return None;
            }
            mine &= !chain;
            alone = false;
        }
        let in_atari = (around & self.all & !mine & !yours).count_ones() == 1;
        let ko = match !owner && taken.count_ones() == 1 && alone && in_atari {
            true => taken,
            false => 0,
        };
        Some(match owner {
            true => Stones {
                own: mine,
                other: yours,
                ko: 0,
            },
            false => Stones {
                own: yours,
                other: mine,
                ko,
            },
        })
    }

    /// What a side can reach by one play, the pass among it.
    fn after(&self, stones: Stones, owner: bool) -> Vec<Stones> {
        let mut after = vec![Stones { ko: 0, ..stones }];
        after.extend((0..self.neighbors.len()).filter_map(|i| self.play(stones, 1 << i, owner)));
        after
    }

    /// Whether the opponent, who plays first, can reach a position with the owner to play of which
    /// `lost` says so.
    fn lost_from(&self, start: Stones, lost: &mut dyn FnMut(Stones) -> bool) -> Option<bool> {
        self.can_force((start, false), false, &mut |stones, owner| {
            owner && lost(stones)
        })
    }

    /// Whether the opponent's stone at a point can be kept by him for ever, the owner to play.
    fn is_kept(&self, start: Stones, at: u16) -> bool {
        // The same question with the sides exchanged: the owner attacks, kos as before.
        let can_take = self.can_force((start, true), true, &mut |stones, _| stones.other & at == 0);
        can_take == Some(false)
    }

    /// Whether a side (the owner, where true) can force a position of which `reached` says that it
    /// is one he wants. A position is stones and whether the owner is to play. `None` where there are
    /// more positions than are looked at.
    fn can_force(
        &self,
        start: (Stones, bool),
        side: bool,
        reached: &mut dyn FnMut(Stones, bool) -> bool,
    ) -> Option<bool> {
        let mut index = HashMap::from([(start, 0)]);
        let mut list = vec![start];
        let mut edges: Vec<Vec<usize>> = Vec::new();
        let mut forced: Vec<bool> = Vec::new();
        while edges.len() < list.len() {
            if list.len() > MOST_POSITIONS {
                return None;
            }
            let (stones, owner) = list[edges.len()];
            let over = reached(stones, owner);
            let mut to = Vec::new();
            if !over {
                for after in self.after(stones, owner) {
                    let key = (after, !owner);
                    let number = *index.entry(key).or_insert_with(|| {
                        list.push(key);
                        list.len() - 1
                    });
                    to.push(number);
                }
            }
            edges.push(to);
            forced.push(over);
        }
        loop {
            let mut changed = false;
            for i in (0..list.len()).rev() {
                if forced[i] || edges[i].is_empty() {
                    continue;
                }
                let falls = match list[i].1 == side {
                    true => edges[i].iter().any(|&j| forced[j]),
                    false => edges[i].iter().all(|&j| forced[j]),
                };
                changed |= falls;
                forced[i] = falls;
            }
            if forced[0] || !changed {
                return Some(forced[0]);
            }
        }
    }
}

/// What may be thought to live: nothing is known, all stones, and some chains, by chance. A claim must
/// hold whether that is right or not.
fn thoughts(board: &Board, number: usize) -> Vec<Option<ByColor<PointSet>>> {
    let some = |salt: usize| {
        ByColor::from_fn(|color| {
            let of_chain = |p: &Point| {
                let first = board.chain(*p).map(|q| q.index()).min().unwrap_or(0);
                let mixed = (number * 31 + first * 7 + salt).wrapping_mul(0x9e37_79b9);
                mixed >> 12 & 1 == 0
            };
            board.stones(color).filter(of_chain).collect()
        })
    };
    let all = ByColor::from_fn(|color| board.stones(color).collect());
    vec![None, Some(all), Some(some(1)), Some(some(2))]
}

/// Checks every legal position of a board, or one in so many, for both colours; of how many more is
/// claimed than is pass-alive.
fn check(size: Size, suicide: SuicideRule, one_in: usize) -> usize {
    let points: Vec<Point> = size.points().collect();
    let numbers = (0..3usize.pow(points.len() as u32)).step_by(one_in);
    let boards = numbers.map(|number| {
        let cells = points.iter().scan(number, |rest, _| {
            let cell = [Cell::Empty, Cell::Black, Cell::White][*rest % 3];
            *rest /= 3;
            Some(cell)
        });
        (number, cells.collect())
    });
    check_all(size, suicide, boards)
}

/// Checks so many boards by chance.
fn check_by_chance(size: Size, suicide: SuicideRule, dense: Color, boards: usize) -> usize {
    let boards = boards_by_chance(size, dense, boards).into_iter();
    check_all(size, suicide, boards)
}

/// Boards by chance, on which the points are empty, of one colour mostly, and of the other, in changing
/// shares.
fn boards_by_chance(size: Size, dense: Color, boards: usize) -> Vec<(usize, Vec<Cell>)> {
    let mut state = 1u64;
    let mut below = |n: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % n
    };
    let boards = (0..boards).map(|number| {
        let (most, least) = (40 + below(25), 2 + below(20));
        let cell = |_| match below(100) {
            n if n < most => dense.into(),
            n if n < most + least => (!dense).into(),
            _ => Cell::Empty,
        };
        (number, size.points().map(cell).collect())
    });
    boards.collect()
}

/// A board, where all its chains have liberties.
fn legal(size: Size, cells: &[Cell]) -> Option<Board> {
    let cells: Vec<(Point, Cell)> = size.points().zip(cells.iter().copied()).collect();
    let mut board = Board::new(size);
    board.set(&cells);
    let mut stones = cells.iter().filter(|(_, cell)| *cell != Cell::Empty);
    stones.all(|(p, _)| board.has_liberty(*p)).then_some(board)
}

/// Checks the boards of these that are legal.
fn check_all(
    size: Size,
    suicide: SuicideRule,
    boards: impl Iterator<Item = (usize, Vec<Cell>)>,
) -> usize {
    let points: Vec<Point> = size.points().collect();
    let bit = |p: Point| points.iter().position(|&q| q == p).map_or(0, |i| 1u16 << i);
    let small = Small {
        neighbors: points
            .iter()
            .map(|p| p.neighbors().into_iter().fold(0, |set, n| set | bit(n)))
            .collect(),
        all: (1u32 << points.len()).wrapping_sub(1) as u16,
        suicide,
    };
    let mut kept: HashMap<(Stones, u16), bool> = HashMap::new();
    let mut claimed = 0;
    for (number, cells) in boards {
        let Some(board) = legal(size, &cells) else {
            continue;
        };
        let efforts = [Effort::Usual, Effort::Prove];
        let thoughts = thoughts(&board, number).into_iter();
        for (alive, effort) in thoughts.flat_map(|alive| efforts.map(|effort| (alive, effort))) {
            let (proved, safety) = proofs(&board, alive, suicide, effort);
            let mut found = vec![safety.points];
            found.extend(alive.map(|alive| two_looks(&board, alive, suicide, effort)));
            let sides = found.iter().flat_map(|points| {
                let [black, white] = points.pair();
                assert!(!black.intersects(&white), "{board:?}");
                Color::BOTH.map(|owner| (owner, &points[owner]))
            });
            for (owner, safe) in sides {
                if safe == &proved[owner] {
                    continue;
                }
                let stones_of = |color: Color| board.stones(color).fold(0, |set, p| set | bit(p));
                let start = Stones {
                    own: stones_of(owner),
                    other: stones_of(!owner),
                    ko: 0,
                };
                let safe_bits = safe.iter().fold(0, |set, p| set | bit(p));
                let (stones, ground) = (safe_bits & start.own, safe_bits & !start.own);
                let lost = small.lost_from(start, &mut |now: Stones| {
                    if now.own & stones != stones {
                        return true;
                    }
                    (0..points.len()).map(|i| 1 << i).any(|at| {
                        ground & now.other & at != 0
                            && *kept
                                .entry((now, at))
                                .or_insert_with(|| small.is_kept(now, at))
                    })
                });
                claimed += usize::from(lost.is_some());
                assert!(
                    lost != Some(true),
                    "{owner:?} {suicide:?} {safe:?}\n{board:?}"
                );
            }
        }
    }
    claimed
}
