//! Results told in a sentence, in the languages of archives: words for colours, for winning and
//! losing, and for how a game ended.

use crate::go::Color;
use crate::record::number::{self, Unit};
use crate::record::outcome::Outcome;

/// What a sentence says.
pub enum Sentence {
    /// All of it.
    Outcome(Outcome),
    /// Who won, and by how much in what unit.
    Points(Color, f64, Unit),
}

/// A text of more bytes is no sentence. The words of a sentence are looked for in all of it again and
/// again, which would take minutes of a text made for that.
const LONGEST: usize = 2_000;

/// Reads a sentence, in small letters and plain signs ([`number::plain`]). `None` where it does not
/// say clearly who won, or is longer than 2,000 bytes.
pub fn read(plain: &str) -> Option<Sentence> {
    if plain.len() > LONGEST {
        return None;
    }
    // A clock that stands in a remark decided nothing, and a game that was adjourned went on.
    let (head, _) = split_remark(plain);
    if !matches!(winner_said(head), WinnerSaid::One(_)) {
        return read_part(plain);
    }
    match read_part(head)? {
        // What stands behind it may say by how much.
        Sentence::Outcome(Outcome::Win(winner)) => match read_part(plain)? {
            Sentence::Outcome(Outcome::Void) => Some(Sentence::Outcome(Outcome::Win(winner))),
            whole => Some(whole),
        },
        all => Some(all),
    }
}

fn read_part(plain: &str) -> Option<Sentence> {
    let says = |words: &[&str]| says_in(plain, &[words]);
    let outcome = |outcome| Some(Sentence::Outcome(outcome));
    if says(VOID) {
        return outcome(Outcome::Void);
    }
    let winner = match winner_said(plain) {
        WinnerSaid::One(winner) => winner,
        WinnerSaid::Nobody if says(DRAW) || ["1/2", "½", "1/2-1/2", "½-½"].contains(&plain) => {
            return outcome(Outcome::Draw);
        }
        WinnerSaid::Nobody => winner_named(plain)?,
        WinnerSaid::Unclear => return None,
    };
    if says(RESIGN) {
        return outcome(Outcome::Resign(winner));
    }
    if says(TIME) {
        return outcome(Outcome::Time(winner));
    }
    if says(FORFEIT) {
        return outcome(Outcome::Forfeit(winner));
    }
    match numbers(plain)?.as_slice() {
        [] => outcome(Outcome::Win(winner)),
        &[(value, unit)] => Some(Sentence::Points(winner, value, unit)),
        _ => None,
    }
}

