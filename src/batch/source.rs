//! Sources, read and opened.

use super::caught::caught;
use crate::digest::{Digest, Key};
use crate::discover::{self, Content};
use crate::finding::Finding;
use crate::pipeline::{Joint, Options, Source};

/// Reads a source, as far as that is possible.
pub(super) fn load(content: Content, options: &Options) -> Result<discover::Loaded, Finding> {
    let loaded = caught(|| content.read(&options.limits))?;
    match loaded.trouble {
        Some(trouble) if loaded.bytes.is_empty() => Err(trouble),
        _ => Ok(loaded),
    }
}

/// Looks at what was read of a source.
pub(super) fn open(loaded: discover::Loaded, options: &Options) -> Source {
    match loaded.trouble {
        Some(trouble) => Source::open_cut(loaded.bytes, &Joint::default(), trouble, options),
        None => Source::open(loaded.bytes, options),
    }
}

/// A hash of what was read of a source, and of why that is not all.
pub(super) fn content_digest(loaded: &discover::Loaded) -> Key {
    let mut digest = Digest::default();
    digest.add(format!("{:?}", loaded.trouble).as_bytes());
    digest.add(&loaded.bytes);
    digest.key()
}
