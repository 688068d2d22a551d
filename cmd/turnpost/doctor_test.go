package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/doctor"
)

func TestDoctorPrints(t *testing.T) {
	path := filepath.Join(t.TempDir(), "turnpost.toml")
	require.NoError(t, os.WriteFile(path, []byte("robot = 1\n"), 0o600))
	got := run(t, "", "doctor", "--config", path)
	require.Equal(t, cli.ExitFailed, got.status)
	require.Regexp(t, `^fail  config             \S+turnpost.toml: line 1: robot is a section: write \[robot\]\n {25}-> correct the file; 'turnpost config example' shows every key\nskip  imap-name          the configuration is wrong\n`, got.out)
	require.Equal(t, "turnpost: of 33 steps 1 failed and 0 have warnings\n", got.err)

	got = run(t, "", "doctor", "--config", path, "--json")
	require.Equal(t, cli.ExitFailed, got.status)
	var report doctor.Report
	dec := json.NewDecoder(strings.NewReader(got.out))
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(&report))
	require.Equal(t, "fail", report.Status)
	require.Len(t, report.Steps, 33)
	require.Equal(t, "config", report.Steps[0].Step)
	require.Contains(t, got.out, "{\n  \"status\": \"fail\",\n  \"steps\": [\n    {\n      \"step\": \"config\",\n      \"status\": \"fail\",\n      \"saw\": \"")
}
