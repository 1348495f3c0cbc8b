//! An engine as it is described, before anything is started.

use duiyi_core::base::{Depth, Millis};
use duiyi_core::engine::scripted::ScriptedStrategy;
use duiyi_core::engine::{Ablation, Nets, SearchMethod};
use duiyi_core::game::GameKind;
use duiyi_core::search::Level;

use crate::engines::EngineCommand;

/// Memory of the built-in engine's transposition table, in mebibytes, where the caller does not choose.
pub const HASH_MIB: usize = 32;

/// The kinds of engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSpec {
    /// The engine of this program.
    BuiltIn(EngineSettings),
    /// A few rules of thumb, to measure the levels against.
    Scripted(ScriptedStrategy),
    /// A program from outside.
    External(EngineCommand),
}

/// The built-in engine as a match describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// Its name.
    pub name: String,
    /// How strongly it chooses among the moves found.
    pub level: Level,
    /// Whether it keeps to the limits of its level.
    pub keeps_to_level: bool,
    /// Nodes for each move, instead of the match's.
    pub nodes: Option<u64>,
    /// Deepest iteration, in plies.
    pub depth: Option<Depth>,
    /// Time for each move, instead of the match's.
    pub time: Option<Millis>,
    /// Memory of its transposition table, in mebibytes.
    pub hash_mib: usize,
    /// Threads of its search.
    pub threads: usize,
    /// The parts of its search that it goes without.
    pub without: Ablation,
    /// The nets by which it judges.
    pub nets: Nets,
    /// How it searches at Gomoku.
    pub method: SearchMethod,
}

impl EngineSettings {
    /// Describes the engine at a level that it keeps to, or at its full strength.
    #[must_use]
    pub fn new(name: String, level: Option<Level>) -> EngineSettings {
        EngineSettings {
            name,
            level: match level {
                Some(level) => level,
                None => Level::MAX,
            },
            keeps_to_level: level.is_some(),
            nodes: None,
            depth: None,
            time: None,
            hash_mib: HASH_MIB,
            threads: 1,
            without: Ablation::NOTHING,
            nets: Nets::default(),
            method: SearchMethod::AlphaBeta,
        }
    }

    /// Describes the nameless engine at full strength.
    #[must_use]
    pub fn full_strength(hash_mib: usize) -> EngineSettings {
        EngineSettings { hash_mib, ..EngineSettings::new(String::new(), None) }
    }
}

impl EngineSpec {
    /// Describes the built-in engine at full strength, for a caller that sets its memory before each search.
    #[must_use]
    pub fn full_strength() -> EngineSpec {
        EngineSpec::BuiltIn(EngineSettings::full_strength(1))
    }

    /// Returns why the player cannot play `game`, if that is known beforehand.
    #[must_use]
    pub fn refusal(&self, game: GameKind) -> Option<String> {
        let EngineSpec::BuiltIn(own) = self else { return None };
        if own.method == SearchMethod::Mcts && game != GameKind::Gomoku {
            return Some("the Monte Carlo search plays Gomoku alone".to_owned());
        }
        own.nets.refusal(game).or_else(|| own.without.features(game).err())
    }
}
