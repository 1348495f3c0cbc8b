//! A damaged library is salvaged while the desk plays.

use std::fs;
use std::time::Instant;

use rusqlite::Connection;

use super::*;
use crate::desk::salvage::SalvageEvent;

/// Enough that the salvage takes longer than a start waits for it.
const GAMES: u32 = 60_000;

/// Writes a library of `games` games, all with the moves of one.
fn fill(folder: &TempDir, games: u32) -> Connection {
    let desk = open(folder).desk;
    import(&desk, "h8 i9 h9").unwrap();
    drop(desk);
    let library = Connection::open(folder.path().join("library.db")).unwrap();
    let (game, text) = (
        "uid || i, game, rule, size, first_kind, first_level, first_name, second_kind, second_level, second_name,
         result, winner, reason, plies, started_at_ms, ended_at_ms, start, final_placement, opening, words, date",
        "moves, record",
    );
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {games})");
    let columns = game.replace("uid || i", "uid");
    library
        .execute_batch(&format!(
            "BEGIN; {numbers} INSERT INTO game (id, {columns}) SELECT i, {game} FROM game, n;
            {numbers} INSERT INTO game_text SELECT i, {text} FROM game_text, n; COMMIT;
            PRAGMA wal_checkpoint(TRUNCATE)"
        ))
        .unwrap();
    library
}

/// Writes a library of [`GAMES`] games and overwrites one of its indexes.
fn damage(folder: &TempDir) {
    let library = fill(folder, GAMES);
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'game_by_players'";
    let page: u32 = library.query_row(root, [], |row| row.get(0)).unwrap();
    drop(library);
    let path = folder.path().join("library.db");
    let mut bytes = fs::read(&path).unwrap();
    bytes[(page as usize - 1) * 4096..][..4096].fill(0xee);
    fs::write(path, bytes).unwrap();
}

/// A move never waits for a whole restore. `DUIYI_LIBRARY_GAMES` sets the number of games; the times are printed.
#[test]
fn a_game_goes_on_while_a_backup_is_restored() {
    let games = std::env::var("DUIYI_LIBRARY_GAMES").map_or(2_000, |text| text.parse().unwrap());
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    drop(fill(&from, games));
    let backup = to.path().join("backup.db");
    assert_eq!(open(&from).desk.back_up(&backup).unwrap(), games);
    let desk = open(&to).desk;
    desk.new_game(friends(GameKind::Gomoku)).unwrap();
    let restoring = thread::spawn({
        let (desk, backup) = (desk.clone(), backup.clone());
        move || desk.bring_back(&backup).unwrap()
    });
    let begun = Instant::now();
    let mut waits = Vec::new();
    while !restoring.is_finished() {
        for command in [Command::Play("h8".to_owned()), Command::Undo] {
            let begun = Instant::now();
            desk.apply(command).unwrap();
            waits.push(begun.elapsed());
        }
        thread::sleep(Duration::from_millis(2));
    }
    let whole = begun.elapsed();
    assert_eq!(restoring.join().unwrap().added, games);
    assert_eq!(desk.list(&Query::default()).unwrap().total, games);
    waits.sort_unstable();
    let (p99, most) = (waits[waits.len() * 99 / 100], waits[waits.len() - 1]);
    println!("{games} games restored in {whole:.1?}; {} moves: p99 {p99:.1?}, longest {most:.1?}", waits.len());
    assert!(waits.len() > 4 && waits[waits.len() / 2] < whole / 10, "{waits:?}");
    let restored = to.path().join("again.db");
    assert_eq!(desk.back_up(&restored).unwrap(), games);
    // Once more: an interrupted restore is completed by another one.
    assert_eq!(desk.bring_back(&backup).unwrap().known, games);
}

#[test]
fn the_desk_plays_while_the_library_is_salvaged() {
    let folder = tempfile::tempdir().unwrap();
    damage(&folder);
    let (desk, updates, notices) = open_with_notices(&folder);
    assert_eq!(notices, Vec::<String>::new(), "the salvage goes on");
    let (sender, news) = mpsc::channel();
    desk.watch_salvage(move |event| _ = sender.send(event));
    assert!(desk.salvage().is_some_and(|state| !state.again));
    assert_eq!(desk.list(&Query::default()).unwrap_err().0.code, "library-salvaging");
    assert_eq!(desk.choose_library_folder(None).unwrap_err().0.code, "library-salvaging");

    // Two games end meanwhile: one is left, one stays on the board.
    let mut uids = Vec::new();
    for _ in 0..2 {
        uids.push(desk.new_game(friends(GameKind::Gomoku)).unwrap().uid);
        desk.apply(Command::Play("h8".to_owned())).unwrap();
        desk.apply(Command::Resign).unwrap();
    }
    assert!(desk.salvage().is_some(), "the machine is so fast that the test needs more games");

    let mut events = Vec::new();
    while !matches!(events.last(), Some(SalvageEvent::Ended { .. })) {
        events.push(news.recv_timeout(PATIENCE).expect("it ends"));
    }
    let [progress @ .., SalvageEvent::Ended { notices }] = &events[..] else { panic!("{events:?}") };
    assert!(!progress.is_empty());
    assert_eq!((notices[0].code, notices[0].games), ("library-salvaged", GAMES));
    let page = desk.list(&Query::default()).unwrap();
    assert_eq!(page.total, GAMES + 2);
    assert!(updates.try_iter().any(|update| update.game.uid == uids[1] && update.game.saved.is_some()));
    assert_eq!(desk.unfinished().unwrap().len(), 0);

    // The report is repeated until a person has seen it.
    drop(desk);
    assert_eq!(open_with_notices(&folder).2.len(), 1);
    let (desk, _, notices) = open_with_notices(&folder);
    assert_eq!(notices.len(), 1);
    desk.notices_seen();
    drop(desk);
    assert_eq!(open_with_notices(&folder).2.len(), 0);
}
