use std::fs;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::testing::{as_nobody_after, data_dir, names_in};

/// Does not wait for locks, and checks as little as in a library of a hundred thousand games.
const HASTY: open::OpenPolicy =
    open::OpenPolicy { busy_timeout: Duration::from_millis(50), full_check_bytes_max: 0, read: |_| None };

/// Without progress.
impl Library {
    pub(super) fn back_up(&self, to: &Path) -> Result<u32, LibraryError> {
        Ok(self.write_backup(to, &mut |_| ControlFlow::Continue(()))?.expect("it is not cancelled"))
    }

    pub(super) fn bring_back(&mut self, from: &Path) -> Result<MergeReport, LibraryError> {
        Ok(self.merge_backup(from, &mut |_| ControlFlow::Continue(()))?.expect("it is not cancelled"))
    }
}

impl Library {
    /// Purges the old games of the trash, as a start does on a thread.
    pub(super) fn age_trash(&mut self, now_ms: i64) -> Result<usize, LibraryError> {
        let old = self.old_trash(now_ms)?;
        self.purge_all(&old)
    }
}

#[track_caller]
pub(super) fn open(dir: &DataDir) -> Library {
    let opened = Library::open(dir, |_| None).unwrap();
    assert_eq!(opened.notice, None);
    opened.library
}

pub(super) fn fresh() -> (TempDir, Library) {
    let (temp, dir) = data_dir();
    let library = open(&dir);
    (temp, library)
}

pub(super) fn game(number: u32) -> FinishedGame {
    let player = |kind: &str, level, name: &str| PlayerEntry {
        kind: kind.to_owned(),
        level,
        name: format!("{name} {number}"),
        external: None,
    };
    FinishedGame {
        uid: format!("uid-{number}"),
        game: "xiangqi".to_owned(),
        rule: "asian".to_owned(),
        size: None,
        first: player("human", None, "王天一"),
        second: player("engine", Some(3), "Duiyi"),
        result: "1-0".to_owned(),
        winner: Some("first".to_owned()),
        reason: "checkmate".to_owned(),
        plies: 2,
        date: "1970.01.01".to_owned(),
        started_at_ms: 1_000 * i64::from(number),
        ended_at_ms: 1_000 * i64::from(number) + 500,
        start: None,
        moves: "h2e2 h9g7".to_owned(),
        record: "[Game \"Chinese Chess\"]\n\n1. h2e2 h9g7 1-0\n".to_owned(),
        final_placement: "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR".to_owned(),
        opening: Some("中炮对屏风马".to_owned()),
    }
}

/// A Gomoku game in which a person, as second player, lost to an engine.
pub(super) fn lost_gomoku(number: u32) -> FinishedGame {
    let mut lost = FinishedGame { game: "gomoku".into(), rule: "renju".into(), size: Some(15), ..game(number) };
    std::mem::swap(&mut lost.first, &mut lost.second);
    lost.first.level = Some(5);
    lost.reason = "five".into();
    lost.opening = None;
    lost
}

pub(super) fn numbers(library: &Library, query: &Query) -> Vec<i64> {
    let page = library.list(query).unwrap();
    assert_eq!(page.total as usize, page.rows.len(), "the tests' lists are short");
    page.rows.iter().map(|row| row.saved.started_at_ms / 1_000).collect()
}

pub(super) fn text(text: &str) -> Query {
    Query { text: text.to_owned(), ..Query::default() }
}

#[test]
fn a_saved_game_comes_back_after_a_restart() {
    let (_temp, dir) = data_dir();
    let id = open(&dir).save(&game(1)).unwrap();
    let library = open(&dir);
    assert_eq!(
        library.load(id).unwrap(),
        GameRow {
            id,
            saved: game(1),
            deleted_at_ms: None,
            tags: Vec::new(),
            facts: GameFacts::default(),
            at_ply: None
        }
    );
    assert_eq!(library.find("uid-1").unwrap(), Some(id));
    assert_eq!(library.find("uid-2").unwrap(), None);
    assert_eq!(names_in(dir.root()), ["journal", "library.db", "library.db-shm", "library.db-wal"]);
}

#[test]
fn saving_twice_is_saving_once() {
    let (_temp, mut library) = fresh();
    let id = library.save(&game(1)).unwrap();
    let longer = FinishedGame { moves: "h2e2".into(), plies: 1, result: "*".into(), winner: None, ..game(1) };
    assert_eq!(library.save(&longer).unwrap(), id);
    assert_eq!(library.load(id).unwrap().saved, longer);
    assert_eq!(library.list(&Query::default()).unwrap().total, 1);
}

#[test]
fn lists_are_newest_first_and_cut_in_pages() {
    let (_temp, mut library) = fresh();
    library.save_all(&[game(2), game(5), game(1), game(4), game(3)]).unwrap();
    assert_eq!(numbers(&library, &Query::default()), [5, 4, 3, 2, 1]);
    let page = library.list(&Query { limit: 2, offset: 1, ..Query::default() }).unwrap();
    assert_eq!(page.rows.iter().map(|row| row.saved.started_at_ms).collect::<Vec<_>>(), [4_000, 3_000]);
    assert_eq!(page.total, 5);
}

