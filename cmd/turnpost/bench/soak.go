package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/sync/errgroup"

	"turnpost/mail"
)

// Soak is a load that lasts.
type Soak struct {
	Program string        // what serves: this program
	For     time.Duration // how long letters come
	Rate    float64       // letters a second
	Every   time.Duration // between two rows of the table
	Pairs   int           // games at the same time
}

// soakConfig is the daemon's: its socket for letters in, where letters go out, and where
// its numbers are.
const soakConfig = `[robot]
address = %q
[lmtp]
listen = "unix:%s"
[smtp]
host = "127.0.0.1"
port = %d
tls = "plain"
limits = "own"
[database]
path = %q
[trust]
authserv_id = %q
[log]
level = "warn"
`

// Soak plays letters at a rate by a daemon in a process of its own, and notes at each
// Every what that process takes. What was noted is returned with an error, too. Letters
// come by LMTP and go to an SMTP server that keeps none: whatever grows is the daemon's.
func (b *Bench) Soak(ctx context.Context, o Soak) (table Table, err error) {
	table = Table{
		title: fmt.Sprintf("Soak: %v at %g letters a second", o.For, o.Rate),
		head:  []string{"minutes", "letters", "waiting", "p99 ms", "RSS MB", "heap MB", "descriptors", "goroutines", "database MB"},
		notes: []string{fmt.Sprintf("'turnpost serve' in a process of its own, SQLite, %d games at the same time, with pictures; letters by LMTP, each answered by two to an SMTP server in the bench. waiting are letters without both answers; p99 is of those that were answered since the row before, from the end of handing them over to the second answer.", o.Pairs)},
	}
	dir, err := os.MkdirTemp("", "turnpost-soak")
	if err != nil {
		return table, err
	}
	defer os.RemoveAll(dir)
	database := filepath.Join(dir, "turnpost.db")
	players, robot, err := b.soakPlayers(ctx, o, database)
	if err != nil {
		return table, err
	}
	sink, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return table, err
	}
	s := &soak{Soak: o, people: players, socket: filepath.Join(dir, "lmtp"), database: database, heard: make(chan mail.Envelope, 1<<12)}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &listener{heard: s.heard}, nil }))
	server.Domain = "localhost"
	metrics, err := net.Listen("tcp", "127.0.0.1:0") // for its number
	if err != nil {
		return table, err
	}
	s.metrics = metrics.Addr().String()
	metrics.Close()
	path := filepath.Join(dir, "turnpost.toml")
	text := fmt.Sprintf(soakConfig, robot, s.socket, sink.Addr().(*net.TCPAddr).Port, database, "bench.invalid")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return table, err
	}
	group, running := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := server.Serve(sink); !errors.Is(err, smtp.ErrServerClosed) {
			return err
		}
		return nil
	})
	cmd := exec.CommandContext(running, o.Program, "serve", "--config", path, "--metrics", s.metrics)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Minute
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		return table, errors.Join(err, server.Close(), group.Wait())
	}
	group.Go(func() error {
		defer server.Close()
		return errors.Join(s.play(running, &table), cmd.Cancel(), cmd.Wait())
	})
	if err := group.Wait(); err != nil {
		return table, fmt.Errorf("%w\n%s", err, said.Bytes())
	}
	return table, nil
}

// soakPlayers begins games enough for all that time.
func (b *Bench) soakPlayers(ctx context.Context, o Soak, database string) (players *crowd, robot string, err error) {
	at, d, release, err := b.openDaemon(ctx, Servers{}, database)
	if err != nil {
		return nil, "", err
	}
	defer release()
	turns := int(o.Rate*o.For.Seconds())/o.Pairs + 8
	robot = at.config.Robot.Address
	if players, err = newCrowd(robot, b.Games, o.Pairs, turns, at.address); err == nil {
		err = players.seed(ctx, d, at.config.Trust.AuthservID)
	}
	return players, robot, err
}

// soak is one that goes on.
type soak struct {
	Soak
	people                    *crowd
	socket, metrics, database string
	heard                     chan mail.Envelope // letters out
}

