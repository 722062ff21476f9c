//! docs/report.schema.json holds for every line of JSON that the audit writes, and for no other.

use serde_json::{Value, json};
use sgf_audit::analysis::{Evidence, Life, SekiEvidence};
use sgf_audit::finding::{Code, Finding, Location, Severity, Stage};
use sgf_audit::go::{Color, Counting, Ending};
use sgf_audit::judge::{Cause, Confidence, Verdict};
use sgf_audit::record::komi::KomiSource;
use sgf_audit::record::outcome::RecordedKind;
use sgf_audit::record::rules::{RuleSet, RulesSource};
use sgf_audit::report::columns::COLUMNS;
use sgf_audit::report::row::{
    Carried, Finish, Layers, RowChain, RowCount, RowReferee, RowSeki, RowTally, Side,
};
use sgf_audit::report::word::Word;
use sgf_audit::report::{Format, Row, Style};
use sgf_audit::{Options, audit_bytes};
use std::fs;
use std::path::{Path, PathBuf};

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/report.schema.json");
    serde_json::from_slice(&fs::read(path).expect("the schema")).expect("JSON")
}

fn line(row: &Row) -> Value {
    serde_json::from_slice(&Format::Jsonl.render(row, &Style::default())).expect("JSON")
}

/// Every file of the samples that is no archive.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("folder") {
        let path = entry.expect("entry").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.extension().is_some_and(|end| end == "sgf") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A row with something in every field.
fn full() -> Row {
    let rows = vec!["X".to_owned()];
    let text = Some("x".to_owned());
    Row {
        source: "a.sgf".to_owned(),
        line: Some(1),
        id: Some("0123456789abcdef0123456789abcdef".to_owned()),
        size: Some("13x9".to_owned()),
        black: text.clone(),
        verdict: Verdict::Differs,
        margin: Some(-0.5),
        winner_differs: Some(true),
        cause: Some(Cause::KomiOther),
        root: text,
        findings: vec![
            Finding::new(Code::NoGame, "so")
                .at(Location { line: 1, column: 1 })
                .on_turn(1)
                .on_vertex("A1".to_owned()),
        ],
        layers: Some(Box::new(Layers {
            board: rows.clone(),
            pass_alive: rows.clone(),
            pass_alive_suicide: rows.clone(),
            life: vec!["A".to_owned()],
            owner: vec!["?".to_owned()],
            territory: rows.clone(),
            bouzy: rows,
        })),
        chains: vec![RowChain {
            color: Color::Black,
            stones: vec!["aa".to_owned()],
            life: Life::Alive,
            evidence: Evidence::Estimated,
            probability: 0.5,
            liberties: 1,
        }],
        sekis: vec![RowSeki {
            chains: vec!["aa".to_owned()],
            shared: vec!["ba".to_owned()],
            evidence: SekiEvidence::Recognised,
        }],
        moves: Some("BaaW--B??".to_owned()),
        finish_moves: Some("WabB--".to_owned()),
        possible_causes: vec![Cause::DeadLeftOnBoard, Cause::KomiOther],
        tally: Some(RowTally {
            black: RowCount::default(),
            white: RowCount::default(),
            compensation: 2,
            button: -0.5,
        }),
        carried: Carried {
            referees: vec![RowReferee::default(); 2],
            ..Carried::default()
        },
        new_findings: Some(vec![0]),
        ..Row::default()
    }
}

/// The row of every game of the samples.
fn samples() -> Vec<Row> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus-samples");
    let paths = files(&samples).into_iter();
    let rows = paths.flat_map(|path| {
        let bytes = fs::read(&path).expect("a sample");
        audit_bytes("sample.sgf", &bytes, &Options::default())
    });
    rows.collect()
}

