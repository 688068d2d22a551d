-- +goose Up

-- 1: a knock-out cup. Its rounds are those of its pairings, all in one division; days is how long a
-- round lasts, and ends_at when the present one ends.
ALTER TABLE tournaments ADD COLUMN cup INTEGER NOT NULL DEFAULT 0 CHECK (cup IN (0, 1));

-- The player who made a cup for players whom they named; NULL: the operator did, for everybody.
ALTER TABLE tournaments ADD COLUMN host INTEGER REFERENCES players (id);
CREATE INDEX tournaments_by_host ON tournaments (host) WHERE host IS NOT NULL;

-- The round of a cup in which the player was knocked out; 0: they were not.
ALTER TABLE entrants ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;

-- Players who were asked whether they take part in a cup, and have not answered.
CREATE TABLE cup_guests (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    player     INTEGER NOT NULL REFERENCES players (id),
    asked_at   INTEGER NOT NULL,
    PRIMARY KEY (tournament, player)
);
CREATE INDEX cup_guests_by_player ON cup_guests (player, tournament);
