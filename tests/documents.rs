//! What the documents show is what the program does.
//!
//! In README.md and docs/, a block that begins with ```` ```console ```` holds commands (after
//! `$ `) and what they print. `audit` and `cargo run --release --` are run here, in a folder with
//! a copy of the samples; a last line `...` stands for the lines that are left out. What has
//! changed on purpose is written anew, as many lines as before, by
//!
//! ```text
//! UPDATE_SAMPLES=1 cargo test --test documents
//! ```

#![cfg(feature = "cli")]

use sgf_audit::RuleSet;
use sgf_audit::finding::codes::{Code, Example};
use sgf_audit::judge::Cause;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn updating() -> bool {
    std::env::var_os("UPDATE_SAMPLES").is_some()
}

fn documents() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(root().join("docs"))
        .expect("docs")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    paths.sort();
    paths.insert(0, root().join("README.md"));
    paths
}

/// A folder that holds a copy of the samples, as long as it lives.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    copy(
        &root().join("corpus-samples"),
        &folder.path().join("corpus-samples"),
    );
    fs::create_dir(folder.path().join("tests")).expect("folder");
    copy(
        &root().join("tests/problems"),
        &folder.path().join("tests/problems"),
    );
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("folder");
    for entry in fs::read_dir(from).expect("folder") {
        let entry = entry.expect("entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copied");
        }
    }
}

/// The arguments of the program, where the command runs it.
fn arguments(command: &str) -> Option<Vec<String>> {
    let arguments = command
        .strip_prefix("cargo run --release --")
        .or_else(|| command.strip_prefix("audit"))?;
    let words = arguments.split_whitespace();
    Some(
        words
            .map(|word| word.trim_matches('\'').to_owned())
            .collect(),
    )
}

fn run(arguments: &[String], folder: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("audit runs");
    assert_ne!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// As many lines of a text as a document shows: all, or those before a last line `...`.
fn excerpt<'a>(printed: &'a str, shown: &[&str]) -> Vec<&'a str> {
    let mut lines: Vec<&str> = printed.lines().collect();
    if let Some((&"...", kept)) = shown.split_last() {
        lines.truncate(kept.len());
        lines.push("...");
    }
    lines
}

/// A block with the output of its commands as it really is.
fn real(block: &str, folder: &Path) -> String {
    let mut out = Vec::new();
    let mut lines = block.lines().peekable();
    while let Some(line) = lines.next() {
        out.push(line.to_owned());
        let mut shown = Vec::new();
        while let Some(next) = lines.next_if(|next| !next.starts_with("$ ")) {
            shown.push(next);
        }
        match line.strip_prefix("$ ").and_then(arguments) {
            Some(arguments) => {
                assert_ne!(shown, ["..."], "{line} shows nothing");
                let printed = run(&arguments, folder);
                out.extend(excerpt(&printed, &shown).into_iter().map(str::to_owned));
            }
            None => out.extend(shown.into_iter().map(str::to_owned)),
        }
    }
    out.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn what_documents_show_is_what_the_program_prints() {
    let folder = workplace();
    let mut commands = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).expect("a document");
        let mut real_text = String::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find("```console\n") {
            let (before, block) = rest.split_at(at + "```console\n".len());
            let end = block.find("```").expect("a block ends");
            real_text.push_str(before);
            real_text.push_str(&real(&block[..end], folder.path()));
            commands += block[..end].matches("$ ").count();
            rest = &block[end..];
        }
        real_text.push_str(rest);
        if updating() {
            fs::write(&path, &real_text).expect("written");
        } else {
            let differing = text.lines().zip(real_text.lines()).find(|(a, b)| a != b);
            assert!(
                text == real_text,
                "{} does not show what the program prints; if that has changed on purpose, run \
                 UPDATE_SAMPLES=1 cargo test --test documents\nshown, real: {differing:#?}",
                path.display()
            );
        }
    }
    assert!(commands > 5, "the documents show something");
}

#[test]
fn lines_left_out_are_those_after_the_last_shown() {
    assert_eq!(excerpt("a\nb\nc\n", &["x", "y"]), ["a", "b", "c"]);
    assert_eq!(excerpt("a\nb\nc\n", &["x", "..."]), ["a", "..."]);
    assert_eq!(excerpt("a\n", &["x", "y", "..."]), ["a", "..."]);
}

