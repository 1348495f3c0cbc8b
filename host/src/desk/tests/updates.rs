//! The content of an update: the moves that the listener lacks.

use super::*;

#[test]
fn an_update_carries_only_the_moves_that_are_new() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    table.play("h8 h9 i8 i9");
    table.desk.apply(Command::Undo).expect("there is a move to take back");
    table.play("j9 j8");
    let mut known = Vec::new();
    let mut carried = 0;
    for Update { game, .. } in table.updates.try_iter() {
        let snapshot = game.snapshot;
        known.truncate(snapshot.moves_from);
        assert_eq!(known.len(), snapshot.moves_from, "no move is missing");
        carried += snapshot.moves.len();
        known.extend(snapshot.moves);
        assert_eq!(known.len(), snapshot.ply);
    }
    let seen = table.desk.seen().expect("a game is on the desk").snapshot;
    assert_eq!((known, seen.moves_from, carried), (seen.moves, 0, 6));
}
