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
