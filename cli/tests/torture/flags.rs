//! Every flag of every command at 0, 1, its greatest value, one more, and text. The flags come from `--help`, so new
//! ones are included.

use std::sync::OnceLock;
use std::time::Duration;

use crate::program::{Late, duiyi, run};
use crate::torture::Round;

/// The time limit of a command to report, or to refuse a value.
const LIMIT: Duration = Duration::from_secs(30);
/// A value may demand much work: a command that runs for this time has accepted the value.
const TRIAL: Duration = Duration::from_millis(700);
/// More than any number type holds.
const BEYOND: &str = "99999999999999999999999999";

/// A flag of a command that takes a value.
#[derive(Clone)]
struct Flag {
    /// The command with its required arguments.
    command: Vec<String>,
    name: String,
}

/// Tries one flag with one value.
pub fn set(round: &mut Round) -> Result<(), String> {
    static FLAGS: OnceLock<Result<Vec<Flag>, String>> = OnceLock::new();
    let flags = FLAGS.get_or_init(|| listed(&[])).clone()?;
    let flag = &flags[round.rng.below(flags.len())];
    let refused = attempt(round, flag, BEYOND)?;
    let most = refused.as_deref().and_then(greatest);
    let mut values = vec![("0".to_owned(), false), ("1".to_owned(), false), ("x".to_owned(), most.is_some())];
    values.push(("-1".to_owned(), false));
    if let Some(most) = most {
        values.push((most.to_string(), false));
        values.push(((most + 1).to_string(), true));
    }
    // One value a round in a short run.
    if !round.is_long {
        values = vec![values.swap_remove(round.rng.below(values.len()))];
    }
    for (value, must_be_refused) in values {
        let refused = attempt(round, flag, &value)?;
        if must_be_refused && refused.is_none() {
            return Err(format!("{:?} {} {value} is not refused", flag.command, flag.name));
        }
    }
    Ok(())
}

/// Runs a command with a flag set to `value` and returns the sentence of its refusal.
fn attempt(round: &mut Round, flag: &Flag, value: &str) -> Result<Option<String>, String> {
    let mut command = duiyi();
    command.current_dir(round.folder.path()).args(&flag.command).arg(format!("{}={value}", flag.name));
    let ended = run(&mut command, Vec::new(), TRIAL, Late::Works)?;
    round.tried += 1;
    round.memory_kib = round.memory_kib.max(ended.memory_kib);
    match ended.status {
        Some(2) if ended.err.lines().count() != 1 => {
            Err(format!("{:?} {}={value} is refused with '{}'", flag.command, flag.name, ended.err))
        }
        Some(2) => Ok(Some(ended.err)),
        _ => Ok(None),
    }
}

/// Parses the greatest value in clap's sentence "… is not in 1..=86400000".
fn greatest(sentence: &str) -> Option<u128> {
    let (_, range) = sentence.rsplit_once("not in ")?;
    range.trim().rsplit_once("..=")?.1.parse().ok()
}

/// Lists the flags of a command and its subcommands.
fn listed(command: &[String]) -> Result<Vec<Flag>, String> {
    let ended = run(duiyi().args(command).arg("--help"), Vec::new(), LIMIT, Late::Hangs)?;
    let below = section(&ended.out, "Commands:");
    let names =
        below.filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next()).filter(|name| *name != "help");
    let mut flags = Vec::new();
    for name in names.filter(|name| name.starts_with(|letter: char| letter.is_ascii_lowercase())) {
        flags.extend(listed(&[command, &[name.to_owned()]].concat())?);
    }
    let usage = ended.out.lines().find_map(|line| line.strip_prefix("Usage: duiyi")).unwrap_or_default();
    let begun = [command, &needed(command, usage)].concat();
    for line in section(&ended.out, "Options:") {
        let words: Vec<&str> = line.split_whitespace().collect();
        // A short name may precede the long one.
        let at = usize::from(words.first().is_some_and(|word| !word.starts_with("--")));
        if let Some([name, value]) = words.get(at..at + 2)
            && name.starts_with("--")
            && value.starts_with('<')
        {
            flags.push(Flag { command: begun.clone(), name: (*name).to_owned() });
        }
    }
    if command.is_empty() && flags.len() < 20 {
        return Err(format!("--help lists only {} flags", flags.len()));
    }
    Ok(flags)
}

/// Returns the lines of a help text from a heading to the next one.
fn section<'a>(help: &'a str, heading: &'a str) -> impl Iterator<Item = &'a str> {
    help.lines()
        .skip_while(move |line| *line != heading)
        .skip(1)
        .take_while(|line| line.is_empty() || line.starts_with(' '))
}

/// Returns the arguments that a command's usage requires.
fn needed(command: &[String], usage: &str) -> Vec<String> {
    let is_xiangqi = command.iter().any(|word| ["notation", "judge"].contains(&word.as_str()));
    let words = usage.split_whitespace().skip(command.len()).filter(|word| !word.starts_with('['));
    let value = |word: &str| match word.trim_matches(['<', '>', '.']) {
        "GAME" if is_xiangqi => "xiangqi".to_owned(),
        "GAME" => "gomoku".to_owned(),
        "MOVES" if is_xiangqi => "h2e2".to_owned(),
        "MOVES" => "h8".to_owned(),
        "RULE" => "freestyle".to_owned(),
        "PROTOCOL" => "swap1".to_owned(),
        "TO" => "uci".to_owned(),
        "A" | "B" => "full;nodes=10".to_owned(),
        "FILE" | "FILES" | "OUT" | "IN" => "file".to_owned(),
        _ => "1".to_owned(),
    };
    words.map(|word| if word.starts_with('<') { value(word) } else { word.to_owned() }).collect()
}
