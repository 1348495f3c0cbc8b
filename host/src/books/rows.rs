//! Rows of our form in the order of its table: joined from several sources, and sorted in bounded memory.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::vec;

use super::entry::{BookMove, MoveSign};
use super::error::BookFileError;
use crate::files::FileError;

/// Bytes of rows in memory before some of them go to the disk.
const BYTES_MAX: usize = 96 << 20;

/// A move of a book with the name of its position. Position and move are those of the image that stands for all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BookRow {
    pub position: i64,
    pub book: BookMove,
}

impl BookRow {
    /// Returns what the table is ordered by: it has one row of each name.
    pub fn name(&self) -> (i64, &str) {
        (self.position, &self.book.mv)
    }

    const fn bytes(&self) -> usize {
        size_of::<BookRow>() + self.book.remark.capacity()
    }
}

/// Adds a row to another one of the same name.
pub(super) type Join = fn(&mut BookMove, BookMove);

/// Rows in order, each name once.
pub(super) type SortedRows<'a> = Box<dyn Iterator<Item = Result<BookRow, BookFileError>> + 'a>;

/// The rows of several sources in order. Those of one name are joined, and come with the index of the first source that
/// has it, and the number of sources.
pub(super) struct JoinedRows<'a> {
    sources: Vec<Peekable<SortedRows<'a>>>,
    join: Join,
}

impl<'a> JoinedRows<'a> {
    pub fn new(sources: Vec<SortedRows<'a>>, join: Join) -> JoinedRows<'a> {
        JoinedRows { sources: sources.into_iter().map(Iterator::peekable).collect(), join }
    }

    /// Returns the source with the next row, the first one of several. An error comes before every row.
    fn next_source(&mut self) -> Option<usize> {
        let next = self.sources.iter_mut().enumerate().filter_map(|(index, source)| {
            let name = source.peek()?.as_ref().ok().map(BookRow::name);
            Some((name, index))
        });
        next.min().map(|(_, index)| index)
    }
}

impl Iterator for JoinedRows<'_> {
    type Item = Result<JoinedRow, BookFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let first = self.next_source()?;
        let mut row = match self.sources[first].next()? {
            Ok(row) => row,
            Err(error) => return Some(Err(error)),
        };
        let mut joined = 1;
        for source in &mut self.sources[first + 1..] {
            if let Some(Ok(other)) =
                source.next_if(|other| other.as_ref().is_ok_and(|other| other.name() == row.name()))
            {
                (self.join)(&mut row.book, other.book);
                joined += 1;
            }
        }
        Some(Ok(JoinedRow { row, first, sources: joined }))
    }
}

/// A row of [`JoinedRows`].
pub(super) struct JoinedRow {
    pub row: BookRow,
    /// The index of the first source that has it.
    pub first: usize,
    /// The number of sources that have it.
    pub sources: u64,
}

/// Sorts rows and joins those of one name. What does not fit into memory waits in files without a name, which end with the
/// program, in the folder of the result.
pub(super) struct RowSorter {
    folder: PathBuf,
    join: Join,
    rows: Vec<BookRow>,
    bytes: usize,
    bytes_max: usize,
    runs: Vec<Run>,
}

impl RowSorter {
    /// Begins without rows for a result at `to`.
    pub fn new(to: &Path, join: Join) -> RowSorter {
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        RowSorter {
            folder: folder.to_owned(),
            join,
            rows: Vec::new(),
            bytes: 0,
            bytes_max: BYTES_MAX,
            runs: Vec::new(),
        }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// The disk has no room.
    pub fn add(&mut self, row: BookRow) -> Result<(), BookFileError> {
        self.bytes += row.bytes();
        self.rows.push(row);
        if self.bytes > self.bytes_max { self.make_room() } else { Ok(()) }
    }

    /// Returns the number of rows, of which some may be joined.
    pub fn len(&self) -> u64 {
        self.rows.len() as u64 + self.runs.iter().map(|run| run.rows_left as u64).sum::<u64>()
    }

    fn make_room(&mut self) -> Result<(), BookFileError> {
        self.sort();
        if self.bytes > self.bytes_max / 2 {
            let run = Run::write(&self.folder, &self.rows).map_err(|error| FileError::new(&self.folder, error))?;
            self.runs.push(run);
            self.rows.clear();
            self.bytes = 0;
        }
        Ok(())
    }

    fn sort(&mut self) {
        self.rows.sort_unstable_by(|a, b| a.name().cmp(&b.name()));
        let join = self.join;
        self.rows.dedup_by(|next, kept| {
            let is_same = next.name() == kept.name();
            if is_same {
                join(&mut kept.book, std::mem::take(&mut next.book));
            }
            is_same
        });
        self.bytes = self.rows.iter().map(BookRow::bytes).sum();
    }

    /// Returns the rows in order.
    pub fn into_rows(mut self) -> SortedRows<'static> {
        self.sort();
        let in_memory: SortedRows = Box::new(self.rows.into_iter().map(Ok));
        if self.runs.is_empty() {
            return in_memory;
        }
        let folder = self.folder;
        let runs = self.runs.into_iter().map(|run| -> SortedRows {
            let folder = folder.clone();
            Box::new(run.map(move |row| row.map_err(|error| FileError::new(&folder, error).into())))
        });
        let sources = runs.chain([in_memory]).collect();
        Box::new(JoinedRows::new(sources, self.join).map(|joined| joined.map(|joined| joined.row)))
    }
}

