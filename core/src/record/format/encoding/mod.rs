//! From bytes to text: records in the wild are in UTF-8, in UTF-16, or in the code page of the machine that wrote them.

pub mod familiar;
mod guess;

use std::borrow::Cow;

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8};

/// The encoding of a record's texts: declared by the record, chosen by a person, or guessed.
///
/// # Examples
/// ```
/// use duiyi_core::record::format::encoding::TextEncoding;
///
/// let big5 = TextEncoding::named("Big5").expect("a label of the WHATWG's standard");
/// assert_eq!(big5.decode(b"\xa4\xcd\xbd\xcb\xc1\xc9"), "友誼賽");
/// assert_eq!(TextEncoding::guess("友誼賽".as_bytes()).name(), "UTF-8");
/// assert!(TextEncoding::guess(b"Andr\xe9").is_doubtful());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding {
    encoding: &'static Encoding,
    is_doubtful: bool,
}

/// The byte order mark, U+FEFF, in GB18030 (Unicode FAQ, "UTF-8, UTF-16, UTF-32 & BOM").
pub const GB18030_MARK: [u8; 4] = [0x84, 0x31, 0x95, 0x33];

/// Names of code pages that the WHATWG's labels lack.
const ALIASES: [(&str, &Encoding); 14] = [
    ("936", GBK),
    ("cp936", GBK),
    ("ms936", GBK),
    ("windows936", GBK),
    ("950", BIG5),
    ("cp950", BIG5),
    ("ms950", BIG5),
    ("932", SHIFT_JIS),
    ("cp932", SHIFT_JIS),
    ("949", EUC_KR),
    ("cp949", EUC_KR),
    ("ms949", EUC_KR),
    ("uhc", EUC_KR),
    ("eucjp", EUC_JP),
];

impl TextEncoding {
    /// UTF-8, as we write it.
    pub const UTF_8: TextEncoding = TextEncoding { encoding: UTF_8, is_doubtful: false };

    /// The encodings that a person may choose from, by name, the likeliest first.
    pub const CHOICES: [&'static str; 10] = [
        "UTF-8",
        "gb18030",
        "Big5",
        "Shift_JIS",
        "EUC-KR",
        "windows-1252",
        "windows-1251",
        "windows-1250",
        "windows-1258",
        "KOI8-R",
    ];

    /// Returns the encoding with this label of the WHATWG's standard, or the code page of this number.
    #[must_use]
    pub fn named(label: &str) -> Option<TextEncoding> {
        let label = label.trim();
        let encoding = Encoding::for_label(label.as_bytes()).or_else(|| {
            let bare = label.replace(['-', '_', ' '], "").to_ascii_lowercase();
            let known = || ALIASES.iter().find(|(alias, _)| *alias == bare).map(|&(_, encoding)| encoding);
            Encoding::for_label(bare.as_bytes()).or_else(known)
        })?;
        Some(TextEncoding::certain(encoding))
    }

    /// Returns the encoding that the first bytes prove: by their byte order mark, or by the zeros of ASCII in UTF-16.
    #[must_use]
    pub fn of_mark(bytes: &[u8]) -> Option<TextEncoding> {
        let marked = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
        marked.or_else(|| guess::utf16(bytes)).map(TextEncoding::certain)
    }

    /// Returns whether a byte below 128 is the character of ASCII wherever it begins one.
    #[must_use]
    pub fn contains_ascii(self) -> bool {
        self.encoding.is_ascii_compatible()
    }

    /// Returns whether every character has one byte.
    #[must_use]
    pub fn is_single_byte(self) -> bool {
        self.encoding.is_single_byte()
    }

    /// Guesses the encoding of `bytes`: a byte order mark decides, then UTF-8, then chardetng together with the characters
    /// that records have most. Only 64 KiB from the first byte that is not ASCII count.
    #[must_use]
    pub fn guess(bytes: &[u8]) -> TextEncoding {
        guess::guess(bytes, None)
    }

    /// Guesses the encoding that the texts of a binary form share, whose programs know GB18030 alone; a text that begins with
    /// [`GB18030_MARK`] decides.
    pub fn guess_of<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> TextEncoding {
        let mut all = Vec::new();
        for text in texts {
            if text.starts_with(&GB18030_MARK) {
                return TextEncoding::certain(GB18030);
            }
            // Half a character at the end would rule the encoding out for all texts. Behind nothing but ASCII it may be
            // a Latin letter.
            let whole = TextEncoding::certain(GB18030).without_cut(text);
            let is_cut = !whole.is_ascii() && std::str::from_utf8(text).is_err();
            all.extend_from_slice(if is_cut { whole } else { text });
            // No character of any encoding reaches over a line's end.
            all.push(b'\n');
        }
        guess::guess(&all, Some(GB18030))
    }

    /// GB18030 contains GBK, which contains GB2312.
    fn certain(encoding: &'static Encoding) -> TextEncoding {
        let encoding = if encoding == GBK { GB18030 } else { encoding };
        TextEncoding { encoding, is_doubtful: false }
    }

