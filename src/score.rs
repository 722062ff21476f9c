//! Stage 6: statuses to margins, by territory and by area.
//!
//! All margins are signed, positive for Black, what is `given` (komi, compensation, the button) included. The counting knows
//! the board, the statuses and the rules; the recorded result it does not see.

mod bounds;
mod given;
mod ground;
mod held;
mod input;
mod layout;
mod leniency;
mod marks;
mod protect;
mod tax;

pub use bounds::Bounds;
pub use ground::Ground;
pub use input::{ScoreInput, Statuses};
pub use leniency::{Counted, Leniency};

use crate::go::{ByColor, Color, Counting, DeadStones, PointSet, Tax, Territory};

/// The count of a position.
#[derive(Clone, Debug)]
pub struct Score {
    /// Whose is what.
    pub ground: Ground,
    /// The sums of both sides by territory, what is given left out.
    pub territory: ByColor<Tally>,
    /// The sums of both sides by area, what is given left out.
    pub area: ByColor<Tally>,
    /// The margin by the rules in force, dead stones taken off, also where the rules leave them on.
    pub cleaned: f64,
    /// The same by the letter: without what a server counts that looks no closer.
    pub strict_margin: f64,
    /// The count of the board as it stands, where the rules take no stone off.
    pub standing: Option<Standing>,
    /// The margin by area.
    pub area_margin: f64,
    /// The margin by territory.
    pub territory_margin: f64,
    /// The margin by Bouzy's 5/21 map.
    pub bouzy_margin: f64,
    /// The margin by the territory marks of the last node.
    pub marked_margin: Option<f64>,
    /// Bounds of the margin by area, and of that of the board as it stands, from what is proved whatever is played:
    /// pass-alive stones and their territory.
    pub proved: Bounds,
    /// The same, also from what is safe if its owner answers.
    pub safe: Bounds,
}

impl Score {
    /// The margin that the rules in force give, which take dead stones off or leave them.
    pub fn by_rules(&self) -> f64 {
        self.standing
            .map_or(self.cleaned, |standing| standing.margin)
    }

    /// The margins that a record may state: by the rules and, where these leave dead stones on the board, with them off.
    pub fn stated(&self) -> impl Iterator<Item = f64> + use<> {
        let by_rules = self.by_rules();
        let cleaned = Some(self.cleaned).filter(|&cleaned| cleaned != by_rules);
        std::iter::once(by_rules).chain(cleaned)
    }

    /// The margins that are told of it.
    pub fn margins(&self) -> Margins {
        Margins {
            by_rules: self.by_rules(),
            area: self.area_margin,
            territory: self.territory_margin,
        }
    }

    /// The same by the letter of the rules, whatever the server counts.
    pub fn by_the_letter(&self) -> f64 {
        self.standing
            .map_or(self.strict_margin, |standing| standing.margin)
    }
}

/// The margins of a board.
#[derive(Clone, Copy, Debug)]
pub struct Margins {
    /// By the rules of the game.
    pub by_rules: f64,
    /// By area.
    pub area: f64,
    /// By territory.
    pub territory: f64,
}

/// The count of a board from which no stone is taken off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The sums of both sides, what is given left out.
    pub area: ByColor<Tally>,
    /// The margin.
    pub margin: f64,
}

/// What one side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Points of the board: territory, or stones and territory.
    pub points: u32,
    /// Prisoners: taken during play, and the opponent's dead stones. 0 by area.
    pub prisoners: u32,
    /// Points given up: two for each group, where the rules tax groups.
    pub tax: u32,
}

impl Tally {
    /// What the side has altogether.
    pub fn total(self) -> i64 {
        i64::from(self.points) + i64::from(self.prisoners) - i64::from(self.tax)
    }
}

/// Counts a position.
pub fn score(input: &ScoreInput) -> Score {
    let board = input.position.board();
    let ground = Ground::of(board, &Statuses::of(input.analysis));
    let territory = count_territory(input, &ground, Leniency::of(input.rules));
    let area = count_area(input, &ground);
    let territory_margin = margin_of_sums(input, Counting::Territory, territory);
    let area_margin = margin_of_sums(input, Counting::Area, area);
    let cleaned = match input.rules.counting {
        Counting::Territory => territory_margin,
        Counting::Area => area_margin,
    };
    let standing = standing(input);
    let bounds = |held| held::bounds(input, &ground, held, standing.map(|s| s.margin));
    Score {
        territory,
        area,
        cleaned,
        strict_margin: match (input.rules.counting, input.rules.territory) {
            (Counting::Territory, Territory::Plain) => {
                margin_of(input, &ground, Leniency::by_the_letter(input.rules))
            }
            _ => cleaned,
        },
        standing,
        area_margin,
        territory_margin,
        bouzy_margin: held::bouzy(input, &ground),
        marked_margin: input.marks.and_then(|marks| marks::margin(input, marks)),
        proved: bounds(&input.analysis.proved),
        safe: bounds(&input.analysis.safe),
        ground,
    }
}

