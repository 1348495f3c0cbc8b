//! The plain rules prove every fact about a hint or a mistake again.
//!
//! Games of the scripted players have many facts. `DUIYI_FACTS` sets the number of proved facts for each game and rule.

use std::collections::BTreeMap;

use duiyi_core::base::{Rng, Side};
use duiyi_core::engine::scripted::{Scripted, ScriptedStrategy};
use duiyi_core::engine::{Engines, SearchRequest};
use duiyi_core::explain::{Fact, ForcingShape, Protection, Threat, ThreatKind, faults, merits};
use duiyi_core::game::{Game, GameKind, Setup};
use duiyi_core::gomoku::{Point, Rule};
use duiyi_core::search::{Level, Limits, Stop, clock::StoppedClock};

use crate::gomoku_rules::plain::PlainBoard as PlainGomoku;
use crate::xiangqi_rules::plain::PlainBoard as PlainXiangqi;

/// Node limit of a hint.
const NODES: u64 = 20_000;
/// The longest game, in plies.
const PLIES_MAX: usize = 90;
/// The longest win by fours that is searched again; for a longer one its line is replayed.
const FOURS_MAX: usize = 6;
/// Smallest gain that is reported, in centipawns: a pawn.
const PROFIT: i32 = 90;

fn wanted() -> usize {
    std::env::var("DUIYI_FACTS").ok().and_then(|number| number.parse().ok()).unwrap_or(25)
}

/// Plays games and passes each fact to `prove`, with its game and its move.
fn tell(setup: &Setup, mut prove: impl FnMut(&Game, &str, &Fact)) {
    let (mut rng, mut engines) = (Rng::from_seed(3), Engines::new(4));
    let mut think = |game: &Game, seed| {
        engines.clear();
        let ask = SearchRequest::new(Limits { nodes: Some(NODES), ..Limits::default() }, Level::MAX, seed);
        engines.think(game, &ask, &StoppedClock, &Stop::new(), &mut |_| {}).pv().to_vec()
    };
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut told = 0;
    while told < wanted() {
        let mut players = [ScriptedStrategy::GreedyOne, ScriptedStrategy::Beginner].map(Scripted::new);
        let mut game = Game::new(setup);
        for ply in 0..PLIES_MAX {
            let Some(mv) = players[(ply + rng.below(2)) % 2].choose(&game, rng.next_u64()) else { break };
            if ply >= 5 && rng.below(3) == 0 {
                let seed = rng.next_u64();
                let best = think(&game, seed);
                let mut facts: Vec<(String, Fact)> =
                    merits(&game, &best).into_iter().map(|fact| (best[0].clone(), fact)).collect();
                let mut after = game.clone();
                after.play(&mv).expect("a script plays by the rules");
                if best.first() != Some(&mv) && after.outcome().is_none() {
                    let line = think(&after, seed);
                    facts.extend(faults(&game, &mv, &line).into_iter().map(|fact| (mv.clone(), fact)));
                }
                for (mv, fact) in facts {
                    prove(&game, &mv, &fact);
                    told += 1;
                    let words = format!("{fact:?}");
                    let verb = words.split('(').next().expect("a fact has a name").to_owned();
                    let what = format!("{:?}", fact.threat().what);
                    let kind = format!("{verb} {}", what.split([' ', '{']).next().expect("a threat has a name"));
                    let count = kinds.entry(kind).or_default();
                    *count += 1;
                    if *count <= 3 {
                        println!("{mv} {verb}: {what}");
                    }
                }
            }
            game.play(&mv).expect("a script plays by the rules");
            if game.outcome().is_some() {
                break;
            }
        }
    }
    println!("{}: {told} facts proved, {kinds:?}", setup.rule_code());
}

/// The first move of a threat.
fn first(threat: &Threat) -> &str {
    &threat.line.first().expect("what is done is done by a move").uci
}

mod xiangqi {
    use super::*;

    /// Values of the pieces in exchanges, in centipawns.
    const fn value(piece: char) -> i32 {
        match piece.to_ascii_lowercase() {
            'r' => 940,
            'c' => 440,
            'n' => 420,
            'a' => 170,
            'b' => 150,
            'p' => 90,
            '.' => 0,
            _ => 10_000,
        }
    }

    fn after(board: &PlainXiangqi, mv: &str) -> PlainXiangqi {
        let mut board = board.clone();
        board.play(mv);
        board
    }

    /// The gain of a capture where both sides may recapture on its point, or stop.
    fn exchange(board: &PlainXiangqi, mv: &str) -> i32 {
        let next = after(board, mv);
        let back = next.legal_moves().into_iter().filter(|back| back[2..] == mv[2..]);
        let lost = back.map(|back| exchange(&next, &back)).max().unwrap_or(0).max(0);
        value(board.piece(&mv[2..])) - lost
    }

