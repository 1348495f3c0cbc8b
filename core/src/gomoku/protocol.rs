//! Opening protocols: who places which stones, and who may choose the colours.
//!
//! A protocol is a script of steps; an [`Opening`] walks it. It knows points and persons, not rules of play: whether a
//! stone makes a five or a foul cannot matter so early. Sources: the opening rules of the Renju International
//! Federation (RIF, Yamaguchi, Soosorv-8, Taraguchi-10) and of the Gomoku world championship (Swap2).

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::Board;
use super::point::Point;
use super::symmetry::Symmetry;
use crate::base::Side;

/// An opening protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// One stone, then the other person chooses the colour.
    Swap1,
    /// Three stones; the other takes a colour or adds two stones and leaves the choice to the first.
    Swap2,
    /// Three stones of a pattern, swap, the fourth, two fifths of which White picks one.
    Rif,
    /// Three stones and a number of fifths, swap, the fourth, so many fifths of which White picks one.
    Yamaguchi,
    /// Three stones, swap, the fourth and a number of fifths, swap, so many fifths of which White picks one.
    Soosorv8,
    /// Each of the first four stones in a square that grows, with a swap after it; then one more such stone, or ten
    /// fifths of which White picks one.
    Taraguchi10,
}

impl Protocol {
    /// Every protocol.
    pub const ALL: [Protocol; 6] = [
        Protocol::Swap1,
        Protocol::Swap2,
        Protocol::Rif,
        Protocol::Yamaguchi,
        Protocol::Soosorv8,
        Protocol::Taraguchi10,
    ];

    /// Returns the word that the terminal and the window use.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Protocol::Swap1 => "swap1",
            Protocol::Swap2 => "swap2",
            Protocol::Rif => "rif",
            Protocol::Yamaguchi => "yamaguchi",
            Protocol::Soosorv8 => "soosorv-8",
            Protocol::Taraguchi10 => "taraguchi-10",
        }
    }

    fn script(self) -> &'static [Step] {
        use Person::{Guest, Opener};
        use Step::{Fifth, Number, Offer, Pick, Place, Swap, SwapOrAdd};
        use Who::{Black, Is, White};
        const FREE: Option<u8> = None;
        const PATTERN: [Step; 3] = [
            Place { who: Is(Opener), reach: Some(0) },
            Place { who: Is(Opener), reach: Some(1) },
            Place { who: Is(Opener), reach: Some(2) },
        ];
        const FREE_STONE: Step = Place { who: Is(Opener), reach: FREE };
        const FOURTH: Step = Place { who: White, reach: FREE };
        match self {
            Protocol::Swap1 => &const { [FREE_STONE, Swap { who: Is(Guest) }] },
            Protocol::Swap2 => &const { [FREE_STONE, FREE_STONE, FREE_STONE, SwapOrAdd] },
            Protocol::Rif => {
                &const {
                    [
                        PATTERN[0],
                        PATTERN[1],
                        PATTERN[2],
                        Swap { who: Is(Guest) },
                        FOURTH,
                        Offer { count: Some(2) },
                        Pick,
                    ]
                }
            }
            Protocol::Yamaguchi => {
                &const {
                    let number = Number { who: Is(Opener), most: YAMAGUCHI_MAX };
                    let swap = Swap { who: Is(Guest) };
                    [PATTERN[0], PATTERN[1], PATTERN[2], number, swap, FOURTH, Offer { count: None }, Pick]
                }
            }
            Protocol::Soosorv8 => {
                &const {
                    let (swap, swap_again) = (Swap { who: Is(Guest) }, Swap { who: Black });
                    let number = Number { who: White, most: 8 };
                    let offer = Offer { count: None };
                    [PATTERN[0], PATTERN[1], PATTERN[2], swap, FOURTH, number, swap_again, offer, Pick]
                }
            }
            Protocol::Taraguchi10 => {
                &const {
                    [
                        PATTERN[0],
                        Swap { who: White },
                        Place { who: White, reach: Some(1) },
                        Swap { who: Black },
                        Place { who: Black, reach: Some(2) },
                        Swap { who: White },
                        Place { who: White, reach: Some(3) },
                        Swap { who: Black },
                        Fifth,
                        Offer { count: Some(10) },
                        Pick,
                    ]
                }
            }
        }
    }
}

/// The most fifths that Yamaguchi's opener may name: the rule sets no bound, tables of play stop at twelve.
const YAMAGUCHI_MAX: u8 = 12;
/// How far from the centre Taraguchi-10's single fifth may stand.
const FIFTH_REACH: u8 = 4;

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A text that names no opening protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no opening: write swap1, swap2, rif, yamaguchi, soosorv-8 or taraguchi-10")]
pub struct ParseProtocolError {
    /// What was written, cut to a readable length.
    pub text: String,
}

