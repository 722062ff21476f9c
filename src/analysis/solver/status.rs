//! What becomes of a target, from the answers to yes-or-no queries.

use super::search::{QueryAnswer, Search};
use super::table::NONE;
use crate::analysis::local::LocalState;
use crate::analysis::problem::Answer;
use crate::analysis::query::{Endless, Goal, Query};
use crate::go::{Bits, Color};

/// Positions for the first try of a query.
const FIRST: u64 = 5_000;

/// What the other side wants is asked with fewer positions: so many, divided by this.
const OTHERS: u64 = 4;

/// Whether the target is taken, and whether it lives, with kos read against the seeker; and the
/// same two with kos read for the seeker.
const TAKEN: usize = 0;
const LIVES: usize = 1;
const TAKEN_WITH_KOS: usize = 2;
const LIVES_WITH_KOS: usize = 3;
/// Whether kos get the attacker more than play without end.
const TAKEN_IN_TIME: usize = 4;
/// Whether it is taken, or lives, in the end, with kos read against the seeker.
const TAKEN_IN_THE_END: usize = 5;
const LIVES_IN_THE_END: usize = 6;

/// What becomes of a target.
pub(super) struct Status {
    pub answer: Answer,
    /// The query that settled it; or, where it is not known, that whose best play is the best guess.
    pub by: Query,
    /// How play without end was read to see that it is not taken whoever wins the kos.
    pub endless: Endless,
    /// What was told of each query.
    told: [(Query, Option<QueryAnswer>); 7],
}

impl Status {
    /// The move that was shown to get the player what he wants of all these queries.
    pub fn shown(&self, asked: &[(Query, bool)], defender: Color, player: Color) -> Option<u8> {
        self.told.iter().find_map(|(other, told)| {
            let told = (*told)?;
            let mut asked = asked.iter().map(|(query, _)| query);
            let holds = asked.all(|query| {
                query == other || query.follows_from(other, defender, told.gets, told.is_plain)
            });
            let wins = told.gets == (other.seeker(defender) == player);
            (holds && wins && told.best != NONE).then_some(told.best)
        })
    }
}

/// The answer of a problem.
pub(super) fn status<S: Bits>(search: &mut Search<S>, start: &LocalState<S>) -> Status {
    let mut asking = Asking::new(search.region.defender);
    let mut share = FIRST;
    while search.nodes < search.cap {
        // In turn, since a yes to one is the answer and saves a long no to another. Who plays mostly gets
        // what he wants.
        let mut may_be_shown = true;
        for i in 0..asking.known.len() {
            let is_players = asking.queries[i].seeker(search.region.defender) == start.to_move;
            let share = match is_players {
                true => share,
                false => share / OTHERS,
            };
            asking.ask(i, search, start, share);
            let Some(settled) = asking.settled() else {
                continue;
            };
            match asking.by_two_queries(search.region.defender, start.to_move) {
                None => return settled,
                // Once a round.
                Some(told) if may_be_shown => {
                    may_be_shown = asking.is_got_by_one_play(told, search, start, share);
                    if may_be_shown {
                        return settled;
                    }
                }
                Some(_) => {}
            }
        }
        share = share.saturating_mul(2);
    }
    asking.guess(search.region.defender == start.to_move)
}

/// What is known of the queries.
struct Asking {
    queries: [Query; 7],
    known: [Option<bool>; 7],
    told: [Option<QueryAnswer>; 7],
    is_ambiguous: [bool; 7],
}

impl Asking {
    fn new(defender: Color) -> Asking {
        let [taken, lives] = Query::strict(defender);
        let [taken_with_kos, lives_with_kos] = Query::generous(defender);
        let [taken_in_the_end, lives_in_the_end] = Query::in_the_end(defender);
        let taken_in_time = Query::new(Goal::Capture, !defender, Endless::Misses);
        Asking {
            queries: [
                taken,
                lives,
                taken_with_kos,
                lives_with_kos,
                taken_in_time,
                taken_in_the_end,
                lives_in_the_end,
            ],
            known: [None; 7],
            told: [None; 7],
            is_ambiguous: [false; 7],
        }
    }

    /// Whether it matters now.
    fn is_wanted(&self, i: usize) -> bool {
        let known = &self.known;
        known[i].is_none()
            && match i {
                // Whoever does not get it though kos are read for him does not get it without them.
                TAKEN_WITH_KOS => known[TAKEN] == Some(false),
                LIVES_WITH_KOS => known[LIVES] == Some(false),
                TAKEN_IN_TIME => known[TAKEN_WITH_KOS] == Some(true),
                TAKEN_IN_THE_END => known[TAKEN_IN_TIME] == Some(true),
                LIVES_IN_THE_END => known[TAKEN_IN_TIME] == Some(false),
                _ => true,
            }
    }

