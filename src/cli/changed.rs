//! `--changed-since`: which files git says changed.

use super::Trouble;
use super::roots::{path_of, shown};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files under the roots that differ from a revision, or that git does not know yet; files
/// that it is told to ignore are left out.
///
/// # Errors
/// Where git is not there, a root lies in no work tree, or the revision is unknown.
pub fn since(revision: &str, roots: &[PathBuf]) -> Result<BTreeSet<PathBuf>, Trouble> {
    // A revision that looks like an option would be taken for one.
    if revision.starts_with('-') || revision.is_empty() {
        return Err(Trouble::new(format!("{revision:?} is no revision")));
    }
    let folders: BTreeSet<&Path> = roots
        .iter()
        .map(|root| match root.parent() {
            Some(parent) if !root.is_dir() => parent,
            _ => root.as_path(),
        })
        .collect();
    let differ = &["diff", "--name-only", "-z", "--relative", "--diff-filter=d"];
    let unknown = &["ls-files", "-z", "--others", "--exclude-standard"];
    let mut changed = BTreeSet::new();
    for folder in folders {
        for (command, revision) in [(&differ[..], Some(revision)), (&unknown[..], None)] {
            let names = git(folder, command, revision)?;
            for name in names
                .split(|&byte| byte == 0)
                .filter(|name| !name.is_empty())
            {
                changed.insert(folder.join(path_of(name)?));
            }
        }
    }
    Ok(changed)
}

/// What git says in a folder; the empty path is the current one.
fn git(folder: &Path, command: &[&str], revision: Option<&str>) -> Result<Vec<u8>, Trouble> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(command)
        .args(revision)
        .args(["--", "."])
        .output()
        .map_err(|error| Trouble::new(format!("git could not be run: {error}")))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Trouble::new(format!(
        "git does not say what changed in {}: {}",
        shown(folder),
        shown(Path::new(said.lines().next().unwrap_or("no reason given")))
    )))
}
