//! A Xiangqi board drawn with characters: ten ranks of nine points, Black's side above. 东萍象棋网 exports the start of an
//! ending so, Red's pieces as `(车)` and Black's as `[车]`; other programs print the letters of FEN and dots.
//!
//! ```text
//! 　┌─┬─┬-[士][将]-┬─┬─┬─┐
//! 　│　│　│　│＼│／│　│　│　│
//! ```

use super::fen::{offset_in, without_label};
use super::{add_before, first_move, read_moves};
use crate::base::Side;
use crate::game::{Game, Setup};
use crate::record::format::movetext::{self, looks_like_a_move};
use crate::record::format::record::{Location, ReadFault};
use crate::record::format::{Record, UnreadableRecord, diagram};
use crate::record::{Header, Tree};
use crate::xiangqi::notation::role_of_character;
use crate::xiangqi::{Board, Piece, Square};

/// Reads a position that is drawn with characters, and the moves behind it. A drawing behind the first move shows what
/// that led to.
///
/// # Errors
/// The line of a board that cannot be read: its moves would be played from another position.
pub(super) fn read(text: &str) -> Result<Option<(Record, usize)>, UnreadableRecord> {
    let Some(drawing) = find(text) else { return Ok(None) };
    if first_move(text).is_some_and(|first| first < drawing.begin) {
        return Ok(None);
    }
    let refuse = |why: &str| {
        let message = format!("the board that is drawn here {why}; give the position as a FEN");
        UnreadableRecord::Broken(ReadFault::new(Location::Line(drawing.line), message))
    };
    let board = drawing.board.ok_or_else(|| refuse("cannot be read"))?;
    let moves = &text[drawing.end..];
    let moves = &moves[first_move(moves).unwrap_or(moves.len())..];
    let mut words = moves.split(movetext::ends_word).flat_map(movetext::moves_of);
    let first = words.find(|word| looks_like_a_move(word));
    let before_first = first.map_or("", |mv| &moves[..offset_in(moves, mv)]);
    let is_blacks = before_first.contains('…') || before_first.contains("..");
    let sides = if is_blacks { [Side::Second, Side::First] } else { Side::ALL };
    let starts = sides.map(|side| diagram::start(board, None, Some(side)));
    let can_play = |start: &Setup| first.is_none_or(|mv| Game::new(start).advance(mv).is_ok());
    let start = starts.iter().flatten().find(|start| can_play(start)).or_else(|| starts.iter().flatten().next());
    let start = match (start, &starts[0]) {
        (Some(start), _) => start,
        (None, Err(why)) => return Err(refuse(&format!("is no position ({why})"))),
        (None, Ok(start)) => start,
    };
    let (mut record, end) = match read_moves(text, drawing.end, |_| Ok(start.clone()))? {
        Some(found) => found,
        None => {
            let mut record = Record::new(Header { names_rule: false, ..Header::new(start.clone()) });
            record.tree.note_mut(Tree::ROOT).add_comment(text[drawing.end..].trim());
            (record, text.len())
        }
    };
    add_before(&mut record, without_label(&text[..drawing.begin]));
    Ok(Some((record, end)))
}

/// How many files and ranks a board has.
const FILES: usize = 9;
const RANKS: usize = 10;

/// A board in a text.
struct DrawnBoard {
    /// The byte at which its first line begins.
    begin: usize,
    /// The byte behind its last line.
    end: usize,
    /// The number of its first line with points, counted from 1.
    line: usize,
    /// The pieces; `None` if the drawing cannot be read.
    board: Option<Board>,
}

/// A crossing of lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Point {
    Empty,
    Piece(Piece),
    /// A piece without a side, or in the brackets of the other side.
    Unclear,
}

/// Labels of a start.
const START_LABELS: [&str; 4] = ["初始局面", "开始局面", "開始局面", "起始局面"];

/// Finds the first board of a text: lines with nothing else in them, five or more of them with most of a rank, and a piece
/// whose side is plain; or any piece behind one of [`START_LABELS`].
fn find(text: &str) -> Option<DrawnBoard> {
    let mut offset = 0;
    let mut drawing = Drawing::default();
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        match points(line) {
            Some(points) => drawing.add(points, offset, offset + line.len(), number),
            None => {
                if let Some(found) = drawing.finish(text) {
                    return Some(found);
                }
                drawing = Drawing::default();
            }
        }
        offset += line.len();
    }
    drawing.finish(text)
}

/// Lines that follow each other and may be of a board.
#[derive(Default)]
struct Drawing {
    begin: Option<usize>,
    end: usize,
    /// The first line with points.
    line: usize,
    ranks: Vec<Vec<Point>>,
}

