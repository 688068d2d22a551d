package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/mail/club/clock"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
)

// toldOf counts the messages that tell where a game turned.
func toldOf(l *ledger) (n int) {
	for _, o := range l.out {
		if o.Kind == "postmortem" {
			n++
		}
	}
	return n
}

// killedAfterAGame is an office in which Ada plays a game against a robot, and whose
// daemons, one or several on PostgreSQL, are killed when each comes to a step. played says
// what came of her playing: the game's last message may be for the next daemon to send.
func killedAfterAGame(t *testing.T, daemons int, step string) (s station, ada *scriptedPlayer, played chan error) {
	s, _ = newOffice(t)
	if s.Looks = true; daemons > 1 {
		s.Database, s.Lease = dbtest.Postgres(t), 1500*time.Millisecond
	}
	ada = solo(t, s, "Ada", 3)
	var dying []*daemon
	for i := range daemons {
		at := s
		at.Name = fmt.Sprint("daemon ", i)
		dying = append(dying, at.spawn(t, step, 1))
	}
	ada.begins(t, "roses", 8)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	played = make(chan error, 1)
	go func() { played <- ada.play(ctx) }()
	for _, d := range dying {
		require.Error(t, d.wait(), "it was killed")
	}
	return s, ada, played
}

// A daemon that is killed when it has looked at a game leaves that to the next one, and
// the players are told once; of several one looks at a time.
func TestKilledWhileItLooksAtAGame(t *testing.T) {
	skiptest.Killed(t)
	t.Parallel()
	skiptest.Long(t)
	for _, daemons := range []int{1, 2} {
		t.Run(fmt.Sprint(daemons), func(t *testing.T) {
			t.Parallel()
			s, ada, played := killedAfterAGame(t, daemons, "looked")
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			if daemons == 1 {
				require.Error(t, s.spawn(t, "looked", 1).wait(), "and so is the next")
			}
			l := s.readLedger(t)
			require.Zero(t, toldOf(l))
			s.spawn(t, "", 0)
			require.NoError(t, <-played)
			require.NoError(t, ada.collect(ctx, len(l.out)+1))
			last := ada.messages[len(ada.messages)-1]
			require.Equal(t, ada.messages[len(ada.messages)-2].Get("Subject"), last.Get("Subject"))
			require.Equal(t, "none", last.Get("Turnpost-Turn"))
			s.settle(t)
			require.Equal(t, 1, toldOf(s.readLedger(t)))
		})
	}
}

var twelve = strings.Fields("c5 e4 d6 f5 d5 f6 e5 e6 c5-b4 e4-d4 d6-c5 d4-e4")

// twelvePlies is a game in which Bob gives a draw away, Ada a win, and Bob a draw again.
func twelvePlies(t *testing.T) *servertest.World {
	t.Helper()
	w := servertest.New(t)
	w.Send(post{From: "Ada <ada@example.org>", Proven: true, Body: "challenge bob@example.org roses as black"})
	w.Reply("bob@example.org", "accept")
	for i, move := range twelve {
		w.Reply([]string{"ada@example.org", "bob@example.org"}[i%2], move)
	}
	return w
}

// Who has paused the messages, or wants none, is not told; nor is anybody of a game that
// was called off.
func TestWhoIsNotTold(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"pause", "stop", "analysis off"} {
		w := twelvePlies(t)
		w.Reply("bob@example.org", "resign")
		w.Pass(club.RetractFor)
		w.Send(post{From: "Ada <ada@example.org>", Proven: true, Body: word})
		messages := w.Look()
		require.Len(t, messages, 1, word)
		require.Contains(t, messages[0].Get("To"), "bob@example.org")
	}
	w := twelvePlies(t)
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		_, err := w.Handler.Act(tx, func(tx *club.Tx) error { return club.Abort(tx, 1) })
		return err
	}))
	require.Len(t, w.Work(), 2)
	require.Empty(t, w.Look())
}

