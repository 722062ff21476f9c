//! Files that are compressed as a whole.

use super::files;
use super::names::Compression;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// A file's bytes, decompressed, and its size as it lies there.
///
/// # Errors
/// Those of opening the file.
pub(super) fn decompressed(
    path: &Path,
    compression: Compression,
) -> io::Result<(Box<dyn Read + Send>, u64)> {
    let file = files::read(path)?;
    let size = file.size();
    let file = BufReader::with_capacity(64 << 10, file);
    let stream: Box<dyn Read + Send> = match compression {
        Compression::None => Box::new(file),
        Compression::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(file)),
        Compression::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(file)),
        Compression::Zstd => Box::new(zstd::Decoder::with_buffer(file)?),
    };
    Ok((stream, size))
}
