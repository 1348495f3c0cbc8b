//! Plain text: a FEN, or moves one after the other in any notation, with or without numbers and blanks, with comments in
//! braces and variations in parentheses as in PGN. What a person copied from somewhere.

mod drawn;
mod fen;
#[cfg(test)]
mod dialects;

use std::collections::HashSet;
use std::ops::ControlFlow;

use self::fen::{AFTER_LABEL, LABELS, placement};
use super::codec::read_text;
use super::cursor::Cursor;
use super::encoding::TextEncoding;
use super::labelled;
use super::movetext::{self, MoveSection, looks_like_a_move};
use super::points;
use super::record::{COLLECTION_BYTES_MAX, Location, RECORD_BYTES_MAX, ReadFault};
use super::result;
use super::words::is_number;
use super::written::{main_line, refuse_free_stones};
use super::{Codec, LeftOut, Record, RecordPart, TakeRecord, UnreadableRecord, Unwritable, Written};
use crate::base::Reason;
use crate::game::{GameKind, Refusal, Setup};
use crate::gomoku;
use crate::gomoku::Point;
use crate::position::Position as _;
use crate::record::{Header, Tree};
use crate::xiangqi::{self, Move, Square};

/// A FEN, or moves one after the other, each in any notation.
pub struct Text;

impl Codec for Text {
    fn name(&self) -> &'static str {
        "txt"
    }

    fn sniff(&self, _: &[u8]) -> bool {
        true
    }

    /// A list of games or positions may be as long as any collection; none of its games may be longer than a record.
    fn expect_length(&self, bytes: usize) -> Result<(), UnreadableRecord> {
        let bytes_max = COLLECTION_BYTES_MAX;
        if bytes > bytes_max { Err(UnreadableRecord::TooLong { bytes, bytes_max }) } else { Ok(()) }
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        read_text(bytes, encoding, read)
    }

    /// A list of a server may hold several games, and a list of positions has one a line; neither is written.
    fn read_each_as(&self, bytes: &[u8], encoding: Option<TextEncoding>, take: TakeRecord<'_>) -> ControlFlow<()> {
        let encoding = encoding.unwrap_or_else(|| TextEncoding::guess(bytes));
        let text = encoding.decode(bytes);
        let marked = |record: Result<Record, UnreadableRecord>| {
            record.map(|mut record| {
                record.encoding = encoding;
                record
            })
        };
        let games = points::games(&text);
        if games.len() > 1 && points::is_list(games.iter().copied()) {
            for game in games {
                take(marked(game.read().ok_or_else(|| no_list(game.line))))?;
            }
            return ControlFlow::Continue(());
        }
        match positions(&text) {
            Some(lines) => lines.into_iter().try_for_each(|(_, line)| take(marked(read(line)))),
            None => read_each(&text, &mut |record| take(marked(record))),
        }
    }

    /// Writes the start, if it is not the usual one, and the main line.
    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        refuse_free_stones(self.name(), header)?;
        let mut left_out = LeftOut::default();
        let kind = header.setup.kind();
        let mut played = HashSet::new();
        let is_told = |mv: &str| match kind {
            GameKind::Xiangqi => looks_like_a_move(mv) && movetext::is_one_move(mv),
            GameKind::Gomoku | GameKind::TicTacToe => mv.parse::<Point>().is_ok_and(|point| played.insert(point)),
        };
        let moves = main_line(tree, is_told, &mut left_out).join(" ");
        let mut text = match (header.setup.start_fen(), &header.setup) {
            (Some(fen), _) => fen + "\n",
            (None, Setup::Xiangqi { start }) if moves.is_empty() => start.to_fen() + "\n",
            (None, _) if moves.is_empty() => return Err(Unwritable::NoMoves { form: self.name() }),
            (None, _) => String::new(),
        };
        text.push_str(&moves);
        // A result without moves would be read as one.
        let has_result = kind == GameKind::Xiangqi && !moves.is_empty();
        left_out.add_facts(header, if has_result { &["Result"] } else { &[] });
        if kind == GameKind::Gomoku {
            left_out.add_rule(header, gomoku::Rule::default());
        }
        if let Some(outcome) = header.outcome.filter(|_| has_result) {
            text.push(' ');
            text.push_str(outcome.score_text());
        }
        text.push('\n');
        // A list of points has no size; its reader takes the smallest usual board.
        let taken = read(&text).ok().and_then(|again| again.header.setup.size());
        let is_size_lost = kind == GameKind::Gomoku && taken != header.setup.size();
        left_out.add(RecordPart::Fact, usize::from(is_size_lost));
        Ok(Written { bytes: text.into_bytes(), left_out })
    }
}

/// Refuses a game of a list that is none of points.
fn no_list(line: usize) -> UnreadableRecord {
    let message = "the game that begins here is no list of points".to_owned();
    UnreadableRecord::Broken(ReadFault::new(Location::Line(line), message))
}

