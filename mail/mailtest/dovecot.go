package mailtest

import (
	"bytes"
	"crypto/x509"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"text/template"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-smtp"
)

// Password is everybody's on the servers of this package.
const Password = "pw-of-the-test"

// DovecotConfig chooses what kind of server to run.
type DovecotConfig struct {
	// Without are capabilities that the server does not show, such as MOVE.
	Without []string
	// OAuth knows the access tokens. With it, one can log in by a token
	// (and, in the cleartext protocols, still by Password).
	OAuth *OAuthServer
	// Certificate is what it shows under TLS.
	Certificate CertificateSpec
	// NoPlus: robot+tag is another user than robot.
	NoPlus bool
	// Labels: as at Gmail, what is deleted in a folder is archived in All Mail, and
	// only what is deleted in the trash is gone.
	Labels bool
	// NoTrash: and nobody is shown the trash.
	NoTrash bool
	// Quota is the size of each mailbox, such as "20kB"; empty: any.
	Quota string
}

// Dovecot is a running Dovecot. Every name is a user with an empty mailbox, and
// Password logs in.
type Dovecot struct {
	IMAPAddr  string // in the clear, and STARTTLS
	IMAPSAddr string // TLS
	LMTPAddr  string // delivers; plus-addresses to their owner
	AuthAddr  string // Dovecot's own protocol, for Postfix
	RootCAs   *x509.CertPool

	dir   string
	conf  string // the file
	start func(t testing.TB) (kill func())
	kill  func()
}

// capabilities is what Dovecot 2.3 shows when one does not choose.
const capabilities = "IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE SORT SORT=DISPLAY THREAD=REFERENCES " +
	"THREAD=REFS THREAD=ORDEREDSUBJECT MULTIAPPEND URL-PARTIAL CATENATE UNSELECT CHILDREN NAMESPACE UIDPLUS " +
	"LIST-EXTENDED I18NLEVEL=1 CONDSTORE QRESYNC ESEARCH ESORT SEARCHRES WITHIN CONTEXT=SEARCH LIST-STATUS BINARY " +
	"MOVE SNIPPET=FUZZY PREVIEW=FUZZY STATUS=SIZE SAVEDATE LITERAL+ NOTIFY SPECIAL-USE"

// dovecotConf runs the whole tree of processes as one ordinary user: hence the
// default users, and no chroot. A wrong password must cost no time, neither at
// once (auth_failure_delay) nor at the next login (anvil-auth-penalty).
const dovecotConf = `protocols = imap lmtp
listen = 127.0.0.1
base_dir = {{.Dir}}/run
state_dir = {{.Dir}}/state
log_path = {{.Dir}}/dovecot.log
ssl = yes
ssl_cert = <{{.Dir}}/cert.pem
ssl_key = <{{.Dir}}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
default_internal_user = {{.User}}
default_internal_group = {{.Group}}
default_login_user = {{.User}}
mail_location = maildir:{{.Dir}}/mail/%n
mailbox_list_index = no
recipient_delimiter ={{if not .NoPlus}} +{{end}}
imap_capability = {{.Capabilities}}
{{if .Labels}}mail_plugins = lazy_expunge
plugin {
  lazy_expunge = "[Gmail]/All Mail"
  lazy_expunge_exclude = \Trash
  lazy_expunge_only_last_instance = yes
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox "[Gmail]/All Mail" {
    auto = create
    special_use = \All
  }
{{if not .NoTrash}}  mailbox "[Gmail]/Bin" {
    auto = create
    special_use = \Trash
  }
{{end}}}
{{end}}{{if .Quota}}mail_plugins = quota
protocol imap {
  mail_plugins = quota imap_quota
}
plugin {
  quota = maildir:User quota
  quota_rule = *:storage={{.Quota}}
  quota_grace = 0
}
{{end}}{{if .OAuth}}auth_mechanisms = {{.Mechanisms}}
passdb {
  driver = oauth2
  mechanisms = oauthbearer xoauth2
  args = {{.Dir}}/oauth2.conf
}
{{end}}passdb {
  driver = static
  args = password={{.Password}}
}
userdb {
  driver = static
  args = uid={{.User}} gid={{.Group}} home={{.Dir}}/mail/%n
}
service imap-login {
  chroot =
  inet_listener imap {
    port = {{.IMAP}}
  }
  inet_listener imaps {
    port = {{.IMAPS}}
    ssl = yes
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service auth {
  inet_listener {
    port = {{.Auth}}
  }
}
service lmtp {
  inet_listener lmtp {
    port = {{.LMTP}}
  }
}
`

