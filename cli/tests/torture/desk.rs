//! The desk of the window as a separate process that can be killed: a third face of [`duiyi_host::desk`] beside window
//! and terminal. It prints each acknowledgement.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command as Process, ExitCode};
use std::thread;
use std::time::Duration;

use duiyi_core::base::{BySide, Rng};
use duiyi_core::game::{Game, GameKind, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Coach, Command, Event, GameConfig, Player};
use duiyi_core::study::Change;
use duiyi_host::Desk;
use duiyi_host::desk::import::ImportSource;
use duiyi_host::desk::study::OpenedStudy;
use duiyi_host::desk::{DeskEvent, Update};
use duiyi_host::library::{GameRow, Query, TrashFilter};

/// The argument that makes this program a desk.
pub const WORD: &str = "desk";

/// The tag of a game whose numbers are in its study instead of its tags.
const EDITED: &str = "edited";

/// Returns the command that runs a desk: `play`, `resume`, `fill`, `import`, `edit`, `tag`, `one`, `salvage`, `backup`,
/// `restore`, `bring`, `move`, `import-one` or `look`, on a folder.
pub fn command(what: &str, folder: &std::path::Path, seed: u64) -> Process {
    let mut command = Process::new(std::env::current_exe().expect("this program has a path"));
    command.args([WORD, what]).arg(folder).arg(seed.to_string());
    command
}

/// Runs a desk until its work is done, or until it is killed.
pub fn run(args: &[String]) -> ExitCode {
    let [what, folder, seed] = args else { return ExitCode::from(2) };
    let (folder, seed) = (PathBuf::from(folder), seed.parse().unwrap_or(0));
    match what.as_str() {
        "play" => play(&open(folder), &mut Rng::from_seed(seed)),
        "resume" => resume(&open(folder), &mut Rng::from_seed(seed)),
        #[cfg(target_os = "linux")]
        "fill" => fill(folder, seed),
        "import" => import(folder, seed),
        "edit" => edit(&open(folder)),
        "tag" => tag(&open(folder)),
        "one" => _ = one_game(&open(folder)),
        "salvage" => salvage(folder),
        "backup" => {
            let games = open(folder.clone()).back_up(&folder.join("backup.db"), true, &mut |_| {});
            let games = games.map(|games| games.expect("it is not stopped"));
            say(games.map_or_else(|why| format!("notice {why}"), |games| format!("games {games}")));
        }
        "bring" => {
            let report = open(folder.clone()).bring_back(&folder.join("backup.db"), &mut |_| {});
            say(report.map_or_else(|why| format!("refused {why}"), |report| format!("restored {report:?}")));
        }
        "move" => {
            let moved = open(folder.clone()).choose_library_folder(Some(&folder.join("elsewhere")), &mut |_| {});
            say(moved.map_or_else(|why| format!("refused {why}"), |_| "moved".to_owned()));
        }
        "import-one" => import_one(&open(folder)),
        "restore" => restore(folder),
        _ => look(folder),
    }
    ExitCode::SUCCESS
}

fn say(line: impl std::fmt::Display) {
    let mut out = std::io::stdout().lock();
    // The reader may be gone.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn open(folder: PathBuf) -> Desk {
    let (desk, notices) = Desk::open(Some(folder), |update: Update| {
        for news in &update.events {
            match news {
                DeskEvent::Game(Event::Moved { ply, .. }) => say(format_args!("ply {} {ply}", update.game.uid)),
                DeskEvent::Saved { id } => say(format_args!("saved {} {id}", update.game.uid)),
                DeskEvent::Game(Event::Trouble { message, .. }) => {
                    say(format_args!("notice {}", message.replace('\n', " ")))
                }
                DeskEvent::Game(_) => {}
            }
        }
    });
    for notice in notices.into_iter().chain(desk.wait_for_salvage()) {
        say(format_args!("notice {}", notice.message.replace('\n', " ")));
    }
    desk
}

fn friends(kind: GameKind) -> GameConfig {
    let human = || Player::Human { name: String::new() };
    GameConfig {
        setup: Setup::usual(kind),
        players: BySide { first: human(), second: human() },
        clock: TimeControl::None,
        coach: Coach::default(),
        odds: None,
    }
}

/// Plays random games for ever.
fn play(desk: &Desk, rng: &mut Rng) {
    loop {
        let kind = [GameKind::Xiangqi, GameKind::Gomoku][rng.below(2)];
        if desk.new_game(friends(kind)).is_err() {
            thread::sleep(Duration::from_millis(10));
            continue;
        }
        play_on(desk, Game::new(&Setup::usual(kind)), rng);
    }
}

