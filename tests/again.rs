//! Auditing again: interrupted runs, caches, and what git says changed. Every way ends in the
//! bytes of a run that was neither interrupted nor remembered.
#![cfg(all(feature = "cli", unix))]

#[path = "common/archives.rs"]
mod archives;
mod common;

use archives::{GAME, gzip, put, tar, zip};
use common::{Deadline, until};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
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
    games([100, 1500, 200], game)
}

/// The same, small, and of games that take no time: to be run a thousand times.
fn tiny() -> tempfile::TempDir {
    games([30, 600, 20], |n| game(n * 10 + 1))
}

/// So many games in files, in a large file, and in each of two archives.
fn games(counts: [usize; 3], game: impl Fn(usize) -> Vec<u8>) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let [files, large, members] = counts;
    for n in 0..files {
        put(root.path(), &format!("games/files/{n:03}.sgf"), &game(n));
    }
    let many: Vec<u8> = (0..large).flat_map(&game).collect();
    assert!(many.len() > 65536, "it is spread over the threads");
    put(root.path(), "games/many.sgf", &many);
    let named: Vec<(String, Vec<u8>)> = (0..members)
        .map(|n| (format!("{:03}.sgf", n * 7 % members), game(n)))
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

/// How many runs each test ends: a few, or as many as `AUDIT_KILLS` says.
fn kills() -> usize {
    let told = std::env::var("AUDIT_KILLS").ok();
    told.and_then(|kills| kills.parse().ok()).unwrap_or(12)
}

/// Moments, none like another, the same in every run of the test.
struct Moments {
    random: u64,
    seen: BTreeSet<Duration>,
}

impl Moments {
    fn new(seed: u64) -> Moments {
        Moments {
            random: seed,
            seen: BTreeSet::new(),
        }
    }

    fn next(&mut self, longest: Duration) -> Duration {
        loop {
            self.random = self
                .random
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1);
            let share = (self.random >> 33) as f64 / f64::from(1u32 << 31);
            let moment = longest.mul_f64(share);
            if self.seen.insert(moment) {
                return moment;
            }
        }
    }
}

/// How runs are ended, how late at most and how often: later and more often where fewer than
/// `recalled` of them had something to go on from, since a machine that is busy makes that rare.
struct Ends {
    signal: &'static str,
    longest: Duration,
    ends: usize,
    recalled: usize,
}

/// Ends runs at random moments. Whatever report is there afterwards is whole, and a run that comes
/// to its end gives the bytes of one that was never ended.
fn end_often(folders: &[&Path], run: &[&str], whole: &[Vec<u8>], ends: &Ends) {
    let mut moments = Moments::new(12345);
    let (mut rounds, mut ended, mut recalled) = (0, 0, 0);
    let mut longest = ends.longest;
    while ended < ends.ends || recalled < ends.recalled {
        rounds += 1;
        // As where whoever began the tests had signals ignored.
        assert!(
            rounds < 200 * ends.ends,
            "SIG{} ended {ended} of {rounds} runs",
            ends.signal
        );
        assert!(
            ended < 50 * ends.ends,
            "SIG{}: {recalled} of {ended} runs had something to go on from",
            ends.signal
        );
        let mut running: Vec<(Duration, Child)> = folders
            .iter()
            .map(|folder| {
                let child = command(folder, run).spawn().unwrap();
                (moments.next(longest), child)
            })
            .collect();
        running.sort_by_key(|(moment, _)| *moment);
        let begun = Instant::now();
        for (moment, child) in &running {
            std::thread::sleep(moment.saturating_sub(begun.elapsed()));
            let signal = [format!("-{}", ends.signal), child.id().to_string()];
            Command::new("kill").args(signal).output().unwrap();
        }
        for (_, child) in running {
            let output = child.wait_with_output().unwrap();
            recalled += usize::from(sources_recalled(&output).is_some_and(|(some, _)| some > 0));
            let going_on = said(&output).contains("Going on with");
            recalled += usize::from(going_on);
            ended += usize::from(matches!(output.status.code(), None | Some(130)));
            assert!(!said(&output).contains("was damaged"), "{}", said(&output));
        }
        for folder in folders {
            for (name, whole) in REPORTS.iter().zip(whole) {
                if let Ok(report) = fs::read(folder.join(name)) {
                    assert!(report == *whole, "{name} is whole or not at all");
                    fs::remove_file(folder.join(name)).unwrap();
                }
            }
        }
        if recalled < ends.recalled && ended >= ends.ends {
            longest = longest.mul_f64(1.1);
        }
        // Often enough to see what many ends in a row have left.
        if ended % 5 == 0 {
            for folder in folders {
                let output = audit(folder, run);
                assert_eq!(output.status.code(), Some(1), "{}", said(&output));
                assert!(reports(folder) == whole, "ended {ended} times");
            }
        }
    }
    for folder in folders {
        let output = audit(folder, run);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(reports(folder) == whole, "ended {ended} times");
    }
    println!(
        "SIG{} {ended} times at {} moments: the same bytes; {recalled} runs recalled something",
        ends.signal,
        moments.seen.len()
    );
}

