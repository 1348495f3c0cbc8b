//! What a person is told of a file although the work went on.

use std::path::{Path, PathBuf};

use super::FileError;

/// A problem to report to the person, although the work went on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Notice {
    /// The code on which the window switches.
    pub code: &'static str,
    /// One sentence that names the place.
    pub message: String,
    /// The file or folder, if there is one.
    #[cfg_attr(feature = "wire", serde(serialize_with = "displayed"))]
    pub at: Option<PathBuf>,
    /// The single faults, one sentence each; often empty.
    #[cfg_attr(feature = "wire", serde(skip))]
    pub details: Vec<String>,
    /// The number of affected games; often 0.
    pub games: u32,
    /// The number of games that could not be read; often 0.
    pub lost: u32,
}

impl Notice {
    pub(crate) fn new(code: &'static str, message: impl ToString, at: Option<&Path>) -> Notice {
        Notice {
            code,
            message: message.to_string(),
            at: at.map(Path::to_owned),
            details: Vec::new(),
            games: 0,
            lost: 0,
        }
    }
}

impl From<&FileError> for Notice {
    fn from(error: &FileError) -> Notice {
        Notice::new(error.code(), error, Some(&error.path))
    }
}

/// Writes a path for the window, also one that is not Unicode.
#[cfg(feature = "wire")]
pub(crate) fn displayed<S: serde::Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&path.as_deref().map(|path| path.display().to_string()), serializer)
}
