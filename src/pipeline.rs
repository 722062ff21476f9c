//! The path of a game through the eight stages. Read this first.

mod copy;
mod last_moves;
mod network;
mod replayed;

use crate::analysis::{AnalysisOptions, analyse};
use crate::finding::Stage;
use crate::go::Position;
use crate::judge::{JudgeInput, Judgement};
pub use crate::options::Options;
use crate::record::readings::Readings;
pub use crate::record::{Joint, NoJoint, Part, Source};
use crate::replay::replay;
use crate::report::{Row, assemble};
use crate::score::score;
use last_moves::last_moves;
use network::beside_network;
pub use replayed::Replayed;

impl Source {
    /// Audits one game, from any thread. `name` is the source's name in the report.
    pub fn audit(&self, name: &str, game: usize, options: &Options) -> Row {
        let (mut row, _) = self.audit_and(name, game, options, |_, _| ());
        row.apply(&options.codes);
        row
    }

    /// The same before its findings get the severities of the options, and what `then` makes of what was judged, where the
    /// game came so far: for the program's own packages, which can name what is handed over.
    #[doc(hidden)]
    pub fn audit_and<T>(
        &self,
        name: &str,
        game: usize,
        options: &Options,
        then: impl FnOnce(&JudgeInput, &Judgement) -> T,
    ) -> (Row, Option<T>) {
        // Decode and parse.
        let record = self.game(game);
        let readings = Readings::of(&record, &options.terms);
        let mut row = assemble::recorded(name, self.games_before() + game, &record, &readings);
        let Some(size) = record.size else {
            return (row, None);
        };

        // Replay.
        let replay = replay(&record, size, &readings.rules, readings.handicap);
        assemble::replayed(&mut row, &record, &readings, &replay);
        if record.stopped_at.is_some() {
            return (row, None);
        }
        let Ok(position) = Position::new(replay.board.clone(), replay.to_move) else {
            row.stopped_at = Some(Stage::Replay);
            return (row, None);
        };

        // Analyse.
        let of_analysis = AnalysisOptions {
            prove: options.prove,
            seed: options.seed,
            ..AnalysisOptions::of(&readings.rules)
        };
        let analysis = analyse(&position, &of_analysis);

        // Score.
        let played = Replayed {
            record: &record,
            readings: &readings,
            replay: &replay,
            position: &position,
        };
        let game = played.score_input(&analysis);
        let score = score(&game);

        // Judge: by the network too where it is asked, and with the last moves where they are missing.
        let input = played.judge_input(game, &score, &options.severities);
        let (judgement, by_network) = beside_network(&input, options.certainty);
        let input = by_network
            .as_ref()
            .map_or(input, |recount| input.recounted(recount));
        let (judgement, last_moves) =
            last_moves(&input, judgement, &of_analysis, options.certainty);
        let judgement = judgement.withheld_below(options.certainty, &input);

        // Report.
        assemble::analysed(&mut row, input.game.analysis);
        assemble::scored(&mut row, &input);
        assemble::layered(&mut row, &input);
        assemble::judged(&mut row, &record, &judgement);
        assemble::ended(&mut row, &input, &judgement, last_moves.as_ref());
        (row, Some(then(&input, &judgement)))
    }
}

/// Audits every game in the bytes of one source.
///
/// No bytes are an error: what is wrong with them stands in the rows. A defect of the program panics here; the command
/// line makes a row of it.
pub fn audit_bytes(name: &str, bytes: &[u8], options: &Options) -> Vec<Row> {
    let source = Source::open(bytes.to_vec(), &options.limits);
    (0..source.rows())
        .map(|game| source.audit(name, game, options))
        .collect()
}
