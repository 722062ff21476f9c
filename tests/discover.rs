//! Folders and archives to sources: complete, sorted, harmless.
#![cfg(feature = "cli")]

#[path = "common/archives.rs"]
mod archives;
mod common;

use archives::{
    GAME, Member, bzip2, gzip, linked_zip, listed_again, odd_zip, pax_record, put, raw_zip,
    sized_zip, tar, unicode_path, with_gnu_sparse, with_links, with_pax, with_pax_sparse,
    with_types, zip, zip_with_fields, zstd,
};
#[cfg(unix)]
use archives::{deep_folder, put_at, remove_deep};
use sgf_audit::Limits;
#[cfg(unix)]
use sgf_audit::discover::Skipped;
use sgf_audit::discover::{Begun, Content, Discovery, Files, Found, Links, Request, WINDOW};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a source comes to: `ok` and its size, or the code of its finding and what was read before.
type Outcome = (String, String);

fn request(root: &Path) -> Request {
    Request {
        roots: vec![root.to_owned()],
        files: Files::Games,
        links: Links::Skip,
        limits: Limits::default(),
        only: None,
        window: WINDOW,
        stop: Arc::default(),
    }
}

fn outcomes(request: Request) -> Vec<Outcome> {
    let limits = request.limits.clone();
    let outcomes: Vec<Outcome> = Discovery::new(request)
        .map(|found| {
            let loaded = found.content.read(&limits);
            let outcome = match (loaded.trouble, loaded.bytes.len()) {
                (None, read) => format!("ok {read}"),
                (Some(finding), 0) => finding.code.id().to_owned(),
                (Some(finding), read) => format!("{} after {read}", finding.code.id()),
            };
            (found.origin.source, outcome)
        })
        .collect();
    assert!(
        outcomes.windows(2).all(|pair| pair[0].0 <= pair[1].0),
        "sorted by name: {outcomes:#?}"
    );
    outcomes
}

/// The names of what a walk finds, and what it passes over.
#[cfg(unix)]
fn walked(request: Request) -> (Vec<String>, Skipped) {
    let mut discovery = Discovery::new(request);
    let sources = discovery.by_ref().map(|found| found.origin.source);
    let sources = sources.collect();
    (sources, discovery.skipped())
}

fn names(request: Request) -> Vec<String> {
    outcomes(request)
        .into_iter()
        .map(|(name, _)| name)
        .collect()
}

/// A file or archive by itself in a folder, under this name.
fn alone(name: &str, bytes: &[u8]) -> Vec<Outcome> {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), name, bytes);
    outcomes(request(root.path()))
}

fn expect(outcomes: &[Outcome], expected: &[(&str, &str)]) {
    let outcomes: Vec<(&str, &str)> = outcomes
        .iter()
        .map(|(name, outcome)| (name.as_str(), outcome.as_str()))
        .collect();
    assert_eq!(outcomes, expected);
}

const OK: &str = "ok 104";

#[test]
fn folders_and_archives_are_sorted_together_by_their_names() {
    let root = tempfile::tempdir().unwrap();
    let inner = zip(&[(b"z.sgf", GAME), (b"b/c.sgf", GAME), (b"b.sgf", GAME)]);
    for (name, bytes) in [
        ("a/x.sgf", GAME),
        ("a-b/x.sgf", GAME),
        ("a.sgf", GAME),
        ("a.zip", &inner),
        // Between the members of a.zip, and between it and them.
        ("a.zip!m.sgf", GAME),
        ("a.zip!b/a.sgf", GAME),
        ("a.zip .sgf", GAME),
        ("B.SGF", GAME),
        ("b.txt", GAME),
        ("ä.sgf", GAME),
    ] {
        put(root.path(), name, bytes);
    }
    assert_eq!(
        names(request(root.path())),
        [
            "B.SGF",
            "a-b/x.sgf",
            "a.sgf",
            "a.zip .sgf",
            "a.zip!b.sgf",
            "a.zip!b/a.sgf",
            "a.zip!b/c.sgf",
            "a.zip!m.sgf",
            "a.zip!z.sgf",
            "a/x.sgf",
            "ä.sgf"
        ]
    );
}

#[test]
fn several_roots_are_merged() {
    let root = tempfile::tempdir().unwrap();
    let one = put(root.path(), "one/b.sgf", GAME);
    put(root.path(), "two/a.sgf", GAME);
    put(root.path(), "two/c.sgf", GAME);
    let outright = put(root.path(), "notes.txt", GAME);
    let mut request = request(&root.path().join("two"));
    request.roots.push(one);
    request.roots.push(outright);
    request.roots.push(PathBuf::from("is/not/there.sgf"));
    expect(
        &outcomes(request),
        &[
            ("a.sgf", OK),
            ("b.sgf", OK),
            ("c.sgf", OK),
            ("notes.txt", OK),
            ("there.sgf", "unreadable"),
        ],
    );
}

/// Every kind of archive, its members out of order, in windows of every size.
#[test]
fn every_kind_of_archive_gives_its_members_in_order() {
    let members: Vec<(Vec<u8>, Vec<u8>)> = (0..50u32)
        .map(|n| {
            let name = format!("d{}/g{:03}.sgf", n % 3, n * 37 % 50);
            (name.into_bytes(), vec![b' '; 100 + n as usize])
        })
        .collect();
    let members: Vec<Member<'_>> = members
        .iter()
        .map(|(name, bytes)| (name.as_slice(), bytes.as_slice()))
        .collect();
    let tarred = tar(&members);
    for (name, bytes) in [
        ("a.zip", zip(&members)),
        ("a.tar", tarred.clone()),
        ("a.tar.gz", gzip(&tarred)),
        ("a.TGZ", gzip(&tarred)),
        ("a.tar.bz2", bzip2(&tarred)),
        ("a.tbz2", bzip2(&tarred)),
        ("a.tar.zst", zstd(&tarred)),
        ("a.tzst", zstd(&tarred)),
    ] {
        let root = tempfile::tempdir().unwrap();
        put(root.path(), name, &bytes);
        let whole = outcomes(request(root.path()));
        let mut expected: Vec<Outcome> = members
            .iter()
            .map(|(member, bytes)| {
                let member = std::str::from_utf8(member).unwrap();
                (format!("{name}!{member}"), format!("ok {}", bytes.len()))
            })
            .collect();
        expected.sort();
        assert_eq!(whole, expected);
        for window in [1, 1000, 5000] {
            let mut request = request(root.path());
            request.window = window;
            assert_eq!(outcomes(request), whole, "{name} by windows of {window}");
        }
    }
}

/// Members in order of every kind: of many sizes, with long names, passed over, reported, too large,
/// links to nothing. The rows are those of one window, whatever the window.
fn in_order() -> Vec<u8> {
    use ::tar::EntryType::{Link, Symlink};
    let long = "long".repeat(60);
    let members: Vec<(String, Vec<u8>)> = (0..60)
        .map(|n| match n % 10 {
            3 => (format!("{n:03}.txt"), vec![b' '; 3000]),
            5 => (format!("{n:03}.sgf.gz"), vec![b' '; 700]),
            7 => (format!("{n:03}-{long}.sgf"), vec![b' '; 512]),
            8 => (format!("{n:03}.sgf"), vec![b' '; 9000]),
            _ => (format!("{n:03}.sgf"), vec![b' '; n * n % 1500]),
        })
        .collect();
    let members: Vec<Member<'_>> = members
        .iter()
        .map(|(name, bytes)| (name.as_bytes(), bytes.as_slice()))
        .collect();
    let linked = with_links(
        tar(&members),
        &[
            (Link, "100.sgf", "gone.sgf"),
            (Symlink, "101.sgf", "000.sgf"),
            (Link, "102.sgf", "gone.sgf"),
        ],
    );
    let typed = with_types(linked, &[(b'6', "103.sgf"), (b'Z', "104.sgf")]);
    with_pax_sparse(typed, "105.sgf")
}

fn by_windows(root: &Path, window: usize) -> Request {
    let mut request = request(root);
    request.limits.entry_bytes = 8000;
    request.window = window;
    request
}

