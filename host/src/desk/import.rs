//! Import of records: pasted, dropped or opened, one or a folder of them.
//!
//! A single game is opened; several are filed in the library. Each is read as far as possible; unusable parts are
//! reported with their place, and the import continues. Games are filed in batches, so that the desk stays responsive.

use std::fs::{self, File};
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use duiyi_core::game::Refusal;
use duiyi_core::record::format::encoding::TextEncoding;
use duiyi_core::record::format::{self, COLLECTION_BYTES_MAX, RECORD_BYTES_MAX, Record, UnreadableRecord};
use duiyi_core::study::Study;
use parking_lot::Mutex;

use super::study::OpenedStudy;
use super::{Desk, DeskError, filing};
use crate::files::gather::{SkippedFile, gather};
use crate::files::{FileError, read_capped};
use crate::library::FinishedGame;

/// Games per transaction.
const BATCH: usize = 250;

/// Text per transaction, in bytes.
const BATCH_BYTES: usize = 8 << 20;

/// The limit of skipped records that are listed.
const SKIPPED_MAX: usize = 100;

/// The least interval between two progress reports.
const TOLD_EVERY: Duration = Duration::from_millis(100);

/// The part of a long file that is examined before the whole file is read.
const HEAD_BYTES: usize = 4096;

/// The source of an import.
#[derive(Clone, Debug)]
pub enum ImportSource {
    /// The content of a file or of the clipboard.
    Bytes(Vec<u8>),
    /// Files and folders.
    Paths(Vec<PathBuf>),
}

/// The progress of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ImportCounts {
    /// Files read so far.
    pub files: usize,
    /// Files in all.
    pub files_total: usize,
    /// Games found so far.
    pub games: u32,
}

/// A skipped file or game.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SkippedRecord {
    /// The file or folder; `None` for pasted text.
    #[cfg_attr(feature = "wire", serde(serialize_with = "crate::files::displayed"))]
    pub place: Option<PathBuf>,
    /// The number of the game in a file with several, from 1.
    pub game: Option<u32>,
    /// The reason.
    pub why: Refusal,
}

/// The result of an import.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ImportOutcome {
    /// The opened study, if there was a single game.
    pub opened: Option<OpenedStudy>,
    /// Games that are new in the library.
    pub games: u32,
    /// Games that the library had already.
    pub known: u32,
    /// The first skipped records; the rest is only counted.
    pub skipped: Vec<SkippedRecord>,
    /// The number of skipped records not listed.
    pub unlisted: usize,
    /// Whether the import was stopped; the games filed before stay.
    pub stopped: bool,
}

/// The import in progress; one at a time.
#[derive(Debug, Default)]
pub(super) struct Import {
    turn: Mutex<()>,
    stop: AtomicBool,
}

impl Desk {
    /// Reads the records of `source` in any known form and files them. A single game is opened, its text kept verbatim.
    /// `told` receives the progress.
    ///
    /// # Errors
    /// The library cannot be written; the games filed before stay.
    pub fn import(
        &self,
        source: ImportSource,
        told: &mut dyn FnMut(&ImportCounts),
    ) -> Result<ImportOutcome, DeskError> {
        let _turn = self.import.turn.lock();
        self.import.stop.store(false, Ordering::Relaxed);
        let mut intake = Intake::new(self, told);
        match source {
            ImportSource::Bytes(bytes) => {
                intake.progress.files_total = 1;
                intake.read(&bytes, None)?;
            }
            ImportSource::Paths(paths) => intake.walk(&paths)?,
        }
        intake.finish()
    }

    /// Stops the import in progress; the games filed so far stay.
    pub fn stop_import(&self) {
        self.import.stop.store(true, Ordering::Relaxed);
    }
}

/// The result of a codec for one record.
type ReadRecord = Result<Record, UnreadableRecord>;

/// The state of an import.
struct Intake<'a> {
    desk: &'a Desk,
    told: &'a mut dyn FnMut(&ImportCounts),
    told_at: Instant,
    progress: ImportCounts,
    /// The game, while it is the only one.
    only: Option<(Study, FinishedGame)>,
    /// Games not yet filed.
    batch: Vec<FinishedGame>,
    batch_bytes: usize,
    done: ImportOutcome,
}

