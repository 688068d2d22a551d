-- +goose Up

-- The bytes of a letter in texts may from now on begin with a line
-- "Turnpost-Drawings: [...]": what its pictures show, which are drawn when it is sent.
-- Programs before this schema would send them as they are.
SELECT 1;