#[test]
fn a_tar_in_order_gives_the_same_by_windows_of_every_size() {
    let (ordered, sparse) = (in_order(), with_gnu_sparse(in_order(), "106.sgf"));
    for (name, bytes, rows) in [
        ("a.tar", ordered.clone(), 59),
        ("a.tar.gz", gzip(&ordered), 59),
        ("a.tar.bz2", bzip2(&ordered), 59),
        ("a.tar.zst", zstd(&ordered), 59),
        ("a.tar.gz", gzip(&sparse), 60),
        // What is damaged or cut short says so once.
        ("a.tar", ordered[..60_000].to_vec(), 27),
        ("a.tar.gz", gzip(&ordered[..60_000]), 27),
    ] {
        let root = tempfile::tempdir().unwrap();
        put(root.path(), name, &bytes);
        let whole = outcomes(by_windows(root.path(), WINDOW));
        assert_eq!(whole.len(), rows, "{whole:#?}");
        for window in [1, 200, 700, 1000, 2500, 5000, 20_000, 50_000] {
            let outcomes = outcomes(by_windows(root.path(), window));
            assert_eq!(outcomes, whole, "{name} by windows of {window}");
        }
    }
}

/// Once the second pass has begun, the archive is not opened again.
#[cfg(unix)]
#[test]
fn a_tar_in_order_is_read_twice_however_many_windows_it_has() {
    let ordered = in_order();
    for (name, bytes) in [("a.tar", ordered.clone()), ("a.tar.gz", gzip(&ordered))] {
        let root = tempfile::tempdir().unwrap();
        let path = put(root.path(), name, &bytes);
        let all = names(by_windows(root.path(), WINDOW));
        let mut discovery = Discovery::new(by_windows(root.path(), 1));
        assert_eq!(discovery.next().unwrap().origin.source, all[0]);
        std::fs::remove_file(&path).unwrap();
        let rest: Vec<String> = discovery.map(|found| found.origin.source).collect();
        assert_eq!(rest, all[1..]);
    }
    // One that is not in order is.
    let root = tempfile::tempdir().unwrap();
    let mut members = THREE.to_vec();
    members.reverse();
    let path = put(root.path(), "a.tar", &tar(&members));
    let mut discovery = Discovery::new(by_windows(root.path(), 1));
    assert_eq!(discovery.next().unwrap().origin.source, "a.tar!a.sgf");
    std::fs::remove_file(&path).unwrap();
    let rest: Vec<String> = discovery.map(|found| found.origin.source).collect();
    assert_eq!(rest, ["a.tar!b.sgf", "a.tar"]);
}

/// An archive whose place another takes between the two passes says so, whatever is in that.
#[test]
fn an_archive_that_is_another_in_the_second_pass_is_said() {
    const FOUR: &[Member<'_>] = &[
        (b"a.sgf", GAME),
        (b"b.sgf", GAME),
        (b"c.sgf", GAME),
        (b"d.sgf", GAME),
    ];
    let reversed: Vec<Member<'_>> = FOUR.iter().copied().rev().collect();
    let more = [FOUR, THREE].concat();
    for other in [
        tar(&reversed),
        tar(&more),
        tar(&FOUR[..1]),
        tar(&FOUR[1..]),
        with_gnu_sparse(tar(&FOUR[..2]), "c.sgf"),
        vec![7; 5000],
        vec![0; 5000],
        Vec::new(),
    ] {
        // Windows of two and of three members.
        for window in [500, 750] {
            let root = tempfile::tempdir().unwrap();
            let path = put(root.path(), "a.tar", &tar(FOUR));
            let mut discovery = Discovery::new(by_windows(root.path(), window));
            assert_eq!(discovery.next().unwrap().origin.source, "a.tar!a.sgf");
            std::fs::write(&path, &other).unwrap();
            let rest: Vec<String> = discovery.map(|found| found.origin.source).collect();
            let said = rest.iter().filter(|source| *source == "a.tar");
            assert_eq!(said.count(), 1, "{rest:?}");
            assert!(rest.len() <= more.len(), "{rest:?}");
        }
    }
}

#[test]
fn single_compressed_files_are_read() {
    for (name, bytes) in [
        ("a.sgf.gz", gzip(GAME)),
        ("a.SGF.BZ2", bzip2(GAME)),
        ("a.sgf.zst", zstd(GAME)),
    ] {
        expect(&alone(name, &bytes), &[(name, OK)]);
    }
    // Several compressed streams one after the other are one file.
    let twice = [gzip(GAME), gzip(GAME)].concat();
    expect(&alone("a.sgf.gz", &twice), &[("a.sgf.gz", "ok 208")]);
    let twice = [bzip2(GAME), bzip2(GAME)].concat();
    expect(&alone("a.sgf.bz2", &twice), &[("a.sgf.bz2", "ok 208")]);
    let twice = [zstd(GAME), zstd(GAME)].concat();
    expect(&alone("a.sgf.zst", &twice), &[("a.sgf.zst", "ok 208")]);
    expect(&alone("a.csv.gz", &gzip(GAME)), &[]);
}

#[test]
fn other_files_are_read_when_asked_for() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "a.txt", GAME);
    put(root.path(), "b.csv.gz", &gzip(GAME));
    put(
        root.path(),
        "c.zip",
        &zip(&[(b"x", GAME), (b"y.sgf", GAME)]),
    );
    let mut all = request(root.path());
    all.files = Files::All;
    expect(
        &outcomes(all),
        &[
            ("a.txt", OK),
            ("b.csv.gz", OK),
            ("c.zip!x", OK),
            ("c.zip!y.sgf", OK),
        ],
    );
    let mut few = Discovery::new(request(root.path()));
    assert_eq!(few.by_ref().count(), 1);
    assert_eq!(few.skipped().files, 3);
}

#[test]
fn an_archive_inside_an_archive_is_reported() {
    let inner = zip(&[(b"deep.sgf", GAME)]);
    let members: &[Member<'_>] = &[
        (b"a.sgf", GAME),
        (b"in.zip", &inner),
        (b"in.7z", b"7z"),
        (b"packed.sgf.gz", b""),
        (b"note.txt", b""),
    ];
    let expected = |archive: &str| -> Vec<Outcome> {
        [
            ("a.sgf", OK),
            ("in.7z", "archive-nested"),
            ("in.zip", "archive-nested"),
            ("packed.sgf.gz", "archive-nested"),
        ]
        .map(|(name, outcome)| (format!("{archive}!{name}"), outcome.to_owned()))
        .to_vec()
    };
    assert_eq!(alone("o.zip", &zip(members)), expected("o.zip"));
    assert_eq!(alone("o.tar", &tar(members)), expected("o.tar"));
    expect(&alone("a.7z", b"7z"), &[("a.7z", "archive-unsupported")]);
}

/// An archive in which no file is has a row, as a file without a game has. Files of other names are counted.
#[test]
fn an_archive_without_a_file_is_said() {
    for empty in [&[][..], &[(&b"folder/"[..], &b""[..])]] {
        expect(&alone("a.zip", &zip(empty)), &[("a.zip", "no-game")]);
        expect(&alone("a.tar", &tar(empty)), &[("a.tar", "no-game")]);
    }
    let notes: &[Member<'_>] = &[(b"note.txt", b"")];
    expect(&alone("a.zip", &zip(notes)), &[]);
    expect(&alone("a.tar", &tar(notes)), &[]);
}

/// Why a file or archive by itself in a folder cannot be read.
fn why(name: &str, bytes: &[u8]) -> String {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), name, bytes);
    let found = Discovery::new(request(root.path())).next().unwrap();
    let trouble = found.content.read(&Limits::default()).trouble;
    trouble.expect("a finding").message
}

