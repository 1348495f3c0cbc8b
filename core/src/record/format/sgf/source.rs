//! The bytes of a collection with the encoding of each of its games.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

use super::super::encoding::TextEncoding;
use super::lexer::Lexer;

/// The bytes of a collection, in encodings that contain ASCII.
pub struct Source<'a> {
    pub bytes: Cow<'a, [u8]>,
    /// The encoding that a byte order mark or a person has decided.
    decided: Option<TextEncoding>,
    guess: OnceCell<TextEncoding>,
    utf8: OnceCell<Utf8Reading>,
    /// Encodings that games declare, each with whether the collection has broken characters in it.
    broken: RefCell<Vec<(TextEncoding, bool)>>,
}

/// How a collection reads as UTF-8.
#[derive(Clone, Copy)]
struct Utf8Reading {
    /// Whether it has no broken character.
    is_whole: bool,
    /// Whether a character is not ASCII.
    has_foreign: bool,
    /// Whether a character has three bytes or more.
    has_long: bool,
}

impl Utf8Reading {
    fn of(bytes: &[u8]) -> Utf8Reading {
        let mut reading = Utf8Reading { is_whole: true, has_foreign: false, has_long: false };
        for chunk in bytes.utf8_chunks() {
            reading.is_whole &= chunk.invalid().is_empty();
            reading.has_foreign |= !chunk.valid().is_ascii();
            reading.has_long |= chunk.valid().chars().any(|c| c.len_utf8() > 2);
        }
        reading
    }
}

/// How far a game is searched for the encoding that it declares.
const HEAD_BYTES_MAX: usize = 1 << 16;

impl<'a> Source<'a> {
    /// An `encoding` outranks what the games declare.
    #[must_use]
    pub fn new(bytes: &'a [u8], encoding: Option<TextEncoding>) -> Source<'a> {
        let (guess, utf8, broken) = (OnceCell::new(), OnceCell::new(), RefCell::default());
        match TextEncoding::of_mark(bytes).or(encoding) {
            Some(decided) if TextEncoding::of_mark(bytes).is_some() || !decided.contains_ascii() => {
                let bytes = Cow::Owned(decided.decode(bytes).into_owned().into_bytes());
                Source { bytes, decided: Some(TextEncoding::UTF_8), guess, utf8, broken }
            }
            decided => Source { bytes: Cow::Borrowed(bytes), decided, guess, utf8, broken },
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
            Some(declared) if declared == TextEncoding::UTF_8 && !is_utf8(guess()) && !self.utf8().has_foreign => {
                guess()
            }
            Some(declared) if declared.contains_ascii() && self.contradicts(declared, guess()) => guess(),
            Some(declared) if declared.contains_ascii() => declared,
            _ => guess(),
        })
    }

    /// Returns whether the whole collection is in UTF-8 and `declared` another encoding: programs that save a file again leave
    /// what it declares. Words of GB18030 may be valid in UTF-8, but not as characters of three bytes. Words in an
    /// encoding with one byte a character are never valid.
    fn contradicts(&self, declared: TextEncoding, guess: TextEncoding) -> bool {
        let utf8 = self.utf8();
        let is_no_word = || declared.is_single_byte() || self.is_broken_in(declared);
        declared != TextEncoding::UTF_8
            && guess == TextEncoding::UTF_8
            && utf8.is_whole
            && (utf8.has_long || utf8.has_foreign && is_no_word())
    }

    /// Reads the collection as UTF-8 once, whatever the number of its games.
    fn utf8(&self) -> Utf8Reading {
        *self.utf8.get_or_init(|| Utf8Reading::of(&self.bytes))
    }

    /// Returns whether the collection has broken characters in an encoding, which is tried once.
    fn is_broken_in(&self, encoding: TextEncoding) -> bool {
        let mut tried = self.broken.borrow_mut();
        if let Some(&(_, is_broken)) = tried.iter().find(|(known, _)| *known == encoding) {
            return is_broken;
        }
        let is_broken = encoding.decode(&self.bytes).contains('\u{FFFD}');
        tried.push((encoding, is_broken));
        is_broken
    }
}

/// Finds the encoding that a game declares in its first node. The search ends at a branch, or where the game ends.
fn declared(game: &[u8]) -> Option<TextEncoding> {
    let head = &game[..game.len().min(HEAD_BYTES_MAX)];
    let begin = head.iter().position(|&byte| byte == b'(')? + 1;
    let mut before = b';';
    // Roughly: the second byte of a character may be a bracket.
    let mut is_in_value = false;
    for at in begin..head.len() {
        let rest = &head[at..];
        match rest[0] {
            b'(' if rest[1..].trim_ascii_start().starts_with(b";") => return None,
            b')' if !is_in_value => return None,
            b'[' => is_in_value = true,
            b']' if before != b'\\' => is_in_value = false,
            _ => {}
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
        assert_eq!(of(b"(;GM[4]C[:)]CA[Big5])", None), "Big5");
        assert_eq!(of(b"(x)(CA[Big5])", None), "UTF-8");
    }

    #[test]
    fn letters_of_one_byte_are_not_what_is_whole_in_utf_8() {
        let of = |bytes: &[u8]| {
            let source = Source::new(bytes, None);
            source.encoding_of(&source.bytes).name()
        };
        assert_eq!(of("(;CA[windows-1251]PB[Привет])".as_bytes()), "UTF-8");
        assert_eq!(of("(;CA[ISO-8859-1]PB[André])".as_bytes()), "UTF-8");
        assert_eq!(of(b"(;CA[windows-1251]PB[\xcf\xf0\xe8\xe2\xe5\xf2])"), "windows-1251");
        assert_eq!(of(b"(;CA[ISO-8859-1]PB[Andr\xe9])"), "windows-1252");
        assert_eq!(of(b"(;CA[ISO-8859-1]PB[Andre])"), "windows-1252");
        // Not all of the collection is in UTF-8.
        let mixed = ["(;CA[ISO-8859-1]PB[André])".as_bytes(), b"(;PB[\xe9])"].concat();
        assert_eq!(of(&mixed), "windows-1252");
    }
}