// Two that have looked at the same game tell of it once; the messages wait behind those of
// games, and answer nobody.
func TestAGameIsToldOfOnce(t *testing.T) {
	t.Parallel()
	w := twelvePlies(t)
	next := func() (g analysis.PostMortemGame, err error) {
		err = w.DB.View(t.Context(), func(tx *db.Tx) (err error) {
			g, err = analysis.NextPostMortem(w.Handler.Club.Begin(tx, 0), 0)
			return err
		})
		return g, err
	}
	_, err := next()
	require.ErrorIs(t, err, db.ErrNotFound, "the game is under way")
	w.Reply("bob@example.org", "resign")
	w.Pass(club.RetractFor)
	var found []analysis.PostMortem
	for range 2 {
		g, err := next()
		require.NoError(t, err)
		f, err := g.Think(t.Context(), func(time.Duration) {})
		require.NoError(t, err)
		found = append(found, f)
	}
	require.Equal(t, found[0], found[1])
	for i, f := range found {
		require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error { _, err := w.Handler.Act(tx, f.Tell); return err }))
		messages := w.Work()
		require.Len(t, messages, 2*(1-i))
		for _, l := range messages {
			require.Contains(t, l.Get("Subject"), "Guerre des deux roses #1")
			require.Equal(t, "auto-generated", l.Get("Auto-Submitted"))
		}
	}
	_, err = next()
	require.ErrorIs(t, err, db.ErrNotFound)
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		kept, err := tx.Turnings(1)
		require.NotEmpty(t, kept, "what was told is kept")
		for _, turning := range kept {
			require.NotEmpty(t, turning.Better)
			require.NotEmpty(t, turning.Lost)
			require.Len(t, strings.Fields(turning.Boards), 3)
		}
		return err
	}))
	require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) error {
		n, err := tx.Queued(db.ClassDigest, 1000)
		require.Equal(t, 2, n)
		return err
	}))
}

// twelveMore begins a game of Roses between two, and plays so far as twelvePlies does.
func twelveMore(t *testing.T, tx *club.Tx, black, white db.Player) *club.Game {
	t.Helper()
	i, err := tx.DB.AddInvitation(db.Invitation{Rules: "roses", Challenger: black.ID, Invitee: white.ID, Side: db.Black, Pace: clock.DefaultPace, ExpiresAt: tx.Now()},
		func(id int64) string { return fmt.Sprint("Roses #", id) })
	require.NoError(t, err)
	g, err := tx.Club.Rules("roses")
	require.NoError(t, err)
	game, err := tx.DB.AddGame(i, g.Start().String(), 72*time.Hour)
	require.NoError(t, err)
	r := rules.NewRecord(g)
	for _, m := range twelve {
		require.NoError(t, r.Play(rules.Move(m)))
	}
	require.NoError(t, tx.DB.AddPlies(&game, 0, twelve, r.Position().String(), db.Undecided, ""))
	table, err := tx.Game(i.ID)
	require.NoError(t, err)
	return table
}

// Hundreds of games that programs have played keep no person waiting: nobody reads of
// those, and so none is looked at. Nor is one whose players want to read nothing, though
// they said so after its end.
func TestGamesOfProgramsKeepNobodyWaiting(t *testing.T) {
	t.Parallel()
	w := twelvePlies(t)
	w.Reply("bob@example.org", "resign")
	w.Pass(club.RetractFor)
	require.Len(t, w.Look(), 2)
	act := func(what func(tx *club.Tx)) {
		require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
			_, err := w.Handler.Act(tx, func(tx *club.Tx) error { what(tx); return nil })
			return err
		}))
	}
	player := func(tx *club.Tx, name string) db.Player {
		p, err := tx.DB.PlayerByAddress(name + "@example.org")
		if errors.Is(err, db.ErrNotFound) {
			p, err = tx.DB.AddPlayer(name+"@example.org", name+"@example.org", name)
		}
		require.NoError(t, err)
		return p
	}
	over := func(tx *club.Tx, black, white string) int64 {
		g := twelveMore(t, tx, player(tx, black), player(tx, white))
		require.NoError(t, club.Resign(tx, g, rules.White))
		return g.Row.ID
	}
	turnings := func(game int64) (kept []db.TurningPly) {
		require.NoError(t, w.DB.View(t.Context(), func(tx *db.Tx) (err error) { kept, err = tx.Turnings(game); return err }))
		return kept
	}
	var adas, cays int64
	act(func(tx *club.Tx) {
		for _, name := range []string{"bot", "bat"} {
			p := player(tx, name)
			p.Program = true
			require.NoError(t, tx.DB.SavePlayer(p))
		}
		for range 500 {
			over(tx, "bot", "bat")
		}
		adas, cays = over(tx, "ada", "bot"), over(tx, "bat", "cay")
		cay := player(tx, "cay")
		cay.NoAnalysis = true
		require.NoError(t, tx.DB.SavePlayer(cay))
		over(tx, "bat", "cay")
	})
	w.Work()
	var looked int
	for more := true; more; looked++ {
		var err error
		more, err = w.Server.AnalyseNext(t.Context())
		require.NoError(t, err)
		if looked == 0 {
			require.NotEmpty(t, turnings(adas), "she has waited for no other")
		}
	}
	require.Equal(t, 2+1, looked)
	require.Empty(t, turnings(cays))
	require.Len(t, w.Work(), 2, "the program at her table is told as well")
}

