//! Collects the files among named files and folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::FileError;
use super::archive::fault::ArchiveFault;

/// The greatest depth of nested folders.
const DEPTH_MAX: usize = 16;

/// The greatest number of files collected at once.
pub const FILES_MAX: usize = 100_000;

/// The reason why a named entry was skipped.
#[derive(Debug, thiserror::Error)]
pub enum SkippedFile {
    /// It is missing or unreadable.
    #[error(transparent)]
    File(#[from] FileError),
    /// A pipe, a device or a socket: reading it might never end.
    #[error("this is a pipe or a device; only files are read")]
    NoFile,
    /// A link within a folder, which may form a circle.
    #[error("this is a link inside a folder; pass its target instead")]
    Link,
    /// More than [`DEPTH_MAX`] folders deep.
    #[error("folders are nested more than {DEPTH_MAX} deep here; pass this one separately")]
    TooDeep,
    /// More than [`FILES_MAX`] files.
    #[error("only {FILES_MAX} files are read at once; this one and the rest were skipped")]
    TooMany,
    /// An archive, or a file in one.
    #[error(transparent)]
    Archive(#[from] ArchiveFault),
}

impl SkippedFile {
    /// Returns the reason's code, on which the window switches.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            SkippedFile::File(error) => error.code(),
            SkippedFile::NoFile => "no-file",
            SkippedFile::Link => "link-in-folder",
            SkippedFile::TooDeep => "too-deep",
            SkippedFile::TooMany => "too-many-files",
            SkippedFile::Archive(fault) => fault.code(),
        }
    }
}

/// Lists the files among `named` and in the folders among them, sorted by name. Within a folder, names with a leading
/// dot are ignored; everything else that is not a file is reported with a reason.
///
/// `goes_on` is called for each entry and can end the search.
pub fn gather(
    named: &[PathBuf],
    mut goes_on: impl FnMut() -> bool,
    mut passed_over: impl FnMut(&Path, SkippedFile),
) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut todo: Vec<(PathBuf, usize)> = named.iter().rev().map(|path| (path.clone(), 0)).collect();
    while let Some((path, depth)) = todo.pop().filter(|_| goes_on()) {
        // Follow a named link; a link within a folder may lead anywhere.
        let kind = if depth == 0 { fs::metadata(&path) } else { fs::symlink_metadata(&path) };
        match kind.map(|kind| kind.file_type()) {
            Err(error) => passed_over(&path, FileError::new(&path, error).into()),
            Ok(kind) if kind.is_file() && files.len() == FILES_MAX => {
                passed_over(&path, SkippedFile::TooMany);
                break;
            }
            Ok(kind) if kind.is_file() => files.push(path),
            Ok(kind) if kind.is_dir() && depth == DEPTH_MAX => passed_over(&path, SkippedFile::TooDeep),
            Ok(kind) if kind.is_dir() => match entries(&path) {
                Ok(entries) => todo.extend(entries.into_iter().rev().map(|entry| (entry, depth + 1))),
                Err(error) => passed_over(&path, FileError::new(&path, error).into()),
            },
            Ok(kind) if kind.is_symlink() => passed_over(&path, SkippedFile::Link),
            Ok(_) => passed_over(&path, SkippedFile::NoFile),
        }
    }
    files
}

/// Lists a folder, sorted by name, up to [`FILES_MAX`] entries.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.take(2 * FILES_MAX).collect::<io::Result<Vec<_>>>()?;
    let is_shown = |entry: &fs::DirEntry| !entry.file_name().as_encoded_bytes().starts_with(b".");
    let mut paths: Vec<PathBuf> = entries.iter().filter(|entry| is_shown(entry)).map(fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn folders_are_walked_and_what_is_no_file_is_told() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path();
        fs::create_dir_all(root.join("b/c")).unwrap();
        for name in ["b/2", "b/1", "b/c/3", "a", "b/.hidden"] {
            fs::write(root.join(name), name).unwrap();
        }
        symlink(root, root.join("b/circle")).unwrap();
        symlink("a", root.join("named")).unwrap();
        let _pipe = UnixListener::bind(root.join("b/pipe")).unwrap();
        let named = ["a", "b", "gone", "named"].map(|name| root.join(name));
        let mut told = Vec::new();
        let files = gather(&named, || true, |path, why| told.push((path.to_owned(), why.code())));
        assert_eq!(files, ["a", "b/1", "b/2", "b/c/3", "named"].map(|name| root.join(name)));
        let wanted = [("b/circle", "link-in-folder"), ("b/pipe", "no-file"), ("gone", "missing-folder")];
        assert_eq!(told, wanted.map(|(name, code)| (root.join(name), code)));
        let mut asked = 0;
        gather(
            &named,
            || {
                asked += 1;
                asked < 3
            },
            |_, _| {},
        );
        assert_eq!(asked, 3, "it ends where it is told to");
    }

    #[test]
    fn depth_is_bounded() {
        let temp = tempfile::tempdir().unwrap();
        let deep: PathBuf = (0..40).fold(temp.path().to_owned(), |path, _| path.join("d"));
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("file"), "x").unwrap();
        let mut told = Vec::new();
        assert!(gather(&[temp.path().to_owned()], || true, |_, why| told.push(why.code())).is_empty());
        assert_eq!(told, ["too-deep"]);
    }
}
