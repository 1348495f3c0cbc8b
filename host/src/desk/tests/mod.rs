use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use duiyi_core::base::{BySide, Millis, Side};
use duiyi_core::engine::SearchMethod;
use duiyi_core::game::{GameKind, Setup};
use duiyi_core::gomoku::Rule;
use duiyi_core::gomoku::protocol::{OpeningProtocol, OpeningTurn};
use duiyi_core::record::TimeControl;
use duiyi_core::record::format::Location;
use duiyi_core::search::Level;
use duiyi_core::session::{Coach, Command, Event, GameConfig, Player};
use rusqlite::Connection;
use tempfile::TempDir;

use super::import::ImportSource;
use super::study::OpenedStudy;
use super::{Desk, DeskError, DeskEvent, Update};

mod class;
mod coach;
mod odds;
mod damage;
mod export_many;
mod external_engines;
mod import;
mod kept;
mod library_work;
mod salvage;
mod study;
mod tabs;
mod table;
mod unsaved;
mod updates;

use crate::desk::worker::PlayOptions;
use crate::levels::Fit;
use crate::library::{Query, TrashFilter};

/// Long enough for the slowest machine; only a failing test waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

struct Watched {
    desk: Desk,
    updates: Receiver<Update>,
}

fn open(folder: &TempDir) -> Watched {
    let (desk, updates, notices) = open_with_notices(folder);
    assert_eq!(notices, Vec::<String>::new());
    Watched { desk, updates }
}

fn open_with_notices(folder: &TempDir) -> (Desk, Receiver<Update>, Vec<String>) {
    let (sender, updates) = mpsc::channel();
    let (desk, notices) = Desk::open(Some(folder.path().to_owned()), move |update| {
        let _ = sender.send(update);
    });
    (desk, updates, notices.into_iter().map(|notice| notice.message).collect())
}

/// A file or folder that cannot be written for a while, as on a full disk.
enum Block {
    Moved {
        place: PathBuf,
        away: PathBuf,
    },
    /// Windows does not rename an open library: another program locks it.
    Locked(Connection),
}

impl Block {
    fn at(place: PathBuf) -> Block {
        let is_folder = place.is_dir();
        if cfg!(windows) && !is_folder {
            let other = Connection::open(&place).expect("it is a library");
            other.execute_batch("BEGIN IMMEDIATE").expect("it can be locked");
            return Block::Locked(other);
        }
        let away = place.with_extension("away");
        fs::rename(&place, &away).expect("it can be moved");
        if is_folder {
            // The folder of journals would be made again.
            fs::write(&place, "").expect("a file can take its place");
        }
        Block::Moved { place, away }
    }

    /// Ends the trouble; the content is as before.
    fn lift(self) {
        match self {
            Block::Moved { place, away } => {
                let _ = fs::remove_file(&place);
                fs::rename(away, place).expect("it can be moved");
            }
            Block::Locked(other) => other.execute_batch("ROLLBACK").expect("it was locked"),
        }
    }

    /// Ends the trouble; the content is lost.
    #[cfg(unix)]
    fn lift_without_content(self) {
        if let Block::Moved { place, .. } = self {
            fs::remove_file(place).expect("it can be removed");
        }
    }
}

/// Imports the only game of a text, and opens it.
fn import(desk: &Desk, text: &str) -> Result<OpenedStudy, DeskError> {
    let mut imported = desk.import(ImportSource::Bytes(text.into()), &mut |_| {})?;
    let skipped = imported.skipped.pop();
    match imported.opens {
        Some(id) => desk.open_study(id),
        None => Err(skipped.expect("what holds no game is reported").why.into()),
    }
}

impl Watched {
    /// Waits for the update that brings `wanted`, and checks that updates come in order.
    fn wait_for(&self, wanted: impl Fn(&DeskEvent) -> bool) -> Update {
        let mut last = 0;
        loop {
            let update = self.updates.recv_timeout(PATIENCE).expect("the awaited news comes");
            assert!(update.seq > last);
            last = update.seq;
            if update.events.iter().any(&wanted) {
                return update;
            }
        }
    }

