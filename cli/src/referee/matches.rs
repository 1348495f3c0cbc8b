//! `duiyi match`: one engine against another.

use std::io::Write;
use std::path::PathBuf;

use duiyi_core::base::Rng;
use duiyi_core::search::Stop;
use duiyi_host::score::{Entrant, Sprt, Tally, Verdict};
use indicatif::{ProgressBar, ProgressStyle};

use super::game::{Plan, Played};
use super::hall::{Go, Hall};
use super::openings::{self, Opening};
use super::player::{FoulKind, Player, PlayerSpec};
use super::record::Book;
use super::{Bounds, What};
use crate::problem::{Problem, Status};

/// Play engines against each other, each opening twice with colours swapped
///
/// An engine is level:1 to level:5, full (with full;nodes=20000;hash=64), mcts (the Monte Carlo search of Gomoku, also
/// level:3;method=mcts), or a program that speaks UCI, UCCI or the
/// Gomocup protocol: cmd:PROGRAM ARGS;protocol=uci;option.NAME=VALUE. Without --tc, --movetime or --nodes an engine of
/// ours keeps to its level's time. With --nodes and engines of ours, the same seed gives the same games.
///
/// The last line is `A vs B: +60 =20 -20 elo 147 ±55 los 99.9 illegal 0 crash 0 timeout 0`. With --sprt the match ends
/// as soon as the test does. Ctrl-C ends it with the result so far.
#[derive(clap::Args)]
pub struct Args {
    /// The first engine
    a: PlayerSpec,
    /// The second engine
    b: PlayerSpec,
    #[command(flatten)]
    what: What,
    /// How many games to play; with --sprt at most this many
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    #[command(flatten)]
    bounds: Bounds,
    /// A file of openings, one a line: a FEN, moves, or both as in `FEN moves h2e2`
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many games to play at a time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// End as soon as the first engine is E1 Elo stronger rather than E0, or the other way round
    #[arg(long, value_names = ["E0", "E1"], num_args = 2, allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Add each game to this file as it ends: PGN for Xiangqi, SGF for Gomoku
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The seed of the openings' order and of the weaker levels' choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Plays the match and writes its result.
pub fn run(args: &Args, stop: &Stop, out: &mut dyn Write) -> Result<Status, Problem> {
    let sprt = match args.sprt.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 && elo0.is_finite() && elo1.is_finite() => Some(Sprt { elo0, elo1 }),
        Some(_) => return Err(Problem::at("--sprt", "the first number should be less than the second")),
        None => None,
    };
    for (spec, which) in [(&args.a, "A"), (&args.b, "B")] {
        if let Some(why) = spec.refusal(args.what.game) {
            return Err(Problem::at(which, why));
        }
    }
    let openings = openings::load(&args.what, args.openings.as_deref(), args.seed)?;
    let names = [name(&args.a, &args.bounds, "A")?, name(&args.b, &args.bounds, "B")?];
    let record = args.record.as_deref();
    let book = record.map(|path| Book::open(path).map_err(|why| Problem::at(path.display(), why))).transpose()?;
    let plans = plans(&args.what, &openings, args.games, args.seed)?;
    let hall = Hall { players: [&args.a, &args.b], bounds: &args.bounds, boards: args.concurrency.into(), stop };
    let mut desk = Desk::new(names, sprt, book, plans.len());
    hall.play(&plans, |played| desk.take(played, out))?;
    desk.bar.finish_and_clear();
    if let Some(sprt) = sprt {
        writeln!(out, "{}", desk.sprt_line(&sprt))?;
    }
    writeln!(out, "{}", desk.result())?;
    Ok(Status::Done)
}

/// Asks an engine for its name: one that cannot be started ends the match before it begins.
fn name(spec: &PlayerSpec, bounds: &Bounds, which: &str) -> Result<String, Problem> {
    let mut player = Player::new(spec, bounds);
    let name = player.name();
    player.leave();
    // What it wrote last on its error output often says why.
    name.map_err(|fault| match fault.errors.last() {
        Some(words) => Problem::at(which, format!("{fault}; it wrote: {words}")),
        None => Problem::at(which, fault),
    })
}

