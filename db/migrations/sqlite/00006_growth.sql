-- +goose Up

-- Letters that nobody waits for go last, however many they are; see Patient.
DROP INDEX outbox_queued;
CREATE INDEX outbox_queued ON outbox ((thread = -1), due_at, id) WHERE state = 'queued';
-- What waits in a thread, however long it is.
CREATE INDEX outbox_waiting ON outbox (player, thread, id) WHERE state = 'queued';
