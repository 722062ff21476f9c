//! Sources, read and opened.

use crate::defect::caught;
use crate::discover::{self, Content};
use crate::finding::Finding;
use crate::pipeline::{Joint, Options, Source};

/// Reads a source, as far as that is possible.
pub(super) fn load(content: Content, options: &Options) -> Result<discover::Loaded, Finding> {
    some(caught(|| content.read(&options.limits))?)
}

/// What was read of a source, where that is not nothing for some reason.
pub(super) fn some(loaded: discover::Loaded) -> Result<discover::Loaded, Finding> {
    match loaded.trouble {
        Some(trouble) if loaded.bytes.is_empty() => Err(trouble),
        _ => Ok(loaded),
    }
}

/// Looks at what was read of a source, or of the part of it that begins at a joint.
///
/// # Errors
/// A defect of the program.
pub(super) fn open(
    loaded: discover::Loaded,
    joint: &Joint,
    options: &Options,
) -> Result<Source, Finding> {
    caught(|| Source::open_last(loaded.bytes, loaded.trouble, joint, &options.limits))
}
