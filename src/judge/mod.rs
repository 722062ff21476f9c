//! Stage 7: the recorded result against the count.
//!
//! The first stage that sees both. A record agrees where it states the strict count under the
//! rules in force, or one that a counting convention in use for these very rules gives. Where it
//! does neither, and the board is settled, it differs; a cause is named only where exactly one
//! kind of mistake reproduces the record.

mod arithmetic;
mod cause;
mod chance;
mod claims;
mod convention;
mod doubt;
mod groups;
mod hypotheses;
mod proof;
mod replayed;

pub use crate::record::rules::RulesSource;
pub use crate::replay::Ending;
pub use arithmetic::margin_text;
pub use cause::{Cause, Explains};
pub use proof::Confidence;
pub use replayed::Replayed;

use crate::analysis::DoubtKind;
use crate::finding::{Code, Finding, Severity};
use crate::go::{Color, Counting};
use crate::record::komi::KomiSource;
use crate::record::result::{Outcome, ResultReading};
use crate::score::{Score, ScoreInput};

/// What is judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgeInput<'a> {
    /// The result as recorded; `None` where the record has none.
    pub recorded: Option<&'a ResultReading>,
    /// The result as it stands in the record, for messages.
    pub recorded_text: &'a str,
    /// What the count was made from.
    pub game: &'a ScoreInput<'a>,
    /// The count.
    pub score: &'a Score,
    /// Whether the record names its rules.
    pub rules_source: RulesSource,
    /// How the komi came to be.
    pub komi_source: KomiSource,
    /// How the main line ends.
    pub ending: Ending,
    /// Stones of Black, of White that stood on the board before the first turn.
    pub set_up: [u32; 2],
    /// Who took the first turn.
    pub first: Option<Color>,
    /// A result told in a comment, if one is.
    pub told: Option<Outcome>,
    /// How much differences matter.
    pub severities: &'a Severities,
}

impl JudgeInput<'_> {
    /// Whether Black's first move was set up as a stone, a handicap of one.
    fn lone_stone(&self) -> bool {
        self.game.handicap < 2 && self.set_up == [1, 0] && self.first == Some(Color::White)
    }
}

/// How much differences matter.
#[derive(Clone, Debug, PartialEq)]
pub struct Severities {
    /// The board has another winner than the record.
    pub winner: Severity,
    /// The record cannot be right, by proof or because every status was read.
    pub proved: Severity,
    /// The margin is off by `small` points or more.
    pub large_difference: Severity,
    /// The margin is off by less than `small` points.
    pub small_difference: Severity,
    /// The players' own marks give the record, and what speaks against them is an estimate, or a
    /// margin with the same winner.
    pub agreed_by_players: Severity,
    /// Points from which a difference is not small.
    pub small: f64,
}

impl Default for Severities {
    fn default() -> Severities {
        Severities {
            winner: Severity::Error,
            proved: Severity::Error,
            large_difference: Severity::Warning,
            small_difference: Severity::Note,
            agreed_by_players: Severity::Note,
            small: 2.0,
        }
    }
}

/// What comes of the comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The record states the margin of the board, or one that a convention gives.
    Agrees,
    /// It does not.
    Differs,
    /// The board is not settled enough to say.
    Undecidable,
    /// The record states no margin.
    NotScored,
    /// The game could not be replayed to its end.
    #[default]
    Broken,
}

impl Verdict {
    /// Every verdict, in the order in which reports list them.
    pub const ALL: &'static [Verdict] = &[
        Verdict::Agrees,
        Verdict::Differs,
        Verdict::Undecidable,
        Verdict::NotScored,
        Verdict::Broken,
    ];

    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::Undecidable => "undecidable",
            Verdict::NotScored => "not-scored",
            Verdict::Broken => "broken",
        }
    }
}

/// The judgement of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// What comes of the comparison.
    pub verdict: Verdict,
    /// What the verdict rests on; `None` where it neither agrees nor differs.
    pub confidence: Option<Confidence>,
    /// The chance that the verdict is right, measured on games; 1 where it is proved or read, `None`
    /// where the verdict neither agrees nor differs.
    pub probability: Option<f64>,
    /// The recorded margin less the counted one.
    pub difference: Option<f64>,
    /// Whether the board has another winner than the record.
    pub winner_differs: Option<bool>,
    /// The convention by which the record agrees, or the likeliest reason why it does not.
    pub cause: Option<Cause>,
    /// What there is to say.
    pub findings: Vec<Finding>,
}

