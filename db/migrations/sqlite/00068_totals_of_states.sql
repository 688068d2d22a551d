-- +goose Up

-- Control totals as in 00062, also of when a player stopped all messages, and of the offer that was
-- made last in a game: it, the side that made it, and how often plies were taken back before. That of
-- a ladder has a second sum: other orders of the same players could have the first.
CREATE TABLE all_totals (
    what  TEXT NOT NULL CHECK (what IN ('vacations', 'ladder', 'stopped', 'offer')),
    of    TEXT NOT NULL,
    total TEXT NOT NULL,
    PRIMARY KEY (what, of)
) WITHOUT ROWID;
INSERT INTO all_totals (what, of, total) SELECT what, of, total FROM totals WHERE what = 'vacations';
INSERT INTO all_totals (what, of, total) SELECT 'ladder', rules, CAST(sum(position * player) AS TEXT) || ' ' ||
    CAST(sum(position * player * position) AS TEXT) FROM rungs GROUP BY rules;
INSERT INTO all_totals (what, of, total) SELECT 'stopped', CAST(id AS TEXT), CAST(stopped_at AS TEXT) FROM players
    WHERE stopped_at <> 0 AND address <> '';
INSERT INTO all_totals (what, of, total) SELECT 'offer', CAST(id AS TEXT), offer || CASE offer_by WHEN black THEN ' black '
    ELSE ' white ' END || CAST(undone AS TEXT) FROM games WHERE offer <> '';
DROP TABLE totals;
ALTER TABLE all_totals RENAME TO totals;