impl Drawing {
    fn add(&mut self, points: Vec<Point>, begin: usize, end: usize, number: usize) {
        self.begin.get_or_insert(begin);
        self.end = end;
        if !points.is_empty() {
            self.line = if self.ranks.is_empty() { number } else { self.line };
            self.ranks.push(points);
        }
    }

    fn finish(&self, text: &str) -> Option<DrawnBoard> {
        let begin = self.begin?;
        let ranks = self.ranks.iter().filter(|rank| (FILES - 2..=FILES).contains(&rank.len())).count();
        let mut points = self.ranks.iter().flatten();
        let has_piece = points.clone().any(|point| matches!(point, Point::Piece(_)));
        let before = text[..begin].trim_end().trim_end_matches([':', '：']);
        let is_start = START_LABELS.iter().any(|label| before.ends_with(label)) && points.any(|&at| at != Point::Empty);
        (ranks >= RANKS / 2 && has_piece || is_start).then(|| DrawnBoard {
            begin,
            end: self.end,
            line: self.line,
            board: board(&self.ranks),
        })
    }
}

/// Longest line of a board, in bytes.
const LINE_BYTES_MAX: usize = 300;

/// Characters without a point: lines, blanks, the names of the sides and of the river.
fn is_between(c: char) -> bool {
    c.is_whitespace() || "-|=~_/\\─━│┃═║╱╲╳／＼｜－楚河汉漢界红紅黑方".contains(c)
}

/// Returns the points of a line; `None` if it has something that is no part of a board.
fn points(line: &str) -> Option<Vec<Point>> {
    if line.len() > LINE_BYTES_MAX {
        return None;
    }
    let mut points = Vec::new();
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        let point = match c {
            '(' | '（' | '[' | '［' => {
                let (side, closes) = if matches!(c, '(' | '（') { (Side::First, ')') } else { (Side::Second, ']') };
                let piece = rest.next()?;
                let is_closed = rest.next().is_some_and(|c| c == closes || c as u32 == closes as u32 + 0xFEE0);
                let role = role_of_character(piece).filter(|_| is_closed)?;
                let others = if side == Side::First { "将將卒" } else { "帅帥仕相兵" };
                if others.contains(piece) { Point::Unclear } else { Point::Piece(Piece { side, role }) }
            }
            '┌'..='╋' | '╒'..='╬' | '╭'..='╰' | '+' | '＋' | '.' | '·' => Point::Empty,
            c if is_between(c) => continue,
            c if role_of_character(c).is_some() => Point::Unclear,
            c => Point::Piece(Piece::from_letter(c)?),
        };
        points.push(point);
    }
    Some(points)
}

