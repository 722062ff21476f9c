//! The words of the report: what its columns and the words in them mean, for `audit explain`.

use super::columns::COLUMNS;
use super::look::Layer;
use super::page::{Ink, Line, Page};
use super::problems;
use super::row::{Finish, Side, Unexplained};
use super::word::Word;
use crate::analysis::solver::book::{Gain, Wish};
use crate::analysis::{Evidence, Life, SekiEvidence};
use crate::finding::{Severity, Stage};
use crate::go::{Counting, Ending};
use crate::judge::{Confidence, Verdict};
use crate::record::komi::KomiSource;
use crate::record::outcome::RecordedKind;
use crate::record::rules::{RuleSet, RulesSource};

/// The words of a column or of another place, each with its meaning.
struct Vocabulary {
    /// What they stand in.
    of: &'static str,
    /// What that is, where it is no column.
    says: Option<&'static str>,
    words: fn() -> Vec<(&'static str, &'static str)>,
}

fn words<T: Word>() -> Vec<(&'static str, &'static str)> {
    let all = T::VALUES.iter();
    let mut all: Vec<_> = all.map(|value| (value.word(), value.says())).collect();
    all.dedup();
    all
}

const fn column(of: &'static str, words: fn() -> Vec<(&'static str, &'static str)>) -> Vocabulary {
    Vocabulary {
        of,
        says: None,
        words,
    }
}

/// The words of what is no column.
const fn part(
    of: &'static str,
    says: &'static str,
    words: fn() -> Vec<(&'static str, &'static str)>,
) -> Vocabulary {
    Vocabulary {
        of,
        says: Some(says),
        words,
    }
}

/// What the summary says in few words.
fn in_short() -> Vec<(&'static str, &'static str)> {
    vec![
        (
            "sure",
            "`probability` of the verdict: how sure it is that the record is wrong; of the margin beside it only where that is proved or read",
        ),
        ("exactly", "the count is the recorded margin to the point"),
        (
            "likely",
            "the count of the likeliest statuses is the recorded margin, though groups are unsettled, or last moves had to be played out",
        ),
        (
            "by convention",
            "the recorded margin is that of a counting custom, which `cause` names",
        ),
        (
            "another winner",
            "`winner_differs` is `true`: who won is another than recorded, and not the margin alone",
        ),
        ("new", "a finding that the baseline does not know"),
        (
            "known",
            "a finding that the baseline knows: it does not make the audit fail",
        ),
        (
            "gone",
            "what the baseline knows and no game of this run has",
        ),
    ]
}

/// Why no cause is told.
pub fn unexplained() -> Vec<(&'static str, &'static str)> {
    let all = Unexplained::ALL.iter();
    all.map(|why| (why.name(), why.says())).collect()
}

/// The layers of a board.
fn layers() -> Vec<(&'static str, &'static str)> {
    let all = Layer::ALL.iter();
    all.map(|layer| (layer.name(), layer.says())).collect()
}

/// Every place with words of its own. What findings and causes mean has pages of its own.
const VOCABULARIES: &[Vocabulary] = &[
    column("verdict", words::<Verdict>),
    column("confidence", words::<Confidence>),
    column("ending", words::<Ending>),
    column("finish", words::<Finish>),
    column("recorded_kind", words::<RecordedKind>),
    column("method", words::<Counting>),
    column("rules", words::<RuleSet>),
    column("rules_source", words::<RulesSource>),
    column("komi_source", words::<KomiSource>),
    column("stopped_at", words::<Stage>),
    part(
        "possible_causes",
        "what would explain a difference of which no cause is told, the likeliest first, in JSON Lines",
        Vec::new,
    ),
    part(
        "likeliest cause",
        "why a record differs, in the summary and on the page: its `cause`, or one of these",
        unexplained,
    ),
    part("in short", "what the summary says in few words", in_short),
    part(
        "chains",
        "each chain of the final position, in JSON Lines, with its `life` and the `evidence` of that",
        Vec::new,
    ),
    part(
        "life",
        "the status of a chain, of `chains` in JSON Lines and of the page",
        words::<Life>,
    ),
    part(
        "evidence",
        "what the status of a chain rests on, of `chains` in JSON Lines",
        words::<Evidence>,
    ),
    part(
        "sekis",
        "each seki, in JSON Lines, with how it was found",
        words::<SekiEvidence>,
    ),
    part(
        "ownership",
        "who is expected to own each point in the end, from -100 (White) to 100 (Black), in JSON Lines and Parquet; a layer of `audit show --layer` and of the page",
        Vec::new,
    ),
    part(
        "tally",
        "what the margin is made of, in JSON Lines",
        Vec::new,
    ),
    part(
        "moves",
        "the events of the main line, three characters each, in JSON Lines and Parquet",
        Vec::new,
    ),
    part(
        "finish_moves",
        "the moves with which the board was played on, written as `moves`, in JSON Lines and Parquet; only where `finish` is `played`",
        Vec::new,
    ),
    part(
        "new_findings",
        "the codes that the baseline has not, a column where `--baseline` is given",
        Vec::new,
    ),
    part(
        "referee_margin",
        "the margin by the rules of the game with the dead stones that a second program tells, a column where `--referee` is given",
        Vec::new,
    ),
    part(
        "referee_dead",
        "the stones that a second program takes for dead, a column where `--referee` is given",
        Vec::new,
    ),
    part(
        "referee_verdict",
        "whose margin that of a second program is, a column where `--referee` is given",
        words::<Side>,
    ),
    part(
        "referee_engine",
        "the name and version of a second program, a column where `--referee` is given",
        Vec::new,
    ),
    part("severity", "how much a finding matters", words::<Severity>),
    part(
        "flagged",
        "a game that a person should look at: it differs, is undecidable or broken, or has a finding at \
         warning or above",
        Vec::new,
    ),
    part(
        "layers",
        "the boards of a game, of `audit show --layer`, of JSON Lines and of the page; `board` and `owner` in Parquet, too",
        layers,
    ),
    column("goal", words::<Wish>),
    column("result", words::<Gain>),
];

