//! The layers of a final board, drawn beside each other.

use crate::analysis::influence::Bouzy;
use crate::go::{Size, diagram};
use crate::report::page::{Ink, Line, Page, WIDTH};
use crate::report::row::{Layers, Row, letter_at, points_of};

enum_of_words! {
    /// A layer of the final board, as in the report's `layers`; and the report's `ownership`.
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
        /// Who is expected to own each point in the end: numbers.
        Ownership = "ownership",
    }
}

impl Layer {
    /// The layer with this name; `-` may stand for `_`.
    pub fn from_name(name: &str) -> Option<Layer> {
        let name = name.replace('-', "_");
        let mut all = Layer::ALL.iter().copied();
        all.find(|layer| layer.name() == name)
    }

    /// What stands on its points.
    pub fn legend(self) -> &'static str {
        match self {
            Layer::Board => "X black, O white",
            Layer::Life => "A alive, D dead, S in seki, U unsettled",
            Layer::Owner => "by area: X Black's, O White's, . nobody's, ? unsettled",
            Layer::Territory => "X O points that count by territory",
            Layer::PassAlive => "X O stones that live whatever is played, suicide illegal",
            Layer::PassAliveSuicide => "the same where suicide is legal",
            Layer::Bouzy => "X O the sign of Bouzy's map, an estimate",
            Layer::Ownership => "expected owner: X Black (100), O White (-100), else between",
        }
    }

    /// The letters of its points; none where these are numbers.
    fn letters(self, layers: &Layers) -> Option<&[String]> {
        match self {
            Layer::Board => Some(&layers.board),
            Layer::Life => Some(&layers.life),
            Layer::Owner => Some(&layers.owner),
            Layer::Territory => Some(&layers.territory),
            Layer::PassAlive => Some(&layers.pass_alive),
            Layer::PassAliveSuicide => Some(&layers.pass_alive_suicide),
            Layer::Bouzy => Some(&layers.bouzy),
            Layer::Ownership => None,
        }
    }

    /// The columns that a point takes, without the blank before the next.
    fn columns(self) -> usize {
        match self {
            Layer::Ownership => 3,
            _ => 1,
        }
    }
}

/// What to look at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The layers to draw; none of them means all of letters that tell something.
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
    let Some(size) = layers.size() else { return };
    let drawn: Vec<Drawn> = chosen(layers, view)
        .into_iter()
        .map(|layer| drawn(layer, row, layers, view))
        .collect();
    let mut left = drawn.as_slice();
    while !left.is_empty() {
        let (group, rest) = left.split_at(beside(left, size));
        draw_group(group, size, page);
        left = rest;
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

/// What stands on a point, in its ink.
type Inked = (Ink, String);

/// A layer's cells in the order of the points, under its name.
struct Drawn {
    layer: Layer,
    title: String,
    cells: Vec<Inked>,
}

impl Drawn {
    /// The columns that the board takes, with three before it: the numbers of the rows, which stand once, at the left,
    /// or as many blanks between two boards.
    fn columns(&self, size: Size) -> usize {
        usize::from(size.width()) * (self.layer.columns() + 1) + 2
    }

    /// A line of cells, each as wide as the widest of the layer.
    fn line(&self, cells: &[Inked]) -> Line {
        let columns = self.layer.columns();
        let mut line = Line::new();
        for (i, (ink, text)) in cells.iter().enumerate() {
            let gap = if i > 0 { " " } else { "" };
            line.push(*ink, &format!("{gap}{text:>columns$}"));
        }
        line
    }
}

/// How many of the boards the width has room for, one at least.
fn beside(boards: &[Drawn], size: Size) -> usize {
    let mut room = WIDTH;
    let fits = boards.iter().take_while(|board| {
        let columns = board.columns(size);
        let fits = columns <= room;
        room = room.saturating_sub(columns);
        fits
    });
    fits.count().max(1)
}

/// Draws boards beside each other.
fn draw_group(group: &[Drawn], size: Size, page: &mut Page) {
    let beside = |first: Line, of: &dyn Fn(&Drawn) -> Line| {
        let mut line = first;
        let mut at = 3;
        for board in group {
            line = line.to(at).with(of(board));
            at += board.columns(size);
        }
        line
    };
    page.gap();
    let titles = beside(Line::new(), &|board| {
        Line::new().and(Ink::Strong, &board.title)
    });
    page.line(titles);
    let width = usize::from(size.width());
    for (y, number) in (1..=size.height()).rev().enumerate() {
        let number = Line::new().and(Ink::Faint, format!("{number:>2}"));
        let row = |board: &Drawn| board.line(board.cells.chunks(width).nth(y).unwrap_or_default());
        page.line(beside(number, &row));
    }
    let letters = column_letters(width);
    page.line(beside(Line::new(), &|board| board.line(&letters)));
}

/// The layers asked for, or those of letters that tell something: the pass-alive stones under the
/// other suicide rule only where they are others.
fn chosen(layers: &Layers, view: &View) -> Vec<Layer> {
    if !view.layers.is_empty() {
        return view.layers.clone();
    }
    Layer::ALL
        .iter()
        .copied()
        .filter(|layer| match layer {
            Layer::PassAliveSuicide => layers.pass_alive_suicide != layers.pass_alive,
            Layer::Ownership => false,
            _ => true,
        })
        .collect()
}

fn drawn(layer: Layer, row: &Row, layers: &Layers, view: &View) -> Drawn {
    let (title, cells) = match (layer, view.influence, layer.letters(layers)) {
        (Layer::Bouzy, Some(map), _) => (
            format!("bouzy {}/{}", map.dilations, map.erosions),
            in_ink(layer, &influence(map, layers).unwrap_or_default(), layers),
        ),
        (_, _, Some(letters)) => (layer.name().to_owned(), in_ink(layer, letters, layers)),
        (_, _, None) => (
            layer.name().to_owned(),
            row.ownership
                .iter()
                .flatten()
                .map(|&own| share(own))
                .collect(),
        ),
    };
    Drawn {
        layer,
        title,
        cells,
    }
}

/// The letters of a layer.
fn in_ink(layer: Layer, letters: &[String], layers: &Layers) -> Vec<Inked> {
    let points = layers.size().into_iter().flat_map(Size::points);
    let cell = |point| {
        let letter = letter_at(letters, point);
        let status = letter_at(&layers.life, point);
        (ink(layer, letter, status), letter.into())
    };
    points.map(cell).collect()
}

/// What a point is expected to be to its owner.
fn share(own: i32) -> Inked {
    match own {
        100.. => (Ink::Strong, "X".to_owned()),
        ..=-100 => (Ink::Plain, "O".to_owned()),
        0 => (Ink::Faint, "0".to_owned()),
        1.. => (Ink::Strong, own.to_string()),
        _ => (Ink::Plain, own.to_string()),
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

fn column_letters(width: usize) -> Vec<Inked> {
    let letters = ('A'..='Z').filter(|&c| c != 'I').take(width);
    letters.map(|letter| (Ink::Faint, letter.into())).collect()
}
