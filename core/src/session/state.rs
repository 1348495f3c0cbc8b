//! A game in progress and its snapshots.

use std::collections::BTreeMap;

use super::config::{Coach, GameConfig, Player};
use super::effect::{Effect, Purpose, SearchId};
use super::event::Event;
use super::snapshot::{Abilities, Clocks, EngineThinking, Hint, Snapshot, lost_pieces};
use crate::base::{BySide, Millis, Outcome, Rng, Score, Side, Stamp};
use crate::game::{BoardView, Game, MoveRow, Naming, Refusal, opening};
use crate::gomoku::protocol::Opening;
use crate::odds::Handicap;
use crate::record::note::Worth;
use crate::record::{GameClock, TimeControl};
use crate::study::Study;

/// The results of a command.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Events in order of time.
    pub events: Vec<Event>,
    /// Effects in order. The shell carries them out before it shows the events.
    pub effects: Vec<Effect>,
}

/// The search in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thinking {
    pub(super) id: SearchId,
    pub(super) purpose: Purpose,
    pub(super) side: Side,
    pub(super) since: Stamp,
}

/// A game from its first move to its result.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) config: GameConfig,
    /// The players at the start, before an opening changes colours.
    pub(super) seated: BySide<Player>,
    pub(super) game: Game,
    /// The opening. It stays after its end, for records and undo.
    pub(super) opening: Option<Opening>,
    pub(super) naming: Naming,
    pub(super) rows: Vec<MoveRow>,
    pub(super) clock: GameClock,
    pub(super) outcome: Option<Outcome>,
    /// Whether a game of two engines is paused.
    pub(super) paused: bool,
    pub(super) draw_offer: Option<Side>,
    pub(super) thinking: Option<Thinking>,
    pub(super) hint: Option<Hint>,
    /// The last evaluation of the coach.
    pub(super) evaluation: Option<Worth>,
    /// The score of each engine's last search, in its own view.
    pub(super) opinion: BySide<Option<Score>>,
    pub(super) rng: Rng,
    /// The seed of the engines' day form in this game.
    pub(super) day_form: u64,
}

impl Session {
    /// Starts a game. `seed` determines every random choice in it.
    #[must_use]
    pub fn new(config: GameConfig, seed: u64, now: Stamp) -> (Session, Effects) {
        let mut session = Session::seat(config, seed);
        let mut effects = Effects { events: vec![Event::Started], effects: Vec::new() };
        session.settle(&mut effects, now);
        (session, effects)
    }

    /// Resumes an unfinished game after `moves`, an opening's decisions first, with its clocks. `seed` is the one that the
    /// game began with.
    ///
    /// # Errors
    /// The refusal of the first illegal move.
    pub fn resume(
        config: GameConfig,
        seed: u64,
        moves: &[String],
        clocks: Option<BySide<Millis>>,
        now: Stamp,
    ) -> Result<(Session, Effects), Refusal> {
        let mut session = Session::seat(config, seed);
        // The same draws would repeat the choices of the first moves; the day form stays that of the game.
        session.rng = Rng::from_seed(seed.wrapping_add(moves.len() as u64));
        for mv in moves {
            let row = opening::step(session.opening.as_mut(), &mut session.game, mv)?;
            session.rows.extend(row);
        }
        if let Some(opening) = &session.opening {
            session.config.players = opening::seats(&session.seated, opening);
        }
        if let Some(left) = clocks {
            session.clock = GameClock::resumed(session.config.controls(), left);
        }
        let mut effects = Effects { events: vec![Event::Resumed], effects: Vec::new() };
        if session.time_has_begun() {
            session.clock.start(session.game.side_to_move(), now);
        }
        session.settle(&mut effects, now);
        Ok((session, effects))
    }

    /// Returns whether the game has a move after the opening, which is untimed.
    pub(super) fn time_has_begun(&self) -> bool {
        self.step_count() > self.opening.as_ref().map_or(0, |opening| opening.decided().len())
    }

    fn seat(config: GameConfig, seed: u64) -> Session {
        let game = Game::new(&config.setup);
        Session {
            seated: config.players.clone(),
            opening: opening::begin(&config.setup),
            naming: Naming::new(&game),
            game,
            rows: Vec::new(),
            clock: GameClock::with_odds(config.controls()),
            outcome: None,
            paused: false,
            draw_offer: None,
            thinking: None,
            hint: None,
            evaluation: None,
            opinion: BySide::default(),
            rng: Rng::from_seed(seed),
            day_form: seed,
            config,
        }
    }

    /// Returns the configuration, with the players' present colours.
    #[must_use]
    pub const fn config(&self) -> &GameConfig {
        &self.config
    }

    /// Returns the board with its history.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the moves so far in every notation.
    #[must_use]
    pub fn rows(&self) -> &[MoveRow] {
        &self.rows
    }

    /// Returns the result; `None` while the game goes on.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns the configuration at the start, with the players' colours before an opening.
    #[must_use]
    pub fn begun(&self) -> GameConfig {
        GameConfig { players: self.seated.clone(), ..self.config.clone() }
    }

