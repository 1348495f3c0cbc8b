//! A place in bytes that knows its offset and never reads past the end.

/// A reader's place in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a> {
    all: &'a [u8],
    offset: usize,
}

impl<'a> Bytes<'a> {
    /// Begins at `offset`.
    #[must_use]
    pub const fn new(all: &'a [u8], offset: usize) -> Bytes<'a> {
        Bytes { all, offset }
    }

    /// Returns the offset of the next byte.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Passes `count` bytes and returns them, or `None` if there are fewer; then nothing is passed.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.offset.checked_add(count)?;
        let taken = self.all.get(self.offset..end)?;
        self.offset = end;
        Some(taken)
    }

    /// Passes `N` bytes and returns them.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// Passes a number of four bytes, the lowest first.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// Passes the bytes up to the next that is zero, and that one too; without one, all the rest.
    pub fn until_zero(&mut self) -> &'a [u8] {
        let rest = self.all.get(self.offset..).unwrap_or_default();
        let text = rest.split(|&byte| byte == 0).next().unwrap_or_default();
        self.offset += rest.len().min(text.len() + 1);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_read_past_the_end() {
        let mut bytes = Bytes::new(&[1, 0, 0, 0, b'a', 0, b'b'], 0);
        assert_eq!((bytes.take(9), bytes.take(usize::MAX), bytes.offset()), (None, None, 0));
        assert_eq!((bytes.u32(), bytes.u32()), (Some(1), None));
        assert_eq!((bytes.until_zero(), bytes.until_zero(), bytes.until_zero()), (&b"a"[..], &b"b"[..], &b""[..]));
        assert_eq!(bytes.offset(), 7);
        assert_eq!(Bytes::new(&[], 5).array::<1>(), None);
    }
}
