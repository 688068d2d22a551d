package bench

import (
	"fmt"
	"sync"
	"time"
)

// stepTimes adds up how long the daemon's loops take from one step of a
// letter's way to the next: where the time goes that is no processor's, too.
type stepTimes struct {
	mu    sync.Mutex
	on    bool
	last  map[string]time.Time // by loop
	spent map[string]time.Duration
	times map[string]int
}

// ways are the steps of each loop in their order; see daemon.OnStep. The
// first of a loop is measured from the end of the letter before it, and holds the
// wait for one.
var ways = []struct{ loop, step, what string }{
	{"collect", "fetched", "fetch: file the mail before, search, fetch"},
	{"collect", "kept", "keep: one commit"},
	{"play", "counted", "take: wait, count the attempt, one commit"},
	{"play", "read", "read: verify, begin, parse"},
	{"play", "written", "answer: replay, play, compose both letters"},
	{"play", "played", "settle: one commit"},
	{"deliver", "claimed", "claim: wait, look, one commit"},
	{"deliver", "sent", "send: SMTP"},
	{"deliver", "marked", "mark: one commit"},
}

func newStepTimes() *stepTimes {
	return &stepTimes{last: map[string]time.Time{}, spent: map[string]time.Duration{}, times: map[string]int{}}
}

// step is what daemon.OnStep wants.
func (b *stepTimes) step(name string) {
	now := time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range ways {
		if w.step != name {
			continue
		}
		if last := b.last[w.loop]; b.on && !last.IsZero() {
			b.spent[name] += now.Sub(last)
			b.times[name]++
		}
		b.last[w.loop] = now
	}
}

// count begins or ends the counting.
func (b *stepTimes) count(on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.on = on
}

// perLetter is how long a step took for one of so many letters, in milliseconds.
func (b *stepTimes) perLetter(step string, letters int) float64 {
	return float64(b.spent[step].Microseconds()) / 1000 / float64(letters)
}

// stepTable shows one column for each kind of letter.
func stepTable(names []string, columns [][]float64) Table {
	t := Table{
		title: "Letters: where the time goes",
		head:  append([]string{"loop and step"}, names...),
		notes: []string{"Milliseconds on the clock for each letter in, under load, in loops that run side by side: a loop's steps add up to its share, and the longest loop is what the throughput waits for. Two letters out are claimed, sent and marked for each."},
	}
	for i, w := range ways {
		row := []string{w.loop + ", " + w.what}
		for _, c := range columns {
			row = append(row, fmt.Sprintf("%.2f", c[i]))
		}
		t.add(row...)
	}
	return t
}
