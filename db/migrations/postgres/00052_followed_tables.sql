-- +goose Up

-- Tables of tournaments of which followers are still to be told.
CREATE TABLE followed_tables (
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    division   INTEGER NOT NULL,
    due_at     BIGINT NOT NULL,
    PRIMARY KEY (tournament, division)
);
CREATE INDEX followed_tables_due ON followed_tables (due_at, tournament, division);

-- Tables that a follower has not read yet.
CREATE TABLE follow_tables (
    follower   BIGINT NOT NULL REFERENCES players (id),
    tournament BIGINT NOT NULL REFERENCES tournaments (id),
    division   INTEGER NOT NULL,
    noted_at   BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (follower, tournament, division)
);
CREATE INDEX follow_tables_by_division ON follow_tables (tournament, division);
