//! The terminal program of Duiyi: games, engine searches, rules, protocols.
//!
//! One subcommand, one file. A subcommand writes its result to the given writer, never prints, and returns a [`Status`]
//! or a [`Problem`]. Only this file ends the program. Scripts depend on the output; each command's help has its
//! contract.
//!
//! It is a library with one small program, so that [`fuzz`] reaches the loops of the protocols.

mod counted;
mod harmless;
mod input;
mod machine;
mod problem;
mod score;
mod explain;
mod position;
mod ruling;
mod records;
mod analyze;
mod bench;
mod book;
mod calibrate;
mod convert;
mod drawing;
mod datagen;
mod forbidden;
mod go;
mod judge;
mod legal;
mod manual;
mod matches;
mod notation;
mod perft;
mod play;
mod protocol;
mod solve;
mod tune;
mod warnings;
pub mod fuzz;

use std::env;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;
use std::thread;

use anstream::stream::{AsLockedWrite, RawStream};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};
use duiyi_core::search::Stop;

use harmless::Harmless;
use problem::{INTERRUPTED, Problem, Status};

/// Stack of the whole program: engines recurse deeply, and some systems give the main thread only one mebibyte.
const STACK: usize = 16 << 20;

/// Duiyi 对弈: Gomoku and Xiangqi in the terminal.
///
/// Positions are given by --moves "…" in any notation of the game (Xiangqi: h2e2, H2-E2, C2=5, 炮二平五; Gomoku: h8),
/// for Xiangqi also by --fen. The exit status is 0 for success, 1 for a negative result (no win found, a position that the
/// book does not know, a proof that fails), 2 for invalid input, an illegal move included, and 130 where Ctrl-C ended a
/// review or a ladder.
#[derive(Parser)]
#[command(name = "duiyi", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Class(play::class::Args),
    Go(go::Args),
    Legal(legal::Args),
    Perft(perft::Args),
    Forbidden(forbidden::Args),
    Notation(notation::Args),
    Convert(convert::Args),
    Analyze(analyze::Args),
    Judge(judge::Args),
    Solve(solve::Args),
    Book(book::Args),
    Bench(bench::Args),
    Calibrate(calibrate::Args),
    Match(Box<matches::duel::Args>),
    Ladder(matches::ladder::Args),
    Tournament(matches::tournament::Args),
    Datagen(datagen::Args),
    Genfens(datagen::genfens::Args),
    Tune(tune::Args),
    Warnings(warnings::Args),
    Uci(protocol::uci::Args),
    Ucci(protocol::ucci::Args),
    Gomocup(protocol::gomocup::Args),
    Completions(manual::Completions),
    Manual(manual::Manual),
}

/// Parses the arguments, runs the command, and returns the exit status.
#[must_use]
pub fn program() -> ExitCode {
    duiyi_host::panics::report_in_one_sentence("duiyi");
    let args = datagen::genfens::spelled_out(env::args_os().collect());
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let program = thread::Builder::new().name("duiyi".to_owned()).stack_size(STACK).spawn(move || run(cli.command));
    let ended = match program.map(thread::JoinHandle::join) {
        Ok(Ok(ended)) => ended,
        // The panic hook has printed the message.
        Ok(Err(_)) => return ExitCode::from(101),
        Err(error) => Err(Problem::Input(format!("could not start a thread: {error}"))),
    };
    self::ended(ended)
}

