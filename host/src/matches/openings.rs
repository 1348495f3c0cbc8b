//! Where the games begin: balanced positions, each played twice with colours swapped.

use std::sync::Arc;

use duiyi_core::base::Rng;
use duiyi_core::gomoku::{Point, Rule, notation};
use duiyi_core::record::GameKind;
use duiyi_core::session::{GameConfig, MoveRow, Refusal, Table};

use super::game::Game;
use super::score::Entrant;

/// Xiangqi openings; data/SOURCES.md says how they were made.
const XIANGQI: &str = include_str!("../../../data/openings/xiangqi.txt");
/// Gomoku openings on 15 lines, one list a rule.
const FREESTYLE: &str = include_str!("../../../data/openings/gomoku-freestyle.txt");
const STANDARD: &str = include_str!("../../../data/openings/gomoku-standard.txt");
const RENJU: &str = include_str!("../../../data/openings/gomoku-renju.txt");
/// The board that the Gomoku openings were made for; on other boards they lie around the centre.
const SIZE: u8 = 15;

/// A beginning that has been played and leaves a game to play.
#[derive(Clone, Debug)]
pub struct Opening {
    config: GameConfig,
    start: Table,
    table: Table,
    rows: Vec<MoveRow>,
}

/// Why a line is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct OpeningError {
    /// The line, from 1.
    pub line: usize,
    /// One sentence.
    pub why: String,
}

impl Opening {
    /// Plays `moves` from the start that `config` sets up.
    ///
    /// # Errors
    /// What is wrong with the set-up or with a move.
    pub fn new(config: GameConfig, moves: &[&str]) -> Result<Opening, String> {
        let start = Table::new(&config).map_err(|why| why.to_string())?;
        let mut table = start.clone();
        let play = |&mv: &&str| table.play(mv).map_err(|why| format!("'{mv}': {why}"));
        let rows = moves.iter().map(play).collect::<Result<_, _>>()?;
        if table.outcome().is_some() {
            return Err("the game is over there".to_owned());
        }
        Ok(Opening { config, start, table, rows })
    }

    /// Reads a line: a FEN, moves, or a FEN and `moves` with moves. What follows a semicolon or a `#` is a comment; a
    /// line without anything else is no opening.
    fn read(setup: &GameConfig, line: &str) -> Option<Result<Opening, String>> {
        let line = line.split([';', '#']).next().unwrap_or_default().trim();
        if line.is_empty() {
            return None;
        }
        let is_fen = line.split_whitespace().next().is_some_and(|first| first.contains('/'));
        let (start, moves) = match line.split_once(" moves") {
            Some((fen, moves)) if is_fen => (Some(fen), moves),
            _ if is_fen => (Some(line), ""),
            _ => (None, line),
        };
        let start = start.map(|fen| fen.trim().to_owned()).or_else(|| setup.start.clone());
        if is_fen && setup.kind != GameKind::Xiangqi {
            return Some(Err("only Xiangqi starts from a FEN".to_owned()));
        }
        let is_between = |letter: char| letter.is_whitespace() || letter == ',';
        let moves: Vec<&str> = moves.split(is_between).filter(|word| !word.is_empty()).collect();
        Some(Opening::new(GameConfig { start, ..setup.clone() }, &moves))
    }

    /// Reads every opening of `text`, one a line.
    ///
    /// # Errors
    /// The first line that is none.
    pub fn read_all(setup: &GameConfig, text: &str) -> Result<Vec<Opening>, OpeningError> {
        let lines = text.lines().enumerate();
        let read =
            |(index, line)| Some(Opening::read(setup, line)?.map_err(|why| OpeningError { line: index + 1, why }));
        lines.filter_map(read).collect()
    }

    /// Returns the openings that the program brings along, moved to the centre of the board; the plain start where none
    /// of them fits.
    ///
    /// # Errors
    /// What is wrong with the set-up.
    pub fn shipped(setup: &GameConfig) -> Result<Vec<Opening>, Refusal> {
        let start = Table::new(setup)?;
        let text = match &start {
            Table::Xiangqi(_) => XIANGQI.to_owned(),
            Table::Gomoku(played) => {
                let list = match played.position().rule() {
                    // No opening is long enough to block a five at both ends: what is balanced for standard is so for
                    // Caro.
                    Rule::Standard | Rule::Caro => STANDARD,
                    Rule::Renju => RENJU,
                    Rule::Freestyle => FREESTYLE,
                };
                let size = played.position().size();
                list.lines().filter_map(|line| centred(line, size)).collect::<Vec<_>>().join("\n")
            }
            Table::TicTacToe(_) => String::new(),
        };
        let openings = Opening::read_all(setup, &text).unwrap_or_default();
        let plain = || Opening { config: setup.clone(), start: start.clone(), table: start, rows: Vec::new() };
        Ok(if openings.is_empty() { vec![plain()] } else { openings })
    }

    /// Returns the set-up of a game that begins here.
    #[must_use]
    pub const fn config(&self) -> &GameConfig {
        &self.config
    }

    /// Returns the start.
    #[must_use]
    pub const fn start(&self) -> &Table {
        &self.start
    }

