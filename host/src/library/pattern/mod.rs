//! Search for a part of a position: pieces on given points with the rest free, a shape of stones anywhere, or material.
//!
//! The index keeps the board of each game's start and its moves as cells ([`line`]). A search plays all of them on plain
//! boards, without rules, and keeps the first matching ply of each game in a table of its connection.

pub(super) mod line;
mod material;
mod shape;

use duiyi_core::game::GameKind;
use rusqlite::{Connection, OptionalExtension as _, params};

use line::{CellMove, Cells};
pub(super) use material::Material;
use material::Tally;
use shape::Shape;

/// What has to be on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum PartKind {
    /// The pieces on their points; every other point is free.
    Pieces,
    /// The stones in the same places to each other, anywhere on the board, turned and mirrored.
    Shape,
    /// As many pieces of each kind, wherever they are.
    Material,
}

/// A part of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PartOfPosition {
    /// `xiangqi`, `gomoku` or `tictactoe`.
    #[cfg_attr(feature = "bindings", ts(as = "duiyi_core::game::GameKind"))]
    pub game: String,
    /// The rows of a board from the top, in the notation of its game.
    pub placement: String,
    pub kind: PartKind,
}

/// The conditions of a search, which must hold at the same ply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pattern {
    game: String,
    /// Width and height of the board, and the piece on each cell; 0 is free.
    points: Option<Cells>,
    shape: Option<Shape>,
    materials: Vec<Material>,
}

impl Pattern {
    /// Reads a part of a position; `None` if it is no board, or has no piece.
    pub(super) fn read(part: &PartOfPosition) -> Option<Pattern> {
        let cells = Cells::read(&part.placement)?;
        let is_empty = cells.pieces().next().is_none();
        let mut pattern = Pattern { game: part.game.clone(), ..Pattern::default() };
        match part.kind {
            _ if is_empty => return None,
            PartKind::Pieces => pattern.points = Some(cells),
            PartKind::Shape => pattern.shape = Some(Shape::of(&cells)),
            PartKind::Material => pattern.materials = vec![Material::of(&cells)],
        }
        Some(pattern)
    }

    /// Returns a pattern without conditions for the game whose pieces a signature names.
    pub(super) fn of_chess() -> Pattern {
        Pattern { game: GameKind::Xiangqi.code().to_owned(), ..Pattern::default() }
    }

    pub(super) fn with(mut self, materials: Vec<Material>) -> Pattern {
        self.materials.extend(materials);
        self
    }

    /// Returns the first ply at which all conditions hold; 0 is the start. `board` is room for the boards of the game.
    fn first_ply(&self, start: &Cells, moves: impl Iterator<Item = CellMove>, board: &mut Cells) -> Option<u32> {
        board.copy(start);
        let mut points = match &self.points {
            Some(wanted) if !wanted.is_same_size(start) => return None,
            Some(wanted) => Some(Points::new(wanted, start)),
            None => None,
        };
        let mut has_shape = self.shape.as_ref().is_none_or(|shape| shape.is_on(board));
        let mut tally = Tally::of(if self.materials.is_empty() { None } else { Some(board) });
        let mut has_material = self.materials.iter().all(|material| material.fits(&tally));
        let holds =
            |points: &Option<Points>, shape, material| shape && material && points.as_ref().is_none_or(Points::hold);
        if holds(&points, has_shape, has_material) {
            return Some(0);
        }
        for (ply, mv) in moves.enumerate() {
            let change = board.play(mv);
            if let Some(points) = &mut points {
                change.cells.iter().flatten().for_each(|&(cell, before, after)| points.change(cell, before, after));
            }
            if let (Some(shape), Some(placed)) = (&self.shape, change.placed) {
                // A stone never leaves the board, so a shape stays.
                has_shape = has_shape || shape.is_at(board, placed);
            }
            if change.counts && !self.materials.is_empty() {
                tally.change(&change);
                has_material = self.materials.iter().all(|material| material.fits(&tally));
            }
            if holds(&points, has_shape, has_material) {
                return Some(u32::try_from(ply + 1).unwrap_or(u32::MAX));
            }
        }
        None
    }
}

/// How many of the wanted pieces are on their points.
struct Points<'a> {
    wanted: &'a Cells,
    missing: usize,
}

impl<'a> Points<'a> {
    fn new(wanted: &'a Cells, board: &Cells) -> Points<'a> {
        let missing = wanted.pieces().filter(|&(cell, piece)| board.at(cell) != piece).count();
        Points { wanted, missing }
    }

    fn change(&mut self, cell: usize, before: u8, after: u8) {
        match self.wanted.at(cell) {
            0 => {}
            wanted => self.missing = self.missing + usize::from(before == wanted) - usize::from(after == wanted),
        }
    }

    fn hold(&self) -> bool {
        self.missing == 0
    }
}

/// Fills the table `matched` of this connection with the games that have the pattern, each with its first ply, unless
/// it has them for the present state of the index.
pub(super) fn match_all(connection: &Connection, pattern: &Pattern) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TEMP TABLE IF NOT EXISTS matched (id INTEGER PRIMARY KEY, ply INTEGER NOT NULL);
         CREATE TEMP TABLE IF NOT EXISTS matched_for (pattern TEXT NOT NULL, change INTEGER NOT NULL);",
    )?;
    let name = format!("{pattern:?}");
    let known = "SELECT 1 FROM temp.matched_for WHERE pattern = ?1 AND change = (SELECT change FROM idx.state)";
    if connection.prepare_cached(known)?.exists([&name])? {
        return Ok(());
    }
    connection.execute_batch("DELETE FROM temp.matched_for; DELETE FROM temp.matched;")?;
    let mut found = Vec::new();
    let mut lines = connection.prepare_cached("SELECT game_id, start, moves FROM idx.lines WHERE game = ?1")?;
    let mut rows = lines.query([&pattern.game])?;
    let (mut starts, mut board) = (line::Starts::default(), Cells::default());
    while let Some(row) = rows.next()? {
        let (start, moves) = (row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_blob()?);
        let Some(start) = starts.board(start) else { continue };
        let ply = pattern.first_ply(start, line::moves(moves), &mut board);
        found.extend(ply.map(|ply| (row.get::<_, i64>(0), ply)));
    }
    // One transaction: thousands of rows of a temporary table take some milliseconds.
    let transaction = connection.unchecked_transaction()?;
    {
        let mut insert = transaction.prepare_cached("INSERT INTO temp.matched VALUES (?1, ?2)")?;
        for (id, ply) in found {
            insert.execute(params![id?, ply])?;
        }
        transaction.execute("INSERT INTO temp.matched_for SELECT ?1, change FROM idx.state", [&name])?;
    }
    transaction.commit()
}

/// Returns the matching ply of a game of the last [`match_all`].
pub(super) fn ply_of(connection: &Connection, id: i64) -> rusqlite::Result<Option<u32>> {
    connection
        .prepare_cached("SELECT ply FROM temp.matched WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()
}

#[cfg(test)]
mod tests;
