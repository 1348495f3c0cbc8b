//! The Gomoku engine against recorded wins. Every VCF is found, and the plain rules replay it; where there is none,
//! that is proved. Every VCT is found within a node limit.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use duiyi_core::base::{Key, Rng, Side};
use duiyi_core::engine::gomoku::GomokuEngine;
use duiyi_core::engine::gomoku::vcf::{self, SolverVerdict};
use duiyi_core::engine::gomoku::vct;
use duiyi_core::engine::{Engine, EngineRequest, World};
use duiyi_core::gomoku::notation::read_moves;
use duiyi_core::gomoku::{Point, Position, Rule, Setup};
use duiyi_core::position::{History, Position as _};
use duiyi_core::search::clock::StoppedClock;
use duiyi_core::search::{Level, Limits, SearchOptions, Silent, Stop};

use crate::gomoku_rules::plain::PlainBoard;
use crate::gomoku_rules::{crowded_board, shared_data};

/// A row of the table of wins.
struct Row {
    id: String,
    kind: String,
    /// The plies of the shortest VCF, if the row has one.
    vcf_plies: Option<usize>,
    position: Position,
}

fn rows(path: &Path) -> Vec<Row> {
    let text = fs::read_to_string(path).expect("the table of wins can be read");
    text.lines().skip(1).map(read_row).collect()
}

fn read_row(row: &str) -> Row {
    let fields: Vec<&str> = row.split('\t').collect();
    let [id, rule, size, side, black, white, _, kind, vcf_plies, ..] = fields[..] else {
        panic!("nine fields and more expected: {row}");
    };
    let size = size.parse().expect("the table gives a size");
    let stones = |list: &str| read_moves(list.trim_matches('-'), size).expect("the table lists points");
    let setup = Setup {
        black: stones(black),
        white: stones(white),
        side: Some(if side == "b" { Side::First } else { Side::Second }),
        ..Setup::empty(size, rule.parse().expect("the table names a rule"))
    };
    Row {
        id: id.to_owned(),
        kind: kind.to_owned(),
        vcf_plies: vcf_plies.parse().ok().filter(|_| kind == "VCF"),
        position: Position::from_setup(setup).expect("the table gives positions"),
    }
}

/// Replays a VCF with the plain rules and returns its plies, the five included.
///
/// After each stone of the attacker the defender must have no five. Of the defender's legal stones at most the next one
/// of the line may stop the five. In Caro another may stop it too: then there must be a VCF after that one, no longer
/// than this, and it is replayed in turn.
#[track_caller]
fn replay(position: &Position, moves: &[Point]) -> usize {
    let rule = position.rule();
    let mut board = PlainBoard::new(position.size());
    let letter = |side| if side == Side::First { 'x' } else { 'o' };
    let cell = |point: Point| (usize::from(point.column()), usize::from(point.row()));
    let set = |board: &mut PlainBoard, point: Point, letter| board.set(cell(point).0, cell(point).1, letter);
    for point in position.points() {
        if let Some(side) = position.stone_at(point) {
            set(&mut board, point, letter(side));
        }
    }
    let fives = |board: &PlainBoard, side: Side| -> Vec<Point> {
        let makes_five = |&point: &Point| {
            let mut board = board.clone();
            let (column, row) = cell(point);
            board.get(column, row) == '.' && {
                board.set(column, row, letter(side));
                board.wins(column, row, rule)
            }
        };
        position.points().filter(makes_five).collect()
    };
    let (attacker, defender) = (position.side_to_move(), !position.side_to_move());
    let mut here = position.clone();
    for (index, pair) in moves.chunks(2).enumerate() {
        let played = 2 * index + 1;
        let stone = pair[0];
        if fives(&board, attacker).contains(&stone) {
            assert_eq!(moves.len(), played, "the line ends with the five");
            return played;
        }
        assert!(board.legal_points(rule, attacker).contains(&stone), "{stone} is not legal");
        set(&mut board, stone, letter(attacker));
        assert_eq!(fives(&board, defender), [], "after {stone} the defender wins first");
        let completions = fives(&board, attacker);
        assert_ne!(completions, [], "{stone} is no four");
        let replies = board.legal_points(rule, defender);
        assert_ne!(replies, [], "the game is drawn");
        let stops = |&point: &Point| {
            let mut board = board.clone();
            set(&mut board, point, letter(defender));
            fives(&board, attacker).is_empty()
        };
        let blocks: Vec<Point> = if rule == Rule::Caro {
            replies.iter().copied().filter(stops).collect()
        } else {
            completions.iter().copied().filter(|point| replies.contains(point)).collect()
        };
        here.play_unchecked(stone);
        match pair.get(1) {
            None => {
                assert_eq!(blocks, [], "a legal block is left");
                return played + 2;
            }
            Some(block) => {
                let last = played + 2 == moves.len();
                if rule == Rule::Caro {
                    assert_eq!(blocks.is_empty(), last, "{stone} and {block} in {position:?}");
                    assert!(last || blocks.contains(block), "{block} does not stop {stone}");
                    for &other in blocks.iter().filter(|&other| other != block) {
                        let mut next = here.clone();
                        next.play_unchecked(other);
                        let plies = replay_win(&next).expect("the win is one against every block");
                        assert!(played + 1 + plies <= moves.len(), "{other} holds out longer than {block}");
                    }
                } else {
                    assert!(blocks.contains(block), "{block} does not stop {stone}");
                    assert!(completions.len() == 1 || last, "the win was here already");
                }
                here.play_unchecked(*block);
                set(&mut board, *block, letter(defender));
            }
        }
    }
    panic!("the line ends without a win");
}

