//! `--changed-since` in a repository that belongs to somebody else: its configuration names commands
//! wherever git would run one, and none of them runs.
#![cfg(all(feature = "cli", unix))]

mod common;

use common::{audit, skipped};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

const GAME: &str = "(;GM[1]FF[4]SZ[5]RE[?]C[one];B[];W[])\n";
const OTHER: &str = "(;GM[1]FF[4]SZ[5]RE[?]C[two];B[];W[])\n";

/// A repository with two games, and a command that leaves a mark where it runs.
struct Repository {
    root: tempfile::TempDir,
}

impl Repository {
    /// Nothing where there is no git.
    fn new() -> Option<Repository> {
        let root = tempfile::tempdir().unwrap();
        let repository = Repository { root };
        fs::create_dir_all(repository.path("in")).unwrap();
        fs::write(repository.path("a.sgf"), GAME).unwrap();
        fs::write(repository.path("in/b.sgf"), GAME).unwrap();
        if !repository.git(&["init", "-q"]) {
            skipped("no git");
            return None;
        }
        assert!(repository.git(&["add", "."]));
        assert!(repository.git(&["commit", "-qm", "first"]));
        let command = repository.command();
        let mark = repository.mark();
        fs::write(
            &command,
            format!("#!/bin/sh\n: >'{}'\ncat\n", mark.display()),
        )
        .unwrap();
        fs::set_permissions(&command, fs::Permissions::from_mode(0o755)).unwrap();
        Some(repository)
    }

