-- +goose Up

-- Games that are over and of which the players are still to be told where they turned.
-- A row is made in the transaction that ends its game, and goes in the one that writes
-- the letters. Games that ended before there was this table have none.
CREATE TABLE postmortems (
    game     INTEGER PRIMARY KEY REFERENCES games (id),
    failures INTEGER NOT NULL DEFAULT 0,
    due_at   INTEGER NOT NULL DEFAULT 0
);

-- 1: the player wants no such letters.
ALTER TABLE players ADD COLUMN no_analysis INTEGER NOT NULL DEFAULT 0 CHECK (no_analysis IN (0, 1));

-- Nothing is told of a position that stands on a running board.
CREATE INDEX games_on_board ON games (position) WHERE result = 'none';
