//! Decisions of the engine in an opening protocol, for either player.
//!
//! Every decision follows from a search of the stones, scored for Black. The proposer seeks stones of equal worth to
//! both; the chooser takes the better colour; White leaves the fifth that is worst for Black. With `n` offered fifths
//! the position is worth the n-th best fifth. Proposals of three stones come from a precomputed list ([`proposals`]),
//! which longer searches balanced.
//!
//! A level below the highest adds noise to its scores. It offers lopsided stones and takes the wrong colour now and
//! then, but every decision is legal under the protocol.

pub mod proposals;
pub mod balanced;

use std::cmp::Reverse;

use super::levels;
use crate::base::{Millis, Rng, Score, Side};
use crate::engine::{Engine, EngineRequest, World};
use crate::gomoku::protocol::{Opening, OpeningChoice, OpeningProtocol, OpeningTurn, Person};
use crate::gomoku::{Point, Position, Rule, Setup, Symmetry};
use crate::position::History;
use crate::search::{Clock, Level, Limits, SearchOptions, Stop, TimeLimit, report::Silent};

const NODES: [u64; 5] = [2_000, 5_000, 12_000, 30_000, 80_000];
/// Upper bound of the time for each search, on a timed move.
const TIME: Millis = Millis(1_000);
/// Number of points that balancing compares.
const COMPARED: usize = 12;
/// Greatest distance of a new stone from the others, in lines.
const NEAR: u8 = 2;
/// Scores within ±this many centipawns count as even.
const EVEN: i32 = 25;
/// Scores are clamped to ±this, so that sums and noise stay in bounds. Centipawns.
const CEILING: i32 = 2_000;

/// The inputs of a decision: rule, level, seed and bounds.
#[derive(Clone, Copy)]
pub struct Opener<'a> {
    pub rule: Rule,
    pub level: Level,
    /// Determines every random choice.
    pub seed: u64,
    /// Node limit of each search.
    pub nodes: u64,
    /// Time limit of each search. Without it only nodes count, and the answer is reproducible.
    pub time: Option<Millis>,
    pub clock: &'a dyn Clock,
    /// Ends the searches early.
    pub stop: &'a Stop,
}

impl<'a> Opener<'a> {
    /// Prepares for an opening under `rule` within the bounds of a search.
    #[must_use]
    pub fn new(
        rule: Rule,
        level: Level,
        seed: u64,
        limits: &Limits,
        clock: &'a dyn Clock,
        stop: &'a Stop,
    ) -> Opener<'a> {
        let time = limits.time.map(|time| match time {
            // A decision takes several searches.
            TimeLimit::Move { max, .. } => Millis(max.0 / 4),
            TimeLimit::Clock { left, max, .. } => Millis(left.0 / 100).min(max.map_or(TIME, |max| Millis(max.0 / 4))),
        });
        let own = NODES[usize::from(level.number()) - 1];
        let nodes = limits.nodes.map_or(own, |most| most.min(own));
        Opener { rule, level, seed, nodes, time: time.map(|time| time.min(TIME)), clock, stop }
    }

    /// Decides until the other player is to decide. Returns no choice once the opening is over.
    pub fn decide(&self, engine: &mut dyn Engine<Position = Position>, opening: &Opening) -> Vec<OpeningChoice> {
        let mut table = Thinking { opener: self, engine, opening: opening.clone(), rng: Rng::from_seed(self.seed) };
        let mut choices = Vec::new();
        let Some((who, _)) = opening.turn() else { return choices };
        while let Some((_, turn)) = table.opening.turn().filter(|&(person, _)| person == who) {
            for choice in table.turn(who, turn) {
                table.opening.decide(choice).expect("what is chosen is asked for and allowed");
                choices.push(choice);
            }
        }
        choices
    }

    /// Searches `position` and returns up to `count` of `points` with their values for Black, in centipawns. An empty list
    /// means all points. The best for the side to move comes first.
    fn scored(
        &self,
        engine: &mut dyn Engine<Position = Position>,
        position: Position,
        points: &[Point],
        count: usize,
    ) -> Vec<(Point, i32)> {
        let Opener { time, nodes, seed, clock, stop, .. } = *self;
        let limits =
            Limits { depth: None, nodes: Some(nodes), time: time.map(|max| TimeLimit::Move { max, spend_all: true }) };
        let side = crate::position::Position::side_to_move(&position);
        let request = EngineRequest {
            history: History::new(position),
            options: SearchOptions { multipv: count.max(1), ..SearchOptions::new(limits, Level::MAX, seed) },
        };
        let since = Since(clock, clock.elapsed());
        let world = World { clock: &since, stop, report: &mut Silent };
        let thought = engine.think_among(&request, points, world);
        let for_black = |score: Score| {
            let score = score.0.clamp(-CEILING, CEILING);
            if side == Side::First { score } else { -score }
        };
        thought.lines.iter().filter_map(|line| Some((*line.pv.first()?, for_black(line.score)))).collect()
    }

    /// Returns the value of an opening's stones, in centipawns for Black, with the fifths that Black must offer.
    pub fn worth(&self, engine: &mut dyn Engine<Position = Position>, opening: &Opening) -> i32 {
        Thinking { opener: self, engine, opening: opening.clone(), rng: Rng::from_seed(self.seed) }.worth()
    }
}

