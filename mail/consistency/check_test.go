package consistency_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
	"turnpost/mail/consistency"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/all"
)

const (
	ada  = "Ada <ada@example.org>"
	bob  = "Bob <bob@example.org>"
	cleo = "Cleo <cleo@example.org>"
	dan  = "Dan <dan@example.org>"
)

// lived is a club in which much has happened: two games that are over and rated (1 and 2), three that
// go on (3 with lines and words, 4 of which a ply was taken back, 5 on weekdays), one with a
// bot (6), a season of Roses that has begun, a ladder, followers, a puzzle, a vacation, an absence, a
// digest, an open invitation, a second address, a player whom the operator blocks, something that waits for
// a player's word, and messages in all states.
func lived(t *testing.T) *servertest.World {
	w := servertest.New(t)
	write := func(from string, bodies ...string) {
		for _, body := range bodies {
			w.Proven(from, body)
		}
	}
	deliver := func() { require.NoError(t, w.Deliver(servertest.FailingCourier{})) }
	game := func(from, to, order, color string) {
		write(from, "challenge "+to+" "+order+" as "+color)
		w.Reply(to, "accept")
	}
	for _, who := range []string{ada, bob, cleo} {
		write(who, "public on", "join roses")
	}
	write(dan, "public off", "join roses") // whose other games are private
	w.Now = w.Now.AddDate(0, 0, 15)
	w.Tick()
	write(cleo, "follow tournament roses-1", "ladder rooya on", "puzzle daily")
	write(dan, "ladder rooya on", "challenge ladder rooya")
	w.Reply("cleo@example.org", "accept")
	deliver()
	game(ada, "bob@example.org", "roses", "black")
	for i, ply := range strings.Fields("c5 d3 b4 e4 a3 c3 d5 b3 c5-e5 e4-f5 e5-d4 c3-c4 d4-c3 c4xb4 d5-d6 b3xb5") {
		w.Now = w.Now.Add(time.Hour)
		write([]string{ada, bob}[i%2], "#14 "+ply)
	}
	w.Seek()
	game(ada, "bob@example.org", "roses", "black")
	for i := range 6 {
		w.Now = w.Now.Add(2 * time.Hour)
		w.Reply([]string{"ada@example.org", "bob@example.org"}[i%2], "1")
	}
	write(bob, "#15 resign")
	deliver()
	game(ada, "bob@example.org", "rooya", "black")
	write(ada, "#16 a1\nGood luck in there, my friend.")
	write(bob, "#16 a2")
	write(ada, "#16 b1", "#16 if * then d1", "#16 note mind the corner")
	write(bob, "#16 draw")
	write(cleo, "follow #16")
	game(ada, "bob@example.org", "rooya", "black")
	write(ada, "#17 a1")
	w.Now = w.Now.Add(30 * time.Hour)
	write(ada, "#17 undo")
	write(bob, "#17 yes")
	write(ada, "#17 a1")
	game(ada, "bob@example.org", "turro", "white pace 2d+1d/5d weekdays")
	write(bob, "digest daily 08:15", "timezone Europe/Rome", "vacation 2027-01-10 to 2027-01-20", "address bob@work.example")
	w.Send(servertest.PlayerMail{From: "bob@work.example", Proven: true, Body: "yes", Answers: w.Last("bob@work.example")})
	deliver()
	write(ada, "challenge robot rooya level 1 rated as black")
	w.Reply("ada@example.org", "1")
	w.Reply("ada@example.org", "1") // a game that is resigned counts from two plies of each side on
	w.Reply("ada@example.org", "resign")
	w.Send(servertest.PlayerMail{From: dan, Proven: true, Body: "puzzle"})
	w.Reply("dan@example.org", "1")
	w.Down(6 * time.Hour)
	w.Pass(24 * time.Hour)
	deliver()
	write("Eve <eve@example.org>", "challenge bob@example.org turro")
	require.NoError(t, w.Handler.Operator(w.DB, "root").Block(t.Context(), player(w, "eve@example.org")))
	w.Send(servertest.PlayerMail{From: ada, Body: "#16 resign"})
	write(cleo, "challenge bob@example.org turro", "games")
	w.Now = w.Now.Add(time.Minute)
	w.Keep(w.Raw(servertest.PlayerMail{From: bob, Proven: true, Body: "ratings"}))
	return w
}

func player(w *servertest.World, address string) (id int64) {
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		id = p.ID
		return err
	}))
	return id
}

