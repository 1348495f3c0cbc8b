//! The engine as a whole: what it plays, at every level and under every rule.

use super::*;
use crate::base::{Rng, Score, Side};
use crate::gomoku::notation::read_moves;
use crate::gomoku::{Board, Setup, win};
use crate::position::History;
use crate::search::clock::StoppedClock;
use crate::search::{Level, SearchOptions, Silent, Stop};

fn think(
    engine: &mut GomokuEngine,
    history: &History<Position>,
    level: u8,
    limits: Limits,
    seed: u64,
) -> SearchInfo<Point> {
    let request = EngineRequest {
        history: history.clone(),
        options: SearchOptions::new(limits, Level::new(level).expect("there is such a level"), seed),
    };
    let stop = Stop::new();
    engine.think(&request, World { clock: &StoppedClock, stop: &stop, report: &mut Silent })
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn position(rule: Rule, side: Side, black: &str, white: &str) -> Position {
    let stones = |text| read_moves(text, 15).expect("the test names points");
    let setup = Setup { black: stones(black), white: stones(white), side: Some(side), ..Setup::empty(15, rule) };
    Position::from_setup(setup).expect("the test names a position")
}

fn answer(position: &Position, level: u8, limits: Limits, seed: u64) -> SearchInfo<Point> {
    think(&mut GomokuEngine::new(1), &History::new(position.clone()), level, limits, seed)
}

fn point(text: &str) -> Point {
    text.parse().expect("the test names a point")
}

/// Makes a position of Renju on a board of six lines.
fn small(side: Side, black: &str, white: &str) -> Position {
    let stones = |text| read_moves(text, 6).expect("the test names points");
    let setup = Setup { black: stones(black), white: stones(white), side: Some(side), ..Setup::empty(6, Rule::Renju) };
    Position::from_setup(setup).expect("the test names a position")
}

/// Plays a game against itself, checking each move, and returns its moves.
fn self_play(rule: Rule, size: u8, levels: [u8; 2], limits: Limits, seed: u64) -> Vec<Point> {
    let mut engine = GomokuEngine::new(1);
    let mut position = Position::new(size, rule).expect("the size is allowed");
    let mut history = History::new(position.clone());
    while position.outcome(&history).is_none() {
        let level = levels[position.side_to_move().index()];
        let mv = think(&mut engine, &history, level, limits, seed).best.expect("the game goes on");
        assert!(position.is_legal(mv), "{position:?} {mv}");
        history.play_unchecked(&mut position, mv);
    }
    history.moves().collect()
}

#[test]
fn every_game_against_itself_is_legal() {
    for rule in Rule::ALL {
        for (size, levels, bound) in [
            (5, [5, 5], 300),
            (6, [4, 1], 200),
            (9, [5, 1], 800),
            (15, [5, 5], 1500),
            (20, [2, 3], 400),
            (22, [1, 1], 200),
        ] {
            let moves = self_play(rule, size, levels, nodes(bound), 7);
            println!("{rule} {size} {levels:?}: {} moves", moves.len());
        }
    }
}

#[test]
fn the_weakest_level_plays_legal_moves_from_any_seed() {
    for seed in 0..8 {
        self_play(Rule::Renju, 15, [1, 1], nodes(300), seed);
    }
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let start = position(Rule::Renju, Side::First, "h8 i9 j8", "h9 i7 g7");
    for level in [1, 3, 5] {
        let once = answer(&start, level, nodes(6000), 3);
        assert_eq!(once, answer(&start, level, nodes(6000), 3), "level {level}");
        assert!(once.nodes <= 6000);
    }
    assert_eq!(
        self_play(Rule::Freestyle, 15, [2, 4], nodes(400), 1),
        self_play(Rule::Freestyle, 15, [2, 4], nodes(400), 1)
    );
}

#[test]
fn levels_do_not_learn_from_each_other() {
    let start = position(Rule::Freestyle, Side::First, "h8 j8", "h9 i7");
    let history = History::new(start.clone());
    let mut shared = GomokuEngine::new(1);
    think(&mut shared, &history, 5, nodes(6000), 1);
    let after = think(&mut shared, &history, 1, nodes(2000), 1);
    let alone = answer(&start, 1, nodes(2000), 1);
    assert_eq!((after.best, after.score, after.nodes), (alone.best, alone.score, alone.nodes));
}

#[test]
fn several_threads_find_the_win_too() {
    let win = position(Rule::Renju, Side::First, "h8 i8 j8 h9 h10", "g8 a1 c1 e1 o1");
    let request = EngineRequest {
        history: History::new(win.clone()),
        options: SearchOptions { multipv: 3, threads: 3, ..SearchOptions::new(nodes(50_000), Level::MAX, 1) },
    };
    let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
    let thought = GomokuEngine::new(1).think(&request, world);
    assert!(thought.score.is_win() && win.is_legal(thought.best.expect("the game goes on")), "{thought:?}");
    assert_eq!(thought.lines.len(), 3);
}

#[test]
fn the_first_stones_go_to_the_middle() {
    for size in [5, 8, 15, 22] {
        let empty = Position::new(size, Rule::Freestyle).expect("the size is allowed");
        let first = answer(&empty, 5, nodes(50), 0).best.expect("the board is empty");
        assert_eq!(first, Point::new(size / 2, size / 2));
        let mut next = empty.clone();
        next.play_unchecked(first);
        let second = answer(&next, 5, nodes(500), 0).best.expect("the board is nearly empty");
        assert_eq!((second.column().abs_diff(first.column())).max(second.row().abs_diff(first.row())), 1);
    }
}

#[test]
fn a_five_is_made_at_once_and_a_four_is_blocked() {
    let timed = Limits { time: Some(TimeLimit::Move { max: Millis(1000), spend_all: false }), ..Limits::default() };
    for rule in Rule::ALL {
        // Both sides have four in a row, so the side to move wins.
        for (side, fives) in [(Side::First, &["l8"][..]), (Side::Second, &["g5", "l5"])] {
            let both = position(rule, side, "h8 i8 j8 k8", "g8 h5 i5 j5 k5");
            for level in 1..=5 {
                let thought = answer(&both, level, timed, 1);
                assert!(fives.iter().any(|five| thought.best == Some(point(five))), "{rule} {side:?} level {level}");
                assert_eq!(thought.score, Score::mate_in(1));
            }
        }
        // At the edge Caro has no other block.
        let four = position(rule, Side::Second, "l8 m8 n8 o8", "g8 a1 c1");
        for level in 1..=5 {
            let thought = answer(&four, level, timed, 1);
            assert_eq!(thought.best, Some(point("k8")), "{rule} level {level}");
            assert!(thought.nodes < 1000, "an answer that has no alternative does not wait");
        }
    }
}

#[test]
fn an_open_three_is_answered_from_level_three_on() {
    let three = position(Rule::Freestyle, Side::Second, "h8 i8 j8", "c3 d12");
    let answers: Vec<Point> = ["f8", "g8", "k8", "l8"].iter().map(|text| point(text)).collect();
    for level in 3..=5 {
        for seed in 0..12 {
            let best = answer(&three, level, nodes(1500), seed).best.expect("the game goes on");
            assert!(answers.contains(&best), "level {level} seed {seed} plays {best}");
        }
    }
    let limits = nodes(40_000);
    let answered = |level, seed| answer(&three, level, limits, seed).best.is_some_and(|best| answers.contains(&best));
    let [first, second] = [1, 2].map(|level| (0..20).filter(|&seed| answered(level, seed)).count());
    println!("an open three is answered in {first} of 20 games by level 1, in {second} by level 2");
    assert!((4..20).contains(&first), "a beginner overlooks an open three at times, but not always: {first}");
    assert!(second > first && second >= 14, "an apprentice hardly ever does: {second}");
}

#[test]
fn black_plays_on_where_every_answer_to_a_straight_four_is_forbidden() {
    let position = small(
        Side::First,
        "a1 b1 c1 e1 f1 a2 b2 c2 e2 f2 b3 c3 e3 a4 e4 b5 c5 e5 a6 b6 c6 e6 f6",
        "a3 d3 f3 b4 c4 d4 a5 d5 f5",
    );
    for level in 1..=5 {
        let best = answer(&position, level, nodes(2000), 1).best;
        assert!(best.is_some_and(|mv| position.is_legal(mv)), "{level}: {best:?}");
    }
}

/// After d4 the points d1 and d6 are forbidden to Black, who has no move left: a draw.
#[test]
fn a_straight_four_that_leaves_black_without_a_move_is_no_win() {
    let position = small(
        Side::Second,
        "a1 b1 c1 e1 f1 a2 e2 b3 c3 f3 a4 e4 b5 c5 f5 a6 b6 c6 e6 f6",
        "b2 c2 d2 f2 a3 d3 e3 b4 c4 f4 a5 d5 e5",
    );
    let info = answer(&position, 5, nodes(20_000), 1);
    assert!(!info.score.is_decisive(), "{info:?}");
}

#[test]
fn an_own_four_near_the_enemy_s_threat_is_not_forgotten() {
    // White threatens a straight four. l11 does not block it, but starts a VCF.
    let moves = "j8 h8 k7 i5 l7 i8 h10 i9 i7 j7 k9 l10 j10 k6 l5 g10 h9 l8 j11 j9 i11 h11 g5 h6 j12 g9 g13 h12 j13 j14 \
                 k13 l14 i13 h13 l13 m13 k12 i10 k11 k10";
    let mut position = Position::new(15, Rule::Freestyle).expect("the size is allowed");
    let mut history = History::new(position.clone());
    for mv in read_moves(moves, 15).expect("the test names points") {
        history.play_unchecked(&mut position, mv);
    }
    let thought = think(&mut GomokuEngine::new(1), &history, 5, nodes(4000), 0);
    assert_eq!((thought.best, thought.score), (Some(point("l11")), Score::mate_in(5)), "{thought:?}");
}

#[test]
fn the_rules_decide_what_wins() {
    // l8 would give Black six in a row, which wins only under freestyle.
    let gap = "h8 i8 j8 k8 m8";
    for (rule, wins) in [(Rule::Freestyle, true), (Rule::Standard, false), (Rule::Renju, false), (Rule::Caro, false)] {
        let position = position(rule, Side::First, gap, "g8 a1 c1 e1");
        let score = answer(&position, 5, nodes(200), 0).score;
        assert_eq!(score == Score::mate_in(1), wins, "{rule}");
    }
    // l8 completes Black's four. Caro refuses a five between two enemies, but accepts one at the edge.
    for (rule, wins) in [(Rule::Standard, true), (Rule::Caro, false)] {
        let blocked = position(rule, Side::First, "h8 i8 j8 k8", "g8 m8 a1 c1");
        assert_eq!(answer(&blocked, 5, nodes(200), 0).score == Score::mate_in(1), wins, "{rule}");
        let beside = position(rule, Side::First, "l8 m8 n8 o8", "j8 a1 c1 e1");
        assert_eq!(answer(&beside, 5, nodes(200), 0).score, Score::mate_in(1), "{rule}");
    }
    // Only g8 blocks White's four at f8, and there Black makes a double four.
    for (rule, wins) in [(Rule::Freestyle, false), (Rule::Standard, false), (Rule::Renju, true), (Rule::Caro, false)] {
        let trap = position(rule, Side::Second, "b8 g5 g6 g7 d5 e6 f7", "c8 d8 e8 n2 n14");
        let thought = answer(&trap, 5, nodes(5000), 0);
        assert_eq!(thought.score == Score::mate_in(3), wins, "{rule} {thought:?}");
        assert!(!wins || thought.best == Some(point("f8")));
    }
}

#[test]
fn the_key_follows_the_rules() {
    let mut rng = Rng::from_seed(5);
    for rule in Rule::ALL {
        let mut position = Position::new(9, rule).expect("the size is allowed");
        let mut field = Field::new(&position, Arc::new(eval::tables(rule)));
        let mut evaluations = Vec::new();
        loop {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            assert_eq!(field.key(), position.key());
            let scratch = Field::new(&position, Arc::new(eval::tables(rule)));
            evaluations.push(eval::evaluate(&field, true));
            assert_eq!(evaluations.last(), Some(&eval::evaluate(&scratch, true)));
            assert_eq!(field.near(2), scratch.near(2));
            let mv = moves[rng.below(moves.len())];
            position.play_unchecked(mv);
            field.play(mv);
        }
        for expected in evaluations.into_iter().rev() {
            field.undo();
            assert_eq!(eval::evaluate(&field, true), expected);
        }
    }
}

#[test]
fn an_evaluation_knows_no_colour_and_no_corner() {
    let mut rng = Rng::from_seed(11);
    for rule in Rule::ALL {
        let tables = Arc::new(eval::tables(rule));
        for _ in 0..50 {
            let mut position = Position::new(15, rule).expect("the size is allowed");
            for _ in 0..30 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[rng.below(moves.len())]);
            }
            if position.winner().is_some() {
                continue;
            }
            let value = |setup: Setup| {
                let position = Position::from_setup(setup).expect("the image of a position is one");
                eval::evaluate(&Field::new(&position, Arc::clone(&tables)), true)
            };
            let setup = position.to_setup();
            let expected = value(setup.clone());
            for symmetry in Symmetry::ALL {
                let image = |points: &[Point]| points.iter().map(|&at| symmetry.apply(at, 15)).collect();
                let turned = Setup { black: image(&setup.black), white: image(&setup.white), ..setup.clone() };
                assert_eq!(value(turned), expected);
            }
            if !rule.has_fouls(Side::First) {
                let (black, white) = (setup.white.clone(), setup.black.clone());
                let swapped = Setup { black, white, side: setup.side.map(Side::opponent), ..setup };
                assert_eq!(value(swapped), expected);
            }
        }
    }
}

