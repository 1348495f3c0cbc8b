use super::*;
use crate::game::Setup;
use crate::search::{Level, Limits, clock};

#[test]
fn the_book_answers_only_where_it_is_wanted_and_knows() {
    let mut engines = Engines::new(1);
    let mut think = |moves: &str, seed, book, among: &[String]| {
        let mut game = Game::new(&Setup::usual(GameKind::Xiangqi));
        for mv in moves.split_whitespace() {
            game.play(mv).expect(mv);
        }
        let limits = Limits { nodes: Some(200), ..Limits::default() };
        let ask = SearchRequest { book, ..SearchRequest::new(limits, Level::MAX, seed) };
        engines.think_among(&game, among, &ask, &clock::StoppedClock, &Stop::new(), &mut |_| {})
    };
    let first = think("", 1, true, &[]);
    assert_eq!((first.nodes, first.lines.len()), (0, 0), "no search");
    let first = first.best.expect("every game begins in the book");
    assert_eq!(think("", 1, true, &[]).best.as_ref(), Some(&first), "the same seed");
    assert!(
        (0..60).any(|seed| think("", seed, true, &[]).best.as_ref() != Some(&first)),
        "{first} is not the only move"
    );
    assert_eq!(think(&first, 1, true, &[]).nodes, 0, "the book goes on");
    assert!(think("", 1, false, &[]).nodes > 0, "not wanted");
    assert!(think("a0a1 a9a8 a1a2", 1, true, &[]).nodes > 0, "not known");
    assert_eq!(think("", 1, true, &["a0a1".to_owned()]).best.as_deref(), Some("a0a1"), "not free to choose");
}

#[test]
fn who_has_no_move_left_has_lost_or_drawn() {
    let think = |kind: GameKind, moves: &str| {
        let mut game = Game::new(&Setup::usual(kind));
        moves.split_whitespace().for_each(|mv| drop(game.play(mv).expect(mv)));
        Engines::new(1).think(
            &game,
            &SearchRequest::new(Limits::default(), Level::MAX, 0),
            &clock::StoppedClock,
            &Stop::new(),
            &mut |_| {},
        )
    };
    let five = think(GameKind::Gomoku, "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    assert_eq!((five.best, five.score), (None, Score::mated_in(0)));
    let three = think(GameKind::TicTacToe, "a1 a2 b1 b2 c1");
    assert_eq!((three.best, three.score), (None, Score::mated_in(0)));
    let full = think(GameKind::TicTacToe, "b2 a1 a2 c2 b3 b1 c1 a3 c3");
    assert_eq!((full.best, full.score), (None, Score::DRAW));
}

#[test]
fn tic_tac_toe_keeps_to_its_bounds() {
    let game = Game::new(&Setup::usual(GameKind::TicTacToe));
    let think = |depth, nodes| {
        let ask = SearchRequest::new(Limits { depth, nodes, time: None }, Level::MAX, 0);
        Engines::new(1).think(&game, &ask, &clock::StoppedClock, &Stop::new(), &mut |_| {})
    };
    for nodes in [1, 9, 10, 11, 500, 20_000] {
        let thought = think(None, Some(nodes));
        assert!(thought.nodes <= nodes, "{} of {nodes}", thought.nodes);
        assert!(thought.best.is_some_and(|mv| game.legal_moves().contains(&mv)));
        assert!(thought.depth < 9);
    }
    assert_eq!(think(None, Some(10)).depth, 1, "the start and nine replies");
    assert_eq!(think(None, None).depth, 9);
    assert_eq!(think(None, Some(u64::MAX)).score, think(None, None).score);
    assert_eq!(think(Some(2), None).depth, 2);
}

#[test]
fn only_the_engine_of_the_method_is_prepared() {
    let made = |kind, method| {
        let mut engines = Engines::new(1);
        engines.prepare_for(&Game::new(&Setup::usual(kind)), method);
        [engines.xiangqi.is_some(), engines.gomoku.is_some(), engines.gomoku_mcts.is_some()]
    };
    assert_eq!(made(GameKind::Xiangqi, SearchMethod::AlphaBeta), [true, false, false]);
    assert_eq!(made(GameKind::Gomoku, SearchMethod::AlphaBeta), [false, true, false]);
    assert_eq!(made(GameKind::Gomoku, SearchMethod::Mcts), [false, false, true]);
    assert_eq!(made(GameKind::TicTacToe, SearchMethod::AlphaBeta), [false; 3]);
}
