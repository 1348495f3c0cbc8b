//! A whole game as a row of pictures, for replay; and the way from a record to it and back.

use super::config::{GameConfig, Player};
use super::error::Refusal;
use super::names::{Naming, OpeningName};
use super::opening;
use super::snapshot::{LastMove, MoveRow};
use super::table::{GOMOKU_SIZE_DEFAULT, Table};
use crate::base::{BySide, Outcome, Side};
use crate::gomoku::protocol::Person;
use crate::record::format::{self, Fault, RawGame};
use crate::record::{GameKind, GameTree, Header, TimeControl};

/// The board after one move, or before the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The board, rows from the top down.
    pub placement: String,
    /// Whose turn it is.
    pub side_to_move: Side,
    /// The move that led here; the start has none.
    pub row: Option<MoveRow>,
    /// Where that move came from and went to.
    pub last_move: Option<LastMove>,
    /// The square of the general in check.
    pub check: Option<String>,
    /// The stones of the winning row.
    pub winning_line: Vec<String>,
}

/// The first move of a record that could not be played; nothing after it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The line it stands on, counted from 1.
    pub line: usize,
    /// The move's number, counted from 1.
    pub ply: usize,
    /// The move as it was written.
    pub written: String,
    /// Why it cannot be played.
    pub why: Refusal,
}

/// A game that can be watched: frame 0 is the start, frame n follows move n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// Who played what, and how it ended.
    pub header: Header,
    /// The pictures; never empty.
    pub frames: Vec<Frame>,
    /// Whether the players changed colours in the opening; the header has them where they came to sit.
    pub swapped: bool,
    /// What the opening is called.
    pub opening_name: Option<OpeningName>,
    /// What of a record could not be used.
    pub faults: Vec<Fault>,
    /// Where the last of these faults ended the reading, if one did.
    pub stopped: Option<Stopped>,
}

impl Film {
    /// Films `moves` played under `config`, an opening's decisions first.
    ///
    /// # Errors
    /// Why the game cannot be set up, or why a move cannot be played.
    pub fn of(config: &GameConfig, moves: &[String], outcome: Option<Outcome>, date: &str) -> Result<Film, Refusal> {
        let mut table = Table::new(config)?;
        let mut opening = opening::begin(config);
        let mut frames = vec![frame(&table, None)];
        for mv in moves {
            let row = opening::step(opening.as_mut(), &mut table, mv)?;
            frames.extend(row.map(|row| frame(&table, Some(row))));
        }
        let names = config.players.as_ref().map(Player::record_name);
        let names = opening.as_ref().map_or_else(|| names.clone(), |opening| opening::seats(&names, opening));
        let swapped = opening.as_ref().is_some_and(|opening| opening.black() == Person::Guest);
        let header = Header {
            kind: config.kind,
            rule: config.rule.clone(),
            size: (config.kind == GameKind::Gomoku).then(|| config.size.unwrap_or(GOMOKU_SIZE_DEFAULT)),
            start: config.start.clone(),
            names,
            date: date.to_owned(),
            opening: opening.as_ref().map(opening::note).unwrap_or_default(),
            outcome: outcome.or_else(|| table.outcome()),
        };
        let opening_name = Naming::new(&table).of(&table);
        Ok(Film { header, frames, swapped, opening_name, faults: Vec::new(), stopped: None })
    }

    /// Reads a record in any known format. Moves up to the first one that cannot be played are kept; the rest is a fault.
    ///
    /// # Errors
    /// `unsupported-record` if there is no game in it, a code of `FenError`, `wrong-size` or `wrong-rule` if it cannot be set up,
    /// `broken-record` if not even its first move can be played.
    pub fn read(text: &str) -> Result<Film, Refusal> {
        let RawGame { header, tree, faults } =
            format::read(text).map_err(|why| Refusal::plain("unsupported-record", why))?;
        let config = config_of(&header);
        let mut table = Table::new(&config)?;
        let frames = vec![frame(&table, None)];
        let mut film = Film { header, frames, swapped: false, opening_name: None, faults, stopped: None };
        for written in tree.main_moves() {
            match table.play(&written.text) {
                Ok(row) => film.frames.push(frame(&table, Some(row))),
                Err(why) => {
                    let ply = film.frames.len();
                    let message = format!("move {ply}, '{}': {why}", written.text);
                    film.faults.push(Fault { line: written.line, message });
                    film.stopped = Some(Stopped { line: written.line, ply, written: written.text.clone(), why });
                    break;
                }
            }
        }
        if film.frames.len() == 1 && !tree.is_empty() {
            let fault = film.faults.last().expect("a move that was not played left a fault");
            return Err(Refusal::plain("broken-record", fault));
        }
        film.opening_name = Naming::new(&table).of(&table);
        film.header.outcome = table.outcome().or(film.header.outcome);
        Ok(film)
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.frames.len() - 1
    }

    /// Returns the moves in every notation.
    pub fn rows(&self) -> impl Iterator<Item = &MoveRow> + '_ {
        self.frames.iter().filter_map(|frame| frame.row.as_ref())
    }

    /// Returns the set-up of this game, both sides played by people of the names in the record.
    #[must_use]
    pub fn config(&self) -> GameConfig {
        config_of(&self.header)
    }

    /// Writes the game down: PGN for Xiangqi, SGF for Gomoku, the moves in a line for tic-tac-toe.
    #[must_use]
    pub fn write(&self) -> String {
        let mut tree = GameTree::new();
        let mut node = GameTree::<String>::ROOT;
        for row in self.rows() {
            let text = if self.header.kind == GameKind::Xiangqi { &row.iccs } else { &row.uci };
            node = tree.push(node, text.clone());
        }
        match self.header.kind {
            GameKind::Xiangqi => format::pgn::write(&self.header, &tree),
            GameKind::Gomoku => format::sgf::write(&self.header, &tree),
            GameKind::TicTacToe => {
                let mut line = tree.main_moves().cloned().collect::<Vec<_>>().join(" ");
                line.push('\n');
                line
            }
        }
    }
}

fn config_of(header: &Header) -> GameConfig {
    GameConfig {
        kind: header.kind,
        rule: header.rule.clone(),
        size: header.size,
        start: header.start.clone(),
        // A record's moves are stones: what was decided about them is told, not asked again.
        opening: None,
        players: BySide {
            first: Player::Human { name: header.names.first.clone() },
            second: Player::Human { name: header.names.second.clone() },
        },
        clock: TimeControl::None,
    }
}

fn frame(table: &Table, row: Option<MoveRow>) -> Frame {
    Frame {
        placement: table.placement(),
        side_to_move: table.side_to_move(),
        row,
        last_move: table.last_move(),
        check: table.checked(),
        winning_line: table.winning_line(),
    }
}
