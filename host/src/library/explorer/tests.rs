use duiyi_core::game::{Game, GameKind, Setup};

use super::super::tests::{fresh, game, lost_gomoku, numbers};
use super::super::{FinishedGame, Library, Query, query};
use super::*;

fn with_moves(number: u32, moves: &str, result: &str) -> FinishedGame {
    FinishedGame { moves: moves.to_owned(), result: result.to_owned(), ..game(number) }
}

fn after(kind: GameKind, moves: &str) -> Game {
    let mut game = Game::new(&Setup::usual(kind));
    for mv in moves.split_whitespace() {
        game.advance(mv).expect(mv);
    }
    game
}

#[track_caller]
fn found(library: &Library, moves: &str) -> Vec<i64> {
    let position = Some(PositionKey::of(&after(GameKind::Xiangqi, moves)));
    let query = Query { position, ..Query::default() };
    let found = numbers(library, &query);
    // Both ways to look up a position, for few games and for many, agree.
    assert_eq!(query::find(&library.connection, &query, 0, 0).unwrap(), found);
    found
}

#[track_caller]
fn explored(library: &Library, game: &Game) -> Vec<(String, [u32; 4])> {
    let explored = library.explore(game).unwrap();
    assert_eq!(explored.unindexed, 0);
    let played = explored.moves.into_iter();
    played.map(|played| (played.mv, [played.first, played.draws, played.second, played.unfinished])).collect()
}

#[test]
fn a_position_is_found_by_any_way_and_from_either_side() {
    let (_temp, mut library) = fresh();
    library
        .save_all(&[
            with_moves(1, "h2e2 h9g7 c3c4", "1-0"),
            // The same position, mirrored.
            with_moves(2, "b2e2 b9c7 g3g4", "0-1"),
            // The same position by transposition.
            with_moves(3, "c3c4 h9g7 h2e2", "1-0"),
            with_moves(4, "g3g4 c6c5", "*"),
        ])
        .unwrap();
    assert_eq!(found(&library, ""), [4, 3, 2, 1]);
    assert_eq!(found(&library, "h2e2 h9g7 c3c4"), [3, 2, 1]);
    assert_eq!(found(&library, "b2e2 b9c7"), [2, 1]);
    assert_eq!(found(&library, "h2e2"), [2, 1]);
    assert_eq!(found(&library, "g3g4"), [4, 3]);
    assert_eq!(found(&library, "h2e2 h9g7 c3c4 i9h9"), [0; 0]);
}

#[test]
fn nothing_was_played_at_the_end_of_a_game() {
    let (_temp, mut library) = fresh();
    library.save_all(&[with_moves(1, "h2e2 h9g7", "1-0"), with_moves(2, "h2e2 h9g7 h0g2", "0-1")]).unwrap();
    assert_eq!(explored(&library, &after(GameKind::Xiangqi, "h2e2 h9g7")), [("h0g2".to_owned(), [0, 0, 1, 0])]);
    assert_eq!(explored(&library, &after(GameKind::Xiangqi, "h2e2 h9g7 h0g2")), []);
}

#[test]
fn what_was_played_is_counted_with_its_results() {
    let (_temp, mut library) = fresh();
    library
        .save_all(&[
            with_moves(1, "h2e2 h9g7", "1-0"),
            with_moves(2, "b2e2 h9g7", "0-1"),
            with_moves(3, "h2e2 b9c7", "1/2-1/2"),
            with_moves(4, "c3c4 g6g5", "*"),
            with_moves(5, "c3c4", "1-0"),
        ])
        .unwrap();
    let start = explored(&library, &after(GameKind::Xiangqi, ""));
    assert_eq!(start, [("h2e2".to_owned(), [1, 1, 1, 0]), ("c3c4".to_owned(), [1, 0, 0, 1])]);
    // After the cannon's move Black's knights are no longer mirror images. The second game is mirrored.
    let cannon = explored(&library, &after(GameKind::Xiangqi, "h2e2"));
    assert_eq!(cannon, [("b9c7".to_owned(), [0, 1, 1, 0]), ("h9g7".to_owned(), [1, 0, 0, 0])]);
    let mirrored = explored(&library, &after(GameKind::Xiangqi, "b2e2"));
    assert_eq!(mirrored, [("h9g7".to_owned(), [0, 1, 1, 0]), ("b9c7".to_owned(), [1, 0, 0, 0])]);
    assert_eq!(explored(&library, &after(GameKind::Xiangqi, "a3a4")), []);
}

#[test]
fn gomoku_knows_eight_images_and_its_rule() {
    let (_temp, mut library) = fresh();
    let gomoku = |number, moves: &str| FinishedGame {
        rule: "freestyle".to_owned(),
        moves: moves.to_owned(),
        ..lost_gomoku(number)
    };
    let renju = FinishedGame { rule: "renju".to_owned(), ..gomoku(4, "h8 h9 i9") };
    library.save_all(&[gomoku(1, "h8 h9 i9"), gomoku(2, "h8 i8 i9"), gomoku(3, "h8 g8 g7 a1"), renju]).unwrap();
    let moves = explored(&library, &after(GameKind::Gomoku, "h8 h7"));
    assert_eq!(moves.len(), 1, "{moves:?}");
    assert_eq!(moves[0].1, [3, 0, 0, 0]);
    assert!(["g7", "i7"].contains(&moves[0].0.as_str()), "{moves:?}");
}

