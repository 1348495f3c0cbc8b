//! The structure of a text in SGF, found in bytes: brackets, properties and their values. A value is decoded once its end is
//! known, so that a broken character never takes a bracket with it.

use super::super::encoding::TextEncoding;

/// A piece of structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `;`.
    Node,
    Property(Property),
    /// A stretch of text that is none of these.
    Foreign {
        first: char,
        line: usize,
    },
}

/// A property with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Capital letters and digits, `B` for `Black`.
    pub name: String,
    pub values: Vec<PropertyValue>,
    /// The line of the name.
    pub line: usize,
    /// Whether the text ends inside the last value.
    pub breaks_off: bool,
}

/// A value of a property, without its escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyValue {
    pub text: String,
    /// The line of its bracket.
    pub line: usize,
}

/// How far the structure behind a bracket is looked for.
const LOOK_AHEAD: usize = 64;

/// A place in a text.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    pub encoding: TextEncoding,
    /// Whether a person chose the encoding, so that another one that is declared is no contradiction.
    pub is_chosen: bool,
}

impl<'a> Lexer<'a> {
    /// Begins at the start of `bytes`, in an encoding that contains ASCII.
    #[must_use]
    pub const fn new(bytes: &'a [u8], encoding: TextEncoding) -> Lexer<'a> {
        Lexer { bytes, at: 0, line: 1, encoding, is_chosen: false }
    }

    /// Returns the line of the next byte, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Returns the bytes that are left.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// Returns a lexer for at most `bytes` of what is left, and whether more is left.
    #[must_use]
    pub fn within(&self, bytes: usize) -> (Lexer<'a>, bool) {
        let end = self.bytes.len().min(self.at.saturating_add(bytes));
        (Lexer { bytes: &self.bytes[..end], ..self.clone() }, end < self.bytes.len())
    }

    /// Goes on in the whole text where a lexer of [`Lexer::within`] ended.
    pub const fn go_on_behind(&mut self, part: &Lexer<'a>) {
        (self.at, self.line) = (part.at, part.line);
    }

    /// Passes everything before the next byte that `ends`.
    pub fn pass_until(&mut self, ends: impl Fn(u8) -> bool) {
        let rest = self.rest();
        self.advance(rest.iter().position(|&byte| ends(byte)).unwrap_or(rest.len()));
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn bump(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.advance(1);
        Some(byte)
    }

    /// Passes `count` bytes, which are there.
    fn advance(&mut self, count: usize) {
        for _ in 0..count {
            let byte = self.bytes[self.at];
            self.at += 1;
            // A carriage return ends a line where no line feed follows.
            self.line += usize::from(byte == b'\n' || (byte == b'\r' && self.peek() != Some(b'\n')));
        }
    }

    fn pass_space(&mut self) {
        self.pass_until(|byte| !byte.is_ascii_whitespace());
    }

    /// Reads the next piece; `None` at the end.
    pub fn next(&mut self) -> Option<Token> {
        self.pass_space();
        let byte = self.peek()?;
        match byte {
            b'(' | b')' | b';' => {
                self.bump();
                Some(match byte {
                    b'(' => Token::Open,
                    b')' => Token::Close,
                    _ => Token::Node,
                })
            }
            _ if byte.is_ascii_alphanumeric() => Some(Token::Property(self.property())),
            _ => {
                let (begin, line) = (self.at, self.line);
                self.bump();
                // One piece for a stretch of foreign text, not one a letter.
                self.pass_until(|byte| b"();".contains(&byte));
                let text = self.encoding.decode(&self.bytes[begin..self.at.min(begin + 8)]).into_owned();
                Some(Token::Foreign { first: text.chars().next().unwrap_or_default(), line })
            }
        }
    }

    fn property(&mut self) -> Property {
        let line = self.line;
        let begin = self.at;
        self.pass_until(|byte| !byte.is_ascii_alphanumeric());
        let written = &self.bytes[begin..self.at];
        let is_old = written.iter().any(u8::is_ascii_uppercase);
        // Old records write `Black` for `B`.
        let name = written.iter().filter(|byte| !is_old || !byte.is_ascii_lowercase());
        let name: String = name.map(|byte| byte.to_ascii_uppercase() as char).collect();
        let mut property = Property { name, values: Vec::new(), line, breaks_off: false };
        loop {
            self.pass_space();
            if self.peek() != Some(b'[') {
                return property;
            }
            let line = self.line;
            let is_list = property.name != "C";
            let (raw, is_whole) = self.value(is_list);
            property.breaks_off |= !is_whole;
            property.values.push(PropertyValue { text: self.encoding.decode(&raw).into_owned(), line });
        }
    }

    /// Reads `[…]` with its escapes; returns whether the bracket is closed.
    fn value(&mut self, is_list: bool) -> (Vec<u8>, bool) {
        self.bump();
        let mut raw = Vec::new();
        // Whether the last character is a pair whose second byte is a backslash.
        let mut is_behind_backslash = false;
        loop {
            let rest = self.rest();
            let is_plain = |byte: &u8| byte.is_ascii() && !matches!(byte, b'\\' | b']');
            let plain = rest.iter().take_while(|byte| is_plain(byte)).count();
            if plain > 0 {
                raw.extend(&rest[..plain]);
                self.advance(plain);
                is_behind_backslash = false;
            }
            let length = self.encoding.char_bytes(self.rest());
            if length > 1 {
                let pair = &self.rest()[..length];
                // What looks like a character with a bracket as its second byte is a broken one before the bracket.
                let is_broken = pair[1] == b']' && self.is_structure(self.at + 2, is_list);
                let taken = if is_broken { 1 } else { length };
                raw.extend(&pair[..taken]);
                is_behind_backslash = taken == 2 && pair[1] == b'\\';
                self.advance(taken);
                continue;
            }
            match self.bump() {
                None => return (raw, false),
                // A writer that escapes bytes writes a pair that ends in a bracket with a backslash in between.
                Some(b']') if is_behind_backslash && !self.is_structure(self.at, is_list) => {
                    raw.pop();
                    raw.push(b']');
                }
                Some(b']') => return (raw, true),
                Some(b'\\') => match self.peek() {
                    // The same writer doubles a backslash that ends a pair.
                    Some(b']') if is_behind_backslash && self.is_structure(self.at + 1, is_list) => {}
                    // An escaped line break is none.
                    Some(b'\r' | b'\n') => {
                        if self.bump() == Some(b'\r') && self.peek() == Some(b'\n') {
                            self.bump();
                        }
                    }
                    Some(_) => {
                        let escaped = &self.rest()[..self.encoding.char_bytes(self.rest())];
                        raw.extend(escaped);
                        self.advance(escaped.len());
                        is_behind_backslash = escaped.len() == 2 && escaped[1] == b'\\';
                        continue;
                    }
                    None => return (raw, false),
                },
                Some(byte) => raw.push(byte),
            }
            is_behind_backslash = false;
        }
    }

    /// Returns whether what stands from `at` on is what follows a value: another value of a list, a property, a node, the
    /// end of a branch or of the text.
    fn is_structure(&self, at: usize, is_list: bool) -> bool {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let mut rest = rest[..rest.len().min(LOOK_AHEAD)].trim_ascii_start();
        match rest {
            [] | [b')', ..] => return true,
            [b'[', ..] => return is_list,
            [b'(' | b';', behind @ ..] => {
                rest = behind.trim_ascii_start();
                if matches!(rest, [] | [b'(' | b')' | b';', ..]) {
                    return true;
                }
            }
            _ => {}
        }
        let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        rest[..name].iter().any(u8::is_ascii_uppercase) && rest[name..].trim_ascii_start().starts_with(b"[")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the values of the properties, and the number of pieces.
    fn values(bytes: &[u8], label: &str) -> (Vec<String>, usize) {
        let mut lexer = Lexer::new(bytes, TextEncoding::named(label).expect("a label"));
        let tokens: Vec<Token> = std::iter::from_fn(|| lexer.next()).collect();
        let values = tokens.iter().filter_map(|token| match token {
            Token::Property(property) => Some(property.values.iter().map(|value| value.text.clone())),
            _ => None,
        });
        (values.flatten().collect(), tokens.len())
    }

    #[test]
    fn a_name_may_begin_with_a_digit_and_have_small_letters() {
        let mut lexer = Lexer::new(b"5A[gg] [hi]GaMe[1]\nb[hh]", TextEncoding::UTF_8);
        let names: Vec<(String, usize, usize)> = std::iter::from_fn(|| match lexer.next()? {
            Token::Property(property) => Some((property.name, property.values.len(), property.line)),
            _ => None,
        })
        .collect();
        assert_eq!(names, [("5A".into(), 2, 1), ("GM".into(), 1, 1), ("B".into(), 1, 2)]);
    }

    #[test]
    fn a_character_may_end_in_a_bracket_or_a_backslash() {
        // 閉 is E9 5D in GBK, 功蓋 A5 5C BB 5C in Big5, 表 95 5C in Shift_JIS.
        assert_eq!(values(b";C[\xe9] it];B[hh]", "gbk"), (vec!["閉 it".into(), "hh".into()], 4));
        assert_eq!(values(b";C[\xe9]];B[hh]", "gbk"), (vec!["閉".into(), "hh".into()], 4));
        assert_eq!(values(b";C[\xa5\\\xbb\\];B[hh]", "big5"), (vec!["功蓋".into(), "hh".into()], 4));
        assert_eq!(values(b";C[\x95\\\\]x\\]];B[hh]", "sjis"), (vec!["表]x]".into(), "hh".into()], 4));
    }

    #[test]
    fn bytes_that_were_escaped_one_by_one_are_whole_characters() {
        assert_eq!(values(b";C[\xa5\\\\\xbb\\\\];B[hh]", "big5"), (vec!["功蓋".into(), "hh".into()], 4));
        assert_eq!(values(b";C[\xe9\\] it];B[hh]", "gbk"), (vec!["閉 it".into(), "hh".into()], 4));
    }

    #[test]
    fn a_broken_character_takes_no_bracket_with_it() {
        for (label, lead) in [("gbk", 0xC4), ("big5", 0xA5), ("sjis", 0x95), ("euc-kr", 0xC4), ("utf-8", 0xE6)] {
            let (before, behind) = (&b";B[hh]C[a"[..], &b"]\n;W[ii](;B[jj])"[..]);
            let bytes = [before, &[lead], behind].concat();
            let (values, count) = values(&bytes, label);
            assert_eq!((values.len(), values.last().map(String::as_str), count), (4, Some("jj"), 9), "{label}");
        }
        let (list, _) = values(b"LB[aa:\xc4][bb:x]", "gbk");
        assert_eq!(list[1], "bb:x");
    }
}
