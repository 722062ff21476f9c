//! Compact JSON with the characters escaped that somebody would act on.
//!
//! The escapes are those of JSON itself, so that no value changes.

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};
use std::io;

/// A value in which no character is left of which `escaped` says that it must not stand there.
pub(super) fn compact(value: &impl Serialize, escaped: impl Fn(char) -> bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(1024);
    // Neither the memory nor the report's own types can fail.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut out, Escaping(escaped)));
    out
}

struct Escaping<F>(F);

impl<F: Fn(char) -> bool> Formatter for Escaping<F> {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        let mut rest = fragment;
        while let Some(at) = rest.find(&self.0) {
            CompactFormatter.write_string_fragment(writer, &rest[..at])?;
            let mut after = rest[at..].chars();
            for c in after.by_ref().take(1) {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            }
            rest = after.as_str();
        }
        CompactFormatter.write_string_fragment(writer, rest)
    }
}
