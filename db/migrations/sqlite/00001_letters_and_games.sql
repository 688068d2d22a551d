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
    stopped_at INTEGER NOT NULL DEFAULT 0,
    -- a question that a reply "yes" answers: '', 'stop' or 'forget'
    asked      TEXT    NOT NULL DEFAULT '' CHECK (asked IN ('', 'stop', 'forget')),

    lang     TEXT NOT NULL DEFAULT 'en',
    timezone TEXT NOT NULL DEFAULT 'UTC', -- a name of the tz database
    board    TEXT NOT NULL DEFAULT 'ascii' CHECK (board IN ('ascii', 'unicode')),
    letters  TEXT NOT NULL DEFAULT 'every' CHECK (letters IN ('every', 'mine', 'digest')),

    digest        TEXT    NOT NULL DEFAULT 'off' CHECK (digest IN ('off', 'daily', 'weekly')),
    digest_day    INTEGER NOT NULL DEFAULT 1 CHECK (digest_day BETWEEN 0 AND 6), -- 0 is Sunday
    digest_minute INTEGER NOT NULL DEFAULT 450 CHECK (digest_minute BETWEEN 0 AND 1439),
    -- when the next digest is to be written; 0: never
    digest_due    INTEGER NOT NULL DEFAULT 0,
    -- up to when the last digest told everything
    digest_at     INTEGER NOT NULL DEFAULT 0,

    -- turns made, and those made after the clock had run out
    turns INTEGER NOT NULL DEFAULT 0,
    late  INTEGER NOT NULL DEFAULT 0,
    -- whether an out-of-office reply has brought an offer of vacation
    offered_vacation INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX players_digest ON players (digest_due) WHERE digest_due <> 0;

-- Whom a player wants no invitations from.
CREATE TABLE blocks (
    player  INTEGER NOT NULL REFERENCES players (id),
    blocked INTEGER NOT NULL REFERENCES players (id),
    PRIMARY KEY (player, blocked)
) WITHOUT ROWID;

-- When clocks stand still: of all games of a player, or, with player 0, of all
-- games. to_at 0: until further notice.
CREATE TABLE pauses (
    id      INTEGER PRIMARY KEY,
    player  INTEGER NOT NULL,
    why     TEXT    NOT NULL CHECK (why IN ('vacation', 'bounce', 'down')),
    from_at INTEGER NOT NULL,
    to_at   INTEGER NOT NULL DEFAULT 0,
    CHECK (to_at = 0 OR to_at >= from_at)
);
CREATE INDEX pauses_by_player ON pauses (player, from_at);

-- An invitation and the game that comes of it share one number, because one
-- thread of letters carries both. Numbers are never used twice.
CREATE TABLE invitations (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    rules       TEXT    NOT NULL,
    challenger  INTEGER NOT NULL REFERENCES players (id),
    -- NULL: whoever accepts it first
    invitee     INTEGER REFERENCES players (id),
    -- the challenger's
    side        TEXT    NOT NULL CHECK (side IN ('black', 'white')),
    pace        TEXT    NOT NULL,
    rated       INTEGER NOT NULL DEFAULT 1,
    subject     TEXT    NOT NULL,
    message     TEXT    NOT NULL DEFAULT '',
    state       TEXT    NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,
    answered_at INTEGER NOT NULL DEFAULT 0,
    CHECK (challenger <> invitee)
);
CREATE INDEX invitations_open ON invitations (expires_at) WHERE state = 'open';
CREATE INDEX invitations_by_challenger ON invitations (challenger, state);
CREATE INDEX invitations_by_invitee ON invitations (invitee, state);

-- The plies are the truth; `plies`, `position`, `result` and `reason` are a
-- cache of them that `turnpost verify` checks. What ends a game outside its
-- rules is not in the plies: the reasons 'resigned', 'agreed' and 'time'.
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

    pace       TEXT    NOT NULL,
    rated      INTEGER NOT NULL DEFAULT 1,
    -- what each side's clock held, in milliseconds, when the turn began
    black_left INTEGER NOT NULL,
    white_left INTEGER NOT NULL,
    turn_at    INTEGER NOT NULL,
    -- how many of the turn's reminders went out
    reminded   INTEGER NOT NULL DEFAULT 0,
    -- when the clockwork has to look at the game again; 0: never
    clock_due  INTEGER NOT NULL DEFAULT 0,

    -- an offer that stands: by whom, and what
    offer      TEXT    NOT NULL DEFAULT '' CHECK (offer IN ('', 'draw', 'undo')),
    offer_by   INTEGER NOT NULL DEFAULT 0,
    -- how often plies were taken back: a letter from before cannot play after
    undone     INTEGER NOT NULL DEFAULT 0,
    CHECK (black <> white)
);
CREATE INDEX games_clock ON games (clock_due) WHERE clock_due <> 0;
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

-- What players tell each other in a game, until and after it is passed on.
CREATE TABLE talk (
    id      INTEGER PRIMARY KEY,
    game    INTEGER NOT NULL REFERENCES games (id),
    author  INTEGER NOT NULL REFERENCES players (id),
    text    TEXT    NOT NULL,
    ply     INTEGER NOT NULL, -- plies played when it was said
    said_at INTEGER NOT NULL,
    passed  INTEGER NOT NULL DEFAULT 0 -- whether the opponent has read it
);
CREATE INDEX talk_by_game ON talk (game, passed);

-- What a player notes in a game for oneself.
CREATE TABLE notes (
    id       INTEGER PRIMARY KEY,
    game     INTEGER NOT NULL REFERENCES games (id),
    author   INTEGER NOT NULL REFERENCES players (id),
    text     TEXT    NOT NULL,
    ply      INTEGER NOT NULL,
    noted_at INTEGER NOT NULL,
    published INTEGER NOT NULL DEFAULT 0 -- whether the opponent may read it
);
CREATE INDEX notes_by_game ON notes (game, author);

-- Conditional plies, one line of a player's a row, in canonical text.
CREATE TABLE conditionals (
    id     INTEGER PRIMARY KEY,
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL REFERENCES players (id),
    line   TEXT    NOT NULL
);
CREATE INDEX conditionals_by_game ON conditionals (game, player);

-- Glicko-2 ratings of rated games.
CREATE TABLE ratings (
    player     INTEGER NOT NULL REFERENCES players (id),
    rules      TEXT    NOT NULL,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    games      INTEGER NOT NULL,
    rated_at   INTEGER NOT NULL,
    PRIMARY KEY (player, rules)
) WITHOUT ROWID;

-- The last moment at which the daemon is known to have run: row 1.
CREATE TABLE heartbeat (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    at   INTEGER NOT NULL
);

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
    -- the player who was found to have written it; 0: nobody was
    sender     INTEGER NOT NULL DEFAULT 0,
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
    -- 1: the text is erased when it is sent, because it may name somebody who
    -- was forgotten
    passing     INTEGER NOT NULL DEFAULT 0,
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
