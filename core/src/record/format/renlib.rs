//! LIB, the trees of RenLib 3 (F. Arkbo), for Renju on fifteen lines: a header of twenty bytes, then two bytes a move,
//! each move before what follows it, and that before the moves beside it. Its specification is the source of RenLib
//! (github.com/gomoku/RenLib: `LibraryFile.cpp`, `MoveNode.cpp`, `RenLibDoc.cpp`).
//!
//! ```text
//! row from the top · 16 + column from 1, or 0 for no move
//! 0x80 a move stands beside it   0x40 nothing follows it   0x08 comment   0x20 comment of old   0x10 mark
//! 0x04 shown first   0x02 the point is no move
//! 0x01 two more bytes of flags, of which 0x0001 is a text on the board
//! ```
//!
//! Comments and texts end with a zero byte and take an even number of bytes. A mark is a ring on the move's own point, a
//! text on the board a label on it, also on an empty point; whatever else is noted stands in the comment as [`comment`] writes it.

use smol_str::{SmolStr, ToSmolStr};

use super::bytes::Bytes;
use super::comment;
use super::encoding::{GB18030_MARK, TextEncoding, encode_gb18030, need_gb18030_mark};
use super::pos::{SIZE, expect_size, point};
use super::written::{expect_game, writable};
use super::{Codec, LeftOut, Location, ReadFault, Record, UnreadableRecord, Unwritable, Written};
use crate::game::{GameKind, Setup};
use crate::gomoku::{Point, Rule};
use crate::record::note::{Colour, Label, Mark, Note};
use crate::record::{Header, NodeId, Tree};

/// The trees of RenLib.
pub struct RenLib;

/// How the file begins; the version follows, then bytes of 0xFF.
const MAGIC: &[u8; 8] = b"\xFFRenLib\xFF";

/// Where the moves begin.
const MOVES_AT: usize = 20;

/// The version that we write, the newest there is.
const VERSION: [u8; 2] = [3, 4];

/// The centre of the board, where the oldest libraries begin.
const CENTRE: u8 = 0x78;

const SIBLING: u8 = 0x80;
const LEAF: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
/// The position that RenLib shows first.
const START: u8 = 0x04;
/// The point is none of a move; it carries a text.
const NO_MOVE: u8 = 0x02;
const EXTENDED: u8 = 0x01;
/// In the second byte of an extension.
const BOARD_TEXT: u8 = 0x01;

impl Codec for RenLib {
    fn name(&self) -> &'static str {
        "lib"
    }

    fn is_text(&self) -> bool {
        false
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC) || (bytes.first() == Some(&CENTRE) && is_old_library(bytes))
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        let (mut record, notes) = read_nodes(bytes)?;
        let texts = || notes.iter().flat_map(|note| [note.words, note.board_text]);
        record.encoding = encoding.unwrap_or_else(|| TextEncoding::guess_of(texts()));
        for raw in &notes {
            raw.add_to(record.tree.note_mut(raw.node), record.encoding);
        }
        Ok(record)
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        expect_game(self.name(), GameKind::Gomoku, header)?;
        expect_size(self.name(), header)?;
        let mut left_out = LeftOut::default();
        left_out.add_facts(header, &[]);
        left_out.add_rule(header, Rule::Renju);
        let tree = writable(tree, |mv| point(mv).is_some(), &mut left_out);
        let mut bytes = [&MAGIC[..], &VERSION, &[0xFF; 10]].concat();
        // RenLib begins in the centre; a tree that does not begins with a node that is no move.
        let mut first_moves = tree.children(Tree::ROOT).map(|node| tree.mv(node));
        let is_standard = first_moves.next() == Some(Some("h8")) && first_moves.next().is_none();
        let is_standard = is_standard && tree.note(Tree::ROOT).is_empty();
        let nodes: Vec<NodeId> = tree.subtree(Tree::ROOT).skip(usize::from(is_standard)).collect();
        let mut notes: Vec<EncodedNote> = nodes.iter().map(|&node| EncodedNote::of(&tree, node)).collect();
        if need_gb18030_mark(notes.iter().flat_map(|note| [&note.words[..], &note.board_text[..]])) {
            notes[0].words.splice(..0, GB18030_MARK);
        }
        for (&node, note) in nodes.iter().zip(&notes) {
            write_node(&tree, node, note, &mut bytes);
        }
        Ok(Written { bytes, left_out })
    }
}

