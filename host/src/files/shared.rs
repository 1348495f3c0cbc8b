//! A value in a JSON file that several programs change: each change starts from the value on disk.

use std::path::PathBuf;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{FileError, FileErrorKind, Notice, alone, read_capped, set_aside, write_whole};

/// The properties of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedFileFormat {
    /// A larger file is set aside.
    pub bytes_max: u64,
    /// The code of the notice about a damaged file.
    pub aside: &'static str,
    /// The subject of that notice's sentence: `The list of engines`.
    pub name: &'static str,
}

/// The value; without a file it lasts as long as the program.
#[derive(Debug)]
pub(crate) struct SharedFile<T> {
    path: Option<PathBuf>,
    bytes_max: u64,
    value: T,
}

impl<T: Default> Default for SharedFile<T> {
    fn default() -> SharedFile<T> {
        SharedFile { path: None, bytes_max: 0, value: T::default() }
    }
}

impl<T> SharedFile<T> {
    /// Returns the value as of the last load or change.
    pub const fn get(&self) -> &T {
        &self.value
    }
}

impl<T: Clone + Default + Serialize + DeserializeOwned> SharedFile<T> {
    /// Reads the file. An unreadable value is set aside and reported.
    pub fn load(path: Option<PathBuf>, content: SharedFileFormat) -> (SharedFile<T>, Option<Notice>) {
        let bytes_max = content.bytes_max;
        let empty = |path| SharedFile { path, bytes_max, value: T::default() };
        let Some(path) = path else { return (empty(None), None) };
        let bytes = match read_capped(&path, bytes_max) {
            Ok(bytes) => bytes,
            Err(error) if error.kind == FileErrorKind::Missing => return (empty(Some(path)), None),
            // A file that is unreadable now may be readable later: never overwrite it.
            Err(error) if error.kind != FileErrorKind::TooLarge => {
                return (empty(None), Some(Notice::new(error.code(), &error, Some(&path))));
            }
            Err(_) => Vec::new(),
        };
        if let Ok(value) = serde_json::from_slice(&bytes) {
            return (SharedFile { path: Some(path), bytes_max, value }, None);
        }
        match set_aside(&path, true) {
            Ok(aside) => {
                let message = format!("{} was damaged and is kept as {}.", content.name, aside.display());
                (empty(Some(path)), Some(Notice::new(content.aside, message, Some(&aside))))
            }
            Err(error) => (empty(None), Some(Notice::new(error.code(), &error, Some(&path)))),
        }
    }

    /// Changes the value on disk, which another program may have changed since the load.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written; the value is unchanged.
    pub fn change(&mut self, change: impl FnOnce(&mut T)) -> Result<(), FileError> {
        let Some(path) = &self.path else {
            change(&mut self.value);
            return Ok(());
        };
        self.value = alone(path, || {
            let mut value = match read_capped(path, self.bytes_max) {
                Ok(bytes) => match serde_json::from_slice(&bytes) {
                    Ok(value) => value,
                    // Damaged since the load: set it aside and write the known value again.
                    Err(_) => set_aside(path, true).map(|_| self.value.clone())?,
                },
                Err(error) if error.kind == FileErrorKind::Missing => self.value.clone(),
                Err(error) => return Err(error),
            };
            change(&mut value);
            let text = serde_json::to_string_pretty(&value).expect("what is kept is words and numbers");
            write_whole(path, text.as_bytes())?;
            Ok(value)
        })?;
        Ok(())
    }
}
