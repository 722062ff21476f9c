//! Races of large groups: what reading says of them where who takes the other's has won.

#[path = "common/contested.rs"]
mod contested;

use contested::{Contested, contested};
use sgf_audit::analysis::Life;
use sgf_audit::analysis::areas::{Areas, Fate, Nodes};
use sgf_audit::analysis::regions::Chains;
use sgf_audit::go::SuicideRule;

/// What becomes of Black's group, and of White's.
fn race(rows: &str) -> [Fate; 2] {
    let Contested {
        board,
        settled,
        stones,
    } = contested(rows);
    let chains = Chains::new(&board);
    let mut areas = Areas::new(&board, &chains, SuicideRule::Forbidden, Nodes::USUAL);
    let found = areas.between(&settled);
    let fates = areas.read(&found[0]);
    stones.pair().map(|group| {
        let stone = board.head(group.first().expect("a group"));
        let of = |&&(i, _): &&(usize, Fate)| board.head(chains.list()[i].first) == stone;
        fates.iter().find(of).expect("a fate").1
    })
}

const WON: Fate = Fate::Likely(Life::Alive);
const LOST: Fate = Fate::Likely(Life::Dead);

#[test]
fn four_liberties_beat_an_eye_and_a_shared_liberty() {
    // Black fills White's one outside of the eye and takes; White needs four plays.
    let rows = "
        -O-OOX-X-
        OOOOOXXXX
        B...BWWWW
        BBBBBWW.W
        BBBB.WWWW
        BBBBBWWWW";
    assert_eq!(race(rows), [WON, LOST]);
}

#[test]
fn two_liberties_do_not() {
    let rows = "
        -O-OOX-X-
        OOOOOXXXX
        BBBBBWWWW
        BBBBBWW.W
        BBBB.WWW.
        BBBBBWWWW";
    assert_eq!(race(rows)[1], Fate::Told(Life::Alive));
}

#[test]
fn it_depends_on_who_begins_where_liberties_are_even() {
    let rows = "
        -O-OOX-X-
        OOOOOXXXX
        B..BBWWWW
        BBBBBWWWW
        BBBB.WW.W
        BBBBBWWWW";
    assert_eq!(race(rows), [Fate::Depends; 2]);
}
