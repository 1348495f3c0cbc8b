//! An empty board: wood with its grain, lines, river and edge labels, as the page draws them.

use super::men::stroke;
use super::outlines::{Anchor, Words, kai};
use super::plane::{Plane, n};
use super::style::{EdgeLabels, PictureStyle, PieceFaces, WoodColours};
use crate::game::GameKind;

/// Draws the board without men.
pub(super) fn ground(plane: &Plane, style: &PictureStyle, colours: &WoodColours) -> String {
    let (width, height) = (n(plane.width), n(plane.height));
    let grain = colours.streak.map_or_else(String::new, |ink| grain(plane, ink));
    format!(
        "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n{grain}\
         <rect x=\"0.02\" y=\"0.02\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"0.04\" stroke-opacity=\"0.7\"/>\n{}{}",
        colours.wood,
        n(plane.width - 0.04),
        n(plane.height - 0.04),
        colours.edge,
        match plane.kind {
            GameKind::Xiangqi => xiangqi_lines(plane, style, colours),
            GameKind::Gomoku => gomoku_lines(plane, colours),
            GameKind::TicTacToe => strokes(plane, colours),
        },
        edge_labels(plane, style, colours),
    )
}

/// How many streaks the grain has.
const STREAKS: usize = 26;

/// Draws a few long, faint streaks down the board. The same shape always gets the same wood.
fn grain(plane: &Plane, ink: &str) -> String {
    let (width, height) = (plane.width, plane.height);
    let mut state = ((width * 100.0 + height).round() as u64 % 2_147_483_646) + 1;
    // The "minimal standard" generator of Park and Miller, CACM 31 (1988).
    let mut random = || {
        state = state * 16_807 % 2_147_483_647;
        state as f64 / 2_147_483_647.0
    };
    // Two slow waves shared by all streaks bend them together, like the rings of one tree.
    let (a, b, phase) = (0.25 + random() * 0.25, 0.1 + random() * 0.15, random() * 6.0);
    let mut drawn = format!("<g fill=\"none\" stroke=\"{ink}\">");
    for index in 0..STREAKS {
        let x = ((index as f64 + random() * 0.9) / STREAKS as f64) * (width + 1.0) - 0.5;
        let lean = (random() - 0.5) * 0.35;
        let at = |t: f64| x + lean * t + a * (phase + t * 2.6 + x * 0.22).sin() + b * (t * 7.0 + x * 0.6).sin();
        let points: Vec<(f64, f64)> = (0..9).map(|i| f64::from(i) / 8.0).map(|t| (at(t), t * height)).collect();
        let thickness = 0.02 + random() * random() * 0.32;
        let opacity = 0.025 + random() * 0.04;
        drawn.push_str(&format!(
            "<path d=\"{}\" stroke-width=\"{}\" stroke-opacity=\"{}\"/>",
            smooth(&points),
            n(thickness),
            n(opacity)
        ));
    }
    drawn + "</g>\n"
}

/// A smooth curve through points, by quadratic steps between their middles.
fn smooth(points: &[(f64, f64)]) -> String {
    let r = |value: f64| n((value * 100.0).round() / 100.0);
    let mut path = format!("M{} {}", r(points[0].0), r(points[0].1));
    for (index, &(x, y)) in points.iter().enumerate().skip(1) {
        let to = points.get(index + 1).map_or((x, y), |next| ((x + next.0) / 2.0, (y + next.1) / 2.0));
        path.push_str(&format!("Q{} {} {} {}", r(x), r(y), r(to.0), r(to.1)));
    }
    path
}

/// The centres of the river's characters, from the first file as drawn.
const RIVER_X: [f64; 4] = [1.5, 2.75, 5.25, 6.5];