/// The side on which the games played, not the one with the smallest name.
#[test]
fn a_symmetric_position_lists_the_side_that_was_played() {
    let (_temp, mut library) = fresh();
    let games = ["h2e2 h9g7 h0g2 i9h9", "h2e2 b9c7", "h2e2 h7e7 h0g2"];
    library.save_all(&[1, 2, 3].map(|number| with_moves(number, games[number as usize - 1], "*"))).unwrap();
    let start = after(GameKind::Xiangqi, "");
    assert_eq!(explored(&library, &start), [("h2e2".to_owned(), [0, 0, 0, 3])]);
    assert_eq!(library.explore(&start).unwrap().moves[0].alike.len(), 2);
    // More games with the left cannon.
    let left = [4, 5, 6, 7].map(|number| with_moves(number, "b2e2", "1-0"));
    library.save_all(&left).unwrap();
    assert_eq!(explored(&library, &start), [("b2e2".to_owned(), [4, 0, 0, 3])]);
    // A symmetric position with Black to move: as played, and of equally frequent sides Black's right one.
    let middle = after(GameKind::Xiangqi, "e3e4");
    library.save_all(&[8, 9].map(|number| with_moves(number, "e3e4 h9g7", "*"))).unwrap();
    assert_eq!(explored(&library, &middle), [("h9g7".to_owned(), [0, 0, 0, 2])]);
    library.save_all(&[10, 11].map(|number| with_moves(number, "e3e4 b9c7", "*"))).unwrap();
    assert_eq!(explored(&library, &middle), [("b9c7".to_owned(), [0, 0, 0, 4])]);
}

#[test]
fn a_symmetric_gomoku_position_lists_the_image_that_was_played() {
    let (_temp, mut library) = fresh();
    let gomoku = |number, moves: &str| FinishedGame {
        rule: "freestyle".to_owned(),
        moves: moves.to_owned(),
        ..lost_gomoku(number)
    };
    let names = |library: &Library, moves| {
        let explored = explored(library, &after(GameKind::Gomoku, moves));
        explored.into_iter().map(|(mv, _)| mv).collect::<Vec<_>>()
    };
    library.save(&gomoku(1, "h8 i9 k12 d4")).unwrap();
    assert_eq!(names(&library, "h8"), ["i9"]);
    // The same game, turned: it counts, and this board's own games name the move.
    library.save_all(&[gomoku(2, "h8 g7 f7"), gomoku(3, "h8 g7 f7"), gomoku(4, "h8 i9 j9")]).unwrap();
    assert_eq!(names(&library, "h8"), ["i9"]);
    let turned = explored(&library, &after(GameKind::Gomoku, "h8 i9"));
    assert_eq!(turned[0], ("j9".to_owned(), [3, 0, 0, 0]));
    let turned = explored(&library, &after(GameKind::Gomoku, "h8 g7"));
    assert_eq!(turned[0], ("f7".to_owned(), [3, 0, 0, 0]));
}

/// Games in the trash are not counted until restored. A game saved again counts with its new moves.
#[test]
fn the_index_follows_the_library() {
    let (_temp, mut library) = fresh();
    let ids = library.save_all(&[with_moves(1, "h2e2", "1-0"), with_moves(2, "h2e2", "0-1")]).unwrap();
    let start = after(GameKind::Xiangqi, "");
    assert_eq!(explored(&library, &start), [("h2e2".to_owned(), [1, 0, 1, 0])]);
    library.delete(ids[0]).unwrap();
    assert_eq!(explored(&library, &start), [("h2e2".to_owned(), [0, 0, 1, 0])]);
    assert_eq!(found(&library, "h2e2"), [2]);
    library.restore(ids[0]).unwrap();
    assert_eq!(explored(&library, &start), [("h2e2".to_owned(), [1, 0, 1, 0])]);
    library.save(&with_moves(1, "c3c4", "*")).unwrap();
    assert_eq!(explored(&library, &start), [("c3c4".to_owned(), [0, 0, 0, 1]), ("h2e2".to_owned(), [0, 0, 1, 0])]);
    // Deleted and purged before the index follows either change.
    library.delete(ids[1]).unwrap();
    library.purge(ids[1]).unwrap();
    assert_eq!(explored(&library, &start), [("c3c4".to_owned(), [0, 0, 0, 1])]);
    assert_eq!(library.purge(ids[0]).unwrap_err().code(), "no-game", "only what is in the trash is purged");
}

#[test]
fn a_game_that_cannot_be_played_is_known_as_far_as_it_can() {
    let mut broken = with_moves(1, "h2e2 h9g7 a0a9 h0g2", "1-0");
    assert_eq!(replay(&broken).terms.split(' ').filter(|term| !term.is_empty()).count(), 2);
    broken.game = "draughts".to_owned();
    assert_eq!(replay(&broken).terms, "");
}
