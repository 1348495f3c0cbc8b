//! The task to name the side that must deviate.

use super::{Accepted, Judged, LessonFault};
use crate::base::Side;
use crate::game::{Game, Refusal};

/// Judges the name of a side by the ruling on the repetition that ended `game`.
///
/// # Errors
/// `unreadable-move` for another text, `not-now` without a repetition.
pub(super) fn judge(game: &Game, text: &str) -> Result<Judged, Refusal> {
    let side = read_side(text).ok_or_else(|| Refusal::plain("unreadable-move", "name a side, or neither"))?;
    let ruled = game.ruled().ok_or_else(|| Refusal::plain("not-now", "no repetition is on the board"))?;
    if ruled.loser == side {
        return Ok(Judged::Accepted(Accepted::answered()));
    }
    let violates = |side| ruled.faults.iter().any(|fault| fault.side == side);
    let fault = match side {
        Some(side) if !violates(side) => LessonFault::MayRepeat { side },
        Some(_) if ruled.loser.is_none() => LessonFault::BothRepeat,
        Some(_) | None => LessonFault::OneMustDeviate,
    };
    Ok(Judged::Refused { row: None, fault })
}

/// Reads the name of a side; `Some(None)` for neither.
fn read_side(text: &str) -> Option<Option<Side>> {
    Some(match text {
        "first" => Some(Side::First),
        "second" => Some(Side::Second),
        "neither" => None,
        _ => return None,
    })
}
