//! The commands of the laboratory. Results are words of kind `lab`.

use duiyi_core::base::Depth;
use duiyi_core::lab::{KnownNode, LabMethod, LabNode};
use duiyi_host::desk::library::Diagram;
use tauri::State;

use crate::App;
use crate::commands::Answer;
use crate::dto::Word;
use duiyi_core::game::Refusal;

/// Searches a position with every method to `depth`, then with the engine, and stops the previous experiment. `look` is
/// the number of this experiment.
#[tauri::command]
pub fn start_lab(app: State<'_, App>, look: u64, position: Diagram<'_>, depth: u32) -> Answer<()> {
    let game = position.game()?;
    let listener = app.listener.clone();
    app.lab.lock().start(game, deep(depth), move |news| {
        listener.tell(Word::Lab { look, news });
    });
    Ok(())
}

/// Stops the experiment; there are no more results.
#[tauri::command]
pub fn stop_lab(app: State<'_, App>) {
    app.lab.lock().stop();
}

/// Returns the node at the end of `path` in the tree of a small search of `position`.
#[tauri::command]
pub fn walk_tree(
    app: State<'_, App>,
    position: Diagram<'_>,
    method: LabMethod,
    depth: u32,
    path: Vec<u32>,
) -> Answer<LabNode> {
    let mut lab = app.lab.lock();
    let (game, tree) = lab.walk(&position, method, deep(depth))?;
    Ok(tree.walk(game, &path))
}

/// Returns a position of tic-tac-toe with its solution.
#[tauri::command]
pub fn walk_tic_tac_toe(app: State<'_, App>, position: Diagram<'_>) -> Answer<KnownNode> {
    let game = position.game()?;
    let unknown = || Refusal::plain("wrong-position", "this position cannot occur in tic-tac-toe");
    KnownNode::of(&game, app.lab.lock().solved()).ok_or_else(unknown)
}

fn deep(depth: u32) -> Depth {
    Depth::try_from(depth).unwrap_or(Depth::MAX)
}
