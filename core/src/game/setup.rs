//! The set-up of a game: kind, rule and start.

use std::fmt;
use std::str::FromStr;

use super::refusal::Refusal;
use crate::base::Side;
use crate::gomoku;
use crate::gomoku::protocol::{Opening, OpeningProtocol};
use crate::xiangqi;

/// Lines of the usual Gomoku board.
pub const GOMOKU_SIZE_DEFAULT: u8 = 15;

/// A game of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// 中国象棋, on 9 × 10 points.
    Xiangqi,
    /// 五子棋, on square boards of several sizes.
    Gomoku,
    /// 井字棋, on 3 × 3 cells.
    TicTacToe,
}

impl GameKind {
    /// All games, in the order of the enum.
    pub const ALL: [GameKind; 3] = [GameKind::Xiangqi, GameKind::Gomoku, GameKind::TicTacToe];

    /// Returns the word for the command line, saved games and the window.
    ///
    /// # Stability
    /// Saved games contain these words.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            GameKind::Xiangqi => "xiangqi",
            GameKind::Gomoku => "gomoku",
            GameKind::TicTacToe => "tictactoe",
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A text that names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown game '{text}'; use xiangqi, gomoku or tictactoe")]
pub struct ParseGameKindError {
    /// The text, cut to a readable length.
    pub text: String,
}

impl FromStr for GameKind {
    type Err = ParseGameKindError;

    fn from_str(text: &str) -> Result<GameKind, ParseGameKindError> {
        GameKind::ALL
            .into_iter()
            .find(|kind| kind.code() == text)
            .ok_or_else(|| ParseGameKindError { text: text.chars().take(16).collect() })
    }
}

/// A valid set-up: every value of this type starts a game.
///
/// # Examples
/// ```
/// use duiyi_core::game::{Setup, SetupCodes};
///
/// let codes = SetupCodes { game: "gomoku", rule: "renju", size: Some(15), ..SetupCodes::default() };
/// assert_eq!(Setup::read(codes), Setup::gomoku(duiyi_core::gomoku::Rule::Renju, 15, None));
///
/// let too_large = Setup::read(SetupCodes { size: Some(23), ..codes });
/// assert_eq!(too_large.map_err(|refusal| refusal.code), Err("wrong-size"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a set-up is made once a game, and a box would be in every reader's way")]
pub enum Setup {
    /// Xiangqi (中国象棋) from any legal position.
    Xiangqi {
        /// The position before the first move. Its rule decides repetitions.
        start: xiangqi::Position,
    },
    /// Gomoku (五子棋). [`Setup::gomoku`] validates its size.
    #[non_exhaustive]
    Gomoku {
        /// The rule for wins and fouls.
        rule: gomoku::Rule,
        /// Lines of the board.
        size: u8,
        /// The protocol for the first stones; the first player opens. Without one Black starts freely.
        opening: Option<OpeningProtocol>,
        /// Black stones on the board before White's first move, as odds; 0 in an even game.
        free_stones: u8,
    },
    /// Tic-tac-toe (井字棋), which has one rule and one start.
    TicTacToe,
}

wire! {
    both:
    /// A set-up in the codes of saved games, command lines and the window. Fields that a game lacks are absent.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[cfg_attr(feature = "bindings", ts(optional_fields = nullable))]
    pub struct SetupCodes<'a> {
        /// The code of the game.
        #[cfg_attr(feature = "bindings", ts(as = "GameKind"))]
        pub game: &'a str,
        /// The code of an rule. An empty one means the usual rule.
        #[wire(default)]
        pub rule: &'a str,
        /// Lines of a Gomoku board; 15 if absent.
        pub size: Option<u8>,
        /// The start of a Xiangqi game as FEN, or the board of one of Gomoku with free stones, as
        /// [`gomoku::Position::placement`] writes it; absent for the usual start.
        #[wire(borrow)]
        pub start: Option<&'a str>,
        /// The code of a Gomoku opening protocol.
        #[wire(borrow)]
        pub opening: Option<&'a str>,
    }
}

