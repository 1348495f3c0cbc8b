//! `duiyi datagen curve`: fits the curve of winning chances for reviews to self-play games.

use std::io::{self, Write};
use std::path::PathBuf;

use duiyi_core::base::Score;
use duiyi_core::review::Curve;

use super::store::{self, SelfGame};
use crate::problem::{Problem, Status};

/// One game in so many belongs to the validation set.
const KEPT_BACK: usize = 3;
/// The number of score bins of the validation set.
pub const PARTS: usize = 10;

/// Fit the winning chances by which games are reviewed
///
/// Reads games that `duiyi datagen games` made, of one game and rule, and finds the scale of the logistic curve that
/// foretells their results best. One game of three is kept back: its positions are cut into tenths by score, a line each
/// with the mean score, the chance foretold and what came of it. The last line is `scale S games N positions N error P%`,
/// the error being the mean distance between the two.
#[derive(clap::Args)]
pub struct Args {
    /// The files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let mut games = Vec::new();
    let mut name: Option<String> = None;
    for path in &args.files {
        let (manifest, played) = store::read(path)?;
        let of = manifest.split(' ').nth(2).unwrap_or_default().to_owned();
        if name.as_ref().is_some_and(|name| *name != of) {
            return Err(Problem::at(path.display(), format!("these are games of {of}, those before are not")));
        }
        name = Some(of);
        games.extend(played);
    }
    let is_kept = |index: usize| index.is_multiple_of(KEPT_BACK);
    let part = |kept: bool| -> Vec<(i32, f64)> {
        let games = games.iter().enumerate().filter(|&(index, _)| is_kept(index) == kept);
        games.flat_map(|(_, game)| samples(game)).collect()
    };
    let (taught, kept) = (part(false), part(true));
    if taught.is_empty() || kept.len() < PARTS {
        return Err(Problem::Input(format!("{} games have too few positions to learn from", games.len())));
    }
    let curve = Curve::fit(&taught);
    let error = reliability(curve, &kept, out)?;
    let positions = taught.len() + kept.len();
    writeln!(out, "scale {:.0} games {} positions {positions} error {:.1}%", curve.scale, games.len(), 100.0 * error)?;
    Ok(Status::Done)
}

/// Splits `positions`, scores with the result of their side, into tenths by score and writes a line for each. Returns
/// the mean distance between the prediction of `curve` and the result, 0 to 1.
pub fn reliability(curve: Curve, positions: &[(i32, f64)], out: &mut dyn Write) -> io::Result<f64> {
    let mut positions = positions.to_vec();
    positions.sort_by_key(|&(score, _)| score);
    let mut error = 0.0;
    for index in 0..PARTS {
        let part = &positions[positions.len() * index / PARTS..positions.len() * (index + 1) / PARTS];
        let mean = |value: &dyn Fn(&(i32, f64)) -> f64| part.iter().map(value).sum::<f64>() / part.len() as f64;
        let score = mean(&|&(score, _)| f64::from(score));
        let (foretold, came) = (mean(&|&(score, _)| curve.chance(Score(score))), mean(&|&(_, result)| result));
        error += (foretold - came).abs() * part.len() as f64 / positions.len() as f64;
        writeln!(out, "score {score:>6.0} foretold {:>5.1}% came {:>5.1}%", 100.0 * foretold, 100.0 * came)?;
    }
    Ok(error)
}

/// The searched, undecided positions of a game, each with the result of the side to move.
fn samples(game: &SelfGame) -> impl Iterator<Item = (i32, f64)> + '_ {
    let result = f64::from(game.result.points());
    let plies = game.plies.iter().enumerate().skip(usize::from(game.random));
    let plies = plies.filter(|(_, (_, score))| !Score(i32::from(*score)).is_decisive());
    plies.map(move |(ply, &(_, score))| (i32::from(score), if ply % 2 == 0 { result } else { 1.0 - result }))
}

#[cfg(test)]
mod tests {
    use super::super::store::GameResult;
    use super::*;

    #[test]
    fn every_searched_position_counts_for_who_is_to_move() {
        let plies = vec![(1, 0), (2, 30), (3, -40), (4, Score::mate_in(3).0 as i16)];
        let game = SelfGame { result: GameResult::Won, random: 1, plies };
        assert_eq!(samples(&game).collect::<Vec<_>>(), [(30, 0.0), (-40, 1.0)]);
    }
}
