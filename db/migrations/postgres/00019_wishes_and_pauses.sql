-- +goose Up

-- What others wanted of somebody who was forgotten, that it holds when a player of the
-- same address is made: of the address there is only a digest with a secret of its own.
CREATE TABLE wishes (
    player BIGINT NOT NULL REFERENCES players (id), -- whose wish it is
    digest BYTEA  NOT NULL,
    kind   TEXT COLLATE "C" NOT NULL CHECK (kind IN ('block', 'mute', 'decline')),
    at     BIGINT NOT NULL, -- when an invitation was declined; else when it was kept
    until  BIGINT NOT NULL, -- when it is erased; 0: with its player
    PRIMARY KEY (player, digest, kind)
);
CREATE INDEX wishes_by_digest ON wishes (digest);
CREATE INDEX wishes_by_end ON wishes (until) WHERE until <> 0;

CREATE TABLE wish_secret (
    id     BIGINT PRIMARY KEY CHECK (id = 1),
    secret BYTEA NOT NULL
);

-- Who is forgotten is looked for among those who were blocked.
CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- Whether a suspension stops the clocks for all the days that one can, whatever the quota
-- has left: those from before there was a quota do, or games would be lost by a new
-- version.
ALTER TABLE pauses ADD COLUMN whole INTEGER NOT NULL DEFAULT 0 CHECK (whole IN (0, 1));
UPDATE pauses SET whole = 1 WHERE why = 'bounce' AND wished = 0;
