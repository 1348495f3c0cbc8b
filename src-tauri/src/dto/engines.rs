//! What crosses about engines, and the word that the one channel carries.

use duiyi_core::base::Millis;
use duiyi_core::session;
use duiyi_host::engine_list::EngineConfig;
use duiyi_host::engine_list::console::ConsoleLine;
use duiyi_host::levels::LevelTable;
use duiyi_host::matches::{Entrant, MatchProgress, MatchSetup};
use duiyi_host::thinking::SearchFault;
use serde::{Deserialize, Serialize};

use super::lab::LabNews;
use super::{Finding, ImportProgress, Notice, Player, ReviewNews, Setup, Update};
use crate::error::ApiError;

/// The built-in engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BuiltIn {
    pub version: String,
    pub threads: usize,
    pub hash_mib: usize,
    /// The processors of the machine: no search has more threads.
    pub processors: usize,
    /// The largest table that the machine could hold, in mebibytes.
    pub hash_mib_max: usize,
    /// What the levels were measured to be worth.
    pub levels: Vec<LevelTable>,
}

/// Everything there is to show of engines.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Engines {
    pub built_in: BuiltIn,
    pub guests: Vec<EngineConfig>,
    #[serde(rename = "match")]
    pub view: Option<MatchView>,
}

/// What is to be played in a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MatchPlan {
    pub setup: Setup,
    pub first: Player,
    pub second: Player,
    pub games: u32,
    pub move_ms: u64,
}

/// How a match stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MatchView {
    pub plan: MatchPlan,
    pub running: bool,
    /// Of the first player.
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// The first player's advantage; absent while it cannot be told.
    pub elo: Option<f64>,
    /// Half of the 95 % interval around it.
    pub elo_error: Option<f64>,
    /// The least difference, where one player won every game: then the two before are not finite.
    pub elo_bound: Option<f64>,
    /// How likely the first player is the stronger, in percent.
    pub los: Option<f64>,
    /// Games lost by a crash, a hang or an illegal move.
    pub first_faults: u32,
    pub second_faults: u32,
    /// What went wrong last.
    pub fault: Option<Notice>,
    /// The board of the game in progress, or of the last one.
    pub placement: String,
    /// Whether the first player has the first move in it.
    pub first_begins: bool,
}

/// What arrives on the one ordered channel.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
#[expect(
    clippy::large_enum_variant,
    reason = "each one is written out as soon as it is made, and the large one is the usual one"
)]
pub enum Word {
    /// Something happened in the game on the desk.
    Game { update: Update },
    /// Lines of a guest's console.
    Console { id: String, lines: Vec<ConsoleLine> },
    /// How far an import has come.
    Import { progress: ImportProgress },
    /// Files were dropped on the window or opened with it, and wait to be taken.
    Offered,
    /// What was found in a position that is looked at.
    Analysis { finding: Finding },
    /// How the match stands.
    Match {
        #[serde(rename = "match")]
        view: MatchView,
    },
    /// How the review of the study goes.
    Review { news: ReviewNews },
    /// What the laboratory has found; `look` is the number of the experiment.
    Lab { look: u64, news: LabNews },
}

impl TryFrom<MatchPlan> for MatchSetup {
    type Error = ApiError;

    fn try_from(plan: MatchPlan) -> Result<MatchSetup, ApiError> {
        let players: [session::Player; 2] = [plan.first.try_into()?, plan.second.try_into()?];
        Ok(MatchSetup { setup: plan.setup.try_into()?, players, games: plan.games, move_time: Millis(plan.move_ms) })
    }
}

impl From<&MatchSetup> for MatchPlan {
    fn from(plan: &MatchSetup) -> MatchPlan {
        MatchPlan {
            setup: (&plan.setup).into(),
            first: (&plan.players[0]).into(),
            second: (&plan.players[1]).into(),
            games: plan.games,
            move_ms: plan.move_time.0,
        }
    }
}

impl From<&MatchProgress> for MatchView {
    fn from(view: &MatchProgress) -> MatchView {
        let summary = &view.summary;
        let strength = summary.results.strength();
        let fault = |(entrant, fault): &(Entrant, SearchFault)| Notice {
            code: fault.code.to_owned(),
            message: fault.why.clone(),
            at: Some(view.plan.players[*entrant as usize].record_name()),
            games: 0,
        };
        MatchView {
            plan: (&view.plan).into(),
            running: view.running,
            wins: summary.results.wins,
            draws: summary.results.draws,
            losses: summary.results.losses,
            elo: strength.map(|strength| strength.elo),
            elo_error: strength.map(|strength| strength.error),
            elo_bound: strength.and_then(|strength| strength.bound),
            los: strength.map(|strength| strength.los),
            first_faults: summary.faults_of(Entrant::A),
            second_faults: summary.faults_of(Entrant::B),
            fault: summary.last_fault.as_ref().map(fault),
            placement: view.placement.clone(),
            first_begins: view.first_begins,
        }
    }
}