/// Returns whether bytes without a header are a library to their last byte.
fn is_old_library(bytes: &[u8]) -> bool {
    !bytes.is_ascii() && read_nodes(bytes).is_ok_and(|(record, _)| record.faults().is_empty() && record.tree.len() > 1)
}

/// Reads the tree, and what is noted in it.
///
/// # Errors
/// There is neither a header nor the first move of the oldest libraries, or a move lies beyond the board.
fn read_nodes(bytes: &[u8]) -> Result<(Record, Vec<RawNote<'_>>), UnreadableRecord> {
    // The oldest libraries have no header and begin in the centre (`LibraryFile::CheckVersion`).
    let begin = match bytes.first() {
        _ if bytes.starts_with(MAGIC) => MOVES_AT,
        Some(&CENTRE) => 0,
        _ if MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]) => MOVES_AT,
        _ => {
            let message = "a library begins with the word RenLib or in the centre of the board".to_owned();
            return Err(UnreadableRecord::Broken(ReadFault::new(Location::Byte(0), message)));
        }
    };
    if bytes.len() < begin {
        return Err(UnreadableRecord::BreaksOff { form: "RenLib", bytes: bytes.len() });
    }
    let header = Header::new(Setup::gomoku(Rule::Renju, SIZE, None)?);
    let record = Record::of_bytes(Header { names_rule: false, ..header });
    let mut reader = Reader {
        bytes: Bytes::new(bytes, begin),
        begin,
        record,
        notes: Vec::new(),
        parent: Some(Tree::ROOT),
        open: Vec::new(),
        is_owed: false,
        has_start: false,
    };
    if begin > 0 && bytes[8..10] > VERSION[..] {
        reader.record.fault(8, format!("version {}.{} of RenLib is newer than 3.4", bytes[8], bytes[9]));
    }
    // A library without moves is nothing but a header.
    while reader.bytes.offset() < bytes.len() {
        if !reader.node()? {
            let left = bytes.len() - reader.bytes.offset();
            if left > 0 {
                reader.record.fault(reader.bytes.offset(), format!("{left} bytes behind the last move are not read"));
            }
            break;
        }
    }
    // The last move of a path needs no mark of its end.
    if reader.is_owed || !reader.open.is_empty() {
        reader.record.fault(bytes.len(), "the library breaks off here, before its last move");
    }
    Ok((reader.record, reader.notes))
}

/// What is noted at a node, in the encoding of the library.
struct RawNote<'a> {
    node: NodeId,
    /// The point of the move, or the empty point that the note is about.
    at: Option<SmolStr>,
    is_marked: bool,
    words: &'a [u8],
    /// A comment of old, which has an encoding of its own.
    old_words: String,
    board_text: &'a [u8],
    is_move: bool,
}

struct Reader<'a> {
    bytes: Bytes<'a>,
    /// Where the moves begin.
    begin: usize,
    record: Record,
    notes: Vec<RawNote<'a>>,
    /// Where the next move hangs; `None` behind a point that is no move, where moves cannot hang.
    parent: Option<NodeId>,
    /// The parents of moves that still have one beside them, the innermost on top: depth costs no stack.
    open: Vec<Option<NodeId>>,
    /// Whether a move was announced that stands beside an earlier one.
    is_owed: bool,
    has_start: bool,
}

