//! What comes of the comparison.

use super::cause::Cause;
use super::proof::Confidence;
use crate::analysis::Analysis;
use crate::finding::Finding;

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
    /// What comes of the comparison.
    pub verdict: Verdict,
    /// Whether it is undecidable only because a surer verdict is asked for.
    pub is_withheld: bool,
    /// What the verdict rests on; `None` where it neither agrees nor differs.
    pub confidence: Option<Confidence>,
    /// What the counted margin itself rests on: a record may be proved wrong, since it lies outside of
    /// what is possible, where the margin is an estimate.
    pub margin_rests_on: Confidence,
    /// The chance that the verdict is right, measured on games; 1 where it is proved or read, `None`
    /// where the verdict neither agrees nor differs.
    pub probability: Option<f64>,
    /// Where the record stops early and cannot be decided: between what the margin lies if both sides
    /// answer from here on.
    pub bounds: Option<(f64, f64)>,
    /// The recorded margin less the counted one.
    pub difference: Option<f64>,
    /// Margins besides the counted one that a record may state as well: with dead stones off where
    /// the rules leave them, with the handicap that HA tells where other stones are there, by the other
    /// method where no rules are recorded.
    pub others: Vec<f64>,
    /// Whether the board has another winner than the record.
    pub winner_differs: Option<bool>,
    /// The convention by which the record agrees, or the likeliest reason why it does not.
    pub cause: Option<Cause>,
    /// What would explain a difference where none of it is told as the cause: several reasons, the likeliest
    /// first, or one that mostly fits by chance; and what would besides a slip of a point.
    pub possible: Vec<Cause>,
    /// What is said of the comparison; nothing of a record that agrees as it stands.
    pub said: Option<Finding>,
    /// What is said of a record that agrees by a convention.
    pub by_convention: Vec<Finding>,
    /// What is said of the claim itself.
    pub claims: Vec<Finding>,
}

impl Judgement {
    pub(super) fn new(verdict: Verdict) -> Judgement {
        Judgement {
            verdict,
            is_withheld: false,
            confidence: None,
            margin_rests_on: Confidence::Estimated,
            probability: None,
            bounds: None,
            difference: None,
            others: Vec::new(),
            winner_differs: None,
            cause: None,
            possible: Vec::new(),
            said: None,
            by_convention: Vec::new(),
            claims: Vec::new(),
        }
    }

    /// All that there is to say, in this order.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let said = self.said.iter().chain(&self.by_convention);
        said.chain(&self.claims)
    }

    /// Whether the board gives a margin, told or withheld.
    pub fn counts_margin(&self, analysis: &Analysis) -> bool {
        self.is_withheld || self.has_margin(analysis)
    }

    /// Whether the counted margin can be told.
    pub fn has_margin(&self, analysis: &Analysis) -> bool {
        match self.verdict {
            // That the record cannot be right may be proved where the margin is not known.
            Verdict::Agrees | Verdict::Differs => self.difference.is_some(),
            Verdict::Undecidable | Verdict::Broken => false,
            Verdict::NotScored => analysis.is_settled(),
        }
    }

    /// The only kind of mistake that gives the record, whether it is told as the cause or not.
    pub(super) fn only_fit(&self) -> Option<Cause> {
        self.cause.or(match self.possible.as_slice() {
            [only] => Some(*only),
            _ => None,
        })
    }
}
