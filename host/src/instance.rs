//! One window on one data folder: a second start raises the first.
//!
//! The first holds the lock of a file. The second, which finds it held, lays a file beside it; the first looks for that
//! file a few times a second, takes it away and shows itself. No socket is needed, and a lock ends with its program
//! however that ends.

use std::fs::{self, File, OpenOptions};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use crate::files::{DataDir, FileError, Notice};
use crate::reactor::Reactor;

/// How often the first looks whether it is asked for; a look costs a few microseconds.
const LOOK: Duration = Duration::from_millis(250);

/// How long a second start waits: for an answer, or for a program that is just ending.
const PATIENCE: Duration = Duration::from_secs(5);

/// What became of a claim on the folder.
#[derive(Debug)]
pub enum Claim {
    /// Nobody else is there.
    Ours(Instance),
    /// Another window is there and shows itself.
    Raised,
    /// Another one is there and does not answer; what to tell of it.
    Deaf(Notice),
}

/// The claim on a folder; it ends when this is dropped.
#[derive(Debug)]
pub struct Instance {
    /// Holds the lock. A file system without locks gives none.
    _lock: File,
    ask: PathBuf,
}

impl Instance {
    /// Claims the folder, or raises the window that has it.
    ///
    /// # Errors
    /// [`FileError`] if nothing can be written in the folder.
    pub fn claim(dir: &DataDir) -> Result<Claim, FileError> {
        Instance::claim_within(dir, PATIENCE)
    }

    fn claim_within(dir: &DataDir, patience: Duration) -> Result<Claim, FileError> {
        let (path, ask) = (dir.window_lock(), dir.window_lock().with_extension("ask"));
        let fail = |error| FileError::new(&path, error);
        let lock = OpenOptions::new().create(true).append(true).open(&path).map_err(fail)?;
        let until = Instant::now() + patience;
        let mut asked = false;
        while let Err(fs::TryLockError::WouldBlock) = lock.try_lock() {
            if !asked {
                File::create(&ask).map_err(|error| FileError::new(&ask, error))?;
                asked = true;
            } else if !ask.exists() {
                return Ok(Claim::Raised);
            }
            if Instant::now() > until {
                // It must not be raised later, when nobody expects it.
                let _ = fs::remove_file(&ask);
                let message = format!(
                    "Another Duiyi has {} open and does not answer; end it, or go on here.",
                    dir.root().display()
                );
                return Ok(Claim::Deaf(Notice::new("already-open", message, Some(dir.root()))));
            }
            thread::sleep(LOOK / 10);
        }
        // A question that nobody answered any more.
        let _ = fs::remove_file(&ask);
        Ok(Claim::Ours(Instance { _lock: lock, ask }))
    }

    /// Calls `raise` whenever somebody asks for this window.
    pub fn watch(&self, reactor: &Reactor, raise: impl Fn() + Send + 'static) {
        let ask = self.ask.clone();
        reactor.spawn(async move {
            loop {
                tokio::time::sleep(LOOK).await;
                if fs::remove_file(&ask).is_ok() {
                    raise();
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn the_second_raises_the_first_and_follows_when_it_is_gone() {
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(temp.path()).unwrap();
        let Claim::Ours(first) = Instance::claim(&dir).unwrap() else { panic!("nobody is there") };
        let reactor = Reactor::start();
        let (sender, raised) = mpsc::channel();
        first.watch(&reactor, move || sender.send(()).unwrap());
        assert!(matches!(Instance::claim(&dir).unwrap(), Claim::Raised));
        raised.recv_timeout(Duration::from_secs(10)).unwrap();
        drop((first, reactor));
        assert!(matches!(Instance::claim(&dir).unwrap(), Claim::Ours(_)));
    }

    #[test]
    fn one_that_does_not_answer_is_told() {
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(temp.path()).unwrap();
        let Claim::Ours(_deaf) = Instance::claim(&dir).unwrap() else { panic!("nobody is there") };
        let Claim::Deaf(notice) = Instance::claim_within(&dir, Duration::from_millis(100)).unwrap() else {
            panic!("it did not answer")
        };
        assert_eq!(notice.code, "already-open");
        assert!(!dir.window_lock().with_extension("ask").exists(), "it is not raised later");
    }
}
