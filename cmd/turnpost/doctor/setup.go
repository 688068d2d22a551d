package doctor

import (
	"bufio"
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/mail"
)

// InitWizard makes a configuration. It asks for empty fields if there is an Asker.
type InitWizard struct {
	Path string // of the configuration

	Address  string // of the server
	Provider string // one of Providers
	IMAP     string // host or host:port
	SMTP     string // the same
	User     string

	// One of these has the password: a file, which the configuration then names, or the first
	// line of In.
	PasswordFile  string
	PasswordStdin bool
	// OAuth is the sign-in in place of a password.
	OAuth OAuthSettings

	In    io.Reader // for PasswordStdin
	Out   io.Writer
	Asker Asker // nil: there is no person

	means instruments
}

// OAuthSettings is what a sign-in needs.
type OAuthSettings struct {
	Wanted           bool
	ClientID         string
	ClientSecretFile string
}

// instruments are the tools; zero values stand for those of the system.
type instruments struct {
	roots    *x509.CertPool
	resolver *net.Resolver
}

// The file for a typed password, beside the configuration.
const secretName = "turnpost.secret"

const greeting = `Turnpost needs a mailbox of its own: it treats everything in it as mail from
players. Nothing is written before the mail servers have accepted the password.
`

// Run makes the configuration, and prints what it found. signIn says that the sign-in at the
// provider is still needed (SignIn).
func (s *InitWizard) Run(ctx context.Context) (signIn bool, err error) {
	if err := s.free(s.Path); err != nil {
		return false, err
	}
	if s.Asker != nil {
		s.say("%s", greeting)
	}
	address, err := s.address(ctx)
	if err != nil {
		return false, err
	}
	s.Address = address
	domain := asciiDomain(address)
	p, err := s.provider(ctx, domain)
	if err != nil {
		return false, err
	}
	found, err := s.servers(ctx, p, domain)
	if err != nil {
		return false, err
	}
	made := fileValues{address: address, provider: p, places: found, login: foundLogin{user: address}}
	if s.User != "" {
		made.login.user = s.User
	}
	if p.always || s.OAuth.Wanted {
		if s.PasswordFile != "" || s.PasswordStdin {
			return false,
				cli.Errorf(cli.ExitUsage, "%s accepts no password, or none is needed: leave it out",
					cmp.Or(p.title, "the provider"))
		}
		made.oauth, err = s.client(ctx, p)
	} else {
		made.login, made.passwordFile, err = s.password(ctx, p, found, address)
	}
	if err != nil {
		return false, err
	}
	return made.oauth.ClientID != "", s.write(made)
}

// free returns an error if the file exists.
func (s *InitWizard) free(path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		if err != nil {
			return cli.WithStatus(cli.ExitConfig, err)
		}
		return cli.Errorf(cli.ExitConfig,
			"%s exists, and is not overwritten: change it with an editor, or name another file with --config", path)
	}
	return nil
}

// address returns the server's address.
func (s *InitWizard) address(ctx context.Context) (string, error) {
	given := s.Address
	for {
		text := given
		if text == "" {
			var err error
			if text, err = s.ask(ctx, "Address of the mailbox, to which players write", "",
				"--address ADDRESS"); err != nil {
				return "", err
			}
		}
		a, err := mail.ParseAddress(strings.TrimSpace(text))
		switch {
		case err == nil && strings.Contains(a.Addr, "+"):
			err = fmt.Errorf(
				"%s has a plus sign, behind which Turnpost writes its own tags: give the address without", a.Addr)
		case err != nil:
			err = fmt.Errorf("%q is not an address such as games@example.org", text)
		default:
			return a.Addr, nil
		}
		if given != "" {
			return "", cli.WithStatus(cli.ExitUsage, err)
		}
		s.say("%v", err)
	}
}

// provider returns the provider of the mailbox.
func (s *InitWizard) provider(ctx context.Context, domain string) (provider, error) {
	if s.Provider != "" {
		p, ok := providerNamed(s.Provider)
		if !ok {
			return p, cli.Errorf(cli.ExitUsage, "there is no provider %q; there are %s", s.Provider,
				strings.Join(Providers(), ", "))
		}
		return p, nil
	}
	if s.IMAP != "" && s.SMTP != "" {
		return provider{name: ownServer}, nil
	}
	p, known := s.recognize(ctx, domain)
	if !known || s.Asker == nil {
		return p, nil
	}
	yes, err := s.yes(ctx, fmt.Sprintf("That is a mailbox of %s (%s). Is it right?", p.title, p.imap.Host))
	if err == nil && !yes {
		p, _ = providerNamed(ownServer)
	}
	return p, err
}

