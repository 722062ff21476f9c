//! Hashes of what results depend on, to know whether it is still the same.

use std::fs::File;
use std::io;

/// A hash of what results depend on.
pub type Key = [u8; 32];

/// A hash that grows. No two lists of texts give the same, since each counts with its length.
#[derive(Debug)]
pub struct Digest(blake3::Hasher);

impl Digest {
    /// A hash of nothing yet, different for each key.
    pub fn keyed(key: &Key) -> Digest {
        Digest(blake3::Hasher::new_keyed(key))
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Adds a file's bytes.
    ///
    /// # Errors
    /// Where the file cannot be read; some of its bytes may have been added.
    pub fn add_file(&mut self, file: File) -> io::Result<()> {
        let mut own = blake3::Hasher::new();
        own.update_reader(file)?;
        self.0.update(own.finalize().as_bytes());
        Ok(())
    }

    /// The hash.
    pub fn key(&self) -> Key {
        *self.0.finalize().as_bytes()
    }
}

impl Default for Digest {
    fn default() -> Digest {
        Digest(blake3::Hasher::new())
    }
}
