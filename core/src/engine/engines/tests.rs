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
        let ask = Ask { book, ..Ask::new(limits, Level::MAX, seed) };
        engines.think_among(&game, among, &ask, &clock::Stopped, &Stop::new(), &mut |_| {})
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
