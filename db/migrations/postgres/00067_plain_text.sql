-- +goose Up

-- Whether messages to a player have an HTML part; hinted: they have, and plain text needs not be
-- suggested any more.
ALTER TABLE players ADD COLUMN html TEXT NOT NULL DEFAULT 'on' CHECK (html IN ('on', 'hinted', 'off'));
