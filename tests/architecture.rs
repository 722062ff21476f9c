//! The directions in which the program's parts may know each other, held by reading the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every source file as its path below `src` and its lines of code, comments left out.
fn sources() -> Vec<(String, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a readable file");
        let code = |line: &&str| !line.trim_start().starts_with("//");
        let lines = text.lines().filter(code).map(str::to_owned).collect();
        let name = path.strip_prefix(&root).expect("a path below src");
        let name: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        (name.join("/"), lines)
    };
    files.iter().map(read).collect()
}

/// Whether a line names a crate or module by a path that begins with it.
fn names(line: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).any(|(at, _)| {
        // `::tar` is the crate, whatever module has its name.
        let global = line[..at].strip_suffix("::");
        let global = global.filter(|before| !before.ends_with(|c| word(c) || c == '>'));
        let before = global.unwrap_or(&line[..at]).chars().next_back();
        let free = before.is_none_or(|c| !word(c) && c != ':' && c != '.' && c != '"');
        let after = &line[at + name.len()..];
        free && (after.starts_with("::") || line.trim() == format!("use {name};"))
    })
}

/// Each module of ours, with all that is in it, and the modules of ours that it may name besides itself.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("words", &[]),
    ("go", &[]),
    ("network", &["go"]),
    ("analysis", &["network", "go"]),
    ("limits", &[]),
    ("visible", &[]),
    ("numbers", &[]),
    ("beginnings", &["finding"]),
    ("endings", &[]),
    ("digest", &[]),
    ("finding", &[]),
    ("defect", &["finding"]),
    ("notes", &["finding"]),
    (
        "discover",
        &[
            "beginnings",
            "defect",
            "endings",
            "finding",
            "limits",
            "numbers",
            "visible",
        ],
    ),
    (
        "record",
        &["beginnings", "finding", "limits", "notes", "numbers", "go"],
    ),
    ("replay", &["record", "finding", "notes", "numbers", "go"]),
    ("score", &["analysis", "record", "go"]),
    ("finish", &["score", "analysis", "network", "go"]),
    (
        "judge",
        &[
            "score", "analysis", "replay", "record", "finding", "go", "numbers",
        ],
    ),
    (
        "duplicates",
        &["replay", "record", "finding", "numbers", "go"],
    ),
    ("options", &["limits", "judge", "record", "finding"]),
    (
        "report",
        &[
            "options",
            "finish",
            "duplicates",
            "judge",
            "score",
            "analysis",
            "replay",
            "record",
            "finding",
            "endings",
            "go",
            "numbers",
            "visible",
        ],
    ),
    (
        "pipeline",
        &[
            "finish", "options", "report", "judge", "score", "analysis", "replay", "record",
            "finding", "go",
        ],
    ),
    (
        "referee",
        &[
            "report", "judge", "finding", "defect", "go", "numbers", "digest",
        ],
    ),
    (
        "batch",
        &[
            "options",
            "pipeline",
            "referee",
            "report",
            "duplicates",
            "defect",
            "finding",
            "discover",
            "digest",
        ],
    ),
];

/// The module that may name any other, beside the crate itself, which has no module's name.
const NAMES_ALL: &str = "cli";

#[test]
fn parts_know_only_what_they_may() {
    let modules = Modules::read();
    let parts: BTreeSet<&str> = modules
        .names
        .keys()
        .filter_map(|m| Some(m.first()?.as_str()))
        .collect();
    let told = MAY_NAME.iter().map(|(part, _)| *part).chain([NAMES_ALL]);
    assert_eq!(parts, told.collect(), "each module says what it may name");
    for (part, allowed) in MAY_NAME {
        let is_of_part = |module: &&Module| module.first().is_some_and(|first| first == part);
        assert!(modules.names.keys().any(|m| is_of_part(&m)), "{part}");
        for other in *allowed {
            let twice = allowed.iter().filter(|name| *name == other).count();
            assert_eq!(twice, 1, "{part}: {other}");
        }
    }
    let wrong = breaches(&modules);
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (part, allowed) in MAY_NAME {
        let of_part = modules
            .names
            .iter()
            .filter(|(module, _)| module.first().is_some_and(|first| first == part));
        let named: BTreeSet<&str> = of_part
            .flat_map(|(_, named)| named)
            .filter_map(|path| Some(path.first()?.as_str()))
            .collect();
        let idle: Vec<_> = allowed
            .iter()
            .filter(|other| !named.contains(*other))
            .collect();
        assert!(idle.is_empty(), "{part} need not name {idle:?}");
    }
}

