//! `duiyi uci`: the Universal Chess Interface for Xiangqi. Squares are a0 to i9; for clients that set `UCI_Variant`, which
//! is made for Fairy-Stockfish, they are a1 to i10.

use std::io;

use duiyi_core::base::{Depth, Millis, Score, Side};
use duiyi_core::engine::SearchRequest;
use duiyi_core::game::Game;
use duiyi_core::game::GameKind;
use duiyi_core::search::{CONTEMPT_MAX, Limits, PvLine, SearchInfo, TimeLimit};
use duiyi_core::xiangqi::Rule;
use duiyi_host::engines::uci::Ranks;

use super::options::{MULTIPV_MAX, OVERHEAD_MS_MAX, Options, Setting, no_value, rule_name};
use super::xiangqi::{self, has, number};
use super::{Conversation, Flow, LineTiming, ProtocolServer};
use crate::machine;
use crate::perft::{PerftCounts, per_second};

/// Speak UCI for Xiangqi, for graphical interfaces and other programs
///
/// Ranks are 0 to 9, as in h2e2. Once a program sets UCI_Variant they are 1 to 10, as Fairy-Stockfish numbers them: h3e3. A
/// list of moves that fits only the other numbering is read so, and the answers follow it.
#[derive(clap::Args)]
pub struct Args {}

/// The words of `go` that a number follows.
const LIMITS: [&str; 10] =
    ["wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate", "perft"];

/// The engine's side of a conversation.
pub struct UciServer {
    /// `None` after a position that was refused.
    game: Option<Game>,
    options: Options,
    /// The numbering of ranks in moves.
    ranks: Ranks,
}

impl UciServer {
    pub fn new() -> UciServer {
        UciServer { game: Some(xiangqi::start()), options: Options::default(), ranks: Ranks::default() }
    }

    fn introduce(&self, conversation: &mut Conversation<'_>) -> io::Result<()> {
        let Options { hash_mib, overhead, .. } = Options::default();
        conversation.say(format_args!("id name Duiyi {}", env!("CARGO_PKG_VERSION")))?;
        conversation.say("id author the Duiyi developers")?;
        conversation.say("option name UCI_Variant type combo default xiangqi var xiangqi")?;
        conversation
            .say(format_args!("option name Hash type spin default {hash_mib} min 1 max {}", machine::hash_mib_max()))?;
        conversation.say("option name Clear Hash type button")?;
        conversation
            .say(format_args!("option name Threads type spin default 1 min 1 max {}", machine::threads_max()))?;
        conversation.say(format_args!("option name MultiPV type spin default 1 min 1 max {MULTIPV_MAX}"))?;
        conversation.say("option name Level type spin default 5 min 1 max 5")?;
        let overhead = overhead.0;
        conversation
            .say(format_args!("option name Move Overhead type spin default {overhead} min 0 max {OVERHEAD_MS_MAX}"))?;
        conversation
            .say(format_args!("option name Contempt type spin default 0 min -{CONTEMPT_MAX} max {CONTEMPT_MAX}"))?;
        let rules = Rule::ALL.map(rule_name);
        conversation.say(format_args!(
            "option name Repetition Rule type combo default {} var {}",
            rules[0],
            rules.join(" var ")
        ))?;
        conversation.say("option name Ponder type check default false")?;
        conversation.say("option name OwnBook type check default false")?;
        conversation.say("option name BookFile type string default <empty>")?;
        conversation.say("option name EvalFile type string default built-in")?;
        conversation.prepare(GameKind::Xiangqi);
        conversation.say("uciok")
    }

    /// Sets an option from `name N value V`; a value outside its bounds changes nothing.
    fn set(&mut self, words: &[&str], conversation: &mut Conversation<'_>) -> io::Result<()> {
        let split = words.iter().position(|word| word.eq_ignore_ascii_case("value")).unwrap_or(words.len());
        let (name, value) = words.split_at(split);
        let name = name.iter().skip(1).copied().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
        // A file name may contain blanks.
        let file = value.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let value = value.get(1).copied().unwrap_or_default();
        let mut set = |setting| self.options.set(setting, &name, value, &conversation.thread);
        let known = match name.as_str() {
            "hash" => set(Setting::Hash),
            "evalfile" => self.options.set(Setting::Net, "EvalFile", &file, &conversation.thread),
            "bookfile" => self.options.set(Setting::BookFiles, "BookFile", &file, &conversation.thread),
            "threads" => set(Setting::Threads),
            "multipv" => set(Setting::MultiPv),
            "level" => set(Setting::Level),
            "move overhead" => set(Setting::Overhead),
            "contempt" => set(Setting::Contempt),
            "ownbook" => set(Setting::Book),
            "repetition rule" => set(Setting::Rule),
            "clear hash" => {
                conversation.thread.clear();
                Ok(())
            }
            "uci_variant" if value.eq_ignore_ascii_case("xiangqi") => {
                self.ranks = Ranks::FromOne;
                Ok(())
            }
            "uci_variant" => Err(no_value(&name, value)),
            _ => Ok(()),
        };
        known.or_else(|why| self.trouble(&format!("setoption: {why}"), conversation))
    }

