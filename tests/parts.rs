//! A large source is read part by part: the rows are those of the whole.

mod common;

use sgf_audit::finding::Code;
use sgf_audit::pipeline::{Joint, Part};
use sgf_audit::report::Row;
use sgf_audit::{Options, Source};

fn rows(source: &Source, options: &Options) -> Vec<Row> {
    (0..source.rows())
        .map(|game| source.audit("a.sgf", game, options))
        .collect()
}

/// The rows of a source that is read so many bytes at a time from a joint on, and the number of parts.
fn by_parts(bytes: &[u8], mut joint: Joint, size: usize, options: &Options) -> (Vec<Row>, usize) {
    let (mut out, mut parts) = (Vec::new(), 0);
    let (mut waiting, mut read, mut wanted) = (Vec::new(), 0, size);
    loop {
        let missing = wanted.saturating_sub(waiting.len()).min(bytes.len() - read);
        waiting.extend_from_slice(&bytes[read..read + missing]);
        read += missing;
        let source = if read == bytes.len() {
            Part::Last(Source::open_last(waiting, None, &joint, &options.limits))
        } else {
            Source::open_part(waiting, &mut joint, &options.limits)
        };
        match source {
            Part::Games(source, rest) => {
                out.extend(rows(&source, options));
                parts += 1;
                (waiting, wanted) = (rest, size);
            }
            Part::Last(source) => {
                out.extend(rows(&source, options));
                return (out, parts + 1);
            }
            Part::More(bytes) => {
                waiting = bytes;
                wanted *= 2;
            }
        }
    }
}

fn compare(name: &str, bytes: &[u8], options: &Options) -> usize {
    let whole = rows(&Source::open(bytes.to_vec(), &options.limits), options);
    let mut most = 0;
    for size in [100, 1000, 10_000, 100_000] {
        let (parted, parts) = by_parts(bytes, Joint::of(bytes), size, options);
        assert_eq!(parted.len(), whole.len(), "{name} by {size}");
        for (a, b) in parted.iter().zip(&whole) {
            assert_eq!(a, b, "{name} by {size}");
        }
        most = most.max(parts);
    }
    most
}

#[test]
fn parts_give_the_rows_of_the_whole() {
    let games: [&[u8]; 9] = [
        b"(;GM[1]SZ[9]PB[one];B[ee];W[ce];B[];W[])",
        b"\r\n\r\n(;GM[1]SZ[9]PB[two\nlines];B[ee](;W[ce])(;W[cc]))",
        b"  junk between \n",
        b"(;GM[1]SZ[9]C[a bracket \\] and (;B[aa] in a comment];B[ee])",
        "(;GM[1]SZ[9]PB[本因坊]PW[ä];B[ee])".as_bytes(),
        b"(;GM[1]SZ[9]CA[GB18030]PB[\xc4\xee\xd1\x5d\xc3\xf7];B[ee])",
        b")))\n",
        b"(;GM[1]SZ[9];B[ee];B[zz];W[ee])",
        b"(B[ee])(;GM[2])\n;GM[1]SZ[9];B[ee])\n",
    ];
    assert!(compare_many(&games, 400) > 20, "the source is cut");
    // Character sets that nothing names: what the source looks like tells.
    let unnamed: [&[u8]; 5] = [
        b"(;SZ[9]PW[\xb3\x5c\xa5\x5c]RE[B+24.5];B[ee])",
        b"(;SZ[9]PB[\xb9\xc5\xc1\xa6];B[ee])",
        b"(;SZ[9]PB[\xc0\xcc\xc3\xa2\xc8\xa3];B[ee])",
        b"(;SZ[9]PB[\x95\x5c\x83\x5c\x94\x5c];B[ee])",
        "(;SZ[9]PB[李世石]PW[古力];B[ee])".as_bytes(),
    ];
    for first in 0..unnamed.len() {
        let mut games = games;
        games[4..].rotate_left(first);
        games[..unnamed.len()].copy_from_slice(&unnamed);
        games[..unnamed.len()].rotate_left(first);
        compare_many(&games, 40);
    }
}