/// What a file is and what it is called, where these are two things.
#[test]
fn a_file_under_the_name_of_another_kind_is_said() {
    let zipped = zip(THREE);
    let tarred = tar(THREE);
    for (name, bytes, says) in [
        (
            "a.tar.gz",
            &zipped,
            "a zip archive by its first bytes, and called .tar.gz",
        ),
        (
            "a.TAR",
            &zipped,
            "a zip archive by its first bytes, and called .tar",
        ),
        (
            "a.zip",
            &tarred,
            "a tar archive by its first bytes, and called .zip",
        ),
        (
            "a.tgz",
            &tarred,
            "a tar archive by its first bytes, and called .tgz",
        ),
        (
            "a.tar",
            &gzip(&tarred),
            "a gzip file by its first bytes, and called .tar",
        ),
        (
            "a.tar.zst",
            &bzip2(&tarred),
            "a bzip2 file by its first bytes, and called .tar.zst",
        ),
        (
            "a.sgf.bz2",
            &zstd(GAME),
            "a zstd file by its first bytes, and called .sgf.bz2",
        ),
        (
            "a.zip",
            &GAME.to_vec(),
            "an SGF file by its first bytes, and called .zip",
        ),
        (
            "a.sgf.gz",
            &GAME.to_vec(),
            "an SGF file by its first bytes, and called .sgf.gz",
        ),
    ] {
        assert_eq!(why(name, bytes), format!("could not be read: it is {says}"));
    }
    // What stands in the place of a file that was not fetched is told as it is of a game.
    let pointer = b"version https://git-lfs.github.com/spec/v1\n";
    for (bytes, says) in [
        (&b""[..], "the file is empty"),
        (b"\n<html>429</html>", "a web page stands in place of the "),
        (
            b"\xef\xbb\xbf<html>429</html>",
            "a web page stands in place of the ",
        ),
        (b" \n", "the file is empty"),
        (pointer, "a Git LFS pointer stands in place of the "),
    ] {
        for (name, what) in [
            ("a.zip", "archive"),
            ("a.tar", "archive"),
            ("a.tar.gz", "archive"),
            ("a.tbz", "archive"),
            ("a.sgf.gz", "game"),
            ("a.sgf.zst", "game"),
        ] {
            let told = why(name, bytes);
            let is_told =
                told.starts_with(says) && (bytes.trim_ascii().is_empty() || told.contains(what));
            assert!(is_told, "{name}: {told}");
        }
    }
    // What nobody knows, or what is damaged, is said as before.
    for (name, bytes) in [("a.zip", &zipped[..40]), ("a.tar.gz", b"rubbish")] {
        assert!(
            why(name, bytes).starts_with("damaged or cut short"),
            "{name}"
        );
    }
}

