-- +goose Up

-- The address that a signature of its own domain vouched for; '': none did.
ALTER TABLE inbox ADD COLUMN vouched TEXT NOT NULL DEFAULT '';

-- What letters without proof wanted, until the registered address says whether
-- they are its own. One waits for each player: a newer one replaces it.
CREATE TABLE held (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    player  INTEGER NOT NULL REFERENCES players (id),
    -- the letter that they came in
    letter  INTEGER NOT NULL REFERENCES inbox (id),
    lines   TEXT    NOT NULL, -- erased when they wait no more
    state   TEXT    NOT NULL CHECK (state IN ('waiting', 'done', 'dropped', 'replaced', 'expired')),
    held_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX held_waiting ON held (player) WHERE state = 'waiting';
CREATE INDEX held_by_player ON held (player, id);
CREATE INDEX held_by_age ON held (held_at) WHERE state = 'waiting';

-- A player's second address. It counts when it is confirmed.
CREATE TABLE addresses (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    player       INTEGER NOT NULL UNIQUE REFERENCES players (id),
    -- '' when it was taken away: the row remembers when it was last asked
    address      TEXT    NOT NULL,
    folded       TEXT    NOT NULL,
    -- counts the questions, so that an answer to an older one is none
    asked        INTEGER NOT NULL,
    asked_at     INTEGER NOT NULL,
    confirmed_at INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX addresses_confirmed ON addresses (folded) WHERE confirmed_at <> 0;
