//! Each format that other programs read is read back here by a reader that is not ours.

use quick_junit::{Report, TestCaseStatus};
use serde_sarif::sarif::Sarif;
use sgf_audit::finding::{Code, Finding, Location, Severity};
use sgf_audit::judge::Verdict;
use sgf_audit::report::{About, Format, Row, Style, Writer};
use std::path::Path;

fn finding(code: Code, severity: Severity) -> Finding {
    let message = "A \u{1b}[31m<b>\u{fffe}\u{202e} & \"quoted\" ]]> 100%, so";
    Finding::new(code, message)
        .with_severity(severity)
        .at(Location {
            line: 12,
            column: 5,
        })
        .on_turn(3)
        .on_vertex("D4".to_owned())
}

fn row(source: &str, verdict: Verdict, findings: Vec<Finding>) -> Row {
    Row {
        source: source.to_owned(),
        root: Some("my games".to_owned()),
        line: Some(1),
        id: Some(format!("id of {}", verdict.name())),
        verdict,
        recorded: Some("B+3.5<>".to_owned()),
        margin: Some(-2.5),
        findings,
        ..Row::default()
    }
}

fn rows() -> Vec<Row> {
    vec![
        row("a/agrees.sgf", Verdict::Agrees, vec![]),
        row(
            "a/b c/<script>&#\u{1}.sgf",
            Verdict::Differs,
            vec![
                finding(Code::NoGame, Severity::Error),
                finding(Code::NoGame, Severity::Error),
                finding(Code::Unreadable, Severity::Warning),
            ],
        ),
        row("quiet.sgf", Verdict::NotScored, vec![]),
        row(
            "a.zip!in/b.sgf",
            Verdict::Broken,
            vec![finding(Code::Unreadable, Severity::Error)],
        ),
        row(
            "c.sgf",
            Verdict::Undecidable,
            vec![finding(Code::NoGame, Severity::Note)],
        ),
    ]
}

fn written(format: Format, rows: &[Row]) -> String {
    String::from_utf8(bytes(format, rows)).unwrap()
}

fn bytes(format: Format, rows: &[Row]) -> Vec<u8> {
    about(&About::default(), format, rows)
}