    /// Leaves as a run of the program does. The thread of an answer may hold the desk, and the lock of the journal, for
    /// a moment after the update.
    fn close(self) {
        let desk = Arc::downgrade(&self.desk.room);
        drop(self);
        while desk.strong_count() > 0 {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn play(&self, moves: &str) {
        for mv in moves.split_whitespace() {
            self.desk.apply(Command::Play(mv.to_owned())).expect("the move is legal");
        }
    }
}

fn friends(kind: GameKind) -> GameConfig {
    let human = || Player::Human { name: String::new() };
    let players = BySide { first: human(), second: human() };
    GameConfig { setup: Setup::usual(kind), players, clock: TimeControl::None, coach: Coach::default(), odds: None }
}

fn opened_by(opening: Option<OpeningProtocol>) -> GameConfig {
    let setup = Setup::gomoku(Rule::Freestyle, 15, opening).expect("a usual board");
    GameConfig { setup, ..friends(GameKind::Gomoku) }
}

fn against_engine(level: u8) -> GameConfig {
    let mut config = friends(GameKind::Gomoku);
    config.players.second = Player::Engine { level: Level::new(level).expect("tests name real levels") };
    config
}

fn is_saved(news: &DeskEvent) -> bool {
    matches!(news, DeskEvent::Saved { .. })
}

const FIVE: &str = "h8 a1 i8 a2 j8 a3 k8 a4 l8";

#[test]
fn a_finished_game_is_in_the_library_and_can_be_watched() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    table.play(FIVE);
    let update = table.wait_for(is_saved);
    assert!(update.events.iter().any(|news| matches!(news, DeskEvent::Game(Event::Ended { .. }))));
    let page = table.desk.list(&Query::default()).expect("the library can be read");
    assert_eq!((page.total, page.rows[0].saved.plies, page.rows[0].saved.result.as_str()), (1, 9, "1-0"));
    let opened = table.desk.open_study(page.rows[0].id).expect("the game can be read");
    assert_eq!(study::rows(&opened), 9);
    assert_eq!(opened.state.place.node, opened.nodes[0].id, "it is played through from its start");
    let end = table.desk.go(opened.nodes[9].id.index()).expect("it has nine moves");
    assert_eq!(end.board.winning_line.len(), 5);
    assert!(opened.row.saved.record.contains("SZ[15]"));
    assert!(table.desk.unfinished().expect("the journals can be read").is_empty());
}

/// The listener reads the journal itself: every event is there already.
#[test]
fn the_engine_answers_and_every_ply_is_journalled_before_it_is_shown() {
    let folder = TempDir::new().expect("a test has a folder");
    let (sender, updates) = mpsc::channel();
    let journals = folder.path().join("journal");
    let (desk, _) = Desk::open(Some(folder.path().to_owned()), move |update| {
        let path = journals.join(format!("{}.jsonl", update.game.uid));
        let written = fs::read_to_string(path).unwrap_or_default();
        let on_disk = written.lines().filter(|line| line.contains("\"entry\":\"ply\"")).count();
        let _ = sender.send((update, on_disk));
    });
    desk.new_game(against_engine(1)).expect("a game begins");
    for (mv, plies) in [("h8", 2), ("a1", 4)] {
        desk.apply(Command::Play(mv.to_owned())).expect("the move is legal");
        loop {
            let (update, on_disk) = updates.recv_timeout(PATIENCE).expect("the awaited news comes");
            assert_eq!(on_disk, update.game.snapshot.ply, "{:?} was shown", update.events);
            if update.game.snapshot.ply == plies {
                break;
            }
        }
    }
}

#[test]
fn the_other_search_answers_when_it_was_chosen() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.set_play_options(PlayOptions { method: SearchMethod::Mcts, ..PlayOptions::default() });
    table.desk.new_game(against_engine(2)).expect("a game begins");
    table.play("h8");
    table.wait_for(|news| matches!(news, DeskEvent::Game(Event::Moved { ply: 2, .. })));
}

