//! The arguments of a position, the same for every command, and their conversion to a game.

use clap::builder::RangedU64ValueParser;
use clap::{Arg, ValueEnum};
use duiyi_core::base::Side;
use duiyi_core::game::{GOMOKU_SIZE_DEFAULT, Game, GameKind, MoveRow, Played, Setup, SetupCodes};
use duiyi_core::gomoku::point::{MAX_SIZE, MIN_SIZE};
use duiyi_core::gomoku::protocol::OpeningProtocol;
use duiyi_core::gomoku::{self, Rule};
use duiyi_core::position::Position as _;

use crate::problem::Problem;

/// Parses a number of lines. Whether the game has such a board is judged where the game is known.
///
/// # Errors
/// One sentence.
pub fn size(text: &str) -> Result<u8, String> {
    let lines = text.parse::<u64>().map_err(|_| "a size is a number of lines, such as 15".to_owned())?;
    Ok(u8::try_from(lines).unwrap_or(u8::MAX))
}

/// Parses a game for a command that knows Xiangqi and Gomoku; it refuses tic-tac-toe itself.
///
/// # Errors
/// One sentence that names those games.
pub fn large_game(text: &str) -> Result<GameKind, String> {
    text.parse().map_err(|_| format!("'{text}' is not one of these games: xiangqi, gomoku"))
}

/// Parses a game for a command that knows Xiangqi alone; it refuses other games itself.
fn only_xiangqi(text: &str) -> Result<GameKind, String> {
    text.parse().map_err(|_| format!("'{text}' is not the game xiangqi"))
}

/// Fits an argument of [`PositionArgs`] to a command that knows Xiangqi alone. The options of Gomoku are not shown; one
/// that is given is refused, because only Gomoku asks for it.
pub fn for_xiangqi(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "game" => arg.help("The game: xiangqi").value_parser(only_xiangqi),
        "fen" => arg.help("Start from this position instead of the usual one"),
        "rule" => arg.help("The rule about repetitions: asian, chinese or simple"),
        "size" | "black" | "white" | "side" => arg.hide(true),
        _ => arg,
    }
}

/// Parses a node limit, at most 10^15: more than a year of the fastest machine.
pub fn nodes() -> RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=1_000_000_000_000_000)
}

/// A position of any game.
#[derive(clap::Args)]
pub struct PositionArgs {
    /// The game: xiangqi, gomoku or tictactoe
    #[arg(long)]
    pub game: GameKind,
    /// Start from this position instead of the usual one (Xiangqi)
    #[arg(long)]
    pub fen: Option<String>,
    /// The rule: freestyle, standard, renju or caro (Gomoku), asian, chinese or simple (Xiangqi, about repetitions)
    #[arg(long, visible_alias = "ruleset")]
    pub rule: Option<String>,
    #[command(flatten)]
    pub stones: StonesArgs,
}

/// Stones on a Gomoku board; the moves are any game's.
#[derive(clap::Args, Default)]
pub struct StonesArgs {
    /// The moves played, separated by spaces, in any notation of the game
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Lines of the board, 15 if not given (Gomoku)
    #[arg(long, value_name = "N", value_parser = size)]
    pub size: Option<u8>,
    /// Black's stones before the moves, such as "h8 i9" (Gomoku)
    #[arg(long, value_name = "POINTS")]
    pub black: Option<String>,
    /// White's stones before the moves (Gomoku)
    #[arg(long, value_name = "POINTS")]
    pub white: Option<String>,
    /// Whose turn it is, where the number of stones does not say so (Gomoku)
    #[arg(long)]
    pub side: Option<StoneColour>,
}

/// A player of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoneColour {
    /// Moves first.
    Black,
    /// Moves second.
    White,
}

impl From<StoneColour> for Side {
    fn from(colour: StoneColour) -> Side {
        match colour {
            StoneColour::Black => Side::First,
            StoneColour::White => Side::Second,
        }
    }
}

impl PositionArgs {
    /// Sets the position up.
    ///
    /// # Errors
    /// One sentence that names the option and the place in it.
    pub fn set_up(&self) -> Result<Game, Problem> {
        if self.game == GameKind::Gomoku {
            refuse("--fen", self.fen.is_some(), "a Gomoku position is given by --moves, or by --black and --white")?;
            let rule = self.rule.as_deref().map_or(Ok(Rule::default()), str::parse);
            return self.stones.set_up(rule.map_err(|why| Problem::at("--rule", why))?);
        }
        Ok(self.played()?.0)
    }

    /// Refuses the options of Gomoku, for another game.
    ///
    /// # Errors
    /// One sentence that names the option.
    pub fn expect_no_stones(&self) -> Result<(), Problem> {
        let StonesArgs { size, black, white, side, .. } = &self.stones;
        for (option, given) in [
            ("--size", size.is_some()),
            ("--black", black.is_some()),
            ("--white", white.is_some()),
            ("--side", side.is_some()),
        ] {
            refuse(option, given, "only Gomoku asks for this")?;
        }
        Ok(())
    }

