//! One game of a text in SGF, as a record.

use std::collections::BTreeMap;

use super::super::encoding::TextEncoding;
use super::super::record::shown;
use super::super::{Record, UnreadableRecord};
use super::diagram::{RefusedDiagram, StoneDiagram};
use super::facts::{Facts, Taken};
use super::letters::from_letters;
use super::lexer::{Lexer, Property, Token};
use super::notes::{self, Noted};
use crate::base::{Outcome, Reason, Side};
use crate::game::{GameKind, Refusal, Setup};
use crate::record::note::Note;
use crate::record::{Header, NodeId, Tree};

/// How many points of rectangles one record may name: a few bytes name hundreds.
pub const AREA_POINTS_MAX: usize = 1 << 16;

/// The properties of 五目クエスト for its opening: the three stones that are proposed, and the fourth of the player who selects
/// White. Its colours are those of the turn.
const OPENING_STONES: [&str; 2] = ["QPR", "QSLW"];

/// A place in the tree.
#[derive(Clone, Copy)]
struct Tip {
    node: NodeId,
    ply: usize,
}

/// Values that have no place, counted by property.
#[derive(Default)]
struct Unkept(BTreeMap<String, (usize, usize)>);

impl Unkept {
    fn count(&mut self, name: &str, line: usize, values: usize) {
        let name: String = name.chars().take(20).collect();
        self.0.entry(name).or_insert((line, 0)).1 += values;
    }
}

/// The reader of one game.
pub struct GameReader<'a, 'b> {
    lexer: &'b mut Lexer<'a>,
    record: Record,
    facts: Facts,
    /// Stones set up and not yet in the tree.
    diagram: StoneDiagram,
    /// Whether a node has been read.
    is_begun: bool,
    /// Whether the main line has ended.
    is_beside_main_line: bool,
    points_left: usize,
    unkept: Unkept,
    refused: Option<Refusal>,
}

impl<'a, 'b> GameReader<'a, 'b> {
    /// Reads the game at `lexer`, which goes on behind it.
    ///
    /// # Errors
    /// There is nothing to read, no such board, or the position set up has the wrong side to move.
    pub fn read(lexer: &'b mut Lexer<'a>) -> Result<Record, UnreadableRecord> {
        if !lexer.rest().iter().any(u8::is_ascii_graphic) {
            return Err(UnreadableRecord::Unknown);
        }
        let encoding = lexer.encoding;
        let mut reader = GameReader {
            lexer,
            record: Record::new(Header::new(Setup::usual(GameKind::Gomoku))),
            facts: Facts::default(),
            diagram: StoneDiagram::default(),
            is_begun: false,
            is_beside_main_line: false,
            points_left: AREA_POINTS_MAX,
            unkept: Unkept::default(),
            refused: None,
        };
        reader.game();
        let GameReader { mut record, mut facts, unkept, refused, .. } = reader;
        for (name, (line, count)) in unkept.0 {
            let values = if count == 1 { "one value" } else { &format!("{count} values") };
            record.fault(line, format!("{values} of the property {name} cannot be kept"));
        }
        if let Some(refusal) = refused {
            return Err(UnreadableRecord::Setup(refusal));
        }
        if !facts.comment.is_empty() {
            record.tree.note_mut(Tree::ROOT).add_comment(&std::mem::take(&mut facts.comment));
        }
        record.header = facts.setup().map(|setup| facts.header(setup))?;
        record.encoding = encoding;
        Ok(record)
    }

    fn fault(&mut self, message: impl Into<String>) {
        self.record.fault(self.lexer.line(), message);
    }

    fn game(&mut self) {
        let mut tip = Tip { node: Tree::ROOT, ply: 0 };
        let mut open: Vec<Tip> = Vec::new();
        let mut properties: Vec<Property> = Vec::new();
        loop {
            let token = self.lexer.next();
            match token {
                Some(Token::Property(property)) => {
                    if property.values.is_empty() {
                        let name = &property.name[..property.name.len().min(20)];
                        self.fault(format!("the property {name} has no value"));
                    } else {
                        properties.push(property);
                    }
                    continue;
                }
                Some(Token::Foreign { text, line }) => {
                    self.record.fault(line, format!("'{}' does not belong here", shown(&text)));
                    continue;
                }
                _ => {}
            }
            self.node(&mut tip, &std::mem::take(&mut properties));
            match token {
                Some(Token::Open) => {
                    self.settle(&mut tip, None);
                    open.push(tip);
                }
                Some(Token::Close) => {
                    self.settle(&mut tip, None);
                    self.is_beside_main_line = true;
                    match open.pop() {
                        Some(before) => tip = before,
                        None => self.fault("a ')' closes nothing"),
                    }
                    if open.is_empty() {
                        return; // the first game of the collection is complete
                    }
                }
                Some(_) => {}
                None => {
                    self.settle(&mut tip, None);
                    return self.fault("the record breaks off here");
                }
            }
        }
    }

