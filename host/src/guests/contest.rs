//! A match in the window: any two engines, game after game with the sides changing, and how it stands after each.
//!
//! Each opening is played twice, once with each engine moving first. It is made by the weakest level, whose choices the
//! opening's own seed decides, so that two engines that always answer alike still play different games.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use duiyi_core::base::{Millis, Outcome, Reason, Side};

use duiyi_core::engine::{Ask, Engines};
use duiyi_core::game::{Game, Refusal, Setup};
use duiyi_core::search::{Level, Limits, Stop, TimeLimit};
use duiyi_core::session::Player;
use parking_lot::Mutex;

use super::entry::GuestEntry;
use crate::clock::{MonotonicClock, seed};
use crate::engines::{Decision, GuestLimits, GuestSpec, Patience, Question, Seat};
use crate::score::{Entrant, Strength, Tally};

/// The moves of an opening.
const OPENING_PLIES: usize = 4;

/// A game that is still going on then is a draw.
const PLIES_MAX: usize = 400;

/// The memory of each built-in engine's table, in mebibytes.
const HASH_MIB: usize = 32;

/// How often the board is shown while a game goes on.
const SHOWN_EVERY: Duration = Duration::from_millis(200);

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The game; each pair begins with an opening of its own.
    pub setup: Setup,
    /// Who plays; nobody of them is a person.
    pub players: [Player; 2],
    /// The number of games.
    pub games: u32,
    /// The time for each move.
    pub move_time: Millis,
}

/// A fault that cost a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestFault {
    /// A word for programs.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// The name of the engine.
    pub name: String,
}

/// How a match stands.
#[derive(Clone, Debug)]
pub struct ContestView {
    /// What is played.
    pub plan: Plan,
    /// Whether it goes on.
    pub running: bool,
    /// The results, from the first engine's side.
    pub tally: Tally,
    /// What they say; `None` before the first game.
    pub strength: Option<Strength>,
    /// Games lost by faults, by engine.
    pub faults: [u32; 2],
    /// The last fault.
    pub fault: Option<ContestFault>,
    /// The board of the game in progress, or of the last one.
    pub placement: String,
    /// Whether the first engine has the first move in it.
    pub first_begins: bool,
}

type Listener = Arc<dyn Fn(&ContestView) + Send + Sync>;

/// The place for one match at a time; its result stays until the next one.
pub struct Contest {
    view: Arc<Mutex<Option<ContestView>>>,
    stop: Stop,
    listener: Listener,
}

impl Contest {
    /// Makes the place. `listener` hears how a match stands, from the match's own thread.
    #[must_use]
    pub fn new(listener: impl Fn(&ContestView) + Send + Sync + 'static) -> Contest {
        Contest { view: Arc::default(), stop: Stop::new(), listener: Arc::new(listener) }
    }

    /// Returns how the match stands, if there was one.
    #[must_use]
    pub fn view(&self) -> Option<ContestView> {
        self.view.lock().clone()
    }

    /// Begins a match between the built-in engine and `guests`.
    ///
    /// # Errors
    /// `match-running` if one is being played, `guest-gone` if a guest is not in the list, or what is wrong with the
    /// set-up.
    pub fn start(&mut self, plan: Plan, guests: &[GuestEntry]) -> Result<(), Refusal> {
        if self.view.lock().as_ref().is_some_and(|view| view.running) {
            return Err(refusal("match-running", "a match is being played; stop it first", None));
        }
        let [first, second] = [&plan.players[0], &plan.players[1]].map(|player| Fighter::of(player, guests));
        let fighters = [first?, second?];
        let placement = Game::new(&plan.setup).placement();
        let view = ContestView {
            plan,
            running: true,
            tally: Tally::default(),
            strength: None,
            faults: [0, 0],
            fault: None,
            placement,
            first_begins: true,
        };
        (self.listener)(&view);
        *self.view.lock() = Some(view.clone());
        self.stop = Stop::new();
        let (shown, stop, listener) = (Arc::clone(&self.view), self.stop.clone(), Arc::clone(&self.listener));
        let mut hall = Hall { view, shown, stop, listener, fighters, told_at: Instant::now() };
        thread::Builder::new()
            .name("duiyi-match".to_owned())
            // As much as the search thread of a game has.
            .stack_size(16 << 20)
            .spawn(move || hall.run())
            .expect("the operating system gives a program a few threads");
        Ok(())
    }

