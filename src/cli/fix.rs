//! `audit fix`: the results that records should state, as a diff or in copies. The files
//! themselves are never touched.

use super::annotate::Annotations;
use super::args::Fix;
use super::config::InForce;
use super::exit::Exit;
use super::roots;
use super::settings::Settings;
use super::stdout::data_io;
use super::trouble::Trouble;
use crate::batch::{Choose, Copy};
use crate::discover::{Discovery, root_of};
use crate::report::correction::{Left, Trust, suggested};
use crate::report::{Names, annotate, patch, place};
use crate::visible::visible;
use crate::{Options, Source};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write, stderr, stdout};

/// Prints or writes the corrections.
///
/// # Errors
/// Where a path cannot be read, or a copy cannot be written.
pub fn run(args: &Fix) -> Result<Exit, Trouble> {
    let named = roots::of(&args.paths)?;
    let in_force = InForce::load(Settings::default(), &args.which, &named)?;
    let request = roots::request(
        &in_force.settings.input,
        named,
        &in_force.choices.common().limits,
    );
    let mut copies = match &args.out {
        Some(folder) => Some(Annotations::open("--out", folder, &request.roots)?),
        None => None,
    };
    let trust = match args.estimates {
        true => Trust::Estimates,
        false => Trust::Sure,
    };
    let names = Names::of_roots(request.roots.len());
    let roots: Vec<String> = request.roots.iter().map(|root| root_of(root)).collect();
    let mut corrected = 0;
    let mut left = BTreeMap::new();
    for found in Discovery::new(request) {
        let options = in_force.choices.of(found.root, &found.source);
        // What cannot be read has no result to correct; the audit says why.
        let Ok(bytes) = found.content.load(&options.limits) else {
            continue;
        };
        let file = File {
            name: &found.source,
            bytes: &bytes,
            options: &options,
        };
        let Some((copy, results)) = file.corrected(trust, &mut left) else {
            continue;
        };
        let named = names.of(&roots[found.root], &found.source);
        match &mut copies {
            Some(copies) => copies.write(&Copy {
                path: annotate::safe_path(&named),
                bytes: Some(copy),
            })?,
            None => {
                // A diff that fails for one file changes none: `git apply` takes all or nothing.
                let can_be_named = place::has_lines(&found.source) && !named.contains(['\\', '"']);
                let diff = patch::unified(&named, &bytes, &copy).filter(|_| can_be_named);
                let Some(diff) = diff else {
                    *left.entry(Left::NoDiff).or_default() += results;
                    continue;
                };
                print(&diff)?;
            }
        }
        corrected += results;
    }
    let said = summary(args, corrected, &left);
    // Where nobody listens there is nothing to do about it.
    let _ = writeln!(stderr(), "audit: {said}");
    Ok(Exit::Clean)
}

/// A file with games.
struct File<'a> {
    name: &'a str,
    bytes: &'a [u8],
    options: &'a Options,
}

impl File<'_> {
    /// A copy with the results that are sure, and how many of these there are; `None` where there
    /// is none. Counts what is left as it is.
    fn corrected(&self, trust: Trust, left: &mut BTreeMap<Left, u64>) -> Option<(Vec<u8>, u64)> {
        let source = Source::open(self.bytes.to_vec(), self.options);
        let mut results = Vec::new();
        for game in 0..source.rows() {
            match suggested(&source.audit(self.name, game, self.options), trust) {
                Ok(Some(result)) => results.push((game, result)),
                Ok(None) => {}
                Err(reason) => *left.entry(reason).or_default() += 1,
            }
        }
        if results.is_empty() {
            return None;
        }
        let copy = source.corrected(self.name, &results, self.options);
        if copy.is_none() {
            *left.entry(Left::NotWritten).or_default() += results.len() as u64;
        }
        Some((copy?, results.len() as u64))
    }
}

/// To a terminal nothing goes that acts on it; a file or `patch` gets the very bytes.
fn print(diff: &[u8]) -> Result<(), Trouble> {
    let shown = match stdout().is_terminal() {
        true => String::from_utf8_lossy(diff)
            .split_inclusive('\n')
            .map(|line| format!("{}\n", visible(line.trim_end_matches('\n'))))
            .collect::<String>()
            .into_bytes(),
        false => diff.to_vec(),
    };
    data_io(&shown).map_err(Trouble::output)
}

fn summary(args: &Fix, corrected: u64, left: &BTreeMap<Left, u64>) -> String {
    let results = match corrected {
        1 => "1 result".to_owned(),
        n => format!("{n} results"),
    };
    let mut said = match &args.out {
        Some(folder) => format!("{results} corrected, in copies in {}", roots::shown(folder)),
        None => format!("{results} to correct"),
    };
    for (reason, games) in left {
        said += &format!("; {games} left: {}", reason.says());
    }
    said
}
