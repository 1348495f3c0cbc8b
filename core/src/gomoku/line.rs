//! Eleven cells in line around a point, and the shapes of a stone in the middle.
//!
//! Five cells to each side are enough for every question of the rules: a five through the middle reaches four cells
//! away, and the fifth cell tells a five from an overline and, in Caro, an open end from a blocked one. Words follow the
//! Renju International Federation's rules, section 9: *five*, *overline*, *four*, *straight four*, *three*.

use super::rule::Five;

/// How many cells to each side of the middle a [`Line`] holds.
pub const REACH: i8 = 5;
/// How many cells a [`Line`] holds.
pub const LENGTH: u32 = 2 * REACH as u32 + 1;
const MIDDLE: u16 = 1 << REACH;

/// Eleven cells in a row as one side sees them, its own stone always in the middle.
///
/// Bit `REACH + offset` belongs to the cell `offset` steps from the middle. Cells in no mask are off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    own: u16,
    empty: u16,
    enemy: u16,
}

/// The fours through the middle of a [`Line`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fours {
    /// No four.
    None,
    /// A four that one point turns into a five.
    One,
    /// An unbroken four that two points turn into a five.
    Straight,
    /// Two fours in one line, such as `B_BBB_B`.
    Two,
}

impl Fours {
    /// Returns how many fours the foul of the double-four counts.
    #[must_use]
    pub const fn count(self) -> u32 {
        match self {
            Fours::None => 0,
            Fours::One | Fours::Straight => 1,
            Fours::Two => 2,
        }
    }
}

impl Line {
    /// Builds a line from the masks of own stones, empty cells and enemy stones; the middle becomes an own stone.
    #[must_use]
    pub const fn new(own: u16, empty: u16, enemy: u16) -> Line {
        Line { own: own | MIDDLE, empty: empty & !MIDDLE, enemy: enemy & !MIDDLE }
    }

    /// Returns this line with an own stone at `offset` too.
    #[must_use]
    pub const fn with(self, offset: i8) -> Line {
        let bit = 1 << (REACH + offset);
        Line { own: self.own | bit, empty: self.empty & !bit, ..self }
    }

    /// Returns this line with an enemy stone on the empty cell at `offset`.
    #[must_use]
    pub const fn against(self, offset: i8) -> Line {
        let bit = 1 << (REACH + offset);
        Line { empty: self.empty & !bit, enemy: self.enemy | bit, ..self }
    }

    /// Returns whether the cell at `offset` is empty.
    #[must_use]
    pub const fn is_empty_at(self, offset: i8) -> bool {
        self.empty >> (REACH + offset) & 1 == 1
    }

    /// Returns whether the cell at `offset` holds an enemy stone.
    #[must_use]
    const fn is_enemy_at(self, offset: i8) -> bool {
        self.enemy >> (REACH + offset) & 1 == 1
    }

    /// Returns the first and the last offset of the unbroken run through the middle.
    #[must_use]
    pub const fn run(self) -> (i8, i8) {
        let right = (self.own >> REACH).trailing_ones() as i8 - 1;
        let left = (self.own << (15 - REACH)).leading_ones() as i8 - 1;
        (-left, right)
    }

    /// Returns the number of stones in the run through the middle, counted no further than the line reaches.
    #[must_use]
    pub const fn run_len(self) -> u32 {
        let (first, last) = self.run();
        (last - first + 1) as u32
    }

    /// Returns whether the run is a five that wins.
    #[must_use]
    pub const fn is_five(self, five: Five) -> bool {
        match five {
            Five::OrMore => self.run_len() >= 5,
            Five::Exact => self.run_len() == 5,
            Five::Unblocked => self.run_len() == 5 && !self.is_blocked(),
        }
    }

    /// Returns whether enemy stones block both ends of the run, at most five long.
    const fn is_blocked(self) -> bool {
        let (first, last) = self.run();
        self.is_enemy_at(first - 1) && self.is_enemy_at(last + 1)
    }

    /// Returns whether the run is longer than five.
    #[must_use]
    pub const fn is_overline(self) -> bool {
        self.run_len() > 5
    }

    /// Returns the empty cells at the two ends of the run. A stone that joins the run without a gap can only go there.
    #[must_use]
    pub const fn ends(self) -> [Option<i8>; 2] {
        let (first, last) = self.run();
        [self.end(first - 1), self.end(last + 1)]
    }

