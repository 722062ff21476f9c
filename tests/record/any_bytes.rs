//! Whatever the bytes: at least one record, no panic, and places inside the source.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use sgf_audit::Limits;
use sgf_audit::finding::Severity;
use sgf_audit::record::Source;

fn check(bytes: &[u8]) {
    let lines = 1 + bytes.iter().filter(|&&b| b == b'\n' || b == b'\r').count() as u32;
    let source = Source::open(bytes.to_vec(), &Limits::default());
    assert!(source.rows() >= 1);
    let mut before = (0, 0);
    for game in 0..source.rows() {
        let record = source.game(game);
        let place = (record.location.line, record.location.column);
        assert!(place > before, "{place:?} after {before:?}");
        before = place;
        assert!(place.0 <= lines);
        for finding in &record.findings {
            assert!(
                finding
                    .location
                    .is_some_and(|l| l.line <= lines && l.column >= 1)
            );
        }
        let told = record.findings.iter().any(|f| f.severity > Severity::Note);
        assert!(
            record.stopped_at.is_none() || told,
            "incomplete without a word: {record:?}"
        );
        assert!(record.stopped_at.is_some() || record.size.is_some());
    }
}

fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        "[();\\[\\]\\\\ \n\rBWACSZGMFF:a-e19]{1,6}".prop_map(String::into_bytes),
        Just(b"(;GM[1]SZ[9];B[aa])".to_vec()),
        Just(b"\nRE[B+3.5]".to_vec()),
        Just(b"CA[Shift_JIS]".to_vec()),
        Just(b"AB[aa:ZZ]".to_vec()),
        Just(b"\x1b$B".to_vec()),
        prop::collection::vec(any::<u8>(), 1..5),
        prop::collection::vec(prop_oneof![0x80..=0xffu8, Just(b'\\'), Just(b']')], 1..5),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&bytes);
    }

    #[test]
    fn anything_like_sgf(bytes in pieces()) {
        check(&bytes);
    }

    #[test]
    fn a_game_after_a_spoilt_one_is_whole(
        at in 0..60usize, with in prop_oneof![Just(b"".to_vec()), Just(b"]".to_vec()), Just(b"[".to_vec()), Just(b")".to_vec())]
    ) {
        let game = "(;GM[1]FF[4]SZ[9]PB[Lee]PW[Cho];B[dd]C[well];W[ee];B[ff])\n";
        let mut bytes = game.as_bytes().to_vec();
        let at = at.min(bytes.len() - 1);
        bytes.splice(at..=at, with);
        bytes.extend(game.as_bytes());
        let source = Source::open(bytes, &Limits::default());
        let last = source.game(source.rows() - 1);
        prop_assert!(last.stopped_at.is_none(), "{:?}", last);
        prop_assert_eq!(last.nodes.len(), 4);
    }
}
