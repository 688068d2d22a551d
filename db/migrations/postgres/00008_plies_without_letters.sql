-- +goose Up

-- A ply that no letter played has none: the operator's, or that of a program which
-- sits at the table.
ALTER TABLE plies ALTER COLUMN letter DROP NOT NULL;