#[test]
fn the_trash_ages_by_days_and_by_runs() {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let (_temp, mut library) = fresh();
    let ids = library.save_all(&[game(1), game(2)]).unwrap();
    library.delete(ids[0]).unwrap();
    let now = crate::clock::unix_ms();
    // A wrong clock: one start, many starts on one day, and a few days of it.
    for days in [40, 40, 400, 41, 36_500, 20_000_000] {
        assert_eq!(library.age_trash(now + days * DAY).unwrap(), 0, "{days}");
    }
    for extreme in [i64::MIN, i64::MAX, 0] {
        assert_eq!(library.age_trash(extreme).unwrap(), 0);
    }
    // A month of daily use removes the game on the day after it.
    let (_temp, mut library) = fresh();
    let ids = library.save_all(&[game(1), game(2)]).unwrap();
    library.delete(ids[0]).unwrap();
    let now = crate::clock::unix_ms();
    for days in 0..=30 {
        assert_eq!(library.age_trash(now + days * DAY - DAY / 2).unwrap(), 0, "{days}");
    }
    assert_eq!(library.age_trash(now + 31 * DAY).unwrap(), 1);
    for days in 32..500 {
        library.age_trash(now + days * DAY).unwrap();
    }
    let kept: i64 = library.connection.query_row("SELECT count(*) FROM run_day", [], |row| row.get(0)).unwrap();
    assert!(kept <= 60, "the list of days does not grow: {kept}");
    assert_eq!(numbers(&library, &Query::default()), [2]);
}

#[test]
fn a_game_deleted_with_the_clock_ahead_leaves_the_trash_like_others() {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let (_temp, mut library) = fresh();
    let ids = library.save_all(&[game(1), game(2)]).unwrap();
    let now = crate::clock::unix_ms();
    for days in 365..375 {
        assert_eq!(library.age_trash(now + days * DAY).unwrap(), 0, "{days}");
    }
    library.mark_deleted(ids[0], Some(now + 375 * DAY)).unwrap();
    // A clock within a day is right.
    library.mark_deleted(ids[1], Some(now + DAY / 2)).unwrap();
    assert_eq!(library.age_trash(now).unwrap(), 0);
    let dates: Vec<_> = ids.iter().map(|&id| library.load(id).unwrap().deleted_at_ms.unwrap()).collect();
    assert_eq!(dates, [now, now + DAY / 2]);
    // The days of the wrong clock are no days with a start.
    assert_eq!(library.age_trash(now + 32 * DAY).unwrap(), 0);
    for days in 33..38 {
        assert_eq!(library.age_trash(now + days * DAY).unwrap(), 0, "{days}");
    }
    assert_eq!(library.age_trash(now + 38 * DAY).unwrap(), 2);
}

#[test]
fn deleting_can_be_undone_until_the_purge() {
    let (_temp, mut library) = fresh();
    let ids = library.save_all(&[game(1), game(2)]).unwrap();
    library.delete(ids[0]).unwrap();
    assert_eq!(numbers(&library, &Query::default()), [2]);
    assert_eq!(numbers(&library, &Query { shelf: TrashFilter::Both, ..Query::default() }), [2, 1]);
    let deleted_at_ms = library.load(ids[0]).unwrap().deleted_at_ms.unwrap();

    library.save(&game(1)).unwrap();
    assert_eq!(numbers(&library, &Query::default()), [2], "saving again does not bring a deleted game back");
    library.restore(ids[0]).unwrap();
    assert_eq!(numbers(&library, &Query::default()), [2, 1]);

    library.delete(ids[0]).unwrap();
    assert_eq!(library.age_trash(deleted_at_ms).unwrap(), 0, "not old enough");
    assert_eq!(library.empty_trash().unwrap(), 1);
    for result in [library.load(ids[0]).map(drop), library.delete(ids[0]), library.restore(ids[0])] {
        assert_eq!(result.unwrap_err().code(), "no-game");
    }
    let texts: i64 = library.connection.query_row("SELECT count(*) FROM game_text", [], |row| row.get(0)).unwrap();
    assert_eq!(texts, 1);
    assert!(library.save(&game(1)).unwrap() > ids[1], "a purged number is not given again");
}

#[test]
fn many_games_are_deleted_and_restored_at_once() {
    let (_temp, mut library) = fresh();
    let ids = library.save_all(&(0..30).map(game).collect::<Vec<_>>()).unwrap();
    let page = Query { limit: 2, offset: 5, sort: GameOrder::Added, ..Query::default() };
    let all = library.ids(&page).unwrap();
    assert_eq!(all, ids.iter().rev().copied().collect::<Vec<_>>(), "all games, whatever the page");
    library.delete(ids[0]).unwrap();
    let before = library.load(ids[0]).unwrap().deleted_at_ms;
    assert_eq!(library.set_deleted(&ids[..10], true).unwrap(), 9, "one was in the trash");
    assert_eq!(library.load(ids[0]).unwrap().deleted_at_ms, before, "its days go on");
    assert_eq!(library.ids(&Query::default()).unwrap().len(), 20);
    assert_eq!(library.set_deleted(&[ids[1], ids[2], 9_999], false).unwrap(), 2);
    assert_eq!(library.ids(&text("王天一")).unwrap().len(), 22);
}

