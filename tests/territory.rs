//! End positions with their dead stones marked: territory, seki and false eyes point by point.

mod common;

use sgf_audit::go::{Board, ByColor, Cell, Color, MAX_SIDE, Point, PointSet, Size, diagram};
use sgf_audit::score::{Ground, Leniency, Statuses};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

/// A position: its layers by name, each a row of letters after the other.
struct Case {
    name: String,
    layers: BTreeMap<String, Vec<Vec<char>>>,
    /// The columns that are looked at.
    judged: Range<usize>,
}

impl Case {
    fn read(name: &str, text: &str) -> Case {
        let mut layers: BTreeMap<String, Vec<Vec<char>>> = BTreeMap::new();
        let mut layer = String::new();
        for line in text.lines().filter(|line| !line.is_empty()) {
            match line.strip_suffix(':') {
                Some(title) => layer = title.to_owned(),
                None => layers
                    .entry(layer.clone())
                    .or_default()
                    .push(line.chars().collect()),
            }
        }
        Case {
            name: name.to_owned(),
            layers,
            judged: 0..usize::MAX,
        }
    }

    /// The columns of a board that is wider than boards can be: windows on it that overlap, so that
    /// each point stands clear of the cuts in one of them.
    fn windows(&self) -> Vec<Case> {
        let most = MAX_SIDE as usize;
        let width = self.layers["BOARD"][0].len();
        if width <= most {
            return vec![Case {
                name: self.name.clone(),
                layers: self.layers.clone(),
                judged: 0..width,
            }];
        }
        let starts: Vec<usize> = (0..width - most)
            .step_by(most / 2)
            .chain([width - most])
            .collect();
        let cut = |rows: &Vec<Vec<char>>, from: usize| {
            rows.iter()
                .map(|row| row[from..from + most].to_vec())
                .collect()
        };
        // Between two windows the middle of what they share is the border.
        let border = |a: usize, b: usize| (a + most + b) / 2;
        (0..starts.len())
            .map(|i| {
                let from = starts[i];
                let left = if i == 0 {
                    0
                } else {
                    border(starts[i - 1], from)
                };
                let right = starts.get(i + 1).map_or(width, |&next| border(from, next));
                Case {
                    name: format!("{} from column {from}", self.name),
                    layers: self
                        .layers
                        .iter()
                        .map(|(k, v)| (k.clone(), cut(v, from)))
                        .collect(),
                    judged: left - from..right - from,
                }
            })
            .collect()
    }

    fn letter(&self, layer: &str, point: Point) -> char {
        self.layers[layer][point.y() as usize][point.x() as usize]
    }

    fn size(&self) -> Size {
        let board = &self.layers["BOARD"];
        Size::new(board[0].len() as u8, board.len() as u8).expect("a size")
    }

    fn ground(&self) -> Ground {
        let size = self.size();
        let mut board = Board::new(size);
        let mut dead = PointSet::EMPTY;
        let mut stones = Vec::new();
        for point in size.points() {
            let letter = self.letter("BOARD", point);
            match letter {
                'x' | 'b' => stones.push((point, Cell::Black)),
                'o' | 'w' => stones.push((point, Cell::White)),
                _ => {}
            }
            if matches!(letter, 'b' | 'w') {
                dead.insert(point);
            }
        }
        board.set(&stones);
        Ground::of(
            &board,
            &Statuses {
                dead,
                ..Statuses::default()
            },
        )
    }

    /// Where a layer is not as expected: expected and found, row beside row.
    fn differences(&self, layer: &str, found: impl Fn(Point) -> char) -> Option<String> {
        let size = self.size();
        let wrong = size
            .points()
            .any(|p| self.judged.contains(&(p.x() as usize)) && self.letter(layer, p) != found(p));
        wrong.then(|| {
            let mut text = format!("{} {layer}\n", self.name);
            let board = diagram::rows(size, |p| self.letter("BOARD", p));
            let want = diagram::rows(size, |p| self.letter(layer, p));
            let got = diagram::rows(size, &found);
            for ((board, want), got) in board.iter().zip(&want).zip(&got) {
                let _ = writeln!(text, "  {board}  {want}  {got}");
            }
            text
        })
    }

    fn check(&self) -> Vec<String> {
        let ground = self.ground();
        let stone = |p: Point| self.letter("BOARD", p);
        let owned = |sets: ByColor<PointSet>, p: Point| -> Option<Color> {
            Color::BOTH
                .into_iter()
                .find(|&color| sets[color].contains(p))
        };
        let point_of = |color| match color {
            Color::Black => 'z',
            Color::White => 'a',
        };
        let strict = ByColor::from_fn(|color| ground.territory(color, Leniency::STRICT));
        let territory = |p| owned(strict, p).map_or(stone(p), point_of);
        let seki = |p: Point| match (owned(ground.seki_eyes, p), stone(p)) {
            (Some(color), '.') => point_of(color),
            (Some(Color::Black), _) => 'x',
            (Some(Color::White), _) => 'o',
            (None, letter @ ('x' | 'o')) if ground.seki.contains(p) => letter,
            _ => '.',
        };
        let false_eyes = |p| match owned(ground.false_eyes, p) {
            Some(_) => 'F',
            None => stone(p),
        };
        [
            self.differences("TERRITORY", territory),
            self.differences("SEKI", seki),
            self.differences("FALSE EYES", false_eyes),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

#[test]
fn layers_of_end_positions() {
    let Some(data) = common::shared_data() else {
        return;
    };
    let mut wrong = Vec::new();
    let mut cases = 0;
    for path in common::files_of(data.join("territory")) {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path).expect("text");
        cases += 1;
        let found: Vec<String> = Case::read(&name, &text)
            .windows()
            .iter()
            .flat_map(Case::check)
            .collect();
        if !found.is_empty() {
            wrong.push((name, found));
        }
    }
    for (_, found) in &wrong {
        println!("{}", found.join("\n"));
    }
    println!("{} of {cases} right", cases - wrong.len());
    let names: Vec<&str> = wrong.iter().map(|(name, _)| name.as_str()).collect();
    let listed: Vec<&str> = include_str!("territory-conventions.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split('\t').next())
        .collect();
    assert_eq!(
        names, listed,
        "the positions that rest on another convention"
    );
}
