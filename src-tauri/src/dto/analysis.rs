//! What crosses of an analysis.

use duiyi_core::record::note::Worth;
use duiyi_host::analysis::{AnalysisReport, AnalysisState};
use serde::Serialize;

use super::MoveRow;
use duiyi_core::game::Refusal;

/// As much of a line as a person follows; what lies behind it changes with every depth.
const LINE_PLIES_MAX: usize = 12;

dto! {
    /// How far an analyst is.
    #[derive(Copy)]
    pub enum Progress { Looking, Resting, Failed }

}

dto_struct! {
    /// A line of play, best first among its siblings.
    pub struct FoundLine {
        pub worth: Worth,
        /// Its first moves.
        pub rows: Vec<MoveRow>,
    }

    /// What an analyst tells of a position.
    pub struct Finding {
        /// The look it belongs to.
        pub look: u64,
        /// The library's number of the study.
        pub study: i64,
        pub node: u32,
        /// The guest's name in the list, or nothing for the built-in engine.
        pub analyst: String,
        pub progress: Progress,
        pub depth: u32,
        pub nodes: u64,
        pub ms: u64,
        pub lines: Vec<FoundLine>,
        /// The same in one word, as a record carries it.
        pub evaluation: Option<String>,
        /// One of `ANALYSIS_NOTES`, where it can tell less than was wished for.
        pub note: Option<String>,
        /// Why it is lost to this position.
        pub fault: Option<Refusal>,
    }
}

impl Finding {
    /// Writes a report out under the names that the UI knows.
    pub fn of(report: &AnalysisReport, look: u64, study: i64, node: u32, analyst: String) -> Finding {
        let thought = report.thought();
        let lines = thought.into_iter().flat_map(|thought| &thought.lines).map(|line| FoundLine {
            worth: report.worth(line.score),
            rows: report.game.line(&line.pv[..line.pv.len().min(LINE_PLIES_MAX)]),
        });
        let (progress, fault) = match &report.state {
            AnalysisState::Looking(_) => (Progress::Looking, None),
            AnalysisState::Resting(_) => (Progress::Resting, None),
            AnalysisState::Failed { code, why } => (Progress::Failed, Some(Refusal::plain(code, why))),
        };
        Finding {
            look,
            study,
            node,
            analyst,
            progress,
            depth: thought.map_or(0, |thought| u32::try_from(thought.depth).unwrap_or_default()),
            nodes: thought.map_or(0, |thought| thought.nodes),
            ms: thought.map_or(0, |thought| thought.time.0),
            lines: lines.collect(),
            evaluation: report.evaluation().map(|found| found.to_string()),
            note: report.note.map(str::to_owned),
            fault,
        }
    }
}
