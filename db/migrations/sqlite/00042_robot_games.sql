-- +goose Up

-- 1: a program plays there, ours or somebody's who says so.
ALTER TABLE players ADD COLUMN robot INTEGER NOT NULL DEFAULT 0 CHECK (robot IN (0, 1));
UPDATE players SET robot = 1 WHERE address = '' AND folded LIKE 'robot %';

-- 1: one of the two was a robot when the game began. What it counts for is a rating of its
-- own, whatever its players are by then.
ALTER TABLE games ADD COLUMN robots INTEGER NOT NULL DEFAULT 0 CHECK (robots IN (0, 1));
UPDATE games SET robots = 1 WHERE black IN (SELECT id FROM players WHERE robot = 1) OR white IN (SELECT id FROM players WHERE robot = 1);

-- A rating is of games between people, or (1) of those with a robot.
CREATE TABLE ratings_of_both (
    player     INTEGER NOT NULL REFERENCES players (id),
    rules      TEXT    NOT NULL,
    robots     INTEGER NOT NULL DEFAULT 0 CHECK (robots IN (0, 1)),
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    games      INTEGER NOT NULL,
    rated_at   INTEGER NOT NULL,
    PRIMARY KEY (player, rules, robots)
) WITHOUT ROWID;
INSERT INTO ratings_of_both (player, rules, rating, deviation, volatility, games, rated_at)
    SELECT player, rules, rating, deviation, volatility, games, rated_at FROM ratings;
DROP TABLE ratings;
ALTER TABLE ratings_of_both RENAME TO ratings;
CREATE INDEX ratings_best ON ratings (rules, robots, rating DESC, player);
