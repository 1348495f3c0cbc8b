//! CBR and CBL, the records and the libraries of the program 象棋桥 (CCBridge); they are read.
//!
//! ```text
//! 0x000 "CCBridge Record\0"   0x013 the version   0x034 texts in UTF-16 that end with a zero ([`TEXTS`])
//! 0x7F4 code of the opening   0x81C the result: 1 Red won, 2 Black, 3 a draw, 4 several
//! 0x840 whose turn it is: 1 Red's, 2 Black's   0x844 the number of the first move, two bytes
//! 0x848 the board, row by row from Black's side, 0x11 to 0x17 Red's rook, horse, elephant, advisor, general, cannon,
//!       pawn, 0x21 to 0x27 Black's
//! 0x8A6 the root, then the moves: mark, 0, from, to, squares counted as on the board; length of the comment, comment.
//!       Of the mark 1 is the end of a line, 2 a move beside it, 4 a comment
//! ```
//!
//! Version 1 has its title at 0x034 and everything from 0x7F4 on 0x100 bytes earlier, and writes a square as two digits,
//! file and row. Its other texts are not read: a public reader has names, date and site 0x80 bytes earlier, where the
//! title is, but no record with them was at hand. What lies between texts is memory that was never cleared.
//!
//! A library begins with `CCBridgeLibrary\0`; its records begin 4096 bytes from each other or a multiple of that. Byte
//! 56 says that deleted games are among them. One with a title, an empty board and no moves is the heading of a
//! chapter. The libraries of older versions are packed with zlib; they are refused.

use std::ops::ControlFlow;

use encoding_rs::UTF_16LE;

use super::bytes::Bytes;
use super::comment;
use super::diagram;
use super::encoding::TextEncoding;
use super::preorder::Preorder;
use super::record::{Location, ReadFault};
use super::{Codec, Record, TakeRecord, UnreadableRecord, Unwritable, Written, result};
use crate::base::{Outcome, Reason, Side};
use crate::game::{GameKind, Setup};
use crate::record::{Header, Tree};
use crate::xiangqi::{self, Board, Move, Piece, Position, Role, Square};

/// The records of CCBridge.
pub struct Cbr;

/// The libraries of CCBridge.
pub struct Cbl;

const MAGIC: &[u8] = b"CCBridge Record\0";
const LIBRARY_MAGIC: &[u8] = b"CCBridgeLibrary\0";
/// How a packed library begins.
const PACKED_MAGIC: &[u8] = b"CCBridge\x15\0\0\0";
const MOVES_AT: usize = 0x8A6;

/// Where the version of a record stands.
const VERSION_AT: usize = 0x13;

/// Where the parts of a record stand behind its texts.
#[derive(Clone, Copy)]
struct Layout {
    /// How much earlier than in version 2.
    shift: usize,
    texts: &'static [(usize, usize, &'static str)],
    square: fn(u8) -> Option<Square>,
}

const VERSION_1: Layout = Layout { shift: 0x100, texts: &[(0x34, 128, "Title")], square: square_of_digits };
const VERSION_2: Layout = Layout { shift: 0, texts: &TEXTS, square };

/// The texts of version 2: where each begins, its bytes, and the name that other forms give it.
const TEXTS: [(usize, usize, &str); 28] = [
    (0x34, 128, "Script"),
    (0xB4, 128, "Title"),
    (0x134, 256, "Opening"),
    (0x234, 64, "Source"),
    (0x274, 64, "EventType"),
    (0x2B4, 64, "Event"),
    (0x2F4, 64, "Round"),
    (0x334, 32, "Group"),
    (0x354, 32, "Table"),
    (0x374, 64, "Date"),
    (0x3B4, 64, "Site"),
    (0x3F4, 64, "TimeControl"),
    (0x434, 64, "Red"),
    (0x474, 64, "RedTeam"),
    (0x4B4, 64, "RedTime"),
    (0x4F4, 32, "RedElo"),
    (0x514, 64, "Black"),
    (0x554, 64, "BlackTeam"),
    (0x594, 64, "BlackTime"),
    (0x5D4, 32, "BlackElo"),
    (0x5F4, 64, "Referee"),
    (0x634, 64, "Recorder"),
    (0x674, 64, "Annotator"),
    (0x6B4, 64, "AnnotatorAddress"),
    (0x6F4, 64, "Author"),
    (0x734, 64, "AuthorAddress"),
    (0x7FC, 32, "RecordKind"),
    (0x820, 32, "Termination"),
];

