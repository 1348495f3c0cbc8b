//! The built-in engine of the game on the desk. It searches one task at a time; a panic becomes an answer.

use std::sync::Arc;

use duiyi_core::base::Rng;
use duiyi_core::engine::{SearchMethod, SearchRequest};
use duiyi_core::explain;
use duiyi_core::game::Game;
use duiyi_core::search::{Clock as _, Level, Limits, SearchInfo, Stop};
use duiyi_core::session::{Command, Purpose, SearchId, SearchTask};

use parking_lot::Mutex;

use super::effort::FullStrengthLimits;
use super::pacing::hold;
use crate::books::BookList;
use crate::clock::MonotonicClock;
use crate::settings::Settings;
use crate::thinking::{EngineSettings, Mind, SearchFault, SearchQuestion, SearchThread};

/// Size of the transposition table, in mebibytes, for the few thousand nodes of the levels below the highest.
const LEVEL_HASH_MIB: usize = 2;

/// The options of the built-in engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayOptions {
    /// The search method at Gomoku.
    pub method: SearchMethod,
    /// Whether it uses its opening books.
    pub book: bool,
    /// The limits at full strength.
    pub effort: FullStrengthLimits,
}

impl Default for PlayOptions {
    fn default() -> PlayOptions {
        PlayOptions { method: SearchMethod::default(), book: true, effort: FullStrengthLimits::default() }
    }
}

impl From<&Settings> for PlayOptions {
    fn from(settings: &Settings) -> PlayOptions {
        let (method, book) = (settings.gomoku_search.into(), settings.opening_book);
        PlayOptions { method, book, effort: (&settings.engine).into() }
    }
}

/// Owns the built-in engine's search thread. Dropping it stops the search.
pub struct EngineThread {
    thread: SearchThread<BuiltIn>,
    play_options: PlayOptions,
    /// The person's books, the built-in ones among them; `None` for the built-in ones alone.
    books: Option<Arc<Mutex<BookList>>>,
}

/// The state of the thread.
struct BuiltIn {
    mind: Mind,
    answer: Box<dyn Fn(Command) + Send>,
}

impl EngineThread {
    /// Starts the thread. `answer` is called from it with [`Command::Searched`], with [`Command::Advised`] for a hint,
    /// with [`Command::Decided`] in an opening, or with [`Command::EngineFailed`].
    #[must_use]
    pub fn start(answer: impl Fn(Command) + Send + 'static) -> EngineThread {
        let open = move || {
            let mind = Mind::built_in(&EngineSettings::full_strength(LEVEL_HASH_MIB));
            BuiltIn { mind, answer: Box::new(answer) }
        };
        let thread = SearchThread::start("duiyi-search", open);
        EngineThread { thread, play_options: PlayOptions::default(), books: None }
    }

    /// Clears the engine's tables for a new game.
    pub fn new_game(&mut self) {
        self.stop();
        self.thread.tend(|state| {
            state.mind.set_hash_mib(LEVEL_HASH_MIB);
            state.mind.forget();
        });
    }

    /// Sets the options from the next task on.
    pub fn choose(&mut self, play_options: PlayOptions) {
        self.play_options = play_options;
    }

    /// Sets the books that answer from the next task on, in their order.
    pub fn read(&mut self, books: Arc<Mutex<BookList>>) {
        self.books = Some(books);
    }

    /// Searches at `level` within `limits`, and stops any search before it.
    pub fn think(&mut self, task: Box<SearchTask>, level: Level, limits: Limits) {
        let PlayOptions { method, book, effort } = self.play_options;
        // A hint explains a search; a book move has no search to explain.
        let book = book && task.purpose == Purpose::Move;
        let mut request = SearchRequest { method, book, ..SearchRequest::new(limits, level, task.seed) };
        request.options.day_form = task.day_form;
        // The levels below the highest were measured with one thread.
        if level == Level::MAX && task.purpose == Purpose::Move {
            request.options.limits = effort.within(limits, task.is_timed);
            request.options.threads = effort.threads.max(1);
        }
        let books = self.books.clone().filter(|_| request.reads_books());
        if books.is_some() {
            request.book = false;
        }
        let is_large = level == Level::MAX || task.purpose == Purpose::Hint || method == SearchMethod::Mcts;
        let hash_mib = is_large.then_some(effort.hash_mib);
        let clock = MonotonicClock::start();
        self.thread.begin(task.id.0, move |state, stop| {
            if let Some(hash_mib) = hash_mib {
                state.mind.set_hash_mib(hash_mib);
            }
            let known = books.and_then(|books| recall(&books, &task));
            if let Some(best) = known {
                let info = SearchInfo::unsearched(Some(best), clock.elapsed());
                hold(&task, stop, &clock);
                return (state.answer)(Command::Searched { id: task.id, info });
            }
            let command = search(&mut state.mind, &task, request, stop, &clock).unwrap_or_else(|fault| {
                Command::EngineFailed { id: task.id, why: format!("{}; your game is safe", fault.why) }
            });
            hold(&task, stop, &clock);
            (state.answer)(command);
        });
    }

