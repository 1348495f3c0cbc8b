//! A net for Gomoku is learned from a few games that are played for it, and the engine asks it.

use std::fs;
use std::process::Command;
use std::sync::Arc;

use duiyi_core::base::{Rng, Side};
use duiyi_core::engine::gomoku::net::Network;
use duiyi_core::engine::gomoku::net::network::LANES;
use duiyi_core::engine::gomoku::net::packed::{self, GAMES, Packed, SIZE, SampleLabel};
use duiyi_core::engine::gomoku::{Feature, GomokuEngine};
use duiyi_core::engine::{Engine, EngineRequest, World};
use duiyi_core::gomoku::{Point, Position, Rule};
use duiyi_core::position::{History, Position as _};
use duiyi_core::search::{Features, Level, Limits, SearchInfo, SearchOptions, Silent, Stop, clock::StoppedClock};
use duiyi_trainer::check::rounding;
use duiyi_trainer::dataset::{Sample as _, least_loss, mean_loss};
use duiyi_trainer::gomoku::PLAN;
use duiyi_trainer::gomoku::check::judge;
use duiyi_trainer::gomoku::dataset::read;
use duiyi_trainer::gomoku::model::GomokuModel;
use duiyi_trainer::model::Model as _;
use duiyi_trainer::training::{Epoch, TrainingConfig, train};

use crate::share_of_right_gradients;

fn think(engine: &mut GomokuEngine, history: &History<Position>) -> SearchInfo<Point> {
    let limits = Limits { nodes: Some(200), ..Limits::default() };
    let mut options = SearchOptions::new(limits, Level::MAX, 0);
    // These look for wins before the nodes are counted.
    options.features = Features::ALL.without(Feature::RootThreats).without(Feature::DefenceFilter);
    let request = EngineRequest { history: history.clone(), options };
    engine.think(&request, World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent })
}

/// Plays games of a few nodes a move, some of the moves drawn by lot, by each rule in turn, and packs every position.
fn positions(games: u32) -> Vec<u8> {
    let mut found = Vec::new();
    let mut engine = GomokuEngine::new(1);
    // What is taught is what a search by hand sees; a net that judges already would teach itself.
    engine.set_net(None);
    for game in 0..games {
        let mut rng = Rng::from_seed(game.into());
        let mut position = Position::new(SIZE, Rule::ALL[(game / 3) as usize % 4]).expect("a board");
        let mut history = History::new(position.clone());
        let mut seen = Vec::new();
        let near = |point: &&Point| point.column().abs_diff(7).max(point.row().abs_diff(7)) <= 3;
        while history.len() < 40 && position.outcome(&history).is_none() {
            let moves = position.legal_moves();
            let any: Vec<Point> = moves.iter().filter(near).copied().collect();
            let thought = think(&mut engine, &history);
            seen.push((position.clone(), thought.score.0 as i16));
            let is_random = history.len() < 6 || rng.below(4) == 0;
            let best = thought.best.expect("there are moves");
            let mv = if is_random && !any.is_empty() { any[rng.below(any.len())] } else { best };
            history.play_unchecked(&mut position, mv);
        }
        let winner = position.winner();
        let game = (game % u32::from(GAMES)) as u8;
        let samples = seen.iter().map(|(position, score)| (position, SampleLabel { score: *score, winner, game }));
        found.extend(samples.filter_map(|(position, sample)| Packed::new(position, &sample)));
    }
    let mut bytes = packed::head(found.len(), &["games of a test".to_owned()]).into_bytes();
    found.iter().for_each(|packed| bytes.extend(packed.as_bytes()));
    bytes
}

fn plan(threads: usize) -> TrainingConfig {
    TrainingConfig { epochs: 8, batch: 128, threads, ..PLAN }
}

#[test]
fn the_loss_falls_and_the_engine_plays_by_what_was_learned() {
    let samples = read(&positions(160)).expect("a file of positions");
    assert!(samples.train.len() > 2_500 && samples.validation.len() > 100, "{} taught", samples.train.len());
    let (plan, target) = (plan(1), &PLAN.target);
    let mut epochs: Vec<Epoch> = Vec::new();
    let model = train(GomokuModel::new(1), &samples, &plan, |epoch| epochs.push(*epoch));
    let (first, last) = (epochs[0], epochs[epochs.len() - 1]);
    assert!(last.train_loss < first.train_loss, "{first:?} to {last:?}");
    let best = epochs.iter().map(|epoch| epoch.validation_loss).fold(f64::MAX, f64::min);
    let (least, alone) = (
        least_loss(&samples.validation, target),
        mean_loss(&samples.validation, target, |sample| sample.hand_crafted(target)),
    );
    assert!(best - least < 0.95 * (alone - least), "{alone} by hand, {best} with the net, no less than {least}");

    let network = model.to_network(69).expect("a usual scale");
    let rounding = rounding(&model, &samples.validation, target, judge(&network));
    assert!(rounding.mean_cp < 2.0 && rounding.max_cp < 10.0, "{rounding:?}");
    assert!((rounding.loss - best).abs() < 0.002, "{rounding:?}, {best} before");

    let again = GomokuModel::from_network(&network, 7).to_network(69);
    assert_eq!(again.as_ref(), Ok(&network), "training goes on from the net that was written");

    let read = Network::from_bytes(&network.to_bytes()).expect("what was written");
    let history = History::new(samples.validation[9].packed().to_position().expect("a position"));
    let mut engine = GomokuEngine::new(1);
    engine.set_net(None);
    let by_hand = think(&mut engine, &history);
    engine.set_net(Some(Arc::new(read)));
    let by_net = think(&mut engine, &history);
    assert!(by_net.best.is_some_and(|mv| history.end().is_legal(mv)));
    assert_ne!(by_net, by_hand);
    engine.set_net(None);
    assert_eq!(think(&mut engine, &history), by_hand);
}

