-- +goose Up

-- Control totals of the messages to a player in a thread, for 'turnpost verify': how many were ever
-- written, and the number of the last. Rows of the outbox are never deleted.
CREATE TABLE thread_totals (
    player   INTEGER NOT NULL REFERENCES players (id),
    thread   INTEGER NOT NULL,
    messages INTEGER NOT NULL,
    last     INTEGER NOT NULL,
    PRIMARY KEY (player, thread)
) WITHOUT ROWID;
INSERT INTO thread_totals (player, thread, messages, last) SELECT player, thread, count(*), max(id) FROM outbox
    GROUP BY player, thread;

-- The totals find what this found.
ALTER TABLE inbox DROP COLUMN answered;
