//! The signs on a board: the last move, a check, a winning line, numbers, and a person's marks. The shapes
//! are those of the page's `LastMove`, `XiangqiBoard`, `GomokuBoard` and `Marks`.

use super::men::{RED, ink_on, last_ink_on};
use super::outlines::{Anchor, Lettering, Words};
use super::plane::{Plane, n};
use super::style::WoodColours;
use crate::game::notation::LastMove;
use crate::game::{Game, GameKind};
use crate::record::note::{Colour, Note};

/// Four corners around a place.
pub(super) struct Brackets<'a> {
    pub reach: f64,
    pub arm: f64,
    pub width: f64,
    pub ink: &'a str,
}

impl Brackets<'_> {
    /// Draws them around the origin.
    pub fn draw(&self, colours: &WoodColours) -> String {
        let Brackets { reach, arm, width, ink } = *self;
        let corner = |sx: f64, sy: f64| {
            format!("M{} {}V{}H{}", n(sx * reach), n(sy * (reach - arm)), n(sy * reach), n(sx * (reach - arm)))
        };
        let path = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| corner(x, y)).concat();
        format!(
            "<g fill=\"none\"><path d=\"{path}\" stroke=\"{}\" stroke-opacity=\"0.75\" stroke-width=\"{}\"/>\
             <path d=\"{path}\" stroke=\"{ink}\" stroke-width=\"{}\"/></g>",
            colours.halo,
            n(width + 0.035),
            n(width),
        )
    }
}

/// Draws the mark of a last move around the origin: of its origin or of its target, on a black stone or on a white one.
pub(super) fn last_mark(kind: GameKind, is_origin: bool, on_black: bool, colours: &WoodColours) -> String {
    let ink = colours.mark;
    match kind {
        // Around the empty point they are small, so that those of two neighbours do not run into each other.
        GameKind::Xiangqi if is_origin => Brackets { reach: 0.3, arm: 0.13, width: 0.045, ink }.draw(colours),
        GameKind::Xiangqi => Brackets { reach: 0.47, arm: 0.17, width: 0.045, ink }.draw(colours),
        GameKind::Gomoku => format!("<circle r=\"0.125\" fill=\"{}\"/>", last_ink_on(on_black)),
        GameKind::TicTacToe => Brackets { reach: 0.42, arm: 0.09, width: 0.022, ink }.draw(colours),
    }
}

/// Draws the last move of `game`; `cell` finds the man at a point.
pub(super) fn last_move(
    plane: &Plane,
    last: Option<&LastMove>,
    cell: impl Fn(&str) -> char,
    colours: &WoodColours,
) -> String {
    let Some(last) = last else { return String::new() };
    let points = last.from.iter().map(|from| (from, true)).chain([(&last.to, false)]);
    points
        .filter_map(|(point, is_origin)| {
            let (x, y) = plane.spot(point)?;
            let mark = last_mark(plane.kind, is_origin, cell(point) == 'x', colours);
            Some(format!("<g transform=\"translate({} {})\">{mark}</g>", n(x), n(y)))
        })
        .collect()
}

/// Draws a ring with twelve rays around a general in check: a shape that says so without its colour.
pub(super) fn check(plane: &Plane, game: &Game, colours: &WoodColours) -> String {
    let Some((x, y)) = game.checked().and_then(|at| plane.spot(&at)) else { return String::new() };
    let rays: String = (0..12)
        .map(|i| {
            let (sin, cos) = (f64::from(i) * std::f64::consts::PI / 6.0).sin_cos();
            format!("M{} {}L{} {}", n(cos * 0.5), n(sin * 0.5), n(cos * 0.57), n(sin * 0.57))
        })
        .collect();
    let halo = format!("stroke=\"{}\" stroke-opacity=\"0.75\"", colours.halo);
    format!(
        "<g transform=\"translate({} {})\" fill=\"none\" stroke-linecap=\"round\"><circle r=\"0.485\" {halo} stroke-width=\"0.1\"/>\
         <path d=\"{rays}\" {halo} stroke-width=\"0.09\"/><circle r=\"0.475\" stroke=\"{RED}\" stroke-width=\"0.05\"/>\
         <path d=\"{rays}\" stroke=\"{RED}\" stroke-width=\"0.055\"/></g>",
        n(x),
        n(y),
    )
}

