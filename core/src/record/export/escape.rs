//! Text inside XML and HTML.

/// Replaces the four characters that have a meaning in XML and HTML, and those that XML forbids.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'.. => escaped.push(c),
            _ => escaped.push(char::REPLACEMENT_CHARACTER),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_forbids_is_replaced() {
        assert_eq!(escape("a&b <\"c\">\tä黑\u{1f600}"), "a&amp;b &lt;&quot;c&quot;&gt;\tä黑\u{1f600}");
        assert_eq!(escape("\0\u{1}\u{b}\u{1b}\u{fffe}\u{ffff}"), "\u{fffd}".repeat(6));
    }
}
