//! A tournament in the window: its terms and its games in a file of the data folder, its games in the library as well, and its
//! state after each game.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use duiyi_core::base::BySide;
use duiyi_core::game::{Game, GameKind, Refusal, Setup};
use duiyi_core::search::Stop;
use parking_lot::Mutex;

use super::course::TournamentCourse;
use super::own_openings::OwnOpenings;
use super::pairing_score::PairingScore;
use super::plan::TournamentPlan;
use super::report::TournamentReport;
use super::runner::{Tournament, TournamentError, TournamentWatch};
use super::setup::TournamentSetup;
use super::standings::Standing;
use super::store::{TournamentGame, TournamentStore};
use super::terms::Terms;
use crate::clock::{day, seed, unix_ms};
use crate::desk::export::plain_file_name;
use crate::desk::{Desk, DeskError};
use crate::engine_list::EngineConfig;
use crate::files::{DataDir, FileError, remove};
use crate::journal::new_game_id;
use crate::library::MATCH_TAG;
use crate::matches::PlayedGame;
use crate::matches::record::recorded;
use crate::panics::NO_THREAD;

/// The interval at which the boards are shown during games.
const SHOWN_EVERY: Duration = Duration::from_millis(300);

/// The ending of the files of tournaments.
const EXTENSION: &str = "tournament";

/// A counted game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TournamentResult {
    /// The game's row in the library; `None` if it is not there.
    pub id: Option<i64>,
    /// From 1.
    pub round: u32,
    /// Who moved first, and who second, by their places among the entrants.
    pub players: [usize; 2],
    /// Half points of the player who moved first: 0, 1 or 2.
    pub half_points: u32,
    /// With the moves of the opening.
    pub plies: u32,
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TournamentBoard {
    /// Who moves first, and who second, by their places among the entrants.
    pub players: [usize; 2],
    pub placement: String,
}

/// What each game changes in a tournament.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TournamentState {
    pub running: bool,
    /// Games that are left; 0 once the tournament is over. The replays of a knockout count once they are due.
    pub open: usize,
    /// The best player first.
    pub table: Vec<Standing>,
    /// Each two players who have met.
    pub pairings: Vec<PairingScore>,
    /// The reason why the last game is not in the library, or why the tournament has stopped.
    pub trouble: Option<Refusal>,
    /// The last fault, at the name of its player.
    pub last_fault: Option<Refusal>,
}

/// A tournament with all its games so far.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TournamentProgress {
    pub id: String,
    pub plan: TournamentPlan,
    /// In the order of the schedule.
    pub games: Vec<TournamentResult>,
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub state: TournamentState,
}

/// A game that has just been counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PlacedResult {
    /// Its index among the games so far, in the order of the schedule.
    pub place: usize,
    pub result: TournamentResult,
}

/// A change of a tournament. It has one game and not all: there may be thousands.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TournamentChange {
    pub id: String,
    pub state: TournamentState,
    /// `None` for a tournament that has ended or paused.
    pub latest: Option<PlacedResult>,
    /// The number of games so far. A listener that has another number of them has missed one.
    pub played: usize,
}

/// What a file of a tournament has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum TournamentExport {
    /// The table, the pairings and the results as JSON ([`TournamentReport`]).
    Table,
    /// The records of all games: PGN for Xiangqi, SGF for Gomoku.
    Games,
}

/// A tournament of the data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TournamentEntry {
    pub id: String,
    /// The collection of its games; of a damaged file the id.
    pub collection: String,
    /// Why the file cannot be used, if so.
    pub fault: Option<Refusal>,
}

/// What the window hears of a tournament.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum TournamentNews {
    /// The tournament has begun, or goes on.
    Progress { progress: Box<TournamentProgress> },
    /// A game is over, or the tournament has ended or paused.
    Change { change: Box<TournamentChange> },
    /// The games in progress, in the order of the schedule.
    Boards { boards: Vec<TournamentBoard> },
}

