//! The evaluator with a net. Accumulators exist per ply and are updated only on evaluation.

use std::mem;
use std::sync::Arc;

use super::lanes::{self, Layers, Pair, REGIONS, Sums, Weights, ZERO, pair};
use super::network::{Network, ONE, Row, UNIT};
use crate::base::depth::MAX_PLY;
use crate::base::{Score, Side};
use crate::engine::gomoku::eval::HandCrafted;
use crate::engine::gomoku::evaluator::{EVAL_MAX, Evaluator};
use crate::engine::gomoku::field::Field;
use crate::engine::lanes::{Kernel, Lanes};
use crate::gomoku::pattern::{Combo, LinePattern, PatternBoard};
use crate::gomoku::point::{Direction, MAX_SIZE};
use crate::gomoku::{Point, Rule};

/// Powers of two, so that a masked index needs no check.
const COMBOS: usize = Combo::COUNT.next_power_of_two();
const LINES: usize = LinePattern::COUNT.next_power_of_two();

/// A net prepared for the two sides of one rule. Copies share it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Centipawns of an output of 1.
    scale: i32,
    rows: Arc<Rows>,
    /// The layers above the sums with the first side to move, then with the second.
    weights: Arc<[Weights; Side::COUNT]>,
}

/// The rows of the net in both views.
#[derive(Debug)]
struct Rows {
    lines: Box<[Pair; LINES]>,
    /// For each side the rows of its combinations.
    combos: [Box<[Pair; COMBOS]>; Side::COUNT],
}

fn boxed<const LENGTH: usize>(pairs: impl Iterator<Item = Pair>) -> Box<[Pair; LENGTH]> {
    let mut pairs: Vec<Pair> = pairs.collect();
    pairs.resize(LENGTH, ZERO);
    pairs.into_boxed_slice().try_into().expect("as long as it was made")
}

impl Rows {
    fn new(net: &Network, rule: Rule) -> Rows {
        let combos = |side: Side| {
            let (own, enemy) = (&net.parameters(rule, side).own, &net.parameters(rule, !side).enemy);
            let rows = own.iter().zip(enemy).map(|(own, enemy): (&Row, &Row)| match side {
                Side::First => pair(own, enemy),
                Side::Second => pair(enemy, own),
            });
            boxed(rows)
        };
        let lines = &net.shared().lines;
        Rows {
            lines: boxed(
                LinePattern::all().map(|pattern| pair(&lines[pattern.index()], &lines[pattern.exchanged().index()])),
            ),
            combos: Side::ALL.map(combos),
        }
    }

    /// Returns the lanes of a point.
    #[inline(always)]
    fn held(&self, patterns: &PatternBoard, point: Point) -> Pair {
        if !patterns.board().is_empty_at(point) {
            return ZERO;
        }
        let line = |direction| &self.lines[patterns.line_pattern(point, direction).index() % LINES];
        let combo = |side: Side| &self.combos[side.index()][patterns.combo(point, side).index() % COMBOS];
        let [one, two, three, four] = Direction::ALL.map(line);
        lanes::held([one, two, three, four, combo(Side::First), combo(Side::Second)])
    }
}

/// Returns the region of a point: rows and columns are divided in three, in the same way from both ends.
#[inline]
#[must_use]
pub fn region(point: Point, size: u8) -> usize {
    let outer = (size + 1) / 3;
    let part = |at: u8| {
        if at < outer {
            0
        } else if at + outer < size {
            1
        } else {
            2
        }
    };
    part(point.row()) * 3 + part(point.column())
}

/// Rows of the widest region on the largest board, which is the middle one.
const WIDEST: i32 = MAX_SIZE as i32 - 2 * ((MAX_SIZE as i32 + 1) / 3);
const _: () = assert!(WIDEST * WIDEST * ONE as i32 <= i16::MAX as i32, "the sum of a region fits into its lane");

impl Prepared {
    /// Prepares `net` for `rule`.
    #[must_use]
    pub fn new(net: &Network, rule: Rule) -> Prepared {
        let weights = |side| Weights::new(net.shared(), &net.parameters(rule, side).head, side);
        Prepared { scale: net.scale(), rows: Arc::new(Rows::new(net, rule)), weights: Arc::new(Side::ALL.map(weights)) }
    }
}

