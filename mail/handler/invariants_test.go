package handler_test

import (
	"context"
	"fmt"
	netmail "net/mail"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
)

// invariants are what holds whatever people write. They are checked after each
// message in and each duty of the clockwork:
//
//   - a letter in brings each address at most one letter;
//   - who left gets none before they wrote again;
//   - a message can be read by a mail program, has the headers of the contract,
//     tells the state of its game, and holds no secret, note or conditional
//     line of another player, and no address of a stranger;
//   - an offer ends with its turn, and with its game;
//   - clocks do not run below zero, a game is lost on time when the grace is
//     over and not before, and no digest comes twice for a day;
//   - what is over stays as it is.
//
// At the end every message in is settled and all games replay.
type invariants struct {
	w        *world
	games    []db.Game
	players  map[int64]db.Player
	messages int

	silent  map[string]bool            // by address: it got its last message
	forgot  map[string]bool            // and its owner is erased
	knows   map[string]map[string]bool // addresses that somebody may read
	met     map[[2]int64]bool
	tokens  map[string]string          // by secret: the address that got it
	hushed  map[string]string          // by secret word: who wrote it
	lines   map[string]map[string]bool // by conditional line: whose it was
	wrote   map[string]string          // by address: all that came from there
	offers  map[int64]standing         // by game
	digests map[string]string          // by address: the day of the last
	told    map[int64]bool             // the messages in that were answered
	invites int64
}

// standing is an offer when it was first seen.
type standing struct {
	what  db.Offer
	by    int64
	plies int
}

func newInvariants(w *world) *invariants {
	return &invariants{
		w: w, players: map[int64]db.Player{}, silent: map[string]bool{}, forgot: map[string]bool{}, knows: map[string]map[string]bool{}, met: map[[2]int64]bool{},
		tokens: map[string]string{}, hushed: map[string]string{}, lines: map[string]map[string]bool{},
		wrote: map[string]string{}, offers: map[int64]standing{}, digests: map[string]string{}, told: map[int64]bool{},
	}
}

func (v *invariants) over() (n int) {
	for _, g := range v.games {
		if g.Over() {
			n++
		}
	}
	return n
}

func (v *invariants) plyCount() (n int) {
	for _, g := range v.games {
		n += g.Plies
	}
	return n
}

func (v *invariants) invitationCount() int { return int(v.invites) }

func addressOf(l message) string {
	to, err := netmail.ParseAddress(l.Get("To"))
	if err != nil {
		return ""
	}
	return to.Address
}

