//! The stored form of a player, in journals and the library.

use serde::{Deserialize, Serialize};

/// A stored player: an object in the journal, three columns in the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerEntry {
    /// `human`, `engine` or `guest`.
    pub kind: String,
    /// An engine's level, 1 to 5.
    pub level: Option<u8>,
    /// The name shown beside the board.
    pub name: String,
    /// The external engine's id in the list of engines. The library does not keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest: Option<String>,
}
