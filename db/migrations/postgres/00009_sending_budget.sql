-- +goose Up

-- How urgent a letter out is, while the smarthost takes so many in a day: 0 about a
-- game, 1 another letter to somebody who has written, 2 a digest, 3 to somebody who
-- never proved to have written.
ALTER TABLE outbox ADD COLUMN class BIGINT NOT NULL DEFAULT 0 CHECK (class BETWEEN 0 AND 3);
-- 1: sent, and the first letter that ever went to its reader.
ALTER TABLE outbox ADD COLUMN first_contact BIGINT NOT NULL DEFAULT 0;
-- How many of the attempts count not, because the smarthost took nothing from our
-- account then, and when the last one was.
ALTER TABLE outbox ADD COLUMN spared BIGINT NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN spared_at BIGINT NOT NULL DEFAULT 0;
UPDATE outbox SET class = CASE WHEN thread > 0 THEN 0 WHEN thread = -1 THEN 2 ELSE 1 END
    WHERE state = 'queued' OR sent_at > (SELECT max(sent_at) FROM outbox) - 691200000;

DROP INDEX outbox_queued;
CREATE INDEX outbox_queued ON outbox (class, due_at, id) WHERE state = 'queued';
-- What is being sent now.
CREATE INDEX outbox_leased ON outbox (lease_until, class) WHERE state = 'queued' AND lease_until > 0;
-- What was sent in the last minute, hour, day.
CREATE INDEX outbox_sent ON outbox (sent_at, class) WHERE state = 'sent';
CREATE INDEX outbox_first_contact ON outbox (sent_at) WHERE first_contact = 1;

-- How our account at the smarthost stands. At most one row.
CREATE TABLE sending (
    id             BIGINT PRIMARY KEY CHECK (id = 1),
    -- nothing is sent before; 0: the smarthost took the last letter
    deferred_until BIGINT NOT NULL DEFAULT 0,
    -- how often it put the account off since it last took a letter, and since when
    failures       BIGINT NOT NULL DEFAULT 0,
    deferred_at    BIGINT NOT NULL DEFAULT 0,
    -- its last answer, such as 5.4.5
    status         TEXT    NOT NULL DEFAULT ''
);
