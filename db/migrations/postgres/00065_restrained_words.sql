-- +goose Up

-- Words that no command sent to the opponent are counted, too: two programs that answer each other
-- through us stop by themselves.
ALTER TABLE restraints DROP CONSTRAINT restraints_kind_check;
ALTER TABLE restraints ADD CONSTRAINT restraints_kind_check CHECK (kind IN ('error', 'look', 'words'));
