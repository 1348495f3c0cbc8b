//! One window per data folder: a second start raises the first window and hands over its files.
//!
//! The first start holds a lock on a file. A second start finds the lock held and writes a request file beside it. The
//! first polls for requests a few times a second, removes them and raises its window. A lock needs no socket and ends
//! with its program in every case.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::files::{self, DataDir, FileError, Notice};
use crate::reactor::Reactor;

/// The polling interval; one poll costs a few microseconds.
const LOOK: Duration = Duration::from_millis(250);

/// The time that a second start waits for an answer, or for a program that is just ending.
const PATIENCE: Duration = Duration::from_secs(5);

/// The age of a request whose start has given up. A younger one may still wait for its answer.
const STALE: Duration = PATIENCE.saturating_mul(2);

/// The size limit of a request, in bytes of file names.
const HANDED_MAX: u64 = 4 << 20;

/// The suffix of a request file.
const ASK: &str = ".window.ask";

/// The result of a claim.
#[derive(Debug)]
pub enum Claim {
    /// The folder is free; this program has it now.
    Ours(Instance),
    /// Another window has the folder and has been raised.
    Raised,
    /// Another program has the folder and does not answer.
    Deaf(Notice),
}

/// The claim on a folder. Dropping it releases the folder.
#[derive(Debug)]
pub struct Instance {
    /// Holds the lock. A file system without locks gives none.
    _lock: File,
    folder: PathBuf,
}

impl Instance {
    /// Claims the folder, or raises the window that has it and hands over `files`.
    ///
    /// # Errors
    /// [`FileError`] if the folder is not writable, or its lock fails.
    pub fn claim(dir: &DataDir, files: &[PathBuf]) -> Result<Claim, FileError> {
        Instance::claim_within(dir, files, PATIENCE)
    }

    fn claim_within(dir: &DataDir, files: &[PathBuf], patience: Duration) -> Result<Claim, FileError> {
        let path = dir.window_lock();
        // In a Flatpak every start may have the same process id.
        let ask = dir.root().join(format!(".{}-{:x}{ASK}", std::process::id(), crate::clock::seed()));
        let fail = |error| FileError::new(&path, error);
        let lock = files::open_to_lock(&path)?;
        let until = Instant::now() + patience;
        let mut asked = false;
        while let Err(error) = files::try_lock(&lock) {
            if error.kind() != io::ErrorKind::WouldBlock {
                return Err(fail(error));
            }
            if !asked {
                files::write_whole(&ask, &written(files))?;
                asked = true;
            } else if !ask.exists() {
                return Ok(Claim::Raised);
            }
            if Instant::now() > until {
                // Without this the window might be raised much later.
                let _ = fs::remove_file(&ask);
                let message = format!(
                    "Another Duiyi has {} open and does not answer; end it, or go on here.",
                    dir.root().display()
                );
                return Ok(Claim::Deaf(Notice::new("already-open", message, Some(dir.root()))));
            }
            thread::sleep(LOOK / 10);
        }
        // Another start may have asked the same window before it ended; the watch answers it.
        let _ = fs::remove_file(&ask);
        asks(dir.root()).iter().filter(|ask| is_stale(ask)).for_each(|ask| _ = fs::remove_file(ask));
        Ok(Claim::Ours(Instance { _lock: lock, folder: dir.root().to_owned() }))
    }

    /// Calls `raise` for every request, with the files to open.
    pub fn watch(&self, reactor: &Reactor, raise: impl Fn(Vec<PathBuf>) + Send + 'static) {
        let folder = self.folder.clone();
        reactor.spawn(async move {
            loop {
                tokio::time::sleep(LOOK).await;
                for ask in asks(&folder) {
                    let handed = files::read_own(&ask, HANDED_MAX).map(|bytes| read(&bytes));
                    // The removal of the file is the answer.
                    if fs::remove_file(&ask).is_ok() {
                        raise(handed.unwrap_or_default());
                    }
                }
            }
        });
    }
}

/// Lists the requests of other starts.
fn asks(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(io::Result::ok).map(|entry| entry.path());
    let is_ask =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.as_encoded_bytes().ends_with(ASK.as_bytes()));
    paths.filter(is_ask).collect()
}

