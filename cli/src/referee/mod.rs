//! `duiyi match` and `duiyi ladder`: engines against each other, and what can be said of their strength.
//!
//! A [`player`] is an engine of ours or a guest; a [`game`] is played by the rules of core alone; the [`openings`] are
//! played twice, with colours swapped; the [`hall`] runs several games at a time and hands them over in their order, so
//! that with fixed nodes the same seed gives the same result however many run side by side; [`duiyi_host::score`] weighs the results,
//! [`record`] writes the games down.

mod game;
mod hall;
mod openings;
pub mod player;
mod record;

pub mod ladder;
pub mod matches;

use std::fmt;
use std::str::FromStr;

use duiyi_core::base::Millis;
use duiyi_core::game::{GameKind, Setup};

use crate::position::setup;
use crate::problem::Problem;

/// How long the engines may think.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// A clock for each side: seconds for the game, and seconds added after each move, as in 10+0.1
    #[arg(long, value_name = "S+S")]
    pub tc: Option<Clock>,
    /// Time for each move, in milliseconds
    #[arg(long, value_name = "MS", conflicts_with = "tc", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// How much later than its time a move may come, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=3_600_000))]
    pub margin: u64,
}

/// A game's time control, `10+0.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The budget.
    pub main: Millis,
    /// Added after each move.
    pub increment: Millis,
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Clock, String> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let millis = |text: &str| {
            let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds))?;
            Some(Millis((seconds * 1000.0).round() as u64))
        };
        match (millis(main), millis(increment)) {
            (Some(main), Some(increment)) if main > Millis(0) => Ok(Clock { main, increment }),
            _ => Err("a time control is written as seconds and seconds a move, such as 10+0.1".to_owned()),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.main.0 as f64 / 1000.0, self.increment.0 as f64 / 1000.0)
    }
}

/// What is played.
#[derive(clap::Args, Clone, Debug)]
pub struct What {
    /// The game: xiangqi or gomoku
    #[arg(long)]
    pub game: GameKind,
    /// The rule: freestyle, standard, renju or caro (Gomoku)
    #[arg(long)]
    pub rule: Option<String>,
    /// Lines of the board, 15 if not given (Gomoku)
    #[arg(long, value_name = "N")]
    pub size: Option<u8>,
}

impl What {
    /// Makes the set-up of a game that begins from `start`, or from the usual start.
    ///
    /// # Errors
    /// One sentence that names the option.
    pub fn setup(&self, start: Option<&str>) -> Result<Setup, Problem> {
        if self.game == GameKind::TicTacToe {
            return Err(Problem::at("--game", "matches are played at xiangqi or gomoku"));
        }
        setup(self.game, self.rule.as_deref(), self.size, start, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read() {
        let read = |text: &str| text.parse::<Clock>();
        assert_eq!(read("10+0.1"), Ok(Clock { main: Millis(10_000), increment: Millis(100) }));
        assert_eq!(read("0.5"), Ok(Clock { main: Millis(500), increment: Millis(0) }));
        for bad in ["", "x", "0+1", "-1+1", "1+x", "nan", "inf", "1e9"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(read("10+0.1").map(|clock| clock.to_string()).as_deref(), Ok("10+0.1"));
    }
}