/// Draws a board of 9 lines with `taken` thousandths of its points occupied and `white` thousandths of stones white.
fn crowded(rng: &mut Rng, taken: u32, white: u32) -> Board {
    let mut board = Board::new(9);
    for point in Board::new(9).points() {
        if rng.chance_permille(taken) {
            board.place(point, Side::ALL[usize::from(rng.chance_permille(white))]);
        }
    }
    board
}

/// Returns the position of these stones, Black to move, if one is possible.
fn black_to_move(board: &Board, rule: Rule) -> Option<Position> {
    let stones = |side| board.stones(side).collect();
    let (black, white) = (stones(Side::First), stones(Side::Second));
    Position::from_setup(Setup { black, white, side: Some(Side::First), ..Setup::empty(board.size(), rule) }).ok()
}

/// Lists the points that complete a five of `side` under the rule.
fn fives(board: &Board, rule: Rule, side: Side) -> Vec<Point> {
    board.empty_points().filter(|&point| win::makes_five(board, rule, side, point)).collect()
}

/// Lists the points that leave `attacker` without a five after a stone there, by trial.
fn blocks_by_trying(board: &Board, rule: Rule, attacker: Side) -> Vec<Point> {
    let stops = |&point: &Point| {
        let mut after = board.clone();
        after.place(point, !attacker);
        fives(&after, rule, attacker).is_empty()
    };
    board.empty_points().filter(stops).collect()
}

