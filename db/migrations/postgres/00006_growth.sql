-- +goose Up

-- Letters that nobody waits for go last, however many they are; see Patient.
DROP INDEX outbox_queued;
CREATE INDEX outbox_queued ON outbox ((thread = -1), due_at, id) WHERE state = 'queued';
-- What waits in a thread, however long it is.
CREATE INDEX outbox_waiting ON outbox (player, thread, id) WHERE state = 'queued';

-- What letters ask: a person by name, standings, whose a new address is; and
-- what is erased when a player leaves.
CREATE INDEX players_by_name ON players (lower(name));
CREATE INDEX ratings_best ON ratings (rules, rating DESC, player);
CREATE INDEX addresses_asked ON addresses (folded) WHERE confirmed_at = 0;
CREATE INDEX inbox_by_sender ON inbox (sender);
