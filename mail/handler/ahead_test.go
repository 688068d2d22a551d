package handler_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/consistency"
	"turnpost/rules"
)

// byHand is a game with conditional lines, played as one would on paper: each
// side has a list of lines, each a list of conditions and answers in turn.
type byHand struct {
	record *rules.Record
	lines  map[rules.Side][][]string
	chance *rand.Rand
}

// randomTurn is a whole legal turn, or "" when the game is over.
func (h *byHand) randomTurn(r *rules.Record) string {
	mover, r := r.Turn(), r.Clone()
	var plies []string
	for mover != rules.None && r.Turn() == mover {
		legal := r.Legal()
		m := legal[h.chance.IntN(min(3, len(legal)))] // few, so that lines meet
		plies = append(plies, string(m))
		if r.Play(m) != nil {
			return ""
		}
	}
	return strings.Join(plies, " and ")
}

// after plays a turn on a copy; nil if it is no whole legal turn.
func after(r *rules.Record, turn string) *rules.Record {
	mover, r := r.Turn(), r.Clone()
	for _, m := range strings.Split(turn, " and ") {
		if mover == rules.None || r.Turn() != mover || r.Play(rules.Move(m)) != nil {
			return nil
		}
	}
	if r.Turn() == mover {
		return nil
	}
	return r
}

// randomLine makes a line for the turn that begins at r. Below a "*" its moves
// are those of some board, which may not be the one that comes.
func (h *byHand) randomLine(r *rules.Record) []string {
	var out []string
	for range 1 + h.chance.IntN(3) {
		on := h.randomTurn(r)
		next := after(r, on)
		if next == nil || next.Outcome().Over() {
			break
		}
		answer := h.randomTurn(next)
		if h.chance.IntN(4) == 0 {
			on = "*"
		}
		out = append(out, on, answer)
		r = after(next, answer)
	}
	return out
}

// give adds a line to those of a side.
func (h *byHand) give(side rules.Side, l []string) {
	var kept [][]string
	for _, old := range h.lines[side] {
		same := 0
		for same < len(l) && same < len(old) && l[same] == old[same] {
			same++
		}
		switch {
		case same == len(l):
			return // said already
		case same == len(old), same%2 == 1:
			continue // the new one says more, or answers otherwise
		}
		kept = append(kept, old)
	}
	h.lines[side] = append(kept, l)
}

// answer lets the lines play after the turn that began after n plies.
func (h *byHand) answer(n int) {
	for {
		side := h.record.Turn()
		var turn []string
		for _, m := range h.record.Plies()[n:] {
			turn = append(turn, string(m))
		}
		if side == rules.None {
			h.lines = map[rules.Side][][]string{}
			return
		}
		lines := h.lines[side]
		h.lines[side] = nil
		i := slices.IndexFunc(lines, func(l []string) bool { return l[0] == strings.Join(turn, " and ") })
		if i < 0 {
			i = slices.IndexFunc(lines, func(l []string) bool { return l[0] == "*" })
		}
		if i < 0 {
			return
		}
		next := after(h.record, lines[i][1])
		if next == nil {
			return
		}
		n, h.record = h.record.Len(), next
		for _, l := range lines {
			if len(l) > 2 && l[0] == lines[i][0] {
				h.lines[side] = append(h.lines[side], l[2:])
			}
		}
	}
}

func text(l []string) string {
	var steps []string
	for i := 0; i < len(l); i += 2 {
		steps = append(steps, "if "+l[i]+" then "+l[i+1])
	}
	return strings.Join(steps, ", ")
}

var aheadSeeds = flag.Uint64("ahead", 1, "how many random games of each kind TestConditionalsPlayAsByHand plays")

// TestConditionalsPlayAsByHand: in random games in which both sides have random
// lines, exactly the plies are stored that a game by hand has; nobody reads the
// other's lines; nobody gets two letters for one.
func TestConditionalsPlayAsByHand(t *testing.T) {
	t.Parallel()
	address := map[rules.Side]string{rules.Black: ada, rules.White: bob}
	for _, g := range skiptest.EveryFourth(games()) {
		for seed := range *aheadSeeds {
			t.Run(fmt.Sprintf("%s %d", g.Name, seed), func(t *testing.T) {
				h := &byHand{rules.NewRecord(g), map[rules.Side][][]string{}, rand.New(rand.NewPCG(seed, 3))}
				w := newWorld(t, g)
				w.Begin(g.Name)
				write := func(side rules.Side, body string) {
					messages := w.Reply(address[side], body)
					to := map[string]bool{}
					for _, l := range messages {
						require.False(t, to[l.Get("To")], "one letter each")
						to[l.Get("To")] = true
						other := side.Opponent()
						if strings.Contains(l.Get("To"), address[other]) {
							other = side
						}
						for _, secret := range h.lines[other] {
							require.NotContains(t, l.Text, text(secret))
						}
					}
					require.NotContains(t, w.Last(address[side]).Text, "Nothing was", body)
				}
				fired := 0
				for turn := 0; turn < 14 && !h.record.Outcome().Over(); turn++ {
					mover := h.record.Turn()
					for range h.chance.IntN(3) {
						if l := h.randomLine(h.record); len(l) > 0 {
							h.give(mover.Opponent(), l)
							write(mover.Opponent(), text(l))
						}
					}
					played := h.randomTurn(h.record)
					n := h.record.Len()
					h.record = after(h.record, played)
					body := strings.ReplaceAll(played, " and ", "\n")
					for range h.chance.IntN(3) {
						if l := h.randomLine(h.record); len(l) > 0 {
							h.give(mover, l)
							body += "\n" + text(l)
						}
					}
					own := h.record.Len()
					h.answer(n)
					fired += h.record.Len() - own
					write(mover, body)
					var want []string
					for _, m := range h.record.Plies() {
						want = append(want, string(m))
					}
					require.Equal(t, want, w.Plies(1))
					require.Equal(t, h.record.Position().String(), w.Game(1).Position)
					for side, addr := range address {
						var want []string
						for _, l := range h.lines[side] {
							want = append(want, text(l))
						}
						require.ElementsMatch(t, want, w.conditionals(1, addr))
					}
				}
				faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
				require.NoError(t, err)
				require.Empty(t, faults)
				t.Log(fired, "plies by conditionals of", h.record.Len())
			})
		}
	}
}

// conditionals are the stored lines of a player in a game.
func (w *world) conditionals(game int64, address string) (lines []string) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(w.T.Context(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		if err == nil {
			lines, err = tx.Conditionals(game, p.ID)
		}
		return err
	}))
	return lines
}
