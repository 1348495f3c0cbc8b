use super::*;
use crate::game::{Game, GameKind, Setup};
use crate::puzzle::vcf::VcfProver;
use std::collections::{BTreeMap, BTreeSet};

/// A step of the general leaves Black without a move.
const MATE_IN_ONE: &str = "pawn\twin\ttable\t1\t3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1";
const TO_HOLD: &str = "pawn-advisor\thold\ttable\t2\t3a1k3/3P5/9/9/9/9/9/9/9/4K4 b - - 0 1";

fn ending(line: &str) -> Ending {
    Endings::read(GameKind::Xiangqi, line).expect(line).all.remove(0)
}

#[test]
fn a_list_comes_back_as_it_was_written() {
    let text = format!("{MATE_IN_ONE}\n{TO_HOLD}\n");
    let read = Endings::read(GameKind::Xiangqi, &text).expect("it is a list");
    assert_eq!((read.all.len(), read.to_text()), (2, text));
    for (line, text) in [
        (1, "pawn\twin\ttable\t0\t3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1".to_owned()),
        (3, format!("# pawns\n{MATE_IN_ONE}\npawn\tlose\ttable\t1\t3k5/9/4P4/9/9/9/9/9/9/4K4 w")),
        (1, "pawns\twin\ttable\t1\t3k5/9/9".to_owned()),
        (1, format!("{MATE_IN_ONE}\tmore")),
    ] {
        assert_eq!(Endings::read(GameKind::Xiangqi, &text), Err(EndingsError { line }), "{text}");
    }
}

#[test]
fn a_win_is_reached_by_mate_alone() {
    let mut attempt = EndingAttempt::new(ending(MATE_IN_ONE));
    assert!(attempt.play("e0e2").is_err());
    attempt.play("e8d8").expect("it is legal");
    assert_eq!(attempt.play("e0e1").map(|_| ()).unwrap_err().code, "not-now");
    attempt.judge(false, Some("d9d8"));
    assert_eq!(attempt.refutation().map(|row| row.uci.as_str()), Some("d9d8"));
    assert_eq!((attempt.state(), attempt.rows().len(), attempt.mistakes()), (EndingState::GivenAway, 1, 1));
    attempt.take_back();
    assert_eq!((attempt.state(), attempt.rows().len()), (EndingState::Open, 0));
    attempt.play("e0e1").expect("it is legal");
    // The end by the rules counts before any verdict.
    attempt.judge(false, None);
    assert_eq!((attempt.state(), attempt.stars()), (EndingState::Reached, Some(2)));
}

#[test]
fn a_reply_that_ends_the_game_gives_the_result_away() {
    let line = "pawn\twin\ttable\t1\t3k5/4P4/9/9/9/9/9/9/9/4K4 w - - 0 1";
    let mut attempt = EndingAttempt::new(ending(line));
    attempt.play("e8d8").expect("it is legal");
    // Without a piece that mates the game is a draw.
    attempt.judge(true, None);
    attempt.reply("d9d8").expect("it is legal");
    assert_eq!((attempt.state(), attempt.rows().len()), (EndingState::GivenAway, 2));
    attempt.take_back();
    assert_eq!((attempt.state(), attempt.rows().len(), attempt.moves()), (EndingState::Open, 0, 1));
}

#[test]
fn a_position_is_held_for_its_moves() {
    let mut attempt = EndingAttempt::new(ending(TO_HOLD));
    attempt.play("f9f8").expect("it is legal");
    attempt.judge(true, None);
    attempt.reply("e0e1").expect("it is legal");
    assert_eq!((attempt.state(), attempt.rows().len()), (EndingState::Open, 2));
    attempt.play("f8f9").expect("it is legal");
    attempt.judge(true, None);
    assert_eq!((attempt.state(), attempt.rows().len(), attempt.stars()), (EndingState::Reached, 3, Some(3)));
    assert_eq!(attempt.play("f9f8").map(|_| ()).unwrap_err().code, "game-over");
}

