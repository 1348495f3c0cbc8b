//! A player of a match: a mind and its limits.

use std::path::PathBuf;
use std::time::Duration;

use duiyi_core::base::{BySide, Depth, Millis, Rng, Score};
use duiyi_core::engine::SearchRequest;
use duiyi_core::game::Game;
use duiyi_core::record::TimeControl;
use duiyi_core::search::{Clock as _, Level, Limits, SearchOptions, Stop, TimeLimit};

use super::adjudication::Adjudication;
use crate::books::{self, OpeningBook};
use crate::clock::MonotonicClock;
use crate::engines::{Decision, EngineClock, EngineFault, EngineTimeouts};
use crate::reactor::Reactor;
use crate::thinking::{EngineSettings, EngineSpec, Mind, SearchFault, SearchQuestion};

/// Time reserved for the delay between the engine and the match clock.
const OVERHEAD: Millis = Millis(10);

/// The start-up timeout of an external engine: on a busy machine many start at the same time.
const BEGINNING: Duration = Duration::from_secs(60);

/// The limits of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchLimits {
    pub control: TimeControl,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// The tolerance for a late move.
    pub margin: Millis,
    pub adjudication: Adjudication,
}

impl MatchLimits {
    const fn move_time(&self) -> Option<Millis> {
        match self.control {
            TimeControl::PerMove { each } => Some(each),
            TimeControl::None | TimeControl::Fischer { .. } | TimeControl::ByoYomi { .. } => None,
        }
    }

    /// Returns whether no search of `engine` would end: an external engine has no limits but those of the match, and no
    /// protocol has words for byo-yomi. Engines of ours have the time of a level.
    #[must_use]
    pub const fn is_endless_for(&self, engine: &EngineSpec) -> bool {
        let has_time = matches!(self.control, TimeControl::PerMove { .. } | TimeControl::Fischer { .. });
        matches!(engine, EngineSpec::External(_)) && !has_time && self.nodes.is_none()
    }

    /// Returns the search limits of the built-in engine, with `left` on its clock, if any.
    fn of_built_in(&self, own: &EngineSettings, left: Option<Millis>) -> Limits {
        let level = if own.keeps_to_level { own.level.limits() } else { Limits::default() };
        let nodes = own.nodes.or(self.nodes);
        let level_max = match level.time {
            Some(TimeLimit::Move { max, .. }) => Some(max),
            _ => None,
        };
        // With a clock the own time bounds what the clock gives a move.
        let max = level_max.into_iter().chain(own.time.filter(|_| left.is_some())).min();
        let (control, overhead) = match own.time {
            _ if left.is_some() => (self.control, OVERHEAD),
            Some(each) => (TimeControl::PerMove { each }, Millis(0)),
            None => (self.control, Millis(0)),
        };
        let time = match control {
            // A limit independent of the machine's speed was chosen.
            TimeControl::None if nodes.is_some() || own.depth.is_some() => None,
            TimeControl::None => own.level.limits().time,
            control => control.budget(left, max, overhead),
        };
        Limits { depth: own.depth.or(level.depth), nodes, time }
    }

    /// Returns the search limits of an engine without limits of its own.
    fn of_others(&self, left: Option<Millis>) -> Limits {
        Limits { depth: None, nodes: self.nodes, time: self.control.budget(left, None, Millis(0)) }
    }
}

pub(super) struct ChosenMove {
    pub decision: Decision,
    /// The player's view, if the engine reports a score.
    pub score: Option<Score>,
    /// In plies, if the engine reports it.
    pub depth: Option<u8>,
    pub took: Duration,
}

pub struct MatchPlayer {
    spec: EngineSpec,
    mind: Mind,
    /// Opening books, in their order. One that cannot be opened is left out.
    books: Vec<OpeningBook>,
    /// Whether the best move of a book is played instead of one by lot.
    best: bool,
}

/// The opening books of a player of any kind; levels below 3 of the built-in engine ignore them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerBooks {
    /// In their order.
    pub paths: Vec<PathBuf>,
    /// Whether the best move is played instead of one by lot.
    pub best: bool,
}

/// A request to a player.
pub(super) struct MatchTurn<'a> {
    pub game: &'a Game,
    pub limits: &'a MatchLimits,
    /// The clocks, if there are any.
    pub left: Option<BySide<Millis>>,
    /// The seed of a weak level's choices.
    pub seed: u64,
    /// Set when the match is stopped.
    pub stop: &'a Stop,
}