// servers returns both servers once they answer. It asks again about those that do not.
func (s *InitWizard) servers(ctx context.Context, p provider, domain string) (places, error) {
	for {
		found, err := s.locate(ctx, p, domain)
		if err != nil {
			return found, err
		}
		err = s.reachBoth(ctx, &found)
		if err == nil {
			s.say("  mail comes in by    %s, port %d, %s", found.imap.Host, found.imap.Port, found.imap.TLS)
			s.say("  and goes out by     %s, port %d, %s", found.smtp.Host, found.smtp.Port, found.smtp.TLS)
			return found, nil
		}
		if p.name != ownServer && p.password != "" {
			err = cli.WithStatus(cli.Status(err), fmt.Errorf("%w. %s", err, p.password))
		}
		if s.Asker == nil || ctx.Err() != nil || p.name != ownServer {
			return found, err
		}
		s.say("%v", err)
		if s.IMAP, err = s.ask(ctx, "IMAP server, where mail comes in", cmp.Or(s.IMAP, found.imap.Host),
			"--imap"); err != nil {
			return found, err
		}
		if s.SMTP, err = s.ask(ctx, "SMTP server, where messages are sent", cmp.Or(s.SMTP, found.smtp.Host),
			"--smtp"); err != nil {
			return found, err
		}
	}
}

// passwordTries is how often a person may type it.
const passwordTries = 3

// password returns the login that both servers accept, and the file of the password if there
// is one.
func (s *InitWizard) password(ctx context.Context, p provider, found places, address string) (
	foundLogin, string, error) {
	if s.PasswordFile != "" || s.PasswordStdin {
		password, err := s.givenPassword()
		if err != nil {
			return foundLogin{}, "", err
		}
		l, err := s.tryLogin(ctx, found, address, password)
		return l, s.PasswordFile, err
	}
	if s.Asker == nil {
		return foundLogin{}, "",
			cli.Errorf(cli.ExitUsage,
				"there is no terminal to ask for the password: give --password-file FILE or --password-stdin")
	}
	if err := s.free(s.secretPath()); err != nil {
		return foundLogin{}, "", err
	}
	if p.password != "" {
		s.say("%s", p.password)
	}
	for try := 1; ; try++ {
		password, err := s.Asker.Secret(ctx, "Password (it is not shown): ")
		if err != nil {
			return foundLogin{}, "", err
		}
		if p.spaced {
			password = strings.ReplaceAll(password, " ", "")
		}
		if password == "" {
			try--
			continue
		}
		l, err := s.tryLogin(ctx, found, address, password)
		if err == nil {
			s.say("Both servers accept it, for %s.", l.user)
			return l, "", nil
		}
		if try == passwordTries || !errors.Is(err, mail.ErrAccount) {
			return l, "", err
		}
		s.say("%s", strings.TrimPrefix(err.Error(), mail.ErrAccount.Error()+": "))
	}
}

// givenPassword reads the password from a file or In.
func (s *InitWizard) givenPassword() (string, error) {
	if s.PasswordFile != "" && s.PasswordStdin {
		return "", cli.Errorf(cli.ExitUsage, "give only one of --password-file and --password-stdin")
	}
	var text string
	if s.PasswordFile != "" {
		raw, err := os.ReadFile(s.PasswordFile)
		if err != nil {
			return "", cli.Errorf(cli.ExitSecret, "--password-file: %w", err)
		}
		text = string(raw)
	} else {
		if err := s.free(s.secretPath()); err != nil {
			return "", err
		}
		line, err := bufio.NewReader(io.LimitReader(s.In, 4096)).ReadString('\n')
		if err != nil && err != io.EOF {
			return "", cli.Errorf(cli.ExitSecret, "--password-stdin: %w", err)
		}
		text = line
	}
	if text = strings.TrimRight(text, "\r\n"); text == "" || strings.ContainsAny(text, "\r\n") {
		return "", cli.Errorf(cli.ExitSecret, "the password is missing; it must be on a line of its own")
	}
	return text, nil
}

// secretPath is the file for a typed password.
func (s *InitWizard) secretPath() string { return filepath.Join(filepath.Dir(s.Path), secretName) }

// client returns the OAuth client.
func (s *InitWizard) client(ctx context.Context, p provider) (config.OAuth, error) {
	c := config.Default().OAuth
	c.Provider = p.oauth
	if c.Provider == "" {
		return c, cli.Errorf(cli.ExitUsage,
			"signing in at %s is not supported: give a password, or write [oauth] yourself ('turnpost help providers')",
			cmp.Or(p.title, p.imap.Host, "that server"))
	}
	token := filepath.Join(filepath.Dir(s.Path), c.TokenFile)
	if err := s.free(token); err != nil {
		return c, err
	}
	c.ClientID, c.ClientSecretFile = s.OAuth.ClientID, s.OAuth.ClientSecretFile
	if c.ClientID != "" {
		return c, nil
	}
	if s.Asker != nil {
		s.say("It requires a sign-in (OAuth 2). Register Turnpost there, as 'turnpost\nhelp providers' says, and " +
			"enter the client id.")
	}
	var err error
	if c.ClientID, err = s.ask(ctx, "Client id", "", "--client-id ID"); err != nil {
		return c, err
	}
	if c.Provider == "gmail" && c.ClientSecretFile == "" {
		c.ClientSecretFile, err = s.ask(ctx, "File with the client secret", "", "--client-secret-file FILE")
	}
	return c, err
}
