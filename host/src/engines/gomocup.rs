//! The client of the Gomocup protocol. Points are `x,y` from the top left corner.
//!
//! The protocol has no "ready". So the client waits for the end of every search, and kills an engine that does not end
//! one.

use std::time::{Duration, Instant};

use duiyi_core::base::{Depth, Millis, Score};
use duiyi_core::game::Game;
use duiyi_core::gomoku::{Point, Position, Rule};
use duiyi_core::position::Position as _;

use super::client::{EngineMessage, Handshake, Identity, ProtocolClient};
use super::fault::FaultKind;
use super::option::{EngineOption, OptionKind};
use super::process::Process;
use super::question::{Decision, EngineInfo, Question};

/// The board sizes tried in the handshake; some engines play on one size only.
const SIZES: [u8; 2] = [15, 20];
/// The time after which `START` is repeated: an engine that still undoes its last move may have lost the command.
const ASK_AGAIN: Duration = Duration::from_secs(1);
/// The protocol's value for unlimited time, in milliseconds.
const UNLIMITED_MS: u64 = 2_147_483_647;

/// The state of a conversation.
#[derive(Debug, Default)]
pub struct GomocupClient {
    size: u8,
    /// The stones that the engine has, in order; `None` if unknown.
    known: Option<Vec<Point>>,
    /// The stones of the current search, in order; `None` if some had no order.
    asked: Option<Vec<Point>>,
}

impl GomocupClient {
    #[must_use]
    pub fn new() -> GomocupClient {
        GomocupClient::default()
    }

    /// Sends `START` and waits for the answer; a refusal is returned as text. If no answer comes, or the engine lost a
    /// part of the line, `START` is repeated; an extra answer is ignored later.
    fn start(process: &mut Process, size: u8, until: Instant) -> Result<Started, FaultKind> {
        let mut refused = None;
        while Instant::now() < until && !process.is_stopped() {
            process.send(&format!("START {size}"))?;
            let again = until.min(Instant::now() + ASK_AGAIN);
            while let Some(line) = process.hear_ready(again)? {
                let line = line.trim();
                let words = || line.chars().take(120).collect();
                match line.split_whitespace().next().unwrap_or_default() {
                    "OK" => return Ok(Started::Yes),
                    "ERROR" | "UNKNOWN" if is_misread(line) => refused = Some(words()),
                    "ERROR" | "UNKNOWN" => return Ok(Started::Refused(words())),
                    _ => {}
                }
            }
        }
        Ok(refused.map_or(Started::Silent, Started::Refused))
    }

    fn write(&self, point: Point) -> String {
        format!("{},{}", point.column(), self.size - 1 - point.row())
    }

    /// Returns a line of the `BOARD` command.
    fn stone(&self, point: Point, own: bool) -> String {
        format!("{},{}", self.write(point), if own { 1 } else { 2 })
    }

    /// Parses a `MESSAGE`, which is for people. Three forms are common: ours (`depth 9 score 35 nodes 70000 time 80 pv
    /// 7,7 8,8`), and Rapfi's `Depth 9-14 | Eval 35 | Node 70K | Time 80ms` and `depth 9-14 ev 35 n 70K tm 80 pv H8 I9`. Moves
    /// like `H8` are not read: whether Rapfi counts their rows from the top or from the bottom depends on its settings.
    fn message(&self, text: &str) -> EngineInfo {
        let lower = text.to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let after = |keys: &[&str]| {
            let at = words.iter().position(|word| keys.contains(word))?;
            words.get(at + 1).copied()
        };
        let value = |keys: &[&str]| after(keys).and_then(number);
        let score = after(&["score", "eval", "ev"]).and_then(evaluation);
        let pv = words.iter().skip_while(|&&word| word != "pv").skip(1);
        EngineInfo {
            line: 1,
            score,
            depth: value(&["depth"]).map(|depth| depth.clamp(0, 1000) as Depth),
            nodes: value(&["nodes", "node", "n"]).and_then(|nodes| u64::try_from(nodes).ok()),
            time: value(&["time", "tm"]).and_then(|time| u64::try_from(time).ok()).map(Millis),
            pv: pv.map_while(|point| self.read(point)).collect(),
            text: score.is_none().then(|| text.to_owned()),
            ..EngineInfo::default()
        }
    }

