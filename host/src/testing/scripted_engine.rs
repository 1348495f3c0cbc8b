//! A small external engine for tests, on every system: the test program itself, which interprets a script.
//!
//! A script has one line for each kind of input: a pattern, `)`, and actions. `;;` ends the line, `;` an action. The first
//! pattern that fits an input line decides; a line without one is ignored.
//!
//! | pattern | fits |
//! |---|---|
//! | `begin` | the start of the program, before any input |
//! | `uci\|ucci`, `go*`, `*moves*` | a whole line, with alternatives and `*` for any text |
//! | `START*#2` | the second line that fits `START*` |
//! | `go* if position *moves*` | `go*`, if the last line with the first word `position` fits |
//!
//! | action | does |
//! |---|---|
//! | `echo TEXT` | prints a line; `$line` is the input, `$rest` the input without its first word, `$id` the process |
//! | `error TEXT` | prints it on the error output |
//! | `read` | drops one line of the input |
//! | `sleep SECONDS` | waits |
//! | `flood TEXT` | prints lines without end |
//! | `child` | starts a process that waits for minutes, and prints `child ID` on the error output |
//! | `exit [STATUS]` | ends the program |
//! | `abort` | crashes |

use std::env;
use std::io::{self, BufRead as _, Write as _};
use std::process::{Command, Stdio, exit};
use std::thread;
use std::time::Duration;

/// The arguments after which the test program is an engine; the script follows. `test` is the path of the test that calls
/// [`run_if_asked`]. The harness prints a line of its own first, which every protocol ignores.
pub fn arguments(test: &str, script: &str) -> [String; 4] {
    ["--exact", "--nocapture", test, script].map(str::to_owned)
}

/// Interprets the script in the arguments and ends the program; returns at once if there is none.
pub fn run_if_asked() {
    let mut arguments = env::args();
    let Some(script) = arguments.nth(4).filter(|script| script.contains(')')) else { return };
    Interpreter { rules: Rule::read_all(&script), seen: Vec::new() }.run();
    exit(0);
}

struct Rule {
    patterns: Vec<String>,
    /// Which of the fitting lines; `None` for all.
    number: Option<u32>,
    /// A pattern of an earlier line.
    earlier: Option<String>,
    actions: Vec<String>,
    fitting: u32,
}

impl Rule {
    fn read_all(script: &str) -> Vec<Rule> {
        script.split(";;").filter_map(Rule::read).collect()
    }

    fn read(text: &str) -> Option<Rule> {
        let (head, actions) = text.split_once(')')?;
        let (head, earlier) = match head.split_once(" if ") {
            Some((head, earlier)) => (head, Some(earlier.trim().to_owned())),
            None => (head, None),
        };
        let (head, number) = match head.split_once('#') {
            Some((head, number)) => (head, Some(number.trim().parse().expect("a number follows #"))),
            None => (head, None),
        };
        let patterns = head.split('|').map(|pattern| pattern.trim().to_owned()).collect();
        let actions = actions.split(';').map(|action| action.trim_start().to_owned());
        let actions = actions.filter(|action| !action.is_empty()).collect();
        Some(Rule { patterns, number, earlier, actions, fitting: 0 })
    }

    fn fits(&mut self, line: &str, seen: &[String]) -> bool {
        if !self.patterns.iter().any(|pattern| fits(pattern, line)) {
            return false;
        }
        self.fitting += 1;
        let word = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
        let is_after = |earlier: &String| {
            let last = seen.iter().rev().find(|line| word(line) == word(earlier));
            last.is_some_and(|line| fits(earlier, line))
        };
        self.number.is_none_or(|number| number == self.fitting) && self.earlier.as_ref().is_none_or(is_after)
    }
}

/// Returns whether a line fits a pattern with `*`.
fn fits(pattern: &str, line: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == line,
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|rest| {
            (0..=rest.len()).filter(|&at| rest.is_char_boundary(at)).any(|at| fits(tail, &rest[at..]))
        }),
    }
}

struct Interpreter {
    rules: Vec<Rule>,
    seen: Vec<String>,
}

impl Interpreter {
    fn run(&mut self) {
        self.answer("begin");
        while let Some(line) = next_line() {
            self.answer(&line);
            self.seen.push(line);
        }
    }

    fn answer(&mut self, line: &str) {
        let seen = &self.seen;
        // Each rule counts the lines that fit it, also after another one has decided.
        let fitting: Vec<bool> = self.rules.iter_mut().map(|rule| rule.fits(line, seen)).collect();
        let Some(rule) = fitting.iter().position(|&fits| fits).map(|at| &self.rules[at]) else { return };
        for action in &rule.actions {
            act(action, line);
        }
    }
}

fn act(action: &str, line: &str) {
    let (word, text) = action.split_once(' ').unwrap_or((action, ""));
    let rest = line.split_once(' ').map_or("", |(_, rest)| rest);
    let text = text.replace("$line", line).replace("$rest", rest).replace("$id", &std::process::id().to_string());
    match word {
        "echo" => say(&text),
        "error" => eprintln!("{text}"),
        "read" => drop(next_line()),
        "sleep" => thread::sleep(Duration::from_secs_f64(text.parse().expect("seconds follow"))),
        // In one write each: a slow machine would not flood otherwise.
        "flood" => {
            let lines = vec![text; 1_000].join("\n");
            loop {
                say(&lines);
            }
        }
        "child" => start_child(),
        "abort" => std::process::abort(),
        "exit" => exit(text.parse().unwrap_or(0)),
        _ => panic!("the script has an unknown action: {action}"),
    }
}

/// Prints past the harness, which would keep the output of a test.
fn say(text: &str) {
    let mut output = io::stdout().lock();
    if writeln!(output, "{text}").and_then(|()| output.flush()).is_err() {
        exit(1);
    }
}

fn next_line() -> Option<String> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line).expect("the tests write Unicode");
    (read > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned())
}

fn start_child() {
    let test = env::args().nth(3).expect("the test is named");
    let mut command = Command::new(env::current_exe().expect("this program has a path"));
    command.args(arguments(&test, "begin) sleep 600")).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("a child starts");
    eprintln!("child {}", child.id());
    thread::spawn(move || child.wait());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The engine: other tests start this one.
    #[test]
    fn run() {
        run_if_asked();
    }

    #[test]
    fn patterns_fit_whole_lines() {
        for (pattern, line) in [("go", "go"), ("go*", "go nodes 1"), ("*moves*", "startpos moves h2e2"), ("*", "")] {
            assert!(fits(pattern, line), "{pattern}: {line}");
        }
        for (pattern, line) in [("go", "go on"), ("go*", "ago"), ("*moves", "moves h2e2")] {
            assert!(!fits(pattern, line), "{pattern}: {line}");
        }
        let mut rules = Rule::read_all("START*#2) read;; go* if position *moves*) echo a; echo b c;;");
        assert_eq!(rules[1].actions, ["echo a", "echo b c"]);
        assert_eq!([1, 2, 3].map(|_| rules[0].fits("START 15", &[])), [false, true, false]);
        let seen = ["position startpos moves h2e2", "other"].map(str::to_owned);
        assert!(rules[1].fits("go", &seen) && !rules[1].fits("go", &seen[1..]));
    }
}
