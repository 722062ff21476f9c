//! Verdicts on games with known truths: `cargo run --release --example verdicts -- FOLDER [--given-dead] [--marks]`.
//!
//! The folder holds a `truth.csv` with the columns `file` and `true_margin`, and where it has them
//! `dead` (SGF points) and `contested`. With `--given-dead` the statuses come from the truth and
//! not from the analysis, so that the counting is measured on its own. Prints how many games
//! agree, differ or cannot be told, how many margins are the true ones, the causes, and a line
//! for each game that is not as the truth has it. With `--marks` it prints instead how many games
//! count the very points that the players marked (`TB`, `TW`), and where the others differ.

mod marks;
#[path = "../truth/mod.rs"]
mod truth;

use marks::MarkTable;
use sgf_audit::analysis::{AnalysisOptions, analyse};
use sgf_audit::go::Position;
use sgf_audit::judge::{Certainty, Judgement, Severities};
use sgf_audit::pipeline::{Replayed, beside_network};
use sgf_audit::record::Source;
use sgf_audit::record::readings::{Readings, Terms};
use sgf_audit::replay::replay;
use sgf_audit::score::{Score, ScoreInput, score};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|a| a == flag);
    let (given_dead, by_marks) = (has("--given-dead"), has("--marks"));
    let folder = arguments
        .iter()
        .find(|a| !a.starts_with("--"))
        .ok_or("a folder is expected")?;
    let folder = Path::new(folder);
    let mut table = Table::default();
    let mut marks = MarkTable::default();
    let mut truths = csv::Reader::from_path(folder.join("truth.csv"))?;
    for truth in truths.deserialize::<BTreeMap<String, String>>() {
        let truth = truth?;
        let dead = truth.get("dead").filter(|_| given_dead);
        let file = &truth["file"];
        let bytes = std::fs::read(folder.join(file))?;
        let margin: f64 = truth["true_margin"].parse()?;
        let contested = truth.get("contested").is_some_and(|c| c == "1");
        let audited = audit(bytes, dead.map(String::as_str), |game, score| {
            if !contested {
                marks.add(file, game, &score.ground);
            }
        });
        match audited {
            Some((score, judgement)) => table.add(file, margin, contested, &score, &judgement),
            None => table.lines.push(format!("{file}: broken")),
        }
    }
    match by_marks {
        true => marks.print(),
        false => table.print(),
    }
    Ok(())
}

/// The count and the judgement of the first game of a source; `look` sees what was counted.
fn audit(
    bytes: Vec<u8>,
    dead: Option<&str>,
    look: impl FnOnce(&ScoreInput, &Score),
) -> Option<(Score, Judgement)> {
    let source = Source::open(bytes, &sgf_audit::Limits::default());
    let record = source.game(0);
    let readings = Readings::of(&record, &Terms::default());
    let replay = replay(&record, record.size?, &readings.rules, readings.handicap);
    let position = Position::new(replay.board.clone(), replay.to_move).ok()?;
    let options = AnalysisOptions::of(&readings.rules);
    let mut analysis = analyse(&position, &options);
    if let Some(dead) = dead {
        // The truth tells of no seki.
        analysis.sekis.clear();
        analysis = analysis.with_dead(&replay.board, &truth::points(dead));
    }
    let played = Replayed {
        record: &record,
        readings: &readings,
        replay: &replay,
        position: &position,
    };
    let game = played.score_input(&analysis);
    let score = score(&game);
    let severities = Severities::default();
    let input = played.judge_input(game, &score, &severities);
    let (judgement, by_network) = beside_network(&input, Certainty::default());
    let input = by_network
        .as_ref()
        .map_or(input, |recount| input.recounted(recount));
    look(&input.game, input.score);
    Some((input.score.clone(), judgement))
}

#[derive(Default)]
struct Table {
    games: usize,
    contested: usize,
    true_margins: usize,
    verdicts: BTreeMap<&'static str, usize>,
    causes: BTreeMap<String, usize>,
    lines: Vec<String>,
}

impl Table {
    fn add(
        &mut self,
        file: &str,
        truth: f64,
        contested: bool,
        score: &Score,
        judgement: &Judgement,
    ) {
        if contested {
            self.contested += 1;
            return;
        }
        self.games += 1;
        let verdict = judgement.verdict().name();
        let cause = judgement.cause().map_or("", |cause| cause.slug());
        let right = (score.cleaned - truth).abs() < 1e-6;
        self.true_margins += usize::from(right);
        *self.verdicts.entry(verdict).or_default() += 1;
        *self.causes.entry(format!("{verdict} {cause}")).or_default() += 1;
        if !right || verdict != "agrees" {
            let said = judgement
                .findings()
                .next()
                .map_or("", |finding| &finding.message);
            self.lines.push(format!(
                "{file}: {verdict} {cause}, margin {} (truth {truth}); {said}",
                score.cleaned
            ));
        }
    }

    fn print(&self) {
        for line in &self.lines {
            println!("{line}");
        }
        println!(
            "{} games, {} contested ones left out",
            self.games, self.contested
        );
        let share = |n: usize| 100.0 * n as f64 / self.games.max(1) as f64;
        println!(
            "true margin: {} ({:.2}%)",
            self.true_margins,
            share(self.true_margins)
        );
        for (verdict, n) in &self.verdicts {
            println!("{verdict}: {n} ({:.2}%)", share(*n));
        }
        for (cause, n) in &self.causes {
            println!("  {cause}: {n}");
        }
    }
}
