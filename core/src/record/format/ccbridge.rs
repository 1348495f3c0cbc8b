//! CBR and CBL, the records and the libraries of the program 象棋桥 (CCBridge); they are read.
//!
//! ```text
//! 0x000 "CCBridge Record\0"; texts in UTF-16 that end with a zero: 0x0B4 title, 0x2B4 event, 0x434 Red, 0x514 Black
//! 0x81C the result   0x844 whose turn it is   0x848 the board, row by row from Black's side, 0x11 to 0x17 Red's
//!       rook, horse, elephant, advisor, general, cannon, pawn, 0x21 to 0x27 Black's
//! 0x8A6 the root, then the moves: mark, 0, from, to, squares counted as on the board; length of the comment, comment.
//!       Of the mark 1 is the end of a line, 2 a move beside it, 4 a comment
//! ```
//!
//! A library begins with `CCBridgeLibrary\0`; its records begin 4096 bytes from each other or a multiple of that.

use std::ops::ControlFlow;

use encoding_rs::UTF_16LE;

use super::bytes::Bytes;
use super::comment;
use super::diagram;
use super::encoding::TextEncoding;
use super::preorder::Preorder;
use super::{Codec, Record, TakeRecord, UnreadableRecord, Unwritable, Written};
use crate::base::{Outcome, Reason, Side};
use crate::game::{GameKind, Setup};
use crate::record::{Header, Tree};
use crate::xiangqi::{Board, Move, Piece, Role, Square};

/// The records of CCBridge.
pub struct Cbr;

/// The libraries of CCBridge.
pub struct Cbl;

const MAGIC: &[u8] = b"CCBridge Record\0";
const LIBRARY_MAGIC: &[u8] = b"CCBridgeLibrary\0";
const MOVES_AT: usize = 0x8A6;

/// The distance between places at which a record of a library may begin.
const SLOT: usize = 4096;

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
        read_record(bytes, 0)
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
        bytes.starts_with(LIBRARY_MAGIC)
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
        let begins = |at: &usize| bytes[*at..].starts_with(MAGIC);
        // The index before the records grows with their number; where it ends is seen by the first record.
        let first = bytes.windows(MAGIC.len()).position(|window| window == MAGIC);
        let mut slots = (first.unwrap_or(bytes.len())..bytes.len()).step_by(SLOT).filter(begins).peekable();
        while let Some(begin) = slots.next() {
            let end = slots.peek().copied().unwrap_or(bytes.len());
            take(read_record(&bytes[begin..end], begin))?;
        }
        ControlFlow::Continue(())
    }

    fn write(&self, _: &Header, _: &Tree) -> Result<Written, Unwritable> {
        Err(Unwritable::ReadOnly { form: self.name() })
    }
}

/// Reads the record at byte `begin` of the file.
fn read_record(bytes: &[u8], begin: usize) -> Result<Record, UnreadableRecord> {
    let Some(head) = bytes.get(..MOVES_AT) else {
        return Err(UnreadableRecord::BreaksOff { form: "CBR", bytes: begin + bytes.len() });
    };
    let header = Header { names_rule: false, ..Header::new(Setup::usual(GameKind::Xiangqi)) };
    let mut record = Record::of_bytes(header);
    read_moves(bytes, begin, &mut record);
    let first_move = record.tree.main_moves().next();
    let told = if head[0x844] == 2 { Side::Second } else { Side::First };
    record.header.setup = diagram::start(board(&head[0x848..0x848 + Square::COUNT]), first_move, Some(told))?;
    let header = &mut record.header;
    header.names.first = text(&head[0x434..0x474]);
    header.names.second = text(&head[0x514..0x554]);
    for (name, words) in [("Title", text(&head[0xB4..0x134])), ("Event", text(&head[0x2B4..0x2F4]))] {
        if !words.is_empty() {
            header.tags.push((name.to_owned(), words));
        }
    }
    header.outcome = match head[0x81C] {
        1 => Some(Outcome::win(Side::First, Reason::Unstated)),
        2 => Some(Outcome::win(Side::Second, Reason::Unstated)),
        3 | 4 => Some(Outcome::draw(Reason::Unstated)),
        _ => None,
    };
    Ok(record)
}

/// Reads UTF-16 up to its first zero.
fn text(bytes: &[u8]) -> String {
    let text = UTF_16LE.decode_without_bom_handling(bytes).0;
    text.split('\0').next().unwrap_or_default().trim().replace("\r\n", "\n").to_owned()
}

/// Counts squares row by row from Black's side.
fn square(index: u8) -> Option<Square> {
    Square::at(index % Square::FILES, 9_u8.checked_sub(index / Square::FILES)?)
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
fn read_moves(bytes: &[u8], begin: usize, record: &mut Record) {
    let mut bytes = Bytes::new(bytes, MOVES_AT);
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
            let mv = match (square(from), square(to)) {
                (Some(from), Some(to)) => Move::new(from, to).to_string(),
                _ => format!("{from:02x}-{to:02x}"),
            };
            record.push(preorder.parent(), &mv, at)
        };
        let Some(words) = words else {
            return record.fault(at, "the comment that begins here does not end; the rest of the record is not read");
        };
        if !words.is_empty() {
            comment::read(&text(words), GameKind::Xiangqi, record.tree.note_mut(node));
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
        put(0x434, "甲");
        bytes[0x81C] = 1;
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
        assert_eq!((game.header.names.first.as_str(), game.header.tags[0].1.as_str()), ("甲", "第一局"));
        assert_eq!(game.header.setup, Setup::usual(GameKind::Xiangqi));
        for cut in MOVES_AT..record(MOVES).len() {
            assert!(Cbr.read(&record(MOVES)[..cut]).is_ok_and(|game| game.tree.len() < 3 || !game.faults().is_empty()));
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
    }
}
