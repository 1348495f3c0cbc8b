//! The configuration of a game.

use crate::base::{BySide, Side};
use crate::game::{Refusal, Setup};
use crate::odds::Handicap;
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
    both:
    /// The help that people have in a game.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Coach {
        /// A blunder is held back until it is confirmed.
        pub warnings: bool,
        /// The threats on the board may be shown.
        pub threats: bool,
        /// The evaluation of the board is shown.
        pub evaluation: bool,
    }
}

impl Coach {
    /// The tag of records that has the parts in use.
    pub const TAG: &str = "Coach";

    /// The parts by name, for journals and records.
    const PARTS: [&str; 3] = ["warnings", "threats", "evaluation"];

    /// Returns the names of the parts in use.
    pub fn parts(self) -> impl Iterator<Item = &'static str> {
        let used = [self.warnings, self.threats, self.evaluation];
        Coach::PARTS.into_iter().zip(used).filter_map(|(part, is_used)| is_used.then_some(part))
    }

    /// Reads the names of the parts; unknown ones are ignored.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a str>) -> Coach {
        parts.into_iter().fold(Coach::default(), |coach, part| match part {
            "warnings" => Coach { warnings: true, ..coach },
            "threats" => Coach { threats: true, ..coach },
            "evaluation" => Coach { evaluation: true, ..coach },
            _ => coach,
        })
    }

    /// Returns whether the coach needs searches.
    #[must_use]
    pub const fn searches(self) -> bool {
        self.warnings || self.evaluation
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
        pub coach: Coach,
        /// The odds that one side gives, which the set-up has.
        #[cfg_attr(feature = "bindings", ts(optional = nullable))]
        pub odds: Option<Handicap>,
    }
}

impl GameConfig {
    /// Returns the same game for a rematch. The players swap colours, unless the odds belong to a side.
    #[must_use]
    pub fn rematch(&self) -> GameConfig {
        if self.odds.is_some_and(|odds| !odds.allows_swap()) {
            return self.clone();
        }
        let players = BySide { first: self.players.second.clone(), second: self.players.first.clone() };
        GameConfig { players, odds: self.odds.map(Handicap::swapped), ..self.clone() }
    }

    /// Returns the game with `odds`, or as it is with `None`.
    ///
    /// # Errors
    /// As [`Handicap::set_up`].
    pub fn with_odds(self, odds: Option<Handicap>) -> Result<GameConfig, Refusal> {
        match odds {
            Some(given) => Ok(GameConfig { setup: given.set_up(self.setup)?, odds, ..self }),
            None => Ok(self),
        }
    }

    /// Returns the time control of a side.
    #[must_use]
    pub fn control(&self, side: Side) -> TimeControl {
        self.odds.map_or(self.clock, |odds| odds.control(self.clock, side))
    }

    /// Returns the time controls of both sides where they differ.
    #[must_use]
    pub fn own_controls(&self) -> Option<BySide<TimeControl>> {
        Some(self.controls()).filter(|controls| controls.first != controls.second)
    }

    /// Returns the time controls of both sides.
    #[must_use]
    pub fn controls(&self) -> BySide<TimeControl> {
        BySide::from_fn(|side| self.control(side))
    }

    /// Returns whether no human plays. External engines count as engines.
    #[must_use]
    pub fn is_engines_only(&self) -> bool {
        Side::ALL.into_iter().all(|side| !self.players[side].is_human())
    }
}
