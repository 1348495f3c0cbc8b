//! The features of the Gomoku evaluation, and its weights as a text file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use duiyi_core::base::Side;
use duiyi_core::engine::gomoku::field::Field;
use duiyi_core::engine::gomoku::order::calm;
use duiyi_core::engine::gomoku::params::{ATTACK, DEFEND, TEMPO, UNIT, VALUES};
use duiyi_core::engine::gomoku::weight_set::{THREAT_MASKS, WEIGHT_SET_NAMES, WEIGHT_SETS, threat_mask, weight_set};
use duiyi_core::gomoku::pattern::{Class, Combo, LinePattern};
use duiyi_core::gomoku::point::Direction;
use duiyi_core::gomoku::{Point, Rule};

use super::Origin;
use super::fit::{TuningSample, Weight};
use super::rank::MoveFeatures;
use crate::datagen::gomoku::{Calm, Reader};
use crate::datagen::store::SelfGame;

/// Greater scores tell nothing about quiet play, in centipawns.
const SCORE_MAX: i16 = 1_500;
/// Features of one kind of side: every combination twice, for the side to move and its opponent.
const SET_POINTS: usize = 2 * Combo::COUNT;
/// Move features of all kinds of side: their combinations, then their line patterns.
const MOVE_FEATURES: usize = WEIGHT_SETS * (SET_POINTS + LinePattern::COUNT);
const _: () = assert!(MOVE_FEATURES <= 1 << 16);

/// Passes the quiet positions of a game to `take`: no urgent threats, and a best move that is not a four.
pub fn samples(reader: &Reader, game: &SelfGame, number: usize, mut take: impl FnMut(TuningSample)) {
    let for_black = game.result.points();
    reader.for_each_quiet(game, Some(SCORE_MAX), |Calm { field, score, .. }| {
        take(TuningSample {
            features: features(field),
            middle: 1.0,
            factors: [1.0; 2],
            score: f32::from(score),
            result: if field.side_to_move() == Side::First { for_black } else { 1.0 - for_black },
            game: number,
        });
    });
}

