//! The client of UCI, the Universal Chess Interface, for Xiangqi.
//!
//! Engines differ in two ways. Engines for several games need `UCI_Variant`. Some engines count ranks from 1 to 10
//! instead of 0 to 9. Their options show the first; a test search shows the second ([`Ranks::of`]), and also reveals an
//! engine of another game.

use std::time::Instant;

use duiyi_core::base::{Depth, Millis, Score, Side};
use duiyi_core::game::Game;
use duiyi_core::xiangqi;

use super::client::{EngineMessage, Handshake, Identity, ProtocolClient, wait_for};
use super::fault::FaultKind;
use super::option::{EngineOption, OptionKind};
use super::process::Process;
use super::question::{Decision, EngineInfo, EngineLimits, Question};

/// The option of engines that play several variants.
const VARIANT: &str = "UCI_Variant";
/// The variant that we play. Fairy-Stockfish also has Minixiangqi and others.
const XIANGQI: &str = "xiangqi";

/// The option of engines that tell wins, draws and losses beside a score.
const SHOW_WDL: &str = "UCI_ShowWDL";

/// The numbering of ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// 0 to 9, as in this program.
    #[default]
    FromZero,
    /// 1 to 10.
    FromOne,
}

impl Ranks {
    /// Detects the numbering from a move at the start of a game: Red's pieces are on the first, third and fourth ranks,
    /// pawns on other files than cannons. `None` if it is not a Xiangqi move.
    #[must_use]
    pub fn of(mv: &str) -> Option<Ranks> {
        let start = xiangqi::Position::start();
        let is_legal = |ranks: Ranks| ranks.read(mv).is_some_and(|mv| xiangqi::notation::read(&start, &mv).is_ok());
        [Ranks::FromZero, Ranks::FromOne].into_iter().find(|&ranks| is_legal(ranks))
    }

    /// Converts a move of the engine to coordinates of the app; `None` if it is not a move.
    #[must_use]
    pub fn read(self, mv: &str) -> Option<String> {
        let (from, rest) = square(mv)?;
        let (to, rest) = square(rest)?;
        let shift = self.shift();
        let written = |(file, rank): (char, u8)| {
            let rank = rank.checked_sub(shift).filter(|&rank| rank <= 9)?;
            Some(format!("{file}{rank}"))
        };
        rest.is_empty().then(|| Some(written(from)? + &written(to)?)).flatten()
    }

    /// Converts a move from coordinates of the app.
    #[must_use]
    pub fn write(self, mv: &str) -> String {
        let words = square(mv).and_then(|(from, rest)| Some((from, square(rest)?.0)));
        let shift = self.shift();
        words
            .map_or_else(|| mv.to_owned(), |(from, to)| format!("{}{}{}{}", from.0, from.1 + shift, to.0, to.1 + shift))
    }

    /// Returns the other numbering.
    #[must_use]
    pub const fn other(self) -> Ranks {
        match self {
            Ranks::FromZero => Ranks::FromOne,
            Ranks::FromOne => Ranks::FromZero,
        }
    }

    const fn shift(self) -> u8 {
        match self {
            Ranks::FromZero => 0,
            Ranks::FromOne => 1,
        }
    }
}

/// Parses a file and a rank of one or two digits.
fn square(text: &str) -> Option<((char, u8), &str)> {
    let file = text.chars().next().filter(|file| ('a'..='i').contains(file))?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).take(2).count();
    let rank = text[1..=digits].parse().ok()?;
    Some(((file, rank), &text[1 + digits..]))
}

#[derive(Debug, Default)]
pub struct UciClient {
    ranks: Ranks,
    has_variants: bool,
    plays_xiangqi: bool,
    knows_wdl: bool,
}

impl UciClient {
    #[must_use]
    pub fn new() -> UciClient {
        UciClient::default()
    }

    fn is_ready(process: &mut Process, until: Instant) -> Result<(), FaultKind> {
        process.send("isready")?;
        wait_for(process, until, |line| line == "readyok")
    }

    fn position(&self, game: &Game) -> String {
        let Game::Xiangqi(played) = game else { return "position startpos".to_owned() };
        let history = played.history();
        let start = if *history.start() == xiangqi::Position::start().under(history.start().rule()) {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", history.start().to_fen())
        };
        let moves: Vec<String> = history.moves().map(|mv| self.ranks.write(&mv.to_string())).collect();
        if moves.is_empty() { start } else { format!("{start} moves {}", moves.join(" ")) }
    }
}

/// Writes the `go` command.
fn go(limits: &EngineLimits) -> String {
    use std::fmt::Write as _;
    let mut line = "go".to_owned();
    let mut add = |word: &str, value: u64| write!(line, " {word} {value}").expect("writing to a string cannot fail");
    if let Some(clock) = limits.clock {
        for (side, left, increment) in [(Side::First, "wtime", "winc"), (Side::Second, "btime", "binc")] {
            add(left, clock.left[side].0.max(1));
            add(increment, clock.increment[side].0);
        }
        if let Some(moves) = clock.moves_to_go {
            add("movestogo", u64::from(moves));
        }
    }
    if let Some(time) = limits.move_time {
        add("movetime", time.0);
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes);
    }
    if let Some(depth) = limits.depth {
        add("depth", u64::try_from(depth).unwrap_or(1));
    }
    if limits.is_endless() { "go infinite".to_owned() } else { line }
}

