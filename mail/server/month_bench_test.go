package server_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/server/servertest"
)

// BenchmarkMonth lets twelve people live for 45 days in a club with a season (which begins on
// the 14th), a ladder and robots, and logs how many messages of which kind each of them got. A
// change of a text is no reason to run it; a change of what is sent, and when, is:
//
//	go test ./mail/server -run '^$' -bench Month -benchtime 1x
func BenchmarkMonth(b *testing.B) {
	for b.Loop() {
		liveAMonth(b)
	}
}

// every is how often each person looks into the mailbox, in days; 0: never.
var every = []int{1, 1, 1, 1, 2, 2, 3, 3, 4, 7, 15, 0}

func liveAMonth(b *testing.B) {
	w := servertest.New(b)
	w.Open = true
	w.Restart()
	r := rand.New(rand.NewPCG(1, 2026))
	address := func(i int) string { return fmt.Sprintf("p%d@example.org", i+1) }
	got := map[string]map[string]int{} // by what it says, and its recipient
	count := func(messages []servertest.Message) {
		for _, l := range messages {
			kind := kindOf(l.Text)
			if got[kind] == nil {
				got[kind] = map[string]int{}
			}
			to, err := mail.ParseAddress(l.Get("To"))
			require.NoError(b, err)
			got[kind][to.Address]++
		}
	}
	send := func(i int, lines ...string) {
		from := fmt.Sprintf("Person %c <%s>", 'A'+i, address(i))
		count(w.Send(servertest.PlayerMail{From: from, Proven: true, Body: strings.Join(lines, "\n")}))
	}
	tick := func() {
		for more := true; more; {
			var err error
			more, err = w.Server.Tick(context.Background())
			require.NoError(b, err)
		}
		count(w.Work())
	}
	for i := range every {
		send(i, "public on")
		send(i, "join rooya", "ladder rooya on", []string{"letters every", "letters mine", "digest daily 07:30"}[i%3])
		if i%4 == 0 {
			send(i, "challenge robot level 1 rooya")
		}
	}
	begun := w.Now
	for day := range 45 {
		w.Now = begun.Add(time.Duration(day) * 24 * time.Hour)
		for range 4 {
			w.Now = w.Now.Add(5 * time.Hour)
			tick()
		}
		for i, days := range every {
			if days == 0 || day%days != 0 {
				continue
			}
			if day%10 == i%10 {
				send(i, "challenge ladder rooya")
			}
			if lines := movesOf(b, w, r, address(i)); len(lines) > 0 {
				send(i, lines...)
			}
			tick()
		}
	}
	logMessages(b, got)
}

// movesOf returns a move in each game in which a person is to move.
func movesOf(b *testing.B, w *servertest.World, r *rand.Rand, address string) (lines []string) {
	err := w.DB.View(context.Background(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		if err != nil {
			return err
		}
		running, err := tx.GamesOf(p.ID, false, -1)
		if err != nil {
			return err
		}
		room := w.Handler.Club.Begin(tx, 0)
		for _, row := range running {
			g, err := room.Game(row.ID)
			if err != nil {
				return err
			}
			if g.Turn() == g.Side(p.ID) && club.BotLevelOf(g.Player(g.Turn())) == 0 {
				legal := g.Record.Legal()
				lines = append(lines, fmt.Sprintf("#%d %s", row.ID, legal[r.IntN(len(legal))]))
			}
		}
		return nil
	})
	require.NoError(b, err)
	return lines
}

// kindOf names what a message says first.
func kindOf(text string) string {
	for _, k := range [][2]string{
		{"A reminder", "reminder"}, {"Your time is up", "time is up"}, {"your clock ran out", "lost on time"},
		{"Your digest", "digest"}, {"Your games", "digest"}, {"A new first place", "new first place"},
		{"A warning", "warning"}, {"Are you still there", "warning"}, {"You are out", "out"}, {"has begun", "season begun"},
		{"The final table", "season over"}, {"You have won rooya-1", "season over"}, {"You share first", "season over"},
		{"You have won", "game over"}, {"You have lost", "game over"}, {"The game is", "game over"},
		{"Your move", "move"}, {"Your second move", "move"}, {"to move", "own move"},
	} {
		if first, _, _ := strings.Cut(text, "\n\n"); strings.Contains(strings.Join(strings.Fields(first), " "), k[0]) {
			return k[1]
		}
	}
	return "answer"
}

// logMessages logs how many messages of each kind everybody got.
func logMessages(b *testing.B, all map[string]map[string]int) {
	var to []string
	for i := range every {
		to = append(to, fmt.Sprintf("p%d@example.org", i+1))
	}
	line := func(name string, of func(to string) int) string {
		out, sum := fmt.Sprintf("%-16s", name), 0
		for _, p := range to {
			out += fmt.Sprintf("%5d", of(p))
			sum += of(p)
		}
		return out + fmt.Sprintf("%7d\n", sum)
	}
	var out strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		out.WriteString(line(kind, func(to string) int { return all[kind][to] }))
	}
	out.WriteString(line("all", func(to string) (n int) {
		for _, of := range all {
			n += of[to]
		}
		return n
	}))
	fmt.Printf("\nperson looks every %v days\n%s", every, out.String()) // b.Log would cut it
}