    /// Parses `x,y`, with blanks around the numbers; a remark may follow after a blank.
    fn read(&self, text: &str) -> Option<String> {
        let (x, rest) = text.split_once(',')?;
        let y = rest.split_whitespace().next()?;
        let (x, y) = (x.trim().parse::<u8>().ok()?, y.parse::<u8>().ok()?);
        let row = self.size.checked_sub(1)?.checked_sub(y)?;
        Some(Point::checked(x, row).filter(|point| point.is_on_board(self.size))?.to_string())
    }
}

/// Returns whether an engine reports an unknown command. Rapfi does so if the first word arrives while it undoes its
/// move.
fn is_misread(line: &str) -> bool {
    line.to_ascii_lowercase().contains("unknown command")
}

/// Parses a score: a number, or `+m5` and `-m4`, the plies to the end.
fn evaluation(word: &str) -> Option<Score> {
    let plies = |text: &str| text.parse::<usize>().ok().map(|plies| plies.min(1000));
    if let Some(won) = word.strip_prefix("+m") {
        return plies(won).map(Score::mate_in);
    }
    if let Some(lost) = word.strip_prefix("-m") {
        return plies(lost).map(Score::mated_in);
    }
    let limit = i64::from(Score::DECISIVE.0) - 1;
    number(word).map(|score| Score(score.clamp(-limit, limit) as i32))
}

/// Parses the number at the start of a word. A suffix is a unit: `k` to `t` of nodes, `s` to `h` of time in milliseconds.
fn number(word: &str) -> Option<i64> {
    let sign = usize::from(word.starts_with(['-', '+']));
    let digits = word[sign..].bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = word.split_at(sign + digits);
    let factor = match unit {
        "k" | "s" => 1_000,
        "m" => 1_000_000,
        "g" => 1_000_000_000,
        "t" => 1_000_000_000_000,
        "min" => 60_000,
        "h" => 3_600_000,
        _ => 1,
    };
    Some(number.parse::<i64>().ok()?.saturating_mul(factor))
}

/// The answer to `START`.
enum Started {
    Yes,
    Refused(String),
    Silent,
}

/// Returns the protocol's number of a rule: bit 1 is exactly five, bit 4 is Renju, bit 8 is Caro. Our Caro has bit 1,
/// too.
const fn rule_bits(rule: Rule) -> u8 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::Caro => 1 | 8,
    }
}

/// The keys of `INFO` that a person can set; the game sets those of time and rule.
fn options() -> Vec<EngineOption> {
    let spin = |name: &str, default, min, max| EngineOption {
        name: name.to_owned(),
        kind: OptionKind::Spin { default, min, max },
    };
    vec![
        spin("max_memory", 350 << 20, 0, i64::MAX),
        spin("thread_num", 1, 1, 256),
        spin("hash_size", 64 << 10, 0, 1 << 30),
        spin("strength", 100, 0, 100),
        spin("max_depth", 0, 0, 1000),
        spin("max_node", 0, 0, i64::MAX),
        spin("caution_factor", 3, 0, 5),
        EngineOption { name: "folder".to_owned(), kind: OptionKind::Text { default: String::new() } },
    ]
}

/// Parses `name="…", version="…", author="…", country="…"`.
fn about(line: &str) -> Option<Identity> {
    let value = |key: &str| {
        let rest = &line[line.find(&format!("{key}="))? + key.len() + 1..];
        let value = match rest.strip_prefix('"') {
            Some(rest) => rest.split('"').next(),
            None => rest.split(',').next(),
        };
        value.map(|value| value.trim().to_owned())
    };
    let name = value("name")?;
    let name = value("version").filter(|version| !version.is_empty()).map_or(name.clone(), |v| format!("{name} {v}"));
    Some(Identity { name, author: value("author").unwrap_or_default() })
}

