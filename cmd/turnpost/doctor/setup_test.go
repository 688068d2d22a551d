package doctor

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/mail"
	"turnpost/mail/mailtest"
)

// answer is what a person types behind a prompt that begins so.
type answer struct{ prompt, text string }

// person is somebody at a terminal.
type person struct {
	t       *testing.T
	out     *strings.Builder
	answers []answer
}

func (p *person) Line(_ context.Context, prompt string) (string, error) {
	p.t.Helper()
	p.out.WriteString(prompt)
	require.NotEmpty(p.t, p.answers, "nobody expected to be asked: %s", prompt)
	next := p.answers[0]
	p.answers = p.answers[1:]
	require.True(p.t, strings.HasPrefix(prompt, next.prompt), "asked %q, and not %q", prompt, next.prompt)
	p.out.WriteString(next.text + "\n")
	return next.text, nil
}

func (p *person) Secret(ctx context.Context, prompt string) (string, error) {
	text, err := p.Line(ctx, prompt)
	shown := p.out.String()
	p.out.Reset()
	p.out.WriteString(strings.TrimSuffix(shown, text+"\n") + "\n")
	return text, err
}

// house is a real Dovecot and a real Postfix, and a name server that knows them.
type house struct {
	imap, smtp   string // host:port, TLS
	plain, clear string // the same, in the clear
	names        *mailtest.NameServer
	means        instruments
}

const domain = "club.example"

func newHouse(t *testing.T) house {
	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{domain}, Dovecot: d, Login: true})
	names := mailtest.StartNameServer(t)
	names.SetService("_imaps._tcp."+domain, "localhost", port(t, d.IMAPSAddr))
	names.SetService("_submissions._tcp."+domain, "localhost", port(t, p.SMTPSAddr))
	return house{
		imap: d.IMAPSAddr, smtp: p.SMTPSAddr, plain: d.IMAPAddr, clear: p.SMTPAddr, names: names,
		means: instruments{roots: d.RootCAs, resolver: names.Resolver()},
	}
}

func port(t *testing.T, addr string) int {
	_, p, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	n, err := strconv.Atoi(p)
	require.NoError(t, err)
	return n
}

// From an address and a password, typed, to a configuration that the doctor finds
// right: the servers are those of the DNS, the first password is mistyped.
func TestInitByAsking(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	var out strings.Builder
	who := &person{t, &out, []answer{
		{"Address of the mailbox", "games"},
		{"Address of the mailbox", "games@club.example"},
		{"Is it right?", ""},
		{"Password", "mistyped"},
		{"Password", mailtest.Password},
	}}
	path := filepath.Join(t.TempDir(), "turnpost.toml")
	i := Init{InitWizard: InitWizard{Path: path, Out: &out, Asker: who, means: h.means}}
	require.NoError(t, i.Run(t.Context()), &out)
	require.Empty(t, who.answers)
	t.Logf("what is seen:\n%s", &out)

	said := out.String()
	require.NotContains(t, said, mailtest.Password)
	require.Contains(t, said, "The DNS says that the mail of club.example is at localhost, which is another domain.")
	require.Contains(t, said, "\nthe login of games@club.example is refused: the server said")
	require.Contains(t, said, "Both servers accept it, for games@club.example.")
	for _, step := range []string{"config", "imap-login", "imap-mailbox", "smtp-login", "letter", "plus-address", "database"} {
		require.Regexp(t, `(?m)^(ok  |warn)  `+step+` `, said)
	}
	require.NotContains(t, said, "fail  ")
	require.Contains(t, said, "Now run: turnpost serve --config "+path+"\nand write to games@club.example from another address: challenge ")

	c, err := config.Load(path)
	require.NoError(t, err)
	require.Empty(t, c.Warnings)
	require.Equal(t, "games@club.example", c.Server.Address)
	require.Equal(t, config.MailServer{
		Host: "localhost", Port: port(t, h.imap), TLS: mail.TLS, User: "games@club.example", Auth: config.AuthPassword,
		PasswordFile: filepath.Join(filepath.Dir(path), secretName), Secret: mailtest.Password,
	}, c.IMAP.MailServer)
	require.Equal(t, port(t, h.smtp), c.SMTP.Port)
	for _, name := range []string{path, c.IMAP.PasswordFile} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), name)
	}

	// Nothing is overwritten, and the person is not asked first.
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	err = i.Run(t.Context())
	require.ErrorContains(t, err, "exists, and is not overwritten")
	require.Equal(t, cli.ExitConfig, cli.Status(err))
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

