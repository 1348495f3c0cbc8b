//! A compact file form of puzzles.
//!
//! ```text
//! duiyi-puzzles 1 xiangqi⏎
//! each puzzle: goal 2 bits · grade 3 · side to move 1 · rule 2 (from the low end), then the number of plies, u8,
//!              the position, and each move as its index in the list of legal moves, u8
//! Xiangqi:     90 bits, one a point from a0, set where a piece stands; then 4 bits a piece in that order, the side in
//!              the highest, the role in the others
//! Gomoku:      225 bits, one a point from a1, set where a stone stands; then 1 bit a stone in that order, set for White
//! ```
//! Bits fill bytes from the low end, and each puzzle starts at a byte. The rule field is for Gomoku. Gomoku boards have
//! 15 lines.
//!
//! # Stability
//! The code of a move is its index in the list of legal moves. A change of that order, or of this form, needs new
//! files.

use std::str::FromStr;

use thiserror::Error;

use super::{Puzzle, PuzzleGoal, PuzzleGrade, PuzzleStart};
use crate::base::Side;
use crate::game::GameKind;
use crate::position::Position;
use crate::{gomoku, xiangqi};

/// The first words of a puzzle file.
const MAGIC: &str = "duiyi-puzzles 1";
/// Lines of every Gomoku board in a file.
const SIZE: u8 = 15;

/// The fault of a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PackedError {
    /// The first line has another format.
    #[error("not a puzzle file for this game")]
    Head,
    /// A puzzle is damaged.
    #[error("puzzle {number} cannot be read")]
    Puzzle {
        /// Number of the puzzle, from 1.
        number: usize,
    },
}

/// Packs puzzles of one game. `None` if a puzzle has another kind or an illegal move.
#[must_use]
pub fn write(kind: GameKind, puzzles: &[Puzzle]) -> Option<Vec<u8>> {
    let mut bytes = format!("{MAGIC} {kind}\n").into_bytes();
    for puzzle in puzzles {
        if puzzle.start.kind() != kind || matches!(puzzle.goal, PuzzleGoal::Better | PuzzleGoal::Classic) {
            return None;
        }
        let rule = match &puzzle.start {
            PuzzleStart::Xiangqi(_) => 0,
            PuzzleStart::Gomoku(position) => position.rule() as u8,
        };
        let side = puzzle.start.side_to_move().index() as u8;
        bytes.push(puzzle.goal as u8 | puzzle.grade.number() << 2 | side << 5 | rule << 6);
        bytes.push(u8::try_from(puzzle.line.len()).ok()?);
        match &puzzle.start {
            PuzzleStart::Xiangqi(position) => {
                write_xiangqi(position, &mut bytes);
                write_line(*position, &puzzle.line, &mut bytes)?;
            }
            PuzzleStart::Gomoku(position) => {
                write_gomoku(position, &mut bytes);
                write_line(position.clone(), &puzzle.line, &mut bytes)?;
            }
        }
    }
    Some(bytes)
}

/// Reads packed puzzles of one game.
///
/// # Errors
/// [`PackedError`] at the first byte that [`write()`] cannot produce.
pub fn read(kind: GameKind, bytes: &[u8]) -> Result<Vec<Puzzle>, PackedError> {
    let head = format!("{MAGIC} {kind}\n");
    let mut bits = Bits::new(bytes.strip_prefix(head.as_bytes()).ok_or(PackedError::Head)?);
    let mut puzzles = Vec::new();
    while !bits.is_at_end() {
        let number = puzzles.len() + 1;
        puzzles.push(read_puzzle(kind, &mut bits).ok_or(PackedError::Puzzle { number })?);
    }
    Ok(puzzles)
}

fn read_puzzle(kind: GameKind, bits: &mut Bits<'_>) -> Option<Puzzle> {
    let goal = PuzzleGoal::ALL[usize::from(bits.take(2)?)];
    let grade = PuzzleGrade::new(bits.take(3)?)?;
    let side = Side::ALL[usize::from(bits.take(1)?)];
    let rule = gomoku::Rule::ALL[usize::from(bits.take(2)?)];
    let plies = bits.take(8)?;
    let (start, line) = match kind {
        GameKind::Xiangqi => {
            let position = read_xiangqi(bits, side)?;
            (PuzzleStart::Xiangqi(position), read_line(position, plies, bits)?)
        }
        GameKind::Gomoku => {
            let position = read_gomoku(bits, rule, side)?;
            (PuzzleStart::Gomoku(position.clone()), read_line(position, plies, bits)?)
        }
        GameKind::TicTacToe => return None,
    };
    Some(Puzzle { start, goal, grade, line, also: Vec::new() })
}

