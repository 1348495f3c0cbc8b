//! Results as people write them: scores, words of three languages, and why the game ended.

use crate::base::{Outcome, Reason, Side};
use crate::record::Header;

/// What stands around a result word in running text.
const AROUND: [char; 16] = ['。', '.', '！', '!', '，', ',', '；', ';', '（', '）', '(', ')', '【', '】', '"', '\''];

/// Words before a result: `结果：红胜`.
const LABELS: [&str; 8] = ["对局结果", "對局結果", "比赛结果", "比賽結果", "结果", "結果", "Result", "result"];

/// Reads a result word: `1-0`, `红胜`, `黑方认输`, `和棋`.
#[must_use]
pub fn outcome(word: &str) -> Option<Outcome> {
    if word.len() > SENTENCE_BYTES_MAX {
        return None;
    }
    let word = word.trim_matches(AROUND);
    let word = LABELS
        .iter()
        .find_map(|label| word.strip_prefix(label))
        .map_or(word, |rest| rest.trim_start_matches(['：', ':', ' ']).trim_matches(AROUND));
    let winner = match plain_score(word).as_str() {
        "1-0" | "2-0" => Some(Side::First),
        "0-1" | "0-2" => Some(Side::Second),
        "1/2-1/2" | "1/2" | "½-½" | "½" | "0.5-0.5" | "1-1" => None,
        _ => return in_words(word),
    };
    Some(Outcome { winner, reason: Reason::Unstated })
}

/// Signs between the points of both sides.
const DASHES: [char; 8] = ['-', ':', '：', '–', '—', '−', '‐', '－'];

/// Points of a side. One that another begins with stands behind that.
const POINTS: [&str; 7] = ["1/2", "½", "0.5", "0,5", "1", "0", "2"];

/// Returns a score with the signs of PGN and without blanks.
fn plain_score(word: &str) -> String {
    let plain = |c| match c {
        ',' => '.',
        c if DASHES.contains(&c) => '-',
        c => c,
    };
    word.chars().filter(|c| !c.is_whitespace()).map(plain).collect()
}

/// Returns the length of the score that a text begins with. Blanks may stand around its dash.
#[must_use]
pub fn score_bytes(text: &str) -> Option<usize> {
    let behind_points = |text: &'_ str| POINTS.iter().find_map(|points| Some(text.strip_prefix(points)?.len()));
    let rest = text[text.len() - behind_points(text)?..].trim_start_matches(BLANKS);
    let rest = rest.strip_prefix(DASHES)?.trim_start_matches(BLANKS);
    let bytes = text.len() - behind_points(rest)?;
    outcome(&text[..bytes]).map(|_| bytes)
}

/// Blanks within a line.
const BLANKS: [char; 3] = [' ', '\t', '\u{3000}'];

/// Words of a side in an English sentence.
const SIDES: [(&str, Side); 3] = [("red", Side::First), ("white", Side::First), ("black", Side::Second)];

/// Longest sentence of a result, in bytes.
pub const SENTENCE_BYTES_MAX: usize = 80;

/// The first characters of such sentences.
pub const BEGINS_SENTENCE: [char; 13] = ['R', 'r', 'W', 'w', 'B', 'b', 'D', 'd', '红', '紅', '黑', '双', '雙'];

/// Returns whether a sentence of a result may begin with this word.
#[must_use]
pub fn begins_sentence(word: &str) -> bool {
    let lower = word.to_lowercase();
    SIDES.iter().any(|(side, _)| *side == lower)
        || ["draw", "drawn", "红", "紅", "黑", "红方", "紅方", "黑方", "双方", "雙方"].contains(&lower.as_str())
}

/// Reads a result of several words: `Red wins on time`, `Black resigned`, `draw by agreement`, `红方 胜`.
#[must_use]
pub fn sentence(text: &str) -> Option<Outcome> {
    let text = text.trim().trim_matches(AROUND);
    if text.len() > SENTENCE_BYTES_MAX {
        return None;
    }
    let lower = text.to_lowercase();
    let mut words = lower.split_whitespace();
    let first = words.next()?;
    if !text.is_ascii() {
        return outcome(&text.split_whitespace().collect::<String>());
    }
    let verb = words.next().unwrap_or_default();
    if first == "drawn" || first == "draw" && matches!(verb, "" | "by" | "agreed" | "game") {
        return Some(Outcome::draw(reason(&lower)));
    }
    let (_, side) = *SIDES.iter().find(|(side, _)| *side == first)?;
    let winner = match verb {
        "wins" | "won" | "win" => side,
        "loses" | "lost" | "resigns" | "resigned" | "forfeits" => !side,
        _ => return None,
    };
    Some(Outcome::win(winner, reason(&lower)))
}

