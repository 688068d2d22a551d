package handler_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/race"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/handler"
)

// postedDatabase is a file of SQLite that came of real play: a game that goes on, Bob's
// second address, what a letter wanted that nothing proves, somebody whom the operator
// blocks, a daemon, a letter that is new, and letters out in all states.
func postedDatabase(t *testing.T) (image []byte, left time.Time) {
	t.Helper()
	w := newWorld(t)
	w.Begin("rooya")
	w.Reply(ada, "a1")
	w.Proven(bob, "address bob@work.example")
	w.Send(post{From: "bob@work.example", Proven: true, Body: "yes", Answers: w.Last("bob@work.example")})
	w.Proven("Cleo <cleo@example.org>", "challenge bob@example.org turro")
	require.NoError(t, handler.NewOperator(w.Desk, w.DB, "root").Block(t.Context(), w.player("cleo@example.org").ID))
	w.Tick()
	require.NoError(t, w.Deliver(sender{}))
	w.Send(post{From: ada, Body: "resign"})
	w.Proven(ada, "games")
	w.Proven(bob, "games")
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error { _, err := tx.Join("one", time.Minute); return err }))
	w.Now = w.Now.Add(time.Minute)
	w.Keep(w.Raw(post{From: bob, Proven: true, Body: "ratings"}))
	return clubtest.Image(t, w.DB, w.Where), w.Now
}

