-- +goose Up

-- Whether the letters of a player tell boards in words; board says how they are
-- drawn otherwise.
ALTER TABLE players ADD COLUMN in_words INTEGER NOT NULL DEFAULT 0 CHECK (in_words IN (0, 1));
