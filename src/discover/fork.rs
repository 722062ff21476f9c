//! Resource forks, which macOS writes as `._NAME` beside a file `NAME` on disks and in archives of other
//! systems. They are in the AppleDouble format, and no games whatever their names end in.

use super::files;
use std::io::Read;
use std::path::Path;

/// What a file in the AppleDouble format begins with.
const SIGNATURE: [u8; 4] = [0x00, 0x05, 0x16, 0x07];

/// Whether a fork may have this name.
pub(super) fn may_be_named(name: &[u8]) -> bool {
    let last = name.rsplit(|&byte| byte == b'/' || byte == b'\\').next();
    last.is_some_and(|name| name.starts_with(b"._"))
}

/// As many bytes of a file as tell whether it is a fork, if it has them.
pub(super) fn beginning(file: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What cannot be read is said where it is read as a whole.
    let _ = file.take(SIGNATURE.len() as u64).read_to_end(&mut bytes);
    bytes
}

/// Whether a file that begins like this is a fork.
pub(super) fn is_one(beginning: &[u8]) -> bool {
    beginning == SIGNATURE
}

/// Whether there is a fork under this path.
pub(super) fn is_at(path: &Path) -> bool {
    may_be_named(path.as_os_str().as_encoded_bytes())
        && files::read(path).is_ok_and(|file| is_one(&beginning(file)))
}