type Listener = Arc<dyn Fn(TournamentNews) + Send + Sync>;

/// Owns the tournaments of the data folder, of which one is shown and at most that one is played.
pub struct WindowTournament {
    /// Its library gets the games.
    desk: Desk,
    folder: Option<PathBuf>,
    view: Arc<Mutex<Option<TournamentProgress>>>,
    stop: Stop,
    listener: Listener,
}

impl WindowTournament {
    /// Makes the owner of the tournaments in the data folder at `path`. `listener` is called on threads of the tournament; it must
    /// not call this object.
    #[must_use]
    pub fn new(
        desk: Desk,
        path: Option<PathBuf>,
        listener: impl Fn(TournamentNews) + Send + Sync + 'static,
    ) -> WindowTournament {
        let folder = path.and_then(|path| DataDir::open(path).ok()).map(|dir| dir.tournaments());
        WindowTournament { desk, folder, view: Arc::default(), stop: Stop::new(), listener: Arc::new(listener) }
    }

    /// Returns the tournaments of the folder, the latest first. Of each file only the terms are read.
    #[must_use]
    pub fn list(&self) -> Vec<TournamentEntry> {
        let shown = self.view.lock();
        let entry = |id: String| match shown.as_ref().filter(|view| view.id == id) {
            Some(view) => TournamentEntry { id, collection: view.plan.collection.clone(), fault: None },
            None => match self.open(&id) {
                Ok((_, terms)) => TournamentEntry { id, collection: terms.plan.collection, fault: None },
                Err(why) => TournamentEntry { collection: id.clone(), id, fault: Some(why) },
            },
        };
        self.ids().into_iter().map(entry).collect()
    }

