//! A table as the window and the terminal hold it.

use std::sync::Arc;

use super::event::{TableEvent, TableOffer, TableRequest, TableVisit};
use super::requests::Requests;
use super::{hosting, joining};
use crate::files::DataDir;
use crate::reactor::Reactor;

/// An open table. Dropping it leaves the table.
#[derive(Debug)]
pub struct Table {
    requests: Requests<TableRequest>,
}

/// Requests that may wait for the network.
const REQUESTS_MAX: usize = 32;

impl Table {
    /// Opens a table; its journal is in `dir`.
    #[must_use]
    pub fn open(
        reactor: &Reactor,
        dir: DataDir,
        offer: TableOffer,
        listener: impl Fn(TableEvent) + Send + Sync + 'static,
    ) -> Table {
        let run = |inbox| hosting::run(dir, offer, inbox, Arc::new(listener));
        Table { requests: Requests::spawn(reactor, REQUESTS_MAX, run) }
    }

    /// Joins a table; its journal is in `dir`.
    #[must_use]
    pub fn join(
        reactor: &Reactor,
        dir: DataDir,
        visit: TableVisit,
        listener: impl Fn(TableEvent) + Send + Sync + 'static,
    ) -> Table {
        let run = |inbox| joining::run(dir, visit, inbox, Arc::new(listener));
        Table { requests: Requests::spawn(reactor, REQUESTS_MAX, run) }
    }

    /// Sends a request; `false` if the table is closed or too many requests wait.
    pub fn request(&self, request: TableRequest) -> bool {
        self.requests.send(request)
    }
}
