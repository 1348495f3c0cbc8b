//! A match in the window: any two engines, with its state after each game.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use duiyi_core::base::{BySide, Millis};
use duiyi_core::game::{Game, Refusal, Setup};
use duiyi_core::record::TimeControl;
use duiyi_core::record::format::Record;
use duiyi_core::search::Stop;
use duiyi_core::session;
use parking_lot::Mutex;

use super::adjudication::Adjudication;
use super::game::PlayedGame;
use super::player::{MatchLimits, PlayerBooks};
use super::record::recorded;
use super::runner::MatchRunner;
use super::schedule::{Fixture, schedule};
use super::score::{EloEstimate, Entrant, MatchResults};
use super::summary::MatchSummary;
use super::window_players::{MARGIN, MatchBook, openings, player_books, spec};
use crate::clock::{day, seed, unix_ms};
use crate::engine_list::EngineConfig;
use crate::journal::new_game_id;
use crate::library::MATCH_TAG;
use crate::panics::NO_THREAD;
use crate::reactor::Reactor;
use crate::thinking::EngineSpec;

/// The interval at which the board is shown during a game.
const SHOWN_EVERY: Duration = Duration::from_millis(200);

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MatchSetup {
    /// The set-up; each pair of games has its own opening.
    pub setup: Setup,
    /// The players; neither is a person.
    pub players: [session::Player; 2],
    /// The opening book of each player, in a file.
    pub books: [Option<MatchBook>; 2],
    pub games: u32,
    /// Time for each move.
    pub move_time: Millis,
    /// The tag of this match's games in the library, beside [`MATCH_TAG`].
    pub collection: String,
}

/// A finished game of a match, for the library.
#[derive(Clone, Debug)]
pub struct MatchGame {
    pub uid: String,
    pub record: Record,
    pub players: BySide<session::Player>,
    /// In milliseconds since 1970.
    pub started_at_ms: i64,
    pub tags: [String; 2],
}

/// A counted game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MatchGameResult {
    /// The game's row in the library; `None` if it could not be saved.
    pub id: Option<i64>,
    /// Half points of the first player: 0, 1 or 2.
    pub half_points: u8,
}

/// The state of a match.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MatchProgress {
    pub plan: MatchSetup,
    pub running: bool,
    /// Of the first player.
    pub results: MatchResults,
    /// Absent before the first game.
    pub strength: Option<EloEstimate>,
    /// Games that each player lost by a crash, a hang or an illegal move.
    pub faults: [u32; 2],
    /// The last of them, at the name of its player.
    pub last_fault: Option<Refusal>,
    /// The board of the game in progress, or of the last one.
    pub placement: String,
    /// Whether the first engine moves first in that game.
    pub first_begins: bool,
    /// The finished games, in order.
    pub games: Vec<MatchGameResult>,
    /// The reason why the last game could not be saved.
    pub unkept: Option<Refusal>,
}

impl MatchProgress {
    fn count(&mut self, summary: &MatchSummary) {
        self.results = summary.results.clone();
        self.strength = summary.results.strength();
        self.faults = [Entrant::A, Entrant::B].map(|entrant| summary.faults_of(entrant));
        self.last_fault = summary.last_fault.as_ref().map(|(entrant, fault)| {
            let player = &self.plan.players[*entrant as usize];
            refusal(fault.code, &fault.why, Some(player.record_name()))
        });
    }
}

type Listener = Arc<dyn Fn(&MatchProgress) + Send + Sync>;
/// Saves a game and returns its row in the library.
type Keep = Arc<dyn Fn(MatchGame) -> Result<i64, Refusal> + Send + Sync>;

/// Owns one match at a time; its result stays until the next one.
pub struct WindowMatch {
    reactor: Reactor,
    view: Arc<Mutex<Option<MatchProgress>>>,
    stop: Stop,
    keep: Keep,
    listener: Listener,
}

impl WindowMatch {
    /// Makes the owner. `keep` saves each finished game, and `listener` gets the state of the match, both on threads of
    /// the match; they must not call this object.
    #[must_use]
    pub fn new(
        reactor: &Reactor,
        keep: impl Fn(MatchGame) -> Result<i64, Refusal> + Send + Sync + 'static,
        listener: impl Fn(&MatchProgress) + Send + Sync + 'static,
    ) -> WindowMatch {
        let (reactor, view, stop) = (reactor.clone(), Arc::default(), Stop::new());
        WindowMatch { reactor, view, stop, keep: Arc::new(keep), listener: Arc::new(listener) }
    }

    /// Returns the state of the match, if there was one.
    #[must_use]
    pub fn view(&self) -> Option<MatchProgress> {
        self.view.lock().clone()
    }