/// Sorted rows in a file without a name.
struct Run {
    file: BufReader<File>,
    rows_left: usize,
}

impl Run {
    fn write(folder: &Path, rows: &[BookRow]) -> io::Result<Run> {
        let mut file = BufWriter::new(tempfile::tempfile_in(folder)?);
        for BookRow { position, book: BookMove { mv, weight, wins, draws, losses, sign, remark } } in rows {
            for number in [*position, *weight] {
                file.write_all(&number.to_le_bytes())?;
            }
            for number in [*wins, *draws, *losses] {
                file.write_all(&number.to_le_bytes())?;
            }
            for text in [mv.as_str(), sign.code(), remark] {
                let length = u32::try_from(text.len()).map_err(io::Error::other)?;
                file.write_all(&length.to_le_bytes())?;
                file.write_all(text.as_bytes())?;
            }
        }
        let mut file = file.into_inner()?;
        file.rewind()?;
        Ok(Run { file: BufReader::new(file), rows_left: rows.len() })
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn text(&mut self) -> io::Result<String> {
        let length = u32::from_le_bytes(self.bytes()?);
        let mut bytes = vec![0; length as usize];
        self.file.read_exact(&mut bytes)?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }

    fn row(&mut self) -> io::Result<BookRow> {
        let [position, weight] = [self.bytes()?, self.bytes()?].map(i64::from_le_bytes);
        let [wins, draws, losses] = [self.bytes()?, self.bytes()?, self.bytes()?].map(u32::from_le_bytes);
        let (mv, sign, remark) = (self.text()?, self.text()?, self.text()?);
        let sign = MoveSign::from_code(&sign).unwrap_or_default();
        Ok(BookRow { position, book: BookMove { mv, weight, wins, draws, losses, sign, remark } })
    }
}

impl Iterator for Run {
    type Item = io::Result<BookRow>;

    fn next(&mut self) -> Option<io::Result<BookRow>> {
        self.rows_left = self.rows_left.checked_sub(1)?;
        Some(self.row())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use duiyi_core::base::Rng;

    use super::*;

    fn row(rng: &mut Rng) -> BookRow {
        let mv = ["h2e2", "h10", "h1", "a0a1"][rng.below(4)].to_owned();
        let counts = [0; 3].map(|_: u32| rng.below(9) as u32);
        let sign = MoveSign::ALL[rng.below(4)];
        // So that the result does not depend on the order.
        let remark = ["", "一 remark\n"][rng.below(2)].to_owned();
        let [wins, draws, losses] = counts;
        let book = BookMove { mv, weight: rng.below(99) as i64 - 50, wins, draws, losses, sign, remark };
        BookRow { position: rng.below(400) as i64 - 200, book }
    }

    fn sorter(folder: &tempfile::TempDir, bytes_max: usize) -> RowSorter {
        RowSorter { bytes_max, ..RowSorter::new(&folder.path().join("a.book"), BookMove::count) }
    }

    #[test]
    fn rows_come_in_order_and_joined_however_little_memory_there_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut rng = Rng::from_seed(47);
        let rows: Vec<BookRow> = (0..3_000).map(|_| row(&mut rng)).collect();
        let mut expected: BTreeMap<(i64, String), BookMove> = BTreeMap::new();
        for row in &rows {
            let name = (row.position, row.book.mv.clone());
            expected.entry(name).and_modify(|known| known.count(row.book.clone())).or_insert(row.book.clone());
        }
        let expected: Vec<BookRow> =
            expected.into_iter().map(|((position, _), book)| BookRow { position, book }).collect();
        for (bytes_max, runs_min) in [(BYTES_MAX, 0), (100_000, 1), (20_000, 10), (4_000, 60)] {
            let mut sorter = sorter(&folder, bytes_max);
            rows.iter().try_for_each(|row| sorter.add(row.clone())).expect("room");
            assert!(sorter.runs.len() >= runs_min, "{bytes_max}: {}", sorter.runs.len());
            assert!((expected.len() as u64..=3_000).contains(&sorter.len()));
            let sorted: Vec<BookRow> = sorter.into_rows().collect::<Result<_, _>>().expect("they are read");
            assert_eq!(sorted, expected, "{bytes_max}");
        }
        let names = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(names, 0, "what waits on the disk has no name");
    }

    #[test]
    fn a_folder_that_is_gone_is_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut sorter = sorter(&folder, 1);
        let path = folder.path().to_owned();
        drop(folder);
        let refused = sorter.add(row(&mut Rng::from_seed(1))).expect_err("no folder");
        assert!(refused.to_string().contains(&path.display().to_string()), "{refused}");
    }

    #[test]
    fn an_error_ends_the_joining_of_sources() {
        let row = |position| Ok(BookRow { position, ..BookRow::default() });
        let sources: Vec<SortedRows> =
            vec![Box::new([row(1), row(2)].into_iter()), Box::new([row(1), Err(BookFileError::Stopped)].into_iter())];
        let mut joined = JoinedRows::new(sources, BookMove::merge);
        let first = joined.next().expect("a row").expect("no error yet");
        assert_eq!((first.row.position, first.first, first.sources), (1, 0, 2));
        assert!(matches!(joined.next(), Some(Err(BookFileError::Stopped))));
    }
}