// planted are statements that change a database beside the server, and what verify says of it.
var planted = []struct{ what, query string }{
	// Plies, and what is derived from them.
	{"game 16: ply 1 is missing", `DELETE FROM plies WHERE game = 16 AND n = 1`},
	{"game 16: 2 plies are stored, and the game says 3", `DELETE FROM plies WHERE game = 16 AND n = 3`},
	{"game 16: its number of plies", `DELETE FROM plies WHERE game = 16 AND n = 3; UPDATE games SET plies = 2, position = '` + after("a1", "a2") + `' WHERE id = 16`},
	{"game 16: ply 3, or what the game began with", `UPDATE plies SET move = 'c1' WHERE game = 16 AND n = 3; UPDATE games SET position = '` + after("a1", "a2", "c1") + `' WHERE id = 16`},
	{"game 14: ply 3, \"c3-c4\"", `UPDATE plies SET move = 'c3-c4' WHERE game = 14 AND n = 3`},
	{"game 14: ply 1, or what the game began with", `UPDATE plies SET n = CASE n WHEN 1 THEN 3 ELSE 1 END + 100 WHERE game = 14 AND n IN (1, 3); UPDATE plies SET n = n - 100 WHERE n > 100`},
	{"game 16: the plies lead to", `UPDATE games SET position = (SELECT position FROM games WHERE id = 17) WHERE id = 16`},
	{"game 16: 3 plies are stored, and the game says -7", `UPDATE games SET plies = -7 WHERE id = 16`},
	{"game 15: its number of plies, its result", `UPDATE games SET result = 'white' WHERE id = 15`},
	{"game 15: it is over, draw by \"resigned\"", `UPDATE games SET result = 'draw' WHERE id = 15`},
	{"game 15: it is over, black by \"time\", and that cannot be", `UPDATE games SET reason = 'time' WHERE id = 15`},
	{"game 16: the plies end in", `UPDATE games SET reason = 'captured' WHERE id = 16`},
	{"unknown rules \"whist\"", `UPDATE games SET rules = 'whist' WHERE id = 16`},
	{"game 16: ply 1 was played at", `UPDATE plies SET message = (SELECT message FROM plies WHERE game = 16 AND n = 2) WHERE game = 16 AND n = 1`},
	{"game 16: ply 2 was played at", `UPDATE plies SET played_at = played_at - 86400000 WHERE game = 16 AND n = 2`},
	{"game 16: one of its plies came in a message that is not done", `UPDATE inbox SET state = 'dropped' WHERE id = (SELECT message FROM plies WHERE game = 16 AND n = 2)`},

	// The hash chain.
	{"game 16: it was sealed, and a seal is gone", `UPDATE games SET seal = NULL WHERE id = 16`},
	{"game 16: ply 1, or what the game began with, is not as it was sealed", `UPDATE plies SET message = NULL WHERE game = 16 AND n = 1`},
	{"game 17: its number of plies, its result, its end or a clock", `UPDATE games SET black_left = black_left + 60000 WHERE id = 17`},
	{"game 16: ply 1, or what the game began with", `UPDATE games SET rated = 0 WHERE id = 16; UPDATE invitations SET rated = 0 WHERE id = 16`},
	{"ply 1 has no seal that a key made", `DELETE FROM seal_keys`},
	{"is not as it was sealed", `UPDATE seal_keys SET secret = zeroblob(32)`},

	// Clocks.
	{"game 16: Black's clock held", `UPDATE games SET black_left = 2 * black_left WHERE id = 16`},
	{"game 16: the turn began at", `UPDATE games SET turn_at = turn_at + 3600000 WHERE id = 16`},
	{"game 16: its clock is due at", `UPDATE games SET clock_due = ` + y2050 + ` WHERE id = 16`},
	{"game 16: nothing looks at its clock", `UPDATE games SET clock_due = 0 WHERE id = 16`},
	{"it has no end, or two reasons (\"down\")", `UPDATE pauses SET to_at = 0 WHERE why = 'down'`},
	{"before there was a server or in the future", `UPDATE pauses SET to_at = ` + y2050 + ` WHERE why = 'down'`},
	{"farther ahead or longer than one can be", `UPDATE pauses SET to_at = ` + y2050 + ` WHERE why = 'vacation'`},
	{"it is a vacation during vacation", `INSERT INTO pauses (player, why, from_at, to_at) SELECT player, why, from_at, to_at FROM pauses WHERE why = 'vacation'`},
	{"messages to the player are suspended, and they wrote at", `INSERT INTO pauses (player, why, from_at) SELECT 1, 'bounce', min(played_at) FROM plies`},

	// Ratings.
	{"games make it", `UPDATE ratings SET rating = rating + 0.1 WHERE player = 1 AND against_programs = 0`},
	{"against bots is gone, and 1 games count", `DELETE FROM ratings WHERE player = 1 AND against_programs = 1`},
	{"which of its players' rated games it was", `UPDATE games SET white_rated = 7 WHERE id = 14`},
	{"game 19: a bot plays it", `UPDATE games SET against_programs = 0 WHERE against_programs = 1`},

	// Lines, words and invitations.
	{"\"if zz99 then qq\", has \"qq\" for a move", `UPDATE conditionals SET line = 'if zz99 then qq'`},
	{"game 15: it is over, and an offer or conditional lines go on", `UPDATE conditionals SET game = 15`},
	{"game 15: it can still be taken back that it is over", `UPDATE games SET clock_due = turn_at WHERE id = 15`},
	{"game 16: a resignation in it was taken back at", `UPDATE games SET resumed_at = turn_at WHERE id = 16`},
	{"game 16: its number of plies, its result, its end or a clock", `UPDATE games SET resigned_at = turn_at, resumed_at = turn_at + 60000 WHERE id = 16`},
	{"game 16: an offer or conditional lines in it are not of its players", `UPDATE games SET offer_by = 3 WHERE id = 16`},
	{"game 17: somebody talks or notes in it", `UPDATE notes SET game = 17, ply = 9`},
	{"game 16: it is not what its invitation says", `UPDATE games SET black = white, white = black WHERE id = 16`},
	{"its pace \"whenever\" is none", `UPDATE invitations SET pace = 'whenever' WHERE state = 'open'`},
	{"it is accepted, and there is no game", `UPDATE invitations SET state = 'accepted' WHERE state = 'open'`},

	// Players.
	{"player 1: the address \"ada@example.org\" is known as", `UPDATE players SET folded = 'ada@example.net' WHERE id = 1`},
	{"their second address \"eve@evil.example\" counts, and no message asked it", `UPDATE addresses SET address = 'eve@evil.example', folded = 'eve@evil.example'`},
	{"the operator has blocked them, and messages go there", `UPDATE players SET stopped_at = 0 WHERE address = 'eve@example.org'`},
	{"the operator's last command says otherwise", `DELETE FROM blocks`},
	{"player 2: a digest is wanted, and none is due", `UPDATE players SET digest_due = 0 WHERE id = 2`},
	{"player 1: its timezone \"Mars/Olympus\" is none", `UPDATE players SET timezone = 'Mars/Olympus' WHERE id = 1`},
	{"player 1: players.created_at is in the future", `UPDATE players SET created_at = ` + y2050 + ` WHERE id = 1`},

	// Messages.
	{"its text is not what came", `UPDATE mails SET raw = CAST(replace(raw, 'games', 'gamez') AS BLOB) WHERE message = (SELECT max(message) - 1 FROM mails)`},
	{"its text is gone, and it is to be answered", `DELETE FROM mails WHERE message = (SELECT max(id) FROM inbox)`},
	{"message in 4: it is new and handled, or neither", `UPDATE inbox SET handled_at = 0 WHERE id = 4`},
	{"message in 4: its sender is player 88, who is not there", `UPDATE inbox SET sender = 88 WHERE id = 4`},
	{"what it wanted waits for a player who did not send it", `UPDATE quarantine SET player = 2`},
	{"daemon 77 holds it, and there never was one", `UPDATE inbox SET holder = 77 WHERE state = 'new'; INSERT INTO daemons (name, started_at, lease_until) VALUES ('one', 1, 1)`},
	{"its text is not what was written, and it is to be sent", `UPDATE texts SET raw = CAST(replace(raw, 'Cleo', 'Bleo') AS BLOB) WHERE message = (SELECT max(id) FROM outbox)`},
	{"it is sent, and nothing says when, or the reverse", `UPDATE outbox SET state = 'queued' WHERE id = 1`},
	{"it answers message 1, which is not there, not handled, or was handled at another moment", `UPDATE outbox SET answers = 1, player = 4 WHERE id = (SELECT max(id) FROM outbox)`},
	{"it is about game or invitation 16, which is of others", `UPDATE outbox SET player = 4, answers = 0 WHERE thread = 16`},
	{"which is no address of its player", `UPDATE outbox SET recipient = 'bob@example.org' WHERE recipient = 'ada@example.org'`},
	{"its reply token is for 16", `UPDATE outbox SET thread = 17 WHERE thread = 16`},
	{"no key has made its reply token", `UPDATE keys SET secret = zeroblob(32)`},
	{"and 2 plies are stored", `DELETE FROM plies WHERE game = 16 AND n = 3; UPDATE games SET plies = 2 WHERE id = 16`},
	{"long after its last sign of life", `UPDATE heartbeat SET at = at - 2592000000`},

	{"its text is not what was sent", `UPDATE texts SET raw = CAST(replace(raw, 'Cleo', 'Cleu') AS BLOB) WHERE message = (SELECT max(message) FROM texts WHERE message IN (SELECT id FROM outbox WHERE state = 'sent') AND CAST(raw AS TEXT) LIKE '%Cleo%')`},
	{"player 4: messages to them about no game, such as digests, are gone", cutOff("(SELECT max(id) - 20 FROM outbox) < id")},
	{"invitation 16: messages about it or its game to player 1 are gone", cutOff("id IN (SELECT max(o.id) FROM outbox AS o JOIN plies AS p ON p.message = o.answers AND p.game = 16 AND p.n = 2)")},
	{"invitation 14: messages about it or its game to player 1 are gone", cutOff("id = 40")},
	{"player 2: messages to them about no game, such as digests, are gone", cutOff("kind = 'digest'")},
	{"invitation 18: messages about it or its game to player 2 are gone", cutOff("id = 131")}, // a reminder
	{"player 2: messages to them about no game, such as digests, are gone", cutOff("kind = 'newaddress'")},
	{"player 3: messages to them about no game, such as digests, are gone", cutOff("kind = 'seasontable' AND player = 3")},
	{"player 2: messages to them about no game, such as digests, are gone, or are not", `DELETE FROM texts WHERE message = 128; UPDATE outbox SET id = 99 + id WHERE id = 128`},
	{"player 2: messages to them about no game, such as digests, are gone, or are not", `DELETE FROM thread_totals WHERE player = 2 AND thread <= 0`},
	{"its text is gone, and older ones are kept", `DELETE FROM texts WHERE message = 40`},
	{"player 2: their vacations are not those that they set", `DELETE FROM pauses WHERE why = 'vacation'`},
	{"player 2: their vacations are not those that they set", `UPDATE pauses SET to_at = to_at + 86400000 WHERE why = 'vacation'`},
	{"player 1: their vacations are not those that they set", `INSERT INTO pauses (player, why, from_at, to_at) SELECT 1, why, from_at, to_at FROM pauses WHERE why = 'vacation'`},
	{"player 4: they want no messages since", `UPDATE players SET stopped_at = wrote_at + 7 WHERE id = 4`},
	{"player 1: they want no messages since", `UPDATE players SET stopped_at = (SELECT min(created_at) FROM outbox WHERE player = 1) WHERE id = 1`},
	{"they wanted no messages, did not take that back, and messages go there", `UPDATE players SET stopped_at = 0 WHERE address = 'eve@example.org'`},
	{"player 2: they want no messages since", `UPDATE players SET stopped_at = (SELECT max(handled_at) FROM inbox) WHERE id = 2`},
	{"game 17: an offer (\"draw\") stands in it", `UPDATE games SET offer = 'draw', offer_by = 1 WHERE id = 17`},
	{"game 17: an offer (\"undo\") stands in it", `UPDATE games SET offer = 'undo', offer_by = 2 WHERE id = 17`},

	// Tournaments, ladders, followers and puzzles.
	{"it goes on, and its last division ended at", `UPDATE divisions SET ended_at = begun_at + 1`},
	{"ladder: rooya: its places are not those", `UPDATE rungs SET position = 3 WHERE position = 1`},
	{"ladder: rooya: its places are not those", `UPDATE rungs SET position = 3 - position`},
	{"by ratings and the season before it is place", `UPDATE entrants SET number = 5 - number`},
	{"is not in round 9 of division 1", `UPDATE pairings SET round = 9 WHERE game = 1`},
	{"is missing", `DELETE FROM pairings WHERE game = 1`},
	{"its players were told that \"9\" does", `UPDATE divisions SET top = '9'`},
	{"its state \"over\" is not what its moments say", `UPDATE tournaments SET state = 'over'`},
	{"is not of its rules and pace", `UPDATE games SET rated = 0 WHERE id = 1`},
	{"a player is out, and game", `UPDATE entrants SET out_at = joined_at + 1500000000 WHERE player = 1`},
	{"ladder: rooya: player 4 has the place of another", `UPDATE rungs SET position = (SELECT max(position) FROM rungs)`},
	{"game 13 is under way, and one of its players is not on it", `DELETE FROM rungs WHERE player = 3`},
	{"has lost another number of games in a row on time", `UPDATE rungs SET late = 2`},
	{"game 13: its subject says that it is of a ladder", `DELETE FROM ladder_games`},
	{"which not both of its players let be seen", `UPDATE players SET public = 0 WHERE id = 1`},
	{"what they have read of game 16 was not played", `UPDATE follow_games SET plies = 99 WHERE game = 16`},
	{"two plies keep the win", `UPDATE puzzles SET plies = replace(replace(plies, ' draw ', ' win '), ' loss ', ' win ')`},
	{"is counted wrongly", `UPDATE puzzle_answers SET solved = 1 - solved`},

	// The file.
	{"file: row 1 of players is not as the schema has it", `PRAGMA ignore_check_constraints = 1; UPDATE players SET public = 7 WHERE id = 1`},
	{"refers to one of games", `UPDATE talk SET game = 999`},
	{"rows of inbox are numbered up to", `UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'inbox'`},
	{"turn_at of row 1 in games is 'soon'", `UPDATE games SET turn_at = 'soon' WHERE id = 1`},
	{"games 1 to 19 cannot be checked", `UPDATE games SET turn_at = 'soon' WHERE id = 1`},
	{"its reply token is for 16", `DROP TABLE ratings; UPDATE outbox SET thread = 17 WHERE thread = 16`},
	{"one of ", `UPDATE outbox SET thread = 999 WHERE thread > 0`},
}

