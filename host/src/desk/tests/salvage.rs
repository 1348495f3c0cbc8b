//! A damaged library is salvaged while the desk plays.

use super::library_work::damage;
use super::*;
use crate::desk::salvage::SalvageEvent;

/// Enough that the salvage takes longer than a start waits for it.
const GAMES: u32 = 60_000;

#[test]
fn the_desk_plays_while_the_library_is_salvaged() {
    let folder = tempfile::tempdir().unwrap();
    damage(&folder, GAMES);
    let (desk, updates, notices) = open_with_notices(&folder);
    assert_eq!(notices, Vec::<String>::new(), "the salvage goes on");
    let (sender, news) = mpsc::channel();
    desk.watch_salvage(move |event| _ = sender.send(event));
    assert!(desk.salvage().is_some_and(|state| !state.again));
    assert_eq!(desk.list(&Query::default()).unwrap_err().0.code, "library-salvaging");
    assert_eq!(desk.choose_library_folder(None, &mut |_| {}).unwrap_err().0.code, "library-salvaging");

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