#[test]
fn a_game_that_was_left_can_be_resumed_by_the_next_run() {
    let folder = TempDir::new().expect("a test has a folder");
    let first = open(&folder);
    let clock = TimeControl::Fischer { main: Millis(60_000), increment: Millis(0) };
    let config = GameConfig { clock, ..friends(GameKind::Xiangqi) };
    let uid = first.desk.new_game(config).expect("a game begins").uid;
    first.play("h2e2 h9g7 h0g2");
    first.desk.apply(Command::Undo).expect("a move can be taken back");
    first.close();
    let second = open(&folder);
    let unfinished = second.desk.unfinished().expect("the journals can be read");
    assert_eq!((unfinished.len(), unfinished[0].journal.plies.len()), (1, 2));
    let seen = second.desk.resume(&uid, None).expect("the game can be resumed");
    assert_eq!((seen.uid.as_str(), seen.snapshot.ply), (uid.as_str(), 2));
    let left = seen.snapshot.clocks.expect("the clocks are restored");
    assert!(left.left.first.0 <= 60_000 && left.left.first.0 > 50_000);
    second.play("h0g2");
    second.desk.apply(Command::Resign).expect("a person may resign");
    second.wait_for(is_saved);
    assert!(second.desk.resume(&uid, None).is_err_and(|error| error.0.code == "no-game"));
    assert_eq!(second.desk.list(&Query::default()).expect("the library can be read").total, 1);
}

#[test]
fn a_game_that_is_left_keeps_the_time_spent() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let clock = TimeControl::Fischer { main: Millis(60_000), increment: Millis(0) };
    let uid = table.desk.new_game(GameConfig { clock, ..friends(GameKind::Xiangqi) }).expect("a game begins").uid;
    table.play("h2e2 h9g7");
    thread::sleep(Duration::from_millis(300));
    table.desk.leave().expect("the disk has it");
    let seen = table.desk.resume(&uid, None).expect("the game can be resumed");
    let left = seen.snapshot.clocks.expect("the clocks are restored").left;
    assert!(left.first.0 <= 59_700, "{left:?}");
    thread::sleep(Duration::from_millis(300));
    table.desk.save_pending().expect("there is nothing more to write");
    table.close();
    let table = open(&folder);
    let left = table.desk.resume(&uid, None).expect("the game can be resumed").snapshot.clocks.expect("timed").left;
    assert!(left.first.0 <= 59_400, "{left:?}");
}

#[test]
fn games_begin_go_on_and_end_while_the_unfinished_ones_are_listed() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let (desk, is_over) = (table.desk.clone(), Arc::new(AtomicBool::new(false)));
    let is_done = Arc::clone(&is_over);
    let lister = thread::spawn(move || {
        let mut lists = 0;
        while !is_done.load(Ordering::Relaxed) {
            let (games, notices) = desk.unfinished_with_notices().expect("the journals can be read");
            assert!(games.len() <= 1 && notices.is_empty(), "{games:?} {notices:?}");
            lists += 1;
        }
        lists
    });
    for _ in 0..20 {
        let uid = table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins").uid;
        table.play("h8 a1");
        table.desk.leave().expect("the disk has the game");
        table.desk.resume(&uid, None).expect("the game can be resumed");
        table.play("i8");
        table.desk.leave().expect("the disk has the game");
        table.desk.discard(&uid).expect("the game can be discarded");
    }
    is_over.store(true, Ordering::Relaxed);
    assert!(lister.join().expect("every list can be read") > 0);
    assert!(table.desk.unfinished().expect("the journals can be read").is_empty());
    let page = table.desk.list(&Query::default()).expect("the library can be read");
    assert!(page.total == 20 && page.rows.iter().all(|row| row.saved.plies == 3), "{}", page.total);
}

#[test]
fn a_discarded_game_goes_to_the_library_without_a_result() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let uid = table.desk.new_game(friends(GameKind::Xiangqi)).expect("a game begins").uid;
    table.play("h2e2");
    table.desk.discard(&uid).expect("the game can be discarded");
    let page = table.desk.list(&Query::default()).expect("the library can be read");
    assert_eq!((page.rows[0].saved.result.as_str(), page.rows[0].saved.reason.as_str()), ("*", "abandoned"));
    assert!(table.desk.seen().is_none());
}

