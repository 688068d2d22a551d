-- +goose Up

-- The keys that chain plies; see package seal. Of a game with a higher number than
-- `games`, which is that of the last one when the first key was made, everything is
-- sealed; of an older one all that was played since.
CREATE TABLE seal_keys (
    id         BIGINT PRIMARY KEY,
    secret     BYTEA  NOT NULL CHECK (length(secret) = 32),
    games      BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- NULL: it is older than seals.
ALTER TABLE plies ADD COLUMN seal BYTEA;
ALTER TABLE games ADD COLUMN seal BYTEA;

-- Which of its player's rated games of the same rules this one was, from 1 on: games
-- that end at the same moment are rated one after the other. 0: not rated, or older.
ALTER TABLE games ADD COLUMN black_rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN white_rated INTEGER NOT NULL DEFAULT 0;

-- CRC-32C of a letter's bytes, while they are kept; -1: it is older.
ALTER TABLE inbox ADD COLUMN checksum BIGINT NOT NULL DEFAULT -1;
ALTER TABLE texts ADD COLUMN checksum BIGINT NOT NULL DEFAULT -1;
