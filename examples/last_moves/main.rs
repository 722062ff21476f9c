//! Boards to train on for the network that says how far a board that was played out may be from its
//! margin: `cargo run --release --example last_moves < games > rows`.
//!
//! A line a game on standard input: a name, a tab, a record that stops early. A line for each that is played out on
//! standard output: its name, how many points more for Black the record states than were counted, and
//! the planes of the network (`finish::margins`), each as hexadecimal digits, 0 and 1 for every point in grid order.
//! On the planes the side to play is Black, and the points are theirs.

use sgf_audit::finish::{margins, play_out};
use sgf_audit::{Options, Source};
use std::error::Error;
use std::io::{BufRead, BufWriter, Write, stdin, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::default();
    let mut out = BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        let line = line?;
        let (name, record) = line
            .split_once('\t')
            .ok_or("a name, a tab and a record are expected")?;
        let source = Source::open(record.as_bytes().to_vec(), &options.limits);
        let (_, found) = source.audit_and(name, 0, &options, |input, _| {
            let recorded = input.recorded_margin()?;
            let to_move = input.game.position.to_move();
            let last_ko = input.readings.last_ko;
            let finish = play_out(to_move, &input.game, last_ko)?;
            let (planes, black) = margins::planes(&input.game, &finish, last_ko)?;
            let more = (recorded - finish.margins.by_rules) * f64::from(black.sign());
            Some((more, planes))
        });
        let Some(Some((more, planes))) = found else {
            continue;
        };
        write!(out, "{name}\t{more}")?;
        for plane in 0..planes[0].len() {
            let bits: Vec<bool> = planes.iter().map(|row| row[plane] != 0).collect();
            write!(out, "\t")?;
            for eight in bits.chunks(8) {
                let bit = |i: usize| u8::from(eight.get(i) == Some(&true));
                let byte = (0..8).fold(0, |byte, i| byte << 1 | bit(i));
                write!(out, "{byte:02x}")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
