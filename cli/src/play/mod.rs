//! `duiyi play`: a whole game in the terminal.
//!
//! Every line goes through [`Session::apply`], as every click in the window does. The engine searches on its own
//! thread. The next line is read after its answer, so a game can be piped in. At a terminal lines are edited.

mod board;
pub mod class;
mod coach;
mod completion;
mod editor;
mod files;
mod game_args;
mod line;
mod queue;
mod shown;
mod table;
pub mod words;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use clap::{ArgGroup, ValueEnum};
use duiyi_core::base::{BySide, Millis, Outcome, Side};
use duiyi_core::game::{GOMOKU_SIZE_DEFAULT, GameKind};
use duiyi_core::odds::{Handicap, Odds, ParseOddsError};
use duiyi_core::record::TimeControl;
use duiyi_core::review::BlunderWarning;
use duiyi_core::search::Level;
use duiyi_core::session::state::Effects;
use duiyi_core::session::{Coach, Command, Effect, Event, GameConfig, Player, Session, TaskEngine};
use duiyi_host::clock;
use duiyi_host::desk::worker::EngineThread;

use crate::explain;
use crate::harmless::Harmless;
use crate::matches::Clock;
use crate::position::words as split;
use crate::problem::{Problem, Status};
use crate::ruling;
use coach::TerminalCoach;
use completion::Completion;
use duiyi_host::lines::Lines;
use duiyi_host::network::{GameToResume, TableOffer, TableVisit};
use editor::{LineEditor, Typed};
use files::LoadedGame;
use game_args::GameArgs;
use line::InputLine;

/// Play a game in the terminal
///
/// Type a move in any notation (Xiangqi: h2e2, H2-E2, C2=5, 炮二平五; Gomoku: h8; tic-tac-toe: b2), or `help` for the
/// other words. At a terminal, Tab completes moves and words, and the arrow keys bring earlier lines back. Moves can be
/// piped in, one a line. When the game is over, the last line is its result, such as
/// `result 1-0 checkmate`.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("table").args(["serve", "join"]))]
pub struct Args {
    /// The game: xiangqi, gomoku or tictactoe
    game: GameKind,
    /// How strongly the engine plays, 1 to 5
    #[arg(long, value_name = "L", default_value = "3", value_parser = crate::go::level)]
    level: Level,
    /// The side you play; `both` for two people, `none` to watch the engine play itself
    #[arg(long, default_value = "first")]
    side: Seat,
    #[command(flatten)]
    setup: GameArgs,
    /// What the engine gives you: first-move, left-horse, cannon, rook, both-horses or nine-pieces (Xiangqi), two-stones,
    /// three-stones or swap (Gomoku). It decides your side; with --side both or none, the side of the stronger player. With
    /// --serve, --side decides who gives: Red gives pieces, Black the first move, White stones, and the first side the swap.
    /// You give half-time or fifth-time (--serve and --tc)
    #[arg(long, value_name = "NAME", value_parser = odds, conflicts_with_all = ["fen", "opening"])]
    odds: Option<Odds>,
    /// Have a coach, in parts separated by commas: `warnings` holds a blunder back until you type it again, `threats` and
    /// `evaluation` are shown before each of your moves. The record names them
    #[arg(long, value_name = "PARTS", value_delimiter = ',', conflicts_with_all = ["serve", "join"])]
    coach: Vec<CoachPart>,
    /// Begin after these moves, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// The seed of every random choice; without it each game is different
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Open a table for a player at another machine of this network. It prints an address and a code of four words;
    /// a guest needs the code. The table closes when you leave
    #[arg(long, conflicts_with_all = ["join", "level", "moves", "seed"])]
    serve: bool,
    /// Join the table or the class at this address, such as 192.168.1.5:40123, or that of the player of this name; its game,
    /// rule and clock count
    #[arg(
        long,
        value_name = "ADDRESS",
        requires = "code",
        conflicts_with_all = ["level", "moves", "seed", "side", "rule", "size", "opening", "fen", "odds"]
    )]
    join: Option<String>,
    /// The code of the table or the class: its four words, or its digits
    #[arg(long, value_name = "WORDS", num_args = 1..=4, requires = "join")]
    code: Vec<String>,
    /// Watch a class and play no game: the board that the teacher chose, for a projector (--join)
    #[arg(long, requires = "join")]
    watch: bool,
    /// Your name, for the other player and the record (--serve, --join). In a class everybody needs another one
    #[arg(long, default_value = "", requires = "table")]
    name: String,
    /// Play with a clock: seconds for the game + seconds for each move, such as 600+5 (--serve)
    #[arg(long, value_name = "TC", requires = "serve")]
    tc: Option<Clock>,
    /// Minutes that the game waits for a lost player, in all (--serve)
    #[arg(
        long,
        value_name = "MINUTES",
        default_value = "5",
        requires = "serve",
        value_parser = clap::value_parser!(u32).range(1..=240)
    )]
    wait: u32,
    /// Go on with your last unfinished game of this kind at a table: its terms, its port and its code (--serve)
    #[arg(
        long,
        requires = "serve",
        conflicts_with_all = ["side", "rule", "size", "opening", "fen", "odds", "name", "tc", "wait"]
    )]
    resume: bool,
    /// Keep the game and the library in this folder instead of your usual one (--serve, --join)
    #[arg(long, value_name = "FOLDER", requires = "table")]
    data: Option<PathBuf>,
}

