-- +goose Up

-- A ply that no letter played has none: the operator's, or that of a program which
-- sits at the table.
CREATE TABLE plies_new (
    game      INTEGER NOT NULL REFERENCES games (id),
    n         INTEGER NOT NULL CHECK (n >= 1),
    move      TEXT    NOT NULL,
    -- the letter that played it; NULL: none did
    letter    INTEGER REFERENCES inbox (id),
    played_at INTEGER NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
INSERT INTO plies_new (game, n, move, letter, played_at) SELECT game, n, move, letter, played_at FROM plies ORDER BY game, n;
DROP TABLE plies;
ALTER TABLE plies_new RENAME TO plies;
