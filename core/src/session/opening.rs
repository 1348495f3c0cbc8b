//! The opening of a game: decisions instead of moves, until the colours are settled.
//!
//! The players sit where their colours are, so a swap moves them at once. A decision is a step of the game like a move:
//! it is asked for by the same command, stands in the journal as its word, and can be taken back.

use super::config::GameConfig;
use super::effect::{Effect, Entry, SearchId};
use super::error::Refusal;
use super::event::Event;
use super::snapshot::{MoveRow, OpeningView};
use super::state::{Applied, Session};
use super::table::{GOMOKU_SIZE_DEFAULT, Table};
use crate::base::{BySide, Side, Stamp};
use crate::gomoku::protocol::{Choice, Opening, OpeningError, Person, Turn};

/// Begins the opening of a game, if its set-up asks for one.
pub(super) fn begin(config: &GameConfig) -> Option<Opening> {
    config.opening.map(|protocol| Opening::new(protocol, config.size.unwrap_or(GOMOKU_SIZE_DEFAULT)))
}

/// Returns who decides next and what, while the opening goes on.
pub(super) fn turn(opening: Option<&Opening>) -> Option<(Side, Turn)> {
    let opening = opening?;
    let (person, turn) = opening.turn()?;
    Some((side(opening, person), turn))
}

/// Returns the colour that a person has now.
fn side(opening: &Opening, person: Person) -> Side {
    if opening.black() == person { Side::First } else { Side::Second }
}

/// Takes one decision, on the table too where it puts a stone on the board.
pub(super) fn decide(opening: &mut Opening, table: &mut Table, choice: Choice) -> Result<Option<MoveRow>, Refusal> {
    opening.decide(choice).map_err(refusal)?;
    match choice {
        Choice::Place(at) | Choice::Pick(at) => {
            Ok(Some(table.play(&at.to_string()).expect("an opening's stones are legal under every rule")))
        }
        _ => Ok(None),
    }
}

/// Takes one step as a journal has it: a decision while the opening goes on, else a move.
pub(super) fn step(opening: Option<&mut Opening>, table: &mut Table, text: &str) -> Result<Option<MoveRow>, Refusal> {
    let decides = opening.and_then(|opening| opening.turn().map(|(_, turn)| (opening, turn)));
    match decides {
        Some((opening, turn)) => decide(opening, table, Choice::read(text, turn).map_err(refusal)?),
        None => table.play(text).map(Some),
    }
}

/// Returns the seats after an opening that began with `seated`.
pub(super) fn seats<T: Clone>(seated: &BySide<T>, opening: &Opening) -> BySide<T> {
    match opening.black() {
        Person::Opener => seated.clone(),
        Person::Guest => BySide { first: seated.second.clone(), second: seated.first.clone() },
    }
}

/// Writes an opening in words for a record: `swap2 h8 i9 j10 swap`.
pub(super) fn note(opening: &Opening) -> String {
    let words = opening.decided().iter().map(|(_, choice)| format!(" {choice}"));
    words.fold(opening.protocol().to_string(), |note, word| note + &word)
}

fn refusal(why: OpeningError) -> Refusal {
    Refusal { at: why.at().map(|at| at.to_string()), ..Refusal::plain(why.code(), why) }
}

impl Session {
    /// Returns the opening while it goes on.
    pub(super) fn ongoing_opening(&self) -> Option<&Opening> {
        self.opening.as_ref().filter(|opening| opening.turn().is_some())
    }

    /// Returns the side whose turn it is: in an opening whoever is to decide.
    pub(super) fn side_in_turn(&self) -> Side {
        turn(self.opening.as_ref()).map_or_else(|| self.table.side_to_move(), |(side, _)| side)
    }

    /// Takes the decision of whoever is to decide, written in words.
    pub(super) fn decide_in_words(&mut self, text: &str, applied: &mut Applied, now: Stamp) -> Result<(), Refusal> {
        let Some((_, turn)) = turn(self.opening.as_ref()) else { return Err(refusal(OpeningError::Over)) };
        let choice = Choice::read(text, turn).map_err(refusal)?;
        self.take_decision(choice, applied, now)?;
        self.settle(applied, now);
        Ok(())
    }

