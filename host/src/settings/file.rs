//! `settings.json`: reading it at the start, and writing a change.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use thiserror::Error;

use super::Settings;
use super::repair::{self, VERSION};
use crate::files::{DataDir, FileError, FileErrorKind, Notice, alone, read_own, set_aside, write_own};

/// A file takes about two kilobytes; a larger one is not ours.
const BYTES_MAX: u64 = 1 << 20;

#[derive(Debug, Error)]
pub enum SettingsError {
    #[error(transparent)]
    File(#[from] FileError),
    /// A newer program wrote the file.
    #[error("{} was saved by a newer version of Duiyi; update Duiyi to change the settings.", .0.display())]
    NewerVersion(PathBuf),
}

impl SettingsError {
    /// Returns the error's code, on which the window switches.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            SettingsError::File(error) => error.code(),
            SettingsError::NewerVersion(_) => "newer-version",
        }
    }

    /// Returns the file that the error is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            SettingsError::File(error) => &error.path,
            SettingsError::NewerVersion(path) => path,
        }
    }
}

/// The settings in use and the file that keeps them.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingsFile {
    settings: Settings,
    /// The settings as they were last read or written: a change that could not be written is one until it is.
    known: Settings,
    path: PathBuf,
    /// Why the file on disk must not be replaced; `None` if it may be.
    keep: Option<Keep>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Keep {
    /// A newer version of the program wrote it.
    Newer,
    /// It could not be read now; a later start may read it.
    Unread(FileErrorKind),
}

impl SettingsFile {
    /// Reads the settings. A missing file gives the defaults. A file that cannot be used gives the defaults and a notice,
    /// never an error.
    #[must_use]
    pub fn load(dir: &DataDir) -> (SettingsFile, Option<Notice>) {
        let path = dir.settings();
        let file =
            |settings: Settings, keep| SettingsFile { known: settings.clone(), settings, path: path.clone(), keep };
        let defaults = |keep| file(Settings::default(), keep);
        let bytes = match read_own(&path, BYTES_MAX) {
            Ok(bytes) => bytes,
            Err(error) if error.kind == FileErrorKind::Missing => return (defaults(None), None),
            Err(error) if error.kind == FileErrorKind::TooLarge => {
                let (keep, notice) = replace_broken(&path, error.to_string());
                return (defaults(keep), Some(notice));
            }
            Err(error) => {
                let message = format!("{error} Until then the settings are the usual ones and are not saved.");
                let notice = Notice::new(error.code(), message, Some(&path));
                return (defaults(Some(Keep::Unread(error.kind))), Some(notice));
            }
        };
        let given = match serde_json::from_slice::<Map<String, Value>>(&bytes) {
            Ok(given) => given,
            Err(error) => {
                let (keep, notice) = replace_broken(&path, error.to_string());
                return (defaults(keep), Some(notice));
            }
        };
        let version = given.get("version").and_then(Value::as_u64).unwrap_or(1);
        let (settings, faults) = repair::read(given, version);
        if version > u64::from(VERSION) {
            let message = format!(
                "{} was saved by a newer version of Duiyi; it is used as far as possible and was not changed.",
                path.display()
            );
            let notice = Notice { details: faults, ..Notice::new("newer-version", message, Some(&path)) };
            return (file(settings, Some(Keep::Newer)), Some(notice));
        }
        let notice = (!faults.is_empty()).then(|| {
            let message = format!("Some settings in {} made no sense and were corrected.", path.display());
            Notice { details: faults, ..Notice::new("corrected", message, Some(&path)) }
        });
        (file(settings, None), notice)
    }

    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the path of `settings.json`.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Clamps the numbers of `settings` to their ranges, uses the result from now on and writes it.
    ///
    /// The file is read again first, so that a change of another process stays unless `settings` changes the same field.
    ///
    /// # Errors
    /// [`SettingsError`]; the settings are used until the program ends, and the file is unchanged. The next call writes them,
    /// too.
    pub fn save(&mut self, settings: Settings) -> Result<(), SettingsError> {
        self.settings = repair::correct(fields(&Settings { version: VERSION, ..settings })).0;
        match self.keep {
            Some(Keep::Newer) => return Err(SettingsError::NewerVersion(self.path.clone())),
            Some(Keep::Unread(kind)) => {
                let cause = std::io::Error::other("the file could not be read when the program started");
                return Err(FileError::sorted(&self.path, kind, cause).into());
            }
            None => {}
        }
        let path = &self.path;
        let known = fields(&self.known);
        alone(path, || {
            let mut written = fields(&self.settings);
            match read_own(path, BYTES_MAX).map(|bytes| serde_json::from_slice::<Map<String, Value>>(&bytes)) {
                Ok(Ok(on_disk)) => {
                    if on_disk.get("version").and_then(Value::as_u64) > Some(u64::from(VERSION)) {
                        return Err(SettingsError::NewerVersion(path.clone()));
                    }
                    // A field that another process has changed keeps its value unless this call changes it too.
                    let chosen = std::mem::replace(&mut written, on_disk);
                    change(&mut written, &known, chosen);
                    written = fields(&repair::correct(written).0);
                }
                Ok(Err(_)) => drop(set_aside(path, false)?),
                Err(error) if error.kind == FileErrorKind::Missing => {}
                Err(error) => return Err(error.into()),
            }
            let mut text = serde_json::to_vec_pretty(&written).expect("words and numbers are always JSON");
            text.push(b'\n');
            Ok(write_own(path, &text, BYTES_MAX)?)
        })?;
        self.known = self.settings.clone();
        Ok(())
    }
}

/// Returns the settings in the form of the file.
fn fields(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => unreachable!("a struct of words and numbers is an object"),
    }
}

/// Overwrites in `fields` every value of `chosen` that differs from `known`.
fn change(fields: &mut Map<String, Value>, known: &Map<String, Value>, chosen: Map<String, Value>) {
    for (name, value) in chosen {
        match (fields.get_mut(&name), known.get(&name), value) {
            (Some(Value::Object(fields)), Some(Value::Object(known)), Value::Object(chosen)) => {
                change(fields, known, chosen);
            }
            (Some(_), Some(known), value) if *known == value => {}
            (_, _, value) => drop(fields.insert(name, value)),
        }
    }
}

/// Sets aside a file that is not a JSON object, and returns the notice.
fn replace_broken(path: &Path, reason: String) -> (Option<Keep>, Notice) {
    let (keep, notice) = match set_aside(path, false) {
        Ok(aside) => {
            let message =
                format!("The settings were damaged and are kept as {}; the usual ones are used.", aside.display());
            (None, Notice::new("settings-set-aside", message, Some(&aside)))
        }
        Err(error) => {
            let message = format!("The settings are damaged, and stay so: {error}");
            (Some(Keep::Unread(error.kind)), Notice::new(error.code(), message, Some(path)))
        }
    };
    (keep, Notice { details: vec![reason], ..notice })
}