#[test]
fn what_stops_a_four_is_what_trying_finds() {
    let mut rng = Rng::from_seed(31);
    let (mut by_the_end, mut lost) = (0, 0);
    for rule in Rule::ALL {
        let tables = Arc::new(eval::tables(rule));
        // Blocked ends occur less often, so Caro needs more boards.
        for round in 0..if rule.blocks_ends() { 300 } else { 40 } {
            let board = crowded(&mut rng, [330, 400, 300][round % 3], [500, 350, 300][round % 3]);
            for side in Side::ALL {
                let mut field = field_of(&board, rule, !side, &tables);
                let completions = fives(&board, rule, side);
                if !completions.is_empty() {
                    let mut found = threats::blocks(&field, side);
                    found.sort_unstable();
                    assert_eq!(found[..], blocks_by_trying(&board, rule, side), "{rule} {side:?} {board:?}");
                    by_the_end += u32::from(found.iter().any(|point| !completions.contains(point)));
                    lost += u32::from(found.is_empty());
                    continue;
                }
                // The class of a stone implies its fours: none, a stoppable one, or an unstoppable one.
                field.pass();
                for point in board.empty_points().filter(|&point| field.is_legal(point, side)) {
                    let mut after = board.clone();
                    after.place(point, side);
                    let class = field.class(point, side);
                    let is_four = !fives(&after, rule, side).is_empty();
                    assert_eq!(class >= Class::Four, is_four, "{rule} {point} {board:?}");
                    let is_stopped = !is_four || !blocks_by_trying(&after, rule, side).is_empty();
                    assert_eq!(class < Class::DoubleFour, is_stopped, "{rule} {point} is {class:?} on {board:?}");
                }
            }
        }
    }
    println!("{by_the_end} fives could be blocked at an end, {lost} not at all");
    assert!(by_the_end >= 3 && lost > 10);
}