/// How many sources a run says that it recalled, and of how many.
fn sources_recalled(output: &Output) -> Option<(u64, u64)> {
    let said = said(output);
    let words: Vec<&str> = said.split_whitespace().collect();
    let number = |word: &str| word.replace(',', "").parse().ok();
    words.windows(5).find_map(|words| match words {
        [some, "of", all, "sources", "recalled."] => number(some).zip(number(all)),
        _ => None,
    })
}

#[test]
fn ended_at_any_moment_it_can_be_resumed() {
    let root = tiny();
    let begun = Instant::now();
    assert_eq!(audit(root.path(), &ALL).status.code(), Some(1));
    // Later a resumed run has mostly come to its end.
    let longest = begun.elapsed() / 2;
    let whole = reports(root.path());
    for signal in ["KILL", "INT", "TERM"] {
        let ends = Ends {
            signal,
            longest,
            ends: kills(),
            recalled: 1,
        };
        end_often(&[root.path()], &with(&["--resume"]), &whole, &ends);
        let left: Vec<_> = fs::read_dir(root.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(left, ["games"], "nothing is left over");
    }
}

/// Two runs with one cache, each with `--resume` besides, ended at any moment.
#[test]
fn a_cache_stays_whole_whenever_runs_end() {
    let root = tiny();
    let begun = Instant::now();
    assert_eq!(audit(root.path(), &ALL).status.code(), Some(1));
    let longest = begun.elapsed();
    let whole = reports(root.path());
    let two = two_places(root.path());
    let two: Vec<&Path> = two.iter().map(std::path::PathBuf::as_path).collect();
    let cached = with(&["--cache", "../kept", "--verbose"]);
    let ends = |longest, recalled| Ends {
        signal: "KILL",
        longest,
        ends: kills(),
        recalled,
    };
    end_often(&two[..1], &cached, &whole, &ends(longest, 1));
    fs::remove_dir_all(root.path().join("kept")).unwrap();
    end_often(&two, &cached, &whole, &ends(longest * 2, 1));
    let resumed = with(&["--cache", "../kept", "--resume"]);
    fs::remove_dir_all(root.path().join("kept")).unwrap();
    end_often(&two, &resumed, &whole, &ends(longest, 0));
}

/// Two folders with the same games.
fn two_places(root: &Path) -> [std::path::PathBuf; 2] {
    ["one", "two"].map(|name| {
        let folder = root.join(name);
        fs::create_dir(&folder).unwrap();
        std::os::unix::fs::symlink(root.join("games"), folder.join("games")).unwrap();
        folder
    })
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
    assert!(second * 10 < first);
    let ends = Ends {
        signal: "KILL",
        longest: first / 12,
        ends: kills(),
        recalled: 0,
    };
    let resume = [run.as_slice(), &["--resume"]].concat();
    end_often(&[root.path()], &resume, &whole, &ends);
}

#[test]
fn what_changed_in_between_is_audited_anew() {
    let root = corpus();
    let mut child = command(root.path(), &ALL).spawn().unwrap();
    let partial = root.path().join("r.csv.partial");
    until("the run has begun to write", || {
        fs::metadata(&partial).map_or(0, |metadata| metadata.len()) > 0
    });
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

/// A key stands for the program to the byte: another build of the same version recalls nothing.
#[test]
fn each_program_recalls_its_own_rows() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "games/a.sgf", &game(1));
    put(root.path(), "games/b.sgf", &game(2));
    let built = env!("CARGO_BIN_EXE_audit");
    let other = root.path().join("audit");
    fs::copy(built, &other).unwrap();
    let file = fs::OpenOptions::new().append(true).open(&other);
    std::io::Write::write_all(&mut file.unwrap(), b"\0").unwrap();
    for (program, expected) in [(Path::new(built), [0, 2]), (&other, [0, 2])] {
        for recalled in expected {
            let output = Command::new(program)
                .args(["games", "--isolated", "--verbose", "--cache", "kept"])
                .current_dir(root.path())
                .output()
                .unwrap();
            assert_eq!(sources_recalled(&output), Some((recalled, 2)));
        }
    }
}

