//! The Monte Carlo search as a whole: its moves under every rule, its proofs and its end.

use super::super::vcf;
use super::*;
use crate::base::{Millis, Rng, Score, Side};
use crate::gomoku::notation::read_moves;
use crate::gomoku::{Rule, Setup};
use crate::position::History;
use crate::position::solver::{self, Pruning};
use crate::search::clock::StoppedClock;
use crate::search::{Level, Limits, SearchOptions, Silent, Stop, TimeLimit};

/// Returns a request for a fresh engine.
fn request(position: &Position, level: u8, limits: Limits) -> EngineRequest<Position> {
    EngineRequest {
        history: History::new(position.clone()),
        options: SearchOptions::new(limits, Level::new(level).expect("there is such a level"), 3),
    }
}

fn ask(request: &EngineRequest<Position>, only: &[Point], stop: &Stop) -> SearchInfo<Point> {
    MctsEngine::new(2).think_among(request, only, World { clock: &StoppedClock, stop, report: &mut Silent })
}

fn answer(position: &Position, bound: u64) -> SearchInfo<Point> {
    ask(&request(position, 5, nodes(bound)), &[], &Stop::new())
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn point(text: &str) -> Point {
    text.parse().expect("the test names a point")
}

fn position(rule: Rule, side: Side, black: &str, white: &str) -> Position {
    let stones = |text| read_moves(text, 15).expect("the test names points");
    let setup = Setup { black: stones(black), white: stones(white), side: Some(side), ..Setup::empty(15, rule) };
    Position::from_setup(setup).expect("the test names a position")
}

/// Plays up to `stones` random legal moves that do not win.
fn random(size: u8, rule: Rule, stones: usize, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::new(size, rule).expect("the size is allowed");
    for _ in 0..stones {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[rng.below(moves.len())]);
    }
    (!position.legal_moves().is_empty()).then_some(position)
}

#[test]
fn a_five_is_made_and_a_four_is_blocked_at_every_level() {
    let limits = Limits { time: Some(TimeLimit::Move { max: Millis(1000), spend_all: false }), ..nodes(5000) };
    for rule in Rule::ALL {
        for (side, fives) in [(Side::First, &["l8"][..]), (Side::Second, &["g5", "l5"])] {
            let both = position(rule, side, "h8 i8 j8 k8", "g8 h5 i5 j5 k5");
            for level in 1..=5 {
                let thought = ask(&request(&both, level, limits), &[], &Stop::new());
                assert!(fives.iter().any(|five| thought.best == Some(point(five))), "{rule} {side:?} level {level}");
                assert_eq!(thought.score, Score::mate_in(1));
            }
        }
        // At the edge Caro has no other block.
        let four = position(rule, Side::Second, "l8 m8 n8 o8", "g8 a1 c1");
        for level in 1..=5 {
            let thought = ask(&request(&four, level, limits), &[], &Stop::new());
            assert_eq!(thought.best, Some(point("k8")), "{rule} level {level}");
            assert!(thought.nodes < 1000, "an answer that has no alternative does not wait");
        }
    }
}

#[test]
fn continuous_fours_are_found_and_feared() {
    // Two sleeping threes cross at j8, so either side to move has a VCF.
    let (black, white) = ("h8 i8 k8 j9 j10 j11", "g8 j12 i9 k9 i10 o15");
    let win = position(Rule::Freestyle, Side::First, black, white);
    let thought = answer(&win, 2000);
    assert_eq!((thought.best, thought.score), (Some(point("j8")), Score::mate_in(3)), "{thought:?}");
    assert_eq!(thought.pv().first(), Some(&point("j8")));
    let threat = position(Rule::Freestyle, Side::Second, black, "g8 j12 i9 k9 i10");
    let fended = answer(&threat, 8000);
    assert!(!fended.score.is_decisive(), "{fended:?}");
    let mut after = threat;
    after.play_unchecked(fended.best.expect("the game goes on"));
    let left = vcf::solve(&after, Side::First, vcf::VcfLimits::NONE, || false);
    assert_eq!(left.verdict, vcf::SolverVerdict::None, "{} leaves the win", after.placement());
}

#[test]
fn the_rules_decide_what_wins() {
    // Only g8 blocks White's four at f8, and there Black makes a double four.
    for (rule, wins) in [(Rule::Freestyle, false), (Rule::Standard, false), (Rule::Renju, true)] {
        let trap = position(rule, Side::Second, "b8 g5 g6 g7 d5 e6 f7", "c8 d8 e8 n2 n14");
        let thought = answer(&trap, 5000);
        assert_eq!(thought.score == Score::mate_in(3), wins, "{rule} {thought:?}");
        assert!(!wins || thought.best == Some(point("f8")));
    }
}

#[test]
fn every_answer_and_every_line_is_legal() {
    let mut rng = Rng::from_seed(17);
    for rule in Rule::ALL {
        for (size, stones) in [(5, 14), (6, 8), (9, 30), (15, 1), (15, 40), (15, 90), (22, 60)] {
            for level in [1, 3, 5] {
                let Some(start) = random(size, rule, stones, &mut rng) else { continue };
                let mut request = request(&start, level, nodes(400));
                request.options.multipv = 4;
                let thought = ask(&request, &[], &Stop::new());
                assert!(thought.nodes <= 400 && thought.best.is_some());
                for line in &thought.lines {
                    let mut position = start.clone();
                    for &mv in &line.pv {
                        assert!(position.is_legal(mv), "{start:?} level {level}: {mv} in {line:?}");
                        position.play_unchecked(mv);
                    }
                }
            }
        }
    }
}

