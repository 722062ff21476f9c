//! The solution of a problem, as far as its file tells: the first plays that are marked as right.
//!
//! Collections mark the node at the end of a right line with `RIGHT` or `Correct` in its comment.
//! Where nothing is marked, the first variation counts. Only the plays right after the first
//! position are looked at; marks are looked for in all that follows them.

use super::chars::Chars;
use super::lexer::{Lexer, RawValue, Token};
use super::name::{self, Name};
use crate::go::{Color, Point};

/// The first plays that the text of a game marks as right, in the order of the file, each with its
/// colour; and the colour that plays first, where there is a play at all: that of the marked ones if they
/// have one, else that of the first in the file.
pub(super) fn read(text: &str) -> (Option<Color>, Vec<(Color, Point)>) {
    let mut scan = Scan::default();
    let mut lexer = Lexer::new(text.as_bytes(), 0, Chars::Plain);
    while let Some((token, _)) = lexer.next() {
        match token {
            Token::Open => scan.open.push(scan.inside),
            Token::Close => {
                scan.inside = scan.open.pop().flatten();
                if scan.open.is_empty() {
                    break;
                }
            }
            Token::Value(RawValue { start, end, .. }) => {
                scan.value(lexer.name(), text.get(start..end).unwrap_or_default());
            }
            _ => {}
        }
    }
    scan.result()
}

/// A first play of the file.
struct First {
    color: Color,
    point: Option<Point>,
    marked: bool,
}

#[derive(Default)]
struct Scan {
    firsts: Vec<First>,
    /// The first play in whose variations the scan is.
    inside: Option<usize>,
    /// What `inside` was at each open parenthesis.
    open: Vec<Option<usize>>,
}

impl Scan {
    fn value(&mut self, name: Name, value: &str) {
        let color = match name {
            name::B => Color::Black,
            name::W => Color::White,
            name::C | name::N | name::GC => {
                if let Some(first) = self.inside
                    && is_right(value)
                {
                    self.firsts[first].marked = true;
                }
                return;
            }
            _ => return,
        };
        if self.inside.is_none() {
            self.inside = Some(self.firsts.len());
            self.firsts.push(First {
                color,
                point: Point::of_sgf(value.trim().as_bytes()),
                marked: false,
            });
        }
    }

    fn result(self) -> (Option<Color>, Vec<(Color, Point)>) {
        let marked = self.firsts.iter().any(|first| first.marked);
        let chosen = self
            .firsts
            .iter()
            .enumerate()
            .filter(|(i, first)| if marked { first.marked } else { *i == 0 })
            .map(|(_, first)| first);
        let first = self.firsts.first().map(|first| first.color);
        let mut colors = chosen.clone().map(|first| first.color);
        let color = match colors.next() {
            Some(color) if colors.all(|other| other == color) => Some(color),
            _ => first,
        };
        let mut plays: Vec<(Color, Point)> = Vec::new();
        for play in chosen.filter_map(|first| Some((first.color, first.point?))) {
            if !plays.contains(&play) {
                plays.push(play);
            }
        }
        (color, plays)
    }
}

/// Whether a comment marks a right line.
fn is_right(comment: &str) -> bool {
    let upper = comment.to_ascii_uppercase();
    let wrong = ["INCORRECT", "WRONG", "NOT CORRECT", "NOT RIGHT"];
    if wrong.iter().any(|word| upper.contains(word)) {
        return false;
    }
    let word = |word: &str| {
        upper
            .split(|c: char| !c.is_ascii_alphabetic())
            .any(|found| found == word)
    };
    comment.contains("RIGHT") || word("CORRECT")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solution(text: &str) -> (Option<Color>, String) {
        let (color, plays) = read(text);
        let points: Vec<String> = plays.iter().map(|(_, p)| p.sgf()).collect();
        (color, points.join(" "))
    }

    #[test]
    fn the_first_variation_counts_where_nothing_is_marked() {
        let file = "(;SZ[19]AB[aa][B\\]]AW[ba];B[ca](;W[da])(;W[ea]))";
        assert_eq!(solution(file), (Some(Color::Black), "ca".to_owned()));
        let two = "(;SZ[19]AB[aa](;W[da];B[aa])(;W[ea]))";
        assert_eq!(solution(two), (Some(Color::White), "da".to_owned()));
        assert_eq!(solution("(;SZ[19]AB[aa])"), (None, String::new()));
    }

    #[test]
    fn marks_count_wherever_they_stand() {
        let marked = "(;AB[aa](;B[da];W[ab]C[wrong])(;B[ea](;W[ff];B[gg]C[RIGHT])(;W[aa]))(;B[fa]C[Correct.]))";
        assert_eq!(solution(marked).1, "ea fa");
        let (white, black) = (Some(Color::White), Some(Color::Black));
        let other = "(;AB[aa](;B[da];W[ab])(;W[ea]C[RIGHT])(;W[ca];B[da]C[RIGHT]))";
        assert_eq!(solution(other), (white, "ea ca".to_owned()));
        let both = "(;AB[aa](;B[da])(;W[ea]C[RIGHT])(;B[ca]C[RIGHT]))";
        assert_eq!(solution(both), (black, "ea ca".to_owned()));
        let word = "(;AB[aa](;B[da]C[Incorrect])(;B[ea]C[this is right]))";
        assert_eq!(solution(word).1, "da");
    }
}
