//! The opening explorer: which games had a position, and which moves they played there.
//!
//! For each position of its main line, a game has a term in the index. A term joins the key of the position, the move
//! played there and the result. All mirror images of a position share one key. A position with a symmetry of its own
//! has several moves that are images of each other: they count as one, and the explorer names the most frequent of
//! them. For that, its terms keep the move as it was played, with the orientation of the board.
//!
//! ```text
//! 3f09a1c77eh2e2w      key, move (in the coordinates of the image), result
//! 51a8d0f25ci9aw       the same on a symmetric position: orientation a
//! ```
//!
//! A prefix search by key finds the games with a position. The terms and their numbers of games are the explorer's
//! table.

use duiyi_core::base::Side;
use duiyi_core::game::{Game, Setup, SetupCodes};
use rusqlite::Connection;

use super::FinishedGame;

/// Hexadecimal digits of a key. With eight million positions, 40 bits confuse one lookup in a hundred thousand.
const KEY_DIGITS: usize = 10;

/// A position up to symmetry, as the index stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionKey(String);

impl PositionKey {
    /// Returns the key that the current position of `game` shares with all its images.
    #[must_use]
    pub fn of(game: &Game) -> PositionKey {
        PositionKey(key_text(game.image().key().0))
    }

    /// Returns the prefix of the terms in the index.
    pub(super) fn prefix(&self) -> String {
        format!("{}*", self.0)
    }
}

/// How often the games of the library played a move, by result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MoveStatistics {
    /// In coordinates.
    #[cfg_attr(feature = "wire", serde(skip))]
    pub mv: String,
    /// The moves that the counts join, as they lead to images of one position: the named one and the others. In coordinates.
    pub alike: Vec<String>,
    /// Games that the first player won.
    pub first: u32,
    /// Games that were drawn.
    pub draws: u32,
    /// Games that the second player won.
    pub second: u32,
    /// Games without a result.
    pub unfinished: u32,
}

impl MoveStatistics {
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.first + self.draws + self.second + self.unfinished
    }
}

/// The moves that the library's games played in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionStatistics {
    /// The most frequent first.
    pub moves: Vec<MoveStatistics>,
    /// Games of the library that the index lacks.
    pub unindexed: u32,
}

/// A game that was played once for the index, up to its first unplayable move.
#[derive(Debug, Default)]
pub(super) struct Replay {
    /// The terms of its positions.
    pub(super) terms: String,
    /// The rows of the first board, with `2` if the second side begins; empty if the start is impossible.
    pub(super) start: String,
    /// In coordinates.
    pub(super) moves: Vec<String>,
    pub(super) end: Option<Game>,
}

/// Plays a game for the index.
pub(super) fn replay(game: &FinishedGame) -> Replay {
    let FinishedGame { game: kind, size, start, .. } = game;
    // The rule of Xiangqi judges repetitions and does not change the legal moves.
    let rule = if kind == "xiangqi" { "" } else { &game.rule };
    let words = SetupCodes { game: kind, rule, size: *size, start: start.as_deref(), opening: None };
    let Ok(setup) = Setup::read(words) else { return Replay::default() };
    let mut board = Game::new(&setup);
    let next = if board.side_to_move() == Side::First { "" } else { " 2" };
    let start = format!("{}{next}", board.placement());
    let mut moves = Vec::new();
    let result = result_letter(&game.result);
    let mut terms = String::with_capacity(game.moves.len() * 4);
    for mv in game.moves.split_whitespace() {
        let image = board.image();
        let Ok(mv) = board.advance(mv) else { return Replay { terms, start, moves, end: Some(board) } };
        let there = image.move_there(&mv).unwrap_or_else(|| mv.to_string());
        moves.push(mv.to_string());
        terms += &key_text(image.key().0);
        terms += &there;
        terms.extend(image.orientation().map(orientation_letter));
        terms.push(result);
        terms.push(' ');
    }
    terms += &key_text(board.image().key().0);
    Replay { terms, start, moves, end: Some(board) }
}

/// Moves of one position that are images of each other, with their games.
struct Joined {
    statistics: MoveStatistics,
    /// For each move of `alike`: the games on exactly this board, and all games.
    played: Vec<(u32, u32)>,
}