/// What modules name that they may not, by whatever path.
fn breaches(modules: &Modules) -> Vec<String> {
    let mut wrong = Vec::new();
    for (module, named) in &modules.names {
        let Some((part, allowed)) = MAY_NAME
            .iter()
            .find(|(part, _)| module.first().is_some_and(|first| first == part))
        else {
            continue;
        };
        for path in named {
            let Some(other) = path.first() else {
                continue;
            };
            if other != part && !allowed.contains(&other.as_str()) {
                wrong.push(format!("{} names {}", module.join("::"), path.join("::")));
            }
        }
    }
    wrong
}

/// Each outside crate of Cargo.toml and where it may be named: a file (`.rs`), what is in a folder (`/`), or a module,
/// which is a file with its folder.
const HOMES: &[(&str, &[&str])] = &[
    ("arrayvec", &["analysis"]),
    ("foldhash", &["analysis", "finish"]),
    ("wide", &["network.rs"]),
    ("askama", &["report/html.rs"]),
    ("base64", &["report/html.rs"]),
    ("sha2", &["report", "cli/changed.rs"]),
    ("quick_xml", &["report/junit.rs"]),
    ("parquet", &["report"]),
    ("unicode_width", &["report/page.rs"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli"]),
    ("blake3", &["digest.rs"]),
    ("sgf_parse", &["record"]),
    ("encoding_rs", &["record"]),
    ("chardetng", &["record"]),
    ("rawzip", &["discover"]),
    ("tar", &["discover"]),
    ("walkdir", &["discover/walk.rs"]),
    ("flate2", &["discover"]),
    ("bzip2", &["discover"]),
    ("zstd", &["discover", "cli/store/"]),
    ("rayon", &["batch"]),
    (
        "rustix",
        &[
            "discover/files.rs",
            "referee",
            "cli/at_path.rs",
            "cli/stop.rs",
        ],
    ),
    ("rusqlite", &["cli/store.rs"]),
    ("shlex", &["referee"]),
    ("sha1", &["cli/changed.rs"]),
    ("serde", &["report", "duplicates", "cli/settings"]),
    (
        "serde_json",
        &[
            "record/rules/choices",
            "report",
            "cli/store/",
            "cli/settings",
        ],
    ),
    ("csv", &["report"]),
    ("strsim", &["report/explain.rs"]),
    ("clap", &["cli"]),
    ("anstream", &["cli"]),
    ("anstyle", &["cli"]),
    ("ctrlc", &["cli"]),
    ("signal_hook", &["cli"]),
    ("indicatif", &["cli"]),
    ("toml", &["cli/settings"]),
    ("globset", &["cli/settings", "cli/config/choices.rs"]),
];

/// Whether a file is a home, or in it.
fn is_at_home(file: &str, home: &str) -> bool {
    let rest = file.strip_prefix(home);
    let is_whole = home.ends_with('/') || home.ends_with(".rs");
    rest.is_some_and(|rest| is_whole || rest == ".rs" || rest.starts_with('/'))
}

#[test]
fn a_home_is_a_file_a_folder_or_both() {
    assert!(is_at_home("cli.rs", "cli") && is_at_home("cli/stop.rs", "cli"));
    assert!(!is_at_home("client.rs", "cli") && !is_at_home("records/a.rs", "record"));
    assert!(is_at_home("cli/store/keep.rs", "cli/store/"));
    assert!(!is_at_home("cli/store.rs", "cli/store/"));
    assert!(is_at_home("cli/stop.rs", "cli/stop.rs"));
}

/// The crates that the program itself is made with, from Cargo.toml.
fn outside_crates() -> BTreeSet<String> {
    let manifest = include_str!("../Cargo.toml");
    let sections = manifest.split("\n[").filter(|section| {
        let title = section.split(']').next().unwrap_or_default();
        title == "dependencies" || title.starts_with("target.") && title.ends_with(".dependencies")
    });
    let names = sections.flat_map(str::lines).filter_map(|line| {
        let (name, _) = line.split_once(" = ")?;
        let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        name.chars().all(is_name).then(|| name.replace('-', "_"))
    });
    names.collect()
}

#[test]
fn each_outside_crate_has_one_home() {
    let listed: BTreeSet<String> = HOMES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(outside_crates(), listed);
    let mut wrong = String::new();
    let mut used = BTreeSet::new();
    for (file, lines) in sources() {
        for (name, homes) in HOMES {
            // Tests may look anywhere.
            let end = lines.iter().position(|line| line.trim() == "#[cfg(test)]");
            let code = &lines[..end.unwrap_or(lines.len())];
            let mut named = code.iter().filter(|line| names(line, name));
            if let Some(home) = homes.iter().find(|home| is_at_home(&file, home)) {
                named.next().map(|_| used.insert((*name, *home)));
                continue;
            }
            named.for_each(|line| wrong += &format!("src/{file} names {name}: {}\n", line.trim()));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let homes = HOMES
        .iter()
        .flat_map(|(name, homes)| homes.iter().map(move |home| (*name, *home)));
    let idle: Vec<_> = homes.filter(|home| !used.contains(home)).collect();
    assert!(idle.is_empty(), "not named in what may name it: {idle:?}");
}

/// A file as a module: `go::board`.
type Module = Vec<String>;

/// The modules of the source, each with what its `use` and its paths name.
struct Modules {
    names: BTreeMap<Module, Vec<Module>>,
    /// By module: the names that it leads on, and where to.
    leads: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl Modules {
    fn read() -> Modules {
        let mut modules = Modules {
            names: BTreeMap::new(),
            leads: BTreeMap::new(),
        };
        for (file, lines) in sources() {
            if file == "main.rs" {
                continue;
            }
            let mut module: Module = file
                .trim_end_matches(".rs")
                .split('/')
                .map(str::to_owned)
                .collect();
            if module.last().is_some_and(|name| name == "lib") {
                module.pop();
            }
            // Tests may look anywhere; what an inner module takes from its file is no import.
            let end = lines.iter().position(|line| line.trim() == "#[cfg(test)]");
            let text = lines[..end.unwrap_or(lines.len())]
                .join("\n")
                .replace("use super::*;", "")
                .replace("pub(in crate", "pub(in");
            let inner: BTreeSet<&str> = text
                .lines()
                .filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';'))
                .collect();
            let mut named = Vec::new();
            let mut leads = BTreeMap::new();
            for (at, _) in text.match_indices("use ") {
                let line = text[..at].rsplit('\n').next().unwrap_or_default();
                if !(line.is_empty()
                    || line.trim_start().starts_with("pub")
                    || line.trim().is_empty())
                {
                    continue;
                }
                let tree = text[at + 4..].split(';').next().unwrap_or_default();
                for path in paths(tree) {
                    let Some(path) = absolute(&module, &inner, &path) else {
                        continue;
                    };
                    if line.trim_start().starts_with("pub")
                        && let Some(last) = path.last()
                    {
                        leads.insert(last.clone(), path.clone());
                    }
                    named.push(path);
                }
            }
            for root in ["crate::", "super::", "self::"] {
                for (at, _) in text.match_indices(root) {
                    let path: String = text[at..]
                        .chars()
                        .take_while(|&c| c.is_alphanumeric() || c == '_' || c == ':')
                        .collect();
                    // Where a list follows, its `use` was read before.
                    if !path.ends_with("::") {
                        let path: Module = path.split("::").map(str::to_owned).collect();
                        named.extend(absolute(&module, &inner, &path));
                    }
                }
            }
            for child in &inner {
                let path = format!("{child}::");
                if text
                    .lines()
                    .any(|line| names(line, child) && line.contains(&path))
                {
                    named.push([&module[..], &[(*child).to_owned()]].concat());
                }
            }
            modules.names.insert(module.clone(), named);
            modules.leads.insert(module, leads);
        }
        modules
    }

    /// The file in which the thing at a path is, past all that only leads there.
    fn file(&self, path: &[String], depth: usize) -> Option<Module> {
        let file = (0..=path.len())
            .rev()
            .map(|length| path[..length].to_vec())
            .find(|part| self.names.contains_key(part))?;
        let lead = path
            .get(file.len())
            .and_then(|name| self.leads.get(&file)?.get(name))
            .filter(|lead| depth > 0 && lead.as_slice() != path);
        match lead {
            Some(lead) => self.file(lead, depth - 1),
            None => Some(file),
        }
    }

    /// The files that each file imports from.
    fn imports(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        self.names
            .iter()
            .map(|(module, named)| {
                let files = named.iter().filter_map(|path| self.file(path, 8));
                (
                    module.clone(),
                    files.filter(|file| file != module).collect(),
                )
            })
            .collect()
    }
}

/// The paths of a `use`: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths(tree: &str) -> Vec<Module> {
    let tree = tree.trim();
    let Some((before, inner)) = tree.split_once('{') else {
        let plain = tree.split(" as ").next().unwrap_or_default();
        return vec![
            plain
                .split("::")
                .map(|part| part.trim().to_owned())
                .collect(),
        ];
    };
    let before: Module = before
        .split("::")
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect();
    let (mut depth, mut part, mut parts) = (0, String::new(), Vec::new());
    for c in inner.trim_end().trim_end_matches('}').chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => parts.push(std::mem::take(&mut part)),
            c => part.push(c),
        }
    }
    parts.push(part);
    parts
        .iter()
        .filter(|part| !part.trim().is_empty())
        .flat_map(|part| paths(part))
        .map(|path| [&before[..], &path[..]].concat())
        .collect()
}