#[test]
fn a_discarded_game_is_unfinished_again_once_that_is_taken_back() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let uid = table.desk.new_game(friends(GameKind::Xiangqi)).expect("a game begins").uid;
    table.play("h2e2");
    table.play("h9g7");
    table.desk.discard(&uid).expect("the game can be discarded");
    assert!(table.desk.take_back_discard("other").is_err_and(|error| error.0.code == "no-game"));
    table.desk.take_back_discard(&uid).expect("the last one can be taken back");
    assert_eq!(table.desk.list(&Query::default()).expect("the library can be read").total, 0);
    let left = table.desk.unfinished().expect("the journals can be read");
    assert_eq!((left.len(), left[0].journal.plies.len()), (1, 2));
    assert!(table.desk.take_back_discard(&uid).is_err_and(|error| error.0.code == "no-game"));
    let seen = table.desk.resume(&uid, None).expect("it goes on");
    assert_eq!((seen.uid, seen.snapshot.ply), (uid, 2));
}

#[test]
fn of_several_discarded_games_each_is_taken_back() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let discarded = ["h2e2", "h2e2 h9g7", "h2e2 h9g7 h0g2"].map(|moves| {
        let uid = table.desk.new_game(friends(GameKind::Xiangqi)).expect("a game begins").uid;
        table.play(moves);
        table.desk.discard(&uid).expect("the game can be discarded");
        uid
    });
    for (uid, plies) in discarded.iter().zip(1..) {
        table.desk.take_back_discard(uid).expect("it can be taken back");
        let left = table.desk.unfinished().expect("the journals can be read");
        let found = left.iter().find(|game| game.journal.header.id == *uid).expect("it is unfinished");
        assert_eq!((left.len(), found.journal.plies.len()), (plies, plies));
    }
    assert_eq!(table.desk.list(&Query::default()).expect("the library can be read").total, 0);
}

#[test]
fn a_discarded_game_that_cannot_be_taken_back_now_can_be_later() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let uid = table.desk.new_game(friends(GameKind::Xiangqi)).expect("a game begins").uid;
    table.play("h2e2 h9g7");
    table.desk.discard(&uid).expect("the game can be discarded");
    let places = || {
        let left = table.desk.unfinished().expect("the journals can be read").len();
        (left, table.desk.list(&Query::default()).expect("the library can be read").total)
    };
    let library = Block::at(folder.path().join("library.db"));
    assert!(table.desk.take_back_discard(&uid).is_err());
    library.lift();
    assert_eq!(places(), (0, 1), "it is in the library alone");
    table.desk.take_back_discard(&uid).expect("the library takes it now");
    assert_eq!(places(), (1, 0));
}

#[test]
fn a_game_without_a_move_leaves_nothing_behind() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(friends(GameKind::Xiangqi)).expect("a game begins");
    table.desk.leave().expect("the disk has the game");
    let left = fs::read_dir(folder.path().join("journal")).expect("the folder is there").count();
    assert_eq!(left, 0);
}

#[test]
fn a_game_that_ended_as_the_program_died_is_filed_at_the_next_start() {
    let folder = TempDir::new().expect("a test has a folder");
    {
        // The end is in the journal, but the library cannot be written.
        let (desk, _updates, _) = open_with_notices(&folder);
        desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
        let block = Block::at(folder.path().join("library.db"));
        for mv in FIVE.split_whitespace() {
            desk.apply(Command::Play(mv.to_owned())).expect("the move is legal");
        }
        drop(desk);
        block.lift();
    }
    let next = open(&folder);
    assert!(next.desk.unfinished().expect("the journals can be read").is_empty());
    assert_eq!(next.desk.list(&Query::default()).expect("the library can be read").total, 1);
}

