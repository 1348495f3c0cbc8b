//! The commands of the study. Each change returns its effects.

use duiyi_core::study::{self, Change};
use duiyi_host::desk::study::StudyCursor;
use tauri::State;

use crate::App;
use crate::commands::Answer;
use crate::dto::{Beginning, GameSnapshot, NewGame, Place, Study, StudyChange, StudyEdit, fitting};
use crate::memory;

/// Opens a game of the library.
#[tauri::command(async)]
pub fn open_study(app: State<'_, App>, id: i64) -> Answer<Study> {
    let study = app.desk.open_study(id)?.into();
    memory::return_free_pages();
    Ok(study)
}

/// Begins a study from a position.
#[tauri::command(async)]
pub fn new_study(app: State<'_, App>, beginning: Beginning) -> Answer<Study> {
    Ok(app.desk.new_study(&beginning.try_into()?)?.into())
}

/// Returns the whole study, for a page that starts or has missed an update.
#[tauri::command(async)]
pub fn studied(app: State<'_, App>) -> Option<Study> {
    app.desk.studied().map(Study::from)
}

/// Moves the cursor to a node, or to the last playable node before it.
#[tauri::command(async)]
pub fn go(app: State<'_, App>, node: u32) -> Answer<StudyCursor> {
    Ok(app.desk.go(node as usize)?)
}

/// Plays a move in any notation: into an existing child, or as a new variation.
#[tauri::command(async)]
pub fn play_in_study(app: State<'_, App>, mv: &str) -> Answer<StudyChange> {
    Ok(app.desk.play_in_study(mv)?.into())
}

/// Changes the tree, its notes, or the header.
#[tauri::command(async)]
pub fn edit_study(app: State<'_, App>, edit: StudyEdit) -> Answer<StudyChange> {
    Ok(app.desk.change_study(|study| change(study, edit))?.into())
}

/// Undoes the last change.
#[tauri::command(async)]
pub fn undo_study(app: State<'_, App>) -> Answer<StudyChange> {
    Ok(app.desk.undo_study(false)?.into())
}

/// Redoes the last undone change.
#[tauri::command(async)]
pub fn redo_study(app: State<'_, App>) -> Answer<StudyChange> {
    Ok(app.desk.undo_study(true)?.into())
}

/// Returns the record of the study as the library has it.
#[tauri::command(async)]
pub fn study_record(app: State<'_, App>) -> Answer<String> {
    Ok(app.desk.study_record()?)
}

/// Checks a set-up position, and returns the start of a game from it.
#[tauri::command(async)]
pub fn check_position(place: Place) -> Answer<Beginning> {
    Ok((&study::Beginning::try_from(place)?).into())
}

/// Begins a game in which `moves` have been played.
#[tauri::command(async)]
pub fn begin_from(app: State<'_, App>, config: NewGame, moves: Vec<String>) -> Answer<GameSnapshot> {
    Ok(app.desk.begin_from(config.try_into()?, &moves)?.into())
}

/// Adds the game on the board to a study as a variation, and opens that study.
#[tauri::command(async)]
pub fn bring_game(app: State<'_, App>, id: i64) -> Answer<Study> {
    Ok(app.desk.bring_game(id)?.into())
}

/// Opens the game on the board as a study. It is refused during a game of a person against an engine.
#[tauri::command(async)]
pub fn study_game(app: State<'_, App>) -> Answer<Study> {
    Ok(app.desk.study_game()?.into())
}

fn change(study: &study::Study, edit: StudyEdit) -> Result<Change, duiyi_core::game::Refusal> {
    let find = |node: u32| study.find(node as usize);
    Ok(match edit {
        StudyEdit::Remove { node } => Change::Remove(find(node)?),
        StudyEdit::Promote { node } => Change::Promote(find(node)?),
        StudyEdit::Demote { node } => Change::Demote(find(node)?),
        StudyEdit::MakeMain { node } => Change::MakeMain(find(node)?),
        StudyEdit::Comment { node, text } => Change::Comment(find(node)?, text),
        StudyEdit::Judge { node, glyph } => Change::Judge(find(node)?, glyph.map(duiyi_core::record::note::Glyph)),
        StudyEdit::Draw { node, marks, labels } => {
            Change::Draw(find(node)?, marks, labels.iter().map(fitting).collect())
        }
        StudyEdit::Correct { node, mv } => Change::Correct(find(node)?, mv),
        StudyEdit::Describe { header } => Change::Describe(Box::new(header.over(&study.header))),
    })
}
