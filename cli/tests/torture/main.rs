//! Torture: the built program under hostile conditions, for any length of time.
//!
//! The ordinary tests run it for twenty seconds. `make torture` runs it for `MINUTES`, and prints a seed; the same seed
//! as `SEED` repeats the run. `KIND` and `ROUND` repeat one round; `ROUNDS` plays at least so many of each kind. Every round
//! runs whole programs: `duiyi`, or the desk of the window ([`desk`]) in its own process, which can be killed, too.
//!
//! A round fails on a panic or its exit status (101, 134, 139), a hang, more memory than [`program::MEMORY_MIB`],
//! the loss of an acknowledged ply, game or file, and a process left behind. Memory and processes are read on Linux alone.

mod desk;
/// Its engines are shell scripts, and their processes are found in `/proc`.
#[cfg(target_os = "linux")]
mod engines;
mod flags;
mod folders;
mod interrupt;
mod library;
mod program;
mod protocols;
mod records;

fn main() -> std::process::ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((word, rest)) if word == desk::WORD => desk::run(rest),
        _ => torture::run(),
    }
}

mod torture {
    use std::env;
    use std::process::ExitCode;
    use std::str::FromStr;
    use std::time::{Duration, Instant};

    use duiyi_core::base::Rng;
    use tempfile::TempDir;

    #[cfg(target_os = "linux")]
    use crate::engines;
    use crate::{flags, folders, interrupt, library, protocols, records};

    /// The duration of an ordinary run for all kinds together.
    const SHORT: Duration = Duration::from_secs(20);

    /// The resources and figures of one round.
    pub struct Round {
        /// The same for the same seed, kind and number.
        pub rng: Rng,
        /// Whether there is time for large inputs.
        pub is_long: bool,
        /// The round's own folder.
        pub folder: TempDir,
        /// The number of trials.
        pub tried: u64,
        /// The greatest memory of a program, in KiB.
        pub memory_kib: u64,
    }

    type Play = fn(&mut Round) -> Result<(), String>;

    /// The kinds, each with the unit of its trials.
    const KINDS: &[(&str, &str, Play)] = &[
        ("protocols", "conversations", protocols::converse),
        ("flood", "mebibytes during a search", protocols::flood),
        ("flags", "values of flags", flags::set),
        ("records", "records read", records::read),
        ("journals", "cuts and flipped bits", folders::damage_journal),
        ("library", "pages overwritten", folders::damage_library),
        ("salvage", "kills while a library is saved", library::interrupt),
        ("restores", "kills while a backup is restored", interrupt::restore),
        ("moves", "kills while a library is moved", interrupt::carry),
        ("copies", "kills while a backup is written", interrupt::back_up),
        ("backups", "backups from strangers", library::restore),
        ("sharing", "plies by two programs on one folder", folders::share),
        ("kills", "things acknowledged before a kill", folders::kill),
        ("resumes", "kills within a game that is resumed", folders::resume),
        #[cfg(target_os = "linux")]
        ("disks", "plies left on a disk that fills", folders::fill),
        #[cfg(target_os = "linux")]
        ("engines", "engines in bad moods", engines::sit_down),
    ];

    /// The figures of a kind so far.
    #[derive(Clone, Copy, Default)]
    struct Score {
        rounds: u64,
        tried: u64,
        faults: u64,
        memory_kib: u64,
        slowest: Duration,
    }

    fn setting<T: FromStr>(name: &str) -> Option<T> {
        env::var(name).ok().and_then(|text| text.parse().ok())
    }

    /// Runs rounds of each kind in turn until the time is over, and prints the figures.
    pub fn run() -> ExitCode {
        let minutes: Option<f64> = setting("MINUTES").filter(|minutes: &f64| (0.0..100_000.0).contains(minutes));
        // The short run is the same each time; long runs use new seeds.
        let any = || if minutes.is_some() { duiyi_host::clock::seed() } else { 1 };
        let seed: u64 = setting("SEED").unwrap_or_else(any);
        let (kind, round) = (setting::<String>("KIND"), setting::<u64>("ROUND"));
        let rounds_min = setting::<u64>("ROUNDS").unwrap_or(1);
        let time = minutes.map_or(SHORT, |minutes| Duration::from_secs_f64(minutes * 60.0));
        println!("torture for {} s, SEED={seed}", time.as_secs());
        let begun = Instant::now();
        let mut scores = [Score::default(); KINDS.len()];
        let wanted = |name: &str| kind.as_ref().is_none_or(|kind| kind == name);
        let kinds: Vec<usize> = (0..KINDS.len()).filter(|&index| wanted(KINDS[index].0)).collect();
        if let (Some(number), &[index]) = (round, &kinds[..]) {
            play(index, number, seed, minutes.is_some(), &mut scores[index]);
        } else {
            // The kind with the least time so far is next, since the rounds of some kinds are long.
            let mut spent = [Duration::ZERO; KINDS.len()];
            while let Some(&index) = kinds.iter().min_by_key(|&&index| spent[index]) {
                if begun.elapsed() >= time && kinds.iter().all(|&index| scores[index].rounds >= rounds_min) {
                    break;
                }
                let round = Instant::now();
                play(index, scores[index].rounds, seed, minutes.is_some(), &mut scores[index]);
                spent[index] += round.elapsed();
            }
        }
        report(&scores, seed)
    }

    fn play(index: usize, number: u64, seed: u64, is_long: bool, score: &mut Score) {
        let (name, _, play) = KINDS[index];
        let mixed =
            seed ^ (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let folder = tempfile::tempdir().expect("there is room for a temporary folder");
        let mut round = Round { rng: Rng::from_seed(mixed), is_long, folder, tried: 0, memory_kib: 0 };
        let begun = Instant::now();
        if let Err(why) = play(&mut round) {
            score.faults += 1;
            let long = if is_long { "MINUTES=1 " } else { "" };
            println!("FAULT {name}: {why}\n  again with: {long}SEED={seed} KIND={name} ROUND={number}");
        }
        score.rounds += 1;
        score.tried += round.tried;
        score.memory_kib = score.memory_kib.max(round.memory_kib);
        score.slowest = score.slowest.max(begun.elapsed());
    }

    fn report(scores: &[Score], seed: u64) -> ExitCode {
        for ((name, what, _), score) in KINDS.iter().zip(scores) {
            let Score { rounds, tried, faults, memory_kib, slowest } = score;
            println!(
                "{name:<10} {rounds:>6} rounds {tried:>8} {what}, at most {} MiB, the longest round {:.1} s, {faults} faults",
                memory_kib / 1024,
                slowest.as_secs_f64()
            );
        }
        let faults: u64 = scores.iter().map(|score| score.faults).sum();
        println!("torture: {faults} faults, SEED={seed}");
        if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