// oauth2Conf asks the OAuth server whose a token is (RFC 7662).
const oauth2Conf = `introspection_mode = post
introspection_url = {{.OAuth.URL}}/introspect
username_attribute = username
active_attribute = active
active_value = true
`

// StartDovecot runs a Dovecot until the end of the test.
func StartDovecot(t testing.TB, cfg DovecotConfig) *Dovecot {
	t.Helper()
	Need(t, "Dovecot", "dovecot-imapd and dovecot-lmtpd", "dovecot")
	if version, err := exec.Command(find("dovecot"), "--version").Output(); err == nil &&
		!strings.HasPrefix(string(version), "2.3.") {
		// 2.4 wants its configuration in another language.
		missing(t, "real Dovecot: the tests know version 2.3, and this is "+strings.TrimSpace(string(version)))
	}
	as := lookupNobody(t)
	dir := shortDir(t)
	ports := freePorts(t, 4)
	d := &Dovecot{
		IMAPAddr: loopbackAddr(ports[0]), IMAPSAddr: loopbackAddr(ports[1]), LMTPAddr: loopbackAddr(ports[2]),
		AuthAddr: loopbackAddr(ports[3]),
		RootCAs:  certificate(t, dir, cfg.Certificate),
		dir:      dir,
	}
	var caps []string
	for _, c := range strings.Fields(capabilities) {
		hidden := false
		for _, w := range cfg.Without {
			hidden = hidden || c == w
		}
		if !hidden {
			caps = append(caps, c)
		}
	}
	if cfg.Labels {
		caps = append(caps, "X-GM-EXT-1")
	}
	if cfg.Quota != "" {
		caps = append(caps, "QUOTA")
	}
	values := map[string]any{
		"Dir": dir, "User": as.user, "Group": as.group, "Password": Password, "Capabilities": strings.Join(caps, " "),
		"IMAP": ports[0], "IMAPS": ports[1], "LMTP": ports[2], "Auth": ports[3],
		"NoPlus": cfg.NoPlus, "Labels": cfg.Labels, "NoTrash": cfg.NoTrash, "Quota": cfg.Quota,
		"OAuth": cfg.OAuth,
	}
	if cfg.OAuth != nil {
		values["Mechanisms"] = strings.ToLower("plain login " + strings.Join(cfg.OAuth.mechanisms(), " "))
	}
	path := filepath.Join(dir, "dovecot.conf")
	for name, text := range map[string]string{"dovecot.conf": dovecotConf, "oauth2.conf": oauth2Conf} {
		if name == "oauth2.conf" && cfg.OAuth == nil {
			continue
		}
		var conf bytes.Buffer
		if err := template.Must(template.New(name).Parse(text)).Execute(&conf, values); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), conf.String())
	}
	d.conf = path
	for _, sub := range []string{"run", "state", "mail"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(path, as.uid, as.gid)
	})
	if err != nil {
		t.Fatal(err)
	}
	d.start = func(t testing.TB) func() {
		return run(t, exec.Command(find("dovecot"), "-F", "-c", path), &as, filepath.Join(dir, "dovecot.log"),
			d.IMAPAddr, d.IMAPSAddr, d.LMTPAddr)
	}
	d.kill = d.start(t)
	return d
}

// SetPassword gives everybody another password from the next Start on.
func (d *Dovecot) SetPassword(t testing.TB, password string) {
	t.Helper()
	text, err := os.ReadFile(d.conf)
	if err != nil {
		t.Fatal(err)
	}
	write(t, d.conf, regexp.MustCompile(`password=\S+`).ReplaceAllLiteralString(string(text), "password="+password))
}

