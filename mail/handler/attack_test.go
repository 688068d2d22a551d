package handler_test

import (
	"bytes"
	"context"
	"fmt"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/server/servertest"
)

const (
	eve   = "eve@evil.example"
	carol = "carol@example.org"
	// nobody hears of an attack whose message is dropped.
	nobody = ""
)

// attack is one way to make the handler do what the owner of an address does not
// want.
type attack struct {
	name string
	// raw makes the letters of the attacker; what it does before with w.send is
	// the innocent past.
	raw func(w *world) [][]byte
	// hears is the one address that is written to: the owner of the one that
	// the message claims to come from.
	hears string
	most  int   // messages that may hear of it; 0: as many as came in
	size  int64 // what the mailbox says of a message of which only the header came
}

// besieged has games between Ada and Bob (#1, Ada to move at ply 2) and Ada and
// Carol (#2).
func besieged(t *testing.T) *world {
	return withLimits(from(t, "besieged", func(w *world) {
		w.Begin("rooya")
		w.Reply(ada, "a1")
		w.Reply(bob, "a2")
		w.Send(post{From: ada, Proven: true, Body: "challenge " + carol + " rooya as black"})
		w.Reply(carol, "accept")
		w.Send(post{From: ada, Proven: true, Body: "#2 c1"})
	}))
}

// inGame is the last message to an address about game 1.
func (w *world) inGame(address string) *message {
	box := w.Boxes[address]
	for i := len(box) - 1; i >= 0; i-- {
		if box[i].Get("Turnpost-Game") == "1" {
			return &box[i]
		}
	}
	require.FailNow(w.T, "no letter about game 1")
	return nil
}

// snapshot is all that an attack must leave as it is.
func (w *world) snapshot() string {
	var b strings.Builder
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		for id := int64(1); id <= 2; id++ {
			g, err := tx.Game(id)
			require.NoError(w.T, err)
			fmt.Fprintf(&b, "%+v\n", g)
		}
		for _, address := range []string{ada, bob, carol} {
			p, err := tx.PlayerByAddress(address)
			require.NoError(w.T, err)
			p.OfferedVacation = false // an offer is no change
			pauses, err := tx.Pauses(tx.Now, p.ID)
			require.NoError(w.T, err)
			open, err := tx.OpenInvitations(p.ID)
			require.NoError(w.T, err)
			blocks, err := tx.Blocks(p.ID)
			require.NoError(w.T, err)
			fmt.Fprintf(&b, "%+v %v %v %v\n", p, pauses, open, blocks)
		}
		return nil
	}))
	return b.String() + fmt.Sprint(w.Plies(1), w.Plies(2))
}

// knownFields are the header fields that letters of ours may have.
var knownFields = []string{"Date", "From", "To", "Reply-To", "Subject", "Message-Id", "In-Reply-To", "References", "Auto-Submitted",
	"X-Auto-Response-Suppress", "List-Id", "List-Help", "List-Unsubscribe", "Mime-Version", "Content-Type", "Content-Transfer-Encoding",
	"Turnpost-Game", "Turnpost-Invitation", "Turnpost-Rules", "Turnpost-Ply", "Turnpost-Side", "Turnpost-Turn", "Turnpost-Position", "Turnpost-Outcome"}

// checkBytes holds the bytes of a message of ours to what no player's words may
// change: its fields, its one reader, its lines.
func checkBytes(t *testing.T, l message, recipient string) {
	t.Helper()
	head, _, ok := bytes.Cut(l.Raw(), []byte("\r\n\r\n"))
	require.True(t, ok)
	for line := range bytes.SplitSeq(head, []byte("\r\n")) {
		require.NotContains(t, string(line), "\r")
		require.NotContains(t, string(line), "\n")
		require.LessOrEqual(t, len(line), 998)
		for _, c := range line {
			require.True(t, c >= ' ' && c < 0x7f || c == '\t', "%q", line)
		}
	}
	for name, values := range l.Header {
		require.Contains(t, knownFields, name)
		require.Len(t, values, 1, "%s twice", name)
	}
	to, err := netmail.ParseAddress(l.Get("To"))
	require.NoError(t, err)
	require.Equal(t, mail.Key(recipient), mail.Key(to.Address))
	from, err := netmail.ParseAddress(l.Get("From"))
	require.NoError(t, err)
	require.Equal(t, serverAddress, from.Address)
	require.NotContains(t, string(l.Raw()), "\x00")
}

