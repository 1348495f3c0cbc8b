//! Labels of moves that cost too much, or that only a good player finds.

use crate::record::note::Glyph;

wire! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum ReviewLabel {
        /// `!`: the best move, which is hard to find ([`is_hard_to_find`](super::fine::is_hard_to_find)). It leaves at
        /// least 45 % of the winning chances, and every other move loses 20 % or more.
        Fine,
        /// `?!`: loses a twentieth of the winning chances.
        Inaccuracy,
        /// `?`: loses a tenth.
        Mistake,
        /// `??`: loses a fifth.
        Blunder,
    }
}

impl ReviewLabel {
    pub const ALL: [ReviewLabel; 4] =
        [ReviewLabel::Fine, ReviewLabel::Inaccuracy, ReviewLabel::Mistake, ReviewLabel::Blunder];

    /// Returns the label of a move that loses this share of the winning chances. The thresholds are those of Lichess
    /// and En Croissant, which users know.
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<ReviewLabel> {
        [(0.20, ReviewLabel::Blunder), (0.10, ReviewLabel::Mistake), (0.05, ReviewLabel::Inaccuracy)]
            .into_iter()
            .find(|&(least, _)| loss >= least)
            .map(|(_, label)| label)
    }

    /// Returns whether the label marks a bad move.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        !matches!(self, ReviewLabel::Fine)
    }

    /// Returns the annotation sign.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            ReviewLabel::Fine => "!",
            ReviewLabel::Inaccuracy => "?!",
            ReviewLabel::Mistake => "?",
            ReviewLabel::Blunder => "??",
        }
    }

    /// Returns the sign's code in records.
    #[must_use]
    pub fn glyph(self) -> Glyph {
        Glyph::from_sign(self.sign()).expect("each of these is a sign of the PGN standard")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_begins_at_its_threshold() {
        for (loss, label) in [
            (0.0, None),
            (0.049, None),
            (0.05, Some(ReviewLabel::Inaccuracy)),
            (0.099, Some(ReviewLabel::Inaccuracy)),
            (0.1, Some(ReviewLabel::Mistake)),
            (0.2, Some(ReviewLabel::Blunder)),
            (1.0, Some(ReviewLabel::Blunder)),
        ] {
            assert_eq!(ReviewLabel::of_loss(loss), label, "{loss}");
        }
        assert!(ReviewLabel::ALL.into_iter().all(|label| label.glyph().sign() == Some(label.sign())));
    }
}
