//! `audit explain`, `audit codes` and `audit causes`: what findings, causes and the words of the report mean.

use super::args::{CodesArgs, Explain};
use super::exit::Exit;
use super::paint;
use super::trouble::Trouble;
use crate::finding::Finding;
use crate::finding::codes::{Code, Example};
use crate::judge::Cause;
use crate::report::page::Page;
use crate::report::word::Word;
use crate::report::{explain as pages, glossary};
use crate::{Options, audit_bytes};

/// Says what a code, a cause or a word of the report means, and what the audit says of an example.
pub fn explain(args: &Explain) -> Result<Exit, Trouble> {
    let typed = args.words.join(" ");
    let codes = Code::ALL.iter().map(|code| code.id());
    let slugs = Cause::ALL.iter().map(|cause| cause.slug());
    let names: Vec<&str> = codes.chain(slugs).chain(glossary::names()).collect();
    let meant =
        |like: fn(&str, &str) -> bool| names.iter().copied().find(|name| like(name, &typed));
    let name = meant(str::eq).or_else(|| meant(str::eq_ignore_ascii_case));
    let name = name.unwrap_or(&typed);
    let mut page = match (Cause::from_word(name), Code::from_word(name)) {
        (Some(cause), _) => pages::cause(cause, &seen(cause.example())),
        (None, Some(code)) => pages::code(code, &seen(code.example())),
        (None, None) => Page::new(),
    };
    glossary::add(name, &mut page);
    if page.lines().is_empty() {
        let nearest = pages::nearest_of(name, &names)
            .map(|name| format!(" Did you mean {name}?"))
            .unwrap_or_default();
        return Err(Trouble::new(format!(
            "there is no code, cause, column or word of the report {name:?}.{nearest} `audit codes` and \
             `audit causes` list codes and causes"
        )));
    }
    paint::to_stdout(&page, args.color)
}

/// What the audit says of an example.
fn seen(example: Example) -> Vec<Finding> {
    let Example::Sgf(sgf) = example else {
        return Vec::new();
    };
    audit_bytes("example.sgf", sgf.as_bytes(), &Options::default())
        .into_iter()
        .flat_map(|row| row.findings)
        .collect()
}

/// Lists every cause.
pub fn causes(args: &CodesArgs) -> Result<Exit, Trouble> {
    paint::to_stdout(&pages::causes(), args.color)
}

/// Lists every code.
pub fn codes(args: &CodesArgs) -> Result<Exit, Trouble> {
    paint::to_stdout(&pages::codes(), args.color)
}
