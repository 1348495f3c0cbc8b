//! The plane of a drawing: one unit is the distance of two lines, x to the right and y down, the origin at the upper left
//! corner. `ui/src/lib/board/geometry.ts` lays the page's boards out alike.

use super::style::{EdgeLabels, PictureStyle};
use crate::game::{Game, GameKind};

/// The shape of a drawn board.
pub(super) struct Plane {
    pub kind: GameKind,
    pub files: usize,
    pub ranks: usize,
    pub flipped: bool,
    pub width: f64,
    pub height: f64,
    /// From the left edge to the first line.
    pub left: f64,
    /// From the upper edge to the first line.
    pub top: f64,
}

impl Plane {
    pub fn of(game: &Game, style: &PictureStyle) -> Plane {
        let labelled = style.labels != EdgeLabels::None;
        let kind = game.kind();
        let points = match game {
            Game::Xiangqi(_) => 0,
            Game::Gomoku(played) => usize::from(played.position().size()),
            Game::TicTacToe(_) => 3,
        };
        let flipped = style.flipped;
        if kind == GameKind::Xiangqi {
            let (width, height) = if labelled { (9.9, 11.0) } else { (9.18, 10.2) };
            return Plane {
                kind,
                files: 9,
                ranks: 10,
                flipped,
                width,
                height,
                left: (width - 8.0) / 2.0,
                top: (height - 9.0) / 2.0,
            };
        }
        let inset = if kind == GameKind::TicTacToe { 0.2 } else { 0.0 };
        let margin = if labelled { 1.0 - inset } else { 0.64 + inset / 2.0 };
        let side = points as f64 - 1.0 + 2.0 * margin;
        Plane { kind, files: points, ranks: points, flipped, width: side, height: side, left: margin, top: margin }
    }

    /// Returns the place of the point with this file and rank, both from 0 at the first side's left.
    pub fn at(&self, file: usize, rank: usize) -> (f64, f64) {
        let (column, row) = if self.flipped { (self.files - 1 - file, rank) } else { (file, self.ranks - 1 - rank) };
        (self.left + column as f64, self.top + row as f64)
    }

    /// Returns file and rank of a point such as `h8`; `None` outside the board.
    pub fn point(&self, name: &str) -> Option<(usize, usize)> {
        let letter = name.bytes().next().filter(u8::is_ascii_lowercase)?;
        let number: usize = name[1..].parse().ok()?;
        let rank = if self.kind == GameKind::Xiangqi { number } else { number.checked_sub(1)? };
        let file = usize::from(letter - b'a');
        (file < self.files && rank < self.ranks).then_some((file, rank))
    }

    /// Returns the place of a point such as `h8`.
    pub fn spot(&self, name: &str) -> Option<(f64, f64)> {
        self.point(name).map(|(file, rank)| self.at(file, rank))
    }

    /// The width of the lines between two points.
    pub fn line(&self) -> f64 {
        0.0019 * self.width.min(self.height)
    }

    /// The scale of lines and letters of a board for stones: larger on boards with small cells.
    pub fn weight(&self) -> f64 {
        (self.files as f64 / 15.0).sqrt()
    }
}

/// Writes a number with at most three decimals.
pub(super) fn n(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
