//! PSQ and REC, the texts of the Gomocup managers: a line a stone, `column,row,milliseconds`, rows from the top. PSQ
//! counts from 1 and begins with `Piskvorky 15x15`, players at its end; REC counts from 0 and begins with the players.
//! Both are lists of moves; the time that a move took is not kept.

use std::fmt::Write;

use super::codec::read_text;
use super::encoding::{TextEncoding, decode};
use super::record::shown;
use super::sgf;
use super::written::{expect_game, main_line};
use super::{Codec, LeftOut, Record, UnreadableRecord, Unwritable, Written};
use crate::game::{GOMOKU_SIZE_DEFAULT, GameKind, Setup};
use crate::gomoku::{Point, Rule, point};
use crate::record::{Header, Tree};

/// The records of Piskvork.
pub struct Psq;

/// The records of Gomotur.
pub struct Rec;

/// How PSQ begins.
const MAGIC: &str = "Piskvorky ";

impl Codec for Psq {
    fn name(&self) -> &'static str {
        "psq"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        decode(&bytes[..bytes.len().min(64)]).starts_with(MAGIC)
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        read_text(bytes, encoding, read_psq)
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        expect_game(self.name(), GameKind::Gomoku, header)?;
        let size = header.setup.size().unwrap_or(GOMOKU_SIZE_DEFAULT);
        let head = format!("{MAGIC}{size}x{size}, 0:0, 0\n");
        let mut left_out = LeftOut::default();
        let moves = moves(tree, size, 1, &mut left_out);
        let text = format!("{head}{moves}{}0\n", players(header));
        left_out.add_facts(header, &["Red", "Black", "Result"]);
        Ok(Written { bytes: text.into_bytes(), left_out })
    }
}

impl Codec for Rec {
    fn name(&self) -> &'static str {
        "rec"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode(&bytes[..bytes.len().min(1024)]);
        let mut lines = text.lines();
        let is_name = |line: Option<&str>| line.is_some_and(|line| !line.trim().is_empty() && numbers(line).is_none());
        is_name(lines.next()) && is_name(lines.next()) && lines.next().is_some_and(|line| numbers(line).is_some())
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        read_text(bytes, encoding, read_rec)
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        expect_game(self.name(), GameKind::Gomoku, header)?;
        let size = header.setup.size().unwrap_or(GOMOKU_SIZE_DEFAULT);
        let mut left_out = LeftOut::default();
        let moves = moves(tree, size, 0, &mut left_out);
        left_out.add_facts(header, &["Red", "Black", "Result"]);
        let bytes = format!("{}{moves}0\n", players(header)).into_bytes();
        // Rows count from the top: a wrong board size would shift the stones.
        match self.read(&bytes).ok().and_then(|again| again.header.setup.size()) {
            Some(taken) if taken != size => Err(Unwritable::Size { form: self.name(), size: taken }),
            _ => Ok(Written { bytes, left_out }),
        }
    }
}

fn read_psq(text: &str) -> Result<Record, UnreadableRecord> {
    let mut lines = text.lines().map(str::trim).enumerate();
    let head = lines.next().map_or("", |(_, line)| line);
    let size = head.strip_prefix(MAGIC).and_then(|rest| rest.split(',').next()).unwrap_or_default();
    let mut record = Record::new(Header::new(Setup::usual(GameKind::Gomoku)));
    let size = match size.trim().split_once(['x', 'X']).map(|(width, height)| (width.parse(), height.parse())) {
        Some((Ok(width), Ok(height))) if width == height => width,
        _ => {
            record.fault(1, format!("'{}' is no square board; 15x15 is taken", shown(size)));
            GOMOKU_SIZE_DEFAULT
        }
    };
    let mut names = Vec::new();
    let mut node = Tree::ROOT;
    let mut rule = Rule::default();
    for (index, line) in lines {
        match numbers(line) {
            Some((column, row)) if names.is_empty() => match point_of(column - 1, row - 1, size) {
                Some(point) => node = record.push(node, &point, index + 1),
                None => record.fault(index + 1, format!("'{}' is no point of the board", shown(line))),
            },
            // A line with nothing but a number is a result; the tournament behind it names the rule.
            _ if line.is_empty() || line.parse::<i64>().is_ok() => {}
            _ if names.len() < 2 => names.push(line),
            _ => rule = sgf::rule(line),
        }
    }
    name_players(&names, &mut record.header);
    record.header.setup = Setup::gomoku(rule, size, None)?;
    Ok(record)
}

