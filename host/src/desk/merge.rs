//! Games merged into the open study.

use std::ops::ControlFlow;

use duiyi_core::game::Refusal;
use duiyi_core::record::format;
use duiyi_core::study::{Merged, OtherStudy, Study, StudyHeader};

use super::study::StudyUpdate;
use super::{Desk, DeskError, export_many::loaded, filing};

/// Greatest number of games merged at once.
pub const MERGED_MAX: usize = 1_000;

/// The effects of a merge.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct StudyMerge {
    /// The changes of the study.
    pub update: StudyUpdate,
    /// What was added.
    pub merged: Merged,
    /// Games that could not be read.
    pub unread: u32,
}

impl Desk {
    /// Adds the games of a text in any form to the open study. The cursor stays.
    ///
    /// # Errors
    /// `no-study`; `unsupported-record` or the refusal of its first game if none can be read; `too-many-games`;
    /// `other-start`. Nothing has changed.
    pub fn merge_text(&self, text: &str) -> Result<StudyMerge, DeskError> {
        let codec = format::sniff(text.as_bytes());
        codec.expect_length(text.len()).map_err(Refusal::from)?;
        let mut found = Vec::new();
        let _ = codec.read_each(text.as_bytes(), &mut |record| {
            found.push(record.map_err(Refusal::from).and_then(Study::of_record));
            if found.len() > MERGED_MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.merge(found)
    }

    /// Adds games of the library to the open study, without the study itself. The cursor stays.
    ///
    /// # Errors
    /// Those of [`Desk::merge_text`], or the library cannot be read.
    pub fn merge_games(&self, ids: &[i64]) -> Result<StudyMerge, DeskError> {
        let library = self.beside()?;
        let own = self.game_at(0)?.0;
        let mut found = Vec::new();
        for &id in ids.iter().filter(|&&id| id != own).take(MERGED_MAX + 1) {
            if let Some(row) = loaded(&library, id)? {
                found.push(filing::study(&row).map(|filed| filed.study));
            }
        }
        self.merge(found)
    }

    /// Adds lines of moves from the cursor of the open study as variations, in one undo step. The cursor stays.
    ///
    /// # Errors
    /// `no-study`, or the refusal of the first illegal move. Nothing has changed.
    pub fn add_lines(&self, lines: &[Vec<String>]) -> Result<StudyMerge, DeskError> {
        let mut merged = Merged::default();
        let update = self.in_study(|study| {
            merged.moves = study.add_lines(lines)?;
            Ok(())
        })?;
        Ok(StudyMerge { update, merged, unread: 0 })
    }

    fn merge(&self, found: Vec<Result<Study, Refusal>>) -> Result<StudyMerge, DeskError> {
        if found.len() > MERGED_MAX {
            let why = format!("more than {MERGED_MAX} games; choose fewer");
            return Err(Refusal::plain("too-many-games", why).into());
        }
        let (read, unread): (Vec<_>, Vec<_>) = found.into_iter().partition(Result::is_ok);
        let sources: Vec<String> = read.iter().flatten().map(source).collect();
        let others = read.iter().flatten().zip(&sources).map(|(study, source)| OtherStudy { study, source });
        let others: Vec<OtherStudy<'_>> = others.collect();
        let unread_count = u32::try_from(unread.len()).unwrap_or(u32::MAX);
        if let Some(Err(refusal)) = unread.into_iter().next().filter(|_| others.is_empty()) {
            return Err(refusal.into());
        }
        let mut merged = Merged::default();
        let update = self.in_study(|study| {
            merged = study.merge_studies(&others)?;
            Ok(())
        })?;
        Ok(StudyMerge { update, merged, unread: unread_count })
    }
}

/// Returns where a game is from: players, event and date, as far as they are known.
fn source(study: &Study) -> String {
    let StudyHeader { first, second, event, date, .. } = StudyHeader::of(&study.header);
    let players = if first.is_empty() && second.is_empty() { String::new() } else { format!("{first} – {second}") };
    let parts = [players, event, date].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}
