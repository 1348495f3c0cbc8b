//! Lines typed at a terminal, with history and completion.
//!
//! A terminal without cursor keys (`TERM=dumb`) gives plain lines behind the same prompt.

use std::io::ErrorKind;

use rustyline::config::{ColorMode, CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Editor, Result};

use super::completion::Completion;

const PROMPT: &str = "> ";

/// What a person did at the prompt.
#[derive(Debug)]
pub enum Typed {
    Line(String),
    /// Ctrl-C: the line was thrown away.
    Cancelled,
    /// The terminal sent bytes that are not UTF-8.
    Unreadable,
    /// Ctrl-D on an empty line, or a terminal that is gone.
    End,
}

/// The editor of the lines of one game. Its history lasts as long as the game.
pub struct LineEditor(Editor<Completion, MemHistory>);

impl LineEditor {
    /// # Errors
    /// The terminal's own.
    pub fn new() -> Result<LineEditor> {
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            .color_mode(ColorMode::Disabled)
            // Several pasted moves are several lines.
            .bracketed_paste(false)
            .build();
        let history = MemHistory::with_config(&config);
        Ok(LineEditor(Editor::with_history(config, history)?))
    }

    /// Reads the next line; Tab completes by `completion`.
    pub fn next(&mut self, completion: Completion) -> Typed {
        self.0.set_helper(Some(completion));
        match self.0.readline(PROMPT) {
            Ok(line) => Typed::Line(line),
            Err(ReadlineError::Interrupted) => Typed::Cancelled,
            Err(ReadlineError::Io(why)) if why.kind() == ErrorKind::InvalidData => Typed::Unreadable,
            Err(_) => Typed::End,
        }
    }
}
