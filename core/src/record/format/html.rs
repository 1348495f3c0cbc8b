//! Texts inside a page.

use super::encoding::decode;

/// How much of a page is looked at for its beginning.
const HEAD_BYTES: usize = 256;

/// Returns whether the record stands in a page, where texts are HTML.
pub fn is_page(bytes: &[u8]) -> bool {
    decode(&bytes[..bytes.len().min(HEAD_BYTES)]).trim_start().starts_with('<')
}

/// Turns HTML into text: without its tags, and with the characters that its references name.
pub fn plain(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let head = &rest[..rest.floor_char_boundary(REFERENCE_BYTES_MAX)];
        let is_tag = rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let end = if rest.starts_with('<') { head.find('>').filter(|_| is_tag) } else { head.find(';') };
        let read = end.map(|end| (&rest[1..end], end + 1)).and_then(|(inner, bytes)| match rest.as_bytes()[0] {
            b'<' if inner.to_ascii_lowercase().trim_end_matches(['/', ' ']) == "br" => Some(("\n".to_owned(), bytes)),
            b'<' => Some((String::new(), bytes)),
            _ => reference(inner).map(|c| (c, bytes)),
        });
        let (written, bytes) = read.unwrap_or_else(|| (rest[..1].to_owned(), 1));
        text.push_str(&written);
        rest = &rest[bytes..];
    }
    text + rest
}

/// Longest tag or reference of a page that is looked for, in bytes.
const REFERENCE_BYTES_MAX: usize = 200;

/// Returns the character of a reference without its signs: `amp`, `#39`, `#x27`.
fn reference(name: &str) -> Option<String> {
    let Some(number) = name.strip_prefix('#') else {
        let blank = (name == "nbsp").then_some(" ");
        return quick_xml::escape::resolve_predefined_entity(name).or(blank).map(str::to_owned);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok(),
        None => number.parse().ok(),
    };
    code.and_then(char::from_u32).filter(|&c| c != '\0').map(String::from)
}