// stored are values as a file tells them, by position; of all others that they are drawn.
type stored map[string]int

func (s stored) Sign(p rules.Position) (int, error) { return s[p.String()], nil }
func (stored) Close() error                         { return nil }

// Where the operator has a file with the values of a game, its players are told exactly
// where it turned.
func TestAGameIsToldOfByAFile(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	w.Begin("rooya")
	g, err := rules.Find(w.Games, "rooya")
	require.NoError(t, err)
	r := rules.NewRecord(g)
	values := stored{}
	w.Handler.Bots.Values = map[string]rules.StoredValues{"rooya": values}
	for n := range 12 {
		m := r.Legal()[0]
		w.Reply([]string{"ada@example.org", "bob@example.org"}[n%2], string(m))
		require.NoError(t, r.Play(m))
		if n == 6 { // Ada has given the draw away, and Bob is about to give it back, and the game
			values[r.Position().String()] = +1
			legal := r.Legal()
			next, err := r.Position().Play(legal[len(legal)-1])
			require.NoError(t, err)
			values[next.String()] = -1
		}
	}
	w.Reply("bob@example.org", "resign")
	w.Pass(club.RetractFor)
	messages := w.Look()
	require.Len(t, messages, 2)
	for _, l := range messages {
		text := string(l.Part("text/plain"))
		require.Contains(t, text, "is solved, so this is certain")
		require.Regexp(t, `\n8\. \S+( \(Bob\))?:\s+(You|Bob) gave the win away; \S+\s+would`, text)
		require.Regexp(t, `\n7\. \S+( \(Ada\))?:\s+(You|Ada) gave the draw away; \S+\s+would`, text)
		require.Equal(t, strings.Contains(l.Get("To"), "ada@"), strings.Contains(text, "\nYou used this chance, and won the game."))
	}
}

// unread is a file that cannot be read any more.
type unread struct{ stored }

func (unread) Sign(rules.Position) (int, error) { return 0, io.ErrUnexpectedEOF }

// Where the file cannot be read a game is looked at as if there were none.
func TestAGameIsToldOfWithoutAFile(t *testing.T) {
	t.Parallel()
	w := twelvePlies(t)
	w.Handler.Bots.Values = map[string]rules.StoredValues{"roses": unread{}}
	w.Reply("bob@example.org", "resign")
	w.Pass(club.RetractFor)
	require.Len(t, w.Look(), 2)
}

// Nobody is told a day later.
func TestAGameIsNotToldOfLate(t *testing.T) {
	t.Parallel()
	w := twelvePlies(t)
	w.Reply("bob@example.org", "resign")
	w.Pass(club.RetractFor)
	w.Now = w.Now.Add(25 * time.Hour)
	require.Empty(t, w.Look())
	more, err := w.Server.AnalyseNext(t.Context())
	require.NoError(t, err)
	require.False(t, more)
}

// What cannot be looked at is tried three times, and holds up no other.
func TestAGameThatCannotBeLookedAt(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	w.Send(post{From: "Ada <ada@example.org>", Proven: true, Body: "challenge robot roses as black"})
	for w.Game(1).Plies < analysis.MinPostMortemPlies && w.Game(1).Result == db.Undecided {
		w.Reply("ada@example.org", "1")
	}
	if w.Game(1).Result == db.Undecided {
		w.Reply("ada@example.org", "resign")
		w.Pass(club.RetractFor)
	}
	put := func() (last bool) {
		require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
			g, err := analysis.NextPostMortem(w.Handler.Club.Begin(tx, 0), 0)
			require.NoError(t, err)
			last, err = g.PutOff(tx)
			return err
		}))
		return last
	}
	for _, want := range []bool{false, false, true} {
		require.Equal(t, want, put())
		require.Empty(t, w.Look(), "it waits")
		w.Now = w.Now.Add(2 * time.Hour)
	}
	require.Empty(t, w.Look(), "it is given up")
}
