//! Notes on a move: comments, glyphs, marks, clock and evaluation.

use std::fmt;

use smol_str::SmolStr;

use crate::base::{Millis, Score, Side};

wire! {
    /// Everything a node of a tree carries besides its move.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Note {
        /// The comment; lines are separated by `\n`.
        pub comment: String,
        /// Signs such as `!` and `?!`, in the order written.
        pub glyphs: Vec<Glyph>,
        /// Arrows and rings on the board after the move.
        pub marks: Vec<Mark>,
        /// Texts on the board after the move.
        pub labels: Vec<Label>,
        /// The mover's clock after the move.
        pub clock: Option<Millis>,
        /// An engine's evaluation of the position after the move.
        pub evaluation: Option<Evaluation>,
    }
}

impl Note {
    /// The empty note.
    pub const EMPTY: Note = Note {
        comment: String::new(),
        glyphs: Vec::new(),
        marks: Vec::new(),
        labels: Vec::new(),
        clock: None,
        evaluation: None,
    };

    /// Returns whether nothing is noted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Note::EMPTY
    }

    /// Adds `text` to the comment, on a line of its own if there is something already.
    pub fn add_comment(&mut self, text: &str) {
        if !self.comment.is_empty() && !text.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(text);
    }
}

wire! {
    both:
    /// A sign of judgement: a numeric annotation glyph of the PGN standard (S. J. Edwards, 1994, section 10).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Glyph(pub u8);
}

impl Glyph {
    /// The glyphs that are written as signs behind the move, with their signs.
    const SIGNS: [(Glyph, &'static str); 6] =
        [(Glyph(1), "!"), (Glyph(2), "?"), (Glyph(3), "!!"), (Glyph(4), "??"), (Glyph(5), "!?"), (Glyph(6), "?!")];

    /// Returns the glyph that is written as `sign`.
    #[must_use]
    pub fn from_sign(sign: &str) -> Option<Glyph> {
        Glyph::SIGNS.into_iter().find(|&(_, known)| known == sign).map(|(glyph, _)| glyph)
    }

    /// Returns the sign behind the move as which the glyph is written, if it has one.
    #[must_use]
    pub fn sign(self) -> Option<&'static str> {
        Glyph::SIGNS.into_iter().find(|&(known, _)| known == self).map(|(_, sign)| sign)
    }
}

wire! {
    both:
    /// The colour of a mark.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Colour {
        /// The usual one.
        #[default]
        Green,
        /// Danger.
        Red,
        /// A second thought.
        Yellow,
        /// Something to see.
        Blue,
    }
}

impl Colour {
    /// Every colour.
    pub const ALL: [Colour; 4] = [Colour::Green, Colour::Red, Colour::Yellow, Colour::Blue];

    /// Returns the letter that records carry.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Colour::Green => 'G',
            Colour::Red => 'R',
            Colour::Yellow => 'Y',
            Colour::Blue => 'B',
        }
    }

    /// Returns the colour of a letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.letter() == letter)
    }
}

wire! {
    both:
    /// Something drawn on the board: an arrow, or a ring around a point.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Mark {
        pub colour: Colour,
        /// Where an arrow begins, in coordinates; a ring begins nowhere.
        pub from: Option<SmolStr>,
        /// The point ringed, or the head of the arrow.
        pub to: SmolStr,
    }
}

impl Mark {
    /// Returns whether `other` is the same ring or arrow, in any colour. The board shows one of them.
    #[must_use]
    pub fn is_over(&self, other: &Mark) -> bool {
        (&self.from, &self.to) == (&other.from, &other.to)
    }
}

wire! {
    both:
    /// A text at a point of the board: a letter, a number, or the sign of a shape.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Label {
        /// The point, in coordinates.
        pub at: SmolStr,
        /// The text, on one line.
        pub text: SmolStr,
    }
}

impl Label {
    /// The text of a triangle.
    pub const TRIANGLE: &'static str = "△";
    /// The text of a square.
    pub const SQUARE: &'static str = "□";
    /// The text of a cross.
    pub const CROSS: &'static str = "×";
}

/// An engine's opinion, seen from the side that moves first in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// How good it is.
    pub worth: Worth,
    /// The depth it was found at, where known.
    pub depth: Option<u8>,
}

impl fmt::Display for Evaluation {
    /// Writes `0.35,12`, or `0.35` where no depth is known, as records carry it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            Some(depth) => write!(f, "{},{depth}", self.worth),
            None => self.worth.fmt(f),
        }
    }
}

impl Evaluation {
    /// Writes a score of `side`, which is to move, as records do; a game that has ended has none.
    #[must_use]
    pub fn of(score: Score, side: Side, depth: Option<u8>) -> Option<Evaluation> {
        let has_ended = score.plies_to_mate() == Some(0);
        (!has_ended).then(|| Evaluation { worth: Worth::of(score, side), depth })
    }

