//! From bytes to text: records in the wild are in UTF-8, in GB18030 or, from some editors, in UTF-16.

use std::borrow::Cow;

use encoding_rs::{Encoding, GB18030};

/// Turns bytes into text. A byte order mark decides and is left out; without one, what is no UTF-8 is GB18030. However
/// its lines end there, in the text they end in `\n`.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let text = decode_as_is(bytes);
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { text }
}

fn decode_as_is(bytes: &[u8]) -> Cow<'_, str> {
    match Encoding::for_bom(bytes) {
        Some((encoding, length)) => encoding.decode_without_bom_handling(&bytes[length..]).0,
        None => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => GB18030.decode_without_bom_handling(bytes).0,
        },
    }
}

/// Turns a text of a binary form into text. Such forms come from programs that know GB18030 alone; UTF-8 is taken where
/// that makes no sense.
#[must_use]
pub fn decode_gb18030(bytes: &[u8]) -> String {
    let (text, has_errors) = GB18030.decode_without_bom_handling(bytes);
    match std::str::from_utf8(bytes) {
        Ok(utf8) if has_errors => utf8.to_owned(),
        _ => text.into_owned(),
    }
}

/// Turns text into GB18030, which has every character.
#[must_use]
pub fn encode_gb18030(text: &str) -> Vec<u8> {
    GB18030.encode(text).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encodings_in_the_wild_are_told_apart() {
        assert_eq!(decode("炮二平五".as_bytes()), "炮二平五");
        assert_eq!(decode(b"\xef\xbb\xbf\xe7\x82\xae"), "炮");
        assert_eq!(decode(b"\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5"), "炮二平五");
        assert_eq!(decode(b"\xff\xfeh\x008\x00"), "h8");
        assert_eq!(decode(b""), "");
        assert_eq!(decode(b"a\r\nb\rc\n"), "a\nb\nc\n");
        assert_eq!(decode_gb18030(&encode_gb18030("炮二平五 😀")), "炮二平五 😀");
        assert_eq!(decode_gb18030("炮".as_bytes()), "炮");
    }
}
