//! The opening of a game: decisions instead of moves, until the colours are settled.
//!
//! The players sit where their colours are, so a swap moves them at once. A decision is a step of the game like a move:
//! it is asked for by the same command, stands in the journal as its word, and can be taken back.

use super::notation::MoveRow;
use super::played::Game;
use super::refusal::Refusal;
use super::setup::Setup;
use crate::base::{BySide, Side};
use crate::gomoku::protocol::{Opening, OpeningChoice, OpeningError, OpeningTurn, Person};

/// Begins the opening of a game, if its set-up asks for one.
#[must_use]
pub fn begin(setup: &Setup) -> Option<Opening> {
    match *setup {
        Setup::Gomoku { size, opening: Some(protocol), .. } => Some(Opening::new(protocol, size)),
        _ => None,
    }
}

/// Returns who decides next and what, while the opening goes on.
#[must_use]
pub fn turn(opening: Option<&Opening>) -> Option<(Side, OpeningTurn)> {
    let opening = opening?;
    let (person, turn) = opening.turn()?;
    Some((side(opening, person), turn))
}

/// Returns the colour that a person has now.
fn side(opening: &Opening, person: Person) -> Side {
    if opening.black() == person { Side::First } else { Side::Second }
}

/// Takes one decision, on the board too where it is a stone.
///
/// # Errors
/// Why it cannot be taken; nothing has changed.
pub fn decide(opening: &mut Opening, game: &mut Game, choice: OpeningChoice) -> Result<Option<MoveRow>, Refusal> {
    opening.decide(choice).map_err(refusal)?;
    match choice {
        OpeningChoice::Place(at) | OpeningChoice::Pick(at) => {
            Ok(Some(game.play(&at.to_string()).expect("an opening's stones are legal under every rule")))
        }
        _ => Ok(None),
    }
}

/// Takes one step as a journal has it: a decision while the opening goes on, else a move.
///
/// # Errors
/// Why it cannot be taken; nothing has changed.
pub fn step(opening: Option<&mut Opening>, game: &mut Game, text: &str) -> Result<Option<MoveRow>, Refusal> {
    let decides = opening.and_then(|opening| opening.turn().map(|(_, turn)| (opening, turn)));
    match decides {
        Some((opening, turn)) => decide(opening, game, OpeningChoice::read(text, turn).map_err(refusal)?),
        None => game.play(text).map(Some),
    }
}

/// Returns the seats after an opening that began with `seated`.
#[must_use]
pub fn seats<T: Clone>(seated: &BySide<T>, opening: &Opening) -> BySide<T> {
    match opening.black() {
        Person::Opener => seated.clone(),
        Person::Responder => BySide { first: seated.second.clone(), second: seated.first.clone() },
    }
}

/// Writes an opening in words for a record: `swap2 h8 i9 j10 swap`.
#[must_use]
pub fn note(opening: &Opening) -> String {
    let words = opening.decided().iter().map(|(_, choice)| format!(" {choice}"));
    words.fold(opening.protocol().to_string(), |note, word| note + &word)
}

/// Puts a refused decision into words.
#[must_use]
pub fn refusal(why: OpeningError) -> Refusal {
    Refusal { at: why.at().map(|at| at.to_string()), ..Refusal::plain(why.code(), why) }
}
