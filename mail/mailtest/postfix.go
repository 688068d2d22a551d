package mailtest

import (
	"bytes"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"text/template"
)

// PostfixConfig says what a Postfix does with mail.
type PostfixConfig struct {
	// Domains have mailboxes here. All of their addresses exist, but those that
	// begin with "nobody".
	Domains []string
	// Dovecot takes the message by LMTP, and knows the passwords.
	Dovecot *Dovecot
	// Login: mail is taken only after a login.
	Login bool
	// OwnSenders: whoever is logged in sends from the address with that name
	// alone.
	OwnSenders bool
	// NoPlus: addresses with a plus sign do not exist.
	NoPlus bool
	// Through takes the message by LMTP instead of Dovecot.
	Through string
	// Elsewhere, as host:port, is the SMTP server for all other domains: what it
	// refuses comes back to the return path. Empty: mail to there comes back
	// with 5.7.1.
	Elsewhere string
}

// Postfix is a running Postfix.
type Postfix struct {
	SMTPAddr  string // in the clear, and STARTTLS
	SMTPSAddr string // TLS
	RootCAs   *x509.CertPool

	start func(t testing.TB) (kill func())
	kill  func()
}

const mainCF = `compatibility_level = 3.6
queue_directory = {{.Dir}}/queue
data_directory = {{.Dir}}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
myhostname = mx.test.example
mydestination =
local_recipient_maps =
local_transport = error:no local mail
virtual_mailbox_domains = {{.Domains}}
virtual_mailbox_maps = regexp:{{.Dir}}/etc/mailboxes
virtual_transport = lmtp:inet:{{.LMTP}}
recipient_delimiter ={{if not .NoPlus}} +{{end}}
{{if .OwnSenders}}smtpd_sender_login_maps = regexp:{{.Dir}}/etc/senders
smtpd_sender_restrictions = reject_sender_login_mismatch
{{end}}relay_transport = error:5.7.1 relaying is off
default_transport = {{.Elsewhere}}
smtpd_relay_restrictions = {{.Permit}}, reject
smtpd_recipient_restrictions = reject_unlisted_recipient, {{.Permit}}, reject
smtputf8_autodetect_classes = all
smtpd_tls_security_level = may
smtpd_tls_cert_file = {{.Dir}}/cert.pem
smtpd_tls_key_file = {{.Dir}}/key.pem
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:{{.Auth}}
maillog_file = {{.Dir}}/mail.log
maillog_file_prefixes = {{.Dir}}
message_size_limit = 1048576
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
`

// masterCF wakes the queue manager each second: what it skipped, because an agent was
// not quite done with it, it looks at again only when it is woken.
const masterCF = `127.0.0.1:{{.SMTP}} inet n - n - - smtpd
127.0.0.1:{{.SMTPS}} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`

// StartPostfix runs a Postfix until the end of the test.
func StartPostfix(t testing.TB, cfg PostfixConfig) *Postfix {
	t.Helper()
	Need(t, "Postfix", "postfix", "postfix", "/usr/lib/postfix/sbin/master")
	dir := shortDir(t)
	ports := freePorts(t, 2)
	p := &Postfix{SMTPAddr: loopbackAddr(ports[0]), SMTPSAddr: loopbackAddr(ports[1]), RootCAs: cfg.Dovecot.RootCAs}
	// The certificate is Dovecot's, so that whoever trusts one trusts both.
	for _, name := range []string{"cert.pem", "key.pem"} {
		text, err := os.ReadFile(filepath.Join(cfg.Dovecot.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(text))
	}
	permit := "permit_mynetworks"
	if cfg.Login {
		permit = "permit_sasl_authenticated"
	}
	elsewhere := "error:5.7.1 relaying is off"
	if cfg.Elsewhere != "" {
		host, port, err := net.SplitHostPort(cfg.Elsewhere)
		if err != nil {
			t.Fatal(err)
		}
		elsewhere = "smtp:[" + host + "]:" + port
	}
	through := cfg.Through
	if through == "" {
		through = cfg.Dovecot.LMTPAddr
	}
	values := map[string]any{
		"Dir": dir, "Domains": strings.Join(cfg.Domains, ", "), "LMTP": through, "NoPlus": cfg.NoPlus,
		"OwnSenders": cfg.OwnSenders, "Auth": cfg.Dovecot.AuthAddr,
		"Permit": permit, "Elsewhere": elsewhere, "SMTP": ports[0], "SMTPS": ports[1],
	}
	etc := filepath.Join(dir, "etc")
	makeQueue(t, dir)
	for name, text := range map[string]string{"main.cf": mainCF, "master.cf": masterCF} {
		var b bytes.Buffer
		if err := template.Must(template.New(name).Parse(text)).Execute(&b, values); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(etc, name), b.String())
	}
	nobody := "^nobody"
	if cfg.NoPlus {
		nobody = `^nobody|\+`
	}
	write(t, filepath.Join(etc, "mailboxes"), "if !/"+nobody+"/\n/./ x\nendif\n")
	write(t, filepath.Join(etc, "senders"), "/^([^+@]+)/ $1\n")
	// The master by itself and in the foreground (-d): it stays in the group that
	// the test kills.
	p.start = func(t testing.TB) func() {
		return run(t, exec.Command("/usr/lib/postfix/sbin/master", "-c", etc, "-d"), nil,
			filepath.Join(dir, "mail.log"), p.SMTPAddr, p.SMTPSAddr)
	}
	p.kill = p.start(t)
	return p
}

// makeQueue makes what "postfix check" would make, which takes a second. The
// master and the daemons insist on the owners.
func makeQueue(t testing.TB, dir string) {
	t.Helper()
	postfix, postdrop := ids(t, "postfix", "postfix"), ids(t, "root", "postdrop")
	for _, d := range []struct {
		path string
		mode os.FileMode
		own  [2]int
	}{
		{"etc", 0o755, [2]int{}},
		{"data", 0o700, postfix},
		{"queue", 0o755, [2]int{}},
		{"queue/active", 0o700, postfix},
		{"queue/bounce", 0o700, postfix},
		{"queue/corrupt", 0o700, postfix},
		{"queue/defer", 0o700, postfix},
		{"queue/deferred", 0o700, postfix},
		{"queue/flush", 0o700, postfix},
		{"queue/hold", 0o700, postfix},
		{"queue/incoming", 0o700, postfix},
		{"queue/maildrop", 0o730, [2]int{postfix[0], postdrop[1]}},
		{"queue/pid", 0o755, [2]int{}},
		{"queue/private", 0o700, postfix},
		{"queue/public", 0o710, [2]int{postfix[0], postdrop[1]}},
		{"queue/saved", 0o700, postfix},
		{"queue/trace", 0o700, postfix},
	} {
		path := filepath.Join(dir, d.path)
		if err := errors.Join(os.Mkdir(path, d.mode), os.Chmod(path, d.mode),
			os.Chown(path, d.own[0], d.own[1])); err != nil {
			t.Fatal(err)
		}
	}
}

// Stop kills all processes at once. What is in the queue stays.
func (p *Postfix) Stop() { p.kill() }

// Start runs Postfix again after Stop, on the same ports.
func (p *Postfix) Start(t testing.TB) {
	t.Helper()
	p.kill = p.start(t)
}

// ids are the numbers of a user and a group that come with a package.
func ids(t testing.TB, userName, groupName string) [2]int {
	t.Helper()
	u, err := user.Lookup(userName)
	if err != nil {
		t.Fatal(err)
	}
	g, err := user.LookupGroup(groupName)
	if err != nil {
		t.Fatal(err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(g.Gid)
	return [2]int{uid, gid}
}
