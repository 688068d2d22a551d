-- +goose Up

-- How often a mail that is to be deleted was looked for and not found, and when it is
-- looked for next: it may not be filed yet, or a person has put it elsewhere.
ALTER TABLE purges ADD COLUMN looks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE purges ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
