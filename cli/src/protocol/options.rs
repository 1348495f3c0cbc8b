//! The settings that a client can change, under the names of each protocol.

use std::path::{Path, absolute};

use duiyi_core::base::Millis;
use duiyi_core::engine::{Nets, SearchRequest};
use duiyi_core::game::GameKind;
use duiyi_core::search::{CONTEMPT_MAX, Level, Limits, TimeLimit};
use duiyi_core::xiangqi::Rule;
use duiyi_host::books::OpeningBook;
use duiyi_host::clock;

use crate::input;
use crate::machine;
use crate::problem::Problem;

use super::thread::{HASH_MIB, ProtocolThread};

/// The values for no net file.
const NO_FILE: [&str; 2] = ["", "<empty>"];
/// The limit of lines (multi-PV).
pub const MULTIPV_MAX: usize = 500;
/// The limit of the move overhead, in milliseconds.
pub const OVERHEAD_MS_MAX: u64 = 5_000;

/// A setting of both UCI and UCCI; each has its own name for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Hash,
    Net,
    Threads,
    MultiPv,
    Level,
    Overhead,
    Contempt,
    Book,
    BookFiles,
    Rule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the transposition table, in mebibytes.
    pub hash_mib: usize,
    pub threads: usize,
    /// Lines (multi-PV).
    pub multipv: usize,
    pub level: Level,
    /// The seed of the level's day form, one a game.
    pub day_form: u64,
    /// Whether the built-in opening books may answer.
    pub book: bool,
    /// The delay between our decision and the client's clock.
    pub overhead: Millis,
    /// What a draw costs the engine, in centipawns.
    pub contempt: i32,
    /// The rule for repetitions, from the next position on.
    pub rule: Rule,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_mib: HASH_MIB,
            threads: 1,
            multipv: 1,
            level: Level::MAX,
            day_form: clock::seed(),
            book: false,
            overhead: Millis(30),
            contempt: 0,
            rule: Rule::default(),
        }
    }
}

impl Options {
    /// Changes a setting, resizes the tables if necessary, and reads a net's file.
    ///
    /// # Errors
    /// The reason why `value` is invalid, with the protocol's `name`. The settings are unchanged, except that the
    /// built-in net replaces an unreadable one.
    pub fn set(&mut self, setting: Setting, name: &str, value: &str, thread: &ProtocolThread) -> Result<(), String> {
        if setting == Setting::Hash {
            let mib = within(usize::MAX, value).ok_or_else(|| no_value(name, value))?;
            if let Some(why) = machine::shortage(mib, self.hash_mib) {
                return Err(format!("{name}: {why}"));
            }
            self.hash_mib = mib;
            thread.set_hash(mib);
            return Ok(());
        }
        if setting == Setting::Net {
            let nets = if NO_FILE.contains(&value) { Ok(Nets::default()) } else { input::nets(Path::new(value)) };
            // Both protocols with nets play Xiangqi.
            let nets = nets.and_then(|nets| match nets.refusal(GameKind::Xiangqi) {
                Some(why) => Err(Problem::Input(why)),
                None => Ok(nets),
            });
            thread.set_nets(nets.as_ref().map_or_else(|_| Nets::default(), Clone::clone));
            return nets.map(drop).map_err(|why| format!("{name}: {why}; using the built-in network"));
        }
        if setting == Setting::BookFiles {
            let books = open_books(value, GameKind::Xiangqi).map_err(|why| format!("{name}: {why}"))?;
            thread.set_books(books);
            return Ok(());
        }
        self.set_plain(setting, value).ok_or_else(|| no_value(name, value))
    }

    /// Changes a setting without effects on tables or files; `None` if `value` is invalid.
    fn set_plain(&mut self, setting: Setting, value: &str) -> Option<()> {
        match setting {
            Setting::Hash | Setting::Net | Setting::BookFiles => return None,
            Setting::Threads => self.threads = within(machine::threads_max(), value)?,
            Setting::MultiPv => self.multipv = within(MULTIPV_MAX, value)?,
            Setting::Level => self.level = value.parse().ok().and_then(Level::new)?,
            Setting::Overhead => {
                let ms = value.parse().ok().filter(|ms| *ms <= OVERHEAD_MS_MAX)?;
                self.overhead = Millis(ms);
            }
            Setting::Contempt => {
                self.contempt = value.parse().ok().filter(|cp| (-CONTEMPT_MAX..=CONTEMPT_MAX).contains(cp))?;
            }
            Setting::Book => self.book = switch(value)?,
            Setting::Rule => {
                self.rule = Rule::ALL.into_iter().find(|&rule| value.eq_ignore_ascii_case(&rule_name(rule)))?;
            }
        }
        Some(())
    }

