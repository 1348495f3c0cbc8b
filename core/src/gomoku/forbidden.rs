//! Renju's forbidden points for Black: overline, double-four, double-three.
//!
//! Source: The International Rules of Renju, Renju International Federation, sections 3 (fouls) and 9 (definitions).
//! The judgement of a point p, in this order:
//! 1. an exact five in any direction: legal, and it wins, whatever else it makes;
//! 2. six or more in a row in any direction: overline;
//! 3. two fours or more, of which one line can hold two: double-four;
//! 4. two threes or more: double-three. A three is real only if the stone that makes it a straight four makes no five
//!    elsewhere and is itself legal with p on the board, judged by these same steps.

use std::fmt;

use super::board::Board;
use super::line::Line;
use super::point::{Direction, Point};
use super::rule::Five;
use super::win;
use crate::base::Side;

/// Why a point is forbidden to Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Foul {
    /// Six or more stones in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two real threes at once.
    DoubleThree,
}

impl Foul {
    /// Every foul.
    pub const ALL: [Foul; 3] = [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree];

    /// Returns the word that the terminal and the window use.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double-four",
            Foul::DoubleThree => "double-three",
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Returns the foul of a black stone at `point`, an empty point of the board; `None` where Black may play.
#[must_use]
pub fn foul(board: &Board, point: Point) -> Option<Foul> {
    match judge(&mut board.clone(), point) {
        Judgement::Foul(foul) => Some(foul),
        Judgement::Five | Judgement::Legal => None,
    }
}

/// Returns the foul at `point` as [`foul`] does, with the rows of stones that make it: the overlines, the fours or the
/// threes, each with the new stone.
#[must_use]
pub fn foul_with_rows(board: &Board, point: Point) -> Option<(Foul, Vec<Vec<Point>>)> {
    let foul = foul(board, point)?;
    let mut board = board.clone();
    board.place(point, Side::First);
    let mut rows = Vec::new();
    for direction in Direction::ALL {
        let line = board.line(point, direction, Side::First);
        match foul {
            Foul::Overline if line.is_overline() => rows.push(win::run(&board, Side::First, point, direction)),
            Foul::Overline => {}
            Foul::DoubleFour => rows.extend(four_rows(line, point, direction)),
            Foul::DoubleThree => {
                if let Some(offset) = real_three(&mut board, point, direction) {
                    rows.push(run_without(line.with(offset), offset, point, direction));
                }
            }
        }
    }
    Some((foul, rows))
}

/// The shape that a black stone would make at a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judgement {
    Five,
    Foul(Foul),
    Legal,
}

/// Judges a black stone at the empty `point`. The board is changed on the way and restored.
fn judge(board: &mut Board, point: Point) -> Judgement {
    let lines = Direction::ALL.map(|direction| board.line(point, direction, Side::First));
    if lines.iter().any(|line| line.is_five(Five::Exact)) {
        return Judgement::Five;
    }
    if lines.iter().any(|line| line.is_overline()) {
        return Judgement::Foul(Foul::Overline);
    }
    if lines.iter().map(|line| line.fours(Five::Exact).count()).sum::<u32>() >= 2 {
        return Judgement::Foul(Foul::DoubleFour);
    }
    // Proving a three real is recursive and slow: prove only where two threes are possible.
    let seeming: u32 = lines.iter().map(|line| u32::from(line.straight_four_points(Five::Exact) != [None, None])).sum();
    if seeming < 2 {
        return Judgement::Legal;
    }
    board.place(point, Side::First);
    let threes = Direction::ALL.into_iter().filter(|&direction| real_three(board, point, direction).is_some());
    let is_double = threes.take(2).count() == 2;
    board.remove(point, Side::First);
    if is_double { Judgement::Foul(Foul::DoubleThree) } else { Judgement::Legal }
}

/// Returns the offset of a legal stone that turns the row through Black's stone at `point` into a straight four.
fn real_three(board: &mut Board, point: Point, direction: Direction) -> Option<i8> {
    let line = board.line(point, direction, Side::First);
    line.straight_four_points(Five::Exact)
        .into_iter()
        .flatten()
        .find(|&offset| judge(board, at(point, direction, offset)) == Judgement::Legal)
}

/// Returns the stones of each four through `point`: the five that a completion makes, without the completion.
fn four_rows(line: Line, point: Point, direction: Direction) -> Vec<Vec<Point>> {
    let completions = line.completions(Five::Exact).into_iter().flatten();
    let mut rows: Vec<Vec<Point>> =
        completions.map(|offset| run_without(line.with(offset), offset, point, direction)).collect();
    // The two completions of a straight four are one four.
    rows.dedup();
    rows
}

/// Returns the run through `point` without the cell at `except`.
fn run_without(line: Line, except: i8, point: Point, direction: Direction) -> Vec<Point> {
    let (first, last) = line.run();
    (first..=last).filter(|&offset| offset != except).map(|offset| at(point, direction, offset)).collect()
}

fn at(point: Point, direction: Direction, offset: i8) -> Point {
    point.step(direction, offset).expect("the cells of a line that are not walls are on the board")
}
