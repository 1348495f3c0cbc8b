//! CBF, the XML of 象棋桥 (CCBridge): `<ChineseChessRecord>` with a `<Head>` of facts and a `<MoveList>`; it is read.
//!
//! `<Move value="77-47"/>` has file and row of both squares, rows from Black's side; the first, `00-00`, is the root, and
//! a comment stands inside of the element. `end="1"` ends a line, `branch="1"` announces another move at this place.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::codec::read_text;
use super::comment;
use super::encoding::{TextEncoding, decode};
use super::preorder::Preorder;
use super::record::shown;
use super::result;
use super::{Codec, Record, UnreadableRecord, Unwritable, Written};
use crate::base::{Outcome, Reason, Side};
use crate::game::setup::read_fen;
use crate::game::{GameKind, Setup};
use crate::record::{Header, NodeId, Tree};
use crate::xiangqi::{Move, Square};

/// The XML of CCBridge.
pub struct Cbf;

/// The facts of the head, with the names that other forms give them.
const FACTS: [(&str, &str); 16] = [
    ("Name", "Title"),
    ("Contest", "Event"),
    ("Round", "Round"),
    ("Group", "Group"),
    ("Table", "Table"),
    ("Site", "Site"),
    ("TimeRule", "TimeControl"),
    ("RedTeam", "RedTeam"),
    ("RedTime", "RedTime"),
    ("RedRating", "RedElo"),
    ("BlackTeam", "BlackTeam"),
    ("BlackTime", "BlackTime"),
    ("BlackRating", "BlackElo"),
    ("Commentator", "Annotator"),
    ("Creator", "Author"),
    ("ECCO", "ECCO"),
];

impl Codec for Cbf {
    fn name(&self) -> &'static str {
        "cbf"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        decode(&bytes[..bytes.len().min(1024)]).contains("<ChineseChessRecord")
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        read_text(bytes, encoding, read_xml)
    }

    fn write(&self, _: &Header, _: &Tree) -> Result<Written, Unwritable> {
        Err(Unwritable::ReadOnly { form: self.name() })
    }
}

fn read_xml(text: &str) -> Result<Record, UnreadableRecord> {
    let mut reader = XmlReader {
        record: Record::new(Header { names_rule: false, ..Header::new(Setup::usual(GameKind::Xiangqi)) }),
        fen: String::new(),
        reason: None,
        preorder: Preorder::default(),
        node: Tree::ROOT,
        line: 1,
        is_root: true,
        is_over: false,
    };
    reader.read(text);
    let XmlReader { mut record, fen, reason, .. } = reader;
    if let (Some(outcome), Some(reason)) = (&mut record.header.outcome, reason) {
        outcome.reason = reason;
    }
    if !fen.trim().is_empty() {
        record.header.setup = Setup::Xiangqi { start: read_fen(fen.trim())? };
    }
    Ok(record)
}

struct XmlReader {
    record: Record,
    fen: String,
    reason: Option<Reason>,
    preorder: Preorder,
    /// The node that the last move made.
    node: NodeId,
    line: usize,
    is_root: bool,
    /// Whether the last line has ended.
    is_over: bool,
}

impl XmlReader {
    fn read(&mut self, text: &str) {
        let mut xml = Reader::from_str(text);
        xml.config_mut().check_end_names = false;
        let mut element = String::new();
        let mut content = String::new();
        let mut passed = 0;
        loop {
            let event = xml.read_event();
            let here = usize::try_from(xml.buffer_position()).unwrap_or(usize::MAX).min(text.len());
            match event {
                Ok(Event::Start(start)) => {
                    content.clear();
                    start.name().as_ref().clone_into(&mut element);
                    self.begin(&start);
                }
                Ok(Event::Empty(start)) => self.begin(&start),
                Ok(Event::Text(text)) => content.push_str(&text),
                Ok(Event::CData(text)) => content.push_str(&text),
                Ok(Event::GeneralRef(name)) => {
                    match (quick_xml::escape::resolve_predefined_entity(&name), name.resolve_char_ref()) {
                        (Some(text), _) => content.push_str(text),
                        (None, Ok(Some(c))) => content.push(c),
                        _ => {}
                    }
                }
                Ok(Event::End(_)) => {
                    self.end(&element, content.trim());
                    element.clear();
                    content.clear();
                }
                Ok(Event::Eof) => return,
                Ok(_) => {}
                Err(why) => return self.record.fault(self.line, format!("the XML breaks off here: {why}")),
            }
            self.line += text.as_bytes()[passed..here].iter().filter(|&&byte| byte == b'\n').count();
            passed = here;
        }
    }

