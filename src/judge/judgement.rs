//! What comes of the comparison.

use super::cause::Cause;
use super::input::JudgeInput;
use super::proof::{self, Confidence};
use crate::analysis::Analysis;
use crate::finding::{Code, Finding};
use crate::score::Bounds;
use std::slice;

enum_of_words! {
    /// What comes of the comparison.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Verdict {
        /// The record states the margin of the board, or one that a convention gives.
        Agrees = "agrees",
        /// The record states another margin than the board has, and none that a convention gives.
        Differs = "differs",
        /// The board is not settled enough to say.
        Undecidable = "undecidable",
        /// The record states no margin.
        NotScored = "not-scored",
        /// The game could not be replayed to its end.
        #[default]
        Broken = "broken",
    }
}

/// The judgement of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict, with what holds for it.
    pub ruling: Ruling,
    /// What the counted margin itself rests on: a record may be proved wrong, since it lies outside of
    /// what is possible, where the margin is an estimate.
    pub margin_rests_on: Confidence,
    /// Margins besides the counted one that a record may state as well: with dead stones off where
    /// the rules leave them, with the handicap that HA tells where other stones are there, by the other
    /// method where no rules are recorded, and with what a dame calls for played on after two passes.
    pub others: Vec<f64>,
    /// What is said of the recorded result, whatever the verdict.
    pub of_result: Vec<Finding>,
}

/// What comes of the comparison, with what it says.
#[derive(Clone, Debug, PartialEq)]
pub enum Ruling {
    /// The record states no margin.
    NotScored,
    /// The record agrees.
    Agrees(Agrees),
    /// The record differs.
    Differs(Differs),
    /// The record is neither confirmed nor contradicted.
    Undecidable(Undecided),
}

/// A record that states the margin of the board, or one that a convention gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Agrees {
    /// The recorded margin less the counted one.
    pub difference: f64,
    /// What the verdict rests on.
    pub confidence: Confidence,
    /// The chance that the verdict is right, measured on games; 1 where it is proved or read.
    pub probability: f64,
    /// The convention by which it agrees.
    pub cause: Option<Cause>,
    /// Whether the convention decides who won.
    pub is_turned: bool,
    /// What is said of it; nothing where it agrees as it stands.
    pub said: Vec<Finding>,
}

/// A record that states another margin than the board has, and none that a convention gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Differs {
    /// The recorded margin less the counted one; `None` where only the bounds of that are known.
    pub difference: Option<f64>,
    /// What the verdict rests on.
    pub confidence: Confidence,
    /// The chance that the verdict is right, measured on games; 1 where it is proved or read.
    pub probability: f64,
    /// Whether the board has another winner than the record; `None` where that is not known.
    pub winner_differs: Option<bool>,
    /// The likeliest reason.
    pub cause: Option<Cause>,
    /// What would explain a difference where none of it is told as the cause: several reasons, the likeliest
    /// first, or one that mostly fits by chance; and what would besides a slip of a point.
    pub possible: Vec<Cause>,
    /// What is said of it.
    pub said: Finding,
}

/// A record that is neither confirmed nor contradicted.
#[derive(Clone, Debug, PartialEq)]
pub struct Undecided {
    /// Why it is left open.
    pub reason: Reason,
    /// Where the record stops early: between what the margin lies if both sides answer from here on.
    pub bounds: Option<Bounds>,
    /// What is said of it.
    pub said: Finding,
}

/// Why a record is left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The record says that it lacks moves.
    MovesMissing,
    /// The board is far from settled.
    Unfinished,
    /// A komi that the record does not state makes it exact.
    KomiImplied,
    /// The record stops early, and differs by no more than last moves are worth.
    LastMoves,
    /// What is not settled, or not known, may make up for the difference.
    Unsettled,
    /// A surer verdict is asked for.
    Withheld,
}