// cutOff deletes messages out with their texts.
func cutOff(which string) string {
	return `DELETE FROM texts WHERE message IN (SELECT id FROM outbox WHERE ` + which + `);
		DELETE FROM outbox WHERE ` + which
}

// after is the position of Rooya to which plies lead.
func after(plies ...rules.Move) string {
	g, _ := rules.Find(all.Games(), "rooya")
	r, _ := rules.Replay(g, plies)
	return r.Position().String()
}

const y2050 = `2524608000000`

// Every fault that is planted in a database of real play is found, and none before. A short run plants
// every fifth, and one on PostgreSQL every seventh.
func TestPlantedFaultsAreFound(t *testing.T) {
	t.Parallel()
	w := lived(t)
	require.NoError(t, w.DB.Close())
	dbtest.Execute(t, w.Where, `PRAGMA wal_checkpoint(TRUNCATE)`)
	image, err := os.ReadFile(w.Where)
	require.NoError(t, err)
	path := filepath.Join(dbtest.Dir(t), "planted.db")
	require.Empty(t, faults(t, w, w.Where))
	for i, p := range planted {
		if testing.Short() && i%5 != 0 {
			continue
		}
		t.Run(p.what, func(t *testing.T) {
			require.NoError(t, os.WriteFile(path, image, 0o600))
			dbtest.Execute(t, path, p.query)
			require.Contains(t, faults(t, w, path), p.what, p.query)
		})
	}
	t.Run("PostgreSQL", func(t *testing.T) {
		for i, p := range planted {
			if i%7 != 0 || sqliteOnly.MatchString(p.query) {
				continue
			}
			where := dbtest.BarePostgres(t)
			require.NoError(t, db.Copy(t.Context(), w.Where, where, nil))
			dbtest.Execute(t, where, p.query)
			assert.Contains(t, faults(t, w, where), p.what, p.query)
		}
	})
}

