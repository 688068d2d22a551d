package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
)

// What `turnpost health` makes of what a daemon answers.
func TestHealthCommand(t *testing.T) {
	status, says := http.StatusServiceUnavailable, "the mailbox has not been read yet\n"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		require.Equal(t, "/readyz", r.URL.Path)
		w.WriteHeader(status)
		_, err := w.Write([]byte(says))
		require.NoError(t, err)
	}))
	addr := strings.TrimPrefix(server.URL, "http://")
	require.Equal(t, result{cli.ExitFailed, "", "turnpost: the mailbox has not been read yet\n"}, run(t, "", "health", "--metrics", addr))
	status, says = http.StatusOK, "ok\n"
	require.Equal(t, result{cli.ExitOK, "ok\n", ""}, run(t, "", "health", "--metrics", addr))
	server.Close()
	got := run(t, "", "health", "--metrics", addr)
	require.Equal(t, cli.ExitServer, got.status)
	require.Contains(t, got.err, "no server answers at "+addr)
	require.Equal(t, cli.ExitUsage, run(t, "", "health", "--metrics", "here").status)
}
