//! Whole games of the engines against themselves; the plain rules check every move and every end.
//!
//! A few games for each rule run with the other tests; `make self-play` plays two hundred (`DUIYI_GAMES` sets the
//! number).

use duiyi_core::base::{BySide, Reason, Rng, Side, Stamp};
use duiyi_core::engine::{Engines, SearchRequest};
use duiyi_core::game::Setup;
use duiyi_core::gomoku::{Point, Rule};
use duiyi_core::record::TimeControl;
use duiyi_core::search::{Level, Limits, Stop, clock::StoppedClock};
use duiyi_core::session::{Coach, Command, GameConfig, Player, Session};

use crate::gomoku_rules::plain::PlainBoard as PlainGomoku;
use crate::xiangqi_rules::plain::PlainBoard as PlainXiangqi;

/// Nodes for one move: enough to see threats, few enough for hundreds of games.
const NODES: u64 = 1_000;

/// The limit of plies; the plain rules have checked every position up to there.
const PLIES_MAX: usize = 400;

fn games() -> usize {
    std::env::var("DUIYI_GAMES").ok().and_then(|number| number.parse().ok()).unwrap_or(4)
}

/// A second opinion on each move.
trait Judge {
    /// Checks a move before it is played, against the whole legal list, and plays it.
    fn play(&mut self, legal: &[String], mv: &str);
    /// Returns the result on the board with its winner, as far as the plain rules decide it.
    fn ended(&self) -> Option<Option<Side>>;
}

impl Judge for PlainXiangqi {
    fn play(&mut self, legal: &[String], mv: &str) {
        assert_eq!(legal, self.legal_moves());
        assert!(legal.iter().any(|known| known == mv), "{mv} is not legal");
        PlainXiangqi::play(self, mv);
    }

    fn ended(&self) -> Option<Option<Side>> {
        // Without a legal move the side to move has lost, in check or not; this judge does not know repetitions.
        self.legal_moves().is_empty().then(|| Some(if self.red_to_move() { Side::Second } else { Side::First }))
    }
}

struct GomokuJudge {
    board: PlainGomoku,
    rule: Rule,
    side: Side,
    winner: Option<Side>,
}

impl Judge for GomokuJudge {
    fn play(&mut self, legal: &[String], mv: &str) {
        let point: Point = mv.parse().expect("engines name points");
        let points = self.board.legal_points(self.rule, self.side);
        let mut expected: Vec<String> = points.iter().map(ToString::to_string).collect();
        expected.sort_unstable();
        assert_eq!(legal, expected);
        assert!(legal.iter().any(|known| known == mv), "{mv} is not legal");
        let (column, row) = (usize::from(point.column()), usize::from(point.row()));
        self.board.set(column, row, if self.side == Side::First { 'x' } else { 'o' });
        if self.board.wins(column, row, self.rule) {
            self.winner = Some(self.side);
        }
        self.side = !self.side;
    }

    fn ended(&self) -> Option<Option<Side>> {
        let full = || self.board.legal_points(self.rule, self.side).is_empty().then_some(None);
        self.winner.map(Some).or_else(full)
    }
}

/// Plays one game between two levels and returns its end and its number of plies.
fn play(config: GameConfig, judge: &mut dyn Judge, seed: u64) -> (Option<Reason>, usize) {
    let mut rng = Rng::from_seed(seed);
    let mut engines = Engines::new(1);
    let levels = BySide::from_fn(|_| Level::new(1 + rng.below(5) as u8).expect("it is 1 to 5"));
    let (mut session, _) = Session::new(config, seed, Stamp(0));
    while session.outcome().is_none() && session.rows().len() < PLIES_MAX {
        assert_eq!(judge.ended(), None, "the game should be over");
        let game = session.game();
        let legal = game.legal_moves();
        let ply = session.rows().len();
        // A few random moves first, so that games differ.
        let mv = if ply < 4 {
            legal[rng.below(legal.len())].clone()
        } else {
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let level = levels[game.side_to_move()];
            let ask = SearchRequest::new(limits, level, rng.next_u64());
            let thought = engines.think(game, &ask, &StoppedClock, &Stop::new(), &mut |_| {});
            thought.best.expect("there are legal moves")
        };
        judge.play(&legal, &mv);
        session.apply(Command::Play(mv.clone()), Stamp(0)).unwrap_or_else(|why| panic!("{mv} was refused: {why}"));
    }
    if let Some(outcome) = session.outcome() {
        match outcome.reason {
            Reason::Checkmate | Reason::Stalemate | Reason::Five | Reason::BoardFull => {
                assert_eq!(judge.ended(), Some(outcome.winner), "{outcome:?}");
            }
            _ => {}
        }
    }
    (session.outcome().map(|outcome| outcome.reason), session.rows().len())
}

fn check(name: &str, mut begin: impl FnMut(usize) -> (GameConfig, Box<dyn Judge>)) {
    let mut ends: Vec<(String, usize)> = Vec::new();
    let mut plies = 0;
    for game in 0..games() {
        let (config, mut judge) = begin(game);
        let (reason, length) = play(config, judge.as_mut(), game as u64);
        plies += length;
        let reason = reason.map_or("left".to_owned(), |reason| reason.to_string());
        match ends.iter_mut().find(|end| end.0 == reason) {
            Some(end) => end.1 += 1,
            None => ends.push((reason, 1)),
        }
    }
    println!("{name}: {} games, {plies} plies, none illegal; ends: {ends:?}", games());
}

fn config(setup: Setup) -> GameConfig {
    let player = || Player::Human { name: String::new() };
    let players = BySide { first: player(), second: player() };
    GameConfig { setup, players, clock: TimeControl::None, coach: Coach::default(), odds: None }
}

fn check_gomoku(rule: Rule) {
    check(rule.code(), |game| {
        let size = [15, 9, 20, 15, 6, 15, 19, 15][game % 8];
        let board = PlainGomoku::new(size);
        let judge = GomokuJudge { board, rule, side: Side::First, winner: None };
        (config(Setup::gomoku(rule, size, None).expect("a usual board")), Box::new(judge))
    });
}

#[test]
fn engines_play_xiangqi_by_the_plain_rules() {
    check("xiangqi", |_| {
        let judge = PlainXiangqi::new(&duiyi_core::xiangqi::Position::start().to_fen());
        (config(Setup::xiangqi(duiyi_core::xiangqi::Rule::default())), Box::new(judge))
    });
}

#[test]
fn engines_play_freestyle_by_the_plain_rules() {
    check_gomoku(Rule::Freestyle);
}

#[test]
fn engines_play_standard_by_the_plain_rules() {
    check_gomoku(Rule::Standard);
}

#[test]
fn engines_play_renju_by_the_plain_rules() {
    check_gomoku(Rule::Renju);
}

#[test]
fn engines_play_caro_by_the_plain_rules() {
    check_gomoku(Rule::Caro);
}