fn read_rec(text: &str) -> Result<Record, UnreadableRecord> {
    let mut record = Record::new(Header::new(Setup::usual(GameKind::Gomoku)));
    let names: Vec<&str> = text.lines().take(2).map(str::trim).collect();
    name_players(&names, &mut record.header);
    let stones =
        || text.lines().enumerate().skip(2).filter_map(|(index, line)| Some((index + 1, line, numbers(line)?)));
    // The form has no board size: take the smallest usual one with all the points.
    let reach = stones().map(|(_, _, (column, row))| column.max(row)).max().unwrap_or(0);
    let size = [GOMOKU_SIZE_DEFAULT, 20].into_iter().find(|&size| reach < i64::from(size));
    let size = size.unwrap_or(point::MAX_SIZE);
    let mut node = Tree::ROOT;
    for (number, line, (column, row)) in stones() {
        match point_of(column, row, size) {
            Some(point) => node = record.push(node, &point, number),
            None => record.fault(number, format!("'{}' is no point of the board", shown(line))),
        }
    }
    record.header.setup = Setup::gomoku(Rule::default(), size, None)?;
    Ok(record)
}

/// Reads the first two numbers of `9,7,0`.
fn numbers(line: &str) -> Option<(i64, i64)> {
    let mut fields = line.trim().split(',').map(|field| field.trim().parse::<i32>().map(i64::from).ok());
    let (column, row) = (fields.next()??, fields.next()??);
    fields.next().is_none_or(|time| time.is_some()).then_some((column, row))
}

/// Names the point of a column and a row, both from 0 and rows from the top.
fn point_of(column: i64, row: i64, size: u8) -> Option<String> {
    let inside = 0..i64::from(size);
    (inside.contains(&column) && inside.contains(&row))
        .then(|| Point::checked(column as u8, size - 1 - row as u8))
        .flatten()
        .map(|point| point.to_string())
}

fn on_board(mv: &str, size: u8) -> Option<Point> {
    mv.parse().ok().filter(|point: &Point| point.is_on_board(size))
}

/// Writes the moves of the main line, counted from `first`.
fn moves(tree: &Tree, size: u8, first: u8, left_out: &mut LeftOut) -> String {
    let mut text = String::new();
    for mv in main_line(tree, |mv| on_board(mv, size).is_some(), left_out) {
        let point = on_board(mv, size).expect("the line has only such moves");
        let (column, row) = (point.column() + first, size - 1 - point.row() + first);
        writeln!(text, "{column},{row},0").expect("writing to a string cannot fail");
    }
    text
}

/// Writes the two players' lines. A name must not read as a stone or a result.
fn players(header: &Header) -> String {
    let name = |name: &str, usual: &str| match name.replace(['\n', '\r', ','], " ").trim() {
        "" => usual.to_owned(),
        number if number.parse::<i64>().is_ok() => format!("{usual} {number}"),
        name => name.to_owned(),
    };
    format!("{}\n{}\n", name(&header.names.first, "Black"), name(&header.names.second, "White"))
}

fn name_players(names: &[&str], header: &mut Header) {
    header.names.first = names.first().copied().unwrap_or_default().to_owned();
    header.names.second = names.get(1).copied().unwrap_or_default().to_owned();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::{Location, sniff};

    #[test]
    fn both_forms_are_told_apart_and_read() {
        let psq = "Piskvorky 20x20, 11:11, 0\r\n1,1,0\r\n20,20,7\r\n21,1,0\r\nA.zip\r\nB.zip\r\n-1\r\n0,Renju15_1\r\n";
        assert_eq!(sniff(psq.as_bytes()).name(), "psq");
        let record = Psq.read(psq.as_bytes()).expect("a usual board");
        assert_eq!(record.tree.main_moves().collect::<Vec<_>>(), ["a20", "t1"]);
        assert_eq!(record.faults().iter().map(|fault| fault.place).collect::<Vec<_>>(), [Location::Line(4)]);
        assert_eq!((record.header.names.second.as_str(), record.header.setup.rule_code()), ("B.zip", "renju"));
        let rec = "A\nB\n0,0,0\n14,14,3\n0\n";
        assert_eq!(sniff(rec.as_bytes()).name(), "rec");
        let record = Rec.read(rec.as_bytes()).expect("a usual board");
        assert_eq!(record.tree.main_moves().collect::<Vec<_>>(), ["a15", "o1"]);
        assert_eq!(Rec.read(b"A\nB\n17,0,0\n").expect("a larger board").header.setup.size(), Some(20));
    }

    #[test]
    fn a_board_that_would_be_taken_for_another_is_refused() {
        let write = |size, mv: &str| {
            let mut tree = Tree::new();
            tree.push(Tree::ROOT, mv);
            Rec.write(&Header::new(Setup::gomoku(Rule::default(), size, None).expect("a size")), &tree).map(|_| ())
        };
        let taken = |size| Err(Unwritable::Size { form: "rec", size });
        assert_eq!([write(15, "a1"), write(20, "a1"), write(20, "p20")], [Ok(()), Ok(()), Ok(())]);
        assert_eq!([write(19, "a19"), write(19, "p1"), write(20, "a20")], [taken(15), taken(20), taken(15)]);
    }

    #[test]
    fn numbers_out_of_range_are_faults() {
        let text = format!("Piskvorky 15x14\n{0},{0},0\n-2147483648,1,1\n0,1,1", i32::MAX);
        let record = Psq.read(text.as_bytes()).expect("15x15 is taken");
        assert_eq!((record.tree.len(), record.faults().len()), (0, 4));
    }
}
