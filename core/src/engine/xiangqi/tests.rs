//! The engine through its public interface.

use super::*;
use crate::base::{Rng, Score};
use crate::search::{Level, Limits, SearchOptions, Silent, Stop, clock::StoppedClock};
use crate::xiangqi::testing::played;

/// Searches the end of `history` for `nodes` nodes.
fn think(engine: &mut XiangqiEngine, history: &History<Position>, nodes: u64, threads: usize) -> SearchInfo<Move> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = EngineRequest {
        history: history.clone(),
        options: SearchOptions { threads, ..SearchOptions::new(limits, Level::MAX, 1) },
    };
    engine.think(&request, World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent })
}

const MIDDLE_GAME: &str = "r1bakab1r/9/1cn4cn/p1p1p3p/6p2/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R w - - 0 6";

#[test]
fn the_same_question_has_the_same_answer() {
    let history = played(MIDDLE_GAME, &[]);
    let first = think(&mut XiangqiEngine::new(4), &history, 30_000, 1);
    assert_eq!(first.nodes, 30_000);
    let mut engine = XiangqiEngine::new(4);
    assert_eq!(think(&mut engine, &history, 30_000, 1), first);
    engine.clear();
    assert_eq!(think(&mut engine, &history, 30_000, 1), first, "after forgetting everything");
}

#[test]
fn two_threads_give_a_legal_answer() {
    let history = played(MIDDLE_GAME, &[]);
    let thought = think(&mut XiangqiEngine::new(4), &history, 60_000, 2);
    assert!(thought.best.is_some_and(|mv| history.end().is_legal(mv)));
    assert!(thought.nodes >= 60_000);
}

#[test]
fn every_line_shown_is_legal_and_best_comes_first() {
    let history = played(MIDDLE_GAME, &[]);
    let limits = Limits { nodes: Some(40_000), ..Limits::default() };
    let request = EngineRequest {
        history: history.clone(),
        options: SearchOptions { multipv: 4, ..SearchOptions::new(limits, Level::MAX, 1) },
    };
    let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
    let thought = XiangqiEngine::new(4).think(&request, world);
    assert_eq!(thought.lines.len(), 4);
    assert!(thought.lines.is_sorted_by(|one, two| one.score >= two.score), "{:?}", thought.lines);
    for line in &thought.lines {
        let mut position = history.end();
        for &mv in &line.pv {
            assert_eq!(position.play(mv), Ok(()), "{mv} in {:?}", line.pv);
        }
    }
}

#[test]
fn a_lost_position_has_no_move() {
    let stalemated = played("3k5/2P6/9/9/9/9/9/9/9/4K4 b", &[]);
    assert_eq!(stalemated.end().count_legal_moves(), 0);
    assert_eq!(think(&mut XiangqiEngine::new(1), &stalemated, 1000, 1).best, None);
}

#[test]
fn a_stalemate_is_a_win() {
    // The pawn and the other general take both squares of the black general, without check: a waiting move wins.
    let thought = think(&mut XiangqiEngine::new(1), &played("3k5/2P6/9/9/9/9/9/B8/9/4K4 w", &[]), 5000, 1);
    assert_eq!(thought.score, Score::mate_in(1));
}

#[test]
fn self_play_never_leaves_the_rules() {
    let mut rng = Rng::from_seed(7);
    let mut ended = 0;
    for _ in 0..20 {
        let mut engine = XiangqiEngine::new(1);
        let mut position = Position::start();
        let mut history = History::new(position);
        for ply in 0..120 {
            if position.outcome(&history).is_some() {
                ended += 1;
                break;
            }
            let mv = if ply < 4 {
                let moves = position.legal_moves();
                moves[rng.below(moves.len())]
            } else {
                think(&mut engine, &history, 2000, 1).best.expect("the game is not over")
            };
            assert_eq!(position.legality(mv), Ok(()), "{mv} in {position:?}");
            history.play_unchecked(&mut position, mv);
        }
    }
    assert!(ended > 0, "no game came to its end within 120 plies");
}

/// Red faces mate and has only perpetual check.
const DESPERATE: &str = "4k4/9/9/9/9/9/7r1/8r/R8/3K5 w";

#[test]
fn perpetual_check_is_not_taken_for_a_draw() {
    let thought = think(&mut XiangqiEngine::new(4), &played(DESPERATE, &[]), 40_000, 1);
    assert!(thought.score < Score(-300), "{}", thought.score);
    let twice = ["a1a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8", "e8e9"];
    let history = played(DESPERATE, &twice);
    let thought = think(&mut XiangqiEngine::new(4), &history, 20_000, 1);
    assert_ne!(thought.best, "a8a9".parse().ok(), "the third repetition loses at once");
}

#[test]
fn perpetual_check_of_the_opponent_wins() {
    let thrice = ["a8a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8"];
    let history = played("4k4/R8/9/9/9/9/9/9/9/3K5 w", &thrice);
    let thought = think(&mut XiangqiEngine::new(1), &history, 20_000, 1);
    assert_eq!((thought.best, thought.score), ("e8e9".parse().ok(), Score::mate_in(1)));
}

#[test]
fn a_mate_is_played_out_in_the_fewest_moves_known() {
    let mut history = played("2bak4/4a4/4c4/p2N1R3/6b2/1C7/P5Pp1/B3r4/3rA4/3AK4 b", &[]);
    let mut engine = XiangqiEngine::new(4);
    let mut left = None;
    loop {
        let mut position = history.end();
        let Some(mv) = think(&mut engine, &history, 100_000, 1).best else { break };
        let score = think(&mut engine, &history, 100_000, 1).score;
        let plies = score.plies_to_mate().expect("a mate that was found is kept");
        assert!(left.is_none_or(|left: i32| plies.abs() <= left), "{plies} plies, but {left:?} were enough");
        left = Some(plies.abs() - 1);
        history.play_unchecked(&mut position, mv);
    }
    assert_eq!(left, Some(0));
}

#[test]
fn recaptures_are_duties_and_other_captures_are_not() {
    // Black has captured on e5. A rook and a horse can recapture; the horse's other target is no recapture.
    let history = played("3kr4/9/9/9/4P4/2N6/4n4/9/4A4/3AK4 b", &["e9e5"]);
    let position = history.end();
    let marked = roots(&history, &position, None).into_iter().filter(|root| root.obvious.is_some());
    assert_eq!(marked.map(|root| root.mv.to_string()).collect::<Vec<_>>(), ["c4e5"]);
}

#[test]
fn what_stood_free_a_turn_ago_is_a_duty() {
    // The cannon on a6 is unprotected. The horse on i6 is protected, and the pawn is too small a target.
    let obvious_moves = |moves: &[&str]| {
        let history = played("3k5/9/9/c7n/6p2/9/9/8R/4A4/R3K4 w", moves);
        let position = history.end();
        let all = roots(&history, &position, None).into_iter();
        let mut marked: Vec<_> = all.filter(|root| root.obvious.is_some()).map(|root| root.mv.to_string()).collect();
        marked.sort();
        marked
    };
    assert_eq!(obvious_moves(&[]), [""; 0]);
    assert_eq!(obvious_moves(&["e1d2", "d9d8"]), ["a0a6", "i2i6"]);
    // The cannon arrived only now, or the rook did.
    assert_eq!(obvious_moves(&["e1d2", "a6a5"]), ["i2i6"]);
    assert_eq!(obvious_moves(&["a0b0", "d9d8", "b0a0", "d8d9"]), ["i2i6"]);
    // By now the pawn protects the horse.
    assert_eq!(obvious_moves(&["e1d2", "i6h4"]), ["a0a6"]);
}