/// A clock that starts with each search.
struct Since<'a>(&'a dyn Clock, Millis);

impl Clock for Since<'_> {
    fn elapsed(&self) -> Millis {
        self.0.elapsed().saturating_sub(self.1)
    }
}

struct Thinking<'a> {
    opener: &'a Opener<'a>,
    engine: &'a mut dyn Engine<Position = Position>,
    opening: Opening,
    rng: Rng,
}

impl Thinking<'_> {
    /// Makes one decision, or several in a fixed sequence.
    fn turn(&mut self, who: Person, turn: OpeningTurn) -> Vec<OpeningChoice> {
        match turn {
            OpeningTurn::Place { .. } => vec![OpeningChoice::Place(self.stone())],
            OpeningTurn::Swap => {
                let own = self.own(who);
                vec![if own < 0 { OpeningChoice::Swap } else { OpeningChoice::Keep }]
            }
            OpeningTurn::SwapOrAdd => {
                let own = self.own(who);
                // The other player chose stones that we find even. Two more stones of our choice unbalance them.
                let is_even = own.abs() <= EVEN;
                vec![match own {
                    _ if is_even => OpeningChoice::AddTwo,
                    ..0 => OpeningChoice::Swap,
                    _ => OpeningChoice::Keep,
                }]
            }
            OpeningTurn::Number { most } => vec![OpeningChoice::Number(self.number(most))],
            OpeningTurn::Fifth => vec![self.fifth()],
            OpeningTurn::Offer { left } => self.offers(usize::from(left)),
            OpeningTurn::Pick => {
                let offers = self.opening.offers().to_vec();
                let scored = self.scored(&offers, offers.len());
                let worst = scored.into_iter().min_by_key(|&(_, worth)| worth).map_or(offers[0], |(point, _)| point);
                vec![OpeningChoice::Pick(worst)]
            }
        }
    }

    /// Returns the value of the stones for a person's present colour, with the noise of this level.
    fn own(&mut self, who: Person) -> i32 {
        let worth = self.worth() + self.noise();
        if self.opening.black() == who { worth } else { -worth }
    }

    /// Chooses a stone: the best one if the colours are settled, else one that leaves the game even.
    fn stone(&mut self) -> Point {
        if let Some(point) = proposals::next(&self.opening, self.opener.rule, &mut self.rng) {
            return point;
        }
        let points = self.opening.points();
        if points.len() == 1 {
            return points[0];
        }
        let is_first = self.opening.stones().is_empty();
        if is_first && self.opening.protocol() != OpeningProtocol::Swap1 {
            let size = self.opening.size();
            return Point::new(size / 2, size / 2);
        }
        let near: Vec<Point> = if is_first { points.clone() } else { self.near(&points) };
        let fresh = self.unlike(if near.is_empty() { &points } else { &near });
        if !self.opening.has_swap_ahead() {
            let best = self.scored(&fresh, 1).first().map(|&(point, _)| point);
            return best.unwrap_or(fresh[0]);
        }
        // The third stone shows the worth of the second.
        let is_free = matches!(self.opening.protocol(), OpeningProtocol::Swap | OpeningProtocol::Swap2);
        let is_open = self.opening.stones().len() == 1 && is_free;
        if is_open {
            return fresh[self.rng.below(fresh.len())];
        }
        let scored = self.scored(&fresh, COMPARED);
        scored.into_iter().min_by_key(|&(_, worth)| worth.abs()).map_or(fresh[0], |(point, _)| point)
    }

    /// Names the number of fifths that leaves the game even.
    fn number(&mut self, most: u8) -> u8 {
        if self.opening.stones().len() == 3
            && let Some((fourth, _)) = self.best()
        {
            self.opening_with(fourth, |thinking| thinking.number_at_fourth(most))
        } else {
            self.number_at_fourth(most)
        }
    }

    fn number_at_fourth(&mut self, most: u8) -> u8 {
        let fifths = self.fifths(usize::from(most));
        let noise = self.noise();
        let even = fifths.iter().enumerate().min_by_key(|(_, (_, worth))| (worth + noise).abs());
        even.map_or(1, |(index, _)| index as u8 + 1).min(most)
    }

    /// Chooses between one fifth with a swap and ten without (Taraguchi-10).
    fn fifth(&mut self) -> OpeningChoice {
        let tenth = self.fifths(10).get(9).map(|&(_, worth)| worth + self.noise());
        let points = self.opening.points();
        let near = self.near(&points);
        let fresh = self.unlike(if near.is_empty() { &points } else { &near });
        let scored = self.scored(&fresh, COMPARED);
        let even = scored.into_iter().min_by_key(|&(_, worth)| worth.abs());
        match (tenth, even) {
            // The opponent takes the better colour of one fifth, so its worth to us is at most zero.
            (Some(tenth), Some((_, worth))) if tenth > -worth.abs() => OpeningChoice::OfferTen,
            (_, Some((point, _))) => OpeningChoice::Place(point),
            (_, None) => OpeningChoice::Place(fresh[0]),
        }
    }

    /// Chooses the best fifths, at most one of each class of symmetric points.
    fn offers(&mut self, count: usize) -> Vec<OpeningChoice> {
        let best = self.fifths(count).into_iter().map(|(point, _)| point);
        let mut opening = self.opening.clone();
        let mut choices = Vec::new();
        // The search may return too few fifths. Other points near the stones fill the list.
        let mut others = self.opening.points();
        others.sort_by_key(|&point| self.distance(point));
        for point in best.chain(others) {
            if choices.len() == count {
                break;
            }
            let choice = OpeningChoice::Offer(point);
            if opening.decide(choice).is_ok() {
                choices.push(choice);
            }
        }
        choices
    }

    /// Returns the value of the stones for Black, in centipawns.
    fn worth(&mut self) -> i32 {
        let Some(count) = self.opening.fifths() else { return self.best().map_or(0, |(_, worth)| worth) };
        match self.opening.stones().len() {
            3 => match self.best() {
                Some((fourth, _)) => self.opening_with(fourth, |thinking| thinking.nth_fifth(count)),
                None => 0,
            },
            4 => self.nth_fifth(count),
            _ => self.best().map_or(0, |(_, worth)| worth),
        }
    }

    /// Returns the value of the fifth that White leaves of `count`.
    fn nth_fifth(&mut self, count: u8) -> i32 {
        self.fifths(usize::from(count)).last().map_or(0, |&(_, worth)| worth)
    }

    /// Lists up to `count` fifths that no symmetry maps on each other, the best for Black first.
    fn fifths(&mut self, count: usize) -> Vec<(Point, i32)> {
        let free = self.position().board().empty_points().collect::<Vec<_>>();
        let near = self.near(&free);
        let fresh = self.unlike(if near.len() < count { &free } else { &near });
        let fresh: Vec<Point> = fresh.into_iter().filter(|&point| !self.opening.is_like_another(point)).collect();
        let mut scored = self.scored(&fresh, count);
        scored.sort_by_key(|&(_, worth)| Reverse(worth));
        scored
    }

    /// Runs `think` with White's fourth stone on `fourth`.
    fn opening_with<T>(&mut self, fourth: Point, think: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.opening.clone();
        self.opening = before.supposing(fourth);
        let thought = think(self);
        self.opening = before;
        thought
    }

    /// Returns the best move and its value for Black.
    fn best(&mut self) -> Option<(Point, i32)> {
        self.scored(&[], 1).first().copied()
    }

    /// Searches the stones and returns up to `count` of `points` with their values for Black. An empty list means all
    /// points. The best for the side to move comes first.
    fn scored(&mut self, points: &[Point], count: usize) -> Vec<(Point, i32)> {
        let position = self.position();
        self.opener.scored(self.engine, position, points, count)
    }

    fn position(&self) -> Position {
        let mut setup = Setup::empty(self.opening.size(), self.opener.rule);
        for (place, &stone) in self.opening.stones().iter().enumerate() {
            if place.is_multiple_of(2) { setup.black.push(stone) } else { setup.white.push(stone) }
        }
        setup.side = Some(self.opening.side_to_move());
        Position::from_setup(setup).expect("so few stones make no row and stand on the board")
    }

    fn distance(&self, point: Point) -> u8 {
        let to = |stone: &Point| point.column().abs_diff(stone.column()).max(point.row().abs_diff(stone.row()));
        self.opening.stones().iter().map(to).min().unwrap_or(0)
    }

    fn near(&self, points: &[Point]) -> Vec<Point> {
        points.iter().copied().filter(|&point| self.distance(point) <= NEAR).collect()
    }

    /// Keeps one point of each class of symmetric points.
    fn unlike(&self, points: &[Point]) -> Vec<Point> {
        let size = self.opening.size();
        let symmetries = self.opening.symmetries();
        let first = |point: Point| symmetries.iter().map(|symmetry: &Symmetry| symmetry.apply(point, size)).min();
        let mut seen = std::collections::BTreeSet::new();
        points.iter().copied().filter(|&point| seen.insert(first(point))).collect()
    }

    /// Returns the error of this level's next score, in centipawns.
    fn noise(&mut self) -> i32 {
        let most = levels::profile(self.opener.level, self.opener.rule, self.rng.next_u64()).loss_cp / 2;
        if most == 0 { 0 } else { self.rng.below(2 * most as usize + 1) as i32 - most }
    }
}

#[cfg(test)]
mod tests;
