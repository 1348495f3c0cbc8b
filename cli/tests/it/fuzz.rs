//! A short run of the fuzzing targets on seeded lines: half protocol words, half noise.

use duiyi_cli::fuzz;
use duiyi_core::base::Rng;

/// Words that reach deep into the loops.
const UCI: [&str; 27] = [
    "uci",
    "ucci",
    "isready",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "infinite",
    "ponder",
    "ponderhit",
    "stop",
    "setoption",
    "name",
    "value",
    "Threads",
    "MultiPV",
    "searchmoves",
    "h2e2",
    "banmoves",
    "mate",
    "perft",
    "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1",
];
const GOMOCUP: [&str; 22] = [
    "START 15",
    "START 5",
    "RECTSTART 7,7",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "TURN",
    "BOARD",
    "7,7,1",
    "8,8,2",
    "DONE",
    "INFO",
    "rule 4",
    "max_node",
    "ABOUT",
    "TAKEBACK 7,7",
    "PLAY 3,3",
    "YXBOARD",
    "YXNBEST 3",
    "YXSHOWFORBID",
    "2,2",
    "timeout_turn",
];
const FORMS: [&str; 14] = [
    "[FEN \"",
    "\"]\n",
    "(;",
    "SZ[15]",
    ";B[hh]",
    "C[\\]]",
    ")",
    "{",
    "}",
    "1. ",
    "C2=5 ",
    "h8 i9 ",
    "9/",
    "rnbakabnr/9 w",
];

/// Draws lines of words and noise.
fn lines(rng: &mut Rng, words: &[&str]) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..rng.below(30) {
        match rng.below(10) {
            0..6 => text.extend_from_slice(words[rng.below(words.len())].as_bytes()),
            6 => text.extend((0..rng.below(8)).map(|_| rng.next_u64() as u8)),
            7 => text.extend_from_slice(rng.below(120).to_string().as_bytes()),
            8 => text.push(b'-'),
            _ => text.push(b'\n'),
        }
        text.push(if rng.below(4) == 0 { b'\n' } else { b' ' });
    }
    text
}

/// Feeds many conversations to a loop; every output line must begin with one of `allowed`.
fn converse(speak: fn(&[u8]) -> String, words: &[&str], allowed: &[&str]) {
    let mut rng = Rng::from_seed(3);
    for _ in 0..60 {
        let said = lines(&mut rng, words);
        for line in speak(&said).lines() {
            let fits = allowed.iter().any(|word| line.starts_with(word))
                || line.starts_with(|c: char| c.is_ascii_digit())
                || is_of_a_count(line);
            assert!(fits, "'{line}' after {}", String::from_utf8_lossy(&said));
        }
    }
}

/// Returns whether a line belongs to `go perft`: `h2e2: 44`, the empty line before the total, or the total.
fn is_of_a_count(line: &str) -> bool {
    line.is_empty() || line.starts_with("Nodes searched: ") || line.get(4..).is_some_and(|rest| rest.starts_with(": "))
}

#[test]
fn the_loops_survive_any_lines() {
    converse(fuzz::uci, &UCI, &["id ", "option ", "uciok", "readyok", "info ", "bestmove "]);
    converse(fuzz::ucci, &UCI, &["id ", "option ", "ucciok", "readyok", "info ", "bestmove ", "nobestmove", "bye"]);
    converse(fuzz::gomocup, &GOMOCUP, &["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "name=", "FORBID "]);
}

#[test]
fn the_readers_of_records_and_positions_survive_any_bytes() {
    let mut rng = Rng::from_seed(5);
    for _ in 0..2000 {
        let bytes = lines(&mut rng, &FORMS);
        fuzz::record(&bytes);
        fuzz::position(&bytes);
    }
}
