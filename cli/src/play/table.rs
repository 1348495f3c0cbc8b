//! `duiyi play --serve` and `--join`: a game with another machine of the network.
//!
//! Lines and the events of the table come in one queue. When lines are piped in, the next one is read once it is this
//! player's turn, so a script needs no waiting.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use duiyi_core::base::{BySide, Side};
use duiyi_core::game::GameKind;
use duiyi_core::gomoku::protocol::OpeningChoice;
use duiyi_core::session::{Command, Event, GameConfig};
use duiyi_host::network::{
    Closing, CodeLanguage, FoundTable, Phrase, ShownGame, Table, TableAct, TableCode, TableEvent, TableOffer,
    TableQuestion, TableRequest, TableView, TableVisit, find_tables, is_address,
};
use duiyi_host::{DataDir, Desk, Reactor, clock};

use super::line::InputLine;
use super::queue::{Input, InputQueue};
use super::{board, files, shown, words};
use crate::counted::counted;
use crate::harmless::Harmless;
use crate::input;
use crate::problem::{Problem, Status};
use crate::ruling;

const HELP: &str = "\
a move      as in every game; also the words of an opening choice when asked
board       show the board again
undo        ask to take back your last move
draw        ask for a draw
adjourn     ask to stop and go on another time
rematch     ask for another game, when one is over
yes, no     answer the other player
say WORD    say hello, good-luck, well-played, moment, thanks or goodbye
resign      resign the game
save FILE   save the game: PGN for Xiangqi, SGF for Gomoku
quit        leave; an unfinished game can go on later";

/// The time for the table to close after the player left.
const CLOSE_MAX: Duration = Duration::from_secs(5);

/// The time to look for a table by its host's name.
const SEARCH_MAX: Duration = Duration::from_secs(5);

/// What the player asked for on the command line.
pub enum TablePlan {
    Serve(Box<TableOffer>),
    Join { visit: TableVisit, game: GameKind },
}

/// Plays at a table until it closes or the input ends. Games are kept in the folder `data`, or in the usual one.
pub fn run(plan: TablePlan, data: Option<PathBuf>, out: &mut dyn Write) -> Result<Status, Problem> {
    let Some(path) = data.or_else(|| DataDir::default_path("duiyi")) else {
        let why = "this system names no folder for games, which a table needs; choose one with --data";
        return Err(Problem::Input(why.to_owned()));
    };
    let dir = DataDir::open(&path).map_err(|why| input::folder_fault(&path, &why))?;
    let reactor = Reactor::start();
    let (mut queue, listener) = InputQueue::new();
    let (table, game) = match plan {
        TablePlan::Serve(offer) => (Table::open(&reactor, dir, *offer, listener), None),
        TablePlan::Join { mut visit, game } => {
            visit.address = address_of(&visit.address, game, out)?;
            (Table::join(&reactor, dir, visit, listener), Some(game))
        }
    };
    let is_terminal = io::stdin().is_terminal();
    let mut seat = Seat {
        table,
        game,
        is_terminal,
        view: None,
        asked: None,
        is_waiting: false,
        is_left: false,
        is_in_class: false,
        shown: None,
        result: None,
    };
    let closing = seat.play(&mut queue, out)?;
    seat.close(&closing, out)?;
    if seat.result.is_some() {
        file_ended_games(path, out)?;
    }
    match closing {
        Closing::NotJoined { why, .. } | Closing::Failed(why) => Err(Problem::Input(why)),
        _ => Ok(Status::Done),
    }
}

/// Files the games that have ended in the library, and says what was found damaged there. Without a library they stay in
/// their journals.
pub(super) fn file_ended_games(path: PathBuf, out: &mut dyn Write) -> io::Result<()> {
    let (_desk, notices) = Desk::open(Some(path), |_| {});
    notices.iter().try_for_each(|notice| writeln!(out, "{}", Harmless(&notice.message)))
}

/// Returns an address as it is, and that of the table for a player's name.
fn address_of(place: &str, game: GameKind, out: &mut dyn Write) -> Result<String, Problem> {
    if is_address(place) {
        return Ok(place.to_owned());
    }
    writeln!(out, "Looking for the table of {} in this network.", Harmless(place))?;
    out.flush()?;
    let is_wanted = |table: &FoundTable| table.name == place && table.game == game;
    let found = find_tables(SEARCH_MAX, is_wanted).map_err(Problem::Input)?;
    if let Some(table) = found.iter().find(|table| is_wanted(table)) {
        return Ok(table.address.clone());
    }
    let others: Vec<String> =
        found.iter().map(|table| format!("{} ({}) at {}", Harmless(&table.name), table.game, table.address)).collect();
    let others =
        if others.is_empty() { "there is none".to_owned() } else { format!("there are: {}", others.join(", ")) };
    Err(Problem::at("--join", format!("no table of {game} of this name was found; {others}", game = game.code())))
}