fn xiangqi_lines(plane: &Plane, style: &PictureStyle, colours: &WoodColours) -> String {
    let (left, top, line) = (plane.left, plane.top, colours.line);
    let mut straight = String::new();
    for row in 0..10 {
        straight.push_str(&format!("M{} {}h8", n(left), n(top + f64::from(row))));
    }
    for file in 1..8 {
        let x = n(left + f64::from(file));
        straight.push_str(&format!("M{x} {}v4M{x} {}v4", n(top), n(top + 5.0)));
    }
    straight.push_str(&format!("M{} {}v9M{} {}v9", n(left), n(top), n(left + 8.0), n(top)));
    let palaces: String =
        [top, top + 7.0].map(|y| format!("M{} {}l2 2M{} {}l-2 2", n(left + 3.0), n(y), n(left + 5.0), n(y))).concat();
    let mut posts = String::new();
    let at = ["b2", "h2", "b7", "h7", "a3", "c3", "e3", "g3", "i3", "a6", "c6", "e6", "g6", "i6"];
    for (x, y) in at.into_iter().filter_map(|post| plane.spot(post)) {
        let ticks = ticks((x - left).round() as i32);
        posts.push_str(&format!("<path d=\"{ticks}\" transform=\"translate({} {})\"/>", n(x), n(y)));
    }
    let river = if style.pieces == PieceFaces::Simplified {
        ['楚', '河', '汉', '界']
    } else {
        ['楚', '河', '漢', '界']
    };
    let mut words = String::new();
    for (index, character) in river.into_iter().enumerate() {
        let turned = style.river_facing && index > 1;
        let x = left + if turned { RIVER_X[5 - index] } else { RIVER_X[index] };
        words.push_str(&format!(
            "<g transform=\"translate({} {}){}\">{}/></g>",
            n(x),
            n(top + 4.5),
            if turned { " rotate(180)" } else { "" },
            kai(character, 0.66),
        ));
    }
    let turn = if style.river_facing && plane.flipped {
        format!(" transform=\"rotate(180 {} {})\"", n(left + 4.0), n(top + 4.5))
    } else {
        String::new()
    };
    const FRAME: f64 = 0.13;
    format!(
        "<g fill=\"none\" stroke=\"{line}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" stroke-width=\"0.06\"/>\
         <path d=\"{straight}\" stroke-width=\"{}\"/><path d=\"{palaces}\" stroke-width=\"0.024\"/>\
         <g stroke-width=\"0.022\">{posts}</g></g>\n<g fill=\"{line}\" fill-opacity=\"0.88\"{turn}>{words}</g>\n",
        n(left - FRAME),
        n(top - FRAME),
        n(8.0 + 2.0 * FRAME),
        n(9.0 + 2.0 * FRAME),
        n(plane.line()),
    )
}

/// The four L marks around a post; at the edge only the inner two.
fn ticks(file: i32) -> String {
    let (offset, length) = (0.075, 0.18);
    let mark = |sx: f64, sy: f64| {
        format!("M{} {}V{}H{}", n(sx * offset), n(sy * (offset + length)), n(sy * offset), n(sx * (offset + length)))
    };
    let left = if file > 0 { mark(-1.0, -1.0) + &mark(-1.0, 1.0) } else { String::new() };
    let right = if file < 8 { mark(1.0, -1.0) + &mark(1.0, 1.0) } else { String::new() };
    left + &right
}

fn gomoku_lines(plane: &Plane, colours: &WoodColours) -> String {
    let (margin, weight, line) = (plane.left, plane.weight(), colours.line);
    let span = plane.files.saturating_sub(1);
    let mut lines = String::new();
    for i in 1..span {
        let at = n(margin + i as f64);
        lines.push_str(&format!("M{} {at}h{span}M{at} {}v{span}", n(margin), n(margin)));
    }
    let mut stars = String::new();
    for (file, rank) in star_points(plane.files) {
        let (x, y) = plane.at(file, rank);
        stars.push_str(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{line}\"/>",
            n(x),
            n(y),
            n(0.09 * weight)
        ));
    }
    format!(
        "<g fill=\"none\" stroke=\"{line}\"><path d=\"{lines}\" stroke-width=\"{}\"/>\
         <rect x=\"{}\" y=\"{}\" width=\"{span}\" height=\"{span}\" stroke-width=\"{}\"/></g>{stars}\n",
        n(plane.line()),
        n(margin),
        n(margin),
        n(0.05 * weight),
    )
}

