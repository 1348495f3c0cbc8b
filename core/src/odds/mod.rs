//! Odds: what a stronger player gives a weaker one before the first move.
//!
//! [`Handicap::set_up`] makes the start and [`Handicap::control`] the clock of each side; the game itself is played by the
//! usual rules. docs/LEVELS.md has the sources of each preset and its measured worth.

use std::fmt;
use std::str::FromStr;

use crate::base::{Millis, Side};
use crate::game::{GameKind, Refusal, Setup};
use crate::gomoku::protocol::OpeningProtocol;
use crate::record::TimeControl;
use crate::xiangqi::Position;

/// A preset of odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Odds {
    /// The weaker player moves first (让先).
    FirstMove,
    /// Without the left horse (让左马); the stronger player moves first.
    LeftHorse,
    /// Without the right cannon (饶右炮); the stronger player moves first.
    Cannon,
    /// Without the left rook (饶左车); the stronger player moves first.
    Rook,
    /// Without both horses (让双马); the stronger player moves first.
    BothHorses,
    /// Without pawns, advisors and elephants (让九子); the stronger player moves first.
    NinePieces,
    /// Black begins with two stones, and White moves.
    TwoStones,
    /// Black begins with three stones, and White moves.
    ThreeStones,
    /// The stronger player places the first three stones, the weaker one chooses a colour.
    Swap,
    /// Half the time of the other side.
    HalfTime,
    /// A fifth of the time of the other side.
    FifthTime,
}

wire! {
    both:
    /// Odds that one side gives the other.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Handicap {
        pub odds: Odds,
        /// The side of the stronger player, at the start of an opening.
        pub giver: Side,
    }
}

impl Odds {
    /// All presets, from the least to the most for each game.
    pub const ALL: [Odds; 11] = [
        Odds::FirstMove,
        Odds::LeftHorse,
        Odds::Cannon,
        Odds::Rook,
        Odds::BothHorses,
        Odds::NinePieces,
        Odds::TwoStones,
        Odds::ThreeStones,
        Odds::Swap,
        Odds::HalfTime,
        Odds::FifthTime,
    ];

    /// Returns the word for command lines, journals and records.
    ///
    /// # Stability
    /// Saved games contain these words.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Odds::FirstMove => "first-move",
            Odds::LeftHorse => "left-horse",
            Odds::Cannon => "cannon",
            Odds::Rook => "rook",
            Odds::BothHorses => "both-horses",
            Odds::NinePieces => "nine-pieces",
            Odds::TwoStones => "two-stones",
            Odds::ThreeStones => "three-stones",
            Odds::Swap => "swap",
            Odds::HalfTime => "half-time",
            Odds::FifthTime => "fifth-time",
        }
    }

    /// Returns whether these odds can be given in a game.
    #[must_use]
    pub const fn suits(self, game: GameKind) -> bool {
        match self {
            Odds::FirstMove | Odds::LeftHorse | Odds::Cannon | Odds::Rook | Odds::BothHorses | Odds::NinePieces => {
                matches!(game, GameKind::Xiangqi)
            }
            Odds::TwoStones | Odds::ThreeStones | Odds::Swap => matches!(game, GameKind::Gomoku),
            Odds::HalfTime | Odds::FifthTime => !matches!(game, GameKind::TicTacToe),
        }
    }

    /// Returns the side that gives these odds; `None` if either may.
    #[must_use]
    pub const fn giver(self) -> Option<Side> {
        match self {
            Odds::LeftHorse | Odds::Cannon | Odds::Rook | Odds::BothHorses | Odds::NinePieces | Odds::Swap => {
                Some(Side::First)
            }
            Odds::FirstMove | Odds::TwoStones | Odds::ThreeStones => Some(Side::Second),
            Odds::HalfTime | Odds::FifthTime => None,
        }
    }

    /// Returns the start of Xiangqi without the pieces that are given.
    const fn start(self) -> Option<&'static str> {
        Some(match self {
            Odds::LeftHorse => "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1",
            Odds::Cannon => "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 1",
            Odds::Rook => "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1",
            Odds::BothHorses => "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1",
            Odds::NinePieces => "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR w - - 0 1",
            _ => return None,
        })
    }

    /// Returns the number of stones on the board before White's first move.
    const fn stones(self) -> Option<u8> {
        match self {
            Odds::TwoStones => Some(2),
            Odds::ThreeStones => Some(3),
            _ => None,
        }
    }

    /// Returns by how much the time of the giver is divided.
    const fn divisor(self) -> Option<u64> {
        match self {
            Odds::HalfTime => Some(2),
            Odds::FifthTime => Some(5),
            _ => None,
        }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A text that names no odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown odds '{text}'; use first-move, left-horse, cannon, rook, both-horses, nine-pieces, two-stones, \
     three-stones, swap, half-time or fifth-time"
)]
pub struct ParseOddsError {
    /// The text, cut to a readable length.
    pub text: String,
}

impl ParseOddsError {
    fn new(text: &str) -> ParseOddsError {
        ParseOddsError { text: text.chars().take(24).collect() }
    }
}

impl FromStr for Odds {
    type Err = ParseOddsError;

