//! NOTICES.md: every package that ends up in the programs, the licence it is used under, and each licence text once.
//!
//! Packages that only run while building (build scripts, macros, tests, Vite itself) are not shipped and not listed.

use crate::{Outcome, write};
use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, PackageId, TargetKind};
use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const FILE: &str = "NOTICES.md";

/// Our packages with shipped programs.
const PROGRAMS: [&str; 2] = ["duiyi-desktop", "duiyi"];

/// The systems of the bundles; their dependencies are listed together.
const SYSTEMS: [&str; 3] = ["x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "aarch64-apple-darwin"];

/// npm packages whose code is in the window's script. Svelte names its compiler's dependencies beside those of its
/// runtime, so what ships cannot be read from package.json.
const SCRIPTS: [&str; 6] = ["@tauri-apps/api", "clsx", "esm-env", "svelte", "uplot", "virtua"];

/// Accepted licences, the preferred first: where a package offers several, one is used. Apache-2.0 leads because its
/// text is the same for everyone.
const ACCEPTED: [&str; 13] = [
    "Apache-2.0",
    "MIT",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "BSL-1.0",
    "Unicode-3.0",
    "MPL-2.0",
    "0BSD",
    "CC0-1.0",
    "Unlicense",
];

const FONT_TEXT: &str = include_str!("../licences/OFL-1.1-LXGW-WenKai.txt");

const INTRODUCTION: &str = "\
# Notices

Duiyi 对弈 is offered under MIT OR Apache-2.0. Its programs contain the works below, each under its own licence.
This file is written by `cargo xtask notices`.
";

/// One work in the programs.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// Its licence, as SPDX writes it.
    pub expression: String,
    pub repository: String,
    /// Where its source is on this machine.
    pub folder: PathBuf,
}

/// Writes NOTICES.md, or with `check` only compares it.
///
/// # Errors
/// A sentence, if a package has a licence that is not accepted, something cannot be read, or `check` finds a difference.
pub fn run(top: &Path, check: bool) -> Outcome {
    let text = document(&crates(top)?, &scripts(top)?)?;
    if !check {
        return write(top, FILE, text.as_bytes());
    }
    match std::fs::read_to_string(top.join(FILE)) {
        Ok(old) if old == text => Ok(()),
        _ => Err(format!("{FILE} is out of date; run `cargo xtask notices`")),
    }
}

fn document(crates: &BTreeSet<Package>, scripts: &BTreeSet<Package>) -> Result<String, String> {
    let mut texts = Texts::default();
    let mut out = INTRODUCTION.to_owned();
    out.push_str("\n## Piece characters\n\nOutlines and cut fonts from LXGW WenKai, Copyright 2021-2022 lxgw, under OFL-1.1: <https://github.com/lxgw/LxgwWenKai>.\n");
    out.push_str("\n## Latin letters\n\nOutlines and cut fonts from Source Serif 4, Copyright 2014-2021 Adobe Systems Incorporated, and Source Sans 3, Copyright 2023 Adobe, both with Reserved Font Name 'Source', under OFL-1.1: <https://github.com/adobe-fonts>.\n");
    out.push_str("\n## Simplified characters\n\nPairs of characters from the Unihan database, Copyright 1991-2022 Unicode, Inc., under Unicode-3.0: <https://www.unicode.org/charts/unihan.html>.\n");
    out.push_str("\n## Rust crates\n\nThe source of each crate is at `https://crates.io/crates/NAME`. The Rust standard library is used under Apache-2.0.\n\n");
    for package in crates {
        list(&mut out, &mut texts, package)?;
    }
    out.push_str("\n## Scripts\n\nThe source of each package is at `https://www.npmjs.com/package/NAME`.\n\n");
    for package in scripts {
        list(&mut out, &mut texts, package)?;
    }
    out.push_str("\n## Licence texts\n");
    texts.add("OFL-1.1", FONT_TEXT, "LXGW WenKai, Source Serif 4, Source Sans 3");
    texts.print(&mut out);
    Ok(out)
}

