package doctor

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheStoredMailIsJudged(t *testing.T) {
	for _, c := range []struct {
		name   string
		stored int64
		status string
		saw    string
	}{
		{"none", 0, statusOK, "the stored mail takes 0.0 kB of 100.0 MB"},
		{"room", 89_999_999, statusOK, "the stored mail takes 90.0 MB of 100.0 MB"},
		{"nearly full", 90_000_000, statusWarn, "takes 90.0 MB; at 100.0 MB mail that nothing proves will have to wait"},
		{"full", 100_000_000, statusWarn, "takes 100.0 MB, and its bound is 100.0 MB: mail that nothing proves waits"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var d Doctor
			d.config.Limits.MaxStored.Bytes = 100_000_000
			d.judgeStorage(c.stored)
			require.Equal(t, c.status, d.found[0].Status)
			require.Contains(t, d.found[0].Saw, c.saw)
			require.Equal(t, c.status == statusOK, d.found[0].Mend == "")
		})
	}
}
