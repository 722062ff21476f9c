//! Scenes: files, commands and what they say, each scene a file in tests/scenes/.
//!
//! A scene is played in an empty folder. Lines before the first `---` say what it shows. Then:
//!
//! ```text
//! --- file NAME          a file with the lines that follow
//! --- base64 NAME        a file of bytes, as base64 on the lines that follow
//! --- remove NAME        a file is taken away
//! --- move FROM TO       a file gets another name
//! --- link FROM TO       a symbolic link
//! --- pipe NAME          a named pipe
//! --- git ARGUMENTS      git does something
//! --- run N: ARGUMENTS   the program ends with exit code N; of the lines that follow, each occurs
//!                        in what it prints, or, after `! `, does not; after `+ ` stands a file
//!                        that is there then. Blanks and line ends are all the same; ESC is `\e`
//! --- flag N: FLAG: ARGUMENTS
//!                        the same with the flag (and its value) after the arguments; and without
//!                        it, it would not be so
//! --- same A B           two files have the same bytes
//! --- absent NAME        there is no such file
//! --- holds NAME         the lines that follow, and no others, are those of the file
//! ```
//!
//! Every flag in every `--help` of the program has a scene with `flag`.
#![cfg(all(feature = "cli", unix))]

mod common;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

/// Exit code and all that is printed.
fn run(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let output = common::output(
        Command::new(env!("CARGO_BIN_EXE_audit"))
            .args(shlex::split(arguments).expect("words"))
            .current_dir(folder)
            .stdin(Stdio::null()),
    );
    let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (
        output.status.code(),
        printed.concat().replace('\u{1b}', "\\e"),
    )
}

/// Runs the program; what is not as it should be, if anything is.
fn check(event: &Event<'_>, folder: &Path, code: &str, arguments: &str) -> Option<String> {
    let (exit, printed) = run(folder, arguments);
    let mut wrong = Vec::new();
    if exit != code.parse().ok() {
        wrong.push(format!("exit code {exit:?}"));
    }
    let said = words(&printed);
    for line in event.below.iter().filter(|line| !line.trim().is_empty()) {
        if let Some(absent) = line.strip_prefix("! ") {
            if said.contains(&words(absent)) {
                wrong.push(format!("does say: {absent}"));
            }
        } else if let Some(name) = line.strip_prefix("+ ") {
            if !folder.join(name).exists() {
                wrong.push(format!("there is no {name}"));
            }
        } else if !said.contains(&words(line)) {
            wrong.push(format!("does not say: {line}"));
        }
    }
    (!wrong.is_empty()).then(|| format!("{}\nbut says:\n{printed}", wrong.join("\n")))
}

/// Exit code, flag and arguments of an event `flag`.
fn flagged(rest: &str) -> (&str, &str, &str) {
    let (code, rest) = rest.split_once(": ").expect("an exit code");
    let (flag, arguments) = rest.split_once(':').expect("a flag");
    (code, flag, arguments)
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
        "absent" => path(rest).exists().then(|| format!("there is {rest}")),
        "holds" => {
            let held = fs::read_to_string(path(rest)).unwrap();
            let wanted = below();
            (held.trim_end() != wanted.trim_end()).then(|| format!("{rest} holds\n{held}"))
        }
        "run" => {
            let (code, arguments) = rest.split_once(':').expect("an exit code");
            check(event, folder, code, arguments)
        }
        "flag" => {
            let (code, flag, arguments) = flagged(rest);
            if check(event, folder, code, arguments).is_none() {
                return Some("it is the same without the flag".to_owned());
            }
            check(event, folder, code, &format!("{arguments} {flag}"))
        }
        "base64" => {
            let bytes = STANDARD.decode(event.below.concat()).expect("base64");
            fs::write(path(rest), bytes).unwrap();
            None
        }
        "link" => {
            let (from, to) = rest.split_once(' ').expect("two names");
            std::os::unix::fs::symlink(from, path(to)).unwrap();
            None
        }
        "pipe" => {
            common::fifo(&path(rest));
            None
        }
        "git" => {
            let output = Command::new("git")
                .args(["-c", "user.name=a", "-c", "user.email=a@b.c"])
                .args(rest.split_whitespace())
                .current_dir(folder)
                .output()
                .expect("git runs");
            (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into())
        }
        other => panic!("no event is called {other}"),
    }
}

/// The scenes: their names and what they are.
fn scenes() -> Vec<(String, String)> {
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    common::files_of("tests/scenes")
        .iter()
        .map(|path| (name(path), fs::read_to_string(path).unwrap()))
        .collect()
}

#[test]
fn every_scene_is_as_it_says() {
    let scenes = scenes();
    assert!(scenes.len() > 5);
    let mut wrong = String::new();
    for (scene, text) in scenes {
        let folder = tempfile::tempdir().unwrap();
        for event in events(&text) {
            if let Some(what) = play(&event, folder.path()) {
                wrong += &format!("{scene}:{}: {}\n{what}\n", event.line, event.what);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The flags in the help of a command, short ones too.
fn flags(command: &str) -> BTreeSet<String> {
    let (_, help) = run(Path::new("."), &format!("{command} --help"));
    help.lines()
        .filter(|line| line.starts_with("  "))
        .flat_map(|line| {
            line.split_whitespace()
                .map(|word| word.trim_end_matches(','))
                .take_while(|word| word.starts_with('-') && *word != "-")
                .map(|word| word.split(['[', '=']).next().unwrap().to_owned())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The commands in the help; nothing stands for an audit.
fn commands() -> Vec<String> {
    let (_, help) = run(Path::new("."), "--help");
    let commands = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next());
    commands.chain([""]).map(str::to_owned).collect()
}

#[test]
fn every_flag_of_every_command_has_a_scene() {
    let commands = commands();
    assert!(commands.len() > 5, "{commands:?}");
    let mut shown = BTreeSet::new();
    for (_, text) in scenes() {
        for event in events(&text) {
            let Some(rest) = event.what.strip_prefix("flag ") else {
                continue;
            };
            let (_, flag, arguments) = flagged(rest);
            let command = arguments.split_whitespace().next().unwrap_or_default();
            let command = commands.iter().find(|name| *name == command);
            let flag = flag.split([' ', '=']).next().unwrap_or_default();
            shown.insert((command.cloned().unwrap_or_default(), flag.to_owned()));
        }
    }
    let mut missing = Vec::new();
    for command in &commands {
        let flags = flags(command);
        assert!(
            flags.contains("--help") && flags.contains("-h"),
            "{flags:?}"
        );
        for flag in flags {
            if !shown.contains(&(command.clone(), flag.clone())) {
                missing.push(format!("audit {command} {flag}"));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "no scene has `flag`:\n{}",
        missing.join("\n")
    );
}
