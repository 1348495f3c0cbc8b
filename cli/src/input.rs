//! Reads and writes files named on the command line.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom};
use std::path::{self, Path, PathBuf};

use duiyi_core::engine::Nets;
use duiyi_host::files::{self, FileError, FileErrorKind};

use crate::problem::Problem;

/// The character with which editors of Windows begin a text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';
/// The argument for the built-in net, in place of a file.
const BUILT_IN: &str = "built-in";
/// The argument for the hand-crafted evaluation, in place of a file.
const HAND_CRAFTED: &str = "hand-crafted";
/// The names that [`nets`] takes in place of a file.
pub const NETS_WITHOUT_FILE: [&str; 2] = [BUILT_IN, HAND_CRAFTED];

/// Says what is wrong with a file that the command line names, by the name that it has there.
pub fn fault(shown: impl Display, why: &FileError) -> Problem {
    match why.kind {
        FileErrorKind::Missing => Problem::at(shown, "there is no such file or folder; check the name"),
        FileErrorKind::NotAFile => Problem::at(shown, "expected a file, found a folder, pipe or device"),
        _ => Problem::Input(why.to_string()),
    }
}

/// Says what is wrong with a folder that is made where there is none: a file on its path by its own name.
pub fn folder_fault(folder: &Path, why: &FileError) -> Problem {
    let is_file = |place: &&Path| std::fs::metadata(place).is_ok_and(|found| !found.is_dir());
    match (folder.ancestors().find(is_file), why.kind) {
        (Some(file), _) => Problem::at(file.display(), "expected a folder, found a file"),
        (None, FileErrorKind::Missing) => {
            Problem::at(folder.display(), "this folder cannot be made here; choose another one with --data")
        }
        _ => Problem::Input(why.to_string()),
    }
}

/// Returns the whole path of a file that the command line names.
///
/// # Errors
/// One sentence that names the file.
pub fn absolute(path: &Path) -> Result<PathBuf, Problem> {
    path::absolute(path).map_err(|why| Problem::at(path.display(), why))
}

/// Returns whether a file with something in it is at `path`.
pub fn has_content(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0)
}

/// Returns whether both names lead to the same file, which is there.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    let place = |file: &Path| std::fs::canonicalize(file).ok().filter(|place| place.is_file());
    place(a).is_some_and(|a| place(b) == Some(a))
}

/// Reads a whole file of at most `bytes_max` bytes. Pipes and devices are refused: they may never end.
///
/// # Errors
/// One sentence that names the file.
pub fn read(path: &Path, bytes_max: u64) -> Result<Vec<u8>, Problem> {
    let place = absolute(path)?;
    let read = files::expect_file(&place).and_then(|()| files::read_capped(&place, bytes_max));
    read.map_err(|why| fault(path.display(), &why))
}

/// Reads a file as [`read`] does, which must be text; a byte order mark is left out.
///
/// # Errors
/// One sentence that names the file.
pub fn read_text(path: &Path, bytes_max: u64) -> Result<String, Problem> {
    let mut text = utf8(path, read(path, bytes_max)?)?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.remove(0);
    }
    Ok(text)
}

/// Reads the text of a growing file, whose bytes [`continued`] counts; a missing file is empty.
///
/// # Errors
/// One sentence that names the file.
pub fn read_growing(path: &Path, bytes_max: u64) -> Result<String, Problem> {
    if path.exists() { utf8(path, read(path, bytes_max)?) } else { Ok(String::new()) }
}

fn utf8(path: &Path, bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|why| {
        Problem::at(path.display(), format!("not valid UTF-8 at byte {}", why.utf8_error().valid_up_to()))
    })
}

/// Opens a growing file, made if there is none, for writing behind its first `bytes`; what follows them is removed.
///
/// # Errors
/// Those of the file system.
pub fn continued(path: &Path, bytes: usize) -> io::Result<File> {
    // Windows shortens no file that is open for appending.
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    file.set_len(bytes as u64)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// Writes a file whole or not at all; pipes and devices are written to directly.
///
/// # Errors
/// One sentence that names the file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let place = absolute(path)?;
    files::write_whole(&place, bytes).map_err(|why| fault(path.display(), &why))
}

