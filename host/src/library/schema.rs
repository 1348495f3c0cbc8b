//! The steps of the library's schema.

use rusqlite::{Connection, TransactionBehavior};

/// Version that this program writes: the number of steps.
pub(super) const VERSION: usize = 5;

/// "Duiy" in ASCII: tells our libraries from other SQLite files.
pub(super) const APPLICATION_ID: i32 = 0x4475_6979;

/// What each version changed. A library of version `n` has the first `n` steps behind it.
///
/// # Stability
/// Libraries outlive the program that made them: steps are added at the end and never changed.
pub(super) const MIGRATIONS: [&str; VERSION] = [
    // The checks repeat the ranges of the program's types. A check of the file therefore finds every unreadable value.
    // A table of its own holds the long texts. Listing and searching a hundred thousand games read only the short ones.
    "CREATE TABLE game (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         uid TEXT NOT NULL UNIQUE,
         game TEXT NOT NULL,
         rule TEXT NOT NULL,
         size INTEGER CHECK (size BETWEEN 0 AND 255),
         first_kind TEXT NOT NULL,
         first_level INTEGER CHECK (first_level BETWEEN 0 AND 255),
         first_name TEXT NOT NULL,
         second_kind TEXT NOT NULL,
         second_level INTEGER CHECK (second_level BETWEEN 0 AND 255),
         second_name TEXT NOT NULL,
         result TEXT NOT NULL,
         winner TEXT,
         reason TEXT NOT NULL,
         plies INTEGER NOT NULL CHECK (plies BETWEEN 0 AND 4294967295),
         started_at_ms INTEGER NOT NULL,
         ended_at_ms INTEGER NOT NULL,
         start TEXT,
         final_placement TEXT NOT NULL,
         opening TEXT,
         words TEXT NOT NULL,
         deleted_at_ms INTEGER
     ) STRICT;
     CREATE TABLE game_text (
         game_id INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
         moves TEXT NOT NULL,
         record TEXT NOT NULL
     ) STRICT;
     CREATE INDEX game_by_date ON game (started_at_ms DESC, id DESC) WHERE deleted_at_ms IS NULL;
     CREATE INDEX game_by_game ON game (game, started_at_ms DESC, id DESC) WHERE deleted_at_ms IS NULL;
     CREATE INDEX game_by_result ON game (result, started_at_ms DESC, id DESC) WHERE deleted_at_ms IS NULL;
     CREATE INDEX game_by_levels ON game (first_level, second_level) WHERE deleted_at_ms IS NULL;
     CREATE INDEX game_deleted ON game (deleted_at_ms) WHERE deleted_at_ms IS NOT NULL;
     PRAGMA application_id = 0x44756979;",
    TAGS_AND_CHANGES,
    DATES,
    RUN_DAYS,
    PLAYER_ALIASES,
];

/// Brings a library to this version, in one transaction.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    // Reads the version within the transaction: two programs may start at once.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for (step, sql) in MIGRATIONS.iter().enumerate().skip(version as usize) {
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", step as i64 + 1)?;
    }
    transaction.commit()
}