impl FromStr for Protocol {
    type Err = ParseProtocolError;

    fn from_str(text: &str) -> Result<Protocol, ParseProtocolError> {
        let named = |protocol: &Protocol| protocol.code().eq_ignore_ascii_case(text);
        Protocol::ALL
            .into_iter()
            .find(named)
            .ok_or_else(|| ParseProtocolError { text: text.chars().take(16).collect() })
    }
}

/// One of the two persons at the board, whatever their colours will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Person {
    /// Who places the first stone and is Black until somebody swaps.
    Opener,
    /// The other one.
    Guest,
}

impl Person {
    /// Returns the other person.
    #[must_use]
    pub const fn other(self) -> Person {
        match self {
            Person::Opener => Person::Guest,
            Person::Guest => Person::Opener,
        }
    }
}

/// Who a step belongs to: a person, or whoever has a colour by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Is(Person),
    Black,
    White,
}

/// A step of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Place { who: Who, reach: Option<u8> },
    Swap { who: Who },
    SwapOrAdd,
    Number { who: Who, most: u8 },
    Fifth,
    Offer { count: Option<u8> },
    Pick,
}

/// What is to be decided next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Placing a stone, of the colour whose turn it is, at most `reach` rows and columns from the centre.
    Place {
        /// The bound; anywhere if there is none.
        reach: Option<u8>,
    },
    /// [`Choice::Swap`] or [`Choice::Keep`] the colours.
    Swap,
    /// [`Choice::Swap`], [`Choice::Keep`] or [`Choice::AddTwo`].
    SwapOrAdd,
    /// Naming a number of fifths, 1 to `most`.
    Number {
        /// The greatest number.
        most: u8,
    },
    /// A fifth stone within the 9 × 9 in the middle, or [`Choice::OfferTen`].
    Fifth,
    /// Offering another fifth stone, of which so many are still to be named.
    Offer {
        /// How many.
        left: u8,
    },
    /// Picking one of the fifths offered.
    Pick,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A stone.
    Place(Point),
    /// The colours change hands.
    Swap,
    /// They do not.
    Keep,
    /// Two more stones will come, and the other person chooses the colour.
    AddTwo,
    /// So many fifths.
    Number(u8),
    /// Ten fifths instead of one with a swap.
    OfferTen,
    /// A fifth stone to be picked or not.
    Offer(Point),
    /// The fifth stone that stays.
    Pick(Point),
}

/// Why a decision is refused; the opening is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// The opening is over.
    #[error("the opening is over")]
    Over,
    /// Something else is to be decided.
    #[error("something else is to be decided now")]
    OutOfTurn,
    /// The point is taken or off the board.
    #[error("{at} cannot take a stone")]
    NotEmpty {
        /// The point.
        at: Point,
    },
    /// The point is too far from the centre.
    #[error("{at} is more than {reach} from the centre")]
    TooFar {
        /// The point.
        at: Point,
        /// The bound.
        reach: u8,
    },
    /// A fifth is the mirror image of another one, or the same.
    #[error("{at} is the same as another fifth")]
    Symmetric {
        /// The point.
        at: Point,
    },
    /// The point is none of the fifths offered.
    #[error("{at} was not offered")]
    NotOffered {
        /// The point.
        at: Point,
    },
    /// The number is out of bounds.
    #[error("the number must be 1 to {most}")]
    Number {
        /// The greatest number.
        most: u8,
    },
}

/// An opening in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    protocol: Protocol,
    size: u8,
    /// The stones in their order, Black's first.
    stones: Vec<Point>,
    black: Person,
    /// What is still to be done, the next step last.
    steps: Vec<Step>,
    number: u8,
    offers: Vec<Point>,
}

impl Opening {
    /// Begins an opening on an empty board of `size` lines.
    #[must_use]
    pub fn new(protocol: Protocol, size: u8) -> Opening {
        let steps = protocol.script().iter().rev().copied().collect();
        Opening { protocol, size, stones: Vec::new(), black: Person::Opener, steps, number: 0, offers: Vec::new() }
    }