/// Adds one line for `package`, its copyright lines below, and its licence texts to `texts`.
fn list(out: &mut String, texts: &mut Texts, package: &Package) -> Outcome {
    let Package { name, version, expression, repository, folder } = package;
    let used = used_licences(expression).map_err(|reason| format!("{name} {version}: {reason}"))?;
    writeln!(out, "- {name} {version}: {expression}, {repository}").expect("a String takes every write");
    let files = licence_files(folder)?;
    let mut copyright = BTreeSet::new();
    for licence in &used {
        let own = files.iter().find_map(|file| split(licence, file));
        if let Some((head, body)) = own {
            copyright.extend(head.lines().map(str::trim).filter(|line| is_copyright(line)).map(str::to_owned));
            texts.add(licence, body, name);
        } else {
            texts.add_standard(licence, name)?;
        }
    }
    for line in copyright {
        writeln!(out, "  - {line}").expect("a String takes every write");
    }
    Ok(())
}

/// Chooses which licences of `expression` to use, the preferred first: all joined by AND, one of those joined by OR.
fn used_licences(expression: &str) -> Result<Vec<String>, String> {
    let parsed = Expression::parse_mode(expression, ParseMode::LAX)
        .map_err(|error| format!("the licence \"{expression}\" is not understood: {}", error.reason))?;
    let accepted: Vec<Licensee> =
        ACCEPTED.iter().map(|name| Licensee::parse(name).expect("a licence of the SPDX list")).collect();
    let needed = parsed
        .minimized_requirements(&accepted)
        .map_err(|_| format!("the licence \"{expression}\" is not among those accepted"))?;
    Ok(needed.iter().map(ToString::to_string).collect())
}

/// The licence texts by name; under each name the different wordings, each with the packages that carry it.
#[derive(Default)]
struct Texts(BTreeMap<String, BTreeMap<String, (String, BTreeSet<String>)>>);

impl Texts {
    fn add(&mut self, licence: &str, body: &str, package: &str) {
        // Line breaks, quotation marks and case do not make a different licence.
        let words = body.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let key = words.collect::<Vec<_>>().join(" ").to_lowercase();
        let wordings = self.0.entry(licence.to_owned()).or_default();
        let (_, packages) = wordings.entry(key).or_insert_with(|| (tidy(body), BTreeSet::new()));
        packages.insert(package.to_owned());
    }

    /// Adds the published wording for a package that names its licence and does not carry the text.
    fn add_standard(&mut self, licence: &str, package: &str) -> Outcome {
        let name = licence.split(' ').next().unwrap_or(licence);
        let id = spdx::license_id(name).ok_or_else(|| format!("no text is known for {licence}"))?;
        let body = split(licence, id.text()).map_or(id.text(), |(_, body)| body);
        self.add(licence, body, package);
        Ok(())
    }

    fn print(&self, out: &mut String) {
        for (licence, wordings) in &self.0 {
            let most = wordings.values().map(|(_, packages)| packages.len()).max().unwrap_or(0);
            let mut wordings: Vec<_> = wordings.values().collect();
            wordings.sort_by_key(|(text, packages)| (std::cmp::Reverse(packages.len()), text.clone()));
            for (text, packages) in wordings {
                let names: Vec<&str> = packages.iter().map(String::as_str).collect();
                let of =
                    if packages.len() == most && most > 6 { String::new() } else { format!(" ({})", names.join(", ")) };
                write!(out, "\n### {licence}{of}\n\n```text\n{text}```\n").expect("a String takes every write");
            }
        }
    }
}

/// Drops trailing blanks and the blank lines around a text.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut tidy = lines.join("\n").trim_matches('\n').to_owned();
    tidy.push('\n');
    tidy
}

