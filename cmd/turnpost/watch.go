package main

import (
	"context"
	"strings"

	"golang.org/x/sync/errgroup"

	"turnpost/mail/desk"
	"turnpost/rules"
)

// watch makes the desk tell what it does to those who look at it.
func (s *service) watch(c Config, games []rules.Game) {
	s.health = newHealth(s.db, c.IMAP.Poll.Duration)
	s.metrics = newMetrics(s.db, s.health, games)
	s.desk.PublicURL = strings.TrimRight(c.HTTP.PublicURL, "/")
	s.desk.Observe = func(e desk.Event) {
		s.health.observe(e)
		s.metrics.observe(e)
	}
}

// listen opens what is served beside the mail, before anybody hears that the
// daemon is ready. run or close ends it.
func (s *service) listen(c HTTPConfig) error {
	if c.Metrics != "" {
		e, err := listenHTTP("metrics", c.Metrics, seeingHandler(s.metrics, s.health), s.log)
		if err != nil {
			return err
		}
		s.endpoints = append(s.endpoints, e)
		s.log.Info("metrics are served", "address", e.Addr().String())
	}
	if c.PublicURL != "" {
		handler, err := unsubscribeHandler(s.desk, c.PublicURL, s.log)
		if err != nil {
			return err
		}
		e, err := listenHTTP("the public URL", c.Listen, handler, s.log)
		if err != nil {
			return err
		}
		s.endpoints = append(s.endpoints, e)
		s.log.Info("one-click unsubscribing is served", "address", e.Addr().String(), "url", c.PublicURL)
	}
	return nil
}

// run runs the desk and all that is served beside it until ctx is done, and
// tells the service manager.
func (s *service) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, e := range s.endpoints {
		group.Go(func() error { return e.run(ctx) })
	}
	group.Go(func() error { return exitWith(exitDatabase, s.desk.Run(ctx, s.inbox, s.courier)) })
	group.Go(func() error { notify(ctx, s.health.stuck, s.log); return nil })
	return group.Wait()
}