// play hands letters over at the rate until the time is over, and waits for all answers.
func (s *soak) play(ctx context.Context, table *Table) error {
	client, err := s.dial(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	free := make([]int, s.Pairs) // who may write
	for i := range free {
		free[i] = i
	}
	wrote := make([]time.Time, s.Pairs)
	var took []time.Duration
	letters, answered := 0, 0
	began, last := time.Now(), time.Now()
	next := began.Add(s.Every)
	for {
		due := int(min(time.Since(began), s.For).Seconds() * s.Rate)
		switch {
		case letters < due && len(free) > 0:
			seat := free[0]
			free = free[1:]
			e, ok := s.people.write(seat)
			if !ok {
				return errors.New("the games were over too soon")
			}
			if err := client.SendMail(e.From, []string{e.To}, bytes.NewReader(e.Raw)); err != nil {
				return fmt.Errorf("handing a letter over: %w", err)
			}
			letters, wrote[seat] = letters+1, time.Now()
		case letters == answered && time.Since(began) > s.For:
			return s.row(ctx, table, began, letters, 0, took)
		case letters > answered && time.Since(last) > silence:
			return errSilence
		}
		pause := time.Millisecond
		if letters >= due {
			pause = time.Duration(float64(time.Second) / s.Rate / 4)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-s.heard:
			if seat, done := s.people.hear(e); done {
				answered, free, last = answered+1, append(free, seat), time.Now()
				took = append(took, time.Since(wrote[seat]))
			}
		case <-time.After(pause):
		}
		if time.Now().After(next) {
			next = next.Add(s.Every)
			if err := s.row(ctx, table, began, letters, letters-answered, took); err != nil {
				return err
			}
			took = took[:0]
		}
	}
}

// dial waits for the daemon, and connects to its socket.
func (s *soak) dial(ctx context.Context) (*smtp.Client, error) {
	for began := time.Now(); ; {
		conn, err := net.Dial("unix", s.socket)
		if err == nil {
			client := smtp.NewClientLMTP(conn)
			return client, client.Hello("localhost")
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
		if time.Since(began) > silence {
			return nil, fmt.Errorf("the daemon takes no letters: %w", err)
		}
	}
}

// row adds what the process takes now.
func (s *soak) row(ctx context.Context, table *Table, began time.Time, letters, waiting int, took []time.Duration) error {
	figures, err := s.ask(ctx)
	if err != nil {
		return err
	}
	size := int64(0)
	for _, name := range []string{s.database, s.database + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	mb := func(octets float64) string { return fmt.Sprintf("%.0f", octets/1e6) }
	table.add(fmt.Sprintf("%.1f", time.Since(began).Minutes()), fmt.Sprint(letters), fmt.Sprint(waiting), fmt.Sprintf("%.1f", float64(percentile(slices.Sorted(slices.Values(took)), 99).Microseconds())/1000),
		mb(figures["process_resident_memory_bytes"]), mb(figures["go_memstats_heap_inuse_bytes"]), fmt.Sprint(figures["process_open_fds"]), fmt.Sprint(figures["go_goroutines"]), mb(float64(size)))
	return nil
}

// ask reads the daemon's numbers that have no labels.
func (s *soak) ask(ctx context.Context) (map[string]float64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.metrics+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	r, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	figures := map[string]float64{}
	for lines := bufio.NewScanner(r.Body); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), " "); ok {
			if figures[name], err = strconv.ParseFloat(value, 64); err != nil {
				delete(figures, name)
			}
		}
	}
	return figures, nil
}

// listener is an SMTP server that passes letters on, and keeps none.
type listener struct {
	to    string
	heard chan<- mail.Envelope
}

func (*listener) Reset()                                      {}
func (*listener) Logout() error                               { return nil }
func (*listener) Mail(string, *smtp.MailOptions) error        { return nil }
func (l *listener) Rcpt(to string, _ *smtp.RcptOptions) error { l.to = to; return nil }

func (l *listener) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err == nil {
		l.heard <- mail.Envelope{To: l.to, Raw: raw}
	}
	return err
}