const BLACK: &[&str] = &["black", "黑", "黒", "흑"];
const WHITE: &[&str] = &["white", "白", "백"];
/// Letters that name a colour only beside a word for winning or losing, or where nothing else
/// stands: they are initials and much else besides.
const BLACK_LETTER: &str = "b";
const WHITE_LETTER: &str = "w";
const WINS: &[&str] = &[
    "win", "wins", "won", "winner", "+", "胜", "勝", "赢", "贏", "승", "かち", "勝ち",
];
const LOSES: &[&str] = &[
    "lose",
    "loses",
    "lost",
    "forfeits",
    "forfeited",
    "resigns",
    "resigned",
    "负",
    "負",
    "输",
    "輸",
    "败",
    "敗",
    "패",
    "認輸",
    "认输",
    "投了",
    "投子",
    "まけ",
];
/// What the winner does to the other colour, which is named behind it.
const BEATS: &[&str] = &["beat", "beats", "defeats", "defeated"];
/// What stands before such a word where it is done to who stands before it.
const PASSIVE: &[&str] = &["was ", "is ", "been ", "got "];
/// What stands behind a colour against which something is done.
const AGAINST: &[&str] = &["に", "を", "へ", "에게", "한테", "을", "를"];
/// What stands before a word for winning or losing and denies it.
const NOT: &[&str] = &["not ", "n't ", "n’t ", "不", "未"];
/// What the loser does, in sentences that have no word for winning or losing.
const LOSING_ACTS: &[&str] = &[
    "超时",
    "超時",
    "時間切れ",
    "时间到",
    "切れ",
    "시간초과",
    "시간 초과",
    "犯规",
    "犯規",
    "反則",
    "反则",
    "弃权",
    "棄權",
    "棄権",
    "기권",
    "반칙",
    "timed out",
    "times out",
    "ran out of time",
    "disqualified",
    "disconnects",
    "disconnected",
    "abandons",
    "abandoned",
    "withdraws",
    "withdrew",
];
/// Words beside a colour and how the game ended, which say nothing of who won.
const FILLERS: &[&str] = &["by", "the", "game", "共", "方", "番", "の", "完", "し"];
const RESIGN: &[&str] = &[
    "resign",
    "resigns",
    "resigned",
    "resignation",
    "by res",
    "中盘",
    "中盤",
    "中押",
    "不计",
    "不計",
    "불계",
    "投了",
    "投子",
    "認輸",
    "认输",
];
const TIME: &[&str] = &[
    "time",
    "timeout",
    "clock",
    "时间",
    "時間",
    "超时",
    "超時",
    "切れ",
    "시간",
    "timed out",
    "times out",
];
const FORFEIT: &[&str] = &[
    "forfeit",
    "forfeits",
    "forfeited",
    "default",
    "illegal",
    "disqualified",
    "offline",
    "disc",
    "disconnect",
    "disconnects",
    "disconnected",
    "disconnection",
    "abandons",
    "abandoned",
    "withdraws",
    "withdrew",
    "withdrawn",
    "withdrawal",
    "walkover",
    "w/o",
    "bye",
    "no show",
    "no-show",
    "cheat",
    "cheating",
    "反則",
    "反则",
    "犯规",
    "犯規",
    "弃权",
    "棄權",
    "棄権",
    "不戦",
    "不战",
    "不戰",
    "기권",
    "반칙",
];
const DRAW: &[&str] = &[
    "draw",
    "drawn",
    "jigo",
    "tie",
    "tied",
    "remis",
    "even",
    "持碁",
    "持棋",
    "判和",
    "ジゴ",
    "和棋",
    "和局",
    "平局",
    "무승부",
    "빅",
    "비김",
];
const VOID: &[&str] = &[
    "void",
    "no result",
    "unfinished",
    "suspended",
    "adjourned",
    "not played",
    "annulled",
    "both lost",
    "both lose",
    "both players lost",
    "both players lose",
    "無勝負",
    "无胜负",
    "無效",
    "无效",
    "打掛",
    "打挂",
    "打ち掛け",
    "中止",
    "両者負け",
    "両負け",
    "双方负",
    "双方負",
    "무효",
];

/// Whether one of the words of these lists is in the text.
fn says_in(plain: &str, lists: &[&[&str]]) -> bool {
    let mut words = lists.iter().flat_map(|words| words.iter());
    words.any(|word| mentions(plain, word))
}

/// Whether the word is in the text: as a word of its own where it is of ASCII letters, anywhere
/// in other scripts, which set no blanks.
fn mentions(plain: &str, word: &str) -> bool {
    !places(plain, word).is_empty()
}

fn places_of(plain: &str, words: &[&str]) -> Vec<usize> {
    words.iter().flat_map(|word| places(plain, word)).collect()
}

fn places(plain: &str, word: &str) -> Vec<usize> {
    let letters = word.bytes().all(|b| b.is_ascii_alphabetic() || b == b' ');
    let edge = |c: Option<char>| !letters || !c.is_some_and(|c| c.is_ascii_alphabetic());
    plain
        .match_indices(word)
        .map(|(at, _)| at)
        .filter(|&at| edge(plain[..at].chars().next_back()))
        .filter(|&at| edge(plain[at + word.len()..].chars().next()))
        .collect()
}

/// Who is said to have won, in words for winning and losing.
enum WinnerSaid {
    /// Every such word says the same.
    One(Color),
    /// There is no such word.
    Nobody,
    /// They contradict each other, or one is said of nobody that is known.
    Unclear,
}

