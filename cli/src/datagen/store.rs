//! The file of self-play games: one line with the parameters, then the games, four bytes a ply.
//!
//! ```text
//! duiyi-selfplay 1 xiangqi nodes=1500 seed=1
//!
//! result u8 (0 lost, 1 drawn, 2 won by the side that began) · random plies u8 · plies u16 · (move u16 · score i16)…
//! ```
//! Numbers are little-endian; scores are centipawns, side to move's view, zero for the random plies.
//!
//! # Stability
//! A change of the form needs another number in the first line, or old games are misread.

use std::fmt;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use duiyi_core::base::Side;

use crate::input;
use crate::problem::Problem;

/// The start of the first line.
const MAGIC: &str = "duiyi-selfplay 1";
/// The largest file, in bytes: some ten million games.
const BYTES_MAX: u64 = 4 << 30;
/// Bytes before a game's plies.
const HEAD: usize = 4;
const PLY: usize = 4;

/// The parameters of a file's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The game's word.
    pub game: String,
    /// Nodes searched for each move.
    pub nodes: u32,
    /// The seed of the openings.
    pub seed: u32,
    /// The checksum of the net, if there was one.
    pub net: Option<u64>,
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MAGIC} {} nodes={} seed={}", self.game, self.nodes, self.seed)?;
        self.net.map_or(Ok(()), |net| write!(f, " net={net:016x}"))
    }
}

/// The result of a game for the side that began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    Lost,
    Drawn,
    Won,
}

impl GameResult {
    /// Returns the result for a `winner`; `None` is a draw.
    pub const fn of(winner: Option<Side>) -> GameResult {
        match winner {
            Some(Side::First) => GameResult::Won,
            Some(Side::Second) => GameResult::Lost,
            None => GameResult::Drawn,
        }
    }

    pub const fn winner(self) -> Option<Side> {
        match self {
            GameResult::Won => Some(Side::First),
            GameResult::Lost => Some(Side::Second),
            GameResult::Drawn => None,
        }
    }

    /// Returns the points of the side that began.
    pub fn points(self) -> f32 {
        f32::from(self as u8) / 2.0
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfGame {
    pub result: GameResult,
    /// The number of random plies at the start.
    pub random: u8,
    /// Packed moves, with scores in the side to move's view.
    pub plies: Vec<(u16, i16)>,
}

impl SelfGame {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.result as u8, self.random];
        let count = u16::try_from(self.plies.len()).expect("a self-play game is cut long before");
        bytes.extend(count.to_le_bytes());
        for (mv, score) in &self.plies {
            bytes.extend(mv.to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        bytes
    }

    /// Parses the first game of `bytes` and returns its length; `None` if it is truncated or invalid.
    fn from_bytes(bytes: &[u8]) -> Option<(SelfGame, usize)> {
        let &[result, random, low, high] = bytes.first_chunk::<HEAD>()?;
        let length = HEAD + PLY * usize::from(u16::from_le_bytes([low, high]));
        let result = match result {
            0 => GameResult::Lost,
            1 => GameResult::Drawn,
            2 => GameResult::Won,
            _ => return None,
        };
        let plies = bytes.get(HEAD..length)?.chunks_exact(PLY);
        let plies = plies.map(|ply| (u16::from_le_bytes([ply[0], ply[1]]), i16::from_le_bytes([ply[2], ply[3]])));
        Some((SelfGame { result, random, plies: plies.collect() }, length))
    }
}

/// Reads a file of games, up to the last complete one.
pub fn read(path: &Path) -> Result<(String, Vec<SelfGame>), Problem> {
    let bytes = input::read(path, BYTES_MAX)?;
    let (line, games, _) = parse(&bytes).ok_or_else(|| Problem::at(path.display(), "not a game file"))?;
    Ok((line, games))
}

/// Returns the game's word in the first line of a file.
pub fn game_word(manifest: &str) -> &str {
    manifest.strip_prefix(MAGIC).and_then(|words| words.split(' ').nth(1)).unwrap_or_default()
}

/// Returns the first line, the complete games, and their size in bytes.
fn parse(bytes: &[u8]) -> Option<(String, Vec<SelfGame>, usize)> {
    let end = bytes.iter().take(200).position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&bytes[..end]).ok().filter(|line| line.starts_with(MAGIC))?;
    let (mut games, mut at) = (Vec::new(), end + 1);
    while let Some((game, length)) = SelfGame::from_bytes(&bytes[at..]) {
        games.push(game);
        at += length;
    }
    Some((line.to_owned(), games, at))
}

/// The file of games, open for appending.
pub struct Store {
    path: PathBuf,
    file: File,
    games: u32,
    plies: usize,
}

impl Store {
    /// Opens or makes the file whose first line is `manifest`; an incomplete last game is removed.
    pub fn open(path: &Path, manifest: &str) -> Result<Store, Problem> {
        let at = |error| Problem::at(path.display(), error);
        let bytes = if path.exists() { input::read(path, BYTES_MAX)? } else { Vec::new() };
        let (mut games, mut plies) = (0, 0);
        let file = if bytes.is_empty() {
            let mut file = input::continued(path, 0).map_err(at)?;
            writeln!(file, "{manifest}").map_err(at)?;
            file
        } else {
            let (line, known, end) = parse(&bytes).ok_or_else(|| Problem::at(path.display(), "not a game file"))?;
            if line != manifest {
                return Err(Problem::at(
                    path.display(),
                    format!("its games were made with different settings: {line}"),
                ));
            }
            games = u32::try_from(known.len()).map_err(|_| Problem::at(path.display(), "too many games"))?;
            plies = known.iter().map(|game| game.plies.len()).sum();
            input::continued(path, end).map_err(at)?
        };
        Ok(Store { path: path.to_owned(), file, games, plies })
    }