/// Returns whether the start that wrote a request has given up. A time in the future is a clock that was set.
fn is_stale(ask: &Path) -> bool {
    let age = fs::metadata(ask).and_then(|file| file.modified()).map(|time| time.elapsed().unwrap_or_default());
    age.is_ok_and(|age| age > STALE)
}

/// Joins names with zero bytes, which no name contains.
fn written(files: &[PathBuf]) -> Vec<u8> {
    files.iter().flat_map(|file| file.as_os_str().as_encoded_bytes().iter().copied().chain([0])).collect()
}

fn read(bytes: &[u8]) -> Vec<PathBuf> {
    bytes.split(|&byte| byte == 0).filter(|name| !name.is_empty()).map(path_of).collect()
}

#[cfg(unix)]
fn path_of(name: &[u8]) -> PathBuf {
    <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(name).into()
}

#[cfg(not(unix))]
fn path_of(name: &[u8]) -> PathBuf {
    String::from_utf8_lossy(name).into_owned().into()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn the_second_raises_the_first_and_follows_when_it_is_gone() {
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(temp.path()).unwrap();
        let Claim::Ours(first) = Instance::claim(&dir, &[]).unwrap() else { panic!("nobody is there") };
        let reactor = Reactor::start();
        let (sender, raised) = mpsc::channel();
        first.watch(&reactor, move |files| sender.send(files).unwrap());
        let files = ["/a/棋 谱\n.xqf", "/b"].map(PathBuf::from);
        for files in [&files[..], &[]] {
            assert!(matches!(Instance::claim(&dir, files).unwrap(), Claim::Raised));
            assert_eq!(raised.recv_timeout(Duration::from_secs(10)).unwrap(), files);
        }
        drop((first, reactor));
        assert!(matches!(Instance::claim(&dir, &[]).unwrap(), Claim::Ours(_)));
    }

    #[test]
    fn of_two_starts_while_a_window_ends_one_opens_and_takes_the_files_of_the_other() {
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(temp.path()).unwrap();
        let Claim::Ours(ending) = Instance::claim(&dir, &[]).unwrap() else { panic!("no window is open") };
        let stale = dir.root().join(format!(".1{ASK}"));
        fs::write(&stale, "/old\0").unwrap();
        File::options().write(true).open(&stale).unwrap().set_modified(SystemTime::now() - STALE * 2).unwrap();
        let files = [PathBuf::from("/a.xqf"), PathBuf::from("/b.xqf")];
        let (sender, opened) = mpsc::channel();
        let reactor = Reactor::start();
        thread::scope(|scope| {
            let (dir, sender, reactor) = (&dir, &sender, &reactor);
            let claims = files.each_ref().map(|file| {
                scope.spawn(move || {
                    let claim = Instance::claim(dir, std::slice::from_ref(file)).unwrap();
                    if let Claim::Ours(instance) = &claim {
                        sender.send(vec![file.clone()]).unwrap();
                        let sender = sender.clone();
                        instance.watch(reactor, move |files| sender.send(files).unwrap());
                    }
                    claim
                })
            });
            while asks(dir.root()).len() < 3 {
                thread::sleep(LOOK / 10);
            }
            drop(ending);
            let claims = claims.map(|claim| claim.join().unwrap());
            let ours = claims.iter().filter(|claim| matches!(claim, Claim::Ours(_))).count();
            let raised = claims.iter().filter(|claim| matches!(claim, Claim::Raised)).count();
            assert_eq!((ours, raised), (1, 1), "{claims:?}");
        });
        let opened = [(); 2].map(|()| opened.recv_timeout(Duration::from_secs(10)).unwrap());
        assert!(files.iter().all(|file| opened.contains(&vec![file.clone()])), "{opened:?}");
        assert_eq!(asks(dir.root()), Vec::<PathBuf>::new());
    }

    #[test]
    fn one_that_does_not_answer_is_told() {
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(temp.path()).unwrap();
        let Claim::Ours(_deaf) = Instance::claim(&dir, &[]).unwrap() else { panic!("nobody is there") };
        let Claim::Deaf(notice) = Instance::claim_within(&dir, &[], Duration::from_millis(100)).unwrap() else {
            panic!("it did not answer")
        };
        assert_eq!(notice.code, "already-open");
        assert_eq!(asks(dir.root()), Vec::<PathBuf>::new(), "it is not raised later");
    }
}