const THREE: &[Member<'_>] = &[(b"a.sgf", GAME), (b"b.sgf", GAME), (b"c.sgf", GAME)];

#[test]
fn a_zip_without_its_directory_gives_what_it_has() {
    let streamed = zip(THREE);
    let sized = sized_zip(THREE);
    for whole in [&streamed, &sized] {
        let last = whole.windows(4).rposition(|w| w == b"PK\x03\x04").unwrap();
        let damaged = ("a.zip", "archive-damaged");
        let (a, b, c) = (
            ("a.zip!a.sgf", OK),
            ("a.zip!b.sgf", OK),
            ("a.zip!c.sgf", OK),
        );
        expect(
            &alone("a.zip", &whole[..whole.len() - 30]),
            &[damaged, a, b, c],
        );
        // The third member lacks its header, then some of its bytes.
        expect(&alone("a.zip", &whole[..last + 20]), &[damaged, a, b]);
        let cut = alone("a.zip", &whole[..last + 35 + 40]);
        assert_eq!(cut[3].0, "a.zip!c.sgf");
        assert!(cut[3].1.starts_with("unreadable"), "{cut:?}");
        expect(&cut[..3], &[damaged, a, b]);
        // The directory lists one more than there are.
        let mut more = whole.to_vec();
        let end = more.len() - 22;
        more[end + 10] = 4;
        expect(&alone("a.zip", &more), &[damaged, a, b, c]);
        // One byte of the first member's compressed data is another.
        let mut spoilt = whole.to_vec();
        spoilt[30 + 5 + 10] ^= 0x55;
        let outcomes = alone("a.zip", &spoilt);
        let is_told = |code| outcomes[0].1.starts_with(code);
        assert!(
            is_told("unreadable") || is_told("checksum-wrong"),
            "{outcomes:?}"
        );
        expect(&outcomes[1..], &[b, c]);
    }
    expect(&alone("a.zip", b""), &[("a.zip", "empty-source")]);
    expect(&alone("a.zip", &[0; 5000]), &[("a.zip", "archive-damaged")]);
}

#[test]
fn a_zip_behind_another_gives_what_both_have() {
    let (first, second) = (&[(&b"b.sgf"[..], GAME)], &[(&b"a.sgf"[..], GAME)]);
    let both = [
        ("a.zip", "archive-damaged"),
        ("a.zip!a.sgf", OK),
        ("a.zip!b.sgf", OK),
    ];
    for make in [zip, sized_zip] {
        let (before, behind) = (make(first), make(second));
        expect(&alone("a.zip", &[&before[..], &behind].concat()), &both);
        // The first has lost its directory, or the second has no member.
        let cut = before.len() - 60;
        expect(&alone("a.zip", &[&before[..cut], &behind].concat()), &both);
        expect(
            &alone("a.zip", &[before, make(&[])].concat()),
            &[both[0], both[2]],
        );
        // What stands before a zip and is none, as in one that unpacks itself, is no damage.
        expect(
            &alone("a.zip", &[&[7; 5000], &behind[..]].concat()),
            &both[1..2],
        );
    }
}

/// The directory of an archive inside, which is not compressed once more, is none of the archive around it.
#[test]
fn a_zip_of_zips_that_is_cut_short_has_no_directory() {
    let inner = |name: &'static [u8]| zip(&[(name, GAME)]);
    let [one, two, three] = [&b"a.sgf"[..], b"b.sgf", b"c.sgf"].map(inner);
    let members: &[Member<'_>] = &[(b"1.zip", &one), (b"2.zip", &two), (b"3.zip", &three)];
    let whole = sized_zip(members);
    let nested = [
        ("a.zip!1.zip", "archive-nested"),
        ("a.zip!2.zip", "archive-nested"),
        ("a.zip!3.zip", "archive-nested"),
    ];
    expect(&alone("a.zip", &whole), &nested);
    let third = whole.windows(5).position(|name| name == b"3.zip").unwrap();
    // In the third archive, and before its header.
    for (end, found) in [(third + 40, 3), (third - 30, 2)] {
        let outcomes = alone("a.zip", &whole[..end]);
        expect(&outcomes[..1], &[("a.zip", "archive-damaged")]);
        expect(&outcomes[1..], &nested[..found]);
    }
}

/// The name in UTF-8 that stands beside one in another set is taken where it was made for that very name.
#[test]
fn a_name_in_utf_8_is_taken_where_it_belongs_to_the_name() {
    const UTF8_FLAG: u16 = 1 << 11;
    let raw = b"\xc6\xe5\xc6\xd7.sgf";
    let (plain, told) = ("a.zip!\\xc6\\xe5\\xc6\\xd7.sgf", "a.zip!棋谱.sgf");
    let name = "棋谱.sgf".as_bytes();
    let field = unicode_path(1, raw, name);
    let other = [&b"UT\x01\x00\x00"[..], &field].concat();
    for (flags, field, expected) in [
        (0, &field[..], told),
        (0, &other, told),
        (0, b"", plain),
        // Of another name: the member was renamed by a program that does not know the field.
        (0, &unicode_path(1, b"x.sgf", name), plain),
        (0, &unicode_path(2, raw, name), plain),
        (0, &unicode_path(1, raw, b"\xc6\xe5.sgf"), plain),
        (0, &unicode_path(1, raw, b""), plain),
        (0, &field[..7], plain),
        (UTF8_FLAG, &field, plain),
    ] {
        let listed = zip_with_fields(flags, &[(raw, [b"", field])]);
        expect(&alone("a.zip", &listed), &[(expected, OK)]);
        // Without a directory the header before the member tells.
        let mut cut = zip_with_fields(flags, &[(raw, [field, b""])]);
        cut.truncate(cut.len() - 30);
        let damaged = ("a.zip", "archive-damaged");
        expect(&alone("a.zip", &cut), &[damaged, (expected, OK)]);
    }
    // The directory is what the archive lists.
    let renamed = unicode_path(1, raw, "乙.sgf".as_bytes());
    let both = zip_with_fields(0, &[(raw, [&field, &renamed])]);
    expect(&alone("a.zip", &both), &[("a.zip!乙.sgf", OK)]);
    // What is no game by its name in another set may be one.
    let named = zip_with_fields(0, &[(b"x", [b"", &unicode_path(1, b"x", name)])]);
    expect(&alone("a.zip", &named), &[(told, OK)]);
    // A name that is longer in UTF-8 takes no room from the member behind it.
    let long = "長".repeat(200) + ".sgf";
    let field = unicode_path(1, raw, long.as_bytes());
    let two = zip_with_fields(0, &[(raw, [b"", &field]), (b"a.sgf", [b"", b""])]);
    let named = format!("a.zip!{long}");
    expect(&alone("a.zip", &two), &[("a.zip!a.sgf", OK), (&named, OK)]);
}

/// Only what is empty is taken for a folder by its name.
#[test]
fn a_member_with_bytes_is_no_folder() {
    let root = tempfile::tempdir().unwrap();
    let named = sized_zip(&[(b"a.sgf", GAME), (b"b.sgf/", GAME), (b"c/", b"")]);
    put(root.path(), "a.zip", &named);
    let mut found = Discovery::new(request(root.path()));
    assert_eq!(found.by_ref().count(), 1);
    assert_eq!(found.skipped().files, 1);
}

#[test]
fn a_tar_that_breaks_off_gives_what_it_has() {
    let tarred = tar(THREE);
    let damaged = ("a.tar", "archive-damaged");
    let (a, b, c) = (
        ("a.tar!a.sgf", OK),
        ("a.tar!b.sgf", OK),
        ("a.tar!c.sgf", OK),
    );
    expect(&alone("a.tgz", b""), &[("a.tgz", "empty-source")]);
    expect(&alone("a.tar", &[7; 5000]), &[damaged]);
    // Cut in the middle of the second member, in its header, and between two members.
    expect(
        &alone("a.tar", &tarred[..1024 + 512 + 20]),
        &[damaged, a, ("a.tar!b.sgf", "archive-damaged after 20")],
    );
    expect(&alone("a.tar", &tarred[..1024 + 200]), &[damaged, a]);
    expect(&alone("a.tar", &tarred[..2048]), &[damaged, a, b]);
    // What follows the end is said, or read where it is another archive.
    let rubbish = [&tarred[..], &[7; 5000]].concat();
    expect(&alone("a.tar", &rubbish), &[damaged, a, b, c]);
    let twice = [&tarred[..], &tar(&[(b"d.sgf", GAME)])].concat();
    expect(&alone("a.tar", &twice), &[a, b, c, ("a.tar!d.sgf", OK)]);
}

/// Streams of every kind, cut short and with rubbish at the end: what comes out is read, and what
/// is wrong is said.
#[test]
fn a_stream_that_breaks_off_gives_what_it_has() {
    let games: Vec<u8> = (0..2000u32)
        .flat_map(|n| format!("(;SZ[9]PB[{}];B[ee])\n", n.wrapping_mul(2_654_435_761)).into_bytes())
        .collect();
    let members: Vec<(Vec<u8>, &[u8])> = (0..20)
        .map(|n| (format!("{n:02}.sgf").into_bytes(), &games[..]))
        .collect();
    let members: Vec<Member<'_>> = members.iter().map(|(n, g)| (&n[..], *g)).collect();
    for (ending, pack) in [
        ("gz", gzip as fn(&[u8]) -> Vec<u8>),
        ("bz2", bzip2),
        ("zst", zstd),
    ] {
        let name = format!("a.sgf.{ending}");
        let many = games.repeat(20);
        let packed = pack(&many);
        let rubbish = alone(&name, &[&packed[..], b"rubbish"].concat());
        let all = format!("unreadable after {}", many.len());
        expect(&rubbish, &[(&name, &all)]);
        let cut = alone(&name, &packed[..packed.len() - 20]);
        assert!(cut[0].1.starts_with("unreadable after "), "{cut:?}");
        let name = format!("a.tar.{ending}");
        let packed = pack(&tar(&members));
        let rubbish = alone(&name, &[&packed[..], b"rubbish"].concat());
        assert_eq!(rubbish[0], (name.clone(), "archive-damaged".to_owned()));
        assert_eq!(rubbish.len(), 21);
        let cut = alone(&name, &packed[..packed.len() - 20]);
        assert_eq!(cut[0], (name.clone(), "archive-damaged".to_owned()));
        assert!(cut.len() > 2 && cut[1].1.starts_with("ok"), "{cut:?}");
    }
}

/// Where all bytes came and one is another, the checksum says so: in a file of each format that has one of the whole.
#[test]
fn a_checksum_that_does_not_fit_is_said() {
    let mut packed = gzip(GAME);
    let at = packed.len() - 8;
    packed[at] ^= 1;
    let wrong = format!("checksum-wrong after {}", GAME.len());
    expect(&alone("a.sgf.gz", &packed), &[("a.sgf.gz", &wrong)]);
    let mut encoder = ::zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(GAME).unwrap();
    let mut packed = encoder.finish().unwrap();
    *packed.last_mut().unwrap() ^= 1;
    let outcomes = alone("a.sgf.zst", &packed);
    assert!(outcomes[0].1.starts_with("checksum-wrong"), "{outcomes:?}");
    let mut packed = sized_zip(&[(b"a.sgf", GAME)]);
    let at = packed.windows(GAME.len()).position(|w| w == GAME).unwrap();
    packed[at + GAME.len() - 1] ^= 1;
    expect(&alone("a.zip", &packed), &[("a.zip!a.sgf", &wrong)]);
}

/// The games before the place where a source breaks off are audited, whole ones only, and a row of
/// its own says where that is.
#[test]
fn what_is_whole_of_a_cut_source_is_audited() {
    use sgf_audit::finding::{Code, Finding};
    use sgf_audit::pipeline::{Joint, Source};
    let options = sgf_audit::Options::default();
    for (bytes, games, line) in [
        (&b"(;SZ[9]PB[one])\n(;SZ[9]PB[two])\n"[..], 2, 2),
        (b"(;SZ[9]PB[one])\n(;SZ[9]PB[two", 1, 2),
        (b"(;SZ[9]PB[one])\n(;SZ[9](;B[aa])", 1, 2),
        (b"(;SZ[9]PB[o", 0, 1),
        (b"\n\n", 0, 1),
    ] {
        let trouble = Finding::new(Code::Unreadable, "could not be read: cut");
        let source = Source::open_last(
            bytes.to_vec(),
            Some(trouble),
            &Joint::default(),
            &options.limits,
        );
        assert_eq!(source.rows(), games + 1);
        let row = source.audit("a.sgf", games, &options);
        assert_eq!((row.game, row.line), (games as u64, Some(line)));
        let codes: Vec<&str> = row.findings.iter().map(|f| f.code.id()).collect();
        assert_eq!(codes, ["unreadable"]);
    }
}

/// A few bytes that expand without end, member by member within the limits.
#[test]
fn an_archive_has_limits_as_a_whole() {
    use rawzip::CompressionMethod;
    // The directory lists one member a thousand times.
    let listed = listed_again(&zip(&[(b"a.sgf", GAME)]), 1000);
    let outcomes = alone("a.zip", &listed);
    assert_eq!(outcomes.len(), 1000);
    assert_eq!(outcomes[0].1, OK);
    assert!(outcomes[1..].iter().all(|(_, is)| is == "archive-damaged"));
    // Each member would be harmless.
    let blanks = bzip2(&vec![b' '; 256 << 10]);
    let packed: Vec<(String, &[u8])> = (0..50)
        .map(|n| (format!("{n:02}.sgf"), &blanks[..]))
        .collect();
    let bomb = raw_zip(&packed, CompressionMethod::BZIP2, &vec![b' '; 256 << 10]);
    assert!(bomb.len() < 8_000);
    let outcomes = alone("a.zip", &bomb);
    let ok = format!("ok {}", 256 << 10);
    let read = outcomes.iter().take_while(|(_, is)| *is == ok).count();
    assert!((1..10).contains(&read), "{outcomes:?}");
    assert!(
        outcomes[read..]
            .iter()
            .all(|(_, is)| is == "limit-expansion"),
        "{outcomes:?}"
    );
    // A member that is longer than the directory says is cut there.
    let mut lies = sized_zip(&[(b"a.sgf", GAME)]);
    let directory = lies.windows(4).rposition(|w| w == b"PK\x01\x02").unwrap();
    lies[directory + 24] = 10;
    expect(&alone("a.zip", &lies), &[("a.zip!a.sgf", "unreadable")]);
}

#[test]
fn what_cannot_be_unpacked_is_said() {
    use rawzip::CompressionMethod;
    expect(
        &alone(
            "a.zip",
            &odd_zip("x.sgf", CompressionMethod::STORE, true, GAME),
        ),
        &[("a.zip!x.sgf", "entry-encrypted")],
    );
    expect(
        &alone(
            "a.zip",
            &odd_zip("x.sgf", CompressionMethod::LZMA, false, GAME),
        ),
        &[("a.zip!x.sgf", "entry-unsupported")],
    );
    expect(
        &alone(
            "a.zip",
            &odd_zip("x.sgf", CompressionMethod::STORE, false, GAME),
        ),
        &[("a.zip!x.sgf", OK)],
    );
}

#[test]
fn names_in_archives_are_harmless() {
    let long = format!("{}/x.sgf", "long".repeat(60));
    let members: &[Member<'_>] = &[
        (b"../../up.sgf", GAME),
        (b"/abs.sgf", GAME),
        (b"same.sgf", b"1"),
        (b"same.sgf", b"22"),
        (b"\x8a\xbb.sgf", GAME),
        (b"esc\x1b[2J.sgf", GAME),
        (long.as_bytes(), GAME),
        (b"__MACOSX/._same.sgf", FORK),
        (b"__MACOSX/own.sgf", GAME),
        (b"._text.sgf", GAME),
        (b"._.sgf", b""),
    ];
    let expected = |archive: &str| -> Vec<Outcome> {
        [
            ("../../up.sgf", OK),
            ("._.sgf", "ok 0"),
            ("._text.sgf", OK),
            ("/abs.sgf", OK),
            (r"\x8a\xbb.sgf", OK),
            ("__MACOSX/own.sgf", OK),
            (r"esc\u{1b}[2J.sgf", OK),
            (long.as_str(), OK),
            ("same.sgf", "ok 1"),
            ("same.sgf", "ok 2"),
        ]
        .map(|(name, outcome)| (format!("{archive}!{name}"), outcome.to_owned()))
        .to_vec()
    };
    assert_eq!(alone("a.zip", &zip(members)), expected("a.zip"));
    assert_eq!(alone("a.tar", &tar(members)), expected("a.tar"));
}

/// What macOS writes as `._NAME` beside a file on disks of other systems.
const FORK: &[u8] = b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        ";

/// They are no games, and counted as what they are; what has their name or their first bytes alone is read.
#[test]
fn resource_forks_are_no_games() {
    let root = tempfile::tempdir().unwrap();
    let members: &[Member<'_>] = &[
        (b"a.sgf", GAME),
        (b"._a.sgf", FORK),
        (b"._b.sgf", GAME),
        (b"__MACOSX/._a.sgf", FORK),
        (b"__MACOSX/._c.zip", FORK),
        (b"__MACOSX/b.sgf", GAME),
    ];
    for (name, bytes) in members {
        put(root.path(), std::str::from_utf8(name).unwrap(), bytes);
    }
    put(root.path(), "d.sgf", FORK);
    put(root.path(), "x.tar", &tar(members));
    put(root.path(), "x.tgz", &gzip(&tar(members)));
    put(root.path(), "x.zip", &zip(members));
    let mut sources = Discovery::new(request(root.path()));
    let names: Vec<String> = sources.by_ref().map(|found| found.origin.source).collect();
    let of_archive = |name: &str| {
        ["._b.sgf", "__MACOSX/b.sgf", "a.sgf"].map(|member| format!("{name}!{member}"))
    };
    let expected = ["._b.sgf", "__MACOSX/b.sgf", "a.sgf", "d.sgf"].map(str::to_owned);
    let archives = ["x.tar", "x.tgz", "x.zip"].map(of_archive);
    assert_eq!(names, [&expected[..], &archives.concat()].concat());
    assert_eq!((sources.skipped().files, sources.skipped().forks), (0, 12));
    let mut by_windows = request(root.path());
    by_windows.window = 1;
    assert_eq!(self::names(by_windows), names);
    let mut outright = request(root.path());
    outright.roots = vec![root.path().join("._a.sgf")];
    assert_eq!(self::names(outright), ["._a.sgf"]);
}

/// A comment of a zip archive may hold the bytes that its last record begins with.
#[test]
fn a_comment_that_looks_like_the_end_of_a_zip_is_none() {
    let mut archive = zip(&[(b"a.sgf", GAME)]);
    let comment = [&b"PK\x05\x06"[..], &[b' '; 40], b"PK\x05\x06"].concat();
    let length = archive.len();
    archive[length - 2..].copy_from_slice(&(comment.len() as u16).to_le_bytes());
    archive.extend(comment);
    expect(&alone("a.zip", &archive), &[("a.zip!a.sgf", OK)]);
}

#[test]
fn limits_are_findings() {
    let root = tempfile::tempdir().unwrap();
    let blanks = vec![b' '; 20 << 20];
    put(root.path(), "large.sgf", &[b' '; 1001]);
    put(root.path(), "small.sgf", &[b' '; 1000]);
    put(
        root.path(),
        "a.zip",
        &zip(&[(b"large.sgf", &[b' '; 1001]), (b"small.sgf", GAME)]),
    );
    put(
        root.path(),
        "b.tar",
        &tar(&[(b"large.sgf", &[b' '; 1001]), (b"small.sgf", GAME)]),
    );
    put(root.path(), "c.sgf.gz", &gzip(&[b' '; 1001]));
    let mut small = request(root.path());
    small.limits.entry_bytes = 1000;
    expect(
        &outcomes(small),
        &[
            ("a.zip!large.sgf", "limit-entry-bytes"),
            ("a.zip!small.sgf", OK),
            ("b.tar!large.sgf", "limit-entry-bytes"),
            ("b.tar!small.sgf", OK),
            ("c.sgf.gz", "limit-entry-bytes after 1001"),
            ("large.sgf", "limit-entry-bytes"),
            ("small.sgf", "ok 1000"),
        ],
    );
    // 20 MB of blanks are about 20 kB: a thousandth.
    for (name, bytes, row) in [
        ("a.zip", zip(&[(b"x.sgf", &blanks)]), "a.zip!x.sgf"),
        ("a.sgf.gz", gzip(&blanks), "a.sgf.gz"),
        (
            "a.tgz",
            gzip(&tar(&[(b"note.txt", &blanks), (b"x.sgf", GAME)])),
            "a.tgz",
        ),
    ] {
        let outcomes = alone(name, &bytes);
        assert_eq!((outcomes.len(), &*outcomes[0].0), (1, row));
        assert!(outcomes[0].1.starts_with("limit-expansion"), "{outcomes:?}");
    }
}

#[cfg(unix)]
#[test]
fn links_loops_and_pipes() {
    use std::os::unix::fs::symlink;
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "a/x.sgf", GAME);
    put(root.path(), "a.b/y.sgf", GAME);
    symlink(root.path(), root.path().join("a/loop")).unwrap();
    symlink(root.path().join("a.b"), root.path().join("a.link")).unwrap();
    symlink(root.path().join("a.b/y.sgf"), root.path().join("link.sgf")).unwrap();
    symlink("nowhere", root.path().join("dead.sgf")).unwrap();
    symlink("nowhere", root.path().join("dead.txt")).unwrap();
    // By its name before the folder that the link leads to, where it stands with a slash.
    put(root.path(), "a.link.sgf", GAME);
    let pipe = root.path().join("pipe.sgf");
    common::fifo(&pipe);
    let mut skip = Discovery::new(request(root.path()));
    let found: Vec<String> = skip.by_ref().map(|found| found.origin.source).collect();
    assert_eq!(found, ["a.b/y.sgf", "a.link.sgf", "a/x.sgf", "pipe.sgf"]);
    assert_eq!(skip.skipped().links, 4, "all but dead.txt");
    assert_eq!(skip.skipped().files, 1);
    let mut follow = request(root.path());
    follow.links = Links::Follow;
    expect(
        &outcomes(follow),
        &[
            ("a.b/y.sgf", OK),
            ("a.link.sgf", OK),
            ("a.link/y.sgf", OK),
            ("a/loop/", "folder-loop"),
            ("a/x.sgf", OK),
            ("dead.sgf", "unreadable"),
            ("dead.txt", "unreadable"),
            ("link.sgf", OK),
            ("pipe.sgf", "unreadable"),
        ],
    );
}

/// The smallest games, millions of which a few hundred bytes would come to.
#[test]
fn few_bytes_are_no_millions_of_games() {
    let (few, many) = (b"(;)".repeat(80_000), b"(;)".repeat(200_000));
    for (name, pack) in [
        ("a.sgf.gz", gzip as fn(&[u8]) -> Vec<u8>),
        ("a.sgf.bz2", bzip2),
        ("a.sgf.zst", zstd),
    ] {
        assert!(pack(&many).len() < 1_000);
        let all = format!("ok {}", few.len());
        expect(&alone(name, &pack(&few)), &[(name, &all)]);
        let outcomes = alone(name, &pack(&many));
        assert!(
            outcomes[0].1.starts_with("limit-expansion after "),
            "{outcomes:?}"
        );
        assert_eq!(outcomes.len(), 1);
    }
}

/// Folders with two links each to the next: there are as many ways to the last as powers of two. Each is walked
/// once, and no game is lost.
#[cfg(unix)]
#[test]
fn links_to_folders_with_links_are_walked_once() {
    use std::os::unix::fs::symlink;
    use std::sync::atomic::Ordering;
    const FOLDERS: usize = 30;
    let (root, apart) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = |n: usize| apart.path().join(n.to_string());
    for n in 0..FOLDERS {
        put(apart.path(), &format!("{n}/x.sgf"), GAME);
        for way in ["a", "b"] {
            let to = folder(n + 1);
            symlink(to, folder(n).join(way)).unwrap();
        }
    }
    put(apart.path(), &format!("{FOLDERS}/x.sgf"), GAME);
    symlink(folder(0), root.path().join("way")).unwrap();
    // A folder in a folder that a link led to is another way to it.
    put(apart.path(), "1/real/x.sgf", GAME);
    symlink(folder(1).join("real"), root.path().join("z")).unwrap();
    let mut follow = request(root.path());
    follow.links = Links::Follow;
    let (found, skipped) = walked(follow.clone());
    let mut expected: Vec<String> = (0..=FOLDERS)
        .map(|n| format!("way/{}x.sgf", "a/".repeat(n)))
        .collect();
    expected.extend(["way/a/real/x.sgf".to_owned(), "z/x.sgf".to_owned()]);
    expected.sort();
    assert_eq!(found, expected);
    assert_eq!(skipped.repeated_links, FOLDERS as u64);
    // Told to stop, a walk finds nothing more.
    let mut stopped = Discovery::new(follow.clone());
    assert!(stopped.next().is_some());
    follow.stop.store(true, Ordering::Relaxed);
    assert!(stopped.count() <= 1);
    assert_eq!(Discovery::new(follow).count(), 0);
}

/// What may wait for ever when it is opened is not opened, wherever it is named.
#[cfg(unix)]
#[test]
fn only_files_are_opened() {
    let root = tempfile::tempdir().unwrap();
    let pipe = root.path().join("pipe.zip");
    common::fifo(&pipe);
    let socket = root.path().join("socket.sgf");
    let _held = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let mut named = request(root.path());
    named.roots = vec![pipe.clone(), socket.clone(), PathBuf::from("/dev/zero")];
    let outcomes: Vec<String> = Discovery::new(named)
        .map(|found| found.content.load(&Limits::default()).unwrap_err().message)
        .collect();
    let said = |what: &str| format!("is {what}; only files are read (not opened)");
    let expected = ["a named pipe", "a socket", "a device"].map(said);
    assert_eq!(outcomes.len(), 3);
    assert!(
        expected.iter().all(|one| outcomes.contains(one)),
        "{outcomes:?}"
    );
    expect(
        &outcomes_of_folder(root.path()),
        &[("pipe.zip", "unreadable"), ("socket.sgf", "unreadable")],
    );
    // A pipe that takes the place of a file after the walk.
    let file = put(root.path(), "file.sgf", GAME);
    let found = Discovery::new(request(root.path())).next().unwrap();
    assert_eq!(found.origin.source, "file.sgf");
    std::fs::remove_file(&file).unwrap();
    std::fs::rename(&pipe, &file).unwrap();
    assert!(found.content.load(&Limits::default()).is_err());
}

#[cfg(unix)]
fn outcomes_of_folder(folder: &Path) -> Vec<Outcome> {
    outcomes(request(folder))
}

/// A file that changes while it is read gives what it had, and says so.
#[test]
fn files_that_grow_or_shrink_are_said() {
    use std::io::{Read, Write};
    let root = tempfile::tempdir().unwrap();
    let path = put(root.path(), "a.sgf", &GAME.repeat(1000));
    let open = || {
        let found = Discovery::new(request(root.path())).next().unwrap();
        let Content::Stored(stored) = found.content else {
            panic!("a file");
        };
        match stored.begin(1, &Limits::default()) {
            Ok(Begun::Large(reader)) => reader,
            _ => panic!("more than a byte"),
        }
    };
    let mut reader = open();
    let mut file = std::fs::File::options().append(true).open(&path).unwrap();
    file.write_all(GAME).unwrap();
    let mut bytes = Vec::new();
    let grown = reader.read_to_end(&mut bytes).unwrap_err().to_string();
    assert!(grown.contains("became longer"), "{grown}");
    assert_eq!(bytes.len(), 104 * 1000);
    let mut reader = open();
    file.set_len(100_000).unwrap();
    bytes.clear();
    let shrunk = reader.read_to_end(&mut bytes).unwrap_err().to_string();
    assert!(shrunk.contains("became shorter"), "{shrunk}");
    assert_eq!(bytes.len(), 100_000);
}

/// An archive that loses members between two passes over it says so, under its own name.
#[test]
fn an_archive_that_is_cut_meanwhile_is_said() {
    let root = tempfile::tempdir().unwrap();
    let path = put(root.path(), "a.tar", &tar(THREE));
    let mut small = request(root.path());
    // Two of the three members.
    small.window = 500;
    let mut discovery = Discovery::new(small);
    assert_eq!(discovery.next().unwrap().origin.source, "a.tar!a.sgf");
    let file = std::fs::File::options().write(true).open(&path).unwrap();
    file.set_len(1024).unwrap();
    let said = |found: Found| {
        let read = found.content.load(&Limits::default());
        (
            found.origin.source,
            read.map_or_else(|why| why.code.id(), |_| "read"),
        )
    };
    let rest: Vec<_> = discovery.map(said).collect();
    let damaged = ("a.tar".to_owned(), "archive-damaged");
    assert!(rest.contains(&damaged) && rest.len() < 3, "{rest:?}");
}

/// The name of a member that takes more than any name is not read into memory.
#[test]
fn a_name_without_end_costs_the_rest_of_the_archive() {
    let mut header = ::tar::Header::new_gnu();
    header.set_entry_type(::tar::EntryType::GNULongName);
    header.set_size(40 << 20);
    header.set_cksum();
    let first = &tar(THREE)[..1024];
    let name = vec![b'a'; 40 << 20];
    let whole = [first, header.as_bytes(), &name, &tar(THREE)].concat();
    expect(
        &alone("a.tar", &whole),
        &[("a.tar", "archive-damaged"), ("a.tar!a.sgf", OK)],
    );
}

/// A path of 3,000 folders is longer than the system takes at once.
#[cfg(unix)]
#[test]
fn files_beyond_the_longest_path_are_read() {
    const DEEP: usize = 3000;
    let root = tempfile::tempdir().unwrap();
    let at = deep_folder(root.path(), "ab", DEEP);
    put_at(&at, "x.sgf", GAME);
    put_at(&at, "y.zip", &zip(THREE));
    put(root.path(), "z.sgf", GAME);
    let deep = "ab/".repeat(DEEP);
    expect(
        &outcomes(request(root.path())),
        &[
            (&format!("{deep}x.sgf"), OK),
            (&format!("{deep}y.zip!a.sgf"), OK),
            (&format!("{deep}y.zip!b.sgf"), OK),
            (&format!("{deep}y.zip!c.sgf"), OK),
            ("z.sgf", OK),
        ],
    );
    // The folders in which the walk begins anew are no files.
    let mut all = request(root.path());
    all.files = Files::All;
    for request in [all, request(root.path())] {
        let (found, skipped) = walked(request);
        assert_eq!((found.len(), skipped), (5, Skipped::default()));
    }
    remove_deep(root.path());
}

/// A root that is a link to a folder is followed, and counts as nothing that was passed over.
#[cfg(unix)]
#[test]
fn a_root_that_is_a_link_is_not_counted() {
    let (root, apart) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    put(apart.path(), "x.sgf", GAME);
    let link = root.path().join("link");
    std::os::unix::fs::symlink(apart.path(), &link).unwrap();
    let (found, skipped) = walked(request(&link));
    assert_eq!((found.len(), skipped), (1, Skipped::default()));
}

/// Links to folders are followed where their paths are longer than the system takes at once, too: each folder once,
/// and none that the link lies in.
#[cfg(unix)]
#[test]
fn links_beyond_the_longest_path_are_followed() {
    use rustix::fs::symlinkat;
    const DEEP: usize = 17;
    let (root, apart) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    put(apart.path(), "t.sgf", GAME);
    put(apart.path(), "inner/u.sgf", GAME);
    // From the folder that a link leads to, a further one.
    let further = tempfile::tempdir().unwrap();
    put(further.path(), "v.sgf", GAME);
    std::os::unix::fs::symlink(further.path(), apart.path().join("way")).unwrap();
    let name = "d".repeat(255);
    let at = deep_folder(root.path(), &name, DEEP);
    put_at(&at, "g.sgf", GAME);
    let first = root.path().join(&name);
    for (link, to) in [
        ("again", apart.path()),
        ("back", &first),
        ("h.sgf", Path::new("g.sgf")),
        ("here", Path::new(".")),
        ("link", apart.path()),
        ("root", root.path()),
    ] {
        symlinkat(to, &at, link).unwrap();
    }
    let mut follow = request(root.path());
    follow.links = Links::Follow;
    let (found, skipped) = walked(follow.clone());
    let deep = format!("{name}/").repeat(DEEP);
    let expected = [
        "again/inner/u.sgf",
        "again/t.sgf",
        "again/way/v.sgf",
        "back/",
        "g.sgf",
        "h.sgf",
        "here/",
        "root/",
    ];
    assert_eq!(found, expected.map(|below| deep.clone() + below));
    assert_eq!((skipped.links, skipped.files), (0, 0));
    assert_eq!(skipped.repeated_links, 1);
    let loops = outcomes(follow);
    let loops = loops.iter().filter(|(_, outcome)| outcome == "folder-loop");
    assert_eq!(loops.count(), 3);
    let (found, skipped) = walked(request(root.path()));
    assert_eq!(found.len(), 1);
    assert_eq!((skipped.links, skipped.files), (6, 0));
    remove_deep(root.path());
}

#[cfg(unix)]
#[test]
fn unreadable_entries_are_findings() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "a.sgf", GAME);
    let closed = put(root.path(), "closed.sgf", GAME);
    put(root.path(), "folder/x.sgf", GAME);
    let folder = root.path().join("folder");
    for path in [&closed, &folder] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
    }
    if fs::read(&closed).is_ok() {
        common::skipped("permissions do not bind this user");
    } else {
        expect(
            &outcomes(request(root.path())),
            &[
                ("a.sgf", OK),
                ("closed.sgf", "unreadable"),
                ("folder/", "unreadable"),
            ],
        );
    }
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Archives of every kind with bytes changed, cut out and doubled: whatever comes out is bounded,
/// the same each time, and no defect of the program.
mod mutated {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    const NAMES: [&str; 6] = ["a.zip", "b.zip", "a.tar", "a.tgz", "a.tbz2", "a.tzst"];

