-- +goose Up

-- Players who have said yes to "stop" or "forget me" and whose games and invitations end
-- one after the other: see package departing. A row goes with the last of them. No key
-- refers to the player: when players are merged the row must not go to another.
CREATE TABLE departures (
    player      BIGINT PRIMARY KEY,
    what        TEXT    NOT NULL CHECK (what IN ('stop', 'forget')),
    -- for the opponents, and '' if there are none
    words       TEXT    NOT NULL DEFAULT '',
    -- of the letter that their last one answers
    subject     TEXT    NOT NULL DEFAULT '',
    message_id  TEXT    NOT NULL DEFAULT '',
    -- how many have ended
    games       INTEGER NOT NULL DEFAULT 0,
    invitations INTEGER NOT NULL DEFAULT 0,
    begun_at    BIGINT NOT NULL,
    -- as in forgettings
    failures    INTEGER NOT NULL DEFAULT 0,
    due_at      BIGINT NOT NULL DEFAULT 0
);

-- 1: there is such a row. Whoever reads a game's players knows it without asking for one.
ALTER TABLE players ADD COLUMN leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1));

-- What 'turnpost stats' and 'turnpost outbox --state queued' ask, however much there is.
CREATE INDEX outbox_sent_kinds ON outbox (kind) WHERE state = 'sent';
CREATE INDEX outbox_queued_newest ON outbox (id) WHERE state = 'queued';
