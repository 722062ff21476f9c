//! A tar archive as a stream of members: the headers before each, and its bytes.
//!
//! A name too long for a header stands in one of its own before it, in the form of GNU or of pax. Headers
//! of pax may stand for all members that follow, too.

use super::limited;
use super::pax::{Damaged, Pax};
use crate::finding::{Code, Finding};
use ::tar::{EntryType, GnuExtSparseHeader, Header};
use std::fmt;
use std::io::{self, Read};

/// Bytes of headers that a member may have, and of zeros before it: headers are held in memory.
const HEADERS: u64 = 16 << 20;

/// Bytes of a header for all members that follow: each of them takes its records over.
const GLOBAL: u64 = 64 << 10;

/// Headers begin at multiples of so many bytes.
const BLOCK: u64 = 512;

/// What the headers say of a member.
pub(super) struct Head {
    /// Its type.
    pub kind: EntryType,
    /// Its name.
    pub name: Vec<u8>,
    /// The name of what it links to.
    pub link: Vec<u8>,
    /// Its bytes in the archive.
    pub size: u64,
    /// Whether it is a sparse file.
    pub is_sparse: bool,
    /// Whether what pax says of it is damaged, and taken as far as it goes.
    pub is_damaged: bool,
}

/// The members of an archive. What is read of it are the bytes of the member that came last.
pub(super) struct Stream {
    archive: Box<dyn Read + Send>,
    /// Bytes of the last member that were not read.
    left: u64,
    /// Bytes that fill its last block.
    filling: u64,
    /// What is said of all members that follow.
    global: Pax,
    /// Whether a header for all members is damaged.
    is_damaged: bool,
    /// Whether a block of zeros was read after the last member. Two should end an archive, but some
    /// write one.
    is_ended: bool,
}

impl Stream {
    /// The members of this archive.
    pub fn new(archive: Box<dyn Read + Send>) -> Stream {
        Stream {
            archive,
            left: 0,
            filling: 0,
            global: Pax::default(),
            is_damaged: false,
            is_ended: false,
        }
    }

    /// What is wrong with an archive of so many members that was read to its end.
    pub fn damage(&self, members: u64) -> Option<Finding> {
        if !self.is_ended {
            return Some(limited::damaged_after(members, "its end is missing"));
        }
        let message = "a pax header for all members is damaged (it was read up to there; every \
                       member was audited)";
        let damaged = || Finding::new(Code::ArchiveDamaged, message);
        self.is_damaged.then(damaged)
    }

    /// The next member. What comes after the end is another archive, or rubbish: neither is passed over in
    /// silence.
    pub fn next(&mut self) -> io::Result<Option<Head>> {
        self.pass_over()?;
        let mut allowed = HEADERS;
        let (mut name, mut link, mut pax) = (None, None, None);
        let mut is_damaged = false;
        loop {
            allow(&mut allowed, BLOCK)?;
            let mut header = Header::new_old();
            if !self.block(header.as_mut_bytes())? {
                let is_alone = name.is_some() || link.is_some() || pax.is_some();
                return match is_alone {
                    true => Err(io::Error::other(
                        "the member of its last headers is missing",
                    )),
                    false => Ok(None),
                };
            }
            if header.as_bytes().iter().all(|&byte| byte == 0) {
                self.is_ended = true;
                continue;
            }
            self.is_ended = false;
            check(&header)?;
            let (kind, size) = (header.entry_type(), header.entry_size()?);
            let is_known = header.as_gnu().is_some() || header.as_ustar().is_some();
            match kind {
                EntryType::GNULongName if is_known => {
                    once(&mut name, self.text(size, &mut allowed)?)?;
                }
                EntryType::GNULongLink if is_known => {
                    once(&mut link, self.text(size, &mut allowed)?)?;
                }
                EntryType::XHeader if is_known => {
                    let mut said = self.global.clone();
                    is_damaged = said.read(&self.header(size, &mut allowed)?) == Err(Damaged);
                    once(&mut pax, said)?;
                }
                EntryType::XGlobalHeader if size > GLOBAL => {
                    return Err(io::Error::other("a header for all members is too large"));
                }
                EntryType::XGlobalHeader => {
                    let records = self.header(size, &mut allowed)?;
                    self.is_damaged |= self.global.read(&records) == Err(Damaged);
                }
                _ => {
                    let pax = pax.unwrap_or_else(|| self.global.clone());
                    let named = name.or(pax.name);
                    let named = named.unwrap_or_else(|| header.path_bytes().into_owned());
                    let linked = || header.link_name_bytes().unwrap_or_default().into_owned();
                    let head = Head {
                        kind,
                        name: pax.sparse_name.unwrap_or(named),
                        link: link.or(pax.link).unwrap_or_else(linked),
                        size: pax.size.unwrap_or(size),
                        is_sparse: pax.is_sparse || kind == EntryType::GNUSparse,
                        is_damaged,
                    };
                    self.pass_over_map(&header, &mut allowed)?;
                    self.begin(head.size)?;
                    return Ok(Some(head));
                }
            }
        }
    }

