//! The rule sets that have a name.

use crate::go::Rules;

enum_of_words! {
    /// A rule set that the report can name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum RuleSet {
        /// Japanese rules.
        Japanese = "japanese",
        /// Korean rules.
        Korean = "korean",
        /// Chinese rules.
        Chinese = "chinese",
        /// AGA rules; French and British rules are the same but for details of procedure.
        Aga = "aga",
        /// New Zealand rules.
        NewZealand = "nz",
        /// Ing's rules (GOE, SST).
        Ing = "ing",
        /// Tromp-Taylor rules.
        TrompTaylor = "tromp-taylor",
        /// Stone scoring, with its tax on groups.
        Stone = "stone",
    }
}

impl RuleSet {
    /// The choices of the rule set.
    pub fn rules(self) -> Rules {
        match self {
            RuleSet::Japanese => Rules::JAPANESE,
            RuleSet::Korean => Rules::KOREAN,
            RuleSet::Chinese => Rules::CHINESE,
            RuleSet::Aga => Rules::AGA,
            RuleSet::NewZealand => Rules::NEW_ZEALAND,
            RuleSet::Ing => Rules::ING,
            RuleSet::TrompTaylor => Rules::TROMP_TAYLOR,
            RuleSet::Stone => Rules::STONE,
        }
    }
}
