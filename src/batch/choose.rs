//! Options that depend on where a source lies.

use crate::pipeline::Options;
use std::borrow::Cow;

/// The options of a run's sources.
pub trait Choose: Sync {
    /// Those of every source for which there are no others.
    fn common(&self) -> &Options;

    /// Those of a source by its name in the report, found under the root with this index. The
    /// limits are the common ones.
    fn of(&self, root: usize, source: &str) -> Cow<'_, Options>;
}

/// The same for all.
impl Choose for Options {
    fn common(&self) -> &Options {
        self
    }

    fn of(&self, _root: usize, _source: &str) -> Cow<'_, Options> {
        Cow::Borrowed(self)
    }
}
