use std::collections::BTreeSet;

use super::*;
use crate::base::Rng;
use crate::engine::gomoku::vcf;
use crate::game::Refusal;
use crate::gomoku::Rule;

/// Number of puzzles of each game that a usual test run proves. `DUIYI_PUZZLES=500` raises it; a number above the total
/// proves all.
const SAMPLE: usize = 40;
/// Longest mate and longest VCF that a usual run proves, in moves.
const QUICK_MOVES: usize = 3;
const SEED: u64 = 20_261_123;

fn shipped(kind: GameKind) -> Vec<Puzzle> {
    Collection::built_in().puzzles().iter().filter(|puzzle| puzzle.start.kind() == kind).cloned().collect()
}

/// Proves a fixed random sample of the puzzles by searches that use the rules alone.
fn prove_sample(kind: GameKind) {
    let wished: Option<usize> = std::env::var("DUIYI_PUZZLES").ok().and_then(|number| number.parse().ok());
    let mut puzzles = shipped(kind);
    if wished.is_none() {
        puzzles.retain(|puzzle| puzzle.moves() <= QUICK_MOVES && puzzle.goal != PuzzleGoal::Threat);
    }
    let mut rng = Rng::from_seed(SEED);
    while puzzles.len() > wished.unwrap_or(SAMPLE) {
        puzzles.swap_remove(rng.below(puzzles.len()));
    }
    let flawed: Vec<_> =
        puzzles.iter().filter_map(|puzzle| Some((puzzle.id(), proof::prove(puzzle, u64::MAX).err()?))).collect();
    assert!(flawed.is_empty(), "{} of {}: {flawed:?}", flawed.len(), puzzles.len());
}

#[test]
fn shipped_mates_are_proved() {
    prove_sample(GameKind::Xiangqi);
}

#[test]
fn shipped_wins_of_gomoku_are_proved() {
    prove_sample(GameKind::Gomoku);
}

#[test]
fn the_built_in_collection_is_whole_and_has_no_duplicates() {
    let collection = Collection::built_in();
    let names: BTreeSet<String> = collection.puzzles().iter().map(Puzzle::id).collect();
    assert_eq!(names.len(), collection.puzzles().len());
    for kind in [GameKind::Xiangqi, GameKind::Gomoku] {
        let puzzles = shipped(kind);
        assert!(puzzles.len() >= 2_000, "{kind} has {}", puzzles.len());
        let packed = packed::write(kind, &puzzles).expect("they were read from packed ones");
        assert!(packed.len() <= 150 << 10, "{kind} takes {} bytes", packed.len());
        assert_eq!(packed::read(kind, &packed).expect("it was just written"), puzzles);
        for puzzle in &puzzles {
            let mut game = puzzle.start.game();
            assert!(game.legal_moves().len() > 1, "there is something to find: {puzzle:?}");
            assert!(puzzle.line.iter().all(|mv| game.advance(mv).is_ok()), "{puzzle:?}");
            assert_eq!(PuzzleStart::from_text(kind, &puzzle.start.to_text()).as_ref(), Some(&puzzle.start));
        }
    }
}

#[test]
fn damaged_bytes_are_refused_and_never_panic() {
    let bytes = packed::write(GameKind::Gomoku, &shipped(GameKind::Gomoku)[..3]).expect("they can be packed");
    assert!(packed::read(GameKind::Xiangqi, &bytes).is_err());
    assert!(packed::read(GameKind::Gomoku, &bytes[..bytes.len() - 1]).is_err());
    let mut rng = Rng::from_seed(SEED);
    for _ in 0..500 {
        let mut damaged = bytes.clone();
        let at = rng.below(damaged.len());
        damaged[at] ^= 1 << rng.below(8);
        let _ = packed::read(GameKind::Gomoku, &damaged);
    }
}

#[test]
fn a_proof_finds_each_flaw() {
    let puzzle =
        shipped(GameKind::Xiangqi).into_iter().find(|puzzle| puzzle.goal == PuzzleGoal::Mate && puzzle.moves() == 2);
    let puzzle = puzzle.expect("there are mates in two");
    assert_eq!(proof::prove(&puzzle, u64::MAX), Ok(()));
    let flaw = |line: Vec<String>| proof::prove(&Puzzle { line, ..puzzle.clone() }, u64::MAX).unwrap_err();
    assert_eq!(flaw(puzzle.line[..2].to_vec()), proof::Flaw::Length);
    assert!(matches!(flaw(puzzle.line[..1].to_vec()), proof::Flaw::Winning { .. } | proof::Flaw::Unfinished));
    let other = puzzle.start.game().legal_moves().into_iter().find(|mv| *mv != puzzle.line[0]).expect("a choice");
    assert!(matches!(flaw(vec![other]), proof::Flaw::Winning { ply: 1, .. }));
    let fours = Puzzle { goal: PuzzleGoal::Vcf, ..puzzle.clone() };
    assert_eq!(proof::prove(&fours, u64::MAX), Err(proof::Flaw::Goal("fours")));
}

