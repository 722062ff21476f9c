//! What rule sets choose differently, as choices and not as names.
//!
//! The names are read in `record::rules`; everything after it looks at these fields only.

/// How points are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Surrounded points and prisoners (Japanese, Korean).
    Territory,
    /// Stones and surrounded points (Chinese, AGA, New Zealand, Ing, Tromp-Taylor).
    Area,
}

/// Whether a play that takes the last liberty of its own chain is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SuicideRule {
    /// Never legal (Japanese, Chinese, Korean, AGA).
    Forbidden,
    /// Legal for two stones or more; of a single stone it would repeat the position (New
    /// Zealand, Ing, Tromp-Taylor).
    Allowed,
}

/// Which repetitions of a whole-board position are illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Only the immediate recapture; longer cycles end the game without result (Japanese, Korean).
    Simple,
    /// A board position may never come again.
    PositionalSuperko,
    /// A board position may not come again with the same player to move.
    SituationalSuperko,
}

/// Whose eyes are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All surrounded points count.
    None,
    /// Points surrounded by groups alive in seki do not count (Japanese, Korean).
    Seki,
    /// Two points for each group that lives do not count (stone scoring).
    All,
}

/// What White receives for handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compensation {
    /// Nothing.
    None,
    /// A point for each handicap stone (Chinese).
    Stones,
    /// A point for each handicap stone but the first (AGA with area counting).
    StonesLessOne,
}

/// The choices in force for a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// How points are counted.
    pub counting: Counting,
    /// Whether suicide is legal.
    pub suicide: SuicideRule,
    /// Which repetitions are illegal.
    pub ko: KoRule,
    /// Whose eyes are not counted.
    pub tax: Tax,
    /// What White receives for handicap stones.
    pub compensation: Compensation,
    /// Whether a pass hands the opponent a prisoner (AGA).
    pub pass_stones: bool,
    /// Whether White must make the last move (AGA).
    pub white_passes_last: bool,
    /// Points to the player who does not take the button; `0.0` where there is none.
    pub button: f64,
}

impl Rules {
    /// Japanese rules of 1989; Korean rules make the same choices.
    pub const JAPANESE: Rules = Rules {
        counting: Counting::Territory,
        suicide: SuicideRule::Forbidden,
        ko: KoRule::Simple,
        tax: Tax::Seki,
        compensation: Compensation::None,
        pass_stones: false,
        white_passes_last: false,
        button: 0.0,
    };

    /// Chinese rules of 2002, as servers apply them.
    pub const CHINESE: Rules = Rules {
        counting: Counting::Area,
        suicide: SuicideRule::Forbidden,
        ko: KoRule::Simple,
        tax: Tax::None,
        compensation: Compensation::Stones,
        pass_stones: false,
        white_passes_last: false,
        button: 0.0,
    };
}
