//! The result of a game as `RE` has it, in the spellings of the programs around.

use crate::base::{Outcome, Reason, Side};

/// Writes a result; what it does not say of the reason stands in `GC`.
pub fn write(outcome: Outcome) -> String {
    let result = match outcome.winner {
        Some(Side::First) => "B+",
        Some(Side::Second) => "W+",
        None => "Draw",
    };
    let how = match (outcome.winner, outcome.reason) {
        (Some(_), Reason::Resignation) => "R",
        (Some(_), Reason::TimeForfeit) => "T",
        (Some(_), Reason::Forfeit) => "Forfeit",
        (Some(_), Reason::Forbidden) => "F",
        _ => "",
    };
    format!("{result}{how}")
}

/// Words of a draw, in small letters.
const DRAWS: [&str; 16] = [
    "0",
    "d",
    "draw",
    "drawn",
    "jigo",
    "tie",
    "1/2",
    "½",
    "0.5-0.5",
    "和",
    "平局",
    "平手",
    "引分",
    "引き分け",
    "持碁",
    "무승부",
];

/// Words of a game that does not count, in small letters. The standard has `Void`.
const VOIDS: [&str; 6] = ["void", "no result", "无效", "無效", "無効", "무효"];

/// Words of a side that wins, at the beginning of a result.
const WINNERS: [(&str, Side); 14] = [
    ("black", Side::First),
    ("white", Side::Second),
    ("b", Side::First),
    ("w", Side::Second),
    ("黑", Side::First),
    ("黒", Side::First),
    ("白", Side::Second),
    ("先手", Side::First),
    ("後手", Side::Second),
    ("后手", Side::Second),
    ("흑", Side::First),
    ("백", Side::Second),
    ("1-0", Side::First),
    ("0-1", Side::Second),
];

/// Words that say whether the side before them has won. The first that occurs counts: 击败 before 败.
const VERBS: [(&str, bool); 19] = [
    ("+", true),
    ("win", true),
    ("won", true),
    ("胜", true),
    ("勝", true),
    ("赢", true),
    ("贏", true),
    ("승", true),
    ("击败", true),
    ("擊敗", true),
    ("lose", false),
    ("lost", false),
    ("负", false),
    ("負", false),
    ("输", false),
    ("輸", false),
    ("败", false),
    ("敗", false),
    ("패", false),
];

/// Reasons for which the side before them has lost, where no verb says that it has won: 黑超时, but 黑超时胜.
const LOSSES: [&str; 16] = [
    "resign",
    "forfeit",
    "timeout",
    "time out",
    "timed out",
    "投",
    "认",
    "認",
    "超时",
    "超時",
    "逾时",
    "逾時",
    "時間切れ",
    "弃权",
    "棄權",
    "禁手",
];

/// Words of a reason; the first that is found counts.
const REASONS: [(&str, Reason); 25] = [
    ("resign", Reason::Resignation),
    ("中盘", Reason::Resignation),
    ("中盤", Reason::Resignation),
    ("中押", Reason::Resignation),
    ("认输", Reason::Resignation),
    ("認輸", Reason::Resignation),
    ("认负", Reason::Resignation),
    ("認負", Reason::Resignation),
    ("投", Reason::Resignation),
    ("불계", Reason::Resignation),
    ("time", Reason::TimeForfeit),
    ("超时", Reason::TimeForfeit),
    ("超時", Reason::TimeForfeit),
    ("逾时", Reason::TimeForfeit),
    ("逾時", Reason::TimeForfeit),
    ("時間", Reason::TimeForfeit),
    ("forbidden", Reason::Forbidden),
    ("foul", Reason::Forbidden),
    ("禁", Reason::Forbidden),
    ("forfeit", Reason::Forfeit),
    ("弃权", Reason::Forfeit),
    ("棄權", Reason::Forfeit),
    ("five", Reason::Five),
    ("五连", Reason::Five),
    ("五連", Reason::Five),
];

