//! The manifests of other shops: the templates of `packaging/`, filled for one release.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::lockfiles::{self, LockedCrate, LockedScript};
use crate::{Outcome, read, write};

/// The templates.
const TEMPLATES: [&str; 9] = [
    "packaging/flathub/app.duiyi.Duiyi.yml",
    "packaging/winget/Duiyi.Duiyi.yaml",
    "packaging/winget/Duiyi.Duiyi.installer.yaml",
    "packaging/winget/Duiyi.Duiyi.locale.en-US.yaml",
    "packaging/winget/Duiyi.Duiyi.locale.zh-CN.yaml",
    "packaging/winget/Duiyi.Duiyi.locale.zh-TW.yaml",
    "packaging/winget/Duiyi.Duiyi.locale.vi.yaml",
    "packaging/homebrew/duiyi.rb",
    "packaging/aur/PKGBUILD",
];

const FOLDER: &str = "target";

/// What a release has to say for itself.
#[derive(clap::Args)]
pub struct Release {
    /// The address of the repository, without a slash at its end
    #[arg(long)]
    pub repository: String,
    /// The commit of the release
    #[arg(long)]
    pub commit: String,
    /// The file with the checksums of the released files, as `sha256sum` writes it
    #[arg(long)]
    pub sums: std::path::PathBuf,
}

/// Writes the manifests to `target/packaging`.
///
/// # Errors
/// A sentence, if a file cannot be read or a checksum is missing.
pub fn run(top: &Path, release: &Release) -> Outcome {
    let sums = std::fs::read_to_string(&release.sums)
        .map_err(|error| format!("{} could not be read: {error}", release.sums.display()))?;
    let sums = read_sums(&sums);
    let (version, date) = crate::release::named(top)?;
    for name in TEMPLATES {
        let filled = fill(&read(top, name)?, |key| match key.split_once(' ') {
            None if key == "version" => Some(&version),
            None if key == "date" => Some(&date),
            None if key == "repository" => Some(&release.repository),
            None if key == "commit" => Some(&release.commit),
            Some(("sha256", file)) => sums.get(file),
            _ => None,
        });
        let text =
            filled.map_err(|key| format!("{name}: nothing is known for \"{key}\"; are all files in the sums?"))?;
        write(top, &format!("{FOLDER}/{name}"), text.as_bytes())?;
    }
    let crates = cargo_sources(&lockfiles::crates(top)?);
    let scripts = node_sources(&lockfiles::scripts(top)?);
    for (name, sources) in [("cargo-sources", crates), ("node-sources", scripts)] {
        let text = serde_json::to_string_pretty(&sources).expect("our own value");
        write(top, &format!("{FOLDER}/packaging/flathub/{name}.json"), format!("{text}\n").as_bytes())?;
    }
    Ok(())
}

/// Reads checksums by the name of their file.
fn read_sums(text: &str) -> BTreeMap<String, String> {
    let sum = |line: &str| {
        line.split_once(char::is_whitespace)
            .map(|(sum, file)| (file.trim_start_matches([' ', '*']).to_owned(), sum.to_owned()))
    };
    text.lines().filter_map(sum).collect()
}

/// Puts values for the keys between double braces, the innermost first.
///
/// # Errors
/// The key without a value.
fn fill<'a>(template: &str, value: impl Fn(&str) -> Option<&'a String>) -> Result<String, String> {
    let mut text = template.to_owned();
    while let Some(end) = text.find("}}") {
        let begin = text[..end].rfind("{{").ok_or_else(|| text[..end].to_owned())?;
        let key = text[begin + 2..end].to_owned();
        text.replace_range(begin..end + 2, value(&key).ok_or(key)?);
    }
    Ok(text)
}

/// Lists the crates as flatpak-builder's sources: each unpacked into `cargo/vendor`, which Cargo takes for the registry.
fn cargo_sources(crates: &[LockedCrate]) -> Value {
    let mut sources = Vec::new();
    for LockedCrate { name, version, checksum } in crates {
        let folder = format!("cargo/vendor/{name}-{version}");
        sources.push(json!({
            "type": "archive",
            "archive-type": "tar-gzip",
            "url": format!("https://static.crates.io/crates/{name}/{name}-{version}.crate"),
            "sha256": checksum,
            "dest": folder,
        }));
        sources.push(json!({
            "type": "inline",
            "contents": json!({ "package": checksum, "files": {} }).to_string(),
            "dest": folder,
            "dest-filename": ".cargo-checksum.json",
        }));
    }
    sources.push(json!({
        "type": "inline",
        "contents": "[source.crates-io]\nreplace-with = \"vendored\"\n\n[source.vendored]\ndirectory = \"cargo/vendor\"\n",
        "dest": "cargo",
        "dest-filename": "config.toml",
    }));
    Value::Array(sources)
}

