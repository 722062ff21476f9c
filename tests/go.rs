//! The board against a second board that knows nothing of chains: every liberty is searched anew.

use sgf_audit::go::board::splitmix64;
use sgf_audit::go::{
    Board, Cell, Color, Point, PointSet, Position, Size, SuicideRule, Symmetry, diagram,
};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (splitmix64(self.0) % n as u64) as usize
    }

    fn color(&mut self) -> Color {
        Color::BOTH[self.below(2)]
    }
}

/// Stones by point, and nothing else.
struct Slow {
    size: Place,
    stones: BTreeMap<Place, Color>,
}

type Place = (u8, u8);

impl Slow {
    fn new(size: Size) -> Slow {
        Slow {
            size: (size.width(), size.height()),
            stones: BTreeMap::new(),
        }
    }

    fn neighbors(&self, (x, y): Place) -> Vec<Place> {
        let mut neighbors = Vec::new();
        for (dx, dy) in [(0, 1), (1, 0), (2, 1), (1, 2)] {
            let (x, y) = (x + dx, y + dy);
            if x > 0 && y > 0 && x <= self.size.0 && y <= self.size.1 {
                neighbors.push((x - 1, y - 1));
            }
        }
        neighbors
    }

    /// The chain through a stone and its liberties, by search.
    fn chain(&self, stone: Place) -> (Vec<Place>, Vec<Place>) {
        let color = self.stones[&stone];
        let (mut chain, mut liberties) = (vec![stone], Vec::new());
        let mut next = 0;
        while next < chain.len() {
            for n in self.neighbors(chain[next]) {
                match self.stones.get(&n) {
                    None if !liberties.contains(&n) => liberties.push(n),
                    Some(&c) if c == color && !chain.contains(&n) => chain.push(n),
                    _ => {}
                }
            }
            next += 1;
        }
        (chain, liberties)
    }

    fn take(&mut self, stone: Place) -> u16 {
        match self.stones.contains_key(&stone) {
            true => {
                let (chain, liberties) = self.chain(stone);
                if !liberties.is_empty() {
                    return 0;
                }
                self.stones.retain(|point, _| !chain.contains(point));
                chain.len() as u16
            }
            false => 0,
        }
    }

    /// The opponent's stones taken, and the player's own.
    fn play(&mut self, point: Place, color: Color) -> (u16, u16) {
        self.stones.insert(point, color);
        let mut captured = 0;
        for n in self.neighbors(point) {
            if self.stones.get(&n) == Some(&!color) {
                captured += self.take(n);
            }
        }
        (captured, self.take(point))
    }
}

fn at(point: Point) -> Place {
    (point.x(), point.y())
}

/// Everything that the board says, against the search.
fn assert_same(board: &Board, slow: &Slow) {
    for point in board.size().points() {
        let cell = slow
            .stones
            .get(&at(point))
            .map_or(Cell::Empty, |&c| c.into());
        assert_eq!(board.get(point), cell, "{point:?} of\n{board:?}");
        if cell == Cell::Empty {
            assert_eq!(board.chain(point).count(), 0);
            assert_eq!(board.chain_len(point), 0);
            continue;
        }
        let (mut chain, mut liberties) = slow.chain(at(point));
        let mut stones: Vec<_> = board.chain(point).map(at).collect();
        stones.sort_unstable();
        chain.sort_unstable();
        assert_eq!(stones, chain, "chain of {point:?} of\n{board:?}");
        assert_eq!(board.chain_len(point), chain.len());
        assert!(
            board
                .chain(point)
                .all(|p| board.head(p) == board.head(point))
        );
        let mut counted: Vec<_> = board.liberties(point).iter().map(at).collect();
        counted.sort_unstable();
        liberties.sort_unstable();
        assert_eq!(counted, liberties, "liberties of {point:?} of\n{board:?}");
        assert_eq!(board.liberty_count(point), liberties.len());
        assert_eq!(board.has_liberty(point), !liberties.is_empty());
        let atari = (liberties.len() == 1).then(|| liberties[0]);
        assert_eq!(board.atari(point).map(at), atari);
    }
    for point in board.empty_points() {
        for color in Color::BOTH {
            let chains: Vec<_> = slow
                .neighbors(at(point))
                .into_iter()
                .filter(|n| slow.stones.contains_key(n))
                .map(|n| (slow.stones[&n], slow.chain(n).1))
                .collect();
            let own = chains.iter().filter(|(owner, _)| *owner == color);
            let beside = slow.neighbors(at(point)).into_iter();
            let liberties: BTreeSet<Place> = own
                .flat_map(|(_, liberties)| liberties.iter().copied())
                .chain(beside.filter(|n| !slow.stones.contains_key(n)))
                .filter(|&l| l != at(point))
                .collect();
            assert_eq!(
                usize::from(board.liberties_after(point, color)),
                liberties.len().min(2)
            );
            let captures = chains
                .iter()
                .any(|(owner, liberties)| *owner != color && liberties[..] == [at(point)]);
            assert_eq!(board.captures(point, color), captures);
        }
    }
    let mut scratch = Board::new(board.size());
    let stones: Vec<_> = slow
        .stones
        .iter()
        .map(|(&(x, y), &color)| (Point::new(x, y), color.into()))
        .collect();
    scratch.set(&stones);
    assert_eq!(scratch, *board);
    assert_eq!(scratch.hash(), board.hash(), "hash of\n{board:?}");
}

