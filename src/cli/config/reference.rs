//! The page docs/configuration.md, from the table of all settings.

use super::keys::{EntryKey, GAMES, IGNORE, KEYS, TABLES, Word};
use crate::cli::args::Cli;
use clap::CommandFactory;

const HEAD: &str = "\
# Configuration

Made from the table in `src/cli/config/keys.rs`; `audit config --reference` prints it.

Settings stand in a file `audit.toml`: the one in the folder that is audited, or else in the nearest folder above it. `--config FILE`
names another, `--isolated` reads none. The command line goes before the file, the file before the defaults; `audit config PATHS` prints
what is in force there, as a file that says the same, with the origin of each value. Where several paths are audited that lead to
different files, one must be named.

A key that is not known is an error, and so is a value that its key does not take: the audit does not run, and says file, line and column.

```toml
[fail]
on = \"warning\"
baseline = \"known.txt\"

[[games]]
match = \"fox/**\"
rules = \"chinese\"
komi = 7.5

[[ignore]]
code = \"komi-in-zi\"
reason = \"the server writes it so\"
match = \"fox/**\"
```

A file that was found, not named with `--config`, is as foreign as the games beside it. It may say what is assumed of the games, which
findings matter and which are known: `[defaults]` `[fail]` `[differences]` `[severity]` `[[games]]` `[[ignore]]`. What is read and written,
limits, threads and the cache are the user's: `[input]` `[limits]` `[output]` `[run]` are taken only from a file that `--config` names,
and elsewhere left with a message that names file, line and column. No setting runs a program.

Paths in a file are from its own folder. A file that was found can name only files below that folder.
";

const PATTERNS: &str = "
## Patterns

A pattern is compared with the path of a game's file from the folder of `audit.toml`, `/` between folders; inside an archive
`folder/games.zip!inner/a.sgf`. Games that lie elsewhere are compared by their `source` in the report. `*` and `?` stand for anything but
`/`, `**` for any number of folders, `[a-z]` for one character of several, `{a,b}` for one of several texts.
";

const SEVERITY: &str = "
## [severity]

By finding code (`audit codes` lists them): the severity that its findings have, whatever they had before: `note`, `warning` or
`error`. It is the severity in every report, in the summary and for the exit code.

```toml
[severity]
komi-unreadable = \"error\"
```
";

const GAMES_SAYS: &str = "
## [[games]]

Rules and komi of some games. Where several entries fit, what a later one says takes the place of what an earlier one says. `--rules`
and `--komi` on the command line go before every entry.

A record that states its own rules or komi is judged by them unless `override = true`. What is assumed is never taken for recorded:
`rules_source` is `assumed`, an assumed komi is noted as `komi-assumed`, and a record that any usual komi would explain is still
`undecidable` (`komi-implied`). What is overridden is taken as true: `override` says that the records are known to be wrong.

```toml
[[games]]
match = \"kgs/**\"
rules = \"japanese\"
komi = 6.5
```
";

const IGNORE_SAYS: &str = "
## [[ignore]]

Findings that are left out of every report, of the summary and of the exit code. The summary says how many rows had them. Verdicts
do not change: a game whose only finding is ignored still `differs`. A defect of the program (`internal-error`) cannot be ignored.

```toml
[[ignore]]
code = \"komi-in-zi\"
reason = \"the server wrote it so\"
match = \"fox/**\"
```
";

/// The page.
pub fn reference() -> String {
    let mut page = HEAD.to_owned();
    for table in TABLES {
        let word = match table.word {
            Word::Data => "",
            Word::User => " Only on the command line, or in a file that `--config` names.",
        };
        page += &format!("\n## [{}]\n\n{}{word}\n\n", table.name, table.says);
        page += "| key | takes | default | command line | |\n|---|---|---|---|---|\n";
        for key in KEYS.iter().filter(|key| key.table == table.name) {
            let takes = match (key.names)().as_slice() {
                [] => key.takes.to_owned(),
                names => format!("{}: `{}`", key.takes, names.join("` `")),
            };
            let default = (key.default)().map_or(String::new(), |default| format!("`{default}`"));
            let flag = match key.flag {
                "" => String::new(),
                flag => format!("`--{flag}`"),
            };
            page += &format!(
                "| `{}` | {takes} | {default} | {flag} | {} |\n",
                key.name, key.says
            );
        }
    }
    page += SEVERITY;
    page += GAMES_SAYS;
    page += &entry(GAMES);
    page += IGNORE_SAYS;
    page += &entry(IGNORE);
    page += PATTERNS;
    page += "\n## Only on the command line\n\n";
    let only: Vec<String> = only_flags()
        .iter()
        .map(|flag| format!("`--{flag}`"))
        .collect();
    page += &format!("{}.\n", only.join(" "));
    page
}

fn entry(keys: &[EntryKey]) -> String {
    let mut text = String::from("\n| key | takes | |\n|---|---|---|\n");
    for key in keys {
        text += &format!("| `{}` | {} | {} |\n", key.name, key.takes, key.says);
    }
    text
}

/// Flags of an audit that no setting stands for.
fn only_flags() -> Vec<String> {
    Cli::command()
        .get_arguments()
        .filter_map(|argument| argument.get_long())
        .filter(|flag| KEYS.iter().all(|key| key.flag != *flag))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::read::read;
    use super::*;

    #[test]
    fn every_example_is_a_file() {
        let page = reference();
        let examples: Vec<&str> = page.split("```toml\n").skip(1).collect();
        assert!(examples.len() > 3);
        for example in examples {
            let (text, _) = example.split_once("```").expect("an end");
            let (_, wrongs) = read(text.as_bytes());
            assert!(wrongs.is_empty(), "{text}{wrongs:?}");
        }
    }

    #[test]
    fn every_flag_of_a_setting_is_there() {
        let command = Cli::command();
        for key in KEYS.iter().filter(|key| !key.flag.is_empty()) {
            let found = command
                .get_arguments()
                .any(|argument| argument.get_long() == Some(key.flag));
            assert!(found, "--{}", key.flag);
        }
    }
}
