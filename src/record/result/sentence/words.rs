//! The words of sentences, in the languages of archives.

use super::token::{EndedBy, WordKind};
use crate::go::Color;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What each word is. Those of ASCII letters stand alone, others need no blanks; where several fit, the longest does.
#[rustfmt::skip]
const WORDS: &[(WordKind, &[&str])] = &[
    (WordKind::Color(Color::Black), &[
        "●", "⚫", "black", "黑", "黒", "흑", "黑方", "黑棋", "黑子", "黒番", "黒の", "先番",
        "흑번", "흑돌", "흑의",
    ]),
    (WordKind::Color(Color::White), &[
        "○", "⚪", "white", "白", "백", "白方", "白棋", "白番", "백번", "백돌", "백의",
    ]),
    (WordKind::Letter(Color::Black), &["b"]),
    (WordKind::Letter(Color::White), &["w"]),
    (WordKind::Plus, &["+"]),
    (WordKind::Win, &[
        "优势获胜", "逆转", "快胜", "轻取", "win", "wins", "won", "winner", "victory", "胜", "勝",
        "胜出", "获胜", "獲勝", "胜方", "勝者", "赢", "贏", "赢棋", "かち", "勝ち", "辛勝", "快勝",
        "逆転勝ち", "逆転勝", "险胜", "取胜", "小胜", "大胜", "完胜", "승", "승리", "승자", "이김",
        "이겼다", "이겼음", "이기다", "이겨",
    ]),
    (WordKind::Lose, &[
        "lose", "loses", "lost", "负", "負", "负方", "输", "輸", "输棋", "败", "敗", "惜败", "告负",
        "落败", "패", "패배", "まけ", "負け", "졌다", "졌음", "짐",
    ]),
    (WordKind::LosesBy(EndedBy::Resign), &[
        "resigns", "resigned", "gives up", "gave up", "surrenders", "surrendered", "認輸", "认输",
        "认负", "認負", "投了", "投子", "投子认输", "投子認輸", "投子认负", "投降", "투료",
    ]),
    (WordKind::LosesBy(EndedBy::Forfeit), &["forfeits", "forfeited"]),
    (WordKind::Act(EndedBy::Time), &[
        "時間切", "timed out", "times out", "ran out of time", "runs out of time",
        "run out of time", "exceeded time", "exceeds time", "exceeded the time limit",
        "exceeds the time limit", "overstepped time", "超时", "超時", "逾时", "時間切れ", "时间到",
        "切れ", "시간초과", "시간패",
    ]),
    (WordKind::Act(EndedBy::Forfeit), &[
        "disqualified", "disconnects", "disconnected", "abandons", "abandoned", "withdraws",
        "withdrew", "犯规", "犯規", "反則", "反则", "弃权", "棄權", "棄権", "기권", "반칙",
    ]),
    (WordKind::Way(EndedBy::Resign), &[
        "rsn", "resig", "resg", "resi", "resign", "resignation", "res", "r", "surrender", "give up",
    ]),
    (WordKind::PlainWay(EndedBy::Resign), &[
        "by res", "中盘", "中盤", "中押", "中胜", "中勝", "中押し", "中おし", "不计", "不計", "不计点", "不計點",
        "不計點數", "不计点数", "불계", "불계로",
    ]),
    (WordKind::Way(EndedBy::Time), &[
        "timeloss", "timeout", "time out", "timeup", "time up", "times up", "time's up", "flag", "t",
    ]),
    (WordKind::PlainWay(EndedBy::Time), &["on time", "on timeout", "on the clock"]),
    (WordKind::Beats, &[
        "beat", "beats", "defeats", "defeated", "击败", "打败", "擊敗", "战胜", "戰勝", "負かす",
        "負かした", "破る", "破った", "下す", "下した", "降す", "降した",
    ]),
    (WordKind::Beaten, &[
        "beaten", "defeated by", "was defeated", "was defeated by", "is defeated", "is defeated by",
    ]),
    (WordKind::TimeWord, &["clock", "time", "overtime", "byoyomi", "时间", "時間", "시간"]),
    (WordKind::Way(EndedBy::Forfeit), &[
        "dq", "ff", "forfeit", "f", "default", "illegal", "illegal move", "offline", "disc",
        "disconnect", "disconnection", "abandonment", "withdrawn", "withdrawal", "walkover", "w/o",
        "bye", "no show", "no-show", "cheat", "cheating", "disqualification", "abandon", "escape",
        "escaped", "quit", "moderator decision", "server decision", "referee decision", "by superko",
        "superko violation", "rule violation", "rules violation", "不戦", "不战", "不戰", "부전",
    ]),
    (WordKind::Draw, &[
        "draw", "drawn", "jigo", "tie", "tied", "remis", "持碁", "持棋", "判和", "ジゴ", "和棋",
        "和局", "平局", "引き分け", "引分", "引分け", "무승부", "빅", "비김", "비겼다", "비겼음",
        "판빅",
    ]),
    (WordKind::Void, &[
        "流局", "both forfeit", "double forfeit", "both sides lose", "both players forfeited",
        "双方均负", "双方均負", "双负", "ともに負け", "모두 패", "黑白双负", "void", "no result",
        "annulled", "cancelled", "canceled", "double loss", "both lost", "both lose", "both players lost", "both players lose", "無勝負",
        "无胜负", "無效", "无效", "無効", "両者負け", "両者負", "両負け", "双方负", "双方負",
        "双方判负", "双败", "무효",
    ]),
    (WordKind::Adjourned, &["suspended", "adjourned", "打掛", "打掛け", "打挂", "打ち掛け", "中止"]),
    (WordKind::Unfinished, &["unfinished", "not played", "未完", "未下完", "待续", "待續"]),
    // Who played first, which tells nothing of who won.
    (WordKind::Other, &["先"]),
    (WordKind::Points, &["point", "points", "moku", "目", "집"]),
    (WordKind::By, &["by", "以"]),
    (WordKind::Not, &[
        "ず", "no", "refused", "without", "无", "無い", "无法",
        "ではない", "아님", "declined", "not", "cannot", "never", "could", "would", "should", "might",
        "almost", "nearly", "failed to", "fails to", "不", "未", "没", "沒", "没有", "差点", "几乎",
        "被",
    ]),
    (WordKind::Doubt, &[
        "apparently", "supposedly", "estimated", "estimate", "unofficial", "unofficially", "adjudicated", "adjudication", "seems", "据说", "penalty", "bonus", "deducted",
        "both", "neither", "ともに", "모두", "thirteen", "fourteen", "fifteen", "sixteen",
        "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty",
        "seventy", "eighty", "ninety", "hundred", "열", "스물", "스무", "서른", "마흔", "쉰",
        "예순", "일흔", "여든", "아흔", "십", "이십", "삼십", "사십", "오십", "육십", "칠십",
        "팔십", "구십", "胜势", "勝勢", "优势", "優勢", "必胜", "必勝", "may have", "may win",
        "can win", "will win", "to win", "presumably", "likely", "originally", "overturned", "大概",
        "可能", "疑", "或", "らしい", "듯", "or", "about", "around", "approx", "approximately",
        "circa", "ca", "at least", "at most", "more than", "less than", "perhaps", "probably",
        "maybe", "before komi", "on the board", "on board", "盤面", "盘面", "约", "約", "약", "~",
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ]),
    (WordKind::Query, &["if", "?"]),
    (WordKind::Komi, &[
        "gives", "gave", "倒贴", "需贴给", "贴给", "komi", "コミ", "黑贴", "黑貼", "黒貼", "贴",
        "貼", "贴目", "贴子", "黑贴目", "黑贴子", "덤", "공제",
    ]),
    (WordKind::AfterKomi, &["コミ出し", "コミだし"]),
    (WordKind::Handicap, &["handicap", "让", "讓", "受", "让子", "置"]),
    (WordKind::Count, &[
        "至", "为止", "手数", "move", "moves", "game", "round", "match", "in", "at", "@", "on",
        "after", "until", "no.", "#", "第", "제", "共", "全", "計", "总", "总共", "총", "まで",
    ]),
    (WordKind::Filler, &[
        "多", "劫", "打劫", "推枰", "中压", "盘", "ノ", "in byoyomi", "in overtime", "对", "執",
        "执", "双方", "读秒", "被判", "不贴目", "不贴", "不贴子", "draw offered", "default komi",
        "盤面持碁", "盤面ジゴ", "빅 있음", "결승", "승자조", "패자조", "패왕", "승패", "승부",
        "胜负", "勝敗", "勝負", "最终", "終于", "终于", "轻松", "顺利", "惊险", "仅", "僅", "也",
        "棋", "the", "a", "an", "result", "final", "score", "opponent", "with", "for", "is", "as",
        "since", "because", "of", "has", "on points", "long", "each", "plays", "without komi",
        "without time limit", "no komi", "time limit", "time limits", "time used", "time left",
        "time remaining", "time trouble", "time pressure", "in time", "no time limit", "main time",
        "结果", "結果", "결과", "对方", "方", "番", "の", "完", "し", "が", "は", "で", "にて",
        "手", "終", "終了", "终局", "止", "弈至", "以下略", "下略", "이하", "생략", "이하줄임",
        "끝", "만에", "만", "差", "차", "차이로", "차로", "로", "으로", "의", "은", "는", "이",
        "가", "之", "了", "判", "因", "わずか", "後", "后", "番勝負", "番碁", "번기", "四劫",
        "三劫", "三コウ", "四コウ", "三패", "삼패", "三劫循环", "四劫循环", "循环", "局", "국",
        "持ち時間", "持時間", "用時", "用时", "限時", "限时", "时限", "消費", "消費時間",
        "残り時間", "考慮時間", "所要時間", "対局時間", "制限時間", "終了時刻", "耗时", "每方",
        "各", "比赛时间", "对局时间", "제한시간", "소비시간", "사용시간", "남은시간", "소요시간",
        "대국시간", "초읽기",
    ]),
];

