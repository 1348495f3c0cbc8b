//! Reads and writes files named on the command line.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom};
use std::path::{Path, absolute};

use duiyi_core::engine::Nets;
use duiyi_host::files::{self, FileError, FileErrorKind};

use crate::problem::Problem;

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
    let place = absolute(path).map_err(|why| Problem::at(path.display(), why))?;
    let read = files::expect_file(&place).and_then(|()| files::read_capped(&place, bytes_max));
    read.map_err(|why| fault(path.display(), &why))
}

/// Reads a file as [`read`] does, which must be text.
///
/// # Errors
/// One sentence that names the file.
pub fn read_text(path: &Path, bytes_max: u64) -> Result<String, Problem> {
    String::from_utf8(read(path, bytes_max)?).map_err(|why| {
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
    let place = absolute(path).map_err(|why| Problem::at(path.display(), why))?;
    files::write_whole(&place, bytes).map_err(|why| fault(path.display(), &why))
}

/// Checks that [`write`] can write a file, before the work that fills it. What is there stays as it is.
///
/// # Errors
/// One sentence that names the file.
pub fn expect_writable(path: &Path) -> Result<(), Problem> {
    let place = absolute(path).map_err(|why| Problem::at(path.display(), why))?;
    files::expect_writable(&place).map_err(|why| fault(path.display(), &why))
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
        #[cfg(unix)]
        assert!(read(Path::new("/dev/zero"), 5).is_err_and(|why| why.to_string().contains("device")));
    }
}
