//! Spoilt games by the million: whatever the bytes, a report and no crash.
//!
//! `cargo test` spoils a few thousand. The long run says how many were run:
//! `AUDIT_MUTATIONS=10000000 cargo test --release --test mutations -- --ignored --nocapture`
//! The same seed gives the same bytes; a failure prints them. `fuzz/` holds the same check for
//! cargo-fuzz, which is guided by coverage.

use sgf_audit::finding::Code;
use sgf_audit::finding::codes::Example;
use sgf_audit::go::board::splitmix64;
use sgf_audit::{Options, audit_bytes};

#[test]
fn a_few_thousand_spoilt_games_give_rows() {
    run(4_000, 1);
}

#[test]
#[ignore = "minutes to hours, as AUDIT_MUTATIONS says"]
fn many_spoilt_games_give_rows() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let count = number("AUDIT_MUTATIONS").unwrap_or(1_000_000);
    let seed = number("AUDIT_SEED").unwrap_or(2);
    let start = std::time::Instant::now();
    run(count, seed);
    println!("{count} sources from seed {seed} in {:?}", start.elapsed());
}

/// A record that is cut short, and a whole one behind it without a line end between them, as downloads put
/// together have it: both have rows.
#[test]
fn a_record_cut_anywhere_does_not_swallow_the_next() {
    let game =
        b"(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]PB[A [5 dan\\]]C[a (small) [thing\\]; see]RE[B+0.5]\
                 ;B[ba]C[hm];W[da]TR[aa][bb];B[bb];W[db];B[];W[])";
    // With less of it nothing tells a cut from a variation, nor with an escape for the next game's parenthesis.
    let begun = b"(;GM[".len();
    let cuts = (begun..=game.len()).filter(|&at| game[at - 1] != b'\\');
    for at in cuts {
        let both = [&game[..at], game].concat();
        let rows = audit_bytes("cut.sgf", &both, &Options::default());
        assert_eq!(rows.len(), 2, "{}", game[..at].escape_ascii());
    }
}

/// Megabytes of what is looked at from each place in a text: with work that grows by the square this
/// would take hours.
#[test]
fn long_runs_in_a_value_are_read_once() {
    for run in ["\n", "\n ", "]a", "(\n", "(;GM[", "]   ", "\nB", "[aa]"] {
        let text = run.repeat(1_000_000 / run.len());
        let game = format!("(;GM[1]SZ[5]C[[{text}x])");
        assert!(!audit_bytes("long.sgf", game.as_bytes(), &Options::default()).is_empty());
    }
}

/// Audits `count` sources made from `seed`, each from one to six changes to an example.
fn run(count: u64, seed: u64) {
    let examples = examples();
    assert!(examples.len() > 30);
    for round in 0..count {
        let mut random = Random(splitmix64(seed ^ round.wrapping_mul(0x9e37_79b9)));
        let mut bytes = random.pick(&examples).clone();
        for _ in 0..=random.below(6) {
            random.change(&mut bytes, &examples);
        }
        let said =
            std::panic::catch_unwind(|| audit_bytes("mutant.sgf", &bytes, &Options::default()));
        match said {
            Ok(rows) => assert!(
                !rows.is_empty(),
                "no row for {:?}",
                bytes.escape_ascii().to_string()
            ),
            Err(_) => panic!("round {round}: {:?}", bytes.escape_ascii().to_string()),
        }
    }
}

/// The examples of the table of codes, the cases of the record tests, and games of some length.
fn examples() -> Vec<Vec<u8>> {
    let codes = Code::ALL.iter().filter_map(|code| match code.example() {
        Example::Sgf(sgf) => Some(sgf.as_bytes().to_vec()),
        Example::Told(_) => None,
    });
    let cases = include_str!("record/cases.txt")
        .split("\n# ")
        .skip(1)
        .map(|case| {
            let lines: Vec<&str> = case.lines().filter_map(|l| l.strip_prefix('|')).collect();
            lines.join("\n").into_bytes()
        });
    let games = (0..4).map(|kind| {
        let mut game = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]RE[B+3.5]".to_owned();
        let mut random = Random(kind);
        for turn in 0..60 {
            let letter = |n: usize| char::from(b'a' + n as u8);
            let (x, y) = (letter(random.below(9)), letter(random.below(9)));
            game.push_str(&format!(";{}[{x}{y}]", ["B", "W"][turn % 2]));
        }
        (game + ";B[];W[]TB[aa:cc]TW[dd])").into_bytes()
    });
    codes.chain(cases).chain(games).collect()
}

/// A stream of numbers that its seed determines.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = splitmix64(self.0);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// One change: bytes put in, taken out, overwritten, doubled, or part of another example.
    fn change(&mut self, bytes: &mut Vec<u8>, examples: &[Vec<u8>]) {
        const PIECES: [&[u8]; 24] = [
            b"(",
            b")",
            b";",
            b"[",
            b"]",
            b"\\",
            b"\n",
            b"(;",
            b"B[",
            b"W[tt]",
            b"AB[aa:ii]",
            b"AE[aa]",
            b"SZ[",
            b"25",
            b"CA[Big5]",
            b"CA[Shift_JIS]",
            b"\x81",
            b"\x1b$B",
            b"\xff\xfe",
            b"\0",
            b"KM[",
            b"HA[9]",
            b"TW[",
            b"RE[W+",
        ];
        let from = self.below(bytes.len() + 1);
        let to = (from + self.below(12)).min(bytes.len());
        match self.below(6) {
            0 => drop(bytes.splice(from..from, self.pick(&PIECES).iter().copied())),
            1 => drop(bytes.drain(from..to)),
            2 => bytes[from..to].fill_with(|| self.below(256) as u8),
            3 => bytes.extend_from_within(from..to),
            4 => {
                let doubled = bytes[from..to].repeat(1 + self.below(4));
                drop(bytes.splice(from..from, doubled));
            }
            _ => {
                let other = self.pick(examples);
                let start = self.below(other.len() + 1);
                let end = (start + self.below(40)).min(other.len());
                drop(bytes.splice(from..to, other[start..end].iter().copied()));
            }
        }
    }
}
