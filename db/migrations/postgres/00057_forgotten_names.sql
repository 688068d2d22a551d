-- +goose Up

-- The name of the player who is being forgotten, to be erased from what opponents noted.
ALTER TABLE forgettings ADD COLUMN name TEXT NOT NULL DEFAULT '';