// Stop kills all processes at once. The messages stay. What locks they leave go too:
// Dovecot knows a dead owner by its process number, and while somebody else has
// that it waits two minutes.
func (d *Dovecot) Stop() {
	d.kill()
	for _, pattern := range []string{"*/*.lock", "*/.*/*.lock"} {
		left, _ := filepath.Glob(filepath.Join(d.dir, "mail", pattern)) // the pattern is right
		for _, lock := range left {
			os.Remove(lock)
		}
	}
}

// Start runs Dovecot again after Stop, on the same ports.
func (d *Dovecot) Start(t testing.TB) {
	t.Helper()
	d.kill = d.start(t)
}

// Deliver puts a message into a mailbox by LMTP.
func (d *Dovecot) Deliver(t testing.TB, to string, raw []byte) {
	t.Helper()
	lmtp := smtp.NewClientLMTP(dialTest(t, d.LMTPAddr))
	defer lmtp.Close()
	if err := lmtp.SendMail("sender@test.example", []string{to}, bytes.NewReader(raw)); err != nil {
		t.Fatalf("Dovecot does not take a mail: %v", err)
	}
}

// DeliverDeleted puts a message into a user's INBOX that bears \Deleted, as one does that a
// person has deleted and not expunged.
func (d *Dovecot) DeliverDeleted(t testing.TB, user string, raw []byte) {
	t.Helper()
	person, err := imapclient.DialInsecure(d.IMAPAddr, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer person.Close()
	if err := person.Login(user, Password).Wait(); err != nil {
		t.Fatal(err)
	}
	cmd := person.Append("INBOX", int64(len(raw)), &imap.AppendOptions{Flags: []imap.Flag{imap.FlagDeleted}})
	_, err = cmd.Write(raw)
	if err := errors.Join(err, cmd.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}

// Renumber makes Dovecot number a mailbox again, as after a loss of its index:
// another UIDVALIDITY, other UIDs. Nobody may have the mailbox open.
func (d *Dovecot) Renumber(t testing.TB, user string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(d.dir, "mail", user, "dovecot*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		// This one remembers which UIDVALIDITY was given last.
		if !strings.Contains(filepath.Base(f), "uidvalidity") {
			if err := os.RemoveAll(f); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Protect takes the right to change a folder from Dovecot, as another owner's
// folder has it. The name is the folder's in Maildir, such as ".Turnpost.Done";
// "" is INBOX.
func (d *Dovecot) Protect(t testing.TB, user, folder string) {
	t.Helper()
	root := filepath.Join(d.dir, "mail", user, folder)
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || !e.IsDir() || path != root && strings.HasPrefix(e.Name(), ".") {
			if err == nil && e.IsDir() {
				return filepath.SkipDir
			}
			return err
		}
		return errors.Join(os.Chown(path, 0, 0), os.Chmod(path, 0o755))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Refile puts all messages of a folder into another, as a person may; the names are as
// in Protect. Nobody may have the mailbox open.
func (d *Dovecot) Refile(t testing.TB, user, from, to string) {
	t.Helper()
	root := filepath.Join(d.dir, "mail", user)
	if err := os.Rename(filepath.Join(root, from), filepath.Join(root, to)); err != nil {
		t.Fatal(err)
	}
}

// Mails lists the files of a user's messages, in all folders.
func (d *Dovecot) Mails(t testing.TB, user string) (files []string) {
	t.Helper()
	for _, pattern := range []string{"new/*", "cur/*", ".*/new/*", ".*/cur/*"} {
		found, err := filepath.Glob(filepath.Join(d.dir, "mail", user, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	return files
}

// Traces lists the files of a user's, messages and indexes, in whose raw bytes a word
// stands, in any case of a-z.
func (d *Dovecot) Traces(t testing.TB, user, word string) (files []string) {
	t.Helper()
	root := filepath.Join(d.dir, "mail", user)
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && e.IsDir() {
			return nil // Dovecot goes on meanwhile
		}
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if bytes.Contains(bytes.ToLower(text), bytes.ToLower([]byte(word))) {
			files = append(files, strings.TrimPrefix(path, root))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