/// Passes the moves of a game's positions without urgent threats to `take`: the features of each, and the index of the
/// played one.
pub fn choices(reader: &Reader, game: &SelfGame, mut take: impl FnMut(&[MoveFeatures], usize)) {
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

/// The number of each line pattern with the stones exchanged, as the second side sees it. A pattern takes its cells apart
/// to find it.
static EXCHANGED: LazyLock<Vec<usize>> =
    LazyLock::new(|| LinePattern::all().map(|pattern| pattern.exchanged().index()).collect());

/// Returns the features of a move's promise: the shapes it makes, those it takes from the opponent, and the patterns of its
/// four lines.
fn promises(field: &Field, point: Point) -> MoveFeatures {
    let patterns = field.patterns();
    let mover = field.side_to_move();
    let set = |side| weight_set(patterns.rule(), side);
    let combo = |side, part| set(side) * SET_POINTS + 2 * patterns.combo(point, side).index() + part;
    let line = |direction| {
        let pattern = patterns.line_pattern(point, direction).index();
        let seen = if mover == Side::First { pattern } else { EXCHANGED[pattern] };
        WEIGHT_SETS * SET_POINTS + set(mover) * LinePattern::COUNT + seen
    };
    let [one, two, three, four] = Direction::ALL.map(line);
    [combo(mover, 0), combo(!mover, 1), one, two, three, four].map(|feature| feature as u16)
}

/// Counts the features of a position for the side to move.
fn features(field: &Field) -> Vec<(u16, i16)> {
    let (mover, rule) = (field.side_to_move(), field.patterns().rule());
    let mut counts: BTreeMap<usize, i16> = BTreeMap::new();
    for point in field.patterns().board().empty_points() {
        for (side, waits, sign) in [(mover, 0, 1), (!mover, 1, -1)] {
            let combo = field.patterns().combo(point, side).index();
            // A point without possible shapes has no value.
            if combo != 0 {
                *counts.entry(weight_set(rule, side) * SET_POINTS + 2 * combo + waits).or_default() += sign;
            }
        }
    }
    counts.insert(WEIGHT_SETS * SET_POINTS + weight_set(rule, mover) * THREAT_MASKS + threat_mask(field), 1);
    counts.into_iter().map(|(feature, count)| (feature as u16, count)).collect()
}

/// Returns the initial weights, one for each class: those of the evaluation.
pub fn weights() -> Vec<Weight> {
    let points = by_class(|class| VALUES[class.index()].map(f32::from));
    points.into_iter().chain([TEMPO as f32; WEIGHT_SETS * THREAT_MASKS]).map(|weight| [weight, 0.0]).collect()
}

/// Returns the initial promise of moves, as log-odds: one for each class, and nothing for lines.
pub fn promise() -> Vec<f32> {
    let mut promise = by_class(|class| [ATTACK, DEFEND].map(|values| values[class.index()] as f32 / UNIT as f32));
    promise.resize(MOVE_FEATURES, 0.0);
    promise
}

/// Lists `values` for the class of every combination of every kind of side.
fn by_class(values: impl Fn(Class) -> [f32; 2]) -> Vec<f32> {
    let fouls =
        Rule::ALL.into_iter().flat_map(|rule| Side::ALL.map(|side| (weight_set(rule, side), rule.has_fouls(side))));
    let fouls: BTreeMap<usize, bool> = fouls.collect();
    let classes = fouls.values().flat_map(|&fouls| Combo::all().map(move |combo| Class::of(combo.shapes(), fouls)));
    classes.flat_map(values).collect()
}

/// Returns the text of `data/weights/gomoku.txt`.
pub fn table(weights: &[Weight], promise: &[f32], origin: &Origin) -> String {
    let mut text = String::from(
        "# Weights of Gomoku's hand-crafted evaluation, in centipawns, and of its move policy, in 700ths of a logit.\n\
         # Written by `duiyi tune --game gomoku` from these files of self-play games:\n",
    );
    text += &origin.comment();
    let (points, threats) = weights.split_at(WEIGHT_SETS * SET_POINTS);
    let points: Vec<f32> = points.iter().map(|weight| weight[0]).collect();
    let promise: Vec<f32> = promise.iter().map(|promise| promise * UNIT as f32).collect();
    let (moves, lines) = promise.split_at(WEIGHT_SETS * SET_POINTS);
    let pairs = |values: &[f32]| -> Vec<String> {
        values.chunks(2).map(|pair| format!("{} {}", rounded(pair[0]), rounded(pair[1]))).collect()
    };
    text +=
        "\n# An empty point by the combination made there: value while its side is to move, value while it waits.\n";
    for (name, values) in WEIGHT_SET_NAMES.iter().zip(points.chunks(SET_POINTS)) {
        section(&mut text, &format!("POINTS {name}"), &pairs(values), 10, ", ");
    }
    text += "\n# A move by the combination: logit of what it makes, logit of what it takes from the enemy.\n";
    for (name, values) in WEIGHT_SET_NAMES.iter().zip(moves.chunks(SET_POINTS)) {
        section(&mut text, &format!("MOVES {name}"), &pairs(values), 10, ", ");
    }
    text += "\n# Both sides' threats by threat mask, for the side to move.\n";
    for (name, values) in WEIGHT_SET_NAMES.iter().zip(threats.chunks(THREAT_MASKS)) {
        let words: Vec<String> = values.iter().map(|&[weight, _]| rounded(weight).to_string()).collect();
        section(&mut text, &format!("THREATS {name}"), &words, 16, " ");
    }
    text += "\n# A move by each line through it: logit of the line pattern, in which the first side is the mover.\n";
    for (name, values) in WEIGHT_SET_NAMES.iter().zip(lines.chunks(LinePattern::COUNT)) {
        let words: Vec<String> = values.iter().map(|&logit| rounded(logit).to_string()).collect();
        section(&mut text, &format!("LINES {name}"), &words, 24, " ");
    }
    text
}

/// Writes a section, `width` words a line.
fn section(text: &mut String, name: &str, words: &[String], width: usize, between: &str) {
    writeln!(text, "[{name}]").expect("a string takes everything");
    for row in words.chunks(width) {
        writeln!(text, "{}", row.join(between)).expect("a string takes everything");
    }
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
    use duiyi_core::engine::gomoku::weights::{LINES, MOVES, POINTS, THREATS};
    use duiyi_core::gomoku::Position;
    use duiyi_core::position::Position as _;

    #[test]
    fn the_built_in_weights_are_written_as_in_their_file() {
        let built_in = include_str!("../../../data/weights/gomoku.txt");
        let weights: Vec<Weight> = POINTS
            .iter()
            .flatten()
            .flatten()
            .chain(THREATS.iter().flatten())
            .map(|&weight| [f32::from(weight), 0.0])
            .collect();
        let lines = LINES.iter().flat_map(|[as_first, _]| as_first);
        let logits = MOVES.iter().flatten().flatten().chain(lines);
        let promise: Vec<f32> = logits.map(|&logit| f32::from(logit) / UNIT as f32).collect();
        let text = table(&weights, &promise, &Origin { files: Vec::new(), result: String::new() });
        let numbers = |text: &str| text[text.find("\n\n").expect("the tables")..].to_owned();
        assert_eq!(numbers(&text), numbers(built_in));
    }

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
