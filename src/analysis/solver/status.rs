//! What becomes of a target, from the answers to yes-or-no queries.

use super::query::Query;
use super::region::{NO_KO, State};
use super::search::Search;
use super::set::Set;
use crate::analysis::reading::Answer;

/// Positions for the first try of a query.
const FIRST: u64 = 5_000;

/// Four queries: whether the target is taken, and whether it lives, with kos read against the
/// seeker; and the same two with kos read for the seeker.
const TAKEN: usize = 0;
const LIVES: usize = 1;
const TAKEN_WITH_KOS: usize = 2;
const LIVES_WITH_KOS: usize = 3;

/// The answer of a problem, and the query that settled it; or, where it is not known, that whose best
/// play is the best guess.
pub(super) fn status<S: Set>(search: &mut Search<S>, start: &State<S>) -> (Answer, Query) {
    let defender = search.region.defender;
    let [taken, lives] = Query::strict(defender);
    let [taken_with_kos, lives_with_kos] = Query::generous(defender);
    let queries = [taken, lives, taken_with_kos, lives_with_kos];
    let mut known = [None; 4];
    let mut is_ambiguous = [start.ko != NO_KO; 4];
    let mut share = FIRST;
    while search.nodes < search.cap {
        // In turn, since a yes to one is the answer and saves a long no to another.
        for i in 0..4 {
            let strict = i % 2;
            // Whoever does not get it though kos are read for him does not get it without them.
            if known[i].is_some() || i >= TAKEN_WITH_KOS && known[strict] != Some(false) {
                continue;
            }
            if i >= TAKEN_WITH_KOS && !is_ambiguous[strict] {
                search.holds_too(&queries[strict], &queries[i], start);
                known[i] = Some(false);
                continue;
            }
            search.ambiguous = false;
            known[i] = search.ask(&queries[i], start, share);
            is_ambiguous[i] |= search.ambiguous;
            match (i, known[i]) {
                (TAKEN, Some(true)) => return (Answer::Dies, taken),
                (LIVES, Some(true)) => return (Answer::Lives, lives),
                (TAKEN_WITH_KOS, Some(true)) => return (Answer::Ko, taken_with_kos),
                (LIVES_WITH_KOS, Some(true)) => {
                    // So it is not taken without kos; with them it may be.
                    known[TAKEN] = Some(false);
                    is_ambiguous[TAKEN] = true;
                }
                _ => {}
            }
        }
        if known[LIVES_WITH_KOS] == Some(true) && known[TAKEN_WITH_KOS] == Some(false) {
            return (Answer::LivesByKo, lives_with_kos);
        }
        if known[TAKEN_WITH_KOS] == Some(false) && known[LIVES_WITH_KOS] == Some(false) {
            let shown = match is_ambiguous[LIVES] {
                true => lives_with_kos,
                false => taken,
            };
            return (Answer::Seki, shown);
        }
        share *= 2;
    }
    // Whether the attacker gets more by a ko than that is not known.
    if known[LIVES_WITH_KOS] == Some(true) && start.to_move == defender {
        return (Answer::Ko, lives_with_kos);
    }
    // What the player wants most and may still get.
    let strict = if start.to_move == defender {
        LIVES
    } else {
        TAKEN
    };
    let open = match known[strict] {
        None => strict,
        Some(_) => strict + TAKEN_WITH_KOS,
    };
    (Answer::NotFinished, queries[open])
}
