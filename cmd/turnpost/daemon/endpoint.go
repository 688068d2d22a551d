package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
)

// maxConnections is how many connections an HTTP server holds at a time; guests closes idle
// ones when there are more. maxBody is the largest body of a request: more than
// "List-Unsubscribe=One-Click" in any encoding.
const (
	maxConnections = 64
	maxBody        = 4 << 10
)

// endpoint is an HTTP server with its listener.
type endpoint struct {
	net.Listener
	server *http.Server
}

// listenHTTP listens at an address. Timeouts close slow connections, and guests limits their
// number, so that a few idle clients cannot keep others out.
func listenHTTP(what, network, address string, handler http.Handler, log *slog.Logger) (*endpoint, error) {
	l, err := net.Listen(network, address)
	if err != nil {
		return nil, cli.Errorf(cli.ExitFailed, "cannot listen for %s: %w", what, err)
	}
	return &endpoint{newGuests(l, maxConnections), &http.Server{
		Handler: wholeRequests(maxBody, handler), ConnContext: withGuest,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
	}}, nil
}

// listenHealth listens for 'turnpost health': at the socket of the configuration, and where it
// wants metrics served. Without the socket a server works all the same.
func listenHealth(c config.Config, handler http.Handler, log *slog.Logger) (list []*endpoint, err error) {
	socket := c.HealthSocket()
	if conn, err := net.Dial("unix", socket); err == nil { // another server's
		conn.Close()
	} else {
		_ = os.Remove(socket) // left by a process that was killed
		e, err := listenHTTP("'turnpost health'", "unix", socket, handler, log)
		if err == nil {
			err = os.Chmod(socket, 0o600)
			list = append(list, e)
		}
		if err != nil {
			log.Warn("'turnpost health' needs http.metrics, because its socket cannot be used", "error", err)
		}
	}
	if c.HTTP.Metrics == "" {
		return list, nil
	}
	e, err := listenHTTP("metrics", "tcp", c.HTTP.Metrics, handler, log)
	if err != nil {
		for _, e := range list {
			e.Close()
		}
		return nil, err
	}
	return append(list, e), nil
}

// run serves until ctx is done, and completes requests that are under way.
func (e *endpoint) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := e.server.Serve(e.Listener); !errors.Is(err, http.ErrServerClosed) {
			return cli.Errorf(cli.ExitFailed, "the HTTP server at %s: %w", e.Addr(), err)
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if e.server.Shutdown(ending) != nil {
			return e.server.Close()
		}
		return nil
	})
	return group.Wait()
}

// seeingHandler serves metrics and health.
// status is nil if there is no page for people.
func seeingHandler(m *metrics, h *health, status http.Handler) http.Handler {
	mux := http.NewServeMux()
	if status != nil {
		mux.Handle("GET /status", status)
	}
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := h.ready(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
		for _, note := range h.notes(r.Context()) {
			fmt.Fprintln(w, note)
		}
	})
	return mux
}
