//! Results, komi, handicaps and rules as archives write them: each table in `tests/readings` has
//! a case a row.

use sgf_audit::finding::{Finding, Location};
use sgf_audit::record::game::Text;
use sgf_audit::record::komi::KomiSource;
use sgf_audit::record::rules::{RuleSet, RulesSource};
use sgf_audit::record::{komi, outcome, result, rules};
use sgf_audit::report::Row;
use sgf_audit::{Options, audit_bytes};

fn text(text: &str) -> Text {
    Text {
        text: text.replace("\\n", "\n"),
        location: Location { line: 1, column: 1 },
    }
}

fn codes(findings: &[Finding]) -> String {
    let ids: Vec<&str> = findings.iter().map(|f| f.code.id()).collect();
    ids.join(" ")
}

/// Checks each row of a table: what `read` makes of the first column are the other two.
fn check(table: &str, read: impl Fn(&str) -> (String, String)) {
    let mut rows = 0;
    let mut wrong = Vec::new();
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [raw, value, remark] = cells.as_slice() else {
            panic!("three columns expected: {row:?}");
        };
        rows += 1;
        let (read_value, read_remark) = read(raw);
        if (read_value.as_str(), read_remark.as_str()) != (*value, *remark) {
            wrong.push(format!(
                "{raw}: {read_value} [{read_remark}], not {value} [{remark}]"
            ));
        }
    }
    assert!(rows > 0, "the table has no rows");
    assert!(
        wrong.is_empty(),
        "{} of {rows}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn results() {
    check(
        include_str!("readings/result.tsv"),
        |raw| match result::read_result(&text(raw)) {
            None => (String::new(), String::new()),
            Some(reading) => (outcome::describe(reading.outcome), codes(&reading.findings)),
        },
    );
}

#[test]
fn komi_of_all_kinds() {
    check(include_str!("readings/komi.tsv"), |raw| {
        let silent = komi::SilentKomi {
            komi: None,
            source: KomiSource::Assumed,
        };
        let reading = komi::read_komi(Some(&text(raw)), silent);
        (reading.komi.to_string(), codes(&reading.findings))
    });
}

#[test]
fn handicaps() {
    check(include_str!("readings/handicap.tsv"), |raw| {
        let reading = sgf_audit::record::handicap::read_handicap(Some(&text(raw)));
        (
            reading.stones.map_or(String::new(), |n| n.to_string()),
            codes(&reading.findings),
        )
    });
}

#[test]
fn rule_sets() {
    check(include_str!("readings/rules.tsv"), |raw| {
        let reading = rules::read_rules(Some(&text(raw)));
        let name = reading.named.map_or("", |named| named.set.name());
        (name.to_owned(), codes(&reading.findings))
    });
}

/// A set is read by the name that reports have for it, and nothing is remarked.
#[test]
fn every_rule_set_is_read_by_its_name() {
    for &set in RuleSet::ALL {
        let reading = rules::read_rules(Some(&text(set.name())));
        assert_eq!(reading.named, Some(rules::NamedRules::of(set)));
        assert_eq!(reading.findings, [], "{}", set.name());
    }
}

/// What the row of a game says in which one property has the text.
fn row_of(property: &str, raw: &str) -> sgf_audit::report::row::Row {
    let game = format!("(;GM[1]CA[UTF-8]{property}[{raw}];B[aa];W[ba])");
    let rows = audit_bytes("game.sgf", game.as_bytes(), &Options::default());
    rows.into_iter().next().expect("a row")
}

#[test]
fn dates() {
    check(include_str!("readings/date.tsv"), |raw| {
        let year = row_of("SZ[9]DT", raw).year;
        (
            year.map_or(String::new(), |year| year.to_string()),
            String::new(),
        )
    });
}

#[test]
fn sizes() {
    check(include_str!("readings/size.tsv"), |raw| {
        let row = row_of("SZ", raw);
        let of_size = |f: &&Finding| f.code.id().starts_with("size-");
        let found: Vec<Finding> = row.findings.iter().filter(of_size).cloned().collect();
        (row.size.unwrap_or_default(), codes(&found))
    });
}

