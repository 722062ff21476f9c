//! What a run may write to: new files only, never through links, never in the place of what is
//! audited or of a file that is no report.
#![cfg(all(feature = "cli", unix))]

#[path = "common/archives.rs"]
mod archives;
mod common;

use archives::{GAME, put};
use common::{audit, until};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Every option that writes a file, and the name of a file that it writes.
const WRITES: [(&str, &str); 8] = [
    ("--out", "r.csv"),
    ("--out", "r.jsonl"),
    ("--out", "r.html"),
    ("--out", "r.sarif"),
    ("--out", "r.xml"),
    ("--statistics", "n.csv"),
    ("--statistics", "n.json"),
    ("--write-baseline", "known.txt"),
];

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder `data` with a game, and a file `home/rc` that belongs to nobody's report.
fn place() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "data/a.sgf", GAME);
    put(root.path(), "home/rc", b"mine");
    root
}

fn refused(root: &Path, arguments: &[&str], why: &str) {
    let output = audit(root, arguments);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(why), "{arguments:?}: {said}");
}

#[test]
fn nothing_is_written_through_links() {
    for (option, name) in WRITES {
        // What a run is known to write beside its report, prepared by somebody else.
        for suffix in ["", ".partial"] {
            let root = place();
            let rc = root.path().join("home/rc");
            let link = root.path().join(format!("data/{name}{suffix}"));
            symlink(&rc, &link).unwrap();
            let path = format!("data/{name}");
            refused(root.path(), &["data", option, &path], "link");
            assert_eq!(fs::read(&rc).unwrap(), b"mine", "{name}{suffix}");
            assert!(link.is_symlink(), "{name}{suffix}");
        }
    }
    let root = place();
    let rc = root.path().join("home/rc");
    symlink(&rc, root.path().join("data/summary.md")).unwrap();
    refused(
        root.path(),
        &["data", "--summary", "data/summary.md"],
        "link",
    );
    assert_eq!(fs::read(&rc).unwrap(), b"mine");
    fs::create_dir(root.path().join("home/empty")).unwrap();
    symlink("home/empty", root.path().join("copies")).unwrap();
    refused(root.path(), &["data", "--annotate", "copies"], "link");
}

/// A link to what is no file is no way to it either; with `--force` the link is replaced.
#[test]
fn nothing_is_written_through_links_to_pipes_and_devices() {
    for to in ["/dev/null", "pipe"] {
        for (option, name) in [&WRITES[..], &[("--summary", "s.md")]].concat() {
            let root = place();
            let pipe = root.path().join("data/pipe");
            common::fifo(&pipe);
            let path = format!("data/{name}");
            let link = root.path().join(&path);
            symlink(to, &link).unwrap();
            refused(root.path(), &["data", option, &path], "is a link");
            assert!(link.is_symlink());
            if option != "--summary" {
                let output = audit(root.path(), &["data", option, &path, "--force"]);
                assert_eq!(output.status.code(), Some(0), "{}", said(&output));
                assert!(!link.is_symlink(), "{name}");
            }
        }
    }
}

/// No disk is written over, not even where it is named.
#[cfg(target_os = "linux")]
#[test]
fn no_output_goes_to_a_disk() {
    use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
    let root = place();
    let disk = root.path().join("disk.csv");
    // A number that no disk has.
    let device = makedev(240, 0);
    if mknodat(CWD, &disk, FileType::BlockDevice, Mode::RWXU, device).is_err() {
        return common::skipped("this user makes no devices");
    }
    for option in ["--out", "--statistics", "--summary", "--write-baseline"] {
        refused(root.path(), &["data", option, "disk.csv"], "it is a disk");
    }
}