    fn go(&mut self, words: &[&str], conversation: &mut Conversation<'_>) -> io::Result<()> {
        let is_perft = has(words, "perft");
        let Some(game) = self.game.clone() else {
            self.trouble(xiangqi::NO_POSITION, conversation)?;
            return if is_perft { Ok(()) } else { conversation.say("bestmove (none)") };
        };
        if let Some(depth) = number(words, "perft") {
            conversation.count(game, depth.min(32) as u32);
            return Ok(());
        }
        let limits = self.limits(&game, words);
        // A mate is no limit of depth: reductions hide it at the depth of its own plies.
        let enough = number(words, "mate").map(|moves| Score::mate_in(2 * moves.clamp(1, 500) as usize - 1));
        let hold = xiangqi::asks_to_hold(words) || (enough.is_none() && xiangqi::holds(words, &limits));
        if let Some(why) = xiangqi::missing_number(words, &LIMITS) {
            self.trouble(&why, conversation)?;
            if hold && !xiangqi::asks_to_hold(words) {
                return conversation.say("bestmove (none)");
            }
        }
        // The book is for games, not for analysis.
        let book = self.options.book && !hold && enough.is_none();
        let mut ask = SearchRequest { book, ..self.options.ask(limits) };
        ask.options.enough = enough;
        if has(words, "infinite") || enough.is_some() {
            ask.options.contempt = 0;
        }
        let moves = moves_to_search(&game, words, self.ranks);
        conversation.think(game, moves, ask, hold, has(words, "ponder"));
        Ok(())
    }

    /// Reads the words that set a position up, `startpos` or `fen F`, and the moves behind them. Moves that fit only the
    /// other numbering of ranks set it.
    fn position(&mut self, words: &[&str], conversation: &mut Conversation<'_>) -> io::Result<()> {
        let mut read = xiangqi::read_position(words, self.options.rule, self.ranks);
        if matches!(read, Ok((_, Some(_)))) {
            let other = xiangqi::read_position(words, self.options.rule, self.ranks.other());
            if matches!(other, Ok((_, None))) {
                (read, self.ranks) = (other, self.ranks.other());
            }
        }
        match read {
            Ok((game, trouble)) => {
                self.game = Some(game);
                trouble.map_or(Ok(()), |why| self.trouble(&why, conversation))
            }
            Err(why) => {
                self.game = None;
                self.trouble(&why, conversation)
            }
        }
    }

    fn limits(&self, game: &Game, words: &[&str]) -> Limits {
        let (time, increment) = match game.side_to_move() {
            Side::First => ("wtime", "winc"),
            Side::Second => ("btime", "binc"),
        };
        let depth = number(words, "depth").map(|depth| depth.clamp(1, 1000) as Depth);
        let time = if let Some(ms) = number(words, "movetime") {
            Some(TimeLimit::Move { max: Millis(ms), spend_all: true })
        } else {
            let increment = number(words, increment);
            // An increment alone is a clock that has run down to it.
            number(words, time).or(increment.filter(|&ms| ms > 0)).map(|left| TimeLimit::Clock {
                left: Millis(left),
                increment: Millis(increment.unwrap_or(0)),
                moves_to_go: number(words, "movestogo").map(|moves| moves.min(1000) as u32),
                max: None,
                overhead: self.options.overhead,
            })
        };
        let is_infinite = has(words, "infinite");
        Limits { depth, nodes: number(words, "nodes").map(|nodes| nodes.max(1)), time: time.filter(|_| !is_infinite) }
    }
}

/// Returns the legal moves after `searchmoves`, up to the first word that is not a move.
fn moves_to_search(game: &Game, words: &[&str], ranks: Ranks) -> Vec<String> {
    let Some(at) = words.iter().position(|&word| word == "searchmoves") else { return Vec::new() };
    let legal = game.legal_moves();
    let named = words[at + 1..].iter().map_while(|word| ranks.read(&word.to_ascii_lowercase()));
    named.filter(|mv| legal.contains(mv)).collect()
}

