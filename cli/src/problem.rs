//! How a command ends: a status or an error.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// How a command ended that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Done; status 0.
    Done,
    /// Done, with a negative answer; status 1.
    NotSo,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        match status {
            Status::Done => ExitCode::SUCCESS,
            Status::NotSo => ExitCode::FAILURE,
        }
    }
}

/// Why a command failed.
#[derive(Debug)]
pub enum Problem {
    /// The arguments or the input: one sentence that names the place; status 2.
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
            Problem::Output(error) => write!(f, "the output could not be written: {error}"),
        }
    }
}
