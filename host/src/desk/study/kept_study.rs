//! An open study in `studies.json`.
//!
//! # Stability
//! The names of the fields outlive the program.

use serde::{Deserialize, Serialize};

/// A study of the list.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct KeptStudy {
    pub(super) uid: String,
    /// The moves from the start to the cursor, in coordinates.
    pub(super) path: String,
    /// Present if the library does not have all of the study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) record: Option<KeptRecord>,
}

/// The record of a study that the library does not have.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct KeptRecord {
    /// A record of Xiangqi does not name its rule.
    pub(super) rule: String,
    pub(super) text: String,
    /// Whether the library refused it.
    pub(super) unsaved: bool,
    /// The CRC-32 of the record that the library had then.
    #[serde(default)]
    pub(super) filed: Option<u32>,
}

impl KeptStudy {
    /// Returns whether the list has the only copy of a change.
    pub(super) fn is_unsaved(&self) -> bool {
        self.record.as_ref().is_some_and(|record| record.unsaved)
    }
}