/// The distance between places at which a record of a library may begin.
const SLOT: usize = 4096;

/// Where a library says whether it has deleted games.
const DELETED_AT: usize = 56;

/// The highest number of a first move that is taken, as in a FEN.
const NUMBER_MAX: u16 = 9999;

impl Codec for Cbr {
    fn name(&self) -> &'static str {
        "cbr"
    }

    fn is_text(&self) -> bool {
        false
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    fn read_as(&self, bytes: &[u8], _: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        read_record(bytes, 0)?.game()
    }

    fn write(&self, _: &Header, _: &Tree) -> Result<Written, Unwritable> {
        Err(Unwritable::ReadOnly { form: self.name() })
    }
}

impl Codec for Cbl {
    fn name(&self) -> &'static str {
        "cbl"
    }

    fn is_text(&self) -> bool {
        false
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(LIBRARY_MAGIC) || bytes.starts_with(PACKED_MAGIC)
    }

    fn read_as(&self, bytes: &[u8], _: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        let mut first = Err(UnreadableRecord::BreaksOff { form: "CBL", bytes: bytes.len() });
        let _ = self.read_each(bytes, &mut |record| {
            first = record;
            ControlFlow::Break(())
        });
        first
    }

    fn holds_many(&self) -> bool {
        true
    }

    fn read_each_as(&self, bytes: &[u8], _: Option<TextEncoding>, take: TakeRecord<'_>) -> ControlFlow<()> {
        if bytes.starts_with(PACKED_MAGIC) {
            return take(Err(refused(0, "the packed libraries of older versions of CCBridge are not read")));
        }
        let begins = |at: &usize| bytes[*at..].starts_with(MAGIC);
        // The index before the records grows with their number; where it ends is seen by the first record.
        let first = bytes.windows(MAGIC.len()).position(|window| window == MAGIC);
        let mut slots = (first.unwrap_or(bytes.len())..bytes.len()).step_by(SLOT).filter(begins).peekable();
        let mut has_deleted = bytes.get(DELETED_AT).is_some_and(|&flag| flag != 0);
        // Headings wait for the next game, whose faults and comment have a place for them.
        let mut headings: Vec<ChapterHeading> = Vec::new();
        while let Some(begin) = slots.next() {
            let end = slots.peek().copied().unwrap_or(bytes.len());
            match read_record(&bytes[begin..end], begin) {
                Ok(LibraryEntry::Heading(heading)) => headings.push(heading),
                Ok(LibraryEntry::Game(mut record)) => {
                    put_before(std::mem::take(&mut headings), &mut record);
                    if std::mem::take(&mut has_deleted) {
                        record.fault(DELETED_AT, "the library has deleted games, which are read with the others");
                    }
                    take(Ok(*record))?;
                }
                Err(why) => take(Err(why))?,
            }
        }
        headings.into_iter().try_for_each(|heading| take(LibraryEntry::Heading(heading).game()))
    }

    fn write(&self, _: &Header, _: &Tree) -> Result<Written, Unwritable> {
        Err(Unwritable::ReadOnly { form: self.name() })
    }
}

/// What a record holds.
enum LibraryEntry {
    Game(Box<Record>),
    Heading(ChapterHeading),
}

/// The heading of a chapter.
struct ChapterHeading {
    /// The byte of the file where its record begins.
    begin: usize,
    title: String,
    comment: String,
    /// Its facts besides the title.
    tags: Vec<(String, String)>,
}

impl LibraryEntry {
    /// Returns the game.
    ///
    /// # Errors
    /// It is a heading.
    fn game(self) -> Result<Record, UnreadableRecord> {
        match self {
            LibraryEntry::Game(record) => Ok(*record),
            LibraryEntry::Heading(heading) => Err(refused(heading.begin, &heading.sentence())),
        }
    }
}

impl ChapterHeading {
    fn sentence(&self) -> String {
        format!("'{}' is the heading of a chapter and has no game", self.title.escape_debug())
    }
}

