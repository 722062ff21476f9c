//! What the command line says of configuration, and where a file's settings go that have no flag.

use super::keys::KEYS;
use super::read::{Games, Ignored};
use clap::{Arg, Args};
use sgf_audit::finding::{Code, Severity};
use sgf_audit::record::rules::RuleSet;
use std::path::PathBuf;

/// Which configuration file is read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Configuration")]
pub struct ConfigArgs {
    /// Settings from this file (default: the nearest audit.toml in the folder that is audited or
    /// above it)
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    pub config: Option<PathBuf>,

    /// Settings from no file
    #[arg(long)]
    pub isolated: bool,
}

/// What is assumed where a record is silent.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Where a record is silent")]
pub struct TermArgs {
    /// The rules of records that name none: japanese, korean, chinese, aga, nz, ing, tromp-taylor,
    /// stone [default: japanese]
    #[arg(long, value_name = "RULES", value_parser = rules)]
    pub rules: Option<RuleSet>,

    /// The komi of records of even games that state none [default: 0]
    #[arg(long, value_name = "N", value_parser = komi, allow_negative_numbers = true)]
    pub komi: Option<f64>,
}

/// Settings that only a file makes.
#[derive(Clone, Debug, Default)]
pub struct Filed {
    /// `[differences]`.
    pub differences: Differences,
    /// `[severity]`: the code, its severity and its line.
    pub severities: Vec<(Code, Severity, usize)>,
    /// `[[games]]`.
    pub games: Vec<Games>,
    /// `[[ignore]]`.
    pub ignored: Vec<Ignored>,
}

/// How much it matters that the board has another result than the record.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    /// Another winner.
    pub winner: Option<Severity>,
    /// Proved or read.
    pub proved: Option<Severity>,
    /// Estimated, not small.
    pub large: Option<Severity>,
    /// Estimated, small.
    pub small: Option<Severity>,
    /// As the players marked it.
    pub agreed_by_players: Option<Severity>,
    /// What is not small any more.
    pub small_below: Option<f64>,
}

/// An argument of an audit as one of `audit config`, which takes them all, so that `config` can be
/// put before those of any audit. What it neither prints nor goes by is not in its help.
pub fn for_config(argument: Arg) -> Arg {
    let goes_by = ["config", "isolated", "reference", "help"];
    let counts = argument
        .get_long()
        .is_none_or(|flag| goes_by.contains(&flag) || KEYS.iter().any(|key| key.flag == flag));
    argument.hide(!counts).required(false)
}

fn rules(name: &str) -> Result<RuleSet, String> {
    RuleSet::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = RuleSet::ALL.iter().map(|rules| rules.name()).collect();
        format!("one of {}", names.join(", "))
    })
}

fn komi(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(komi) if komi.is_finite() => Ok(komi),
        _ => Err("a number of points".to_owned()),
    }
}
