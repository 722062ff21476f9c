//! Unified diffs of files in which lines were replaced one for one, as `patch` and `git apply`
//! take them.
//!
//! A general diff looks for the lines that two texts share. Here line N of one text is line N of
//! the other, so that there is nothing to look for.

/// Lines of context around a change.
const CONTEXT: usize = 3;

/// The diff of a file and its copy, empty where they are the same; `None` where they are no text or
/// do not have the same number of lines. Each of `comments` is a line above it, which `patch` and `git apply` skip.
pub fn unified<'a>(
    name: &str,
    old: &[u8],
    new: &[u8],
    comments: impl Iterator<Item = &'a str>,
) -> Option<Vec<u8>> {
    if old == new {
        return Some(Vec::new());
    }
    let (before, after) = (lines(old), lines(new));
    if old.contains(&0) || before.len() != after.len() {
        return None;
    }
    // Where a name has a blank, a tab says where it ends.
    let end = if name.contains(' ') { "\t" } else { "" };
    let mut out = Vec::new();
    comments.for_each(|comment| out.extend(format!("# {comment}\n").into_bytes()));
    out.extend(format!("--- a/{name}{end}\n+++ b/{name}{end}\n").into_bytes());
    let changed: Vec<usize> = (0..before.len())
        .filter(|&n| before[n] != after[n])
        .collect();
    // Changes whose contexts touch stand in one hunk.
    for hunk in changed.chunk_by(|a, b| b - a <= 2 * CONTEXT) {
        let first = hunk[0].saturating_sub(CONTEXT);
        let end = (hunk[hunk.len() - 1] + 1 + CONTEXT).min(before.len());
        let place = format!("{},{}", first + 1, end - first);
        out.extend(format!("@@ -{place} +{place} @@\n").into_bytes());
        let mut n = first;
        while n < end {
            let run = (n..end).take_while(|&at| before[at] != after[at]).count();
            if run == 0 {
                line(b' ', before[n], &mut out);
                n += 1;
                continue;
            }
            before[n..n + run]
                .iter()
                .for_each(|text| line(b'-', text, &mut out));
            after[n..n + run]
                .iter()
                .for_each(|text| line(b'+', text, &mut out));
            n += run;
        }
    }
    Some(out)
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

fn line(mark: u8, text: &[u8], out: &mut Vec<u8>) {
    out.push(mark);
    out.extend_from_slice(text);
    if !text.ends_with(b"\n") {
        out.extend_from_slice(b"\n\\ No newline at end of file\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter;

    fn diff(old: &str, new: &str) -> String {
        String::from_utf8(unified("a.sgf", old.as_bytes(), new.as_bytes(), iter::empty()).unwrap())
            .unwrap()
    }

    #[test]
    fn a_change_stands_in_its_context() {
        assert_eq!(diff("a\n", "a\n"), "");
        assert_eq!(
            diff("1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\nfive\n6\n"),
            "--- a/a.sgf\n+++ b/a.sgf\n@@ -2,5 +2,5 @@\n 2\n 3\n 4\n-5\n+five\n 6\n"
        );
        assert_eq!(
            String::from_utf8(unified("a b.sgf", b"1\n", b"2\n", iter::once("why")).unwrap())
                .unwrap(),
            "# why\n--- a/a b.sgf\t\n+++ b/a b.sgf\t\n@@ -1,1 +1,1 @@\n-1\n+2\n"
        );
        assert_eq!(
            diff("one", "two"),
            "--- a/a.sgf\n+++ b/a.sgf\n@@ -1,1 +1,1 @@\n-one\n\\ No newline at end of file\n\
             +two\n\\ No newline at end of file\n"
        );
    }

    #[test]
    fn changes_far_apart_are_hunks_of_their_own() {
        let text = |marks: [&str; 2]| -> String {
            (0..20)
                .map(|n| match n {
                    2 => format!("{}\n", marks[0]),
                    17 => format!("{}\n", marks[1]),
                    n => format!("{n}\n"),
                })
                .collect()
        };
        let said = diff(&text(["a", "b"]), &text(["x", "y"]));
        assert_eq!(said.matches("@@ -").count(), 2, "{said}");
        assert!(said.contains("@@ -15,6 +15,6 @@\n 14\n"), "{said}");
    }
}
