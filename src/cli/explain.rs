//! `audit explain`, `audit codes` and `audit causes`: what findings and causes mean.

use super::args::{Codes, Explain};
use super::exit::Exit;
use super::paint;
use super::trouble::Trouble;
use crate::finding::Finding;
use crate::finding::codes::{Code, Example};
use crate::judge::Cause;
use crate::report::explain as pages;
use crate::{Options, audit_bytes};

/// Says what a code means, and what the audit says of its example.
pub fn explain(args: &Explain) -> Result<Exit, Trouble> {
    if let Some(cause) = Cause::from_slug(&args.code) {
        let page = pages::cause(cause, &seen(cause.example()));
        paint::to_stdout(&page, args.color).map_err(Trouble::output)?;
        return Ok(Exit::Clean);
    }
    let Some(code) = Code::from_id(&args.code) else {
        let codes = Code::ALL.iter().map(|code| code.id());
        let slugs = Cause::ALL.iter().map(|cause| cause.slug());
        let names: Vec<&str> = codes.chain(slugs).collect();
        let nearest = pages::nearest_of(&args.code, &names)
            .map(|name| format!(" Did you mean {name}?"))
            .unwrap_or_default();
        return Err(Trouble::new(format!(
            "there is no code and no cause {:?}.{nearest} `audit codes` and `audit causes` list \
             them all",
            args.code
        )));
    };
    let seen = seen(code.example());
    paint::to_stdout(&pages::code(code, &seen), args.color).map_err(Trouble::output)?;
    Ok(Exit::Clean)
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
pub fn causes(args: &Codes) -> Result<Exit, Trouble> {
    paint::to_stdout(&pages::causes(), args.color).map_err(Trouble::output)?;
    Ok(Exit::Clean)
}

/// Lists every code.
pub fn codes(args: &Codes) -> Result<Exit, Trouble> {
    paint::to_stdout(&pages::codes(), args.color).map_err(Trouble::output)?;
    Ok(Exit::Clean)
}
