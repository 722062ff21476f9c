//! `--changed-since`: which files differ from a revision.
//!
//! The repository is as foreign as the games in it, and its configuration can name commands: a file
//! monitor, filters and differs by attribute, hooks, a transport for objects that are missing. So git
//! is only asked for names and hashes, with all of that switched off, and never looks into a file.
//! Files are read and hashed here, as they lie. Where a filter stands between the file and what git
//! keeps (line ends, large files kept elsewhere), they count as changed.

use super::roots::{path_of, shown};
use super::trouble::Trouble;
use crate::numbers::hex;
use sha1::{Digest, Sha1};
use sha2::Sha256;
use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// What the repository's configuration may not say. Settings given so go before all files.
const SETTINGS: [&str; 5] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
    "submodule.recurse=false",
];

/// How long git may take. It answers within seconds, unless it waits at a pipe that lies where it looks
/// for something to read, such as `.gitignore`.
const PATIENCE: Duration = Duration::from_secs(120);

/// What git sets for its hooks, of the repository that they run for. Here the folder tells the repository.
const OF_ANOTHER: [&str; 5] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_COMMON_DIR",
];

/// The same by the environment: no lock is taken, nothing is fetched, nobody is asked.
const ENVIRONMENT: [(&str, &str); 4] = [
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("GIT_TERMINAL_PROMPT", "0"),
];

/// What differs from a revision.
pub struct Changed {
    /// The files, each below the root under which it was found.
    pub files: BTreeSet<PathBuf>,
    /// The folders of other repositories inside, submodules among them. They are not asked.
    pub inside: BTreeSet<PathBuf>,
}

/// The files under the roots that differ from a revision, or that git does not know yet; files
/// that it is told to ignore are left out. What lies behind a link is nothing that git knows under its
/// name: a root that is a link counts as changed.
///
/// # Errors
/// Where git is not there, a root lies in no work tree, or the revision is unknown.
pub fn since(revision: &str, roots: &[PathBuf]) -> Result<Changed, Trouble> {
    // A revision that looks like an option would be taken for one.
    if revision.starts_with('-') || revision.is_empty() {
        return Err(Trouble::new(format!("{revision:?} is no revision")));
    }
    // What is not there is told by the audit, and costs the others nothing.
    let (there, gone): (Vec<&PathBuf>, Vec<&PathBuf>) = roots
        .iter()
        .partition(|root| root.symlink_metadata().is_ok());
    let (linked, there): (Vec<&PathBuf>, Vec<&PathBuf>) =
        there.into_iter().partition(|root| root.is_symlink());
    if let Some(folder) = linked.iter().find(|root| root.is_dir()) {
        return Err(Trouble::new(format!(
            "git does not say what changed in {}: it is a link; name the folder itself",
            shown(folder)
        )));
    }
    let folders: BTreeSet<&Path> = there
        .into_iter()
        .map(|root| match root.parent() {
            Some(parent) if !root.is_dir() => parent,
            _ => root.as_path(),
        })
        .collect();
    let mut changed: BTreeSet<PathBuf> = gone.into_iter().chain(linked).cloned().collect();
    let mut inside = BTreeSet::new();
    for folder in folders {
        // `core.worktree` may name any folder, `core.bare` says that there is none, and git would find no file here.
        let has_files = git(folder, &["rev-parse", "--is-inside-work-tree"])?;
        if has_files.trim_ascii_end() != b"true" {
            return Err(Trouble::new(format!(
                "git does not say what changed in {}: its repository has its files elsewhere, \
                 or none (core.worktree, core.bare)",
                shown(folder)
            )));
        }
        let tree = git(folder, &["ls-tree", "-r", "-z", revision])?;
        let tree: HashMap<&[u8], &[u8]> = entries(&tree).filter_map(named_hash).collect();
        let standing = ["ls-files", "-z", "--cached", "--others"];
        let names = git(folder, &[&standing[..], &["--exclude-standard"]].concat())?;
        for name in entries(&names) {
            let path = folder.join(path_of(name)?);
            let Ok(there) = fs::symlink_metadata(&path) else {
                continue;
            };
            if there.is_dir() {
                inside.insert(path);
            } else if differs(&path, &there, tree.get(name).copied()) {
                changed.insert(path);
            }
        }
    }
    Ok(Changed {
        files: changed,
        inside,
    })
}

