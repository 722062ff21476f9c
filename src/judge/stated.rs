//! A record that states a margin: the reasons to agree with it, to leave it open and to contradict it,
//! in the order in which they are asked for.

use super::arithmetic::points_are;
use super::cause::Cause;
use super::explanations::Explained;
use super::input::JudgeInput;
use super::judgement::{Agrees, Differs, Reason, Ruling, Undecided};
use super::margin::{same, winner};
use super::proof::{self, Confidence};
use super::{
    arithmetic, convention, doubt, explanations, handicap, other_rules, others, probability,
    seki_eyes, swing, unsettled,
};
use crate::finding::{Code, Finding, Severity};
use crate::numbers::margin_text;
use crate::record::komi::KomiSource;
use crate::score::Bounds;

/// What borders say that are open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Borders {
    /// Points may still be gained there.
    InDoubt,
    /// The network by itself gives the same count: there is no doubt.
    Confirmed,
}

/// The verdict on a record that states this margin.
pub(super) fn judge<'a>(input: &'a JudgeInput<'a>, recorded: f64, borders: Borders) -> Ruling {
    let reasons: [fn(&Case<'a>) -> Option<Ruling>; 12] = [
        Case::missing_moves,
        Case::far_from_over,
        Case::count_met,
        Case::count_met_without_dead,
        Case::convention_met,
        Case::ground_in_seki_counted,
        Case::doubt,
        Case::other_handicap,
        Case::implied_komi,
        Case::impossible,
        Case::excuse,
        Case::other_rules_met,
    ];
    let case = Case {
        input,
        recorded,
        borders,
        outside: proof::outside(input, recorded),
        is_too_open: input.game.analysis.is_far_from_over() && !stands(input),
    };
    // The first that holds is said.
    let said = reasons.iter().find_map(|reason| reason(&case));
    said.unwrap_or_else(|| case.differs())
}

/// Whether both have passed on a board that the rules count as it stands: no more is needed for a count.
fn stands(input: &JudgeInput) -> bool {
    input.score.standing.is_some() && input.both_passed() && proof::follows_from_statuses(input)
}

/// By which code it is said that a record differs.
fn code_of(winner_differs: Option<bool>) -> Code {
    match winner_differs {
        Some(true) => Code::WinnerDiffers,
        _ => Code::MarginDiffers,
    }
}

/// A record that states a margin, and what several reasons ask.
struct Case<'a> {
    input: &'a JudgeInput<'a>,
    recorded: f64,
    borders: Borders,
    /// What it rests on that the record lies outside of what is possible, where it does.
    outside: Option<Confidence>,
    /// Whether it is far from over, and no count of the board as it stands ends it.
    is_too_open: bool,
}