#[test]
fn a_game_that_left_the_trash_meanwhile_is_not_purged() {
    let (_temp, mut library) = fresh();
    let ids = library.save_all(&[game(1), game(2), game(3)]).unwrap();
    assert_eq!(library.set_deleted(&ids, true).unwrap(), 3);
    let found = library.read(|connection| trash::trashed(connection, "deleted_at_ms IS NOT NULL", [])).unwrap();
    library.restore(ids[0]).unwrap();
    // Deleted anew, at another time.
    library.mark_deleted(ids[1], Some(1)).unwrap();
    assert_eq!(library.purge_all(&found).unwrap(), 1);
    assert_eq!(numbers(&library, &Query { shelf: TrashFilter::Both, ..Query::default() }), [2, 1]);
}

/// A game that ends is saved under the lock of the desk, so the window waits with it.
#[test]
fn games_are_saved_while_many_are_deleted_and_purged() {
    const GAMES: u32 = 10_000;
    let (_temp, mut library) = fresh();
    let ids = library.save_all(&(0..GAMES).map(game).collect::<Vec<_>>()).unwrap();
    let mut beside = library.beside_for_many().unwrap();
    let mut waits = Vec::new();
    std::thread::scope(|scope| {
        let work = scope.spawn(move || {
            assert_eq!(beside.set_deleted(&ids, true).unwrap(), ids.len());
            beside.empty_trash().unwrap()
        });
        for number in GAMES.. {
            let begun = Instant::now();
            library.save(&game(number)).unwrap();
            waits.push(begun.elapsed());
            if work.is_finished() {
                break;
            }
        }
        assert_eq!(work.join().unwrap(), GAMES as usize);
    });
    assert!(waits.iter().all(|&wait| wait < Duration::from_secs(1)), "{waits:?}");
    assert!(waits.len() > 10, "the deletion takes turns: {waits:?}");
    let all = Query { shelf: TrashFilter::Both, ..Query::default() };
    assert_eq!(library.list(&all).unwrap().total as usize, waits.len());
}

#[test]
fn words_and_restrictions_find_games() {
    let (_temp, mut library) = fresh();
    let draw = FinishedGame { result: "1/2-1/2".into(), winner: None, reason: "repetition".into(), ..game(3) };
    let friends = FinishedGame { second: game(4).first, ..game(4) };
    library.save_all(&[game(1), lost_gomoku(2), draw, friends]).unwrap();
    let found = |words: &str| numbers(&library, &text(words));
    const NONE: [i64; 0] = [];

    assert_eq!(found(""), [4, 3, 2, 1]);
    assert_eq!(found("王天一"), [4, 3, 2, 1]);
    assert_eq!(found("  DUIYI  中炮 "), [3, 1]);
    assert_eq!(found("level:3"), [3, 1]);
    assert_eq!(found("level:5"), [2]);
    assert_eq!(found("level:five"), NONE);
    assert_eq!((found("rank:3"), found("rank:300"), found("rank:x")), (vec![3, 1], vec![], vec![]));
    assert_eq!(found("result:1-0"), [4, 2, 1]);
    assert_eq!(found("result:win"), [1]);
    assert_eq!(found("result:loss"), [2]);
    assert_eq!(found("result:draw"), [3]);
    assert_eq!(found("game:gomoku rule:renju reason:five"), [2]);
    assert_eq!(found("game:gomoku rule:asian"), NONE);
    assert_eq!(found("other:words"), NONE);
    assert_eq!(found("%"), NONE, "no wildcard");
    assert_eq!(found("'; DROP TABLE game; --"), NONE);
    assert_eq!(numbers(&library, &Query { game: Some("gomoku".into()), ..Query::default() }), [2]);
    assert_eq!(numbers(&library, &Query { result: Some("win".into()), ..Query::default() }), [1]);
}

#[test]
fn the_first_moves_and_the_winning_side_find_games() {
    let (_temp, mut library) = fresh();
    let with = |number, moves: &str, result: &str| FinishedGame {
        moves: moves.to_owned(),
        result: result.to_owned(),
        start: None,
        ..game(number)
    };
    let gomoku = |number, moves: &str, result: &str| FinishedGame {
        rule: "renju".to_owned(),
        moves: moves.to_owned(),
        result: result.to_owned(),
        ..lost_gomoku(number)
    };
    let mirrored = with(2, "b2e2 b9c7", "0-1");
    let commented = FinishedGame { opening: Some("炮二平五 Central cannon".to_owned()), ..with(5, "c3c4", "*") };
    let games =
        [with(1, "h2e2 h9g7", "1-0"), mirrored, gomoku(3, "h8 i9", "1-0"), gomoku(4, "h8 h9", "0-1"), commented];
    library.save_all(&games).unwrap();
    for (words, found) in [
        ("炮二平五", &[5, 1][..]),
        ("1. 炮二平五 马8进7", &[1]),
        ("C8=5", &[2]),
        ("h8", &[4, 3]),
        ("H8 i9", &[3]),
        ("炮二平五 马2进3", &[]),
        ("winner:red", &[1]),
        ("winner:black", &[3, 2]),
        ("winner:white", &[4]),
        ("loser:black", &[4, 1]),
        ("loser:red", &[2]),
        ("loser:white", &[3]),
        ("winner:black 炮八平五", &[2]),
        ("winner:nobody", &[]),
    ] {
        assert_eq!(numbers(&library, &text(words)), found, "{words}");
    }
}

