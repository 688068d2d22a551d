-- +goose Up

-- Answers that told a writer nothing but an error, or only showed something to
-- somebody who did not prove who it was. They are counted, so that two machines
-- that write to each other stop by themselves.
CREATE TABLE restraints (
    id      INTEGER PRIMARY KEY,
    player  INTEGER NOT NULL REFERENCES players (id),
    kind    TEXT    NOT NULL CHECK (kind IN ('error', 'look')),
    -- SHA-256 of what was wrong: the same is not told twice
    digest  BLOB    NOT NULL,
    told_at INTEGER NOT NULL
);
CREATE INDEX restraints_by_player ON restraints (player, told_at);

-- Letters whose text is still kept, for the day when it is erased.
CREATE INDEX inbox_kept ON inbox (handled_at) WHERE state <> 'new' AND length(raw) > 0;
CREATE INDEX outbox_kept ON outbox (created_at) WHERE state <> 'queued' AND length(raw) > 0;
