//! The iterative-deepening driver, and how an engine is written with it.
//!
//! A game supplies a [`Searcher`], which searches the given root moves to a given depth inside a given window. The
//! driver does the rest: deepening, aspiration windows, MultiPV, time, stopping, reports, threads, levels.
//!
//! ```text
//! impl Searcher for Search<'_> {                            // one a thread: board, PvTable, histories, table
//!     type Move = Move;
//!     fn search_root(&mut self, roots: &mut [RootMove<Move>], depth: Depth, window: Window, ctl: &mut Control<'_>)
//!         -> Score
//!     {
//!         if ctl.visit(0) { return Score::DRAW; }             // the root is a node too
//!         let (mut alpha, mut best) = (window.alpha, -Score::INFINITE);
//!         for (index, root) in roots.iter_mut().enumerate() { // in the order given; play no other move
//!             self.play(root.mv);
//!             let score = -self.node(/* PVS: alpha, window.beta, ply 1, */ depth - 1, ctl);
//!             self.undo(root.mv);
//!             if ctl.stopped() { return best; }               // `score` means nothing: leave `root` alone
//!             best = best.max(score);
//!             if score > alpha {                              // exactly then, also for the first move
//!                 root.raise(score, self.pv.line(1));         // the line after root.mv
//!                 alpha = score;
//!                 if score >= window.beta { break; }
//!             }
//!         }
//!         best                                                // fail-soft or fail-hard, both will do
//!     }
//! }
//! fn node(&mut self, alpha, beta, ply, depth, ctl) -> Score {
//!     self.pv.clear(ply);
//!     if ctl.visit(ply) || ply >= MAX_PLY - 1 { return self.evaluate(); }
//!     // … after every child: `if ctl.stopped() { return best; }`, before anything is stored in the table
//! }
//!
//! fn think(&mut self, request: &EngineRequest<Position>, world: World<'_, Move>) -> SearchInfo<Move> {
//!     let position = request.history.end();
//!     // Likely good moves first: the first one is played if the search is stopped at once.
//!     let mut roots: Vec<_> = ordered_legal_moves(&position).map(RootMove::new).collect();
//!     for root in &mut roots { root.obvious = is_recapture_or_block(&position, root.mv).then_some(OBVIOUS_CP); }
//!     let profile = levels::profile(request.options.level);
//!     let options = request.options.for_position(position.key()).within(profile);
//!     let task = DriverConfig { options, profile, aspiration: true, table: &self.table };
//!     driver::think(&task, roots, |thread| Search::new(&request.history, &self.table, thread), world)
//! }
//! ```
//!
//! `driver/four.rs` is a complete small searcher. The engine keeps what a thread remembers between searches (its
//! histories) behind one `Mutex` a thread; each searcher locks its own.
//!
//! Below [`Level::MAX`] the driver first computes the shallow scores of [`super::level`]. It calls `search_root` with
//! one root move at a time at a low depth. So `roots` may hold any subset of the legal moves. Scores count mates from
//! the root: a move that wins at once is `Score::mate_in(1)`.

use super::control::{Control, SharedState};
use super::level::{self, Candidate, DIFFICULTY, Profile};
use super::root::{self, RootMove};
use super::time::TimeManager;
use super::tt::TranspositionTable;
use super::{Level, PvLine, SearchInfo, SearchOptions, TimeLimit, World, parallel};
use crate::base::depth::MAX_PLY;
use crate::base::{Depth, Millis, Rng, Score};

/// The deepest iteration: it leaves plies for extensions and leaf searches below [`MAX_PLY`].
pub const DEPTH_MAX: Depth = MAX_PLY as Depth - 32;
/// The first iteration with an aspiration window: scores of earlier iterations vary too much.
const ASPIRATION_DEPTH: Depth = 4;
/// The half width of the first aspiration window, in centipawns.
const ASPIRATION_WIDTH: i32 = 24;
/// The half width beyond which the window is opened entirely, in centipawns.
const ASPIRATION_LIMIT: i32 = 800;