fn sizes() -> impl Iterator<Item = Size> + Clone {
    let sides = [
        (1, 1),
        (2, 1),
        (1, 5),
        (2, 2),
        (3, 3),
        (4, 3),
        (5, 5),
        (7, 2),
    ];
    let long = [(9, 9), (13, 6), (19, 19), (25, 25), (25, 1), (1, 25)];
    sides
        .into_iter()
        .chain(long)
        .filter_map(|(w, h)| Size::new(w, h))
}

/// Games in which both sides play anywhere, suicide included, now and then interrupted by setup.
#[test]
fn random_games_agree_with_a_search_from_scratch() {
    let (mut captures, mut suicides) = (0, 0);
    for (game, size) in sizes().cycle().take(70).enumerate() {
        let mut numbers = Numbers((game as u64) << 32);
        let mut board = Board::new(size);
        let mut slow = Slow::new(size);
        let points: Vec<_> = size.points().collect();
        for turn in 0..points.len() * 3 {
            let color = numbers.color();
            let point = points[numbers.below(points.len())];
            if numbers.below(20) == 0 {
                let cell = [Cell::Empty, color.into(), (!color).into()][numbers.below(3)];
                board.set(&[(point, cell)]);
                match cell.color() {
                    Some(color) => slow.stones.insert(at(point), color),
                    None => slow.stones.remove(&at(point)),
                };
            } else if board.get(point) == Cell::Empty {
                let suicide = board.is_suicide(point, color);
                let ko = board.ko();
                let legal = board.is_legal(point, color, SuicideRule::Forbidden);
                let legal_suicide = board.is_legal(point, color, SuicideRule::Allowed);
                let played = board.play(point, color);
                let (taken, own) = slow.play(at(point), color);
                assert_eq!((played.captured, played.suicide), (taken, own));
                assert_eq!(suicide, own > 0);
                assert_eq!(legal, own == 0 && ko != Some(point));
                assert_eq!(legal_suicide, own != 1 && ko != Some(point));
                captures += usize::from(taken > 0);
                suicides += usize::from(own > 1);
            }
            if points.len() < 100 || turn % 37 == 0 {
                assert_same(&board, &slow);
            }
        }
        assert_same(&board, &slow);
    }
    // The games must have had what they are there for.
    assert!(captures > 300, "{captures} captures");
    assert!(suicides > 50, "{suicides} suicides of two stones or more");
}

/// Whatever is set, the board is the one that its stones make; `clone_from` forgets nothing.
#[test]
fn setup_of_any_kind_leaves_a_board_made_from_its_stones() {
    for (run, size) in sizes().cycle().take(140).enumerate() {
        let mut numbers = Numbers(run as u64 ^ 0x5e75 << 40);
        let mut board = Board::new(size);
        let mut slow = Slow::new(size);
        let mut copy = Board::new(size);
        for _ in 0..10 {
            let mut changes = Vec::new();
            for _ in 0..numbers.below(12) {
                // Off the board now and then, and one point several times.
                let (x, y) = (numbers.below(27) as u8, numbers.below(27) as u8);
                let point = match numbers.below(4) {
                    0 => Point::new(x, y),
                    _ => Point::new(x % size.width(), y % size.height()),
                };
                let cells = [Cell::Empty, Cell::Black, Cell::White, Cell::Edge];
                changes.push((point, cells[numbers.below(4)]));
            }
            board.set(&changes);
            for (point, cell) in changes {
                if !size.contains(point) || cell == Cell::Edge {
                    continue;
                }
                match cell.color() {
                    Some(color) => slow.stones.insert(at(point), color),
                    None => slow.stones.remove(&at(point)),
                };
            }
            assert_same(&board, &slow);
            assert_eq!(board.ko(), None);
            copy.clone_from(&board);
            assert_same(&copy, &slow);
            let dead = size
                .points()
                .find(|&p| board.get(p).color().is_some() && slow.chain(at(p)).1.is_empty());
            assert_eq!(
                dead.is_none(),
                Position::new(board.clone(), Color::Black).is_ok()
            );
        }
    }
}