/// Lists the games: each opening twice, colours swapped, all over again when the openings run out.
pub fn plans(what: &What, openings: &[Opening], games: u32, seed: u64) -> Result<Vec<Plan>, Problem> {
    let mut rng = Rng::from_seed(seed);
    let plan = |number: usize| {
        let opening = &openings[number / 2 % openings.len()];
        let first = if number.is_multiple_of(2) { Entrant::A } else { Entrant::B };
        let setup = what.setup(opening.start.as_deref())?;
        Ok(Plan { number, setup, opening: opening.moves.clone(), first, seed: rng.next_u64() })
    };
    (0..games as usize).map(plan).collect()
}

/// Where results come together.
pub struct Desk {
    names: [String; 2],
    sprt: Option<Sprt>,
    book: Option<Book>,
    /// The bar on the error output, hidden where that is no terminal.
    pub bar: ProgressBar,
    tally: Tally,
    /// Fouls by entrant and kind.
    fouls: [[u32; FoulKind::ALL.len()]; 2],
    /// The first game of a pair whose second is still to come: its number and its winner.
    half: Option<(usize, Option<Entrant>)>,
}

impl Desk {
    /// Opens the desk for a match of `games` games.
    pub fn new(names: [String; 2], sprt: Option<Sprt>, book: Option<Book>, games: usize) -> Desk {
        let bar = ProgressBar::new(games as u64);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {eta}");
        bar.set_style(style.expect("the template is written as the bar wants it"));
        Desk { names, sprt, book, bar, tally: Tally::default(), fouls: Default::default(), half: None }
    }

    /// Counts a game, writes it down, and says whether the match goes on.
    ///
    /// # Errors
    /// What keeps the record or the output from being written.
    pub fn take(&mut self, played: Played, out: &mut dyn Write) -> Result<Go, Problem> {
        if let Some(book) = &mut self.book {
            book.add(&played, &self.names).map_err(|why| Problem::at("--record", why))?;
        }
        let (number, winner) = (played.plan.number, played.winner());
        self.tally.add(winner);
        match self.half.take() {
            Some((first, earlier)) if first + 1 == number => self.tally.add_pair(earlier, winner),
            _ if number.is_multiple_of(2) => self.half = Some((number, winner)),
            _ => {}
        }
        if let Some((entrant, foul)) = &played.foul {
            let kind = FoulKind::ALL.iter().position(|&kind| kind == foul.kind).expect("the list is complete");
            self.fouls[*entrant as usize][kind] += 1;
            writeln!(out, "game {}: {} {foul}", number + 1, self.names[*entrant as usize])?;
            out.flush()?;
        }
        self.bar.inc(1);
        self.bar.set_message(format!("+{} ={} -{}", self.tally.wins, self.tally.draws, self.tally.losses));
        let ended = self.sprt.is_some_and(|sprt| sprt.verdict(&self.tally) != Verdict::Open);
        Ok(if ended { Go::Home } else { Go::On })
    }

    /// Writes what the test has come to.
    fn sprt_line(&self, sprt: &Sprt) -> String {
        let verdict = match sprt.verdict(&self.tally) {
            Verdict::Open => "open",
            Verdict::Lower => "H0",
            Verdict::Higher => "H1",
        };
        let (Sprt { elo0, elo1 }, bound) = (sprt, Sprt::BOUND);
        let pairs = self.tally.pairs.map(|count| count.to_string()).join(", ");
        let llr = sprt.llr(&self.tally);
        format!("sprt [{elo0}, {elo1}] llr {llr:.2} (-{bound:.2}, {bound:.2}) {verdict} pairs [{pairs}]")
    }

    /// Writes the result as the terminal contract has it.
    pub fn result(&self) -> String {
        let Tally { wins, draws, losses, .. } = self.tally;
        let (elo, error, los) =
            self.tally.strength().map_or((0.0, 0.0, 50.0), |strength| (strength.elo, strength.error, strength.los));
        let fouls: Vec<String> = FoulKind::ALL
            .iter()
            .enumerate()
            .map(|(index, kind)| format!("{} {}", kind.code(), self.fouls[0][index] + self.fouls[1][index]))
            .collect();
        let [a, b] = &self.names;
        // A negative zero would be written with its sign.
        let elo = elo.round() + 0.0;
        format!("{a} vs {b}: +{wins} ={draws} -{losses} elo {elo:.0} ±{error:.0} los {los:.1} {}", fouls.join(" "))
    }
}
