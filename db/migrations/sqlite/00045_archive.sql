-- +goose Up

-- 1: everybody may see the player's games that are over.
ALTER TABLE players ADD COLUMN public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1));

-- The plies at which a game turned, as its players were told: what was better, what the
-- ply gave away, and the chances before and after it in percent. Games of which that was
-- told before there was this table have none.
CREATE TABLE turnings (
    game   INTEGER NOT NULL REFERENCES games (id),
    ply    INTEGER NOT NULL CHECK (ply >= 1),
    better TEXT    NOT NULL,
    lost   TEXT    NOT NULL CHECK (lost IN ('win', 'all', 'draw', 'hope', 'chance')),
    chance_before INTEGER NOT NULL CHECK (chance_before BETWEEN 0 AND 100),
    chance_after  INTEGER NOT NULL CHECK (chance_after BETWEEN 0 AND 100),
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

-- Row 1: what signs the archive, an Ed25519 seed (RFC 8032), and what makes the names of
-- its files, which tell nobody's number.
CREATE TABLE archive_keys (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    seed       BLOB    NOT NULL CHECK (length(seed) = 32),
    names      BLOB    NOT NULL CHECK (length(names) = 32),
    created_at INTEGER NOT NULL
);
