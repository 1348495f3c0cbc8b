//! The growing text list of judgements, one a line.
//!
//! ```text
//! duiyi-classics-list 1 0.1.0 200000
//! INDEX⇥KEY⇥start⇥first⇥end⇥other⇥improvement
//! 12⇥0123456789abcdef⇥proved red 9⇥mate red 8⇥mate red 1⇥b5b9 cp 612⇥4 cp -20 f9e8 d8e8
//! ```
//! KEY is that of the position after the main line's start; the last two fields may be empty. Scores are Red's view.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use duiyi_core::base::Side;
use duiyi_core::classics::{ClassicFinding, Composition, Improvement, Judgement};
use duiyi_core::position::Position as _;
use duiyi_core::xiangqi::Move;

use super::BYTES_MAX;
use crate::input;
use crate::problem::Problem;

/// The start of the first line.
const MAGIC: &str = "duiyi-classics-list 1 ";

/// Judgements by index and key of the composition.
pub type Judgements = BTreeMap<(usize, String), Judgement>;

/// A list, open for appending.
pub struct JudgementList {
    path: PathBuf,
    file: File,
    pub known: Judgements,
}

impl JudgementList {
    /// Opens or makes the list of the engine `judged_by`; a torn last line is removed.
    pub fn open(path: &Path, judged_by: &str) -> Result<JudgementList, Problem> {
        let at = |error| Problem::at(path.display(), error);
        let text = input::read_growing(path, BYTES_MAX)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut file = input::continued(path, whole).map_err(at)?;
        if whole == 0 {
            writeln!(file, "{MAGIC}{judged_by}").map_err(at)?;
            return Ok(JudgementList { path: path.to_owned(), file, known: BTreeMap::new() });
        }
        let (head, known) = parse(path, &text[..whole])?;
        if head != judged_by {
            return Err(Problem::at(path.display(), "its judgements were made with different settings"));
        }
        Ok(JudgementList { path: path.to_owned(), file, known })
    }

    /// Appends the judgement of composition `index`.
    pub fn append(&mut self, index: usize, composition: &Composition, judgement: Judgement) -> Result<(), Problem> {
        let key = key(composition);
        let other = judgement.other.map_or_else(String::new, |(mv, finding)| format!("{mv} {}", write(finding)));
        let improvement = judgement.improvement.as_ref().map_or_else(String::new, |better| {
            let line: Vec<String> = better.line.iter().map(ToString::to_string).collect();
            format!("{} {} {}", better.after, write(better.finding), line.join(" "))
        });
        let [start, first, end] = [judgement.start, judgement.first, judgement.end].map(write);
        let line = format!("{index}\t{key}\t{start}\t{first}\t{end}\t{other}\t{improvement}\n");
        self.known.insert((index, key), judgement);
        self.file.write_all(line.as_bytes()).map_err(|error| Problem::at(self.path.display(), error))
    }
}

/// Identifies the position and the line of a composition.
pub fn key(composition: &Composition) -> String {
    format!("{:016x}-{}", composition.start.key().0 ^ composition.end().key().0, composition.line.len())
}

/// Reads a list: its engine, and its judgements.
pub fn read(path: &Path) -> Result<(String, Judgements), Problem> {
    parse(path, &input::read_text(path, BYTES_MAX)?)
}

fn parse(path: &Path, text: &str) -> Result<(String, Judgements), Problem> {
    let head = text.lines().next().and_then(|line| line.strip_prefix(MAGIC));
    let head = head.ok_or_else(|| Problem::at(path.display(), "not a list of judgements"))?;
    let mut known = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()).skip(1) {
        let (place, judgement) =
            judged(line).ok_or_else(|| Problem::at(format!("{}: line {number}", path.display()), "no judgement"))?;
        known.insert(place, judgement);
    }
    Ok((head.to_owned(), known))
}

fn judged(line: &str) -> Option<((usize, String), Judgement)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [index, key, start, first, end, other, improvement] = fields[..] else { return None };
    let finding = |text: &str| take(&mut text.split(' '));
    let other = match other.split_once(' ') {
        Some((mv, rest)) => Some((mv.parse().ok()?, finding(rest)?)),
        None => None,
    };
    let improvement = if improvement.is_empty() {
        None
    } else {
        let mut words = improvement.split(' ');
        let (after, finding) = (words.next()?.parse().ok()?, take(&mut words)?);
        let line = words.map(|word| word.parse().ok()).collect::<Option<Vec<Move>>>()?;
        Some(Improvement { after, line, finding })
    };
    let judgement =
        Judgement { start: finding(start)?, first: finding(first)?, end: finding(end)?, other, improvement };
    Some(((index.parse().ok()?, key.to_owned()), judgement))
}

fn write(finding: ClassicFinding) -> String {
    let name = |side: Side| if side == Side::First { "red" } else { "black" };
    match finding {
        ClassicFinding::Proved { winner, moves } => format!("proved {} {moves}", name(winner)),
        ClassicFinding::Mate { winner, moves } => format!("mate {} {moves}", name(winner)),
        ClassicFinding::Score { cp } => format!("cp {cp}"),
    }
}

fn take<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<ClassicFinding> {
    let kind = words.next()?;
    if kind == "cp" {
        return Some(ClassicFinding::Score { cp: words.next()?.parse().ok()? });
    }
    let winner = match words.next()? {
        "red" => Side::First,
        "black" => Side::Second,
        _ => return None,
    };
    let moves = words.next()?.parse().ok()?;
    match kind {
        "proved" => Some(ClassicFinding::Proved { winner, moves }),
        "mate" => Some(ClassicFinding::Mate { winner, moves }),
        _ => None,
    }
}