struct Seat {
    table: Table,
    /// The game that a guest wants.
    game: Option<GameKind>,
    is_terminal: bool,
    view: Option<TableView>,
    asked: Option<TableQuestion>,
    /// Whether the answer to a request is on its way.
    is_waiting: bool,
    is_left: bool,
    /// Whether the table is a class, in which one game follows another.
    is_in_class: bool,
    /// What the class looks at.
    shown: Option<Box<ShownGame>>,
    /// The last line of the output once the game is over.
    result: Option<String>,
}

impl Seat {
    fn play(&mut self, queue: &mut InputQueue<TableEvent>, out: &mut dyn Write) -> io::Result<Closing> {
        loop {
            out.flush()?;
            let wait = if self.is_left { CLOSE_MAX } else { Duration::MAX };
            match queue.next(self.may_read(), wait) {
                None => return Ok(Closing::Left),
                Some(Input::Event(TableEvent::Closed(closing))) => return Ok(closing),
                Some(Input::Event(event)) => self.tell(event, out)?,
                Some(Input::Line(line)) => {
                    self.follow(&line, out)?;
                }
                Some(Input::End) => self.leave(),
            }
        }
    }

    /// Returns whether a line may be read now. At a terminal a person may type at any time.
    fn may_read(&self) -> bool {
        let is_over = self.result.is_some() && !self.is_in_class;
        let is_in_turn = self.view.as_ref().is_some_and(|view| view.session.side_in_turn() == view.mine);
        !self.is_left && (self.is_terminal || self.asked.is_some() || (!self.is_waiting && (is_over || is_in_turn)))
    }

    fn leave(&mut self) {
        self.is_left = true;
        self.table.request(TableRequest::Leave);
    }

    fn act(&mut self, act: TableAct, out: &mut dyn Write) -> io::Result<()> {
        self.is_waiting = self.table.request(TableRequest::Act(act));
        if self.is_waiting { Ok(()) } else { writeln!(out, "The connection is lost; wait until it is back.") }
    }

