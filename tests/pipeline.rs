//! In a pipeline: the action's steps and the hook, run on a small repository, and the summary that
//! a CI server shows.
#![cfg(all(feature = "cli", unix))]

#[path = "common/archives.rs"]
mod archives;
mod common;

use archives::put;
use pulldown_cmark::{Event, Options, Parser, Tag};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const AUDIT: &str = env!("CARGO_BIN_EXE_audit");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn yaml(path: &str) -> Value {
    let text = fs::read_to_string(root().join(path)).expect(path);
    serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A game that White wins by 5.5 points.
fn game(result: &str) -> Vec<u8> {
    format!(
        "(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[{result}];AB[ac][ba][bb][bc][bd][be]\
         AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])"
    )
    .into_bytes()
}

fn git(folder: &Path, arguments: &[&str]) -> bool {
    let output = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@b.c"])
        .args(arguments)
        .current_dir(folder)
        .output();
    output.is_ok_and(|output| output.status.success())
}

/// The repository of `pipeline/action.yaml`; nothing where there is no git.
fn repository() -> Option<tempfile::TempDir> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    if !git(path, &["init", "-q"]) {
        common::skipped("no git");
        return None;
    }
    put(path, "good/a.sgf", &game("W+5.5"));
    put(path, "bad/b c.sgf", &game("W+3.5"));
    assert!(git(path, &["add", "."]) && git(path, &["commit", "-qm", "first"]));
    put(path, "new/d.sgf", &game("W+3.5"));
    assert!(git(path, &["add", "."]) && git(path, &["commit", "-qm", "second"]));
    Some(folder)
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().unwrap_or_else(|| panic!("{value}"))
}

fn texts(value: &Value) -> Vec<&str> {
    let list = value.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(Value::as_str).collect()
}

/// What the steps of an action did.
struct Ran {
    exit: Option<i32>,
    log: String,
    summary: String,
    output: String,
}

/// Runs the steps of `action.yml` as GitHub's runner does: each script by
/// `bash --noprofile --norc -eo pipefail`, with the inputs in its environment.
fn run(action: &Path, workspace: &Path, with: &Map<String, Value>, more: &[(&str, &str)]) -> Ran {
    let description = fs::read_to_string(action.join("action.yml")).expect("action.yml");
    let description: Value = serde_saphyr::from_str(&description).expect("YAML");
    let input = |name: &str| -> String {
        let declared = &description["inputs"][name];
        let given = with.get(name).unwrap_or(&declared["default"]);
        given
            .as_str()
            .unwrap_or_else(|| panic!("{name}"))
            .to_owned()
    };
    let temp = tempfile::tempdir().unwrap();
    let file = |name: &str| {
        put(temp.path(), name, b"");
        temp.path().join(name)
    };
    let (output, summary) = (file("output"), file("summary"));
    let mut ran = Ran {
        exit: Some(0),
        log: String::new(),
        summary: String::new(),
        output: String::new(),
    };
    for step in description["runs"]["steps"].as_array().expect("steps") {
        match step.get("if").map(|condition| condition.as_str()) {
            None => {}
            Some(Some("inputs.program == ''")) if input("program").is_empty() => {}
            Some(Some("inputs.program == ''")) => continue,
            other => panic!("a condition that is not known here: {other:?}"),
        }
        assert_eq!(step["shell"], "bash");
        let script = temp.path().join("script.sh");
        fs::write(&script, step["run"].as_str().expect("run")).unwrap();
        let mut command = Command::new("bash");
        command
            .args(["--noprofile", "--norc", "-eo", "pipefail"])
            .arg(&script)
            .current_dir(workspace)
            .env("RUNNER_TEMP", temp.path())
            .env("GITHUB_ACTION_PATH", action)
            .env("GITHUB_OUTPUT", &output)
            .env("GITHUB_STEP_SUMMARY", &summary)
            .envs(more.iter().copied());
        for (name, value) in step.get("env").map(object).into_iter().flatten() {
            let value = value.as_str().expect("text");
            if value.starts_with("${{ github.action_") {
                // Of these the cases say what they are.
                let given = more.iter().any(|(given, _)| given == name);
                assert!(given || matches!(name.as_str(), "ACTION_REF" | "ACTION_REPOSITORY"));
                continue;
            }
            let of = value
                .strip_prefix("${{ inputs.")
                .and_then(|rest| rest.strip_suffix(" }}"))
                .unwrap_or_else(|| panic!("{value}"));
            command.env(name, input(of));
        }
        let done = command.output().expect("bash");
        ran.exit = done.status.code();
        ran.log += &String::from_utf8_lossy(&done.stdout);
        ran.log += &String::from_utf8_lossy(&done.stderr);
        if ran.exit != Some(0) {
            break;
        }
    }
    ran.summary = fs::read_to_string(summary).unwrap();
    ran.output = fs::read_to_string(output).unwrap();
    ran
}