    /// Works on one of them, and notes what follows for the others.
    fn ask<S: Bits>(
        &mut self,
        i: usize,
        search: &mut Search<S>,
        start: &LocalState<S>,
        share: u64,
    ) {
        if !self.is_wanted(i) {
            return;
        }
        let strict = i % 2;
        if matches!(i, TAKEN_WITH_KOS | LIVES_WITH_KOS) && !self.is_ambiguous[strict] {
            self.known[i] = Some(false);
            return;
        }
        let told = search.ask(&self.queries[i], start, share);
        self.told[i] = told;
        self.known[i] = told.map(|told| told.gets);
        self.is_ambiguous[i] |= told.is_some_and(|told| !told.is_plain);
        match (i, self.known[i]) {
            (TAKEN_WITH_KOS, Some(true)) => {
                // So it does not live without kos; with them it may.
                self.known[LIVES] = Some(false);
                self.is_ambiguous[LIVES] = true;
            }
            (LIVES_WITH_KOS, Some(true)) => {
                for taken in [TAKEN, TAKEN_IN_THE_END] {
                    self.known[taken] = Some(false);
                    self.is_ambiguous[taken] = true;
                }
            }
            _ => {}
        }
    }

    /// The query that tells the answer only with another one, where the player is who seeks it: he needs one play for both.
    fn by_two_queries(&self, defender: Color, player: Color) -> Option<usize> {
        let is = |i: usize| self.known[i] == Some(true);
        let told = match (is(TAKEN_IN_THE_END), is(LIVES_IN_THE_END)) {
            (true, _) if !is(TAKEN) => TAKEN_IN_THE_END,
            (_, true) if !is(LIVES) => LIVES_IN_THE_END,
            _ => return None,
        };
        (self.queries[told].seeker(defender) == player).then_some(told)
    }

    /// Whether one first play is seen to get what this query and the other one tell; that none does is noted.
    fn is_got_by_one_play<S: Bits>(
        &mut self,
        told: usize,
        search: &mut Search<S>,
        start: &LocalState<S>,
        share: u64,
    ) -> bool {
        let query = self.queries[told];
        let in_time = (self.queries[TAKEN_IN_TIME], told == TAKEN_IN_THE_END);
        let asked = [(query, true), in_time];
        let begun = query.state(*start);
        let mut is_open = false;
        let plays = search.moves(&begun).into_iter();
        let plays =
            plays.filter_map(|play| Some(search.region.play(&begun, usize::from(play))?.state));
        let plays: Vec<LocalState<S>> = plays.chain([begun.passed()]).collect();
        for after in plays {
            match gets(search, &asked, &after, share) {
                Some(true) => return true,
                Some(false) => {}
                None => is_open = true,
            }
        }
        if !is_open {
            self.known[told] = Some(false);
        }
        false
    }

    /// The answer, once it is known.
    fn settled(&self) -> Option<Status> {
        let known = &self.known;
        let is = |i: usize| known[i] == Some(true);
        let is_not = |i: usize| known[i] == Some(false);
        let by = |answer, i: usize| {
            Some(Status {
                answer,
                by: self.queries[i],
                endless: match is_not(TAKEN_IN_TIME) {
                    true => Endless::Misses,
                    false => Endless::Reaches,
                },
                told: self.all_told(),
            })
        };
        for taken in [TAKEN, TAKEN_IN_THE_END] {
            if is(taken) {
                return by(Answer::Dies, taken);
            }
        }
        for lives in [LIVES, LIVES_IN_THE_END] {
            if is(lives) {
                return by(Answer::Lives, lives);
            }
        }
        if is(TAKEN_IN_TIME) && is_not(TAKEN_IN_THE_END) {
            return by(Answer::Ko, TAKEN_IN_TIME);
        }
        if !is_not(TAKEN_WITH_KOS) && !is_not(LIVES_IN_THE_END) {
            return None;
        }
        match known[LIVES_WITH_KOS]? {
            true => by(Answer::LivesByKo, LIVES_WITH_KOS),
            false if self.is_ambiguous[LIVES] => by(Answer::Seki, LIVES_WITH_KOS),
            false => by(Answer::Seki, TAKEN),
        }
    }

    fn all_told(&self) -> [(Query, Option<QueryAnswer>); 7] {
        std::array::from_fn(|i| (self.queries[i], self.told[i]))
    }

    /// What the player wants most and may still get.
    fn guess(&self, defends: bool) -> Status {
        let of = |answer, i: usize| Status {
            answer,
            by: self.queries[i],
            endless: Endless::Reaches,
            told: self.all_told(),
        };
        // Whether the attacker gets more by a ko than that is not known.
        if self.known[LIVES_WITH_KOS] == Some(true) && defends {
            return of(Answer::Ko, LIVES_WITH_KOS);
        }
        let strict = match defends {
            true => LIVES,
            false => TAKEN,
        };
        let open = match self.known[strict] {
            None => strict,
            Some(_) => strict + TAKEN_WITH_KOS,
        };
        of(Answer::NotFinished, open)
    }
}

/// Whether all queries have the wanted answers; `None` where that is not settled within so many nodes
/// for each.
pub(super) fn gets<S: Bits>(
    search: &mut Search<S>,
    asked: &[(Query, bool)],
    after: &LocalState<S>,
    share: u64,
) -> Option<bool> {
    for (query, wanted) in asked {
        if search.ask(query, after, share)?.gets != *wanted {
            return Some(false);
        }
    }
    Some(true)
}
