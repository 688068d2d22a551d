package server_test

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/handler"
	"turnpost/mail/imap"
	"turnpost/mail/postoffice"
	"turnpost/mail/server"
	"turnpost/mail/server/servertest"
	"turnpost/mail/smtp"
	"turnpost/rules/all"
)

const officeDomain = "demo.test"

// station is a daemon and its surroundings: real transports to some servers,
// and a database in a file. It can be written as JSON, for a daemon in another
// process.
type station struct {
	Robot          string
	IMAP, SMTP     string // host:port
	User, Password string
	Database       string
	Authserv       string // whose word for a first mail is believed; empty: nobody's
	// What is 0 is as usual, but for Poll, which is an hour: a lost notice would
	// show as a test that takes ever so long.
	Challenges                  int
	Timeout, AccountPause, Poll time.Duration
	Lease, Patience             time.Duration
	Name                        string
	Connections                 int
	Looks                       bool             // at games that are over; else no message but answers comes
	now                         func() time.Time // nil: the clock of the machine
	log                         slog.Handler     // nil: none
	// The authorities to trust, if not nil, and then there is TLS.
	imapRoots, smtpRoots *x509.CertPool
}

// patience is how long a test waits for what must come: far longer than it
// takes on a busy machine.
const patience = 2 * time.Minute

// roomy is a mailbox that hours of play do not fill, in bytes.
const roomy = 4 << 30

// newOffice starts a post office with a robot's mailbox, and says how a daemon
// reaches it. The daemon believes the post office's word for a first mail; what
// answers a message is proved by that message's secret alone.
func newOffice(t *testing.T) (station, *postoffice.Server) {
	t.Helper()
	po, err := postoffice.Start(postoffice.Config{Domain: officeDomain, SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0", MaxMailboxBytes: roomy})
	require.NoError(t, err)
	t.Cleanup(func() { po.Close() })
	return station{
		Robot: "games@" + officeDomain, IMAP: po.IMAPAddr(), SMTP: po.SMTPAddr(), User: "games", Password: "demo", Authserv: officeDomain,
		Database: dbtest.File(t, "turnpost.db"),
	}, po
}

// person is somebody's account at the servers of the station.
func (s station) person(user string) account {
	a := account{imap: s.IMAP, smtp: s.SMTP, user: user, password: s.Password}
	if s.imapRoots != nil {
		a.imapTLS = &tls.Config{ServerName: "localhost", RootCAs: s.imapRoots}
	}
	return a
}

// run runs the daemon until ctx is done. step, if not nil, hears of each step.
func (s station) run(ctx context.Context, step func(string)) (err error) {
	d, err := db.Open(context.WithoutCancel(ctx), s.Database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if s.now != nil {
		d.Now = s.now
	}
	robot := handler.ServerIdentity{Name: "Turnpost", Address: s.Robot, Plus: true, AuthservID: s.Authserv}
	words, err := servertest.ReadWords()
	if err != nil {
		return err
	}
	k, err := handler.New(robot, d, all.Games(), words, slog.New(cmp.Or[slog.Handler](s.log, slog.DiscardHandler)))
	if err != nil {
		return err
	}
	k.Notifier.Painter = servertest.Painter // the tests draw the same positions to compare
	daemon := server.New(k, d, slog.New(cmp.Or[slog.Handler](s.log, slog.DiscardHandler)))
	daemon.Step = step
	if !s.Looks {
		k.Club.Listeners = []club.Listener{club.RateGame}
	}
	k.Club.Policy.Challenges = cmp.Or(s.Challenges, k.Club.Policy.Challenges)
	daemon.AccountPause = cmp.Or(s.AccountPause, daemon.AccountPause)
	daemon.Lease, daemon.Name = cmp.Or(s.Lease, daemon.Lease), s.Name
	daemon.Connections, d.Patience = s.Connections, cmp.Or(s.Patience, 30*time.Second)
	in, out, err := s.transports()
	if err != nil {
		return err
	}
	return daemon.Run(ctx, in, out)
}

func (s station) transports() (*imap.Inbox, *smtp.Courier, error) {
	imapHost, imapPort, err1 := hostPort(s.IMAP)
	smtpHost, smtpPort, err2 := hostPort(s.SMTP)
	imapMode, smtpMode := mail.Plain, mail.Plain
	if s.imapRoots != nil {
		imapMode, smtpMode = mail.TLS, mail.TLS
	}
	in, err3 := imap.New(imap.Config{
		Host: imapHost, Port: imapPort, TLS: imapMode, RootCAs: s.imapRoots, User: s.User, Password: s.Password,
		Poll: cmp.Or(s.Poll, time.Hour), Timeout: s.Timeout,
	})
	out, err4 := smtp.NewCourier(smtp.CourierConfig{
		Host: smtpHost, Port: smtpPort, TLS: smtpMode, RootCAs: s.smtpRoots, User: s.User, Password: s.Password,
		HelloName: "robot.test.example", Timeout: s.Timeout, Connections: s.Connections,
	})
	return in, out, errors.Join(err1, err2, err3, err4)
}

func hostPort(addr string) (string, int, error) {
	host, p, err := net.SplitHostPort(addr)
	if err != nil {
		return "", 0, err
	}
	port, err := strconv.Atoi(p)
	return host, port, err
}

// start runs the daemon until the end of the test, or until stop, which waits
// for its end.
func (s station) start(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.run(ctx, nil) }()
	done := false
	stop = func() {
		if done {
			return
		}
		done = true
		cancel()
		select {
		case err := <-ended:
			require.NoError(t, err)
		case <-time.After(patience):
			require.FailNow(t, "the daemon does not stop")
		}
	}
	t.Cleanup(stop)
	return stop
}

// knows makes somebody a player who has written before.
func (s station) knows(t *testing.T, b *scriptedPlayer) {
	t.Helper()
	d, err := db.Open(t.Context(), s.Database)
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
		p, err := tx.AddPlayer(b.address, b.address, b.name)
		if err != nil {
			return err
		}
		p.WroteAt = tx.Now
		return tx.SavePlayer(p)
	}))
}
