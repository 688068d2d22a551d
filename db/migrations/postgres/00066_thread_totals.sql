-- +goose Up

-- Control totals of the messages to a player in a thread, for 'turnpost verify': how many were ever
-- written, and the number of the last. Rows of the outbox are never deleted.
CREATE TABLE thread_totals (
    player   BIGINT NOT NULL REFERENCES players (id),
    thread   BIGINT NOT NULL,
    messages BIGINT NOT NULL,
    last     BIGINT NOT NULL,
    PRIMARY KEY (player, thread)
);
INSERT INTO thread_totals (player, thread, messages, last) SELECT player, thread, count(*), max(id) FROM outbox
    GROUP BY player, thread;

-- The totals find what this found.
ALTER TABLE inbox DROP COLUMN answered;
