//! A board that a class looks at.

use std::io::{self, Write};

use duiyi_core::session::{GameConfig, Player};
use duiyi_host::network::ShownGame;

use super::{board, words};
use crate::harmless::Harmless;

/// Draws what a class looks at.
pub fn draw(shown: &ShownGame, out: &mut dyn Write) -> io::Result<()> {
    let config = shown.session.begun();
    let names = config.players.as_ref().map(Player::record_name);
    let title = match (shown.title.as_str(), names.first.is_empty() && names.second.is_empty()) {
        ("", true) => "a board".to_owned(),
        ("", false) => format!("{} - {}", names.first, names.second),
        (title, _) => title.to_owned(),
    };
    writeln!(out, "shown: {}, move {}", Harmless(title), shown.session.rows().len())?;
    if let Some(row) = shown.session.rows().last() {
        writeln!(out, "{}", words::moved(&config, row, shown.session.rows().len()))?;
    }
    board::draw(shown.session.game(), out)?;
    if let Some(clocks) = shown.clocks() {
        // The session itself has no clock.
        let timed = GameConfig { clock: shown.control, ..config.clone() };
        words::clocks(timed.controls(), &clocks, out)?;
    }
    match shown.session.outcome() {
        Some(outcome) => writeln!(out, "{}", words::ended(config.setup.kind(), outcome)),
        None => Ok(()),
    }
}
