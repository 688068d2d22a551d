package daemon

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// notify tells the service manager (sd_notify(3)) that the server is ready, that it is alive
// if there is a watchdog (WatchdogSec), and that it is stopping. Without a service manager it
// does nothing. alive returns an error if the server hangs: then nothing is sent, and the
// service manager restarts it.
func notify(ctx context.Context, alive func() error, log *slog.Logger) {
	tell := func(state string) {
		if _, err := daemon.SdNotify(false, state); err != nil {
			log.Warn("cannot notify the service manager", "state", state, "error", err)
		}
	}
	tell(daemon.SdNotifyReady + "\nSTATUS=serving")
	defer func() {
		// Not before a reload, because the service manager would wait for the end.
		if !errors.Is(context.Cause(ctx), ErrReload) {
			tell(daemon.SdNotifyStopping)
		}
	}()
	interval, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		log.Warn("the watchdog of the service manager cannot be used", "error", err)
	}
	if interval <= 0 {
		<-ctx.Done()
		return
	}
	// sd_watchdog_enabled(3): ping in half the time.
	ticker := time.NewTicker(interval / 2)
	defer ticker.Stop()
	for {
		if err := alive(); err != nil {
			log.Error("the server hangs; the service manager will end it", "error", err)
		} else {
			tell(daemon.SdNotifyWatchdog)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