// Without a terminal: the flags do, or a sentence says which are missing, and then
// nothing is written.
func TestInitByFlags(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	dir := t.TempDir()
	given := filepath.Join(dir, "given.secret")
	require.NoError(t, os.WriteFile(given, []byte(mailtest.Password+"\n"), 0o600))
	run := func(change func(*InitWizard)) (string, error) {
		var out strings.Builder
		i := Init{InitWizard: InitWizard{Path: filepath.Join(dir, "turnpost.toml"), Address: "robot@club.example", IMAP: h.plain, SMTP: h.clear, PasswordFile: given, In: strings.NewReader(""), Out: &out, means: h.means}, NoDoctor: true}
		change(&i.InitWizard)
		err := i.Run(t.Context())
		return out.String(), err
	}
	for _, c := range []struct {
		what   string
		change func(*InitWizard)
		status int
		want   string
	}{
		{"no address", func(s *InitWizard) { s.Address = "" }, cli.ExitUsage, "there is no terminal to ask: give --address ADDRESS"},
		{"a wrong address", func(s *InitWizard) { s.Address = "robot" }, cli.ExitUsage, "is not an address such as"},
		{"a plus sign", func(s *InitWizard) { s.Address = "robot+a@club.example" }, cli.ExitUsage, "has a plus sign"},
		{"no password", func(s *InitWizard) { s.PasswordFile = "" }, cli.ExitUsage, "give --password-file FILE or --password-stdin"},
		{"two passwords", func(s *InitWizard) { s.PasswordStdin = true }, cli.ExitUsage, "give only one of"},
		{"no file", func(s *InitWizard) { s.PasswordFile += "x" }, cli.ExitSecret, "no such file"},
		{"an empty password", func(s *InitWizard) { s.PasswordFile, s.PasswordStdin = "", true }, cli.ExitSecret, "the password is missing"},
		{"a wrong password", func(s *InitWizard) { s.PasswordFile, s.PasswordStdin, s.In = "", true, strings.NewReader("wrong\n") }, cli.ExitLogin, "is refused"},
		{"a wrong port", func(s *InitWizard) { s.IMAP = "localhost:imap" }, cli.ExitUsage, `"imap" is not a port`},
		{"the wrong server", func(s *InitWizard) { s.SMTP = h.plain }, cli.ExitServer, "the SMTP server 127.0.0.1 does not answer correctly"},
		{"a host that only the DNS names", func(s *InitWizard) { s.SMTP = "" }, cli.ExitUsage, "the DNS names localhost for the mail of club.example, which is not below that domain"},
		{"nothing in the DNS", func(s *InitWizard) { s.Address, s.IMAP = "robot@other.example", "" }, cli.ExitUsage, "give --imap HOST[:PORT]"},
		{"no provider", func(s *InitWizard) { s.Provider = "hotmail" }, cli.ExitUsage, `there is no provider "hotmail"; there are gmail, workspace,`},
		{"a password for a provider that takes none", func(s *InitWizard) { s.Provider = "microsoft365"; s.IMAP = "" }, cli.ExitUsage, "accepts no password"},
		{"no client id", func(s *InitWizard) { s.Provider, s.IMAP, s.SMTP, s.PasswordFile = "microsoft365", "", "", "" }, cli.ExitUsage, "give --client-id ID"},
	} {
		_, err := run(c.change)
		require.ErrorContains(t, err, c.want, c.what)
		require.Equal(t, c.status, cli.Status(err), c.what)
		left, err := filepath.Glob(filepath.Join(dir, "*"))
		require.NoError(t, err)
		require.Equal(t, []string{given}, left, c.what)
	}

	out, err := run(func(*InitWizard) {})
	require.NoError(t, err)
	require.Contains(t, out, "mail comes in by    127.0.0.1, port "+strconv.Itoa(port(t, h.plain)))
	c, err := config.Load(filepath.Join(dir, "turnpost.toml"))
	require.NoError(t, err)
	require.Equal(t, given, c.IMAP.PasswordFile)
	text, err := os.ReadFile(filepath.Join(dir, "turnpost.toml"))
	require.NoError(t, err)
	require.Contains(t, string(text), "password_file = \"given.secret\"\n", "relative to the configuration's folder")
	require.NotContains(t, string(text), mailtest.Password)
	require.NoFileExists(t, filepath.Join(dir, secretName))
}

// A provider is recognised by the address, or by the servers that take mail for it.
func TestRecognize(t *testing.T) {
	t.Parallel()
	names := mailtest.StartNameServer(t)
	names.SetExchangers("school.example", "aspmx.l.google.com", "alt1.aspmx.l.google.com")
	names.SetExchangers("firm.example", "firm-example.mail.protection.outlook.com")
	names.SetExchangers("club.example", "in1-smtp.messagingengine.com")
	names.SetExchangers("home.example", "mail.home.example")
	names.SetExchangers("trick.example", "notgoogle.com")
	s := InitWizard{means: instruments{resolver: names.Resolver()}}
	for domain, want := range map[string]string{
		"gmail.com": "gmail", "hotmail.com": "outlook", "school.example": "workspace", "firm.example": "microsoft365",
		"club.example": "fastmail", "home.example": ownServer, "trick.example": ownServer, "nowhere.example": ownServer,
	} {
		p, known := s.recognize(t.Context(), domain)
		require.Equal(t, want, p.name, domain)
		require.Equal(t, want != ownServer, known, domain)
	}
}

