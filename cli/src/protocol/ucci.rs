//! `duiyi ucci`: the Universal Chinese Chess Interface 3.0. Times are in seconds unless `usemillisec` is set.

use std::io;

use duiyi_core::base::{Depth, Millis, Score};
use duiyi_core::engine::SearchRequest;
use duiyi_core::game::Game;
use duiyi_core::game::GameKind;
use duiyi_core::search::{CONTEMPT_MAX, Limits, PvLine, SearchInfo, TimeLimit};
use duiyi_core::xiangqi::Rule;
use duiyi_host::engines::uci::Ranks;

use super::options::{MULTIPV_MAX, OVERHEAD_MS_MAX, Options, Setting, no_value, rule_name, switch};
use super::xiangqi::{self, has, number};
use super::{Conversation, Flow, LineTiming, ProtocolServer};
use crate::machine;

/// Speak UCCI for Xiangqi, for graphical interfaces and other programs
#[derive(clap::Args)]
pub struct Args {}

/// The words of `go` that a number follows.
const LIMITS: [&str; 5] = ["time", "increment", "movestogo", "depth", "nodes"];

/// The engine's side of a conversation.
pub struct UcciServer {
    /// `None` after a position that was refused.
    game: Option<Game>,
    options: Options,
    milliseconds: bool,
    /// Moves banned in the current position.
    banned: Vec<String>,
    /// Whether every legal move is banned.
    nothing_left: bool,
    /// Whether the opponent offered a draw with the current search.
    draw_offered: bool,
}

impl UcciServer {
    pub fn new() -> UcciServer {
        UcciServer {
            game: Some(xiangqi::start()),
            options: Options::default(),
            milliseconds: false,
            banned: Vec::new(),
            nothing_left: false,
            draw_offered: false,
        }
    }

    fn introduce(&self, conversation: &mut Conversation<'_>) -> io::Result<()> {
        let Options { hash_mib, overhead, .. } = Options::default();
        conversation.say(format_args!("id name Duiyi {}", env!("CARGO_PKG_VERSION")))?;
        conversation.say("id author the Duiyi developers")?;
        conversation.say("option usemillisec type check default false")?;
        conversation.say("option usebook type check default false")?;
        conversation.say("option bookfiles type string default <empty>")?;
        conversation
            .say(format_args!("option hashsize type spin min 1 max {} default {hash_mib}", machine::hash_mib_max()))?;
        conversation.say(format_args!("option threads type spin min 1 max {} default 1", machine::threads_max()))?;
        conversation.say(format_args!("option multipv type spin min 1 max {MULTIPV_MAX} default 1"))?;
        conversation.say("option level type spin min 1 max 5 default 5")?;
        conversation
            .say(format_args!("option overhead type spin min 0 max {OVERHEAD_MS_MAX} default {}", overhead.0))?;
        conversation.say(format_args!("option contempt type spin min -{CONTEMPT_MAX} max {CONTEMPT_MAX} default 0"))?;
        let rules = Rule::ALL.map(rule_name);
        conversation.say(format_args!(
            "option repetition type combo var {} default {}",
            rules.join(" var "),
            rules[0]
        ))?;
        conversation.say("option evalfile type string default built-in")?;
        conversation.say("option newgame type button")?;
        conversation.prepare(GameKind::Xiangqi);
        conversation.say("ucciok")
    }

    /// Sets an option from `N V`; a value outside its bounds changes nothing.
    fn set(&mut self, words: &[&str], conversation: &mut Conversation<'_>) -> io::Result<()> {
        let name = words.first().copied().unwrap_or_default().to_ascii_lowercase();
        let file = words.get(1..).unwrap_or_default().join(" ");
        let value = words.get(1).copied().unwrap_or_default();
        let mut set = |setting| self.options.set(setting, &name, value, &conversation.thread);
        let known = match name.as_str() {
            "usemillisec" => switch(value).map(|on| self.milliseconds = on).ok_or_else(|| no_value(&name, value)),
            "usebook" => set(Setting::Book),
            "repetition" => set(Setting::Rule),
            // Engines accept 0 as their own choice.
            "hashsize" | "threads" if value == "0" => Ok(()),
            "hashsize" => set(Setting::Hash),
            "evalfile" => self.options.set(Setting::Net, &name, &file, &conversation.thread),
            "bookfiles" => self.options.set(Setting::BookFiles, &name, &file, &conversation.thread),
            "threads" => set(Setting::Threads),
            "multipv" => set(Setting::MultiPv),
            "level" => set(Setting::Level),
            "overhead" => set(Setting::Overhead),
            "contempt" => set(Setting::Contempt),
            "newgame" => {
                self.options.begin_game();
                conversation.thread.clear();
                Ok(())
            }
            _ => Ok(()),
        };
        known.or_else(|why| self.trouble(&format!("setoption: {why}"), conversation))
    }

    fn position(&mut self, words: &[&str], conversation: &mut Conversation<'_>) -> io::Result<()> {
        match xiangqi::read_position(words, self.options.rule, Ranks::FromZero) {
            Ok((game, trouble)) => {
                self.game = Some(game);
                self.banned.clear();
                trouble.map_or(Ok(()), |why| self.trouble(&why, conversation))
            }
            Err(why) => {
                self.game = None;
                self.banned.clear();
                self.trouble(&why, conversation)
            }
        }
    }

