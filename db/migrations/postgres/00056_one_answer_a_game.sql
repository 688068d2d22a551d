-- +goose Up

-- One message may bring a player several: one about each of their games.
DROP INDEX outbox_one_answer;
CREATE UNIQUE INDEX outbox_one_answer ON outbox (answers, player, thread) WHERE answers <> 0;
