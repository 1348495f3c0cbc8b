//! The written forms of a game, one file a form. Reading is in two steps: a [`Codec`] turns bytes into a [`Record`] and
//! never judges a move; [`crate::study::Study`] walks its tree with positions.
//!
//! Whatever a reader is given, it takes time and memory in proportion to its length, calls nothing recursively, and keeps
//! what it understood. `docs/FORMATS.md` says what is known of each form.

pub mod bytes;
pub mod cursor;
pub mod encoding;
pub mod comment;
pub mod diagram;
pub mod preorder;
pub mod record;
pub mod written;
pub mod cbf;
pub mod ccbridge;
pub mod dhtmlxq;
pub mod pgn;
pub mod xqf;
pub mod piskvork;
pub mod pos;
pub mod renlib;
pub mod sgf;
pub mod lines;
pub mod text;

use std::ops::ControlFlow;

use cursor::Cursor;
use encoding::decode;

use super::{Header, Tree};
use crate::game::GameKind;

pub use record::{COLLECTION_BYTES_MAX, Location, RECORD_BYTES_MAX, ReadFault, Record, UnreadableRecord};
pub use written::{LeftOut, RecordPart, Unwritable, Written};

/// One written form of a game.
pub trait Codec: Sync {
    /// Returns the name of the form.
    fn name(&self) -> &'static str;

    /// Returns the usual ending of its files.
    fn ending(&self) -> &'static str {
        self.name()
    }

    /// Returns whether `bytes` look like this form.
    fn sniff(&self, bytes: &[u8]) -> bool;

    /// Reads the first game; what of it cannot be used becomes a fault.
    ///
    /// # Errors
    /// [`UnreadableRecord`] if there is no game in it, or one that cannot be set up.
    fn read(&self, bytes: &[u8]) -> Result<Record, UnreadableRecord>;

    /// Returns whether its files are text.
    fn is_text(&self) -> bool {
        true
    }

    /// Returns whether a file may hold many games, one behind the other.
    fn holds_many(&self) -> bool {
        false
    }

    /// Reads every game and hands each over until `take` breaks off.
    fn read_each(
        &self,
        bytes: &[u8],
        take: &mut dyn FnMut(Result<Record, UnreadableRecord>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        take(self.read(bytes))
    }

    /// Writes a game whose moves are in coordinates, and tells what this form has no room for.
    ///
    /// # Errors
    /// [`Unwritable`] if the form cannot hold such a game at all.
    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable>;
}

/// Reads a collection of games: `read` takes one from the cursor, and `passes_to_next` leaves what lies before another
/// one, if there is another.
pub(super) fn read_games(
    bytes: &[u8],
    take: &mut dyn FnMut(Result<Record, UnreadableRecord>) -> ControlFlow<()>,
    read: impl Fn(&mut Cursor) -> Result<Record, UnreadableRecord>,
    passes_to_next: impl Fn(&mut Cursor) -> bool,
) -> ControlFlow<()> {
    let text = decode(bytes);
    let mut cursor = Cursor::new(&text);
    loop {
        // A game of a collection is no longer than one alone.
        let (record, is_cut) = cursor.within(RECORD_BYTES_MAX, &read);
        take(if is_cut { Err(UnreadableRecord::TooLong { bytes: RECORD_BYTES_MAX + 1 }) } else { record })?;
        if !passes_to_next(&mut cursor) {
            return ControlFlow::Continue(());
        }
    }
}

/// Every form, in the order in which they are asked whether they know some bytes: first those that are known by how they
/// begin, whatever their comments quote, then those that are known by what stands behind; the last knows all that is text.
pub const CODECS: [&dyn Codec; 15] = [
    &xqf::Xqf,
    &ccbridge::Cbr,
    &ccbridge::Cbl,
    &renlib::RenLib,
    &piskvork::Psq,
    &sgf::Sgf,
    &pgn::Pgn::ICCS,
    &pgn::Pgn::CHINESE,
    &pgn::Pgn::WXF,
    &cbf::Cbf,
    &pos::Pos,
    &dhtmlxq::DhtmlXq,
    &piskvork::Rec,
    &lines::PathLines,
    &text::Text,
];

/// Returns the form in which games of `kind` are saved.
#[must_use]
pub fn usual(kind: GameKind) -> &'static dyn Codec {
    match kind {
        GameKind::Xiangqi => &pgn::Pgn::ICCS,
        GameKind::Gomoku | GameKind::TicTacToe => &sgf::Sgf,
    }
}

/// Writes a game in the form in which games of its kind are saved, which has room for all of it.
#[must_use]
pub fn save(header: &Header, tree: &Tree) -> Vec<u8> {
    let written = usual(header.setup.kind()).write(header, tree);
    written.expect("the usual form of a game can hold it").bytes
}

/// Returns the form of this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Codec> {
    CODECS.into_iter().find(|codec| codec.name().eq_ignore_ascii_case(name))
}

/// Returns the form whose files have this ending.
#[must_use]
pub fn with_ending(ending: &str) -> Option<&'static dyn Codec> {
    CODECS.into_iter().find(|codec| codec.ending().eq_ignore_ascii_case(ending))
}

/// Returns the form that `bytes` are in.
#[must_use]
pub fn sniff(bytes: &[u8]) -> &'static dyn Codec {
    CODECS.into_iter().find(|codec| codec.sniff(bytes)).unwrap_or(&text::Text)
}

/// Returns the form that the `bytes` of a file are in: what their content shows, or what the `ending` says where the
/// content shows nothing.
#[must_use]
pub fn sniff_file(bytes: &[u8], ending: Option<&str>) -> &'static dyn Codec {
    let sniffed = sniff(bytes);
    match ending.and_then(with_ending) {
        Some(named) if sniffed.name() == "txt" && sniffed.read(bytes).is_err() => named,
        _ => sniffed,
    }
}

/// Reads a record in any known form; of several games the first.
///
/// # Errors
/// [`UnreadableRecord`] if there is no game in `bytes`; anything less is a fault of the game that is returned.
pub fn read(bytes: &[u8]) -> Result<Record, UnreadableRecord> {
    if bytes.len() > RECORD_BYTES_MAX {
        return Err(UnreadableRecord::TooLong { bytes: bytes.len() });
    }
    sniff(bytes).read(bytes)
}

#[cfg(test)]
mod tests;