// check holds what a message in, or with nil a duty, has brought.
func (v *invariants) check(in *sheet) {
	w := v.w
	w.T.Helper()
	var out []db.Outgoing
	before := v.players
	was := v.games
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) (err error) {
		if out, err = tx.Outgoing(db.OutgoingQueued); err != nil {
			return err
		}
		return v.look(tx)
	}))
	if len(out) > 0 {
		require.NoError(w.T, w.DB.Update(context.Background(), func(tx *db.Tx) error {
			for _, o := range out {
				if _, err := tx.MarkSent(o.ID); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	v.checkGames(was)
	// Nobody remembers who was forgotten: any message is a stranger's first.
	if in != nil && (in.speaks || v.forgot[in.from] && !strings.Contains(string(in.raw), "Auto-Submitted:")) {
		v.silent[in.from], v.forgot[in.from] = false, false
	}
	type game struct {
		reader string
		thread int64
	}
	to := map[game]bool{}
	for _, o := range out {
		one := game{o.Recipient, o.Thread}
		require.False(w.T, to[one], "two messages to %s at once, of thread %d", o.Recipient, o.Thread)
		to[one] = true
		if in != nil {
			require.False(w.T, v.told[o.Answers], "a second answer")
		} else {
			require.Zero(w.T, o.Answers)
		}
		v.checkMessage(o, in)
		if o.Kind == "digest" && in == nil {
			p := v.players[o.Player]
			zone, err := time.LoadLocation(p.Timezone)
			require.NoError(w.T, err)
			day := before[o.Player].DigestDue.In(zone).Format(time.DateOnly)
			require.NotEqual(w.T, v.digests[o.Recipient], day, "a second digest to %s", o.Recipient)
			v.digests[o.Recipient] = day
		}
	}
	if in != nil && len(out) > 0 {
		v.told[out[0].Answers] = true
	}
	for id, p := range v.players {
		if in != nil && !p.StoppedAt.IsZero() && p.Address == in.from {
			v.silent[p.Address] = true // with or without a last message
		}
		if q := before[id]; p.Timezone != q.Timezone || p.Digest != q.Digest || p.DigestMinute != q.DigestMinute || p.DigestDay != q.DigestDay {
			delete(v.digests, p.Address) // at their own wish
		}
	}
}

// look reads what the database holds now.
func (v *invariants) look(tx *db.Tx) error {
	v.games, v.players = nil, map[int64]db.Player{}
	// PostgreSQL leaves numbers out, a few for each transaction that it rolled back.
	const gap = 20
	for id, last := int64(1), int64(0); id <= last+gap; id++ {
		if p, err := tx.Player(id); err == nil {
			v.players[id], last = p, id
		}
	}
	for id := v.invites + 1; id <= v.invites+gap; id++ {
		if i, err := tx.Invitation(id); err == nil {
			v.meet(i.Challenger, i.Invitee)
			v.invites = id
		}
	}
	return dbtest.EachGame(tx, func(g db.Game) error {
		v.games = append(v.games, g)
		v.meet(g.Black, g.White)
		for _, id := range []int64{g.Black, g.White} {
			if g.Over() {
				break
			}
			lines, err := tx.Conditionals(g.ID, id)
			if err != nil {
				return err
			}
			for _, l := range lines {
				if v.lines[l] == nil {
					v.lines[l] = map[string]bool{}
				}
				v.lines[l][v.players[id].Address] = true
			}
		}
		return nil
	})
}

func (v *invariants) checkMessage(o db.Outgoing, in *sheet) {
	t := v.w.T
	t.Helper()
	v.messages++
	raw := servertest.Whole(t, o.Raw)
	l := servertest.ReadMessage(t, raw)
	v.w.Boxes[o.Recipient] = append(v.w.Boxes[o.Recipient], l)
	require.Equal(t, o.Recipient, addressOf(l))
	for _, line := range strings.Split(string(raw), "\r\n") {
		require.LessOrEqual(t, len(line), 998, "%s", line)
	}
	for _, name := range []string{"From", "Subject", "Date", "Message-Id", "Reply-To", "List-Id", "List-Help", "List-Unsubscribe"} {
		require.NotEmpty(t, l.Get(name), name)
	}
	require.Contains(t, []string{"auto-generated", "auto-replied"}, l.Get("Auto-Submitted"))
	v.checkSilence(o, l)
	v.checkPrivacy(o, l, in)
	v.checkState(o, l)
}

// checkSilence: nobody gets a message after their last one.
func (v *invariants) checkSilence(o db.Outgoing, l message) {
	t := v.w.T
	t.Helper()
	switch {
	case o.Kind == "stopped" || o.Kind == "forgotten":
		v.silent[o.Recipient], v.forgot[o.Recipient] = true, o.Kind == "forgotten"
	case o.Kind == "invitation" && v.players[o.Player].WroteAt.IsZero():
		// Nobody remembers who was forgotten; the first invitation is to a stranger.
	default:
		require.False(t, v.silent[o.Recipient], "%s wants no letters, and gets\n%s", o.Recipient, l.Text)
	}
}

// checkState holds the headers of a message about a game to its state.
func (v *invariants) checkState(o db.Outgoing, l message) {
	t := v.w.T
	t.Helper()
	for _, g := range v.games {
		if fmt.Sprint(g.ID) != l.Get("Turnpost-Game") {
			continue
		}
		side, outcome := rules.White, ""
		if o.Player == g.Black {
			side = rules.Black
		}
		turn := position(&g).Turn()
		if g.Over() {
			turn, outcome = rules.None, map[db.Result]string{db.BlackWon: "black won: ", db.WhiteWon: "white won: ", db.Drawn: "draw: "}[g.Result]+g.Reason
			loser := map[db.Result]string{db.BlackWon: "white", db.WhiteWon: "black"}[g.Result]
			outcome = strings.NewReplacer(": resigned", ": "+loser+" resigned", ": time", ": "+loser+" out of time").Replace(outcome)
		}
		require.Contains(t, []int64{g.Black, g.White}, o.Player)
		require.Equal(t, []string{g.Rules, fmt.Sprint(g.Plies), side.String(), turn.String(), g.Position, outcome},
			[]string{l.Get("Turnpost-Rules"), l.Get("Turnpost-Ply"), l.Get("Turnpost-Side"), l.Get("Turnpost-Turn"),
				l.Get("Turnpost-Position"), l.Get("Turnpost-Outcome")})
	}
}
