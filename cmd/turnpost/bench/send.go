package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/smtpout"
)

// textSize is the size of a letter that is sent: of one with a picture.
const textSize = 24 << 10

// Send measures how many letters a second go to a server that takes so long for each,
// by so many connections at a time; letters is how many of them each connection gets.
func (b *Bench) Send(ctx context.Context, takes time.Duration, letters int, connections []int) (Table, error) {
	table := Table{
		title: fmt.Sprintf("Sending, to a server that takes %v for a letter", takes),
		head:  []string{"connections", "letters", "s", "a second", "100000 in h"},
		notes: []string{"Letters of 24 kB that wait in SQLite, each to another reader, to an SMTP server in this process. 100000 is as many as were sent, times what is missing: what a day's digests take to go out, however fast they are written."},
	}
	for _, n := range connections {
		took, err := b.sendBy(ctx, takes, letters*n, n)
		if err != nil {
			return table, err
		}
		rate := float64(letters*n) / took.Seconds()
		table.add(fmt.Sprint(n), fmt.Sprint(letters*n), fmt.Sprintf("%.1f", took.Seconds()), fmt.Sprintf("%.2f", rate), fmt.Sprintf("%.1f", 100_000/rate/3600))
	}
	return table, nil
}

// sendBy sends letters by so many connections, and returns how long that took.
func (b *Bench) sendBy(ctx context.Context, takes time.Duration, letters, connections int) (took time.Duration, err error) {
	dir, err := os.MkdirTemp("", "turnpost-bench")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	d, err := db.Open(ctx, filepath.Join(dir, "turnpost.db"))
	if err != nil {
		return 0, err
	}
	defer d.Close()
	if err := queueLetters(ctx, d, letters); err != nil {
		return 0, err
	}
	host := &tardy{takes: takes, left: letters, done: make(chan struct{})}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	s := smtp.NewServer(host)
	s.Domain = "localhost"
	c := config.Default()
	c.Robot.Address, c.SMTP.Connections = "games@bench.invalid", connections
	desk, err := daemon.NewDesk(c, d, b.Games)
	if err != nil {
		return 0, err
	}
	addr := l.Addr().(*net.TCPAddr)
	courier, err := smtpout.New(smtpout.Config{Host: addr.IP.String(), Port: addr.Port, TLS: mail.Plain, Connections: connections})
	if err != nil {
		return 0, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	group, running := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := s.Serve(l); !errors.Is(err, smtp.ErrServerClosed) {
			return err
		}
		return nil
	})
	begun := time.Now()
	group.Go(func() error { defer s.Close(); return desk.Run(running, noInbox{}, courier) })
	select {
	case <-host.done:
		took = time.Since(begun)
	case <-running.Done():
		err = running.Err()
	}
	stop()
	return took, errors.Join(group.Wait(), err)
}

// queueLetters queues letters, each to another reader.
func queueLetters(ctx context.Context, d *db.DB, letters int) error {
	text := append([]byte("Subject: A letter\r\n\r\n"), bytes.Repeat([]byte("A line of a letter with what is in it.\r\n"), textSize/40)...)
	return d.Update(ctx, func(tx *db.Tx) error {
		for n := range letters {
			address := fmt.Sprintf("reader%d@bench.invalid", n)
			p, err := tx.AddPlayer(address, address, "Reader")
			if err != nil {
				return err
			}
			o := db.Outgoing{Player: p.ID, Thread: db.ThreadDigests, Kind: "digest", MessageID: fmt.Sprintf("%d@bench.invalid", n), Sender: "games@bench.invalid", Recipient: address, Raw: text}
			if _, err := tx.EnqueueAs(o, db.ClassGame); err != nil {
				return err
			}
		}
		return nil
	})
}

// tardy is an SMTP server that takes its time for each letter.
type tardy struct {
	takes time.Duration

	mu   sync.Mutex
	left int
	done chan struct{} // closed when all are taken
}

func (t *tardy) NewSession(*smtp.Conn) (smtp.Session, error) { return t, nil }
func (*tardy) Reset()                                        {}
func (*tardy) Logout() error                                 { return nil }
func (*tardy) Mail(string, *smtp.MailOptions) error          { return nil }
func (*tardy) Rcpt(string, *smtp.RcptOptions) error          { return nil }

func (t *tardy) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	time.Sleep(t.takes)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.left--; t.left == 0 {
		close(t.done)
	}
	return nil
}

// noInbox is a mailbox in which nothing lies.
type noInbox struct{}

func (noInbox) Name() string                   { return "none" }
func (noInbox) Wait(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
func (noInbox) Close() error                   { return nil }
func (noInbox) Collect(context.Context, func(context.Context, ...mail.Arrival) error) (int, error) {
	return 0, nil
}
