//! A trainer for repertoires: books of which a person learns one side.
//!
//! The program plays the opponent's moves by their frequency, and the person answers. Every position comes again when it
//! is about to be forgotten.

mod coverage;
mod departure;
mod graph;
mod progress;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use duiyi_core::base::{Rng, Side};
use duiyi_core::game::{Game, GameKind, MoveRow, Refusal, Setup, SetupCodes};

use crate::books::{BookMove, MoveSign, OpeningBook};
use crate::clock;
use crate::desk::DeskError;
use crate::files::{DataDir, Notice};
use crate::schedule::{Day, SolveQuality};

pub use coverage::{RepertoireCoverage, RepertoireGap};
pub use departure::Departure;
pub use graph::{Card, RepertoireGraph};
pub use progress::{FRESH_MAX, KeptRepertoire, RepertoireProgress};

/// A repertoire in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct RepertoireRow {
    /// The id of its book.
    pub book: String,
    pub game: GameKind,
    /// The person's side.
    pub side: Side,
    /// Positions at the last training.
    pub positions: u32,
    /// Positions that were asked at least once.
    pub known: usize,
    /// Positions to ask today: those due, and new ones.
    pub due: usize,
}

/// The state of the question on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum DrillState {
    /// The person is to move.
    Asking,
    /// The last move was wrong; the right one is shown and to be played.
    Wrong,
    /// The line is at its end.
    LineEnd,
    /// Nothing is left for today.
    Done,
}

/// A training in progress.
#[derive(Debug)]
pub struct Drill {
    /// The id of the book.
    pub book: String,
    pub side: Side,
    pub start: Game,
    pub setup: Setup,
    /// The position on the board.
    pub game: Game,
    /// The moves that lead to it.
    pub path: Vec<String>,
    pub state: DrillState,
    /// Answers of this training that were right at once, and those that were not.
    pub right: u32,
    pub wrong: u32,
    /// The wrong move.
    pub tried: Option<MoveRow>,
    opened: OpeningBook,
    graph: RepertoireGraph,
    /// The card on the board.
    card: Option<String>,
    /// Missed cards that come again in this training.
    again: VecDeque<String>,
    /// Whether the card on the board has its answer recorded.
    noted: bool,
    /// Whether the answer to the card on the board is in `right` or `wrong`.
    counted: bool,
}

/// Repertoires with their progress, and the training in progress.
#[derive(Debug)]
pub struct RepertoireTrainer {
    progress: RepertoireProgress,
    drill: Option<Drill>,
    rng: Rng,
    /// The last error of the disk. The progress is kept in memory until a write succeeds.
    unsaved: Option<DeskError>,
}

impl RepertoireTrainer {
    /// Opens the progress in the data folder at `path`; without one it lasts as long as the program.
    #[must_use]
    pub fn open(path: Option<PathBuf>) -> (RepertoireTrainer, Option<Notice>) {
        let dir = path.and_then(|path| DataDir::open(path).ok());
        let (progress, notice) = RepertoireProgress::load(dir.as_ref());
        (RepertoireTrainer { progress, drill: None, rng: Rng::from_seed(clock::seed()), unsaved: None }, notice)
    }

    /// Lists the repertoires, the oldest first.
    #[must_use]
    pub fn list(&self, today: Day) -> Vec<RepertoireRow> {
        let row = |kept: &KeptRepertoire| {
            Some(RepertoireRow {
                book: kept.book.clone(),
                game: kept.kind()?,
                side: kept.side(),
                positions: kept.positions,
                known: kept.known.len(),
                due: kept.to_ask(today),
            })
        };
        self.progress.all().iter().filter_map(row).collect()
    }

    /// Returns what a repertoire covers of the replies that opponents play, and the set-up of its games. `path` is that of the
    /// book; `replies` as in [`RepertoireCoverage::of`].
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn coverage(
        &self,
        book: &str,
        path: &Path,
        side: Side,
        replies: impl FnMut(&Game) -> Vec<(String, u64)>,
    ) -> Result<(Setup, RepertoireCoverage), DeskError> {
        let opened = OpeningBook::open(path).map_err(Refusal::from)?;
        let rule = self.progress.find(book, side).map_or("", |kept| &kept.rule);
        let setup = setup_of(opened.game(), rule);
        let coverage = RepertoireCoverage::of(&opened, &Game::new(&setup), side, replies).map_err(Refusal::from)?;
        Ok((setup, coverage))
    }

