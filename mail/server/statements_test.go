package server_test

import (
	"bytes"
	"fmt"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/server/servertest"
)

// A play asks the database so often, in the transaction that others wait for; on a
// server each is a way there and back.
func TestStatementsOfAPlay(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	w.Live()
	p := &playing{w: w, done: make(chan struct{})}
	p.begin(1)
	w.Bring(p.first[0]) // in which a key is read once for all
	second := p.answer(w.Last("w0@club0.example").Raw())
	require.NotNil(t, second)
	w.Bring(second)
	third := p.answer(w.Last("b0@club0.example").Raw())
	var asked []string
	w.DB.Trace(func(query string) { asked = append(asked, query) })
	w.Bring(third)
	begun := slices.IndexFunc(asked, func(q string) bool { return strings.Contains(q, "FROM heartbeat") })
	settled := slices.IndexFunc(asked, func(q string) bool { return strings.HasPrefix(q, "UPDATE inbox SET state") })
	require.Positive(t, begun)
	require.LessOrEqual(t, settled-begun+1, 37, strings.Join(asked[begun:settled+1], "\n"))
}

// What is written in transactions that run side by side: rows of the game, which is locked, of
// the message, and of the messages about it that go out; and a count of the writer's, which is
// added to. Whoever adds to this list reads "Plays side by side" in the documentation of
// package db first.
var writtenBeside = []string{
	"DELETE FROM conditionals",
	"INSERT INTO followed",
	"INSERT INTO outbox",
	"INSERT INTO plies",
	"INSERT INTO talk",
	"INSERT INTO texts",
	"INSERT INTO thread_totals",
	"UPDATE games SET plies",
	"UPDATE inbox SET checksum",
	"UPDATE inbox SET sender",
	"UPDATE inbox SET state",
	"UPDATE inbox SET vouched",
	"UPDATE mails SET raw",
	"UPDATE outbox SET class",
	"UPDATE players SET turns",
	"UPDATE talk SET passed",
}

// Messages that play in a game that goes on, with words or without, are answered side by side;
// all others alone.
func TestWhatIsWrittenSideBySide(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	onPostgres(w)
	w.Live()
	p := &playing{w: w, done: make(chan struct{})}
	p.begin(2)
	w.Proven("ada@solo.example", "challenge robot rooya level 1 as black")
	var beside bool
	var asked, written []string
	writes := regexp.MustCompile(`^(?:INSERT INTO \w+|DELETE FROM \w+|UPDATE \w+ (?:AS \w+ )?SET \w+)`)
	commits := map[bool]int{}
	w.DB.Trace(func(query string) {
		switch {
		case query == "BEGIN":
			asked, beside = nil, false
		case strings.HasPrefix(query, "LOCK TABLE"):
			beside = strings.Contains(query, "ROW EXCLUSIVE")
		case query == "COMMIT" && slices.ContainsFunc(asked, func(q string) bool { return q == "UPDATE inbox SET state" }):
			if commits[beside]++; beside {
				written = append(written, asked...)
			}
		default:
			if what := writes.FindString(query); what != "" {
				asked = append(asked, what)
			}
		}
	})
	bring := func(to []byte, text string) {
		m, err := netmail.ReadMessage(bytes.NewReader(to))
		require.NoError(t, err)
		w.Bring(answerTo(m, p.serial.Add(1), text))
	}
	last := func(n int) []byte { // the message to whose reader it is to move
		for _, who := range []string{"b%[1]d@club%[1]d.example", "w%[1]d@club%[1]d.example"} {
			if raw := w.Last(fmt.Sprintf(who, n)).Raw(); p.answer(raw) != nil {
				return raw
			}
		}
		require.FailNow(t, "nobody is to move")
		return nil
	}
	for n, text := range []string{"1", "1\n\nGood luck!", "1", "2", "1\n\nA fine move.", "1"} {
		game := n % 2
		if n < 2 {
			w.Bring(p.first[game])
		}
		bring(last(game), text)
	}
	for range 3 { // whose answer has the bot's ply
		w.Reply("ada@solo.example", "1")
	}
	require.Equal(t, map[bool]int{true: 11}, commits)
	slices.Sort(written)
	written = slices.Compact(written)
	require.Subset(t, writtenBeside, written)
	for _, text := range []string{"1\ngames", "hello", "1\ndraw", "games", "if a1 b1", "resign"} {
		before := commits[true]
		bring(last(0), text)
		require.Equal(t, before, commits[true], text)
	}
	require.Equal(t, map[bool]int{true: 11, false: 6}, commits)
}