impl Setup {
    /// Returns the empty board of this size under each rule of Gomoku. A set-up of another game is returned alone.
    #[must_use]
    pub fn under_each_rule(&self) -> Vec<Setup> {
        match self {
            Setup::Gomoku { size, .. } => {
                gomoku::Rule::ALL.into_iter().filter_map(|rule| Setup::gomoku(rule, *size, None).ok()).collect()
            }
            other => vec![other.clone()],
        }
    }

    /// Returns the usual set-up of a game: standard rule, start and size.
    #[must_use]
    pub fn usual(kind: GameKind) -> Setup {
        match kind {
            GameKind::Xiangqi => Setup::xiangqi(xiangqi::Rule::default()),
            GameKind::Gomoku => Setup::Gomoku {
                rule: gomoku::Rule::default(),
                size: GOMOKU_SIZE_DEFAULT,
                opening: None,
                free_stones: 0,
            },
            GameKind::TicTacToe => Setup::TicTacToe,
        }
    }

    /// Returns Xiangqi from the initial position, under `rule`.
    #[must_use]
    pub fn xiangqi(rule: xiangqi::Rule) -> Setup {
        Setup::Xiangqi { start: xiangqi::Position::start().under(rule) }
    }

    /// Returns Gomoku on a board of `size` lines.
    ///
    /// # Errors
    /// `wrong-size` for an unsupported size, or one too small for the opening.
    pub fn gomoku(rule: gomoku::Rule, size: u8, opening: Option<OpeningProtocol>) -> Result<Setup, Refusal> {
        gomoku::Position::new(size, rule).map_err(|why| Refusal::plain("wrong-size", why))?;
        if opening.is_some() && size < Opening::MIN_SIZE {
            let why = format_args!("an opening needs a board of at least {} lines", Opening::MIN_SIZE);
            return Err(Refusal::plain("wrong-size", why));
        }
        Ok(Setup::Gomoku { rule, size, opening, free_stones: 0 })
    }

    /// Returns the set-up of Gomoku with so many black stones on its marked points, White to move.
    ///
    /// # Errors
    /// `wrong-size` for a board without marked points, `wrong-position` for another number of stones or another game.
    pub fn with_free_stones(self, stones: u8) -> Result<Setup, Refusal> {
        match self {
            Setup::Gomoku { size, .. } if size < gomoku::free_stones::MIN_SIZE => {
                let why = format_args!("free stones need a board of at least {} lines", gomoku::free_stones::MIN_SIZE);
                Err(Refusal::plain("wrong-size", why))
            }
            Setup::Gomoku { rule, size, opening: None, .. } if gomoku::free_stones::COUNTS.contains(&stones) => {
                Ok(Setup::Gomoku { rule, size, opening: None, free_stones: stones })
            }
            _ => Err(Refusal::plain("wrong-position", "there are no such free stones")),
        }
    }

    /// Returns the number of black stones before White's first move; 0 without odds and for other games.
    #[must_use]
    pub const fn free_stones(&self) -> u8 {
        match self {
            Setup::Gomoku { free_stones, .. } => *free_stones,
            Setup::Xiangqi { .. } | Setup::TicTacToe => 0,
        }
    }