    /// Forgets a repertoire; its book stays.
    ///
    /// # Errors
    /// The progress cannot be written.
    pub fn forget(&mut self, book: &str, side: Side) -> Result<(), DeskError> {
        Ok(self.progress.forget(book, side)?)
    }

    /// Begins a training of the book at `path`, which the list has under the id `book`. A first training adds the
    /// repertoire; `rule` is that of its games.
    ///
    /// # Errors
    /// The book cannot be read, has no move for the side, or the progress cannot be written.
    pub fn begin(&mut self, book: &str, path: &Path, rule: &str, side: Side, today: Day) -> Result<&Drill, DeskError> {
        self.begin_from(book, path, rule, side, &[], today)
    }

    /// Begins a training as [`RepertoireTrainer::begin`], of the positions after an opening alone: the moves `from`.
    ///
    /// # Errors
    /// `no-line` if the book has no move for the side after the opening; else as there.
    pub fn begin_from(
        &mut self,
        book: &str,
        path: &Path,
        rule: &str,
        side: Side,
        from: &[String],
        today: Day,
    ) -> Result<&Drill, DeskError> {
        let opened = OpeningBook::open(path).map_err(Refusal::from)?;
        let kind = opened.game();
        let rule = self.progress.find(book, side).map_or(rule, |kept| &kept.rule).to_owned();
        let setup = setup_of(kind, &rule);
        let start = Game::new(&setup);
        let whole = RepertoireGraph::walk(&opened, &start, &[], side).map_err(Refusal::from)?;
        let positions = u32::try_from(whole.cards().len()).unwrap_or(u32::MAX);
        self.progress.follow(book, side, positions, |key| whole.find(key).is_some())?;
        if whole.cards().is_empty() {
            return Err(DeskError(Refusal::plain("no-repertoire", "the book has no move for this side")));
        }
        let graph = if from.is_empty() {
            whole
        } else {
            RepertoireGraph::walk(&opened, &start, from, side).map_err(Refusal::from)?
        };
        if graph.cards().is_empty() {
            return Err(DeskError(Refusal::plain("no-line", "the book has no move for this side after this opening")));
        }
        self.progress.add(KeptRepertoire {
            book: book.to_owned(),
            game: kind.code().to_owned(),
            rule,
            second: side == Side::Second,
            positions,
            ..KeptRepertoire::default()
        })?;
        let drill = Drill {
            book: book.to_owned(),
            side,
            game: start.clone(),
            start,
            setup,
            path: Vec::new(),
            state: DrillState::Done,
            right: 0,
            wrong: 0,
            tried: None,
            opened,
            graph,
            card: None,
            again: VecDeque::new(),
            noted: false,
            counted: false,
        };
        self.drill = Some(drill);
        self.next(today)
    }

    /// Returns the training in progress.
    #[must_use]
    pub const fn drill(&self) -> Option<&Drill> {
        self.drill.as_ref()
    }

    /// Returns the last error of the disk: the progress is lost when the program ends.
    #[must_use]
    pub const fn unsaved(&self) -> Option<&DeskError> {
        self.unsaved.as_ref()
    }

    /// Returns the number of positions that are left for `today`.
    #[must_use]
    pub fn left(&self, today: Day) -> usize {
        let Some(drill) = &self.drill else { return 0 };
        let kept = self.progress.find(&drill.book, drill.side);
        kept.map_or(0, |kept| drill.to_ask(kept, today)) + drill.again.len()
    }

    /// Ends the training.
    pub fn leave(&mut self) {
        self.drill = None;
    }

    /// Puts the next position on the board: the longest overdue, then new ones by their chance, then those that were missed
    /// in this training.
    ///
    /// # Errors
    /// `no-repertoire` without a training.
    pub fn next(&mut self, today: Day) -> Result<&Drill, DeskError> {
        let drill = self.drill.as_mut().ok_or_else(no_training)?;
        let kept = self.progress.find(&drill.book, drill.side);
        let wanted = kept.and_then(|kept| drill.wanted(kept, today));
        // A card that comes again has its answer of today.
        let is_again = wanted.is_none();
        let key = wanted.or_else(|| drill.again.pop_front());
        let card = key.and_then(|key| drill.graph.find(&key)).cloned();
        drill.show(card);
        (drill.noted, drill.counted) = (is_again, is_again);
        Ok(drill)
    }

