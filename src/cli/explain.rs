//! `audit explain` and `audit codes`: what findings mean.

use super::args::{Codes, Explain};
use super::exit::Exit;
use super::{Trouble, paint};
use sgf_audit::finding::codes::{Code, Example};
use sgf_audit::report::explain as pages;
use sgf_audit::{Options, audit_bytes};

/// Says what a code means, and what the audit says of its example.
pub fn explain(args: &Explain) -> Result<Exit, Trouble> {
    let Some(code) = Code::from_id(&args.code) else {
        let nearest = pages::nearest(&args.code)
            .map(|code| format!(" Did you mean {}?", code.id()))
            .unwrap_or_default();
        return Err(Trouble::new(format!(
            "there is no code {:?}.{nearest} `audit codes` lists them all",
            args.code
        )));
    };
    let seen = match code.example() {
        Example::Told(_) => Vec::new(),
        Example::Sgf(sgf) => audit_bytes("example.sgf", sgf.as_bytes(), &Options::default())
            .into_iter()
            .flat_map(|row| row.findings)
            .collect(),
    };
    paint::to_stdout(&pages::page(code, &seen), args.color).map_err(Trouble::output)?;
    Ok(Exit::Clean)
}

/// Lists every code.
pub fn codes(args: &Codes) -> Result<Exit, Trouble> {
    paint::to_stdout(&pages::codes(), args.color).map_err(Trouble::output)?;
    Ok(Exit::Clean)
}
