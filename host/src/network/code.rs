//! The code of a table: four words that one person says and the other types.
//!
//! A code has 32 bits. That is enough because nobody can guess it away from the table: the exchange of `channel` gives one
//! guess a connection, and the door closes after five wrong ones.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The languages with a list of 256 words, one for each byte, each word of our own choice (`data/SOURCES.md`).
const LISTS: [(CodeLanguage, &str); 4] = [
    (CodeLanguage::English, include_str!("../../../data/codes/en.txt")),
    (CodeLanguage::Simplified, include_str!("../../../data/codes/zh-CN.txt")),
    (CodeLanguage::Traditional, include_str!("../../../data/codes/zh-TW.txt")),
    (CodeLanguage::Vietnamese, include_str!("../../../data/codes/vi.txt")),
];

/// The language of the words of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeLanguage {
    English,
    Simplified,
    Traditional,
    Vietnamese,
}

/// The code of a table. It prints as digits, `017-203-005-250`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TableCode([u8; 4]);

/// A text that is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is not a code; type its four words, or its twelve digits")]
pub struct ParseCodeError;

impl TableCode {
    /// Returns a new code, from the randomness of the system.
    pub(super) fn random() -> Result<TableCode, getrandom::Error> {
        let mut bytes = [0; 4];
        getrandom::fill(&mut bytes)?;
        Ok(TableCode(bytes))
    }

    /// Returns the code as four words.
    #[must_use]
    pub fn words(self, language: CodeLanguage) -> String {
        let list = LISTS.iter().find(|(of, _)| *of == language).map_or("", |(_, list)| list);
        let words: Vec<&str> = list.split_whitespace().collect();
        self.0.map(|byte| words[usize::from(byte)]).join(" ")
    }

    /// Reads four words of one list.
    fn of_words(list: &str, given: &[String]) -> Option<TableCode> {
        let known: Vec<&str> = list.split_whitespace().collect();
        let byte = |word: &String| known.iter().position(|known| known == word).and_then(|at| u8::try_from(at).ok());
        let bytes: Vec<u8> = given.iter().map(byte).collect::<Option<_>>()?;
        bytes.try_into().ok().map(TableCode)
    }

    /// Reads twelve digits.
    fn of_digits(digits: &str) -> Option<TableCode> {
        if digits.len() != 12 {
            return None;
        }
        let mut bytes = [0; 4];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = digits.get(3 * at..3 * at + 3)?.parse().ok()?;
        }
        Some(TableCode(bytes))
    }
}

impl fmt::Display for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0;
        write!(f, "{a:03}-{b:03}-{c:03}-{d:03}")
    }
}

/// A log never has a code.
impl fmt::Debug for TableCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TableCode")
    }
}

impl FromStr for TableCode {
    type Err = ParseCodeError;

    /// Reads the words of any list, or the digits, with any marks between them.
    fn from_str(text: &str) -> Result<TableCode, ParseCodeError> {
        let parts = || text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        let digits: String = parts().collect();
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return TableCode::of_digits(&digits).ok_or(ParseCodeError);
        }
        let mut given: Vec<String> = parts().map(str::to_lowercase).collect();
        if let [run] = &given[..] {
            // Chinese words of two characters each, without spaces.
            let characters: Vec<char> = run.chars().collect();
            given = characters.chunks(2).map(|word| word.iter().collect()).collect();
        }
        LISTS.iter().find_map(|(_, list)| TableCode::of_words(list, &given)).ok_or(ParseCodeError)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const WORDS: usize = 256;
    const LANGUAGES: [CodeLanguage; 4] =
        [CodeLanguage::English, CodeLanguage::Simplified, CodeLanguage::Traditional, CodeLanguage::Vietnamese];

    /// Returns whether a slip of one letter turns `a` into `b`.
    fn is_near(a: &str, b: &str) -> bool {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
        let same = short.iter().zip(long).take_while(|(x, y)| x == y).count();
        let rest = if short.len() == long.len() { &short[(same + 1).min(short.len())..] } else { &short[same..] };
        long.len() - short.len() <= 1 && *rest == long[(same + 1).min(long.len())..]
    }

    #[test]
    fn each_list_has_a_word_for_every_byte() {
        for (language, list) in LISTS {
            let words: Vec<&str> = list.split_whitespace().collect();
            let distinct: BTreeSet<&str> = words.iter().copied().collect();
            assert_eq!((words.len(), distinct.len()), (WORDS, WORDS), "{language:?}");
            if matches!(language, CodeLanguage::Simplified | CodeLanguage::Traditional) {
                assert!(words.iter().all(|word| word.chars().count() == 2), "{language:?}");
            }
        }
    }

    #[test]
    fn no_slip_of_one_letter_makes_another_english_word() {
        assert!(is_near("finger", "ginger") && is_near("driver", "river") && !is_near("bench", "peach"));
        let words: Vec<&str> = LISTS[0].1.split_whitespace().collect();
        for (at, a) in words.iter().enumerate() {
            for b in &words[at + 1..] {
                assert!(!is_near(a, b), "{a} and {b}");
            }
        }
    }

    /// A word of both Chinese lists stands for the same byte, so the first list that has all words decides nothing.
    #[test]
    fn no_words_have_two_meanings() {
        for (at, (_, first)) in LISTS.iter().enumerate() {
            for (_, second) in &LISTS[at + 1..] {
                for (byte, word) in first.split_whitespace().enumerate() {
                    let elsewhere = second.split_whitespace().position(|other| other == word);
                    assert!(elsewhere.is_none_or(|other| other == byte), "{word}");
                }
            }
        }
    }

    #[test]
    fn a_code_is_read_as_it_is_written() {
        for bytes in [[0, 0, 0, 0], [1, 2, 3, 255], [200, 9, 99, 100]] {
            let code = TableCode(bytes);
            assert_eq!(code.to_string().parse(), Ok(code));
            assert_eq!(code.to_string().replace('-', " ").parse(), Ok(code));
            assert_eq!(code.to_string().replace('-', "").parse(), Ok(code));
            for language in LANGUAGES {
                let words = code.words(language);
                assert_eq!(words.parse(), Ok(code), "{words}");
                assert_eq!(words.to_uppercase().replace(' ', ", ").parse(), Ok(code), "{words}");
            }
            assert_eq!(code.words(CodeLanguage::Simplified).replace(' ', "").parse(), Ok(code));
        }
    }

    #[test]
    fn other_texts_are_no_codes() {
        for text in ["", "apple", "apple apple apple", "apple apple apple 苹果", "1 2 3 4", "256-000-000-000", "0x1"]
        {
            assert_eq!(text.parse::<TableCode>(), Err(ParseCodeError), "{text}");
        }
        assert_eq!("apple apple apple apple apple".parse::<TableCode>(), Err(ParseCodeError));
    }
}
