-- +goose Up

-- How a player reads what they follow: in their digests or letter by letter (often), and
-- with ends = 1 games that are over alone.
CREATE TABLE followers (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    often  TEXT    NOT NULL DEFAULT 'digest' CHECK (often IN ('digest', 'every')),
    ends   INTEGER NOT NULL DEFAULT 0 CHECK (ends IN (0, 1)),
    -- when it is to be looked what they have not read; 0: when something happens
    due_at INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX followers_due ON followers (due_at) WHERE due_at <> 0;

-- Whose games a player follows: those of some rules, or of all ('').
CREATE TABLE follow_players (
    follower INTEGER NOT NULL REFERENCES players (id),
    player   INTEGER NOT NULL REFERENCES players (id),
    rules    TEXT    NOT NULL DEFAULT '',
    made_at  INTEGER NOT NULL,
    PRIMARY KEY (follower, player, rules)
);
CREATE INDEX follow_players_by_player ON follow_players (player);

CREATE TABLE follow_tournaments (
    follower   INTEGER NOT NULL REFERENCES players (id),
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    made_at    INTEGER NOT NULL,
    PRIMARY KEY (follower, tournament)
);
CREATE INDEX follow_tournaments_by_tournament ON follow_tournaments (tournament);

-- What a follower has read of a game. Rows of games of followed players and tournaments
-- are made when something happens there.
CREATE TABLE follow_games (
    follower INTEGER NOT NULL REFERENCES players (id),
    game     INTEGER NOT NULL REFERENCES games (id),
    -- 1: the game itself is followed
    chosen   INTEGER NOT NULL DEFAULT 0 CHECK (chosen IN (0, 1)),
    -- up to which ply, and whether some of what was read was taken back since
    plies    INTEGER NOT NULL DEFAULT 0 CHECK (plies >= 0),
    undone   INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
    -- 1: nothing more is to be told of it
    done     INTEGER NOT NULL DEFAULT 0 CHECK (done IN (0, 1)),
    told_at  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (follower, game)
);
CREATE INDEX follow_games_by_game ON follow_games (game);

-- Games in which something happened of which followers are still to be told.
CREATE TABLE followed (
    game   INTEGER PRIMARY KEY REFERENCES games (id),
    due_at INTEGER NOT NULL
);
CREATE INDEX followed_due ON followed (due_at, game);

-- Games that ended of late, of which the best of the week are chosen, and who wants these.
CREATE TABLE week_games (
    game     INTEGER PRIMARY KEY REFERENCES games (id),
    ended_at INTEGER NOT NULL
);
CREATE INDEX week_games_by_end ON week_games (ended_at);

CREATE TABLE best_weeks (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    due_at INTEGER NOT NULL
);
CREATE INDEX best_weeks_due ON best_weeks (due_at);