#[test]
fn games_against_itself_are_legal() {
    for (rule, size) in [(Rule::Renju, 15), (Rule::Standard, 7), (Rule::Freestyle, 20)] {
        let mut engine = MctsEngine::new(2);
        let mut position = Position::new(size, rule).expect("the size is allowed");
        let mut history = History::new(position.clone());
        while position.outcome(&history).is_none() {
            let request = EngineRequest { history, ..request(&position, 5, nodes(150)) };
            let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
            let mv = engine.think(&request, world).best.expect("the game goes on");
            assert!(position.is_legal(mv), "{position:?} {mv}");
            history = request.history;
            history.play_unchecked(&mut position, mv);
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let start = position(Rule::Renju, Side::First, "h8 i9 j8", "h9 i7 g7");
    for level in [1, 4, 5] {
        let mut request = request(&start, level, nodes(3000));
        let once = ask(&request, &[], &Stop::new());
        assert_eq!(once, ask(&request, &[], &Stop::new()), "level {level}");
        request.options.threads = 4;
        assert_eq!(once, ask(&request, &[], &Stop::new()), "one thread does it all");
    }
}

#[test]
fn bounds_are_kept() {
    let start = position(Rule::Freestyle, Side::First, "h8 i9 j8", "h9 i7 g7");
    for bound in [1, 2, 50, 777] {
        let thought = answer(&start, bound);
        assert!(thought.nodes <= bound && thought.best.is_some_and(|best| start.is_legal(best)), "{bound}");
    }
    let stop = Stop::new();
    stop.ask();
    let stopped = ask(&request(&start, 5, Limits::default()), &[], &stop);
    assert!(stopped.depth == 1 && stopped.best.is_some_and(|best| start.is_legal(best)));
    let iterations = Limits { depth: Some(3), ..Limits::default() };
    assert_eq!(ask(&request(&start, 5, iterations), &[], &Stop::new()).depth, 3);
}

#[test]
fn a_search_can_end_at_any_position() {
    // Both sides have fours, so every evaluation starts with a forced block or a VCF search.
    let start = position(Rule::Freestyle, Side::First, "h8 i8 j8 g5 h5 i5 c9", "g8 j5 k11 k10 k9 d3 c12");
    for bound in 1..250 {
        let mut request = request(&start, 4, nodes(bound));
        request.options.multipv = 3;
        let thought = ask(&request, &[], &Stop::new());
        assert!(thought.nodes <= bound);
        for line in &thought.lines {
            let mut position = start.clone();
            line.pv.iter().for_each(|&mv| position.play(mv).expect("lines are legal"));
        }
    }
}

#[test]
fn only_the_moves_named_are_played() {
    let start = position(Rule::Renju, Side::First, "h8 i9 j8", "h9 i7 g7");
    let only = [point("a1"), point("o15")];
    let mut request = request(&start, 5, nodes(500));
    request.options.multipv = 5;
    let thought = ask(&request, &only, &Stop::new());
    assert_eq!(thought.lines.len(), 2);
    assert!(thought.lines.iter().all(|line| only.contains(&line.pv[0])));
    assert!(thought.lines[0].score >= thought.lines[1].score);
}

#[test]
fn a_small_tree_goes_on_when_it_is_full() {
    let start = position(Rule::Freestyle, Side::First, "h8 i9 j8", "h9 i7 g7");
    let field = Field::new(&start, Arc::new(eval::tables(Rule::Freestyle)));
    let roots = super::super::roots(&start, &field, &levels::vision(Level::MAX, start.rule()));
    let moves: Vec<Point> = roots.iter().map(|root| root.mv).collect();
    let table = TranspositionTable::new(1);
    let task = DriverConfig {
        options: SearchOptions::new(nodes(4000), Level::MAX, 0),
        table: &table,
        aspiration: true,
        profile: &Profile::FULL,
    };
    let request = request(&start, 5, nodes(4000));
    let make = |_| MctsSearch::new(field.clone(), moves.clone(), (&table, 1 << 14), &request, 0);
    let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
    let thought = driver::think(&task, roots.clone(), make, world);
    assert_eq!(thought.nodes, 4000);
    assert!(thought.best.is_some_and(|best| start.is_legal(best)));
}

#[test]
fn what_is_proved_on_small_boards_is_so() {
    let mut rng = Rng::from_seed(29);
    for rule in Rule::ALL {
        let (mut proved, mut asked) = (0, 0);
        while asked < 40 {
            let stones = 17 + rng.below(4);
            let Some(start) = random(5, rule, stones, &mut rng) else { continue };
            asked += 1;
            let truth = solver::solve(&start, Pruning::On).score;
            let thought = answer(&start, 30_000);
            if thought.score.is_decisive() {
                proved += 1;
                assert_eq!(thought.score.is_win(), truth.is_win(), "{start:?} {truth} {thought:?}");
                assert_eq!(thought.score.is_loss(), truth.is_loss(), "{start:?} {truth} {thought:?}");
            } else {
                assert_eq!(truth, Score::DRAW, "{start:?} was left open: {thought:?}");
            }
            let mut after = start.clone();
            after.play_unchecked(thought.best.expect("the game goes on"));
            let reply = -solver::solve(&after, Pruning::On).score;
            assert_eq!(reply.0.signum(), truth.0.signum(), "{start:?} {thought:?}");
        }
        println!("{rule}: {proved} of {asked} are decided");
        assert!(proved > 0);
    }
}