/// Reads a result in Chinese characters, simplified or traditional.
fn in_words(word: &str) -> Option<Outcome> {
    if !word.starts_with(|c| "红紅黑先后後和平作成双雙议議协協提判".contains(c)) {
        return None;
    }
    let word: String = word.chars().filter(|&c| c != '方' && c != '棋' && c != '局').map(simplified).collect();
    let draw = |reason| Some(Outcome::draw(reason));
    match word.as_str() {
        "和" | "平" | "平手" | "作和" | "成和" | "红和" | "黑和" | "先和" | "红先和" | "红黑和" | "双和" | "判和" =>
        {
            return draw(Reason::Unstated);
        }
        "议和" | "双议和" | "协议和" | "提和" => return draw(Reason::Agreement),
        _ => {}
    }
    let (mut side, rest) = match word.chars().next()? {
        '红' | '先' => (Side::First, &word['红'.len_utf8()..]),
        '黑' | '后' => (Side::Second, &word['黑'.len_utf8()..]),
        _ => return None,
    };
    let (has_won, reason) = match rest.trim_start_matches(['先', '后', '手']) {
        "胜" | "赢" | "胜利" | "获胜" | "判胜" => (true, Reason::Unstated),
        "负" | "输" | "败" | "判负" => (false, Reason::Unstated),
        "认输" | "认负" | "投子" | "投降" => (false, Reason::Resignation),
        "超时" | "超时负" | "超时判负" => (false, Reason::TimeForfeit),
        _ => return None,
    };
    if !has_won {
        side = !side;
    }
    Some(Outcome::win(side, reason))
}

const fn simplified(c: char) -> char {
    match c {
        '紅' => '红',
        '勝' => '胜',
        '負' => '负',
        '後' => '后',
        '贏' => '赢',
        '輸' => '输',
        '敗' => '败',
        '認' => '认',
        '時' => '时',
        '議' => '议',
        '協' => '协',
        '雙' => '双',
        '獲' => '获',
        c => c,
    }
}

/// Returns whether a word says that the result follows: `结果：`.
#[must_use]
pub fn is_label(word: &str) -> bool {
    let bare = word.trim_end_matches(['：', ':']);
    bare.len() < word.len() && LABELS.contains(&bare)
}

/// Returns whether a word would be a label if a colon stood behind it: `result *`.
#[must_use]
pub fn is_bare_label(word: &str) -> bool {
    LABELS.contains(&word)
}

/// Parts of a sentence that name a reason. The first that occurs decides.
const REASONS: [(&str, Reason); 43] = [
    ("perpetual check", Reason::PerpetualCheck),
    ("长将", Reason::PerpetualCheck),
    ("長將", Reason::PerpetualCheck),
    ("perpetual chas", Reason::PerpetualChase),
    ("长捉", Reason::PerpetualChase),
    ("長捉", Reason::PerpetualChase),
    ("stalemate", Reason::Stalemate),
    ("困毙", Reason::Stalemate),
    ("困斃", Reason::Stalemate),
    ("checkmate", Reason::Checkmate),
    ("将死", Reason::Checkmate),
    ("將死", Reason::Checkmate),
    ("绝杀", Reason::Checkmate),
    ("絕殺", Reason::Checkmate),
    ("resign", Reason::Resignation),
    ("认输", Reason::Resignation),
    ("認輸", Reason::Resignation),
    ("认负", Reason::Resignation),
    ("認負", Reason::Resignation),
    ("投子", Reason::Resignation),
    ("time forfeit", Reason::TimeForfeit),
    ("on time", Reason::TimeForfeit),
    ("timeout", Reason::TimeForfeit),
    ("time out", Reason::TimeForfeit),
    ("超时", Reason::TimeForfeit),
    ("超時", Reason::TimeForfeit),
    ("逾时", Reason::TimeForfeit),
    ("逾時", Reason::TimeForfeit),
    ("agree", Reason::Agreement),
    ("议和", Reason::Agreement),
    ("議和", Reason::Agreement),
    ("协议", Reason::Agreement),
    ("協議", Reason::Agreement),
    ("repetition", Reason::Repetition),
    ("循环", Reason::Repetition),
    ("循環", Reason::Repetition),
    ("move limit", Reason::MoveLimit),
    ("move rule", Reason::MoveLimit),
    ("自然限着", Reason::MoveLimit),
    ("自然限著", Reason::MoveLimit),
    ("rules infraction", Reason::Forfeit),
    ("illegal move", Reason::Forfeit),
    ("abandoned", Reason::Abandoned),
];

