//! Why a record agrees or differs, as slugs and sentences.

/// The reason for an agreement by convention, or the likeliest one for a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// Convention: points that must still be filled were counted.
    ProtectivePointsCounted,
    /// Convention: eyes of groups alive in seki were counted.
    SekiEyesCounted,
    /// Convention: an odd last neutral point was given to the side that would have taken it.
    LastDameTaken,
    /// The rules are assumed; by the other method the record is exact.
    OtherRules,
    /// The komi is not recorded; a usual one makes the record exact.
    KomiImplied,
    /// The margin is right, for the other side.
    WinnerFlipped,
    /// No komi was counted.
    KomiForgotten,
    /// Komi was counted twice.
    KomiDoubled,
    /// Another komi was counted.
    KomiOther,
    /// Komi in Chinese stones was counted as points, or the other way round.
    KomiInZi,
    /// Counted by area in place of territory, or the other way round.
    OtherMethod,
    /// White was given points for handicap stones that the rules do not give.
    CompensationGiven,
    /// White was not given the points for handicap stones.
    CompensationForgotten,
    /// Dead stones were counted alive.
    DeadLeftOnBoard,
    /// Living stones were counted dead.
    LiveTakenOff,
    /// The territory marks of the record give its result; they disagree with the board.
    AgreedByPlayers,
    /// The record ends before the game did.
    LastMovesMissing,
    /// Prisoners were not counted.
    PrisonersForgotten,
    /// A slip of the pen: digits swapped, or a digit too many, too few or wrong.
    TypingSlip,
    /// The game was resigned or lost on time; the score is no count.
    NotACount,
}

impl Cause {
    /// Every cause.
    pub const ALL: &'static [Cause] = &[
        Cause::ProtectivePointsCounted,
        Cause::SekiEyesCounted,
        Cause::LastDameTaken,
        Cause::OtherRules,
        Cause::KomiImplied,
        Cause::WinnerFlipped,
        Cause::KomiForgotten,
        Cause::KomiDoubled,
        Cause::KomiOther,
        Cause::KomiInZi,
        Cause::OtherMethod,
        Cause::CompensationGiven,
        Cause::CompensationForgotten,
        Cause::DeadLeftOnBoard,
        Cause::LiveTakenOff,
        Cause::AgreedByPlayers,
        Cause::LastMovesMissing,
        Cause::PrisonersForgotten,
        Cause::TypingSlip,
        Cause::NotACount,
    ];

    /// The slug in reports.
    pub fn slug(self) -> &'static str {
        match self {
            Cause::ProtectivePointsCounted => "protective-points-counted",
            Cause::SekiEyesCounted => "seki-eyes-counted",
            Cause::LastDameTaken => "last-dame-taken",
            Cause::OtherRules => "other-rules",
            Cause::KomiImplied => "komi-implied",
            Cause::WinnerFlipped => "winner-flipped",
            Cause::KomiForgotten => "komi-forgotten",
            Cause::KomiDoubled => "komi-doubled",
            Cause::KomiOther => "komi-other",
            Cause::KomiInZi => "komi-in-zi",
            Cause::OtherMethod => "other-method",
            Cause::CompensationGiven => "compensation-given",
            Cause::CompensationForgotten => "compensation-forgotten",
            Cause::DeadLeftOnBoard => "dead-left-on-board",
            Cause::LiveTakenOff => "live-taken-off",
            Cause::AgreedByPlayers => "agreed-by-players",
            Cause::LastMovesMissing => "last-moves-missing",
            Cause::PrisonersForgotten => "prisoners-forgotten",
            Cause::TypingSlip => "typing-slip",
            Cause::NotACount => "not-a-count",
        }
    }

    /// What it says, as the end of a sentence.
    pub fn says(self) -> &'static str {
        match self {
            Cause::ProtectivePointsCounted => {
                "the record counts points that must still be filled to protect stones"
            }
            Cause::SekiEyesCounted => "the record counts eyes of groups alive in seki",
            Cause::LastDameTaken => {
                "the record gives the last neutral point to the side that would have taken it"
            }
            Cause::OtherRules => "no rules are named; the record is exact by the other method",
            Cause::KomiImplied => "a usual komi makes the record exact",
            Cause::WinnerFlipped => "the margin is right, for the other side",
            Cause::KomiForgotten => "the record leaves komi out",
            Cause::KomiDoubled => "the record counts komi twice",
            Cause::KomiOther => "the record counts another komi",
            Cause::KomiInZi => "the record takes komi in Chinese stones for points, or the reverse",
            Cause::OtherMethod => "the record is counted by the other method",
            Cause::CompensationGiven => {
                "the record gives White points for handicap stones that the rules do not give"
            }
            Cause::CompensationForgotten => {
                "the record leaves out White's points for handicap stones"
            }
            Cause::DeadLeftOnBoard => "dead stones were counted alive",
            Cause::LiveTakenOff => "living stones were counted dead",
            Cause::AgreedByPlayers => "the record's own territory marks give its result",
            Cause::LastMovesMissing => "the last moves are missing",
            Cause::PrisonersForgotten => "prisoners were not counted",
            Cause::TypingSlip => "a slip of the pen",
            Cause::NotACount => "the game was resigned or lost on time; the score is no count",
        }
    }
}
