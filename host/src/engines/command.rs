//! The written form of an external engine: command line, protocol and options.
//!
//! `cmd:PROGRAM ARGS;protocol=uci;option.Hash=64`: semicolons separate parts, blanks separate words of the command
//! line, and double quotes protect both. Backslashes are literal, for paths of Windows.

use std::fmt;
use std::str::FromStr;

use duiyi_core::game::GameKind;
use serde::{Deserialize, Serialize};

/// A protocol of external engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum EngineProtocol {
    /// The Universal Chess Interface, for Xiangqi.
    Uci,
    /// The Universal Chinese Chess Interface.
    Ucci,
    /// The protocol of the Gomocup tournament.
    Gomocup,
}

impl EngineProtocol {
    /// Every protocol, in the order in which they are tried.
    pub const ALL: [EngineProtocol; 3] = [EngineProtocol::Uci, EngineProtocol::Ucci, EngineProtocol::Gomocup];

    /// Returns the protocol's word on the command line and in settings.
    ///
    /// # Stability
    /// Settings store these words.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            EngineProtocol::Uci => "uci",
            EngineProtocol::Ucci => "ucci",
            EngineProtocol::Gomocup => "gomocup",
        }
    }

    /// Returns the game for which this program uses the protocol.
    #[must_use]
    pub const fn game(self) -> GameKind {
        match self {
            EngineProtocol::Uci | EngineProtocol::Ucci => GameKind::Xiangqi,
            EngineProtocol::Gomocup => GameKind::Gomoku,
        }
    }
}

impl fmt::Display for EngineProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for EngineProtocol {
    type Err = EngineCommandError;

    fn from_str(text: &str) -> Result<EngineProtocol, EngineCommandError> {
        let known = EngineProtocol::ALL.into_iter().find(|protocol| protocol.code() == text);
        known.ok_or_else(|| EngineCommandError::EngineProtocol { text: text.to_owned() })
    }
}

/// The command and options of an external engine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EngineCommand {
    /// A name that the system finds, or a path.
    pub program: String,
    pub args: Vec<String>,
    /// `None`: the handshake finds it out.
    pub protocol: Option<EngineProtocol>,
    /// Names and values of the options, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// Whether the options were saved for an engine that may have been updated since: then those that do not fit it are
    /// left out. Otherwise they are a fault.
    pub options_are_saved: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineCommandError {
    /// The text does not begin with a program.
    #[error("an engine is written as cmd:PROGRAM ARGS;protocol=uci;option.NAME=VALUE")]
    NoProgram,
    /// A quotation mark is not closed.
    #[error("a quotation mark is not closed in '{text}'")]
    Quote { text: String },
    #[error("there is no protocol '{text}'; the protocols are uci, ucci and gomocup")]
    EngineProtocol { text: String },
    /// A part that is neither a protocol nor an option.
    #[error("unknown setting '{text}'; use protocol=… or option.NAME=VALUE")]
    Part { text: String },
}

impl EngineCommand {
    /// Makes an engine from program and arguments alone.
    #[must_use]
    pub fn new(program: &str, args: &[&str]) -> EngineCommand {
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        let program = program.to_owned();
        EngineCommand { program, args, protocol: None, options: Vec::new(), options_are_saved: false }
    }

    /// Returns the same engine with a known protocol.
    #[must_use]
    pub fn with_protocol(mut self, protocol: EngineProtocol) -> EngineCommand {
        self.protocol = Some(protocol);
        self
    }

    /// Returns the protocols in the best order to try: one named in the arguments first. A program that waits for
    /// another handshake says nothing, and costs the whole timeout.
    #[must_use]
    pub fn protocols(&self) -> [EngineProtocol; 3] {
        let mut protocols = EngineProtocol::ALL;
        let is_named =
            |protocol: &EngineProtocol| self.args.iter().any(|arg| arg.trim_start_matches('-') == protocol.code());
        protocols.sort_by_key(|protocol| !is_named(protocol));
        protocols
    }

    /// Parses a command line as a person types it: `fairy-stockfish`, `"C:\My Engines\x.exe" uci`.
    ///
    /// # Errors
    /// [`EngineCommandError::NoProgram`] or [`EngineCommandError::Quote`].
    pub fn from_command_line(text: &str) -> Result<EngineCommand, EngineCommandError> {
        let mut words = split(text, char::is_whitespace)?.into_iter().map(|word| word.replace('"', ""));
        let program = words.next().filter(|word| !word.is_empty()).ok_or(EngineCommandError::NoProgram)?;
        Ok(EngineCommand { args: words.collect(), ..EngineCommand::new(&program, &[]) })
    }

    /// Returns the command line; words with blanks are quoted.
    #[must_use]
    pub fn command_line(&self) -> String {
        let words = std::iter::once(&self.program).chain(&self.args);
        words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the program's file name, as a display name.
    #[must_use]
    pub fn short_name(&self) -> String {
        let name = self.program.rsplit(['/', '\\']).next().unwrap_or_default();
        name.strip_suffix(".exe").unwrap_or(name).to_owned()
    }
}

impl FromStr for EngineCommand {
    type Err = EngineCommandError;

