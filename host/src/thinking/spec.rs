//! The description of an engine; nothing is started yet.

use duiyi_core::base::{Depth, Millis};
use duiyi_core::engine::scripted::ScriptedStrategy;
use duiyi_core::engine::{Ablation, Nets, SearchMethod};
use duiyi_core::game::GameKind;
use duiyi_core::search::Level;

use crate::engines::EngineCommand;

/// The default size of the built-in engine's transposition table, in mebibytes.
pub const HASH_MIB: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSpec {
    /// The engine of this program.
    BuiltIn(EngineSettings),
    /// A few rules of thumb, as an opponent for measurements of the levels.
    Scripted(ScriptedStrategy),
    /// A child process.
    External(EngineCommand),
}

/// The settings of the built-in engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    pub name: String,
    /// Full strength is the highest level.
    pub level: Level,
    /// Whether the limits of the level apply.
    pub keeps_to_level: bool,
    /// Node limit of each move, instead of the match's.
    pub nodes: Option<u64>,
    /// Depth limit, in plies.
    pub depth: Option<Depth>,
    /// Time for each move, instead of the match's. With a clock, the most that a move takes of it.
    pub time: Option<Millis>,
    /// Size of the transposition table, in mebibytes.
    pub hash_mib: usize,
    pub threads: usize,
    /// What a draw costs the engine, in centipawns.
    pub contempt: i32,
    /// The disabled parts of the search.
    pub without: Ablation,
    /// The nets of the evaluation.
    pub nets: Nets,
    /// The search method at Gomoku.
    pub method: SearchMethod,
}

impl EngineSettings {
    /// Describes the engine at a level with its limits, or at full strength.
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
            contempt: 0,
            without: Ablation::NOTHING,
            nets: Nets::default(),
            method: SearchMethod::AlphaBeta,
        }
    }

    /// Describes a nameless engine at full strength.
    #[must_use]
    pub fn full_strength(hash_mib: usize) -> EngineSettings {
        EngineSettings { hash_mib, ..EngineSettings::new(String::new(), None) }
    }
}

impl EngineSpec {
    /// Describes the built-in engine at full strength, for a caller that sets its table before each search.
    #[must_use]
    pub fn full_strength() -> EngineSpec {
        EngineSpec::BuiltIn(EngineSettings::full_strength(1))
    }

    /// Returns the reason why the player cannot play `game`, if known beforehand.
    #[must_use]
    pub fn refusal(&self, game: GameKind) -> Option<String> {
        let EngineSpec::BuiltIn(own) = self else { return None };
        if own.method == SearchMethod::Mcts && game != GameKind::Gomoku {
            return Some("the Monte Carlo search plays Gomoku alone".to_owned());
        }
        own.nets.refusal(game).or_else(|| own.without.features(game).err())
    }
}
