//! Tags as PGN has them, `[Name "Value"]`, and where those of the next game begin.

/// A tag at the start of a text: its name, its value, and its length in bytes.
pub struct WrittenTag<'a> {
    pub name: &'a str,
    pub value: String,
    pub bytes: usize,
}

/// Quotation marks that word processors and people put in the place of `"`.
const QUOTES: [char; 15] = ['"', '\'', '“', '”', '„', '‟', '＂', '«', '»', '「', '」', '『', '』', '‘', '’'];

/// Reads `[Name "Value"]` at the start of `text`, the value without blanks around it. A quotation mark inside the value
/// may lack its backslash.
#[must_use]
pub fn read(text: &str) -> Option<WrittenTag<'_>> {
    let pass_space =
        |text: &'_ str| text.len() - text.trim_start_matches(|c: char| c != '\n' && c.is_whitespace()).len();
    let inner = text.strip_prefix('[')?;
    let inner = &inner[pass_space(inner)..];
    let name_end = inner.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))?;
    let (name, rest) = inner.split_at(name_end);
    let quoted = rest[pass_space(rest)..].strip_prefix(QUOTES).filter(|_| !name.is_empty())?;
    let closes: &[char] = if rest.trim_start().starts_with('"') { &QUOTES[..1] } else { &QUOTES };
    let mut value = String::new();
    let mut escaped = false;
    for (at, c) in quoted.char_indices().take_while(|&(_, c)| c != '\n') {
        if closes.contains(&c) && !escaped {
            let behind = &quoted[at + c.len_utf8()..];
            let behind = &behind[pass_space(behind)..];
            if behind.starts_with(']') {
                let value = value.trim().to_owned();
                return Some(WrittenTag { name, value, bytes: text.len() - behind.len() + 1 });
            }
        }
        escaped = c == '\\' && !escaped;
        if !escaped {
            value.push(c);
        }
    }
    None
}

/// Returns whether a text begins with a tag, not with a command outside a comment.
#[must_use]
pub fn is_tag(text: &str) -> bool {
    text.strip_prefix('[').is_some_and(|text| text.trim_start().starts_with(char::is_alphabetic))
        && read(text).is_some()
}

/// The tags that nearly every game has: those that begin one, then the others of PGN's seven with the name of Xiangqi's
/// first player.
const ROSTER: [&str; 10] = ["Game", "Event", "FEN", "Site", "Date", "Round", "Red", "White", "Black", "Result"];

/// The tags of [`ROSTER`], a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roster(u16);

impl Roster {
    /// `Game` and `Event`.
    const TITLES: Roster = Roster(0b11);
    /// `FEN`.
    const START: Roster = Roster(0b100);

    fn of(name: &str) -> Roster {
        let at = ROSTER.iter().position(|known| known.eq_ignore_ascii_case(name));
        Roster(at.map_or(0, |at| 1 << at))
    }

    /// Adds the tag of this name.
    pub fn add(&mut self, name: &str) {
        self.0 |= Roster::of(name).0;
    }

    const fn and(self, other: Roster) -> Roster {
        Roster(self.0 & other.0)
    }

    const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the tags that `text` begins with belong to another game than these. Some programs repeat a tag
    /// in one game. So two tags of the roster are repeated; one is enough for `Game` and `Event` where the tags are
    /// `apart` from those before, and for a tag that begins a game behind a `FEN`, since a position may be all of a
    /// game.
    #[must_use]
    pub fn ends_before(self, text: &str, apart: bool) -> bool {
        let first = read(text).map_or(Roster(0), |tag| Roster::of(tag.name));
        let is_title = !first.and(self).and(Roster::TITLES).is_empty();
        if !self.and(Roster::START).is_empty() && (is_title || first == Roster::START) {
            return true;
        }
        if !apart && !is_title {
            return false;
        }
        let repeated = following(text).and(self);
        repeated.0.count_ones() > 1 || apart && !repeated.and(Roster::TITLES).is_empty()
    }
}

/// Returns the tags that follow each other at the start of `text`, up to an empty line or to one that is repeated.
fn following(text: &str) -> Roster {
    let mut found = Roster::default();
    let mut rest = text;
    while let Some(tag) = read(rest) {
        let roster = Roster::of(tag.name);
        if !roster.and(found).is_empty() {
            break;
        }
        found.0 |= roster.0;
        let behind = rest[tag.bytes..].trim_start_matches([' ', '\t']);
        rest = behind.strip_prefix('\n').unwrap_or(behind).trim_start_matches([' ', '\t']);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    // gahansen/rpb-chessboard#134.
    #[test]
    fn quotation_marks_of_word_processors_are_read() {
        for (text, value) in [
            ("[Red “李红”]", "李红"),
            ("[Red „Li“] [Black „Wu“]", "Li"),
            ("[Red 「李“红”」]", "李“红”"),
            ("[Red 'Queen's']", "Queen's"),
            ("[Red \" 吴贵临　\"]", "吴贵临"),
            ("[Red  ‘x\\’]’ ]", "x’]"),
            ("[Red \"李“红”]\"]", "李“红”]"),
        ] {
            assert_eq!(read(text).map(|tag| (tag.name, tag.value)), Some(("Red", value.to_owned())), "{text}");
        }
        assert!(["[Red “x]", "[Red \"x”]", "[Red x”]", "[“x”]"].iter().all(|text| read(text).is_none()));
    }

    #[test]
    fn the_tags_of_the_next_game_repeat_those_of_the_last() {
        let ends = |before: &[&str], tags: &str, apart| {
            let mut roster = Roster::default();
            before.iter().for_each(|name| roster.add(name));
            roster.ends_before(tags, apart)
        };
        let roster = ["Event", "Round", "Red", "Black", "Result"];
        let two = "[Event \"b\"]\n[Round \"2\"]\n";
        assert!(ends(&roster, two, true) && ends(&roster, two, false));
        assert!(ends(&roster, "[event \"b\"]", true) && !ends(&roster, "[Event \"b\"]", false));
        assert!(ends(&roster, "[RedElo \"1\"] [Red \"c\"] [Black \"d\"]", true));
        assert!(!ends(&roster, "[Red \"c\"]\n[Black \"d\"]", false));
        // A program that repeats a tag, and one that has an empty line among its tags.
        assert!(!ends(&roster, "[Round \"2\"]\n\n[Red \"c\"]", true));
        assert!(!ends(&roster, "[Site \"x\"]\n[Date \"y\"]\n[Round \"2\"]", true));
        assert!(!ends(&roster, "[Round \"2\"]\n[Round \"2\"]\n[Round \"2\"]", true));
        assert!(!ends(&[], two, true) && !ends(&roster, "", true));
        let start = ["FEN", "Red"];
        assert!(ends(&start, "[FEN \"9\"]", false) && !ends(&start, "[Red \"c\"]", false));
    }
}