/// Resumes the unfinished game, plays it to its end, and then others.
fn resume(desk: &Desk, rng: &mut Rng) {
    for unfinished in desk.unfinished().unwrap_or_default() {
        let uid = unfinished.journal.header.id.to_string();
        say(format_args!("resumed {uid} {}", unfinished.journal.plies.len()));
        if let Err(why) = desk.resume(&uid, None) {
            say(format_args!("refused {why}"));
            continue;
        }
        play_on(desk, desk.game().expect("it is resumed"), rng);
    }
    play(desk, rng);
}

/// Plays random moves to the end of the game.
fn play_on(desk: &Desk, mut game: Game, rng: &mut Rng) {
    while game.outcome().is_none() {
        let moves = game.legal_moves();
        let mv = &moves[rng.below(moves.len())];
        // A rule known to the session only may end a game.
        if desk.apply(Command::Play(mv.clone())).is_err() || game.play(mv).is_err() {
            break;
        }
    }
}

/// Limits the size of every file, as a full disk does; `None` frees it again. The shell that starts this desk ignores
/// the signal about it.
#[cfg(target_os = "linux")]
fn limit_files(bytes: Option<u64>) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = Rlimit { current: bytes, ..getrlimit(Resource::Fsize) };
    setrlimit(Resource::Fsize, limit).expect("a program may lower its own limit");
}

/// Backs the library up. A backup that fails leaves nothing behind.
#[cfg(target_os = "linux")]
fn back_up(desk: &Desk, folder: &std::path::Path) {
    let to = folder.join("backup.db");
    let written = desk.back_up(&to, true, &mut |_| {}).is_ok();
    let _ = std::fs::remove_file(&to).map_err(|why| written.then(|| say(format_args!("stuck {why}"))));
    for left in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        say(format_args!("stuck {} is left of a backup", left.path().display()));
        let _ = std::fs::remove_file(left.path());
    }
}

/// Plays random games for ever on a disk that fills and is freed again. Prints each game that it could leave.
#[cfg(target_os = "linux")]
fn fill(folder: PathBuf, seed: u64) {
    let backups = folder.join("backups");
    std::fs::create_dir_all(&backups).expect("the folder can be made");
    let desk = open(folder);
    let mut rng = Rng::from_seed(seed);
    loop {
        let kind = [GameKind::Xiangqi, GameKind::Gomoku][rng.below(2)];
        let way = rng.below(4);
        let leave = || match way {
            0 => desk.leave(),
            1 => desk.save_pending(),
            2 => desk.rematch(None).map(drop),
            _ => desk.new_game(friends(kind)).map(drop),
        };
        let left = desk.seen().map(|seen| (seen.uid, seen.snapshot.ply));
        if let Err(why) = leave() {
            if why.0.code == "unsaved" {
                say("refused");
                limit_files(None);
                if let Err(why) = leave() {
                    return say(format_args!("stuck {why}"));
                }
            } else if left.is_some() {
                return say(format_args!("stuck {why}"));
            }
        }
        if let Some((uid, ply)) = left.filter(|&(_, ply)| ply > 0) {
            say(format_args!("left {uid} {ply}"));
        }
        if desk.new_game(friends(kind)).is_err() {
            limit_files(None);
            continue;
        }
        let mut game = Game::new(&Setup::usual(kind));
        for _ in 0..rng.below(60) {
            match rng.below(8) {
                // Full at once, or within a line.
                0 => limit_files(Some(rng.below(1_500) as u64)),
                1 => limit_files(None),
                2 if rng.below(10) == 0 => _ = desk.apply(Command::Resign),
                3 if rng.below(10) == 0 => back_up(&desk, &backups),
                _ => {}
            }
            let moves = game.legal_moves();
            let Some(mv) = moves.get(rng.below(moves.len().max(1))) else { break };
            if desk.apply(Command::Play(mv.clone())).is_err() || game.play(mv).is_err() {
                break;
            }
        }
    }
}

/// Imports records for ever.
fn import(folder: PathBuf, seed: u64) {
    let desk = open(folder);
    let mut rng = Rng::from_seed(seed);
    loop {
        let mut game = Game::new(&Setup::usual(GameKind::Xiangqi));
        let moves: Vec<String> = (0..1 + rng.below(60))
            .map_while(|_| {
                let moves = game.legal_moves();
                let mv = moves.get(rng.below(moves.len().max(1)))?.clone();
                game.play(&mv).ok()?;
                Some(mv)
            })
            .collect();
        let imported = desk.import(ImportSource::Bytes(moves.join(" ").into_bytes()), &mut |_| {});
        match imported.and_then(|imported| desk.open_study(imported.opens.expect("moves are a record"))) {
            Ok(OpenedStudy { row, .. }) => say(format_args!("saved {} {}", row.saved.uid, row.id)),
            Err(why) => say(format_args!("refused {why}")),
        }
    }
}

/// Adds a game to the library.
fn one_game(desk: &Desk) -> GameRow {
    let imported = desk.import(ImportSource::Bytes(b"h8 i9 h9".to_vec()), &mut |_| {}).expect("it is a record");
    desk.open_study(imported.opens.expect("it is one record")).expect("it is in the library").row
}

