//! Import of records: pasted, dropped or opened, one or a folder of them.
//!
//! All games are filed in the library. A single one is to be opened: the page does that itself, in the order of its other
//! commands to the study. Each game is read as far as possible; unusable parts are reported with their place, and the import
//! continues. Games are filed in batches, so that the desk stays responsive.
//! Files whose encoding is doubtful are set aside; a second import reads them in the encodings that the person chooses.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use duiyi_core::game::Refusal;
use duiyi_core::record::format::encoding::TextEncoding;
use duiyi_core::record::format::{COLLECTION_BYTES_MAX, Record, UnreadableRecord};
use duiyi_core::study::Study;
use parking_lot::Mutex;

use super::doubtful::{DoubtfulFiles, DoubtfulSource, EncodingChoice, TextSample, doubtful_guess, grouped, samples};
use super::source::{RecordSource, refused};
use super::study::SkippedPart;
use super::{Desk, DeskError, filing};
use crate::files::archive::{ArchiveContent, PackedFile, PackedFiles};
use crate::files::gather::gather;
use crate::library::{FinishedGame, GameRow, Library, fingerprint};
use crate::long_work::TOLD_EVERY;

/// Games that are filed together.
const BATCH: usize = 250;

/// Text that is filed together, in bytes.
const BATCH_BYTES: usize = 8 << 20;

/// The limit of skipped records that are listed.
const SKIPPED_MAX: usize = 100;

/// The limit of duplicates that are listed.
const DUPLICATES_MAX: usize = 100;

/// How long a single game waits for the index, which finds games by their moves.
const INDEX_PATIENCE: Duration = Duration::from_secs(1);

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

/// A game that was not filed, because the library has one with the same moves.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct DuplicateRecord {
    /// As [`SkippedRecord::place`].
    #[cfg_attr(feature = "wire", serde(serialize_with = "crate::files::displayed"))]
    pub place: Option<PathBuf>,
    /// As [`SkippedRecord::game`].
    pub game: Option<u32>,
    /// The game of the library, without moves and record.
    pub same: Box<GameRow>,
}

/// The result of an import.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ImportOutcome {
    /// The row to be opened, if there was a single game.
    pub opens: Option<i64>,
    /// Games that are new in the library.
    pub games: u32,
    /// Games that the library had already.
    pub known: u32,
    /// The number of games that were not filed, because the library has them in another form or with other headers. They
    /// wait for [`Desk::import_duplicates`].
    pub duplicates: u32,
    /// The first of them.
    pub listed_duplicates: Vec<DuplicateRecord>,
    /// The first skipped records; the rest is only counted.
    pub skipped: Vec<SkippedRecord>,
    /// The number of skipped records not listed.
    pub unlisted: usize,
    /// Whether the import was stopped; the games filed before stay.
    pub stopped: bool,
    /// The files that wait for a choice of their encoding, those of earlier imports included.
    pub doubtful: Vec<DoubtfulFiles>,
}

/// The state that imports share.
#[derive(Debug, Default)]
pub(super) struct Import {
    /// The files that wait for a choice of their encoding.
    doubtful: Mutex<Vec<DoubtfulSource>>,
    /// The sources of the duplicates of the last import.
    duplicates: Mutex<Vec<DuplicateSource>>,
}

/// A source with duplicates.
#[derive(Debug)]
struct DuplicateSource {
    source: RecordSource,
    /// As the argument of [`Intake::read`].
    chosen: Option<(TextEncoding, u32)>,
}

impl Desk {
    /// Reads the records of `source` in any known form and files them. The text of a single game is kept verbatim. `told`
    /// receives the progress. Files whose encoding is doubtful wait for [`Desk::import_doubtful`].
    ///
    /// # Errors
    /// The library cannot be written; the games filed before stay.
    pub fn import(
        &self,
        source: ImportSource,
        told: &mut dyn FnMut(&ImportCounts),
    ) -> Result<ImportOutcome, DeskError> {
        self.import.duplicates.lock().clear();
        self.take_turn(told, |intake| match source {
            ImportSource::Bytes(bytes) => {
                intake.progress.files_total = 1;
                intake.read(RecordSource::Pasted(bytes), None)
            }
            ImportSource::Paths(paths) => intake.walk(&paths),
        })
    }