/// Compares sources of so many pairs of these games; gives the number of parts of one.
fn compare_many(games: &[&[u8]; 9], pairs: usize) -> usize {
    let options = Options::default();
    let mut many = Vec::new();
    for n in 0..pairs {
        many.extend_from_slice(games[n * 7 % games.len()]);
        many.extend_from_slice(games[(n * n + 3) % games.len()]);
    }
    let parts = compare("many", &many, &options);
    let marked = [&b"\xef\xbb\xbf"[..], &many].concat();
    compare("with a byte-order mark", &marked, &options);
    let unclosed = [&many, &b"(;GM[1]SZ[9];B[ee]"[..]].concat();
    compare("unclosed at its end", &unclosed, &options);
    let wide: Vec<u8> = many[..many.len().min(4000)]
        .iter()
        .flat_map(|&byte| [byte, 0])
        .collect();
    compare("in UTF-16", &wide, &options);
    let widest: Vec<u8> = many[..many.len().min(4000)]
        .iter()
        .flat_map(|&byte| [0, 0, 0, byte])
        .collect();
    compare("in UTF-32", &widest, &options);
    let games = &b"(;GM[1]SZ[9];B[ee])\n".repeat(200)[..];
    let mixed = [games, &[0xff, 0xfe], &wide, games, &wide].concat();
    compare("in UTF-16 in part", &mixed, &options);
    for text in [&b""[..], b"no game", b"B[aa];W[bb]", b"(;B[aa]"] {
        compare("small", text, &options);
    }
    parts
}

/// A text was decoded before: none of its parts says that CA is wrong.
#[test]
fn parts_of_a_text_are_texts() {
    let options = Options::default();
    let text = "(;GM[1]SZ[9]CA[GBK]PB[本因坊];B[ee])\n".repeat(200);
    let (bytes, joint) = (text.as_bytes(), Joint::of_text(&text));
    let whole = Source::open_last(bytes.to_vec(), None, &joint, &options.limits);
    let (parted, parts) = by_parts(bytes, joint, 1000, &options);
    assert!(parts > 5 && parted == rows(&whole, &options));
    let of_bytes = rows(&Source::open(bytes.to_vec(), &options.limits), &options);
    let is_wrong = |row: &Row| {
        row.findings
            .iter()
            .any(|finding| finding.code == Code::CharsetWrong)
    };
    assert!(!parted.iter().any(is_wrong) && of_bytes.iter().all(is_wrong));
}

#[test]
fn the_games_limit_holds_over_all_parts() {
    let mut options = Options::default();
    let many = b"(;GM[1]SZ[9];B[ee])\n".repeat(200);
    for most in [0, 50] {
        options.limits.games = most;
        compare("limited", &many, &options);
    }
}

#[test]
fn parts_of_real_collections() {
    let Some(data) = common::shared_data() else {
        return;
    };
    let options = Options::default();
    let name = "archives/multi-tom_2004-02.sgf";
    let bytes = std::fs::read(data.join(name)).unwrap();
    let whole = rows(&Source::open(bytes.clone(), &options.limits), &options);
    let (parted, parts) = by_parts(&bytes, Joint::of(&bytes), 50_000, &options);
    assert!(parts > 4, "{parts} parts");
    assert!(parted == whole);
}

/// A piece in UTF-16 tells what a source looks like, also where it is read in parts.
#[test]
fn parts_look_like_the_whole() {
    let options = Options::default();
    let text = b"(PB[\xefdd])(\x00;\x00F\x00\x00";
    let whole = rows(&Source::open(text.to_vec(), &options.limits), &options);
    assert_eq!(by_parts(text, Joint::of(text), 1, &options).0, whole);
}
