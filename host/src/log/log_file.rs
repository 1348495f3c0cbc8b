//! Two files of at most half of the bound each: the older one is replaced when the newer one is full.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use parking_lot::Mutex;

use crate::files::{expect_file, rename, with_suffix};

/// The most bytes of both files.
pub(super) const BYTES_MAX: u64 = 2 << 20;

/// The most bytes of a line.
const LINE_MAX: usize = 2_000;

/// The lines that a report of a fault shows.
const LINES_SHOWN: usize = 100;

/// Suffix of the older file.
const OLDER: &str = ".1";

/// A panic while another one writes must not wait for itself.
const PATIENCE: Duration = Duration::from_secs(1);

/// The file of a log, and its last lines in memory. Each write is one line.
pub(super) struct LogFile {
    path: Option<PathBuf>,
    /// The folder that lines show as `~`.
    home: Option<String>,
    open: Mutex<Open>,
}

struct Open {
    /// `None` without a folder, or once a write failed.
    file: Option<File>,
    /// Whether this program may rename the file: another one would go on in the older one.
    rolls: bool,
    last: VecDeque<String>,
}

impl LogFile {
    /// Opens or creates the file. After an error the lines stay in memory.
    pub(super) fn open(path: Option<PathBuf>, home: Option<PathBuf>) -> LogFile {
        let file = path.as_deref().and_then(|path| {
            expect_file(path).ok()?;
            append_to(path).ok()
        });
        let last = path.as_deref().filter(|_| file.is_some()).map(last_lines_of).unwrap_or_default();
        let path = path.filter(|_| file.is_some());
        // A root folder as the home would be in every path.
        let home = home.filter(|home| home.components().count() > 1);
        let home = home.and_then(|home| Some(home.to_str()?.to_owned()));
        LogFile { path, home, open: Mutex::new(Open { file, rolls: false, last }) }
    }

    /// Lets this program replace the older file from now on.
    pub(super) fn begin_to_roll(&self) {
        self.open.lock().rolls = true;
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    pub(super) fn last_lines(&self) -> Vec<String> {
        self.open.lock().last.iter().cloned().collect()
    }

    /// Makes one line of a text that may have several, without the home folder.
    fn line_of(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes);
        let text = self.home.as_deref().map_or_else(|| text.to_string(), |home| text.replace(home, "~"));
        let mut line: String = text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
        line.truncate(line.floor_char_boundary(LINE_MAX).min(line.trim_end().len()));
        line
    }

    fn add(&self, line: String) {
        let Some(mut open) = self.open.try_lock_for(PATIENCE) else { return };
        if let Some(path) = &self.path
            && open.append(path, &line).is_err()
        {
            // The disk is full or gone. Reports of that must not fail again and again.
            open.file = None;
        }
        open.last.push_back(line);
        if open.last.len() > LINES_SHOWN {
            open.last.pop_front();
        }
    }
}

impl Open {
    fn append(&mut self, path: &Path, line: &str) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let bytes = line.len() as u64 + 1;
        if file.metadata()?.len() + bytes > BYTES_MAX / 2 {
            if !self.rolls {
                return Ok(());
            }
            // Windows renames no open file.
            self.file = None;
            rename(path, &with_suffix(path, OLDER))?;
            self.file = Some(append_to(path)?);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(format!("{line}\n").as_bytes())
    }
}

impl Write for &LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(self.line_of(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn append_to(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Reads the end of a file; what cannot be read is left out.
fn last_lines_of(path: &Path) -> VecDeque<String> {
    let read = || -> io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        let end = (LINES_SHOWN * LINE_MAX) as u64;
        let len = file.metadata()?.len();
        file.seek(SeekFrom::Start(len.saturating_sub(end)))?;
        let mut bytes = Vec::new();
        file.take(end).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES_SHOWN)..].iter().map(|&line| line.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn write(log: &LogFile, text: &str) {
        let mut log = log;
        log.write_all(text.as_bytes()).unwrap();
    }

    #[test]
    fn both_files_stay_within_the_bound() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("duiyi.log");
        let log = LogFile::open(Some(path.clone()), None);
        log.begin_to_roll();
        let second = LogFile::open(Some(path.clone()), None);
        for number in 0..3_000 {
            write(&log, &format!("{number} {}\n", "x".repeat(1_500)));
            write(&second, "the second start\n");
        }
        let size = |path: &Path| fs::metadata(path).unwrap().len();
        let (new, old) = (size(&path), size(&with_suffix(&path, OLDER)));
        assert!(new <= BYTES_MAX / 2 && old <= BYTES_MAX / 2 && old > BYTES_MAX / 2 - 2_000, "{new} {old}");
        let last = LogFile::open(Some(path), None).last_lines();
        assert_eq!(last.len(), LINES_SHOWN);
        assert!(log.last_lines().last().unwrap().starts_with("2999 x"));
    }

    #[test]
    fn a_line_is_one_line_without_the_home_folder() {
        let log = LogFile::open(None, Some(PathBuf::from("/home/李")));
        write(&log, "WARN /home/李/games: left\n  right\u{7}\n");
        write(&log, &"长".repeat(LINE_MAX));
        let lines = log.last_lines();
        assert_eq!(lines[0], "WARN ~/games: left   right");
        assert!(lines[1].len() <= LINE_MAX && lines[1].chars().all(|sign| sign == '长'));
        assert_eq!(log.path(), None);
        let log = LogFile::open(None, Some(PathBuf::from("/")));
        write(&log, "a/b");
        assert_eq!(log.last_lines(), ["a/b"]);
    }

    #[test]
    fn a_log_goes_on_after_a_start_and_without_its_folder() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("duiyi.log");
        write(&LogFile::open(Some(path.clone()), None), "first\n");
        let log = LogFile::open(Some(path.clone()), None);
        write(&log, "second\n");
        assert_eq!(log.last_lines(), ["first", "second"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "first\nsecond\n");
        let log = LogFile::open(Some(temp.path().join("none/duiyi.log")), None);
        write(&log, "third\n");
        assert_eq!((log.path(), log.last_lines()), (None, vec!["third".to_owned()]));
    }
}
