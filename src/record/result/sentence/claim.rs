//! Who won, as a sentence says it.

use super::token::{MOST_BARE, Placed, WordKind};
use crate::go::Color;

/// Who is said to have won.
pub(super) enum SaidWinner {
    /// Every word for winning or losing says the same, in these clauses.
    Won { winner: Color, clauses: Vec<usize> },
    /// There is no such word.
    Nothing,
    /// They contradict each other, or one is said of nobody that is known.
    Unclear,
}

/// Who won: the colour named last before a word for winning, or the opponent of the one named
/// last before a word for losing, but not one against which something is done. Where none is, the
/// colour behind the word is it. Where both are named and a player between, it is not clear whom he played.
pub(super) fn said(text: &[Placed]) -> SaidWinner {
    // In Korean the word for a ko is that for losing.
    let is_tie = text.iter().any(|placed| placed.token == WordKind::Draw);
    let names_nobody = |placed: &Placed| {
        !matches!(
            placed.token,
            WordKind::Color(_) | WordKind::Letter(_) | WordKind::Other
        )
    };
    if is_tie && text.iter().all(names_nobody) {
        return SaidWinner::Nothing;
    }
    let mut won = None;
    let mut clauses = Vec::new();
    let verbs = text.iter().enumerate();
    for (at, verb) in verbs.filter(|(_, placed)| placed.token.is_verb()) {
        let color = match subject(text, at) {
            Subject::Color(color) => color,
            // `Black wins (resigned)`: how the other one lost.
            Subject::Nobody if matches!(verb.token, WordKind::LosesBy(_)) => continue,
            _ => return SaidWinner::Unclear,
        };
        let winner = if verb.token.wins() { color } else { !color };
        if won.replace(winner).is_some_and(|other| other != winner) {
            return SaidWinner::Unclear;
        }
        if !clauses.contains(&verb.clause) {
            clauses.push(verb.clause);
        }
    }
    match won {
        Some(winner) => SaidWinner::Won { winner, clauses },
        None => SaidWinner::Nothing,
    }
}

/// Who does what a verb says.
enum Subject {
    Color(Color),
    Nobody,
    /// Players are named beside it, or in brackets, and both colours.
    Unclear,
}

fn subject(text: &[Placed], at: usize) -> Subject {
    let verb = &text[at];
    let before = text[..at]
        .iter()
        .rposition(|placed| placed.token.is_color());
    // What the loser does, told behind a verb, tells only how.
    let tells_how = |color: usize| {
        let is_said = text[color..at].iter().any(|placed| placed.token.is_verb());
        matches!(verb.token, WordKind::LosesBy(_)) && is_said
    };
    let color = match before.filter(|&color| !tells_how(color)) {
        Some(color) if is_another_player(text, color, at) => return Subject::Unclear,
        Some(color) => text[color].token.color(),
        None => subject_behind(text, at),
    };
    color.map_or(Subject::Nobody, Subject::Color)
}

/// Whether the colour before a verb may be that of another player than the one who did it: both are named, that
/// one last, and a player stands between, or a bracket or a stop.
fn is_another_player(text: &[Placed], color: usize, verb: usize) -> bool {
    let named = |placed: &Placed| match placed.token {
        WordKind::Name(color) => Some(color),
        token => token.color(),
    };
    let this = text[color].token.color();
    let mut all = text.iter().filter_map(named);
    let names_other = all.any(|other| Some(other) != this);
    let is_first = text[..color].iter().all(|placed| named(placed).is_none());
    let is_apart = text[color].clause != text[verb].clause
        || text[color + 1..verb]
            .iter()
            .any(|placed| placed.token == WordKind::Other);
    names_other && !is_first && is_apart
}

/// `won by Black`, `winner: Black`, `resigned by White`.
fn subject_behind(text: &[Placed], at: usize) -> Option<Color> {
    let color_at = |at: usize| text.get(at)?.token.color();
    let is_by = text
        .get(at + 1)
        .is_some_and(|next| next.token == WordKind::By);
    let by = color_at(at + 2).filter(|_| is_by);
    match text[at].token {
        WordKind::Win => by.or_else(|| color_at(at + 1)).or_else(|| only_color(text)),
        WordKind::Lose | WordKind::LosesBy(_) => by,
        _ => None,
    }
}

/// The colour that is named where only one is.
fn only_color(text: &[Placed]) -> Option<Color> {
    let mut named = text.iter().filter_map(|placed| placed.token.color());
    let first = named.next()?;
    named.all(|color| color == first).then_some(first)
}

/// Who won, where the text names a colour and how the game ended and nothing else: that colour,
/// or the other one where it names what a loser does.
pub(super) fn named(text: &[Placed]) -> Option<Color> {
    let mut named = None;
    let mut lost = false;
    for (at, placed) in text.iter().enumerate() {
        match placed.token {
            WordKind::Color(color) | WordKind::Letter(color) => {
                if named.replace(color).is_some_and(|other| other != color) {
                    return None;
                }
            }
            // Who did it stands before it.
            WordKind::Act(_) if named.is_some() => lost = true,
            WordKind::Way(_) | WordKind::TimeWord
                if at > 0 && text[at - 1].token == WordKind::By => {}
            // More than a margin, as a count of points or moves is; or nobody won by it.
            WordKind::Number(value, _) if value >= MOST_BARE || value == 0.0 => return None,
            WordKind::PlainWay(_) | WordKind::Number(..) | WordKind::By | WordKind::Query => {}
            _ => return None,
        }
    }
    named.map(|color| if lost { !color } else { color })
}

/// Every clause.
pub(super) fn all(text: &[Placed]) -> Vec<usize> {
    let mut clauses: Vec<usize> = text.iter().map(|placed| placed.clause).collect();
    clauses.dedup();
    clauses
}
