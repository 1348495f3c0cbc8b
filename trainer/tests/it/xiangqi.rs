//! A net for Xiangqi is learned from a few games that are played for it, and the engine asks it.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::sync::Arc;

use duiyi_core::base::{Rng, Side};
use duiyi_core::engine::xiangqi::XiangqiEngine;
use duiyi_core::engine::xiangqi::net::Network;
use duiyi_core::engine::xiangqi::net::network::Base;
use duiyi_core::engine::xiangqi::net::packed::{self, Lesson, Packed};
use duiyi_core::engine::{Engine, EngineRequest, World};
use duiyi_core::position::{History, Position as _};
use duiyi_core::search::{Level, Limits, SearchInfo, SearchOptions, Silent, Stop, clock::StoppedClock};
use duiyi_core::xiangqi::{Move, Position};
use duiyi_trainer::check::rounding;
use duiyi_trainer::lessons::{Lesson as _, Target, least_loss, mean_loss};
use duiyi_trainer::training::{Epoch, Plan, train};
use duiyi_trainer::xiangqi::check::judge;
use duiyi_trainer::xiangqi::lessons::read;
use duiyi_trainer::xiangqi::model::Model;

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
            seen.iter().map(|(position, score)| Packed::new(position, &Lesson { score: *score, winner, game })),
        );
    }
    let mut bytes = packed::head(found.len(), &["games of a test".to_owned()]).into_bytes();
    found.iter().for_each(|packed| bytes.extend(packed.as_bytes()));
    bytes
}

const TARGET: Target = Target { scale: 356.0, result_share: 0.1 };

fn plan(threads: usize) -> Plan {
    Plan { target: TARGET, epochs: 20, batch: 256, rate: 0.003, decay: 0.1, seed: 1, threads }
}

#[test]
fn the_loss_falls_and_the_engine_plays_by_what_was_learned() {
    let lessons = read(&positions(160)).expect("a file of positions");
    assert!(lessons.taught.len() > 6_000 && lessons.kept.len() > 100, "{} taught", lessons.taught.len());
    for base in [Base::None, Base::HandCrafted] {
        let plan = plan(1);
        let least = least_loss(&lessons.kept, &plan.target);
        let mut epochs: Vec<Epoch> = Vec::new();
        let model = train(Model::new(32, base, 1), &lessons, &plan, |epoch| epochs.push(*epoch));
        let (first, last) = (epochs[0], epochs[epochs.len() - 1]);
        assert!(last.taught < first.taught, "{first:?} to {last:?}");
        let best = epochs.iter().map(|epoch| epoch.kept).fold(f64::MAX, f64::min);
        match base {
            Base::None => {
                // Knowing nothing, every position is even.
                let even = mean_loss(&lessons.kept, &plan.target, |_| 0.0);
                assert!(best - least < 0.75 * (even - least), "{even} to {best}, and no less than {least}");
            }
            Base::HandCrafted => {
                let alone = mean_loss(&lessons.kept, &plan.target, |lesson| lesson.hand_crafted(&plan.target));
                assert!(best < alone + 0.01 * (alone - least), "{alone} by hand, {best} with the net");
            }
        }
        let network = model.to_network(356).expect("a width that there is");
        let rounding = rounding(&model, &lessons.kept, &plan.target, judge(network.clone()));
        assert!(rounding.mean_cp < 2.0 && rounding.max_cp < 15.0, "{rounding:?}");
        assert!((rounding.loss - best).abs() < 0.001, "{rounding:?}, {best} before");
        let again = Model::from_network(&network).to_network(356);
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
    let lessons = read(&positions(25)).expect("a file of positions");
    let learn = |threads| {
        let mut epochs: Vec<Epoch> = Vec::new();
        (train(Model::new(32, Base::None, 1), &lessons, &plan(threads), |epoch| epochs.push(*epoch)), epochs)
    };
    let (model, epochs) = learn(1);
    assert_eq!(learn(1).0, model);
    let shared = learn(3);
    assert_eq!(learn(3).0, shared.0);
    for (one, three) in epochs.iter().zip(&shared.1) {
        assert!((one.kept - three.kept).abs() < 0.01, "{one:?} and {three:?}");
    }
}

#[test]
fn a_net_that_is_gone_on_from_keeps_its_width_and_scale() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("x.pos"), positions(25)).expect("room");
    let learn = |options: &[&str], net: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_duiyi-train"));
        program.current_dir(folder.path()).args(["--epochs", "1", "--out", net]).args(options).arg("x.pos");
        program.output().expect("the program runs")
    };
    assert!(learn(&["--width", "32", "--scale", "400", "--residual"], "first.net").status.success());
    assert!(learn(&["--from", "first.net"], "second.net").status.success());
    let [first, second] =
        ["first.net", "second.net"].map(|name| Network::from_bytes(&fs::read(at(name)).expect(name)).expect(name));
    assert_eq!((second.shape(), second.shape().scale), (first.shape(), 400));
    assert_ne!(second, first, "it has learned");
    let refused = learn(&["--from", "first.net", "--scale", "300"], "third.net");
    assert!(!refused.status.success() && !at("third.net").exists(), "the output would mean something else");
}

#[test]
fn games_are_kept_back_whole_and_mirror_images_look_the_same() {
    let bytes = positions(42);
    let lessons = read(&bytes).expect("a file of positions");
    let count = |lessons: &[duiyi_trainer::xiangqi::lessons::Lesson]| {
        lessons.iter().fold(BTreeMap::new(), |mut games: BTreeMap<u32, usize>, lesson| {
            *games.entry(lesson.packed().lesson().game).or_default() += 1;
            games
        })
    };
    assert_eq!(count(&lessons.kept).into_keys().collect::<Vec<_>>(), [0, 20, 40]);
    assert_eq!(count(&lessons.taught).len(), 39);
    assert!(read(&bytes[..bytes.len() - 1]).is_none());
    let start = Packed::new(&Position::start(), &Lesson { score: 0, winner: Some(Side::Second), game: 1 });
    let file = |packed: Packed| [packed::head(1, &[]).as_bytes(), packed.as_bytes()].concat();
    let lesson = read(&file(start)).expect("one position").taught[0];
    let [us, them] = lesson.sight().inputs().map(<[u16]>::to_vec);
    assert_eq!(us.len(), 32);
    let sorted = |mut numbers: Vec<u16>| {
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(sorted(us), sorted(them), "both sides begin alike");
    assert!((lesson.target(&TARGET) - 0.45).abs() < 1e-6, "even, and lost");
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let lessons = read(&positions(3)).expect("a file of positions");
    for base in [Base::None, Base::HandCrafted] {
        for lesson in lessons.taught.iter().step_by(41) {
            let right = share_of_right_gradients(&Model::new(32, base, 1), lesson, &TARGET);
            assert!(right > 0.95, "{right} of the gradient at {:?}", lesson.packed().to_position());
        }
    }
}
