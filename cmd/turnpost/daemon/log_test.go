package daemon

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLogFormats(t *testing.T) {
	var out strings.Builder
	log, err := Logger(&out, "info", "json")
	require.NoError(t, err)
	log.Info("serving", "imap", "x:1", "again_in", 90*time.Second, slog.Group("g", "took", 1500*time.Microsecond))
	log.Debug("not told")
	var line map[string]any
	require.NoError(t, json.Unmarshal([]byte(out.String()), &line), "one object a line: %s", out.String())
	require.Equal(t, "serving", line["msg"])
	require.Equal(t, "INFO", line["level"])
	require.Equal(t, "x:1", line["imap"])
	require.Equal(t, 90.0, line["again_in"], "durations are in seconds")
	require.Equal(t, map[string]any{"took": 0.0015}, line["g"])
}
