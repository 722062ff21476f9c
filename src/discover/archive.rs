//! The members of an archive, read in place and in the order of their names.

use super::entry::Entry;
use super::found::{Content, Found, Origin};
use super::reading::{ArchiveReading, CountedMembers, Intake};
use super::request::Skipped;
use super::tar::Members;
use super::window::{MemberKey, Window};
use super::{signature, zip};
use crate::defect::caught;
use crate::endings::{Compression, Packing};
use crate::finding::{Code, Finding};
use std::path::PathBuf;

/// What one pass gives, or one window of a pass that goes on.
#[derive(Default)]
struct Pass {
    members: Vec<(MemberKey, Content)>,
    /// Whether there are members after these.
    more: bool,
    /// What is wrong with the archive as a whole.
    damage: Option<Finding>,
    counted: CountedMembers,
}

/// A pass that goes on with each window.
#[derive(Debug)]
struct Further {
    archive: Members,
    window: Window<Content>,
    counted: CountedMembers,
}

/// An archive of which some members are still to come.
#[derive(Debug)]
pub(super) struct Archive {
    path: PathBuf,
    /// The archive's own name in the report.
    name: String,
    root: usize,
    packing: Packing,
    reading: ArchiveReading,
    /// What the first pass counted.
    counted: Option<CountedMembers>,
    ready: std::vec::IntoIter<(MemberKey, Content)>,
    last: Option<MemberKey>,
    /// The second pass over members that are in order.
    further: Option<Further>,
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
        reading: ArchiveReading,
    ) -> (Archive, Skipped) {
        let mut archive = Archive {
            path: entry.path.clone(),
            name: entry.name.clone(),
            root: entry.root,
            packing,
            reading,
            counted: None,
            ready: Vec::new().into_iter(),
            last: None,
            further: None,
            more: true,
            is_said: false,
            trouble: None,
            weight: 0,
        };
        let (damage, counted) = archive.pass();
        let is_empty = counted == CountedMembers::default();
        archive.say(match is_empty {
            true => signature::misnamed(&entry.path).or_else(|| {
                let none = || Finding::new(Code::NoGame, "no file is in this archive");
                Some(damage.unwrap_or_else(none))
            }),
            false => damage,
        });
        archive.weight = size / counted.wanted.max(1);
        let skipped = Skipped {
            files: counted.skipped,
            forks: counted.forks,
            archived_links: counted.links,
            ..Skipped::default()
        };
        archive.counted = Some(counted);
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
                self.say(Some(changed()));
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
            Some(finding) => (Content::unread(finding), 0),
            None => (self.ready.next()?.1, self.weight),
        };
        Some(Found {
            origin: Origin {
                source,
                root: self.root,
            },
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
    fn pass(&mut self) -> (Option<Finding>, CountedMembers) {
        // A defect in a reader of archives costs the archive, not the batch.
        let pass = caught(|| match (self.packing, &self.counted) {
            (Packing::Zip, _) => Ok(self.zip()),
            (Packing::Tar(compression), Some(counted)) if !counted.is_out_of_order => {
                self.further(compression, counted.wanted)
            }
            (Packing::Tar(compression), _) => self.tar(compression),
        });
        let pass = pass.flatten().unwrap_or_else(|damage| Pass {
            damage: Some(damage),
            ..Pass::default()
        });
        // A pass that gives nothing ends the archive, whatever it promised.
        self.more = pass.more && !pass.members.is_empty();
        if let Some((last, _)) = pass.members.last() {
            self.last = Some(last.clone());
        }
        self.ready = pass.members.into_iter();
        (pass.damage, pass.counted)
    }

    fn zip(&self) -> Pass {
        let mut counted = CountedMembers::default();
        // The directory of a zip is all that is held: a part of the budget is enough.
        let mut window = Window::new(self.last.clone(), self.reading.window / 2);
        let intake = Intake {
            reading: &self.reading,
            window: &mut window,
            counted: &mut counted,
        };
        let damage = zip::pass(&self.path, intake);
        let (members, more) = window.close();
        Pass {
            members,
            more,
            damage,
            counted,
        }
    }

    fn tar(&self, compression: Compression) -> Result<Pass, Finding> {
        let (reading, mut counted) = (&self.reading, CountedMembers::default());
        let mut archive = Members::open(&self.path, compression, &reading.limits)?;
        let mut window = Window::new(self.last.clone(), reading.window);
        let mut intake = Intake {
            reading,
            window: &mut window,
            counted: &mut counted,
        };
        let offered = archive.offer(usize::MAX, &mut intake);
        let (members, more) = window.close();
        Ok(Pass {
            members,
            more,
            damage: offered.err(),
            counted,
        })
    }

    /// The next window of members that are in order. `wanted` is what the first pass counted.
    fn further(&mut self, compression: Compression, wanted: u64) -> Result<Pass, Finding> {
        let reading = &self.reading;
        let mut further = match self.further.take() {
            Some(further) => further,
            None => Further {
                archive: Members::open(&self.path, compression, &reading.limits)?,
                window: Window::unbounded(self.last.clone()),
                counted: CountedMembers::default(),
            },
        };
        let Further {
            archive,
            window,
            counted,
        } = &mut further;
        let mut intake = Intake {
            reading,
            window,
            counted,
        };
        let offered = archive.offer(reading.window, &mut intake);
        let (members, rest) = further.window.split(reading.window);
        further.window = rest;
        let more = !further.window.is_empty();
        let counted = &further.counted;
        // What comes out of order may stand before what was given already.
        let has_changed = !more && (counted.is_out_of_order || counted.wanted != wanted);
        self.further = more.then_some(further);
        Ok(Pass {
            members,
            more,
            damage: offered.err().or_else(|| has_changed.then(changed)),
            counted: CountedMembers::default(),
        })
    }
}

/// What is said of an archive whose members are not those that they were.
fn changed() -> Finding {
    let message = "it has changed while it was read; members of it may be missing";
    Finding::new(Code::ArchiveDamaged, message)
}
