//! Weight tables of `data/weights`, parsed at compile time.
//!
//! A table is text: whitespace or commas separate whole numbers, `[NAME]` begins a section, and `#` begins a comment
//! that ends with its line. `duiyi tune` writes such files.

/// Returns the numbers of `text` in their order, for all sections together.
///
/// # Panics
/// If the count differs from `N`, a number exceeds 16 bits, or a word is no number. In a constant, that is a compile
/// error.
#[must_use]
pub const fn numbers<const N: usize>(text: &str) -> [i16; N] {
    let bytes = text.as_bytes();
    let mut numbers = [0; N];
    let (mut at, mut count) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'#' => at = end_of(bytes, at, b'\n'),
            b'[' => at = end_of(bytes, at, b']'),
            b' ' | b',' | b'\n' | b'\r' => at += 1,
            _ => {
                assert!(count < N, "the table has too many numbers");
                (numbers[count], at) = number(bytes, at);
                count += 1;
            }
        }
    }
    assert!(count == N, "the table has too few numbers");
    numbers
}

/// Returns the index after the next `mark`, or the end.
const fn end_of(bytes: &[u8], mut at: usize, mark: u8) -> usize {
    while at < bytes.len() && bytes[at] != mark {
        at += 1;
    }
    if at < bytes.len() { at + 1 } else { at }
}

/// Returns the number at `at` and the index after it.
const fn number(bytes: &[u8], mut at: usize) -> (i16, usize) {
    let is_negative = bytes[at] == b'-';
    if is_negative {
        at += 1;
    }
    let (first, mut value) = (at, 0);
    while at < bytes.len() && bytes[at].is_ascii_digit() {
        value = value * 10 + (bytes[at] - b'0') as i32;
        assert!(value <= i16::MAX as i32, "a weight exceeds 16 bits");
        at += 1;
    }
    assert!(at > first, "a table holds numbers, sections and comments alone");
    (if is_negative { -value } else { value } as i16, at)
}

/// Lists the sections of a table: name and count of numbers.
#[cfg(test)]
pub fn sections(text: &str) -> Vec<(&str, usize)> {
    let mut sections = Vec::new();
    for line in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => sections.push((name, 0)),
            None => {
                let count = line.split([' ', ',']).filter(|word| !word.is_empty()).count();
                if let Some((_, sum)) = sections.last_mut() {
                    *sum += count;
                }
            }
        }
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_the_order_of_the_text() {
        const TABLE: &str = "# a comment with 7 words\n\n[A]  # 1\n1 -2, 30\r\n[B 4]\n-32767,5\n";
        const NUMBERS: [i16; 5] = numbers(TABLE);
        assert_eq!(NUMBERS, [1, -2, 30, -32767, 5]);
        assert_eq!(sections(TABLE), [("A", 3), ("B 4", 2)]);
    }

    #[test]
    #[should_panic(expected = "numbers, sections and comments alone")]
    fn other_words_are_refused() {
        let _: [i16; 2] = numbers("1.5");
    }

    #[test]
    #[should_panic(expected = "too few numbers")]
    fn a_missing_number_is_refused() {
        let _: [i16; 3] = numbers("1 2");
    }
}
