-- +goose Up

-- When a resignation was made that was taken back, and when it was taken back; 0: none was.
ALTER TABLE games ADD COLUMN resigned_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN resumed_at BIGINT NOT NULL DEFAULT 0;

-- Games that are over by a resignation that can still be taken back, until clock_due.
CREATE INDEX games_retractable ON games (clock_due) WHERE clock_due <> 0 AND result <> 'none';
