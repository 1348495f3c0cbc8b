//! `duiyi class`: a teacher with up to thirty guests of the network.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use duiyi_core::base::{BySide, Outcome, Side};
use duiyi_core::game::GameKind;
use duiyi_core::record::TimeControl;
use duiyi_core::record::format::RECORD_BYTES_MAX;
use duiyi_core::session::{Coach, Event, GameConfig, Player};
use duiyi_core::study::Study;
use duiyi_host::network::ShownGame;
use duiyi_host::network::class::{
    ClassBoard, ClassEvent, ClassGuest, ClassOffer, ClassRequest, ClassResults, ClassStart, FoundClasses, GUESTS_MAX,
    NextRound, OpenClass, find_classes, set_damaged_classes_aside,
};
use duiyi_host::pairing::TournamentFormat;
use duiyi_host::{DataDir, Reactor};

use super::game_args::GameArgs;
use super::queue::{Input, InputQueue};
use super::table::{file_ended_games, language};
use super::{board, shown, words};
use crate::counted::counted;
use crate::harmless::Harmless;
use crate::input;
use crate::matches::Clock;
use crate::problem::{Problem, Status};

const HELP: &str = "\
guests              list the guests
pair round-robin    begin a tournament of those who are here: everybody meets everybody
pair swiss N        begin one of N rounds, in which players of about equal points meet
begin               begin the round that is paired
boards              list the games of the round
board N             show a board
decide N RESULT     decide a game: 1-0, 0-1 or 1/2, by the colours at the start
remove NAME         close the seat of a guest, who loses the game
results             show the table
show FILE           show the beginning of a record to everybody who does not play
next, back, go N    step through its main line
hide                show nothing any more
watch N             show board N to the spectators; without a number, what everybody sees, or the first game
wait guests N       read the next line once N guests are here; 'wait round', once the round is over
quit                close the class";

/// The time for the class to close.
const CLOSE_MAX: Duration = Duration::from_secs(8);

/// Open a class for up to 30 guests of this network, and pair them
///
/// It prints an address and a code of four words; a guest needs the code. Guests join with `duiyi play GAME --join
/// ADDRESS --code WORDS --name NAME`, or in the window; with --watch they only watch. You pair them, begin each round, see
/// all boards, and show a record that you step through to everybody who does not play. The games are judged and kept here.
/// Type `help` for the words; they can be piped in, one a line. The class ends when you leave. If the program is cut off
/// before, --resume goes on with the class.
#[derive(clap::Args)]
pub struct Args {
    /// The game: xiangqi, gomoku or tictactoe
    #[arg(required_unless_present = "resume")]
    game: Option<GameKind>,
    #[command(flatten)]
    setup: GameArgs,
    /// Play with a clock: seconds for the game + seconds for each move, such as 600+5
    #[arg(long, value_name = "TC")]
    tc: Option<Clock>,
    /// Your name, for the guests
    #[arg(long, default_value = "")]
    name: String,
    /// Minutes for which a guest tries to come back after a lost connection
    #[arg(long, value_name = "MINUTES", default_value = "30", value_parser = clap::value_parser!(u32).range(1..=240))]
    wait: u32,
    /// Go on with your class that was cut off, at the same port and with the same code: its guests, rounds and games
    #[arg(
        long,
        conflicts_with_all = ["game", "rule", "size", "opening", "fen", "tc", "name", "wait"]
    )]
    resume: bool,
    /// Keep the class, its games and the library in this folder instead of your usual one
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

