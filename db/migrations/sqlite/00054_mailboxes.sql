-- +goose Up

-- The mailbox that an address leads to (MailboxOf): a mailbox is one person.
ALTER TABLE players ADD COLUMN mailbox TEXT NOT NULL DEFAULT '';
ALTER TABLE addresses ADD COLUMN mailbox TEXT NOT NULL DEFAULT '';
UPDATE players SET mailbox = folded;
UPDATE players SET mailbox = substr(folded, 1, instr(folded, '+') - 1) || substr(folded, instr(folded, '@'))
    WHERE instr(folded, '+') > 1 AND instr(folded, '+') < instr(folded, '@');
UPDATE players SET mailbox = replace(substr(mailbox, 1, instr(mailbox, '@') - 1), '.', '') || '@gmail.com'
    WHERE mailbox LIKE '%@gmail.com' OR mailbox LIKE '%@googlemail.com';
UPDATE players SET mailbox = replace(replace(replace(substr(mailbox, 1, instr(mailbox, '@') - 1), '.', ''), '-', ''), '_', '') || '@proton.me'
    WHERE mailbox LIKE '%@proton.me' OR mailbox LIKE '%@protonmail.com' OR mailbox LIKE '%@pm.me';
UPDATE players SET mailbox = substr(mailbox, 1, instr(mailbox, '@') - 1) || '@icloud.com'
    WHERE mailbox LIKE '%@me.com' OR mailbox LIKE '%@mac.com';
UPDATE addresses SET mailbox = folded;
UPDATE addresses SET mailbox = substr(folded, 1, instr(folded, '+') - 1) || substr(folded, instr(folded, '@'))
    WHERE instr(folded, '+') > 1 AND instr(folded, '+') < instr(folded, '@');
UPDATE addresses SET mailbox = replace(substr(mailbox, 1, instr(mailbox, '@') - 1), '.', '') || '@gmail.com'
    WHERE mailbox LIKE '%@gmail.com' OR mailbox LIKE '%@googlemail.com';
UPDATE addresses SET mailbox = replace(replace(replace(substr(mailbox, 1, instr(mailbox, '@') - 1), '.', ''), '-', ''), '_', '') || '@proton.me'
    WHERE mailbox LIKE '%@proton.me' OR mailbox LIKE '%@protonmail.com' OR mailbox LIKE '%@pm.me';
UPDATE addresses SET mailbox = substr(mailbox, 1, instr(mailbox, '@') - 1) || '@icloud.com'
    WHERE mailbox LIKE '%@me.com' OR mailbox LIKE '%@mac.com';
CREATE INDEX players_by_mailbox ON players (mailbox);
CREATE INDEX addresses_by_mailbox ON addresses (mailbox);
