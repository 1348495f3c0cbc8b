use super::super::tests::{data_dir, fresh, game, lost_gomoku, open as open_library};
use super::super::{GameOrder, Query, TrashFilter};
use super::*;
use crate::testing::names_in;

#[test]
fn what_is_backed_up_comes_back() {
    let (temp, mut library) = fresh();
    let ids = library.save_all(&[game(1), lost_gomoku(2), game(3)]).unwrap();
    library.tag(&ids[..2], "残局", true).unwrap();
    library.delete(ids[2]).unwrap();
    let file = temp.path().join("games.duiyi");
    assert_eq!(library.back_up(&file).unwrap(), 3);

    let (_other, mut empty) = fresh();
    empty.save(&game(9)).unwrap();
    assert_eq!(empty.bring_back(&file).unwrap(), MergeReport { added: 3, undeleted: 0, known: 0 });
    let rows =
        empty.list(&Query { shelf: TrashFilter::Both, sort: GameOrder::Oldest, ..Query::default() }).unwrap().rows;
    let rows: Vec<_> = rows.iter().map(|row| empty.load(row.id).unwrap()).collect();
    assert_eq!(rows.len(), 4);
    assert_eq!((&rows[0].saved, rows[0].tags.as_slice()), (&game(1), &["残局".to_owned()][..]));
    assert_eq!(rows[1].saved, lost_gomoku(2));
    assert!(rows[2].deleted_at_ms.is_some(), "what was in the trash is in the trash");
    assert_eq!(empty.bring_back(&file).unwrap(), MergeReport { added: 0, undeleted: 0, known: 3 }, "twice is once");
}

#[test]
fn what_is_here_stays_as_it_is_and_comes_out_of_the_trash() {
    let (temp, mut library) = fresh();
    let ids = library.save_all(&[game(1), game(2)]).unwrap();
    let file = temp.path().join("games.duiyi");
    library.back_up(&file).unwrap();
    let newer = super::super::FinishedGame { record: "commented".into(), ..game(1) };
    library.save(&newer).unwrap();
    library.delete(ids[1]).unwrap();
    assert_eq!(library.bring_back(&file).unwrap(), MergeReport { added: 0, undeleted: 1, known: 1 });
    assert_eq!(library.load(ids[0]).unwrap().saved, newer);
    assert_eq!(library.load(ids[1]).unwrap().deleted_at_ms, None);
}

#[test]
fn a_backup_is_whole_or_not_at_all() {
    let (temp, dir) = data_dir();
    let mut library = open_library(&dir);
    library.save(&game(1)).unwrap();
    let nowhere = temp.path().join("no/such/folder/games.duiyi");
    assert_eq!(library.back_up(&nowhere).unwrap_err().code(), "missing-folder");
    let error = library.back_up(&dir.library()).unwrap_err();
    assert!(error.to_string().contains("the library itself"), "{error}");
    let folder = temp.path().join("a folder");
    fs::create_dir(&folder).unwrap();
    assert!(library.back_up(&folder).is_err());
    assert!(names_in(dir.root()).iter().all(|name| !name.ends_with(".tmp")), "{:?}", names_in(dir.root()));

    let file = temp.path().join("games.duiyi");
    fs::write(&file, b"an old backup").unwrap();
    library.back_up(&file).unwrap();
    library.save(&game(2)).unwrap();
    library.back_up(&file).unwrap();
    let (_other, mut empty) = fresh();
    assert_eq!(empty.bring_back(&file).unwrap().added, 2);
}

#[test]
fn what_is_no_backup_is_refused_and_changes_nothing() {
    let (temp, mut library) = fresh();
    library.save(&game(1)).unwrap();
    let file = temp.path().join("games.duiyi");
    assert_eq!(library.bring_back(&file).unwrap_err().code(), "missing-folder");
    library.back_up(&file).unwrap();
    let sound = fs::read(&file).unwrap();
    let damaged = [&sound[..4096], &[0xee; 4096][..], &sound[8192..]].concat();
    for bytes in [&b""[..], b"[Game \"Chinese Chess\"]", &sound[..sound.len() / 2], &damaged] {
        fs::write(&file, bytes).unwrap();
        assert_eq!(library.bring_back(&file).unwrap_err().code(), "not-a-library", "{} bytes", bytes.len());
    }
    fs::write(&file, &sound).unwrap();
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert_eq!(library.bring_back(&file).unwrap_err().code(), "newer-version");
    Connection::open(temp.path().join("foreign")).unwrap().execute_batch("CREATE TABLE recipe (name TEXT)").unwrap();
    assert_eq!(library.bring_back(&temp.path().join("foreign")).unwrap_err().code(), "not-a-library");
    assert_eq!(library.list(&Query::default()).unwrap().total, 1);
}

/// A salvaged library keeps its tags.
#[test]
fn tags_are_salvaged_with_their_games() {
    let (_temp, dir) = data_dir();
    let mut library = open_library(&dir);
    let ids = library.save_all(&[game(1), game(2)]).unwrap();
    library.tag(&ids[1..], "残局", true).unwrap();
    library
        .connection
        .execute_batch("PRAGMA ignore_check_constraints = ON; UPDATE game SET plies = -1 WHERE id = 1")
        .unwrap();
    drop(library);
    let opened = super::super::Library::open(&dir, |_| None).unwrap();
    assert_eq!(opened.notice.unwrap().code, "library-salvaged");
    let rows = opened.library.list(&Query::default()).unwrap().rows;
    assert_eq!((rows.len(), rows[0].tags.as_slice()), (1, &["残局".to_owned()][..]));
}
