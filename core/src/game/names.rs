//! Opening names of all games.

use super::notation::MoveRow;
use super::played::Game;
use super::setup::Setup;
use crate::book::names::{OpeningNames, openings};
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

wire! {
    /// A named opening with the moves that lead to it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NamedLine {
        pub name: OpeningName,
        pub rows: Vec<MoveRow>,
    }
}

/// Returns the named openings that can be played from `setup`, in the order of their codes. Empty for a position that is not
/// the usual start.
///
/// # Examples
/// ```
/// use duiyi_core::game::{GameKind, Setup, named_lines};
///
/// let lines = named_lines(&Setup::usual(GameKind::Xiangqi));
/// let cannon = lines.iter().find(|line| line.name.chinese == "中炮局").expect("a named opening");
/// assert_eq!(cannon.rows[0].chinese, "炮二平五");
/// ```
#[must_use]
pub fn named_lines(setup: &Setup) -> Vec<NamedLine> {
    if setup.start_fen().is_some() {
        return Vec::new();
    }
    let game = Game::new(setup);
    let line = |name: OpeningName, moves: Vec<String>| {
        let rows = game.line(&moves);
        (rows.len() == moves.len()).then_some(NamedLine { name, rows })
    };
    let mut lines: Vec<NamedLine> = match &game {
        Game::Xiangqi(_) => openings()
            .filter_map(|(name, moves)| {
                let name = OpeningName { code: name.code, chinese: name.chinese, english: name.english };
                line(name, moves.iter().map(ToString::to_string).collect())
            })
            .collect(),
        Game::Gomoku(played) => gomoku::opening::openings(played.position().size())
            .filter_map(|(name, stones)| {
                let name = OpeningName { code: name.code, chinese: name.chinese, english: name.english };
                line(name, stones.iter().map(ToString::to_string).collect())
            })
            .collect(),
        Game::TicTacToe(_) => Vec::new(),
    };
    // The codes of renju end in numbers. A line without a code comes last.
    let order = |code: &str| {
        let digits = code.find(|c: char| c.is_ascii_digit()).unwrap_or(code.len());
        let (letters, rest) = code.split_at(digits);
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        (code.is_empty(), letters.to_owned(), rest[..end].parse::<u32>().unwrap_or(0), rest[end..].to_owned())
    };
    lines.sort_by_cached_key(|line| order(line.name.code));
    lines
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameKind;

    #[test]
    fn every_named_line_leads_to_its_name() {
        for kind in [GameKind::Xiangqi, GameKind::Gomoku] {
            let setup = Setup::usual(kind);
            let lines = named_lines(&setup);
            assert_eq!(lines.len(), if kind == GameKind::Xiangqi { openings().count() } else { 81 });
            for NamedLine { name, rows } in &lines {
                let mut game = Game::new(&setup);
                rows.iter().for_each(|row| _ = game.advance(&row.uci).expect("a legal move"));
                let found = Naming::new(&game).of(&game).expect("a name");
                // Two codes may name one position.
                assert!(found == *name || found.chinese == name.chinese || rows.len() == 1, "{name:?} is {found:?}");
            }
            let codes: Vec<&str> = lines.iter().map(|line| line.name.code).collect();
            let at = |code: &str| codes.iter().position(|other| *other == code);
            match kind {
                GameKind::Gomoku => assert!(at("D2") < at("D10") && at("D13") < at("I1") && at("D1") < at("D1-A")),
                _ => assert!(at("A00") < at("A02") && at("A40") < at("C00") && at("C40") < at("")),
            }
        }
        assert!(named_lines(&Setup::usual(GameKind::TicTacToe)).is_empty());
    }
}
