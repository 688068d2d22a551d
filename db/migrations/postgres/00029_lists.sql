-- +goose Up

-- What an operator lists: each of these holds the few rows that are so, or is read
-- from its end up to a limit.
CREATE INDEX games_running ON games (id) WHERE result = 'none';
CREATE INDEX inbox_quarantined ON inbox (id) WHERE state = 'quarantined';
CREATE INDEX inbox_dropped ON inbox (id) WHERE state = 'dropped';
CREATE INDEX pauses_by_end ON pauses (to_at);
CREATE INDEX outbox_refused ON outbox (id) WHERE state = 'refused';

-- The last letter out that was written before a key was made: those up to it have
-- secrets of older ones.
ALTER TABLE keys ADD COLUMN after_letter BIGINT NOT NULL DEFAULT 0;
UPDATE keys SET after_letter = coalesce((SELECT max(id) FROM outbox WHERE outbox.created_at < keys.created_at), 0);