impl ProtocolClient for GomocupClient {
    fn greet(&mut self, process: &mut Process, until: Instant) -> Result<Handshake, FaultKind> {
        process.send("ABOUT")?;
        let mut identity = Identity::default();
        let mut heard = false;
        process.send(&format!("START {}", SIZES[0]))?;
        let mut size = 0;
        // Old engines do not know ABOUT; the answer to START decides.
        loop {
            let Some(line) = process.hear_ready(until)? else {
                return Ok(if heard { Handshake::No } else { Handshake::Silent });
            };
            heard = true;
            let line = line.trim();
            match line.split_whitespace().next().unwrap_or_default() {
                "OK" => return Ok(Handshake::Yes(identity, options())),
                "ERROR" if size + 1 < SIZES.len() => {
                    size += 1;
                    process.send(&format!("START {}", SIZES[size]))?;
                }
                _ => identity = about(line).unwrap_or(identity),
            }
        }
    }

    fn prepare(&mut self, _: &mut Process, _: Instant) -> Result<(), FaultKind> {
        Ok(())
    }

    fn set(&self, name: &str, value: &str) -> String {
        format!("INFO {name} {value}")
    }

    fn new_game(&mut self, process: &mut Process, game: &Game, until: Instant) -> Result<(), FaultKind> {
        let Game::Gomoku(played) = game else { return Ok(()) };
        let start: &Position = played.history().start();
        let rule = rule_bits(start.rule());
        // Before START for engines that allocate tables there, after it for engines that reset them.
        process.hear_leftovers()?;
        process.send(&format!("INFO rule {rule}"))?;
        self.size = start.size();
        self.known = None;
        let begun = Instant::now();
        match GomocupClient::start(process, self.size, until)? {
            Started::Yes => {}
            Started::Refused(why) => return Err(FaultKind::Unfit { why }),
            Started::Silent => {
                process.kill();
                return Err(FaultKind::Silent { waited: begun.elapsed() });
            }
        }
        self.known = Some(Vec::new());
        process.send(&format!("INFO rule {rule}"))?;
        process.send("INFO game_type 1")
    }

    fn ask(&mut self, process: &mut Process, question: &Question<'_>, _: Instant) -> Result<(), FaultKind> {
        let Game::Gomoku(played) = question.game else { return Ok(()) };
        process.hear_leftovers()?;
        let limits = question.limits;
        let side = question.game.side_to_move();
        let unlimited = Millis(UNLIMITED_MS);
        let (turn, game, left) = match (limits.move_time, limits.clock) {
            // A match of 0 ms has no limit, while 0 ms of it may be left.
            (turn, Some(clock)) => (turn.unwrap_or(clock.left[side]), clock.main.max(Millis(1)), clock.left[side]),
            (Some(turn), None) => (turn, Millis(0), unlimited),
            (None, None) => (unlimited, Millis(0), unlimited),
        };
        process.send(&format!("INFO timeout_turn {}", turn.0.max(1)))?;
        process.send(&format!("INFO timeout_match {}", game.0))?;
        process.send(&format!("INFO time_left {}", left.0))?;
        if let Some(nodes) = limits.nodes {
            process.send(&format!("INFO max_node {nodes}"))?;
        }
        if let Some(depth) = limits.depth {
            process.send(&format!("INFO max_depth {depth}"))?;
        }
        let stones: Vec<Point> = played.history().moves().collect();
        let before = played.history().start();
        let listed = before.stone_count() > 0;
        let known = self.known.take().filter(|known| stones.starts_with(known) && !listed);
        let missing = known.map(|known| &stones[known.len()..]);
        // Stones of the start have no order, so that the engine's board is unknown afterwards.
        self.asked = (!listed).then(|| stones.clone());
        match missing {
            Some([]) if stones.is_empty() => process.send("BEGIN"),
            Some(&[last]) => process.send(&format!("TURN {}", self.write(last))),
            _ => {
                process.send("BOARD")?;
                for point in before.points() {
                    if let Some(owner) = before.stone_at(point) {
                        process.send(&self.stone(point, owner == side))?;
                    }
                }
                let mut mover = before.side_to_move();
                for &point in &stones {
                    process.send(&self.stone(point, mover == side))?;
                    mover = !mover;
                }
                process.send("DONE")
            }
        }
    }

