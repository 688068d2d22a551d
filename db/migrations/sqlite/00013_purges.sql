-- +goose Up

-- Mails whose text was erased here because somebody was forgotten, and that still
-- lie in the mailbox, filed: whoever reads it deletes them there.
CREATE TABLE purges (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    mailbox    TEXT    NOT NULL,
    message_id TEXT    NOT NULL,
    asked_at   INTEGER NOT NULL,
    UNIQUE (mailbox, message_id)
);
