package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/db/dbtest"
	"turnpost/mail"
	"turnpost/mail/mailtest"
	"turnpost/rules/all"
)

// After a power cut nothing is there yet: neither the database nor a mail server. Each
// is waited for, and whoever asks is told for which.
func TestWhatIsNotThereYetIsWaitedFor(t *testing.T) {
	database := dbtest.OwnPostgres(t)
	dovecot := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	postfix := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{"play.example"}, Dovecot: dovecot, Login: true})
	database.Kill()
	postfix.Stop()
	dovecot.Stop()

	c := config.Default()
	c.Server.Address = "games@play.example"
	c.IMAP.MailServer, c.SMTP.MailServer = plainServer(t, dovecot.IMAPAddr), plainServer(t, postfix.SMTPAddr)
	c.Database = config.Database{URL: config.Secret(database.URL)}
	c.HTTP.Metrics = freeAddress(t)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- begin(ctx, c) }()
	t.Cleanup(func() { cancel(); require.NoError(t, <-ended) })

	says := func(status int, want string) { t.Helper(); readyz(t, c, status, want) }
	says(http.StatusServiceUnavailable, "waiting for the database: ")
	database.Start()
	says(http.StatusServiceUnavailable, "the IMAP server has not answered since the start: ")
	says(http.StatusServiceUnavailable, "the SMTP server has not answered since the start: ")
	dovecot.Start(t)
	postfix.Start(t)
	says(http.StatusOK, "ok")
}

// plainServer is a server that takes the test's login without TLS.
func plainServer(t *testing.T, addr string) config.MailServer {
	host, port, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	number, err := strconv.Atoi(port)
	require.NoError(t, err)
	return config.MailServer{Host: host, Port: number, TLS: mail.Plain, User: "games", Auth: config.AuthPassword, Secret: mailtest.Password}
}

// readyz waits until /readyz gives an answer.
func readyz(t *testing.T, c config.Config, status int, want string) {
	t.Helper()
	last := ""
	require.Eventually(t, func() bool {
		answer, err := http.Get("http://" + c.HTTP.Metrics + "/readyz")
		if err != nil {
			return false
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		last = fmt.Sprint(answer.StatusCode, " ", string(text))
		return err == nil && answer.StatusCode == status && strings.Contains(string(text), want)
	}, 2*time.Minute, 20*time.Millisecond, "it says %s", &last)
}

// While a server accepts connections and says nothing, as a port without TLS does where TLS is
// expected, the log and /readyz say that it is being tried.
func TestASilentServerIsNamedAtOnce(t *testing.T) {
	c := config.Default()
	silent := plainServer(t, mailtest.Silent(t))
	silent.TLS = mail.TLS
	c.Server.Address = "games@play.example"
	c.IMAP.MailServer, c.SMTP.MailServer = silent, silent
	c.Database.Path = filepath.Join(dbtest.Dir(t), "turnpost.db")
	c.HTTP.Metrics = freeAddress(t)
	var said bytes.Buffer
	d, err := New(t.Context(), c, all.Games(), "of a test", slog.New(slog.NewTextHandler(&said, nil)))
	require.NoError(t, err)
	defer d.Close()
	ctx, cancel := context.WithCancel(t.Context())
	require.NoError(t, d.Listen(ctx, c))
	ended := make(chan error, 1)
	go func() { ended <- d.Check(ctx) }()
	readyz(t, c, http.StatusServiceUnavailable, "the IMAP server has not answered since the start: it is being tried")
	readyz(t, c, http.StatusServiceUnavailable, "the SMTP server has not answered since the start: it is being tried")
	cancel()
	require.Error(t, <-ended)
	require.Contains(t, said.String(), "trying the IMAP server\" address="+c.IMAP.Addr())
}

// begin is what 'turnpost serve' does.
func begin(ctx context.Context, c config.Config) error {
	d, err := New(ctx, c, all.Games(), "of a test", slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	err = d.Listen(ctx, c)
	if err == nil {
		err = d.Check(ctx)
	}
	if err == nil {
		err = d.Run(ctx)
	}
	return errors.Join(err, d.Close())
}

// Waiting mends no login: a daemon whose server comes up and refuses it ends, as one
// does that is refused at the start.
func TestALoginThatIsRefusedIsNotWaitedFor(t *testing.T) {
	tries := 0
	err := await(t.Context(), slog.New(slog.DiscardHandler), "the SMTP server", func(err error) bool { return cli.Status(err) == cli.ExitServer }, func(context.Context) error {
		if tries++; tries == 1 {
			return serverError(errors.New("connection refused"))
		}
		return serverError(fmt.Errorf("%w: 535", mail.ErrAccount))
	})
	require.Equal(t, cli.ExitLogin, cli.Status(err))
	require.Equal(t, 2, tries)
}
