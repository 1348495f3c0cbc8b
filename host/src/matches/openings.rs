//! Openings of matches: balanced positions, each played twice with colours swapped.

use duiyi_core::game::{Game, MoveRow, Refusal, Setup, SetupCodes};
use duiyi_core::gomoku::{Point, Rule, notation};
use duiyi_core::odds::Handicap;

/// Xiangqi openings; data/SOURCES.md has their origin.
const XIANGQI: &str = include_str!("../../../data/openings/xiangqi.txt");
/// Gomoku openings for 15 lines, one list for each rule.
const FREESTYLE: &str = include_str!("../../../data/openings/gomoku-freestyle.txt");
const STANDARD: &str = include_str!("../../../data/openings/gomoku-standard.txt");
const RENJU: &str = include_str!("../../../data/openings/gomoku-renju.txt");
/// The board size of the Gomoku openings; other boards use them around the centre.
const SIZE: u8 = 15;

/// An opening after which the game is not over.
#[derive(Clone, Debug)]
pub struct MatchOpening {
    setup: Setup,
    start: Game,
    game: Game,
    rows: Vec<MoveRow>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct MatchOpeningError {
    /// From 1.
    pub line: usize,
    pub why: String,
}

impl MatchOpening {
    /// Makes an opening without moves.
    #[must_use]
    pub fn plain(setup: Setup) -> MatchOpening {
        let start = Game::new(&setup);
        MatchOpening { setup, game: start.clone(), start, rows: Vec::new() }
    }

    /// Parses a line: a FEN, moves, or a FEN and `moves` with moves; moves may have numbers. A semicolon or a `#` begins a
    /// comment; `None` for an empty line.
    fn read(setup: &Setup, line: &str) -> Option<Result<MatchOpening, String>> {
        let line = line.split([';', '#']).next().unwrap_or_default().trim();
        let first = line.split_whitespace().next()?;
        let (start, moves) = match line.split_once("moves") {
            _ if !first.contains('/') => (None, line),
            Some((fen, moves)) => (Some(fen.trim()), moves),
            None => (Some(line), ""),
        };
        Some(MatchOpening::played(setup, start, moves))
    }

    fn played(setup: &Setup, start: Option<&str>, moves: &str) -> Result<MatchOpening, String> {
        let setup = match (setup, start) {
            (_, None) => setup.clone(),
            (Setup::Xiangqi { .. }, start) => {
                let (game, rule) = (setup.kind().code(), setup.rule_code());
                let words = SetupCodes { game, rule, start, ..SetupCodes::default() };
                Setup::read(words).map_err(|why| why.to_string())?
            }
            _ => return Err("only Xiangqi starts from a FEN".to_owned()),
        };
        let mut opening = MatchOpening::plain(setup);
        let is_between = |letter: char| letter.is_whitespace() || letter == ',';
        for mv in moves.split(is_between).map(without_number).filter(|word| !word.is_empty()) {
            opening.rows.push(opening.game.play(mv).map_err(|why| format!("'{mv}': {why}"))?);
        }
        if opening.game.outcome().is_some() {
            return Err("the game is over there".to_owned());
        }
        Ok(opening)
    }

    /// Parses every opening of `text`, one a line.
    ///
    /// # Errors
    /// The first line that is not an opening.
    pub fn read_all(setup: &Setup, text: &str) -> Result<Vec<MatchOpening>, MatchOpeningError> {
        // Editors of Windows begin a file with it.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let read = |(index, line)| {
            Some(MatchOpening::read(setup, line)?.map_err(|why| MatchOpeningError { line: index + 1, why }))
        };
        text.lines().enumerate().filter_map(read).collect()
    }

    /// Returns the built-in openings, moved to the centre of the board; the plain start if none fits.
    #[must_use]
    pub fn shipped(setup: &Setup) -> Vec<MatchOpening> {
        let text = match setup {
            Setup::Xiangqi { .. } => XIANGQI.to_owned(),
            Setup::Gomoku { rule, size, .. } => {
                let list = match rule {
                    // No opening is long enough to block a five at both ends: the balance is the same under standard
                    // and Caro.
                    Rule::Standard | Rule::Caro => STANDARD,
                    Rule::Renju => RENJU,
                    Rule::Freestyle => FREESTYLE,
                };
                list.lines().filter_map(|line| centred(line, *size)).collect::<Vec<_>>().join("\n")
            }
            Setup::TicTacToe => String::new(),
        };
        let openings = MatchOpening::read_all(setup, &text).unwrap_or_default();
        if openings.is_empty() { vec![MatchOpening::plain(setup.clone())] } else { openings }
    }

