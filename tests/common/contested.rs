//! Boards on which groups stand between settled stones.

use sgf_audit::go::{Board, ByColor, Cell, Color, PointSet, diagram};

/// A board with what is settled on it.
pub struct Contested {
    pub board: Board,
    pub settled: PointSet,
    /// The stones in question, by colour.
    pub stones: ByColor<PointSet>,
}

/// Reads a board: `X` `O` stones that are settled, `B` `W` the stones in question, `x` `o` stones that are neither, `.`
/// empty points, `-` empty points that are settled.
pub fn contested(rows: &str) -> Contested {
    let (size, letters) = diagram::letters(rows).expect("a board");
    let mut board = Board::new(size);
    let mut cells = Vec::new();
    let mut settled = PointSet::EMPTY;
    let mut stones = ByColor::<PointSet>::default();
    for (point, letter) in letters {
        cells.push((
            point,
            match letter {
                'X' | 'x' | 'B' => Cell::Black,
                'O' | 'o' | 'W' => Cell::White,
                _ => Cell::Empty,
            },
        ));
        match letter {
            'X' | 'O' | '-' => drop(settled.insert(point)),
            'B' => drop(stones[Color::Black].insert(point)),
            'W' => drop(stones[Color::White].insert(point)),
            _ => {}
        }
    }
    board.set(&cells);
    Contested {
        board,
        settled,
        stones,
    }
}
