//! Command execution: only this file changes the game.

use super::command::{Command, ExternalAnswer};
use super::config::Player;
use super::effect::{Effect, JournalStep, Purpose, SearchId, SearchTask, TaskEngine};
use super::event::Event;
use super::snapshot::Hint;
use super::state::{Effects, Session, Thinking};
use crate::base::{BySide, Millis, Outcome, Reason, Score, Side, Stamp};
use crate::explain::Fact;
use crate::game::{LastMove, Refusal};
use crate::record::note::Worth;
use crate::record::{GameClock, TimeControl};
use crate::search::{Level, Limits, SearchInfo, TimeLimit};

/// An engine accepts a draw only from this ply on, since earlier positions decide little.
const DRAW_PLY_MIN: usize = 40;

/// Latency reserve between an engine's decision and the clock.
const OVERHEAD: Millis = Millis(60);

/// Search time of a hint.
const HINT_TIME: Millis = Millis(2_000);

impl Session {
    /// Executes `command` at `now`.
    ///
    /// # Errors
    /// The refusal. The state is unchanged.
    pub fn apply(&mut self, command: Command, now: Stamp) -> Result<Effects, Refusal> {
        let mut effects = Effects::default();
        // After the flag has fallen every command is too late.
        if self.flag_falls(&mut effects, now) {
            return Ok(effects);
        }
        match command {
            Command::Pause => self.pause(&mut effects, now)?,
            Command::GoOn => self.go_on(&mut effects, now)?,
            Command::Play(text) => self.play(&text, &mut effects, now)?,
            Command::AiMove => self.ai_move(&mut effects, now)?,
            Command::MoveNow => self.move_now(&mut effects)?,
            Command::Undo => self.undo(&mut effects, now)?,
            Command::Hint => self.ask_hint(&mut effects, now)?,
            Command::Resign => {
                let side = self.person_in_play()?;
                self.end(Outcome::win(side.opponent(), Reason::Resignation), &mut effects, now);
            }
            Command::OfferDraw => self.offer_draw(&mut effects, now)?,
            Command::AnswerDraw { accept } => self.answer_draw(accept, &mut effects, now)?,
            Command::Tick => {}
            Command::Searched { id, info } => self.searched(id, &info, &mut effects, now),
            Command::Advised { id, info, reasons } => self.advised(id, &info, reasons, &mut effects),
            Command::Evaluated { ply, score } => self.evaluated(ply, score, &mut effects),
            Command::Decided { id, choices } => self.decided(id, &choices, &mut effects, now),
            Command::ExternalAnswered { id, answer } => self.external_answered(id, answer, &mut effects, now),
            Command::EngineFailed { id, why } => {
                if self.thinking.is_some_and(|thinking| thinking.id == id) {
                    self.thinking = None;
                    effects.events.push(Event::Trouble { code: "engine-failed", message: why, at: None });
                }
            }
        }
        self.wake(&mut effects);
        Ok(effects)
    }

    fn play(&mut self, text: &str, effects: &mut Effects, now: Stamp) -> Result<(), Refusal> {
        self.check_ongoing()?;
        if !self.player_to_move().is_human() || self.engine_moves() {
            return Err(Refusal::plain("not-your-turn", "it is the opponent's turn"));
        }
        self.make_move(text, effects, now)
    }

    /// Plays a move for the side to move, from any player. In an opening it takes a decision.
    fn make_move(&mut self, text: &str, effects: &mut Effects, now: Stamp) -> Result<(), Refusal> {
        if self.ongoing_opening().is_some() {
            return self.decide_in_words(text, effects, now);
        }
        let mover = self.game.side_to_move();
        let row = self.game.play(text)?;
        self.stop_thinking(effects);
        self.hint = None;
        self.clock.press(mover, now);
        self.rows.push(row.clone());
        if self.draw_offer == Some(mover.opponent()) {
            self.draw_offer = None;
            effects.events.push(Event::DrawDeclined { by: mover });
        }
        effects.effects.push(Effect::Journal(JournalStep::Ply { mv: row.uci.clone(), clocks: self.clocks(now) }));
        effects.events.push(Event::Moved { row, ply: self.rows.len() });
        self.settle(effects, now);
        Ok(())
    }

    /// Ends a decided game, or starts the engine if it is to move.
    pub(super) fn settle(&mut self, effects: &mut Effects, now: Stamp) {
        if let Some(outcome) = self.game.outcome() {
            self.end(outcome, effects, now);
        } else if self.paused {
            self.clock.stop(now);
        } else if !self.player_to_move().is_human() {
            let by = self.thinker(Purpose::Move, now);
            self.think(Purpose::Move, by, effects, now);
        }
        self.wake(effects);
    }

