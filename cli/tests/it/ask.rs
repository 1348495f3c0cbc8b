//! Questions with one answer: `legal`, `perft`, `forbidden`, `go`.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::run::{duiyi, ok, refused};

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn legal_lists_every_move_sorted_on_one_line() {
    for (args, count) in [
        (&["legal", "--game", "xiangqi"][..], 44),
        (&["legal", "--game", "xiangqi", "--moves", "炮二平五 马８进７ h0g2"][..], 42),
        (&["legal", "--game", "gomoku"][..], 225),
        (&["legal", "--game", "gomoku", "--size", "20", "--moves", "k10 t20"][..], 398),
        (&["legal", "--game", "tictactoe", "--moves", "b2 a1"][..], 7),
        (&["legal", "--game", "tictactoe", "--moves", "a1 a2 b1 b2 c1"][..], 0),
    ] {
        let out = ok(args);
        let moves = words(&out);
        assert_eq!((moves.len(), out.lines().count()), (count, 1), "{args:?}");
        assert!(moves.is_sorted(), "{out}");
    }
}

#[test]
fn renju_leaves_forbidden_points_out() {
    let position = ["--black", "h8 i8 h10 i11 j12", "--white", "a1 c1 e1 g1 i1"];
    let all = ok(&[&["legal", "--game", "gomoku", "--rule", "freestyle"], &position[..]].concat());
    let renju = ok(&[&["legal", "--game", "gomoku", "--rule", "renju"], &position[..]].concat());
    let forbidden = ok(&[&["forbidden"], &position[..]].concat());
    let gone: Vec<&str> = words(&all).into_iter().filter(|point| !words(&renju).contains(point)).collect();
    let named: Vec<&str> = forbidden.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(gone, named);
}

#[test]
fn forbidden_points_agree_with_the_published_ones() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/renju-forbidden.tsv");
    let data = std::fs::read_to_string(data).expect("the data is part of the project");
    // One line of each kind, with some neighbours; core tests all lines.
    for row in data.lines().skip(1).step_by(97) {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[_, size, black, white, point, forbidden, kind, _] = &fields[..] else { panic!("{row}") };
        let out = ok(&["forbidden", "--size", size, "--black", black, "--white", white]);
        let line = out.lines().find(|line| line.split(' ').next() == Some(point));
        let expected = format!("{point} {kind}");
        assert_eq!(line, (forbidden == "1").then_some(expected.as_str()), "{row}");
    }
}

#[test]
fn perft_counts_and_divides() {
    let ended = duiyi(&["perft", "--game", "xiangqi", "--divide", "3"], "");
    let last = words(ended.last());
    assert_eq!(last[..3], ["nodes", "79666", "time_ms"]);
    assert_eq!(last[4], "nps");
    assert!(last[3].parse::<u64>().is_ok() && last[5].parse::<u64>().is_ok());
    let lines: Vec<&str> = ended.out.lines().collect();
    let below = &lines[..lines.len() - 1];
    let sum: u64 = below.iter().map(|line| words(line)[1].parse::<u64>().expect("a count")).sum();
    assert_eq!((below.len(), sum), (44, 79_666));
    assert!(below.is_sorted());

    assert!(ok(&["perft", "--game", "tictactoe", "9"]).starts_with("nodes 127872 "));
    assert!(ok(&["perft", "--game", "gomoku", "--moves", "h8", "2"]).starts_with("nodes 49952 "));
    assert!(ok(&["perft", "--game", "xiangqi", "0"]).starts_with("nodes 1 "));
}

fn go(args: &[&str]) -> Value {
    let out = ok(&[&["go"], args].concat());
    assert_eq!(out.lines().count(), 1, "{out}");
    serde_json::from_str(&out).expect("the answer is JSON")
}

#[test]
fn go_answers_as_promised() {
    for game in ["xiangqi", "gomoku", "tictactoe"] {
        let answer = go(&["--game", game, "--nodes", "3000"]);
        let legal = ok(&["legal", "--game", game]);
        let best = answer["bestmove"].as_str().expect("a move");
        assert!(words(&legal).contains(&best), "{game}: {best}");
        assert_eq!(answer["pv"][0], best);
        assert_eq!(answer["lines"][0]["pv"], answer["pv"]);
        for number in ["depth", "nodes", "time_ms"] {
            assert!(answer[number].is_u64(), "{game}: {number}");
        }
        let score = answer["score"].as_object().expect("a score");
        assert!(score.len() == 1 && (score.contains_key("cp") || score.contains_key("mate")), "{score:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    for game in ["xiangqi", "gomoku", "tictactoe"] {
        for level in ["1", "3", "5"] {
            let ask = || {
                let mut answer = go(&["--game", game, "--level", level, "--nodes", "4000", "--seed", "7"]);
                answer["time_ms"].take();
                answer
            };
            assert_eq!(ask(), ask(), "{game} at level {level}");
        }
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let answer = go(&["--game", "tictactoe", "--moves", "a1 a2 b1 b2 c1"]);
    assert_eq!(answer["bestmove"], Value::Null);
    let mated = "1R2k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1";
    let answer = go(&["--game", "xiangqi", "--fen", mated, "--depth", "2"]);
    assert_eq!(answer["bestmove"], Value::Null);
}

#[test]
fn a_reader_may_leave_early() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(["perft", "--game", "gomoku", "--divide", "3"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn gomoku_can_be_searched_by_monte_carlo() {
    let ask = |game| ["go", "--game", game, "--method", "mcts", "--nodes", "2000"];
    let told: Value = serde_json::from_str(&ok(&ask("gomoku"))).expect("the answer is JSON");
    assert_eq!(told["bestmove"], "h8");
    for game in ["xiangqi", "tictactoe"] {
        assert!(refused(&ask(game)).contains("--method: the Monte Carlo search plays Gomoku alone"));
    }
}

#[test]
fn several_lines_are_refused_where_there_is_one() {
    let mcts = refused(&["go", "--game", "gomoku", "--method", "mcts", "--nodes", "100", "--multipv", "2"]);
    assert_eq!(mcts, "--multipv: the Monte Carlo search has one line");
    let solved = refused(&["go", "--game", "tictactoe", "--multipv", "10"]);
    assert_eq!(solved, "--multipv: tic-tac-toe has one line");
}

#[test]
fn a_move_of_the_book_is_its_whole_line() {
    let answer = go(&["--game", "gomoku", "--book", "--multipv", "2"]);
    assert_eq!((&answer["bestmove"], &answer["nodes"]), (&Value::from("h8"), &Value::from(0)));
    assert_eq!(answer["pv"], serde_json::json!(["h8"]));
    assert_eq!(answer["lines"], serde_json::json!([{"score": answer["score"], "pv": ["h8"]}]));
}

/// The memory of the tables takes longer than one node.
#[test]
fn the_time_of_a_search_begins_after_the_set_up() {
    let measured = (0..5).any(|_| {
        let begun = std::time::Instant::now();
        let answer = go(&["--game", "xiangqi", "--nodes", "1"]);
        let time_ms = answer["time_ms"].as_u64().expect("a time");
        u128::from(4 * time_ms) < begun.elapsed().as_millis()
    });
    assert!(measured, "one node took most of the time");
}
