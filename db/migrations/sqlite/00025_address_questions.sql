-- +goose Up

-- Questions to addresses whether they are a player's, of the last day: by whom they
-- are counted with invitations (see origins), and a digest of the address that was
-- asked. Neither the player's second address nor the player need be known any more.
CREATE TABLE address_questions (
    id     INTEGER PRIMARY KEY,
    origin BLOB    NOT NULL,
    asked  BLOB    NOT NULL,
    at     INTEGER NOT NULL
);
CREATE INDEX address_questions_by_origin ON address_questions (origin, at);
CREATE INDEX address_questions_by_asked ON address_questions (asked, at);
CREATE INDEX address_questions_by_age ON address_questions (at);
