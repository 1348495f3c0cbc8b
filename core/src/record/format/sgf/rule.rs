//! The names that records give to the rules of Gomoku and to the openings of renju.

use crate::gomoku::Rule;
use crate::gomoku::protocol::OpeningProtocol;

/// A rule as a record names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedRule {
    /// `None` where the name says nothing of it.
    pub rule: Option<Rule>,
    pub opening: Option<OpeningProtocol>,
}

/// Names of openings, in small letters without blanks and marks. The Latin ones follow RIF's rules of 1998 and 2008 and their
/// usual transcriptions, the Chinese ones 连珠规则, the Japanese ones 日本連珠社.
const OPENINGS: [(&str, OpeningProtocol); 28] = [
    ("taraguchi", OpeningProtocol::Taraguchi10),
    ("tarayamaguchi", OpeningProtocol::Taraguchi10),
    ("塔拉山口", OpeningProtocol::Taraguchi10),
    ("塔拉", OpeningProtocol::Taraguchi10),
    ("タラグチ", OpeningProtocol::Taraguchi10),
    ("yamaguchi", OpeningProtocol::Yamaguchi),
    ("山口", OpeningProtocol::Yamaguchi),
    ("soosyrv", OpeningProtocol::Soosorv8),
    ("soosorv", OpeningProtocol::Soosorv8),
    ("soosõrv", OpeningProtocol::Soosorv8),
    ("soosırv", OpeningProtocol::Soosorv8),
    ("sõsõrv", OpeningProtocol::Soosorv8),
    ("索索夫", OpeningProtocol::Soosorv8),
    ("索索罗夫", OpeningProtocol::Soosorv8),
    ("索索羅夫", OpeningProtocol::Soosorv8),
    ("ソーソロフ", OpeningProtocol::Soosorv8),
    ("ソソロフ", OpeningProtocol::Soosorv8),
    ("ソーソルフ", OpeningProtocol::Soosorv8),
    ("五手两打", OpeningProtocol::Rif),
    ("五手兩打", OpeningProtocol::Rif),
    ("5手两打", OpeningProtocol::Rif),
    ("五手二打", OpeningProtocol::Rif),
    ("rifclassic", OpeningProtocol::Rif),
    ("classicalrif", OpeningProtocol::Rif),
    ("一手交换", OpeningProtocol::Swap1),
    ("一手交換", OpeningProtocol::Swap1),
    // RIF's opening, too, has a swap after three stones, but its fifths come first in this list.
    ("三手交换", OpeningProtocol::Swap),
    ("三手交換", OpeningProtocol::Swap),
];

/// Names of rules, those that deny first: 无禁 before 禁.
const RULES: [(&str, Rule); 40] = [
    ("freestyle", Rule::Freestyle),
    ("freegomoku", Rule::Freestyle),
    ("noforbidden", Rule::Freestyle),
    ("norestriction", Rule::Freestyle),
    ("无禁", Rule::Freestyle),
    ("無禁", Rule::Freestyle),
    ("禁手なし", Rule::Freestyle),
    ("禁じ手なし", Rule::Freestyle),
    ("禁手無", Rule::Freestyle),
    ("自由", Rule::Freestyle),
    ("자유", Rule::Freestyle),
    ("renju", Rule::Renju),
    ("rif", Rule::Renju),
    ("sakata", Rule::Renju),
    ("tarannikov", Rule::Renju),
    ("有禁", Rule::Renju),
    ("禁手", Rule::Renju),
    ("禁じ手", Rule::Renju),
    ("连珠", Rule::Renju),
    ("連珠", Rule::Renju),
    ("五手", Rule::Renju),
    ("5手", Rule::Renju),
    ("坂田", Rule::Renju),
    ("塔兰尼科夫", Rule::Renju),
    ("タラニコフ", Rule::Renju),
    ("렌주", Rule::Renju),
    ("рэндзю", Rule::Renju),
    ("рендзю", Rule::Renju),
    ("caro", Rule::Caro),
    ("越南", Rule::Caro),
    ("standard", Rule::Standard),
    ("exactfive", Rule::Standard),
    ("标准", Rule::Standard),
    ("標準", Rule::Standard),
    ("长连无效", Rule::Standard),
    ("長連無效", Rule::Standard),
    ("gomoku", Rule::Freestyle),
    ("五子棋", Rule::Freestyle),
    ("五目", Rule::Freestyle),
    ("gobang", Rule::Freestyle),
];

/// The numbers that the managers of Gomocup give to their rules.
const NUMBERS: [(&str, Rule); 4] =
    [("0", Rule::Freestyle), ("1", Rule::Standard), ("4", Rule::Renju), ("9", Rule::Caro)];

