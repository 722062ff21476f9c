//! Where a configuration file lies, and what that means for the paths in it.

use crate::cli::roots::shown;
use crate::cli::settings::quoted;
use crate::cli::trouble::Trouble;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The name under which a configuration file is found.
pub const NAME: &str = "audit.toml";

/// A configuration file's place.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    /// Its path from here, for messages.
    pub shown: PathBuf,
    /// Its folder, in full.
    pub folder: PathBuf,
    /// How it came to be used.
    pub how: How,
}

/// How a configuration file came to be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// `--config` names it.
    Named,
    /// It lies in a folder that is audited, or above it.
    Found,
}

/// The file that lies in the folder of a root, or in the nearest folder above it.
///
/// # Errors
/// Where roots lead to different files.
pub fn find(roots: &[PathBuf]) -> Result<Option<SettingsFile>, Trouble> {
    let mut looked_in = BTreeSet::new();
    let mut found: Option<PathBuf> = None;
    for root in roots {
        // A root that is not there has nothing to be configured.
        let Ok(full) = fs::canonicalize(root) else {
            continue;
        };
        for folder in full.ancestors().filter(|folder| folder.is_dir()) {
            if !looked_in.insert(folder.to_owned()) {
                break;
            }
            let file = folder.join(NAME);
            if !file.is_file() {
                continue;
            }
            if let Some(other) = found.as_ref().filter(|other| **other != file) {
                return Err(Trouble::new(format!(
                    "{} and {} are both found: name one with --config, or ignore them with \
                     --isolated",
                    shown(&from_here(other)),
                    shown(&from_here(&file))
                )));
            }
            found = Some(file);
            break;
        }
    }
    Ok(found.map(|file| SettingsFile {
        shown: from_here(&file),
        folder: file.parent().map(Path::to_owned).unwrap_or_default(),
        how: How::Found,
    }))
}

/// The place of a file that is named.
///
/// # Errors
/// Where it is not there.
pub fn named(path: &Path) -> Result<SettingsFile, Trouble> {
    let full = fs::canonicalize(path)
        .map_err(|error| Trouble::new(format!("{} cannot be read: {error}", shown(path))))?;
    Ok(SettingsFile {
        shown: path.to_owned(),
        folder: full.parent().map(Path::to_owned).unwrap_or_default(),
        how: How::Named,
    })
}

impl SettingsFile {
    /// A path in the file as a path from here.
    ///
    /// # Errors
    /// Where a file that was found, not named, leads out of its folder: who audits an archive that
    /// came with a configuration does not have to read it first. Nor does such a file name what is
    /// no regular file, such as a pipe, which may never end.
    pub fn resolve(&self, path: &Path) -> Result<PathBuf, String> {
        let below = path
            .components()
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let full = self.folder.join(path);
        if self.how == How::Found && !(below && self.holds(&full)) {
            return Err(format!(
                "{} lies outside of the file's own folder, which only a file named with --config \
                 may name",
                quoted(&path.to_string_lossy())
            ));
        }
        if self.how == How::Found && fs::metadata(&full).is_ok_and(|there| !there.is_file()) {
            return Err(format!(
                "{} is no regular file",
                quoted(&path.to_string_lossy())
            ));
        }
        Ok(from_here(&full))
    }

    /// Whether a path lies in the folder, links followed.
    fn holds(&self, path: &Path) -> bool {
        path.ancestors()
            .find_map(|there| fs::canonicalize(there).ok())
            .is_some_and(|real| real.starts_with(&self.folder))
    }

    /// The way from the folder to a root, `/` between and after its parts; nothing where the root
    /// lies elsewhere.
    pub fn way_to(&self, root: &Path) -> Option<String> {
        let full = fs::canonicalize(root).ok()?;
        let below = full.strip_prefix(&self.folder).ok()?;
        let part = |part: Component<'_>| format!("{}/", part.as_os_str().to_string_lossy());
        Some(below.components().map(part).collect())
    }
}

/// A full path as a path from the current folder, where one of them lies in the other.
fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(fs::canonicalize);
    let Ok(here) = here else {
        return path.to_owned();
    };
    if let Ok(below) = path.strip_prefix(&here) {
        return below.to_owned();
    }
    let mut way = PathBuf::new();
    for folder in here.ancestors().skip(1) {
        way.push("..");
        // From the top of everything the full path is the shorter one.
        if folder.parent().is_some()
            && let Ok(below) = path.strip_prefix(folder)
        {
            return way.join(below);
        }
    }
    path.to_owned()
}
