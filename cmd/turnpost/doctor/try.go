package doctor

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/smtp"
)

// answerTime is how long a server may take to answer.
const answerTime = 15 * time.Second

// connectTo completes where a server is: the first port and encryption at which it answers.
// connect tries one.
func connectTo(what string, s mailServer, usual []mailServer, connect func(mailServer) error) (mailServer, error) {
	if s.Port != 0 && s.TLS != "" {
		return s, nil // as its provider says; the login will show whether it is right
	}
	var ways []mailServer
	switch {
	case s.Port == 0:
		ways = usual
	default:
		ways = []mailServer{{Port: s.Port, TLS: mail.TLS}, {Port: s.Port, TLS: mail.STARTTLS}}
		// Ports where servers begin without TLS (RFC 9051, RFC 6409), and those of Proton's
		// Bridge, are not tried with TLS, because such a server waits for the client.
		if s.Port == 143 || s.Port == 587 || s.Port == 25 || s.Port == 1143 || s.Port == 1025 {
			ways[0], ways[1] = ways[1], ways[0]
		}
		if config.IsLoopback(s.Host) {
			ways = append(ways, mailServer{Port: s.Port, TLS: mail.Plain})
		}
	}
	var failed []string
	var last error
	closed := 0 // a closed port
	for _, way := range ways {
		if way.TLS == mail.Plain && !config.IsLoopback(s.Host) || way.Port == closed {
			continue
		}
		way.Host = s.Host
		err := connect(way)
		if err == nil {
			return way, nil
		}
		remedy := func(err error) string {
			return config.Remedy(err, strings.ToLower(what),
				config.MailServer{Host: way.Host, Port: way.Port, TLS: way.TLS})
		}
		if _, ok := errors.AsType[*net.DNSError](err); ok { // then no other way helps
			return s, cli.Errorf(cli.ExitServer, "%w; %s", err, remedy(err))
		}
		// A certificate that is not trusted says more than a port without TLS.
		if _, ok := errors.AsType[*tls.CertificateVerificationError](err); last == nil || ok {
			last = errors.New(remedy(err))
		}
		failed = append(failed, fmt.Sprintf("with %s: %v", way.TLS, err))
		if network, ok := errors.AsType[*net.OpError](err); ok && network.Op == "dial" {
			closed = way.Port
		}
	}
	return s, cli.Errorf(cli.ExitServer, "the %s server %s does not answer correctly; %s; %v", what, s.Host,
		strings.Join(failed, "; "), last)
}

// usualIMAP and usualSMTP are where servers usually are: TLS from the first byte (RFC 8314),
// then STARTTLS; without TLS on this machine.
var (
	usualIMAP = []mailServer{{"", 993, mail.TLS}, {"", 143, mail.STARTTLS}, {"", 143, mail.Plain}}
	usualSMTP = []mailServer{{"", 465, mail.TLS}, {"", 587, mail.STARTTLS}, {"", 587, mail.Plain}, {"", 25, mail.Plain}}
)

// reachBoth completes both.
func (s *InitWizard) reachBoth(ctx context.Context, p *places) error {
	var err error
	p.imap, err = connectTo("IMAP", p.imap, usualIMAP, func(at mailServer) error {
		inbox, err := s.inbox(at, "nobody", "")
		if err != nil {
			return err
		}
		probe, err := inbox.Probe(ctx)
		if err == nil {
			probe.Close()
		}
		return err
	})
	if err != nil {
		return err
	}
	p.smtp, err = connectTo("SMTP", p.smtp, usualSMTP, func(at mailServer) error {
		courier, err := s.courier(at, "", "")
		if err != nil {
			return err
		}
		_, err = courier.Probe(ctx)
		return err
	})
	return err
}

func (s *InitWizard) inbox(at mailServer, user, password string) (*imap.Inbox, error) {
	return imap.New(imap.Config{Host: at.Host, Port: at.Port, TLS: at.TLS, User: user, Password: password,
		Timeout: answerTime, RootCAs: s.means.roots})
}

func (s *InitWizard) courier(at mailServer, user, password string) (*smtp.Courier, error) {
	return smtp.NewCourier(smtp.CourierConfig{Host: at.Host, Port: at.Port, TLS: at.TLS, User: user,
		Password: password, Timeout: answerTime, RootCAs: s.means.roots})
}

// foundLogin is a login that both servers accept.
type foundLogin struct {
	user, password string
	// free says that the SMTP server, on this machine, needs no login.
	free bool
}

// tryLogin logs in to both servers. The user is the whole address and, if that is refused and
// no other is given, the part before the @ (RFC 6186, section 4).
func (s *InitWizard) tryLogin(ctx context.Context, p places, address, password string) (foundLogin, error) {
	users := []string{s.User}
	if s.User == "" {
		local, _, _ := strings.Cut(address, "@")
		users = []string{address, local}
	}
	var first error // about the address, which the person typed
	for _, user := range users {
		l := foundLogin{user: user, password: password}
		err := s.loginIMAP(ctx, p.imap, l)
		if err == nil {
			l.free, err = s.loginSMTP(ctx, p.smtp, l)
			return l, err
		}
		if first == nil {
			first = err
		}
		if !errors.Is(err, mail.ErrAccount) {
			break
		}
	}
	return foundLogin{}, loginFailed(first, "imap", p.imap)
}

func (s *InitWizard) loginIMAP(ctx context.Context, at mailServer, l foundLogin) error {
	inbox, err := s.inbox(at, l.user, l.password)
	if err != nil {
		return err
	}
	probe, err := inbox.Probe(ctx)
	if err != nil {
		return err
	}
	defer probe.Close()
	return probe.Login(ctx)
}

// loginSMTP logs in. A server on this machine, such as Postfix at port 25, may need no login.
func (s *InitWizard) loginSMTP(ctx context.Context, at mailServer, l foundLogin) (free bool, err error) {
	courier, err := s.courier(at, l.user, l.password)
	if err != nil {
		return false, err
	}
	err = courier.Check(ctx)
	if err == nil || !config.IsLoopback(at.Host) {
		return false, loginFailed(err, "smtp", at)
	}
	if courier, err2 := s.courier(at, "", ""); err2 == nil && courier.Check(ctx) == nil {
		return true, nil
	}
	return false, loginFailed(err, "smtp", at)
}

// loginFailed gives an error of a server its exit status and its remedy.
func loginFailed(err error, section string, at mailServer) error {
	if err == nil {
		return nil
	}
	status := cli.ExitServer
	if errors.Is(err, mail.ErrAccount) {
		status = cli.ExitLogin
	}
	return cli.Errorf(status, "%w; %s", err,
		config.Remedy(err, section, config.MailServer{Host: at.Host, Port: at.Port, TLS: at.TLS}))
}