#[test]
fn the_same_lessons_make_the_same_net_and_threads_change_it_little() {
    let samples = read(&positions(25)).expect("a file of positions");
    let trained = |threads| {
        let mut epochs: Vec<Epoch> = Vec::new();
        (train(GomokuModel::new(1), &samples, &plan(threads), |epoch| epochs.push(*epoch)), epochs)
    };
    let (model, epochs) = trained(1);
    assert_eq!(trained(1).0, model);
    let shared = trained(3);
    assert_eq!(trained(3).0, shared.0);
    for (one, three) in epochs.iter().zip(&shared.1) {
        assert!((one.validation_loss - three.validation_loss).abs() < 0.01, "{one:?} and {three:?}");
    }
    assert_ne!(train(GomokuModel::new(2), &samples, &plan(1), |_| ()), model);
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let samples = read(&positions(24)).expect("a file of positions");
    let mut model = GomokuModel::new(1);
    // Nothing goes straight at first, so those weights have to be learned before their rows have a slope.
    model = train(model, &samples, &TrainingConfig { epochs: 1, ..plan(1) }, |_| ());
    for sample in samples.train.iter().step_by(41) {
        let right = share_of_right_gradients(&model, sample, &PLAN.target);
        assert!(right > 0.95, "{right} of the gradient at {:?}", sample.packed().to_position());
    }
}

#[test]
fn a_net_that_is_gone_on_from_keeps_its_scale_and_learns() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("g.pos"), positions(25)).expect("scratch");
    let trained = |options: &[&str], net: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_duiyi-train"));
        program.current_dir(folder.path()).args(["--epochs", "1", "--out", net]).args(options).arg("g.pos");
        program.output().expect("the program runs")
    };
    assert!(trained(&["--scale", "80"], "first.net").status.success());
    let second = trained(&["--from", "first.net"], "second.net");
    assert!(String::from_utf8_lossy(&second.stdout).contains("loss of the net that it goes on from"), "{second:?}");
    let [first, second] =
        ["first.net", "second.net"].map(|name| Network::from_bytes(&fs::read(at(name)).expect(name)).expect(name));
    assert_eq!((first.scale(), second.scale()), (80, 80));
    assert_ne!(second, first, "it has learned");
    let refused = trained(&["--from", "first.net", "--scale", "69"], "third.net");
    assert!(!refused.status.success() && !at("third.net").exists(), "the output would mean something else");
}

#[test]
fn a_board_without_stones_says_what_its_head_begins_with_and_unlearned_rules_stay() {
    let empty = |rule| {
        let position = Position::new(SIZE, rule).expect("a board");
        Packed::new(&position, &SampleLabel { score: 50, winner: Some(Side::First), game: 0 }).expect("no stones")
    };
    let file = [packed::head(4, &[]).as_bytes(), &Rule::ALL.map(|rule| *empty(rule).as_bytes()).concat()].concat();
    let samples = read(&file).expect("four positions");
    assert_eq!(samples.validation.len(), 4);
    let model = GomokuModel::new(1);
    for sample in &samples.validation {
        let mut gradient = vec![0.0; model.params().len()];
        model.accumulate_gradient(sample, &PLAN.target, &mut model.scratch(), &mut gradient);
        // A kind's rows are one block of numbers; a sample touches those of its two sides.
        let rows = gradient.chunks(2 * duiyi_core::gomoku::pattern::Combo::COUNT * LANES).take(4);
        let touched: Vec<usize> = rows
            .enumerate()
            .filter(|(_, rows)| rows.iter().any(|&fall| fall != 0.0))
            .map(|(weight_set, _)| weight_set)
            .collect();
        let [mover, waiter] = sample.weight_sets();
        assert!(touched.iter().all(|weight_set| [mover, waiter].contains(weight_set)), "{touched:?}");
    }
}
