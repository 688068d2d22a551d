-- +goose Up

-- A name as people may type it: without accents, spaces and signs, in lower case (see db.PlainName). It is
-- filled when the server starts.
ALTER TABLE players ADD COLUMN name_plain TEXT NOT NULL DEFAULT '';
CREATE INDEX players_by_plain_name ON players (name_plain);

-- 1: others may invite the player by name.
ALTER TABLE players ADD COLUMN challenges INTEGER NOT NULL DEFAULT 0 CHECK (challenges IN (0, 1));

-- 1: the challenger knew a name and no address, so neither is told the other's address.
ALTER TABLE invitations ADD COLUMN by_name INTEGER NOT NULL DEFAULT 0 CHECK (by_name IN (0, 1));

-- For an invitation to anyone: how far the rating of the player who accepts may be from the
-- challenger's; 0: any rating.
ALTER TABLE invitations ADD COLUMN rating_within INTEGER NOT NULL DEFAULT 0;

-- What an undo in the column offer is in truth, since its check cannot be widened: 'forgive', the opponent's
-- last turn to take back, or 'break' and milliseconds, a time in which the clocks stand still; '': an undo.
ALTER TABLE games ADD COLUMN offer_of TEXT NOT NULL DEFAULT '';

-- When the clocks of a game stand still because its players agreed so. break_to is the last end of a game's
-- breaks; 0: there was none.
CREATE TABLE breaks (
    game    INTEGER NOT NULL REFERENCES games (id),
    from_at INTEGER NOT NULL,
    to_at   INTEGER NOT NULL,
    PRIMARY KEY (game, from_at)
) WITHOUT ROWID;
ALTER TABLE games ADD COLUMN break_to INTEGER NOT NULL DEFAULT 0;