impl NamedRule {
    /// Reads a name; both fields are empty where nothing of it is known.
    #[must_use]
    pub fn read(text: &str) -> NamedRule {
        let is_mark = |c: char| c.is_whitespace() || matches!(c, '-' | '_' | '.' | '\'' | '・' | '—');
        let text: String = text.to_lowercase().chars().filter(|&c| !is_mark(c)).collect();
        if let Some((_, rule)) = NUMBERS.iter().find(|(number, _)| *number == text) {
            return NamedRule { rule: Some(*rule), opening: None };
        }
        let own = OpeningProtocol::ALL.into_iter().filter(|protocol| *protocol != OpeningProtocol::Rif);
        // `swap` is a part of `swap1` and `swap2`.
        let own = own.filter(|protocol| text.contains(&protocol.code().replace('-', "")));
        let own = own.max_by_key(|protocol| protocol.code().len()).filter(|_| !text.contains("noswap"));
        let renjus = OPENINGS.iter().find(|(name, _)| text.contains(name)).map(|(_, protocol)| *protocol);
        let opening = renjus.or(own);
        let rule = RULES.iter().find(|(name, _)| text.contains(name)).map(|(_, rule)| *rule);
        // The openings of renju are played under its rule, the swaps under any.
        let swaps = [OpeningProtocol::Swap1, OpeningProtocol::Swap, OpeningProtocol::Swap2];
        let is_swap = opening.is_none_or(|opening| swaps.contains(&opening));
        NamedRule { rule: if is_swap { rule } else { rule.or(Some(Rule::Renju)) }, opening }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> Rule {
        NamedRule::read(text).rule.unwrap_or_default()
    }

    #[test]
    fn rules_are_known_by_their_own_names_and_by_those_of_others() {
        for ours in Rule::ALL {
            assert_eq!(rule(ours.code()), ours);
        }
        for (theirs, ours) in [
            ("Standard Caro", Rule::Caro),
            ("RIF", Rule::Renju),
            ("Standard", Rule::Standard),
            ("?", Rule::Freestyle),
            ("4", Rule::Renju),
            ("有禁", Rule::Renju),
            ("禁手あり", Rule::Renju),
            ("禁手なし", Rule::Freestyle),
            ("无禁手", Rule::Freestyle),
            ("連珠ルール", Rule::Renju),
            ("五手两打", Rule::Renju),
            ("标准五子棋", Rule::Standard),
            ("五子棋", Rule::Freestyle),
        ] {
            assert_eq!(rule(theirs), ours, "{theirs}");
        }
    }

    #[test]
    fn openings_of_renju_are_known_in_three_scripts() {
        for (name, opening) in [
            ("Yamaguchi", OpeningProtocol::Yamaguchi),
            ("山口规则", OpeningProtocol::Yamaguchi),
            ("山口ルール", OpeningProtocol::Yamaguchi),
            ("Soosyrv-8", OpeningProtocol::Soosorv8),
            ("Soosõrv 8", OpeningProtocol::Soosorv8),
            ("Sõsõrv", OpeningProtocol::Soosorv8),
            ("soosorv-8", OpeningProtocol::Soosorv8),
            ("索索夫-8", OpeningProtocol::Soosorv8),
            ("ソーソロフ8", OpeningProtocol::Soosorv8),
            ("Taraguchi-10", OpeningProtocol::Taraguchi10),
            ("Taraguchi", OpeningProtocol::Taraguchi10),
            ("Tara-Yamaguchi", OpeningProtocol::Taraguchi10),
            ("塔拉山口", OpeningProtocol::Taraguchi10),
            ("三手交换，五手两打", OpeningProtocol::Rif),
        ] {
            let expected = NamedRule { rule: Some(Rule::Renju), opening: Some(opening) };
            assert_eq!(NamedRule::read(name), expected, "{name}");
        }
        for (name, rule, opening) in [
            ("Standard, Swap2", Some(Rule::Standard), Some(OpeningProtocol::Swap2)),
            ("Swap 2", None, Some(OpeningProtocol::Swap2)),
            ("Swap", None, Some(OpeningProtocol::Swap)),
            ("Gomoku, swap", Some(Rule::Freestyle), Some(OpeningProtocol::Swap)),
            ("Renju (Swap1)", Some(Rule::Renju), Some(OpeningProtocol::Swap1)),
            ("三手交换", None, Some(OpeningProtocol::Swap)),
            ("Freestyle, no swap", Some(Rule::Freestyle), None),
        ] {
            assert_eq!(NamedRule::read(name), NamedRule { rule, opening }, "{name}");
        }
        assert_eq!(NamedRule::read("no such thing"), NamedRule::default());
    }
}
