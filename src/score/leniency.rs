//! What a count by territory leaves out.

use crate::go::{Rules, Tax, Territory};

/// What the strict count by territory leaves out; each of these is counted somewhere by custom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leniency {
    /// Count points that must still be filled to protect stones.
    pub protective: Counted,
    /// Count eyes of groups alive in seki, and the dead stones in them.
    pub seki_eyes: Counted,
}

impl Leniency {
    /// The strict count.
    pub const STRICT: Leniency = Leniency {
        protective: Counted::No,
        seki_eyes: Counted::No,
    };

    /// By the letter of these rules, whatever the server counts.
    pub fn by_the_letter(rules: &Rules) -> Leniency {
        Leniency::of(&Rules {
            territory: Territory::Strict,
            ..*rules
        })
    }

    /// By these rules.
    pub fn of(rules: &Rules) -> Leniency {
        let is_plain = rules.territory == Territory::Plain;
        let counted = |is: bool| if is { Counted::Yes } else { Counted::No };
        Leniency {
            protective: counted(is_plain),
            seki_eyes: counted(is_plain || rules.tax == Tax::None),
        }
    }
}

/// Whether something is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// It is left out.
    No,
    /// It is counted.
    Yes,
}
