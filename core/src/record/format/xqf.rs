//! XQF, the form of the program 象棋演播室 (Dong Shiwei's XQStudio), versions 1.0 to 1.8: a header of a kibibyte, then the
//! tree move by move. From 1.1 on everything that matters is disguised with keys of the header; 1.0, which is written
//! here, is plain.
//!
//! ```text
//! 0x000  "XQ", version (10 is 1.0), then the keys
//! 0x010  the squares of the 32 pieces: file · 10 + rank, 255 if off the board
//! 0x032  whose turn it is, the result, at 0x040 the stage, and from 0x050 texts, each with its length before it
//! 0x400  the root, then the moves: from + 0x18, to + 0x20, flags, 0; length of the comment, comment
//! ```
//!
//! Notes that XQF has no place for stand in the comments as [`comment`] writes them.

use super::bytes::Bytes;
use super::comment;
use super::diagram::{self, PieceList};
use super::encoding::{GB18030_MARK, TextEncoding, encode_gb18030, need_gb18030_mark};
use super::preorder::Preorder;
use super::written::{expect_game, writable};
use super::{Codec, LeftOut, Record, RecordPart, UnreadableRecord, Unwritable, Written};
use crate::base::{Outcome, Reason, Side};
use crate::game::{GameKind, Setup};
use crate::record::{Header, NodeId, Tree};
use crate::xiangqi::{Move, Square};

/// The records of XQStudio.
pub struct Xqf;

/// Where the moves begin.
const MOVES_AT: usize = 0x400;

/// The texts of the header: where each begins, how many bytes it may have after its length byte, and its name.
const TEXTS: [(usize, usize, &str); 12] = [
    (0x50, 63, "Title"),
    (0x90, 63, "Subtitle"),
    (0xD0, 63, "Event"),
    (0x110, 15, "Date"),
    (0x120, 15, "Site"),
    (0x130, 15, "Red"),
    (0x140, 15, "Black"),
    (0x150, 63, "TimeControl"),
    (0x190, 15, "RedTime"),
    (0x1A0, 15, "BlackTime"),
    (0x1D0, 15, "Annotator"),
    (0x1E0, 15, "Author"),
];

/// The stages of a game that a record may be of, as XQStudio and DhtmlXQ name them.
const STAGES: [(u8, &str); 4] = [(WHOLE_GAME, "全局"), (1, "开局"), (2, "中局"), (ENDGAME, "残局")];
const WHOLE_GAME: u8 = 0;
const ENDGAME: u8 = 3;

/// The tag of the stage.
const STAGE: &str = "Type";

impl Codec for Xqf {
    fn name(&self) -> &'static str {
        "xqf"
    }

    fn is_text(&self) -> bool {
        false
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(b"XQ") && bytes.get(2).is_some_and(|version| (1..=18).contains(version))
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        let Some((head, body)) = bytes.split_at_checked(MOVES_AT) else {
            return Err(UnreadableRecord::BreaksOff { form: "XQF", bytes: bytes.len() });
        };
        let keys = Keys::of(head);
        let header = Header { names_rule: false, ..Header::new(Setup::usual(GameKind::Xiangqi)) };
        let mut record = Record::of_bytes(header);
        let body = keys.undisguise(body);
        let comments = read_moves(&body, &keys, &mut record);
        let board = diagram::board(&keys.diagram(head));
        let first_move = record.tree.main_moves().next();
        let told = if head[0x32] == 1 { Side::Second } else { Side::First };
        record.header.setup = diagram::start(board, first_move, Some(told))?;
        let texts = || TEXTS.map(|(at, length_max, _)| text_at(head, at, length_max)).into_iter();
        let all = || texts().chain(comments.iter().map(|(_, words)| *words));
        record.encoding = encoding.unwrap_or_else(|| TextEncoding::guess_of(all()));
        read_header(head, &mut record);
        for (node, words) in comments {
            let words = record.encoding.decode(words);
            comment::read(words.trim_matches('\0'), GameKind::Xiangqi, record.tree.note_mut(node));
        }
        Ok(record)
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        expect_game(self.name(), GameKind::Xiangqi, header)?;
        let mut left_out = LeftOut::default();
        let tree = writable(tree, |mv| mv.parse::<Move>().is_ok(), &mut left_out);
        let mut bytes = write_header(header, &mut left_out);
        let comment = |node| encode_gb18030(&comment::write_with_glyphs(tree.note(node)).replace('\n', "\r\n"));
        let mut comments: Vec<Vec<u8>> = tree.subtree(Tree::ROOT).map(comment).collect();
        let heads = TEXTS.map(|(at, length_max, _)| text_at(&bytes, at, length_max));
        if need_gb18030_mark(heads.into_iter().chain(comments.iter().map(Vec::as_slice))) {
            comments[0].splice(..0, GB18030_MARK);
        }
        for (node, comment) in tree.subtree(Tree::ROOT).zip(comments) {
            write_node(&tree, node, &comment, &mut bytes);
        }
        Ok(Written { bytes, left_out })
    }
}

