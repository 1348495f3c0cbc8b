//! Text that people and other programs send: lines from a pipe, and the characters that a shown line must not contain.

use std::io::{self, BufRead};

use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};

/// The default limit of a line, in bytes; a game of a thousand moves is far shorter.
const LENGTH_MAX: usize = 1 << 20;

/// The byte order mark, which some programs write before the first line.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads lines that end with LF, CR or both. It skips empty lines and a byte order mark, replaces invalid UTF-8, and
/// truncates long lines.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    length_max: usize,
    /// The current, incomplete line.
    line: Vec<u8>,
}

impl<R> Lines<R> {
    /// Reads from `input`; lines are truncated to one mebibyte.
    pub const fn new(input: R) -> Lines<R> {
        Lines::up_to(input, LENGTH_MAX)
    }

    /// Reads from `input`; lines are truncated to `length_max` bytes.
    pub const fn up_to(input: R, length_max: usize) -> Lines<R> {
        Lines { input, length_max, line: Vec::new() }
    }
}

impl<R: BufRead> Lines<R> {
    /// Returns the next line without its end; `None` at the end of the input. A read error counts as the end.
    #[allow(clippy::should_implement_trait, reason = "an input that fails has ended; nothing here is lazy")]
    pub fn next(&mut self) -> Option<String> {
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => &[],
            };
            let (used, end) = cut(bytes, &mut self.line, self.length_max);
            self.input.consume(used);
            if let Some(line) = end {
                return line;
            }
        }
    }
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    /// Waits for the next line, as [`Lines::next`] does. Dropping the future loses no input.
    pub async fn heard(&mut self) -> Option<String> {
        loop {
            let bytes = self.input.fill_buf().await.unwrap_or_default();
            let (used, end) = cut(bytes, &mut self.line, self.length_max);
            self.input.consume(used);
            if let Some(line) = end {
                return line;
            }
        }
    }
}

/// Returns whether `c` can control a terminal, break a line or change the reading order: a control character, a line or
/// paragraph separator, or a mark, embedding, override or isolate of Unicode's bidirectional algorithm (UAX #9).
#[must_use]
pub fn is_format_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Appends `bytes` to `line` up to the line's end. Returns the number of bytes used and, at the end of the line or the
/// input, the line. Empty `bytes` mean the end of the input.
fn cut(bytes: &[u8], line: &mut Vec<u8>, length_max: usize) -> (usize, Option<Option<String>>) {
    let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    let part = &bytes[..end.unwrap_or(bytes.len())];
    line.extend_from_slice(&part[..part.len().min(length_max - line.len())]);
    let used = end.map_or(bytes.len(), |end| end + 1);
    let over = bytes.is_empty() || (end.is_some() && !line.is_empty());
    let text = |line: &[u8]| {
        let line = (!line.is_empty()).then(|| line.strip_prefix(MARK).unwrap_or(line));
        line.map(|line| String::from_utf8_lossy(line).into_owned())
    };
    (used, over.then(|| text(&std::mem::take(line))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all lines of `input` twice, blocking and asynchronously.
    #[track_caller]
    fn read(input: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(input);
        let read: Vec<String> = std::iter::from_fn(|| lines.next()).collect();
        // A buffer of three bytes splits every line.
        let mut lines = Lines::new(tokio::io::BufReader::with_capacity(3, input));
        let heard = crate::reactor::Reactor::start().block_on(async {
            let mut heard = Vec::new();
            while let Some(line) = lines.heard().await {
                heard.push(line);
            }
            heard
        });
        assert_eq!(heard, read);
        read
    }

    #[test]
    fn every_line_end_is_understood() {
        assert_eq!(read(b"a\nb\r\nc\rd\n\n\r\ne"), ["a", "b", "c", "d", "e"]);
        assert_eq!(read(b"\n\n"), [""; 0]);
        assert_eq!(read(b"\xff\xfe\n"), ["\u{fffd}\u{fffd}"]);
        assert_eq!(read(b"\xef\xbb\xbfuci\nisready\n"), ["uci", "isready"]);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let long = vec![b'x'; LENGTH_MAX + 10];
        let lines = read(&[&long[..], b"\nnext"].concat());
        assert_eq!(lines[0].len(), LENGTH_MAX);
        assert_eq!(lines[1], "next");
    }

    #[test]
    fn a_format_control_ends_at_its_boundary() {
        for (first, last) in [
            ('\0', '\u{1f}'),
            ('\u{7f}', '\u{9f}'),
            ('\u{61c}', '\u{61c}'),
            ('\u{200e}', '\u{200f}'),
            ('\u{2028}', '\u{202e}'),
            ('\u{2066}', '\u{2069}'),
        ] {
            assert!((first..=last).all(is_format_control), "{first:?} to {last:?}");
            let before = u32::from(first).checked_sub(1).and_then(char::from_u32);
            let after = char::from_u32(u32::from(last) + 1);
            assert!(!before.is_some_and(is_format_control), "before {first:?}");
            assert!(!after.is_some_and(is_format_control), "after {last:?}");
        }
    }
}
