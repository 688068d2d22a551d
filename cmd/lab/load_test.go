package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	netmail "net/mail"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/mailtest"
	"turnpost/mail/smtp"
	"turnpost/rules/all"
)

var (
	moves = flag.Int("moves", 20, "how many moves BenchmarkLoad plays in each case")
	games = flag.Int("games", 20, "how many games BenchmarkLoad plays at the same time")
	where = flag.String("postgres", "", "the URL of a PostgreSQL database that BenchmarkLoad may fill (default one of the tests' server, which does not fsync)")
)

const authserv = "lab.invalid"

// BenchmarkLoad measures how many moves a second arrive by IMAP, are played, and are
// answered by SMTP, through a real Dovecot and Postfix on this machine. Every game always
// has one message on its way, so the mailbox is never empty. Players run in this process.
//
//	go test ./cmd/lab -run none -bench Load -benchtime 1x -moves 300 -games 50
//
// "floor" is what the mail servers carry: each message is fetched, stored in one row and
// answered by two stored messages of the size of ours. "1ms" is a network on which an
// answer of PostgreSQL takes 1 ms; rtt-ms is what it took. cpu-ms is the processor time of
// this process for a move, players included, mail servers and PostgreSQL excluded. Each player
// has a mailbox: two messages of one are answered one after the other.
// statements are those of all daemons, with BEGIN and COMMIT, and with those of transactions
// that ran again: unlike times they hardly depend on what else the machine does.
func BenchmarkLoad(b *testing.B) {
	dovecot := mailtest.StartDovecot(b, mailtest.DovecotConfig{})
	postfix := mailtest.StartPostfix(b, mailtest.PostfixConfig{Dovecot: dovecot, Domains: []string{"test.example"}})
	file := func(b *testing.B) string { return filepath.Join(b.TempDir(), "turnpost.db") }
	server := func(b *testing.B) string { return cmp.Or(*where, dbtest.Postgres(b)) }
	for n, c := range []struct {
		name     string
		database func(b *testing.B) string
		daemons  int
		floor    bool
	}{
		{"floor", file, 1, true},
		{"SQLite", file, 1, false},
		{"PostgreSQL", server, 1, false},
		{"PostgreSQL/2daemons", server, 2, false},
		{"PostgreSQL/1ms", func(b *testing.B) string { return distant(b, server(b)) }, 1, false},
		{"PostgreSQL/1ms/2daemons", func(b *testing.B) string { return distant(b, server(b)) }, 2, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			l := &load{
				submit:   smtp.CourierConfig{TLS: mail.Plain},
				answered: make(chan mail.Envelope, 1<<16),
				robot:    fmt.Sprintf("games%d", n), // a mailbox belongs to one database
				tag:      strconv.FormatInt(time.Now().UnixMilli(), 36),
			}
			l.submit.Host, l.submit.Port = hostPort(b, postfix.SMTPAddr)
			database := c.database(b)
			for range c.daemons {
				d := newDaemon(b, dovecot, postfix, database, l.robot)
				d.DB.Trace(func(string) { l.statements.Add(1) })
				l.daemons = append(l.daemons, d)
			}
			for b.Loop() {
				l.play(b, c.floor)
			}
			if db.IsURL(database) {
				b.ReportMetric(float64(roundTrip(b, database).Microseconds())/1000, "rtt-ms")
			}
		})
	}
}

// newDaemon returns a daemon on the mail servers, a database and a mailbox.
func newDaemon(b *testing.B, dovecot *mailtest.Dovecot, postfix *mailtest.Postfix, database, user string) *daemon.Daemon {
	c := config.Default()
	c.Server.Address, c.Trust.AuthservID, c.Database = user+"@test.example", authserv, config.DatabaseAt(database)
	c.IMAP.MailServer = config.MailServer{TLS: mail.Plain, Auth: config.AuthPassword, User: user, Secret: mailtest.Password}
	c.SMTP.MailServer = config.MailServer{TLS: mail.Plain, Auth: config.AuthPassword}
	c.IMAP.Host, c.IMAP.Port = hostPort(b, dovecot.IMAPAddr)
	c.SMTP.Host, c.SMTP.Port = hostPort(b, postfix.SMTPAddr)
	c.Policy.Challenges, c.Policy.ChallengesOfDomain, c.Policy.Strangers = 1<<30, 1<<30, 1<<30
	d, err := daemon.New(b.Context(), c, all.Games(), "lab", slog.New(slog.DiscardHandler))
	require.NoError(b, err)
	b.Cleanup(func() { d.Close() })
	return d
}

func hostPort(b *testing.B, address string) (string, int) {
	a, err := net.ResolveTCPAddr("tcp", address)
	require.NoError(b, err)
	return a.IP.String(), a.Port
}

// load is the players of all games and the daemons that they write to.
type load struct {
	daemons  []*daemon.Daemon
	submit   smtp.CourierConfig // how players send
	answered chan mail.Envelope // messages of the daemons that the SMTP server has accepted
	robot    string             // whose mailbox the daemons read
	tag      string             // distinguishes the players of one run from those of others on the same database
	serial   int                // of the players' messages

	statements atomic.Int64
}

