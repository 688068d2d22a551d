-- +goose Up

-- Whether it is a line of a proven message, whose writer was asked whether it was meant.
ALTER TABLE held ADD COLUMN line BIGINT NOT NULL DEFAULT 0 CHECK (line IN (0, 1));
UPDATE held SET line = 1, lines = substr(lines, 2) WHERE state = 'waiting' AND substr(lines, 1, 1) = chr(10);
