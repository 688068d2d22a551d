-- +goose Up

-- How a game was adjudicated when the event date came: by its exact value, by a clear
-- verdict of the engine, or as a draw because there was none. '': it was not, or before
-- this was noted.
ALTER TABLE pairings ADD COLUMN judged TEXT NOT NULL DEFAULT '' CHECK (judged IN ('', 'exact', 'clear', 'unclear'));

-- Two players who become one may have had a place each, in two divisions; both stay.
CREATE TABLE entrants_of_places (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    player     INTEGER NOT NULL REFERENCES players (id),
    joined_at  INTEGER NOT NULL,
    -- when the season began
    rating     REAL    NOT NULL DEFAULT 0,
    -- from 1, the highest; 0: it has not begun
    division   INTEGER NOT NULL DEFAULT 0,
    number     INTEGER NOT NULL DEFAULT 0,
    -- when they were warned, because they lost a game on time; 0: they were not
    warned_at  INTEGER NOT NULL DEFAULT 0,
    -- when they were out, and whether all of their games were cancelled
    out_at     INTEGER NOT NULL DEFAULT 0,
    cancelled  INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)),
    -- 1: they are not in the next season unless they join it
    last       INTEGER NOT NULL DEFAULT 0 CHECK (last IN (0, 1)),
    -- when they were asked whether they leave, and have not answered; 0: they were not
    asked_at   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tournament, player, division)
);
INSERT INTO entrants_of_places (tournament, player, joined_at, rating, division, number, warned_at, out_at, cancelled, last)
    SELECT tournament, player, joined_at, rating, division, number, warned_at, out_at, cancelled, last FROM entrants;
DROP TABLE entrants;
ALTER TABLE entrants_of_places RENAME TO entrants;
CREATE INDEX entrants_by_player ON entrants (player, tournament);
CREATE INDEX entrants_by_division ON entrants (tournament, division, number);

-- What tells the boards before and after a ply at which a game turned, and after the better
-- one, from others: a digest each, the same for boards that are alike; '': not known yet.
ALTER TABLE turnings ADD COLUMN boards TEXT NOT NULL DEFAULT '';

-- The clockwork asks for the next step again and again, and lists name the last that are
-- over: neither looks through all that ever were.
DROP INDEX tournaments_unfinished;
CREATE INDEX tournaments_unfinished ON tournaments (id) WHERE state <> 'over';
CREATE INDEX tournaments_over ON tournaments (ended_at, id) WHERE state = 'over';