/// Who sits at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Seat {
    /// A person moves first.
    First,
    /// A person moves second.
    Second,
    /// Two people.
    Both,
    /// The engine plays itself.
    None,
}

/// A part of the coach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CoachPart {
    Warnings,
    Threats,
    Evaluation,
}

impl CoachPart {
    fn coach(parts: &[CoachPart]) -> Coach {
        let has = |part| parts.contains(&part);
        Coach {
            warnings: has(CoachPart::Warnings),
            threats: has(CoachPart::Threats),
            evaluation: has(CoachPart::Evaluation),
        }
    }
}

impl Seat {
    fn players(self, level: Level) -> BySide<Player> {
        BySide::from_fn(|side| {
            let person = match self {
                Seat::First => side == Side::First,
                Seat::Second => side == Side::Second,
                Seat::Both => true,
                Seat::None => false,
            };
            if person { Player::Human { name: String::new() } } else { Player::Engine { level } }
        })
    }
}

/// What the command line chooses for each game of this run, also a loaded one.
#[derive(Clone, Copy, Debug)]
struct TerminalChoice {
    side: Seat,
    level: Level,
    coach: Coach,
    seed: u64,
}

impl TerminalChoice {
    /// Seats the players. Against the engine a person receives the odds.
    fn players(self, odds: Option<Handicap>) -> BySide<Player> {
        let seat = match (self.side, odds.map(|odds| !odds.giver)) {
            (Seat::First | Seat::Second, Some(Side::First)) => Seat::First,
            (Seat::First | Seat::Second, Some(Side::Second)) => Seat::Second,
            (seat, _) => seat,
        };
        seat.players(self.level)
    }
}

fn odds(name: &str) -> Result<Odds, String> {
    name.parse().map_err(|why: ParseOddsError| why.to_string())
}

/// Returns whether odds divide the time of their giver.
fn are_of_time(odds: Odds) -> bool {
    odds.giver().is_none()
}

/// Plays until the input ends.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Status, Problem> {
    if args.serve || args.join.is_some() {
        let data = args.data.clone();
        return table::run(args.plan()?, data, out);
    }
    if args.odds.is_some_and(are_of_time) {
        return Err(Problem::at("--odds", "a game in the terminal has no clocks; choose other odds, or open a table"));
    }
    let odds = args.odds.map(|odds| Handicap::new(odds, Side::First));
    let setup = args.setup.setup(args.game)?;
    if !args.coach.is_empty() && args.game == GameKind::TicTacToe {
        return Err(Problem::at("--coach", "tic-tac-toe has no coach"));
    }
    let seed = args.seed.unwrap_or_else(clock::seed);
    let choice = TerminalChoice { side: args.side, level: args.level, coach: CoachPart::coach(&args.coach), seed };
    let (players, coach) = (choice.players(odds), choice.coach);
    let config = GameConfig { setup, players, clock: TimeControl::None, coach, odds: None };
    let config = config.with_odds(odds).map_err(|why| Problem::at("--odds", why))?;
    let moves: Vec<String> = split(args.moves.as_deref().unwrap_or_default()).map(str::to_owned).collect();
    let begun = Session::resume(config, seed, &moves, None, clock::now_stamp());
    let (session, applied) = begun.map_err(|why| Problem::at("--moves", why))?;
    let (send, answers) = mpsc::channel();
    let worker = EngineThread::start(move |command| {
        // The receiver is gone once the game is left.
        let _ = send.send(command);
    });
    let coach = TerminalCoach::of(&session);
    let date = files::today();
    let mut game = Game { session, date, worker, answers, coach, choice, richer: None, told: false, hinted: 0 };
    words::greet(out, game.session.config())?;
    game.show_board(out)?;
    game.carry_out(applied, out)?;
    if args.side != Seat::None {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let editor =
                LineEditor::new().map_err(|why| Problem::Input(format!("the terminal cannot be read: {why}")))?;
            game.edit_lines(editor, out)?;
        } else {
            game.read_lines(&mut Lines::new(io::stdin().lock()), out)?;
        }
    }
    game.close(out)?;
    Ok(Status::Done)
}

