//! The loss by epoch, as a table and a picture.

use std::fmt::Write;

use crate::training::Epoch;

/// The picture's size and the margin for its labels, in pixels.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 80.0;
const MARGIN: f64 = 40.0;
/// Lines across the picture.
const LINES: usize = 5;

/// Returns the lines `epoch,taught,kept`: training and validation loss.
#[must_use]
pub fn table(epochs: &[Epoch]) -> String {
    let mut text = String::from("epoch,taught,kept\n");
    for Epoch { number, train_loss, validation_loss } in epochs {
        text += &format!("{number},{train_loss:.6},{validation_loss:.6}\n");
    }
    text
}

/// Draws the losses by epoch as an SVG; `reference`, the loss of an untrained evaluation, is a dashed line with its
/// name.
#[must_use]
pub fn picture(epochs: &[Epoch], reference: (&str, f64)) -> String {
    let (name, level) = reference;
    let losses = || epochs.iter().flat_map(|epoch| [epoch.train_loss, epoch.validation_loss]).chain([level]);
    let (low, high) = losses().fold((f64::MAX, f64::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
    let scratch = (high - low).max(1e-6);
    let across = |number: usize| LEFT + (WIDTH - LEFT - MARGIN) * number as f64 / epochs.len().max(1) as f64;
    let down = |loss: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (high - loss) / scratch;
    let (right, bottom) = (WIDTH - MARGIN, HEIGHT - MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let mut say = |line: String| writeln!(svg, "{line}").expect("a string takes everything");
    for index in 0..=LINES {
        let loss = low + scratch * index as f64 / LINES as f64;
        let y = down(loss);
        say(format!("<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>"));
        say(format!("<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.4}</text>", LEFT - 6.0, y + 4.0));
    }
    let y = down(level);
    say(format!(
        "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#555\" stroke-dasharray=\"6 4\"/>"
    ));
    let label = |text: &str, y: f64| format!("<text x=\"{right}\" y=\"{y:.1}\" text-anchor=\"end\">{text}</text>");
    say(label(name, y - 5.0));
    for (name, colour, pick) in [
        ("taught", "#1f77b4", (|epoch: &Epoch| epoch.train_loss) as fn(&Epoch) -> f64),
        ("kept back", "#d62728", |epoch: &Epoch| epoch.validation_loss),
    ] {
        let points: Vec<String> =
            epochs.iter().map(|epoch| format!("{:.1},{:.1}", across(epoch.number), down(pick(epoch)))).collect();
        say(format!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>",
            points.join(" ")
        ));
        if let Some(last) = epochs.last() {
            say(label(name, down(pick(last)) + 14.0));
        }
    }
    say(format!("<text x=\"{LEFT}\" y=\"{:.1}\">loss by epoch, 1 to {}</text>", bottom + 24.0, epochs.len()));
    svg + "</svg>\n"
}