/// The window of a search: scores between `alpha` and `beta` are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Lower bound: scores up to this are upper bounds only.
    pub alpha: Score,
    /// Upper bound: scores from this on are lower bounds only.
    pub beta: Score,
}

impl Window {
    /// The window that holds every score.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// Returns the window of `width` centipawns around `score`; the full window for mates and large widths.
    fn around(score: Score, width: i32) -> Window {
        if score.is_decisive() || score == -Score::INFINITE {
            return Window::FULL;
        }
        Window { alpha: score - width, beta: score + width }
    }
}

/// The search of one game, called by the iterative-deepening driver. The [module's page](self) explains how to write
/// one.
pub trait Searcher {
    /// The game's move; comparison finds it among the root moves.
    type Move: Copy + Eq + Send + Sync;

    /// Searches the moves `roots`, never empty, in their order to `depth` inside `window`. Returns early once
    /// [`Control::stopped`].
    ///
    /// Calls [`RootMove::raise`] on each move whose score exceeds the greatest score so far and `window.alpha`.
    fn search_root(
        &mut self,
        roots: &mut [RootMove<Self::Move>],
        depth: Depth,
        window: Window,
        ctl: &mut Control<'_>,
    ) -> Score;

    /// Returns whether an iteration of `depth` has seen every end of the game within `plies` plies.
    fn has_seen_all(&self, plies: Depth, depth: Depth) -> bool {
        plies <= depth
    }

    /// Returns the static evaluation after `mv`, for the side that played it.
    fn static_look(&mut self, mv: Self::Move) -> Score;

    /// Returns the difficulty of seeing `mv`, or `reply` to it, for a person; an ordinary move has [`DIFFICULTY`].
    fn difficulty(&mut self, mv: Self::Move, reply: Option<Self::Move>) -> u32 {
        let _ = (mv, reply);
        DIFFICULTY
    }

    /// Returns whether the position after `mv` has already occurred in the game.
    fn repeats(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }
}

/// The configuration of one search.
#[derive(Clone, Copy, Debug)]
pub struct DriverConfig<'a> {
    /// How to search. The seed should differ between turns: see [`SearchOptions::for_position`].
    pub options: SearchOptions,
    /// The profile of the level in `options`, for this game.
    pub profile: &'a Profile,
    /// Whether an iteration starts with a window around the previous score.
    pub aspiration: bool,
    /// The transposition table that the searchers use.
    pub table: &'a TranspositionTable,
}

impl DriverConfig<'_> {
    /// Returns whether the clock runs for this move, so that a single legal move is played at once.
    fn is_timed(&self) -> bool {
        matches!(self.options.limits.time, Some(TimeLimit::Move { spend_all: false, .. } | TimeLimit::Clock { .. }))
    }

    /// Returns whether each of `count` root moves is searched separately.
    fn looks_at_each(&self, count: usize) -> bool {
        self.options.level < Level::MAX && self.profile.width >= count
    }

    /// Returns the deepest iteration allowed.
    fn depth_max(&self) -> Depth {
        self.options.limits.depth.unwrap_or(DEPTH_MAX).clamp(1, DEPTH_MAX)
    }
}

