//! `audit fix`: the results that records should state, as a diff or in copies. The files
//! themselves are never touched.

use super::annotate::Annotations;
use super::args::Fix;
use super::config::InForce;
use super::defects::Defects;
use super::exit::Exit;
use super::lines;
use super::roots;
use super::run_summary::no_games;
use super::settings::{Settings, threads};
use super::stdout::print_bytes;
use super::stop;
use super::trouble::Trouble;
use super::voice::say;
use crate::batch::{self, Choose, Ended, GameCopy, Load};
use crate::defect::caught;
use crate::discover::{Discovery, Found, Origin, root_of};
use crate::numbers::counted;
use crate::report::correction::{Correction, Left, Trust, suggested};
use crate::report::{Names, annotate, patch, place};
use crate::visible::visible;
use crate::{Options, Source};
use std::collections::BTreeMap;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Prints or writes the corrections.
///
/// # Errors
/// Where a path cannot be read, or a copy cannot be written.
pub fn run(args: &Fix) -> Result<Exit, Trouble> {
    let stop = stop::on_signal()?;
    let named = roots::of(&args.paths)?;
    let mut given = Settings::default();
    given.verdicts.certainty = args.certainty;
    given.run.threads = args.threads;
    let in_force = InForce::load(given, &args.which, &named)?;
    let mut request = roots::request(
        &in_force.settings.input,
        named,
        &in_force.choices.common().limits,
    );
    request.stop = Arc::clone(&stop);
    let task = Task::of(args);
    let mut done = Done {
        copies: (args.out.as_deref())
            .map(|folder| Annotations::open("--out", folder, &request.roots))
            .transpose()?,
        ..Done::default()
    };
    let roots = RootNames::of(&request.roots, task.made);
    let mut is_empty = true;
    let sources = Discovery::new(request).take_while(|_| {
        is_empty = false;
        !stop.load(Ordering::Relaxed)
    });
    let with_loads = sources.map(|found| {
        let bytes = found.content.size_hint();
        (Load { bytes, ..Load::ONE }, found)
    });
    let work = |found: Found| {
        let options = in_force.choices.of(found.origin.root, &found.origin.source);
        let names = roots.of_file(&found.origin);
        Fixed::of(found, &names, &options, task)
    };
    let threads = threads(in_force.settings.run.threads);
    batch::each(with_loads, threads, work, |fixed| done.accept(fixed))?;
    roots::check_handles()?;
    // A walk that is to stop ends as one that has no more.
    let ended = match stop.load(Ordering::Relaxed) {
        true => Ended::Stopped,
        false => Ended::Complete,
    };
    if let (Ended::Complete, Some(copies)) = (ended, &done.copies) {
        copies.complete()?;
    }
    if is_empty && ended == Ended::Complete {
        return Err(Trouble::new(no_games()));
    }
    Ok(done.said(args, ended))
}

/// What the roots are called.
struct RootNames {
    names: Names,
    /// By copies, or by a diff.
    written: Vec<String>,
    /// In messages.
    told: Vec<String>,
}

impl RootNames {
    fn of(roots: &[PathBuf], made: Made) -> RootNames {
        let written = |root: &PathBuf| match made {
            Made::Copies => root_of(root),
            // A diff names files as `patch` finds them, which takes no names that lead out of where it is.
            Made::Diff => root_of(&roots::from_here(root)),
        };
        RootNames {
            names: Names::of_roots(roots.len()),
            written: roots.iter().map(written).collect(),
            told: roots.iter().map(|root| root_of(root)).collect(),
        }
    }

    /// What a file below one of them is called.
    fn of_file(&self, origin: &Origin) -> FileNames {
        let below = |roots: &[String]| {
            let name = self.names.of(&roots[origin.root], &origin.source);
            name.into_owned()
        };
        FileNames {
            written: below(&self.written),
            told: below(&self.told),
        }
    }
}

/// What is to be done with sources.
#[derive(Clone, Copy)]
struct Task {
    trust: Trust,
    made: Made,
}

/// What is made of them.
#[derive(Clone, Copy)]
enum Made {
    Copies,
    Diff,
}

impl Task {
    fn of(args: &Fix) -> Task {
        Task {
            trust: match args.estimates {
                true => Trust::Estimates,
                false => Trust::Sure,
            },
            made: match args.out {
                Some(_) => Made::Copies,
                None => Made::Diff,
            },
        }
    }
}

/// What was done so far.
#[derive(Default)]
struct Done {
    /// Where copies are written, if no diff is printed.
    copies: Option<Annotations>,
    /// How many results are corrected.
    corrected: u64,
    /// A line for each copy that has another name than its file.
    renamed: Vec<String>,
    rest: Rest,
}