/// Reads a result. The outer `None` is a text that is not understood, the inner one a game without a result.
pub fn read(value: &str) -> Option<Option<Outcome>> {
    let text = value.trim().to_lowercase();
    if matches!(text.as_str(), "" | "?" | "*" | "-" | "unknown" | "unfinished") || is_void(&text) {
        return Some(None);
    }
    let reason = REASONS.iter().find(|(word, _)| text.contains(word)).map(|(_, reason)| *reason);
    let how = text.split_once('+').map_or("", |(_, how)| how.trim());
    let is_draw = |text: &str| DRAWS.iter().any(|word| text == *word || (word.len() > 2 && text.starts_with(word)));
    if is_draw(&text) || is_draw(how) && how != "0" && how != "d" {
        let reason = if ["agree", "协议", "協議", "合意"].iter().any(|word| text.contains(word)) {
            Reason::Agreement
        } else {
            Reason::Unstated
        };
        return Some(Some(Outcome::draw(reason)));
    }
    let (word, side) = WINNERS.iter().find(|(word, _)| text.starts_with(word))?;
    let behind = text[word.len()..].trim();
    // A single letter stands alone or before a sign or a word of the result: `bye` names no side.
    let mut said = VERBS.iter().map(|(word, _)| word).chain(&LOSSES);
    if word.len() == 1 && behind.is_ascii() && !behind.is_empty() && !said.any(|word| behind.starts_with(word)) {
        return None;
    }
    let is_score = word.starts_with(|c: char| c.is_ascii_digit());
    let winner = if is_score || has_won(*side, behind) { *side } else { !*side };
    let reason = reason.unwrap_or(match how {
        "r" => Reason::Resignation,
        "t" => Reason::TimeForfeit,
        // The standard's word for a forfeit. A forbidden move, for which it has none, forfeits the game, too.
        "f" => Reason::Forfeit,
        "5" => Reason::Five,
        _ => Reason::Unstated,
    });
    Some(Some(Outcome::win(winner, reason)))
}

/// Returns whether a side has won, by the text behind its name. What stands behind the other side's name, a mark or the
/// word of a cause (`White by resignation`) says nothing of it.
fn has_won(side: Side, behind: &str) -> bool {
    let said = behind.trim_start_matches(|c: char| c.is_whitespace() || "(（:：,，-".contains(c));
    let other = WINNERS.iter().filter(|(_, named)| *named != side).map(|(word, _)| *word);
    let ends = other.chain([",", ";", "，", "；", "。", "by", "on"]).filter_map(|word| find_word(said, word));
    let said = &said[..ends.min().unwrap_or(said.len())];
    match VERBS.iter().filter_map(|(verb, has_won)| Some((find_word(said, verb)?, *has_won))).min() {
        Some((_, has_won)) => has_won,
        None => !LOSSES.iter().any(|reason| find_word(said, reason).is_some()),
    }
}

/// Returns where `word` stands in `text`. A word of Latin letters begins there; a single letter ends there, too.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
    let is_latin = is_letter(word.chars().next());
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let is_begun = is_letter(text[..at].chars().next_back());
        let goes_on = word.len() == 1 && is_letter(text[at + word.len()..].chars().next());
        !is_latin || !is_begun && !goes_on
    })
}

/// Returns whether a result says that the game does not count.
pub fn is_void(value: &str) -> bool {
    VOIDS.contains(&value.trim().to_lowercase().as_str())
}

/// The tag of what a record says of an end without a result.
pub const VOID_TAG: &str = "Termination";

