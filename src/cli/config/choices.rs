//! Options by pattern: which game is audited on which terms. The only file that knows globset.

use super::flags::Filed;
use super::place::Place;
use super::read::At;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use sgf_audit::Options;
use sgf_audit::batch::Choose;
use sgf_audit::discover::name_of;
use sgf_audit::finding::Code;
use sgf_audit::record::rules::RuleSet;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

/// The options of every source.
pub struct Choices {
    common: Options,
    /// Patterns in the order of the file, each with the entry that it is of.
    patterns: Vec<(String, usize)>,
    set: GlobSet,
    entries: Vec<Entry>,
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

/// What the command line says of the terms, and no entry changes.
#[derive(Clone, Copy, Debug)]
pub struct Fixed {
    /// `--rules`.
    pub rules: bool,
    /// `--komi`.
    pub komi: bool,
}

impl Choices {
    /// The choices of a file. `common` is what holds for all; `fixed` is not changed by entries.
    ///
    /// # Errors
    /// Where a pattern is none, and why.
    pub fn new(
        common: Options,
        fixed: Fixed,
        filed: &Filed,
        place: Option<&Place>,
        roots: &[PathBuf],
    ) -> Result<Choices, (At, String)> {
        let mut patterns = Vec::new();
        let mut entries = Vec::new();
        for games in &filed.games {
            patterns.extend(games.patterns.iter().map(|named| (named, entries.len())));
            entries.push(Entry::Terms {
                rules: games.rules.filter(|_| !fixed.rules),
                komi: games.komi.filter(|_| !fixed.komi),
                overrides: games.overrides,
            });
        }
        for ignored in &filed.ignored {
            // Those without a pattern are among the common options.
            patterns.extend(ignored.patterns.iter().map(|named| (named, entries.len())));
            entries.push(Entry::Ignore(ignored.code));
        }
        let mut set = GlobSetBuilder::new();
        for ((pattern, at), _) in &patterns {
            let glob = GlobBuilder::new(pattern)
                .literal_separator(true)
                .backslash_escape(true)
                .build()
                .map_err(|error| (*at, format!("{pattern:?} is no pattern: {}", error.kind())))?;
            set.add(glob);
        }
        let begun = filed.games.first().map_or(At::default(), |games| games.at);
        let set = set.build().map_err(|error| {
            let said = format!("the patterns are too many, or too large: {error}");
            (begun, said)
        })?;
        Ok(Choices {
            common,
            set,
            entries,
            patterns: patterns
                .into_iter()
                .map(|((pattern, _), entry)| (pattern.clone(), entry))
                .collect(),
            ways: roots.iter().map(|root| way(place, root)).collect(),
        })
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

fn way(place: Option<&Place>, root: &Path) -> Way {
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
    /// What a later entry says takes the place of what an earlier one says.
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
