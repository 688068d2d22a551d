-- +goose Up

-- The offer that stood when a side resigned, and by whom: it stands again if that is taken back.
ALTER TABLE games ADD COLUMN held_offer TEXT NOT NULL DEFAULT '' CHECK (held_offer IN ('', 'draw', 'undo'));
ALTER TABLE games ADD COLUMN held_offer_by INTEGER NOT NULL DEFAULT 0;
