package doctor

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail"
	"turnpost/mail/mailtest"
	"turnpost/rules/all"
)

// On a right configuration every step is ok, and nothing is left behind.
func TestDoctorFindsAllWell(t *testing.T) {
	t.Parallel()
	c := newClinic(t, mailtest.DovecotConfig{}, mailtest.PostfixConfig{})
	e := c.examine(t, c.config())
	require.Equal(t, allSteps(), e.with(statusOK), "%+v", e.Steps)
	require.Equal(t, statusOK, e.Status)
	require.Equal(t, cli.ExitOK, e.code)
	require.Empty(t, e.err)
	require.Contains(t, e.step("imap-tls").Saw, "is valid for 29 more days")
	require.Contains(t, e.step("smtp-limits").Saw, "1.0 MB")
	require.Contains(t, e.step("imap-mailbox").Saw, "moved to Turnpost.Done")
	require.Contains(t, e.step("dkim").Saw, "from robot@club.example")
	require.Contains(t, e.step("dmarc").Saw, "dmarc=pass")
	require.Empty(t, c.dovecot.Mails(t, "robot"), "its letters are gone")
	require.NoFileExists(t, filepath.Join(c.dir, "turnpost.db.lock"))

	e = c.examine(t, c.config(), "--no-letter")
	require.Equal(t, cli.ExitOK, e.code)
	require.Equal(t, messageSteps(), e.with(statusSkip))
	require.Empty(t, c.dovecot.Mails(t, "robot"))
}

// want is what the doctor says of a step: its status, and a part of what it saw
// and of what is to be done.
type want struct{ step, status, saw, mend string }

// diagnosis is a configuration that is wrong, and what the doctor makes of it.
type diagnosis struct {
	name    string
	edit    []string // pairs: a text in the right configuration, and another
	prepare func(t *testing.T, c *clinic)
	args    []string
	want    []want
	skips   bool // some steps could not be tried
	code    int  // cli.ExitFailed, if it is not said
}

func (x diagnosis) check(t *testing.T, c *clinic) {
	t.Run(x.name, func(t *testing.T) {
		if x.prepare != nil {
			x.prepare(t, c)
		}
		config := c.config()
		for i := 0; i < len(x.edit); i += 2 {
			require.Contains(t, config, x.edit[i])
			config = strings.Replace(config, x.edit[i], x.edit[i+1], 1)
		}
		e := c.examine(t, config, append([]string{"--wait", "10s"}, x.args...)...)
		var amiss []string
		for _, w := range x.want {
			f := e.step(w.step)
			assert.Equal(t, w.status, f.Status, "%+v", f)
			assert.Contains(t, f.Saw, w.saw)
			assert.Contains(t, f.Mend, w.mend)
			amiss = append(amiss, w.step)
		}
		require.ElementsMatch(t, amiss, append(e.with(statusFail), e.with(statusWarn)...), "and nothing else is amiss: %+v", e.Steps)
		require.Equal(t, x.skips, len(e.with(statusSkip)) > 0, "%+v", e.Steps)
		if x.code == 0 {
			x.code = cli.ExitFailed
		}
		require.Equal(t, x.code, e.code)
		require.Equal(t, map[int]string{cli.ExitFailed: statusFail, cli.ExitWarned: statusWarn}[x.code], e.Status)
		require.NotEmpty(t, e.err)
	})
}

