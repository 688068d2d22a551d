-- +goose Up

-- How long the last break is that was proposed in a game, and since when none of another length was: a yes to a
-- message from before then is to another one.
ALTER TABLE games ADD COLUMN break_span BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN break_since BIGINT NOT NULL DEFAULT 0;
