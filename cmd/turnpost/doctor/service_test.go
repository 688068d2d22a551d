package doctor

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A unit or a program of the machine's own hides that of the package, and upgrades then change nothing.
func TestUnit(t *testing.T) {
	root := t.TempDir()
	unit := func() Finding {
		d := Doctor{}
		d.root = root
		d.examineUnit()
		require.Len(t, d.found, 1)
		return d.found[0]
	}
	add := func(path string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(root+path), 0o755))
		require.NoError(t, os.WriteFile(root+path, nil, 0o644))
	}
	require.Equal(t, Finding{"unit", statusOK, "there is none for systemd; 'turnpost install' makes one", ""}, unit())
	add(PackageUnit)
	add(PackageProgram)
	require.Equal(t, Finding{"unit", statusOK, "systemd has /usr/lib/systemd/system/turnpost.service", ""}, unit())
	require.Len(t, Hidden(root, true), 2, "what an installation from source will hide")
	add(LocalProgram)
	f := unit()
	require.Equal(t, statusWarn, f.Status)
	require.Equal(t, "/usr/local/bin/turnpost is used in place of the program of the package, /usr/bin/turnpost, and upgrades do not change it", f.Saw)
	add(LocalUnit)
	require.Contains(t, unit().Saw, "/etc/systemd/system/turnpost.service is used in place of the unit of the package")
	require.NoError(t, os.Remove(root+PackageUnit))
	require.NoError(t, os.Remove(root+PackageProgram))
	require.Equal(t, "systemd has /etc/systemd/system/turnpost.service", unit().Saw)
}
