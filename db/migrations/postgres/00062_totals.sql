-- +goose Up

-- Control totals of rows that nothing else proves, for 'turnpost verify': of each player's
-- vacations (their number, and the sums of both moments), and of the places on each ladder (the
-- sum of place times player).
CREATE TABLE totals (
    what  TEXT NOT NULL CHECK (what IN ('vacations', 'ladder')),
    of    TEXT NOT NULL,
    total TEXT NOT NULL,
    PRIMARY KEY (what, of)
);
INSERT INTO totals (what, of, total) SELECT 'vacations', CAST(player AS TEXT), CAST(count(*) AS TEXT) || ' ' ||
    CAST(sum(from_at) AS TEXT) || ' ' || CAST(sum(to_at) AS TEXT) FROM pauses WHERE why = 'vacation' GROUP BY player;
INSERT INTO totals (what, of, total) SELECT 'ladder', rules, CAST(sum(position * player) AS TEXT) FROM rungs
    GROUP BY rules;

-- How many messages out were written when a message in was settled; -1: unknown.
ALTER TABLE inbox ADD COLUMN answered BIGINT NOT NULL DEFAULT -1;
