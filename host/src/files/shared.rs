//! A value in a JSON file that several programs change: each change starts from the value on disk.

use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::usable::usable;
use super::{FileError, FileErrorKind, Notice, alone, free_aside_name, read_own, set_aside, write_own, write_whole};

/// The properties of the file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SharedFileFormat {
    /// A larger file is set aside, and none is written.
    pub bytes_max: u64,
    /// The newest version that this program reads and writes. A newer file is left as it is.
    pub version: u32,
    /// The code of the notice about a damaged file.
    pub aside: &'static str,
    /// The subject of that notice's sentence: `The list of engines`.
    pub name: &'static str,
}

/// The value; without a file it lasts as long as the program.
#[derive(Debug)]
pub(crate) struct SharedFile<T> {
    path: Option<PathBuf>,
    format: SharedFileFormat,
    value: T,
}

/// The part of the file that every version has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct Written<T> {
    version: u32,
    #[serde(flatten)]
    value: T,
}

impl<T: Default> Default for SharedFile<T> {
    fn default() -> SharedFile<T> {
        SharedFile { path: None, format: SharedFileFormat::default(), value: T::default() }
    }
}

impl<T> SharedFile<T> {
    /// Returns the value as of the last load or change.
    pub const fn get(&self) -> &T {
        &self.value
    }
}

impl<T: Clone + Default + Serialize + DeserializeOwned> SharedFile<T> {
    /// Reads the file. Of a damaged one the usable part is taken and written, and its bytes are set aside. One that cannot
    /// be used now is left as it is, and no change is written over it. Both are reported.
    pub fn load(path: Option<PathBuf>, format: SharedFileFormat) -> (SharedFile<T>, Option<Notice>) {
        let with = |path, value| SharedFile { path, format, value };
        let Some(path) = path else { return (with(None, T::default()), None) };
        let bytes = match read_own(&path, format.bytes_max) {
            Ok(bytes) => bytes,
            Err(error) if error.kind == FileErrorKind::Missing => return (with(Some(path), T::default()), None),
            Err(error) if error.kind != FileErrorKind::TooLarge => {
                return (with(Some(path), T::default()), Some(Notice::from(&error)));
            }
            Err(_) => Vec::new(),
        };
        let value = parse(&bytes);
        if let Err(error) = format.check(&path, &bytes) {
            // What this version understands of it can be used.
            return (with(Some(path), value.unwrap_or_default()), Some(Notice::from(&error)));
        }
        if let Ok(value) = value {
            return (with(Some(path), value), None);
        }
        let value = usable(&bytes);
        let kept = match &value {
            Some(value) => format.replace(&path, &bytes, value),
            None => set_aside(&path, true),
        };
        let notice = match kept {
            Ok(aside) => {
                let message = format!("{} was damaged and is kept as {}.", format.name, aside.display());
                Notice::new(format.aside, message, Some(&aside))
            }
            Err(error) => Notice::from(&error),
        };
        (with(Some(path), value.unwrap_or_default()), Some(notice))
    }

    /// Changes the value on disk, which another program may have changed since the load.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written or would be too large, or a newer program wrote it; the value is unchanged.
    pub fn change(&mut self, change: impl FnOnce(&mut T)) -> Result<(), FileError> {
        let Some(path) = &self.path else {
            change(&mut self.value);
            return Ok(());
        };
        self.value = alone(path, || {
            let mut value = match read_own(path, self.format.bytes_max) {
                Ok(bytes) => {
                    self.format.check(path, &bytes)?;
                    match parse(&bytes) {
                        Ok(value) => value,
                        // Damaged since the load: set it aside and write the known value again.
                        Err(_) => set_aside(path, true).map(|_| self.value.clone())?,
                    }
                }
                Err(error) if error.kind == FileErrorKind::Missing => self.value.clone(),
                Err(error) => return Err(error),
            };
            change(&mut value);
            self.format.write(path, &value)?;
            Ok(value)
        })?;
        Ok(())
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(bytes).map(|Written { value, .. }| value)
}

impl SharedFileFormat {
    fn write(&self, path: &Path, value: &impl Serialize) -> Result<(), FileError> {
        let written = Written { version: self.version, value };
        let text = serde_json::to_string_pretty(&written).expect("what is kept is words and numbers");
        write_own(path, text.as_bytes(), self.bytes_max)
    }

    /// Writes the usable part of a damaged file in its place, after a copy of its bytes, whose place is returned.
    fn replace(&self, path: &Path, bytes: &[u8], usable: &impl Serialize) -> Result<PathBuf, FileError> {
        alone(path, || {
            let aside = free_aside_name(path, true);
            write_whole(&aside, bytes)?;
            self.write(path, usable)?;
            Ok(aside)
        })
    }

    /// Checks that no newer program wrote the file.
    fn check(&self, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
        match serde_json::from_slice(bytes) {
            Ok(Versioned { version }) if version > self.version => {
                Err(FileError::sorted(path, FileErrorKind::Newer, io::ErrorKind::Unsupported.into()))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: SharedFileFormat = SharedFileFormat { bytes_max: 100, version: 1, aside: "aside", name: "The list" };

    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    struct List {
        rows: Vec<String>,
    }

    #[test]
    fn no_file_is_written_that_could_not_be_read_again() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("list.json");
        let load = || SharedFile::<List>::load(Some(path.clone()), FORMAT);
        let mut list = load().0;
        list.change(|list| list.rows.push("first".to_owned())).unwrap();
        let error = list.change(|list| list.rows.push("x".repeat(100))).unwrap_err();
        assert_eq!(error.code(), "overfull");
        assert_eq!(list.get().rows, ["first"]);
        let (mut again, notice) = load();
        assert_eq!((again.get(), notice), (list.get(), None));
        again.change(|list| list.rows.clear()).unwrap();
        assert_eq!(load().0.get().rows.len(), 0);
    }
}