#[test]
fn what_a_killed_run_has_left_is_replaced_and_nothing_else() {
    for (option, name) in WRITES {
        let root = place();
        let partial = root.path().join(format!("{name}.partial"));
        let arguments = ["data", option, name];
        fs::write(&partial, "something of my own").unwrap();
        refused(root.path(), &arguments, "in the way");
        assert_eq!(fs::read(&partial).unwrap(), b"something of my own");
        fs::remove_file(&partial).unwrap();
        fs::hard_link(root.path().join("home/rc"), &partial).unwrap();
        refused(root.path(), &arguments, "hard link");
        fs::remove_file(&partial).unwrap();
        common::fifo(&partial);
        refused(root.path(), &arguments, "no regular file");
        fs::remove_file(&partial).unwrap();
        fs::write(&partial, "").unwrap();
        let output = audit(root.path(), &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        // Cut anywhere, the report itself is what a run may have left.
        let whole = fs::read(root.path().join(name)).unwrap();
        fs::write(&partial, &whole[..whole.len() / 2]).unwrap();
        let output = audit(root.path(), &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        assert_eq!(fs::read(root.path().join(name)).unwrap(), whole);
        assert!(!partial.exists());
    }
}

#[test]
fn a_report_replaces_only_reports_of_its_kind() {
    for (option, name) in WRITES {
        let root = place();
        let arguments = ["data", option, name];
        for before in ["my own notes\n", "source,game\n", "{\"a\":1}", "[1, 2]"] {
            fs::write(root.path().join(name), before).unwrap();
            refused(root.path(), &arguments, "--force");
            assert_eq!(fs::read(root.path().join(name)).unwrap(), before.as_bytes());
        }
        let output = audit(root.path(), &[&arguments[..], &["--force"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let whole = fs::read(root.path().join(name)).unwrap();
        let output = audit(root.path(), &arguments);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", said(&output));
        assert_eq!(fs::read(root.path().join(name)).unwrap(), whole);
    }
    // With --force a link is replaced, not what it leads to.
    let root = place();
    let link = root.path().join("r.csv");
    symlink("home/rc", &link).unwrap();
    let output = audit(root.path(), &["data", "--out", "r.csv", "--force"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(!link.is_symlink());
    assert_eq!(fs::read(root.path().join("home/rc")).unwrap(), b"mine");
}

#[test]
fn what_is_audited_is_never_replaced() {
    let root = place();
    put(root.path(), "data/deep/b.sgf", GAME);
    put(root.path(), "data/c.zip", b"broken");
    symlink("data", root.path().join("other")).unwrap();
    for force in [&[][..], &["--force"]] {
        for (option, path) in [
            ("--summary", "data/a.sgf"),
            ("--summary", "data/deep/../a.sgf"),
            ("--summary", "other/a.sgf"),
            ("--write-baseline", "data/deep/b.sgf"),
            ("--out", "data/a.sgf"),
            ("--out", "data/c.zip"),
            ("--out", "data/new.sgf"),
            ("--out", "data"),
        ] {
            let arguments = ["data", "--format", "csv", option, path];
            let output = audit(root.path(), &[&arguments[..], force].concat());
            assert_eq!(output.status.code(), Some(2), "{option} {path}");
        }
        let named = ["data/a.sgf", "--format", "csv", "--out", "other/a.sgf"];
        let output = audit(root.path(), &[&named[..], force].concat());
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    }
    assert_eq!(fs::read(root.path().join("data/a.sgf")).unwrap(), GAME);
    assert_eq!(fs::read(root.path().join("data/deep/b.sgf")).unwrap(), GAME);
    assert_eq!(fs::read(root.path().join("data/c.zip")).unwrap(), b"broken");
    assert_eq!(fs::read_dir(root.path().join("data")).unwrap().count(), 3);
}

#[test]
fn two_runs_never_have_the_same_output() {
    let root = place();
    for (option, name) in WRITES {
        // What a run does at its start and holds to its end.
        let partial = fs::File::create_new(root.path().join(format!("{name}.partial"))).unwrap();
        partial.try_lock().unwrap();
        refused(
            root.path(),
            &["data", option, name],
            "another run is writing",
        );
        refused(root.path(), &["data", option, name], name);
        drop(partial);
        // A program that another test starts just now holds all that is open here, until it is one.
        until("nobody holds the output", || {
            let output = audit(root.path(), &["data", option, name]);
            let is_held = said(&output).contains("another run is writing");
            assert!(is_held || output.status.success(), "{}", said(&output));
            !is_held
        });
    }
}

/// What the system calls standard output is that, a file too: what stands in it stays, and what follows
/// comes after it.
#[test]
fn standard_output_may_be_a_file() {
    let root = place();
    for (option, name) in [("--out", "/dev/stdout"), ("--summary", "/dev/fd/1")] {
        let file = root.path().join("own.txt");
        fs::write(&file, "before\n").unwrap();
        let own = fs::OpenOptions::new().append(true).open(&file).unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_audit"))
            .args(["data", "-q", "--format", "csv", "--out", "/dev/stderr"])
            .args([option, name])
            .current_dir(root.path())
            .stdout(own)
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(0), "{name}");
        let written = fs::read_to_string(&file).unwrap();
        assert!(written.starts_with("before\n"), "{written}");
        assert!(written.lines().count() > 2, "{written}");
    }
}

/// Whatever is asked for, one that cannot be written is a message.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_a_message() {
    let root = place();
    let asked = [
        "--help",
        "--version",
        "fix --help",
        "codes",
        "causes",
        "explain no-game",
        "config --reference",
        "completions bash",
        "man",
        "show data/a.sgf",
        "data --quiet --out -",
        "data --quiet --summary -",
    ];
    for arguments in asked {
        let full = fs::OpenOptions::new().write(true).open("/dev/full");
        let output = Command::new(env!("CARGO_BIN_EXE_audit"))
            .args(arguments.split(' '))
            .current_dir(root.path())
            .stdout(full.unwrap())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let said = said(&output);
        assert!(said.contains("could not be written"), "{arguments}: {said}");
    }
}

/// A copy that cannot be written whole is none.
#[cfg(target_os = "linux")]
#[test]
fn a_copy_that_is_cut_short_does_not_stay() {
    let root = place();
    put(
        root.path(),
        "data/a.sgf",
        b"(;GM[1]FF[4]SZ[5]RE[B+3];B[aa];W[aa])",
    );
    // No file may be longer than 0 blocks.
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 0; exec \"$0\" data -q --annotate copies"])
        .arg(env!("CARGO_BIN_EXE_audit"))
        .current_dir(root.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("copies/a.sgf"), "{}", said(&output));
    let left = fs::read_dir(root.path().join("copies")).unwrap();
    let left: Vec<_> = left.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["INCOMPLETE"]);
}

#[test]
fn all_files_are_those_of_others() {
    let root = place();
    put(root.path(), "data/note.txt", b"no game");
    let arguments = [
        "data",
        "--all-files",
        "--fail-on",
        "never",
        "--out",
        "data/r.csv",
        "--out",
        "data/r.jsonl",
        "--statistics",
        "data/n.csv",
        "--write-baseline",
        "data/known.txt",
        "--cache",
        "data/kept",
    ];
    for _ in 0..2 {
        let output = audit(root.path(), &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let report = fs::read(root.path().join("data/r.csv")).unwrap();
        let sources: Vec<String> = csv::Reader::from_reader(report.as_slice())
            .records()
            .map(|record| record.unwrap()[0].to_owned())
            .collect();
        assert_eq!(sources, ["a.sgf", "note.txt"]);
    }
}

#[test]
fn a_missing_folder_is_named() {
    let root = place();
    for (option, name) in WRITES {
        let path = format!("no/such/{name}");
        let output = audit(root.path(), &["data", option, &path]);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("no folder no/such"), "{said}");
        assert!(!said.contains("partial"), "{said}");
    }
}

/// A summary to which nothing was appended leaves no file: of a run that is interrupted, and of one that
/// finds no game. A file that was there stays.
#[test]
fn no_empty_summary_is_left() {
    let root = place();
    let summary = root.path().join("s.md");
    put(root.path(), "many/a.sgf", &b"(;SZ[9];B[ee])".repeat(5000));
    let mut interrupted = Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(["many", "--summary", "s.md", "-q"])
        .current_dir(root.path())
        .spawn()
        .unwrap();
    until("the run has begun", || summary.exists());
    let id = interrupted.id().to_string();
    let kill = Command::new("kill").args(["-TERM", &id]).status();
    assert!(kill.unwrap().success());
    assert_eq!(interrupted.wait().unwrap().code(), Some(130));
    assert!(!summary.exists());

    fs::create_dir(root.path().join("none")).unwrap();
    let arguments = ["none", "--summary", "s.md"];
    refused(root.path(), &arguments, "no games here");
    assert!(!summary.exists());
    fs::write(&summary, "").unwrap();
    refused(root.path(), &arguments, "no games here");
    assert!(summary.exists());
}

/// The run that begins a baseline has no column of it, in any report; the next one has.
#[test]
fn a_run_that_begins_a_baseline_writes_every_report() {
    let root = place();
    let data = root.path().join("data");
    put(root.path(), "data/b.sgf", b"(;SZ[9]RE[B+1];B[ee]");
    fs::write(
        data.join("audit.toml"),
        "[fail]\nbaseline = \"known.txt\"\n",
    )
    .unwrap();
    let reports = [
        "r.csv",
        "r.parquet",
        "r.jsonl",
        "r.html",
        "r.sarif",
        "r.xml",
    ];
    for known in [false, true] {
        let mut arguments = vec!["data", "-q", "--force", "--fail-on", "never"];
        arguments.extend(["--write-baseline", "data/known.txt"]);
        arguments.extend(reports.iter().flat_map(|report| ["--out", *report]));
        let run = audit(root.path(), &arguments);
        assert!(run.status.success(), "{known}: {}", said(&run));
        let table = fs::read_to_string(root.path().join("r.csv")).unwrap();
        assert_eq!(table.contains("new_findings"), known);
        let cells = |line: &str| line.split(',').count();
        let widths: Vec<usize> = table.lines().map(cells).collect();
        assert_eq!(widths.len(), 3);
        assert!(widths.iter().all(|&width| width == widths[0]), "{widths:?}");
    }
}

/// As in `audit games --out - | head`: whoever read standard output has seen enough. Nobody is told, but of a
/// report that stays unfinished for it.
#[test]
fn a_reader_that_leaves_ends_the_run() {
    let root = place();
    let ended = |arguments: &[&str]| {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_audit"))
            .args(arguments)
            .current_dir(root.path())
            .stdout(writer)
            .output()
            .unwrap();
        (output.status.code(), said(&output))
    };
    for arguments in [
        &["data", "--out", "-", "--quiet"][..],
        &["data", "--out", "-", "--format", "parquet", "--quiet"],
        &["data", "--summary", "-", "--quiet"],
        &["show", "data/a.sgf"],
        &["explain", "undecidable"],
        &["codes"],
        &["man"],
        &["completions", "bash"],
        &["config"],
        &["solve", "data", "--out", "-"],
    ] {
        assert_eq!(
            ended(arguments),
            (Some(141), String::new()),
            "{arguments:?}"
        );
    }
    let (code, said) = ended(&["data", "--out", "r.csv", "--out", "-", "--quiet"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("nobody reads standard output any more"),
        "{said}"
    );
    assert!(said.contains("--resume"), "{said}");
}