    fn go(&mut self, words: &[&str], conversation: &mut Conversation<'_>) -> io::Result<()> {
        let Some(game) = self.game.clone() else {
            self.trouble(xiangqi::NO_POSITION, conversation)?;
            return conversation.say("nobestmove");
        };
        let limits = self.limits(words);
        let hold = xiangqi::holds(words, &limits);
        if let Some(why) = xiangqi::missing_number(words, &LIMITS) {
            self.trouble(&why, conversation)?;
            if hold && !xiangqi::asks_to_hold(words) {
                return conversation.say("nobestmove");
            }
        }
        self.draw_offered = has(words, "draw");
        self.nothing_left = false;
        let mut moves = Vec::new();
        if !self.banned.is_empty() {
            moves = game.legal_moves();
            moves.retain(|mv| !self.banned.contains(mv));
            self.nothing_left = moves.is_empty();
        }
        // The book is for games, not for analysis, and ignores bans.
        let mut ask = SearchRequest { book: self.options.book && !hold, ..self.options.ask(limits) };
        if has(words, "infinite") {
            ask.options.contempt = 0;
        }
        conversation.think(game, moves, ask, hold, has(words, "ponder"));
        Ok(())
    }

    fn limits(&self, words: &[&str]) -> Limits {
        let unit = if self.milliseconds { 1 } else { 1000 };
        let millis = |key| number(words, key).map(|count| Millis(count.saturating_mul(unit)));
        let increment = millis("increment");
        // An increment alone is a clock that has run down to it.
        let time = millis("time").or(increment.filter(|&inc| inc > Millis(0))).map(|left| TimeLimit::Clock {
            left,
            increment: increment.unwrap_or(Millis(0)),
            moves_to_go: number(words, "movestogo").map(|moves| moves.min(1000) as u32),
            max: None,
            overhead: self.options.overhead,
        });
        let is_infinite = has(words, "infinite");
        Limits {
            depth: number(words, "depth").map(|depth| depth.clamp(1, 1000) as Depth),
            nodes: number(words, "nodes").map(|nodes| nodes.max(1)),
            time: time.filter(|_| !is_infinite),
        }
    }
}

impl ProtocolServer for UcciServer {
    fn line(&mut self, line: &str, conversation: &mut Conversation<'_>) -> io::Result<Flow> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&word, rest)) = words.split_first() else { return Ok(Flow::On) };
        match word {
            "ucci" => self.introduce(conversation)?,
            "isready" => conversation.say("readyok")?,
            "setoption" => self.set(rest, conversation)?,
            "position" => self.position(rest, conversation)?,
            "banmoves" => self.banned = rest.iter().map(|mv| mv.to_ascii_lowercase()).collect(),
            "go" => self.go(rest, conversation)?,
            "stop" => conversation.stop(),
            "ponderhit" => {
                self.draw_offered |= has(rest, "draw");
                conversation.ponder_hit();
            }
            "quit" => return Ok(Flow::Finish),
            // A command of a later version of the protocol.
            _ => {}
        }
        Ok(Flow::On)
    }

    fn skip(&mut self, word: &str) {
        if word == "position" {
            self.game = None;
            self.banned.clear();
        }
    }

    fn timing(&self, word: &str) -> LineTiming {
        match word {
            "stop" => LineTiming::Ends,
            "quit" => LineTiming::Leaves,
            "ponderhit" => LineTiming::Steers,
            "go" | "position" | "banmoves" => LineTiming::Follows,
            "setoption" => LineTiming::Waits,
            // Questions, and commands without a meaning for us.
            _ => LineTiming::Aside,
        }
    }

    fn report(&mut self, thought: &SearchInfo<String>, conversation: &mut Conversation<'_>) -> io::Result<()> {
        let time = conversation.elapsed().as_millis();
        for (index, PvLine { score, pv, .. }) in thought.lines.iter().enumerate() {
            let (depth, nodes) = (thought.depth, thought.nodes);
            // The protocol has a single line. Several have their ranks as in UCI.
            let rank = if thought.lines.len() > 1 { format!(" multipv {}", index + 1) } else { String::new() };
            conversation.say(format_args!(
                "info depth {depth}{rank} time {time} nodes {nodes} score {} pv {}",
                score.0,
                pv.join(" ")
            ))?;
        }
        Ok(())
    }

    fn answer(&mut self, thought: SearchInfo<String>, conversation: &mut Conversation<'_>) -> io::Result<()> {
        let Some(best) = thought.best.as_ref().filter(|_| !self.nothing_left) else {
            return conversation.say("nobestmove");
        };
        let mut answer = format!("bestmove {best}");
        if let [first, reply, ..] = thought.pv()
            && first == best
        {
            answer += &format!(" ponder {reply}");
        }
        // A move of a book has the score of a draw and says nothing about the position.
        let is_searched = thought.depth > 0;
        if self.draw_offered && is_searched && thought.score <= Score::DRAW {
            answer += " draw";
        }
        conversation.say(answer)
    }

    fn trouble(&mut self, why: &str, conversation: &mut Conversation<'_>) -> io::Result<()> {
        conversation.say(format_args!("info message {why}"))
    }

    fn farewell(&mut self, conversation: &mut Conversation<'_>) -> io::Result<()> {
        conversation.say("bye")
    }
}