    fn whole(kind: usize) -> Vec<u8> {
        let tarred = tar(THREE);
        match kind {
            0 => zip(THREE),
            1 => sized_zip(THREE),
            2 => tarred,
            3 => gzip(&tarred),
            4 => bzip2(&tarred),
            _ => zstd(&tarred),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 1000,
            rng_seed: RngSeed::Fixed(1),
            ..ProptestConfig::default()
        })]

        #[test]
        fn archives_are_harmless(
            kind in 0usize..6,
            flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
            cut in prop::option::of(any::<prop::sample::Index>()),
            doubled in prop::option::of((any::<prop::sample::Index>(), any::<prop::sample::Index>())),
        ) {
            let mut bytes = whole(kind);
            for (at, byte) in flips {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some((from, to)) = doubled {
                let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
                let part = bytes[from.min(to)..from.max(to)].to_vec();
                bytes.extend(part);
            }
            if let Some(at) = cut {
                bytes.truncate(at.index(bytes.len()));
            }
            let outcomes = alone(NAMES[kind], &bytes);
            prop_assert!(outcomes.len() < 20, "{outcomes:?}");
            prop_assert!(outcomes.iter().all(|(_, is)| is != "internal-error"), "{outcomes:?}");
            prop_assert_eq!(&outcomes, &alone(NAMES[kind], &bytes));
        }
    }
}

