//! The winning chances of an external engine's scores, from its own games.

use duiyi_core::base::Side;
use duiyi_core::game::{Game, Setup};
use duiyi_core::record::format;
use duiyi_core::record::note::Worth;
use duiyi_core::review::Curve;

use super::{Desk, DeskError};
use crate::library::GameOfEngine;

/// The most games that a curve is fitted to.
const GAMES_MAX: usize = 300;
/// Fewer games say too little.
const GAMES_MIN: usize = 20;
/// A fit outside is that of an engine whose scores say nothing about results, in centipawns.
const SCALES: std::ops::RangeInclusive<f64> = 20.0..=3_000.0;

impl Desk {
    /// Fits a curve to the scores of the external engine `name` in its matches and tournaments. `None` with too few games, or
    /// where its scores do not tell results.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn curve_of_engine(&self, name: &str, setup: &Setup) -> Result<Option<Curve>, DeskError> {
        let under = (setup.kind().code(), setup.rule_code());
        let games = self.beside()?.games_of_engine(name, under, GAMES_MAX)?;
        Ok(fitted(&games))
    }
}

fn fitted(games: &[GameOfEngine]) -> Option<Curve> {
    let scored: Vec<Vec<(i32, f64)>> = games.iter().map(scores).filter(|scores| !scores.is_empty()).collect();
    if scored.len() < GAMES_MIN {
        return None;
    }
    let curve = Curve::fit(&scored.concat());
    SCALES.contains(&curve.scale).then_some(curve)
}

/// Returns the scores that the engine reported of its own moves, in its view, each with its result of the game.
fn scores(game: &GameOfEngine) -> Vec<(i32, f64)> {
    let Ok(record) = format::read(game.record.as_bytes()) else { return Vec::new() };
    let result = game.first_won.map_or(0.5, |won| if won == game.is_first { 1.0 } else { 0.0 });
    let begins = Game::new(&record.header.setup).side_to_move();
    let mine = if game.is_first { Side::First } else { Side::Second };
    let tree = &record.tree;
    let evaluated = tree.main_line().enumerate().filter_map(|(ply, node)| {
        let mover = if ply % 2 == 0 { begins } else { !begins };
        let evaluation = tree.note(node).evaluation.filter(|_| mover == mine)?;
        match evaluation.worth {
            Worth::Centipawns(score) => Some((if game.is_first { score } else { -score }, result)),
            // A proved win is certain on every scale.
            Worth::Mate(_) => None,
        }
    });
    evaluated.collect()
}

#[cfg(test)]
mod tests {
    use duiyi_core::base::Rng;

    use super::*;

    /// Makes a game in which the first player reports `score` with each move.
    fn game(score: i32, first_won: Option<bool>) -> GameOfEngine {
        let sign = if score < 0 { "-" } else { "" };
        let (whole, rest) = (score.abs() / 100, score.abs() % 100);
        let record = format!(
            "[Game \"Chinese Chess\"]\n\n1. C2.5 {{[%eval {sign}{whole}.{rest:02},9]}} H8+7 {{[%eval 9.99,9]}} *"
        );
        GameOfEngine { record, is_first: true, first_won }
    }

    #[test]
    fn the_curve_behind_an_engines_games_is_found_again() {
        let truth = Curve { scale: 180.0 };
        let mut rng = Rng::from_seed(5);
        let games: Vec<GameOfEngine> = (0..2_000)
            .map(|_| {
                let score = rng.below(1_001) as i32 - 500;
                let won = rng.chance_permille((truth.chance(duiyi_core::base::Score(score)) * 1_000.0).round() as u32);
                game(score, Some(won))
            })
            .collect();
        let scale = fitted(&games).expect("there are enough games").scale;
        assert!((scale - truth.scale).abs() < 25.0, "{scale}");
    }

    #[test]
    fn too_few_games_and_scores_without_a_meaning_have_no_curve() {
        let few: Vec<GameOfEngine> = (0..GAMES_MIN as i32 - 1).map(|n| game(n, Some(true))).collect();
        assert_eq!(fitted(&few), None);
        let senseless: Vec<GameOfEngine> =
            (0..100).map(|n| game(if n % 2 == 0 { 300 } else { -300 }, Some(n % 2 == 1))).collect();
        assert_eq!(fitted(&senseless), None);
    }
}