    /// Whether `mv`, which may be quiet, and then checks alone mate in so many moves against every defence.
    fn mates(board: &PlainXiangqi, mv: &str, moves: usize) -> bool {
        let next = after(board, mv);
        let answers = next.legal_moves();
        answers.is_empty() || moves > 1 && answers.iter().all(|answer| can_mate(&after(&next, answer), moves - 1))
    }

    /// Whether checks alone mate in so many moves.
    fn can_mate(board: &PlainXiangqi, moves: usize) -> bool {
        let checks = |mv: &&String| after(board, mv).is_check();
        board.legal_moves().iter().filter(checks).any(|mv| mates(board, mv, moves))
    }

    /// Whether after every answer one of `takers` may take on one of `points`; an empty list means any piece.
    fn takes_after_all(next: &PlainXiangqi, takers: &[&str], points: &[&str]) -> bool {
        next.legal_moves().iter().all(|answer| {
            let board = after(next, answer);
            board.legal_moves().iter().any(|mv| {
                let (from, to) = mv.split_at(2);
                (takers.is_empty() || takers.contains(&from))
                    && (points.is_empty() || points.contains(&to))
                    && board.piece(to) != '.'
            })
        })
    }

    /// Whether the fact holds for the side to move on `board`.
    fn holds(board: &PlainXiangqi, threat: &Threat) -> bool {
        assert_eq!(board.red_to_move(), threat.side == Side::First);
        let mv = first(threat);
        assert!(board.legal_moves().iter().any(|legal| legal == mv), "{mv} is legal");
        let next = after(board, mv);
        match &threat.what {
            ThreatKind::Mate { moves, .. } => mates(board, mv, *moves),
            ThreatKind::Capture { taker, taken, root } => {
                let recaptures = next.legal_moves().iter().any(|back| back[2..] == mv[2..]);
                (mv[..2] == taker.at && mv[2..] == taken.at)
                    && (board.piece(&taker.at) == taker.piece && board.piece(&taken.at) == taken.piece)
                    && recaptures == (*root == Protection::Cheap)
                    && exchange(board, mv) >= PROFIT
            }
            ThreatKind::Fork { by, targets } => {
                let points: Vec<&str> = targets.iter().map(|target| target.at.as_str()).collect();
                // An answer to a check may save all of them and lose another piece.
                let is_check = targets.iter().any(|target| target.piece.eq_ignore_ascii_case(&'k'));
                targets.iter().all(|target| next.piece(&target.at) == target.piece)
                    && by.at == mv[2..]
                    && takes_after_all(&next, &[&by.at], if is_check { &[] } else { &points })
            }
            ThreatKind::Discovery { mover, by, target } | ThreatKind::Screen { mover, by, target } => {
                let is_check = target.piece.eq_ignore_ascii_case(&'k');
                let (taker, points) = if is_check { (&mv[2..], vec![]) } else { (&*by.at, vec![target.at.as_str()]) };
                mover.at == mv[..2]
                    && board.piece(&mover.at) == mover.piece
                    && next.is_check() >= is_check
                    && takes_after_all(&next, &[taker], &points)
            }
            ThreatKind::Pin { pinned, behind, .. } => takes_after_all(&next, &[], &[&pinned.at, &behind.at]),
            what => panic!("{what:?} is no reason"),
        }
    }

    /// Whether the threat is gone on `board`, after the move `mv` of the threatened side.
    fn is_gone(board: &PlainXiangqi, mv: &str, threat: &Threat) -> bool {
        match &threat.what {
            ThreatKind::Mate { moves, .. } => !can_mate(board, (*moves).min(2)),
            ThreatKind::Capture { taken, .. } => {
                let at = if taken.at == mv[..2] { &mv[2..] } else { &taken.at };
                let takes = board.legal_moves().into_iter().filter(|take| &take[2..] == at);
                takes.map(|take| exchange(board, &take)).all(|gain| gain < PROFIT)
            }
            what => panic!("{what:?} is nothing that a move stops"),
        }
    }

    #[test]
    fn every_fact_of_xiangqi_is_proved_by_the_rules() {
        tell(&Setup::usual(GameKind::Xiangqi), |game, mv, fact| {
            let Game::Xiangqi(played) = game else { unreachable!("it is Xiangqi") };
            let board = PlainXiangqi::new(&played.position().to_fen());
            let mut passed = board.clone();
            passed.pass();
            let is_true = match fact {
                Fact::Does(threat) => first(threat) == mv && holds(&board, threat),
                Fact::Allows(threat) => holds(&after(&board, mv), threat),
                Fact::Ignores(threat) => holds(&after(&board, mv), threat) && holds_before(&passed, threat),
                Fact::Stops(threat) => holds(&passed, threat) && is_gone(&after(&board, mv), mv, threat),
            };
            assert!(is_true, "{fact:?} after {mv} in {}", played.position().to_fen());
        });
    }

