//! How a game is set up.

use crate::base::{BySide, Side};
use crate::game::Setup;
use crate::record::TimeControl;
use crate::search::Level;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person.
    Human {
        /// The name; may be empty.
        name: String,
    },
    /// The built-in engine.
    Engine {
        /// How strongly it plays.
        level: Level,
    },
    /// A program from outside. What it is and how to reach it is the shell's business.
    External {
        /// What the shell calls it.
        id: String,
        /// What people call it.
        name: String,
    },
}

impl Player {
    /// Returns whether a person plays.
    #[must_use]
    pub const fn is_human(&self) -> bool {
        matches!(self, Player::Human { .. })
    }

    /// Returns the engine's level, if the built-in engine plays.
    #[must_use]
    pub const fn level(&self) -> Option<Level> {
        match self {
            Player::Human { .. } | Player::External { .. } => None,
            Player::Engine { level } => Some(*level),
        }
    }

    /// Returns the name that stands in records.
    #[must_use]
    pub fn record_name(&self) -> String {
        match self {
            Player::Human { name } | Player::External { name, .. } => name.clone(),
            Player::Engine { level } => format!("Duiyi level {}", level.number()),
        }
    }
}

/// Everything that is chosen before the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameConfig {
    /// What is played.
    pub setup: Setup,
    /// Who plays.
    pub players: BySide<Player>,
    /// The clock.
    pub clock: TimeControl,
}

impl GameConfig {
    /// Returns the same game with the players' seats swapped, for a rematch.
    #[must_use]
    pub fn swapped(&self) -> GameConfig {
        let players = BySide { first: self.players.second.clone(), second: self.players.first.clone() };
        GameConfig { players, ..self.clone() }
    }

    /// Returns whether two engines play each other.
    #[must_use]
    pub fn is_engines_only(&self) -> bool {
        Side::ALL.into_iter().all(|side| !self.players[side].is_human())
    }
}
