use super::super::tests::{fresh, game, numbers, open, text};
use super::super::{FinishedGame, Library, Query, query};
use super::*;
use crate::testing::data_dir;

#[track_caller]
fn found(library: &Library, words: &str) -> Vec<i64> {
    numbers(library, &text(words))
}

fn with_record(number: u32, record: &str) -> FinishedGame {
    FinishedGame { record: record.to_owned(), ..game(number) }
}

const NONE: [i64; 0] = [];

#[test]
fn words_of_any_length_are_found_in_names_events_and_comments() {
    let (_temp, mut library) = fresh();
    let pgn = |event: &str, comment: &str| {
        format!("[Game \"Chinese Chess\"]\n[Event \"{event}\"]\n\n1. h2e2 {{{comment}}} h9g7 *\n")
    };
    library
        .save_all(&[
            with_record(1, &pgn("第一届杯赛", "好棋，弃马抢先")),
            with_record(2, &pgn("Spring Open", "A quiet \"waiting\" move")),
            with_record(3, &pgn("", "")),
        ])
        .unwrap();
    assert_eq!(found(&library, "弃"), [1]);
    assert_eq!(found(&library, "弃马"), [1]);
    assert_eq!(found(&library, "弃马抢先"), [1]);
    assert_eq!(found(&library, "先"), [1], "the last letter of a text");
    assert_eq!(found(&library, "杯赛"), [1]);
    assert_eq!(found(&library, "QUIET"), [2]);
    assert_eq!(found(&library, "et"), [2], "a piece of a word");
    assert_eq!(found(&library, "\"waiting\""), [2], "quotes are letters");
    assert_eq!(found(&library, "spring quiet"), [2]);
    assert_eq!(found(&library, "spring 弃"), NONE);
    assert_eq!(found(&library, "王"), [3, 2, 1]);
    assert_eq!(found(&library, "* OR NOT"), NONE, "no operator");
}

/// Names as a record of another country, keyboard or program has them.
#[test]
fn names_are_found_however_they_are_written() {
    let (_temp, mut library) = fresh();
    let named = |number: u32, name: &str, event: &str| {
        let pgn = format!("[Game \"Chinese Chess\"]\n[Event \"{event}\"]\n\n1. h2e2 h9g7 *\n");
        let mut named = with_record(number, &pgn);
        name.clone_into(&mut named.first.name);
        named
    };
    let decomposed = "Nguye\u{302}\u{303}n";
    library
        .save_all(&[
            named(1, "许银川", "全國象棋個人賽"),
            named(2, "Nguyễn Đức", "Zürich"),
            named(3, decomposed, "Ｃｕｐ　２０２４"),
        ])
        .unwrap();
    library.tag(&[1], "紅先勝", true).unwrap();
    for (words, games) in [
        ("許銀川", &[1_i64] as &[i64]),
        ("许银川", &[1]),
        ("player:許銀川", &[1]),
        ("player:nguyen", &[3, 2]),
        ("nguyễn", &[3, 2]),
        (decomposed, &[3, 2]),
        ("player:DUC", &[2]),
        ("红先胜", &[1]),
        ("event:全国象棋", &[1]),
        ("个人赛", &[1]),
        ("zurich", &[2]),
        ("event:zürich", &[2]),
        ("cup 2024", &[3]),
    ] {
        assert_eq!(found(&library, words), games, "{words}");
    }
}

#[test]
fn many_words_are_a_question_like_any_other() {
    let (_temp, mut library) = fresh();
    library.save(&game(1)).unwrap();
    for count in [2_000, 4_000, 20_000] {
        let many: Vec<String> = (0..count).map(|number| format!("word{number} 字{number}")).collect();
        assert_eq!(found(&library, &many.join(" ")), NONE, "{count}");
    }
    assert_eq!(found(&library, &"王天一 ".repeat(20_000)), [1]);
}

/// A library of version 1 has no index and no tags. An upgrade keeps its games and finds them.
#[test]
fn an_older_library_is_brought_up_to_date() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    library.save_all(&[game(1), game(2)]).unwrap();
    library
        .connection
        .execute_batch(
            "DROP INDEX game_by_day; DROP INDEX game_by_game_and_day; DROP INDEX game_by_result_and_day;
             ALTER TABLE game DROP COLUMN date; DROP TABLE run_day; DROP TABLE player_alias;
             DROP TRIGGER game_added; DROP TRIGGER game_changed; DROP TRIGGER game_purged;
             DROP TABLE shelf; DROP TABLE purged; DROP TABLE tag;
             DROP INDEX game_by_change; DROP INDEX game_by_players; DROP INDEX game_by_plies;
             ALTER TABLE game DROP COLUMN change; PRAGMA user_version = 1",
        )
        .unwrap();
    drop(library);
    let mut library = open(&dir);
    assert_eq!(found(&library, "王天一"), [2, 1]);
    library.save(&game(3)).unwrap();
    assert_eq!(found(&library, "王天一"), [3, 2, 1]);
}