/// Draws a winning row: a ring around each of its men and a line through them.
pub(super) fn winning_line(plane: &Plane, points: &[String], colours: &WoodColours) -> String {
    let mut spots: Vec<(f64, f64)> = points.iter().filter_map(|point| plane.spot(point)).collect();
    spots.sort_by(|a, b| a.partial_cmp(b).expect("places are numbers"));
    let (Some(first), Some(last)) = (spots.first(), spots.last()) else { return String::new() };
    let line = format!("M{} {}L{} {}", n(first.0), n(first.1), n(last.0), n(last.1));
    if plane.kind == GameKind::TicTacToe {
        return format!(
            "<path d=\"{line}\" stroke=\"{}\" stroke-width=\"0.045\" stroke-linecap=\"round\" opacity=\"0.9\"/>",
            colours.pick
        );
    }
    let (halo, pick) = (colours.halo, colours.pick);
    let rings: String = spots
        .iter()
        .map(|&(x, y)| {
            let at = format!("cx=\"{}\" cy=\"{}\" r=\"0.465\"", n(x), n(y));
            format!(
                "<circle {at} stroke=\"{halo}\" stroke-opacity=\"0.75\" stroke-width=\"0.1\"/>\
                 <circle {at} stroke=\"{pick}\" stroke-width=\"0.06\"/>"
            )
        })
        .collect();
    format!(
        "<g fill=\"none\" stroke-linecap=\"round\">{rings}<path d=\"{line}\" stroke=\"{halo}\" stroke-width=\"0.17\" stroke-opacity=\"0.95\"/>\
         <path d=\"{line}\" stroke=\"{pick}\" stroke-width=\"0.085\"/></g>"
    )
}

/// Writes the numbers of stones; the last one is underlined. `points` are in the order of the game.
pub(super) fn numbers(plane: &Plane, points: &[String], cell: impl Fn(&str) -> char) -> String {
    let mut drawn = String::new();
    for (index, point) in points.iter().enumerate() {
        let Some((x, y)) = plane.spot(point) else { continue };
        let black = match cell(point) {
            'x' => true,
            'o' => false,
            _ => continue,
        };
        let (number, is_last) = (index + 1, index + 1 == points.len());
        let size = if number < 10 {
            0.46
        } else if number < 100 {
            0.4
        } else {
            0.31
        };
        let ink = if is_last { last_ink_on(black) } else { ink_on(black) };
        let text = number.to_string();
        let y_base = y + size * 0.35;
        let words = Words { text: &text, x, y: y_base, size, bold: true, anchor: Anchor::Middle, ink, ring: None };
        drawn.push_str(&words.draw(None).0);
        if is_last {
            drawn.push_str(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"0.3\" height=\"0.045\" rx=\"0.02\" fill=\"{ink}\"/>",
                n(x - 0.15),
                n(y + 0.24)
            ));
        }
    }
    drawn
}

