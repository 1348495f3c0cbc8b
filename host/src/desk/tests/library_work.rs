//! Long work on the library while a game is played: restore, import, backup, move, deletion and salvage.

use std::collections::BTreeSet;
use std::fs;
use std::thread;
use std::time::Instant;

use rusqlite::Connection;

use super::*;
use crate::files::DataDir;
use crate::library::LibraryProgress;
use crate::long_work::TOLD_EVERY;
use crate::testing::names_in;

/// Writes a library of `games` games, all with the moves of one.
pub(super) fn fill(folder: &TempDir, games: u32) -> Connection {
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

/// Writes a library of `games` games and overwrites one of its indexes.
pub(super) fn damage(folder: &TempDir, games: u32) {
    let library = fill(folder, games);
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'game_by_players'";
    let page: u32 = library.query_row(root, [], |row| row.get(0)).unwrap();
    drop(library);
    let path = folder.path().join("library.db");
    let mut bytes = fs::read(&path).unwrap();
    bytes[(page as usize - 1) * 4096..][..4096].fill(0xee);
    fs::write(path, bytes).unwrap();
}

/// The number of games: few in the ordinary tests, `DUIYI_LIBRARY_GAMES` for figures.
fn games() -> u32 {
    std::env::var("DUIYI_LIBRARY_GAMES").map_or(2_000, |text| text.parse().unwrap())
}

fn ignore(_: LibraryProgress) {}

/// Writes a library and its backup; returns the backup with its folder.
fn backup_of(games: u32) -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    drop(fill(&folder, games));
    let backup = folder.path().join("backup.db");
    assert_eq!(open(&folder).desk.back_up(&backup, false, &mut ignore).unwrap(), Some(games));
    (folder, backup)
}

/// Plays moves and takes them back during `work`, prints how long they waited, and checks that the half of them waited
/// less than a tenth of the work.
fn play_during<T: Send>(what: &str, desk: &Desk, work: impl FnOnce() -> T + Send) -> T {
    desk.new_game(friends(GameKind::Gomoku)).unwrap();
    let begun = Instant::now();
    let mut waits = Vec::new();
    let value = thread::scope(|scope| {
        let working = scope.spawn(work);
        while !working.is_finished() {
            for command in [Command::Play("h8".to_owned()), Command::Undo] {
                let begun = Instant::now();
                desk.apply(command).unwrap();
                waits.push(begun.elapsed());
            }
            thread::sleep(Duration::from_millis(2));
        }
        working.join().unwrap()
    });
    let whole = begun.elapsed();
    waits.sort_unstable();
    let part = |percent: usize| waits[(waits.len() - 1) * percent / 100];
    let (p50, p99, most) = (part(50), part(99), part(100));
    println!("{what}: {whole:.1?}; {} moves: p50 {p50:.1?}, p99 {p99:.1?}, longest {most:.1?}", waits.len());
    assert!(waits.len() < 20 || p50 < whole / 10, "{waits:?}");
    value
}

#[test]
fn a_game_goes_on_while_a_backup_is_restored_or_written() {
    let games = games();
    let (_from, backup) = backup_of(games);
    let to = tempfile::tempdir().unwrap();
    let desk = open(&to).desk;
    let restored =
        play_during("restore", &desk, || desk.bring_back(&backup, &mut ignore).unwrap().expect("it is not stopped"));
    assert_eq!(restored.added, games);
    assert_eq!(desk.list(&Query::default()).unwrap().total, games);
    let again = to.path().join("again.db");
    assert_eq!(play_during("backup", &desk, || desk.back_up(&again, false, &mut ignore).unwrap()), Some(games));
    let known = play_during("restore again", &desk, || desk.bring_back(&backup, &mut ignore).unwrap());
    assert_eq!(known.map(|report| report.known), Some(games));
    let elsewhere = tempfile::tempdir().unwrap();
    let moved = play_during("move", &desk, || desk.choose_library_folder(Some(elsewhere.path()), &mut ignore).unwrap());
    assert_eq!(moved, Some(true));
    assert_eq!(desk.list(&Query::default()).unwrap().total, games);
    assert_eq!(desk.library_place().folder.as_deref(), Some(elsewhere.path()));
}