#[test]
fn a_damaged_library_is_set_aside() {
    for garbage in
        [&b"not a database at all, but long enough to look at"[..], &[0; 5000], b"SQLite format 3\0 and then"]
    {
        let (_temp, dir) = data_dir();
        fs::write(dir.library(), garbage).unwrap();
        let OpenedLibrary { mut library, notice } = Library::open(&dir, |_| None).unwrap();
        library.save(&game(1)).unwrap();
        let notice = notice.unwrap();
        let aside = names_in(dir.root()).into_iter().find(|name| name.starts_with("library.corrupt-")).unwrap();
        assert_eq!(notice.code, "library-set-aside");
        assert!(notice.message.contains(&aside), "{}", notice.message);
        assert!(aside.ends_with(".db"));
        assert_eq!(fs::read(dir.root().join(aside)).unwrap(), garbage);
        library.forget_report();
        drop(library);
        assert_eq!(open(&dir).list(&Query::default()).unwrap().total, 1);
    }
}

#[test]
fn a_truncated_library_is_set_aside_with_its_log() {
    let (_temp, dir) = data_dir();
    open(&dir).save_all(&(0..200).map(game).collect::<Vec<_>>()).unwrap();
    let whole = fs::read(dir.library()).unwrap();
    for len in [whole.len() / 2, 4096, 100] {
        fs::write(dir.library(), &whole[..len]).unwrap();
        let opened = Library::open(&dir, |_| None).unwrap();
        let total = opened.library.list(&Query::default()).unwrap().total;
        let code = if total > 0 { "library-salvaged" } else { "library-set-aside" };
        assert_eq!(opened.notice.unwrap().code, code, "{len} bytes left");
    }
    // Empties the main file while the games are only in the log.
    fs::write(dir.library(), b"").unwrap();
    fs::write(dir.root().join("library.db-wal"), b"the last games").unwrap();
    assert_eq!(Library::open(&dir, |_| None).unwrap().notice.unwrap().code, "library-set-aside");
    let mut logs =
        names_in(dir.root()).into_iter().filter(|name| name.contains("corrupt") && name.ends_with(".db-wal"));
    assert!(logs.any(|name| fs::read(dir.root().join(name)).unwrap() == b"the last games"));
}

#[test]
fn a_database_of_another_program_is_set_aside() {
    let (_temp, dir) = data_dir();
    Connection::open(dir.library()).unwrap().execute_batch("CREATE TABLE recipe (name TEXT)").unwrap();
    let before = fs::read(dir.library()).unwrap();
    assert!(Library::open(&dir, |_| None).unwrap().notice.is_some());
    let aside = names_in(dir.root()).into_iter().find(|name| name.starts_with("library.corrupt-")).unwrap();
    assert_eq!(fs::read(dir.root().join(aside)).unwrap(), before);
}

#[test]
fn a_library_without_a_column_is_set_aside() {
    let (_temp, dir) = data_dir();
    let library = open(&dir);
    library.connection.execute_batch("ALTER TABLE game DROP COLUMN opening").unwrap();
    drop(library);
    assert!(Library::open(&dir, |_| None).unwrap().notice.is_some());
}

/// The start does not check every page of a big library. Damage found by a read makes the next start do so.
#[test]
fn damage_found_in_use_is_named_and_the_next_start_sets_it_aside() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    let id = library.save(&game(1)).unwrap();
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'game_text'";
    let page: u32 = library.connection.query_row(root, [], |row| row.get(0)).unwrap();
    let page_size: u32 = library.connection.pragma_query_value(None, "page_size", |row| row.get(0)).unwrap();
    drop(library);
    let mut bytes = fs::read(dir.library()).unwrap();
    bytes[((page - 1) * page_size) as usize..][..8].fill(0xee);
    fs::write(dir.library(), &bytes).unwrap();

    let OpenedLibrary { library, notice } = open::open(&dir.library(), HASTY).unwrap();
    assert_eq!(notice, None);
    let error = library.load(id).unwrap_err();
    assert_eq!(error.code(), "corrupt");
    assert!(error.to_string().contains("library.db is damaged"), "{error}");
    drop(library);
    let OpenedLibrary { library, notice } = open::open(&dir.library(), HASTY).unwrap();
    assert_eq!(notice.unwrap().code, "library-set-aside", "the text of its only game is gone");
    library.forget_report();
    drop(library);
    assert_eq!(open::open(&dir.library(), HASTY).unwrap().notice, None);
    assert!(!names_in(dir.root()).contains(&"library.db-check".to_owned()));
}