impl Reader<'_> {
    /// Reads a move; returns whether another one may follow.
    fn node(&mut self) -> Result<bool, UnreadableRecord> {
        let at = self.bytes.offset();
        let Some([place, flags]) = self.bytes.array() else {
            self.record.fault(at, "the library breaks off here, before its last move");
            let _ = self.bytes.take(1);
            self.open.clear();
            self.is_owed = false;
            return Ok(false);
        };
        let mut extension = [0, 0];
        if flags & EXTENDED != 0 {
            extension = self.bytes.array().unwrap_or_default();
        }
        let old_words = if flags & OLD_COMMENT != 0 { self.old_text() } else { String::new() };
        let words = if flags & (COMMENT | OLD_COMMENT) == COMMENT { read_text(&mut self.bytes) } else { &[] };
        let board_text = if extension[1] & BOARD_TEXT != 0 { read_text(&mut self.bytes) } else { &[] };
        if flags & START != 0 && !std::mem::replace(&mut self.has_start, true) {
            self.record.fault(at, "the position that RenLib shows first is not kept");
        }
        let (row, column) = (place >> 4, (place & 0x0F).wrapping_sub(1));
        let point = (row < SIZE && column < SIZE).then(|| Point::new(column, SIZE - 1 - row).to_smolstr());
        if point.is_none() && place != 0 {
            let message = format!("{place:02x} is no point of the board");
            return Err(UnreadableRecord::Broken(ReadFault::new(Location::Byte(at), message)));
        }
        let is_root = place == 0 && at == self.begin;
        let is_move = flags & NO_MOVE == 0 || is_root;
        let node = match self.parent {
            _ if is_root => Some(Tree::ROOT),
            Some(parent) if is_move => {
                Some(self.record.push(parent, point.clone().unwrap_or_else(|| "pass".into()), at))
            }
            parent => parent,
        };
        let is_noted = flags & MARK != 0 || !(words.is_empty() && old_words.is_empty() && board_text.is_empty());
        if let Some(node) = node.filter(|_| is_noted) {
            let is_marked = flags & MARK != 0;
            self.notes.push(RawNote { node, at: point, is_marked, words, old_words, board_text, is_move });
        }
        let is_leaf = flags & LEAF != 0;
        self.is_owed = is_leaf;
        if flags & SIBLING != 0 && !is_root {
            self.open.push(self.parent);
        }
        if !is_leaf && !is_move {
            self.record.fault(at, "moves behind a point that is no move are not read");
        }
        self.parent = match (is_leaf, is_move) {
            (false, true) => node,
            (false, false) => None,
            (true, _) => match self.open.pop() {
                Some(parent) => parent,
                None => {
                    self.is_owed = false;
                    return Ok(false);
                }
            },
        };
        Ok(true)
    }

    /// Reads a comment of old: seven bits a character in the Swedish variant of ASCII, up to the byte that has its top bit set;
    /// it takes an even number of bytes (`ReadOldComment`, `AsciiToWinChar`).
    fn old_text(&mut self) -> String {
        let begun = self.bytes.offset();
        let mut text = String::new();
        while let Some([byte]) = self.bytes.array() {
            text.push(match byte & 0x7F {
                b'}' => 'å',
                b'{' => 'ä',
                b'|' => 'ö',
                b']' => 'Å',
                b'[' => 'Ä',
                b'\\' => 'Ö',
                byte => char::from(byte),
            });
            if byte >= 0x80 {
                break;
            }
        }
        if (self.bytes.offset() - begun) % 2 == 1 {
            let _ = self.bytes.take(1);
        }
        text
    }
}