/// A path from the crate on; nothing for one that leads out of it.
fn absolute(module: &[String], inner: &BTreeSet<&str>, path: &[String]) -> Option<Module> {
    let above = path.iter().take_while(|part| *part == "super").count();
    match path.first()?.as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([module, &path[1..]].concat()),
        "super" => Some([module.get(..module.len() - above)?, &path[above..]].concat()),
        first if inner.contains(first) => Some([module, path].concat()),
        _ => None,
    }
}

/// Files that import each other, straight or by way of others.
fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    let reached = |from: &Module| {
        let mut reached = BTreeSet::new();
        let mut next = vec![from];
        while let Some(module) = next.pop() {
            for to in imports.get(module).into_iter().flatten() {
                if reached.insert(to) {
                    next.push(to);
                }
            }
        }
        reached
    };
    let reach: BTreeMap<_, _> = imports.keys().map(|from| (from, reached(from))).collect();
    let circles: BTreeSet<String> = reach
        .iter()
        .filter(|(module, reached)| reached.contains(*module))
        .map(|(module, reached)| {
            let back = |other: &&&Module| reach[**other].contains(*module);
            let circle: Vec<_> = reached.iter().filter(back).map(|m| m.join("/")).collect();
            circle.join(" ")
        })
        .collect();
    circles.into_iter().collect()
}