/// Damages every page in turn. Only the games on that page are lost, and those with a readable record return from it.
#[test]
fn one_bad_page_costs_the_games_on_it_and_no_other() {
    const GAMES: u32 = 300;
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    let games: Vec<FinishedGame> =
        (0..GAMES).map(|number| FinishedGame { moves: "h2e2 ".repeat(80), ..game(number) }).collect();
    let ids = library.save_all(&games).unwrap();
    library.delete(ids[7]).unwrap();
    let page_size: u32 = library.connection.pragma_query_value(None, "page_size", |row| row.get(0)).unwrap();
    let kind_of = "SELECT name, pagetype FROM dbstat WHERE pageno = ?1";
    let page_kind = |page: usize| {
        let row = library.connection.query_row(kind_of, [page as u32], |row| Ok((row.get(0)?, row.get(1)?)));
        row.optional().unwrap().unwrap_or_else(|| (String::new(), String::new()))
    };
    let pages = library.connection.pragma_query_value(None, "page_count", |row| row.get::<_, u32>(0)).unwrap();
    let (page_size, pages) = (page_size as usize, pages as usize);
    let kinds: Vec<(String, String)> = (1..=pages).map(page_kind).collect();
    drop(library);
    let whole = fs::read(dir.library()).unwrap();
    let all = Query { limit: GAMES, shelf: TrashFilter::Both, ..Query::default() };
    let (mut kept, mut least) = (0, GAMES);
    for (number, (table, kind)) in kinds.iter().enumerate().skip(1) {
        let mut bytes = whole.clone();
        bytes[number * page_size..][..page_size].fill(0xee);
        fs::write(dir.library(), bytes).unwrap();
        let read = |record: &str| {
            Some(FinishedGame { uid: format!("again-{}", crate::clock::seed()), record: record.into(), ..game(0) })
        };
        let OpenedLibrary { library, .. } = Library::open(&dir, read).unwrap();
        let page = library.list(&all).unwrap();
        assert!(
            page.rows
                .iter()
                .all(|row| row.saved.uid.starts_with("again-") || games.contains(&library.load(row.id).unwrap().saved))
        );
        let expected = match (table.as_str(), kind.as_str()) {
            // Without the root page of the texts there are no moves.
            ("game_text", "internal") => 0,
            ("game_text", _) => GAMES - 60,
            _ => GAMES,
        };
        assert!(page.total >= expected, "page {number} of {table} ({kind}): {} games", page.total);
        if table == "game" && kind == "leaf" {
            let again = page.rows.iter().filter(|row| row.saved.uid.starts_with("again-")).count();
            assert!(again > 0, "page {number} had games on it");
        }
        if kind == "leaf" {
            (kept, least) = (kept + page.total, least.min(page.total));
        }
        drop(library);
        for name in names_in(dir.root()).iter().filter(|name| name.starts_with("library")) {
            fs::remove_file(dir.root().join(name)).unwrap();
        }
    }
    println!("{} pages damaged, at least {least} of {GAMES} games kept, {kept} in all", kinds.len() - 1);
}

#[test]
fn a_search_of_any_number_of_words_is_answered() {
    let (_temp, mut library) = fresh();
    library.save(&game(1)).unwrap();
    for (count, found) in [(2_000, 0), (40_000, 0)] {
        let words: Vec<String> = (0..count).map(|number| format!("word{number}")).collect();
        assert_eq!(library.list(&text(&words.join(" "))).unwrap().total, found, "{count} words");
    }
    assert_eq!(numbers(&library, &text(&"王天一 ".repeat(2_000))), [1], "the same word again and again");
    let rules: Vec<String> = (0..2_000).map(|number| format!("rule:{number}")).collect();
    assert_eq!(library.list(&text(&rules.join(" "))).unwrap().total, 0);
}

#[test]
fn a_number_that_cannot_be_is_shown_as_unknown_and_corrected_at_the_start() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    library.save(&game(1)).unwrap();
    library.connection.execute_batch("PRAGMA ignore_check_constraints = ON; UPDATE game SET plies = -1").unwrap();
    let page = library.list(&Query::default()).unwrap();
    assert_eq!((page.rows[0].saved.plies, page.corrected), (0, 1));
    drop(library);
    let OpenedLibrary { library, notice } = open::open(&dir.library(), HASTY).unwrap();
    assert_eq!(notice.unwrap().code, "library-salvaged");
    assert_eq!(library.list(&Query::default()).unwrap().corrected, 0);
}

#[test]
fn a_damaged_letter_harms_no_other() {
    let (_temp, mut library) = fresh();
    library.save(&game(1)).unwrap();
    library.connection.execute_batch("UPDATE game SET first_name = CAST(x'41ff42' AS TEXT)").unwrap();
    assert_eq!(library.list(&Query::default()).unwrap().rows[0].saved.first.name, "A\u{fffd}B");
}

#[test]
fn a_newer_library_is_not_touched() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    library.save(&game(1)).unwrap();
    library.connection.pragma_update(None, "user_version", 99).unwrap();
    drop(library);
    let before = fs::read(dir.library()).unwrap();
    let error = Library::open(&dir, |_| None).unwrap_err();
    assert_eq!(error.code(), "newer-version");
    assert!(error.to_string().contains("library.db"), "{error}");
    assert_eq!(fs::read(dir.library()).unwrap(), before);
}

