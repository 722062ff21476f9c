//! Verdicts on games with known truths: `cargo run --release --example verdicts -- FOLDER [--marks]`.
//!
//! The folder holds a `truth.csv` with the columns `file` and `true_margin`, and where it has it `contested`. Prints how many
//! games agree, differ or cannot be told, how many margins are the true ones, the causes, and a line
//! for each game that is not as the truth has it. With `--marks` it prints instead how many games
//! count the very points that the players marked (`TB`, `TW`), and where the others differ.

mod marks;

use marks::MarkTable;
use sgf_audit::judge::Judgement;
use sgf_audit::pipeline::{Options, Source};
use sgf_audit::score::Score;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let by_marks = arguments.iter().any(|a| a == "--marks");
    let folder = arguments
        .iter()
        .find(|a| !a.starts_with("--"))
        .ok_or("a folder is expected")?;
    let folder = Path::new(folder);
    let options = Options::default();
    let mut table = Table::default();
    let mut marks = MarkTable::default();
    let mut truths = csv::Reader::from_path(folder.join("truth.csv"))?;
    for truth in truths.deserialize::<BTreeMap<String, String>>() {
        let truth = truth?;
        let file = &truth["file"];
        let bytes = std::fs::read(folder.join(file))?;
        let margin: f64 = truth["true_margin"].parse()?;
        let contested = truth.get("contested").is_some_and(|c| c == "1");
        let source = Source::open(bytes, &options.limits);
        let (_, seen) = source.audit_and(file, 0, &options, |input, judgement| {
            if contested {
                table.contested += 1;
                return;
            }
            marks.add(file, &input.game, &input.score.ground);
            table.add(file, margin, input.score, judgement);
        });
        if seen.is_none() {
            table.lines.push(format!("{file}: broken"));
        }
    }
    match by_marks {
        true => marks.print(),
        false => table.print(),
    }
    Ok(())
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
    fn add(&mut self, file: &str, truth: f64, score: &Score, judgement: &Judgement) {
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
