-- +goose Up

-- Letters that came back for good, each once. `counts` goes to 0 when the
-- player writes; the row stays, so that the same report counts never again.
CREATE TABLE bounces (
    letter INTEGER PRIMARY KEY REFERENCES outbox (id),
    player INTEGER NOT NULL REFERENCES players (id),
    status TEXT    NOT NULL, -- class.subject.detail (RFC 3463)
    counts INTEGER NOT NULL DEFAULT 1,
    at     INTEGER NOT NULL
);
CREATE INDEX bounces_by_player ON bounces (player, at) WHERE counts = 1;

-- So far one refused letter stopped a player's clocks until a letter arrived.
-- From now on an open pause of this kind says that the address is suspended,
-- which takes more: those that stand end, and the clockwork looks at the games.
UPDATE games SET clock_due = turn_at WHERE result = 'none' AND EXISTS (
    SELECT 1 FROM pauses WHERE why = 'bounce' AND to_at = 0 AND player IN (games.black, games.white));
UPDATE pauses SET to_at = max(from_at, CAST(strftime('%s', 'now') AS INTEGER) * 1000) WHERE why = 'bounce' AND to_at = 0;