/// The count of a board as it stands, where the rules take no stone off; `None` where they do.
fn standing(input: &ScoreInput) -> Option<Standing> {
    let stays = input.rules.dead_stones == DeadStones::Stay;
    stays.then(|| {
        let ground = Ground::of(input.position.board(), &Statuses::default());
        let area = count_area(input, &ground);
        Standing {
            area,
            margin: margin_of_sums(input, Counting::Area, area),
        }
    })
}

/// The margins of a ground that was laid out otherwise than statuses say.
pub fn margins(input: &ScoreInput, ground: &Ground) -> Margins {
    let territory = count_territory(input, ground, Leniency::of(input.rules));
    let territory = margin_of_sums(input, Counting::Territory, territory);
    let area = margin_of_sums(input, Counting::Area, count_area(input, ground));
    let by_rules = match (standing(input), input.rules.counting) {
        (Some(standing), _) => standing.margin,
        (None, Counting::Territory) => territory,
        (None, Counting::Area) => area,
    };
    Margins {
        by_rules,
        area,
        territory,
    }
}

/// The margin by the rules in force, for other statuses than those analysed.
pub fn margin_with(input: &ScoreInput, statuses: &Statuses) -> f64 {
    let ground = Ground::of(input.position.board(), statuses);
    margin_of(input, &ground, Leniency::of(input.rules))
}

/// The margin by the rules in force, for a ground that was laid out before.
pub fn margin_of(input: &ScoreInput, ground: &Ground, leniency: Leniency) -> f64 {
    let counting = input.rules.counting;
    let sums = match counting {
        Counting::Territory => count_territory(input, ground, leniency),
        Counting::Area => count_area(input, ground),
    };
    margin_of_sums(input, counting, sums)
}

/// What sums that were counted so come to with what is given.
fn margin_of_sums(input: &ScoreInput, counting: Counting, sums: ByColor<Tally>) -> f64 {
    let [black, white] = sums.map(Tally::total).pair();
    (black - white) as f64 + input.given_by(counting).margin()
}

fn count_area(input: &ScoreInput, ground: &Ground) -> ByColor<Tally> {
    // Rules that count territory say nothing of area: it is counted for them as area usually is.
    let leaves_out_seki = match input.rules.counting {
        Counting::Area => input.rules.tax != Tax::None,
        Counting::Territory => input.rules.tax == Tax::All,
    };
    ByColor::from_fn(|color| {
        let not_counted = match leaves_out_seki {
            true => ground.seki_eyes[color],
            false => PointSet::EMPTY,
        };
        Tally {
            points: (ground.owner[color] - not_counted).len() as u32,
            prisoners: 0,
            tax: match input.rules.tax {
                Tax::All => {
                    let eyes = ground.surrounded[color] - not_counted;
                    tax::of_groups(&ground.owner[color], &eyes)
                }
                Tax::None | Tax::Seki => 0,
            },
        }
    })
}

fn count_territory(input: &ScoreInput, ground: &Ground, leniency: Leniency) -> ByColor<Tally> {
    let handed_over = pass_stones(input);
    ByColor::from_fn(|color| {
        let mut eyes = ground.surrounded[color];
        // Dead stones in a seki cannot be taken off; those on points that must be filled are
        // taken when it is done.
        let mut dead = ground.dead[!color];
        if leniency.seki_eyes == Counted::No {
            eyes -= ground.seki_eyes[color];
            dead -= ground.seki_eyes[color];
        }
        Tally {
            points: ground.territory(color, leniency).len() as u32,
            prisoners: input.counts.prisoners[color] + dead.len() as u32 + handed_over[color],
            tax: match input.rules.tax {
                Tax::All => tax::of_groups(&ground.owner[color], &eyes),
                Tax::None | Tax::Seki => 0,
            },
        }
    })
}

/// Stones handed over for passes, by who receives them. White passes last: where Black did at the end of the game,
/// White hands over one more.
fn pass_stones(input: &ScoreInput) -> ByColor<u32> {
    if !input.rules.pass_stones {
        return ByColor::default();
    }
    let [black, white] = input.counts.passes.pair();
    let owed = input.both_passed() && input.position.to_move() == Color::White;
    ByColor::new(white + u32::from(owed), black)
}