    /// Returns the board after the moves.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the moves.
    #[must_use]
    pub fn rows(&self) -> &[MoveRow] {
        &self.rows
    }
}

/// Puts openings into an order that `seed` decides (Fisher and Yates).
pub fn shuffle(openings: &mut [Opening], seed: u64) {
    let mut rng = Rng::from_seed(seed);
    for last in (1..openings.len()).rev() {
        openings.swap(last, rng.below(last + 1));
    }
}

/// Lists the games of a match: each opening twice, colours swapped, all over again when the openings run out, of which
/// there is one at least. `seed` decides what the players' seeds are.
pub fn schedule(openings: Vec<Opening>, games: u32, seed: u64) -> impl ExactSizeIterator<Item = Game> + Send {
    let openings: Vec<Arc<Opening>> = openings.into_iter().map(Arc::new).collect();
    let mut rng = Rng::from_seed(seed);
    (0..games).map(move |number| {
        let number = number as usize;
        let opening = Arc::clone(&openings[number / 2 % openings.len()]);
        let first = if number.is_multiple_of(2) { Entrant::A } else { Entrant::B };
        Game { number, opening, first, seed: rng.next_u64() }
    })
}

/// Moves an opening from the centre of its board to that of a board of `size` lines; `None` if it does not fit.
fn centred(line: &str, size: u8) -> Option<String> {
    let shift = i16::from(size / 2) - i16::from(SIZE / 2);
    let moved = |point: Point| {
        let at = |line: u8| u8::try_from(i16::from(line) + shift).ok();
        Point::checked(at(point.column())?, at(point.row())?).filter(|point| point.is_on_board(size))
    };
    let points = notation::read_moves(line.split('#').next()?, SIZE).ok()?;
    let points: Option<Vec<Point>> = points.into_iter().map(moved).collect();
    points.filter(|points| !points.is_empty()).map(|points| notation::write_moves(&points))
}

#[cfg(test)]
mod tests {
    use duiyi_core::base::BySide;
    use duiyi_core::record::TimeControl;
    use duiyi_core::session::Player;

    use super::*;

    fn setup(kind: GameKind, rule: &str, size: Option<u8>) -> GameConfig {
        let players = BySide::from_fn(|_| Player::Human { name: String::new() });
        GameConfig { kind, rule: rule.to_owned(), size, start: None, opening: None, players, clock: TimeControl::None }
    }

    fn xiangqi() -> GameConfig {
        setup(GameKind::Xiangqi, "simple", None)
    }

    #[test]
    fn every_opening_that_is_shipped_can_be_played_and_is_not_over() {
        let lines = |list: &str| list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        let shipped = |setup: &GameConfig| Opening::shipped(setup).expect("they can be played");
        assert!(shipped(&xiangqi()).len() >= 200);
        assert_eq!(shipped(&xiangqi()).len(), lines(XIANGQI));
        for (rule, list) in [("freestyle", FREESTYLE), ("standard", STANDARD), ("renju", RENJU), ("caro", STANDARD)] {
            for size in [15, 20] {
                let openings = shipped(&setup(GameKind::Gomoku, rule, Some(size)));
                assert!(openings.len() >= 100, "{rule} {size}: {}", openings.len());
                assert_eq!(openings.len(), lines(list), "{rule} {size}");
            }
        }
        assert!(!shipped(&setup(GameKind::Gomoku, "freestyle", Some(5))).is_empty(), "any board will do");
        assert_eq!(Opening::shipped(&setup(GameKind::Gomoku, "wat", None)).expect_err("no rule").code, "wrong-rule");
    }

    #[test]
    fn the_seed_decides_the_order_and_nothing_else() {
        let shuffled = |seed| {
            let mut openings = Opening::shipped(&xiangqi()).expect("they can be played");
            shuffle(&mut openings, seed);
            openings.iter().map(|opening| opening.table().placement()).collect::<Vec<String>>()
        };
        assert_eq!(shuffled(7), shuffled(7));
        assert_ne!(shuffled(7), shuffled(8));
        let sorted = |seed| {
            let mut list = shuffled(seed);
            list.sort();
            list
        };
        assert_eq!(sorted(7), sorted(8));
    }

    #[test]
    fn lines_of_both_kinds_are_read() {
        let read = |line: &str| Opening::read(&xiangqi(), line).map(|read| read.expect("it can be played"));
        let told = |opening: &Opening| (opening.config().start.clone(), opening.rows().len());
        let fen = "4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1";
        assert_eq!(read(fen).as_ref().map(told), Some((Some(fen.to_owned()), 0)));
        let both = read(&format!("{fen} moves d0d1 e9e8 ; a comment"));
        assert_eq!(both.as_ref().map(told), Some((Some(fen.to_owned()), 2)));
        assert_eq!(read("h2e2, h9g7 # 当头炮").as_ref().map(told), Some((None, 2)));
        assert!(read("  # nothing").is_none());
        let why = Opening::read_all(&xiangqi(), "# two\nh2e2\nh2e9").expect_err("a cannon takes over a piece alone");
        assert_eq!((why.line, why.why.starts_with("'h2e9': ")), (3, true), "{why}");
        let over = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
        assert!(Opening::read_all(&xiangqi(), over).is_err_and(|why| why.why == "the game is over there"));
    }
}
