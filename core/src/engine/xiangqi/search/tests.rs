//! The node function without its selectivity against plain negamax.

use super::ended::without_pending;
use super::*;
use crate::engine::xiangqi::eval::HandCrafted;
use crate::engine::xiangqi::params::{PERPETUAL_DISTANCE, UNPROVED};
use crate::search::control::SharedState;
use crate::search::{Control, Level, Limits, RootMove, Searcher as _, Stop, Window, clock::StoppedClock};
use crate::xiangqi::testing::played;

const MIDDLE_GAME: &str = "r1bakab1r/9/1cn4cn/p1p1p3p/6p2/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R w";

/// Searches every move to the full depth: nothing but the rules and the evaluation.
fn negamax(search: &mut Search<'_, HandCrafted>, at: &Position, ply: usize, depth: Depth) -> Score {
    if ply > 0
        && let Some(Ended::With(score)) = search.ended(at, ply)
    {
        return score;
    }
    let moves = at.legal_moves();
    if depth == 0 {
        return search.evaluator.evaluate(at);
    }
    let mut best = Score::mated_in(ply);
    for mv in moves {
        let mut next = *at;
        next.make(mv);
        search.push(at, mv, next.key(), at.gives_check(mv), ply + 1);
        best = best.max(-negamax(search, &next, ply + 1, depth - 1));
        search.pop();
    }
    best
}

#[test]
fn without_selectivity_it_is_a_plain_search() {
    let stop = Stop::new();
    for (fen, depth) in [
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 3),
        ("r1bakab1r/9/1cn4cn/p1p1p3p/6p2/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R w", 3),
        ("4k4/9/9/9/9/9/9/9/R8/3K5 w", 6),
        ("3k5/4P4/9/9/9/9/9/9/4p4/5K3 w", 6),
        ("4ka3/9/4b4/4N4/9/9/9/4C4/9/4K4 w", 4),
        ("3ak4/4a4/4b4/9/9/2R6/P3P4/4B4/4A1r2/2BAK4 b", 4),
    ] {
        let history = History::new(fen.parse().expect(fen));
        let table = TranspositionTable::new(1);
        let histories = Mutex::default();
        let options = SearchOptions::new(Limits::default(), Level::MAX, 0);
        let mut search = Search::new(&history, HandCrafted::new(&history.end()), &table, &histories, &options);
        search.selective = false;
        let root = search.root;
        for depth in 1..=depth {
            let expected = negamax(&mut search, &root, 0, depth);
            let mut roots: Vec<_> = root.legal_moves().into_iter().map(RootMove::new).collect();
            let shared = SharedState::default();
            let mut ctl = Control::new(&shared, &stop, &StoppedClock, None, None);
            let score = search.search_root(&mut roots, depth, Window::FULL, &mut ctl);
            assert_eq!(score, expected, "{fen} at depth {depth}");
            let best = roots.iter().map(|root| root.score).max();
            assert_eq!(best, Some(expected), "{fen} at depth {depth}: the move that has the score");
        }
    }
}

#[test]
fn a_draw_costs_the_side_at_the_root_its_contempt() {
    // One move takes the last attacker, and the others lose.
    for fen in ["3k5/9/9/9/9/9/9/9/4r4/4K4 w", "4k4/4R4/9/9/9/9/9/9/9/3K5 b"] {
        let history = History::new(fen.parse().expect(fen));
        // One table for all: an entry counts for its own contempt only.
        let (table, histories, stop) = (TranspositionTable::new(1), Mutex::default(), Stop::new());
        for contempt in [0, 30, -30] {
            let options = SearchOptions { contempt, ..SearchOptions::new(Limits::default(), Level::MAX, 0) };
            let mut search = Search::new(&history, HandCrafted::new(&history.end()), &table, &histories, &options);
            let mut roots: Vec<_> = search.root.legal_moves().into_iter().map(RootMove::new).collect();
            let shared = SharedState::default();
            let mut ctl = Control::new(&shared, &stop, &StoppedClock, None, None);
            for depth in 1..=6 {
                let score = search.search_root(&mut roots, depth, Window::FULL, &mut ctl);
                assert_eq!(score, Score(-contempt), "{fen} at depth {depth}");
            }
        }
    }
}