/// Units of time, behind a bare number.
pub(super) const CLOCK_UNITS: &[&str] = &[
    "h", "hr", "hrs", "hour", "hours", "min", "mins", "minute", "minutes", "sec", "second",
    "seconds", "時間", "小时", "小時", "时", "時", "分", "分钟", "分鐘", "秒", "시간", "분", "초",
    "年", "月", "日", "년", "월", "일",
];

/// What follows a number of stones that are a handicap.
pub(super) const HANDICAP_UNITS: &[&str] = &["で", "の手合", "の置碁", "접바둑", "접"];

/// What else is counted: games, rounds and times, kos, and the stones of a handicap.
pub(super) const GAME_UNITS: &[&str] = &[
    "盘",
    "盤",
    "番勝負",
    "番棋",
    "番碁",
    "番",
    "dan",
    "kyu",
    "d",
    "k",
    "段",
    "단",
    "级",
    "級",
    "급",
    "まで",
    "为止",
    "jan",
    "january",
    "feb",
    "february",
    "mar",
    "march",
    "apr",
    "april",
    "may",
    "june",
    "jun",
    "july",
    "jul",
    "aug",
    "august",
    "sep",
    "sept",
    "september",
    "oct",
    "october",
    "nov",
    "november",
    "dec",
    "december",
    "move",
    "moves",
    "game",
    "games",
    "round",
    "rounds",
    "times",
    "plays",
    "局",
    "国",
    "期",
    "轮",
    "輪",
    "回戦",
    "回合",
    "回",
    "次",
    "국",
    "회",
    "번기",
    "번승부",
    "차전",
];

/// Every word that begins with this sign, and what it is.
pub(super) fn words_with(first: char) -> &'static [(WordKind, &'static str)] {
    static BY_FIRST: LazyLock<HashMap<char, Vec<(WordKind, &str)>>> = LazyLock::new(|| {
        let mut by_first: HashMap<char, Vec<(WordKind, &str)>> = HashMap::new();
        for (token, words) in WORDS {
            for word in words.iter() {
                let first = word.chars().next().expect("no word is empty");
                by_first.entry(first).or_default().push((*token, word));
            }
        }
        by_first
    });
    BY_FIRST.get(&first).map_or(&[], Vec::as_slice)
}