    /// Parses a set-up.
    ///
    /// # Errors
    /// `unsupported-record` for an unknown game, `wrong-rule`, `wrong-size`, `wrong-opening`, or a code of
    /// [`xiangqi::FenError`] with its rank.
    pub fn read(words: SetupCodes<'_>) -> Result<Setup, Refusal> {
        let kind = words.game.parse().map_err(|why| Refusal::plain("unsupported-record", why))?;
        if kind != GameKind::Gomoku && words.opening.is_some() {
            return Err(Refusal::plain("wrong-opening", "only Gomoku has opening rules"));
        }
        match kind {
            GameKind::Xiangqi => {
                let start = words.start.map_or_else(|| Ok(xiangqi::Position::start()), read_fen)?;
                Ok(Setup::Xiangqi { start: start.under(read_rule(words.rule)?) })
            }
            GameKind::Gomoku => {
                let opening = words.opening.map(str::parse).transpose();
                let opening = opening.map_err(|why| Refusal::plain("wrong-opening", why))?;
                let setup = Setup::gomoku(read_rule(words.rule)?, words.size.unwrap_or(GOMOKU_SIZE_DEFAULT), opening)?;
                match words.start {
                    Some(placement) => setup.beginning_with(placement),
                    None => Ok(setup),
                }
            }
            GameKind::TicTacToe => Ok(Setup::TicTacToe),
        }
    }

    /// Returns the codes that [`Setup::read`] takes; `start` is [`Setup::start_fen`].
    #[must_use]
    pub fn codes<'a>(&self, start: Option<&'a str>) -> SetupCodes<'a> {
        let opening = self.opening().map(OpeningProtocol::code);
        SetupCodes { game: self.kind().code(), rule: self.rule_code(), size: self.size(), start, opening }
    }

    /// Returns which of the three games this sets up.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Setup::Xiangqi { .. } => GameKind::Xiangqi,
            Setup::Gomoku { .. } => GameKind::Gomoku,
            Setup::TicTacToe => GameKind::TicTacToe,
        }
    }

    /// Returns the code of the rule; empty for tic-tac-toe, which has one rule.
    #[must_use]
    pub const fn rule_code(&self) -> &'static str {
        match self {
            Setup::Xiangqi { start } => start.rule().code(),
            Setup::Gomoku { rule, .. } => rule.code(),
            Setup::TicTacToe => "",
        }
    }

    /// Returns the lines of a Gomoku board; `None` for other games.
    #[must_use]
    pub const fn size(&self) -> Option<u8> {
        match self {
            Setup::Gomoku { size, .. } => Some(*size),
            Setup::Xiangqi { .. } | Setup::TicTacToe => None,
        }
    }

    /// Returns the set-up with the free stones that make this board.
    fn beginning_with(self, placement: &str) -> Result<Setup, Refusal> {
        let stones = u8::try_from(placement.matches('x').count()).unwrap_or(u8::MAX);
        let setup = self.with_free_stones(stones)?;
        if setup.start_fen().as_deref() == Some(placement) {
            Ok(setup)
        } else {
            Err(Refusal::plain("wrong-position", "free stones are on the marked points"))
        }
    }

    /// Returns the start of a Xiangqi game as FEN and the board of a Gomoku game with free stones; `None` for the usual
    /// start.
    #[must_use]
    pub fn start_fen(&self) -> Option<String> {
        match self {
            Setup::Xiangqi { start } => {
                (*start != xiangqi::Position::start().under(start.rule())).then(|| start.to_fen())
            }
            Setup::Gomoku { free_stones: 0, .. } | Setup::TicTacToe => None,
            Setup::Gomoku { rule, size, free_stones, .. } => {
                let start = gomoku::Position::from_setup(gomoku::free_stones::setup(*size, *rule, *free_stones));
                Some(start.expect("a set-up has a size that is played on").placement())
            }
        }
    }

    /// Returns the plies before the first move, as the number of that move in the record counts them: 1 where Black moves
    /// first in Xiangqi, 65 where that move has the number 33.
    #[must_use]
    pub fn first_ply(&self) -> usize {
        match self {
            Setup::Xiangqi { start } => {
                let setup = start.to_setup();
                usize::from(setup.move_number.saturating_sub(1)) * 2 + usize::from(setup.side_to_move == Side::Second)
            }
            Setup::Gomoku { free_stones: 0, .. } | Setup::TicTacToe => 0,
            Setup::Gomoku { .. } => 1,
        }
    }

    /// Returns the opening protocol; `None` without one and for other games.
    #[must_use]
    pub const fn opening(&self) -> Option<OpeningProtocol> {
        match self {
            Setup::Gomoku { opening, .. } => *opening,
            Setup::Xiangqi { .. } | Setup::TicTacToe => None,
        }
    }

    /// Returns the set-up without its opening protocol, for a game whose stones are already placed.
    #[must_use]
    pub const fn opened(self) -> Setup {
        match self {
            Setup::Gomoku { rule, size, free_stones, .. } => Setup::Gomoku { rule, size, opening: None, free_stones },
            other => other,
        }
    }
}

