//! The shelf of classical manuals as a person reads it: a list with verdicts, one composition, and its record.

mod record;

use std::sync::OnceLock;

use duiyi_core::base::Side;
use duiyi_core::classics::{ClassicFinding, ClassicVerdict, ClassicsShelf, Composition, SourceAgreement, StatedResult};
use duiyi_core::explain::{MatingPattern, mating_patterns};
use duiyi_core::game::{BoardView, Game, MoveRow, Played, Refusal, Setup};
use duiyi_core::puzzle::Puzzle;

pub use record::{ClassicRemarks, record};

/// The built-in manuals, read at the first call.
#[must_use]
pub fn shelf() -> &'static ClassicsShelf {
    static BUILT_IN: OnceLock<ClassicsShelf> = OnceLock::new();
    BUILT_IN.get_or_init(ClassicsShelf::built_in)
}

/// A manual in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClassicManual {
    pub title: String,
    /// Empty if unknown.
    pub author: String,
    /// A year, a span of years, `song`, `ming`, `qing`, or empty.
    pub date: String,
}

/// A composition or game in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClassicRow {
    /// Index of its manual.
    pub manual: usize,
    pub volume: String,
    pub number: String,
    pub title: String,
    pub is_game: bool,
    /// `None` for games and compositions that are not judged.
    pub verdict: Option<ClassicVerdict>,
    /// Whether the verdict is proved.
    pub is_proved: bool,
    pub is_solvable: bool,
    /// The named mate at the end of the line.
    pub mate: Option<MatingPattern>,
}

/// All manuals.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClassicsList {
    /// Version and nodes of the judging engine; empty if nothing is judged.
    pub judged_by: String,
    pub manuals: Vec<ClassicManual>,
    /// Every composition; a composition is known by its index here.
    pub rows: Vec<ClassicRow>,
}

/// Better play than the manual's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BetterPlay {
    /// Moves of the main line before it.
    pub after: usize,
    /// The better move with its continuation.
    pub line: Vec<MoveRow>,
    pub finding: ClassicFinding,
}

/// One composition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ClassicView {
    pub setup: Setup,
    /// The starting position.
    pub board: BoardView,
    pub side: Side,
    /// The stated winner; `None` for a draw and if nothing is stated.
    pub winner: Option<Side>,
    pub is_draw: bool,
    /// The winner by the mate at the end of the line, where no result is stated.
    pub mates: Option<Side>,
    pub line: Vec<MoveRow>,
    /// Whether the transcribed line goes on with an illegal move.
    pub is_cut: bool,
    /// The number of variations.
    pub variations: usize,
    pub agreement: SourceAgreement,
    /// Whether the composition is judged; the findings below are `None` otherwise.
    pub start: Option<ClassicFinding>,
    pub first: Option<ClassicFinding>,
    pub end: Option<ClassicFinding>,
    /// Another first move that wins.
    pub other: Option<MoveRow>,
    pub other_finding: Option<ClassicFinding>,
    /// A missed defence; in a game, the greatest mistake.
    pub better: Option<BetterPlay>,
}

/// Lists all manuals with their compositions; the first call reads them and names their mates.
#[must_use]
pub fn list() -> ClassicsList {
    let shelf = shelf();
    let manuals = shelf.manuals().iter().map(|manual| ClassicManual {
        title: manual.title.clone(),
        author: manual.author.clone(),
        date: manual.date.clone(),
    });
    ClassicsList {
        judged_by: shelf.judged_by().to_owned(),
        manuals: manuals.collect(),
        rows: shelf.compositions().iter().map(row).collect(),
    }
}

fn row(composition: &Composition) -> ClassicRow {
    ClassicRow {
        manual: composition.manual,
        volume: composition.volume.clone(),
        number: composition.number.clone(),
        title: composition.title.clone(),
        is_game: composition.is_game(),
        verdict: composition.verdict(),
        is_proved: composition.judgement.as_ref().is_some_and(|judgement| judgement.is_proved(composition)),
        is_solvable: composition.is_solvable(),
        mate: mate(composition),
    }
}

/// Returns the name of the mate at the end of the line.
fn mate(composition: &Composition) -> Option<MatingPattern> {
    composition.mating_side()?;
    let mut game = game(composition);
    let (last, before) = composition.line.split_last()?;
    for mv in before {
        game.advance(&mv.to_string()).ok()?;
    }
    mating_patterns(&game, &last.to_string()).first().copied()
}

fn game(composition: &Composition) -> Game {
    Game::Xiangqi(Played::new(composition.start))
}

/// Returns composition `index`.
///
/// # Errors
/// `no-classic` if the index is unknown.
pub fn composition(index: usize) -> Result<&'static Composition, Refusal> {
    let unknown = || Refusal::plain("no-classic", "there is no such composition");
    shelf().compositions().get(index).ok_or_else(unknown)
}

/// Returns composition `index` for a page.
///
/// # Errors
/// `no-classic` if the index is unknown.
pub fn view(index: usize) -> Result<ClassicView, Refusal> {
    let composition = composition(index)?;
    let start = game(composition);
    let moves: Vec<String> = composition.line.iter().map(ToString::to_string).collect();
    let judgement = composition.judgement.as_ref();
    let other = judgement.and_then(|judgement| judgement.other);
    let better = judgement.and_then(|judgement| judgement.improvement.as_ref()).map(|better| {
        let mut game = start.clone();
        for mv in &moves[..better.after] {
            // The file holds legal moves only.
            let _ = game.advance(mv);
        }
        let line: Vec<String> = better.line.iter().map(ToString::to_string).collect();
        BetterPlay { after: better.after, line: game.line(&line), finding: better.finding }
    });
    Ok(ClassicView {
        setup: Setup::Xiangqi { start: composition.start },
        board: BoardView::still(&start),
        side: start.side_to_move(),
        winner: match composition.stated {
            Some(StatedResult::Wins(side)) => Some(side),
            _ => None,
        },
        is_draw: composition.stated == Some(StatedResult::Draw),
        mates: if composition.stated.is_none() { composition.mating_side() } else { None },
        line: start.line(&moves),
        is_cut: composition.is_cut,
        variations: composition.variations.len(),
        agreement: composition.agreement,
        start: judgement.map(|judgement| judgement.start),
        first: judgement.map(|judgement| judgement.first),
        end: judgement.map(|judgement| judgement.end),
        other: other.and_then(|(mv, _)| start.line(&[mv.to_string()]).pop()),
        other_finding: other.map(|(_, finding)| finding),
        better,
    })
}

/// Returns the first composition from `index` on that can be solved as a puzzle.
#[must_use]
pub fn solvable_from(index: usize) -> Option<usize> {
    let mut later = shelf().compositions().iter().enumerate().skip(index);
    later.find(|(_, composition)| composition.is_solvable()).map(|(index, _)| index)
}

/// Lists the compositions that can be solved, as puzzles with their indexes.
pub fn puzzles() -> impl Iterator<Item = (usize, Puzzle)> {
    let compositions = shelf().compositions().iter().enumerate();
    compositions.filter_map(|(index, composition)| Some((index, composition.puzzle()?)))
}

#[cfg(test)]
mod tests;
