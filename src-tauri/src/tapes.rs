//! Tapes of the study's desk for the page's test backend: every command that a test of the page gives, with the answer of
//! the real desk. So no change of a tree is written a second time in TypeScript.
//!
//! A test of the page that needs another command gets a row in `SEQUENCES`; the test of [`crate::fixtures`] writes the tape.

use std::collections::BTreeMap;

use duiyi_core::record::note::Evaluation;
use duiyi_host::desk::Desk;
use duiyi_host::desk::import::ImportSource;
use duiyi_host::desk::study::OpenedStudy;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::dto::StudyEdit;

/// The commands that the tests give to the Xiangqi game, from its opening on. `go` leads to a node, `keep` keeps an
/// evaluation at one.
const SEQUENCES: [&[&str]; 12] = [
    &["play b0d1"],
    &["play h2e2", "play h9g7", "play h0g2", "go 2", "play c3c4", "undo", "redo"],
    &[
        "go 1",
        "play b9c7",
        r#"edit {"kind":"makeMain","node":15}"#,
        "undo",
        r#"edit {"kind":"remove","node":15}"#,
        "undo",
    ],
    &["go 1", "play b9c7", "play b0c2"],
    &["keep 0 0.40,9", "play a0a1"],
    &["keep 0 0.40,9", "play a3a4"],
    &[
        r#"edit {"kind":"draw","node":0,"marks":[{"colour":"green","from":"h2","to":"e2"}],"labels":[]}"#,
        r#"edit {"kind":"draw","node":0,"marks":[{"colour":"green","from":"h2","to":"e2"},{"colour":"green","from":null,"to":"e6"}],"labels":[]}"#,
        r#"edit {"kind":"draw","node":0,"marks":[],"labels":[]}"#,
    ],
    &[
        "go 1",
        r#"edit {"kind":"judge","node":1,"glyph":3}"#,
        r#"edit {"kind":"judge","node":1,"glyph":null}"#,
        r#"edit {"kind":"comment","node":1,"text":"当头炮"}"#,
    ],
    &["go 2", r#"edit {"kind":"comment","node":1,"text":"first"}"#],
    &[
        r#"edit {"kind":"describe","header":{"first":"","second":"","date":"","event":"五羊杯","site":"","round":"","annotator":"","outcome":{"winner":null,"reason":"agreement"}}}"#,
    ],
    &["merge h2e2 b9c7 h0g2 h9g7 i0h0 i9h9", "go 19", "go 6", "undo"],
    &["merge h2e2", "merge h8"],
];

/// One study on tape.
#[derive(Default)]
struct Tape {
    opened: Value,
    /// The position by the moves that lead to it.
    places: Map<String, Value>,
    /// The answer to each command, by the state of the study before it, the node in view, and the command.
    steps: BTreeMap<(usize, u64, String), Value>,
    states: usize,
}

/// Records a game whose moves are in coordinates: its opening, and the sequences if there are any.
pub fn recorded(moves: &str, is_changed: bool) -> Vec<(&'static str, Value)> {
    let mut tape = Tape::default();
    tape.open(moves);
    if is_changed {
        for sequence in SEQUENCES {
            tape.play(moves, sequence);
        }
    }
    let steps = tape.steps.into_iter().map(|((state, at, command), answer)| {
        let Value::Object(mut step) = json!({ "state": state, "at": at, "command": command }) else { unreachable!() };
        step.extend(answer.as_object().expect("an answer is an object").clone());
        Value::Object(step)
    });
    vec![("study", tape.opened), ("places", tape.places.into()), ("steps", steps.collect())]
}

/// Opens a study of the game on a desk, whose folder lasts as long as the first value.
fn desk(moves: &str) -> (TempDir, Desk, OpenedStudy) {
    let folder = TempDir::new().expect("there is room for a temporary folder");
    let (desk, _) = Desk::open(Some(folder.path().to_owned()), |_| {});
    let imported = desk.import(ImportSource::Bytes(moves.into()), &mut |_| {}).expect("the library can be written");
    let opened = desk.open_study(imported.opens.expect("there is one game")).expect("it is in the library");
    (folder, desk, opened)
}

impl Tape {
    /// Records the opened study, and the position at each of its nodes.
    fn open(&mut self, moves: &str) {
        let (_folder, desk, opened) = desk(moves);
        let nodes = nodes_of(&json!(opened));
        for &id in nodes.keys() {
            let id = usize::try_from(id).expect("a node is a small number");
            self.see(&nodes, &json!(desk.go(id).expect("the node is there")));
        }
        self.opened = json!({ "header": opened.header, "nodes": opened.nodes });
    }

    /// Gives a sequence of commands, and records the answers.
    fn play(&mut self, moves: &str, sequence: &[&str]) {
        let (_folder, desk, opened) = desk(moves);
        let mut nodes = nodes_of(&json!(opened));
        let (mut state, mut at) = (0, 0);
        for command in sequence {
            let (verb, of) = command.split_once(' ').unwrap_or((command, ""));
            let mut merge = None;
            let answer = match verb {
                "go" => {
                    let place = json!(desk.go(of.parse().expect("a node")).expect("the node is there"));
                    at = place["node"].as_u64().expect("a place has a node");
                    self.see(&nodes, &place);
                    continue;
                }
                "play" => desk.play_in_study(of).map(Some),
                "edit" => {
                    let edit: StudyEdit = serde_json::from_str(of).expect("it is a change");
                    desk.change_study(|study| edit.of(study)).map(Some)
                }
                "keep" => {
                    let (node, found) = of.split_once(' ').expect("a node and an evaluation");
                    let found = Evaluation::read(found).expect("it is an evaluation");
                    desk.keep_evaluation(opened.row.id, node.parse().expect("a node"), found)
                }
                "merge" => desk.merge_text(of).map(|merged| Some(merge.insert(merged).update.clone())),
                "undo" => desk.undo_study(false).map(Some),
                "redo" => desk.undo_study(true).map(Some),
                _ => panic!("there is no command {verb}"),
            };
            // The objects of the page may have their fields in another order.
            let command = match verb {
                "edit" => format!("edit {}", serde_json::from_str::<Value>(of).expect("it is JSON")),
                _ => (*command).to_owned(),
            };
            let key = (state, at, command);
            let known = self.steps.get(&key).and_then(|step| step["to"].as_u64());
            let Ok(update) = answer.map_err(|refusal| {
                self.steps.insert(key.clone(), json!({ "refused": refusal.0 }));
            }) else {
                continue;
            };
            let mut update = json!(update);
            nodes.extend(nodes_of(&update));
            at = update["place"]["node"].as_u64().expect("a place has a node");
            self.see(&nodes, &update["place"]);
            let is_changed =
                !update["header"].is_null() || update["nodes"].as_array().is_some_and(|nodes| !nodes.is_empty());
            state = match known {
                Some(to) => usize::try_from(to).expect("a state is a small number"),
                None if is_changed => {
                    self.states += 1;
                    self.states
                }
                None => state,
            };
            let fields = update.as_object_mut().expect("an update is an object");
            fields.retain(|name, _| matches!(name.as_str(), "nodes" | "header" | "canUndo" | "canRedo"));
            fields.insert("to".to_owned(), state.into());
            fields.insert("node".to_owned(), at.into());
            if let Some(merge) = merge {
                fields.insert("merged".to_owned(), json!(merge.merged));
            }
            self.steps.insert(key, update);
        }
    }

    fn see(&mut self, nodes: &BTreeMap<u64, Value>, place: &Value) {
        let mut path = Vec::new();
        let mut at = place["node"].as_u64();
        while let Some(node) = at.and_then(|id| nodes.get(&id)) {
            path.extend(node["row"]["uci"].as_str());
            at = node["parent"].as_u64();
        }
        path.reverse();
        let shown = json!({ "board": place["board"], "openingName": place["openingName"] });
        self.places.insert(path.join(" "), shown);
    }
}

fn nodes_of(of: &Value) -> BTreeMap<u64, Value> {
    let nodes = of["nodes"].as_array().into_iter().flatten();
    nodes.map(|node| (node["id"].as_u64().expect("a node has a number"), node.clone())).collect()
}