    /// Draws the day form of a new game.
    pub fn begin_game(&mut self) {
        self.day_form = clock::seed();
    }

    /// Makes a search request. A level below the highest has its own limits; the highest uses `limits`.
    pub fn ask(&self, limits: Limits) -> SearchRequest {
        let limits = if self.level == Level::MAX { limits } else { narrowed(limits, self.level.limits()) };
        let mut ask = SearchRequest::new(limits, self.level, clock::seed());
        ask.options.day_form = self.day_form;
        (ask.options.multipv, ask.options.threads) = (self.multipv, self.threads);
        ask.options.contempt = self.contempt;
        ask
    }
}

/// Opens the books of a game that `files` names, separated by semicolons; no name is no book.
///
/// # Errors
/// One sentence about the first that cannot be used.
pub fn open_books(files: &str, game: GameKind) -> Result<Vec<OpeningBook>, String> {
    if NO_FILE.contains(&files) {
        return Ok(Vec::new());
    }
    let open = |file: &str| {
        let path = absolute(file).map_err(|why| format!("{file}: {why}"))?;
        let book = OpeningBook::open(&path).map_err(|why| why.to_string())?;
        if book.game() == game { Ok(book) } else { Err(format!("{file}: this is a book of the game {}", book.game())) }
    };
    files.split(';').map(str::trim).filter(|file| !file.is_empty()).map(open).collect()
}

/// Returns the protocols' name of a rule: `asianrule`, in any case.
pub fn rule_name(rule: Rule) -> String {
    format!("{rule}rule")
}

/// Parses the value of a check option: `true`, in any case, or `on`, which clients of UCCI write.
pub fn switch(value: &str) -> Option<bool> {
    let is_any_of = |words: [&str; 2]| words.iter().any(|word| value.eq_ignore_ascii_case(word));
    if is_any_of(["true", "on"]) { Some(true) } else { is_any_of(["false", "off"]).then_some(false) }
}

/// Returns the message about an invalid value.
pub fn no_value(name: &str, value: &str) -> String {
    let shown: String = value.chars().take(20).collect();
    format!("'{shown}' is not a valid value for {name}")
}

/// Parses a number from 1 to `max`.
fn within(max: usize, value: &str) -> Option<usize> {
    value.parse().ok().filter(|number| (1..=max).contains(number))
}

/// Restricts the requested limits to those of a level.
fn narrowed(asked: Limits, own: Limits) -> Limits {
    let depth = asked.depth.into_iter().chain(own.depth).min();
    let own_max = match own.time {
        Some(TimeLimit::Move { max, .. }) => Some(max),
        Some(TimeLimit::Clock { max, .. }) => max,
        None => None,
    };
    let time = match asked.time {
        None => own.time,
        Some(TimeLimit::Move { max, .. }) => {
            Some(TimeLimit::Move { max: own_max.map_or(max, |own| own.min(max)), spend_all: false })
        }
        Some(TimeLimit::Clock { left, increment, moves_to_go, max, overhead }) => {
            let max = max.into_iter().chain(own_max).min();
            Some(TimeLimit::Clock { left, increment, moves_to_go, max, overhead })
        }
    };
    Limits { depth, nodes: asked.nodes, time }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_is_read_in_any_case() {
        for (value, is_on) in [("true", true), ("True", true), ("on", true), ("false", false), ("OFF", false)] {
            assert_eq!(switch(value), Some(is_on), "{value}");
        }
        for value in ["", "yes", "1", "tru"] {
            assert_eq!(switch(value), None, "{value}");
        }
    }

    #[test]
    fn a_level_keeps_its_day_form_for_a_game() {
        let mut options = Options::default();
        let form = |options: &Options| options.ask(Limits::default()).options.day_form;
        let first = form(&options);
        assert_eq!(form(&options), first);
        options.begin_game();
        assert_ne!(form(&options), first);
    }

    #[test]
    fn a_weak_level_narrows_and_the_highest_does_not() {
        let asked = Limits { depth: Some(3), nodes: Some(10), time: None };
        let strong = Options::default();
        assert_eq!(strong.ask(asked).options.limits, asked);
        let weak = Options { level: Level::MIN, ..strong };
        assert_eq!(weak.ask(asked).options.limits.depth, Some(3));
        assert_eq!(weak.ask(Limits::default()).options.limits, Level::MIN.limits());
        let hour = TimeLimit::Move { max: Millis::from_secs(3600), spend_all: true };
        let narrowed = weak.ask(Limits { time: Some(hour), ..Limits::default() }).options.limits.time;
        assert_eq!(narrowed, Level::MIN.limits().time);
    }
}