// play plays the moves once.
func (l *load) play(b *testing.B, floor bool) {
	b.StopTimer()
	first := l.begin(b)
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	// until runs f until the load ends it.
	until := func(f func() error) {
		group.Go(func() error {
			if err := f(); err != nil && ctx.Err() == nil {
				return err
			}
			return nil
		})
	}
	for n, d := range l.daemons {
		courier := reporting{d.Courier, l.answered}
		if floor {
			until(func() error { return mailAlone(ctx, d, courier, first[0]) })
			continue
		}
		d.Server().Name = fmt.Sprintf("daemon %d", n)
		until(func() error { return d.Server().Run(ctx, d.Inbox, courier) })
	}
	post := make(chan mail.Envelope, len(first)) // a game has one message on its way
	for range 2 {
		courier, err := smtp.NewCourier(l.submit)
		require.NoError(b, err)
		until(func() error {
			defer courier.Close()
			for {
				select {
				case e := <-post:
					if err := courier.Send(ctx, e); err != nil {
						return err
					}
				case <-ctx.Done():
					return nil
				}
			}
		})
	}
	for _, e := range first {
		post <- l.reply(e)
	}
	var cpu time.Duration
	answers, played := 0, -len(first) // the first move of each game is not measured
	for played < *moves && ctx.Err() == nil {
		select {
		case e := <-l.answered:
			if answers++; floor && answers%2 == 1 || !floor && !asksForMove(e.Raw) {
				continue
			}
			post <- l.reply(e)
			if played++; played == 0 {
				cpu = cpuTime()
				l.statements.Store(0)
				b.StartTimer()
			}
		case <-ctx.Done():
		case <-time.After(time.Minute):
			require.FailNow(b, "no answer came for a minute", "after %d moves", played)
		}
	}
	b.StopTimer()
	cpu = cpuTime() - cpu
	statements := l.statements.Load()
	stop()
	require.NoError(b, group.Wait())
	b.ReportMetric(float64(*moves)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(cpu.Seconds()*1000/float64(*moves), "cpu-ms/move")
	b.ReportMetric(float64(statements)/float64(*moves), "statements/move")
	b.StartTimer()
}

// begin begins all games without the mail servers, and returns the messages that ask for
// the first moves.
func (l *load) begin(b *testing.B) (first []mail.Envelope) {
	s := l.daemons[0].Server()
	var out collecting
	write := func(from, to, text string) {
		l.serial++
		raw := fmt.Appendf(nil, "Authentication-Results: %s; auth=pass smtp.auth=%s\r\nFrom: %s\r\nTo: %s\r\nDate: %s\r\nMessage-ID: <%d.%s@client.example>\r\n\r\n%s\r\n",
			authserv, from, from, to, time.Now().Format(time.RFC1123Z), l.serial, l.tag, text)
		require.NoError(b, s.Keep(b.Context(), mail.ArrivedMail{Mailbox: "lab " + l.tag, Cursor: strconv.Itoa(l.serial), Size: int64(len(raw)), Raw: raw}))
		for _, work := range []func() (bool, error){
			func() (bool, error) { return s.AnswerNext(b.Context()) },
			func() (bool, error) { return s.DeliverNext(b.Context(), &out) },
		} {
			for {
				worked, err := work()
				require.NoError(b, err)
				if !worked {
					break
				}
			}
		}
	}
	kinds := all.Games()
	for n := range *games {
		ada, bob := l.address("ada", n), l.address("bob", n)
		write(ada, l.robot+"@test.example", fmt.Sprintf("challenge %s %s as black", bob, kinds[n%len(kinds)].Name))
		write(bob, l.robot+"@test.example", "help") // whoever never wrote is asked before others may write to them
		for _, e := range out {
			if to := header(e.Raw, "Reply-To"); e.To == bob && strings.Contains(to, "+") {
				write(bob, to, "accept")
			}
		}
		for _, e := range out {
			if asksForMove(e.Raw) {
				first = append(first, e)
			}
		}
		out = nil
	}
	require.Len(b, first, *games)
	return first
}

func (l *load) address(name string, n int) string {
	return fmt.Sprintf("%s%d-%s@test.example", name, n, l.tag)
}

// reply answers a message with its first move, and quotes its text as mail programs do.
func (l *load) reply(e mail.Envelope) mail.Envelope {
	l.serial++
	to, id := header(e.Raw, "Reply-To"), header(e.Raw, "Message-ID")
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: %s\r\nTo: %s\r\nSubject: Re: %s\r\nDate: %s\r\nMessage-ID: <%d.%s@client.example>\r\nIn-Reply-To: %s\r\nReferences: %s\r\nMIME-Version: 1.0\r\n",
		e.To, to, header(e.Raw, "Subject"), time.Now().Format(time.RFC1123Z), l.serial, l.tag, id, id)
	_, part, _ := bytes.Cut(e.Raw, []byte("Content-Type: text/plain"))
	head, text, _ := bytes.Cut(part, []byte("\r\n\r\n"))
	text, _, _ = bytes.Cut(text, []byte("\r\n--"))
	fmt.Fprintf(&b, "Content-Type: text/plain%s\r\n\r\n1\r\n\r\nOn Sat, 21 Nov 2026 at 10:00, Turnpost wrote:\r\n\r\n", head)
	for line := range bytes.Lines(text) {
		b.WriteString("> ")
		b.Write(line)
	}
	return mail.Envelope{From: e.To, To: to, Raw: append(b.Bytes(), "\r\n"...)}
}