#[test]
fn a_table_judges_a_move_and_refutes_it() {
    let ending = ending(MATE_IN_ONE);
    let table = EndingTable::solve(&ending, || false).expect("it is small");
    let mut attempt = EndingAttempt::new(ending);
    assert!(table.keeps(attempt.game()));
    attempt.play("e8d8").expect("it is legal");
    assert!(!table.keeps(attempt.game()));
    assert_eq!(table.refutation(attempt.game()).as_deref(), Some("d9d8"));
    let held = self::ending(TO_HOLD);
    let table = EndingTable::solve(&held, || false).expect("it is small");
    assert!(table.keeps(EndingAttempt::new(held).game()));
}

#[test]
fn an_attack_of_gomoku_goes_on_while_it_is_proved() {
    let built_in = Endings::built_in();
    let ending = built_in.all.iter().find(|ending| ending.proof == EndingProof::Threats).expect("there are some");
    assert!(judge::attack_goes_on(&ending.start.game()) && !EndingTable::is_for(ending));
    // An empty board has no attack.
    assert!(!judge::attack_goes_on(&Game::new(&Setup::usual(GameKind::Gomoku))));
}

#[test]
fn stars_fall_with_moves_and_mistakes() {
    let ending = Ending { moves: 8, ..ending(MATE_IN_ONE) };
    for (moves, mistakes, stars) in [(8, 0, 3), (10, 0, 3), (11, 0, 2), (16, 0, 2), (17, 0, 1), (8, 1, 2), (9, 3, 1)] {
        assert_eq!(ending.stars(moves, mistakes), stars, "{moves} moves, {mistakes} mistakes");
    }
}

#[test]
fn the_built_in_endings_are_many_and_each_is_one() {
    let all = Endings::built_in().all;
    let of = |game| all.iter().filter(|ending| ending.start.kind() == game).count();
    assert!(of(GameKind::Xiangqi) >= 150 && of(GameKind::Gomoku) >= 60);
    // Most are judged by a table while a person plays.
    assert!(all.iter().filter(|ending| EndingTable::is_for(ending)).count() >= 150);
    let ids: BTreeSet<String> = all.iter().map(Ending::id).collect();
    assert_eq!(ids.len(), all.len());
    for ending in &all {
        assert!(ending.start.game().outcome().is_none(), "{ending:?}");
        assert_eq!(Endings::built_in().get(&ending.id()), Some(ending));
    }
}

/// `duiyi datagen endings prove` proves all of them.
#[test]
fn the_small_endings_have_the_results_that_are_written() {
    let all = Endings::built_in().all;
    let mut proved: BTreeMap<(&str, EndingGoal), u32> = BTreeMap::new();
    for ending in &all {
        let count = proved.entry((&ending.class, ending.goal)).or_default();
        match (&ending.start, ending.goal) {
            (PuzzleStart::Xiangqi(position), goal) if *count < 1 => {
                if WinTable::entries(position).is_none_or(|entries| entries > 200_000) {
                    continue;
                }
                let (attacker, defence) = match goal {
                    EndingGoal::Win => (position.side_to_move(), Defence::Any),
                    EndingGoal::Hold => (!position.side_to_move(), Defence::Idle),
                };
                let table = WinTable::around(position, attacker, defence, || false).expect("it is not stopped");
                match table.result(position).expect("it is in its own table") {
                    TableResult::Wins { plies } => {
                        assert_eq!((goal, ending.moves), (EndingGoal::Win, u16::from(plies).div_ceil(2)), "{ending:?}");
                    }
                    TableResult::Holds => assert_eq!(goal, EndingGoal::Hold, "{ending:?}"),
                }
            }
            (PuzzleStart::Gomoku(position), EndingGoal::Win) if ending.proof == EndingProof::Fours && *count < 3 => {
                let moves = VcfProver::new(200_000).fewest(position, 5).expect("it is within its nodes");
                assert!(moves.is_none_or(|moves| u16::from(moves) == ending.moves), "{ending:?}");
                if moves.is_none() {
                    continue;
                }
            }
            _ => continue,
        }
        *count += 1;
    }
    assert!(proved.values().sum::<u32>() >= 10, "{proved:?}");
}