// What is wrong with the configuration alone, on servers that are right.
func TestDoctorDiagnosesConfigurations(t *testing.T) {
	skiptest.Sequential(t)
	t.Parallel()
	c := newClinic(t, mailtest.DovecotConfig{}, mailtest.PostfixConfig{})
	closed := closedPort(t)
	none := []string{"--no-letter"}
	for _, x := range []diagnosis{
		{name: "an unknown key", edit: []string{"[trust]", "[trust]\ncolour = 1"}, skips: true,
			want: []want{{"config", statusFail, "there is no key colour in [trust]", "config example"}}},
		{name: "no password", edit: []string{"password = ", "password_file = \"missing\" #"}, skips: true,
			want: []want{{"config", statusFail, "cannot read the password", "put the password"}}},
		{name: "everybody is believed", edit: []string{"[trust]", "[trust]\nmode = \"open\""}, args: none, skips: true, code: cli.ExitWarned,
			want: []want{{"config", statusWarn, "EVERY MESSAGE IS BELIEVED", ""}}},
		{name: "a wrong IMAP host", edit: []string{`host = "localhost"`, `host = "imap.nowhere.example"`}, skips: true,
			want: []want{{"imap-name", statusFail, "imap.nowhere.example", "correct imap.host"}}},
		{name: "a name server that fails", edit: []string{`host = "localhost"`, `host = "fails.example"`}, skips: true,
			prepare: func(_ *testing.T, c *clinic) { c.names.Fail("fails.example") },
			want:    []want{{"imap-name", statusFail, "fails.example", "the DNS does not answer"}}},
		{name: "a wrong IMAP port", edit: []string{portOf(c.dovecot.IMAPSAddr), closed}, skips: true,
			want: []want{{"imap-tls", statusFail, "connection refused", "nothing listens on port " + closed + " of localhost: correct imap.port"}}},
		{name: "a wrong SMTP port", edit: []string{portOf(c.postfix.SMTPSAddr), closed}, skips: true,
			want: []want{{"smtp-tls", statusFail, "connection refused", "correct smtp.port"}}},
		{name: "TLS where IMAP has none", edit: []string{portOf(c.dovecot.IMAPSAddr), portOf(c.dovecot.IMAPAddr)}, skips: true,
			want: []want{{"imap-tls", statusFail, "no TLS", `set imap.tls = "starttls"`}}},
		{name: "TLS where SMTP has none", edit: []string{portOf(c.postfix.SMTPSAddr), portOf(c.postfix.SMTPAddr)}, skips: true,
			want: []want{{"smtp-tls", statusFail, "no TLS", `set smtp.tls = "starttls"`}}},
		{name: "STARTTLS where IMAP has TLS", edit: []string{`tls = "tls"`, `tls = "starttls"`}, skips: true,
			want: []want{{"imap-tls", statusFail, "no STARTTLS", `set imap.tls = "tls"`}}},
		{name: "a server that says nothing", edit: []string{portOf(c.dovecot.IMAPSAddr), portOf(mailtest.Silent(t)), `tls = "tls"`, `tls = "starttls"`}, skips: true,
			want: []want{{"imap-tls", statusFail, "did not answer in time", `it may expect tls = "tls"`}}},
		{name: "IMAP by the SMTP server's port", edit: []string{portOf(c.dovecot.IMAPSAddr), portOf(c.postfix.SMTPSAddr)}, skips: true,
			want: []want{{"imap-tls", statusFail, "", "speaks SMTP: correct imap.port"}}},
		{name: "a wrong IMAP password", edit: []string{mailtest.Password, "not-the-password"}, skips: true,
			want: []want{{"imap-login", statusFail, "the login of robot is refused", "correct imap.user or password"}}},
		{name: "a wrong SMTP password", edit: []string{"user = \"robot\"\npassword = \"" + mailtest.Password + "\"\n[trust]", "user = \"robot\"\npassword = \"not-the-password\"\n[trust]"}, skips: true,
			want: []want{{"smtp-login", statusFail, "the login of robot failed", "correct smtp.user or password"}}},
		{name: "no SMTP login", edit: []string{"user = \"robot\"\npassword = \"" + mailtest.Password + "\"\n[trust]", "[trust]"}, skips: true,
			want: []want{{"letter", statusFail, "", ""}}},
		{name: "a mailbox that is not there", edit: []string{"INBOX", "Games"}, skips: true,
			want: []want{{"imap-mailbox", statusFail, "the mailbox Games of robot cannot be opened", "set imap.mailbox"}}},
		{name: "another user's mailbox", edit: []string{`user = "robot"`, `user = "else"`}, args: []string{"--wait", "2s"}, skips: true,
			want: []want{{"letter", statusFail, "it did not arrive within 2s", "the mailbox INBOX of imap.user"}}},
		{name: "another authserv-id", edit: []string{"mx.club.example", "mx.example.org"},
			want: []want{{"auth-results", statusFail, `are from mx.club.example, but trust.authserv_id is "mx.example.org"`, `set trust.authserv_id = "mx.club.example"`}}},
		{name: "no database folder", edit: []string{"[trust]", "[database]\npath = \"gone/turnpost.db\"\n[trust]"}, args: none, skips: true,
			want: []want{{"disk", statusFail, "no such file", "make the folder"}, {"database", statusFail, "none can be created", "make the folder"}}},
	} {
		x.check(t, c)
	}
	require.Len(t, c.dovecot.Mails(t, "robot"), 2, "those that the doctor could not see")
}

