//! Export of many games of the library.

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
