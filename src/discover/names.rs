//! How names are shown.

use crate::visible::visible;
use std::fmt::Write;

/// A name as the report shows it: bytes that are not UTF-8 as `\xNN`, characters that would act
/// on a terminal or a reader as their escapes. The same bytes always give the same text.
pub fn shown(name: &[u8]) -> String {
    let mut out = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        out.push_str(&visible(chunk.valid()));
        for byte in chunk.invalid() {
            // Writing to a string does not fail.
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}
