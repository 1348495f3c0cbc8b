//! PSQ and REC, the texts of the Gomocup managers: a line a stone, `column,row,milliseconds`, rows from the top. PSQ
//! counts from 1 and begins with `Piskvorky 15x15`, players at its end; REC counts from 0 and begins with the players.
//! Both are lists of moves; the time that a move took is not kept. A person's name begins with `homo-`.

use std::fmt::Write;

use super::codec::read_text;
use super::encoding::{TextEncoding, decode};
use super::record::shown;
use super::sgf::rule::NamedRule;
use super::written::{expect_game, main_line};
use super::{Codec, LeftOut, Record, UnreadableRecord, Unwritable, Written};
use crate::game::{GOMOKU_SIZE_DEFAULT, GameKind, Setup};
use crate::gomoku::{Point, Rule, point};
use crate::record::{Header, Tree};

/// The records of Piskvork.
pub struct Psq;

/// The records of Gomotur.
pub struct Rec;

/// Piskvork's code of a game that ended with a timeout (`finishGame(15)`).
const TIMEOUT: i64 = 15;

/// The tag for the numbers behind the size in the first line of PSQ, such as `11:11`: the levels of both players.
const LEVELS: &str = "Levels";

/// The levels of players that have none.
const NO_LEVELS: &str = "0:0";

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
        let levels = header.tag(LEVELS).filter(|levels| is_levels(levels)).unwrap_or(NO_LEVELS);
        let head = format!("{MAGIC}{size}x{size}, {levels}, 0\n");
        let mut left_out = LeftOut::default();
        let moves = moves(tree, size, 1, &mut left_out);
        // The last line names the tournament, and with it the rule.
        let rule = match header.setup.rule_code() {
            code if code == Rule::default().code() => String::new(),
            code => format!("{code}\n"),
        };
        let text = format!("{head}{moves}{}0\n{rule}", players(header));
        let known: &[&str] = if levels == NO_LEVELS { &["Red", "Black"] } else { &["Red", "Black", LEVELS] };
        left_out.add_facts(header, known);
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
        left_out.add_facts(header, &["Red", "Black"]);
        left_out.add_rule(header, Rule::default());
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
    let lines: Vec<(usize, &str)> = lines.map(|(index, line)| (index + 1, line)).collect();
    // A damaged line among the stones is none of those behind them.
    let stones = lines.iter().rposition(|(_, line)| numbers(line).is_some()).map_or(0, |last| last + 1);
    push_stones(&mut record, &lines[..stones], 1, size);
    // A line with nothing but a number is a result; the tournament behind it names the rule.
    let is_word = |line: &&str| !line.is_empty() && line.parse::<i64>().is_err();
    let words: Vec<&str> = lines[stones..].iter().map(|(_, line)| *line).filter(is_word).collect();
    for (number, line) in &lines[stones..] {
        match line.parse() {
            // Piskvork's code of the end: 0 after a whole game, -1 while it goes on.
            Ok(0 | -1) | Err(_) => {}
            Ok(TIMEOUT) => record.header.tags.push(("Termination".to_owned(), "time forfeit".to_owned())),
            Ok(code) => record.fault(*number, format!("Piskvork's code of the end, {code}, is not kept")),
        }
    }
    name_players(&words, &mut record.header);
    match head.split(',').nth(1).map(str::trim) {
        None | Some("" | NO_LEVELS) => {}
        Some(levels) if is_levels(levels) => record.header.tags.push((LEVELS.to_owned(), levels.to_owned())),
        Some(levels) => record.fault(1, format!("the levels '{}' are not kept", shown(levels))),
    }
    if head.rsplit(',').next().map(str::trim) == Some("1") {
        // The second player began.
        std::mem::swap(&mut record.header.names.first, &mut record.header.names.second);
    }
    let tournament = words.get(2..).and_then(<[&str]>::last).copied();
    let rule = tournament.and_then(|name| NamedRule::read(name).rule);
    // Our writer puts the rule's code there.
    let event = tournament.filter(|name| rule.is_none_or(|rule| rule.code() != *name));
    record.header.tags.extend(event.map(|name| ("Event".to_owned(), name.to_owned())));
    record.header.setup = Setup::gomoku(rule.unwrap_or_default(), size, None)?;
    record.header.names_rule = rule.is_some();
    Ok(record)
}

