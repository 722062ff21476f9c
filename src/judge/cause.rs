//! The one table of every cause: why a record agrees by a custom, why it differs, or what it leaves
//! open.
//!
//! An entry's example is its documentation (`audit explain CAUSE`) and its test: auditing the
//! example must name the cause.

use crate::finding::codes::Example;
use Example::{Sgf, Told};

/// What a cause explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Explains {
    /// The record agrees by a counting convention that moves a margin by single points.
    Agreement,
    /// The record differs, and this mistake alone gives it.
    Difference,
    /// The record can neither be confirmed nor refuted, for this reason.
    Undecidable,
}

impl Explains {
    /// The verdict that comes with it, as a heading.
    pub fn heading(self) -> &'static str {
        match self {
            Explains::Agreement => "agrees by a counting convention",
            Explains::Difference => "differs",
            Explains::Undecidable => "undecidable",
        }
    }
}

macro_rules! causes {
    ($($name:ident, $slug:literal, $explains:ident, $says:literal, $example:expr;)*) => {
        /// The convention by which a record agrees, or the likeliest reason why it does not.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Cause { $(#[doc = $says] $name,)* }

        impl Cause {
            /// Every cause, as listed.
            pub const ALL: &'static [Cause] = &[$(Cause::$name,)*];

            /// The slug that reports show, such as `komi-forgotten`.
            pub fn slug(self) -> &'static str { match self { $(Cause::$name => $slug,)* } }

            /// What it explains.
            pub fn explains(self) -> Explains { match self { $(Cause::$name => Explains::$explains,)* } }

            /// What it says, as the end of a sentence.
            pub fn says(self) -> &'static str { match self { $(Cause::$name => $says,)* } }

            /// The smallest game that shows it.
            pub fn example(self) -> Example { match self { $(Cause::$name => $example,)* } }
        }
    };
}

impl Cause {
    /// What it does to the severity of the finding that names it.
    pub fn effect_on_severity(self) -> &'static str {
        match (self, self.explains()) {
            (Cause::KoTaken | Cause::DeadStonesTakenOff, _) => "a note",
            (Cause::AgreedByPlayers, _) => {
                "a note where the verdict is an estimate, or the winner is the same"
            }
            (_, Explains::Agreement) => {
                "a note; a warning where the record then has another winner than the strict count"
            }
            (_, Explains::Difference) => {
                "not changed by the cause: an error for another winner, or where the difference is proved or read, else by its size"
            }
            // What is left open has no severity of its own.
            (_, Explains::Undecidable) => "none: nothing is claimed",
        }
    }
}

/// A finished game on 5x5, after which Black has 13 points of area and White 12, and both have 4 of
/// territory: what stands before and after the properties that an example changes.
macro_rules! finished {
    ($info:literal) => {
        concat!(
            "(;GM[1]SZ[5]",
            $info,
            ";B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[ac];W[ec];B[ca];W[cb];\
             B[cc];W[cd];B[ce];W[];B[])"
        )
    };
    ($info:literal, $last:literal) => {
        concat!(
            "(;GM[1]SZ[5]",
            $info,
            ";B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[ac];W[ec];B[ca];W[cb];\
             B[cc];W[cd];B[ce]",
            $last,
            ")"
        )
    };
}

