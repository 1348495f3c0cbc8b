use super::*;
use crate::base::Score;
use crate::game::{GameKind, Setup};
use crate::position::solver::{self, Pruning};
use crate::search::clock::StoppedClock;

fn game(kind: GameKind, moves: &str) -> Game {
    let mut game = Game::new(&Setup::usual(kind));
    moves.split_whitespace().for_each(|mv| _ = game.advance(mv).expect(mv));
    game
}

fn fen(fen: &str) -> Game {
    Game::new(&Setup::Xiangqi { start: fen.parse().expect(fen) })
}

fn measures(game: &Game, depth: Depth, nodes: u64) -> Vec<LabMeasure> {
    let mut found = Vec::new();
    compare(game, LabLimits { depth, nodes }, &Stop::new(), &mut |measure| found.push(measure));
    found
}

/// Positions of all games, each with a depth within reach of a debug build.
fn positions() -> Vec<(Game, Depth)> {
    let mut all = vec![
        (game(GameKind::TicTacToe, "b2 a1"), 7),
        (game(GameKind::TicTacToe, "a1 b2 c3"), 6),
        (game(GameKind::TicTacToe, "a1 a2 b1 b2"), 5),
    ];
    // Mates, captures on both sides, and an ending in which nearly everything transposes.
    for line in
        include_str!("../../../tests/data/xiangqi-perft.tsv").lines().filter(|line| !line.starts_with('#')).step_by(30)
    {
        all.push((fen(line.split('\t').next().expect("a line has a position")), 2));
    }
    all.push((fen("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"), 4));
    all.push((game(GameKind::Xiangqi, "h2e2 h9g7"), 3));
    for moves in ["", "h8", "h8 i9 g7", "h8 h9 i8 i9 j8", "h8 i9 i8 j8 h9 h10 g7 g8"] {
        all.push((game(GameKind::Gomoku, moves), 2));
    }
    all.push((game(GameKind::Gomoku, "h8 h9 i8 i9 j8 j9 k8"), 3));
    all
}

#[test]
fn all_methods_agree_and_each_idea_saves_work() {
    let mut nodes = [0; LabMethod::ALL.len()];
    for (game, depth) in positions() {
        let found = measures(&game, depth, u64::MAX);
        assert_eq!(found.len(), LabMethod::ALL.len() * usize::try_from(depth_max(&game).min(depth)).expect("a depth"));
        for of_depth in found.chunks(LabMethod::ALL.len()) {
            let plain = &of_depth[0];
            for (index, measure) in of_depth.iter().enumerate() {
                assert_eq!((measure.method, measure.depth), (LabMethod::ALL[index], plain.depth));
                assert_eq!(measure.worth, plain.worth, "{} to {}: {}", measure.method, depth, game.placement());
                // Null windows may cost more if many moves in turn raise alpha and need a second search.
                let is_no_more = measure.figures.nodes <= plain.figures.nodes;
                assert!(is_no_more || measure.figures.researches > 0, "{}", measure.method);
                nodes[index] += measure.figures.nodes;
            }
        }
    }
    println!("nodes of {:?}: {nodes:?}", LabMethod::ALL.map(LabMethod::code));
    // With a table and good move ordering, null windows save little at such depths.
    let [.., ordered, _, narrow] = nodes;
    assert!(nodes[..4].is_sorted_by(|more, less| more > less) && narrow < ordered, "{nodes:?}");
}

#[test]
fn minimax_is_the_oracle() {
    for (game, depth) in positions() {
        let found = measures(&game, depth, u64::MAX);
        let last = found.iter().rfind(|measure| measure.method == LabMethod::Minimax).expect("it is the first method");
        let solution = match &game {
            Game::TicTacToe(played) => {
                let solution = solver::search(played.position(), last.depth, Pruning::Off, |_| Score::DRAW);
                assert_eq!(solution.nodes, last.figures.nodes);
                solution.score
            }
            Game::Xiangqi(played) => {
                let judge = |position: &crate::xiangqi::Position| {
                    use crate::engine::xiangqi::eval::HandCrafted;
                    use crate::engine::xiangqi::evaluator::Evaluator as _;
                    HandCrafted::new(position).evaluate(position)
                };
                let solution = solver::search(played.position(), last.depth, Pruning::Off, judge);
                assert_eq!(solution.nodes, last.figures.nodes);
                solution.score
            }
            // The engine's generator omits moves, so minimax is compared with the other methods only.
            Game::Gomoku(_) => continue,
        };
        assert_eq!(Some(Worth::of(solution, game.side_to_move())), last.worth, "{}", game.placement());
    }
}

