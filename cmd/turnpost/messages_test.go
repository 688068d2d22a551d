package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db/dbtest/skiptest"
)

// The program of `turnpost help messages example` plays whole games by mail, as it stands there;
// and accepts an invitation, in whatever language.
func TestTheProgramThatPlays(t *testing.T) {
	skiptest.Long(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	_, after, found := strings.Cut(messagesText, "  #!/usr/bin/env python3\n")
	require.True(t, found)
	program, _, _ := strings.Cut(after, "\n== parts: ")
	program = regexp.MustCompile(`(?m)^  `).ReplaceAllString(program, "")
	require.LessOrEqual(t, strings.Count(strings.TrimSpace(program), "\n")+2, 50)
	dir := t.TempDir()
	file := filepath.Join(dir, "player.py")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o600))
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(dir, "turnpost")))

	d := startDemo(t)
	plays := func(t *testing.T, name string, args ...string) {
		t.Helper()
		cmd := exec.Command(python, append([]string{file}, args...)...)
		var said strings.Builder
		cmd.Stderr = &said
		cmd.Env = append(os.Environ(), asProgram+"=1", "PATH="+dir+":"+os.Getenv("PATH"), "ME="+name+"@demo.test", "PASSWORD=demo",
			"TURNPOST=games@demo.test", "IMAP="+d.imap, "SMTP="+d.smtp, "EVERY=0")
		require.NoError(t, cmd.Start())
		t.Cleanup(func() {
			require.NoError(t, cmd.Process.Kill())
			_ = cmd.Wait() // it was killed
			if t.Failed() {
				t.Log(said.String())
			}
		})
	}
	// The program knows no game. One has turns of two plies, in the other Black does not begin.
	for _, game := range []string{"turro", "chess"} {
		t.Run(game, func(t *testing.T) {
			plays(t, game, "challenge", "robot", game, "level", "1")
			require.NotEmpty(t, d.outcome(t, game))
		})
	}
	t.Run("invited", func(t *testing.T) {
		plays(t, "francine", "lang", "fr")
		require.Contains(t, string(d.message(t, "francine", 1).Raw), "robot       oui", "it has said what it is")
		plays(t, "deep", "challenge", "francine@demo.test", "roses")
		require.NotEmpty(t, d.outcome(t, "francine"))
	})
}

// outcome waits for the message that ends somebody's game, and returns how it ended.
func (d demoRun) outcome(t *testing.T, name string) string {
	t.Helper()
	ended := regexp.MustCompile(`(?m)^Turnpost-Outcome: (.*)\r$`)
	for n, end := 1, time.Now().Add(2*time.Minute); time.Now().Before(end); n++ {
		if m := ended.FindSubmatch(d.message(t, name, n).Raw); m != nil {
			return string(m[1])
		}
	}
	return ""
}
