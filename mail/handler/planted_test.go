package handler_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/race"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
	"turnpost/rules/all"
)

// playedDatabase is a file of SQLite that came of real play, and when it was left: two
// games that are over and rated (1 and 2), three that go on (3 with lines and words, 4
// whose turn began anew, 5 on weekdays), one with a robot (7), a rating in each kind, a vacation, an
// absence, a digest, an invitation, and letters in all states.
func playedDatabase(t *testing.T) (image []byte, left time.Time) {
	t.Helper()
	w := newWorld(t)
	w.Begin("roses")
	w.Reply(ada, "1")
	w.Now = w.Now.Add(5 * time.Hour)
	w.Reply(bob, "1")
	w.Reply(ada, "resign")
	w.Proven(ada, "challenge bob@example.org roses as black")
	w.Reply(bob, "accept")
	for turn := range 6 {
		w.Now = w.Now.Add(7 * time.Hour)
		w.Reply([]string{ada, bob}[turn%2], "1")
	}
	w.Reply(bob, "resign")
	w.Proven(ada, "challenge bob@example.org rooya as black")
	w.Reply(bob, "accept")
	for _, m := range []string{"a1", "a2", "b1"} {
		w.Now = w.Now.Add(3 * time.Hour)
		w.Proven(map[bool]string{true: ada, false: bob}[m != "a2"], "#3 "+m+"\nGood luck in there, my friend.")
	}
	w.Proven(ada, "#3 if * then d1")
	w.Proven(ada, "#3 note mind the corner")
	w.Proven(bob, "#3 draw")
	w.Proven(ada, "challenge bob@example.org rooya as black")
	w.Reply(bob, "accept")
	w.Proven(ada, "#4 a1")
	w.Now = w.Now.Add(30 * time.Hour)
	w.Proven(ada, "#4 undo")
	w.Proven(bob, "#4 yes")
	w.Proven(ada, "#4 a1")
	w.Proven(ada, "challenge bob@example.org turro as white pace 2d+1d/5d weekdays")
	w.Reply(bob, "accept")
	w.Proven(bob, "digest daily 08:15")
	w.Proven(bob, "timezone Europe/Rome")
	w.Proven(bob, "vacation 2027-01-10 to 2027-01-20")
	w.Proven("Cleo <cleo@example.org>", "challenge bob@example.org turro")
	w.Down(6 * time.Hour)
	require.NoError(t, w.Deliver(sender{}))
	w.Proven(ada, "games")
	w.Proven(ada, "challenge robot rooya level 1 rated as black")
	w.Reply(ada, "1")
	w.Reply(ada, "resign")
	require.True(t, w.Game(1).Over())
	require.True(t, w.Game(2).Over())
	require.Equal(t, 3, w.Game(3).Plies)
	require.Equal(t, "draw", w.Game(3).Offer)
	require.Equal(t, 1, w.Game(4).Undone)
	require.Equal(t, "2d+1d/5d weekdays", w.Game(5).Pace)
	require.Len(t, w.conditionals(3, ada), 1)
	return clubtest.Image(t, w.DB, w.Where), w.Now
}

const y2050 = `2524608000000`