impl<'a> Intake<'a> {
    fn new(desk: &'a Desk, told: &'a mut dyn FnMut(&ImportCounts)) -> Intake<'a> {
        let (progress, done) = (ImportCounts::default(), ImportOutcome::default());
        Intake { desk, told, told_at: Instant::now(), progress, only: None, batch: Vec::new(), batch_bytes: 0, done }
    }

    fn is_stopped(&self) -> bool {
        self.desk.import.stop.load(Ordering::Relaxed)
    }

    fn walk(&mut self, paths: &[PathBuf]) -> Result<(), DeskError> {
        let stop = &self.desk.import.stop;
        let mut passed_over = Vec::new();
        let files =
            gather(paths, || !stop.load(Ordering::Relaxed), |path, why| passed_over.push((path.to_owned(), why)));
        self.progress.files_total = files.len();
        for (path, why) in passed_over {
            self.skip(Some(&path), None, refused(&why));
        }
        for path in files {
            if self.is_stopped() {
                break;
            }
            match read_file(&path) {
                Ok(bytes) => self.read(&bytes, Some(&path))?,
                Err(why) => self.skip(Some(&path), None, why),
            }
            self.progress.files += 1;
            self.tell();
        }
        Ok(())
    }

    /// Reads every game of a file.
    fn read(&mut self, bytes: &[u8], place: Option<&Path>) -> Result<(), DeskError> {
        let ending = place.and_then(Path::extension).and_then(|ending| ending.to_str());
        let codec = format::sniff_file(bytes, ending);
        if bytes.len() > if codec.holds_many() { COLLECTION_BYTES_MAX } else { RECORD_BYTES_MAX } {
            self.skip(place, None, UnreadableRecord::TooLong { bytes: bytes.len() }.into());
            return Ok(());
        }
        let mut first = None;
        let mut count = 0;
        let mut failed = None;
        let _ = codec.read_each(bytes, &mut |record| {
            count += 1;
            let step = match (count, first.take()) {
                (1, _) => {
                    first = Some(record);
                    Ok(())
                }
                (2, Some(first)) => self.take(first, place, 1).and_then(|()| self.take(record, place, 2)),
                _ => self.take(record, place, count),
            };
            failed = step.err();
            self.tell();
            if failed.is_some() || self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match (failed, first) {
            (Some(failed), _) => Err(failed),
            // A single text is kept verbatim, so that opening it again finds the same faults.
            (None, Some(record)) if codec.is_text() => {
                let encoding = record.as_ref().map_or(TextEncoding::UTF_8, |record| record.encoding);
                // An SGF declares its encoding; as UTF-8 it would be read in the wrong one.
                let is_declared = codec.name() == "sgf" && encoding.name() != TextEncoding::UTF_8.name();
                self.take_as(record, place, None, || if is_declared { None } else { Some(text_of(bytes, encoding)) })
            }
            (None, Some(record)) => self.take_as(record, place, None, || None),
            (None, None) => Ok(()),
        }
    }

    /// Takes one game of several, rewritten in the usual form.
    fn take(&mut self, record: ReadRecord, place: Option<&Path>, game: u32) -> Result<(), DeskError> {
        self.take_as(record, place, Some(game), || None)
    }

    fn take_as(
        &mut self,
        record: ReadRecord,
        place: Option<&Path>,
        game: Option<u32>,
        own_words: impl FnOnce() -> Option<String>,
    ) -> Result<(), DeskError> {
        match record.map_err(Refusal::from).and_then(Study::of_record) {
            Ok(study) => self.add(study, own_words()),
            Err(why) => {
                self.skip(place, game, why);
                Ok(())
            }
        }
    }

    fn add(&mut self, study: Study, own_words: Option<String>) -> Result<(), DeskError> {
        self.progress.games += 1;
        let game = filing::imported(&study, own_words);
        if self.progress.games == 1 {
            self.only = Some((study, game));
            return Ok(());
        }
        let earlier = self.only.take().map(|(_, game)| game);
        for game in earlier.into_iter().chain([game]) {
            self.batch_bytes += game.record.len() + game.moves.len();
            self.batch.push(game);
        }
        if self.batch.len() >= BATCH || self.batch_bytes >= BATCH_BYTES { self.file() } else { Ok(()) }
    }

    fn file(&mut self) -> Result<(), DeskError> {
        let batch = std::mem::take(&mut self.batch);
        self.batch_bytes = 0;
        let (all, new) = self.desk.room.lock().library()?.take_in(&batch)?;
        self.count(all.len(), new);
        Ok(())
    }

    fn count(&mut self, all: usize, new: usize) {
        let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
        self.done.games += count(new);
        self.done.known += count(all - new);
    }

    fn skip(&mut self, place: Option<&Path>, game: Option<u32>, why: Refusal) {
        if self.done.skipped.len() < SKIPPED_MAX {
            self.done.skipped.push(SkippedRecord { place: place.map(Path::to_owned), game, why });
        } else {
            self.done.unlisted += 1;
        }
    }

    fn tell(&mut self) {
        if self.told_at.elapsed() >= TOLD_EVERY {
            self.told_at = Instant::now();
            (self.told)(&self.progress);
        }
    }

    fn finish(mut self) -> Result<ImportOutcome, DeskError> {
        if !self.batch.is_empty() {
            self.file()?;
        }
        if let Some((mut study, game)) = self.only.take() {
            study.go(duiyi_core::record::Tree::ROOT);
            let (opened, is_new) = self.desk.open_filed(study, &game)?;
            self.done.opened = Some(opened);
            self.count(1, usize::from(is_new));
        }
        self.done.stopped = self.is_stopped();
        Ok(self.done)
    }
}

/// Returns a text as UTF-8, converted if necessary.
fn text_of(bytes: &[u8], encoding: TextEncoding) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| encoding.decode(bytes).into_owned(), str::to_owned)
}

/// Reads a file up to the size of a collection; of a longer file that is certainly no record, only the head.
fn read_file(path: &Path) -> Result<Vec<u8>, Refusal> {
    let fail = |error| refused(&FileError::new(path, error).into());
    let mut head = Vec::with_capacity(HEAD_BYTES);
    File::open(path).and_then(|file| file.take(HEAD_BYTES as u64).read_to_end(&mut head)).map_err(fail)?;
    let is_whole = fs::metadata(path).map_err(fail)?.len() <= head.len() as u64;
    let is_utf16 = head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]);
    if is_whole {
        return Ok(head);
    }
    if head.contains(&0) && !is_utf16 && format::sniff(&head).is_text() {
        return Err(UnreadableRecord::Unknown.into());
    }
    read_capped(path, COLLECTION_BYTES_MAX as u64).map_err(|error| refused(&error.into()))
}

fn refused(why: &SkippedFile) -> Refusal {
    let at = if let SkippedFile::File(error) = why { Some(error.path.display().to_string()) } else { None };
    Refusal { at, ..Refusal::plain(why.code(), why) }
}
