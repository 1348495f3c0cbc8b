//! Portable game notation as Xiangqi uses it: tags, moves in Chinese, WXF or ICCS, comments in braces, variations in
//! parentheses (S. J. Edwards's PGN standard of 1994; tag names as the Chinese programs write them).
//!
//! Clocks, evaluations, rings and arrows stand in comments as the commands `[%clk]`, `[%eval]`, `[%csl]` and `[%cal]`
//! that chess programs agree on. Braces cannot stand inside a comment and become parentheses; `[%` that is no command
//! becomes `[ %`. Text before the tags becomes a comment on the game.

mod header;
mod writer;

use std::ops::ControlFlow;

use super::codec::{read_games, read_text};
use super::cursor::Cursor;
use super::dhtmlxq::DhtmlXq;
use super::encoding::{TextEncoding, decode};
use super::movetext::{self, another_game, looks_like_a_move};
use super::points;
use super::tags::is_tag;
use super::written::expect_game;
use super::{Codec, LeftOut, Record, TakeRecord, UnreadableRecord, Unwritable, Written};
use crate::base::Outcome;
use crate::game::{GameKind, Setup};
use crate::record::{Header, Tree, wording};
use crate::xiangqi::notation::NotationStyle;

/// Portable game notation, its moves written in one style. Reading takes them in any.
pub struct Pgn {
    style: NotationStyle,
}

impl Pgn {
    /// Moves as `H2-E2`.
    pub const ICCS: Pgn = Pgn { style: NotationStyle::Iccs };
    /// Moves as `炮二平五`.
    pub const CHINESE: Pgn = Pgn { style: NotationStyle::Chinese };
    /// Moves as `C2=5`.
    pub const WXF: Pgn = Pgn { style: NotationStyle::Wxf };

    const fn format(&self) -> &'static str {
        match self.style {
            NotationStyle::Wxf | NotationStyle::Vietnamese => "WXF",
            NotationStyle::Chinese | NotationStyle::Traditional => "Chinese",
            NotationStyle::Iccs | NotationStyle::Uci => "ICCS",
        }
    }
}

/// How much of a file is looked at for its first tag; text may stand before it.
const HEAD_BYTES: usize = 16 << 10;

impl Codec for Pgn {
    fn name(&self) -> &'static str {
        match self.style {
            NotationStyle::Wxf | NotationStyle::Vietnamese => "pgn-wxf",
            NotationStyle::Chinese | NotationStyle::Traditional => "pgn-chinese",
            NotationStyle::Iccs | NotationStyle::Uci => "pgn",
        }
    }

    fn ending(&self) -> &'static str {
        "pgn"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode(&bytes[..bytes.len().min(HEAD_BYTES)]);
        // Servers write games of Gomoku with such tags, too.
        if points::is_tagged(&text) {
            return false;
        }
        if text.trim_start().starts_with('[') && !is_tag(text.trim_start()) {
            // Forums use brackets, too; a broken tag is one if nothing else explains it.
            let tag = text.trim_start().trim_start_matches('[');
            let value = tag.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
            return value.starts_with('"') || !DhtmlXq.sniff(bytes);
        }
        text.lines().any(|line| line.trim_start().starts_with('[') && is_tag(line.trim_start()))
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        read_text(bytes, encoding, |text| {
            let mut cursor = Cursor::new(text);
            let mut record = read_game(&mut cursor)?;
            if another_game(&mut cursor) {
                cursor.pass_space();
                record.fault(cursor.line(), "the games behind the first one are not read");
            }
            Ok(record)
        })
    }

    fn holds_many(&self) -> bool {
        true
    }

    fn read_each_as(&self, bytes: &[u8], encoding: Option<TextEncoding>, take: TakeRecord<'_>) -> ControlFlow<()> {
        read_games(bytes, encoding, take, read_game, another_game)
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        expect_game(self.name(), GameKind::Xiangqi, header)?;
        let mut left_out = LeftOut::default();
        let mut out = header::write(header, self.format(), &mut left_out);
        out.push('\n');
        let tree = wording::in_style(&header.setup, tree, self.style);
        let result = header.outcome.map_or("*", Outcome::score_text);
        let bytes = writer::write(tree, header.setup.first_ply(), result, out).into_bytes();
        Ok(Written { bytes, left_out })
    }
}

/// Reads one game: its tags, then its moves up to its result, to the tags of the next game, or to the end.
fn read_game(cursor: &mut Cursor<'_>) -> Result<Record, UnreadableRecord> {
    let mut record = Record::new(Header::new(Setup::usual(GameKind::Xiangqi)));
    let begins_with_bracket = cursor.rest().trim_start().starts_with('[');
    let tags = header::read(cursor, &mut record);
    let line = cursor.line();
    let section =
        if tags.is_game_over { movetext::MoveSection::default() } else { movetext::read(cursor, &mut record) };
    // Forums, lists of JSON and other programs begin with brackets, too.
    let has_moves = || record.tree.subtree(Tree::ROOT).filter_map(|node| record.tree.mv(node)).any(looks_like_a_move);
    if begins_with_bracket && tags.are_missing() && !has_moves() {
        return Err(UnreadableRecord::Unknown);
    }
    tags.apply(section, line, &mut record)?;
    Ok(record)
}

#[cfg(test)]
mod tests;