// planted are faults, one at a time, by what the statement changes.
var planted = []clubtest.Planted{
	// What was missed once.
	{"game", "ply 3, or what", `UPDATE plies SET move = 'c1' WHERE game = 3 AND n = 3; UPDATE games SET position = '` + afterC1() + `' WHERE id = 3`},
	{"game", "the future", `UPDATE plies SET played_at = ` + y2050 + ` WHERE game = 3 AND n = 3`},
	{"game", "before what was", `UPDATE plies SET played_at = played_at - 86400000 WHERE game = 3 AND n = 2`},
	{"game", "which was answered at", `UPDATE plies SET letter = (SELECT letter FROM plies WHERE game = 3 AND n = 2) WHERE game = 3 AND n = 3`},
	{"game", "of player", `UPDATE plies SET letter = (SELECT letter FROM plies WHERE game = 3 AND n = 2) WHERE game = 3 AND n = 1`},
	{"game", "as it was sealed", `UPDATE plies SET (letter, played_at) = (SELECT letter, played_at FROM plies WHERE game = 3 AND n = 2) WHERE game = 3 AND n = 3`},
	{"game", "which was answered at", `UPDATE plies SET letter = (SELECT letter FROM plies WHERE game = 2 AND n = 1) WHERE game = 3 AND n = 1`},
	{"game", "clock held", `UPDATE games SET black_left = 2 * black_left WHERE id = 3`},
	{"game", "clock held", `UPDATE games SET white_left = 2 * white_left WHERE id = 3`},
	{"game", "clock held", `UPDATE games SET white_left = -white_left WHERE id = 5`},
	{"game", "clock held", `UPDATE games SET black_left = 315360000000 WHERE id = 4`},
	{"game", "clock held", `UPDATE games SET white_left = white_left + 1 WHERE id = 1`},
	{"game", "not as it was sealed", `UPDATE games SET black_left = black_left + 60000 WHERE id = 4`},
	{"game", "the turn began at", `UPDATE games SET turn_at = turn_at - 3600000, clock_due = clock_due - 3600000 WHERE id = 3`},
	{"game", "the turn began at", `UPDATE games SET turn_at = turn_at + 3600000 WHERE id = 3`},
	{"game", "not as it was sealed", `UPDATE games SET turn_at = turn_at + 1000, clock_due = clock_due + 1000 WHERE id = 4`},
	{"game", "at the latest", `UPDATE games SET clock_due = ` + y2050 + ` WHERE id = 3`},
	{"game", "at the latest", `UPDATE games SET clock_due = clock_due + 86400000 WHERE id = 3`},
	{"game", "nothing is due before", `UPDATE games SET clock_due = clock_due - 3600000 WHERE id = 3`},
	{"game", "before its turn began", `UPDATE games SET clock_due = 1 WHERE id = 3`},
	{"game", "nothing looks at its clock", `UPDATE games SET clock_due = 0 WHERE id = 3`},
	{"player", "games make it", `UPDATE ratings SET rating = rating + 100`},
	{"player", "games make it", `UPDATE ratings SET rating = rating + 0.1 WHERE player = 1`},
	{"player", "games make it", `UPDATE ratings SET deviation = 30 WHERE player = 1`},
	{"player", "games make it", `UPDATE ratings SET volatility = 0.07 WHERE player = 2`},
	{"player", "and the last game that counts", `UPDATE ratings SET rated_at = rated_at - 1 WHERE player = 1`},
	{"player", "is of 3 games", `UPDATE ratings SET games = 3 WHERE player = 1`},
	{"player", "is gone", `DELETE FROM ratings WHERE player = 1`},
	{"player", "is gone", `DELETE FROM ratings`},
	{"player", "is of no game", `INSERT INTO ratings VALUES (1, 'turro', 0, 1500, 350, 0.06, 0, 1)`},
	{"player", "against robots is gone", `DELETE FROM ratings WHERE player = 1 AND robots = 1`},
	{"player", "in rooya against robots is", `UPDATE ratings SET rating = rating + 1 WHERE player = 1 AND robots = 1`},
	{"player", "in rooya against robots is", `UPDATE ratings SET rating = rating - 5 WHERE robots = 1 AND player IN (SELECT id FROM players WHERE address = '')`},
	{"game", "a robot of this house plays it", `UPDATE games SET robots = 0 WHERE robots = 1`},
	{"player", "of no game", `UPDATE ratings SET robots = 1 WHERE player = 2 AND robots = 0`},
	{"game", "its pace", `UPDATE games SET pace = 'whenever' WHERE id = 3`},
	{"game", "its pace", `UPDATE games SET pace = 'whenever' WHERE id = 3; UPDATE invitations SET pace = 'whenever' WHERE id = 3`},
	{"game", "ply 1, or what the game began with", `UPDATE games SET pace = '3d+1d/8d' WHERE id = 3; UPDATE invitations SET pace = '3d+1d/8d' WHERE id = 3`},
	{"player", "is none", `UPDATE players SET timezone = 'Mars/Olympus' WHERE id = 1`},
	{"player", "is none", `UPDATE players SET timezone = '' WHERE id = 1`},
	{"player", "is none", `UPDATE players SET timezone = 'Local' WHERE id = 1`},
	{"game", "cannot be read", `UPDATE conditionals SET line = 'whatever comes'`},
	{"game", "for a move", `UPDATE conditionals SET line = 'if zz99 then qq'`},
	{"game", "own turn", `INSERT INTO conditionals (game, player, line) VALUES (3, 2, 'if c1 then d1')`},
	{"game", "nobody's or too late", `UPDATE conditionals SET game = 1`},
	{"pause", "in the future", `INSERT INTO pauses (player, why, from_at, to_at) SELECT 0, 'down', at, at + 3456000000 FROM heartbeat`},
	{"pause", "in the future", `UPDATE pauses SET to_at = ` + y2050 + ` WHERE why = 'down'`},
	{"pause", "in the future", `INSERT INTO pauses (player, why, from_at) VALUES (1, 'bounce', ` + y2050 + `)`},
	{"pause", "before there was a server", `UPDATE pauses SET from_at = 5 WHERE why = 'down'`},
	{"pause", "without an end", `UPDATE pauses SET to_at = 0 WHERE why = 'down'`},
	{"pause", "without an end", `UPDATE pauses SET to_at = 0 WHERE why = 'vacation'`},
	{"pause", "farther off", `UPDATE pauses SET to_at = ` + y2050 + ` WHERE why = 'vacation'`},
	{"pause", "stops others'", `UPDATE pauses SET player = 0 WHERE why = 'vacation'`},
	{"pause", "stops others'", `UPDATE pauses SET player = 1 WHERE why = 'down'`},
	{"pause", "for two reasons", `UPDATE pauses SET wished = 1 WHERE why = 'down'`},
	{"pause", "not there", `UPDATE pauses SET player = 77 WHERE why = 'vacation'`},
	{"player", "2 times at once", `INSERT INTO pauses (player, why, from_at) SELECT 1, 'bounce', at - 5 FROM heartbeat UNION ALL SELECT 1, 'bounce', at - 6 FROM heartbeat`},
	{"letter out", "has no text", `UPDATE outbox SET state = 'queued' WHERE id = 1; DELETE FROM texts WHERE letter = 1`},
	{"letter out", "its text is empty", `UPDATE texts SET raw = x'' WHERE letter = (SELECT max(id) FROM outbox)`},
	{"letter out", "is to be sent, and was", `UPDATE outbox SET state = 'queued' WHERE id = 1`},
	{"key", "it has made none", `UPDATE keys SET secret = zeroblob(32)`},
	{"key", "letters were written with one", `DELETE FROM keys`},
	{"player", "none is due", `UPDATE players SET digest_due = 0 WHERE id = 2`},
	{"player", "it is due at", `UPDATE players SET digest_due = ` + y2050 + ` WHERE id = 2`},
	{"player", "it is due at", `UPDATE players SET digest_due = digest_due + 86400000 WHERE id = 2`},
	{"player", "one is due", `UPDATE players SET digest_due = 1800000000000 WHERE id = 1`},
	{"letter out", "no address of player", `UPDATE outbox SET sender = recipient, recipient = sender WHERE id = 3`},
	{"letter out", "no address of player", `UPDATE outbox SET recipient = 'bob@example.org' WHERE recipient = 'ada@example.org'`},
	{"letter out", "of others", `UPDATE outbox SET player = 3, answers = 0 WHERE thread = 3`},
	{"file", "numbered up to", `UPDATE sqlite_sequence SET seq = 0`},
	{"file", "numbered up to", `DELETE FROM sqlite_sequence`},
	{"file", "rows of inbox are numbered", `UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'inbox'`},

	// Plies and results.
	{"game", "is missing", `DELETE FROM plies WHERE game = 3 AND n = 1`},
	{"game", "and the game says 3", `DELETE FROM plies WHERE game = 3 AND n = 3`},
	{"game", "and the game says 4102444800000", `UPDATE games SET plies = 4102444800000 WHERE id = 1`},
	{"game", "and the game says -7", `UPDATE games SET plies = -7 WHERE id = 3`},
	{"game", "and the game says 9", `UPDATE games SET plies = 9 WHERE id = 3`},
	{"game", "not as it was sealed", `UPDATE games SET undone = 5 WHERE id = 3`},
	{"game", "more often than anybody can", `UPDATE games SET undone = 1796681761000 WHERE id = 3`},
	{"game", "less often than never", `UPDATE games SET undone = -1 WHERE id = 3`},
	{"game", "as it was sealed", `UPDATE games SET result = CASE result WHEN 'black' THEN 'white' ELSE 'black' END WHERE id = 1`},
	{"player", "games make it", `UPDATE games SET result = CASE result WHEN 'black' THEN 'white' ELSE 'black' END WHERE id = 1`},
	{"game", "that cannot be", `UPDATE games SET result = 'draw' WHERE id = 1`},
	{"game", "that cannot be", `UPDATE games SET result = 'black', reason = 'time' WHERE id = 1`},
	{"game", "lost on time", `UPDATE games SET reason = 'time' WHERE id = 1`},
	{"game", "that cannot be", `UPDATE games SET reason = 'bribed' WHERE id = 1`},
	{"game", "has an end", `UPDATE games SET result = 'none' WHERE id = 1`},
	{"game", "the plies end in", `UPDATE games SET reason = 'captured' WHERE id = 3`},
	{"game", "as it was sealed", `UPDATE games SET ended_at = ended_at + 1000 WHERE id = 1`},
	{"game", "goes on after its end", `UPDATE games SET ended_at = started_at WHERE id = 2`},
	{"game", "nothing says when", `UPDATE games SET ended_at = 0 WHERE id = 2`},
	{"game", "not of the rules", `UPDATE games SET black = white, white = black WHERE id = 3`},
	{"game", "whist", `UPDATE games SET rules = 'whist' WHERE id = 3; UPDATE invitations SET rules = 'whist' WHERE id = 3`},
	{"game", "its subject", `UPDATE games SET subject = 'Roses #9: Ann - Bea' WHERE id = 3`},
	{"game", "whether it counts", `UPDATE games SET rated = 0 WHERE id = 3`},
	{"game", "as it was sealed", `UPDATE games SET rated = 0 WHERE id = 3; UPDATE invitations SET rated = 0 WHERE id = 3`},
	{"game", "did not begin", `UPDATE games SET started_at = started_at - 1000 WHERE id = 5`},
	{"game", "which of its players' rated games", `UPDATE games SET black_rated = 7 WHERE id = 1`},
	{"game", "which of its players' rated games", `UPDATE games SET white_rated = 3 - white_rated WHERE id IN (1, 2)`},
	{"game", "counts for no rating", `UPDATE games SET black_rated = 1 WHERE id = 3`},
	{"game", "reminders of one turn", `UPDATE games SET reminded = 12 WHERE id = 3`},
	{"game", "a reminder went out", `UPDATE games SET reminded = 3, clock_due = clock_due + 345600000 WHERE id = 5`},
	{"game", "nobody of it made", `UPDATE games SET offer_by = 3 WHERE id = 3`},
	{"game", "nothing is offered", `UPDATE games SET offer = '' WHERE id = 3`},
	{"game", "not done", `UPDATE inbox SET state = 'dropped' WHERE id = (SELECT letter FROM plies WHERE game = 3 AND n = 2)`},
	{"game", "of player 0", `UPDATE inbox SET sender = 0 WHERE id = (SELECT letter FROM plies WHERE game = 3 AND n = 2)`},

	// Seals.
	{"game", "a seal is gone", `UPDATE games SET seal = NULL WHERE id = 3`},
	{"game", "a seal is gone", `UPDATE plies SET seal = NULL WHERE game = 3`},
	{"game", "has no seal", `UPDATE plies SET seal = NULL WHERE game = 3 AND n = 3`},
	{"game", "as it was sealed", `UPDATE plies SET seal = zeroblob(9) WHERE game = 3 AND n = 9; UPDATE plies SET seal = x'010000000000000000' WHERE game = 3 AND n = 2`},
	{"game", "a seal is gone", `UPDATE games SET seal = NULL; UPDATE plies SET seal = NULL`},
	{"game", "that a key made", `DELETE FROM seal_keys`},
	{"game", "as it was sealed", `UPDATE seal_keys SET secret = zeroblob(32)`},
	{"game", "as it was sealed", `UPDATE games SET seal = (SELECT seal FROM games WHERE id = 4) WHERE id = 3`},
	{"game", "as it was sealed", `UPDATE plies SET letter = NULL WHERE game = 3 AND n = 1`},
	{"letter out", "and 2 plies are stored", `DELETE FROM plies WHERE game = 3 AND n = 3; UPDATE games SET plies = 2 WHERE id = 3`},

	// Letters and people.
	{"letter in", "not what came", `UPDATE mails SET raw = CAST(replace(raw, 'games', 'gamez') AS BLOB) WHERE letter = (SELECT max(letter) FROM mails)`},
	{"letter in", "not what came", `UPDATE mails SET raw = CAST(replace(raw, 'Subject:', 'Subjecd:') AS BLOB) WHERE letter = 2`},
	{"letter in", "not what came", `UPDATE inbox SET digest = zeroblob(34) WHERE id = 4`},
	{"letter in", "not what came", `UPDATE inbox SET message_id = 'other@example.org' WHERE id = 4`},
	{"letter out", "not what was written", `UPDATE texts SET raw = CAST(replace(raw, 'Ada', 'Bda') AS BLOB) WHERE letter = (SELECT max(id) FROM outbox)`},
	{"letter in", "and settled", `UPDATE inbox SET state = 'new' WHERE id = (SELECT max(id) FROM inbox)`},
	{"letter in", "before it came", `UPDATE inbox SET arrived_at = arrived_at + 1000000 WHERE id = 4`},
	{"letter in", "the future", `UPDATE inbox SET arrived_at = ` + y2050 + `, handled_at = ` + y2050 + ` WHERE id = 4`},
	{"letter in", "nothing says when", `UPDATE inbox SET handled_at = 0 WHERE id = 4`},
	{"letter in", "who is not there", `UPDATE inbox SET sender = 88 WHERE id = 4`},
	{"letter out", "the future", `UPDATE outbox SET created_at = ` + y2050 + `, sent_at = ` + y2050 + ` WHERE id = 3`},
	{"letter out", "before it was written", `UPDATE outbox SET sent_at = 5 WHERE id = 3`},
	{"letter out", "put off until", `UPDATE outbox SET due_at = ` + y2050 + ` WHERE state = 'queued'`},
	{"letter out", "not one that a key has made", `UPDATE outbox SET message_id = replace(message_id, '.', '.a') WHERE id = 3; UPDATE outbox SET message_id = substr(message_id, 1, 5) || 'aaaaaaaaaaaaaaaa' || substr(message_id, 22) WHERE id = 3; UPDATE outbox SET message_id = '1.0.aaaaaaaaaaaaaaaaaaaa.x@turnpost.example' WHERE id = 3`},
	{"letter out", "tells of ply 44", `UPDATE outbox SET message_id = '3.44.aaaaaaaaaaaaaaaaaaaa.x@turnpost.example', thread = 3 WHERE id = (SELECT max(id) FROM outbox WHERE thread = 3)`},
	{"letter out", "not there", `UPDATE outbox SET answers = 999 WHERE id = 3`},
	{"letter out", "no game or invitation", `UPDATE outbox SET thread = 99 WHERE id = 3`},
	{"invitation", "open and answered", `UPDATE invitations SET answered_at = created_at WHERE state = 'open'`},
	{"invitation", "before it was made", `UPDATE invitations SET expires_at = 1 WHERE state = 'open'`},
	{"invitation", "stands until", `UPDATE invitations SET expires_at = ` + y2050 + ` WHERE state = 'open'`},
	{"invitation", "there is no game", `UPDATE invitations SET state = 'accepted', answered_at = created_at WHERE state = 'open'`},
	{"game", "not accepted", `UPDATE invitations SET state = 'declined' WHERE id = 3`},
	{"game", "who does not play", `UPDATE talk SET author = 3`},
	{"game", "never played", `UPDATE talk SET ply = 90 WHERE game = 3`},
	{"game", "never played", `UPDATE notes SET ply = 90`},
	{"game", "words in it", `UPDATE talk SET said_at = ` + y2050},
	{"player", "turns were late", `UPDATE players SET late = 99 WHERE id = 1`},
	{"player", "there is none", `UPDATE players SET letters = 'digest' WHERE id = 1`},
	{"player", "first letter came in the future", `UPDATE players SET wrote_at = ` + y2050 + ` WHERE id = 1`},
	{"player", "told what was until", `UPDATE players SET digest_at = ` + y2050 + ` WHERE id = 2`},
	{"player", "they leave, and nothing says how far", `UPDATE players SET leaving = 1 WHERE id = 1`},
	{"player", "nobody's who leaves", `INSERT INTO departures (player, what, begun_at) VALUES (1, 'stop', 1)`},
	{"puzzle", "unknown rules", `INSERT INTO puzzles (game, rules, position, keeps, after, plies, found_at) SELECT min(id), 'chess', 'p', 'l', 'a', '', 1 FROM games`},
	{"puzzle", "puzzle 1: ", `INSERT INTO puzzles (game, rules, position, keeps, after, plies, found_at) SELECT min(id), 'turro', 'p', 'l', 'a', '', 1 FROM games`},
	{"file", "sign of life", `UPDATE heartbeat SET at = ` + y2050},
	{"key", "made in the future", `UPDATE keys SET created_at = ` + y2050},

	// The schema.
	{"file", "index games_by_black is not there", `DROP INDEX games_by_black`},
	{"file", "index outbox_one_answer is not there", `DROP INDEX outbox_one_answer`},
	{"file", "trigger helpful", `CREATE TRIGGER helpful AFTER UPDATE ON games BEGIN UPDATE games SET black_left = 0 WHERE id = new.id; END`},
	{"file", "view spy", `CREATE VIEW spy AS SELECT * FROM keys`},
	{"file", "index quick", `CREATE UNIQUE INDEX quick ON games (subject)`},
	{"file", "table diary", `CREATE TABLE diary (at INTEGER)`},
	{"file", "not as the schema has it", `ALTER TABLE players ADD COLUMN colour TEXT`},
	{"file", "not as the schema has it", `DROP INDEX games_clock; CREATE INDEX games_clock ON games (clock_due)`},
	{"file", "table notices is not there", `DROP TABLE notices`},
	{"file", "refers to one of games", `UPDATE talk SET game = 999`},
}

// afterC1 is the position that another third ply leads to in game 3.
func afterC1() string {
	g, _ := rules.Find(all.Games(), "rooya")
	r, _ := rules.Replay(g, []rules.Move{"a1", "a2", "c1"})
	return r.Position().String()
}

// Every fault that is planted in a database that was right is found, and said with what
// to do.
func TestPlantedFaultsAreFound(t *testing.T) {
	t.Parallel()
	race.Sequential(t)
	image, left := playedDatabase(t)
	require.GreaterOrEqual(t, len(planted)+len(plantedElsewhere), 134)
	clubtest.CheckPlanted(t, image, left, 12, slices.Concat(planted, plantedElsewhere))
}