// sqliteOnly are statements that only SQLite takes, or that a constraint refuses.
var sqliteOnly = regexp.MustCompile(`PRAGMA|sqlite|zeroblob|CAST|replace|'soon'|DROP|;|CASE|999`)

// faults are those that verify finds in a database of a world, a line each.
func faults(t *testing.T, w *servertest.World, where string) string {
	t.Helper()
	d, err := db.OpenReadOnly(t.Context(), where)
	require.NoError(t, err)
	defer d.Close()
	d.Now = func() time.Time { return w.Now }
	found, err := consistency.Check(t.Context(), w.Handler.Club, d, consistency.Options{})
	require.NoError(t, err)
	var lines strings.Builder
	for _, f := range found {
		require.NotEmpty(t, f.Mend)
		fmt.Fprintf(&lines, "%s: %s\n", strings.TrimSuffix(fmt.Sprint(f.Of, " ", f.ID), " 0"), f.What)
	}
	return lines.String()
}

// What players and operators do themselves is no fault: stopping in each way, vacations that are ended,
// changed and dropped, offers made and declined, leaving a ladder, being forgotten.
func TestWhatPlayersDoIsNoFault(t *testing.T) {
	t.Parallel()
	w := lived(t)
	check := func(what string) {
		t.Helper()
		require.Empty(t, faults(t, w, w.Where), what)
		w.Now = w.Now.Add(time.Minute)
	}
	for _, body := range []string{"vacation 2027-02-01 to 2027-02-05", "vacation off", "#17 draw", "ladder rooya on",
		"challenge ladder rooya", "letters digest"} {
		w.Proven(bob, body)
		check(body)
	}
	w.Proven(ada, "#17 no")
	check("declined")
	w.Proven(ada, "letters digest")
	w.Proven(bob, "#17 draw")
	check("an offer to a player who gets digests only")
	w.Proven(ada, "letters every")
	w.Proven(bob, "#17 no")
	w.Proven(bob, "#17 resign")
	w.Proven(bob, "#17 undo")
	require.Equal(t, db.OfferResume, w.Game(17).Offer)
	check("a resignation that is to be taken back")
	w.Proven(cleo, "settings") // a message about no game
	w.Proven(cleo, "ladder rooya off")
	check("ladder off")
	w.Proven(dan, "stop")
	w.Reply("dan@example.org", "yes")
	w.Seek()
	check("stop")
	require.NoError(t, w.Handler.Operator(w.DB, "root").Block(t.Context(), player(w, "cleo@example.org")))
	check("blocked")
	require.NoError(t, w.Handler.Operator(w.DB, "root").Unblock(t.Context(), player(w, "cleo@example.org")))
	check("unblocked")
	cleos := player(w, "cleo@example.org")
	err := w.Handler.Operator(w.DB, "root").Merge(t.Context(), player(w, "ada@example.org"), cleos, true)
	require.ErrorIs(t, err, club.ErrTable)
	require.ErrorContains(t, err, "roses-1")
	check("not merged")
	require.NoError(t, w.Handler.Operator(w.DB, "root").Merge(t.Context(), player(w, "eve@example.org"), cleos, true))
	check("merged")
	dbtest.Execute(t, w.Where, fmt.Sprintf(`UPDATE thread_totals SET messages = messages + 1 WHERE player = %d AND thread <= 0`, cleos))
	require.Contains(t, faults(t, w, w.Where), fmt.Sprintf("player %d: messages to them about no game", cleos))
	dbtest.Execute(t, w.Where, fmt.Sprintf(`UPDATE thread_totals SET messages = messages - 1 WHERE player = %d AND thread <= 0`, cleos))
	w.Proven(bob, "forget me")
	w.Reply("bob@example.org", "yes")
	w.Seek()
	w.Tick()
	check("forgotten")
	w.Now = w.Now.AddDate(2, 0, 0)
	w.Tick()
	check("two years later")
}