#[test]
fn the_action_does_what_its_inputs_say() {
    for case in yaml("tests/pipeline/action.yaml").as_array().unwrap() {
        let Some(repository) = repository() else {
            return;
        };
        let mut with = object(&case["with"]).clone();
        with.insert("program".to_owned(), AUDIT.into());
        let ran = run(root(), repository.path(), &with, &[]);
        let said = format!("{case}\n{}\n{}", ran.log, ran.summary);
        let exit = case["exit"].as_i64().expect("exit");
        assert_eq!(ran.exit.map(i64::from), Some(exit), "{said}");
        assert_eq!(ran.output, format!("exit-code={exit}\n"), "{said}");
        // Of what the audit says of the games nothing is a command to the runner.
        let word = ran
            .log
            .lines()
            .find_map(|l| l.strip_prefix("::stop-commands::"));
        let word = word.filter(|word| word.len() == 32).expect("a word");
        let again = format!("::{word}::");
        let begins = |start: &str| ran.log.lines().position(|l| l.starts_with(start));
        assert!(begins(&again) > begins("::stop-commands::"), "{said}");
        for shown in ["::error", "::warning", "::notice"] {
            assert!(
                begins(shown).is_none_or(|at| Some(at) > begins(&again)),
                "{said}"
            );
        }
        for text in texts(&case["log"]) {
            assert!(ran.log.contains(text), "{text} is in the log\n{said}");
        }
        for text in texts(&case["summary"]) {
            assert!(
                ran.summary.contains(text),
                "{text} is in the summary\n{said}"
            );
        }
        for text in texts(&case["silent"]) {
            let silent = !ran.log.contains(text) && !ran.summary.contains(text);
            assert!(silent, "{text} is said nowhere\n{said}");
        }
        for name in texts(&case["files"]) {
            let bytes = fs::read(repository.path().join(name)).expect(name);
            assert!(!bytes.is_empty(), "{name}");
        }
        for name in ["owned", "owned.csv"] {
            assert!(!repository.path().join(name).exists(), "{said}");
        }
    }
}

/// A release is taken where there is one for the system, and only if it is what was released.
#[cfg(target_os = "linux")]
#[test]
fn the_action_takes_what_was_released() {
    let Some(repository) = repository() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let releases = "owner/name/releases/download/v1.2.3";
    let name = "audit-Linux-X64";
    let pack = format!(
        "mkdir -p {releases} {name} && ln -s {AUDIT} {name}/audit \
         && tar -chzf {releases}/{name}.tar.gz {name} && cd {releases} \
         && sha256sum {name}.tar.gz > {name}.tar.gz.sha256"
    );
    let bash = |script: &str| {
        let mut command = Command::new("bash");
        let done = command
            .args(["-ec", script])
            .current_dir(folder.path())
            .status();
        done.is_ok_and(|status| status.success())
    };
    if !bash(&format!("command -v curl && {pack}")) {
        common::skipped("no curl, or nothing to pack with");
        return;
    }
    let server = format!("file://{}", folder.path().display());
    let mut more = vec![
        ("GITHUB_SERVER_URL", server.as_str()),
        ("ACTION_REPOSITORY", "owner/name"),
        ("ACTION_REF", "v1.2.3"),
        ("RUNNER_OS", "Linux"),
        ("RUNNER_ARCH", "X64"),
    ];
    // No cargo is asked for anything.
    let action = tempfile::tempdir().unwrap();
    fs::copy(root().join("action.yml"), action.path().join("action.yml")).unwrap();
    let ran = run(action.path(), repository.path(), &Map::new(), &more);
    assert_eq!(ran.output, "exit-code=1\n", "{}", ran.log);
    assert!(ran.log.contains("audit v1.2.3, as released"), "{}", ran.log);
    // A version without programs, a branch: it would be built.
    for reference in ["v9.9.9", "main"] {
        more[2] = ("ACTION_REF", reference);
        let ran = run(action.path(), repository.path(), &Map::new(), &more);
        assert!(ran.log.contains("building it"), "{}", ran.log);
        assert_eq!(ran.output, "", "{}", ran.log);
    }
    more[2] = ("ACTION_REF", "v1.2.3");
    assert!(bash(&format!("echo more >> {releases}/{name}.tar.gz")));
    let ran = run(action.path(), repository.path(), &Map::new(), &more);
    assert_eq!(
        (ran.exit, ran.output.as_str()),
        (Some(1), ""),
        "{}",
        ran.log
    );
    assert!(!ran.log.contains("building it"), "{}", ran.log);
}

