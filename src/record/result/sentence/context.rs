//! What words mean beside others: which letters are colours, and which numbers count no margin.

use super::token::{Placed, WordKind};
use crate::record::number::NumberUnit;

/// The words that tell something of the result.
pub(super) fn telling(mut placed: Vec<Placed>) -> Vec<Placed> {
    name_letters(&mut placed);
    set_aside(&mut placed);
    placed.retain(|placed| placed.token != WordKind::Filler);
    placed
}

/// Which letters are colours: those before what a colour does, those that a word for winning names, and
/// those that stand alone.
fn name_letters(placed: &mut [Placed]) {
    for at in 0..placed.len() {
        let here = placed[at].clause;
        let in_clause = |at: usize| placed.get(at).filter(|placed| placed.clause == here);
        let before = at
            .checked_sub(1)
            .and_then(in_clause)
            .map(|placed| placed.token);
        let next = in_clause(at + 1).map(|placed| placed.token);
        let last = at.checked_sub(1).map(|last| placed[last].token);
        let is_initial = last == Some(WordKind::Other) && next != Some(WordKind::Plus);
        let is_subject = !is_initial
            && next.is_some_and(|token| match token {
                WordKind::Act(_) | WordKind::PlainWay(_) => true,
                WordKind::Number(_, unit) => unit != NumberUnit::None,
                token => token.is_verb(),
            });
        let is_named = next.is_none()
            && match before {
                None => placed.len() > 1,
                Some(before) => before == WordKind::Win,
            };
        placed[at].token = match placed[at].token {
            WordKind::Letter(color) if is_subject || is_named => WordKind::Color(color),
            WordKind::Owner(color) if is_subject => WordKind::Color(color),
            WordKind::Owner(_) => WordKind::Other,
            other => other,
        };
    }
}

/// Takes what counts something else than the margin, and the words that tell what it counts, for fillers.
fn set_aside(placed: &mut [Placed]) {
    for at in 0..placed.len() {
        match placed[at].token {
            WordKind::Komi | WordKind::AfterKomi | WordKind::Handicap => {
                set_aside_stakes(placed, at)
            }
            WordKind::Count => {
                placed[at].token = WordKind::Filler;
                if let Some(number) = next(placed, at)
                    && matches!(placed[number].token, WordKind::Number(_, NumberUnit::None))
                {
                    placed[at..=number].iter_mut().for_each(Placed::set_aside);
                }
            }
            WordKind::Color(_) | WordKind::Letter(_) if is_measure(placed.get(at + 1)) => {
                placed[at].set_aside();
            }
            // `2子 黒勝ち`: a handicap in Japanese, a margin in Chinese.
            WordKind::Number(value, NumberUnit::Zi)
                if value.fract() == 0.0
                    && placed.get(at + 1).is_some_and(|next| next.token.is_color()) =>
            {
                placed[at].token = WordKind::Doubt;
            }
            WordKind::TimeWord if !tells_how(placed, at) => placed[at].set_aside(),
            _ => {}
        }
    }
    let measures = placed.iter_mut().filter(|placed| is_measure(Some(placed)));
    measures.for_each(Placed::set_aside);
}

/// Whether time is what the game was decided by: it stands beside a colour, a verb or `by`, or alone. Before a
/// colour it says so, too, but not whose time it was.
fn tells_how(placed: &[Placed], at: usize) -> bool {
    let here = placed[at].clause;
    let is_of = |token: WordKind| {
        matches!(
            token,
            WordKind::Color(_) | WordKind::Letter(_) | WordKind::Filler
        )
    };
    let mut behind = placed[at + 1..].iter();
    if is_measure(behind.find(|placed| !is_of(placed.token))) {
        return false;
    }
    let in_clause = |placed: &&Placed| placed.clause == here;
    let before = placed[..at].iter().rev().take_while(in_clause);
    let before = before
        .map(|placed| placed.token)
        .find(|&token| token != WordKind::Filler);
    let behind = placed[at + 1..].iter().take_while(in_clause);
    let behind = behind
        .map(|placed| placed.token)
        .find(|&token| token != WordKind::Filler);
    let is_beside = |token: WordKind| token.is_verb() || is_of(token) || token == WordKind::By;
    match (before, behind) {
        (None, None) => true,
        (_, Some(WordKind::Other)) => false,
        (Some(before), _) => is_beside(before),
        (None, Some(behind)) => is_of(behind) || behind.is_verb(),
    }
}

/// Komi or a handicap here, and its number. Where it stands before it and behind it, it is not clear which one it is.
fn set_aside_stakes(placed: &mut [Placed], at: usize) {
    let Placed { token, clause } = placed[at];
    placed[at].set_aside();
    let in_clause = |placed: &Placed| placed.clause == clause;
    if !placed
        .iter()
        .any(|placed| in_clause(placed) && (placed.token.is_verb() || placed.token.is_color()))
    {
        let all = placed
            .iter_mut()
            .filter(|placed| in_clause(placed) && placed.token.is_number());
        all.for_each(Placed::set_aside);
        return;
    }
    let is_number = |at: &usize| placed[*at].token.is_number() && in_clause(&placed[*at]);
    let behind = next(placed, at).filter(is_number);
    let is_margin = |number: usize| {
        let before = placed[..number]
            .iter()
            .rfind(|placed| placed.token != WordKind::Filler);
        before.is_some_and(|before| before.token.is_verb() || before.token == WordKind::By)
    };
    let before = placed[..at]
        .iter()
        .rposition(|placed| placed.token != WordKind::Filler);
    let before = before
        .filter(is_number)
        .filter(|&number| !is_margin(number));
    let verb = behind.and_then(|number| next(placed, number));
    let is_won_by =
        token == WordKind::AfterKomi && verb.is_some_and(|verb| placed[verb].token.is_verb());
    let names_color = |number: usize| {
        placed[at..number]
            .iter()
            .any(|placed| placed.token.is_color())
    };
    match (before, behind) {
        (None, Some(_)) if is_won_by => {}
        (Some(number), Some(behind)) if names_color(behind) => placed[number].set_aside(),
        (Some(_), Some(number)) => placed[number].token = WordKind::Doubt,
        (None, Some(number)) | (Some(number), None) => placed[number].set_aside(),
        (None, None) => {}
    }
}

/// The next word behind this one that is no filler and no colour.
fn next(placed: &[Placed], at: usize) -> Option<usize> {
    let behind = placed[at + 1..].iter();
    let is_skipped = |placed: &&Placed| {
        matches!(
            placed.token,
            WordKind::Filler | WordKind::Color(_) | WordKind::Letter(_)
        )
    };
    let skipped = behind.take_while(is_skipped).count();
    (at + 1 + skipped < placed.len()).then_some(at + 1 + skipped)
}

fn is_measure(placed: Option<&Placed>) -> bool {
    placed.is_some_and(|placed| placed.token == WordKind::Measure)
}
