//! What was made of the same games before: by an interrupted run, or by any run with a cache.
//!
//! Both are files of records (see [`store`](super::store)), keyed by what goes into the games'
//! rows: names and bytes of the sources, the settings, and the program itself.

use super::args::Audit;
use super::made::Made;
use super::roots::shown;
use super::store::{Health, Index, Log};
use super::trouble::Trouble;
use sgf_audit::batch::Ended;
use sgf_audit::digest::Key;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The key of the record that says what a journal's run was told to do.
const SETTINGS: Key = [0; 32];

/// A file that a running audit is writing to, or that a killed one has left.
const UNFINISHED: &str = "unfinished";

/// A file of finished results.
const FINISHED: &str = "results";

/// Unfinished files of a cache are taken away after this time.
const STALE: Duration = Duration::from_secs(24 * 3600);

/// The memory of a run.
#[derive(Debug, Default)]
pub struct Memory {
    journal: Option<Journal>,
    cache: Option<Cache>,
}

/// The memory of one run, for the case that it does not come to its end.
#[derive(Debug)]
struct Journal {
    path: PathBuf,
    before: Index,
    log: Mutex<Log>,
    /// The first error of writing it.
    trouble: Mutex<Option<io::Error>>,
}

/// The memory of many runs.
#[derive(Debug)]
struct Cache {
    folder: PathBuf,
    before: Index,
    /// Begun with the first new result.
    log: Mutex<Growing>,
}

#[derive(Debug)]
enum Growing {
    NotYet,
    Log(Log, PathBuf),
    /// It could not be written; results are used all the same.
    Failed,
}

impl Memory {
    /// Opens what the arguments ask for. `partial` is the first report that grows as a file.
    /// What there is to say about it goes to `say`.
    ///
    /// # Errors
    /// Where a journal or a cache cannot be made.
    pub fn open(
        args: &Audit,
        partial: Option<&Path>,
        settings: &Key,
        say: &mut dyn FnMut(String),
    ) -> Result<Memory, Trouble> {
        if args.settings.output.annotate.is_some() {
            // Annotated copies are not kept: every game is audited.
            return Ok(Memory::default());
        }
        let journal = match partial {
            Some(partial) => Some(Journal::open(args, partial, settings, say)?),
            None if args.resume => {
                return Err(Trouble::new(
                    "--resume goes on with a report that is a file: there is no --out FILE",
                ));
            }
            None => None,
        };
        let cache = match args.settings.run.cache.as_deref() {
            Some(folder) => Some(Cache::open(folder, say)?),
            None => None,
        };
        Ok(Memory { journal, cache })
    }

    /// Whether anything is remembered beyond the run.
    pub fn has_cache(&self) -> bool {
        self.cache.is_some()
    }

    /// Whether anything is remembered at all.
    pub fn is_used(&self) -> bool {
        self.journal.is_some() || self.cache.is_some()
    }

    /// Whether the cache has all of these.
    pub fn has_all(&self, keys: &[Key]) -> bool {
        self.cache
            .as_ref()
            .is_some_and(|cache| keys.iter().all(|key| cache.before.contains(key)))
    }

    /// What was made of a piece with this key.
    pub fn recall(&self, key: &Key) -> Option<Made> {
        if let Some(journal) = &self.journal
            && let Some(value) = journal.before.get(key)
        {
            if let Some(cache) = &self.cache {
                cache.put(key, &value);
            }
            return Made::unpack(&value);
        }
        self.cached(key).and_then(|value| Made::unpack(&value))
    }

    /// A value that the cache has.
    pub fn cached(&self, key: &Key) -> Option<Vec<u8>> {
        self.cache.as_ref()?.before.get(key)
    }

    /// Keeps what was made of a piece.
    pub fn keep(&self, key: &Key, made: &Made) {
        if !self.is_used() {
            return;
        }
        let value = made.pack();
        if let Some(journal) = &self.journal
            && let Err(error) = locked(&journal.log).append(key, &value)
        {
            locked(&journal.trouble).get_or_insert(error);
        }
        self.keep_in_cache(key, &value);
    }

    /// Keeps a value for other runs.
    pub fn keep_in_cache(&self, key: &Key, value: &[u8]) {
        if let Some(cache) = &self.cache {
            cache.put(key, value);
        }
    }

    /// Whether the journal could be written so far.
    ///
    /// # Errors
    /// Where it could not.
    pub fn check(&self) -> Result<(), Trouble> {
        let Some(journal) = &self.journal else {
            return Ok(());
        };
        match &*locked(&journal.trouble) {
            Some(error) => Err(Trouble::new(format!(
                "{} could not be written: {error}",
                shown(&journal.path)
            ))),
            None => Ok(()),
        }
    }

