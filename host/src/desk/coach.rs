//! The coach of the game on the desk: it searches while a person thinks, and weighs a chosen move.
//!
//! ```text
//! the person's turn  ── follow ──► a search of the board, until the move        evaluation bar, score before the move
//! a move is chosen   ── weigh  ──► a short search of the board after the move   a warning, or the move is played
//! ```

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use duiyi_core::base::{Depth, Millis};
use duiyi_core::engine::SearchRequest;
use duiyi_core::game::{Game, Setup};
use duiyi_core::review::{BlunderWarning, Found};
use duiyi_core::search::{Level, Limits, SearchInfo, Stop, TimeLimit};
use duiyi_core::session::{Command, Session};
use parking_lot::Mutex;

use crate::clock::MonotonicClock;
use crate::thinking::{EngineSettings, Mind, SearchQuestion, SearchThread};

/// Size of the transposition table, in mebibytes.
const HASH_MIB: usize = 16;
/// The longest search of a board on which a person thinks.
const FOLLOWED: Millis = Millis(5_000);
/// The search of the board after a chosen move.
const WEIGHED: Millis = Millis(170);
/// The search of the board before it, where the move came too soon after the last one.
const CAUGHT_UP: Millis = Millis(60);
/// The depth that a search of the board has before its score counts, in plies.
const DEPTH_MIN: Depth = 6;
/// The longest wait for a warning. Only a busy machine needs more than [`WEIGHED`]; without an answer the move is played.
const WAIT: Duration = Duration::from_secs(1);
/// The interval between two evaluations.
const EVALUATED_EVERY: Duration = Duration::from_millis(300);

/// A board on which the coach helps.
#[derive(Clone, Debug)]
pub struct Coached {
    /// Game, rule and start.
    pub setup: Setup,
    /// The game so far; a person is to move.
    pub game: Game,
    /// The level of the opponent, which decides how much a warning takes.
    pub level: Level,
    /// Whether evaluations are reported.
    pub evaluates: bool,
}

impl Coached {
    /// Returns the board of a session whose person to move has a coach that searches. An opening has no coach.
    #[must_use]
    pub fn of(session: &Session) -> Option<Coached> {
        let (config, game) = (session.config(), session.game());
        is_coached(session).then(|| Coached {
            setup: config.setup.clone(),
            game: game.clone(),
            level: config.players[game.side_to_move().opponent()].level().unwrap_or(Level::MAX),
            evaluates: config.coach.evaluation,
        })
    }
}

fn is_coached(session: &Session) -> bool {
    session.config().coach.searches() && session.is_persons_move()
}

/// Owns the thread of the coach's searches. Dropping it stops the search.
pub struct CoachThread {
    thread: SearchThread<Mind>,
    answer: Arc<dyn Fn(Command) + Send + Sync>,
    /// The game and the number of moves of the board that is followed.
    followed: Option<(String, usize)>,
    /// Counts the searches.
    searches: u64,
    /// The deepest result for that board.
    found: Arc<Mutex<Option<Found>>>,
}

/// A move that is being weighed.
pub struct Weighing(Receiver<Option<BlunderWarning>>);

impl CoachThread {
    /// Starts the thread. `answer` is called from it with [`Command::Evaluated`].
    pub fn start(answer: impl Fn(Command) + Send + Sync + 'static) -> CoachThread {
        let open = || Mind::built_in(&EngineSettings::full_strength(HASH_MIB));
        CoachThread {
            thread: SearchThread::start("duiyi-coach", open),
            answer: Arc::new(answer),
            followed: None,
            searches: 0,
            found: Arc::default(),
        }
    }