/// The accumulators of a ply.
#[derive(Clone, Debug)]
struct Ply {
    is_known: bool,
    sums: Sums,
    /// The points whose lanes changed since the last known ply.
    changed: Vec<u16>,
    /// Their lanes; while those are in place, the former ones.
    lanes: Vec<Pair>,
}

impl Ply {
    const EMPTY: Ply = Ply { is_known: false, sums: [ZERO; REGIONS], changed: Vec::new(), lanes: Vec::new() };
}

/// Evaluates positions by a net on top of the hand-crafted evaluation.
#[derive(Clone, Debug)]
pub struct Neural {
    net: Prepared,
    lanes: Lanes,
    hand_crafted: HandCrafted,
    plies: Box<[Ply]>,
    /// Stones played since the root.
    ply: usize,
    /// The lanes of each point at the last known ply up to `placed`.
    held: Box<[Pair; Point::COUNT]>,
    /// The ply up to which changed lanes are in place.
    placed: usize,
    points: Vec<Point>,
}

impl Neural {
    /// Makes the evaluator. Call `reset` before the first evaluation.
    #[must_use]
    pub fn new(net: Prepared, hand_crafted: HandCrafted) -> Neural {
        Neural::with_lanes(net, hand_crafted, Lanes::best())
    }

    fn with_lanes(net: Prepared, hand_crafted: HandCrafted, lanes: Lanes) -> Neural {
        Neural {
            net,
            lanes,
            hand_crafted,
            plies: vec![Ply::EMPTY; MAX_PLY + 2].into(),
            ply: 0,
            held: boxed(std::iter::empty()),
            placed: 0,
            points: Vec::new(),
        }
    }

    /// Puts the changed lanes of a ply in place and keeps the former ones.
    fn place(&mut self, ply: usize) {
        let Ply { changed, lanes, .. } = &mut self.plies[ply];
        for (index, lanes) in changed.iter().zip(lanes) {
            mem::swap(lanes, &mut self.held[usize::from(*index) % Point::COUNT]);
        }
    }

    /// Puts the former lanes of a ply that ends back.
    fn restore(&mut self, ply: usize) {
        let Ply { changed, lanes, .. } = &self.plies[ply];
        for (index, lanes) in changed.iter().zip(lanes) {
            self.held[usize::from(*index) % Point::COUNT] = *lanes;
        }
    }

    /// Computes the sums of the present ply.
    #[inline]
    fn refresh(&mut self, field: &Field) {
        let mut known = self.ply;
        while !self.plies[known].is_known {
            known -= 1;
        }
        if known == self.ply {
            return;
        }
        while self.placed < known {
            self.placed += 1;
            if self.plies[self.placed].is_known {
                self.place(self.placed);
            }
        }
        // Plies beyond are not known and have nothing in place.
        self.placed = known;
        field.patterns().changed_points(self.ply - known, &mut self.points);
        let (before, after) = self.plies.split_at_mut(self.ply);
        let ply = &mut after[0];
        ply.sums = before[known].sums;
        let (rows, patterns) = (&self.net.rows, field.patterns());
        self.lanes.run(Update { ply, rows, patterns, points: &self.points, held: &self.held });
        ply.is_known = true;
    }

    /// Returns the output of the net, in centipawns, side to move's view.
    #[inline]
    fn output(&mut self, field: &Field) -> i32 {
        self.refresh(field);
        let weights = &self.net.weights[field.side_to_move().index()];
        let output = self.lanes.run(Layers { weights, sums: &self.plies[self.ply].sums });
        (i64::from(output) * i64::from(self.net.scale) / i64::from(UNIT)) as i32
    }
}

/// Computes the lanes of `points` and adds what has changed to the sums.
struct Update<'a> {
    ply: &'a mut Ply,
    rows: &'a Rows,
    patterns: &'a PatternBoard,
    points: &'a [Point],
    /// The lanes before.
    held: &'a [Pair; Point::COUNT],
}

impl Kernel for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Lanes) {
        let Update { ply, rows, patterns, points, held } = self;
        let size = patterns.board().size();
        ply.changed.clear();
        ply.lanes.clear();
        for &point in points {
            let lanes = rows.held(patterns, point);
            lanes::replace(&mut ply.sums[region(point, size)], &held[point.index()], &lanes);
            ply.changed.push(point.index() as u16);
            ply.lanes.push(lanes);
        }
    }
}

