//! The list of external engines, kept in `engines.json`: written whole or not at all, and set aside if damaged.
//!
//! # Stability
//! The names of the fields outlive the program.

use std::collections::HashSet;

use serde::{Deserialize, Deserializer, Serialize};

use super::entry::EngineConfig;
use crate::clock;
use crate::files::shared::{SharedFile, SharedFileFormat};
use crate::files::{DataDir, FileError, Notice};

/// An external engine takes about ten kilobytes, most of them options.
const CONTENT: SharedFileFormat =
    SharedFileFormat { bytes_max: 4 << 20, version: 1, aside: "engines-set-aside", name: "The list of engines" };

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Written {
    #[serde(rename = "guests", deserialize_with = "with_unique_ids")]
    engines: Vec<EngineConfig>,
}

/// Reads the engines. Where another program wrote an id twice, or none, the later engine gets another one.
fn with_unique_ids<'de, D: Deserializer<'de>>(file: D) -> Result<Vec<EngineConfig>, D::Error> {
    let mut engines = Vec::<EngineConfig>::deserialize(file)?;
    let mut ids = HashSet::new();
    for engine in &mut engines {
        let written = engine.id.clone();
        let mut nth = 1;
        while engine.id.is_empty() || !ids.insert(engine.id.clone()) {
            nth += 1;
            engine.id = format!("{written}-{nth}");
        }
    }
    Ok(engines)
}

/// The list; without a folder it lasts as long as the program.
#[derive(Debug, Default)]
pub struct EngineList {
    written: SharedFile<Written>,
}

impl EngineList {
    /// Reads the list in `dir`. An unreadable file is set aside and reported.
    #[must_use]
    pub fn load(dir: Option<&DataDir>) -> (EngineList, Option<Notice>) {
        let (written, notice) = SharedFile::load(dir.map(DataDir::engines), CONTENT);
        (EngineList { written }, notice)
    }

    /// Returns the external engines, oldest first.
    #[must_use]
    pub fn engines(&self) -> &[EngineConfig] {
        &self.written.get().engines
    }

