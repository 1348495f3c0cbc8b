//! The options of external engines.

use super::fault::FaultKind;

/// The option of UCI and UCCI for the number of lines, in any case.
pub(crate) const MULTIPV: &str = "multipv";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// The name, as the engine writes it.
    pub name: String,
    pub kind: OptionKind,
}

/// The type of an option, with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        default: bool,
    },
    /// An integer.
    Spin {
        default: i64,
        min: i64,
        max: i64,
    },
    /// One of several words.
    Combo {
        default: String,
        vars: Vec<String>,
    },
    /// An action without a value.
    Button,
    Text {
        default: String,
    },
}

/// The keywords of an option's line.
const KEYS: [&str; 5] = ["type", "default", "min", "max", "var"];

impl EngineOption {
    /// Parses the text after `option`. UCI has the form `name Hash type spin default 16 min 1 max 1024`, and UCCI
    /// `hashsize type spin min 0 max 1024 default 16`.
    #[must_use]
    pub fn read(text: &str) -> Option<EngineOption> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = if words.first() == Some(&"name") { &words[1..] } else { &words[..] };
        let split = words.iter().position(|&word| word == "type")?;
        let (name, rest) = words.split_at(split);
        // Each value extends to the next keyword.
        let values = |key: &str| -> Vec<String> {
            let starts = rest.iter().enumerate().filter(|(_, word)| **word == key);
            let value = |(at, _): (usize, &&str)| {
                let words = rest[at + 1..].iter().take_while(|word| !KEYS.contains(word));
                words.copied().collect::<Vec<_>>().join(" ")
            };
            starts.map(value).collect()
        };
        let first = |key: &str| values(key).into_iter().next();
        let number = |key: &str| first(key).and_then(|word| word.parse::<i64>().ok());
        let default = first("default").filter(|word| word != "<empty>").unwrap_or_default();
        let kind = match first("type")?.as_str() {
            "check" => OptionKind::Check { default: matches!(default.as_str(), "true" | "on") },
            "spin" => {
                let (min, max) = (number("min").unwrap_or(i64::MIN), number("max").unwrap_or(i64::MAX));
                OptionKind::Spin { default: number("default").unwrap_or(min.max(0)), min, max }
            }
            "combo" => OptionKind::Combo { default, vars: values("var") },
            "button" => OptionKind::Button,
            "string" | "file" | "filename" | "path" => OptionKind::Text { default },
            _ => return None,
        };
        (!name.is_empty()).then(|| EngineOption { name: name.join(" "), kind })
    }

    /// Checks a value of the option.
    ///
    /// # Errors
    /// [`FaultKind::Option`] with the reason.
    pub fn check(&self, value: &str) -> Result<(), FaultKind> {
        let refuse = |why: String| Err(FaultKind::Option { name: self.name.clone(), why });
        if value.contains(['\n', '\r']) {
            return refuse("a value is one line".to_owned());
        }
        match &self.kind {
            OptionKind::Check { .. } if !matches!(value, "true" | "false") => {
                refuse(format!("'{value}' is neither true nor false"))
            }
            OptionKind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(()),
                Ok(number) => refuse(format!("{number} is outside {min} to {max}")),
                Err(_) => refuse(format!("'{value}' is not a whole number")),
            },
            OptionKind::Combo { vars, .. } if !vars.iter().any(|var| var.eq_ignore_ascii_case(value)) => {
                refuse(format!("'{value}' is none of {}", vars.join(", ")))
            }
            _ => Ok(()),
        }
    }

    /// Returns a value of an earlier version of the option as far as it fits this one: a number within the range, any
    /// other value as it is. `None` if the option does not accept it.
    #[must_use]
    pub fn fitting(&self, value: &str) -> Option<String> {
        let fitting = match (&self.kind, value.parse::<i64>()) {
            (OptionKind::Button, _) => return None,
            (OptionKind::Spin { min, max, .. }, Ok(number)) => number.max(*min).min(*max).to_string(),
            _ => value.to_owned(),
        };
        self.check(&fitting).is_ok().then_some(fitting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_dialects_lines_are_read() {
        let read = |text| EngineOption::read(text).expect("an option");
        let hash = read("name Hash type spin default 16 min 1 max 1024");
        assert_eq!(hash.kind, OptionKind::Spin { default: 16, min: 1, max: 1024 });
        assert_eq!(read("hashsize type spin min 1 max 1024 default 16").kind, hash.kind);
        assert_eq!(read("name Clear Hash type button").name, "Clear Hash");
        assert_eq!(read("name Ponder type check default false").kind, OptionKind::Check { default: false });
        let variant = read("name UCI_Variant type combo default chess var chess var mini xiangqi var xiangqi");
        let OptionKind::Combo { vars, .. } = variant.kind else { panic!("a combo") };
        assert_eq!(vars, ["chess", "mini xiangqi", "xiangqi"]);
        let file = read("name Debug Log File type string default <empty>");
        assert_eq!(file.kind, OptionKind::Text { default: String::new() });
        for bad in ["", "name", "name X", "name X type", "name X type wat", "type spin"] {
            assert_eq!(EngineOption::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn values_outside_an_option_are_refused() {
        let check = |option, value| EngineOption::read(option).expect("an option").check(value).is_ok();
        assert!(check("name H type spin default 1 min 1 max 9", "9"));
        assert!(!check("name H type spin default 1 min 1 max 9", "10"));
        assert!(!check("name H type spin default 1 min 1 max 9", "x"));
        assert!(check("name C type combo default a var a var b", "B"));
        assert!(!check("name C type combo default a var a var b", "c"));
        assert!(!check("name P type check default true", "yes"));
        assert!(!check("name S type string default x", "a\nquit"));
    }

    #[test]
    fn a_value_of_an_earlier_version_fits_or_is_left_out() {
        let fitting = |option, value| EngineOption::read(option).expect("an option").fitting(value);
        let spin = "name H type spin default 1 min 1 max 9";
        for (value, expected) in [("9", Some("9")), ("10", Some("9")), ("-3", Some("1")), ("x", None)] {
            assert_eq!(fitting(spin, value).as_deref(), expected, "{value}");
        }
        assert_eq!(fitting("name H type spin default 1 min 9 max 1", "5"), None, "no number is in this range");
        let combo = "name C type combo default a var a var b";
        assert_eq!([fitting(combo, "b"), fitting(combo, "c")], [Some("b".to_owned()), None]);
        assert_eq!(fitting("name C type button", "b"), None, "a value presses no button");
        assert_eq!(fitting("name S type string default x", "").as_deref(), Some(""));
    }
}
