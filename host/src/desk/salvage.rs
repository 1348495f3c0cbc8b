//! A damaged library is salvaged on a thread of its own. The desk plays on meanwhile; games that end are filed afterwards.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::Desk;
use super::library_work::undo_restore;
use super::resume::tidy;
use super::state::DeskState;
use super::study::OpenStudies;
use crate::files::Notice;
use crate::library::Salvage;
use crate::long_work::{LongWork, TOLD_EVERY};

/// The time that a start waits for the salvage of a small library, which needs no progress.
const SHORT: Duration = Duration::from_millis(300);

/// A salvage in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SalvageState {
    /// Games saved so far.
    pub games: u32,
    /// Whether an earlier run began it and was interrupted.
    pub again: bool,
}

/// News of a salvage.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum SalvageEvent {
    /// More games are saved.
    Progress {
        /// The progress so far.
        state: SalvageState,
    },
    /// It has ended. The library is usable, or a notice says why not.
    Ended {
        /// The reports and the errors.
        notices: Vec<Notice>,
    },
}

type Listener = Box<dyn Fn(SalvageEvent) + Send>;

/// The salvage of the desk's library, if there is one.
#[derive(Default)]
pub(super) struct SalvageTask {
    state: Mutex<Option<SalvageState>>,
    /// Whether the changes of an interrupted restore are being undone. It ends under the lock of the state.
    is_undoing: AtomicBool,
    has_ended: Condvar,
    listener: Mutex<Option<Listener>>,
    /// Notices that had no listener yet.
    notices: Mutex<Vec<Notice>>,
}

impl SalvageTask {
    /// Begins the salvage. Its end waits for the locks of `studies` and `room`.
    fn start(
        self: &Arc<SalvageTask>,
        studies: Weak<Mutex<OpenStudies>>,
        room: Weak<Mutex<DeskState>>,
        library_work: Arc<LongWork>,
        salvage: Salvage,
    ) {
        let begun = SalvageState { games: 0, again: salvage.is_again() };
        *self.state.lock() = Some(begun);
        let task = Arc::clone(self);
        let work = move || {
            let mut told_at = Instant::now();
            let result = salvage.run(&mut |games| {
                if told_at.elapsed() >= TOLD_EVERY {
                    told_at = Instant::now();
                    let state = SalvageState { games, ..begun };
                    *task.state.lock() = Some(state);
                    task.tell(SalvageEvent::Progress { state });
                }
            });
            let mut notices = Vec::new();
            if let (Some(studies), Some(room)) = (studies.upgrade(), room.upgrade()) {
                let is_usable = result.is_ok();
                {
                    let mut studies = studies.lock();
                    let mut room = room.lock();
                    notices = room.take_library(result);
                    studies.find_again(&mut room);
                }
                if is_usable {
                    // The library comes first: every game that is not filed at its end is then in a journal that is read.
                    notices.extend(tidy(&room));
                }
            }
            notices.extend(undo_restore(&room, &library_work));
            task.end(notices);
        };
        if thread::Builder::new().name("salvage".to_owned()).spawn(work).is_err() {
            // The library stays as it is, and the next start tries again.
            *self.state.lock() = None;
        }
    }

    /// Undoes a restore that was interrupted, if there is one.
    fn undo(self: &Arc<SalvageTask>, room: Weak<Mutex<DeskState>>, library_work: Arc<LongWork>) {
        self.is_undoing.store(true, Ordering::Relaxed);
        let task = Arc::clone(self);
        let work = move || {
            let notices = undo_restore(&room, &library_work).into_iter().collect();
            task.end(notices);
        };
        if thread::Builder::new().name("undo".to_owned()).spawn(work).is_err() {
            // The next start tries again.
            self.is_undoing.store(false, Ordering::Relaxed);
        }
    }

    fn tell(&self, event: SalvageEvent) -> bool {
        self.listener.lock().as_ref().map(|listener| listener(event)).is_some()
    }

    fn end(&self, notices: Vec<Notice>) {
        let mut state = self.state.lock();
        if !self.tell(SalvageEvent::Ended { notices: notices.clone() }) {
            self.notices.lock().extend(notices);
        }
        *state = None;
        self.is_undoing.store(false, Ordering::Relaxed);
        self.has_ended.notify_all();
    }

    /// Waits at most `time` for the end and returns whether it has ended.
    fn wait(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        let mut state = self.state.lock();
        let goes_on = |state: &Option<_>| state.is_some() || self.is_undoing.load(Ordering::Relaxed);
        while goes_on(&state) && !self.has_ended.wait_until(&mut state, until).timed_out() {}
        !goes_on(&state)
    }
}

impl Desk {
    /// Begins a salvage, or the undoing of an interrupted restore, and returns the notices of a short one.
    pub(super) fn begin_salvage(&self, salvage: Option<Salvage>) -> Vec<Notice> {
        let (room, work) = (Arc::downgrade(&self.room), Arc::clone(&self.work));
        // The log of a missing library waits for it.
        let has_restore = self
            .room
            .lock()
            .library()
            .is_ok_and(|library| library.has_restore_to_undo() && !library.is_in_place_of_missing());
        match salvage {
            Some(salvage) => self.salvage.start(Arc::downgrade(&self.studies), room, work, salvage),
            None if has_restore => self.salvage.undo(room, work),
            None => return Vec::new(),
        }
        self.salvage.wait(SHORT);
        std::mem::take(&mut *self.salvage.notices.lock())
    }

    /// Reports `notice` as the end of a salvage is reported.
    pub(super) fn report_library(&self, notice: Notice) {
        let _state = self.salvage.state.lock();
        if !self.salvage.tell(SalvageEvent::Ended { notices: vec![notice.clone()] }) {
            self.salvage.notices.lock().push(notice);
        }
    }

    /// Returns the salvage in progress.
    #[must_use]
    pub fn salvage(&self) -> Option<SalvageState> {
        *self.salvage.state.lock()
    }

    /// Calls `listener` for all later news of a salvage, from its thread; it must not call the desk.
    pub fn watch_salvage(&self, listener: impl Fn(SalvageEvent) + Send + 'static) {
        // The lock is that of the end: a salvage that ends now is reported by this or by the listener.
        let _state = self.salvage.state.lock();
        let notices = std::mem::take(&mut *self.salvage.notices.lock());
        if !notices.is_empty() {
            listener(SalvageEvent::Ended { notices });
        }
        *self.salvage.listener.lock() = Some(Box::new(listener));
    }

    /// Waits for the end of a salvage and returns its notices, where no listener has them.
    #[must_use]
    pub fn wait_for_salvage(&self) -> Vec<Notice> {
        while !self.salvage.wait(Duration::from_secs(60)) {}
        std::mem::take(&mut *self.salvage.notices.lock())
    }

    /// Notes that a person has seen the report of a salvage; every start repeats it until then.
    pub fn notices_seen(&self) {
        if let Ok(library) = self.room.lock().library() {
            library.forget_report();
        }
    }
}