/// Reports headings with the game behind them, and keeps their texts in its first comment.
fn put_before(headings: Vec<ChapterHeading>, record: &mut Record) {
    let mut texts = Vec::new();
    for heading in headings {
        record.fault(heading.begin, heading.sentence());
        let own = &record.header.tags;
        let facts = heading.tags.iter().filter(|tag| !own.contains(tag)).map(|(name, text)| format!("{name}: {text}"));
        texts.extend([heading.title, heading.comment].into_iter().chain(facts));
    }
    let note = record.tree.note_mut(Tree::ROOT);
    texts.push(std::mem::take(&mut note.comment));
    texts.iter().for_each(|text| note.add_comment(text));
}

/// Reads the record at byte `begin` of the file.
fn read_record(bytes: &[u8], begin: usize) -> Result<LibraryEntry, UnreadableRecord> {
    let Some(head) = bytes.get(..MOVES_AT) else {
        return Err(UnreadableRecord::BreaksOff { form: "CBR", bytes: begin + bytes.len() });
    };
    let layout = if head[VERSION_AT] == 1 { VERSION_1 } else { VERSION_2 };
    let at = |place: usize| place - layout.shift;
    let header = Header { names_rule: false, ..Header::new(Setup::usual(GameKind::Xiangqi)) };
    let mut record = Record::of_bytes(header);
    if head[VERSION_AT] == 1 {
        record
            .fault(begin + VERSION_AT, "of the facts of a record of version 1 only title, opening and result are read");
    }
    read_moves(bytes, begin, layout, &mut record);
    let header = &mut record.header;
    let mut reason = Reason::Unstated;
    for &(at, length, name) in layout.texts {
        let words = text(&head[at..at + length]);
        match name {
            _ if words.is_empty() => {}
            "Red" => header.names.first = words,
            "Black" => header.names.second = words,
            "Date" => header.date = words,
            "Termination" => reason = result::note_termination(header, &words),
            _ => header.tags.push((name.to_owned(), words)),
        }
    }
    if let [letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9', 0] = head[at(0x7F4)..at(0x7F8)] {
        header.tags.push(("ECCO".to_owned(), [letter, tens, ones].map(char::from).iter().collect()));
    }
    header.outcome = match head[at(0x81C)] {
        1 => Some(Outcome::win(Side::First, reason)),
        2 => Some(Outcome::win(Side::Second, reason)),
        3 => Some(Outcome::draw(reason)),
        _ => None,
    };
    if head[at(0x81C)] == 4 {
        record.fault(begin + at(0x81C), "the record names several results; none is taken");
    }
    let board = board(&head[at(0x848)..][..Square::COUNT]);
    let title = record.header.tags.iter().position(|(name, _)| name == "Title");
    if let Some(title) = title.filter(|_| board == Board::EMPTY && record.tree.is_empty()) {
        let (_, title) = record.header.tags.remove(title);
        let comment = std::mem::take(&mut record.tree.note_mut(Tree::ROOT).comment);
        return Ok(LibraryEntry::Heading(ChapterHeading { begin, title, comment, tags: record.header.tags }));
    }
    let first_move = record.tree.main_moves().next();
    let told = if head[at(0x840)] == 2 { Side::Second } else { Side::First };
    let setup = diagram::start(board, first_move, Some(told))?;
    record.header.setup = numbered(setup, u16::from_le_bytes([head[at(0x844)], head[at(0x845)]]));
    Ok(LibraryEntry::Game(Box::new(record)))
}

/// Returns the start with the number of its first move, unless no game has such a number.
fn numbered(setup: Setup, move_number: u16) -> Setup {
    match setup {
        Setup::Xiangqi { start } if (1..=NUMBER_MAX).contains(&move_number) => {
            let numbered = xiangqi::Setup { move_number, ..start.to_setup() };
            Setup::Xiangqi { start: Position::from_setup(numbered).unwrap_or(start) }
        }
        setup => setup,
    }
}

/// Refuses all of a record or library for what byte `at` says.
fn refused(at: usize, message: &str) -> UnreadableRecord {
    UnreadableRecord::Broken(ReadFault::new(Location::Byte(at), message))
}

/// Reads UTF-16 up to its first zero.
fn text(bytes: &[u8]) -> String {
    let text = UTF_16LE.decode_without_bom_handling(bytes).0;
    text.split('\0').next().unwrap_or_default().trim().replace("\r\n", "\n").to_owned()
}

