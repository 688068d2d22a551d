package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/doctor"
	"turnpost/mail/oauth"
)

const loginLong = `Sign in to a provider that accepts no password for mail (OAuth 2), and store the token in
the token file, with mode 0600. Do it once, and again when Turnpost says that the
sign-in has expired or was revoked. A running server continues within five minutes.

  turnpost login outlook
  turnpost login gmail --client-id ID --client-secret-file gmail.secret

With outlook, and with any provider that has a device URL, you type a code in a browser on
any machine. Otherwise the browser must reach this machine: if it runs on another one,
paste the address at which it ends, or make a tunnel with ssh -L PORT:127.0.0.1:PORT and
--port PORT.

Run it as the user that Turnpost runs as, or as root: the token then belongs to the owner
of its folder.

The client id, the token file and the provider come from the flags, or else from [oauth]
in the configuration, if there is one. 'turnpost help providers' says how to get a client
id.

Exit status: 3 wrong configuration, 5 the provider cannot be reached or gives no usable
answer, 6 it refuses.`

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
		Args:      arguments(0, 1),
		ValidArgs: oauth.Names(),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			c, err := f.load(cmd.Flags().Changed("config"), args)
			if err != nil {
				return err
			}
			return doctor.ProviderSignIn{Browser: f.browser, Port: f.port, In: a.In, Out: a.Out}.SignIn(ctx, c)
		},
	}
	addConfigFlag(cmd, &f.config)
	cmd.Flags().StringVar(&f.clientID, "client-id", "", "the client id, instead of the configuration's")
	cmd.Flags().StringVar(&f.secretFile, "client-secret-file", "",
		"a file with the client secret, instead of the configuration's")
	cmd.Flags().StringVar(&f.tokenFile, "token-file", "",
		"where to store the token, instead of the configuration's file")
	cmd.Flags().BoolVar(&f.browser, "browser", false, "use the browser on this machine, even if a code could be typed")
	cmd.Flags().IntVar(&f.port, "port", 0, "the port on this machine that the browser returns to (default any)")
	return cmd
}

// load returns the section [oauth], with the changes of flags and the argument. Passwords
// and the token may be missing, and so may the configuration unless it is named.
func (f loginFlags) load(named bool, args []string) (config.OAuth, error) {
	c, err := config.LoadOAuth(f.config, !named)
	if err != nil {
		return c, err
	}
	if len(args) > 0 {
		if !slices.Contains(oauth.Names(), args[0]) {
			_, err := oauth.Preset(args[0])
			return c, cli.WithStatus(cli.ExitUsage, err)
		}
		if c.Provider != "" && c.Provider != args[0] {
			return c, cli.Errorf(cli.ExitUsage, "the configuration says provider = %q, not %s; change one of them",
				c.Provider, args[0])
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
