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
        /// How it begins.
        text: String,
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

/// The most bytes of a foreign text that are kept for its report.
const FOREIGN_BYTES_MAX: usize = 128;

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
            _ if self.is_name() => Some(Token::Property(self.property())),
            _ => Some(self.foreign()),
        }
    }

    /// Returns whether a property begins here. One that lacks its value stands before structure.
    fn is_name(&self) -> bool {
        let rest = self.rest();
        let length = name_length(rest);
        let behind = rest[length..].trim_ascii_start();
        length > 0 && (matches!(behind, [] | [b'[' | b'(' | b')' | b';', ..]) || begins_property(behind))
    }

    /// Reads text up to the next property or structure, as one piece.
    fn foreign(&mut self) -> Token {
        let (begin, line) = (self.at, self.line);
        while let [byte, ..] = *self.rest() {
            if b"();".contains(&byte) || self.at > begin && begins_property(self.rest()) {
                break;
            }
            let length = name_length(self.rest());
            self.advance(if length > 0 { length } else { self.encoding.char_bytes(self.rest()) });
        }
        let end = self.at.min(begin + FOREIGN_BYTES_MAX);
        Token::Foreign { text: self.encoding.decode(&self.bytes[begin..end]).into_owned(), line }
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

    /// Reads `[…]` with its escapes; returns whether the bracket is closed. Brackets that lack their escapes belong to the
    /// text where they pair up.
    fn value(&mut self, is_list: bool) -> (Vec<u8>, bool) {
        self.bump();
        let mut raw = Vec::new();
        // The brackets that the text has opened.
        let mut depth = 0_usize;
        // Whether the last character is a pair whose second byte is a backslash.
        let mut is_behind_backslash = false;
        loop {
            let rest = self.rest();
            let is_plain = |byte: &u8| byte.is_ascii() && !matches!(byte, b'\\' | b']');
            let plain = rest.iter().take_while(|byte| is_plain(byte)).count();
            if plain > 0 {
                raw.extend(&rest[..plain]);
                depth += rest[..plain].iter().filter(|&&byte| byte == b'[').count();
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
                Some(b']') if self.is_behind_inner(depth, is_list) => {
                    raw.push(b']');
                    depth = depth.saturating_sub(1);
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
                        depth = depth.saturating_sub(usize::from(escaped == b"]"));
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

    /// Returns whether the bracket before this place belongs to a text that has opened `depth` brackets, since no structure
    /// has what follows it: behind a value the next bracket is that of another value. A smile in a comment opens none.
    ///
    /// The search ends at the next bracket, so all searches of a text together read it once.
    fn is_behind_inner(&self, depth: usize, is_list: bool) -> bool {
        if depth == 0 && is_list {
            return false;
        }
        let rest = self.rest();
        let mut end = 0;
        let bracket = loop {
            match rest.get(end) {
                None => return false,
                Some(bracket @ (b'[' | b']')) => break bracket,
                Some(b'\\') => end += 2,
                Some(_) => end += self.encoding.char_bytes(&rest[end..]),
            }
        };
        let between = rest[..end].trim_ascii();
        let is_divided = |byte: &u8| b"();".contains(byte);
        let begins_divided = between.first().is_some_and(is_divided);
        if *bracket == b']' || depth == 0 {
            return *bracket == b']' && (depth > 0 || !between.is_empty() && !begins_divided);
        }
        let name = between.rsplit(is_divided).next().unwrap_or_default().trim_ascii_start();
        // `[a] or [b]`: behind a blank, a word in small letters is prose.
        let is_word = rest[0] == b' ' && !name.iter().any(u8::is_ascii_uppercase);
        let is_property = is_property_name(name) && (begins_divided || name.len() == between.len() && !is_word);
        !(is_property || between.is_empty() && is_list)
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
        let name = name_length(rest);
        rest[..name].iter().any(u8::is_ascii_uppercase) && rest[name..].trim_ascii_start().starts_with(b"[")
    }
}

/// Returns the length of the name that `text` begins with.
fn name_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()
}

/// Returns whether a word in other text is the name of a property; a longer one in small letters is prose.
fn is_property_name(word: &[u8]) -> bool {
    let is_name = !word.is_empty() && name_length(word) == word.len();
    is_name && (word.len() <= 2 || word.iter().any(u8::is_ascii_uppercase))
}

/// Returns whether other text ends here, before a property.
fn begins_property(text: &[u8]) -> bool {
    let (name, behind) = text.split_at(name_length(text));
    is_property_name(name) && behind.trim_ascii_start().starts_with(b"[")
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
    fn brackets_that_pair_up_belong_to_their_text() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(values(text.as_bytes(), "utf-8").0, expected, "{text}");
        };
        // Sabaki #687, GoProject #23.
        check("US[Matsuyama[3d]]PB[Li [5d]]PW[[9p] Wang] ;B[hh]", &["Matsuyama[3d]", "Li [5d]", "[9p] Wang", "hh"]);
        check("PB[a[b]c]pw[d (e [f]) g];B[hh]", &["a[b]c", "d (e [f]) g", "hh"]);
        check("C[see [a] and [b], (not [c]); [d] is [1\\]]\n;W[ii]", &["see [a] and [b], (not [c]); [d] is [1]", "ii"]);
        check("LB[aa:[1]][bb:[]\n[cc:x];B[hh]", &["aa:[1]", "bb:[", "cc:x", "hh"]);
        check("C[smile :-] ok];B[hh]", &["smile :-] ok", "hh"]);
        // The standard asks for an escape of the closing bracket alone.
        check("C[a [b];B[hh]c[a [b]b[ii])", &["a [b", "hh", "a [b", "ii"]);
        check("C[a [b](;B[hh])(;B[ii]", &["a [b", "hh", "ii"]);
        check("C[a \\[b\\] c \\: [d\\]];B[hh]", &["a [b] c : [d]", "hh"]);
        check("C[\\\\\\];B[aa];W[bb]]", &["\\];B[aa", "bb"]);
        assert_eq!(values(b"C[\xe9][1]];B[hh]", "gbk").0, ["閉[1]", "hh"]);
    }

    #[test]
    fn foreign_text_is_one_piece_up_to_the_next_property() {
        let check = |text: &str, expected: &[&str]| {
            let mut lexer = Lexer::new(text.as_bytes(), TextEncoding::UTF_8);
            let pieces: Vec<String> = std::iter::from_fn(|| lexer.next())
                .map(|token| match token {
                    Token::Foreign { text, .. } => format!("'{text}'"),
                    Token::Property(property) => property.name,
                    token => format!("{token:?}"),
                })
                .collect();
            assert_eq!(pieces, expected, "{text}");
        };
        check("PB[Li]] PW[b]RE[B+]", &["PB", "'] '", "PW", "RE"]);
        check("PB[Li :] not so] 3k, [x] pw [b]KO;", &["PB", "'not so] 3k, [x] '", "PW", "KO", "Node"]);
        check("%% what is this\n;KO PB[a])", &["'%% what is this\n'", "Node", "KO", "PB", "Close"]);
        // The second byte of 蜝 is a B.
        assert_eq!(values(b"PB[a]]\xcf\x42[hh];W[ii]", "gbk").0, ["a", "ii"]);
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
