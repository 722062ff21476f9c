//! Benson's algorithm against brute force, against known positions, and against itself.

mod common;

use sgf_audit::analysis::pass_alive::{Benson, PassAlive};
use sgf_audit::analysis::regions::{Chains, Regions};
use sgf_audit::go::{
    Board, ByColor, Cell, Color, Point, PointSet, Size, SuicideRule, Symmetry, diagram,
};

const FORMS: [SuicideRule; 2] = [SuicideRule::Forbidden, SuicideRule::Allowed];

fn stones(board: &Board, color: Color, rule: SuicideRule) -> PointSet {
    let benson = Benson::new(board);
    benson.pass_alive(color, rule).stones(board, &benson.chains)
}

fn board_of(text: &str) -> Board {
    diagram::parse(text).expect("a board")
}

/// A test that looks at games beside the project is not passed over where these are required.
#[test]
#[should_panic(expected = "no nowhere, and AUDIT_REQUIRE_DATA is 1")]
fn data_that_is_required_is_there() {
    common::data_at("nowhere".into(), common::Missing::Fails);
}

#[test]
fn known_positions_in_both_forms() {
    let Some(data) = common::shared_data() else {
        return;
    };
    let text = std::fs::read_to_string(data.join("benson/positions.csv")).expect("positions.csv");
    let mut differ = 0;
    let mut count = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<String> = line.split(',').map(|f| f.replace('/', "\n")).collect();
        let board = board_of(&fields[2]);
        assert_eq!(
            board.size().to_string(),
            if fields[0] == fields[1] {
                fields[0].clone()
            } else {
                format!("{}x{}", fields[0], fields[1])
            }
        );
        for (rule, expected) in FORMS.into_iter().zip(&fields[3..5]) {
            let expected = board_of(expected);
            for color in Color::BOTH {
                let expected: PointSet = expected.stones(color).collect();
                assert_eq!(stones(&board, color, rule), expected, "{rule:?}\n{board:?}");
            }
            check_proofs(&board, rule);
        }
        differ += usize::from(fields[3] != fields[4]);
        count += 1;
    }
    assert_eq!((count, differ), (3_500, 174));
}

/// Checks the proofs from the stones alone: regions flooded afresh, borders and vitality looked up
/// on the board.
fn check_proofs(board: &Board, rule: SuicideRule) {
    let benson = Benson::new(board);
    for color in Color::BOTH {
        let regions = &benson.regions[color];
        let pass_alive = benson.pass_alive(color, rule);
        let all = pass_alive.stones(board, &benson.chains);
        let is_alive = |chain: &usize| pass_alive.is_alive(*chain);
        let mut proved = PointSet::EMPTY;
        for number in (0..benson.chains.list().len()).filter(is_alive) {
            let eyes = (0..regions.len()).map(|r| regions.get(r)).filter(|region| {
                region.border().all(|c| is_alive(&c)) && region.vital(rule).any(|c| c == number)
            });
            let eyes: Vec<PointSet> = eyes.map(|region| region.set()).collect();
            let chain: PointSet = board.chain(benson.chains.list()[number].first).collect();
            proved |= chain;
            let mut taken = PointSet::EMPTY;
            assert!(eyes.len() >= 2, "two eyes\n{board:?}");
            for region in eyes {
                let first = region.first().expect("a region has a point");
                assert!(!region.intersects(&taken), "different regions");
                taken |= region;
                let (flood, border) = flood(board, first, color);
                assert_eq!(region, flood, "a maximal region");
                assert!(
                    border.is_subset(&all),
                    "bordered by pass-alive stones alone"
                );
                for point in region.iter() {
                    let counts = rule == SuicideRule::Allowed || board.get(point) == Cell::Empty;
                    let beside = point.neighbors().into_iter().any(|n| chain.contains(n));
                    assert!(!counts || beside, "vital to the chain\n{board:?}");
                }
            }
        }
        assert_eq!(proved, all, "every pass-alive chain has its proof");
    }
}

