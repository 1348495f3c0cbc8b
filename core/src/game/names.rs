//! What the opening of a game is called, whichever game it is.

use super::played::Game;
use crate::book::names::OpeningNames;
use crate::gomoku;

wire! {
    /// The name of an opening, in the languages of the program.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct OpeningName {
        /// The usual short code, such as `C91` or `D4`; empty where there is none.
        pub code: &'static str,
        /// In Chinese.
        pub chinese: &'static str,
        /// In English.
        pub english: &'static str,
    }
}

/// What it takes to name a game's opening.
#[derive(Clone, Debug, Default)]
pub struct Naming(Option<OpeningNames>);

impl Naming {
    /// Prepares for `game`.
    #[must_use]
    pub fn new(game: &Game) -> Naming {
        Naming(matches!(game, Game::Xiangqi(_)).then(OpeningNames::new))
    }

    /// Returns the name of the longest named line that `game` has followed.
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
