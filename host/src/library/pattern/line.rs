//! Boards and moves as cells, without rules.

use std::collections::HashMap;

use rusqlite::{Transaction, params};

/// Most cells of a board: 22 × 22.
const CELLS_MAX: usize = 484;

/// The lines of the games: the start as rows of letters, and two cells of two bytes for each move, little-endian.
pub(in crate::library) const SCHEMA: &str = "
    CREATE TABLE idx.lines (game_id INTEGER PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, moves BLOB NOT NULL)
        STRICT;";

/// The piece on each cell of a board, as its letter; 0 is empty. Cells go from the lower left to the right and up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::library) struct Cells {
    pub(super) width: usize,
    pub(super) height: usize,
    cells: Vec<u8>,
    /// Whose stone is next; only boards whose moves place something use it.
    is_second: bool,
}

/// A move: from one cell to another, or a stone on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::library) enum CellMove {
    Step { from: u16, to: u16 },
    Stone(u16),
}

/// What a move changed.
pub(super) struct CellChange {
    /// Each changed cell with the piece before and after.
    pub(super) cells: [Option<(usize, u8, u8)>; 2],
    /// The cell of a new stone.
    pub(super) placed: Option<usize>,
    /// Whether the number of pieces changed.
    pub(super) counts: bool,
}

impl Cells {
    /// Reads rows from the top, with numbers for empty cells: `rnbakabnr/9/…` or `15/7x7/…`. `2` behind them means that
    /// the second side is next.
    pub(super) fn read(text: &str) -> Option<Cells> {
        let (placement, next) = text.split_once(' ').unwrap_or((text, ""));
        let mut rows: Vec<Vec<u8>> = Vec::new();
        for row in placement.split('/') {
            let (mut cells, mut gap) = (Vec::new(), 0_usize);
            for letter in row.bytes() {
                match letter {
                    b'0'..=b'9' => gap = gap * 10 + usize::from(letter - b'0'),
                    b'a'..=b'z' | b'A'..=b'Z' => {
                        cells.resize(cells.len() + gap, 0);
                        gap = 0;
                        cells.push(letter);
                    }
                    _ => return None,
                }
                if cells.len() + gap > CELLS_MAX {
                    return None;
                }
            }
            cells.resize(cells.len() + gap, 0);
            rows.push(cells);
            if rows.len() > CELLS_MAX {
                return None;
            }
        }
        let (width, height) = (rows.first()?.len(), rows.len());
        let fits = width > 0 && width * height <= CELLS_MAX && rows.iter().all(|row| row.len() == width);
        let cells = rows.into_iter().rev().flatten().collect();
        fits.then_some(Cells { width, height, cells, is_second: next == "2" })
    }

    pub(super) fn at(&self, cell: usize) -> u8 {
        self.cells.get(cell).copied().unwrap_or(0)
    }

    /// Takes the pieces of another board.
    pub(super) fn copy(&mut self, other: &Cells) {
        self.width = other.width;
        self.height = other.height;
        self.is_second = other.is_second;
        self.cells.clear();
        self.cells.extend_from_slice(&other.cells);
    }

    pub(super) fn is_same_size(&self, other: &Cells) -> bool {
        (self.width, self.height) == (other.width, other.height)
    }

    /// Returns each piece with its cell.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (usize, u8)> {
        self.cells.iter().copied().enumerate().filter(|&(_, piece)| piece != 0)
    }

    /// Plays a move, whatever the rules say. A cell outside the board changes nothing.
    pub(super) fn play(&mut self, mv: CellMove) -> CellChange {
        match mv {
            CellMove::Step { from, to } => {
                let (from, to) = (usize::from(from), usize::from(to));
                let (piece, captured) = (self.at(from), self.at(to));
                self.set(from, 0);
                self.set(to, piece);
                let cells = [Some((from, piece, 0)), Some((to, captured, piece))];
                CellChange { cells, placed: None, counts: captured != 0 }
            }
            CellMove::Stone(cell) => {
                let cell = usize::from(cell);
                let stone = if self.is_second { b'o' } else { b'x' };
                self.is_second = !self.is_second;
                let before = self.at(cell);
                self.set(cell, stone);
                CellChange { cells: [Some((cell, before, stone)), None], placed: Some(cell), counts: true }
            }
        }
    }

    fn set(&mut self, cell: usize, piece: u8) {
        if let Some(place) = self.cells.get_mut(cell) {
            *place = piece;
        }
    }

    /// Reads a move in coordinates: `h2e2` on a board whose rows count from 0, `h8` where they count from 1.
    fn mv(&self, text: &str) -> Option<CellMove> {
        let second = text.bytes().skip(1).position(|letter| letter.is_ascii_lowercase()).map(|at| at + 1);
        match second {
            Some(at) => {
                let (from, to) = text.split_at(at);
                Some(CellMove::Step { from: self.cell(from, 0)?, to: self.cell(to, 0)? })
            }
            None => Some(CellMove::Stone(self.cell(text, 1)?)),
        }
    }

    fn cell(&self, text: &str, lowest: usize) -> Option<u16> {
        let file = usize::from(text.bytes().next()?.checked_sub(b'a')?);
        let row = text.get(1..)?.parse::<usize>().ok()?.checked_sub(lowest)?;
        let fits = file < self.width && row < self.height;
        fits.then(|| u16::try_from(row * self.width + file).ok()).flatten()
    }
}

/// Marks the missing cell of a stone.
const NO_CELL: u16 = u16::MAX;

/// Returns the moves of a line as cells, from a start as [`Cells::read`] takes it. A move that is not on the board ends it.
pub(in crate::library) fn bytes(start: &str, moves: &[String]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(moves.len() * 4);
    if let Some(cells) = Cells::read(start) {
        for mv in moves.iter().map_while(|mv| cells.mv(mv)) {
            let (from, to) = match mv {
                CellMove::Step { from, to } => (from, to),
                CellMove::Stone(cell) => (NO_CELL, cell),
            };
            bytes.extend(from.to_le_bytes());
            bytes.extend(to.to_le_bytes());
        }
    }
    bytes
}

/// Writes the line of a game.
pub(in crate::library) fn write(
    transaction: &Transaction,
    id: i64,
    game: &str,
    start: &str,
    moves: &[u8],
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT OR REPLACE INTO idx.lines VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![id, game, start, moves])
        .map(drop)
}

/// The boards of starts that were read before: nearly all games have the same.
#[derive(Default)]
pub(super) struct Starts(HashMap<String, Option<Cells>>);

/// Most different starts that are remembered.
const STARTS_MAX: usize = 1_000;

impl Starts {
    /// Reads the start of a game.
    pub(super) fn board(&mut self, start: &str) -> Option<&Cells> {
        if self.0.len() > STARTS_MAX {
            self.0.clear();
        }
        if !self.0.contains_key(start) {
            self.0.insert(start.to_owned(), Cells::read(start));
        }
        self.0.get(start)?.as_ref()
    }
}

/// Reads the moves of a line.
pub(super) fn moves(bytes: &[u8]) -> impl Iterator<Item = CellMove> {
    let number = |bytes: &[u8]| u16::from_le_bytes([bytes[0], bytes[1]]);
    bytes.chunks_exact(4).map(move |mv| match (number(&mv[..2]), number(&mv[2..])) {
        (NO_CELL, cell) => CellMove::Stone(cell),
        (from, to) => CellMove::Step { from, to },
    })
}
