-- +goose Up

-- Words that no command sent to the opponent are counted, too: two programs that answer each other
-- through us stop by themselves.
CREATE TABLE restraints_of_words (
    id      INTEGER PRIMARY KEY,
    player  INTEGER NOT NULL REFERENCES players (id),
    kind    TEXT    NOT NULL CHECK (kind IN ('error', 'look', 'words')),
    -- SHA-256 of what was wrong, or of the words: the same is not told twice
    digest  BLOB    NOT NULL,
    told_at INTEGER NOT NULL
);
INSERT INTO restraints_of_words (id, player, kind, digest, told_at)
    SELECT id, player, kind, digest, told_at FROM restraints;
DROP TABLE restraints;
ALTER TABLE restraints_of_words RENAME TO restraints;
CREATE INDEX restraints_by_player ON restraints (player, told_at);