impl Reason {
    fn code(self) -> Code {
        match self {
            Reason::MovesMissing => Code::MovesMissing,
            Reason::Unfinished => Code::ScoreUnfinished,
            Reason::KomiImplied => Code::KomiImplied,
            Reason::LastMoves | Reason::Unsettled | Reason::Withheld => Code::Unsettled,
        }
    }

    fn cause(self) -> Option<Cause> {
        match self {
            Reason::KomiImplied => Some(Cause::KomiImplied),
            Reason::LastMoves => Some(Cause::LastMovesMissing),
            Reason::MovesMissing | Reason::Unfinished | Reason::Unsettled | Reason::Withheld => {
                None
            }
        }
    }
}

impl Agrees {
    /// Says first by what it was met, an estimate that is right with this chance.
    pub(super) fn confirm(&mut self, said: Finding, probability: f64) {
        self.said.insert(0, said);
        self.confidence = Confidence::Estimated;
        self.probability = probability;
    }
}

impl Differs {
    /// The only kind of mistake that gives the record, whether it is told as the cause or not.
    pub(super) fn only_fit(&self) -> Option<Cause> {
        self.cause.or(match self.possible.as_slice() {
            [only] => Some(*only),
            _ => None,
        })
    }
}

impl Undecided {
    /// For this reason, of which the message tells more.
    pub(super) fn new(input: &JudgeInput, reason: Reason, message: String) -> Undecided {
        Undecided {
            reason,
            bounds: proof::bounds_if_early(input),
            said: Finding::new(reason.code(), message),
        }
    }
}

impl Judgement {
    /// The verdict, as a word.
    pub fn verdict(&self) -> Verdict {
        match self.ruling {
            Ruling::NotScored => Verdict::NotScored,
            Ruling::Agrees(_) => Verdict::Agrees,
            Ruling::Differs(_) => Verdict::Differs,
            Ruling::Undecidable(_) => Verdict::Undecidable,
        }
    }

    /// The convention by which the record agrees, the likeliest reason why it does not, or why it is left open, where that
    /// has a name.
    pub fn cause(&self) -> Option<Cause> {
        match &self.ruling {
            Ruling::NotScored => None,
            Ruling::Agrees(agrees) => agrees.cause,
            Ruling::Differs(differs) => differs.cause,
            Ruling::Undecidable(undecided) => undecided.reason.cause(),
        }
    }

    /// The chance that the verdict is right, measured on games; 1 where it is proved or read, `None`
    /// where the verdict neither agrees nor differs.
    pub fn probability(&self) -> Option<f64> {
        match &self.ruling {
            Ruling::Agrees(agrees) => Some(agrees.probability),
            Ruling::Differs(differs) => Some(differs.probability),
            Ruling::NotScored | Ruling::Undecidable(_) => None,
        }
    }

    /// All that there is to say, in this order.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let said = match &self.ruling {
            Ruling::NotScored => &[],
            Ruling::Agrees(agrees) => agrees.said.as_slice(),
            Ruling::Differs(differs) => slice::from_ref(&differs.said),
            Ruling::Undecidable(undecided) => slice::from_ref(&undecided.said),
        };
        said.iter().chain(&self.of_result)
    }

    /// Whether the counted margin can be told.
    pub fn has_margin(&self, analysis: &Analysis) -> bool {
        match &self.ruling {
            Ruling::NotScored => analysis.is_settled(),
            Ruling::Agrees(_) => true,
            // That the record cannot be right may be proved where the margin is not known.
            Ruling::Differs(differs) => differs.difference.is_some(),
            Ruling::Undecidable(_) => false,
        }
    }

    /// Whether the board gives a margin, told or withheld.
    pub fn counts_margin(&self, analysis: &Analysis) -> bool {
        match &self.ruling {
            Ruling::Undecidable(undecided) => undecided.reason == Reason::Withheld,
            _ => self.has_margin(analysis),
        }
    }
}
