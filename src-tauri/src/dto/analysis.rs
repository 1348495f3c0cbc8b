//! What crosses of an analysis.

use duiyi_core::base::Side;
use duiyi_core::record::note::Worth;
use duiyi_core::review::Curve;
use duiyi_core::search::PvLine;
use duiyi_host::analysis::{AnalysisReport, AnalysisState};
use serde::Serialize;

use super::MoveRow;
use duiyi_core::game::Refusal;

/// As much of a line as a person follows; what lies behind it changes with every depth.
const LINE_PLIES_MAX: usize = 12;

dto! {
    /// The scale from scores to expected results.
    #[derive(Copy)]
    pub enum ScoreScale {
        /// The engine reports expected results itself.
        Told,
        /// Fitted to the games of the engine in the library.
        Fitted,
        /// The scale of the built-in engine.
        BuiltIn,
    }

    /// How far an analyst is.
    #[derive(Copy)]
    pub enum Progress { Looking, Resting, Failed }

}

dto_struct! {
    /// A line of play, best first among its siblings.
    pub struct FoundLine {
        pub worth: Worth,
        /// The first player's expected result in thousandths, by the scale of its engine.
        pub chance: u16,
        /// Its first moves.
        pub rows: Vec<MoveRow>,
    }

    /// The latest findings of an engine at a position.
    pub struct Finding {
        /// The look it belongs to.
        pub look: u64,
        /// The library's number of the study.
        pub study: i64,
        pub node: u32,
        /// The external engine's name in the list of engines; empty for the built-in engine.
        pub analyst: String,
        pub progress: Progress,
        pub depth: u32,
        pub nodes: u64,
        pub ms: u64,
        pub lines: Vec<FoundLine>,
        pub scale: ScoreScale,
        /// The evaluation in the form of records, first player's view: `0.35,12` has pawns and depth, `#-4,12` moves to
        /// mate and depth. Absent before the first line.
        pub evaluation: Option<String>,
        /// One of `ANALYSIS_NOTES`, if the engine cannot search the lines or moves that were requested.
        pub note: Option<String>,
        /// Why the engine failed at this position; absent unless `progress` is `failed`.
        pub fault: Option<Refusal>,
    }
}

/// An analyst in the page's names, with the curves of its scores.
#[derive(Clone, Debug)]
pub struct Analyst {
    /// The name in the list of engines; empty for the built-in engine.
    pub name: String,
    /// The curve of the built-in engine under the rule of the game.
    pub usual: Curve,
    /// The curve of an external engine with enough games.
    pub fitted: Option<Curve>,
}

impl Finding {
    /// Writes a report out under the names that the UI knows.
    pub fn of(report: &AnalysisReport, look: u64, study: i64, node: u32, analyst: &Analyst) -> Finding {
        let thought = report.thought();
        let mover = report.game.side_to_move();
        let curve = analyst.fitted.unwrap_or(analyst.usual);
        let chance = |line: &PvLine<String>| {
            let own = line.chance.map_or_else(|| curve.chance(line.score), |told| f64::from(told) / 1_000.0);
            let first = if mover == Side::First { own } else { 1.0 - own };
            (first * 1_000.0).round() as u16
        };
        let tells = thought.is_some_and(|thought| thought.lines.iter().any(|line| line.chance.is_some()));
        let scale = match analyst.fitted {
            _ if tells => ScoreScale::Told,
            Some(_) => ScoreScale::Fitted,
            None => ScoreScale::BuiltIn,
        };
        let lines = thought.into_iter().flat_map(|thought| &thought.lines).map(|line| FoundLine {
            worth: report.worth(line.score),
            chance: chance(line),
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
            analyst: analyst.name.clone(),
            progress,
            depth: thought.map_or(0, |thought| u32::try_from(thought.depth).unwrap_or_default()),
            nodes: thought.map_or(0, |thought| thought.nodes),
            ms: thought.map_or(0, |thought| thought.time.0),
            lines: lines.collect(),
            scale,
            evaluation: report.evaluation().map(|found| found.to_string()),
            note: report.note.map(str::to_owned),
            fault,
        }
    }
}