    const fn end(self, offset: i8) -> Option<i8> {
        if offset >= -REACH && offset <= REACH && self.is_empty_at(offset) { Some(offset) } else { None }
    }

    /// Returns the empty end of the run, exactly five, at which an enemy stone would block it, because one stands at the
    /// other end.
    #[must_use]
    pub const fn open_end(self) -> Option<i8> {
        let (first, last) = self.run();
        match self.ends() {
            [Some(_), None] if self.is_enemy_at(last + 1) => Some(first - 1),
            [None, Some(_)] if self.is_enemy_at(first - 1) => Some(last + 1),
            _ => None,
        }
    }

    /// Returns the cells that complete a winning five. Meaningful only before the five.
    #[must_use]
    pub const fn completions(self, five: Five) -> [Option<i8>; 2] {
        if self.own.count_ones() < 4 {
            return [None, None];
        }
        let [left, right] = self.ends();
        [self.completing(left, five), self.completing(right, five)]
    }

    const fn completing(self, end: Option<i8>, five: Five) -> Option<i8> {
        match end {
            Some(offset) if self.with(offset).is_five(five) => end,
            _ => None,
        }
    }

    /// Returns the fours through the middle. Meaningful only while the run is no five.
    ///
    /// Two completions five cells apart have the four stones between them: the straight four. Where blocked fives do not
    /// win, one stone on a completion may spoil the other five too: then the two are one four, as in `W_BBBB__`, where
    /// the right cell blocks both.
    #[must_use]
    pub const fn fours(self, five: Five) -> Fours {
        match self.completions(five) {
            [None, None] => Fours::None,
            [Some(left), Some(right)] if five.can_be_blocked() && (self.stops(left) || self.stops(right)) => Fours::One,
            [Some(left), Some(right)] if right - left == 5 => Fours::Straight,
            [Some(_), Some(_)] => Fours::Two,
            _ => Fours::One,
        }
    }

    /// Returns whether an enemy stone at `offset` leaves the run no completion where blocked fives do not win.
    const fn stops(self, offset: i8) -> bool {
        matches!(self.against(offset).completions(Five::Unblocked), [None, None])
    }

    /// Returns the cells that turn the run into a straight four: with one of them the middle belongs to a three, if the
    /// rules let the stone be played there. Meaningful only while the run is no five.
    #[must_use]
    pub const fn straight_four_points(self, five: Five) -> [Option<i8>; 2] {
        if self.own.count_ones() < 3 {
            return [None, None];
        }
        let [left, right] = self.ends();
        [self.straightening(left, five), self.straightening(right, five)]
    }