/// A hard link is the file that it names, as far as a pass holds that: no game is lost in silence, and
/// many links to one large file do not make many large files.
#[test]
fn links_in_archives() {
    use ::tar::EntryType::{Link, Symlink};
    let linked = with_links(
        tar(&[(b"b.sgf", GAME), (b"notes.txt", b"-")]),
        &[
            (Link, "a.sgf", "b.sgf"),
            (Link, "c.sgf", "gone.sgf"),
            (Link, "d.txt", "notes.txt"),
            (Symlink, "e.sgf", "b.sgf"),
            (Symlink, "f.txt", "b.sgf"),
        ],
    );
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "a.tar", &linked);
    put(root.path(), "b.tar.gz", &gzip(&linked));
    put(root.path(), "c.zip", &linked_zip("a.sgf", "b.sgf"));
    let mut all = Discovery::new(request(root.path()));
    assert_eq!(all.by_ref().count(), 6);
    assert_eq!((all.skipped().links, all.skipped().archived_links), (0, 3));
    let unread = "entry-unsupported";
    expect(
        &outcomes(request(root.path())),
        &[
            ("a.tar!a.sgf", OK),
            ("a.tar!b.sgf", OK),
            ("a.tar!c.sgf", unread),
            ("b.tar.gz!a.sgf", OK),
            ("b.tar.gz!b.sgf", OK),
            ("b.tar.gz!c.sgf", unread),
        ],
    );
    let names: Vec<String> = (0..100).map(|n| format!("l{n:02}.sgf")).collect();
    let links: Vec<_> = names
        .iter()
        .map(|name| (Link, name.as_str(), "b.sgf"))
        .collect();
    let many = with_links(tar(&[(b"b.sgf", &[b' '; 5000])]), &links);
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "many.tar", &many);
    let small = Request {
        window: 20_000,
        ..request(root.path())
    };
    let outcomes = outcomes(small);
    assert_eq!(outcomes.len(), 101);
    let read = outcomes.iter().filter(|(_, outcome)| outcome == "ok 5000");
    assert!((1..10).contains(&read.count()), "{outcomes:?}");
}

