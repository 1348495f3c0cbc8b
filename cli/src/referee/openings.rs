//! Where the games begin: balanced positions, each played twice with colours swapped.

use std::fs;
use std::path::Path;

use duiyi_core::base::Rng;
use duiyi_core::game::{Game, Setup};
use duiyi_core::gomoku::{Point, Rule, notation};

use super::What;
use crate::position::words;
use crate::problem::Problem;

/// Xiangqi openings; data/SOURCES.md says how they were made.
const XIANGQI: &str = include_str!("../../../data/openings/xiangqi.txt");
/// Gomoku openings on 15 lines, one list a rule.
const FREESTYLE: &str = include_str!("../../../data/openings/gomoku-freestyle.txt");
const STANDARD: &str = include_str!("../../../data/openings/gomoku-standard.txt");
const RENJU: &str = include_str!("../../../data/openings/gomoku-renju.txt");
/// The board that the Gomoku openings were made for; on other boards they lie around the centre.
const SIZE: u8 = 15;
/// The largest file of openings that is read, in bytes.
const BYTES_MAX: u64 = 64 << 20;

/// A beginning of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The start as FEN, where it is not the usual one.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Opening {
    /// Reads a line: a FEN, moves, or a FEN and `moves` with moves. What follows a semicolon or a `#` is a comment.
    fn read(line: &str) -> Option<Opening> {
        let line = line.split([';', '#']).next().unwrap_or_default().trim();
        if line.is_empty() {
            return None;
        }
        let first = line.split_whitespace().next().unwrap_or_default();
        let is_fen = first.contains('/');
        let (start, moves) = match line.split_once(" moves") {
            Some((fen, moves)) if is_fen => (Some(fen), moves),
            _ if is_fen => (Some(line), ""),
            _ => (None, line),
        };
        Some(Opening {
            start: start.map(|fen| fen.trim().to_owned()),
            moves: words(moves).map(str::to_owned).collect(),
        })
    }
}

/// Reads the openings of a match from `file`, or takes those that the program brings along, in an order that `seed`
/// decides.
///
/// # Errors
/// One sentence that names the file and the line.
pub fn load(what: &What, file: Option<&Path>, seed: u64) -> Result<Vec<Opening>, Problem> {
    let mut openings = match file {
        Some(path) => {
            let place = path.display();
            let length = fs::metadata(path).map_err(|why| Problem::at(&place, why))?.len();
            if length > BYTES_MAX {
                return Err(Problem::at(&place, format!("{length} bytes are more than a file of openings needs")));
            }
            let text = fs::read_to_string(path).map_err(|why| Problem::at(&place, why))?;
            let openings = read_all(what, &text, &place.to_string())?;
            if openings.is_empty() {
                return Err(Problem::at(&place, "there is no opening in it"));
            }
            openings
        }
        None => read_all(what, &shipped(what)?, "the openings")?,
    };
    if openings.is_empty() {
        openings.push(Opening::default());
    }
    // Fisher and Yates.
    let mut rng = Rng::from_seed(seed);
    for last in (1..openings.len()).rev() {
        openings.swap(last, rng.below(last + 1));
    }
    Ok(openings)
}

fn read_all(what: &What, text: &str, place: &str) -> Result<Vec<Opening>, Problem> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some(opening) = Opening::read(line) else { continue };
        let at = format!("{place}, line {}", index + 1);
        let start = what.setup(opening.start.as_deref());
        let mut table = Game::new(&start.map_err(|why| Problem::at(&at, why))?);
        for mv in &opening.moves {
            table.play(mv).map_err(|why| Problem::at(&at, format!("'{mv}': {why}")))?;
        }
        if table.outcome().is_some() {
            return Err(Problem::at(&at, "the game is over there"));
        }
        openings.push(opening);
    }
    Ok(openings)
}

/// Returns the openings that the program brings along, moved to the centre of the board.
fn shipped(what: &What) -> Result<String, Problem> {
    let Setup::Gomoku { rule, size, .. } = what.setup(None)? else { return Ok(XIANGQI.to_owned()) };
    let list = match rule {
        // No opening is long enough to block a five at both ends: what is balanced for standard is so for Caro.
        Rule::Standard | Rule::Caro => STANDARD,
        Rule::Renju => RENJU,
        Rule::Freestyle => FREESTYLE,
    };
    Ok(list.lines().filter_map(|line| centred(line, size)).collect::<Vec<_>>().join("\n"))
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
    use super::*;
    use duiyi_core::game::GameKind;

    fn what(game: GameKind, rule: Option<&str>, size: Option<u8>) -> What {
        What { game, rule: rule.map(str::to_owned), size }
    }

    #[test]
    fn every_opening_that_is_shipped_can_be_played_and_is_not_over() {
        let xiangqi = load(&what(GameKind::Xiangqi, None, None), None, 1).expect("they can be played");
        assert!(xiangqi.len() >= 200, "{}", xiangqi.len());
        for rule in ["freestyle", "standard", "renju", "caro"] {
            for size in [15, 20] {
                let openings =
                    load(&what(GameKind::Gomoku, Some(rule), Some(size)), None, 1).expect("they can be played");
                assert!(openings.len() >= 100, "{rule} {size}: {}", openings.len());
            }
        }
        assert!(!load(&what(GameKind::Gomoku, None, Some(5)), None, 1).expect("any board will do").is_empty());
    }

    #[test]
    fn the_seed_decides_the_order_and_nothing_else() {
        let load = |seed| load(&what(GameKind::Xiangqi, None, None), None, seed).expect("they can be played");
        assert_eq!(load(7), load(7));
        assert_ne!(load(7), load(8));
        let sorted = |seed| {
            let mut list: Vec<Vec<String>> = load(seed).into_iter().map(|opening| opening.moves).collect();
            list.sort();
            list
        };
        assert_eq!(sorted(7), sorted(8));
    }

    #[test]
    fn lines_of_both_kinds_are_read() {
        let fen = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
        assert_eq!(Opening::read(fen), Some(Opening { start: Some(fen.to_owned()), moves: Vec::new() }));
        let both = Opening::read(&format!("{fen} moves d0d1 e9e8 ; a comment")).expect("an opening");
        assert_eq!((both.start.as_deref(), both.moves.len()), (Some(fen), 2));
        assert_eq!(Opening::read("h2e2, h9g7 # 当头炮").map(|opening| opening.moves.len()), Some(2));
        assert_eq!(Opening::read("  # nothing"), None);
    }
}
