-- +goose Up

-- Letters to programs are a class of their own (4), behind those to strangers (3): no
-- digest of a person waits for them, and they use up no part of a limit that is others'.
ALTER TABLE outbox DROP CONSTRAINT outbox_class_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_class_check CHECK (class BETWEEN 0 AND 4);
UPDATE outbox SET class = 4 WHERE class = 2 AND state = 'queued' AND player IN (SELECT id FROM players WHERE robot = 1);