fn flood(board: &Board, from: Point, color: Color) -> (PointSet, PointSet) {
    let mut region = PointSet::from_iter([from]);
    let mut border = PointSet::EMPTY;
    let mut open = vec![from];
    while let Some(point) = open.pop() {
        for n in point.neighbors() {
            if board.get(n).is(color) {
                border.insert(n);
            } else if board.get(n) != Cell::Edge && region.insert(n) {
                open.push(n);
            }
        }
    }
    (region, border)
}

/// Every board of a size, a number in base 3 each: a player who moves for ever while the other
/// passes, and what he can take.
struct Brute {
    size: Size,
    points: Vec<Point>,
}

#[derive(Debug, PartialEq)]
struct Counts {
    legal: usize,
    alive_forbidden: usize,
    alive_allowed: usize,
    differ: usize,
}

impl Brute {
    fn new(width: u8, height: u8) -> Brute {
        let size = Size::new(width, height).expect("a size");
        Brute {
            size,
            points: size.points().collect(),
        }
    }

    fn board(&self, number: usize) -> Board {
        let mut rest = number;
        let cells: Vec<(Point, Cell)> = self
            .points
            .iter()
            .map(|&p| {
                let cell = [Cell::Empty, Cell::Black, Cell::White][rest % 3];
                rest /= 3;
                (p, cell)
            })
            .collect();
        let mut board = Board::new(self.size);
        board.set(&cells);
        board
    }

    fn number(&self, board: &Board) -> usize {
        let digit = |&p: &Point| match board.get(p) {
            Cell::Black => 1,
            Cell::White => 2,
            _ => 0,
        };
        self.points.iter().rev().fold(0, |n, p| n * 3 + digit(p))
    }

    fn black(&self, board: &Board) -> u32 {
        let bits = self.points.iter().enumerate();
        bits.map(|(i, &p)| u32::from(board.get(p) == Cell::Black) << i)
            .sum()
    }

    fn legal(&self, board: &Board) -> bool {
        let stones = ByColor::from_fn(|color| board.stones(color).collect::<Vec<_>>());
        stones
            .iter()
            .flatten()
            .all(|&stone| board.has_liberty(stone))
    }

    /// For every legal board the black stones that White can take, sooner or later, by moving
    /// for ever while Black passes: the least fixed point over White's moves, found by going over
    /// all boards until nothing changes. `None` for illegal boards.
    fn takeable(&self, rule: SuicideRule) -> Vec<Option<u32>> {
        let count = 3usize.pow(self.points.len() as u32);
        let mut takeable = vec![None; count];
        let mut moves: Vec<Vec<(usize, u32, u32)>> = vec![Vec::new(); count];
        for number in 0..count {
            let board = self.board(number);
            if !self.legal(&board) {
                continue;
            }
            takeable[number] = Some(0);
            let black = self.black(&board);
            for &point in &self.points {
                if board.is_legal(point, Color::White, rule) {
                    let mut after = board.clone();
                    after.play(point, Color::White);
                    let left = self.black(&after);
                    moves[number].push((self.number(&after), black & !left, left));
                }
            }
        }
        loop {
            let mut changed = false;
            for number in 0..count {
                let Some(before) = takeable[number] else {
                    continue;
                };
                let mut now = before;
                for &(after, taken, left) in &moves[number] {
                    now |=
                        taken | takeable[after].expect("legal moves lead to legal boards") & left;
                }
                changed |= now != before;
                takeable[number] = Some(now);
            }
            if !changed {
                return takeable;
            }
        }
    }

