-- +goose Up

-- What the player's last digest told: their place, and when they would slide, if that was
-- near; 0: nothing.
ALTER TABLE rungs ADD COLUMN told_place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rungs ADD COLUMN told_slide BIGINT NOT NULL DEFAULT 0;