#[test]
fn figures_add_up() {
    for (game, depth) in positions() {
        for LabMeasure { method, figures, worth, line, .. } in measures(&game, depth, u64::MAX) {
            assert_eq!(
                figures.nodes,
                figures.leaves + figures.ends + figures.interior + figures.hash_cutoffs,
                "{method}"
            );
            assert_eq!((figures.by_ply[0], figures.by_ply.iter().sum()), (1, figures.nodes));
            assert!(figures.first_cutoffs <= figures.cutoffs && figures.hash_cutoffs <= figures.hits);
            assert!(figures.hits <= figures.probes && figures.pruned < figures.moves.max(1));
            if !method.narrows() {
                // Every move was searched once or pruned.
                assert_eq!(figures.moves, figures.pruned + figures.nodes - 1, "{method}");
                assert_eq!(figures.researches, 0);
            }
            if !method.hashes() {
                assert_eq!((figures.probes, figures.hits), (0, 0));
            }
            if method == LabMethod::Minimax {
                assert_eq!((figures.cutoffs, figures.pruned), (0, 0));
            }
            assert!(worth.is_some() && (!line.is_empty() || game.outcome().is_some()));
            let mut after = game.clone();
            line.iter().for_each(|row| _ = after.advance(&row.uci).expect(&row.uci));
        }
    }
}

#[test]
fn a_bound_and_a_stop_end_it() {
    let start = game(GameKind::Xiangqi, "");
    let found = measures(&start, 3, 2_000);
    let minimax: Vec<_> = found.iter().filter(|measure| measure.method == LabMethod::Minimax).collect();
    // 1 + 44, then 1 + 44 + 1,920; the third depth has 79,666 leaves.
    assert_eq!(minimax.iter().map(|measure| measure.figures.nodes).collect::<Vec<_>>(), [45, 1965, 2000]);
    assert_eq!(minimax.iter().map(|measure| measure.worth.is_some()).collect::<Vec<_>>(), [true, true, false]);
    let ordered = found.iter().rfind(|measure| measure.method == LabMethod::Ordered).expect("it searched");
    assert_eq!(ordered.depth, 3, "the others go on");
    let stop = Stop::new();
    stop.ask();
    compare(&start, LabLimits { depth: 6, nodes: u64::MAX }, &stop, &mut |_| panic!("it was stopped before it began"));
}

#[test]
fn a_tree_is_the_search_it_was() {
    for (game, depth) in positions() {
        for method in LabMethod::ALL {
            let tree = tree(&game, method, depth, &Stop::new());
            assert!(tree.steps.len() <= TREE_NODES_MAX && tree.depth >= 1);
            let measure = measures(&game, tree.depth, u64::MAX);
            let measure = measure.iter().rfind(|measure| measure.method == method && measure.depth == tree.depth);
            let measure = measure.expect("it was measured");
            assert_eq!(tree.steps.len() as u64, measure.figures.nodes);
            let worth = Worth::of(tree.steps[0].score, game.side_to_move());
            assert_eq!((Some(worth), tree.steps[0].nodes as usize), (measure.worth, tree.steps.len()));
            for step in &tree.steps {
                let children = || step.children.iter().map(|&child| &tree.steps[child as usize]);
                assert_eq!(step.nodes, 1 + children().map(|child| child.nodes).sum::<u32>());
                match step.fate {
                    NodeFate::Over | NodeFate::Leaf | NodeFate::Known => {
                        assert_eq!(step.children.len() + step.pruned.len(), 0)
                    }
                    NodeFate::Cut => assert!(step.score >= step.beta),
                    NodeFate::Low => assert!(step.score <= step.alpha && step.pruned.is_empty()),
                    NodeFate::Exact => {
                        let best = children().map(|child| -child.score).max().expect("it has moves");
                        assert!(step.score == best && step.pruned.is_empty());
                    }
                }
            }
        }
    }
}

#[test]
fn the_engine_is_watched() {
    for kind in GameKind::ALL {
        let mut found: Vec<LabIteration> = Vec::new();
        let report = &mut |iteration| found.push(iteration);
        watch_engine(&game(kind, ""), 20_000, &StoppedClock, &Stop::new(), report);
        assert!(found.is_sorted_by(|one, next| one.depth < next.depth && one.nodes <= next.nodes));
        let last = found.last().expect("an iteration is owed");
        assert!(last.nodes > 0 && !last.line.is_empty());
        let counted = last.statistics;
        assert!(counted.first_cutoffs <= counted.cutoffs && counted.hits <= counted.probes);
        if kind != GameKind::TicTacToe {
            assert!(counted.first_cutoffs > 0 && counted.hits > 0, "{kind}: {counted:?}");
        }
    }
}

#[test]
fn two_searches_see_the_same_moves() {
    let four = game(GameKind::Gomoku, "h8 h9 i8 i9 j8 j9 k8 a1");
    let found = rivals(&four, 2_000, &StoppedClock, &Stop::new()).expect("it is Gomoku");
    assert!(["g8", "l8"].contains(&found.moves[0].row.uci.as_str()), "{:?}", found.moves[0]);
    let calm = rivals(&game(GameKind::Gomoku, "h8 i9 g7"), 4_000, &StoppedClock, &Stop::new()).expect("it is Gomoku");
    assert!(calm.moves.len() > 3 && calm.moves.is_sorted_by(|one, next| one.visits >= next.visits));
    assert!(calm.moves.iter().filter(|found| found.alpha_beta.is_some()).count() > 3);
    assert!(calm.moves.iter().map(|found| found.visits).sum::<u32>() > 100);
    assert_eq!(rivals(&game(GameKind::Xiangqi, ""), 100, &StoppedClock, &Stop::new()), None);
}
