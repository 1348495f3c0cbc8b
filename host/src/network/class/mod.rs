//! A class: up to thirty guests at one machine, whose teacher pairs them.
//!
//! The teacher's machine is the server of all games: guests connect to it alone, with one code at one port. Each pairing is
//! a game of its own, judged by this machine's session and kept in its journal; a guest follows its game as at a table for
//! two. Who does not play sees what the teacher shows, and spectators see the board that the teacher chose.

mod event;
mod rounds;
mod board;
mod seat;
mod hosting;

use std::sync::Arc;

use tokio::sync::mpsc;

use crate::files::DataDir;
use crate::reactor::Reactor;

pub use event::{ClassBoard, ClassEvent, ClassGuest, ClassOffer, ClassRequest, ClassResults, ClassStanding, NextRound};
pub use hosting::GUESTS_MAX;

/// An open class. Dropping it closes the class.
#[derive(Debug)]
pub struct OpenClass {
    requests: mpsc::Sender<ClassRequest>,
    _reactor: Reactor,
}

/// Requests that may wait.
const REQUESTS_MAX: usize = 64;

impl OpenClass {
    /// Opens a class; the journals of its games are in `dir`.
    #[must_use]
    pub fn open(
        reactor: &Reactor,
        dir: DataDir,
        offer: ClassOffer,
        listener: impl Fn(ClassEvent) + Send + Sync + 'static,
    ) -> OpenClass {
        let (requests, inbox) = mpsc::channel(REQUESTS_MAX);
        reactor.spawn(hosting::run(dir, offer, inbox, Arc::new(listener)));
        OpenClass { requests, _reactor: reactor.clone() }
    }

    /// Sends a request; `false` if the class is closed or too many requests wait.
    pub fn request(&self, request: ClassRequest) -> bool {
        self.requests.try_send(request).is_ok()
    }
}