/// Every member with a game's name has a row, whatever its type. What nobody knows is a file.
#[test]
fn every_type_of_tar_member_is_said() {
    let types = [
        (b'Z', "unknown.sgf"),
        (b'Z', "unknown.txt"),
        (b'7', "contiguous.sgf"),
        (b'M', "rest.sgf"),
        (b'V', "volume.sgf"),
        (b'D', "list.sgf"),
        (b'6', "pipe.sgf"),
        (b'3', "device.sgf"),
        (b'4', "block.sgf"),
        (b'5', "folder.sgf"),
        (b'g', "header.sgf"),
    ];
    let typed = with_types(tar(&[(b"a.sgf", GAME)]), &types);
    let unread = "entry-unsupported";
    expect(
        &alone("a.tar", &with_pax_sparse(typed, "sparse.sgf")),
        &[
            ("a.tar!a.sgf", OK),
            ("a.tar!block.sgf", unread),
            ("a.tar!contiguous.sgf", OK),
            ("a.tar!device.sgf", unread),
            ("a.tar!list.sgf", unread),
            ("a.tar!pipe.sgf", unread),
            ("a.tar!rest.sgf", unread),
            ("a.tar!sparse.sgf", unread),
            ("a.tar!unknown.sgf", OK),
            ("a.tar!volume.sgf", unread),
        ],
    );
}

