//! Characters, letters and pictures as paths, so that a drawing needs no font. The page draws from the same files.

use std::fmt::Write;

use super::escape::escape;
use super::plane::n;

const KAI: [&str; 2] =
    [include_str!("../../../../data/board/kai-bold.txt"), include_str!("../../../../data/board/kai-numerals.txt")];
const SERIF: [&str; 2] =
    [include_str!("../../../../data/board/serif-regular.txt"), include_str!("../../../../data/board/serif-bold.txt")];
const PICTURES: &str = include_str!("../../../../data/board/pictures.txt");

/// The width of a space in the serif, in thousandths of an em.
const SPACE: f64 = 250.0;

/// A text as one path: 1000 units to the em, the origin at the left end of the baseline, y down.
pub struct LetteredText {
    /// SVG path data.
    pub path: String,
    /// The width of the text.
    pub advance: f64,
}

/// Draws a text, bold or not, with the fonts of the machine; `None` if they lack a character.
pub type Lettering<'a> = &'a dyn Fn(&str, bool) -> Option<LetteredText>;

/// Draws `character` in Kai with the centre of its outline on the origin, at `em` units to the em.
pub(super) fn kai(character: char, em: f64) -> String {
    let Some(line) = KAI.iter().find_map(|file| line_of(file, character)) else { return String::new() };
    let fields: Vec<&str> = line.splitn(7, ' ').collect();
    let [_, _, left, top, right, bottom, path] = fields[..] else { return String::new() };
    let number = |text: &str| text.parse::<f64>().unwrap_or_default();
    let (x, y) = ((number(left) + number(right)) / 2.0, (number(top) + number(bottom)) / 2.0);
    let (x, y) = (n(-x), n(-y));
    format!("<path d=\"{path}\" transform=\"scale({}) translate({x} {y})\"", em / 1000.0)
}

/// Returns our picture of the piece with this lower-case FEN letter.
pub(super) fn picture(letter: char) -> &'static str {
    line_of(PICTURES, letter).map_or("", |line| &line[2..])
}

fn line_of(file: &'static str, character: char) -> Option<&'static str> {
    file.lines().find(|line| !line.starts_with("// ") && line.starts_with(character))
}

/// Draws a text in the serif of the boards; `None` if it has characters beyond ASCII.
fn serif(text: &str, bold: bool) -> Option<LetteredText> {
    let (mut path, mut advance) = (String::new(), 0.0);
    for character in text.chars() {
        if character == ' ' {
            advance += SPACE;
            continue;
        }
        let line = line_of(SERIF[usize::from(bold)], character)?;
        let fields: Vec<&str> = line.splitn(7, ' ').collect();
        path.push_str(&moved(fields[6], advance));
        advance += fields[1].parse::<f64>().ok()?;
    }
    Some(LetteredText { path, advance })
}

/// Moves a path to the right: only the beginning of each contour is absolute.
fn moved(path: &str, by: f64) -> String {
    let mut out = String::with_capacity(path.len() + 16);
    for contour in path.split('M').skip(1) {
        let end = contour[1..].find(['-', ' ']).map_or(contour.len(), |at| at + 1);
        let x: f64 = contour[..end].parse().unwrap_or_default();
        write!(out, "M{}{}", x + by, &contour[end..]).expect("writing to a string cannot fail");
    }
    out
}

/// How a text lies beside its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
}

/// A text to be drawn.
pub(super) struct Words<'a> {
    pub text: &'a str,
    pub x: f64,
    /// The baseline.
    pub y: f64,
    pub size: f64,
    pub bold: bool,
    pub anchor: Anchor,
    pub ink: &'a str,
    /// A ring of another colour around the letters, with its width.
    pub ring: Option<(&'a str, f64)>,
}

impl Words<'_> {
    /// Draws the text as a path, or as text where no outline is known. Returns its width, too, which is a guess then.
    pub fn draw(&self, lettering: Option<Lettering>) -> (String, f64) {
        let Words { text, x, y, size, bold, anchor, ink, ring } = *self;
        let known = serif(text, bold).or_else(|| lettering.and_then(|draw| draw(text, bold)));
        let Some(LetteredText { path, advance }) = known else {
            let (weight, middle) = (if bold { 700 } else { 400 }, anchor == Anchor::Middle);
            let anchor = if middle { " text-anchor=\"middle\"" } else { "" };
            let ring = ring.map_or_else(String::new, |(colour, width)| {
                format!(" stroke=\"{colour}\" stroke-width=\"{}\" paint-order=\"stroke\"", n(width))
            });
            let drawn = format!(
                "<text x=\"{}\" y=\"{}\" font-family=\"'Source Serif 4', 'Noto Serif CJK SC', 'Songti SC', SimSun, serif\" \
                 font-size=\"{}\" font-weight=\"{weight}\"{anchor} fill=\"{ink}\"{ring}>{}</text>",
                n(x),
                n(y),
                n(size),
                escape(text),
            );
            return (drawn, size * text.chars().map(|c| if c.is_ascii() { 0.52 } else { 1.0 }).sum::<f64>());
        };
        let (scale, width) = (size / 1000.0, size * advance / 1000.0);
        let left = if anchor == Anchor::Middle { x - width / 2.0 } else { x };
        let at = format!("transform=\"translate({} {}) scale({scale})\"", n(left), n(y));
        let ring = ring.map_or_else(String::new, |(colour, width)| {
            format!(
                "<path d=\"{path}\" {at} fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
                n(width / scale)
            )
        });
        (format!("{ring}<path d=\"{path}\" {at} fill=\"{ink}\"/>"), width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outline_is_found() {
        for character in "帥仕相傌俥炮兵將士象馬車砲卒帅将马车楚河漢界汉一九".chars() {
            assert!(kai(character, 0.5).starts_with("<path d=\"M"), "{character}");
        }
        for letter in "kabnrcp".chars() {
            assert!(picture(letter).starts_with('M'), "{letter}");
        }
        let drawn = serif("A B", true).expect("it is ASCII");
        assert!(drawn.advance > 1200.0 && drawn.path.starts_with('M'));
        assert!(serif("é", false).is_none() && serif("/", false).is_some());
    }

    #[test]
    fn a_path_moves_by_the_beginnings_of_its_contours() {
        assert_eq!(moved("M-5-3l2 0zM7 8l1 1z", 100.0), "M95-3l2 0zM107 8l1 1z");
    }
}
