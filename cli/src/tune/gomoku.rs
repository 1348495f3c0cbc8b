//! What the Gomoku evaluation sees of a game's positions, and its weights as a source file.

use std::collections::BTreeMap;
use std::fmt::Write;

use duiyi_core::base::Side;
use duiyi_core::engine::gomoku::field::Field;
use duiyi_core::engine::gomoku::order::calm;
use duiyi_core::engine::gomoku::params::{ATTACK, DEFEND, TEMPO, UNIT, VALUES};
use duiyi_core::engine::gomoku::weight_set::{THREAT_MASKS, WEIGHT_SETS, threat_mask, weight_set};
use duiyi_core::gomoku::pattern::{Class, Combo};
use duiyi_core::gomoku::{Point, Rule};

use super::Origin;
use super::fit::{Sample, Weight};
use super::rank::Features;
use crate::datagen::gomoku::{Calm, Reader};
use crate::datagen::store::SelfGame;

/// Scores beyond this say nothing about quiet play, in centipawns.
const SCORE_MAX: i16 = 1_500;
/// Features of one kind of side: every combination twice, for the side to move and the one that waits.
const SET_POINTS: usize = 2 * Combo::COUNT;

/// Hands out the quiet positions of a game: nothing urgent, and a best move that is no four.
pub fn samples(reader: &Reader, game: &SelfGame, number: usize, mut take: impl FnMut(Sample)) {
    let for_black = game.result.points();
    reader.for_each_quiet(game, Some(SCORE_MAX), |Calm { field, score, .. }| {
        take(Sample {
            features: features(field),
            middle: 1.0,
            factors: [1.0; 2],
            score: f32::from(score),
            result: if field.side_to_move() == Side::First { for_black } else { 1.0 - for_black },
            game: number,
        });
    });
}

/// Hands out the moves of a game's calm positions, the features of each, and the place of the one that was played.
pub fn choices(reader: &Reader, game: &SelfGame, mut take: impl FnMut(&[Features], usize)) {
    let mut moves = Vec::new();
    reader.for_each_calm(game, |Calm { field, mv, .. }| {
        moves.clear();
        let mut chosen = None;
        for (place, point) in calm(field).enumerate() {
            moves.push(promises(field, point));
            if point == mv {
                chosen = Some(place);
            }
        }
        if let Some(chosen) = chosen {
            take(&moves, chosen);
        }
    });
}

/// Returns what the promise of a move is made of: what it makes, and what it takes from the enemy.
fn promises(field: &Field, point: Point) -> Features {
    let patterns = field.patterns();
    [(field.side_to_move(), 0), (!field.side_to_move(), 1)].map(|(side, part)| {
        (weight_set(patterns.rule(), side) * SET_POINTS + 2 * patterns.combo(point, side).index() + part) as u16
    })
}

/// PieceCounts the features of a position for the side to move.
fn features(field: &Field) -> Vec<(u16, i16)> {
    let (mover, rule) = (field.side_to_move(), field.patterns().rule());
    let mut counts: BTreeMap<usize, i16> = BTreeMap::new();
    for point in field.patterns().board().empty_points() {
        for (side, waits, sign) in [(mover, 0, 1), (!mover, 1, -1)] {
            let combo = field.patterns().combo(point, side).index();
            // A point where nothing can be made is worth nothing.
            if combo != 0 {
                *counts.entry(weight_set(rule, side) * SET_POINTS + 2 * combo + waits).or_default() += sign;
            }
        }
    }
    counts.insert(WEIGHT_SETS * SET_POINTS + weight_set(rule, mover) * THREAT_MASKS + threat_mask(field), 1);
    counts.into_iter().map(|(feature, count)| (feature as u16, count)).collect()
}

/// Returns what is known before any game, a value a class: the weights of the evaluation.
pub fn weights() -> Vec<Weight> {
    let points = by_class(|class| VALUES[class.index()].map(f32::from));
    points.into_iter().chain([TEMPO as f32; WEIGHT_SETS * THREAT_MASKS]).map(|weight| [weight, 0.0]).collect()
}

/// Returns what is known before any game, a value a class: the promise of moves, in logarithms of odds.
pub fn promise() -> Vec<f32> {
    by_class(|class| [ATTACK, DEFEND].map(|values| values[class.index()] as f32 / UNIT as f32))
}

