//! What Tab completes at the prompt: legal moves in the notation that was begun, the words of the moment, file names.

use std::fs;
use std::path::MAIN_SEPARATOR;

use duiyi_core::game::Game;
use duiyi_core::session::{Session, Snapshot};
use duiyi_host::clock;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

/// The most file names on offer; the editor counts candidates in sixteen bits.
const FILES_MAX: usize = 1_000;

/// The candidates at one prompt.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// Each legal move in the notations that people type, coordinates first; empty while no person may move.
    moves: Vec<Vec<String>>,
    /// The other words that the game accepts now.
    words: Vec<String>,
}

impl Completion {
    /// Lists what `session` accepts.
    pub fn of(session: &Session) -> Completion {
        let seen = session.snapshot(clock::now_stamp());
        Completion { moves: moves(session.game(), &seen), words: words(&seen) }
    }

    /// Returns the place in `line` where the word before its end begins, and the candidates for it.
    fn candidates(&self, line: &str) -> (usize, Vec<Pair>) {
        let begin = line.len() - line.trim_start().len();
        let text = &line[begin..];
        let Some((word, rest)) = text.split_once(char::is_whitespace) else {
            let words = self.words.iter().filter(|word| word.starts_with(&text.to_ascii_lowercase()));
            let words = words.map(|word| pair(word.clone(), word.clone()));
            return (begin, self.begun_moves(text).into_iter().chain(words).collect());
        };
        let rest = rest.trim_start();
        let found = match word.to_ascii_lowercase().as_str() {
            "move" => self.begun_moves(rest),
            "save" | "load" => files(rest),
            _ => Vec::new(),
        };
        (line.len() - rest.len(), found)
    }

    /// Returns the moves that `text` begins, each in the first notation that it begins.
    fn begun_moves(&self, text: &str) -> Vec<Pair> {
        let begun = plain(text);
        let candidate = |spellings: &Vec<String>| match spellings.as_slice() {
            [point] => point.starts_with(&begun.to_ascii_lowercase()).then(|| pair(point.clone(), point.clone())),
            spellings => {
                let at = spellings.iter().position(|spelling| plain(spelling).starts_with(&begun))?;
                let other = &spellings[usize::from(at == 0)];
                Some(pair(format!("{} {other}", spellings[at]), spellings[at].clone()))
            }
        };
        self.moves.iter().filter_map(candidate).collect()
    }
}

/// Returns the legal moves in the notations that people type; a stone, also one of an opening, has its point alone.
fn moves(game: &Game, seen: &Snapshot) -> Vec<Vec<String>> {
    let notations = |from: &String, to: &String| {
        let row = if from.is_empty() { None } else { game.line(&[format!("{from}{to}")]).pop() };
        row.map_or_else(|| vec![to.clone()], |row| vec![row.uci, row.chinese, row.traditional, row.wxf])
    };
    let destinations = seen.board.destinations.iter();
    destinations.flat_map(|(from, targets)| targets.iter().map(move |to| notations(from, to))).collect()
}

/// Returns the words that the game accepts now.
fn words(seen: &Snapshot) -> Vec<String> {
    let can = seen.can;
    let optional = [
        ("undo", can.undo),
        ("hint", can.hint),
        ("draw", can.offer_draw),
        ("accept", seen.draw_offer.is_some()),
        ("decline", seen.draw_offer.is_some()),
        ("resign", can.resign),
    ];
    let decisions = seen.deciding.iter().flat_map(|deciding| deciding.words.iter().map(String::as_str));
    let possible = optional.into_iter().filter_map(|(word, is_possible)| is_possible.then_some(word));
    let always = ["board", "threats", "save ", "load ", "help", "quit"];
    decisions.chain(possible).chain(always).map(str::to_owned).collect()
}

/// Returns the files and folders that `path` begins.
fn files(path: &str) -> Vec<Pair> {
    let name_at = path.rfind(std::path::is_separator).map_or(0, |at| at + 1);
    let (folder, begun) = path.split_at(name_at);
    let Ok(entries) = fs::read_dir(if folder.is_empty() { "." } else { folder }) else { return Vec::new() };
    let candidate = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        // A name with control characters cannot be typed.
        let is_begun = name.starts_with(begun) && !name.contains(char::is_control);
        let is_shown = begun.starts_with('.') || !name.starts_with('.');
        let end = if entry.path().is_dir() { String::from(MAIN_SEPARATOR) } else { String::new() };
        (is_begun && is_shown).then(|| pair(format!("{name}{end}"), format!("{folder}{name}{end}")))
    };
    let mut found: Vec<Pair> = entries.flatten().filter_map(candidate).take(FILES_MAX).collect();
    found.sort_unstable_by(|a, b| a.display.cmp(&b.display));
    found
}

fn pair(display: String, replacement: String) -> Pair {
    Pair { display, replacement }
}

/// Returns `text` with the digits of the ASCII in place of full-width ones, which a keyboard does not have.
fn plain(text: &str) -> String {
    let narrow = |letter: char| match letter {
        '０'..='９' => char::from_digit(u32::from(letter) - u32::from('０'), 10).unwrap_or(letter),
        _ => letter,
    };
    text.chars().map(narrow).collect()
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        Ok(self.candidates(&line[..pos]))
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}

#[cfg(test)]
mod tests;
