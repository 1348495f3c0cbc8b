use super::super::Query;
use super::super::tests::{game, open as open_library};
use super::*;
use crate::testing::data_dir;

/// Moves the library as a person does.
fn choose(dir: &DataDir, present: Option<&Library>, folder: &Path) -> Result<bool, LibraryError> {
    let prepared =
        prepare(dir, present, Some(folder), &mut |_| ControlFlow::Continue(()))?.expect("it is not cancelled");
    point(dir, folder)?;
    let is_copy = prepared.is_copy;
    prepared.keep();
    Ok(is_copy)
}

#[test]
fn a_copy_that_did_not_become_the_library_is_not_used_later() {
    let (_temp, dir) = data_dir();
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = find_in(elsewhere.path());
    let mut library = open_library(&dir);
    library.save(&game(1)).unwrap();
    let copied = |library: &Library| {
        prepare(&dir, Some(library), Some(elsewhere.path()), &mut |_| ControlFlow::Continue(())).unwrap().unwrap()
    };
    // The program goes on after an error.
    copied(&library).discard();
    assert!(!copy.exists());
    // The program ends; another one that starts meanwhile leaves the copy.
    let prepared = copied(&library);
    drop(open_library(&dir));
    assert!(copy.exists());
    drop(prepared);
    library.save(&game(2)).unwrap();
    drop(library);
    let library = open_library(&dir);
    assert!(!copy.exists());
    assert!(choose(&dir, Some(&library), elsewhere.path()).unwrap(), "it is copied again");
    assert_eq!(open_library(&dir).list(&Query::default()).unwrap().total, 2);

    // The library of somebody else is left alone.
    forget(&dir).unwrap();
    let other = tempfile::tempdir().unwrap();
    let prepared =
        prepare(&dir, Some(&library), Some(other.path()), &mut |_| ControlFlow::Continue(())).unwrap().unwrap();
    drop(prepared);
    let (_temp, theirs) = data_dir();
    open_library(&theirs).save(&game(9)).unwrap();
    fs::copy(theirs.library(), find_in(other.path())).unwrap();
    drop(open_library(&dir));
    assert!(find_in(other.path()).exists());
    assert!(!dir.root().join("library.place-next").exists());

    // A move that is cancelled leaves nothing.
    let third = tempfile::tempdir().unwrap();
    let cancelled = prepare(&dir, Some(&library), Some(third.path()), &mut |_| ControlFlow::Break(())).unwrap();
    if let Some(complete) = cancelled {
        // It was faster than the first look.
        complete.discard();
    }
    assert_eq!(fs::read_dir(third.path()).unwrap().count(), 0);
}

#[test]
fn a_copy_on_a_disk_that_was_away_is_known_after_a_restore() {
    let (_temp, dir) = data_dir();
    let elsewhere = tempfile::tempdir().unwrap();
    let [folder, away, backup] = ["games", "away", "backup.db"].map(|name| elsewhere.path().join(name));
    fs::create_dir(&folder).unwrap();
    let mut library = open_library(&dir);
    library.save(&game(1)).unwrap();
    // The program ends in the middle of the move.
    drop(prepare(&dir, Some(&library), Some(&folder), &mut |_| ControlFlow::Continue(())).unwrap());
    assert!(find_in(&folder).exists());
    fs::rename(&folder, &away).unwrap();
    // A restore gives the library another name.
    library.write_backup(&backup, &mut |_| ControlFlow::Continue(())).unwrap();
    library.merge_backup(&backup, &mut |_| ControlFlow::Continue(())).unwrap();
    drop(library);
    drop(open_library(&dir));
    fs::rename(&away, &folder).unwrap();
    drop(open_library(&dir));
    assert!(!find_in(&folder).exists());
}

#[test]
fn the_library_follows_its_person_to_another_folder() {
    let (_temp, dir) = data_dir();
    let elsewhere = tempfile::tempdir().unwrap();
    let mut library = open_library(&dir);
    library.save(&game(1)).unwrap();
    assert!(!is_chosen(&dir));
    assert!(choose(&dir, Some(&library), elsewhere.path()).unwrap(), "it was copied");
    drop(library);
    assert!(is_chosen(&dir));
    assert_eq!(of(&dir), elsewhere.path());

    let mut library = open_library(&dir);
    assert_eq!(library.path(), elsewhere.path().join("library.db"));
    library.save(&game(2)).unwrap();
    assert_eq!(library.list(&Query::default()).unwrap().total, 2);
    drop(library);

    forget(&dir).unwrap();
    forget(&dir).unwrap();
    let library = open_library(&dir);
    assert_eq!(library.list(&Query::default()).unwrap().total, 1, "the old one stayed as it was");
    assert!(!choose(&dir, Some(&library), elsewhere.path()).unwrap(), "one that is there is used as it is");
    assert_eq!(open_library(&dir).list(&Query::default()).unwrap().total, 2);
}

#[test]
fn a_folder_that_is_gone_is_named_and_no_empty_library_takes_its_place() {
    let (_temp, dir) = data_dir();
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = elsewhere.path().join("games");
    fs::create_dir(&folder).unwrap();
    choose(&dir, Some(&open_library(&dir)), &folder).unwrap();
    let away = elsewhere.path().join("away");
    fs::rename(&folder, &away).unwrap();
    let error = Library::open(&dir, |_| None).unwrap_err();
    assert_eq!(error.code(), "missing-folder");
    assert_eq!(error.path(), folder);
    // The mount point exists without its disk.
    fs::create_dir(&folder).unwrap();
    assert_eq!(Library::open(&dir, |_| None).unwrap_err().path(), folder.join("library.db"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    // A synchroniser left a file without content.
    fs::write(folder.join("library.db"), b"").unwrap();
    assert_eq!(Library::open(&dir, |_| None).unwrap_err().path(), folder.join("library.db"));
    assert_eq!(fs::metadata(folder.join("library.db")).unwrap().len(), 0);
    fs::remove_dir_all(&folder).unwrap();
    fs::rename(&away, &folder).unwrap();
    Library::open(&dir, |_| None).unwrap();
}

#[test]
fn a_folder_that_cannot_be_used_changes_nothing() {
    let (_temp, dir) = data_dir();
    let library = open_library(&dir);
    let elsewhere = tempfile::tempdir().unwrap();
    for folder in [Path::new(""), Path::new("relative"), &elsewhere.path().join("none")] {
        assert_eq!(choose(&dir, Some(&library), folder).unwrap_err().code(), "missing-folder");
    }
    fs::write(elsewhere.path().join("library.db"), b"of another program").unwrap();
    assert_eq!(choose(&dir, Some(&library), elsewhere.path()).unwrap_err().code(), "not-a-library");
    assert!(!is_chosen(&dir));
}
