//! The common form of net files: a first line, numbers, and a checksum.
//!
//! ```text
//! duiyi-net 1 GAME key=value …⏎
//! numbers, little-endian
//! u64 (FNV-1a of all bytes before it)
//! ```

/// The longest first line, in bytes.
const LINE_MAX: usize = 200;
const SUM: usize = 8;

/// The fault of a net file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The first line has another format.
    #[error("not a Xiangqi or Gomoku network file")]
    Foreign,
    /// The first line describes an unsupported net.
    #[error("unsupported network architecture")]
    Shape,
    /// The file is shorter or longer than its first line says.
    #[error("the net has {found} bytes instead of {wanted}")]
    Length {
        found: usize,
        /// Length by the first line.
        wanted: usize,
    },
    /// The checksum does not match.
    #[error("the net is damaged")]
    Damaged,
    /// A weight is beyond its bound, so sums could overflow.
    #[error("a weight of the net is out of bounds")]
    Weight,
}

/// A reader of consecutive numbers.
pub struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    /// Reads the next `COUNT` numbers of two bytes.
    ///
    /// # Panics
    /// If too few bytes remain. The caller has checked the length against the first line.
    pub fn i16s<const COUNT: usize>(&mut self) -> [i16; COUNT] {
        std::array::from_fn(|_| i16::from_le_bytes(self.take()))
    }

    /// Reads the next `count` numbers of two bytes.
    ///
    /// # Panics
    /// As [`Numbers::i16s`].
    pub fn many_i16s(&mut self, count: usize) -> Vec<i16> {
        (0..count).map(|_| i16::from_le_bytes(self.take())).collect()
    }

    /// Reads the next numbers of four bytes.
    ///
    /// # Panics
    /// As [`Numbers::i16s`].
    pub fn i32s<const COUNT: usize>(&mut self) -> [i32; COUNT] {
        std::array::from_fn(|_| i32::from_le_bytes(self.take()))
    }

    fn take<const BYTES: usize>(&mut self) -> [u8; BYTES] {
        let (bytes, rest) = self.0.split_first_chunk().expect("the length was checked when the file was opened");
        self.0 = rest;
        *bytes
    }
}

/// Opens a file whose first line starts with `magic`. `shape` parses the rest of the line and returns the number of
/// bytes that follow.
///
/// # Errors
/// Any [`NetError`] except [`NetError::Weight`].
pub fn open<'a, S>(
    bytes: &'a [u8],
    magic: &str,
    shape: impl FnOnce(&str) -> Option<(S, usize)>,
) -> Result<(S, Numbers<'a>), NetError> {
    let end = bytes.iter().take(LINE_MAX).position(|&byte| byte == b'\n').ok_or(NetError::Foreign)?;
    let line = std::str::from_utf8(&bytes[..end]).map_err(|_| NetError::Foreign)?;
    let words = line.strip_prefix(magic).ok_or(NetError::Foreign)?;
    let (shape, length) = shape(words).ok_or(NetError::Shape)?;
    let wanted = end + 1 + length + SUM;
    if bytes.len() != wanted {
        return Err(NetError::Length { found: bytes.len(), wanted });
    }
    let (body, sum) = bytes.split_at(wanted - SUM);
    if sum != hash(body).to_le_bytes() {
        return Err(NetError::Damaged);
    }
    Ok((shape, Numbers(&body[end + 1..])))
}

/// Appends the checksum, which [`open`] verifies.
pub fn seal(bytes: &mut Vec<u8>) {
    bytes.extend(hash(bytes).to_le_bytes());
}

/// Returns the checksum of a sealed file.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    hash(&bytes[..bytes.len() - SUM])
}

/// Returns the value of `key` in the first line.
#[must_use]
pub fn value<T: std::str::FromStr>(words: &str, key: &str) -> Option<T> {
    words.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='))?.parse().ok()
}

/// Returns the FNV-1a hash (G. Fowler, L. C. Noll, K.-P. Vo, 1991) of `bytes`, 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
