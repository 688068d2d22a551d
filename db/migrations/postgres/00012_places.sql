-- +goose Up

-- Where a new letter stands in the queue: lower comes first. It was given when the
-- letter came, by who seemed to have written it and how many of theirs waited.
ALTER TABLE inbox ADD COLUMN place BIGINT NOT NULL DEFAULT 0;
UPDATE inbox SET place = id WHERE state = 'new';
CREATE INDEX inbox_new_by_place ON inbox (place, id) WHERE state = 'new';
