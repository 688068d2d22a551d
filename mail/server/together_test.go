package server_test

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	netmail "net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/server/servertest"
)

var amidPlies = flag.Int("amid", 60, "how many plies TestPlaysAmidEverything plays")

var together = flag.Int("together", 400, "how many plies BenchmarkTogether plays by so many daemons")

// BenchmarkTogether plays by several daemons on one database, with mail servers that
// cost nothing: how many letters a second they answer, and how many of their transactions
// run again because of a conflict.
//
//	go test ./mail/server -run none -bench Together -benchtime 1x
func BenchmarkTogether(b *testing.B) {
	for _, c := range []struct {
		name    string
		daemons int
	}{{"SQLite", 1}, {"PostgreSQL", 1}, {"PostgreSQL", 2}, {"PostgreSQL", 4}} {
		b.Run(fmt.Sprintf("%s-%d", c.name, c.daemons), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				w := servertest.New(b)
				if c.name == "PostgreSQL" {
					onPostgres(w)
				}
				w.Live()
				p := &playing{w: w, done: make(chan struct{})}
				p.begin(40)
				b.StartTimer()
				p.run(c.daemons, *together)
				b.StopTimer()
				b.ReportMetric(float64(p.plies.Load())/b.Elapsed().Seconds(), "letters/s")
				b.ReportMetric(100*float64(p.begun.Load()-p.played.Load())/float64(p.played.Load()), "%again")
				b.StartTimer()
			}
		})
	}
}

// playing are games between people who answer each message at once.
type playing struct {
	w      *servertest.World
	first  [][]byte // the messages that begin
	most   int64
	plies  atomic.Int64 // that were written
	played atomic.Int64 // messages that were answered
	begun  atomic.Int64 // transactions that did
	serial atomic.Int64
	by     mail.Courier // who hears the messages
	keep   func(raw []byte)
	done   chan struct{}
	over   sync.Once
}

// onPostgres puts an empty database of a server in the place of a world's file.
func onPostgres(w *servertest.World) {
	w.T.Helper()
	w.Where = dbtest.Postgres(w.T)
	d, err := db.Open(w.T.Context(), w.Where)
	require.NoError(w.T, err)
	w.T.Cleanup(func() { d.Close() })
	w.DB = d
	w.Restart()
}

// begin begins so many games.
func (p *playing) begin(games int) {
	for n := range games {
		black, white := fmt.Sprintf("b%d@club%d.example", n, n), fmt.Sprintf("w%d@club%d.example", n, n)
		p.w.Proven(black, "challenge "+white+" rooya as black")
		for _, l := range p.w.Reply(white, "accept") {
			if raw := p.answer(l.Raw()); raw != nil {
				p.first = append(p.first, raw)
			}
		}
		require.NoError(p.w.T, p.w.Deliver(sender{}))
	}
	require.Len(p.w.T, p.first, games)
}

// answer is what the reader of a message answers, if it is their turn.
func (p *playing) answer(message []byte) []byte {
	m, err := netmail.ReadMessage(bytes.NewReader(message))
	if err != nil || m.Header.Get("Turnpost-Turn") != m.Header.Get("Turnpost-Side") {
		return nil
	}
	return answerTo(m, p.serial.Add(1), "1")
}

// answerTo is a player's reply to a message, by its number.
func answerTo(to *netmail.Message, number int64, text string) []byte {
	return fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: Re: %s\r\nMessage-ID: <%d@together.example>\r\nDate: %s\r\n\r\n%s\r\n",
		to.Header.Get("To"), to.Header.Get("Reply-To"), to.Header.Get("Subject"), number, time.Now().Format(time.RFC1123Z), text)
}

// Send is of mail.Courier.
func (p *playing) Send(_ context.Context, e mail.Envelope) error {
	raw := p.answer(e.Raw)
	switch {
	case raw == nil:
	case p.plies.Add(1) > p.most:
		p.over.Do(func() { close(p.done) })
	default:
		p.keep(raw)
	}
	return nil
}

// Close is of mail.Courier.
func (p *playing) Close() error { return nil }

// run plays so many plies by some daemons.
func (p *playing) run(daemons, plies int) {
	p.most = int64(plies)
	boxes := make([]*box, daemons)
	for i := range boxes {
		boxes[i] = newBox(fmt.Sprint("box ", i), max(plies, len(p.first)))
	}
	p.keep = func(raw []byte) { boxes[p.serial.Add(1)%int64(daemons)].Put(raw) }
	for _, raw := range p.first {
		p.keep(raw)
	}
	ctx, stop := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	for _, box := range boxes {
		d, err := db.Open(ctx, p.w.Where)
		require.NoError(p.w.T, err)
		defer d.Close()
		d.Trace(func(query string) {
			if strings.HasPrefix(query, "UPDATE inbox SET sender") {
				p.begun.Add(1)
			}
		})
		_, s := p.w.On(d)
		s.Name = box.Name()
		s.Step = func(name string) {
			if name == "played" {
				p.played.Add(1)
			}
		}
		wait.Go(func() {
			if err := s.Run(ctx, box, cmp.Or[mail.Courier](p.by, p)); err != nil {
				p.w.T.Error(err)
			}
		})
	}
	<-p.done
	stop()
	wait.Wait()
}
