//! Scenes: files, commands and what they say, each scene a file in tests/scenes/.
//!
//! A scene is played in an empty folder. Lines before the first `---` say what it shows. Then:
//!
//! ```text
//! --- file NAME          a file with the lines that follow
//! --- remove NAME        a file is taken away
//! --- move FROM TO       a file gets another name
//! --- run N: ARGUMENTS   the program ends with exit code N; of the lines that follow, each occurs
//!                        in what it prints, or, after `! `, does not; blanks and line ends are
//!                        all the same
//! --- same A B           two files have the same bytes
//! --- holds NAME         the lines that follow, and no others, are those of the file
//! ```
#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What happens, with the lines under it.
struct Event<'a> {
    line: usize,
    what: &'a str,
    below: Vec<&'a str>,
}

fn events(text: &str) -> Vec<Event<'_>> {
    let mut events: Vec<Event<'_>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(what) = line.strip_prefix("--- ") {
            events.push(Event {
                line: index + 1,
                what,
                below: Vec::new(),
            });
        } else if let Some(event) = events.last_mut() {
            event.below.push(line);
        }
    }
    events
}

fn run(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), printed.concat())
}

/// A text with one blank for all that separates words.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is not as the scene says, if anything is.
fn play(event: &Event<'_>, folder: &Path) -> Option<String> {
    let (what, rest) = event.what.split_once(' ').expect("an event and its object");
    let path = |name: &str| folder.join(name);
    let below = || -> String {
        let lines = event.below.iter();
        lines.map(|line| format!("{line}\n")).collect()
    };
    match what {
        "file" => {
            let path = path(rest);
            fs::create_dir_all(path.parent().expect("a folder")).unwrap();
            fs::write(path, below()).unwrap();
            None
        }
        "remove" => {
            fs::remove_file(path(rest)).unwrap();
            None
        }
        "move" => {
            let (from, to) = rest.split_once(' ').expect("two names");
            fs::create_dir_all(path(to).parent().expect("a folder")).unwrap();
            fs::rename(path(from), path(to)).unwrap();
            None
        }
        "same" => {
            let (a, b) = rest.split_once(' ').expect("two names");
            let same = fs::read(path(a)).unwrap() == fs::read(path(b)).unwrap();
            (!same).then(|| format!("{a} and {b} are not the same"))
        }
        "holds" => {
            let held = fs::read_to_string(path(rest)).unwrap();
            let wanted = below();
            (held.trim_end() != wanted.trim_end()).then(|| format!("{rest} holds\n{held}"))
        }
        "run" => {
            let (code, arguments) = rest.split_once(": ").expect("an exit code");
            let (exit, printed) = run(folder, arguments);
            let mut wrong = Vec::new();
            if exit != code.parse().ok() {
                wrong.push(format!("exit code {exit:?}"));
            }
            let said = words(&printed);
            for line in event.below.iter().filter(|line| !line.trim().is_empty()) {
                match line.strip_prefix("! ") {
                    Some(absent) if said.contains(&words(absent)) => {
                        wrong.push(format!("does say: {absent}"));
                    }
                    None if !said.contains(&words(line)) => {
                        wrong.push(format!("does not say: {line}"))
                    }
                    _ => {}
                }
            }
            (!wrong.is_empty()).then(|| format!("{}\nbut says:\n{printed}", wrong.join("\n")))
        }
        other => panic!("no event is called {other}"),
    }
}

#[test]
fn every_scene_is_as_it_says() {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes");
    let mut paths: Vec<PathBuf> = fs::read_dir(scenes)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(paths.len() > 5);
    let mut wrong = String::new();
    for path in paths {
        let folder = tempfile::tempdir().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        for event in events(&text) {
            if let Some(what) = play(&event, folder.path()) {
                let scene = path.file_name().unwrap().to_string_lossy();
                wrong += &format!("{scene}:{}: {}\n{what}\n", event.line, event.what);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
