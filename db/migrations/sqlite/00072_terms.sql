-- +goose Up

-- On what the players of a game agree before it, as rules.Game.Agree has it: "handicap 3, komi 0.5"; empty:
-- it begins as usual.
ALTER TABLE invitations ADD COLUMN terms TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT '';