fn about(about: &About, format: Format, rows: &[Row]) -> Vec<u8> {
    let style = Style::default();
    let mut writer = Writer::begin(format, about, Vec::new()).unwrap();
    for row in rows {
        writer.row(&format.render(row, &style)).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn sarif_is_read_back() {
    let text = written(Format::Sarif, &rows());
    let sarif: Sarif = serde_json::from_str(&text).expect("SARIF");
    let run = &sarif.runs[0];
    let rules = run.tool.driver.rules.as_ref().unwrap();
    assert_eq!(rules.len(), Code::ALL.len());
    let results = run.results.as_ref().unwrap();
    assert_eq!(results.len(), 5);
    for result in results {
        let rule = &rules[result.rule_index.unwrap() as usize];
        assert_eq!(Some(&rule.id), result.rule_id.as_ref());
    }
    let place = |nth: usize| {
        let location = results[nth].locations.as_ref().unwrap()[0].clone();
        let physical = location.physical_location.unwrap();
        let line = physical.region.and_then(|region| region.start_line);
        (physical.artifact_location.unwrap().uri.unwrap(), line)
    };
    assert_eq!(
        place(0),
        (
            "my%20games/a/b%20c/%3Cscript%3E&%23%01.sgf".to_owned(),
            Some(12)
        )
    );
    // A line inside an archive is no line of the archive.
    assert_eq!(place(3), ("my%20games/a.zip".to_owned(), None));
    let empty: Sarif = serde_json::from_str(&written(Format::Sarif, &[])).unwrap();
    assert_eq!(empty.runs[0].results.as_ref().unwrap().len(), 0);
}

#[test]
fn sarif_leads_to_files_whose_names_are_no_text() {
    let findings = vec![finding(Code::NoGame, Severity::Error)];
    let row = row(r"\x8d\xe0.sgf", Verdict::Broken, findings);
    let text = written(Format::Sarif, &[row]);
    assert!(text.contains(r#""uri":"my%20games/%8D%E0.sgf""#), "{text}");
}

/// The schema that OASIS publishes with the standard, as it comes with the reader.
fn sarif_schema() -> serde_json::Value {
    let cargo = |arguments: &[&str]| {
        let ran = std::process::Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("cargo");
        assert!(ran.status.success(), "{ran:?}");
        String::from_utf8(ran.stdout).expect("UTF-8")
    };
    // Of this platform alone: the packages of others were never downloaded to build this test.
    let version = cargo(&["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let metadata = cargo(&[
        "metadata",
        "--format-version=1",
        "--offline",
        "--locked",
        "--filter-platform",
        host.expect("a host"),
    ]);
    let metadata: serde_json::Value = serde_json::from_str(&metadata).expect("metadata");
    let packages = metadata["packages"].as_array().unwrap();
    let reader = packages.iter().find(|one| one["name"] == "serde-sarif");
    let manifest = Path::new(reader.unwrap()["manifest_path"].as_str().unwrap());
    let text = std::fs::read(manifest.with_file_name("src/schema.json")).expect("schema");
    let text = String::from_utf8(text).unwrap();
    // Patterns with a bracket too many, which strict readers refuse.
    let text = text.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}?$");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn sarif_keeps_the_schema_of_its_standard() {
    let schema = sarif_schema();
    assert!(
        schema["$id"]
            .as_str()
            .unwrap()
            .ends_with("/sarif-schema-2.1.0.json")
    );
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for rows in [rows(), Vec::new()] {
        let sarif: serde_json::Value =
            serde_json::from_str(&written(Format::Sarif, &rows)).expect("JSON");
        let wrong: Vec<String> = schema.iter_errors(&sarif).map(|e| e.to_string()).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
        let mut other = sarif.clone();
        other["runs"][0]["columnKind"] = "inches".into();
        assert!(!schema.is_valid(&other), "a schema that refuses nothing");
    }
}

/// The fingerprints of a row's findings.
fn fingerprints(row: Row) -> Vec<String> {
    let sarif: serde_json::Value =
        serde_json::from_str(&written(Format::Sarif, &[row])).expect("SARIF");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let of = |result: &serde_json::Value| {
        result["partialFingerprints"]["primaryLocationLineHash"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    results.iter().map(of).collect()
}

#[test]
fn fingerprints_follow_the_game_and_not_the_file() {
    let game = rows().remove(1);
    let here = fingerprints(game.clone());
    assert_ne!(here[0], here[1], "two of one kind are told apart");
    let mut moved = game.clone();
    moved.source = "elsewhere.zip!x.sgf".to_owned();
    moved.game = 7;
    for finding in &mut moved.findings {
        finding.location = Some(Location {
            line: 99,
            column: 1,
        });
        finding.message.push_str(" with more words");
    }
    assert_eq!(fingerprints(moved), here);
    let mut other = game.clone();
    other.id = Some("another".to_owned());
    assert!(
        fingerprints(other)
            .iter()
            .all(|print| !here.contains(print))
    );
    // Records of one game with two results are two, and the first of them is known by the game.
    let contradicts = || Finding::new(Code::DuplicateContradicts, "the same game as a.sgf");
    let of_copy = |result: &str| {
        let mut copy = game.clone();
        copy.recorded = Some(result.to_owned());
        copy.findings.push(contradicts());
        fingerprints(copy)
    };
    let (one, two) = (of_copy("B+3"), of_copy("W+2"));
    assert!(one.iter().chain(&two).all(|print| !here.contains(print)));
    assert!(one.iter().all(|print| !two.contains(print)));
    let mut later = game;
    later.findings[0].turn = Some(4);
    assert_ne!(fingerprints(later)[0], here[0]);
}

#[test]
fn junit_is_read_back() {
    let text = written(Format::Junit, &rows());
    let report = Report::deserialize_from_str(&text).expect("JUnit XML");
    let cases: Vec<_> = report
        .test_suites
        .iter()
        .flat_map(|suite| &suite.test_cases)
        .collect();
    assert_eq!(report.test_suites.len(), 5);
    let status = |nth: usize| match &cases[nth].status {
        TestCaseStatus::Success { .. } => "success",
        TestCaseStatus::Skipped { .. } => "skipped",
        TestCaseStatus::NonSuccess { kind, .. } => match kind {
            quick_junit::NonSuccessKind::Failure => "failure",
            quick_junit::NonSuccessKind::Error => "error",
        },
    };
    let all: Vec<&str> = (0..5).map(status).collect();
    assert_eq!(all, ["success", "failure", "success", "error", "skipped"]);
    assert_eq!(
        report.test_suites[1].name.as_str(),
        r"a/b c/<script>&#\u{1}.sgf"
    );
    assert_eq!(cases[1].classname.as_ref().unwrap().as_str(), "a.b c");
    for (suite, text) in report
        .test_suites
        .iter()
        .zip(text.split("<testsuite ").skip(1))
    {
        assert_eq!(suite.tests, 1);
        assert!(text.contains("tests=\"1\""));
    }
    assert_eq!(written(Format::Junit, &[]).lines().count(), 3);
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_is_read_back() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{Field, ListAccessor};
    use sgf_audit::report::columns::{COLUMNS, TYPED, Value};

    // More rows than a row group holds.
    let mut rows = rows();
    rows[0].ownership = vec![vec![-100, -1, 0], vec![1, 7, 100]];
    let rows: Vec<Row> = rows.into_iter().cycle().take(20_000).collect();
    let file = bytes::Bytes::from(bytes(Format::Parquet, &rows));
    let reader = SerializedFileReader::new(file).unwrap();
    assert_eq!(reader.metadata().num_row_groups(), 2);
    let mut read = 0;
    for (row, fields) in rows.iter().zip(reader.get_row_iter(None).unwrap()) {
        let fields: Vec<(String, Field)> = fields.unwrap().into_columns();
        assert_eq!(fields.len(), COLUMNS.len() + TYPED.len());
        for (column, (name, field)) in COLUMNS.iter().chain(TYPED).zip(fields) {
            let expected = match (column.value)(row) {
                Value::Blank => Field::Null,
                Value::Word(text) | Value::Outside(text) => Field::Str(text.to_owned()),
                Value::Words(text) => {
                    let Field::ListInternal(list) = &field else {
                        panic!("{} is a list: {field:?}", column.name);
                    };
                    let words: Vec<&str> = text.split_whitespace().collect();
                    let read = (0..list.len()).map(|at| list.get_string(at).expect("a word"));
                    assert_eq!(read.collect::<Vec<_>>(), words);
                    continue;
                }
                Value::Count(count) => Field::Long(count as i64),
                Value::Number(number) => Field::Double(number),
                Value::Flag(flag) => Field::Bool(flag),
                Value::Bytes(bytes) => Field::Bytes(bytes.into()),
            };
            assert_eq!((column.name, &expected), (name.as_str(), &field));
        }
        read += 1;
    }
    assert_eq!(read, rows.len());
    assert_eq!(
        bytes(Format::Parquet, &rows),
        bytes(Format::Parquet, &rows),
        "the same rows, the same bytes"
    );
    let none = bytes::Bytes::from(bytes(Format::Parquet, &[]));
    let none = SerializedFileReader::new(none).unwrap();
    assert_eq!(none.metadata().file_metadata().num_rows(), 0);
}

/// With a baseline there is a list for each game, as in JSON Lines; without one there is no column.
#[cfg(feature = "parquet")]
#[test]
fn in_parquet_nothing_new_is_an_empty_list() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{Field, ListAccessor};

    let mut rows = rows();
    rows.truncate(2);
    rows[0].new_findings = Some(vec![]);
    rows[1].new_findings = Some(vec![2]);
    let baseline = About {
        baseline: true,
        ..About::default()
    };
    let file = bytes::Bytes::from(about(&baseline, Format::Parquet, &rows));
    let reader = SerializedFileReader::new(file).unwrap();
    let new = reader.get_row_iter(None).unwrap().map(|row| {
        let cells = row.unwrap().into_columns();
        let new = cells.into_iter().find(|(name, _)| name == "new_findings");
        match new.expect("the column").1 {
            Field::ListInternal(list) => (0..list.len())
                .map(|at| list.get_string(at).unwrap().clone())
                .collect::<Vec<_>>(),
            other => panic!("a list: {other:?}"),
        }
    });
    assert_eq!(new.collect::<Vec<_>>(), [vec![], vec!["unreadable"]]);
}

#[test]
fn a_format_has_one_name_and_a_file_asks_for_it() {
    for &format in Format::ALL {
        assert_eq!(Format::from_name(format.name()), Some(format));
    }
    for (file, format) in [
        ("a.csv", Some(Format::Csv)),
        ("A.CSV", Some(Format::Csv)),
        ("a.b.jsonl", Some(Format::Jsonl)),
        ("a.ndjson", Some(Format::Jsonl)),
        ("a.html", Some(Format::Html)),
        ("a.sarif", Some(Format::Sarif)),
        ("a.sarif.json", Some(Format::Sarif)),
        ("a.xml", Some(Format::Junit)),
        ("a.github", Some(Format::Github)),
        ("a.parquet", Format::from_name("parquet")),
        ("a.json", None),
        ("csv", None),
        ("-", None),
    ] {
        assert_eq!(Format::from_path(file.as_ref()), format, "{file}");
    }
}

#[test]
fn nothing_in_a_report_acts() {
    // Finding's own constructor, as the stages use it, goes through every format.
    let said = Finding::new(Code::NoGame, "\u{1b}]0;title\u{7}\r\n::error::x")
        .at(Location { line: 1, column: 1 });
    let row = row("\u{1b}c\u{9b}.sgf", Verdict::Broken, vec![said]);
    let lines = |format: &&Format| format.name() != "parquet";
    for &format in Format::ALL.iter().filter(lines) {
        let text = written(format, std::slice::from_ref(&row));
        let acting = text
            .chars()
            .find(|&c| c != '\n' && sgf_audit::visible::acts(c));
        assert_eq!(acting, None, "{}", format.name());
    }
    assert_eq!(
        written(Format::Github, &[row]),
        "::error file=my games/\\u{1b}c\\u{9b}.sgf,line=1,col=1,title=no-game::\\u{1b}]0;title\\u{7}\\r\\n::error::x\n"
    );
}
