package config

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Metrics that everybody can read are warned about.
func TestOpenMetrics(t *testing.T) {
	t.Setenv("TURNPOST_TEST_SECRET", "x")
	for address, open := range map[string]bool{
		":9090": true, "0.0.0.0:9090": true, "[::]:9090": true, "[::0]:9090": true, "[::ffff:0.0.0.0]:9090": true,
		"127.0.0.1:9090": false, "[::1]:9090": false, "localhost:9090": false, "10.1.2.3:9090": false, "": false,
	} {
		c, err := Load(configFile(t, least+fmt.Sprintf("\n[http]\nmetrics = %q\n", address), 0o600))
		require.NoError(t, err, address)
		require.Equal(t, open, strings.Contains(strings.Join(c.Warnings, "\n"), "http.metrics"), address)
	}
}
