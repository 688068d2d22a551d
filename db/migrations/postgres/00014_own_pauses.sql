-- +goose Up

-- Whether letters are not sent because the player asked for it, and not because they
-- come back: such a pause ends when the player writes.
ALTER TABLE pauses ADD COLUMN wished INTEGER NOT NULL DEFAULT 0 CHECK (wished IN (0, 1));

-- What a player did of late of which others were told by a letter that no ply brought:
-- offers, vacations and the like are limited by it.
CREATE TABLE notices (
    player BIGINT NOT NULL REFERENCES players (id),
    what   TEXT COLLATE "C" NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (player, what, at)
);
