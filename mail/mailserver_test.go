package mail_test

import (
	"context"
	"errors"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/mailtest"
)

var ports = map[mail.Security]int{mail.TLS: 993, mail.STARTTLS: 143, mail.Plain: 143}

func TestServersAreChecked(t *testing.T) {
	for name, s := range map[string]mail.MailServer{
		"the IMAP host is missing":                                 {},
		`the TLS mode "ssl" is not one of tls, starttls and plain`: {Host: "127.0.0.1", TLS: "ssl"},
		"the IMAP port -1 is not between 1 and 65535":              {Host: "127.0.0.1", Port: -1},
		"the mode plain would send messages and the password in the clear to 192.0.2.1, which is not this machine: use tls or starttls": {Host: "192.0.2.1", TLS: mail.Plain},
	} {
		s.Protocol = "IMAP"
		require.EqualError(t, s.Check(ports), name)
	}
	s := mail.MailServer{Protocol: "IMAP", Host: "imap.example.org"}
	require.NoError(t, s.Check(ports))
	require.Equal(t, mail.MailServer{Protocol: "IMAP", Host: "imap.example.org", Port: 993, TLS: mail.TLS, Timeout: time.Minute}, s)
	require.Equal(t, "imap.example.org:993", s.Addr())
}

func TestASilentServerIsHungUpOn(t *testing.T) {
	host, port, err := net.SplitHostPort(mailtest.Silent(t))
	require.NoError(t, err)
	number, err := strconv.Atoi(port)
	require.NoError(t, err)
	s := mail.MailServer{Protocol: "IMAP", Host: host, Port: number, TLS: mail.Plain}
	require.NoError(t, s.Check(ports))
	for name, c := range map[string]struct {
		limit  time.Duration
		silent bool
	}{"for its silence": {time.Millisecond, true}, "because the caller wants to go": {time.Hour, false}} {
		conn, err := s.Dial(t.Context())
		require.NoError(t, err)
		require.NoError(t, mail.CheckPlainConn(conn))
		ctx, cancel := context.WithCancelCause(t.Context())
		release := mail.GuardConn(ctx, conn, c.limit)
		if !c.silent {
			cancel(errors.New("going"))
		}
		_, err = conn.Read(make([]byte, 1))
		err = release(err)
		require.Error(t, err, name)
		require.Equal(t, c.silent, mail.IsSilence(err), name)
		cancel(nil)
	}
}

// tokens are given one after the other; the last one again and again.
type tokens struct {
	left    []string
	expired []string
	err     error // once none is left
}

func (s *tokens) Token(context.Context) (string, error) {
	if len(s.left) == 0 {
		return "", s.err
	}
	return s.left[0], nil
}

func (s *tokens) Expire(token string) {
	s.expired = append(s.expired, token)
	if len(s.left) > 1 || s.err != nil {
		s.left = s.left[1:]
	}
}

func TestARefusedTokenIsTriedAgainOnce(t *testing.T) {
	refused := &mail.TokenRefusedError{Err: mail.ErrAccount}
	down := errors.New("down")
	for name, c := range map[string]struct {
		tokens  *tokens
		answers map[string]error // by token
		tried   []string
		err     string
	}{
		"taken":            {&tokens{left: []string{"a", "b"}}, nil, []string{"a"}, ""},
		"revoked":          {&tokens{left: []string{"a", "b"}}, map[string]error{"a": refused}, []string{"a", "b"}, ""},
		"twice refused":    {&tokens{left: []string{"a", "b", "c"}}, map[string]error{"a": refused, "b": refused}, []string{"a", "b"}, mail.ErrAccount.Error()},
		"no other token":   {&tokens{left: []string{"a"}}, map[string]error{"a": refused}, []string{"a"}, mail.ErrAccount.Error()},
		"not for a token":  {&tokens{left: []string{"a", "b"}}, map[string]error{"a": down}, []string{"a"}, "down"},
		"none to be had":   {&tokens{err: down}, nil, nil, "the login: down"},
		"no more, revoked": {&tokens{left: []string{"a"}, err: down}, map[string]error{"a": refused}, []string{"a"}, mail.ErrAccount.Error() + ", and then: down"},
	} {
		t.Run(name, func(t *testing.T) {
			var tried []string
			got, err := mail.Login(t.Context(), c.tokens, "the login", func(token string) (string, error) {
				tried = append(tried, token)
				return token, c.answers[token]
			})
			require.Equal(t, c.tried, tried)
			if c.err != "" {
				require.EqualError(t, err, c.err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tried[len(tried)-1], got)
		})
	}
	got, err := mail.Login(t.Context(), nil, "the login", func(token string) (string, error) { return "by password" + token, nil })
	require.NoError(t, err)
	require.Equal(t, "by password", got)
}

func TestSecretsAreHidden(t *testing.T) {
	require.Equal(t, "no *** here", mail.HideSecret("no hunter2 here", "hunter2"))
	require.Equal(t, "said", mail.HideSecret("said", ""))
}
