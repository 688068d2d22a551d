-- +goose Up

-- The file of a player's deadlines: its name, which nobody can guess; empty: the player has turned it
-- off. changed_at is when it got or lost the name: a restore does not undo that.
CREATE TABLE calendars (
    player     BIGINT PRIMARY KEY REFERENCES players (id),
    name       TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);
