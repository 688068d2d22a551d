package daemon

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLogFormats(t *testing.T) {
	var out strings.Builder
	log, err := Logger(&out, "info", "json")
	require.NoError(t, err)
	log.Info("serving", "imap", "x:1")
	log.Debug("not told")
	var line map[string]any
	require.NoError(t, json.Unmarshal([]byte(out.String()), &line), "one object a line: %s", out.String())
	require.Equal(t, "serving", line["msg"])
	require.Equal(t, "INFO", line["level"])
	require.Equal(t, "x:1", line["imap"])
}
