//! Points as SGF writes them: a letter for the column from the left, one for the row from the top.

use smol_str::SmolStr;

/// Turns `h8` into SGF's letters.
pub fn to_letters(point: &str, size: u8) -> Option<String> {
    let column = point.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: u8 = point[1..].parse().ok().filter(|&row| row > 0)?;
    let from_top = size.checked_sub(row).filter(|_| column - b'a' < size)?;
    Some(format!("{}{}", column as char, (b'a' + from_top) as char))
}

/// Turns SGF's letters into `h8`.
pub fn from_letters(letters: &str, size: u8) -> Option<String> {
    let [column, row] = letters.as_bytes() else { return None };
    if !column.is_ascii_lowercase() || !row.is_ascii_lowercase() {
        return None;
    }
    let row = size.checked_sub(row - b'a').filter(|&row| row > 0 && column - b'a' < size)?;
    Some(format!("{}{row}", *column as char))
}

/// Reads `h8` points out of `hh` or `hh:ii`.
pub fn points(value: &str, size: u8) -> Option<(Option<SmolStr>, SmolStr)> {
    let (from, to) = value.split_once(':').map_or((None, value), |(from, to)| (Some(from), to));
    let from = from.map(|from| from_letters(from, size).ok_or(())).transpose().ok()?;
    Some((from.map(SmolStr::from), from_letters(to, size)?.into()))
}

/// Reads the points of `hh`, or of the rectangle `hh:jj`; at most `left` of them, which it takes off `left`.
pub fn area(value: &str, size: u8, left: &mut usize) -> Vec<SmolStr> {
    let (first, last) = value.trim().split_once(':').unwrap_or((value.trim(), value.trim()));
    let corner = |letters: &str| from_letters(letters, size).map(|_| [letters.as_bytes()[0], letters.as_bytes()[1]]);
    let (Some(first), Some(last)) = (corner(first), corner(last)) else { return Vec::new() };
    let letters = (first[1]..=last[1]).flat_map(|row| (first[0]..=last[0]).map(move |column| [column, row]));
    let points = letters.filter_map(|at| from_letters(std::str::from_utf8(&at).ok()?, size).map(SmolStr::from));
    let points: Vec<SmolStr> = points.take(*left).collect();
    *left -= points.len();
    points
}