#[test]
fn a_restore_into_another_library_is_reported_whenever_its_list_is_found() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    import(&open(&elsewhere).desk, "h8 i9 h9").unwrap();
    let desk = open(&folder).desk;
    import(&desk, "h8 i9 h9").unwrap();
    let backup = folder.path().join("backup.db");
    desk.back_up(&backup, false, &mut ignore).unwrap();
    let leave_list = |folder: &TempDir| {
        fs::write(folder.path().join("library.db-restore"), "duiyi-restore-1\tanother library\t/backup\n").unwrap();
    };
    let reported = || desk.wait_for_salvage().iter().map(|notice| notice.code).collect::<Vec<_>>();
    leave_list(&folder);
    desk.bring_back(&backup, &mut ignore).unwrap();
    assert_eq!(reported(), ["restore-of-another-library"], "before another restore");
    leave_list(&elsewhere);
    desk.choose_library_folder(Some(elsewhere.path()), &mut ignore).unwrap();
    assert_eq!(reported(), ["restore-of-another-library"], "in another folder");
}

#[test]
fn a_backup_replaces_no_file_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let desk = open(&folder).desk;
    import(&desk, "h8 i9 h9").unwrap();
    let to = folder.path().join("games.pgn");
    fs::write(&to, "of somebody").unwrap();
    let refused = desk.back_up(&to, false, &mut ignore).unwrap_err().0;
    assert_eq!((refused.code, refused.at), ("file-exists", Some(to.display().to_string())));
    assert_eq!(fs::read(&to).unwrap(), b"of somebody");
    assert_eq!(desk.back_up(&to, true, &mut ignore).unwrap(), Some(1));
    assert_eq!(desk.back_up(&folder.path().join("new.db"), false, &mut ignore).unwrap(), Some(1));
}

#[test]
fn the_usual_folder_gets_the_games_too_where_it_is_not_the_data_folder() {
    let (folder, local, elsewhere) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let desk = open(&folder).desk;
    import(&desk, "h8 i9 h9").unwrap();
    assert_eq!(desk.choose_library_folder(Some(elsewhere.path()), &mut ignore).unwrap(), Some(true));
    // On Windows the library has a folder of its own, which is not there yet.
    fs::remove_file(folder.path().join("library.db")).unwrap();
    let usual = local.path().join("duiyi");
    let dir = DataDir::open_apart(folder.path(), usual.clone()).unwrap();
    desk.room.lock().dir = Some(dir);
    assert_eq!(desk.choose_library_folder(None, &mut ignore).unwrap(), Some(true), "it is copied");
    assert_eq!(desk.library_place().folder.as_deref(), Some(usual.as_path()));
    assert_eq!(desk.list(&Query::default()).unwrap().total, 1);
    assert!(usual.join("library.db").exists());
    assert!(!folder.path().join("library.db").exists());
    // A library that is there is opened.
    assert_eq!(desk.choose_library_folder(None, &mut ignore).unwrap(), Some(false));
    assert_eq!(desk.list(&Query::default()).unwrap().total, 1);
}

#[test]
fn a_game_goes_on_while_games_are_imported() {
    let games = games();
    let folder = tempfile::tempdir().unwrap();
    let desk = open(&folder).desk;
    let text: String =
        (0..games).map(|game| format!("(;GM[4]SZ[15]PB[Player {game}];B[hh];W[gi];B[hi];W[hg];B[gh])")).collect();
    let source = ImportSource::Bytes(text.into_bytes());
    let imported = play_during("import", &desk, || desk.import(source, &mut |_| {}).unwrap());
    assert_eq!((imported.games, imported.known), (games, 0));
}

#[test]
fn a_game_goes_on_while_many_games_are_deleted() {
    let folder = tempfile::tempdir().unwrap();
    drop(fill(&folder, games()));
    let desk = open(&folder).desk;
    let ids = desk.ids(&Query::default()).unwrap();
    for (what, on) in [("deletion", true), ("its undo", false), ("deletion again", true)] {
        assert_eq!(play_during(what, &desk, || desk.set_deleted(&ids, on).unwrap()), ids.len());
        assert_eq!(desk.ids(&Query::default()).unwrap(), if on { Vec::new() } else { ids.clone() }, "{what}");
    }
    assert_eq!(play_during("empty trash", &desk, || desk.empty_trash().unwrap()), ids.len());
    assert!(content(&desk).is_empty());
}