impl MatchTurn<'_> {
    fn clocks(&self) -> Option<EngineClock> {
        let TimeControl::Fischer { main, increment } = self.limits.control else { return None };
        let increment = BySide::from_fn(|_| increment);
        self.left.map(|left| EngineClock { main, left, increment, moves_to_go: None })
    }

    fn request(&self, spec: &EngineSpec) -> SearchRequest {
        let left = self.left.map(|left| left[self.game.side_to_move()]);
        match spec {
            EngineSpec::BuiltIn(own) => {
                let limits = self.limits.of_built_in(own, left);
                // The match rejects unsuitable ablations before its first game.
                let features = own.without.features(self.game.kind()).unwrap_or_default();
                let options = SearchOptions::new(limits, own.level, self.seed);
                let options = SearchOptions { threads: own.threads, contempt: own.contempt, features, ..options };
                SearchRequest { options, method: own.method, book: false }
            }
            EngineSpec::Scripted(_) | EngineSpec::External(_) => {
                SearchRequest::new(self.limits.of_others(left), Level::MAX, self.seed)
            }
        }
    }
}

impl MatchPlayer {
    #[must_use]
    pub fn new(reactor: &Reactor, spec: &EngineSpec, limits: &MatchLimits) -> MatchPlayer {
        let late = Duration::from_millis(limits.margin.0) + EngineTimeouts::default().late;
        let timeouts = EngineTimeouts { handshake: BEGINNING, ready: BEGINNING, late, ..EngineTimeouts::default() };
        MatchPlayer { spec: spec.clone(), mind: Mind::open(reactor, spec, timeouts), books: Vec::new(), best: false }
    }

    /// Gives the player its books. One that cannot be opened is left out.
    #[must_use]
    pub fn with_books(self, PlayerBooks { paths, best }: &PlayerBooks) -> MatchPlayer {
        let books = paths.iter().filter_map(|path| OpeningBook::open(path).ok()).collect();
        MatchPlayer { books, best: *best, ..self }
    }

    /// Sets the stop after which an external engine is waited for no longer.
    pub fn heed(&mut self, stop: &Stop) {
        self.mind.heed(stop);
    }

    /// Returns the player's name, which starts an external engine.
    ///
    /// # Errors
    /// The external engine cannot be started.
    pub fn name(&mut self) -> Result<String, EngineFault> {
        self.mind.name()
    }

    /// Begins a new game at the start of `game`; the engine clears its tables.
    pub(super) fn new_game(&mut self, game: &Game) -> Result<(), SearchFault> {
        self.mind.new_game(game)
    }

    /// Returns the time after which the player loses on time: that of the clock, its own for each move, or the match's.
    pub(super) fn allowed(&self, turn: &MatchTurn<'_>) -> Option<Duration> {
        let left = turn.left.map(|left| left[turn.game.side_to_move()]);
        let own = match &self.spec {
            EngineSpec::BuiltIn(own) => own.time,
            EngineSpec::Scripted(_) | EngineSpec::External(_) => None,
        };
        let time = left.or(own).or(turn.limits.move_time())?;
        Some(Duration::from_millis(time.0.saturating_add(turn.limits.margin.0)))
    }

    pub(super) fn think(&mut self, turn: &MatchTurn<'_>) -> Result<ChosenMove, SearchFault> {
        let request = turn.request(&self.spec);
        let clock = MonotonicClock::start();
        if (SearchRequest { book: true, ..request }).reads_books()
            && let Some(mv) = books::choose(&self.books, turn.game, self.best, &mut Rng::from_seed(turn.seed))
        {
            let took = Duration::from_millis(clock.elapsed().0);
            return Ok(ChosenMove { decision: Decision::Play { mv, draw: false }, score: None, depth: None, took });
        }
        let question = SearchQuestion { game: turn.game, moves: &[], request, clocks: turn.clocks(), clock: &clock };
        let answer = self.mind.think(&question, turn.stop, None)?;
        let decision = answer.decision.ok_or_else(|| SearchFault::of_ours("the engine found no move"))?;
        Ok(ChosenMove { decision, score: answer.score, depth: plies(answer.depth), took: answer.took })
    }

    /// Resets the fault count after a game without a fault.
    pub(super) fn succeeded(&mut self) {
        self.mind.succeeded();
    }