    fn follow(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("adjourn", "") => return self.act(TableAct::Ask { question: TableQuestion::Adjourn }, out),
            ("rematch", "") => return self.act(TableAct::Ask { question: TableQuestion::Rematch }, out),
            ("yes", "") => return self.answer(true, out),
            ("no", "") => return self.answer(false, out),
            ("help" | "?", "") => return writeln!(out, "{HELP}"),
            ("say", phrase) => {
                return match Phrase::ALL.into_iter().find(|known| said(*known) == phrase) {
                    Some(phrase) => {
                        self.table.request(TableRequest::Act(TableAct::Say { phrase }));
                        Ok(())
                    }
                    None => writeln!(out, "say: hello, good-luck, well-played, moment, thanks or goodbye"),
                };
            }
            _ => {}
        }
        match InputLine::read(text) {
            InputLine::Nothing | InputLine::Help => Ok(()),
            InputLine::Quit => {
                self.leave();
                Ok(())
            }
            InputLine::Board => self.show_board(out),
            InputLine::Save(path) => {
                let Some(view) = &self.view else { return writeln!(out, "there is no game yet") };
                match files::save(&view.session, &clock::day(view.header.started_at_ms), &path, None) {
                    Ok(()) => writeln!(out, "Saved to {}", Harmless(path)),
                    Err(why) => writeln!(out, "{}", Harmless(why)),
                }
            }
            InputLine::Unclear(why) => writeln!(out, "{why}"),
            InputLine::Ask(Command::Play(mv)) => self.act(TableAct::Play { mv }, out),
            InputLine::Ask(Command::Resign) => self.act(TableAct::Resign, out),
            InputLine::Ask(Command::Undo) => self.act(TableAct::Ask { question: TableQuestion::TakeBack }, out),
            InputLine::Ask(Command::OfferDraw) => self.act(TableAct::Ask { question: TableQuestion::Draw }, out),
            InputLine::Ask(Command::AnswerDraw { accept }) => self.answer(accept, out),
            InputLine::Ask(_) | InputLine::Threats | InputLine::Load(_) => {
                writeln!(out, "There is no help in a game with another player; type 'help' for the words.")
            }
        }
    }

    fn answer(&mut self, accept: bool, out: &mut dyn Write) -> io::Result<()> {
        match self.asked.take() {
            Some(question) => {
                self.table.request(TableRequest::Act(TableAct::Answer { question, accept }));
                Ok(())
            }
            None => writeln!(out, "The other player has not asked anything."),
        }
    }

    fn tell(&mut self, event: TableEvent, out: &mut dyn Write) -> io::Result<()> {
        match event {
            TableEvent::Open { address, code } => open(&address, code, out),
            TableEvent::WrongCode { count } => writeln!(out, "Somebody gave a wrong code ({count} of 5)."),
            TableEvent::Offered { config, mine } => {
                writeln!(out, "{}", terms(&config, mine))?;
                if self.game.is_some_and(|game| game != config.setup.kind()) {
                    writeln!(out, "This table plays another game: {}.", config.setup.kind().code())?;
                    self.leave();
                } else {
                    self.table.request(TableRequest::Accept);
                }
                Ok(())
            }
            TableEvent::InClass { teacher, game } => self.enter(&teacher, game, out),
            TableEvent::Shown(shown) => self.look_at(shown, out),
            TableEvent::Here { name } => writeln!(out, "{} is here.", Harmless(shown(&name))),
            TableEvent::Away { wait } => {
                writeln!(out, "The connection is lost. The game waits {}.", counted(wait.as_secs(), "second"))
            }
            TableEvent::Game { events, view } => self.game(&events, *view, out),
            TableEvent::Safe { .. } => Ok(()),
            TableEvent::Asked { question } => {
                self.asked = Some(question);
                let what = match question {
                    TableQuestion::TakeBack => "asks to take a move back",
                    TableQuestion::Draw => "offers a draw",
                    TableQuestion::Adjourn => "asks to go on another time",
                    TableQuestion::Rematch => "asks for another game",
                };
                writeln!(out, "The other player {what}: yes or no?")
            }
            TableEvent::Answered { accept, .. } => {
                self.is_waiting = false;
                writeln!(out, "The other player says {}.", if accept { "yes" } else { "no" })
            }
            TableEvent::Said { phrase } => writeln!(out, "The other player says: {}", said(phrase)),
            TableEvent::Refused { why } => {
                self.is_waiting = false;
                writeln!(out, "{}", Harmless(why))
            }
            TableEvent::Closed(_) => Ok(()),
        }
    }

    fn enter(&mut self, teacher: &str, game: GameKind, out: &mut dyn Write) -> io::Result<()> {
        self.is_in_class = true;
        if self.game.is_some_and(|wanted| wanted != game) {
            writeln!(out, "This class plays another game: {}.", game.code())?;
            self.leave();
            return Ok(());
        }
        let whose = if teacher.is_empty() { String::new() } else { format!(" of {}", Harmless(teacher)) };
        writeln!(out, "You are in the class{whose}. The teacher begins the games.")
    }

    fn look_at(&mut self, shown: Option<Box<ShownGame>>, out: &mut dyn Write) -> io::Result<()> {
        let was_shown = self.shown.is_some();
        self.shown = shown;
        match &self.shown {
            Some(shown) => shown::draw(shown, out),
            None if was_shown => writeln!(out, "The class looks at nothing now."),
            None => Ok(()),
        }
    }

    fn game(&mut self, events: &[Event], view: TableView, out: &mut dyn Write) -> io::Result<()> {
        let kind = view.snapshot.config.setup.kind();
        let mine = view.mine;
        let decides = view.snapshot.deciding.clone();
        self.view = Some(view);
        for event in events {
            self.is_waiting = false;
            let view = self.view.as_ref().expect("it was set above");
            let config = &view.snapshot.config;
            match event {
                Event::Started => {
                    (self.result, self.asked) = (None, None);
                    writeln!(out, "{} Type 'help' for help.", terms(config, mine))?;
                    self.show_board(out)?;
                }
                Event::Resumed => {
                    writeln!(out, "The game goes on at move {}. {}", view.snapshot.ply, terms(config, mine))?;
                    self.show_board(out)?;
                }
                Event::Moved { row, ply } => {
                    writeln!(out, "{}", words::moved(config, row, *ply))?;
                    if let Some(clocks) = &view.snapshot.clocks {
                        words::clocks(config.controls(), clocks, out)?;
                    }
                    self.asked = None;
                    self.show_board(out)?;
                }
                Event::Decided { by, choice } => {
                    writeln!(out, "{}", words::decided(kind, *by, *choice))?;
                    if *choice == OpeningChoice::Swap {
                        writeln!(out, "{}", terms(config, mine))?;
                    }
                }
                Event::OpeningOver => writeln!(out, "The opening is over. {}", terms(config, mine))?,
                Event::Undone { ply } => {
                    writeln!(out, "back to move {ply}")?;
                    self.show_board(out)?;
                }
                Event::Ended { outcome } => {
                    writeln!(out, "{}", words::ended(kind, *outcome))?;
                    if let Some(ruled) = view.session.game().ruled() {
                        writeln!(out, "{}.", ruling::sentence(&ruled.ruling))?;
                    }
                    let result = format!("result {} {}", outcome.score_text(), outcome.reason);
                    writeln!(out, "{result}")?;
                    self.result = Some(result);
                    self.asked = None;
                }
                _ => {}
            }
        }
        match decides.filter(|_| !events.is_empty()) {
            Some(turn) => writeln!(out, "{}", words::opening(&turn)),
            None => Ok(()),
        }
    }

    fn show_board(&self, out: &mut dyn Write) -> io::Result<()> {
        match (&self.view, &self.shown) {
            (None, Some(shown)) => shown::draw(shown, out),
            (Some(view), _) => board::draw(view.session.game(), out),
            (None, None) => writeln!(out, "there is no game yet"),
        }
    }

    /// Says why the table is closed, and repeats the result as the last line.
    fn close(&self, closing: &Closing, out: &mut dyn Write) -> io::Result<()> {
        let is_unfinished = self.view.is_some() && self.result.is_none();
        match closing {
            Closing::Left | Closing::NotJoined { .. } | Closing::Failed(_) => {}
            Closing::OtherLeft if self.is_in_class => writeln!(out, "The class is closed.")?,
            Closing::OtherLeft => writeln!(out, "The other player has left.")?,
            Closing::Adjourned => writeln!(out, "The game is adjourned.")?,
            Closing::WaitOver => writeln!(out, "The other player did not come back.")?,
            Closing::WrongCodes => writeln!(out, "The table is closed: the code was wrong five times.")?,
            Closing::Disagreement { file, ours, theirs } => {
                writeln!(out, "The machines disagree about the game, and it ends here.")?;
                writeln!(out, "this machine:      {}", Harmless(ours))?;
                writeln!(out, "the other machine: {}", Harmless(theirs))?;
                if let Some(file) = file {
                    writeln!(out, "Both positions are in {}", Harmless(file))?;
                }
            }
        }
        if is_unfinished && self.is_in_class {
            writeln!(out, "The game is not finished. While the class is open, join with the same code to go on.")?;
        } else if is_unfinished {
            let how = if self.game.is_some() { "join with the same code" } else { "serve with --resume" };
            writeln!(out, "The game is not finished. To go on, {how}.")?;
        }
        match &self.result {
            Some(result) => writeln!(out, "{result}"),
            None => Ok(()),
        }
    }
}

