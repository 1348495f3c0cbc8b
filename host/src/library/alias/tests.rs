use proptest::prelude::*;

use super::super::tests::{fresh, game, numbers, open, text as words};
use super::super::{FinishedGame, Library, Query};
use super::*;
use crate::testing::data_dir;

fn between(number: u32, first: &str, second: &str) -> FinishedGame {
    let mut made = game(number);
    made.first.name = first.into();
    made.second.name = second.into();
    made.second.kind = "human".into();
    made
}

fn of(player: &str) -> Query {
    Query { player: Some(player.into()), ..Query::default() }
}

#[test]
fn joined_names_are_one_player_until_they_are_parted() {
    let (_temp, mut library) = fresh();
    library
        .save_all(&[between(1, "徐天红", "Lü Qin"), between(2, "Xu Tianhong", "吕钦"), between(3, "T. Xu", "Anna")])
        .unwrap();
    let undo = library.join_names("Xu Tianhong", "徐天红").unwrap();
    assert_eq!(numbers(&library, &of("徐天红")), [2, 1]);
    assert_eq!(numbers(&library, &of("Xu Tianhong")), [2, 1]);
    // A name with aliases brings them along.
    library.join_names("吕钦", "Lü Qin").unwrap();
    let both = library.join_names("徐天红", "T. Xu").unwrap();
    assert_eq!(library.names_of("徐天红").unwrap(), ("T. Xu".to_owned(), vec!["Xu Tianhong".into(), "徐天红".into()]));
    assert_eq!(numbers(&library, &of("Xu Tianhong")), [3, 2, 1]);
    let players = library.facets(&Query::default()).unwrap().player;
    let counts: Vec<_> = players.iter().map(|count| (count.value.as_str(), count.games)).collect();
    assert_eq!(counts, [("T. Xu", 3), ("Lü Qin", 2), ("Anna", 1)]);
    // A search finds a person by a part of any name.
    assert_eq!(numbers(&library, &words("player:徐天")), [3, 2, 1]);
    assert_eq!(numbers(&library, &words("player:tianhong player:吕")), [2, 1]);
    // Each step can be taken back.
    library.put_back_names(&both).unwrap();
    assert_eq!(library.names_of("T. Xu").unwrap(), ("T. Xu".to_owned(), Vec::new()));
    assert_eq!(numbers(&library, &of("徐天红")), [2, 1]);
    library.put_back_names(&undo).unwrap();
    assert_eq!(numbers(&library, &of("徐天红")), [1]);
    // Parting one name leaves the others.
    library.join_names("徐天红", "T. Xu").unwrap();
    library.join_names("Xu Tianhong", "徐天红").unwrap();
    let undo = library.part_name("徐天红").unwrap();
    assert_eq!(library.names_of("T. Xu").unwrap().1, ["Xu Tianhong"]);
    library.put_back_names(&undo).unwrap();
    assert_eq!(library.names_of("T. Xu").unwrap().1, ["Xu Tianhong", "徐天红"]);
    // Nothing joins a name to itself, or an impossible one.
    for (name, person) in [("T. Xu", "徐天红"), ("Anna", "Anna"), ("", "Anna"), ("Anna", " "), ("a\nb", "Anna")] {
        assert_eq!(library.join_names(name, person).unwrap(), [], "{name:?}");
    }
    assert_eq!(library.join_names(&"x".repeat(201), "Anna").unwrap(), []);
}

#[test]
fn names_outlive_a_restart_a_salvage_and_a_backup() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    library.save(&between(1, "徐天红", "Lü Qin")).unwrap();
    library.join_names("Xu Tianhong", "徐天红").unwrap();
    drop(library);
    let library = open(&dir);
    assert_eq!(library.names_of("徐天红").unwrap().1, ["Xu Tianhong"]);
    let backup = dir.root().join("backup.db");
    library.back_up(&backup).unwrap();
    let (_other, mut other) = fresh();
    // A name that leads elsewhere here stays, and so does a person.
    other.join_names("Hong", "Xu Tianhong").unwrap();
    other.bring_back(&backup).unwrap();
    assert_eq!(other.names_of("Xu Tianhong").unwrap(), ("Xu Tianhong".to_owned(), vec!["Hong".into()]));
    let (_third, mut third) = fresh();
    third.bring_back(&backup).unwrap();
    assert_eq!(third.names_of("徐天红").unwrap().1, ["Xu Tianhong"]);
}

