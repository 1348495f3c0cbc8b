//! Later steps of the library's schema.

/// Version that this program writes: the number of steps.
pub(super) const VERSION: usize = 3;

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
