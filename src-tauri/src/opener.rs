//! Files in other programs: one that this program wrote, in its folder, and the licences as a text.
//!
//! Only Rust calls the functions of the plugin, which is not registered: the page has no permission for them.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use duiyi_core::game::Refusal;
use duiyi_host::app_image;
use duiyi_host::desk::DeskError;
use duiyi_host::files::write_whole;
use parking_lot::Mutex;
use tauri::{AppHandle, Manager, State};

use crate::App;
use crate::commands::{Answer, NOTICES};

/// The code of a file that the system does not show.
pub(crate) const NOT_SHOWN: &str = "not-shown";

/// A message about a file is on the screen for some seconds, so a few files are enough.
const WRITTEN_MAX: usize = 16;

/// The files that the person had written in this run, the newest last: the page may show no others.
#[derive(Default)]
pub(crate) struct WrittenFiles(Mutex<VecDeque<PathBuf>>);

impl WrittenFiles {
    pub(crate) fn add(&self, path: &Path) {
        let mut files = self.0.lock();
        files.retain(|file| file != path);
        files.push_back(path.to_owned());
        if files.len() > WRITTEN_MAX {
            files.pop_front();
        }
    }

    /// Finds a file by the name that the page was given, which replaces what is not Unicode.
    fn find(&self, shown: &str) -> Option<PathBuf> {
        self.0.lock().iter().rev().find(|file| file.display().to_string() == shown).cloned()
    }
}

/// Shows a file that was written in this run in its folder.
#[tauri::command]
pub fn show_in_folder(app: State<'_, App>, path: &str) -> Answer<()> {
    let Some(file) = app.written.find(path) else { return Err(not_shown(path)) };
    tauri_plugin_opener::reveal_item_in_dir(file).map_err(|_| not_shown(path))
}

/// Opens the licences as a text in another program.
#[tauri::command]
pub fn open_licences(handle: AppHandle) -> Answer<()> {
    let folder = handle.path().app_cache_dir().map_err(|why| Refusal::plain("other", why))?;
    // Not every system has a program for Markdown.
    let file = folder.join("licences.txt");
    // A folder that cannot be made is reported by the file.
    let _ = std::fs::create_dir_all(folder);
    write_whole(&file, NOTICES.as_bytes()).map_err(DeskError::from)?;
    open(&file).map_err(|_| not_shown(&file.display().to_string()))
}

/// Opens a file in the program that the system has for its type.
fn open(file: &Path) -> Result<(), tauri_plugin_opener::Error> {
    if app_image::folder().is_none() {
        return tauri_plugin_opener::open_path(file, None::<&str>);
    }
    // The plugin passes our whole environment on.
    let mut command = Command::new("xdg-open");
    command.arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    app_image::leave(&mut command);
    let mut child = command.spawn()?;
    // Without a wait a child stays in the list of processes.
    std::thread::spawn(move || child.wait());
    Ok(())
}

fn not_shown(path: &str) -> Refusal {
    Refusal { at: Some(path.to_owned()), ..Refusal::plain(NOT_SHOWN, "No program of the system shows this file.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_written_files_are_found_by_their_names() {
        let files = WrittenFiles::default();
        let name = |number: usize| format!("棋{number}.pgn");
        for number in 0..=WRITTEN_MAX {
            files.add(Path::new(&name(number)));
        }
        assert_eq!(files.find(&name(0)), None);
        assert_eq!(files.find(&name(1)), Some(PathBuf::from(name(1))));
        files.add(Path::new(&name(1)));
        files.add(Path::new("last"));
        assert_eq!(files.find(&name(1)), Some(PathBuf::from(name(1))), "it was written again");
        assert_eq!(files.find(&name(2)), None);
        assert_eq!(files.find("/etc/passwd"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_that_is_not_unicode_is_found() {
        use std::os::unix::ffi::OsStrExt as _;

        let path = Path::new(std::ffi::OsStr::from_bytes(b"/tmp/\xffa.pgn"));
        let files = WrittenFiles::default();
        files.add(path);
        assert_eq!(files.find(&path.display().to_string()).as_deref(), Some(path));
    }
}