    /// The headers of GNU that go on with the map of a sparse file.
    fn pass_over_map(&mut self, header: &Header, allowed: &mut u64) -> io::Result<()> {
        let is_sparse = header.entry_type() == EntryType::GNUSparse;
        let mut goes_on = is_sparse && header.as_gnu().is_some_and(|gnu| gnu.is_extended());
        while goes_on {
            allow(allowed, BLOCK)?;
            let mut map = GnuExtSparseHeader::new();
            goes_on = match self.block(map.as_mut_bytes())? {
                true => map.is_extended(),
                false => return Err(ends()),
            };
        }
        Ok(())
    }

    /// Begins with so many bytes of a member.
    fn begin(&mut self, size: u64) -> io::Result<()> {
        let filled = size.checked_next_multiple_of(BLOCK);
        let filled = filled.ok_or_else(|| io::Error::other("a member is too large"))?;
        (self.left, self.filling) = (size, filled - size);
        Ok(())
    }

    /// The bytes of a header that is held in memory.
    fn header(&mut self, size: u64, allowed: &mut u64) -> io::Result<Vec<u8>> {
        allow(allowed, size)?;
        self.begin(size)?;
        let mut bytes = Vec::new();
        self.read_to_end(&mut bytes)?;
        self.pass_over()?;
        Ok(bytes)
    }

    /// The text in such a header, which a zero ends.
    fn text(&mut self, size: u64, allowed: &mut u64) -> io::Result<Vec<u8>> {
        let mut text = self.header(size, allowed)?;
        let end = text.iter().position(|&byte| byte == 0);
        text.truncate(end.unwrap_or(text.len()));
        Ok(text)
    }

    /// Reads what the last member has left.
    fn pass_over(&mut self) -> io::Result<()> {
        let left = self.left.saturating_add(self.filling);
        (self.left, self.filling) = (0, 0);
        match io::copy(&mut (&mut self.archive).take(left), &mut io::sink())? == left {
            true => Ok(()),
            false => Err(ends()),
        }
    }

    /// Reads a block. There is none at the end.
    fn block(&mut self, block: &mut [u8]) -> io::Result<bool> {
        let mut read = 0;
        while read < block.len() {
            match self.archive.read(&mut block[read..]) {
                Ok(0) if read == 0 => return Ok(false),
                Ok(0) => return Err(ends()),
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = (&mut self.archive).take(self.left).read(buffer)?;
        self.left -= read as u64;
        Ok(read)
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("left", &self.left)
            .field("global", &self.global)
            .finish_non_exhaustive()
    }
}

/// Headers that describe one member must not contradict each other.
fn once<T>(said: &mut Option<T>, value: T) -> io::Result<()> {
    match said.replace(value) {
        Some(_) => Err(io::Error::other(
            "two headers of one kind describe one member",
        )),
        None => Ok(()),
    }
}

/// Takes bytes from those that the headers of a member may have.
fn allow(allowed: &mut u64, bytes: u64) -> io::Result<()> {
    let left = allowed.checked_sub(bytes);
    let too_large = || io::Error::other("there are too many headers or zeros before a member");
    *allowed = left.ok_or_else(too_large)?;
    Ok(())
}

/// Compares a header's checksum, which is made with blanks in its own place.
fn check(header: &Header) -> io::Result<()> {
    let bytes = header.as_bytes();
    let others = bytes[..148].iter().chain(&bytes[156..]);
    let sum = others.map(|&byte| u32::from(byte)).sum::<u32>() + 8 * u32::from(b' ');
    match header.cksum()? == sum {
        true => Ok(()),
        false => Err(io::Error::other("the checksum of a header does not fit")),
    }
}

fn ends() -> io::Error {
    io::Error::other("it ends in the middle of a member or header")
}