/// Who reads a file can read all that it rests on without coming back to it.
#[test]
fn no_files_import_each_other() {
    let found = circles(&Modules::read().imports());
    assert!(found.is_empty(), "{found:#?}");
}

/// The test above would see a circle, and sees what files import.
#[test]
fn imports_are_seen() {
    let imports = Modules::read().imports();
    let module = |name: &str| -> Module { name.split('/').map(str::to_owned).collect() };
    for (from, to) in [
        ("go/board", "go/pseudo_liberties"),
        ("judge/verdict", "judge/stated"),
        // By way of the parent, which only leads there.
        ("judge/probability", "analysis/status"),
        ("cli/audit", "batch/plan"),
    ] {
        assert!(imports[&module(from)].contains(&module(to)), "{from} {to}");
    }
    let of = |pairs: &[(&str, &str)]| {
        let mut imports: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (from, to) in pairs {
            imports.entry(module(from)).or_default().insert(module(to));
            imports.entry(module(to)).or_default();
        }
        circles(&imports)
    };
    assert_eq!(of(&[("a", "b"), ("b", "c"), ("a", "c")]), [""; 0]);
    assert_eq!(of(&[("a", "b"), ("b", "c"), ("c", "b")]), ["b c"]);
}

/// The type that a line of code declares outside of any item, but for an alias of a type of the same name.
fn declared(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1.trim_start(),
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let is_alias = rest.starts_with("type ");
    let kinds = ["struct ", "enum ", "trait ", "type "];
    let rest = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_alphanumeric());
    let (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
    let same = format!("::{name}");
    let mut paths = rest
        .match_indices(&same)
        .map(|(at, _)| &rest[at + same.len()..]);
    let is_same = |after: &str| !after.starts_with(|c: char| c.is_alphanumeric());
    (!is_alias || !paths.any(is_same)).then_some(name)
}