/// Returns the reason that a text names: one of our codes, or the words of other programs.
#[must_use]
pub fn reason(text: &str) -> Reason {
    let text = text.trim().to_lowercase();
    let named = || REASONS.iter().find(|(part, _)| text.contains(part)).map(|&(_, reason)| reason);
    Reason::from_code(&text).or_else(named).unwrap_or(Reason::Unstated)
}

/// Notes why a game ended, in the words of its record, and returns the reason. Words that are not our code stay as the tag
/// `Termination`.
pub fn note_termination(header: &mut Header, text: &str) -> Reason {
    let reason = reason(text);
    if reason.code() != text && !text.is_empty() {
        header.tags.push(("Termination".to_owned(), text.to_owned()));
    }
    reason
}

/// Reads a result that may have its reason behind it in parentheses, `红先胜（超时）`, and notes that as
/// [`note_termination`] does.
pub fn with_reason(text: &str, header: &mut Header) -> Option<Outcome> {
    let (outcome, why) = and_reason(text)?;
    match why.map_or(Reason::Unstated, |why| note_termination(header, why)) {
        Reason::Unstated => Some(outcome),
        reason => Some(Outcome { reason, ..outcome }),
    }
}

/// Splits a result from the words in parentheses behind it.
fn and_reason(text: &str) -> Option<(Outcome, Option<&str>)> {
    if let Some(outcome) = outcome(text).or_else(|| sentence(text)) {
        return Some((outcome, None));
    }
    let (said, why) = text.split_once(['（', '('])?;
    let outcome = outcome(said.trim()).or_else(|| sentence(said))?;
    Some((outcome, Some(why.trim().trim_end_matches(['）', ')']))))
}

/// Reads a line that is a result in words and nothing else, `红先胜（超时）`, with the words of its reason. A score alone
/// may be that of a match.
#[must_use]
pub fn alone(line: &str) -> Option<(Outcome, Option<&str>)> {
    let line = line.trim();
    if !line.trim_start_matches(AROUND).starts_with(char::is_alphabetic) {
        return None;
    }
    let (outcome, why) = and_reason(line)?;
    let reason = why.map_or(outcome.reason, reason);
    // `Red wins a horse` says more than a result.
    let is_bare = why.is_none() && line.split_whitespace().nth(2).is_none();
    (is_bare || reason != Reason::Unstated).then_some((Outcome { reason, ..outcome }, why))
}

/// Returns the words of a reason that are all of a text, in parentheses: `（超时）`.
#[must_use]
pub fn reason_alone(text: &str) -> Option<&str> {
    let words = text.trim().strip_prefix(['（', '('])?.strip_suffix(['）', ')'])?.trim();
    let is_plain = words.len() <= SENTENCE_BYTES_MAX && !words.contains(['（', '(', '）', ')']);
    (is_plain && reason(words) != Reason::Unstated).then_some(words)
}

