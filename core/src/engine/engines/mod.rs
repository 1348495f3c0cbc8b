//! The engines of all games behind one interface.

use crate::base::{Depth, Millis, Rng, Score};
use crate::engine::gomoku::GomokuEngine;
use crate::engine::gomoku::mcts::MctsEngine;
use crate::engine::gomoku::opening::Opener;
use crate::engine::xiangqi::XiangqiEngine;
use crate::engine::{Engine, EngineRequest, Nets, SearchMethod, World};
use crate::game::{BuiltInBooks, Game, GameKind, Played};
use crate::gomoku::Rule;
use crate::gomoku::protocol::{Opening, OpeningChoice};
use crate::position::Position;
use crate::position::solver::{self, Pruning, Solution};
use crate::search::{Clock, InfoSink, Level, Limits, PvLine, SearchInfo, SearchOptions, Stop};
use crate::tictactoe;

/// Probability of a random move in tic-tac-toe by level, in thousandths.
const TICTACTOE_MISTAKES_PERMILLE: [u32; 5] = [600, 350, 180, 60, 0];

/// The lowest level that uses opening books.
const WELL_READ: u8 = 3;

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest {
    /// Limits, level and other options. The level may tighten the limits.
    pub options: SearchOptions,
    /// The algorithm, where the game has several.
    pub method: SearchMethod,
    /// Whether the built-in opening books answer without a search. Levels below [`WELL_READ`] ignore them.
    pub book: bool,
}

impl SearchRequest {
    /// Requests one thread, one line, alpha-beta and no book.
    #[must_use]
    pub const fn new(limits: Limits, level: Level, seed: u64) -> SearchRequest {
        SearchRequest { options: SearchOptions::new(limits, level, seed), method: SearchMethod::AlphaBeta, book: false }
    }

    /// Returns whether opening books may answer.
    #[must_use]
    pub const fn reads_books(&self) -> bool {
        self.book && self.options.level.number() >= WELL_READ
    }
}

/// One engine per game and search method, created on first use or by [`prepare`](Engines::prepare).
///
/// # Examples
/// ```
/// use duiyi_core::engine::{Engines, SearchRequest};
/// use duiyi_core::game::{Game, GameKind, Setup};
/// use duiyi_core::search::clock::StoppedClock;
/// use duiyi_core::search::{Level, Limits, Stop};
///
/// let game = Game::new(&Setup::usual(GameKind::Gomoku));
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// let request = SearchRequest::new(limits, Level::MAX, 0);
/// let info = Engines::new(1).think(&game, &request, &StoppedClock, &Stop::new(), &mut |_| ());
/// assert_eq!(info.best.as_deref(), Some("h8"));
/// ```
pub struct Engines {
    hash_mib: usize,
    nets: Nets,
    xiangqi: Option<XiangqiEngine>,
    gomoku: Option<GomokuEngine>,
    gomoku_mcts: Option<MctsEngine>,
    books: BuiltInBooks,
}

impl Engines {
    /// Creates no engine yet. Each will have a transposition table of `hash_mib` MiB.
    #[must_use]
    pub fn new(hash_mib: usize) -> Engines {
        Engines {
            hash_mib,
            nets: Nets::default(),
            xiangqi: None,
            gomoku: None,
            gomoku_mcts: None,
            books: BuiltInBooks::default(),
        }
    }

    /// Replaces the nets. Engines with another net clear their tables.
    pub fn set_nets(&mut self, nets: Nets) {
        if let Some(engine) = &mut self.xiangqi {
            engine.set_net(nets.xiangqi().cloned());
        }
        if let Some(engine) = &mut self.gomoku {
            engine.set_net(nets.gomoku().cloned());
        }
        self.nets = nets;
    }

    /// Creates the engine of `kind` with all its memory, so that the first search starts at once. Allocation may take a
    /// tenth of a second.
    pub fn prepare(&mut self, kind: GameKind) {
        match kind {
            GameKind::Xiangqi => _ = self.xiangqi(),
            GameKind::Gomoku => _ = self.gomoku(),
            GameKind::TicTacToe => {}
        }
    }

