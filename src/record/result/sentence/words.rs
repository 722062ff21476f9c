//! The words of sentences, in the languages of archives, and where they stand.

pub(super) const BLACK: &[&str] = &["black", "黑", "黒", "흑"];
pub(super) const WHITE: &[&str] = &["white", "白", "백"];
/// Letters that name a colour only beside a word for winning or losing, or where nothing else
/// stands: they are initials and much else besides.
pub(super) const BLACK_LETTER: &str = "b";
pub(super) const WHITE_LETTER: &str = "w";
pub(super) const WINS: &[&str] = &[
    "win", "wins", "won", "winner", "+", "胜", "勝", "赢", "贏", "승", "かち", "勝ち",
];
pub(super) const LOSES: &[&str] = &[
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
pub(super) const BEATS: &[&str] = &["beat", "beats", "defeats", "defeated"];
/// What stands before such a word where it is done to who stands before it.
pub(super) const PASSIVE: &[&str] = &["was ", "is ", "been ", "got "];
/// What stands behind a colour against which something is done.
pub(super) const AGAINST: &[&str] = &["に", "を", "へ", "에", "한테", "을", "를"];
/// What stands before a word for winning or losing and denies it.
pub(super) const NOT: &[&str] = &["not ", "n't ", "n’t ", "不", "未"];
/// What the loser does, in sentences that have no word for winning or losing.
pub(super) const LOSING_ACTS: &[&str] = &[
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
pub(super) const FILLERS: &[&str] = &["by", "the", "game", "共", "方", "番", "の", "完", "し"];
pub(super) const RESIGN: &[&str] = &[
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
pub(super) const TIME: &[&str] = &[
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
pub(super) const FORFEIT: &[&str] = &[
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
pub(super) const DRAW: &[&str] = &[
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
pub(super) const VOID: &[&str] = &[
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
pub(super) fn says_in(plain: &str, lists: &[&[&str]]) -> bool {
    let mut words = lists.iter().flat_map(|words| words.iter());
    words.any(|word| mentions(plain, word))
}

/// Whether the word is in the text: as a word of its own where it is of ASCII letters, anywhere
/// in other scripts, which set no blanks.
fn mentions(plain: &str, word: &str) -> bool {
    !places(plain, word).is_empty()
}

pub(super) fn places_of(plain: &str, words: &[&str]) -> Vec<usize> {
    words.iter().flat_map(|word| places(plain, word)).collect()
}

pub(super) fn places(plain: &str, word: &str) -> Vec<usize> {
    let letters = word.bytes().all(|b| b.is_ascii_alphabetic() || b == b' ');
    let edge = |c: Option<char>| !letters || !c.is_some_and(|c| c.is_ascii_alphabetic());
    plain
        .match_indices(word)
        .map(|(at, _)| at)
        .filter(|&at| edge(plain[..at].chars().next_back()))
        .filter(|&at| edge(plain[at + word.len()..].chars().next()))
        .collect()
}

/// The length of the longest of these words that `rest`, the end of `plain`, begins with.
pub(super) fn longest(plain: &str, rest: &str, words: &[&str]) -> Option<usize> {
    let at = plain.len() - rest.len();
    let begin = words.iter().filter(|word| rest.starts_with(**word));
    let whole = begin.filter(|word| places(plain, word).contains(&at));
    whole.map(|word| word.len()).max()
}

/// Whether the text ends with this word, or is it.
pub(super) fn ends_with(text: &str, word: &str) -> bool {
    let before = text.strip_suffix(word);
    before.is_some_and(|before| !before.ends_with(char::is_alphanumeric))
}