impl Evaluator for Neural {
    fn reset(&mut self, field: &Field) {
        (self.ply, self.placed) = (0, 0);
        self.points.clear();
        self.points.extend(field.patterns().board().empty_points());
        self.held.fill(ZERO);
        let ply = &mut self.plies[0];
        ply.sums = [ZERO; REGIONS];
        let (rows, patterns) = (&self.net.rows, field.patterns());
        self.lanes.run(Update { ply, rows, patterns, points: &self.points, held: &self.held });
        ply.is_known = true;
        self.place(0);
    }

    #[inline]
    fn push(&mut self, _: Point, _: Side) {
        self.ply += 1;
        self.plies[self.ply].is_known = false;
    }

    #[inline]
    fn pop(&mut self) {
        if self.placed == self.ply {
            if self.plies[self.ply].is_known {
                self.restore(self.ply);
            }
            self.placed -= 1;
        }
        self.ply -= 1;
    }

    fn evaluate(&mut self, field: &Field) -> Score {
        let base = self.hand_crafted.evaluate(field);
        Score((base.0 + self.output(field)).clamp(-EVAL_MAX, EVAL_MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::tests::any;
    use super::*;
    use crate::base::Rng;
    use crate::engine::gomoku::eval;
    use crate::engine::gomoku::levels;
    use crate::gomoku::{Position, Setup, Symmetry};
    use crate::position::Position as _;
    use crate::search::{Features, Level};

    fn judge(rule: Rule, lanes: Lanes) -> Neural {
        let vision = levels::vision(Level::MAX, rule);
        Neural::with_lanes(Prepared::new(&any(4), rule), HandCrafted::new(&vision, Features::ALL), lanes)
    }

    /// The score of a position, computed from scratch.
    fn score(position: &Position, lanes: Lanes) -> Score {
        let field = Field::new(position, Arc::new(eval::tables(position.rule())));
        let mut judge = judge(position.rule(), lanes);
        judge.reset(&field);
        judge.evaluate(&field)
    }

    #[test]
    fn sums_that_follow_the_stones_are_those_from_nothing() {
        let mut rng = Rng::from_seed(9);
        for rule in Rule::ALL {
            let mut positions = vec![Position::new(15, rule).expect("the size is allowed")];
            let mut field = Field::new(&positions[0], Arc::new(eval::tables(rule)));
            let mut judge = judge(rule, Lanes::best());
            judge.reset(&field);
            for step in 0..300 {
                let position = positions.last().expect("the first one stays");
                let moves = position.legal_moves();
                let goes_on = positions.len() < 60 && position.winner().is_none() && !moves.is_empty();
                if goes_on && rng.chance_permille(550) {
                    let mv = moves[rng.below(moves.len())];
                    let mut next = position.clone();
                    next.play_unchecked(mv);
                    judge.push(mv, field.side_to_move());
                    field.play(mv);
                    positions.push(next);
                } else if positions.len() > 1 {
                    positions.pop();
                    field.undo();
                    judge.pop();
                }
                // Skipped plies make one evaluation apply several stones.
                if step % 3 == 0 {
                    let position = positions.last().expect("the first one stays");
                    for lanes in [Lanes::PLAIN, Lanes::best()] {
                        assert_eq!(judge.evaluate(&field), score(position, lanes), "{rule} {lanes:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_net_knows_no_corner_and_no_colour_where_the_rule_knows_none() {
        let mut rng = Rng::from_seed(10);
        for rule in Rule::ALL {
            let mut position = Position::new(15, rule).expect("the size is allowed");
            for _ in 0..24 {
                let moves = position.legal_moves();
                position.play_unchecked(moves[rng.below(moves.len())]);
            }
            let value = |setup: Setup| {
                score(&Position::from_setup(setup).expect("the image of a position is one"), Lanes::best())
            };
            let setup = position.to_setup();
            for symmetry in Symmetry::ALL {
                let image = |points: &[Point]| points.iter().map(|&at| symmetry.apply(at, 15)).collect();
                let turned = Setup { black: image(&setup.black), white: image(&setup.white), ..setup.clone() };
                assert_eq!(value(turned), value(setup.clone()));
            }
            if !rule.has_fouls(Side::First) {
                let (black, white, side) = (setup.white.clone(), setup.black.clone(), setup.side.map(Side::opponent));
                assert_eq!(value(Setup { black, white, side, ..setup.clone() }), value(setup));
            }
        }
    }
}
