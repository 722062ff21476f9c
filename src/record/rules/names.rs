//! Rule sets as archives name them.

use super::set::RuleSet;
use crate::go::{Counting, Rules, SuicideRule, Tax};
use crate::record::number::{has_any, place};

/// What a text says in words.
pub(super) struct WordedRules {
    set: RuleSet,
    /// With a tax on groups.
    is_ancient: bool,
    has_button: bool,
    /// Where the text says it.
    suicide: Option<SuicideRule>,
}

/// A rule set with the choices that the words change.
pub(super) struct WordedChoices {
    pub(super) set: RuleSet,
    /// Its rules with these choices.
    pub(super) rules: Rules,
    /// The last of the choices, as the words that follow the set's name in a finding; empty where there is none.
    pub(super) with: &'static str,
}

impl WordedRules {
    /// What it comes to.
    pub(super) fn choices(self) -> WordedChoices {
        let mut with = "";
        let set = match self.set.rules().counting {
            Counting::Area if self.is_ancient => RuleSet::Stone,
            _ => self.set,
        };
        let mut rules = set.rules();
        if self.is_ancient && set != RuleSet::Stone {
            rules.tax = Tax::All;
            with = " with a tax on groups";
        }
        if self.has_button && rules.counting == Counting::Area {
            rules.button = 0.5;
            with = " with a button";
        }
        if let Some(suicide) = self.suicide.filter(|&suicide| suicide != rules.suicide) {
            rules.suicide = suicide;
            with = match suicide {
                SuicideRule::Allowed => " with suicide",
                SuicideRule::Forbidden => " without suicide",
            };
        }
        WordedChoices { set, rules, with }
    }
}

/// What a text in plain signs says. `None` where it names no set, or sets that count in different ways.
pub(super) fn worded(plain: &str) -> Option<WordedRules> {
    let words = words(plain);
    let has = |names: &[&str]| has_any(&words, names);
    let is_ancient = has(ANCIENT);
    let no_button = has(&[
        "no button",
        "without button",
        "button no",
        "button 0",
        "button false",
    ]);
    let no_suicide = has(&[
        "no suicide",
        "without suicide",
        "suicide forbidden",
        "suicide illegal",
        "suicide not allowed",
    ]);
    let suicide = match (
        no_suicide,
        has(&["with suicide", "suicide allowed", "suicide legal"]),
    ) {
        (true, _) => Some(SuicideRule::Forbidden),
        (false, true) => Some(SuicideRule::Allowed),
        (false, false) => None,
    };
    Some(WordedRules {
        set: set_named(&words, is_ancient)?,
        is_ancient,
        has_button: !no_button && has(&["button"]),
        suicide,
    })
}

/// What makes a guess of what is named.
const DOUBTS: [&str; 12] = [
    "?",
    "probabl",
    "possibl",
    "presumabl",
    "likely",
    "maybe",
    "perhaps",
    "assumed",
    "guess",
    "unknown",
    "not sure",
    "推测",
];

/// Whether what a text in plain signs names is a guess.
pub(super) fn is_guess(plain: &str) -> bool {
    DOUBTS.iter().any(|word| plain.contains(word))
}

/// The set that the words name: the one before or behind the word for rules; else, where all count alike, the first.
fn set_named(words: &str, is_ancient: bool) -> Option<RuleSet> {
    let mut sets = found(words, NAMES);
    if sets.is_empty() {
        sets = found(words, COUNTRIES);
    }
    let counting = match (has_any(words, AREA), has_any(words, TERRITORY)) {
        (true, true) => return None,
        (true, false) => Some(Counting::Area),
        (false, true) => Some(Counting::Territory),
        (false, false) => None,
    };
    let of_rules: Vec<RuleSet> = sets
        .iter()
        .filter(|set| set.is_of_rules)
        .map(|set| set.set)
        .collect();
    let mut candidates: Vec<RuleSet> = sets.iter().map(|set| set.set).collect();
    if let [first, others @ ..] = of_rules.as_slice()
        && others.iter().all(|other| other == first)
    {
        candidates = vec![*first];
    }
    let set = match candidates.first() {
        Some(&set) => set,
        None if matches!(words, "stone" | "stones")
            || has_any(words, STONE)
            || is_ancient && counting == Some(Counting::Area) =>
        {
            RuleSet::Stone
        }
        None => match counting? {
            Counting::Area => RuleSet::Chinese,
            Counting::Territory => RuleSet::Japanese,
        },
    };
    let counts = set.rules().counting;
    let is_clear = candidates
        .iter()
        .all(|other| other.rules().counting == counts)
        // The AGA's rules may be counted either way, with the same result.
        && (set == RuleSet::Aga || counting.is_none_or(|counting| counting == counts));
    is_clear.then_some(set)
}

/// A set that is named.
struct NamedSet {
    set: RuleSet,
    at: usize,
    /// Whether a word for rules stands beside it.
    is_of_rules: bool,
}