/// Returns the tag that keeps the word of a game that does not count: it is no result.
pub fn void_tag(value: &str) -> Option<(String, String)> {
    is_void(value).then(|| (VOID_TAG.to_owned(), value.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_their_usual_spellings() {
        let black = |reason| Some(Some(Outcome::win(Side::First, reason)));
        let white = |reason| Some(Some(Outcome::win(Side::Second, reason)));
        let draw = |reason| Some(Some(Outcome::draw(reason)));
        for (text, expected) in [
            ("B+", black(Reason::Unstated)),
            ("B", black(Reason::Unstated)),
            ("B+R", black(Reason::Resignation)),
            ("B+Resign", black(Reason::Resignation)),
            ("W+Resign", white(Reason::Resignation)),
            ("W+T", white(Reason::TimeForfeit)),
            ("W+Time", white(Reason::TimeForfeit)),
            ("B+Forfeit", black(Reason::Forfeit)),
            ("B+F", black(Reason::Forfeit)),
            ("W+F", white(Reason::Forfeit)),
            ("b+r", black(Reason::Resignation)),
            ("B+5", black(Reason::Five)),
            ("B+Draw", draw(Reason::Unstated)),
            ("W+draw", draw(Reason::Unstated)),
            ("Draw", draw(Reason::Unstated)),
            ("0", draw(Reason::Unstated)),
            ("Jigo", draw(Reason::Unstated)),
            ("1/2-1/2", draw(Reason::Unstated)),
            ("draw by agreement", draw(Reason::Agreement)),
            ("1-0", black(Reason::Unstated)),
            ("0-1", white(Reason::Unstated)),
            ("Black wins", black(Reason::Unstated)),
            ("White won by resignation", white(Reason::Resignation)),
            ("B win", black(Reason::Unstated)),
            ("黑胜", black(Reason::Unstated)),
            ("白勝", white(Reason::Unstated)),
            ("黒中押し勝ち", black(Reason::Resignation)),
            ("白中盘胜", white(Reason::Resignation)),
            ("黑超时负", white(Reason::TimeForfeit)),
            ("黑禁手负", white(Reason::Forbidden)),
            ("和棋", draw(Reason::Unstated)),
            ("平局", draw(Reason::Unstated)),
            ("引き分け", draw(Reason::Unstated)),
            ("?", Some(None)),
            ("", Some(None)),
            ("Void", Some(None)),
            ("no result", Some(None)),
            ("voided by both", None),
            ("bye", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        for reason in [Reason::Resignation, Reason::TimeForfeit, Reason::Forfeit, Reason::Unstated] {
            assert_eq!(read(&write(Outcome::win(Side::Second, reason))), white(reason));
        }
    }

    #[test]
    fn the_word_behind_a_side_says_who_wins() {
        let black = |reason| Some(Some(Outcome::win(Side::First, reason)));
        let white = |reason| Some(Some(Outcome::win(Side::Second, reason)));
        for (text, expected) in [
            ("Black resigns", white(Reason::Resignation)),
            ("White resigned", black(Reason::Resignation)),
            ("W resigns", black(Reason::Resignation)),
            ("Black timeout", white(Reason::TimeForfeit)),
            ("White timed out", black(Reason::TimeForfeit)),
            ("White forfeits", black(Reason::Forfeit)),
            ("B lost on time", white(Reason::TimeForfeit)),
            ("Black loses", white(Reason::Unstated)),
            ("Black resigns, White wins", white(Reason::Resignation)),
            ("黑超时", white(Reason::TimeForfeit)),
            ("黑方超时", white(Reason::TimeForfeit)),
            ("白逾時", black(Reason::TimeForfeit)),
            ("黑禁手", white(Reason::Forbidden)),
            ("黑弃权", white(Reason::Forfeit)),
            ("黑败", white(Reason::Unstated)),
            ("白認負", black(Reason::Resignation)),
            ("白投了", black(Reason::Resignation)),
            ("黑中盘", black(Reason::Resignation)),
            ("黑中盘负", white(Reason::Resignation)),
            ("黒時間切れ", white(Reason::TimeForfeit)),
            // A verb outranks a reason, and nothing behind it changes the winner.
            ("黑超时胜", black(Reason::TimeForfeit)),
            ("白禁手胜", white(Reason::Forbidden)),
            ("黒時間切れ勝ち", black(Reason::TimeForfeit)),
            ("黑胜白负", black(Reason::Unstated)),
            ("黑击败白", black(Reason::Unstated)),
            ("Black wins, White lost on time", black(Reason::TimeForfeit)),
            ("B+ (W lost on time)", black(Reason::TimeForfeit)),
            ("0-1 (Black lost on time)", white(Reason::TimeForfeit)),
            ("Black wins (closed four)", black(Reason::Unstated)),
            ("Black (closed four)", black(Reason::Unstated)),
            ("White by resignation", white(Reason::Resignation)),
            ("Black on forfeit", black(Reason::Forfeit)),
            ("both lost", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
