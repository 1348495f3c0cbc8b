//! The moves that a level never misses, and the variety of its games.
//!
//! Some dozens of positions run with the other tests; `DUIYI_POSITIONS` sets the number of each kind (`docs/LEVELS.md`
//! has the counts of a long run). The positions come from games of the scripted players, which leave many
//! opportunities.

use std::collections::BTreeMap;

use duiyi_core::base::Rng;
use duiyi_core::engine::scripted::{Scripted, ScriptedStrategy};
use duiyi_core::engine::xiangqi::see;
use duiyi_core::engine::{Engines, SearchRequest};
use duiyi_core::game::{Game, GameKind, Setup};
use duiyi_core::gomoku;
use duiyi_core::position::Position as _;
use duiyi_core::search::{Level, Limits, Stop, clock::StoppedClock};
use duiyi_core::xiangqi;

/// Node limit of the reference search.
const NODES: u64 = 10_000;
/// The longest game of the scripted players, in plies.
const PLIES_MAX: usize = 120;

fn wanted() -> usize {
    std::env::var("DUIYI_POSITIONS").ok().and_then(|number| number.parse().ok()).unwrap_or(12)
}

fn level(number: u8) -> Level {
    Level::new(number).expect("there are five levels")
}

/// Returns the move of a level under its own limits, without a clock.
fn answer(engines: &mut Engines, game: &Game, level: Level, seed: u64) -> String {
    let nodes = (level == Level::MAX).then_some(NODES);
    engines.clear();
    let ask = SearchRequest { book: true, ..SearchRequest::new(Limits { nodes, ..Limits::default() }, level, seed) };
    engines.think(game, &ask, &StoppedClock, &Stop::new(), &mut |_| {}).best.expect("the game goes on")
}

/// Collects positions from games of the scripted players. `floor` returns the acceptable moves of a position, if it
/// applies. Checks each level from `first` on in as many positions as requested, and returns their number.
fn hold(setup: &Setup, first: u8, mut floor: impl FnMut(&mut Engines, &Game) -> Option<Vec<String>>) -> usize {
    let mut rng = Rng::from_seed(9);
    let mut engines = Engines::new(2);
    let mut met = 0;
    while met < wanted() {
        let mut players = [ScriptedStrategy::GreedyOne, ScriptedStrategy::Beginner].map(Scripted::new);
        let mut game = Game::new(setup);
        for ply in 0..PLIES_MAX {
            if game.outcome().is_some() || met == wanted() {
                break;
            }
            if let Some(allowed) = floor(&mut engines, &game) {
                met += 1;
                for number in first..=4 {
                    let mv = answer(&mut engines, &game, level(number), rng.next_u64());
                    assert!(allowed.contains(&mv), "level {number} plays {mv}, not {allowed:?}, in {}", seen(&game));
                }
            }
            let Some(mv) = players[(ply + rng.below(2)) % 2].choose(&game, rng.next_u64()) else { break };
            game.play(&mv).expect("a script plays by the rules");
        }
    }
    met
}

fn seen(game: &Game) -> String {
    match game {
        Game::Xiangqi(played) => played.position().to_fen(),
        Game::Gomoku(played) => played.position().placement(),
        Game::TicTacToe(_) => String::new(),
    }
}

fn gomoku_setup(rule: gomoku::Rule) -> Setup {
    Setup::gomoku(rule, 15, None).expect("a size that is allowed")
}

/// Returns the points where the side `by` completes a five.
fn fives(position: &gomoku::Position, by: duiyi_core::base::Side) -> Vec<String> {
    let mut setup = position.to_setup();
    setup.side = Some(by);
    let Ok(turned) = gomoku::Position::from_setup(setup) else { return Vec::new() };
    let wins = |point: &gomoku::Point| {
        let mut after = turned.clone();
        after.play(*point).is_ok() && after.winner() == Some(by)
    };
    turned.legal_moves().into_iter().filter(wins).map(|point| point.to_string()).collect()
}

#[test]
fn from_level_two_a_four_is_blocked_and_from_level_three_a_five_is_made() {
    for rule in [gomoku::Rule::Freestyle, gomoku::Rule::Standard, gomoku::Rule::Renju] {
        let blocked = hold(&gomoku_setup(rule), 2, |_, game| {
            let Game::Gomoku(played) = game else { return None };
            let position = played.position();
            let own = position.side_to_move();
            let threats = fives(position, own.opponent());
            let legal = threats.len() == 1 && position.is_legal(threats[0].parse().ok()?);
            (legal && fives(position, own).is_empty()).then_some(threats)
        });
        let made = hold(&gomoku_setup(rule), 3, |_, game| {
            let Game::Gomoku(played) = game else { return None };
            let position = played.position();
            Some(fives(position, position.side_to_move())).filter(|fives| !fives.is_empty())
        });
        println!("{rule}: fours blocked in {blocked} of {blocked} positions, fives made in {made} of {made}");
    }
}

#[test]
fn from_level_three_a_mate_in_one_is_given() {
    let given = hold(&Setup::usual(GameKind::Xiangqi), 3, |_, game| {
        let Game::Xiangqi(played) = game else { return None };
        let position = played.position();
        let mates = |mv: &xiangqi::Move| {
            let mut after = *position;
            after.make(*mv);
            after.legal_moves().is_empty()
        };
        let mates: Vec<String> = position.legal_moves().into_iter().filter(mates).map(|mv| mv.to_string()).collect();
        Some(mates).filter(|mates| !mates.is_empty())
    });
    println!("mates in one given in {given} of {given} positions");
}

#[test]
fn levels_from_two_recapture() {
    let taken = hold(&Setup::usual(GameKind::Xiangqi), 2, |engines, game| {
        let Game::Xiangqi(played) = game else { return None };
        let position = played.position();
        let before = played.history().len().checked_sub(1)?;
        let last = played.history().steps()[before].mv;
        played.history().position_at(before).captured(last)?;
        let takes = |mv: &xiangqi::Move| mv.to() == last.to() && see::wins_at_least(position, *mv, 0);
        let back: Vec<String> = position.legal_moves().into_iter().filter(takes).map(|mv| mv.to_string()).collect();
        // If a better move exists, the level need not recapture.
        let best = answer(engines, game, Level::MAX, 1);
        back.contains(&best).then_some(back)
    });
    println!("taken back in {taken} of {taken} positions");
}

#[test]
fn twenty_games_of_a_level_begin_in_many_ways() {
    let rules = [gomoku::Rule::Freestyle, gomoku::Rule::Standard, gomoku::Rule::Renju].map(gomoku_setup);
    for setup in std::iter::once(Setup::usual(GameKind::Xiangqi)).chain(rules) {
        for number in 1..=5 {
            let mut begun: BTreeMap<Vec<String>, usize> = BTreeMap::new();
            let mut rng = Rng::from_seed(u64::from(number) + 100);
            let mut engines = Engines::new(2);
            for _ in 0..20 {
                let mut game = Game::new(&setup);
                let moves = (0..6).map(|_| {
                    let mv = answer(&mut engines, &game, level(number), rng.next_u64());
                    game.play(&mv).expect("an engine plays by the rules");
                    mv
                });
                *begun.entry(moves.collect()).or_default() += 1;
            }
            let most = begun.values().max().copied().unwrap_or(0);
            println!(
                "{} level {number}: {} beginnings in 20 games, one at most {most} times",
                setup.rule_code(),
                begun.len()
            );
            assert!(most <= 2, "{} level {number}: {begun:?}", setup.rule_code());
        }
    }
}