/// What git says in a folder; the empty path is the current one.
fn git(folder: &Path, command: &[&str]) -> Result<Vec<u8>, Trouble> {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).arg("--no-pager");
    for setting in SETTINGS {
        git.args(["-c", setting]);
    }
    for name in OF_ANOTHER {
        git.env_remove(name);
    }
    let child = git
        .args(command)
        .envs(ENVIRONMENT)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let said = child.and_then(within_patience);
    match said.map_err(|error| Trouble::new(format!("git could not be run: {error}")))? {
        Ok(output) => Ok(output),
        Err(why) => Err(Trouble::new(format!(
            "git does not say what changed in {}: {}",
            shown(folder),
            shown(Path::new(why.lines().next().unwrap_or("no reason given")))
        ))),
    }
}

/// What a program writes, or why it fails, as it says it; one that takes too long is ended.
fn within_patience(mut child: Child) -> io::Result<Result<Vec<u8>, String>> {
    fn all(pipe: Option<impl Read>) -> Vec<u8> {
        let mut all = Vec::new();
        // What cannot be read was not said; the exit status tells of that.
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut all));
        all
    }
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    let (send, said) = mpsc::channel();
    thread::Builder::new().spawn(move || send.send(all(output)))?;
    let errors = thread::Builder::new().spawn(move || all(errors))?;
    let Ok(output) = said.recv_timeout(PATIENCE) else {
        child.kill()?;
        child.wait()?;
        let seconds = PATIENCE.as_secs();
        return Ok(Err(format!("it gave no answer within {seconds} seconds")));
    };
    let status = child.wait()?;
    Ok(match status.success() {
        true => Ok(output),
        false => {
            let errors = errors.join().unwrap_or_default();
            Err(String::from_utf8_lossy(&errors).into_owned())
        }
    })
}

/// What stands between NULs.
fn entries(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    output
        .split(|&byte| byte == 0)
        .filter(|entry| !entry.is_empty())
}

/// The name and the hash of a line `MODE TYPE HASH<TAB>NAME`.
fn named_hash(entry: &[u8]) -> Option<(&[u8], &[u8])> {
    let tab = entry.iter().position(|&byte| byte == b'\t')?;
    let (told, name) = (&entry[..tab], &entry[tab + 1..]);
    let hash = told.rsplit(|&byte| byte == b' ').next()?;
    Some((name, hash))
}

/// Whether what is there, no folder, is something that the revision does not have so. What cannot be read differs: the
/// audit says why.
fn differs(path: &Path, there: &Metadata, hash: Option<&[u8]>) -> bool {
    let content = if there.is_symlink() {
        fs::read_link(path).map(|to| to.into_os_string().into_encoded_bytes())
    } else {
        Ok(Vec::new())
    };
    let (Some(hash), Ok(link)) = (hash, content) else {
        return true;
    };
    let own = match (hash.len(), there.is_symlink(), there.is_file()) {
        (40, true, _) => blob::<Sha1>(link.len() as u64, link.as_slice()),
        (64, true, _) => blob::<Sha256>(link.len() as u64, link.as_slice()),
        (40, _, true) => File::open(path).and_then(|file| blob::<Sha1>(there.len(), file)),
        (64, _, true) => File::open(path).and_then(|file| blob::<Sha256>(there.len(), file)),
        _ => return true,
    };
    !own.is_ok_and(|own| own.as_bytes() == hash)
}

/// The hash under which git keeps a file of this length.
fn blob<H: Digest>(length: u64, mut content: impl Read) -> io::Result<String> {
    let mut hash = H::new();
    hash.update(format!("blob {length}\0"));
    let mut chunk = [0; 1 << 16];
    loop {
        match content.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => hash.update(&chunk[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(hex(&hash.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_git() {
        // git hash-object --stdin, in repositories of both kinds.
        let sha1 = blob::<Sha1>(6, b"hello\n".as_slice()).unwrap();
        assert_eq!(sha1, "ce013625030ba8dba906f756967f9e9ca394464a");
        let sha256 = blob::<Sha256>(6, b"hello\n".as_slice()).unwrap();
        assert_eq!(
            sha256,
            "2cf8d83d9ee29543b34a87727421fdecb7e3f3a183d337639025de576db9ebb4"
        );
    }
}