#[test]
fn other_settings_begin_anew() {
    let root = corpus();
    let mut child = command(root.path(), &ALL).spawn().unwrap();
    let kept = root.path().join("r.csv.resume/rows-4.sqlite-wal");
    until("much is kept", || {
        fs::metadata(&kept).map_or(0, |metadata| metadata.len()) >= 100_000
    });
    child.kill().unwrap();
    child.wait().unwrap();
    let other = ["--max-games", "3"];
    let run = with(&["--resume", "--verbose", other[0], other[1]]);
    let output = audit(root.path(), &run);
    let (recalled, _) = sources_recalled(&output).unwrap();
    assert_eq!(recalled, 0, "{}", said(&output));
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

/// What is kept for `--resume` is the user's own and no link, or the run does not begin.
#[test]
fn only_what_a_run_has_left_is_gone_on_with() {
    let root = corpus();
    let kept = root.path().join("r.csv.resume");
    let refused = |arguments: &[&str]| {
        let output = audit(root.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains("in the way"), "{}", said(&output));
        assert!(!root.path().join("r.csv.partial").exists());
    };
    fs::create_dir(root.path().join("elsewhere")).unwrap();
    put(root.path(), "elsewhere/rows-4.sqlite", b"");
    std::os::unix::fs::symlink("elsewhere", &kept).unwrap();
    refused(&ALL);
    refused(&with(&["--resume"]));
    fs::remove_file(&kept).unwrap();
    put(root.path(), "r.csv.resume/rows-4.sqlite", b"tournament");
    refused(&ALL);
    fs::remove_dir_all(&kept).unwrap();
    put(root.path(), "r.csv.resume/notes.txt", b"mine");
    refused(&ALL);
    assert_eq!(fs::read(kept.join("notes.txt")).unwrap(), b"mine");
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
        _ => common::skipped("no small disk can be made here"),
    }
}

/// Where the disk has room for the report alone, nothing is kept beside it.
#[test]
fn a_report_takes_all_the_room_where_nothing_is_kept() {
    let root = corpus();
    let script = "mkdir full && mount -t tmpfs -o size=1m none full && cd full || exit 77
        $AUDIT ../games --out r.csv; test $? = 2 -a -d r.csv.resume || exit 78
        $AUDIT ../games --out r.csv --no-resume; test $? = 1 || exit 79
        test -e r.csv -a ! -e r.csv.resume || exit 80
        cp r.csv ..";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script])
        .current_dir(root.path())
        .env("AUDIT", env!("CARGO_BIN_EXE_audit"))
        .output();
    match output {
        Ok(output) if output.status.success() => {
            let said = said(&output);
            assert!(said.contains("with --no-resume nothing is kept"), "{said}");
        }
        Ok(output) if matches!(output.status.code(), Some(78..=80)) => {
            panic!("{}: {}", output.status, said(&output));
        }
        _ => common::skipped("no small disk can be made here"),
    }
}

/// A full disk under the cache costs nothing but the cache.
#[test]
fn a_full_disk_under_a_cache_is_said() {
    let root = corpus();
    audit(root.path(), &ALL);
    let whole = reports(root.path());
    let script = "mkdir full && mount -t tmpfs -o size=200k none full || exit 77
        $AUDIT $ALL --cache full; test $? = 1 || exit 78
        $AUDIT games --cache full --out - > /dev/null; test $? = 1 || exit 79";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script])
        .current_dir(root.path())
        .env("AUDIT", env!("CARGO_BIN_EXE_audit"))
        .env("ALL", ALL.join(" "))
        .output();
    match output {
        Ok(output) if output.status.success() => {
            let said = said(&output);
            assert!(said.contains("could not be used to the end"), "{said}");
            assert!(reports(root.path()) == whole);
        }
        Ok(output) if matches!(output.status.code(), Some(78..=79)) => {
            panic!("{}: {}", output.status, said(&output));
        }
        _ => common::skipped("no small disk can be made here"),
    }
}