    /// Returns the number of games in the file.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Returns the number of plies of all games.
    pub const fn plies(&self) -> usize {
        self.plies
    }

    pub fn append(&mut self, game: &SelfGame) -> Result<(), Problem> {
        self.file.write_all(&game.to_bytes()).map_err(|error| Problem::at(self.path.display(), error))?;
        self.games += 1;
        self.plies += game.plies.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        Manifest { game: "xiangqi".to_owned(), nodes: 10, seed: 3, net: None }
    }

    #[test]
    fn a_broken_run_is_continued_after_its_last_whole_game() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games");
        let game = SelfGame { result: GameResult::Won, random: 1, plies: vec![(7, 0), (9, -120), (65_000, 31)] };
        let mut store = Store::open(&path, &manifest().to_string()).expect("a new file");
        store.append(&game).expect("there is room");
        store.append(&SelfGame { result: GameResult::Drawn, ..game.clone() }).expect("there is room");
        drop(store);
        let whole = std::fs::read(&path).expect("it was written");
        std::fs::write(&path, &whole[..whole.len() - 3]).expect("it can be cut");
        let mut store = Store::open(&path, &manifest().to_string()).expect("the same file");
        assert_eq!((store.games(), store.plies()), (1, 3));
        store.append(&SelfGame { result: GameResult::Drawn, ..game.clone() }).expect("there is room");
        drop(store);
        assert_eq!(std::fs::read(&path).expect("it was written"), whole);
        let (line, games) = read(&path).expect("a file of games");
        assert_eq!(line, "duiyi-selfplay 1 xiangqi nodes=10 seed=3");
        assert_eq!(game_word(&line), "xiangqi");
        assert_eq!(games[0], game);
        assert_eq!(games.len(), 2);
    }

    #[test]
    fn games_of_another_making_are_not_mixed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("games");
        Store::open(&path, &manifest().to_string()).expect("a new file");
        assert!(Store::open(&path, &Manifest { nodes: 11, ..manifest() }.to_string()).is_err());
        assert!(Store::open(&path, &Manifest { net: Some(7), ..manifest() }.to_string()).is_err());
        std::fs::write(&path, "a letter\n").expect("it can be written");
        assert!(Store::open(&path, &manifest().to_string()).is_err() && read(&path).is_err());
    }
}