/// What CCBridge marks text of a comment with: `[color=blue][b]第一篇[/b][/color]`.
const MARKUP: [&str; 5] = ["attach", "b", "big", "center", "color"];

/// Leaves the markup of a comment out, and keeps what it marks.
fn without_markup(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut parts = text.split('[');
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let marked = part.split_once(']').filter(|&(inner, _)| {
            let name = inner.strip_prefix('/').unwrap_or(inner).split('=').next().unwrap_or_default();
            MARKUP.iter().any(|known| known.eq_ignore_ascii_case(name))
        });
        match marked {
            Some((_, behind)) => plain.push_str(behind),
            None => plain.extend(["[", part]),
        }
    }
    plain
}

/// Counts squares row by row from Black's side.
fn square(index: u8) -> Option<Square> {
    Square::at(index % Square::FILES, 9_u8.checked_sub(index / Square::FILES)?)
}

/// Reads a square of version 1: `0x77` is file 7, row 7.
fn square_of_digits(digits: u8) -> Option<Square> {
    Square::at(digits >> 4, 9_u8.checked_sub(digits & 0x0F)?)
}

fn board(cells: &[u8]) -> Board {
    const ROLES: [Role; 7] =
        [Role::Rook, Role::Horse, Role::Elephant, Role::Advisor, Role::General, Role::Cannon, Role::Pawn];
    let mut board = Board::EMPTY;
    for (index, cell) in cells.iter().enumerate() {
        let side = match cell >> 4 {
            1 => Side::First,
            2 => Side::Second,
            _ => continue,
        };
        let role = ROLES.get(usize::from(cell & 0x0F).wrapping_sub(1));
        if let (Some(square), Some(&role)) = (square(index as u8), role) {
            board.set(square, Some(Piece { side, role }));
        }
    }
    board
}