    /// Whether the same could be done before, perhaps by another piece or in another number of moves.
    fn holds_before(passed: &PlainXiangqi, threat: &Threat) -> bool {
        match &threat.what {
            ThreatKind::Capture { taken, .. } => {
                let takes = passed.legal_moves().into_iter().filter(|take| take[2..] == taken.at);
                takes.map(|take| exchange(passed, &take)).any(|gain| gain >= PROFIT)
            }
            // A longer mate than this takes the plain rules minutes.
            ThreatKind::Mate { moves, .. } => *moves > 2 || can_mate(passed, 3),
            _ => true,
        }
    }
}

mod gomoku {
    use super::*;

    /// A board of letters with its rule.
    #[derive(Clone)]
    struct Table {
        stones: PlainGomoku,
        rule: Rule,
    }

    const fn letter(side: Side) -> char {
        match side {
            Side::First => 'x',
            Side::Second => 'o',
        }
    }

    const fn cell(point: Point) -> (usize, usize) {
        (point.column() as usize, point.row() as usize)
    }

    fn points() -> impl Iterator<Item = Point> {
        (0..15).flat_map(|row| (0..15).map(move |column| Point::new(column, row)))
    }

    fn point(name: &str) -> Point {
        name.parse().expect("it names a point")
    }

    impl Table {
        fn of(game: &Game) -> Table {
            let Game::Gomoku(played) = game else { unreachable!("it is Gomoku") };
            let mut table = Table { stones: PlainGomoku::new(15), rule: played.position().rule() };
            for at in points() {
                if let Some(side) = played.position().board().stone_at(at) {
                    table.put(at, side);
                }
            }
            table
        }

        fn put(&mut self, at: Point, side: Side) {
            self.stones.set(cell(at).0, cell(at).1, letter(side));
        }

        fn with(&self, at: Point, side: Side) -> Table {
            let mut table = self.clone();
            table.put(at, side);
            table
        }

        fn is_empty(&self, at: Point) -> bool {
            self.stones.get(cell(at).0, cell(at).1) == '.'
        }

        fn is_of(&self, at: &str, side: Side) -> bool {
            let (column, row) = cell(point(at));
            self.stones.get(column, row) == letter(side)
        }

        fn may_play(&self, at: Point, side: Side) -> bool {
            let is_bound = self.rule == Rule::Renju && side == Side::First;
            self.is_empty(at) && !(is_bound && self.stones.foul(cell(at).0, cell(at).1).is_some())
        }

        fn makes_five(&mut self, at: Point, side: Side) -> bool {
            let (column, row) = cell(at);
            self.put(at, side);
            let wins = self.stones.wins(column, row, self.rule);
            self.stones.set(column, row, '.');
            wins
        }

        /// The points at which a stone of `side` makes a five, on the lines through `near` or anywhere.
        fn fives(&self, side: Side, near: Option<Point>) -> Vec<Point> {
            let mut table = self.clone();
            let on_line = |at: Point| {
                near.is_none_or(|near| {
                    let (x, y) = (at.column().abs_diff(near.column()), at.row().abs_diff(near.row()));
                    x.max(y) <= 5 && (x == 0 || y == 0 || x == y)
                })
            };
            points().filter(|&at| on_line(at) && self.is_empty(at) && table.makes_five(at, side)).collect()
        }

        /// Whether continuous fours, the first of them at `start` if it is given, win in so many moves.
        fn wins_by_fours(&self, side: Side, start: Option<Point>, moves: usize) -> bool {
            let own = self.fives(side, None);
            if start.map_or(!own.is_empty(), |start| own.contains(&start)) {
                return true;
            }
            if moves < 2 {
                return false;
            }
            let theirs = self.fives(!side, None);
            points().filter(|&at| start.is_none_or(|start| start == at)).any(|at| {
                // A five of the other side must be stopped by the same stone.
                let stops = theirs.iter().all(|&five| five == at);
                if !stops || !self.may_play(at, side) {
                    return false;
                }
                let next = self.with(at, side);
                match next.fives(side, Some(at))[..] {
                    [] => false,
                    [block] if next.may_play(block, !side) => {
                        next.with(block, !side).wins_by_fours(side, None, moves - 1)
                    }
                    _ => true,
                }
            })
        }

        /// Whether the line can be played, and each stone of `side` on it wins, stops a five, or threatens to win by
        /// fours. The first stone may be quiet: after it every answer loses to threats.
        fn threatens_all_along(&self, side: Side, line: &[String]) -> bool {
            let mut table = self.clone();
            line.iter().enumerate().all(|(ply, mv)| {
                let (at, mover) = (point(mv), if ply % 2 == 0 { side } else { !side });
                let may = table.may_play(at, mover) || table.makes_five(at, mover);
                let decides = table.makes_five(at, mover) || table.makes_five(at, !mover);
                table.put(at, mover);
                may && (mover != side || ply == 0 || decides || table.wins_by_fours(side, None, 5))
            })
        }
    }

