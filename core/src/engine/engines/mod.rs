//! The engines of all games behind one question, for shells that do not care which game it is.

use crate::base::{Depth, Millis, Rng, Score};
use crate::book::Book;
use crate::engine::gomoku::GomokuEngine;
use crate::engine::gomoku::mcts::MctsEngine;
use crate::engine::gomoku::opening::Opener;
use crate::engine::xiangqi::XiangqiEngine;
use crate::engine::{Engine, EngineRequest, Nets, SearchMethod, World};
use crate::game::{Game, GameKind, Played};
use crate::gomoku::Rule;
use crate::gomoku::protocol::{Opening, OpeningChoice};
use crate::position::Position;
use crate::position::solver::{self, Pruning, Solution};
use crate::search::{Clock, InfoSink, Level, Limits, PvLine, SearchInfo, SearchOptions, Stop};
use crate::{gomoku, tictactoe, xiangqi};

/// How often a level plays any move at all in tic-tac-toe instead of a best one, in thousandths.
const TICTACTOE_MISTAKES_PERMILLE: [u32; 5] = [600, 350, 180, 60, 0];

/// The first level that knows openings.
const WELL_READ: u8 = 3;

/// A question to an engine.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest {
    /// How to search; a level's own bounds are among them.
    pub options: SearchOptions,
    /// How to search, where the game leaves a choice.
    pub method: SearchMethod,
    /// Whether the built-in opening books answer, without a search, where they know the position. A level below
    /// [`WELL_READ`] has read none.
    pub book: bool,
}

impl SearchRequest {
    /// Asks one thread for one line by the usual search, and no book.
    #[must_use]
    pub const fn new(limits: Limits, level: Level, seed: u64) -> SearchRequest {
        SearchRequest { options: SearchOptions::new(limits, level, seed), method: SearchMethod::AlphaBeta, book: false }
    }
}

/// One engine a game and way to search, made when it is first needed or [prepared](Engines::prepare) before.
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
    book: Option<Book<xiangqi::Position>>,
    /// The book of the rule of Gomoku played last.
    gomoku_book: Option<(Rule, Book<gomoku::Position>)>,
}

impl Engines {
    /// Makes no engine yet; each will have a transposition table of `hash_mib` mebibytes.
    #[must_use]
    pub fn new(hash_mib: usize) -> Engines {
        Engines {
            hash_mib,
            nets: Nets::default(),
            xiangqi: None,
            gomoku: None,
            gomoku_mcts: None,
            book: None,
            gomoku_book: None,
        }
    }

    /// Judges by `nets` from now on, and forgets everything learned by others.
    pub fn set_nets(&mut self, nets: Nets) {
        if let Some(engine) = &mut self.xiangqi {
            engine.set_net(nets.xiangqi().cloned());
        }
        if let Some(engine) = &mut self.gomoku {
            engine.set_net(nets.gomoku().cloned());
        }
        self.nets = nets;
    }

    /// Makes the engine of `kind` with all its memory, unless it stands already, so that no question has to wait for it:
    /// a system may take a tenth of a second to find the memory.
    pub fn prepare(&mut self, kind: GameKind) {
        match kind {
            GameKind::Xiangqi => _ = self.xiangqi(),
            GameKind::Gomoku => _ = self.gomoku(),
            GameKind::TicTacToe => {}
        }
    }

    /// Returns how large the transposition tables are, in mebibytes.
    #[must_use]
    pub const fn hash_mib(&self) -> usize {
        self.hash_mib
    }

