//! A net for Xiangqi is learned from a few games that are played for it, and the engine asks it.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::sync::Arc;

use duiyi_core::base::{Rng, Side};
use duiyi_core::engine::xiangqi::XiangqiEngine;
use duiyi_core::engine::xiangqi::net::Network;
use duiyi_core::engine::xiangqi::net::network::Base;
use duiyi_core::engine::xiangqi::net::packed::{self, Packed, SampleLabel};
use duiyi_core::engine::{Engine, EngineRequest, World};
use duiyi_core::position::{History, Position as _};
use duiyi_core::search::{Level, Limits, SearchInfo, SearchOptions, Silent, Stop, clock::StoppedClock};
use duiyi_core::xiangqi::{Move, Position};
use duiyi_trainer::check::rounding;
use duiyi_trainer::dataset::{Sample as _, TargetConfig, least_loss, mean_loss};
use duiyi_trainer::training::{Epoch, TrainingConfig, train};
use duiyi_trainer::xiangqi::check::judge;
use duiyi_trainer::xiangqi::dataset::read;
use duiyi_trainer::xiangqi::model::XiangqiModel;

use crate::share_of_right_gradients;

fn think(engine: &mut XiangqiEngine, history: &History<Position>) -> SearchInfo<Move> {
    let limits = Limits { nodes: Some(60), ..Limits::default() };
    let request = EngineRequest { history: history.clone(), options: SearchOptions::new(limits, Level::MAX, 0) };
    engine.think(&request, World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent })
}

/// Plays games of a few nodes a move, half of the moves drawn by lot, and packs every position.
fn positions(games: u32) -> Vec<u8> {
    let mut found = Vec::new();
    for game in 0..games {
        let mut rng = Rng::from_seed(game.into());
        let mut engine = XiangqiEngine::new(1);
        // What is taught is what a search by hand sees; a net that judges already would teach itself.
        engine.set_net(None);
        let mut position = Position::start();
        let mut history = History::new(position);
        let mut seen = Vec::new();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome(&history).is_some() {
                break;
            }
            let thought = think(&mut engine, &history);
            seen.push((position, thought.score.0.clamp(-1_500, 1_500) as i16));
            let any = moves[rng.below(moves.len())];
            let mv = if rng.below(2) == 0 { any } else { thought.best.expect("there are moves") };
            history.play_unchecked(&mut position, mv);
        }
        let winner = match seen.last().map_or(0, |last| last.1) {
            -300..=300 => None,
            score => Some(if score > 0 { position.side_to_move() } else { !position.side_to_move() }),
        };
        found.extend(
            seen.iter().map(|(position, score)| Packed::new(position, &SampleLabel { score: *score, winner, game })),
        );
    }
    let mut bytes = packed::head(found.len(), &["games of a test".to_owned()]).into_bytes();
    found.iter().for_each(|packed| bytes.extend(packed.as_bytes()));
    bytes
}

const TARGET: TargetConfig = TargetConfig { scale: 356.0, result_share: 0.1 };

fn plan(threads: usize) -> TrainingConfig {
    TrainingConfig {
        target: TARGET,
        epochs: 20,
        batch: 256,
        learning_rate: 0.003,
        warm_up: 0,
        decay: 0.1,
        seed: 1,
        threads,
    }
}

#[test]
fn the_loss_falls_and_the_engine_plays_by_what_was_learned() {
    let samples = read(&positions(200)).expect("a file of positions");
    assert!(samples.train.len() > 6_000 && samples.validation.len() > 100, "{} taught", samples.train.len());
    for base in [Base::None, Base::HandCrafted] {
        let plan = plan(1);
        let least = least_loss(&samples.validation, &plan.target);
        let mut epochs: Vec<Epoch> = Vec::new();
        let model = train(XiangqiModel::new(32, base, 1), &samples, &plan, |epoch| epochs.push(*epoch));
        let (first, last) = (epochs[0], epochs[epochs.len() - 1]);
        assert!(last.train_loss < first.train_loss, "{first:?} to {last:?}");
        let best = epochs.iter().map(|epoch| epoch.validation_loss).fold(f64::MAX, f64::min);
        match base {
            Base::None => {
                // Knowing nothing, every position is even.
                let even = mean_loss(&samples.validation, &plan.target, |_| 0.0);
                assert!(best - least < 0.75 * (even - least), "{even} to {best}, and no less than {least}");
            }
            Base::HandCrafted => {
                let alone = mean_loss(&samples.validation, &plan.target, |sample| sample.hand_crafted(&plan.target));
                assert!(best < alone + 0.01 * (alone - least), "{alone} by hand, {best} with the net");
            }
        }
        let network = model.to_network(356).expect("a width that there is");
        let rounding = rounding(&model, &samples.validation, &plan.target, judge(network.clone()));
        assert!(rounding.mean_cp < 2.0 && rounding.max_cp < 15.0, "{rounding:?}");
        assert!((rounding.loss - best).abs() < 0.001, "{rounding:?}, {best} before");
        let again = XiangqiModel::from_network(&network).to_network(356);
        assert_eq!(again.as_ref(), Ok(&network), "training goes on from the net that was written");

        let read = Network::from_bytes(&network.to_bytes()).expect("what was written");
        let history = History::new(Position::start());
        let mut engine = XiangqiEngine::new(1);
        engine.set_net(None);
        let by_hand = think(&mut engine, &history);
        engine.set_net(Some(Arc::new(read)));
        let by_net = think(&mut engine, &history);
        assert!(by_net.best.is_some_and(|mv| history.end().is_legal(mv)));
        assert_ne!(by_net, by_hand);
        engine.set_net(None);
        assert_eq!(think(&mut engine, &history), by_hand);
    }
}