impl Judgement {
    fn new(verdict: Verdict) -> Judgement {
        Judgement {
            verdict,
            confidence: None,
            probability: None,
            difference: None,
            winner_differs: None,
            cause: None,
            findings: Vec::new(),
        }
    }
}

/// Compares the recorded result with the count.
pub fn judge(input: &JudgeInput) -> Judgement {
    let mut judgement = match input.recorded.and_then(|r| r.outcome.margin()) {
        Some(recorded) => judge_margin(input, recorded),
        None => Judgement::new(Verdict::NotScored),
    };
    judgement.findings.extend(claims::findings(input));
    judgement.probability = chance::of(input, &judgement);
    judgement
}

fn judge_margin(input: &JudgeInput, recorded: f64) -> Judgement {
    let margin = input.score.margin;
    let mut judgement = Judgement::new(Verdict::Undecidable);
    judgement.difference = Some(recorded - margin);
    if input.recorded.is_some_and(|r| r.moves_missing) {
        let message = "the result says that the record lacks moves".to_owned();
        judgement
            .findings
            .push(Finding::new(Code::MovesMissing, message));
        return judgement;
    }
    let outside = proof::outside(input, recorded);
    let far_from_over = input
        .game
        .analysis
        .doubts
        .iter()
        .any(|d| d.kind == DoubtKind::NotFinished);
    let goes_on = input.ending != Ending::TwoPasses;
    if far_from_over && goes_on && !outside {
        judgement.findings.push(unfinished(recorded));
        return judgement;
    }
    if same(recorded, margin) {
        return agreed(input, judgement, recorded, None);
    }
    if let Some(cause) = convention::find(input, recorded) {
        return agreed(input, judgement, recorded, Some(cause));
    }
    // A seki that was read out stands; one that was only recognised may be none.
    let recognised = proof::confidence(input) == Confidence::Estimated;
    if !outside && recognised && convention::counts_ground_in_seki(input, recorded) {
        let message = format!(
            "{}, if groups with territory of their own live in seki; the record counts their \
             territory",
            arithmetic::sums(input)
        );
        judgement
            .findings
            .push(Finding::new(Code::Unsettled, message));
        return judgement;
    }
    let within_doubt = doubt::is_within_doubt(input, (recorded - margin).abs() - 1e-6);
    if !outside && within_doubt {
        if far_from_over {
            judgement.findings.push(unfinished(recorded));
            return judgement;
        }
        let message = format!(
            "recorded {}; counted {}, but {}",
            margin_text(recorded),
            margin_text(margin),
            doubt::reasons(input)
        );
        judgement
            .findings
            .push(Finding::new(Code::Unsettled, message));
        return judgement;
    }
    if let Some(komi) = hypotheses::implied_komi(input, recorded) {
        let message = format!(
            "recorded {}; {} without komi: fits a komi of {komi}, which the record does not state",
            margin_text(recorded),
            margin_text(margin),
        );
        judgement.cause = Some(Cause::KomiImplied);
        judgement
            .findings
            .push(Finding::new(Code::KomiImplied, message));
        return judgement;
    }
    if outside && (far_from_over || within_doubt) {
        return impossible(input, judgement, recorded);
    }
    if !outside && let Some(why) = doubt::may_go_on(input, recorded) {
        let message = format!(
            "{}, but the record stops before both players passed: {}",
            arithmetic::sums(input),
            why.says()
        );
        judgement.cause = why.cause();
        judgement
            .findings
            .push(Finding::new(Code::Unsettled, message));
        return judgement;
    }
    differs(input, judgement, recorded)
}

fn unfinished(recorded: f64) -> Finding {
    let message = format!(
        "recorded {}, but the board is far from settled (not compared)",
        margin_text(recorded)
    );
    Finding::new(Code::ScoreUnfinished, message)
}

