package config

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/smtp"
)

// greeter listens and answers each connection, and each of its lines, with a line.
func greeter(t *testing.T, greeting, answer string) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				fmt.Fprint(c, greeting+"\r\n")
				for in := bufio.NewScanner(c); in.Scan(); {
					fmt.Fprint(c, answer+"\r\n")
				}
			}()
		}
	}()
	return l.Addr().(*net.TCPAddr).Port
}

// A server of another kind is named, whatever it greets with.
func TestRemediesNameServersOfAnotherKind(t *testing.T) {
	for _, c := range []struct{ section, greeting, answer, want string }{
		{"imap", "220 mx.example.org ESMTP Postfix (Debian)", "500 5.5.2 Error: command not recognized", "speaks SMTP"},
		{"imap", "220-mail.example.net ESMTP Exim 4.96\r\n220 no relaying", "500 unrecognized command", "speaks SMTP"},
		{"imap", "554 5.7.1 you may not", "503 bye", "speaks SMTP"},
		{"imap", "+OK Dovecot ready.", "-ERR Unknown command.", "speaks POP3"},
		{"imap", "+OK POP3 server <1.2@example.org>", "-ERR no", "speaks POP3"},
		{"smtp", "* OK [CAPABILITY IMAP4rev1 LOGIN-REFERRALS] Dovecot ready.", "* BAD no", "speaks IMAP"},
		{"smtp", "* OK Gimap ready for requests", "* BAD no", "speaks IMAP"},
		{"smtp", "* PREAUTH ready", "* BAD no", "speaks IMAP"},
		{"smtp", "+OK Dovecot ready.", "-ERR no", "speaks POP3"},
	} {
		s := MailServer{Host: "127.0.0.1", Port: greeter(t, c.greeting, c.answer), TLS: mail.Plain}
		var err error
		if c.section == "imap" {
			inbox, wrong := imap.New(imap.Config{Host: s.Host, Port: s.Port, TLS: s.TLS, User: "x", Password: "y", Timeout: time.Second})
			require.NoError(t, wrong)
			_, err = inbox.Probe(t.Context())
		} else {
			courier, wrong := smtp.NewCourier(smtp.CourierConfig{Host: s.Host, Port: s.Port, TLS: s.TLS, Timeout: time.Second})
			require.NoError(t, wrong)
			_, err = courier.Probe(t.Context())
		}
		require.Error(t, err, c.greeting)
		remedy := Remedy(err, c.section, s)
		require.Contains(t, remedy, c.want, "%s: %v", c.greeting, err)
		require.Contains(t, remedy, "correct "+c.section+".port")
	}
}

func TestRemedies(t *testing.T) {
	require.Contains(t, Remedy(&net.DNSError{IsNotFound: true}, "imap", MailServer{Host: "imap.example.orgg"}),
		"there is no server imap.example.orgg: correct imap.host")
	require.Contains(t, Remedy(&net.DNSError{IsTimeout: true}, "smtp", MailServer{}), "the DNS does not answer")
	require.Contains(t, Remedy(fmt.Errorf("login: %w", mail.ErrAccount), "smtp", MailServer{PasswordFile: "a.secret"}), "the password in a.secret")
	require.Contains(t, Remedy(errors.New("first record"), "imap", MailServer{Port: 587}), "port 587 is usually for SMTP: correct imap.port")
	require.Contains(t, Remedy(errors.New("first record"), "smtp", MailServer{Port: 993}), "port 993 is usually for IMAP: correct smtp.port")
	require.Equal(t, "make it", RemedyForFile(&fs.PathError{Err: fs.ErrNotExist}, "make it"))
	require.Contains(t, RemedyForFile(&fs.PathError{Err: fs.ErrPermission}, "make it"), "sudo -u turnpost")
}

// One file that both servers need is one trouble.
func TestOneMissingPasswordIsOneLine(t *testing.T) {
	path := writeConfig(t, 0o600, `[robot]
address = "games@example.org"
[imap]
host = "mail.example.org"
user = "games"
password_file = "one.secret"
[smtp]
host = "mail.example.org"
user = "games"
password_file = "one.secret"
`)
	_, err := Load(path)
	require.ErrorContains(t, err, "imap.password_file: cannot read the password")
	require.ErrorContains(t, err, "make a file with only the password")
	require.NotContains(t, err.Error(), "\n")
}
