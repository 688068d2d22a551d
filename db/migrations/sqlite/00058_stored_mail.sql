-- +goose Up

-- How many bytes are stored of a message in. The sum is read from the index alone.
ALTER TABLE mails ADD COLUMN octets INTEGER NOT NULL DEFAULT 0;
UPDATE mails SET octets = length(raw);
CREATE INDEX mails_by_octets ON mails (octets);
