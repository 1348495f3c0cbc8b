//! LIB, the trees of RenLib 3 (F. Arkbo), for Renju on fifteen lines: a header of twenty bytes, then two bytes a move,
//! each move before what follows it, and that before the moves beside it.
//!
//! ```text
//! row from the top · 16 + column from 1, or 0 for no move
//! 0x80 a move stands beside it   0x40 nothing follows it   0x08 comment   0x20 comment of old   0x10 mark
//! 0x01 two more bytes of flags, of which 0x0001 is a text on the board
//! ```
//!
//! Comments and texts end with a zero byte and take an even number of bytes. A mark is a ring on the move's own point, a
//! text on the board a label on it; whatever else is noted stands in the comment as [`comment`] writes it.

use smol_str::{SmolStr, ToSmolStr, format_smolstr};

use super::bytes::Bytes;
use super::comment;
use super::encoding::{GB18030_MARK, TextEncoding, encode_gb18030, need_gb18030_mark};
use super::pos::{SIZE, expect_size, point};
use super::preorder::Preorder;
use super::written::{expect_game, writable};
use super::{Codec, LeftOut, Record, UnreadableRecord, Unwritable, Written};
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

const SIBLING: u8 = 0x80;
const LEAF: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
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
        bytes.starts_with(MAGIC)
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        if bytes.len() < MOVES_AT {
            return Err(UnreadableRecord::BreaksOff { form: "RenLib", bytes: bytes.len() });
        }
        let setup = Setup::gomoku(Rule::Renju, SIZE, None)?;
        let mut record = Record::of_bytes(Header::new(setup));
        let mut bytes = Bytes::new(bytes, MOVES_AT);
        let mut preorder = Preorder::default();
        // A library without moves is nothing but a header.
        let mut notes = Vec::new();
        let mut goes_on = bytes.clone().array::<1>().is_some();
        while goes_on {
            goes_on = read_node(&mut bytes, &mut preorder, &mut record, &mut notes);
        }
        let texts = || notes.iter().flat_map(|note| [note.words, note.board_text]);
        record.encoding = encoding.unwrap_or_else(|| TextEncoding::guess_of(texts()));
        for raw in &notes {
            let note = raw.read(record.encoding);
            if !note.is_empty() {
                *record.tree.note_mut(raw.node) = note;
            }
        }
        Ok(record)
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        expect_game(self.name(), GameKind::Gomoku, header)?;
        expect_size(self.name(), header)?;
        let mut left_out = LeftOut::default();
        left_out.add_facts(header, &["Result"]);
        let tree = writable(tree, |mv| point(mv).is_some(), &mut left_out);
        let mut bytes = [&MAGIC[..], &[3, 4], &[0xFF; 10]].concat();
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

/// What is noted at a node, in the encoding of the library.
struct RawNote<'a> {
    node: NodeId,
    /// The point of the move.
    own: Option<SmolStr>,
    is_marked: bool,
    words: &'a [u8],
    board_text: &'a [u8],
}

/// Reads a move; returns whether another one follows.
fn read_node<'a>(
    bytes: &mut Bytes<'a>,
    preorder: &mut Preorder,
    record: &mut Record,
    notes: &mut Vec<RawNote<'a>>,
) -> bool {
    let at = bytes.offset();
    let Some([place, flags]) = bytes.array() else {
        record.fault(at, "the library breaks off here, before its last move");
        return false;
    };
    let mut extension = [0, 0];
    if flags & EXTENDED != 0 {
        extension = bytes.array().unwrap_or_default();
    }
    let words = if flags & (COMMENT | OLD_COMMENT) != 0 { read_text(bytes) } else { &[] };
    let board_text = if extension[1] & BOARD_TEXT != 0 { read_text(bytes) } else { &[] };
    let (row, column) = (place >> 4, (place & 0x0F).wrapping_sub(1));
    let own = (row < SIZE && column < SIZE).then(|| Point::new(column, SIZE - 1 - row).to_smolstr());
    let is_root = place == 0 && at == MOVES_AT;
    let node = if is_root {
        Tree::ROOT
    } else {
        let mv = own.clone().unwrap_or_else(|| if place == 0 { "pass".into() } else { format_smolstr!("{place:02x}") });
        record.push(preorder.parent(), mv, at)
    };
    notes.push(RawNote { node, own, is_marked: flags & MARK != 0, words, board_text });
    preorder.pass(node, flags & LEAF == 0, flags & SIBLING != 0 && !is_root)
}

impl RawNote<'_> {
    fn read(&self, encoding: TextEncoding) -> Note {
        let mut note = Note::EMPTY;
        if let Some(own) = &self.own {
            if self.is_marked {
                note.marks.push(Mark { colour: Colour::default(), from: None, to: own.clone() });
            }
            if !self.board_text.is_empty() {
                let text = encoding.decode(self.board_text).replace('\u{8}', "\n").into();
                note.labels.push(Label { at: own.clone(), text });
            }
        }
        // RenLib ends the first line of several with a backspace.
        let words = encoding.decode(self.words).replace('\u{8}', "\n");
        comment::read(&words, GameKind::Gomoku, &mut note);
        note
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
    use crate::record::format::Location;

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
        let record = library(b"\x00\x00\xF0\x00\x00\x40");
        assert_eq!(record.tree.main_moves().collect::<Vec<_>>(), ["f0", "pass"]);
        assert_eq!(library(b"").faults(), []);
    }
}
