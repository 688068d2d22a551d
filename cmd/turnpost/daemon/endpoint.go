package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/cli"
)

// maxConnections is how many connections one HTTP server holds at a time; see
// guests for which it lets go when there are more. maxBody is what a request may
// have of a body: more than "List-Unsubscribe=One-Click" in any form.
const (
	maxConnections = 64
	maxBody        = 4 << 10
)

// endpoint is an HTTP server of the daemon's, listening.
type endpoint struct {
	net.Listener
	server *http.Server
}

// listenHTTP listens at addr. A server without timeouts would hold a connection
// for as long as a stranger likes, and with them alone a few connections that say
// nothing would still keep everybody else out.
func listenHTTP(what, addr string, handler http.Handler, log *slog.Logger) (*endpoint, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, cli.Errorf(cli.ExitFailed, "cannot listen for %s: %w", what, err)
	}
	return &endpoint{newGuests(l, maxConnections), &http.Server{
		Handler: wholeRequests(maxBody, handler), ConnContext: withGuest, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
	}}, nil
}

// run serves until ctx is done, and lets what is in hand end.
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

// seeingHandler serves what operators and their machines look at.
func seeingHandler(m *metrics, h *health) http.Handler {
	mux := http.NewServeMux()
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
