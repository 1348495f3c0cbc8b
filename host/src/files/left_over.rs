//! Temporary files of programs that were killed.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The age from which a file is removed even if a process has the number in its name.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// The age from which the file of an ended process is removed. Another machine may write to the folder, too.
const QUIET: Duration = Duration::from_secs(10 * 60);

/// Removes the temporary files in `folder` that programs left behind: `.<name>.<process>-<number>.tmp`, with the files
/// that SQLite keeps beside a database. Errors are ignored; the next call tries again.
pub(crate) fn remove_left_over(folder: &Path) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Some(process) = entry.file_name().to_str().and_then(process_of) else { continue };
        // A link is not followed.
        let Ok(metadata) = entry.metadata() else { continue };
        let age = metadata.modified().ok().and_then(|time| SystemTime::now().duration_since(time).ok());
        let age_min = if is_running(process) { OLD } else { QUIET };
        if metadata.is_file() && age.is_some_and(|age| age >= age_min) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns the process in a name of [`super::temporary_beside`].
fn process_of(name: &str) -> Option<u32> {
    let database = ["-journal", "-wal", "-shm"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name);
    let (name, numbers) = database.strip_suffix(".tmp")?.rsplit_once('.')?;
    let (process, count) = numbers.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (name.len() > 1 && name.starts_with('.') && is_number(count) && is_number(process)).then_some(())?;
    process.parse().ok()
}

/// Returns whether a process has this number; `true` where the system does not say.
fn is_running(process: u32) -> bool {
    let processes = Path::new("/proc");
    // A folder of that name on Windows is an ordinary one, or Linux's own under Wine.
    let is_known = cfg!(target_os = "linux") && processes.join("self").exists();
    !is_known || processes.join(process.to_string()).exists()
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;
    use crate::files::temporary_beside;
    use crate::testing::names_in;

    #[test]
    fn only_what_a_killed_program_left_is_removed() {
        let temp = tempfile::tempdir().unwrap();
        let make = |name: &str, age: Duration| {
            let file = File::create(temp.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
        };
        // No Linux has a process of this number.
        const ENDED: u32 = u32::MAX;
        let own = temporary_beside(Path::new("games.db"));
        make(own.to_str().unwrap(), QUIET * 2);
        make(&format!(".games.db.{ENDED}-0.tmp"), QUIET / 2);
        make("games.db", OLD * 2);
        make(".games.db.tmp", OLD * 2);
        make(&format!("games.db.{ENDED}-0.tmp"), OLD * 2);
        make(&format!(".{ENDED}-0.tmp"), OLD * 2);
        make(&format!(".games.db.{ENDED}-x.tmp"), OLD * 2);
        make(".Ω.tmp", OLD * 2);
        let kept = names_in(temp.path());
        let left = if cfg!(target_os = "linux") { QUIET * 2 } else { OLD * 2 };
        for suffix in ["", "-journal", "-wal", "-shm"] {
            make(&format!(".my.games.db.{ENDED}-3.tmp{suffix}"), left);
        }
        make(&format!(".old.db.{}-9.tmp", std::process::id()), OLD * 2);
        fs::create_dir(temp.path().join(format!(".folder.{ENDED}-1.tmp"))).unwrap();
        remove_left_over(temp.path());
        remove_left_over(&temp.path().join("none"));
        let names: Vec<String> =
            names_in(temp.path()).into_iter().filter(|name| !name.starts_with(".folder")).collect();
        assert_eq!(names, kept);
        assert_eq!(names_in(temp.path()).len(), kept.len() + 1, "a folder is none of ours");
    }
}
