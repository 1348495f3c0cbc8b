//! Facts that a text states line by line, a label before each: `Site: Beijing`, `红方：甲`.

use super::result;
use crate::record::Header;

/// Labels in small letters, with the names of the facts.
const LABELS: [(&str, &str); 38] = [
    ("event", "Event"),
    ("site", "Site"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("red", "Red"),
    ("white", "Red"),
    ("black", "Black"),
    ("result", "Result"),
    ("title", "Title"),
    ("opening", "Opening"),
    ("ecco", "ECCO"),
    ("annotator", "Annotator"),
    ("termination", "Termination"),
    ("time control", "TimeControl"),
    ("timecontrol", "TimeControl"),
    ("赛事", "Event"),
    ("賽事", "Event"),
    ("比赛", "Event"),
    ("比賽", "Event"),
    ("地点", "Site"),
    ("地點", "Site"),
    ("日期", "Date"),
    ("时间", "Date"),
    ("時間", "Date"),
    ("轮次", "Round"),
    ("輪次", "Round"),
    ("红方", "Red"),
    ("紅方", "Red"),
    ("黑方", "Black"),
    ("结果", "Result"),
    ("結果", "Result"),
    ("标题", "Title"),
    ("標題", "Title"),
    ("作者", "Author"),
    ("评注", "Annotator"),
    ("評注", "Annotator"),
    ("讲评", "Annotator"),
];

/// Signs between a label and its value.
const COLONS: [char; 2] = [':', '：'];

/// Takes a line of one fact; returns whether it is one. A fact that is known already stays.
pub fn take(line: &str, header: &mut Header) -> bool {
    let Some((label, value)) = line.trim().split_once(COLONS) else { return false };
    let (label, value) = (label.trim().to_lowercase(), value.trim());
    let Some((_, name)) = LABELS.iter().find(|(known, _)| *known == label) else { return false };
    let lower = value.to_lowercase();
    let is_several =
        LABELS.iter().any(|(known, _)| COLONS.iter().any(|colon| lower.contains(&format!("{known}{colon}"))));
    if value.is_empty() || is_several {
        return false;
    }
    let fact = match *name {
        "Red" => &mut header.names.first,
        "Black" => &mut header.names.second,
        "Date" => &mut header.date,
        "Result" => {
            let outcome = result::outcome(value).or_else(|| result::sentence(value));
            header.outcome = header.outcome.or(outcome);
            return outcome.is_some() || value == "*";
        }
        name if header.tags.iter().any(|(known, _)| known == name) => return false,
        name => {
            header.tags.push((name.to_owned(), value.to_owned()));
            return true;
        }
    };
    let is_free = fact.is_empty();
    if is_free {
        value.clone_into(fact);
    }
    is_free
}

/// Takes the lines of a text that are facts, and returns the others.
#[must_use]
pub fn take_lines(text: &str, header: &mut Header) -> String {
    let others: Vec<&str> = text.trim().lines().filter(|line| !take(line, header)).collect();
    others.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Outcome, Reason, Side};
    use crate::game::{GameKind, Setup};

    #[test]
    fn lines_of_facts_are_told_from_text() {
        let mut header = Header::new(Setup::usual(GameKind::Xiangqi));
        let text = "Club evening\nEvent: Cup: final\nSITE：Beijing\n红方： 甲\nBlack: b\nresult: Red wins\nRound: 2\nround: 3\n\
                    红方：丙 黑方：丁\nhttp://example.org\nDate: 2020-01-02 12:30\nTitle:\n";
        let others = take_lines(text, &mut header);
        assert_eq!(others, "Club evening\nround: 3\n红方：丙 黑方：丁\nhttp://example.org\nTitle:");
        assert_eq!((header.names.first.as_str(), header.names.second.as_str()), ("甲", "b"));
        assert_eq!(header.date, "2020-01-02 12:30");
        assert_eq!(header.outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
        let tags: Vec<(&str, &str)> = header.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(tags, [("Event", "Cup: final"), ("Site", "Beijing"), ("Round", "2")]);
    }
}