    pub(super) fn end(&mut self, outcome: Outcome, effects: &mut Effects, now: Stamp) {
        self.stop_thinking(effects);
        self.clock.stop(now);
        self.outcome = Some(outcome);
        self.draw_offer = None;
        self.hint = None;
        effects.effects.push(Effect::Journal(JournalStep::End(outcome)));
        effects.events.push(Event::Ended { outcome });
    }

    fn flag_falls(&mut self, effects: &mut Effects, now: Stamp) -> bool {
        let Some(side) = self.clock.flag(now).filter(|_| self.outcome.is_none()) else { return false };
        self.end(Outcome::win(side.opponent(), Reason::TimeForfeit), effects, now);
        true
    }

    fn wake(&self, effects: &mut Effects) {
        if let Some(at) = self.clock.flag_at() {
            effects.effects.push(Effect::WakeAt(at));
        }
    }

    fn ai_move(&mut self, effects: &mut Effects, now: Stamp) -> Result<(), Refusal> {
        self.check_ongoing()?;
        if self.engine_moves() {
            return Err(Refusal::plain("engine-thinking", "the engine is already thinking"));
        }
        self.stop_thinking(effects);
        self.start_clock(now);
        let by = self.thinker(Purpose::Move, now);
        self.think(Purpose::Move, by, effects, now);
        Ok(())
    }

    /// Pauses a game of two engines and its clock.
    fn pause(&mut self, effects: &mut Effects, now: Stamp) -> Result<(), Refusal> {
        self.check_ongoing()?;
        if !self.config.is_engines_only() {
            return Err(Refusal::plain("no-pause", "only a game of two engines can be paused"));
        }
        if !self.paused {
            self.paused = true;
            self.stop_thinking(effects);
            self.clock.stop(now);
            effects.events.push(Event::Paused);
        }
        Ok(())
    }

    fn go_on(&mut self, effects: &mut Effects, now: Stamp) -> Result<(), Refusal> {
        self.check_ongoing()?;
        if std::mem::take(&mut self.paused) {
            effects.events.push(Event::WentOn);
            self.start_clock(now);
            // A single move may be in progress. It completes, and others follow.
            if self.thinking.is_none() {
                self.settle(effects, now);
            }
        }
        Ok(())
    }

    /// Starts a stopped clock, unless the game is still untimed.
    pub(super) fn start_clock(&mut self, now: Stamp) {
        if self.clock.running().is_none() && self.time_has_begun() {
            self.clock.start(self.game.side_to_move(), now);
        }
    }

    fn move_now(&self, effects: &mut Effects) -> Result<(), Refusal> {
        match self.thinking {
            Some(Thinking { id, purpose: Purpose::Move, .. }) => {
                effects.effects.push(Effect::FinishThinking(id));
                Ok(())
            }
            _ => Err(Refusal::plain("not-thinking", "no engine is thinking about its move")),
        }
    }

    fn undo(&mut self, effects: &mut Effects, now: Stamp) -> Result<(), Refusal> {
        self.check_ongoing()?;
        let step =
            self.undo_target().ok_or_else(|| Refusal::plain("nothing-to-undo", "there is no move to take back"))?;
        self.stop_thinking(effects);
        let (plies, last) = (self.rows.len(), self.game.side_to_move().opponent());
        self.rewind(step);
        self.hint = None;
        // What an engine thinks of the moves taken back says nothing about this position.
        self.opinion = BySide::default();
        self.draw_offer = None;
        if self.time_has_begun() {
            let undone = u32::try_from(plies - self.rows.len()).unwrap_or(u32::MAX);
            let undone = BySide::from_fn(|side| if side == last { undone.div_ceil(2) } else { undone / 2 });
            self.clock.turn_back(self.game.side_to_move(), undone, now);
        } else {
            // Openings and the first move are untimed.
            self.clock = GameClock::with_odds(self.config.controls());
        }
        effects.effects.push(Effect::Journal(JournalStep::Undo { to_ply: step, clocks: self.clocks(now) }));
        effects.events.push(Event::Undone { ply: self.rows.len() });
        self.settle(effects, now);
        Ok(())
    }

    fn ask_hint(&mut self, effects: &mut Effects, now: Stamp) -> Result<(), Refusal> {
        self.check_ongoing()?;
        if self.hint.is_some() {
            effects.events.push(Event::Hint);
            return Ok(());
        }
        if self.ongoing_opening().is_some() && self.abilities().play {
            return Err(Refusal::plain("no-hint-now", "there are no hints in an opening"));
        }
        if !self.abilities().hint {
            return Err(Refusal::plain("not-your-turn", "a hint is available only on your turn"));
        }
        let by = self.thinker(Purpose::Hint, now);
        self.think(Purpose::Hint, by, effects, now);
        Ok(())
    }

