package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/setup"
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
func loginCommand(a *app) *cobra.Command {
	var f loginFlags
	cmd := &cobra.Command{
		Use:       "login [" + strings.Join(oauth.Names(), "|") + "]",
		Short:     "Sign in to Gmail, Microsoft 365 or another provider by OAuth 2",
		Long:      loginLong,
		Args:      cli.Arguments(0, 1),
		ValidArgs: oauth.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			c, err := f.load(cmd.Flags().Changed("config"), args)
			if err != nil {
				return err
			}
			return setup.Sign{Browser: f.browser, Port: f.port, In: a.In, Out: a.Out}.SignIn(ctx, c)
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
func (f loginFlags) load(named bool, args []string) (config.OAuth, error) {
	c, err := config.LoadOAuth(f.config, !named)
	if err != nil {
		return c, err
	}
	if len(args) > 0 {
		if !slices.Contains(oauth.Names(), args[0]) {
			_, err := oauth.Preset(args[0])
			return c, exit.With(exit.Usage, err)
		}
		if c.Provider != "" && c.Provider != args[0] {
			return c, exit.Errorf(exit.Usage, "the configuration says provider = %q, and not %s; change the one or the other", c.Provider, args[0])
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
	return c, c.Complete()
}
