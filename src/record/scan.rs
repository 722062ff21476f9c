//! Where the games of a source begin and end.
//!
//! One look over the bytes, in time linear in their number and without recursion. A game that is
//! broken ends at the latest where the next one plausibly begins, so it costs only itself.

use super::chars::Chars;
use super::lexer::{Lexer, Token, ValueEnd};
use super::lookahead::{closes_junk, game_name_at, name_at, root_name_at, skip_blank};
use super::name::Name;

/// Where a game ends, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameExtent {
    /// The first byte after the game.
    pub end: usize,
    /// The number of oddities on the way; of two readings the one with fewer is the better.
    pub trouble: usize,
}

/// The place from `at` on where the next game opens. In a source that is something else as a whole
/// (`strict`), only a tree that begins with a property counts. `in_line` says that a line of the source
/// has begun before these bytes.
pub(super) fn next_game(
    bytes: &[u8],
    mut at: usize,
    strict: Strictness,
    in_line: bool,
) -> Option<usize> {
    while let Some(found) = bytes.get(at..)?.iter().position(|&b| b == b'(') {
        let open = at + found;
        if opens_game(bytes, open, strict, in_line) {
            return Some(open);
        }
        at = open + 1;
    }
    None
}

/// What counts as the beginning of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    /// A parenthesis and a node, even an empty one.
    AnyTree,
    /// The same with a property right after it.
    WithProperty,
}

fn opens_game(bytes: &[u8], open: usize, strict: Strictness, in_line: bool) -> bool {
    let node = skip_blank(bytes, open + 1);
    if bytes.get(node) != Some(&b';') {
        // The semicolon may be missing before what only a root has, or where a line begins so.
        let begins_line = match last_sign(&bytes[..open]) {
            Some(sign) => ends_line(sign),
            None => !in_line,
        };
        let is_property = name_at(bytes, node).is_some_and(|end| end - node <= 2);
        return root_name_at(bytes, node).is_some()
            || strict == Strictness::AnyTree
                && (begins_line && is_property || node_behind_junk(bytes, node));
    }
    let first = skip_blank(bytes, node + 1);
    if name_at(bytes, first).is_some() {
        return true;
    }
    if strict == Strictness::WithProperty {
        return false;
    }
    match bytes.get(first) {
        None | Some(b';' | b'(' | b')' | b'[') => true,
        Some(_) => {
            let mut near = bytes[first..].iter().take(NEAR);
            near.find(|&&b| matches!(b, b'[' | b'(' | b')')) == Some(&b'[')
                || leads_to_property(bytes, first)
        }
    }
}

/// Bytes of junk behind a parenthesis that are looked over without a closer look.
const NEAR: usize = 64;

/// Whether the junk at the beginning of a node ends at a property that a game states once, before the tree is closed and
/// before another one opens. Parentheses in it belong to it, as far as they pair.
///
/// What is looked over ends at the next tree, so that all looks together take linear time.
fn leads_to_property(bytes: &[u8], first: usize) -> bool {
    let mut depth = 1usize;
    for (at, &b) in bytes.iter().enumerate().skip(first) {
        match b {
            b'(' if bytes.get(skip_blank(bytes, at + 1)) == Some(&b';') => return false,
            b'(' => depth += 1,
            b')' if depth == 1 => return closes_junk(bytes, at),
            b')' => depth -= 1,
            b'[' if depth == 1 && Name::read(word_before(&bytes[first..at])).is_of_game() => {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// Whether a semicolon and what a game states once stand behind a little junk of the same line.
fn node_behind_junk(bytes: &[u8], junk: usize) -> bool {
    let mut near = bytes[junk..].iter().take(NEAR);
    let ends = |b: &u8| matches!(b, b';' | b'(' | b')' | b'[' | b']' | b'\n' | b'\r');
    let Some(len) = near.position(ends) else {
        return false;
    };
    let node = junk + len;
    bytes[node] == b';' && game_name_at(bytes, skip_blank(bytes, node + 1)).is_some()
}

/// The letters and digits at the end.
fn word_before(bytes: &[u8]) -> &[u8] {
    let is_of_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let start = bytes.iter().rposition(|b| !is_of_word(b));
    &bytes[start.map_or(0, |last| last + 1)..]
}

/// The last of these bytes that is no blank within a line.
fn last_sign(bytes: &[u8]) -> Option<u8> {
    let mut signs = bytes.iter().copied();
    signs.rfind(|&b| b != b' ' && b != b'\t')
}

fn ends_line(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// The place of a game whose parenthesis is missing, between two others: a line there begins as only a
/// game does.
pub(super) fn bare_game(bytes: &[u8], from: usize, to: usize) -> Option<usize> {
    let between = bytes.get(from..to)?;
    let mut at = 0;
    while let Some(found) = between[at..].iter().position(|&b| b == b';') {
        let node = at + found;
        let begins_line = last_sign(&between[..node]).is_none_or(ends_line);
        let name = skip_blank(bytes, from + node + 1);
        if begins_line && game_name_at(bytes, name).is_some() {
            return Some(from + node);
        }
        at = node + 1;
    }
    None
}

/// The place of a game whose parenthesis is missing, in a source that has no other game.
pub(super) fn game_without_parenthesis(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = bytes.get(at..)?.iter().position(|&b| b == b';') {
        at += found;
        let name = skip_blank(bytes, at + 1);
        if name_at(bytes, name).is_some_and(|end| end - name <= 2) {
            return Some(at);
        }
        at += 1;
    }
    let first = skip_blank(bytes, 0);
    root_name_at(bytes, first).map(|_| first)
}

/// Reads on from the parenthesis at `start` to the end of its game; where none stands there, as from one.
pub(super) fn extent(bytes: &[u8], start: usize, chars: Chars) -> GameExtent {
    let mut lexer = Lexer::new(bytes, start, chars);
    let mut depth = usize::from(bytes.get(start) != Some(&b'('));
    let mut trouble = 0;
    let mut root: Vec<Name> = Vec::new();
    // The last parenthesis, as long as its first node goes on.
    let mut first_node = None;
    let mut is_named = false;
    while let Some((token, at)) = lexer.next() {
        match token {
            Token::Open => {
                depth += 1;
                first_node = (depth > 1).then_some((at, false));
            }
            Token::Close if depth == 1 && !is_named && closes_junk(bytes, at) => trouble += 1,
            Token::Close => {
                depth = depth.saturating_sub(1);
                first_node = None;
                if depth == 0 {
                    return GameExtent {
                        end: lexer.at(),
                        trouble,
                    };
                }
            }
            Token::Node => {
                first_node = match first_node {
                    Some((at, false)) => Some((at, true)),
                    _ => None,
                }
            }
            Token::Name { .. } => {
                let name = lexer.name();
                is_named = true;
                if name.is_of_game() {
                    // A variation cannot state again what the root has stated: another game.
                    if let Some((open, _)) = first_node.filter(|_| root.contains(&name)) {
                        return GameExtent {
                            end: open,
                            trouble: trouble + 1,
                        };
                    }
                    if depth == 1 && !root.contains(&name) {
                        root.push(name);
                    }
                }
            }
            Token::Value(value) => {
                trouble += usize::from(value.ending != ValueEnd::Closed);
            }
            Token::Bare { .. } | Token::Junk | Token::StrayBracket => trouble += 1,
        }
    }
    GameExtent {
        end: bytes.len(),
        trouble: trouble + 1,
    }
}