/// Records of pax headers are told by their lengths: a newline in one makes no other of it. What is wrong
/// with one is said, and costs no game.
#[test]
fn pax_headers_are_read_by_their_lengths() {
    let name = |name: &str| pax_record("path", name.as_bytes());
    let comment = |value: &str| pax_record("comment", value.as_bytes());
    let forged = comment("x\n19 path=readme.txt\ny");
    let long = "long".repeat(60) + ".sgf";
    let damaged = b"99 path=b.sgf\n".to_vec();
    let after = |mut records: Vec<u8>| {
        records.extend(&damaged);
        records
    };
    for (kind, records, header, expected) in [
        ('x', name("a\nb.sgf"), "a", (r"a\u{a}b.sgf", OK)),
        (
            'x',
            [forged.clone(), name("b.sgf")].concat(),
            "a",
            ("b.sgf", OK),
        ),
        ('x', forged.clone(), "a.sgf", ("a.sgf", OK)),
        ('x', name(&long), "a", (&long, OK)),
        // The later of two holds, and none at all is the header's own.
        (
            'x',
            [name("a.txt"), name("b.sgf")].concat(),
            "a",
            ("b.sgf", OK),
        ),
        (
            'x',
            [name("a.txt"), name("")].concat(),
            "a.sgf",
            ("a.sgf", OK),
        ),
        ('x', pax_record("size", b"50"), "a.sgf", ("a.sgf", "ok 50")),
        ('x', vec![0; 512], "a.sgf", ("a.sgf", OK)),
        (
            'x',
            damaged.clone(),
            "a.sgf",
            ("a.sgf", "archive-damaged after 104"),
        ),
        ('x', damaged.clone(), "a.txt", ("a.txt", "archive-damaged")),
        ('x', damaged.clone(), "a/", ("a/", "archive-damaged")),
        (
            'x',
            after(name("b.sgf")),
            "a",
            ("b.sgf", "archive-damaged after 104"),
        ),
        ('g', forged.clone(), "a.sgf", ("a.sgf", OK)),
        // Nothing is one name for all members.
        ('g', name("b.sgf"), "a.sgf", ("a.sgf", OK)),
        ('g', damaged.clone(), "a.sgf", ("a.sgf", OK)),
        ('X', name("b.sgf"), "a", ("b.sgf", OK)),
    ] {
        let tarred = with_pax(kind, &records, header);
        let row = format!("a.tar!{}", expected.0);
        // A member after it is found where it is.
        let rows = [(row.as_str(), expected.1), ("a.tar!z.sgf", OK)];
        expect(&alone("a.tar", &tarred), &rows);
    }
}

/// A header of 512 bytes with a type, a name and the field of a size, and a game after it.
fn with_header(kind: u8, name: &str, size: &[u8], change: fn(&mut [u8])) -> Vec<u8> {
    let mut header = ::tar::Header::new_ustar();
    header.set_path(name).unwrap();
    header.set_entry_type(::tar::EntryType::new(kind));
    let bytes = header.as_mut_bytes();
    bytes[124..136].fill(0);
    bytes[124..124 + size.len()].copy_from_slice(size);
    change(bytes);
    // Sums of bytes with their signs are what some old programs make.
    bytes[148..156].fill(b' ');
    let sum: i64 = bytes.iter().map(|&byte| i64::from(byte as i8)).sum();
    bytes[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let mut tarred = bytes.to_vec();
    tarred.extend(tar(&[(&b"z.sgf"[..], GAME)]));
    tarred
}

#[test]
fn a_header_that_states_a_size_in_vain_hides_no_member() {
    let z = ("a.tar!z.sgf", OK);
    // A folder, a device and a pipe have no bytes; nor has a link that a header follows.
    for kind in [b'5', b'3', b'4', b'6', b'1', b'2'] {
        let tarred = with_header(kind, "a", b"00000001000", |_| {});
        expect(&alone("a.tar", &tarred), &[z]);
    }
    // The name of a volume, in a header that states nothing else.
    expect(&alone("a.tar", &with_header(b'V', "a", b"", |_| {})), &[z]);
    let old = |bytes: &mut [u8]| bytes[263..265].fill(0);
    let signed = |bytes: &mut [u8]| bytes[..9].copy_from_slice("\u{e9}\u{e9}.sgf\0".as_bytes());
    let folder = |bytes: &mut [u8]| {
        bytes[263..265].fill(0);
        bytes[345..348].copy_from_slice(b"dir");
    };
    for (change, name) in [
        (old as fn(&mut [u8]), "a.tar!a.sgf"),
        (signed, "a.tar!\u{e9}\u{e9}.sgf"),
        (folder, "a.tar!dir/a.sgf"),
    ] {
        let tarred = with_header(b'0', "a.sgf", b"00000000000", change);
        let found = alone("a.tar", &tarred);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().any(|(source, _)| source == name), "{found:?}");
    }
}

/// `tar -b 40000` fills an archive up to the blocks of a tape.
#[test]
fn many_zeros_may_stand_at_the_end() {
    let mut tarred = tar(THREE);
    tarred.resize(20_480_000, 0);
    let found = alone("a.tar", &tarred);
    assert_eq!(found.len(), 3, "{found:?}");
}

/// What follows the streams of a file is told apart from damage in them.
#[test]
fn rubbish_after_a_stream_is_said_to_be_that() {
    for (name, format, packed) in [
        ("a.sgf.gz", "gzip", gzip(GAME)),
        ("a.sgf.bz2", "bzip2", bzip2(GAME)),
        ("a.sgf.zst", "zstd", zstd(GAME)),
    ] {
        let rubbish = [&packed[..], &packed, b"rubbish"].concat();
        let said = format!(
            "bytes that are not {format} follow the end of the {format} stream (not read; whole \
             games before that are audited)"
        );
        assert_eq!(why(name, &rubbish), said);
        expect(&alone(name, &rubbish), &[(name, "unreadable after 208")]);
    }
}

/// Zeros after a gzip stream fill a block, and are no rubbish.
#[test]
fn a_gzip_stream_may_be_filled_with_zeros() {
    let (packed, zeros) = (gzip(GAME), [0; 100_000]);
    let filled = [&packed[..], &zeros].concat();
    expect(&alone("a.sgf.gz", &filled), &[("a.sgf.gz", OK)]);
    let twice = [&filled[..], &packed, &zeros].concat();
    expect(&alone("a.sgf.gz", &twice), &[("a.sgf.gz", "ok 208")]);
    let rubbish = [&filled[..], b"rubbish"].concat();
    let expected = [("a.sgf.gz", "unreadable after 104")];
    expect(&alone("a.sgf.gz", &rubbish), &expected);
    let rubbish = [&gzip(&tar(THREE))[..], b"rubbish"].concat();
    let said = "bytes that are not gzip follow the end of the gzip stream \
                (not read; what came before, 3 members, was audited)";
    assert_eq!(why("a.tar.gz", &rubbish), said);
}
