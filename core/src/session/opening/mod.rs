//! The opening of a game in progress: decisions and undo.

use super::effect::{Effect, JournalStep, SearchId};
use super::event::Event;
use super::snapshot::PendingDecision;
use super::state::{Effects, Session};
use crate::base::{Side, Stamp};
use crate::game::Refusal;
use crate::game::opening::{decide, refusal, seats, turn};
use crate::gomoku::protocol::{Opening, OpeningChoice, OpeningError, Person};

impl Session {
    /// Returns the opening; `None` after its end.
    pub(super) fn ongoing_opening(&self) -> Option<&Opening> {
        self.opening.as_ref().filter(|opening| opening.turn().is_some())
    }

    /// Returns the side to move, or the side to decide in an opening.
    #[must_use]
    pub fn side_in_turn(&self) -> Side {
        turn(self.opening.as_ref()).map_or_else(|| self.game.side_to_move(), |(side, _)| side)
    }

    /// Takes the next decision, in words.
    pub(super) fn decide_in_words(&mut self, text: &str, effects: &mut Effects, now: Stamp) -> Result<(), Refusal> {
        let Some((_, turn)) = turn(self.opening.as_ref()) else { return Err(refusal(OpeningError::Over)) };
        let choice = OpeningChoice::read(text, turn).map_err(refusal)?;
        self.take_decision(choice, effects, now)?;
        self.settle(effects, now);
        Ok(())
    }

    /// Takes an engine's decisions, up to the first illegal one.
    pub(super) fn decided(&mut self, id: SearchId, choices: &[OpeningChoice], effects: &mut Effects, now: Stamp) {
        if self.thinking.is_none_or(|thinking| thinking.id != id) {
            return;
        }
        self.thinking = None;
        let taken = choices.iter().try_for_each(|&choice| self.take_decision(choice, effects, now));
        if choices.is_empty() || taken.is_err() {
            let why = taken.err().map_or_else(|| "it decided nothing".to_owned(), |refusal| refusal.message);
            self.gave_up(&why, effects);
        } else {
            self.settle(effects, now);
        }
    }

    fn take_decision(&mut self, choice: OpeningChoice, effects: &mut Effects, now: Stamp) -> Result<(), Refusal> {
        let by = self.side_in_turn();
        let Some(opening) = &mut self.opening else { return Err(refusal(OpeningError::Over)) };
        let row = decide(opening, &mut self.game, choice)?;
        let is_over = opening.turn().is_none();
        self.config.players = seats(&self.seated, opening);
        self.stop_thinking(effects);
        effects.effects.push(Effect::Journal(JournalStep::Ply { mv: choice.to_string(), clocks: self.clocks(now) }));
        match row {
            Some(row) => {
                self.rows.push(row.clone());
                effects.events.push(Event::Moved { row, ply: self.rows.len() });
            }
            None => effects.events.push(Event::Decided { by, choice }),
        }
        if is_over {
            effects.events.push(Event::OpeningOver);
        }
        Ok(())
    }

    pub(super) fn step_count(&self) -> usize {
        self.rows.len() + self.decisions_beyond_stones()
    }

    /// Returns every decision and move so far, in the journal's words.
    pub(super) fn steps(&self) -> Vec<String> {
        let (decided, stones) =
            self.opening.as_ref().map_or((&[][..], 0), |opening| (opening.decided(), opening.stones().len()));
        let moves = self.rows[stones..].iter().map(|row| row.uci.clone());
        decided.iter().map(|(_, choice)| choice.to_string()).chain(moves).collect()
    }

    /// Returns the number of the last move or decision of the player who had colour `seat` at the start.
    #[must_use]
    pub fn last_step_of(&self, seat: Side) -> Option<usize> {
        (0..self.step_count()).rev().find(|&step| self.seat_of_step(step) == seat)
    }

    /// Returns whether a person made step number `step`.
    pub(super) fn is_persons_step(&self, step: usize) -> bool {
        self.seated[self.seat_of_step(step)].is_human()
    }

    /// Returns the colour at the start of the player who made step number `step`.
    fn seat_of_step(&self, step: usize) -> Side {
        let decided = self.opening.as_ref().map_or(&[][..], |opening| opening.decided());
        match decided.get(step) {
            Some((Person::Opener, _)) => Side::First,
            Some((Person::Responder, _)) => Side::Second,
            None => {
                let side = self.rows[step - self.decisions_beyond_stones()].side;
                if self.side_of_seat(Side::First) == side { Side::First } else { Side::Second }
            }
        }
    }

    /// Undoes until `steps` remain. The players get back the colours of that moment.
    pub(super) fn rewind(&mut self, steps: usize) {
        let plies = match &mut self.opening {
            Some(opening) if steps < opening.decided().len() => {
                *opening = opening.replayed(steps);
                self.config.players = seats(&self.seated, opening);
                opening.stones().len()
            }
            _ => steps - self.decisions_beyond_stones(),
        };
        self.game.rewind(plies);
        self.rows.truncate(plies);
    }

    /// Returns the number of decisions without a stone.
    fn decisions_beyond_stones(&self) -> usize {
        self.opening.as_ref().map_or(0, |opening| opening.decided().len() - opening.stones().len())
    }

    /// Returns the next decision of an opening; `None` after a resignation, too. Without `can_play` no person may take it.
    pub(super) fn pending_decision(&self, can_play: bool) -> Option<PendingDecision> {
        let opening = self.opening.as_ref().filter(|_| self.outcome.is_none())?;
        let (by, turn) = turn(Some(opening))?;
        let words = if can_play { turn.words() } else { Vec::new() };
        Some(PendingDecision {
            protocol: opening.protocol(),
            by,
            turn,
            words: words.iter().map(ToString::to_string).collect(),
            offers: opening.offers().iter().map(ToString::to_string).collect(),
        })
    }
}

#[cfg(test)]
mod tests;