fn write_line<P: Position<Move: FromStr>>(mut position: P, line: &[String], bytes: &mut Vec<u8>) -> Option<()> {
    for text in line {
        let mv = text.parse().ok()?;
        let index = position.legal_moves().iter().position(|&legal| legal == mv)?;
        bytes.push(u8::try_from(index).ok()?);
        position.play_unchecked(mv);
    }
    Some(())
}

fn read_line<P: Position>(mut position: P, plies: u8, bits: &mut Bits<'_>) -> Option<Vec<String>> {
    bits.align();
    let mut line = Vec::new();
    for _ in 0..plies {
        let mv = *position.legal_moves().get(usize::from(bits.take(8)?))?;
        position.play_unchecked(mv);
        line.push(mv.to_string());
    }
    Some(line)
}

/// Appends board bits and pieces, without the side to move.
pub(crate) fn write_xiangqi(position: &xiangqi::Position, bytes: &mut Vec<u8>) {
    let mut packer = Packer::default();
    for square in xiangqi::Square::ALL {
        packer.push(u8::from(position.piece_at(square).is_some()), 1);
    }
    for (piece, _) in position.board().placed() {
        packer.push(piece.role.index() as u8 | (piece.side.index() as u8) << 3, 4);
    }
    bytes.append(&mut packer.bytes);
}

/// Reads what [`write_xiangqi`] wrote.
pub(crate) fn read_xiangqi(bits: &mut Bits<'_>, side_to_move: Side) -> Option<xiangqi::Position> {
    let mut taken = Vec::new();
    for square in xiangqi::Square::ALL {
        if bits.take(1)? == 1 {
            taken.push(square);
        }
    }
    let mut board = xiangqi::Board::EMPTY;
    for square in taken {
        let code = bits.take(4)?;
        let role = *xiangqi::Role::ALL.get(usize::from(code & 7))?;
        board.set(square, Some(xiangqi::Piece::new(Side::ALL[usize::from(code >> 3)], role)));
    }
    let rule = xiangqi::Rule::default();
    let setup = xiangqi::Setup { rule, board, side_to_move, quiet_plies: 0, move_number: 1 };
    xiangqi::Position::from_setup(setup).ok()
}

fn write_gomoku(position: &gomoku::Position, bytes: &mut Vec<u8>) {
    let mut packer = Packer::default();
    for point in position.points() {
        packer.push(u8::from(position.stone_at(point).is_some()), 1);
    }
    for side in position.points().filter_map(|point| position.stone_at(point)) {
        packer.push(side.index() as u8, 1);
    }
    bytes.append(&mut packer.bytes);
}

fn read_gomoku(bits: &mut Bits<'_>, rule: gomoku::Rule, side: Side) -> Option<gomoku::Position> {
    let mut setup = gomoku::Setup { side: Some(side), ..gomoku::Setup::empty(SIZE, rule) };
    let mut taken = Vec::new();
    for point in gomoku::Board::new(SIZE).points() {
        if bits.take(1)? == 1 {
            taken.push(point);
        }
    }
    for point in taken {
        if bits.take(1)? == 0 { setup.black.push(point) } else { setup.white.push(point) }
    }
    gomoku::Position::from_setup(setup).ok()
}

/// Writes bits into bytes from the low end.
#[derive(Default)]
struct Packer {
    bytes: Vec<u8>,
    free: u8,
}

impl Packer {
    fn push(&mut self, value: u8, count: u8) {
        for bit in 0..count {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= (value >> bit & 1) << (8 - self.free);
            }
            self.free -= 1;
        }
    }
}

/// Reads bits from bytes.
pub(crate) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bits<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Bits<'a> {
        Bits { bytes, at: 0 }
    }

    const fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len() * 8
    }

    /// Returns the bytes after the last one that was read from.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at.div_ceil(8)..]
    }

    /// Skips to the next byte.
    const fn align(&mut self) {
        self.at = self.at.next_multiple_of(8);
    }

    fn take(&mut self, count: u8) -> Option<u8> {
        let mut value = 0;
        for bit in 0..count {
            let byte = *self.bytes.get(self.at / 8)?;
            value |= (byte >> (self.at % 8) & 1) << bit;
            self.at += 1;
        }
        Some(value)
    }
}