impl RawNote<'_> {
    fn add_to(&self, note: &mut Note, encoding: TextEncoding) {
        if let Some(at) = &self.at {
            if self.is_marked {
                note.marks.push(Mark { colour: Colour::default(), from: None, to: at.clone() });
            }
            if !self.board_text.is_empty() {
                let text = encoding.decode(self.board_text).replace(['\u{8}', '\n'], " ").into();
                note.labels.push(Label { at: at.clone(), text });
            }
        }
        // RenLib ends the first line of several with a backspace.
        let words = encoding.decode(self.words).into_owned() + &self.old_words.replace("\r\n", "\n");
        let words = words.replace('\u{8}', "\n");
        match &self.at {
            Some(at) if !self.is_move && !words.is_empty() => note.add_comment(&format!("{at}: {words}")),
            _ => comment::read(&words, GameKind::Gomoku, note),
        }
    }
}

/// Reads a text that ends with a zero byte and takes an even number of bytes.
fn read_text<'a>(bytes: &mut Bytes<'a>) -> &'a [u8] {
    let begun = bytes.offset();
    let text = bytes.until_zero();
    if (bytes.offset() - begun) % 2 == 1 {
        let _ = bytes.take(1);
    }
    text
}

/// What is noted at a node, as the library has it.
struct EncodedNote {
    is_marked: bool,
    words: Vec<u8>,
    board_text: Vec<u8>,
}

impl EncodedNote {
    fn of(tree: &Tree, node: NodeId) -> EncodedNote {
        let mut note = tree.note(node).clone();
        let name = tree.mv(node).and_then(point).map(|own| own.to_string());
        let is_own = |at: &str| name.as_deref() == Some(at);
        let is_marked = note
            .marks
            .first()
            .is_some_and(|mark| mark.from.is_none() && mark.colour == Colour::default() && is_own(&mark.to));
        let has_text = note.labels.first().is_some_and(|label| is_own(&label.at) && is_plain(&label.text));
        if is_marked {
            note.marks.remove(0);
        }
        let board_text = if has_text { note.labels.remove(0).text } else { Default::default() };
        let words = comment::write_with_glyphs(&note).replace('\0', "");
        let words = match words.split_once('\n') {
            Some((first, rest)) => format!("{first}\u{8}{}", rest.replace('\n', "\r\n")),
            None => words,
        };
        EncodedNote { is_marked, words: encode_gb18030(&words), board_text: encode_gb18030(&board_text) }
    }
}

fn write_node(tree: &Tree, node: NodeId, note: &EncodedNote, bytes: &mut Vec<u8>) {
    let own = tree.mv(node).and_then(point);
    let place = own.map_or(0, |own| ((SIZE - 1 - own.row()) << 4) | (own.column() + 1));
    let has_text = !note.board_text.is_empty();
    let mut flags = 0;
    for (flag, is_set) in [
        (SIBLING, node != Tree::ROOT && tree.next_sibling(node).is_some()),
        (LEAF, tree.main_child(node).is_none()),
        (MARK, note.is_marked),
        (COMMENT, !note.words.is_empty()),
        (EXTENDED, has_text),
    ] {
        flags |= if is_set { flag } else { 0 };
    }
    bytes.extend([place, flags]);
    if has_text {
        bytes.extend([0, BOARD_TEXT]);
    }
    if !note.words.is_empty() {
        write_text(&note.words, bytes);
    }
    if has_text {
        write_text(&note.board_text, bytes);
    }
}

/// Returns whether a text on the board comes back as it is.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.contains(['\0', '\n', '\r', '\u{8}'])
}