// RFC 6186: what is not offered has a dot, and without TLS from the first byte
// there may be STARTTLS.
func TestServices(t *testing.T) {
	t.Parallel()
	names := mailtest.StartNameServer(t)
	names.SetService("_imaps._tcp.club.example", ".", 0)
	names.SetService("_imap._tcp.club.example", "mx.club.example", 143)
	names.SetService("_submission._tcp.club.example", "smtp.elsewhere.example", 587)
	s := InitWizard{means: instruments{resolver: names.Resolver()}}
	require.Equal(t, places{
		imap:    mailServer{"mx.club.example", 143, mail.STARTTLS},
		smtp:    mailServer{"smtp.elsewhere.example", 587, mail.STARTTLS},
		foreign: []string{"smtp.elsewhere.example"},
	}, s.services(t.Context(), "club.example"))
}

// Every provider makes a configuration that is right, with the hosts that 'turnpost
// help providers' names.
func TestProviders(t *testing.T) {
	t.Parallel()
	told, err := os.ReadFile("../providers.txt")
	require.NoError(t, err)
	hosts := map[string]bool{}
	for _, m := range regexp.MustCompile(`"((?:imap|smtp|outlook|smtp-mail)\.[a-z0-9.]+)"`).FindAllStringSubmatch(string(told), -1) {
		hosts[m[1]] = true
	}
	for _, p := range providers() {
		if p.name == ownServer {
			continue
		}
		m := fileValues{address: "games@club.example", provider: p, places: places{imap: p.imap, smtp: p.smtp}, login: foundLogin{user: "games@club.example"}}
		for _, s := range []*mailServer{&m.places.imap, &m.places.smtp} {
			if s.TLS == "" { // found by trying
				s.TLS = mail.Plain
			}
			if !config.IsLoopback(s.Host) {
				require.True(t, hosts[s.Host], "%s: %s is not in 'turnpost help providers'", p.name, s.Host)
			}
		}
		for _, oauth := range []bool{false, true} {
			if oauth {
				m.oauth = config.OAuth{Provider: p.oauth, ClientID: "me", ClientSecretFile: `a "quoted" file`}
			} else {
				m.passwordFile = secretName
			}
			if oauth && p.oauth == "" || !oauth && p.always {
				continue
			}
			text, err := m.text()
			require.NoError(t, err, p.name)
			c, err := config.Parse([]byte(text))
			require.NoError(t, err, text)
			require.Equal(t, oauth, c.IMAP.Auth == config.AuthOAuth && c.SMTP.Auth == config.AuthOAuth, text)
			require.Equal(t, p.authservID, c.Trust.AuthservID)
			require.Equal(t, m.oauth.ClientSecretFile, c.OAuth.ClientSecretFile)
			if p.name == "workspace" {
				require.Equal(t, 2000, c.SMTP.Budget().Day)
			}
			require.NotContains(t, text, "\n\n\n")
		}
	}
}

// open is a session of a server that takes mail without a login.
type open struct{}

func (open) Mail(string, *smtp.MailOptions) error { return nil }
func (open) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (open) Data(r io.Reader) error               { _, err := io.Copy(io.Discard, r); return err }
func (open) Reset()                               {}
func (open) Logout() error                        { return nil }

// A server on this machine that offers no login is used without one, in the clear:
// such as Postfix at port 25. No other server is.
func TestWithoutALogin(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return open{}, nil }))
	s.Domain = "mx.club.example"
	var served sync.WaitGroup
	served.Go(func() { _ = s.Serve(l) }) // it ends with the server
	t.Cleanup(func() { s.Close(); served.Wait() })
	i := InitWizard{Out: io.Discard}
	named, err := parseServer(l.Addr().String())
	require.NoError(t, err)
	there, err := connectTo("SMTP", named, usualSMTP, func(at mailServer) error {
		courier, err := i.courier(at, "", "")
		require.NoError(t, err)
		_, err = courier.Probe(t.Context())
		return err
	})
	require.NoError(t, err)
	require.Equal(t, mailServer{"127.0.0.1", port(t, l.Addr().String()), mail.Plain}, there)
	free, err := i.loginSMTP(t.Context(), there, foundLogin{user: "games@club.example", password: "x"})
	require.NoError(t, err)
	require.True(t, free)
	text, err := fileValues{address: "games@club.example", places: places{there, there, nil}, login: foundLogin{user: "games", free: true}, passwordFile: secretName}.text()
	require.NoError(t, err)
	c, err := config.Parse([]byte(text))
	require.NoError(t, err)
	require.Equal(t, []string{"games", ""}, []string{c.IMAP.User, c.SMTP.User})
}