    /// Creates the engine that searches `game` by `method`, with all its memory and the tables of its rule. An engine that
    /// has them keeps them.
    pub fn prepare_for(&mut self, game: &Game, method: SearchMethod) {
        match game {
            Game::Gomoku(played) if method == SearchMethod::Mcts => {
                self.gomoku_mcts().prepare(played.position().rule());
            }
            Game::Gomoku(played) => self.gomoku().prepare(played.position().rule()),
            Game::Xiangqi(_) | Game::TicTacToe(_) => self.prepare(game.kind()),
        }
    }

    /// Returns the size of each transposition table, in MiB.
    #[must_use]
    pub const fn hash_mib(&self) -> usize {
        self.hash_mib
    }

    /// Replaces the engines by new ones with transposition tables of `hash_mib` MiB. A prepared engine stays prepared.
    pub fn resize(&mut self, hash_mib: usize) {
        self.hash_mib = hash_mib;
        // Frees the old table before the new one is allocated: memory may not hold both.
        if self.xiangqi.take().is_some() {
            self.xiangqi();
        }
        if self.gomoku.take().is_some() {
            self.gomoku();
        }
        self.gomoku_mcts = None;
    }

    fn xiangqi(&mut self) -> &mut XiangqiEngine {
        self.xiangqi.get_or_insert_with(|| {
            let mut engine = XiangqiEngine::new(self.hash_mib);
            engine.set_net(self.nets.xiangqi().cloned());
            engine
        })
    }

    fn gomoku(&mut self) -> &mut GomokuEngine {
        self.gomoku.get_or_insert_with(|| {
            let mut engine = GomokuEngine::new(self.hash_mib);
            engine.set_net(self.nets.gomoku().cloned());
            engine
        })
    }

    fn gomoku_mcts(&mut self) -> &mut MctsEngine {
        self.gomoku_mcts.get_or_insert_with(|| MctsEngine::new(self.hash_mib))
    }

    /// Clears all tables for a new game.
    pub fn clear(&mut self) {
        if let Some(engine) = &mut self.xiangqi {
            engine.clear();
        }
        if let Some(engine) = &mut self.gomoku {
            engine.clear();
        }
        if let Some(engine) = &mut self.gomoku_mcts {
            engine.clear();
        }
    }

    /// Drops the engines and their memory. The next search creates new ones.
    pub fn discard(&mut self) {
        *self = Engines { nets: self.nets.clone(), ..Engines::new(self.hash_mib) };
    }

    /// Decides in an opening under `rule` until the other player is to decide.
    pub fn decide(
        &mut self,
        opening: &Opening,
        rule: Rule,
        ask: &SearchRequest,
        clock: &dyn Clock,
        stop: &Stop,
    ) -> Vec<OpeningChoice> {
        Opener::new(rule, ask.options.level, ask.options.seed, &ask.options.limits, clock, stop)
            .decide(self.gomoku(), opening)
    }

    /// Searches `game`. `progress` receives each iteration. Moves are in coordinates.
    pub fn think(
        &mut self,
        game: &Game,
        ask: &SearchRequest,
        clock: &dyn Clock,
        stop: &Stop,
        progress: &mut dyn FnMut(&SearchInfo<String>),
    ) -> SearchInfo<String> {
        self.think_among(game, &[], ask, clock, stop, progress)
    }

    /// Searches like [`Engines::think`], restricted to `moves` (coordinates). Ignores illegal moves; without a legal
    /// one, all moves are searched. Tic-tac-toe ignores `moves`.
    pub fn think_among(
        &mut self,
        game: &Game,
        moves: &[String],
        ask: &SearchRequest,
        clock: &dyn Clock,
        stop: &Stop,
        progress: &mut dyn FnMut(&SearchInfo<String>),
    ) -> SearchInfo<String> {
        if moves.is_empty()
            && let Some(thought) = self.recall(game, ask, clock)
        {
            progress(&thought);
            return thought;
        }
        if let Some(thought) = ended(game, clock) {
            return thought;
        }
        match game {
            Game::Xiangqi(played) => ask_engine(self.xiangqi(), played, moves, ask, clock, stop, progress),
            Game::Gomoku(played) if ask.method == SearchMethod::Mcts => {
                ask_engine(self.gomoku_mcts(), played, moves, ask, clock, stop, progress)
            }
            Game::Gomoku(played) => ask_engine(self.gomoku(), played, moves, ask, clock, stop, progress),
            Game::TicTacToe(played) => {
                let thought = play_tictactoe(played.position(), ask, clock.elapsed());
                progress(&thought);
                thought
            }
        }
    }