    /// Searches the board of the game `id` until a move is weighed or the board changes. Without a coach it stops.
    pub fn follow(&mut self, id: &str, session: &Session) {
        let board = is_coached(session).then(|| (id.to_owned(), session.rows().len()));
        if board == self.followed {
            return;
        }
        self.stop();
        let Some(coached) = Coached::of(session) else { return };
        self.followed = board;
        let (found, answer) = (Arc::clone(&self.found), Arc::clone(&self.answer));
        self.searches += 1;
        self.thread.begin(self.searches, move |mind, stop| {
            let Coached { game, evaluates, .. } = &coached;
            let mut told: Option<Instant> = None;
            let mut note = |info: &SearchInfo<String>, is_last: bool| {
                if info.lines.is_empty() || info.depth < DEPTH_MIN && info.score.plies_to_mate().is_none() {
                    return;
                }
                *found.lock() = Some(info.clone().into());
                let is_due = is_last || told.is_none_or(|at| at.elapsed() >= EVALUATED_EVERY);
                if *evaluates && is_due && !stop.is_asked() {
                    told = Some(Instant::now());
                    answer(Command::Evaluated { ply: game.ply(), score: info.score });
                }
            };
            let last = search(mind, game, FOLLOWED, stop, &mut |info| note(info, false));
            if let Some(info) = last {
                note(&info, true);
            }
        });
    }

    /// Stops the search.
    pub fn stop(&mut self) {
        self.followed = None;
        self.thread.stop();
        // The search of the board before still holds the old place.
        self.found = Arc::default();
    }

    /// Begins to weigh `mv`, in any notation, on the followed board. `None` where the coach does not warn, for the best
    /// move known, and for an illegal move: the session refuses it.
    pub fn weigh(&mut self, session: &Session, mv: &str) -> Option<Weighing> {
        let coached = Coached::of(session).filter(|_| session.config().coach.warnings)?;
        let mv: String = coached.game.clone().advance(mv).ok()?.into();
        let before = self.found.lock().clone();
        if before.as_ref().is_some_and(|found| found.line.first() == Some(&mv)) {
            return None;
        }
        let (tell, warning) = mpsc::channel();
        self.searches += 1;
        self.thread.begin(self.searches, move |mind, stop| {
            // The person no longer waits if the other end is gone.
            let _ = tell.send(weigh(mind, &coached, &mv, before, stop));
        });
        Some(Weighing(warning))
    }
}

impl Weighing {
    /// Waits for the warning. A machine too busy to answer in time gives none.
    #[must_use]
    pub fn wait(self) -> Option<BlunderWarning> {
        self.0.recv_timeout(WAIT).ok().flatten()
    }
}

/// Searches the board for `thought`, as long as a person thinks, and weighs `mv` as in a game.
pub fn consider(mind: &mut Mind, coached: &Coached, mv: &str, thought: Millis) -> Option<BlunderWarning> {
    let stop = Stop::new();
    let before = search(mind, &coached.game, thought, &stop, &mut |_| {}).map(Found::from);
    if before.as_ref().is_some_and(|found| found.line.first().is_some_and(|best| best == mv)) {
        return None;
    }
    weigh(mind, coached, mv, before, &stop)
}

fn weigh(mind: &mut Mind, coached: &Coached, mv: &str, before: Option<Found>, stop: &Stop) -> Option<BlunderWarning> {
    let Coached { setup, game, level, .. } = coached;
    let mut after = game.clone();
    after.advance(mv).ok()?;
    // The rules warn of a move that ends the game: a repetition is announced before it is chosen.
    if after.outcome().is_some() {
        return None;
    }
    let before = match before {
        Some(before) => before,
        None => search(mind, game, CAUGHT_UP, stop, &mut |_| {})?.into(),
    };
    let after: Found = search(mind, &after, WEIGHED, stop, &mut |_| {})?.into();
    BlunderWarning::of(setup, game, mv, &before, &after, *level)
}

/// Searches a board for `time`; `None` without a line.
fn search(
    mind: &mut Mind,
    game: &Game,
    time: Millis,
    stop: &Stop,
    on_info: &mut dyn FnMut(&SearchInfo<String>),
) -> Option<SearchInfo<String>> {
    let limits = Limits { time: Some(TimeLimit::Move { max: time, spend_all: true }), ..Limits::default() };
    let request = SearchRequest::new(limits, Level::MAX, 0);
    let clock = MonotonicClock::start();
    let question = SearchQuestion { game, moves: &[], request, clocks: None, clock: &clock };
    let info = mind.think(&question, stop, Some(on_info)).ok()?.info;
    (!info.lines.is_empty()).then_some(info)
}
