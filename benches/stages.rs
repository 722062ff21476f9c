//! The time of each stage on one game: `cargo bench --bench stages`.

use divan::{Bencher, black_box};
use sgf_audit::analysis::reading::{Problem, Reader};
use sgf_audit::analysis::{Benson, Bouzy};
use sgf_audit::go::{Board, Cell, Color, Point, PointSet, SuicideRule, diagram};
use sgf_audit::record::{Limits, SourceText};

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

/// A game of 250 turns with the properties that servers write, 1.7 kB: no two are of one kind in
/// a collection of them, but for the parsing they are.
fn record_text(name: &str) -> String {
    let mut text = format!(
        "(;GM[1]FF[4]CA[UTF-8]AP[bench:1]SZ[19]PB[{name}]PW[{name}]BR[5d]WR[6d]KM[6.5]RE[B+3.5]RU[Japanese]DT[2020-01-01]"
    );
    for turn in 0..250u8 {
        let letter = |n: u8| char::from(b'a' + n);
        let color = ['B', 'W'][usize::from(turn % 2)];
        let (x, y) = (letter(turn % 19), letter(turn / 19));
        text.push_str(&format!(";{color}[{x}{y}]"));
    }
    text + ")\n"
}

/// Where the games of a source are: per game, in a collection of a hundred.
#[divan::bench(args = ["plain", "吳清源"])]
fn scan_100_games(bencher: Bencher, name: &str) {
    let bytes = record_text(name).repeat(100).into_bytes();
    bencher
        .with_inputs(|| bytes.clone())
        .bench_values(|bytes| SourceText::open(bytes, &Limits::default()));
}

/// The same in a legacy character set, where every game needs its CA.
#[divan::bench]
fn scan_100_games_in_gbk(bencher: Bencher) {
    let text = record_text("吴清源").replace("UTF-8", "GBK").repeat(100);
    let bytes = encoding_rs::GBK.encode(&text).0.into_owned();
    bencher
        .with_inputs(|| bytes.clone())
        .bench_values(|bytes| SourceText::open(bytes, &Limits::default()));
}

/// One game to its record: decoding, outline and values.
#[divan::bench(args = ["plain", "吳清源"])]
fn decode_and_parse(bencher: Bencher, name: &str) {
    let source = SourceText::open(record_text(name).into_bytes(), &Limits::default());
    bencher.bench(|| black_box(&source).game(0));
}

/// A corner of six points with two liberties outside: it lives, as the reader has to find out.
#[divan::bench]
fn read_rectangular_six(bencher: Bencher) {
    let board = diagram::parse(
        "...XO
         ...XO
         XXXXO
         OO..O",
    )
    .expect("a board");
    let is_area = |p: &Point| board.get(*p) != Cell::White;
    let area: PointSet = board.size().points().filter(is_area).collect();
    let target: PointSet = board.stones(Color::Black).collect();
    let mut reader = Reader::new(50_000);
    bencher.bench_local(|| {
        reader.solve(&Problem {
            board: &board,
            area: &area,
            target: &target,
            first: Color::White,
            suicide: SuicideRule::Forbidden,
        })
    });
}