    fn begin(&mut self, start: &BytesStart<'_>) {
        if start.name().as_ref() != "Move" {
            return;
        }
        let (mut value, mut is_end, mut has_sibling) = (String::new(), false, false);
        for attribute in start.attributes().flatten() {
            match attribute.key.as_ref() {
                "value" => value = attribute.value.into_owned(),
                "end" => is_end = attribute.value == "1",
                // `branch`, and what older versions may call it.
                _ => has_sibling |= attribute.value == "1",
            }
        }
        if self.is_over {
            return self.record.fault(self.line, format!("the move '{}' stands behind the end", shown(&value)));
        }
        self.node = match (std::mem::take(&mut self.is_root), read_move(&value)) {
            (true, None) => Tree::ROOT,
            (_, Some(mv)) => self.record.push(self.preorder.parent(), mv.to_string(), self.line),
            (false, None) => self.record.push(self.preorder.parent(), shown(&value), self.line),
        };
        let is_root = self.node == Tree::ROOT;
        self.is_over = !self.preorder.pass(self.node, !is_end, has_sibling && !is_root);
    }

    fn end(&mut self, element: &str, content: &str) {
        let header = &mut self.record.header;
        match element {
            "Move" => comment::read(content, GameKind::Xiangqi, self.record.tree.note_mut(self.node)),
            _ if content.is_empty() => {}
            "FEN" => content.clone_into(&mut self.fen),
            "Red" => content.clone_into(&mut header.names.first),
            "Black" => content.clone_into(&mut header.names.second),
            "Date" => content.clone_into(&mut header.date),
            "RecordResult" => {
                header.outcome = match content {
                    "1" => Some(Outcome::win(Side::First, Reason::Unstated)),
                    "2" => Some(Outcome::win(Side::Second, Reason::Unstated)),
                    "3" => Some(Outcome::draw(Reason::Unstated)),
                    _ => None,
                };
                if content == "4" {
                    self.record.fault(self.line, "the record names several results; none is taken");
                }
            }
            // Of the program's own data, as in its other forms.
            "DateCreated" | "DateModified" | "RecordType" => {}
            "ResultType" => self.reason = Some(result::note_termination(header, content)),
            _ => {
                let ours = FACTS.iter().find(|(theirs, _)| *theirs == element).map_or(element, |(_, ours)| ours);
                header.tags.push((ours.to_owned(), content.to_owned()));
            }
        }
    }
}

/// Reads `77-47`; a move from a square to itself is none.
fn read_move(value: &str) -> Option<Move> {
    let [from_file, from_row, b'-', to_file, to_row] = value.as_bytes() else { return None };
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    let from = Square::at(digit(*from_file)?, 9 - digit(*from_row)?)?;
    let to = Square::at(digit(*to_file)?, 9 - digit(*to_row)?)?;
    (from != to).then(|| Move::new(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::format::Location;

    #[test]
    fn a_record_is_read_with_facts_and_comments() {
        let text = "<?xml version=\"1.0\"?>\n<ChineseChessRecord><Head><Name>a &lt; b</Name><Red>甲</Red>\n\
            <URL>example.org</URL><DateModified>2016-12-26</DateModified><RecordResult>3</RecordResult><FEN/></Head>\n<MoveList><Move value=\"00-00\"><![CDATA[start]]></Move>\n\
            <Move value=\"77-47\"/><Move value=\"70-62\" end=\"1\" branch=\"1\">x</Move>\n<Move value=\"10-22\" end=\"1\"/>\n\
            <Move value=\"79-67\"/></MoveList></ChineseChessRecord>";
        let record = Cbf.read(text.as_bytes()).expect("it can be set up");
        let tree = &record.tree;
        let moves: Vec<&str> = tree.subtree(Tree::ROOT).filter_map(|node| tree.mv(node)).collect();
        assert_eq!(moves, ["h2e2", "h9g7", "b9c7"]);
        assert_eq!(tree.note(Tree::ROOT).comment, "start");
        let tags = [("Title", "a < b"), ("URL", "example.org")];
        assert_eq!(record.header.tags, tags.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(record.header.outcome, Some(Outcome::draw(Reason::Unstated)));
        assert_eq!(record.faults().iter().map(|fault| fault.place).collect::<Vec<_>>(), [Location::Line(7)]);
        let several = text.replace("<RecordResult>3", "<RecordResult>4");
        let several = Cbf.read(several.as_bytes()).expect("it can be set up");
        assert_eq!((several.header.outcome, several.faults().len()), (None, 2));
    }

    #[test]
    fn broken_xml_keeps_its_moves() {
        let record = Cbf
            .read(b"<ChineseChessRecord><Move value=\"00-00\"/><Move value=\"77-47\"/>\n<Move value")
            .expect("set up");
        assert_eq!((record.tree.len(), record.faults().len()), (1, 1));
    }
}