impl ProtocolServer for UciServer {
    fn line(&mut self, line: &str, conversation: &mut Conversation<'_>) -> io::Result<Flow> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&word, rest)) = words.split_first() else { return Ok(Flow::On) };
        match word {
            "uci" => self.introduce(conversation)?,
            "isready" => conversation.say("readyok")?,
            "setoption" => self.set(rest, conversation)?,
            "ucinewgame" => {
                self.options.begin_game();
                conversation.thread.clear();
            }
            "position" => self.position(rest, conversation)?,
            // UCI-Cyclone leaves the word `position` out.
            "fen" | "startpos" => self.position(&words, conversation)?,
            "go" => self.go(rest, conversation)?,
            "stop" => conversation.stop(),
            "ponderhit" => conversation.ponder_hit(),
            "quit" => return Ok(Flow::Finish),
            // A command of a later version of the protocol.
            _ => {}
        }
        Ok(Flow::On)
    }

    fn skip(&mut self, word: &str) {
        if matches!(word, "position" | "fen" | "startpos") {
            self.game = None;
        }
    }

    fn timing(&self, word: &str) -> LineTiming {
        match word {
            "stop" => LineTiming::Ends,
            "quit" => LineTiming::Leaves,
            "ponderhit" => LineTiming::Steers,
            "go" | "ucinewgame" | "position" | "fen" | "startpos" => LineTiming::Follows,
            "setoption" => LineTiming::Waits,
            // Questions, and commands without a meaning for us.
            _ => LineTiming::Aside,
        }
    }

    fn report(&mut self, thought: &SearchInfo<String>, conversation: &mut Conversation<'_>) -> io::Result<()> {
        let time = conversation.elapsed();
        let SearchInfo { depth, depth_selective, nodes, hash_permille, .. } = thought;
        for (index, PvLine { score, is_lower_bound, pv, .. }) in thought.lines.iter().enumerate() {
            let bound = if *is_lower_bound { " lowerbound" } else { "" };
            conversation.say(format_args!(
                "info depth {depth} seldepth {depth_selective} multipv {} score {score}{bound} nodes {nodes} nps {} \
                 hashfull {hash_permille} time {} pv {}",
                index + 1,
                per_second(*nodes, time),
                time.as_millis(),
                pv.iter().map(|mv| self.ranks.write(mv)).collect::<Vec<_>>().join(" ")
            ))?;
        }
        Ok(())
    }

    fn answer(&mut self, thought: SearchInfo<String>, conversation: &mut Conversation<'_>) -> io::Result<()> {
        if thought.best.is_none() {
            conversation.say(format_args!("info depth 0 score {}", thought.score))?;
        }
        let ranks = self.ranks;
        match (&thought.best, thought.pv()) {
            (Some(best), [first, reply, ..]) if best == first => {
                conversation.say(format_args!("bestmove {} ponder {}", ranks.write(best), ranks.write(reply)))
            }
            (Some(best), _) => conversation.say(format_args!("bestmove {}", ranks.write(best))),
            (None, _) => conversation.say("bestmove (none)"),
        }
    }

    fn counted(&mut self, counts: Option<&PerftCounts>, conversation: &mut Conversation<'_>) -> io::Result<()> {
        let Some(counts) = counts else {
            return self.trouble("go perft: stopped before the count was complete", conversation);
        };
        for (mv, nodes) in &counts.below {
            conversation.say(format_args!("{}: {nodes}", self.ranks.write(mv)))?;
        }
        conversation.say("")?;
        conversation.say(format_args!("Nodes searched: {}", counts.total))
    }

    fn trouble(&mut self, why: &str, conversation: &mut Conversation<'_>) -> io::Result<()> {
        conversation.say(format_args!("info string {why}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_has_its_own_time_and_increment() {
        let words = ["wtime", "9000", "btime", "7000", "winc", "90", "binc", "70", "movestogo", "12"];
        let server = UciServer::new();
        let start = xiangqi::start();
        let mut reply = start.clone();
        reply.play("h2e2").expect("the move is legal");
        for (game, left, increment) in [(start, 9_000, 90), (reply, 7_000, 70)] {
            let clock = TimeLimit::Clock {
                left: Millis(left),
                increment: Millis(increment),
                moves_to_go: Some(12),
                max: None,
                overhead: server.options.overhead,
            };
            assert_eq!(server.limits(&game, &words), Limits { depth: None, nodes: None, time: Some(clock) });
        }
    }

    #[test]
    fn an_increment_alone_is_all_the_time_there_is() {
        let server = UciServer::new();
        let clock = TimeLimit::Clock {
            left: Millis(500),
            increment: Millis(500),
            moves_to_go: None,
            max: None,
            overhead: server.options.overhead,
        };
        for (words, time) in [(["winc", "500", "binc", "70"], Some(clock)), (["winc", "0", "binc", "0"], None)] {
            assert_eq!(server.limits(&xiangqi::start(), &words), Limits { depth: None, nodes: None, time });
        }
    }
}
