//! The tournament of a class: its pairings, rounds and results.

use duiyi_core::base::{BySide, Outcome, Reason, Side};
use duiyi_core::session::{Event, GameConfig, Player};

use super::{ClassGames, Ending};
use crate::network::class::board::GuestBoard;
use crate::network::class::class_journal::{self, ClassEntry};
use crate::network::class::event::{ClassEvent, ClassResults, NextRound};
use crate::network::class::rounds::{ClassRounds, ROUNDS_MAX};
use crate::network::message::{SeatRefusal, TableMessage};
use crate::pairing::{Pairing, TournamentFormat};

impl ClassGames {
    pub(in crate::network::class) fn pair(&mut self, format: TournamentFormat) -> Result<(), Ending> {
        let here = |seat: &usize| self.seats[*seat].connection.is_some();
        let seats: Vec<usize> = (0..self.seats.len()).filter(here).collect();
        let is_known = match format {
            TournamentFormat::RoundRobin => true,
            TournamentFormat::Swiss { rounds } => (1..=ROUNDS_MAX).contains(&rounds),
            TournamentFormat::Gauntlet | TournamentFormat::Knockout => false,
        };
        if self.is_playing() {
            self.refuse("a round is being played");
        } else if seats.len() < 2 {
            self.refuse("two guests are needed to pair them");
        } else if !is_known {
            self.refuse("a class plays round robin, or a Swiss of 1 to 30 rounds");
        } else {
            let rounds = if let TournamentFormat::Swiss { rounds } = format { rounds } else { 0 };
            let format_code = format.code().to_owned();
            self.journal.append(&ClassEntry::Paired { format: format_code, rounds, seats: seats.clone() })?;
            let rounds = ClassRounds::new(format, self.rules, seats);
            let next = rounds.next();
            self.rounds = Some(rounds);
            self.tell_paired(&next);
        }
        Ok(())
    }

    /// Begins the next round. A player whose seat is closed loses.
    pub(in crate::network::class) fn begin(&mut self) -> Result<(), Ending> {
        let next = self.next_round();
        if self.is_playing() || next.is_empty() {
            self.refuse(if next.is_empty() { "pair the guests first" } else { "a round is being played" });
            return Ok(());
        }
        let Some(rounds) = &self.rounds else { return Ok(()) };
        let players = rounds.seats.clone();
        let mut begun = Vec::new();
        for pairing in next {
            let [first, second] = pairing.players.map(|player| players[player]);
            let seats = BySide { first, second };
            let config = self.config(seats);
            begun.push(match [first, second].map(|seat| self.seats[seat].is_removed) {
                [false, false] => GuestBoard::begin(&self.dir, pairing, seats, &config)?,
                [_, second_gone] => {
                    let winner = if second_gone { Side::First } else { Side::Second };
                    GuestBoard::decided(pairing, seats, &config, Outcome::win(winner, Reason::Unstated))
                }
            });
        }
        self.journal.append(&ClassEntry::Round { boards: begun.iter().map(GuestBoard::entry).collect() })?;
        if let Some(rounds) = &mut self.rounds {
            rounds.round += 1;
        }
        // Boards of a new tournament are in new rounds, too.
        self.watched = None;
        let old = self.boards.len();
        self.round_from = old;
        self.boards.extend(begun);
        for board in 0..old {
            self.put_away(board);
        }
        let round = self.rounds.as_ref().map_or(0, |rounds| rounds.round);
        self.tell(ClassEvent::Began { round, games: self.boards.len() - old });
        let new = old..self.boards.len();
        for board in new.clone() {
            if self.boards[board].is_over() {
                continue;
            }
            let seats = self.boards[board].seats;
            for seat in [seats.first, seats.second] {
                self.seats[seat].due.push_back(board);
            }
            self.tell_board(board, vec![Event::Started]);
            for seat in [seats.first, seats.second] {
                if self.seats[seat].due.len() == 1 {
                    self.serve(seat, None)?;
                }
            }
        }
        self.show_to_spectators();
        self.tell_guests();
        for board in new {
            if let Some(outcome) = self.boards[board].outcome {
                self.tell_board(board, vec![Event::Ended { outcome }]);
                self.count(board)?;
            }
        }
        self.end_round();
        Ok(())
    }

