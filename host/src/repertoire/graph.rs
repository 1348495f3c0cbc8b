//! The positions of a book in which the person moves, with the chance that a game reaches each.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use duiyi_core::base::Side;
use duiyi_core::game::Game;

use crate::books::{BookFileError, BookMove, MoveSign, OpeningBook};

/// Most cards of a repertoire; the likeliest are kept.
const CARDS_MAX: usize = 20_000;
/// Longest line, in plies.
const PLIES_MAX: usize = 80;

/// A position in which the person moves.
#[derive(Clone, Debug)]
pub struct Card {
    /// The key that all images of the position share.
    pub key: String,
    /// The moves that lead there from the start.
    pub path: Vec<String>,
    /// The chance that a game gets there if the person follows the book, 0 to 1.
    pub chance: f64,
}

/// The cards of a book for one side, the likeliest first.
#[derive(Clone, Debug, Default)]
pub struct RepertoireGraph {
    cards: Vec<Card>,
    by_key: HashMap<String, usize>,
}

/// A position to visit, ordered by its chance.
struct Visit {
    chance: f64,
    path: Vec<String>,
}

impl PartialEq for Visit {
    fn eq(&self, other: &Visit) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Visit {}

impl PartialOrd for Visit {
    fn partial_cmp(&self, other: &Visit) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Visit {
    fn cmp(&self, other: &Visit) -> Ordering {
        self.chance.total_cmp(&other.chance).then_with(|| other.path.cmp(&self.path))
    }
}

/// Returns the name of a position in the file of progress.
///
/// # Stability
/// Changing this loses what a person has learned.
#[must_use]
pub fn key_of(game: &Game) -> String {
    format!("{:016x}", game.image().key().0)
}

/// Returns the moves that count as right: no forbidden one, and a doubtful one only where there is no other.
#[must_use]
pub fn right_moves(moves: Vec<BookMove>) -> Vec<BookMove> {
    let (sound, doubtful): (Vec<BookMove>, Vec<BookMove>) = moves
        .into_iter()
        .filter(|book| book.sign != MoveSign::Forbidden)
        .partition(|book| book.sign != MoveSign::Doubtful);
    if sound.is_empty() { doubtful } else { sound }
}

/// Returns moves with their shares, which add up to 1: by the number of games, or by weight where no games are counted.
#[must_use]
pub fn shares(moves: &[BookMove]) -> Vec<f64> {
    let has_games = moves.iter().any(|book| book.games() > 0);
    let size = |book: &BookMove| if has_games { book.games() as f64 } else { book.weight.max(1) as f64 };
    let total: f64 = moves.iter().map(size).sum();
    moves.iter().map(|book| size(book) / total.max(1.0)).collect()
}

impl RepertoireGraph {
    /// Walks through `book` from the end of the line `from`, which begins at `start`. The person has `side`. The paths of the
    /// cards begin at `start`.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn walk(
        book: &OpeningBook,
        start: &Game,
        from: &[String],
        side: Side,
    ) -> Result<RepertoireGraph, BookFileError> {
        RepertoireGraph::walk_for(book, start, from, side, CARDS_MAX)
    }

    /// Walks as [`RepertoireGraph::walk`] does, for at most `cards_max` cards.
    pub(super) fn walk_for(
        book: &OpeningBook,
        start: &Game,
        from: &[String],
        side: Side,
        cards_max: usize,
    ) -> Result<RepertoireGraph, BookFileError> {
        let mut graph = RepertoireGraph::default();
        let mut seen = HashSet::new();
        let mut heap = BinaryHeap::from([Visit { chance: 1.0, path: from.to_vec() }]);
        // The likeliest positions come first, so the others are not even replayed once the graph is full.
        while graph.cards.len() < cards_max
            && let Some(Visit { chance, path }) = heap.pop()
        {
            let Some(game) = after(start, &path) else { continue };
            let key = key_of(&game);
            // A transposition has the chance of its likeliest line.
            if !seen.insert(key.clone()) {
                continue;
            }
            let moves = book.moves(&game)?;
            let moves = if game.side_to_move() == side {
                let answers = right_moves(moves);
                if !answers.is_empty() {
                    graph.by_key.insert(key.clone(), graph.cards.len());
                    graph.cards.push(Card { key, path: path.clone(), chance });
                }
                answers
            } else {
                moves
            };
            if path.len() >= from.len() + PLIES_MAX {
                continue;
            }
            for (book, share) in moves.iter().zip(shares(&moves)) {
                let path = path.iter().chain([&book.mv]).cloned().collect();
                heap.push(Visit { chance: chance * share, path });
            }
        }
        Ok(graph)
    }

    /// Returns the cards, the likeliest first.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Returns the card of a position.
    #[must_use]
    pub fn find(&self, key: &str) -> Option<&Card> {
        self.by_key.get(key).map(|&index| &self.cards[index])
    }
}

/// Plays a line; `None` if a move of it is illegal.
#[must_use]
pub fn after(start: &Game, path: &[String]) -> Option<Game> {
    let mut game = start.clone();
    path.iter().all(|mv| game.advance(mv).is_ok()).then_some(game)
}
