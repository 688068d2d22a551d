-- +goose Up

-- The bytes of letters in, apart from what is noted of them: a row that is claimed,
-- marked and settled is written anew, with all that stands in it. And how much a mail
-- counted for when it came, which was told by the length of its digest. SQLite cannot
-- take a condition off a table, so the table is made anew, with those that refer to it.
CREATE TABLE inbox_made (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    mailbox    TEXT    NOT NULL,
    cursor     TEXT    NOT NULL,
    message_id TEXT    NOT NULL,
    -- of its writer, its signature and its body
    digest     BLOB    NOT NULL,
    -- 0: a robot's; 1: unproven; 2: proven; the same mail is taken once in each
    standing   INTEGER NOT NULL DEFAULT 0,
    size       INTEGER NOT NULL,
    too_large  INTEGER NOT NULL DEFAULT 0,
    -- the player who was found to have written it; 0: nobody was
    sender     INTEGER NOT NULL DEFAULT 0,
    state      TEXT    NOT NULL CHECK (state IN ('new', 'done', 'dropped', 'quarantined')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    failures   INTEGER NOT NULL DEFAULT 0,
    -- what was done with it, or why it failed: a few words for the operator
    remark     TEXT    NOT NULL DEFAULT '',
    arrived_at INTEGER NOT NULL,
    handled_at INTEGER NOT NULL DEFAULT 0,
    -- the address that a signature of its own domain vouched for; '': none did
    vouched    TEXT    NOT NULL DEFAULT '',
    -- a short hash of who seems to have written it, while it is new
    writer     TEXT    NOT NULL DEFAULT '',
    -- the daemon that answers it; 0: nobody yet
    holder     INTEGER NOT NULL DEFAULT 0,
    -- where it stands in the queue: lower comes first
    place      INTEGER NOT NULL DEFAULT 0,
    UNIQUE (mailbox, cursor)
);
INSERT INTO sqlite_sequence (name, seq) SELECT 'inbox_made', seq FROM sqlite_sequence WHERE name = 'inbox';
INSERT INTO inbox_made (id, mailbox, cursor, message_id, digest, standing, size, too_large, sender, state, attempts, failures, remark, arrived_at, handled_at, vouched, writer, holder, place)
    SELECT id, mailbox, cursor, message_id, substr(digest, 1, 32), max(length(digest) - 32, 0), size, too_large, sender, state, attempts, failures, remark, arrived_at, handled_at, vouched, writer, holder, place
    FROM inbox ORDER BY id;

CREATE TABLE mails (
    letter     INTEGER PRIMARY KEY REFERENCES inbox_made (id),
    raw        BLOB    NOT NULL,
    arrived_at INTEGER NOT NULL
);
INSERT INTO mails (letter, raw, arrived_at) SELECT id, raw, arrived_at FROM inbox WHERE length(raw) > 0 ORDER BY id;
CREATE INDEX mails_by_age ON mails (arrived_at);

CREATE TABLE plies_new (
    game      INTEGER NOT NULL REFERENCES games (id),
    n         INTEGER NOT NULL CHECK (n >= 1),
    move      TEXT    NOT NULL,
    -- the letter that played it; NULL: none did
    letter    INTEGER REFERENCES inbox_made (id),
    played_at INTEGER NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;
INSERT INTO plies_new (game, n, move, letter, played_at) SELECT game, n, move, letter, played_at FROM plies ORDER BY game, n;
DROP TABLE plies;
ALTER TABLE plies_new RENAME TO plies;

CREATE TABLE held_new (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    player  INTEGER NOT NULL REFERENCES players (id),
    -- the letter that they came in
    letter  INTEGER NOT NULL REFERENCES inbox_made (id),
    lines   TEXT    NOT NULL, -- erased when they wait no more
    state   TEXT    NOT NULL CHECK (state IN ('waiting', 'done', 'dropped', 'replaced', 'expired')),
    held_at INTEGER NOT NULL,
    -- whether a question with this number was sent; else it waits beside one that was
    asked   INTEGER NOT NULL DEFAULT 1
);
INSERT INTO sqlite_sequence (name, seq) SELECT 'held_new', seq FROM sqlite_sequence WHERE name = 'held';
INSERT INTO held_new (id, player, letter, lines, state, held_at, asked) SELECT id, player, letter, lines, state, held_at, asked FROM held ORDER BY id;
DROP TABLE held;
ALTER TABLE held_new RENAME TO held;
DELETE FROM sqlite_sequence WHERE seq = 0; -- of nothing
CREATE INDEX held_waiting ON held (player, id) WHERE state = 'waiting';
CREATE INDEX held_by_player ON held (player, id);
CREATE INDEX held_by_age ON held (held_at) WHERE state = 'waiting';

DROP TABLE inbox;
ALTER TABLE inbox_made RENAME TO inbox;
CREATE UNIQUE INDEX inbox_known ON inbox (message_id, digest, standing);
CREATE INDEX inbox_new ON inbox (id) WHERE state = 'new';
CREATE INDEX inbox_new_by_writer ON inbox (writer, id) WHERE state = 'new';
CREATE INDEX inbox_new_by_place ON inbox (place, id) WHERE state = 'new';
CREATE INDEX inbox_by_sender ON inbox (sender);

-- Invitations by somebody who was forgotten since, as far as they count against the
-- next player of the address; see wishes.
CREATE TABLE invited (
    id     INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id), -- who was invited
    digest BLOB  NOT NULL,
    at     INTEGER NOT NULL,
    until  INTEGER NOT NULL -- when it is erased
);
CREATE INDEX invited_by_player ON invited (player, digest);
CREATE INDEX invited_by_end ON invited (until);