#[test]
fn captures_and_kos() {
    let mut board = board(". X O .\nX . X O\n. X O .");
    let played = board.play(Point::new(1, 1), Color::White);
    assert_eq!((played.captured, played.suicide), (1, 0));
    assert_eq!(board.ko(), Some(Point::new(2, 1)));
    assert!(!board.is_legal(Point::new(2, 1), Color::Black, SuicideRule::Allowed));
    let mut passed = board.clone();
    passed.pass();
    assert!(passed.is_legal(Point::new(2, 1), Color::Black, SuicideRule::Forbidden));
    let mut elsewhere = board.clone();
    elsewhere.play(Point::new(3, 0), Color::Black);
    assert_eq!(elsewhere.ko(), None);
}

/// A true ko; one stone that takes one but has another liberty, in the middle and at the edge; one
/// stone that takes two.
#[test]
fn what_is_a_ko_and_what_only_looks_like_one() {
    for (text, x, y, color, captured, ko) in [
        (". O X .\nO X . X\n. O X .", 2, 1, Color::White, 1, true),
        (". O X .\nO X . .\n. O X .", 2, 1, Color::White, 1, false),
        ("X O .\n. . .", 0, 1, Color::White, 1, false),
        ("O O . O .\nX X O . .", 2, 0, Color::Black, 2, false),
    ] {
        let mut board = board(text);
        let played = board.play(Point::new(x, y), color);
        assert_eq!((played.captured, played.suicide), (captured, 0), "{text}");
        assert_eq!(board.ko().is_some(), ko, "{text}");
    }
}

/// Of the stones in the first column those in a ko: a stone is, though it may not be taken at once; it is not where
/// it is taken with another one, where what takes it has a liberty of its own, or if it has two liberties.
#[test]
fn a_stone_in_a_ko_is_known_by_what_could_take_it() {
    for (text, in_ko) in [
        (". O X .\nO . O X\n. O X .", true),
        (". O X .\nO . O X\n. . X .", false),
        ("O . O X\nX O X .\n. X . .", false),
        (". O X .\nO . O .\n. O X .", false),
    ] {
        let board = board(text);
        let at = |x, y| Point::new(x, y);
        let stone = if board.get(at(2, 1)).is(Color::White) {
            at(2, 1)
        } else {
            at(2, 0)
        };
        assert_eq!(board.is_in_ko(stone), in_ko, "{text}");
    }
    let mut board = board(". O X .\nO X . X\n. O X .");
    board.play(Point::new(2, 1), Color::White);
    assert!(board.is_in_ko(Point::new(2, 1)) && !board.is_in_ko(Point::new(1, 0)));
}

/// A play that takes is no suicide, however it stands.
#[test]
fn suicide_is_what_takes_nothing_and_has_no_liberty() {
    for (text, color, suicide) in [
        (". X .\nX . .", Color::White, 1),
        (". X .\nX . .", Color::Black, 0),
        (". O X .\nX X . .", Color::White, 2),
        (". O X\nO X .\nX . .", Color::White, 3),
        (". X O .\nX O . .\n. . . .", Color::White, 0),
        (". X\nX O", Color::White, 0),
        (". X .\nX O .", Color::White, 0),
    ] {
        let mut board = board(text);
        let point = Point::new(0, 0);
        assert_eq!(board.is_suicide(point, color), suicide > 0, "{text}");
        let forbidden = board.is_legal(point, color, SuicideRule::Forbidden);
        assert_eq!(forbidden, suicide == 0, "{text}");
        let allowed = board.is_legal(point, color, SuicideRule::Allowed);
        assert_eq!(allowed, suicide != 1, "{text}");
        assert_eq!(board.play(point, color).suicide, suicide, "{text}");
    }
}

