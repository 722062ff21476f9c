//! A tar archive as a stream of members: the headers before each, and its bytes.
//!
//! A name too long for a header stands in one of its own before it, in the form of GNU or of pax. What headers of
//! pax say of all members that follow is no name and no size: they are passed over.

use super::limited;
use super::pax::{Damaged, Pax};
use crate::finding::Finding;
use ::tar::{EntryType, GnuExtSparseHeader, Header};
use std::fmt;
use std::io::{self, Read};

/// Bytes of headers that a member may have: they are held in memory.
const HEADERS: u64 = 16 << 20;

/// Bytes of zeros that may stand before a member, or at the end, where archives are filled up to the blocks of a tape.
const ZEROS: u64 = 1 << 30;

/// The type of a pax header before there was a standard.
const OLD_PAX: u8 = b'X';

/// Headers begin at multiples of so many bytes.
const BLOCK: u64 = 512;

/// What the headers say of a member.
pub(super) struct MemberHead {
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
pub(super) struct TarStream {
    archive: Box<dyn Read + Send>,
    /// Bytes of the last member that were not read.
    left: u64,
    /// Bytes that fill its last block.
    filling: u64,
    /// A block that was read to see whether it is a header.
    next: Option<Header>,
    /// Whether a block of zeros was read after the last member. Two should end an archive, but some
    /// write one.
    is_ended: bool,
}

impl TarStream {
    /// The members of this archive.
    pub fn new(archive: Box<dyn Read + Send>) -> TarStream {
        TarStream {
            archive,
            left: 0,
            filling: 0,
            next: None,
            is_ended: false,
        }
    }

    /// What is wrong with an archive of so many members that was read to its end.
    pub fn damage(&self, members: u64) -> Option<Finding> {
        (!self.is_ended).then(|| limited::damaged_after(members, "its end is missing"))
    }

    /// The next member. What comes after the end is another archive, or rubbish: neither is passed over in
    /// silence.
    pub fn next(&mut self) -> io::Result<Option<MemberHead>> {
        self.pass_over()?;
        let (mut allowed, mut zeros) = (HEADERS, ZEROS);
        let (mut name, mut link, mut pax) = (None, None, None);
        let mut is_damaged = false;
        loop {
            let Some(mut header) = self.next_block()? else {
                let is_alone = name.is_some() || link.is_some() || pax.is_some();
                return match is_alone {
                    true => Err(io::Error::other(
                        "the member of its last headers is missing",
                    )),
                    false => Ok(None),
                };
            };
            if is_zeros(&header) {
                allow(&mut zeros, BLOCK)?;
                self.is_ended = true;
                continue;
            }
            allow(&mut allowed, BLOCK)?;
            self.is_ended = false;
            check(&header)?;
            tell_version(&mut header);
            let (kind, size) = (header.entry_type(), size(&header)?);
            match kind {
                EntryType::GNULongName => name = Some(self.text(size, &mut allowed)?),
                EntryType::GNULongLink => link = Some(self.text(size, &mut allowed)?),
                EntryType::XGlobalHeader => {
                    self.begin(size)?;
                    self.pass_over()?;
                }
                _ if kind == EntryType::XHeader || kind.as_byte() == OLD_PAX => {
                    let mut said = Pax::default();
                    is_damaged = said.read(&self.header(size, &mut allowed)?) == Err(Damaged);
                    pax = Some(said);
                }
                _ => {
                    let pax = pax.unwrap_or_default();
                    let named = pax.name.or(name);
                    let named = named.unwrap_or_else(|| header.path_bytes().into_owned());
                    let linked = || header.link_name_bytes().unwrap_or_default().into_owned();
                    let mut head = MemberHead {
                        kind,
                        name: pax.sparse_name.unwrap_or(named),
                        link: pax.link.or(link).unwrap_or_else(linked),
                        size: pax.size.unwrap_or(size),
                        is_sparse: pax.is_sparse || kind == EntryType::GNUSparse,
                        is_damaged,
                    };
                    self.pass_over_map(&header, &mut allowed)?;
                    self.begin_member(&mut head)?;
                    return Ok(Some(head));
                }
            }
        }
    }

    /// Begins with the bytes of a member. What is no file has none, whatever size is stated, where a header follows
    /// at once.
    fn begin_member(&mut self, head: &mut MemberHead) -> io::Result<()> {
        self.begin(head.size)?;
        let is_file = !matches!(
            head.kind,
            EntryType::Link
                | EntryType::Symlink
                | EntryType::Char
                | EntryType::Block
                | EntryType::Directory
                | EntryType::Fifo
        );
        if is_file || head.size == 0 {
            return Ok(());
        }
        let all = self.left + self.filling;
        head.size = 0;
        (self.left, self.filling) = (0, 0);
        if let Some(next) = self.next_block()? {
            match is_zeros(&next) || check(&next).is_ok() {
                true => self.next = Some(next),
                false => self.filling = all - BLOCK,
            }
        }
        Ok(())
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

    /// The next block, as a header. There is none at the end.
    fn next_block(&mut self) -> io::Result<Option<Header>> {
        if let Some(held) = self.next.take() {
            return Ok(Some(held));
        }
        let mut header = Header::new_old();
        let is_there = self.block(header.as_mut_bytes())?;
        Ok(is_there.then_some(header))
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

impl Read for TarStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = (&mut self.archive).take(self.left).read(buffer)?;
        self.left -= read as u64;
        Ok(read)
    }
}

impl fmt::Debug for TarStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TarStream")
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}

/// Takes bytes from those that the headers of a member may have.
fn allow(allowed: &mut u64, bytes: u64) -> io::Result<()> {
    let left = allowed.checked_sub(bytes);
    let too_large = || io::Error::other("there are too many headers or zeros before a member");
    *allowed = left.ok_or_else(too_large)?;
    Ok(())
}

/// Compares a header's checksum, which is made with blanks in its own place. Some old programs add bytes up with
/// their signs.
fn check(header: &Header) -> io::Result<()> {
    let bytes = header.as_bytes();
    let others = || bytes[..148].iter().chain(&bytes[156..]);
    let blanks = 8 * i64::from(b' ');
    let sum = others().map(|&byte| i64::from(byte)).sum::<i64>() + blanks;
    let signed = others().map(|&byte| i64::from(byte as i8)).sum::<i64>() + blanks;
    let stated = i64::from(header.cksum()?);
    match stated == sum || stated == signed {
        true => Ok(()),
        false => Err(io::Error::other("the checksum of a header does not fit")),
    }
}

/// The bytes that a header states. None are stated where the field is empty, as for the name of a volume.
fn size(header: &Header) -> io::Result<u64> {
    match header.as_old().size.iter().all(|&byte| byte == 0) {
        true => Ok(0),
        false => header.entry_size(),
    }
}

/// Some programs state no version, or another one, of the one form that there is: what is beyond the name is
/// where it always is.
fn tell_version(header: &mut Header) {
    let bytes = header.as_mut_bytes();
    if bytes[257..263] == *b"ustar\0" {
        bytes[263..265].copy_from_slice(b"00");
    }
}

fn is_zeros(block: &Header) -> bool {
    block.as_bytes().iter().all(|&byte| byte == 0)
}

fn ends() -> io::Error {
    io::Error::other("it ends in the middle of a member or header")
}
