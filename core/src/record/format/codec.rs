//! One written form of a game.

use std::ops::ControlFlow;

use super::cursor::Cursor;
use super::encoding::TextEncoding;
use super::record::{COLLECTION_BYTES_MAX, RECORD_BYTES_MAX, Record, UnreadableRecord};
use super::written::{Unwritable, Written};
use crate::record::{Header, Tree};

/// Receives each game of a collection, and breaks off to end the reading.
pub type TakeRecord<'a> = &'a mut dyn FnMut(Result<Record, UnreadableRecord>) -> ControlFlow<()>;

/// One written form of a game.
///
/// # Examples
/// ```
/// use duiyi_core::record::format;
///
/// let bytes = b"(;GM[4]SZ[15]RU[renju];B[hh];W[ih])";
/// let codec = format::sniff(bytes);
/// assert_eq!(codec.name(), "sgf");
///
/// let record = codec.read(bytes)?;
/// let moves: Vec<&str> = record.tree.main_line().filter_map(|node| record.tree.mv(node)).collect();
/// assert_eq!(moves, ["h8", "i8"]);
/// assert!(codec.write(&record.header, &record.tree).is_ok_and(|written| written.left_out.is_empty()));
/// # Ok::<(), format::UnreadableRecord>(())
/// ```
pub trait Codec: Sync {
    /// Returns the name of the form.
    fn name(&self) -> &'static str;

    /// Returns the usual ending of its files.
    fn ending(&self) -> &'static str {
        self.name()
    }

    /// Returns whether `bytes` look like this form.
    fn sniff(&self, bytes: &[u8]) -> bool;

    /// Reads the first game with the encoding that it declares or seems to have; unusable parts become faults.
    ///
    /// # Errors
    /// [`UnreadableRecord`] if there is no game in it, or one that cannot be set up.
    fn read(&self, bytes: &[u8]) -> Result<Record, UnreadableRecord> {
        self.read_as(bytes, None)
    }

    /// Reads the first game. An `encoding` outranks what the record declares, but for a byte order mark.
    ///
    /// # Errors
    /// As [`Codec::read`].
    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord>;

    /// Returns whether its files are text.
    fn is_text(&self) -> bool {
        true
    }

    /// Returns whether a file may hold many games, one behind the other.
    fn holds_many(&self) -> bool {
        false
    }

    /// Checks the length of a file in bytes: one with many games may be longer.
    ///
    /// # Errors
    /// [`UnreadableRecord::TooLong`].
    fn expect_length(&self, bytes: usize) -> Result<(), UnreadableRecord> {
        let bytes_max = if self.holds_many() { COLLECTION_BYTES_MAX } else { RECORD_BYTES_MAX };
        if bytes > bytes_max { Err(UnreadableRecord::TooLong { bytes, bytes_max }) } else { Ok(()) }
    }

    /// Reads every game and passes each to `take` until it breaks off.
    fn read_each(&self, bytes: &[u8], take: TakeRecord<'_>) -> ControlFlow<()> {
        self.read_each_as(bytes, None, take)
    }

    /// Reads every game as [`Codec::read_as`] does, and passes each to `take` until it breaks off.
    fn read_each_as(&self, bytes: &[u8], encoding: Option<TextEncoding>, take: TakeRecord<'_>) -> ControlFlow<()> {
        take(self.read_as(bytes, encoding))
    }

    /// Writes a game whose moves are in coordinates, and counts the parts that the form cannot hold.
    ///
    /// # Errors
    /// [`Unwritable`] if the form cannot hold such a game at all.
    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable>;
}

/// Reads one game out of a text, and notes in which encoding the text was.
pub(in crate::record::format) fn read_text(
    bytes: &[u8],
    encoding: Option<TextEncoding>,
    read: impl FnOnce(&str) -> Result<Record, UnreadableRecord>,
) -> Result<Record, UnreadableRecord> {
    let encoding = encoding.unwrap_or_else(|| TextEncoding::guess(bytes));
    let text = encoding.decode(bytes);
    if is_blank(&text) {
        return Err(UnreadableRecord::Unknown);
    }
    let mut record = read(&text)?;
    record.encoding = encoding;
    Ok(record)
}

/// Returns whether a text has nothing but space: an empty file is the record of no game, also where a form needs no tag.
fn is_blank(text: &str) -> bool {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\0')).is_empty()
}

/// Reads a collection of games: `read` takes one from the cursor, and `passes_to_next` leaves what lies before another
/// one, if there is another.
pub(in crate::record::format) fn read_games(
    bytes: &[u8],
    encoding: Option<TextEncoding>,
    take: TakeRecord<'_>,
    read: impl Fn(&mut Cursor) -> Result<Record, UnreadableRecord>,
    passes_to_next: impl Fn(&mut Cursor) -> bool,
) -> ControlFlow<()> {
    let encoding = encoding.unwrap_or_else(|| TextEncoding::guess(bytes));
    let text = encoding.decode(bytes);
    if is_blank(&text) {
        return take(Err(UnreadableRecord::Unknown));
    }
    let mut cursor = Cursor::new(&text);
    loop {
        // A game of a collection is no longer than one alone.
        let (record, is_cut) = cursor.within(RECORD_BYTES_MAX, &read);
        let record = record.map(|mut record| {
            record.encoding = encoding;
            record
        });
        take(if is_cut { Err(UnreadableRecord::too_long()) } else { record })?;
        if !passes_to_next(&mut cursor) {
            return ControlFlow::Continue(());
        }
    }
}
