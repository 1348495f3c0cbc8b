//! A place in a text that knows its line: each byte is counted once, as it is passed.

/// A reader's place in a text.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    rest: &'a str,
    line: usize,
    /// The bytes that have been passed.
    passed: usize,
    /// Where the line that [`Cursor::finds_line`] found last begins, in bytes from the start.
    found: usize,
}

impl<'a> Cursor<'a> {
    /// Begins at the start of `text`.
    #[must_use]
    pub const fn new(text: &'a str) -> Cursor<'a> {
        Cursor { rest: text, line: 1, passed: 0, found: 0 }
    }

    /// Returns the rest of the text.
    #[must_use]
    pub const fn rest(&self) -> &'a str {
        self.rest
    }

    /// Returns the line of the next character, counted from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Returns the next character.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Passes `bytes` bytes, which end at a character's end, and returns them.
    pub fn pass(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.bytes().filter(|&byte| byte == b'\n').count();
        self.passed += bytes;
        self.rest = rest;
        passed
    }

    /// Reads at most `bytes` of what is still to be read with `read`, and returns what it gives and whether the text went on
    /// where it found no end.
    pub fn within<T>(&mut self, bytes: usize, read: impl FnOnce(&mut Cursor<'a>) -> T) -> (T, bool) {
        let whole = self.rest;
        let part = &whole[..whole.floor_char_boundary(bytes)];
        let mut cursor = Cursor { rest: part, ..*self };
        let given = read(&mut cursor);
        *self = Cursor { rest: &whole[part.len() - cursor.rest.len()..], ..cursor };
        (given, cursor.rest.is_empty() && part.len() < whole.len())
    }

    /// Passes the characters up to the first that `ends`, or all, and returns them.
    pub fn pass_until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        self.pass(self.rest.find(ends).unwrap_or(self.rest.len()))
    }

    /// Passes one character and returns it.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.pass(c.len_utf8());
        Some(c)
    }

    /// Returns whether `is_wanted` accepts a line of the rest, from its index and its text. A line that was found is
    /// remembered until it is reached, so a caller that always looks for the same passes over the text once.
    pub fn finds_line(&mut self, is_wanted: impl Fn(usize, &str) -> bool) -> bool {
        if self.found > self.passed {
            return true;
        }
        let mut begin = self.passed;
        for (index, line) in self.rest.split('\n').enumerate() {
            if is_wanted(index, line) {
                self.found = begin;
                return true;
            }
            begin += line.len() + 1;
        }
        false
    }

    /// Passes white space.
    pub fn pass_space(&mut self) {
        self.pass_until(|c| !c.is_whitespace());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_as_they_are_passed() {
        let mut cursor = Cursor::new("a\r\n 象\n\nb");
        assert_eq!((cursor.bump(), cursor.line()), (Some('a'), 1));
        cursor.pass_space();
        assert_eq!((cursor.peek(), cursor.line()), (Some('象'), 2));
        assert_eq!((cursor.pass_until(|c| c == 'b'), cursor.line()), ("象\n\n", 4));
        assert_eq!((cursor.bump(), cursor.bump(), cursor.rest()), (Some('b'), None, ""));
    }

    #[test]
    fn a_line_that_was_found_is_remembered_until_it_is_reached() {
        let looked = std::cell::Cell::new(0);
        let finds = |cursor: &mut Cursor<'_>| {
            let is_found = cursor.finds_line(|index, line| {
                looked.set(looked.get() + 1);
                index > 0 && line.starts_with('象')
            });
            (is_found, looked.take())
        };
        let mut cursor = Cursor::new("a\nb\n象c");
        assert_eq!(finds(&mut cursor), (true, 3));
        assert_eq!(cursor.within(3, |part| (part.pass(2), finds(part))), (("a\n", (true, 0)), false));
        cursor.pass(1);
        assert_eq!((finds(&mut cursor), cursor.rest()), ((true, 0), "\n象c"));
        cursor.pass(1);
        assert_eq!(finds(&mut cursor), (false, 1));
    }

    #[test]
    fn a_part_is_read_and_the_rest_goes_on() {
        let mut cursor = Cursor::new("a\n象b");
        let all = |cursor: &mut Cursor| cursor.pass_until(|_| false).to_owned();
        assert_eq!(cursor.within(4, all), ("a\n".to_owned(), true));
        assert_eq!((cursor.rest(), cursor.line()), ("象b", 2));
        assert_eq!(cursor.within(9, |cursor| cursor.bump()), (Some('象'), false));
        assert_eq!(cursor.within(1, all), ("b".to_owned(), false));
    }
}
