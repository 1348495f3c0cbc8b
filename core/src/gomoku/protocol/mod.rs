//! Opening protocols: the order of stones, swaps and offers before free play.
//!
//! A protocol is a script of steps; an [`Opening`] walks it. It knows points and persons, not rules of play: whether a
//! stone makes a five or a foul cannot matter so early. Sources: the opening rules of the Renju International
//! Federation (RIF, Yamaguchi, Soosorv-8, Taraguchi-10) and of the Gomoku world championship (Swap, later Swap2).

mod choice;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

pub use choice::{OpeningChoice, OpeningError, OpeningTurn};

use super::board::Board;
use super::point::Point;
use super::symmetry::Symmetry;
use crate::base::Side;

/// An opening protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningProtocol {
    /// One stone, then the other person chooses the colour.
    Swap1,
    /// Three stones, then the other person chooses the colour.
    Swap,
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

impl OpeningProtocol {
    /// Every protocol.
    pub const ALL: [OpeningProtocol; 7] = [
        OpeningProtocol::Swap1,
        OpeningProtocol::Swap,
        OpeningProtocol::Swap2,
        OpeningProtocol::Rif,
        OpeningProtocol::Yamaguchi,
        OpeningProtocol::Soosorv8,
        OpeningProtocol::Taraguchi10,
    ];

    /// Returns the word that the terminal and the window use.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            OpeningProtocol::Swap1 => "swap1",
            OpeningProtocol::Swap => "swap",
            OpeningProtocol::Swap2 => "swap2",
            OpeningProtocol::Rif => "rif",
            OpeningProtocol::Yamaguchi => "yamaguchi",
            OpeningProtocol::Soosorv8 => "soosorv-8",
            OpeningProtocol::Taraguchi10 => "taraguchi-10",
        }
    }

    fn script(self) -> &'static [Step] {
        use Person::{Opener, Responder};
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
            OpeningProtocol::Swap1 => &const { [FREE_STONE, Swap { who: Is(Responder) }] },
            OpeningProtocol::Swap => &const { [FREE_STONE, FREE_STONE, FREE_STONE, Swap { who: Is(Responder) }] },
            OpeningProtocol::Swap2 => &const { [FREE_STONE, FREE_STONE, FREE_STONE, SwapOrAdd] },
            OpeningProtocol::Rif => {
                &const {
                    [
                        PATTERN[0],
                        PATTERN[1],
                        PATTERN[2],
                        Swap { who: Is(Responder) },
                        FOURTH,
                        Offer { count: Some(2) },
                        Pick,
                    ]
                }
            }
            OpeningProtocol::Yamaguchi => {
                &const {
                    let number = Number { who: Is(Opener), most: YAMAGUCHI_MAX };
                    let swap = Swap { who: Is(Responder) };
                    [PATTERN[0], PATTERN[1], PATTERN[2], number, swap, FOURTH, Offer { count: None }, Pick]
                }
            }
            OpeningProtocol::Soosorv8 => {
                &const {
                    let (swap, swap_again) = (Swap { who: Is(Responder) }, Swap { who: Black });
                    let number = Number { who: White, most: 8 };
                    let offer = Offer { count: None };
                    [PATTERN[0], PATTERN[1], PATTERN[2], swap, FOURTH, number, swap_again, offer, Pick]
                }
            }
            OpeningProtocol::Taraguchi10 => {
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

/// Other spellings, in small letters without hyphens. RIF writes Soosyrv-8, after Ants Soosõrv.
const SPELLINGS: [(&str, OpeningProtocol); 6] = [
    ("soosyrv8", OpeningProtocol::Soosorv8),
    ("soosyrv", OpeningProtocol::Soosorv8),
    ("soosõrv8", OpeningProtocol::Soosorv8),
    ("soosõrv", OpeningProtocol::Soosorv8),
    ("soosorv", OpeningProtocol::Soosorv8),
    ("taraguchi", OpeningProtocol::Taraguchi10),
];

/// The most fifths that Yamaguchi's opener may name: the rule sets no bound, tables of play stop at twelve.
const YAMAGUCHI_MAX: u8 = 12;
/// Greatest distance of Taraguchi-10's single fifth from the centre, in rows and columns.
const FIFTH_REACH: u8 = 4;

impl fmt::Display for OpeningProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A text that names no opening protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown opening rule '{text}'; use swap1, swap, swap2, rif, yamaguchi, soosorv-8 or taraguchi-10")]
pub struct ParseOpeningProtocolError {
    /// The text, cut to a readable length.
    pub text: String,
}

impl FromStr for OpeningProtocol {
    type Err = ParseOpeningProtocolError;

    /// Reads a code in any case, with or without its hyphen, and the spellings of [`SPELLINGS`].
    fn from_str(text: &str) -> Result<OpeningProtocol, ParseOpeningProtocolError> {
        let plain = |text: &str| text.to_lowercase().replace([' ', '-', '_'], "");
        let name = plain(text);
        let spelling = SPELLINGS.iter().find(|(spelling, _)| *spelling == name).map(|(_, protocol)| *protocol);
        spelling
            .or_else(|| OpeningProtocol::ALL.into_iter().find(|protocol| plain(protocol.code()) == name))
            .ok_or_else(|| ParseOpeningProtocolError { text: text.chars().take(16).collect() })
    }
}

/// One of the two players. Colours belong to them only after the last swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Person {
    /// Places the first stone; has Black until a swap.
    Opener,
    /// The other one.
    Responder,
}