    /// Returns the engine with this id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&EngineConfig> {
        self.engines().iter().find(|engine| engine.id == id)
    }

    /// Saves an external engine, new (with an empty or a removed id) or changed, and returns its saved form.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written; the list is unchanged.
    pub fn save(&mut self, mut engine: EngineConfig) -> Result<EngineConfig, FileError> {
        if engine.id.is_empty() {
            engine.id = format!("g{:x}", clock::seed());
        }
        self.change(|engines| match engines.iter_mut().find(|other| other.id == engine.id) {
            Some(other) => other.clone_from(&engine),
            None => engines.push(engine.clone()),
        })?;
        Ok(engine)
    }

    /// Removes an external engine.
    ///
    /// # Errors
    /// [`FileError`] if the list cannot be written; it is unchanged.
    pub fn remove(&mut self, id: &str) -> Result<(), FileError> {
        self.change(|engines| engines.retain(|engine| engine.id != id))
    }

    fn change(&mut self, change: impl FnOnce(&mut Vec<EngineConfig>)) -> Result<(), FileError> {
        self.written.change(|written| change(&mut written.engines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_list::entry::tests::engine;
    use crate::engines::EngineProtocol;
    use crate::testing::{data_dir, names_in};

    #[test]
    fn what_is_kept_comes_back() {
        let (_temp, dir) = data_dir();
        let (mut list, notice) = EngineList::load(Some(&dir));
        assert!(notice.is_none() && list.engines().is_empty());
        let first = list.save(engine("", "one", EngineProtocol::Uci)).unwrap();
        let second = list.save(engine("", "two", EngineProtocol::Gomocup)).unwrap();
        assert!(!first.id.is_empty() && first.id != second.id);
        let renamed = EngineConfig { name: "Another".to_owned(), ..first.clone() };
        list.save(renamed.clone()).unwrap();
        let again = EngineList::load(Some(&dir)).0;
        assert_eq!(again.engines(), [renamed.clone(), second.clone()]);
        list.remove(&first.id).unwrap();
        assert_eq!(list.save(renamed.clone()).unwrap(), renamed, "a engine that was removed comes back as it was");
        assert_eq!(EngineList::load(Some(&dir)).0.engines(), [second, renamed]);
    }

    #[test]
    fn a_damaged_list_is_set_aside_and_told() {
        for damage in [&b"{"[..], b"[]", b"{\"version\":1,\"guests\":[{\"id\":3}]}", b"\xff"] {
            let (temp, dir) = data_dir();
            std::fs::write(dir.engines(), damage).unwrap();
            let (mut list, notice) = EngineList::load(Some(&dir));
            assert_eq!(notice.unwrap().code, "engines-set-aside");
            list.save(engine("", "one", EngineProtocol::Uci)).unwrap();
            let kept = names_in(temp.path()).into_iter().find(|name| name.starts_with("engines.corrupt-")).unwrap();
            assert_eq!(std::fs::read(temp.path().join(kept)).unwrap(), damage);
        }
    }

    #[test]
    fn an_entry_that_does_not_fit_costs_no_other() {
        let (temp, dir) = data_dir();
        let (mut list, _) = EngineList::load(Some(&dir));
        let kept: Vec<_> =
            ["one", "two"].iter().map(|name| list.save(engine("", name, EngineProtocol::Uci)).unwrap()).collect();
        let mut written: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(dir.engines()).unwrap()).unwrap();
        written["guests"].as_array_mut().unwrap().insert(1, serde_json::json!({ "name": "no program" }));
        let damaged = written.to_string();
        std::fs::write(dir.engines(), &damaged).unwrap();
        let (list, notice) = EngineList::load(Some(&dir));
        assert_eq!(notice.as_ref().map(|notice| notice.code), Some("engines-set-aside"));
        assert_eq!(list.engines(), kept);
        let aside = notice.unwrap().at.unwrap();
        assert_eq!(std::fs::read_to_string(aside).unwrap(), damaged);
        // The next start has the same engines, without a change in between.
        let (list, notice) = EngineList::load(Some(&dir));
        assert!(notice.is_none());
        assert_eq!(list.engines(), kept);
        assert_eq!(names_in(temp.path()).len(), 4, "the list, its copy, the lock and the journals");
    }

    #[test]
    fn a_list_of_a_newer_version_is_used_and_left_as_it_is() {
        let newer = [
            r#"{"version":99,"guests":[],"more":true}"#,
            r#"{"version":2,"guests":[{"id":3,"kind":"unknown"}]}"#,
            r#"{"version":99}"#,
        ];
        for text in newer {
            let (temp, dir) = data_dir();
            std::fs::write(dir.engines(), text).unwrap();
            let (mut list, notice) = EngineList::load(Some(&dir));
            assert_eq!(notice.unwrap().code, "newer-version");
            assert_eq!(list.save(engine("", "one", EngineProtocol::Uci)).unwrap_err().code(), "newer-version");
            assert!(list.engines().is_empty(), "what is not on disk is not shown");
            assert_eq!(std::fs::read_to_string(dir.engines()).unwrap(), text);
            assert_eq!(names_in(temp.path()), [".change.lock", "engines.json", "journal"]);
        }
        // It may become newer while the program runs.
        let (_temp, dir) = data_dir();
        let (mut list, _) = EngineList::load(Some(&dir));
        list.save(engine("", "one", EngineProtocol::Uci)).unwrap();
        std::fs::write(dir.engines(), newer[0]).unwrap();
        assert_eq!(list.remove("x").unwrap_err().code(), "newer-version");
        assert_eq!(std::fs::read_to_string(dir.engines()).unwrap(), newer[0]);
    }

    #[test]
    fn a_list_that_cannot_be_read_now_is_never_written_over() {
        let (_temp, dir) = data_dir();
        std::fs::create_dir(dir.engines()).unwrap();
        let (mut list, notice) = EngineList::load(Some(&dir));
        assert_eq!(notice.unwrap().code, "not-a-file");
        assert_eq!(list.save(engine("", "one", EngineProtocol::Uci)).unwrap_err().code(), "not-a-file");
        std::fs::remove_dir(dir.engines()).unwrap();
        list.save(engine("", "one", EngineProtocol::Uci)).unwrap();
    }

    #[test]
    fn engines_of_one_id_are_told_apart() {
        let (_temp, dir) = data_dir();
        let (mut list, _) = EngineList::load(Some(&dir));
        list.save(engine("", "one", EngineProtocol::Uci)).unwrap();
        let text = std::fs::read_to_string(dir.engines()).unwrap();
        let mut written: serde_json::Value = serde_json::from_str(&text).unwrap();
        let same = written["guests"][0].clone();
        let mut nameless = same.clone();
        nameless["id"] = "".into();
        written["guests"] = [same.clone(), same.clone(), nameless.clone(), same, nameless].into_iter().collect();
        std::fs::write(dir.engines(), written.to_string()).unwrap();
        let (mut list, notice) = EngineList::load(Some(&dir));
        assert!(notice.is_none());
        let ids: HashSet<_> = list.engines().iter().map(|engine| engine.id.clone()).collect();
        assert_eq!((ids.len(), list.engines().len()), (5, 5));
        let last = list.engines()[3].id.clone();
        list.remove(&last).unwrap();
        assert_eq!(list.engines().len(), 4, "the ids are the same at each reading");
    }

    #[test]
    fn two_programs_lose_none_of_each_others_engines() {
        let (_temp, dir) = data_dir();
        let (mut one, mut other) = (EngineList::load(Some(&dir)).0, EngineList::load(Some(&dir)).0);
        let first = one.save(engine("", "one", EngineProtocol::Uci)).unwrap();
        let second = other.save(engine("", "two", EngineProtocol::Gomocup)).unwrap();
        assert_eq!(EngineList::load(Some(&dir)).0.engines(), [first.clone(), second.clone()]);
        one.remove(&first.id).unwrap();
        assert_eq!(one.engines(), std::slice::from_ref(&second));
        assert_eq!(EngineList::load(Some(&dir)).0.engines(), [second]);
    }

    #[test]
    fn a_list_that_cannot_be_written_stays_as_it_was() {
        let (temp, dir) = data_dir();
        let (mut list, _) = EngineList::load(Some(&dir));
        drop(temp);
        assert_eq!(list.save(engine("", "one", EngineProtocol::Uci)).unwrap_err().code(), "missing-folder");
        assert!(list.engines().is_empty());
    }

    #[test]
    fn without_a_folder_the_list_lasts_as_long_as_the_program() {
        let (mut list, _) = EngineList::load(None);
        let kept = list.save(engine("", "one", EngineProtocol::Ucci)).unwrap();
        assert_eq!(list.find(&kept.id), Some(&kept));
    }
}
