//! The guess at an encoding that nothing names.
//!
//! chardetng is made for pages of the web: of a name of two characters it cannot know much, and one broken character rules
//! an encoding out. So the East Asian encodings are also compared by how many of their characters are familiar.

use std::ops::RangeInclusive;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

use super::TextEncoding;
use super::familiar::is_familiar;

/// How many bytes from the first that is not ASCII on a guess is made of.
const GUESS_BYTES_MAX: usize = 1 << 16;

/// How many bytes that are not ASCII the familiar characters are counted in.
const SAMPLE_BYTES_MAX: usize = 4096;

/// With fewer bytes that are not ASCII a guess is doubtful unless it is clear. Ten Chinese characters.
const SURE_BYTES: usize = 20;

/// With fewer bytes that are not ASCII no guess is clear: of single characters a third read alike in another encoding.
const CLEAR_BYTES_MIN: usize = 4;

/// A valid character of UTF-8 among bytes of another encoding is chance; so many for each broken one are not.
const UTF8_CHARS_PER_BREAK: usize = 3;

/// The encodings with several bytes a character, the likeliest first, each with the lead bytes of its frequent characters:
/// the first level of the Chinese and Japanese standards, the syllables of the Korean one.
const EAST_ASIAN: [(&Encoding, RangeInclusive<u8>); 5] = [
    (GB18030, 0xB0..=0xD7),
    (BIG5, 0xA4..=0xC6),
    (SHIFT_JIS, 0x88..=0x98),
    (EUC_KR, 0xB0..=0xC8),
    (EUC_JP, 0xB0..=0xCF),
];

/// By how much familiarity another encoding must lead chardetng's.
const LEAD: usize = 25;

/// A short text is clear if its encoding has this familiarity and leads every other by [`CLEAR_LEAD`]. So are 79 of 111 names
/// of players and remarks, each of them guessed right.
const CLEAR_MIN: usize = 80;

/// See [`CLEAR_MIN`].
const CLEAR_LEAD: usize = 50;

/// The familiarity that an East Asian encoding must have in place of one with a byte a character: that of frequent characters.
const FAMILIAR_MIN: usize = 50;

/// See [`TextEncoding::guess`]. `usual` is the encoding of a form whose programs know only one; it takes the place of
/// chardetng's guess where the text is valid in it.
pub(super) fn guess(bytes: &[u8], usual: Option<&'static Encoding>) -> TextEncoding {
    if let Some(encoding) = Encoding::for_bom(bytes).map(|(encoding, _)| encoding) {
        return TextEncoding::certain(encoding);
    }
    if let Some(encoding) = utf16(bytes).filter(|_| usual.is_none()) {
        return TextEncoding::certain(encoding);
    }
    let Some(begin) = bytes.iter().position(|byte| !byte.is_ascii()) else { return TextEncoding::UTF_8 };
    // The character before may be a Latin letter, by which an accent is known.
    let begin = begin.saturating_sub(16);
    let part = &bytes[begin..bytes.len().min(begin + GUESS_BYTES_MAX)];
    let sample = Sample::of(part);
    let utf8 = Utf8Count::of(part);
    if utf8.valid > 0 && utf8.valid >= utf8.broken * UTF8_CHARS_PER_BREAK {
        let is_chance = utf8.is_odd && {
            let gb18030 = sample.read(&EAST_ASIAN[0]);
            // Where the programs know this encoding alone, frequent characters are enough.
            let is_usual = usual == Some(GB18030) && gb18030.familiar >= FAMILIAR_MIN && gb18030.is_apart;
            is_usual || gb18030.familiar > 100 - LEAD
        };
        let encoding = if is_chance { GB18030 } else { UTF_8 };
        return TextEncoding { encoding, is_doubtful: is_chance || utf8.broken > 0 };
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(part, true);
    let detected = match detector.guess(None, Utf8Detection::Deny) {
        encoding if encoding == GBK => GB18030,
        encoding => encoding,
    };
    let usual = usual.filter(|usual| usual.decode_without_bom_handling_and_without_replacement(part).is_some());
    let encoding = sample.best(detected, usual);
    let foreign = part.iter().filter(|byte| !byte.is_ascii()).take(SURE_BYTES).count();
    let is_sure = encoding == detected && foreign >= SURE_BYTES;
    // The programs of a binary form know one encoding, so of that one familiar characters are enough.
    let is_clear = match usual {
        Some(usual) if usual == encoding => sample.is_clear(encoding, 0),
        _ => foreign >= CLEAR_BYTES_MIN && sample.is_clear(encoding, CLEAR_LEAD),
    };
    TextEncoding { encoding, is_doubtful: !is_sure && !is_clear }
}

/// How many bytes are looked at for UTF-16 without a mark.
const UTF16_BYTES: usize = 512;

/// Returns the UTF-16 that bytes without a mark are in: a quarter of the characters or more are ASCII, which has a zero
/// in every other byte. No whole text in another encoding has them.
pub(super) fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let pairs = bytes[..bytes.len().min(UTF16_BYTES)].chunks_exact(2);
    let is_text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    // Another text with zeros inside it still begins with its letters.
    if pairs.clone().take(2).all(|pair| pair.iter().all(|&byte| is_text(byte))) {
        return None;
    }
    let count = |high: usize| {
        let lows = || pairs.clone().filter(|pair| pair[high] == 0).map(|pair| pair[1 - high]);
        if lows().all(|low| is_text(low) || low >= 0xA0) { lows().filter(|&low| is_text(low)).count() } else { 0 }
    };
    let (encoding, ascii) = [(UTF_16LE, count(1)), (UTF_16BE, count(0))].into_iter().max_by_key(|&(_, ascii)| ascii)?;
    (ascii > 1 && ascii * 4 >= pairs.len()).then_some(encoding)
}

