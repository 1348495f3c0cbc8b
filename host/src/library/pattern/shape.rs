//! A shape of stones: the same places to each other, anywhere, turned and mirrored.

use super::line::Cells;

/// A stone of a shape: its place to the first one, and its letter.
type ShapeStone = (isize, isize, u8);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The stones in each of the different orientations, at most eight.
    orientations: Vec<Vec<ShapeStone>>,
}

impl Shape {
    /// Returns the shape of all stones of a board.
    pub(super) fn of(cells: &Cells) -> Shape {
        let width = cells.width as isize;
        let stones: Vec<ShapeStone> =
            cells.pieces().map(|(cell, piece)| (cell as isize % width, cell as isize / width, piece)).collect();
        let mut orientations: Vec<Vec<ShapeStone>> = Vec::new();
        for turn in 0..8 {
            let turned = stones.iter().map(|&(x, y, piece)| {
                let (x, y) = if turn & 1 == 0 { (x, y) } else { (-x, y) };
                let (x, y) = if turn & 2 == 0 { (x, y) } else { (x, -y) };
                if turn & 4 == 0 { (x, y, piece) } else { (y, x, piece) }
            });
            let mut turned: Vec<ShapeStone> = turned.collect();
            turned.sort_unstable();
            let (x0, y0) = turned.first().map_or((0, 0), |&(x, y, _)| (x, y));
            let shape: Vec<ShapeStone> = turned.iter().map(|&(x, y, piece)| (x - x0, y - y0, piece)).collect();
            if !orientations.contains(&shape) {
                orientations.push(shape);
            }
        }
        Shape { orientations }
    }

    /// Returns whether the shape is anywhere on the board.
    pub(super) fn is_on(&self, board: &Cells) -> bool {
        board.pieces().any(|(cell, _)| self.is_at(board, cell))
    }

    /// Returns whether the shape is on the board with one of its stones on this cell.
    pub(super) fn is_at(&self, board: &Cells, cell: usize) -> bool {
        let (width, height) = (board.width as isize, board.height as isize);
        let (x, y) = (cell as isize % width, cell as isize / width);
        let own = board.at(cell);
        self.orientations.iter().any(|shape| {
            shape.iter().filter(|stone| stone.2 == own).any(|&(dx, dy, _)| {
                shape.iter().all(|&(sx, sy, piece)| {
                    let (x, y) = (x - dx + sx, y - dy + sy);
                    let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
                    is_inside && board.at((y * width + x) as usize) == piece
                })
            })
        })
    }
}
