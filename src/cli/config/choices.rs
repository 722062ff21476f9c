//! Options by pattern: which game is audited on which terms.

use crate::Options;
use crate::batch::Choose;
use crate::cli::settings::{Pattern, Settings};
use crate::cli::trouble::Trouble;
use crate::discover::name_of;
use crate::finding::Code;
use crate::options::Term;
use crate::record::rules::RuleSet;
use globset::{GlobSet, GlobSetBuilder};
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The options of every source.
pub struct Choices {
    common: Options,
    /// In the order of the file.
    matchers: Vec<Matcher>,
    set: GlobSet,
    /// Whether the options of a source were asked for.
    saw: AtomicBool,
    /// By root: what makes of a source's name its path from the file's folder.
    prefixes: Vec<PrefixChange>,
}

struct Matcher {
    text: String,
    entry: PatternUse,
    /// Whether a source fits it.
    fitted: AtomicBool,
}

/// What a pattern is for.
#[derive(Clone, Copy)]
enum PatternUse {
    Terms {
        rules: Option<Term<RuleSet>>,
        komi: Option<Term<f64>>,
    },
    Ignore(Code),
}

/// Replaces the first `cut` bytes of a source's name.
#[derive(Default)]
struct PrefixChange {
    /// What stands in their place.
    before: String,
    cut: usize,
}

impl Choices {
    /// The choices of settings, whose file lies in a folder. What a flag says no entry changes.
    ///
    /// # Errors
    /// Where there are too many patterns.
    pub fn new(
        flags: &Settings,
        settings: &Settings,
        folder: Option<&Path>,
        roots: &[PathBuf],
    ) -> Result<Choices, Trouble> {
        let games = settings.games.iter().map(|games| {
            let rules = games.rules.filter(|_| flags.defaults.rules.is_none());
            let komi = games.komi.filter(|_| flags.defaults.komi.is_none());
            let terms = PatternUse::Terms {
                rules: rules.map(|rules| games.term(rules)),
                komi: komi.map(|komi| games.term(komi)),
            };
            (&games.patterns, terms)
        });
        // Those without a pattern are among the common options.
        let ignored = settings.ignore.iter();
        let ignored = ignored.map(|ignored| (&ignored.patterns, PatternUse::Ignore(ignored.code)));
        let mut set = GlobSetBuilder::new();
        let mut matchers = Vec::new();
        for (patterns, entry) in games.chain(ignored) {
            for Pattern(glob) in patterns.iter().flatten() {
                set.add(glob.clone());
                matchers.push(Matcher {
                    text: glob.glob().to_owned(),
                    entry,
                    fitted: AtomicBool::new(false),
                });
            }
        }
        let too_many = |error| format!("the patterns are too many, or too large: {error}");
        Ok(Choices {
            common: settings.options(),
            set: set.build().map_err(|error| Trouble::new(too_many(error)))?,
            saw: AtomicBool::new(false),
            matchers,
            prefixes: roots
                .iter()
                .map(|root| prefix(folder, root).unwrap_or_default())
                .collect(),
        })
    }

    /// The patterns that no source fits whose options were asked for; nothing where none were.
    pub fn unmatched(&self) -> Vec<&str> {
        let saw = self.saw.load(Ordering::Relaxed);
        let matchers = self.matchers.iter();
        matchers
            .filter(|matcher| saw && !matcher.fitted.load(Ordering::Relaxed))
            .map(|matcher| matcher.text.as_str())
            .collect()
    }

    /// The patterns that a source fits, in the order of the file.
    fn fitting(&self, root: usize, source: &str) -> impl Iterator<Item = &Matcher> {
        let fitting = match (self.matchers.is_empty(), self.prefixes.get(root)) {
            (true, _) | (_, None) => Vec::new(),
            // globset gives them sorted.
            (false, Some(PrefixChange { before, cut })) => {
                let name = source.get(*cut..).unwrap_or_default();
                self.set.matches(format!("{before}{name}"))
            }
        };
        fitting.into_iter().map(|pattern| &self.matchers[pattern])
    }
}

/// What makes of the names of a root's sources their paths from a folder; nothing where the root lies elsewhere.
fn prefix(folder: Option<&Path>, root: &Path) -> Option<PrefixChange> {
    // Without a file of settings nothing is looked up.
    let folder = folder?;
    let full = root.canonicalize().ok()?;
    let below = full.strip_prefix(folder).ok()?;
    let part = |part: Component<'_>| format!("{}/", part.as_os_str().to_string_lossy());
    let path: String = below.components().map(part).collect();
    Some(match root.is_dir() {
        true => PrefixChange {
            before: path,
            cut: 0,
        },
        false => PrefixChange {
            before: path.trim_end_matches('/').to_owned(),
            cut: name_of(root).len(),
        },
    })
}

impl Choose for Choices {
    fn common(&self) -> &Options {
        &self.common
    }

    fn of(&self, root: usize, source: &str) -> Cow<'_, Options> {
        self.saw.store(true, Ordering::Relaxed);
        let mut options = Cow::Borrowed(&self.common);
        for pattern in self.fitting(root, source) {
            pattern.fitted.store(true, Ordering::Relaxed);
            pattern.entry.apply(options.to_mut());
        }
        options
    }
}

impl PatternUse {
    /// Later entries override earlier ones.
    fn apply(self, options: &mut Options) {
        let terms = &mut options.terms;
        match self {
            PatternUse::Ignore(code) => drop(options.codes.ignored.insert(code)),
            PatternUse::Terms { rules, komi } => {
                terms.rules = rules.unwrap_or(terms.rules);
                terms.komi = komi.or(terms.komi);
            }
        }
    }
}