/// Returns the field of arbitrary stones, `side` to move.
fn field_of(board: &Board, rule: Rule, side: Side, tables: &Arc<Tables>) -> Field {
    let mut field = Field::new(&Position::new(board.size(), rule).expect("the size is allowed"), Arc::clone(tables));
    for owner in Side::ALL {
        for point in board.stones(owner) {
            if field.side_to_move() != owner {
                field.pass();
            }
            field.play(point);
        }
    }
    if field.side_to_move() != side {
        field.pass();
    }
    field
}

/// Returns whether `attacker`, to move, wins with at most `fours` fours, by brute force.
fn wins_by_trying(board: &mut Board, rule: Rule, attacker: Side, fours: u32) -> bool {
    if !fives(board, rule, attacker).is_empty() {
        return true;
    }
    let empty: Vec<Point> = if fours == 0 { Vec::new() } else { board.empty_points().collect() };
    empty.iter().any(|&four| {
        board.place(four, attacker);
        let is_four = fives(board, rule, !attacker).is_empty() && !fives(board, rule, attacker).is_empty();
        let wins = is_four
            && empty.iter().filter(|&&reply| reply != four).all(|&reply| {
                board.place(reply, !attacker);
                let wins = wins_by_trying(board, rule, attacker, fours - 1);
                board.remove(reply, !attacker);
                wins
            });
        board.remove(four, attacker);
        wins
    })
}

