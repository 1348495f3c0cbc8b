//! Records whose encoding is doubtful. An import sets them aside, so that a person can choose their encodings, once for all
//! files that were guessed alike.

use std::ops::ControlFlow;
use std::path::PathBuf;

use duiyi_core::record::format::Record;
use duiyi_core::record::format::encoding::TextEncoding;

use super::source::RecordSource;

/// Files of a group whose texts are shown.
const SAMPLES_MAX: usize = 12;

/// Texts shown of a file.
const TEXTS_MAX: usize = 4;

/// Characters shown of a text.
const TEXT_CHARS_MAX: usize = 60;

/// The files that were guessed to have the same encoding, with doubt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct DoubtfulFiles {
    /// The guess, by its name in the WHATWG's standard.
    pub guess: String,
    /// The number of files.
    pub files: usize,
    /// The texts of the first files, read as guessed.
    pub samples: Vec<TextSample>,
}

/// The texts of a file in one encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TextSample {
    /// The file; `None` for pasted text.
    #[cfg_attr(feature = "wire", serde(serialize_with = "crate::files::displayed"))]
    pub place: Option<PathBuf>,
    /// Names, tags, comments and moves that are not ASCII, the first of each game; empty if the file has no game in this
    /// encoding.
    pub texts: Vec<String>,
}

/// A person's choice for the files of one guess.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct EncodingChoice {
    /// The guess.
    pub guess: String,
    /// The name or a label of the encoding in the WHATWG's standard.
    pub encoding: String,
}

/// A source that an import has set aside.
#[derive(Debug)]
pub(super) struct DoubtfulSource {
    pub(super) source: RecordSource,
    pub(super) guess: TextEncoding,
    /// The number of the first doubtful game, from 1. The games before it are filed.
    pub(super) from_game: u32,
}

impl DoubtfulSource {
    fn sample(&self, encoding: TextEncoding) -> TextSample {
        let mut texts = Vec::new();
        // A file that is gone by now is reported by the import.
        if let Ok(bytes) = self.source.bytes() {
            let mut game = 0;
            let _ = self.source.codec(&bytes).read_each_as(&bytes, Some(encoding), &mut |record| {
                game += 1;
                if game < self.from_game {
                    return ControlFlow::Continue(());
                }
                let room = TEXTS_MAX - texts.len();
                texts.extend(record.iter().flat_map(Record::foreign_texts).take(room).map(beginning));
                if texts.len() < TEXTS_MAX { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        TextSample { place: self.source.place().map(ToOwned::to_owned), texts }
    }
}

/// Returns the guess at the encoding of a record, if it is doubtful and a text depends on it.
pub(super) fn doubtful_guess(record: &Record) -> Option<TextEncoding> {
    let guess = record.encoding;
    (guess.is_doubtful() && record.foreign_texts().next().is_some()).then_some(guess)
}

/// Groups sources by their guess, in the order of the first source of each guess.
pub(super) fn grouped(sources: &[DoubtfulSource]) -> Vec<DoubtfulFiles> {
    let mut groups: Vec<DoubtfulFiles> = Vec::new();
    for DoubtfulSource { guess, .. } in sources {
        match groups.iter_mut().find(|group| group.guess == guess.name()) {
            Some(group) => group.files += 1,
            None => groups.push(DoubtfulFiles {
                guess: guess.name().to_owned(),
                files: 1,
                samples: samples(sources, guess.name(), *guess),
            }),
        }
    }
    groups
}

/// Reads the texts of the first sources of a guess in `encoding`.
pub(super) fn samples(sources: &[DoubtfulSource], guess: &str, encoding: TextEncoding) -> Vec<TextSample> {
    let alike = sources.iter().filter(|source| source.guess.name() == guess);
    alike.take(SAMPLES_MAX).map(|source| source.sample(encoding)).collect()
}

/// Returns the first line of a text, as much as is shown of it.
fn beginning(text: &str) -> String {
    let line = text.lines().find(|line| !line.is_ascii()).unwrap_or_default();
    match line.char_indices().nth(TEXT_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
