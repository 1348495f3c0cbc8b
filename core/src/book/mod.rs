//! Opening books, one kind for every game with symmetries, and the names of Xiangqi's openings.
//!
//! A book is a text, one position a line: the moves that lead to it from the start, a colon, and its moves with their
//! weights. Positions that are images of each other are one position. `duiyi datagen book` makes those that the program
//! carries, `data/SOURCES.md` says from what.
//!
//! ```text
//! h2e2 h9g7 : h0g2 412 c3c4 80
//! ```

pub mod names;
pub mod obk;
mod symmetry;

use fxhash::FxHashMap;

use crate::base::{Key, Rng};
use crate::{gomoku, xiangqi};

pub use names::NamedOpening;
pub use symmetry::Symmetric;

/// The book of Xiangqi that the program carries.
const XIANGQI: &str = include_str!("../../../data/books/xiangqi.txt");
/// Those of Gomoku.
const FREESTYLE: &str = include_str!("../../../data/books/gomoku-freestyle.txt");
const STANDARD: &str = include_str!("../../../data/books/gomoku-standard.txt");
const RENJU: &str = include_str!("../../../data/books/gomoku-renju.txt");
/// The lines of the board that the books of Gomoku are for.
const GOMOKU_SIZE: u8 = 15;

/// A line of a book cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the book: '{word}' is not a move that can be played there, or its weight")]
pub struct BookError {
    /// The line, from 1.
    pub line: usize,
    /// The word that stopped the reading.
    pub word: String,
}

/// Moves to play in known positions.
#[derive(Clone, Debug)]
pub struct Book<P: Symmetric> {
    /// The moves of each position with their weights, as in its canonical image.
    positions: FxHashMap<Key, Vec<(P::Move, u32)>>,
}

impl Book<xiangqi::Position> {
    /// Returns the book that the program carries.
    #[must_use]
    pub fn built_in() -> Book<xiangqi::Position> {
        Book::parse(&xiangqi::Position::start(), XIANGQI).expect("a test reads the built-in book")
    }
}

impl Book<gomoku::Position> {
    /// Returns the book that the program carries for a rule of Gomoku, which knows boards of 15 lines. Caro is played with
    /// that of standard: no five of so few stones is blocked.
    #[must_use]
    pub fn built_in(rule: gomoku::Rule) -> Book<gomoku::Position> {
        let text = match rule {
            gomoku::Rule::Freestyle => FREESTYLE,
            gomoku::Rule::Standard | gomoku::Rule::Caro => STANDARD,
            gomoku::Rule::Renju => RENJU,
        };
        let start = gomoku::Position::new(GOMOKU_SIZE, rule).expect("boards of 15 lines are usual");
        Book::parse(&start, text).expect("a test reads the built-in books")
    }
}

impl<P: Symmetric> Book<P> {
    /// Reads a book of the game that begins at `start`. Empty lines and those that begin with `#` say nothing.
    ///
    /// # Errors
    /// The first line that is not a line of a book.
    pub fn parse(start: &P, text: &str) -> Result<Book<P>, BookError> {
        let mut positions: FxHashMap<Key, Vec<(P::Move, u32)>> = FxHashMap::default();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let error = |word: &str| BookError { line: index + 1, word: word.to_owned() };
            let (path, moves) = line.split_once(':').ok_or_else(|| error(line))?;
            let mut position = start.clone();
            for word in path.split_whitespace() {
                let mv = legal(&position, word).ok_or_else(|| error(word))?;
                position.play_unchecked(mv);
            }
            let mut words = moves.split_whitespace();
            let mut entry = Vec::new();
            while let Some(word) = words.next() {
                let mv = legal(&position, word).ok_or_else(|| error(word))?;
                let weight = words.next().unwrap_or_default();
                entry.push((mv, weight.parse().map_err(|_| error(weight))?));
            }
            let (key, symmetry) = position.canonical();
            let image = |(mv, weight)| (position.image(mv, symmetry), weight);
            positions.insert(key, entry.into_iter().map(image).collect());
        }
        Ok(Book { positions })
    }

    /// Returns how many positions the book knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether the book has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the moves to play here with their weights, most often none.
    #[must_use]
    pub fn moves(&self, position: &P) -> Vec<(P::Move, u32)> {
        let (key, symmetry) = position.canonical();
        let back = P::inverse(symmetry);
        let known = self.positions.get(&key).into_iter().flatten();
        known
            .map(|&(mv, weight)| (position.image(mv, back), weight))
            // Two positions may, very rarely, share a key.
            .filter(|&(mv, _)| position.is_legal(mv))
            .collect()
    }

    /// Chooses a move by lot, each with a chance in proportion to its weight.
    #[must_use]
    pub fn choose(&self, position: &P, rng: &mut Rng) -> Option<P::Move> {
        rng.pick_weighted(&self.moves(position), |&(_, weight)| u64::from(weight)).map(|&(mv, _)| mv)
    }
}