/// Runs a class until its teacher leaves.
pub fn run(args: Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let Some(path) = args.data.clone().or_else(|| DataDir::default_path("duiyi")) else {
        let why = "this system names no folder for games, which a class needs; choose one with --data";
        return Err(Problem::Input(why.to_owned()));
    };
    let dir = DataDir::open(&path).map_err(|why| input::folder_fault(&path, &why))?;
    let start = args.start(&dir, out)?;
    let kind = start.offer().setup.kind();
    let reactor = Reactor::start();
    let (mut queue, listener) = InputQueue::new();
    let class = OpenClass::open(&reactor, dir, start, listener);
    let mut teacher = Teacher {
        class,
        kind,
        is_terminal: io::stdin().is_terminal(),
        waits: None,
        guests: Vec::new(),
        spectators: 0,
        boards: BTreeMap::new(),
        is_round_over: true,
        results: None,
        shown: None,
        is_left: false,
    };
    let why = teacher.teach(&mut queue, out)?;
    if teacher.boards.values().any(|board| board.outcome.is_some()) {
        file_ended_games(path, out)?;
    }
    why.map_or(Ok(Status::Done), |why| Err(Problem::Input(why)))
}

impl Args {
    /// Returns the class to open, or the one to go on with.
    fn start(self, dir: &DataDir, out: &mut dyn Write) -> Result<ClassStart, Problem> {
        for notice in set_damaged_classes_aside(dir) {
            writeln!(out, "{}", Harmless(notice.message))?;
        }
        let FoundClasses { cut_off, unreadable } = find_classes(dir);
        for error in unreadable {
            writeln!(out, "{}", Harmless(error))?;
        }
        let cut_off = cut_off.into_iter().next();
        let Some(game) = self.game.filter(|_| !self.resume) else {
            let why = "no class was cut off in this folder; open one with 'duiyi class GAME'";
            return cut_off.map(|class| ClassStart::GoOn(Box::new(class))).ok_or_else(|| Problem::at("--resume", why));
        };
        if let Some(class) = cut_off {
            let (guests, kind) = (counted(class.guests.len(), "guest"), class.offer.setup.kind().code());
            writeln!(out, "A class of {guests} ({kind}) was cut off; 'duiyi class --resume' goes on with it.")?;
        }
        let clock = self.tc.map_or(TimeControl::None, |Clock(control)| control);
        let wait = Duration::from_secs(60 * u64::from(self.wait));
        let offer = ClassOffer { teacher: self.name, setup: self.setup.setup(game)?, clock, wait };
        Ok(ClassStart::New(Box::new(offer)))
    }
}

/// What the next line of a script waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    Guests(usize),
    Round,
}

/// A record that the teacher steps through.
struct ShownLine {
    title: String,
    config: GameConfig,
    moves: Vec<String>,
    at: usize,
}

impl ShownLine {
    fn read(path: &str) -> Result<ShownLine, String> {
        let bytes = input::read(Path::new(path), RECORD_BYTES_MAX as u64).map_err(|why| why.to_string())?;
        let study = Study::read(&bytes).map_err(|why| format!("{path}: {why}"))?;
        let title = Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let nobody = Player::Human { name: String::new() };
        let config = GameConfig {
            setup: study.header.setup.clone(),
            players: BySide { first: nobody.clone(), second: nobody },
            clock: TimeControl::None,
            coach: Coach::default(),
            odds: None,
        };
        Ok(ShownLine { title, config, moves: study.moves().map(str::to_owned).collect(), at: 0 })
    }

    fn shown(&self) -> Result<ShownGame, String> {
        let moves = self.moves[..self.at].to_vec();
        ShownGame::new(&self.title, self.config.clone(), moves).map_err(|why| why.message)
    }
}

struct Teacher {
    class: OpenClass,
    kind: GameKind,
    is_terminal: bool,
    waits: Option<Wait>,
    guests: Vec<ClassGuest>,
    spectators: usize,
    boards: BTreeMap<usize, ClassBoard>,
    is_round_over: bool,
    results: Option<ClassResults>,
    shown: Option<ShownLine>,
    is_left: bool,
}

impl Teacher {
    fn teach(&mut self, queue: &mut InputQueue<ClassEvent>, out: &mut dyn Write) -> io::Result<Option<String>> {
        loop {
            out.flush()?;
            let wait = if self.is_left { CLOSE_MAX } else { Duration::MAX };
            match queue.next(self.may_read(), wait) {
                None => return Ok(None),
                Some(Input::Event(ClassEvent::Closed { why })) => return Ok(why),
                Some(Input::Event(event)) => self.tell(event, out)?,
                Some(Input::Line(line)) => {
                    self.follow(line.trim(), out)?;
                }
                Some(Input::End) => self.leave(),
            }
        }
    }