/// Returns why a game ended, in the words of its record where they still say so.
#[must_use]
pub fn termination(header: &Header) -> Option<&str> {
    let said =
        header.tag("Termination").filter(|said| header.outcome.is_none_or(|outcome| reason(said) == outcome.reason));
    let stated = header.outcome.map(|outcome| outcome.reason).filter(|&reason| reason != Reason::Unstated);
    said.or(stated.map(Reason::code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_numbers_and_in_words() {
        for won in
            ["1-0", "红胜", "紅勝", "红先胜", "先胜", "红方胜", "（红胜）", "黑负", "结果：红胜。", "1:0", "Result:1-0"]
        {
            assert_eq!(outcome(won), Some(Outcome::win(Side::First, Reason::Unstated)), "{won}");
        }
        for lost in ["0-1", "黑胜", "黑勝", "红先负", "紅先負", "黑方勝", "后胜", "红负", "红输", "红方判负"]
        {
            assert_eq!(outcome(lost), Some(Outcome::win(Side::Second, Reason::Unstated)), "{lost}");
        }
        for drawn in
            ["1/2-1/2", "和局", "和棋", "平局", "和", "红先和", "紅先和", "½-½", "和棋。", "先和", "双方和棋", "判和"]
        {
            assert_eq!(outcome(drawn), Some(Outcome::draw(Reason::Unstated)), "{drawn}");
        }
        assert_eq!(outcome("黑方认输"), Some(Outcome::win(Side::First, Reason::Resignation)));
        assert_eq!(outcome("黑方認負"), Some(Outcome::win(Side::First, Reason::Resignation)));
        assert_eq!(outcome("红超时"), Some(Outcome::win(Side::Second, Reason::TimeForfeit)));
        assert_eq!(outcome("双方议和"), Some(Outcome::draw(Reason::Agreement)));
        for none in ["", "红", "黑", "胜", "红马", "炮二平五", "*", "和平", "1-", "结果", "先手"] {
            assert_eq!(outcome(none), None, "{none}");
        }
        for drawn in ["0.5-0.5", "0,5-0,5", "½：½", "1/2 - 1/2", "½"] {
            assert_eq!(outcome(drawn), Some(Outcome::draw(Reason::Unstated)), "{drawn}");
        }
        for (text, bytes) in
            [("1 - 0 x", Some(5)), ("0,5-0,5", Some(7)), ("½–½", Some(7)), ("1 - 炮", None), ("1", None)]
        {
            assert_eq!(score_bytes(text), bytes, "{text}");
        }
        assert!(is_label("结果：") && is_label("Result:") && !is_label("结果") && !is_label("："));
    }

    #[test]
    fn results_of_several_words_are_read() {
        for (text, expected) in [
            ("Red wins", Outcome::win(Side::First, Reason::Unstated)),
            ("White won on time.", Outcome::win(Side::First, Reason::TimeForfeit)),
            ("Red resigns", Outcome::win(Side::Second, Reason::Resignation)),
            ("black lost (time forfeit)", Outcome::win(Side::First, Reason::TimeForfeit)),
            ("draw by agreement", Outcome::draw(Reason::Agreement)),
            ("Drawn", Outcome::draw(Reason::Unstated)),
            ("红方 胜", Outcome::win(Side::First, Reason::Unstated)),
            ("黑方 认输。", Outcome::win(Side::First, Reason::Resignation)),
            ("双方 议和", Outcome::draw(Reason::Agreement)),
        ] {
            assert_eq!(sentence(text), Some(expected), "{text}");
            assert!(begins_sentence(text.split([' ', '.']).next().expect("a word")), "{text}");
        }
        for none in ["", "Red", "Red plays well", "draw near", "Redwins", "红 马", "blackout wins"] {
            assert_eq!(sentence(none), None, "{none}");
        }
    }

    #[test]
    fn a_line_may_be_nothing_but_a_result() {
        for (line, winner, reason, why) in [
            ("Red wins on time", Some(Side::First), Reason::TimeForfeit, None),
            ("Black resigned.", Some(Side::First), Reason::Resignation, None),
            ("  红先胜 ", Some(Side::First), Reason::Unstated, None),
            ("【和棋】", None, Reason::Unstated, None),
            ("红先胜（超时）", Some(Side::First), Reason::TimeForfeit, Some("超时")),
            ("黑胜 (resigned)", Some(Side::Second), Reason::Resignation, Some("resigned")),
        ] {
            assert_eq!(alone(line), Some((Outcome { winner, reason }, why)), "{line}");
        }
        for none in
            ["", "1-0", "1/2", "2:0 (resigned)", "红胜(第三局)", "红先", "Red wins a horse and plays on", "和平"]
        {
            assert_eq!(alone(none), None, "{none}");
        }
        assert_eq!((reason_alone(" （超时）"), reason_alone("(time forfeit)")), (Some("超时"), Some("time forfeit")));
        for none in ["", "超时", "（好）", "（超时", "（超时）红胜", "(a) resigned (b)"] {
            assert_eq!(reason_alone(none), None, "{none}");
        }
    }

    #[test]
    fn reasons_are_read_in_the_words_of_other_programs() {
        for named in Reason::ALL {
            assert_eq!(reason(named.code()), named);
        }
        for (text, means) in [
            ("time forfeit", Reason::TimeForfeit),
            ("Player A won on time", Reason::TimeForfeit),
            ("perpetual chase", Reason::PerpetualChase),
            ("Black resigned", Reason::Resignation),
            ("draw by agreement", Reason::Agreement),
            ("长将作负", Reason::PerpetualCheck),
            ("normal", Reason::Unstated),
            ("", Reason::Unstated),
        ] {
            assert_eq!(reason(text), means, "{text}");
        }
    }
}