impl ProtocolClient for UciClient {
    fn greet(&mut self, process: &mut Process, until: Instant) -> Result<Handshake, FaultKind> {
        process.send("uci")?;
        let (greeted, others) = listing(process, until, "uciok")?;
        if let Handshake::Yes(_, options) = &greeted {
            self.knows_wdl = options.iter().any(|option| option.name == SHOW_WDL);
            let variant = options.iter().find(|option| option.name == VARIANT).map(|option| &option.kind);
            self.has_variants = variant.is_some();
            self.plays_xiangqi = match variant {
                Some(OptionKind::Combo { vars, .. }) => vars.iter().any(|var| var == XIANGQI),
                _ => false,
            };
        }
        Ok(if others { Handshake::No } else { greeted })
    }

    fn prepare(&mut self, process: &mut Process, until: Instant) -> Result<(), FaultKind> {
        if self.has_variants && !self.plays_xiangqi {
            process.kill();
            return Err(FaultKind::WrongGame { answer: format!("no {XIANGQI} among its {VARIANT}") });
        }
        if self.plays_xiangqi {
            process.send(&format!("setoption name {VARIANT} value {XIANGQI}"))?;
        }
        if self.knows_wdl {
            process.send(&format!("setoption name {SHOW_WDL} value true"))?;
        }
        process.send("ucinewgame")?;
        UciClient::is_ready(process, until)?;
        process.send("position startpos")?;
        process.send("go depth 1")?;
        let mut answer = String::new();
        wait_for(process, until, |line| match line.strip_prefix("bestmove") {
            Some(rest) => {
                answer = rest.split_whitespace().next().unwrap_or_default().to_owned();
                true
            }
            None => false,
        })?;
        match Ranks::of(&answer) {
            Some(ranks) => {
                self.ranks = ranks;
                Ok(())
            }
            None => {
                process.kill();
                Err(FaultKind::WrongGame { answer: answer.chars().take(20).collect() })
            }
        }
    }

    fn set(&self, name: &str, value: &str) -> String {
        if value.is_empty() { format!("setoption name {name}") } else { format!("setoption name {name} value {value}") }
    }

    fn new_game(&mut self, process: &mut Process, _: &Game, until: Instant) -> Result<(), FaultKind> {
        process.send("ucinewgame")?;
        UciClient::is_ready(process, until)
    }

    fn ask(&mut self, process: &mut Process, question: &Question<'_>, until: Instant) -> Result<(), FaultKind> {
        // Output before `readyok` belongs to earlier commands.
        UciClient::is_ready(process, until)?;
        process.send(&self.position(question.game))?;
        let mut line = go(&question.limits);
        if !question.moves.is_empty() {
            line += " searchmoves";
            question.moves.iter().for_each(|mv| line.extend([" ", &self.ranks.write(mv)]));
        }
        process.send(&line)
    }

