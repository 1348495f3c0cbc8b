//! The common part of UCI and UCCI: the `position` command, and helpers for words.

use std::borrow::Cow;

use duiyi_core::game::{Game, GameKind, Setup, SetupCodes};
use duiyi_core::search::Limits;
use duiyi_core::xiangqi::Rule;
use duiyi_host::engines::uci::Ranks;

/// Parses the words after `position`: `startpos` or `fen F`, then `moves …`. Moves up to the first illegal one are
/// kept; its refusal is returned beside the position. `rule` judges repetitions, `ranks` numbers the ranks of the moves.
///
/// # Errors
/// One sentence about an invalid position.
pub fn read_position(words: &[&str], rule: Rule, ranks: Ranks) -> Result<(Game, Option<String>), String> {
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
        let own = match ranks {
            Ranks::FromZero => Cow::Borrowed(*mv),
            Ranks::FromOne => ranks.read(&mv.to_ascii_lowercase()).unwrap_or_default().into(),
        };
        if let Err(why) = game.play(&own) {
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
    read_position(&["startpos"], Rule::default(), Ranks::default()).expect("the start is a position").0
}

/// Returns the limit after the word `key`, if there is one. A negative number counts as zero, a fraction is dropped; a
/// number beyond 63 bits is how some programs say that there is no limit.
pub fn number(words: &[&str], key: &str) -> Option<u64> {
    let number = after(words, key)?;
    (number < i64::MAX as f64).then_some(number.max(0.0) as u64)
}

/// Returns the number after the word `key`.
fn after(words: &[&str], key: &str) -> Option<f64> {
    let at = words.iter().position(|&word| word == key)?;
    words.get(at + 1)?.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Returns one sentence about the first of `keys` that is there without its number.
pub fn missing_number(words: &[&str], keys: &[&str]) -> Option<String> {
    let key = keys.iter().find(|key| has(words, key) && after(words, key).is_none())?;
    Some(format!("go: a number should follow '{key}'"))
}

/// Returns whether `go` with these `limits` holds its answer until a stop or a ponder hit: it asks to, or has no limit.
pub fn holds(words: &[&str], limits: &Limits) -> bool {
    asks_to_hold(words) || *limits == Limits::default()
}

/// Returns whether `go` asks to hold its answer. If it only lacks a limit, that may be a mistake.
pub fn asks_to_hold(words: &[&str]) -> bool {
    has(words, "ponder") || has(words, "infinite")
}

pub fn has(words: &[&str], word: &str) -> bool {
    words.contains(&word)
}