    /// Returns the engine for the side to move: its own engine. In a person's place it is the built-in engine at the
    /// opponent's level, or at full strength, as for hints.
    fn thinker(&self, purpose: Purpose, now: Stamp) -> TaskEngine {
        let side = self.side_in_turn();
        let built_in = |level| TaskEngine::BuiltIn { level, limits: self.limits(purpose, level, side, now) };
        match (purpose, &self.config.players[side]) {
            (Purpose::Hint, _) => built_in(Level::MAX),
            (Purpose::Move, Player::Engine { level }) => built_in(*level),
            // No engine protocol covers every opening decision, so the built-in engine decides for external ones.
            (Purpose::Move, Player::External { .. }) if self.ongoing_opening().is_some() => built_in(Level::MAX),
            (Purpose::Move, Player::External { id, .. }) => {
                TaskEngine::External { id: id.clone(), controls: self.config.controls(), clocks: self.clocks(now) }
            }
            (Purpose::Move, Player::Human { .. }) => {
                built_in(self.config.players[side.opponent()].level().unwrap_or(Level::MAX))
            }
        }
    }

    fn offer_draw(&mut self, effects: &mut Effects, now: Stamp) -> Result<(), Refusal> {
        let by = self.person_in_play()?;
        if self.rows.is_empty() || self.draw_offer.is_some() || self.ongoing_opening().is_some() {
            return Err(Refusal::plain("no-draw-now", "a draw cannot be offered now"));
        }
        effects.events.push(Event::DrawOffered { by });
        if self.config.players[by.opponent()].is_human() {
            self.draw_offer = Some(by);
        } else if self.engine_agrees(by.opponent()) {
            self.end(Outcome::draw(Reason::Agreement), effects, now);
        } else {
            effects.events.push(Event::DrawDeclined { by: by.opponent() });
        }
        Ok(())
    }

    /// Returns whether `engine` accepts a draw: late enough in the game and with a score of at most zero.
    fn engine_agrees(&self, engine: Side) -> bool {
        self.rows.len() >= DRAW_PLY_MIN && self.opinion[engine].is_some_and(|score| score <= Score::DRAW)
    }

    fn answer_draw(&mut self, accept: bool, effects: &mut Effects, now: Stamp) -> Result<(), Refusal> {
        self.check_ongoing()?;
        let by = self.draw_offer.take().ok_or_else(|| Refusal::plain("no-offer", "nobody has offered a draw"))?;
        if accept {
            self.end(Outcome::draw(Reason::Agreement), effects, now);
        } else {
            effects.events.push(Event::DrawDeclined { by: by.opponent() });
        }
        Ok(())
    }

    fn think(&mut self, purpose: Purpose, by: TaskEngine, effects: &mut Effects, now: Stamp) {
        let side = self.side_in_turn();
        // Random ids keep a late answer from matching a search of the next game.
        let id = SearchId(self.rng.next_u64());
        self.thinking = Some(Thinking { id, purpose, side, since: now });
        if purpose == Purpose::Move {
            effects.events.push(Event::Thinking { side });
        }
        let visible_min = match purpose {
            Purpose::Hint => Millis(0),
            Purpose::Move => self.visible_min(&by).min(self.time_to_show(side, now)),
        };
        effects.effects.push(Effect::Think(Box::new(SearchTask {
            id,
            purpose,
            side,
            game: self.game.clone(),
            opening: self.ongoing_opening().cloned(),
            by,
            is_timed: self.config.clock != TimeControl::None,
            seed: self.rng.next_u64(),
            day_form: self.day_form,
            visible_min,
        })));
    }

    /// Returns the least thinking time on display, since weak levels answer too fast to follow.
    fn visible_min(&mut self, by: &TaskEngine) -> Millis {
        if self.config.is_engines_only() {
            return Millis(500);
        }
        match by {
            TaskEngine::BuiltIn { level, .. } if level.number() <= 2 => Millis(350 + self.rng.below(350) as u64),
            _ => Millis(300),
        }
    }

    /// Returns how long an answer may wait to be shown without a flag that falls by it.
    fn time_to_show(&self, side: Side, now: Stamp) -> Millis {
        let (control, Millis(left)) = (self.config.control(side), self.clock.left(side, now));
        match control {
            TimeControl::None => Millis(u64::MAX),
            // The increment comes back, the budget does not.
            TimeControl::Fischer { increment, .. } => Millis(left / 60 + increment.0.min(left / 4)),
            TimeControl::PerMove { .. } | TimeControl::ByoYomi { .. } => Millis(control.usable(Millis(left)).0 / 4),
        }
    }

    /// Returns the limits of the level, tightened by the clock.
    fn limits(&self, purpose: Purpose, level: Level, side: Side, now: Stamp) -> Limits {
        let mut limits = level.limits();
        let Some(TimeLimit::Move { max: own, .. }) = limits.time else { return limits };
        let own = if purpose == Purpose::Hint { HINT_TIME } else { own };
        limits.time = self.config.control(side).budget(Some(self.clock.left(side, now)), Some(own), OVERHEAD);
        limits
    }

