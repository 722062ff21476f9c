//! Lines for people, of which there may be thousands.

/// Lines that are said one by one: who reads twenty of a kind does not need more of them.
const MOST: usize = 20;

/// The first [`MOST`] lines, and where there are more a last one that says how many.
pub fn first(mut lines: Vec<String>, rest: impl FnOnce(usize) -> String) -> Vec<String> {
    if let Some(more @ 1..) = lines.len().checked_sub(MOST) {
        lines.truncate(MOST);
        lines.push(rest(more));
    }
    lines
}

/// How many lines there are besides those that were said.
pub fn more(lines: usize) -> String {
    format!("{lines} more of this kind")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_lines_are_said_and_then_their_number() {
        for (all, said) in [(0, 0), (MOST, MOST), (MOST + 1, MOST + 1), (5000, MOST + 1)] {
            let lines = (0..all).map(|n| n.to_string()).collect();
            let lines = first(lines, more);
            assert_eq!(lines.len(), said);
            let counted = lines
                .last()
                .is_some_and(|last| *last == more(all - said + 1));
            assert_eq!(counted, all > MOST);
        }
    }
}
