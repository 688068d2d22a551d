-- +goose Up

-- Who is on the ladder of a game. See package ladders.
CREATE TABLE rungs (
    rules     TEXT    NOT NULL,
    player    INTEGER NOT NULL REFERENCES players (id),
    -- the lowest number stands first; a place is how many are not higher, since who
    -- leaves makes a hole
    position  INTEGER NOT NULL,
    joined_at INTEGER NOT NULL,
    -- from when the time is counted until they slide; 0: a game of the ladder is under way
    rest_at   INTEGER NOT NULL,
    -- when they slide; 0: one is under way
    slide_at  INTEGER NOT NULL,
    -- games of the ladder lost on time, one after the other
    late      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (rules, player)
);
CREATE INDEX rungs_by_position ON rungs (rules, position);
CREATE INDEX rungs_by_player ON rungs (player, rules);
CREATE INDEX rungs_resting ON rungs (slide_at, rules, player) WHERE slide_at <> 0;

-- The games of a ladder.
CREATE TABLE ladder_games (
    game       INTEGER PRIMARY KEY REFERENCES games (id),
    rules      TEXT    NOT NULL,
    challenger INTEGER NOT NULL REFERENCES players (id),
    challenged INTEGER NOT NULL REFERENCES players (id),
    -- since when it moves nobody any more, as it is over or one of the two has left; 0:
    -- it counts
    ended_at   INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX ladder_games_by_challenger ON ladder_games (challenger, rules, ended_at);
CREATE INDEX ladder_games_by_challenged ON ladder_games (challenged, rules, ended_at);
