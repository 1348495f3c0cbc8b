//! A position as SVG, drawn as the app's own board: wood, men as paths, frame, edge labels, the last move in brackets. It
//! names no font but for a text that no outline is known for, and nothing outside.

use super::escape::escape;
use super::ground::ground;
use super::men::{RED, TONES, man};
use super::outlines::{Anchor, Lettering, Words};
use super::overlay::{check, last_move, marks, numbers, winning_line};
use super::plane::{Plane, n};
use super::style::{BoardWood, PictureStyle, WoodColours};
use crate::game::{Game, GameKind};
use crate::record::note::Note;

/// The lines above a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The players, the first side first; both empty if unknown.
    pub names: [String; 2],
    /// Event, date, move and result, as far as they are known.
    pub facts: Vec<String>,
}

/// Pixels to a cell, as the picture's own size.
const CELL_PX: f64 = 80.0;

const PAPER: &str = "#fbf7ee";
const INK: &str = "#1e1a16";
const INK_QUIET: &str = "#6b6155";
/// The width of the board of Xiangqi with its coordinates.
const XIANGQI_WIDTH: f64 = 9.9;
const NAME_SIZE: f64 = 0.42;
const FACT_SIZE: f64 = 0.3;
/// The width of both players' dots with the spaces behind them.
const DOTS: f64 = 1.34;

/// A drawing in two layers: the empty board, which is the same for a whole game, and its men and marks.
pub struct Picture {
    /// In cells.
    pub width: f64,
    /// In cells.
    pub height: f64,
    /// The accessible name.
    label: String,
    ground: String,
    men: String,
}

impl Picture {
    /// Draws the position of `game` with the marks of `note`. `stones` are the points of the game in order, for numbers.
    #[must_use]
    pub fn new(
        game: &Game,
        note: &Note,
        stones: &[String],
        heading: &Heading,
        style: &PictureStyle,
        lettering: Option<Lettering>,
    ) -> Picture {
        let board = Board::new(game, style);
        let plane = &board.plane;
        let (strip, head) = if style.heading { head(plane, heading, lettering) } else { (0.0, String::new()) };
        let below = |drawn: &str| format!("<g transform=\"translate(0 {})\">\n{drawn}</g>\n", n(strip));
        let paper = format!("<rect width=\"{}\" height=\"{}\" fill=\"{PAPER}\"/>\n", n(plane.width), n(strip));
        let men = format!("{}{}", board.men(game, stones), board.marks(game, note, lettering));
        let label = [heading.names.join(" – ").trim_matches([' ', '–']).to_owned(), heading.facts.join(" · ")];
        Picture {
            width: plane.width,
            height: plane.height + strip,
            label: label.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(". "),
            ground: below(&board.ground()) + if strip > 0.0 { &paper } else { "" },
            men: format!("{TONES}{}{head}", below(&men)),
        }
    }

    /// Returns the whole drawing as a file.
    #[must_use]
    pub fn svg(&self) -> String {
        let title =
            if self.label.is_empty() { String::new() } else { format!("<title>{}</title>\n", escape(&self.label)) };
        self.wrapped(&format!("{title}{}{}", self.ground, self.men))
    }

    /// Returns the empty board as a file.
    #[must_use]
    pub fn ground_svg(&self) -> String {
        self.wrapped(&self.ground)
    }

    /// Returns everything on the board as a file, without the board.
    #[must_use]
    pub fn men_svg(&self) -> String {
        self.wrapped(&self.men)
    }

    fn wrapped(&self, content: &str) -> String {
        let (width, height) = (n(self.width), n(self.height));
        let pixels = |cells: f64| (cells * CELL_PX).round();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n{content}</svg>\n",
            pixels(self.width),
            pixels(self.height),
        )
    }
}

/// Draws the lines above a board, with the height of their strip: zero without any. On every board they have the size that
/// they have on that of Xiangqi: a picture is seen at one width, however many points that holds.
fn head(plane: &Plane, heading: &Heading, lettering: Option<Lettering>) -> (f64, String) {
    let zoom = if plane.kind == GameKind::Xiangqi { 1.0 } else { plane.width / XIANGQI_WIDTH };
    let (strip, drawn) = head_lines(plane.kind, plane.width / zoom, heading, lettering);
    (strip * zoom, if drawn.is_empty() { drawn } else { format!("<g transform=\"scale({})\">{drawn}</g>\n", n(zoom)) })
}