// TestAttacks lists every attack that we thought of and what became of it: no
// ply is played, no clock, setting or game changed, and nobody is written to but
// the owner of the address that the message claims. With -v it prints the table.
func TestAttacks(t *testing.T) {
	t.Parallel()
	skiptest.Sequential(t)
	var table strings.Builder
	seen := map[string]bool{}
	for i, a := range attacks() {
		require.False(t, seen[a.name], a.name)
		seen[a.name] = true
		if testing.Short() && i%16 != 0 {
			continue
		}
		t.Run(a.name, func(t *testing.T) {
			w := besieged(t)
			raws := a.raw(w)
			w.Work()
			before, told := w.snapshot(), w.Handed
			var heard []string
			for _, raw := range raws {
				if a.size != 0 {
					w.keepLarge(raw, a.size)
					w.Work()
					continue
				}
				w.Bring(raw)
			}
			first := ""
			for _, o := range w.Outgoing(db.OutgoingQueued) {
				if o.ID > told {
					l := servertest.ReadMessage(t, servertest.Whole(t, o.Raw))
					checkBytes(t, l, o.Recipient)
					heard = append(heard, o.Recipient)
					if first == "" {
						first, _, _ = strings.Cut(l.Text, mail.Sentinel)
						first = strings.Join(strings.Fields(first), " ")
					}
				}
			}
			require.Equal(t, before, w.snapshot())
			for _, who := range heard {
				require.Equal(t, a.hears, who, "who is written to")
			}
			most := a.most
			if most == 0 {
				most = len(raws)
			}
			if a.hears == nobody {
				most = 0
			} else {
				require.NotEmpty(t, heard, "the owner hears of it")
			}
			require.LessOrEqual(t, len(heard), most)
			state, remark := w.Settled(w.lastIn())
			require.NotEqual(t, db.IncomingFailed, state)
			happened := string(state)
			if remark != "" {
				happened += ": " + remark
			}
			if len(heard) > 0 {
				happened = fmt.Sprintf("%d to %s: %s", len(heard), a.hears, first)
			}
			fmt.Fprintf(&table, "%-58s | %s\n", a.name, happened)
		})
	}
	t.Logf("%d attacks; nothing was played\n\n%-58s | %s\n%s", len(seen), "attack", "what happened", table.String())
	for _, word := range []string{"forged", "stolen", "replay", "older ply", "guess", "two From", "group", "Authentication-Results", "bounce",
		"autoresponder", "injection", "encoded word", "MIME bomb", "too large", "NUL", "bare CR", "homograph", "SMTPUTF8", "subject", "hidden",
		"quoted", "signature", "invisible", "mailto", "digest", "instance"} {
		require.True(t, slices.ContainsFunc(attacks(), func(a attack) bool { return strings.Contains(a.name, word) }), "no row about %s", word)
	}
}

// A message at which the reader always dies is put aside after three tries, and
// the ones behind it are answered.
func TestAMessageThatAlwaysCrashesTheReader(t *testing.T) {
	t.Parallel()
	w := besieged(t)
	poison := w.Raw(post{From: ada, Body: "b1 poison", Answers: w.inGame(ada)})
	w.Keep(poison)
	id := w.lastIn()
	w.Keep(w.Raw(post{From: bob, Body: "board", Answers: w.inGame(bob)}))
	tries := 0
	w.Server.Step = func(name string) {
		var state db.IncomingState
		if name == "read" {
			state, _ = w.Settled(id)
		}
		if state == db.IncomingNew {
			tries++
			panic("always")
		}
	}
	var errs int
	for range 10 {
		worked, err := w.Server.AnswerNext(t.Context())
		if err != nil {
			errs++
		}
		if !worked {
			break
		}
	}
	require.Equal(t, 3, tries)
	require.Equal(t, 3, errs)
	state, _ := w.Settled(id)
	require.Equal(t, db.IncomingFailed, state)
	w.Server.Step = nil
	messages := w.Work()
	require.Len(t, messages, 1)
	require.Contains(t, messages[0].Get("To"), bob)
	w.Keep(poison)
	require.Empty(t, w.Work(), "and it does not come again")
	w.Now = w.Now.Add(time.Hour)
	require.Len(t, w.Send(post{From: ada, Body: "b1", Answers: w.inGame(ada)}), 2)
}