/// First words of the lines between an engine and its window, besides `position`.
const ENGINE_WORDS: [&str; 13] = [
    "go",
    "info",
    "bestmove",
    "setoption",
    "ucinewgame",
    "isready",
    "readyok",
    "uci",
    "uciok",
    "id",
    "option",
    "stop",
    "quit",
];

/// Returns the lines of a list of positions with their numbers: several lines, each with a board, perhaps with names of
/// the columns above them. Of what an engine and its window said to each other they are the lines with a position, also
/// a single one.
fn positions(text: &str) -> Option<Vec<(usize, &str)>> {
    let is_engines = |line: &str| line.split_whitespace().next().is_some_and(|word| ENGINE_WORDS.contains(&word));
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !is_engines(line));
    let is_position = |line: &str| fen::begins_at_start(line) || placement(line).is_some();
    let is_heading = |line: &str| line.contains(fen::COMMAS) && !is_position(line) && !movetext::begins_moves(line);
    let headings = usize::from(lines.clone().next().is_some_and(|(_, line)| is_heading(line)));
    let lines = lines.skip(headings);
    let is_list = lines.clone().all(|(_, line)| is_position(line));
    let count_min = if is_list && text.lines().any(is_engines) { 1 } else { 2 };
    (is_list && lines.clone().nth(count_min - 1).is_some()).then(|| lines.collect())
}

/// Reads a text game by game: behind a result, and at a heading, others may follow without tags.
fn read_each(text: &str, take: TakeRecord<'_>) -> ControlFlow<()> {
    let (record, end) = match read_first(text) {
        Ok(first) => first,
        Err(why) => return take(Err(why)),
    };
    take(Ok(record))?;
    let mut cursor = Cursor::new(text);
    cursor.pass(end);
    while movetext::another_game(&mut cursor) {
        let usual = |_| Ok(Setup::usual(GameKind::Xiangqi));
        let (read, is_cut) = cursor.within(RECORD_BYTES_MAX, |cursor| read_on(cursor, usual));
        match read {
            _ if is_cut => return take(Err(UnreadableRecord::too_long())),
            Ok(Some(record)) => take(Ok(record))?,
            Ok(None) => break,
            Err(why) => return take(Err(why.into())),
        }
    }
    ControlFlow::Continue(())
}

fn read(text: &str) -> Result<Record, UnreadableRecord> {
    let (mut record, end) = read_first(text)?;
    if movetext::another_game(&mut Cursor::new(&text[end..])) {
        let next = text.len() - text[end..].trim_start().len();
        let line = text[..next].matches('\n').count() + 1;
        record.fault(line, "the games behind the first one are not read");
    }
    Ok(record)
}

/// Reads the first game, and returns where its text ends.
///
/// # Errors
/// It has no end within [`RECORD_BYTES_MAX`], or there is none.
fn read_first(text: &str) -> Result<(Record, usize), UnreadableRecord> {
    let head = &text[..text.floor_char_boundary(RECORD_BYTES_MAX)];
    let first = read_within(head);
    let is_cut = head.len() < text.len() && first.as_ref().is_ok_and(|&(_, end)| end == head.len());
    if is_cut { Err(UnreadableRecord::too_long()) } else { first }
}

/// Reads the first game of a text that is no longer than a record.
fn read_within(text: &str) -> Result<(Record, usize), UnreadableRecord> {
    // XML of a program whose records are not read may have a FEN in it: the files of 鹏飞.
    let is_xml = ["<?xml", "<n "].iter().any(|begin| text.trim_start().starts_with(begin));
    if is_xml || text.trim().is_empty() {
        return Err(UnreadableRecord::Unknown);
    }
    if let Some(lines) = positions(text) {
        let mut record = read(lines[0].1)?;
        if let Some((next, _)) = lines.get(1) {
            let count = lines.len() - 1;
            let noun = if count == 1 { "position is" } else { "positions are" };
            record.fault(*next, format!("{count} more {noun} not read"));
        }
        return Ok((record, text.len()));
    }
    if let Some(found) = fen::read(text)? {
        return Ok(found);
    }
    if let Some(record) = points::read(text).or_else(|| digits(text)) {
        return Ok((record, text.len()));
    }
    if let Some(found) = drawn::read(text)? {
        return Ok(found);
    }
    let xiangqi = read_moves(text, 0, |_| Ok(Setup::usual(GameKind::Xiangqi)))?;
    let (mut record, end) = xiangqi.ok_or(UnreadableRecord::Unknown)?;
    take_results(&text[..first_move(text).unwrap_or_default()], &mut record);
    Ok((record, end))
}

