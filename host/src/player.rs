//! The stored form of a player, in journals and the library.

use duiyi_core::search::Level;
use duiyi_core::session::Player;
use serde::{Deserialize, Serialize};

/// A stored player: an object in the journal, three columns in the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerEntry {
    /// `human`, `engine` or `guest`, an external engine.
    pub kind: String,
    /// An engine's level, 1 to 5.
    pub level: Option<u8>,
    /// The name shown beside the board.
    pub name: String,
    /// The external engine's id in the list of engines. The library does not keep it.
    #[serde(rename = "guest", default, skip_serializing_if = "Option::is_none")]
    pub external: Option<String>,
}

impl PlayerEntry {
    /// The `kind` of a person.
    pub(crate) const PERSON: &str = "human";

    /// Writes the player as core's type crosses to the window.
    #[cfg(feature = "wire")]
    pub(crate) fn serialize_player<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Player::from(self).serialize(serializer)
    }
}

impl From<&Player> for PlayerEntry {
    fn from(player: &Player) -> PlayerEntry {
        let (kind, level, external) = match player {
            Player::Human { .. } => (PlayerEntry::PERSON, None, None),
            Player::Engine { level } => ("engine", Some(level.number()), None),
            Player::External { id, .. } => ("guest", None, Some(id.clone())),
        };
        PlayerEntry { kind: kind.to_owned(), level, name: player.record_name(), external }
    }
}

impl From<&PlayerEntry> for Player {
    /// An engine of a level that this program does not have plays at full strength.
    fn from(entry: &PlayerEntry) -> Player {
        match entry.kind.as_str() {
            "engine" => Player::Engine { level: entry.level.and_then(Level::new).unwrap_or(Level::MAX) },
            "guest" => Player::External { id: entry.external.clone().unwrap_or_default(), name: entry.name.clone() },
            _ => Player::Human { name: entry.name.clone() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_external_engine_keeps_its_stored_form() {
        let stored = r#"{"kind":"guest","level":null,"name":"Fish","guest":"g1"}"#;
        let entry: PlayerEntry = serde_json::from_str(stored).expect("journals have it");
        assert_eq!(Player::from(&entry), Player::External { id: "g1".to_owned(), name: "Fish".to_owned() });
        assert_eq!(serde_json::to_string(&entry).expect("a player is plain text"), stored);
    }
}