// plantedInLetters are faults of letters, of where they come from and go to, and of who
// handles them.
var plantedInLetters = []clubtest.Planted{
	// Letters in.
	{"letter in", "gone, and it is to be answered", `DELETE FROM mails WHERE letter = (SELECT max(id) FROM inbox)`},
	{"letter in", "older ones are kept", `DELETE FROM mails WHERE letter = 4`},
	{"letter in", "its checksum was taken away", `UPDATE inbox SET checksum = -1 WHERE state = 'new'`},
	{"letter in", "there never was one", `UPDATE inbox SET holder = 77 WHERE state = 'new'`},
	{"letter in", "waits for player 2", `UPDATE held SET player = 2`},
	{"letter in", "was kept at", `UPDATE held SET held_at = held_at - 60000`},
	{"letter in", "waits, and is empty", `UPDATE held SET lines = ''`},
	{"letter in", "which is not in it", `UPDATE held SET lines = 'forget me'`},
	{"letter in", "which is not in it", `UPDATE held SET letter = (SELECT max(id) FROM inbox WHERE sender = 1), held_at = (SELECT handled_at FROM inbox WHERE id = (SELECT max(id) FROM inbox WHERE sender = 1))`},
	{"letter in", "it is not answered yet", `UPDATE held SET letter = (SELECT max(id) FROM inbox)`},
	{"letter in", "waits since", `UPDATE heartbeat SET at = at + 700000000; UPDATE held SET held_at = held_at - 86400000; UPDATE inbox SET handled_at = handled_at - 86400000, arrived_at = arrived_at - 86400000 WHERE id = (SELECT letter FROM held)`},

	// Letters out.
	{"letter out", "it was not written when the letter was answered", `UPDATE outbox SET created_at = created_at - 1000 WHERE id = 3`},
	{"letter out", "it was not written when the letter was answered", `UPDATE outbox SET answers = answers - 1 WHERE id = (SELECT max(id) FROM outbox)`},
	{"letter out", "it is in the thread of 0, and its secret is for 1", `UPDATE outbox SET thread = 0 WHERE thread = 1`},
	{"letter out", "erased too soon or too late", `UPDATE texts SET created_at = ` + y2050 + ` WHERE letter = 3`},
	{"letter in", "erased too soon or too late", `UPDATE mails SET arrived_at = 5 WHERE letter = 3`},
	{"letter out", "its text is that of", `UPDATE texts SET raw = (SELECT raw FROM texts WHERE letter = (SELECT max(letter) FROM texts)), checksum = (SELECT checksum FROM texts WHERE letter = (SELECT max(letter) FROM texts)) WHERE letter = (SELECT max(letter) - 1 FROM texts)`},
	{"letter out", "and is written to", `UPDATE outbox SET recipient = 'bob@work.example' WHERE state = 'queued' AND player = 2`},
	{"letter out", "its text is that of", `UPDATE outbox SET message_id = replace(message_id, '@', 'a@') WHERE state = 'queued'`},
	{"letter out", "and is written by", `UPDATE outbox SET sender = replace(sender, 'games', 'gamez') WHERE state = 'queued'`},
	{"letter out", "comes back to", `UPDATE outbox SET sender = 'games@evil.example' WHERE id = 3`},
	{"letter out", "comes back as letter", `UPDATE outbox SET sender = replace(sender, '+b.3.', '+b.4.') WHERE id = 3`},
	{"letter out", "its checksum was taken away", `UPDATE texts SET checksum = -1 WHERE letter = (SELECT max(letter) FROM texts)`},
	{"letter out", "was never tried", `UPDATE outbox SET state = 'refused' WHERE state = 'queued'`},
	{"letter out", "a daemon sends it until", `UPDATE outbox SET lease_until = ` + y2050 + `, holder = 1 WHERE id = (SELECT max(id) FROM outbox)`},
	{"letter out", "there never was one", `UPDATE outbox SET lease_until = created_at + 60000, holder = 12 WHERE id = (SELECT max(id) FROM outbox)`},

	// Who writes from where.
	{"player", "they are known as", `UPDATE players SET folded = 'ada@example.net' WHERE id = 1`},
	{"player", "they are known as", `UPDATE players SET folded = 'Ada@example.org' WHERE id = 1`},
	{"player", "they are known as", `UPDATE players SET address = 'mallory@evil.example' WHERE id = 1`},
	{"player", "is no address", `UPDATE players SET address = 'ada', folded = 'ada' WHERE id = 1`},
	{"player", "and known as", `UPDATE addresses SET folded = 'eve@evil.example'`},
	{"player", "and known as", `UPDATE addresses SET address = 'eve@evil.example'`},
	{"player", "no letter asked it", `UPDATE addresses SET address = 'eve@evil.example', folded = 'eve@evil.example'`},
	{"player", "no letter asked it", `UPDATE addresses SET player = 1`},
	{"player", "is the first of player 3", `UPDATE addresses SET address = 'cleo@example.org', folded = 'cleo@example.org'`},
	{"player", "was never asked", `UPDATE addresses SET asked = 0`},
	{"player", "before it was asked", `UPDATE addresses SET confirmed_at = asked_at - 60000`},
	{"player", "when no letter came that said yes", `UPDATE addresses SET confirmed_at = confirmed_at + 1`},
	{"player", "was taken away, and is known", `UPDATE addresses SET address = ''`},
	{"player", "was asked in the future", `UPDATE addresses SET asked_at = ` + y2050 + `, confirmed_at = ` + y2050},
	{"player", "and letters go there", `UPDATE players SET stopped_at = 0 WHERE id = 3`},
	{"player", "and they are not blocked", `DELETE FROM blocks`},
	{"player", "and they are not blocked", `DELETE FROM blocks; UPDATE players SET stopped_at = 0`},
	{"player", "and they are blocked", `INSERT INTO audit (at, operator, act, subject, detail) SELECT at, operator, 'player unblock', subject, '' FROM audit`},
	{"player", "came to be in the future", `UPDATE players SET created_at = ` + y2050 + ` WHERE id = 1`},

	// Values of another kind than their column's, which hide nothing else.
	{"file", "rated of row 1 in games is 5", `UPDATE games SET rated = 5`},
	{"game", "it cannot be read", `UPDATE games SET rated = 5`},
	{"file", "turn_at of row 1 in games is 'soon'", `UPDATE games SET turn_at = 'soon'`},
	{"player", "no letter asked it", `UPDATE games SET turn_at = 'soon'; UPDATE addresses SET player = 1`},
	{"file", "moments cannot be looked at", `UPDATE games SET turn_at = 'soon', started_at = 'late'; UPDATE inbox SET arrived_at = 'early'`},
	{"file", "of row 1 in players is 'ages ago'", `UPDATE players SET created_at = 'ages ago' WHERE id = 1`},
	{"file", "in pauses is 'now'", `INSERT INTO pauses (player, why, from_at) VALUES (1, 'bounce', 'now')`},
	{"file", "all else cannot be looked at", `INSERT INTO pauses (player, why, from_at) VALUES (1, 'bounce', 'now')`},
	{"file", "table ratings is not there", `DROP TABLE ratings`},
	{"player", "no letter asked it", `DROP TABLE ratings; UPDATE addresses SET player = 1`},

	// Who handles letters.
	{"daemon", "it lives until", `UPDATE daemons SET lease_until = ` + y2050},
	{"daemon", "leads somewhere", `INSERT INTO posts (name, holder) VALUES ('clockwork', 9)`},
	{"file", "a mailbox cannot be read since the future", `INSERT INTO posts (name, holder, mailbox, deaf_at) VALUES ('INBOX', 1, 1, ` + y2050 + `)`},
	{"file", "nothing is sent until", `UPDATE sending SET deferred_until = ` + y2050},
	{"file", "the last sign of life", `UPDATE heartbeat SET at = 0`},
	{"file", "the last sign of life", `UPDATE heartbeat SET at = at - 86400000`},
	{"file", "the last sign of life", `DELETE FROM heartbeat`},
}

// Faults in letters, and in who handles them, are found as those in games are.
func TestPlantedFaultsInLettersAreFound(t *testing.T) {
	t.Parallel()
	race.Sequential(t)
	image, left := postedDatabase(t)
	clubtest.CheckPlanted(t, image, left, 8, plantedInLetters)
}