    /// Returns the game of the players at these seats, by the colour at the start.
    pub(in crate::network::class) fn config(&self, seats: BySide<usize>) -> GameConfig {
        let players = seats.map(|seat| Player::Human { name: self.seats[seat].name.clone() });
        GameConfig { players, ..self.offer.config() }
    }

    pub(in crate::network::class) fn decide(&mut self, board: usize, winner: Option<Side>) -> Result<(), Ending> {
        let events = self.boards[board].declare(winner, Reason::Unstated)?;
        self.publish(board, events)
    }

    /// Closes the seat of a guest, who loses its game. A round that is paired and not begun is paired again without it.
    pub(in crate::network::class) fn remove(&mut self, number: usize) -> Result<(), Ending> {
        let shown = (!self.is_playing()).then(|| self.next_round());
        self.journal.append(&ClassEntry::Removed { seat: number })?;
        self.post_to_seat(number, TableMessage::NoSeat { reason: SeatRefusal::Removed });
        if let Some(id) = self.seats[number].connection {
            self.lose(id);
        }
        let due = std::mem::take(&mut self.seats[number].due);
        let seat = &mut self.seats[number];
        (seat.is_removed, seat.has_accepted) = (true, false);
        if let Some(rounds) = &mut self.rounds {
            rounds.withdraw(number);
        }
        for board in due {
            if !self.boards[board].is_over() {
                let winner = self.boards[board].side_of(number).opponent();
                self.decide(board, Some(winner))?;
            }
        }
        self.tell_guests();
        let next = self.next_round();
        if shown.is_some_and(|shown| shown != next) {
            // With too few players left the round before was the last one, if there was one.
            if next.is_empty() { self.end_round() } else { self.tell_paired(&next) }
        }
        Ok(())
    }

    /// Returns the pairings of the next round; empty if none can begin.
    fn next_round(&self) -> Vec<Pairing> {
        self.rounds.as_ref().map(ClassRounds::next).unwrap_or_default()
    }

    pub(super) fn is_playing(&self) -> bool {
        self.boards.iter().any(|board| !board.is_over())
    }

    /// Counts a game that is over, once.
    pub(super) fn count(&mut self, number: usize) -> Result<(), Ending> {
        let board = &mut self.boards[number];
        let (Some(rounds), Some(outcome)) = (&mut self.rounds, board.outcome) else { return Ok(()) };
        if !std::mem::replace(&mut board.is_counted, true) {
            self.journal.append(&class_journal::over(number, outcome))?;
            rounds.count(board.pairing, outcome);
        }
        Ok(())
    }

    /// Reports the results once no game of the round goes on.
    pub(super) fn end_round(&self) {
        let Some(rounds) = &self.rounds else { return };
        if self.boards.iter().any(|board| !board.is_over()) {
            return;
        }
        let next = rounds.next();
        let names = rounds.seats.iter().map(|&seat| self.seats[seat].name.clone()).collect();
        let standings = rounds.standings();
        let results = ClassResults { round: rounds.round, is_last: next.is_empty(), names, standings };
        self.tell(ClassEvent::RoundOver(results));
        self.tell_paired(&next);
    }

    pub(super) fn tell_paired(&self, next: &[Pairing]) {
        let Some(rounds) = self.rounds.as_ref().filter(|_| !next.is_empty()) else { return };
        let name = |player: usize| self.seats[rounds.seats[player]].name.clone();
        let pairs = next
            .iter()
            .map(|Pairing { players: [first, second], .. }| BySide { first: name(*first), second: name(*second) });
        let is_free = |player: &usize| {
            !rounds.has_withdrawn(*player) && !next.iter().any(|pairing| pairing.players.contains(player))
        };
        let bye = (0..rounds.seats.len()).find(is_free).map(&name);
        self.tell(ClassEvent::Paired(NextRound { round: rounds.round + 1, pairs: pairs.collect(), bye }));
    }
}
