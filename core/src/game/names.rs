//! Opening names of all games.

use super::played::Game;
use crate::book::names::OpeningNames;
use crate::gomoku;

wire! {
    /// The name of an opening in the program's languages.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct OpeningName {
        /// The usual code, such as `C91` or `D4`; may be empty.
        pub code: &'static str,
        pub chinese: &'static str,
        pub english: &'static str,
    }
}

/// The opening names of one game, prepared for look-ups. Empty for games without named openings.
#[derive(Clone, Debug, Default)]
pub struct Naming(Option<OpeningNames>);

impl Naming {
    /// Loads the names for the kind of `game`.
    #[must_use]
    pub fn new(game: &Game) -> Naming {
        Naming(matches!(game, Game::Xiangqi(_)).then(OpeningNames::new))
    }

    /// Returns the name of the longest named line that starts `game`.
    #[must_use]
    pub fn of(&self, game: &Game) -> Option<OpeningName> {
        match game {
            Game::Xiangqi(played) => {
                let name = self.0.as_ref()?.of(played.history())?;
                Some(OpeningName { code: name.code, chinese: name.chinese, english: name.english })
            }
            Game::Gomoku(played) => {
                let stones: Vec<_> = played.history().moves().collect();
                let name = gomoku::opening::name(&stones, played.position().size())?;
                Some(OpeningName { code: name.code, chinese: name.chinese, english: name.english })
            }
            Game::TicTacToe(_) => None,
        }
    }
}