    /// Reads the texts of waiting files: of those with this `guess` the first ones, in `encoding`.
    ///
    /// # Errors
    /// `unknown-encoding`.
    pub fn read_doubtful(&self, guess: &str, encoding: &str) -> Result<Vec<TextSample>, DeskError> {
        let encoding = named(encoding)?;
        Ok(samples(&self.import.doubtful.lock(), guess, encoding))
    }

    /// Imports the waiting files as [`Desk::import`] does, each in the encoding that is chosen for its guess, or as guessed.
    ///
    /// # Errors
    /// `unknown-encoding`; the files wait on. Or as [`Desk::import`].
    pub fn import_doubtful(
        &self,
        choices: &[EncodingChoice],
        told: &mut dyn FnMut(&ImportCounts),
    ) -> Result<ImportOutcome, DeskError> {
        let choices = choices.iter().map(|choice| Ok((&choice.guess, named(&choice.encoding)?)));
        let choices = choices.collect::<Result<Vec<_>, DeskError>>()?;
        self.take_turn(told, |intake| {
            let waiting = std::mem::take(&mut *self.import.doubtful.lock());
            intake.progress.files_total = waiting.len();
            for DoubtfulSource { source, guess, from_game } in waiting {
                let chosen = choices.iter().find(|(name, _)| *name == guess.name());
                let encoding = chosen.map_or(guess, |&(_, encoding)| encoding);
                intake.read(source, Some((encoding, from_game)))?;
                if intake.is_stopped() {
                    break;
                }
            }
            Ok(())
        })
    }

    /// Imports the duplicates of the last import, too. Their sources are read again.
    ///
    /// # Errors
    /// As [`Desk::import`].
    pub fn import_duplicates(&self, told: &mut dyn FnMut(&ImportCounts)) -> Result<ImportOutcome, DeskError> {
        self.take_turn(told, |intake| {
            intake.keeps_duplicates = true;
            let waiting = std::mem::take(&mut *self.import.duplicates.lock());
            intake.progress.files_total = waiting.len();
            for DuplicateSource { source, chosen } in waiting {
                intake.read_file(source, chosen)?;
                if intake.is_stopped() {
                    break;
                }
            }
            Ok(())
        })
    }

    /// Forgets the waiting files.
    pub fn skip_doubtful(&self) {
        self.import.doubtful.lock().clear();
    }

    fn take_turn(
        &self,
        told: &mut dyn FnMut(&ImportCounts),
        read: impl FnOnce(&mut Intake) -> Result<(), DeskError>,
    ) -> Result<ImportOutcome, DeskError> {
        let _turn = self.work.take_turn();
        let mut intake = Intake::new(self, told);
        read(&mut intake)?;
        intake.finish()
    }

    /// Stops the import in progress; the games filed so far stay.
    pub fn stop_import(&self) {
        self.work.stop();
    }
}

/// The result of a codec for one record.
type ReadRecord = Result<Record, UnreadableRecord>;

/// A game with the same moves as another one.
#[derive(Clone, Debug)]
enum SameGame {
    /// A game of the library.
    Saved(i64),
    /// A game of this import, by its `uid`.
    Fresh(Box<str>),
}

/// The game of an import, while it is the only one.
struct OnlyGame {
    game: FinishedGame,
    /// The game of the library with the same moves.
    same: Option<i64>,
    /// The parts of its file that its record does not have.
    lost: Vec<SkippedPart>,
}

