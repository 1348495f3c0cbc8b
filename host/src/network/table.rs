//! A table as the window and the terminal hold it.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::event::{TableEvent, TableOffer, TableRequest, TableVisit};
use super::{hosting, joining};
use crate::files::DataDir;
use crate::reactor::Reactor;

/// An open table. Dropping it leaves the table.
#[derive(Debug)]
pub struct Table {
    requests: mpsc::Sender<TableRequest>,
    _reactor: Reactor,
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
        let (requests, inbox) = mpsc::channel(REQUESTS_MAX);
        reactor.spawn(hosting::run(dir, offer, inbox, Arc::new(listener)));
        Table { requests, _reactor: reactor.clone() }
    }

    /// Joins a table; its journal is in `dir`.
    #[must_use]
    pub fn join(
        reactor: &Reactor,
        dir: DataDir,
        visit: TableVisit,
        listener: impl Fn(TableEvent) + Send + Sync + 'static,
    ) -> Table {
        let (requests, inbox) = mpsc::channel(REQUESTS_MAX);
        reactor.spawn(joining::run(dir, visit, inbox, Arc::new(listener)));
        Table { requests, _reactor: reactor.clone() }
    }

    /// Sends a request; `false` if the table is closed or too many requests wait.
    pub fn request(&self, request: TableRequest) -> bool {
        self.requests.try_send(request).is_ok()
    }
}