#[test]
fn the_eight_symmetries_keep_neighbours_and_are_a_group() {
    for size in sizes() {
        let mut maps: Vec<Vec<Point>> = Vec::new();
        for (index, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            let turned = symmetry.size(size);
            let map: Vec<_> = size.points().map(|p| symmetry.point(p, size)).collect();
            assert!(map.iter().all(|&p| turned.contains(p)));
            assert_eq!(map.iter().copied().collect::<PointSet>().len(), size.area());
            for point in size.points() {
                let image = symmetry.point(point, size);
                assert_eq!(Symmetry::images(point, size)[index], image);
                for n in point.neighbors().into_iter().filter(|&n| size.contains(n)) {
                    assert!(image.neighbors().contains(&symmetry.point(n, size)));
                }
            }
            maps.push(map);
        }
        let (w, h) = (size.width(), size.height());
        if w > 2 && h > 2 {
            let corner = |p: &Point| (p.x() == 0 || p.x() == w - 1) as usize;
            assert!(corner(&maps[0][0]) == 1);
            maps.sort();
            maps.dedup();
            assert_eq!(maps.len(), 8, "eight different maps on {size}");
        }
    }
}

#[test]
fn diagrams_come_back_as_they_were_written() {
    for (run, size) in sizes().enumerate() {
        let mut numbers = Numbers(run as u64 ^ 0xd1a6 << 40);
        let letters = ['.', 'X', 'O'];
        let text: String = (0..size.height())
            .map(|_| {
                (0..size.width())
                    .map(|_| letters[numbers.below(3)])
                    .chain(['\n'])
                    .collect::<String>()
            })
            .collect();
        let board = board(&text);
        assert_eq!(format!("{board:?}"), text);
        let spaced: String = text.chars().flat_map(|c| [c, ' ']).collect();
        assert_eq!(diagram::parse(&format!("\n{spaced}\n")), Ok(board));
    }
    assert_eq!(diagram::parse(""), Err(diagram::DiagramError::Shape));
    assert_eq!(diagram::parse("..\n."), Err(diagram::DiagramError::Shape));
    assert_eq!(
        diagram::parse(&".".repeat(26)),
        Err(diagram::DiagramError::Shape)
    );
    assert_eq!(
        diagram::parse(".X\n.a"),
        Err(diagram::DiagramError::Letter('a', 1, 1))
    );
}

/// Sets on every board, from one point to nearly all of them.
#[test]
fn what_is_beside_a_set_is_beside_one_of_its_points() {
    let mut numbers = Numbers(9);
    for size in sizes() {
        for share in [1, 3, 8] {
            let points = size.points().filter(|_| numbers.below(9) < share);
            let set: PointSet = points.collect();
            let beside: PointSet = set.iter().flat_map(Point::neighbors).collect();
            assert_eq!(set.beside(), beside, "{size} {set:?}");
            for other in [set, beside] {
                let touches = set.iter().flat_map(Point::neighbors);
                assert_eq!(
                    set.touches(&other),
                    touches.into_iter().any(|n| other.contains(n))
                );
            }
        }
    }
}

/// Coordinates of a record can be anything that fits into two letters.
#[test]
fn points_off_the_board_stay_off_the_board() {
    for size in sizes() {
        let board = Board::new(size);
        let mut inside = 0;
        for x in 0..=u8::MAX {
            for y in 0..=u8::MAX {
                let point = Point::new(x, y);
                let on_board = x < size.width() && y < size.height();
                assert_eq!(size.contains(point), on_board);
                assert_eq!(board.get(point) != Cell::Edge, on_board);
                inside += usize::from(on_board && at(point) == (x, y));
            }
        }
        assert_eq!(inside, size.area());
    }
}

#[test]
fn vertices_are_written_as_players_do() {
    let size = Size::square(19);
    assert_eq!(Point::new(0, 18).vertex(size), "A1");
    assert_eq!(Point::new(7, 0).vertex(size), "H19");
    assert_eq!(Point::new(8, 0).vertex(size), "J19");
    assert_eq!(Point::new(3, 15).vertex(size), "D4");
    assert_eq!(Point::new(24, 0).vertex(Size::square(25)), "Z25");
    assert_eq!(Point::new(3, 15).sgf(), "dp");
}

fn board(text: &str) -> Board {
    diagram::parse(text).expect("a diagram")
}
