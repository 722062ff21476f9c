//! What becomes of a target, from the answers to yes-or-no queries.

use super::search::{QueryAnswer, Search};
use super::table::NONE;
use crate::analysis::local::LocalState;
use crate::analysis::problem::Answer;
use crate::analysis::query::{Endless, Query};
use crate::go::{Bits, Color};
use std::ops::{Index, IndexMut};

/// Positions for the first try of a query.
const FIRST: u64 = 5_000;

/// What the other side wants is asked with fewer positions: so many, divided by this.
const OTHERS: u64 = 4;

/// What is asked of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    /// Whether it is taken, with kos read against the attacker.
    Taken,
    /// Whether it lives, with kos read against the defender.
    Lives,
    /// Whether it is taken, with kos read for the attacker.
    TakenWithKos,
    /// Whether it lives, with kos read for the defender.
    LivesWithKos,
    /// Whether kos get the attacker more than play without end.
    TakenInTime,
    /// Whether it is taken in the end, with kos read against the attacker.
    TakenInTheEnd,
    /// Whether it lives in the end, with kos read against the defender.
    LivesInTheEnd,
}

impl Ask {
    /// All of them, in the order in which they are asked.
    const ALL: [Ask; 7] = [
        Ask::Taken,
        Ask::Lives,
        Ask::TakenWithKos,
        Ask::LivesWithKos,
        Ask::TakenInTime,
        Ask::TakenInTheEnd,
        Ask::LivesInTheEnd,
    ];

