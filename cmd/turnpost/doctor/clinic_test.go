package doctor

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/mailtest"
)

// clinic is a place with real servers on which a configuration is right: a
// Dovecot, a Postfix that demands a login, behind it a server that signs and
// judges mail as a filter does, and a name server.
type clinic struct {
	dovecot *mailtest.Dovecot
	postfix *mailtest.Postfix
	filter  *filter
	names   *mailtest.NameServer
	means   means
	dir     string
}

const (
	clinicDomain  = "club.example"
	clinicHost    = "mx.test.example" // as Postfix calls itself
	clinicAddress = "192.0.2.25"
)

func newClinic(t *testing.T, dovecot mailtest.DovecotConfig, postfix mailtest.PostfixConfig) *clinic {
	c := &clinic{dir: dbtest.Dir(t), names: mailtest.StartNameServer(t)}
	c.dovecot = mailtest.StartDovecot(t, dovecot)
	c.filter = startFilter(t, c.dovecot.LMTPAddr)
	postfix.Domains, postfix.Dovecot, postfix.Login, postfix.Through = []string{clinicDomain}, c.dovecot, true, c.filter.addr
	c.postfix = mailtest.StartPostfix(t, postfix)
	c.names.Set(clinicDomain, "v=spf1 mx -all", "another text")
	c.names.Set("_dmarc."+clinicDomain, "v=DMARC1; p=reject")
	c.names.Set("s._domainkey."+clinicDomain, c.filter.record())
	c.names.SetExchangers(clinicDomain, clinicHost)
	c.names.SetHost(clinicHost, clinicAddress)
	c.names.SetPointer(clinicAddress, clinicHost)
	c.means = means{roots: c.dovecot.RootCAs, resolver: c.names.Resolver(), timeout: 3 * time.Second}
	d, err := db.Open(t.Context(), filepath.Join(c.dir, "turnpost.db"))
	require.NoError(t, err)
	require.NoError(t, d.Close())
	return c
}

// config is the right configuration, with all ports.
func (c *clinic) config() string {
	return fmt.Sprintf(`[robot]
address = "robot@%s"
[imap]
host = "localhost"
port = %s
tls = "tls"
user = "robot"
password = %q
mailbox = "INBOX"
[smtp]
host = "localhost"
port = %s
tls = "tls"
user = "robot"
password = %[3]q
[trust]
authserv_id = "mx.club.example"
`, clinicDomain, portOf(c.dovecot.IMAPSAddr), mailtest.Password, portOf(c.postfix.SMTPSAddr))
}

// examination is what the doctor printed with --json, and how the program ended.
type examination struct {
	Report
	code int
	err  string
}

// examine runs the doctor on a configuration. args are of the command.
func (c *clinic) examine(t *testing.T, config string, args ...string) examination {
	t.Helper()
	path := filepath.Join(c.dir, "turnpost.toml")
	require.NoError(t, os.WriteFile(path, []byte(config), 0o600))
	d := Doctor{Path: path, Message: true, means: c.means}
	flags := flag.NewFlagSet("doctor", flag.ContinueOnError)
	noMessage := flags.Bool("no-letter", false, "")
	flags.DurationVar(&d.Wait, "wait", time.Minute, "")
	require.NoError(t, flags.Parse(args))
	d.Message = !*noMessage
	e := examination{Report: d.Examine(t.Context())}
	if err := e.Verdict(); err != nil {
		e.code, e.err = cli.Status(err), err.Error()
	}
	require.Equal(t, allSteps(), e.names(), "each step is told once, in order")
	require.NotContains(t, fmt.Sprint(e), mailtest.Password)
	return e
}

func allSteps() []string {
	return slices.Concat([]string{"config"}, imapSteps(), smtpSteps(), messageSteps(), []string{"spf", "dkim-key", "dmarc", "mx", "ptr", "one-click", "gmail", "yahoo", "outlook", "disk", "database", "server", "storage", "budget", "outbox", "forgetting", "erasure", "unit"})
}

func (e examination) names() (names []string) {
	for _, f := range e.Steps {
		names = append(names, f.Step)
	}
	return names
}

// with lists the steps of a status.
func (e examination) with(status string) (steps []string) {
	for _, f := range e.Steps {
		if f.Status == status {
			steps = append(steps, f.Step)
		}
	}
	return steps
}

func (e examination) step(name string) Finding {
	i := slices.IndexFunc(e.Steps, func(f Finding) bool { return f.Step == name })
	return e.Steps[i]
}

// filter stands between Postfix and Dovecot: it signs each message (RFC 6376),
// writes what it found (RFC 8601), and passes the message on.
type filter struct {
	addr, next string
	key        ed25519.PrivateKey

	mu    sync.Mutex
	sign  bool
	write string // field lines, put on top
	lose  bool   // mail to plus-addresses
}

func startFilter(t *testing.T, next string) *filter {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	f := &filter{addr: l.Addr().String(), next: next, key: key}
	f.reset()
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &filtering{filter: f}, nil }))
	s.LMTP, s.Domain = true, "filter.club.example"
	var served sync.WaitGroup
	served.Go(func() { _ = s.Serve(l) }) // it ends with the server
	t.Cleanup(func() { s.Close(); served.Wait() })
	return f
}

// reset makes the filter right again.
func (f *filter) reset() {
	f.set(true, "Authentication-Results: mx.club.example; spf=pass smtp.mailfrom=club.example;\r\n\tdkim=pass header.d=club.example; dmarc=pass header.from=club.example\r\n")
}

func (f *filter) set(sign bool, write string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sign, f.write = sign, write
}

func (f *filter) losePlus() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lose = true
}

func (f *filter) record() string {
	return "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(f.key.Public().(ed25519.PublicKey))
}

func (f *filter) pass(from string, to []string, raw []byte) error {
	f.mu.Lock()
	sign, write, lose := f.sign, f.write, f.lose && strings.Contains(to[0], "+")
	f.mu.Unlock()
	if lose {
		return nil
	}
	if sign {
		var signed bytes.Buffer
		err := dkim.Sign(&signed, bytes.NewReader(raw), &dkim.SignOptions{Domain: clinicDomain, Selector: "s", Signer: f.key, HeaderKeys: []string{"From", "To", "Subject", "Date", "Message-ID"}})
		if err != nil {
			return err
		}
		raw = signed.Bytes()
	}
	conn, err := net.Dial("tcp", f.next)
	if err != nil {
		return err
	}
	client := smtp.NewClientLMTP(conn)
	defer client.Close()
	return client.SendMail(from, to, io.MultiReader(strings.NewReader(write), bytes.NewReader(raw)))
}

// filtering is one connection to the filter.
type filtering struct {
	filter *filter
	from   string
	to     []string
}

func (s *filtering) Mail(from string, _ *smtp.MailOptions) error { s.from = from; return nil }
func (s *filtering) Rcpt(to string, _ *smtp.RcptOptions) error   { s.to = append(s.to, to); return nil }
func (s *filtering) Reset()                                      { s.from, s.to = "", nil }
func (s *filtering) Logout() error                               { return nil }

func (s *filtering) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return s.filter.pass(s.from, s.to, raw)
}
