//! The keys that rows are remembered by: hashes of all that they depend on.
//!
//! What is told is taken apart by the names of its fields, so that the compiler asks for a new one here.

use crate::digest::{Digest, Key};
use crate::discover::Loaded;
use crate::finding::{Code, Finding, Severity};
use crate::options::{Codes, Limits, Options, Severities, Term, Terms};
use crate::pipeline::Joint;

/// The key of rows: of the program that made them, the names of what they are of, the key of its bytes, and the
/// options.
pub(super) fn of_rows(program: &Key, names: &[&str], content: &Key, options: &Options) -> Key {
    let mut digest = Digest::keyed(program);
    names.iter().for_each(|name| digest.add(name.as_bytes()));
    digest.add(content);
    add_options(&mut digest, options);
    digest.key()
}

/// The key of what was read of a source, and of why that is not all.
pub(super) fn of_content(loaded: &Loaded) -> Key {
    let mut digest = Digest::default();
    add_trouble(&mut digest, loaded.trouble.as_ref());
    digest.add(&loaded.bytes);
    digest.key()
}

/// The key of a part of a source. The joint says where the part stands, and what was seen of the source before it.
pub(super) fn of_part(joint: &Joint, trouble: Option<&Finding>, bytes: &[u8]) -> Key {
    let mut digest = Digest::default();
    digest.add(joint.to_string().as_bytes());
    add_trouble(&mut digest, trouble);
    digest.add(bytes);
    digest.key()
}

/// What is wrong with a source as a whole stands at no place in it.
fn add_trouble(digest: &mut Digest, trouble: Option<&Finding>) {
    let code = trouble.map_or("", |trouble| trouble.code.id());
    let message = trouble.map_or("", |trouble| &trouble.message);
    digest.add(code.as_bytes());
    digest.add(message.as_bytes());
}

fn add_options(digest: &mut Digest, options: &Options) {
    let Options {
        limits,
        terms,
        severities,
        certainty,
        codes,
        prove,
        seed,
    } = options;
    add_limits(digest, limits);
    add_terms(digest, terms);
    add_severities(digest, severities);
    digest.add(&certainty.chance().to_le_bytes());
    add_codes(digest, codes);
    digest.add(&[u8::from(*prove)]);
    digest.add(&seed.to_le_bytes());
}

fn add_limits(digest: &mut Digest, limits: &Limits) {
    let Limits {
        entry_bytes,
        expansion,
        nodes,
        depth,
        games,
    } = limits;
    digest.add(&entry_bytes.to_le_bytes());
    digest.add(&expansion.to_le_bytes());
    for limit in [nodes, depth, games] {
        digest.add(&limit.to_le_bytes());
    }
}

fn add_terms(digest: &mut Digest, terms: &Terms) {
    let Terms { rules, komi } = terms;
    add_term(digest, rules, rules.value().name().as_bytes());
    match komi {
        Some(komi) => add_term(digest, komi, &komi.value().to_le_bytes()),
        None => digest.add(&[]),
    }
}

/// How a term is meant, and its value as bytes.
fn add_term<T>(digest: &mut Digest, term: &Term<T>, value: &[u8]) {
    digest.add(match term {
        Term::Assumed(_) => b"assumed",
        Term::Imposed(_) => b"imposed",
    });
    digest.add(value);
}

fn add_severities(digest: &mut Digest, severities: &Severities) {
    let Severities {
        winner,
        proved,
        large_difference,
        small_difference,
        agreed_by_players,
        small,
    } = severities;
    for severity in [
        winner,
        proved,
        large_difference,
        small_difference,
        agreed_by_players,
    ] {
        digest.add(severity.name().as_bytes());
    }
    digest.add(&small.to_le_bytes());
}

fn add_codes(digest: &mut Digest, codes: &Codes) {
    let Codes {
        severities,
        ignored,
    } = codes;
    let mut add = |code: &Code, severity: Option<&Severity>| {
        digest.add(code.id().as_bytes());
        digest.add(severity.map_or("", |severity| severity.name()).as_bytes());
    };
    severities.iter().for_each(|(code, s)| add(code, Some(s)));
    // No severity tells them from those above.
    ignored.iter().for_each(|code| add(code, None));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Certainty;
    use crate::record::rules::RuleSet;
    use std::collections::{BTreeMap, BTreeSet};

    fn severity(options: &mut Options, severity: Severity) {
        options.codes.severities = BTreeMap::from([(Code::NoGame, severity)]);
    }

    #[test]
    fn every_option_changes_the_key() {
        let changes: &[fn(&mut Options)] = &[
            |_| {},
            |options| options.limits.entry_bytes += 1,
            |options| options.limits.expansion += 1,
            |options| options.limits.nodes += 1,
            |options| options.limits.depth += 1,
            |options| options.limits.games += 1,
            |options| options.terms.rules = Term::Assumed(RuleSet::Chinese),
            |options| options.terms.komi = Some(Term::Assumed(0.0)),
            |options| options.terms.rules = Term::Imposed(RuleSet::Chinese),
            |options| options.terms.komi = Some(Term::Imposed(0.0)),
            |options| options.severities.winner = Severity::Note,
            |options| options.severities.proved = Severity::Note,
            |options| options.severities.large_difference = Severity::Note,
            |options| options.severities.small_difference = Severity::Error,
            |options| options.severities.agreed_by_players = Severity::Error,
            |options| options.severities.small += 0.5,
            |options| options.certainty = Certainty::new(0.9).unwrap(),
            |options| severity(options, Severity::Note),
            |options| severity(options, Severity::Error),
            |options| options.codes.ignored = BTreeSet::from([Code::NoGame]),
            |options| options.prove = true,
            |options| options.seed = 1,
        ];
        let key = |change: &fn(&mut Options)| {
            let mut options = Options::default();
            change(&mut options);
            of_rows(&[0; 32], &["a.sgf"], &[1; 32], &options)
        };
        let keys: BTreeSet<Key> = changes.iter().map(key).collect();
        assert_eq!(keys.len(), changes.len());
    }

    #[test]
    fn a_source_that_broke_off_has_another_key() {
        let loaded = |trouble: Option<Finding>| Loaded {
            bytes: b"(;B[aa])".to_vec(),
            trouble,
        };
        let broken = |why: &str| Some(Finding::new(Code::Unreadable, why));
        let keys = [None, broken("one"), broken("two")].map(|why| of_content(&loaded(why)));
        assert_eq!(BTreeSet::from(keys).len(), 3);
        let joint = Joint::default();
        let keys = [None, broken("one"), broken("two")]
            .map(|why| of_part(&joint, why.as_ref(), b"(;B[aa])"));
        assert_eq!(BTreeSet::from(keys).len(), 3);
        let other = Joint::of(b"(;B[aa])");
        assert_ne!(of_part(&joint, None, b""), of_part(&other, None, b""));
    }
}