impl Person {
    /// Returns the other person.
    #[must_use]
    pub const fn other(self) -> Person {
        match self {
            Person::Opener => Person::Responder,
            Person::Responder => Person::Opener,
        }
    }
}

/// The player of a step: fixed, or the one who has a colour at that moment.
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

/// An opening in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    protocol: OpeningProtocol,
    size: u8,
    /// The stones in their order, Black's first.
    stones: Vec<Point>,
    black: Person,
    /// The remaining steps, the next one last.
    steps: Vec<Step>,
    number: u8,
    offers: Vec<Point>,
    /// The decisions so far, each with its player.
    decided: Vec<(Person, OpeningChoice)>,
}

impl Opening {
    /// The fewest lines of a board for an opening: the squares around the centre have room, and so have ten fifths of
    /// which no two are alike.
    pub const MIN_SIZE: u8 = 9;

    /// Begins an opening on an empty board of `size` lines, which should be at least [`Opening::MIN_SIZE`].
    #[must_use]
    pub fn new(protocol: OpeningProtocol, size: u8) -> Opening {
        let steps = protocol.script().iter().rev().copied().collect();
        let (stones, offers, decided) = (Vec::new(), Vec::new(), Vec::new());
        Opening { protocol, size, stones, black: Person::Opener, steps, number: 0, offers, decided }
    }

    /// Returns the opening after its first `count` decisions.
    #[must_use]
    pub fn replayed(&self, count: usize) -> Opening {
        let mut opening = Opening::new(self.protocol, self.size);
        for &(_, choice) in self.decided.iter().take(count) {
            opening.decide(choice).expect("what was decided once can be decided again");
        }
        opening
    }

