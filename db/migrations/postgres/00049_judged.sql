-- +goose Up

-- How a game was adjudicated when the event date came: by its exact value, by a clear
-- verdict of the engine, or as a draw because there was none. '': it was not, or before
-- this was noted.
ALTER TABLE pairings ADD COLUMN judged TEXT NOT NULL DEFAULT '' CHECK (judged IN ('', 'exact', 'clear', 'unclear'));

-- Two players who become one may have had a place each, in two divisions; both stay.
ALTER TABLE entrants DROP CONSTRAINT entrants_pkey;
ALTER TABLE entrants ADD PRIMARY KEY (tournament, player, division);

-- When they were asked whether they leave, and have not answered; 0: they were not.
ALTER TABLE entrants ADD COLUMN asked_at BIGINT NOT NULL DEFAULT 0;

-- What tells the boards before and after a ply at which a game turned, and after the better
-- one, from others: a digest each, the same for boards that are alike; '': not known yet.
ALTER TABLE turnings ADD COLUMN boards TEXT NOT NULL DEFAULT '';

-- The clockwork asks for the next step again and again, and lists name the last that are
-- over: neither looks through all that ever were.
DROP INDEX tournaments_unfinished;
CREATE INDEX tournaments_unfinished ON tournaments (id) WHERE state <> 'over';
CREATE INDEX tournaments_over ON tournaments (ended_at, id) WHERE state = 'over';
