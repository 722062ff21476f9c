//! Rows on their way out: rendered on any thread, then written and counted in their order.

use super::annotate::Annotations;
use super::args::Audit;
use super::output::{Output, Planned};
use super::progress::Progress;
use super::recalled::Recalled;
use super::roots;
use super::settings::Settings;
use super::statistics_file::StatisticsFile;
use super::trouble::Trouble;
use crate::batch::Piece;
use crate::discover::Request;
use crate::report::{Cells, Format, Names, Row, Style, Summary};
use std::mem;
use std::path::PathBuf;

/// How rows are rendered.
pub struct Rendering {
    /// The formats of the reports, in their order.
    formats: Vec<Format>,
    /// What is the same in all of them.
    pub style: Style,
}

/// What becomes of rows, in their order.
pub struct Writing {
    /// The reports.
    pub outputs: Vec<Output>,
    /// Annotated copies.
    pub annotations: Option<Annotations>,
    /// How far the run has come.
    pub progress: Progress,
    /// The rows in numbers.
    pub summary: Summary,
    /// The statistics.
    pub statistics: Option<StatisticsFile>,
    /// The sources that were not audited again, where some may not be.
    pub recalled: Option<Recalled>,
}

impl Rendering {
    /// As these reports are asked for.
    pub fn of(
        args: &Audit,
        settings: &Settings,
        reports: &[Planned],
        request: &Request,
    ) -> Rendering {
        let cells = match settings.output.raw_cells {
            Some(true) => Cells::Raw,
            _ => Cells::Safe,
        };
        Rendering {
            formats: reports.iter().map(|report| report.format).collect(),
            style: Style {
                cells,
                github_notes: args.github_notes,
                names: Names::of_roots(request.roots.len()),
                fails: settings.fail.on.unwrap_or_default().severity(),
            },
        }
    }

    /// By format: the rows in it.
    pub fn render(&self, rows: &[Row]) -> Vec<Vec<Vec<u8>>> {
        let in_format = |format: &Format| {
            let row = |row| format.render(row, &self.style);
            rows.iter().map(row).collect()
        };
        self.formats.iter().map(in_format).collect()
    }
}

impl Writing {
    /// Takes the rows of a piece, and the same as they are rendered for the reports.
    pub fn accept(&mut self, piece: &Piece, rendered: &[Vec<Vec<u8>>]) -> Result<(), Trouble> {
        roots::check_handles()?;
        for (output, rows) in self.outputs.iter_mut().zip(rendered) {
            output.rows(rows)?;
        }
        if let Some(annotations) = &mut self.annotations {
            piece
                .copies
                .iter()
                .try_for_each(|copy| annotations.write(copy).map(drop))?;
            annotations.count(&piece.rows);
        }
        for row in &piece.rows {
            self.summary.add(row);
            if let Some(file) = &mut self.statistics {
                file.statistics.add(row);
            }
        }
        if let Some(recalled) = &mut self.recalled {
            recalled.add(piece);
        }
        self.progress.add(piece.rows.len() as u64, piece.weight);
        Ok(())
    }

    /// Completes every report, and the statistics. Where one cannot be, the others stay unfinished.
    pub fn finish_reports(&mut self) -> Result<(), Trouble> {
        let mut outputs = mem::take(&mut self.outputs).into_iter();
        let statistics = self.statistics.take();
        let finished = outputs
            .try_for_each(Output::finish)
            .and_then(|()| statistics.map_or(Ok(()), StatisticsFile::finish));
        // What can be kept of the others is better than nothing.
        outputs.for_each(|output| drop(output.abandon()));
        finished
    }

    /// Completes the annotated copies.
    pub fn finish_copies(&self) -> Result<(), Trouble> {
        self.annotations
            .as_ref()
            .map_or(Ok(()), Annotations::complete)
    }

    /// Leaves the reports as they are, and gives those that stay unfinished.
    pub fn abandon_reports(&mut self) -> Vec<PathBuf> {
        let outputs = mem::take(&mut self.outputs).into_iter();
        outputs.filter_map(Output::abandon).collect()
    }
}
