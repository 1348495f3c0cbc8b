//! Search features switched off by name: `razoring+killers`.

use std::str::FromStr;

use super::{gomoku, xiangqi};
use crate::game::GameKind;
use crate::search::{Features, SearchFeature};

/// Names of search features. Each exists in some game's search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ablation(Vec<String>);

impl FromStr for Ablation {
    type Err = String;

    fn from_str(names: &str) -> Result<Ablation, String> {
        let names: Vec<String> = names.split('+').map(str::to_owned).collect();
        match names.iter().find(|name| !is_known::<xiangqi::Feature>(name) && !is_known::<gomoku::Feature>(name)) {
            None => Ok(Ablation(names)),
            Some(name) => Err(format!(
                "'{name}' is no part of a search: Xiangqi has {}; Gomoku has {}",
                listed::<xiangqi::Feature>(),
                listed::<gomoku::Feature>()
            )),
        }
    }
}

impl Ablation {
    /// No feature is switched off.
    pub const NOTHING: Ablation = Ablation(Vec::new());

    /// Returns the remaining features of `game`'s search.
    ///
    /// # Errors
    /// One sentence that names the feature which this search lacks.
    pub fn features(&self, game: GameKind) -> Result<Features, String> {
        match game {
            GameKind::Xiangqi => self.left_of::<xiangqi::Feature>("Xiangqi"),
            GameKind::Gomoku => self.left_of::<gomoku::Feature>("Gomoku"),
            GameKind::TicTacToe if self.0.is_empty() => Ok(Features::ALL),
            GameKind::TicTacToe => Err("tic-tac-toe is solved, and no part of that can be left out".to_owned()),
        }
    }

    /// Returns the remaining features of `game`'s search. Ignores features that it lacks.
    pub fn features_of_any(&self, game: GameKind) -> Features {
        let own = |name: &&String| Ablation(vec![(*name).clone()]).features(game).is_ok();
        Ablation(self.0.iter().filter(own).cloned().collect()).features(game).unwrap_or_default()
    }

    fn left_of<F: SearchFeature>(&self, game: &str) -> Result<Features, String> {
        let mut features = Features::ALL;
        for name in &self.0 {
            let feature = F::named(name).ok_or_else(|| format!("'{name}' is no part of the {game} search"))?;
            features = features.without(feature);
        }
        Ok(features)
    }
}

fn is_known<F: SearchFeature>(name: &str) -> bool {
    F::named(name).is_some()
}

fn listed<F: SearchFeature>() -> String {
    F::ALL.iter().map(|feature| feature.name()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_other_game_is_refused_with_one_sentence() {
        let without: Ablation = "razoring+killers".parse().expect("Gomoku has both");
        let plain = without.features(GameKind::Gomoku).expect("Gomoku has both");
        assert!(!plain.has(gomoku::Feature::Razoring) && !plain.has(gomoku::Feature::Killers));
        assert!(plain.has(gomoku::Feature::Singular));
        let refused = without.features(GameKind::Xiangqi).expect_err("Xiangqi has no razoring");
        assert_eq!(refused, "'razoring' is no part of the Xiangqi search");
        let of_any = without.features_of_any(GameKind::Xiangqi);
        assert!(!of_any.has(xiangqi::Feature::Killers) && of_any.has(xiangqi::Feature::Singular));
        for game in [GameKind::Xiangqi, GameKind::Gomoku, GameKind::TicTacToe] {
            assert_eq!(Ablation::default().features(game), Ok(Features::ALL));
        }
    }

    #[test]
    fn a_word_that_no_search_has_is_named() {
        for (names, word) in [("", "''"), ("x", "'x'"), ("killers+", "''"), ("killers+null", "'null'")] {
            let refused = names.parse::<Ablation>().expect_err(names);
            assert!(
                refused.starts_with(&format!("{word} is no part of a search: Xiangqi has aspiration,")),
                "{refused}"
            );
        }
    }
}
