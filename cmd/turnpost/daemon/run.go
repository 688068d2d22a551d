package daemon

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/mail"
	"turnpost/mail/smtp"
)

// Listen opens everything that is served beside the mail. Metrics, health and one-click
// unsubscribe are served at once, until ctx is done or Close; mail by LMTP waits for Run.
func (d *Daemon) Listen(ctx context.Context, c config.Config) error {
	if err := d.listenLMTP(c); err != nil {
		return err
	}
	if err := d.listenWeb(c); err != nil {
		return err
	}
	ctx, d.endWeb = context.WithCancel(ctx)
	d.web, ctx = errgroup.WithContext(ctx)
	for _, e := range d.endpoints {
		d.web.Go(func() error { return e.run(ctx) })
	}
	return nil
}

// listenLMTP opens the LMTP listener.
func (d *Daemon) listenLMTP(c config.Config) (err error) {
	if c.LMTP.Listen == "" {
		return nil
	}
	identity := d.handler.Identity()
	_, domain, _ := strings.Cut(identity.Address, "@")
	d.lmtp, err = smtp.ListenLMTP(smtp.LMTPConfig{
		Listen: c.LMTP.Listen, Mode: c.LMTP.Permissions(), Domain: domain, Ours: identity.Is,
		MaxSize: c.Limits.MaxMessage.Bytes, Log: d.log,
	})
	if err != nil {
		return cli.WithStatus(cli.ExitFailed, err)
	}
	d.log.Info("accepting mail by LMTP", "address", d.lmtp.Addr().String())
	return nil
}

// listenWeb opens the HTTP servers.
func (d *Daemon) listenWeb(c config.Config) (err error) {
	var status http.Handler
	if c.HTTP.Status {
		status = statusHandler(d.health, d.server.Budget, d.version)
	}
	if d.endpoints, err = listenHealth(c, seeingHandler(d.metrics, d.health, status), d.log); err != nil {
		return err
	}
	if c.HTTP.Metrics != "" {
		d.log.Info("serving metrics", "address", d.endpoints[len(d.endpoints)-1].Addr().String())
	}
	if c.HTTP.PublicURL != "" {
		handler, err := unsubscribeHandler(d.server, d.handler.Notifier.Words, c.HTTP.PublicURL, d.log)
		if err != nil {
			return err
		}
		e, err := listenHTTP("the public URL", "tcp", c.HTTP.Listen, handler, d.log)
		if err != nil {
			return err
		}
		d.endpoints = append(d.endpoints, e)
		d.log.Info("serving one-click unsubscribe", "address", e.Addr().String(), "url", c.HTTP.PublicURL)
	}
	return nil
}

// Run runs the server and everything that is served beside it until ctx is done, and notifies
// the service manager.
func (d *Daemon) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(d.web.Wait)
	group.Go(func() error { <-ctx.Done(); d.endWeb(); return nil })
	if d.lmtp != nil {
		group.Go(func() error { return cli.WithStatus(cli.ExitFailed, d.lmtp.Serve(ctx, d.server.Keep)) })
	}
	group.Go(func() error {
		err := d.server.Run(ctx, d.Inbox, d.Courier)
		if errors.Is(err, mail.ErrMailboxTaken) {
			return serverError(err)
		}
		return cli.WithStatus(cli.ExitDatabase, err)
	})
	group.Go(func() error { return d.arrive(ctx) })
	if d.backups != nil {
		group.Go(func() error { d.backups(ctx); return nil })
	}
	if d.archives != nil {
		group.Go(func() error { d.archives(ctx); return nil })
	}
	for name, values := range d.handler.Bots.Values {
		if s, ok := values.(*solving); ok && len(d.program) > 0 {
			group.Go(func() error { s.solve(ctx, d.program, name, d.log); return nil })
		}
	}
	group.Go(func() error { notify(ctx, d.health.stuck, d.log); return nil })
	return group.Wait()
}