#[test]
fn the_schema_holds_for_every_row() {
    let schema = jsonschema::validator_for(&schema()).expect("a schema");
    let mut rows = samples();
    assert!(rows.len() > 60, "{} rows", rows.len());
    rows.push(full());
    for row in rows {
        let line = line(&row);
        let errors: Vec<String> = schema
            .iter_errors(&line)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

/// A finished game on 5x5 by rules and with komi that are told, White to play and pass first.
fn passed(rules: &str, passes: &str) -> String {
    format!(
        "(;GM[1]SZ[5]KM[0.5]RU[{rules}]RE[B+0.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de]\
         ;B[ac];W[ec];B[ca];W[cb];B[cc];W[cd];B[ce]{passes})"
    )
}

#[test]
fn a_tally_adds_up_to_its_margin() {
    let button = "koSIMPLEscoreAREAtaxNONEsui0button1fpok1";
    let given = [
        passed(button, ";W[];B[]"),
        passed(button, ""),
        passed(button, ";W[];B[bb];W[];B[]"),
        passed("koSIMPLEscoreAREAtaxALLsui0", ";W[];B[]"),
        passed("AGA", ";W[];B[]"),
        passed("AGA", ";W[];B[];W[]"),
    ];
    let given = given
        .iter()
        .flat_map(|record| audit_bytes("given.sgf", record.as_bytes(), &Options::default()));
    let mut buttons = 0;
    let mut tallies = 0;
    for row in samples().into_iter().chain(given) {
        let line = line(&row);
        let number = |path: &str| line.pointer(path).and_then(Value::as_f64);
        let Some(compensation) = number("/tally/compensation") else {
            continue;
        };
        let side = |side: &str| {
            let part = |part: &str| number(&format!("/tally/{side}/{part}")).expect("a number");
            part("points") + part("prisoners") - part("tax")
        };
        let komi = number("/komi").expect("a komi");
        let button = number("/tally/button").expect("a button");
        let sum = side("black") - side("white") - komi - compensation + button;
        assert_eq!(number("/margin"), Some(sum), "{line:#}");
        tallies += 1;
        buttons += u32::from(button != 0.0);
    }
    assert!(tallies > 30, "{tallies} tallies");
    assert_eq!(buttons, 2);
}

#[test]
fn the_schema_refuses_what_is_no_row() {
    let schema = jsonschema::validator_for(&schema()).expect("a schema");
    let spoilt = |spoil: &dyn Fn(&mut Value)| {
        let mut line = line(&full());
        assert!(schema.is_valid(&line));
        spoil(&mut line);
        schema.is_valid(&line)
    };
    assert!(!spoilt(&|line| line["verdict"] = json!("perhaps")));
    assert!(!spoilt(&|line| line["margin"] = json!("-0.5")));
    assert!(!spoilt(&|line| line["game"] = Value::Null));
    assert!(!spoilt(&|line| line["new"] = json!(1)));
    assert!(!spoilt(&|line| line["new_findings"] = Value::Null));
    assert!(!spoilt(&|line| line["layers"]["board"] = json!(["x"])));
    assert!(!spoilt(
        &|line| line["findings"][0]["severity"] = json!("fatal")
    ));
    assert!(!spoilt(&|line| {
        line.as_object_mut().expect("an object").remove("komi");
    }));
}

#[test]
fn the_schema_describes_the_columns_as_the_table_does() {
    let schema = schema();
    for column in COLUMNS {
        let described = schema["properties"][column.name]["description"].as_str();
        match column.name {
            // In JSON these are objects, not codes.
            "findings" => assert!(described.is_some()),
            name => assert_eq!(described, Some(column.says), "{name}"),
        }
    }
}

/// Every list of words in a part of the schema, under the name of what they stand in.
fn lists(part: &Value, name: &str, found: &mut Vec<(String, Value)>) {
    match part {
        Value::Object(fields) => {
            for (key, inner) in fields {
                match (key.as_str(), inner) {
                    ("enum", Value::Array(_)) => found.push((name.to_owned(), inner.clone())),
                    ("properties" | "patternProperties" | "$defs", _) => lists(inner, name, found),
                    _ => lists(inner, &format!("{name} {key}"), found),
                }
            }
        }
        Value::Array(inner) => inner.iter().for_each(|inner| lists(inner, name, found)),
        _ => {}
    }
}

/// The words of a type, each once; and `null` where there may be none.
fn words<T: Word>(blank: &[Value]) -> Value {
    let mut words: Vec<Value> = T::VALUES.iter().map(|value| json!(value.word())).collect();
    words.dedup();
    words.extend_from_slice(blank);
    Value::Array(words)
}

#[test]
fn the_schema_lists_the_words_of_the_types() {
    let mut found = Vec::new();
    lists(&schema(), "", &mut found);
    let or_none = [Value::Null];
    let expected = [
        ("chain color", words::<Color>(&[])),
        ("chain evidence", words::<Evidence>(&[])),
        ("chain life", words::<Life>(&[])),
        ("finding severity", words::<Severity>(&[])),
        ("seki evidence", words::<SekiEvidence>(&[])),
        (
            "^referee_([2-9]_|[1-9][0-9]+_)?verdict$",
            words::<Side>(&or_none),
        ),
        ("confidence", words::<Confidence>(&or_none)),
        ("ending", words::<Ending>(&or_none)),
        ("finish", words::<Finish>(&[])),
        ("komi_source", words::<KomiSource>(&or_none)),
        ("method", words::<Counting>(&or_none)),
        ("recorded_kind", words::<RecordedKind>(&or_none)),
        ("rules", words::<RuleSet>(&or_none)),
        ("rules_source", words::<RulesSource>(&or_none)),
        ("stopped_at", words::<Stage>(&or_none)),
        ("verdict", words::<Verdict>(&[])),
    ];
    let mut expected = expected.map(|(name, words)| (format!(" {name}"), words));
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    expected.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert_eq!(found, expected);
}
