//! A second opinion: engines that speak the Go Text Protocol are asked which stones are dead, and
//! the count goes on from there as it does from the audit's own statuses.
//!
//! What an engine says is its estimate, no proof. Its own final score is not asked for: engines
//! play on to count, and change the score by that. An engine that fails is a finding of the game
//! on which it did; the audit goes on.

mod engine;
mod gtp;
mod opinion;

use crate::defect::locked;
use crate::digest::Digest;
use crate::finding::{Code, Finding};
use crate::go::{Point, PointSet};
use crate::judge::{JudgeInput, Judgement, Verdict};
use crate::report::row::RowReferee;
use engine::{Engine, Failure, Question, Started};
use gtp::Broken;
pub use gtp::end_all;
use std::sync::Mutex;
use std::time::Duration;

/// Which games a referee is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Those that differ or are undecidable.
    Doubtful,
    /// All that were replayed to their end.
    All,
}

/// Engines that give a second opinion, each in as many processes as there are threads that ask.
#[derive(Debug)]
pub struct Referees {
    list: Vec<Referee>,
    asked: Asked,
}

/// What comes of asking the referees about a game.
#[derive(Clone, Debug, Default)]
pub struct Opinions {
    /// What goes into the row: one for each referee.
    pub said: Vec<RowReferee>,
    /// What there is to say of it.
    pub findings: Vec<Finding>,
}

/// An engine, started as often as it is needed.
#[derive(Debug)]
struct Referee {
    words: Vec<String>,
    limit: Duration,
    /// Its name and version; the command where it gave none.
    name: String,
    /// Why it is not asked at all.
    useless: Option<Failure>,
    idle: Mutex<Vec<Engine>>,
}

impl Referees {
    /// Starts each engine once to learn its name. `limit` is the time that an engine has to start,
    /// and again for each game. An engine that starts but is of no use is told to `warn`; each
    /// game on which it would be asked has that as a finding.
    ///
    /// # Errors
    /// Where a command cannot be read, or its program cannot be started: a sentence that says so.
    pub fn start(
        commands: &[String],
        asked: Asked,
        limit: Duration,
        warn: &mut dyn FnMut(String),
    ) -> Result<Referees, String> {
        let list = commands
            .iter()
            .map(|command| Referee::start(command, limit, warn))
            .collect::<Result<_, _>>()?;
        Ok(Referees { list, asked })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// Adds all that their opinions depend on, as far as it can be known: commands, names with
    /// versions, time limits, which games they are asked about.
    pub fn add_to(&self, digest: &mut Digest) {
        digest.add(match self.asked {
            Asked::Doubtful => b"doubtful",
            Asked::All => b"all",
        });
        for referee in &self.list {
            let Referee {
                words, limit, name, ..
            } = referee;
            digest.add(name.as_bytes());
            digest.add(&limit.as_nanos().to_le_bytes());
            digest.add(&words.len().to_le_bytes());
            words.iter().for_each(|word| digest.add(word.as_bytes()));
        }
    }

    /// Asks about a game, if it is one to ask about.
    pub fn ask(&self, judged: &JudgeInput, judgement: &Judgement) -> Opinions {
        let doubtful = matches!(judgement.verdict(), Verdict::Differs | Verdict::Undecidable);
        let mut opinions = Opinions::default();
        if doubtful || self.asked == Asked::All {
            for referee in &self.list {
                let (said, finding) = referee.opinion(judged, judgement);
                opinions.said.push(said);
                opinions.findings.extend(finding);
            }
        }
        opinions
    }
}

impl Drop for Referees {
    fn drop(&mut self) {
        for referee in &self.list {
            locked(&referee.idle).drain(..).for_each(Engine::quit);
        }
    }
}

impl Referee {
    fn start(
        command: &str,
        limit: Duration,
        warn: &mut dyn FnMut(String),
    ) -> Result<Referee, String> {
        let trouble = |why: &str| format!("--referee {}: {why}", gtp::quoted(command));
        let words = shlex::split(command)
            .filter(|words| !words.is_empty())
            .ok_or_else(|| trouble("is no command"))?;
        let mut referee = Referee {
            words,
            limit,
            name: command.to_owned(),
            useless: None,
            idle: Mutex::default(),
        };
        match Engine::start(&referee.words, limit) {
            Ok(Started::Running(engine, name)) => {
                if !name.is_empty() {
                    referee.name = name;
                }
                referee.put_back(*engine);
            }
            Ok(Started::Useless(failure, last_words)) => {
                let mut line = format!("The referee {command} {failure}; it is not asked again.");
                let last_words = last_words.trim();
                if !last_words.is_empty() {
                    line += &format!(" It said: {last_words}");
                }
                warn(line);
                referee.useless = Some(failure);
            }
            Err(error) => return Err(trouble(&format!("cannot be started: {error}"))),
        }
        Ok(referee)
    }

    fn opinion(&self, judged: &JudgeInput, judgement: &Judgement) -> (RowReferee, Option<Finding>) {
        let mut said = RowReferee {
            engine: Some(self.name.clone()),
            ..RowReferee::default()
        };
        let question = Question {
            board: judged.game.position.board(),
            to_move: judged.game.position.to_move(),
            komi: judged.game.komi,
            counting: judged.game.rules.counting,
        };
        match self.ask(&question) {
            Ok(dead) => {
                let opinion = opinion::of(judged, judgement, &dead);
                said.margin = Some(opinion.margin);
                said.dead = Some(dead.iter().map(Point::sgf).collect());
                said.verdict = opinion.side;
                (said, opinion.finding(&self.name, &dead, judged))
            }
            Err(failure) => {
                let finding = Finding::new(code(&failure), format!("{} {failure}", self.name));
                (said, Some(finding))
            }
        }
    }

    /// Asks a process that is free, or a new one. Where one fails that has answered before, a new
    /// one is asked: so it does not matter what a process was asked before.
    fn ask(&self, question: &Question<'_>) -> Result<PointSet, Failure> {
        if let Some(failure) = &self.useless {
            return Err(failure.clone());
        }
        let idle = locked(&self.idle).pop();
        if let Some(mut engine) = idle {
            let was_used = engine.is_used();
            match engine.dead(question, self.limit) {
                Err(Failure::Broken(_)) if was_used => {}
                answer => return self.answered(engine, answer),
            }
        }
        match Engine::start(&self.words, self.limit) {
            Ok(Started::Running(mut engine, _)) => {
                let answer = engine.dead(question, self.limit);
                self.answered(*engine, answer)
            }
            Ok(Started::Useless(failure, _)) => Err(failure),
            Err(_) => Err(Failure::Broken(Broken::Died)),
        }
    }

    fn answered<T>(&self, engine: Engine, answer: Result<T, Failure>) -> Result<T, Failure> {
        if !matches!(answer, Err(Failure::Broken(_))) {
            self.put_back(engine);
        }
        answer
    }

    fn put_back(&self, engine: Engine) {
        locked(&self.idle).push(engine);
    }
}

fn code(failure: &Failure) -> Code {
    match failure {
        Failure::Refused(_) => Code::RefereeRefused,
        Failure::Broken(Broken::Hung) => Code::RefereeHung,
        Failure::Broken(Broken::Died) => Code::RefereeDied,
        Failure::Broken(Broken::Flooded) => Code::RefereeFlooded,
        Failure::Broken(Broken::Nonsense(_)) => Code::RefereeNonsense,
    }
}
