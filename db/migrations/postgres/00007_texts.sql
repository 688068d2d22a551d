-- +goose Up

-- The bytes of letters out, apart from what is noted of them: a row that is claimed
-- and marked is written anew, with all that stands in it.
CREATE TABLE texts (
    letter     BIGINT PRIMARY KEY REFERENCES outbox (id),
    raw        BYTEA  NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX texts_by_age ON texts (created_at);
INSERT INTO texts (letter, raw, created_at) SELECT id, raw, created_at FROM outbox WHERE length(raw) > 0 ORDER BY id;
DROP INDEX outbox_kept;
ALTER TABLE outbox DROP COLUMN raw;
