//! Positions to train on for the network that says which plays look likely:
//! `audit FOLDER --format jsonl --out - | cargo run --release --example moves > positions`.
//!
//! Of each game on a 19x19 board every play from the 25th on, 364 bytes: a byte for every point in grid order (0
//! empty; 1 to 4 stones of the side to play with 1, 2, 3, 4 or more liberties; 5 to 8 those of the other side; 9 the point that
//! the ko forbids), the place of the point played (two bytes, the lower first), and the part of the game: the first
//! two hexadecimal digits of its `id`, modulo 10.

use serde_json::Value;
use sgf_audit::analysis::solver::likely::seen;
use sgf_audit::go::{Board, Cell, Color, Point, Size};
use std::error::Error;
use std::io::{BufRead, BufWriter, Write, stdin, stdout};

const SIDE: u8 = 19;
/// Plays before this one are left out.
const FIRST: usize = 24;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        let row: Value = serde_json::from_str(&line?)?;
        let (Some("19"), Some(id), Some(moves)) = (
            row["size"].as_str(),
            row["id"].as_str(),
            row["moves"].as_str(),
        ) else {
            continue;
        };
        let part = id.get(..2).map(|digits| u8::from_str_radix(digits, 16));
        let part = part.ok_or("an id of two digits at least")?? % 10;
        write(&mut out, moves.as_bytes(), part)?;
    }
    Ok(())
}

/// The plays of a game, three characters each: what is put, and where.
fn write(out: &mut impl Write, moves: &[u8], part: u8) -> Result<(), Box<dyn Error>> {
    let size = Size::new(SIDE, SIDE).ok_or("a size")?;
    let mut board = Board::new(size);
    for (number, one) in moves.chunks_exact(3).enumerate() {
        let point = match &one[1..] {
            b"--" => None,
            at => Some(Point::new(at[0] - b'a', at[1] - b'a')),
        };
        let (cell, player) = match one[0] {
            b'B' => (Cell::Black, Some(Color::Black)),
            b'W' => (Cell::White, Some(Color::White)),
            b'X' => (Cell::Black, None),
            b'O' => (Cell::White, None),
            _ => (Cell::Empty, None),
        };
        match (point, player) {
            (Some(point), Some(player)) if board.get(point) == Cell::Empty => {
                if number >= FIRST {
                    out.write_all(&codes(&board, player))?;
                    out.write_all(&(place(point) as u16).to_le_bytes())?;
                    out.write_all(&[part])?;
                }
                board.play(point, player);
            }
            // Whoever plays on a stone plays on from no board that could be learned from.
            (Some(_), Some(_)) => return Ok(()),
            (Some(point), None) => board.set(&[(point, cell)]),
            (None, _) => board.pass(),
        }
    }
    Ok(())
}

/// The board as the side to play sees it.
fn codes(board: &Board, player: Color) -> Vec<u8> {
    let mut codes = vec![0; board.size().area()];
    for (point, plane) in seen(board, player) {
        codes[place(point)] = plane as u8;
    }
    codes
}

fn place(point: Point) -> usize {
    usize::from(point.y()) * usize::from(SIDE) + usize::from(point.x())
}