/// Finds `licence` in `file` and splits it into the lines before it (titles, copyright) and the licence's own text.
fn split<'a>(licence: &str, file: &'a str) -> Option<(&'a str, &'a str)> {
    // Where each text begins, and a phrase that only this text contains.
    let (start, phrase) = match licence {
        "Apache-2.0" => ("Apache License", "TERMS AND CONDITIONS FOR USE, REPRODUCTION"),
        "Apache-2.0 WITH LLVM-exception" => ("Apache License", "LLVM Exceptions to the Apache 2.0 License"),
        "MIT" => ("Permission is hereby granted", "The above copyright notice and this permission notice"),
        "BSD-2-Clause" => ("Redistribution and use", "in binary form must reproduce"),
        "BSD-3-Clause" => ("Redistribution and use", "to endorse or promote"),
        "ISC" => ("Permission to use", "copyright notice and this permission notice appear"),
        "0BSD" => ("Permission to use", "with or without fee is hereby granted."),
        "Zlib" => ("This software is provided", "Altered source versions"),
        "BSL-1.0" => ("Boost Software License", "machine-executable object code"),
        "Unicode-3.0" => ("NOTICE TO USER", "Unicode Data Files"),
        "MPL-2.0" => ("Mozilla Public License Version 2.0", "Covered Software"),
        "CC0-1.0" => ("CC0 1.0 Universal", "Affirmer"),
        "Unlicense" => ("This is free and unencumbered", "public domain"),
        _ => return None,
    };
    let flat = file.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if !flat.contains(&phrase.to_lowercase()) {
        return None;
    }
    let at = file.to_ascii_lowercase().find(&start.to_ascii_lowercase())?;
    let (head, body) = file.split_at(at);
    // Apache's appendix explains how to apply the licence; it is not part of the terms.
    let end = body.find("END OF TERMS AND CONDITIONS").filter(|_| licence == "Apache-2.0");
    Some((head, end.map_or(body, |end| &body[..end])))
}

/// Whether a line above a licence names a copyright holder.
fn is_copyright(line: &str) -> bool {
    let lower = line.to_lowercase();
    (lower.starts_with("copyright") || lower.starts_with("(c)") || lower.starts_with('©'))
        && !["<year>", "[year]", "{yyyy}", "[yyyy]", "notice"].iter().any(|template| lower.contains(template))
}

/// Reads the licence files in a package's folder, in the order of their names.
fn licence_files(folder: &Path) -> Result<Vec<String>, String> {
    let fault = |error: std::io::Error| format!("{} could not be read: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let starts = ["licen", "copying", "unlicense", "notice"].iter().any(|start| name.starts_with(start));
        if starts && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect())
}

/// Collects the crates that are linked into our programs on any system.
pub fn crates(top: &Path) -> Result<BTreeSet<Package>, String> {
    let mut found = BTreeSet::new();
    for system in SYSTEMS {
        let metadata = MetadataCommand::new()
            .manifest_path(top.join("Cargo.toml"))
            .features(CargoOpt::SomeFeatures(Vec::new()))
            .other_options(vec!["--locked".to_owned(), "--filter-platform".to_owned(), system.to_owned()])
            .exec()
            .map_err(|error| format!("cargo metadata failed: {error}"))?;
        for id in linked(&metadata) {
            let package = &metadata[&id];
            let folder = package.manifest_path.parent().expect("a manifest stands in a folder").into();
            let named = package
                .license
                .clone()
                .or_else(|| package.license_file().and_then(|file| read_mit(file.as_std_path())));
            let expression = named.ok_or_else(|| format!("{} names no licence", package.name))?;
            let repository = package.repository.clone().unwrap_or_else(|| format!("crates.io/crates/{}", package.name));
            let (name, version) = (package.name.to_string(), package.version.to_string());
            found.insert(Package { name, version, expression, repository, folder });
        }
    }
    Ok(found)
}

/// Returns `MIT` where a crate that names no licence has the text of that one in its file.
fn read_mit(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    text.starts_with("MIT License").then(|| "MIT".to_owned())
}

