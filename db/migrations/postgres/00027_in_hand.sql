-- +goose Up

-- Letters go out by several connections, of which one reader has one at a time: their
-- letters come in order. A letter with a lease is in somebody's hand.
UPDATE outbox SET holder = 0, lease_until = 0 WHERE state = 'queued' AND lease_until <> 0;
CREATE UNIQUE INDEX outbox_in_hand ON outbox (player) WHERE state = 'queued' AND lease_until > 0;

-- How often a letter was said to its end and never answered: it may have been taken.
ALTER TABLE outbox ADD COLUMN unheard BIGINT NOT NULL DEFAULT 0;