/// Lists what `values` says of the class of every combination of every kind of side.
fn by_class(values: impl Fn(Class) -> [f32; 2]) -> Vec<f32> {
    let fouls =
        Rule::ALL.into_iter().flat_map(|rule| Side::ALL.map(|side| (weight_set(rule, side), rule.has_fouls(side))));
    let fouls: BTreeMap<usize, bool> = fouls.collect();
    let classes = fouls.values().flat_map(|&fouls| Combo::all().map(move |combo| Class::of(combo.shapes(), fouls)));
    classes.flat_map(values).collect()
}

/// Writes `core/src/engine/gomoku/weights.rs`.
pub fn source(weights: &[Weight], promise: &[f32], origin: &Origin) -> String {
    let mut text = String::from(
        "//! The weights of the evaluation, in centipawns, and the promise of moves.\n//!\n\
         //! Written by `duiyi tune --game gomoku` from games that `duiyi datagen` made:\n//!\n//! ```text\n",
    );
    for file in &origin.files {
        text += &format!("//! {file}\n");
    }
    text += &format!("//! {}\n//! ```\n\n", origin.result);
    text += "use super::weight_set::{WEIGHT_SETS, THREAT_MASKS};\nuse crate::gomoku::pattern::{Combo, Value};\n\n\
             /// What an empty point is worth to a side by what a stone of it makes there, while that side is to move \
             and while it\n/// waits; by the weight_set of side and the number of the combination.\n\
             #[rustfmt::skip]\npub static POINTS: [[Value; Combo::COUNT]; WEIGHT_SETS] = [\n";
    let (points, threats) = weights.split_at(WEIGHT_SETS * SET_POINTS);
    let points: Vec<f32> = points.iter().map(|weight| weight[0]).collect();
    pairs(&mut text, &points);
    text += "];\n\n/// How promising a stone is by what it makes, and by what the enemy would make where it stands; 700 more is \
             a move e\n/// times as likely.\n#[rustfmt::skip]\n\
             pub static MOVES: [[Value; Combo::COUNT]; WEIGHT_SETS] = [\n";
    let promise: Vec<f32> = promise.iter().map(|promise| promise * UNIT as f32).collect();
    pairs(&mut text, &promise);
    text += "];\n\n/// What the threats of both sides come to for the side to move, by its weight_set and the mask of \
             threats.\n#[rustfmt::skip]\npub static THREATS: [[i16; THREAT_MASKS]; WEIGHT_SETS] = [\n";
    for weight_set in threats.chunks(THREAT_MASKS) {
        let words: Vec<String> = weight_set.iter().map(|&[weight, _]| format!("{},", rounded(weight))).collect();
        rows(&mut text, &words, 16);
    }
    text += "];\n";
    text
}

fn pairs(text: &mut String, values: &[f32]) {
    for weight_set in values.chunks(SET_POINTS) {
        let pairs: Vec<String> =
            weight_set.chunks(2).map(|pair| format!("[{}, {}],", rounded(pair[0]), rounded(pair[1]))).collect();
        rows(text, &pairs, 10);
    }
}

fn rows(text: &mut String, words: &[String], width: usize) {
    text.push_str("    [\n");
    for row in words.chunks(width) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "        {}", row.join(" "));
    }
    text.push_str("    ],\n");
}

fn rounded(weight: f32) -> i16 {
    weight.round() as i16
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::datagen::gomoku::SIZE;
    use duiyi_core::base::Rng;
    use duiyi_core::engine::gomoku::eval::{evaluate, tables};
    use duiyi_core::engine::gomoku::weights::{POINTS, THREATS};
    use duiyi_core::gomoku::Position;
    use duiyi_core::position::Position as _;

    #[test]
    fn the_features_and_their_weights_are_the_evaluation() {
        let mut rng = Rng::from_seed(3);
        let points = POINTS.iter().flatten().flatten();
        let weights: Vec<i16> = points.chain(THREATS.iter().flatten()).copied().collect();
        for rule in Rule::ALL {
            let tables = Arc::new(tables(rule));
            for stones in 1..40 {
                let mut position = Position::new(SIZE, rule).expect("the size is allowed");
                for _ in 0..stones {
                    let moves = position.legal_moves();
                    if !moves.is_empty() {
                        position.play_unchecked(moves[rng.below(moves.len())]);
                    }
                }
                if position.winner().is_some() {
                    continue;
                }
                let field = Field::new(&position, Arc::clone(&tables));
                let worth = |&(at, times): &(u16, i16)| i32::from(weights[usize::from(at)]) * i32::from(times);
                let sum: i32 = features(&field).iter().map(worth).sum();
                assert_eq!(sum, evaluate(&field, true).0, "{position:?}");
            }
        }
    }
}