impl Done {
    fn accept(&mut self, fixed: Fixed) -> Result<(), Trouble> {
        roots::check_handles()?;
        self.rest.add(fixed.rest);
        self.corrected += fixed.results;
        match (fixed.output, &mut self.copies) {
            (None, _) => Ok(()),
            (Some(output), Some(copies)) => {
                let written = copies.write(&output)?;
                self.renamed
                    .extend(written.and_then(|path| renamed(&fixed.named, &path)));
                Ok(())
            }
            (Some(output), None) => print(output.bytes.as_deref().unwrap_or_default()),
        }
    }

    /// Says what there is to say, and gives the exit.
    fn said(self, args: &Fix, ended: Ended) -> Exit {
        let is_unread = self.rest.left.contains_key(&Left::NotRead);
        let mut exit = self.rest.defects.end().or_found(is_unread);
        if ended == Ended::Stopped {
            exit = Exit::Interrupted;
        }
        if !args.quiet {
            lines::first(self.renamed, lines::more).iter().for_each(say);
            let said = summary(args, self.corrected, &self.rest.left);
            say(match ended {
                Ended::Complete => said,
                Ended::Stopped => said + "; interrupted, there may be more",
            });
        }
        exit
    }
}

/// What is said of a copy that does not have the name of its file.
fn renamed(named: &str, written: &Path) -> Option<String> {
    let is_other = Path::new(place::uncompressed(named)) != written;
    is_other.then(|| format!("{} is written as {}", visible(named), roots::shown(written)))
}

/// What is not corrected, and why.
#[derive(Default)]
struct Rest {
    left: BTreeMap<Left, SkippedGames>,
    defects: Defects,
}

/// Games that are left for one reason.
#[derive(Default, Debug, PartialEq)]
struct SkippedGames {
    number: u64,
    /// The first of them by name.
    first: Vec<String>,
}

/// How many games that are left are named for each reason.
const NAMED: usize = 3;

impl Rest {
    /// Counts that a game is left as it is.
    fn count(&mut self, reason: Left, name: &str) {
        self.add_games(reason, 1, [name.to_owned()]);
    }

    fn add_games(&mut self, reason: Left, number: u64, names: impl IntoIterator<Item = String>) {
        let left = self.left.entry(reason).or_default();
        left.number += number;
        let room = NAMED - left.first.len();
        left.first.extend(names.into_iter().take(room));
    }

    /// Adds what another source has of it.
    fn add(&mut self, other: Rest) {
        for (reason, games) in other.left {
            self.add_games(reason, games.number, games.first);
        }
        self.defects.lines.extend(other.defects.lines);
    }
}

/// What comes of a source.
#[derive(Default)]
struct Fixed {
    /// How many results are corrected.
    results: u64,
    /// The copy, or the diff that makes it.
    output: Option<GameCopy>,
    /// What its file is called.
    named: String,
    rest: Rest,
}

/// What a source is called.
struct FileNames {
    /// By its copy, or by a diff.
    written: String,
    /// In messages: as an audit calls it.
    told: String,
}

impl Fixed {
    /// Of a source with these names.
    fn of(found: Found, names: &FileNames, options: &Options, task: Task) -> Fixed {
        let mut fixed = Fixed::default();
        let work = || fixed.fix(found, names, options, task);
        if let Err(defect) = caught(work) {
            fixed.rest.defects.add(&names.told, &defect);
        }
        fixed
    }

    fn fix(&mut self, found: Found, names: &FileNames, options: &Options, task: Task) {
        let named = &names.written;
        // The audit says why; of a damaged or a very large file it reads games all the same.
        let Ok(bytes) = found.content.load(&options.limits) else {
            return self.rest.count(Left::NotRead, &names.told);
        };
        let file = FixedFile {
            name: &found.origin.source,
            told: &names.told,
            bytes: &bytes,
            options,
        };
        let Some((copy, corrections)) = file.corrected(task.trust, &mut self.rest) else {
            return;
        };
        let results = corrections.len() as u64;
        let output = match task.made {
            Made::Copies => Ok(copy),
            Made::Diff => file.diff(named, &copy, &corrections),
        };
        match output {
            Err(reason) => self.rest.add_games(reason, results, [file.told.to_owned()]),
            Ok(output) => {
                self.results = results;
                self.named.clone_from(named);
                self.output = Some(GameCopy {
                    path: annotate::safe_path(named),
                    bytes: Some(output),
                });
            }
        }
    }
}

/// A file with games whose results are put right.
struct FixedFile<'a> {
    name: &'a str,
    /// What it is called in messages.
    told: &'a str,
    bytes: &'a [u8],
    options: &'a Options,
}

