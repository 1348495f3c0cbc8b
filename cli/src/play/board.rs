//! Boards in text. A `>` precedes the target of the last move.
//!
//! Chinese characters are two columns wide. So a point of Xiangqi takes three columns, a point of the other games two.
//! Red's and Black's pieces have different characters, so colours are optional.

use std::io::{self, Write};

use duiyi_core::base::Side;
use duiyi_core::game::Game;
use duiyi_core::gomoku::Point;
use duiyi_core::tictactoe;
use duiyi_core::xiangqi::{Piece, Role, Square};

const RED: &str = "\x1b[31m";
const PLAIN: &str = "\x1b[0m";

#[derive(Clone, Copy, Debug)]
pub struct Ink {
    /// Whether red pieces are printed in red.
    pub colours: bool,
}

/// Draws the board, the first side at the bottom.
pub fn draw(game: &Game, ink: Ink, out: &mut dyn Write) -> io::Result<()> {
    let last = game.last_move().map(|mv| mv.to);
    let mark = |point: &dyn ToString| if last.as_deref() == Some(&point.to_string()) { '>' } else { ' ' };
    match game {
        Game::Xiangqi(played) => {
            writeln!(out, "   １ ２ ３ ４ ５ ６ ７ ８ ９")?;
            for rank in (0..Square::RANKS).rev() {
                write!(out, "{rank} ")?;
                for square in (0..Square::FILES).filter_map(|file| Square::at(file, rank)) {
                    let (before, after) = match played.position().piece_at(square) {
                        Some(piece) if ink.colours && piece.side == Side::First => (RED, PLAIN),
                        _ => ("", ""),
                    };
                    let glyph = played.position().piece_at(square).map_or('＋', character);
                    write!(out, "{}{before}{glyph}{after}", mark(&square))?;
                }
                writeln!(out)?;
                if rank == 5 {
                    writeln!(out, "   ～～～～ 楚河  汉界 ～～～～")?;
                }
            }
            writeln!(out, "   九 八 七 六 五 四 三 二 一")?;
            writeln!(out, "   a  b  c  d  e  f  g  h  i")
        }
        Game::Gomoku(played) => {
            let position = played.position();
            grid(position.size(), out, |column, row| {
                let point = Point::new(column, row);
                (mark(&point), position.stone_at(point))
            })
        }
        Game::TicTacToe(played) => grid(3, out, |column, row| {
            let square = tictactoe::Square::checked(column, row).expect("three columns and rows are the board");
            (mark(&square), played.position().mark_at(square))
        }),
    }
}

/// Draws a square board of stones; `at` returns the mark before a point and the owner of its stone, by column and row
/// from the lower left.
fn grid(size: u8, out: &mut dyn Write, at: impl Fn(u8, u8) -> (char, Option<Side>)) -> io::Result<()> {
    for row in (0..size).rev() {
        write!(out, "{:2} ", row + 1)?;
        for column in 0..size {
            let (mark, stone) = at(column, row);
            let glyph = match stone {
                Some(Side::First) => 'X',
                Some(Side::Second) => 'O',
                None => '.',
            };
            write!(out, "{mark}{glyph}")?;
        }
        writeln!(out)?;
    }
    let letters: String = (0..size).flat_map(|column| [' ', char::from(b'a' + column)]).collect();
    writeln!(out, "   {letters}")
}

/// Returns the traditional character of a piece; Red's and Black's differ for every role.
const fn character(piece: Piece) -> char {
    match (piece.side, piece.role) {
        (Side::First, Role::General) => '帅',
        (Side::First, Role::Advisor) => '仕',
        (Side::First, Role::Elephant) => '相',
        (Side::First, Role::Horse) => '傌',
        (Side::First, Role::Rook) => '俥',
        (Side::First, Role::Cannon) => '炮',
        (Side::First, Role::Pawn) => '兵',
        (Side::Second, Role::General) => '将',
        (Side::Second, Role::Advisor) => '士',
        (Side::Second, Role::Elephant) => '象',
        (Side::Second, Role::Horse) => '馬',
        (Side::Second, Role::Rook) => '車',
        (Side::Second, Role::Cannon) => '砲',
        (Side::Second, Role::Pawn) => '卒',
    }
}
