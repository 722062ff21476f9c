//! Auditing again: interrupted runs, caches, and what git says changed. Every way ends in the
//! bytes of a run that was neither interrupted nor remembered.
#![cfg(all(feature = "cli", unix))]

#[path = "common/archives.rs"]
mod archives;
mod common;

use archives::{GAME, gzip, put, tar, zip};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// All that a run writes.
const REPORTS: [&str; 5] = ["r.csv", "r.jsonl", "r.sarif", "n.csv", "known.txt"];

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_audit"));
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn audit(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The reports in a folder, taken away.
fn reports(folder: &Path) -> Vec<Vec<u8>> {
    REPORTS
        .iter()
        .map(|name| {
            let path = folder.join(name);
            let bytes = fs::read(&path).unwrap();
            fs::remove_file(path).unwrap();
            bytes
        })
        .collect()
}

/// A game like no other: one in ten takes its time, the others are settled.
fn game(n: usize) -> Vec<u8> {
    let at = |n: usize| char::from(b'a' + (n % 9) as u8);
    let board = match n % 10 {
        0 => format!("SZ[9];B[ee];W[{}{}]", at(n / 10), at(n / 90 % 4)),
        _ => "SZ[5];AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec]\
              ;B[];W[]"
            .to_owned(),
    };
    format!("(;GM[1]FF[4]KM[6.5]PB[{n}]RE[B+{}]{board})", n % 30).into_bytes()
}

/// Files, archives, a large file and a broken one.
fn corpus() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for n in 0..100 {
        put(root.path(), &format!("games/files/{n:03}.sgf"), &game(n));
    }
    let many: Vec<u8> = (0..1500).flat_map(game).collect();
    put(root.path(), "games/many.sgf", &many);
    let named: Vec<(String, Vec<u8>)> = (0..200)
        .map(|n| (format!("{:03}.sgf", n * 7 % 200), game(n)))
        .collect();
    let members: Vec<(&[u8], &[u8])> = named
        .iter()
        .map(|(name, bytes)| (name.as_bytes(), bytes.as_slice()))
        .collect();
    put(root.path(), "games/a.zip", &zip(&members));
    put(root.path(), "games/b.tar.gz", &gzip(&tar(&members)));
    put(root.path(), "games/c.zip", b"broken");
    root
}

const ALL: [&str; 15] = [
    "games",
    "--threads",
    "2",
    "--out",
    "r.csv",
    "--out",
    "r.jsonl",
    "--out",
    "r.sarif",
    "--statistics",
    "n.csv",
    "--write-baseline",
    "known.txt",
    // What is known does not make it fail, but this does.
    "--max-differs",
    "0",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ALL.iter().chain(more).copied().collect()
}

/// Ends a run with `--resume` at twenty random moments, none later than `longest` after it began,
/// until it comes to its end: the reports are those of a whole run, and nothing else is left.
/// Returns how often there was something to go on from.
fn end_twenty_times(folder: &Path, run: &[&str], whole: &[Vec<u8>], ends: &Ends) -> usize {
    let resume = [run, &["--resume"]].concat();
    // A generator of its own, so that every run of the test tries the same moments.
    let mut random = 12345u64;
    let (mut ended, mut resumed) = (0, 0);
    while ended < 20 {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1);
        let share = (random >> 33) as f64 / f64::from(1u32 << 31);
        let child = command(folder, &resume).spawn().unwrap();
        std::thread::sleep(ends.longest.mul_f64(share));
        let signal = [format!("-{}", ends.signal), child.id().to_string()];
        Command::new("kill").args(signal).output().unwrap();
        let output = child.wait_with_output().unwrap();
        let going_on = said(&output).contains("Going on with");
        resumed += usize::from(going_on);
        if matches!(output.status.code(), None | Some(130)) {
            ended += 1;
            // It may have been killed after the last row.
            for (name, whole) in REPORTS.iter().zip(whole) {
                if let Ok(report) = fs::read(folder.join(name)) {
                    assert!(report == *whole, "{name} is whole or not at all");
                    fs::remove_file(folder.join(name)).unwrap();
                }
            }
        } else {
            assert!(reports(folder) == whole, "ended {ended} times");
        }
    }
    let output = audit(folder, &resume);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(reports(folder) == whole, "ended {ended} times");
    resumed
}

/// How runs are ended, and how late at most.
struct Ends {
    signal: &'static str,
    longest: Duration,
}