/// Searches a position whose legal moves are `roots` and returns the move to play.
///
/// `make` makes the searcher of thread 0 (this one), 1, 2, …; each on its own thread. The answer is that of the last
/// completed iteration, or a better move of the unfinished one. If `roots` has a move, there is always a move to play.
/// A stop or the clock waits for the first iteration; only a node limit can end the search before. With one thread and
/// no time limit, the answer does not depend on the clock, which then only dates the reports.
///
/// A search ends when all its lines are proved wins or losses that no deeper iteration can change. If a single move is
/// legal and the time limit is not `spend_all` ([`TimeLimit`]), it ends after depth 1. A protocol that must not answer
/// early (such as `go infinite`) holds the answer back.
pub fn think<S, F>(
    task: &DriverConfig<'_>,
    roots: Vec<RootMove<S::Move>>,
    make: F,
    world: World<'_, S::Move>,
) -> SearchInfo<S::Move>
where
    S: Searcher,
    F: Fn(usize) -> S + Sync,
{
    task.table.begin_search();
    let World { clock, stop, report } = world;
    let shared = SharedState::default();
    let time = TimeManager::new(task.options.limits.time);
    let mut ctl = Control::new(&shared, stop, clock, time.hard(), task.options.limits.nodes);
    if roots.is_empty() {
        return thought(task, &mut ctl, clock.elapsed(), 0, &[]);
    }
    let helper = |thread: usize| {
        let mut ctl = Control::new(&shared, stop, clock, None, task.options.limits.nodes);
        help(&mut make(thread), roots.clone(), 1 + (thread % 2) as Depth, task.aspiration, &mut ctl);
    };
    parallel::run(task.options.threads, &shared, helper, || {
        let mut answer = Lead { task, time, roots: roots.clone(), lines: Vec::new(), depth: 0 };
        let mut searcher = make(0);
        let mut reported = Vec::new();
        answer.deepen(&mut searcher, &mut ctl, |ctl, depth, lines| {
            let info = thought(task, ctl, clock.elapsed(), depth, lines);
            report.report(&info);
            reported = info.lines;
        });
        answer.choose(&mut searcher);
        let info = thought(task, &mut ctl, clock.elapsed(), answer.depth, &answer.lines);
        // An unfinished iteration has found another line, or the level has chosen one.
        if !reported.is_empty() && reported != info.lines {
            report.report(&info);
        }
        info
    })
}

/// Builds a report of the search.
fn thought<M: Copy>(
    task: &DriverConfig<'_>,
    ctl: &mut Control<'_>,
    time: Millis,
    depth: Depth,
    lines: &[PvLine<M>],
) -> SearchInfo<M> {
    let best = lines.first();
    SearchInfo {
        best: best.and_then(|line| line.pv.first().copied()),
        score: best.map_or(Score::DRAW, |line| line.score),
        depth,
        depth_selective: ctl.depth_selective() as Depth,
        nodes: ctl.total_nodes(),
        time,
        hash_permille: task.table.permille(),
        lines: lines[..lines.len().min(task.options.multipv.max(1))].to_vec(),
        statistics: ctl.statistics,
    }
}

/// Deepens beside the main thread until the search ends.
fn help<S: Searcher>(
    searcher: &mut S,
    mut roots: Vec<RootMove<S::Move>>,
    first: Depth,
    aspiration: bool,
    ctl: &mut Control<'_>,
) {
    for depth in first..=DEPTH_MAX {
        begin_iteration(&mut roots, ctl);
        if !search_line(searcher, &mut roots, depth, aspiration, ctl) {
            return;
        }
    }
}

/// Saves the scores of the last iteration.
fn begin_iteration<M>(roots: &mut [RootMove<M>], ctl: &mut Control<'_>) {
    ctl.begin_iteration();
    for root in roots {
        root.previous_score = root.score;
    }
}

