//! Labels of moves that cost too much, or that only a good player finds.

use crate::record::note::Glyph;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// `!`: the only move that keeps the result, with a sacrifice.
    Fine,
    /// `?!`: loses a twentieth of the winning chances.
    Inaccuracy,
    /// `?`: loses a tenth.
    Mistake,
    /// `??`: loses a fifth.
    Blunder,
}

impl Label {
    pub const ALL: [Label; 4] = [Label::Fine, Label::Inaccuracy, Label::Mistake, Label::Blunder];

    /// Returns the label of a move that loses this share of the winning chances. The thresholds are those of Lichess
    /// and En Croissant, which users know.
    #[must_use]
    pub fn of_loss(loss: f64) -> Option<Label> {
        [(0.20, Label::Blunder), (0.10, Label::Mistake), (0.05, Label::Inaccuracy)]
            .into_iter()
            .find(|&(least, _)| loss >= least)
            .map(|(_, label)| label)
    }

    /// Returns whether the label marks a bad move.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        !matches!(self, Label::Fine)
    }

    /// Returns the name for programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Label::Fine => "fine",
            Label::Inaccuracy => "inaccuracy",
            Label::Mistake => "mistake",
            Label::Blunder => "blunder",
        }
    }

    /// Returns the annotation sign.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Label::Fine => "!",
            Label::Inaccuracy => "?!",
            Label::Mistake => "?",
            Label::Blunder => "??",
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
            (0.05, Some(Label::Inaccuracy)),
            (0.099, Some(Label::Inaccuracy)),
            (0.1, Some(Label::Mistake)),
            (0.2, Some(Label::Blunder)),
            (1.0, Some(Label::Blunder)),
        ] {
            assert_eq!(Label::of_loss(loss), label, "{loss}");
        }
        assert!(Label::ALL.into_iter().all(|label| label.glyph().sign() == Some(label.sign())));
    }
}
