//! A game that a class looks at: a study that the teacher steps through, or the board of two guests.

use duiyi_core::base::{Outcome, Reason, Stamp};
use duiyi_core::game::Refusal;
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Clocks, Coach, GameConfig, Player, Session};

use super::message::{ClockReading, SHOWN_MOVES_MAX, ShownBoard, tidy_name};
use crate::clock::now_stamp;
use crate::journal::words;

/// A game up to a position.
#[derive(Clone, Debug)]
pub struct ShownGame {
    /// One line.
    pub title: String,
    /// The game. It has a result only if [`ShownGame::ending`] gave it one, or its moves do.
    pub session: Session,
    moves: Vec<String>,
    /// The time control of a game that goes on, or that of the record.
    pub control: TimeControl,
    /// The clocks of a game that goes on, and the moment of this machine at which they were so.
    clocks: Option<(ClockReading, Stamp)>,
}

impl ShownGame {
    /// Plays `moves`, an opening's decisions among them, from the start of `config`.
    ///
    /// # Errors
    /// The refusal of the first illegal move, or `too-long`.
    pub fn new(title: &str, config: GameConfig, moves: Vec<String>) -> Result<ShownGame, Refusal> {
        if moves.len() > SHOWN_MOVES_MAX {
            let why = format!("a game of more than {SHOWN_MOVES_MAX} moves cannot be shown");
            return Err(Refusal::plain("too-long", why));
        }
        let person = |player: &Player| Player::Human { name: tidy_name(&player.record_name()) };
        let players = config.players.as_ref().map(person);
        let control = config.clock;
        let config = GameConfig { players, clock: TimeControl::None, coach: Coach::default(), ..config };
        let (session, _) = Session::resume(config, 0, &moves, None, Stamp(0))?;
        Ok(ShownGame { title: tidy_name(title), session, moves, control, clocks: None })
    }

    /// Adds the result that the players or the teacher declared.
    #[must_use]
    pub fn ending(mut self, outcome: Option<Outcome>) -> ShownGame {
        if let Some(outcome) = outcome {
            // Refused where the moves ended the game themselves.
            let _ = self.session.declare(outcome, Stamp(0));
        }
        self
    }

    /// Adds the clocks of this moment.
    pub(super) fn with_clocks(mut self, clocks: Option<ClockReading>) -> ShownGame {
        self.clocks = clocks.map(|clocks| (clocks, now_stamp()));
        self
    }

    /// Returns the clocks of this moment. The running one goes on until the class shows another position.
    #[must_use]
    pub fn clocks(&self) -> Option<Clocks> {
        let (reading, at) = self.clocks.as_ref()?;
        Some(reading.at(now_stamp() - *at, None))
    }

    pub(super) fn to_board(&self) -> ShownBoard {
        let result =
            self.session.outcome().map(|outcome| (outcome.winner.map(words::side), outcome.reason.code().to_owned()));
        let config = GameConfig { clock: self.control, ..self.session.begun() };
        let header = words::header(&config, String::new(), 0, 0);
        let clocks = self.clocks.as_ref().map(|(clocks, _)| clocks.clone());
        ShownBoard { title: self.title.clone(), header, moves: self.moves.clone(), result, clocks }
    }

    /// Reads what another machine shows.
    ///
    /// # Errors
    /// The refusal of a game, rule or move.
    pub(super) fn of(board: ShownBoard) -> Result<ShownGame, Refusal> {
        let ShownBoard { title, header, moves, result, clocks } = board;
        let outcome = result.and_then(|(winner, reason)| {
            let reason = Reason::from_code(&reason)?;
            Some(Outcome { winner: words::side_of(winner.as_deref()), reason })
        });
        Ok(ShownGame::new(&title, words::config(&header)?, moves)?.ending(outcome).with_clocks(clocks))
    }
}