    /// Puts the position after `line` on the board, where a game left the book. The game counts as a wrong answer. Nothing
    /// changes if the book has no answer there.
    ///
    /// # Errors
    /// `no-repertoire` without a training.
    pub fn relearn(&mut self, line: &[String], today: Day) -> Result<&Drill, DeskError> {
        let drill = self.drill.as_mut().ok_or_else(no_training)?;
        let key = graph::after(&drill.start, line).map(|game| graph::key_of(&game));
        let Some(card) = key.and_then(|key| drill.graph.find(&key)) else { return Ok(drill) };
        // The game may have come there by other moves than the card.
        let card = Card { path: line.to_vec(), ..card.clone() };
        let noted = self.progress.note(&drill.book, drill.side, &card.key, SolveQuality::Missed, today);
        self.unsaved = noted.err().map(DeskError::from);
        drill.show(Some(card));
        (drill.noted, drill.counted) = (true, false);
        Ok(drill)
    }

    /// Plays a move of the person, in any notation. Returns the move, and whether it is right.
    ///
    /// # Errors
    /// The refusal of the move; `not-now` if no answer is expected; `no-repertoire` without a training.
    pub fn answer(&mut self, text: &str, today: Day) -> Result<(MoveRow, bool), DeskError> {
        let drill = self.drill.as_mut().ok_or_else(no_training)?;
        let (Some(key), DrillState::Asking | DrillState::Wrong) = (drill.card.clone(), drill.state) else {
            return Err(DeskError(Refusal::plain("not-now", "no answer is expected")));
        };
        let mv = drill.game.read(text)?;
        let row = drill.game.line(std::slice::from_ref(&mv)).pop().ok_or_else(no_training)?;
        let alike = drill.game.image().moves_alike(&mv);
        let is_right = drill.answers().iter().any(|book| alike.contains(&book.mv));
        if !drill.noted {
            drill.noted = true;
            let quality = if is_right { SolveQuality::Clean } else { SolveQuality::Missed };
            let noted = self.progress.note(&drill.book, drill.side, &key, quality, today);
            self.unsaved = noted.err().map(DeskError::from);
        }
        if !drill.counted {
            drill.counted = true;
            *(if is_right { &mut drill.right } else { &mut drill.wrong }) += 1;
        }
        if !is_right {
            if drill.state == DrillState::Asking {
                drill.again.push_back(key);
            }
            drill.state = DrillState::Wrong;
            drill.tried = Some(row.clone());
            return Ok((row, false));
        }
        drill.tried = None;
        drill.play(&mv)?;
        let kept = self.progress.find(&drill.book, drill.side);
        let reply = kept.and_then(|kept| drill.reply(kept, today, &mut self.rng));
        match reply {
            Some(reply) => {
                drill.play(&reply)?;
                let card = drill.graph.find(&graph::key_of(&drill.game)).map(|card| card.key.clone());
                (drill.card, drill.state) = (card, DrillState::Asking);
                (drill.noted, drill.counted) = (false, false);
            }
            None => (drill.card, drill.state) = (None, DrillState::LineEnd),
        }
        Ok((row, true))
    }
}

/// Returns the set-up of a game by the rule, or by the usual one if it is no rule of the game.
fn setup_of(kind: GameKind, rule: &str) -> Setup {
    let codes = SetupCodes { game: kind.code(), rule, ..SetupCodes::default() };
    Setup::read(codes).unwrap_or_else(|_| Setup::usual(kind))
}

fn no_training() -> DeskError {
    DeskError(Refusal::plain("no-repertoire", "no repertoire is in training"))
}

impl Drill {
    /// Returns the right moves, once a wrong one was tried.
    #[must_use]
    pub fn shown(&self) -> Vec<MoveRow> {
        let moves = if self.state == DrillState::Wrong { self.answers() } else { Vec::new() };
        moves.iter().filter_map(|book| self.game.line(std::slice::from_ref(&book.mv)).pop()).collect()
    }

    /// Returns the right moves on the board, which may be an image of the card's.
    fn answers(&self) -> Vec<BookMove> {
        graph::right_moves(self.opened.moves(&self.game).unwrap_or_default())
    }