/// Searches a VCF of the side to move and replays it; returns its plies.
fn replay_win(position: &Position) -> Option<usize> {
    let result =
        vcf::solve(position, position.side_to_move(), vcf::VcfLimits { nodes: 50_000, ..vcf::VcfLimits::NONE }, || {
            false
        });
    let SolverVerdict::Win { moves, plies } = result.verdict else { return None };
    assert_eq!(replay(position, &moves), plies, "{position:?}");
    Some(plies)
}

#[test]
fn wins_by_fours_in_caro_hold_against_every_block() {
    let mut rng = Rng::from_seed(20_230_528);
    let mut lengths = BTreeMap::new();
    for round in 0..600 {
        let board = crowded_board(&mut rng, [15, 9, 12][round % 3], Rule::Caro);
        for side in Side::ALL {
            if let Some(plies) = replay_win(&board.to_position(Rule::Caro, side)) {
                *lengths.entry(plies).or_insert(0) += 1;
            }
        }
    }
    println!("plies and how many wins: {lengths:?}");
    assert!(lengths.iter().filter(|&(&plies, _)| plies >= 5).map(|(_, count)| count).sum::<u32>() >= 20, "{lengths:?}");
}

#[test]
fn wins_by_threats_in_caro_hold_against_every_reply() {
    const WINS: u32 = 2;
    let mut rng = Rng::from_seed(9);
    let (mut wins, mut followed) = (0, 0);
    while wins < WINS {
        let mut position = Position::new(15, Rule::Caro).expect("the usual board");
        for _ in 0..14 {
            let near = |&point: &Point| is_near_the_middle(point) && position.is_legal(point);
            let near: Vec<Point> = position.points().filter(near).collect();
            if near.is_empty() {
                break;
            }
            position.play_unchecked(near[rng.below(near.len())]);
        }
        let side = position.side_to_move();
        let by_fours = vcf::solve(&position, side, vcf::VcfLimits { nodes: 2_000, ..vcf::VcfLimits::NONE }, || false);
        // Long wins take long to replay.
        if by_fours.verdict == SolverVerdict::None
            && let SolverVerdict::Win { plies, .. } = vct::solve(&position, side, 300, || false).verdict
            && plies <= 7
        {
            let mut seen = HashSet::new();
            holds_against_everything(&position, 0, "a random position", &mut seen);
            followed += seen.len();
            wins += 1;
        }
    }
    println!("{wins} wins by threats, {followed} positions followed");
}

