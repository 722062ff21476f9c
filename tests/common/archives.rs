//! Archives made for a test, byte by byte the same every time.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The smallest whole game.
pub const GAME: &[u8] = b"(;GM[1]FF[4]SZ[5]RE[?]\
    ;AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])";

/// A name in an archive and what stands under it.
pub type Member<'a> = (&'a [u8], &'a [u8]);

/// A zip archive, its members deflated.
pub fn zip(members: &[Member<'_>]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut out);
    for (name, bytes) in members {
        let (mut entry, config) = archive
            .new_file(rawzip::path::EntryPath::verbatim(*name))
            .compression_method(rawzip::CompressionMethod::DEFLATE)
            .start()
            .unwrap();
        let encoder =
            flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
        let mut writer = config.wrap(encoder);
        writer.write_all(bytes).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    out
}

/// A zip archive whose members say that they are encrypted, or are compressed by any method.
pub fn odd_zip(
    name: &str,
    method: rawzip::CompressionMethod,
    encrypted: bool,
    bytes: &[u8],
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut out);
    let (mut entry, config) = archive
        .new_file(name)
        .compression_method(method)
        .encrypted(encrypted)
        .start()
        .unwrap();
    let mut writer = config.wrap(&mut entry);
    writer.write_all(bytes).unwrap();
    let (_, descriptor) = writer.finish().unwrap();
    entry.finish(descriptor).unwrap();
    archive.finish().unwrap();
    out
}

/// A zip archive of stored members whose sizes stand before them.
pub fn sized_zip(members: &[Member<'_>]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut directory = Vec::new();
    for (name, bytes) in members {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        add_raw(
            &mut out,
            &mut directory,
            name,
            bytes,
            0,
            (bytes.len(), crc.sum()),
        );
    }
    close_raw(out, &directory, members.len())
}

/// A zip archive of members that are compressed already, all of which expand to the same bytes.
pub fn raw_zip(
    members: &[(String, &[u8])],
    method: rawzip::CompressionMethod,
    bytes: &[u8],
) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    let mut out = Vec::new();
    let mut directory = Vec::new();
    for (name, packed) in members {
        let whole = (bytes.len(), crc.sum());
        add_raw(
            &mut out,
            &mut directory,
            name.as_bytes(),
            packed,
            method.as_u16(),
            whole,
        );
    }
    close_raw(out, &directory, members.len())
}

/// A zip archive of stored members, each [`GAME`], all with the same flags: their names, and the extra fields in the
/// header before each and in the directory.
pub fn zip_with_fields(flags: u16, members: &[(&[u8], [&[u8]; 2])]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(GAME);
    let head = |name: &[u8], fields: &[u8]| {
        let mut head = vec![20, 0];
        head.extend(flags.to_le_bytes());
        head.extend([0; 6]);
        head.extend(crc.sum().to_le_bytes());
        head.extend((GAME.len() as u32).to_le_bytes());
        head.extend((GAME.len() as u32).to_le_bytes());
        head.extend((name.len() as u16).to_le_bytes());
        head.extend((fields.len() as u16).to_le_bytes());
        head
    };
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, [in_header, in_directory]) in members {
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(head(name, in_directory));
        directory.extend([0; 10]);
        directory.extend((out.len() as u32).to_le_bytes());
        directory.extend([name, *in_directory].concat());
        out.extend(b"PK\x03\x04");
        out.extend(head(name, in_header));
        out.extend([name, in_header, GAME].concat());
    }
    close_raw(out, &directory, members.len())
}

/// Info-ZIP's field for a name in UTF-8, made for a name as it stands in a zip archive.
pub fn unicode_path(version: u8, raw: &[u8], name: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(raw);
    let mut field = b"\x75\x70".to_vec();
    field.extend((5 + name.len() as u16).to_le_bytes());
    field.push(version);
    field.extend(crc.sum().to_le_bytes());
    field.extend(name);
    field
}

