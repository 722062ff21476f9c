//! Who wins the last ko of a record that stops before it, where its words say so.
//!
//! Archives of professional games leave the last moves out and write, in the comment of the last
//! node, that of the game or of the first node, or after the result: `White connects the ko`, `B
//! wins and fills the ko`.

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

/// Who wins the last ko, by the first text that says it of one player alone.
pub(super) fn last_ko(record: &GameRecord) -> Option<Color> {
    let info = &record.info;
    let mut texts = info.comments().chain(&info.result);
    texts.find_map(|text| winner(&text.text))
}

/// The most words of such a sentence before the word ko.
const MOST: usize = 8;

fn winner(text: &str) -> Option<Color> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let mut before: Vec<&str> = Vec::new();
    let mut said = None;
    for word in words.filter(|word| !word.is_empty()) {
        if word.eq_ignore_ascii_case("ko") {
            let color = said_by(&before);
            if color.is_some() && said.is_some() && color != said {
                return None;
            }
            said = said.or(color);
            before.clear();
        } else {
            if before.len() == MOST {
                before.remove(0);
            }
            before.push(word);
        }
    }
    said
}

/// Who wins a ko by the words before it.
fn said_by(before: &[&str]) -> Option<Color> {
    let is_one = |list: &[&str], word: &str| list.iter().any(|w| w.eq_ignore_ascii_case(word));
    let is_said = |word: &&&str| is_one(DOES, word) || is_one(BETWEEN, word);
    let said = before.iter().rev().take_while(is_said);
    let does = said.clone().any(|word| is_one(DOES, word));
    let player = before.iter().rev().nth(said.count())?;
    let is_player = |(name, _): &&(&str, Color)| name.eq_ignore_ascii_case(player);
    let (_, color) = PLAYERS.iter().find(is_player)?;
    does.then_some(*color)
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