    /// Returns the book's move, if books are allowed and know the position.
    fn recall(&mut self, game: &Game, ask: &SearchRequest, clock: &dyn Clock) -> Option<SearchInfo<String>> {
        if !ask.reads_books() {
            return None;
        }
        let rng = &mut Rng::from_seed(ask.options.seed);
        let best = self.books.choose(game, rng)?;
        Some(SearchInfo::unsearched(Some(best), clock.elapsed()))
    }
}

/// A sink that converts moves to text.
struct TextSink<'a>(&'a mut dyn FnMut(&SearchInfo<String>));

impl<M: ToString> InfoSink<M> for TextSink<'_> {
    fn report(&mut self, info: &SearchInfo<M>) {
        (self.0)(&info.map(ToString::to_string));
    }
}

fn ask_engine<E: Engine>(
    engine: &mut E,
    played: &Played<E::Position>,
    moves: &[String],
    ask: &SearchRequest,
    clock: &dyn Clock,
    stop: &Stop,
    progress: &mut dyn FnMut(&SearchInfo<String>),
) -> SearchInfo<String> {
    let request = EngineRequest { history: played.history().clone(), options: ask.options };
    let report = &mut TextSink(progress);
    let mut only = Vec::new();
    if !moves.is_empty() {
        only.extend(played.position().legal_moves());
        only.retain(|mv| moves.contains(&mv.to_string()));
    }
    engine.think_among(&request, &only, World { clock, stop, report }).map(ToString::to_string)
}

/// Returns the result of a finished game without legal moves. The loser is mated in 0.
fn ended(game: &Game, clock: &dyn Clock) -> Option<SearchInfo<String>> {
    let outcome = game.outcome().filter(|_| game.legal_moves().is_empty())?;
    let score = outcome.score(game.side_to_move(), 0);
    Some(SearchInfo { score, ..SearchInfo::unsearched(None, clock.elapsed()) })
}

/// Tic-tac-toe needs no search driver: the solver solves it completely, or within the limits of `ask`.
fn play_tictactoe(position: &tictactoe::Position, ask: &SearchRequest, time: Millis) -> SearchInfo<String> {
    let (depth, solution) = look_ahead(position, ask);
    let mistakes = TICTACTOE_MISTAKES_PERMILLE[usize::from(ask.options.level.number()) - 1];
    let mut rng = Rng::from_seed(ask.options.seed ^ position.key().0);
    let best = tictactoe::choose(position, &solution.best, mistakes, &mut rng).map(|cell| cell.to_string());
    let score = solution.score;
    let lines =
        best.iter().map(|mv| PvLine { score, is_lower_bound: false, chance: None, pv: vec![mv.clone()] }).collect();
    let (depth_selective, nodes) = (depth, solution.nodes);
    SearchInfo { score, depth, depth_selective, nodes, lines, ..SearchInfo::unsearched(best, time) }
}

/// Solves to the end of the game, or deepens while nodes last and returns the last complete depth.
fn look_ahead(position: &tictactoe::Position, ask: &SearchRequest) -> (Depth, Solution<tictactoe::Square>) {
    let end = position.legal_moves().len() as Depth;
    let Limits { depth, nodes, .. } = ask.options.limits;
    // A weak level makes mistakes instead of searching less deep.
    let depth_max = depth.filter(|_| ask.options.level == Level::MAX).map_or(end, |depth| depth.clamp(1, end));
    let Some(nodes_max) = nodes else {
        return (depth_max, solver::search(position, depth_max, Pruning::On, |_| Score::DRAW));
    };
    let mut known = Solution { score: Score::DRAW, best: position.legal_moves().to_vec(), nodes: 0 };
    for depth in 1..=depth_max {
        let left = nodes_max - known.nodes;
        let Some(found) = solver::search_within(position, depth, Pruning::On, left, |_| Score::DRAW) else {
            return (depth - 1, Solution { nodes: nodes_max, ..known });
        };
        known = Solution { nodes: known.nodes + found.nodes, ..found };
    }
    (depth_max, known)
}

#[cfg(test)]
mod tests;
