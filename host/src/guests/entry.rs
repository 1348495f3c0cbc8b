//! One guest of the list, in the shape in which it is kept and shown.

use std::path::Path;

use duiyi_core::game::GameKind;
use serde::{Deserialize, Serialize};

use crate::engines::{GuestOption, GuestSpec, OptionKind, Protocol, SpecError};
use crate::settings::Game;

/// The greatest whole number that JSON carries everywhere without loss.
const WHOLE_MAX: i64 = 1 << 53;

/// A protocol, as a word of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS), ts(rename = "Protocol"))]
#[serde(rename_all = "lowercase")]
pub enum ProtocolCode {
    /// UCI.
    Uci,
    /// UCCI.
    Ucci,
    /// Gomocup.
    Gomocup,
}

impl From<Protocol> for ProtocolCode {
    fn from(protocol: Protocol) -> ProtocolCode {
        match protocol {
            Protocol::Uci => ProtocolCode::Uci,
            Protocol::Ucci => ProtocolCode::Ucci,
            Protocol::Gomocup => ProtocolCode::Gomocup,
        }
    }
}

impl From<ProtocolCode> for Protocol {
    fn from(code: ProtocolCode) -> Protocol {
        match code {
            ProtocolCode::Uci => Protocol::Uci,
            ProtocolCode::Ucci => Protocol::Ucci,
            ProtocolCode::Gomocup => Protocol::Gomocup,
        }
    }
}

/// Returns the game that a protocol is spoken for.
#[must_use]
pub fn game_of(protocol: Protocol) -> Game {
    match protocol.game() {
        GameKind::Xiangqi => Game::Xiangqi,
        GameKind::Gomoku => Game::Gomoku,
        GameKind::TicTacToe => Game::TicTacToe,
    }
}

/// An option with its value; `preset` is the value before anybody set it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
#[allow(missing_docs, reason = "the fields are what their names say")]
pub enum EngineOption {
    /// Yes or no.
    Check { name: String, value: bool, preset: bool },
    /// A whole number.
    Spin {
        name: String,
        #[cfg_attr(feature = "bindings", ts(type = "number"))]
        value: i64,
        #[cfg_attr(feature = "bindings", ts(type = "number"))]
        preset: i64,
        #[cfg_attr(feature = "bindings", ts(type = "number"))]
        min: i64,
        #[cfg_attr(feature = "bindings", ts(type = "number"))]
        max: i64,
    },
    /// One of several words.
    Combo { name: String, value: String, preset: String, choices: Vec<String> },
    /// Any text.
    Text { name: String, value: String, preset: String },
    /// Something to press.
    Button { name: String },
}

impl From<&GuestOption> for EngineOption {
    fn from(option: &GuestOption) -> EngineOption {
        let name = option.name.clone();
        match &option.kind {
            OptionKind::Check { default } => EngineOption::Check { name, value: *default, preset: *default },
            OptionKind::Spin { default, min, max } => {
                let [preset, min, max] = [*default, *min, *max].map(|number| number.clamp(-WHOLE_MAX, WHOLE_MAX));
                EngineOption::Spin { name, value: preset, preset, min, max }
            }
            OptionKind::Combo { default, vars } => {
                EngineOption::Combo { name, value: default.clone(), preset: default.clone(), choices: vars.clone() }
            }
            OptionKind::Text { default } => {
                EngineOption::Text { name, value: default.clone(), preset: default.clone() }
            }
            OptionKind::Button => EngineOption::Button { name },
        }
    }
}

impl EngineOption {
    /// Returns name and value of an option that a person has changed.
    fn chosen(&self) -> Option<(String, String)> {
        match self {
            EngineOption::Check { name, value, preset } => (value != preset).then(|| (name.clone(), value.to_string())),
            EngineOption::Spin { name, value, preset, .. } => {
                (value != preset).then(|| (name.clone(), value.to_string()))
            }
            EngineOption::Combo { name, value, preset, .. } | EngineOption::Text { name, value, preset } => {
                (value != preset).then(|| (name.clone(), value.clone()))
            }
            EngineOption::Button { .. } => None,
        }
    }
}

/// A guest of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS), ts(rename = "Guest"))]
pub struct GuestEntry {
    /// Empty until the guest is kept for the first time.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The command line, as a person writes it.
    pub command: String,
    /// The protocol it was found to speak.
    pub protocol: ProtocolCode,
    /// The game it plays.
    pub game: Game,
    /// What can be set in it.
    pub options: Vec<EngineOption>,
}

impl GuestEntry {
    /// Returns how to start it.
    ///
    /// # Errors
    /// [`SpecError`] if the command line cannot be read.
    pub fn spec(&self) -> Result<GuestSpec, SpecError> {
        let mut spec = GuestSpec::from_command_line(&self.command)?.with_protocol(self.protocol.into());
        spec.options = self.options.iter().filter_map(EngineOption::chosen).collect();
        Ok(spec)
    }

    /// Returns whether its program is where the command says.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.spec().is_ok_and(|spec| is_program(&spec.program))
    }
}

/// Returns whether the system would find a program of this name.
fn is_program(program: &str) -> bool {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return path.is_file();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let suffixes: &[&str] = if cfg!(windows) { &["", ".exe"] } else { &[""] };
    std::env::split_paths(&folders)
        .any(|folder| suffixes.iter().any(|suffix| folder.join(format!("{program}{suffix}")).is_file()))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A guest that is a plain command.
    pub(crate) fn guest(id: &str, command: &str, protocol: Protocol) -> GuestEntry {
        let (id, name) = (id.to_owned(), format!("The {command}"));
        let (command, game) = (command.to_owned(), game_of(protocol));
        GuestEntry { id, name, command, protocol: protocol.into(), game, options: Vec::new() }
    }

    #[test]
    fn only_what_was_changed_is_set() {
        let mut entry = guest("g", "\"a b\" uci", Protocol::Uci);
        let text = |name: &str, value: &str| EngineOption::Text {
            name: name.to_owned(),
            value: value.to_owned(),
            preset: "x".to_owned(),
        };
        entry.options = vec![
            EngineOption::Spin { name: "Hash".to_owned(), value: 64, preset: 16, min: 1, max: 128 },
            EngineOption::Check { name: "Ponder".to_owned(), value: true, preset: true },
            text("A", "x"),
            text("B", ""),
            EngineOption::Button { name: "Clear".to_owned() },
        ];
        let spec = entry.spec().unwrap();
        assert_eq!((spec.program.as_str(), spec.args.as_slice()), ("a b", &["uci".to_owned()][..]));
        assert_eq!(spec.options, [("Hash", "64"), ("B", "")].map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn numbers_without_bounds_fit_the_file() {
        let kind = OptionKind::Spin { default: 5, min: i64::MIN, max: i64::MAX };
        let option = EngineOption::from(&GuestOption { name: "N".to_owned(), kind });
        let EngineOption::Spin { min, max, .. } = option else { panic!("a number stays one") };
        assert_eq!((min, max), (-WHOLE_MAX, WHOLE_MAX));
    }

    #[test]
    fn a_program_is_looked_for_where_the_system_looks() {
        assert!(!is_program("no-such-program-anywhere"));
        assert!(!is_program("/no/such/program"));
        let me = std::env::current_exe().unwrap();
        assert!(is_program(&me.display().to_string()));
        assert!(cfg!(windows) || is_program("sh"));
    }
}