fn write_text(text: &[u8], bytes: &mut Vec<u8>) {
    bytes.extend(text);
    bytes.extend(if text.len().is_multiple_of(2) { &[0, 0][..] } else { &[0] });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(moves: &[u8]) -> Record {
        RenLib.read(&[&MAGIC[..], &[3, 4], &[0xFF; 10], moves].concat()).expect("its header is whole")
    }

    #[test]
    fn a_library_is_read_with_marks_and_texts() {
        let record = library(b"\x78\x08h8 is it\0\0\x68\x00\x69\xD1\0\x01A\0\x59\x48first\x08second\r\nthird\0");
        let tree = &record.tree;
        assert_eq!(record.faults(), []);
        let moves: Vec<&str> = tree.subtree(Tree::ROOT).filter_map(|node| tree.mv(node)).collect();
        assert_eq!(moves, ["h8", "h9", "i9", "i10"]);
        let line: Vec<NodeId> = tree.subtree(Tree::ROOT).collect();
        assert_eq!(tree.note(line[1]).comment, "h8 is it");
        assert_eq!((tree.note(line[3]).labels[0].text.as_str(), tree.note(line[3]).marks.len()), ("A", 1));
        assert_eq!(tree.note(line[4]).comment, "first\nsecond\nthird");
    }

    #[test]
    fn a_broken_library_keeps_its_moves() {
        let record = library(b"\x78\x00\x68");
        assert_eq!((record.tree.len(), record.faults()[0].place), (1, Location::Byte(22)));
        let record = library(b"\x00\x00\x78\x00\x00\x40");
        assert_eq!(record.tree.main_moves().collect::<Vec<_>>(), ["h8", "pass"]);
        assert_eq!(library(b"").faults(), []);
    }

    #[test]
    fn a_text_on_an_empty_point_is_a_label() {
        let record = library(b"\x00\x00\x78\x00\x67\xc3\0\x01A\0\x89\xd2\x69\x00\x7a\x40");
        assert_eq!((record.tree.main_moves().collect::<Vec<_>>(), record.faults()), (vec!["h8", "i9", "j8"], vec![]));
        let note = record.tree.note(record.tree.main_line().next().expect("a move"));
        assert_eq!((note.labels[0].at.as_str(), note.labels[0].text.as_str()), ("g9", "A"));
        assert_eq!(note.marks[0].to, "i7");
    }

    #[test]
    fn a_comment_of_old_ends_at_its_last_byte() {
        for (words, text) in
            [(&b"best mov\xe5\0"[..], "best move"), (b"best move\xa1", "best move!"), (b"h}ll\xef\0", "hållo")]
        {
            let record = library(&[b"\x78\0\x69\x20", words, b"\x7a\x40"].concat());
            assert_eq!(record.tree.main_moves().collect::<Vec<_>>(), ["h8", "i9", "j8"]);
            assert_eq!(record.tree.note(record.tree.main_line().nth(1).expect("a move")).comment, text);
        }
    }

    #[test]
    fn a_library_without_a_header_begins_in_the_centre() {
        let old = b"\x78\x00\x69\x80\x7a\x40\x68\x00\x87\x40";
        assert!(RenLib.sniff(old) && !RenLib.sniff(b"x1 and more") && !RenLib.sniff(b"x\xe9"));
        let record = RenLib.read(old).expect("it begins in the centre");
        assert_eq!((record.tree.main_moves().collect::<Vec<_>>(), record.tree.len()), (vec!["h8", "i9", "j8"], 5));
        assert!(matches!(RenLib.read(b"\x69\x00\x7a\x40"), Err(UnreadableRecord::Broken(_))));
    }

    #[test]
    fn a_point_beyond_the_board_is_refused_with_its_byte() {
        for (moves, at) in [(&b"\x78\0\xf3\0"[..], 22), (b"\x78\0\x10\x40", 22), (b"\xf8\x40", 20)] {
            let bytes = [&MAGIC[..], &VERSION, &[0xFF; 10], moves].concat();
            let why = RenLib.read(&bytes).expect_err("it lies beyond the board").to_string();
            assert!(why.starts_with(&format!("byte {at}: ")), "{why}");
        }
    }

    #[test]
    fn a_path_needs_no_mark_of_its_end() {
        assert_eq!(library(b"\x78\0").faults(), []);
        assert_eq!(library(b"\x78\0\x69\0\x7a\0").tree.len(), 3);
        assert_eq!(library(b"\x78\0\x69\xc0").faults().len(), 1);
        assert_eq!(library(b"\x78\x40\x69\x40").faults().len(), 1);
    }
}