#[test]
fn a_locked_library_is_called_locked() {
    let (_temp, dir) = data_dir();
    let mut library = open::open(&dir.library(), HASTY).unwrap().library;
    let id = library.save(&game(1)).unwrap();
    let other = Connection::open(dir.library()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    for error in [library.save(&game(2)).map(drop), library.delete(id)].map(Result::unwrap_err) {
        assert_eq!(error.code(), "locked");
        assert!(error.to_string().ends_with("library.db is locked by another program; close it and try again."));
    }
    assert_eq!(library.load(id).unwrap().saved, game(1), "reading goes on");
    other.execute_batch("ROLLBACK").unwrap();
    library.save(&game(2)).unwrap();
    drop((library, other));

    let other = Connection::open(dir.library()).unwrap();
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM game").unwrap();
    assert_eq!(open::open(&dir.library(), HASTY).unwrap_err().code(), "locked");
    drop(other);
    assert_eq!(open(&dir).list(&Query::default()).unwrap().total, 2);
}

#[test]
fn two_programs_may_save_at_once() {
    let (_temp, dir) = data_dir();
    std::thread::scope(|scope| {
        for program in 0..2 {
            let dir = &dir;
            scope.spawn(move || {
                let mut library = open(dir);
                for number in 0..20 {
                    library.save(&game(program * 100 + number)).unwrap();
                }
            });
        }
    });
    assert_eq!(open(&dir).list(&Query::default()).unwrap().total, 40);
}

#[test]
fn a_full_disk_is_called_full_and_loses_nothing() {
    let (_temp, mut library) = fresh();
    let id = library.save(&game(1)).unwrap();
    let pages: i64 = library.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    library.connection.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).unwrap();
    let big = FinishedGame { record: "x".repeat(1 << 20), ..game(2) };
    assert_eq!(library.save(&big).unwrap_err().code(), "full");
    assert_eq!(library.load(id).unwrap().saved, game(1));
    assert_eq!(library.list(&Query::default()).unwrap().total, 1);
}

/// As a backup program or a scanner opens a file on Windows.
#[cfg(windows)]
#[test]
fn a_library_that_another_program_holds_is_locked() {
    use std::os::windows::fs::OpenOptionsExt as _;
    let (_temp, dir) = data_dir();
    open(&dir).save(&game(1)).unwrap();
    let held = fs::OpenOptions::new().read(true).share_mode(0).open(dir.library()).unwrap();
    let error = Library::open(&dir, |_| None).unwrap_err();
    assert_eq!(error.code(), "locked", "{error}");
    drop(held);
    assert_eq!(open(&dir).list(&Query::default()).unwrap().total, 1);
}

/// Windows removes no folder with open files.
#[cfg(unix)]
#[test]
fn a_folder_removed_while_running_is_named() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    fs::remove_dir_all(dir.root()).unwrap();
    for error in [library.save(&game(1)).map(drop), library.list(&Query::default()).map(drop)].map(Result::unwrap_err) {
        assert_eq!(error.code(), "missing-folder");
        assert!(error.to_string().contains("library.db"), "{error}");
    }
    assert_eq!(Library::open(&dir, |_| None).unwrap_err().code(), "missing-folder");
}

#[test]
fn a_folder_in_the_place_of_the_library_is_refused() {
    let (_temp, dir) = data_dir();
    fs::create_dir(dir.library()).unwrap();
    assert_eq!(Library::open(&dir, |_| None).unwrap_err().code(), "unwritable");
}

