//! Games that stand in a corpus more than once, found by their fingerprints.
//!
//! A game costs 16 bytes until the end of the run. Copies are the same game whichever side of the
//! board it is seen from, with colours as played; copies that are cut short share the fingerprint
//! of their opening and can be looked for in a second index.

/// What is kept of a game: half of its fingerprint, its place in the run, and what it records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    id: u64,
    game: u32,
    claim: u32,
}

/// What a record claims, as far as copies can contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim(u32);

impl Claim {
    /// A record that names no winner and no margin: it contradicts nothing.
    pub const NONE: Claim = Claim(0);

    /// A margin, positive for Black, in half points; margins beyond a million are cut.
    pub fn margin(margin: f64) -> Claim {
        const ZERO: i64 = 1 << 22;
        let halves = (margin * 2.0).round().clamp(-2e6, 2e6) as i64;
        Claim((ZERO + halves) as u32)
    }

    /// A winner, by other means than points.
    pub fn winner(color: crate::go::Color) -> Claim {
        Claim(1 + color.index() as u32)
    }

    /// Whether both cannot be true: two margins, two winners, or a margin and another winner.
    pub fn contradicts(self, other: Claim) -> bool {
        let claims = |claim: Claim| match claim.0 {
            0 => (None, None),
            n @ (1 | 2) => (None, Some(if n == 1 { 1 } else { -1 })),
            n => (Some(n), Some((i64::from(n) - (1 << 22)).signum())),
        };
        let ((margin, winner), (other_margin, other_winner)) = (claims(self), claims(other));
        let differ = |a: Option<i64>, b: Option<i64>| a.zip(b).is_some_and(|(a, b)| a != b);
        differ(margin.map(i64::from), other_margin.map(i64::from)) || differ(winner, other_winner)
    }
}

/// The fingerprints of a run.
#[derive(Clone, Debug, Default)]
pub struct Fingerprints(Vec<Entry>);

/// Games with one fingerprint, by their places in the run, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copies {
    /// Places in the run.
    pub games: Vec<u32>,
    /// Two of them whose records contradict each other, if any do.
    pub contradiction: Option<(u32, u32)>,
}

impl Fingerprints {
    /// Adds the game at this place in the run.
    pub fn add(&mut self, game: u32, id: u128, claim: Claim) {
        let id = (id >> 64) as u64 ^ id as u64;
        self.0.push(Entry {
            id,
            game,
            claim: claim.0,
        });
    }

    /// Adds the games of another part of the run.
    pub fn merge(&mut self, other: Fingerprints) {
        self.0.extend(other.0);
    }

    /// The games that are there more than once, in order of their first copies.
    pub fn copies(mut self) -> Vec<Copies> {
        self.0.sort_unstable();
        let mut copies: Vec<Copies> = self
            .0
            .chunk_by(|a, b| a.id == b.id)
            .filter(|games| games.len() > 1)
            .map(|games| Copies {
                games: games.iter().map(|entry| entry.game).collect(),
                contradiction: contradiction(games),
            })
            .collect();
        copies.sort_unstable_by_key(|copies| copies.games[0]);
        copies
    }
}

/// The first game whose claim contradicts an earlier one's. Margins, winners and blanks are the
/// only kinds, so that comparing with the first of each kind is enough.
fn contradiction(games: &[Entry]) -> Option<(u32, u32)> {
    let mut first: Vec<&Entry> = Vec::new();
    for entry in games {
        let against = first
            .iter()
            .find(|e| Claim(e.claim).contradicts(Claim(entry.claim)));
        if let Some(earlier) = against {
            return Some((earlier.game, entry.game));
        }
        if first.iter().all(|e| e.claim != entry.claim) {
            first.push(entry);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;

    #[test]
    fn an_entry_is_small() {
        assert_eq!(std::mem::size_of::<Entry>(), 16);
    }

    #[test]
    fn claims() {
        let won = |color| Claim::winner(color);
        assert!(Claim::margin(3.5).contradicts(Claim::margin(-3.5)));
        assert!(Claim::margin(3.5).contradicts(Claim::margin(4.5)));
        assert!(!Claim::margin(3.5).contradicts(Claim::margin(3.5)));
        assert!(!Claim::margin(3.5).contradicts(won(Color::Black)));
        assert!(Claim::margin(3.5).contradicts(won(Color::White)));
        assert!(won(Color::Black).contradicts(won(Color::White)));
        assert!(!Claim::NONE.contradicts(Claim::margin(1.0)));
        assert!(!won(Color::White).contradicts(Claim::NONE));
    }

    #[test]
    fn copies_and_contradictions() {
        let mut fingerprints = Fingerprints::default();
        let mut later = Fingerprints::default();
        fingerprints.add(0, 7, Claim::margin(0.5));
        fingerprints.add(1, 8, Claim::NONE);
        fingerprints.add(2, 9, Claim::winner(Color::White));
        later.add(3, 7, Claim::NONE);
        later.add(4, 9, Claim::margin(-2.0));
        later.add(5, 7, Claim::margin(-0.5));
        fingerprints.merge(later);
        assert_eq!(
            fingerprints.copies(),
            [
                Copies {
                    games: vec![0, 3, 5],
                    contradiction: Some((0, 5))
                },
                Copies {
                    games: vec![2, 4],
                    contradiction: None
                },
            ]
        );
    }
}