#[test]
fn old_games_are_purged_beside_a_start() {
    let folder = tempfile::tempdir().unwrap();
    fill(&folder, 3)
        .execute_batch(
            "UPDATE game SET deleted_at_ms = 0 WHERE id > 1;
            INSERT INTO run_day VALUES (1), (2), (3), (4), (5), (6), (7)",
        )
        .unwrap();
    let desk = open(&folder).desk;
    let begun = Instant::now();
    while content(&desk).len() > 1 {
        assert!(begun.elapsed() < PATIENCE, "{:?}", content(&desk));
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(desk.ids(&Query::default()).unwrap(), [1]);
}

#[test]
fn a_game_goes_on_while_a_library_is_salvaged() {
    let folder = tempfile::tempdir().unwrap();
    damage(&folder, games());
    let (desk, _updates, notices) = open_with_notices(&folder);
    let notices = notices.len() + play_during("salvage", &desk, || desk.wait_for_salvage().len());
    assert_eq!(notices, 1);
    assert_eq!(desk.list(&Query::default()).unwrap().total, games());
}

/// The content of a library: the games outside the trash, those in it, and the tags.
fn content(desk: &Desk) -> BTreeSet<String> {
    let all = Query { shelf: TrashFilter::Both, limit: 1_000_000, ..Query::default() };
    let rows = desk.list(&all).unwrap().rows.into_iter();
    rows.map(|row| format!("{} {:?} {:?}", row.saved.uid, row.deleted_at_ms, row.tags)).collect()
}

#[test]
fn a_restore_that_is_stopped_leaves_the_library_as_it_was() {
    let (from, backup) = backup_of(1_500);
    let to = tempfile::tempdir().unwrap();
    let desk = open(&to).desk;
    // The library knows some games: one is in the trash, one has no tag.
    desk.bring_back(&backup, &mut ignore).unwrap();
    let rows = desk.list(&Query { limit: 2_000, ..Query::default() }).unwrap().rows;
    for row in rows.iter().skip(20) {
        desk.delete(row.id).unwrap();
        desk.purge(row.id).unwrap();
    }
    desk.delete(rows[3].id).unwrap();
    desk.tag(&[rows[4].id], "mine", true).unwrap();
    {
        let from = open(&from).desk;
        let ids: Vec<i64> =
            from.list(&Query { limit: 2_000, ..Query::default() }).unwrap().rows.iter().map(|row| row.id).collect();
        from.tag(&ids, "theirs", true).unwrap();
        from.back_up(&backup, true, &mut ignore).unwrap();
    }
    let before = content(&desk);
    for stop_at in [0, 500, 1_000, 1_500] {
        let mut reports = Vec::new();
        let stopped = desk.bring_back(&backup, &mut |progress| {
            reports.push(progress);
            if progress.games >= stop_at {
                desk.stop_library_work();
            }
            // A report that follows sooner is left out, also the last one.
            thread::sleep(TOLD_EVERY);
        });
        assert_eq!(stopped.unwrap(), None, "{reports:?}");
        assert_eq!(content(&desk), before, "stopped at {stop_at}");
        assert!(reports.iter().all(|report| report.total == 1_500), "{reports:?}");
        assert!(!names_in(to.path()).iter().any(|name| name.contains("restore")));
    }
    let report = desk.bring_back(&backup, &mut ignore).unwrap().unwrap();
    assert_eq!((report.added, report.undeleted, report.known), (1_480, 1, 19));
    assert!(content(&desk).iter().all(|row| row.contains("theirs") && row.contains("None")));
}

/// `DUIYI_LIBRARY_GAMES=100000` sets the games; each has forty plies of its own.
#[test]
fn a_library_is_counted_into_a_book_while_a_game_goes_on() {
    use duiyi_core::base::Rng;
    use duiyi_core::game::{Game, GameKind, Setup};

    use crate::desk::count_many::GameCount;
    use crate::testing::likely_line;

    let (folder, games) = (tempfile::tempdir().unwrap(), games());
    let library = fill(&folder, games);
    let (start, mut rng) = (Game::new(&Setup::usual(GameKind::Gomoku)), Rng::from_seed(47));
    library.execute_batch("BEGIN").unwrap();
    let mut write = library.prepare("UPDATE game_text SET moves = ?2 WHERE game_id = ?1").unwrap();
    for id in 1..=games {
        write.execute(rusqlite::params![id, likely_line(&start, 40, &mut rng).join(" ")]).unwrap();
    }
    drop(write);
    library.execute_batch("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(library);
    let desk = open(&folder).desk;
    let ids: Vec<i64> = (1..=i64::from(games)).collect();
    let path = folder.path().join("games.book");
    let count = GameCount { game: GameKind::Gomoku, plies_max: 40, games_min: 2 };
    let mut told = 0;
    let mut tell = |_: LibraryProgress| told += 1;
    let counted = play_during("count", &desk, || desk.count_games(&ids, count, &path, &mut tell).unwrap()).unwrap();
    println!("{counted:?}; {told} reports");
    assert_eq!((counted.games, counted.left_out), (games, 0));
    assert!(counted.moves > 0 && told > 1);
}