    /// Whether there is something to go on from.
    pub fn can_resume(&self) -> bool {
        self.journal.is_some()
    }

    /// The run is at an end: results go to the cache, and the journal goes where it is not needed.
    pub fn close(self, ended: Ended, say: &mut dyn FnMut(String)) {
        if let (Some(journal), Ended::Complete) = (self.journal, ended) {
            // A journal that stays is no harm.
            let _ = fs::remove_file(&journal.path);
        }
        if let Some(cache) = self.cache {
            cache.close(say);
        }
    }
}

impl Journal {
    fn open(
        args: &Audit,
        partial: &Path,
        settings: &Key,
        say: &mut dyn FnMut(String),
    ) -> Result<Journal, Trouble> {
        let mut path = partial.as_os_str().to_owned();
        path.push(".journal");
        let path = PathBuf::from(path);
        let trouble = |error: io::Error| {
            Trouble::new(format!("{} could not be written: {error}", shown(&path)))
        };
        let mut before = Index::default();
        let mut log = None;
        if args.resume {
            match before.add(&path) {
                Ok(health @ (Health::Whole | Health::Cut(_)))
                    if before.get(&SETTINGS).as_deref() == Some(settings) =>
                {
                    let whole = match health {
                        Health::Cut(whole) => whole,
                        _ => fs::metadata(&path).map_err(trouble)?.len(),
                    };
                    log = Some(Log::go_on(&path, whole).map_err(trouble)?);
                    say(format!("Going on with {}.", shown(partial)));
                }
                Ok(_) => {
                    before = Index::default();
                    say(format!(
                        "{} is of a run with other settings, or damaged: beginning anew.",
                        shown(&path)
                    ));
                }
                Err(_) => say("There is nothing to go on with: beginning anew.".to_owned()),
            }
        }
        let log = match log {
            Some(log) => log,
            None => {
                let mut log = Log::begin(File::create(&path).map_err(trouble)?).map_err(trouble)?;
                log.append(&SETTINGS, settings).map_err(trouble)?;
                log
            }
        };
        Ok(Journal {
            path,
            before,
            log: Mutex::new(log),
            trouble: Mutex::default(),
        })
    }
}

impl Cache {
    fn open(folder: &Path, say: &mut dyn FnMut(String)) -> Result<Cache, Trouble> {
        let trouble = |error: io::Error| {
            Trouble::new(format!(
                "the cache {} cannot be used: {error}",
                shown(folder)
            ))
        };
        fs::create_dir_all(folder).map_err(trouble)?;
        let mut before = Index::default();
        let mut paths: Vec<PathBuf> = fs::read_dir(folder)
            .map_err(trouble)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
        paths.sort();
        for path in paths {
            if path.extension() == Some(OsStr::new(UNFINISHED)) {
                let age = fs::metadata(&path)
                    .and_then(|metadata| metadata.modified())
                    .ok()
                    .and_then(|modified| modified.elapsed().ok());
                if age.is_some_and(|age| age > STALE) {
                    let _ = fs::remove_file(&path);
                }
            } else if path.extension() == Some(OsStr::new(FINISHED)) {
                let mut this = Index::default();
                // Where another run has just taken it away there is nothing to read.
                let Ok(health) = this.add(&path) else {
                    continue;
                };
                if health == Health::Whole {
                    let _ = before.add(&path);
                } else {
                    say(format!(
                        "{} in the cache is damaged or foreign: taken away, its games are audited anew.",
                        shown(&path)
                    ));
                    let _ = fs::remove_file(&path);
                }
            }
        }
        Ok(Cache {
            folder: folder.to_owned(),
            before,
            log: Mutex::new(Growing::NotYet),
        })
    }

    fn put(&self, key: &Key, value: &[u8]) {
        if self.before.contains(key) {
            return;
        }
        let mut log = locked(&self.log);
        if matches!(*log, Growing::NotYet) {
            *log = self.begin().unwrap_or(Growing::Failed);
        }
        if let Growing::Log(growing, _) = &mut *log
            && growing.append(key, value).is_err()
        {
            *log = Growing::Failed;
        }
    }

    fn begin(&self) -> io::Result<Growing> {
        let (file, path) = tempfile::Builder::new()
            .prefix("run-")
            .suffix(&format!(".{UNFINISHED}"))
            .tempfile_in(&self.folder)?
            .keep()?;
        Ok(Growing::Log(Log::begin(file)?, path))
    }

    fn close(self, say: &mut dyn FnMut(String)) {
        match self
            .log
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
        {
            Growing::NotYet => {}
            Growing::Log(_, path) => {
                let _ = fs::rename(&path, path.with_extension(FINISHED));
            }
            Growing::Failed => say(format!(
                "The cache {} could not be written: nothing was added to it.",
                shown(&self.folder)
            )),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
