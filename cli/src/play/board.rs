//! Boards in text. A `>` precedes the target of the last move.
//!
//! Chinese characters are two columns wide. So a point of Xiangqi takes three columns, a point of the other games two.
//! Red's and Black's pieces have different characters, so the colours may be stripped from the output.

use std::io::{self, Write};

use duiyi_core::base::Side;
use duiyi_core::game::Game;
use duiyi_core::gomoku::Point;
use duiyi_core::tictactoe;
use duiyi_core::xiangqi::{Piece, Role, Square};

const RED: &str = "\x1b[31m";
const PLAIN: &str = "\x1b[0m";

/// Draws the board, the first side at the bottom and red pieces in red.
pub fn draw(game: &Game, out: &mut dyn Write) -> io::Result<()> {
    let last = game.last_move().map(|mv| mv.to);
    let mark = |point: &dyn ToString| if last.as_deref() == Some(&point.to_string()) { '>' } else { ' ' };
    match game {
        Game::Xiangqi(played) => {
            writeln!(out, "   １ ２ ３ ４ ５ ６ ７ ８ ９")?;
            for rank in (0..Square::RANKS).rev() {
                write!(out, "{rank} ")?;
                for square in (0..Square::FILES).filter_map(|file| Square::at(file, rank)) {
                    let (before, after) = match played.position().piece_at(square) {
                        Some(piece) if piece.side == Side::First => (RED, PLAIN),
                        _ => ("", ""),
                    };
                    let glyph = played.position().piece_at(square).map_or('＋', character);
                    write!(out, "{}{before}{glyph}{after}", mark(&square))?;
                }
                writeln!(out)?;
                if rank == 5 {
                    writeln!(out, "   ～～～  楚河  漢界  ～～～")?;
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
        (Side::First, Role::General) => '帥',
        (Side::First, Role::Advisor) => '仕',
        (Side::First, Role::Elephant) => '相',
        (Side::First, Role::Horse) => '傌',
        (Side::First, Role::Rook) => '俥',
        (Side::First, Role::Cannon) => '炮',
        (Side::First, Role::Pawn) => '兵',
        (Side::Second, Role::General) => '將',
        (Side::Second, Role::Advisor) => '士',
        (Side::Second, Role::Elephant) => '象',
        (Side::Second, Role::Horse) => '馬',
        (Side::Second, Role::Rook) => '車',
        (Side::Second, Role::Cannon) => '砲',
        (Side::Second, Role::Pawn) => '卒',
    }
}

#[cfg(test)]
mod tests {
    use duiyi_core::game::{GameKind, Setup};
    use unicode_width::UnicodeWidthChar as _;

    use super::*;

    /// Returns the lines of a board without colours.
    fn lines(kind: GameKind, moves: &[&str]) -> Vec<String> {
        let mut game = Game::new(&Setup::usual(kind));
        for mv in moves {
            game.play(mv).expect("a legal move");
        }
        let mut drawn = Vec::new();
        draw(&game, &mut drawn).expect("memory takes everything");
        let text = String::from_utf8(drawn).expect("the drawing is UTF-8");
        text.replace(RED, "").replace(PLAIN, "").lines().map(str::to_owned).collect()
    }

    /// Returns the columns at which the glyphs of a line begin, but for blanks and the mark of the last move.
    fn columns(line: &str) -> Vec<usize> {
        let mut at = 0;
        let mut begun = Vec::new();
        for letter in line.chars() {
            if !matches!(letter, ' ' | '>') {
                begun.push(at);
            }
            at += letter.width().expect("a board has no control characters");
        }
        begun
    }

    #[test]
    fn a_board_of_xiangqi_is_written_in_traditional_characters() {
        let drawn = lines(GameKind::Xiangqi, &[]).concat();
        assert!("帥仕相傌俥炮兵將士象馬車砲卒楚河漢界".chars().all(|letter| drawn.contains(letter)), "{drawn}");
        assert!(!drawn.contains(['帅', '将', '汉']), "{drawn}");
    }

    #[test]
    fn the_files_of_a_board_stand_below_each_other() {
        let xiangqi = lines(GameKind::Xiangqi, &["h2e2", "h9g7"]);
        let files: Vec<usize> = (0..9).map(|file| 3 + 3 * file).collect();
        let river = xiangqi.iter().position(|line| line.contains('楚')).expect("the river");
        for (at, line) in xiangqi.iter().enumerate().filter(|(at, _)| *at != river) {
            let named = usize::from((1..=11).contains(&at));
            assert_eq!(columns(line)[named..], files, "{line}");
        }
        let banks = columns(&xiangqi[river]);
        assert_eq!((banks[0], banks[banks.len() - 1]), (files[0], files[8]), "{}", xiangqi[river]);
        let gomoku = lines(GameKind::Gomoku, &["h8", "i9"]);
        for line in &gomoku {
            assert_eq!(columns(line).into_iter().rev().take(15).min(), Some(4), "{line}");
        }
    }
}