impl Case<'_> {
    /// The recorded margin less the counted one.
    fn difference(&self) -> f64 {
        self.recorded - self.input.score.by_rules()
    }

    /// The record is neither confirmed nor contradicted, and the message says why.
    fn left_open(&self, reason: Reason, message: String) -> Ruling {
        Ruling::Undecidable(Undecided::new(self.input, reason, message))
    }

    fn unfinished(&self) -> Ruling {
        let message = format!(
            "recorded {}, but the board is far from settled (not compared)",
            margin_text(self.recorded)
        );
        self.left_open(Reason::Unfinished, message)
    }

    /// Whether what is in doubt may make up for the difference.
    fn is_within_doubt(&self) -> bool {
        let mut margins = self.input.score.stated();
        self.borders == Borders::InDoubt
            && margins.any(|margin| doubt::is_within_doubt(self.input, self.recorded - margin))
    }

    fn missing_moves(&self) -> Option<Ruling> {
        let message = "the record says that it lacks moves".to_owned();
        (self.input.readings.moves_missing).then(|| self.left_open(Reason::MovesMissing, message))
    }

    fn far_from_over(&self) -> Option<Ruling> {
        let goes_on = !self.input.both_passed() || doubt::has_hardly_begun(self.input);
        let is_open = self.is_too_open && goes_on && self.outside.is_none();
        is_open.then(|| self.unfinished())
    }

    fn count_met(&self) -> Option<Ruling> {
        let by_rules = self.input.score.by_rules();
        let button = self.input.game.given_by_rules().button;
        let Bounds { least, most } = button;
        let with_button = |taken: f64| by_rules - button.middle() + taken;
        // Where somebody has the button the three are one.
        let margins = [by_rules, with_button(least), with_button(most)];
        if !margins.iter().any(|&margin| same(self.recorded, margin)) {
            return None;
        }
        Some(match least < most {
            true => {
                let message = format!(
                    "{}, but whoever passes first has the button, and nobody has passed",
                    arithmetic::sums(self.input)
                );
                self.left_open(Reason::Unsettled, message)
            }
            false => self.agrees(seki_eyes::of_the_server(self.input)),
        })
    }

    fn count_met_without_dead(&self) -> Option<Ruling> {
        same(self.recorded, self.input.score.cleaned)
            .then(|| self.agrees(Some(Cause::DeadStonesTakenOff)))
    }

    /// Where much lies open, one of the conventions fits by chance.
    fn convention_met(&self) -> Option<Ruling> {
        if self.is_too_open {
            return None;
        }
        let cause = convention::find(self.input, self.recorded)?;
        Some(self.agrees(Some(cause)))
    }

    /// A seki that was read out stands; one that was only recognised may be none.
    fn ground_in_seki_counted(&self) -> Option<Ruling> {
        let recognised = proof::of_statuses(self.input) == Confidence::Estimated;
        let counts = || seki_eyes::counts_ground_in_seki(self.input, self.recorded);
        (self.outside.is_none() && recognised && counts()).then(|| {
            let eyes = self.input.score.ground.seki_eyes.either();
            let eyes = points_are(&eyes, self.input.game.position.board().size());
            let message = format!(
                "{}, with nothing for {eyes}, around which nobody is seen to have two eyes; the record counts that ground",
                arithmetic::sums(self.input)
            );
            self.left_open(Reason::Unsettled, message)
        })
    }

    fn doubt(&self) -> Option<Ruling> {
        if self.outside.is_some() {
            return None;
        }
        let otherwise = unsettled::counted_otherwise(self.input, self.recorded);
        if otherwise.is_empty() && !self.is_within_doubt() {
            return None;
        }
        if self.is_too_open {
            return Some(self.unfinished());
        }
        let message = format!(
            "recorded {}; counted {}, but {}{}",
            margin_text(self.recorded),
            margin_text(self.input.score.cleaned),
            doubt::reasons(self.input),
            unsettled::as_recorded(self.input, &otherwise)
        );
        Some(self.left_open(Reason::Unsettled, message))
    }

    fn other_handicap(&self) -> Option<Ruling> {
        let message = handicap::in_doubt(self.input, self.recorded)?;
        Some(self.left_open(Reason::Unsettled, message))
    }

    fn implied_komi(&self) -> Option<Ruling> {
        let komi = explanations::implied_komi(self.input, self.recorded)?;
        let assumed = self.input.game.komi;
        let told = match self.input.readings.komi_source {
            KomiSource::Recorded | KomiSource::Unusual => "recorded",
            KomiSource::Imposed | KomiSource::Implied | KomiSource::Assumed => "assumed",
        };
        let message = format!(
            "recorded {}; {} without komi: fits a komi of {komi}, where {assumed} is {told}",
            margin_text(self.recorded),
            margin_text(self.input.score.by_rules() + assumed),
        );
        Some(self.left_open(Reason::KomiImplied, message))
    }

    /// The record lies outside of what can still come, but what will come is open: that it is wrong is
    /// proved, and nothing more is said than the bounds say.
    fn impossible(&self) -> Option<Ruling> {
        let rests_on = self.outside?;
        if !self.is_too_open && !self.is_within_doubt() {
            return None;
        }
        let Bounds { least, most } = proof::possible(self.input, rests_on);
        let held = match rests_on {
            Confidence::Proved => "pass-alive",
            Confidence::Read | Confidence::Estimated => "safe",
        };
        let winner_differs = self.has_other_winner(rests_on);
        let code = code_of(winner_differs);
        let message = format!(
            "recorded {}; whoever gets what is not {held}, the margin lies between {} and {}",
            margin_text(self.recorded),
            margin_text(least),
            margin_text(most)
        );
        Some(Ruling::Differs(Differs {
            difference: None,
            confidence: rests_on,
            probability: 1.0,
            winner_differs,
            cause: None,
            possible: Vec::new(),
            said: Finding::new(code, message).with_severity(self.severity(code, None, rests_on)),
        }))
    }

    fn excuse(&self) -> Option<Ruling> {
        if self.outside.is_some() {
            return None;
        }
        let why = doubt::excuse(self.input, self.recorded)?;
        let message = format!("{}, but {}", arithmetic::sums(self.input), why.says());
        Some(self.left_open(why.reason(), message))
    }

    fn other_rules_met(&self) -> Option<Ruling> {
        let meets = || other_rules::is_exact_by_other_rules(self.input, self.recorded);
        (self.outside.is_none() && meets()).then(|| {
            let message = format!(
                "{}; the record is exact by the other method, or by another compensation, and the rules are assumed",
                arithmetic::sums(self.input)
            );
            self.left_open(Reason::Unsettled, message)
        })
    }

    /// Whether another than the recorded winner has won, whatever is still open; `None` where who has won
    /// hangs on that.
    fn has_other_winner(&self, rests_on: Confidence) -> Option<bool> {
        let Bounds { least, most } = proof::possible(self.input, rests_on);
        let is_decided = winner(least) == winner(most);
        is_decided.then(|| winner(least) != winner(self.recorded))
    }

    /// The record states the count, or what a convention in use gives.
    fn agrees(&self, cause: Option<Cause>) -> Ruling {
        let (input, recorded) = (self.input, self.recorded);
        let (name, margin) = match cause {
            Some(Cause::CountedStrictly) => ("the count of the server", input.score.by_rules()),
            _ => ("the strict count", input.score.by_the_letter()),
        };
        // Where the margin is the record's, it is so but for what floating point leaves.
        let turned = cause.is_some() && winner(recorded) != winner(margin);
        // What counts as it stands needs no proof of what lives.
        let confidence = match stands(input) && cause.is_none() {
            true => Confidence::Proved,
            false => proof::of_verdict(input),
        };
        let mut said = Vec::new();
        if let Some(cause) = cause {
            let (sums, otherwise) = (arithmetic::sums(input), arithmetic::otherwise(input));
            let message = format!("{sums}{otherwise}: {}", cause.says());
            said.push(Finding::new(Code::CountingConvention, message));
        }
        if turned {
            let message = format!(
                "recorded {}; {name} is {}: the convention decides who won",
                margin_text(recorded),
                margin_text(margin)
            );
            let finding = Finding::new(Code::ConventionTurnsWinner, message);
            // Servers take dead stones off whatever the rules: nobody need look.
            let is_usual = cause == Some(Cause::DeadStonesTakenOff);
            said.push(match is_usual {
                true => finding.with_severity(Severity::Note),
                false => finding,
            });
        }
        Ruling::Agrees(Agrees {
            difference: self.difference(),
            confidence,
            probability: probability::of_agreement(input, confidence, cause),
            cause,
            is_turned: turned,
            said,
        })
    }

    /// No reason speaks for the record.
    fn differs(&self) -> Ruling {
        let input = self.input;
        let of_margin = proof::of_verdict(input);
        // What is proved of the record need not be proved of the winner.
        let stronger = self.outside.filter(|rests_on| *rests_on < of_margin);
        let winner_differs = self.winner_differs().filter(|_| match stronger {
            Some(rests_on) if of_margin == Confidence::Estimated => {
                self.has_other_winner(rests_on).is_some()
            }
            _ => true,
        });
        // Between what both methods allow, a custom that nobody thought of may have been followed.
        let hangs_on_rules = self.outside.is_none() && input.assumes_rules();
        let confidence = match hangs_on_rules || doubt::hangs_on_dame(input, self.recorded) {
            true => Confidence::Estimated,
            false => stronger.unwrap_or(of_margin),
        };
        let why = explanations::find(input, self.recorded);
        let cause = why.cause();
        let because = match why {
            Explained::Unknown => swing::says(input, self.recorded),
            _ => why.says(),
        };
        let open = match doubt::lies_open(input) {
            true => "; both passed while points lay open, which are counted as they lie",
            false => "",
        };
        let (sums, otherwise) = (arithmetic::sums(input), arithmetic::otherwise(input));
        let code = code_of(winner_differs);
        let said = Finding::new(code, format!("{sums}{otherwise}{because}{open}"));
        let mut differs = Differs {
            difference: Some(self.difference()),
            confidence,
            probability: 1.0,
            winner_differs,
            cause,
            possible: why.possible(),
            said: said.with_severity(self.severity(code, cause, confidence)),
        };
        differs.probability = probability::of_difference(input, &differs);
        Ruling::Differs(differs)
    }

    /// Whether every margin that the record may state has another winner; `None` where only some have.
    fn winner_differs(&self) -> Option<bool> {
        let counted = self.input.score.stated();
        let margins = others::of(self.input).into_iter().chain(counted);
        let mut differ = margins.map(|margin| winner(margin) != winner(self.recorded));
        let first = differ.next();
        first.filter(|&first| differ.all(|other| other == first))
    }

    /// How much it matters that a record differs.
    fn severity(&self, code: Code, cause: Option<Cause>, confidence: Confidence) -> Severity {
        let severities = self.input.severities;
        let is_estimated = confidence == Confidence::Estimated;
        match (code, cause) {
            // Against what both players saw an estimate is no reason for an alarm.
            (Code::WinnerDiffers, Some(Cause::AgreedByPlayers)) if is_estimated => {
                severities.agreed_by_players
            }
            (Code::WinnerDiffers, _) => severities.winner,
            (_, Some(Cause::AgreedByPlayers)) => severities.agreed_by_players,
            _ if !is_estimated => severities.proved,
            _ => severities.of_estimate(self.difference()),
        }
    }
}
