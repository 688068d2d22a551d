package handler_test

import "turnpost/mail/club/clubtest"

// plantedElsewhere are faults beside games and letters: in what stops clocks, in what players
// have and want, in invitations.
var plantedElsewhere = []clubtest.Planted{
	// Rows that are not as a CHECK has it.
	{"file", "row 1 of players is not as the schema has it, which says CHECK (public IN (0, 1))", `PRAGMA ignore_check_constraints = 1; UPDATE players SET public = 7 WHERE id = 1`},
	{"file", "row 1; 2; 3; 4 of players is not", `PRAGMA ignore_check_constraints = 1; UPDATE players SET digest = 'hourly'`},
	{"file", "row 3, -4; 3, -3; 3, -2 of plies", `PRAGMA ignore_check_constraints = 1; UPDATE plies SET n = n - 5 WHERE game = 3`},

	// What stops clocks.
	{"pause", "no letter of theirs came then", `INSERT INTO pauses (player, why, from_at, wished) SELECT 1, 'bounce', at - 5, 1 FROM heartbeat`},
	{"pause", "then none came back", `INSERT INTO pauses (player, why, from_at) SELECT 1, 'bounce', at - 5 FROM heartbeat`},
	{"pause", "then none came back", `INSERT INTO pauses (player, why, from_at, to_at) SELECT 2, 'bounce', at - 500, at - 5 FROM heartbeat`},
	{"game", "player 1 played ply 3 at", `INSERT INTO pauses (player, why, from_at, wished) SELECT 1, 'bounce', handled_at, 1 FROM inbox WHERE id = 15`},
	{"pause", "and they wrote at", `INSERT INTO pauses (player, why, from_at, wished) SELECT 1, 'bounce', handled_at, 1 FROM inbox WHERE id = 15`},
	{"pause", "has another until", `INSERT INTO pauses (player, why, from_at, to_at) SELECT player, why, from_at, to_at FROM pauses WHERE why = 'vacation'`},
	{"pause", "has another until", `INSERT INTO pauses (player, why, from_at, to_at) SELECT player, why, to_at - 86400000, to_at + 86400000 FROM pauses WHERE why = 'vacation'`},
	{"pause", "begins at 2027-01-10 00:00:00.000, which is no midnight in Europe/Rome", `UPDATE pauses SET from_at = from_at + 3600000 WHERE why = 'vacation'`},
	{"pause", "ends at 2027-01-20 23:00:00.001, which is no midnight", `UPDATE pauses SET to_at = to_at + 1 WHERE why = 'vacation'`},
	{"pause", "begins at", `UPDATE pauses SET from_at = from_at + 1000, to_at = to_at + 1000 WHERE why = 'vacation'`},

	// What would stop letters, or keep somebody away for ever.
	{"player", "their language is \"zz\"", `UPDATE players SET lang = 'zz' WHERE id = 2`},
	{"player", "are told nothing more of it, since the future", `INSERT INTO restraints (player, kind, digest, told_at) VALUES (1, 'error', x'00', ` + y2050 + `)`},
	{"player", "a question to them is of the future", `INSERT INTO questions (player, kind, asked_at) VALUES (1, 'held', ` + y2050 + `)`},
	{"player", "is of the future", `INSERT INTO wish_secret VALUES (1, zeroblob(32)); INSERT INTO wishes VALUES (1, x'00', 'block', ` + y2050 + `, 0)`},
	{"player", "is kept away until a moment", `INSERT INTO wish_secret VALUES (1, zeroblob(32)); INSERT INTO wishes VALUES (1, x'00', 'block', 5, 7)`},
	{"player", "nobody can tell any more of whom", `INSERT INTO wishes VALUES (1, x'00', 'mute', 5, 0)`},
	{"file", "an act of an operator is of the future", `INSERT INTO audit (at, operator, act, subject, detail) VALUES (` + y2050 + `, 'root', 'game abort', 1, '')`},

	// What is due.
	{"player", "the digest was due at", `UPDATE players SET digest_due = digest_due - 604800000 WHERE id = 2`},
	{"invitation", "its end was due at", `UPDATE invitations SET created_at = 1700000000000, expires_at = 1701000000000 WHERE state = 'open'`},

	// Conditional lines.
	{"game", "is none that can be played from this board", `UPDATE conditionals SET line = 'if z9 then d1'`},
	{"game", "is none that can be played from this board", `UPDATE conditionals SET line = 'if a1 then d1'`},
	{"game", "stands there twice", `INSERT INTO conditionals (game, player, line) SELECT game, player, line FROM conditionals`},

	// Words.
	{"game", "before it began", `UPDATE talk SET said_at = said_at - 864000000`},
	{"game", "of less than no ply", `UPDATE notes SET ply = -1`},
	{"file", "published of row 1 in notes is -7", `UPDATE notes SET published = -7`},
	{"file", "passed of row 1 in talk is 2", `UPDATE talk SET passed = 2 WHERE id = 1`},
	{"file", "public of row 1 in players is 1796681761000", `PRAGMA ignore_check_constraints = 1; UPDATE players SET public = 1796681761000 WHERE id = 1`},

	// Invitations.
	{"invitation", "a letter about it is older", `UPDATE invitations SET created_at = created_at + 3600000 WHERE state = 'open'`},
	{"invitation", "whist", `UPDATE invitations SET rules = 'whist' WHERE state = 'open'`},
	{"invitation", "its pace \"whenever\" is none", `UPDATE invitations SET pace = 'whenever' WHERE state = 'open'`},
	{"invitation", "is said by 7", `UPDATE invitations SET rated = 7 WHERE state = 'open'`},
	{"invitation", "has more than one line", `UPDATE invitations SET subject = subject || char(13) || char(10) || 'Bcc: eve@example.org' WHERE state = 'open'`},
	{"invitation", "does not have its number", `UPDATE invitations SET subject = 'Turro' WHERE state = 'open'`},
	{"invitation", "one of its players is none any more", `UPDATE players SET address = '', name = 'Somebody' WHERE id = 3`},
	{"invitation", "which none does", `UPDATE invitations SET expires_at = created_at WHERE state = 'open'`},

	// How often somebody played.
	{"player", "15 turns of theirs are counted, and in their games they made", `UPDATE players SET turns = 15 WHERE id = 1`},
	{"player", "4 turns of theirs are counted, and in their games they made 5", `UPDATE players SET turns = turns - 1 WHERE id = 2`},

	// Many of one cause.
	{"letter out", "faults that are alike, of 1, 2, 3, 4, 5 and others: its thread is no game", `UPDATE outbox SET thread = 999 WHERE thread > 0`},
}