    fn folder(&self) -> PathBuf {
        self.root.path().join("games")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// What must not run.
    fn command(&self) -> PathBuf {
        self.root.path().join("command")
    }

    /// What it leaves.
    fn mark(&self) -> PathBuf {
        self.root.path().join("mark")
    }

    fn git(&self, arguments: &[&str]) -> bool {
        Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@b.c"])
            .args(arguments)
            .current_dir(self.folder())
            .output()
            .is_ok_and(|output| output.status.success())
    }

    fn append(&self, name: &str, text: &str) {
        let text = text.replace("COMMAND", &self.command().display().to_string());
        let path = self.path(name);
        let before = fs::read_to_string(&path).unwrap_or_default();
        fs::write(path, before + &text).unwrap();
    }

    /// The sources that are audited as changed, or what was said instead.
    fn changed(&self) -> Result<Vec<String>, String> {
        let output = audit(
            &self.folder(),
            &[".", "--changed-since", "HEAD", "--out", "-"],
        );
        if output.status.code() == Some(2) {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        Ok(csv::Reader::from_reader(output.stdout.as_slice())
            .records()
            .map(|record| record.unwrap()[0].to_owned())
            .collect())
    }
}

/// What a repository says: the file, what is added to it.
type Says = &'static [(&'static str, &'static str)];

const HOSTILE: &[(&str, Says)] = &[
    (
        "a file monitor",
        &[(".git/config", "[core]\nfsmonitor = COMMAND\n")],
    ),
    (
        "a file monitor from another file",
        &[
            (".git/config", "[include]\npath = more\n"),
            (".git/more", "[core]\nfsmonitor = COMMAND\n"),
        ],
    ),
    (
        "a file monitor of this work tree",
        &[
            (".git/config", "[extensions]\nworktreeConfig = true\n"),
            (".git/config.worktree", "[core]\nfsmonitor = COMMAND\n"),
        ],
    ),
    (
        "a clean filter",
        &[
            (
                ".git/config",
                "[filter \"x\"]\nclean = COMMAND\nsmudge = COMMAND\nrequired\n",
            ),
            (".gitattributes", "*.sgf filter=x\n"),
        ],
    ),
    (
        "a filter process",
        &[
            (".git/config", "[filter \"x\"]\nprocess = COMMAND\n"),
            (".git/info/attributes", "*.sgf filter=x\n"),
        ],
    ),
    (
        "an external diff",
        &[
            (
                ".git/config",
                "[diff]\nexternal = COMMAND\n[diff \"x\"]\ntextconv = COMMAND\ncommand = COMMAND\n",
            ),
            (".gitattributes", "*.sgf diff=x\n"),
        ],
    ),
    (
        "hooks",
        &[(".git/config", "[core]\nhooksPath = .git/my-hooks\n")],
    ),
    (
        "aliases, a pager and an editor",
        &[(
            ".git/config",
            "[alias]\nls-tree = !COMMAND\nls-files = !COMMAND\ndiff = !COMMAND\n\
             [core]\npager = COMMAND\neditor = COMMAND\naskPass = COMMAND\n\
             [pager]\nls-tree = COMMAND\nls-files = COMMAND\n",
        )],
    ),
];

#[test]
fn nothing_that_the_repository_names_is_run() {
    for (what, says) in HOSTILE {
        let Some(repository) = Repository::new() else {
            return;
        };
        let hooks = repository.path(".git/my-hooks");
        fs::create_dir_all(&hooks).unwrap();
        for hook in ["post-index-change", "reference-transaction", "pre-auto-gc"] {
            symlink(repository.command(), hooks.join(hook)).unwrap();
        }
        for (name, text) in *says {
            repository.append(name, text);
        }
        // The same length, and another time.
        fs::write(repository.path("a.sgf"), OTHER).unwrap();
        fs::write(repository.path("in/b.sgf"), GAME).unwrap();
        fs::write(repository.path("new.sgf"), OTHER).unwrap();
        let changed = repository.changed();
        assert!(!repository.mark().exists(), "{what} ran");
        assert_eq!(changed.unwrap(), ["a.sgf", "new.sgf"], "{what}");
    }
}

/// Where git lacks an object it would ask the place that the repository names for it.
#[test]
fn nothing_is_fetched() {
    for url in ["ext::COMMAND", "ssh://host/there", "file:///"] {
        let Some(repository) = Repository::new() else {
            return;
        };
        repository.append(
            ".git/config",
            &format!(
                "[core]\nrepositoryFormatVersion = 1\nsshCommand = COMMAND\n\
                 [extensions]\npartialClone = origin\n\
                 [protocol]\nallow = always\n[protocol \"ext\"]\nallow = always\n\
                 [remote \"origin\"]\nurl = {url}\npromisor = true\nuploadpack = COMMAND\n"
            ),
        );
        let tree = Command::new("git")
            .args(["rev-parse", "HEAD:in"])
            .current_dir(repository.folder())
            .output()
            .unwrap();
        let tree = String::from_utf8(tree.stdout).unwrap();
        let (first, rest) = tree.trim().split_at(2);
        fs::remove_file(repository.path(".git/objects").join(first).join(rest)).unwrap();
        let changed = repository.changed();
        assert!(!repository.mark().exists(), "{url} was asked");
        let said = changed.unwrap_err();
        assert!(said.contains("git does not say what changed"), "{said}");
    }
}

/// A repository without a work tree that lies among the games, where git would take it for its own.
#[test]
fn a_bare_repository_among_the_games_is_not_asked() {
    let Some(repository) = Repository::new() else {
        return;
    };
    let bare = repository.path("bare");
    assert!(repository.git(&["clone", "-q", "--bare", ".", "bare"]));
    repository.append(
        "bare/config",
        "[core]\nbare = false\nworktree = ..\nfsmonitor = COMMAND\n",
    );
    fs::write(bare.join("c.sgf"), GAME).unwrap();
    let output = audit(&bare, &[".", "--changed-since", "HEAD", "--out", "-"]);
    assert!(!repository.mark().exists(), "the file monitor ran");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// A repository inside another, which `git diff` would ask for its state.
#[test]
fn a_repository_inside_is_not_asked() {
    let Some(repository) = Repository::new() else {
        return;
    };
    let inner = repository.path("inner");
    assert!(repository.git(&["clone", "-q", ".", "inner"]));
    assert!(repository.git(&["add", "inner"]) && repository.git(&["commit", "-qm", "second"]));
    repository.append("inner/.git/config", "[core]\nfsmonitor = COMMAND\n");
    fs::write(inner.join("a.sgf"), OTHER).unwrap();
    fs::write(repository.path("a.sgf"), OTHER).unwrap();
    let changed = repository.changed();
    assert!(!repository.mark().exists(), "the file monitor ran");
    assert_eq!(changed.unwrap(), ["a.sgf"]);
    // It is said that it was not.
    let output = audit(&repository.folder(), &[".", "--changed-since", "HEAD"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("git does not tell: 1, the first ./inner"),
        "{said}"
    );
    assert!(!repository.mark().exists(), "the file monitor ran");
}

/// git tells its hooks which repository they run for; the folder tells which is asked.
#[test]
fn a_hook_of_another_repository_changes_nothing() {
    let Some(repository) = Repository::new() else {
        return;
    };
    fs::write(repository.path("in/b.sgf"), OTHER).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(["in", "--changed-since", "HEAD", "--out", "-", "-q"])
        .current_dir(repository.folder())
        .env("GIT_DIR", ".git")
        .env("GIT_WORK_TREE", ".")
        .env("GIT_INDEX_FILE", ".git/none")
        .output()
        .unwrap();
    let rows = String::from_utf8(output.stdout).unwrap();
    assert_eq!(rows.lines().count(), 2, "{rows} {:?}", output.stderr);
}

/// What differs is told by what a file holds, not by when it was written.
#[test]
fn what_a_file_holds_decides() {
    let Some(repository) = Repository::new() else {
        return;
    };
    let is = |changed: &[&str]| assert_eq!(repository.changed().unwrap(), changed);
    is(&[]);
    fs::write(repository.path("a.sgf"), GAME).unwrap();
    is(&[]);
    fs::write(repository.path("a.sgf"), OTHER).unwrap();
    is(&["a.sgf"]);
    assert!(repository.git(&["add", "a.sgf"]));
    is(&["a.sgf"]);
    // In the index and not in the folder: as in the revision.
    fs::write(repository.path("a.sgf"), GAME).unwrap();
    is(&[]);
    // A pipe in place of a game is not waited for.
    fs::remove_file(repository.path("a.sgf")).unwrap();
    common::fifo(repository.path("a.sgf").as_ref());
    is(&["a.sgf"]);
    fs::remove_file(repository.path("a.sgf")).unwrap();
    is(&[]);
    assert!(Path::new(&repository.path("in/b.sgf")).exists());
}

/// A name in a list that is not there is told, and the others are audited.
#[test]
fn what_is_gone_costs_the_others_nothing() {
    let Some(repository) = Repository::new() else {
        return;
    };
    fs::write(repository.path("a.sgf"), OTHER).unwrap();
    fs::write(repository.path("list"), "gone/x.sgf\na.sgf\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_audit"))
        .args(["-", "--changed-since", "HEAD", "--out", "-", "-q"])
        .current_dir(repository.folder())
        .stdin(fs::File::open(repository.path("list")).unwrap())
        .output()
        .unwrap();
    let rows = String::from_utf8(output.stdout).unwrap();
    assert_eq!(rows.lines().count(), 3, "{rows} {:?}", output.stderr);
    assert!(
        rows.contains("\nx.sgf,") && rows.contains("a.sgf,"),
        "{rows}"
    );
}

/// `core.worktree` makes git look for the files elsewhere: that is said, and no file passed over.
#[test]
fn files_elsewhere_are_no_reason_to_pass_over_these() {
    let Some(repository) = Repository::new() else {
        return;
    };
    let elsewhere = repository.root.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let worktree = format!("[core]\nworktree = {}\n", elsewhere.display());
    repository.append(".git/config", &worktree);
    fs::write(repository.path("new.sgf"), OTHER).unwrap();
    let said = repository.changed().unwrap_err();
    assert!(said.contains("core.worktree"), "{said}");
}

/// What lies behind a link is nothing that git knows under its name.
#[test]
fn what_is_behind_links_is_never_passed_over() {
    let Some(repository) = Repository::new() else {
        return;
    };
    symlink("../in", repository.path("link")).unwrap();
    symlink("in/b.sgf", repository.path("l.sgf")).unwrap();
    assert!(repository.git(&["add", "."]) && repository.git(&["commit", "-qm", "links"]));
    fs::write(repository.path("in/b.sgf"), OTHER).unwrap();
    let run = |arguments: &[&str]| {
        let since = ["--changed-since", "HEAD", "--out", "-", "-q"];
        audit(&repository.folder(), &[arguments, &since].concat())
    };
    let rows =
        |output: &std::process::Output| String::from_utf8_lossy(&output.stdout).lines().count();
    assert_eq!(rows(&run(&["l.sgf"])), 2);
    for refused in [["link", "in"], [".", "--follow"]] {
        let output = run(&refused);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("link"), "{said}");
    }
}