#[test]
fn a_cache_changes_nothing_but_time() {
    let root = corpus();
    audit(root.path(), &ALL);
    let fresh = reports(root.path());
    let cached = with(&["--cache", "kept", "--verbose"]);
    // 100 files, 200 members of each of two archives, a large file; the broken archive is no source
    // that could be recalled.
    for recalled in [0, 501, 501] {
        let output = audit(root.path(), &cached);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert_eq!(sources_recalled(&output), Some((recalled, 502)));
        assert!(reports(root.path()) == fresh, "{recalled} recalled");
    }
    put(root.path(), "games/files/000.sgf", &game(77));
    let many: Vec<u8> = (5..1500).flat_map(game).collect();
    put(root.path(), "games/many.sgf", &many);
    let output = audit(root.path(), &cached);
    assert_eq!(sources_recalled(&output), Some((499, 502)));
    let changed = reports(root.path());
    audit(root.path(), &ALL);
    assert!(changed == reports(root.path()) && changed != fresh);
}

/// A cache passes over its own files and no games, wherever it is.
#[test]
fn a_cache_among_the_games_hides_none() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "games/a.sgf", &game(1));
    put(root.path(), "games/in/b.sgf", &game(2));
    for cache in ["games", "games/in"] {
        for _ in 0..2 {
            let run = ["games", "--all-files", "--out", "-", "-q", "--cache", cache];
            let output = audit(root.path(), &run);
            let rows = String::from_utf8_lossy(&output.stdout).lines().count();
            assert_eq!(rows, 3, "{cache}: {}", said(&output));
        }
        // Else the other one audits it as one of all files.
        for file in ["rows-4.sqlite", "rows-4.lock"] {
            std::fs::remove_file(root.path().join(cache).join(file)).unwrap();
        }
    }
}

/// What is remembered of a source does not depend on its neighbours, nor on what is written.
#[test]
fn one_file_more_costs_one_file() {
    let root = tempfile::tempdir().unwrap();
    for n in 0..65 {
        put(root.path(), &format!("games/{n:03}.sgf"), &game(n));
    }
    let recalled = |out: &str| {
        let run = ["games", "--cache", "kept", "--verbose", "--out", out];
        let output = audit(root.path(), &run);
        (sources_recalled(&output).unwrap(), output.stdout)
    };
    assert_eq!(recalled("r.csv").0, (0, 65));
    put(root.path(), "games/-first.sgf", &game(100));
    put(root.path(), "games/030-more.sgf", &game(101));
    let (sources, report) = recalled("-");
    assert_eq!(sources, (65, 67));
    let fresh = audit(root.path(), &["games", "--out", "-"]);
    assert!(report == fresh.stdout);
    assert_eq!(recalled("r.sarif").0, (67, 67));
    // Boards are kept whether a format draws them or not.
    assert_eq!(recalled("r.jsonl").0, (67, 67));
    assert_eq!(recalled("r.csv").0, (67, 67));
}

/// Whatever stands in the place of a cache, the reports are right, it is said, and a file that is
/// not the program's stays.
#[test]
fn a_damaged_or_foreign_cache_is_noticed() {
    let root = corpus();
    audit(root.path(), &ALL);
    let fresh = reports(root.path());
    let cached = with(&["--cache", "kept", "--verbose"]);
    let database = root.path().join("kept/rows-4.sqlite");
    let run = || {
        let output = audit(root.path(), &cached);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(reports(root.path()) == fresh);
        (said(&output), sources_recalled(&output))
    };
    run();
    let whole = fs::read(&database).unwrap();
    // Every page is spoilt; then only some of what was kept; then half of it is missing.
    let mut spoilt = whole.clone();
    (4096..whole.len())
        .step_by(512)
        .for_each(|at| spoilt[at] ^= 0x55);
    let mut values = whole.clone();
    (9000..whole.len())
        .step_by(40_000)
        .for_each(|at| values[at] ^= 1);
    let half = whole[..whole.len() / 2 / 4096 * 4096].to_vec();
    for damaged in [spoilt, values, half] {
        fs::write(&database, damaged).unwrap();
        let (said, _) = run();
        assert!(said.contains("was damaged"), "{said}");
        // Taken away and begun anew: at once, or where it was noticed late by the next run.
        let recalled = run().1;
        assert!(recalled == Some((501, 502)) || run().1 == Some((501, 502)));
    }
    // Of another version, or of somebody else.
    let mut other = whole.clone();
    let table = b"value BLOB NOT NULL";
    let at = other.windows(table.len()).position(|bytes| bytes == table);
    other[at.unwrap()] = b'B';
    for foreign in [other, b"tournament results".to_vec()] {
        fs::write(&database, &foreign).unwrap();
        let (said, recalled) = run();
        assert!(said.contains("cannot be used"), "{said}");
        assert_eq!(recalled.map_or(0, |(some, _)| some), 0);
        assert!(fs::read(&database).unwrap() == foreign, "it stays");
    }
}

