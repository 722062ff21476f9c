//! Statistics as a file that is written at the end.

use super::atomic_file::{Growing, Place};
use super::trouble::Trouble;
use crate::report::Names;
use crate::report::statistics::{Statistics, StatisticsForm};

/// Statistics that are asked for.
pub struct StatisticsFile {
    form: StatisticsForm,
    out: Growing,
    /// The numbers so far.
    pub statistics: Statistics,
}

impl StatisticsFile {
    /// Begins them, so that what cannot be written is known before the first game; folders are called by
    /// these names.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn open(
        (form, place): (StatisticsForm, Place),
        names: Names,
    ) -> Result<StatisticsFile, Trouble> {
        Ok(StatisticsFile {
            form,
            out: place.open()?,
            statistics: Statistics::new(names),
        })
    }

    /// Writes them.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn finish(mut self) -> Result<(), Trouble> {
        self.out.put(&self.statistics.write(self.form))?;
        self.out.complete()
    }
}
