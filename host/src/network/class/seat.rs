//! A guest of a class.

use std::collections::VecDeque;

use crate::network::lag::Lag;
use crate::network::message::TableAct;

/// A seat, which outlasts the connections of its guest.
pub(super) struct ClassSeat {
    pub(super) name: String,
    /// The guest's own part of the token.
    pub(super) token: String,
    /// The connection, while the guest is here.
    pub(super) connection: Option<u64>,
    /// The boards whose result the guest does not know yet, oldest first. The guest plays at the first one.
    pub(super) due: VecDeque<usize>,
    /// Whether the guest has the game of the first board in its journal.
    pub(super) has_accepted: bool,
    /// Steps of this game that were sent, and those in the guest's journal.
    pub(super) sent: u32,
    pub(super) safe: u32,
    /// A move that came before the opponent had the game in its journal, with the steps that it follows.
    pub(super) early: Option<(u32, TableAct)>,
    pub(super) lag: Lag,
    pub(super) is_removed: bool,
}

impl ClassSeat {
    pub(super) fn new(name: String, token: String) -> ClassSeat {
        ClassSeat {
            name,
            token,
            connection: None,
            due: VecDeque::new(),
            has_accepted: false,
            sent: 0,
            safe: 0,
            early: None,
            lag: Lag::default(),
            is_removed: false,
        }
    }

    /// Returns whether the guest plays at `board`, connected and with the game in its journal.
    pub(super) fn is_at(&self, board: usize) -> bool {
        self.connection.is_some() && self.has_accepted && self.due.front() == Some(&board)
    }
}
