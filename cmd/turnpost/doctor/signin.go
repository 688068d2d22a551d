package doctor

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/mail"
	"turnpost/mail/oauth"
)

// ProviderSignIn signs in at a provider.
type ProviderSignIn struct {
	Browser bool // use the browser on this machine, even if a code could be typed
	Port    int  // that the browser returns to; 0: any

	In  io.Reader // where a URL may be pasted
	Out io.Writer
}

// SignIn signs in by a code if the provider supports that, otherwise by the browser, and
// stores the token.
func (s ProviderSignIn) SignIn(ctx context.Context, c config.OAuth) error {
	login, err := oauth.NewLogin(c.Client(nil))
	if err != nil {
		return cli.WithStatus(cli.ExitConfig, err)
	}
	login.Say = func(format string, args ...any) { fmt.Fprintf(s.Out, format+"\n", args...) }
	login.Port = s.Port
	if p := c.Known(); p.DeviceURL != "" && !(s.Browser && p.AuthURL != "") {
		err = login.Device(ctx)
	} else {
		login.Pasted = s.lines()
		err = login.Loopback(ctx)
	}
	switch {
	case err == nil:
		_, err = fmt.Fprintf(s.Out, "Signed in. The token is in %s.\n", c.TokenFile)
		return err
	case ctx.Err() != nil:
		return errors.New("interrupted; nothing was changed")
	case errors.Is(err, mail.ErrAccount):
		return cli.WithStatus(cli.ExitLogin, err)
	}
	return cli.WithStatus(cli.ExitServer, err)
}

// lines returns what is typed from now on. Its goroutine stays until the input or the program
// ends, because a read from a terminal cannot be cancelled.
func (s ProviderSignIn) lines() <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(s.In); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return lines
}
