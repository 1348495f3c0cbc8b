//! What the rules say of the end of a game, beside what its record says.

use crate::base::Outcome;
use crate::game::Game;
use crate::record::Header;

/// Returns the end of `game` by its rules, where the winner is not the one of the record or the record names no result.
/// `game` is the one at the end of the record's main line.
///
/// The record is the authority: the verdict never replaces its result.
///
/// # Examples
/// ```
/// use duiyi_core::record::format;
/// use duiyi_core::study;
///
/// let won = "[Result \"0-1\"]\n[FEN \"3k5/1R7/R8/9/9/9/9/9/9/4K4 w\"]\n\n1. A7-A9 0-1";
/// let mut record = format::read(won.as_bytes())?;
/// let (game, _) = study::resolve(&mut record);
/// assert_eq!(study::verdict(&record.header, &game), game.outcome());
/// # Ok::<(), format::UnreadableRecord>(())
/// ```
#[must_use]
pub fn verdict(header: &Header, game: &Game) -> Option<Outcome> {
    let ended = game.outcome()?;
    header.outcome.is_none_or(|said| said.winner != ended.winner).then_some(ended)
}
