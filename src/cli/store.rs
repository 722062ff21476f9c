//! What is remembered of sources that were audited before: their rows, in a database in a folder.
//!
//! `--cache` and `--resume` are the same store in two places. A key stands for all that rows depend
//! on (see [`Memory`](crate::batch::RowMemory)); a value is the rows and nothing made from them. SQLite in WAL mode
//! keeps the database whole however a run ends, and lets several runs share it. Each value has a
//! checksum besides, so that a damaged one is never taken for rows.
//!
//! A store that cannot be used is no reason not to audit: it is said, and the games are audited.

mod value;

use super::at_path::{open_own, suffixed, without_links};
use super::roots::shown;
use super::trouble::Trouble;
use crate::defect::locked;
use crate::digest::Key;
use crate::report::Row;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};
use rusqlite::{Transaction, TransactionBehavior};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use value::{pack, unpack};

/// The file name of the database. Its number goes up when the table changes. What a row holds may change without: a key
/// stands for the program, too, to the byte, and no program recalls the rows of another.
const NAME: &str = "rows-4.sqlite";

/// What SQLite puts beside it.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Held by every run that uses the database.
const LOCK: &str = "rows-4.lock";

/// By which a database is known as one of this program: `audt` in its header.
const APPLICATION: u32 = 0x6175_6474;

/// Where it stands in a database's header.
const APPLICATION_AT: usize = 68;

/// The bytes of a page, and how many pages may wait beside the database until they are moved into it. A row takes 2 kB of
/// a small board and 5 kB of a large one, and several share a page. Without row numbers, or with pages of 4 kB as SQLite
/// has them by itself, most rows would have pages of their own.
const PAGE: u32 = 16_384;
const PAGES_BESIDE: u32 = 64;

const TABLE: &str = "CREATE TABLE rows (key BLOB PRIMARY KEY, value BLOB NOT NULL)";

/// How long a run waits for others that write.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long values wait for others, with which they are written at once: a transaction for each game took
/// a tenth of the time of small boards. A killed run loses what waits: what came within
/// this time of the last write, until more comes.
const GATHERING: Duration = Duration::from_millis(10);

/// A store in a folder.
#[derive(Debug)]
pub struct Store {
    /// Where it is.
    pub folder: PathBuf,
    connection: Mutex<Option<Connection>>,
    gathered: Mutex<Gathered>,
    /// Why it is not used any more.
    trouble: Mutex<Option<String>>,
    /// Values that were not what had been kept.
    damaged: AtomicU64,
    /// Whether it was damaged when it was opened, and taken away.
    begun_anew: bool,
    /// Whether nothing was kept in it when it was opened.
    pub was_empty: bool,
    /// Held by every run that uses the store.
    lock: File,
}

/// Values that are not written yet.
#[derive(Debug)]
struct Gathered {
    values: Vec<(Key, Vec<u8>)>,
    /// When others were written last.
    since: Instant,
}

