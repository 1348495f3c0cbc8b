//! The common form of files of training samples: a header of text, then samples of one length.
//!
//! ```text
//! duiyi-positions 1 GAME count=3000000⏎
//! any lines that say where they are from⏎
//! ⏎
//! the positions, as long each as the game's are
//! ```

use crate::base::Side;
use crate::game::GameKind;

/// The first words of a sample file.
const MAGIC: &str = "duiyi-positions 1";
/// Longest header, in bytes.
const HEAD_MAX: usize = 1 << 20;

/// Returns the header of a file with `count` samples of `game` from `sources`, one line each.
#[must_use]
pub fn head(game: GameKind, count: usize, sources: &[String]) -> String {
    let mut head = format!("{MAGIC} {game} count={count}\n");
    for source in sources {
        head += source;
        head.push('\n');
    }
    head.push('\n');
    head
}

/// Returns the game of a sample file, by its first line.
#[must_use]
pub fn game(bytes: &[u8]) -> Option<GameKind> {
    let words = bytes.strip_prefix(MAGIC.as_bytes())?.strip_prefix(b" ")?;
    GameKind::ALL.into_iter().find(|game| words.starts_with(format!("{game} ").as_bytes()))
}

/// Reads a file of `game`: its sources and its samples. `None` for another form or a truncated file.
#[must_use]
pub fn read<const BYTES: usize>(game: GameKind, bytes: &[u8]) -> Option<(Vec<String>, &[[u8; BYTES]])> {
    let end = bytes.windows(2).take(HEAD_MAX).position(|pair| pair == b"\n\n")?;
    let mut lines = std::str::from_utf8(&bytes[..end]).ok()?.lines();
    let first = format!("{MAGIC} {game} count=");
    let count: usize = lines.next()?.strip_prefix(first.as_str())?.parse().ok()?;
    let (positions, rest) = bytes[end + 2..].as_chunks();
    (positions.len() == count && rest.is_empty()).then(|| (lines.map(str::to_owned).collect(), positions))
}

/// Encodes a winner as the first side's result: 0 lost, 1 drawn, 2 won.
#[must_use]
pub const fn result(winner: Option<Side>) -> u8 {
    match winner {
        Some(Side::Second) => 0,
        None => 1,
        Some(Side::First) => 2,
    }
}

/// Decodes the winner of a result.
#[must_use]
pub const fn winner(result: u8) -> Option<Side> {
    match result {
        0 => Some(Side::Second),
        1 => None,
        _ => Some(Side::First),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_whole_or_not_at_all_and_says_its_game() {
        let sources = vec!["games of our own".to_owned()];
        let bytes = [head(GameKind::Gomoku, 2, &sources).as_bytes(), b"abcdef"].concat();
        assert_eq!(game(&bytes), Some(GameKind::Gomoku));
        assert_eq!(read::<3>(GameKind::Gomoku, &bytes), Some((sources, &[*b"abc", *b"def"][..])));
        assert_eq!(read::<2>(GameKind::Gomoku, &bytes), None);
        assert_eq!(read::<3>(GameKind::Xiangqi, &bytes), None);
        assert_eq!(read::<3>(GameKind::Gomoku, &bytes[..bytes.len() - 1]), None);
        assert_eq!(read::<3>(GameKind::Gomoku, &[&bytes[..], b"x"].concat()), None);
        assert_eq!((read::<3>(GameKind::Gomoku, &bytes[1..]), game(&bytes[1..])), (None, None));
        assert_eq!(game(b"duiyi-positions 1 chess count=1\n\n"), None);
    }
}
