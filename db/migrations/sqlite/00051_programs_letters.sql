-- +goose Up

-- Letters to programs are a class of their own (4), behind those to strangers (3): no
-- digest of a person waits for them, and they use up no part of a limit that is others'.
DROP INDEX outbox_queued;
DROP INDEX outbox_leased;
DROP INDEX outbox_sent;
ALTER TABLE outbox RENAME COLUMN class TO class_before;
ALTER TABLE outbox ADD COLUMN class INTEGER NOT NULL DEFAULT 0 CHECK (class BETWEEN 0 AND 4);
UPDATE outbox SET class = class_before WHERE class_before <> 0;
UPDATE outbox SET class = 4 WHERE class = 2 AND state = 'queued' AND player IN (SELECT id FROM players WHERE robot = 1);
ALTER TABLE outbox DROP COLUMN class_before;
CREATE INDEX outbox_queued ON outbox (class, due_at, id) WHERE state = 'queued';
CREATE INDEX outbox_leased ON outbox (lease_until, class) WHERE state = 'queued' AND lease_until > 0;
CREATE INDEX outbox_sent ON outbox (class, sent_at) WHERE state = 'sent';