/// Draws the rings, arrows and labels of a note.
pub(super) fn marks(
    plane: &Plane,
    note: &Note,
    cell: impl Fn(&str) -> char,
    lettering: Option<Lettering>,
    colours: &WoodColours,
) -> String {
    let mut drawn = String::new();
    for mark in &note.marks {
        // Each colour has its own dash, so colour is not the only difference.
        let (ink, dash) = match mark.colour {
            Colour::Green => (colours.green, ""),
            Colour::Red => (colours.red, " stroke-dasharray=\"0.22 0.09\""),
            Colour::Yellow => (colours.yellow, " stroke-dasharray=\"0.05 0.1\""),
            Colour::Blue => (colours.blue, " stroke-dasharray=\"0.34 0.08 0.05 0.08\""),
        };
        let halo = format!("stroke=\"{}\" stroke-opacity=\"0.75\"", colours.halo);
        let Some(to) = plane.spot(&mark.to) else { continue };
        match mark.from.as_deref() {
            None => {
                let at = format!("cx=\"{}\" cy=\"{}\" r=\"0.46\"", n(to.0), n(to.1));
                drawn.push_str(&format!(
                    "<circle {at} {halo} stroke-width=\"0.13\"/><circle {at} stroke=\"{ink}\" stroke-width=\"0.075\"{dash}/>"
                ));
            }
            Some(from) => {
                let Some(origin) = plane.spot(from) else { continue };
                let (shaft, head) = arrow(origin, to, cell(from).eq_ignore_ascii_case(&'n'));
                drawn.push_str(&format!(
                    "<path d=\"{shaft}\" {halo} stroke-width=\"0.17\"/><path d=\"{head}\" {halo} stroke-width=\"0.09\"/>\
                     <path d=\"{shaft}\" stroke=\"{ink}\" stroke-width=\"0.1\"{dash}/>\
                     <path d=\"{head}\" fill=\"{ink}\" stroke=\"{ink}\" stroke-width=\"0.02\"/>"
                ));
            }
        }
    }
    for label in &note.labels {
        let Some((x, y)) = plane.spot(&label.at) else { continue };
        let size = if label.text.chars().count() > 2 { 0.34 } else { 0.52 };
        let words = Words {
            text: &label.text,
            x,
            y: y + 0.35 * size,
            size,
            bold: true,
            anchor: Anchor::Middle,
            ink: colours.blue,
            ring: Some((
                if colours.halo == "#ffffff" || colours.halo == "#fff4dc" { "#fbf7ee" } else { colours.halo },
                0.07,
            )),
        };
        drawn.push_str(&words.draw(lettering).0);
    }
    if drawn.is_empty() {
        return drawn;
    }
    format!("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{drawn}</g>")
}

/// Returns the path of an arrow's shaft and that of its head. A horse's arrow bends at its leg.
fn arrow(a: (f64, f64), b: (f64, f64), is_horse: bool) -> (String, String) {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let elbow = (is_horse && ((dx * dy).abs() - 2.0).abs() < 0.01).then(|| {
        let half = |d: f64| if (d.abs() - 2.0).abs() < 0.01 { d / 2.0 } else { 0.0 };
        (a.0 + half(dx), a.1 + half(dy))
    });
    let towards = |from: (f64, f64), to: (f64, f64), distance: f64| {
        let length = (to.0 - from.0).hypot(to.1 - from.1).max(0.001);
        (from.0 + (to.0 - from.0) / length * distance, from.1 + (to.1 - from.1) / length * distance)
    };
    let start = towards(a, elbow.unwrap_or(b), 0.47);
    let bend = elbow.unwrap_or(start);
    let length = (b.0 - bend.0).hypot(b.1 - bend.1).max(0.001);
    let (ux, uy) = ((b.0 - bend.0) / length, (b.1 - bend.1) / length);
    let tip = (b.0 - ux * 0.12, b.1 - uy * 0.12);
    let base = (tip.0 - ux * 0.34, tip.1 - uy * 0.34);
    let wing = 0.19;
    let line = |points: &[(f64, f64)]| {
        let mut path = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            path.push_str(&format!("{}{} {}", if index == 0 { "M" } else { "L" }, n(*x), n(*y)));
        }
        path
    };
    let shaft = elbow.map_or_else(|| line(&[start, base]), |elbow| line(&[start, elbow, base]));
    let head = line(&[tip, (base.0 - uy * wing, base.1 + ux * wing), (base.0 + uy * wing, base.1 - ux * wing)]) + "Z";
    (shaft, head)
}
