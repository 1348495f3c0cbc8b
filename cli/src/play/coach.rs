//! The coach of a game in the terminal: a warning before a blunder, and the evaluation before a move.

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use duiyi_core::base::Score;
use duiyi_core::review::BlunderWarning;
use duiyi_core::session::{Command, Session};
use duiyi_host::desk::coach::CoachThread;

/// The longest wait for an evaluation. A busy machine shows none.
const EVALUATION_WAIT: Duration = Duration::from_secs(2);
/// The name of the only game.
const GAME: &str = "terminal";

pub struct TerminalCoach {
    thread: CoachThread,
    evaluations: Receiver<Command>,
    /// The last move that was held back, in coordinates.
    warned: Option<String>,
}

impl TerminalCoach {
    /// Starts the coach of a game; `None` if it does not search.
    pub fn of(session: &Session) -> Option<TerminalCoach> {
        session.config().coach.searches().then(TerminalCoach::start)
    }

    fn start() -> TerminalCoach {
        let (send, evaluations) = mpsc::channel();
        let thread = CoachThread::start(move |command| {
            // The receiver is gone once the game is left.
            let _ = send.send(command);
        });
        TerminalCoach { thread, evaluations, warned: None }
    }

    /// Searches a new board while a person thinks, and stops elsewhere.
    pub fn follow(&mut self, session: &Session) {
        self.thread.stop();
        // After an undo another board may have as many moves as one before.
        while self.evaluations.try_recv().is_ok() {}
        self.thread.follow(GAME, session);
    }

    /// Waits for an evaluation of the board: its score in the view of the side to move.
    pub fn evaluation(&self, session: &Session) -> Option<Score> {
        loop {
            match self.evaluations.recv_timeout(EVALUATION_WAIT).ok()? {
                Command::Evaluated { ply, score } if ply == session.game().ply() => return Some(score),
                // A search of an earlier board was late.
                _ => {}
            }
        }
    }

    /// Weighs a move, in any notation. `None` if it may be played: the coach does not warn, or warned of it just before.
    pub fn warning(&mut self, session: &Session, mv: &str) -> Option<BlunderWarning> {
        let warned = self.warned.take();
        let chosen = session.game().clone().advance(mv).ok()?;
        if warned.is_some_and(|warned| chosen == *warned) {
            return None;
        }
        let warning = self.thread.weigh(session, mv)?.wait()?;
        self.warned = Some(warning.row.uci.clone());
        Some(warning)
    }
}
