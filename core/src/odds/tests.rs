use super::*;
use crate::game::Game;
use crate::gomoku::Rule;
use crate::xiangqi;

fn given(odds: Odds) -> Handicap {
    Handicap::new(odds, Side::First)
}

fn xiangqi() -> Setup {
    Setup::usual(GameKind::Xiangqi)
}

fn gomoku(rule: Rule, size: u8) -> Setup {
    Setup::gomoku(rule, size, None).expect("there are such boards")
}

#[test]
fn every_preset_makes_a_game_that_can_be_played() {
    for odds in Odds::ALL {
        for setup in [xiangqi(), gomoku(Rule::Renju, 15), gomoku(Rule::Freestyle, 19), Setup::TicTacToe] {
            let made = given(odds).set_up(setup.clone());
            assert_eq!(made.is_ok(), odds.suits(setup.kind()), "{odds} {setup:?}");
            let Ok(made) = made else { continue };
            assert_eq!(made.rule_code(), setup.rule_code());
            let game = Game::new(&made);
            assert!(game.outcome().is_none(), "{odds}");
            assert!(!game.destinations().is_empty(), "{odds}");
            // Applied again, for a rematch or from a journal, they change nothing.
            assert_eq!(given(odds).set_up(made.clone()), Ok(made), "{odds}");
        }
    }
}

#[test]
fn pieces_are_those_of_the_manuals_and_the_giver_moves_first() {
    let lacks = |odds: Odds| {
        let Setup::Xiangqi { start } = given(odds).set_up(xiangqi()).expect("odds of Xiangqi") else {
            panic!("no other game")
        };
        let pieces = |position: &xiangqi::Position| -> Vec<char> {
            position.to_fen().chars().take_while(|letter| *letter != ' ').filter(char::is_ascii_alphabetic).collect()
        };
        let (all, left) = (pieces(&xiangqi::Position::start()), pieces(&start));
        let count = |list: &[char], letter: char| list.iter().filter(|piece| **piece == letter).count();
        assert_eq!(Game::new(&Setup::Xiangqi { start }).side_to_move(), Side::First, "{odds}");
        "KABNRCPkabnrcp"
            .chars()
            .filter(|letter| count(&all, *letter) > count(&left, *letter))
            .map(|letter| format!("{}{letter}", count(&all, letter) - count(&left, letter)))
            .collect::<String>()
    };
    let presets =
        [Odds::FirstMove, Odds::LeftHorse, Odds::Cannon, Odds::Rook, Odds::BothHorses, Odds::NinePieces].map(lacks);
    assert_eq!(presets, ["", "1N", "1C", "1R", "2N", "2A2B5P"]);
}

#[test]
fn free_stones_are_black_and_white_moves() {
    for (odds, stones) in [(Odds::TwoStones, 2), (Odds::ThreeStones, 3)] {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro] {
            let setup = Handicap::new(odds, Side::Second).set_up(gomoku(rule, 15)).expect("odds of Gomoku");
            let mut game = Game::new(&setup);
            assert_eq!(game.side_to_move(), Side::Second);
            assert_eq!(game.placement().matches('x').count(), stones);
            let row = game.play("g7").expect("it is empty");
            assert_eq!(row.side, Side::Second);
            assert_eq!(game.side_to_move(), Side::First);
        }
    }
    let small = Handicap::new(Odds::TwoStones, Side::Second).set_up(gomoku(Rule::Freestyle, 7));
    assert_eq!(small.map_err(|why| why.code), Err("wrong-size"));
}

#[test]
fn odds_keep_their_giver_and_refuse_another_start() {
    let wrong = Handicap { odds: Odds::LeftHorse, giver: Side::Second };
    assert_eq!(wrong.set_up(xiangqi()).map_err(|why| why.code), Err("wrong-odds"));
    let other = Setup::Xiangqi { start: "4k4/9/9/9/9/9/9/9/4A4/3K4R w - - 0 1".parse().expect("a position") };
    for odds in Odds::ALL.into_iter().filter(|odds| odds.suits(GameKind::Xiangqi)) {
        assert_eq!(given(odds).set_up(other.clone()).map_err(|why| why.code), Err("wrong-odds"), "{odds}");
    }
    let opened = Setup::gomoku(Rule::Renju, 15, Some(OpeningProtocol::Rif)).expect("a usual board");
    assert_eq!(given(Odds::TwoStones).set_up(opened).map_err(|why| why.code), Err("wrong-odds"));
}

#[test]
fn time_is_divided_for_the_giver_alone() {
    let control = TimeControl::Fischer { main: Millis(300_000), increment: Millis(3_000) };
    let half = Handicap::new(Odds::HalfTime, Side::Second);
    assert_eq!(half.control(control, Side::First), control);
    let short = TimeControl::Fischer { main: Millis(150_000), increment: Millis(1_500) };
    assert_eq!(half.control(control, Side::Second), short);
    assert_eq!(half.swapped().control(control, Side::First), short);
    let fifth = Handicap::new(Odds::FifthTime, Side::First);
    let shortest = TimeControl::Fischer { main: Millis(60_000), increment: Millis(1_000) };
    assert_eq!(fifth.control(control, Side::First), shortest, "no increment falls below a second");
    let byo_yomi = TimeControl::ByoYomi { main: Millis(0), period: Millis(30_000), periods: 3 };
    let expected = TimeControl::ByoYomi { main: Millis(0), period: Millis(6_000), periods: 3 };
    assert_eq!(fifth.control(byo_yomi, Side::First), expected);
    assert_eq!(given(Odds::Rook).control(control, Side::First), control);
}

#[test]
fn odds_are_read_as_they_are_written() {
    for odds in Odds::ALL {
        for giver in Side::ALL {
            let handicap = Handicap::new(odds, giver);
            assert_eq!(handicap.to_string().parse(), Ok(handicap));
        }
    }
    assert_eq!(Handicap::new(Odds::HalfTime, Side::Second).to_string(), "half-time second");
    assert_eq!(Handicap::new(Odds::LeftHorse, Side::Second).to_string(), "left-horse");
    for bad in ["", "queen", "left-horse second", "half-time", "half-time third"] {
        assert!(bad.parse::<Handicap>().is_err(), "{bad}");
    }
}

#[test]
fn an_unknown_word_is_answered_with_every_known_one() {
    let why = "queen".parse::<Odds>().expect_err("there are no such odds").to_string();
    assert!(why.starts_with("unknown odds 'queen'; use "), "{why}");
    for odds in Odds::ALL {
        assert!(why.contains(odds.code()), "{odds}: {why}");
    }
}