// Every bit of a text that was sent counts, as long as the text is kept.
func TestFlippedBitsInSentTexts(t *testing.T) {
	t.Parallel()
	w := lived(t)
	require.NoError(t, w.Deliver(servertest.FailingCourier{}))
	var sent []db.Outgoing
	for _, o := range w.Outgoing(db.OutgoingSent) {
		if len(o.Raw) > 0 {
			sent = append(sent, o)
		}
	}
	require.Greater(t, len(sent), 40)
	random := rand.New(rand.NewPCG(1, 2))
	for range skiptest.EveryFourth(make([]int, 40)) {
		o := sent[random.IntN(len(sent))]
		flipped := slices.Clone(o.Raw)
		flipped[random.IntN(len(flipped))] ^= 1 << random.IntN(8)
		dbtest.Execute(t, w.Where, fmt.Sprintf(`UPDATE texts SET raw = X'%x' WHERE message = %d`, flipped, o.ID))
		require.Contains(t, faults(t, w, w.Where), fmt.Sprintf("message out %d: its text is not what was sent", o.ID))
		dbtest.Execute(t, w.Where, fmt.Sprintf(`UPDATE texts SET raw = X'%x' WHERE message = %d`, o.Raw, o.ID))
	}
	require.Empty(t, faults(t, w, w.Where))
}