causes! {
    // ---- agrees by a counting convention ----
    ProtectivePointsCounted, "protective-points-counted", Agreement,
        "the record counts points that must still be filled to protect stones",
        Sgf("(;GM[1]SZ[6:5]KM[0.5]RU[Japanese]RE[W+1.5]AB[ba][cb][bc][bd][be][ac]\
         AW[ca][da][ea][eb][ec][ed][ee][dc][cc][cd][ce][fc];B[];W[])");
    SekiEyesCounted, "seki-eyes-counted", Agreement,
        "the record counts eyes of groups alive in seki",
        Told("a group in seki has an eye of one point that the opponent's group has not, and the record counts it");
    CountedStrictly, "counted-strictly", Agreement,
        "the record leaves out points that must still be filled, or eyes of groups alive in seki, which its server counts",
        Sgf("(;GM[1]SZ[6:5]KM[0.5]RU[Japanese]PC[OGS: https://online-go.com/]RE[W+2.5]AB[ba][cb][bc][bd][be][ac]\
         AW[ca][da][ea][eb][ec][ed][ee][dc][cc][cd][ce][fc];B[];W[])");
    LastDameTaken, "last-dame-taken", Agreement,
        "the record gives the last neutral point to the side that would have taken it",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[B+0.5]AB[ba][bb][bc][bd][be][ac][ca][cc]\
         AW[da][db][dc][dd][de][ec][cb][cd];B[];W[])");
    KoTaken, "ko-taken", Agreement,
        "the record takes off the stone of a ko that both left open on a small board",
        Sgf("(;GM[1]SZ[5]KM[6.5]RU[Japanese]RE[W+6.5]AB[ba][ca][ab][bb][cb][bc][dc][ad][bd][cd][be][ce]\
         AW[da][db][eb][ec][dd][ed][de];B[];W[])");
    OtherRules, "other-rules", Agreement,
        "the rules are assumed; the record is exact by the other method",
        Sgf(finished!("KM[0.5]RE[B+0.5]"));
    LoneStoneCompensated, "lone-stone-compensated", Agreement,
        "Black's first stone was set up as a handicap of one, for which White received a point",
        Sgf("(;GM[1]SZ[5]KM[3.5]RU[Chinese]RE[W+3.5]AB[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];\
         B[be];W[de];B[ac];W[ec];B[ca];W[cb];B[cc];W[cd];B[ce];W[];B[])");
    HandicapAsTold, "handicap-as-told", Agreement,
        "the record gives White points for the handicap that HA tells, though other stones are there",
        Sgf("(;GM[1]SZ[5]KM[3.5]RU[Chinese]HA[2]RE[W+4.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];\
         B[be];W[de];B[ac];W[ec];B[ca];W[cb];B[cc];W[cd];B[ce];W[];B[])");
    HandicapOpen, "handicap-open", Agreement,
        "the record is exact by other points for handicap stones, where HA or the rules are silent on them",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[B+0.5]AB[bb][bd];W[dc];B[bc];W[db];B[ba];W[dd];B[be];W[da];\
         B[ac];W[de];B[ca];W[ec];B[cc];W[cb];B[ce];W[cd];B[];W[])");
    DeadStonesTakenOff, "dead-stones-taken-off", Agreement,
        "the record takes dead stones off, which these rules leave on the board",
        Sgf(finished!("KM[0.5]RU[Tromp-Taylor]RE[B+0.5]", ";W[ae];B[];W[]"));
    // ---- differs ----
    WinnerFlipped, "winner-flipped", Difference,
        "the margin is right, for the other side",
        Sgf(finished!("KM[3.5]RU[Chinese]RE[B+2.5]"));
    KomiForgotten, "komi-forgotten", Difference,
        "the record leaves komi out",
        Sgf(finished!("KM[7]RU[Chinese]RE[B+1]"));
    KomiDoubled, "komi-doubled", Difference,
        "the record counts komi twice",
        Sgf(finished!("KM[9]RU[Chinese]RE[W+17]"));
    KomiOther, "komi-other", Difference,
        "the record counts another komi",
        Sgf(finished!("KM[3]RU[Chinese]RE[W+6]"));
    KomiInZi, "komi-in-zi", Difference,
        "the record takes komi in Chinese stones for points, or the reverse",
        Sgf(finished!("KM[7.5]RU[Chinese]RE[W+2.75]"));
    MarginInZi, "margin-in-zi", Difference,
        "the record states the margin in Chinese stones, of which one is two points",
        Sgf(finished!("KM[7]RU[Chinese]RE[W+3]"));
    OtherMethod, "other-method", Difference,
        "the record is counted by the other method",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[W+0.5]AB[ac][ba][bb][bc][bd][be]\
         AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])");
    CompensationGiven, "compensation-given", Difference,
        "the record gives White points for handicap stones that the rules do not give",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Japanese]HA[2]RE[W+2.5]AB[bb][bd];W[dc];B[bc];W[db];B[ba];W[dd];\
         B[be];W[da];B[ac];W[de];B[ca];W[ec];B[cc];W[cb];B[ce];W[cd];B[];W[])");
    CompensationForgotten, "compensation-forgotten", Difference,
        "the record leaves out White's points for handicap stones",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Chinese]HA[2]RE[B+0.5]AB[bb][bd];W[dc];B[bc];W[db];B[ba];W[dd];\
         B[be];W[da];B[ac];W[de];B[ca];W[ec];B[cc];W[cb];B[ce];W[cd];B[];W[])");
    DeadLeftOnBoard, "dead-left-on-board", Difference,
        "dead stones were counted alive",
        Sgf(finished!("KM[0.5]RU[Chinese]RE[W+2.5]", ";W[ae];B[];W[]"));
    LiveTakenOff, "live-taken-off", Difference,
        "living stones were counted dead",
        Sgf(finished!("KM[0.5]RU[Chinese]RE[B+24.5]"));
    KoGiven, "ko-given", Difference,
        "the record gives a ko that both left open on a small board to the side that can take it",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[B+3.5]AB[ba][ca][ab][bb][cb][bc][dc][ad][bd][cd][be][ce]\
         AW[da][db][eb][ec][dd][ed][de];B[];W[])");
    AgreedByPlayers, "agreed-by-players", Difference,
        "the record's own territory marks give its result",
        Sgf(finished!("KM[0.5]RU[Japanese]RE[W+1.5]", ";W[];B[]TB[aa][ab][ad]TW[ea][eb][ed][ee]"));
    PrisonersForgotten, "prisoners-forgotten", Difference,
        "prisoners were not counted",
        Sgf(finished!("KM[2.5]RU[Japanese]RE[W+2.5]", ";W[ae];B[];W[aa];B[];W[]"));
    TypingSlip, "typing-slip", Difference,
        "a slip of the pen",
        Sgf(finished!("KM[0.5]RU[Chinese]RE[B+10.5]"));
    NotACount, "not-a-count", Difference,
        "the game was resigned or lost on time; the score is no count",
        Sgf(finished!("KM[0.5]RU[Chinese]RE[B+5.5]", ";W[];B[]C[B+R]"));
    OnePoint, "one-point", Difference,
        "a single point or stone was counted that is none, or left out",
        Sgf(finished!("KM[0.5]RU[Japanese]RE[W+1.5]"));
    // ---- undecidable ----
    KomiImplied, "komi-implied", Undecidable,
        "a komi that the record does not state makes it exact",
        Sgf(finished!("RU[Japanese]RE[W+6.5]"));
    LastMovesMissing, "last-moves-missing", Undecidable,
        "the last moves are missing",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Japanese]RE[B+1.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];\
             B[be];W[de];B[ac];W[ec];B[ca];W[cb])");
}