#[test]
fn ended_at_any_moment_it_can_be_resumed() {
    let root = corpus();
    let begun = Instant::now();
    assert_eq!(audit(root.path(), &ALL).status.code(), Some(1));
    // Later a resumed run has mostly come to its end.
    let longest = begun.elapsed() / 2;
    let whole = reports(root.path());
    for signal in ["KILL", "INT", "TERM"] {
        let resumed = end_twenty_times(root.path(), &ALL, &whole, &Ends { signal, longest });
        assert!(
            resumed > 0,
            "SIG{signal}: never was there anything to go on from"
        );
        println!("SIG{signal} twenty times, {resumed} runs went on; the same bytes");
        let left: Vec<_> = fs::read_dir(root.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(left, ["games"], "nothing is left over");
    }
}

/// The same on real games, and how much time a cache spares.
#[test]
#[ignore = "minutes, optimised; needs the archives of real games"]
fn real_games_again() {
    let Some(data) = common::shared_data() else {
        return;
    };
    let archive = data.join("archives/kgs19.tar.gz");
    let root = tempfile::tempdir().unwrap();
    let run = [&[archive.to_str().unwrap()], &ALL[1..]].concat();
    let timed = |arguments: &[&str]| {
        let begun = Instant::now();
        assert_eq!(audit(root.path(), arguments).status.code(), Some(1));
        (begun.elapsed(), reports(root.path()))
    };
    let cached = [run.as_slice(), &["--cache", "kept"]].concat();
    let (first, whole) = timed(&cached);
    let (second, again) = timed(&cached);
    assert!(again == whole);
    let rows = whole[1].iter().filter(|&&byte| byte == b'\n').count();
    println!("{rows} rows in {first:.2?}, with a cache in {second:.3?}; the same bytes");
    assert!(second * 20 < first);
    let longest = first / 12;
    let signal = "KILL";
    let resumed = end_twenty_times(root.path(), &run, &whole, &Ends { signal, longest });
    println!("SIGKILL twenty times, {resumed} runs went on; the same bytes");
}

#[test]
fn what_changed_in_between_is_audited_anew() {
    let root = corpus();
    let mut child = command(root.path(), &ALL).spawn().unwrap();
    let partial = root.path().join("r.csv.partial");
    while fs::metadata(&partial).map_or(0, |metadata| metadata.len()) == 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    put(root.path(), "games/files/000.sgf", &game(77));
    fs::remove_file(root.path().join("games/files/050.sgf")).unwrap();
    let resumed = audit(root.path(), &with(&["--resume"]));
    assert!(said(&resumed).contains("Going on"), "{}", said(&resumed));
    let resumed = reports(root.path());
    audit(root.path(), &ALL);
    assert!(resumed == reports(root.path()));
}

#[test]
fn other_settings_begin_anew() {
    let root = corpus();
    let mut child = command(root.path(), &ALL).spawn().unwrap();
    let journal = root.path().join("r.csv.partial.journal");
    while fs::metadata(&journal).map_or(0, |metadata| metadata.len()) < 1000 {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let other = ["--max-games", "3"];
    let output = audit(root.path(), &with(&["--resume", other[0], other[1]]));
    assert!(
        said(&output).contains("other settings"),
        "{}",
        said(&output)
    );
    let resumed = reports(root.path());
    audit(root.path(), &with(&other));
    assert!(resumed == reports(root.path()));
    let output = audit(root.path(), &with(&["--resume"]));
    assert!(
        said(&output).contains("nothing to go on with"),
        "{}",
        said(&output)
    );
}

/// A full disk ends the run; when there is room again it goes on.
#[test]
fn a_full_disk_can_be_resumed_from() {
    let root = corpus();
    audit(root.path(), &ALL);
    let whole = reports(root.path());
    let script = "mkdir full && mount -t tmpfs -o size=400k none full && cd full || exit 77
        ln -s ../games games
        $AUDIT $ALL; test $? = 2 || exit 78
        test -e r.csv.partial -a ! -e r.csv || exit 79
        mount -o remount,size=200m none . || exit 77
        $AUDIT $ALL --resume; test $? = 1 || exit 80
        cp r.csv r.jsonl r.sarif n.csv known.txt ..";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script])
        .current_dir(root.path())
        .env("AUDIT", env!("CARGO_BIN_EXE_audit"))
        .env("ALL", ALL.join(" "))
        .output();
    match output {
        Ok(output) if output.status.success() => {
            let said = said(&output);
            assert!(
                said.contains("could not be written") && said.contains("--resume"),
                "{said}"
            );
            assert!(reports(root.path()) == whole);
        }
        Ok(output) if matches!(output.status.code(), Some(78..=80)) => {
            panic!("{}: {}", output.status, said(&output));
        }
        _ => println!("skipped: no small disk can be made here"),
    }
}

#[test]
fn a_cache_changes_nothing_but_time() {
    let root = corpus();
    audit(root.path(), &ALL);
    let fresh = reports(root.path());
    let cached = with(&["--cache", "kept"]);
    for run in 0..3 {
        let output = audit(root.path(), &cached);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(reports(root.path()) == fresh, "run {run}");
    }
    let kept = |root: &Path| fs::read_dir(root.join("kept")).unwrap().count();
    assert_eq!(kept(root.path()), 1, "what was there was used");
    put(root.path(), "games/files/000.sgf", &game(77));
    put(
        root.path(),
        "games/many.sgf",
        &(5..1500).flat_map(game).collect::<Vec<u8>>(),
    );
    audit(root.path(), &cached);
    let changed = reports(root.path());
    audit(root.path(), &ALL);
    assert!(changed == reports(root.path()) && changed != fresh);
}

#[test]
fn a_damaged_or_foreign_cache_is_noticed_and_rebuilt() {
    let root = corpus();
    audit(root.path(), &ALL);
    let fresh = reports(root.path());
    let cached = with(&["--cache", "kept"]);
    let results = |root: &Path| -> Vec<std::path::PathBuf> {
        let mut paths: Vec<_> = fs::read_dir(root.join("kept"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        paths
    };
    audit(root.path(), &cached);
    for damage in 0..4 {
        reports(root.path());
        let path = results(root.path()).remove(0);
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        match damage {
            0 => bytes[middle] ^= 1,
            1 => bytes.truncate(middle),
            2 => bytes = b"something else".to_vec(),
            _ => bytes.clear(),
        }
        fs::write(&path, bytes).unwrap();
        let output = audit(root.path(), &cached);
        assert!(
            said(&output).contains("damaged or foreign"),
            "{damage}: {}",
            said(&output)
        );
        assert!(reports(root.path()) == fresh, "{damage}");
        let output = audit(root.path(), &cached);
        assert!(
            !said(&output).contains("foreign"),
            "{damage}: rebuilt: {}",
            said(&output)
        );
    }
    assert!(reports(root.path()) == fresh);
}

#[test]
fn two_runs_share_a_cache() {
    let root = corpus();
    audit(root.path(), &ALL);
    let fresh = reports(root.path());
    let folders = ["one", "two"].map(|name| {
        let folder = root.path().join(name);
        fs::create_dir(&folder).unwrap();
        std::os::unix::fs::symlink(root.path().join("games"), folder.join("games")).unwrap();
        folder
    });
    for _ in 0..2 {
        let running = folders.each_ref().map(|folder| {
            command(folder, &with(&["--cache", "../kept"]))
                .spawn()
                .unwrap()
        });
        for (child, folder) in running.into_iter().zip(&folders) {
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{}", said(&output));
            assert!(reports(folder) == fresh);
        }
    }
}

#[test]
fn only_what_git_says_changed() {
    let root = tempfile::tempdir().unwrap();
    for name in [
        "repo/a.sgf",
        "repo/in/b.sgf",
        "repo/in/c.sgf",
        "repo/gone.sgf",
    ] {
        put(root.path(), name, GAME);
    }
    put(root.path(), "repo/d.zip", &zip(&[(b"x.sgf", GAME)]));
    let repo = root.path().join("repo");
    let git = |arguments: &[&str]| {
        Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@b.c"])
            .args(arguments)
            .current_dir(&repo)
            .output()
            .is_ok_and(|output| output.status.success())
    };
    if !git(&["init", "-q"]) {
        println!("skipped: no git");
        return;
    }
    assert!(git(&["add", "."]) && git(&["commit", "-qm", "first"]));
    put(&repo, "in/b.sgf", &game(1));
    put(&repo, "d.zip", &zip(&[(b"y.sgf", GAME)]));
    put(&repo, "new.sgf", GAME);
    put(&repo, ".gitignore", b"ignored.sgf");
    put(&repo, "ignored.sgf", GAME);
    fs::remove_file(repo.join("gone.sgf")).unwrap();
    let sources = |folder: &Path, paths: &[&str]| -> Vec<String> {
        let output = audit(
            folder,
            &[paths, &["--changed-since", "HEAD", "--out", "-"]].concat(),
        );
        assert!(output.status.code() != Some(2), "{}", said(&output));
        csv::Reader::from_reader(output.stdout.as_slice())
            .records()
            .map(|record| record.unwrap()[0].to_owned())
            .collect()
    };
    let all = ["d.zip!y.sgf", "in/b.sgf", "new.sgf"];
    assert_eq!(sources(&repo, &["."]), all);
    assert_eq!(sources(root.path(), &["repo"]), all);
    assert_eq!(sources(&repo, &["in"]), ["b.sgf"]);
    assert_eq!(sources(&repo, &["a.sgf", "new.sgf"]), ["new.sgf"]);
    assert_eq!(sources(&repo, &["in/c.sgf", "in/b.sgf"]), ["in/b.sgf"]);
    let output = audit(&repo, &[".", "--changed-since", "no-such-revision"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("git"), "{}", said(&output));
}
