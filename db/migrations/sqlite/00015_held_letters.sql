-- +goose Up

-- More than one letter may wait for its player's word: whoever writes one in the
-- player's name must not keep the player's own from being seen.
DROP INDEX held_waiting;
CREATE INDEX held_waiting ON held (player, id) WHERE state = 'waiting';

-- Whether a question with this number was sent; else it waits beside one that was.
ALTER TABLE held ADD COLUMN asked INTEGER NOT NULL DEFAULT 1;