/// Nothing in a cache's folder makes a run wait, and nothing of the user's own goes away.
#[test]
fn a_pipe_in_a_cache_makes_nobody_wait() {
    let root = corpus();
    for name in [
        "rows-4.sqlite",
        "rows-4.sqlite-wal",
        "rows-4.lock",
        "results",
    ] {
        put(root.path(), "kept/tournament.results", b"mine");
        let pipe = root.path().join("kept").join(name);
        common::fifo(&pipe);
        let run = ["games/files", "--cache", "kept"];
        let mut child = command(root.path(), &run).spawn().unwrap();
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{name}");
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        let told = said(&output).contains("no regular file");
        assert_eq!(told, name != "results", "{}", said(&output));
        let own = root.path().join("kept/tournament.results");
        assert_eq!(fs::read(own).unwrap(), b"mine");
        fs::remove_dir_all(root.path().join("kept")).unwrap();
    }
}

/// The first signal ends a run in order, the second ends it whatever it does: here it waits for an
/// engine that never answers.
#[test]
fn the_second_signal_ends_it_at_once() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "a.sgf", GAME);
    let arguments = ["a.sgf", "--out", "r.csv", "--referee", "sleep 600"];
    let mut child = command(root.path(), &arguments)
        .args(["--referee-all", "--referee-timeout", "600"])
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    assert!(child.try_wait().unwrap().is_none(), "it waits");
    let id = child.id().to_string();
    for _ in 0..2 {
        let kill = Command::new("kill").args(["-TERM", &id]).status();
        assert!(kill.unwrap().success());
        std::thread::sleep(Duration::from_millis(300));
    }
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(begun.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(5));
    };
    // By itself, and not by the signal that was sent.
    use std::os::unix::process::ExitStatusExt;
    let killed_itself = status.signal() == Some(9);
    assert!(killed_itself || status.code() == Some(130), "{status:?}");
}

/// A signal that is ignored when the program begins stays ignored, as behind `nohup`; another one is heard.
#[test]
#[cfg(target_os = "linux")]
fn an_ignored_signal_stays_ignored() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "a.sgf", GAME);
    let run = "trap '' HUP; exec \"$0\" \"$@\"";
    let mut child = Command::new("sh")
        .args(["-c", run, env!("CARGO_BIN_EXE_audit"), "a.sgf", "-q"])
        .args(["--out", "r.csv", "--referee", "sleep 600"])
        .args(["--referee-all", "--referee-timeout", "600"])
        .current_dir(root.path())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let id = child.id().to_string();
    let send = |signal: &str| {
        let kill = Command::new("kill").args([signal, &id]).status();
        assert!(kill.unwrap().success());
        std::thread::sleep(Duration::from_millis(500));
    };
    send("-HUP");
    assert!(child.try_wait().unwrap().is_none(), "it goes on");
    send("-TERM");
    assert!(child.try_wait().unwrap().is_none(), "one does not end it");
    send("-TERM");
    let ended = child.wait_with_output().unwrap();
    let told = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(
        told.matches("finishing the games in hand").count(),
        1,
        "{told}"
    );
}

/// While a run waits for somebody at the other end of a pipe, the first signal ends it.
#[test]
fn a_run_that_waits_for_a_pipe_is_ended_by_one_signal() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "a.sgf", GAME);
    let pipe = root.path().join("pipe");
    common::fifo(&pipe);
    let waits: [&[&str]; 4] = [
        &["a.sgf", "--out", "pipe", "--format", "csv"],
        &["a.sgf", "--write-baseline", "pipe"],
        &["a.sgf", "--summary", "pipe"],
        &["a.sgf", "--baseline", "/dev/stdin"],
    ];
    let start = |arguments| {
        let mut command = command(root.path(), arguments);
        command.stdin(Stdio::piped()).spawn().unwrap()
    };
    let running = waits.map(start);
    std::thread::sleep(Duration::from_secs(2));
    for (mut child, arguments) in running.into_iter().zip(waits) {
        let _deadline = Deadline::of(&child);
        assert_eq!(child.try_wait().unwrap(), None, "{arguments:?} waits");
        let id = child.id().to_string();
        let kill = Command::new("kill").args(["-TERM", &id]).status();
        assert!(kill.unwrap().success());
        // Its standard input is open to the end.
        let open = child.stdin.take();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}");
        drop(open);
    }
}

