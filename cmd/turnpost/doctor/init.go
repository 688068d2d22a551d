package doctor

import (
	"context"
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
)

// InitText is the help of `turnpost init`.
//
//go:embed init.txt
var InitText string

// Init is `turnpost init`: a setup, a sign-in if needed, and the doctor.
type Init struct {
	InitWizard
	NoDoctor  bool
	NoMessage bool // the doctor sends no messages
}

// Flags adds the flags of the command, except --config.
func (i *Init) Flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&i.Address, "address", "", "the address of the mailbox, which players write to")
	f.StringVar(&i.Provider, "provider", "", "whose mailbox it is: "+strings.Join(Providers(), ", ")+
		" (default by the address)")
	f.StringVar(&i.IMAP, "imap", "", "the IMAP server, as HOST or HOST:PORT")
	f.StringVar(&i.SMTP, "smtp", "", "the SMTP server, as HOST or HOST:PORT")
	f.StringVar(&i.User, "user", "", "the login name (default the address, or the part before its @)")
	f.StringVar(&i.PasswordFile, "password-file", "", "a file with only the password; the configuration names it")
	f.BoolVar(&i.PasswordStdin, "password-stdin", false, "read the password from standard input")
	f.BoolVar(&i.OAuth.Wanted, "oauth", false, "sign in by OAuth 2, in place of a password")
	f.StringVar(&i.OAuth.ClientID, "client-id", "", "for --oauth: the client id")
	f.StringVar(&i.OAuth.ClientSecretFile, "client-secret-file", "", "for --oauth: a file with the client secret")
	f.BoolVar(&i.NoDoctor, "no-doctor", false, "do not run the doctor")
	f.BoolVar(&i.NoMessage, "no-letter", false, "let the doctor send no messages")
}

// Run makes the configuration and tests it. Warnings of the doctor are not failures: most are
// about the DNS, and a club can begin with them.
func (i *Init) Run(ctx context.Context) error {
	signIn, err := i.InitWizard.Run(ctx)
	if err != nil {
		return err
	}
	if signIn {
		if err := i.signIn(ctx); err != nil {
			return cli.WithStatus(cli.ExitLogin,
				fmt.Errorf("%w; the configuration is written: try 'turnpost login' again, and then 'turnpost doctor'",
					err))
		}
	}
	if !i.NoDoctor {
		i.say("\nThe doctor checks everything%s:",
			map[bool]string{false: ", and sends two messages from the server to itself"}[i.NoMessage])
		d := Doctor{Path: i.Path, Message: !i.NoMessage, Wait: time.Minute, Tell: func(f Finding) { f.Print(i.Out) }}
		d.Trust(i.means.roots, i.means.resolver)
		if err := d.Examine(ctx).Verdict(); cli.Status(err) != cli.ExitOK && cli.Status(err) != cli.ExitWarned {
			return err
		}
	}
	serve := "turnpost serve"
	if filepath.Clean(i.Path) != config.DefaultPath {
		serve += " --config " + i.Path
	}
	i.say("\nNow run: %s\nand write to %s from another address: challenge SOMEBODY@EXAMPLE.ORG turro", serve, i.Address)
	return nil
}

func (i *Init) signIn(ctx context.Context) error {
	c, err := config.LoadOAuth(i.Path, false)
	if err != nil {
		return err
	}
	if err := c.Complete(); err != nil {
		return err
	}
	return ProviderSignIn{In: i.In, Out: i.Out}.SignIn(ctx, c)
}
