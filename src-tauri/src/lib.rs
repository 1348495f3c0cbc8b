//! The window of Duiyi: commands and events between the Svelte page and the desk.

mod analysis;
mod announce;
mod board_search;
#[cfg(test)]
mod bindings;
mod books;
mod calls;
mod class;
mod classics;
mod clipboard;
mod closing;
mod commands;
mod dropped_files;
mod dto;
#[cfg(test)]
mod ending_tapes;
mod endings;
mod engines;
mod events;
mod explain;
pub mod failure;
#[cfg(test)]
mod fixtures;
mod lab;
#[cfg(test)]
mod lesson_tapes;
mod lessons;
mod library;
mod memory;
mod menu;
mod opener;
mod puzzles;
mod records;
mod repertoires;
mod review;
mod sound;
mod study;
mod tables;
#[cfg(test)]
mod tapes;
mod theme;
mod web_process;
mod window;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use duiyi_host::books::{BookList, BookWork};
use duiyi_host::desk::Desk;
use duiyi_host::desk::export::ExportSubject;
use duiyi_host::endings::EndingRoom;
use duiyi_host::engine_list::EngineConsole;
use duiyi_host::files::{DataDir, FileError, Notice};
use duiyi_host::instance::{Claim, Instance};
use duiyi_host::lab::LabRunner;
use duiyi_host::lessons::LessonRoom;
use duiyi_host::log::Log;
use duiyi_host::matches::{MatchGame, WindowMatch};
use duiyi_host::network::TableSearch;
use duiyi_host::puzzles::{PuzzleTrainer, Refuter};
use duiyi_host::repertoire::RepertoireTrainer;
use duiyi_host::review::{BatchReviewer, Reviewer};
use duiyi_host::settings::SettingsFile;
use duiyi_host::tournament::WindowTournament;
use parking_lot::Mutex;
use tauri::{AppHandle, Manager, RunEvent};

use analysis::Watch;
use board_search::BoardSearches;
use closing::WindowClosing;
use events::Listener;
use opener::WrittenFiles;
use sound::Sound;

/// The data folder's name within the system's folder for application data.
const FOLDER: &str = "duiyi";

/// The state of the program, shared by all commands.
struct App {
    desk: Desk,
    /// The settings; `None` without a data folder.
    settings: Mutex<Option<SettingsFile>>,
    /// Notices for the first start of the page.
    notices: Mutex<Vec<Notice>>,
    /// The channel to the page.
    listener: Arc<Listener>,
    sound: Sound,
    console: Mutex<EngineConsole>,
    window_match: Mutex<WindowMatch>,
    tournament: Mutex<WindowTournament>,
    /// Dropped or opened files and folders that the page has not imported yet.
    offered: Mutex<Vec<PathBuf>>,
    /// The game of the export dialog.
    exported: Mutex<ExportSubject>,
    /// The files that the page may show in their folders.
    written: WrittenFiles,
    /// How often an animation was stopped.
    drawing_stops: Arc<AtomicUsize>,
    watch: Mutex<Watch>,
    /// The searches of the board in the study.
    searches: BoardSearches,
    review: Mutex<Reviewer>,
    /// The review of many games.
    batch: Mutex<BatchReviewer>,
    /// While the person looks for a table to join.
    table_search: Mutex<Option<TableSearch>>,
    lab: Mutex<LabRunner>,
    /// The puzzle on the board, and the progress.
    puzzles: Arc<Mutex<PuzzleTrainer>>,
    /// The step of a lesson on the board, and the progress.
    lessons: Mutex<LessonRoom>,
    /// The ending on the board, and the stars.
    endings: Mutex<EndingRoom>,
    /// The repertoires and the training in progress.
    repertoires: Mutex<RepertoireTrainer>,
    /// The opening books.
    books: Arc<Mutex<BookList>>,
    book_work: BookWork,
    /// The engine that answers wrong moves of puzzles.
    refuter: Refuter,
    closing: WindowClosing,
    /// The claim on the data folder; `None` without a folder.
    instance: Option<Instance>,
    log: Log,
}

