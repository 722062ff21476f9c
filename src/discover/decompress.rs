//! Files that are compressed as a whole.

use super::limited::Trailing;
use super::{files, signature};
use crate::endings::Compression;
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// A file's bytes, decompressed, and its size as it lies there.
///
/// # Errors
/// Those of opening the file, and where it is something else than its name says.
pub(super) fn decompressed(
    path: &Path,
    compression: Compression,
) -> io::Result<(Box<dyn Read + Send>, u64)> {
    let file = files::read(path)?;
    let size = file.size();
    let mut file = BufReader::with_capacity(64 << 10, file);
    if compression != Compression::None {
        signature::check(path, file.fill_buf()?)?;
    }
    let stream: Box<dyn Read + Send> = match compression {
        Compression::None => Box::new(file),
        Compression::Gzip => Box::new(Gzip(Some(GzDecoder::new(file)))),
        Compression::Bzip2 => Box::new(StreamEnding {
            streams: bzip2::bufread::MultiBzDecoder::new(file),
            format: "bzip2",
            is_begun: false,
        }),
        Compression::Zstd => Box::new(StreamEnding {
            streams: zstd::Decoder::with_buffer(file)?,
            format: "zstd",
            is_begun: false,
        }),
    };
    Ok((stream, size))
}

/// The first byte of a member of a gzip file.
const SIGNATURE: u8 = 0x1f;

/// The members of a gzip file, one after the other. Zeros after one are no rubbish: tapes and disks
/// with blocks of a fixed size leave them, and gzip passes over them, too.
struct Gzip<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let rest = member.get_mut();
            let ended = loop {
                let bytes = rest.fill_buf()?;
                match bytes.iter().position(|&byte| byte != 0) {
                    None if bytes.is_empty() => break true,
                    Some(0) if bytes[0] == SIGNATURE => break false,
                    Some(0) => return Err(io::Error::other(Trailing("gzip"))),
                    zeros => {
                        let zeros = zeros.unwrap_or(bytes.len());
                        rest.consume(zeros);
                    }
                }
            };
            let next = self.0.take().map(GzDecoder::into_inner);
            self.0 = next.filter(|_| !ended).map(GzDecoder::new);
        }
        Ok(0)
    }
}

/// The streams of a file, one after the other. Bytes that begin no stream are no damage of the one before.
struct StreamEnding<R> {
    streams: R,
    /// What they are called.
    format: &'static str,
    /// Whether anything came of them.
    is_begun: bool,
}

impl<R: Read> Read for StreamEnding<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.streams.read(buffer);
        match read {
            Err(error) if self.is_begun && begins_nothing(&error) => {
                return Err(io::Error::other(Trailing(self.format)));
            }
            Ok(1..) => self.is_begun = true,
            _ => {}
        }
        read
    }
}

/// Whether a decoder was given bytes that begin no stream of its format.
fn begins_nothing(error: &io::Error) -> bool {
    let of_bzip2 = error.get_ref().and_then(|inner| inner.downcast_ref());
    of_bzip2 == Some(&bzip2::Error::DataMagic) || error.to_string() == "Unknown frame descriptor"
}