#[test]
fn two_runs_share_a_cache() {
    let root = corpus();
    audit(root.path(), &ALL);
    let fresh = reports(root.path());
    let folders = two_places(root.path());
    for _ in 0..2 {
        let running = folders.each_ref().map(|folder| {
            command(folder, &with(&["--cache", "../kept"]))
                .spawn()
                .unwrap()
        });
        for (child, folder) in running.into_iter().zip(&folders) {
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{}", said(&output));
            assert!(
                !said(&output).contains("cannot be used"),
                "{}",
                said(&output)
            );
            assert!(reports(folder) == fresh);
        }
    }
}

/// Short runs begin a cache and end while others look for what SQLite puts beside it: nobody waits, nobody
/// goes without.
#[test]
fn many_runs_begin_a_cache_at_once() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "a.sgf", GAME);
    for _ in 0..100 {
        let start = |_| {
            command(root.path(), &["a.sgf", "--cache", "kept"])
                .spawn()
                .unwrap()
        };
        for child in [(); 6].map(start) {
            let output = child.wait_with_output().unwrap();
            assert!(!said(&output).contains("be used"), "{}", said(&output));
        }
        fs::remove_dir_all(root.path().join("kept")).unwrap();
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
        common::skipped("no git");
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
    assert_eq!(sources(&repo, &["in/c.sgf", "in/b.sgf"]), ["b.sgf"]);
    let output = audit(&repo, &[".", "--changed-since", "no-such-revision"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("git"), "{}", said(&output));
}

/// A small file may hold many games: their rows are not held all at once, and are the same however the file
/// is read. The most memory that it takes is that of the whole process, so no other file is audited beside it.
#[test]
#[cfg(target_os = "linux")]
fn many_games_in_a_small_file_take_no_more_memory() {
    let games = "(;SZ[1])".repeat(30_000);
    let rows = |name: &str, bytes: &[u8]| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        let shell = format!(
            "ulimit -v 400000; exec \"$0\" {name} --isolated --threads 2 --out r.csv --fail-on never"
        );
        let output = Command::new("sh")
            .args(["-c", &shell, env!("CARGO_BIN_EXE_audit")])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", said(&output));
        let csv = fs::read_to_string(folder.path().join("r.csv")).unwrap();
        csv.lines()
            .map(|line| line.replace(name, ""))
            .collect::<Vec<_>>()
    };
    let plain = rows("a.sgf", games.as_bytes());
    assert_eq!(plain.len(), 30_001);
    let packed = gzip(games.as_bytes());
    assert!(packed.len() < 1_000);
    assert!(rows("a.sgf.gz", &packed) == plain);
}

/// Where the folder of the output goes away during a run, what was kept goes with it, and nothing is offered that is not there.
#[test]
fn what_went_away_with_its_folder_is_not_resumed() {
    let root = tempfile::tempdir().unwrap();
    for n in 0..2000 {
        put(root.path(), &format!("files/{n:04}.sgf"), &game(n));
    }
    let out = root.path().join("out");
    fs::create_dir(&out).unwrap();
    let mut child = command(root.path(), &["files", "--out", "out/r.csv", "-j", "1"])
        .spawn()
        .unwrap();
    let deadline = Deadline::of(&child);
    let partial = out.join("r.csv.partial");
    until("the run has begun to write", || {
        assert_eq!(child.try_wait().unwrap(), None, "it goes on");
        fs::metadata(&partial).map_or(0, |partial| partial.len()) > 0
    });
    let send = |signal: &str| {
        let mut sent = Command::new("kill");
        sent.args([signal, &child.id().to_string()]);
        assert!(sent.status().unwrap().success());
    };
    send("-STOP");
    fs::remove_dir_all(&out).unwrap();
    send("-CONT");
    let output = child.wait_with_output().unwrap();
    drop(deadline);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("what was written is lost"), "{said}");
    assert!(!said.contains("--resume"), "{said}");
}
