-- +goose Up

-- Tables and columns get the words of the code: a mail is a message, what is not proven waits in
-- quarantine, a program plays for a player, and a player who leaves is leaving.
ALTER TABLE mails RENAME COLUMN letter TO message;
ALTER TABLE texts RENAME COLUMN letter TO message;
ALTER TABLE bounces RENAME COLUMN letter TO message;
ALTER TABLE plies RENAME COLUMN letter TO message;
ALTER TABLE keys RENAME COLUMN after_letter TO after_message;
ALTER TABLE players RENAME COLUMN letters TO messages;
ALTER TABLE players RENAME COLUMN robot TO program;
ALTER TABLE players RENAME COLUMN robot_fixed TO program_fixed;
ALTER TABLE games RENAME COLUMN robots TO against_programs;
ALTER TABLE ratings RENAME COLUMN robots TO against_programs;
ALTER TABLE puzzle_letters RENAME TO puzzle_messages;
ALTER TABLE departures RENAME TO leavings;

ALTER TABLE held RENAME TO quarantine;
ALTER TABLE quarantine RENAME COLUMN letter TO message;
ALTER TABLE quarantine RENAME COLUMN held_at TO quarantined_at;
DROP INDEX held_by_age;
DROP INDEX held_by_player;
DROP INDEX held_waiting;
CREATE INDEX quarantine_by_age ON quarantine (quarantined_at) WHERE state = 'waiting';
CREATE INDEX quarantine_by_player ON quarantine (player, id);
CREATE INDEX quarantine_waiting ON quarantine (player, id) WHERE state = 'waiting';

DROP INDEX games_robots;
CREATE INDEX games_bots ON games (clock_due, id) WHERE reminded < 0;
