//! An external engine, from handshake to quit.

use std::time::{Duration, Instant};

use duiyi_core::game::Game;
use duiyi_core::game::GameKind;
use duiyi_core::search::{Clock, Stop};

use super::client::{EngineMessage, Handshake, Identity, ProtocolClient};
use super::command::{EngineCommand, EngineProtocol};
use super::console::Console;
use super::fault::{EngineFault, FaultKind};
use super::gomocup::GomocupClient;
use super::option::{EngineOption, MULTIPV, OptionKind};
use super::process::{Process, STOP_STEP};
use super::question::{Decision, EngineAnswer, EngineInfo, Question};
use super::ucci::UcciClient;
use super::uci::UciClient;
use crate::clock::MonotonicClock;
use crate::reactor::Reactor;

/// The timeouts of an external engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineTimeouts {
    /// For the handshake in one protocol; the engine may load a net.
    pub handshake: Duration,
    /// For a new game, which may clear a table.
    pub ready: Duration,
    /// After the end of its time, before it is killed.
    pub late: Duration,
    /// After a stop, before it is killed. Asked only to finish, it keeps the time of its search.
    pub stop: Duration,
    /// For a search limited by nodes or depth only.
    pub think: Duration,
    /// After the quit command.
    pub quit: Duration,
}

impl Default for EngineTimeouts {
    fn default() -> EngineTimeouts {
        EngineTimeouts {
            handshake: Duration::from_secs(10),
            ready: Duration::from_secs(20),
            late: Duration::from_secs(1),
            stop: Duration::from_secs(3),
            think: Duration::from_secs(120),
            quit: Duration::from_millis(500),
        }
    }
}

/// A running engine. Dropping it kills its process and all child processes.
#[derive(Debug)]
pub struct ExternalEngine {
    spec: EngineCommand,
    protocol: EngineProtocol,
    identity: Identity,
    options: Vec<EngineOption>,
    patience: EngineTimeouts,
    process: Process,
    client: Box<dyn ProtocolClient>,
    /// The number of lines set (multi-PV).
    lines: usize,
}

impl ExternalEngine {
    /// Starts an external engine, finds its protocol if `spec` does not name it, sets the options of `spec`, and
    /// returns it ready for [`ExternalEngine::new_game`].
    ///
    /// # Errors
    /// The fault; no process is left running.
    pub fn start(
        reactor: &Reactor,
        spec: &EngineCommand,
        patience: EngineTimeouts,
    ) -> Result<ExternalEngine, EngineFault> {
        ExternalEngine::start_heard(reactor, spec, patience, &Console::new(), &Stop::new())
    }

    /// Starts an external engine as [`ExternalEngine::start`] does; `console` gets every line as well. After `stop` it is
    /// waited for no longer, except in a search, which has a stop of its own.
    ///
    /// # Errors
    /// As [`ExternalEngine::start`].
    pub fn start_heard(
        reactor: &Reactor,
        spec: &EngineCommand,
        patience: EngineTimeouts,
        console: &Console,
        stop: &Stop,
    ) -> Result<ExternalEngine, EngineFault> {
        if let Some(protocol) = spec.protocol {
            return ExternalEngine::start_as(reactor, protocol, spec, patience, console, stop);
        }
        // Each protocol gets a fresh process: a foreign handshake may have confused the last one.
        let mut said =
            EngineFault { kind: FaultKind::Silent { waited: patience.handshake }, heard: vec![], errors: vec![] };
        for protocol in spec.protocols() {
            match ExternalEngine::start_as(reactor, protocol, spec, patience, console, stop) {
                Err(fault) if may_speak_another_protocol(&fault.kind) && !stop.is_asked() => {
                    if !fault.heard.is_empty() {
                        said.kind = FaultKind::WrongProtocol {
                            asked: EngineProtocol::ALL.map(EngineProtocol::code).join(", "),
                        };
                    } else if matches!(fault.kind, FaultKind::Died { .. }) && said.heard.is_empty() {
                        said.kind = fault.kind;
                    }
                    said.heard.extend(fault.heard);
                    said.errors = fault.errors;
                }
                ready_or_fault => return ready_or_fault,
            }
        }
        Err(said)
    }

