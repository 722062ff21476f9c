//! The time of each stage on one game: `cargo bench --bench stages`.

use divan::{Bencher, black_box};
use sgf_audit::analysis::{Benson, Bouzy};
use sgf_audit::go::{Board, Color, PointSet, SuicideRule, diagram};

fn main() {
    divan::main();
}

/// A finished 19x19 game, made by hand of walls, eyes and dead stones.
const FINISHED: &str = "
    .X.X.XO..O.OX.X.X.X
    XXXXXXO.OOOOXXXXXXX
    X.XOOOOOO.OXX..X..X
    XXXO.O.OOOOX.XXXXXX
    OOOOOOOOXXXX.X.O.X.
    .O..O.OXX..XXXX.XXX
    OOOOOOOX.O.X.X.XX.X
    XXXXOOXXX.XXXXXXXXX
    .X.XXXX.XXX.XOOOOOO
    XXXX.X.XX.XXXO..O.O
    X.O.XXXX.XXOOOOOOOO
    .XXXX.XXXXOO.O..X.O
    XX.X.XXOOOO.OO.OOOO
    .XXXXXOO..OOOXOOXXX
    XXOOXOO.OO..OXXXX.X
    OOO.OO.O.OOOOOXX.XX
    O.O.O.OO.O..OXX.X.X
    OOOOOOO.OOOOOXXXXXX
    .O.O..O..O.OX.X.X.X";

fn finished() -> Board {
    diagram::parse(FINISHED).expect("a board")
}

/// Chains, regions, pass-alive chains of both colours in both forms, and what they prove.
#[divan::bench]
fn analyse_benson(bencher: Bencher) {
    let board = finished();
    bencher.bench(|| {
        let benson = Benson::new(black_box(&board));
        Color::BOTH.map(|color| benson.proved(&board, color, SuicideRule::Forbidden))
    });
}

/// The map of estimated territory.
#[divan::bench]
fn analyse_bouzy_5_21(bencher: Bencher) {
    let board = finished();
    bencher.bench(|| Bouzy::TERRITORY.map(black_box(&board), &PointSet::EMPTY));
}