/// Reads the tree; at a place that makes no sense it ends.
fn read_moves(bytes: &[u8], begin: usize, layout: Layout, record: &mut Record) {
    let mut bytes = Bytes::new(bytes, MOVES_AT - layout.shift);
    let mut preorder = Preorder::default();
    let mut is_root = true;
    loop {
        let at = begin + bytes.offset();
        let Some([mark, _, from, to]) = bytes.array() else {
            // A record without moves ends behind its root, however that is marked.
            if record.tree.is_empty() && !is_root {
                return;
            }
            return record.fault(at, "the record breaks off here, before its last move");
        };
        // A move from a square to itself is padding.
        if !is_root && from == to {
            if !record.tree.is_empty() {
                record.fault(at, "the moves end here, before the last line does");
            }
            return;
        }
        let words =
            if mark & 4 == 0 { Some(&[][..]) } else { bytes.u32().and_then(|length| bytes.take(length as usize)) };
        let node = if is_root {
            Tree::ROOT
        } else {
            let mv = match ((layout.square)(from), (layout.square)(to)) {
                (Some(from), Some(to)) => Move::new(from, to).to_string(),
                _ => format!("{from:02x}-{to:02x}"),
            };
            record.push(preorder.parent(), &mv, at)
        };
        let Some(words) = words else {
            return record.fault(at, "the comment that begins here does not end; the rest of the record is not read");
        };
        if !words.is_empty() {
            comment::read(&without_markup(&text(words)), GameKind::Xiangqi, record.tree.note_mut(node));
        }
        if !preorder.pass(node, mark & 1 == 0, mark & 2 != 0 && !is_root) {
            return;
        }
        is_root = false;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Lays a record down as the program does: `moves` from the root on.
    pub fn record(moves: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; MOVES_AT];
        bytes[..MAGIC.len()].copy_from_slice(MAGIC);
        let mut put = |at: usize, text: &str| {
            for (index, unit) in text.encode_utf16().enumerate() {
                bytes[at + 2 * index..at + 2 * index + 2].copy_from_slice(&unit.to_le_bytes());
            }
        };
        put(0xB4, "第一局");
        put(0x374, "1989年6月3日");
        put(0x3B4, "柳州市");
        put(0x434, "甲");
        put(0x474, "广东");
        bytes[0x81C] = 1;
        bytes[0x840] = 1;
        bytes[0x844] = 1;
        for square in Square::ALL {
            if let Some(piece) = crate::xiangqi::Position::start().piece_at(square) {
                let role = "rnbakcp".find(piece.role.letter()).expect("every role has a letter") as u8 + 1;
                let index = usize::from(9 - square.rank()) * 9 + usize::from(square.file());
                bytes[0x848 + index] = role | if piece.side == Side::First { 0x10 } else { 0x20 };
            }
        }
        bytes.extend(moves);
        bytes
    }

    /// 炮二平五 with a comment, 马8进7, and 炮8平5 beside it.
    pub const MOVES: &[u8] = b"\0\0\0\0\x04\0\x46\x43\x02\0\0\0\x70\x4E\x03\0\x07\x18\x01\0\x19\x16";

    #[test]
    fn a_record_is_read_with_its_variations() {
        let game = Cbr.read(&record(MOVES)).expect("it can be set up");
        assert_eq!(game.faults(), []);
        let moves: Vec<&str> = game.tree.subtree(Tree::ROOT).filter_map(|node| game.tree.mv(node)).collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h7e7"]);
        assert_eq!(game.tree.note(game.tree.main_child(Tree::ROOT).expect("a move")).comment, "\u{4E70}");
        assert_eq!((game.header.names.first.as_str(), game.header.date.as_str()), ("甲", "1989年6月3日"));
        let tags = [("Title", "第一局"), ("Site", "柳州市"), ("RedTeam", "广东")];
        assert_eq!(game.header.tags, tags.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(game.header.setup, Setup::usual(GameKind::Xiangqi));
        for cut in MOVES_AT..record(MOVES).len() {
            assert!(Cbr.read(&record(MOVES)[..cut]).is_ok_and(|game| game.tree.len() < 3 || !game.faults().is_empty()));
        }
    }

    #[test]
    fn the_turn_and_the_number_of_the_first_move_are_read() {
        let start = |turn: u8, number: u16| {
            let mut bytes = record(b"\0\0\0\0");
            bytes[0x840] = turn;
            bytes[0x844..0x846].copy_from_slice(&number.to_le_bytes());
            Cbr.read(&bytes).expect("it can be set up").header.setup.start_fen().unwrap_or_default()
        };
        assert_eq!([start(1, 1), start(0, 0), start(1, 0xFFFF)], ["", "", ""]);
        assert!(start(2, 1).ends_with(" b - - 0 1") && start(1, 2).ends_with(" w - - 0 2"));
        assert!(start(2, 333).ends_with(" b - - 0 333"));
        // The first move shows whose turn it is.
        let mut bytes = record(MOVES);
        bytes[0x840] = 2;
        assert_eq!(Cbr.read(&bytes).expect("it can be set up").header.setup, Setup::usual(GameKind::Xiangqi));
    }

    #[test]
    fn the_markup_of_a_comment_is_left_out() {
        let marked = "[color=blue][center][b][big]第一篇[/center][/b][/big] [%csl Ra1] [c] a[0] [b";
        assert_eq!(without_markup(marked), "第一篇 [%csl Ra1] [c] a[0] [b");
        assert_eq!(without_markup("[/color][attach=1]"), "");
    }

    #[test]
    fn several_results_are_none() {
        let mut bytes = record(MOVES);
        for (code, score, faults) in [(0, None, 0), (2, Some("0-1"), 0), (3, Some("1/2-1/2"), 0), (4, None, 1)] {
            bytes[0x81C] = code;
            let game = Cbr.read(&bytes).expect("it can be set up");
            assert_eq!((game.header.outcome.map(Outcome::score_text), game.faults().len()), (score, faults), "{code}");
        }
    }

    #[test]
    fn a_library_is_read_record_by_record() {
        let mut library = LIBRARY_MAGIC.to_vec();
        library.resize(1_000, 0);
        for moves in [MOVES, b"\0\0\0\0", b"\0\0\0\0\x01\0\x46\x43"] {
            library.extend(record(moves));
            library.resize(1_000 + (library.len() - 1_000).next_multiple_of(SLOT), 0);
        }
        let mut games = Vec::new();
        let _ = Cbl.read_each(&library, &mut |game| {
            let game = game.expect("it can be set up");
            games.push((game.tree.len(), game.faults().len()));
            ControlFlow::Continue(())
        });
        assert_eq!(games, [(3, 0), (0, 0), (1, 0)]);
        assert_eq!(Cbl.read(&library).expect("the first").tree.len(), 3);
        assert!(Cbl.read(LIBRARY_MAGIC).is_err());
        library[DELETED_AT] = 1;
        let faults = Cbl.read(&library).expect("the first").faults();
        assert_eq!(faults[0].to_string(), "byte 56: the library has deleted games, which are read with the others");
        games.clear();
        let _ = Cbl.read_each(&library, &mut |game| {
            let game = game.expect("it can be set up");
            games.push((game.tree.len(), game.faults().len()));
            ControlFlow::Continue(())
        });
        assert_eq!(games, [(3, 1), (0, 0), (1, 0)]);
    }

    #[test]
    fn the_heading_of_a_chapter_is_no_broken_game() {
        // 1989年龙化杯象棋名师邀请赛35局.CBL.
        let heading = |moves: &[u8]| {
            let mut bytes = record(moves);
            bytes[0x848..0x848 + Square::COUNT].fill(0);
            bytes
        };
        let mut library = LIBRARY_MAGIC.to_vec();
        library.resize(1_000, 0);
        let chapter = heading(b"\x05\0\0\0\x02\0\0\0\x70\x4E");
        let no_title = [&heading(b"\x01\0\0\0")[..0xB4], &[0; 0x80], &heading(b"\x01\0\0\0")[0x134..]].concat();
        for bytes in [&chapter, &record(MOVES), &no_title, &record(b"\0\0\0\0"), &chapter] {
            library.extend(bytes);
            library.resize(1_000 + (library.len() - 1_000).next_multiple_of(SLOT), 0);
        }
        let mut told = Vec::new();
        let _ = Cbl.read_each(&library, &mut |game| {
            told.push(match game {
                Ok(game) => {
                    (game.tree.note(Tree::ROOT).comment.clone(), game.faults().iter().map(|f| f.to_string()).collect())
                }
                Err(why) => (String::new(), vec![why.to_string()]),
            });
            ControlFlow::Continue(())
        });
        let sentence = |at| vec![format!("byte {at}: '第一局' is the heading of a chapter and has no game")];
        assert_eq!(
            told,
            [
                ("第一局\n\u{4E70}".to_owned(), sentence(1_000)),
                (String::new(), vec!["Red has no general".to_owned()]),
                (String::new(), vec![]),
                (String::new(), sentence(1_000 + 4 * SLOT)),
            ]
        );
        assert_eq!(Cbl.read(&library).expect("the first game").tree.len(), 3);
        assert!(Cbr.read(&chapter).is_err());
    }

    #[test]
    fn the_first_version_is_read_with_its_title() {
        let second = record(b"");
        let mut bytes = second[..0x34].to_vec();
        bytes[VERSION_AT] = 1;
        bytes.extend(&second[0xB4..0x134]);
        bytes.resize(0x6F4, 0xCD);
        bytes.extend(b"C66\0");
        bytes.extend(&second[0x7F8..MOVES_AT]);
        bytes.extend(b"\0\0\0\0\0\0\x77\x47\x02\0\x70\x62\x01\0\x79\x67\x01\0\x10\x22");
        bytes.resize(MOVES_AT, 0);
        let game = Cbr.read(&bytes).expect("it can be set up");
        let moves: Vec<&str> = game.tree.subtree(Tree::ROOT).filter_map(|node| game.tree.mv(node)).collect();
        assert_eq!(moves, ["h2e2", "h9g7", "h0g2", "b9c7"]);
        let tags = [("Title", "第一局"), ("ECCO", "C66")];
        assert_eq!(game.header.tags, tags.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(game.header.outcome.and_then(|outcome| outcome.winner), Some(Side::First));
        assert_eq!(game.faults().iter().map(|fault| fault.place).collect::<Vec<_>>(), [Location::Byte(0x13)]);
    }

    #[test]
    fn packed_libraries_are_refused_in_a_sentence() {
        assert!(Cbl.sniff(PACKED_MAGIC));
        let why = Cbl.read(&[PACKED_MAGIC, &[1, 0, 0, 0]].concat()).expect_err("it is packed").to_string();
        assert_eq!(why, "byte 0: the packed libraries of older versions of CCBridge are not read");
    }
}
