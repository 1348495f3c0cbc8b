//! Opening books and opening names of Xiangqi: what was thought about beforehand.
//!
//! A book is a text, one position a line: the moves that lead to it from the start, a colon, and its moves with their
//! weights. Positions that are mirror images of each other are one position. `duiyi datagen book` makes the text,
//! `data/SOURCES.md` says from what.
//!
//! ```text
//! h2e2 h9g7 : h0g2 412 c3c4 80
//! ```

pub mod names;

use fxhash::FxHashMap;

use crate::base::{Key, Rng};
use crate::position::Position as _;
use crate::xiangqi::{Move, Position, zobrist};

pub use names::Opening;

/// The book that the program carries.
const BUILT_IN: &str = include_str!("../../../data/books/xiangqi.txt");

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
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// The moves of each position with their weights, as in the image of the two that has the smaller key.
    positions: FxHashMap<Key, Vec<(Move, u32)>>,
}

impl Book {
    /// Returns the book that the program carries.
    #[must_use]
    pub fn built_in() -> Book {
        Book::parse(BUILT_IN).expect("a test reads the built-in book")
    }

    /// Reads a book. Empty lines and those that begin with `#` say nothing.
    ///
    /// # Errors
    /// The first line that is not a line of a book.
    pub fn parse(text: &str) -> Result<Book, BookError> {
        let mut book = Book::default();
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let error = |word: &str| BookError { line: index + 1, word: word.to_owned() };
            let (path, moves) = line.split_once(':').ok_or_else(|| error(line))?;
            let mut position = Position::start();
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
            let (key, is_mirrored) = canonical(&position);
            let image = |(mv, weight): (Move, u32)| (if is_mirrored { mv.mirrored() } else { mv }, weight);
            book.positions.insert(key, entry.into_iter().map(image).collect());
        }
        Ok(book)
    }

    /// Returns how many positions the book knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether the book knows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the moves to play here with their weights, most often none.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<(Move, u32)> {
        let (key, is_mirrored) = canonical(position);
        let known = self.positions.get(&key).into_iter().flatten();
        known
            .map(|&(mv, weight)| (if is_mirrored { mv.mirrored() } else { mv }, weight))
            // Two positions may, very rarely, share a key.
            .filter(|&(mv, _)| position.is_legal(mv))
            .collect()
    }

    /// Chooses a move by lot, each with a chance in proportion to its weight.
    #[must_use]
    pub fn choose(&self, position: &Position, rng: &mut Rng) -> Option<Move> {
        rng.pick_weighted(&self.moves(position), |&(_, weight)| u64::from(weight)).map(|&(mv, _)| mv)
    }
}

/// Returns the smaller of the keys of a position and its mirror image, and whether it is the image's.
#[must_use]
pub fn canonical(position: &Position) -> (Key, bool) {
    let board = position.board();
    let image = board.occupied().into_iter().filter_map(|square| Some((board.piece_at(square)?, square.mirrored())));
    let turn = zobrist::key(&crate::xiangqi::Board::EMPTY, position.turn());
    let image = image.fold(turn, |key, (piece, square)| key ^ zobrist::piece(piece, square));
    if image < position.key() { (image, true) } else { (position.key(), false) }
}

fn legal(position: &Position, word: &str) -> Option<Move> {
    word.parse().ok().filter(|&mv| position.is_legal(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> Position {
        let mut position = Position::start();
        for word in moves.split_whitespace() {
            position.play(word.parse().expect(word)).expect(word);
        }
        position
    }

    #[test]
    fn a_position_is_known_from_either_side_and_by_any_way() {
        let book = Book::parse("# a comment\n: h2e2 3 c3c4 1\n\nh2e2 h9g7 c3c4 : i9h9 5\n").expect("a book");
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
        let book = Book::parse(": h2e2 9 c3c4 1 a3a4 0").expect("a book");
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
            assert_eq!(Book::parse(text).expect_err(text), BookError { line, word: word.to_owned() });
        }
    }

    #[test]
    fn the_built_in_book_answers_the_first_moves() {
        let book = Book::built_in();
        assert!(book.len() > 100, "{} positions", book.len());
        assert!(book.moves(&Position::start()).len() > 1);
        for first in ["h2e2", "b2e2", "g0e2", "c3c4", "h0g2"] {
            assert!(!book.moves(&after(first)).is_empty(), "{first}");
        }
    }
}
