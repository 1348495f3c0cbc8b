//! Escapes arbitrary text, so that it cannot control a terminal or reverse the reading order.

use std::fmt::{self, Write as _};

use duiyi_host::lines::is_format_control;

/// Displays a text with every [format control](is_format_control) escaped.
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
        for part in text.split_inclusive(is_format_control) {
            match part.chars().next_back().filter(|&last| is_format_control(last)) {
                Some(last) => write!(self.0, "{}{}", &part[..part.len() - last.len_utf8()], last.escape_default())?,
                None => self.0.write_str(part)?,
            }
        }
        Ok(())
    }
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
            ("a\u{2028}b\u{61c}", "a\\u{2028}b\\u{61c}"),
        ] {
            assert_eq!(Harmless(text).to_string(), shown);
        }
    }
}
