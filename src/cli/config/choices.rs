//! Options by pattern: which game is audited on which terms. The only file that knows globset.

use super::place::SettingsFile;
use crate::Options;
use crate::batch::Choose;
use crate::cli::settings::{Origin, Settings, Wrong};
use crate::discover::name_of;
use crate::finding::Code;
use crate::record::rules::RuleSet;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The options of every source.
pub struct Choices {
    common: Options,
    /// Patterns in the order of the file, each with the entry that it is of.
    patterns: Vec<(String, usize)>,
    set: GlobSet,
    entries: Vec<Entry>,
    /// By pattern: whether a source fits it.
    fitted: Vec<AtomicBool>,
    /// Whether a source was seen.
    saw: AtomicBool,
    /// By root: what makes a source's name the way to it from the file's folder.
    ways: Vec<Way>,
}

/// What a pattern is for.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Terms {
        rules: Option<RuleSet>,
        komi: Option<f64>,
        overrides: bool,
    },
    Ignore(Code),
}

/// How the names of a root's sources become ways from the file's folder.
#[derive(Clone, Debug)]
enum Way {
    /// They begin with this.
    Below(String),
    /// The root is a file: this stands in place of so many bytes of its name.
    File(String, usize),
    /// The root lies elsewhere: by their names in the report.
    Elsewhere,
}

impl Choices {
    /// The choices of settings. `common` is what holds for all; what a flag says no entry changes.
    ///
    /// # Errors
    /// Where a pattern is none, and why.
    pub fn new(
        common: Options,
        settings: &Settings,
        place: Option<&SettingsFile>,
        roots: &[PathBuf],
    ) -> Result<Choices, Wrong> {
        let rules = settings.defaults.rules.as_ref().map(|it| it.origin);
        let komi = settings.defaults.komi.as_ref().map(|it| it.origin);
        let (rules_fixed, komi_fixed) = (
            rules == Some(Origin::CommandLine),
            komi == Some(Origin::CommandLine),
        );
        let mut patterns = Vec::new();
        let mut entries = Vec::new();
        for games in &settings.games {
            let games = games.get_ref();
            patterns.push((&games.patterns, entries.len()));
            let komi = games.komi.as_ref().filter(|_| !komi_fixed);
            let rules = games.rules.as_ref().filter(|_| !rules_fixed);
            entries.push(Entry::Terms {
                rules: rules.map(|rules| rules.value),
                komi: komi.map(|komi| komi.value),
                overrides: games
                    .overrides
                    .as_ref()
                    .is_some_and(|overrides| overrides.value),
            });
        }
        for ignored in &settings.ignore {
            // Those without a pattern are among the common options.
            let ignored = ignored.get_ref();
            patterns.extend(ignored.patterns.iter().map(|given| (given, entries.len())));
            entries.push(Entry::Ignore(ignored.code.0));
        }
        let mut set = GlobSetBuilder::new();
        let mut flat = Vec::new();
        for (given, entry) in &patterns {
            for pattern in &given.value {
                let glob = GlobBuilder::new(pattern)
                    .literal_separator(true)
                    .backslash_escape(true)
                    .build()
                    .map_err(|error| {
                        let said = format!("{pattern:?} is no pattern: {}", error.kind());
                        (given.origin.byte(), said)
                    })?;
                set.add(glob);
                flat.push((pattern.clone(), *entry));
            }
        }
        let begun = patterns.first().map_or(0, |(given, _)| given.origin.byte());
        let set = set.build().map_err(|error| {
            let said = format!("the patterns are too many, or too large: {error}");
            (begun, said)
        })?;
        Ok(Choices {
            common,
            set,
            entries,
            fitted: flat.iter().map(|_| AtomicBool::new(false)).collect(),
            saw: AtomicBool::new(false),
            patterns: flat,
            ways: roots.iter().map(|root| way(place, root)).collect(),
        })
    }

    /// Notes which patterns a source fits.
    pub fn see(&self, root: usize, source: &str) {
        self.saw.store(true, Ordering::Relaxed);
        if !self.patterns.is_empty() {
            for pattern in self.set.matches(self.way_to(root, source).as_ref()) {
                self.fitted[pattern].store(true, Ordering::Relaxed);
            }
        }
    }

    /// The patterns that no source seen so far fits; nothing where none was seen.
    pub fn unmatched(&self) -> Vec<&str> {
        let fitted = self
            .fitted
            .iter()
            .map(|fitted| fitted.load(Ordering::Relaxed));
        let saw = self.saw.load(Ordering::Relaxed);
        self.patterns
            .iter()
            .zip(fitted)
            .filter(|(_, fitted)| saw && !fitted)
            .map(|((pattern, _), _)| pattern.as_str())
            .collect()
    }

    /// The way to a source from the file's folder.
    fn way_to<'a>(&self, root: usize, source: &'a str) -> Cow<'a, str> {
        match self.ways.get(root) {
            Some(Way::Below(before)) => Cow::Owned(format!("{before}{source}")),
            Some(Way::File(file, length)) => {
                let member = source.get(*length..).unwrap_or_default();
                Cow::Owned(format!("{file}{member}"))
            }
            Some(Way::Elsewhere) | None => Cow::Borrowed(source),
        }
    }
}

fn way(place: Option<&SettingsFile>, root: &Path) -> Way {
    let Some(way) = place.and_then(|place| place.way_to(root)) else {
        return Way::Elsewhere;
    };
    match root.is_dir() {
        true => Way::Below(way),
        false => Way::File(way.trim_end_matches('/').to_owned(), name_of(root).len()),
    }
}

/// All that the options of a source depend on, for the key that results are kept by.
impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Choices")
            .field("common", &self.common)
            .field("patterns", &self.patterns)
            .field("entries", &self.entries)
            .field("ways", &self.ways)
            .finish_non_exhaustive()
    }
}

impl Choose for Choices {
    fn common(&self) -> &Options {
        &self.common
    }

    fn of(&self, root: usize, source: &str) -> Cow<'_, Options> {
        if self.patterns.is_empty() {
            return Cow::Borrowed(&self.common);
        }
        let fitting = self.set.matches(self.way_to(root, source).as_ref());
        let entries: BTreeSet<usize> = fitting
            .into_iter()
            .map(|pattern| self.patterns[pattern].1)
            .collect();
        if entries.is_empty() {
            return Cow::Borrowed(&self.common);
        }
        let mut options = self.common.clone();
        for entry in entries {
            self.entries[entry].apply(&mut options);
        }
        Cow::Owned(options)
    }
}

impl Entry {
    /// Later entries override earlier ones.
    fn apply(self, options: &mut Options) {
        match self {
            Entry::Ignore(code) => {
                options.codes.ignored.insert(code);
            }
            Entry::Terms {
                rules,
                komi,
                overrides,
            } => {
                let terms = &mut options.terms;
                if let Some(rules) = rules {
                    terms.rules = rules;
                    terms.imposed_rules = overrides.then_some(rules);
                }
                if let Some(komi) = komi {
                    terms.komi = Some(komi);
                    terms.imposed_komi = overrides.then_some(komi);
                }
            }
        }
    }
}
