-- +goose Up

-- The turns of robots, which are to be thought about: their number of reminders is -1, and
-- an older program would remind them.
CREATE INDEX games_robots ON games (clock_due, id) WHERE reminded < 0;
