//! Facts that a text states line by line, a label before each: `Site: Beijing`, `红方：甲`.

use super::result;
use super::words::is_ruler;
use crate::record::Header;

/// Labels in small letters, with the names of the facts.
const LABELS: [(&str, &str); 52] = [
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
    ("红方团体", "RedTeam"),
    ("紅方團體", "RedTeam"),
    ("黑方团体", "BlackTeam"),
    ("黑方團體", "BlackTeam"),
    ("比赛地点", "Site"),
    ("比賽地點", "Site"),
    ("比赛日期", "Date"),
    ("比賽日期", "Date"),
    ("比赛时间", "Date"),
    ("比賽時間", "Date"),
    ("比赛结果", "Result"),
    ("比賽結果", "Result"),
    ("对局结果", "Result"),
    ("對局結果", "Result"),
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

/// Signs between a value and the next label, besides blanks.
const SEPARATORS: [char; 7] = [',', '，', ';', '；', '、', '|', '/'];

/// Longest line that is looked at for facts, in bytes.
const LINE_BYTES_MAX: usize = 1000;

/// A part of a line: a label, if it is one of [`LABELS`] with the name of the fact, and what follows its colon.
struct Field<'a> {
    name: Option<&'static str>,
    value: &'a str,
}

/// Takes a line of facts, one or several with their labels: `红方：甲  黑方：乙`. Returns whether the header now has all
/// that the line says. A fact that is known already stays; an unknown label ends the value before it.
pub fn take(line: &str, header: &mut Header) -> bool {
    let fields: Vec<Field<'_>> = fields(line).into_iter().filter(|field| !field.value.is_empty()).collect();
    let taken = fields.iter().filter(|field| field.name.is_some_and(|name| take_field(name, field.value, header)));
    let taken = taken.count();
    taken > 0 && taken == fields.len()
}

/// Returns whether a line has a label with the name of a fact: `Site: Beijing`.
pub fn has_label(line: &str) -> bool {
    fields(line).iter().any(|field| field.name.is_some())
}

/// Splits a line before its labels; empty if it is no line of facts.
fn fields(line: &str) -> Vec<Field<'_>> {
    let mut labels: Vec<(usize, usize, Option<&'static str>)> = Vec::new();
    if line.len() > LINE_BYTES_MAX {
        return Vec::new();
    }
    for (at, colon) in line.match_indices(COLONS) {
        let value_before = labels.last().map_or(0, |&(_, value, _)| value);
        let label = match known_label(&line[value_before..at]) {
            Some((begin, name)) => Some((value_before + begin, Some(name))),
            None => unknown_label(&line[value_before..at]).map(|begin| (value_before + begin, None)),
        };
        labels.extend(label.map(|(begin, name)| (begin, at + colon.len(), name)));
    }
    // A single label behind other words is one of them: `Opening date: May`.
    let is_title = labels.first().is_some_and(|&(begin, ..)| !line[..begin].trim().is_empty());
    let count = labels.iter().filter(|(.., name)| name.is_some()).count();
    if count == 0 || count == 1 && is_title {
        return Vec::new();
    }
    let title = is_title.then(|| Field { name: None, value: line[..labels[0].0].trim() });
    let values = labels.iter().enumerate().map(|(index, &(_, begin, name))| {
        let value = match labels.get(index + 1) {
            Some(&(end, ..)) => {
                line[begin..end].trim_end_matches(|c: char| c.is_whitespace() || SEPARATORS.contains(&c))
            }
            None => &line[begin..],
        };
        Field { name, value: value.trim() }
    });
    title.into_iter().chain(values).collect()
}

/// Returns where the label at the end of `text` begins, and the name of its fact. Blanks may pad it: `红    方`.
fn known_label(text: &str) -> Option<(usize, &'static str)> {
    let begin_of = |label: &str| {
        let mut letters = label.chars().rev();
        let mut wanted = letters.next()?;
        for (at, c) in text.char_indices().rev() {
            if c.is_whitespace() && !wanted.is_whitespace() {
                continue;
            } else if !c.to_lowercase().eq([wanted]) {
                return None;
            }
            match letters.next() {
                Some(next) => wanted = next,
                None => {
                    let before = text[..at].chars().next_back();
                    return before.is_none_or(|c| c.is_whitespace() || SEPARATORS.contains(&c)).then_some(at);
                }
            }
        }
        None
    };
    LABELS.iter().filter_map(|(label, name)| Some((begin_of(label)?, *name))).min_by_key(|(begin, _)| *begin)
}

