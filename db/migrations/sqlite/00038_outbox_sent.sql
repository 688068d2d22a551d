-- +goose Up

-- What was sent of one class is found without all that was sent of others: letters to
-- strangers are counted back for an hour, in which any number may have gone to players.
DROP INDEX outbox_sent;
CREATE INDEX outbox_sent ON outbox (class, sent_at) WHERE state = 'sent';
