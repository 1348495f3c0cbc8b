//! A position as SVG: lines a hundred apart, pieces as characters, nothing from outside.

use std::fmt::Write;

use super::escape::escape;
use crate::game::{Game, GameKind};
use crate::record::note::{Colour, Note};

/// Draws the position of `game` with its last move and the marks of `note`.
#[must_use]
pub fn svg(game: &Game, note: &Note) -> String {
    let board = BoardSize::of(game);
    let (width, height) = (100 * (board.columns + 1), 100 * (board.rows + 1));
    let last = game.last_move();
    let last = last.iter().flat_map(|last| last.from.iter().chain([&last.to]));
    let last: String = last.filter_map(|at| board.at(at)).map(|(x, y)| last_mark(x, y)).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"KaiTi, STKaiti, serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#f2d6a2\"/>\n{}<g id=\"pieces\">{}</g>\n<g id=\"last\">{last}</g>\n\
         <g id=\"marks\">{}</g>\n</svg>\n",
        board.lines(),
        pieces(&board, &game.placement()),
        marks(&board, note),
    )
}

/// Draws the marks of `note` on the board of `game`.
pub(super) fn marks_of(game: &Game, note: &Note) -> String {
    marks(&BoardSize::of(game), note)
}

fn last_mark(x: i32, y: i32) -> String {
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"#2f7d4f\"/>")
}

/// How many lines a board has, and how its points are named.
struct BoardSize {
    kind: GameKind,
    columns: i32,
    rows: i32,
}

impl BoardSize {
    fn of(game: &Game) -> BoardSize {
        let (columns, rows) = match game {
            Game::Xiangqi(_) => (9, 10),
            Game::Gomoku(played) => (i32::from(played.position().size()), i32::from(played.position().size())),
            Game::TicTacToe(_) => (3, 3),
        };
        BoardSize { kind: game.kind(), columns, rows }
    }

    /// Returns where a point such as `h8` lies.
    fn at(&self, point: &str) -> Option<(i32, i32)> {
        let column = i32::from(point.bytes().next().filter(u8::is_ascii_lowercase)? - b'a');
        let row: i32 = point[1..].parse().ok()?;
        // Xiangqi counts its ranks from 0, the others from 1.
        let from_top = if self.kind == GameKind::Xiangqi { 10 - row } else { self.rows + 1 - row };
        ((0..self.columns).contains(&column) && (1..=self.rows).contains(&from_top))
            .then_some((100 * (column + 1), 100 * from_top))
    }

    fn lines(&self) -> String {
        if self.kind == GameKind::TicTacToe {
            // Marks are in cells, not on lines.
            return "<path d=\"M150 50V350M250 50V350M50 150H350M50 250H350\" stroke=\"#6b4a1b\" stroke-width=\"4\" fill=\"none\"/>\n".to_owned();
        }
        let (right, bottom) = (100 * self.columns, 100 * self.rows);
        let mut path = String::new();
        for row in 1..=self.rows {
            path.push_str(&format!("M100 {}H{right}", 100 * row));
        }
        for column in 1..=self.columns {
            let is_inner = column > 1 && column < self.columns;
            let x = 100 * column;
            // The river interrupts the inner files.
            path.push_str(&match self.kind {
                GameKind::Xiangqi if is_inner => format!("M{x} 100V500M{x} 600V1000"),
                _ => format!("M{x} 100V{bottom}"),
            });
        }
        let mut more = String::new();
        match self.kind {
            GameKind::Xiangqi => {
                path.push_str("M400 100L600 300M600 100L400 300M400 800L600 1000M600 800L400 1000");
                for (x, words) in [(300, "楚河"), (700, "漢界")] {
                    more.push_str(&format!(
                        "<text x=\"{x}\" y=\"570\" font-size=\"56\" text-anchor=\"middle\" fill=\"#6b4a1b\">{words}</text>"
                    ));
                }
            }
            GameKind::Gomoku if self.columns % 2 == 1 && self.columns >= 13 => {
                let (near, middle) = (400, 50 * (self.columns + 1));
                let far = 100 * (self.columns + 1) - near;
                for (x, y) in [(near, near), (near, far), (far, near), (far, far), (middle, middle)] {
                    more.push_str(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"#6b4a1b\"/>"));
                }
            }
            GameKind::Gomoku | GameKind::TicTacToe => {}
        }
        format!("<path d=\"{path}\" stroke=\"#6b4a1b\" stroke-width=\"3\" fill=\"none\"/>{more}\n")
    }
}

/// The characters of the pieces: 帅, 将, and so on.
pub(super) const CHARACTERS: [(char, &str); 14] = [
    ('K', "帅"),
    ('A', "仕"),
    ('B', "相"),
    ('N', "马"),
    ('R', "车"),
    ('C', "炮"),
    ('P', "兵"),
    ('k', "将"),
    ('a', "士"),
    ('b', "象"),
    ('n', "马"),
    ('r', "车"),
    ('c', "炮"),
    ('p', "卒"),
];