    /// Stops the search `id`; it answers with its best move so far.
    pub fn finish(&mut self, id: SearchId) {
        self.thread.finish(id.0);
    }

    /// Stops any search.
    pub fn stop(&mut self) {
        self.thread.stop();
    }
}

/// Returns the move of the first book that knows the position; no book decides in an opening.
fn recall(books: &Mutex<BookList>, task: &SearchTask) -> Option<String> {
    let is_decision = task.opening.is_some();
    if is_decision { None } else { books.lock().choose(&task.game, &mut Rng::from_seed(task.seed)) }
}

fn search(
    mind: &mut Mind,
    task: &SearchTask,
    request: SearchRequest,
    stop: &Stop,
    clock: &MonotonicClock,
) -> Result<Command, SearchFault> {
    let (id, game) = (task.id, &task.game);
    if let (Some(opening), Game::Gomoku(played)) = (&task.opening, game) {
        let choices = mind.decide(opening, played.position().rule(), &request, clock, stop)?;
        return Ok(Command::Decided { id, choices });
    }
    let question = SearchQuestion { game, moves: &[], request, clocks: None, clock };
    let info = mind.think(&question, stop, None)?.info;
    match task.purpose {
        Purpose::Move => Ok(Command::Searched { id, info }),
        Purpose::Hint => {
            let reasons = explain::merits(game, info.pv());
            Ok(Command::Advised { id, info, reasons })
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use duiyi_core::base::{Millis, Side};
    use duiyi_core::game::{GameKind, Setup};
    use duiyi_core::session::TaskEngine;

    use super::*;
    use crate::books::{BookEdit, BookUse, MoveSign};

    fn task(game: &Game, purpose: Purpose, level: Level, limits: Limits) -> SearchTask {
        SearchTask {
            id: SearchId(1),
            purpose,
            side: Side::First,
            game: game.clone(),
            opening: None,
            by: TaskEngine::BuiltIn { level, limits },
            is_timed: false,
            seed: 7,
            day_form: 7,
            visible_min: Millis(0),
        }
    }

    #[test]
    fn moves_come_from_the_book_unless_it_was_put_away_and_advice_never_does() {
        let (sender, answers) = mpsc::channel();
        let mut worker = EngineThread::start(move |command| drop(sender.send(command)));
        let game = Game::new(&Setup::usual(GameKind::Xiangqi));
        let (level, limits) = (Level::MAX, Limits { nodes: Some(100), ..Limits::default() });
        let mut nodes = |purpose, book| {
            worker.choose(PlayOptions { book, ..PlayOptions::default() });
            worker.think(Box::new(task(&game, purpose, level, limits)), level, limits);
            match answers.recv_timeout(Duration::from_secs(60)).expect("the answer comes") {
                Command::Searched { info, .. } | Command::Advised { info, .. } => info.nodes,
                other => panic!("{other:?} is no search result"),
            }
        };
        assert_eq!(nodes(Purpose::Move, true), 0);
        assert!(nodes(Purpose::Move, false) > 0);
        assert!(nodes(Purpose::Hint, true) > 0);
    }

    #[test]
    fn the_books_of_the_person_answer_from_level_3_in_their_order_and_no_forbidden_move() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut list, _) = BookList::load(Some(folder.path().to_owned()));
        let game = Game::new(&Setup::usual(GameKind::Xiangqi));
        let id = list.create("mine", GameKind::Xiangqi).expect("a book");
        let edit = |weight, sign| Some(BookEdit { weight, sign, remark: String::new() });
        list.edit(&id, &game, "a0a1", edit(1, MoveSign::Plain)).expect("a change");
        list.edit(&id, &game, "h2e2", edit(1_000, MoveSign::Forbidden)).expect("a change");
        let books = Arc::new(Mutex::new(list));
        let (sender, answers) = mpsc::channel();
        let mut worker = EngineThread::start(move |command| drop(sender.send(command)));
        worker.read(Arc::clone(&books));
        let mut play = |level: u8, book| {
            worker.choose(PlayOptions { book, ..PlayOptions::default() });
            let level = Level::new(level).expect("a level");
            let limits = Limits { nodes: Some(100), ..Limits::default() };
            worker.think(Box::new(task(&game, Purpose::Move, level, limits)), level, limits);
            match answers.recv_timeout(Duration::from_secs(60)).expect("the answer comes") {
                Command::Searched { info, .. } => (info.best.expect("a move"), info.nodes == 0),
                other => panic!("{other:?} is no search result"),
            }
        };
        for level in 3..=5 {
            let (mv, is_known) = play(level, true);
            assert!(is_known && ["a0a1", "i0i1"].contains(&mv.as_str()), "{level}: {mv}");
        }
        assert!(!play(2, true).1, "a beginner has read no book");
        assert!(!play(5, false).1, "the books are put away");
        let uses = books.lock().list().into_iter().map(|book| BookUse { first: false, ..book.used }).collect();
        books.lock().arrange(uses).expect("an order");
        assert!(!play(5, true).1, "no book is for Red");
    }
}
