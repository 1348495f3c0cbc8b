//! Work on many games of the library: their export, and their count into a book.

use std::fs;

use duiyi_core::record::export::{Export, PictureStyle};
use duiyi_core::record::format;

use super::*;
use crate::desk::export_many::{ExportTarget, ExportedGames};
use crate::library::LibraryProgress;
use crate::testing::names_in;

/// A desk with two games of Xiangqi and one of Gomoku, and their numbers in that order.
fn filled(folder: &TempDir) -> (Desk, Vec<i64>) {
    let desk = open(folder).desk;
    for record in [
        "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n1. h2e2 h9g7 1-0\n",
        "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"乙\"]\n\n1. b2e2 {好棋} *\n",
        "h8 i9 h9",
    ] {
        import(&desk, record).unwrap();
    }
    let mut ids = desk.ids(&Query::default()).unwrap();
    ids.sort_unstable();
    (desk, ids)
}

fn named(name: &str) -> Export {
    Export::named(name).unwrap()
}

#[test]
fn one_file_has_all_games_in_order() {
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (desk, ids) = filled(&folder);
    let (path, style) = (out.path().join("games.pgn"), PictureStyle::default());
    fs::write(&path, "old").unwrap();
    let export = |ids: &[i64], form: &str, told: &mut dyn FnMut(LibraryProgress)| {
        desk.export_many(ids, named(form), ExportTarget::File(&path), &style, told)
    };
    let chosen = [ids[1], ids[2], 999, ids[0]];
    // The Gomoku game has no place in a PGN, and game 999 is not there.
    assert_eq!(export(&chosen, "pgn", &mut |_| {}).unwrap(), Some(ExportedGames { games: 2, left_out: 2 }));
    let mut moves = Vec::new();
    let codec = format::with_ending("pgn").unwrap();
    let _ = codec.read_each(&fs::read(&path).unwrap(), &mut |record| {
        moves.push(record.unwrap().tree.main_moves().map(str::to_owned).collect::<Vec<_>>().join(" "));
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(moves, ["B2-E2", "H2-E2 H9-G7"]);

    let before = fs::read(&path).unwrap();
    assert_eq!(export(&ids[2..], "pgn", &mut |_| {}).unwrap_err().0.code, "unwritable-form", "no game fits");
    assert_eq!(export(&ids[..2], "xqf", &mut |_| {}).unwrap_err().0.code, "unwritable-form", "one game a file");
    assert_eq!(export(&ids[..1], "xqf", &mut |_| {}).unwrap(), Some(ExportedGames { games: 1, left_out: 0 }));
    fs::write(&path, &before).unwrap();
    let stopped = export(&ids, "pgn", &mut |progress| {
        assert_eq!(progress.total, 3);
        desk.stop_library_work();
    });
    assert_eq!(stopped.unwrap(), None);
    assert_eq!((fs::read(&path).unwrap(), names_in(out.path())), (before, vec!["games.pgn".to_owned()]));
    let missing = out.path().join("no/folder/games.pgn");
    let failed = desk.export_many(&ids, named("pgn"), ExportTarget::File(&missing), &style, &mut |_| {});
    assert!(failed.unwrap_err().0.message.contains("games.pgn"));
}

#[test]
fn a_folder_gets_a_file_for_each_game_and_keeps_its_own() {
    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (desk, ids) = filled(&folder);
    let style = PictureStyle::default();
    for _ in 0..2 {
        let to = ExportTarget::Folder(out.path());
        let done = desk.export_many(&ids, named("xqf"), to, &style, &mut |_| {}).unwrap();
        assert_eq!(done, Some(ExportedGames { games: 2, left_out: 1 }));
    }
    assert_eq!(names_in(out.path()), ["1 甲-乙 (2).xqf", "1 甲-乙.xqf", "2 甲-乙 (2).xqf", "2 甲-乙.xqf"]);
    let pages = tempfile::tempdir().unwrap();
    let to = ExportTarget::Folder(pages.path());
    let done = desk.export_many(&ids, named("html"), to, &style, &mut |_| {}).unwrap();
    assert_eq!((done.unwrap().games, names_in(pages.path()).len()), (3, 3));
}

#[test]
fn the_forms_hold_some_of_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let (desk, ids) = filled(&folder);
    let held = |ids: &[i64]| {
        let offers = desk.export_forms_of(ids).unwrap();
        offers.into_iter().filter(|(_, written)| written.is_ok()).map(|(export, _)| export.name()).collect::<Vec<_>>()
    };
    let (xiangqi, gomoku, both) = (held(&ids[..2]), held(&ids[2..]), held(&ids));
    assert!(xiangqi.contains(&"xqf") && !xiangqi.contains(&"sgf"), "{xiangqi:?}");
    assert!(gomoku.contains(&"sgf") && !gomoku.contains(&"xqf"), "{gomoku:?}");
    assert!(["xqf", "sgf"].iter().all(|form| both.contains(form)), "{both:?}");
    assert_eq!(held(&[]), Vec::<&str>::new());
}

#[test]
fn games_are_counted_into_a_book_to_a_chosen_ply() {
    use crate::books::{BookMove, OpeningBook};
    use crate::desk::count_many::{CountedGames, GameCount};
    use duiyi_core::game::{Game, GameKind, Setup};

    let (folder, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (desk, ids) = filled(&folder);
    let path = out.path().join("mine.book");
    let count = GameCount { game: GameKind::Xiangqi, plies_max: 1, games_min: 1 };
    let chosen = [ids[0], 999, ids[1], ids[2]];
    let mut told = Vec::new();
    let counted = desk.count_games(&chosen, count, &path, &mut |progress| told.push(progress)).unwrap();
    // The Gomoku game is of another kind, and game 999 is not there.
    assert_eq!(counted, Some(CountedGames { games: 2, left_out: 2, positions: 1, moves: 1 }));
    assert_eq!(told.first(), Some(&LibraryProgress { games: 0, total: 4 }));
    let book = OpeningBook::open(&path).unwrap();
    let start = Game::new(&Setup::usual(GameKind::Xiangqi));
    let found = book.moves(&start).unwrap();
    // A win, and the same move seen in the mirror without a result.
    let BookMove { mv, weight, wins, draws, losses, .. } = &found[0];
    assert_eq!((mv.as_str(), *weight, [*wins, *draws, *losses]), ("h2e2", 3, [1, 0, 0]));
    drop(book);

    let before = fs::read(&path).unwrap();
    let stopped = desk.count_games(&ids, count, &path, &mut |_| desk.stop_library_work()).unwrap();
    assert_eq!((stopped, fs::read(&path).unwrap(), names_in(out.path())), (None, before, vec!["mine.book".to_owned()]));
    let gomoku = GameCount { game: GameKind::Gomoku, plies_max: 40, games_min: 2 };
    let counted = desk.count_games(&ids, gomoku, &path, &mut |_| {}).unwrap();
    assert_eq!(counted, Some(CountedGames { games: 1, left_out: 2, positions: 0, moves: 0 }));
}
