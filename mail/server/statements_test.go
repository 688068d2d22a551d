package server_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/server/servertest"
)

// A play asks the database so often, in the transaction that others wait for; on a
// server each is a way there and back.
func TestStatementsOfAPlay(t *testing.T) {
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