#[test]
fn wins_by_fours_are_those_that_trying_finds() {
    let mut rng = Rng::from_seed(32);
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro] {
        let (mut positions, mut wins) = (0, 0);
        while positions < 60 {
            let mut board = crowded(&mut rng, 330, 500);
            let Some(position) = black_to_move(&board, rule) else { continue };
            for fours in [1, 3] {
                let expected = wins_by_trying(&mut board, rule, Side::First, fours);
                let limits = vcf::VcfLimits { fours, ..vcf::VcfLimits::NONE };
                let found = vcf::solve(&position, Side::First, limits, || false).verdict;
                assert_eq!(matches!(found, vcf::SolverVerdict::Win { .. }), expected, "{fours} {position:?} {found:?}");
                wins += u32::from(expected && fives(&board, rule, Side::First).is_empty());
            }
            positions += 1;
        }
        println!("{rule}: {wins} wins by fours");
        assert!(wins >= 5, "{rule}: {wins}");
    }
}

#[test]
fn linked_fours_that_win_do_win_and_find_most_wins() {
    let mut rng = Rng::from_seed(33);
    let (mut all, mut linked) = (0, 0);
    let mut solver = vcf::VcfSolver::new(1 << 12);
    while all < 40 {
        let board = crowded(&mut rng, 330, 500);
        let Some(position) = black_to_move(&board, Rule::Freestyle) else { continue };
        let mut field = vcf::field(&position, Side::First);
        let wins = matches!(solver.linked(&mut field, vcf::VcfLimits::NONE, || false), vcf::AttackResult::Win(plies) if plies > 3);
        let fours: Vec<Point> = solver.line().into_iter().step_by(2).collect();
        let proof = vcf::solve(&position, Side::First, vcf::VcfLimits::NONE, || false).verdict;
        let vcf::SolverVerdict::Win { plies, .. } = proof else {
            assert!(!wins, "{position:?} {fours:?}");
            continue;
        };
        all += u32::from(plies > 3);
        linked += u32::from(wins && plies > 3);
    }
    println!("{linked} of {all} wins by linked fours");
    assert!(linked * 4 >= all * 3, "{linked} of {all}");
}

#[test]
fn no_blocked_point_is_played_or_counted() {
    for rule in Rule::ALL {
        // Both ends of Black's four are closed, one by a blocked point: White has the only five.
        let four = position(rule, Side::Second, "c3 d3 e3 f3", "b3 c9 d9 e9 f9");
        let blocked = vec![point("g3"), point("b9")];
        let four = Position::from_setup(Setup { blocked, ..four.to_setup() }).expect("nobody has five");
        let white = answer(&four, 5, nodes(2_000), 1);
        assert_eq!((white.best, white.score), (Some(point("g9")), Score::mate_in(1)), "{rule}");
        // A game on the points that are left ends legally.
        let mut rng = Rng::from_seed(rule as u64);
        let mut empty: Vec<Point> = Position::new(7, rule).expect("a board").points().collect();
        let blocked: Vec<Point> = (0..9).map(|_| empty.swap_remove(rng.below(empty.len()))).collect();
        let mut here = Position::from_setup(Setup { blocked, ..Setup::empty(7, rule) }).expect("no stones");
        let mut history = History::new(here.clone());
        let mut engine = GomokuEngine::new(1);
        while here.outcome(&history).is_none() {
            let mv = think(&mut engine, &history, 5, nodes(300), 0).best.expect("the game goes on");
            assert!(here.is_legal(mv), "{here:?} {mv}");
            history.play_unchecked(&mut here, mv);
        }
    }
}

#[test]
fn the_solvers_of_the_root_keep_within_the_move_of_a_clock() {
    let share = |limit| root_nodes(&Limits { time: Some(limit), ..Limits::default() }, 1);
    let clock = |left, increment, max: Option<u64>| TimeLimit::Clock {
        left: Millis(left),
        increment: Millis(increment),
        moves_to_go: None,
        max: max.map(Millis),
        overhead: Millis(30),
    };
    let fixed = share(TimeLimit::Move { max: Millis(50), spend_all: true });
    assert!(share(clock(600_000, 0, Some(50))) <= fixed);
    assert!(share(clock(100, 10_000, None)) <= fixed);
    assert!(share(clock(600_000, 0, None)) > fixed, "without a bound the move takes its share of the game");
}