    fn count(&self) -> Counts {
        let [forbidden, allowed] = FORMS.map(|rule| self.takeable(rule));
        let mut counts = Counts {
            legal: 0,
            alive_forbidden: 0,
            alive_allowed: 0,
            differ: 0,
        };
        for (number, takeable) in forbidden.iter().zip(&allowed).enumerate() {
            let (Some(forbidden), Some(allowed)) = takeable else {
                continue;
            };
            let board = self.board(number);
            let black = self.black(&board);
            let found = FORMS.map(|rule| {
                let set = stones(&board, Color::Black, rule);
                let bits = self.points.iter().enumerate();
                bits.map(|(i, &p)| u32::from(set.contains(p)) << i)
                    .sum::<u32>()
            });
            let safe = [black & !forbidden, black & !allowed];
            assert_eq!(found, safe, "{board:?}");
            counts.legal += 1;
            counts.alive_forbidden += usize::from(found[0] != 0);
            counts.alive_allowed += usize::from(found[1] != 0);
            counts.differ += usize::from(found[0] != found[1]);
        }
        counts
    }
}

fn counts(legal: usize, alive_forbidden: usize, alive_allowed: usize, differ: usize) -> Counts {
    Counts {
        legal,
        alive_forbidden,
        alive_allowed,
        differ,
    }
}

#[test]
fn brute_force_agrees_on_every_small_board() {
    assert_eq!(Brute::new(3, 2).count(), counts(489, 39, 31, 8));
    assert_eq!(Brute::new(3, 3).count(), counts(12_675, 883, 635, 248));
    assert_eq!(Brute::new(5, 2).count(), counts(35_117, 1_743, 930, 813));
}

#[test]
#[ignore = "531,441 boards: run with -- --ignored"]
fn brute_force_agrees_on_4x3() {
    assert_eq!(
        Brute::new(4, 3).count(),
        counts(321_689, 14_246, 7_782, 6_516)
    );
}

#[test]
fn the_opponent_never_lives_in_proved_points() {
    for (width, height) in [(3, 3), (5, 2)] {
        let brute = Brute::new(width, height);
        for rule in FORMS {
            never_lives(&brute, rule);
        }
    }
}

/// From every board with points proved Black's: whatever White plays there while Black passes, no
/// white stone on them is ever pass-alive, and Black's stones stay pass-alive.
fn never_lives(brute: &Brute, rule: SuicideRule) {
    let count = 3usize.pow(brute.points.len() as u32);
    let mut with_prey = 0;
    for number in 0..count {
        let board = brute.board(number);
        if !brute.legal(&board) {
            continue;
        }
        let benson = Benson::new(&board);
        let proved = benson.proved(&board, Color::Black, rule);
        let alive = benson
            .pass_alive(Color::Black, rule)
            .stones(&board, &benson.chains);
        if proved == alive {
            continue;
        }
        with_prey += 1;
        let mut seen = vec![false; count];
        let mut open = vec![board];
        while let Some(board) = open.pop() {
            if std::mem::replace(&mut seen[brute.number(&board)], true) {
                continue;
            }
            assert!(
                !stones(&board, Color::White, rule).intersects(&proved),
                "{board:?}"
            );
            assert!(
                alive.is_subset(&stones(&board, Color::Black, rule)),
                "{board:?}"
            );
            for point in (proved - alive).iter() {
                if board.is_legal(point, Color::White, rule) {
                    let mut after = board.clone();
                    after.play(point, Color::White);
                    open.push(after);
                }
            }
        }
    }
    assert!(with_prey > 100, "{with_prey} boards on {:?}", brute.size);
}

#[test]
fn the_owner_takes_what_stands_in_proved_points() {
    // By the order of play that the proof gives: points beside pass-alive stones first. White
    // answers in every way; stones put anywhere in the region beforehand make no difference.
    let boards = [
        "....X.X
         .XXXXXX
         XX.....
         .X.....",
        ".O..X.X
         OXXXXXX
         XX.....
         .X.....",
        "O.O.X.X
         .OXXXXX
         XXX....
         .X.X...
         XXXX...",
        "..X.X
         ..XXX
         XXX.X
         .X.XX
         XXXXX",
    ];
    for text in boards {
        let board = board_of(text);
        let benson = Benson::new(&board);
        let rule = SuicideRule::Forbidden;
        let proved = benson.proved(&board, Color::Black, rule);
        let alive = benson
            .pass_alive(Color::Black, rule)
            .stones(&board, &benson.chains);
        let corner = Point::new(0, 0);
        assert!(proved.contains(corner), "{text}");
        let (region, _) = flood(&board, corner, Color::Black);
        let beside = |p: &Point| p.neighbors().into_iter().any(|n| alive.contains(n));
        let mut order: Vec<Point> = region.iter().filter(beside).collect();
        order.extend(region.iter().filter(|p| !beside(p)));
        owner_takes(&board, &region, &order, 0);
    }
}