    fn from_str(text: &str) -> Result<EngineCommand, EngineCommandError> {
        let mut parts = engine_parts(text)?.into_iter();
        let command = parts.next().unwrap_or_default();
        let command = command.trim().strip_prefix("cmd:").ok_or(EngineCommandError::NoProgram)?;
        let mut spec = EngineCommand::from_command_line(command)?;
        for part in parts {
            let plain = part.trim().replace('"', "");
            match plain.split_once('=') {
                Some(("protocol", word)) => spec.protocol = Some(word.parse()?),
                Some((key, value)) if key.len() > "option.".len() && key.starts_with("option.") => {
                    spec.options.push((key["option.".len()..].to_owned(), value.to_owned()));
                }
                _ if plain.is_empty() => {}
                _ => return Err(EngineCommandError::Part { text: plain }),
            }
        }
        Ok(spec)
    }
}

impl fmt::Display for EngineCommand {
    /// Writes the form that [`EngineCommand::from_str`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cmd:{}", self.command_line())?;
        if let Some(protocol) = self.protocol {
            write!(f, ";protocol={protocol}")?;
        }
        for (name, value) in &self.options {
            write!(f, ";{}", quoted_part(&format!("option.{name}={value}")))?;
        }
        Ok(())
    }
}

/// Splits the written form of an engine at its semicolons, each part with its quotation marks.
///
/// # Errors
/// [`EngineCommandError::Quote`].
pub fn engine_parts(text: &str) -> Result<Vec<String>, EngineCommandError> {
    split(text, |letter| letter == ';')
}

/// Splits at `is_border` outside quotation marks; a run of blanks counts as one.
fn split(text: &str, is_border: impl Fn(char) -> bool) -> Result<Vec<String>, EngineCommandError> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for letter in text.chars() {
        quoted ^= letter == '"';
        if is_border(letter) && !quoted {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("there is always a part").push(letter);
        }
    }
    if quoted {
        return Err(EngineCommandError::Quote { text: text.chars().take(60).collect() });
    }
    parts.retain(|part| !part.is_empty());
    Ok(parts)
}

fn quoted(word: &str) -> String {
    let plain = !word.is_empty() && !word.contains(|letter: char| letter.is_whitespace() || letter == ';');
    if plain { word.to_owned() } else { format!("\"{word}\"") }
}

fn quoted_part(part: &str) -> String {
    if part.contains(';') { format!("\"{part}\"") } else { part.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> EngineCommand {
        text.parse().expect("it describes an engine")
    }

    #[test]
    fn the_command_line_the_protocol_and_the_options_are_read() {
        let read = spec("cmd:ssh host duiyi uci;protocol=uci;option.Move Overhead=100;option.Hash=64");
        assert_eq!((read.program.as_str(), &read.args[..]), ("ssh", &["host", "duiyi", "uci"].map(String::from)[..]));
        assert_eq!(read.protocol, Some(EngineProtocol::Uci));
        assert_eq!(read.options[0], ("Move Overhead".to_owned(), "100".to_owned()));
        let read = spec(r#"cmd:"C:\My Engines\a;b.exe" "x y" -v;"option.Book=a;b""#);
        assert_eq!(read.program, r"C:\My Engines\a;b.exe");
        assert_eq!(read.args, ["x y", "-v"]);
        assert_eq!(read.options, [("Book".to_owned(), "a;b".to_owned())]);
        assert_eq!(read.short_name(), "a;b");
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in ["cmd:x", "cmd:a/b c;protocol=gomocup", r#"cmd:"a b" "c;d";option.X=1;option.Long Name=v w"#] {
            assert_eq!(spec(text).to_string(), text);
        }
        let odd = EngineCommand {
            options: vec![("N".to_owned(), "a;b".to_owned())],
            ..EngineCommand::new("x", &["", "y z"])
        };
        assert_eq!(spec(&odd.to_string()).options, odd.options);
    }

    #[test]
    fn what_is_no_engine_says_why() {
        let why = |text: &str| text.parse::<EngineCommand>().expect_err("it is no engine");
        assert_eq!(why("level:3"), EngineCommandError::NoProgram);
        assert_eq!(why("cmd:"), EngineCommandError::NoProgram);
        assert!(matches!(why("cmd:\"x"), EngineCommandError::Quote { .. }));
        assert!(matches!(why("cmd:x;protocol=xboard"), EngineCommandError::EngineProtocol { .. }));
        assert!(matches!(why("cmd:x;hash=3"), EngineCommandError::Part { .. }));
        assert!(matches!(why("cmd:x;option.=3"), EngineCommandError::Part { .. }));
    }

    #[test]
    fn a_protocol_among_the_arguments_is_tried_first() {
        for (line, first) in [
            ("duiyi ucci", EngineProtocol::Ucci),
            ("engine --gomocup -x", EngineProtocol::Gomocup),
            ("engine", EngineProtocol::Uci),
            ("ucci", EngineProtocol::Uci),
        ] {
            let protocols = EngineCommand::from_command_line(line).expect("a command line").protocols();
            assert_eq!(protocols[0], first, "{line}");
            assert!(EngineProtocol::ALL.iter().all(|protocol| protocols.contains(protocol)));
        }
    }
}
