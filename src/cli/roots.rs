//! From the paths on the command line to what is walked, and back from a source to its path.

use super::settings::Input;
use super::trouble::Trouble;
use crate::Limits;
use crate::discover::{self, Discovery, Files, Found, Links, Request, WINDOW, check_readable};
use crate::numbers::counted;
use crate::visible::visible;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The roots that the paths on the command line name, as [`without_repeats`] gives them; `-` stands for a list on
/// standard input.
///
/// # Errors
/// Where a root named on the command line cannot be read, and where there is only a list on standard input, which
/// names nothing. What such a list names and is not there becomes a row instead: one stale line does not cost the others.
pub fn of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Trouble> {
    let mut roots = Vec::new();
    let mut listed = false;
    for path in paths {
        if path.as_os_str() == "-" {
            if !listed {
                roots.extend(list()?);
            }
            listed = true;
        } else {
            check_readable(path).map_err(|error| {
                // What a stranger may try first.
                let hint = match path.to_str() {
                    Some("help") => " (audit --help and audit show --help say how to go on)",
                    Some(
                        "show" | "fix" | "solve" | "explain" | "codes" | "causes" | "config"
                        | "completions" | "man",
                    ) => {
                        " (a command comes first, and its options behind it: audit show FILE --isolated)"
                    }
                    _ => "",
                };
                Trouble::new(format!("{} cannot be read: {error}{hint}", shown(path)))
            })?;
            roots.push(path.clone());
        }
    }
    match roots.is_empty() && listed {
        true => Err(Trouble::new("standard input lists no path")),
        false => Ok(without_repeats(roots)),
    }
}

/// Paths as roots. They are sorted: sources of one name come in the order of their roots, whatever order
/// these were named in. A path that is named again, as `./games` after `games`, is no second root.
pub fn without_repeats(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.sort();
    let mut known = HashSet::new();
    // By name alone: a million listed paths are not looked up.
    paths.retain(|path| {
        let whole = std::path::absolute(path);
        known.insert(whole.unwrap_or_else(|_| path.clone()))
    });
    paths
}

/// Why nothing is audited where no source is found.
pub const NO_GAMES: &str =
    "no games here: no file whose name ends in .sgf, and no archive with one";

/// The roots that cannot be read. Those named on the command line can, or nothing is audited.
pub fn unreadable(roots: &[PathBuf]) -> Vec<&PathBuf> {
    roots
        .iter()
        .filter(|root| check_readable(root).is_err())
        .collect()
}

/// Refuses to go on where a file was not read for want of handles: its row would be there or not by chance.
///
/// # Errors
/// What to do about it.
pub fn check_handles() -> Result<(), Trouble> {
    match discover::ran_out_of_handles() {
        false => Ok(()),
        true => Err(Trouble::new(
            "too many files are open at a time, and the system opens no more: raise the limit (ulimit -n), or \
             take fewer threads (--threads)",
        )),
    }
}

/// The request that settings make of the roots.
pub fn request(input: &Input, roots: Vec<PathBuf>, limits: &Limits) -> Request {
    Request {
        roots,
        files: match input.all_files {
            Some(true) => Files::All,
            _ => Files::Games,
        },
        links: match input.follow {
            Some(true) => Links::Follow,
            _ => Links::Skip,
        },
        limits: limits.clone(),
        only: None,
        window: WINDOW,
        stop: Arc::default(),
    }
}

/// A path for messages.
pub fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

/// The file at a path, and the member of it that the path may name.
pub fn file_and_member(path: &Path) -> (PathBuf, Option<String>) {
    let name = path.as_os_str().as_encoded_bytes();
    // The file is what stands before the first `!` that makes it one.
    let marks = (0..name.len()).filter(|&at| name[at] == b'!');
    let mut named = marks.filter_map(|at| {
        let member = String::from_utf8_lossy(&name[at + 1..]).into_owned();
        let file = path_of(&name[..at]).ok().filter(|file| file.is_file())?;
        Some((file, Some(member)))
    });
    match path.exists() {
        false => named.next(),
        true => None,
    }
    .unwrap_or_else(|| (path.to_owned(), None))
}

/// A full path as one from the current folder, where it lies in there.
pub fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(fs::canonicalize);
    let below = here
        .ok()
        .and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    below.unwrap_or_else(|| path.to_owned())
}