    /// Returns the game as a study, to replay or save.
    #[must_use]
    pub fn study(&self, date: &str) -> Study {
        let names = self.seated.as_ref().map(Player::record_name);
        let study = Study::of(&self.config.setup, &names, &self.steps(), self.outcome, date);
        let mut study = study.expect("these moves were played in this game");
        let parts: Vec<&str> = self.config.coach.parts().collect();
        if !parts.is_empty() {
            study.header.tags.push((Coach::TAG.to_owned(), parts.join(" ")));
        }
        study.header.tags.extend(self.config.odds.map(|odds| (Handicap::TAG.to_owned(), odds.to_string())));
        study
    }

    /// Returns the acting person: the side to move, or the only person while an engine thinks.
    pub(super) fn acting_person(&self) -> Option<Side> {
        let to_move = self.side_in_turn();
        [to_move, to_move.opponent()].into_iter().find(|&side| self.config.players[side].is_human())
    }

    /// Returns the number of moves and decisions that an undo would leave.
    pub(super) fn undo_target(&self) -> Option<usize> {
        let humans = Side::ALL.into_iter().filter(|&side| self.config.players[side].is_human()).count();
        match humans {
            0 => None,
            1 => (0..self.step_count()).rev().find(|&step| self.is_persons_step(step)),
            _ => self.step_count().checked_sub(1),
        }
    }

    /// Returns the commands that the session accepts now.
    #[must_use]
    pub fn abilities(&self) -> Abilities {
        let ongoing = self.outcome.is_none();
        let to_move = self.side_in_turn();
        let opens = self.ongoing_opening().is_some();
        let persons_turn = ongoing && self.config.players[to_move].is_human();
        let engine_moves = self.thinking.is_some_and(|thinking| thinking.purpose == Purpose::Move);
        let person = ongoing && self.acting_person().is_some();
        Abilities {
            play: persons_turn && !engine_moves,
            undo: ongoing && self.undo_target().is_some(),
            hint: persons_turn && self.thinking.is_none() && !opens,
            offer_draw: person && !opens && self.draw_offer.is_none() && !self.rows.is_empty(),
            resign: person && self.step_count() > 0,
            move_now: ongoing && engine_moves,
            rematch: !ongoing,
            pause: ongoing && !self.paused && self.config.is_engines_only(),
            go_on: ongoing && self.paused,
        }
    }

    /// Returns whether a person is to move, on the board and not in an opening.
    #[must_use]
    pub fn is_persons_move(&self) -> bool {
        self.abilities().play && self.ongoing_opening().is_none()
    }

    /// Returns the complete state at `now`.
    #[must_use]
    pub fn snapshot(&self, now: Stamp) -> Snapshot {
        self.snapshot_since(0, now)
    }

    /// Returns the state at `now` without the first `moves` moves, which the caller knows.
    #[must_use]
    pub fn snapshot_since(&self, moves: usize, now: Stamp) -> Snapshot {
        let moves_from = moves.min(self.rows.len());
        let can = self.abilities();
        let timed = self.config.clock != TimeControl::None;
        Snapshot {
            config: self.config.clone(),
            board: self.board(can.play),
            ply: self.rows.len(),
            moves_from,
            moves: self.rows[moves_from..].to_vec(),
            lost: lost_pieces(&self.rows),
            clocks: timed.then(|| Clocks {
                left: self.clock.both_left(now),
                running: self.clock.running(),
                controls: self.config.own_controls(),
            }),
            ruled: self.outcome.and_then(|outcome| self.game.ruled().filter(|it| it.ruling.outcome() == outcome)),
            repetitions: if self.outcome.is_none() { self.game.repetitions() } else { Vec::new() },
            thinking: self
                .thinking
                .filter(|thinking| thinking.purpose == Purpose::Move)
                .map(|thinking| EngineThinking { side: thinking.side, elapsed: now - thinking.since }),
            draw_offer: self.draw_offer,
            hint: self.hint.clone(),
            deciding: self.pending_decision(can.play),
            opening_name: self.naming.of(&self.game),
            worth: self.worth(),
            can,
        }
    }

    /// Returns the value of the board: as the coach sees it, or between engines as the one that moved last sees it.
    /// Against a person its view would be a hint.
    fn worth(&self) -> Option<Worth> {
        if self.config.coach.evaluation {
            return self.evaluation;
        }
        let side = self.rows.last().filter(|_| self.config.is_engines_only())?.side;
        self.opinion[side].map(|score| Worth::of(score, side))
    }

    /// Returns the board. Without `can_play` it has no destinations.
    fn board(&self, can_play: bool) -> BoardView {
        let destinations = match self.ongoing_opening() {
            _ if !can_play => BTreeMap::new(),
            None => self.game.destinations().into_iter().collect(),
            Some(opening) => {
                let points: Vec<String> = opening.points().iter().map(ToString::to_string).collect();
                Some((String::new(), points)).filter(|(_, points)| !points.is_empty()).into_iter().collect()
            }
        };
        let forbidden = if self.outcome.is_none() { self.game.forbidden() } else { Vec::new() };
        BoardView { destinations, forbidden, outcome: self.outcome, ..BoardView::still(&self.game) }
    }

    /// Returns the remaining time of both sides; `None` in an untimed game.
    pub(super) fn clocks(&self, now: Stamp) -> Option<BySide<Millis>> {
        self.clock.is_on().then(|| self.clock.both_left(now))
    }

    pub(super) fn player_to_move(&self) -> &Player {
        &self.config.players[self.side_in_turn()]
    }
}