/// Who won: the colour named last before a word for winning, or the opponent of the one named
/// last before a word for losing, but not one against which something is done. Where none is, the colour after `by` is it.
fn winner_said(plain: &str) -> WinnerSaid {
    // The Korean word for a tie ends in that for winning.
    let ties: Vec<_> = DRAW
        .iter()
        .flat_map(|word| {
            places(plain, word)
                .into_iter()
                .map(|at| at..at + word.len())
        })
        .collect();
    let in_a_tie = |at: &usize| ties.iter().any(|tie| tie.contains(at));
    let verbs = |words: &[&str]| {
        let mut all = places_of(plain, words);
        all.retain(|at| !in_a_tie(at));
        all
    };
    let (mut wins, loses, beats) = (verbs(WINS), verbs(LOSES), verbs(BEATS));
    let follows = |at: usize, words: &[&str]| words.iter().any(|word| plain[..at].ends_with(word));
    let is_passive = |at: usize| {
        let behind = plain[at..].trim_start_matches(|c: char| c.is_ascii_alphabetic());
        follows(at, PASSIVE) || behind.starts_with(" by ")
    };
    if wins.iter().chain(&loses).any(|&at| follows(at, NOT))
        || beats.iter().any(|&at| is_passive(at) || follows(at, NOT))
    {
        return WinnerSaid::Unclear;
    }
    wins.extend(beats);
    let is_verb = |at: usize| wins.contains(&at) || loses.contains(&at);
    let colors = |words: &[&str], letter: &str| -> Vec<usize> {
        let beside_verb = |at: usize| {
            let rest = &plain[at + letter.len()..];
            is_verb(plain.len() - rest.trim_start().len())
        };
        let letters = places(plain, letter);
        let letters = letters.into_iter().filter(|&at| beside_verb(at));
        let named = words.iter().flat_map(|word| {
            let is_against = |&at: &usize| {
                let rest = &plain[at + word.len()..];
                AGAINST.iter().any(|mark| rest.starts_with(mark))
            };
            places(plain, word)
                .into_iter()
                .filter(move |at| !is_against(at))
        });
        named.chain(letters).collect()
    };
    let black = colors(BLACK, BLACK_LETTER);
    let white = colors(WHITE, WHITE_LETTER);
    let before = |at: usize| {
        let last = |places: &[usize]| places.iter().copied().filter(|&p| p < at).max();
        match (last(&black), last(&white)) {
            (None, None) => None,
            (b, w) => Some(if b > w { Color::Black } else { Color::White }),
        }
    };
    let by = |at: usize| {
        let verb = plain[at..].find(' ')?;
        let rest = plain[at + verb..].strip_prefix(" by ")?;
        let at = plain.len() - rest.len();
        let is_owner = rest
            .split(' ')
            .next()
            .is_some_and(|who| who.contains(['\'', '’']));
        match (black.contains(&at), white.contains(&at)) {
            (true, _) if !is_owner => Some(Color::Black),
            (_, true) if !is_owner => Some(Color::White),
            _ => None,
        }
    };
    let named = |at: usize| before(at).or_else(|| by(at));
    let won = wins.iter().map(|&at| named(at));
    let lost = loses.iter().map(|&at| named(at).map(|loser| !loser));
    let mut all: Vec<Option<Color>> = won.chain(lost).collect();
    all.dedup();
    match all.as_slice() {
        [] => WinnerSaid::Nobody,
        [Some(winner)] => WinnerSaid::One(*winner),
        _ => WinnerSaid::Unclear,
    }
}

/// Who won, where the text names a colour and how the game ended and nothing else: that colour,
/// or the other one where it names what a loser does.
fn winner_named(plain: &str) -> Option<Color> {
    let mut named = None;
    let mut lost = false;
    let mut rest = plain;
    while let Some(c) = rest.chars().next() {
        let color = [
            (Color::Black, BLACK, BLACK_LETTER),
            (Color::White, WHITE, WHITE_LETTER),
        ]
        .into_iter()
        .find_map(|(color, words, letter)| {
            let length = longest(plain, rest, words).or(longest(plain, rest, &[letter]))?;
            Some((color, length))
        });
        let length = if let Some((color, length)) = color {
            if named.replace(color).is_some_and(|other| other != color) {
                return None;
            }
            length
        } else if let Some(length) = longest(plain, rest, LOSING_ACTS) {
            // Who did it stands before it.
            named?;
            lost = true;
            length
        } else if let Some(length) = way_to_win(plain, rest) {
            length
        } else if c == ' ' {
            1
        } else if let Some(number) = number::read(rest) {
            number.length
        } else if ".,:;()".contains(c) {
            1
        } else {
            return None;
        };
        rest = &rest[length..];
    }
    named.map(|color| if lost { !color } else { color })
}

/// The length of words at the start of `rest` that tell how somebody won, or nothing.
fn way_to_win(plain: &str, rest: &str) -> Option<usize> {
    if let Some(length) = longest(plain, rest, FILLERS) {
        let how = rest.strip_prefix("by ").and_then(|how| {
            let mut ways = [RESIGN, TIME, FORFEIT].concat();
            ways.retain(|word| word.is_ascii());
            longest(plain, how, &ways)
        });
        return Some(how.map_or(length, |how| "by ".len() + how));
    }
    let spoken = [
        "on time", "by res", "中盘", "中盤", "中押", "不计", "不計", "불계",
    ];
    longest(plain, rest, &spoken)
}

/// The length of the longest of these words that `rest`, the end of `plain`, begins with.
fn longest(plain: &str, rest: &str, words: &[&str]) -> Option<usize> {
    let at = plain.len() - rest.len();
    let begin = words.iter().filter(|word| rest.starts_with(**word));
    let whole = begin.filter(|word| places(plain, word).contains(&at));
    whole.map(|word| word.len()).max()
}

