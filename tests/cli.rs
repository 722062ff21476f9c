//! The built program: exit codes, outputs, what it says and where.
#![cfg(feature = "cli")]

#[path = "common/archives.rs"]
mod archives;
mod common;

use archives::{GAME, gzip, put, tar, zip};
use common::{Deadline, until};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A game whose record is two points off, with the right winner.
const DIFFERS: &[u8] = b"(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[W+3.5]\
    ;AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])";

fn audit(folder: &Path, arguments: &[&str]) -> Output {
    fed(folder, arguments, b"")
}

/// Runs the program in a folder with something on its standard input.
fn fed(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let deadline = Deadline::of(&child);
    // A program that does not read its input closes it.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    drop(deadline);
    output
}

/// A test that waits for a program ends whatever that does.
#[cfg(unix)]
#[test]
fn a_program_that_does_not_end_is_killed() {
    let mut child = Command::new("sleep").arg("600").spawn().unwrap();
    let deadline = Deadline::within(std::time::Duration::from_millis(20), &child);
    assert_eq!(child.wait().unwrap().code(), None);
    drop(deadline);
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// That no more files can be opened is no fault of those that are not.
#[cfg(unix)]
#[test]
fn too_few_handles_are_a_message() {
    let root = tempfile::tempdir().unwrap();
    for i in 0..60 {
        put(
            root.path(),
            &format!("{i:02}.zip"),
            &zip(&[(b"a.sgf", GAME)]),
        );
    }
    for threads in ["1", "4"] {
        let output = Command::new("sh")
            .args(["-c", "ulimit -n 12 && exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_audit"))
            .args([
                ".",
                "--out",
                "-",
                "--fail-on",
                "never",
                "--threads",
                threads,
            ])
            .current_dir(root.path())
            .output()
            .unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("ulimit -n"), "{said}");
        assert!(!text(&output.stdout).contains("broken"), "{said}");
    }
}

/// The cells of a column.
fn column(csv: &[u8], name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(csv);
    let at = reader
        .headers()
        .unwrap()
        .iter()
        .position(|header| header == name)
        .unwrap();
    reader
        .records()
        .map(|record| record.unwrap()[at].to_owned())
        .collect()
}

/// Threads for which the system has no room are a message, whatever room there is.
#[cfg(target_os = "linux")]
#[test]
fn a_thread_that_cannot_start_is_a_message() {
    let root = three();
    for kilobytes in [150_000, 300_000, 2_000_000, 8_000_000] {
        let output = Command::new("sh")
            .args(["-c", "ulimit -v $0 && exec \"$@\""])
            .arg(kilobytes.to_string())
            .args([env!("CARGO_BIN_EXE_audit"), ".", "--threads", "1024"])
            .current_dir(root.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = text(&output.stderr);
        assert!(said.contains("threads could not be started"), "{said}");
    }
}

/// A game with a warning: its rules are not known.
const WARNING: &[u8] = b"(;GM[1]FF[4]SZ[5]RE[?]RU[of our own]\
    ;AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])";

/// A folder with a clean game, one with a warning and one with an error, and an archive inside another.
fn three() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "clean/a.sgf", GAME);
    let inner = zip(&[(b"x.sgf", GAME)]);
    put(root.path(), "warning/a.sgf", WARNING);
    put(root.path(), "nested/a.zip", &zip(&[(b"in.zip", &inner)]));
    put(root.path(), "error/a.zip", b"no archive at all");
    put(root.path(), "empty/note.txt", b"");
    put(root.path(), "show", GAME);
    put(root.path(), "show.toml", b"[limits]\nnodes = 1000\n");
    put(root.path(), "differs/a.sgf", DIFFERS);
    root
}