#[test]
fn the_same_lessons_make_the_same_net_and_threads_change_it_little() {
    let samples = read(&positions(25)).expect("a file of positions");
    let trained = |threads| {
        let mut epochs: Vec<Epoch> = Vec::new();
        (train(XiangqiModel::new(32, Base::None, 1), &samples, &plan(threads), |epoch| epochs.push(*epoch)), epochs)
    };
    let (model, epochs) = trained(1);
    assert_eq!(trained(1).0, model);
    let shared = trained(3);
    assert_eq!(trained(3).0, shared.0);
    for (one, three) in epochs.iter().zip(&shared.1) {
        assert!((one.validation_loss - three.validation_loss).abs() < 0.01, "{one:?} and {three:?}");
    }
}

#[test]
fn a_net_that_is_gone_on_from_keeps_its_width_and_scale() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("x.pos"), positions(25)).expect("scratch");
    let trained = |options: &[&str], net: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_duiyi-train"));
        program.current_dir(folder.path()).args(["--epochs", "1", "--out", net]).args(options).arg("x.pos");
        program.output().expect("the program runs")
    };
    assert!(trained(&["--width", "32", "--scale", "400", "--residual"], "first.net").status.success());
    assert!(trained(&["--from", "first.net"], "second.net").status.success());
    let [first, second] =
        ["first.net", "second.net"].map(|name| Network::from_bytes(&fs::read(at(name)).expect(name)).expect(name));
    assert_eq!((second.architecture(), second.architecture().scale), (first.architecture(), 400));
    assert_ne!(second, first, "it has learned");
    let refused = trained(&["--from", "first.net", "--scale", "300"], "third.net");
    assert!(!refused.status.success() && !at("third.net").exists(), "the output would mean something else");
}

#[test]
fn games_are_kept_back_whole_and_mirror_images_look_the_same() {
    let bytes = positions(42);
    let samples = read(&bytes).expect("a file of positions");
    let count = |samples: &[duiyi_trainer::xiangqi::dataset::XiangqiSample]| {
        samples.iter().fold(BTreeMap::new(), |mut games: BTreeMap<u32, usize>, sample| {
            *games.entry(sample.packed().label().game).or_default() += 1;
            games
        })
    };
    assert_eq!(count(&samples.validation).into_keys().collect::<Vec<_>>(), [0, 20, 40]);
    assert_eq!(count(&samples.train).len(), 39);
    assert!(read(&bytes[..bytes.len() - 1]).is_none());
    let start = Packed::new(&Position::start(), &SampleLabel { score: 0, winner: Some(Side::Second), game: 1 });
    let file = |packed: Packed| [packed::head(1, &[]).as_bytes(), packed.as_bytes()].concat();
    let sample = read(&file(start)).expect("one position").train[0];
    let [us, them] = sample.active_inputs().inputs().map(<[u16]>::to_vec);
    assert_eq!(us.len(), 32);
    let sorted = |mut numbers: Vec<u16>| {
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(sorted(us), sorted(them), "both sides begin alike");
    assert!((sample.target(&TARGET) - 0.45).abs() < 1e-6, "even, and lost");
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let samples = read(&positions(3)).expect("a file of positions");
    for base in [Base::None, Base::HandCrafted] {
        for sample in samples.train.iter().step_by(41) {
            let right = share_of_right_gradients(&XiangqiModel::new(32, base, 1), sample, &TARGET);
            assert!(right > 0.95, "{right} of the gradient at {:?}", sample.packed().to_position());
        }
    }
}