/// The reference of all codes, from the table.
fn codes() -> String {
    let mut text = String::from(
        "# Finding codes\n\n\
         Made from the table in `src/finding/codes.rs` by `UPDATE_SAMPLES=1 cargo test --test documents`.\n\
         `audit explain CODE` prints an entry with what the audit says of its example. A code keeps its name;\n\
         its severity is the one that it has where nothing says otherwise.\n",
    );
    let mut stage = None;
    for &code in Code::ALL {
        if stage != Some(code.stage()) {
            stage = Some(code.stage());
            text.push_str(&format!("\n## {}\n", code.stage().name()));
        }
        text.push_str(&format!(
            "\n### {}\n\n*{}.* {}\n\n",
            code.id(),
            code.severity().name(),
            code.says()
        ));
        match code.example() {
            Example::Sgf(sgf) => text.push_str(&format!("```sgf\n{}\n```\n", shown(sgf))),
            Example::Told(how) => text.push_str(&format!("For example: {how}.\n")),
        }
    }
    text
}

/// An example for a document: long ones are cut, and what acts is written out.
fn shown(sgf: &str) -> String {
    let text: Vec<String> = sgf
        .lines()
        .map(|line| sgf_audit::report::page::fitted(line, 100, sgf_audit::report::page::Cut::End))
        .collect();
    text.join("\n")
}

/// The reference of all causes, from the table.
fn causes() -> String {
    let mut text = String::from(
        "# Causes\n\n\
         Made from the table in `src/judge/cause.rs` by `UPDATE_SAMPLES=1 cargo test --test documents`.\n\
         The column `cause` says by which counting convention a record agrees, which mistake alone gives a record that\n\
         differs, or why nothing is claimed. `audit causes` lists them, `audit explain CAUSE` prints an entry with what the\n\
         audit says of its example.\n\n\
         A convention moves a margin by single points, as many as the board has at most; it never explains a territory or a\n\
         group. `dead-stones-taken-off` alone may move it by more: dead stones count on the board by the letter of some rules, and\n\
         servers take them off. Where several kinds of mistakes give a record, `cause` is blank and the finding's message names them, the\n\
         likeliest first; a cause that on a board of its size fits by chance more often than not is left to the message, too;\n\
         and what is off by a single point is `one-point`, whatever else gives it.\n\n",
    );
    text.push_str(include_str!("causes-measured.md"));
    let mut last = None;
    for &cause in Cause::ALL {
        if last != Some(cause.explains()) {
            last = Some(cause.explains());
            text.push_str(&format!("\n## {}\n", cause.explains().heading()));
        }
        text.push_str(&format!(
            "\n### {}\n\n{} Severity: {}.\n\n",
            cause.slug(),
            sgf_audit::report::explain::sentence(cause),
            cause.effect_on_severity()
        ));
        match cause.example() {
            Example::Sgf(sgf) => text.push_str(&format!("```sgf\n{}\n```\n", sgf)),
            Example::Told(how) => text.push_str(&format!("For example: {how}.\n")),
        }
    }
    text
}

#[test]
fn the_reference_of_causes_is_the_table() {
    let path = root().join("docs/causes.md");
    if updating() {
        fs::write(&path, causes()).expect("written");
    }
    let committed = fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == causes(),
        "docs/causes.md is not that of the table; run UPDATE_SAMPLES=1 cargo test --test documents"
    );
}

#[test]
fn the_reference_of_codes_is_the_table() {
    let path = root().join("docs/codes.md");
    if updating() {
        fs::write(&path, codes()).expect("written");
    }
    let committed = fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == codes(),
        "docs/codes.md is not that of the table; run UPDATE_SAMPLES=1 cargo test --test documents"
    );
}

/// The settings that `audit config` prints, each with its table and default.
fn settings() -> Vec<[String; 3]> {
    let empty = tempfile::tempdir().expect("a folder");
    let printed = run(
        &["config".to_owned(), "--isolated".to_owned()],
        empty.path(),
    );
    let mut table = String::new();
    let mut all = Vec::new();
    for line in printed.lines() {
        let (said, _) = line.rsplit_once(" # default").unwrap_or((line, ""));
        if let Some(name) = said.strip_prefix('[') {
            table = name.trim_end_matches(']').to_owned();
        } else if let Some((key, default)) = said.split_once(" = ") {
            // Some only a file that is named may say.
            all.push([
                table.clone(),
                key.trim_start_matches("# ").to_owned(),
                format!("`{}`", default.trim()),
            ]);
        } else if let Some(key) = said
            .strip_prefix("# ")
            .and_then(|it| it.split_once(" is not"))
        {
            all.push([table.clone(), key.0.to_owned(), String::new()]);
        }
    }
    all
}

