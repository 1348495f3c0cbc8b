//! Records named on the command line: files, and those in folders and archives.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use duiyi_host::files::archive::{self, ArchiveContent, PackedFile, PackedFiles};
use duiyi_host::files::gather::{SkippedFile, gather};
use duiyi_host::files::{self, FileError};

use crate::input::{absolute, fault};
use crate::problem::Problem;

/// A file that was named, or that is in a named folder or archive.
pub struct NamedFile {
    /// Its name in messages; a file in an archive follows the archive.
    pub place: PathBuf,
    /// Its path below the named folder; a file that was named itself has its own name only.
    pub below: PathBuf,
    /// The content, or the reason why there is none.
    pub bytes: Result<Vec<u8>, SkippedFile>,
}

/// Reads each file among `named` of at most `bytes_max` bytes and passes it to `take` until that breaks off. A mistyped
/// name is found before the work on the others.
///
/// # Errors
/// A named path does not lead to a file or a folder, or the error of `take`.
pub fn each_file(
    named: &[PathBuf],
    bytes_max: u64,
    take: &mut dyn FnMut(NamedFile) -> Result<ControlFlow<()>, Problem>,
) -> Result<(), Problem> {
    let are_folders = named.iter().map(|path| is_folder(path)).collect::<Result<Vec<_>, _>>()?;
    for (path, is_folder) in named.iter().zip(are_folders) {
        let mut skipped = Vec::new();
        let files = gather(std::slice::from_ref(path), || true, |path, why| skipped.push((path.to_owned(), why)));
        let root = if is_folder { path.as_path() } else { path.parent().unwrap_or(Path::new("")) };
        let skipped =
            skipped.into_iter().map(|(place, why)| NamedFile { below: below(&place, root), place, bytes: Err(why) });
        for file in skipped {
            if take(file)?.is_break() {
                return Ok(());
            }
        }
        for file in files {
            if read(&file, root, bytes_max, take)?.is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Returns whether a named path leads to a folder and not to a file.
fn is_folder(path: &Path) -> Result<bool, Problem> {
    let place = absolute(path)?;
    let kind = std::fs::metadata(&place).map_err(|why| fault(path.display(), &FileError::new(&place, why)))?;
    if !kind.is_dir() && !kind.is_file() {
        return Err(Problem::at(path.display(), "expected a file or a folder, found a pipe or device"));
    }
    Ok(kind.is_dir())
}

/// Reads a file, or each file of an archive.
fn read(
    place: &Path,
    root: &Path,
    bytes_max: u64,
    take: &mut dyn FnMut(NamedFile) -> Result<ControlFlow<()>, Problem>,
) -> Result<ControlFlow<()>, Problem> {
    let mut one = |bytes| take(NamedFile { place: place.to_owned(), below: below(place, root), bytes });
    match archive::is_archive_file(place) {
        Ok(false) => one(files::read_capped(place, bytes_max).map_err(SkippedFile::from)),
        Err(why) => one(Err(why.into())),
        Ok(true) => match PackedFiles::open(place, ArchiveContent::File(place.to_owned()), bytes_max) {
            Err(why) => one(Err(why)),
            Ok(files) => {
                for PackedFile { place, bytes, .. } in files {
                    if take(NamedFile { below: below(&place, root), place, bytes })?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
        },
    }
}

fn below(place: &Path, root: &Path) -> PathBuf {
    place.strip_prefix(root).unwrap_or(place).to_owned()
}
