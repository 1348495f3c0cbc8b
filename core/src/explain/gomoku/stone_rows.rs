//! The rows that a stone would make at a point, by the rules. A row excludes the stone itself.

use crate::base::Side;
use crate::explain::threat::ForcingShape;
use crate::gomoku::line::Fours;
use crate::gomoku::point::Direction;
use crate::gomoku::{Board, Point, Rule, forbidden};

/// The rows that a stone of one side makes at a legal point.
#[derive(Clone, Debug)]
pub(super) struct StoneRows {
    pub(super) point: Point,
    /// The stones of the five it completes.
    pub(super) five: Option<Vec<Point>>,
    /// The stones of each four with one completion.
    pub(super) fours: Vec<Vec<Point>>,
    /// The stones of each straight four: the open threes it continues.
    pub(super) straight: Vec<Vec<Point>>,
    /// The stones of each open three, of which some legal stone makes a straight four.
    pub(super) threes: Vec<Vec<Point>>,
}

impl StoneRows {
    /// Returns the rows of a stone of `side` at `point`. `None` if it is forbidden or makes no three.
    pub(super) fn at(board: &Board, rule: Rule, side: Side, point: Point) -> Option<StoneRows> {
        let five = rule.five(side);
        let mut made = StoneRows { point, five: None, fours: Vec::new(), straight: Vec::new(), threes: Vec::new() };
        let mut with_stone = None;
        for direction in Direction::ALL {
            let line = board.line(point, direction, side);
            let row = |offset: i8| {
                let (first, last) = line.with(offset).run();
                let offsets = (first..=last).filter(|&at| at != offset && at != 0);
                offsets.filter_map(|at| point.step(direction, at)).collect::<Vec<_>>()
            };
            if line.is_five(five) {
                made.five = Some(row(0));
                continue;
            }
            if line.is_overline() {
                continue;
            }
            let completions = line.completions(five).into_iter().flatten();
            match line.fours(five) {
                Fours::None => {}
                Fours::One => made.fours.extend(completions.take(1).map(row)),
                Fours::Two => made.fours.extend(completions.map(row)),
                Fours::Straight => made.straight.push(row(0)),
            }
            if line.fours(five) == Fours::None {
                let with_stone = with_stone.get_or_insert_with(|| {
                    let mut board = board.clone();
                    board.place(point, side);
                    board
                });
                // Under Renju a three counts only if Black may complete the straight four.
                let may_stand = |offset: &i8| {
                    let at = point.step(direction, *offset);
                    !rule.has_fouls(side) || at.is_some_and(|at| forbidden::foul(with_stone, at).is_none())
                };
                let straight = line.straight_four_points(five).into_iter().flatten().find(may_stand);
                made.threes.extend(straight.map(row));
            }
        }
        let is_something = made.five.is_some() || !(made.rows().is_empty());
        let may_stand = || !rule.has_fouls(side) || forbidden::foul(board, point).is_none();
        (is_something && may_stand()).then_some(made)
    }

    /// Returns every row of four or three through the point.
    pub(super) fn rows(&self) -> Vec<Vec<Point>> {
        [&self.straight, &self.fours, &self.threes].into_iter().flatten().cloned().collect()
    }

    /// Returns the shape of several rows; `None` for a single four or three.
    pub(super) fn shape(&self) -> Option<ForcingShape> {
        match (self.five.is_some(), self.straight.len(), self.fours.len(), self.threes.len()) {
            (true, ..) => None,
            (_, 1.., ..) => Some(ForcingShape::StraightFour),
            (_, _, 2.., _) => Some(ForcingShape::DoubleFour),
            (_, _, 1, 1..) => Some(ForcingShape::FourThree),
            (_, _, 0, 2..) => Some(ForcingShape::DoubleThree),
            _ => None,
        }
    }
}
