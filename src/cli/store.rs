//! Results kept on disk: records of a key and a value, appended to a file one after the other.
//!
//! A record is whole or it is not there: each carries a checksum, and what stands after the last
//! whole record of a file, as a killed run leaves it, is not read.

use sgf_audit::digest::{Digest, Key};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// What a file of records begins with.
const MAGIC: &[u8] = b"audit results 1\n";

/// Bytes before a record's value: key, length, checksum.
const HEAD: usize = 32 + 4 + 16;

/// A file of records that grows.
#[derive(Debug)]
pub struct Log(File);

impl Log {
    /// Begins a file.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn begin(mut file: File) -> io::Result<Log> {
        file.write_all(MAGIC)?;
        Ok(Log(file))
    }

    /// Goes on with a file after its last whole record, as [`Index::add`] found it.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn go_on(path: &Path, whole: u64) -> io::Result<Log> {
        let mut file = File::options().write(true).open(path)?;
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Log(file))
    }

    /// Adds a record, so that it is there even if the program is killed right after.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn append(&mut self, key: &Key, value: &[u8]) -> io::Result<()> {
        let length = u32::try_from(value.len()).map_err(io::Error::other)?;
        let mut record = Vec::with_capacity(HEAD + value.len());
        record.extend_from_slice(key);
        record.extend_from_slice(&length.to_le_bytes());
        record.extend_from_slice(&checksum(key, value));
        record.extend_from_slice(value);
        self.0.write_all(&record)
    }
}

/// Files of records, to look values up.
#[derive(Debug, Default)]
pub struct Index {
    files: Vec<Mutex<File>>,
    places: HashMap<Key, Place>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    file: usize,
    at: u64,
    length: u32,
}

/// What a file of records is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// All of it is records.
    Whole,
    /// It is records up to this byte.
    Cut(u64),
    /// It is something else.
    Foreign,
}

impl Index {
    /// Reads a file of records. Those of a foreign file are none.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn add(&mut self, path: &Path) -> io::Result<Health> {
        let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
        let mut magic = [0; MAGIC.len()];
        if reader.read_exact(&mut magic).is_err() || magic != *MAGIC {
            return Ok(Health::Foreign);
        }
        let size = reader.get_ref().metadata()?.len();
        let mut at = MAGIC.len() as u64;
        let mut value = Vec::new();
        while at < size {
            let Some((key, length)) = record(&mut reader, size - at, &mut value) else {
                break;
            };
            let place = Place {
                file: self.files.len(),
                at: at + HEAD as u64,
                length,
            };
            self.places.insert(key, place);
            at += HEAD as u64 + u64::from(length);
        }
        self.files.push(Mutex::new(reader.into_inner()));
        Ok(if at == size {
            Health::Whole
        } else {
            Health::Cut(at)
        })
    }

    /// The number of records.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is a record of this key.
    pub fn contains(&self, key: &Key) -> bool {
        self.places.contains_key(key)
    }

    /// The value of a key. A value that cannot be read any more is not there.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let place = self.places.get(key)?;
        let mut file = self.files[place.file]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut value = vec![0; place.length as usize];
        file.seek(SeekFrom::Start(place.at)).ok()?;
        file.read_exact(&mut value).ok()?;
        Some(value)
    }
}

/// The next record, if it is whole: its key and its value's length.
fn record(reader: &mut impl Read, left: u64, value: &mut Vec<u8>) -> Option<(Key, u32)> {
    let mut head = [0; HEAD];
    reader.read_exact(&mut head).ok()?;
    let (key, rest) = head.split_first_chunk::<32>()?;
    let (length, sum) = rest.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length);
    if u64::from(length) + HEAD as u64 > left {
        return None;
    }
    value.resize(length as usize, 0);
    reader.read_exact(value).ok()?;
    (checksum(key, value) == *sum).then_some((*key, length))
}

fn checksum(key: &Key, value: &[u8]) -> [u8; 16] {
    let mut digest = Digest::keyed(key);
    digest.add(value);
    let mut sum = [0; 16];
    sum.copy_from_slice(&digest.key()[..16]);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn key(n: u8) -> Key {
        [n; 32]
    }

    /// A file with records 0 to 9, each a different length.
    fn ten(path: &Path) -> Vec<u8> {
        let mut log = Log::begin(File::create(path).unwrap()).unwrap();
        for n in 0..10 {
            log.append(&key(n), &vec![n; 20 * usize::from(n)]).unwrap();
        }
        fs::read(path).unwrap()
    }

    #[test]
    fn what_was_written_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        ten(&path);
        let mut index = Index::default();
        assert_eq!(index.add(&path).unwrap(), Health::Whole);
        for n in 0..10 {
            assert_eq!(index.get(&key(n)), Some(vec![n; 20 * usize::from(n)]));
        }
        assert_eq!(index.get(&key(10)), None);
    }

    /// However much of the end is missing, the records before it are there, and the file can be
    /// gone on with.
    #[test]
    fn a_file_cut_anywhere_keeps_its_whole_records() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let whole = ten(&path);
        let mut ends = vec![MAGIC.len()];
        for n in 0..10 {
            ends.push(ends[n] + HEAD + 20 * n);
        }
        for cut in MAGIC.len()..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let records = ends.iter().filter(|&&end| end <= cut).count() - 1;
            let mut index = Index::default();
            let health = index.add(&path).unwrap();
            assert_eq!(index.len(), records, "cut at {cut}");
            match ends.contains(&cut) {
                true => assert_eq!(health, Health::Whole),
                false => assert_eq!(health, Health::Cut(ends[records] as u64)),
            }
            if cut % 97 == 0 {
                let mut log = Log::go_on(&path, ends[records] as u64).unwrap();
                log.append(&key(77), b"more").unwrap();
                let mut index = Index::default();
                assert_eq!(index.add(&path).unwrap(), Health::Whole);
                assert_eq!(index.get(&key(77)).unwrap(), b"more");
            }
        }
    }

    #[test]
    fn a_spoilt_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let whole = ten(&path);
        for at in (0..whole.len()).step_by(13) {
            let mut spoilt = whole.clone();
            spoilt[at] ^= 1;
            fs::write(&path, &spoilt).unwrap();
            let mut index = Index::default();
            let health = index.add(&path).unwrap();
            assert_ne!(health, Health::Whole, "byte {at}");
            assert_eq!(health == Health::Foreign, at < MAGIC.len());
            assert!(index.len() < 10);
        }
    }
}