/// The sets of a table that are named and not denied, in the order of the text.
fn found(words: &str, table: &[(RuleSet, &[&str])]) -> Vec<NamedSet> {
    let mut all = Vec::new();
    for &(set, names) in table {
        for name in names {
            let Some(at) = place(words, name) else {
                continue;
            };
            let (before, behind) = (
                words[..at].trim_end(),
                words[at + name.len()..].trim_start(),
            );
            let is_denied = DENIALS.iter().any(|word| match word.is_ascii() {
                true => before.rsplit(' ').next() == Some(word),
                false => before.ends_with(word),
            });
            let is_excepted = ["ルール以外", "以外"]
                .iter()
                .any(|word| behind.starts_with(word));
            let is_aside = ASIDE.iter().any(|word| behind.starts_with(word));
            if is_denied || is_excepted || is_aside {
                continue;
            }
            let is_of_rules = RULES
                .iter()
                .any(|word| behind.starts_with(word) || before.ends_with(word));
            all.push(NamedSet {
                set,
                at,
                is_of_rules,
            });
        }
    }
    all.sort_by_key(|found| found.at);
    all
}

/// Letters and digits, other signs as blanks, and what may stand before or behind a name by itself.
fn words(plain: &str) -> String {
    let mut apart = plain.to_owned();
    for word in ["ancient", "button", "scoring"] {
        apart = apart.replace(word, &format!(" {word} "));
    }
    // A way to open the game, what is not done, and several countries in one word.
    for word in [
        "中国流",
        "中國流",
        "不还棋头",
        "无还棋头",
        "無還棋頭",
        "not ancient",
        "no group tax",
        "without group tax",
    ] {
        apart = apart.replace(word, " ");
    }
    for word in ["中日韩", "中日韓", "中韩", "中韓"] {
        apart = apart.replace(word, "中国日本及");
    }
    let spaced: String = apart
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Names as they stand in archives.
#[rustfmt::skip]
const NAMES: &[(RuleSet, &[&str])] = &[
    (RuleSet::Japanese, &[
        "japanese", "jp", "jpn", "jap", "nihon", "日本", "일본", "japanisch", "japanische",
        "japanischen", "japonais", "japonaise", "japonaises", "japonés", "japones", "japonesa",
        "japonesas", "giapponese", "giapponesi", "japanse", "japońskie", "japonská", "японские",
        "japenese", "japanes", "nihonkiin", "日规", "日規", "日式", "比目法", "日韩", "日韓",
    ]),
    (RuleSet::Korean, &[
        "korean", "kr", "kor", "韩国", "韓国", "韓國", "한국", "koreanisch", "koreanische",
        "coréen", "coréenne", "coréennes", "coreano", "coreanas", "корейские", "韩式", "韓式",
        "韩规",
    ]),
    (RuleSet::Aga, &["aga", "ffg", "bga", "française", "françaises"]),
    (RuleSet::NewZealand, &["nz", "newzealand", "neuseeländisch", "neuseeland", "neuseeländische"]),
    (RuleSet::TrompTaylor, &["tromp", "tromptaylor", "tt"]),
    (RuleSet::Ing, &[
        "ing", "goe", "sst", "应氏", "應氏", "応氏", "应昌期", "應昌期", "计点", "計點", "응씨",
        "전만법",
    ]),
    (RuleSet::Chinese, &[
        "chinese", "cn", "chn", "chi", "中国", "中國", "중국", "chinesisch", "chinesische",
        "chinesischen", "chinois", "chinoise", "chinoises", "cinese", "cinesi", "chińskie",
        "čínská", "китайские", "chineese", "chinesse", "chineseogs", "中规", "中式",
    ]),
];

/// Countries, which also name where a game was played: they count where nothing else is named.
#[rustfmt::skip]
const COUNTRIES: &[(RuleSet, &[&str])] = &[
    (RuleSet::Japanese, &["japan"]),
    (RuleSet::Korean, &["korea"]),
    (RuleSet::Aga, &["american", "french", "france", "british"]),
    (RuleSet::NewZealand, &["zealand"]),
    (RuleSet::Chinese, &["china"]),
];

/// Words for stone scoring. A stone by itself may be one of a handicap.
const STONE: &[&str] = &[
    "stone scoring",
    "stone counting",
    "stone rules",
    "stone rule",
    "还棋头",
    "還棋頭",
];
const AREA: &[&str] = &["area", "button go", "数子", "數子"];
const TERRITORY: &[&str] = &["territory", "数目", "數目"];
/// Words for the tax on groups of old.
const ANCIENT: &[&str] = &[
    "ancient",
    "old chinese",
    "group tax",
    "古代",
    "古棋",
    "古规则",
    "还棋头",
    "還棋頭",
];
/// What stands before a set that is not meant.
const DENIALS: &[&str] = &["not", "non", "no", "非", "不是"];
/// Words for rules, beside a name.
const RULES: &[&str] = &[
    "rule",
    "règles",
    "regeln",
    "regole",
    "reglas",
    "规则",
    "規則",
    "ルール",
    "룰",
];
/// What stands behind a name that is not that of rules.
const ASIDE: &[&str] = &["clock", "timer", "cup", "杯", "盃"];