/// Says how the other player joins.
fn open(address: &str, code: TableCode, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "The table is open at {address}. Tell the other player the code:")?;
    writeln!(out, "  {}", code.words(language()))?;
    writeln!(out, "  {code}")?;
    writeln!(out, "Quit closes the table.")
}

/// Returns the language of the code: the one of the system, if there is a list of words in it.
pub(super) fn language() -> CodeLanguage {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    if ["zh_TW", "zh_HK", "zh_MO"].iter().any(|place| locale.starts_with(place)) {
        CodeLanguage::Traditional
    } else if locale.starts_with("zh") {
        CodeLanguage::Simplified
    } else if locale.starts_with("vi") {
        CodeLanguage::Vietnamese
    } else {
        CodeLanguage::English
    }
}

/// Returns a name, or a word for a player without one.
fn shown(name: &str) -> &str {
    if name.is_empty() { "The other player" } else { name }
}

/// Says what is played, and by whom.
fn terms(config: &GameConfig, mine: Side) -> String {
    let kind = config.setup.kind();
    let seats = BySide::from_fn(|side| {
        let name = config.players[side].record_name();
        let who = match (name.is_empty(), side == mine) {
            (false, false) => name,
            (false, true) => format!("{name} (you)"),
            (true, true) => "you".to_owned(),
            (true, false) => "the other player".to_owned(),
        };
        format!("{}: {}", words::side(kind, side), Harmless(who))
    });
    let rule = match kind {
        GameKind::TicTacToe => String::new(),
        _ => format!(", {}", config.setup.rule_code()),
    };
    format!("{}{rule}. {}, {}.", kind.code(), seats.first, seats.second)
}

const fn said(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => "hello",
        Phrase::GoodLuck => "good-luck",
        Phrase::WellPlayed => "well-played",
        Phrase::Moment => "moment",
        Phrase::Thanks => "thanks",
        Phrase::Goodbye => "goodbye",
    }
}
