//! Names of devices, which Windows recognises in every folder and with every extension: `NUL`, `con.txt`, `aux.pgn`.

use std::path::{Component, Path, Prefix};

/// Returns whether this system takes the path for a device.
pub(super) fn is_device(path: &Path) -> bool {
    let is_named = || path.file_name().and_then(|name| name.to_str()).is_some_and(is_device_name);
    // An absolute path of `NUL` is `\\.\NUL`.
    let is_in_devices = || match path.components().next() {
        Some(Component::Prefix(prefix)) => matches!(prefix.kind(), Prefix::DeviceNS(_)),
        _ => false,
    };
    cfg!(windows) && (is_named() || is_in_devices())
}

/// Returns whether Windows takes a file of this name for a device, in any folder (Microsoft, "Naming Files, Paths, and
/// Namespaces").
#[must_use]
pub fn is_device_name(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end_matches(' ').to_ascii_uppercase();
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem.as_str()) {
        return true;
    }
    let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    number.is_some_and(|number| {
        let mut signs = number.chars();
        matches!((signs.next(), signs.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_known_by_their_names() {
        for name in ["NUL", "nul", "aux.pgn", "Con.tar.gz", "COM1", "lpt9.txt", "com¹", "prn .sgf", "CONOUT$", "nul:"]
        {
            assert!(is_device_name(name), "{name}");
        }
        for name in ["", "null", "auxiliary.pgn", "COM", "COM10", "con-1.pgn", "x.nul", ".con", "LPTX", "第1局.pgn"] {
            assert!(!is_device_name(name), "{name}");
        }
    }

    #[test]
    fn only_windows_has_them() {
        assert_eq!(is_device(Path::new("games/aux.pgn")), cfg!(windows));
        assert_eq!(is_device(Path::new(r"\\.\NUL")), cfg!(windows));
        assert!(!is_device(Path::new("aux/games.pgn")));
    }
}
