package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail"
)

func TestPrintedAlertsAreYAML(t *testing.T) {
	got := run(t, "", "print", "alerts")
	require.Equal(t, cli.ExitOK, got.status)
	var file struct {
		Groups []struct {
			Name  string
			Rules []struct {
				Alert, Expr, For    string
				Labels, Annotations map[string]string
			}
		}
	}
	decoder := yaml.NewDecoder(strings.NewReader(got.out))
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(&file))
	require.Len(t, file.Groups, 1)
	for _, r := range file.Groups[0].Rules {
		require.Regexp(t, `^Turnpost[A-Z]`, r.Alert)
		require.NotEmpty(t, r.Expr, r.Alert)
		require.Contains(t, []string{"warning", "critical"}, r.Labels["severity"], r.Alert)
		require.NotEmpty(t, r.Annotations["summary"], r.Alert)
		require.NotEmpty(t, r.Annotations["description"], r.Alert)
	}
}

// The queries themselves are read by the test of the metrics.
func TestPrintedDashboard(t *testing.T) {
	require.Equal(t, result{cli.ExitOK, printDashboard, ""}, run(t, "", "print", "dashboard"))
	require.NotContains(t, printDashboard, `{instance=~"$instance",}`)
}

func TestPrintedUnit(t *testing.T) {
	got := run(t, "", "print", "systemd", "--config", "/etc/games/t.toml")
	require.Equal(t, cli.ExitOK, got.status)
	for _, line := range []string{
		"Type=notify", "WatchdogSec=2min", "User=turnpost", "StateDirectory=turnpost", "RuntimeDirectory=turnpost",
		"ReadWritePaths=-/var/backups/turnpost -/srv/www/games", "NoNewPrivileges=yes", "ProtectSystem=strict", "MemoryDenyWriteExecute=yes",
		"ExecStart=/usr/local/bin/turnpost serve --config /etc/games/t.toml",
	} {
		require.Contains(t, got.out, "\n"+line+"\n")
	}
	// It is started again whatever ended it, however often, but for what only the operator
	// mends; it has the time that it takes to begin and to end; and its processes get no signal beside the
	// server's, since a second one ends them at once.
	settings := map[string]string{}
	for line := range strings.Lines(got.out) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(key, "#") {
			settings[key] = value
		}
	}
	for key, want := range map[string]string{
		"StartLimitIntervalSec": "0", "StartLimitBurst": "", "Restart": "on-failure", "RestartSec": "30s",
		"RestartPreventExitStatus": fmt.Sprint(cli.ExitUsage, cli.ExitConfig, cli.ExitSecret, cli.ExitLogin), "SuccessExitStatus": "",
		"ExecReload": "/bin/kill -HUP $MAINPID", "TimeoutStartSec": "3min", "KillSignal": "", "KillMode": "mixed",
	} {
		require.Equal(t, want, settings[key], key)
	}
	stop, err := time.ParseDuration(settings["TimeoutStopSec"])
	require.NoError(t, err)
	require.Greater(t, stop, mail.Linger, "what letters are waited for whose answer is due")
	for _, wrong := range []string{"turnpost", "/usr/bin/turn post", "/x%i", "/x\n"} {
		require.Equal(t, cli.ExitUsage, run(t, "", "print", "systemd", "--binary", wrong).status, wrong)
	}
}

// systemd's own tools find nothing wrong in the unit, and little to fear.
func TestTheUnitVerifies(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd's tools are not installed")
	}
	self, err := os.Executable()
	require.NoError(t, err)
	unit := filepath.Join(t.TempDir(), "turnpost.service")
	write := func(text string) {
		require.NoError(t, os.WriteFile(unit, []byte(text), 0o644))
	}
	// That this finds faults at all:
	printed := run(t, "", "print", "systemd", "--binary", self).out
	write(strings.Replace(printed, "Type=notify", "Type=notified", 1))
	out, _ := exec.Command(analyze, "verify", "--man=no", unit).CombinedOutput()
	require.Contains(t, string(out), "notified")

	write(printed)
	out, err = exec.Command(analyze, "verify", "--man=no", unit).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NotContains(t, string(out), "turnpost.service", "no complaint about the unit")

	out, err = exec.Command(analyze, "security", "--offline=true", "--threshold=15", unit).CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Logf("%s", regexp.MustCompile(`Overall exposure level.*`).FindString(string(out)))
}

// The image's command line is one that the program takes.
func TestPrintedContainer(t *testing.T) {
	got := run(t, "", "print", "container")
	require.Equal(t, cli.ExitOK, got.status)
	require.Contains(t, got.out, "\nUSER 65532:65532\n")
	found := regexp.MustCompile(`(?m)^(?:HEALTHCHECK.* )?CMD \[(.*)\]$`).FindAllStringSubmatch(got.out, -1)
	require.Len(t, found, 2)
	for _, m := range found {
		args := strings.Split(strings.ReplaceAll(strings.TrimPrefix(m[1], `"/turnpost", `), `"`, ""), ", ")
		require.NotEqual(t, cli.ExitUsage, run(t, "", args...).status, "%v", args)
	}
}

// What is indented in a help text is an example or a table, and so it is in the
// manual: line by line, as it stands.
func TestManualKeepsExamples(t *testing.T) {
	dir := t.TempDir()
	require.Equal(t, cli.ExitOK, run(t, "", "print", "man", dir).status)
	for name, commands := range map[string]bool{"man1/turnpost-serve.1": true, "man5/turnpost.toml.5": false, "man7/turnpost-operating.7": false} {
		page, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, commands, strings.Contains(string(page), ".SH SYNOPSIS"), name)
		require.Contains(t, string(page), ".SH DESCRIPTION")
	}
	examples := 0
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		if page, err := os.ReadFile(filepath.Join(dir, "man1", strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1")); err == nil && cmd.Name() != "completion" && cmd.Parent().Name() != "completion" {
			shown := strings.NewReplacer(`\-`, "-", `\&`, "", `\\`, `\`).Replace(string(page))
			for line := range strings.Lines(cmd.Long) {
				if line = strings.TrimRight(line, "\n"); strings.HasPrefix(line, "  ") {
					require.Contains(t, shown, "\n"+line+"\n", cmd.CommandPath())
					examples++
				}
			}
		}
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	a := app{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
	for _, cmd := range rootCommand(&a).Commands() {
		visit(cmd)
	}
	require.Greater(t, examples, 50)
}