/// Returns whether a point of the usual board lies in its middle seven by seven.
fn is_near_the_middle(point: Point) -> bool {
    point.row().abs_diff(7) <= 3 && point.column().abs_diff(7) <= 3
}

fn check_row(row: &Row) {
    let Row { id, position, .. } = row;
    let result = vcf::solve(position, position.side_to_move(), vcf::VcfLimits::NONE, || false);
    match (row.kind.as_str(), result.verdict) {
        ("VCF", SolverVerdict::Win { moves, plies }) => {
            assert_eq!(Some(plies), row.vcf_plies, "{id}: the shortest win");
            assert_eq!(replay(position, &moves), plies, "{id}");
        }
        ("none", SolverVerdict::None) => {}
        (kind, verdict) => panic!("{id}: {kind} expected, found {verdict:?}"),
    }
}

#[test]
fn every_win_by_fours_is_found_and_no_other() {
    let ours = rows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/gomoku-wins.tsv"));
    let by_fours: Vec<&Row> = ours.iter().filter(|row| row.kind != "VCT").collect();
    assert_eq!(by_fours.len(), 143);
    by_fours.into_iter().for_each(check_row);
    match shared_data("gomoku-wins.tsv") {
        Some(path) => rows(&path).iter().filter(|row| row.kind != "VCT").for_each(check_row),
        None => println!("skipped: ../shared/data/gomoku-wins.tsv is not there"),
    }
}

#[test]
fn a_bound_that_is_too_small_is_owned_up_to() {
    let ours = rows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/gomoku-wins.tsv"));
    for row in ours.iter().filter(|row| row.vcf_plies.is_some_and(|plies| plies >= 5)) {
        let side = row.position.side_to_move();
        let few_fours = vcf::VcfLimits { fours: 1, ..vcf::VcfLimits::NONE };
        assert_eq!(vcf::solve(&row.position, side, few_fours, || false).verdict, SolverVerdict::Unknown, "{}", row.id);
        let few_nodes = vcf::VcfLimits { nodes: 2, ..vcf::VcfLimits::NONE };
        assert_eq!(vcf::solve(&row.position, side, few_nodes, || false).verdict, SolverVerdict::Unknown, "{}", row.id);
        let stopped = vcf::solve(&row.position, side, vcf::VcfLimits::NONE, || true);
        assert_eq!((stopped.verdict, stopped.nodes), (SolverVerdict::Unknown, 0), "{}", row.id);
    }
}

/// The plain rules replay one in so many VCF answers.
const REPLAYED: usize = 8;
/// Node limit of a VCT search in these tests.
const VCT_NODES: u64 = 200_000;

/// Follows a VCT of the side to move against every legal reply, not only against those of the search. A reply that
/// leaves a VCF is answered by it, and the plain rules replay it; after any other reply there must be a VCT again, with
/// as many quiet moves at most.
fn holds_against_everything(position: &Position, quiet: u8, id: &str, seen: &mut HashSet<Key>) {
    let attacker = position.side_to_move();
    let result = vct::solve_with_quiet(position, attacker, quiet, VCT_NODES * (1 + 4 * u64::from(quiet)), || false);
    let SolverVerdict::Win { moves, plies } = result.verdict else { panic!("{id}: no win in {position:?}") };
    assert!(moves.len() <= plies && position.is_legal(moves[0]), "{id}: {moves:?} in {plies}");
    let mut after = position.clone();
    after.play_unchecked(moves[0]);
    if after.winner().is_some() || !seen.insert(after.key()) {
        return;
    }
    assert!(!after.legal_moves().is_empty(), "{id}: the game is drawn");
    for (index, reply) in after.legal_moves().into_iter().enumerate() {
        let mut next = after.clone();
        next.play_unchecked(reply);
        assert_eq!(next.winner(), None, "{id}: {reply} wins for the defender");
        match vcf::solve(&next, attacker, vcf::VcfLimits { nodes: 2_000, ..vcf::VcfLimits::NONE }, || false).verdict {
            // The plain rules are slow, and most replies are far from the threats and answered alike.
            SolverVerdict::Win { moves, plies } if index % REPLAYED == 0 => {
                assert_eq!(replay(&next, &moves), plies, "{id}")
            }
            SolverVerdict::Win { .. } => {}
            SolverVerdict::None | SolverVerdict::Unknown => holds_against_everything(&next, quiet, id, seen),
        }
    }
}