#[test]
fn a_read_only_folder_is_refused() {
    let prepare = |folder: &Path| {
        open(&DataDir::open(folder).unwrap()).save(&game(1)).unwrap();
        let mut permissions = fs::metadata(folder.join("library.db")).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(folder.join("library.db"), permissions).unwrap();
    };
    let test = "library::tests::a_read_only_folder_is_refused";
    as_nobody_after(test, prepare, |folder| {
        let dir = DataDir::assume(folder);
        let before = fs::read(dir.library()).unwrap();
        assert_eq!(Library::open(&dir, |_| None).unwrap_err().code(), "unwritable");
        assert_eq!(fs::read(dir.library()).unwrap(), before);
        assert_eq!(
            Library::open(&DataDir::assume(&folder.join("journal")), |_| None).unwrap_err().code(),
            "unwritable"
        );
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Damages a library at a random place. Opening never panics, and a damaged file keeps every byte in the folder.
    #[test]
    fn damage_never_deletes(at in any::<prop::sample::Index>(), noise in prop::collection::vec(any::<u8>(), 1..200)) {
        let (_temp, dir) = data_dir();
        open(&dir).save_all(&[game(1), lost_gomoku(2)]).unwrap();
        let mut bytes = fs::read(dir.library()).unwrap();
        let start = at.index(bytes.len());
        let end = (start + noise.len()).min(bytes.len());
        bytes[start..end].copy_from_slice(&noise[..end - start]);
        fs::write(dir.library(), &bytes).unwrap();
        match Library::open(&dir, |_| None) {
            Ok(OpenedLibrary { library, notice: None }) => {
                // Checks miss damage within a text or in an unused part. Reading must still not panic.
                let _ = (library.list(&Query::default()), library.list(&text("level:3 王")));
            }
            Ok(OpenedLibrary { library, notice: Some(_) }) => {
                prop_assert!(library.list(&Query::default()).unwrap().total <= 2);
                let aside = names_in(dir.root()).into_iter().find(|name| name.starts_with("library.corrupt-")).unwrap();
                prop_assert_eq!(fs::read(dir.root().join(aside)).unwrap(), bytes);
            }
            Err(_) => prop_assert_eq!(fs::read(dir.library()).unwrap(), bytes),
        }
    }
}

/// Prints the times of a big library. `DUIYI_LIBRARY_GAMES` sets its number of games, 20,000 by default.
#[test]
fn a_big_library_opens_and_searches() {
    let count = std::env::var("DUIYI_LIBRARY_GAMES").map_or(20_000, |text| text.parse().unwrap());
    let (_temp, dir) = data_dir();
    let games: Vec<FinishedGame> = (0..count)
        .map(|number| {
            let base = if number % 3 == 0 { lost_gomoku(number) } else { game(number) };
            FinishedGame { moves: "h2e2 ".repeat(80), record: "h2e2 h9g7 ".repeat(80), ..base }
        })
        .collect();
    let timed = |what: &str, work: &mut dyn FnMut() -> u32| {
        let start = Instant::now();
        let total = work();
        println!("{what}: {total} of {count} games, {} ms", start.elapsed().as_millis());
        total
    };
    timed("save", &mut || open(&dir).save_all(&games).unwrap().len() as u32);
    let mut library = None;
    let total = timed("open and first page", &mut || library.insert(open(&dir)).list(&Query::default()).unwrap().total);
    assert_eq!(total, count);
    let library = library.unwrap();
    let search = |what: &str, query: &Query| timed(what, &mut || library.list(query).unwrap().total);
    assert_eq!(search("last page", &Query { offset: count - 50, ..Query::default() }), count);
    assert_eq!(search("words", &text("level:3 中炮")), count - count.div_ceil(3));
    assert_eq!(search("game", &Query { game: Some("gomoku".into()), ..Query::default() }), count.div_ceil(3));
}

#[test]
fn programs_that_start_at_once_on_a_fresh_folder_share_one_library() {
    for _ in 0..100 {
        let (_temp, dir) = data_dir();
        let opened: Vec<Option<Notice>> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..4).map(|_| scope.spawn(|| Library::open(&dir, |_| None).unwrap().notice)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(opened, [None, None, None, None]);
    }
}

/// The last steps of the schema undone.
const TO_VERSION_2: &str = "DROP INDEX game_by_day; DROP INDEX game_by_game_and_day; DROP INDEX game_by_result_and_day;
     ALTER TABLE game DROP COLUMN date; DROP TABLE run_day; DROP TABLE player_alias; PRAGMA user_version = 2";

/// Games of version 2, whose records have these texts; the last one was played here.
fn games_of_version_2(dir: &DataDir) -> usize {
    let records = [
        "[Date \"1989.05.12\"]\n\n*",
        "[Date \"1989-05-??\"]\n\n*",
        "[Date \"1990.??.??\"]\n\n*",
        "(;GM[4]DT[2001-02-03])",
        "[Date \"????.??.??\"]\n\n*",
        "h8 i9 j10",
    ];
    let mut games: Vec<FinishedGame> = (0..)
        .zip(records)
        .map(|(number, record)| FinishedGame { uid: format!("record-{number}"), record: record.into(), ..game(number) })
        .collect();
    games.push(FinishedGame { started_at_ms: 1_500_000_000_000, ..game(99) });
    let mut library = open(dir);
    library.save_all(&games).unwrap();
    library.connection.execute_batch(TO_VERSION_2).unwrap();
    games.len()
}

fn dates(library: &Library, sort: GameOrder, reversed: bool) -> Vec<String> {
    let page = library.list(&Query { sort, reversed, ..Query::default() }).unwrap();
    page.rows.into_iter().map(|row| row.saved.date).collect()
}

#[test]
fn an_older_library_learns_the_dates_of_its_records() {
    let (_temp, dir) = data_dir();
    let count = games_of_version_2(&dir);
    let library = open(&dir);
    let played = crate::clock::day(1_500_000_000_000);
    let newest = [played.as_str(), "2001.02.03", "1990", "1989.05.12", "1989.05", "", ""];
    assert_eq!(dates(&library, GameOrder::Date, false), newest);
    assert_eq!(
        dates(&library, GameOrder::Date, true),
        ["1989.05", "1989.05.12", "1990", "2001.02.03", &played, "", ""]
    );
    assert_eq!(newest.len(), count);
    for (date, found) in [("1989", 2), ("1989-05", 2), ("1990", 1), ("1990-01", 0), ("2001-02", 1)] {
        let query = Query { date: Some(date.into()), ..Query::default() };
        assert_eq!(library.list(&query).unwrap().total, found, "{date}");
    }
    assert_eq!(library.list(&text("1989.05")).unwrap().total, 2);
    assert_eq!(library.list(&text("date:1989.05.12")).unwrap().total, 1);
}

#[test]
fn games_are_listed_by_the_time_they_came_in() {
    let (_temp, mut library) = fresh();
    let of = |number, date: &str| FinishedGame { date: date.to_owned(), ..game(number) };
    library.save_all(&[of(1, "2020.01.01"), of(2, "1989"), of(3, ""), of(4, "2010.05.12")]).unwrap();
    assert_eq!(dates(&library, GameOrder::Added, false), ["2010.05.12", "", "1989", "2020.01.01"]);
}

#[test]
fn a_backup_of_an_older_library_comes_back_with_its_dates() {
    let (temp, dir) = data_dir();
    let count = games_of_version_2(&dir);
    let backup = temp.path().join("old.db");
    Connection::open(dir.library()).unwrap().execute("VACUUM INTO ?1", [backup.to_str().unwrap()]).unwrap();
    let (_other, mut library) = fresh();
    let restored = library.bring_back(&backup).unwrap();
    assert_eq!(restored.added as usize, count);
    assert_eq!(dates(&library, GameOrder::Date, false)[1..5], ["2001.02.03", "1990", "1989.05.12", "1989.05"]);
}

/// SQLite takes shorter paths than the system.
#[cfg(unix)]
#[test]
fn a_path_that_is_too_long_is_named_as_one() {
    let temp = tempfile::tempdir().unwrap();
    let mut folder = temp.path().to_owned();
    while folder.as_os_str().len() < super::error::PATH_BYTES_MAX {
        folder.push("a".repeat(60));
    }
    let dir = DataDir::open(&folder).unwrap();
    assert_eq!(Library::open(&dir, |_| None).unwrap_err().code(), "invalid-path");
    assert_eq!(DataDir::open(folder.join("a".repeat(300))).unwrap_err().code(), "invalid-path");
}

/// A person moved the file and left a link. SQLite keeps the log beside the file, where the salvage must find it, too.
#[cfg(unix)]
#[test]
fn a_library_behind_a_link_keeps_its_log_and_its_link() {
    use std::os::unix::fs::symlink;

    let (temp, dir) = data_dir();
    let disk = temp.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mut library = open(&dir);
    library.save(&game(1)).unwrap();
    drop(library);
    fs::rename(dir.library(), disk.join("games.db")).unwrap();
    symlink("disk/games.db", dir.library()).unwrap();

    let mut library = open(&dir);
    library.save(&game(2)).unwrap();
    library.flush().unwrap();
    // The program is killed: the second game is in the log only.
    std::mem::forget(library);
    let file = disk.join("games.db");
    let mut bytes = fs::read(&file).unwrap();
    let end = bytes.len();
    bytes[end - 4096..].fill(0xee);
    fs::write(&file, &bytes).unwrap();
    let opened = Library::open(&dir, |_| None).unwrap();
    assert_eq!(opened.library.list(&Query::default()).unwrap().total, 2, "{:?}", opened.notice);
    assert!(dir.library().is_symlink());
    drop(opened);

    // The disk is away.
    fs::rename(&file, temp.path().join("away")).unwrap();
    assert_eq!(Library::open(&dir, |_| None).unwrap_err().code(), "missing-folder");
    assert!(!file.exists());
}

/// A sync program or a crash of the system may leave an empty file.
#[test]
fn an_empty_file_in_the_place_of_a_used_library_is_reported() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    library.save(&game(1)).unwrap();
    assert_eq!(library.list(&Query { text: "duiyi".to_owned(), ..Query::default() }).unwrap().total, 1);
    drop(library);
    fs::write(dir.library(), b"").unwrap();
    let opened = Library::open(&dir, |_| None).unwrap();
    let notice = opened.notice.expect("it is reported");
    assert_eq!(notice.code, "library-set-aside", "{notice:?}");
    assert_eq!(opened.library.list(&Query { text: "duiyi".to_owned(), ..Query::default() }).unwrap().total, 0);
}

/// A sync program may leave the log out, which has all of a young library.
#[test]
fn a_library_without_its_log_is_reported() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    library.save(&game(1)).unwrap();
    assert_eq!(library.list(&Query { text: "duiyi".to_owned(), ..Query::default() }).unwrap().total, 1);
    let (_other, copy) = data_dir();
    for (from, to) in [(dir.library(), copy.library()), (index::path(&dir.library()), index::path(&copy.library()))] {
        fs::copy(from, to).unwrap();
    }
    let opened = Library::open(&copy, |_| None).unwrap();
    assert_eq!(opened.notice.expect("it is reported").code, "library-set-aside");
}