    /// Starts an external engine in `protocol`.
    fn start_as(
        reactor: &Reactor,
        protocol: EngineProtocol,
        spec: &EngineCommand,
        patience: EngineTimeouts,
        console: &Console,
        stop: &Stop,
    ) -> Result<ExternalEngine, EngineFault> {
        let begun = Instant::now();
        let without_process = |kind| EngineFault { kind, heard: Vec::new(), errors: Vec::new() };
        let mut process = Process::spawn(reactor, spec, console).map_err(without_process)?;
        process.heed(stop);
        let mut client: Box<dyn ProtocolClient> = match protocol {
            EngineProtocol::Uci => Box::new(UciClient::new()),
            EngineProtocol::Ucci => Box::new(UcciClient::new()),
            EngineProtocol::Gomocup => Box::new(GomocupClient::new()),
        };
        let greeted = client.greet(&mut process, Instant::now() + patience.handshake);
        let (identity, options) = match greeted {
            Ok(Handshake::Yes(identity, options)) => (identity, options),
            Ok(Handshake::No) => return Err(process.fault(FaultKind::WrongProtocol { asked: protocol.to_string() })),
            Ok(Handshake::Silent) => return Err(process.fault(FaultKind::Silent { waited: begun.elapsed() })),
            Err(kind) => return Err(process.fault(kind)),
        };
        let spec = spec.clone();
        let mut engine = ExternalEngine { spec, protocol, identity, options, patience, process, client, lines: 1 };
        engine.settle().map_err(|kind| engine.process.fault(kind))?;
        Ok(engine)
    }

    /// Sets the options of the spec and makes the engine ready. Saved ones are set as far as they fit the engine.
    fn settle(&mut self) -> Result<(), FaultKind> {
        let mut changed = 0;
        for (name, value) in self.spec.options.clone() {
            if !self.spec.options_are_saved {
                self.set_raw(&name, &value)?;
                continue;
            }
            let fitting = named(&self.options, &name).and_then(|option| option.fitting(&value));
            changed += usize::from(fitting.as_ref() != Some(&value));
            if let Some(fitting) = fitting {
                self.set_raw(&name, &fitting)?;
            }
        }
        if changed > 0 {
            tracing::warn!(changed, "saved options do not fit an external engine");
        }
        self.client.prepare(&mut self.process, Instant::now() + self.patience.handshake)
    }

    #[must_use]
    pub const fn spec(&self) -> &EngineCommand {
        &self.spec
    }

    #[must_use]
    pub const fn protocol(&self) -> EngineProtocol {
        self.protocol
    }

    /// Returns the reported identity; the name defaults to the program's file name.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the options, in the engine's order.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Returns whether the engine can take commands.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.process.is_running()
    }

    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Sets an option; a button takes an empty value. Case does not matter in names.
    ///
    /// # Errors
    /// [`FaultKind::Option`] if the option does not exist or rejects the value; [`FaultKind::Died`].
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineFault> {
        self.set_raw(name, value).map_err(|kind| self.process.fault(kind))
    }

    fn set_raw(&mut self, name: &str, value: &str) -> Result<(), FaultKind> {
        let Some(option) = named(&self.options, name) else {
            return Err(FaultKind::Option { name: name.to_owned(), why: "the engine has no such option".to_owned() });
        };
        option.check(value)?;
        let value = if option.kind == OptionKind::Button { "" } else { value };
        if option.name.eq_ignore_ascii_case(MULTIPV) {
            self.lines = value.parse().unwrap_or(1);
        }
        let line = self.client.set(&option.name, value);
        self.process.send(&line)
    }

    /// Begins a new game at the start of `game`.
    ///
    /// # Errors
    /// [`FaultKind::Unfit`] if the engine does not play this game, or another fault.
    pub fn new_game(&mut self, game: &Game) -> Result<(), EngineFault> {
        self.begin(game).map_err(|kind| self.process.fault(kind))
    }

    fn begin(&mut self, game: &Game) -> Result<(), FaultKind> {
        let fits = match game {
            Game::Xiangqi(_) => self.protocol.game() == GameKind::Xiangqi,
            Game::Gomoku(_) => self.protocol.game() == GameKind::Gomoku,
            Game::TicTacToe(_) => false,
        };
        if !fits {
            let why = format!("an engine that speaks {} plays {}", self.protocol, self.protocol.game());
            return Err(FaultKind::Unfit { why });
        }
        self.client.new_game(&mut self.process, game, Instant::now() + self.patience.ready)
    }

    /// Searches and waits for the move. `told` gets the engine's reports; after `stop` the engine has to answer with
    /// its best move so far. Many engines cannot: one that is asked only to finish may take the time that it has.
    ///
    /// # Errors
    /// The fault. Unless [`FaultKind::leaves_it_running`], the process has been killed.
    pub fn think(
        &mut self,
        question: &Question<'_>,
        stop: &Stop,
        told: &mut dyn FnMut(&EngineInfo),
    ) -> Result<EngineAnswer, EngineFault> {
        let answer = self.search(question, stop, told);
        if answer.as_ref().is_err_and(|kind| !kind.leaves_it_running()) {
            self.process.kill();
        }
        answer.map_err(|kind| self.process.fault(kind))
    }

    fn search(
        &mut self,
        question: &Question<'_>,
        stop: &Stop,
        told: &mut dyn FnMut(&EngineInfo),
    ) -> Result<EngineAnswer, FaultKind> {
        let patience = self.patience;
        self.client.ask(&mut self.process, question, Instant::now() + patience.ready)?;
        // Its time stops while the machine sleeps, as that of the game does.
        let clock = MonotonicClock::start();
        let elapsed = || Duration::from_millis(clock.elapsed().0);
        let time_limit = question.limits.time_allowed(question.game.side_to_move());
        // The time of the kill, if any; a stop sets one.
        let mut given_up = match time_limit {
            Some(time) => Some(time + patience.late),
            None => (!question.limits.is_endless()).then_some(patience.think),
        };
        let (mut told_to_stop, mut stopping) = (false, false);
        let (mut best, mut unranked) = (EngineInfo::default(), EngineInfo::default());
        loop {
            if stop.is_asked() && !told_to_stop {
                told_to_stop = true;
                self.process.send(self.client.stop())?;
            }
            let keeps_its_time = stop.is_finishing() && time_limit.is_some();
            if stop.is_asked() && !keeps_its_time && !stopping {
                stopping = true;
                let end = elapsed() + patience.stop;
                given_up = Some(given_up.map_or(end, |time| time.min(end)));
            }
            if given_up.is_some_and(|time| elapsed() >= time) {
                return Err(match time_limit {
                    _ if stopping => FaultKind::Overran { late: patience.stop },
                    Some(_) => FaultKind::Overran { late: patience.late },
                    None => FaultKind::Silent { waited: patience.think },
                });
            }
            let wait = given_up.map_or(STOP_STEP, |time| time.saturating_sub(elapsed()).min(STOP_STEP));
            let Some(line) = self.process.hear(Instant::now() + wait)? else { continue };
            match self.client.understand(&line) {
                EngineMessage::Nothing => {}
                EngineMessage::Info(mut info) => {
                    if info.line == 0 {
                        info.line = rank(&info, &unranked, self.lines);
                        if let EngineInfo { line, score: score @ Some(_), depth, .. } = info {
                            unranked = EngineInfo { line, score, depth, ..EngineInfo::default() };
                        }
                    }
                    told(&info);
                    if info.line <= 1 && info.text.is_none() {
                        best = merged(best, info);
                    }
                }
                EngineMessage::Answer(decision) => {
                    let took = elapsed();
                    let decision = judged(question.game, decision)?;
                    return Ok(EngineAnswer { decision, thought: best, took });
                }
                EngineMessage::Reply(command) => self.process.send(&command)?,
                EngineMessage::Unreadable => {
                    return Err(FaultKind::Unreadable { line: line.chars().take(80).collect() });
                }
                EngineMessage::Unfit(why) => return Err(FaultKind::Unfit { why }),
            }
        }
    }

    /// Sets the stop after which the engine is waited for no longer, except in a search.
    pub fn heed(&mut self, stop: &Stop) {
        self.process.heed(stop);
    }

    /// Quits the engine; kills the process if it does not end by itself.
    pub fn quit(mut self) {
        self.process.quit(self.client.quit(), self.patience.quit);
    }
}

