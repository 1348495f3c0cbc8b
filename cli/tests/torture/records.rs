//! Truncated, doubled, mixed and nested records, read by every command that reads records.

use std::fs;
use std::time::Duration;

use crate::program::{Late, duiyi, run};
use crate::torture::Round;

/// The time limit of the largest record on a busy machine.
const LIMIT: Duration = Duration::from_secs(60);
/// The largest accepted record, in bytes.
const BYTES_MAX: usize = 4 << 20;

const PGN: &str = "[Game \"Chinese Chess\"]\n[Event \"x\"]\n[Date \"2026.01.02\"]\n[Red \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n\
    1. C2=5 {[%clk 0:01:02] a note} H8+7 (1... h9g7 $1 2. H2+3 (2. R1=2 !)) 2. H2+3 R9=8 3. 炮二平五 *\n";
const SGF: &str = "(;GM[4]FF[4]SZ[15]PB[a]PW[b]C[a note \\] here];B[hh]BL[10];W[ii](;B[gg]N[x])(;B[jj]LB[aa:1];W[kk]))";
const FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\nh2e2 h9g7 h0g2";
const MOVES: &str = "h8 i9 g7 g9 i7 h7 j8 f10\n";
const XQF: &str =
    "[DhtmlXQ]\n[DhtmlXQ_title]x[/DhtmlXQ_title]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
/// Pieces of syntax that change the meaning of later text.
const PIECES: [&str; 22] = [
    "(", ")", "{", "}", "[", "]", ";", "\"", "\\", "\n", "(;", ";B[hh]", "$255", "1...", "%", "\u{feff}", "\u{0}",
    "炮", "\u{fffd}", "[FEN \"", "*", "1-0",
];

/// Makes one record and passes it to the commands.
pub fn read(round: &mut Round) -> Result<(), String> {
    let bytes = made(round);
    let path = round.folder.path().join(["r.pgn", "r.sgf", "r.txt", "r.xqf", "r.ubb"][round.rng.below(5)]);
    fs::write(&path, &bytes).map_err(|why| why.to_string())?;
    let (name, again) = (path.display().to_string(), round.folder.path().join("again.pgn").display().to_string());
    let game = ["xiangqi", "gomoku"][round.rng.below(2)];
    let said = format!("load {name}\nsave {again}\nquit\n");
    let mut attempts = vec![(vec!["play", game, "--side", "both"], said)];
    // The output must be readable, too.
    attempts.push((vec!["play", game, "--side", "both"], format!("load {again}\nquit\n")));
    if has("convert")? {
        attempts.push((vec!["convert", &name, &again], String::new()));
    }
    if has("analyze")? {
        attempts.push((vec!["analyze", &name, "--nodes", "1"], String::new()));
    }
    for (args, said) in attempts {
        // A review of a long game is slow; reading it is not.
        let late = if args[0] == "analyze" { Late::Works } else { Late::Hangs };
        let ended = run(duiyi().args(&args), said.into_bytes(), LIMIT, late);
        let ended = ended.map_err(|why| format!("{why}, {} bytes {:?}", bytes.len(), shown(&bytes)))?;
        round.memory_kib = round.memory_kib.max(ended.memory_kib);
        if args[0] == "play" && ended.status != Some(0) {
            return Err(format!("status {:?} for {:?}: {}", ended.status, shown(&bytes), ended.err));
        }
        // A megabyte of warnings is useless.
        if ended.out.len().max(ended.err.len()) > 1 << 20 {
            return Err(format!("{} bytes of answer to {:?}", ended.out.len().max(ended.err.len()), shown(&bytes)));
        }
    }
    round.tried += 1;
    Ok(())
}

/// Returns whether the program has a command.
fn has(command: &str) -> Result<bool, String> {
    let ended = run(duiyi().arg("--help"), Vec::new(), LIMIT, Late::Hangs)?;
    Ok(ended.out.lines().any(|line| line.trim_start().starts_with(&format!("{command} "))))
}

/// Returns the beginning of a record for a report.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(120)]).into_owned()
}

fn made(round: &mut Round) -> Vec<u8> {
    let base = [PGN, SGF, FEN, MOVES, XQF][round.rng.below(5)];
    let length_max = if round.is_long { BYTES_MAX } else { 48 << 10 };
    let depth_max = if round.is_long { 1_000_000 } else { 10_000 };
    let length = 1 + round.rng.below(length_max);
    match round.rng.below(8) {
        // Only nesting.
        0 => {
            let piece = PIECES[round.rng.below(PIECES.len())];
            piece.repeat((1 + round.rng.below(depth_max)).min(BYTES_MAX / piece.len())).into_bytes()
        }
        // A record with one piece repeated very often.
        1 => {
            let at = round.rng.below(base.len() + 1);
            let at = (0..=at).rev().find(|&at| base.is_char_boundary(at)).unwrap_or(0);
            let piece = PIECES[round.rng.below(PIECES.len())];
            let count = (1 + round.rng.below(depth_max)).min(length_max / piece.len());
            [&base[..at], &piece.repeat(count), &base[at..]].concat().into_bytes()
        }
        // The same record repeated.
        2 => base.repeat(length / base.len() + 1).into_bytes(),
        // Any bytes.
        3 => (0..length).map(|_| round.rng.below(256) as u8).collect(),
        // Larger than accepted.
        4 if round.is_long => vec![b' '; BYTES_MAX + 1],
        // A few bytes changed, cut or doubled.
        _ => {
            let mut bytes = base.as_bytes().to_vec();
            for _ in 0..1 + round.rng.below(12) {
                let at = round.rng.below(bytes.len().max(1)).min(bytes.len());
                match round.rng.below(4) {
                    0 if at < bytes.len() => bytes[at] = round.rng.below(256) as u8,
                    1 => bytes.truncate(at.max(1)),
                    2 => {
                        let piece = PIECES[round.rng.below(PIECES.len())].as_bytes();
                        bytes.splice(at..at, piece.iter().copied());
                    }
                    _ => {
                        let part = bytes[at..].to_vec();
                        bytes.extend(part);
                    }
                }
            }
            bytes
        }
    }
}
