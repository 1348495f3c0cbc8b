//! Every step of both courses, played through the judge.

use std::collections::BTreeSet;

use super::*;
use crate::explain::mating_patterns;
use crate::game::{Game, GameKind};
use crate::position::Position as _;
use crate::puzzle::mates::{MateProver, MatingMoves};
use crate::puzzle::vcf::VcfProver;

const NODES_MAX: u64 = 4_000_000;

fn courses() -> [Course; 2] {
    [GameKind::Xiangqi, GameKind::Gomoku].map(|game| Course::built_in(game).expect("it has lessons"))
}

/// Runs `check` on every step and fails with all its complaints at once.
#[track_caller]
fn each_step(check: impl Fn(&LessonStep) -> Result<(), String>) {
    let courses = courses();
    let steps = courses.iter().flat_map(Course::steps);
    let failed: Vec<String> =
        steps.filter_map(|step| check(step).err().map(|why| format!("{}: {why}", step.id))).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn each_game_has_sixty_steps_with_ids_of_their_own() {
    let mut goals: BTreeSet<&str> = BTreeSet::new();
    for course in &courses() {
        let ids: BTreeSet<&str> = course.steps().map(|step| step.id.as_str()).collect();
        assert_eq!(ids.len(), course.steps().count(), "an id occurs twice");
        assert!(ids.len() >= 60, "{:?} has {} steps", course.game, ids.len());
        for step in course.steps() {
            assert_eq!(course.step(&step.id), Some(step));
            goals.insert(step.goal.code());
        }
    }
    assert_eq!(goals.len(), 16, "a goal has no step: {goals:?}");
}

#[test]
fn every_solution_solves_its_step_with_its_last_move_and_not_before() {
    each_step(|step| {
        let mut attempt = LessonAttempt::new(step.clone());
        for (number, text) in step.solution.iter().enumerate() {
            let is_last = number + 1 == step.solution.len();
            match attempt.attempt(text) {
                Ok(LessonVerdict::Solved { .. }) if is_last => {}
                Ok(LessonVerdict::Right { .. }) if !is_last => {}
                other => return Err(format!("{text} of {:?} is {other:?}", step.solution)),
            }
        }
        Ok(())
    });
}

/// The codes of moves that leave the general attacked.
const EXPOSES: [&str; 3] = ["stays-in-check", "exposes-general", "facing-generals"];

/// The texts that a learner could try first: every move, square and side.
fn tries(step: &LessonStep) -> Vec<String> {
    let game = LessonAttempt::new(step.clone()).game().clone();
    let squares = (b'a'..=b'i').flat_map(|file| (0..=9).map(move |rank| format!("{}{rank}", char::from(file))));
    match step.goal {
        LessonGoal::Look { .. } => squares.collect(),
        LessonGoal::Deviate => ["first", "second", "neither"].map(str::to_owned).to_vec(),
        LessonGoal::Escape { .. } => {
            let squares: Vec<String> = squares.collect();
            squares.iter().flat_map(|from| squares.iter().map(move |to| format!("{from}{to}"))).collect()
        }
        _ => game.legal_moves(),
    }
}

#[test]
fn every_step_refuses_a_wrong_attempt_with_a_reason() {
    each_step(|step| {
        for text in tries(step) {
            let mut attempt = LessonAttempt::new(step.clone());
            let before = attempt.game().placement();
            match attempt.attempt(&text) {
                Ok(LessonVerdict::Wrong { .. }) => {
                    let is_open = attempt.state() == LessonState::Open && attempt.mistakes() == 1;
                    let is_same = attempt.game().placement() == before;
                    return if is_open && is_same { Ok(()) } else { Err(format!("{text} changed the step")) };
                }
                // Where only one way is legal, the rules refuse the others with their reason.
                Err(refusal) if EXPOSES.contains(&refusal.code) => return Ok(()),
                _ => {}
            }
        }
        Err("every attempt solves it".to_owned())
    });
}

#[test]
fn a_step_can_always_be_finished_after_any_right_move() {
    each_step(|step| {
        for text in tries(step) {
            let mut attempt = LessonAttempt::new(step.clone());
            if !matches!(attempt.attempt(&text), Ok(LessonVerdict::Right { .. })) {
                continue;
            }
            for _ in 0..40 {
                attempt.ask();
                let Some(hint) = attempt.hint().map(str::to_owned) else { return Err(format!("stuck after {text}")) };
                if !matches!(attempt.attempt(&hint), Ok(LessonVerdict::Right { .. })) {
                    break;
                }
            }
            if attempt.state() != LessonState::Solved {
                return Err(format!("no end after {text}"));
            }
        }
        Ok(())
    });
}

#[test]
fn positions_are_those_of_games() {
    each_step(|step| {
        let game = step.start.game();
        if game.outcome().is_some() || game.legal_moves().is_empty() {
            return Err("the game is over".to_owned());
        }
        match &game {
            Game::Xiangqi(_) => Ok(()),
            // A set-up without a named side has stones of alternate moves.
            Game::Gomoku(played) => {
                let setup = crate::gomoku::Setup { side: None, ..played.position().to_setup() };
                crate::gomoku::Position::from_setup(setup).map(drop).map_err(|why| why.to_string())
            }
            Game::TicTacToe(_) => Err("no lesson is of this game".to_owned()),
        }
    });
}

#[test]
fn mates_have_their_length_and_their_name() {
    each_step(|step| {
        let PuzzleStart::Xiangqi(start) = &step.start else { return Ok(()) };
        let (moves, pattern) = match step.goal {
            LessonGoal::Mate { moves, pattern } => (moves, pattern),
            LessonGoal::Stalemate { moves } => (moves, None),
            _ => return Ok(()),
        };
        let fewest = MateProver::new(MatingMoves::AnyMove, NODES_MAX).fewest(start, moves);
        if fewest != Ok(Some(moves)) {
            return Err(format!("the shortest mate is {fewest:?}"));
        }
        let mut attempt = LessonAttempt::new(step.clone());
        let (last, before) = step.solution.split_last().expect("a step has a solution");
        for mv in before {
            attempt.attempt(mv).map_err(|why| why.to_string())?;
        }
        let names = mating_patterns(attempt.game(), last);
        if pattern.is_some() && names.first() != pattern.as_ref() {
            return Err(format!("the mate is called {names:?}"));
        }
        attempt.attempt(last).map_err(|why| why.to_string())?;
        let is_stalemate = matches!(step.goal, LessonGoal::Stalemate { .. });
        if is_stalemate == attempt.game().checked().is_some() {
            return Err("the end has the wrong kind".to_owned());
        }
        Ok(())
    });
}

#[test]
fn every_mate_solves_a_step_that_asks_for_mate() {
    each_step(|step| {
        if !matches!(step.goal, LessonGoal::Mate { .. }) {
            return Ok(());
        }
        let start = step.start.game();
        for mv in start.legal_moves() {
            let mut game = start.clone();
            game.play(&mv).map_err(|why| why.to_string())?;
            let is_over = game.outcome().is_some_and(|outcome| outcome.winner.is_some());
            let solves = matches!(LessonAttempt::new(step.clone()).attempt(&mv), Ok(LessonVerdict::Solved { .. }));
            if is_over != solves {
                return Err(format!("{mv} ends the game: {is_over}, solves the step: {solves}"));
            }
        }
        Ok(())
    });
}

#[test]
fn both_sides_are_at_fault_where_the_text_says_so() {
    let [course, _] = courses();
    let step = course.step("xiangqi.repetition.both").expect("the course has it");
    let mut attempt = LessonAttempt::new(step.clone());
    attempt.attempt(&step.solution[0]).expect("it is the name of a side");
    assert_eq!(attempt.ruled().map(|ruled| ruled.faults.len()), Some(2));
}

#[test]
fn a_repetition_ends_its_game_with_the_last_move() {
    each_step(|step| {
        if step.goal != LessonGoal::Deviate {
            return if step.before.is_empty() { Ok(()) } else { Err("it has moves before".to_owned()) };
        }
        let mut game = step.start.game();
        for mv in &step.before {
            if game.outcome().is_some() {
                return Err(format!("it ends before {mv}"));
            }
            game.play(mv).map_err(|why| why.to_string())?;
        }
        let ruled = game.ruled().ok_or("no ruling")?;
        let loser = match step.solution[0].as_str() {
            "first" => Some(crate::base::Side::First),
            "second" => Some(crate::base::Side::Second),
            _ => None,
        };
        if ruled.loser == loser { Ok(()) } else { Err(format!("the judge says {:?}", ruled.loser)) }
    });
}

#[test]
fn wins_by_fours_are_as_long_as_their_solutions() {
    each_step(|step| {
        let (PuzzleStart::Gomoku(start), LessonGoal::Vcf) = (&step.start, &step.goal) else { return Ok(()) };
        let length = u8::try_from(step.solution.len()).expect("a short line");
        let fewest = VcfProver::new(NODES_MAX).fewest(start, length + 2);
        // A four whose block is forbidden wins without the five.
        let has_fouls = start.rule().has_fouls(!start.side_to_move());
        let fits = fewest == Ok(Some(length)) || has_fouls && fewest == Ok(Some(length + 1));
        if fits { Ok(()) } else { Err(format!("the shortest win is {fewest:?}")) }
    });
}