fn read_rec(text: &str) -> Result<Record, UnreadableRecord> {
    let mut record = Record::new(Header::new(Setup::usual(GameKind::Gomoku)));
    let lines: Vec<(usize, &str)> = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())).collect();
    let names: Vec<&str> = lines.iter().take(2).map(|(_, line)| *line).collect();
    name_players(&names, &mut record.header);
    let stones = lines.iter().rposition(|(_, line)| numbers(line).is_some()).map_or(0, |last| last + 1);
    let stones = lines.get(2..stones).unwrap_or_default();
    // Take the smallest usual board with all the points up to one that no board has. Piskvork takes 20 lines or more,
    // and a game on 20 lines may have none of its points beyond 15.
    let reach = stones.iter().map_while(|(_, line)| numbers(line)).map(|(column, row)| column.max(row));
    let reach = reach.take_while(|&reach| reach < i64::from(point::MAX_SIZE)).max().unwrap_or(0);
    let size = [GOMOKU_SIZE_DEFAULT, 20].into_iter().find(|&size| reach < i64::from(size));
    let size = size.unwrap_or(point::MAX_SIZE);
    push_stones(&mut record, stones, 0, size);
    record.header.setup = Setup::gomoku(Rule::default(), size, None)?;
    record.header.names_rule = false;
    Ok(record)
}

fn is_levels(text: &str) -> bool {
    let is_number = |text: &str| (1..=9).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once(':').is_some_and(|(first, second)| is_number(first) && is_number(second))
}