    /// Returns the ids of the files in the folder, the latest first.
    fn ids(&self) -> Vec<String> {
        let files = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let mut ids: Vec<String> = files
            .into_iter()
            .flatten()
            .flatten()
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == EXTENSION))
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
            .collect();
        // Ids sort by date.
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids
    }

    /// Returns the state of the shown tournament, which at first is the latest one.
    #[must_use]
    pub fn view(&self) -> Option<TournamentProgress> {
        let shown = self.view.lock().clone();
        shown.or_else(|| self.ids().iter().find_map(|id| self.show(id).ok()))
    }

    /// Shows another tournament.
    ///
    /// # Errors
    /// `tournament-running` if one is being played, `tournament-file` if the file cannot be read.
    pub fn show(&self, id: &str) -> Result<TournamentProgress, Refusal> {
        self.refuse_while_running()?;
        let (store, terms) = self.open(id)?;
        let course = course(&store, &terms.plan)?;
        let shown = self.progress(id, terms.plan, &course);
        *self.view.lock() = Some(shown.clone());
        Ok(shown)
    }

    /// Takes the openings of a file for the tournaments of a game, in the place of the last ones.
    ///
    /// # Errors
    /// As [`OwnOpenings::read`]; `no-folder` or that of the system if they cannot be kept. The last ones stay.
    pub fn take_openings(&self, path: &Path, setup: &Setup) -> Result<OwnOpenings, Refusal> {
        let openings = OwnOpenings::read(path, setup)?;
        openings.keep(self.folder.as_ref().ok_or_else(no_folder)?)?;
        Ok(openings)
    }

    /// Returns the last openings of a person for each game.
    #[must_use]
    pub fn own_openings(&self) -> Vec<OwnOpenings> {
        GameKind::ALL.into_iter().filter_map(|game| self.openings_of(game).ok()).collect()
    }

    /// Returns the last openings of a person for a game.
    ///
    /// # Errors
    /// `tournament-openings` if there are none.
    pub fn openings_of(&self, game: GameKind) -> Result<OwnOpenings, Refusal> {
        let kept = self.folder.as_ref().and_then(|folder| OwnOpenings::kept(folder, game));
        kept.ok_or_else(|| Refusal::plain("tournament-openings", "no openings have been chosen"))
    }

    /// Returns the shown tournament as a file: its name, its ending and its text.
    ///
    /// # Errors
    /// `tournament-running` while it is played; `tournament-file`.
    pub fn export(&self, export: TournamentExport) -> Result<(String, &'static str, Vec<u8>), Refusal> {
        self.refuse_while_running()?;
        let (store, Terms { plan, .. }) = self.open(&self.shown_id()?)?;
        let course = course(&store, &plan)?;
        let name = plain_file_name(&plan.collection);
        Ok(match export {
            TournamentExport::Table => {
                let report = TournamentReport::new(&course, &plan.names());
                let text = serde_json::to_string_pretty(&report).expect("a report is plain text and numbers");
                (name, "json", (text + "\n").into_bytes())
            }
            TournamentExport::Games => {
                let ending = if plan.setup.kind() == GameKind::Xiangqi { "pgn" } else { "sgf" };
                (name, ending, course.records())
            }
        })
    }

    /// Begins a tournament between engines of this machine.
    ///
    /// # Errors
    /// `tournament-running`; `tournament-setup` about what does not fit; `engine-gone` if an external engine is not in
    /// the list; `no-folder` or `tournament-file` if nothing can be kept.
    pub fn begin(
        &mut self,
        plan: TournamentPlan,
        engines: &[EngineConfig],
        path_of: impl Fn(&str) -> Result<PathBuf, Refusal>,
    ) -> Result<(), Refusal> {
        self.refuse_while_running()?;
        plan.check()?;
        let terms = Terms { seed: seed(), plan };
        let setup = terms.plan.resolve(terms.seed, engines, path_of)?;
        let folder = self.folder.clone().ok_or_else(no_folder)?;
        fs::create_dir_all(&folder).map_err(|error| DeskError::from(FileError::new(&folder, error)))?;
        let id = new_game_id();
        let store = TournamentStore::open(&self.path(&id)?, &terms.write())?;
        self.play(&id, terms.plan, setup, store)
    }

    /// Goes on with the shown tournament.
    ///
    /// # Errors
    /// As [`WindowTournament::begin`].
    pub fn go_on(
        &mut self,
        engines: &[EngineConfig],
        path_of: impl Fn(&str) -> Result<PathBuf, Refusal>,
    ) -> Result<(), Refusal> {
        self.refuse_while_running()?;
        let id = self.shown_id()?;
        let (store, Terms { seed, plan }) = self.open(&id)?;
        let setup = plan.resolve(seed, engines, path_of)?;
        self.play(&id, plan, setup, store)
    }

    /// Pauses the tournament; the games in progress are played anew when it goes on.
    pub fn stop(&self) {
        self.stop.ask();
    }

    /// Removes a tournament from the folder. Its games stay in the library.
    ///
    /// # Errors
    /// `tournament-running` if one is being played, `tournament-file` if the file stays.
    pub fn remove(&self, id: &str) -> Result<(), Refusal> {
        self.refuse_while_running()?;
        let path = self.path(id)?;
        remove(&path).map_err(|error| DeskError::from(FileError::new(&path, error)))?;
        self.view.lock().take_if(|view| view.id == id);
        Ok(())
    }

    fn shown_id(&self) -> Result<String, Refusal> {
        let id = self.view().map(|view| view.id);
        id.ok_or_else(|| unreadable(Path::new(""), "there is no tournament"))
    }

    fn refuse_while_running(&self) -> Result<(), Refusal> {
        if self.view.lock().as_ref().is_some_and(|view| view.state.running) {
            return Err(Refusal::plain("tournament-running", "a tournament is being played; stop it first"));
        }
        Ok(())
    }

    fn path(&self, id: &str) -> Result<PathBuf, Refusal> {
        let folder = self.folder.as_ref().ok_or_else(no_folder)?;
        // Ids come from the page: only those of our own form name a file.
        let is_ours = id.chars().all(|letter| letter.is_ascii_hexdigit() || letter == '-');
        if id.is_empty() || !is_ours {
            return Err(unreadable(Path::new(id), "no tournament has this name"));
        }
        Ok(folder.join(id).with_extension(EXTENSION))
    }

    fn open(&self, id: &str) -> Result<(TournamentStore, Terms), Refusal> {
        let path = self.path(id)?;
        if !path.exists() {
            return Err(unreadable(&path, "the file is gone"));
        }
        let store = TournamentStore::open(&path, "")?;
        let terms = Terms::read(&store.terms()?).map_err(|why| unreadable(&path, &why))?;
        Ok((store, terms))
    }

    fn progress(&self, id: &str, plan: TournamentPlan, course: &TournamentCourse) -> TournamentProgress {
        let row = |game: &TournamentGame| self.desk.find_game(&uid(id, game.number)).ok().flatten();
        let games = course.games().map(|game| result(game, row(game))).collect();
        let state = TournamentState {
            running: false,
            open: course.open(),
            table: course.standings(),
            pairings: course.pairing_scores(),
            trouble: None,
            last_fault: None,
        };
        TournamentProgress { id: id.to_owned(), plan, games, state }
    }

    fn play(
        &mut self,
        id: &str,
        plan: TournamentPlan,
        setup: TournamentSetup,
        store: TournamentStore,
    ) -> Result<(), Refusal> {
        let mut tournament = Tournament::new(setup, store)?;
        let boards = usize::from(plan.conditions.boards);
        let names = plan.names();
        let mut view = self.progress(id, plan, tournament.course());
        view.state.running = true;
        (self.listener)(TournamentNews::Progress { progress: Box::new(view.clone()) });
        *self.view.lock() = Some(view);
        self.stop = Stop::new();
        let follower = Follower {
            id: id.to_owned(),
            names,
            view: Arc::clone(&self.view),
            boards: Mutex::default(),
            rows: Mutex::default(),
            desk: self.desk.clone(),
            listener: Arc::clone(&self.listener),
        };
        let (reactor, stop) = (self.desk.reactor().clone(), self.stop.clone());
        let play = move || {
            let played = tournament.play(&reactor, boards, &stop, &follower);
            // The file is free before the window hears that it is.
            drop(tournament);
            follower.end(played.err());
        };
        thread::Builder::new().name("duiyi-tournament".to_owned()).spawn(play).expect(NO_THREAD);
        Ok(())
    }
}