    /// Takes the decisions of an engine, up to the first that cannot be taken.
    pub(super) fn decided(&mut self, id: SearchId, choices: &[Choice], applied: &mut Applied, now: Stamp) {
        if self.thinking.is_none_or(|thinking| thinking.id != id) {
            return;
        }
        self.thinking = None;
        let taken = choices.iter().try_for_each(|&choice| self.take_decision(choice, applied, now));
        if choices.is_empty() || taken.is_err() {
            let why = taken.err().map_or_else(|| "it decided nothing".to_owned(), |refusal| refusal.message);
            self.gave_up(&why, applied);
        } else {
            self.settle(applied, now);
        }
    }

    fn take_decision(&mut self, choice: Choice, applied: &mut Applied, now: Stamp) -> Result<(), Refusal> {
        let by = self.side_in_turn();
        let Some(opening) = &mut self.opening else { return Err(refusal(OpeningError::Over)) };
        let row = decide(opening, &mut self.table, choice)?;
        let is_over = opening.turn().is_none();
        self.config.players = seats(&self.seated, opening);
        self.stop_thinking(applied);
        applied.effects.push(Effect::Journal(Entry::Ply { mv: choice.to_string(), clocks: self.clocks(now) }));
        match row {
            Some(row) => {
                self.rows.push(row.clone());
                applied.events.push(Event::Moved { row, ply: self.rows.len() });
            }
            None => applied.events.push(Event::Decided { by, choice }),
        }
        if is_over {
            applied.events.push(Event::OpeningOver);
        }
        Ok(())
    }

    /// Returns the number of moves and decisions so far.
    pub(super) fn step_count(&self) -> usize {
        self.rows.len() + self.decisions_beyond_stones()
    }

    /// Returns every decision and move so far, as the journal has them.
    pub(super) fn steps(&self) -> Vec<String> {
        let (decided, stones) =
            self.opening.as_ref().map_or((&[][..], 0), |opening| (opening.decided(), opening.stones().len()));
        let moves = self.rows[stones..].iter().map(|row| row.uci.clone());
        decided.iter().map(|(_, choice)| choice.to_string()).chain(moves).collect()
    }

    /// Returns whether a person decided or played the step of this number.
    pub(super) fn is_persons_step(&self, step: usize) -> bool {
        let decided = self.opening.as_ref().map_or(&[][..], |opening| opening.decided());
        match decided.get(step) {
            Some((Person::Opener, _)) => self.seated.first.is_human(),
            Some((Person::Guest, _)) => self.seated.second.is_human(),
            None => self.config.players[self.rows[step - self.decisions_beyond_stones()].side].is_human(),
        }
    }

    /// Goes back until `steps` remain; the players sit as they did then.
    pub(super) fn rewind(&mut self, steps: usize) {
        let plies = match &mut self.opening {
            Some(opening) if steps < opening.decided().len() => {
                *opening = opening.replayed(steps);
                self.config.players = seats(&self.seated, opening);
                opening.stones().len()
            }
            _ => steps - self.decisions_beyond_stones(),
        };
        self.table.rewind(plies);
        self.rows.truncate(plies);
    }

    /// Returns how many more decisions than stones the opening has had.
    fn decisions_beyond_stones(&self) -> usize {
        self.opening.as_ref().map_or(0, |opening| opening.decided().len() - opening.stones().len())
    }

    /// Returns what there is to see of the opening; `can_play` says whether a person is to decide.
    pub(super) fn opening_view(&self, can_play: bool) -> Option<OpeningView> {
        let opening = self.opening.as_ref()?;
        let (by, turn) = turn(Some(opening))?;
        let words = if can_play { turn.words() } else { Vec::new() };
        Some(OpeningView {
            protocol: opening.protocol(),
            by,
            turn,
            words: words.iter().map(ToString::to_string).collect(),
            offers: opening.offers().iter().map(ToString::to_string).collect(),
            fifths: opening.fifths(),
        })
    }
}

#[cfg(test)]
mod tests;
