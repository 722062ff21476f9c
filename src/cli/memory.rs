//! What a run remembers: rows of sources that it, or an earlier run, has audited.

use super::args::Audit;
use super::at_path::is_link;
use super::roots;
use super::run_end::RunEnd;
use super::run_summary::{RESUME, tell};
use super::settings::Settings;
use super::store::Store;
use super::trouble::Trouble;
use crate::batch;
use crate::digest::{Digest, Key};
use crate::referee::Referees;
use crate::report::Row;
use std::path::{Path, PathBuf};

/// What a run remembers: what it had done before it was interrupted, and what any run with the
/// same cache did.
#[derive(Debug)]
pub struct Memory {
    /// Of the program and its referees.
    program: Key,
    /// For the case that this run is interrupted.
    pub resume: Option<Store>,
    /// For other runs.
    pub cache: Option<Store>,
}

impl Memory {
    /// The files that it is kept in.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        self.resume.iter().chain(&self.cache).flat_map(Store::files)
    }

    /// The run is at an end. What was kept for the case that it is interrupted is taken away where
    /// it was not. Says what there is to say.
    pub fn close(self, end: RunEnd) -> Vec<String> {
        let folder = self.resume.as_ref().map(|store| store.folder.clone());
        let stores = self.resume.into_iter().chain(self.cache);
        let told = stores.filter_map(Store::close).collect();
        if let Some(folder) = folder.filter(|_| !end.is_stopped()) {
            // What stays is no harm.
            let _ = Store::remove(&folder);
        }
        told
    }

    /// Whether an interrupted run goes on from it.
    pub fn can_resume(&self) -> bool {
        self.resume.is_some()
    }
}

impl batch::RowMemory for Memory {
    fn program(&self) -> &Key {
        &self.program
    }

    fn recall(&self, key: &Key) -> Option<Vec<Row>> {
        // Nobody but this run adds to it.
        let resume = self.resume.as_ref().filter(|store| !store.was_empty);
        if let Some(rows) = resume.and_then(|store| store.get(key)) {
            return Some(rows);
        }
        self.cache.as_ref()?.get(key)
    }

    fn keep(&self, key: &Key, rows: &[Row]) {
        for store in self.resume.iter().chain(&self.cache) {
            store.put(key, rows);
        }
    }
}

/// A run could not end: what it has done is kept, and the trouble says how to go on.
pub fn keep_for(memory: Option<Memory>, trouble: Trouble) -> Trouble {
    let resumed = memory.as_ref().and_then(|memory| memory.resume.as_ref());
    let folder = resumed.map(|store| store.folder.clone());
    if let Some(memory) = memory {
        memory.close(RunEnd::Stopped);
    }
    // Whoever took the folder of the output away took the rows with it.
    match (folder.filter(|folder| folder.exists()), &trouble) {
        (None, _) => trouble,
        (Some(folder), Trouble::NoRoom(_)) => Trouble::new(format!(
            "{trouble}\n{RESUME} What is kept so far lies in {} and takes room, too: with --no-resume nothing is kept.",
            roots::shown(&folder)
        )),
        (Some(_), _) => Trouble::new(format!("{trouble}\n{RESUME}")),
    }
}

/// Opens what is remembered, if anything is. `kept` is where it is kept for the case that the run is
/// interrupted.
pub fn remember(
    args: &Audit,
    settings: &Settings,
    referees: Option<&Referees>,
    kept: Option<PathBuf>,
) -> Result<Option<Memory>, Trouble> {
    if settings.output.annotate.is_some() {
        // Annotated copies are not kept: every game is audited.
        return Ok(None);
    }
    let kept = match kept {
        Some(folder) if args.no_resume => {
            // What is not an interrupted run's is nobody's business here.
            let _ = forget(args, &folder);
            None
        }
        kept => kept,
    };
    // What may be in the way is looked at first, so that a refused run leaves nothing behind.
    if let Some(folder) = &kept {
        Store::is_kept(folder)?;
    }
    let cache = match settings.run.cache.as_deref() {
        Some(folder) => open_cache(args, folder)?,
        None => None,
    };
    let resume = match &kept {
        Some(folder) => open_resume(args, folder)?,
        None => None,
    };
    // To read the whole program takes longer than a few games.
    let is_used = resume.is_some() || cache.is_some();
    Ok(is_used.then(|| Memory {
        program: program(args, referees),
        resume,
        cache,
    }))
}

/// Opens the cache in a folder.
fn open_cache(args: &Audit, folder: &Path) -> Result<Option<Store>, Trouble> {
    let refuse = |why: &str| {
        let folder = roots::shown(folder);
        Trouble::new(format!("the cache {folder} cannot be used: {why}"))
    };
    if is_link(folder) {
        return Err(refuse("it is a link: name the folder itself"));
    }
    if folder.exists() && !folder.is_dir() {
        return Err(refuse("it is no folder"));
    }
    std::fs::create_dir_all(folder).map_err(|error| refuse(&error.to_string()))?;
    Ok(open(args, folder))
}

/// Opens what an interrupted run has left in a folder, or begins it anew where that is not gone on with.
fn open_resume(args: &Audit, folder: &Path) -> Result<Option<Store>, Trouble> {
    if !args.resume {
        forget(args, folder)?;
    }
    let resume = open(args, folder);
    if resume.is_none() {
        Store::remove_unused(folder);
    }
    if let (true, Some(store)) = (args.resume, &resume) {
        let told = match store.is_empty() {
            true => "There is nothing to go on with: beginning anew.".to_owned(),
            false => {
                let shown = roots::shown(folder);
                format!("Going on with what {shown} has by the same settings.")
            }
        };
        tell(&args.voice, &told);
    }
    Ok(resume)
}

/// Takes away what an interrupted run has kept, and says so where there is any.
///
/// # Errors
/// Where something stands there that no run has left.
fn forget(args: &Audit, folder: &Path) -> Result<(), Trouble> {
    let begun = Store::has_begun(folder);
    Store::remove(folder)?;
    if begun {
        let told = format!(
            "{} of a run that was interrupted goes away: --resume would have gone on from it.",
            roots::shown(folder)
        );
        tell(&args.voice, &told);
    }
    Ok(())
}

/// Opens a store; one that cannot be used is said, and no reason not to audit.
fn open(args: &Audit, folder: &Path) -> Option<Store> {
    Store::open(folder)
        .map_err(|why| tell(&args.voice, &format!("{why}. All games are audited.")))
        .ok()
}

/// A hash of the program itself, and of who is asked for a second opinion.
fn program(args: &Audit, referees: Option<&Referees>) -> Key {
    let mut digest = Digest::default();
    let file = args.program.clone().map_or_else(std::env::current_exe, Ok);
    let program = file.and_then(std::fs::File::open);
    // Where the program cannot read itself its version must do.
    let _ = program.and_then(|program| digest.add_file(program));
    digest.add(env!("CARGO_PKG_VERSION").as_bytes());
    referees
        .iter()
        .for_each(|referees| referees.add_to(&mut digest));
    digest.key()
}
