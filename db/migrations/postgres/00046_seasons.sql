-- +goose Up

-- A tournament: for a season, or one of a standing row of seasons. See package seasons.
CREATE TABLE tournaments (
    id        BIGINT PRIMARY KEY,
    name      TEXT    NOT NULL UNIQUE,
    rules     TEXT    NOT NULL,
    pace      TEXT    NOT NULL,
    -- 1: another one of these rules follows when it is over
    standing  INTEGER NOT NULL DEFAULT 0 CHECK (standing IN (0, 1)),
    season    INTEGER NOT NULL DEFAULT 1,
    -- the season before, from which two go up and two down; 0: this is the first
    previous  BIGINT NOT NULL DEFAULT 0,
    -- how long it lasts, once it has begun
    days      INTEGER NOT NULL CHECK (days >= 1),
    -- open: one can join; starting: the divisions are made and begin one by one
    state     TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'starting', 'running', 'over')),
    made_at   BIGINT NOT NULL,
    -- from when on it begins by itself; 0: when the operator says so
    starts_at BIGINT NOT NULL DEFAULT 0,
    begun_at  BIGINT NOT NULL DEFAULT 0,
    ends_at   BIGINT NOT NULL DEFAULT 0,
    ended_at  BIGINT NOT NULL DEFAULT 0,
    -- until when it waits after something failed
    due_at    BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX tournaments_unfinished ON tournaments (state, id) WHERE state <> 'over';
CREATE INDEX tournaments_by_rules ON tournaments (rules, season);

-- Who takes part, or has joined.
CREATE TABLE entrants (
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    player     BIGINT NOT NULL REFERENCES players (id),
    joined_at  BIGINT NOT NULL,
    -- when the season began
    rating     DOUBLE PRECISION NOT NULL DEFAULT 0,
    -- from 1, the highest; 0: it has not begun
    division   INTEGER NOT NULL DEFAULT 0,
    number     INTEGER NOT NULL DEFAULT 0,
    -- when they were warned, because they lost a game on time; 0: they were not
    warned_at  BIGINT NOT NULL DEFAULT 0,
    -- when they were out, and whether all of their games were cancelled
    out_at     BIGINT NOT NULL DEFAULT 0,
    cancelled  INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)),
    -- 1: they are not in the next season unless they join it
    last       INTEGER NOT NULL DEFAULT 0 CHECK (last IN (0, 1)),
    PRIMARY KEY (tournament, player)
);
CREATE INDEX entrants_by_player ON entrants (player, tournament);
CREATE INDEX entrants_by_division ON entrants (tournament, division, number);

CREATE TABLE divisions (
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    number     INTEGER NOT NULL CHECK (number >= 1),
    begun_at   BIGINT NOT NULL DEFAULT 0,
    ended_at   BIGINT NOT NULL DEFAULT 0,
    -- who stood first when its players were last told
    top        TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (tournament, number)
);

CREATE TABLE pairings (
    game       BIGINT PRIMARY KEY REFERENCES games (id),
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    division   INTEGER NOT NULL,
    round      INTEGER NOT NULL
);
CREATE INDEX pairings_by_division ON pairings (tournament, division, game);