/// Walks from our programs along ordinary dependencies; macros run in the compiler and end the walk.
fn linked(metadata: &Metadata) -> BTreeSet<PackageId> {
    let resolve = metadata.resolve.as_ref().expect("cargo metadata was asked for dependencies");
    let nodes: HashMap<_, _> = resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let is_macro = |id| metadata[id].targets.iter().any(|target| target.kind.contains(&TargetKind::ProcMacro));
    let mut open: Vec<&PackageId> =
        metadata.workspace_members.iter().filter(|id| PROGRAMS.contains(&metadata[id].name.as_str())).collect();
    let mut seen: BTreeSet<&PackageId> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        for dependency in &nodes[id].deps {
            let runs = dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal);
            if runs && !is_macro(&dependency.pkg) && seen.insert(&dependency.pkg) {
                open.push(&dependency.pkg);
            }
        }
    }
    seen.into_iter().filter(|id| !metadata.workspace_members.contains(id)).cloned().collect()
}

/// Reads the installed packages of [`SCRIPTS`].
pub fn scripts(top: &Path) -> Result<BTreeSet<Package>, String> {
    SCRIPTS.iter().map(|name| script(&top.join("node_modules").join(name), name)).collect()
}

fn script(folder: &Path, name: &str) -> Result<Package, String> {
    let manifest = std::fs::read(folder.join("package.json"))
        .map_err(|error| format!("node_modules/{name} could not be read ({error}); run `npm ci`"))?;
    let manifest: Value = serde_json::from_slice(&manifest).map_err(|error| format!("{name}: {error}"))?;
    let field = |key: &str| {
        manifest[key].as_str().map(str::to_owned).ok_or_else(|| format!("{name}'s package.json has no {key}"))
    };
    // Either `"repository": "owner/name"` or an object with a URL that begins with `git+`.
    let repository = match &manifest["repository"] {
        Value::String(short) => format!("https://github.com/{short}"),
        object => object["url"].as_str().unwrap_or("").trim_start_matches("git+").trim_end_matches(".git").to_owned(),
    };
    let (version, expression) = (field("version")?, field("license")?);
    Ok(Package { name: name.to_owned(), version, expression, repository, folder: folder.to_path_buf() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_used(expression: &str, expect: &[&str]) {
        assert_eq!(used_licences(expression).expect("an accepted licence"), expect, "{expression}");
    }

    #[test]
    fn one_of_several_offered_licences_is_used_and_all_that_are_required() {
        check_used("MIT OR Apache-2.0", &["Apache-2.0"]);
        check_used("MIT/Apache-2.0", &["Apache-2.0"]);
        check_used("Unlicense OR MIT", &["MIT"]);
        check_used("BSD-3-Clause AND MIT", &["MIT", "BSD-3-Clause"]);
        check_used("GPL-3.0-only OR MIT", &["MIT"]);
    }

    #[test]
    fn a_licence_that_would_bind_the_whole_program_is_refused() {
        for expression in ["GPL-3.0-only", "MIT AND AGPL-3.0-or-later", "no licence at all"] {
            assert!(used_licences(expression).is_err(), "{expression}");
        }
    }

    #[test]
    fn a_licence_file_is_split_into_its_holders_and_its_text() {
        let file = "MIT License\n\nCopyright (c) 2020 A. Person\n\nPermission is hereby granted, free of charge\nThe above copyright notice and this\npermission notice shall\n";
        let (head, body) = split("MIT", file).expect("the text is there");
        assert_eq!(
            head.lines().filter(|line| is_copyright(line)).collect::<Vec<_>>(),
            ["Copyright (c) 2020 A. Person"]
        );
        assert!(body.starts_with("Permission is hereby granted"));
        assert_eq!(split("ISC", file), None);
    }

    #[test]
    fn one_wording_is_printed_once_and_another_apart() {
        let mut texts = Texts::default();
        texts.add("MIT", "Do as\nyou \"like\".", "one");
        texts.add("MIT", "Do as you 'like'.  \n", "two");
        texts.add("MIT", "Do as you must.", "three");
        let mut out = String::new();
        texts.print(&mut out);
        assert_eq!(
            out,
            "\n### MIT (one, two)\n\n```text\nDo as\nyou \"like\".\n```\n\n### MIT (three)\n\n```text\nDo as you must.\n```\n"
        );
    }
}