    /// Returns what the book says of the wrong move, or else of the right one; empty if it has no remark.
    #[must_use]
    pub fn remark(&self) -> String {
        let Some(tried) = &self.tried else { return String::new() };
        let alike = self.game.image().moves_alike(&tried.uci);
        let moves = self.opened.moves(&self.game).unwrap_or_default();
        let of_tried = moves.iter().find(|book| alike.contains(&book.mv)).map(|book| book.remark.clone());
        let of_right = || self.answers().into_iter().map(|book| book.remark).find(|remark| !remark.is_empty());
        of_tried.filter(|remark| !remark.is_empty()).or_else(of_right).unwrap_or_default()
    }

    /// Returns whether the book forbids the wrong move.
    #[must_use]
    pub fn is_forbidden(&self) -> bool {
        let Some(tried) = &self.tried else { return false };
        let alike = self.game.image().moves_alike(&tried.uci);
        let moves = self.opened.moves(&self.game).unwrap_or_default();
        moves.iter().any(|book| book.sign == MoveSign::Forbidden && alike.contains(&book.mv))
    }

    /// Returns the position after the wrong move.
    #[must_use]
    pub fn after_tried(&self) -> Option<Game> {
        let mut game = self.game.clone();
        game.advance(&self.tried.as_ref()?.uci).ok()?;
        Some(game)
    }

    /// Returns the number of positions of the training to ask on a day.
    fn to_ask(&self, kept: &KeptRepertoire, today: Day) -> usize {
        let cards = self.graph.cards().iter();
        let (known, fresh): (Vec<&Card>, Vec<&Card>) = cards.partition(|card| kept.known.contains_key(&card.key));
        let due = known.iter().filter(|card| kept.is_due(&card.key, today)).count();
        due + fresh.len().min(kept.fresh_left(today) as usize)
    }

    /// Returns the key of the position to ask: the longest overdue, or the likeliest new one.
    fn wanted(&self, kept: &KeptRepertoire, today: Day) -> Option<String> {
        let due = self.graph.cards().iter().filter(|card| kept.is_due(&card.key, today));
        let overdue = due.min_by_key(|card| kept.known.get(&card.key).map(|memory| memory.due));
        let fresh = || {
            let unknown = self.graph.cards().iter().find(|card| !kept.known.contains_key(&card.key));
            unknown.filter(|_| kept.fresh_left(today) > 0)
        };
        overdue.or_else(fresh).map(|card| card.key.clone())
    }

    /// Chooses the opponent's reply by its frequency among those that lead to a position to ask.
    fn reply(&self, kept: &KeptRepertoire, today: Day, rng: &mut Rng) -> Option<String> {
        let moves = self.opened.moves(&self.game).ok()?;
        let is_wanted = |mv: &str| {
            let mut game = self.game.clone();
            let key = game.advance(mv).ok().map(|_| graph::key_of(&game))?;
            self.graph.find(&key)?;
            let is_fresh = !kept.known.contains_key(&key) && kept.fresh_left(today) > 0;
            (is_fresh || kept.is_due(&key, today)).then_some(())
        };
        let shares = graph::shares(&moves);
        let replies: Vec<(&str, u64)> = moves
            .iter()
            .zip(shares)
            .filter(|(book, _)| is_wanted(&book.mv).is_some())
            // In millionths, so that a rare one can come, too.
            .map(|(book, share)| (book.mv.as_str(), (share * 1e6) as u64 + 1))
            .collect();
        rng.pick_weighted(&replies, |reply| reply.1).map(|reply| reply.0.to_owned())
    }

    fn show(&mut self, card: Option<Card>) {
        self.tried = None;
        let Some(card) = card else {
            (self.card, self.state) = (None, DrillState::Done);
            return;
        };
        if let Some(game) = graph::after(&self.start, &card.path) {
            self.game = game;
            self.path = card.path;
            (self.card, self.state) = (Some(card.key), DrillState::Asking);
        }
    }

    fn play(&mut self, mv: &str) -> Result<(), DeskError> {
        self.game.advance(mv)?;
        self.path.push(mv.to_owned());
        Ok(())
    }
}

#[cfg(test)]
mod measure;
#[cfg(test)]
mod tests;
