//! Stage 7: the recorded result against the count.
//!
//! The first stage that sees both. A record agrees where it states the strict count under the
//! rules in force, or one that a counting convention in use for these very rules gives. Where it
//! does neither, and the board is settled, it differs; a cause is named only where exactly one
//! kind of mistake reproduces the record.

mod arithmetic;
mod cause;
mod certainty;
mod claims;
mod convention;
mod doubt;
mod explanations;
mod handicap;
mod input;
mod judgement;
mod kos;
mod margin;
mod odds;
mod other_rules;
mod others;
mod probability;
mod proof;
mod revision;
mod seki_eyes;
mod stated;
mod swing;
mod unsettled;
mod verdict;

pub use cause::{Cause, Explains};
pub use certainty::Certainty;
pub use input::{JudgeInput, Recount, Severities};
pub use judgement::{Agrees, Judgement, Ruling, Verdict};
pub use probability::NetworkOpinion;
pub use proof::Confidence;
pub use revision::{
    Met, asks_for_last_moves, asks_network, beside_network_opinion, confirmed, differs_beside,
    is_likely, met_by_network, states, told_with_moves,
};
pub use verdict::compare;
