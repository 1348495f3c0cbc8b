//! The order of the latest list. A page of a list of a hundred thousand games needs all of it; the next page is cut from what
//! the one before has found.

use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::Connection;

use super::query::{self, Query};

/// The numbers of the games that a query found last.
#[derive(Debug, Default)]
pub(super) struct KeptOrder(Mutex<Option<Box<Kept>>>);

#[derive(Debug)]
struct Kept {
    /// The query without its page.
    query: Query,
    state: State,
    ids: Arc<[i64]>,
}

/// What changes when a game, a tag, a name or the index does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// Changes by other connections to the library and to the index.
    others: [i64; 2],
    /// Rows changed by this connection.
    own: u64,
    unindexed: u32,
}

impl State {
    fn of(connection: &Connection, unindexed: u32) -> rusqlite::Result<State> {
        let version = |schema| connection.pragma_query_value(Some(schema), "data_version", |row| row.get(0));
        let index = if connection.is_readonly("idx").is_ok() { version("idx")? } else { 0 };
        Ok(State { others: [version("main")?, index], own: connection.total_changes(), unindexed })
    }
}

impl KeptOrder {
    /// Returns the numbers of all games of `query`, in order.
    pub(super) fn find(&self, connection: &Connection, query: &Query, unindexed: u32) -> rusqlite::Result<Arc<[i64]>> {
        let query = Query { offset: 0, limit: 0, ..query.clone() };
        let state = State::of(connection, unindexed)?;
        let mut kept = self.0.lock();
        if let Some(kept) = kept.as_ref().filter(|kept| kept.query == query && kept.state == state) {
            return Ok(Arc::clone(&kept.ids));
        }
        let ids: Arc<[i64]> = query::find(connection, &query, unindexed, query::FEW)?.into();
        *kept = Some(Box::new(Kept { query, state, ids: Arc::clone(&ids) }));
        Ok(ids)
    }
}