    /// Ends the match; the game in progress does not count.
    pub fn stop(&self) {
        self.stop.ask();
    }
}

impl Drop for Contest {
    fn drop(&mut self) {
        self.stop();
    }
}

/// One of the two engines.
enum Fighter {
    BuiltIn { engines: Box<Engines>, level: Level, name: String },
    Guest { seat: Box<Seat>, name: String },
}

/// Why a game was lost without a move.
struct Foul {
    code: &'static str,
    message: String,
}

impl Fighter {
    fn of(player: &Player, guests: &[GuestEntry]) -> Result<Fighter, Refusal> {
        let name = player.record_name();
        match player {
            Player::Human { .. } => Err(refusal("no-person", "people do not play in a match", None)),
            Player::Engine { level } => {
                Ok(Fighter::BuiltIn { engines: Box::new(Engines::new(HASH_MIB)), level: *level, name })
            }
            Player::Guest { id, .. } => {
                let entry = guests.iter().find(|entry| entry.id == *id);
                let spec: Option<GuestSpec> = entry.and_then(|entry| entry.spec().ok());
                let spec =
                    spec.ok_or_else(|| refusal("guest-gone", "the engine is not in the list", Some(name.clone())))?;
                Ok(Fighter::Guest { seat: Box::new(Seat::new(spec, Patience::default())), name })
            }
        }
    }

    fn name(&self) -> &str {
        match self {
            Fighter::BuiltIn { name, .. } | Fighter::Guest { name, .. } => name,
        }
    }

    fn new_game(&mut self, table: &Game) -> Result<(), Foul> {
        match self {
            Fighter::BuiltIn { engines, .. } => {
                engines.clear();
                Ok(())
            }
            Fighter::Guest { seat, .. } => seat.guest().and_then(|guest| guest.new_game(table)).map_err(|fault| {
                seat.failed();
                Foul { code: fault.code(), message: fault.to_string() }
            }),
        }
    }

    /// Returns a move; `None` is a resignation, or nothing that counts once the match was stopped.
    fn think(&mut self, table: &Game, time: Millis, seed: u64, stop: &Stop) -> Result<Option<String>, Foul> {
        match self {
            Fighter::BuiltIn { engines, level, .. } => think_own(engines, table, *level, time, seed, stop),
            Fighter::Guest { seat, .. } => {
                let limits = GuestLimits { move_time: Some(time), ..GuestLimits::default() };
                let question = Question { table, limits, draw_offered: false };
                let answer = seat.guest().and_then(|guest| guest.think(&question, stop, &mut |_| {}));
                match answer {
                    Ok(answer) => Ok(match answer.decision {
                        Decision::Play { mv, .. } => Some(mv),
                        Decision::Resign => None,
                    }),
                    Err(fault) => {
                        seat.failed();
                        Err(Foul { code: fault.code(), message: fault.to_string() })
                    }
                }
            }
        }
    }

    fn behaved(&mut self) {
        if let Fighter::Guest { seat, .. } = self {
            seat.behaved();
        }
    }

    fn leave(&mut self) {
        if let Fighter::Guest { seat, .. } = self {
            seat.clear();
        }
    }
}

