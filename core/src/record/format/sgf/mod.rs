//! Smart game format for Gomoku and Renju (A. Hollosi, "SGF File Format FF[4]", game number 4), and for tic-tac-toe, which
//! has no number of its own: it stands here as the game of that family on three lines.
//!
//! Written by hand rather than with a library because a record that breaks off must still give the moves before the
//! break, each fault with its line.
//!
//! SGF's own properties carry what they can: `C`, `TE BM IT DO` for glyphs, `CR` and `AR` for rings and arrows, `BL WL`
//! for clocks. Colours of marks, other glyphs and evaluations, for which it has none, stand in `KC`, `KN` and `KV`;
//! other programs pass properties over that they do not know.

mod diagram;
mod facts;
mod letters;
mod lexer;
mod notes;
mod properties;
mod reader;
pub(super) mod result;
pub(super) mod rule;
mod source;
mod writer;

use std::ops::ControlFlow;

use super::encoding::{TextEncoding, decode};
use super::record::RECORD_BYTES_MAX;
use super::{Codec, Record, TakeRecord, UnreadableRecord, Unwritable, Written};
use crate::record::{Header, Tree};

use reader::GameReader;
use source::Source;

/// Smart game format.
pub struct Sgf;

impl Codec for Sgf {
    fn name(&self) -> &'static str {
        "sgf"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode(&bytes[..bytes.len().min(256)]);
        text.trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        let source = Source::new(bytes, encoding);
        GameReader::read(&mut source.lexer(encoding.is_some()))
    }

    fn holds_many(&self) -> bool {
        true
    }

    fn read_each_as(&self, bytes: &[u8], encoding: Option<TextEncoding>, take: TakeRecord<'_>) -> ControlFlow<()> {
        let source = Source::new(bytes, encoding);
        let mut lexer = source.lexer(encoding.is_some());
        loop {
            // A game of a collection is no longer than one alone.
            let (mut part, is_cut) = lexer.within(RECORD_BYTES_MAX);
            let record = GameReader::read(&mut part);
            let is_too_long = is_cut && part.rest().is_empty();
            take(if is_too_long { Err(UnreadableRecord::too_long()) } else { record })?;
            lexer.go_on_behind(&part);
            lexer.pass_until(|byte| byte == b'(');
            if lexer.rest().is_empty() {
                return ControlFlow::Continue(());
            }
            lexer.encoding = source.encoding_of(lexer.rest());
        }
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        writer::write(header, tree)
    }
}

#[cfg(test)]
mod tests;