#[test]
fn without_a_folder_games_are_played_in_memory() {
    let (sender, updates) = mpsc::channel();
    let file = tempfile::NamedTempFile::new().expect("a test has a file");
    let (desk, notices) = Desk::open(Some(file.path().join("below a file")), move |update| {
        let _ = sender.send(update);
    });
    assert_eq!(notices.len(), 1, "{notices:?}");
    let table = Watched { desk, updates };
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins all the same");
    table.play(FIVE);
    let update = table.wait_for(|news| matches!(news, DeskEvent::Game(Event::Trouble { .. })));
    assert!(update.game.snapshot.board.outcome.is_some());
    assert!(table.desk.list(&Query::default()).is_err());
}

// Windows does not remove a folder with an open file.
#[cfg(unix)]
#[test]
fn a_folder_that_vanishes_costs_a_sentence_and_not_the_game() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    table.play("h8");
    fs::remove_dir_all(folder.path().join("journal")).expect("a folder can be removed");
    table.play("h9 i8");
    let told = table.wait_for(|news| matches!(news, DeskEvent::Game(Event::Trouble { .. })));
    assert_eq!(told.game.snapshot.ply, 2);
    let after = table.wait_for(|news| matches!(news, DeskEvent::Game(Event::Moved { ply: 3, .. })));
    assert!(!after.events.iter().any(|news| matches!(news, DeskEvent::Game(Event::Trouble { .. }))), "it is said once");
}

#[test]
fn the_flag_falls_by_itself() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let clock = TimeControl::Fischer { main: Millis(50), increment: Millis(0) };
    table.desk.new_game(GameConfig { clock, ..friends(GameKind::Gomoku) }).expect("a game begins");
    table.play("h8");
    let update = table.wait_for(is_saved);
    assert_eq!(update.game.snapshot.board.outcome.and_then(|outcome| outcome.winner), Some(Side::First));
}

#[test]
fn a_rematch_swaps_the_seats() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(against_engine(1)).expect("a game begins");
    table.desk.apply(Command::Resign).expect("a person may resign");
    let seen = table.desk.rematch(None).expect("a finished game can be played again");
    assert!(!seen.snapshot.config.players.first.is_human());
    table.wait_for(|news| matches!(news, DeskEvent::Game(Event::Moved { ply: 1, .. })));
}

#[test]
fn the_level_that_fits_follows_the_games_of_a_person_against_levels() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let lose = |config| {
        table.desk.new_game(config).expect("a game begins");
        table.play("h8");
        table.desk.apply(Command::Resign).expect("a person may resign");
        table.wait_for(is_saved);
    };
    let fit = |rule| table.desk.fitting_level("gomoku", rule).expect("the library can be read").expect("it has levels");
    assert_eq!(fit("freestyle"), Fit { level: 1, games: 0 });
    lose(against_engine(1));
    assert_eq!(fit("freestyle"), Fit { level: 1, games: 1 });
    // A friend has no level.
    lose(friends(GameKind::Gomoku));
    lose(against_engine(2));
    assert_eq!(fit("freestyle"), Fit { level: 1, games: 2 });
    assert_eq!(fit("renju"), Fit { level: 1, games: 0 });
    assert_eq!(table.desk.fitting_level("tictactoe", ""), Ok(None));

    let three = Level::new(3).expect("a level");
    let seen = table.desk.rematch(Some(three)).expect("a finished game can be played again");
    assert_eq!(seen.snapshot.config.players.first, Player::Engine { level: three });
}

#[test]
fn records_from_outside_are_filed_word_for_word() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let text = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Result \"0-1\"]\n\n1. 炮二平五 马8进7 2. 马二进三 0-1\n";
    let opened = import(&table.desk, text).expect("that is a record");
    assert_eq!((opened.row.saved.record.as_str(), study::rows(&opened)), (text, 3));
    assert_eq!(opened.row.saved.first.name, "甲");
    assert!(import(&table.desk, "no game at all").is_err_and(|error| error.0.code == "unsupported-record"));
    table.desk.delete(opened.row.id).expect("a game can be deleted");
    assert_eq!(table.desk.list(&Query::default()).expect("the library can be read").total, 0);
    table.desk.restore(opened.row.id).expect("a deleted game can be restored");
    assert_eq!(table.desk.list(&Query::default()).expect("the library can be read").total, 1);
}

