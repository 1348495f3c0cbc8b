//! What the lockfiles name: every crate and npm package with its checksum.

use std::path::Path;

use serde_json::Value;

/// A crate of a registry.
#[derive(Debug, PartialEq, Eq)]
pub struct LockedCrate {
    pub name: String,
    pub version: String,
    /// SHA-256 of the crate's file, in hexadecimal digits.
    pub checksum: String,
}

/// A package of npm's registry.
#[derive(Debug, PartialEq, Eq)]
pub struct LockedScript {
    pub name: String,
    pub version: String,
    /// SHA-512 of the package's file, in hexadecimal digits.
    pub checksum: String,
    /// The systems, processors and C libraries that it is for; empty for all.
    pub systems: Vec<String>,
    pub processors: Vec<String>,
    pub libraries: Vec<String>,
}

/// Reads Cargo.lock, which Cargo writes in one form.
///
/// # Errors
/// A sentence that names the file.
pub fn crates(top: &Path) -> Result<Vec<LockedCrate>, String> {
    let text = crate::read(top, "Cargo.lock")?;
    let packages = text.split("[[package]]").skip(1);
    let value = |package: &str, key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
        line.and_then(|line| line.strip_suffix('"')).map(str::to_owned)
    };
    let locked = |package: &str| {
        let (name, version) = (value(package, "name")?, value(package, "version")?);
        // A crate of the workspace has no checksum.
        Some(LockedCrate { name, version, checksum: value(package, "checksum")? })
    };
    Ok(packages.filter_map(locked).collect())
}

/// Reads package-lock.json.
///
/// # Errors
/// A sentence that names the file or the package.
pub fn scripts(top: &Path) -> Result<Vec<LockedScript>, String> {
    const FOLDER: &str = "node_modules/";
    let lock = crate::read_json(top, "package-lock.json")?;
    let packages = lock["packages"].as_object().ok_or("package-lock.json has no packages; run `npm install`")?;
    let mut found = Vec::new();
    for (path, entry) in packages.iter().filter(|(path, _)| !path.is_empty()) {
        let name = &path[path.rfind(FOLDER).map_or(0, |at| at + FOLDER.len())..];
        let fault = |what: &str| format!("package-lock.json: {name} has no {what}");
        let version = entry["version"].as_str().ok_or_else(|| fault("version"))?.to_owned();
        let integrity = entry["integrity"].as_str().and_then(|text| text.strip_prefix("sha512-"));
        let checksum = integrity.and_then(hexadecimal).ok_or_else(|| fault("SHA-512 checksum"))?;
        let list = |key: &str| {
            let words = entry[key].as_array().into_iter().flatten().filter_map(Value::as_str);
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        let script = LockedScript {
            name: name.to_owned(),
            version,
            checksum,
            systems: list("os"),
            processors: list("cpu"),
            libraries: list("libc"),
        };
        // One package may be needed in several folders.
        if !found.contains(&script) {
            found.push(script);
        }
    }
    Ok(found)
}

/// Converts base64 with padding to hexadecimal digits.
fn hexadecimal(base64: &str) -> Option<String> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = (0u32, 0);
    let mut bytes = Vec::new();
    for letter in base64.trim_end_matches('=').bytes() {
        let value = LETTERS.iter().position(|&known| known == letter)?;
        bits = ((bits.0 << 6) | u32::try_from(value).ok()?, bits.1 + 6);
        if bits.1 >= 8 {
            bits.1 -= 8;
            bytes.push((bits.0 >> bits.1) & 0xff);
            bits.0 &= (1 << bits.1) - 1;
        }
    }
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_becomes_hexadecimal() {
        for (base64, hex) in [("", ""), ("TWFu", "4d616e"), ("TWE=", "4d61"), ("/+8=", "ffef")] {
            assert_eq!(hexadecimal(base64).as_deref(), Some(hex), "{base64}");
        }
        assert_eq!(hexadecimal("TW!u"), None);
    }

    #[test]
    fn the_lockfiles_have_checksums() {
        let crates = crates(&crate::top()).expect("our lockfile");
        let serde = crates.iter().find(|locked| locked.name == "serde_json").expect("a crate that we use");
        assert_eq!(serde.checksum.len(), 64);
        assert!(crates.iter().all(|locked| !locked.name.starts_with("duiyi")), "the workspace is in no registry");
        let scripts = scripts(&crate::top()).expect("our lockfile");
        assert!(scripts.iter().all(|locked| locked.checksum.len() == 128));
        assert!(
            scripts.iter().any(|locked| locked.name == "@tauri-apps/cli-win32-x64-msvc" && locked.systems == ["win32"])
        );
    }
}
