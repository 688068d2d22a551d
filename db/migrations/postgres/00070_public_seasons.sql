-- +goose Up

-- 1: by joining the tournament the player let everybody see their games in it, and their name in its
-- tables, also while their other games are private.
ALTER TABLE entrants ADD COLUMN public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1));

-- The ratings of both players before and after a rated game, rounded. 0: the game is not rated, or it
-- ended before there were these columns.
ALTER TABLE games ADD COLUMN black_before INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN black_after INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN white_before INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN white_after INTEGER NOT NULL DEFAULT 0;
