-- +goose Up

-- The keys that chain plies; see package seal. Of a game with a higher number than
-- `games`, which is that of the last one when the first key was made, everything is
-- sealed; of an older one all that was played since.
CREATE TABLE seal_keys (
    id         INTEGER PRIMARY KEY,
    secret     BLOB    NOT NULL CHECK (length(secret) = 32),
    games      INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);

-- NULL: it is older than seals.
ALTER TABLE plies ADD COLUMN seal BLOB;
ALTER TABLE games ADD COLUMN seal BLOB;

-- Which of its player's rated games of the same rules this one was, from 1 on: games
-- that end at the same moment are rated one after the other. 0: not rated, or older.
ALTER TABLE games ADD COLUMN black_rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN white_rated INTEGER NOT NULL DEFAULT 0;

-- CRC-32C of a letter's bytes, while they are kept; -1: it is older.
ALTER TABLE inbox ADD COLUMN checksum INTEGER NOT NULL DEFAULT -1;
ALTER TABLE texts ADD COLUMN checksum INTEGER NOT NULL DEFAULT -1;
