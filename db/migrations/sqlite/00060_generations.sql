-- +goose Up

-- Each restore of a backup without a replay begins a generation of the database. Reply tokens
-- of games that begin in it bear its mark, so that a token of a game that was lost is none of
-- the game that has its number now. The first generation has no mark.
CREATE TABLE generations (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    mark     TEXT    NOT NULL,
    begun_at INTEGER NOT NULL
);
ALTER TABLE invitations ADD COLUMN generation TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN generation TEXT NOT NULL DEFAULT '';

-- Digests of the mailboxes of players who were forgotten, for the list beside the database
-- that a restore reads. They are made as those of wishes.
CREATE TABLE departed (
    digest BLOB NOT NULL PRIMARY KEY,
    at     INTEGER NOT NULL
);
