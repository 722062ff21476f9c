//! Whether a record says that it ends before the game did: `moves beyond 150 not known`, 以下略.
//!
//! It stands after the result, in the comment of the last node or of the first, or in that of the game. A record
//! that says so and does not lack any is left open, which costs less than to hold a result against half of a game.

use super::game::GameRecord;
use super::number::plain;

/// What may be missing: a sentence of a comment begins with it.
const WHAT: &[&str] = &[
    "moves beyond",
    "moves after",
    "moves from",
    "remaining moves",
    "rest of the moves",
    "rest of the game",
    "endgame",
    "game record",
    "record",
];
/// What is said of it, behind it.
const IS: &[&str] = &[
    "not known",
    "unknown",
    "not recorded",
    "not given",
    "not available",
    "not preserved",
    "not shown",
    "omitted",
    "missing",
    "incomplete",
];
/// What says it by itself in a result.
const BY_ITSELF: &[&str] = &[
    "moves beyond",
    "not recorded",
    "incomplete",
    "moves missing",
    "moves omitted",
    "moves unknown",
    "moves lost",
    "rest unknown",
    "rest not known",
];
/// What says it by itself anywhere; without blanks.
const IN_ONE_WORD: &[&str] = &[
    "以下略",
    "以下省略",
    "以下手順略",
    "下略",
    "后略",
    "後略",
    "이하줄임",
    "이하생략",
    "이하수순생략",
    "수순생략",
];
/// Letters of the longest sentence that is looked at: a longer one tells of something else, too.
const LONGEST: usize = 80;

/// Whether the record says that it lacks moves.
pub(super) fn moves_missing(record: &GameRecord) -> bool {
    let info = &record.info;
    let is_told = |text: &str| BY_ITSELF.iter().any(|it| text.contains(it)) || says(text);
    let result = info.result.as_ref().map(|text| plain(&text.text));
    result.is_some_and(|result| is_told(&result))
        || info.comments().any(|comment| says(&comment.text))
}

fn says(text: &str) -> bool {
    let ends = ['.', ';', '\n', '(', ')', '[', ']', '。'];
    text.split(ends).any(says_in_sentence)
}

fn says_in_sentence(sentence: &str) -> bool {
    if sentence.chars().count() > LONGEST {
        return false;
    }
    let sentence = plain(sentence);
    let whole: String = sentence.split(' ').collect();
    let sentence = sentence.strip_prefix("the ").unwrap_or(&sentence);
    let mut told = WHAT.iter().filter_map(|what| sentence.strip_prefix(what));
    let is_missing = |rest: &str| IS.iter().any(|is| rest.contains(is));
    IN_ONE_WORD.iter().any(|it| whole.contains(it)) || told.any(is_missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_say_it_in_a_sentence_of_its_own() {
        for said in [
            "Moves after 197 not recorded.",
            "moves beyond 200 not known",
            "A fine game.\nThe remaining moves are omitted (White won).",
            "Game record incomplete",
            "以下略",
            "이하 수순 생략",
        ] {
            assert!(says(said), "{said}");
        }
        for said in [
            "Black's moves after 100 are not known for their beauty",
            "an incomplete record of White's errors",
            "his moves lost the game",
            "the endgame was long",
            "who knows the rest?",
        ] {
            assert!(!says(said), "{said}");
        }
    }
}