    /// Begins a match between the built-in engine and external engines. `path_of` finds the file of a book.
    ///
    /// # Errors
    /// `match-running` if a match is in progress, or `engine-gone` if an external engine is not in the list.
    pub fn start(
        &mut self,
        plan: MatchSetup,
        engines: &[EngineConfig],
        path_of: impl Fn(&str) -> Result<PathBuf, Refusal>,
    ) -> Result<(), Refusal> {
        if self.view.lock().as_ref().is_some_and(|view| view.running) {
            return Err(refusal("match-running", "a match is being played; stop it first", None));
        }
        let [first, second] = [&plan.players[0], &plan.players[1]].map(|player| spec(player, engines));
        let specs = [first?, second?];
        let [first, second] = plan.books.each_ref().map(|book| player_books(book.as_ref(), &path_of));
        let books = [first?, second?];
        let seed = seed();
        let openings = openings(&plan.setup, None, plan.books.iter().any(Option::is_some), seed);
        let placement = Game::new(&plan.setup).placement();
        let view = MatchProgress {
            plan,
            running: true,
            results: MatchResults::default(),
            strength: None,
            faults: [0; 2],
            last_fault: None,
            placement,
            first_begins: true,
            games: Vec::new(),
            unkept: None,
        };
        (self.listener)(&view);
        let (games, move_time) = (view.plan.games, view.plan.move_time);
        let keeper = MatchKeeper { keep: Arc::clone(&self.keep), id: new_game_id(), plan: view.plan.clone() };
        *self.view.lock() = Some(view);
        self.stop = Stop::new();
        let told_at = Mutex::new(Instant::now());
        let board = Board { view: Arc::clone(&self.view), told_at, listener: Arc::clone(&self.listener), keeper };
        let adjudication = Adjudication::default();
        let control = TimeControl::PerMove { each: move_time };
        let limits = MatchLimits { control, nodes: None, margin: MARGIN, adjudication };
        let (reactor, stop) = (self.reactor.clone(), self.stop.clone());
        thread::Builder::new()
            .name("duiyi-match".to_owned())
            .spawn(move || board.hold(&reactor, &specs, books, &limits, schedule(openings, games, seed), &stop))
            .expect(NO_THREAD);
        Ok(())
    }

    /// Ends the match; the game in progress does not count.
    pub fn stop(&self) {
        self.stop.ask();
    }
}

impl Drop for WindowMatch {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Saves the games of one match.
struct MatchKeeper {
    keep: Keep,
    /// The first part of each game's `uid`.
    id: String,
    plan: MatchSetup,
}

impl MatchKeeper {
    fn keep(&self, played: &PlayedGame, started_at_ms: i64) -> Result<i64, Refusal> {
        let MatchSetup { players, collection, .. } = &self.plan;
        let names = players.each_ref().map(session::Player::record_name);
        let seated = BySide::from_fn(|side| players[played.fixture.entrant(side) as usize].clone());
        (self.keep)(MatchGame {
            uid: format!("{}-{}", self.id, played.fixture.number + 1),
            record: recorded(played, &names, &day(started_at_ms)),
            players: seated,
            started_at_ms,
            tags: [MATCH_TAG.to_owned(), collection.clone()],
        })
    }
}

/// The listener and the last state.
struct Board {
    view: Arc<Mutex<Option<MatchProgress>>>,
    told_at: Mutex<Instant>,
    listener: Listener,
    keeper: MatchKeeper,
}

impl Board {
    /// Runs a match to its end.
    fn hold(
        self,
        reactor: &Reactor,
        specs: &[EngineSpec; 2],
        books: [PlayerBooks; 2],
        limits: &MatchLimits,
        fixtures: impl ExactSizeIterator<Item = Fixture> + Send,
        stop: &Stop,
    ) {
        let shown = |fixture: &Fixture, game: &Game| {
            self.change(SHOWN_EVERY, |view| {
                view.placement = game.placement();
                view.first_begins = fixture.first == Entrant::A;
            });
        };
        let runner = MatchRunner { reactor, specs: specs.each_ref(), books, limits, boards: 1, stop, shown: &shown };
        let last = fixtures.len();
        let mut summary = MatchSummary::default();
        // One board: a game starts when the one before it ends.
        let mut started_at_ms = unix_ms();
        let Ok(()) = runner.play(fixtures, |played| {
            // The disk may be slow, so the state is not locked.
            let kept = self.keeper.keep(&played, started_at_ms);
            started_at_ms = unix_ms();
            self.change(Duration::ZERO, |view| {
                summary.take(&played);
                view.count(&summary);
                view.games.push(MatchGameResult { id: kept.as_ref().ok().copied(), half_points: half_points(&played) });
                view.unkept = kept.err();
                view.running = played.fixture.number + 1 < last;
            });
            Ok::<ControlFlow<()>, Infallible>(ControlFlow::Continue(()))
        });
        if self.view.lock().as_ref().is_some_and(|view| view.running) {
            self.change(Duration::ZERO, |view| view.running = false);
        }
    }

