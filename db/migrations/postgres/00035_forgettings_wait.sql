-- +goose Up

-- Whose next piece failed waits, so that the others have their turn: how often it did, one
-- time after the other, and until when it waits.
ALTER TABLE forgettings ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE forgettings ADD COLUMN due_at BIGINT NOT NULL DEFAULT 0;