impl Args {
    /// Returns the table to open or to join.
    fn plan(self) -> Result<table::TablePlan, Problem> {
        if let Some(address) = self.join {
            let code = self.code.join(" ").parse().map_err(|why| Problem::at("--code", why))?;
            let visit = TableVisit { address, code, name: self.name, accepts: false, watches: self.watch };
            return Ok(table::TablePlan::Join { visit, game: self.game });
        }
        let seat = match self.side {
            Seat::First => Side::First,
            Seat::Second => Side::Second,
            Seat::Both | Seat::None => return Err(Problem::at("--side", "at a table you play first or second")),
        };
        if self.odds.is_some_and(are_of_time) && self.tc.is_none() {
            return Err(Problem::at("--odds", "odds of time need a clock; give --tc"));
        }
        let odds = self.odds.map(|odds| Handicap::new(odds, seat));
        let setup = self.setup.setup(self.game)?;
        let players = BySide::from_fn(|_| Player::Human { name: self.name.clone() });
        let clock = self.tc.map_or(TimeControl::None, |Clock(control)| control);
        let config = GameConfig { setup, players, clock, coach: Coach::default(), odds: None };
        let config = config.with_odds(odds).map_err(|why| Problem::at("--odds", why))?;
        let wait = Duration::from_secs(60 * u64::from(self.wait));
        let resumes = if self.resume { GameToResume::Newest(self.game) } else { GameToResume::None };
        Ok(table::TablePlan::Serve(Box::new(TableOffer { config, seat, wait, resumes })))
    }
}

struct Game {
    session: Session,
    /// The day on which it began.
    date: String,
    worker: EngineThread,
    answers: Receiver<Command>,
    /// The coach, if it searches.
    coach: Option<TerminalCoach>,
    choice: TerminalChoice,
    /// The loaded record that has more than the game.
    richer: Option<PathBuf>,
    /// Whether the result is the last output.
    told: bool,
    /// The number of shown steps of the current hint.
    hinted: u8,
}

impl Game {
    /// Reads lines until one of them, or the end of the input, ends the program.
    fn read_lines(&mut self, lines: &mut Lines<impl io::BufRead>, out: &mut dyn Write) -> io::Result<()> {
        loop {
            out.flush()?;
            let Some(text) = lines.next() else { return Ok(()) };
            if self.follow(&text, out)?.is_break() {
                return Ok(());
            }
        }
    }

    /// Reads lines from a terminal until one of them, or a key, ends the program.
    fn edit_lines(&mut self, mut editor: LineEditor, out: &mut dyn Write) -> io::Result<()> {
        let mut is_leaving = false;
        loop {
            out.flush()?;
            let typed = editor.next(Completion::of(&self.session));
            let is_cancelled = matches!(typed, Typed::Cancelled);
            match typed {
                Typed::Line(text) if self.follow(&text, out)?.is_break() => return Ok(()),
                Typed::Line(_) => {}
                Typed::End => return Ok(()),
                // A key alone does not throw an unsaved game away.
                Typed::Cancelled if is_leaving => return Ok(()),
                Typed::Cancelled => self.remark("Press Ctrl-C again to leave.", out)?,
                Typed::Unreadable => {
                    self.remark("This terminal does not send UTF-8. Type the move in coordinates.", out)?
                }
            }
            is_leaving = is_cancelled;
        }
    }