/// Adds a game that no library has.
fn import_one(desk: &Desk) {
    let text = format!("(;GM[4]SZ[15]PB[{}];B[hh])", duiyi_host::clock::seed());
    desk.import(ImportSource::Bytes(text.into_bytes()), &mut |_| {}).expect("it is a record");
}

/// Writes successive numbers to the last move of a game, for ever.
fn edit(desk: &Desk) {
    let row = one_game(desk);
    desk.tag(&[row.id], EDITED, true).expect("the library can be written");
    desk.open_study(row.id).expect("it is there");
    for number in 0_u64.. {
        let edited = desk.change_study(|study| {
            let last = study.tree().main_line().last().expect("it has a move");
            Ok(Change::Comment(last, number.to_string()))
        });
        if edited.is_ok_and(|changed| changed.state.unsaved.is_none()) {
            say(format_args!("number {} {number}", row.saved.uid));
        }
    }
}

/// Tags a game with successive numbers for ever; each replaces the one before.
fn tag(desk: &Desk) {
    let row = one_game(desk);
    for number in 0_u64.. {
        if desk.tag(&[row.id], &number.to_string(), true).is_ok() {
            say(format_args!("number {} {number}", row.saved.uid));
        }
        if let Some(before) = number.checked_sub(1) {
            let _ = desk.tag(&[row.id], &before.to_string(), false);
        }
    }
}

/// Returns the last number that [`edit`] or [`tag`] wrote to a game.
fn number(desk: &Desk, row: &GameRow) -> Option<u64> {
    if row.tags.iter().any(|tag| tag == EDITED) {
        return desk.open_study(row.id).ok()?.nodes.last()?.note.as_ref()?.comment.parse().ok();
    }
    row.tags.iter().filter_map(|tag| tag.parse().ok()).max()
}

/// Salvages the library and prints its number of games.
fn salvage(folder: PathBuf) {
    let desk = open(folder);
    match desk.list(&Query { shelf: TrashFilter::Both, ..Query::default() }) {
        Ok(page) => say(format_args!("games {}", page.total)),
        Err(why) => say(format_args!("refused {why}")),
    }
}

/// Restores a backup, looks at every game in every way, and plays a move.
fn restore(folder: PathBuf) {
    let desk = open(folder.clone());
    match desk.bring_back(&folder.join("backup.db"), &mut |_| {}) {
        Ok(report) => say(format_args!("restored {report:?}")),
        Err(why) => say(format_args!("refused {why}")),
    }
    drop(desk);
    // The next start checks what came in.
    let desk = open(folder);
    let all = Query { limit: 1_000, shelf: TrashFilter::Both, ..Query::default() };
    match desk.list(&all) {
        Ok(page) => {
            if page.corrected > 0 {
                say(format_args!("corrected {}", page.corrected));
            }
            for row in page.rows {
                // A game of another program may be none of ours.
                let _ = desk.open_study(row.id);
            }
        }
        Err(why) => say(format_args!("notice {why}")),
    }
    for text in ["duiyi", "date:2026", "result:win", "h8"] {
        let query = Query { text: text.to_owned(), ..all.clone() };
        if let Err(why) = desk.list(&query).map(drop).and_then(|()| desk.facets(&query).map(drop)) {
            say(format_args!("notice {text}: {why}"));
        }
    }
    let begun = desk.new_game(friends(GameKind::Gomoku)).and_then(|_| desk.apply(Command::Play("h8".to_owned())));
    say(begun.map_or_else(|why| format!("notice {why}"), |()| "alive".to_owned()));
}

/// Prints the whole content of the folder, and then plays a move, which must always be possible.
fn look(folder: PathBuf) {
    let desk = open(folder);
    match desk.unfinished_with_notices() {
        Ok((games, notices)) => {
            for game in games {
                say(format_args!("offered {} {}", game.journal.header.id, game.journal.plies.len()));
            }
            for notice in notices {
                say(format_args!("notice {}", notice.message));
            }
        }
        Err(why) => say(format_args!("notice {why}")),
    }
    match desk.list(&Query { limit: 1_000_000, shelf: TrashFilter::Both, ..Query::default() }) {
        Ok(page) => {
            for row in page.rows {
                say(format_args!("row {}", row.saved.uid));
                if let Some(number) = number(&desk, &row) {
                    say(format_args!("number {} {number}", row.saved.uid));
                }
            }
        }
        Err(why) => say(format_args!("notice {why}")),
    }
    let begun = desk.new_game(friends(GameKind::Gomoku)).and_then(|_| desk.apply(Command::Play("h8".to_owned())));
    say(begun.map_or_else(|why| format!("notice {why}"), |()| "alive".to_owned()));
}
