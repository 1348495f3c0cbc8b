//! Experiments with search methods, one at a time on its own thread, and the tree of a small search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use duiyi_core::base::{Depth, Side};
use duiyi_core::game::Game;
use duiyi_core::lab::{self, LabIteration, LabLimits, LabMeasure, LabMethod, Rivals, SearchTree};
use duiyi_core::search::Stop;
use duiyi_core::tictactoe::Solved;

use crate::clock::MonotonicClock;
use crate::desk::DeskError;
use crate::desk::library::Diagram;
use crate::latest_task::LatestTask;

/// The node limit of one search by a method: minimax of Xiangqi reaches four plies with it.
const METHOD_NODES: u64 = 5_000_000;
/// The node limit of the engine.
const ENGINE_NODES: u64 = 200_000;
/// The node limit of each of two compared searches.
const RIVAL_NODES: u64 = 20_000;

#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum LabEvent {
    /// A method has searched to a depth.
    Measured(LabMeasure),
    /// The engine has ended an iteration.
    Iterated(LabIteration),
    /// Two searches have examined the same moves.
    Compared(Rivals),
    Done,
    Failed {
        code: &'static str,
        message: String,
    },
}

/// A tree and its game.
struct Walk {
    asked: (String, String, Side, LabMethod, Depth),
    game: Game,
    tree: SearchTree,
}

/// Owns the thread of the experiment. Dropping it stops the experiment.
#[derive(Default)]
pub struct LabRunner {
    task: LatestTask,
    walk: Option<Walk>,
    solved: OnceLock<Solved>,
}

impl LabRunner {
    /// Begins an experiment with the position of `game` to `depth`, and stops the one before it. It runs the methods,
    /// then the engine, then the two compared searches, if the game has them. `told` is called from another thread, in
    /// order; it must not call this runner.
    pub fn start(&mut self, game: Game, depth: Depth, told: impl Fn(LabEvent) + Send + 'static) {
        self.task.start("duiyi-lab", move |run| {
            let tell = |news: LabEvent| run.tell(|| told(news));
            // A panic of ours ends the experiment; without the catch the page would wait forever.
            let done = catch_unwind(AssertUnwindSafe(|| experiment(&game, depth, &run.stop, &tell)));
            let failed = LabEvent::Failed { code: "engine-failed", message: "the experiment broke off".to_owned() };
            tell(if done.is_ok() { LabEvent::Done } else { failed });
        });
    }

    /// Stops the experiment; `told` is not called again.
    pub fn stop(&mut self) {
        self.task.stop();
    }

    /// Returns the tree of a small search of the position, kept until another one is requested, and its game.
    ///
    /// # Errors
    /// The position is not valid.
    pub fn walk(
        &mut self,
        diagram: &Diagram,
        method: LabMethod,
        depth: Depth,
    ) -> Result<(&Game, &SearchTree), DeskError> {
        let board = diagram.placement.to_owned();
        let asked = (board, diagram.setup.rule.to_owned(), diagram.side_to_move, method, depth);
        if self.walk.as_ref().is_none_or(|walk| walk.asked != asked) {
            let game = diagram.game()?;
            let tree = lab::tree(&game, method, depth, &Stop::new());
            self.walk = Some(Walk { asked, game, tree });
        }
        let walk = self.walk.as_ref().expect("it was made where it was missing");
        Ok((&walk.game, &walk.tree))
    }

    /// Returns the full solution of tic-tac-toe, computed at the first call.
    pub fn solved(&self) -> &Solved {
        self.solved.get_or_init(Solved::new)
    }
}

fn experiment(game: &Game, depth: Depth, stop: &Stop, tell: &dyn Fn(LabEvent)) {
    lab::compare(game, LabLimits { depth, nodes: METHOD_NODES }, stop, &mut |found| {
        tell(LabEvent::Measured(found));
    });
    lab::watch_engine(game, ENGINE_NODES, &MonotonicClock::start(), stop, &mut |found| {
        tell(LabEvent::Iterated(found));
    });
    if let Some(rivals) = lab::rivals(game, RIVAL_NODES, &MonotonicClock::start(), stop) {
        tell(LabEvent::Compared(rivals));
    }
}

#[cfg(test)]
mod tests;