#[test]
fn wins_by_threats_hold_against_every_reply() {
    let ours = rows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/gomoku-wins.tsv"));
    let by_threats: Vec<&Row> = ours.iter().filter(|row| row.kind == "VCT").collect();
    let all = std::env::var_os("DUIYI_SLOW").is_some();
    let (mut found, mut followed) = (0, 0);
    for (index, row) in by_threats.iter().enumerate() {
        let side = row.position.side_to_move();
        if !matches!(vct::solve(&row.position, side, VCT_NODES, || false).verdict, SolverVerdict::Win { .. }) {
            continue;
        }
        found += 1;
        if all || index % 40 == 0 {
            let mut seen = HashSet::new();
            holds_against_everything(&row.position, 0, &row.id, &mut seen);
            followed += seen.len();
        }
    }
    println!("{found} of {} wins by threats proved, {followed} positions followed", by_threats.len());
    assert!(found * 100 >= by_threats.len() * 95, "{found} of {}", by_threats.len());
}

/// No fours and threes alone win these two, in freestyle and where a five must be exact. With `DUIYI_SLOW` the longer one
/// is followed, too.
#[test]
fn wins_with_a_quiet_move_hold_against_every_reply() {
    let ours = rows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/gomoku-wins.tsv"));
    let mut wins = vec![("VP060", Rule::Freestyle), ("VP060", Rule::Standard)];
    wins.extend(std::env::var_os("DUIYI_SLOW").map(|_| ("VP133", Rule::Freestyle)));
    for (id, rule) in wins {
        let row = ours.iter().find(|row| row.id == id).expect("a row of the table");
        let stones = |side| row.position.board().stones(side).collect();
        let setup = Setup {
            black: stones(Side::First),
            white: stones(Side::Second),
            side: Some(row.position.side_to_move()),
            ..Setup::empty(15, rule)
        };
        let position = Position::from_setup(setup).expect("the table gives positions");
        let by_threats = vct::solve(&position, position.side_to_move(), VCT_NODES, || false).verdict;
        assert!(!matches!(by_threats, SolverVerdict::Win { .. }), "{id}: {by_threats:?}");
        let mut seen = HashSet::new();
        holds_against_everything(&position, 1, id, &mut seen);
        println!("{id}: {} positions followed", seen.len());
    }
}

#[test]
fn a_search_for_threats_owns_up_to_its_bound() {
    let ours = rows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/gomoku-wins.tsv"));
    for row in ours.iter().filter(|row| row.kind == "VCT") {
        let result = vct::solve(&row.position, row.position.side_to_move(), 1, || false);
        assert!(result.verdict != SolverVerdict::None || result.nodes <= 1, "{}: {result:?}", row.id);
        let stopped = vct::solve(&row.position, row.position.side_to_move(), VCT_NODES, || true);
        assert_eq!((stopped.verdict, stopped.nodes), (SolverVerdict::Unknown, 0), "{}", row.id);
    }
}

#[test]
fn wins_by_threats_are_found_by_the_engine() {
    const NODES: u64 = 20_000;
    let ours = rows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/gomoku-wins.tsv"));
    let by_threats: Vec<&Row> = ours.iter().filter(|row| row.kind == "VCT").collect();
    let finds = |row: &&&Row| {
        let request = EngineRequest {
            history: History::new(row.position.clone()),
            options: SearchOptions::new(Limits { nodes: Some(NODES), ..Limits::default() }, Level::MAX, 1),
        };
        let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
        GomokuEngine::new(4).think(&request, world).score.is_win()
    };
    let found = by_threats.iter().filter(finds).count();
    println!("{found} of {} wins by threats found within {NODES} nodes", by_threats.len());
    assert!(found >= 90, "{found} of {}", by_threats.len());
}
