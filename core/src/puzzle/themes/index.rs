//! The index of themes beside a file of puzzles.
//!
//! ```text
//! duiyi-themes 1 xiangqi horseCannon doubleCannon …⏎
//! each puzzle, in the order of its file: a bit a theme of the first line, from the low end, filled up to whole bytes
//! ```
//!
//! # Stability
//! The first line names the themes, so a new one changes no older index.

use super::{PuzzleTheme, ThemeSet};
use crate::game::GameKind;
use crate::puzzle::packed::PackedError;

const MAGIC: &str = "duiyi-themes 1";

/// Writes the themes of all puzzles of one game. Themes that no puzzle has are left out.
#[must_use]
pub fn write(kind: GameKind, sets: &[ThemeSet]) -> Vec<u8> {
    let is_used = |&theme: &PuzzleTheme| sets.iter().any(|set| set.contains(theme));
    let themes: Vec<PuzzleTheme> = PuzzleTheme::ALL.into_iter().filter(is_used).collect();
    let mut head = format!("{MAGIC} {kind}");
    for theme in &themes {
        head += " ";
        head += theme.code();
    }
    let mut bytes = (head + "\n").into_bytes();
    for set in sets {
        bytes.extend(themes.chunks(8).map(|eight| {
            let bits = eight.iter().enumerate().map(|(at, &theme)| u8::from(set.contains(theme)) << at);
            bits.fold(0, |byte, bit| byte | bit)
        }));
    }
    bytes
}

/// Reads the themes of all puzzles of one game.
///
/// # Errors
/// [`PackedError::Head`] if the first line has another form or names an unknown theme; the number of the puzzle whose
/// bytes are missing.
pub fn read(kind: GameKind, bytes: &[u8]) -> Result<Vec<ThemeSet>, PackedError> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or(PackedError::Head)?;
    let head = std::str::from_utf8(&bytes[..end]).map_err(|_| PackedError::Head)?;
    let named = head.strip_prefix(&format!("{MAGIC} {kind}")).ok_or(PackedError::Head)?;
    let theme = |code: &str| PuzzleTheme::ALL.into_iter().find(|theme| theme.code() == code).ok_or(PackedError::Head);
    let themes = named.split_ascii_whitespace().map(theme).collect::<Result<Vec<_>, _>>()?;
    let width = themes.len().div_ceil(8);
    let rest = &bytes[end + 1..];
    if width == 0 {
        return if rest.is_empty() { Ok(Vec::new()) } else { Err(PackedError::Head) };
    }
    if !rest.len().is_multiple_of(width) {
        return Err(PackedError::Puzzle { number: rest.len() / width + 1 });
    }
    let set = |bits: &[u8]| {
        let has = |at: usize| bits[at / 8] >> (at % 8) & 1 == 1;
        themes.iter().enumerate().filter(|&(at, _)| has(at)).map(|(_, &theme)| theme).collect()
    };
    Ok(rest.chunks(width).map(set).collect())
}