impl Store {
    /// Opens the store in a folder, and makes both where they are not there.
    ///
    /// # Errors
    /// Where it cannot be used, with a sentence that says why.
    pub fn open(folder: &Path) -> Result<Store, String> {
        let open = || -> Result<Store, String> {
            fs::create_dir_all(folder).map_err(|error| error.to_string())?;
            let folder = fs::canonicalize(folder).map_err(|error| error.to_string())?;
            let lock = made(&folder.join(LOCK))?;
            lock.lock_shared().map_err(|error| error.to_string())?;
            let path = folder.join(NAME);
            for beside in BESIDE {
                // Another run may take it away while it is looked at.
                let beside = suffixed(&path, beside);
                match open_own(&beside) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(foreign(&beside, &error));
                    }
                    _ => {}
                }
            }
            let file = made(&path)?;
            if !is_ours(file).map_err(|error| error.to_string())? {
                return Err(format!("{} is no database of this program", shown(&path)));
            }
            let mut opened = connect(&path);
            let mut begun_anew = false;
            if opened.as_ref().is_err_and(is_damage) && alone(&lock) {
                clear(&path);
                lock.lock_shared().map_err(|error| error.to_string())?;
                made(&path)?;
                opened = connect(&path);
                begun_anew = true;
            }
            let mut store = Store {
                connection: Mutex::new(Some(opened.map_err(|error| said(&error))?)),
                gathered: Mutex::new(Gathered {
                    values: Vec::new(),
                    since: Instant::now(),
                }),
                folder,
                trouble: Mutex::default(),
                damaged: AtomicU64::new(0),
                begun_anew,
                was_empty: false,
                lock,
            };
            store.was_empty = store.is_empty();
            Ok(store)
        };
        open().map_err(|why| format!("{} cannot be used: {why}", shown(folder)))
    }

    /// Takes away an empty folder, or one with the empty files of a store that could not be opened.
    pub fn remove_unused(folder: &Path) {
        let is_store =
            |entry: fs::DirEntry| [LOCK, NAME].iter().any(|name| entry.file_name() == *name);
        let holds_more = |mut entries: fs::ReadDir| !entries.all(|entry| entry.is_ok_and(is_store));
        if Store::has_begun(folder) || fs::read_dir(folder).is_ok_and(holds_more) {
            return;
        }
        let _ = fs::remove_file(folder.join(NAME));
        let _ = fs::remove_file(folder.join(LOCK));
        let _ = fs::remove_dir(folder);
    }

    /// Whether there is a database in a folder, of this version or another.
    pub fn has_begun(folder: &Path) -> bool {
        let holds = |path: PathBuf| fs::symlink_metadata(path).is_ok_and(|seen| seen.len() > 0);
        fs::symlink_metadata(folder).is_ok_and(|seen| seen.is_dir()) && databases(folder).any(holds)
    }

    /// Its files, those among them that come and go.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let database = self.folder.join(NAME);
        let beside = BESIDE.map(|beside| suffixed(&database, beside));
        [database, self.folder.join(LOCK)].into_iter().chain(beside)
    }

    /// Whether nothing is kept in it.
    pub fn is_empty(&self) -> bool {
        let count = |connection: &Connection| {
            connection.query_row("SELECT EXISTS (SELECT 1 FROM rows)", (), |row| row.get(0))
        };
        locked(&self.gathered).values.is_empty() && !self.using(count).unwrap_or(false)
    }

    /// The rows that were kept under a key.
    pub fn get(&self, key: &Key) -> Option<Vec<Row>> {
        let gathered = locked(&self.gathered);
        let waiting = gathered.values.iter().find(|(of, _)| of == key);
        let waiting = waiting.map(|(_, value)| value.clone());
        drop(gathered);
        let kept = || {
            self.using(|connection| {
                connection
                    .prepare_cached("SELECT value FROM rows WHERE key = ?")?
                    .query_row((key.as_slice(),), |row| row.get(0))
                    .optional()
            })?
        };
        let value: Vec<u8> = waiting.or_else(kept)?;
        let rows = unpack(key, &value);
        if rows.is_none() {
            self.damaged.fetch_add(1, Ordering::Relaxed);
        }
        rows
    }

    /// Keeps rows under a key.
    pub fn put(&self, key: &Key, rows: &[Row]) {
        let value = pack(key, rows);
        let mut gathered = locked(&self.gathered);
        gathered.values.push((*key, value));
        if gathered.since.elapsed() < GATHERING {
            return;
        }
        let values = std::mem::take(&mut gathered.values);
        drop(gathered);
        self.write(&values);
        locked(&self.gathered).since = Instant::now();
    }

    fn write(&self, values: &[(Key, Vec<u8>)]) {
        if values.is_empty() {
            return;
        }
        self.using(|connection| {
            let begun = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            for (key, value) in values {
                begun
                    .prepare_cached("INSERT OR REPLACE INTO rows VALUES (?, ?)")?
                    .execute((key.as_slice(), value))?;
            }
            begun.commit()
        });
    }

    /// Does something with the database. After the first trouble it is not used any more.
    fn using<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Option<T> {
        let mut connection = locked(&self.connection);
        match work(connection.as_ref()?) {
            Ok(done) => Some(done),
            Err(error) => {
                *connection = None;
                if is_damage(&error) {
                    self.damaged.fetch_add(1, Ordering::Relaxed);
                }
                *locked(&self.trouble) = Some(said(&error));
                None
            }
        }
    }

    /// Ends the use of it, and says what there is to say. A damaged database is taken away, unless
    /// another run uses it.
    pub fn close(self) -> Option<String> {
        let values = std::mem::take(&mut locked(&self.gathered).values);
        self.write(&values);
        drop(locked(&self.connection).take());
        let damaged = self.damaged.into_inner();
        let trouble = locked(&self.trouble).take();
        let is_cleared = damaged > 0 && alone(&self.lock);
        if is_cleared {
            clear(&self.folder.join(NAME));
        }
        if damaged > 0 || self.begun_anew {
            let what = match is_cleared || self.begun_anew {
                true => "taken away",
                false => "left, since another run uses it",
            };
            return Some(format!(
                "{} was damaged: {what}, its games were audited anew.",
                shown(&self.folder)
            ));
        }
        let trouble = trouble?;
        Some(format!(
            "{} could not be used to the end: {trouble}",
            shown(&self.folder)
        ))
    }

    /// Whether there is the store of one run.
    ///
    /// # Errors
    /// Where something else stands there, such as a link to a folder.
    pub fn is_kept(folder: &Path) -> Result<bool, Trouble> {
        match fs::symlink_metadata(folder) {
            Err(_) => Ok(false),
            Ok(seen) if seen.is_symlink() => in_the_way(folder, "it is a link"),
            Ok(seen) if !seen.is_dir() => in_the_way(folder, "it is no folder"),
            Ok(_) => Ok(true),
        }
    }

    /// Takes the store of one run away.
    ///
    /// # Errors
    /// Where something stands there that is no store of this user and program.
    pub fn remove(folder: &Path) -> Result<(), Trouble> {
        if !Store::is_kept(folder)? {
            return Ok(());
        }
        for database in databases(folder).chain([folder.join(NAME)]) {
            if !database.exists() || open_own(&database).and_then(is_ours).unwrap_or(false) {
                clear(&database);
                let _ = fs::remove_file(database.with_extension("lock"));
            }
        }
        match fs::remove_dir(folder) {
            Ok(()) => Ok(()),
            Err(_) => in_the_way(folder, "it is not one that a run has left"),
        }
    }
}