    /// Returns the name in the WHATWG's standard.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.encoding.name()
    }

    /// Returns whether another encoding may well be the right one: the text is short and no encoding alone makes its characters
    /// familiar, or the signs contradict each other.
    #[must_use]
    pub const fn is_doubtful(self) -> bool {
        self.is_doubtful
    }

    /// Turns bytes into text. A byte order mark outranks the encoding and is left out. Lines end in `\n`. A byte that makes no
    /// character becomes U+FFFD. What marks the begin or the end of a file is left out where files have been joined.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        let text = match Encoding::for_bom(bytes) {
            Some((encoding, length)) => encoding.decode_without_bom_handling(&bytes[length..]).0,
            None => {
                let is_marked = self.encoding == GB18030 && bytes.starts_with(&GB18030_MARK);
                let begin = if is_marked { GB18030_MARK.len() } else { 0 };
                self.encoding.decode_without_bom_handling(&bytes[begin..]).0
            }
        };
        let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text };
        if text.contains(FILE_MARKS) { without_file_marks(&text).into() } else { text }
    }

    /// Returns `bytes` without the part of a character that they end with: a field may have room for no more.
    #[must_use]
    pub fn without_cut(self, bytes: &[u8]) -> &[u8] {
        if self.encoding == UTF_8 {
            let broken = bytes.utf8_chunks().last().map_or(0, |chunk| chunk.invalid().len());
            return &bytes[..bytes.len() - broken];
        }
        let (mut last, mut end) = (0, 0);
        while end < bytes.len() {
            last = end;
            end += self.char_bytes(&bytes[last..]);
        }
        // A byte of its own that is no character is the first of one.
        let is_whole = || self.encoding.decode_without_bom_handling_and_without_replacement(&bytes[last..]).is_some();
        if self.is_single_byte() || end - last > 1 || is_whole() { bytes } else { &bytes[..last] }
    }

    /// Returns the number of bytes of the character that `bytes` begin with, in an encoding whose structure is found in bytes:
    /// 1 for what is ASCII, a character of one byte, or broken.
    #[must_use]
    pub fn char_bytes(self, bytes: &[u8]) -> usize {
        let [lead, trail, ..] = *bytes else { return 1 };
        let is_pair = match self.encoding {
            encoding if encoding == GB18030 => {
                let is_four = (0x81..=0xFE).contains(&lead)
                    && trail.is_ascii_digit()
                    && matches!(bytes, [_, _, 0x81..=0xFE, b'0'..=b'9', ..]);
                if is_four {
                    return 4;
                }
                (0x81..=0xFE).contains(&lead) && matches!(trail, 0x40..=0x7E | 0x80..=0xFE)
            }
            encoding if encoding == BIG5 => (0x81..=0xFE).contains(&lead) && matches!(trail, 0x40..=0x7E | 0xA1..=0xFE),
            encoding if encoding == SHIFT_JIS => {
                matches!(lead, 0x81..=0x9F | 0xE0..=0xFC) && matches!(trail, 0x40..=0x7E | 0x80..=0xFC)
            }
            encoding if encoding == EUC_KR => {
                (0x81..=0xFE).contains(&lead) && matches!(trail, 0x41..=0x5A | 0x61..=0x7A | 0x81..=0xFE)
            }
            encoding if encoding == EUC_JP => lead >= 0x8E && trail >= 0xA1,
            _ => false,
        };
        if is_pair { 2 } else { 1 }
    }
}

/// The byte order mark, and the sign with which DOS ends a text. Where they begin a line they are left out when it is read.
pub const FILE_MARKS: [char; 2] = ['\u{feff}', '\u{1a}'];

/// Leaves the marks of files out that begin or end a line, or stand before a bracket, with which most games begin.
fn without_file_marks(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let begins_line = kept.is_empty() || kept.ends_with('\n');
        let ends = |next: &char| FILE_MARKS.contains(next) || matches!(next, '\n' | '[' | '(');
        if !FILE_MARKS.contains(&c) || !begins_line && !chars.peek().is_none_or(ends) {
            kept.push(c);
        }
    }
    kept
}

/// Turns bytes into text, in the encoding that they seem to have.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    TextEncoding::guess(bytes).decode(bytes)
}

/// Returns whether texts of GB18030 need [`GB18030_MARK`] to be read as what they are.
pub fn need_gb18030_mark<'a>(texts: impl Iterator<Item = &'a [u8]> + Clone) -> bool {
    let (guess, right) = (TextEncoding::guess_of(texts.clone()), TextEncoding::certain(GB18030));
    guess.encoding != GB18030
        && texts.into_iter().any(|text| !text.is_ascii() && guess.decode(text) != right.decode(text))
}

/// Turns text into GB18030, which has every character.
#[must_use]
pub fn encode_gb18030(text: &str) -> Vec<u8> {
    GB18030.encode(text).0.into_owned()
}

#[cfg(test)]
mod tests;
