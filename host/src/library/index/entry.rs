//! What the index has of one game: computed without the database, so on any thread.

use duiyi_core::record::Tree;
use duiyi_core::record::format::{self, Record};
use rusqlite::{Transaction, params};

use super::super::explorer::{self, Replay};
use super::super::facts::GameFacts;
use super::super::pattern::line;
use super::super::{FinishedGame, GameRow, duplicates, fold, query};

/// Padding that no text contains: the last letters of a text begin a trigram, too.
const END: &str = "\u{1}\u{1}";

/// Longest text per game that is searched, in characters.
const TEXT_CHARS_MAX: usize = 200_000;

/// The rows of one game in the tables of the index.
pub(super) struct IndexEntry {
    id: i64,
    game: String,
    /// The searched text.
    text: String,
    /// The terms of the positions; empty for a deleted game.
    terms: String,
    facts: GameFacts,
    start: String,
    /// The moves as [`line::bytes`] writes them.
    moves: Vec<u8>,
    fingerprint: Option<i64>,
}

impl IndexEntry {
    /// Computes the entry of a game. A deleted game has its words in the trash and no positions.
    pub(super) fn of(row: GameRow) -> IndexEntry {
        let GameRow { id, saved: game, deleted_at_ms, .. } = row;
        let record = format::read_unbounded(game.record.as_bytes()).ok();
        let Replay { terms, start, moves, end } = explorer::replay(&game);
        IndexEntry {
            id,
            text: text_of(&game, record.as_ref()),
            terms: if deleted_at_ms.is_some() { String::new() } else { terms },
            facts: GameFacts::of(record.as_ref(), end.as_ref()),
            moves: line::bytes(&start, &moves),
            start,
            fingerprint: duplicates::fingerprint(&game),
            game: game.game,
        }
    }

    /// Writes the rows of the game. Entries are written in the order of their numbers: FTS5 collects those in memory and
    /// writes them together.
    pub(super) fn write(&self, transaction: &Transaction) -> rusqlite::Result<()> {
        let IndexEntry { id, game, text, terms, facts, start, moves, fingerprint } = self;
        transaction
            .prepare_cached("INSERT OR REPLACE INTO idx.texts (rowid, text) VALUES (?1, ?2)")?
            .execute(params![id, text])?;
        transaction
            .prepare_cached("INSERT OR REPLACE INTO idx.positions (rowid, terms) VALUES (?1, ?2)")?
            .execute(params![id, terms])?;
        facts.write(transaction, *id)?;
        line::write(transaction, *id, game, start, moves)?;
        duplicates::write(transaction, *id, *fingerprint)
    }
}

/// Returns the searched text: names, rule, reason, opening, and the record's headers and comments.
fn text_of(game: &FinishedGame, record: Option<&Record>) -> String {
    let mut text = fold::folded(&query::words_of(game));
    if let Some(record) = record {
        let facts = record.header.tags.iter().map(|(_, value)| value.as_str());
        let comments = record.tree.subtree(Tree::ROOT).map(|node| record.tree.note(node).comment.as_str());
        for words in facts.chain(comments).filter(|words| !words.is_empty()) {
            text.push('\n');
            text.push_str(&fold::folded(words));
        }
    }
    let mut text: String = text.chars().filter(|&letter| letter != '\0').take(TEXT_CHARS_MAX).collect();
    text.push_str(END);
    text
}