/// As a sync program does: it renames the open file and puts another one there.
#[cfg(unix)]
#[test]
fn a_library_that_was_exchanged_while_open_is_not_written_to() {
    let (temp, dir) = data_dir();
    let mut library = open(&dir);
    library.save(&game(1)).unwrap();
    let mut beside = library.beside().unwrap();
    fs::rename(dir.library(), temp.path().join("library (conflict).db")).unwrap();
    fs::write(dir.library(), b"").unwrap();
    assert_eq!(library.save(&game(2)).unwrap_err().code(), "missing-folder");
    assert_eq!(beside.save(&game(2)).unwrap_err().code(), "missing-folder");
    assert_eq!(library.beside().unwrap_err().code(), "missing-folder");
    assert!(library.write_backup(&temp.path().join("backup"), &mut |_| ControlFlow::Continue(())).is_err());
}

/// A restore waits for no other one, and changes nothing meanwhile.
#[test]
fn two_programs_do_not_restore_at_once() {
    let (temp, mut library) = fresh();
    library.save(&game(1)).unwrap();
    let backup = temp.path().join("backup");
    library.back_up(&backup).unwrap();
    let (_other, dir) = data_dir();
    let (mut first, mut second) = (open(&dir), open(&dir));
    let mut refused = None;
    let report = first.merge_backup(&backup, &mut |_| {
        refused = Some(second.bring_back(&backup).unwrap_err().code());
        // Another start does not undo it, either.
        assert_eq!(second.undo_restore().unwrap(), None);
        ControlFlow::Continue(())
    });
    assert_eq!((report.unwrap().unwrap().added, refused), (1, Some("locked")));
}
