//! Conversations in all three protocols: pipelined, interleaved, with noise.

use std::time::Duration;

use crate::program::{Late, duiyi, run};
use crate::torture::Round;

/// No request here needs more than a second: a UCCI clock counts seconds by default.
const LIMIT: Duration = Duration::from_secs(40);

const UCI: [&str; 34] = [
    "uci",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves h2e2 h9g7 h0g2",
    "position startpos moves h2e2 a0a9",
    "position fen 4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1",
    "position fen 5k3/9/9/9/9/9/9/9/4r4/3K5 w - - 0 1",
    "position fen 9/9",
    "position",
    "go depth 2",
    "go depth 0",
    "go depth 99999999999999999999",
    "go nodes 300",
    "go nodes 0",
    "go movetime 20",
    "go movetime 0",
    "go movetime -5",
    "go wtime 0 btime 0",
    "go wtime 1 btime 1 winc 18446744073709551615 binc 9223372036854775807 movestogo 0",
    "go wtime 300 btime 300 movestogo 4294967296",
    "go infinite",
    "go ponder movetime 10",
    "go mate 1",
    "go searchmoves h2e2 zz depth 1",
    "go perft 0",
    "go perft 2",
    "ponderhit",
    "stop",
    "setoption name Threads value 2",
    "setoption name Threads value 0",
    "setoption name Hash value 999999999999999999999",
    "setoption name MultiPV value 3",
    "setoption name Level value 1",
];
const UCCI: [&str; 26] = [
    "ucci",
    "isready",
    "setoption newgame",
    "setoption usemillisec true",
    "setoption usemillisec x",
    "setoption hashsize 0",
    "setoption hashsize 99999999999",
    "setoption threads 300",
    "setoption multipv 3",
    "position startpos",
    "position startpos moves h2e2 h9g7",
    "position fen 5k3/9/9/9/9/9/9/9/4r4/3K5 w",
    "position fen",
    "banmoves h2e2 b2e2",
    "banmoves",
    "go time 0",
    "go time 1 increment 0",
    "go time 1 movestogo 0",
    "go depth 2",
    "go nodes 300",
    "go draw depth 1",
    "go infinite",
    "go ponder time 1 increment 0",
    "ponderhit draw",
    "stop",
    "wat",
];
const GOMOCUP: [&str; 38] = [
    "START 15",
    "START 5",
    "START 22",
    "START 4",
    "START 255",
    "START x",
    "RECTSTART 7,7",
    "RECTSTART 7,8",
    "RESTART",
    "BEGIN",
    "TURN 7,7",
    "TURN 0,0",
    "TURN 3,4",
    "TURN 99,99",
    "PLAY 1,1",
    "TAKEBACK 7,7",
    "BOARD",
    "1,2,1",
    "2,2,2",
    "3,3,3",
    "4,4,9",
    "DONE",
    "YXBOARD",
    "SWAP2BOARD",
    "7,8",
    "YXNBEST 3",
    "YXNBEST 99999999999999999999",
    "YXSHOWFORBID",
    "YXHASHCLEAR",
    "YXSTOP",
    "ABOUT",
    "INFO rule 4",
    "INFO rule 9223372036854775807",
    "INFO time_left -9223372036854775808",
    "INFO timeout_match 9223372036854775807",
    "INFO hash_size 9223372036854775807",
    "INFO thread_num 9223372036854775807",
    "INFO max_memory 1",
];

/// Runs one conversation and compares the number of answers with that of the requests.
pub fn converse(round: &mut Round) -> Result<(), String> {
    let (protocol, words) = match round.rng.below(3) {
        0 => ("uci", &UCI[..]),
        1 => ("ucci", &UCCI[..]),
        _ => ("gomocup", &GOMOCUP[..]),
    };
    let mut lines: Vec<String> = Vec::new();
    if protocol == "gomocup" {
        lines.push("INFO timeout_turn 20".to_owned());
    }
    for _ in 0..1 + round.rng.below(30) {
        lines.push(match round.rng.below(12) {
            0 => nonsense(round),
            _ => words[round.rng.below(words.len())].to_owned(),
        });
    }
    // The conversation ends at any point, by a command or by the end of the input.
    let leaves = round.rng.below(2) == 0;
    if leaves {
        lines.push(if protocol == "gomocup" { "END" } else { "quit" }.to_owned());
    }
    let end = ["\n", "\r\n", "\r"][round.rng.below(3)];
    let said = lines.join(end) + end;
    let ended = run(duiyi().arg(protocol), said.clone().into_bytes(), LIMIT, Late::Hangs)?;
    round.tried += 1;
    round.memory_kib = round.memory_kib.max(ended.memory_kib);
    let fault = |why: String| Err(format!("{why} in {protocol} after {said:?}, which answered {:?}", ended.out));
    if (ended.status, ended.err.as_str()) != (Some(0), "") {
        return fault(format!("status {:?}, error output '{}'", ended.status, ended.err));
    }
    if protocol == "gomocup" {
        return Ok(());
    }
    let first = |line: &String| line.split_whitespace().next().unwrap_or_default().to_owned();
    let asked = lines.iter().filter(|line| first(line) == "go" && !line.contains("perft")).count();
    let answered = ended.out.lines().filter(|line| line.starts_with("bestmove") || *line == "nobestmove").count();
    // After a quit command, answers that take more than two seconds may be missing.
    if answered > asked || (answered < asked && !leaves) {
        return fault(format!("{answered} answers to {asked} questions"));
    }
    Ok(())
}

/// Sends mebibytes of lines during a search that only a stop ends.
pub fn flood(round: &mut Round) -> Result<(), String> {
    let mut mebibytes = if round.is_long { 1 + round.rng.below(128) } else { 1 + round.rng.below(6) };
    let (protocol, begin, stop) = match round.rng.below(3) {
        0 => ("uci", "go infinite\n", "stop\nquit\n"),
        1 => ("ucci", "go infinite\n", "stop\nquit\n"),
        _ => ("gomocup", "INFO timeout_turn 60000\nSTART 15\nBOARD\n7,7,1\n8,8,2\nDONE\n", "YXSTOP\nEND\n"),
    };
    let line = match round.rng.below(5) {
        0 => "x\n".to_owned(),
        1 => {
            // Each line has an answer, which takes longer than reading it.
            mebibytes = mebibytes.div_ceil(8);
            "isready\n".to_owned()
        }
        2 => "stop\nx\n".to_owned(),
        3 => format!("position startpos moves {}\n", "h2e2 ".repeat(round.rng.below(100_000))),
        _ => "x".repeat(1 << 20),
    };
    let mut said = begin.to_owned();
    while said.len() < mebibytes << 20 {
        said.push_str(&line);
    }
    said.push('\n');
    said.push_str(stop);
    let ended = run(duiyi().arg(protocol), said.into_bytes(), LIMIT * 2, Late::Hangs)?;
    round.tried += mebibytes as u64;
    round.memory_kib = round.memory_kib.max(ended.memory_kib);
    Ok(())
}

/// A line outside every protocol.
fn nonsense(round: &mut Round) -> String {
    let length = 1 + round.rng.below(40);
    (0..length)
        .map(|_| {
            char::from_u32(round.rng.below(0x500) as u32).filter(|letter| !"\r\n".contains(*letter)).unwrap_or('?')
        })
        .collect()
}