/// Returns where a label that is none of [`LABELS`] begins at the end of `text`: a word behind a value and a gap.
fn unknown_label(text: &str) -> Option<usize> {
    let text = text.trim_end();
    let begin = text.rfind(char::is_whitespace).map(|at| at + text[at..].chars().next().map_or(0, char::len_utf8))?;
    let (before, word) = text.split_at(begin);
    let gap = &before[before.trim_end().len()..];
    let is_gap = gap.chars().count() > 1 || gap.contains(['\t', '\u{3000}']);
    (is_gap && gap.len() < before.len() && !word.is_empty() && word.chars().all(char::is_alphabetic)).then_some(begin)
}

/// Takes a fact, unless it is known already or no value of its kind.
fn take_field(name: &str, value: &str, header: &mut Header) -> bool {
    let fact = match name {
        "Red" => &mut header.names.first,
        "Black" => &mut header.names.second,
        "Date" => &mut header.date,
        "Result" => {
            let outcome = result::with_reason(value, header);
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

/// Results between the names of a heading, which need no blanks around them.
const FIRST_SIDE_RESULTS: [&str; 6] = ["红先胜", "红先负", "红先和", "紅先勝", "紅先負", "紅先和"];

/// Longest name in a heading, in characters.
const NAME_CHARS_MAX: usize = 20;

/// Takes a heading of two names with the result between them, `甲 红先胜 乙`, unless one of these facts is known. Returns
/// whether the header now has all that the line says: what stands in parentheses behind the names is more.
pub fn take_heading(line: &str, header: &mut Header) -> bool {
    let is_result = |word: &&str| {
        // A score may be that of a match, and 和 is a word of many sentences.
        word.starts_with(char::is_alphabetic) && word.chars().nth(1).is_some() && result::outcome(word).is_some()
    };
    let joined = FIRST_SIDE_RESULTS.into_iter().find(|said| line.contains(said));
    let Some(said) = joined.or_else(|| line.split_whitespace().find(is_result)) else { return false };
    let Some((first, behind)) = line.split_once(said) else { return false };
    let (second, more) = behind.find(['（', '(']).map_or((behind, ""), |at| behind.split_at(at));
    let (first, second) = (first.trim(), second.trim());
    let is_name = |name: &str| {
        let is_number_of_game = name.starts_with('第');
        !name.is_empty()
            && !is_number_of_game
            && name.chars().nth(NAME_CHARS_MAX).is_none()
            && !name.contains(COLONS)
            && !name.contains(SEPARATORS)
            && !name.contains(['。', '.', '！', '!', '？', '?', '"'])
    };
    let is_known = header.outcome.is_some() || !header.names.first.is_empty() || !header.names.second.is_empty();
    if is_known || line.len() > LINE_BYTES_MAX || !is_name(first) || !is_name(second) {
        return false;
    }
    first.clone_into(&mut header.names.first);
    second.clone_into(&mut header.names.second);
    header.outcome = result::outcome(said);
    more.is_empty()
}

/// Takes the lines of a text that are facts, and returns the others but for rulers.
#[must_use]
pub fn take_lines(text: &str, header: &mut Header) -> String {
    let others: Vec<&str> = text.trim().lines().filter(|line| !is_ruler(line) && !take(line, header)).collect();
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

    #[test]
    fn labels_on_one_line_each_end_the_value_before() {
        let read = |text: &str| {
            let mut header = Header::new(Setup::usual(GameKind::Xiangqi));
            let others = take_lines(text, &mut header);
            (header, others)
        };
        for text in [
            "紅方:甲  黑方:乙",
            "红方：甲\t黑方：乙",
            "红方：甲，黑方：乙",
            "红    方：甲 黑　方：乙",
            "Red: 甲; black: 乙",
            "比赛地点：  红方：甲  黑方：乙",
        ] {
            let (header, others) = read(text);
            assert_eq!((header.names.first.as_str(), header.names.second.as_str()), ("甲", "乙"), "{text}");
            assert_eq!(others, "", "{text}");
        }
        // The text of 联众.
        let (header, others) = read(
            "中 国 象 棋 对 局 记 录\n---------------------------------------------\n\
             比赛日期：2002年9月13日18时  比赛地点：\n红    方：寂默高手(a)  耗时：  5分 23秒\n\
             黑    方：宇文子燕@台湾(b)  耗时：  6分 58秒\n比赛结果：红胜    裁判员：\n-----------\n",
        );
        assert_eq!((header.names.first.as_str(), header.names.second.as_str()), ("寂默高手(a)", "宇文子燕@台湾(b)"));
        assert_eq!((header.date.as_str(), header.tags), ("2002年9月13日18时", vec![]));
        assert_eq!(header.outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
        // Whose time it is stands on the same line.
        assert_eq!(
            others,
            "中 国 象 棋 对 局 记 录\n红    方：寂默高手(a)  耗时：  5分 23秒\n黑    方：宇文子燕@台湾(b)  耗时：  6分 58秒"
        );
        let (header, others) = read("第一局 红方：甲 黑方：乙");
        assert_eq!((header.names.second.as_str(), others.as_str()), ("乙", "第一局 红方：甲 黑方：乙"));
        // A colon inside a value, and a label inside a sentence.
        let (header, others) =
            read("Event: Cup:  final\nDate: 2020-01-02  12:30\nOpening date: May\nsee the Red: it wins");
        assert_eq!(header.tags, [("Event".to_owned(), "Cup:  final".to_owned())]);
        assert_eq!(
            (header.date.as_str(), others.as_str()),
            ("2020-01-02  12:30", "Opening date: May\nsee the Red: it wins")
        );
        assert_eq!(read(&":红方：甲 ".repeat(9_999)).1.len(), 9_999 * 14 - 1);
    }

    #[test]
    fn a_heading_has_two_names_and_the_result_between_them() {
        let read = |line: &str| {
            let mut header = Header::new(Setup::usual(GameKind::Xiangqi));
            let is_taken = take_heading(line, &mut header);
            (is_taken, header.names.first, header.names.second, header.outcome)
        };
        let won = Some(Outcome::win(Side::First, Reason::Unstated));
        let lost = Some(Outcome::win(Side::Second, Reason::Unstated));
        let drawn = Some(Outcome::draw(Reason::Unstated));
        for (line, is_taken, outcome) in [
            ("城东甲  红先胜  城西乙", true, won),
            ("城东甲红先负城西乙 ", true, lost),
            ("城东甲紅先和 城西乙", true, drawn),
            ("城东甲 黑胜 城西乙", true, lost),
            ("城东甲 先胜 城西乙", true, won),
            ("城东甲  红先和  城西乙  （加1）", false, drawn),
        ] {
            assert_eq!(read(line), (is_taken, "城东甲".to_owned(), "城西乙".to_owned(), outcome), "{line}");
        }
        for none in
            ["红先胜", "甲 红先胜", "甲 1-0 乙", "先手 和 后手", "好棋，红先胜 乙", "第1局 红先胜 乙", "甲 对 乙"]
        {
            assert_eq!(read(none), (false, String::new(), String::new(), None), "{none}");
        }
    }

    #[test]
    fn a_result_may_have_its_reason_in_parentheses() {
        for (text, side, reason, words) in [
            ("结果：红先胜（超时）", Side::First, Reason::TimeForfeit, Some("超时")),
            ("result: 0-1 (resigned)", Side::Second, Reason::Resignation, Some("resigned")),
            ("结果：红方认负", Side::Second, Reason::Resignation, None),
            ("结果：黑胜(第三局)", Side::Second, Reason::Unstated, Some("第三局")),
        ] {
            let mut header = Header::new(Setup::usual(GameKind::Xiangqi));
            assert!(take(text, &mut header), "{text}");
            assert_eq!(header.outcome, Some(Outcome::win(side, reason)), "{text}");
            assert_eq!(header.tags.first().map(|(_, value)| value.as_str()), words, "{text}");
        }
    }
}
