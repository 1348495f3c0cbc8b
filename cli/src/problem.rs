//! The end of a command: a status or an error.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// The exit status of an interrupted command, as shells report it.
pub const INTERRUPTED: u8 = 130;

/// The end of a command without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Exit status 0.
    Done,
    /// A negative answer; exit status 1.
    NotSo,
    /// Ctrl-C or a signal ended the work before it was done; exit status 130.
    Interrupted,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        match status {
            Status::Done => ExitCode::SUCCESS,
            Status::NotSo => ExitCode::FAILURE,
            Status::Interrupted => ExitCode::from(INTERRUPTED),
        }
    }
}

/// The error of a failed command.
#[derive(Debug)]
pub enum Problem {
    /// Wrong arguments or input: one sentence that names the place; exit status 2.
    Input(String),
    /// The output could not be written.
    Output(io::Error),
}

impl Problem {
    /// Adds the place of the error: an option, a file, a line.
    pub fn at(place: impl fmt::Display, what: impl fmt::Display) -> Problem {
        Problem::Input(format!("{place}: {what}"))
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::Output(error)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Input(sentence) => f.write_str(sentence),
            Problem::Output(error) => write!(f, "cannot write output: {error}"),
        }
    }
}
