//! Names of openings: the longest named line that a game has followed.

use super::Symmetric as _;
use crate::base::Key;
use crate::position::{History, Position as _};
use crate::xiangqi::{Move, Position};

/// The named lines: code, Chinese name, English name, moves in Chinese, moves in coordinates, separated by tabs.
const NAMED: &str = include_str!("../../../data/books/xiangqi-openings.tsv");

/// The name of an opening, from the classification ECCO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// The code, such as `B00`.
    pub code: &'static str,
    /// The Chinese name, such as 中炮局.
    pub chinese: &'static str,
    /// The English name.
    pub english: &'static str,
}

/// Every named opening with its moves, in the order of the file.
pub fn openings() -> impl Iterator<Item = (NamedOpening, Vec<Move>)> {
    NAMED.lines().skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        let opening = NamedOpening { code: fields.next()?, chinese: fields.next()?, english: fields.next()? };
        let moves = fields.nth(1)?.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
        Some((opening, moves))
    })
}

/// The named positions by key.
#[derive(Clone, Debug)]
pub struct OpeningNames(Vec<(Key, NamedOpening)>);

impl OpeningNames {
    /// Reads the names that the program carries.
    #[must_use]
    pub fn new() -> OpeningNames {
        OpeningNames(openings().filter_map(|(opening, moves)| Some((key_after(&moves)?, opening))).collect())
    }

    /// Returns the name of the latest named position on the path of a game; `None` if it did not begin at the usual
    /// start or has none.
    #[must_use]
    pub fn of(&self, history: &History<Position>) -> Option<NamedOpening> {
        let mut position = *history.start();
        if position.key() != Position::start().key() {
            return None;
        }
        let mut name = None;
        // No named line is longer.
        for mv in history.moves().take(16) {
            position.play_unchecked(mv);
            let key = position.canonical().0;
            name = self.0.iter().find(|(known, _)| *known == key).map(|(_, opening)| *opening).or(name);
        }
        name
    }
}

impl Default for OpeningNames {
    fn default() -> OpeningNames {
        OpeningNames::new()
    }
}

fn key_after(moves: &[Move]) -> Option<Key> {
    let mut position = Position::start();
    for &mv in moves {
        position.play(mv).ok()?;
    }
    Some(position.canonical().0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(moves: &str) -> Option<&'static str> {
        let mut position = Position::start();
        let mut history = History::new(position);
        for word in moves.split_whitespace() {
            let mv = word.parse().expect(word);
            assert_eq!(position.legality(mv), Ok(()), "{word}");
            history.play_unchecked(&mut position, mv);
        }
        OpeningNames::new().of(&history).map(|opening| opening.chinese)
    }

    #[test]
    fn every_line_is_legal_and_has_its_name() {
        let all: Vec<_> = openings().collect();
        assert_eq!(all.len(), NAMED.lines().count() - 1);
        assert!(all.iter().all(|(_, moves)| !moves.is_empty() && moves.len() <= 16 && key_after(moves).is_some()));
    }

    #[test]
    fn a_game_keeps_the_last_name_it_reached() {
        assert_eq!(name(""), None);
        assert_eq!(name("h2e2"), Some("中炮局"));
        assert_eq!(name("b2e2"), Some("中炮局"), "mirrored");
        assert_eq!(name("g0e2 g9e7"), Some("顺相局"));
        assert_eq!(name("g0e2 g9e7 a3a4"), Some("顺相局"));
        assert_eq!(name("g0e2 a6a5"), Some("飞相局"));
    }
}