    /// Converts the score that `mover` searched before its move to the position after the move, one ply later.
    #[must_use]
    pub fn after_move(score: Score, mover: Side, depth: Option<u8>) -> Option<Evaluation> {
        Evaluation::of((-score).to_tt(1), !mover, depth)
    }

    /// Returns whether this replaces `known`: a forced win replaces an estimate, a shorter win a longer one, a deeper
    /// estimate a shallower one. An estimate without a depth came with the record and stays.
    #[must_use]
    pub fn outweighs(&self, known: &Evaluation) -> bool {
        match (self.worth, known.worth) {
            (Worth::Mate(found), Worth::Mate(known)) => found.unsigned_abs() < known.unsigned_abs(),
            (Worth::Mate(_), Worth::Centipawns(_)) => true,
            (Worth::Centipawns(_), Worth::Mate(_)) => false,
            (Worth::Centipawns(_), Worth::Centipawns(_)) => known.depth.is_some_and(|known| self.depth > Some(known)),
        }
    }

    /// Reads the `Display` form of [`Evaluation`]; an unreadable depth is `None`.
    #[must_use]
    pub fn read(text: &str) -> Option<Evaluation> {
        let (worth, depth) = text.split_once(',').map_or((text, None), |(worth, depth)| (worth, depth.parse().ok()));
        Worth::read(worth).map(|worth| Evaluation { worth, depth })
    }
}

wire! {
    pair("kind", "value"):
    /// How good a position is, seen from the side that moves first in the game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Worth {
        /// In hundredths of a pawn, or of whatever unit the game's evaluation has.
        Centipawns(i32),
        /// A forced win in so many moves; below zero for the other side, and never zero.
        Mate(i32),
    }
}

impl fmt::Display for Worth {
    /// Writes `0.35`, `-1.20`, `#4` or `#-4`, as records carry it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Centipawns(score) => {
                let sign = if *score < 0 { "-" } else { "" };
                write!(f, "{sign}{}.{:02}", score.unsigned_abs() / 100, score.unsigned_abs() % 100)
            }
            Worth::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

impl Worth {
    /// Turns a score of `side` to the side that moves first. The winner makes the last move: a distance in moves is enough to
    /// know that in plies.
    #[must_use]
    pub fn of(score: Score, side: Side) -> Worth {
        let score = if side == Side::First { score } else { -score };
        score.moves_to_mate().map_or(Worth::Centipawns(score.0), Worth::Mate)
    }

    /// Reads the `Display` form of [`Worth`], and numbers of up to nine decimals.
    #[must_use]
    pub fn read(text: &str) -> Option<Worth> {
        if let Some(moves) = text.strip_prefix('#') {
            return moves.parse().ok().filter(|&moves| moves != 0).map(Worth::Mate);
        }
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        if part.len() > 9 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let hundredths: i64 = format!("{part:0<2}")[..2].parse().ok()?;
        let score = i64::from(whole.parse::<u16>().ok()?) * 100 + hundredths;
        i32::try_from(sign * score).ok().map(Worth::Centipawns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_founded_of_two_evaluations_outweighs_the_other() {
        let read = |text| Evaluation::read(text).expect("it is one");
        for (better, worse) in [("0.10,12", "2.00,11"), ("#-5,4", "0.10,12"), ("#3,9", "#-4,20")] {
            assert!(read(better).outweighs(&read(worse)), "{better} and {worse}");
            assert!(!read(worse).outweighs(&read(better)), "{worse} and {better}");
        }
        // An equal evaluation changes nothing. One without a depth is not ours.
        for (found, known) in [("0.10,12", "0.20,12"), ("#3,9", "#3,8"), ("0.10,30", "0.50")] {
            assert!(!read(found).outweighs(&read(known)), "{found} and {known}");
        }
    }

    #[test]
    fn a_worth_is_read_as_it_was_written() {
        for worth in [0, 5, -5, 35, -120, 30_000, -1]
            .map(Worth::Centipawns)
            .into_iter()
            .chain([Worth::Mate(-3), Worth::Mate(12)])
        {
            assert_eq!(Worth::read(&worth.to_string()), Some(worth));
        }
        assert_eq!(Worth::read("1"), Some(Worth::Centipawns(100)));
        assert_eq!(Worth::read("-0.5"), Some(Worth::Centipawns(-50)));
        for nothing in ["", "-", "#", "#0", "1.x", "+-", "99999999", "--1"] {
            assert_eq!(Worth::read(nothing), None, "{nothing}");
        }
    }
}