#[test]
fn the_plain_vcf_search_agrees_with_the_engine() {
    let mut rng = Rng::from_seed(SEED);
    let (mut won, mut none) = (0, 0);
    for number in 0..60 {
        let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][number % 3];
        let mut position = gomoku::Position::new(15, rule).expect("a usual board");
        for _ in 0..24 {
            let near: Vec<_> = position
                .legal_moves()
                .into_iter()
                .filter(|point| (4..11).contains(&point.column()) && (4..11).contains(&point.row()))
                .collect();
            let mut next = position.clone();
            next.play_unchecked(near[rng.below(near.len())]);
            if next.winner().is_none() {
                position = next;
            }
        }
        let plain = super::vcf::VcfProver::new(u64::MAX).wins(&position).expect("nodes without end");
        let found = vcf::solve(&position, position.side_to_move(), vcf::VcfLimits::NONE, || false);
        assert_eq!(plain, matches!(found.verdict, vcf::SolverVerdict::Win { .. }), "{position:?}");
        if plain { won += 1 } else { none += 1 }
    }
    assert!(won > 5 && none > 5, "{won} won, {none} not");
}

#[test]
fn days_take_different_puzzles_of_the_game() {
    let collection = Collection::built_in();
    for kind in [GameKind::Xiangqi, GameKind::Gomoku] {
        let of = |day| collection.daily(kind, day).expect("there are puzzles").id();
        assert_eq!(of(20_000), of(20_000));
        let different = (20_000..20_060).map(of).collect::<BTreeSet<_>>().len();
        assert!(different > shipped(kind).len().min(60) / 2, "{different}");
    }
    assert!(collection.daily(GameKind::TicTacToe, 1).is_none());
}

fn attempt() -> PuzzleAttempt {
    let puzzle = shipped(GameKind::Xiangqi).into_iter().find(|puzzle| puzzle.moves() == 2);
    PuzzleAttempt::new(puzzle.expect("there are mates in two"))
}

fn wanted(attempt: &PuzzleAttempt) -> String {
    attempt.wanted().expect("it is not over").to_owned()
}

#[test]
fn right_moves_are_answered_until_it_is_solved() -> Result<(), Refusal> {
    let mut attempt = attempt();
    let (row, verdict) = attempt.play(&wanted(&attempt))?;
    assert_eq!(row.uci, attempt.puzzle().line[0]);
    assert!(matches!(verdict, AttemptVerdict::Right { reply } if reply.uci == attempt.puzzle().line[1]));
    assert_eq!(attempt.play(&wanted(&attempt))?.1, AttemptVerdict::Solved);
    assert!(attempt.is_over() && attempt.game().outcome().is_some());
    assert_eq!((attempt.misses(), attempt.helped(), attempt.shown()), (0, false, false));
    assert_eq!(attempt.play("h2e2").unwrap_err().code, "game-over");
    Ok(())
}

#[test]
fn a_wrong_move_stands_until_it_is_taken_back() -> Result<(), Refusal> {
    let mut attempt = attempt();
    let start = attempt.game().key();
    let wrong = attempt.game().legal_moves().into_iter().find(|mv| *mv != wanted(&attempt)).expect("a choice");
    assert_eq!(attempt.play(&wrong)?.1, AttemptVerdict::Wrong);
    assert_eq!((attempt.wrong(), attempt.misses()), (Some(wrong.as_str()), 1));
    assert_eq!(attempt.play(&wrong).unwrap_err().code, "not-now");
    attempt.take_back();
    assert_eq!((attempt.game().key(), attempt.wrong()), (start, None));
    assert!(attempt.play("a0a0").is_err(), "the rules refuse, and it is no miss");
    assert_eq!(attempt.misses(), 1);
    Ok(())
}

#[test]
fn hints_give_away_a_part_and_then_the_move() -> Result<(), Refusal> {
    let mut xiangqi = attempt();
    assert_eq!((xiangqi.ask(), xiangqi.part()), (HintLevel::Where, vec![wanted(&xiangqi)[..2].to_owned()]));
    assert_eq!((xiangqi.ask(), xiangqi.ask()), (HintLevel::Move, HintLevel::Move));
    xiangqi.play(&wanted(&xiangqi))?;
    assert_eq!((xiangqi.hint(), xiangqi.helped()), (HintLevel::None, true));
    let mut gomoku = PuzzleAttempt::new(shipped(GameKind::Gomoku).swap_remove(0));
    gomoku.ask();
    assert_eq!(gomoku.part().len(), 9);
    assert!(gomoku.part().contains(&wanted(&gomoku)));
    Ok(())
}

#[test]
fn the_solution_can_be_shown_after_a_wrong_move() -> Result<(), Refusal> {
    let mut attempt = attempt();
    let wrong = attempt.game().legal_moves().into_iter().find(|mv| *mv != wanted(&attempt)).expect("a choice");
    attempt.play(&wrong)?;
    attempt.show()?;
    assert!(attempt.is_over() && attempt.shown() && attempt.game().outcome().is_some());
    assert_eq!(attempt.part(), Vec::<String>::new());
    Ok(())
}

#[test]
fn longer_lines_and_rarer_finds_are_harder() {
    for moves in 1..8 {
        for found in 0..5 {
            assert!(PuzzleGrade::measured(moves, found) >= PuzzleGrade::measured(moves, found + 1));
            assert!(PuzzleGrade::measured(moves + 1, found) >= PuzzleGrade::measured(moves, found));
        }
    }
    assert_eq!((PuzzleGrade::measured(1, 5).number(), PuzzleGrade::measured(9, 0).number()), (1, 5));
}
