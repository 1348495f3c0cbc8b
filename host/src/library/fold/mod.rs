//! The folded form of a text, by which a search compares: one writer's 許銀川, Nguyễn or `Ｘｕ` is another's 许银川, nguyen or
//! `xu`.

use std::collections::HashMap;
use std::sync::LazyLock;

use icu_normalizer::DecomposingNormalizer;
use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

/// Traditional characters with their simplified ones, written by `scripts/han`.
static SIMPLIFIED: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let mut simplified = HashMap::new();
    for line in include_str!("han.txt").lines() {
        let mut letters = line.chars();
        if let Some(to) = letters.next() {
            simplified.extend(letters.skip(1).map(|from| (from, to)));
        }
    }
    simplified
});

/// Returns `text` in lower case, without accents and other marks, with letters of usual width and simplified characters.
pub(super) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let (nfkd, category) = (DecomposingNormalizer::new_nfkd(), CodePointMapData::<GeneralCategory>::new());
    let letters = nfkd.normalize_iter(text.chars().flat_map(char::to_lowercase));
    letters.filter(|&letter| category.get(letter) != GeneralCategory::NonspacingMark).map(plain).collect()
}

/// Returns the letter that is searched in the place of a letter without a decomposition.
fn plain(letter: char) -> char {
    match letter {
        'đ' => 'd',
        'ł' => 'l',
        'ø' => 'o',
        'ı' => 'i',
        '\u{3400}'..='\u{9fff}' => SIMPLIFIED.get(&letter).copied().unwrap_or(letter),
        _ => letter,
    }
}

/// Gives the statements of a connection the function `folded`.
pub(super) fn add_function(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_scalar_function("folded", 1, flags, |arguments| {
        let text: Option<String> = arguments.get(0)?;
        Ok(text.map(|text| folded(&text)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_alike_folds_alike() {
        let alike: [(&str, &[&str]); 7] = [
            ("许银川", &["許銀川", "许银川"]),
            ("nguyen", &["Nguyễn", "NGUYỄN", "Nguye\u{302}\u{303}n", "nguyen"]),
            ("dang quoc", &["Đặng Quốc", "Đa\u{323}\u{306}ng Quo\u{302}\u{301}c"]),
            ("muller", &["Müller", "Mu\u{308}ller"]),
            ("xu 2024年", &["Ｘｕ　２０２４年", "xu 2024年"]),
            ("lukasz", &["Łukasz"]),
            ("里台后", &["裡臺後"]),
        ];
        for (folds, texts) in alike {
            for text in texts {
                assert_eq!(folded(text), folds, "{text}");
                assert_eq!(folded(&folded(text)), folds, "{text}, twice");
            }
        }
    }

    #[test]
    fn no_simplified_character_is_a_traditional_one() {
        assert!(SIMPLIFIED.len() > 2_500);
        assert!(SIMPLIFIED.values().all(|to| !SIMPLIFIED.contains_key(to)));
    }
}