    /// Whether the fact holds for `side`, to move.
    fn holds(table: &Table, threat: &Threat) -> bool {
        if let ThreatKind::Apart { at } = &threat.what {
            return is_apart(table, at);
        }
        let (side, start) = (threat.side, point(first(threat)));
        let line: Vec<String> = threat.line.iter().map(|row| row.uci.clone()).collect();
        match &threat.what {
            ThreatKind::Five { row, .. } => {
                table.clone().makes_five(start, side) && row.len() >= 4 && row.iter().all(|at| table.is_of(at, side))
            }
            ThreatKind::Vcf { rows, .. } if rows.iter().flatten().any(|at| !table.is_of(at, side)) => false,
            ThreatKind::Vcf { moves, shape, .. } if *moves <= FOURS_MAX => {
                is_shaped(table, side, start, *shape) && table.wins_by_fours(side, Some(start), *moves)
            }
            ThreatKind::Vcf { shape, .. } | ThreatKind::Vct { shape, .. } => {
                is_shaped(table, side, start, *shape) && table.threatens_all_along(side, &line)
            }
            ThreatKind::OpenThree { row, fours } => {
                row.len() == 3
                    && row.iter().all(|at| table.is_of(at, side))
                    && fours.iter().all(|at| {
                        let at = point(at);
                        table.may_play(at, side) && table.with(at, side).fives(side, Some(at)).len() >= 2
                    })
            }
            what => panic!("{what:?} is no reason"),
        }
    }

    /// Whether no other stone is in any row of five through the point.
    fn is_apart(table: &Table, at: &str) -> bool {
        let (column, row) = (i32::from(at.as_bytes()[0] - b'a'), at[1..].parse::<i32>().expect(at) - 1);
        let on_line = |steps: i32, (x, y): (i32, i32)| (column + steps * x, row + steps * y);
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let around = directions.into_iter().flat_map(|on| (1..5).flat_map(move |n| [on_line(n, on), on_line(-n, on)]));
        let mut around = around.filter(|(x, y)| (0..15).contains(x) && (0..15).contains(y)).map(|(x, y)| {
            let column = char::from(b'a' + u8::try_from(x).expect("on the board"));
            format!("{column}{}", y + 1)
        });
        around.all(|point| Side::ALL.into_iter().all(|side| !table.is_of(&point, side)))
    }

    fn is_shaped(table: &Table, side: Side, at: Point, shape: Option<ForcingShape>) -> bool {
        let fives = table.with(at, side).fives(side, Some(at)).len();
        match shape {
            Some(ForcingShape::StraightFour | ForcingShape::DoubleFour) => fives >= 2,
            Some(ForcingShape::FourThree) => fives >= 1,
            Some(ForcingShape::DoubleThree) | None => true,
        }
    }

    fn check(rule: Rule) {
        let setup = Setup::gomoku(rule, 15, None).expect("a usual board");
        tell(&setup, |game, mv, fact| {
            let table = Table::of(game);
            let next = table.with(point(mv), game.side_to_move());
            let is_true = match fact {
                Fact::Does(threat) => first(threat) == mv && holds(&table, threat),
                Fact::Allows(threat) => holds(&next, threat),
                Fact::Ignores(threat) => holds(&next, threat) && table.wins_by_fours_or_later(threat),
                Fact::Stops(threat) => holds(&table, threat) && is_gone(&next, threat),
            };
            assert!(is_true, "{fact:?} after {mv} in {}", game.placement());
        });
    }

    impl Table {
        /// Whether the other side had the same threat before; VCT is beyond the plain rules.
        fn wins_by_fours_or_later(&self, threat: &Threat) -> bool {
            match threat.what {
                ThreatKind::Five { .. } => !self.fives(threat.side, None).is_empty(),
                ThreatKind::Vcf { moves, .. } if moves < FOURS_MAX => self.wins_by_fours(threat.side, None, FOURS_MAX),
                _ => true,
            }
        }
    }

    /// Whether nothing of it is left: no five, no win by few fours.
    fn is_gone(table: &Table, threat: &Threat) -> bool {
        match threat.what {
            ThreatKind::Five { .. } => table.fives(threat.side, None).is_empty(),
            _ => !table.wins_by_fours(threat.side, None, 4),
        }
    }

    #[test]
    fn every_fact_of_freestyle_is_proved_by_the_rules() {
        check(Rule::Freestyle);
    }

    #[test]
    fn every_fact_of_standard_is_proved_by_the_rules() {
        check(Rule::Standard);
    }

    #[test]
    fn every_fact_of_renju_is_proved_by_the_rules() {
        check(Rule::Renju);
    }
}