/// The keys of the cipher in the header. Version 1.0 has zeros.
#[derive(Debug, Default)]
struct Keys {
    version: u8,
    pieces: u8,
    from: u8,
    to: u8,
    comment: u32,
    body: [u8; 32],
}

impl Keys {
    fn of(head: &[u8]) -> Keys {
        let version = head[2];
        if version <= 10 {
            return Keys { version, ..Keys::default() };
        }
        let (mask, or) = (head[3], &head[8..12]);
        let [sum, pieces, from, to] = [head[12], head[13], head[14], head[15]];
        let stretched = |key: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221);
        let piece_key = stretched(pieces).wrapping_mul(pieces);
        let from_key = stretched(from).wrapping_mul(piece_key);
        let to_key = stretched(to).wrapping_mul(from_key);
        let masks = [sum, pieces, from, to];
        let text = b"[(C) Copyright Mr. Dong Shiwei.]";
        Keys {
            version,
            pieces: piece_key,
            from: from_key,
            to: to_key,
            comment: (u32::from(sum) * 256 + u32::from(pieces)) % 32_000 + 767,
            body: std::array::from_fn(|index| text[index] & (masks[index % 4] & mask | or[index % 4])),
        }
    }

    fn undisguise(&self, body: &[u8]) -> Vec<u8> {
        body.iter().enumerate().map(|(index, byte)| byte.wrapping_sub(self.body[index % 32])).collect()
    }

    fn diagram(&self, head: &[u8]) -> PieceList {
        let mut diagram = [None; 32];
        for (index, byte) in head[0x10..0x30].iter().enumerate() {
            // From version 1.2 on the pieces are rotated.
            let place = if self.version >= 12 { index + 1 + usize::from(self.pieces) } else { index };
            diagram[place % 32] = square(byte.wrapping_sub(self.pieces));
        }
        diagram
    }
}

fn square(byte: u8) -> Option<Square> {
    Square::at(byte / 10, byte % 10)
}

const fn byte_of(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

/// Returns the text of the header whose length is at `at`.
fn text_at(head: &[u8], at: usize, length_max: usize) -> &[u8] {
    &head[at + 1..at + 1 + usize::from(head[at]).min(length_max)]
}

fn read_header(head: &[u8], record: &mut Record) {
    let header = &mut record.header;
    for (at, length_max, name) in TEXTS {
        // Programs fill a field up to half a character.
        let text = record.encoding.decode(record.encoding.without_cut(text_at(head, at, length_max)));
        let text = text.trim_matches(|c: char| c == '\0' || c.is_whitespace()).to_owned();
        match name {
            "Red" => header.names.first = text,
            "Black" => header.names.second = text,
            "Date" => header.date = text,
            _ if text.is_empty() => {}
            _ => header.tags.push((name.to_owned(), text)),
        }
    }
    // What the start says already is no fact of its own.
    let is_implied = |code| code == WHOLE_GAME || code == ENDGAME && header.setup.start_fen().is_some();
    if let Some((_, stage)) = STAGES.iter().find(|(code, _)| *code == head[0x40] && !is_implied(*code)) {
        header.tags.push((STAGE.to_owned(), (*stage).to_owned()));
    }
    header.outcome = match head[0x33] {
        1 => Some(Outcome::win(Side::First, Reason::Unstated)),
        2 => Some(Outcome::win(Side::Second, Reason::Unstated)),
        3 | 4 => Some(Outcome::draw(Reason::Unstated)),
        _ => None,
    };
}

/// Reads the tree and returns the bytes of its comments; at a place that makes no sense it ends.
fn read_moves<'a>(body: &'a [u8], keys: &Keys, record: &mut Record) -> Vec<(NodeId, &'a [u8])> {
    let mut comments = Vec::new();
    let mut bytes = Bytes::new(body, 0);
    let mut preorder = Preorder::default();
    let mut is_root = true;
    loop {
        let at = MOVES_AT + bytes.offset();
        let Some([from, to, flags, _]) = bytes.array() else {
            record.fault(at, "the record breaks off here, before its last move");
            return comments;
        };
        let (has_child, has_sibling, has_comment) = match keys.version {
            0..=10 => (flags & 0xF0 != 0, flags & 0x0F != 0, true),
            _ => (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0),
        };
        let length =
            if has_comment { bytes.u32().and_then(|length| length.checked_sub(keys.comment)) } else { Some(0) };
        let words = length.and_then(|length| bytes.take(length as usize));
        let node = if is_root {
            Tree::ROOT
        } else {
            let square = |byte: u8, shift: u8, key: u8| square(byte.wrapping_sub(shift).wrapping_sub(key));
            let mv = match (square(from, 0x18, keys.from), square(to, 0x20, keys.to)) {
                (Some(from), Some(to)) => Move::new(from, to).to_string(),
                _ => format!("{from:02x}-{to:02x}"),
            };
            record.push(preorder.parent(), &mv, at)
        };
        let Some(words) = words else {
            record.fault(at, "the comment that begins here does not end; the rest of the record is not read");
            return comments;
        };
        if !words.is_empty() {
            comments.push((node, words));
        }
        // A root without moves may still carry the flag of some; what has room for none is the end.
        let has_child = has_child && (!is_root || bytes.offset() < body.len());
        if !preorder.pass(node, has_child, has_sibling && !is_root) {
            return comments;
        }
        is_root = false;
    }
}