/// Every number of the text but counts of moves; `None` where one is not understood: it is negative, about right or part of
/// something else, or a unit has none.
fn numbers(plain: &str) -> Option<Vec<(f64, Unit)>> {
    if says_in(plain, &[ABOUT]) {
        return None;
    }
    let mut numbers = Vec::new();
    let mut at = 0;
    while let Some(c) = plain[at..].chars().next() {
        match number::read(&plain[at..]) {
            Some(number) => {
                let begin = at;
                at += number.length;
                if number.unit == Unit::Moves {
                    continue;
                }
                let before = &plain[..begin];
                let is_counted = number.unit != Unit::None || names_somebody(before);
                if !is_counted || !may_precede(before) || !may_follow(&plain[at..]) {
                    return None;
                }
                numbers.push((number.value, number.unit));
            }
            None if c.is_ascii_digit() => return None,
            None => at += c.len_utf8(),
        }
    }
    let counts_points = || says_in(plain, &[&["point", "points", "moku", "目", "집"]]);
    (!numbers.is_empty() || !counts_points()).then_some(numbers)
}

/// Words that make a number no margin.
const ABOUT: &[&str] = &[
    "about",
    "around",
    "approx",
    "approximately",
    "circa",
    "ca",
    "at least",
    "at most",
    "or more",
    "or less",
    "more than",
    "less than",
    "约",
    "約",
    "약",
];
/// English words for numbers, of which a part may stand in digits behind them.
const NUMBER_WORDS: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "and", "and a",
];
/// Words of scripts without blanks that stand before a number.
const BEFORE_NUMBERS: &[&str] = &["以", "差", "に", "は", "が", "で", "은", "는", "이", "가"];
/// And behind it.
const BEHIND_NUMBERS: &[&str] = &["差", "に", "で", "を", "之", "차", "로", "으로", "의"];

/// Whether a colour is named, or who won: a bare number before that is one of moves, of a game or of a round.
fn names_somebody(plain: &str) -> bool {
    says_in(
        plain,
        &[BLACK, WHITE, WINS, LOSES, &[BLACK_LETTER, WHITE_LETTER]],
    )
}

/// Whether a number may stand behind this.
fn may_precede(before: &str) -> bool {
    let words = before.trim_end();
    if NUMBER_WORDS.iter().any(|word| ends_with(words, word)) {
        return false;
    }
    match before.chars().next_back() {
        Some(c) if c.is_ascii_alphabetic() => {
            ends_with(before, BLACK_LETTER) || ends_with(before, WHITE_LETTER)
        }
        Some(c) if c.is_alphabetic() => {
            let known = [BLACK, WHITE, WINS, LOSES, FILLERS, BEFORE_NUMBERS];
            known.concat().iter().any(|word| before.ends_with(word))
        }
        Some(c) => " +:,.;(/[".contains(c),
        None => true,
    }
}

/// Whether this may stand behind a number and its unit.
fn may_follow(behind: &str) -> bool {
    match behind.chars().next() {
        Some(c) if c.is_ascii_alphabetic() => false,
        Some(c) if c.is_alphabetic() => {
            let known = [
                WINS,
                LOSES,
                FILLERS,
                RESIGN,
                TIME,
                FORFEIT,
                LOSING_ACTS,
                BEHIND_NUMBERS,
            ];
            known.concat().iter().any(|word| behind.starts_with(word))
        }
        Some(c) => " .,:;!?()[]{}/-".contains(c),
        None => true,
    }
}

/// Whether the text ends with this word, or is it.
fn ends_with(text: &str, word: &str) -> bool {
    let before = text.strip_suffix(word);
    before.is_some_and(|before| !before.ends_with(char::is_alphanumeric))
}

/// Words with which a remark on the time begins that the players had or used.
const CLOCKS: [&str; 8] = [
    "持時間",
    "持ち時間",
    "用時",
    "用时",
    "限時",
    "限时",
    "消費",
    "제한시간",
];

/// The result and the remark after it, in parentheses or after a comma, semicolon or full stop
/// that is followed by a blank, or on the time that the players used.
pub fn split_remark(plain: &str) -> (&str, &str) {
    let cut = ["(", ", ", "; ", ". ", "[", "{", " - "]
        .iter()
        .chain(&CLOCKS)
        .filter_map(|mark| plain.find(mark))
        .min()
        .unwrap_or(plain.len());
    let (head, remark) = plain.split_at(cut);
    (head.trim_end(), remark)
}
