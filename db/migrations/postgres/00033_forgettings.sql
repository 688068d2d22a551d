-- +goose Up

-- Players who are being forgotten, and how far that is: see package forgetting. No key
-- refers to the player: when players are merged the row must not go to another.
CREATE TABLE forgettings (
    player   BIGINT PRIMARY KEY,
    step     INTEGER NOT NULL DEFAULT 0,
    part     BIGINT NOT NULL DEFAULT 0,
    at       BIGINT NOT NULL DEFAULT 0,
    -- the last letters out and in that may name them
    last_out BIGINT NOT NULL DEFAULT 0,
    last_in  BIGINT NOT NULL,
    -- to be looked for in letters; the second may be ''
    address  TEXT    NOT NULL,
    second   TEXT    NOT NULL DEFAULT '',
    begun_at BIGINT NOT NULL
);