/// Searches `roots` and sorts the best move first, with its exact score. Returns whether the search was finished.
///
/// If it was not, the first move has a score only if it is the previous best move or better than it.
fn search_line<S: Searcher>(
    searcher: &mut S,
    roots: &mut [RootMove<S::Move>],
    depth: Depth,
    aspiration: bool,
    ctl: &mut Control<'_>,
) -> bool {
    let expected = roots[0].previous_score;
    let mut width = ASPIRATION_WIDTH;
    let mut window =
        if depth < ASPIRATION_DEPTH || !aspiration { Window::FULL } else { Window::around(expected, width) };
    // A move that failed high is good even if there is no time for its exact score.
    let mut failed_high: Option<RootMove<S::Move>> = None;
    loop {
        for root in roots.iter_mut() {
            root.score = -Score::INFINITE;
        }
        let score = searcher.search_root(roots, depth, window, ctl);
        if ctl.stopped() {
            if let Some(good) = failed_high.filter(|_| roots.iter().all(|root| root.score == -Score::INFINITE))
                && let Some(root) = roots.iter_mut().find(|root| root.mv == good.mv)
            {
                *root = RootMove { is_lower_bound: true, ..good };
            }
            root::sort(roots);
            return false;
        }
        root::sort(roots);
        width *= 3;
        if score <= window.alpha && window.alpha > Window::FULL.alpha {
            window.alpha = if width > ASPIRATION_LIMIT { Window::FULL.alpha } else { expected - width };
        } else if score >= window.beta && window.beta < Window::FULL.beta {
            failed_high = Some(roots[0].clone());
            window.beta = if width > ASPIRATION_LIMIT { Window::FULL.beta } else { expected + width };
        } else {
            return true;
        }
    }
}

/// The state of the main thread's search.
struct Lead<'a, M> {
    task: &'a DriverConfig<'a>,
    time: TimeManager,
    roots: Vec<RootMove<M>>,
    /// The lines so far, best first.
    lines: Vec<PvLine<M>>,
    /// The last iteration completed.
    depth: Depth,
}

