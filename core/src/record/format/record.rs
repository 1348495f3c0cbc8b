//! A record as written, with the faults found while reading.

use std::fmt;

use smol_str::SmolStr;

use super::encoding::TextEncoding;
use crate::game::Refusal;
use crate::record::{Header, NodeId, Tree};

/// The longest record that is read, in bytes: no game comes near it.
pub const RECORD_BYTES_MAX: usize = 4 << 20;

/// The longest collection of games that is read, in bytes.
pub const COLLECTION_BYTES_MAX: usize = 64 << 20;

/// Most faults that a record lists one by one.
pub(super) const FAULTS_MAX: usize = 100;

wire! {
    pair("kind", "number"):
    /// A place in a record.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Location {
        /// A line of a text, counted from 1.
        Line(usize),
        /// A byte of a binary form, counted from 0.
        Byte(usize),
    }
}

impl Location {
    /// Returns the number of the line or byte.
    #[must_use]
    pub const fn number(self) -> usize {
        match self {
            Location::Line(number) | Location::Byte(number) => number,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Line(line) => write!(f, "line {line}"),
            Location::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// Something in a record that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
#[allow(missing_docs)]
pub struct ReadFault {
    pub place: Location,
    /// One sentence without a full stop.
    pub message: String,
    /// The illegal move, if the fault is one.
    pub refused: Option<Box<RefusedMove>>,
}

/// An illegal move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedMove {
    /// Number of the move, from 1.
    pub ply: usize,
    /// The text of the move.
    pub written: String,
    /// The refusal of the move.
    pub why: Refusal,
}

impl ReadFault {
    /// A fault other than an illegal move.
    pub(crate) fn new(place: Location, message: impl Into<String>) -> ReadFault {
        ReadFault { place, message: message.into(), refused: None }
    }

    /// An illegal move.
    pub(crate) fn of_move(place: Location, refused: RefusedMove) -> ReadFault {
        let RefusedMove { ply, written, why } = &refused;
        let message = format!("move {ply}, '{}': {why}", shown(written));
        ReadFault { place, message, refused: Some(Box::new(refused)) }
    }
}

/// Why some bytes are no record at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnreadableRecord {
    /// Nothing in it looks like a game.
    #[error("the content is in none of the fifteen known record forms; give PGN, XQF, SGF or another, a FEN or moves")]
    Unknown,
    /// It begins like a form of records and breaks off before the game.
    #[error("this {form} record breaks off at byte {bytes}, before the game begins")]
    BreaksOff {
        /// The name of the form.
        form: &'static str,
        /// Its length.
        bytes: usize,
    },
    /// A place in it makes all of it unusable.
    #[error(transparent)]
    Broken(ReadFault),
    /// It is too long to be a game.
    #[error("the record is too large ({bytes} bytes; the limit is {bytes_max})")]
    #[allow(missing_docs)]
    TooLong {
        /// Its length, or one more than the limit if only so much was read.
        bytes: usize,
        bytes_max: usize,
    },
    /// The game that it names cannot be set up.
    #[error(transparent)]
    Setup(#[from] Refusal),
}

impl UnreadableRecord {
    /// A record of more than [`RECORD_BYTES_MAX`] bytes.
    pub(super) const fn too_long() -> UnreadableRecord {
        UnreadableRecord::TooLong { bytes: RECORD_BYTES_MAX + 1, bytes_max: RECORD_BYTES_MAX }
    }
}

impl From<UnreadableRecord> for Refusal {
    /// Refuses with `unsupported-record`, or with what is wrong with the set-up.
    fn from(why: UnreadableRecord) -> Refusal {
        match why {
            UnreadableRecord::Setup(refusal) => refusal,
            why => Refusal::plain("unsupported-record", why),
        }
    }
}

/// A record as written, with the faults found while reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Names, date, result and other facts.
    pub header: Header,
    /// The moves and their variations, in the words of the record.
    pub tree: Tree,
    /// The encoding of its texts.
    pub encoding: TextEncoding,
    /// Whether places are bytes, and not lines.
    in_bytes: bool,
    /// Line or byte of each move, by the index of its node.
    places: Vec<u32>,
    /// Why moves cannot be played, by the index of their nodes, in order.
    obstacles: Vec<(usize, String)>,
    faults: Vec<ReadFault>,
    /// Faults beyond [`FAULTS_MAX`], counted only.
    untold: usize,
    untold_from: usize,
}

impl Record {
    /// Begins a record without moves whose places are lines.
    #[must_use]
    pub fn new(header: Header) -> Record {
        Record {
            header,
            tree: Tree::new(),
            encoding: TextEncoding::UTF_8,
            in_bytes: false,
            places: Vec::new(),
            obstacles: Vec::new(),
            faults: Vec::new(),
            untold: 0,
            untold_from: 0,
        }
    }