impl App {
    /// Opens the data folder, or continues in memory; every failure becomes a notice.
    fn open(path: Option<PathBuf>, log: Log, claim: Option<Result<Claim, FileError>>, offered: Vec<PathBuf>) -> App {
        let sound = Sound::start();
        let listener = Arc::new(Listener::default());
        let told = Arc::clone(&listener);
        let (desk, mut notices) = Desk::open(path.clone(), move |update| told.tell(dto::Word::Game { update }));
        notices.extend(desk.check_kept_studies());
        let instance = match claim {
            Some(Ok(Claim::Ours(instance))) => {
                notices.extend(log.begin_run());
                Some(instance)
            }
            Some(Ok(Claim::Deaf(notice))) => {
                notices.push(notice);
                None
            }
            Some(Err(error)) => {
                notices.push(Notice::from(&error));
                None
            }
            Some(Ok(Claim::Raised)) | None => None,
        };
        let (puzzles, notice) = PuzzleTrainer::open(path.clone());
        notices.extend(notice);
        let (lessons, notice) = LessonRoom::open(path.clone());
        notices.extend(notice);
        let (endings, notice) = EndingRoom::open(path.clone());
        notices.extend(notice);
        let (repertoires, notice) = RepertoireTrainer::open(path.clone());
        notices.extend(notice);
        let (books, notice) = BookList::load(path.clone());
        notices.extend(notice);
        let told = Arc::clone(&listener);
        let (batch, notice) = BatchReviewer::open(path.clone(), move |state, change| {
            told.tell(dto::Word::Batch { state, change });
        });
        notices.extend(notice);
        let settings = path.clone().and_then(|path| DataDir::open(path).ok()).map(|dir| {
            let (settings, notice) = SettingsFile::load(&dir);
            notices.extend(notice);
            settings
        });
        let chosen = settings.as_ref().map(|file| file.settings().clone()).unwrap_or_default();
        sound.set_volume(chosen.sound, chosen.volume);
        desk.set_play_options((&chosen).into());
        let books = Arc::new(Mutex::new(books));
        desk.read_books(Arc::clone(&books));
        let told = Arc::clone(&listener);
        let library = desk.clone();
        let keep = move |game: MatchGame| {
            let MatchGame { uid, record, players, started_at_ms, tags } = game;
            Ok(library.keep_engine_game(uid, record, &players, started_at_ms, &tags)?)
        };
        let window_match = WindowMatch::new(desk.reactor(), keep, move |progress| {
            told.tell(dto::Word::Match { progress: progress.clone() })
        });
        let told = Arc::clone(&listener);
        let tournament =
            WindowTournament::new(desk.clone(), path, move |news| told.tell(dto::Word::Tournament { news }));
        let watch = Mutex::new(Watch::start(desk.reactor(), Arc::clone(&listener)));
        let (console, window_match) = (Mutex::new(EngineConsole::new(desk.reactor())), Mutex::new(window_match));
        let (settings, notices) = (Mutex::new(settings), Mutex::new(notices));
        let (offered, review) = (Mutex::new(offered), Mutex::default());
        let (puzzles, refuter) = (Arc::new(Mutex::new(puzzles)), Refuter::default());
        App {
            desk,
            settings,
            notices,
            listener,
            sound,
            console,
            window_match,
            tournament: Mutex::new(tournament),
            watch,
            searches: BoardSearches::default(),
            offered,
            exported: Mutex::new(ExportSubject::Study),
            written: WrittenFiles::default(),
            drawing_stops: Arc::default(),
            review,
            batch: Mutex::new(batch),
            table_search: Mutex::default(),
            lab: Mutex::default(),
            puzzles,
            lessons: Mutex::new(lessons),
            endings: Mutex::new(endings),
            repertoires: Mutex::new(repertoires),
            books,
            book_work: BookWork::default(),
            refuter,
            closing: WindowClosing::default(),
            instance,
            log,
        }
    }
}