fn write_header(header: &Header, left_out: &mut LeftOut) -> Vec<u8> {
    let mut head = vec![0; MOVES_AT];
    head[..3].copy_from_slice(b"XQ\x0A");
    if let Setup::Xiangqi { start } = &header.setup {
        let squares = diagram::diagram(start.board()).map(|square| square.map_or(0xFF, byte_of));
        head[0x10..0x30].copy_from_slice(&squares);
        head[0x32] = u8::from(start.side_to_move() == Side::Second);
        // Readers that see a whole game (0) take the usual start without looking.
        head[0x40] = stage(header).unwrap_or(if header.setup.start_fen().is_some() { ENDGAME } else { WHOLE_GAME });
    }
    head[0x33] = match header.outcome.map(|outcome| outcome.winner) {
        Some(Some(Side::First)) => 1,
        Some(Some(Side::Second)) => 2,
        Some(None) => 3,
        None => 0,
    };
    for (at, length_max, name) in TEXTS {
        let text = match name {
            "Red" => &header.names.first,
            "Black" => &header.names.second,
            "Date" => &header.date,
            _ => header.tag(name).unwrap_or_default(),
        };
        let cut = cut(text, length_max);
        left_out.add(RecordPart::Fact, usize::from(cut.1));
        head[at] = cut.0.len() as u8;
        head[at + 1..at + 1 + cut.0.len()].copy_from_slice(&cut.0);
    }
    let mut carried = TEXTS.map(|(_, _, name)| name).to_vec();
    carried.push("Result");
    if stage(header).is_some() {
        carried.push(STAGE);
    }
    left_out.add_facts(header, &carried);
    left_out.add_counters(header);
    head
}

/// Returns the stage that the header names.
fn stage(header: &Header) -> Option<u8> {
    let named = header.tag(STAGE)?;
    let stage = STAGES.iter().find(|(_, stage)| *stage == named).map(|(code, _)| *code);
    stage.filter(|&stage| stage != WHOLE_GAME || header.setup.start_fen().is_none())
}

/// Encodes as many characters as have room; returns whether that is not all of them.
fn cut(text: &str, length_max: usize) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    for c in text.chars() {
        let encoded = encode_gb18030(c.encode_utf8(&mut [0; 4]));
        if bytes.len() + encoded.len() > length_max {
            return (bytes, true);
        }
        bytes.extend(encoded);
    }
    (bytes, false)
}

