//! Checks whether a release can be cut.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::{Outcome, notices, read, read_json};

/// A check by name.
type Check = (&'static str, fn(&Path) -> Outcome);

/// The checks, the quick ones first.
const CHECKS: [Check; 6] = [
    ("the version is in Cargo.toml alone", version_in_one_place),
    ("the changelog begins with the version", changelog),
    ("the metadata of the desktops names the version", metadata),
    ("package-lock.json fits package.json", scripts_locked),
    ("Cargo.lock fits the manifests", crates_locked),
    ("NOTICES.md is up to date", |top| notices::run(top, true)),
];

/// The JSON files that could name a version of their own.
const NO_VERSION: [&str; 3] = ["tauri.conf.json", "package.json", "package-lock.json"];

/// Runs every check and prints its result. A `tag` that exists must be that of the version.
///
/// # Errors
/// A sentence with the number of failures.
pub fn run(top: &Path, tag: Option<&str>) -> Outcome {
    let mut faults = 0;
    let mut report = |what: &str, result: Outcome| match result {
        Ok(()) => println!("ok    {what}"),
        Err(why) => {
            faults += 1;
            println!("FAIL  {what}: {why}");
        }
    };
    for (what, check) in CHECKS {
        report(what, check(top));
    }
    match tag {
        Some(tag) => report("the tag is that of the version", tag_fits(top, tag)),
        None => report("the tree is clean and the tag is free", tree(top)),
    }
    match faults {
        0 => Ok(()),
        1 => Err("one check failed; nothing is released".to_owned()),
        count => Err(format!("{count} checks failed; nothing is released")),
    }
}

/// Returns the version and the date that the changelog has for it.
///
/// # Errors
/// A sentence, if one is missing.
pub fn named(top: &Path) -> Result<(String, String), String> {
    let version = version(&read(top, "Cargo.toml")?)?;
    let changelog = read(top, "CHANGELOG.md")?;
    let begin = format!("## [{version}] - ");
    let date = changelog.lines().find_map(|line| line.strip_prefix(&begin)).filter(|date| is_date(date));
    let date = date.ok_or_else(|| format!("CHANGELOG.md has no line \"{begin}YYYY-MM-DD\""))?;
    Ok((version, date.to_owned()))
}

/// Reads the version of the workspace.
fn version(manifest: &str) -> Result<String, String> {
    let section = manifest.split("[workspace.package]").nth(1).unwrap_or_default();
    let line =
        section.lines().take_while(|line| !line.starts_with('[')).find_map(|line| line.strip_prefix("version = \""));
    let version = line.and_then(|line| line.strip_suffix('"'));
    Ok(version.ok_or("Cargo.toml has no version in [workspace.package]")?.to_owned())
}

fn is_date(text: &str) -> bool {
    let digits = |part: Option<&str>, length| {
        part.is_some_and(|part| part.len() == length && part.bytes().all(|it| it.is_ascii_digit()))
    };
    let mut parts = text.split('-');
    digits(parts.next(), 4) && digits(parts.next(), 2) && digits(parts.next(), 2) && parts.next().is_none()
}

fn version_in_one_place(top: &Path) -> Outcome {
    for name in NO_VERSION {
        let value = read_json(top, name)?;
        if value.get("version").is_some() || value["packages"][""].get("version").is_some() {
            return Err(format!("{name} has a version of its own; remove it"));
        }
    }
    Ok(())
}

fn changelog(top: &Path) -> Outcome {
    let (version, _) = named(top)?;
    check_changelog(&read(top, "CHANGELOG.md")?, &version)
}

/// Checks that nothing is above the section of `version`.
fn check_changelog(text: &str, version: &str) -> Outcome {
    let sections = text.split("\n## [").skip(1);
    let filled = sections.filter(|section| section.lines().skip(1).any(|line| !line.trim().is_empty()));
    let first = filled.map(|section| section.split(']').next().unwrap_or_default()).next().unwrap_or_default();
    if first == version {
        Ok(())
    } else {
        Err(format!("[{first}] is above [{version}]; give its entries a version and a date"))
    }
}

fn metadata(top: &Path) -> Outcome {
    const FILE: &str = "src-tauri/duiyi.metainfo.xml";
    let (version, date) = named(top)?;
    let text = read(top, FILE)?;
    let first = text.lines().find(|line| line.trim_start().starts_with("<release "));
    let expected = format!("<release version=\"{version}\" date=\"{date}\"");
    if first.is_some_and(|line| line.trim_start().starts_with(&expected)) {
        Ok(())
    } else {
        Err(format!("the first release of {FILE} is not {expected}"))
    }
}

fn scripts_locked(top: &Path) -> Outcome {
    let (manifest, lock) = (read_json(top, "package.json")?, read_json(top, "package-lock.json")?);
    let wanted =
        |value: &Value| [value["dependencies"].clone(), value["devDependencies"].clone(), value["engines"].clone()];
    if wanted(&manifest) == wanted(&lock["packages"][""]) {
        Ok(())
    } else {
        Err("run `npm install` and commit package-lock.json".to_owned())
    }
}

fn crates_locked(top: &Path) -> Outcome {
    output(top, "cargo", &["metadata", "--locked", "--format-version", "1"]).map(drop)
}

fn tree(top: &Path) -> Outcome {
    if !output(top, "git", &["status", "--porcelain"])?.is_empty() {
        return Err("commit or remove what `git status` shows".to_owned());
    }
    let (version, _) = named(top)?;
    match output(top, "git", &["tag", "--list", &format!("v{version}")])?.as_str() {
        "" => Ok(()),
        _ => Err(format!("v{version} is released already; raise the version in Cargo.toml")),
    }
}

fn tag_fits(top: &Path, tag: &str) -> Outcome {
    let (version, _) = named(top)?;
    if tag == format!("v{version}") { Ok(()) } else { Err(format!("{tag} is not v{version}")) }
}

/// Runs a program in the top folder and returns its output.
fn output(top: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let run = Command::new(program).args(arguments).current_dir(top).output();
    let run = run.map_err(|error| format!("{program} could not be started: {error}"))?;
    if run.status.success() {
        return Ok(String::from_utf8_lossy(&run.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&run.stderr);
    Err(errors.lines().find(|line| line.starts_with("error")).unwrap_or("it failed").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_workspace() {
        let manifest =
            "[workspace]\nversion = \"9\"\n[workspace.package]\nversion = \"1.2.3\"\n[package]\nversion = \"8\"\n";
        assert_eq!(version(manifest).as_deref(), Ok("1.2.3"));
        assert!(version("[workspace.package]\nedition = \"2024\"\n[package]\nversion = \"8\"\n").is_err());
        assert!(named(&crate::top()).is_ok());
    }

    #[test]
    fn only_an_empty_section_may_stand_above_the_release() {
        let released =
            "# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-02\n\n- New.\n\n## [0.9.0] - 2025-01-02\n";
        assert_eq!(check_changelog(released, "1.0.0"), Ok(()));
        let open = released.replace("[Unreleased]\n", "[Unreleased]\n\n- More.\n");
        assert!(check_changelog(&open, "1.0.0").is_err_and(|why| why.contains("[Unreleased]")));
        assert!(check_changelog(released, "1.1.0").is_err());
    }

    #[test]
    fn dates_have_digits_in_three_parts() {
        assert!(is_date("2026-11-26"));
        for text in ["2026-11", "2026-11-26-1", "26-11-2026", "2026-11-2x", ""] {
            assert!(!is_date(text), "{text}");
        }
    }

    #[test]
    fn the_tag_is_the_version_after_a_letter() {
        let (version, _) = named(&crate::top()).expect("a version");
        assert_eq!(tag_fits(&crate::top(), &format!("v{version}")), Ok(()));
        assert!(tag_fits(&crate::top(), &version).is_err() && tag_fits(&crate::top(), "v0.0.0").is_err());
    }

    #[test]
    fn these_files_name_no_version_of_their_own() {
        assert_eq!(version_in_one_place(&crate::top()), Ok(()));
        assert_eq!(metadata(&crate::top()), Ok(()));
        assert_eq!(scripts_locked(&crate::top()), Ok(()));
    }
}