    const fn straightening(self, end: Option<i8>, five: Five) -> Option<i8> {
        match end {
            Some(offset) => {
                let four = self.with(offset);
                if four.run_len() < 5 && matches!(four.fours(five), Fours::Straight) { end } else { None }
            }
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::rule::Five::{Exact, OrMore, Unblocked};

    /// Reads eleven cells: `B` own, `_` empty, `W` enemy, `#` off the board; the middle may be written `p`.
    fn line(text: &str) -> Line {
        assert_eq!(text.len(), LENGTH as usize);
        let mask = |of: &[u8]| {
            text.bytes().enumerate().filter(|(_, cell)| of.contains(cell)).map(|(place, _)| 1 << place).sum::<u16>()
        };
        Line::new(mask(b"Bp"), mask(b"_"), mask(b"W"))
    }

    #[track_caller]
    fn check(text: &str, rule: Five, five: bool, fours: Fours, three: bool) {
        let line = line(text);
        assert_eq!(line.is_five(rule), five, "five in {text}");
        if !five {
            assert_eq!(line.fours(rule), fours, "fours in {text}");
            let points = line.straight_four_points(rule);
            assert_eq!(points != [None, None], three, "three in {text}");
        }
    }

    #[test]
    fn fives_and_overlines() {
        check("___BBpBB___", Exact, true, Fours::None, false);
        check("__BBBpBB___", Exact, false, Fours::None, false);
        check("__BBBpBB___", OrMore, true, Fours::None, false);
        assert!(line("__BBBpBB___").is_overline());
        assert!(line("BBBBBpBBBBB").is_overline());
        assert_eq!(line("BBBBBpBBBBB").run_len(), LENGTH);
    }

    #[test]
    fn fours() {
        check("____BpBB___", Exact, false, Fours::Straight, false);
        check("___WBpBB___", Exact, false, Fours::One, false);
        check("___BBp_B___", Exact, false, Fours::One, false);
        // Two fours in one line, the second pair only for the side that may make six.
        check("__B_BpB_B__", Exact, false, Fours::Two, false);
        check("_BB_Bp_BB__", Exact, false, Fours::Two, false);
        check("_BBB_p_BBB_", Exact, false, Fours::Two, false);
        // One end of the unbroken four would be an overline: only one completion is left.
        check("____BpBB_B_", Exact, false, Fours::One, false);
        check("____BpBB_B_", OrMore, false, Fours::Straight, false);
        check("__B_BpBB_B_", Exact, false, Fours::None, false);
    }

    #[test]
    fn threes() {
        check("____BpB____", Exact, false, Fours::None, true);
        check("____Bp_B___", Exact, false, Fours::None, true);
        check("___WBpB____", Exact, false, Fours::None, false);
        check("__W_BpB_W__", Exact, false, Fours::None, false);
        check("__W_BpB__W_", Exact, false, Fours::None, true);
        // Black's four would have an overline at one end.
        check("___WB_pB_B_", Exact, false, Fours::None, false);
        check("__B_BpB_W__", Exact, false, Fours::One, false);
        check("_B__BpB__W_", Exact, false, Fours::None, true);
        check("_B__BpB_W__", Exact, false, Fours::None, false);
        check("_B__BpB_W__", OrMore, false, Fours::None, true);
    }

    #[test]
    fn caro_looks_at_the_ends() {
        check("__WBBpBBW__", Unblocked, false, Fours::None, false);
        check("__WBBpBBW__", Exact, true, Fours::None, false);
        check("__WBBpBB___", Unblocked, true, Fours::None, false);
        // The edge is no enemy, an own sixth stone is no five.
        check("__WBBpBB###", Unblocked, true, Fours::None, false);
        check("###BBpBB###", Unblocked, true, Fours::None, false);
        check("__BBBpBB___", Unblocked, false, Fours::None, false);
        // A four is none if its five would be blocked at both ends.
        check("__WBBp_BW__", Unblocked, false, Fours::None, false);
        check("__WBBp_BW__", Exact, false, Fours::One, false);
        check("__WBBp_B___", Unblocked, false, Fours::One, false);
        check("__WBBp_B###", Unblocked, false, Fours::One, false);
        check("___WBpBB_W_", Unblocked, false, Fours::None, false);
        // Beside the straight four nobody may stand within two cells.
        check("____BpBB___", Unblocked, false, Fours::Straight, false);
        check("__W_BpBB___", Unblocked, false, Fours::One, false);
        check("__W_BpBB_W_", Unblocked, false, Fours::One, false);
        check("_W__BpBB__W", Unblocked, false, Fours::Straight, false);
        check("###_BpBB_##", Unblocked, false, Fours::Straight, false);
        // Two fours in one line, and one where a stone in the right gap stops both.
        check("__B_BpB_B__", Unblocked, false, Fours::Two, false);
        check("_WB_BpB_B__", Unblocked, false, Fours::One, false);
        check("_#B_BpB_B##", Unblocked, false, Fours::Two, false);
        check("_W__BpB____", Unblocked, false, Fours::None, true);
        check("__W_BpB____", Unblocked, false, Fours::None, false);
        check("__W_BpB____", Exact, false, Fours::None, true);
        check("_W__BpB__W_", Unblocked, false, Fours::None, false);
        check("_W__BpB__##", Unblocked, false, Fours::None, true);
    }

    #[test]
    fn an_open_end_is_where_a_five_can_still_be_blocked() {
        #[track_caller]
        fn check(text: &str, end: Option<i8>) {
            assert_eq!(line(text).open_end(), end, "{text}");
        }
        check("__WBBpBB___", Some(3));
        check("_W_BBpBBW__", Some(-3));
        check("___BBpBB___", None);
        check("__WBBpBB###", None);
        check("__WBBpBBW__", None);
    }
}
