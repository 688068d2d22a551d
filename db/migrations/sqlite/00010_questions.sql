-- +goose Up

-- Letters to addresses whose writer nothing proved: whoever can write any address
-- into a mail brings so many of them, and no more.
CREATE TABLE questions (
    id       INTEGER PRIMARY KEY,
    player   INTEGER NOT NULL REFERENCES players (id),
    -- 'held': it asks about what is held; 'answer': it tells a stranger something
    kind     TEXT    NOT NULL CHECK (kind IN ('held', 'answer')),
    asked_at INTEGER NOT NULL
);
CREATE INDEX questions_by_player ON questions (player, asked_at);
CREATE INDEX questions_by_age ON questions (asked_at);
