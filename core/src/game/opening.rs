//! The opening of a game: decisions instead of moves, until the colours are final.
//!
//! Players follow their colours, so a swap moves them at once. A decision is a step like a move: the same command takes
//! it, the journal stores its word, and undo removes it.

use super::notation::MoveRow;
use super::played::Game;
use super::refusal::Refusal;
use super::setup::Setup;
use crate::base::{BySide, Side};
use crate::gomoku::protocol::{Opening, OpeningChoice, OpeningError, OpeningProtocol, OpeningTurn, Person};

/// Starts the opening of a game, if its set-up has a protocol.
#[must_use]
pub fn begin(setup: &Setup) -> Option<Opening> {
    match *setup {
        Setup::Gomoku { size, opening: Some(protocol), .. } => Some(Opening::new(protocol, size)),
        _ => None,
    }
}

/// Returns the deciding side and its decision; `None` outside an opening.
#[must_use]
pub fn turn(opening: Option<&Opening>) -> Option<(Side, OpeningTurn)> {
    let opening = opening?;
    let (person, turn) = opening.turn()?;
    Some((side(opening, person), turn))
}

/// Returns the present colour of a person.
fn side(opening: &Opening, person: Person) -> Side {
    if opening.black() == person { Side::First } else { Side::Second }
}

/// Takes one decision, and places its stone if it has one.
///
/// # Errors
/// The refusal. Nothing has changed.
pub fn decide(opening: &mut Opening, game: &mut Game, choice: OpeningChoice) -> Result<Option<MoveRow>, Refusal> {
    opening.decide(choice).map_err(refusal)?;
    match choice {
        OpeningChoice::Place(at) | OpeningChoice::Pick(at) => {
            Ok(Some(game.play(&at.to_string()).expect("an opening's stones are legal under every rule")))
        }
        _ => Ok(None),
    }
}

/// Takes one step of a journal: a decision during the opening, then moves.
///
/// # Errors
/// The refusal. Nothing has changed.
pub fn step(opening: Option<&mut Opening>, game: &mut Game, text: &str) -> Result<Option<MoveRow>, Refusal> {
    let decides = opening.and_then(|opening| opening.turn().map(|(_, turn)| (opening, turn)));
    match decides {
        Some((opening, turn)) => decide(opening, game, OpeningChoice::read(text, turn).map_err(refusal)?),
        None => game.play(text).map(Some),
    }
}

/// Returns the players by colour after an opening that started with `seated`.
#[must_use]
pub fn seats<T: Clone>(seated: &BySide<T>, opening: &Opening) -> BySide<T> {
    match opening.black() {
        Person::Opener => seated.clone(),
        Person::Responder => BySide { first: seated.second.clone(), second: seated.first.clone() },
    }
}

/// Writes an opening for a record: `swap2 h8 i9 j10 swap`.
#[must_use]
pub fn note(opening: &Opening) -> String {
    let words = opening.decided().iter().map(|(_, choice)| format!(" {choice}"));
    words.fold(opening.protocol().to_string(), |note, word| note + &word)
}

/// Reads what [`note`] wrote, for a board of `size` lines. `None` for another text: some records have the name of the line
/// there, some a protocol without all its decisions.
#[must_use]
pub fn read_note(note: &str, size: u8) -> Option<Opening> {
    let mut words = note.split_whitespace();
    let protocol: OpeningProtocol = words.next()?.parse().ok().filter(|_| size >= Opening::MIN_SIZE)?;
    words.try_fold(Opening::new(protocol, size), |mut opening, word| {
        let (_, turn) = opening.turn()?;
        opening.decide(OpeningChoice::read(word, turn).ok()?).ok()?;
        Some(opening)
    })
}

/// Converts the protocol's refusal to one with a code and a sentence.
#[must_use]
pub fn refusal(why: OpeningError) -> Refusal {
    Refusal { at: why.at().map(|at| at.to_string()), ..Refusal::plain(why.code(), why) }
}
