//! What rule sets choose differently, as choices and not as names.
//!
//! The names are read in `record::rules`; everything after it looks at these fields only.

enum_of_words! {
    /// How points are counted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Counting {
        /// Surrounded points and prisoners (Japanese, Korean).
        Territory = "territory",
        /// Stones and surrounded points (Chinese, AGA, New Zealand, Ing, Tromp-Taylor).
        Area = "area",
    }
}

/// Whether a play that takes the last liberty of its own chain is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SuicideRule {
    /// Never legal (Japanese, Chinese, Korean, AGA).
    Forbidden,
    /// Legal for two stones or more (New Zealand, Ing, Tromp-Taylor); of a single stone it leaves the board
    /// as it was, which situational superko alone allows.
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
    /// Points surrounded by groups alive in seki do not count, by territory or by area (Japanese, Korean).
    Seki,
    /// Neither do two points of each other group that lives (stone scoring).
    All,
}

/// Which surrounded points are territory, where territory is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Territory {
    /// Not those that must still be filled to protect stones, and of those in a seki none where the
    /// rules tax them.
    Strict,
    /// All, once dead stones are off: so servers count that look at nothing else.
    Plain,
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
    /// The rules do not say: servers give nothing, others a point for each stone (Ing).
    Open,
}

/// What becomes of dead stones once both players have passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeadStones {
    /// They are taken off before the count (Japanese, Chinese, AGA, New Zealand).
    TakenOff,
    /// They stay and count as any other: whoever wants them off must take them in play
    /// (Tromp-Taylor).
    Stay,
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
    /// Which surrounded points are territory.
    pub territory: Territory,
    /// What White receives for handicap stones.
    pub compensation: Compensation,
    /// What becomes of dead stones once both players have passed; by territory they are always taken off.
    pub dead_stones: DeadStones,
    /// Whether a pass hands the opponent a prisoner, and White makes the last of the passes (AGA).
    pub pass_stones: bool,
    /// Points to the player who takes the button, by passing first; `0.0` where there is none, as always by territory.
    pub button: f64,
}

impl Rules {
    /// What most rule sets choose.
    const COMMON: Rules = Rules {
        counting: Counting::Area,
        suicide: SuicideRule::Forbidden,
        ko: KoRule::Simple,
        tax: Tax::None,
        territory: Territory::Strict,
        compensation: Compensation::None,
        dead_stones: DeadStones::TakenOff,
        pass_stones: false,
        button: 0.0,
    };

    /// Japanese rules (Nihon Ki-in and Kansai Ki-in, 1989): territory without seki (article 8),
    /// suicide forbidden (articles 4 and 5), the ko alone (articles 6 and 12), no compensation.
    pub const JAPANESE: Rules = Rules {
        counting: Counting::Territory,
        tax: Tax::Seki,
        ..Rules::COMMON
    };

    /// Korean rules (Hanguk Kiwon): of these choices all as in Japanese rules.
    pub const KOREAN: Rules = Rules::JAPANESE;

    /// Chinese rules (Chinese Weiqi Association, 2002), as servers apply them: area counting,
    /// suicide forbidden, a point for White for each handicap stone (half a zi a stone). The
    /// ko alone is checked: how longer repetitions end is left to the referee.
    pub const CHINESE: Rules = Rules {
        compensation: Compensation::Stones,
        ..Rules::COMMON
    };

    /// AGA rules (American Go Association, concise rules): area and territory give one result,
    /// since a pass hands over a stone and White makes the last of the passes; situational
    /// superko, suicide forbidden, a point for White for each handicap stone but the first where
    /// area is counted. French and British rules are these.
    pub const AGA: Rules = Rules {
        ko: KoRule::SituationalSuperko,
        compensation: Compensation::StonesLessOne,
        pass_stones: true,
        ..Rules::COMMON
    };

    /// New Zealand rules (New Zealand Go Society): area, suicide legal, situational superko, no
    /// compensation.
    pub const NEW_ZEALAND: Rules = Rules {
        suicide: SuicideRule::Allowed,
        ko: KoRule::SituationalSuperko,
        ..Rules::COMMON
    };

    /// Ing's rules (SST, 1991): area, suicide of several stones legal. The ko rule (fighting and
    /// disturbing kos) is not modelled: the ko alone is forbidden. The laws are silent on
    /// compensation, and servers give none; the AGA's reading of them gives a point a stone. Nor is it modelled
    /// that Black wins a tie.
    pub const ING: Rules = Rules {
        suicide: SuicideRule::Allowed,
        compensation: Compensation::Open,
        ..Rules::COMMON
    };

    /// Tromp-Taylor rules (1995): area, suicide legal, positional superko, no compensation. The
    /// game ends after two passes, and a player's score is the points of his colour and those that
    /// reach his colour alone: nothing is taken off.
    pub const TROMP_TAYLOR: Rules = Rules {
        suicide: SuicideRule::Allowed,
        ko: KoRule::PositionalSuperko,
        dead_stones: DeadStones::Stay,
        ..Rules::COMMON
    };

    /// Stone scoring, the old Chinese way: stones that can be put on the board, so that each
    /// group keeps two points back.
    pub const STONE: Rules = Rules {
        tax: Tax::All,
        ..Rules::COMMON
    };
}

impl Compensation {
    /// The points that White receives for so many handicap stones; one stone is no handicap.
    pub fn points(self, handicap: u32) -> u32 {
        match self {
            _ if handicap < 2 => 0,
            Compensation::None | Compensation::Open => 0,
            Compensation::Stones => handicap,
            Compensation::StonesLessOne => handicap - 1,
        }
    }
}