    fn from_str(text: &str) -> Result<Odds, ParseOddsError> {
        Odds::ALL.into_iter().find(|odds| odds.code() == text).ok_or_else(|| ParseOddsError::new(text))
    }
}

impl Handicap {
    /// The tag of records that has the odds.
    pub const TAG: &str = "Odds";

    /// Makes odds that `giver` gives, or the side that always gives them.
    #[must_use]
    pub fn new(odds: Odds, giver: Side) -> Handicap {
        Handicap { odds, giver: odds.giver().unwrap_or(giver) }
    }

    /// Returns the set-up of a game with these odds. A set-up that has them already stays as it is.
    ///
    /// # Examples
    /// ```
    /// use duiyi_core::base::Side;
    /// use duiyi_core::game::{GameKind, Setup};
    /// use duiyi_core::odds::{Handicap, Odds};
    ///
    /// let setup = Handicap::new(Odds::LeftHorse, Side::First).set_up(Setup::usual(GameKind::Xiangqi))?;
    /// assert!(setup.start_fen().is_some_and(|fen| fen.contains("R1BAKABNR w")));
    /// # Ok::<(), duiyi_core::game::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// `wrong-odds` if the game has no such odds, or the set-up another start or opening; `wrong-size` for a small board.
    pub fn set_up(self, setup: Setup) -> Result<Setup, Refusal> {
        let Handicap { odds, giver } = self;
        let refuse = |why: &str| Err(Refusal::plain("wrong-odds", format_args!("{odds}: {why}")));
        if !odds.suits(setup.kind()) {
            return refuse("these odds belong to another game");
        }
        if odds.giver().is_some_and(|usual| usual != giver) {
            return refuse("the other side gives these odds");
        }
        let rule = match &setup {
            Setup::Xiangqi { start } => Some(start.rule()),
            Setup::Gomoku { .. } | Setup::TicTacToe => None,
        };
        let plain = match (&setup, rule) {
            (Setup::Gomoku { rule, size, .. }, _) => Setup::gomoku(*rule, *size, None)?,
            (_, Some(rule)) => Setup::xiangqi(rule),
            (_, None) => Setup::TicTacToe,
        };
        let given = match (odds, &plain, rule) {
            (_, Setup::Xiangqi { start }, Some(rule)) => match odds.start() {
                Some(fen) => {
                    Setup::Xiangqi { start: fen.parse::<Position>().expect("a test reads the starts").under(rule) }
                }
                None => Setup::Xiangqi { start: *start },
            },
            (Odds::Swap, Setup::Gomoku { rule, size, .. }, _) => {
                Setup::gomoku(*rule, *size, Some(OpeningProtocol::Swap))?
            }
            (_, Setup::Gomoku { .. }, _) => match odds.stones() {
                Some(stones) => plain.clone().with_free_stones(stones)?,
                None => return Ok(setup),
            },
            _ => return Ok(setup),
        };
        if setup == given || setup == plain { Ok(given) } else { refuse("they begin from the usual start") }
    }

    /// Returns the time control of a side, where `control` is that of the side that receives the odds.
    #[must_use]
    pub fn control(self, control: TimeControl, side: Side) -> TimeControl {
        match self.odds.divisor() {
            Some(divisor) if side == self.giver => divided(control, divisor),
            _ => control,
        }
    }

    /// Returns the same odds where the players have changed sides.
    #[must_use]
    pub fn swapped(self) -> Handicap {
        Handicap::new(self.odds, !self.giver)
    }

    /// Returns whether the players may change sides for another game with these odds.
    #[must_use]
    pub const fn allows_swap(self) -> bool {
        self.odds.giver().is_none()
    }
}

/// Divides the budget and the time for each move; no time falls below a second.
fn divided(control: TimeControl, divisor: u64) -> TimeControl {
    let part = |time: Millis| Millis((time.0 / divisor).max(time.0.min(1_000)));
    match control {
        TimeControl::None => TimeControl::None,
        TimeControl::Fischer { main, increment } => {
            TimeControl::Fischer { main: part(main), increment: part(increment) }
        }
        TimeControl::PerMove { each } => TimeControl::PerMove { each: part(each) },
        TimeControl::ByoYomi { main, period, periods } => {
            TimeControl::ByoYomi { main: part(main), period: part(period), periods }
        }
    }
}

/// The form of journals and records: `left-horse`, or `half-time first` where either side may give.
impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.odds.fmt(f)?;
        match (self.odds.giver(), self.giver) {
            (Some(_), _) => Ok(()),
            (None, Side::First) => f.write_str(" first"),
            (None, Side::Second) => f.write_str(" second"),
        }
    }
}

impl FromStr for Handicap {
    type Err = ParseOddsError;

    fn from_str(text: &str) -> Result<Handicap, ParseOddsError> {
        let (odds, giver) = text.split_once(' ').unwrap_or((text, ""));
        let odds: Odds = odds.parse()?;
        let giver = match (odds.giver(), giver) {
            (Some(giver), "") => giver,
            (None, "first") => Side::First,
            (None, "second") => Side::Second,
            _ => return Err(ParseOddsError::new(text)),
        };
        Ok(Handicap { odds, giver })
    }
}

#[cfg(test)]
mod tests;