    /// Returns whether a line may be read now. At a terminal a person may type at any time.
    fn may_read(&mut self) -> bool {
        let is_due = match self.waits {
            None => true,
            Some(Wait::Guests(count)) => self.here() >= count,
            Some(Wait::Round) => self.is_round_over,
        };
        if is_due {
            self.waits = None;
        }
        !self.is_left && (self.is_terminal || is_due)
    }

    fn here(&self) -> usize {
        self.guests.iter().filter(|guest| guest.is_here).count()
    }

    fn leave(&mut self) {
        self.is_left = true;
        self.class.request(ClassRequest::Close);
    }

    fn ask(&self, request: ClassRequest, out: &mut dyn Write) -> io::Result<()> {
        if self.class.request(request) { Ok(()) } else { writeln!(out, "The class is busy; try again.") }
    }

    fn follow(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Ok(()),
            ("help" | "?", "") => writeln!(out, "{HELP}"),
            ("guests", "") => self.list_guests(out),
            ("pair", "round-robin") => self.ask(ClassRequest::Pair(TournamentFormat::RoundRobin), out),
            ("pair", format) => match format.strip_prefix("swiss").map(|rounds| rounds.trim().parse()) {
                Some(Ok(rounds)) => self.ask(ClassRequest::Pair(TournamentFormat::Swiss { rounds }), out),
                _ => writeln!(out, "pair: write 'pair round-robin' or 'pair swiss 5'"),
            },
            ("begin", "") => {
                self.is_round_over = false;
                self.ask(ClassRequest::Begin, out)
            }
            ("boards", "") => self.list_boards(out),
            ("board", number) => match number.parse().ok().and_then(|number: usize| self.boards.get(&number)) {
                Some(board) => {
                    writeln!(out, "{}", self.line(board))?;
                    board::draw(board.session.game(), out)
                }
                None => writeln!(out, "board: write the number of a board, such as 'board 3'"),
            },
            ("watch", "") => self.ask(ClassRequest::Watch(None), out),
            ("watch", number) => match number.parse() {
                Ok(number) => self.ask(ClassRequest::Watch(Some(number)), out),
                Err(_) => writeln!(out, "watch: write the number of a board, such as 'watch 3'"),
            },
            ("decide", text) => match decision(text) {
                Some((board, winner)) => self.ask(ClassRequest::Decide { board, winner }, out),
                None => writeln!(out, "decide: write a board and its result, such as 'decide 3 1-0'"),
            },
            ("remove", "") => writeln!(out, "remove: write the name of a guest"),
            ("remove", name) => self.ask(ClassRequest::Remove { name: name.to_owned() }, out),
            ("results", "") => match &self.results {
                Some(results) => write_results(results, out),
                None => writeln!(out, "No round is over yet."),
            },
            ("show", "") => writeln!(out, "show: write the file's name after the word, such as 'show game.pgn'"),
            ("show", path) => match ShownLine::read(path) {
                Ok(line) => {
                    self.shown = Some(line);
                    self.step(|_| 0, out)
                }
                Err(why) => writeln!(out, "{}", Harmless(why)),
            },
            ("next", "") => self.step(|at| at + 1, out),
            ("back", "") => self.step(|at| at.saturating_sub(1), out),
            ("go", number) => match number.parse() {
                Ok(to) => self.step(|_| to, out),
                Err(_) => writeln!(out, "go: write the number of a move, such as 'go 12'"),
            },
            ("hide", "") => {
                self.shown = None;
                self.ask(ClassRequest::Show(None), out)
            }
            ("wait", "round") => {
                self.waits = Some(Wait::Round);
                Ok(())
            }
            ("wait", text) => match text.strip_prefix("guests").and_then(|count| count.trim().parse().ok()) {
                Some(count) => {
                    self.waits = Some(Wait::Guests(count));
                    Ok(())
                }
                None => writeln!(out, "wait: write 'wait guests 12' or 'wait round'"),
            },
            ("quit" | "exit", "") => {
                self.leave();
                Ok(())
            }
            _ => writeln!(out, "A class has no word '{}'; type 'help' for the words.", Harmless(text)),
        }
    }

    /// Shows another position of the record.
    fn step(&mut self, to: impl Fn(usize) -> usize, out: &mut dyn Write) -> io::Result<()> {
        let Some(line) = &mut self.shown else { return writeln!(out, "Nothing is shown; type 'show FILE'.") };
        line.at = to(line.at).min(line.moves.len());
        match line.shown() {
            Ok(shown) => {
                shown::draw(&shown, out)?;
                self.ask(ClassRequest::Show(Some(Box::new(shown))), out)
            }
            Err(why) => writeln!(out, "{}", Harmless(why)),
        }
    }

    fn tell(&mut self, event: ClassEvent, out: &mut dyn Write) -> io::Result<()> {
        match event {
            ClassEvent::Open { address, code } => {
                writeln!(out, "The class is open at {address}. Tell your guests the code:")?;
                writeln!(out, "  {}", code.words(language()))?;
                writeln!(out, "  {code}")?;
                writeln!(out, "Type 'help' for the words. Quit closes the class.")
            }
            ClassEvent::Damaged { damage, aside } => {
                let (lost, aside) = (damage.lost, Harmless(aside.display()));
                writeln!(
                    out,
                    "The file of the class was damaged and is kept as {aside}; the class goes on with the rest. \
                     Entries lost (guests, pairings or results): {lost}."
                )
            }
            ClassEvent::WrongCode { is_closed: true, .. } => {
                writeln!(
                    out,
                    "The code was wrong too often. No other guest can join; your guests come back all the same."
                )
            }
            ClassEvent::WrongCode { count, .. } => writeln!(out, "Somebody gave a wrong code ({count}.)."),
            ClassEvent::Guests { guests, spectators } => self.tell_guests(guests, spectators, out),
            ClassEvent::Paired(next) => write_pairs(&next, out),
            ClassEvent::Began { round, games } => writeln!(out, "round {round} begins; games: {games}"),
            ClassEvent::Board { events, board } => {
                let ended = events.iter().any(|event| matches!(event, Event::Ended { .. }));
                if ended {
                    writeln!(out, "{}", self.line(&board))?;
                }
                if board.outcome.is_none() {
                    self.is_round_over = false;
                }
                self.boards.insert(board.number, *board);
                Ok(())
            }
            ClassEvent::RoundOver(results) if results.round == 0 => {
                self.is_round_over = true;
                writeln!(out, "Too few guests are left to begin the round.")
            }
            ClassEvent::RoundOver(results) => {
                self.is_round_over = true;
                write_results(&results, out)?;
                self.results = Some(results);
                Ok(())
            }
            ClassEvent::Refused { why } => {
                // A round that could not begin is not waited for.
                self.is_round_over = self.boards.values().all(|board| board.outcome.is_some());
                writeln!(out, "{}", Harmless(why))
            }
            ClassEvent::Closed { .. } => Ok(()),
        }
    }

    /// Says who has come and who has gone.
    fn tell_guests(&mut self, guests: Vec<ClassGuest>, spectators: usize, out: &mut dyn Write) -> io::Result<()> {
        let before: Vec<String> =
            self.guests.iter().filter(|guest| guest.is_here).map(|guest| guest.name.clone()).collect();
        self.guests = guests;
        let here = self.here();
        for guest in &self.guests {
            let was_here = before.contains(&guest.name);
            if guest.is_here != was_here {
                let what = if guest.is_here { "is here" } else { "is away" };
                writeln!(out, "{} {what} ({here} of {GUESTS_MAX}).", Harmless(&guest.name))?;
            }
        }
        if spectators != self.spectators {
            self.spectators = spectators;
            writeln!(out, "spectators: {spectators}")?;
        }
        Ok(())
    }

    fn list_guests(&self, out: &mut dyn Write) -> io::Result<()> {
        for guest in &self.guests {
            let away = if guest.is_here { "" } else { ", away" };
            let board = guest.board.map(|board| format!(", board {board}")).unwrap_or_default();
            writeln!(out, "{}{board}{away}", Harmless(&guest.name))?;
        }
        writeln!(out, "guests: {} here, {} in all", self.here(), self.guests.len())
    }

    /// Lists the boards of the latest round.
    fn list_boards(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some((_, last)) = self.boards.last_key_value() else { return writeln!(out, "No round has begun.") };
        let first = self.boards.values().rev().take_while(|board| board.round == last.round).last();
        let from = first.map_or(last.number, |board| board.number);
        self.boards.range(from..).try_for_each(|(_, board)| writeln!(out, "{}", self.line(board)))
    }

    /// Returns a line about a board.
    fn line(&self, board: &ClassBoard) -> String {
        let BySide { first, second } = board.players.as_ref().map(Harmless);
        let state = match board.outcome {
            Some(Outcome { winner, reason }) => {
                let score = match winner {
                    Some(Side::First) => "1-0",
                    Some(Side::Second) => "0-1",
                    None => "1/2-1/2",
                };
                format!("{score} {reason}")
            }
            None => {
                let moves = board.session.rows().len();
                let side = words::side(self.kind, board.session.side_in_turn());
                let away = [(&board.players.first, board.is_here.first), (&board.players.second, board.is_here.second)];
                let away: String = away
                    .iter()
                    .filter(|(_, is_here)| !is_here)
                    .map(|(name, _)| format!(", {} is away", Harmless(name)))
                    .collect();
                format!("{}, {side} to move{away}", counted(moves, "move"))
            }
        };
        format!("board {}: {first} - {second}: {state}", board.number)
    }
}

