//! The evaluator with a net. Accumulators exist per ply and are updated only on evaluation.

use std::sync::Arc;

use super::lanes::{self, ComboRows, Pair, ROWS, Sums, Weights};
use super::network::{BOTH, LANES, Network, UNIT};
use crate::base::depth::MAX_PLY;
use crate::base::{Score, Side};
use crate::engine::gomoku::eval::HandCrafted;
use crate::engine::gomoku::evaluator::{EVAL_MAX, Evaluator};
use crate::engine::gomoku::field::Field;
use crate::engine::lanes::Lanes;
use crate::gomoku::pattern::{Changes, Combo, PatternChange};
use crate::gomoku::{Point, Rule};

/// A net prepared for the two sides of one rule. Copies share it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Centipawns of an output of 1.
    scale: i32,
    rows: Arc<ComboRows>,
    /// The head with the first side to move, then with the second.
    heads: Arc<[Weights; Side::COUNT]>,
}

impl Prepared {
    /// Prepares `net` for `rule`.
    #[must_use]
    pub fn new(net: &Network, rule: Rule) -> Prepared {
        let sides = Side::ALL.map(|side| net.parameters(rule, side));
        let rows = |side: Side| {
            let (own, enemy) = (&sides[side.index()].own, &sides[(!side).index()].enemy);
            let pairs = own.iter().zip(enemy).map(|(own, enemy)| {
                let views = match side {
                    Side::First => [own, enemy],
                    Side::Second => [enemy, own],
                };
                let mut pair: Pair = [0; BOTH];
                pair.as_chunks_mut::<LANES>().0.iter_mut().zip(views).for_each(|(lanes, row)| *lanes = *row);
                pair
            });
            let mut pairs: Vec<Pair> = pairs.collect();
            pairs.resize(ROWS, [0; BOTH]);
            pairs.into_boxed_slice().try_into().expect("a net has a row for every combination")
        };
        Prepared {
            scale: net.scale(),
            rows: Arc::new(Side::ALL.map(rows)),
            heads: Arc::new(sides.map(|side| Weights::from(&side.head))),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    is_known: bool,
    sums: Sums,
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
    changes: Changes,
}

impl Neural {
    /// Makes the evaluator. Call `reset` before the first evaluation.
    #[must_use]
    pub fn new(net: Prepared, hand_crafted: HandCrafted) -> Neural {
        Neural::with_lanes(net, hand_crafted, Lanes::best())
    }

    fn with_lanes(net: Prepared, hand_crafted: HandCrafted, lanes: Lanes) -> Neural {
        let plies = vec![Ply { is_known: false, sums: [0; BOTH] }; MAX_PLY + 2].into();
        Neural { net, lanes, hand_crafted, plies, ply: 0, changes: Changes::default() }
    }

    /// Returns the sums of the present ply.
    #[inline]
    fn sums(&mut self, field: &Field) -> Sums {
        let mut known = self.ply;
        while !self.plies[known].is_known {
            known -= 1;
        }
        if known < self.ply {
            field.patterns().changes(self.ply - known, &mut self.changes);
            let sums = lanes::change(self.lanes, &self.plies[known].sums, &self.net.rows, self.changes.points());
            self.plies[self.ply] = Ply { is_known: true, sums };
        }
        self.plies[self.ply].sums
    }

    /// Returns the output of the net, in centipawns, side to move's view.
    #[inline]
    fn output(&mut self, field: &Field) -> i32 {
        let mover = field.side_to_move();
        let mut sums = self.sums(field);
        if mover == Side::Second {
            sums.rotate_left(LANES);
        }
        let output = lanes::output(self.lanes, &self.net.heads[mover.index()], &sums);
        (i64::from(output) * i64::from(self.net.scale) / i64::from(UNIT)) as i32
    }
}

impl Evaluator for Neural {
    fn reset(&mut self, field: &Field) {
        let patterns = field.patterns();
        let empty = patterns.board().empty_points().map(|point| PatternChange {
            before: [Combo::default(); Side::COUNT],
            after: Side::ALL.map(|side| patterns.combo(point, side)),
        });
        let sums = lanes::change(self.lanes, &[0; BOTH], &self.net.rows, &empty.collect::<Vec<_>>());
        self.ply = 0;
        self.plies[0] = Ply { is_known: true, sums };
    }

    #[inline]
    fn push(&mut self, _: Point, _: Side) {
        self.ply += 1;
        self.plies[self.ply].is_known = false;
    }

    #[inline]
    fn pop(&mut self) {
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
