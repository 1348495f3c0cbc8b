//! A program that runs from an AppImage.
//!
//! The start script of an AppImage changes into its own folder, and puts that folder into variables of the environment:
//! libraries, Python, data. Our own window needs them. A program of the system fails with them: Python, for one, looks
//! for its library in the AppImage. Sources: `AppRun.c` of AppImageKit, linuxdeploy-plugin-gtk, and the variables `OWD`
//! and `APPDIR` in the documentation of AppImage.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the folder in which the person started this program, if it runs from an AppImage.
#[must_use]
pub fn start_folder() -> Option<PathBuf> {
    folder()?;
    env::var_os("OWD").map(PathBuf::from)
}

/// Takes what belongs to the AppImage out of the environment of a program of the system. Outside of one nothing changes.
pub fn leave(command: &mut Command) {
    let Some(folder) = folder() else { return };
    for (name, value) in without(&folder, env::vars_os()) {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
}

/// Returns the folder of the AppImage, as its start script names it. Other programs use the same variable, so the
/// program has to be in it.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    if cfg!(not(target_os = "linux")) {
        return None;
    }
    let folder = PathBuf::from(env::var_os("APPDIR")?);
    let program = env::current_exe().ok()?;
    let real = folder.canonicalize().ok()?;
    (real.parent().is_some() && program.starts_with(real)).then_some(folder)
}

/// Returns the variables to set, or to remove (`None`), without the entries below `folder` in lists of paths. A list without other entries is removed.
fn without(
    folder: &Path,
    variables: impl IntoIterator<Item = (OsString, OsString)>,
) -> Vec<(OsString, Option<OsString>)> {
    let mut changes = Vec::new();
    for (name, value) in variables {
        let entries: Vec<PathBuf> = env::split_paths(&value).collect();
        if entries.iter().any(|entry| entry.starts_with(folder)) {
            // Where the list was empty before, the script left an empty entry: the current folder.
            let kept = entries.iter().filter(|entry| !entry.starts_with(folder) && !entry.as_os_str().is_empty());
            let kept = env::join_paths(kept).expect("the entries come from such a list");
            changes.push((name, (!kept.is_empty()).then_some(kept)));
        }
    }
    changes
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, expected: Option<Option<&str>>) {
        let changes = without(Path::new("/tmp/.mount_DuiyiX"), [("NAME".into(), value.into())]);
        let expected = expected.map(|value| ("NAME".into(), value.map(OsString::from)));
        assert_eq!(changes, expected.into_iter().collect::<Vec<_>>(), "{value}");
    }

    #[test]
    fn entries_of_the_app_image_are_taken_out() {
        check("/tmp/.mount_DuiyiX/usr/bin/:/tmp/.mount_DuiyiX/bin/:/usr/bin:/bin", Some(Some("/usr/bin:/bin")));
        check("/tmp/.mount_DuiyiX//usr/share:/usr/share:", Some(Some("/usr/share")));
        check("/tmp/.mount_DuiyiX/usr/", Some(None));
        check("/tmp/.mount_DuiyiX/usr/lib/:", Some(None));
        check("/tmp/.mount_DuiyiX", Some(None));
    }

    #[test]
    fn other_variables_stay() {
        check("/usr/bin:/bin", None);
        check("/opt/lib::", None);
        check("/tmp/.mount_DuiyiX2/usr/bin", None);
        check("Adwaita:light", None);
        check("", None);
    }

    #[test]
    fn a_program_elsewhere_is_in_no_app_image() {
        assert_eq!(folder(), None);
        assert_eq!(start_folder(), None);
        let mut command = Command::new("x");
        leave(&mut command);
        assert_eq!(command.get_envs().count(), 0);
    }
}
