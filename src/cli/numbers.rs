//! Statistics as a file that is written at the end.

use super::atomic_file::{Growing, Place};
use super::trouble::Trouble;
use crate::report::Row;
use crate::report::statistics::{Form, Statistics};
use std::io::Write;

/// Statistics that are asked for.
pub struct Numbers {
    form: Form,
    place: Place,
    out: Option<Growing>,
    statistics: Statistics,
}

impl Numbers {
    /// Begins them, so that what cannot be written is known before the first game.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn open((form, place): (Form, Place)) -> Result<Numbers, Trouble> {
        let out = Some(place.open()?);
        Ok(Numbers {
            form,
            place,
            out,
            statistics: Statistics::default(),
        })
    }

    /// Counts a row.
    pub fn add(&mut self, row: &Row) {
        self.statistics.add(row);
    }

    /// Writes them.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn finish(mut self) -> Result<(), Trouble> {
        let bytes = self.statistics.write(self.form);
        let Some(mut out) = self.out.take() else {
            return Ok(());
        };
        out.write_all(&bytes)
            .map_err(|error| self.place.trouble(&error))?;
        self.place.complete(out)
    }
}

impl Drop for Numbers {
    /// Of a run that does not come to its end nothing stays.
    fn drop(&mut self) {
        if self.out.is_some() {
            self.place.discard();
        }
    }
}