/// Returns the option of a name; case does not matter.
fn named<'a>(options: &'a [EngineOption], name: &str) -> Option<&'a EngineOption> {
    options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
}

/// Returns whether an engine that fails a handshake like this may speak another protocol.
const fn may_speak_another_protocol(kind: &FaultKind) -> bool {
    matches!(kind, FaultKind::Silent { .. } | FaultKind::WrongProtocol { .. } | FaultKind::Died { .. })
}

/// Returns the rank of a report without one after `last`, the previous report of a score. Of `lines` lines an engine writes
/// the best one first.
fn rank(report: &EngineInfo, last: &EngineInfo, lines: usize) -> usize {
    let follows = report.depth.is_some() && report.depth == last.depth && report.score <= last.score;
    if follows && report.score.is_some() && last.line < lines { last.line + 1 } else { 1 }
}

/// Merges a later report into an earlier one; a report may leave fields out. Chance and depth are those of the score.
fn merged(known: EngineInfo, new: EngineInfo) -> EngineInfo {
    let (score, chance, depth) = match new.score {
        Some(_) => (new.score, new.chance, new.depth.or(known.depth)),
        None => (known.score, known.chance, known.depth),
    };
    EngineInfo {
        line: new.line,
        score,
        chance,
        depth,
        nodes: new.nodes.or(known.nodes),
        time: new.time.or(known.time),
        pv: if new.pv.is_empty() { known.pv } else { new.pv },
        text: None,
    }
}

/// Checks that the move is legal and rewrites it in coordinates of the app.
fn judged(game: &Game, decision: Decision) -> Result<Decision, FaultKind> {
    match decision {
        Decision::Resign => Ok(Decision::Resign),
        Decision::Play { mv, draw } => match game.read(&mv) {
            Ok(mv) => Ok(Decision::Play { mv, draw }),
            Err(why) => Err(FaultKind::Illegal { mv, why: why.to_string() }),
        },
    }
}