/// Returns the exit status of a command; prints its error.
fn ended(ended: Result<Status, Problem>) -> ExitCode {
    match ended {
        Ok(status) => status.into(),
        // The reader of our output has closed the pipe.
        Err(Problem::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(problem) => {
            complain(&problem.to_string());
            ExitCode::from(2)
        }
    }
}

/// Whether `out` gets colours: it has them, and the person wants them. A dumb terminal has none, even where `CI` is set,
/// which `anstream` takes for a terminal of every kind.
fn colours<S: RawStream>(out: &S) -> anstream::ColorChoice {
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    if dumb && env::var_os("CLICOLOR_FORCE").is_none() {
        anstream::ColorChoice::Never
    } else {
        anstream::AutoStream::choice(out)
    }
}

fn run(command: Command) -> Result<Status, Problem> {
    let mut out = io::stdout().lock();
    let status = match command {
        Command::Play(args) => {
            let colours = colours(&out);
            play::run(args, &mut anstream::AutoStream::new(&mut out, colours))
        }
        Command::Class(args) => {
            let colours = colours(&out);
            play::class::run(args, &mut anstream::AutoStream::new(&mut out, colours))
        }
        Command::Go(args) => go::run(&args, &mut out),
        Command::Legal(args) => legal::run(&args, &mut out),
        Command::Perft(args) => perft::run(&args, &mut out),
        Command::Forbidden(args) => forbidden::run(args, &mut out),
        Command::Notation(args) => notation::run(&args, &mut out),
        Command::Convert(args) => convert::run(&args, &mut out),
        Command::Analyze(args) => analyze::run(&args, &interrupt(), &mut out),
        Command::Judge(args) => judge::run(&args, &mut out),
        Command::Solve(args) => solve::run(&args, &mut out),
        Command::Book(args) => book::run(&args, &mut out),
        Command::Bench(args) => bench::run(&args, &mut out),
        Command::Calibrate(args) => calibrate::run(&args, &mut out),
        Command::Match(args) => matches::duel::run(&args, &interrupt(), &mut out),
        Command::Ladder(args) => matches::ladder::run(&args, &interrupt(), &mut out),
        Command::Tournament(args) => matches::tournament::run(&args, &interrupt(), &mut out),
        Command::Datagen(args) => datagen::run(&args, &mut out),
        Command::Genfens(args) => datagen::genfens::run(&args, &mut out),
        Command::Tune(args) => tune::run(&args, &mut out),
        Command::Warnings(args) => warnings::run(&args, &mut out),
        Command::Completions(args) => manual::complete(&args, &mut out),
        Command::Manual(args) => manual::write(&args, &mut out),
        Command::Uci(_) => protocol::speak(protocol::uci::UciServer::new(), &mut out),
        Command::Ucci(_) => protocol::speak(protocol::ucci::UcciServer::new(), &mut out),
        Command::Gomocup(_) => protocol::speak(protocol::gomocup::GomocupServer::new(), &mut out),
    }?;
    out.flush()?;
    Ok(status)
}

/// Returns the flag that Ctrl-C sets. A second Ctrl-C ends the program at once.
fn interrupt() -> Stop {
    let stop = Stop::new();
    let asked = stop.clone();
    let handler = move || {
        if asked.is_asked() {
            std::process::exit(INTERRUPTED.into());
        }
        asked.ask();
    };
    // Without a handler Ctrl-C ends the program; only the result so far is lost.
    let _ = ctrlc::set_handler(handler);
    stop
}

/// Prints requested help, otherwise the first paragraph of clap's message as one sentence.
fn refuse(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            ended(print(error, io::stdout().lock()).map(|()| Status::Done).map_err(Problem::Output))
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = print(error, io::stderr().lock());
            ExitCode::from(2)
        }
        _ => {
            let text = error.to_string();
            let sentence: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
            let usual = sentence.join(" ");
            let args = env::args_os().map(|argument| argument.to_string_lossy().into_owned());
            let negative = negative(error, args);
            let usual = || format!("{}{}", usual.trim_start_matches("error: "), advice(error).unwrap_or_default());
            complain(&negative.unwrap_or_else(usual));
            ExitCode::from(2)
        }
    }
}

/// Prints a message of clap, in colours where `out` gets them.
fn print(error: &clap::Error, out: impl RawStream + AsLockedWrite) -> io::Result<()> {
    let colours = colours(&out);
    let mut out = anstream::AutoStream::new(out, colours);
    write!(out, "{}", error.render().ansi())?;
    out.flush()
}

/// Says, to be appended to a sentence, what a mistyped word may mean, or how to write a name that looks like an option.
fn advice(error: &clap::Error) -> Option<String> {
    use ContextKind::{Suggested, SuggestedArg, SuggestedSubcommand, SuggestedValue};
    let meant = [SuggestedSubcommand, SuggestedArg, SuggestedValue].into_iter().find_map(|kind| error.get(kind));
    match (meant, error.get(ContextKind::InvalidArg)) {
        (Some(ContextValue::String(word)), _) => Some(format!("; did you mean '{word}'?")),
        // The most similar one comes last.
        (Some(ContextValue::Strings(words)), _) => words.last().map(|word| format!("; did you mean '{word}'?")),
        // Options have two dashes, so this is likely the name of a file.
        (None, Some(ContextValue::String(word)))
            if error.kind() == ErrorKind::UnknownArgument
                && error.get(Suggested).is_some()
                && !word.starts_with("--")
                && word.parse::<f64>().is_err() =>
        {
            Some("; write ./ before a name that begins with -".to_owned())
        }
        _ => None,
    }
}

/// Names the option of a number that is less than zero where none may be. The parser takes the number for an option
/// itself, or, behind an equals sign, for no number or one beyond its range.
fn negative(error: &clap::Error, args: impl Iterator<Item = String>) -> Option<String> {
    let ContextValue::String(invalid) = error.get(ContextKind::InvalidArg)? else { return None };
    let (option, number) = match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(number)) => {
            let why = std::error::Error::source(error)?;
            // A number of 64 bits is parsed without a sign; a smaller one is parsed with it and compared to its range.
            let is_unsigned = match why.downcast_ref::<ParseIntError>() {
                Some(why) => *why.kind() == IntErrorKind::InvalidDigit,
                None => !why.to_string().strip_prefix(&format!("{number} is not in "))?.starts_with('-'),
            };
            let is_refused = is_unsigned && number.parse::<i64>().is_ok_and(|number| number < 0);
            (invalid.split(' ').next().filter(|_| is_refused)?.to_owned(), number)
        }
        _ => {
            invalid.parse::<f64>().ok()?;
            let args: Vec<String> = args.collect();
            let before = args.windows(2).find(|pair| pair[1] == *invalid && pair[0].starts_with("--"))?;
            (before[0].clone(), invalid)
        }
    };
    Some(format!("{option}: {number} is less than zero, and it may not be"))
}

/// Writes a sentence to the error output; a failure is ignored.
fn complain(sentence: &str) {
    let _ = writeln!(io::stderr(), "{}", Harmless(sentence));
}