/// Adds the stones of a list whose points count from `first`. A line that is no point of the board becomes a move that cannot
/// be played: the stones behind it would change their colours.
fn push_stones(record: &mut Record, lines: &[(usize, &str)], first: i64, size: u8) {
    let mut node = Tree::ROOT;
    for &(number, line) in lines.iter().filter(|(_, line)| !line.is_empty()) {
        let point = numbers(line).and_then(|(column, row)| point_of(column - first, row - first, size));
        node = record.push(node, point.unwrap_or_else(|| shown(line)), number);
    }
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

/// How the name of a person begins. Piskvork starts what any other name names as a program (`Tplayer::rdBrain`).
const PERSON: &str = "homo-";

/// Writes the two players' lines. A player without a name is `homo-1` or `homo-2`, as Piskvork writes it.
fn players(header: &Header) -> String {
    let name = |name: &str, number: u8| match name.replace(['\n', '\r', ','], " ").trim() {
        "" => format!("{PERSON}{number}"),
        name => format!("{PERSON}{name}"),
    };
    format!("{}\n{}\n", name(&header.names.first, 1), name(&header.names.second, 2))
}

fn name_players(names: &[&str], header: &mut Header) {
    let name = |index: usize| {
        let name = names.get(index).copied().unwrap_or_default();
        match name.get(..PERSON.len()).filter(|begin| begin.eq_ignore_ascii_case(PERSON)) {
            // Piskvork exchanges the lines of REC where the second player began (`wrNames`).
            Some(_) if matches!(&name[PERSON.len()..], "1" | "2") => String::new(),
            Some(_) => name[PERSON.len()..].to_owned(),
            None => name.to_owned(),
        }
    };
    (header.names.first, header.names.second) = (name(0), name(1));
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
        assert_eq!(record.tree.main_moves().collect::<Vec<_>>(), ["a20", "t1", "21,1,0"]);
        let unplayable = record.tree.main_line().last().expect("there are stones");
        assert_eq!((record.place(unplayable), record.faults()), (Location::Line(4), vec![]));
        assert_eq!((record.header.names.second.as_str(), record.header.setup.rule_code()), ("B.zip", "renju"));
        let tags = [("Levels", "11:11"), ("Event", "0,Renju15_1")];
        assert_eq!(record.header.tags, tags.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let rec = "A\nB\n0,0,0\n14,14,3\n0\n";
        assert_eq!(sniff(rec.as_bytes()).name(), "rec");
        let record = Rec.read(rec.as_bytes()).expect("a usual board");
        assert_eq!(record.tree.main_moves().collect::<Vec<_>>(), ["a15", "o1"]);
        assert_eq!(Rec.read(b"A\nB\n17,0,0\n").expect("a larger board").header.setup.size(), Some(20));
    }

    #[test]
    fn a_person_without_a_name_may_stand_in_either_line() {
        let names = |text: &str| Rec.read(text.as_bytes()).expect("a usual board").header.names;
        let names = ["brain.exe\nhomo-1\n9,7,0\n0\n", "homo-2\nbrain.exe\n9,7,0\n0\n"].map(names);
        assert_eq!(names.map(|names| [names.first, names.second]), [["brain.exe", ""], ["", "brain.exe"]]);
    }

    #[test]
    fn the_code_of_the_end_is_kept_or_reported() {
        for (code, tags, faults) in [("0", 1, 0), ("-1", 1, 0), ("15", 2, 0), ("12", 1, 1)] {
            let text = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\nA.zip\nB.zip\n{code}\n");
            let record = Psq.read(text.as_bytes()).expect("a usual board");
            assert_eq!((record.header.tags.len(), record.faults().len()), (tags, faults), "{code}");
        }
    }

    #[test]
    fn the_levels_of_the_players_are_kept_or_reported() {
        for (levels, faults, kept) in [("11:11", 0, "11:11"), ("0:0", 0, "0:0"), ("3:", 1, "0:0"), ("a:b", 1, "0:0")] {
            let text = format!("Piskvorky 15x15, {levels}, 0\n8,8,0\nA.zip\nB.zip\n0\n");
            let record = Psq.read(text.as_bytes()).expect("a usual board");
            assert_eq!(record.faults().len(), faults, "{levels}");
            let written = Psq.write(&record.header, &record.tree).expect("it is Gomoku");
            let again = String::from_utf8(written.bytes).expect("it is text");
            assert!(again.starts_with(&format!("Piskvorky 15x15, {kept}, 0\n")), "{again}");
            assert!(written.left_out.is_empty(), "{}", written.left_out);
        }
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
        let mut record = Psq.read(text.as_bytes()).expect("15x15 is taken");
        assert_eq!((record.tree.len(), record.faults().len()), (3, 1));
        let (game, stopped) = crate::study::resolve(&mut record);
        assert_eq!((game.ply(), stopped.map(|stopped| stopped.place)), (0, Some(Location::Line(2))));
    }

    #[test]
    fn a_line_ends_where_a_stone_cannot_be_used() {
        for (text, line) in [
            ("Piskvorky 15x15, 0:0, 0\n8,8,0\n16,8,5\n9,8,7\n-1\n", 3),
            ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8;9;5\n9,8,7\nhomo-1\nhomo-2\n-1\n", 3),
            ("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,5\n9,8,7\n-1\n", 3),
            ("one\ntwo\n10,10,0\n25,3,0\n11,10,0\n12,10,0\n", 4),
            ("one\ntwo\n10,10,0\n-1,3,0\n11,10,0\n", 4),
        ] {
            let mut record = sniff(text.as_bytes()).read(text.as_bytes()).expect("a usual board");
            let (game, stopped) = crate::study::resolve(&mut record);
            assert_eq!((game.ply(), stopped.map(|stopped| stopped.place)), (1, Some(Location::Line(line))), "{text}");
            assert_eq!(record.header.setup.size(), Some(15));
        }
    }

    #[test]
    fn no_name_is_one_that_piskvork_would_start() {
        let mut header = Header::new(Setup::gomoku(Rule::Renju, 15, None).expect("a usual board"));
        let mut tree = Tree::new();
        tree.push(Tree::ROOT, "h8");
        for names in [["", ""], ["calc.exe", "Homo-x"], ["1", "a, b"], ["homo-1", "2"]] {
            header.names = crate::base::BySide { first: names[0].to_owned(), second: names[1].to_owned() };
            for codec in [&Psq as &dyn Codec, &Rec] {
                let written = codec.write(&header, &tree).expect("it is Gomoku").bytes;
                let text = String::from_utf8(written.clone()).expect("it is text");
                let persons = text.lines().filter(|line| line.starts_with(PERSON)).count();
                assert_eq!(persons, 2, "{text}");
                let again = codec.read(&written).expect("our own").header.names;
                let name = names[1].replace(',', " ");
                assert_eq!(again.second, if name == "2" { "" } else { &name });
            }
        }
        let rule = Psq.read(&Psq.write(&header, &tree).expect("it is Gomoku").bytes).expect("our own").header.setup;
        assert_eq!(rule.rule_code(), "renju");
        assert_eq!(Rec.write(&header, &tree).expect("it is Gomoku").left_out.to_string(), "1 fact about the game");
    }

    #[test]
    fn the_player_who_begins_is_black() {
        let names = |first: u8| {
            let text = format!("Piskvorky 15x15, 11:11, {first}\n8,8,0\nA.zip\nB.zip\n-1\n");
            Psq.read(text.as_bytes()).expect("a usual board").header.names.first
        };
        assert_eq!((names(0), names(1)), ("A.zip".to_owned(), "B.zip".to_owned()));
    }
}