/// Choices spelled out are taken one by one, not rounded to the nearest named set.
#[test]
fn choices_are_kept() {
    use sgf_audit::go::{Compensation, KoRule, SuicideRule, Tax};
    let reading = rules::read_rules(Some(&text("koSIMPLEscoreAREAtaxSEKIsui1button1whbN-1")));
    let rules = reading.named.expect("choices").rules;
    assert_eq!(rules.ko, KoRule::Simple);
    assert_eq!(rules.suicide, SuicideRule::Allowed);
    assert_eq!(rules.compensation, Compensation::StonesLessOne);
    assert_eq!(rules.button, 0.5);
    let tax = |raw| {
        rules::read_rules(Some(&text(raw)))
            .named
            .map(|named| named.rules.tax)
    };
    assert_eq!(tax("koSIMPLEscoreTERRITORYsui0"), Some(Tax::Seki));
    assert_eq!(tax("koSIMPLEscoreAREAsui0"), Some(Tax::None));
    let button = |raw| {
        rules::read_rules(Some(&text(raw)))
            .named
            .map(|named| named.rules.button)
    };
    assert_eq!(button("Chinese+Button"), Some(0.5));
    assert_eq!(button("AreaButton"), Some(0.5));
    assert_eq!(tax("ancient-territory"), Some(Tax::All));
    assert_eq!(tax("ancient-area"), Some(Tax::All));
    assert_eq!(button("Chinese"), Some(0.0));
    assert_eq!(button("Chinese, no button"), Some(0.0));
    assert_eq!(tax("Old Chinese"), Some(Tax::All));
    let suicide = |raw| {
        rules::read_rules(Some(&text(raw)))
            .named
            .map(|named| named.rules.suicide)
    };
    assert_eq!(suicide("Chinese"), Some(SuicideRule::Forbidden));
    assert_eq!(suicide("Chinese with suicide"), Some(SuicideRule::Allowed));
    assert_eq!(suicide("NZ without suicide"), Some(SuicideRule::Forbidden));
    let json = r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":true,"tax":"SEKI","whiteHandicapBonus":"N-1"}"#;
    let rules = rules::read_rules(Some(&text(json)))
        .named
        .expect("choices")
        .rules;
    assert_eq!(rules.suicide, SuicideRule::Allowed);
    assert_eq!(rules.tax, Tax::Seki);
    assert_eq!(rules.compensation, Compensation::StonesLessOne);
    assert_eq!(rules.button, 0.0);
}

/// A text of hundreds of kilobytes is no sentence: its words are not looked for in all of it for each of them.
#[test]
fn a_result_that_never_ends_is_not_understood() {
    for word in ["B ", "黑", "white wins ", "무승부"] {
        let reading = result::read_result(&text(&word.repeat(100_000))).expect("a text");
        assert_eq!(reading.outcome, outcome::Outcome::Unknown, "{word}");
    }
}

/// A result that only a comment tells is offered with its words, and only where it is plain.
#[test]
fn results_in_comments() {
    let told =
        |comment| result::read_comment(comment).map(|(o, words)| (outcome::describe(o), words));
    let some = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
    assert_eq!(
        told("White wins by resignation"),
        some("W+R", "white wins by resignation")
    );
    assert_eq!(told("good game\nB+3.5\n"), some("B+3.5", "b+3.5"));
    assert_eq!(told("Result: W+T"), some("W+T", "w+t"));
    assert_eq!(told("白中盤勝"), some("W+R", "白中盤勝"));
    assert_eq!(told("Black should play at D4; White is ahead by 3.5"), None);
    let line = |length| format!("{:x<length$}", "black wins by 3.5 points; ");
    let (short, long) = (line(60), line(61));
    assert_eq!(told(&short), some("B+3.5", &short));
    assert_eq!(told(&long), None, "more is a remark");
    assert_eq!(
        told("a long remark in which it is said that white wins by 3 points when the ko is lost"),
        None
    );
    assert_eq!(told(""), None);
}

/// The row of a short game whose root says this.
fn row(properties: &str) -> Row {
    let game = format!("(;GM[1]{properties};B[aa];W[ba])");
    audit_bytes("game.sgf", game.as_bytes(), &Options::default()).remove(0)
}