    /// Sets the position up as [`PositionArgs::set_up`] does, for games whose moves are separate words. Also returns
    /// the moves in every notation.
    pub fn played(&self) -> Result<(Game, Vec<MoveRow>), Problem> {
        self.expect_no_stones()?;
        self.played_from(self.fen.as_deref(), self.stones.moves.as_deref().unwrap_or_default())
    }

    /// Sets up another start and other moves than the arguments have.
    pub fn played_from(&self, fen: Option<&str>, moves: &str) -> Result<(Game, Vec<MoveRow>), Problem> {
        let mut game = Game::new(&setup(self.game, self.rule.as_deref(), None, fen, None)?);
        let rows: Result<_, _> = words(moves).enumerate().map(|(index, word)| play(&mut game, index, word)).collect();
        Ok((game, rows?))
    }
}

impl StonesArgs {
    /// Sets a Gomoku position up.
    ///
    /// # Errors
    /// One sentence that names the option and the place in it.
    pub fn set_up(&self, rule: Rule) -> Result<Game, Problem> {
        let size = self.size.unwrap_or(GOMOKU_SIZE_DEFAULT);
        let is_known = (MIN_SIZE..=MAX_SIZE).contains(&size);
        refuse("--size", !is_known, &format!("a Gomoku board has {MIN_SIZE} to {MAX_SIZE} lines"))?;
        let read = |option: &str, text: &Option<String>| {
            let text = text.as_deref().unwrap_or_default();
            gomoku::notation::read_moves(text, size).map_err(|why| Problem::at(option, why))
        };
        let (black, white) = (read("--black", &self.black)?, read("--white", &self.white)?);
        let moves = read("--moves", &self.moves)?;
        // `--side` is the side to move after the moves: before an odd number of them it is the other side.
        let listed = !(black.is_empty() && white.is_empty());
        let side = self.side.map(Side::from);
        let first = side.filter(|_| listed).map(|side| if moves.len() % 2 == 0 { side } else { !side });
        let setup = gomoku::Setup { black, white, side: first, ..gomoku::Setup::empty(size, rule) };
        let start = gomoku::Position::from_setup(setup).map_err(|why| Problem::at("--black, --white", why))?;
        let mut game = Game::Gomoku(Played::new(start));
        for (index, mv) in moves.iter().enumerate() {
            play(&mut game, index, &mv.to_string())?;
        }
        match (side, &game) {
            (Some(side), Game::Gomoku(played)) if played.position().side_to_move() != side => {
                let setup = gomoku::Setup { side: Some(side), ..played.position().to_setup() };
                let position = gomoku::Position::from_setup(setup).map_err(|why| Problem::at("--side", why))?;
                Ok(Game::Gomoku(Played::new(position)))
            }
            _ => Ok(game),
        }
    }

    /// Sets a Gomoku position up as [`StonesArgs::set_up`] does, for a command of Gomoku alone.
    pub fn position(&self, rule: Rule) -> Result<gomoku::Position, Problem> {
        match self.set_up(rule)? {
            Game::Gomoku(played) => Ok(played.position().clone()),
            Game::Xiangqi(_) | Game::TicTacToe(_) => unreachable!("stones are set up for Gomoku"),
        }
    }
}

/// Makes the set-up of a game.
///
/// # Errors
/// A sentence that names the option.
pub fn setup(
    kind: GameKind,
    rule: Option<&str>,
    size: Option<u8>,
    fen: Option<&str>,
    opening: Option<OpeningProtocol>,
) -> Result<Setup, Problem> {
    refuse("--fen", fen.is_some() && kind != GameKind::Xiangqi, "only Xiangqi starts from a FEN")?;
    refuse("--size", size.is_some() && kind != GameKind::Gomoku, "only Gomoku asks for this")?;
    refuse("--rule", rule.is_some() && kind == GameKind::TicTacToe, "tic-tac-toe has only one rule")?;
    let (rule, opening) = (rule.unwrap_or_default(), opening.map(OpeningProtocol::code));
    let words = SetupCodes { game: kind.code(), rule, size, start: fen, opening };
    Setup::read(words).map_err(|why| {
        let option = match why.code {
            "wrong-rule" => "--rule",
            "wrong-size" if opening.is_none() => "--size",
            "wrong-size" | "wrong-opening" => "--opening",
            _ => "--fen",
        };
        Problem::at(option, why)
    })
}

/// Splits a list of moves in any notation into words.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty())
}

fn play(game: &mut Game, index: usize, word: &str) -> Result<MoveRow, Problem> {
    let shown: String = word.chars().take(20).collect();
    let place = |why| Problem::at("--moves", format!("move {}, '{shown}': {why}", index + 1));
    game.play(word).map_err(place)
}

fn refuse(option: &str, given: bool, why: &str) -> Result<(), Problem> {
    if given { Err(Problem::at(option, why)) } else { Ok(()) }
}
