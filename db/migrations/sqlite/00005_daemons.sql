-- +goose Up

-- The daemons that share this database. One that lives moves its end on again
-- and again; one whose end has passed is taken out, and what it held is free.
CREATE TABLE daemons (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    name        TEXT    NOT NULL, -- for the operator
    started_at  INTEGER NOT NULL,
    lease_until INTEGER NOT NULL
);

-- What only one daemon at a time does: the clockwork, and the collecting from
-- each mailbox.
CREATE TABLE posts (
    name    TEXT    PRIMARY KEY,
    -- the daemon; 0: nobody
    holder  INTEGER NOT NULL DEFAULT 0,
    mailbox INTEGER NOT NULL DEFAULT 0 CHECK (mailbox IN (0, 1)),
    -- since when a mailbox cannot be read, or nobody reads it; 0: it is read
    deaf_at INTEGER NOT NULL DEFAULT 0
);

-- A short hash of who seems to have written a letter: theirs are answered one
-- after the other, whichever daemon does it.
ALTER TABLE inbox ADD COLUMN writer TEXT NOT NULL DEFAULT '';
-- The daemon that answers a new letter; 0: nobody yet.
ALTER TABLE inbox ADD COLUMN holder INTEGER NOT NULL DEFAULT 0;
CREATE INDEX inbox_new_by_writer ON inbox (writer, id) WHERE state = 'new';

-- The daemon that sends a queued letter while its lease lasts.
ALTER TABLE outbox ADD COLUMN holder INTEGER NOT NULL DEFAULT 0;