/// How well bytes read as UTF-8.
struct Utf8Count {
    /// The characters that are not ASCII.
    valid: usize,
    /// The places that are no character, but for one that the end cuts.
    broken: usize,
    /// Whether all of these are characters of two bytes and some are no letters: so do some words of GB18030 read.
    is_odd: bool,
}

impl Utf8Count {
    fn of(bytes: &[u8]) -> Utf8Count {
        let mut count = Utf8Count { valid: 0, broken: 0, is_odd: false };
        let mut is_short = true;
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars().filter(|c| !c.is_ascii()) {
                count.valid += 1;
                is_short &= c.len_utf8() == 2;
                count.is_odd |= !c.is_alphanumeric();
            }
            count.broken += usize::from(!chunk.invalid().is_empty());
        }
        count.is_odd &= is_short;
        let tail = &bytes[bytes.len().saturating_sub(3)..];
        let is_cut =
            (0..tail.len()).any(|at| std::str::from_utf8(&tail[at..]).is_err_and(|why| why.error_len().is_none()));
        count.broken -= usize::from(is_cut && count.broken > 0);
        count
    }
}

/// The bytes of a text that are not ASCII, with the ASCII around them as far as it may belong to a character.
struct Sample {
    bytes: Vec<u8>,
}

/// How a sample reads in an encoding.
#[derive(Clone, Copy)]
struct Reading {
    /// From 0 to 100: a familiar character counts twice as much as a frequent one.
    familiar: usize,
    /// Whether a Latin letter touches none of the characters.
    is_apart: bool,
}

impl Sample {
    fn of(bytes: &[u8]) -> Sample {
        let mut sample = Vec::new();
        let mut foreign = 0;
        for (index, &byte) in bytes.iter().enumerate() {
            let is_foreign = |at: usize| bytes.get(at).is_some_and(|byte| !byte.is_ascii());
            if byte.is_ascii() && !is_foreign(index + 1) && !is_foreign(index.wrapping_sub(1)) {
                if sample.last() != Some(&b'\n') {
                    sample.push(b'\n');
                }
                continue;
            }
            sample.push(byte);
            foreign += usize::from(!byte.is_ascii());
            if foreign > SAMPLE_BYTES_MAX {
                break;
            }
        }
        Sample { bytes: sample }
    }

    fn read(&self, (encoding, frequent): &(&'static Encoding, RangeInclusive<u8>)) -> Reading {
        let structure = TextEncoding::certain(encoding);
        let is_japanese = *encoding == SHIFT_JIS || *encoding == EUC_JP;
        let (mut all, mut points, mut is_apart) = (0, 0, true);
        let (mut at, mut is_behind_letter) = (0, false);
        while at < self.bytes.len() {
            let length = structure.char_bytes(&self.bytes[at..]);
            let (bytes, lead) = (&self.bytes[at..at + length], self.bytes[at]);
            if !lead.is_ascii() {
                let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
                let c = text.and_then(|text| text.chars().next());
                let is_kana = c.is_some_and(|c| matches!(c, '\u{3040}'..='\u{30FF}'));
                all += 1;
                points += match c {
                    Some(c) if is_familiar(c) || (is_kana && is_japanese) => 2,
                    Some(_) if length == 2 && frequent.contains(&lead) => 1,
                    _ => 0,
                };
                is_apart &= !is_behind_letter;
            }
            is_behind_letter = lead.is_ascii_alphabetic();
            at += length;
        }
        Reading { familiar: points * 50 / all.max(1), is_apart }
    }

    /// Returns whether nearly all characters are familiar in this encoding, and fewer by `lead` in every other East Asian one.
    fn is_clear(&self, encoding: &'static Encoding, lead: usize) -> bool {
        let (mut own, mut other) = (0, 0);
        for row in &EAST_ASIAN {
            let rank = if row.0 == encoding { &mut own } else { &mut other };
            *rank = self.read(row).familiar.max(*rank);
        }
        own >= CLEAR_MIN && own >= other + lead
    }

    /// Returns the encoding that chardetng `detected`, or the `usual` one, or an East Asian one that is clearly more familiar.
    fn best(&self, detected: &'static Encoding, usual: Option<&'static Encoding>) -> &'static Encoding {
        let readings: Vec<_> = EAST_ASIAN.iter().map(|row| (row.0, self.read(row))).collect();
        let familiar = |encoding| readings.iter().find(|(known, _)| *known == encoding).map(|(_, read)| read.familiar);
        // Of equal ones the first: it is the likeliest.
        let best = readings.iter().rev().max_by_key(|(_, reading)| reading.familiar).copied();
        let (best, reading) = best.expect("there are East Asian encodings");
        let first = match usual {
            Some(usual) if familiar(usual).is_some_and(|familiar| familiar > 0) => usual,
            _ => detected,
        };
        match familiar(first) {
            Some(known) if reading.familiar >= known + LEAD => best,
            None if reading.familiar >= FAMILIAR_MIN && reading.is_apart => best,
            _ => first,
        }
    }
}