#[test]
fn exit_codes() {
    let root = three();
    for line in include_str!("exit-codes.txt").lines() {
        let Some((code, arguments)) = line.split_once(':').filter(|_| !line.starts_with('#'))
        else {
            continue;
        };
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let output = audit(root.path(), &arguments);
        assert_eq!(
            output.status.code(),
            code.trim().parse().ok(),
            "audit {arguments:?}: {}",
            text(&output.stderr)
        );
        if output.status.code() == Some(2) {
            assert!(!output.stderr.is_empty(), "{arguments:?} says why");
            assert!(output.stdout.is_empty(), "{arguments:?} gives no data");
        }
    }
    let left: Vec<_> = fs::read_dir(root.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".partial"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn several_reports_and_standard_output() {
    let root = three();
    let output = audit(
        root.path(),
        &[
            "clean", "nested", "--out", "r.csv", "--out", "r.jsonl", "--out", "-",
        ],
    );
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let csv = fs::read(root.path().join("r.csv")).unwrap();
    assert_eq!(output.stdout, csv, "- is CSV where nothing else is said");
    assert_eq!(column(&csv, "source"), ["a.sgf", "a.zip!in.zip"]);
    assert_eq!(column(&csv, "stopped_at")[1], "discover");
    assert_eq!(column(&csv, "findings")[1], "archive-nested");
    let jsonl = text(&fs::read(root.path().join("r.jsonl")).unwrap());
    assert_eq!(jsonl.lines().count(), 2);
    let output = audit(
        root.path(),
        &["clean", "--out", "-", "--format", "jsonl", "-q"],
    );
    assert_eq!(text(&output.stdout).lines().next(), jsonl.lines().next());
    assert!(output.stderr.is_empty(), "quiet");
}

#[test]
fn the_summary_goes_to_people() {
    let root = three();
    let output = audit(root.path(), &["clean", "error"]);
    assert!(output.stdout.is_empty());
    let said = text(&output.stderr);
    assert!(
        said.contains("2 games") && said.contains("archive-damaged"),
        "{said}"
    );
    assert!(
        !said.contains('\u{1b}'),
        "no colours where there is no terminal"
    );
    let said = text(&audit(root.path(), &["clean", "--color", "always"]).stderr);
    assert!(said.contains('\u{1b}'));
    let said = text(&audit(root.path(), &["empty"]).stderr);
    assert!(said.contains("--all-files"), "{said}");
}

#[test]
fn names_do_nothing_to_a_terminal() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "x\x1b[2J\x07.zip", b"broken");
    let output = audit(root.path(), &[".", "--out", "-"]);
    for stream in [&output.stdout, &output.stderr] {
        let stream = text(stream);
        assert!(stream.contains(r"x\u{1b}[2J\u{7}.zip"), "{stream}");
        assert!(!stream.contains(['\x1b', '\x07']));
    }
}

/// A folder, a file and an archive named outright follow one rule: `root` is the folder that
/// `source` is below, and both together are the path.
#[test]
fn sources_of_several_roots_are_told_apart() {
    let root = tempfile::tempdir().unwrap();
    let here = root.path();
    for folder in ["same/a", "same/b"] {
        put(here, &format!("{folder}/g.sgf"), GAME);
        put(
            here,
            &format!("{folder}/games.zip"),
            &zip(&[(b"in.sgf", GAME)]),
        );
    }
    put(here, "top.sgf", GAME);
    let above = here.join("same/b/g.sgf");
    let named = |paths: &[&str]| {
        let csv = audit(here, &[paths, &["--quiet", "--out", "-"]].concat()).stdout;
        let (roots, sources) = (column(&csv, "root"), column(&csv, "source"));
        let mut both: Vec<_> = roots.into_iter().zip(sources).collect();
        both.sort();
        both
    };
    let of = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        let own = |&(root, source): &(&str, &str)| (root.to_owned(), source.to_owned());
        pairs.iter().map(own).collect()
    };
    assert_eq!(
        named(&["same/a", "./same/b/"]),
        of(&[
            ("./same/b/", "g.sgf"),
            ("./same/b/", "games.zip!in.sgf"),
            ("same/a", "g.sgf"),
            ("same/a", "games.zip!in.sgf"),
        ])
    );
    assert_eq!(
        named(&["same/a/g.sgf", "same/b/games.zip", "top.sgf"]),
        of(&[
            (".", "top.sgf"),
            ("same/a", "g.sgf"),
            ("same/b", "games.zip!in.sgf"),
        ])
    );
    let folder = above.parent().unwrap().to_string_lossy().into_owned();
    assert_eq!(
        named(&[&above.to_string_lossy()]),
        of(&[(&folder, "g.sgf")])
    );
    // Copies of games with the same name do not take each other's place.
    put(here, "wrong/a/d.sgf", DIFFERS);
    put(here, "wrong/b/d.sgf", DIFFERS);
    let output = audit(here, &["wrong/a", "wrong/b", "--annotate", "copies"]);
    let said = text(&output.stderr);
    assert!(said.contains("wrong/a/d.sgf"), "{said}");
    assert!(said.contains("wrong/b/d.sgf"), "{said}");
    for copy in [
        "copies/wrong/a/d.sgf.game0.sgf",
        "copies/wrong/b/d.sgf.game0.sgf",
    ] {
        assert!(here.join(copy).is_file(), "{copy}");
    }
}