/// Draws the pieces of rows written from the top down, a number being so many empty points.
fn pieces(board: &BoardSize, placement: &str) -> String {
    let mut drawn = String::new();
    for (row, cells) in (1..).zip(placement.split('/')) {
        let (mut column, mut run) = (1, 0);
        for cell in cells.chars() {
            if let Some(digit) = cell.to_digit(10) {
                run = run * 10 + digit as i32;
                continue;
            }
            column += std::mem::take(&mut run);
            drawn.push_str(&piece(board.kind, cell, 100 * column, 100 * row));
            column += 1;
        }
    }
    drawn
}

fn piece(kind: GameKind, cell: char, x: i32, y: i32) -> String {
    let character = CHARACTERS.iter().find(|(letter, _)| *letter == cell).filter(|_| kind == GameKind::Xiangqi);
    match (character, cell) {
        (Some((letter, character)), _) => {
            let ink = if letter.is_ascii_uppercase() { "#b3261e" } else { "#1d1d1d" };
            format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"44\" fill=\"#fbeed3\" stroke=\"{ink}\" stroke-width=\"4\"/>\
                 <text x=\"{x}\" y=\"{}\" font-size=\"58\" text-anchor=\"middle\" fill=\"{ink}\">{character}</text>",
                y + 20
            )
        }
        (None, 'x') if kind == GameKind::TicTacToe => {
            format!(
                "<path d=\"M{} {}l56 56m0 -56l-56 56\" stroke=\"#1d1d1d\" stroke-width=\"10\" stroke-linecap=\"round\"/>",
                x - 28,
                y - 28
            )
        }
        (None, 'o') if kind == GameKind::TicTacToe => {
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"30\" fill=\"none\" stroke=\"#b3261e\" stroke-width=\"10\"/>")
        }
        (None, 'x' | 'o') => {
            let fill = if cell == 'x' { "#1d1d1d" } else { "#ffffff" };
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"44\" fill=\"{fill}\" stroke=\"#1d1d1d\" stroke-width=\"3\"/>")
        }
        _ => String::new(),
    }
}

/// Draws rings, arrows and labels.
fn marks(board: &BoardSize, note: &Note) -> String {
    let mut drawn = String::new();
    for mark in &note.marks {
        let ink = match mark.colour {
            Colour::Green => "#2f7d4f",
            Colour::Red => "#b3261e",
            Colour::Yellow => "#b8860b",
            Colour::Blue => "#2255aa",
        };
        let Some((x, y)) = board.at(&mark.to) else { continue };
        let from = mark.from.as_deref().map(|from| board.at(from));
        let written = match from {
            None => write!(
                drawn,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"47\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"8\"/>"
            ),
            Some(Some(from)) => write!(
                drawn,
                "<path d=\"{}\" stroke=\"{ink}\" stroke-width=\"12\" fill=\"none\" opacity=\"0.8\"/>",
                arrow(from, (x, y))
            ),
            Some(None) => continue,
        };
        written.expect("writing to a string cannot fail");
    }
    for label in &note.labels {
        let Some((x, y)) = board.at(&label.at) else { continue };
        let (y, text) = (y + 15, escape(&label.text));
        write!(drawn, "<text x=\"{x}\" y=\"{y}\" font-size=\"44\" text-anchor=\"middle\" fill=\"#2255aa\" stroke=\"#ffffff\" stroke-width=\"6\" paint-order=\"stroke\">{text}</text>")
            .expect("writing to a string cannot fail");
    }
    drawn
}

/// Returns the path of an arrow: its shaft, then the two strokes of its head.
fn arrow(from: (i32, i32), to: (i32, i32)) -> String {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length * 30.0, dy / length * 30.0);
    let (x, y) = (f64::from(to.0), f64::from(to.1));
    let barb = |side: f64| format!("{:.0} {:.0}", x - ux - side * uy, y - uy + side * ux);
    format!("M{} {}L{} {}M{}L{} {}L{}", from.0, from.1, to.0, to.1, barb(1.0), to.0, to.1, barb(-1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;
    use crate::record::note::{Label, Mark};

    #[test]
    fn every_piece_and_mark_is_drawn() {
        let mut game = Game::new(&Setup::usual(GameKind::Xiangqi));
        game.advance("h2e2").expect("it is legal");
        let note = Note {
            marks: vec![
                Mark { colour: Colour::Red, from: Some("h2".into()), to: "e2".into() },
                Mark { colour: Colour::Green, from: None, to: "z9".into() },
            ],
            labels: vec![Label { at: "e9".into(), text: "<".into() }],
            ..Note::EMPTY
        };
        let drawn = svg(&game, &note);
        assert_eq!((drawn.matches("r=\"44\"").count(), drawn.matches("r=\"12\"").count()), (32, 2));
        assert!(drawn.contains(">&lt;</text>") && drawn.contains("M800 800L500 800") && !drawn.contains("r=\"47\""));
        let mut game = Game::new(&Setup::usual(GameKind::Gomoku));
        game.advance("a1").expect("it is legal");
        assert!(svg(&game, &Note::EMPTY).contains("<circle cx=\"100\" cy=\"1500\" r=\"44\" fill=\"#1d1d1d\""));
    }
}