impl Joined {
    fn new(alike: Vec<String>) -> Joined {
        let played = vec![(0, 0); alike.len()];
        Joined { statistics: MoveStatistics { alike, ..MoveStatistics::default() }, played }
    }

    fn add(&mut self, mv: &str, result: &str, games: u32, on_this_board: bool) {
        let counter = match result {
            "w" => &mut self.statistics.first,
            "l" => &mut self.statistics.second,
            "d" => &mut self.statistics.draws,
            _ => &mut self.statistics.unfinished,
        };
        *counter += games;
        if let Some(at) = self.statistics.alike.iter().position(|image| image == mv) {
            self.played[at].0 += if on_this_board { games } else { 0 };
            self.played[at].1 += games;
        }
    }

    /// Names the image that was played most, and of equally frequent ones the conventional one.
    fn named(mut self, game: &Game) -> MoveStatistics {
        let best =
            (0..self.played.len()).max_by_key(|&at| (self.played[at], convention(game, &self.statistics.alike[at])));
        self.statistics.mv = best.map(|at| self.statistics.alike[at].clone()).unwrap_or_default();
        self.statistics
    }
}

/// Orders the images of a move: the greatest one is customary in diagrams. In Xiangqi it is on the mover's right, in
/// Gomoku it is the upper and then the right one.
pub(crate) fn convention(game: &Game, mv: &str) -> (i32, i32) {
    let file = mv.bytes().next().map_or(0, i32::from);
    let rest: String = mv.chars().skip(1).collect();
    match game {
        Game::Xiangqi(_) => {
            let to = rest.bytes().find(u8::is_ascii_alphabetic).map_or(0, i32::from);
            if game.side_to_move() == Side::First { (file, to) } else { (-file, -to) }
        }
        _ => (rest.parse().unwrap_or(0), file),
    }
}

/// Returns the moves that indexed games played in the position of `game`.
pub(super) fn explore(connection: &Connection, game: &Game) -> rusqlite::Result<Vec<MoveStatistics>> {
    let image = game.image();
    let key = key_text(image.key().0);
    let orientation = image.orientation().map(orientation_letter);
    let mut joined: Vec<Joined> = Vec::new();
    let mut terms =
        connection.prepare_cached("SELECT term, doc FROM idx.position_terms WHERE term >= ?1 AND term < ?1 || '~'")?;
    let mut rows = terms.query([&key])?;
    while let Some(row) = rows.next()? {
        let (term, games) = (row.get_ref(0)?.as_str()?, row.get::<_, u32>(1)?);
        // The last position of a game has no move.
        let rest = term.get(KEY_DIGITS..).unwrap_or_default();
        let Some((played, result)) = rest.len().checked_sub(1).and_then(|at| rest.split_at_checked(at)) else {
            continue;
        };
        let there = played.trim_end_matches(|last: char| orientation.is_some() && last.is_ascii_alphabetic());
        // Two positions rarely share a key. A move of the other position is then usually illegal here.
        let Some(mv) = image.move_here(there) else { continue };
        let at = joined.iter().position(|one| one.statistics.alike.contains(&mv)).unwrap_or_else(|| {
            joined.push(Joined::new(image.moves_alike(&mv)));
            joined.len() - 1
        });
        let on_this_board = orientation.is_none_or(|letter| played.ends_with(letter));
        joined[at].add(&mv, result, games, on_this_board);
    }
    let mut moves: Vec<MoveStatistics> = joined.into_iter().map(|one| one.named(game)).collect();
    moves.sort_by(|one, other| other.games().cmp(&one.games()).then_with(|| one.mv.cmp(&other.mv)));
    Ok(moves)
}

/// A letter, which no move ends with.
fn orientation_letter(orientation: usize) -> char {
    char::from(b'a' + u8::try_from(orientation).unwrap_or_default())
}

fn key_text(key: u64) -> String {
    format!("{:0KEY_DIGITS$x}", key >> (64 - 4 * KEY_DIGITS))
}

const fn result_letter(result: &str) -> char {
    match result.as_bytes() {
        b"1-0" => 'w',
        b"0-1" => 'l',
        b"1/2-1/2" => 'd',
        _ => 'u',
    }
}

#[cfg(test)]
mod tests;