    fn understand(&mut self, line: &str) -> EngineMessage {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.split_first() {
            Some((&"info", rest)) => thought(rest, self.ranks),
            Some((&"bestmove", rest)) => bestmove(rest, self.ranks),
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

/// Reads identity and options, up to the line `end`. The flag means that the engine speaks another protocol.
pub(super) fn listing(process: &mut Process, until: Instant, end: &str) -> Result<(Handshake, bool), FaultKind> {
    let mut identity = Identity::default();
    let mut options = Vec::new();
    // An engine that has begun its identity is slow, not foreign.
    let mut foreign = false;
    loop {
        let Some(line) = process.hear_ready(until)? else {
            let ours = identity != Identity::default() || !options.is_empty();
            return Ok((if foreign && !ours { Handshake::No } else { Handshake::Silent }, false));
        };
        foreign = true;
        let line = line.trim();
        if line == end {
            return Ok((Handshake::Yes(identity, options), false));
        }
        match line.split_once(char::is_whitespace) {
            Some(("id", rest)) => match rest.trim().split_once(char::is_whitespace) {
                Some(("name", name)) => identity.name = name.trim().to_owned(),
                Some(("author", author)) => identity.author = author.trim().to_owned(),
                _ => {}
            },
            Some(("option", rest)) => options.extend(EngineOption::read(rest)),
            // The answer of Gomocup engines to an unknown command.
            Some(("UNKNOWN" | "ERROR", _)) => return Ok((Handshake::No, true)),
            _ if matches!(line, "UNKNOWN" | "ERROR") => return Ok((Handshake::No, true)),
            _ => {}
        }
    }
}

/// Parses the words after `info`. UCCI differs only in its score without a unit. The rank of the line is 0 if there is none.
/// A bound is neither a score nor a line: of a mate as an upper bound nothing is proved.
pub(super) fn thought(words: &[&str], ranks: Ranks) -> EngineMessage {
    let mut thought = EngineInfo::default();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok());
    let unsigned = |at: usize| number(at).and_then(|number| u64::try_from(number).ok());
    let mut is_bound = false;
    let mut at = 0;
    while at < words.len() {
        let mut taken = 2;
        match words[at] {
            "string" | "message" => {
                thought.text = Some(words[at + 1..].join(" "));
                break;
            }
            "depth" => thought.depth = number(at + 1).map(|depth| depth.clamp(0, 1000) as Depth),
            "multipv" => thought.line = unsigned(at + 1).map_or(1, |line| line.clamp(1, 1000) as usize),
            "nodes" => thought.nodes = unsigned(at + 1),
            "time" => thought.time = unsigned(at + 1).map(Millis),
            "score" => {
                (thought.score, taken) = match words.get(at + 1) {
                    Some(&"cp") => (number(at + 2).map(centipawns), 3),
                    Some(&"mate") => (number(at + 2).map(mate), 3),
                    _ => (number(at + 1).map(centipawns), 2),
                }
            }
            "wdl" => {
                // Thousandths that add up to one; a draw counts one half.
                let result =
                    unsigned(at + 1).zip(unsigned(at + 2)).map(|(won, drawn)| won.saturating_mul(2) + drawn.min(1_000));
                thought.chance = result.map(|doubled| (doubled / 2).min(1_000) as u16);
                taken = 4;
            }
            "pv" => {
                thought.pv = words[at + 1..].iter().map_while(|mv| ranks.read(mv)).collect();
                break;
            }
            "lowerbound" | "upperbound" => (is_bound, taken) = (true, 1),
            _ => taken = 1,
        }
        at += taken;
    }
    if is_bound {
        (thought.score, thought.chance, thought.pv) = (None, None, Vec::new());
    }
    let says_something = thought.text.is_some() || thought.score.is_some() || thought.nodes.is_some();
    if says_something { EngineMessage::Info(thought) } else { EngineMessage::Nothing }
}

/// Parses the words after `bestmove`: a move, the expected reply, which is dropped, and UCCI's `draw` and `resign`.
pub(super) fn bestmove(words: &[&str], ranks: Ranks) -> EngineMessage {
    let Some((&first, rest)) = words.split_first() else { return EngineMessage::Unreadable };
    if matches!(first, "(none)" | "0000" | "none" | "resign") || rest.contains(&"resign") {
        return EngineMessage::Answer(Decision::Resign);
    }
    match ranks.read(first) {
        Some(mv) => EngineMessage::Answer(Decision::Play { mv, draw: rest.contains(&"draw") }),
        None => EngineMessage::Unreadable,
    }
}

/// Converts an engine's centipawns, clamped below our mate scores.
fn centipawns(number: i64) -> Score {
    let limit = i64::from(Score::DECISIVE.0) - 1;
    Score(number.clamp(-limit, limit) as i32)
}

/// A positive number counts own moves to mate; a negative one, the opponent's.
fn mate(moves: i64) -> Score {
    let moves = moves.clamp(-400, 400);
    if moves > 0 { Score::mate_in((2 * moves - 1) as usize) } else { Score::mated_in((-2 * moves) as usize) }
}

#[cfg(test)]
mod tests {
    use duiyi_core::base::BySide;

    use super::super::question::EngineClock;
    use super::*;

    #[test]
    fn each_side_has_its_own_time_and_increment() {
        let clock = EngineClock {
            main: Millis(60_000),
            left: BySide { first: Millis(9_000), second: Millis(7_000) },
            increment: BySide { first: Millis(90), second: Millis(70) },
            moves_to_go: Some(12),
        };
        let limits = EngineLimits { clock: Some(clock), ..EngineLimits::default() };
        assert_eq!(go(&limits), "go wtime 9000 winc 90 btime 7000 binc 70 movestogo 12");
    }

    #[test]
    fn a_bound_is_no_score() {
        let read = |line: &str| match thought(&line.split(' ').collect::<Vec<_>>(), Ranks::FromZero) {
            EngineMessage::Info(info) => info,
            other => panic!("{line}: {other:?}"),
        };
        let exact = read("depth 20 score cp 31 wdl 300 500 200 nodes 5 time 7 pv h2e2");
        assert_eq!((exact.score, exact.chance, exact.pv.len()), (Some(Score(31)), Some(550), 1));
        for bound in ["cp 3 upperbound", "mate 10 upperbound", "mate -2 wdl 0 0 1000 lowerbound", "3 lowerbound"] {
            let info = read(&format!("depth 21 score {bound} nodes 9 time 8 pv h2e2 h9g7"));
            let (depth, nodes, time) = (Some(21), Some(9), Some(Millis(8)));
            assert_eq!(info, EngineInfo { depth, nodes, time, ..EngineInfo::default() }, "{bound}");
        }
    }
}
