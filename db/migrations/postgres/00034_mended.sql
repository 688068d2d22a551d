-- +goose Up

-- What of a database was made right once and for all, and by which rule: what a newer
-- rule says is looked at again.
CREATE TABLE mended (
    what TEXT PRIMARY KEY,
    rule TEXT NOT NULL
);
