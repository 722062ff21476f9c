//! What stands at a place, as far as a few bytes tell.

use super::name::Name;

/// The first place from `at` on that is no white space.
pub(super) fn skip_blank(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && is_blank(bytes[at]) {
        at += 1;
    }
    at
}

/// Whether SGF skips this byte between properties.
pub(super) fn is_blank(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

/// The end of a property's name at this place: letters, a capital among them, before a `[`.
pub(super) fn name_at(bytes: &[u8], at: usize) -> Option<usize> {
    let end = word_end(bytes, at);
    let value = skip_blank(bytes, end);
    (bytes.get(value) == Some(&b'[') && bytes[at..end].iter().any(u8::is_ascii_uppercase))
        .then_some(end)
}

/// The end of the name of a property that only a root has, at this place.
pub(super) fn root_name_at(bytes: &[u8], at: usize) -> Option<usize> {
    name_at(bytes, at).filter(|&end| Name::read(&bytes[at..end]).is_of_root())
}

/// The end of the name of a property that a game states once, at this place.
pub(super) fn game_name_at(bytes: &[u8], at: usize) -> Option<usize> {
    name_at(bytes, at).filter(|&end| Name::read(&bytes[at..end]).is_of_game())
}

/// Whether the parenthesis at `at`, before which a game has no property, belongs to junk and closes nothing: what a game
/// states once follows.
pub(super) fn closes_junk(bytes: &[u8], at: usize) -> bool {
    game_name_at(bytes, skip_blank(bytes, at + 1)).is_some()
}

/// The end of a run of letters, at least one byte on.
pub(super) fn word_end(bytes: &[u8], at: usize) -> usize {
    // Names are short; a long run of letters is no name.
    let limit = bytes.len().min(at + 64);
    let run = &bytes[at.min(limit)..limit];
    let len = run
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    at + len.max(1).min(bytes.len() - at.min(bytes.len()))
}

/// Whether a tree, a node or the end of one stands here beyond reasonable doubt.
pub(super) fn structure_at(bytes: &[u8], at: usize) -> bool {
    let Some(&b) = bytes.get(at) else {
        return true;
    };
    let next = skip_blank(bytes, at + 1);
    let follows = bytes.get(next).copied();
    match b {
        b'(' => follows == Some(b';'),
        b')' => matches!(follows, None | Some(b')' | b'(' | b';')),
        b';' => {
            matches!(follows, None | Some(b')' | b'(' | b';')) || name_at(bytes, next).is_some()
        }
        _ => false,
    }
}