/// Inputs are used, described and documented; no script has an expression in it, in which an input
/// could be a command.
#[test]
fn the_action_is_whole() {
    let action = yaml("action.yml");
    let page = fs::read_to_string(root().join("docs/in-a-pipeline.md")).unwrap();
    let steps = action["runs"]["steps"].as_array().unwrap();
    let used: Vec<&str> = steps
        .iter()
        .filter_map(|step| step.get("env"))
        .flat_map(|env| object(env).values())
        .filter_map(Value::as_str)
        .filter(|value| !value.starts_with("${{ github.action_"))
        .collect();
    for (name, input) in object(&action["inputs"]) {
        let description = input["description"].as_str().unwrap();
        assert!(input["default"].is_string(), "{name}");
        assert!(
            used.contains(&format!("${{{{ inputs.{name} }}}}").as_str()),
            "{name}"
        );
        let row = format!("| `{name}` | {description} |");
        assert!(page.contains(&row), "docs/in-a-pipeline.md has {row}");
    }
    assert_eq!(used.len(), object(&action["inputs"]).len());
    let names = steps.iter().filter_map(|step| step["id"].as_str());
    assert!(names.eq(["audit"]), "what the outputs refer to");
    for step in steps {
        assert!(!step["run"].as_str().unwrap().contains("${{"));
    }
}

/// The lines that do without the action what it does, as the page has them, in a shell that stops at the first failure as a
/// runner's does.
#[test]
fn the_lines_without_the_action_end_as_the_audit_does() {
    let page = fs::read_to_string(root().join("docs/in-a-pipeline.md")).unwrap();
    let (_, after) = page.split_once("Without the action the same is").unwrap();
    let lines = after.split("```").nth(1).unwrap();
    let lines = lines.strip_prefix("text\n").unwrap();
    let programs = Path::new(AUDIT).parent().unwrap().to_str().unwrap();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    // Two points off is a warning, and another winner an error.
    for (games, exit, shown) in [
        (Some("W+5.5"), 0, ""),
        (Some("B+5.5"), 1, "::error file=games/a.sgf"),
        (None, 2, ""),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        put(here, "annotations.github", b"::error::of a run before\n");
        if let Some(result) = games {
            put(here, "games/a.sgf", &game(result));
        }
        let output = Command::new("bash")
            .args(["-e", "-c", lines])
            .env("PATH", &path)
            .env("GITHUB_STEP_SUMMARY", here.join("summary.md"))
            .current_dir(here)
            .output()
            .unwrap();
        let log = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(exit), "{log}");
        let annotations = log.lines().filter(|line| line.starts_with("::error"));
        assert_eq!(annotations.count(), usize::from(exit == 1), "{log}");
        assert!(log.contains(shown), "{log}");
    }
}

/// What pre-commit does with the hook: its entry, with the files that are staged.
#[test]
fn the_hook_looks_at_the_files_that_are_staged() {
    let Some(repository) = repository() else {
        return;
    };
    let hooks = yaml(".pre-commit-hooks.yaml");
    let [hook] = hooks.as_array().unwrap().as_slice() else {
        panic!("one hook")
    };
    assert_eq!(
        (&hook["id"], &hook["language"]),
        (&"audit".into(), &"rust".into())
    );
    let mut words = hook["entry"].as_str().unwrap().split(' ');
    assert_eq!(words.next(), Path::new(AUDIT).file_name().unwrap().to_str());
    for (files, exit) in [
        (vec!["good/a.sgf"], 0),
        (vec!["good/a.sgf", "bad/b c.sgf"], 1),
        (vec!["bad/b c.sgf", "new/d.sgf"], 1),
    ] {
        let output = Command::new(AUDIT)
            .args(words.clone())
            .args(texts(&hook["args"]))
            .args(&files)
            .current_dir(repository.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(exit), "{files:?}");
    }
}

/// A copy of the last commit in which it has a tag, as others name it.
fn tagged(folder: &Path) -> Option<PathBuf> {
    let copy = folder.join("tagged");
    let from = root().to_str()?;
    let made = git(folder, &["clone", "-q", "--no-local", from, "tagged"])
        && git(&copy, &["tag", "v0.0.1-test"])
        && git(&copy, &["checkout", "-q", "v0.0.1-test"]);
    if !made {
        common::skipped("no git, or no repository here");
    }
    made.then_some(copy)
}

