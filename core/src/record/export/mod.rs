//! A game for people who have no program for it: a picture of a position, and a page that replays the game.

pub mod page;
pub mod picture;

/// Writes a text so that it stands in XML and HTML as it is.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
