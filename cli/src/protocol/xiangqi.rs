//! The common part of UCI and UCCI: the `position` command, and helpers for words.

use duiyi_core::game::{Game, GameKind, Setup, SetupCodes};
use duiyi_core::xiangqi::Rule;

/// Parses the words after `position`: `startpos` or `fen F`, then `moves …`. Moves up to the first illegal one are
/// kept; its refusal is returned beside the position. `rule` judges repetitions.
///
/// # Errors
/// One sentence about an invalid position.
pub fn read_position(words: &[&str], rule: Rule) -> Result<(Game, Option<String>), String> {
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(split);
    let fen = match start {
        ["startpos", ..] => None,
        ["fen", fen @ ..] => Some(fen.join(" ")),
        _ => return Err("position: 'startpos' or 'fen' should follow".to_owned()),
    };
    let words = SetupCodes {
        game: GameKind::Xiangqi.code(),
        rule: rule.code(),
        start: fen.as_deref(),
        ..SetupCodes::default()
    };
    let mut game = Game::new(&Setup::read(words).map_err(|why| format!("position: {why}"))?);
    for (index, mv) in moves.iter().skip(1).enumerate() {
        if let Err(why) = game.play(mv) {
            let shown: String = mv.chars().take(12).collect();
            return Ok((game, Some(format!("position: move {}, '{shown}': {why}", index + 1))));
        }
    }
    Ok((game, None))
}

/// Why `go` has no answer.
pub const NO_POSITION: &str = "go: the last position was refused, so there is none to search";

/// Returns the start of a game.
pub fn start() -> Game {
    read_position(&["startpos"], Rule::default()).expect("the start is a position").0
}

/// Returns the number after the word `key`, if present; negative numbers count as zero.
pub fn number(words: &[&str], key: &str) -> Option<u64> {
    let at = words.iter().position(|&word| word == key)?;
    let value: i64 = words.get(at + 1)?.parse().ok()?;
    Some(value.max(0).unsigned_abs())
}

pub fn has(words: &[&str], word: &str) -> bool {
    words.contains(&word)
}

/// Returns whether `word` has the form of a move, `h2e2`.
pub fn is_move(word: &str) -> bool {
    let &[from_file, from_rank, to_file, to_rank] = word.as_bytes() else { return false };
    [from_file, to_file].iter().all(|file| (b'a'..=b'i').contains(file))
        && [from_rank, to_rank].iter().all(u8::is_ascii_digit)
}