    /// Returns the protocol.
    #[must_use]
    pub const fn protocol(&self) -> OpeningProtocol {
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

    /// Returns the player who has Black at present.
    #[must_use]
    pub const fn black(&self) -> Person {
        self.black
    }

    /// Returns the decisions so far, each with its player.
    #[must_use]
    pub fn decided(&self) -> &[(Person, OpeningChoice)] {
        &self.decided
    }

    /// Returns the number of fifths that Black must offer, once it is fixed.
    #[must_use]
    pub fn fifths(&self) -> Option<u8> {
        if self.steps.contains(&Step::Fifth) {
            return None;
        }
        let count = |step: &Step| match step {
            Step::Offer { count } => Some(count.unwrap_or(self.number)),
            _ => None,
        };
        self.steps.iter().find_map(count).filter(|&count| count > 0)
    }

    /// Returns whether a swap may still come.
    #[must_use]
    pub fn has_swap_ahead(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Swap { .. } | Step::SwapOrAdd | Step::Fifth))
    }

    /// Lists the points that the next decision may name; empty if it names no point.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        let free = |reach: Option<u8>| {
            let is_near = move |point: &Point| reach.is_none_or(|reach| self.is_within(*point, reach));
            self.empty_points().filter(is_near).collect()
        };
        match self.turn() {
            Some((_, OpeningTurn::Place { reach })) => free(reach),
            Some((_, OpeningTurn::Fifth)) => free(Some(FIFTH_REACH)),
            Some((_, OpeningTurn::Offer { .. })) => {
                self.empty_points().filter(|&at| !self.is_like_another(at)).collect()
            }
            Some((_, OpeningTurn::Pick)) => self.offers.clone(),
            _ => Vec::new(),
        }
    }

    /// Returns the fifths offered so far.
    #[must_use]
    pub fn offers(&self) -> &[Point] {
        &self.offers
    }

    /// Returns which colour the next stone has.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        if self.stones.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Returns the next decision and its player; `None` after the opening.
    #[must_use]
    pub fn turn(&self) -> Option<(Person, OpeningTurn)> {
        let step = *self.steps.last()?;
        Some(match step {
            Step::Place { who, reach } => (self.person(who), OpeningTurn::Place { reach }),
            Step::Swap { who } => (self.person(who), OpeningTurn::Swap),
            Step::SwapOrAdd => (Person::Responder, OpeningTurn::SwapOrAdd),
            Step::Number { who, most } => (self.person(who), OpeningTurn::Number { most }),
            Step::Fifth => (self.black, OpeningTurn::Fifth),
            Step::Offer { count } => {
                (self.black, OpeningTurn::Offer { left: count.unwrap_or(self.number) - self.offers.len() as u8 })
            }
            Step::Pick => (self.black.other(), OpeningTurn::Pick),
        })
    }

    /// Takes a decision.
    ///
    /// # Errors
    /// Why it cannot be taken; the opening is as it was.
    pub fn decide(&mut self, choice: OpeningChoice) -> Result<(), OpeningError> {
        let (person, turn) = self.turn().ok_or(OpeningError::Over)?;
        self.take(turn, choice)?;
        self.decided.push((person, choice));
        Ok(())
    }

    fn take(&mut self, turn: OpeningTurn, choice: OpeningChoice) -> Result<(), OpeningError> {
        match (turn, choice) {
            (OpeningTurn::Place { reach }, OpeningChoice::Place(at)) => self.place(at, reach)?,
            (OpeningTurn::Swap | OpeningTurn::SwapOrAdd, OpeningChoice::Swap) => self.black = self.black.other(),
            (OpeningTurn::Swap | OpeningTurn::SwapOrAdd, OpeningChoice::Keep) => {}
            (OpeningTurn::SwapOrAdd, OpeningChoice::AddTwo) => {
                let stone = Step::Place { who: Who::Is(Person::Responder), reach: None };
                self.steps.pop();
                self.steps.extend([Step::Swap { who: Who::Is(Person::Opener) }, stone, stone]);
                return Ok(());
            }
            (OpeningTurn::Number { most }, OpeningChoice::Number(number)) => {
                if number == 0 || number > most {
                    return Err(OpeningError::Number { most });
                }
                self.number = number;
            }
            (OpeningTurn::Fifth, OpeningChoice::Place(at)) => {
                self.place(at, Some(FIFTH_REACH))?;
                // No ten fifths then: White may swap, and that is all.
                self.steps = vec![Step::Swap { who: Who::White }];
                return Ok(());
            }
            (OpeningTurn::Fifth, OpeningChoice::OfferTen) => {}
            (OpeningTurn::Offer { left }, OpeningChoice::Offer(at)) => {
                self.check_empty(at)?;
                if self.is_like_another(at) {
                    return Err(OpeningError::Symmetric { at });
                }
                self.offers.push(at);
                if left > 1 {
                    return Ok(());
                }
            }
            (OpeningTurn::Pick, OpeningChoice::Pick(at)) => {
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
        self.symmetries().iter().any(|symmetry| self.offers.contains(&symmetry.apply(at, self.size)))
    }

    /// Lists the symmetries that map each stone on one of its own colour.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let colour = |point: Point| self.stones.iter().position(|&stone| stone == point).map(|place| place % 2);
        let keeps = |symmetry: &Symmetry| {
            self.stones.iter().all(|&stone| colour(stone) == colour(symmetry.apply(stone, self.size)))
        };
        Symmetry::ALL.into_iter().filter(keeps).collect()
    }

    /// Returns a copy with another stone on `point`, for looking ahead. No decision is recorded.
    #[must_use]
    pub fn supposing(&self, point: Point) -> Opening {
        let mut supposed = self.clone();
        supposed.stones.push(point);
        supposed
    }

    /// Returns whether `at` is at most `reach` rows and columns from the centre.
    #[must_use]
    const fn is_within(&self, at: Point, reach: u8) -> bool {
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

    fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        Board::new(self.size).points().filter(|point| !self.stones.contains(point))
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
mod tests;
