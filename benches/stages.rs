//! The time of each stage on one game: `cargo bench --bench stages`.

use divan::{Bencher, black_box};
use sgf_audit::Limits;
use sgf_audit::analysis::areas::{Areas, Nodes};
use sgf_audit::analysis::problem::Problem;
use sgf_audit::analysis::reading::{Aim, Reader};
use sgf_audit::analysis::regions::Chains;
use sgf_audit::analysis::{Benson, Bouzy};
use sgf_audit::go::board::splitmix64;
use sgf_audit::go::{
    Board, ByColor, Cell, Color, Point, PointSet, Rules, Size, SuicideRule, diagram,
};
use sgf_audit::replay::replay;
use sgf_audit::{Options, Source};

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
        ByColor::from_fn(|color| benson.proved(&board, color, SuicideRule::Forbidden))
    });
}

/// The map of estimated territory.
#[divan::bench]
fn analyse_bouzy_5_21(bencher: Bencher) {
    let board = finished();
    bencher.bench(|| Bouzy::TERRITORY.map(black_box(&board), &PointSet::EMPTY));
}

/// A game of 250 turns with the properties that servers write, 1.6 kB. The turns need not be legal:
/// nothing is replayed here.
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
        .bench_values(|bytes| Source::open(bytes, &Limits::default()));
}

/// The same in a legacy character set, where every game needs its CA.
#[divan::bench]
fn scan_100_games_in_gbk(bencher: Bencher) {
    let text = record_text("吴清源").replace("UTF-8", "GBK").repeat(100);
    let bytes = encoding_rs::GBK.encode(&text).0.into_owned();
    bencher
        .with_inputs(|| bytes.clone())
        .bench_values(|bytes| Source::open(bytes, &Limits::default()));
}

/// One game to its record: decoding, outline and values.
#[divan::bench(args = ["plain", "吳清源"])]
fn decode_and_parse(bencher: Bencher, name: &str) {
    let source = Source::open(record_text(name).into_bytes(), &Limits::default());
    bencher.bench(|| black_box(&source).game(0));
}

/// A game of 250 turns on legal points taken by chance: it has captures and kos of all kinds.
fn legal_game() -> (Vec<(Color, Point)>, String) {
    let size = Size::square(19);
    let points: Vec<Point> = size.points().collect();
    let mut board = Board::new(size);
    let (mut turns, mut color, mut seed) = (Vec::new(), Color::Black, 1);
    let mut text = "(;GM[1]FF[4]SZ[19]KM[6.5]RE[B+3.5]RU[Japanese]".to_owned();
    while turns.len() < 250 {
        seed = splitmix64(seed);
        let point = points[seed as usize % points.len()];
        if board.is_legal(point, color, SuicideRule::Forbidden) {
            board.play(point, color);
            turns.push((color, point));
            text += &format!(";{}[{}]", color.letter(), point.sgf());
            color = !color;
        }
    }
    (turns, text + ")")
}

/// 250 plays on a board and nothing else.
#[divan::bench]
fn play_250_turns(bencher: Bencher) {
    let turns = legal_game().0;
    bencher.bench(|| {
        let mut board = Board::new(Size::square(19));
        for &(color, point) in black_box(&turns) {
            board.play(point, color);
        }
        board.hash()
    });
}

/// 250 turns replayed: legality, repetitions and fingerprint.
#[divan::bench]
fn replay_250_turns(bencher: Bencher) {
    let record = Source::open(legal_game().1.into_bytes(), &Limits::default()).game(0);
    let size = record.size.expect("a size");
    bencher.bench(|| replay(black_box(&record), size, &Rules::JAPANESE, None).id);
}

/// A board taken up again, as playouts do.
#[divan::bench(args = [9, 19])]
fn clone_from(bencher: Bencher, side: u8) {
    let board = Board::new(Size::square(side));
    let mut copy = board.clone();
    bencher.bench_local(|| copy.clone_from(black_box(&board)));
}

/// One game through all stages from decoding to its row.
#[divan::bench]
fn audit_250_turns(bencher: Bencher) {
    let options = Options::default();
    let source = Source::open(legal_game().1.into_bytes(), &options.limits);
    bencher.bench(|| black_box(&source).audit("bench.sgf", 0, &options));
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
    let mut reader = Reader::default();
    let problem = Problem {
        board: &board,
        area: &area,
        target: &target,
        first: Color::White,
        suicide: SuicideRule::Forbidden,
    };
    bencher.bench_local(|| reader.solve(&problem, Aim::One, 50_000));
}

/// A seki of two chains with two shared liberties, read with either side first.
#[divan::bench]
fn read_seki(bencher: Bencher) {
    let board = diagram::parse(
        "XXXXXXX
         XOOOOOX
         OX..XXO
         OXXXXXO
         OOOOOOO",
    )
    .expect("a board");
    let inside = |p: &Point| (1..6).contains(&p.x()) && (1..4).contains(&p.y());
    let settled: PointSet = board.size().points().filter(|p| !inside(p)).collect();
    let chains = Chains::new(&board);
    bencher.bench_local(|| {
        let mut areas = Areas::new(
            black_box(&board),
            &chains,
            SuicideRule::Forbidden,
            Nodes::USUAL,
        );
        let between = areas.between(&settled);
        between
            .iter()
            .map(|area| areas.read(area))
            .collect::<Vec<_>>()
    });
}