impl Drop for WindowTournament {
    fn drop(&mut self) {
        self.stop();
    }
}

/// # Errors
/// `tournament-file`: the games cannot be read, or are of another tournament.
fn course(store: &TournamentStore, plan: &TournamentPlan) -> Result<TournamentCourse, Refusal> {
    let TournamentPlan { conditions, entrants, .. } = plan;
    let (rules, games) = (store.rules(), store.games()?);
    let course = TournamentCourse::new(conditions.format, rules, entrants.len(), conditions.games, games);
    let other = |number| TournamentError::OtherGames { path: shown(store.path()), number: number + 1 };
    Ok(course.map_err(other)?)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn no_folder() -> Refusal {
    Refusal::plain("no-folder", "a tournament needs a folder for its games")
}

fn unreadable(path: &Path, why: &str) -> Refusal {
    let at = shown(path);
    Refusal { at: Some(at.clone()), ..Refusal::plain("tournament-file", format!("{at}: {why}")) }
}

/// Returns the `uid` of a game in the library.
fn uid(tournament: &str, number: usize) -> String {
    format!("{tournament}-{}", number + 1)
}

fn result(game: &TournamentGame, id: Option<i64>) -> TournamentResult {
    let &TournamentGame { round, players, plies, .. } = game;
    TournamentResult { id, round, players, half_points: game.half_points()[0], plies }
}

/// A game in progress, with its begin in milliseconds since 1970.
struct OpenBoard {
    board: TournamentBoard,
    started_at_ms: i64,
}

#[derive(Default)]
struct OpenBoards {
    /// By the numbers of their games.
    boards: BTreeMap<usize, OpenBoard>,
    told_at: Option<Instant>,
}

/// Keeps the state of a tournament and the games in the library while it is played.
struct Follower {
    id: String,
    names: Vec<String>,
    view: Arc<Mutex<Option<TournamentProgress>>>,
    boards: Mutex<OpenBoards>,
    /// The rows of finished games that do not count yet.
    rows: Mutex<BTreeMap<usize, Result<i64, Refusal>>>,
    desk: Desk,
    listener: Listener,
}

impl Follower {
    fn tell_boards(&self, boards: &OpenBoards) {
        let boards = boards.boards.values().map(|open| open.board.clone()).collect();
        (self.listener)(TournamentNews::Boards { boards });
    }

    /// Changes the state, adds a game that has been counted, and tells both.
    fn change(&self, latest: Option<PlacedResult>, change: impl FnOnce(&mut TournamentState)) {
        let mut view = self.view.lock();
        let Some(TournamentProgress { id, games, state, .. }) = view.as_mut() else { return };
        change(state);
        if let Some(PlacedResult { place, result }) = latest {
            games.insert(place.min(games.len()), result);
        }
        let change = TournamentChange { id: id.clone(), state: state.clone(), latest, played: games.len() };
        (self.listener)(TournamentNews::Change { change: Box::new(change) });
    }

    fn end(&self, error: Option<TournamentError>) {
        self.change(None, |state| {
            state.running = false;
            state.trouble = error.map(Refusal::from).or_else(|| state.trouble.take());
        });
        (self.listener)(TournamentNews::Boards { boards: Vec::new() });
    }
}

impl TournamentWatch for Follower {
    fn shown(&self, number: usize, players: [usize; 2], game: &Game) {
        let mut boards = self.boards.lock();
        let board = TournamentBoard { players, placement: game.placement() };
        let started_at_ms = boards.boards.get(&number).map_or_else(unix_ms, |open| open.started_at_ms);
        boards.boards.insert(number, OpenBoard { board, started_at_ms });
        if boards.told_at.is_none_or(|told_at| told_at.elapsed() >= SHOWN_EVERY) {
            boards.told_at = Some(Instant::now());
            self.tell_boards(&boards);
        }
    }

    fn finished(&self, game: &TournamentGame, played: &PlayedGame) {
        let open = self.boards.lock().boards.remove(&game.number);
        let started_at_ms = open.map_or_else(unix_ms, |open| open.started_at_ms);
        let Some(plan) = self.view.lock().as_ref().map(|view| view.plan.clone()) else { return };
        let [first, second] = game.players.map(|player| plan.entrants[player].player.clone());
        let names = game.players.map(|player| self.names[player].clone());
        let record = recorded(played, &names, &day(started_at_ms));
        let tags = [MATCH_TAG.to_owned(), plan.collection];
        let players = BySide { first, second };
        let row = self.desk.keep_engine_game(uid(&self.id, game.number), record, &players, started_at_ms, &tags);
        self.rows.lock().insert(game.number, row.map_err(Refusal::from));
    }

    fn counted(&self, course: &TournamentCourse, game: &TournamentGame, played: &PlayedGame) {
        let row = self.rows.lock().remove(&game.number);
        let id = row.as_ref().and_then(|row| row.as_ref().ok()).copied();
        let place = course.games().take_while(|counted| counted.number < game.number).count();
        let (open, table, pairings) = (course.open(), course.standings(), course.pairing_scores());
        self.change(Some(PlacedResult { place, result: result(game, id) }), |state| {
            (state.open, state.table, state.pairings) = (open, table, pairings);
            state.trouble = row.and_then(Result::err);
            if let Some((entrant, fault)) = &played.fault {
                let name = self.names[game.players[*entrant as usize]].clone();
                state.last_fault = Some(Refusal { at: Some(name), ..Refusal::plain(fault.code, &fault.why) });
            }
        });
    }
}