/// A library of the version before has no table of names; it comes with its first start.
#[test]
fn a_library_of_the_version_before_learns_about_names() {
    let (_temp, dir) = data_dir();
    let mut library = open(&dir);
    let ids = library.save_all(&[between(1, "徐天红", "Lü Qin"), game(2)]).unwrap();
    library.tag(&ids, "杯", true).unwrap();
    library.connection.execute_batch("DROP TABLE player_alias; PRAGMA user_version = 4").unwrap();
    drop(library);
    let mut library = open(&dir);
    let version: i64 = library.connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(version, super::super::schema::VERSION as i64);
    assert_eq!(library.load(ids[0]).unwrap().saved, between(1, "徐天红", "Lü Qin"));
    assert_eq!(library.load(ids[1]).unwrap().tags, ["杯"]);
    assert_eq!(numbers(&library, &Query::default()), [2, 1]);
    library.join_names("Xu Tianhong", "徐天红").unwrap();
    assert_eq!(library.names_of("Xu Tianhong").unwrap().0, "徐天红");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    /// After any joins and partings no row leads on, and undoing each in turn leaves nothing.
    #[test]
    fn no_name_leads_on(steps in prop::collection::vec((0_usize..6, 0_usize..7), 1..12)) {
        let names = ["a", "b", "c", "d", "e", "f"];
        let (_temp, mut library) = fresh();
        let mut undo = Vec::new();
        for (name, person) in steps {
            undo.push(match names.get(person) {
                Some(person) => library.join_names(names[name], person).unwrap(),
                None => library.part_name(names[name]).unwrap(),
            });
            let all = all(&library.connection).unwrap();
            prop_assert!(all.values().all(|person| !all.contains_key(person)), "{all:?}");
        }
        for rows in undo.iter().rev() {
            library.put_back_names(rows).unwrap();
        }
        prop_assert_eq!(all(&library.connection).unwrap(), HashMap::new());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Whatever names are joined and parted, list, search and page of a name have the games of all names of its person, and undoing
    /// each step in turn gives every name its own games back.
    #[test]
    fn every_name_of_a_person_finds_the_union(
        players in prop::collection::vec((0_usize..5, 0_usize..5), 1..12),
        steps in prop::collection::vec((0_usize..5, 0_usize..6), 1..8),
    ) {
        let names = ["Anna Berg", "徐天红", "Xu Tianhong", "Lü Qin", "吕钦"];
        let (_temp, mut library) = fresh();
        let games: Vec<FinishedGame> = (1..)
            .zip(&players)
            .map(|(number, &(first, second))| between(number, names[first], names[second]))
            .collect();
        library.save_all(&games).unwrap();
        let mut undo = Vec::new();
        for (name, person) in steps {
            undo.push(match names.get(person) {
                Some(person) => library.join_names(names[name], person).unwrap(),
                None => library.part_name(names[name]).unwrap(),
            });
            check_all(&library, &names, &players)?;
        }
        for rows in undo.iter().rev() {
            library.put_back_names(rows).unwrap();
        }
        prop_assert_eq!(all(&library.connection).unwrap(), HashMap::new());
        check_all(&library, &names, &players)?;
    }
}

/// Compares what each name finds with a plain scan of the pairs of players.
fn check_all(library: &Library, names: &[&str], players: &[(usize, usize)]) -> Result<(), TestCaseError> {
    let persons = all(&library.connection).unwrap();
    let person = |name: &str| persons.get(name).cloned().unwrap_or_else(|| name.to_owned());
    for name in names {
        let is_theirs = |&at: &usize| person(names[at]) == person(name);
        let scanned: Vec<i64> = (1..)
            .zip(players)
            .filter(|(_, (first, second))| is_theirs(first) || is_theirs(second))
            .map(|(number, _)| number)
            .collect();
        let newest_first: Vec<i64> = scanned.iter().rev().copied().collect();
        prop_assert_eq!(numbers(library, &of(name)), newest_first.clone(), "{}", name);
        prop_assert_eq!(numbers(library, &words(&format!("player:\"{name}\""))), newest_first, "{}", name);
        let page = library.player(Some(name), None).unwrap();
        let count = |side: fn(&(usize, usize)) -> &usize| players.iter().filter(|pair| is_theirs(side(pair))).count();
        let results = |side: &super::super::person::PlayerResults| (side.wins + side.draws + side.losses) as usize;
        prop_assert_eq!(page.name, person(name));
        prop_assert_eq!(
            (results(&page.sides.first), results(&page.sides.second)),
            (count(|pair| &pair.0), count(|pair| &pair.1)),
            "{}",
            name
        );
    }
    Ok(())
}
