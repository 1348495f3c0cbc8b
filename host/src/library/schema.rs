//! Later steps of the library's schema.

/// Version that this program writes: the number of steps.
pub(super) const VERSION: usize = 2;

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