/// The zip archive with its first member listed so many times.
pub fn listed_again(zip: &[u8], times: usize) -> Vec<u8> {
    let start = zip.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    let entry = &zip[start..zip.len() - 22];
    close_raw(zip[..start].to_vec(), &entry.repeat(times), times)
}

fn add_raw(
    out: &mut Vec<u8>,
    directory: &mut Vec<u8>,
    name: &[u8],
    packed: &[u8],
    method: u16,
    (size, crc): (usize, u32),
) {
    let at = out.len() as u32;
    let mut both = vec![20, 0, 0, 0];
    both.extend(method.to_le_bytes());
    both.extend([0; 4]);
    both.extend(crc.to_le_bytes());
    both.extend((packed.len() as u32).to_le_bytes());
    both.extend((size as u32).to_le_bytes());
    both.extend((name.len() as u16).to_le_bytes());
    both.extend([0; 2]);
    out.extend(b"PK\x03\x04");
    out.extend(&both);
    out.extend(name);
    out.extend(packed);
    directory.extend(b"PK\x01\x02\x14\x00");
    directory.extend(&both);
    directory.extend([0; 10]);
    directory.extend(at.to_le_bytes());
    directory.extend(name);
}

fn close_raw(mut out: Vec<u8>, directory: &[u8], members: usize) -> Vec<u8> {
    let at = out.len() as u32;
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend((members as u16).to_le_bytes());
    out.extend((members as u16).to_le_bytes());
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend([0; 2]);
    out
}

/// A tar archive; names longer than a header holds go into GNU's extension.
pub fn tar(members: &[Member<'_>]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        if name.len() <= 100 {
            // Written as it is: the crate would refuse `..` and bytes that are not UTF-8.
            header.as_old_mut().name[..name.len()].copy_from_slice(name);
            header.set_cksum();
            archive.append(&header, *bytes).unwrap();
        } else {
            let name = std::str::from_utf8(name).unwrap();
            archive.append_data(&mut header, name, *bytes).unwrap();
        }
    }
    archive.into_inner().unwrap()
}

/// The archive with links after its members: their kind, their names and what they name.
pub fn with_links(mut tar: Vec<u8>, links: &[(tar::EntryType, &str, &str)]) -> Vec<u8> {
    // Two blocks of zeros end it.
    tar.truncate(tar.len() - 1024);
    let mut archive = tar::Builder::new(tar);
    for (kind, name, target) in links {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(*kind);
        header.set_size(0);
        header.set_mode(0o644);
        archive.append_link(&mut header, name, target).unwrap();
    }
    archive.into_inner().unwrap()
}

/// The archive with members of other types after its own: their types and names, each a game.
pub fn with_types(mut tar: Vec<u8>, types: &[(u8, &str)]) -> Vec<u8> {
    tar.truncate(tar.len() - 1024);
    let mut archive = tar::Builder::new(tar);
    for (kind, name) in types {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::new(*kind));
        header.set_size(GAME.len() as u64);
        header.set_mode(0o644);
        header.set_path(name).unwrap();
        header.set_cksum();
        archive.append(&header, GAME).unwrap();
    }
    archive.into_inner().unwrap()
}

/// A record of a pax header.
pub fn pax_record(key: &str, value: &[u8]) -> Vec<u8> {
    let rest = key.len() + value.len() + " =\n".len();
    let mut lengths = rest..rest + 10;
    let length = lengths.find(|length| rest + length.to_string().len() == *length);
    let mut record = format!("{} {key}=", length.unwrap()).into_bytes();
    record.extend(value);
    record.push(b'\n');
    record
}

/// A tar archive of a pax header of this kind, the member that it describes, a game under this name, and
/// `z.sgf` after it.
pub fn with_pax(kind: char, records: &[u8], name: &str) -> Vec<u8> {
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(tar::EntryType::new(kind as u8));
    header.set_size(records.len() as u64);
    header.set_cksum();
    let mut archive = tar::Builder::new(Vec::new());
    archive.append(&header, records).unwrap();
    let mut whole = archive.into_inner().unwrap();
    whole.truncate(whole.len() - 1024);
    whole.extend(tar(&[(name.as_bytes(), GAME), (b"z.sgf", GAME)]));
    whole
}

