//! The cases of `cases.txt`, each read as a source.

use crate::describe::describe;
use sgf_audit::Limits;
use sgf_audit::record::Source;

#[test]
fn the_cases_of_the_table() {
    let mut wrong = String::new();
    let mut cases = 0;
    for case in include_str!("cases.txt").split("\n# ").skip(1) {
        cases += 1;
        let lines = |mark: char| {
            let lines: Vec<&str> = case.lines().filter_map(|l| l.strip_prefix(mark)).collect();
            lines
        };
        let source = Source::open(lines('|').join("\n").into_bytes(), &Limits::default());
        let found: Vec<String> = (0..source.rows())
            .map(|game| tidy(&describe(&source.game(game))))
            .collect();
        let expected: Vec<String> = lines('>').iter().map(|line| tidy(line)).collect();
        if found != expected {
            let title = case.lines().next().unwrap_or_default();
            wrong += &format!("{title}\n  expected {expected:#?}\n  found {found:#?}\n");
        }
    }
    assert!(cases > 40, "the table was not read: {cases} cases");
    assert!(wrong.is_empty(), "{wrong}");
}

fn tidy(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