/// The lines above a board that is `width` cells of Xiangqi wide.
fn head_lines(kind: GameKind, width: f64, heading: &Heading, lettering: Option<Lettering>) -> (f64, String) {
    let (has_names, facts) = (heading.names.iter().any(|name| !name.trim().is_empty()), heading.facts.join(" · "));
    let (edge, mut strip, mut drawn) = (0.45, 0.0, String::new());
    let room = width - 2.0 * edge;
    let write = |text: &str, x: f64, y: f64, size: f64, bold: bool| {
        let ink = if bold { INK } else { INK_QUIET };
        Words { text, x, y, size, bold, anchor: Anchor::Start, ink, ring: None }.draw(lettering)
    };
    if has_names {
        strip += 0.95;
        let names = heading.names.each_ref().map(|name| name.trim());
        let widths = names.map(|name| write(name, 0.0, 0.0, NAME_SIZE, true).1);
        // Long names grow smaller, and are cut where they could not be read.
        let scale = ((room - DOTS) / (widths[0] + widths[1]).max(0.1)).clamp(0.6, 1.0);
        let free = (room - DOTS - scale * widths[1]).max(room * 0.48 - 0.4);
        let size = NAME_SIZE * scale;
        let mut x = edge;
        for (index, name) in names.into_iter().enumerate() {
            let dot = match (kind, index) {
                (GameKind::Xiangqi, 0) => format!("fill=\"{RED}\""),
                (GameKind::Xiangqi, _) | (_, 0) => format!("fill=\"{INK}\""),
                _ => format!("fill=\"#ffffff\" stroke=\"{INK}\" stroke-width=\"0.03\""),
            };
            let limit = if index == 0 { free } else { edge + room - x - 0.38 };
            let fitted = fitted(name, limit + 0.01, |text| write(text, 0.0, 0.0, size, true).1);
            let (text, width) = write(&fitted, x + 0.38, strip - 0.28, size, true);
            drawn.push_str(&format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"0.13\" {dot}/>{text}",
                n(x + 0.15),
                n(strip - 0.42)
            ));
            x += width + 0.38 + 0.55;
        }
    }
    if !facts.is_empty() {
        strip += if has_names { 0.4 } else { 0.75 };
        let facts = fitted(&facts, room, |text| write(text, 0.0, 0.0, FACT_SIZE, false).1);
        drawn.push_str(&write(&facts, edge, strip - 0.22, FACT_SIZE, false).0);
    }
    if strip > 0.0 { (strip + 0.08, drawn) } else { (0.0, drawn) }
}

/// Cuts a text to a width.
fn fitted(text: &str, room: f64, width: impl Fn(&str) -> f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let dots = if text.is_ascii() { "..." } else { "…" };
    let mut characters: Vec<char> = text.chars().collect();
    while characters.len() > 1 {
        characters.pop();
        let cut = characters.iter().collect::<String>().trim_end().to_owned() + dots;
        if width(&cut) <= room {
            return cut;
        }
    }
    dots.to_owned()
}

/// The board of one game in one style.
pub(super) struct Board<'a> {
    pub plane: Plane,
    pub colours: WoodColours,
    style: &'a PictureStyle,
}

impl<'a> Board<'a> {
    pub fn new(game: &Game, style: &'a PictureStyle) -> Board<'a> {
        // Ink is drawn on paper; the wood of the other games does not apply.
        let wood = if game.kind() == GameKind::TicTacToe { BoardWood::Xuan } else { style.wood };
        Board { plane: Plane::of(game, style), colours: wood.colours(), style }
    }

    pub fn ground(&self) -> String {
        ground(&self.plane, self.style, &self.colours)
    }

    /// Draws the man that a placement writes as `cell`, around the origin.
    pub fn man(&self, cell: char) -> String {
        man(self.plane.kind, cell, self.style, &self.colours)
    }

    /// Draws the men and the last move. `stones` are the points of the game in order.
    fn men(&self, game: &Game, stones: &[String]) -> String {
        let (plane, colours) = (&self.plane, &self.colours);
        let cells = cells(plane, &game.placement());
        let cell = cell_of(plane, &cells);
        let mut men = "<g id=\"pieces\">\n".to_owned();
        for &(file, rank, cell) in &cells {
            let (x, y) = plane.at(file, rank);
            men.push_str(&format!("<g transform=\"translate({} {})\">{}</g>\n", n(x), n(y), self.man(cell)));
        }
        men.push_str("</g>\n");
        let last = last_move(plane, game.last_move().as_ref(), &cell, colours);
        let five = winning_line(plane, &game.winning_line(), colours);
        match plane.kind {
            GameKind::Xiangqi => format!("{last}\n{men}{}", check(plane, game, colours)),
            _ if !five.is_empty() && !self.style.numbers => men + &five,
            GameKind::Gomoku if self.style.numbers => format!("{men}{five}{}", numbers(plane, stones, &cell)),
            _ => men + &last,
        }
    }

    /// Draws the marks of `note`.
    pub fn marks(&self, game: &Game, note: &Note, lettering: Option<Lettering>) -> String {
        let cells = cells(&self.plane, &game.placement());
        marks(&self.plane, note, cell_of(&self.plane, &cells), lettering, &self.colours)
    }
}

fn cell_of<'a>(plane: &'a Plane, cells: &'a [(usize, usize, char)]) -> impl Fn(&str) -> char + 'a {
    move |name| {
        let found =
            plane.point(name).and_then(|(file, rank)| cells.iter().find(|cell| (cell.0, cell.1) == (file, rank)));
        found.map_or(' ', |cell| cell.2)
    }
}

/// Returns the men of rows written from the top down, a number being so many empty points, with file and rank.
fn cells(plane: &Plane, placement: &str) -> Vec<(usize, usize, char)> {
    let mut found = Vec::new();
    for (row, cells) in placement.split('/').enumerate() {
        let (mut file, mut run) = (0, 0);
        for cell in cells.chars() {
            if let Some(digit) = cell.to_digit(10) {
                run = run * 10 + digit as usize;
                continue;
            }
            file += std::mem::take(&mut run);
            if file < plane.files && row < plane.ranks {
                found.push((file, plane.ranks - 1 - row, cell));
            }
            file += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests;