fn legal<P: Symmetric>(position: &P, word: &str) -> Option<P::Move> {
    word.parse().ok().filter(|&mv| position.is_legal(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku;
    use crate::position::Position as _;
    use crate::xiangqi::{Move, Position};

    fn parse(text: &str) -> Result<Book<Position>, BookError> {
        Book::parse(&Position::start(), text)
    }

    fn after(moves: &str) -> Position {
        let mut position = Position::start();
        for word in moves.split_whitespace() {
            position.play(word.parse().expect(word)).expect(word);
        }
        position
    }

    #[test]
    fn a_position_is_known_from_either_side_and_by_any_way() {
        let book = parse("# a comment\n: h2e2 3 c3c4 1\n\nh2e2 h9g7 c3c4 : i9h9 5\n").expect("a book");
        assert_eq!(book.len(), 2);
        let mv = |text: &str| text.parse::<Move>().expect(text);
        assert_eq!(book.moves(&Position::start()).len(), 2);
        assert_eq!(book.moves(&after("h2e2 h9g7 c3c4")), [(mv("i9h9"), 5)]);
        assert_eq!(book.moves(&after("c3c4 h9g7 h2e2")), [(mv("i9h9"), 5)]);
        assert_eq!(book.moves(&after("b2e2 b9c7 g3g4")), [(mv("a9b9"), 5)]);
        assert_eq!(book.moves(&after("b2e2 h9g7 g3g4")), []);
    }

    #[test]
    fn moves_are_chosen_by_weight_and_seed() {
        let book = parse(": h2e2 9 c3c4 1 a3a4 0").expect("a book");
        let mut rng = Rng::from_seed(3);
        let chosen: Vec<String> =
            (0..500).filter_map(|_| book.choose(&Position::start(), &mut rng)).map(|mv| mv.to_string()).collect();
        let count = |text: &str| chosen.iter().filter(|mv| *mv == text).count();
        assert_eq!(chosen.len(), 500);
        assert!(count("a3a4") == 0 && count("c3c4") > 20 && count("h2e2") > 400, "{chosen:?}");
        assert_eq!(book.choose(&after("a3a4"), &mut rng), None);
    }

    #[test]
    fn a_bad_line_is_named() {
        for (text, line, word) in [
            (": h2e2 3\nh2e2", 2, "h2e2"),
            ("h2h8 : a9a8 1", 1, "h2h8"),
            (": h2e2", 1, ""),
            (": h2e2 many", 1, "many"),
            (": 炮二平五 1", 1, "炮二平五"),
        ] {
            assert_eq!(parse(text).expect_err(text), BookError { line, word: word.to_owned() });
        }
    }

    #[test]
    fn a_gomoku_position_is_known_under_every_symmetry_and_rule() {
        let text = ": h8 1\nh8 : i9 2 h9 1\nh8 i9 j10 : i8 5\nh8 h9 i9 : g7 3 j10 2\n";
        for rule in gomoku::Rule::ALL {
            let start = gomoku::Position::new(15, rule).expect("a size that is allowed");
            let book = Book::parse(&start, text).expect(text);
            assert_eq!(book.len(), 4);
            for line in text.lines() {
                let (path, moves) = line.split_once(':').expect("a line of the book");
                for symmetry in gomoku::Symmetry::ALL {
                    let image = |word: &str| symmetry.apply(word.parse().expect(word), 15);
                    let mut position = start.clone();
                    for word in path.split_whitespace() {
                        position.play(image(word)).expect(word);
                    }
                    let words: Vec<&str> = moves.split_whitespace().collect();
                    let known = book.moves(&position);
                    assert_eq!(known.len(), words.len() / 2, "{rule:?} {path}");
                    for (&(mv, weight), pair) in known.iter().zip(words.chunks(2)) {
                        assert_eq!(weight.to_string(), pair[1]);
                        let after = |mv| {
                            let mut after = position.clone();
                            after.play(mv).expect("a move of the book is legal");
                            after.canonical().0
                        };
                        // Where the position is its own image, so are its moves each other's.
                        assert_eq!(after(mv), after(image(pair[0])), "{rule:?} {path}: {mv} for {}", pair[0]);
                    }
                }
            }
            let other = gomoku::Rule::ALL.into_iter().find(|&other| other != rule).expect("there are several");
            let elsewhere = gomoku::Position::new(15, other).expect("a size that is allowed");
            assert_eq!(book.moves(&elsewhere), [], "another rule is another game");
        }
    }

    #[test]
    fn the_image_of_a_key_is_the_key_of_the_image() {
        let start = gomoku::Position::new(15, gomoku::Rule::Renju).expect("a size that is allowed");
        for symmetry in gomoku::Symmetry::ALL {
            let (mut position, mut image) = (start.clone(), start.clone());
            for word in "h8 i9 a1 o3 c5".split(' ') {
                let mv = word.parse().expect(word);
                position.play(mv).expect(word);
                image.play(start.image(mv, symmetry)).expect(word);
                assert_eq!(position.image_key(symmetry), image.key(), "{symmetry:?} after {word}");
                assert_eq!(position.canonical().0, image.canonical().0);
                assert_eq!(start.image(start.image(mv, symmetry), gomoku::Position::inverse(symmetry)), mv);
            }
        }
    }

    #[test]
    fn the_built_in_book_answers_the_first_moves() {
        let book = Book::<Position>::built_in();
        assert!(book.len() > 100, "{} positions", book.len());
        assert!(book.moves(&Position::start()).len() > 1);
        for first in ["h2e2", "b2e2", "g0e2", "c3c4", "h0g2"] {
            assert!(!book.moves(&after(first)).is_empty(), "{first}");
        }
    }

    #[test]
    fn every_rule_of_gomoku_has_fifty_openings_of_three_to_seven_stones() {
        for rule in gomoku::Rule::ALL {
            let book = Book::<gomoku::Position>::built_in(rule);
            // The lines that the book goes on with, walked from the empty board; images are one opening.
            let mut openings = std::collections::BTreeSet::new();
            let mut walk = vec![gomoku::Position::new(15, rule).expect("a size that is allowed")];
            let mut seen = std::collections::BTreeSet::new();
            while let Some(position) = walk.pop() {
                if !seen.insert(position.canonical().0) {
                    continue;
                }
                let moves = book.moves(&position);
                if moves.is_empty() {
                    assert!((3..=7).contains(&position.stone_count()), "{rule}: {}", position.placement());
                    openings.insert(position.canonical().0);
                }
                walk.extend(moves.iter().map(|&(mv, _)| {
                    let mut after = position.clone();
                    after.play(mv).expect("a move of the book is legal");
                    after
                }));
            }
            assert!(openings.len() >= 50, "{rule}: {} openings", openings.len());
        }
    }
}
