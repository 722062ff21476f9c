//! Numbers with a unit, as the command line and a configuration file write them.

use std::num::NonZeroUsize;
use std::str::FromStr;

/// Threads that may be asked for. More would only wait for each other, and a system that has no
/// room for one more may end the program instead of saying so.
pub const MOST_THREADS: usize = 1024;

/// A number of threads, from 1 to [`MOST_THREADS`].
///
/// # Errors
/// Where it is none, and what it could be.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .ok()
        .filter(|threads: &NonZeroUsize| threads.get() <= MOST_THREADS)
        .ok_or_else(|| format!("a whole number from 1 to {MOST_THREADS}"))
}

/// A share in percent, from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percent(pub f64);

impl FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Percent, String> {
        match text.trim_end_matches('%').parse::<f64>() {
            Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(Percent(percent)),
            _ => Err("a number from 0 to 100".to_owned()),
        }
    }
}

/// A number of bytes: `1000`, `64K`, `16M`, `1G` (of 1024).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Bytes, String> {
        let (number, unit) = match text.char_indices().last() {
            Some((at, 'k' | 'K')) => (&text[..at], 1 << 10),
            Some((at, 'm' | 'M')) => (&text[..at], 1 << 20),
            Some((at, 'g' | 'G')) => (&text[..at], 1 << 30),
            _ => (text, 1),
        };
        number
            .parse::<u64>()
            .ok()
            .and_then(|number| number.checked_mul(unit))
            .map(Bytes)
            .ok_or_else(|| "a number, perhaps with K, M or G after it".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_threads() {
        for (text, number) in [
            ("1", NonZeroUsize::new(1)),
            ("1024", NonZeroUsize::new(1024)),
            ("0", None),
            ("1025", None),
            ("1000000", None),
            ("-1", None),
            ("99999999999999999999999", None),
            ("", None),
        ] {
            assert_eq!(threads(text).ok(), number, "{text}");
        }
    }

    #[test]
    fn sizes() {
        for (text, size) in [
            ("0", Some(0)),
            ("1000", Some(1000)),
            ("64K", Some(65_536)),
            ("2m", Some(2_097_152)),
            ("1G", Some(1_073_741_824)),
            ("", None),
            ("K", None),
            ("-1", None),
            ("1.5M", None),
            ("99999999999G", None),
        ] {
            assert_eq!(text.parse().ok(), size.map(Bytes), "{text}");
        }
    }
}