/// Checks that [`write`] can write a file, before the work that fills it. What is there stays as it is.
///
/// # Errors
/// One sentence that names the file.
pub fn expect_writable(path: &Path) -> Result<(), Problem> {
    let place = absolute(path)?;
    files::expect_writable(&place).map_err(|why| fault(path.display(), &why))
}

/// Checks that a file to be written is none of those that are read.
///
/// # Errors
/// One sentence that names the file.
pub fn expect_unread<'a>(path: &Path, read: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Problem> {
    if read.into_iter().any(|read| is_same_file(read, path)) {
        return Err(Problem::at(path.display(), "this file is read, too; write to another one"));
    }
    Ok(())
}

/// Checks a file as [`expect_unread`] and [`expect_writable`] do.
///
/// # Errors
/// One sentence that names the file.
pub fn expect_writable_apart_from<'a>(path: &Path, read: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Problem> {
    expect_unread(path, read)?;
    expect_writable(path)
}

/// Reads the file of a net; [`BUILT_IN`] and [`HAND_CRAFTED`] are names, not files.
///
/// # Errors
/// One sentence that names the file.
pub fn nets(path: &Path) -> Result<Nets, Problem> {
    if path == Path::new(BUILT_IN) {
        return Ok(Nets::default());
    }
    if path == Path::new(HAND_CRAFTED) {
        return Ok(Nets::NONE);
    }
    let bytes = read(path, Nets::BYTES_MAX)?;
    Nets::from_bytes(&bytes).map_err(|why| Problem::at(path.display(), why))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_files_of_a_fair_size_are_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("text");
        fs::write(&path, "12345").expect("it can be written");
        assert_eq!(read_text(&path, 5).ok().as_deref(), Some("12345"));
        assert!(read_text(&path, 4).is_err());
        assert!(read_text(folder.path(), 5).is_err_and(|why| why.to_string().contains("folder")));
        assert!(read_text(&folder.path().join("none"), 5).is_err());
        fs::write(&path, b"ab\xff").expect("it can be written");
        assert!(read_text(&path, 5).is_err_and(|why| why.to_string().contains("byte 2")));
        fs::write(&path, "\u{feff}h8\u{feff}").expect("it can be written");
        assert_eq!(read_text(&path, 8).ok().as_deref(), Some("h8\u{feff}"), "a mark at the start alone");
        assert_eq!(read_growing(&path, 8).ok().map(|text| text.len()), Some(8), "every byte counts");
        #[cfg(unix)]
        assert!(read(Path::new("/dev/zero"), 5).is_err_and(|why| why.to_string().contains("device")));
    }

    #[test]
    fn a_file_that_is_read_is_not_written() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [games, other] = ["games", "other"].map(|name| folder.path().join(name));
        fs::write(&games, "12345").expect("it can be written");
        let again = folder.path().join("./games");
        let why = expect_writable_apart_from(&again, [&other, &games]).expect_err("it is read").to_string();
        assert!(why.ends_with("games: this file is read, too; write to another one"), "{why}");
        assert!(expect_writable_apart_from(&other, [&games, &other]).is_ok(), "nothing is there yet");
    }

    #[test]
    fn a_folder_below_a_file_is_refused_by_the_name_of_the_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("file");
        fs::write(&file, "12345").expect("it can be written");
        for place in [file.clone(), file.join("data/duiyi")] {
            let why = duiyi_host::DataDir::open(&place).expect_err("no folder can be there");
            let expected = format!("{}: expected a folder, found a file", file.display());
            assert_eq!(folder_fault(&place, &why).to_string(), expected);
        }
        let missing = FileError::new("none", io::ErrorKind::NotFound.into());
        let why = folder_fault(Path::new("none"), &missing).to_string();
        assert_eq!(why, "none: this folder cannot be made here; choose another one with --data");
    }
}
