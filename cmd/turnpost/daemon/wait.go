package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/db"
)

// Pauses between tries at the start, doubled each time.
const (
	firstPause = time.Second
	maxPause   = 30 * time.Second
)

// await repeats try until it succeeds, or fails for a reason that waiting does not fix. It
// logs each failure and notifies the service manager.
func await(ctx context.Context, log *slog.Logger, what string, mends func(error) bool,
	try func(context.Context) error) error {
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		err := try(ctx)
		if err == nil || !mends(err) || ctx.Err() != nil {
			return err
		}
		log.Warn("waiting for "+what, "again_in", pause, "error", err)
		// The start may take as long as this.
		extend(untilNextSign, "waiting for "+what, log)
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return err
		case <-timer.C:
		}
	}
}

// openDatabase opens the database, and waits while its server or disk is missing, as after a
// power failure. /readyz reports that meanwhile, also while the database is saved.
func openDatabase(ctx context.Context, c config.Config, log *slog.Logger) (d *db.DB, err error) {
	var mu sync.Mutex
	last := errors.New("it is being opened")
	tell := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.URL.Path == "/healthz" {
			fmt.Fprintln(w, "ok")
			return
		}
		http.Error(w, fmt.Sprintf("waiting for the database: %v", last), http.StatusServiceUnavailable)
	})
	endpoints, err := listenHealth(c, tell, log)
	if err != nil {
		return nil, err
	}
	waiting, end := context.WithCancel(ctx)
	var group errgroup.Group
	for _, e := range endpoints {
		group.Go(func() error { return e.run(waiting) })
	}
	defer func() { end(); err = errors.Join(err, group.Wait()) }()
	mends := func(err error) bool { return db.Transient(err) && !db.IsTLSError(err) }
	err = await(ctx, log, "the database", mends, func(ctx context.Context) (err error) {
		d, err = db.OpenAfter(ctx, c.Database.Where(), saving(c.Database, log))
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			last = err
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	lookAtSavedSchema(c.Database, log)
	return d, nil
}

// Check logs in to both mail servers and disconnects. A refused login is an error. A server
// that cannot be reached is waited for while the daemon runs, and it is not ready until then.
func (d *Daemon) Check(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range d.servers {
		group.Go(func() error {
			d.health.miss(s.name, errors.New("it is being tried"))
			err := d.tryServer(ctx, s)
			if cli.Status(err) == cli.ExitServer && ctx.Err() == nil {
				return nil
			}
			return err
		})
	}
	return group.Wait()
}

// tryServer logs in to a mail server once, and records whether it answered.
func (d *Daemon) tryServer(ctx context.Context, s mailServer) error {
	d.log.Info("trying "+s.name, "address", s.server.Addr())
	err := s.login(ctx)
	d.health.miss(s.name, err)
	return err
}

// arrive waits for the mail servers that could not be reached at the start.
func (d *Daemon) arrive(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range d.servers {
		if !d.health.misses(s.name) {
			continue
		}
		group.Go(func() error {
			err := await(ctx, d.log, s.name, func(err error) bool { return cli.Status(err) == cli.ExitServer },
				func(ctx context.Context) error { return d.tryServer(ctx, s) })
			if ctx.Err() != nil {
				return nil
			}
			if err == nil {
				d.log.Info("it can be reached now", "what", s.name)
			}
			return err
		})
	}
	return group.Wait()
}

// ErrReload is the cause that ends Run for a restart in the same process.
var ErrReload = errors.New("reloading the configuration")