    /// Quits an external engine.
    pub fn leave(&mut self) {
        self.mind.close();
    }
}

/// Returns a depth as a record stores it.
fn plies(depth: Option<Depth>) -> Option<u8> {
    depth.and_then(|depth| u8::try_from(depth).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_in_nodes_leaves_time_out_of_it() {
        let level = EngineSettings::new(String::new(), Level::new(3));
        let free = MatchLimits {
            control: TimeControl::None,
            nodes: None,
            margin: Millis(0),
            adjudication: Adjudication::default(),
        };
        let limits = MatchLimits { nodes: Some(500), ..free }.of_built_in(&level, None);
        assert_eq!(limits, Limits { depth: level.level.limits().depth, nodes: Some(500), time: None });
        assert_eq!(free.of_built_in(&level, None), level.level.limits());
    }

    #[test]
    fn a_time_of_its_own_bounds_what_the_clock_gives() {
        let control = TimeControl::Fischer { main: Millis(60_000), increment: Millis(100) };
        let limits = MatchLimits { control, nodes: None, margin: Millis(0), adjudication: Adjudication::default() };
        let time = |level, own, left| {
            let own = EngineSettings { time: own, ..EngineSettings::new(String::new(), level) };
            limits.of_built_in(&own, left).time
        };
        let clock = |max| {
            let (left, increment) = (Millis(9_000), Millis(100));
            Some(TimeLimit::Clock { left, increment, moves_to_go: None, max, overhead: OVERHEAD })
        };
        let left = Some(Millis(9_000));
        assert_eq!(time(None, Some(Millis(50)), left), clock(Some(Millis(50))));
        assert_eq!(time(Level::new(1), Some(Millis(1)), left), clock(Some(Millis(1))));
        assert_eq!(time(None, None, left), clock(None));
        assert_eq!(time(None, Some(Millis(50)), None), Some(TimeLimit::Move { max: Millis(50), spend_all: true }));
    }

    #[test]
    fn a_player_with_a_book_plays_from_it_and_no_forbidden_move() {
        use duiyi_core::game::{Game, GameKind, Setup};

        use crate::books::{BookEdit, BookList, MoveSign};

        let folder = tempfile::tempdir().expect("a folder");
        let (mut list, _) = BookList::load(Some(folder.path().to_owned()));
        let mut book = |name: &str, mv: &str, weight, sign| {
            let id = list.create(name, GameKind::Xiangqi).expect("a book");
            let game = Game::new(&Setup::usual(GameKind::Xiangqi));
            let edit = BookEdit { weight, sign, remark: String::new() };
            list.edit(&id, &game, mv, Some(edit)).expect("a change");
            list.find(&id).expect("its path")
        };
        let books = vec![
            book("a", "h2e2", 900, MoveSign::Plain),
            book("b", "b2e2", 1, MoveSign::Forbidden),
            book("c", "e3e4", 5, MoveSign::Plain),
        ];
        let game = Game::new(&Setup::usual(GameKind::Xiangqi));
        let limits = MatchLimits {
            control: TimeControl::None,
            nodes: Some(200),
            margin: Millis(0),
            adjudication: Adjudication::default(),
        };
        let (reactor, stop) = (Reactor::start(), Stop::new());
        let play = |level: u8, books: &[std::path::PathBuf], seed| {
            let own = EngineSettings { hash_mib: 1, ..EngineSettings::new(String::new(), Level::new(level)) };
            let books = PlayerBooks { paths: books.to_vec(), best: false };
            let mut player = MatchPlayer::new(&reactor, &EngineSpec::BuiltIn(own), &limits).with_books(&books);
            let turn = MatchTurn { game: &game, limits: &limits, left: None, seed, stop: &stop };
            let ChosenMove { decision, depth, .. } = player.think(&turn).expect("a move");
            let Decision::Play { mv, .. } = decision else { panic!("it plays") };
            (mv, depth)
        };
        assert_eq!(play(5, &books[..1], 1), ("h2e2".to_owned(), None));
        for seed in 0..20 {
            // The second book forbids the move of the first, whichever cannon plays it.
            assert_eq!(play(3, &books, seed), ("e3e4".to_owned(), None), "{seed}");
        }
        assert!(play(2, &books, 1).1.is_some(), "a beginner has read no book");
        assert!(play(5, &[], 1).1.is_some());
    }
}