/// Only area is counted in Chinese stones; rules that are named, and other units, stand.
#[test]
fn a_result_in_chinese_stones_tells_the_rules() {
    let rules = |properties: &str| {
        let row = row(&format!("SZ[19]{properties}"));
        (row.rules, row.rules_source)
    };
    let chinese = (Some(RuleSet::Chinese), Some(RulesSource::Assumed));
    let japanese = |source| (Some(RuleSet::Japanese), Some(source));
    assert_eq!(rules("RE[B+3.75]"), chinese);
    assert_eq!(rules("RE[黑胜3又3/4子]"), chinese);
    assert_eq!(rules("RE[B+3.5]"), japanese(RulesSource::Assumed));
    assert_eq!(rules("RE[B+300.25]"), japanese(RulesSource::Assumed));
    assert_eq!(rules("RE[B+(300.25)]"), japanese(RulesSource::Assumed));
    assert_eq!(
        rules("RU[Japanese]RE[B+3.75]"),
        japanese(RulesSource::Recorded)
    );
    assert_eq!(rules("EV[5th Ing Cup]RE[B+3.75]").0, Some(RuleSet::Ing));
}

/// Half a point in the result says that there was a komi; which, where the record states none, is
/// known from its year.
#[test]
fn an_unstated_komi_is_the_usual_one_of_its_year() {
    let komi = |properties: &str| {
        let row = row(properties);
        (row.komi, row.komi_source)
    };
    let assumed = |komi| (Some(komi), Some(KomiSource::Assumed));
    assert_eq!(komi("SZ[19]DT[2007-03-05]RE[W+1.5]"), assumed(6.5));
    assert_eq!(komi("SZ[19]DT[1988]RE[B+0.5]"), assumed(5.5));
    assert_eq!(komi("SZ[19]DT[1950-01-02]RE[B+0.5]"), assumed(4.5));
    assert_eq!(komi("SZ[19]DT[2019]RU[Chinese]RE[B+0.5]"), assumed(7.5));
    // By Ing's rules, which also an event may tell.
    let implied = |komi| (Some(komi), Some(KomiSource::Implied));
    assert_eq!(komi("SZ[19]RU[Ing]RE[W+1]"), implied(8.0));
    assert_eq!(komi("SZ[19]RU[Ing]KM[7.5]RE[W+1]").0, Some(7.5));
    assert_eq!(komi("SZ[19]EV[5th Ing Cup]RE[W+1]"), implied(8.0));
    assert_eq!(komi("SZ[19]EV[第9屆應氏杯]RE[W+1]"), implied(8.0));
    assert_eq!(komi("SZ[19]EV[Spring cup]RE[W+1]"), assumed(0.0));
    assert_eq!(
        komi("SZ[19]EV[5th Ing Cup]RU[Chinese]RE[W+1]"),
        assumed(0.0)
    );
    // Stones that are set up, a handicap in words, Black first by agreement, rules with years of their own.
    assert_eq!(komi("SZ[19]DT[2007]AB[dd][pp]RE[W+1.5]"), assumed(0.0));
    assert_eq!(komi("SZ[19]DT[2007]HA[four stones]RE[W+1.5]"), assumed(0.0));
    assert_eq!(komi("SZ[19]DT[2007]KM[for Black]RE[W+1.5]"), assumed(0.0));
    assert_eq!(komi("SZ[19]RU[Ing]HA[先]RE[W+1]"), assumed(0.0));
    // Words for even games that have those for the first move in them.
    for even in ["互先", "分先", "猜先", "호선"] {
        let game = format!("SZ[19]DT[2007]HA[{even}]RE[W+1.5]");
        assert_eq!(komi(&game), assumed(6.5), "{even}");
    }
    assert_eq!(komi("SZ[19]DT[2003]RU[AGA]RE[W+1.5]"), assumed(0.0));
    // Two komi were in use; no half point; another board; a handicap; no year.
    assert_eq!(komi("SZ[19]DT[1965]RE[B+0.5]"), assumed(0.0));
    assert_eq!(komi("SZ[19]DT[2007]RE[B+2]"), assumed(0.0));
    assert_eq!(komi("SZ[9]DT[2007]RE[W+1.5]"), assumed(0.0));
    assert_eq!(
        komi("SZ[19]DT[2007]HA[2]AB[dd][pp]RE[W+1.5]"),
        (Some(0.0), Some(KomiSource::Implied))
    );
    assert_eq!(komi("SZ[19]RE[W+1.5]"), assumed(0.0));
    let stated = (Some(0.0), Some(KomiSource::Recorded));
    assert_eq!(komi("SZ[19]DT[2007]KM[0]RE[W+1.5]"), stated);
}
