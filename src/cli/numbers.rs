//! Statistics as a file that is written at the end.

use super::Trouble;
use super::whole::Place;
use sgf_audit::report::statistics::{Form, Statistics};
use std::io::Write;

/// Statistics that are asked for.
pub struct Numbers {
    form: Form,
    place: Place,
    out: Box<dyn Write + Send>,
    statistics: Statistics,
}

impl Numbers {
    /// Begins them, so that what cannot be written is known before the first game.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn open((form, place): (Form, Place)) -> Result<Numbers, Trouble> {
        let out = place.open().map_err(|error| place.trouble(&error))?;
        Ok(Numbers {
            form,
            place,
            out,
            statistics: Statistics::default(),
        })
    }

    /// Adds the numbers of another part of the run.
    pub fn add(&mut self, more: Statistics) {
        self.statistics.merge(more);
    }

    /// Writes them.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn finish(mut self) -> Result<(), Trouble> {
        let bytes = self.statistics.write(self.form);
        let written = self.out.write_all(&bytes).and_then(|()| self.out.flush());
        written
            .and_then(|()| self.place.complete())
            .map_err(|error| self.place.trouble(&error))
    }
}

impl Drop for Numbers {
    /// Of a run that does not come to its end nothing stays.
    fn drop(&mut self) {
        self.place.discard();
    }
}
