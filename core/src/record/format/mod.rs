//! The written forms of a game, one file a form. Reading is in two steps: a [`Codec`] turns bytes into a [`Record`] and
//! never judges a move; [`crate::study::Study`] walks its tree with positions.
//!
//! Whatever a reader is given, it takes time and memory in proportion to its length, calls nothing recursively, and keeps
//! what it understood. `docs/FORMATS.md` says what is known of each form.

pub mod bytes;
pub mod cursor;
mod html;
pub mod encoding;
pub mod comment;
pub mod diagram;
pub mod preorder;
pub mod record;
pub mod written;
pub mod result;
pub mod codec;
mod tags;
mod words;
mod movetext;
mod labelled;
pub mod cbf;
pub mod ccbridge;
pub mod dhtmlxq;
pub mod pgn;
pub mod wxf;
pub mod xqf;
pub mod piskvork;
pub mod pos;
pub mod renjunet;
pub mod renlib;
pub mod sgf;
pub mod lines;
pub mod points;
pub mod text;

use super::{Header, Tree};
use crate::game::GameKind;

pub use codec::{Codec, TakeRecord};
pub use record::{COLLECTION_BYTES_MAX, Location, RECORD_BYTES_MAX, ReadFault, Record, RefusedMove, UnreadableRecord};
pub use written::{LeftOut, RecordPart, Unwritable, Written};

/// Every form, in the order in which they are asked whether they know some bytes: first those that are known by how they
/// begin, whatever their comments quote, then those that are known by what stands behind; the last knows all that is text.
pub const CODECS: [&dyn Codec; 17] = [
    &xqf::Xqf,
    &ccbridge::Cbr,
    &ccbridge::Cbl,
    &renlib::RenLib,
    &piskvork::Psq,
    &sgf::Sgf,
    &pgn::Pgn::ICCS,
    &pgn::Pgn::CHINESE,
    &pgn::Pgn::WXF,
    &wxf::WxfFile,
    &cbf::Cbf,
    &renjunet::RenjuNet,
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

/// Writes a game in the form in which games of its kind are saved. It has room for all but tags whose names it does not
/// allow: in SGF those with other characters than capitals and digits.
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
        return Err(UnreadableRecord::TooLong { bytes: bytes.len(), bytes_max: RECORD_BYTES_MAX });
    }
    read_unbounded(bytes)
}

/// Reads a record that this program has written, however long it is: a record of others is bounded when it is read, and
/// may be longer in another form, or with what was added.
///
/// # Errors
/// [`UnreadableRecord`] if there is no game in `bytes`.
pub fn read_unbounded(bytes: &[u8]) -> Result<Record, UnreadableRecord> {
    sniff(bytes).read(bytes)
}

#[cfg(test)]
mod tests;
