package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/mail"
	"turnpost/mail/oauth"
)

const loginLong = `Sign in to a provider that takes no password for mail (OAuth 2), and keep what
comes of it in the token file, with the mode 0600. Do it once, and again when
Turnpost says that the sign-in has expired or was revoked. A server that runs
meanwhile goes on by itself, within five minutes.

  turnpost login outlook
  turnpost login gmail --client-id ID --client-secret-file gmail.secret

With outlook, and with any provider that has a device URL, you type a code in a
browser on any machine. Otherwise the browser comes back to this machine: if it
runs on another one, paste the address at which it ends, or make a tunnel with
ssh -L PORT:127.0.0.1:PORT and --port PORT.

Do it as the user that Turnpost runs as, or as root: the token then belongs to
the owner of its folder.

The client id, the token file and the provider come from [oauth] in the
configuration, and from the flags where they are given. Without a configuration
the flags do. 'turnpost help providers' says how to get a client id.

Exit status: 3 what is configured is wrong, 5 the provider cannot be reached or
gives no answer of use, 6 it refuses.`

// loginFlags are the flags of `turnpost login`.
type loginFlags struct {
	config, clientID, secretFile, tokenFile string
	browser                                 bool
	port                                    int
}

// loginCommand is `turnpost login`.
func (a *app) loginCommand() *cobra.Command {
	var f loginFlags
	cmd := &cobra.Command{
		Use:       "login [" + strings.Join(oauth.Names(), "|") + "]",
		Short:     "Sign in to Gmail, Microsoft 365 or another provider by OAuth 2",
		Long:      loginLong,
		Args:      arguments(0, 1),
		ValidArgs: oauth.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			c, err := f.load(cmd.Flags().Changed("config"), args)
			if err != nil {
				return err
			}
			login, err := oauth.NewLogin(c.client(nil))
			if err != nil {
				return exitWith(exitConfig, err)
			}
			return a.signIn(ctx, login, c, f)
		},
	}
	addConfigFlag(cmd, &f.config)
	cmd.Flags().StringVar(&f.clientID, "client-id", "", "the client id, instead of the configuration's")
	cmd.Flags().StringVar(&f.secretFile, "client-secret-file", "", "a file with the client secret, instead of the configuration's")
	cmd.Flags().StringVar(&f.tokenFile, "token-file", "", "where to keep the token, instead of where the configuration says")
	cmd.Flags().BoolVar(&f.browser, "browser", false, "let the browser come back to this machine, even if one could type a code")
	cmd.Flags().IntVar(&f.port, "port", 0, "where the browser comes back to on this machine (default any)")
	return cmd
}

// load is the section [oauth], changed by flags and the argument. Passwords and
// the token may be missing. There need not be a configuration unless one is
// named.
func (f loginFlags) load(named bool, args []string) (OAuthConfig, error) {
	config := defaultConfig()
	text, err := os.ReadFile(f.config)
	switch {
	case err == nil:
		if config, err = parseConfig(text); err != nil {
			return OAuthConfig{}, &exitError{exitConfig, inFile(f.config, err)}
		}
		config.resolve(filepath.Dir(f.config))
	case named || !errors.Is(err, fs.ErrNotExist):
		return OAuthConfig{}, exitf(exitConfig, "cannot read the configuration: %w", err)
	}
	c := config.OAuth
	if len(args) > 0 {
		if !slices.Contains(oauth.Names(), args[0]) {
			_, err := oauth.Preset(args[0])
			return c, exitWith(exitUsage, err)
		}
		if c.Provider != "" && c.Provider != args[0] {
			return c, exitf(exitUsage, "the configuration says provider = %q, and not %s; change the one or the other", c.Provider, args[0])
		}
		c.Provider = args[0]
	}
	if f.clientID != "" {
		c.ClientID = f.clientID
	}
	if f.secretFile != "" {
		c.ClientSecret, c.ClientSecretFile = "", f.secretFile
	}
	if f.tokenFile != "" {
		c.TokenFile = f.tokenFile
	}
	p := &problems{}
	c.check(p, true)
	if err := errors.Join(p.found...); err != nil {
		return c, exitWith(exitConfig, err)
	}
	return c, c.findClientSecret(func(string, ...any) {})
}

// signIn signs in by a code if the provider can, and by the browser if not.
func (a *app) signIn(ctx context.Context, login *oauth.Login, c OAuthConfig, f loginFlags) error {
	login.Say = func(format string, args ...any) { fmt.Fprintf(a.out, format+"\n", args...) }
	login.Port = f.port
	var err error
	if p := c.provider(); p.DeviceURL != "" && !(f.browser && p.AuthURL != "") {
		err = login.Device(ctx)
	} else {
		login.Pasted = a.lines()
		err = login.Loopback(ctx)
	}
	switch {
	case err == nil:
		_, err = fmt.Fprintf(a.out, "Signed in. The token is in %s.\n", c.TokenFile)
		return err
	case ctx.Err() != nil:
		return errors.New("interrupted; nothing has changed")
	case errors.Is(err, mail.ErrAccount):
		return exitWith(exitLogin, err)
	}
	return exitWith(exitServer, err)
}

// lines are what is typed from now on. The reader stays until the program ends
// or its input does: a read from a terminal cannot be called off.
func (a *app) lines() <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(a.in); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return lines
}
