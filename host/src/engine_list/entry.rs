//! One engine of the list, in its stored and shown form.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::engines::{EngineCommand, EngineCommandError, EngineOption, EngineProtocol, OptionKind};
use crate::settings::GameChoice;

/// The greatest integer that JSON carries everywhere without loss.
const WHOLE_MAX: i64 = 1 << 53;

/// An option with its value and its default, `preset`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
#[allow(missing_docs, reason = "the fields are what their names say")]
pub enum OptionValue {
    Check {
        name: String,
        value: bool,
        preset: bool,
    },
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
    Combo {
        name: String,
        value: String,
        preset: String,
        choices: Vec<String>,
    },
    Text {
        name: String,
        value: String,
        preset: String,
    },
    Button {
        name: String,
    },
}

impl From<&EngineOption> for OptionValue {
    fn from(option: &EngineOption) -> OptionValue {
        let name = option.name.clone();
        match &option.kind {
            OptionKind::Check { default } => OptionValue::Check { name, value: *default, preset: *default },
            OptionKind::Spin { default, min, max } => {
                let [preset, min, max] = [*default, *min, *max].map(|number| number.clamp(-WHOLE_MAX, WHOLE_MAX));
                OptionValue::Spin { name, value: preset, preset, min, max }
            }
            OptionKind::Combo { default, vars } => {
                OptionValue::Combo { name, value: default.clone(), preset: default.clone(), choices: vars.clone() }
            }
            OptionKind::Text { default } => OptionValue::Text { name, value: default.clone(), preset: default.clone() },
            OptionKind::Button => OptionValue::Button { name },
        }
    }
}

impl OptionValue {
    /// Returns name and value of an option that differs from its default.
    fn chosen(&self) -> Option<(String, String)> {
        match self {
            OptionValue::Check { name, value, preset } => (value != preset).then(|| (name.clone(), value.to_string())),
            OptionValue::Spin { name, value, preset, .. } => {
                (value != preset).then(|| (name.clone(), value.to_string()))
            }
            OptionValue::Combo { name, value, preset, .. } | OptionValue::Text { name, value, preset } => {
                (value != preset).then(|| (name.clone(), value.clone()))
            }
            OptionValue::Button { .. } => None,
        }
    }
}

/// An external engine of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct EngineConfig {
    /// Empty until the engine is first saved.
    pub id: String,
    /// The name in the list.
    pub name: String,
    /// The command line, as a person writes it.
    pub command: String,
    /// The protocol that the probe found.
    pub protocol: EngineProtocol,
    pub game: GameChoice,
    pub options: Vec<OptionValue>,
}

impl EngineConfig {
    /// Returns the command that starts it.
    ///
    /// # Errors
    /// [`EngineCommandError`] if the command line cannot be parsed.
    pub fn spec(&self) -> Result<EngineCommand, EngineCommandError> {
        let mut spec = EngineCommand::from_command_line(&self.command)?.with_protocol(self.protocol);
        spec.options = self.options.iter().filter_map(OptionValue::chosen).collect();
        spec.options_are_saved = true;
        Ok(spec)
    }

    /// Returns whether the program of the command exists.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.spec().is_ok_and(|spec| is_program(&spec.program))
    }
}

/// Returns whether the system finds a program of this name.
fn is_program(program: &str) -> bool {
    // Windows starts `engine.exe` for `engine`, in a folder that is named, too.
    let suffixes: &[&str] = if cfg!(windows) { &["", ".exe"] } else { &[""] };
    let is_in = |folder: &Path| suffixes.iter().any(|suffix| folder.join(format!("{program}{suffix}")).is_file());
    if Path::new(program).components().count() > 1 {
        return is_in(Path::new(""));
    }
    // Windows looks in the folder of the program that starts another one, too.
    let own = std::env::current_exe().ok().filter(|_| cfg!(windows));
    let path = std::env::var_os("PATH").unwrap_or_default();
    own.as_deref().and_then(Path::parent).is_some_and(is_in)
        || std::env::split_paths(&path).any(|folder| is_in(&folder))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An external engine with a plain command.
    pub(crate) fn engine(id: &str, command: &str, protocol: EngineProtocol) -> EngineConfig {
        let (id, name) = (id.to_owned(), format!("The {command}"));
        let (command, game) = (command.to_owned(), protocol.game().into());
        EngineConfig { id, name, command, protocol, game, options: Vec::new() }
    }

    #[test]
    fn only_what_was_changed_is_set() {
        let mut entry = engine("g", "\"a b\" uci", EngineProtocol::Uci);
        let text = |name: &str, value: &str| OptionValue::Text {
            name: name.to_owned(),
            value: value.to_owned(),
            preset: "x".to_owned(),
        };
        entry.options = vec![
            OptionValue::Spin { name: "Hash".to_owned(), value: 64, preset: 16, min: 1, max: 128 },
            OptionValue::Check { name: "Ponder".to_owned(), value: true, preset: true },
            text("A", "x"),
            text("B", ""),
            OptionValue::Button { name: "Clear".to_owned() },
        ];
        let spec = entry.spec().unwrap();
        assert_eq!((spec.program.as_str(), spec.args.as_slice()), ("a b", &["uci".to_owned()][..]));
        assert_eq!(spec.options, [("Hash", "64"), ("B", "")].map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert!(spec.options_are_saved);
    }

    #[test]
    fn numbers_without_bounds_fit_the_file() {
        let kind = OptionKind::Spin { default: 5, min: i64::MIN, max: i64::MAX };
        let option = OptionValue::from(&EngineOption { name: "N".to_owned(), kind });
        let OptionValue::Spin { min, max, .. } = option else { panic!("a number stays one") };
        assert_eq!((min, max), (-WHOLE_MAX, WHOLE_MAX));
    }

    #[test]
    fn a_program_is_looked_for_where_the_system_looks() {
        assert!(!is_program("no-such-program-anywhere"));
        assert!(!is_program("/no/such/program"));
        let me = std::env::current_exe().unwrap();
        assert!(is_program(&me.display().to_string()));
        if cfg!(windows) {
            assert!(is_program(&me.with_extension("").display().to_string()), "the system adds .exe");
            let name = me.file_stem().unwrap().to_string_lossy().into_owned();
            assert!(is_program(&name) && is_program(&format!("{name}.exe")), "it is beside this program");
        }
        assert!(cfg!(windows) || is_program("sh"));
    }
}
