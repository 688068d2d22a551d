-- +goose Up

-- What a name looks like in capitals and as it is written (see db.NameKeys). They are filled
-- when the server starts.
ALTER TABLE players ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN name_look TEXT NOT NULL DEFAULT '';
CREATE INDEX players_by_capitals ON players (name_key);
CREATE INDEX players_by_look ON players (name_look);

-- The names by which players know others whose words they refuse, and who have other names
-- by now.
CREATE TABLE known_names (
    reader BIGINT NOT NULL REFERENCES players (id),
    player BIGINT NOT NULL REFERENCES players (id),
    name   TEXT NOT NULL,
    PRIMARY KEY (reader, player)
);
CREATE INDEX known_names_by_player ON known_names (player);