#[test]
fn an_index_is_built_in_steps_and_goes_on_where_it_was() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    library.save_all(&(0..50).map(game).collect::<Vec<_>>()).unwrap();
    assert_eq!(library.catch_up(Duration::ZERO).unwrap(), 49);
    assert_eq!(library.catch_up(Duration::ZERO).unwrap(), 48);
    drop(library);
    let library = open(&dir);
    assert_eq!(library.catch_up(Duration::ZERO).unwrap(), 47);
    // A search by name finds a game that the index lacks.
    let found = query::find(&library.connection, &text("王天一"), 47, query::FEW).unwrap();
    let page = query::list(&library.connection, &text("王天一"), 47, &found).unwrap();
    assert_eq!(page.total, 50);
    assert_eq!(library.catch_up(Duration::from_secs(60)).unwrap(), 0);
    assert_eq!(library.list(&text("王天一")).unwrap().total, 50);
}

#[test]
fn purged_games_leave_the_index_in_steps() {
    let (_temp, mut library) = fresh();
    let ids = library.save_all(&(0..=2 * PURGED_MAX).map(game).collect::<Vec<_>>()).unwrap();
    assert_eq!(library.catch_up(Duration::from_secs(60)).unwrap(), 0);
    library.set_deleted(&ids, true).unwrap();
    library.empty_trash().unwrap();
    let id = library.save(&game(9_999)).unwrap();
    assert_eq!(library.catch_up(Duration::ZERO).unwrap(), PURGED_MAX + 1, "the new game does not wait");
    assert_eq!(library.catch_up(Duration::from_secs(60)).unwrap(), 0);
    for table in ["texts_docsize", "positions_docsize", "facts", "lines", "fingerprints"] {
        let sql = format!("SELECT count(*) FROM idx.{table} WHERE rowid <> ?1");
        let left: i64 = library.connection.query_row(&sql, [id], |row| row.get(0)).unwrap();
        assert_eq!(left, 0, "{table}");
    }
}

#[test]
fn an_index_that_is_damaged_or_of_another_library_is_made_again() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    library.save(&game(1)).unwrap();
    assert_eq!(found(&library, "王"), [1]);
    drop(library);
    let index = path(&dir.library());
    let sound = fs::read(&index).unwrap();
    for damage in [b"not a database at all, but long enough to look at".to_vec(), Vec::new(), vec![0; 5000], {
        let mut bytes = sound.clone();
        let middle = bytes.len() / 2;
        bytes[100..middle].fill(0xee);
        bytes
    }] {
        fs::write(&index, damage).unwrap();
        assert_eq!(found(&open(&dir), "王"), [1]);
    }
    // A new library meets the index of the old one, and is reported.
    fs::remove_file(dir.library()).unwrap();
    let opened = super::super::Library::open(&dir, |_| None).unwrap();
    assert_eq!(opened.notice.unwrap().code, "library-missing");
    let mut library = opened.library;
    assert_eq!(found(&library, "王"), NONE);
    library.save(&game(7)).unwrap();
    assert_eq!(found(&library, "王"), [7]);
}

/// An index ahead of a library that was reset to an earlier state is rebuilt.
#[test]
fn an_index_that_knows_more_than_its_library_is_made_again() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    library.save(&game(1)).unwrap();
    let copy = dir.root().join("copy.db");
    library.back_up(&copy).unwrap();
    library.save(&game(2)).unwrap();
    assert_eq!(found(&library, "王"), [2, 1]);
    drop(library);
    fs::rename(&copy, dir.library()).unwrap();
    assert_eq!(found(&open(&dir), "王"), [1]);
}

#[test]
fn tags_are_kept_with_the_game() {
    let (_temp, mut library) = fresh();
    let ids = library.save_all(&[game(1), game(2), game(3)]).unwrap();
    library.tag(&ids[..2], "残局", true).unwrap();
    library.tag(&ids[1..], super::super::FAVOURITE, true).unwrap();
    library.tag(&[999], "残局", true).unwrap();
    assert_eq!(library.load(ids[1]).unwrap().tags, ["★", "残局"]);
    assert_eq!(found(&library, "tag:残局"), [2, 1]);
    assert_eq!(numbers(&library, &Query { tag: Some("★".into()), ..Query::default() }), [3, 2]);
    library.save(&game(2)).unwrap();
    assert_eq!(library.load(ids[1]).unwrap().tags.len(), 2, "saving again takes no tag off");
    library.tag(&ids, "残局", false).unwrap();
    assert_eq!(found(&library, "tag:残局"), NONE);
    assert_eq!(super::super::tidy_tag("  two \n words  ").as_deref(), Some("two words"));
    assert_eq!(super::super::tidy_tag(" \t "), None);
}