/// Returns the star points: five on the board of renju, nine on that of go; an even board has no centre and so none.
fn star_points(size: usize) -> Vec<(usize, usize)> {
    if size.is_multiple_of(2) || size < 5 {
        return Vec::new();
    }
    let middle = (size - 1) / 2;
    let mut stars = vec![(middle, middle)];
    if size < 9 {
        return stars;
    }
    let edge = if size < 13 { 2 } else { 3 };
    let far = size - 1 - edge;
    stars.extend([(edge, edge), (edge, far), (far, edge), (far, far)]);
    if size >= 19 {
        stars.extend([(middle, edge), (middle, far), (edge, middle), (far, middle)]);
    }
    stars
}

/// The four brush strokes of tic-tac-toe.
fn strokes(plane: &Plane, colours: &WoodColours) -> String {
    let stroke = stroke(2.96, 0.065);
    let down = [0.5, 1.5].map(|x| (plane.left + x, plane.top - 0.48, 90));
    let across = [0.5, 1.5].map(|y| (plane.left - 0.48, plane.top + y, 0));
    let drawn: String = down
        .into_iter()
        .chain(across)
        .map(|(x, y, turn)| format!("<path d=\"{stroke}\" transform=\"translate({} {}) rotate({turn})\"/>", n(x), n(y)))
        .collect();
    format!("<g fill=\"{}\" opacity=\"0.85\">{drawn}</g>\n", colours.line)
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn edge_labels(plane: &Plane, style: &PictureStyle, colours: &WoodColours) -> String {
    let labels = style.labels;
    let write = |text: &str, x: f64, y: f64, size: f64| {
        let words = Words { text, x, y, size, bold: false, anchor: Anchor::Middle, ink: colours.line, ring: None };
        words.draw(None).0
    };
    let mut drawn = String::new();
    match plane.kind {
        _ if labels == EdgeLabels::None => {}
        GameKind::Xiangqi => {
            let out = if plane.flipped { -0.73 } else { 0.73 };
            for file in 0..9 {
                let (red, black) = (plane.at(file, 0), plane.at(file, 9));
                let number = (file + 1).to_string();
                match labels {
                    EdgeLabels::Letters => {
                        let letter = char::from(b'a' + file as u8).to_string();
                        drawn.push_str(&write(&letter, red.0, red.1 + out + 0.1, 0.3));
                    }
                    EdgeLabels::Arabic => {
                        drawn.push_str(&write(&(9 - file).to_string(), red.0, red.1 + out + 0.1, 0.28));
                        drawn.push_str(&write(&number, black.0, black.1 - out + 0.1, 0.28));
                    }
                    EdgeLabels::Chinese | EdgeLabels::None => {
                        drawn.push_str(&format!(
                            "<g transform=\"translate({} {})\" fill=\"{}\">{}/></g>",
                            n(red.0),
                            n(red.1 + out),
                            colours.line,
                            kai(NUMERALS[8 - file], 0.31),
                        ));
                        drawn.push_str(&write(&number, black.0, black.1 - out + 0.1, 0.28));
                    }
                }
            }
            if labels == EdgeLabels::Letters {
                for rank in 0..10 {
                    let (x, y) = plane.at(if plane.flipped { 8 } else { 0 }, rank);
                    drawn.push_str(&write(&rank.to_string(), x - 0.73, y + 0.1, 0.28));
                }
            }
        }
        GameKind::Gomoku => {
            let (weight, span) = (plane.weight(), plane.files as f64 - 1.0);
            let size = (0.34 * weight).min(0.38);
            for index in 0..plane.files {
                let (file, rank) = (plane.at(index, 0), plane.at(0, index));
                let letter = char::from(b'A' + index as u8).to_string();
                drawn.push_str(&write(&letter, file.0, plane.top + span + 0.66 + 0.12 * weight, size));
                drawn.push_str(&write(&(index + 1).to_string(), plane.left - 0.66, rank.1 + 0.12 * weight, size));
            }
        }
        GameKind::TicTacToe => {
            for index in 0..3 {
                let (x, y) = plane.at(index, index);
                let letter = char::from(b'A' + index as u8).to_string();
                drawn.push_str(&write(&letter, x, plane.height - 0.1, 0.15));
                drawn.push_str(&write(&(index + 1).to_string(), 0.14, y + 0.06, 0.15));
            }
        }
    }
    drawn + "\n"
}
