//! What the opening of a game is called, whichever game it is.

use super::table::Table;
use crate::book::names::Names;
use crate::gomoku;

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

/// What a table needs to name its opening.
#[derive(Clone, Debug, Default)]
pub(super) struct Naming(Option<Names>);

impl Naming {
    /// Prepares for the game on `table`.
    pub(super) fn new(table: &Table) -> Naming {
        Naming(matches!(table, Table::Xiangqi(_)).then(Names::new))
    }

    /// Returns the name of the longest named line that the game on `table` has followed.
    pub(super) fn of(&self, table: &Table) -> Option<OpeningName> {
        match table {
            Table::Xiangqi(played) => {
                let name = self.0.as_ref()?.of(played.history())?;
                Some(OpeningName { code: name.code, chinese: name.chinese, english: name.english })
            }
            Table::Gomoku(played) => {
                let stones: Vec<_> = played.history().moves().collect();
                let name = gomoku::opening::name(&stones, played.position().size())?;
                Some(OpeningName { code: name.code, chinese: name.chinese, english: name.english })
            }
            Table::TicTacToe(_) => None,
        }
    }
}
