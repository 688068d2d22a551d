-- +goose Up

-- The lowest level of the engine that finds the solution; 0: it was found before levels were
-- measured and wins were proven.
ALTER TABLE puzzles ADD COLUMN level INTEGER NOT NULL DEFAULT 0;
