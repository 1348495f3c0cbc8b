//! `duiyi match`, `duiyi ladder` and `duiyi tournament`: arguments, progress bar and result lines.
//!
//! [`duiyi_host::matches`] plays the games.

pub mod spec;
mod reporter;
pub mod duel;
pub mod ladder;
pub mod tournament;

use std::path::Path;
use std::str::FromStr;

use duiyi_core::base::{Millis, Rng, Side};
use duiyi_core::game::{GameKind, Setup};
use duiyi_core::odds::{Handicap, Odds, ParseOddsError};
use duiyi_core::record::TimeControl;
use duiyi_host::matches::{self, Adjudication, DrawRule, MatchOpening, ResignRule, openings};

use crate::input;
use crate::position::{large_game, nodes, setup};
use crate::problem::Problem;

/// The largest file of openings, in bytes.
const BYTES_MAX: u64 = 16 << 20;

/// How long the engines may think.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct MatchLimitArgs {
    /// A clock for each side: seconds for the game, and seconds added after each move, as in 10+0.1
    #[arg(long, value_name = "S+S")]
    tc: Option<Clock>,
    /// Time for each move, in milliseconds
    #[arg(long, value_name = "MS", conflicts_with = "tc", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = nodes())]
    nodes: Option<u64>,
    /// Time margin per move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=3_600_000))]
    margin: u64,
    /// A side resigns once both engines have given at least SCORE centipawns to the other in MOVES moves each in a row
    #[arg(long, value_names = ["SCORE", "MOVES"], num_args = 2, value_parser = clap::value_parser!(u32).range(1..=30_000))]
    resign: Option<Vec<u32>>,
    /// A draw is agreed once both engines have given at most SCORE centipawns in MOVES moves each in a row, AFTER moves or
    /// later
    #[arg(long, value_names = ["SCORE", "MOVES", "AFTER"], num_args = 3, value_parser = clap::value_parser!(u32).range(0..=30_000))]
    draw: Option<Vec<u32>>,
}

impl MatchLimitArgs {
    /// Returns the limits.
    ///
    /// # Errors
    /// One sentence that names the option.
    fn read(&self) -> Result<matches::MatchLimits, Problem> {
        let control = match (self.tc, self.movetime) {
            (Some(Clock(control)), _) => control,
            (None, Some(ms)) => TimeControl::PerMove { each: Millis(ms) },
            (None, None) => TimeControl::None,
        };
        let score = |score: u32| i32::try_from(score).unwrap_or(i32::MAX);
        let resign = match self.resign.as_deref() {
            Some(&[least, moves]) => Some(ResignRule { score: score(least), moves }),
            _ => None,
        };
        let draw = match self.draw.as_deref() {
            // Every game would be drawn at once.
            Some(&[_, 0, _]) => return Err(Problem::at("--draw", "MOVES is at least 1")),
            Some(&[greatest, moves, after]) => Some(DrawRule { score: score(greatest), moves, after }),
            _ => None,
        };
        let adjudication = Adjudication { resign, draw };
        Ok(matches::MatchLimits { control, nodes: self.nodes, margin: Millis(self.margin), adjudication })
    }
}

/// A game's time control, `10+0.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock(pub(crate) TimeControl);

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Clock, String> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let millis = |text: &str| {
            let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds))?;
            Some(Millis((seconds * 1000.0).round() as u64))
        };
        match (millis(main), millis(increment)) {
            (Some(main), Some(increment)) if main > Millis(0) => Ok(Clock(TimeControl::Fischer { main, increment })),
            _ => Err("a time control is written as seconds and seconds a move, such as 10+0.1".to_owned()),
        }
    }
}

/// The game, its rule and the size of its board.
#[derive(clap::Args, Clone, Debug)]
pub struct SetupArgs {
    /// The game: xiangqi or gomoku
    #[arg(long, value_parser = large_game)]
    game: GameKind,
    /// The rule: freestyle, standard, renju or caro (Gomoku), asian, chinese or simple (Xiangqi, about repetitions)
    #[arg(long, visible_alias = "ruleset")]
    rule: Option<String>,
    /// Lines of the board, 15 if not given (Gomoku)
    #[arg(long, value_name = "N", value_parser = crate::position::size)]
    size: Option<u8>,
}

impl SetupArgs {
    /// Makes the set-up.
    ///
    /// # Errors
    /// One sentence that names the option.
    fn setup(&self) -> Result<Setup, Problem> {
        if self.game == GameKind::TicTacToe {
            return Err(Problem::at("--game", "matches are played at xiangqi or gomoku"));
        }
        setup(self.game, self.rule.as_deref(), self.size, None, None)
    }
}

/// Reads the odds of `--odds`, which the stronger player gives.
fn handicap(name: &str) -> Result<Handicap, String> {
    let odds: Odds = name.parse().map_err(|why: ParseOddsError| why.to_string())?;
    match odds {
        Odds::Swap => Err("a match has no opening protocol; give --openings".to_owned()),
        Odds::HalfTime | Odds::FifthTime => Err("the clocks of a match are equal; choose other odds".to_owned()),
        _ => Ok(Handicap::new(odds, Side::First)),
    }
}

/// Returns the openings of a match with odds, shuffled by `seed`.
///
/// # Errors
/// One sentence that names the option.
fn openings_with_odds(what: &SetupArgs, odds: Handicap, seed: u64) -> Result<Vec<MatchOpening>, Problem> {
    let openings = MatchOpening::with_odds(&what.setup()?, odds);
    let mut openings = openings.map_err(|why| Problem::at("--odds", why))?;
    Rng::from_seed(seed).shuffle(&mut openings);
    Ok(openings)
}

/// Reads the openings of a match from `file`, or takes the built-in ones, shuffled by `seed`.
///
/// # Errors
/// One sentence that names the option, or the file and the line.
fn openings(setup: &Setup, file: Option<&Path>, seed: u64) -> Result<Vec<MatchOpening>, Problem> {
    let mut openings = match file {
        Some(path) => {
            let place = path.display();
            let text = input::read_text(path, BYTES_MAX)?;
            let openings = MatchOpening::read_all(setup, &text);
            let openings = openings.map_err(|why| Problem::Input(format!("{place}, {why}")))?;
            if openings.is_empty() {
                return Err(Problem::at(&place, "there is no opening in it"));
            }
            openings
        }
        None => MatchOpening::shipped(setup),
    };
    Rng::from_seed(seed).shuffle(&mut openings);
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read() {
        let read = |text: &str| text.parse::<Clock>();
        let clock =
            |main, increment| Ok(Clock(TimeControl::Fischer { main: Millis(main), increment: Millis(increment) }));
        assert_eq!(read("10+0.1"), clock(10_000, 100));
        assert_eq!(read("0.5"), clock(500, 0));
        for bad in ["", "x", "0+1", "-1+1", "1+x", "nan", "inf", "1e9"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
