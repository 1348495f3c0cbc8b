//! The features of the Xiangqi evaluation, and its weights as a text file.

use std::fmt::Write;

use duiyi_core::base::{Score, Side};
use duiyi_core::engine::xiangqi::endings::CERTAIN;
use duiyi_core::engine::xiangqi::eval::Trace;
use duiyi_core::engine::xiangqi::groups::GROUPS;
use duiyi_core::engine::xiangqi::tables::PHASE_MAX;
use duiyi_core::engine::xiangqi::weights::WEIGHTS;

use super::Origin;
use super::fit::{TuningSample, Weight};
use crate::datagen::store::SelfGame;
use crate::datagen::xiangqi::for_each_quiet;

/// Greater scores tell nothing about quiet play, in centipawns.
const SCORE_MAX: i16 = 1_500;

/// Passes the quiet positions of a game to `take`: no check, and a best move that is no capture.
pub fn samples(game: &SelfGame, number: usize, mut take: impl FnMut(TuningSample)) {
    for_each_quiet(game, SCORE_MAX, |position, _, score| {
        let trace = Trace::of(position);
        let sign = if position.side_to_move() == Side::First { 1.0 } else { -1.0 };
        take(TuningSample {
            features: trace.features,
            middle: trace.phase as f32 / PHASE_MAX as f32,
            factors: trace.chances.map(|chances| chances as f32 / CERTAIN as f32),
            score: sign * f32::from(score),
            result: game.result.points(),
            game: number,
        });
    });
}

/// Returns the weights of this build.
pub fn weights() -> Vec<Weight> {
    WEIGHTS.iter().map(|weight| [weight.mg() as f32, weight.eg() as f32]).collect()
}

/// Returns the text of `data/weights/xiangqi.txt`.
pub fn table(weights: &[Weight], origin: &Origin) -> String {
    let mut text = String::from(
        "# Weights of Xiangqi's hand-crafted evaluation: pairs of centipawns, middle game and ending.\n\
         # Written by `duiyi tune --game xiangqi` from these files of self-play games:\n",
    );
    text += &origin.comment();
    for group in GROUPS {
        writeln!(text, "\n[{}]  # {}", group.code, group.name).expect("a string takes everything");
        for row in weights[group.start..group.start + group.len].chunks(group.row) {
            let words: Vec<String> = row.iter().map(|[mg, eg]| format!("{} {}", rounded(*mg), rounded(*eg))).collect();
            writeln!(text, "{}", words.join(", ")).expect("a string takes everything");
        }
    }
    text
}

fn rounded(weight: f32) -> i32 {
    let limit = Score::DECISIVE.0 / 8;
    (weight.round() as i32).clamp(-limit, limit)
}

#[cfg(test)]
mod tests {
    use duiyi_core::xiangqi::Move;

    use super::*;
    use crate::datagen::store::GameResult;

    #[test]
    fn the_built_in_weights_are_written_as_in_their_file() {
        let text = table(&weights(), &Origin { files: vec!["a file".to_owned()], result: "a result".to_owned() });
        let built_in = include_str!("../../../data/weights/xiangqi.txt");
        let numbers = |text: &str| text[text.find("\n\n").expect("the tables")..].to_owned();
        assert_eq!(numbers(&text), numbers(built_in));
    }

    #[test]
    fn quiet_positions_are_sampled_from_reds_view() {
        // Three quiet moves, the first of them random, and a capture.
        let moves = ["h2e2", "h7e7", "h0g2", "e7e3"].map(|text| text.parse::<Move>().expect(text).bits());
        let plies = moves.into_iter().zip([0, -30, 40, -700]).collect();
        let game = SelfGame { result: GameResult::Won, random: 1, plies };
        let mut seen = Vec::new();
        samples(&game, 3, |sample| seen.push((sample.score, sample.result, sample.game)));
        assert_eq!(seen, [(30.0, 1.0, 3), (40.0, 1.0, 3)]);
    }
}
