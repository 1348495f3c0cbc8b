//! One public type name, one meaning, in all crates; and a glossary short enough to learn.

use std::collections::BTreeMap;
use std::fs;

use crate::layers::{root, sources};

/// The crates with public names.
const CRATES: [&str; 6] = ["core/src", "host/src", "cli/src", "src-tauri/src", "trainer/src", "xtask/src"];

/// Names with the same meaning in each game. One declaration is allowed per game, and one outside the games.
const PER_GAME: &[(&str, &str)] = &[
    ("Board", "the pieces of one game"),
    ("Corrections", "learned corrections of one game's evaluation"),
    ("Evaluator", "one game's evaluation behind its search"),
    ("HandCrafted", "the evaluator of one game without a net"),
    ("Histories", "one game's history tables"),
    ("IllegalMove", "the reasons differ between the rules"),
    ("Network", "the architectures of the nets differ"),
    ("Neural", "the evaluator of one game with a net"),
    ("Packed", "a training position; the layout follows the board"),
    ("Parameters", "the weights of a net; the architectures differ"),
    ("ParseRuleError", "a text that is no rule set of the game"),
    ("ParseSquareError", "a text that is no square of the board"),
    ("Picker", "the stages of move ordering differ"),
    ("Position", "the trait and its implementations"),
    ("Rule", "the variants of one game's rules"),
    ("SampleLabel", "what a training position is labelled with"),
    ("Scratch", "the buffers of one net in training"),
    ("Search", "the node function of one game"),
    ("Setup", "a position as written down; the one of `game` is one of these"),
    ("SetupError", "what is wrong with one game's set-up"),
    ("Square", "a place of a piece or mark; Gomoku has points"),
];

/// Names with the same meaning in every file that declares them, with the folder where that holds.
const EVERYWHERE: &[(&str, &str, &str)] = &[("Args", "cli/src", "clap's arguments of one subcommand")];

/// Returns the public types that `text` declares, at any indentation, inside macros as well.
fn declared(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let (kind, rest) = line.trim_start().strip_prefix("pub ")?.split_once(' ')?;
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        (["struct", "enum", "trait", "type", "union"].contains(&kind) && !name.is_empty()).then_some(name)
    })
}

/// Returns the files that declare each public type, by its name.
fn declarations() -> BTreeMap<String, Vec<String>> {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in CRATES {
        for (path, text) in sources(&root().join(folder)) {
            let path = path.strip_prefix(root()).expect("it was found there").display().to_string().replace('\\', "/");
            for name in declared(&text) {
                files.entry(name.to_owned()).or_default().push(path.clone());
            }
        }
    }
    files
}

/// Returns the game in the folder or file name of `path`.
fn game_of(path: &str) -> &str {
    let mut parts = path.split(['/', '.']);
    parts.find(|part| ["gomoku", "xiangqi", "tictactoe"].contains(part)).unwrap_or_default()
}

fn is_allowed(name: &str, files: &[String]) -> bool {
    let mut games: Vec<&str> = files.iter().map(|path| game_of(path)).collect();
    games.sort_unstable();
    games.dedup();
    PER_GAME.iter().any(|(twin, _)| *twin == name && games.len() == files.len())
        || EVERYWHERE.iter().any(|(twin, folder, _)| *twin == name && files.iter().all(|path| path.starts_with(folder)))
}

#[test]
fn no_public_type_name_is_declared_twice() {
    let declarations = declarations();
    assert!(declarations.len() > 400, "only {} names were found: wrong folders", declarations.len());
    let twice: Vec<_> =
        declarations.iter().filter(|(name, files)| files.len() > 1 && !is_allowed(name, files)).collect();
    assert!(twice.is_empty(), "rename all but the lowest of each: {twice:#?}");
}

#[test]
fn every_allowed_name_is_declared_twice() {
    let declarations = declarations();
    let allowed = PER_GAME.iter().map(|(name, _)| *name).chain(EVERYWHERE.iter().map(|(name, ..)| *name));
    let stale: Vec<_> = allowed.filter(|name| declarations.get(*name).is_none_or(|files| files.len() < 2)).collect();
    assert!(stale.is_empty(), "no longer declared twice: {stale:?}");
}

#[test]
fn declarations_are_found_at_any_indent_and_only_public_ones() {
    let text = "pub struct A<T>(T);\n    pub enum B {\npub(crate) struct C;\nstruct D;\npub type E = u8;\n\
                pub struct $name {\npub fn f() {}\n    /// pub trait F\npub trait G: Copy {}\npub union H {\n";
    assert_eq!(declared(text).collect::<Vec<_>>(), ["A", "B", "E", "G", "H"]);
}

#[test]
fn the_glossary_has_at_most_thirty_rows() {
    let page = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).expect("the page is part of the project");
    let (_, section) = page.split_once("# One word, one meaning\n").expect("the page has a glossary");
    let table = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let rows = table.skip(2).count();
    assert!((1..=30).contains(&rows), "the glossary has {rows} rows");
}
