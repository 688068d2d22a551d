-- +goose Up

-- 1: a program plays there, ours or somebody's who says so.
ALTER TABLE players ADD COLUMN robot INTEGER NOT NULL DEFAULT 0 CHECK (robot IN (0, 1));
UPDATE players SET robot = 1 WHERE address = '' AND folded LIKE 'robot %';

-- 1: one of the two was a robot when the game began. What it counts for is a rating of its
-- own, whatever its players are by then.
ALTER TABLE games ADD COLUMN robots INTEGER NOT NULL DEFAULT 0 CHECK (robots IN (0, 1));
UPDATE games SET robots = 1 WHERE black IN (SELECT id FROM players WHERE robot = 1) OR white IN (SELECT id FROM players WHERE robot = 1);

-- A rating is of games between people, or (1) of those with a robot.
ALTER TABLE ratings ADD COLUMN robots INTEGER NOT NULL DEFAULT 0 CHECK (robots IN (0, 1));
ALTER TABLE ratings DROP CONSTRAINT ratings_pkey;
ALTER TABLE ratings ADD PRIMARY KEY (player, rules, robots);
DROP INDEX ratings_best;
CREATE INDEX ratings_best ON ratings (rules, robots, rating DESC, player);
