//! The orders of a list of games.

/// What a list is sorted by. Games without a value are last in both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum GameOrder {
    /// The latest date first, then the latest start.
    #[default]
    Date,
    /// The game first that came last into the library, whatever its date.
    Added,
    /// The most moves first.
    Plies,
    /// By the name of the first player, then of the second.
    Players,
    First,
    Second,
    /// By name, then by round.
    Event,
    Round,
    /// Games that the first player won come first, then draws.
    Result,
    /// By code, then by name.
    Opening,
    Rule,
    /// By the first tag of the game.
    Tags,
    /// The greatest mean of both sides first.
    Accuracy,
}

impl GameOrder {
    #[cfg(test)]
    pub(super) const ALL: [GameOrder; 13] = [
        GameOrder::Date,
        GameOrder::Added,
        GameOrder::Plies,
        GameOrder::Players,
        GameOrder::First,
        GameOrder::Second,
        GameOrder::Event,
        GameOrder::Round,
        GameOrder::Result,
        GameOrder::Opening,
        GameOrder::Rule,
        GameOrder::Tags,
        GameOrder::Accuracy,
    ];

    /// Returns whether only the index knows the values.
    pub(super) const fn needs_facts(self) -> bool {
        matches!(self, GameOrder::Event | GameOrder::Round | GameOrder::Opening | GameOrder::Accuracy)
    }

    /// Returns the condition under which a game has no value, if any, and the terms of `ORDER BY` for the other games.
    /// They name columns of `game`, and of `idx.facts` if it is needed.
    pub(super) fn order(self, reversed: bool) -> (Option<&'static str>, String) {
        let (missing, keys, descends): (&str, &[&str], bool) = match self {
            GameOrder::Date => (if reversed { "date = ''" } else { "" }, &["date", "started_at_ms"], true),
            // Numbers only grow, and a number is never given twice.
            GameOrder::Added => ("", &[], true),
            GameOrder::Plies => ("", &["plies"], true),
            GameOrder::Players => ("", &["first_name", "second_name"], false),
            GameOrder::First => ("first_name = ''", &["first_name", "second_name"], false),
            GameOrder::Second => ("second_name = ''", &["second_name"], false),
            GameOrder::Event => ("coalesce(event, '') = ''", &["event_key", ROUND_NUMBER, "round"], false),
            GameOrder::Round => ("coalesce(round, '') = ''", &[ROUND_NUMBER, "round"], false),
            GameOrder::Result => {
                ("result = '*'", &["CASE result WHEN '1-0' THEN 0 WHEN '0-1' THEN 2 ELSE 1 END"], false)
            }
            GameOrder::Opening => ("opening IS NULL", &["coalesce(opening_code, '')", "opening"], false),
            GameOrder::Rule => ("", &["game", "rule"], false),
            GameOrder::Tags => (NO_TAG, &["(SELECT min(tag) FROM tag WHERE tag.game_id = id)"], false),
            GameOrder::Accuracy => {
                ("first_accuracy + second_accuracy IS NULL", &["first_accuracy + second_accuracy"], true)
            }
        };
        let direction = if descends == reversed { "" } else { " DESC" };
        let terms: Vec<String> = keys.iter().chain(&["id"]).map(|key| format!("{key}{direction}")).collect();
        ((!missing.is_empty()).then_some(missing), terms.join(", "))
    }
}

/// The number of a round: `3`, or that of `第3轮`. A round such as `决赛` has none and comes first.
const ROUND_NUMBER: &str = "CAST(ltrim(round, '第 ') AS INTEGER)";

const NO_TAG: &str = "NOT EXISTS (SELECT 1 FROM tag WHERE tag.game_id = id)";

#[cfg(test)]
mod tests;
