//! A file of sealed lines that only grows, locked by the program that writes it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::slice;
use std::time::Duration;

use serde::Serialize;

use super::seal;
use crate::files::{remove, rename, sync_folder, try_lock, try_lock_shared, wait_for_lock};

/// Bounds the memory of a read: a real game takes a few dozen kilobytes.
const BYTES_MAX: u64 = 64 << 20;

/// How long [`read_unheld`] may lock a file. A program that writes the file holds it far longer.
const READ_TIME: Duration = Duration::from_millis(200);

#[derive(Debug)]
pub(crate) struct SealedFile {
    path: PathBuf,
    file: File,
    /// Bytes up to the end of the last acknowledged line. The file may be longer after a failed write.
    len: u64,
    /// The number of acknowledged lines.
    lines: u32,
}

impl SealedFile {
    /// Writes to a file without lines.
    pub(super) const fn of(path: PathBuf, file: File) -> SealedFile {
        SealedFile { path, file, len: 0, lines: 0 }
    }

    /// Makes the file with its first line. No file is left behind after an error.
    ///
    /// # Errors
    /// `AlreadyExists`, or those of the system.
    pub(crate) fn create(path: &Path, first: &impl Serialize) -> io::Result<SealedFile> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        // The file takes its name only once it is locked and begun, so a scan never meets half of one.
        let making = path.with_extension("new");
        let file = OpenOptions::new().write(true).create_new(true).open(&making)?;
        let mut made = SealedFile::of(making, file);
        let mut begin = || {
            try_lock(&made.file)?;
            made.write_lines(slice::from_ref(first))?;
            rename(&made.path, path)?;
            path.clone_into(&mut made.path);
            sync_folder(made.folder())
        };
        match begin() {
            Ok(()) => Ok(made),
            Err(error) => {
                // Remove only the file of this call, and report the first error.
                let _ = fs::remove_file(&made.path);
                Err(error)
            }
        }
    }

    /// Locks a file to append to it. Returns its bytes, too.
    pub(crate) fn open(path: &Path) -> io::Result<(SealedFile, Vec<u8>)> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        wait_for_lock(READ_TIME, || try_lock(&file))?;
        let bytes = read(&file)?;
        Ok((SealedFile::of(path.to_owned(), file), bytes))
    }

    /// Keeps so many lines of as many bytes, and drops a torn last one.
    pub(crate) fn keep(&mut self, bytes: usize, lines: u32) -> io::Result<()> {
        (self.len, self.lines) = (bytes as u64, lines);
        self.file.set_len(self.len).and_then(|()| self.file.sync_data())
    }

    /// Writes the file anew with these lines, whole or not at all. After an error the file is as before.
    pub(crate) fn write_again(self, first: &impl Serialize, rest: &[impl Serialize]) -> io::Result<SealedFile> {
        let path = self.path.clone();
        let making = path.with_extension("new");
        // Only the owner of the lock comes here: such a file is of a program that was killed.
        let _ = fs::remove_file(&making);
        let file = OpenOptions::new().write(true).create_new(true).open(&making)?;
        let mut made = SealedFile::of(making, file);
        try_lock(&made.file)?;
        let mut bytes = seal::line(1, serde_json::to_vec(first)?);
        made.lines = 1;
        for value in rest {
            made.lines += 1;
            bytes.extend(seal::line(made.lines, serde_json::to_vec(value)?));
        }
        made.write_at_end(&bytes)?;
        made.len = bytes.len() as u64;
        // Windows replaces no file that is open.
        drop(self);
        rename(&made.path, &path)?;
        made.path = path;
        sync_folder(made.folder())?;
        Ok(made)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    /// Writes a line; it is on disk when this returns. After an error the file is as before.
    pub(crate) fn append(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.append_all(slice::from_ref(value))
    }

    /// Writes lines, for which the disk is awaited once; they are on disk when this returns. After an error the file is
    /// as before.
    pub(crate) fn append_all(&mut self, values: &[impl Serialize]) -> io::Result<()> {
        // Unix lets a program write to an unlinked file. Its lines would be lost.
        fs::symlink_metadata(&self.path).and_then(|_| self.write_lines(values))
    }

    /// Removes the file.
    pub(crate) fn remove(self) -> io::Result<()> {
        match remove(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result.and_then(|()| sync_folder(self.folder())),
        }
    }

    fn write_lines(&mut self, values: &[impl Serialize]) -> io::Result<()> {
        let (mut bytes, mut lines) = (Vec::new(), self.lines);
        for value in values {
            lines += 1;
            bytes.extend(seal::line(lines, serde_json::to_vec(value)?));
        }
        let written = self.write_at_end(&bytes);
        if written.is_err() {
            // If this fails too, the next write truncates the file, and so does the next start.
            let _ = self.file.set_len(self.len);
        } else {
            (self.len, self.lines) = (self.len + bytes.len() as u64, lines);
        }
        written
    }

    fn write_at_end(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.file.seek(SeekFrom::End(0))? != self.len {
            self.file.set_len(self.len)?;
            self.file.seek(SeekFrom::Start(self.len))?;
        }
        self.file.write_all(bytes)?;
        self.file.sync_data()
    }
}

impl Drop for SealedFile {
    fn drop(&mut self) {
        // A child process between fork and exec may briefly hold a copy of the file, and its lock.
        let _ = self.file.unlock();
    }
}

/// Reads a file that no program writes now; `WouldBlock` if one does.
pub(crate) fn read_unheld(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    // The file is open for reading alone, which some network file systems refuse to lock otherwise.
    try_lock_shared(&file)?;
    let bytes = read(&file);
    // As in `drop`.
    let _ = file.unlock();
    bytes
}

/// Reads a file to its bound.
pub(super) fn read(file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(BYTES_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > BYTES_MAX { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}
