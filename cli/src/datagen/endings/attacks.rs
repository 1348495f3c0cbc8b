//! `duiyi datagen endings attacks`: takes won positions of Gomoku from games of the engine against itself.

use std::io::Write;
use std::path::PathBuf;

use duiyi_core::base::{Key, Rng};
use duiyi_core::ending::{Ending, EndingGoal, EndingProof, Endings};
use duiyi_core::engine::Engine as _;
use duiyi_core::engine::gomoku::GomokuEngine;
use duiyi_core::engine::gomoku::vcf::SolverVerdict;
use duiyi_core::engine::gomoku::vct;
use duiyi_core::game::GameKind;
use duiyi_core::gomoku::{Point, Position, Rule};
use duiyi_core::position::Position as _;
use duiyi_core::puzzle::PuzzleStart;
use duiyi_core::puzzle::vcf::{self, VcfProver};

use super::spread;
use crate::datagen::gomoku::SIZE;
use crate::datagen::selfplay::{random_walk, think};
use crate::problem::{Problem, Status};

const HASH_MIB: usize = 1;
/// The range of random plies at the start, and the greatest distance of their stones from the centre.
const RANDOM: (usize, usize) = (3, 8);
const SPREAD: u8 = 3;
/// Nodes of a move. With few the players see fours and overlook longer wins, which so stay on the board.
const NODES: u32 = 300;
/// The stones of an ending.
const STONES: (u16, u16) = (10, 60);
/// Node limit of the look that comes before a proof.
const LOOK_NODES: u64 = 2_000;
/// Node limits of the proofs.
pub const FOURS_NODES: u64 = 200_000;
pub const THREATS_NODES: u64 = 100_000;
/// Longest win by fours, in moves.
pub const FOURS_MAX: u8 = 12;
/// The rules; under Caro a four can be stopped at more than one point.
const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];
/// The classes in the order of the screen, with the least and the greatest number of moves.
pub const CLASSES: [(&str, EndingProof, u16, u16); 4] = [
    ("fours", EndingProof::Fours, 4, 5),
    ("fours-long", EndingProof::Fours, 6, FOURS_MAX as u16),
    ("threats", EndingProof::Threats, 4, 6),
    ("threats-long", EndingProof::Threats, 7, 20),
];
/// Endings of each class and rule, and among how many times as many they are chosen.
const EACH: usize = 6;
const CHOICE: usize = 2;

/// Choose won positions of Gomoku from games
///
/// Each game gives one position at most: the first that wins, if its side to move wins by continuous fours, proved by the rules
/// alone, or by continuous threats, with each defence looked at, in the moves of one of the classes. A class and rule
/// that the file has is left as it is. The last line is `endings N`.
#[derive(clap::Args)]
pub struct Args {
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u32,
    /// The most games of each rule
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: u32,
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<Status, Problem> {
    let codes = CLASSES.map(|(code, ..)| code);
    for rule in RULES {
        let mut endings = super::read(GameKind::Gomoku, &args.file)?;
        if endings.all.iter().any(|ending| rule_of(ending) == Some(rule)) {
            continue;
        }
        let mut found: [Vec<Ending>; CLASSES.len()] = Default::default();
        for game in 0..args.games {
            let mut rng = Rng::from_seed(Key::feature(args.seed, game).0);
            let is_full = |class: usize| found[class].len() >= EACH * CHOICE;
            if (0..CLASSES.len()).all(is_full) {
                break;
            }
            if let Some((class, ending)) = attack(rule, &mut rng).filter(|(class, _)| !is_full(*class)) {
                found[class].push(ending);
            }
        }
        for (code, mut found) in codes.into_iter().zip(found) {
            found.sort_by_cached_key(|ending| (ending.moves, ending.start.to_text()));
            let chosen = spread(&found, EACH);
            writeln!(out, "{rule} {code} {}", chosen.len())?;
            endings.all.extend(chosen);
        }
        out.flush()?;
        super::write(&args.file, endings, &codes)?;
    }
    let Endings { all } = super::read(GameKind::Gomoku, &args.file)?;
    writeln!(out, "endings {}", all.len())?;
    Ok(Status::Done)
}

fn rule_of(ending: &Ending) -> Option<Rule> {
    match &ending.start {
        PuzzleStart::Gomoku(position) => Some(position.rule()),
        PuzzleStart::Xiangqi(_) => None,
    }
}

/// Plays a game until a position of a class arises.
fn attack(rule: Rule, rng: &mut Rng) -> Option<(usize, Ending)> {
    let mut player = GomokuEngine::new(HASH_MIB);
    player.clear();
    let start = Position::new(SIZE, rule).expect("the board has a usual size");
    let near = |point: &Point| point.column().abs_diff(SIZE / 2).max(point.row().abs_diff(SIZE / 2)) <= SPREAD;
    let mut history = random_walk(start, RANDOM, near, rng);
    let mut position = history.end();
    while position.outcome(&history).is_none() && position.stone_count() < STONES.1 {
        let side = position.side_to_move();
        let look = |position| vct::solve(position, side, LOOK_NODES, || false).verdict;
        if position.stone_count() >= STONES.0 && matches!(look(&position), SolverVerdict::Win { .. }) {
            let (proof, moves) = prove(&position)?;
            let fits =
                |&(_, of, least, most): &(&str, EndingProof, u16, u16)| of == proof && (least..=most).contains(&moves);
            let class = CLASSES.iter().position(fits)?;
            let (code, start) = (CLASSES[class].0.to_owned(), PuzzleStart::Gomoku(position));
            return Some((class, Ending { class: code, goal: EndingGoal::Win, proof, moves, start }));
        }
        let best = think(&mut player, &history, NODES).best?;
        history.play_unchecked(&mut position, best);
    }
    None
}

/// Returns the proof of a win of the side to move, with its moves; `None` if there is none, or a five is in sight.
pub fn prove(position: &Position) -> Option<(EndingProof, u16)> {
    let side = position.side_to_move();
    if !vcf::fives(position, side).is_empty() || !vcf::fives(position, !side).is_empty() {
        return None;
    }
    let mut fours = VcfProver::new(FOURS_NODES);
    match fours.wins(position) {
        Ok(true) => Some((EndingProof::Fours, fours.fewest(position, FOURS_MAX).ok()??.into())),
        Ok(false) => match vct::solve(position, side, THREATS_NODES, || false).verdict {
            SolverVerdict::Win { plies, .. } => Some((EndingProof::Threats, u16::try_from(plies.div_ceil(2)).ok()?)),
            SolverVerdict::None | SolverVerdict::Unknown => None,
        },
        Err(_) => None,
    }
}