    /// Returns the openings of games with `odds`: the built-in ones where both sides have all their men, else the start
    /// with the odds alone.
    ///
    /// # Errors
    /// As [`Handicap::set_up`].
    pub fn with_odds(setup: &Setup, odds: Handicap) -> Result<Vec<MatchOpening>, Refusal> {
        let given = odds.set_up(setup.clone())?.opened();
        Ok(if given == *setup { MatchOpening::shipped(setup) } else { vec![MatchOpening::plain(given)] })
    }

    /// Returns the set-up of a game from this opening.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the game before the moves of the opening.
    #[must_use]
    pub const fn start(&self) -> &Game {
        &self.start
    }

    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    #[must_use]
    pub fn rows(&self) -> &[MoveRow] {
        &self.rows
    }
}

/// Removes the number before a move: `1.` or `2...`.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if behind.len() < word.len() && behind.starts_with('.') { behind.trim_start_matches('.') } else { word }
}

/// Moves an opening to the centre of a board of `size` lines; `None` if it does not fit.
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
    use duiyi_core::base::Rng;
    use duiyi_core::game::GameKind;

    use super::*;

    fn gomoku(rule: Rule, size: u8) -> Setup {
        Setup::gomoku(rule, size, None).expect("there are such boards")
    }

    fn xiangqi() -> Setup {
        Setup::usual(GameKind::Xiangqi)
    }

    #[test]
    fn every_opening_that_is_shipped_can_be_played_and_is_not_over() {
        let lines = |list: &str| list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        let count = |setup: &Setup| MatchOpening::shipped(setup).len();
        assert!(count(&xiangqi()) >= 200);
        assert_eq!(count(&xiangqi()), lines(XIANGQI));
        let lists =
            [(Rule::Freestyle, FREESTYLE), (Rule::Standard, STANDARD), (Rule::Renju, RENJU), (Rule::Caro, STANDARD)];
        for (rule, list) in lists {
            for size in [15, 20] {
                assert!(lines(list) >= 100, "{rule} {size}: {}", lines(list));
                assert_eq!(count(&gomoku(rule, size)), lines(list), "{rule} {size}");
            }
        }
        assert!(count(&gomoku(Rule::Freestyle, 5)) > 0, "any board will do");
    }

    #[test]
    fn the_seed_decides_the_order_and_nothing_else() {
        let shuffled = |seed| {
            let mut openings = MatchOpening::shipped(&xiangqi());
            Rng::from_seed(seed).shuffle(&mut openings);
            openings.iter().map(|opening| opening.game().placement()).collect::<Vec<String>>()
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
        let read = |line: &str| MatchOpening::read(&xiangqi(), line).map(|read| read.expect("it can be played"));
        let told = |opening: &MatchOpening| (opening.setup().start_fen(), opening.rows().len());
        let fen = "4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1";
        assert_eq!(read(fen).as_ref().map(told), Some((Some(fen.to_owned()), 0)));
        let both = read(&format!("{fen} moves d0d1 e9e8 ; a comment"));
        assert_eq!(both.as_ref().map(told), Some((Some(fen.to_owned()), 2)));
        assert_eq!(read("h2e2, h9g7 # 当头炮").as_ref().map(told), Some((None, 2)));
        assert_eq!(read("1. 炮二平五 马8进7 2.h0g2").as_ref().map(told), Some((None, 3)));
        assert_eq!(read(&format!("{fen}\tmoves\td0d1")).as_ref().map(told), Some((Some(fen.to_owned()), 1)));
        assert!(MatchOpening::read_all(&xiangqi(), "\u{feff}h2e2\r\n").is_ok_and(|all| all.len() == 1));
        assert!(read("  # nothing").is_none());
        let why =
            MatchOpening::read_all(&xiangqi(), "# two\nh2e2\nh2e9").expect_err("a cannon takes over a piece alone");
        assert_eq!((why.line, why.why.starts_with("'h2e9': ")), (3, true), "{why}");
        let over = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
        assert!(MatchOpening::read_all(&xiangqi(), over).is_err_and(|why| why.why == "the game is over there"));
    }
}