fn owner_takes(board: &Board, region: &PointSet, order: &[Point], depth: usize) {
    if !region.iter().any(|p| board.get(p) == Cell::White) && depth > 0 {
        return;
    }
    assert!(depth < 3 * order.len(), "no end:\n{board:?}");
    let rule = SuicideRule::Forbidden;
    let next = order
        .iter()
        .find(|&&p| board.is_legal(p, Color::Black, rule));
    let mut board = board.clone();
    match next {
        Some(&point) => drop(board.play(point, Color::Black)),
        None => board.pass(),
    }
    let mut passed = board.clone();
    passed.pass();
    owner_takes(&passed, region, order, depth + 1);
    for point in region.iter() {
        if board.is_legal(point, Color::White, rule) {
            let mut after = board.clone();
            after.play(point, Color::White);
            owner_takes(&after, region, order, depth + 1);
        }
    }
}

#[test]
fn a_corner_tells_the_two_forms_apart() {
    // Where suicide is forbidden White can never fill the corner eye; where it is allowed he
    // throws two stones away there, plays in the empty corner again, and takes.
    let board = board_of(
        "O.X.X
         .XXXX
         XXOOO
         OOO..",
    );
    let [forbidden, allowed] = FORMS.map(|rule| stones(&board, Color::Black, rule));
    assert_eq!(forbidden, board.stones(Color::Black).collect());
    assert!(allowed.is_empty());
    // With the white stone beside a black one the rule makes no difference, nor with no stone.
    let alike = [
        (
            "O.X.X
             XXXXX
             XXOOO
             OOO..",
            9,
        ),
        (
            "..X.X
             .XXXX
             XXOOO
             OOO..",
            0,
        ),
    ];
    for (text, count) in alike {
        for rule in FORMS {
            assert_eq!(stones(&board_of(text), Color::Black, rule).len(), count);
        }
    }
}

#[test]
fn symmetries_and_swapped_colours_agree() {
    let Some(data) = common::shared_data() else {
        return;
    };
    let text = std::fs::read_to_string(data.join("benson/positions.csv")).expect("positions.csv");
    for line in text.lines().skip(1).step_by(10) {
        let field = line.split(',').nth(2).expect("a board").replace('/', "\n");
        let board = board_of(&field);
        let size = board.size();
        for symmetry in Symmetry::ALL {
            for swap in [false, true] {
                let black = if swap { Color::White } else { Color::Black };
                let turned = symmetry.board(&board, black);
                for rule in FORMS {
                    for color in Color::BOTH {
                        let there = if swap { !color } else { color };
                        let expected = |set: PointSet| -> PointSet {
                            set.iter().map(|p| symmetry.point(p, size)).collect()
                        };
                        assert_eq!(
                            stones(&turned, there, rule),
                            expected(stones(&board, color, rule))
                        );
                        let (a, b) = (Benson::new(&board), Benson::new(&turned));
                        assert_eq!(
                            b.proved(&turned, there, rule),
                            expected(a.proved(&board, color, rule))
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn one_form_alone_is_the_same_as_both_at_once() {
    let board = board_of(
        ".X.XO.O
         XXXXOOO
         ..X.O..",
    );
    let chains = Chains::new(&board);
    let benson = Benson::new(&board);
    for color in Color::BOTH {
        let regions = Regions::new(&board, &chains, color);
        for rule in FORMS {
            let alone = PassAlive::new(&chains, &regions, rule);
            let both = benson.pass_alive(color, rule);
            assert_eq!(
                alone.stones(&board, &chains),
                both.stones(&board, &benson.chains)
            );
            assert!(alone.any());
        }
    }
}
