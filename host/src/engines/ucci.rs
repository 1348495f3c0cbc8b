//! The client of UCCI 3.0, the Universal Chinese Chess Interface. Times are in seconds unless the engine has
//! `usemillisec`.

use std::time::Instant;

use duiyi_core::base::Millis;
use duiyi_core::game::Game;

use super::client::{EngineMessage, Handshake, ProtocolClient, wait_for};
use super::fault::FaultKind;
use super::process::Process;
use super::question::{Decision, EngineLimits, Question};
use super::uci::{Ranks, bestmove, listing, thought};

#[derive(Debug, Default)]
pub struct UcciClient {
    has_milliseconds: bool,
    has_new_game: bool,
}

impl UcciClient {
    #[must_use]
    pub fn new() -> UcciClient {
        UcciClient::default()
    }

    fn is_ready(process: &mut Process, until: Instant) -> Result<(), FaultKind> {
        process.send("isready")?;
        wait_for(process, until, |line| line == "readyok")
    }

    /// Writes the `go` command. The protocol has no time for one move: it is written as a budget of one move.
    fn go(&self, question: &Question<'_>) -> String {
        use std::fmt::Write as _;
        let EngineLimits { depth, nodes, move_time, clock } = question.limits;
        let mut line = "go".to_owned();
        let mut add =
            |word: &str, value: u64| write!(line, " {word} {value}").expect("writing to a string cannot fail");
        let side = question.game.side_to_move();
        // Round down: a second less loses no game.
        let time = |time: Millis| if self.has_milliseconds { time.0 } else { time.0 / 1000 };
        if let Some(time_left) = move_time {
            add("time", time(time_left).max(1));
            add("movestogo", 1);
        } else if let Some(clock) = clock {
            add("time", time(clock.left[side]).max(1));
            match clock.moves_to_go {
                Some(moves) => add("movestogo", u64::from(moves)),
                None => add("increment", time(clock.increment[side])),
            }
            add("opptime", time(clock.left[!side]).max(1));
            if clock.moves_to_go.is_none() {
                add("oppincrement", time(clock.increment[!side]));
            }
        } else if let Some(nodes) = nodes {
            add("nodes", nodes);
        } else if let Some(depth) = depth {
            add("depth", u64::try_from(depth).unwrap_or(1));
        }
        if question.limits.is_endless() { line + " infinite" } else { line }
    }
}

/// Writes the position from the last capture on, with the moves since, so that the engine sees repetitions.
fn position(game: &Game) -> String {
    let Game::Xiangqi(played) = game else { return "position startpos".to_owned() };
    let history = played.history();
    let quiet = usize::from(played.position().quiet_plies()).min(history.len());
    let first = history.len() - quiet;
    let start = history.position_at(first).to_fen();
    let moves: Vec<String> = history.moves().skip(first).map(|mv| mv.to_string()).collect();
    if moves.is_empty() {
        format!("position fen {start}")
    } else {
        format!("position fen {start} moves {}", moves.join(" "))
    }
}

impl ProtocolClient for UcciClient {
    fn greet(&mut self, process: &mut Process, until: Instant) -> Result<Handshake, FaultKind> {
        process.send("ucci")?;
        let (greeted, others) = listing(process, until, "ucciok")?;
        if let Handshake::Yes(_, options) = &greeted {
            let has = |name: &str| options.iter().any(|option| option.name == name);
            (self.has_milliseconds, self.has_new_game) = (has("usemillisec"), has("newgame"));
        }
        Ok(if others { Handshake::No } else { greeted })
    }

    fn prepare(&mut self, process: &mut Process, until: Instant) -> Result<(), FaultKind> {
        if self.has_milliseconds {
            process.send("setoption usemillisec true")?;
        }
        UcciClient::is_ready(process, until)
    }

    fn set(&self, name: &str, value: &str) -> String {
        format!("setoption {name} {value}").trim_end().to_owned()
    }

    fn new_game(&mut self, process: &mut Process, _: &Game, until: Instant) -> Result<(), FaultKind> {
        if self.has_new_game {
            process.send("setoption newgame")?;
        }
        UcciClient::is_ready(process, until)
    }

    fn ask(&mut self, process: &mut Process, question: &Question<'_>, until: Instant) -> Result<(), FaultKind> {
        UcciClient::is_ready(process, until)?;
        process.send(&position(question.game))?;
        if !question.moves.is_empty() {
            let banned = question.game.legal_moves().into_iter().filter(|mv| !question.moves.contains(mv));
            process.send(&banned.fold("banmoves".to_owned(), |line, mv| line + " " + &mv))?;
        }
        process.send(&self.go(question))
    }

    fn understand(&mut self, line: &str) -> EngineMessage {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.split_first() {
            Some((&"info", rest)) => thought(rest, Ranks::FromZero),
            Some((&"bestmove", rest)) => bestmove(rest, Ranks::FromZero),
            Some((&"nobestmove", _)) => EngineMessage::Answer(Decision::Resign),
            _ => EngineMessage::Nothing,
        }
    }

    fn stop(&self) -> &'static str {
        "stop"
    }

    fn quit(&self) -> &'static str {
        "quit"
    }
}
