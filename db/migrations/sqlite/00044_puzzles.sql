-- +goose Up

-- Games that are over and in which puzzles are still to be sought. A row goes in the
-- transaction that keeps what was found.
CREATE TABLE puzzle_games (
    game     INTEGER PRIMARY KEY REFERENCES games (id),
    failures INTEGER NOT NULL DEFAULT 0,
    due_at   INTEGER NOT NULL DEFAULT 0
);

-- The shelf: positions in which one ply alone keeps the win.
CREATE TABLE puzzles (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    game     INTEGER NOT NULL REFERENCES games (id),
    rules    TEXT    NOT NULL,
    position TEXT    NOT NULL,
    -- the ply that keeps the win, and the position after it
    keeps    TEXT    NOT NULL,
    after    TEXT    NOT NULL,
    -- what each legal ply is worth, one a line; see package puzzle
    plies    TEXT    NOT NULL,
    found_at INTEGER NOT NULL,
    UNIQUE (rules, position)
);
CREATE INDEX puzzles_game ON puzzles (game);

-- Which puzzle stands in a letter to a player, by the second of the letter, which its
-- ticket tells. No key refers to the puzzle: an answer to one that is gone is told so.
CREATE TABLE puzzle_letters (
    player INTEGER NOT NULL REFERENCES players (id),
    at     INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    PRIMARY KEY (player, at)
);

-- What players answered. The tally counts them, also of puzzles that are gone.
CREATE TABLE puzzle_answers (
    player INTEGER NOT NULL REFERENCES players (id),
    puzzle INTEGER NOT NULL,
    move   TEXT    NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, puzzle)
);

-- Who wants one a day, and when: minute is that of the day in the player's timezone.
CREATE TABLE puzzle_days (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    minute INTEGER NOT NULL,
    due_at INTEGER NOT NULL
);
CREATE INDEX puzzle_days_due ON puzzle_days (due_at);
