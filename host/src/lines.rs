//! Lines of input that may hold anything: what people and other programs write to a pipe.

use std::io::{self, BufRead};

/// The longest line that is kept unless another length is asked for, in bytes; a game of a thousand moves comes nowhere
/// near it.
const LENGTH_MAX: usize = 1 << 20;

/// Reads lines that end with LF, CR or both. Empty lines are passed over, bytes that are no UTF-8 are replaced, and
/// what a line holds beyond a certain length is dropped.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    length_max: usize,
}

impl<R: BufRead> Lines<R> {
    /// Reads from `input`, keeping a mebibyte of each line.
    pub const fn new(input: R) -> Lines<R> {
        Lines::up_to(input, LENGTH_MAX)
    }

    /// Reads from `input`, keeping `length_max` bytes of each line.
    pub const fn up_to(input: R, length_max: usize) -> Lines<R> {
        Lines { input, length_max }
    }

    /// Returns the next line without its end; `None` at the end of the input. An input that fails has ended.
    #[allow(clippy::should_implement_trait, reason = "an input that fails has ended; nothing here is lazy")]
    pub fn next(&mut self) -> Option<String> {
        let mut line = Vec::new();
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => &[],
            };
            if bytes.is_empty() {
                return (!line.is_empty()).then(|| to_text(&line));
            }
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &bytes[..end.unwrap_or(bytes.len())];
            line.extend_from_slice(&part[..part.len().min(self.length_max - line.len())]);
            let used = end.map_or(bytes.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() && !line.is_empty() {
                return Some(to_text(&line));
            }
        }
    }
}

fn to_text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(input);
        std::iter::from_fn(|| lines.next()).collect()
    }

    #[test]
    fn every_line_end_is_understood() {
        assert_eq!(read(b"a\nb\r\nc\rd\n\n\r\ne"), ["a", "b", "c", "d", "e"]);
        assert_eq!(read(b"\n\n"), [""; 0]);
        assert_eq!(read(b"\xff\xfe\n"), ["\u{fffd}\u{fffd}"]);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let long = vec![b'x'; LENGTH_MAX + 10];
        let lines = read(&[&long[..], b"\nnext"].concat());
        assert_eq!(lines[0].len(), LENGTH_MAX);
        assert_eq!(lines[1], "next");
    }
}