/// Puts the pieces on a board.
fn board(ranks: &[Vec<Point>]) -> Option<Board> {
    if ranks.len() != RANKS || ranks.iter().any(|rank| rank.len() != FILES) {
        return None;
    }
    let mut board = Board::EMPTY;
    for (rank, points) in (0..RANKS as u8).rev().zip(ranks) {
        for (file, point) in (0..).zip(points) {
            match point {
                Point::Empty => {}
                Point::Piece(piece) => _ = board.set(Square::at(file, rank)?, Some(*piece)),
                Point::Unclear => return None,
            }
        }
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::text::read as read_text;
    use crate::xiangqi::Position;

    /// Draws a board as 东萍 does.
    fn drawn(fen: &str) -> String {
        let position: Position = fen.parse().expect("a position");
        let mut text = "　　　　　　　　 黑方　　　　　　　　 \n".to_owned();
        for rank in (0..RANKS as u8).rev() {
            for file in 0..FILES as u8 {
                let square = Square::at(file, rank).expect("on the board");
                text.push_str(&match position.board().piece_at(square) {
                    Some(Piece { side: Side::First, role }) => {
                        format!("({})", "帅仕相马车炮兵".chars().nth(role.index()).expect("a role"))
                    }
                    Some(Piece { role, .. }) => {
                        format!("[{}]", "将士象马车炮卒".chars().nth(role.index()).expect("a role"))
                    }
                    None => "─┼".to_owned(),
                });
            }
            text.push_str("　\n　│　│　│　│＼│／│　│　│　│　\n");
        }
        text + "　　　　　　　　 红方　　　　　　　　 \n"
    }

    #[test]
    fn a_drawn_board_is_read() {
        for fen in ["3ak4/9/9/9/9/R3P4/9/9/9/5K3 w - - 0 1", crate::xiangqi::fen::START] {
            let position: Position = fen.parse().expect("a position");
            let text = format!("标题: 残局\n\n初始局面:\n{}\n  1.车九进五", drawn(fen));
            let found = find(&text).expect("a board");
            assert_eq!(found.board, Some(*position.board()), "{fen}");
            assert_eq!(
                (found.line, text[..found.begin].ends_with("局面:\n"), text[found.end..].starts_with("  1.")),
                (5, true, true)
            );
            let letters: String = (0..RANKS as u8)
                .rev()
                .flat_map(|rank| {
                    (0..FILES as u8)
                        .map(move |file| Square::at(file, rank).and_then(|square| position.board().piece_at(square)))
                        .map(|piece| format!(" {}", piece.map_or('.', Piece::letter)))
                        .chain(["\n".to_owned()])
                })
                .collect();
            assert_eq!(find(&letters).and_then(|found| found.board), Some(*position.board()), "{letters}");
        }
    }

    #[test]
    fn a_board_that_cannot_be_read_is_still_one() {
        let start = drawn(crate::xiangqi::fen::START);
        for odd in [
            start.replace("(帅)", "[帅]"),
            start.replace("[车]", "─车"),
            start.replacen("─┼", "──", 1),
            start[..start.len() / 2].to_owned(),
        ] {
            let found = find(&odd).expect("a board");
            assert!(found.board.is_none() && found.line == 2, "{odd}");
        }
        assert!(
            find("初始局面:\n　　　將　　　　　\n\n 1.车五进一")
                .is_some_and(|found| found.board.is_none() && found.line == 2)
        );
    }

    #[test]
    fn other_texts_are_no_boards() {
        for other in [
            "",
            "红方 黑方\n",
            "1. C2.5 h8+7\n2. H2+3 r9.8\n3. R1.2 c8+4\n4. P3+1 p7+1\n5. P7+1 h2+3\n6. H8+7 a4+5\n",
            "┌──┬──┐\n│甲│乙│\n├──┼──┤\n│ 1│ 0│\n└──┴──┘\n",
            "--------\n========\n",
            "back\nbank\ncan\nban\ncrab\ncab\n",
        ] {
            assert!(find(other).is_none(), "{other}");
        }
    }

    #[test]
    fn a_drawn_board_is_the_start() {
        let board = "初始局面:\n　　　　　　　　 黑方　　　　　　　　 \n　　　　　　　　　　　　　　　　　　　\n\
            \u{3000}┌─┬─┬-[士][将]-┬─┬─┬─┐　\n　│　│　│　│＼│／│　│　│　│　\n　├─┼─┼─┼─┼─┼─┼─┼─┤　\n\
            \u{3000}│　│　│　│／│＼│　│　│　│　\n　├─┼─┼─┼─┼─┼─┼─┼─┤　\n　├─┼─┼─┼─┼─┼─┼─┼─┤　\n\
            \u{3000}├─┼─┼─┼─┼─┼─┼─┼─┤　\n　│　　　　　　　　　　　　　　　│　\n (车)-┼─┼─┼-(兵)-┼─┼─┼─┤　\n\
            \u{3000}├─┼─┼─┼─┼─┼─┼─┼─┤　\n　├─┼─┼─┼─┼─┼─┼─┼─┤　\n　├─┼─┼─┼─┼─┼─┼─┼─┤　\n\
            \u{3000}└─┴─┴─┴─┴-(帅)-┴─┴─┘　\n　　　　　　　　 红方　　　　　　　　 \n \n";
        let read = |moves: &str| read_text(&format!("标题: 残局测试\n红方: 王甲\n \n{board}{moves}"));
        let start = "3ak4/9/9/9/9/R3P4/9/9/9/5K3 w - - 0 1";
        for (moves, fen) in [
            ("  1.车九进一      将５进１  \n", start.to_owned()),
            ("  1. …………      将５进１  \n", start.replace('w', "b")),
            ("  1.将５进１  \n", start.replace('w', "b")),
            ("", start.to_owned()),
        ] {
            let record = read(moves).expect("it can be set up");
            assert_eq!(record.header.setup.start_fen(), Some(fen), "{moves}");
            assert_eq!(record.header.names.first, "王甲");
            assert!(record.tree.note(Tree::ROOT).is_empty() && record.faults().is_empty());
        }
        let refusal = |text: String| read_text(&text).expect_err("it has no start").to_string();
        assert_eq!(
            refusal(format!("{board}  1.车九进一").replace("[将]", "[帅]")),
            "line 4: the board that is drawn here cannot be read; give the position as a FEN"
        );
        assert_eq!(
            refusal("初始局面:\n　　　將　　　　　\n　　　　　　　　　\n \n  1.车五进一      将４进１  ".to_owned()),
            "line 2: the board that is drawn here cannot be read; give the position as a FEN"
        );
        let why = refusal(format!("{board}  1.车九进一").replace("-(帅)-", "─┴─"));
        assert!(
            why.starts_with("line 4: the board that is drawn here is no position (") && why.ends_with("as a FEN"),
            "{why}"
        );
        // A diagram behind moves is none of the start.
        let record = read_text(&format!("1. 炮二平五 马8进7 1-0\n{board}")).expect("it is a record");
        assert_eq!(record.header.setup.start_fen(), None);
    }
}