/// Reads `3 1-0`.
fn decision(text: &str) -> Option<(usize, Option<Side>)> {
    let (board, result) = text.split_once(char::is_whitespace)?;
    let winner = match result.trim() {
        "1-0" => Some(Side::First),
        "0-1" => Some(Side::Second),
        "1/2" | "1/2-1/2" => None,
        _ => return None,
    };
    Some((board.parse().ok()?, winner))
}

fn write_pairs(next: &NextRound, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "round {} is paired; type 'begin' to begin it", next.round)?;
    for (number, players) in (1..).zip(&next.pairs) {
        writeln!(out, "{number}. {} - {}", Harmless(&players.first), Harmless(&players.second))?;
    }
    next.bye.as_ref().map_or(Ok(()), |name| writeln!(out, "no opponent: {}", Harmless(name)))
}

fn write_results(results: &ClassResults, out: &mut dyn Write) -> io::Result<()> {
    let last = if results.is_last { ", the last one" } else { "" };
    writeln!(out, "results after round {}{last}", results.round)?;
    for row in &results.standings {
        let name = Harmless(&results.names[row.player]);
        let points = f64::from(row.half_points) / 2.0;
        let tie_break = f64::from(row.sonneborn_berger) / 4.0;
        let games = format!("+{} ={} -{}", row.wins, row.draws, row.losses);
        writeln!(out, "{}. {name}: {points} ({games}), SB {tie_break}", row.place)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use duiyi_host::network::class::ClassStanding;

    use super::*;

    #[test]
    fn guests_with_equal_results_have_one_place() {
        let row = |player, place, half_points| ClassStanding {
            player,
            place,
            wins: 0,
            draws: 1,
            losses: 0,
            half_points,
            sonneborn_berger: 1,
        };
        let standings = vec![row(1, 1, 1), row(0, 1, 1), row(2, 3, 0)];
        let names = ["Bo", "Cai", "Dan"].map(str::to_owned).to_vec();
        let mut out = Vec::new();
        let results = ClassResults { round: 1, is_last: true, names, standings };
        write_results(&results, &mut out).expect("a vector takes all");
        let expected = "results after round 1, the last one\n\
                        1. Cai: 0.5 (+0 =1 -0), SB 0.25\n\
                        1. Bo: 0.5 (+0 =1 -0), SB 0.25\n\
                        3. Dan: 0 (+0 =1 -0), SB 0.25\n";
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }
}