    /// Makes the engines anew with transposition tables of `hash_mib` mebibytes each; a prepared one stands again.
    pub fn resize(&mut self, hash_mib: usize) {
        self.hash_mib = hash_mib;
        // An old table goes before its successor comes: there may not be room for both.
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

    /// Forgets everything learned: a new game begins.
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

    /// Drops the engines and their memory; the next question makes new ones.
    pub fn discard(&mut self) {
        *self = Engines { nets: self.nets.clone(), ..Engines::new(self.hash_mib) };
    }

    /// Decides for whoever's turn it is in an opening under `rule`, until somebody else is to decide.
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

    /// Thinks about `game`. `progress` hears of each iteration; moves are in coordinates.
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

    /// Thinks as [`Engines::think`] does and plays one of `moves` (coordinates); words that are no legal moves are passed
    /// over, and if none is left, every move may be played. Tic-tac-toe is not asked for this.
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
                let engine = self.gomoku_mcts.get_or_insert_with(|| MctsEngine::new(self.hash_mib));
                ask_engine(engine, played, moves, ask, clock, stop, progress)
            }
            Game::Gomoku(played) => ask_engine(self.gomoku(), played, moves, ask, clock, stop, progress),
            Game::TicTacToe(played) => {
                let thought = play_tictactoe(played.position(), ask, clock.elapsed());
                progress(&thought);
                thought
            }
        }
    }

    /// Returns the book's move if it may answer and knows the position.
    fn recall(&mut self, game: &Game, ask: &SearchRequest, clock: &dyn Clock) -> Option<SearchInfo<String>> {
        if !ask.book || ask.options.level.number() < WELL_READ {
            return None;
        }
        let rng = &mut Rng::from_seed(ask.options.seed);
        let best = match game {
            Game::Xiangqi(played) => {
                let book = self.book.get_or_insert_with(Book::<xiangqi::Position>::built_in);
                book.choose(played.position(), rng)?.to_string()
            }
            Game::Gomoku(played) => {
                let rule = played.position().rule();
                let known = self.gomoku_book.take().filter(|(known, _)| *known == rule);
                let (_, book) =
                    self.gomoku_book.insert(known.unwrap_or_else(|| (rule, Book::<gomoku::Position>::built_in(rule))));
                book.choose(played.position(), rng)?.to_string()
            }
            Game::TicTacToe(_) => return None,
        };
        Some(SearchInfo::unsearched(Some(best), clock.elapsed()))
    }
}

/// Turns moves into words on their way out.
struct Words<'a>(&'a mut dyn FnMut(&SearchInfo<String>));

impl<M: ToString> InfoSink<M> for Words<'_> {
    fn report(&mut self, thought: &SearchInfo<M>) {
        (self.0)(&thought.map(ToString::to_string));
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
    let report = &mut Words(progress);
    let mut only = Vec::new();
    if !moves.is_empty() {
        only.extend(played.position().legal_moves());
        only.retain(|mv| moves.contains(&mv.to_string()));
    }
    engine.think_among(&request, &only, World { clock, stop, report }).map(ToString::to_string)
}

/// Returns what is known without a search of a game that is over and leaves no move: who has lost is mated in none.
fn ended(game: &Game, clock: &dyn Clock) -> Option<SearchInfo<String>> {
    let outcome = game.outcome().filter(|_| game.legal_moves().is_empty())?;
    let score = match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == game.side_to_move() => Score::mate_in(0),
        Some(_) => Score::mated_in(0),
    };
    Some(SearchInfo { score, ..SearchInfo::unsearched(None, clock.elapsed()) })
}

/// Tic-tac-toe needs no search frame: the oracle solves it outright, or as far as the bounds of the question allow.
fn play_tictactoe(position: &tictactoe::Position, ask: &SearchRequest, time: Millis) -> SearchInfo<String> {
    let (depth, solution) = look_ahead(position, ask);
    let mistakes = TICTACTOE_MISTAKES_PERMILLE[usize::from(ask.options.level.number()) - 1];
    let mut rng = Rng::from_seed(ask.options.seed ^ position.key().0);
    let best = tictactoe::choose(position, &solution.best, mistakes, &mut rng).map(|cell| cell.to_string());
    let score = solution.score;
    let lines = best.iter().map(|mv| PvLine { score, pv: vec![mv.clone()] }).collect();
    let (depth_selective, nodes) = (depth, solution.nodes);
    SearchInfo { score, depth, depth_selective, nodes, lines, ..SearchInfo::unsearched(best, time) }
}

/// Looks at the game to its end, or ply by ply as long as the nodes last; the last depth that was finished counts.
fn look_ahead(position: &tictactoe::Position, ask: &SearchRequest) -> (Depth, Solution<tictactoe::Square>) {
    let end = position.legal_moves().len() as Depth;
    let Limits { depth, nodes, .. } = ask.options.limits;
    // A weak level is weak by its mistakes, not by its depth.
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