/// The record lies outside of what can still come, but what will come is open: that it is wrong is
/// proved, and nothing more is said than the bounds say.
fn impossible(input: &JudgeInput, mut judgement: Judgement, recorded: f64) -> Judgement {
    let (least, most) = proof::bounds(input);
    judgement.verdict = Verdict::Differs;
    judgement.confidence = Some(Confidence::Proved);
    judgement.difference = None;
    judgement.winner_differs = match (winner(least), winner(most)) {
        (least, most) if least == most => Some(least != winner(recorded)),
        _ => None,
    };
    let (code, severity) = match judgement.winner_differs {
        Some(true) => (Code::WinnerDiffers, input.severities.winner),
        _ => (Code::MarginDiffers, input.severities.proved),
    };
    let message = format!(
        "recorded {}; whatever is played, the margin lies between {} and {}",
        margin_text(recorded),
        margin_text(least),
        margin_text(most)
    );
    judgement
        .findings
        .push(Finding::new(code, message).with_severity(severity));
    judgement
}

/// Margins are halves and quarters: exact in binary, but for what was computed on the way.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

fn agreed(
    input: &JudgeInput,
    mut judgement: Judgement,
    recorded: f64,
    cause: Option<Cause>,
) -> Judgement {
    let margin = input.score.margin;
    // Where the margin is the record's, it is so but for what floating point leaves.
    let turned = cause.is_some() && winner(recorded) != winner(margin);
    judgement.verdict = Verdict::Agrees;
    judgement.confidence = Some(proof::confidence(input));
    judgement.winner_differs = Some(turned);
    judgement.cause = cause;
    if let Some(cause) = cause {
        let message = format!("{}: {}", arithmetic::sums(input), cause.says());
        judgement
            .findings
            .push(Finding::new(Code::CountingConvention, message));
    }
    if turned {
        let message = format!(
            "recorded {}; the strict count is {}: the convention decides who won",
            margin_text(recorded),
            margin_text(margin)
        );
        judgement
            .findings
            .push(Finding::new(Code::ConventionTurnsWinner, message));
    }
    judgement
}

fn differs(input: &JudgeInput, mut judgement: Judgement, recorded: f64) -> Judgement {
    let margin = input.score.margin;
    let outside = proof::outside(input, recorded);
    let winner_differs = winner(recorded) != winner(margin);
    let confidence = match proof::confidence(input) {
        _ if outside => Confidence::Proved,
        confidence => confidence,
    };
    let why = hypotheses::find(input, recorded);
    judgement.verdict = Verdict::Differs;
    judgement.confidence = Some(confidence);
    judgement.winner_differs = Some(winner_differs);
    judgement.cause = why.cause();

    let severities = input.severities;
    let agreed_by_players = judgement.cause == Some(Cause::AgreedByPlayers);
    // Against what both players saw an estimate is no reason for an alarm.
    let overruled = agreed_by_players && confidence == Confidence::Estimated;
    let (code, severity) = if winner_differs && overruled {
        (Code::WinnerDiffers, severities.agreed_by_players)
    } else if winner_differs {
        (Code::WinnerDiffers, severities.winner)
    } else if agreed_by_players {
        (Code::MarginDiffers, severities.agreed_by_players)
    } else if confidence != Confidence::Estimated {
        (Code::MarginDiffers, severities.proved)
    } else if (recorded - margin).abs() < severities.small {
        (Code::MarginDiffers, severities.small_difference)
    } else {
        (Code::MarginDiffers, severities.large_difference)
    };
    let because = why.says();
    let open = match doubt::lies_open(input) {
        true => "; both passed while points lay open, which count for neither",
        false => "",
    };
    let message = format!("{}{because}{open}", arithmetic::sums(input));
    judgement
        .findings
        .push(Finding::new(code, message).with_severity(severity));
    judgement
}

fn winner(margin: f64) -> Option<Color> {
    match margin {
        m if m > 0.0 => Some(Color::Black),
        m if m < 0.0 => Some(Color::White),
        _ => None,
    }
}

/// The other way to count.
fn other(counting: Counting) -> Counting {
    match counting {
        Counting::Territory => Counting::Area,
        Counting::Area => Counting::Territory,
    }
}
