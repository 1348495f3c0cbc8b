//! A class: up to thirty guests at one machine, whose teacher pairs them.
//!
//! The teacher's machine is the server of all games: guests connect to it alone, with one code at one port. Each pairing is
//! a game of its own, judged by this machine's session and kept in its journal; a guest follows its game as at a table for
//! two. Who does not play sees what the teacher shows, and spectators see the board that the teacher chose.

mod damage;
mod class_journal;
mod event;
mod rounds;
mod board;
mod seat;
mod connections;
mod games;
mod restored;
mod hosting;

use std::sync::Arc;

use crate::files::{DataDir, FileError, Notice};
use crate::network::requests::Requests;
use crate::reactor::Reactor;

pub use damage::{ClassDamage, ClassFileError};
pub use event::{
    ClassBoard, ClassEvent, ClassGuest, ClassOffer, ClassRequest, ClassResults, ClassStanding, ClassStart, CutOffClass,
    FoundClasses, NextRound,
};
pub use hosting::GUESTS_MAX;

/// An open class. Dropping it cuts the class off; it can go on later.
#[derive(Debug)]
pub struct OpenClass {
    requests: Requests<ClassRequest>,
}

/// Requests that may wait.
const REQUESTS_MAX: usize = 64;

impl OpenClass {
    /// Opens a class, or goes on with one; it is journaled in `dir`, and so are its games.
    #[must_use]
    pub fn open(
        reactor: &Reactor,
        dir: DataDir,
        start: ClassStart,
        listener: impl Fn(ClassEvent) + Send + Sync + 'static,
    ) -> OpenClass {
        let run = |inbox| hosting::run(dir, start, inbox, Arc::new(listener));
        OpenClass { requests: Requests::spawn(reactor, REQUESTS_MAX, run) }
    }

    /// Sends a request; `false` if the class is closed or too many requests wait.
    pub fn request(&self, request: ClassRequest) -> bool {
        self.requests.send(request)
    }
}

/// Finds the classes of `dir` whose programs ended before their teachers ended them. No file is changed.
#[must_use]
pub fn find_classes(dir: &DataDir) -> FoundClasses {
    restored::find(dir)
}

/// Sets the damaged files aside whose classes cannot go on. Returns what the person is told of them.
#[must_use]
pub fn set_damaged_classes_aside(dir: &DataDir) -> Vec<Notice> {
    find_classes(dir).unreadable.iter().filter_map(ClassFileError::set_aside).collect()
}

/// Gives a class up. Its games are those of this machine from then on.
///
/// # Errors
/// [`FileError`].
pub fn give_up_class(class: &CutOffClass) -> Result<(), FileError> {
    class_journal::discard(&class.kept.path)
}
