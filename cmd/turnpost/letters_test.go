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

	"turnpost/db/dbtest/race"
	"turnpost/rules/all"
)

// The program of `turnpost help letters` plays a whole game of each kind by mail, as it
// stands there but for the encryption, which the demo's post office has not.
func TestTheProgramThatPlays(t *testing.T) {
	race.Long(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	_, after, found := strings.Cut(lettersText, "  #!/usr/bin/env python3\n")
	require.True(t, found)
	program, _, _ := strings.Cut(after, "\nPARTS\n")
	program = regexp.MustCompile(`(?m)^  `).ReplaceAllString(program, "")
	require.LessOrEqual(t, strings.Count(strings.TrimSpace(program), "\n")+2, 50)
	program = strings.NewReplacer("IMAP4_SSL", "IMAP4", "SMTP_SSL", "SMTP").Replace(program)
	dir := t.TempDir()
	file := filepath.Join(dir, "player.py")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o600))
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(dir, "turnpost")))

	d := startDemo(t)
	games := all.Games()
	for _, g := range games {
		t.Run(g.Name, func(t *testing.T) {
			cmd := exec.Command(python, file, "challenge", "robot", g.Name, "level", "1")
			var said strings.Builder
			cmd.Stderr = &said
			cmd.Env = append(os.Environ(), asProgram+"=1", "PATH="+dir+":"+os.Getenv("PATH"), "ME="+g.Name+"@demo.test", "PASSWORD=demo",
				"TURNPOST=games@demo.test", "IMAP="+d.imap, "SMTP="+d.smtp, "EVERY=0")
			require.NoError(t, cmd.Start())
			over := d.outcome(t, g.Name)
			require.NoError(t, cmd.Process.Kill())
			_ = cmd.Wait() // it was killed
			require.NotEmpty(t, over, "%s", &said)
			t.Log(over)
		})
	}
}

// outcome waits for the letter that ends somebody's game, and returns how it ended.
func (d demoRun) outcome(t *testing.T, name string) string {
	t.Helper()
	ended := regexp.MustCompile(`(?m)^Turnpost-Outcome: (.*)\r$`)
	for n, end := 1, time.Now().Add(2*time.Minute); time.Now().Before(end); n++ {
		if m := ended.FindSubmatch(d.letter(t, name, n).Raw); m != nil {
			return string(m[1])
		}
	}
	return ""
}