/// Lists the npm packages for Linux as flatpak-builder's sources; `packaging/flathub/offline-lock.mjs` knows their names.
fn node_sources(scripts: &[LockedScript]) -> Value {
    let has = |words: &[String], word: &str| words.is_empty() || words.iter().any(|it| it == word);
    let fits = |script: &&LockedScript| has(&script.systems, "linux") && has(&script.libraries, "glibc");
    let mut sources = Vec::new();
    for script in scripts.iter().filter(fits) {
        let LockedScript { name, version, checksum, processors, .. } = script;
        let arches: Vec<&str> = [("x64", "x86_64"), ("arm64", "aarch64")]
            .into_iter()
            .filter_map(|(processor, arch)| has(processors, processor).then_some(arch))
            .collect();
        if arches.is_empty() {
            continue;
        }
        let file = name.rsplit('/').next().expect("a name has a last part");
        let mut source = json!({
            "type": "file",
            "url": format!("https://registry.npmjs.org/{name}/-/{file}-{version}.tgz"),
            "sha512": checksum,
            "dest": "npm",
            "dest-filename": format!("{}-{version}.tgz", name.replacen('@', "", 1).replacen('/', "-", 1)),
        });
        if !processors.is_empty() {
            source["only-arches"] = json!(arches);
        }
        sources.push(source);
    }
    Value::Array(sources)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::top;

    #[test]
    fn keys_are_filled_from_the_inside_out() {
        let values = BTreeMap::from([("v".to_owned(), "1.2".to_owned()), ("sum of a-1.2".to_owned(), "9f".to_owned())]);
        let of = |template: &str| fill(template, |key| values.get(key));
        assert_eq!(of("a-{{v}}: {{sum of a-{{v}}}}!"), Ok("a-1.2: 9f!".to_owned()));
        assert_eq!(of("{{w}}"), Err("w".to_owned()));
        assert!(of("v}}").is_err());
    }

    #[test]
    fn each_template_is_filled_and_names_the_version() {
        let (version, _) = crate::release::named(&top()).expect("a version with a date");
        for name in TEMPLATES {
            let template = read(&top(), name).expect("a template");
            let known = ["version", "date", "repository", "commit"];
            let (same, other) = (version.clone(), "x".to_owned());
            let filled = fill(&template, |key| match key {
                "version" => Some(&same),
                _ => (known.contains(&key) || key.starts_with("sha256 Duiyi_")).then_some(&other),
            });
            let filled = filled.expect(name);
            assert!(filled.contains(&version), "{name}");
            assert!(!template.contains(&version), "{name}: the version is written down");
        }
    }

    #[test]
    fn sums_are_read_in_both_modes() {
        let sums = read_sums("aa  one file.deb\nbb *two.exe\n");
        assert_eq!((sums["one file.deb"].as_str(), sums["two.exe"].as_str()), ("aa", "bb"));
    }

    #[test]
    fn each_locked_file_is_a_source() {
        let crates = lockfiles::crates(&top()).expect("our lockfile");
        let sources = cargo_sources(&crates);
        assert_eq!(sources.as_array().map(Vec::len), Some(2 * crates.len() + 1));
        let scripts = node_sources(&lockfiles::scripts(&top()).expect("our lockfile"));
        let names: Vec<&str> =
            scripts.as_array().into_iter().flatten().filter_map(|it| it["dest-filename"].as_str()).collect();
        assert!(names.iter().any(|name| name.starts_with("vite-")), "{names:?}");
        assert!(names.iter().any(|name| name.starts_with("tauri-apps-api-")), "{names:?}");
        assert!(
            names.iter().any(|name| name.contains("linux-x64-gnu")) && !names.iter().any(|name| name.contains("win32"))
        );
    }
}
