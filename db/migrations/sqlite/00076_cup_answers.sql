-- +goose Up

-- When a player who was asked to a cup answered, and whether by a no; 0: they have not. The rows stay, so
-- that a no is remembered, and each question counts as an invitation.
ALTER TABLE cup_guests ADD COLUMN answered_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE cup_guests ADD COLUMN declined INTEGER NOT NULL DEFAULT 0 CHECK (declined IN (0, 1));