#[test]
fn what_a_record_could_not_give_is_told_each_time_it_is_opened() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let torn = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平九 卒7进1\n";
    let imported = import(&table.desk, torn).expect("its beginning is a record");
    let stopped = imported.state.stopped.clone().expect("the rook's own pieces stand there");
    assert_eq!((stopped.place, stopped.ply, study::rows(&imported)), (Location::Line(5), 5, 4));
    table.close();
    let table = open(&folder);
    let again = table.desk.open_study(imported.row.id).expect("it was filed");
    assert_eq!((&again.state.stopped, &again.skipped), (&imported.state.stopped, &imported.skipped));
    assert_eq!((&again.nodes, &again.header), (&imported.nodes, &imported.header));
}

#[test]
fn answers_to_a_game_that_was_left_do_not_reach_the_next() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    for _ in 0..5 {
        table.desk.new_game(against_engine(2)).expect("a game begins");
        table.play("h8");
        table.desk.new_game(friends(GameKind::Gomoku)).expect("the next game begins");
    }
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(table.desk.seen().expect("a game is on the desk").snapshot.ply, 0);
}

/// A step of an opening without a stone is on disk like any other.
#[test]
fn an_opening_is_taken_up_again_in_its_middle_and_filed_with_the_colours_that_were_chosen() {
    let folder = TempDir::new().expect("a test has a folder");
    let first = open(&folder);
    let named = |name: &str| Player::Human { name: name.to_owned() };
    let players = BySide { first: named("Opener"), second: named("Guest") };
    let config = GameConfig { players, ..opened_by(Some(OpeningProtocol::Swap2)) };
    let uid = first.desk.new_game(config).expect("a game begins").uid;
    first.play("h8 i9 j10 add");
    first.close();
    let second = open(&folder);
    let unfinished = second.desk.unfinished().expect("the journals can be read");
    assert_eq!((unfinished.len(), unfinished[0].journal.plies.len()), (1, 4));
    let seen = second.desk.resume(&uid, None).expect("the game can be resumed");
    let view = seen.snapshot.deciding.expect("the opening goes on");
    assert_eq!((view.turn, view.by), (OpeningTurn::Place { reach: None }, Side::Second));
    second.play("a1 o1 swap");
    second.close();
    let third = open(&folder);
    let seen = third.desk.resume(&uid, None).expect("the game can be resumed");
    assert_eq!(seen.snapshot.config.players.first, named("Guest"));
    assert_eq!(seen.snapshot.deciding, None);
    third.desk.apply(Command::Resign).expect("the side to move can resign");
    third.wait_for(is_saved);
    let page = third.desk.list(&Query { limit: 1, ..Query::default() }).expect("the library can be read");
    let row = &third.desk.open_study(page.rows[0].id).expect("the game can be read").row.saved;
    assert_eq!((row.first.name.as_str(), row.second.name.as_str()), ("Guest", "Opener"));
    assert_eq!(row.winner.as_deref(), Some("first"));
    assert_eq!(row.moves, "h8 i9 j10 a1 o1");
    assert!(row.record.contains("ON[swap2 h8 i9 j10 add a1 o1 swap]"), "{}", row.record);
    let seen = third.desk.rematch(None).expect("it can be played again");
    assert_eq!(seen.snapshot.config.players.first, named("Guest"), "the other one opens now");
    assert!(seen.snapshot.deciding.is_some());
}

/// Older programs read a journal without an opening.
#[test]
fn only_an_opening_raises_the_version_of_a_journal() {
    for (opening, version) in [(None, 1), (Some(OpeningProtocol::Rif), 2)] {
        let folder = TempDir::new().expect("a test has a folder");
        let table = open(&folder);
        table.desk.new_game(opened_by(opening)).expect("a game begins");
        table.play("h8");
        table.close();
        let table = open(&folder);
        assert_eq!(table.desk.unfinished().expect("the journals can be read")[0].journal.header.version, version);
    }
}
