//! Folders and archives to sources: complete, sorted, harmless.
#![cfg(feature = "cli")]

#[path = "common/archives.rs"]
mod archives;

use archives::{GAME, Member, bzip2, gzip, odd_zip, put, tar, zip, zstd};
use sgf_audit::Limits;
use sgf_audit::discover::{Discovery, Files, Links, Request, WINDOW};
use std::path::{Path, PathBuf};

/// What a source comes to: `ok` and its size, or the code of its finding.
type Outcome = (String, String);

fn request(root: &Path) -> Request {
    Request {
        roots: vec![root.to_owned()],
        files: Files::Games,
        links: Links::Skip,
        limits: Limits::default(),
        only: None,
        window: WINDOW,
    }
}

fn outcomes(request: Request) -> Vec<Outcome> {
    let limits = request.limits.clone();
    let outcomes: Vec<Outcome> = Discovery::new(request)
        .map(|found| {
            let outcome = match found.content.load(&limits) {
                Ok(bytes) => format!("ok {}", bytes.len()),
                Err(finding) => finding.code.id().to_owned(),
            };
            (found.source, outcome)
        })
        .collect();
    assert!(
        outcomes.windows(2).all(|pair| pair[0].0 <= pair[1].0),
        "sorted by name: {outcomes:#?}"
    );
    outcomes
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
            ("is/not/there.sgf", "unreadable"),
            ("notes.txt", OK),
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

#[test]
fn damaged_archives_give_what_they_have() {
    let members: &[Member<'_>] = &[(b"a.sgf", GAME), (b"b.sgf", GAME), (b"c.sgf", GAME)];
    let whole = zip(members);
    expect(
        &alone("a.zip", &whole[..whole.len() / 2]),
        &[("a.zip", "archive-damaged")],
    );
    expect(&alone("a.zip", b""), &[("a.zip", "archive-damaged")]);
    expect(&alone("a.tgz", b""), &[("a.tgz", "archive-damaged")]);
    expect(&alone("a.tar", &[7; 5000]), &[("a.tar", "archive-damaged")]);
    // One byte of the first member's compressed data is another.
    let mut spoilt = whole.clone();
    spoilt[30 + 5 + 10] ^= 0x55;
    expect(
        &alone("a.zip", &spoilt),
        &[
            ("a.zip!a.sgf", "unreadable"),
            ("a.zip!b.sgf", OK),
            ("a.zip!c.sgf", OK),
        ],
    );
    // Cut in the middle of the second member, and in the middle of the second header.
    let tarred = tar(members);
    expect(
        &alone("a.tar", &tarred[..1024 + 512 + 20]),
        &[
            ("a.tar", "archive-damaged"),
            ("a.tar!a.sgf", OK),
            ("a.tar!b.sgf", "archive-damaged"),
        ],
    );
    expect(
        &alone("a.tar", &tarred[..1024 + 200]),
        &[("a.tar", "archive-damaged"), ("a.tar!a.sgf", OK)],
    );
    let packed = gzip(&tarred);
    let cut = alone("a.tar.gz", &packed[..packed.len() - 20]);
    assert_eq!(
        cut[0],
        ("a.tar.gz".to_owned(), "archive-damaged".to_owned())
    );
    expect(
        &alone("a.sgf.gz", &gzip(GAME)[..20]),
        &[("a.sgf.gz", "unreadable")],
    );
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
        (b"__MACOSX/._same.sgf", b"fork"),
    ];
    let expected = |archive: &str| -> Vec<Outcome> {
        [
            ("../../up.sgf", OK),
            ("/abs.sgf", OK),
            (r"\x8a\xbb.sgf", OK),
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
            ("c.sgf.gz", "limit-entry-bytes"),
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
        expect(&alone(name, &bytes), &[(row, "limit-expansion")]);
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
    let pipe = root.path().join("pipe.sgf");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let mut skip = Discovery::new(request(root.path()));
    let found: Vec<String> = skip.by_ref().map(|found| found.source).collect();
    assert_eq!(found, ["a.b/y.sgf", "a/x.sgf", "pipe.sgf"]);
    assert_eq!(skip.skipped().links, 4, "all but dead.txt");
    assert_eq!(skip.skipped().files, 1);
    let mut follow = request(root.path());
    follow.links = Links::Follow;
    expect(
        &outcomes(follow),
        &[
            ("a.b/y.sgf", OK),
            ("a.link/y.sgf", OK),
            ("a/loop/", "folder-loop"),
            ("a/x.sgf", OK),
            ("dead.sgf", "unreadable"),
            ("link.sgf", OK),
            ("pipe.sgf", "unreadable"),
        ],
    );
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
        println!("skipped: permissions do not bind this user");
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
