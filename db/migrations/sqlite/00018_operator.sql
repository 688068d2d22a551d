-- +goose Up

-- What an operator did by command to games and people, and who that was.
CREATE TABLE audit (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    at       INTEGER NOT NULL,
    operator TEXT    NOT NULL, -- the account of the machine
    act      TEXT    NOT NULL, -- as 'game abort'
    subject INTEGER NOT NULL, -- the game or the player; 0: neither
    detail   TEXT    NOT NULL  -- names nobody
);

-- A game that is called off has no result that counts. A CHECK is changed as
-- SQLite's own documentation of ALTER TABLE has it (section 7): the rows stay.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, '''draw''))', '''draw'', ''void''))') WHERE type = 'table' AND name = 'games';
PRAGMA writable_schema = RESET;
