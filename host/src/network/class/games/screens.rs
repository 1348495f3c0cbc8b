//! What those see who do not play: the position that the teacher shows, and for spectators a board.

use super::ClassGames;
use crate::network::message::TableMessage;

impl ClassGames {
    /// Shows a guest who does not play what the class looks at.
    pub(in crate::network::class) fn show_to(&mut self, number: usize) {
        let board = self.shown.as_ref().map(|shown| Box::new(shown.to_board()));
        self.post_to_seat(number, TableMessage::Show { board });
    }

    /// Returns the board that spectators see: the watched one, or, where nothing is shown, the first one that goes on.
    pub(super) fn projected(&self) -> Option<usize> {
        let of_round = || self.round_from..self.boards.len();
        let first = || of_round().find(|&board| !self.boards[board].is_over()).or_else(|| of_round().next());
        self.watched.or_else(|| if self.shown.is_some() { None } else { first() })
    }

    pub(in crate::network::class) fn show_to_spectator(&mut self, id: u64) {
        let board = self.projected().and_then(|board| self.boards[board].shown());
        let board = board.as_ref().or(self.shown.as_deref()).map(|shown| Box::new(shown.to_board()));
        self.connections.post(id, TableMessage::Show { board });
    }

    pub(in crate::network::class) fn show_to_spectators(&mut self) {
        for id in self.connections.spectators().collect::<Vec<_>>() {
            self.show_to_spectator(id);
        }
    }

    pub(super) fn show_if_projected(&mut self, board: usize) {
        if self.projected() == Some(board) {
            self.show_to_spectators();
        }
    }
}