impl<M: Copy + Eq + Send + Sync> Lead<'_, M> {
    /// Deepens until a limit is reached or no deeper iteration can change the answer; reports to `report` after each
    /// iteration.
    fn deepen<S: Searcher<Move = M>>(
        &mut self,
        searcher: &mut S,
        ctl: &mut Control<'_>,
        mut report: impl FnMut(&mut Control<'_>, Depth, &[PvLine<M>]),
    ) {
        let profile = self.task.profile;
        if self.task.options.level < Level::MAX && self.roots.len() > 1 {
            shallow_scores(searcher, &mut self.roots, profile.shallow_depth, ctl);
        }
        self.lines = vec![PvLine {
            score: self.roots[0].shallow.unwrap_or(Score::DRAW),
            is_lower_bound: false,
            chance: None,
            pv: self.roots[0].pv.clone(),
        }];
        let aspiration = self.task.aspiration;
        let width = self.task.options.multipv.max(profile.width).clamp(1, self.roots.len());
        // Where every move needs a score, no move has to be proved worse than another.
        let each = self.task.looks_at_each(self.roots.len());
        let end = |line: usize, count: usize| if each { line + 1 } else { count };
        for depth in 1..=self.task.depth_max() {
            if depth == 1 {
                ctl.guarantee_first_iteration();
            }
            if ctl.poll() {
                return;
            }
            begin_iteration(&mut self.roots, ctl);
            let count = self.roots.len();
            let finished = (0..width).take_while(|&line| {
                search_line(searcher, &mut self.roots[line..end(line, count)], depth, aspiration, ctl)
            });
            let finished = finished.count();
            ctl.end_guarantee();
            if each && finished < width && depth > 1 {
                // Moves without a new score may be better than those with one.
                return;
            }
            let previous = self.lines[0].pv[0];
            self.take_over(finished, width);
            if finished < width {
                return;
            }
            self.depth = depth;
            let best = self.lines[0].pv[0];
            self.time.completed(self.lines[0].score, best == previous, self.effort(best));
            report(ctl, depth, &self.lines);
            if self.is_enough(searcher, ctl) {
                return;
            }
        }
    }

    /// Makes the first `finished` root moves the best lines of the answer, followed by the previous ones.
    fn take_over(&mut self, finished: usize, width: usize) {
        // The search of a later line may find a better score than that of an earlier line.
        root::sort(&mut self.roots[..finished]);
        let unfinished_best = finished == 0 && self.roots[0].score > -Score::INFINITE;
        let fresh = finished + usize::from(unfinished_best);
        let mut lines: Vec<_> = self.roots[..fresh].iter().map(RootMove::line).collect();
        // The other moves failed low against the last line, so its score bounds theirs.
        let most = lines.last().map_or(Score::INFINITE, |line| line.score);
        for known in self.lines.drain(..) {
            // A proved win keeps its shortest known line, even if a later iteration does not find it.
            let shorter = known.score.is_win() && lines.first().is_some_and(|line| known.score > line.score);
            let same = lines.iter().position(|line| line.pv[0] == known.pv[0]);
            if shorter {
                same.map(|index| lines.remove(index));
                lines.insert(0, known);
            } else if same.is_none() && fresh < width {
                lines.push(PvLine { score: known.score.min(most), ..known });
            }
        }
        lines.truncate(width);
        self.lines = lines;
    }

    /// Returns the share of the nodes below the root moves that were spent below `mv`, in thousandths.
    fn effort(&self, mv: M) -> u64 {
        let all: u64 = self.roots.iter().map(|root| root.nodes).sum();
        let below = self.roots.iter().find(|root| root.mv == mv).map_or(0, |root| root.nodes);
        below * 1000 / all.max(1)
    }

    /// Returns whether a further iteration would waste its time or cannot change the answer.
    fn is_enough<S: Searcher>(&self, searcher: &S, ctl: &Control<'_>) -> bool {
        let single = self.roots.len() == 1 && self.task.is_timed();
        let decided = self
            .lines
            .iter()
            .all(|line| line.score.plies_to_mate().is_some_and(|plies| searcher.has_seen_all(plies.abs(), self.depth)));
        let is_found = self.task.options.enough.is_some_and(|enough| self.lines[0].score >= enough);
        single || decided || is_found || self.time.soft().is_some_and(|soft| ctl.elapsed() >= soft)
    }

    /// Puts the line chosen by the level first.
    fn choose<S: Searcher<Move = M>>(&mut self, searcher: &mut S) {
        if self.task.options.level == Level::MAX {
            return;
        }
        let candidates: Vec<_> = self.lines.iter().map(|line| self.candidate(line, searcher)).collect();
        let DriverConfig { options, profile, .. } = self.task;
        let chosen = level::choose(&candidates, options.level, profile, &mut Rng::from_seed(options.seed));
        self.lines[..=chosen].rotate_right(1);
    }

    /// Returns a line as a candidate for the level.
    fn candidate<S: Searcher<Move = M>>(&self, line: &PvLine<M>, searcher: &mut S) -> Candidate<M> {
        let root = self.roots.iter().find(|root| root.mv == line.pv[0]);
        let (mv, reply) = (line.pv[0], line.pv.get(1).copied());
        Candidate {
            deep: line.score,
            shallow: root.and_then(|root| root.shallow),
            reply,
            difficulty: searcher.difficulty(mv, None),
            reply_difficulty: reply.map_or(DIFFICULTY, |reply| searcher.difficulty(mv, Some(reply))),
            obvious: root.and_then(|root| root.obvious),
            repeats: searcher.repeats(mv),
        }
    }
}

/// Gives each root move its shallow score and sorts by it, as far as time allows.
fn shallow_scores<S: Searcher>(searcher: &mut S, roots: &mut [RootMove<S::Move>], depth: Depth, ctl: &mut Control<'_>) {
    for root in roots.iter_mut() {
        if depth == 0 {
            root.score = searcher.static_look(root.mv);
            root.shallow = Some(root.score);
            continue;
        }
        let score = searcher.search_root(std::slice::from_mut(root), depth, Window::FULL, ctl);
        if ctl.stopped() {
            root.score = -Score::INFINITE;
            break;
        }
        root.shallow = Some(score);
    }
    root::sort(roots);
}

#[cfg(test)]
mod four;
#[cfg(test)]
mod tests;
