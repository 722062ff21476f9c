//! The table of finding codes: an entry's example is its documentation, so it must be true.

use sgf_audit::finding::codes::Example;
use sgf_audit::finding::{Code, Severity};
use sgf_audit::{Options, audit_bytes};
use std::collections::BTreeSet;

/// Auditing an example gives its code, and no other code above a note.
#[test]
fn examples_show_their_code_and_no_other() {
    let mut told = Vec::new();
    let mut wrong = String::new();
    for &code in Code::ALL {
        let sgf = match code.example() {
            Example::Sgf(sgf) => sgf,
            Example::Told(how) => {
                told.push(format!("{}: {how}", code.id()));
                continue;
            }
        };
        let rows = audit_bytes("example.sgf", sgf.as_bytes(), &Options::default());
        let findings: Vec<_> = rows.iter().flat_map(|row| &row.findings).collect();
        if !findings.iter().any(|finding| finding.code == code) {
            wrong += &format!("{}: not found in {sgf}\n", code.id());
        }
        for finding in findings {
            let note = finding.severity == Severity::Note;
            if finding.code != code && !note {
                wrong += &format!(
                    "{}: {sgf} gives {} ({}) as well\n",
                    code.id(),
                    finding.code.id(),
                    finding.message
                );
            }
        }
    }
    println!("told, not shown:\n  {}", told.join("\n  "));
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn ids_are_slugs_and_each_is_one_code() {
    let ids: BTreeSet<_> = Code::ALL.iter().map(|code| code.id()).collect();
    assert_eq!(ids.len(), Code::ALL.len());
    for &code in Code::ALL {
        let id = code.id();
        assert!(
            id.bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        );
        assert!(
            code.says().ends_with('.'),
            "{id}: a sentence ends with a full stop"
        );
    }
    assert!(
        Code::ALL.is_sorted_by_key(|code| code.stage()),
        "listed by stage"
    );
}

/// Every stage reports the same number of findings of one code in full, and the last of them says how many
/// more there are.
#[test]
fn every_stage_says_a_code_as_often_in_full() {
    let sgf = format!(
        "(;SZ[9]AB[aa]{}{};B[ee])",
        "[?]".repeat(15),
        "[jj]".repeat(15)
    );
    let rows = audit_bytes("example.sgf", sgf.as_bytes(), &Options::default());
    for code in [Code::SetupUnreadable, Code::SetupOffBoard] {
        let findings = rows[0].findings.iter();
        let of_code: Vec<_> = findings.filter(|finding| finding.code == code).collect();
        assert_eq!(of_code.len(), 10, "{code:?}");
        let last = &of_code[9].message;
        assert!(last.ends_with("; and 5 more like it"), "{last}");
    }
}