    fn searched(&mut self, id: SearchId, info: &SearchInfo<String>, effects: &mut Effects, now: Stamp) {
        let Some(thinking) = self.thinking.filter(|thinking| thinking.id == id) else { return };
        self.thinking = None;
        match thinking.purpose {
            Purpose::Hint => self.advise(info, Vec::new(), effects),
            Purpose::Move => {
                self.opinion[thinking.side] = info.lines.first().map(|line| line.score);
                let played = match &info.best {
                    Some(mv) => self.make_move(mv, effects, now).map_err(|refusal| refusal.message),
                    None => Err("it found no move".to_owned()),
                };
                if let Err(why) = played {
                    self.gave_up(&why, effects);
                }
            }
        }
    }

    fn advised(&mut self, id: SearchId, info: &SearchInfo<String>, reasons: Vec<Fact>, effects: &mut Effects) {
        if self.thinking.take_if(|thinking| thinking.id == id).is_some() {
            self.advise(info, reasons, effects);
        }
    }

    fn advise(&mut self, info: &SearchInfo<String>, reasons: Vec<Fact>, effects: &mut Effects) {
        let Some(mv) = info.best.clone() else { return };
        if let Some(LastMove { from, to }) = self.game.points_of(&mv) {
            let line = self.game.line(info.pv());
            self.hint = Some(Hint { mv, from, to, line, reasons });
            effects.events.push(Event::Hint);
        }
    }

    fn evaluated(&mut self, ply: usize, score: Score, effects: &mut Effects) {
        if ply == self.rows.len() && self.outcome.is_none() {
            self.evaluation = Some(Worth::of(score, self.game.side_to_move()));
            effects.events.push(Event::Evaluated);
        }
    }

    /// Reports a useless answer. The engine remains to move.
    pub(super) fn gave_up(&self, why: &str, effects: &mut Effects) {
        let message = format!("the engine gave up its turn: {why}; ask it to move again or take a move back");
        effects.events.push(Event::Trouble { code: "engine-failed", message, at: None });
    }

    fn external_answered(&mut self, id: SearchId, answer: ExternalAnswer, effects: &mut Effects, now: Stamp) {
        let Some(thinking) = self.thinking.filter(|thinking| thinking.id == id) else { return };
        self.thinking = None;
        let side = thinking.side;
        match answer {
            ExternalAnswer::Resign => self.end(Outcome::win(side.opponent(), Reason::Resignation), effects, now),
            ExternalAnswer::Fail { code, why } => self.forfeit(side, code, why, effects, now),
            ExternalAnswer::Play { mv, draw, score } => {
                self.opinion[side] = score;
                match self.make_move(&mv, effects, now) {
                    Ok(()) if draw && self.outcome.is_none() => self.external_offers(side, effects, now),
                    Ok(()) => {}
                    Err(why) => self.forfeit(side, "engine-illegal", why.message, effects, now),
                }
            }
        }
    }

    fn external_offers(&mut self, by: Side, effects: &mut Effects, now: Stamp) {
        effects.events.push(Event::DrawOffered { by });
        match self.config.players[by.opponent()] {
            Player::Human { .. } => self.draw_offer = Some(by),
            _ if self.engine_agrees(by.opponent()) => self.end(Outcome::draw(Reason::Agreement), effects, now),
            _ => effects.events.push(Event::DrawDeclined { by: by.opponent() }),
        }
    }

    /// Ends the game with a loss of the failed external engine of `side`.
    fn forfeit(&mut self, side: Side, code: &'static str, why: String, effects: &mut Effects, now: Stamp) {
        let at = Some(self.config.players[side].record_name());
        effects.events.push(Event::Trouble { code, message: why, at });
        self.end(Outcome::win(side.opponent(), Reason::Forfeit), effects, now);
    }

    pub(super) fn stop_thinking(&mut self, effects: &mut Effects) {
        if let Some(thinking) = self.thinking.take() {
            effects.effects.push(Effect::StopThinking(thinking.id));
        }
    }

    fn engine_moves(&self) -> bool {
        self.thinking.is_some_and(|thinking| thinking.purpose == Purpose::Move)
    }

    pub(super) fn check_ongoing(&self) -> Result<(), Refusal> {
        match self.outcome {
            None => Ok(()),
            Some(_) => Err(Refusal::plain("game-over", "the game is over")),
        }
    }

    fn person_in_play(&self) -> Result<Side, Refusal> {
        self.check_ongoing()?;
        self.acting_person().ok_or_else(|| Refusal::plain("no-person", "no person plays in this game"))
    }
}