impl FixedFile<'_> {
    /// A copy with the results that are sure, and what was corrected; `None` where nothing is. Counts what is left as it is.
    fn corrected(&self, trust: Trust, rest: &mut Rest) -> Option<(Vec<u8>, Vec<Correction>)> {
        let source = Source::open(self.bytes.to_vec(), &self.options.limits);
        let look = |game| suggested(&source.audit(self.name, game, self.options), trust);
        let (games, corrections) = self.corrections(source.rows(), look, rest);
        if games.is_empty() {
            return None;
        }
        let written = corrections
            .iter()
            .map(|correction| correction.result.clone());
        let results: Vec<_> = games.into_iter().zip(written).collect();
        let copy = source.corrected(self.name, &results, self.options);
        if copy.is_none() {
            for (game, reason) in uncorrected(&source, &results) {
                rest.count(reason, &place::name_of(self.told, game as u64));
            }
        }
        Some((copy?, corrections))
    }

    /// The games whose record should state another result, and which; `look` tells it of a game.
    fn corrections(
        &self,
        games: usize,
        look: impl Fn(usize) -> Result<Option<Correction>, Left>,
        rest: &mut Rest,
    ) -> (Vec<usize>, Vec<Correction>) {
        let look = |game| {
            let name = place::name_of(self.told, game as u64);
            match rest.defects.catch(&name, || look(game))? {
                Ok(correction) => correction.map(|correction| (game, correction)),
                Err(reason) => {
                    rest.count(reason, &name);
                    None
                }
            }
        };
        (0..games).filter_map(look).unzip()
    }

    /// What `patch` makes the copy with, after a line for each result, or why no diff can say it.
    fn diff(&self, named: &str, copy: &[u8], corrections: &[Correction]) -> Result<Vec<u8>, Left> {
        // A diff that fails for one file changes none: `git apply` takes all or nothing.
        let leads_out = named.starts_with('/') || named.split('/').any(|part| part == "..");
        let can_be_named =
            place::has_lines(self.name) && !named.contains(['\\', '"']) && !leads_out;
        match can_be_named {
            true => {
                let lines = corrections
                    .iter()
                    .map(|correction| correction.line.as_str());
                patch::unified(named, self.bytes, copy, lines).ok_or(Left::NoText)
            }
            false => Err(Left::NoDiff),
        }
    }
}

/// Why there is no copy of a source with all of these results, for the game of each.
fn uncorrected(source: &Source, results: &[(usize, String)]) -> Vec<(usize, Left)> {
    let games = results.iter().map(|&(game, _)| game);
    let kept: Vec<_> = games
        .map(|game| (game, source.irreplaceable(game)))
        .collect();
    let otherwise = if kept.iter().any(|(_, why)| why.is_some()) {
        Left::BesideAnother
    } else if source.with_results(&[]).is_none() {
        Left::NotWritten
    } else {
        Left::ReadOtherwise
    };
    kept.into_iter()
        .map(|(game, why)| (game, why.map_or(otherwise, Left::NotReplaced)))
        .collect()
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
    print_bytes(&shown).map(drop)
}

fn summary(args: &Fix, corrected: u64, left: &BTreeMap<Left, SkippedGames>) -> String {
    let results = counted(corrected, "result");
    let mut said = match &args.out {
        Some(folder) => format!("{results} corrected, in copies in {}", roots::shown(folder)),
        None => format!("{results} to correct"),
    };
    for (reason, games) in left {
        let more = if games.number > games.first.len() as u64 {
            ", ..."
        } else {
            ""
        };
        let (number, named) = (games.number, games.first.join(", "));
        said += &format!(
            "; {number} left: {} ({}{more})",
            reason.says(),
            visible(&named)
        );
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_defect_costs_the_game_on_which_it_shows() {
        let options = Options::default();
        let file = FixedFile {
            name: "a.sgf",
            told: "a.sgf",
            bytes: b"",
            options: &options,
        };
        let mut rest = Rest::default();
        let look = |game| match game {
            1 => panic!("at game {game}"),
            2 => Err(Left::Estimated),
            _ => Ok(Some(Correction {
                result: "W+0.5".to_owned(),
                line: String::new(),
            })),
        };
        let (games, _) = file.corrections(4, look, &mut rest);
        assert_eq!(games, [0, 3]);
        let left = SkippedGames {
            number: 1,
            first: vec!["a.sgf (game 2)".to_owned()],
        };
        assert_eq!(rest.left, BTreeMap::from([(Left::Estimated, left)]));
        let said = ["a.sgf (game 1): a defect of this program: at game 1"];
        assert_eq!(rest.defects.lines, said);
        assert_eq!(rest.defects.end(), Exit::Found);
        assert_eq!(Defects::default().end(), Exit::Clean);
    }
}