    /// Returns the protocol.
    #[must_use]
    pub const fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// Returns the number of lines of the board.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Returns the stones in their order, Black's first and the colours by turns.
    #[must_use]
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }

    /// Returns who has Black now.
    #[must_use]
    pub const fn black(&self) -> Person {
        self.black
    }

    /// Returns the fifths offered.
    #[must_use]
    pub fn offers(&self) -> &[Point] {
        &self.offers
    }

    /// Returns which colour the next stone has.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        if self.stones.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Returns who decides what next; `None` once the game goes on by itself.
    #[must_use]
    pub fn turn(&self) -> Option<(Person, Turn)> {
        let step = *self.steps.last()?;
        Some(match step {
            Step::Place { who, reach } => (self.person(who), Turn::Place { reach }),
            Step::Swap { who } => (self.person(who), Turn::Swap),
            Step::SwapOrAdd => (Person::Guest, Turn::SwapOrAdd),
            Step::Number { who, most } => (self.person(who), Turn::Number { most }),
            Step::Fifth => (self.black, Turn::Fifth),
            Step::Offer { count } => {
                (self.black, Turn::Offer { left: count.unwrap_or(self.number) - self.offers.len() as u8 })
            }
            Step::Pick => (self.black.other(), Turn::Pick),
        })
    }

    /// Takes a decision.
    ///
    /// # Errors
    /// Why it cannot be taken; the opening is as it was.
    pub fn decide(&mut self, choice: Choice) -> Result<(), OpeningError> {
        let (_, turn) = self.turn().ok_or(OpeningError::Over)?;
        match (turn, choice) {
            (Turn::Place { reach }, Choice::Place(at)) => self.place(at, reach)?,
            (Turn::Swap | Turn::SwapOrAdd, Choice::Swap) => self.black = self.black.other(),
            (Turn::Swap | Turn::SwapOrAdd, Choice::Keep) => {}
            (Turn::SwapOrAdd, Choice::AddTwo) => {
                let stone = Step::Place { who: Who::Is(Person::Guest), reach: None };
                self.steps.pop();
                self.steps.extend([Step::Swap { who: Who::Is(Person::Opener) }, stone, stone]);
                return Ok(());
            }
            (Turn::Number { most }, Choice::Number(number)) => {
                if number == 0 || number > most {
                    return Err(OpeningError::Number { most });
                }
                self.number = number;
            }
            (Turn::Fifth, Choice::Place(at)) => {
                self.place(at, Some(FIFTH_REACH))?;
                // No ten fifths then: White may swap, and that is all.
                self.steps = vec![Step::Swap { who: Who::White }];
                return Ok(());
            }
            (Turn::Fifth, Choice::OfferTen) => {}
            (Turn::Offer { left }, Choice::Offer(at)) => {
                self.check_empty(at)?;
                if self.is_like_another(at) {
                    return Err(OpeningError::Symmetric { at });
                }
                self.offers.push(at);
                if left > 1 {
                    return Ok(());
                }
            }
            (Turn::Pick, Choice::Pick(at)) => {
                if !self.offers.contains(&at) {
                    return Err(OpeningError::NotOffered { at });
                }
                self.stones.push(at);
            }
            _ => return Err(OpeningError::OutOfTurn),
        }
        self.steps.pop();
        Ok(())
    }

    /// Returns whether a fifth at `at` is one of those offered, seen through a symmetry of the stones.
    #[must_use]
    pub fn is_like_another(&self, at: Point) -> bool {
        let colour = |point: Point| self.stones.iter().position(|&stone| stone == point).map(|place| place % 2);
        let keeps = |symmetry: &Symmetry| {
            self.stones.iter().all(|&stone| colour(stone) == colour(symmetry.apply(stone, self.size)))
        };
        let mut symmetries = Symmetry::ALL.into_iter().filter(keeps);
        symmetries.any(|symmetry| self.offers.contains(&symmetry.apply(at, self.size)))
    }

    /// Returns whether `at` is at most `reach` rows and columns from the centre.
    #[must_use]
    pub const fn is_within(&self, at: Point, reach: u8) -> bool {
        let centre = self.size / 2;
        at.column().abs_diff(centre) <= reach && at.row().abs_diff(centre) <= reach
    }

    fn place(&mut self, at: Point, reach: Option<u8>) -> Result<(), OpeningError> {
        self.check_empty(at)?;
        if let Some(reach) = reach.filter(|&reach| !self.is_within(at, reach)) {
            return Err(OpeningError::TooFar { at, reach });
        }
        self.stones.push(at);
        Ok(())
    }

    fn check_empty(&self, at: Point) -> Result<(), OpeningError> {
        let is_empty = Board::new(self.size).contains(at) && !self.stones.contains(&at);
        if is_empty { Ok(()) } else { Err(OpeningError::NotEmpty { at }) }
    }

    const fn person(&self, who: Who) -> Person {
        match who {
            Who::Is(person) => person,
            Who::Black => self.black,
            Who::White => self.black.other(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> Point {
        name.parse().expect("the test names a point")
    }

    /// Takes decisions written as words: a point is placed, offered or picked as the turn asks.
    #[track_caller]
    fn walk(opening: &mut Opening, words: &str) {
        for word in words.split_whitespace() {
            let (_, turn) = opening.turn().expect("the opening goes on");
            let choice = match (word, turn) {
                ("swap", _) => Choice::Swap,
                ("keep", _) => Choice::Keep,
                ("add", _) => Choice::AddTwo,
                ("ten", _) => Choice::OfferTen,
                (number, Turn::Number { .. }) => Choice::Number(number.parse().expect("a number")),
                (point, Turn::Offer { .. }) => Choice::Offer(at(point)),
                (point, Turn::Pick) => Choice::Pick(at(point)),
                (point, _) => Choice::Place(at(point)),
            };
            assert_eq!(opening.decide(choice), Ok(()), "{word}");
        }
    }

    #[track_caller]
    fn check(protocol: Protocol, words: &str, black: Person, stones: usize) {
        let mut opening = Opening::new(protocol, 15);
        walk(&mut opening, words);
        assert_eq!(opening.turn(), None, "{words}");
        assert_eq!((opening.black(), opening.stones().len()), (black, stones), "{words}");
        assert_eq!(opening.decide(Choice::Keep), Err(OpeningError::Over));
    }

    #[test]
    fn every_protocol_comes_to_its_end() {
        use Person::{Guest, Opener};
        check(Protocol::Swap1, "a1 keep", Opener, 1);
        check(Protocol::Swap1, "h8 swap", Guest, 1);
        check(Protocol::Swap2, "a1 b7 o15 keep", Opener, 3);
        check(Protocol::Swap2, "a1 b7 o15 swap", Guest, 3);
        check(Protocol::Swap2, "a1 b7 o15 add c3 d4 keep", Opener, 5);
        check(Protocol::Swap2, "a1 b7 o15 add c3 d4 swap", Guest, 5);
        check(Protocol::Rif, "h8 i9 j10 swap a1 g7 g9 g7", Guest, 5);
        check(Protocol::Yamaguchi, "h8 i9 j9 3 keep a1 b2 c3 d4 c3", Opener, 5);
        check(Protocol::Soosorv8, "h8 h9 h10 swap a1 1 swap g7 g7", Opener, 5);
        check(Protocol::Taraguchi10, "h8 swap i9 swap j10 keep k11 keep l12 swap", Guest, 5);
        let ten = "h8 keep i9 keep j10 keep k11 keep ten a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a9";
        check(Protocol::Taraguchi10, ten, Opener, 5);
    }

    #[test]
    fn who_decides_follows_the_colours() {
        let mut opening = Opening::new(Protocol::Soosorv8, 15);
        walk(&mut opening, "h8 h9 h10");
        assert_eq!(opening.turn(), Some((Person::Guest, Turn::Swap)));
        walk(&mut opening, "swap");
        assert_eq!(opening.turn(), Some((Person::Opener, Turn::Place { reach: None })), "the opener has White now");
        walk(&mut opening, "a1 2");
        assert_eq!(opening.turn(), Some((Person::Guest, Turn::Swap)));
    }

    #[test]
    fn what_the_protocol_does_not_allow_is_refused() {
        let mut opening = Opening::new(Protocol::Rif, 15);
        let far = |name, reach| Err(OpeningError::TooFar { at: at(name), reach });
        assert_eq!(opening.decide(Choice::Place(at("h9"))), far("h9", 0));
        assert_eq!(opening.decide(Choice::Swap), Err(OpeningError::OutOfTurn));
        walk(&mut opening, "h8");
        assert_eq!(opening.decide(Choice::Place(at("h10"))), far("h10", 1));
        assert_eq!(opening.decide(Choice::Place(at("h8"))), Err(OpeningError::NotEmpty { at: at("h8") }));
        walk(&mut opening, "h9 h10 keep h7");
        // The column of stones is a mirror.
        walk(&mut opening, "g8");
        for same in ["g8", "i8"] {
            assert_eq!(opening.decide(Choice::Offer(at(same))), Err(OpeningError::Symmetric { at: at(same) }));
        }
        walk(&mut opening, "i9");
        assert_eq!(opening.decide(Choice::Pick(at("a1"))), Err(OpeningError::NotOffered { at: at("a1") }));
        let mut opening = Opening::new(Protocol::Yamaguchi, 15);
        walk(&mut opening, "h8 h9 h10");
        assert_eq!(opening.decide(Choice::Number(13)), Err(OpeningError::Number { most: 12 }));
        assert_eq!(opening.decide(Choice::Number(0)), Err(OpeningError::Number { most: 12 }));
    }

    #[test]
    fn codes_read_back() {
        for protocol in Protocol::ALL {
            assert_eq!(protocol.code().parse(), Ok(protocol));
        }
        assert!("swap3".parse::<Protocol>().is_err());
    }
}
