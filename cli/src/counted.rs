//! Numbers with their noun.

use std::fmt::Display;

/// Writes a number with its noun: `1 game`, `2 games`.
pub fn counted<T: Display + PartialEq + From<u8>>(number: T, noun: &str) -> String {
    let plural = if number == T::from(1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_not_several() {
        let said = [0_usize, 1, 2, 21].map(|number| counted(number, "game"));
        assert_eq!(said, ["0 games", "1 game", "2 games", "21 games"]);
    }
}