/// Takes the lines before the moves that are results in words, out of the comment on the game, unless the record states
/// another result. Before a position they would be its task: 红先胜.
fn take_results(before: &str, record: &mut Record) {
    for line in before.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::trim) {
        let Some((outcome, why)) = result::alone(line) else { continue };
        let header = &mut record.header;
        let is_contradicted = header.outcome.is_some_and(|stated| stated.winner != outcome.winner);
        if is_contradicted || why.is_some() && header.tag("Termination").is_some() {
            continue;
        }
        if header.outcome.is_none_or(|stated| stated.reason == Reason::Unstated) {
            header.outcome = Some(outcome);
        }
        if let Some(why) = why {
            result::note_termination(header, why);
        }
        let comment = &mut record.tree.note_mut(Tree::ROOT).comment;
        *comment =
            comment.lines().filter(|other| other.trim() != line).collect::<Vec<_>>().join("\n").trim().to_owned();
    }
}

/// Takes the facts before a position, and puts the rest before the comment on the game.
fn add_before(record: &mut Record, before: &str) {
    let before = labelled::take_lines(before, &mut record.header);
    if !before.is_empty() {
        let note = record.tree.note_mut(Tree::ROOT);
        let behind = std::mem::replace(&mut note.comment, before);
        note.add_comment(&behind);
    }
}

/// Xiangqi moves as 东萍 packs them: four digits each, file and row of both squares, rows from Black's side. Players accept
/// them with blanks, commas and dashes between: `77-47, 70-62`.
fn digits(text: &str) -> Option<Record> {
    let is_sign = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b'-' | b';' | b'|');
    let digits: Vec<u8> = text.bytes().filter(|&byte| !is_sign(byte)).map(|byte| byte.wrapping_sub(b'0')).collect();
    if digits.is_empty() || !digits.len().is_multiple_of(4) || digits.iter().any(|&digit| digit > 9) {
        return None;
    }
    let setup = Setup::usual(GameKind::Xiangqi);
    let mut record = Record::new(Header { names_rule: false, ..Header::new(setup) });
    let mut node = Tree::ROOT;
    let square =
        |file: u8, row: u8, is_reds: bool| Square::at(file, if is_reds { row } else { 9_u8.checked_sub(row)? });
    let of = |digits: &[u8], is_reds| {
        Some(Move::new(square(digits[0], digits[1], is_reds)?, square(digits[2], digits[3], is_reds)?))
    };
    let start = xiangqi::Position::start();
    let can_begin = |is_reds| of(&digits, is_reds).is_some_and(|mv| start.is_legal(mv));
    // Some count the rows from Red's side.
    let is_reds = !can_begin(false) && can_begin(true);
    for digits in digits.chunks(4) {
        node = record.push(node, of(digits, is_reds)?.to_string(), 1);
    }
    Some(record)
}

/// Xiangqi moves from byte `at` on, as [`read_on`] reads them. Returns where the text of the game ends, too.
///
/// # Errors
/// Why `setup` cannot set the start up.
fn read_moves(
    text: &str,
    at: usize,
    setup: impl FnOnce(MoveSection) -> Result<Setup, Refusal>,
) -> Result<Option<(Record, usize)>, Refusal> {
    let mut cursor = Cursor::new(text);
    cursor.pass(at);
    let record = read_on(&mut cursor, setup)?;
    Ok(record.map(|record| (record, text.len() - cursor.rest().len())))
}

/// Xiangqi moves: at least half of the words look like one. What stands before the first of them is a comment on the game.
///
/// # Errors
/// Why `setup` cannot set the start up.
fn read_on(
    cursor: &mut Cursor<'_>,
    setup: impl FnOnce(MoveSection) -> Result<Setup, Refusal>,
) -> Result<Option<Record>, Refusal> {
    let usual = Setup::usual(GameKind::Xiangqi);
    let mut record = Record::new(Header { names_rule: false, ..Header::new(usual) });
    let Some(first) = first_move(cursor.rest()) else { return Ok(None) };
    let before = cursor.pass(first);
    let bare = before.trim().trim_end_matches(AFTER_LABEL);
    if !LABELS.contains(&bare) {
        let others = labelled::take_lines(before, &mut record.header);
        let others: Vec<&str> =
            others.lines().filter(|line| !labelled::take_heading(line, &mut record.header)).collect();
        let others = others.join("\n").trim().to_owned();
        record.tree.note_mut(Tree::ROOT).add_comment(&others);
    }
    let section = movetext::read(cursor, &mut record);
    record.header.outcome = section.outcome_or_stated(record.header.outcome);
    let count = record.tree.len();
    let moves = record.tree.subtree(Tree::ROOT).filter_map(|node| record.tree.mv(node));
    let likely = moves.filter(|mv| looks_like_a_move(mv)).count();
    if count == 0 || likely * 2 <= count {
        return Ok(None);
    }
    record.header.setup = setup(section)?;
    Ok(Some(record))
}