/// The page has a row for every setting, with its default, and no other; and a flag stands for one
/// of them, or only on the command line.
#[test]
fn the_page_of_settings_has_every_one() {
    let path = root().join("docs/configuration.md");
    let page = fs::read_to_string(path).expect("a page");
    let sets: String = RuleSet::ALL
        .iter()
        .map(|set| format!(" `{}`", set.name()))
        .collect();
    assert!(page.contains(&format!("| `rules` | a rule set:{sets} |")));
    let mut table = String::new();
    let (mut rows, mut flags) = (Vec::new(), Vec::new());
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            table = name.trim_matches(['[', ']']).to_owned();
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let ["", key, _, default, flag, _, ""] = cells[..]
            && key.starts_with('`')
        {
            rows.push([table.clone(), key.replace('`', ""), default.to_owned()]);
            flags.extend(flag.split('`').filter(|flag| flag.starts_with("--")));
        }
    }
    assert_eq!(rows, settings());
    let (_, only) = page
        .split_once("## Only on the command line")
        .expect("a list");
    flags.extend(only.split('`').filter(|flag| flag.starts_with("--")));
    let help = run(&["--help".to_owned()], root());
    let lines = help.lines().map(str::trim_start);
    for line in lines.filter(|line| line.starts_with('-')) {
        // Other lines that begin with a dash list values, or go on with a sentence.
        let word = line.split_whitespace().find(|word| word.starts_with("--"));
        let Some(flag) = word.and_then(|word| word.split(['[', '=', ',']).next()) else {
            continue;
        };
        assert!(
            ["--help", "--version"].contains(&flag) || flags.contains(&flag),
            "{flag} is not on the page"
        );
    }
}

#[test]
fn the_table_of_columns_is_the_table() {
    let path = root().join("docs/reading-a-report.md");
    let text = fs::read_to_string(&path).expect("a document");
    let (before, rest) = text
        .split_once("<!-- columns")
        .expect("where the table begins");
    let (mark, rest) = rest.split_once('\n').expect("a line");
    let (table, after) = rest
        .split_once("<!-- end -->")
        .expect("where the table ends");
    let mut real = String::from("\n| column | meaning |\n|---|---|\n");
    for column in sgf_audit::report::columns::COLUMNS {
        real.push_str(&format!("| `{}` | {} |\n", column.name, column.says));
    }
    real.push('\n');
    if updating() {
        let text = format!("{before}<!-- columns{mark}\n{real}<!-- end -->{after}");
        fs::write(&path, text).expect("written");
    } else {
        assert!(
            table == real,
            "run UPDATE_SAMPLES=1 cargo test --test documents"
        );
    }
}

/// Every test that the page on security names is there: `file: function`, or `function` alone
/// after one of the same file.
#[test]
fn the_tries_of_the_page_on_security_are_repeated() {
    let page = fs::read_to_string(root().join("docs/security.md")).unwrap();
    let sources = |folder: &str, file: &str| -> String {
        let stem = root().join(folder).join(file.replace("::", "/"));
        let mut text = fs::read_to_string(stem.with_extension("rs")).unwrap_or_default();
        for entry in fs::read_dir(stem).into_iter().flatten().flatten() {
            text += &fs::read_to_string(entry.path()).unwrap_or_default();
        }
        text
    };
    let mut named = 0;
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let cell = line.trim_end_matches('|').rsplit('|').next().unwrap();
        let mut text = String::new();
        for test in cell.split('`').skip(1).step_by(2) {
            let function = match test.split_once(": ") {
                Some((file, function)) => {
                    let folders = ["tests", "src", "src/cli"];
                    text = folders.map(|folder| sources(folder, file)).concat();
                    function
                }
                // A scene or a fuzz target, by the name of its file.
                None if !text.contains(&format!("fn {test}(")) => {
                    let files = [
                        format!("tests/scenes/{test}.txt"),
                        format!("fuzz/fuzz_targets/{test}.rs"),
                    ];
                    assert!(
                        files.iter().any(|f| root().join(f).is_file()),
                        "{test}: {line}"
                    );
                    continue;
                }
                None => test,
            };
            assert!(text.contains(&format!("fn {function}(")), "{test}: {line}");
            named += 1;
        }
    }
    assert!(named > 30, "{named} tests named");
}

/// Files and folders that the page on the architecture names are there.
#[test]
fn the_page_on_the_architecture_names_what_is_there() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for name in page.split('`').skip(1).step_by(2) {
        let is_file = name.ends_with(".rs") || name.ends_with('/');
        if is_file && !name.contains(' ') {
            let places = ["", "src"].map(|folder| root().join(folder).join(name));
            assert!(places.iter().any(|place| place.exists()), "{name}");
        }
    }
}