#[test]
fn positions_near_the_move_limit_have_keys_of_their_own() {
    let key = |quiet: u16| {
        let fen = format!("3k5/9/9/9/9/9/9/8N/4K4/9 w - - {quiet} 1");
        limit_key(&fen.parse().expect("a position"), Key(0))
    };
    assert_eq!(key(0), key(LIMIT_NEAR - 1));
    assert_eq!(key(112), key(119));
    let limit = repetition::MOVE_LIMIT as u16;
    for quiet in (LIMIT_NEAR..limit).step_by(usize::from(LIMIT_STEP)) {
        assert_ne!(key(0), key(quiet));
        assert_ne!(key(quiet), key(quiet - 1));
    }
}

#[test]
fn each_rule_and_contempt_has_keys_of_its_own() {
    let salts = Rule::ALL.map(|rule| salt(&History::new(Position::start().under(rule)), 0));
    assert_eq!(salts.iter().filter(|&&salt| salt == Key(0)).count(), 1, "the default");
    assert!(salts[0] != salts[1] && salts[1] != salts[2] && salts[0] != salts[2]);
    // A draw that costs Red something is one that Black gains by.
    let (red, black) = (played(MIDDLE_GAME, &[]), played(MIDDLE_GAME, &["b2e2"]));
    assert_eq!(salt(&red, 30), salt(&black, -30));
    assert_ne!(salt(&red, 30), salt(&red, -30));
    assert_ne!(salt(&red, 30), salt(&red, 0));
}

#[test]
fn a_loss_by_repetition_comes_before_the_move_limit() {
    let chase = ["a5b5", "b0a0", "b5a5", "a0b0"];
    let innocent = ["a5a6", "e9e8", "a6a5", "e8e9"];
    for (cycle, is_lost) in [(chase, true), (innocent, false)] {
        // The last of eight moves reaches both the third occurrence and the limit.
        let moves = [cycle, cycle].concat();
        let history = played("4k4/9/9/9/R8/9/9/9/9/1c1K5 w - - 112 60", &moves[..7]);
        let (table, histories) = (TranspositionTable::new(1), Mutex::default());
        let options = SearchOptions::new(Limits::default(), Level::MAX, 0);
        let mut search = Search::new(&history, HandCrafted::new(&history.end()), &table, &histories, &options);
        let (root, mv) = (search.root, moves[7].parse().expect("a move"));
        let mut last = root;
        last.make(mv);
        search.push(&root, mv, last.key(), root.gives_check(mv), 1);
        assert_eq!(usize::from(last.quiet_plies()), repetition::MOVE_LIMIT);
        let Some(Ended::With(score)) = search.ended(&last, 1) else { panic!("the game has ended") };
        let expected = if is_lost { Score::mated_in(PERPETUAL_DISTANCE + 1) } else { Score::DRAW };
        assert_eq!(score, expected, "{cycle:?}");
    }
}

#[test]
fn losses_by_perpetual_check_are_told_from_mates() {
    assert!(is_path_dependent(Score::mate_in(PERPETUAL_DISTANCE)));
    assert!(is_path_dependent(Score::mated_in(PERPETUAL_DISTANCE + MAX_PLY)));
    assert!(!is_path_dependent(Score::mate_in(MAX_PLY)) && !is_path_dependent(Score::mated_in(1)));
    assert!(!is_path_dependent(Score(0)) && !is_path_dependent(Score(20_000)));
}

#[test]
fn a_loss_by_a_pending_repetition_is_kept_by_no_table_and_reported_as_no_mate() {
    for ply in [1, MAX_PLY] {
        let [lost, won] = [true, false].map(|is_mover| Ended::pending(is_mover, ply));
        assert!(is_path_dependent(lost) && is_path_dependent(won));
        assert!(lost > Score::mated_in(PERPETUAL_DISTANCE + MAX_PLY), "the third occurrence is worse than the second");
        assert_eq!([lost, won].map(without_pending), [-UNPROVED, UNPROVED]);
        let mates = [Score::mated_in(ply), Score::mate_in(PERPETUAL_DISTANCE + ply), Score(300)];
        assert_eq!(mates.map(without_pending), mates);
    }
}