    /// Changes the state, and calls the listener unless the last call was less than `pause` ago.
    fn change(&self, pause: Duration, change: impl FnOnce(&mut MatchProgress)) {
        let (mut view, mut told_at) = (self.view.lock(), self.told_at.lock());
        if let Some(view) = view.as_mut() {
            change(view);
            if told_at.elapsed() >= pause {
                *told_at = Instant::now();
                (self.listener)(view);
            }
        }
    }
}

/// Returns the half points of the first player.
fn half_points(played: &PlayedGame) -> u8 {
    match played.winner() {
        Some(Entrant::A) => 2,
        None => 1,
        Some(Entrant::B) => 0,
    }
}

fn refusal(code: &'static str, message: &str, at: Option<String>) -> Refusal {
    Refusal { at, ..Refusal::plain(code, message) }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use duiyi_core::search::Level;

    use super::*;

    fn level(number: u8) -> session::Player {
        session::Player::Engine { level: Level::new(number).unwrap() }
    }

    fn no_book(id: &str) -> Result<PathBuf, Refusal> {
        Err(refusal("no-book", "there is no such book", Some(id.to_owned())))
    }

    fn plan(players: [session::Player; 2], games: u32) -> MatchSetup {
        let setup = Setup::gomoku(duiyi_core::gomoku::Rule::Freestyle, 7, None).expect("a small board");
        MatchSetup { setup, players, books: [None, None], games, move_time: Millis(20), collection: "small".to_owned() }
    }

    /// An owner that saves games under growing numbers and passes its states on.
    fn owner(send: mpsc::Sender<MatchProgress>) -> (WindowMatch, Arc<Mutex<Vec<MatchGame>>>) {
        let kept: Arc<Mutex<Vec<MatchGame>>> = Arc::default();
        let shelf = Arc::clone(&kept);
        let keep = move |game| {
            let mut shelf = shelf.lock();
            shelf.push(game);
            Ok(i64::try_from(shelf.len()).unwrap())
        };
        (WindowMatch::new(&Reactor::start(), keep, move |view| send.send(view.clone()).unwrap()), kept)
    }

    fn last(contest: &WindowMatch, views: &mpsc::Receiver<MatchProgress>) -> MatchProgress {
        let end = views.iter().find(|view| !view.running).expect("a match ends");
        assert!(!contest.view().unwrap().running);
        end
    }

    #[test]
    fn a_match_is_played_to_its_end_with_the_sides_changing() {
        let (send, views) = mpsc::channel();
        let (mut contest, kept) = owner(send);
        contest.start(plan([level(1), level(2)], 4), &[], no_book).unwrap();
        let end = last(&contest, &views);
        assert_eq!(end.results.games(), 4);
        let points: u32 = end.games.iter().map(|game| u32::from(game.half_points)).sum();
        assert_eq!(points, 2 * end.results.wins + end.results.draws);
        assert_eq!(end.games.iter().filter_map(|game| game.id).collect::<Vec<_>>(), [1, 2, 3, 4]);
        let kept = std::mem::take(&mut *kept.lock());
        assert!(kept.iter().all(|game| game.tags == [MATCH_TAG, "small"]));
        assert_eq!(kept[0].players.first, level(1));
        assert_eq!(kept[1].players.first, level(2), "the colours change");
        assert!(kept.windows(2).all(|pair| pair[0].uid != pair[1].uid));
        assert!(kept[0].record.header.outcome.is_some() && kept[0].record.tree.main_moves().count() > 8);
        assert_eq!(end.results.pairs.iter().sum::<u32>(), 2);
        assert!(end.faults == [0; 2] && !end.first_begins);
        contest.start(plan([level(1), level(2)], 2), &[], no_book).unwrap();
    }

    #[test]
    fn a_match_can_be_stopped_and_its_result_stays() {
        let (send, views) = mpsc::channel();
        let (mut contest, _) = owner(send);
        contest.start(plan([level(5), level(5)], 1_000), &[], no_book).unwrap();
        assert_eq!(contest.start(plan([level(1), level(1)], 2), &[], no_book).unwrap_err().code, "match-running");
        views.iter().find(|view| view.results.games() == 1).unwrap();
        contest.stop();
        assert!(last(&contest, &views).results.games() < 1_000);
    }

    #[test]
    fn an_engine_that_cannot_be_started_loses_every_game_and_the_match_ends() {
        use crate::engine_list::entry::tests::engine;
        use crate::engines::EngineProtocol;

        let engines = [engine("g1", "no-such-program-anywhere", EngineProtocol::Gomocup)];
        let (send, views) = mpsc::channel();
        let (mut contest, _) = owner(send);
        let absent = session::Player::External { id: "g1".to_owned(), name: "Ghost".to_owned() };
        contest.start(plan([absent, level(1)], 2), &engines, no_book).unwrap();
        let end = last(&contest, &views);
        assert_eq!((end.results.losses, end.faults), (2, [2, 0]));
        let fault = end.last_fault.map(|fault| (fault.code, fault.at));
        assert_eq!(fault, Some(("engine-missing", Some("Ghost".to_owned()))));
        let gone = session::Player::External { id: "g2".to_owned(), name: "Gone".to_owned() };
        assert_eq!(
            contest.start(plan([gone, level(1)], 2), &engines, no_book).unwrap_err().at.as_deref(),
            Some("Gone")
        );
    }
}
