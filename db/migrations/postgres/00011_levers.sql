-- +goose Up

-- Whose invitations of a day are counted together: a digest of the registered domain
-- that they come from, or of the address at a provider that gives one to anybody. It
-- stays when a player is forgotten, or a domain would begin anew; but a day only.
CREATE TABLE origins (
    invitation BIGINT PRIMARY KEY REFERENCES invitations (id),
    origin     BYTEA   NOT NULL,
    at         BIGINT NOT NULL
);
CREATE INDEX origins_by_origin ON origins (origin, at);
CREATE INDEX origins_by_age ON origins (at);

-- How often somebody was invited, and by whom.
CREATE INDEX invitations_by_pair ON invitations (challenger, invitee, created_at);
CREATE INDEX invitations_received ON invitations (invitee, created_at);

-- Whose words a player does not want to read.
CREATE TABLE mutes (
    player BIGINT NOT NULL REFERENCES players (id),
    muted  BIGINT NOT NULL REFERENCES players (id),
    PRIMARY KEY (player, muted)
);
CREATE INDEX mutes_by_muted ON mutes (muted);