    fn understand(&mut self, line: &str) -> EngineMessage {
        let line = line.trim();
        let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        match word.as_str() {
            "" | "DEBUG" | "OK" | "UNKNOWN" => EngineMessage::Nothing,
            // The engine plays what it suggests once we say so: its answer to PLAY is its move.
            "SUGGEST" => match self.read(&line[word.len()..]).and_then(|mv| mv.parse().ok()) {
                Some(point) => EngineMessage::Reply(format!("PLAY {}", self.write(point))),
                None => EngineMessage::Unreadable,
            },
            "MESSAGE" => EngineMessage::Info(self.message(line[word.len()..].trim())),
            // An unknown command gets no answer, which the timeout detects.
            "ERROR" if is_misread(line) => EngineMessage::Nothing,
            "ERROR" => EngineMessage::Unfit(line.chars().take(120).collect()),
            _ => match self.read(line) {
                Some(mv) => {
                    self.known = self.asked.take().zip(mv.parse().ok()).map(|(mut stones, point)| {
                        stones.push(point);
                        stones
                    });
                    EngineMessage::Answer(Decision::Play { mv, draw: false })
                }
                None if line.contains(',')
                    && line.starts_with(|first: char| first.is_ascii_digit() || first == '-') =>
                {
                    EngineMessage::Unreadable
                }
                // Engines report forbidden points, speeds and the like.
                None => EngineMessage::Nothing,
            },
        }
    }

    fn stop(&self) -> &'static str {
        "YXSTOP"
    }

    fn quit(&self) -> &'static str {
        "END"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_forms_of_a_message_are_read() {
        let engine = GomocupClient { size: 15, ..GomocupClient::default() };
        let ours = engine.message("depth 9 score -35 nodes 70000 time 80 pv 7,7 8,8");
        assert_eq!((ours.depth, ours.score, ours.nodes), (Some(9), Some(Score(-35)), Some(70_000)));
        assert_eq!(ours.pv, ["h8", "i7"]);
        let theirs = engine.message("Speed 21K | Depth 5-8 | Eval 16 | Node 1K | Time 61ms");
        assert_eq!((theirs.depth, theirs.score, theirs.nodes), (Some(5), Some(Score(16)), Some(1_000)));
        assert_eq!(theirs.time, Some(Millis(61)));
        let theirs = engine.message("Depth 5-8 | Eval -16 | Time 61ms | H8 I9");
        assert_eq!((theirs.depth, theirs.score, theirs.pv.len()), (Some(5), Some(Score(-16)), 0));
        let theirs = engine.message("depth 9-14 ev +M5 n 12M n/ms 900 tm 80 pv H8 I9");
        assert_eq!((theirs.depth, theirs.score, theirs.pv.len()), (Some(9), Some(Score::mate_in(5)), 0));
        assert_eq!((theirs.nodes, theirs.time), (Some(12_000_000), Some(Millis(80))));
        let theirs = engine.message("Depth 20-31 | Eval -M4 | Time 12s | H8");
        assert_eq!((theirs.score, theirs.time), (Some(Score::mated_in(4)), Some(Millis(12_000))));
        let chat = engine.message("I will win");
        assert_eq!((chat.score, chat.text.as_deref()), (None, Some("I will win")));
    }

    #[test]
    fn a_word_that_was_not_understood_ends_no_game() {
        let mut engine = GomocupClient { size: 15, ..GomocupClient::default() };
        assert!(matches!(engine.understand("ERROR Unknown command: TIMEOUT_TURN"), EngineMessage::Nothing));
        assert!(matches!(engine.understand("UNKNOWN command"), EngineMessage::Nothing));
        assert!(matches!(engine.understand("ERROR the board is too large"), EngineMessage::Unfit(_)));
    }

    #[test]
    fn who_an_engine_is_stands_in_its_answer() {
        let full = about("name=\"SomeBrain\", version=\"1.0\", author=\"Nymand\", country=\"USA\"").expect("a name");
        assert_eq!((full.name.as_str(), full.author.as_str()), ("SomeBrain 1.0", "Nymand"));
        assert_eq!(about("name=\"X\"").map(|identity| identity.name).as_deref(), Some("X"));
        assert_eq!(about("OK"), None);
    }
}
