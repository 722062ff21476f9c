//! Who wins the last ko of a record that stops before it, where its words say so.
//!
//! Archives of professional games leave the last moves out and write, in the comment of the last
//! node, that of the game, or after the result: `White connects the ko`, `B wins and fills the ko`.

use super::game::GameRecord;
use crate::go::Color;

const PLAYERS: [(&str, Color); 4] = [
    ("black", Color::Black),
    ("b", Color::Black),
    ("white", Color::White),
    ("w", Color::White),
];
/// What is done to win a ko.
const DOES: &[&str] = &[
    "connects",
    "connect",
    "connected",
    "fills",
    "fill",
    "filled",
    "wins",
    "won",
];
/// What may stand between that and the word ko.
const BETWEEN: &[&str] = &["and", "the", "last", "final", "half", "point", "halfpoint"];

/// Who wins the last ko, where the record says it; nothing where it says it of both.
pub(super) fn last_ko(record: &GameRecord) -> Option<Color> {
    let info = &record.info;
    let texts = [
        info.last_comment.as_ref().map(|text| text.text.as_str()),
        info.comment.as_deref(),
        info.result.as_ref().map(|text| text.text.as_str()),
    ];
    texts.into_iter().flatten().find_map(winner)
}

fn winner(text: &str) -> Option<Color> {
    let text = text.to_ascii_lowercase();
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let said = (0..words.len()).filter_map(|i| said_at(&words[i..]));
    let said: Vec<Color> = said.collect();
    let first = *said.first()?;
    said.iter().all(|color| *color == first).then_some(first)
}

/// Who wins a ko by the sentence that begins with these words.
fn said_at(words: &[&str]) -> Option<Color> {
    let (player, rest) = words.split_first()?;
    let (_, color) = PLAYERS.iter().find(|(name, _)| name == player)?;
    let until = rest.iter().position(|word| *word == "ko")?;
    let between = &rest[..until];
    let does = |word: &&str| DOES.contains(word);
    let is_plain = between
        .iter()
        .all(|word| does(word) || BETWEEN.contains(word));
    (is_plain && between.iter().any(does)).then_some(*color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_sentences_are_read_and_others_are_not() {
        for (text, expected) in [
            ("White connects the ko.", Some(Color::White)),
            ("B wins and fills the last ko", Some(Color::Black)),
            (
                "Time used: B: 3h, W: 2h. Black fills half-point ko",
                Some(Color::Black),
            ),
            ("W+0.5 (W connected the ko)", Some(Color::White)),
            ("What if White just connects when Black plays ko?", None),
            ("White cannot win the ko", None),
            ("Black wins the ko, White wins the ko", None),
            ("Black wins by 3.5 points", None),
            ("", None),
        ] {
            assert_eq!(winner(text), expected, "{text}");
        }
    }
}