fn think_own(
    engines: &mut Engines,
    table: &Game,
    level: Level,
    time: Millis,
    seed: u64,
    stop: &Stop,
) -> Result<Option<String>, Foul> {
    let limits = Limits { time: Some(TimeLimit::Move { max: time, spend_all: false }), ..level.limits() };
    let ask = Ask::new(limits, level, seed);
    let clock = MonotonicClock::start();
    let thought = catch_unwind(AssertUnwindSafe(|| engines.think(table, &ask, &clock, stop, &mut |_| {})));
    thought.map(|thought| thought.best).map_err(|_| {
        engines.discard();
        Foul { code: "engine-failed", message: "the built-in engine stopped".to_owned() }
    })
}

/// How a game ended: who won, or that it does not count.
enum End {
    Result(Outcome),
    Stopped,
}

/// A match while it is played.
struct Hall {
    view: ContestView,
    shown: Arc<Mutex<Option<ContestView>>>,
    stop: Stop,
    listener: Listener,
    fighters: [Fighter; 2],
    told_at: Instant,
}

impl Hall {
    fn run(&mut self) {
        let mut first_of_pair = None;
        for number in 0..self.view.plan.games {
            let pair_seed = if number % 2 == 0 { seed() } else { first_of_pair.map_or_else(seed, |(seed, _)| seed) };
            self.view.first_begins = number % 2 == 0;
            let End::Result(outcome) = self.game(pair_seed) else { break };
            let winner = outcome.winner.map(|side| self.entrant(side));
            self.view.tally.add(winner);
            match first_of_pair.take() {
                Some((_, earlier)) if number % 2 == 1 => self.view.tally.add_pair(earlier, winner),
                _ => first_of_pair = Some((pair_seed, winner)),
            }
            self.view.strength = self.view.tally.strength();
            self.view.running = number + 1 < self.view.plan.games;
            self.tell();
        }
        if self.view.running {
            self.view.running = false;
            self.tell();
        }
        self.fighters.iter_mut().for_each(Fighter::leave);
    }

    /// Returns which engine plays `side` in the present game.
    fn entrant(&self, side: Side) -> Entrant {
        if (side == Side::First) == self.view.first_begins { Entrant::A } else { Entrant::B }
    }

    fn game(&mut self, pair_seed: u64) -> End {
        let mut table = Game::new(&self.view.plan.setup);
        for index in [0, 1] {
            if let Err(foul) = self.fighters[index].new_game(&table) {
                return self.foul(index, foul);
            }
        }
        open(&mut table, pair_seed);
        loop {
            self.view.placement = table.placement();
            if let Some(outcome) = table.outcome() {
                self.fighters.iter_mut().for_each(Fighter::behaved);
                return End::Result(outcome);
            }
            if table.ply() >= PLIES_MAX {
                return End::Result(Outcome::draw(Reason::MoveLimit));
            }
            if self.told_at.elapsed() >= SHOWN_EVERY {
                self.tell();
            }
            let side = table.side_to_move();
            let index = usize::from(self.entrant(side) == Entrant::B);
            let seed = pair_seed.wrapping_add(table.ply() as u64);
            let answer = self.fighters[index].think(&table, self.view.plan.move_time, seed, &self.stop);
            if self.stop.is_asked() {
                return End::Stopped;
            }
            match answer {
                Ok(Some(mv)) => {
                    if let Err(why) = table.play(&mv) {
                        return self.foul(index, Foul { code: "guest-illegal", message: why.message });
                    }
                }
                Ok(None) => return End::Result(Outcome::win(side.opponent(), Reason::Resignation)),
                Err(foul) => return self.foul(index, foul),
            }
        }
    }

    /// Ends a game that the engine `index` cannot go on with.
    fn foul(&mut self, index: usize, foul: Foul) -> End {
        if self.stop.is_asked() {
            return End::Stopped;
        }
        self.view.faults[index] += 1;
        let name = self.fighters[index].name().to_owned();
        self.view.fault = Some(ContestFault { code: foul.code, message: foul.message, name });
        let begins = (index == 0) == self.view.first_begins;
        let winner = if begins { Side::Second } else { Side::First };
        End::Result(Outcome::win(winner, Reason::Forfeit))
    }