fn in_the_way<T>(folder: &Path, why: &str) -> Result<T, Trouble> {
    Err(Trouble::new(format!(
        "{} is in the way of what is kept for --resume: {why}",
        shown(folder)
    )))
}

/// The databases of stores in a folder, of whatever version.
fn databases(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let is_database = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        let version = name.and_then(|name| name.strip_prefix("rows-")?.strip_suffix(".sqlite"));
        version.is_some_and(|version| version.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(is_database)
}

/// Takes a database away, and what SQLite puts beside it.
fn clear(database: &Path) {
    for beside in BESIDE {
        let _ = fs::remove_file(suffixed(database, beside));
    }
    let _ = fs::remove_file(database);
}

/// A file that is there or is made, the user's own in either case.
fn made(path: &Path) -> Result<File, String> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    match without_links(&mut options).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => own(path),
        made => made.map_err(|error| error.to_string()),
    }
}

fn own(path: &Path) -> Result<File, String> {
    open_own(path).map_err(|error| foreign(path, &error))
}

fn foreign(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", shown(path))
}

/// Whether a file is a database of this program, or empty.
fn is_ours(file: File) -> io::Result<bool> {
    let mut head = Vec::new();
    file.take(100).read_to_end(&mut head)?;
    let application = head.get(APPLICATION_AT..APPLICATION_AT + 4);
    Ok(head.is_empty() || application == Some(&APPLICATION.to_be_bytes()))
}