/// Tags, the change counter for the index, and the name that identifies a library.
///
/// A game carries the number of its last change. Triggers count, so that no statement can miss a change. A purged game
/// leaves its number until the index has removed it.
///
/// # Stability
/// As for every step: never changed.
pub(super) const TAGS_AND_CHANGES: &str = "
    ALTER TABLE game ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
    UPDATE game SET change = id;
    CREATE INDEX game_by_change ON game (change);
    CREATE TABLE shelf (name TEXT NOT NULL, change INTEGER NOT NULL) STRICT;
    INSERT INTO shelf SELECT lower(hex(randomblob(16))), coalesce(max(id), 0) FROM game;
    CREATE TABLE purged (change INTEGER PRIMARY KEY, game_id INTEGER NOT NULL) STRICT;
    CREATE TABLE tag (
        tag TEXT NOT NULL,
        game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
        PRIMARY KEY (tag, game_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tag_by_game ON tag (game_id);
    CREATE INDEX game_by_players ON game (first_name, second_name, id) WHERE deleted_at_ms IS NULL;
    CREATE INDEX game_by_plies ON game (plies DESC, id DESC) WHERE deleted_at_ms IS NULL;
    CREATE TRIGGER game_added AFTER INSERT ON game BEGIN
        UPDATE shelf SET change = change + 1;
        UPDATE game SET change = (SELECT change FROM shelf) WHERE id = new.id;
    END;
    CREATE TRIGGER game_changed AFTER UPDATE OF
        game, rule, size, first_name, second_name, result, reason, plies, start, opening, words, deleted_at_ms ON game
    BEGIN
        UPDATE shelf SET change = change + 1;
        UPDATE game SET change = (SELECT change FROM shelf) WHERE id = new.id;
    END;
    CREATE TRIGGER game_purged AFTER DELETE ON game BEGIN
        UPDATE shelf SET change = change + 1;
        INSERT INTO purged SELECT change, old.id FROM shelf;
    END;";

/// SQL for the date of a game of version 2: the record's own, or the local day of the start of a game that was played
/// here. `game` and `game_text` are joined. The record's date is a tag of PGN or a property of SGF.
macro_rules! date_of_record {
    () => {
        "(WITH said (day) AS (SELECT replace(replace(CASE
              WHEN instr(record, '[Date \"') > 0 THEN substr(record, instr(record, '[Date \"') + 7, 10)
              WHEN instr(record, 'DT[') > 0 THEN substr(record, instr(record, 'DT[') + 3, 10)
              ELSE '' END, '-', '.'), '/', '.'))
          SELECT CASE
              WHEN day GLOB '[12][0-9][0-9][0-9].[01][0-9].[0-3][0-9]' THEN day
              WHEN day GLOB '[12][0-9][0-9][0-9].[01][0-9]*' THEN substr(day, 1, 7)
              WHEN day GLOB '[12][0-9][0-9][0-9]*' THEN substr(day, 1, 4)
              WHEN uid GLOB 'record-*' THEN ''
              ELSE coalesce(strftime('%Y.%m.%d', started_at_ms / 1000, 'unixepoch', 'localtime'), '') END
          FROM said)"
    };
}

/// The date of a game in a library of version 1 or 2, which has no column for it.
pub(super) const DATE_OF_RECORD: &str = date_of_record!();

/// The date of the record, which was the time of import before.
///
/// # Stability
/// As for every step: never changed.
pub(super) const DATES: &str = concat!(
    "ALTER TABLE game ADD COLUMN date TEXT NOT NULL DEFAULT '';
    UPDATE game SET date = coalesce((SELECT ",
    date_of_record!(),
    " FROM game_text WHERE game_id = id), '');
    UPDATE game SET words = words || char(10) || date WHERE date <> '';
    DROP INDEX IF EXISTS game_by_date;
    DROP INDEX IF EXISTS game_by_game;
    DROP INDEX IF EXISTS game_by_result;
    CREATE INDEX game_by_day ON game (date DESC, started_at_ms DESC, id DESC) WHERE deleted_at_ms IS NULL;
    CREATE INDEX game_by_game_and_day ON game (game, date DESC, started_at_ms DESC, id DESC)
        WHERE deleted_at_ms IS NULL;
    CREATE INDEX game_by_result_and_day ON game (result, date DESC, started_at_ms DESC, id DESC)
        WHERE deleted_at_ms IS NULL;"
);

/// The days on which the program ran, in days since 1970: the trash ages by them, too.
///
/// # Stability
/// As for every step: never changed.
pub(super) const RUN_DAYS: &str = "CREATE TABLE run_day (day INTEGER PRIMARY KEY) STRICT;";

/// The names of one person. The number lets a damaged table be walked.
///
/// # Stability
/// As for every step: never changed.
pub(super) const PLAYER_ALIASES: &str = "
    CREATE TABLE player_alias (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, person TEXT NOT NULL) STRICT;
    CREATE INDEX alias_by_person ON player_alias (person);";