/// What stands for a name in the report.
struct Meaning {
    /// What kind of name it is.
    what: String,
    says: String,
    /// The words that may stand there.
    words: Vec<(&'static str, &'static str)>,
}

fn meanings(name: &str) -> Vec<Meaning> {
    let vocabulary = VOCABULARIES.iter().find(|each| each.of == name);
    let words = || vocabulary.map_or_else(Vec::new, |each| (each.words)());
    let column = |what: &str, says: &str| Meaning {
        what: what.to_owned(),
        says: says.to_owned(),
        words: words(),
    };
    let of_games = COLUMNS.iter().filter(|column| column.name == name);
    let of_games = of_games.map(|of| column("a column of the report", of.says));
    let of_problems = problems::COLUMNS.iter();
    let of_problems = of_problems.filter(|column| column.name == name);
    let of_problems = of_problems.map(|of| column("a column of `audit solve`", of.says));
    let place = vocabulary.and_then(|each| each.says).map(|says| Meaning {
        what: "a part of the report".to_owned(),
        says: says.to_owned(),
        words: words(),
    });
    let as_word = VOCABULARIES.iter().flat_map(|each| {
        let found = (each.words)().into_iter().filter(|(word, _)| *word == name);
        found.map(|(_, says)| Meaning {
            what: format!("a word of `{}`", each.of),
            says: says.to_owned(),
            words: Vec::new(),
        })
    });
    let columns = of_games.chain(of_problems);
    columns.chain(place).chain(as_word).collect()
}

/// Every name that has a page.
pub fn names() -> Vec<&'static str> {
    let columns = COLUMNS.iter().map(|column| column.name);
    let columns = columns.chain(problems::COLUMNS.iter().map(|column| column.name));
    let places = VOCABULARIES.iter().map(|each| each.of);
    let words = VOCABULARIES.iter().flat_map(|each| (each.words)());
    let words = words.map(|(word, _)| word);
    columns.chain(places).chain(words).collect()
}

/// Adds what a name means in the report to a page. Whether it means anything.
pub fn add(name: &str, page: &mut Page) -> bool {
    let meanings = meanings(name);
    for meaning in &meanings {
        if !page.lines().is_empty() {
            page.gap();
        }
        page.line(
            Line::new()
                .outside(Ink::Strong, name)
                .text(format!(": {}", meaning.what)),
        );
        page.wrapped(Line::new().text("  "), &meaning.says);
        let widest = meaning.words.iter().map(|(word, _)| word.len()).max();
        for (word, says) in &meaning.words {
            let line = Line::new().text("  ").and(Ink::Strong, word);
            page.wrapped(line.to(widest.unwrap_or(0) + 4), says);
        }
    }
    !meanings.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::page::WIDTH;
    use super::*;

    #[test]
    fn every_name_has_a_page_that_fits() {
        for name in names() {
            let mut page = Page::new();
            assert!(add(name, &mut page), "{name}");
            assert!(
                page.lines().iter().all(|line| line.width() <= WIDTH),
                "{page}"
            );
        }
        assert!(!add("no-such-word", &mut Page::new()));
    }

    /// Columns are described where they are declared; of some only by what their words mean.
    #[test]
    fn a_column_names_every_word_that_it_may_hold() {
        for Vocabulary { of, words, .. } in VOCABULARIES {
            let Some(column) = COLUMNS.iter().find(|column| column.name == *of) else {
                continue;
            };
            let named: Vec<&str> = column.says.split(['`', ' ']).collect();
            let (known, unknown): (Vec<&str>, Vec<&str>) = words()
                .into_iter()
                .map(|(word, _)| word)
                .partition(|word| named.contains(word));
            let names_none = *of == "stopped_at";
            assert!(unknown.is_empty() || names_none, "{of}: {unknown:?}");
            assert!(known.is_empty() || !names_none, "{of}: {known:?}");
        }
    }

    #[test]
    fn a_word_of_several_places_is_told_of_each() {
        let mut page = Page::new();
        add("seki", &mut page);
        let text = page.to_string();
        assert!(text.contains("seki: a column of the report"), "{text}");
        assert!(text.contains("seki: a word of `life`"), "{text}");
    }
}