// header returns a header field of a message, unfolded and without angle brackets around
// an address.
func header(raw []byte, name string) string {
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return ""
	}
	if name == "Reply-To" {
		return strings.Trim(m.Header.Get(name), "<>")
	}
	return m.Header.Get(name)
}

// asksForMove reports whether it is the reader's turn.
func asksForMove(raw []byte) bool {
	side := header(raw, "Turnpost-Side")
	return side != "" && side == header(raw, "Turnpost-Turn")
}

// mailAlone does what any program has to do for a move: it fetches messages, stores each,
// and sends two messages for it.
func mailAlone(ctx context.Context, d *daemon.Daemon, courier mail.Courier, answer mail.Envelope) error {
	defer d.Inbox.Close()
	stored := make(chan struct{}, 1<<16)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		for {
			_, err := d.Inbox.Collect(ctx, func(ctx context.Context, some ...mail.ArrivedMail) error {
				for _, a := range some {
					id, digest := mail.Identity(a.Raw)
					in := db.Incoming{Mailbox: a.Mailbox, Cursor: a.Cursor, MessageID: id, Size: a.Size, Raw: a.Raw, Digest: digest}
					if err := d.DB.Update(ctx, func(tx *db.Tx) error { _, err := tx.Keep(in); return err }); err != nil {
						return err
					}
					stored <- struct{}{}
				}
				return nil
			})
			if err == nil {
				err = d.Inbox.Wait(ctx)
			}
			if err != nil {
				return err
			}
		}
	})
	group.Go(func() error {
		for {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-stored:
				for range 2 {
					if err := courier.Send(ctx, answer); err != nil {
						return err
					}
				}
			}
		}
	})
	return group.Wait()
}

// reporting is a courier that reports each message that was accepted.
type reporting struct {
	mail.Courier
	accepted chan<- mail.Envelope
}

func (c reporting) Send(ctx context.Context, e mail.Envelope) error {
	err := c.Courier.Send(ctx, e)
	if err == nil {
		c.accepted <- e
	}
	return err
}

// collecting is a courier that keeps all messages.
type collecting []mail.Envelope

func (c *collecting) Send(_ context.Context, e mail.Envelope) error { *c = append(*c, e); return nil }
func (*collecting) Close() error                                    { return nil }

// roundTrip returns how long the answer to an empty question takes.
func roundTrip(b *testing.B, database string) time.Duration {
	pool, err := db.OpenPool(database, nil)
	require.NoError(b, err)
	defer pool.Close()
	require.NoError(b, pool.PingContext(b.Context())) // it connects
	const times = 100
	began := time.Now()
	for range times {
		_, err := pool.ExecContext(b.Context(), "")
		require.NoError(b, err)
	}
	return time.Since(began) / times
}

// distant returns the URL of a proxy on loopback that delivers the answers of a PostgreSQL
// server 1 ms after the questions. Most of that is added to the answer; what is missing is the
// time that the proxy takes.
func distant(b *testing.B, database string) string {
	const delay = 750 * time.Microsecond
	server, err := pgconn.ParseConfig(database)
	require.NoError(b, err)
	u, err := url.Parse(database)
	require.NoError(b, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	b.Cleanup(func() { l.Close() })
	host, port, _ := net.SplitHostPort(l.Addr().String())
	query := u.Query()
	query.Set("host", host)
	query.Set("port", port)
	u.RawQuery, u.Host = query.Encode(), ""
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			network, address := pgconn.NetworkAddress(server.Host, server.Port)
			far, err := net.Dial(network, address)
			if err != nil {
				near.Close()
				continue
			}
			carry := func(to, from net.Conn, delay time.Duration) {
				defer near.Close()
				defer far.Close()
				delayed(to, from, delay)
			}
			go carry(far, near, 0)
			go carry(near, far, delay)
		}
	}()
	return u.String()
}

// delayed copies, and delays each message without delaying the ones behind it.
func delayed(to io.Writer, from io.Reader, delay time.Duration) {
	type message struct {
		at   time.Time
		text []byte
	}
	under := make(chan message, 1024)
	go func() {
		defer close(under)
		for {
			text := make([]byte, 32<<10)
			n, err := from.Read(text)
			if n > 0 {
				under <- message{time.Now().Add(delay), text[:n]}
			}
			if err != nil {
				return
			}
		}
	}()
	for m := range under {
		pause(time.Until(m.at))
		if _, err := to.Write(m.text); err != nil {
			return
		}
	}
}
