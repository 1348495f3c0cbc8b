//! The guests a person added, kept in `engines.json`: written whole or not at all, and set aside where it is damaged.
//!
//! # Stability
//! The names of the fields outlive the program.

use serde::{Deserialize, Serialize};

use super::entry::GuestEntry;
use crate::clock;
use crate::files::shared::{Content, Shared};
use crate::files::{DataDir, FileError, Notice};

/// The file. A guest takes about ten kilobytes, most of them options.
const CONTENT: Content = Content { bytes_max: 4 << 20, aside: "engines-set-aside", name: "The list of engines" };

/// The version that this program writes.
const VERSION: u32 = 1;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Written {
    version: u32,
    guests: Vec<GuestEntry>,
}

/// The list; without a folder it lasts as long as the program.
#[derive(Debug, Default)]
pub struct GuestList {
    written: Shared<Written>,
}

impl GuestList {
    /// Reads the list in `dir`. What cannot be read is set aside and told.
    #[must_use]
    pub fn load(dir: Option<&DataDir>) -> (GuestList, Option<Notice>) {
        let (written, notice) = Shared::load(dir.map(DataDir::engines), CONTENT);
        (GuestList { written }, notice)
    }

    /// Returns the guests in the order in which they were added.
    #[must_use]
    pub fn guests(&self) -> &[GuestEntry] {
        &self.written.get().guests
    }

    /// Returns the guest of this name.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&GuestEntry> {
        self.guests().iter().find(|guest| guest.id == id)
    }

    /// Keeps a guest, new (with an empty id, or one that was removed) or changed, and returns it as it is kept.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written; the list is unchanged.
    pub fn save(&mut self, mut guest: GuestEntry) -> Result<GuestEntry, FileError> {
        if guest.id.is_empty() {
            guest.id = format!("g{:x}", clock::seed());
        }
        self.change(|guests| match guests.iter_mut().find(|other| other.id == guest.id) {
            Some(other) => other.clone_from(&guest),
            None => guests.push(guest.clone()),
        })?;
        Ok(guest)
    }

    /// Removes a guest.
    ///
    /// # Errors
    /// [`FileError`] if that cannot be written; the list is unchanged.
    pub fn remove(&mut self, id: &str) -> Result<(), FileError> {
        self.change(|guests| guests.retain(|guest| guest.id != id))
    }

    fn change(&mut self, change: impl FnOnce(&mut Vec<GuestEntry>)) -> Result<(), FileError> {
        self.written.change(|written| {
            change(&mut written.guests);
            written.version = VERSION;
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Protocol;
    use crate::guests::entry::tests::guest;
    use crate::testing::names_in;

    fn folder() -> (tempfile::TempDir, DataDir) {
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(temp.path()).unwrap();
        (temp, dir)
    }

    #[test]
    fn what_is_kept_comes_back() {
        let (_temp, dir) = folder();
        let (mut list, notice) = GuestList::load(Some(&dir));
        assert!(notice.is_none() && list.guests().is_empty());
        let first = list.save(guest("", "one", Protocol::Uci)).unwrap();
        let second = list.save(guest("", "two", Protocol::Gomocup)).unwrap();
        assert!(!first.id.is_empty() && first.id != second.id);
        let renamed = GuestEntry { name: "Another".to_owned(), ..first.clone() };
        list.save(renamed.clone()).unwrap();
        let again = GuestList::load(Some(&dir)).0;
        assert_eq!(again.guests(), [renamed.clone(), second.clone()]);
        list.remove(&first.id).unwrap();
        assert_eq!(list.save(renamed.clone()).unwrap(), renamed, "a guest that was removed comes back as it was");
        assert_eq!(GuestList::load(Some(&dir)).0.guests(), [second, renamed]);
    }

    #[test]
    fn a_damaged_list_is_set_aside_and_told() {
        for damage in [&b"{"[..], b"[]", b"{\"version\":1,\"guests\":[{\"id\":3}]}", b"\xff"] {
            let (temp, dir) = folder();
            std::fs::write(dir.engines(), damage).unwrap();
            let (mut list, notice) = GuestList::load(Some(&dir));
            assert_eq!(notice.unwrap().code, "engines-set-aside");
            list.save(guest("", "one", Protocol::Uci)).unwrap();
            let kept = names_in(temp.path()).into_iter().find(|name| name.starts_with("engines.corrupt-")).unwrap();
            assert_eq!(std::fs::read(temp.path().join(kept)).unwrap(), damage);
        }
    }

    #[test]
    fn two_programs_lose_none_of_each_others_engines() {
        let (_temp, dir) = folder();
        let (mut one, mut other) = (GuestList::load(Some(&dir)).0, GuestList::load(Some(&dir)).0);
        let first = one.save(guest("", "one", Protocol::Uci)).unwrap();
        let second = other.save(guest("", "two", Protocol::Gomocup)).unwrap();
        assert_eq!(GuestList::load(Some(&dir)).0.guests(), [first.clone(), second.clone()]);
        one.remove(&first.id).unwrap();
        assert_eq!(one.guests(), std::slice::from_ref(&second));
        assert_eq!(GuestList::load(Some(&dir)).0.guests(), [second]);
    }

    #[test]
    fn a_list_that_cannot_be_written_stays_as_it_was() {
        let (temp, dir) = folder();
        let (mut list, _) = GuestList::load(Some(&dir));
        drop(temp);
        assert_eq!(list.save(guest("", "one", Protocol::Uci)).unwrap_err().code(), "missing-folder");
        assert!(list.guests().is_empty());
    }

    #[test]
    fn without_a_folder_the_list_lasts_as_long_as_the_program() {
        let (mut list, _) = GuestList::load(None);
        let kept = list.save(guest("", "one", Protocol::Ucci)).unwrap();
        assert_eq!(list.find(&kept.id), Some(&kept));
    }
}
