//! The commands of the analysis, and the form of its reports.

use std::collections::HashMap;
use std::sync::Arc;

use duiyi_core::game::GameKind;
use duiyi_core::record::note::Evaluation;
use duiyi_core::review::Curve;
use duiyi_host::analysis::{AnalysisReport, AnalysisRequest, PositionTag, RootMoves};
use duiyi_host::desk::Desk;
use duiyi_host::desk::study::StudyUpdate;
use duiyi_host::engine_list::EngineConfig;
use duiyi_host::settings::{AnalysisChoice, GameChoice};
use duiyi_host::thinking::EngineSpec;
use duiyi_host::{Analysis, Reactor};
use parking_lot::Mutex;
use tauri::State;

use crate::App;
use crate::commands::Answer;
use crate::dto::{Analyst, Finding, Word};
use crate::events::Listener;

/// The analysis and its subject: a report names the study, the node and the analyst.
pub struct Watch {
    analysis: Analysis,
    looked: Arc<Mutex<Looked>>,
    /// The curves of external engines by engine and rule, as far as they were asked for.
    curves: HashMap<(String, &'static str), Option<Curve>>,
}

/// The subject of the analysis, in the page's names.
#[derive(Default)]
struct Looked {
    look: u64,
    study: i64,
    node: u32,
    analysts: Vec<Analyst>,
}

impl Watch {
    /// Starts without a search; reports go to `listener`.
    pub fn start(reactor: &Reactor, listener: Arc<Listener>) -> Watch {
        let looked = Arc::new(Mutex::new(Looked::default()));
        let seen = Arc::clone(&looked);
        let analysis = Analysis::start(reactor, move |report| {
            if let Some(finding) = seen.lock().name(&report) {
                listener.tell(Word::Analysis { finding });
            }
        });
        Watch { analysis, looked, curves: HashMap::new() }
    }

    fn look_at(&mut self, desk: &Desk, look: u64, node: u32, wishes: &AnalysisChoice, root: RootMoves) -> Answer<()> {
        let (study, game) = desk.game_at(node as usize)?;
        let externals = desk.external_engines();
        let (names, analysts): (Vec<String>, _) =
            analysts_of(&externals, game.kind(), &wishes.analysts).into_iter().unzip();
        let setup = desk.study_setup()?;
        let usual = Curve::of(&setup);
        let named = names.into_iter().map(|name| {
            let engine = externals.iter().find(|engine| engine.id == name);
            let fitted = engine.and_then(|engine| {
                let known = self.curves.entry((name.clone(), setup.rule_code()));
                *known.or_insert_with(|| desk.curve_of_engine(&engine.name, &setup).unwrap_or_default())
            });
            Analyst { name, usual, fitted }
        });
        let named = named.collect();
        // Reports of the previous subject carry its number or are dropped.
        *self.looked.lock() = Looked { look, study, node, analysts: named };
        let wishes = AnalysisRequest {
            lines: usize::from(wishes.lines),
            limits: wishes.into(),
            root,
            threads: usize::from(wishes.threads),
            hash_mib: usize::from(wishes.hash_mib),
            analysts,
        };
        self.analysis.look_at(PositionTag(look), &game, &wishes);
        Ok(())
    }
}

impl Looked {
    /// Converts a report for the page; `None` for an earlier position.
    fn name(&self, report: &AnalysisReport) -> Option<Finding> {
        let analyst = self.analysts.get(report.analyst).filter(|_| report.tag == PositionTag(self.look))?;
        Some(Finding::of(report, self.look, self.study, self.node, analyst))
    }
}

/// Returns the requested analysts that play this game, with their names; the empty name is the built-in engine.
fn analysts_of(externals: &[EngineConfig], kind: GameKind, wished: &[String]) -> Vec<(String, EngineSpec)> {
    let game = GameChoice::from(kind);
    let analyst = |name: &String| {
        if name.is_empty() {
            return Some((String::new(), EngineSpec::full_strength()));
        }
        let external = externals.iter().find(|external| external.id == *name && external.game == game)?;
        Some((name.clone(), EngineSpec::External(external.spec().ok()?)))
    };
    wished.iter().filter_map(analyst).collect()
}

/// Analyses a node of the study, and nothing else. `look` is the number of this analysis; its reports are words of kind
/// `analysis` with this number. `root` restricts the moves of the position.
#[tauri::command]
pub fn look_at(app: State<'_, App>, look: u64, node: u32, wishes: AnalysisChoice, root: RootMoves) -> Answer<()> {
    app.watch.lock().look_at(&app.desk, look, node, &wishes, root)
}

/// Stops every analyst; there are no reports until the next analysis.
#[tauri::command]
pub fn rest(app: State<'_, App>) {
    app.watch.lock().analysis.rest();
}

/// Ends every analyst: external engines quit, and the memory of the engine is freed.
#[tauri::command]
pub fn leave_analysis(app: State<'_, App>) {
    app.watch.lock().analysis.leave();
}

/// Performs an action of an external engine, such as `Clear Hash`, in the process that analyses. Returns whether there is
/// one.
#[tauri::command]
pub fn press_action(app: State<'_, App>, id: &str, action: &str) -> bool {
    let engine = app.desk.external_engines().into_iter().find(|engine| engine.id == id);
    let Some(command) = engine.and_then(|engine| engine.spec().ok()) else { return false };
    app.watch.lock().analysis.press(&EngineSpec::External(command), action)
}

/// Saves an evaluation at a node of a study. Returns the changes; none if the study has as good a one or was closed.
#[tauri::command]
pub fn keep_evaluation(app: State<'_, App>, study: i64, node: u32, evaluation: &str) -> Answer<Option<StudyUpdate>> {
    // Not an evaluation: ignore.
    let Some(found) = Evaluation::read(evaluation) else { return Ok(None) };
    Ok(app.desk.keep_evaluation(study, node as usize, found)?)
}