    /// Begins a record without moves whose places are bytes.
    #[must_use]
    pub fn of_bytes(header: Header) -> Record {
        Record { in_bytes: true, ..Record::new(header) }
    }

    /// Returns the texts that depend on the encoding: of names, tags, comments, labels and moves those that are not ASCII.
    pub fn foreign_texts(&self) -> impl Iterator<Item = &str> {
        let names = [&self.header.names.first, &self.header.names.second].into_iter().map(String::as_str);
        let tags = self.header.tags.iter().map(|(_, text)| text.as_str());
        let notes = self.tree.subtree(Tree::ROOT).map(|node| self.tree.note(node)).flat_map(|note| {
            std::iter::once(note.comment.as_str()).chain(note.labels.iter().map(|label| label.text.as_str()))
        });
        let moves = self.tree.subtree(Tree::ROOT).filter_map(|node| self.tree.mv(node));
        names.chain(tags).chain(notes).chain(moves).filter(|text| !text.is_ascii())
    }

    /// Adds a move from line or byte `at`.
    pub fn push(&mut self, parent: NodeId, mv: impl Into<SmolStr>, at: usize) -> NodeId {
        let node = self.tree.push(parent, mv);
        self.places.resize(node.index(), 0);
        self.places.push(u32::try_from(at).unwrap_or(u32::MAX));
        node
    }

    /// Adds a text that is no move from line or byte `at`; `why` says so in one sentence without a full stop.
    pub fn push_unplayable(
        &mut self,
        parent: NodeId,
        text: impl Into<SmolStr>,
        at: usize,
        why: impl Into<String>,
    ) -> NodeId {
        let node = self.push(parent, text, at);
        self.obstacles.push((node.index(), why.into()));
        node
    }

    /// Returns the refusal of an unplayable move of `node`, in the words of its reader if it knows more than the rules.
    pub(crate) fn refusal(&self, node: NodeId, why: Refusal) -> Refusal {
        match self.obstacles.binary_search_by_key(&node.index(), |(index, _)| *index) {
            Ok(at) if why.code == "unreadable-move" => Refusal { message: self.obstacles[at].1.clone(), ..why },
            _ => why,
        }
    }

    /// Returns the line or byte of the move of `node`.
    #[must_use]
    pub fn at(&self, node: NodeId) -> usize {
        self.places.get(node.index()).map_or(1, |&at| at as usize)
    }

    /// Returns the location of the move of `node`.
    #[must_use]
    pub fn place(&self, node: NodeId) -> Location {
        self.place_at(self.at(node))
    }

    const fn place_at(&self, at: usize) -> Location {
        if self.in_bytes { Location::Byte(at) } else { Location::Line(at) }
    }

    /// Records a fault at line or byte `at`.
    pub fn fault(&mut self, at: usize, message: impl Into<String>) {
        self.note_fault(at, |place| ReadFault::new(place, message));
    }

    /// Records the illegal move of `node`.
    pub(crate) fn refuse(&mut self, node: NodeId, refused: RefusedMove) {
        self.note_fault(self.at(node), |place| ReadFault::of_move(place, refused));
    }

    fn note_fault(&mut self, at: usize, fault: impl FnOnce(Location) -> ReadFault) {
        if self.faults.len() < FAULTS_MAX {
            self.faults.push(fault(self.place_at(at)));
        } else {
            self.untold_from = if self.untold == 0 { at } else { self.untold_from };
            self.untold += 1;
        }
    }

    /// Returns the faults; beyond [`FAULTS_MAX`] the last one counts the rest.
    #[must_use]
    pub fn faults(&self) -> Vec<ReadFault> {
        let mut faults = self.faults.clone();
        if self.untold > 0 {
            let message = format!("{} more places from here on could not be used", self.untold);
            faults.push(ReadFault::new(self.place_at(self.untold_from), message));
        }
        faults
    }
}

/// Cuts a quotation to a readable length; an ellipsis marks the cut.
pub(super) fn shown(value: &str) -> String {
    let value = value.trim();
    let mut chars = value.chars();
    let shown: String = chars.by_ref().take(20).flat_map(char::escape_debug).collect();
    if chars.next().is_some() { shown + "…" } else { shown }
}