    /// Applies the properties of a node: facts, stones, moves, then what is noted beside them, whatever their order.
    fn node(&mut self, tip: &mut Tip, properties: &[Property]) {
        if properties.is_empty() {
            return;
        }
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        let has_move = properties.iter().any(|property| matches!(property.name.as_str(), "B" | "W"));
        // Old records have the first move in the node of the facts.
        let is_head = tip.node == Tree::ROOT && (is_first || !has_move);
        let mut rest: Vec<&Property> = Vec::new();
        let mut openings: Vec<&Property> = Vec::new();
        for property in properties {
            let name = property.name.as_str();
            // The name of a position stays beside it, that of a game above it.
            if OPENING_STONES.contains(&name) {
                openings.push(property);
                continue;
            }
            if name == "CA" {
                self.judge_encoding(property);
            }
            let is_fact = is_head && (is_first || name != "N");
            match if is_fact { self.facts.take(property) } else { Taken::Foreign } {
                Taken::Whole => {}
                Taken::Unused(why) => self.record.fault(property.line, why),
                Taken::Foreign => rest.push(property),
            }
        }
        let is_of =
            |names: &'static [&'static str]| move |property: &&&Property| names.contains(&property.name.as_str());
        for property in rest.iter().filter(is_of(&["AB", "AW", "AE", "PL"])) {
            self.set_up(tip, property);
        }
        for property in openings {
            for value in &property.values {
                for stone in value.text.split(',') {
                    self.play(tip, side_at(tip.ply) == Side::First, stone.trim(), value.line);
                }
            }
        }
        for property in rest.iter().filter(is_of(&["B", "W"])) {
            // Where the text ends inside of a move, the move is not known.
            let whole = property.values.len() - usize::from(property.breaks_off);
            for value in &property.values[..whole] {
                self.play(tip, property.name == "B", value.text.trim(), value.line);
            }
        }
        let mover = match rest.iter().rfind(is_of(&["B", "W"])) {
            Some(property) if property.name == "B" => Side::First,
            Some(_) => Side::Second,
            None => side_at(tip.ply.saturating_sub(1)),
        };
        // A note has the clock of the player who moved. Some programs write both clocks.
        let others_clock = if mover == Side::First { "WL" } else { "BL" };
        for property in rest {
            if property.name == others_clock {
                self.unkept.count(others_clock, property.line, property.values.len());
            } else if !["AB", "AW", "AE", "PL", "B", "W"].contains(&property.name.as_str()) {
                self.note(tip.node, property);
            }
        }
    }

    /// Reports a declared encoding that the bytes contradict, or that is not known.
    fn judge_encoding(&mut self, property: &Property) {
        let label = property.values.first().map_or("", |value| value.text.trim());
        let taken = self.lexer.encoding;
        let message = match TextEncoding::named(label) {
            _ if self.lexer.is_chosen || label.is_empty() => return,
            // A text in UTF-16 is read as UTF-8, once it is decoded.
            Some(declared) if declared.name() == taken.name() || !declared.contains_ascii() => return,
            Some(_) => format!("CA declares {}, which the bytes contradict; {} is taken", shown(label), taken.name()),
            None => format!("the encoding '{}' is not known; {} is taken", shown(label), taken.name()),
        };
        self.record.fault(property.line, message);
    }

    fn set_up(&mut self, tip: &mut Tip, property: &Property) {
        let name = property.name.as_str();
        for value in &property.values {
            let side = match value.text.trim().chars().next() {
                Some('B' | 'b' | '1') => Some(Side::First),
                Some('W' | 'w' | '2') => Some(Side::Second),
                _ => None,
            };
            match (name, side) {
                // Some programs write the properties that set nothing up.
                ("AB" | "AW" | "AE", _) if value.text.trim().is_empty() => {}
                ("PL", None) => self.unkept.count(name, value.line, 1),
                ("PL", Some(side)) if tip.ply > 0 && side == side_at(tip.ply) => {}
                _ if tip.ply > 0 || tip.node != Tree::ROOT => {
                    // The board is another one from here on.
                    let text = format!("{name}[{}]", shown(&value.text));
                    let why = "the position is set up anew behind the first move";
                    let node = self.record.push_unplayable(tip.node, text, value.line, why);
                    *tip = Tip { node, ply: tip.ply + 1 };
                }
                ("PL", Some(side)) => self.diagram.set_side_to_move(side, value.line),
                ("AB", _) => self.diagram.change(Some(Side::First), &value.text, value.line),
                ("AW", _) => self.diagram.change(Some(Side::Second), &value.text, value.line),
                _ => self.diagram.change(None, &value.text, value.line),
            }
        }
    }

    /// Turns the stones set up into moves that lead to them; `mover` makes the next move.
    fn settle(&mut self, tip: &mut Tip, mover: Option<Side>) {
        let diagram = std::mem::take(&mut self.diagram);
        if !diagram.is_empty() && self.refused.is_none() {
            let setup = match self.facts.setup() {
                Ok(setup) => setup,
                Err(refusal) => return self.refused = Some(refusal),
            };
            if let Some(stones) = diagram.free_stones(&setup, mover).filter(|_| self.record.tree.is_empty()) {
                self.facts.free_stones = stones;
                tip.ply = setup.with_free_stones(stones).map_or(0, |setup| setup.first_ply());
                return self.note_diagram(tip, diagram.note);
            }
            match diagram.moves(&setup, self.facts.size, mover, &mut self.points_left) {
                Ok(moves) => {
                    for (mv, line) in moves {
                        *tip = Tip { node: self.record.push(tip.node, mv, line), ply: tip.ply + 1 };
                    }
                }
                Err(RefusedDiagram { line, why }) if self.record.tree.is_empty() => {
                    let message = format!("line {line}: {}", why.message);
                    self.refused = Some(Refusal { message, ..why });
                }
                Err(RefusedDiagram { line, why }) => {
                    let text = format!("set-up: {}", why.message);
                    let node = self.record.push_unplayable(tip.node, text, line, why.message);
                    *tip = Tip { node, ply: tip.ply + 1 };
                }
            }
        }
        self.note_diagram(tip, diagram.note);
    }

    /// Notes at a diagram what was noted beside its stones.
    fn note_diagram(&mut self, tip: &Tip, noted: Note) {
        if noted.is_empty() {
            return;
        }
        let note = self.record.tree.note_mut(tip.node);
        // Nothing is noted yet at the last stone of a diagram; at the root, before which there was none, it may be.
        if note.is_empty() {
            *note = noted;
        } else {
            note.add_comment(&noted.comment);
        }
    }

    /// Plays a stone. What is none, or is not the mover's, stays as a text that cannot be played: the line ends there, and no
    /// later stone changes its colour.
    fn play(&mut self, tip: &mut Tip, is_blacks: bool, value: &str, line: usize) {
        let side = if is_blacks { Side::First } else { Side::Second };
        if value.eq_ignore_ascii_case("resign") && !self.is_beside_main_line {
            return self.resign(side, line);
        }
        self.settle(tip, Some(side));
        let written = format!("{}[{}]", if is_blacks { 'B' } else { 'W' }, shown(value));
        let turn = side_at(tip.ply);
        let node = match from_letters(value, self.facts.size) {
            Some(point) if side == turn => self.record.push(tip.node, point, line),
            _ if side != turn => {
                let why = format!("it is {}'s turn", if is_blacks { "White" } else { "Black" });
                self.record.push_unplayable(tip.node, format!("{written} out of turn"), line, why)
            }
            _ if value.is_empty() || value == "tt" => self.record.push_unplayable(
                tip.node,
                "pass",
                line,
                format!("{written} is a pass, and the game has none"),
            ),
            _ => {
                let why = unreadable_point(value, self.facts.size);
                self.record.push_unplayable(tip.node, written, line, why)
            }
        };
        *tip = Tip { node, ply: tip.ply + 1 };
    }

    /// Takes `W[resign]`, which some programs write in place of a move, for the result.
    fn resign(&mut self, side: Side, line: usize) {
        match self.facts.outcome {
            None => self.facts.outcome = Some(Outcome::win(!side, Reason::Resignation)),
            Some(outcome) if outcome.winner == Some(!side) => {}
            Some(_) => self.record.fault(line, "a player resigns here, and the result is another"),
        }
    }

    fn note(&mut self, node: NodeId, property: &Property) {
        let is_beside_stones = node == Tree::ROOT && self.diagram.has_stones();
        let note = if is_beside_stones { &mut self.diagram.note } else { self.record.tree.note_mut(node) };
        for (index, value) in property.values.iter().enumerate() {
            let (name, text) = (property.name.as_str(), value.text.as_str());
            let noted = notes::take(note, name, index, text, self.facts.size, &mut self.points_left);
            if noted != Noted::Kept {
                self.unkept.count(name, value.line, 1);
            }
        }
    }
}

/// Says why a value is no point of a board of `size` lines.
fn unreadable_point(value: &str, size: u8) -> String {
    if value.len() == 2 && value.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return format!("it is not on the board of {size} lines");
    }
    let last = char::from(b'a' + size.clamp(1, 26) - 1);
    format!("a point of SGF has two letters from a to {last}, the column and the row from the top")
}

const fn side_at(ply: usize) -> Side {
    if ply.is_multiple_of(2) { Side::First } else { Side::Second }
}
