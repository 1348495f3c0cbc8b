//! The configuration of a game.

use crate::base::{BySide, Side};
use crate::game::Setup;
use crate::record::TimeControl;
use crate::search::Level;

wire! {
    tagged both:
    /// The player of a side.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Player {
        /// A human at the window or terminal.
        Human {
            /// Display name; may be empty.
            name: String,
        },
        /// The built-in engine of the game.
        Engine {
            /// Playing strength, which includes its time limits.
            level: Level,
        },
        /// An external engine. The shell knows how to start it.
        External {
            /// The engine's id in the shell.
            id: String,
            /// Display name, also for records.
            name: String,
        },
    }
}

impl Player {
    /// Returns whether a person plays.
    #[must_use]
    pub const fn is_human(&self) -> bool {
        matches!(self, Player::Human { .. })
    }

    /// Returns the level of the built-in engine; `None` for other players.
    #[must_use]
    pub const fn level(&self) -> Option<Level> {
        match self {
            Player::Human { .. } | Player::External { .. } => None,
            Player::Engine { level } => Some(*level),
        }
    }

    /// Returns the name for records, in English for the built-in engine.
    #[must_use]
    pub fn record_name(&self) -> String {
        match self {
            Player::Human { name } | Player::External { name, .. } => name.clone(),
            Player::Engine { level } => format!("Duiyi level {}", level.number()),
        }
    }
}

wire! {
    /// The choices before the first move.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct GameConfig {
        /// Game, rule and start.
        pub setup: Setup,
        /// The players by colour. An opening may swap them.
        #[wire(flatten)]
        pub players: BySide<Player>,
        /// The time control, which starts after an opening.
        pub clock: TimeControl,
    }
}

impl GameConfig {
    /// Returns the same game with swapped players, for a rematch.
    #[must_use]
    pub fn swapped(&self) -> GameConfig {
        let players = BySide { first: self.players.second.clone(), second: self.players.first.clone() };
        GameConfig { players, ..self.clone() }
    }

    /// Returns whether no human plays. External engines count as engines.
    #[must_use]
    pub fn is_engines_only(&self) -> bool {
        Side::ALL.into_iter().all(|side| !self.players[side].is_human())
    }
}
