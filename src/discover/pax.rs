//! The records of pax headers, which say more of the members of a tar archive than its own headers can.
//!
//! A record is `LENGTH KEY=VALUE` and a newline; the length in bytes counts all of it. A value may have
//! newlines in it, so that records are told by their lengths alone.

/// What the records of pax headers say of a member.
#[derive(Clone, Debug, Default)]
pub(super) struct Pax {
    /// Its name.
    pub name: Option<Vec<u8>>,
    /// The name of what it links to.
    pub link: Option<Vec<u8>>,
    /// Its bytes in the archive.
    pub size: Option<u64>,
    /// Whether it is a sparse file.
    pub is_sparse: bool,
    /// The name of a sparse file, whose header has a name made up.
    pub sparse_name: Option<Vec<u8>>,
}

impl Pax {
    /// Takes the records of a header. Of two records with one key the later holds, and an empty value takes
    /// the earlier back.
    ///
    /// # Errors
    /// Where one is damaged. Those before it are taken.
    pub fn read(&mut self, mut records: &[u8]) -> Result<(), Damaged> {
        // Zeros may fill the rest of a header.
        while records.first().is_some_and(|&byte| byte != 0) {
            let (key, value, rest) = first(records).ok_or(Damaged)?;
            records = rest;
            // A zero ends a name.
            let text = value.split(|&byte| byte == 0).next().unwrap_or_default();
            let text = (!text.is_empty()).then(|| text.to_vec());
            match key {
                b"path" => self.name = text,
                b"linkpath" => self.link = text,
                b"size" if value.is_empty() => self.size = None,
                b"size" => self.size = Some(number(value).ok_or(Damaged)?),
                _ if key.starts_with(b"GNU.sparse.") => {
                    self.is_sparse = true;
                    if key == b"GNU.sparse.name" {
                        self.sparse_name = text;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// A record is not as long as it says, or makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Damaged;

/// The key and the value of the first record, and what follows it.
fn first(records: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let blank = records.iter().position(|&byte| byte == b' ')?;
    let length = usize::try_from(number(&records[..blank])?).ok()?;
    let (record, rest) = records.split_at_checked(length)?;
    let pair = record.get(blank + 1..)?.strip_suffix(b"\n")?;
    let equals = pair.iter().position(|&byte| byte == b'=')?;
    Some((&pair[..equals], &pair[equals + 1..], rest))
}

/// A number in decimal digits.
fn number(digits: &[u8]) -> Option<u64> {
    let is_number = digits.iter().all(u8::is_ascii_digit);
    let digits = std::str::from_utf8(digits).ok()?;
    digits.parse().ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(records: &[u8]) -> (Option<String>, Result<(), Damaged>) {
        let mut pax = Pax::default();
        let read = pax.read(records);
        let name = pax.name.map(|name| String::from_utf8(name).expect("text"));
        (name, read)
    }

    #[test]
    fn records_are_told_by_their_lengths() {
        for (records, expected) in [
            (&b""[..], None),
            (b"14 path=a.sgf\n", Some("a.sgf")),
            (b"16 path=a\nb.sgf\n", Some("a\nb.sgf")),
            (b"14 path=a.sgf\n14 path=b.sgf\n\0\0\0", Some("b.sgf")),
            (b"14 path=a.sgf\n8 path=\n", None),
            // A comment with what looks like a record in it.
            (
                b"31 comment=x\n14 path=b.sgf\nyyy\n14 path=a.sgf\n",
                Some("a.sgf"),
            ),
            (b"31 comment=x\n14 path=b.sgf\nyyy\n", None),
        ] {
            let (name, read) = name(records);
            assert_eq!((name.as_deref(), read), (expected, Ok(())));
        }
    }

    #[test]
    fn what_stands_before_a_damaged_record_is_taken() {
        for damaged in [
            &b"15 path=b.sgf\n"[..],
            b"13 path=b.sgf\n",
            b"14 path:b.sgf\n",
            b"0 path=b.sgf\n",
            b"-1 path=b.sgf\n",
            b"+14 path=b.sgf\n",
            b"99999999999999999999 path=b.sgf\n",
            b"3 \n",
            b"7 a=b",
            b" path=b.sgf\n",
            b"\n",
            b"9 size=x\n",
        ] {
            let records = [b"14 path=a.sgf\n", damaged].concat();
            assert_eq!(name(&records), (Some("a.sgf".to_owned()), Err(Damaged)));
        }
    }
}