/// The types that several files declare, or one declares twice, with the files.
fn doubled(sources: &[(String, Vec<String>)]) -> BTreeMap<&str, Vec<&str>> {
    let mut files: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (file, lines) in sources {
        for name in lines.iter().filter_map(|line| declared(line)) {
            files.entry(name).or_default().push(file);
        }
    }
    assert!(
        sources.len() < 10 || files.len() > 500,
        "{} types are seen",
        files.len()
    );
    files.retain(|_, files| files.len() > 1);
    files
}

/// One name for one thing: who searches for a type finds one.
#[test]
fn no_two_types_have_one_name() {
    let sources = sources();
    let doubled = doubled(&sources);
    assert!(doubled.is_empty(), "{doubled:#?}");
}

/// The test above would see a second one.
#[test]
fn types_are_seen() {
    assert_eq!(
        declared("pub(in crate::analysis) struct Area<S> {"),
        Some("Area")
    );
    assert_eq!(declared("enum Kind"), Some("Kind"));
    assert_eq!(declared("    struct Inner;"), None);
    assert_eq!(declared("use crate::go::Board;"), None);
    let file = |name: &str, line: &str| (name.to_owned(), vec![line.to_owned()]);
    let sources = [
        file("a", "pub struct Key(u8);"),
        file("b", "struct Key(a::Key);"),
        file("c", "type Key = a::KeyOf;"),
        file("d", "pub type Key = a::Key<u8>;"),
    ];
    assert_eq!(
        doubled(&sources),
        BTreeMap::from([("Key", vec!["a", "b", "c"])])
    );
}

/// The page that is read first stays one page.
#[test]
fn the_pipeline_is_one_page() {
    let lines = include_str!("../src/pipeline.rs").lines().count();
    assert!(lines < 150, "{lines} lines");
}

/// The tests above would see a breach.
#[test]
fn breaches_are_seen() {
    assert!(names("use rayon::prelude::*;", "rayon"));
    assert!(names("    let reader = csv::Reader::new(x);", "csv"));
    assert!(names("use serde;", "serde"));
    assert!(!names("use crate::report::csv::render;", "csv"));
    assert!(!names("use serde_json::Value;", "serde"));
    // However it is written.
    let judge: Module = ["judge", "probability"].map(str::to_owned).to_vec();
    for tree in [
        "crate::finish::FinishedBoard",
        "super::super::finish::FinishedBoard",
        "super::super::{finish::FinishedBoard, go::Board}",
    ] {
        let named = paths(tree);
        let named = named
            .iter()
            .filter_map(|path| absolute(&judge, &BTreeSet::new(), path));
        let modules = Modules {
            names: BTreeMap::from([(judge.clone(), named.collect())]),
            leads: BTreeMap::new(),
        };
        assert_eq!(
            breaches(&modules),
            ["judge::probability names finish::FinishedBoard"]
        );
    }
}
