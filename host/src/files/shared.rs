//! A value in a JSON file that several programs change: each change starts from the value on disk.

use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::usable::usable;
use super::{FileError, FileErrorKind, Notice, alone, copy_aside, read_own, set_aside, write_own};

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
    /// The copy of a damaged file that the load has reported.
    reported: Option<String>,
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
    /// The name of a damaged file that a change has replaced. The next load reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aside: Option<String>,
    #[serde(flatten)]
    value: T,
}

impl<T: Default> Default for SharedFile<T> {
    fn default() -> SharedFile<T> {
        SharedFile { path: None, format: SharedFileFormat::default(), value: T::default(), reported: None }
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
        let with = |path, value| SharedFile { path, format, value, reported: None };
        let Some(path) = path else { return (with(None, T::default()), None) };
        let bytes = match read_own(&path, format.bytes_max) {
            Ok(bytes) => bytes,
            Err(error) if error.kind == FileErrorKind::Missing => return (with(Some(path), T::default()), None),
            Err(error) if error.kind != FileErrorKind::TooLarge => {
                return (with(Some(path), T::default()), Some(Notice::from(&error)));
            }
            Err(_) => Vec::new(),
        };
        let written: serde_json::Result<Written<T>> = parse(&bytes);
        if let Err(error) = format.check(&path, &bytes) {
            // What this version understands of it can be used.
            let value = written.map(|written| written.value).ok().or_else(|| usable(&bytes)).unwrap_or_default();
            return (with(Some(path), value), Some(Notice::from(&error)));
        }
        if let Ok(Written { value, aside, .. }) = written {
            let notice = aside.as_ref().map(|name| format.notice(&path.with_file_name(name)));
            return (SharedFile { reported: aside, ..with(Some(path), value) }, notice);
        }
        let value = usable(&bytes);
        let kept = match &value {
            Some(value) => format.replace(&path, &bytes, value),
            None => set_aside(&path, true),
        };
        let notice = match kept {
            Ok(aside) => format.notice(&aside),
            Err(error) => Notice::from(&error),
        };
        (with(Some(path), value.unwrap_or_default()), Some(notice))
    }

    /// Changes the value on disk, which another program may have changed since the load. Of a file that was damaged
    /// meanwhile the usable part is changed; its bytes are kept under another name, which the next load reports.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written or would be too large, or a newer program wrote it; the value is unchanged.
    pub fn change(&mut self, change: impl FnOnce(&mut T)) -> Result<(), FileError> {
        let Some(path) = &self.path else {
            change(&mut self.value);
            return Ok(());
        };
        self.value = alone(path, || {
            let (mut value, aside) = match read_own(path, self.format.bytes_max) {
                Ok(bytes) => {
                    self.format.check(path, &bytes)?;
                    match parse(&bytes) {
                        Ok(Written { value, aside, .. }) => (value, if aside == self.reported { None } else { aside }),
                        Err(_) => {
                            let (value, aside) = match usable(&bytes) {
                                Some(value) => (value, copy_aside(path, &bytes, true)?),
                                None => (self.value.clone(), set_aside(path, true)?),
                            };
                            (value, aside.file_name().map(|name| name.to_string_lossy().into_owned()))
                        }
                    }
                }
                Err(error) if error.kind == FileErrorKind::Missing => (self.value.clone(), None),
                Err(error) => return Err(error),
            };
            change(&mut value);
            self.format.write(path, &value, aside)?;
            Ok(value)
        })?;
        Ok(())
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<Written<T>> {
    serde_json::from_slice(bytes)
}

impl SharedFileFormat {
    fn write(&self, path: &Path, value: &impl Serialize, aside: Option<String>) -> Result<(), FileError> {
        let written = Written { version: self.version, aside, value };
        let text = serde_json::to_string_pretty(&written).expect("what is kept is words and numbers");
        write_own(path, text.as_bytes(), self.bytes_max)
    }

    /// Writes the usable part of a damaged file in its place, after a copy of its bytes, whose place is returned.
    fn replace(&self, path: &Path, bytes: &[u8], usable: &impl Serialize) -> Result<PathBuf, FileError> {
        alone(path, || {
            let aside = copy_aside(path, bytes, true)?;
            self.write(path, usable, None)?;
            Ok(aside)
        })
    }

    fn notice(&self, aside: &Path) -> Notice {
        let message = format!("{} was damaged and is kept as {}.", self.name, aside.display());
        Notice::new(self.aside, message, Some(aside))
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

    #[test]
    fn a_value_that_does_not_fit_costs_no_other_in_a_change_or_a_newer_version() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("list.json");
        let format = SharedFileFormat { bytes_max: 1_000, ..FORMAT };
        let load = || SharedFile::<List>::load(Some(path.clone()), format);
        let (mut list, _) = load();
        list.change(|list| list.rows.push("first".to_owned())).unwrap();
        // Another program writes.
        let text = r#"{"version":1,"rows":["other",5]}"#;
        std::fs::write(&path, text).unwrap();
        list.change(|list| list.rows.push("second".to_owned())).unwrap();
        list.change(|list| list.rows.push("third".to_owned())).unwrap();
        assert_eq!(list.get().rows, ["other", "second", "third"]);
        // The next start reports it, until there is another change.
        let (mut again, notice) = load();
        assert_eq!(again.get(), list.get());
        assert_eq!(std::fs::read_to_string(notice.unwrap().at.unwrap()).unwrap(), text);
        again.change(|list| list.rows.clear()).unwrap();
        assert_eq!(load().1, None);

        std::fs::write(&path, r#"{"version":2,"rows":["other",5]}"#).unwrap();
        let (list, notice) = load();
        assert_eq!((notice.unwrap().code, list.get().rows.as_slice()), ("newer-version", &["other".to_owned()][..]));
    }
}
