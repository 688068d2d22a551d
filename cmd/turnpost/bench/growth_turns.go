package bench

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"turnpost/db/turns"
)

// tooLong is what nobody should have to wait for the writer.
const tooLong = 100 * time.Millisecond

// Who has the writer, beside who asks for it.
const (
	byKeeping    = "a letter is kept"
	byPlaying    = "a letter is played"
	byDelivering = "letters are sent"
	byForgetting = "forgetting"
	byAsking     = "who asks"
	byNobody     = "nobody: the machine"
	byDisk       = "its log into the file"
)

type doerKey struct{}

// as says who does what is done with a context.
func as(ctx context.Context, who string) context.Context {
	return context.WithValue(ctx, doerKey{}, who)
}

// held is a turn of the writer's, and whose it was.
type held struct {
	turns.Turn
	who string
}

// turnsHeard is who had the writer, in the order of the ends.
type turnsHeard struct {
	mu  sync.Mutex
	all []held
}

func (h *turnsHeard) hear(ctx context.Context, t turns.Turn) {
	who, _ := ctx.Value(doerKey{}).(string)
	if t.Beside {
		who = byDisk
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, held{t, who})
}

// take takes all that was heard.
func (h *turnsHeard) take() []held {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := h.all
	h.all = nil
	return all
}

// holder is what somebody made of their turns.
type holder struct {
	turns, commits durations
	waits, beside  int           // over tooLong that were theirs; of these, beside a log on its way into the file
	longest        time.Duration // of those
}

// holders tells of turns whose they were, and which waits of who asks were whose: of the one
// who had the writer for the largest part of it.
func holders(all []held) map[string]*holder {
	found := map[string]*holder{}
	of := func(who string) *holder {
		if found[who] == nil {
			found[who] = &holder{}
		}
		return found[who]
	}
	for _, t := range all {
		h := of(t.who)
		h.turns = append(h.turns, t.Ended.Sub(t.Began))
		if !t.Worked.IsZero() {
			h.commits = append(h.commits, t.Ended.Sub(t.Worked))
		}
	}
	for i, w := range all {
		wait := w.Began.Sub(w.Asked)
		if w.who != byAsking || wait <= tooLong {
			continue
		}
		parts, nobody, disk := map[string]time.Duration{}, wait, time.Duration(0)
		for _, t := range around(all, i) {
			part := min(t.Ended.Sub(w.Asked), wait) - max(t.Began.Sub(w.Asked), 0)
			switch {
			case part <= 0:
			case t.Beside:
				disk += part
			default:
				parts[t.who] += part
				nobody -= part
			}
		}
		parts[byNobody] = nobody
		whose := byNobody
		for who, part := range parts {
			if part > parts[whose] {
				whose = who
			}
		}
		h := of(whose)
		h.waits++
		h.longest = max(h.longest, wait)
		if disk > wait/2 {
			h.beside++
		}
	}
	return found
}

// around are the turns that may have been while another was waited for: turns end one after
// the other, and what is beside them lasts for a few.
func around(all []held, i int) []held {
	asked := all[i].Asked
	from := i
	for from > 0 && (all[from-1].Ended.After(asked) || i-from < 5) {
		from--
	}
	to := i + 1
	for n := 0; to < len(all) && n < 50; n++ {
		to++
	}
	return slices.Delete(slices.Clone(all[from:to]), i-from, i-from+1)
}

// holdersHead is what rowsOf are of.
var holdersHead = []string{"database", "", "who has the writer", "turns", "p50 ms", "p99", "longest", "of that the commit: p99", "longest", "waits over 100", "beside its log", "longest"}

// rowsOf are what is printed of who had the writer.
func rowsOf(name, when string, found map[string]*holder) (rows [][]string) {
	for _, who := range []string{byKeeping, byPlaying, byDelivering, byForgetting, byAsking, byDisk, byNobody} {
		h := found[who]
		if h == nil {
			continue
		}
		rows = append(rows, []string{name, when, who, fmt.Sprint(len(h.turns)), inMillis(h.turns.at(50)), inMillis(h.turns.at(99)), inMillis(h.turns.at(100)),
			inMillis(h.commits.at(99)), inMillis(h.commits.at(100)), fmt.Sprint(h.waits), fmt.Sprint(h.beside), inMillis(h.longest)})
		name, when = "", ""
	}
	return rows
}