    fn query(self, defender: Color) -> Query {
        match self {
            Ask::Taken => Query::strict(defender).taken,
            Ask::Lives => Query::strict(defender).lives,
            Ask::TakenWithKos => Query::generous(defender).taken,
            Ask::LivesWithKos => Query::generous(defender).lives,
            Ask::TakenInTime => Query::taken_in_time(defender),
            Ask::TakenInTheEnd => Query::in_the_end(defender).taken,
            Ask::LivesInTheEnd => Query::in_the_end(defender).lives,
        }
    }
}

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
        for ask in Ask::ALL {
            let is_players = asking[ask].query.seeker(search.region.defender) == start.to_move;
            let share = match is_players {
                true => share,
                false => share / OTHERS,
            };
            asking.ask(ask, search, start, share);
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

/// What is known of a query.
#[derive(Clone, Copy)]
struct AskedQuery {
    query: Query,
    known: Option<bool>,
    told: Option<QueryAnswer>,
    /// A ko or a repetition had to do with it.
    is_ambiguous: bool,
}

/// What is known of the queries, in the order of [`Ask::ALL`].
struct Asking([AskedQuery; 7]);

impl Index<Ask> for Asking {
    type Output = AskedQuery;

    fn index(&self, ask: Ask) -> &AskedQuery {
        &self.0[ask as usize]
    }
}

impl IndexMut<Ask> for Asking {
    fn index_mut(&mut self, ask: Ask) -> &mut AskedQuery {
        &mut self.0[ask as usize]
    }
}

impl Asking {
    fn new(defender: Color) -> Asking {
        Asking(Ask::ALL.map(|ask| AskedQuery {
            query: ask.query(defender),
            known: None,
            told: None,
            is_ambiguous: false,
        }))
    }

    fn is(&self, ask: Ask) -> bool {
        self[ask].known == Some(true)
    }

    fn is_not(&self, ask: Ask) -> bool {
        self[ask].known == Some(false)
    }

    /// Whether it matters now.
    fn is_wanted(&self, ask: Ask) -> bool {
        self[ask].known.is_none()
            && match ask {
                // Whoever does not get it though kos are read for him does not get it without them.
                Ask::TakenWithKos => self.is_not(Ask::Taken),
                Ask::LivesWithKos => self.is_not(Ask::Lives),
                Ask::TakenInTime => self.is(Ask::TakenWithKos),
                Ask::TakenInTheEnd => self.is(Ask::TakenInTime),
                Ask::LivesInTheEnd => self.is_not(Ask::TakenInTime),
                Ask::Taken | Ask::Lives => true,
            }
    }

    /// Works on one of them, and notes what follows for the others.
    fn ask<S: Bits>(
        &mut self,
        ask: Ask,
        search: &mut Search<S>,
        start: &LocalState<S>,
        share: u64,
    ) {
        if !self.is_wanted(ask) {
            return;
        }
        let without_kos = match ask {
            Ask::TakenWithKos => Some(Ask::Taken),
            Ask::LivesWithKos => Some(Ask::Lives),
            _ => None,
        };
        if without_kos.is_some_and(|strict| !self[strict].is_ambiguous) {
            self[ask].known = Some(false);
            return;
        }
        let told = search.ask(&self[ask].query, start, share);
        let asked = &mut self[ask];
        asked.told = told;
        asked.known = told.map(|told| told.gets);
        asked.is_ambiguous |= told.is_some_and(|told| !told.is_plain);
        let refuted: &[Ask] = match (ask, asked.known) {
            // So it does not live without kos; with them it may.
            (Ask::TakenWithKos, Some(true)) => &[Ask::Lives],
            (Ask::LivesWithKos, Some(true)) => &[Ask::Taken, Ask::TakenInTheEnd],
            _ => &[],
        };
        for &other in refuted {
            self[other].known = Some(false);
            self[other].is_ambiguous = true;
        }
    }

    /// The query that tells the answer only with another one, where the player is who seeks it: he needs one play for both.
    fn by_two_queries(&self, defender: Color, player: Color) -> Option<Ask> {
        let told = match (self.is(Ask::TakenInTheEnd), self.is(Ask::LivesInTheEnd)) {
            (true, _) if !self.is(Ask::Taken) => Ask::TakenInTheEnd,
            (_, true) if !self.is(Ask::Lives) => Ask::LivesInTheEnd,
            _ => return None,
        };
        (self[told].query.seeker(defender) == player).then_some(told)
    }

    /// Whether one first play is seen to get what this query and the other one tell; that none does is noted.
    fn is_got_by_one_play<S: Bits>(
        &mut self,
        told: Ask,
        search: &mut Search<S>,
        start: &LocalState<S>,
        share: u64,
    ) -> bool {
        let query = self[told].query;
        let in_time = (self[Ask::TakenInTime].query, told == Ask::TakenInTheEnd);
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
            self[told].known = Some(false);
        }
        false
    }

    /// The answer, once it is known.
    fn settled(&self) -> Option<Status> {
        let by = |answer, ask: Ask| {
            let endless = match self.is_not(Ask::TakenInTime) {
                true => Endless::Misses,
                false => Endless::Reaches,
            };
            Some(self.status(answer, ask, endless))
        };
        for taken in [Ask::Taken, Ask::TakenInTheEnd] {
            if self.is(taken) {
                return by(Answer::Dies, taken);
            }
        }
        for lives in [Ask::Lives, Ask::LivesInTheEnd] {
            if self.is(lives) {
                return by(Answer::Lives, lives);
            }
        }
        if self.is(Ask::TakenInTime) && self.is_not(Ask::TakenInTheEnd) {
            return by(Answer::Ko, Ask::TakenInTime);
        }
        if !self.is_not(Ask::TakenWithKos) && !self.is_not(Ask::LivesInTheEnd) {
            return None;
        }
        match self[Ask::LivesWithKos].known? {
            true => by(Answer::LivesByKo, Ask::LivesWithKos),
            false if self[Ask::Lives].is_ambiguous => by(Answer::Seki, Ask::LivesWithKos),
            false => by(Answer::Seki, Ask::Taken),
        }
    }

    fn status(&self, answer: Answer, by: Ask, endless: Endless) -> Status {
        Status {
            answer,
            by: self[by].query,
            endless,
            told: self.0.map(|asked| (asked.query, asked.told)),
        }
    }

    /// What the player wants most and may still get.
    fn guess(&self, defends: bool) -> Status {
        let (strict, with_kos) = match defends {
            true => (Ask::Lives, Ask::LivesWithKos),
            false => (Ask::Taken, Ask::TakenWithKos),
        };
        // With kos it may live; whether without them, too, is not known.
        let lives_by_one = defends && self.is(Ask::LivesWithKos);
        let open = match self[strict].known {
            None if !lives_by_one => strict,
            _ => with_kos,
        };
        self.status(Answer::NotFinished, open, Endless::Reaches)
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
