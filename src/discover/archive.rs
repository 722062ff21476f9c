//! The members of an archive, read in place and in the order of their names.

use super::entry::Entry;
use super::found::{Content, Found};
use super::reading::{Counted, Reading};
use super::request::Skipped;
use super::window::{Key, Window};
use super::{signature, tar, zip};
use crate::defect::caught;
use crate::endings::Packing;
use crate::finding::{Code, Finding};
use std::path::PathBuf;

/// An archive of which some members are still to come.
#[derive(Debug)]
pub(super) struct Archive {
    path: PathBuf,
    /// The archive's own name in the report.
    name: String,
    root: usize,
    packing: Packing,
    reading: Reading,
    ready: std::vec::IntoIter<(Key, Content)>,
    last: Option<Key>,
    /// Whether there are members after those that are ready.
    more: bool,
    /// Whether something was said of it as a whole.
    is_said: bool,
    /// What is wrong with it as a whole, and was not yet said.
    trouble: Option<Finding>,
    /// Each member's share of the archive's size.
    weight: u64,
}

impl Archive {
    /// Makes the first pass. `size` is the archive's on disk. The second value is what was passed over in it.
    pub fn open(
        entry: &Entry,
        packing: Packing,
        size: u64,
        reading: Reading,
    ) -> (Archive, Skipped) {
        let mut archive = Archive {
            path: entry.path.clone(),
            name: entry.name.clone(),
            root: entry.root,
            packing,
            reading,
            ready: Vec::new().into_iter(),
            last: None,
            more: true,
            is_said: false,
            trouble: None,
            weight: 0,
        };
        let (damage, counted) = archive.pass();
        archive.say(match (damage, counted == Counted::default()) {
            (Some(damage), true) => signature::misnamed(&entry.path).or(Some(damage)),
            (None, true) => Some(Finding::new(Code::NoGame, "no file is in this archive")),
            (damage, false) => damage,
        });
        archive.weight = size / counted.wanted.max(1);
        let skipped = Skipped {
            files: counted.skipped,
            archived_links: counted.links,
            ..Skipped::default()
        };
        (archive, skipped)
    }

    /// Which root it was found under.
    pub fn root(&self) -> usize {
        self.root
    }

    /// The name of the next member in the report; makes another pass where one is needed. What is wrong with the
    /// archive as a whole comes before under its own name, once.
    pub fn peek(&mut self) -> Option<String> {
        while self.ready.as_slice().is_empty() && self.more && self.trouble.is_none() {
            let (damage, _) = self.pass();
            self.say(damage);
            if self.ready.as_slice().is_empty() {
                let message = "it has changed while it was read; members of it are missing";
                self.say(Some(Finding::new(Code::ArchiveDamaged, message)));
            }
        }
        if self.trouble.is_some() {
            return Some(self.name.clone());
        }
        let ((name, _), _) = self.ready.as_slice().first()?;
        Some(format!("{}!{name}", self.name))
    }

    /// The next member.
    pub fn next(&mut self) -> Option<Found> {
        let source = self.peek()?;
        let (content, weight) = match self.trouble.take() {
            Some(finding) => (Content::Finding(Box::new(finding)), 0),
            None => (self.ready.next()?.1, self.weight),
        };
        Some(Found {
            source,
            root: self.root,
            content,
            weight,
        })
    }

    /// Keeps what is wrong with the archive, if nothing was said before.
    fn say(&mut self, damage: Option<Finding>) {
        if !self.is_said && damage.is_some() {
            self.is_said = true;
            self.trouble = damage;
        }
    }

    /// Reads the members after the last that was ready. Gives what is wrong with the archive.
    fn pass(&mut self) -> (Option<Finding>, Counted) {
        let (path, reading) = (&self.path, &self.reading);
        let mut counted = Counted::default();
        // A defect in a reader of archives costs the archive, not the batch.
        let pass = caught(|| {
            // The directory of a zip is all that is held: a part of the budget is enough.
            let budget = match self.packing {
                Packing::Zip => reading.window / 2,
                Packing::Tar(_) => reading.window,
            };
            let mut window = Window::new(self.last.clone(), budget);
            let damage = match self.packing {
                Packing::Zip => zip::pass(path, reading, &mut window, &mut counted),
                Packing::Tar(compression) => {
                    tar::pass(path, compression, reading, &mut window, &mut counted).err()
                }
            };
            (window.close(), damage)
        });
        let ((members, more), damage) =
            pass.unwrap_or_else(|defect| ((Vec::new(), false), Some(defect)));
        // A pass that gives nothing ends the archive, whatever it promised.
        self.more = more && !members.is_empty();
        if let Some((last, _)) = members.last() {
            self.last = Some(last.clone());
        }
        self.ready = members.into_iter();
        (damage, counted)
    }
}