/// Opens the main window with `files`, and runs until it is closed. If another window has the data folder, it is raised
/// instead and takes the files.
///
/// # Errors
/// [`tauri::Error`] if the system has no usable display or web view.
pub fn run(files: Vec<PathBuf>) -> tauri::Result<()> {
    duiyi_host::panics::report_in_one_sentence("duiyi-desktop");
    let path = DataDir::default_path(FOLDER);
    // The desk reports an unusable folder.
    let dir = path.clone().and_then(|path| DataDir::open(path).ok());
    let log = Log::start(dir.as_ref());
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "start");
    memory::return_large_blocks();
    window::expect_open_files()?;
    window::name_after_desktop_file();
    window::expect_display()?;
    window::expect_web_view()?;
    let claim = dir.map(|dir| Instance::claim(&dir, &files));
    if matches!(claim, Some(Ok(Claim::Raised))) {
        eprintln!("duiyi-desktop: Duiyi is open already; its window was raised.");
        return Ok(());
    }
    // Before the loop of the window, which a failure could not leave in order.
    let state = App::open(path, log, claim, files);
    tauri::Builder::default()
        // Here, not in the setup: macOS hands over files before it.
        .manage(state)
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_window_state::Builder::default().with_state_flags(window::kept_state()).build())
        .setup(move |app| {
            let state = app.state::<App>();
            if let Some(instance) = &state.instance {
                let handle = app.handle().clone();
                instance.watch(state.desk.reactor(), move |files| {
                    window::raise(&handle);
                    records::offer(&handle, files);
                });
            }
            end_when_asked(app.handle());
            app.on_menu_event(menu::act);
            let chosen = state.settings.lock().as_ref().map(|file| file.settings().clone()).unwrap_or_default();
            menu::show(app.handle(), chosen.language);
            window::open(app)?;
            theme::show(app.handle(), chosen.theme);
            Ok(())
        })
        .on_window_event(closing::on_window_event)
        .invoke_handler(calls::answered(tauri::generate_handler![
            commands::startup,
            commands::subscribe,
            commands::notices_seen,
            commands::new_game,
            commands::play,
            commands::play_anyway,
            commands::ai_move,
            commands::move_now,
            commands::undo,
            commands::hint,
            commands::resign,
            commands::offer_draw,
            commands::answer_draw,
            commands::rematch,
            commands::seen,
            commands::leave,
            commands::give_up_unsaved,
            commands::close_window,
            commands::resume,
            commands::discard,
            commands::take_back_discard,
            commands::pause,
            commands::go_on,
            tables::open_table,
            tables::look_for_tables,
            tables::stop_looking_for_tables,
            tables::join_table,
            tables::go_on_at_table,
            tables::accept_terms,
            tables::ask_at_table,
            tables::answer_at_table,
            tables::say_at_table,
            tables::leave_table,
            class::open_class,
            class::go_on_with_class,
            class::give_up_class,
            class::pair_class,
            class::begin_round,
            class::decide_in_class,
            class::remove_from_class,
            class::watch_in_class,
            class::show_in_class,
            class::hide_in_class,
            class::end_class,
            commands::list_games,
            commands::delete_game,
            commands::restore_game,
            commands::save_settings,
            commands::play_sound,
            commands::announce,
            commands::about,
            commands::diagnostics,
            opener::show_in_folder,
            opener::open_licences,
            explain::threats,
            explain::threats_in_study,
            board_search::defences_in_study,
            board_search::balance_in_study,
            board_search::search_threats_in_study,
            board_search::solve_in_study,
            board_search::stop_board_search,
            board_search::keep_lines,
            explain::attackers,
            explain::lesson,
            library::game_facets,
            library::explore,
            library::fitting_level,
            library::fair_game,
            library::tag_games,
            library::player_page,
            library::join_names,
            library::part_name,
            library::put_back_names,
            library::game_ids,
            library::spare_games,
            library::delete_games,
            library::forms_of_games,
            library::pick_export,
            library::export_games,
            library::count_games,
            library::purge_game,
            library::empty_trash,
            library::back_up,
            library::bring_back,
            library::library_place,
            library::choose_library_folder,
            library::stop_library_work,
            library::reopen_library,
            library::pick_path,
            engines::list_engines,
            engines::probe_engine,
            engines::save_engine,
            engines::remove_engine,
            engines::open_console,
            engines::send_console,
            engines::close_console,
            engines::start_match,
            engines::stop_match,
            engines::list_tournaments,
            engines::show_tournament,
            engines::begin_tournament,
            engines::open_openings,
            engines::export_tournament,
            engines::go_on_with_tournament,
            engines::stop_tournament,
            engines::remove_tournament,
            records::import_bytes,
            records::import_offered,
            records::import_chosen,
            records::read_doubtful,
            records::import_doubtful,
            records::import_duplicates,
            records::skip_doubtful,
            records::stop_import,
            records::export_forms,
            records::export_game,
            records::export_gif,
            records::stop_drawing,
            records::copy_picture,
            study::open_study,
            study::reopened_study,
            study::close_study,
            study::new_study,
            study::studied,
            study::go,
            study::play_in_study,
            study::edit_study,
            study::undo_study,
            study::redo_study,
            study::merge_text,
            study::merge_games,
            study::variation_record,
            study::study_record,
            study::check_position,
            study::begin_from,
            study::try_out,
            study::bring_game,
            study::study_game,
            analysis::look_at,
            analysis::rest,
            analysis::leave_analysis,
            analysis::press_action,
            analysis::keep_evaluation,
            review::start_review,
            review::stop_review,
            review::kept_review,
            review::try_move,
            review::review_games,
            review::reviews,
            review::pause_reviews,
            review::cancel_reviews,
            lab::start_lab,
            lab::stop_lab,
            lab::walk_tree,
            lab::walk_tic_tac_toe,
            books::list_books,
            books::open_book,
            books::new_book,
            books::copy_book,
            books::change_book,
            books::swap_book,
            books::stop_book_work,
            books::close_book,
            books::arrange_books,
            books::probe_books,
            books::edit_book,
            books::add_to_book,
            books::undo_book,
            books::named_openings,
            books::book_orders,
            endings::ending_list,
            endings::begin_ending,
            endings::leave_ending,
            endings::play_ending,
            endings::answer_ending,
            endings::take_back_ending,
            repertoires::list_repertoires,
            repertoires::begin_drill,
            repertoires::departure,
            repertoires::cover_repertoire,
            repertoires::next_drill,
            repertoires::answer_drill,
            repertoires::refute_drill,
            repertoires::leave_drill,
            repertoires::forget_repertoire,
            lessons::lesson_summary,
            lessons::begin_lesson,
            lessons::attempt_lesson,
            lessons::hint_lesson,
            lessons::show_lesson,
            puzzles::puzzles_today,
            puzzles::puzzle_overview,
            puzzles::begin_puzzle,
            puzzles::play_puzzle,
            puzzles::refute_puzzle,
            puzzles::take_back_puzzle,
            puzzles::hint_puzzle,
            puzzles::show_puzzle,
            puzzles::stop_puzzle_run,
            puzzles::import_puzzles,
            puzzles::delete_puzzle_set,
            classics::classics_list,
            classics::solved_classics,
            classics::classic,
            classics::read_classic,
        ]))
        .build(tauri::generate_context!())?
        .run(|app, event| match event {
            // Files that Finder opens with this program. Those from before the page wait for its start.
            #[cfg(target_os = "macos")]
            RunEvent::Opened { urls } => {
                records::offer(app, urls.iter().filter_map(|url| url.to_file_path().ok()).collect());
                window::raise(app);
            }
            RunEvent::Exit => closing::end(app),
            _ => {}
        });
    Ok(())
}

/// Ends the program in order when the system asks for it, as at the end of a session; at once when it asks again.
fn end_when_asked(app: &AppHandle) {
    let (app, asked) = (app.clone(), AtomicBool::new(false));
    let set = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(1);
        }
        app.exit(0);
    });
    if let Err(error) = set {
        tracing::warn!(%error, "the system's request to end is not heard");
    }
}