fn write_node(tree: &Tree, node: NodeId, comment: &[u8], bytes: &mut Vec<u8>) {
    let squares = match tree.mv(node).and_then(|mv| mv.parse::<Move>().ok()) {
        Some(mv) => [byte_of(mv.from()) + 0x18, byte_of(mv.to()) + 0x20],
        None => [0x18, 0x20],
    };
    let has_child = if tree.main_child(node).is_some() { 0xF0 } else { 0 };
    let has_sibling = if tree.next_sibling(node).is_some() { 0x0F } else { 0 };
    bytes.extend(squares);
    bytes.extend([has_child | has_sibling, 0]);
    bytes.extend((comment.len() as u32).to_le_bytes());
    bytes.extend(comment);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::Location;

    #[test]
    fn long_header_texts_are_cut_at_a_character_and_counted() {
        let mut header = Header::new(Setup::usual(GameKind::Xiangqi));
        header.names.first = "一二三四五六七八九".to_owned();
        header.tags = vec![("Event".to_owned(), "杯赛".to_owned()), ("Round".to_owned(), "1".to_owned())];
        let written = Xqf.write(&header, &Tree::new()).expect("it is Xiangqi");
        assert_eq!(written.left_out.to_string(), "2 facts about the game");
        let again = Xqf.read(&written.bytes).expect("what was written is read");
        assert_eq!(again.header.names.first, "一二三四五六七");
        assert_eq!(again.header.tags, header.tags[..1]);
        assert_eq!(again.faults(), []);
        header.tags.push(("Event".to_owned(), "另一杯".to_owned()));
        let written = Xqf.write(&header, &Tree::new()).expect("it is Xiangqi");
        assert_eq!(written.left_out.to_string(), "3 facts about the game");
    }

    #[test]
    fn a_header_text_is_read_without_half_a_character_and_blanks() {
        let empty = Header::new(Setup::usual(GameKind::Xiangqi));
        let mut bytes = Xqf.write(&empty, &Tree::new()).expect("it is Xiangqi").bytes;
        let mut put = |at: usize, text: &str, length: usize| {
            bytes[at] = length as u8;
            bytes[at + 1..=at + length].copy_from_slice(&encode_gb18030(text)[..length]);
        };
        put(0x120, "江苏省淮安市淮阴", 15);
        put(0x130, "吴贵临　", 8);
        put(0x140, " 陶汉明 ", 8);
        let header = Xqf.read(&bytes).expect("its header is whole").header;
        assert_eq!((header.names.first.as_str(), header.names.second.as_str()), ("吴贵临", "陶汉明"));
        assert_eq!(header.tag("Site"), Some("江苏省淮安市淮"));
    }

    #[test]
    fn the_stage_is_kept() {
        let tags = |code: u8, start: &str| {
            let mut header = Header::new(Setup::Xiangqi { start: start.parse().expect("a position") });
            header.tags.push(("Subtitle".to_owned(), "上集".to_owned()));
            let mut bytes = Xqf.write(&header, &Tree::new()).expect("it is Xiangqi").bytes;
            bytes[0x40] = code;
            let read = Xqf.read(&bytes).expect("it can be set up").header;
            let written = Xqf.write(&read, &Tree::new()).expect("it is Xiangqi");
            assert_eq!((written.bytes[0x40], written.left_out.is_empty()), (code, true));
            read.tags.into_iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
        };
        let start = crate::xiangqi::fen::START;
        assert_eq!([tags(0, start), tags(2, start)], ["Subtitle 上集", "Subtitle 上集, Type 中局"]);
        assert_eq!(tags(3, start), "Subtitle 上集, Type 残局");
        assert_eq!(tags(3, "4k4/4a4/9/9/9/9/9/9/4A4/R3K4 w"), "Subtitle 上集");
        assert_eq!(tags(1, "4k4/4a4/9/9/9/9/9/9/4A4/R3K4 w"), "Subtitle 上集, Type 开局");
    }

    #[test]
    fn a_broken_record_keeps_its_moves() {
        let mut tree = Tree::new();
        let first = tree.push(Tree::ROOT, "h2e2");
        tree.push(first, "h9g7");
        let bytes = Xqf.write(&Header::new(Setup::usual(GameKind::Xiangqi)), &tree).expect("it is Xiangqi").bytes;
        let read = |bytes: &[u8]| {
            let record = Xqf.read(bytes).expect("its header is whole");
            (record.tree.len(), record.faults().first().map(|fault| fault.place))
        };
        assert_eq!(read(&bytes), (2, None));
        assert_eq!(read(&bytes[..bytes.len() - 8]), (1, Some(Location::Byte(0x410))));
        assert_eq!(read(&bytes[..bytes.len() - 2]), (2, Some(Location::Byte(0x410))));
        let mut long = bytes.clone();
        long[0x40C..0x410].fill(0xFF);
        assert_eq!(read(&long), (1, Some(Location::Byte(0x408))));
        assert!(matches!(Xqf.read(&bytes[..90]), Err(UnreadableRecord::BreaksOff { bytes: 90, .. })));
        assert!(matches!(Xqf.read(&[b"XQ\x0A".as_slice(), &[0xFF; 2000]].concat()), Err(UnreadableRecord::Setup(_))));
    }
}