    /// Obeys a line; `Break` ends the program.
    fn follow(&mut self, text: &str, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        let line = InputLine::read(text);
        if line != InputLine::Nothing {
            self.told = false;
        }
        match line {
            InputLine::Nothing => {}
            InputLine::Quit => return Ok(ControlFlow::Break(())),
            InputLine::Help => words::help(out)?,
            InputLine::Board => self.show_board(out)?,
            InputLine::Threats => self.threats(out)?,
            InputLine::Save(path) => match files::save(&self.session, &self.date, &path, self.richer.as_deref()) {
                Ok(()) => writeln!(out, "Saved to {}", Harmless(path))?,
                Err(why) => writeln!(out, "{}", Harmless(why))?,
            },
            InputLine::Load(path) => self.load(&path, out)?,
            InputLine::Unclear(why) => writeln!(out, "{why}")?,
            InputLine::Ask(Command::Play(mv)) => {
                match self.coach.as_mut().and_then(|it| it.warning(&self.session, &mv)) {
                    Some(warning) => self.hold_back(&warning, out)?,
                    None => self.ask(Command::Play(mv), out)?,
                }
            }
            InputLine::Ask(command) => self.ask(command, out)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Prints a sentence that answers a key.
    fn remark(&mut self, sentence: &str, out: &mut dyn Write) -> io::Result<()> {
        self.told = false;
        writeln!(out, "{sentence}")
    }

    fn ask(&mut self, command: Command, out: &mut dyn Write) -> io::Result<()> {
        match self.session.apply(command, clock::now_stamp()) {
            Ok(applied) => self.carry_out(applied, out),
            Err(why) => writeln!(out, "{}", Harmless(why)),
        }
    }

    /// Prints why a move is not played yet.
    fn hold_back(&self, warning: &BlunderWarning, out: &mut dyn Write) -> io::Result<()> {
        let kind = self.session.config().setup.kind();
        writeln!(out, "Are you sure of {}?", words::line(kind, std::slice::from_ref(&warning.row)))?;
        for fact in &warning.facts {
            writeln!(out, "  {}", explain::reason(kind, fact))?;
        }
        if !warning.answer.is_empty() {
            writeln!(out, "  best answer: {}", words::line(kind, &warning.answer))?;
        }
        writeln!(out, "Type it again to play it, or type another move.")
    }

    /// Shows a person to move what the coach sees.
    fn coach(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let parts = self.session.config().coach;
        if let Some(coach) = &mut self.coach {
            coach.follow(&self.session);
        }
        if !self.session.is_persons_move() {
            return Ok(());
        }
        if parts.threats {
            self.threats(out)?;
        }
        let coach = self.coach.as_ref().filter(|_| parts.evaluation);
        if let Some(score) = coach.and_then(|coach| coach.evaluation(&self.session)) {
            let (setup, mover) = (&self.session.config().setup, self.session.game().side_to_move());
            writeln!(out, "{}", words::evaluation(setup, mover, score))?;
        }
        Ok(())
    }

    /// Replaces the game by a recorded one.
    fn load(&mut self, path: &str, out: &mut dyn Write) -> io::Result<()> {
        match files::load(path, self.choice) {
            Err(why) => writeln!(out, "{}", Harmless(why)),
            Ok(LoadedGame { session, applied, date, remarks, richer }) => {
                (self.date, self.richer) = (date, richer);
                self.coach = TerminalCoach::of(&session);
                self.session = session;
                self.worker.new_game();
                for remark in remarks {
                    writeln!(out, "{}: {}", Harmless(path), Harmless(remark))?;
                }
                words::greet(out, self.session.config())?;
                self.show_board(out)?;
                self.carry_out(applied, out)
            }
        }
    }

    /// Applies a command and prints its events, until a person is to move.
    fn carry_out(&mut self, first: Effects, out: &mut dyn Write) -> io::Result<()> {
        let mut next = Some(first);
        while let Some(applied) = next.take() {
            if applied.events.iter().any(|event| *event != Event::Hint) {
                self.hinted = 0;
            }
            for event in &applied.events {
                self.tell(event, out)?;
            }
            let is_new_board = applied.events.iter().any(|event| {
                matches!(event, Event::Resumed | Event::Moved { .. } | Event::OpeningOver | Event::Undone { .. })
            });
            let mut thinks = false;
            for effect in applied.effects {
                match effect {
                    Effect::Think(mut task) => {
                        // Only people and levels play in a terminal, see `players`.
                        let TaskEngine::BuiltIn { level, limits } = task.by else { continue };
                        // The terminal needs no pause before a move.
                        task.visible_min = Millis(0);
                        self.worker.think(task, level, limits);
                        thinks = true;
                    }
                    Effect::StopThinking(_) => self.worker.stop(),
                    Effect::FinishThinking(id) => self.worker.finish(id),
                    // Terminal games are saved by `save` only, and have no clock.
                    Effect::Journal(_) | Effect::WakeAt(_) => {}
                }
            }
            if !thinks {
                let seen = self.session.snapshot(clock::now_stamp());
                if let Some(view) = &seen.deciding {
                    writeln!(out, "{}", words::opening(view))?;
                }
                for warning in &seen.repetitions {
                    writeln!(out, "Repetition: {}.", ruling::warning(warning))?;
                }
                // A hint or a refused draw changes nothing that the coach sees.
                if is_new_board {
                    self.coach(out)?;
                }
            }
            if thinks {
                out.flush()?;
                let answer = self.answers.recv().expect("the worker answers every task");
                next = Some(
                    self.session.apply(answer, clock::now_stamp()).expect("answers to a search are never refused"),
                );
            }
        }
        Ok(())
    }

    fn tell(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        let config = self.session.config();
        match event {
            Event::Started
            | Event::Resumed
            | Event::Thinking { .. }
            | Event::Paused
            | Event::WentOn
            | Event::Evaluated => Ok(()),
            Event::Moved { row, ply } => {
                writeln!(out, "{}", words::moved(config, row, *ply))?;
                self.show_board(out)
            }
            Event::Decided { by, choice } => writeln!(out, "{}", words::decided(config.setup.kind(), *by, *choice)),
            Event::OpeningOver => {
                writeln!(out, "The opening is over. {}", words::seats(config))
            }
            Event::Undone { ply } => {
                writeln!(out, "back to move {ply}")?;
                self.show_board(out)
            }
            Event::Hint => self.hint(out),
            Event::DrawOffered { by } => writeln!(out, "{} offers a draw", words::side(config.setup.kind(), *by)),
            Event::DrawDeclined { by } => writeln!(out, "{} declines the draw", words::side(config.setup.kind(), *by)),
            Event::Ended { outcome } => {
                writeln!(out, "{}", words::ended(config.setup.kind(), *outcome))?;
                if let Some(ruled) = self.session.game().ruled() {
                    writeln!(out, "{}.", ruling::sentence(&ruled.ruling))?;
                }
                self.result(*outcome, out)
            }
            Event::Trouble { message, .. } => writeln!(out, "{}", Harmless(message)),
        }
    }

    /// Prints the next step of the hint: where to look, the move, the line with its reasons.
    fn hint(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let setup = &self.session.config().setup;
        let kind = setup.kind();
        let Some(hint) = self.session.snapshot(clock::now_stamp()).hint else { return Ok(()) };
        let Some(row) = hint.line.first() else { return Ok(()) };
        self.hinted = (self.hinted + 1).min(3);
        let size = setup.size().unwrap_or(if kind == GameKind::TicTacToe { 3 } else { GOMOKU_SIZE_DEFAULT });
        match self.hinted {
            1 => writeln!(out, "hint: {}", explain::nudge(kind, row, size)),
            2 => writeln!(out, "hint: {}", words::line(kind, &hint.line[..1])),
            _ => {
                writeln!(out, "hint: {}", words::line(kind, &hint.line))?;
                hint.reasons.iter().try_for_each(|fact| writeln!(out, "  because {}", explain::reason(kind, fact)))
            }
        }
    }

    fn threats(&self, out: &mut dyn Write) -> io::Result<()> {
        let game = self.session.game();
        let threats = duiyi_core::explain::threats(game);
        let (kind, mover) = (game.kind(), game.side_to_move());
        if kind == GameKind::TicTacToe {
            return writeln!(out, "threats are not listed in tic-tac-toe");
        }
        if game.checked().is_some() {
            let [checked, other] = [mover, !mover].map(|side| words::side(kind, side));
            writeln!(out, "{checked} is in check; the threats of {other} are listed after the answer")?;
        } else if threats.is_empty() {
            return writeln!(out, "no threats");
        }
        for side in [mover, mover.opponent()] {
            let mut own = threats.iter().filter(|threat| threat.side == side).peekable();
            if own.peek().is_some() {
                writeln!(out, "{}", explain::heading(game.kind(), side))?;
            }
            own.try_for_each(|threat| writeln!(out, "  {}", explain::threat(game.kind(), threat)))?;
        }
        Ok(())
    }

    fn result(&mut self, outcome: Outcome, out: &mut dyn Write) -> io::Result<()> {
        self.told = true;
        writeln!(out, "result {} {}", outcome.score_text(), outcome.reason)
    }

    /// Repeats the result if other output followed it: it must be the last line.
    fn close(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.session.outcome() {
            Some(outcome) if !self.told => self.result(outcome, out),
            _ => Ok(()),
        }
    }

    fn show_board(&self, out: &mut dyn Write) -> io::Result<()> {
        board::draw(self.session.game(), out)
    }
}