/// Opens the database.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    // Of a database that has begun it stays what it is.
    connection.pragma_update(None, "page_size", PAGE)?;
    let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let schema = "SELECT coalesce(group_concat(sql), '') FROM sqlite_schema";
    let table: String = begun.query_row(schema, (), |row| row.get(0))?;
    if table.is_empty() {
        begun.pragma_update(None, "application_id", APPLICATION)?;
        begun.execute(TABLE, ())?;
    } else if table != TABLE {
        return Err(rusqlite::Error::InvalidQuery);
    }
    begun.commit()?;
    // Last, so that a database that has begun always says whose it is.
    patiently(|| connection.pragma_update(None, "journal_mode", "wal"))?;
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "wal_autocheckpoint", PAGES_BESIDE)?;
    Ok(connection)
}

/// Does something as soon as no other run is in the way. SQLite waits by itself, but not where it
/// reads already and wants to write, as when it changes the journal's mode.
fn patiently<T>(work: impl Fn() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    let begun = Instant::now();
    loop {
        match work() {
            Err(error) if is_busy(&error) && begun.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(1));
            }
            done => return done,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
}

fn is_damage(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    code.is_some_and(|code| matches!(code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// Gives up a lock that all may have for one that this run has alone, if no other has it.
fn alone(lock: &File) -> bool {
    lock.unlock().is_ok() && lock.try_lock().is_ok()
}

fn said(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::InvalidQuery => "a database of another version".to_owned(),
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::splitmix64;

    impl Store {
        /// The pages of the database.
        fn pages(&self) -> u64 {
            let count = |connection: &Connection| {
                connection.query_row("PRAGMA page_count", (), |row| row.get::<_, i64>(0))
            };
            self.using(count).unwrap() as u64
        }
    }

    #[test]
    fn kept_rows_come_back_as_they_were() {
        let sgf = b"(;SZ[5]RE[B+5];AB[ba][bb][bc][bd][be];B[];W[])(;SZ[9];B[ee])(x";
        let rows = crate::audit_bytes("game.sgf", sgf, &crate::Options::default());
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert!(store.is_empty());
        store.put(&[1; 32], &rows);
        assert_eq!(store.get(&[1; 32]), Some(rows));
        assert_eq!(store.get(&[2; 32]), None);
        assert!(!store.is_empty());
        assert_eq!(store.close(), None);
    }

    /// A row that is a little too large for half a page, or for what SQLite keeps in one, takes a page of its own.
    #[test]
    fn rows_share_the_pages_of_the_database() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        for size in [2_000_u64, 5_000] {
            let values: Vec<(Key, Vec<u8>)> = (0..200_u64)
                .map(|n| {
                    let mut key = [0; 32];
                    key[..8].copy_from_slice(&splitmix64(size + n).to_le_bytes());
                    (key, vec![0; size as usize])
                })
                .collect();
            let before = store.pages();
            store.write(&values);
            let taken = (store.pages() - before) * u64::from(PAGE) / 200;
            assert!(taken < size * 3 / 2, "{size} bytes take {taken}");
        }
    }

    #[test]
    fn only_a_store_that_was_made_in_vain_is_taken_away() {
        let root = tempfile::tempdir().unwrap();
        let left = |files: &[(&str, &str)]| {
            let folder = root.path().join("r.csv.resume");
            fs::create_dir_all(&folder).unwrap();
            for (name, text) in files {
                fs::write(folder.join(name), text).unwrap();
            }
            Store::remove_unused(&folder);
            fs::remove_dir_all(&folder).is_ok()
        };
        assert!(!left(&[]));
        assert!(!left(&[(LOCK, ""), (NAME, "")]));
        assert!(left(&[(LOCK, ""), (NAME, "rows")]));
        assert!(left(&[(LOCK, ""), ("notes.txt", "")]));
    }
}
