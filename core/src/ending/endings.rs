//! The built-in endings, read from `data/endings`.
//!
//! Each line is an ending: class, goal, proof, moves and position, between tabs. `#` begins a comment line.

use thiserror::Error;

use super::{Ending, EndingGoal, EndingProof};
use crate::game::GameKind;
use crate::puzzle::PuzzleStart;

/// The endings of both games, class by class; `data/SOURCES.md` has their origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    pub all: Vec<Ending>,
}

/// A line that is no ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("line {line} is no ending")]
pub struct EndingsError {
    /// The number of the line, from 1.
    pub line: usize,
}

impl Endings {
    /// Reads the built-in endings.
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn built_in() -> Endings {
        let read = |game, text| Endings::read(game, text).expect("a test has read this text").all;
        let mut all = read(GameKind::Xiangqi, include_str!("../../../data/endings/xiangqi.txt"));
        all.extend(read(GameKind::Gomoku, include_str!("../../../data/endings/gomoku.txt")));
        Endings { all }
    }

    /// Reads endings of one game.
    ///
    /// # Errors
    /// The first line that is no ending.
    pub fn read(game: GameKind, text: &str) -> Result<Endings, EndingsError> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let all = lines.map(|(number, line)| ending(game, line).ok_or(EndingsError { line: number }));
        Ok(Endings { all: all.collect::<Result<_, _>>()? })
    }

    /// Writes the endings as [`read`](Endings::read) reads them.
    #[must_use]
    pub fn to_text(&self) -> String {
        let line = |ending: &Ending| {
            let Ending { class, goal, proof, moves, start } = ending;
            format!("{class}\t{}\t{}\t{moves}\t{}\n", goal.code(), proof.code(), start.to_text())
        };
        self.all.iter().map(line).collect()
    }

    /// Returns the ending with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Ending> {
        self.all.iter().find(|ending| ending.id() == id)
    }
}

fn ending(game: GameKind, line: &str) -> Option<Ending> {
    let [class, goal, proof, moves, start] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
    Some(Ending {
        class: class.to_owned(),
        goal: EndingGoal::ALL.into_iter().find(|known| known.code() == goal)?,
        proof: EndingProof::ALL.into_iter().find(|known| known.code() == proof)?,
        moves: moves.parse().ok().filter(|&moves| moves > 0)?,
        start: PuzzleStart::from_text(game, start)?,
    })
}