/// A path from the current folder as one from another folder, given in full: with `..` where both lie in a
/// folder below the top, else in full.
pub fn from_there(path: &Path, folder: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(fs::canonicalize);
    let full = here.unwrap_or_default().join(path);
    let both = full.components().zip(folder.components());
    let common = both.take_while(|(one, other)| one == other).count();
    let up = folder.components().count() - common;
    let names = |part: &Component<'_>| matches!(part, Component::Normal(_));
    if up > 0 && !full.components().take(common).any(|part| names(&part)) {
        return full;
    }
    let up = std::iter::repeat_n(Component::ParentDir, up);
    let below: PathBuf = up.chain(full.components().skip(common)).collect();
    match below.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => below,
    }
}

/// The source at a path, which may name a member of an archive.
///
/// # Errors
/// Where there is none, or several and none is named.
pub fn one(path: &Path, limits: &Limits) -> Result<Found, Trouble> {
    let text = path.to_string_lossy();
    let (root, member) = file_and_member(path);
    check_readable(&root)
        .map_err(|error| Trouble::new(format!("{} cannot be read: {error}", shown(&root))))?;
    if root.is_dir() {
        return Err(Trouble::new(format!("{} is a folder", shown(&root))));
    }
    let own = discover::name_of(&root);
    let wanted = member.map(|member| format!("{own}!{member}"));
    let input = Input {
        all_files: Some(wanted.is_some()),
        ..Input::default()
    };
    let sources = Discovery::new(request(&input, vec![root], limits)).filter(|found| {
        wanted
            .as_ref()
            .is_none_or(|wanted| found.origin.source == *wanted)
    });
    // A damaged archive has a row of its own, which is no member.
    let (mut of_itself, mut first) = (None, None);
    let mut number: u64 = 0;
    let mut names = Vec::new();
    for found in sources {
        if found.origin.source == own {
            of_itself = Some(found);
            continue;
        }
        number += 1;
        if names.len() < NAMED {
            names.push(shown(&path.with_file_name(&found.origin.source)));
        }
        first.get_or_insert(found);
    }
    let why = match (number, &wanted) {
        (0 | 1, _) => match (first.or(of_itself), wanted) {
            (Some(found), _) => return Ok(found),
            (None, Some(_)) => format!("there is no {}", visible(&text)),
            (None, None) => format!("no game is in {}", visible(&text)),
        },
        (_, Some(_)) => format!(
            "several files are called {}: unpack the archive to look at one of them",
            visible(&text)
        ),
        (_, None) => {
            let more = match number > NAMED as u64 {
                true => ", ...",
                false => "",
            };
            let (files, names) = (counted(number, "file"), names.join(", "));
            format!(
                "{} holds {files}: name one of them ({names}{more})",
                visible(&text)
            )
        }
    };
    Err(Trouble::new(why))
}

/// How many files of an archive are named where one is to be.
const NAMED: usize = 10;

/// The paths listed on standard input, separated by NUL if there is one, else by line ends.
fn list() -> Result<Vec<PathBuf>, Trouble> {
    let mut bytes = Vec::new();
    // Who writes the list may take long, or never end.
    super::stop::waiting(|| io::stdin().lock().read_to_end(&mut bytes))
        .map_err(|error| Trouble::new(format!("standard input cannot be read: {error}")))?;
    if bytes.trim_ascii_start().starts_with(b"(;") {
        return Err(Trouble::new(
            "- reads a list of paths, and on standard input is a game: name its file, or audit /dev/stdin < FILE \
             (what comes through a pipe is written to a file first)",
        ));
    }
    let separator = if bytes.contains(&0) { 0 } else { b'\n' };
    bytes
        .split(|&byte| byte == separator)
        .map(|line| match separator {
            b'\n' => line.strip_suffix(b"\r").unwrap_or(line),
            _ => line,
        })
        .filter(|line| !line.is_empty())
        .map(path_of)
        .collect()
}

/// A path from the bytes by which another program names it.
///
/// # Errors
/// Where the system's paths are text, and the bytes are not.
#[cfg(unix)]
pub fn path_of(bytes: &[u8]) -> Result<PathBuf, Trouble> {
    use std::os::unix::ffi::OsStrExt;
    Ok(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
}

/// A path from the bytes by which another program names it.
///
/// # Errors
/// Where the bytes are not UTF-8.
#[cfg(not(unix))]
pub fn path_of(bytes: &[u8]) -> Result<PathBuf, Trouble> {
    String::from_utf8(bytes.to_vec())
        .map(PathBuf::from)
        .map_err(|_| Trouble::new("a path is not UTF-8"))
}
