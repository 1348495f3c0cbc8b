//! Escapes arbitrary text, so that it cannot control a terminal or reverse the reading order.

use std::fmt::{self, Write as _};

/// Displays a text with every control character escaped, bidirectional ones included.
#[derive(Clone, Copy, Debug)]
pub struct Harmless<T>(pub T);

impl<T: fmt::Display> fmt::Display for Harmless<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

struct Escaping<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl fmt::Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for part in text.split_inclusive(acts) {
            match part.chars().next_back().filter(|&last| acts(last)) {
                Some(last) => write!(self.0, "{}{}", &part[..part.len() - last.len_utf8()], last.escape_default())?,
                None => self.0.write_str(part)?,
            }
        }
        Ok(())
    }
}

/// Returns whether a character can control a terminal or the reading order.
fn acts(letter: char) -> bool {
    // The marks, embeddings and isolates of Unicode's bidirectional algorithm.
    letter.is_control() || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_the_rest_stays() {
        for (text, shown) in [
            ("炮二平五 (h2e2), \"x\"", "炮二平五 (h2e2), \"x\""),
            ("", ""),
            ("a\u{1b}[31mred\u{7}", "a\\u{1b}[31mred\\u{7}"),
            ("\u{0}\t\u{9b}2J", "\\u{0}\\t\\u{9b}2J"),
            ("gnp.\u{202e}exe", "gnp.\\u{202e}exe"),
        ] {
            assert_eq!(Harmless(text).to_string(), shown);
        }
    }
}
