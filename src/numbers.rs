//! Numbers as people read them.

/// A count with its thousands set apart: `1,234,567`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count with what is counted: `1 row`, `1,234 rows`.
pub fn counted(count: u64, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        count => format!("{} {thing}s", grouped(count)),
    }
}

/// A share in whole percent, but never 0 or 100 for some or for not all.
pub fn percent(part: u64, whole: u64) -> String {
    if part == 0 || whole == 0 {
        return "0".to_owned();
    }
    let share = (part as f64 / whole as f64 * 100.0).round() as u64;
    match (share, part == whole) {
        (0, _) => "<1".to_owned(),
        (100, false) => ">99".to_owned(),
        (share, _) => share.to_string(),
    }
}

/// Bytes as two digits each, of base 16.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A margin, positive for Black, in SGF's own form: `B+10.5`, `W+3`, or `Draw`.
pub fn margin_text(margin: f64) -> String {
    match margin {
        m if m > 0.0 => format!("B+{m}"),
        m if m < 0.0 => format!("W+{}", -m),
        _ => "Draw".to_owned(),
    }
}

/// The margins from one to another: `W+3 to B+10.5`.
pub fn margins_text(least: f64, most: f64) -> String {
    format!("{} to {}", margin_text(least), margin_text(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_plural() {
        let counts = [0, 1, 2, 1_234_567].map(|count| counted(count, "row"));
        assert_eq!(counts, ["0 rows", "1 row", "2 rows", "1,234,567 rows"]);
    }
}