/// The state of an import.
struct Intake<'a> {
    desk: &'a Desk,
    told: &'a mut dyn FnMut(&ImportCounts),
    told_at: Instant,
    progress: ImportCounts,
    only: Option<OnlyGame>,
    /// Whether games are filed whose moves the library has.
    keeps_duplicates: bool,
    /// The games of this import by their moves: the index has them later.
    fresh: HashMap<i64, Box<str>>,
    /// Sources with duplicates.
    duplicates: Vec<DuplicateSource>,
    /// The duplicates to be listed.
    listed: Vec<(Option<PathBuf>, Option<u32>, SameGame)>,
    is_indexed: bool,
    /// A connection beside the game, once there are games to file.
    library: Option<Library>,
    /// Games not yet filed.
    batch: Vec<FinishedGame>,
    batch_bytes: usize,
    /// Files whose encoding is doubtful.
    set_aside: Vec<DoubtfulSource>,
    done: ImportOutcome,
}

impl<'a> Intake<'a> {
    fn new(desk: &'a Desk, told: &'a mut dyn FnMut(&ImportCounts)) -> Intake<'a> {
        Intake {
            desk,
            told,
            told_at: Instant::now(),
            progress: ImportCounts::default(),
            only: None,
            keeps_duplicates: false,
            fresh: HashMap::new(),
            duplicates: Vec::new(),
            listed: Vec::new(),
            is_indexed: false,
            library: None,
            batch: Vec::new(),
            batch_bytes: 0,
            set_aside: Vec::new(),
            done: ImportOutcome::default(),
        }
    }

    fn is_stopped(&self) -> bool {
        self.desk.work.is_stopped()
    }

    fn walk(&mut self, paths: &[PathBuf]) -> Result<(), DeskError> {
        let work = &self.desk.work;
        let mut passed_over = Vec::new();
        let files = gather(paths, || !work.is_stopped(), |path, why| passed_over.push((path.to_owned(), why)));
        self.progress.files_total = files.len();
        for (path, why) in passed_over {
            self.skip(Some(&path), None, refused(&why));
        }
        for path in files {
            if self.is_stopped() {
                break;
            }
            self.read(RecordSource::File(path), None)?;
        }
        Ok(())
    }

    /// Reads every game of a source, or of every file in an archive. With `chosen` it reads in that encoding, from the game
    /// of that number on.
    fn read(&mut self, source: RecordSource, chosen: Option<(TextEncoding, u32)>) -> Result<(), DeskError> {
        match source.as_archive() {
            Ok(Some(archive)) => self.unpack(source.place(), &archive)?,
            Ok(None) => return self.read_file(source, chosen),
            Err(why) => self.skip(source.place(), None, why),
        }
        self.progress.files += 1;
        self.tell();
        Ok(())
    }

    fn read_file(&mut self, source: RecordSource, chosen: Option<(TextEncoding, u32)>) -> Result<(), DeskError> {
        let bytes = source.bytes().map(Cow::into_owned);
        self.take_bytes(bytes, source, chosen)
    }

    /// Reads every game of a source whose bytes are at hand.
    fn take_bytes(
        &mut self,
        bytes: Result<Vec<u8>, Refusal>,
        source: RecordSource,
        chosen: Option<(TextEncoding, u32)>,
    ) -> Result<(), DeskError> {
        let before = self.done.duplicates;
        match bytes {
            Ok(bytes) => {
                let doubt = self.read_bytes(&bytes, &source, chosen)?;
                drop(bytes);
                let has_duplicates = self.done.duplicates > before;
                match doubt {
                    // The games before the doubtful one are not asked about.
                    Some((guess, from_game)) => self.set_aside.push(DoubtfulSource { source, guess, from_game }),
                    None if has_duplicates => self.duplicates.push(DuplicateSource { source, chosen }),
                    None => {}
                }
            }
            Err(why) => self.skip(source.place(), None, why),
        }
        self.progress.files += 1;
        self.tell();
        Ok(())
    }

    /// Reads every game in an archive.
    fn unpack(&mut self, place: Option<&Path>, archive: &ArchiveContent) -> Result<(), DeskError> {
        let files =
            match PackedFiles::open(place.unwrap_or(Path::new("")), archive.clone(), COLLECTION_BYTES_MAX as u64) {
                Ok(files) => files,
                Err(why) => {
                    self.skip(place, None, refused(&why));
                    return Ok(());
                }
            };
        self.progress.files_total += files.known();
        for PackedFile { place, route, bytes } in files {
            let source = RecordSource::Packed { place, archive: archive.clone(), route };
            self.take_bytes(bytes.map_err(|why| refused(&why)), source, None)?;
            // Files in an archive inside this one were not counted.
            self.progress.files_total = self.progress.files_total.max(self.progress.files + 1);
            if self.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// Reads every game, or all before the first one whose encoding is doubtful; returns the guess and the number of that one.
    fn read_bytes(
        &mut self,
        bytes: &[u8],
        source: &RecordSource,
        chosen: Option<(TextEncoding, u32)>,
    ) -> Result<Option<(TextEncoding, u32)>, DeskError> {
        let (codec, place) = (source.codec(bytes), source.place());
        if let Err(why) = codec.expect_length(bytes.len()) {
            self.skip(place, None, why.into());
            return Ok(None);
        }
        let (encoding, from_game) = chosen.map_or((None, 1), |(encoding, game)| (Some(encoding), game));
        let (mut first, mut count, mut failed, mut doubt) = (None, 0, None, None);
        let _ = codec.read_each_as(bytes, encoding, &mut |record| {
            count += 1;
            if count < from_game {
                return ControlFlow::Continue(());
            }
            let guess = record.as_ref().ok().filter(|_| encoding.is_none()).and_then(doubtful_guess);
            if let Some(guess) = guess {
                doubt = Some((guess, count));
                return ControlFlow::Break(());
            }
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
            (Some(failed), _) => return Err(failed),
            (None, Some(first)) if doubt.is_some() => self.take(first, place, 1)?,
            // A single text is kept verbatim, so that opening it again finds the same faults.
            (None, Some(record)) if codec.is_text() => {
                let encoding = record.as_ref().map_or(TextEncoding::UTF_8, |record| record.encoding);
                // An SGF declares its encoding; as UTF-8 it would be read in the wrong one.
                let is_declared = codec.name() == "sgf" && encoding.name() != TextEncoding::UTF_8.name();
                self.take_as(record, place, None, || if is_declared { None } else { Some(text_of(bytes, encoding)) })?;
            }
            (None, Some(record)) => self.take_as(record, place, None, || None)?,
            // An empty file, or one of headers without a game.
            (None, None) if count == 0 => self.skip(place, None, UnreadableRecord::Unknown.into()),
            (None, None) => {}
        }
        Ok(doubt)
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
            Ok(study) => self.add(study, own_words(), place, game),
            Err(why) => {
                self.skip(place, game, why);
                Ok(())
            }
        }
    }

    fn add(
        &mut self,
        study: Study,
        own_words: Option<String>,
        place: Option<&Path>,
        number: Option<u32>,
    ) -> Result<(), DeskError> {
        self.progress.games += 1;
        let is_verbatim = own_words.is_some();
        let game = filing::imported(&study, own_words);
        let same = self.same(&game)?;
        if let Some(same) = &same {
            self.done.duplicates += 1;
            if self.listed.len() < DUPLICATES_MAX {
                self.listed.push((place.map(Path::to_owned), number, same.clone()));
            }
        }
        if self.progress.games == 1 {
            let same = same.and_then(|same| if let SameGame::Saved(id) = same { Some(id) } else { None });
            // A verbatim record has its faults, and every record has its illegal moves.
            let lost = study.faults().iter().filter(|fault| !is_verbatim && fault.refused.is_none());
            let lost = lost.map(SkippedPart::from).collect();
            self.only = Some(OnlyGame { game, same, lost });
            return Ok(());
        }
        let earlier = self.only.take().filter(|only| only.same.is_none()).map(|only| only.game);
        let game = same.is_none().then_some(game);
        for game in earlier.into_iter().chain(game) {
            self.batch_bytes += game.record.len() + game.moves.len();
            self.batch.push(game);
        }
        if self.batch.len() >= BATCH || self.batch_bytes >= BATCH_BYTES { self.file() } else { Ok(()) }
    }

    /// Returns the game with the same moves that the library or this import has. A known record is no duplicate.
    fn same(&mut self, game: &FinishedGame) -> Result<Option<SameGame>, DeskError> {
        let Some(print) = fingerprint(game).filter(|_| !self.keeps_duplicates) else { return Ok(None) };
        self.index()?;
        let library = self.library()?;
        if library.find(&game.uid)?.is_some() {
            return Ok(None);
        }
        if let Some(id) = library.same_moves(print)? {
            return Ok(Some(SameGame::Saved(id)));
        }
        let fresh = self.fresh.entry(print).or_insert_with(|| game.uid.as_str().into());
        Ok((**fresh != *game.uid).then(|| SameGame::Fresh(fresh.clone())))
    }

    /// Brings the index up to date, once. A single game waits for a moment only.
    fn index(&mut self) -> Result<(), DeskError> {
        let begun = Instant::now();
        while !self.is_indexed && !self.is_stopped() {
            self.is_indexed = self.library()?.catch_up(TOLD_EVERY)? == 0;
            self.tell();
            if self.progress.games == 1 && begun.elapsed() >= INDEX_PATIENCE {
                break;
            }
        }
        Ok(())
    }

    fn library(&mut self) -> Result<&mut Library, DeskError> {
        match &mut self.library {
            Some(library) => Ok(library),
            library => Ok(library.insert(self.desk.writer()?)),
        }
    }

    fn file(&mut self) -> Result<(), DeskError> {
        let batch = std::mem::take(&mut self.batch);
        self.batch_bytes = 0;
        let (all, new) = self.library()?.take_in(&batch)?;
        self.count(all.len(), new);
        Ok(())
    }

    /// Loads the games of the library that the listed duplicates repeat.
    fn list_duplicates(&mut self) -> Result<(), DeskError> {
        for (place, game, same) in std::mem::take(&mut self.listed) {
            let library = self.library()?;
            let id = match same {
                SameGame::Saved(id) => Some(id),
                SameGame::Fresh(uid) => library.find(&uid)?,
            };
            let Some(mut row) = id.and_then(|id| library.load(id).ok()) else { continue };
            (row.saved.moves, row.saved.record) = (String::new(), String::new());
            self.done.listed_duplicates.push(DuplicateRecord { place, game, same: Box::new(row) });
        }
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
        match self.only.take() {
            Some(OnlyGame { same: Some(same), .. }) if self.set_aside.is_empty() => self.done.opens = Some(same),
            Some(OnlyGame { game, same: None, lost }) if self.set_aside.is_empty() => {
                let (ids, new) = self.desk.room.lock().library()?.take_in(std::slice::from_ref(&game))?;
                self.count(1, new);
                self.done.opens = Some(ids[0]);
                if new > 0 {
                    self.desk.keep_lost(ids[0], lost);
                }
            }
            // The files set aside have more games.
            only => self.batch.extend(only.filter(|only| only.same.is_none()).map(|only| only.game)),
        }
        if !self.batch.is_empty() {
            self.file()?;
        }
        if let Some(library) = &self.library {
            library.flush()?;
        }
        if self.progress.games > 1 && self.done.games > 0 {
            // The list finds all games at once, and the person sees that work goes on.
            self.is_indexed = false;
            self.index()?;
        }
        self.list_duplicates()?;
        self.desk.import.duplicates.lock().append(&mut self.duplicates);
        let mut waiting = self.desk.import.doubtful.lock();
        waiting.append(&mut self.set_aside);
        self.done.doubtful = grouped(&waiting);
        self.done.stopped = self.is_stopped();
        Ok(self.done)
    }
}

/// Returns a text as UTF-8, converted if necessary.
fn text_of(bytes: &[u8], encoding: TextEncoding) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if encoding.name() == TextEncoding::UTF_8.name() => text.to_owned(),
        _ => encoding.decode(bytes).into_owned(),
    }
}

/// Returns the encoding of this name.
fn named(encoding: &str) -> Result<TextEncoding, DeskError> {
    let unknown = || Refusal::plain("unknown-encoding", format!("There is no encoding named {encoding}."));
    TextEncoding::named(encoding).ok_or_else(|| unknown().into())
}