// What is wrong with the names, the filter and the machine.
func TestDoctorDiagnosesSurroundings(t *testing.T) {
	skiptest.Sequential(t)
	t.Parallel()
	c := newClinic(t, mailtest.DovecotConfig{}, mailtest.PostfixConfig{})
	const results = "Authentication-Results: mx.club.example; "
	for _, x := range []diagnosis{
		{name: "no signature", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) { c.filter.set(false, results+"dkim=none\r\n") },
			want:    []want{{"dkim", statusWarn, "without a DKIM signature", "let the SMTP server sign"}}},
		{name: "DMARC failed",
			prepare: func(_ *testing.T, c *clinic) { c.filter.set(true, results+"dmarc=fail header.from=club.example\r\n") },
			want:    []want{{"dmarc", statusFail, "dmarc=fail", "sign messages"}}},
		{name: "SPF failed", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) { c.filter.set(true, results+"spf=fail smtp.mailfrom=club.example\r\n") },
			want:    []want{{"spf", statusWarn, "spf=fail", "add the SMTP server"}}},
		{name: "no results, and an authserv-id", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) { c.filter.set(true, "") },
			want:    []want{{"auth-results", statusWarn, "cannot see whether", "look for the field"}}},
		{name: "a key that is not in the DNS",
			prepare: func(_ *testing.T, c *clinic) { c.filter.reset(); c.names.Remove("s._domainkey." + clinicDomain) },
			want:    []want{{"dkim", statusFail, "does not verify", "compare the key"}}},
		{name: "no SPF and no DMARC", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) {
				c.names.Set("s._domainkey."+clinicDomain, c.filter.record())
				c.names.Remove(clinicDomain)
				c.names.Remove("_dmarc." + clinicDomain)
			},
			want: []want{{"spf", statusWarn, "club.example has no SPF record", "add a TXT record to club.example"}, {"dmarc", statusWarn, "no valid DMARC record", "_dmarc.club.example"}}},
		{name: "two SPF records",
			prepare: func(_ *testing.T, c *clinic) {
				c.names.Set("_dmarc."+clinicDomain, "v=DMARC1; p=none")
				c.names.Set(clinicDomain, "v=spf1 mx -all", "v=spf1 a -all")
			},
			want: []want{{"spf", statusFail, "has 2 SPF records", "keep only one"}}},
		{name: "an SPF record for everybody", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) { c.names.Set(clinicDomain, "v=spf1 mx +all") },
			want:    []want{{"spf", statusWarn, "lets everybody send", "-all"}}},
		{name: "a clock that is ahead", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) {
				c.names.Set(clinicDomain, "v=spf1 mx -all")
				c.means.now = func() time.Time { return time.Now().Add(5 * time.Minute) }
			},
			want: []want{{"clock", statusWarn, "ahead of the mail server's", "NTP"}}},
		{name: "a clock that is behind", code: cli.ExitWarned,
			prepare: func(_ *testing.T, c *clinic) {
				c.means.now = func() time.Time { return time.Now().Add(-3 * time.Minute) }
			},
			want: []want{{"clock", statusWarn, "behind the mail server's", "NTP"}}},
		{name: "a newer database", args: []string{"--no-letter"}, skips: true,
			prepare: func(t *testing.T, c *clinic) {
				c.means.now = nil
				c.execute(t, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`)
			},
			want: []want{{"database", statusFail, "schema is version 9999", "use the newer turnpost"}}},
		{name: "a damaged database", args: []string{"--no-letter"}, skips: true,
			prepare: damage,
			want:    []want{{"database", statusFail, "is damaged", "the newest backup"}}},
		{name: "no database of ours", args: []string{"--no-letter"}, skips: true,
			prepare: func(t *testing.T, c *clinic) {
				require.NoError(t, os.WriteFile(filepath.Join(c.dir, "turnpost.db"), nil, 0o600))
			},
			want: []want{{"database", statusFail, "not a database of turnpost", "correct database.path"}}},
		{name: "a file that is no database", args: []string{"--no-letter"}, skips: true,
			prepare: func(t *testing.T, c *clinic) {
				require.NoError(t, os.WriteFile(filepath.Join(c.dir, "turnpost.db"), []byte(strings.Repeat("a letter\n", 1000)), 0o600))
			},
			want: []want{{"database", statusFail, "not a database", "the newest backup"}}},
	} {
		x.check(t, c)
	}
}

// execute changes the database behind turnpost's back.
func (c *clinic) execute(t *testing.T, query string) {
	dbtest.Execute(t, filepath.Join(c.dir, "turnpost.db"), query+`; PRAGMA wal_checkpoint(TRUNCATE)`)
}

// damage overwrites a part of a database, as a broken disk does.
func damage(t *testing.T, c *clinic) {
	path := filepath.Join(c.dir, "turnpost.db")
	c.execute(t, `DELETE FROM goose_db_version WHERE version_id = 9999`)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	defer f.Close()
	info, err := f.Stat()
	require.NoError(t, err)
	// Not the first page, which would make it no database.
	for at := int64(2 * 4096); at < info.Size(); at += 4096 {
		_, err = f.WriteAt([]byte("not a page of SQLite at all"), at)
		require.NoError(t, err)
	}
}

// What is wrong with the servers: each case has its own.
func TestDoctorDiagnosesServers(t *testing.T) {
	skiptest.Sequential(t)
	t.Parallel()
	other := func(name string, notAfter time.Duration) mailtest.DovecotConfig {
		c := mailtest.CertificateSpec{Name: name}
		if notAfter != 0 {
			c.NotAfter = time.Now().Add(notAfter)
		}
		return mailtest.DovecotConfig{Certificate: c}
	}
	for _, s := range []struct {
		dovecot mailtest.DovecotConfig
		postfix mailtest.PostfixConfig
		diagnosis
	}{
		{other("mail.other.example", 0), mailtest.PostfixConfig{}, diagnosis{name: "a certificate for another name", skips: true, want: []want{
			{"imap-tls", statusFail, "certificate", "the certificate is for mail.other.example and not for localhost: set imap.host"},
			{"smtp-tls", statusFail, "certificate", "set smtp.host"}}}},
		{other("", -time.Hour), mailtest.PostfixConfig{}, diagnosis{name: "a certificate that has expired", skips: true, want: []want{
			{"imap-tls", statusFail, "expired", "renew it"}, {"smtp-tls", statusFail, "expired", "renew it"}}}},
		{other("", 10*24*time.Hour+time.Hour), mailtest.PostfixConfig{}, diagnosis{name: "a certificate that soon expires", args: []string{"--no-letter"}, skips: true, code: cli.ExitWarned, want: []want{
			{"imap-tls", statusWarn, "is valid for 10 more days", "renew the certificate"}, {"smtp-tls", statusWarn, "is valid for 10 more days", "renew the certificate"}}}},
		{mailtest.DovecotConfig{}, mailtest.PostfixConfig{}, diagnosis{name: "a certificate that nobody vouches for", skips: true,
			prepare: func(_ *testing.T, c *clinic) { c.means.roots = nil },
			want:    []want{{"imap-tls", statusFail, "certificate", "whole chain"}, {"smtp-tls", statusFail, "certificate", "whole chain"}}}},
		{mailtest.DovecotConfig{}, mailtest.PostfixConfig{NoPlus: true}, diagnosis{name: "plus-addresses that are refused",
			want: []want{{"plus-address", statusFail, "+doctor-", "plus_address = false"}}}},
		{mailtest.DovecotConfig{NoPlus: true}, mailtest.PostfixConfig{}, diagnosis{name: "plus-addresses that come back",
			want: []want{{"plus-address", statusFail, "bounced: smtp; 550 5.1.1", "recipient_delimiter"}}}},
		{mailtest.DovecotConfig{}, mailtest.PostfixConfig{}, diagnosis{name: "plus-addresses that get lost", args: []string{"--wait", "2s"},
			prepare: func(_ *testing.T, c *clinic) { c.filter.losePlus() },
			want:    []want{{"plus-address", statusFail, "did not arrive within 2s", "recipient_delimiter"}}}},
		{mailtest.DovecotConfig{}, mailtest.PostfixConfig{OwnSenders: true}, diagnosis{name: "a sender that is not the account's", skips: true,
			edit: []string{"user = \"robot\"\npassword = \"" + mailtest.Password + "\"\n[trust]", "user = \"else\"\npassword = \"" + mailtest.Password + "\"\n[trust]"},
			want: []want{{"letter", statusFail, "not owned by user else", "may not send as robot@club.example"}}}},
		{mailtest.DovecotConfig{Without: []string{"MOVE", "IDLE", "UIDPLUS"}}, mailtest.PostfixConfig{}, diagnosis{name: "a server with little", code: cli.ExitWarned,
			want: []want{{"imap-capabilities", statusWarn, "does not have MOVE, IDLE, UIDPLUS", "stored messages stay in INBOX"}}}},
		{mailtest.DovecotConfig{}, mailtest.PostfixConfig{}, diagnosis{name: "mails that are deleted and still there", code: cli.ExitWarned,
			prepare: func(t *testing.T, c *clinic) {
				c.dovecot.DeliverDeleted(t, "robot", []byte("From: a@test.example\r\n\r\nx\r\n"))
			},
			want: []want{{"imap-mailbox", statusWarn, `INBOX has messages that are flagged \Deleted and are not collected: 1`, "expunge"}}}},
		{mailtest.DovecotConfig{Labels: true, NoTrash: true}, mailtest.PostfixConfig{}, diagnosis{name: "labels, and no trash", code: cli.ExitWarned,
			want: []want{{"imap-mailbox", statusWarn, "not deleted for good", `"Show in IMAP"`}}}},
		{mailtest.DovecotConfig{}, mailtest.PostfixConfig{}, diagnosis{name: "a folder that cannot be written", skips: true,
			prepare: func(t *testing.T, c *clinic) {
				require.Equal(t, cli.ExitOK, c.examine(t, c.config(), "--no-letter").code) // it makes the folder
				c.dovecot.Protect(t, "robot", ".Turnpost.Done")
			},
			want: []want{{"imap-mailbox", statusFail, "cannot be moved from INBOX to Turnpost.Done", "imap.done"}}}},
		{mailtest.DovecotConfig{}, mailtest.PostfixConfig{}, diagnosis{name: "an inbox that cannot be written", skips: true,
			prepare: func(t *testing.T, c *clinic) {
				require.Equal(t, cli.ExitOK, c.examine(t, c.config(), "--no-letter").code)
				c.dovecot.Protect(t, "robot", "")
			},
			want: []want{{"imap-mailbox", statusFail, "INBOX", "let robot write"}}}},
		{mailtest.DovecotConfig{Quota: "1kB"}, mailtest.PostfixConfig{}, diagnosis{name: "a mailbox that is full", skips: true,
			prepare: func(t *testing.T, c *clinic) {
				c.dovecot.Deliver(t, "robot@club.example", []byte("From: a@test.example\r\n\r\n"+strings.Repeat("0123456789abcd\r\n", 45)))
			},
			want: []want{{"imap-mailbox", statusFail, "Quota exceeded", "the mailbox is full"}}}},
	} {
		s.check(t, newClinic(t, s.dovecot, s.postfix))
	}
}

// texts reads a column of the database.
func (c *clinic) texts(t *testing.T, query string) (texts []string) {
	conn, err := sql.Open("sqlite3", filepath.Join(c.dir, "turnpost.db"))
	require.NoError(t, err)
	defer conn.Close()
	rows, err := conn.QueryContext(t.Context(), query)
	require.NoError(t, err)
	defer rows.Close()
	for rows.Next() {
		var text string
		require.NoError(t, rows.Scan(&text))
		texts = append(texts, text)
	}
	require.NoError(t, rows.Err())
	return texts
}

// closedPort is one that nobody listens on.
func closedPort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	return portOf(l.Addr().String())
}

func portOf(addr string) string { return addr[strings.LastIndexByte(addr, ':')+1:] }

// A server that runs on the mailbox is not disturbed: it passes over the
// doctor's messages, answers none, and has none of the mailbox's tidiness spoilt.
func TestDoctorBesideAServer(t *testing.T) {
	c := newClinic(t, mailtest.DovecotConfig{}, mailtest.PostfixConfig{})
	// Without TLS, because serve trusts the machine's authorities alone.
	plain := strings.NewReplacer(`tls = "tls"`, `tls = "plain"`,
		portOf(c.dovecot.IMAPSAddr), portOf(c.dovecot.IMAPAddr), portOf(c.postfix.SMTPSAddr), portOf(c.postfix.SMTPAddr)).Replace(c.config())
	path := filepath.Join(c.dir, "turnpost.toml")
	require.NoError(t, os.WriteFile(path, []byte(plain), 0o600))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	loaded, err := config.Load(path)
	require.NoError(t, err)
	var logged lockedLog
	s, err := daemon.New(ctx, loaded, all.Games(), "", slog.New(slog.NewTextHandler(&logged, nil)))
	require.NoError(t, err)
	defer s.Close()
	ended := make(chan error, 1)
	go func() { ended <- s.Server().Run(ctx, s.Inbox, s.Courier) }()

	for range 3 {
		e := c.examine(t, plain)
		require.Equal(t, allSteps(), e.with(statusOK), "%+v\n%s", e.Steps, logged.String())
		require.Contains(t, e.step("server").Saw, fmt.Sprintf("process %d", os.Getpid()))
	}
	require.Eventually(t, func() bool { return len(c.texts(t, `SELECT message_id FROM inbox WHERE state = 'new'`)) == 0 }, time.Minute, 10*time.Millisecond)
	stop()
	require.NoError(t, <-ended)
	require.NotContains(t, logged.String(), "level=ERROR")
	require.NotContains(t, logged.String(), "level=WARN")
	require.Empty(t, c.dovecot.Mails(t, "robot"))
	require.Empty(t, c.texts(t, `SELECT message_id FROM outbox`), "nobody was answered")
	for _, remark := range c.texts(t, `SELECT remark FROM inbox`) {
		require.Equal(t, "automatic: a message of turnpost doctor to itself", remark)
	}
}

// lockedLog is a log that is read while it is written.
type lockedLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Who signs in by OAuth has no password to correct.
func TestDoctorMendsLogins(t *testing.T) {
	require.Contains(t, config.RemedyForLogin(mail.ErrAccount, "imap", config.MailServer{Auth: config.AuthOAuth}), "'turnpost login'")
	require.NotContains(t, config.RemedyForLogin(mail.ErrAccount, "imap", config.MailServer{Auth: config.AuthOAuth}), "password")
	require.Contains(t, config.RemedyForLogin(mail.ErrAccount, "smtp", config.MailServer{PasswordEnv: "SECRET"}), "variable SECRET")
	require.NotContains(t, config.RemedyForLogin(errors.New("454 4.7.0 Temporary authentication failure"), "smtp", config.MailServer{}), "correct")
}

func TestDoctorJudgesSpace(t *testing.T) {
	for free, status := range map[uint64]string{99_999_999: statusFail, 100_000_000: statusWarn, 999_999_999: statusWarn, 1_000_000_000: statusOK} {
		d := &Doctor{}
		d.judgeSpace("/var", free)
		require.Equal(t, status, d.found[0].Status, free)
	}
	free, err := freeSpace(t.TempDir())
	require.NoError(t, err)
	require.Positive(t, free)
}