#[test]
#[ignore = "builds the program: tests/readers/run runs it, with what it needs"]
fn the_action_builds_from_a_tag() {
    let folder = tempfile::tempdir().unwrap();
    let (Some(repository), Some(action)) = (repository(), tagged(folder.path())) else {
        return;
    };
    let target = root().join("target");
    let target = [("CARGO_TARGET_DIR", target.to_str().unwrap())];
    let ran = run(&action, repository.path(), &Map::new(), &target);
    assert_eq!(ran.exit, Some(1), "{}", ran.log);
    assert_eq!(ran.output, "exit-code=1\n", "{}", ran.log);
    assert!(
        ran.summary.starts_with("## audit: 3 games\n"),
        "{}",
        ran.summary
    );
}

#[test]
#[ignore = "builds the program: tests/readers/run runs it, with what it needs"]
fn pre_commit_runs_the_hook_from_a_tag() {
    let folder = tempfile::tempdir().unwrap();
    let (Some(repository), Some(hooks)) = (repository(), tagged(folder.path())) else {
        return;
    };
    let path = repository.path();
    let configuration = format!(
        "repos:\n- repo: {}\n  rev: v0.0.1-test\n  hooks:\n  - id: audit\n    args: [--quiet]\n",
        hooks.display()
    );
    put(path, ".pre-commit-config.yaml", configuration.as_bytes());
    assert!(git(path, &["add", "."]));
    let pre_commit = |files: &[&str]| {
        Command::new("pre-commit")
            .args(["run", "--verbose", "--files"])
            .args(files)
            .env("PRE_COMMIT_HOME", folder.path().join("home"))
            .env("CARGO_TARGET_DIR", root().join("target"))
            .current_dir(path)
            .output()
    };
    for (files, exit, said) in [
        (vec!["good/a.sgf"], 0, "Passed"),
        (vec!["good/a.sgf", "bad/b c.sgf"], 1, "Failed"),
        (vec![".pre-commit-config.yaml"], 0, "Skipped"),
    ] {
        let Ok(output) = pre_commit(&files) else {
            common::skipped("no pre-commit");
            return;
        };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(exit), "{text}");
        assert!(text.contains(said), "{text}");
    }
}

/// The summary is headings, tables and text, whatever files are called and records say.
#[test]
fn the_summary_is_markdown_in_which_names_are_text() {
    let folder = tempfile::tempdir().unwrap();
    let odd = "[a](http:b) <b> |`x` *y* www.z.sgf";
    put(folder.path(), "g/plain.sgf", &game("W+5.5"));
    put(folder.path(), &format!("g/{odd}"), &game("W+3.5"));
    put(folder.path(), "g/broken | <i>.sgf", b"hello");
    let output = Command::new(AUDIT)
        .args([
            "g",
            "--summary",
            "s.md",
            "-q",
            "--referee",
            "cat",
            "--referee-timeout",
            "9",
        ])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = fs::read_to_string(folder.path().join("s.md")).unwrap();
    let (mut cells, mut cell, mut headings) = (Vec::new(), None, 0);
    for event in Parser::new_ext(&text, Options::ENABLE_TABLES | Options::ENABLE_GFM) {
        match event {
            Event::Start(Tag::TableCell) => cell = Some(String::new()),
            Event::End(pulldown_cmark::TagEnd::TableCell) => cells.extend(cell.take()),
            Event::Start(Tag::Heading { .. }) => headings += 1,
            Event::Text(text) => {
                if let Some(cell) = &mut cell {
                    cell.push_str(&text);
                }
            }
            Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::Paragraph)
            | Event::End(_) => {}
            other => panic!("{other:?} in\n{text}"),
        }
    }
    assert_eq!(headings, 5, "{text}");
    for cell in [
        format!("g/{odd}"),
        "g/broken | <i>.sgf".to_owned(),
        "W+3.5".to_owned(),
    ] {
        assert!(cells.contains(&cell), "{cell} in {cells:?}");
    }
    // It is appended to what other steps have said.
    fs::write(folder.path().join("s.md"), "before\n").unwrap();
    let again = Command::new(AUDIT)
        .args(["g", "--summary", "s.md", "-q"])
        .current_dir(folder.path())
        .status();
    assert_eq!(again.unwrap().code(), Some(1));
    let text = fs::read_to_string(folder.path().join("s.md")).unwrap();
    assert!(
        text.starts_with("before\n## audit: 3 games, 2 with a score\n"),
        "{text}"
    );
}