#[test]
fn lists_on_standard_input() {
    let root = three();
    put(root.path(), "with\nline.sgf", GAME);
    for (input, sources) in [
        (&b"clean/a.sgf\nshow\n"[..], vec!["a.sgf", "show"]),
        (b"clean/a.sgf\r\n\r\nshow", vec!["a.sgf", "show"]),
        (
            b"with\nline.sgf\0show\0",
            vec!["show", r"with\u{a}line.sgf"],
        ),
        (b"clean\n", vec!["a.sgf"]),
    ] {
        let output = fed(root.path(), &["-", "--out", "-"], input);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(column(&output.stdout, "source"), sources);
    }
    for no_games in [&b""[..], b"\n\n", b"empty\n"] {
        let output = fed(root.path(), &["-", "--out", "-"], no_games);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    }
    let output = fed(root.path(), &["-", "--out", "-"], b"gone.sgf\nshow\n");
    assert_eq!(output.status.code(), Some(2), "as where it is named");
    assert_eq!(column(&output.stdout, "source"), ["gone.sgf", "show"]);
    let never = ["-", "--fail-on", "never"];
    let output = fed(root.path(), &never, b"gone.sgf\nshow\n");
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("a path on standard input cannot be read: "));
}

/// A game in the place of a list of paths is no path that is not there.
#[cfg(unix)]
#[test]
fn a_game_is_no_list_of_paths() {
    let root = tempfile::tempdir().unwrap();
    let output = fed(root.path(), &["-"], GAME);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("audit /dev/stdin < FILE"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let game = put(root.path(), "a.sgf", GAME);
    let output = Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(["/dev/stdin", "--out", "-", "-q", "--fail-on", "never"])
        .stdin(fs::File::open(game).unwrap())
        .output()
        .unwrap();
    let rows = text(&output.stdout);
    assert!(
        rows.lines()
            .nth(1)
            .is_some_and(|row| row.starts_with("stdin,0,1,")),
        "{rows}"
    );
}

/// What the shell hands over as `<(command)` or by `|` is read to its end; a named pipe is not.
#[cfg(unix)]
#[test]
fn known_findings_may_come_from_another_program() {
    let root = three();
    audit(root.path(), &["differs", "--write-baseline", "known.txt"]);
    let known = fs::read(root.path().join("known.txt")).unwrap();
    let arguments = [
        "differs",
        "--fail-on",
        "warning",
        "--baseline",
        "/dev/stdin",
    ];
    let output = fed(root.path(), &arguments, &known);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let output = fed(root.path(), &arguments, &known[..known.len() - 1]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    let said = text(&output.stderr);
    assert!(said.contains("damaged, or cut short"), "{said}");
}

/// However long the name of a file without a game is that an archive has, what is written down is known.
#[test]
fn a_name_longer_than_any_line_is_known_again() {
    let root = three();
    let name = "a".repeat(2_000_000) + ".sgf";
    let archive = tar(&[(b"A.sgf", GAME), (name.as_bytes(), b"no game")]);
    put(root.path(), "long/long.tar", &archive);
    let written = audit(root.path(), &["long", "--write-baseline", "known.txt"]);
    assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
    let known = fs::read_to_string(root.path().join("known.txt")).unwrap();
    assert!(known.contains(" no-game 1 "), "{known}");
    let again = ["long", "--baseline", "known.txt", "--fail-on", "warning"];
    let again = audit(root.path(), &again);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
}

/// What is named outright by a path that is longer than the system takes at once is read as any other.
#[cfg(unix)]
#[test]
fn paths_beyond_the_longest_may_be_named() {
    let root = tempfile::tempdir().unwrap();
    let name = "d".repeat(255);
    let at = archives::deep_folder(root.path(), &name, 17);
    archives::put_at(&at, "g.sgf", GAME);
    let folder = format!("{name}/").repeat(17);
    let file = folder.clone() + "g.sgf";
    let report = ["--isolated", "-q", "--fail-on", "never", "--out", "-"];
    let listed = fed(
        root.path(),
        &[&["-"], &report[..]].concat(),
        file.as_bytes(),
    );
    let of_file = audit(root.path(), &[&[file.as_str()], &report[..]].concat());
    let of_folder = audit(root.path(), &[&[folder.as_str()], &report[..]].concat());
    let show = audit(root.path(), &["show", "--isolated", &file]);
    archives::remove_deep(root.path());
    for output in [&listed, &of_file, &of_folder, &show] {
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    assert_eq!(listed.stdout, of_file.stdout);
    for output in [&of_file, &of_folder] {
        assert_eq!(column(&output.stdout, "source"), ["g.sgf"]);
    }
}

/// A small stack is no reason to end in the middle of things.
#[cfg(target_os = "linux")]
#[test]
fn a_small_stack_is_enough() {
    let root = three();
    let limited = "ulimit -s 80 && exec \"$0\" show clean/a.sgf --isolated";
    let output = common::output(
        Command::new("sh")
            .args(["-c", limited, env!("CARGO_BIN_EXE_audit")])
            .current_dir(root.path())
            .stdin(Stdio::null()),
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// Sources of one name come in the order of their roots, not of the arguments.
#[test]
fn the_order_of_the_paths_changes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let paths = ["one", "two", "three/a.sgf", "four/a.zip", "five/a.zip"];
    for (at, path) in paths.iter().enumerate() {
        let game = format!("(;GM[1]SZ[9]PB[{at}]RE[B+{at}.5];B[ee])");
        let (name, bytes) = match path {
            archive if archive.ends_with(".zip") => {
                (path.to_string(), zip(&[(b"a.sgf", game.as_bytes())]))
            }
            file if file.ends_with(".sgf") => (path.to_string(), game.into_bytes()),
            folder => (format!("{folder}/a.sgf"), game.into_bytes()),
        };
        put(root.path(), &name, &bytes);
    }
    let report = |paths: &[&str], format: &str| {
        let rest = ["-q", "--out", "-", "--format", format];
        audit(root.path(), &[paths, &rest].concat()).stdout
    };
    let mut turned = paths;
    turned.reverse();
    for format in ["csv", "jsonl", "html", "sarif"] {
        let first = report(&paths, format);
        assert_eq!(first, report(&turned, format), "{format}");
        let listed = fed(
            root.path(),
            &["-", "-q", "--out", "-", "--format", format],
            turned.join("\n").as_bytes(),
        );
        assert_eq!(first, listed.stdout, "{format} of a list");
    }
    let roots = column(&report(&turned, "csv"), "root");
    assert_eq!(roots, ["one", "three", "two", "five", "four"]);
}

/// Files, archives out of order and a file of many games: the same bytes whatever the threads.
#[test]
fn threads_change_nothing() {
    let root = tempfile::tempdir().unwrap();
    let many = GAME.repeat(3000);
    put(root.path(), "many.sgf", &many);
    let names: Vec<String> = (0..300)
        .map(|n| format!("{:03}.sgf", n * 7 % 300))
        .collect();
    let members: Vec<(&[u8], &[u8])> = names
        .iter()
        .map(|name| (name.as_bytes(), GAME))
        .chain([(&b"large.sgf"[..], many.as_slice())])
        .collect();
    put(root.path(), "a.zip", &zip(&members));
    put(root.path(), "b.tar.gz", &gzip(&tar(&members)));
    put(root.path(), "c.zip", b"broken");
    for name in &names {
        put(root.path(), &format!("files/{name}"), GAME);
    }
    let run = |threads: &str| {
        let output = audit(
            root.path(),
            &[
                ".",
                "--threads",
                threads,
                "-q",
                "--out",
                "-",
                "--out",
                "r.jsonl",
            ],
        );
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        (
            output.stdout,
            fs::read(root.path().join("r.jsonl")).unwrap(),
        )
    };
    let one = run("1");
    let sources = column(&one.0, "source");
    assert!(sources.is_sorted());
    for threads in ["2", "3", "8", "64"] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

#[test]
fn an_output_appears_whole_or_not_at_all() {
    let root = three();
    audit(root.path(), &["warning", "--out", "r.csv"]);
    let before = fs::read(root.path().join("r.csv")).unwrap();
    let output = audit(
        root.path(),
        &["clean", "--out", "r.csv", "--out", "no/folder.csv"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(root.path().join("r.csv")).unwrap(), before);
    assert!(!root.path().join("r.csv.partial").exists());
    let output = audit(root.path(), &["clean", "--out", "r.csv"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        column(&fs::read(root.path().join("r.csv")).unwrap(), "source"),
        ["a.sgf"]
    );
    assert!(!root.path().join("r.csv.partial").exists());
}

/// An interrupt leaves what is done, in order, beside where the report would have been. The run is
/// interrupted as soon as it has begun to write.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_what_it_had_finished() {
    use std::io::{BufRead, BufReader, Read};
    let root = tempfile::tempdir().unwrap();
    const GAMES: usize = 4000;
    for n in 0..GAMES {
        put(root.path(), &format!("files/{n:04}.sgf"), GAME);
    }
    let partial = root.path().join("r.csv.partial");
    for signal in ["INT", "TERM"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_audit"))
            .args(["files", "--out", "r.csv", "--threads", "2"])
            .current_dir(root.path())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let deadline = Deadline::of(&child);
        until("the run has begun to write", || {
            assert_eq!(child.try_wait().unwrap(), None, "it goes on");
            fs::metadata(&partial).map_or(0, |partial| partial.len()) > 0
        });
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        stderr.read_line(&mut said).unwrap();
        if signal == "TERM" {
            let told = "r.csv.resume of a run that was interrupted goes away: --resume would have gone on from it";
            assert!(said.contains(told), "{said}");
            said.clear();
            stderr.read_line(&mut said).unwrap();
        }
        assert!(said.contains("finishing the games in hand"), "{said}");
        stderr.read_to_string(&mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{said}");
        drop(deadline);
        assert!(
            said.contains("Interrupted after") && said.contains("r.csv.partial"),
            "{said}"
        );
        assert!(!root.path().join("r.csv").exists());
        let sources = column(&fs::read(&partial).unwrap(), "source");
        let whole: Vec<String> = (0..GAMES).map(|n| format!("{n:04}.sgf")).collect();
        assert!(sources.len() < GAMES, "{}", sources.len());
        assert_eq!(
            sources,
            whole[..sources.len()],
            "from the first on, none left out"
        );
        fs::remove_file(&partial).unwrap();
    }
}

#[test]
fn completions_and_the_manual_name_the_program() {
    let root = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = audit(root.path(), &["completions", shell]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("fail-on"), "{shell}");
    }
    let page = text(&audit(root.path(), &["man"]).stdout);
    assert!(
        page.contains(".TH audit 1") && page.contains("fail\\-on"),
        "{page}"
    );
}

/// Where git keeps its own is nothing that is audited, whatever a branch is called.
#[test]
fn what_git_keeps_is_no_game() {
    let root = three();
    put(root.path(), "clean/.git/refs/heads/fix/a.sgf", b"0123");
    put(root.path(), "clean/in/.git", b"gitdir: elsewhere");
    let output = audit(root.path(), &["clean", "--out", "-", "-q"]);
    assert_eq!(column(&output.stdout, "source"), ["a.sgf"]);
}

/// A summary is appended to no file that may be another one.
#[cfg(unix)]
#[test]
fn a_summary_goes_to_a_file_of_its_own() {
    let root = three();
    let game = root.path().join("clean/a.sgf");
    let before = fs::read(&game).unwrap();
    fs::hard_link(&game, root.path().join("sum.md")).unwrap();
    let output = audit(root.path(), &["clean", "--summary", "sum.md", "-q"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert_eq!(fs::read(&game).unwrap(), before);
}

/// A diff names files as `patch` finds them from here, or says that it cannot.
#[test]
fn a_diff_can_be_applied_from_here() {
    let root = tempfile::tempdir().unwrap();
    let wrong = "(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[W+3.5]\
        ;AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])";
    for folder in ["one", "two", "here/three"] {
        put(root.path(), &format!("{folder}/a.sgf"), wrong.as_bytes());
    }
    let here = root.path().canonicalize().unwrap();
    let fix = |from: &str, roots: &[&str]| {
        let arguments = [&["fix", "--dry-run", "--estimates"], roots].concat();
        let output = audit(&here.join(from), &arguments);
        (text(&output.stdout), text(&output.stderr))
    };
    let full = here.join("one");
    let (diff, _) = fix("", &[full.to_str().unwrap(), "two"]);
    assert!(
        diff.contains("--- a/one/a.sgf") && diff.contains("--- a/two/a.sgf"),
        "{diff}"
    );
    let (diff, said) = fix("here", &["../one", "three"]);
    assert!(
        diff.contains("--- a/three/a.sgf") && !diff.contains("one"),
        "{diff}"
    );
    assert!(said.contains("1 left: no diff can name the file"), "{said}");
}

/// What changes nothing is said, and so is a setting that gives way.
#[test]
fn what_is_left_out_is_said() {
    let root = three();
    put(root.path(), "n.toml", b"[output]\nannotate = \"ann\"\n");
    let named = ["clean", "--config", "n.toml"];
    for (more, said) in [
        (["--format", "sarif"].as_slice(), "--format changes nothing"),
        (
            &["--out", "r.csv", "--github-notes"],
            "--github-notes changes nothing",
        ),
        (
            &["--out", "r.jsonl", "--raw-cells"],
            "--raw-cells changes nothing",
        ),
        (
            &["--cache", "c"],
            "n.toml:2: \"annotate\" is not taken: it does not go with --cache",
        ),
        (&["--out", "q.csv", "--resume"], "\"annotate\" is not taken"),
    ] {
        let output = audit(root.path(), &[&named, more].concat());
        let stderr = text(&output.stderr);
        assert!(stderr.contains(said), "{more:?}: {stderr}");
        fs::remove_dir_all(root.path().join("ann")).ok();
    }
    let output = audit(
        root.path(),
        &["config", "clean", "--config", "n.toml", "--cache", "c"],
    );
    let page = text(&output.stdout);
    assert!(
        page.contains("annotate is not set") && page.contains("does not go with --cache"),
        "{page}"
    );
}

/// With `--all-files` a run passes over the summary that it writes.
#[test]
fn a_summary_is_no_game() {
    let root = three();
    let arguments = [
        "clean",
        "--all-files",
        "--summary",
        "clean/sum.md",
        "--out",
        "-",
        "-q",
    ];
    for _ in 0..2 {
        let output = audit(root.path(), &arguments);
        assert_eq!(column(&output.stdout, "source"), ["a.sgf"]);
    }
}

/// A game of each file, as rows; a name that says no format is refused.
#[test]
fn one_problem_of_each_file() {
    let root = tempfile::tempdir().unwrap();
    let problem: &[u8] = b"(;GM[1]FF[4]SZ[9]AW[dh][eh][fh][gh][hh][ih][dg][eg][di]AB[ei][hi][ii])";
    for name in ["a.sgf", "b.sgf"] {
        put(root.path(), &format!("book/{name}"), &problem.repeat(2));
    }
    let solve = |out| audit(root.path(), &["solve", "book", "--game", "1", "--out", out]);
    for out in ["rows.csv", "rows.CSV"] {
        let output = solve(out);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let rows = fs::read(root.path().join(out)).unwrap();
        assert_eq!(column(&rows, "source"), ["a.sgf", "b.sgf"]);
        assert_eq!(column(&rows, "game"), ["1", "1"]);
    }
    let output = solve("rows.html");
    assert_eq!(output.status.code(), Some(2));
    assert!(!root.path().join("rows.html").exists());
}

/// All games that were read whole of a file that breaks off are games to show and to solve, and it is said why there
/// are no more.
#[test]
fn a_file_that_breaks_off_has_the_games_before() {
    let root = tempfile::tempdir().unwrap();
    let packed = gzip(&DIFFERS.repeat(3));
    put(root.path(), "a.sgf.gz", &packed[..packed.len() - 6]);
    let run = |arguments: &[&str]| audit(root.path(), arguments);
    let said = |output: &Output| text(&output.stderr);
    let solved = run(&["solve", "a.sgf.gz", "-q", "--nodes", "10", "-o", "-"]);
    assert_eq!(solved.status.code(), Some(1));
    assert_eq!(text(&solved.stdout).lines().count(), 1 + 3 + 1);
    assert!(said(&solved).contains("a.sgf.gz"), "{}", said(&solved));
    let shown = run(&["show", "a.sgf.gz", "--game", "2"]);
    assert_eq!(shown.status.code(), Some(0), "{}", said(&shown));
    assert!(said(&shown).contains("a.sgf.gz: "), "{}", said(&shown));
    let refused = run(&["show", "a.sgf.gz", "--game", "3"]);
    assert_eq!(refused.status.code(), Some(2));
}

/// What the summary says to look at is a command that does it, whatever the file's name is.
#[test]
fn the_next_command_works() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "-g.sgf", DIFFERS);
    let said = text(&audit(root.path(), &["."]).stderr);
    let next = said.lines().find_map(|line| line.split_once("audit show "));
    let file = next
        .expect("a command")
        .1
        .split_whitespace()
        .next()
        .expect("a file");
    let output = audit(root.path(), &["show", file]);
    assert_eq!(output.status.code(), Some(0), "{said}");
}

/// What an archive holds is solved as what a folder holds, and of several games one is to be named.
#[test]
fn an_archive_is_all_that_it_holds() {
    let folder = tempfile::tempdir().unwrap();
    let members: &[(&[u8], &[u8])] = &[(b"a.sgf", DIFFERS), (b"b/c.sgf", DIFFERS), (b"n", b"note")];
    put(folder.path(), "two.zip", &zip(members));
    put(folder.path(), "one.zip", &zip(&members[1..]));
    put(folder.path(), "none.zip", &zip(&members[2..]));
    // Without its central directory the archive has a row of its own, which is no member.
    let whole = zip(members);
    let directory = whole.windows(4).position(|bytes| bytes == b"PK\x01\x02");
    put(folder.path(), "cut.zip", &whole[..directory.unwrap()]);
    let names: Vec<String> = (0..11).map(|n| format!("{n:02}.sgf")).collect();
    let many = names.iter().map(|name| (name.as_bytes(), GAME));
    let many: Vec<(&[u8], &[u8])> = many.collect();
    put(folder.path(), "many.zip", &zip(&many));
    let run = |arguments: &[&str]| audit(folder.path(), arguments);

    let solved = run(&["solve", "two.zip", "--out", "-"]);
    assert_eq!(
        column(&solved.stdout, "source"),
        ["two.zip!a.sgf", "two.zip!b/c.sgf"]
    );
    let solved = fed(folder.path(), &["solve", "-", "--out", "-"], b"two.zip\n");
    assert_eq!(
        column(&solved.stdout, "source"),
        ["two.zip!a.sgf", "two.zip!b/c.sgf"]
    );
    let solved = run(&["solve", "two.zip!b/c.sgf", "--out", "-"]);
    assert_eq!(column(&solved.stdout, "source"), ["two.zip!b/c.sgf"]);

    for (name, code, says) in [
        (
            "two.zip",
            2,
            "audit: two.zip holds 2 files: name one of them (two.zip!a.sgf, two.zip!b/c.sgf)\n",
        ),
        ("two.zip!b/c.sgf", 0, ""),
        (
            "cut.zip",
            2,
            "audit: cut.zip holds 2 files: name one of them (cut.zip!a.sgf, cut.zip!b/c.sgf)\n",
        ),
        (
            "many.zip",
            2,
            "audit: many.zip holds 11 files: name one of them (many.zip!00.sgf, many.zip!01.sgf, many.zip!02.sgf, \
             many.zip!03.sgf, many.zip!04.sgf, many.zip!05.sgf, many.zip!06.sgf, many.zip!07.sgf, many.zip!08.sgf, \
             many.zip!09.sgf, ...)\n",
        ),
        ("one.zip", 0, ""),
        ("none.zip", 2, "audit: no game is in none.zip\n"),
        ("none.zip!x.sgf", 2, "audit: there is no none.zip!x.sgf\n"),
    ] {
        let shown = run(&["show", name]);
        assert_eq!(shown.status.code(), Some(code), "{name}");
        assert_eq!(text(&shown.stderr), says);
    }
}

/// What `audit config` prints lies beside the games without a complaint, and says the same.
#[test]
fn the_settings_in_force_can_be_saved() {
    let root = three();
    put(root.path(), "clean/audit.toml", b"[defaults]\nkomi = 5.5\n");
    let page = audit(root.path(), &["config", "clean", "--follow"]).stdout;
    assert!(text(&page).contains("# follow = true"), "{}", text(&page));
    put(root.path(), "clean/audit.toml", &page);
    let output = audit(root.path(), &["clean"]);
    let said = text(&output.stderr);
    assert!(!said.contains("is not taken"), "{said}");
    let again = text(&audit(root.path(), &["config", "clean"]).stdout);
    assert!(again.contains("\nkomi = 5.5"), "{again}");
}

/// Paths that `audit config` prints are from the folder of the file that it read: the page saved there names
/// the same files, whether they stood in the file or on the command line.
#[test]
fn the_settings_in_force_name_the_same_files_where_they_are_saved() {
    let root = three();
    let nightly = "[output]\nout = [\"../reports/r.csv\", \"-\"]\n\
                   [fail]\nbaseline = \"known.txt\"\n[run]\ncache = \"kept/games\"\n";
    put(root.path(), "own/nightly.toml", nightly.as_bytes());
    let page = |arguments: &[&str]| {
        let said = text(&audit(root.path(), arguments).stdout);
        let lines = said.lines().map(|line| line.split(" # ").next());
        let lines = lines.map(|line| line.unwrap_or_default().trim_end().to_owned());
        lines.skip(1).collect::<Vec<String>>().join("\n") + "\n"
    };
    let named = ["config", "clean", "--config", "own/nightly.toml"];
    let saved = page(&[&named[..], &["--statistics", "own/s.csv"]].concat());
    for line in [
        "out = [\"../reports/r.csv\",\"-\"]",
        "statistics = \"s.csv\"",
        "baseline = \"known.txt\"",
        "cache = \"kept/games\"",
    ] {
        assert!(saved.contains(line), "{line}: {saved}");
    }
    put(root.path(), "own/nightly.toml", saved.as_bytes());
    assert_eq!(page(&named), saved);
    // One that was found names nothing outside of its folder, and says so by no line that is refused.
    put(
        root.path(),
        "clean/audit.toml",
        b"[fail]\nbaseline = \"known.txt\"\n",
    );
    assert!(page(&["config", "clean"]).contains("\nbaseline = \"known.txt\""));
    let saved = page(&["config", "clean", "--baseline", "known.txt"]);
    assert!(saved.contains("\n# baseline = \"../known.txt\""), "{saved}");
    put(root.path(), "clean/audit.toml", saved.as_bytes());
    let output = audit(root.path(), &["clean"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// Of a compressed file that is cut short the audit reads what is whole; no copy can be made of it, which is said.
#[test]
fn what_cannot_be_corrected_is_said() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "a.sgf", DIFFERS);
    let packed = gzip(&[DIFFERS, GAME].concat());
    put(root.path(), "b.sgf.gz", &packed[..packed.len() - 4]);
    let output = audit(root.path(), &["fix", ".", "--estimates", "--dry-run"]);
    let said = text(&output.stderr);
    assert!(
        said.contains("1 result to correct; 1 left: the file cannot be read as a whole"),
        "{said}"
    );
}

/// Flagged games without a copy are counted: what cannot be read, and a game that only another one makes one
/// to look at.
#[test]
fn what_has_no_annotated_copy_is_counted() {
    let root = tempfile::tempdir().unwrap();
    for (name, result) in [("in/a.sgf", "W+3.5"), ("in/b.sgf", "B+0.5")] {
        let game = format!(
            "(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[{result}];B[ba];W[da];B[bb];W[db];B[bc];W[dc]\
             ;B[bd];W[dd];B[be];W[de];B[cc];W[cb];B[cd];W[ca];B[ce];W[ec];B[];W[])"
        );
        put(root.path(), name, game.as_bytes());
    }
    put(root.path(), "in/c.sgf", b"no game");
    let output = audit(root.path(), &["in", "--annotate", "copies"]);
    let said = text(&output.stderr);
    assert!(said.contains("duplicate-contradicts"), "{said}");
    assert!(said.contains("game is why: 2."), "{said}");
    let copies = fs::read_dir(root.path().join("copies")).unwrap();
    assert_eq!(copies.count(), 1);
}

/// A file that breaks off is not said to be unreadable: games before that are audited.
#[test]
fn a_file_that_breaks_off_says_what_was_read() {
    let folder = tempfile::tempdir().unwrap();
    let packed = gzip(GAME);
    for (bytes, said) in [
        (
            &packed[..packed.len() - 1],
            "could not be read to its end: unexpected end of file (whole games",
        ),
        (
            &[&packed[..], b"rubbish"].concat(),
            "bytes that are not gzip follow the end of the gzip stream (not read; whole games",
        ),
    ] {
        put(folder.path(), "a.sgf.gz", bytes);
        let arguments = ["a.sgf.gz", "--out", "-", "--format", "jsonl"];
        let rows = text(&audit(folder.path(), &arguments).stdout);
        assert_eq!(rows.lines().count(), 2);
        let said = format!("{said} before that are audited)");
        assert!(rows.lines().nth(1).unwrap().contains(&said), "{rows}");
    }
}

/// A file that was found names no baseline that takes more memory than an audit.
#[test]
fn a_found_baseline_has_a_size() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "a.sgf", GAME);
    put(
        root.path(),
        "audit.toml",
        b"[fail]\nbaseline = \"known.txt\"\n",
    );
    let known = put(root.path(), "known.txt", b"audit-baseline 3\nend\n");
    assert_eq!(audit(root.path(), &["a.sgf"]).status.code(), Some(0));
    let file = fs::File::options().write(true).open(&known).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    let output = audit(root.path(), &["a.sgf"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    let why = "audit.toml:2:12: \"baseline\" in [fail]: \"known.txt\" has more than 64 MiB";
    assert!(said.contains(why), "{said}");
}
