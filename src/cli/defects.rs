//! Defects of the program that a command caught: each costs the game on which it shows, and no other.

use super::exit::Exit;
use super::lines;
use super::voice::say;
use crate::defect::caught;
use crate::finding::Finding;
use crate::visible::visible;

/// Defects that were caught, in the order of the games.
#[derive(Debug, Default)]
pub struct Defects {
    /// A line for each: the name of its game, and what is wrong.
    pub lines: Vec<String>,
}

impl Defects {
    /// Does a piece of work for a game, or a file, of this name. Where the program has a defect in it,
    /// that is noted, and nothing comes of it.
    pub fn catch<T>(&mut self, name: &str, work: impl FnOnce() -> T) -> Option<T> {
        caught(work).map_err(|defect| self.add(name, &defect)).ok()
    }

    /// Notes a defect that was caught.
    pub fn add(&mut self, name: &str, defect: &Finding) {
        self.lines.push(format!("{name}: {}", defect.message));
    }

    /// Says what there is on standard error. How a command ends that has nothing else to complain of.
    pub fn end(self) -> Exit {
        let exit = match self.lines.is_empty() {
            true => Exit::Clean,
            false => Exit::Found,
        };
        for line in lines::first(self.lines, lines::more) {
            say(visible(&line));
        }
        exit
    }
}
