//! No file of a crate depends on itself through other files.
//!
//! The dependencies of a file come from its `use` lines and from paths that begin with `crate::` or `super::`. A module
//! and its submodules may use each other: `use super::` is how a submodule sees its parent.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::layers::{root, sources};

/// The crates, each with the files that may still be part of a circle.
const CRATES: [(&str, &[&str]); 6] = [
    ("core/src", &[]),
    ("host/src", &[]),
    ("cli/src", &[]),
    ("src-tauri/src", &[]),
    ("trainer/src", &[]),
    ("xtask/src", &[]),
];

/// The path of a module within its crate; empty for the root.
type Module = Vec<String>;

/// Splits a `use` tree into its paths: `a::{b, c::D}` is `a::b` and `a::c::D`.
fn paths_of(tree: &str, before: &[String], paths: &mut Vec<Module>) {
    let segments = |text: &str| -> Vec<String> {
        text.split("::").map(str::trim).filter(|segment| !segment.is_empty()).map(str::to_owned).collect()
    };
    let Some((head, group)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return paths.push([before, &segments(path)].concat());
    };
    let before = [before, &segments(head)].concat();
    let group = group.rsplit_once('}').map_or(group, |(inside, _)| inside);
    let (mut depth, mut begin) = (0, 0);
    for (at, c) in group.char_indices().chain([(group.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = group[begin..at].trim();
                if !part.is_empty() {
                    paths_of(part, &before, paths);
                }
                begin = at + 1;
            }
            _ => {}
        }
    }
}

/// Returns the paths in a source: its `use` trees, and paths that begin with `crate::` or `super::` elsewhere.
fn named(text: &str) -> Vec<Module> {
    let code: String = text.lines().map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n").collect();
    let mut paths = Vec::new();
    let mut rest = String::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let begin = line.trim_start();
        let visible = begin.strip_prefix("pub").map_or(begin, |rest| match rest.split_once(") ") {
            Some((scope, rest)) if scope.starts_with('(') => rest,
            _ => rest.trim_start(),
        });
        let Some(tree) = visible.strip_prefix("use ") else {
            rest += line;
            rest.push('\n');
            continue;
        };
        let mut tree = tree.to_owned();
        while !tree.contains(';') {
            tree += lines.next().expect("a `use` ends with a semicolon");
        }
        paths_of(tree.split(';').next().unwrap_or_default(), &[], &mut paths);
    }
    for start in ["crate::", "super::"] {
        for (at, _) in rest.match_indices(start) {
            let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            if !rest[..at].ends_with(is_path) {
                let path: String = rest[at..].chars().take_while(|&c| is_path(c)).collect();
                paths_of(&path, &[], &mut paths);
            }
        }
    }
    paths
}

/// Returns the dependencies of each file of a crate, without its own module's parents and children.
fn graph(folder: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let folder = root().join(folder);
    let module_of = |path: &std::path::Path| -> Module {
        let inside = path.strip_prefix(&folder).expect("it was found there").with_extension("");
        let mut parts: Module = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        parts.pop_if(|name| ["mod", "lib", "main"].contains(&name.as_str()));
        parts
    };
    let texts: BTreeMap<Module, String> =
        sources(&folder).into_iter().map(|(path, text)| (module_of(&path), text)).collect();
    let uses = |module: &Module, text: &String| -> BTreeSet<Module> {
        let absolute = |path: Module| -> Option<Module> {
            let ups = path.iter().take_while(|name| *name == "super").count();
            match path.first().map(String::as_str)? {
                "crate" => Some(path[1..].to_vec()),
                "self" => Some([module, &path[1..]].concat()),
                "super" => Some([&module[..module.len().checked_sub(ups)?], &path[ups..]].concat()),
                _ => Some([module, &path[..]].concat()),
            }
        };
        let file =
            |path: Module| (1..=path.len()).rev().map(|len| path[..len].to_vec()).find(|path| texts.contains_key(path));
        let used = named(text).into_iter().filter_map(absolute).filter_map(file);
        used.filter(|used| !used.starts_with(module) && !module.starts_with(used)).collect()
    };
    texts.iter().map(|(module, text)| (module.clone(), uses(module, text))).collect()
}

/// Returns the shortest circle through a file.
fn circle(graph: &BTreeMap<Module, BTreeSet<Module>>, start: &Module) -> Option<Vec<String>> {
    let mut todo = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = todo.pop_front() {
        for next in &graph[way[way.len() - 1]] {
            if next == start {
                return Some(way.iter().map(|module| module.join("/")).collect());
            }
            if seen.insert(next) {
                todo.push_back([&way[..], &[next]].concat());
            }
        }
    }
    None
}

#[test]
fn no_file_leads_back_to_itself() {
    let mut uses = 0;
    for (folder, left) in CRATES {
        let graph = graph(folder);
        uses += graph.values().map(BTreeSet::len).sum::<usize>();
        for start in graph.keys().filter(|module| !left.contains(&module.join("/").as_str())) {
            if let Some(way) = circle(&graph, start) {
                panic!("{folder}: {} and back", way.join(" → "));
            }
        }
    }
    assert!(uses > 1_000, "only {uses} uses were found: this test looks in the wrong place");
}

#[test]
fn a_use_tree_is_read_to_its_leaves() {
    let text = "
        use crate::{a, b::{C, d::E}};
        // use crate::comment;
        pub(super) use super::f::
            G as H;
        fn k() { super::l::m(crate::N) }
    ";
    let paths: Vec<String> = named(text).iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["crate::a", "crate::b::C", "crate::b::d::E", "super::f::G", "crate::N", "super::l::m"]);
}