/// The archive with a sparse file in the form of pax after its members.
pub fn with_pax_sparse(mut tar: Vec<u8>, name: &str) -> Vec<u8> {
    tar.truncate(tar.len() - 1024);
    let mut archive = tar::Builder::new(tar);
    let extensions = [
        ("GNU.sparse.major", &b"1"[..]),
        ("GNU.sparse.minor", b"0"),
        ("GNU.sparse.name", name.as_bytes()),
        ("GNU.sparse.realsize", b"3000000"),
    ];
    archive.append_pax_extensions(extensions).unwrap();
    let mut header = tar::Header::new_ustar();
    header.set_size(GAME.len() as u64);
    let made_up = format!("./GNUSparseFile.7/{name}");
    archive.append_data(&mut header, made_up, GAME).unwrap();
    archive.into_inner().unwrap()
}

/// The archive with a sparse file in the form of GNU after its members: a game behind a hole.
pub fn with_gnu_sparse(mut tar: Vec<u8>, name: &str) -> Vec<u8> {
    const HOLE: u64 = 1 << 20;
    tar.truncate(tar.len() - 1024);
    let mut archive = tar::Builder::new(tar);
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNUSparse);
    header.set_size(GAME.len() as u64);
    header.set_mode(0o644);
    header.set_path(name).unwrap();
    let gnu = header.as_gnu_mut().unwrap();
    gnu.set_real_size(HOLE + GAME.len() as u64);
    gnu.sparse[0].set_offset(HOLE);
    gnu.sparse[0].set_length(GAME.len() as u64);
    header.set_cksum();
    archive.append(&header, GAME).unwrap();
    archive.into_inner().unwrap()
}

/// A zip archive with one member that is a symbolic link.
pub fn linked_zip(name: &str, target: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut out);
    let (mut entry, config) = archive
        .new_file(name)
        .unix_permissions(0o120_777)
        .start()
        .unwrap();
    let mut writer = config.wrap(&mut entry);
    writer.write_all(target.as_bytes()).unwrap();
    let (_, descriptor) = writer.finish().unwrap();
    entry.finish(descriptor).unwrap();
    archive.finish().unwrap();
    out
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

pub fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).unwrap()
}

/// Writes a file, and the folders above it.
pub fn put(root: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, bytes).unwrap();
    path
}

/// Makes so many folders of one name in each other, and opens the last: its path may be longer than the system takes
/// at once. What removes temporary folders would hold a file open for each: [`remove_deep`] does not.
#[cfg(unix)]
pub fn deep_folder(root: &Path, name: &str, folders: usize) -> std::os::fd::OwnedFd {
    use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
    let folder = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut at = openat(CWD, root, folder, Mode::empty()).unwrap();
    for _ in 0..folders {
        mkdirat(&at, name, Mode::RWXU).unwrap();
        at = openat(&at, name, folder, Mode::empty()).unwrap();
    }
    at
}

/// Puts a file into a folder that is open.
#[cfg(unix)]
pub fn put_at(folder: &std::os::fd::OwnedFd, name: &str, bytes: &[u8]) {
    use rustix::fs::{Mode, OFlags, openat};
    let new = OFlags::WRONLY | OFlags::CREATE | OFlags::CLOEXEC;
    let file = openat(folder, name, new, Mode::RWXU).unwrap();
    fs::File::from(file).write_all(bytes).unwrap();
}

/// Removes what lies in a folder, however deep.
#[cfg(unix)]
pub fn remove_deep(root: &Path) {
    let mut rm = std::process::Command::new("rm");
    assert!(rm.arg("-rf").arg(root).status().unwrap().success());
}
