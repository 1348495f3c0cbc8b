//! The bytes of a collection with the encoding of each of its games.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::super::encoding::TextEncoding;
use super::lexer::Lexer;

/// The bytes of a collection, in encodings that contain ASCII.
pub struct Source<'a> {
    pub bytes: Cow<'a, [u8]>,
    /// The encoding that a byte order mark or a person has decided.
    decided: Option<TextEncoding>,
    guess: OnceCell<TextEncoding>,
}

/// How far a game is searched for the encoding that it declares.
const HEAD_BYTES_MAX: usize = 1 << 16;

impl<'a> Source<'a> {
    /// An `encoding` outranks what the games declare.
    #[must_use]
    pub fn new(bytes: &'a [u8], encoding: Option<TextEncoding>) -> Source<'a> {
        let guess = OnceCell::new();
        match TextEncoding::of_mark(bytes).or(encoding) {
            Some(decided) if TextEncoding::of_mark(bytes).is_some() || !decided.contains_ascii() => {
                let bytes = Cow::Owned(decided.decode(bytes).into_owned().into_bytes());
                Source { bytes, decided: Some(TextEncoding::UTF_8), guess }
            }
            decided => Source { bytes: Cow::Borrowed(bytes), decided, guess },
        }
    }

    /// Returns a lexer at the first game.
    #[must_use]
    pub fn lexer(&self, is_chosen: bool) -> Lexer<'_> {
        let mut lexer = Lexer::new(&self.bytes, self.encoding_of(&self.bytes));
        lexer.is_chosen = is_chosen;
        lexer
    }

    /// Returns the encoding of a game that `game` begins with: what `CA` declares, or the guess at the whole collection.
    ///
    /// UTF-8 is not believed where the collection has broken characters of it and not a whole one.
    #[must_use]
    pub fn encoding_of(&self, game: &[u8]) -> TextEncoding {
        let guess = || *self.guess.get_or_init(|| TextEncoding::guess(&self.bytes));
        self.decided.unwrap_or_else(|| match declared(game) {
            Some(declared) if declared == TextEncoding::UTF_8 && !is_utf8(guess()) && !has_utf8(&self.bytes) => guess(),
            Some(declared) if declared.contains_ascii() && self.contradicts(declared, guess()) => guess(),
            Some(declared) if declared.contains_ascii() => declared,
            _ => guess(),
        })
    }

    /// Returns whether the whole collection is in UTF-8 and `declared` another encoding: programs that save a file again leave
    /// what it declares. Words of GB18030 may be valid in UTF-8, but not as characters of three bytes.
    fn contradicts(&self, declared: TextEncoding, guess: TextEncoding) -> bool {
        declared != TextEncoding::UTF_8
            && guess == TextEncoding::UTF_8
            && std::str::from_utf8(&self.bytes).is_ok_and(|text| {
                let is_broken = || declared.decode(&self.bytes).contains('\u{FFFD}');
                text.chars().any(|c| c.len_utf8() > 2) || (!text.is_ascii() && is_broken())
            })
    }
}

/// Finds the encoding that a game declares in its first node. The search ends at a branch or at the next game.
fn declared(game: &[u8]) -> Option<TextEncoding> {
    let head = &game[..game.len().min(HEAD_BYTES_MAX)];
    let begin = head.iter().position(|&byte| byte == b'(')? + 1;
    let mut before = b';';
    for at in begin..head.len() {
        let rest = &head[at..];
        if rest[0] == b'(' && rest[1..].trim_ascii_start().starts_with(b";") {
            return None;
        }
        if rest.starts_with(b"CA") && !before.is_ascii_alphanumeric() {
            let value = rest[2..].trim_ascii_start().strip_prefix(b"[");
            let label = value.and_then(|value| value.split(|&byte| byte == b']').next());
            let label = label.and_then(|label| std::str::from_utf8(&label[..label.len().min(40)]).ok());
            if let Some(encoding) = label.and_then(TextEncoding::named) {
                return Some(encoding);
            }
        }
        before = head[at];
    }
    None
}

fn is_utf8(encoding: TextEncoding) -> bool {
    encoding.name() == TextEncoding::UTF_8.name()
}

fn has_utf8(bytes: &[u8]) -> bool {
    bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_of_a_game_is_the_one_that_it_declares() {
        let of = |bytes: &[u8], chosen: Option<&str>| {
            let source = Source::new(bytes, chosen.and_then(TextEncoding::named));
            source.encoding_of(&source.bytes).name()
        };
        assert_eq!(of(b"(;GM[4]CA[Big5]PB[\xa5\\])", None), "Big5");
        assert_eq!(of(b"(;GM[4]\nCA [ cp1251 ])", None), "windows-1251");
        assert_eq!(of(b"(;GM[4]CA[Big5])", Some("EUC-KR")), "EUC-KR");
        assert_eq!(of(b"(;GM[4]XCA[Big5](;CA[Big5]))", None), "UTF-8");
        assert_eq!(of(b"\xef\xbb\xbf(;CA[Big5])", None), "UTF-8");
        assert_eq!(of(b"\xff\xfe(\0;\0)\0", None), "UTF-8");
        assert_eq!(of(b"(;CA[UTF-8]PB[Andr\xe9]PW[Bj\xf6rn])", None), "windows-1252");
        assert_eq!(of("(;CA[UTF-8]PB[Andr\u{e9}])".as_bytes(), None), "UTF-8");
        assert_eq!(of(b"(;CA[no such]PB[a])", None), "UTF-8");
        assert_eq!(of("(;CA[gb2312]PB[黑方甲]C[天元])".as_bytes(), None), "UTF-8");
        assert_eq!(of("(;CA[gb2312]PB[黑方甲]C[天元])".as_bytes(), Some("gb18030")), "gb18030");
        assert_eq!(of(b"(;CA[gb2312]PB[\xcd\xbc])", None), "gb18030");
    }
}
