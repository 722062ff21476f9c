//! The layers of a final board, drawn beside each other.

use crate::analysis::influence::Bouzy;
use crate::go::{Point, Size, diagram};
use crate::report::page::{Ink, Line, Page, WIDTH};
use crate::report::row::{Layers, Row, letter_at, points_of};

enum_of_words! {
    /// A layer of the final board, as in the report's `layers`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Layer {
        /// The stones.
        Board = "board",
        /// Which stones live.
        Life = "life",
        /// Who owns the points by area.
        Owner = "owner",
        /// What counts by territory.
        Territory = "territory",
        /// Pass-alive stones, suicide illegal.
        PassAlive = "pass_alive",
        /// Pass-alive stones, suicide legal.
        PassAliveSuicide = "pass_alive_suicide",
        /// The sign of a Bouzy map.
        Bouzy = "bouzy",
    }
}

impl Layer {
    /// The layer with this name; `-` may stand for `_`.
    pub fn from_name(name: &str) -> Option<Layer> {
        let name = name.replace('-', "_");
        let mut all = Layer::ALL.iter().copied();
        all.find(|layer| layer.name() == name)
    }

    /// What its letters mean.
    pub fn legend(self) -> &'static str {
        match self {
            Layer::Board => "X black, O white",
            Layer::Life => "A alive, D dead, S in seki, U unsettled",
            Layer::Owner => "by area: X Black's, O White's, . nobody's, ? unsettled",
            Layer::Territory => "X O points that count by territory",
            Layer::PassAlive => "X O stones that live whatever is played, suicide illegal",
            Layer::PassAliveSuicide => "the same where suicide is legal",
            Layer::Bouzy => "X O the sign of Bouzy's map, an estimate",
        }
    }

    fn rows(self, layers: &Layers) -> &[String] {
        match self {
            Layer::Board => &layers.board,
            Layer::Life => &layers.life,
            Layer::Owner => &layers.owner,
            Layer::Territory => &layers.territory,
            Layer::PassAlive => &layers.pass_alive,
            Layer::PassAliveSuicide => &layers.pass_alive_suicide,
            Layer::Bouzy => &layers.bouzy,
        }
    }
}

/// What to look at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The layers to draw; none of them means all that tell something.
    pub layers: Vec<Layer>,
    /// The map to draw for [`Layer::Bouzy`]; `None` is the report's own: 5/21, likely dead stones that are unsettled
    /// taken off as well.
    pub influence: Option<Bouzy>,
    /// Whether last moves that were added are drawn.
    pub last_moves: LastMoves,
}

/// Whether the moves that were played on are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LastMoves {
    /// They are not.
    #[default]
    Hidden,
    /// They stand on a board of their own, numbered.
    Shown,
}

/// Draws the boards of a game beside each other, as many as the width has room for.
pub(super) fn draw(row: &Row, view: &View, page: &mut Page) {
    let Some(layers) = &row.layers else { return };
    let drawn: Vec<Drawn> = chosen(layers, view)
        .into_iter()
        .map(|layer| drawn(layer, layers, view))
        .collect();
    let Some(size) = layers.size() else { return };
    let width = usize::from(size.width());
    // The numbers of the rows stand once, at the left; between two boards there are three blanks, as many columns as
    // the numbers take.
    let each = 2 * width - 1 + 3;
    let beside = (WIDTH / each).max(1);
    for group in drawn.chunks(beside) {
        page.gap();
        let mut titles = Line::new();
        for (i, board) in group.iter().enumerate() {
            titles = titles.to(3 + i * each).and(Ink::Strong, &board.title);
        }
        page.line(titles);
        for y in 0..size.height() {
            let mut line = Line::new().and(Ink::Faint, format!("{:>2}", size.height() - y));
            for (i, board) in group.iter().enumerate() {
                line = line
                    .to(3 + i * each)
                    .with(letters(board, row_of(size, y), layers));
            }
            page.line(line);
        }
        let columns = column_letters(width);
        let mut line = Line::new();
        for i in 0..group.len() {
            line = line.to(3 + i * each).and(Ink::Faint, &columns);
        }
        page.line(line);
    }
    page.gap();
    for board in &drawn {
        page.line(
            Line::new()
                .and(Ink::Faint, &board.title)
                .to(20)
                .and(Ink::Faint, board.layer.legend()),
        );
    }
}

/// A layer's letters row by row, under its name.
struct Drawn {
    layer: Layer,
    title: String,
    rows: Vec<String>,
}

/// The layers asked for, or those that tell something: the pass-alive stones under the other
/// suicide rule only where they are others.
fn chosen(layers: &Layers, view: &View) -> Vec<Layer> {
    if !view.layers.is_empty() {
        return view.layers.clone();
    }
    Layer::ALL
        .iter()
        .copied()
        .filter(|&layer| {
            layer != Layer::PassAliveSuicide || layers.pass_alive_suicide != layers.pass_alive
        })
        .collect()
}

fn drawn(layer: Layer, layers: &Layers, view: &View) -> Drawn {
    let named = |name: &str, rows: Vec<String>| Drawn {
        layer,
        title: name.to_owned(),
        rows,
    };
    match view.influence {
        Some(map) if layer == Layer::Bouzy => named(
            &format!("bouzy {}/{}", map.dilations, map.erosions),
            influence(map, layers).unwrap_or_default(),
        ),
        _ => named(layer.name(), layer.rows(layers).to_vec()),
    }
}

/// The sign of a Bouzy map of the board with its dead stones taken off; unsettled ones stay.
fn influence(map: Bouzy, layers: &Layers) -> Option<Vec<String>> {
    let board = diagram::parse(&layers.board.join("\n")).ok()?;
    let size = board.size();
    let dead = points_of(&layers.life, 'D').collect();
    let values = map.map(&board, &dead);
    Some(diagram::rows(size, |point| {
        match values.get(size.place(point)).copied().unwrap_or(0).signum() {
            1 => 'X',
            -1 => 'O',
            _ => '.',
        }
    }))
}

/// The points of a row of the board.
fn row_of(size: Size, y: u8) -> impl Iterator<Item = Point> {
    (0..size.width()).map(move |x| Point::new(x, y))
}

fn letters(board: &Drawn, points: impl Iterator<Item = Point>, layers: &Layers) -> Line {
    let mut line = Line::new();
    for (i, point) in points.enumerate() {
        if i > 0 {
            line.push(Ink::Plain, " ");
        }
        let letter = letter_at(&board.rows, point);
        let status = letter_at(&layers.life, point);
        line.push(
            ink(board.layer, letter, status),
            letter.encode_utf8(&mut [0; 4]),
        );
    }
    line
}

fn ink(layer: Layer, letter: char, status: char) -> Ink {
    match (layer, letter, status) {
        (_, '.', _) => Ink::Faint,
        (_, '?', _) => Ink::Warning,
        (Layer::Board | Layer::Life, _, 'D') => Ink::Bad,
        (Layer::Board | Layer::Life, _, 'S') => Ink::Apart,
        (Layer::Board | Layer::Life, _, 'U') => Ink::Warning,
        (_, 'X', _) => Ink::Strong,
        _ => Ink::Plain,
    }
}

fn column_letters(width: usize) -> String {
    let letters: Vec<String> = ('A'..='Z')
        .filter(|&c| c != 'I')
        .take(width)
        .map(String::from)
        .collect();
    letters.join(" ")
}