/// Returns where the first move begins, with its number: the first word that looks like a move, also behind a brace or
/// a parenthesis. A number at the end of a line of text belongs to that text: `轮次：3`.
fn first_move(text: &str) -> Option<usize> {
    let mut offset = 0;
    let mut number = None;
    for line in text.split_inclusive('\n') {
        let mut is_text = false;
        for word in line.split_inclusive(movetext::ends_word) {
            let bare = word.trim_end_matches(movetext::ends_word);
            if movetext::moves_of(bare).next().is_some_and(looks_like_a_move) {
                return Some(number.unwrap_or(offset));
            }
            let behind_label = bare.rsplit(AFTER_LABEL).next().unwrap_or_default();
            if !word[bare.len()..].trim().is_empty() {
                number = None;
            } else if is_number(behind_label) {
                number = number.or(Some(offset + bare.len() - behind_label.len()));
                is_text |= behind_label.len() < bare.len();
            } else if !bare.is_empty() {
                number = None;
                is_text = true;
            }
            offset += word.len();
        }
        number = number.filter(|_| !is_text);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Outcome, Side};
    use crate::record::format::RecordPart;

    #[track_caller]
    fn check(text: &str, kind: GameKind, moves: &[&str]) {
        let record = Text.read(text.as_bytes()).expect("it is a record");
        assert_eq!(record.header.setup.kind(), kind);
        assert_eq!(record.tree.main_moves().collect::<Vec<_>>(), moves);
    }

    #[test]
    fn games_without_tags_follow_each_other_behind_their_results() {
        let text = "1. h2e2 h9g7 1-0\n\n1. b2e2 b9c7 0-1\n\n1. c3c4 {a comment} 1/2-1/2\n";
        let mut games = Vec::new();
        let _ = Text.read_each(text.as_bytes(), &mut |record| {
            let record = record.expect("it is a record");
            games.push(record.tree.main_moves().map(str::to_owned).collect::<Vec<_>>().join(" "));
            ControlFlow::Continue(())
        });
        assert_eq!(games, ["h2e2 h9g7", "b2e2 b9c7", "c3c4"]);
        let first = Text.read(text.as_bytes()).expect("it is a record");
        assert_eq!(first.faults().len(), 1);
        // Rounds that begin again from 1 without a result are one game, as before.
        check("1. h2e2 h9g7\n1. b2e2 b9c7", GameKind::Xiangqi, &["h2e2", "h9g7", "b2e2", "b9c7"]);
    }

    /// The games of a text: names and score, moves, and the comment on the game.
    fn games(text: &str) -> Vec<[String; 3]> {
        let mut games = Vec::new();
        let _ = Text.read_each(text.as_bytes(), &mut |record| {
            let record = record.expect("it is a record");
            assert_eq!(record.faults(), [], "{text}");
            let (names, outcome) = (&record.header.names, record.header.outcome.map(Outcome::score_text));
            let said = format!("{} {} {}", names.first, outcome.unwrap_or("*"), names.second);
            let moves = record.tree.main_moves().collect::<Vec<_>>().join(" ");
            games.push([said, moves, record.tree.note(Tree::ROOT).comment.clone()]);
            ControlFlow::Continue(())
        });
        games
    }

    #[test]
    fn a_heading_begins_another_game() {
        let text = "第一轮2001·8·14（上午）\n\n城东甲  红先胜  城西乙\n\n  1. 炮二平五  马８进７    2. 马二进三  车９平８\n\n\
                    城南丙红先负 城北丁 \n \n  1. 相三进五  卒７进１\n  2. 马八进九  马８进７\n\n第一轮（加赛）\n\
                    城东甲  红先和  城西乙  （加1）\n\n  1. 兵七进一  炮２平３    2. 炮二平五  象３进５\n";
        let own = |said: &str, moves: &str, comment: &str| [said, moves, comment].map(str::to_owned);
        let expected = [
            own("城东甲 1-0 城西乙", "炮二平五 马８进７ 马二进三 车９平８", "第一轮2001·8·14（上午）"),
            own("城南丙 0-1 城北丁", "相三进五 卒７进１ 马八进九 马８进７", ""),
            own(
                "城东甲 1/2-1/2 城西乙",
                "兵七进一 炮２平３ 炮二平五 象３进５",
                "第一轮（加赛）\n城东甲  红先和  城西乙  （加1）",
            ),
        ];
        assert_eq!(games(text), expected);
        let record = Text.read(text.as_bytes()).expect("it is a record");
        let faults: Vec<String> = record.faults().iter().map(ToString::to_string).collect();
        assert_eq!(faults, ["line 7: the games behind the first one are not read"]);
        // A title without a result.
        let text =
            "第1局 甲 对 乙\n\n1. 炮二平五 马８进７ 2. 马二进三 车９平８\n\n第2局 丙 对 丁\n\n1. 相三进五 卒７进１\n";
        let expected = [
            own(" * ", "炮二平五 马８进７ 马二进三 车９平８", "第1局 甲 对 乙"),
            own(" * ", "相三进五 卒７进１", "第2局 丙 对 丁"),
        ];
        assert_eq!(games(text), expected);
        // A result on its own line is that of the moves before it.
        for result in ["红先胜", "结果：红先胜", "Result: 1-0", "Red wins on time"] {
            let text = format!("1. h2e2 h9g7 2. h0g2 i9h9\n{result}\n\n1. b2e2 b9c7\n");
            let scores: Vec<String> = games(&text).into_iter().map(|[said, ..]| said).collect();
            assert_eq!(scores, [" 1-0 ", " * "], "{result}");
        }
    }

    #[test]
    fn what_an_engine_said_is_left_out() {
        let fen = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
        let text =
            format!("position fen {fen} moves d0d1 e9e8\ngo depth 8\ninfo depth 1 score cp 5 pv d1d0\nbestmove d1d0\n");
        check(&text, GameKind::Xiangqi, &["d0d1", "e9e8"]);
        assert_eq!(games(&text), [[" * ", "d0d1 e9e8", ""].map(str::to_owned)]);
        let text = format!("position fen {fen} moves d0d1 e9e8");
        assert_eq!(games(&text), [[" * ", "d0d1 e9e8", ""].map(str::to_owned)]);
        check("uci\nposition startpos moves h2e2 h9g7\ngo", GameKind::Xiangqi, &["h2e2", "h9g7"]);
        let moves: Vec<String> = games("position startpos moves h2e2\nposition startpos moves h2e2 h9g7 h0g2\n")
            .into_iter()
            .map(|[_, moves, _]| moves)
            .collect();
        assert_eq!(moves, ["h2e2", "h2e2 h9g7 h0g2"]);
        for nothing in ["go\ngo", "uci\n", "id, name\nquit"] {
            assert_eq!(Text.read(nothing.as_bytes()), Err(UnreadableRecord::Unknown), "{nothing:?}");
        }
    }

    #[test]
    fn commas_separate_the_fields_of_a_list_of_positions() {
        let (first, second) = ("1P1k5/4a4/5a3/4N4/9/9/9/9/9/4K4 w", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
        let lines = format!("1步杀600,{first}\n2步杀1，{second}，d0d1 e9e8\n3,{second},d0d1,e9e8\n");
        let own = |moves: &str, comment: &str| [" * ", moves, comment].map(str::to_owned);
        let expected = [own("", "1步杀600"), own("d0d1 e9e8", "2步杀1"), own("d0d1 e9e8", "3")];
        assert_eq!(games(&lines), expected);
        assert_eq!(games(&format!("name,fen,moves\n{lines}")), expected);
        assert_eq!(games(&format!("{first},600")), [own("", "600")]);
        check(&format!("{second} d0d1,e9e8"), GameKind::Xiangqi, &["d0d1", "e9e8"]);
        check(&format!("{second} moves d0d1,e9e8"), GameKind::Xiangqi, &["d0d1", "e9e8"]);
    }

    #[test]
    fn quotes_around_a_fen_with_moves_are_no_part_of_either() {
        let start = xiangqi::Position::start().to_fen();
        for quotes in ["\"", "\"\"\"\"\"\""] {
            check(&format!("fen \"{start} moves h2e2 h9g7{quotes}"), GameKind::Xiangqi, &["h2e2", "h9g7"]);
            check(&format!("\"{start} | h2e2 h9g7{quotes}\n"), GameKind::Xiangqi, &["h2e2", "h9g7"]);
            check(&format!("\"{start}{quotes}\n1. h2e2 h9g7"), GameKind::Xiangqi, &["h2e2", "h9g7"]);
        }
        // A place counted from the end of the line lay inside the no-break space.
        let _ = Text.read("h//////////        1-0\"\"\"\u{a0}h".as_bytes());
        let _ = Text.read(format!("{start} moves\u{a0}\u{a0}h2e2\"\"\"").as_bytes());
    }

    #[test]
    fn a_written_text_is_read_again_or_refused() {
        let write = |kind, words: &[&str]| {
            let mut tree = Tree::new();
            words.iter().fold(Tree::ROOT, |node, &word| tree.push(node, word));
            Text.write(&Header::new(Setup::usual(kind)), &tree)
        };
        for kind in [GameKind::Xiangqi, GameKind::Gomoku] {
            for words in [
                &[][..],
                &["?", "h8"],
                &["h8", "h8"],
                &["h2e2", "$", "h9g7"],
                &["H-);"],
                &["h2e2", "1-0!"],
                // Forms of a move but for the first sign, which is left out of a file where it begins a line.
                &["\u{1a}5+5"],
                &["\u{feff}炮进5"],
            ] {
                match write(kind, words) {
                    Ok(written) => {
                        assert_eq!(Text.read(&written.bytes).map(|record| record.header.setup.kind()), Ok(kind))
                    }
                    Err(why) => assert_eq!(why, Unwritable::NoMoves { form: "txt" }),
                }
            }
        }
        assert!(write(GameKind::Xiangqi, &[]).is_ok() && write(GameKind::Gomoku, &["h8", "h8"]).is_ok());
        let cut = write(GameKind::Xiangqi, &["h2e2", "$", "h9g7"]).expect("it has a move");
        assert_eq!((cut.bytes.as_slice(), cut.left_out.count(RecordPart::Unplayable)), (&b"h2e2\n"[..], 2));
    }

    #[test]
    fn the_kinds_of_plain_text_are_told_apart() {
        check("h8 i9 j10", GameKind::Gomoku, &["h8", "i9", "j10"]);
        check("H8I9\nj10h7", GameKind::Gomoku, &["h8", "i9", "j10", "h7"]);
        check("1. h8 2. i9\n3.j10，h7", GameKind::Gomoku, &["h8", "i9", "j10", "h7"]);
        check("h2e2 h9g7", GameKind::Xiangqi, &["h2e2", "h9g7"]);
        check("h2e2h9g7h0g2", GameKind::Xiangqi, &["h2e2", "h9g7", "h0g2"]);
        check("77477062", GameKind::Xiangqi, &["h2e2", "h9g7"]);
        check("77-47, 70-62\n7967", GameKind::Xiangqi, &["h2e2", "h9g7", "h0g2"]);
        check("724279677062", GameKind::Xiangqi, &["h2e2", "h9g7", "h0g2"]);
        check("h3e3 h10g8 h1g3", GameKind::Xiangqi, &["h3e3", "h10g8", "h1g3"]);
        check("h3e3h10g8", GameKind::Xiangqi, &["h3e3", "h10g8"]);
        check("1. 炮二平五 马8进7", GameKind::Xiangqi, &["炮二平五", "马8进7"]);
        check("１．炮二平五马８进７　2、马二进三", GameKind::Xiangqi, &["炮二平五", "马８进７", "马二进三"]);
        check("C2=5 h8+7", GameKind::Xiangqi, &["C2=5", "h8+7"]);
        check("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1\nd0d1", GameKind::Xiangqi, &["d0d1"]);
        check("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", GameKind::Xiangqi, &[]);
        check("position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves d0d1 e9e8", GameKind::Xiangqi, &["d0d1", "e9e8"]);
        check("position startpos moves h2e2", GameKind::Xiangqi, &["h2e2"]);
        // pychess #871, pychess-variants #946 and #996: unknown counters, an empty hand, an address.
        check("4k4/9/9/9/9/9/9/9/9/3K5 b - - - -", GameKind::Xiangqi, &[]);
        check("4k4/9/9/9/9/9/9/9/9/3K5 w - - - -\nd0d1", GameKind::Xiangqi, &["d0d1"]);
        check("4k4/9/9/9/9/9/9/9/9/3K5[] w - - 0 1", GameKind::Xiangqi, &[]);
        check("4k4/9/9/9/9/9/9/9/9/3K5[]_w_-_-_0_1", GameKind::Xiangqi, &[]);
        check(
            "https://www.pychess.org/analysis/xiangqi?fen=4k4/9/9/9/9/9/9/9/9/3K5[]_b_-_-_0_1",
            GameKind::Xiangqi,
            &[],
        );
        for nothing in ["", "  \n", "hello there, friend", "a99999", "🀄", "h8 h8", "8, 7", "12345"] {
            assert_eq!(Text.read(nothing.as_bytes()), Err(UnreadableRecord::Unknown), "{nothing:?}");
        }
    }

    #[test]
    fn a_list_of_positions_is_reported_and_a_remark_kept() {
        let fen = "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1";
        let record = Text.read(format!("{fen}\n{fen}\n\n{fen}\n").as_bytes()).expect("it is a record");
        let faults: Vec<String> = record.faults().iter().map(ToString::to_string).collect();
        assert_eq!(faults, ["line 2: 2 more positions are not read"]);
        assert!(record.tree.note(Tree::ROOT).comment.is_empty());
        let library = "1步杀_1|1R7/1N1ka2NC/b8/p8/nnb6/5c3/9/1r1p5/2p6/3Kcr3 w|b9d9\n\
            002x|9/2N2R3/3k5/9/9/9/9/9/2rp5/5K3 w - - 0 1|c8b6,d7e7,b6d5";
        let record = Text.read(library.as_bytes()).expect("it is a record");
        assert_eq!((record.tree.note(Tree::ROOT).comment.as_str(), record.tree.len()), ("1步杀_1", 1));
        assert_eq!(
            record.faults().iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["line 2: 1 more position is not read"]
        );
        let mut lengths = Vec::new();
        let _ = Text.read_each(library.as_bytes(), &mut |record| {
            lengths.push(record.map(|record| record.tree.len()));
            ControlFlow::Continue(())
        });
        assert_eq!(lengths, [Ok(1), Ok(3)]);
        let record = Text.read(format!("{fen} ; 第一局，炮二平五\nd0d1").as_bytes()).expect("it is a record");
        let comment = record.tree.note(Tree::ROOT).comment.as_str();
        assert_eq!((comment, record.tree.len(), record.faults()), ("第一局，炮二平五", 1, vec![]));
    }

    #[test]
    fn a_remark_on_a_position_needs_no_blank_before_it() {
        let board = "4k4/9/9/9/9/9/9/9/9/3K5";
        for (fields, remark) in [
            (" w - - 0 1", "hello"),
            (" w - - 0 1", " 残局一"),
            (" w - - 0 1", " bm d0d1"),
            (" w - - 0 1", "see the moves | d0d1"),
            (" w 0 1", "hello"),
            (" w", " note"),
            (" w -", "炮二平五"),
            ("", "note"),
        ] {
            let text = format!(
                "{board}{fields};{remark}
d0d1"
            );
            let record = Text.read(text.as_bytes()).expect("it is a record");
            let comment = record.tree.note(Tree::ROOT).comment.as_str();
            assert_eq!((comment, record.tree.len(), record.faults()), (remark.trim(), 1, vec![]), "{text}");
            assert!(matches!(record.header.setup, Setup::Xiangqi { start } if start.to_fen().starts_with(board)));
        }
        let list = format!("{board} w;1\n{board} b;2\n");
        let record = Text.read(list.as_bytes()).expect("it is a record");
        assert_eq!((record.tree.note(Tree::ROOT).comment.as_str(), record.faults().len()), ("1", 1));
    }

    #[test]
    fn a_result_before_or_behind_the_moves_is_read_with_its_reason() {
        let moves = ["1. 炮二平五 马8进7", "1. h2e2 h9g7"];
        for (line, winner, reason, why) in [
            ("Red wins on time", Some(Side::First), Reason::TimeForfeit, None),
            ("红先胜", Some(Side::First), Reason::Unstated, None),
            ("Black resigned", Some(Side::First), Reason::Resignation, None),
            ("和棋", None, Reason::Unstated, None),
            ("红先胜（超时）", Some(Side::First), Reason::TimeForfeit, Some("超时")),
            ("结果：红先胜（超时）", Some(Side::First), Reason::TimeForfeit, Some("超时")),
            ("黑胜(resigned)", Some(Side::Second), Reason::Resignation, Some("resigned")),
        ] {
            for text in moves.iter().flat_map(|moves| [format!("{line}\n\n{moves}\n"), format!("{moves}\n{line}\n")]) {
                let record = Text.read(text.as_bytes()).expect("it is a record");
                assert_eq!(record.header.outcome, Some(Outcome { winner, reason }), "{text}");
                assert_eq!(record.header.tag("Termination"), why, "{text}");
                let is_bare = record.tree.subtree(Tree::ROOT).all(|node| record.tree.note(node).is_empty());
                assert!(record.tree.len() == 2 && record.faults().is_empty() && is_bare, "{text}");
            }
        }
        let read = |text: &str| {
            let record = Text.read(text.as_bytes()).expect("it is a record");
            let comments = record.tree.subtree(Tree::ROOT).map(|node| record.tree.note(node).comment.clone());
            (record.header.outcome.map(Outcome::score_text), comments.collect::<String>())
        };
        for (text, score, comment) in [
            // A score may be that of a match, a sentence more than a result, and 红先胜 the task of a position.
            ("1-0\n1. h2e2 h9g7", None, "1-0"),
            ("Red wins a horse soon\n1. h2e2 h9g7", None, "Red wins a horse soon"),
            ("Cup\n红胜\n1. h2e2 h9g7", Some("1-0"), "Cup"),
            ("红胜 1. h2e2 h9g7", None, "红胜"),
            ("红先胜\n4k4/9/9/9/9/9/9/9/9/3K5 w\n1. d0d1", None, "红先胜"),
            ("4k4/9/9/9/9/9/9/9/9/3K5 w\n红先胜\n1. d0d1", None, "红先胜"),
            // The end of the moves and a labelled fact decide.
            ("红胜\n1. h2e2 h9g7 0-1", Some("0-1"), "红胜"),
            ("红胜\n结果：黑胜\n1. h2e2 h9g7", Some("0-1"), "红胜"),
            ("红胜\n1. h2e2 h9g7 1-0 （好）", Some("1-0"), "（好）"),
            ("1. h2e2 h9g7 1-0 (2. h0g2 resigns)", Some("1-0"), ""),
        ] {
            assert_eq!(read(text), (score, comment.to_owned()), "{text}");
        }
        // A result on a line before another game is no result of that one.
        let mut scores = Vec::new();
        let _ = Text.read_each("1. h2e2 h9g7 0-1\n红胜\n\n1. b2e2 b9c7\n".as_bytes(), &mut |record| {
            scores.push(record.expect("it is a record").header.outcome.map(Outcome::score_text));
            ControlFlow::Continue(())
        });
        assert_eq!(scores, [Some("0-1"), None]);
    }

    #[test]
    fn facts_behind_the_moves_are_comments() {
        for facts in
            ["Date: 2020.01.02", "Red: A", "Round: 3", "日期： 2020.01.02", "Red: A\nBlack: B\nDate: 2020.01.02"]
        {
            let read = |text: String| {
                let record = Text.read(text.as_bytes()).expect("it is a record");
                assert_eq!((record.faults(), record.tree.len()), (vec![], 2), "{text}");
                let last = record.tree.main_line().last().expect("it has moves");
                (record.tree.note(last).comment.clone(), record.header.outcome.map(Outcome::score_text))
            };
            assert_eq!(read(format!("1. h2e2 h9g7\n{facts}\n")), (facts.to_owned(), None));
            assert_eq!(read(format!("1. h2e2 h9g7\n{facts}\nResult: 1-0\n")), (facts.to_owned(), Some("1-0")));
        }
        // Facts between moves that go on are remarks, too.
        check("1. h2e2 h9g7\nRed: better\n2. h0g2", GameKind::Xiangqi, &["h2e2", "h9g7", "h0g2"]);
    }

    #[test]
    fn a_collection_may_be_longer_than_a_record_and_its_games_may_not() {
        let count = |text: &str| {
            Text.expect_length(text.len()).expect("it is no longer than a collection");
            let (mut read, mut refused) = (0, 0);
            let _ = Text.read_each(text.as_bytes(), &mut |record| {
                *if record.is_ok() { &mut read } else { &mut refused } += 1;
                ControlFlow::Continue(())
            });
            (read, refused)
        };
        let times = |part: &str| 1 + RECORD_BYTES_MAX / part.len();
        let game = format!("1. h2e2 h9g7 {{{}}} 1-0\n\n", "a comment ".repeat(999));
        assert_eq!(count(&game.repeat(times(&game))), (times(&game), 0));
        let points = format!("[Black \"{}\"]\n\n1. h8 i9\n\n", "x".repeat(9_999));
        assert_eq!(count(&points.repeat(times(&points))), (times(&points), 0));
        let position = format!("4k4/9/9/9/9/9/9/9/9/3K5 w ;{}\n", "x".repeat(999));
        assert_eq!(count(&position.repeat(times(&position))), (times(&position), 0));
        for long in [
            "h2e2 h9g7 ".repeat(times("h2e2 h9g7 ")),
            "h8 i9 ".repeat(times("h8 i9 ")),
            format!("1. h2e2 h9g7 1-0\n\n1. h2e2 {{{}}} 1-0", "x".repeat(RECORD_BYTES_MAX)),
        ] {
            assert_eq!(count(&long).1, 1);
        }
    }

    #[test]
    fn numbers_without_blanks_and_signs_are_no_part_of_a_move() {
        let moves = ["炮二平五", "马8进7", "马二进三", "车9平8"];
        check("1.炮二平五马8进72.马二进三车9平81-0", GameKind::Xiangqi, &moves);
        check("1.炮二平五马8进7\n2.马二进三车9平83.", GameKind::Xiangqi, &moves);
        check("1.h2e2h9g72.h0g2", GameKind::Xiangqi, &["h2e2", "h9g7", "h0g2"]);
        check("1.h8i92.j10h73.a1", GameKind::Gomoku, &["h8", "i9", "j10", "h7", "a1"]);
        check("1. h2e2= h9g7 ± 2. h0g2", GameKind::Xiangqi, &["h2e2", "h9g7", "h0g2"]);
        check("1. 炮二平五 马8进7\r\n\u{1a}", GameKind::Xiangqi, &["炮二平五", "马8进7"]);
    }

    #[test]
    fn letters_of_full_width_are_letters() {
        check("１．Ｃ２＝５　Ｈ８＋７", GameKind::Xiangqi, &["C2=5", "H8+7"]);
        check("1. Ｃ２＝５Ｈ８＋７ 2. Ｈ２＋３Ｒ９＝８", GameKind::Xiangqi, &["C2=5", "H8+7", "H2+3", "R9=8"]);
    }

    #[test]
    fn text_around_the_moves_is_understood() {
        let text = "第一局：甲 对 乙\n1. 炮二平五 马8进7 {中炮} 2. 马二进三 (2. 兵七进一) 车9平8 红胜\nfound somewhere";
        let record = Text.read(text.as_bytes()).expect("it is a record");
        assert_eq!(record.faults(), []);
        assert_eq!((record.tree.len(), record.tree.note(Tree::ROOT).comment.as_str()), (5, "第一局：甲 对 乙"));
        assert_eq!(record.header.outcome.and_then(|outcome| outcome.winner), Some(Side::First));
        let text = "Site: Beijing\nRed: 甲\nclub\n1. C2=5 h8+7 Red wins on time\n";
        let record = Text.read(text.as_bytes()).expect("it is a record");
        assert_eq!((record.header.tags[0].1.as_str(), record.header.names.first.as_str()), ("Beijing", "甲"));
        assert_eq!((record.tree.len(), record.tree.note(Tree::ROOT).comment.as_str()), (2, "club"));
        assert_eq!(record.header.outcome, Some(Outcome::win(Side::First, Reason::TimeForfeit)));
        let record = Text.read(b"s20 a1").expect("it is a record");
        assert_eq!(record.header.setup.size(), Some(20));
    }
}
