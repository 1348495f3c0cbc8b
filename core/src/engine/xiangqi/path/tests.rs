//! Repetitions inside the tree and from the game.

use super::*;

/// Red to move; its rook can check along the upper ranks.
const FEN: &str = "4k4/9/9/9/9/9/9/9/R8/3K5 w";

/// Plays `game`, makes its end the root, searches along `line` and returns what the last position means.
fn judged(game: &[&str], line: &[&str]) -> Option<Verdict> {
    let mut position: Position = FEN.parse().expect(FEN);
    let mut history = History::new(position);
    for text in game {
        let mv: Move = text.parse().expect(text);
        assert!(position.is_legal(mv), "{text}");
        history.play_unchecked(&mut position, mv);
    }
    let mut path = Path::new(&history);
    for (done, text) in line.iter().enumerate() {
        assert_eq!(path.verdict(), None, "after {:?}", &line[..done]);
        let mv: Move = text.parse().expect(text);
        assert!(position.is_legal(mv), "{text}");
        let check = position.gives_check(mv);
        let before = position;
        position.make(mv);
        path.push(&before, mv, &position, check);
        assert_eq!(path.is_check(), position.is_check());
    }
    path.verdict()
}

const CHECKS: [&str; 4] = ["e9e8", "a9a8", "e8e9", "a8a9"];

#[test]
fn in_the_tree_the_second_occurrence_counts() {
    assert_eq!(judged(&["a1a9"], &CHECKS), Some(Verdict::Won), "Black is to move after Red's perpetual check");
    assert_eq!(judged(&["a1a9", "e9e8"], &["a9a8", "e8e9", "a8a9", "e9e8"]), Some(Verdict::Lost));
    assert_eq!(judged(&[], &["a1b1", "e9e8", "b1a1", "e8e9"]), Some(Verdict::Draw));
}

#[test]
fn one_idle_move_makes_it_a_draw() {
    assert_eq!(judged(&[], &["a1a9", "e9e8", "a9a1", "e8e9"]), Some(Verdict::Draw));
}

#[test]
fn from_the_game_only_the_third_counts() {
    assert_eq!(judged(&["a1a9", "e9e8", "a9a8", "e8e9"], &["a8a9"]), None);
    let twice = [&["a1a9"], &CHECKS[..], &CHECKS[..3]].concat();
    assert_eq!(judged(&twice, &["a8a9"]), Some(Verdict::Won));
}