/// Parses the start of a Xiangqi game.
///
/// # Errors
/// A code of [`xiangqi::FenError`] with its rank.
pub fn read_fen(fen: &str) -> Result<xiangqi::Position, Refusal> {
    fen.parse().map_err(|why: xiangqi::FenError| Refusal { at: why.at(), ..Refusal::plain(why.code(), why) })
}

fn read_rule<R>(word: &str) -> Result<R, Refusal>
where
    R: FromStr<Err: fmt::Display> + Default,
{
    if word.is_empty() { Ok(R::default()) } else { word.parse().map_err(|why| Refusal::plain("wrong-rule", why)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::point;

    fn read(
        game: &str,
        rule: &str,
        size: Option<u8>,
        start: Option<&str>,
        opening: Option<&str>,
    ) -> Result<Setup, &'static str> {
        Setup::read(SetupCodes { game, rule, size, start, opening }).map_err(|refusal| refusal.code)
    }

    #[test]
    fn what_is_read_is_said_again() {
        let fen = "4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 0 1";
        for words in [
            SetupCodes { game: "xiangqi", rule: "simple", ..SetupCodes::default() },
            SetupCodes { game: "xiangqi", rule: "simple", start: Some(fen), ..SetupCodes::default() },
            SetupCodes {
                game: "gomoku",
                rule: "renju",
                size: Some(15),
                opening: Some("taraguchi-10"),
                ..SetupCodes::default()
            },
            SetupCodes { game: "gomoku", rule: "caro", size: Some(22), ..SetupCodes::default() },
            SetupCodes { game: "tictactoe", ..SetupCodes::default() },
        ] {
            let setup = Setup::read(words).expect("it is a game");
            let (start, opening) = (setup.start_fen(), setup.opening().map(OpeningProtocol::code));
            let (game, rule, size) = (setup.kind().code(), setup.rule_code(), setup.size());
            assert_eq!(SetupCodes { game, rule, size, start: start.as_deref(), opening }, words);
        }
    }

    #[test]
    fn what_is_no_game_is_refused_with_its_reason() {
        assert_eq!(read("go", "", None, None, None), Err("unsupported-record"));
        assert_eq!(read("xiangqi", "renju", None, None, None), Err("wrong-rule"));
        assert_eq!(read("gomoku", "simple", None, None, None), Err("wrong-rule"));
        assert_eq!(read("gomoku", "renju", Some(point::MIN_SIZE - 1), None, None), Err("wrong-size"));
        assert_eq!(read("gomoku", "renju", Some(Opening::MIN_SIZE - 1), None, Some("swap2")), Err("wrong-size"));
        assert!(read("gomoku", "renju", Some(Opening::MIN_SIZE), None, Some("swap2")).is_ok());
        assert_eq!(read("gomoku", "renju", None, None, Some("swap3")), Err("wrong-opening"));
        assert_eq!(read("xiangqi", "", None, None, Some("swap2")), Err("wrong-opening"));
        let fen = SetupCodes { game: "xiangqi", start: Some("9/9/z8/9/9/9/9/9/9/9 w"), ..SetupCodes::default() };
        let refused = Setup::read(fen).expect_err("there is no such piece");
        assert_eq!((refused.code, refused.at.as_deref()), ("unknown-piece", Some("7")));
    }
}
