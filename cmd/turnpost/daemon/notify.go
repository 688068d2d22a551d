package daemon

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// notify tells the service manager (sd_notify(3)) that the daemon serves, again
// and again that it is alive if a watchdog waits for that (WatchdogSec), and
// that it is ending. Without a service manager it does nothing. alive returns an
// error when the daemon hangs: then nothing is told, and the service manager
// starts it anew.
func notify(ctx context.Context, alive func() error, log *slog.Logger) {
	tell := func(state string) {
		if _, err := daemon.SdNotify(false, state); err != nil {
			log.Warn("cannot tell the service manager", "state", state, "error", err)
		}
	}
	tell(daemon.SdNotifyReady + "\nSTATUS=serving")
	defer func() {
		// Only who means to end says so: the service manager waits for that then.
		if !errors.Is(context.Cause(ctx), ErrReload) {
			tell(daemon.SdNotifyStopping)
		}
	}()
	interval, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		log.Warn("the service manager's watchdog is not served", "error", err)
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
			log.Error("the daemon hangs; the service manager will end it", "error", err)
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
