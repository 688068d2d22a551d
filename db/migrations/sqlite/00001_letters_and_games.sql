-- +goose Up

-- Times are milliseconds since 1970 in UTC; 0 is "not yet".

-- The keys that letters' secrets are made with. The newest makes, all verify.
CREATE TABLE keys (
    id         INTEGER PRIMARY KEY,
    secret     BLOB    NOT NULL CHECK (length(secret) = 32),
    created_at INTEGER NOT NULL
);

-- A player is a mail address. `folded` makes two spellings of it one.
CREATE TABLE players (
    id         INTEGER PRIMARY KEY,
    address    TEXT    NOT NULL,
    folded     TEXT    NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    -- the first letter that came from there; 0: only ever written to
    wrote_at   INTEGER NOT NULL DEFAULT 0,
    -- since when nothing is sent there, at the player's wish; 0: letters go
    stopped_at INTEGER NOT NULL DEFAULT 0
);

-- An invitation and the game that comes of it share one number, because one
-- thread of letters carries both. Numbers are never used twice.
CREATE TABLE invitations (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    rules       TEXT    NOT NULL,
    challenger  INTEGER NOT NULL REFERENCES players (id),
    invitee     INTEGER NOT NULL REFERENCES players (id),
    black       INTEGER NOT NULL REFERENCES players (id),
    subject     TEXT    NOT NULL,
    message     TEXT    NOT NULL DEFAULT '',
    state       TEXT    NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn')),
    created_at  INTEGER NOT NULL,
    answered_at INTEGER NOT NULL DEFAULT 0,
    CHECK (challenger <> invitee),
    CHECK (black IN (challenger, invitee))
);
CREATE INDEX invitations_by_challenger ON invitations (challenger, state);
CREATE INDEX invitations_by_invitee ON invitations (invitee, state);

-- The plies are the truth; `plies`, `position`, `result` and `reason` are a
-- cache of them that `turnpost verify` checks. Only a resignation is not in
-- the plies: its reason is 'resigned'.
CREATE TABLE games (
    id         INTEGER PRIMARY KEY REFERENCES invitations (id),
    rules      TEXT    NOT NULL,
    black      INTEGER NOT NULL REFERENCES players (id),
    white      INTEGER NOT NULL REFERENCES players (id),
    subject    TEXT    NOT NULL,
    plies      INTEGER NOT NULL DEFAULT 0,
    position   TEXT    NOT NULL,
    result     TEXT    NOT NULL DEFAULT 'none' CHECK (result IN ('none', 'black', 'white', 'draw')),
    reason     TEXT    NOT NULL DEFAULT '',
    started_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL DEFAULT 0,
    CHECK (black <> white)
);
CREATE INDEX games_by_black ON games (black, result);
CREATE INDEX games_by_white ON games (white, result);

CREATE TABLE plies (
    game      INTEGER NOT NULL REFERENCES games (id),
    n         INTEGER NOT NULL CHECK (n >= 1),
    move      TEXT    NOT NULL,
    -- the letter that played it
    letter    INTEGER NOT NULL REFERENCES inbox (id),
    played_at INTEGER NOT NULL,
    PRIMARY KEY (game, n)
) WITHOUT ROWID;

-- Every mail that was ever collected. It is the ledger that makes each letter
-- count once: by its place in the mailbox, and by its Message-ID and digest,
-- should the server number its mailbox anew or deliver twice.
CREATE TABLE inbox (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    mailbox    TEXT    NOT NULL,
    cursor     TEXT    NOT NULL,
    message_id TEXT    NOT NULL,
    digest     BLOB    NOT NULL,
    size       INTEGER NOT NULL,
    too_large  INTEGER NOT NULL DEFAULT 0,
    raw        BLOB    NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('new', 'done', 'dropped', 'quarantined')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    -- what was done with it, or why it failed: a few words for the operator
    remark     TEXT    NOT NULL DEFAULT '',
    arrived_at INTEGER NOT NULL,
    handled_at INTEGER NOT NULL DEFAULT 0,
    UNIQUE (mailbox, cursor),
    UNIQUE (message_id, digest)
);
CREATE INDEX inbox_new ON inbox (id) WHERE state = 'new';

-- Letters to be sent, with their final bytes: a second try sends the same.
CREATE TABLE outbox (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    player      INTEGER NOT NULL REFERENCES players (id),
    -- the number of the game or invitation whose thread it belongs to; 0: none
    thread      INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    -- the letter in that it answers; 0: none
    answers     INTEGER NOT NULL DEFAULT 0,
    message_id  TEXT    NOT NULL UNIQUE,
    sender      TEXT    NOT NULL,
    recipient   TEXT    NOT NULL,
    raw         BLOB    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('queued', 'sent', 'refused')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    due_at      INTEGER NOT NULL,
    lease_until INTEGER NOT NULL DEFAULT 0,
    remark      TEXT    NOT NULL DEFAULT '',
    created_at  INTEGER NOT NULL,
    sent_at     INTEGER NOT NULL DEFAULT 0
);
-- One letter in gives at most one letter out to each player.
CREATE UNIQUE INDEX outbox_one_answer ON outbox (answers, player) WHERE answers <> 0;
CREATE INDEX outbox_queued ON outbox (due_at, id) WHERE state = 'queued';
CREATE INDEX outbox_by_thread ON outbox (player, thread, id);