    fn tell(&mut self) {
        self.told_at = Instant::now();
        *self.shown.lock() = Some(self.view.clone());
        (self.listener)(&self.view);
    }
}

/// Plays an opening, as far as the game does not end in it.
fn open(table: &mut Game, seed: u64) {
    let mut engines = Engines::new(1);
    let level = Level::new(1).expect("there is a first level");
    for ply in 0..OPENING_PLIES {
        let seed = seed.wrapping_add(ply as u64);
        let mv = think_own(&mut engines, table, level, Millis(1_000), seed, &Stop::new());
        let Ok(Some(mv)) = mv else { return };
        let before = table.clone();
        if table.play(&mv).is_err() || table.outcome().is_some() {
            *table = before;
            return;
        }
    }
}

fn refusal(code: &'static str, message: &str, at: Option<String>) -> Refusal {
    Refusal { code, message: message.to_owned(), at, points: Vec::new() }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn level(number: u8) -> Player {
        Player::Engine { level: Level::new(number).unwrap() }
    }

    fn plan(players: [Player; 2], games: u32) -> Plan {
        let setup = Setup::gomoku(duiyi_core::gomoku::Rule::Freestyle, 7, None).expect("a small board");
        Plan { setup, players, games, move_time: Millis(20) }
    }

    fn last(contest: &Contest, views: &mpsc::Receiver<ContestView>) -> ContestView {
        let end = views.iter().find(|view| !view.running).expect("a match ends");
        assert!(!contest.view().unwrap().running);
        end
    }

    #[test]
    fn a_match_is_played_to_its_end_with_the_sides_changing() {
        let (send, views) = mpsc::channel();
        let mut contest = Contest::new(move |view| send.send(view.clone()).unwrap());
        contest.start(plan([level(1), level(2)], 4), &[]).unwrap();
        let end = last(&contest, &views);
        assert_eq!(end.tally.games(), 4);
        assert_eq!(end.tally.pairs.iter().sum::<u32>(), 2);
        assert!(end.strength.is_some() && end.faults == [0, 0] && !end.first_begins);
        contest.start(plan([level(1), level(2)], 2), &[]).unwrap();
    }

    #[test]
    fn a_match_can_be_stopped_and_its_result_stays() {
        let (send, views) = mpsc::channel();
        let mut contest = Contest::new(move |view| send.send(view.clone()).unwrap());
        contest.start(plan([level(5), level(5)], 1_000), &[]).unwrap();
        assert_eq!(contest.start(plan([level(1), level(1)], 2), &[]).unwrap_err().code, "match-running");
        views.iter().find(|view| view.tally.games() == 1).unwrap();
        contest.stop();
        assert!(last(&contest, &views).tally.games() < 1_000);
    }

    #[test]
    fn a_guest_that_cannot_be_started_loses_every_game_and_the_match_ends() {
        use crate::engines::Protocol;
        use crate::guests::entry::tests::guest;

        let guests = [guest("g1", "no-such-program-anywhere", Protocol::Gomocup)];
        let (send, views) = mpsc::channel();
        let mut contest = Contest::new(move |view| send.send(view.clone()).unwrap());
        let absent = Player::Guest { id: "g1".to_owned(), name: "Ghost".to_owned() };
        contest.start(plan([absent, level(1)], 2), &guests).unwrap();
        let end = last(&contest, &views);
        assert_eq!((end.tally.losses, end.faults), (2, [2, 0]));
        assert_eq!(end.fault.map(|fault| (fault.code, fault.name)), Some(("guest-missing", "Ghost".to_owned())));
        let gone = Player::Guest { id: "g2".to_owned(), name: "Gone".to_owned() };
        assert_eq!(contest.start(plan([gone, level(1)], 2), &guests).unwrap_err().at.as_deref(), Some("Gone"));
    }
}
